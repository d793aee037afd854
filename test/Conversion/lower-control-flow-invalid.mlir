// An error where an op with branches is inside of an op that has no branches itself and is lowered
// before.

// RUN: chad-opt %s --split-input-file --chad-lower-control-flow -verify-diagnostics

func.func @inside(%xs: tensor<?xf64>, %c: i1) -> tensor<?xf64> {
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    // expected-error@+1 {{'scf.if' op has no lowering to branches in 'chad.map'; lower that first}}
    %y = scf.if %c -> f64 {
      %z = arith.negf %x : f64
      scf.yield %z : f64
    } else {
      scf.yield %x : f64
    }
    chad.yield %y : f64
  }
  return %r : tensor<?xf64>
}

// -----

func.func @threads(%n: index, %x: tensor<1xf64>, %e: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error@+1 {{'scf.forall' op has no lowering to branches}}
  %r = scf.forall (%i) in (%n) shared_outs(%o = %e) -> tensor<?xf64> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}
