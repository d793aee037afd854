// RUN: %python %S/Inputs/extents.py %s map sum sequential scan rows_map rows_product rows_states

func.func @map(%m: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %a : f64
    %p = arith.mulf %e, %b : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}
func.func @sum(%m: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) with (%s = %zero : f64) {
    %e = math.exp %a : f64
    %p = arith.mulf %e, %b : f64
    %t = arith.addf %s, %p : f64
    chad.yield %t : f64
  }
  return %r : f64
}
func.func @sequential(%m: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) with (%s = %zero : f64) {
    %p = arith.mulf %s, %b : f64
    %t = arith.addf %a, %p : f64
    chad.yield %t : f64
  }
  return %r : f64
}
func.func @scan(%m: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %z = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %r = chad.scan left inclusive (%s, %a in %z from %zero : tensor<?xf64>) {
    %t = arith.addf %s, %a : f64
    chad.yield %t : f64
  }
  return %r : tensor<?xf64>
}
func.func @rows_map(%m: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?x?xf64> {
  %r = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%a in %row : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
      %e = math.exp %a : f64
      %p = arith.mulf %e, %b : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func @rows_product(%m: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = chad.map (%a in %row : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %b : f64
      chad.yield %p : f64
    }
    %t = chad.reduce (%a, %b in %s from %zero : tensor<?xf64>) {
      %u = arith.addf %a, %b : f64
      chad.yield %u : f64
    }
    chad.yield %t : f64
  }
  return %r : tensor<?xf64>
}
func.func @rows_states(%m: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.fold (%row in %m : tensor<?x?xf64>) with (%s = %y : tensor<?xf64>) {
    %t = chad.map (%a in %row : tensor<?xf64>, %b in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.addf %a, %b : f64
      %q = math.tanh %p : f64
      chad.yield %q : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
