// The reverse sweep computes the extents of arrays in a branch again, in code that is not yet part
// of any function.

// RUN: chad-run %s --wrt=0,1 --arg=[[1,2],[3,4]] --arg=[[[1,1],[1,1]],[[2,1],[1,1]],[[1,1],[1,3]]] --arg=true --arg=2 --grad-check | FileCheck %s
// RUN: chad-run %s --wrt=0,1 --arg=[[1,2],[3,4]] --arg=[[[1,1],[1,1]],[[2,1],[1,1]],[[1,1],[1,3]]] --arg=false --arg=2 --grad-check | FileCheck %s
// CHECK: gradient check: 192 of 192 entries

func.func @f(%x: tensor<2x?xf64>, %y: tensor<3x2x?xf64>, %c: i1, %n: index) -> tensor<3x2x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.if %c -> tensor<3x2x?xf64> {
      %a = chad.map (%row in %x : tensor<2x?xf64>) -> tensor<2x?xf64> {
        %b = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
          %p = arith.mulf %e, %e : f64
          chad.yield %p : f64
        }
        chad.yield %b : tensor<?xf64>
      }
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> tensor<3x2x?xf64> {
      %d = chad.map (%row in %a : tensor<2x?xf64>) -> tensor<2x?xf64> {
        %b = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
          %p = arith.mulf %e, %e : f64
          chad.yield %p : f64
        }
        chad.yield %b : tensor<?xf64>
      }
      %m = tensor.dim %y, %c2 : tensor<3x2x?xf64>
      %t = tensor.insert_slice %d into %y[%c1, 0, 0] [1, 2, %m] [1, 1, 1] : tensor<2x?xf64> into tensor<3x2x?xf64>
      %u = arith.mulf %s, %t : tensor<3x2x?xf64>
      scf.yield %u : tensor<3x2x?xf64>
    }
    scf.yield %l : tensor<3x2x?xf64>
  } else {
    scf.yield %y : tensor<3x2x?xf64>
  }
  return %r : tensor<3x2x?xf64>
}
