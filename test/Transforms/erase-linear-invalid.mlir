// RUN: chad-opt %s --chad-erase-linear -verify-diagnostics -split-input-file
// A program with errors is not changed.
// RUN: not chad-opt %s --chad-erase-linear -split-input-file --mlir-print-ir-after-failure 2>&1 | FileCheck %s
// CHECK: IR Dump After ChadEraseLinear Failed
// CHECK: func.func @partly(%{{.*}}: !chad.lin<f64>, %{{.*}}: !chad.lin<index>) -> !chad.lin<f64>
// CHECK-NEXT: chad.add %{{.*}}, %{{.*}} : !chad.lin<f64>

func.func @partly(%v: !chad.lin<f64>, %u: !chad.lin<index>) -> !chad.lin<f64> {
  %w = chad.add %v, %v : !chad.lin<f64>
  // expected-error @+1 {{linear types cannot be erased: result #0 of 'chad.lfun.id' has type '!chad.lfun<(lin<f64>) -> (lin<f64>)>', a linear function; 'chad-simplify' removes linear functions that are applied where they are known}}
  %m = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %x = chad.lfun.apply %m(%w) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %x : !chad.lin<f64>
}

// -----

// expected-error @+1 {{result #1 of 'func.func' has type '!chad.lfun<(lin<f64>) -> (lin<f64>)>', a linear function}}
func.func private @linear_function(f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)

// -----

// expected-error @+1 {{argument #0 of 'func.func' has type '!chad.copower<(f64), (lin<f64>)>', a copower; 'chad-simplify' removes copowers that are folded where they are known}}
func.func private @copower(!chad.copower<(f64), (lin<f64>)>)

// -----

// expected-error @+1 {{argument #0 of 'func.func' has type '!chad.ctx<[f64]>', a context of the unary normal form, which has to be left first}}
func.func private @context(!chad.ctx<[f64]>)

// -----

// expected-error @+1 {{argument #0 of 'func.func' has type '(f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>', a linear function}}
func.func private @nested((f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>)

// -----

func.func @region(%b: i1, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-error @+1 {{result #0 of 'scf.if' has type '!chad.copower}}
  %c = scf.if %b -> !chad.copower<(f64), (lin<f64>)> {
    // expected-error @+1 {{result #0 of 'chad.zero' has type '!chad.copower}}
    %z = chad.zero : !chad.copower<(f64), (lin<f64>)>
    scf.yield %z : !chad.copower<(f64), (lin<f64>)>
  } else {
    // expected-error @+1 {{result #0 of 'chad.zero' has type '!chad.copower}}
    %z = chad.zero : !chad.copower<(f64), (lin<f64>)>
    scf.yield %z : !chad.copower<(f64), (lin<f64>)>
  }
  return %v : !chad.lin<f64>
}

// -----

func.func private @f(f64) -> f64
func.func @request(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-error @+1 {{'chad.vjp' op is a request for a derivative with linear types, which cannot be erased: 'chad-differentiate' replaces it by the derivative}}
  %0, %1 = chad.vjp @f(%x) seed(%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return %1 : !chad.lin<f64>
}

// -----

// A request without linear types stays.
func.func private @f(f64) -> f64
func.func @gradient(%x: f64) -> f64 {
  %0 = chad.grad @f(%x) : (f64) -> f64
  return %0 : f64
}

// -----

func.func @power(%f: (f64) -> !chad.lin<f64>) -> ((f64) -> !chad.lin<f64>) {
  // expected-error @+1 {{'chad.add' op has type '(f64) -> !chad.lin<f64>', which cannot be erased: apply the function or match on the sum, and compute on '!chad.lin'}}
  %0 = chad.add %f, %f : (f64) -> !chad.lin<f64>
  return %0 : (f64) -> !chad.lin<f64>
}

// -----

func.func @foreign(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op has the linear type '!chad.lin<f64>', which cannot be erased here: let it work on the representation, between 'chad.from_linear' and 'chad.to_linear'}}
  %0 = builtin.unrealized_conversion_cast %v : !chad.lin<f64> to i32
  return %v : !chad.lin<f64>
}

// -----

func.func @held(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-error @+1 {{result #1 of 'async.execute' has type '!async.value<!chad.lin<f64>>', which holds a linear type where it cannot be erased; use 'chad.from_linear' to store its representation}}
  %t, %r = async.execute -> !async.value<!chad.lin<f64>> {
    // expected-error @+1 {{'async.yield' op has the linear type '!chad.lin<f64>'}}
    async.yield %v : !chad.lin<f64>
  }
  return %v : !chad.lin<f64>
}

// -----

func.func @extent(%u: !chad.lin<tensor<?xindex>>, %k: f64) -> tensor<?xf64> {
  // expected-error @+1 {{'chad.map' op has arrays of unit type alone, whose extent is not known when linear types are erased: give it an array of the same extent, or their type a static extent}}
  %0 = chad.map (%x in %u : !chad.lin<tensor<?xindex>>) -> tensor<?xf64> {
    chad.yield %k : f64
  }
  return %0 : tensor<?xf64>
}
