// An op that cannot be raised to tensors is an error at this op, with the remedy.
//
// RUN: chad-opt %s --split-input-file --verify-diagnostics --chad-raise

// expected-note @below {{while raising '@address' to what can be differentiated}}
func.func @address(%x: memref<4xf64>) -> index {
  // expected-error @below {{chad: buffers cannot be raised to tensors here: the address of a buffer escapes}}
  // expected-note @below {{read and write buffers by 'memref.load' and 'memref.store'}}
  %p = memref.extract_aligned_pointer_as_index %x : memref<4xf64> -> index
  return %p : index
}

// -----

// expected-note @below {{while raising}}
func.func @chosen(%b: i1, %x: memref<4xf64>, %y: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{which buffer is meant follows from a condition}}
  // expected-note @below {{choose between values rather than buffers}}
  %m = arith.select %b, %x, %y : memref<4xf64>
  %r = memref.load %m[%c0] : memref<4xf64>
  return %r : f64
}

// -----

// expected-note @below {{while raising}}
func.func @chosen_by_branch(%b: i1, %x: memref<4xf64>, %y: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{which buffer is meant follows from a condition}}
  // expected-note @below {{choose between values}}
  %m = scf.if %b -> memref<4xf64> {
    scf.yield %x : memref<4xf64>
  } else {
    scf.yield %y : memref<4xf64>
  }
  %r = memref.load %m[%c0] : memref<4xf64>
  return %r : f64
}

// -----

// expected-note @below {{while raising}}
func.func @swapped(%n: index, %x: memref<4xf64>, %y: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.for' carries a buffer}}
  // expected-note @below {{swap contents by 'memref.copy'}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (memref<4xf64>, memref<4xf64>) {
    scf.yield %b, %a : memref<4xf64>, memref<4xf64>
  }
  %v = memref.load %r#0[%c0] : memref<4xf64>
  return %v : f64
}

// -----

func.func private @outside(memref<4xf64>)
// expected-note @below {{while raising}}
func.func @unknown(%x: memref<4xf64>) {
  // expected-error @below {{what '@outside' does with its buffers is not known}}
  // expected-note @below {{give it a body in this module}}
  func.call @outside(%x) : (memref<4xf64>) -> ()
  return
}

// -----

func.func private @add(%x: memref<4xf64>, %y: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xf64>
  memref.store %v, %y[%c0] : memref<4xf64>
  return
}
// expected-note @below {{while raising}}
func.func @aliases(%x: memref<4xf64>) {
  // expected-error @below {{two arguments name the same buffer, and '@add' writes to one of them}}
  // expected-note @below {{pass a copy of the buffer}}
  func.call @add(%x, %x) : (memref<4xf64>, memref<4xf64>) -> ()
  return
}

// -----

// expected-note @below {{while raising}}
func.func @overlap(%x: memref<4x4xf64>) {
  // expected-error @below {{it reads and writes the same buffer}}
  // expected-note @below {{read from a copy of the buffer}}
  linalg.transpose ins(%x : memref<4x4xf64>) outs(%x : memref<4x4xf64>) permutation = [1, 0]
  return
}

// -----

// expected-error @below {{a buffer without a rank has no tensor}}
// expected-note @below {{use buffers of ranked types}}
// expected-note @below {{while raising}}
func.func @unranked(%x: memref<*xf64>) {
  return
}

// -----

func.func private @any(memref<*xf64>)
// expected-note @below {{while raising}}
func.func @unranked_within(%x: memref<4xf64>) {
  // expected-error @below {{a buffer without a rank has no tensor}}
  // expected-note @below {{use buffers of ranked types}}
  %y = memref.cast %x : memref<4xf64> to memref<*xf64>
  func.call @any(%y) : (memref<*xf64>) -> ()
  return
}

// -----

memref.global @state : memref<1xf64> = dense<0.0>
// expected-note @below {{while raising}}
func.func @global() -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'@state' is no constant}}
  // expected-note @below {{make it one: 'memref.global constant'}}
  %m = memref.get_global @state : memref<1xf64>
  %r = memref.load %m[%c0] : memref<1xf64>
  return %r : f64
}

// -----

// expected-note @below {{while raising}}
func.func @assigned(%x: memref<4xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-error @below {{which of several assignments is the last one is not known}}
    // expected-note @below {{store by 'memref.store'}}
    %0 = memref.atomic_rmw assign %v, %x[%c0] : (f64, memref<4xf64>) -> f64
    scf.reduce
  }
  return
}

// -----

// expected-note @below {{while raising}}
func.func @updated(%x: memref<4xf64>, %v: f64) {
  %c0 = arith.constant 0 : index
  affine.parallel (%i) = (0) to (8) {
    // expected-error @below {{threads update an element in an order that is not known}}
    // expected-note @below {{use 'memref.atomic_rmw' for a sum, a product or an extremum}}
    %0 = memref.generic_atomic_rmw %x[%c0] : memref<4xf64> {
    ^bb0(%old: f64):
      %s = math.sin %old : f64
      %t = arith.addf %s, %v : f64
      memref.atomic_yield %t : f64
    }
  }
  return
}

