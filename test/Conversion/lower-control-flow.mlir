// Structured control flow becomes branches.

// RUN: chad-opt %s --chad-lower-control-flow | FileCheck %s
// RUN: chad-run %s --arg=4 | FileCheck %s --check-prefix=VALUE
// VALUE: f64 7

// CHECK-LABEL: @main
// CHECK-NOT: scf.
// CHECK: cf.cond_br
// CHECK-NOT: scf.
func.func @main(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %c = arith.cmpi eq, %i, %c2 : index
    %t = scf.if %c -> f64 {
      %u = scf.while (%v = %s) : (f64) -> f64 {
        %six = arith.constant 6.0 : f64
        %isLess = arith.cmpf olt, %v, %six : f64
        scf.condition(%isLess) %v : f64
      } do {
      ^bb0(%v: f64):
        %w = arith.addf %v, %one : f64
        scf.yield %w : f64
      }
      scf.yield %u : f64
    } else {
      %k = arith.remui %i, %c2 : index
      %u = scf.index_switch %k -> f64
      case 0 {
        %v = scf.execute_region -> f64 {
          scf.yield %one : f64
        }
        scf.yield %v : f64
      }
      default {
        %v = arith.addf %s, %one : f64
        scf.yield %v : f64
      }
      scf.yield %u : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}
