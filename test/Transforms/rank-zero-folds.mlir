// Upstream folds `vector.extract` from transposes and shuffles of vectors of rank 0 as if these had
// a dimension, and crashes: passes that fold replace them first.

// RUN: chad-opt %s --chad-map-to-kernels | FileCheck %s
// RUN: chad-opt %s --chad-simplify | FileCheck %s
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// RUN: chad-opt %s --chad-convert-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: chad-opt %s --chad-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: chad-opt %s --chad-gpu-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: %[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK-NOT: vector
// CHECK: %[[P:.*]] = arith.mulf %[[Y]], %[[X]]
// CHECK: return %[[X]], %[[P]]

// LLVM-LABEL: llvm.func @numbers(
// LLVM-NOT: vector.
// LLVM: llvm.fmul
func.func @numbers(%x: f64, %y: f64) -> (f64, f64) {
  %v = vector.broadcast %x : f64 to vector<f64>
  %w = vector.broadcast %y : f64 to vector<f64>
  %t = vector.transpose %v, [] : vector<f64> to vector<f64>
  %a = vector.extract %t[] : f64 from vector<f64>
  %s = vector.shuffle %v, %w [1, 0, 0, -1] : vector<f64>, vector<f64>
  %s0 = vector.extract %s[0] : f64 from vector<4xf64>
  %s1 = vector.extract %s[1] : f64 from vector<4xf64>
  %p = arith.mulf %s0, %s1 : f64
  return %a, %p : f64, f64
}
