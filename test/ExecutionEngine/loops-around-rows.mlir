// A loop around rows of several vectors is not unrolled: LLVM would vectorize each copy of the row
// separately, with another loop for the remaining elements of each.

// RUN: chad-run %s --entry=main --target-cpu=znver4 --emit=llvm -o - | FileCheck %s

// CHECK-LABEL: @chad.main(
// CHECK-COUNT-5: fadd {{.*}}<8 x double>
// CHECK-NOT: fadd {{.*}}<8 x double>
// CHECK: define
func.func @main(%a: tensor<20x30x40xf64>, %c: tensor<20x30x40xf64>) -> tensor<30x20x40xf64> {
  %n = arith.constant 30 : index
  %sum = chad.build %i < %n -> tensor<30x20x40xf64> {
    %p = tensor.extract_slice %a[0, %i, 0] [20, 1, 40] [1, 1, 1] : tensor<20x30x40xf64> to tensor<20x40xf64>
    %q = tensor.extract_slice %c[0, %i, 0] [20, 1, 40] [1, 1, 1] : tensor<20x30x40xf64> to tensor<20x40xf64>
    %rows = chad.map (%r in %p : tensor<20x40xf64>, %s in %q : tensor<20x40xf64>) -> tensor<20x40xf64> {
      %row = chad.map (%x in %r : tensor<40xf64>, %y in %s : tensor<40xf64>) -> tensor<40xf64> {
        %z = arith.addf %x, %y : f64
        chad.yield %z : f64
      }
      chad.yield %row : tensor<40xf64>
    }
    chad.yield %rows : tensor<20x40xf64>
  }
  return %sum : tensor<30x20x40xf64>
}
