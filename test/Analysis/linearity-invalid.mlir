// RUN: chad-opt %s --chad-verify-linear -verify-diagnostics -split-input-file

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @product(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+2 {{operand #0 depends on linear argument #1 through 'chad.from_linear' here}}
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-note @+1 {{operand #1 depends on linear argument #1 through 'arith.mulf' here}}
  %y = arith.mulf %k, %x : f64
  // expected-error @+1 {{'arith.mulf' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments: their product is not linear; keep one of them independent of the linear arguments}}
  %z = arith.mulf %x, %y : f64
  %r = chad.to_linear %z : f64
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+2 {{linear argument #0 of 'func.func' here}}
// expected-note @+1 {{operand #1 is linear argument #0 of 'func.func'}}
func.func @scaled_by_linear(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'chad.scale' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments}}
  %r = chad.scale %x, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// -----

func.func @affine(%k: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  // expected-note @+1 {{linear argument #0 of 'chad.lfun.lambda' here}}
  %m = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
    %x = chad.from_linear %v : !chad.lin<f64>
    // expected-error @+1 {{'arith.addf' op is linear jointly in operand #0 and operand #1, but operand #1 neither depends on a linear argument nor is zero: the result is affine, not linear; move the constant part out of the linear region}}
    %y = arith.addf %x, %k : f64
    %r = chad.to_linear %y : f64
    chad.yield %r : !chad.lin<f64>
  }
  return %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @quotient(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{operand #1 depends on linear argument #1 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'arith.divf' op is not linear in operand #1, which depends on a linear argument; use a value there that does not depend on linear arguments}}
  %y = arith.divf %k, %x : f64
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @no_interface(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'math.sin' op is not linear in operand #0, which depends on a linear argument; use a value there that does not depend on linear arguments, or implement 'LinearOpInterface' if the op is linear}}
  %y = math.sin %x : f64
  %zero = chad.zero : !chad.lin<f64>
  return %zero : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @condition(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %zero = arith.constant 0.0 : f64
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'arith.cmpf' op is not linear in operand #0, which depends on a linear argument; conditions, indices and shapes must not depend on linear arguments}}
  %c = arith.cmpf olt, %x, %zero : f64
  %r = scf.if %c -> !chad.lin<f64> {
    scf.yield %v : !chad.lin<f64>
  } else {
    %w = chad.add %v, %v : !chad.lin<f64>
    scf.yield %w : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #2 of 'func.func' here}}
func.func @index(%t: tensor<?xf64>, %n: index, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %zero = arith.constant 0.0 : f64
  // expected-note @+1 {{operand #0 depends on linear argument #2 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'arith.fptosi' op is not linear in operand #0, which depends on a linear argument; conditions, indices and shapes must not depend on linear arguments}}
  %j = arith.fptosi %x : f64 to i64
  %i = arith.index_cast %j : i64 to index
  %y = tensor.extract %t[%i] : tensor<?xf64>
  %zr = chad.zero : !chad.lin<f64>
  return %zr : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @shape(%v: !chad.lin<f64>) -> !chad.lin<tensor<?xf64>> {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'arith.fptoui' op is not linear in operand #0, which depends on a linear argument; conditions, indices and shapes must not depend on linear arguments}}
  %j = arith.fptoui %x : f64 to i64
  %n = arith.index_cast %j : i64 to index
  %r = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  return %r : !chad.lin<tensor<?xf64>>
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @trip_count(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-note @+1 {{operand #0 depends on linear argument #1 through argument #0 of 'scf.while' here}}
  %r = scf.while (%a = %x) : (f64) -> f64 {
    // expected-error @+1 {{'arith.cmpf' op is not linear in operand #0}}
    %c = arith.cmpf olt, %a, %k : f64
    scf.condition(%c) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.mulf %k, %a : f64
    scf.yield %b : f64
  }
  %w = chad.to_linear %r : f64
  return %w : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @cartesian_result(%v: !chad.lin<f64>) -> f64 {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'func.return' op operand #0 of Cartesian type 'f64' depends on a linear argument; give the result a linear type and return it through 'chad.to_linear'}}
  return %x : f64
}

// -----

// expected-note @+1 {{in this linear region}}
func.func @constant_result(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %w = chad.to_linear %k : f64
  // expected-error @+1 {{'func.return' op operand #0 of linear type neither depends on a linear argument nor is zero, so 'func.func' is not linear; return a value that depends linearly on the linear arguments, or 'chad.zero'}}
  return %w : !chad.lin<f64>
}

// -----

func.func @no_arguments(%w: f64) -> !chad.lfun<() -> (lin<f64>)> {
  %v = chad.to_linear %w : f64
  // expected-note @+1 {{in this linear region}}
  %m = chad.lfun.lambda () -> !chad.lin<f64> {
    // expected-error @+1 {{'chad.yield' op operand #0 of linear type neither depends on a linear argument nor is zero, so 'chad.lfun.lambda' is not linear}}
    chad.yield %v : !chad.lin<f64>
  }
  return %m : !chad.lfun<() -> (lin<f64>)>
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @copower(%k: f64, %c: !chad.copower<(f64), (lin<f64>)>) -> !chad.lin<f64> {
  // expected-note @+1 {{through argument #1 of 'chad.copower.fold' here}}
  %r = chad.copower.fold %c : !chad.copower<(f64), (lin<f64>)> (%y : f64, %w : !chad.lin<f64>) -> !chad.lin<f64> {
    // expected-note @+1 {{operand #0 depends on linear argument #1 through 'chad.from_linear' here}}
    %x = chad.from_linear %w : !chad.lin<f64>
    // expected-error @+1 {{'arith.addf' op is linear jointly in operand #0 and operand #1, but operand #1}}
    %s = arith.addf %x, %y : f64
    %t = chad.to_linear %s : f64
    chad.yield %t : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @copower_primal(%v: !chad.lin<f64>) -> !chad.copower<(f64), (lin<f64>)> {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'chad.copower.singleton' op is not linear in operand #0}}
  %c = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
  return %c : !chad.copower<(f64), (lin<f64>)>
}

// -----

// A nested linear function that captures a linear value.
// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @captured(%v: !chad.lin<f64>, %w: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+2 {{operand #0 is linear argument #0 of 'chad.lfun.lambda'}}
  // expected-error @+1 {{'chad.lfun.lambda' op operand #0 of its terminator 'chad.yield', a part of the function value, depends on a linear argument; a function value must not: pass the value that it captures as an argument}}
  %m = chad.lfun.lambda (%u : !chad.lin<f64>) -> !chad.lin<f64> {
    // expected-note @+2 {{operand #0 of its terminator 'chad.yield' depends on linear argument #0 through 'chad.add' here}}
    // expected-error @+1 {{'chad.add' op is linear jointly in operand #0 and operand #1, but operand #1 neither}}
    %s = chad.add %u, %v : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %r = chad.lfun.apply %m(%w) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @captured_by_lambda(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %u = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'chad.lambda' op operand #0 of its terminator 'chad.yield', a part of the function value, depends on a linear argument}}
  %f = chad.lambda (%y : f64) -> f64 {
    // expected-note @+1 {{operand #0 of its terminator 'chad.yield' depends on linear argument #1 through 'arith.mulf' here}}
    %p = arith.mulf %u, %y : f64
    chad.yield %p : f64
  }
  %z = chad.apply %f(%x) : (f64) -> f64
  %r = chad.to_linear %z : f64
  return %r : !chad.lin<f64>
}

// -----

func.func private @callee(f64, !chad.lin<f64>, !chad.lin<f64>) -> !chad.lin<f64>
// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @call_cartesian(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'func.call' op operand #0, an argument of Cartesian type, depends on a linear argument; give it a linear type in the signature and pass it through 'chad.to_linear'}}
  %r = func.call @callee(%x, %v, %v) : (f64, !chad.lin<f64>, !chad.lin<f64>) -> !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// -----

func.func private @callee(f64, !chad.lin<f64>, !chad.lin<f64>) -> !chad.lin<f64>
// expected-note @+1 {{operand #1 is linear argument #1 of 'func.func'}}
func.func @call_affine(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %w = chad.to_linear %x : f64
  // expected-error @+1 {{'func.call' op is linear jointly in operand #1 and operand #2, but operand #2 neither depends on a linear argument nor is zero}}
  %r = func.call @callee(%x, %v, %w) : (f64, !chad.lin<f64>, !chad.lin<f64>) -> !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @apply_cartesian(%f: (f64) -> f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{operand #1 depends on linear argument #1 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'chad.apply' op operand #1, an argument of Cartesian type, depends on a linear argument}}
  %y = chad.apply %f(%x) : (f64) -> f64
  %zero = chad.zero : !chad.lin<f64>
  return %zero : !chad.lin<f64>
}

// -----

// A power applied to a linear argument is bilinear.
// expected-note @+2 {{operand #0 is linear argument #1 of 'func.func'}}
// expected-note @+1 {{operand #1 is linear argument #0 of 'func.func'}}
func.func @apply_both(%v: !chad.lin<f64>, %f: (!chad.lin<f64>) -> !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-error @+1 {{'chad.apply' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments}}
  %y = chad.apply %f(%v) : (!chad.lin<f64>) -> !chad.lin<f64>
  return %y : !chad.lin<f64>
}

// -----

func.func private @f(f64) -> f64
// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @request_point(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'chad.jvp' op operand #0, the point of a derivative, depends on a linear argument; a derivative is linear in tangents and cotangents alone}}
  %r:2 = chad.jvp @f(%x) along(%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  // expected-error @+1 {{'chad.grad' op operand #0, the point of a derivative, depends on a linear argument}}
  %g = chad.grad @f(%x) : (f64) -> f64
  return %r#1 : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #2 of 'func.func' here}}
func.func @branches(%c: i1, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{depends on linear argument #2 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'scf.if' op joins operand #0 of its terminator 'scf.yield', which neither depends on a linear argument nor is zero, with values that depend on one: the result is not linear; use zero ('chad.zero', or a constant 0.0) or a linear value there}}
  %y = scf.if %c -> f64 {
    scf.yield %x : f64
  } else {
    scf.yield %k : f64
  }
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #2 of 'func.func' here}}
func.func @loop_start(%n: index, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'scf.for' op joins operand #3, which neither depends on a linear argument nor is zero, with values that depend on one}}
  %y = scf.for %i = %n to %n step %n iter_args(%a = %k) -> f64 {
    // expected-note @+1 {{operand #0 of its terminator 'scf.yield' depends on linear argument #2 through 'arith.addf' here}}
    %b = arith.addf %a, %x : f64
    scf.yield %b : f64
  }
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

// What follows from an error is no error of its own.
// expected-note @+1 {{linear argument #2 of 'func.func' here}}
func.func @loop_body(%n: index, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-note @+1 {{operand #0 depends on linear argument #2 through argument #1 of 'scf.for' here}}
  %y = scf.for %i = %n to %n step %n iter_args(%a = %x) -> f64 {
    // expected-error @+1 {{'math.sin' op is not linear in operand #0}}
    %b = math.sin %a : f64
    // expected-error @+1 {{'arith.mulf' op is linear in operand #0 and in operand #1 apart}}
    %c = arith.mulf %a, %x : f64
    %d = arith.addf %b, %c : f64
    scf.yield %d : f64
  }
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{operand #1 is linear argument #2 of 'func.func'}}
func.func @block_argument(%c: i1, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %w = chad.to_linear %k : f64
  // expected-error @+1 {{'cf.cond_br' op joins operand #2, which neither depends on a linear argument nor is zero}}
  cf.cond_br %c, ^end(%v : !chad.lin<f64>), ^end(%w : !chad.lin<f64>)
^end(%r: !chad.lin<f64>):
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{operand #0 of 'cf.br' is linear argument #2 of 'func.func'}}
func.func @other_branch(%c: i1, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %w = chad.to_linear %k : f64
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^end(%v : !chad.lin<f64>)
^b:
  // expected-error @+1 {{'cf.br' op joins operand #0, which neither depends on a linear argument nor is zero}}
  cf.br ^end(%w : !chad.lin<f64>)
^end(%r: !chad.lin<f64>):
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @map_body(%v: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %t = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  // expected-note @+1 {{operand #0 depends on linear argument #0 through argument #0 of 'chad.map' here}}
  %r = chad.map (%x in %t : tensor<?xf64>) -> tensor<?xf64> {
    // expected-error @+1 {{'arith.mulf' op is linear in operand #0 and in operand #1 apart}}
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %w = chad.to_linear %r : tensor<?xf64>
  return %w : !chad.lin<tensor<?xf64>>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @reduce_unit(%v: !chad.lin<tensor<?xf64>>, %one: f64) -> !chad.lin<f64> {
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
  %t = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  // expected-error @+1 {{'chad.reduce' op joins operand #1, which neither depends on a linear argument nor is zero}}
  %r = chad.reduce (%a, %x in %t from %one : tensor<?xf64>) {
    %y = arith.addf %a, %x : f64
    chad.yield %y : f64
  }
  %w = chad.to_linear %r : f64
  return %w : !chad.lin<f64>
}

// -----

// The affine pair is linear in its second part alone.
// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @affine_pairs(%v: !chad.lin<tensor<?xf64>>, %bs: tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %as = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  // expected-note @+5 {{operand #0 depends on linear argument #0 through argument #0 of 'chad.scan' here}}
  // expected-note @+4 {{operand #1 depends on linear argument #0 through argument #2 of 'chad.scan' here}}
  // expected-note @+3 {{operand #0 depends on linear argument #0 through argument #2 of 'chad.scan' here}}
  // expected-note @+2 {{operand #1 depends on linear argument #0 through argument #1 of 'chad.scan' here}}
  // expected-note @+1 {{through argument #2 of 'chad.scan' here}}
  %a, %b = chad.scan left inclusive (%a1, %a2 in %as from %one : tensor<?xf64>, %b1, %b2 in %bs from %zero : tensor<?xf64>) {
    // expected-error @+1 {{'arith.mulf' op is linear in operand #0 and in operand #1 apart}}
    %p = arith.mulf %a1, %a2 : f64
    // expected-note @+2 {{through 'arith.mulf' here}}
    // expected-error @+1 {{'arith.mulf' op is linear in operand #0 and in operand #1 apart}}
    %s = arith.mulf %a2, %b1 : f64
    // expected-note @+1 {{through 'arith.addf' here}}
    %t = arith.addf %s, %b2 : f64
    chad.yield %p, %t : f64, f64
  }
  %w = chad.to_linear %b : tensor<?xf64>
  return %w : !chad.lin<tensor<?xf64>>
}

// -----

// expected-note @+1 {{linear argument #3 of 'func.func' here}}
func.func @hist_bins(%is: tensor<?xindex>, %n: index, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<tensor<?xf64>> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-note @+1 {{through 'tensor.from_elements' here}}
  %xs = tensor.from_elements %x : tensor<1xf64>
  // expected-note @+1 {{operand #2 depends on linear argument #3 through 'tensor.cast' here}}
  %ts = tensor.cast %xs : tensor<1xf64> to tensor<?xf64>
  // expected-error @+1 {{'chad.hist' op joins operand #3, which neither depends on a linear argument nor is zero}}
  %h = chad.hist %is : tensor<?xindex> bins %n (%a, %y in %ts from %k : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %a, %y : f64
    chad.yield %s : f64
  }
  %w = chad.to_linear %h : tensor<?xf64>
  return %w : !chad.lin<tensor<?xf64>>
}

// -----

// expected-note @+1 {{linear argument #2 of 'func.func' here}}
func.func @accumulate(%acc: tensor<?xf64>, %i: index, %v: !chad.lin<f64>) -> !chad.lin<tensor<?xf64>> {
  // expected-note @+1 {{operand #0 depends on linear argument #2 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'chad.accumulate' op is linear jointly in operand #0 and operand #1, but operand #1}}
  %t = chad.accumulate %x into %acc[%i] : f64 into tensor<?xf64>
  %w = chad.to_linear %t : tensor<?xf64>
  return %w : !chad.lin<tensor<?xf64>>
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @case_alternatives(%k: f64, %s: !chad.sum<(lin<f64>), (lin<f64>)>) -> !chad.lin<f64> {
  %w = chad.to_linear %k : f64
  // expected-error @+1 {{'chad.case' op joins operand #0 of its terminator 'chad.yield', which neither depends on a linear argument nor is zero}}
  %0 = chad.case %s : !chad.sum<(lin<f64>), (lin<f64>)> -> !chad.lin<f64>
  // expected-note @+1 {{operand #0 of its terminator 'chad.yield' depends on linear argument #1 through argument #0 of 'chad.case' here}}
  (%x : !chad.lin<f64>) {
    chad.yield %x : !chad.lin<f64>
  }
  (%x : !chad.lin<f64>) {
    chad.yield %w : !chad.lin<f64>
  }
  return %0 : !chad.lin<f64>
}

// -----

// expected-note @+1 {{operand #1 of 'chad.add' is linear argument #0 of 'func.func'}}
func.func @case_captures(%v: !chad.lin<f64>, %s: !chad.sum<(lin<f64>), (lin<f64>)>) -> !chad.lin<f64> {
  // expected-error @+1 {{'chad.case' op operand #1 of 'chad.add', captured beside a linear scrutinee, depends on a linear argument; zero fits every tag, so the alternatives may use linear values of their arguments alone: add the value to the result of the case}}
  %0 = chad.case %s : !chad.sum<(lin<f64>), (lin<f64>)> -> !chad.lin<f64>
  (%x : !chad.lin<f64>) {
    %y = chad.add %x, %v : !chad.lin<f64>
    chad.yield %y : !chad.lin<f64>
  }
  (%x : !chad.lin<f64>) {
    chad.yield %x : !chad.lin<f64>
  }
  return %0 : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @case_cartesian(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.inj' here}}
  %s = chad.inj 1(%x) : (f64) -> !chad.sum<(), (f64)>
  %zero = arith.constant 0.0 : f64
  // expected-error @+1 {{'chad.case' op operand #0, the scrutinee, depends on a linear argument; its tag must not depend on linear arguments}}
  %0 = chad.case %s : !chad.sum<(), (f64)> -> f64
  () {
    chad.yield %zero : f64
  }
  (%y : f64) {
    chad.yield %y : f64
  }
  %w = chad.zero : !chad.lin<f64>
  return %w : !chad.lin<f64>
}

// -----

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @named_op(%v: !chad.lin<tensor<2x2xf64>>) -> !chad.lin<tensor<2x2xf64>> {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %t = chad.from_linear %v : !chad.lin<tensor<2x2xf64>>
  %init = arith.constant dense<0.0> : tensor<2x2xf64>
  // expected-note @+3 {{operand #0 depends on linear argument #0 through argument #0 of 'linalg.matmul' here}}
  // expected-note @+2 {{operand #1 depends on linear argument #0 through argument #1 of 'linalg.matmul' here}}
  // expected-error @+1 {{'arith.mulf' op in the body of 'linalg.matmul' is linear in operand #0 and in operand #1 apart}}
  %m = linalg.matmul ins(%t, %t : tensor<2x2xf64>, tensor<2x2xf64>) outs(%init : tensor<2x2xf64>) -> tensor<2x2xf64>
  %r = chad.to_linear %m : tensor<2x2xf64>
  return %r : !chad.lin<tensor<2x2xf64>>
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @memory(%m: memref<f64>, %v: !chad.lin<f64>) {
  // expected-note @+1 {{operand #0 depends on linear argument #1 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'memref.store' op is not linear in operand #0}}
  memref.store %x, %m[] : memref<f64>
  return
}

// -----

// What an op without the interface gets from its regions.
// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @region_without_interface(%n: index, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %zero = arith.constant 0.0 : f64
  // expected-note @+1 {{operand #0 of its terminator 'scf.reduce' depends on linear argument #1 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'scf.parallel' op is not linear in operand #0 of its terminator 'scf.reduce', which depends on a linear argument}}
  %y = scf.parallel (%i) = (%n) to (%n) step (%n) init (%zero) -> f64 {
    scf.reduce(%x : f64) {
    ^bb0(%a: f64, %b: f64):
      %s = arith.addf %a, %b : f64
      scf.reduce.return %s : f64
    }
  }
  %w = chad.zero : !chad.lin<f64>
  return %w : !chad.lin<f64>
}

// -----

// A long path is shortened.
// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @long_path(%v: !chad.lin<f64>) -> f64 {
  // expected-note @+1 {{through 'chad.from_linear' here}}
  %0 = chad.from_linear %v : !chad.lin<f64>
  // expected-note @+1 {{through 'arith.negf' here}}
  %1 = arith.negf %0 : f64
  // expected-note @+1 {{through 'arith.negf' here}}
  %2 = arith.negf %1 : f64
  %3 = arith.negf %2 : f64
  %4 = arith.negf %3 : f64
  // expected-note @+1 {{... and through 3 more values}}
  %5 = arith.negf %4 : f64
  // expected-note @+1 {{through 'arith.negf' here}}
  %6 = arith.negf %5 : f64
  // expected-note @+1 {{through 'arith.negf' here}}
  %7 = arith.negf %6 : f64
  // expected-note @+1 {{through 'arith.negf' here}}
  %8 = arith.negf %7 : f64
  // expected-note @+1 {{through 'arith.negf' here}}
  %9 = arith.negf %8 : f64
  // expected-note @+1 {{through 'arith.negf' here}}
  %10 = arith.negf %9 : f64
  // expected-note @+1 {{operand #0 depends on linear argument #0 through 'arith.negf' here}}
  %11 = arith.negf %10 : f64
  // expected-error @+1 {{'func.return' op operand #0 of Cartesian type 'f64' depends on a linear argument}}
  return %11 : f64
}

// -----

// expected-note @+1 {{linear argument #1 of 'func.func' here}}
func.func @structured_op_in_memory(%m: memref<f64>, %v: !chad.lin<f64>) {
  // expected-note @+1 {{operand #0 depends on linear argument #1 through 'chad.from_linear' here}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'linalg.fill' op is not linear in operand #0}}
  linalg.fill ins(%x : f64) outs(%m : memref<f64>)
  return
}

// -----

// A call with linear values of Cartesian type is looked into.

// expected-note @below {{operand #0 is linear argument #0 of 'func.func'}}
// expected-note @below {{operand #1 is linear argument #1 of 'func.func'}}
func.func private @times(%a: f64, %b: f64) -> f64 {
  // expected-error @below {{'arith.mulf' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments}}
  %p = arith.mulf %a, %b : f64
  return %p : f64
}
func.func private @outer(%a: f64, %b: f64) -> f64 {
  // expected-note @below {{in this call, with values that depend on linear arguments}}
  %p = call @times(%a, %b) : (f64, f64) -> f64
  return %p : f64
}
func.func @product_in_call(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %x = chad.from_linear %v : !chad.lin<f64>
  // It is linear in either.
  %a = call @outer(%k, %x) : (f64, f64) -> f64
  // expected-note @below {{in this call, with values that depend on linear arguments}}
  %b = call @outer(%x, %a) : (f64, f64) -> f64
  %r = chad.to_linear %b : f64
  return %r : !chad.lin<f64>
}

// -----

// The recursive call may add a constant; one call suffices to find it.
// expected-note @below {{linear argument #1 of 'func.func' here}}
func.func private @more(%n: index, %a: f64, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %stop = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %stop -> f64 {
    scf.yield %a : f64
  } else {
    %m = arith.subi %n, %c1 : index
    // expected-note @below {{operand #0 depends on linear argument #1 through 'func.call' here}}
    %s = func.call @more(%m, %a, %c) : (index, f64, f64) -> f64
    // expected-error @below {{'arith.addf' op is linear jointly in operand #0 and operand #1, but operand #1 neither depends on a linear argument nor is zero}}
    %t = arith.addf %s, %c : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func @affine_recursion(%n: index, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-note @below {{in this call, with values that depend on linear arguments}}
  %a = call @more(%n, %x, %k) : (index, f64, f64) -> f64
  %r = chad.to_linear %a : f64
  return %r : !chad.lin<f64>
}
