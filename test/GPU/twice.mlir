// A module that has been lowered already is lowered again: the globals with texts, its first ops,
// are replaced.

// RUN: chad-opt %s --chad-to-gpu --chad-gpu-to-llvm | FileCheck %s
// CHECK: llvm.mlir.global internal constant @chadrt.messages
// CHECK-NOT: llvm.mlir.global
// CHECK: llvm.func @f

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
