// Records that iterations make, and others open, are arrays: the loops are kernels.

// RUN: chad-run %s --interpret --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0]] --arg=[1.0,0.5,0.25] | FileCheck %s
// RUN: chad-run %s --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0]] --arg=[1.0,0.5,0.25] | FileCheck %s
// RUN: chad-run %s --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0]] --arg=[1.0,0.5,0.25] --target=cuda-emulated --remarks=place-arrays 2>&1 | FileCheck %s --implicit-check-not=remark
// CHECK: f64 21
// CHECK: tensor<2x3xf64> {{\[}}[36, 36, 27], [900, 562.5, 337.5]]
// CHECK: tensor<2xindex> [2, 3]

chad.record @kept (f64, tensor<?xf64>, tensor<?xf64>, index)
func.func @main(%xs: tensor<?x?xf64>, %k: tensor<?xf64>) -> (f64, tensor<?x?xf64>, tensor<?xindex>) {
  %zero = arith.constant 0.0 : f64
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %records, %sums = chad.build %i < %n -> (tensor<?x!chad.box<@kept>>, tensor<?xf64>) {
    %c1 = arith.constant 1 : index
    %m = tensor.dim %xs, %c1 : tensor<?x?xf64>
    %x = tensor.extract_slice %xs[%i, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %t = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
      %u = arith.addf %a, %b : f64
      chad.yield %u : f64
    }
    %e = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
      %u = arith.mulf %a, %t : f64
      chad.yield %u : f64
    }
    %j = arith.addi %i, %c2 : index
    %r = chad.box(%t, %e, %k, %j) : (f64, tensor<?xf64>, tensor<?xf64>, index) -> !chad.box<@kept>
    chad.yield %r, %t : !chad.box<@kept>, f64
  }
  %sum = chad.reduce (%a, %b in %sums from %zero : tensor<?xf64>) {
    %u = arith.addf %a, %b : f64
    chad.yield %u : f64
  }
  %rows, %numbers = chad.map (%r in %records : tensor<?x!chad.box<@kept>>) -> (tensor<?x?xf64>, tensor<?xindex>) {
    %t, %e, %l, %j = chad.open %r : !chad.box<@kept> -> f64, tensor<?xf64>, tensor<?xf64>, index
    %p = chad.map (%a in %l : tensor<?xf64>, %b in %e : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.mulf %a, %b : f64
      %w = arith.mulf %q, %t : f64
      chad.yield %w : f64
    }
    chad.yield %p, %j : tensor<?xf64>, index
  }
  return %sum, %rows, %numbers : f64, tensor<?x?xf64>, tensor<?xindex>
}
