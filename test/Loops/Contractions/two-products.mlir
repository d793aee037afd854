// Two products of matrices that one loop adds to the same sum: the sum has both.

// RUN: chad-run %s --interpret --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 10]]' --arg='[[-1, 2, 0], [3, 1, 4], [2, 5, -2]]' > %t.expected
// RUN: chad-run %s --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 10]]' --arg='[[-1, 2, 0], [3, 1, 4], [2, 5, -2]]' | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK: tensor<3x3xf64> {{\[\[18, 58, 45], \[27, 86, 85], \[11, 63, 28]]}}

// r[j, i] = Σₖ a[k, j] a[i, k]
func.func private @f(%a: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %m = tensor.dim %a, %c1 : tensor<?x?xf64>
  %r = chad.build %j < %m -> tensor<?x?xf64> {
    %column = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?xf64> {
      %ks = chad.build %k < %n -> tensor<?xindex> {
        chad.yield %k : index
      }
      %s = chad.fold (%x in %row : tensor<?xf64>, %k in %ks : tensor<?xindex>) with (%t = %zero : f64) {
        %y = tensor.extract %a[%k, %j] : tensor<?x?xf64>
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

func.func @main(%a: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %seed = chad.to_linear %c : tensor<?x?xf64>
  %r, %l = chad.vjp @f(%a) seed(%seed)
      : (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>) -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>)
  %d = chad.from_linear %l : !chad.lin<tensor<?x?xf64>>
  return %d : tensor<?x?xf64>
}
