// Sums over columns within a loop over rows, and the other way round.

// RUN: chad-opt %s --chad-interchange-loops --canonicalize --cse | FileCheck %s
// RUN: chad-run %s --entry=all --arg=[1.0,2.0,-3.0,0.5] --arg=[0.5,1.0,2.0,3.0,-1.0,4.0,7.0,-2.0,6.0,1.5] > %t.before
// RUN: chad-opt %s --chad-interchange-loops | chad-run - --interpret --entry=all --arg=[1.0,2.0,-3.0,0.5] --arg=[0.5,1.0,2.0,3.0,-1.0,4.0,7.0,-2.0,6.0,1.5] > %t.after
// RUN: diff %t.before %t.after
// RUN: chad-run %s --interpret --entry=all --arg=[1.0,2.0,-3.0,0.5] --arg=[0.5,1.0,2.0,3.0,-1.0,4.0,7.0,-2.0,6.0,1.5] > %t.interpreted
// RUN: diff %t.interpreted %t.after
// RUN: chad-opt %s --chad-interchange-loops | chad-run - --target=cuda-emulated --entry=all --arg=[1.0,2.0,-3.0,0.5] --arg=[0.5,1.0,2.0,3.0,-1.0,4.0,7.0,-2.0,6.0,1.5] | diff %t.before -
// RUN: chad-run %s --entry=all --arg=[2.0] --arg=[3.0] > %t.before
// RUN: chad-opt %s --chad-interchange-loops | chad-run - --interpret --entry=all --arg=[2.0] --arg=[3.0] | diff %t.before -
// RUN: chad-run %s --entry=all --arg=[] --arg=[] > %t.before
// RUN: chad-opt %s --chad-interchange-loops | chad-run - --interpret --entry=all --arg=[] --arg=[] | diff %t.before -

// The lower triangle, column by column: entry (i, j) stands at j (n - 1) - j (j + 1)/2 + i - 1. What
// is added to an element of its own becomes a scalar, and the factor of a row is kept.
// CHECK-LABEL: @below
// CHECK: %[[LAST:[0-9]+]] = arith.subi %{{.*}}, %c1
// CHECK: %[[KEPT:.*]] = chad.map (%{{.*}} in %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: arith.addf
// CHECK: chad.fold (%[[J:[a-z0-9]+]] in %{{.*}} : tensor<?xindex>) with (%[[T:[a-z0-9]+]] = %{{.*}} : tensor<?xf64>) collect (tensor<?xf64>)
// CHECK: %[[COUNT:[0-9]+]] = arith.subi %[[LAST]], %[[J]]
// CHECK: chad.build %{{.*}} < %[[COUNT]]
// CHECK: %[[SUMS:[0-9]+]]:2 = chad.fold (%[[K:[a-z0-9]+]] in %{{.*}} : tensor<?xindex>) with (%{{.*}} = %{{.*}} : f64, %{{.*}} = %[[T]] : tensor<?xf64>)
// CHECK: %[[I:[0-9]+]] = arith.subi %[[LAST]], %[[K]]
// CHECK: tensor.extract %[[KEPT]][%[[I]]]
// CHECK: chad.yield %[[SUMS]]#1, %[[SUMS]]#0
func.func @below(%xs: tensor<?xf64>, %ms: tensor<?xf64>, %t: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %s = tensor.splat %one[%n] : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r:2 = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%si = %s : tensor<?xf64>, %ti = %t : tensor<?xf64>) {
    %w = arith.addf %x, %x : f64
    %js = chad.build %j < %i -> tensor<?xindex> {
      chad.yield %j : index
    }
    %p:2 = chad.fold (%j in %js : tensor<?xindex>)
        with (%sj = %si : tensor<?xf64>, %tj = %ti : tensor<?xf64>) {
      %next = arith.addi %j, %c1 : index
      %square = arith.muli %j, %next : index
      %triangle = arith.divui %square, %c2 : index
      %start = arith.muli %j, %n : index
      %column = arith.subi %start, %triangle : index
      %below = arith.subi %i, %next : index
      %at = arith.addi %column, %below : index
      %m = tensor.extract %ms[%at] : tensor<?xf64>
      %a = arith.mulf %m, %w : f64
      %b = arith.mulf %w, %w : f64
      %s1 = chad.accumulate %a into %sj[%j] : f64 into tensor<?xf64>
      %t1 = chad.accumulate %b into %tj[%at] : f64 into tensor<?xf64>
      chad.yield %s1, %t1 : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %p#0, %p#1 : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// With the diagonal; what the rows collect and sum up for themselves stays a loop over rows.
// CHECK-LABEL: @upto
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?xf64>) with (%{{.*}} = %{{.*}} : f64) collect (tensor<?xf64>)
// CHECK: chad.fold (%[[J:[a-z0-9]+]] in
// CHECK: %[[COUNT:[0-9]+]] = arith.subi %{{.*}}, %[[J]]
// CHECK: chad.build %{{.*}} < %[[COUNT]]
func.func @upto(%xs: tensor<?xf64>, %ms: tensor<?xf64>, %t: tensor<?xf64>)
    -> (f64, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r:3 = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%sum = %zero : f64, %ti = %t : tensor<?xf64>) collect (tensor<?xf64>) {
    %square = arith.mulf %x, %x : f64
    %total = arith.addf %sum, %square : f64
    %count = arith.addi %i, %c1 : index
    %js = chad.build %j < %count -> tensor<?xindex> {
      chad.yield %j : index
    }
    %p = chad.fold (%j in %js : tensor<?xindex>) with (%tj = %ti : tensor<?xf64>) {
      // Entry (i, j) stands at j n - j (j - 1)/2 + i - j.
      %before = arith.subi %j, %c1 : index
      %double = arith.muli %j, %before : index
      %triangle = arith.divsi %double, %c2 : index
      %start = arith.muli %j, %n : index
      %column = arith.subi %start, %triangle : index
      %below = arith.subi %i, %j : index
      %at = arith.addi %column, %below : index
      %m = tensor.extract %ms[%at] : tensor<?xf64>
      %b = arith.mulf %m, %square : f64
      %t1 = chad.accumulate %b into %tj[%at] : f64 into tensor<?xf64>
      chad.yield %t1 : tensor<?xf64>
    }
    chad.yield %total, %p, %square : f64, tensor<?xf64>, f64
  }
  return %r#0, %r#1, %r#2 : f64, tensor<?xf64>, tensor<?xf64>
}

