// The arithmetic on extents that MLIR's own patterns create.

// RUN: chad-run %s --interpret --arg=7 --arg=3 | FileCheck %s
// CHECK: index 17
// CHECK-NEXT: index 3
// CHECK-NEXT: index 7
// CHECK-NEXT: index 2
func.func @sizes(%n: index, %m: index) -> (index, index, index, index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (2 * d0 + s0)>(%n)[%m]
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1, 100)>(%n, %m)
  %2 = affine.max affine_map<(d0, d1) -> (d0, d1, -100)>(%n, %m)
  %3 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%n)[%m]
  return %0, %1, %2, %3 : index, index, index, index
}

// RUN: not chad-run %s --interpret --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: affine.mlir:[[#@LINE-5]]:8: error: interpreter: the map affine_map<(d0)[s0] -> (d0 floordiv s0)> has no value here: it divides by zero or less
