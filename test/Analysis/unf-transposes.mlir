// RUN: chad-opt %s --chad-verify-linear | FileCheck %s

// The transposes are linear functions between contexts of linear types.
// CHECK-LABEL: func @transposes
func.func @transposes(%x: f64, %y: f64, %n: index, %c: !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]>) -> !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]> {
  %d = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]> {
    %dx = chad.scale %y, %z : f64, !chad.lin<f64>
    %dy = chad.scale %x, %z : f64, !chad.lin<f64>
    chad.yield %dx, %dy : !chad.lin<f64>, !chad.lin<f64>
  }
  %e = chad.unf.proj_t %d[1, 1] sizes(%n) : !chad.ctx<[lin<f64>, lin<f64>]> -> !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]>
  return %e : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]>
}

// CHECK-LABEL: func @map_t
func.func @map_t(%k: f64, %xs: tensor<?xf64>, %c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>) -> (!chad.lin<f64>, !chad.lin<tensor<?xf64>>) {
  %d = chad.unf.map_t [%dk : !chad.lin<f64>] (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>)
      of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %s = chad.scale %x, %z : f64, !chad.lin<f64>
    %t = chad.add %dk, %s : !chad.lin<f64>
    %dx = chad.scale %k, %z : f64, !chad.lin<f64>
    chad.yield %t, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  %0:2 = chad.unf.leave %d : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>]>
  return %0#0, %0#1 : !chad.lin<f64>, !chad.lin<tensor<?xf64>>
}

// CHECK-LABEL: func @reduce_t
func.func @reduce_t(%xs: tensor<?xf64>, %one: f64, %dxs: !chad.lin<tensor<?xf64>>, %dr: !chad.lin<f64>) -> !chad.ctx<[lin<tensor<?xf64>>]> {
  %c = chad.unf.enter (%dxs, %dr) : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>
  %d = chad.unf.reduce_t (%a, %x in %xs from %one : tensor<?xf64>)
      of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    %r = arith.mulf %a, %x : f64
    chad.yield %r : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    %da = chad.scale %x, %z : f64, !chad.lin<f64>
    %dx = chad.scale %a, %z : f64, !chad.lin<f64>
    chad.yield %da, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  return %d : !chad.ctx<[lin<tensor<?xf64>>]>
}

// A program in unary normal form with linear values alone.
// CHECK-LABEL: func @forward
func.func @forward(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %c = chad.unf.enter (%v) : !chad.ctx<[lin<f64>]>
  %d = chad.unf.var %c[0] : !chad.ctx<[lin<f64>]>
  %e = chad.unf.op (%x : !chad.lin<f64>) of %d : !chad.ctx<[lin<f64>, lin<f64>]> -> !chad.lin<f64> {
    %y = chad.scale %k, %x : f64, !chad.lin<f64>
    chad.yield %y : !chad.lin<f64>
  }
  %f = chad.unf.proj %e[0, 2] : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]>
  %r = chad.unf.leave %f : !chad.ctx<[lin<f64>]>
  return %r : !chad.lin<f64>
}