// A matrix that is read down its columns.
// CHECK-LABEL: @columns
// CHECK: chad.build %[[J:[a-z0-9]+]] <
// CHECK: %[[SUM:[0-9]+]] = chad.fold (%[[I:[a-z0-9]+]] in %{{.*}} : tensor<?xindex>) with (%{{.*}} = %{{.*}} : f64)
// CHECK: tensor.extract %{{.*}}[%[[J]], %[[I]]]
// CHECK: chad.yield %[[SUM]]
func.func @columns(%xs: tensor<?xf64>, %m: tensor<?x?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %width = tensor.dim %m, %c0 : tensor<?x?xf64>
  %s = tensor.splat %zero[%width] : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %width -> tensor<?xindex> {
    chad.yield %j : index
  }
  %r = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%si = %s : tensor<?xf64>) {
    %p = chad.fold (%j in %js : tensor<?xindex>) with (%sj = %si : tensor<?xf64>) {
      %e = tensor.extract %m[%j, %i] : tensor<?x?xf64>
      %a = arith.mulf %e, %x : f64
      %s1 = chad.accumulate %a into %sj[%j] : f64 into tensor<?xf64>
      chad.yield %s1 : tensor<?xf64>
    }
    chad.yield %p : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// If there may be fewer sums than columns, a column without rows must not touch its sum.
// CHECK-LABEL: @shorter
// CHECK: chad.fold (%[[J:[a-z0-9]+]] in
// CHECK: chad.fold (%[[I:[a-z0-9]+]] in %{{.*}} : tensor<?xindex>) with (%[[S:[a-z0-9]+]] = %{{.*}} : tensor<?xf64>)
// CHECK: tensor.extract %{{.*}}[%[[J]], %[[I]]]
// CHECK: chad.accumulate %{{.*}} into %[[S]][%[[J]]]
func.func @shorter(%xs: tensor<?xf64>, %m: tensor<?x?xf64>, %s: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %width = tensor.dim %m, %c0 : tensor<?x?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %width -> tensor<?xindex> {
    chad.yield %j : index
  }
  %r = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%si = %s : tensor<?xf64>) {
    %p = chad.fold (%j in %js : tensor<?xindex>) with (%sj = %si : tensor<?xf64>) {
      %e = tensor.extract %m[%j, %i] : tensor<?x?xf64>
      %a = arith.mulf %e, %x : f64
      %s1 = chad.accumulate %a into %sj[%j] : f64 into tensor<?xf64>
      chad.yield %s1 : tensor<?xf64>
    }
    chad.yield %p : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// Rows that stand next to each other stay; so do sums that are read.
// CHECK-LABEL: @rows
// CHECK: chad.fold (%[[X:[a-z0-9]+]] in %{{.*}} : tensor<?xf64>, %[[I:[a-z0-9]+]] in
// CHECK: chad.fold (%[[J:[a-z0-9]+]] in
// CHECK: tensor.extract %{{.*}}[%[[I]], %[[J]]]
// CHECK: chad.fold (%[[I:[a-z0-9]+]] in %{{.*}} : tensor<?xindex>) with (
// CHECK: chad.fold (%[[J:[a-z0-9]+]] in
// CHECK: tensor.extract %{{.*}}[%[[J]], %[[I]]]
func.func @rows(%xs: tensor<?xf64>, %m: tensor<?x?xf64>, %s: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %width = tensor.dim %s, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %width -> tensor<?xindex> {
    chad.yield %j : index
  }
  %r = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%si = %s : tensor<?xf64>) {
    %p = chad.fold (%j in %js : tensor<?xindex>) with (%sj = %si : tensor<?xf64>) {
      %e = tensor.extract %m[%i, %j] : tensor<?x?xf64>
      %a = arith.mulf %e, %x : f64
      %s1 = chad.accumulate %a into %sj[%j] : f64 into tensor<?xf64>
      chad.yield %s1 : tensor<?xf64>
    }
    chad.yield %p : tensor<?xf64>
  }
  %q = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%si = %s : tensor<?xf64>) {
    %p = chad.fold (%j in %js : tensor<?xindex>) with (%sj = %si : tensor<?xf64>) {
      %e = tensor.extract %m[%j, %i] : tensor<?x?xf64>
      %old = tensor.extract %sj[%c0] : tensor<?xf64>
      %a = arith.mulf %e, %old : f64
      %s1 = chad.accumulate %a into %sj[%j] : f64 into tensor<?xf64>
      chad.yield %s1 : tensor<?xf64>
    }
    chad.yield %p : tensor<?xf64>
  }
  return %r, %q : tensor<?xf64>, tensor<?xf64>
}

