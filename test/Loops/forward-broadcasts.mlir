// Repeated values are stored once.

// RUN: chad-opt %s --split-input-file --chad-forward-broadcasts | FileCheck %s

// What is repeated is computed in the loop: it is stored, but once.
// CHECK-LABEL: @computed
// CHECK: %[[K:[0-9]+]] = chad.map {{.*}} -> tensor<?x?xf64> {
// CHECK: chad.map (%{{.*}} in %[[K]] : tensor<?x?xf64>
// CHECK-NOT: tensor<?x?x?xf64>
// CHECK: return
func.func @computed(%xs: tensor<?x?xf64>, %ys: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?x?xf64> {
    %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %q = math.exp %e : f64
      chad.yield %q : f64
    }
    %rows = chad.build %i < %n -> tensor<?x?xf64> {
      chad.yield %y : tensor<?xf64>
    }
    chad.yield %rows : tensor<?x?xf64>
  }
  %zs = chad.map (%rows in %kept : tensor<?x?x?xf64>, %y in %ys : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %z = chad.map (%r in %rows : tensor<?x?xf64>, %s in %y : tensor<?xf64>) -> tensor<?xf64> {
      %c0 = arith.constant 0 : index
      %a = tensor.extract %r[%c0] : tensor<?xf64>
      %p = arith.mulf %a, %s : f64
      chad.yield %p : f64
    }
    chad.yield %z : tensor<?xf64>
  }
  return %zs : tensor<?x?xf64>
}

// -----

// The whole array is wanted.
// CHECK-LABEL: @whole
// CHECK: chad.map {{.*}} -> tensor<?x?x?xf64>
func.func @whole(%xs: tensor<?x?xf64>, %n: index) -> tensor<?x?x?xf64> {
  %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?x?xf64> {
    %rows = chad.build %i < %n -> tensor<?x?xf64> {
      chad.yield %x : tensor<?xf64>
    }
    chad.yield %rows : tensor<?x?xf64>
  }
  return %kept : tensor<?x?x?xf64>
}

// -----

// What is dead goes with the loops inside of it.
// CHECK-LABEL: func.func @dead_nest
// CHECK-NEXT: return
func.func @dead_nest(%x: tensor<?x?xf64>) {
  %r = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %a : f64
      chad.yield %p : f64
    }
    %dead = chad.map (%a in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.addf %a, %a : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  return
}

// -----

// A loop over a state of another loop runs as often as the state has elements, which are not those
// of that loop's arrays.
// CHECK-LABEL: func.func @over_a_state
// CHECK: %[[STATE:.*]] = chad.fold
// CHECK: chad.fold (%{{.*}} in %[[STATE]] : tensor<?xf64>)
func.func @over_a_state(%xs: tensor<?xf64>, %x: f64) -> f64 {
  %grown = chad.fold (%e in %xs : tensor<?xf64>) with (%s = %xs : tensor<?xf64>) {
    %p = tensor.pad %s low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %x : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %p : tensor<?xf64>
  }
  %r = chad.fold (%e in %grown : tensor<?xf64>) with (%t = %x : f64) {
    %u = math.tanh %t : f64
    chad.yield %u : f64
  }
  return %r : f64
}
