// Errors: a record holds a value that memory cannot hold, or an arena is not at the start of a
// function.
// RUN: chad-opt %s --chad-lower-arenas --split-input-file --verify-diagnostics

func.func @in_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{chad: an arena is made at the begin of a function}}
    %arena = chad.arena
  }
  return
}

// -----

func.func @vector(%v: vector<4xf64>) -> i64 {
  %arena = chad.arena
  // expected-error @below {{chad: records in memory hold numbers and ranked tensors of them, not 'vector<4xf64>'}}
  %b = chad.arena.put %arena(%v) : vector<4xf64>
  return %b : i64
}

// -----

func.func @unranked(%b: i64) -> tensor<*xf64> {
  // expected-error @below {{chad: records in memory hold numbers and ranked tensors of them, not 'tensor<*xf64>'}}
  %t = chad.arena.get %b : tensor<*xf64>
  return %t : tensor<*xf64>
}
