// RUN: chad-opt %s --split-input-file --verify-diagnostics --chad-to-unf --chad-unf-reverse

// expected-error @+1 {{chad: '@blocks' branches between blocks; run '--lift-cf-to-scf' first}}
func.func @blocks(%x: f64) -> f64 {
  cf.br ^next
^next:
  return %x : f64
}

// -----

func.func @effects(%m: memref<f64>) -> f64 {
  // expected-error @+2 {{chad: 'memref.load' has side effects, which no context holds}}
  // expected-note @+1 {{convert before bufferization}}
  %x = memref.load %m[] : memref<f64>
  return %x : f64
}

// -----

func.func @outside(%x: f64) -> f64 {
  %c = chad.unf.enter (%x) : !chad.ctx<[f64]>
  %r = chad.unf.leave %c : !chad.ctx<[f64]>
  // expected-error @+2 {{chad: this op is not in the chain of ops on the function's context}}
  // expected-note @+1 {{run '--chad-from-unf', and '--chad-to-unf' to have all of it in one}}
  %s = math.sin %r : f64
  return %s : f64
}

// -----

func.func @tuple(%x: f64) -> f64 {
  %c = chad.unf.enter (%x, %x) : !chad.ctx<[f64, f64]>
  %d = chad.unf.pair %c : !chad.ctx<[f64, f64]>
  // expected-error @+1 {{chad: the op computes on a tuple; take it apart with 'chad.unf.get' before}}
  %e = chad.unf.op (%t : tuple<f64, f64>) of %d : !chad.ctx<[tuple<f64, f64>]> -> f64 {
    %k = arith.constant 1.0 : f64
    chad.yield %k : f64
  }
  %r:2 = chad.unf.leave %e : !chad.ctx<[tuple<f64, f64>, f64]>
  return %r#1 : f64
}

// -----

// expected-note @+1 {{the value is here; hand it over in the context}}
func.func @captured(%x: f64) -> f64 {
  %c = chad.unf.enter (%x) : !chad.ctx<[f64]>
  %s = chad.unf.op (%y : f64) of %c : !chad.ctx<[f64]> -> f64 {
    %k = math.sin %y : f64
    chad.yield %k : f64
  }
  // expected-error @+1 {{chad: the op computes with a differentiated value that is not in its context}}
  %e = chad.unf.op () of %s : !chad.ctx<[f64, f64]> -> f64 {
    %k = math.sin %x : f64
    chad.yield %k : f64
  }
  %r:3 = chad.unf.leave %e : !chad.ctx<[f64, f64, f64]>
  return %r#2 : f64
}

// -----

func.func @within(%x: f64) -> f64 {
  %r = scf.execute_region -> f64 {
    // expected-error @+1 {{chad: the function has contexts already; run '--chad-from-unf' first}}
    %c = chad.unf.enter (%x) : !chad.ctx<[f64]>
    %s = chad.unf.leave %c : !chad.ctx<[f64]>
    scf.yield %s : f64
  }
  return %r : f64
}

// -----

func.func @function_value(%x: f64) -> f64 {
  // expected-error @+2 {{chad: 'chad.lambda' has a function as a value, which no context holds}}
  // expected-note @+1 {{run '--chad-remove-functions' first}}
  %f = chad.lambda (%a : f64) -> f64 {
    chad.yield %a : f64
  }
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}

// -----

// expected-error @+1 {{chad: the function has contexts already; run '--chad-from-unf' first}}
func.func @context_argument(%c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  return %c : !chad.ctx<[f64]>
}

// -----

func.func private @show(f64)
func.func @shows(%x: f64) -> f64 {
  // expected-error @+2 {{chad: 'func.call' has side effects, which no context holds}}
  // expected-note @+1 {{convert before bufferization}}
  func.call @show(%x) : (f64) -> ()
  return %x : f64
}
