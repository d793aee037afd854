// A program without an operation of this project's dialect can be differentiated like any other: a
// request loads the dialects that it needs.

// RUN: chad-run %s --grad --arg=3 | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --grad --interpret --arg=3 | FileCheck %s --check-prefix=GRAD
// GRAD:      f64 9
// GRAD-NEXT: f64 6

// RUN: chad-run %s --grad-check --arg=3 | FileCheck %s --check-prefix=CHECKED
// CHECKED:      gradient check: 1 of 1 entries
// CHECKED-NEXT: forward and reverse: worst relative error 0 at argument #0: 6 and 6
// CHECKED-NEXT: reverse and differences: worst relative error {{.*}} at argument #0: 6 and 6

// RUN: chad-run %s --grad --emit=first-order | FileCheck %s --check-prefix=FIRST
// FIRST-LABEL: func.func @f.value_and_grad(
// RUN: chad-run %s --grad --emit=mlir | FileCheck %s --check-prefix=MLIR
// RUN: chad-run %s --grad --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: chad-run %s --grad --emit=header -o - | FileCheck %s --check-prefix=HEADER
// RUN: chad-run %s --grad --emit=obj -o %t.o
// MLIR: llvm.func {{.*}}f.value_and_grad
// LLVM: define {{.*}}f.value_and_grad
// HEADER: int32_t chad_f_value_and_grad(double x, double *result0, double *result1);

func.func @f(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}

// Arrays, where a derivative is made of operations on tensors.
// RUN: chad-run %s --entry=array --grad-check --arg='[[1, 2]]' | FileCheck %s --check-prefix=ARRAY
// RUN: chad-run %s --entry=array --specialize --arg='[[0, 0]]' | FileCheck %s --check-prefix=SPECIAL
// ARRAY: gradient check: 4 of 4 entries
// ARRAY-NOT: wrong
// SPECIAL: tensor<1x2xf32> {{\[\[}}1, 1]]
func.func private @array(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %y = math.exp %x : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
