// RUN: chad-opt %s -split-input-file -verify-diagnostics

func.func @f(%c: !chad.ctx<[f64, index]>) {
  // expected-error@+1 {{index 2 is not one of the 2 components of '!chad.ctx<[f64, index]>'}}
  %d = chad.unf.var %c[2] : !chad.ctx<[f64, index]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{expects a context of at least 2 components (the parts of the pair), got 1 in '!chad.ctx<[f64]>'}}
  %d = chad.unf.pair %c : !chad.ctx<[f64]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{expects component #0 to be a tuple, got 'f64'}}
  %d = chad.unf.get %c[0] : !chad.ctx<[f64]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[]>) {
  // expected-error@+1 {{expects a context of at least 1 components (the tuple), got 0 in '!chad.ctx<[]>'}}
  %d = chad.unf.get %c[0] : !chad.ctx<[]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[tuple<f64>]>) {
  // expected-error@+1 {{index 1 is not one of the 1 parts of the last component of '!chad.ctx<[tuple<f64>]>'}}
  %d = chad.unf.get %c[1] : !chad.ctx<[tuple<f64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[tuple<!chad.ctx<[]>>]>) {
  // expected-error@+1 {{context component #1 is a context, which cannot be part of a value}}
  %d = chad.unf.get %c[0] : !chad.ctx<[tuple<!chad.ctx<[]>>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{1 components from #1 on are not among the 1 of '!chad.ctx<[f64]>'}}
  %d = chad.unf.proj %c[1, 1] : !chad.ctx<[f64]>
  return
}

// -----

func.func @f(%x: f64) {
  // expected-error@+1 {{'chad.unf.enter' op failed to verify that values match the context's components}}
  %d = "chad.unf.enter"(%x) : (f64) -> !chad.ctx<[f32]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+2 {{'chad.unf.leave' op inferred type(s) 'f64' are incompatible with return type(s) of operation 'f32'}}
  // expected-error@+1 {{'chad.unf.leave' op failed to infer returned types}}
  %d = "chad.unf.leave"(%c) : (!chad.ctx<[f64]>) -> f32
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+2 {{'chad.unf.var' op inferred type(s) '!chad.ctx<[f64, f64]>' are incompatible with return type(s) of operation '!chad.ctx<[f64]>'}}
  // expected-error@+1 {{'chad.unf.var' op failed to infer returned types}}
  %d = "chad.unf.var"(%c) <{index = 0}> : (!chad.ctx<[f64]>) -> !chad.ctx<[f64]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{'chad.unf.op' op expects a context of at least 2 components (one for each body argument), got 1 in '!chad.ctx<[f64]>'}}
  %d = chad.unf.op (%x : f64, %y : f64) of %c : !chad.ctx<[f64]> -> f64 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{'chad.unf.op' op expects body argument #0 to have type 'f64', but it has type 'f32'}}
  %d = chad.unf.op (%x : f32) of %c : !chad.ctx<[f64]> -> f32 {
    chad.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{'chad.unf.op' op expects its body to yield at least one value}}
  %d = chad.unf.op (%x : f64) of %c : !chad.ctx<[f64]> -> () {
    chad.yield
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{'chad.unf.op' op expects the result to have type '!chad.ctx<[f64, f64]>', but it has type '!chad.ctx<[f64, f32]>'}}
  %d = chad.unf.op (%x : f64) of %c : !chad.ctx<[f64]> -> f32 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{custom op 'chad.unf.op' context component #1 is a context, which cannot be part of a value}}
  %d = chad.unf.op () of %c : !chad.ctx<[f64]> -> !chad.ctx<[]> {
    %e = chad.unf.enter () : !chad.ctx<[]>
    chad.yield %e : !chad.ctx<[]>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>) {
  // expected-error@+1 {{custom op 'chad.unf.map' expects component #0 to be an array (a ranked tensor of rank 1 or more, or !chad.lin of one), got 'f64'}}
  %d = chad.unf.map (%x : f64, %y : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> -> f64 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>) {
  // expected-error@+1 {{custom op 'chad.unf.map' expects a context of at least 3 components (one for each array), got 2 in '!chad.ctx<[f64, tensor<?xf64>]>'}}
  %d = chad.unf.map (%w : f64, %x : f64, %y : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> -> f64 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>) {
  // expected-error@+1 {{'chad.unf.map' op expects its body to take 2 arguments, but it takes 1}}
  %d = chad.unf.map (%x : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> -> f64 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>) {
  // expected-error@+1 {{'chad.unf.map' op expects body argument #1 to have type 'f64', but it has type 'f32'}}
  %d = chad.unf.map [%k : f64] (%x : f32) of %c : !chad.ctx<[f64, tensor<?xf64>]> -> f32 {
    chad.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>) {
  // expected-error@+1 {{custom op 'chad.unf.map' 'tensor<f64>' cannot be the element of an array: expected a float, an integer, index, a tensor of them of rank 1 or more, or !chad.lin of one}}
  %d = chad.unf.map [%k : f64] (%x : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> -> tensor<f64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>) {
  // expected-error@+1 {{'chad.unf.map' op expects the result to have type '!chad.ctx<[f64, tensor<?xf64>, tensor<?xf64>]>', but it has type '!chad.ctx<[f64, tensor<?xf64>, tensor<?xf32>]>'}}
  %d = chad.unf.map [%k : f64] (%x : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> -> f32 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>) {
  // expected-error@+1 {{'chad.unf.map' op expects its body to yield at least one value}}
  %d = chad.unf.map [%k : f64] (%x : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> -> () {
    chad.yield
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64]>) {
  // expected-error@+1 {{'chad.unf.map' op expects at least one array}}
  %d = chad.unf.map [%x : f64] () of %c : !chad.ctx<[f64]> -> f64 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[tensor<3xf64>, tensor<4xf64>]>) {
  // expected-error@+1 {{custom op 'chad.unf.map' expects arrays of one extent, but component #1 has extent 4 and another has extent 3}}
  %d = chad.unf.map (%x : f64, %y : f64) of %c : !chad.ctx<[tensor<3xf64>, tensor<4xf64>]> -> f64 {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce' op expects at least one unit}}
  %d = chad.unf.reduce [%k : f64] () of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %k : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce' op expects a context of at least 3 components (one array for each unit), got 2 in '!chad.ctx<[f64, tensor<?xf64>]>'}}
  %d = chad.unf.reduce (%a, %x from %u : f64, %b, %y from %u : f64, %e, %f from %u : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce' op expects component #0 to be an array (a ranked tensor of rank 1 or more, or !chad.lin of one), got 'f64'}}
  %d = chad.unf.reduce (%a, %x from %u : f64, %b, %y from %u : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f32) {
  // expected-error@+1 {{'chad.unf.reduce' op unit #0 has type 'f32', but the elements of array #0 have type 'f64'}}
  %d = chad.unf.reduce [%k : f64] (%a, %x from %u : f32) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce' op expects its body to take 3 arguments, but it takes 2}}
  %d = chad.unf.reduce (%a, %x from %u : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{'chad.unf.scan' op expects its body to yield 1 values, but it yields 2}}
  %d = chad.unf.scan left inclusive [%k : f64] (%a, %x from %u : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    // expected-note@+1 {{yielded here}}
    chad.yield %a, %x : f64, f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{custom op 'chad.unf.scan' expects a context of at least 3 components (one array for each unit), got 2 in '!chad.ctx<[f64, tensor<?xf64>]>'}}
  %d = chad.unf.scan left inclusive [%k : f64] (%a, %x from %u : f64, %b, %y from %u : f64, %e, %f from %u : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{custom op 'chad.unf.scan' expected 'left' or 'right', got 'up'}}
  %d = chad.unf.scan up inclusive [%k : f64] (%a, %x from %u : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{custom op 'chad.unf.scan' expected 'inclusive' or 'exclusive', got 'both'}}
  %d = chad.unf.scan left both [%k : f64] (%a, %x from %u : f64) of %c : !chad.ctx<[f64, tensor<?xf64>]> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[tensor<?xf64>]>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce' op expects the result to have type '!chad.ctx<[tensor<?xf64>, f64]>', but it has type '!chad.ctx<[tensor<?xf64>]>'}}
  %d = "chad.unf.reduce"(%c, %u) ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (!chad.ctx<[tensor<?xf64>]>, f64) -> !chad.ctx<[tensor<?xf64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, f64]>) {
  // expected-error@+1 {{expects a context of cotangents, but component #0 is 'f64', which is not a linear type}}
  %d = chad.unf.var_t %c[0] : !chad.ctx<[f64, f64]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[]>) {
  // expected-error@+1 {{expects a context of at least 1 components (the copy's cotangent), got 0 in '!chad.ctx<[]>'}}
  %d = chad.unf.var_t %c[0] : !chad.ctx<[]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>) {
  // expected-error@+1 {{index 2 is not one of the 2 components before the last of '!chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>'}}
  %d = chad.unf.var_t %c[2] : !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>) {
  // expected-error@+1 {{cannot add the last component, of type '!chad.lin<f64>', to component #1 of type '!chad.lin<f32>'}}
  %d = chad.unf.var_t %c[1] : !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>) {
  // expected-error@+1 {{expects component #2 to be a tuple, got '!chad.lin<f64>'}}
  %d = chad.unf.pair_t %c : !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[tuple<!chad.lin<f64>>]>) {
  // expected-error@+1 {{expects the last component to be a pair, got 'tuple<!chad.lin<f64>>'}}
  %d = chad.unf.pair_t %c : !chad.ctx<[tuple<!chad.lin<f64>>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[tuple<!chad.lin<f64>>]>) {
  // expected-error@+1 {{expects a context of at least 2 components (the cotangents of the tuple and of its part), got 1 in '!chad.ctx<[tuple<!chad.lin<f64>>]>'}}
  %d = chad.unf.get_t %c[0] : !chad.ctx<[tuple<!chad.lin<f64>>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[tuple<!chad.lin<f64>>, lin<f32>]>) {
  // expected-error@+1 {{cannot add the last component, of type '!chad.lin<f32>', to part #0 of type '!chad.lin<f64>'}}
  %d = chad.unf.get_t %c[0] : !chad.ctx<[tuple<!chad.lin<f64>>, lin<f32>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[tuple<!chad.lin<f64>>, lin<f32>]>) {
  // expected-error@+1 {{index 1 is not one of the 1 parts of the tuple of '!chad.ctx<[tuple<!chad.lin<f64>>, lin<f32>]>'}}
  %d = chad.unf.get_t %c[1] : !chad.ctx<[tuple<!chad.lin<f64>>, lin<f32>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>) {
  // expected-error@+1 {{expects component #1 to be a tuple, got '!chad.lin<f32>'}}
  %d = chad.unf.get_t %c[0] : !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[]>) {
  // expected-error@+1 {{'chad.unf.proj_t' op 1 components from #1 on are not among the 1 of the result '!chad.ctx<[lin<f64>]>'}}
  %d = chad.unf.proj_t %c[1, 1] : !chad.ctx<[]> -> !chad.ctx<[lin<f64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[]>) {
  // expected-error@+1 {{'chad.unf.proj_t' op expects a context of cotangents, but component #0 is 'f64', which is not a linear type}}
  %d = chad.unf.proj_t %c[0, 1] : !chad.ctx<[]> -> !chad.ctx<[f64]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f32>]>) {
  // expected-error@+1 {{'chad.unf.proj_t' op expects a context of type '!chad.ctx<[lin<f64>]>', the result without its zeros, got '!chad.ctx<[lin<f32>]>'}}
  %d = chad.unf.proj_t %c[0, 1] : !chad.ctx<[lin<f32>]> -> !chad.ctx<[lin<f64>, lin<f64>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[]>) {
  // expected-error@+1 {{'chad.unf.proj_t' op expects 1 sizes (one for each dynamic dimension of a tensor of floats), got 0}}
  %d = chad.unf.proj_t %c[0, 1] : !chad.ctx<[]> -> !chad.ctx<[lin<tensor<?xf64>>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[]>) {
  // expected-error@+1 {{custom op 'chad.unf.op_t' expects a context of at least 1 components (one for each cotangent that the body takes), got 0 in '!chad.ctx<[]>'}}
  %d = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[]> {
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[f64, lin<f64>]>) {
  // expected-error@+1 {{'chad.unf.op_t' op expects a context of cotangents, but component #0 is 'f64', which is not a linear type}}
  %d = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[f64, lin<f64>]> {
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>) {
  // expected-error@+1 {{'chad.unf.op_t' op expects body argument #0 to have type '!chad.lin<f64>', but it has type '!chad.lin<f32>'}}
  %d = chad.unf.op_t (%z : !chad.lin<f32>) of %c : !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]> {
    chad.yield %z : !chad.lin<f32>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>) {
  // expected-error@+1 {{'chad.unf.op_t' op expects yielded value #0 to have the component type '!chad.lin<f32>', but it has type '!chad.lin<f64>'}}
  %d = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]> {
    // expected-note@+1 {{yielded here}}
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]>) {
  // expected-error@+1 {{'chad.unf.op_t' op expects a context of at least 3 components (one for each increment that the body yields), got 2 in '!chad.ctx<[lin<f64>, lin<f32>]>'}}
  %d = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<f32>, lin<f64>]> {
    chad.yield %z, %z, %z : !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects at least one incoming cotangent}}
  %d = chad.unf.map_t [%k : !chad.lin<f64>] (%x in %xs : tensor<?xf64>) () of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    chad.yield %k, %k : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects at least one array}}
  %d = chad.unf.map_t [%k : !chad.lin<f64>] () (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    chad.yield %k, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: !chad.lin<tensor<?xf64>>) {
  // expected-error@+1 {{'chad.unf.map_t' op primal array #0 has the linear type '!chad.lin<tensor<?xf64>>'; a primal value is Cartesian: read it through 'chad.from_linear'}}
  %d = chad.unf.map_t [%k : !chad.lin<f64>] (%x in %xs : !chad.lin<tensor<?xf64>>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    chad.yield %k, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<3xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects component #1 to have type '!chad.lin<tensor<3xf64>>', the cotangent of array #0, but it has type '!chad.lin<tensor<?xf64>>'}}
  %d = chad.unf.map_t [%k : !chad.lin<f64>] (%x in %xs : tensor<3xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    chad.yield %k, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<3xf64>, %ys: tensor<4xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects arrays of one extent, but array #1 has extent 4 and another has extent 3}}
  %d = chad.unf.map_t (%x in %xs : tensor<3xf64>, %y in %ys : tensor<4xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<3xf64>>, lin<tensor<4xf64>>]>, %xs: tensor<3xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects arrays of one extent, but component #1 has extent 4 and another has extent 3}}
  %d = chad.unf.map_t (%x in %xs : tensor<3xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<tensor<3xf64>>, lin<tensor<4xf64>>]> {
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects a context of at least 2 components (one for each array and each cotangent), got 1 in '!chad.ctx<[lin<f64>]>'}}
  %d = chad.unf.map_t [%k : !chad.lin<f64>] (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>]> {
    chad.yield %k, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects component #1 to be an array (a ranked tensor of rank 1 or more, or !chad.lin of one), got '!chad.lin<f64>'}}
  %d = chad.unf.map_t (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects its body to take 3 arguments, but it takes 2}}
  %d = chad.unf.map_t (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects its body to yield 2 values, but it yields 1}}
  %d = chad.unf.map_t [%k : !chad.lin<f64>] (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    // expected-note@+1 {{yielded here}}
    chad.yield %k : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.map_t' op expects yielded value #1 to have the cotangent type '!chad.lin<f64>', but it has type 'f64'}}
  %d = chad.unf.map_t [%k : !chad.lin<f64>] (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    // expected-note@+1 {{yielded here}}
    chad.yield %k, %x : !chad.lin<f64>, f64
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects at least one array}}
  %d = chad.unf.reduce_t () of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    chad.yield
  } adjoint () {
    chad.yield
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>, %u: f32) {
  // expected-error@+1 {{'chad.unf.reduce_t' op unit #0 has type 'f32', but the elements of array #0 have type 'f64'}}
  %d = "chad.unf.reduce_t"(%c, %xs, %u) <{operandSegmentSizes = array<i32: 1, 1, 1>}> ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }, {
  ^bb0(%a: f64, %x: f64, %z: !chad.lin<f64>):
    "chad.yield"(%z, %z) : (!chad.lin<f64>, !chad.lin<f64>) -> ()
  }) : (!chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, tensor<?xf64>, f32) -> !chad.ctx<[lin<tensor<?xf64>>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects 1 units, one for each array, got 0}}
  %d = "chad.unf.reduce_t"(%c, %xs) <{operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }, {
  ^bb0(%a: f64, %x: f64, %z: !chad.lin<f64>):
    "chad.yield"(%z, %z) : (!chad.lin<f64>, !chad.lin<f64>) -> ()
  }) : (!chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, tensor<?xf64>) -> !chad.ctx<[lin<tensor<?xf64>>]>
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<f64>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects a context of at least 2 components (for each array its cotangent and that of its reduction), got 1 in '!chad.ctx<[lin<f64>]>'}}
  %d = chad.unf.reduce_t (%a, %x in %xs from %u : tensor<?xf64>) of %c : !chad.ctx<[lin<f64>]> {
    chad.yield %x : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects component #1 to have type '!chad.lin<f64>', the cotangent of reduction #0, but it has type '!chad.lin<tensor<?xf64>>'}}
  %d = chad.unf.reduce_t (%a, %x in %xs from %u : tensor<?xf64>) of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    chad.yield %x : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.scan_t' op expects component #1 to have type '!chad.lin<tensor<?xf64>>', the cotangent of scan #0, but it has type '!chad.lin<f64>'}}
  %d = chad.unf.scan_t left inclusive (%a, %x in %xs from %u : tensor<?xf64>) of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    chad.yield %x : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects its combiner to yield 1 values, but it yields 2}}
  %d = chad.unf.reduce_t (%a, %x in %xs from %u : tensor<?xf64>) of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    // expected-note@+1 {{yielded here}}
    chad.yield %a, %x : f64, f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects its adjoint to take 3 arguments, but it takes 2}}
  %d = chad.unf.reduce_t (%a, %x in %xs from %u : tensor<?xf64>) of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    chad.yield %x : f64
  } adjoint (%a : f64, %z : !chad.lin<f64>) {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects its adjoint to yield 2 values, but it yields 1}}
  %d = chad.unf.reduce_t (%a, %x in %xs from %u : tensor<?xf64>) of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    chad.yield %x : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    // expected-note@+1 {{yielded here}}
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @f(%c: !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{'chad.unf.reduce_t' op expects yielded value #1 to have the cotangent type '!chad.lin<f64>', but it has type 'f64'}}
  %d = chad.unf.reduce_t (%a, %x in %xs from %u : tensor<?xf64>) of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    chad.yield %x : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    // expected-note@+1 {{yielded here}}
    chad.yield %z, %x : !chad.lin<f64>, f64
  }
  return
}

// -----

func.func @no_context(%k: index) {
  // expected-error @+1 {{expects a context, got 'index'}}
  chad.unf.leave %k : index
  return
}

// -----

func.func @no_context_var(%k: index) {
  // expected-error @+1 {{expects a context, got 'index'}}
  %c = chad.unf.var %k[0] : index
  return
}