// -----

// expected-note @below {{while raising}}
func.func @update_is_read(%x: memref<4xf64>, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{its result may be the old value or the new one}}
  // expected-note @below {{read the element by 'memref.load' before or after it}}
  %0 = memref.generic_atomic_rmw %x[%c0] : memref<4xf64> {
  ^bb0(%old: f64):
    %t = arith.addf %old, %v : f64
    memref.atomic_yield %t : f64
  }
  return %0 : f64
}

// -----

// expected-note @below {{while raising}}
func.func @elided(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{the numbers of this constant are not in the program: they were left out when it was printed}}
  // expected-note @below {{print the program without '--mlir-elide-elementsattrs-if-larger'}}
  %w = arith.constant dense_resource<__elided__> : tensor<2xf32>
  %r = arith.mulf %x, %w : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// expected-note @below {{while raising}}
func.func @undefined(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{the resource 'w' is not defined}}
  // expected-note @below {{keep the section 'dialect_resources' at the end of the program}}
  %w = arith.constant dense_resource<w> : tensor<2xf32>
  %r = arith.mulf %x, %w : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// expected-note @below {{while raising}}
func.func @vectors_in_structured(%x: memref<4xvector<2xf64>>) {
  // expected-error @below {{'linalg.generic' works on an array of vectors}}
  // expected-note @below {{use an array of numbers with a dimension more}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : memref<4xvector<2xf64>>) {
  ^bb0(%v: vector<2xf64>):
    %w = arith.mulf %v, %v : vector<2xf64>
    linalg.yield %w : vector<2xf64>
  }
  return
}

// -----

func.func private @outside(vector<2xf64>) -> vector<2xf64>
// expected-note @below {{while raising}}
func.func @calls_outside(%x: vector<2xf64>) -> vector<2xf64> {
  // expected-error @below {{what '@outside' does with its vectors is not known}}
  // expected-note @below {{give it a body in this module, or call it with numbers or tensors}}
  %y = func.call @outside(%x) : (vector<2xf64>) -> vector<2xf64>
  return %y : vector<2xf64>
}

// -----

// expected-note @below {{while raising}}
func.func @other_lanes(%x: tensor<2x3xf64>, %m: vector<3x2xi1>, %p: vector<2x3xf64>) -> vector<2x3xf64> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f64
  // expected-error @below {{a mask decides which lanes of 'vector.transfer_read' are computed}}
  // expected-note @below {{give the mask to the transfer, or use 'arith.select'}}
  %y = vector.mask %m, %p { vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : tensor<2x3xf64>, vector<2x3xf64> } : vector<3x2xi1> -> vector<2x3xf64>
  return %y : vector<2x3xf64>
}

// -----

// expected-note @below {{while raising}}
func.func @bytes(%x: memref<32xi8>) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{bytes are seen as elements of another type}}
  // expected-note @below {{allocate a buffer of the type of the elements}}
  %y = memref.view %x[%c0][] : memref<32xi8> to memref<4xf64>
  %r = memref.load %y[%c0] : memref<4xf64>
  return %r : f64
}

// -----

// expected-note @below {{while raising}}
func.func @strided(%x: memref<8x8xf64>, %s: index) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{offset, sizes and strides name no run of a contiguous buffer}}
  // expected-note @below {{use 'memref.subview'}}
  %y = memref.reinterpret_cast %x to offset: [0], sizes: [2, 2], strides: [%s, 1] : memref<8x8xf64> to memref<2x2xf64, strided<[?, 1]>>
  %r = memref.load %y[%c0, %c0] : memref<2x2xf64, strided<[?, 1]>>
  return %r : f64
}

// -----

// expected-note @below {{while raising}}
func.func @written_in_map(%x: tensor<4xf64>, %y: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{a region of 'chad.map' writes to a buffer that is outside of it}}
  // expected-note @below {{write in loops of 'scf' or 'affine'}}
  %z = chad.map (%v in %x : tensor<4xf64>) -> tensor<4xf64> {
    memref.store %v, %y[%c0] : memref<4xf64>
    chad.yield %v : f64
  }
  return
}

// -----

func.func private @same(%x: memref<4xf64>) -> memref<4xf64> {
  return %x : memref<4xf64>
}
// expected-note @below {{while raising}}
func.func @returned(%x: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{a result of '@same' is one of its arguments}}
  // expected-note @below {{use the argument instead of the result}}
  %y = func.call @same(%x) : (memref<4xf64>) -> memref<4xf64>
  %r = memref.load %y[%c0] : memref<4xf64>
  return %r : f64
}

// -----

// expected-note @below {{while raising}}
func.func @recursive(%x: memref<4xf64>) {
  // expected-error @below {{what '@recursive' does with its buffers is not known}}
  // expected-note @below {{that does not call itself}}
  func.call @recursive(%x) : (memref<4xf64>) -> ()
  return
}

// -----

