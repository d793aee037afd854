// The transpose of a region is its reverse derivative.
//
// RUN: chad-opt %s --chad-simplify --chad-verify-linear | FileCheck %s
// RUN: chad-opt %s --chad-simplify="report=true" --verify-diagnostics -o /dev/null

!map = !chad.lfun<(lin<f64>) -> (lin<f64>)>
!rows = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
!to_scalar = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>

// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[K:.+]]: f64, %[[V:.+]]: !chad.lin<f64>
// CHECK-NEXT: %[[R:.+]] = chad.scale zero_absorbing %[[K]], %[[V]]
// CHECK-NEXT: return %[[R]]
func.func @scale(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %m = chad.lfun.lambda (%u : !chad.lin<f64>) -> !chad.lin<f64> {
    %s = chad.scale zero_absorbing %k, %u : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %t = chad.lfun.transpose %m : !map
  %w = chad.lfun.apply %t(%v) : !map
  return %w : !chad.lin<f64>
}

// A scale of an array stays one, and captured arrays are factors.
// CHECK-LABEL: func.func @weighted(
// CHECK-SAME: %[[A:.+]]: tensor<?xf64>, %[[K:.+]]: f64, %[[V:.+]]: !chad.lin<f64>
// CHECK: %[[MAP:.+]] = chad.map (%[[E:.+]] in %[[A]] : tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
// CHECK-NEXT: %[[P:.+]] = chad.scale %[[E]], %[[V]]
// CHECK-NEXT: chad.yield %[[P]]
// CHECK: %[[R:.+]] = chad.scale %[[K]], %[[MAP]]
// CHECK-NEXT: return %[[R]]
func.func @weighted(%a: tensor<?xf64>, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%u : !chad.lin<tensor<?xf64>>) domain(%n) -> !chad.lin<f64> {
    %zero = chad.zero : !chad.lin<f64>
    %s = chad.scale %k, %u : f64, !chad.lin<tensor<?xf64>>
    %p = chad.map (%e in %a : tensor<?xf64>, %x in %s : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
      %w = chad.scale %e, %x : f64, !chad.lin<f64>
      chad.yield %w : !chad.lin<f64>
    }
    %r = chad.reduce (%l, %x in %p from %zero : !chad.lin<tensor<?xf64>>) {
      %w = chad.add %l, %x : !chad.lin<f64>
      chad.yield %w : !chad.lin<f64>
    }
    chad.yield %r : !chad.lin<f64>
  }
  %t = chad.lfun.transpose %m : !to_scalar
  %w = chad.lfun.apply %t(%v) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  return %w : !chad.lin<tensor<?xf64>>
}

// What is transposed knows the sizes of its own domain, from those of the region's results.
// CHECK-LABEL: func.func @returned(
// CHECK-SAME: %[[N:.+]]: index
// CHECK-NEXT: chad.lfun.lambda (%[[V:.+]]: !chad.lin<tensor<?xf64>>) domain(%[[N]]) -> !chad.lin<f64> {
// CHECK-NEXT: %[[Z:.+]] = chad.zero
// CHECK-NEXT: %[[S:.+]] = chad.fold (%[[E:.+]] in %[[V]] : {{.*}}) with (%[[L:.+]] = %[[Z]] : {{.*}}) {
// CHECK-NEXT: chad.add %[[L]], %[[E]]
// CHECK: chad.yield %[[S]]
func.func @returned(%n: index) -> !to_scalar {
  %m = chad.lfun.lambda (%u : !chad.lin<f64>) -> !chad.lin<tensor<?xf64>> {
    %r = chad.build %i < %n -> !chad.lin<tensor<?xf64>> {
      chad.yield %u : !chad.lin<f64>
    }
    chad.yield %r : !chad.lin<tensor<?xf64>>
  }
  // expected-remark @+1 {{linear function stays: the function around it returns it}}
  %t = chad.lfun.transpose %m : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  return %t : !to_scalar
}

// An index has no tangents, and nothing comes back to it.
// CHECK-LABEL: func.func @units(
// CHECK-SAME: %[[V:.+]]: !chad.lin<f64>, %[[U:.+]]: !chad.lin<i1>
// CHECK: %[[Z:.+]] = chad.zero : !chad.lin<index>
// CHECK: return %[[V]], %[[Z]]
func.func @units(%v: !chad.lin<f64>, %u: !chad.lin<i1>) -> (!chad.lin<f64>, !chad.lin<index>) {
  %m = chad.lfun.lambda (%x : !chad.lin<f64>, %i : !chad.lin<index>) -> (!chad.lin<f64>, !chad.lin<i1>) {
    %z = chad.zero : !chad.lin<i1>
    chad.yield %x, %z : !chad.lin<f64>, !chad.lin<i1>
  }
  %t = chad.lfun.transpose %m : !chad.lfun<(lin<f64>, lin<index>) -> (lin<f64>, lin<i1>)>
  %w:2 = chad.lfun.apply %t(%v, %u) : !chad.lfun<(lin<f64>, lin<i1>) -> (lin<f64>, lin<index>)>
  return %w#0, %w#1 : !chad.lin<f64>, !chad.lin<index>
}

