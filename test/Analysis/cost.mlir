// RUN: chad-opt %s --chad-cost | FileCheck %s

// `∗ = (3,0,1,0)`, `+ = (3,1,0,0)`, other functions of one number `(2,0,0,1)`; 1 move for the `let`
// and for each variable.
// CHECK: @mul({{.*}}chad.cost = {adds = "0", moves = "7", mults = "1", nesting = 0 : i64, nonlinear = "0"}
func.func @mul(%x: f64, %y: f64) -> f64 {
  %z = arith.mulf %x, %y : f64
  return %z : f64
}
// CHECK: @sin({{.*}}chad.cost = {adds = "0", moves = "5", mults = "0", nesting = 0 : i64, nonlinear = "1"}
func.func @sin(%x: f64) -> f64 {
  %z = math.sin %x : f64
  return %z : f64
}

// What chooses moves, and so do integers.
// CHECK: @scalars({{.*}}chad.cost = {adds = "2", moves = "57", mults = "1", nesting = 0 : i64, nonlinear = "3"}
func.func @scalars(%x: f64, %n: index) -> (f64, index) {
  %k = arith.constant 2.0 : f64
  %0 = arith.negf %x : f64
  %1 = math.fma %0, %x, %k : f64
  %2 = arith.divf %1, %x : f64
  %3, %4 = math.sincos %2 : f64
  %5 = arith.maximumf %3, %4 : f64
  %6 = math.absf %5 : f64
  %7 = arith.cmpf ogt, %6, %x : f64
  %8 = arith.select %7, %6, %x : f64
  %9 = arith.addi %n, %n : index
  return %8, %9 : f64, index
}

// Elementwise ops at arrays are maps; the arrays have one extent.
// CHECK: @elementwise({{.*}}chad.cost = {adds = "d0_0", moves = "15*d0_0 + 37", mults = "3", nesting = 1 : i64, nonlinear = "d0_0", where = "d0_0: extent 0 of argument 0"}
func.func @elementwise(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<3xf64>)
    -> (tensor<?xf64>, tensor<3xf64>) {
  %0 = arith.addf %x, %y : tensor<?xf64>
  %1 = math.exp %0 : tensor<?xf64>
  %2 = arith.mulf %z, %z : tensor<3xf64>
  return %1, %2 : tensor<?xf64>, tensor<3xf64>
}

