// RUN: chad-opt %s --chad-simplify="report=true" -verify-diagnostics
// RUN: chad-opt %s --chad-simplify="growth-limit=0" | FileCheck %s --check-prefix=LIMIT

!map = !chad.lfun<(lin<f64>) -> (lin<f64>)>

// A function value that stays is reported with the reason.

// expected-remark @+1 {{linear function stays: it is argument #0 of '@argument', whose callers choose it}}
func.func @argument(%m: !map, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %w = chad.lfun.apply %m(%v) : !map
  return %w : !chad.lin<f64>
}

func.func @returned(%k: f64) -> !map {
  // expected-remark @+1 {{linear function stays: the function around it returns it}}
  %m = chad.lfun.scale %k : f64, !map
  return %m : !map
}

func.func private @external(f64) -> !map
func.func @declared(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-remark @+1 {{linear function stays: '@external' has no body here}}
  %m = func.call @external(%k) : (f64) -> !map
  %w = chad.lfun.apply %m(%v) : !map
  return %w : !chad.lin<f64>
}

func.func @recursive(%n: index, %k: f64) -> !map {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %isZero = arith.cmpi eq, %n, %c0 : index
  // expected-remark @+1 {{linear function stays: what 'scf.if' gives is known at run time only}}
  %m = scf.if %isZero -> !map {
    // expected-remark @+1 {{linear function stays: it leaves a region of 'scf.if'}}
    %one = chad.lfun.scale %k : f64, !map
    scf.yield %one : !map
  } else {
    %n1 = arith.subi %n, %c1 : index
    // expected-remark @+1 {{linear function stays: '@recursive' is recursive}}
    %rest = func.call @recursive(%n1, %k) : (index, f64) -> !map
    scf.yield %rest : !map
  }
  return %m : !map
}

func.func private @blocks(%b: i1, %k: f64) -> !map {
  cf.cond_br %b, ^bb1, ^bb2
^bb1:
  // expected-remark @+1 {{linear function stays: the function around it returns it}}
  %m = chad.lfun.scale %k : f64, !map
  return %m : !map
^bb2:
  // expected-remark @+1 {{linear function stays: the function around it returns it}}
  %n = chad.lfun.zero : !map
  return %n : !map
}
func.func @branches(%b: i1, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-remark @+1 {{linear function stays: '@blocks' has several blocks, so that it cannot be inlined}}
  %m = func.call @blocks(%b, %k) : (i1, f64) -> !map
  %w = chad.lfun.apply %m(%v) : !map
  return %w : !chad.lin<f64>
}

func.func private @f(f64) -> f64
func.func @request(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-remark @+1 {{linear function stays: 'chad-differentiate' has to replace the request}}
  %y, %m = chad.linearize @f(%x) : (f64) -> (f64, !map)
  // expected-remark @+1 {{linear function stays: it is made of a function that stays}}
  %t = chad.lfun.transpose %m : !map
  %w = chad.lfun.apply %t(%v) : !map
  return %w : !chad.lin<f64>
}

func.func private @use((f64) -> f64)
func.func @passed() {
  // expected-remark @+1 {{function stays: it is passed to a function, and '@use' has no body here}}
  %f = chad.lambda (%x : f64) -> f64 {
    chad.yield %x : f64
  }
  func.call @use(%f) : ((f64) -> f64) -> ()
  return
}

// The limit on copies ends what would double at each step.
// LIMIT-LABEL: func @doubling
// LIMIT: chad.apply
func.func @doubling(%x: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %0 = math.exp %y : f64
    %1 = math.sin %0 : f64
    %2 = math.cos %1 : f64
    %3 = math.tanh %2 : f64
    %4 = math.atan %3 : f64
    %5 = math.erf %4 : f64
    chad.yield %5 : f64
  }
  %r = chad.apply %f(%x) : (f64) -> f64
  %s = chad.apply %f(%r) : (f64) -> f64
  return %s : f64
}
