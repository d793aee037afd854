// Similar blocks are not merged: a merged block has an argument for each value in which they
// differ, and in a function of thousands of blocks these are hundreds of thousands.

// RUN: chad-opt --chad-to-llvm %s | FileCheck %s

func.func private @consume(f64, index)

// CHECK-LABEL: llvm.func @alike
// CHECK-COUNT-2: llvm.call @consume
func.func @alike(%isFirst: i1, %x: f64, %y: f64, %values: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %isFirst {
    func.call @consume(%x, %c0) : (f64, index) -> ()
  } else {
    func.call @consume(%y, %c1) : (f64, index) -> ()
  }
  return
}
