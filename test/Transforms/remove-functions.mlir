// RUN: chad-opt %s --chad-defunctionalize --split-input-file | FileCheck %s --check-prefix=SUM
// RUN: chad-opt %s --chad-remove-functions --split-input-file | FileCheck %s --check-prefix=NONE

// Functions are chosen by a condition and passed to a private function; constants are
// not captured.
// SUM-LABEL: func @chosen(
// SUM-SAME: %[[B:.*]]: i1, %[[X:.*]]: f64, %[[XS:.*]]: tensor<?xf64>) -> f64
// SUM: %[[H:.*]] = scf.if %[[B]] -> (!chad.sum<(tensor<?xf64>), ()>) {
// SUM: %[[F:.*]] = chad.inj 0(%[[XS]]) : (tensor<?xf64>) -> !chad.sum<(tensor<?xf64>), ()>
// SUM: scf.yield %[[F]]
// SUM: %[[G:.*]] = chad.inj 1() : () -> !chad.sum<(tensor<?xf64>), ()>
// SUM: call @apply(%[[H]], %[[X]]) : (!chad.sum<(tensor<?xf64>), ()>, f64) -> f64
// SUM: func private @chosen.lambda_0(%{{.*}}: f64) -> f64 {
// SUM: func private @chosen.lambda(%[[XS:.*]]: tensor<?xf64>, %[[Y:.*]]: f64) -> f64 {
// SUM: %[[C0:.*]] = arith.constant 0 : index
// SUM: tensor.extract %[[XS]][%[[C0]]]
// SUM: func private @apply(%[[F:.*]]: !chad.sum<(tensor<?xf64>), ()>, %[[X:.*]]: f64) -> f64
// SUM: chad.case %[[F]] : !chad.sum<(tensor<?xf64>), ()> -> f64
// SUM-NEXT: (%[[C:.*]]: tensor<?xf64>) {
// SUM: call @chosen.lambda(%[[C]], %[[X]])
// SUM: () {
// SUM: call @chosen.lambda_0(%[[X]])

// NONE-LABEL: func @chosen(
// NONE-NOT: chad.
// NONE: scf.if
// NONE-NOT: {{chad.|-> f64 ->|sum<}}
// NONE: return
func.func @chosen(%b: i1, %x: f64, %xs: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %h = scf.if %b -> ((f64) -> f64) {
    %f = chad.lambda (%y : f64) -> f64 {
      %v = tensor.extract %xs[%c0] : tensor<?xf64>
      %z = arith.mulf %y, %v : f64
      chad.yield %z : f64
    }
    scf.yield %f : (f64) -> f64
  } else {
    %g = chad.lambda (%y : f64) -> f64 {
      %z = math.sin %y : f64
      chad.yield %z : f64
    }
    scf.yield %g : (f64) -> f64
  }
  %r = func.call @apply(%h, %x) : ((f64) -> f64, f64) -> f64
  return %r : f64
}
func.func private @apply(%f: (f64) -> f64, %x: f64) -> f64 {
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}

// -----

// A function that captures a function.
// SUM-LABEL: func @nested(
// SUM: %[[F:.*]] = chad.inj 0(%[[K:.*]]) : (f64) -> !chad.sum<(f64)>
// SUM: chad.inj 0(%[[F]]) : (!chad.sum<(f64)>) -> !chad.sum<(sum<(f64)>)>
// NONE-LABEL: func @nested(
// NONE-NOT: chad.
// NONE: return
func.func @nested(%x: f64, %k: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %y, %k : f64
    chad.yield %z : f64
  }
  %g = chad.lambda (%y : f64) -> f64 {
    %z = chad.apply %f(%y) : (f64) -> f64
    %w = chad.apply %f(%z) : (f64) -> f64
    chad.yield %w : f64
  }
  %r = chad.apply %g(%x) : (f64) -> f64
  return %r : f64
}

// -----

// Who calls a public function is not known: its argument stays. A loop that composes functions
// makes any number of them, each of which captures one before it: they are boxes.
// SUM: chad.record @closure (!chad.sum<(), (box<@closure>)>)
// SUM-LABEL: func @called_from_outside(%{{.*}}: (f64) -> f64, %{{.*}}: f64) -> f64
// SUM: chad.apply
// SUM-LABEL: func @composed(
// SUM: scf.for {{.*}} -> (!chad.box<@closure>)
// SUM: chad.box(
// SUM: chad.open
// SUM: chad.case
func.func @called_from_outside(%f: (f64) -> f64, %x: f64) -> f64 {
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}
func.func @composed(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %y, %y : f64
    chad.yield %z : f64
  }
  %g = scf.for %i = %c0 to %n step %c1 iter_args(%h = %f) -> ((f64) -> f64) {
    %k = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %h(%y) : (f64) -> f64
      %b = math.sin %a : f64
      chad.yield %b : f64
    }
    scf.yield %k : (f64) -> f64
  }
  %r = chad.apply %g(%x) : (f64) -> f64
  return %r : f64
}

// -----

// One lambda is chosen beside another one, which captures it: that gets a function of its own.
// NONE-LABEL: func.func @captured_beside
// NONE-NOT: chad.lambda
// NONE-NOT: chad.apply
// NONE: return
func.func @captured_beside(%x: f64, %c: i1, %d: i1) -> f64 {
  %f = chad.lambda (%a: f64) -> f64 {
    %0 = arith.mulf %a, %x : f64
    chad.yield %0 : f64
  }
  %g = chad.lambda (%a: f64) -> f64 {
    %k = chad.lambda (%b: f64) -> f64 {
      %0 = math.sin %b : f64
      chad.yield %0 : f64
    }
    %h = arith.select %d, %f, %k : (f64) -> f64
    %0 = chad.apply %h(%a) : (f64) -> f64
    %1 = arith.addf %0, %x : f64
    chad.yield %1 : f64
  }
  %h = arith.select %c, %f, %g : (f64) -> f64
  %y = chad.apply %h(%x) : (f64) -> f64
  return %y : f64
}
