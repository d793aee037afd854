// Functions for arguments of known shapes.

// RUN: chad-opt %s --chad-specialize="function=scale shapes=_,3x14" --canonicalize | FileCheck %s
// RUN: not chad-opt %s --chad-specialize="function=none shapes=3" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not chad-opt %s --chad-specialize="function=scale shapes=3" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not chad-opt %s --chad-specialize="function=scale shapes=_,3x4xf" 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not chad-opt %s --chad-specialize="function=scale shapes=_,3" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not chad-opt %s --chad-specialize="function=called shapes=3" 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not chad-opt %s --chad-specialize="function=outside shapes=3" 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: chad-run %s --entry=scale --specialize --arg=2 --arg='[[1, 2, 3]]' | FileCheck %s --check-prefix=EXEC

// NONE: specialize.mlir:1:1: error: chad: there is no function '@none'
// NONE: note: the functions of the program: '@scale', 
// COUNT: error: has 2 arguments, but 1 shapes are given
// TEXT: error: '3x4xf' is no shape; write 3x4, or _ for a scalar
// RANK: error: argument #1 has type 'tensor<?x?xf64>', which the shape 3 does not fit
// CALLED: error: is called; only a function that nothing in the module calls can take other types
// BODY: error: has no body to specialize
// EXEC: tensor<1x3xf64> {{\[\[}}2, 4, 6]]
// EXEC-NEXT: index 3

// The extent is known.
// CHECK-LABEL: @scale
// CHECK-SAME: tensor<3x14xf64>
// CHECK: %[[C14:[a-z0-9]+]] = arith.constant 14 : index
// CHECK: return %{{.*}}, %[[C14]]
func.func @scale(%k: f64, %x: tensor<?x?xf64>) -> (tensor<?x?xf64>, index) {
  %c1 = arith.constant 1 : index
  %y = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %z = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %k, %e : f64
      chad.yield %p : f64
    }
    chad.yield %z : tensor<?xf64>
  }
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  return %y, %n : tensor<?x?xf64>, index
}

func.func private @called(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}

func.func private @outside(%x: tensor<?xf64>)

func.func @caller(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = func.call @called(%x) : (tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
