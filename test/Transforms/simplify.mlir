// RUN: chad-opt %s --chad-simplify="report=true" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=NONE --allow-empty < %t.remarks
// RUN: chad-opt %s --chad-simplify="inline-all=true" | FileCheck %s --check-prefix=ALL
// NONE-NOT: remark

!map = !chad.lfun<(lin<f64>) -> (lin<f64>)>

// The functions that were inlined everywhere are gone.
// CHECK-NOT: @derivative
// CHECK-NOT: @twice
// CHECK-NOT: @unused

func.func private @derivative(%x: f64) -> (f64, !map) {
  %y = math.sin %x : f64
  %c = math.cos %x : f64
  %m = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    %w = chad.scale %c, %v : f64, !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  return %y, %m : f64, !map
}

func.func private @unused(%x: f64) -> f64 {
  return %x : f64
}

func.func private @twice(%m: !map) -> !map {
  %r = chad.lfun.compose %m, %m : !map, !map
  return %r : !map
}

// CHECK-LABEL: func @chain_rule
// CHECK-SAME: (%[[X:.*]]: f64, %[[V:.*]]: !chad.lin<f64>)
// CHECK-NEXT: %[[Y:.*]] = math.sin %[[X]]
// CHECK-NEXT: %[[C:.*]] = math.cos %[[X]]
// CHECK-NEXT: %[[Z:.*]] = math.sin %[[Y]]
// CHECK-NEXT: %[[D:.*]] = math.cos %[[Y]]
// CHECK-NEXT: %[[K:.*]] = arith.mulf %[[D]], %[[C]]
// CHECK-NEXT: %[[W:.*]] = chad.scale %[[K]], %[[V]]
// CHECK-NEXT: return %[[Z]], %[[W]]
func.func @chain_rule(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %y, %f = func.call @derivative(%x) : (f64) -> (f64, !map)
  %z, %g = func.call @derivative(%y) : (f64) -> (f64, !map)
  %m = chad.lfun.compose %g, %f : !map, !map
  %w = chad.lfun.apply %m(%v) : !map
  return %z, %w : f64, !chad.lin<f64>
}

// A function that is passed, in a body, and one that is applied twice.
// CHECK-LABEL: func @in_body
// CHECK: chad.map
// CHECK-NOT: chad.lfun
// CHECK: math.cos
// CHECK-NOT: chad.lfun
// CHECK: chad.scale
// CHECK: chad.yield
func.func @in_body(%xs: tensor<?xf64>, %vs: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %r = chad.map (%x in %xs : tensor<?xf64>, %v in %vs : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %y, %f = func.call @derivative(%x) : (f64) -> (f64, !map)
    %g = func.call @twice(%f) : (!map) -> !map
    %a = chad.lfun.apply %g(%v) : !map
    %b = chad.lfun.apply %g(%a) : !map
    chad.yield %b : !chad.lin<f64>
  }
  return %r : !chad.lin<tensor<?xf64>>
}

