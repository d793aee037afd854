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
