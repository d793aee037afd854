// Ops that are not registered have not been verified: the importer finds each error, and reports it at the op.
// RUN: chad-opt --allow-unregistered-dialect --chad-import-stablehlo --split-input-file --verify-diagnostics %s

func.func @unknown(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+2 {{'stablehlo.frobnicate' is not imported}}
  // expected-note @+1 {{imported are: chlo.acos, chlo.acosh,}}
  %y = "stablehlo.frobnicate"(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @random(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'stablehlo.rng' is not imported: its numbers follow from no key of the program}}
  %y = "stablehlo.rng"(%x, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func private @sum(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %c = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %c : tensor<f64>
}
func.func @windows(%x: tensor<?xf64>, %z: tensor<f64>, %w: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<?xf64> {
  // expected-error @+1 {{'stablehlo.custom_call' needs numbers for each dimension, of which strides and dilations are known: export it with strides that follow from no extent}}
  %y = "stablehlo.custom_call"(%x, %z, %w, %w, %w, %w, %p) <{call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@sum]}> : (tensor<?xf64>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

func.func @no_reducer(%x: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @+1 {{'stablehlo.custom_call' needs a function of one block, arrays with an initial value each, and five arrays of integers}}
  %y = "stablehlo.custom_call"(%x) <{call_target_name = "stablehlo.dynamic_reduce_window"}> : (tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

func.func @random_state(%x: tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' needs two integers of 64 bits as state, of Philox two or three, and a result of integers whose extents are known}}
  %y:2 = "stablehlo.rng_bit_generator"(%x) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return %y#0, %y#1 : tensor<3xui64>, tensor<4xui32>
}

// -----

func.func @quantized(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{'stablehlo.uniform_quantize' is not imported: it rounds to quantized numbers, which has no derivative: export the program before it is quantized}}
  %y = "stablehlo.uniform_quantize"(%x) : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %z = "stablehlo.uniform_dequantize"(%y) : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3xf32>
  return %z : tensor<3xf32>
}

// -----

func.func @library(%x: tensor<4x4xf64>) -> tensor<4x4xf64> {
  // expected-error @+2 {{'stablehlo.custom_call' calls 'lapack_dgesdd_ffi', which only the runtime of XLA has}}
  // expected-note @+1 {{imported are calls of Sharding,}}
  %y = "stablehlo.custom_call"(%x) <{call_target_name = "lapack_dgesdd_ffi"}> : (tensor<4x4xf64>) -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// -----

func.func @portable(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'vhlo.add_v9' is of no version of VHLO that is known: export the program for an older version of StableHLO}}
  %y = "vhlo.add_v9"(%x, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

// expected-error @+1 {{'vhlo.func_v1' needs a name, a type of functions, and one region}}
"vhlo.func_v1"() <{arg_attrs = [], function_type = f64, res_attrs = [], sym_name = "f", sym_visibility = ""}> ({
}) : () -> ()

// -----

// expected-error @+1 {{VHLO is read as bytecode only: print the module in the generic form of StableHLO}}
func.func @syntax(%x: !vhlo.tensor_v1<f64>) {
  return
}

// -----

func.func @complex_parts(%x: tensor<3xcomplex<f8E4M3FN>>) -> tensor<3xcomplex<f8E4M3FN>> {
  // expected-error @-1 {{'func.func' is about 'tensor<3xcomplex<f8E4M3FN>>', which is not imported: f64, f32, f16, bf16, complex numbers of them, and integers are}}
  %y = "stablehlo.negate"(%x) : (tensor<3xcomplex<f8E4M3FN>>) -> tensor<3xcomplex<f8E4M3FN>>
  return %y : tensor<3xcomplex<f8E4M3FN>>
}

// -----

func.func @complex_ceiling(%x: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  // expected-error @+1 {{'stablehlo.ceil' is not imported for complex numbers: write it for real and imaginary parts}}
  %y = "stablehlo.ceil"(%x) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  return %y : tensor<3xcomplex<f64>>
}

// -----

func.func @complex_order(%x: tensor<3xcomplex<f64>>) -> tensor<3xi1> {
  // expected-error @+1 {{'stablehlo.compare' orders complex numbers, which have no order}}
  %y = "stablehlo.compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xi1>
  return %y : tensor<3xi1>
}

// -----

func.func @fft_of_floats(%x: tensor<4xf64>) -> tensor<4xcomplex<f64>> {
  // expected-error @+1 {{'stablehlo.fft' has elements of a type that 'FFT' does not transform}}
  %y = "stablehlo.fft"(%x) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xf64>) -> tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}

// -----

func.func @fft_length(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  // expected-error @+1 {{'stablehlo.fft' needs the lengths of the array, as static extents}}
  %y = "stablehlo.fft"(%x) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}

// -----

func.func @operands(%x: tensor<3xf64>) -> tensor<3xf64> {
  // expected-error @+1 {{'stablehlo.add' has 1 operands, where 2 are expected}}
  %y = "stablehlo.add"(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

func.func @shapes(%x: tensor<3xf64>, %z: tensor<4xf64>) -> tensor<3xf64> {
  // expected-error @+1 {{'stablehlo.add' has operands of types 'tensor<4xf64>' and 'tensor<3xf64>', whose shapes differ}}
  %y = "stablehlo.add"(%x, %z) : (tensor<3xf64>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

func.func @result(%x: tensor<3xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'stablehlo.negate' has a result of type 'tensor<4xf64>', where its operands and attributes give 'tensor<3xf64>'}}
  %y = "stablehlo.negate"(%x) : (tensor<3xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

func.func @attribute(%x: tensor<3xf64>) -> tensor<3xf64> {
  // expected-error @+1 {{'stablehlo.transpose' needs an array of integers as attribute 'permutation'}}
  %y = "stablehlo.transpose"(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

func.func @dims(%x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // expected-error @+1 {{'stablehlo.transpose' needs different dimensions of a tensor of rank 2 as permutation}}
  %y = "stablehlo.transpose"(%x) <{permutation = array<i64: 0, 0>}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// -----

func.func @text(%x: tensor<3xf64>) -> tensor<f64> {
  // expected-error @+1 {{'stablehlo.dot_general' needs '#stablehlo.dot<...>' as attribute 'dot_dimension_numbers'}}
  %y = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [x]>}> : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @twice(%x: tensor<3xf64>) -> tensor<f64> {
  // expected-error @+1 {{'stablehlo.dot_general' needs '#stablehlo.dot<...>' as attribute 'dot_dimension_numbers'}}
  %y = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], lhs_contracting_dimensions = [0]>}> : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @convolution(%x: tensor<2x3x9xf64>, %k: tensor<4x3x3xf64>) -> tensor<2x4x7xf64> {
  // expected-error @+1 {{'stablehlo.convolution' needs '#stablehlo.conv<[...]x[...]->[...]>' as attribute 'dimension_numbers'}}
  %y = "stablehlo.convolution"(%x, %k) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 1]>}> : (tensor<2x3x9xf64>, tensor<4x3x3xf64>) -> tensor<2x4x7xf64>
  return %y : tensor<2x4x7xf64>
}

// -----

func.func @extents(%x: tensor<3xf64>, %y: tensor<4xf64>) -> tensor<f64> {
  // expected-error @+1 {{'stablehlo.dot' pairs dimensions of different extents: 3 and 4}}
  %z = "stablehlo.dot"(%x, %y) : (tensor<3xf64>, tensor<4xf64>) -> tensor<f64>
  return %z : tensor<f64>
}

// -----

func.func @slice(%x: tensor<3xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'stablehlo.slice' has a slice of dimension 0 that does not lie within it}}
  %y = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 4>, strides = array<i64: 1>}> : (tensor<3xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

func.func @region(%x: tensor<3xf64>, %s: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'stablehlo.reduce' has a region that does not return}}
  %y = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func private @again(%x: tensor<f64>) -> tensor<f64> {
  %y = "stablehlo.sine"(%x) : (tensor<f64>) -> tensor<f64>
  // expected-error @+1 {{'func.call' is in 'again', which it calls}}
  %z = func.call @again(%y) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}
func.func @recursion(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @again(%x) : (tensor<f64>) -> tensor<f64>
  %z = "stablehlo.sine"(%y) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}

// -----

// expected-error @+1 {{'stablehlo.constant' stands outside of the functions of the module}}
%c = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