// map2 and reduce: n·(body + (2,0,0,0)); scan: n·(body + (3,0,0,0)).
// CHECK: @arrays({{.*}}chad.cost = {adds = "2*d0_0", moves = "28*d0_0 + 13", mults = "d0_0", nesting = 1 : i64, nonlinear = "0", where = "d0_0: extent 0 of argument 0"}
func.func @arrays(%x: tensor<?xf64>, %y: tensor<?xf64>) -> (tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %p = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %m = arith.mulf %a, %b : f64
    chad.yield %m : f64
  }
  %s = chad.scan left inclusive (%a, %b in %p from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  %r = chad.reduce (%a, %b in %s from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %s, %r : tensor<?xf64>, f64
}

// A sum over a triangle: 1 + 2 + ... + (n-1).
// CHECK: @triangle({{.*}}chad.cost = {adds = "0.5*v0^2 - 0.5*v0", moves = "8.5*v0^2 + 0.5*v0 + 7", mults = "0.5*v0^2 - 0.5*v0", nesting = 2 : i64, nonlinear = "0", where = "v0: argument 0"}
func.func @triangle(%n: index, %x: f64) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %rows = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.map (%i in %rows : tensor<?xindex>) -> tensor<?xf64> {
    %row = chad.build %j < %i -> tensor<?xf64> {
      %y = arith.mulf %x, %x : f64
      chad.yield %y : f64
    }
    %s = chad.reduce (%a, %b in %row from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %b : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// A fold, whose state is a row, and places.
// CHECK: @updates({{.*}}chad.cost = {adds = "4*d0_0 + 4*d1_0", moves = "44*d0_0 + 32*d1_0 + 13", mults = "0", nesting = 2 : i64, nonlinear = "0", where = "d0_0: extent 0 of argument 0; d1_0: extent 0 of argument 1"}
func.func @updates(%m: tensor<?x4xf64>, %is: tensor<?xindex>, %s0: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<?x4xf64>, tensor<?x4xf64>) {
  %last, %all = chad.fold (%row in %m : tensor<?x4xf64>) with (%s = %s0 : tensor<4xf64>)
      collect (tensor<?x4xf64>) {
    %t = arith.addf %s, %row : tensor<4xf64>
    chad.yield %t, %s : tensor<4xf64>, tensor<4xf64>
  }
  %rows = chad.gather %m[%is] : tensor<?x4xf64>, tensor<?xindex> -> tensor<?x4xf64>
  %sums = chad.scatter_add %rows into %m[%is]
      : tensor<?x4xf64> into tensor<?x4xf64>, tensor<?xindex>
  return %last, %all, %sums : tensor<4xf64>, tensor<?x4xf64>, tensor<?x4xf64>
}
// CHECK: @accumulate({{.*}}chad.cost = {adds = "d1_0 + 1", moves = "9*d1_0 + 13", mults = "0", nesting = 1 : i64, nonlinear = "0", where = "d1_0: extent 0 of argument 1"}
func.func @accumulate(%v: f64, %row: tensor<?xf64>, %m: tensor<?x?xf64>, %i: index)
    -> tensor<?x?xf64> {
  %0 = chad.accumulate %v into %m[%i, %i] : f64 into tensor<?x?xf64>
  %1 = chad.accumulate %row into %0[%i] : tensor<?xf64> into tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}
// CHECK: @hist({{.*}}chad.cost = {adds = "d0_0", moves = "11*d0_0 + v2 + 8", mults = "0", nesting = 1 : i64, nonlinear = "0", where = "d0_0: extent 0 of argument 0; v2: argument 2"}
func.func @hist(%is: tensor<?xindex>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %h = chad.hist %is : tensor<?xindex> bins %n (%a, %b in %x from %zero : tensor<?xf64>)
      -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %h : tensor<?xf64>
}

// Views are constant, copies take a read and a write of each scalar.
// CHECK: @tensors({{.*}}chad.cost = {adds = "0", moves = "30*d0_0 + 2*v1 + 17", mults = "0", nesting = 1 : i64, nonlinear = "0", where = "d0_0: extent 0 of argument 0; v1: argument 1"}
func.func @tensors(%m: tensor<?x6xf64>, %n: index) -> (tensor<?xf64>, tensor<?x6xf64>) {
  %flat = tensor.collapse_shape %m [[0, 1]] : tensor<?x6xf64> into tensor<?xf64>
  %part = tensor.extract_slice %flat[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %twice = tensor.concat dim(0) %part, %flat : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %two = arith.constant 2.0 : f64
  %filled = linalg.fill ins(%two : f64) outs(%m : tensor<?x6xf64>) -> tensor<?x6xf64>
  return %twice, %filled : tensor<?xf64>, tensor<?x6xf64>
}
// CHECK: @matmul({{.*}}chad.cost = {adds = "d0_0*d0_1*d1_1", moves = "16*d0_0*d0_1*d1_1 + 5", mults = "d0_0*d0_1*d1_1", nesting = 1 : i64, nonlinear = "0", where = "d0_0: extent 0 of argument 0; d0_1: extent 1 of argument 0; d1_1: extent 1 of argument 1"}
func.func @matmul(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>)
    -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>)
      outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// The maximum of both branches, for each component.
// CHECK: @branches({{.*}}chad.cost = {adds = "d2_0", moves = "9*d2_0 + 9", mults = "0", nesting = 1 : i64, nonlinear = "1", where = "d2_0: extent 0 of argument 2"}
func.func @branches(%b: i1, %x: f64, %y: tensor<?xf64>) -> f64 {
  %r = scf.if %b -> f64 {
    %s = math.exp %x : f64
    scf.yield %s : f64
  } else {
    %zero = arith.constant 0.0 : f64
    %s = chad.reduce (%a, %c in %y from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %c : f64
      chad.yield %t : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}

// Iterations that are known, and not.
// CHECK: @loops({{.*}}chad.cost = {adds = "t0", moves = "9*v0 + 17*t0 + 15", mults = "v0 - 1", nesting = 1 : i64, nonlinear = "0", where = "v0: argument 0; t0: the iterations of an 'scf.while'"}
func.func @loops(%n: index, %k: i32, %x: f64) -> (f64, f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%s = %x) -> f64 {
    %t = arith.mulf %s, %s : f64
    scf.yield %t : f64
  }
  %q = scf.while (%s = %r) : (f64) -> f64 {
    %c = arith.cmpf olt, %s, %x : f64
    scf.condition(%c) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = arith.addf %s, %s : f64
    scf.yield %t : f64
  }
  return %r, %q : f64, f64
}

// A call costs what the callee costs at the extents of its arguments.
// CHECK: @sum({{.*}}chad.cost = {adds = "d0_0", moves = "9*d0_0 + 6", mults = "0", nesting = 1 : i64, nonlinear = "0", where = "d0_0: extent 0 of argument 0"}
func.func private @sum(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %s : f64
}
// CHECK: @calls({{.*}}chad.cost = {adds = "5*d0_0 + 7", moves = "58*d0_0 + 78", mults = "0", nesting = 2 : i64, nonlinear = "0", where = "d0_0: extent 0 of argument 0"}
func.func @calls(%m: tensor<?x5xf64>, %x: tensor<7xf64>) -> (tensor<?xf64>, f64) {
  %r = chad.map (%row in %m : tensor<?x5xf64>) -> tensor<?xf64> {
    %any = tensor.cast %row : tensor<5xf64> to tensor<?xf64>
    %s = func.call @sum(%any) : (tensor<?xf64>) -> f64
    chad.yield %s : f64
  }
  %any = tensor.cast %x : tensor<7xf64> to tensor<?xf64>
  %s = func.call @sum(%any) : (tensor<?xf64>) -> f64
  return %r, %s : tensor<?xf64>, f64
}

// Linear values; a linear function costs where it is applied.
// CHECK: @linear({{.*}}chad.cost = {adds = "d1_0", moves = "26*d1_0 + 24", mults = "2*d1_0", nesting = 1 : i64, nonlinear = "0", where = "d1_0: extent 0 of argument 1"}
func.func @linear(%k: f64, %v: !chad.lin<tensor<?xf64>>, %n: index)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %s = chad.add %z, %v : !chad.lin<tensor<?xf64>>
  %m = chad.lfun.lambda (%w : !chad.lin<tensor<?xf64>>) domain(%n) -> !chad.lin<tensor<?xf64>> {
    %u = chad.scale %k, %w : f64, !chad.lin<tensor<?xf64>>
    chad.yield %u : !chad.lin<tensor<?xf64>>
  }
  %a = chad.lfun.apply %m(%s) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  %b = chad.lfun.apply %m(%a) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  return %a, %b : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// Sums, and a state whose extent changes.
// CHECK: @sums({{.*}}chad.cost = {adds = "d0_0_0_0", moves = "9*d0_0_0_0 + 12", mults = "0", nesting = 1 : i64, nonlinear = "0", where = "d0_0_0_0: extent 0.0.0 of argument 0"}
func.func @sums(%s: !chad.sum<(tensor<?xf64>), (f64)>) -> f64 {
  %r = chad.case %s : !chad.sum<(tensor<?xf64>), (f64)> -> f64
  (%x : tensor<?xf64>) {
    %t = func.call @sum(%x) : (tensor<?xf64>) -> f64
    chad.yield %t : f64
  }
  (%x : f64) {
    chad.yield %x : f64
  }
  return %r : f64
}
// CHECK: @growing({{.*}}chad.cost = {adds = "0", moves = "4*v1*u0 + 6*v1 + 10", mults = "0", nesting = 2 : i64, nonlinear = "0", where = "v1: argument 1; u0: an extent that 'scf.for' in line {{[0-9]+}} makes"}
func.func @growing(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {
    %t = tensor.concat dim(0) %s, %s : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The unary normal form costs what its program does, but for the moves of components.
// RUN: chad-opt %S/../Integration/Programs/matmul.mlir --inline --chad-cost | FileCheck %s --check-prefix=PROGRAM
// RUN: chad-opt %S/../Integration/Programs/matmul.mlir --inline --chad-to-unf --chad-cost | FileCheck %s --check-prefix=UNF
// PROGRAM: @matmul({{.*}}chad.cost = {adds = "d0_0*d0_1*d1_1", moves = "18*d0_0*d0_1*d1_1 + 8*d0_0*d1_1 + {{.*}}", mults = "d0_0*d0_1*d1_1"
// UNF: @matmul({{.*}}chad.cost = {adds = "d0_0*d0_1*d1_1", moves = "18*d0_0*d0_1*d1_1 + 8*d0_0*d1_1 + {{.*}}", mults = "d0_0*d0_1*d1_1"

// Functions that call one another: the cost of each, times its calls.
// CHECK: @even({{.*}}chad.cost = {adds = "0", moves = "21*r0 + 30*r1", mults = "r0", nesting = 0 : i64, nonlinear = "r1", where = "r0: the calls of '@odd' in its recursion, the first too; r1: the calls of '@even' in its recursion, the first too"}
func.func @even(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %s = math.sin %x : f64
    %y = func.call @odd(%s, %m) : (f64, index) -> f64
    scf.yield %y : f64
  }
  return %r : f64
}
func.func @odd(%x: f64, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %m = arith.subi %n, %c1 : index
  %s = arith.mulf %x, %x : f64
  %y = func.call @even(%s, %m) : (f64, index) -> f64
  return %y : f64
}

// A check reads its condition; a box costs what a tuple does, and a component that is taken out moves once.
// CHECK: @checked({{.*}}chad.cost = {adds = "0", moves = "2", mults = "0"
func.func @checked(%p: i1, %x: f64) -> f64 {
  cf.assert %p, "it is false"
  return %x : f64
}
chad.record @pair (f64, f64)
// CHECK: @boxed({{.*}}chad.cost = {adds = "0", moves = "8", mults = "0"
func.func @boxed(%x: f64, %y: f64) -> f64 {
  %b = chad.box(%x, %y) : (f64, f64) -> !chad.box<@pair>
  %u, %v = chad.open %b : !chad.box<@pair> -> f64, f64
  return %v : f64
}
