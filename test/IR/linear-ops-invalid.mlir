// RUN: chad-opt %s -split-input-file -verify-diagnostics

func.func @zero_sizes(%n: index) {
  // expected-error@+1 {{expects 2 sizes (one for each dynamic dimension of a tensor of floats), got 1}}
  %0 = chad.zero(%n) : !chad.lin<tensor<?x?xf64>>
  return
}

// -----

func.func @zero_unit(%n: index) {
  // expected-error@+1 {{expects 0 sizes (one for each dynamic dimension of a tensor of floats), got 1}}
  %0 = chad.zero(%n) : !chad.lin<tensor<?xindex>>
  return
}

// -----

func.func @zero_cartesian() {
  // expected-error@+1 {{result #0 must be linear type, but got 'f64'}}
  %0 = chad.zero : f64
  return
}

// -----

func.func @scale_both(%k: f64, %v: !chad.lin<f64>) {
  // expected-error @+1 {{'chad.scale' op says 'both' without 'zero_absorbing'; factors absorb where values do}}
  %0 = chad.scale both %k, %v : f64, !chad.lin<f64>
  return
}

// -----

func.func @scale_type(%k: f32, %v: !chad.lin<f64>) {
  // expected-error@+1 {{factor has type 'f32', which is not the type of the floats in '!chad.lin<f64>'}}
  %0 = chad.scale %k, %v : f32, !chad.lin<f64>
  return
}

// -----

func.func @to_linear(%f: memref<4xf64>) {
  // expected-error@+1 {{no tangent type at 'memref<4xf64>'}}
  %0 = chad.to_linear %f : memref<4xf64>
  return
}

// -----

func.func @from_linear_unit(%v: !chad.lin<index>) {
  // expected-error@+1 {{expected !chad.lin of a float or of a tensor of floats, got '!chad.lin<index>'}}
  %0 = chad.from_linear %v : !chad.lin<index>
  return
}

// -----

func.func @copower_fold(%c: !chad.copower<(f64), (lin<f64>)>, %k: f64) {
  // expected-error@+1 {{expects body argument #1 to have type '!chad.lin<f64>', but it has type 'f64'}}
  %0 = chad.copower.fold %c : !chad.copower<(f64), (lin<f64>)> (%x : f64, %v : f64) -> !chad.lin<f64> {
    %z = chad.zero : !chad.lin<f64>
    chad.yield %z : !chad.lin<f64>
  }
  return
}

// -----

func.func @copower_fold_sizes(%c: !chad.copower<(f64), (lin<tensor<?xf64>>)>) {
  // expected-error@+1 {{expects 1 codomain sizes}}
  %0 = chad.copower.fold %c : !chad.copower<(f64), (lin<tensor<?xf64>>)> (%x : f64, %v : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    chad.yield %v : !chad.lin<tensor<?xf64>>
  }
  return
}

// -----

func.func @lambda_cartesian() {
  // expected-error@+1 {{linear function input #0 is 'f64', which is not a linear type}}
  %0 = chad.lfun.lambda (%v : f64) -> f64 {
    chad.yield %v : f64
  }
  return
}

// -----

func.func @lambda_sizes() {
  // expected-error@+1 {{expects 1 domain sizes}}
  %0 = chad.lfun.lambda (%v : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    chad.yield %v : !chad.lin<tensor<?xf64>>
  }
  return
}

// -----

func.func @lambda_output() {
  // expected-error@+1 {{expects yielded value #0 to have the output type '!chad.lin<f32>', but it has type '!chad.lin<f64>'}}
  %0 = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f32> {
    // expected-note@+1 {{yielded here}}
    chad.yield %v : !chad.lin<f64>
  }
  return
}

// -----

func.func @apply_arguments(%m: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %v: !chad.lin<f64>) {
  // expected-error@+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = chad.lfun.apply %m(%v, %v) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return
}

// -----

