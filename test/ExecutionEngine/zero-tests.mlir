// Two zero-absorbing products with the same cotangent have one comparison each: if they shared a
// comparison, code generation for x86 would make a branch of it.
// RUN: chad-run %s --entry=main --emit=llvm -o - | FileCheck %s
// RUN: chad-run %s --entry=main --arg=3 --arg=2 --arg=1 | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --entry=main --arg=3 --arg=0 --arg=0 | FileCheck %s --check-prefix=ZEROS

// CHECK: fcmp oeq double
// CHECK: fcmp ueq double
// VALUES: f64 0.5
// VALUES-NEXT: f64 -0.75
// ZEROS: f64 0
// ZEROS-NEXT: f64 0
func.func private @f(%x: f64, %y: f64, %d: f64) -> f64 {
  %q = arith.divf %x, %y : f64
  %r = arith.mulf %q, %d : f64
  return %r : f64
}
func.func @main(%x: f64, %y: f64, %d: f64) -> (f64, f64) {
  %dx, %dy = chad.grad @f(%x, %y, %d) wrt [0, 1] : (f64, f64, f64) -> (f64, f64)
  return %dx, %dy : f64, f64
}