// Large functions with several uses are copied too.
// CHECK-LABEL: func @copies
// CHECK-NOT: chad.lambda
// CHECK-NOT: chad.apply
// CHECK-COUNT-2: math.erf
// CHECK-NOT: chad.apply
// CHECK-LABEL: func @copied_map
// CHECK-NOT: chad.lfun
// CHECK-COUNT-1: math.erf
// CHECK-NOT: chad.lfun
// CHECK-COUNT-2: chad.build
// CHECK-NOT: chad.lfun
// CHECK: return
func.func @copies(%x: f64) -> f64 {
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

func.func @copied_map(%ks: tensor<3xf64>, %k: f64, %v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<tensor<3xf64>>, !chad.lin<tensor<3xf64>>) {
  %c3 = arith.constant 3 : index
  %f = chad.lfun.lambda (%y : !chad.lin<f64>) -> !chad.lin<f64> {
    %0 = chad.from_linear %y : !chad.lin<f64>
    %1 = math.exp %k : f64
    %2 = math.sin %1 : f64
    %3 = math.tanh %2 : f64
    %4 = math.erf %3 : f64
    %5 = arith.mulf %4, %0 : f64
    %6 = chad.to_linear %5 : f64
    chad.yield %6 : !chad.lin<f64>
  }
  %m = chad.lfun.vfork %i < %c3 -> !chad.lfun<(lin<f64>) -> (lin<tensor<3xf64>>)> {
    %k2 = tensor.extract %ks[%i] : tensor<3xf64>
    %s = chad.lfun.scale %k2 : f64, !map
    chad.yield %s : !map
  }
  %a = chad.lfun.apply %f(%v) : !map
  %b = chad.lfun.apply %f(%a) : !map
  %c = chad.lfun.apply %m(%a) : !chad.lfun<(lin<f64>) -> (lin<tensor<3xf64>>)>
  %d = chad.lfun.apply %m(%b) : !chad.lfun<(lin<f64>) -> (lin<tensor<3xf64>>)>
  return %b, %c, %d : !chad.lin<f64>, !chad.lin<tensor<3xf64>>, !chad.lin<tensor<3xf64>>
}

// A function that is found only after a law was used, and a function of functions.
// CHECK-LABEL: func @indirect
// CHECK-SAME: (%[[X:.*]]: f64)
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT: %[[C:.*]] = math.cos %[[N]]
// CHECK-NEXT: return %[[C]]
func.func private @compose(%f: (f64) -> f64, %g: (f64) -> f64) -> ((f64) -> f64) {
  %h = chad.lambda (%x : f64) -> f64 {
    %y = chad.apply %g(%x) : (f64) -> f64
    %z = chad.apply %f(%y) : (f64) -> f64
    chad.yield %z : f64
  }
  return %h : (f64) -> f64
}
func.func @indirect(%x: f64) -> f64 {
  %compose = func.constant @compose : ((f64) -> f64, (f64) -> f64) -> ((f64) -> f64)
  %neg = chad.lambda (%a : f64) -> f64 {
    %b = arith.negf %a : f64
    chad.yield %b : f64
  }
  %cos = chad.lambda (%a : f64) -> f64 {
    %b = math.cos %a : f64
    chad.yield %b : f64
  }
  %f = chad.apply %compose(%cos, %neg) : ((f64) -> f64, (f64) -> f64) -> ((f64) -> f64)
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}

// Copowers: the sum of a scaled one and a known one.
// CHECK-LABEL: func @copowers
// CHECK-NOT: copower
// CHECK: return
func.func private @pairs(%x: f64, %v: !chad.lin<f64>, %k: f64) -> !chad.copower<(f64), (lin<f64>)> {
  %a = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
  %b = chad.copower.singleton (%k) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
  %c = chad.add %a, %b : !chad.copower<(f64), (lin<f64>)>
  %d = chad.scale %k, %c : f64, !chad.copower<(f64), (lin<f64>)>
  %e = chad.add %d, %d : !chad.copower<(f64), (lin<f64>)>
  return %e : !chad.copower<(f64), (lin<f64>)>
}
func.func @copowers(%x: f64, %v: !chad.lin<f64>, %k: f64) -> !chad.lin<f64> {
  %c = func.call @pairs(%x, %v, %k) : (f64, !chad.lin<f64>, f64) -> !chad.copower<(f64), (lin<f64>)>
  %r = chad.copower.fold %c : !chad.copower<(f64), (lin<f64>)> (%y : f64, %w : !chad.lin<f64>) -> !chad.lin<f64> {
    %0 = math.exp %y : f64
    %1 = math.sin %0 : f64
    %2 = math.tanh %1 : f64
    %3 = math.erf %2 : f64
    %4 = arith.addf %3, %0 : f64
    %s = chad.scale %4, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// The only call of a function is inlined, so that it knows its arguments; other
// calls of first-order functions stay, and functions with rules of their own.
// CHECK-LABEL: func @calls
// CHECK-NOT: @once
// CHECK: %[[A:.*]] = call @often(%[[X:.*]]) : (f64) -> f64
// CHECK-NEXT: %[[B:.*]] = call @often(%[[A]])
// CHECK-NEXT: call @ruled(%[[B]])
func.func @calls(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %a = func.call @once(%x, %one) : (f64, f64) -> f64
  %b = func.call @often(%a) : (f64) -> f64
  %c = func.call @often(%b) : (f64) -> f64
  %d = func.call @ruled(%c) : (f64) -> f64
  return %d : f64
}
func.func private @once(%x: f64, %k: f64) -> f64 {
  %y = arith.mulf %x, %k : f64
  return %y : f64
}
func.func private @often(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}
func.func private @ruled(%x: f64) -> f64 attributes {chad.inactive} {
  %y = math.exp %x : f64
  return %y : f64
}

// ALL-LABEL: func @calls
// ALL-SAME: (%[[X:.*]]: f64)
// ALL-NEXT: %[[A:.*]] = math.exp %[[X]]
// ALL-NEXT: %[[B:.*]] = math.exp %[[A]]
// ALL-NEXT: call @ruled(%[[B]])

// Calls of a function stay if it says so, unless it takes or returns functions.
// CHECK-LABEL: func private @kept
// CHECK-LABEL: func @calls_kept
// CHECK: call @kept
// CHECK-NOT: @kept_map
// ALL-LABEL: func @calls_kept
// ALL: call @kept
func.func private @kept(%x: f64) -> f64 attributes {no_inline} {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @kept_map(%k: f64) -> !map attributes {no_inline} {
  %m = chad.lfun.scale %k : f64, !map
  return %m : !map
}
func.func @calls_kept(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %y = func.call @kept(%x) : (f64) -> f64
  %m = func.call @kept_map(%y) : (f64) -> !map
  %w = chad.lfun.apply %m(%v) : !map
  return %y, %w : f64, !chad.lin<f64>
}