// expected-note @below {{while raising}}
func.func @bits(%x: vector<4xf64>) -> vector<8xf32> {
  // expected-error @below {{vectors cannot be raised to tensors here: 'vector.bitcast' has no counterpart on tensors}}
  // expected-note @below {{docs/Coverage.md lists}}
  %y = vector.bitcast %x : vector<4xf64> to vector<8xf32>
  return %y : vector<8xf32>
}

// -----

// expected-error @below {{the extent of a vector depends on the machine}}
// expected-note @below {{use fixed extents}}
// expected-note @below {{while raising}}
func.func @scalable(%x: vector<[4]xf64>) -> vector<[4]xf64> {
  return %x : vector<[4]xf64>
}

// -----

// expected-note @below {{while raising}}
func.func @scalable_within(%x: f64) -> f64 {
  // expected-error @below {{the extent of a vector depends on the machine}}
  // expected-note @below {{use fixed extents}}
  %y = vector.broadcast %x : f64 to vector<[4]xf64>
  %r = vector.reduction <add>, %y : vector<[4]xf64> into f64
  return %r : f64
}

// -----

func.func @complex_bits(%x: complex<f32>) -> i64 {
  // expected-error @below {{'complex.bitcast' has no form for real and imaginary parts}}
  // expected-note @below {{take the parts by 'complex.re' and 'complex.im' before it}}
  %y = complex.bitcast %x : complex<f32> to i64
  return %y : i64
}

// -----

// expected-error @below {{'@outside' takes or returns complex values, and has no body}}
// expected-note @below {{give it a body, or real and imaginary parts}}
func.func private @outside(complex<f64>) -> complex<f64>
func.func @calls(%x: complex<f64>) -> complex<f64> {
  %y = func.call @outside(%x) : (complex<f64>) -> complex<f64>
  return %y : complex<f64>
}

// -----

// expected-error @below {{chad: the branches between the blocks of '@other_branches' are not structured control flow}}
// expected-note @below {{write them with 'scf', or as 'cf.br', 'cf.cond_br' and 'cf.switch'}}
// expected-note @below {{while raising}}
func.func @other_branches(%c: i1, %x: f64) -> f64 {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.br ^bb2
^bb2:
  return %x : f64
}

// -----

ml_program.global private mutable @state(dense<0.0> : tensor<2xf64>) : tensor<2xf64>
// expected-note @below {{while raising '@reads'}}
func.func @reads(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @below {{the global '@state' may change while the program runs}}
  // expected-note @below {{make the global one that is not 'mutable', or pass its value as an argument}}
  %s = ml_program.global_load @state : tensor<2xf64>
  %y = arith.addf %x, %s : tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

ml_program.global private mutable @state(dense<0.0> : tensor<2xf64>) : tensor<2xf64>
// expected-note @below {{while raising '@writes'}}
ml_program.func @writes(%x: tensor<2xf64>) {
  // expected-error @below {{the global '@state' changes while the program runs}}
  // expected-note @below {{pass its value as an argument, and return the new one}}
  ml_program.global_store @state = %x : tensor<2xf64>
  ml_program.return
}

// -----

ml_program.global private @weights(#ml_program.extern<tensor<2xf64>>) : tensor<2xf64>
// expected-note @below {{while raising '@external'}}
ml_program.func @external() -> tensor<2xf64> {
  // expected-error @below {{the global '@weights' has no value here}}
  // expected-note @below {{pass its value as an argument}}
  %w = ml_program.global_load_const @weights : tensor<2xf64>
  ml_program.return %w : tensor<2xf64>
}

// -----

// expected-error @below {{the ops of '@circle' need each other's results}}
// expected-note @below {{write what is repeated as a loop}}
ml_program.subgraph @circle(%x: f64) -> f64 {
  %a = arith.addf %b, %x : f64
  %b = arith.mulf %a, %x : f64
  ml_program.output %b : f64
}

// -----

// expected-note @below {{while raising}}
func.func @unranked(%x: tensor<*xf64>) -> !shape.shape {
  // expected-error @below {{'shape.shape_of': the rank of the operand is not known}}
  // expected-note @below {{pass a tensor whose type says how many extents it has}}
  %s = shape.shape_of %x : tensor<*xf64> -> !shape.shape
  return %s : !shape.shape
}

// -----

// expected-note @below {{while raising}}
func.func @opaque(%x: !shape.value_shape) -> !shape.shape {
  // expected-error @below {{what a value of type '!shape.value_shape' holds is not known here}}
  // expected-note @below {{pass a tensor}}
  %s = shape.shape_of %x : !shape.value_shape -> !shape.shape
  return %s : !shape.shape
}

// -----

func.func private @callee(!shape.value_shape)
// expected-note @below {{while raising}}
func.func @passed(%x: tensor<2xf64>, %s: !shape.shape) {
  // expected-error @below {{a value of type '!shape.value_shape' is used by 'func.call'}}
  // expected-note @below {{pass the tensor and its shape instead}}
  %p = shape.with_shape %x, %s : tensor<2xf64>, !shape.shape
  func.call @callee(%p) : (!shape.value_shape) -> ()
  return
}
