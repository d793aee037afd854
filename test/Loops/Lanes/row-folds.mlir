// Sequential loops over rows, computed element by element: vectors of elements go through all
// iterations one after the other, with the states in registers.

// RUN: chad-opt %s --chad-choose-schedule --chad-vectorize-lanes --cse | FileCheck %s
// RUN: chad-opt %s --chad-choose-schedule=vector-bits=256 --chad-vectorize-lanes=vector-bits=256 --cse | FileCheck %s --check-prefix=NARROW
// RUN: chad-run %s --entry=differences --arg='[5, 0, 5, 1, 5, 4, 3]' --arg='[0, 7, 7, 8, 14, 16, 37]' | FileCheck %s --check-prefix=SAME
// RUN: chad-run %s --entry=differences --arg='[5, 0, 5, 1, 5, 4, 3]' --arg='[0, 3, 3, 4, 7, 8, 45]' --target-cpu=x86-64-v3 | FileCheck %s --check-prefix=SAME
// SAME: tensor<7xi1> [true, true, true, true, true, true, true]

// Two vectors side by side as long as there are elements for them; the rest in two or in one.
// CHECK-LABEL: func private @recurrence
// CHECK-SAME: %[[K:.*]]: tensor<?xf64>, %[[F:.*]]: tensor<?xf64>, %[[X:.*]]: tensor<?x?xf64>, %[[S:.*]]: tensor<?xf64>
// CHECK: %[[FIRST:.*]]:3 = scf.for %[[I:.*]] = %{{.*}} to %[[END:.*]] step %{{.*}} iter_args(%[[OUT:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK: %[[KS:.*]] = vector.transfer_read %[[K]][%[[I]]], %{{.*}} {in_bounds = [true]} : tensor<?xf64>, vector<16xf64>
// CHECK: %[[START:.*]] = vector.transfer_read %[[S]][%[[I]]], %{{.*}} {in_bounds = [true]} : tensor<?xf64>, vector<16xf64>
// CHECK: %[[STEPS:.*]]:3 = scf.for {{.*}} iter_args(%[[STATE:.*]] = %[[START]], %{{.*}} = %[[A]], %[[BS:.*]] = %[[B]]) -> (vector<16xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
// CHECK: vector.transfer_read %[[X]][%[[AT:.*]], %[[I]]]
// CHECK: %[[SCALE:.*]] = tensor.extract %[[F]][%[[AT]]]
// CHECK: arith.mulf %[[KS]], %[[STATE]] : vector<16xf64>
// CHECK: vector.broadcast %[[SCALE]]
// CHECK: math.tanh %{{.*}} : vector<16xf64>
// CHECK: vector.transfer_write %[[STATE]], %[[BS]][%[[AT]], %[[I]]]
// CHECK: vector.transfer_write %[[STEPS]]#0, %[[OUT]][%[[I]]] {in_bounds = [true]}
// CHECK: scf.for %{{.*}} = %[[END]] to %[[NEXT:.*]] step
// CHECK: vector.transfer_read %[[K]][%{{.*}}], %{{.*}} : tensor<?xf64>, vector<16xf64>
// CHECK: scf.for %{{.*}} = %[[NEXT]] to %{{.*}} step
// CHECK: vector.transfer_read %[[K]][%{{.*}}], %{{.*}} : tensor<?xf64>, vector<8xf64>
func.func private @recurrence(%k: tensor<?xf64>, %f: tensor<?xf64>, %x: tensor<?x?xf64>,
    %s: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %last, %all, %before = chad.fold right (%r in %x : tensor<?x?xf64>, %g in %f : tensor<?xf64>)
      with (%h = %s : tensor<?xf64>) collect (tensor<?x?xf64>, tensor<?x?xf64>) {
    %n, %o = chad.map (%a in %k : tensor<?xf64>, %b in %h : tensor<?xf64>, %c in %r : tensor<?xf64>)
        -> (tensor<?xf64>, tensor<?xf64>) {
      %p = arith.mulf %a, %b : f64
      %q = arith.addf %p, %c : f64
      %u = arith.mulf %q, %g : f64
      %t = math.tanh %u : f64
      %m = arith.mulf %t, %c : f64
      chad.yield %t, %m : f64, f64
    }
    chad.yield %n, %o, %h : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  }
  return %last, %all, %before : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// Six states of two vectors side by side fit 32 registers, but not 16. A state that starts the same
// everywhere is not read.
// CHECK-LABEL: func @many
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf64>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]]
// NARROW-LABEL: func @many
// NARROW-NOT: vector<8xf64>
// NARROW: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf64>
// NARROW: scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]]
// NARROW-NOT: vector<8xf64>
// NARROW: return
func.func @many(%x: tensor<?x?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero[%n] : tensor<?xf64>
  %l:6 = chad.fold (%r in %x : tensor<?x?xf64>) with (%a = %z : tensor<?xf64>,
      %b = %z : tensor<?xf64>, %c = %z : tensor<?xf64>, %d = %z : tensor<?xf64>,
      %e = %z : tensor<?xf64>, %o = %z : tensor<?xf64>) {
    %m:6 = chad.map (%f in %r : tensor<?xf64>, %g in %a : tensor<?xf64>, %h in %b : tensor<?xf64>,
        %i in %c : tensor<?xf64>, %j in %d : tensor<?xf64>, %k in %e : tensor<?xf64>, %s in %o : tensor<?xf64>)
        -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
      %p = math.exp %g : f64
      %q = arith.addf %p, %f : f64
      chad.yield %k, %q, %h, %i, %j, %s : f64, f64, f64, f64, f64, f64
    }
    chad.yield %m#0, %m#1, %m#2, %m#3, %m#4, %m#5 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  }
  return %l#0 : tensor<?xf64>
}

