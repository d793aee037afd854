// Structured control flow becomes branches.

// RUN: chad-opt %s --chad-lower-control-flow | FileCheck %s
// RUN: chad-run %s --entry=main --arg=4 | FileCheck %s --check-prefix=VALUE
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

// A loop is tested after each iteration, and before the first one unless it is known to run.
// CHECK-LABEL: @sum
// CHECK: %[[ENTERS:.+]] = arith.cmpi slt, %[[LOWER:.+]], %[[UPPER:.+]] : index
// CHECK-NEXT: cf.cond_br %[[ENTERS]], ^[[BODY:.+]](%[[LOWER]], %{{.+}} : index, index), ^[[AFTER:.+]](%{{.+}} : index)
// CHECK: ^[[BODY]](%[[I:.+]]: index, %[[S:.+]]: index):
// CHECK-NEXT: %[[T:.+]] = arith.addi %[[S]], %[[I]]
// CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[I]], %{{.+}}
// CHECK-NEXT: %[[GOES:.+]] = arith.cmpi slt, %[[NEXT]], %[[UPPER]]
// CHECK-NEXT: cf.cond_br %[[GOES]], ^[[BODY]](%[[NEXT]], %[[T]] : index, index), ^[[AFTER]](%[[T]] : index)
func.func @sum(%lower: index, %upper: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %lower to %upper step %c1 iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  return %r : index
}

// CHECK-LABEL: @runs
// CHECK: cf.br ^[[BODY:.+]](%{{.+}} : index)
// CHECK-NEXT: ^[[BODY]](%{{.+}}: index):
// CHECK: arith.cmpi slt
// CHECK-NEXT: cf.cond_br %{{.+}}, ^[[BODY]](%{{.+}} : index), ^{{.+}}
func.func @runs(%a: memref<8xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<8xf64>
  }
  return
}

// CHECK-LABEL: @without_sign
// CHECK: arith.cmpi ult
// CHECK: arith.cmpi ult
func.func @without_sign(%a: memref<?xf64>, %x: f64, %lower: i8, %upper: i8, %step: i8) {
  scf.for unsigned %i = %lower to %upper step %step : i8 {
    %j = arith.index_castui %i : i8 to index
    memref.store %x, %a[%j] : memref<?xf64>
  }
  return
}

// What is said of a loop stays on the branch back, to the test before each iteration.
// CHECK-LABEL: @as_written
// CHECK: cf.br {{.*}} {loop_annotation = #{{.*}}}
func.func @as_written(%a: memref<?xf64>, %x: f64, %lower: index, %upper: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %lower to %upper step %c1 {
    memref.store %x, %a[%i] : memref<?xf64>
  } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  return
}