// The shapes of sums are those before the loop.
// CHECK-LABEL: @shapes
// CHECK: chad.fold
// CHECK-NOT: tensor.dim %arg
// CHECK: return
func.func @shapes(%xs: tensor<?xf64>, %m: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %width = tensor.dim %m, %c0 : tensor<?x?xf64>
  %s = tensor.splat %zero[%width] : tensor<?xf64>
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %width -> tensor<?xindex> {
    chad.yield %j : index
  }
  %r:2 = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%si = %s : tensor<?xf64>) collect (tensor<?xf64>) {
    %before = tensor.dim %si, %c0 : tensor<?xf64>
    %p = chad.fold (%j in %js : tensor<?xindex>) with (%sj = %si : tensor<?xf64>) {
      %inside = tensor.dim %sj, %c0 : tensor<?xf64>
      %sum = arith.addi %inside, %before : index
      %int = arith.index_cast %sum : index to i64
      %float = arith.sitofp %int : i64 to f64
      %e = tensor.extract %m[%j, %i] : tensor<?x?xf64>
      %a = arith.mulf %e, %float : f64
      %s1 = chad.accumulate %a into %sj[%j] : f64 into tensor<?xf64>
      chad.yield %s1 : tensor<?xf64>
    }
    %after = tensor.dim %p, %c0 : tensor<?xf64>
    %int = arith.index_cast %after : index to i64
    %float = arith.sitofp %int : i64 to f64
    chad.yield %p, %float : tensor<?xf64>, f64
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

func.func @all(%xs: tensor<?xf64>, %ms: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
        tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %a:2 = func.call @below(%xs, %ms, %ms)
      : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %b:3 = func.call @upto(%xs, %ms, %ms)
      : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>, tensor<?xf64>)
  %m = chad.map (%e in %ms : tensor<?xf64>) -> tensor<?x?xf64> {
    %row = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.addf %x, %e : f64
      chad.yield %y : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %c = func.call @columns(%xs, %m) : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?xf64>
  %d = func.call @shorter(%xs, %m, %ms)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %e:2 = func.call @shapes(%xs, %m) : (tensor<?xf64>, tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %a#0, %a#1, %b#0, %b#1, %b#2, %c, %d, %e#0, %e#1
      : tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
