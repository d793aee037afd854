// RUN: chad-opt %s --chad-reverse --canonicalize --chad-verify-linear | FileCheck %s

// Straight-line code: the last op first, one cotangent for each value.
//
// CHECK-LABEL: func @scalars.reverse(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>)
// CHECK:         %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK:         %[[S:.*]] = math.sin %[[P]]
// CHECK:         %[[M:.*]] = chad.lfun.lambda (%[[DS:.*]]: !chad.lin<f64>)
// CHECK:           %[[C:.*]] = math.cos %[[P]]
// CHECK:           %[[DP:.*]] = chad.scale %[[C]], %[[DS]]
// CHECK-DAG:       %[[DX:.*]] = chad.scale %[[Y]], %[[DP]]
// CHECK-DAG:       %[[DY:.*]] = chad.scale %[[X]], %[[DP]]
// CHECK:           chad.yield %[[DX]], %[[DY]]
// CHECK:         return %[[S]], %[[M]]
func.func @scalars(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  %s = math.sin %p : f64
  return %s : f64
}

// What does not depend on the arguments, or does not reach the result, has no
// derivative code.
//
// CHECK-LABEL: func @inactive.reverse(
// CHECK:         chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>)
// CHECK-NEXT:      %[[W:.*]] = chad.scale %{{.*}}, %[[V]]
// CHECK-NEXT:      chad.yield %[[W]]
func.func @inactive(%x: f64, %n: index) -> f64 {
  %i = arith.index_cast %n : index to i64
  %k = arith.sitofp %i : i64 to f64
  %e = math.exp %k : f64
  %unused = math.sin %x : f64
  %p = arith.mulf %x, %e : f64
  return %p : f64
}

// A map without anything active from outside: its adjoint is a map. The result of
// exp is returned by the forward map; x * k is computed again.
//
// CHECK-LABEL: func @map.reverse(
// CHECK-SAME:    %[[XS:.*]]: tensor<?xf64>, %[[K:.*]]: i64
// CHECK:         %[[Y:.*]] = chad.map (%{{.*}} in %[[XS]] : tensor<?xf64>) -> tensor<?xf64>
// CHECK:         chad.lfun.lambda (%[[V:.*]]: !chad.lin<tensor<?xf64>>)
// CHECK-NEXT:      %[[XBAR:.*]] = chad.map (%[[VI:.*]] in %[[V]] : !chad.lin<tensor<?xf64>>, %[[E:.*]] in %[[Y]] : tensor<?xf64>) -> !chad.lin<tensor<?xf64>>
// CHECK-NOT:         math.exp
// CHECK:             chad.scale
// CHECK:             chad.yield
// CHECK:           chad.yield %[[XBAR]]
func.func @map(%xs: tensor<?xf64>, %k: i64) -> tensor<?xf64> {
  %f = arith.sitofp %k : i64 to f64
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %f : f64
    %e = math.exp %p : f64
    chad.yield %e : f64
  }
  return %r : tensor<?xf64>
}

// An indexed read is an accumulation into the one cotangent of the array, which the
// loop carries: nothing of the size of the array is made in an iteration.
//
// CHECK-LABEL: func @reads.reverse(
// CHECK:         chad.lfun.lambda (%[[V:.*]]: !chad.lin<tensor<?xf64>>)
// CHECK:           %[[Z:.*]] = chad.zero(
// CHECK:           %[[R:.*]] = chad.fold ({{.*}}) with (%[[ACC:.*]] = %[[Z]] : !chad.lin<tensor<?xf64>>) {
// CHECK-NOT:         chad.zero
// CHECK:             %[[NEXT:.*]] = chad.accumulate %{{.*}} into %[[ACC]][%{{.*}}] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
// CHECK-NEXT:        chad.yield %[[NEXT]]
// CHECK:           chad.yield %[[R]]
func.func @reads(%xs: tensor<?xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
  %r = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %e = math.sin %x : f64
    chad.yield %e : f64
  }
  return %r : tensor<?xf64>
}

// A fold returns the states that the reverse sweep needs, which runs from the right.
//
// CHECK-LABEL: func @fold.reverse(
// CHECK:         %[[F:.*]]:2 = chad.fold ({{.*}}) with (%{{.*}} = %{{.*}} : f64) collect (tensor<?xf64>)
// CHECK:         chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>)
// CHECK-NEXT:      %{{.*}}:2 = chad.fold right (%{{.*}} in %[[F]]#1 : tensor<?xf64>, %{{.*}} in %{{.*}} : tensor<?xf64>) with (%{{.*}} = %[[V]] : !chad.lin<f64>) collect (!chad.lin<tensor<?xf64>>)
func.func @fold(%xs: tensor<?xf64>, %s0: f64) -> f64 {
  %r = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64) {
    %p = arith.mulf %x, %s : f64
    chad.yield %p : f64
  }
  return %r : f64
}

// The gradient of a sum is a broadcast, that of a product two scans, without division.
//
// CHECK-LABEL: func @sum.reverse(
// CHECK:         chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>)
// CHECK:           chad.build
// CHECK-NEXT:        chad.yield %[[V]]
// CHECK-NOT:       chad.fold
// CHECK-LABEL: func @product.reverse(
// CHECK:           chad.scan left exclusive
// CHECK:           chad.scan right exclusive
// CHECK-NOT:       arith.divf
// CHECK-NOT:       chad.fold
// CHECK:           chad.map
func.func @sum(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  return %r : f64
}
func.func @product(%xs: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %r = chad.reduce (%a, %x in %xs from %one : tensor<?xf64>) {
    %s = arith.mulf %a, %x : f64
    chad.yield %s : f64
  }
  return %r : f64
}

// Prefix sums: suffix sums of the cotangents.
//
// CHECK-LABEL: func @sums.reverse(
// CHECK:         chad.lfun.lambda (%[[V:.*]]: !chad.lin<tensor<?xf64>>)
// CHECK:           chad.scan right inclusive (%{{.*}}, %{{.*}} in %[[V]] from
func.func @sums(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// The branch that was not taken puts no NaN into the gradient: where its cotangent is
// zero, the factor that it meets does not count.
//
// CHECK-LABEL: func @branches.reverse(
// CHECK:         chad.lfun.lambda
// CHECK:           scf.if
// CHECK:           chad.scale zero_absorbing %{{.*}}, %{{.*}}
func.func @branches(%x: f64, %c: i1) -> f64 {
  %q = math.sqrt %x : f64
  %r = scf.if %c -> f64 {
    %e = arith.mulf %q, %q : f64
    scf.yield %e : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}

// A call keeps what its backward function needs, which also takes arguments of the call.
//
// CHECK-LABEL: func @call.reverse(
// CHECK-SAME:      %[[X:.*]]: f64) ->
// CHECK:         %[[C:.*]]:2 = call @of_square.kept(%[[X]]) : (f64) -> (f64, f64)
// CHECK:         chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>)
// CHECK-NEXT:      %[[B:.*]] = func.call @of_square.back(%[[X]], %[[C]]#1, %[[V]])
// CHECK-NEXT:      chad.yield %[[B]]
// CHECK-LABEL: func private @of_square.kept(
// CHECK-LABEL: func private @of_square.back(
func.func @call(%x: f64) -> f64 {
  %r = func.call @of_square(%x) : (f64) -> f64
  return %r : f64
}
func.func private @of_square(%x: f64) -> f64 {
  %p = arith.mulf %x, %x : f64
  %s = math.sin %p : f64
  return %s : f64
}
