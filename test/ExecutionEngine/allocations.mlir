// What a run allocates does not grow with the extents, and all of it is freed.

// RUN: chad-run %s --entry=nested --count-allocations --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[10, 100]' | FileCheck %s --check-prefix=NESTED
// RUN: chad-run %s --entry=nested --count-allocations --arg='[[1, 2]]' --arg='[10, 100]' | FileCheck %s --check-prefix=ONE
// NESTED: allocated 2, left 0
// NESTED-NEXT: f64 1290
// NESTED-NEXT: tensor<2xf64> [9, 12]
// NESTED-NEXT: tensor<3x2xf64> {{\[\[}}10, 100], [10, 100], [10, 100]]
// ONE: allocated 2, left 0
func.func @nested(%m: tensor<?x?xf64>, %w: tensor<?xf64>)
    -> (f64, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %k = tensor.dim %w, %c0 : tensor<?xf64>
  %zeros = tensor.splat %zero[%k] : tensor<?xf64>
  %js = chad.build %j < %k -> tensor<?xindex> {
    chad.yield %j : index
  }
  %s, %acc, %rows = chad.fold (%row in %m : tensor<?x?xf64>)
      with (%s0 = %zero : f64, %a0 = %zeros : tensor<?xf64>) collect (tensor<?x?xf64>) {
    %s1, %a1, %ds = chad.fold (%x in %row : tensor<?xf64>, %j in %js : tensor<?xindex>)
        with (%s2 = %s0 : f64, %a2 = %a0 : tensor<?xf64>) collect (tensor<?xf64>) {
      %y = tensor.extract %w[%j] : tensor<?xf64>
      %p = arith.mulf %x, %y : f64
      %s3 = arith.addf %s2, %p : f64
      %a3 = chad.accumulate %x into %a2[%j] : f64 into tensor<?xf64>
      chad.yield %s3, %a3, %y : f64, tensor<?xf64>, f64
    }
    chad.yield %s1, %a1, %ds : f64, tensor<?xf64>, tensor<?xf64>
  }
  return %s, %acc, %rows : f64, tensor<?xf64>, tensor<?x?xf64>
}

// A small array that is summed beside one that is written in place: what is allocated does not
// grow with the number of iterations, and remarks say where it does.
// RUN: chad-run %s --entry=window --count-allocations --remarks=report-allocations --arg='[1, 2, 3, 4, 5]' --arg='[1, 2, 3]' 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: chad-run %s --entry=window --count-allocations --arg='[1, 2, 3, 4, 5, 6, 7, 8, 9]' --arg='[1, 2, 3]' | FileCheck %s --check-prefix=LONGER
// WINDOW-NOT: each iteration allocates
// WINDOW: allocated 4, left 0
// WINDOW-NEXT: tensor<5xf64> [28, 96, 216, 224, 156]
// WINDOW-NEXT: tensor<3xf64> [264, 384, 504]
// LONGER: allocated 4, left 0
func.func private @squared_windows(%x: tensor<?xf64>, %k: tensor<3xf64>) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = arith.subi %n, %c2 : index
  %y = chad.build %i < %m -> tensor<?xf64> {
    %w = tensor.extract_slice %x[%i] [3] [1] : tensor<?xf64> to tensor<3xf64>
    %p = arith.mulf %w, %k : tensor<3xf64>
    %s = chad.reduce (%a, %b in %p from %z : tensor<3xf64>) {
      %t = arith.addf %a, %b : f64
      chad.yield %t : f64
    }
    %q = arith.mulf %s, %s : f64
    chad.yield %q : f64
  }
  %r = chad.reduce (%a, %b in %y from %z : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %r : f64
}
func.func @window(%x: tensor<?xf64>, %k: tensor<3xf64>) -> (tensor<?xf64>, tensor<3xf64>) {
  %a, %b = chad.grad @squared_windows(%x, %k) : (tensor<?xf64>, tensor<3xf64>) -> (tensor<?xf64>, tensor<3xf64>)
  return %a, %b : tensor<?xf64>, tensor<3xf64>
}

// RUN: chad-run %s --entry=growing --remarks=report-allocations --arg='[1, 2]' --arg=2 2>&1 | FileCheck %s --check-prefix=GROWING
// GROWING: allocations.mlir:[[#@LINE + 5]]:8: remark: each iteration allocates memref<?xf64{{.*}}> for what is made at allocations.mlir:[[#@LINE + 6]]:10: it is needed beside the one before, or its extents are not known before the loop
// GROWING: tensor<8xf64>
func.func @growing(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %b = tensor.concat dim(0) %a, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