// No bins at all: what would be read of them is an empty tensor, which nothing flows through.
// CHECK-LABEL: func.func @no_bins(
// CHECK: %[[Z:.+]] = chad.zero(%{{.+}}) : !chad.lin<tensor<?xf64>>
// CHECK: return %[[Z]]
func.func @no_bins(%is: tensor<?xindex>, %zero: !chad.lin<f64>, %v: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %is, %c0 : tensor<?xindex>
  %m = chad.lfun.lambda (%u : !chad.lin<tensor<?xf64>>) domain(%n) -> !chad.lin<tensor<?xf64>> {
    %h = chad.hist %is : tensor<?xindex> bins %c0 (%l, %x in %u from %zero : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
      chad.yield %l : !chad.lin<f64>
    }
    chad.yield %h : !chad.lin<tensor<?xf64>>
  }
  %t = chad.lfun.transpose %m : !rows
  %w = chad.lfun.apply %t(%v) : !rows
  return %w : !chad.lin<tensor<?xf64>>
}

// Calls at linear types stay as they are.
func.func private @external(!chad.lin<f64>) -> !chad.lin<f64>
// CHECK-LABEL: func.func @calls(
// CHECK: chad.lfun.transpose
func.func @calls(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-remark @+1 {{linear function stays: the 'chad.lfun.transpose' that uses it stays}}
  %m = chad.lfun.lambda (%u : !chad.lin<f64>) -> !chad.lin<f64> {
    %w = func.call @external(%u) : (!chad.lin<f64>) -> !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  // expected-remark @+1 {{linear function stays: the region whose transpose it is has none: it calls '@external' with linear values}}
  %t = chad.lfun.transpose %m : !map
  %w = chad.lfun.apply %t(%v) : !map
  return %w : !chad.lin<f64>
}

// CHECK-LABEL: func.func @pairs(
// CHECK: chad.lfun.transpose
func.func @pairs(%x: f64) -> !chad.lfun<(copower<(f64), (lin<f64>)>) -> (lin<f64>)> {
  // expected-remark @+1 {{linear function stays: the 'chad.lfun.transpose' that uses it stays}}
  %m = chad.lfun.lambda (%u : !chad.lin<f64>) -> !chad.copower<(f64), (lin<f64>)> {
    // expected-remark @+1 {{copower stays: it leaves a region of 'chad.lfun.lambda'}}
    %c = chad.copower.singleton (%x) tensor (%u) : !chad.copower<(f64), (lin<f64>)>
    chad.yield %c : !chad.copower<(f64), (lin<f64>)>
  }
  // expected-remark @+1 {{linear function stays: the region whose transpose it is has none: it takes or gives linear values other than floats and arrays}}
  %t = chad.lfun.transpose %m : !chad.lfun<(lin<f64>) -> (copower<(f64), (lin<f64>)>)>
  return %t : !chad.lfun<(copower<(f64), (lin<f64>)>) -> (lin<f64>)>
}

// CHECK-LABEL: func.func @unknown(
// CHECK: chad.lfun.transpose
func.func @unknown(%b: i1, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-remark @+1 {{linear function stays: what 'scf.if' gives is known at run time only}}
  %f = scf.if %b -> (!map) {
    %k = arith.constant 2.0 : f64
    // expected-remark @+1 {{linear function stays: it leaves a region of 'scf.if'}}
    %s = chad.lfun.scale %k : f64, !map
    scf.yield %s : !map
  } else {
    // expected-remark @+1 {{linear function stays: it leaves a region of 'scf.if'}}
    %s = chad.lfun.id : !map
    scf.yield %s : !map
  }
  // expected-remark @+1 {{linear function stays: the 'chad.lfun.transpose' that uses it stays}}
  %m = chad.lfun.lambda (%u : !chad.lin<f64>) -> !chad.lin<f64> {
    %w = chad.lfun.apply %f(%u) : !map
    %x = chad.add %w, %u : !chad.lin<f64>
    chad.yield %x : !chad.lin<f64>
  }
  // expected-remark @+1 {{linear function stays: the region whose transpose it is has none: it uses a function that stays}}
  %t = chad.lfun.transpose %m : !map
  %w = chad.lfun.apply %t(%v) : !map
  return %w : !chad.lin<f64>
}
