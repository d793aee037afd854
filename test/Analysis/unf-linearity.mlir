// RUN: chad-opt %s -split-input-file --chad-verify-linear -verify-diagnostics=only-expected

func.func @f(%x: f64, %v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
  %c0 = chad.unf.enter (%v) : !chad.ctx<[lin<f64>]>
  %c1 = chad.unf.proj_t %c0[0, 2] : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]>
  %c2 = chad.unf.op_t (%z : !chad.lin<f64>) of %c1 : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]> {
    %d = chad.scale %x, %z : f64, !chad.lin<f64>
    chad.yield %d, %d : !chad.lin<f64>, !chad.lin<f64>
  }
  %r:2 = chad.unf.leave %c2 : !chad.ctx<[lin<f64>, lin<f64>]>
  return %r#0, %r#1 : !chad.lin<f64>, !chad.lin<f64>
}

// -----

func.func @constant_increment(%k: !chad.ctx<[lin<f64>, lin<f64>]>) -> !chad.ctx<[lin<f64>]> {
  %one = arith.constant 1.0 : f64
  %c = chad.unf.op_t (%z : !chad.lin<f64>) of %k : !chad.ctx<[lin<f64>, lin<f64>]> {
    %w = chad.to_linear %one : f64
    // expected-error@+1 {{'chad.add' op is linear jointly in operand #0 and operand #1, but operand #1 neither depends on a linear argument nor is zero}}
    %d = chad.add %z, %w : !chad.lin<f64>
    chad.yield %d : !chad.lin<f64>
  }
  return %c : !chad.ctx<[lin<f64>]>
}

// -----

func.func @product(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %c0 = chad.unf.enter (%v, %v) : !chad.ctx<[lin<f64>, lin<f64>]>
  %c1 = chad.unf.op (%a : !chad.lin<f64>, %b : !chad.lin<f64>) of %c0 : !chad.ctx<[lin<f64>, lin<f64>]> -> !chad.lin<f64> {
    %x = chad.from_linear %a : !chad.lin<f64>
    // expected-error@+1 {{'chad.scale' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments}}
    %p = chad.scale %x, %b : f64, !chad.lin<f64>
    chad.yield %p : !chad.lin<f64>
  }
  %r:3 = chad.unf.leave %c1 : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]>
  return %r#2 : !chad.lin<f64>
}

// -----

func.func @constant_component(%v: !chad.lin<f64>, %x: f64) -> !chad.lin<f64> {
  %w = chad.to_linear %x : f64
  // expected-error@+1 {{'chad.unf.enter' op joins operand #1, which neither depends on a linear argument nor is zero}}
  %c = chad.unf.enter (%v, %w) : !chad.ctx<[lin<f64>, lin<f64>]>
  %r:2 = chad.unf.leave %c : !chad.ctx<[lin<f64>, lin<f64>]>
  return %r#0 : !chad.lin<f64>
}

// -----

func.func @accumulator(%xs: tensor<?xf64>, %c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>) -> !chad.ctx<[lin<f64>, lin<tensor<?xf64>>]> {
  %d = chad.unf.map_t [%k : !chad.lin<f64>] (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %w = chad.from_linear %k : !chad.lin<f64>
    // expected-error@+1 {{'chad.scale' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments}}
    %p = chad.scale %w, %z : f64, !chad.lin<f64>
    chad.yield %p, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return %d : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>]>
}
