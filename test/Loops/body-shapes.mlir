// Extents of rows that branches, loops, folds and casts of the body give: compiled and interpreted.
// The interpreter takes no unranked tensors.

// RUN: sed 's/tensor<\*xf64>/tensor<?xf64>/g' %s > %t.ranked.mlir
// RUN: chad-run %t.ranked.mlir --interpret --full --arg=3 --arg=2 --arg=true > %t.true
// RUN: chad-run %s --full --arg=3 --arg=2 --arg=true | diff %t.true -
// RUN: chad-run %t.ranked.mlir --interpret --full --arg=2 --arg=3 --arg=false > %t.false
// RUN: chad-run %s --full --arg=2 --arg=3 --arg=false | diff %t.false -
// RUN: FileCheck %s < %t.false
// CHECK: tensor<2x5xf64> {{\[}}[0, 0, 0, 0, 0], [1, 1, 1, 1, 1]]
// CHECK: tensor<2x5xf64> {{\[}}[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
// CHECK: tensor<2x6xf64> {{\[}}[2, 2, 2, 2, 2, 2], [3, 3, 3, 3, 3, 3]]

func.func private @rows(%xss: tensor<?x?xf64>, %k: index, %c: i1) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %a = chad.map (%row in %xss : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %f = tensor.extract %row[%c0] : tensor<?xf64>
    %is = arith.cmpf ogt, %f, %zero : f64
    %r = scf.if %is -> (tensor<?xf64>) {
      %n = tensor.dim %row, %c0 : tensor<?xf64>
      %m = arith.addi %n, %k : index
      %s = tensor.splat %f[%m] : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      %n = tensor.dim %row, %c0 : tensor<?xf64>
      %m = arith.addi %k, %n : index
      %s = chad.build %i < %m -> tensor<?xf64> {
        chad.yield %zero : f64
      }
      scf.yield %s : tensor<?xf64>
    }
    chad.yield %r : tensor<?xf64>
  }
  %b = chad.map (%row in %xss : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = scf.if %c -> (tensor<?xf64>) {
      %cst = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
      %s = tensor.cast %cst : tensor<2xf64> to tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      %s = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %row) -> (tensor<?xf64>) {
        %d = tensor.dim %t, %c0 : tensor<?xf64>
        %e = arith.addi %d, %c1 : index
        %v = tensor.splat %zero[%e] : tensor<?xf64>
        scf.yield %v : tensor<?xf64>
      }
      scf.yield %s : tensor<?xf64>
    }
    chad.yield %r : tensor<?xf64>
  }
  %d = chad.map (%row in %xss : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %t = tensor.cast %row : tensor<?xf64> to tensor<*xf64>
    %v = tensor.cast %t : tensor<*xf64> to tensor<?xf64>
    %l = chad.fold (%x in %row : tensor<?xf64>) with (%s = %v : tensor<?xf64>) {
      %n = tensor.dim %s, %c0 : tensor<?xf64>
      %m = arith.addi %n, %c1 : index
      %z = tensor.splat %x[%m] : tensor<?xf64>
      chad.yield %z : tensor<?xf64>
    }
    chad.yield %l : tensor<?xf64>
  }
  return %a, %b, %d : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
func.func @main(%n: index, %m: index, %c: i1) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c2 = arith.constant 2 : index
  %xss = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %m -> tensor<?xf64> {
      %0 = arith.addi %i, %j : index
      %2 = arith.index_cast %0 : index to i64
      %x = arith.sitofp %2 : i64 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %r:3 = func.call @rows(%xss, %c2, %c) : (tensor<?x?xf64>, index, i1) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
  return %r#0, %r#1, %r#2 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
