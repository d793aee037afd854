// The sum of the differences of two numbers of an iteration, which may be exact and much smaller than these, is not the difference of two sums.
// RUN: chad-opt %s --chad-raise-contractions=batches | FileCheck %s
// RUN: chad-run %s --entry=widths --arg='[[1000.5],[1000.25],[999.125],[2000.375]]' --arg='[[1000.375],[1000.125],[999.0],[2000.25]]' --arg='[0, 1]' --arg='[1, 2]' | FileCheck %s --check-prefix=SUM
// RUN: chad-run %s --entry=widths --arg='[[1000.5],[1000.25],[999.125],[2000.375]]' --arg='[[1000.375],[1000.125],[999.0],[2000.25]]' --arg='[0, 1]' --arg='[1, 2]' --target=cuda-emulated | FileCheck %s --check-prefix=SUM
// SUM: tensor<2xf32> [0.5, 2]

// CHECK-LABEL: func.func @widths
// CHECK: %[[ALL:.*]] = chad.fold
// CHECK: arith.maximumf
// CHECK: arith.maximumf
// CHECK: %[[WIDTH:.*]] = arith.subf
// CHECK: arith.addf %{{.*}}, %[[WIDTH]]
// CHECK: chad.map
// CHECK-NOT: arith.subf
// CHECK: arith.mulf %{{.*}}, %[[ALL]]
func.func @widths(%b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %s: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %low = arith.constant -1.0e30 : f32
  %r = chad.fold (%row in %b : tensor<?x?xf32>, %row2 in %c : tensor<?x?xf32>) with (%x = %s : tensor<?xf32>) {
    %e = chad.reduce (%p, %q in %row from %low : tensor<?xf32>) {
      %t = arith.maximumf %p, %q : f32
      chad.yield %t : f32
    }
    %f = chad.reduce (%p, %q in %row2 from %low : tensor<?xf32>) {
      %t = arith.maximumf %p, %q : f32
      chad.yield %t : f32
    }
    %m = chad.map (%k in %v : tensor<?xf32>) -> tensor<?xf32> {
      %d = arith.subf %e, %f : f32
      %t = arith.mulf %d, %k : f32
      chad.yield %t : f32
    }
    %n = arith.addf %x, %m : tensor<?xf32>
    chad.yield %n : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
