// Functions, linear functions and copowers that a loop of 100,000 steps makes, each of which the next one
// contains: their values and gradients. The page on performance has the times.
//
// RUN: chad-run %s --entry=plain --arg=100000 --arg=1.5 --grad --wrt=1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: chad-run %s --entry=closures --arg=100000 --arg=1.5 --grad --wrt=1 | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS: f64 0.99718771
// FUNCTIONS-NEXT: f64 0.08419903
//
// k·kⁿ, and (n + 1)·kⁿ.
// RUN: chad-run %s --entry=composed --arg=100000 --arg=0.999999 --grad --wrt=1 | FileCheck %s --check-prefix=COMPOSED
// COMPOSED: f64 0.90483
// COMPOSED-NEXT: f64 90484.6
//
// n·k², and 2·n·k.
// RUN: chad-run %s --entry=copowers --arg=100000 --arg=0.5 --grad --wrt=1 | FileCheck %s --check-prefix=COPOWERS
// COPOWERS: f64 25000
// COPOWERS-NEXT: f64 100000

!lf = !chad.lfun<(lin<f64>) -> (lin<f64>)>
!c = !chad.copower<(f64), (lin<f64>)>
func.func @plain(%n: index, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k) -> f64 {
    %p = arith.mulf %s, %k : f64
    %q = math.sin %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @closures(%n: index, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %f = scf.for %i = %c0 to %n step %c1 iter_args(%g = %id) -> ((f64) -> f64) {
    %h = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %g(%y) : (f64) -> f64
      %p = arith.mulf %a, %k : f64
      %q = math.sin %p : f64
      chad.yield %q : f64
    }
    scf.yield %h : (f64) -> f64
  }
  %r = chad.apply %f(%k) : (f64) -> f64
  return %r : f64
}
func.func @composed(%n: index, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %id = chad.lfun.id : !lf
  %m = scf.for %i = %c0 to %n step %c1 iter_args(%a = %id) -> !lf {
    %s = chad.lfun.scale %k : f64, !lf
    %c = chad.lfun.compose %s, %a : !lf, !lf
    scf.yield %c : !lf
  }
  %v = chad.to_linear %k : f64
  %r = chad.lfun.apply %m(%v) : !lf
  %w = chad.from_linear %r : !chad.lin<f64>
  return %w : f64
}
func.func @copowers(%n: index, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = chad.to_linear %k : f64
  %zero = chad.zero : !c
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> !c {
    %s = chad.copower.singleton (%k) tensor (%v) : !c
    %t = chad.add %c, %s : !c
    scf.yield %t : !c
  }
  %r = chad.copower.fold %all : !c (%a : f64, %b : !chad.lin<f64>) -> !chad.lin<f64> {
    %e = chad.scale %a, %b : f64, !chad.lin<f64>
    chad.yield %e : !chad.lin<f64>
  }
  %w = chad.from_linear %r : !chad.lin<f64>
  return %w : f64
}