// A row that the map does not read may have another length.
// CHECK-LABEL: func @another
// CHECK: chad.fold
func.func @another(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %s: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?x?xf64>) {
  %l, %c = chad.fold (%r in %x : tensor<?x?xf64>, %o in %y : tensor<?x?xf64>)
      with (%h = %s : tensor<?xf64>) collect (tensor<?x?xf64>) {
    %n = chad.map (%a in %r : tensor<?xf64>, %b in %h : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %b : f64
      %t = math.tanh %p : f64
      chad.yield %t : f64
    }
    chad.yield %n, %o : tensor<?xf64>, tensor<?xf64>
  }
  return %l, %c : tensor<?xf64>, tensor<?x?xf64>
}

func.func private @sample(%i: index, %j: index) -> f64 {
  %c7 = arith.constant 7 : index
  %tenth = arith.constant 0.1 : f64
  %p = arith.muli %i, %c7 : index
  %q = arith.addi %p, %j : index
  %r = arith.index_cast %q : index to i64
  %s = arith.sitofp %r : i64 to f64
  %t = arith.mulf %s, %tenth : f64
  %u = math.sin %t : f64
  return %u : f64
}

// The greatest difference from folds over scalars.
func.func private @difference(%rows: index, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %x = chad.build %i < %rows -> tensor<?x?xf64> {
    %row = chad.build %j < %n -> tensor<?xf64> {
      %e = func.call @sample(%i, %j) : (index, index) -> f64
      chad.yield %e : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %f = chad.build %i < %rows -> tensor<?xf64> {
    %e = func.call @sample(%i, %c1) : (index, index) -> f64
    chad.yield %e : f64
  }
  %k = chad.build %i < %n -> tensor<?xf64> {
    %e = func.call @sample(%c1, %i) : (index, index) -> f64
    chad.yield %e : f64
  }
  %last, %all, %before = func.call @recurrence(%k, %f, %x, %k)
      : (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>)
      -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
  %iota = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %worst = chad.map (%j in %iota : tensor<?xindex>, %kj in %k : tensor<?xf64>,
                     %result in %last : tensor<?xf64>) -> tensor<?xf64> {
    %end, %wrong = chad.fold right (%r in %x : tensor<?x?xf64>, %g in %f : tensor<?xf64>,
        %made in %all : tensor<?x?xf64>, %old in %before : tensor<?x?xf64>)
        with (%h = %kj : f64, %w = %zero : f64) {
      %c = tensor.extract %r[%j] : tensor<?xf64>
      %is = tensor.extract %made[%j] : tensor<?xf64>
      %was = tensor.extract %old[%j] : tensor<?xf64>
      %p = arith.mulf %kj, %h : f64
      %q = arith.addf %p, %c : f64
      %u = arith.mulf %q, %g : f64
      %t = math.tanh %u : f64
      %m = arith.mulf %t, %c : f64
      %d = arith.subf %m, %is : f64
      %da = math.absf %d : f64
      %e = arith.subf %h, %was : f64
      %ea = math.absf %e : f64
      %more = arith.maximumf %da, %ea : f64
      %most = arith.maximumf %more, %w : f64
      chad.yield %t, %most : f64, f64
    }
    %d = arith.subf %end, %result : f64
    %a = math.absf %d : f64
    %m = arith.maximumf %a, %wrong : f64
    chad.yield %m : f64
  }
  %max = chad.reduce (%a, %b in %worst from %zero : tensor<?xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  return %max : f64
}

func.func @differences(%rows: tensor<?xi64>, %n: tensor<?xi64>) -> tensor<?xi1> {
  %small = arith.constant 1.0e-14 : f64
  %d = chad.map (%r in %rows : tensor<?xi64>, %e in %n : tensor<?xi64>) -> tensor<?xi1> {
    %i = arith.index_cast %r : i64 to index
    %j = arith.index_cast %e : i64 to index
    %v = func.call @difference(%i, %j) : (index, index) -> f64
    %ok = arith.cmpf olt, %v, %small : f64
    chad.yield %ok : i1
  }
  return %d : tensor<?xi1>
}
