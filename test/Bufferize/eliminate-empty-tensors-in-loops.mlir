// Iterations insert rows into an array of zeros that is defined before both loops, at a place that the
// outer loop determines. The zeros must not be overwritten: no iteration may see what another one wrote.

// RUN: chad-run %s --interpret --arg='[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 0], [1, 2]]]' --arg='[[1, 2], [3, 4]]' > %t.expected
// RUN: chad-run %s --arg='[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 0], [1, 2]]]' --arg='[[1, 2], [3, 4]]' | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK: tensor<2x3x2xf64> {{\[\[\[4, 6], \[4, 6], \[4, 6]], \[\[4, 6], \[4, 6], \[4, 6]]]}}
// CHECK-NEXT: tensor<2x2xf64> {{\[\[26, 22], \[26, 22]]}}

// r[i, j, k] = Σₗ a[j, i, l] b[k, l]
func.func private @f(%a: tensor<?x3x?xf64>, %b: tensor<?x?xf64>, %n: index) -> tensor<3x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = tensor.dim %a, %c2 : tensor<?x3x?xf64>
  %r = chad.build %i < %c3 -> tensor<3x?x?xf64> {
    %p = chad.map (%rows in %a : tensor<?x3x?xf64>) -> tensor<?x?xf64> {
      %row = tensor.extract_slice %rows[%i, 0] [1, %m] [1, 1] : tensor<3x?xf64> to tensor<?xf64>
      %q = chad.build %k < %n -> tensor<?xf64> {
        %other = tensor.extract_slice %b[%k, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
        %s = chad.fold (%x in %row : tensor<?xf64>, %y in %other : tensor<?xf64>) with (%t = %zero : f64) {
          %u = arith.mulf %x, %y : f64
          %v = arith.addf %t, %u : f64
          chad.yield %v : f64
        }
        chad.yield %s : f64
      }
      chad.yield %q : tensor<?xf64>
    }
    chad.yield %p : tensor<?x?xf64>
  }
  return %r : tensor<3x?x?xf64>
}

func.func @main(%a: tensor<?x3x?xf64>, %b: tensor<?x?xf64>) -> (tensor<?x3x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %j = tensor.dim %a, %c0 : tensor<?x3x?xf64>
  %n = tensor.dim %b, %c0 : tensor<?x?xf64>
  %ones = tensor.splat %one[%j, %n] : tensor<3x?x?xf64>
  %seed = chad.to_linear %ones : tensor<3x?x?xf64>
  %r:3 = chad.vjp @f(%a, %b, %n) seed(%seed) wrt [0, 1]
      : (tensor<?x3x?xf64>, tensor<?x?xf64>, index, !chad.lin<tensor<3x?x?xf64>>)
      -> (tensor<3x?x?xf64>, !chad.lin<tensor<?x3x?xf64>>, !chad.lin<tensor<?x?xf64>>)
  %da = chad.from_linear %r#1 : !chad.lin<tensor<?x3x?xf64>>
  %db = chad.from_linear %r#2 : !chad.lin<tensor<?x?xf64>>
  return %da, %db : tensor<?x3x?xf64>, tensor<?x?xf64>
}
