// RUN: chad-opt %s --chad-to-unf --chad-verify-linear | FileCheck %s
// RUN: chad-opt %s --chad-to-unf --chad-from-unf --canonicalize | FileCheck %s --check-prefix=BACK

// An operand comes to the end, the op adds its result, the copies go, and what was used
// for the last time, except for arguments.
// CHECK-LABEL: func.func @lets
// CHECK: %[[C0:.*]] = chad.unf.enter(%{{.*}}) : !chad.ctx<[f64]>
// CHECK: %[[C1:.*]] = chad.unf.var %[[C0]][0]
// CHECK: %[[C2:.*]] = chad.unf.op (%{{.*}}: f64) of %[[C1]] : !chad.ctx<[f64, f64]> -> f64
// CHECK: math.sin
// CHECK: %[[C3:.*]] = chad.unf.proj %[[C2]][1, 1]
// An operand that is used twice is copied once.
// CHECK: %[[C4:.*]] = chad.unf.var %[[C3]][1]
// CHECK: %[[C5:.*]] = chad.unf.op (%[[V:.*]]: f64) of %[[C4]]
// CHECK: arith.mulf %[[V]], %[[V]]
// CHECK: %[[C6:.*]] = chad.unf.proj %[[C5]][2, 1]
// CHECK: %[[C7:.*]] = chad.unf.proj %[[C6]][1, 1]
// CHECK: %[[R:.*]]:2 = chad.unf.leave
// CHECK: return %[[R]]#1
// BACK-LABEL: func.func @lets
// BACK-NEXT: math.sin
// BACK-NEXT: arith.mulf
// BACK-NEXT: return
func.func @lets(%x: f64) -> f64 {
  %s = math.sin %x : f64
  %p = arith.mulf %s, %s : f64
  return %p : f64
}

// The body of a map reads the context; so does that of a reduce from a constant.
// CHECK-LABEL: func.func @arrays
// CHECK: chad.unf.map [%[[K:[^:]*]]: f64, %{{[^(]*}}] (%[[X:.*]]: f64) of
// CHECK: arith.mulf %[[K]], %[[X]]
// CHECK: chad.unf.reduce [%{{[^(]*}}] (%{{.*}}, %{{.*}} from %{{.*}} : f64) of
// CHECK: chad.unf.scan right exclusive
// BACK-LABEL: func.func @arrays
// BACK: chad.map
// BACK: chad.reduce
// BACK: chad.scan right exclusive
func.func @arrays(%k: f64, %xs: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %m = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %k, %x : f64
    chad.yield %p : f64
  }
  %s = chad.reduce (%a, %x in %m from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  %q = chad.scan right exclusive (%a, %x in %m from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  return %s, %q : f64, tensor<?xf64>
}

// Anything else is an op of its operands and of what its regions read.
// CHECK-LABEL: func.func @others
// CHECK: chad.unf.op (%[[XS:.*]]: tensor<?xf64>, %[[S:.*]]: f64, %[[K:.*]]: f64) of
// CHECK: chad.fold (%[[X:.*]] in %[[XS]] : tensor<?xf64>) with (%{{.*}} = %[[S]] : f64)
// CHECK: arith.mulf %[[K]], %[[X]]
// CHECK: chad.unf.op (%[[C:.*]]: i1, %{{.*}}: f64, %{{.*}}: f64) of
// CHECK: scf.if %[[C]]
// CHECK: func.call @lets
// BACK-LABEL: func.func @others
// BACK: chad.fold
// BACK: scf.if
// BACK: call @lets
func.func @others(%k: f64, %s: f64, %xs: tensor<?xf64>, %c: i1) -> f64 {
  %f = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %s : f64) {
    %p = arith.mulf %k, %x : f64
    %t = arith.addf %a, %p : f64
    chad.yield %t : f64
  }
  %r = scf.if %c -> (f64) {
    %l = func.call @lets(%f) : (f64) -> f64
    scf.yield %l : f64
  } else {
    scf.yield %k : f64
  }
  return %r : f64
}

// Nothing, and what is there already.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: %[[C:.*]] = chad.unf.enter() : !chad.ctx<[]>
// CHECK-NEXT: chad.unf.leave %[[C]]
// CHECK-NEXT: return
// BACK-LABEL: func.func @nothing
// BACK-NEXT: return
func.func @nothing() {
  return
}
// CHECK-LABEL: func.func private @declaration
func.func private @declaration(f64) -> f64

// Out of tuples, too.
// BACK-LABEL: func.func @tuples
// BACK-SAME: (%[[X:.*]]: f64, %[[Y:.*]]: f64)
// BACK-NEXT: return %[[Y]]
func.func @tuples(%x: f64, %y: f64) -> f64 {
  %c0 = chad.unf.enter (%x, %y) : !chad.ctx<[f64, f64]>
  %c1 = chad.unf.pair %c0 : !chad.ctx<[f64, f64]>
  %c2 = chad.unf.var %c1[0] : !chad.ctx<[tuple<f64, f64>]>
  %c3 = chad.unf.get %c2[1] : !chad.ctx<[tuple<f64, f64>, tuple<f64, f64>]>
  %r:3 = chad.unf.leave %c3 : !chad.ctx<[tuple<f64, f64>, tuple<f64, f64>, f64]>
  return %r#2 : f64
}

// A branch that gives nothing is left out, with the call in it, whose results nothing uses.
// CHECK-LABEL: func.func @no_results
// CHECK-NEXT: chad.unf.enter
// CHECK-NOT: scf.if
// CHECK-NOT: call
// CHECK: chad.unf.leave
func.func @no_results(%x: f64, %c: i1) -> f64 {
  scf.if %c {
    %y = func.call @called(%x) : (f64) -> f64
  }
  return %x : f64
}
func.func private @called(%x: f64) -> f64 {
  return %x : f64
}

// A result whose type leaves open what the type of the array says: a context would not.
// CHECK-LABEL: func.func @open_extents
// CHECK: chad.unf.op (%[[ARRAY:.*]]: tensor<3xf64>) of {{.*}} -> tensor<?xf64>
// CHECK-NEXT: chad.map (%{{.*}} in %[[ARRAY]] : tensor<3xf64>) -> tensor<?xf64>
// CHECK: chad.unf.map
// BACK-LABEL: func.func @open_extents
// BACK: chad.map
// BACK: chad.map
func.func @open_extents(%xs: tensor<3xf64>, %as: tensor<4xf64>) -> (tensor<4xf64>, tensor<?xf64>) {
  %ys = chad.map (%x in %xs : tensor<3xf64>) -> tensor<?xf64> {
    %y = math.cos %x : f64
    chad.yield %y : f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>, %a in %as : tensor<4xf64>) -> tensor<4xf64> {
    %z = arith.addf %a, %y : f64
    chad.yield %z : f64
  }
  return %zs, %ys : tensor<4xf64>, tensor<?xf64>
}
