// RUN: chad-opt %s -split-input-file -verify-diagnostics

func.func @map_no_array(%xs: f64) {
  // expected-error@+1 {{expected an array (a ranked tensor of rank 1 or more, or !chad.lin of one), got 'f64'}}
  %0 = chad.map (%x in %xs : f64) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @map_of_dynamic_sums(%xs: tensor<?x!chad.sum<(), (tensor<?xf64>)>>) {
  // expected-error@+1 {{got 'tensor<?x!chad.sum<(), (tensor<?xf64>)>>'; put these values in boxes, of which there are arrays: 'chad.box'}}
  %0 = chad.map (%x in %xs : tensor<?x!chad.sum<(), (tensor<?xf64>)>>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @map_of_sums_of_functions(%xs: tensor<?x!chad.sum<((f64) -> f64), (f64)>>) {
  // expected-error@+1 {{put these values in boxes, of which there are arrays: 'chad.box'}}
  %0 = chad.map (%x in %xs : tensor<?x!chad.sum<((f64) -> f64), (f64)>>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @map_of_nothing(%xs: tensor<?x!chad.sum<()>>) {
  // expected-error@+1 {{expected an array}}
  %0 = chad.map (%x in %xs : tensor<?x!chad.sum<()>>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @scatter_add_of_sums(%vs: tensor<4x!chad.sum<(), (f64)>>, %xs: tensor<?x!chad.sum<(), (f64)>>, %is: tensor<4xindex>) {
  // expected-error@+1 {{adds elements of type '!chad.sum<(), (f64)>', which have no sum}}
  %0 = chad.scatter_add %vs into %xs[%is] : tensor<4x!chad.sum<(), (f64)>> into tensor<?x!chad.sum<(), (f64)>>, tensor<4xindex>
  return
}

// -----

func.func @accumulate_boxes(%v: !chad.box<@r>, %xs: tensor<?x!chad.box<@r>>, %i: index) {
  // expected-error@+1 {{adds elements of type '!chad.box<@r>', which have no sum}}
  %0 = chad.accumulate %v into %xs[%i] : !chad.box<@r> into tensor<?x!chad.box<@r>>
  return
}

// -----

func.func @map_extents(%xs: tensor<3xf64>, %ys: tensor<4xf64>) {
  // expected-error@+1 {{expects arrays of one extent, but array #1 has extent 4 and another has extent 3}}
  %0 = chad.map (%x in %xs : tensor<3xf64>, %y in %ys : tensor<4xf64>) -> tensor<3xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @map_result_extent(%xs: tensor<3xf64>) {
  // expected-error@+1 {{result #0 has extent 5, but the arrays have extent 3}}
  %0 = chad.map (%x in %xs : tensor<3xf64>) -> tensor<5xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @map_element(%xs: tensor<3xf64>, %k: f32) {
  // expected-error@+1 {{expects yielded value #0 to have the element type 'f64', but it has type 'f32'}}
  %0 = chad.map (%x in %xs : tensor<3xf64>) -> tensor<3xf64> {
    // expected-note@+1 {{yielded here}}
    chad.yield %k : f32
  }
  return
}

// -----

func.func @map_yields_fewer(%xs: tensor<3xf64>) {
  // expected-error@+1 {{expects its body to yield 2 values, but it yields 1}}
  %0:2 = chad.map (%x in %xs : tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
    // expected-note@+1 {{yielded here}}
    chad.yield %x : f64
  }
  return
}

// -----

func.func @map_arguments(%xs: tensor<3xf64>) {
  // expected-error@+1 {{expects its body to take 1 arguments, but it takes 0}}
  %0 = "chad.map"(%xs) ({
    %c = arith.constant 0.0 : f64
    "chad.yield"(%c) : (f64) -> ()
  }) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func @map_argument_type(%xs: tensor<3xf64>) {
  // expected-error@+1 {{expects body argument #0 to have type 'f64', but it has type 'f32'}}
  %0 = "chad.map"(%xs) ({
  ^bb0(%x: f32):
    "chad.yield"(%x) : (f32) -> ()
  }) : (tensor<3xf64>) -> tensor<3xf32>
  return
}

// -----

func.func @map_no_operand() {
  // expected-error@+1 {{expects at least one array; 'chad.build' makes arrays from an index}}
  %0 = "chad.map"() ({
    %c = arith.constant 0.0 : f64
    "chad.yield"(%c) : (f64) -> ()
  }) : () -> tensor<3xf64>
  return
}

// -----

func.func @map_no_result(%xs: tensor<3xf64>) {
  // expected-error@+1 {{expects at least one result}}
  "chad.map"(%xs) ({
  ^bb0(%x: f64):
    "chad.yield"() : () -> ()
  }) : (tensor<3xf64>) -> ()
  return
}

// -----

func.func @map_terminator(%xs: tensor<3xf64>) {
  // expected-error@+1 {{expects its body to end with 'chad.yield'}}
  %0 = chad.map (%x in %xs : tensor<3xf64>) -> tensor<3xf64> {
    // expected-note@+1 {{it ends with 'ub.unreachable'}}
    "ub.unreachable"() : () -> ()
  }
  return
}

// -----

func.func @yield_parent(%x: f64) {
  // expected-error@+1 {{'chad.yield' op expects parent op to be one of}}
  "chad.yield"(%x) : (f64) -> ()
}

// -----

func.func @build_extent() {
  %n = arith.constant 4 : index
  // expected-error@+1 {{result #0 has extent 3, but the extent is 4}}
  %0 = chad.build %i < %n -> tensor<3xindex> {
    chad.yield %i : index
  }
  return
}

// -----

func.func @build_negative() {
  %n = arith.constant -1 : index
  // expected-error@+1 {{extent -1 is negative}}
  %0 = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  return
}

// -----

func.func @reduce_unit(%xs: tensor<?xf64>, %u: f32) {
  // expected-error@+1 {{unit #0 has type 'f32', but the elements of array #0 have type 'f64'}}
  %0 = "chad.reduce"(%xs, %u) ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (tensor<?xf64>, f32) -> f64
  return
}

// -----

func.func @reduce_result(%xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{expects result #0 to have type 'f64', but it has type 'f32'}}
  %0 = "chad.reduce"(%xs, %u) ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (tensor<?xf64>, f64) -> f32
  return
}

// -----

func.func @reduce_tensor_elements(%xs: tensor<4x?xf64>, %u: tensor<3xf64>) {
  // expected-error@+1 {{unit #0 has type 'tensor<3xf64>', but the elements of array #0 have type 'tensor<?xf64>'}}
  %0 = "chad.reduce"(%xs, %u) ({
  ^bb0(%a: tensor<?xf64>, %x: tensor<?xf64>):
    "chad.yield"(%x) : (tensor<?xf64>) -> ()
  }) : (tensor<4x?xf64>, tensor<3xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @scan_direction(%xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{expected 'left' or 'right', got 'up'}}
  %0 = chad.scan up inclusive (%a, %x in %xs from %u : tensor<?xf64>) {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @scan_kind(%xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{expected 'inclusive' or 'exclusive', got 'open'}}
  %0 = chad.scan left open (%a, %x in %xs from %u : tensor<?xf64>) {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @scan_results(%xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{expects 1 results, one for each array, got 2}}
  %0:2 = "chad.scan"(%xs, %u) <{direction = #chad.direction<left>, kind = #chad.scan_kind<inclusive>}> ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (tensor<?xf64>, f64) -> (tensor<?xf64>, tensor<?xf64>)
  return
}

// -----

func.func @fold_state(%xs: tensor<?xf64>, %s: f64) {
  // expected-error@+1 {{expects yielded value #0 to have the state or element type 'f64', but it has type 'index'}}
  %0 = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %s : f64) {
    %c = arith.constant 0 : index
    // expected-note@+1 {{yielded here}}
    chad.yield %c : index
  }
  return
}

// -----

func.func @fold_collect(%xs: tensor<?xf64>, %s: f64) {
  // expected-error@+1 {{collected result #0 must be an array, got 'f64'}}
  %0:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %s : f64) collect (f64) {
    chad.yield %x, %x : f64, f64
  }
  return
}

// -----

func.func @fold_collect_extent(%xs: tensor<3xf64>, %s: f64) {
  // expected-error@+1 {{result #0 has extent 4, but the arrays have extent 3}}
  %0:2 = chad.fold (%x in %xs : tensor<3xf64>) with (%a = %s : f64) collect (tensor<4xf64>) {
    chad.yield %x, %x : f64, f64
  }
  return
}

// -----

func.func @fold_state_result(%xs: tensor<3xf64>, %s: f64) {
  // expected-error@+1 {{state #0 starts as 'f64', but its result has type 'f32'}}
  %0 = "chad.fold"(%xs, %s) <{direction = #chad.direction<left>, operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: f64, %a: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (tensor<3xf64>, f64) -> f32
  return
}

// -----

func.func @fold_no_yields(%xs: tensor<3xf64>, %s: tensor<?xf64>) {
  // expected-error@+1 {{expects its body to yield 1 values, but it yields 0}}
  %0 = chad.fold (%x in %xs : tensor<3xf64>) with (%a = %s : tensor<?xf64>) {
    // expected-note@+1 {{yielded here}}
    chad.yield
  }
  return
}

// -----

func.func @fold_no_arguments(%xs: tensor<3xf64>, %s: f64) {
  // expected-error@+1 {{expects its body to take 2 arguments, but it takes 0}}
  %0 = "chad.fold"(%xs, %s) <{direction = #chad.direction<left>, operandSegmentSizes = array<i32: 1, 1>}> ({
    "chad.yield"(%s) : (f64) -> ()
  }) : (tensor<3xf64>, f64) -> f64
  return
}

// -----

func.func @fold_other_end(%xs: tensor<3xf64>, %s: f64) -> f64 {
  // expected-error@+1 {{expects its body to end with 'chad.yield'}}
  %0 = "chad.fold"(%xs, %s) <{direction = #chad.direction<left>, operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: f64, %a: f64):
    // expected-note@+1 {{it ends with 'func.return'}}
    "func.return"(%s) : (f64) -> ()
  }) : (tensor<3xf64>, f64) -> f64
  return %0 : f64
}

// -----

func.func @hist_rank(%is: tensor<2x2xindex>, %n: index, %xs: tensor<2xf64>, %u: f64) {
  // expected-error@+1 {{expects indices of rank 1, got 'tensor<2x2xindex>'}}
  %0 = chad.hist %is : tensor<2x2xindex> bins %n (%a, %x in %xs from %u : tensor<2xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @hist_indices(%is: tensor<3xindex>, %n: index, %xs: tensor<2xf64>, %u: f64) {
  // expected-error@+1 {{expects arrays of one extent, but array #1 has extent 2 and another has extent 3}}
  %0 = chad.hist %is : tensor<3xindex> bins %n (%a, %x in %xs from %u : tensor<2xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @hist_bins(%is: tensor<2xindex>, %xs: tensor<2xf64>, %u: f64) {
  %n = arith.constant 7 : index
  // expected-error@+1 {{result #0 has extent 8, but there are 7 bins}}
  %0 = chad.hist %is : tensor<2xindex> bins %n (%a, %x in %xs from %u : tensor<2xf64>) -> tensor<8xf64> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @hist_elements(%is: tensor<2xindex>, %n: index, %xs: tensor<2xf64>, %u: f64) {
  // expected-error@+1 {{result #0 has elements of type 'f32', but array #0 has elements of type 'f64'}}
  %0 = chad.hist %is : tensor<2xindex> bins %n (%a, %x in %xs from %u : tensor<2xf64>) -> tensor<?xf32> {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @gather_result(%xs: tensor<?x3xf64>, %is: tensor<5xindex>) {
  // expected-error@+1 {{expects a result compatible with 'tensor<5x3xf64>', got 'tensor<5xf64>'}}
  %0 = chad.gather %xs[%is] : tensor<?x3xf64>, tensor<5xindex> -> tensor<5xf64>
  return
}

// -----

func.func @gather_indices(%xs: tensor<?xf64>, %is: tensor<5xf64>) {
  // expected-error@+1 {{operand #1 must be ranked tensor of index or integer of rank 1 or more, but got 'tensor<5xf64>'}}
  %0 = chad.gather %xs[%is] : tensor<?xf64>, tensor<5xf64> -> tensor<5xf64>
  return
}

// -----

func.func @scatter_values(%xs: tensor<?xf64>, %vs: tensor<4xf64>, %is: tensor<5xindex>) {
  // expected-error@+1 {{expects values compatible with 'tensor<5xf64>', got 'tensor<4xf64>'}}
  %0 = chad.scatter_add %vs into %xs[%is] : tensor<4xf64> into tensor<?xf64>, tensor<5xindex>
  return
}

// -----

func.func @accumulate_value(%acc: !chad.lin<tensor<?x3xf64>>, %v: !chad.lin<f64>, %i: index) {
  // expected-error@+1 {{expects a value compatible with '!chad.lin<tensor<3xf64>>', got '!chad.lin<f64>'}}
  %0 = chad.accumulate %v into %acc[%i] : !chad.lin<f64> into !chad.lin<tensor<?x3xf64>>
  return
}

// -----

func.func @accumulate_indices(%acc: tensor<?xf64>, %v: f64, %i: index) {
  // expected-error@+1 {{expects 1 to 1 indices into 'tensor<?xf64>', got 2}}
  %0 = chad.accumulate %v into %acc[%i, %i] : f64 into tensor<?xf64>
  return
}

// -----

func.func @reduce_odd(%xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{expects as many units as arrays, got 3 operands for both}}
  %0 = "chad.reduce"(%xs, %u, %u) ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (tensor<?xf64>, f64, f64) -> f64
  return
}

// -----

func.func @hist_odd(%is: tensor<?xindex>, %n: index, %xs: tensor<?xf64>, %u: f64) {
  // expected-error@+1 {{expects as many units as arrays, got 3 operands for both}}
  %0 = "chad.hist"(%is, %n, %xs, %u, %u) ({
  ^bb0(%a: f64, %x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (tensor<?xindex>, index, tensor<?xf64>, f64, f64) -> tensor<?xf64>
  return
}

// -----

func.func @reduce_nothing() {
  // expected-error@+1 {{expects at least one result}}
  "chad.reduce"() ({
    "chad.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @fold_no_array(%xs: tensor<?xf64>) {
  // expected-error@+1 {{expects at least one array}}
  "chad.fold"() <{direction = #chad.direction<left>, operandSegmentSizes = array<i32: 0, 0>}> ({
    "chad.yield"() : () -> ()
  }) : () -> ()
  return
}