func.func @id(%n: index) {
  // expected-error@+1 {{expects equal inputs and outputs, got '!chad.lfun<(lin<f64>) -> (lin<f32>)>'}}
  %0 = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f32>)>
  return
}

// -----

func.func @lfun_scale(%k: f64) {
  // expected-error@+1 {{factor has type 'f64', which is not the type of the floats in input #1, '!chad.lin<f32>'}}
  %0 = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>, lin<f32>) -> (lin<f64>, lin<f32>)>
  return
}

// -----

func.func @zero_codomain() {
  // expected-error@+1 {{expects 1 codomain sizes}}
  %0 = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  return
}

// -----

func.func @add_types(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f32>)>) {
  // expected-error@+1 {{expected summands of one type, but #0 is '!chad.lfun<(lin<f64>) -> (lin<f64>)>' and #1 is '!chad.lfun<(lin<f64>) -> (lin<f32>)>'}}
  %0 = chad.lfun.add %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f32>)>
  return
}

// -----

func.func @compose_types(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f32>)>) {
  // expected-error@+1 {{function #0 takes other types than #1 gives}}
  %0 = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f32>)>
  return
}

// -----

func.func @fork_types(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f32>) -> (lin<f32>)>) {
  // expected-error@+1 {{expected functions of one domain, but #0 is}}
  %0 = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f32>) -> (lin<f32>)>
  return
}

// -----

func.func @join_types(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f32>) -> (lin<f32>)>) {
  // expected-error@+1 {{expected functions of one codomain, but #0 is}}
  %0 = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f32>) -> (lin<f32>)>
  return
}

// -----

func.func @no_operands() {
  // expected-error@+2 {{expected at least one linear function}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "chad.lfun.compose"() : () -> !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return
}

// -----

func.func @project_order() {
  // expected-error@+1 {{expects strictly ascending positions from 0, got 0 after 1}}
  %0 = chad.lfun.project [1, 0] : !chad.lfun<(lin<f64>, lin<f32>) -> (lin<f32>, lin<f64>)>
  return
}

// -----

func.func @project_outside() {
  // expected-error@+1 {{position 2 is outside of a product of 2 components}}
  %0 = chad.lfun.project [2] : !chad.lfun<(lin<f64>, lin<f32>) -> (lin<f32>)>
  return
}

// -----

func.func @project_type() {
  // expected-error@+1 {{component at position 0 has type '!chad.lin<f64>', but '!chad.lin<f32>' is named}}
  %0 = chad.lfun.project [0] : !chad.lfun<(lin<f64>, lin<f32>) -> (lin<f32>)>
  return
}

// -----

func.func @inject_count() {
  // expected-error@+1 {{names 2 positions for 1 components}}
  %0 = chad.lfun.inject [0, 1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f32>)>
  return
}

// -----

func.func @vfork_output(%n: index, %m: !chad.lfun<(lin<f64>) -> (lin<f64>)>) {
  // expected-error@+1 {{expects output #0 to be !chad.lin of an array, got '!chad.lin<f64>'}}
  %0 = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
    chad.yield %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  return
}

// -----

func.func @vjoin_element(%n: index, %m: !chad.lfun<(lin<f64>) -> (lin<f64>)>) {
  // expected-error@+1 {{expects yielded value #0 to have the element type '!chad.lfun<(lin<f32>) -> (lin<f64>)>', but it has type '!chad.lfun<(lin<f64>) -> (lin<f64>)>'}}
  %0 = chad.lfun.vjoin %i < %n -> !chad.lfun<(lin<tensor<?xf32>>) -> (lin<f64>)> {
    // expected-note@+1 {{yielded here}}
    chad.yield %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  return
}

// -----

func.func @vfork_extent(%m: !chad.lfun<(lin<f64>) -> (lin<f64>)>) {
  %n = arith.constant 3 : index
  // expected-error@+1 {{output #0 has extent 4, but the extent is 3}}
  %0 = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<tensor<4xf64>>)> {
    chad.yield %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  return
}
