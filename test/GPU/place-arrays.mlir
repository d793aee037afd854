// The places of arrays, chosen by a minimum cut: of loops that run on the host, states of loops,
// branches, slices and single elements.
// RUN: chad-opt %s --chad-place-arrays --split-input-file | FileCheck %s
// RUN: chad-opt %s --chad-place-arrays=host-loops=0 --split-input-file | FileCheck %s --check-prefix=HOST

// An array that does not change in a loop is copied before it, also where a branch needs it.
// CHECK-LABEL: func @invariant(
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK-NEXT: %[[ON:.*]] = bufferization.alloc_tensor() copy(%[[XS]]) {memory_space = 1
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.forall
// CHECK: tensor.extract_slice %[[ON]]
// HOST-LABEL: func @invariant(
// HOST-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// HOST-NEXT: %[[ON:.*]] = bufferization.alloc_tensor() copy(%[[XS]]) {memory_space = 2
// HOST: bufferization.alloc_tensor() {memory_space = 2
// HOST: bufferization.alloc_tensor() copy({{.*}}) {memory_space = 0
func.func @invariant(%xs: tensor<?xf64>, %n: index, %on: i1) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = bufferization.alloc_tensor() : tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%state = %init) -> tensor<4xf64> {
    %next = scf.if %on -> tensor<4xf64> {
      %made = scf.forall (%b) in (4) shared_outs(%o = %state) -> tensor<4xf64> {
        %e = tensor.extract_slice %xs[%b] [1] [1] : tensor<?xf64> to tensor<1xf64>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %e into %o[%b] [1] [1] : tensor<1xf64> into tensor<4xf64>
        }
      } {mapping = [#gpu.block<x>]}
      scf.yield %made : tensor<4xf64>
    } else {
      scf.yield %state : tensor<4xf64>
    }
    scf.yield %next : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// -----

// One element of an argument is read where the argument is; elements that a loop reads are not
// fetched from the device one after the other.
// CHECK-LABEL: func @elements(
// CHECK: %[[DOWN:.*]] = bufferization.alloc_tensor() copy(%{{.*}}) {memory_space = 2
// CHECK: scf.while
// CHECK: tensor.extract %[[DOWN]]
func.func private @g(f64) -> i1
func.func @elements(%xs: tensor<4xf64>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = bufferization.alloc_tensor() : tensor<4xf64>
  %made = scf.forall (%b) in (4) shared_outs(%o = %init) -> tensor<4xf64> {
    %e = tensor.extract_slice %xs[%b] [1] [1] : tensor<4xf64> to tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%b] [1] [1] : tensor<1xf64> into tensor<4xf64>
    }
  } {mapping = [#gpu.block<x>]}
  %found = scf.while (%i = %c0) : (index) -> index {
    %x = tensor.extract %made[%i] : tensor<4xf64>
    %more = func.call @g(%x) : (f64) -> i1
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %found : index
}

// -----

// A function that a loop of the host calls has its arrays there.
// CHECK: func.func private @callee(%{{.*}}) -> tensor<4xf64> attributes {device.host}
// CHECK: bufferization.alloc_tensor() {memory_space = 2
// CHECK-LABEL: func @calls(
// CHECK: copy(%{{.*}}) {memory_space = 2
func.func private @outside(f64) -> f64
func.func private @callee(%x: f64) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %y = func.call @outside(%x) : (f64) -> f64
  %own = bufferization.alloc_tensor() : tensor<4xf64>
  %made = tensor.insert %y into %own[%c0] : tensor<4xf64>
  return %made : tensor<4xf64>
}
func.func @calls(%xs: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> f64 {
    %x = tensor.extract %xs[%i] : tensor<4xf64>
    %made = func.call @callee(%x) : (f64) -> tensor<4xf64>
    %y = tensor.extract %made[%c0] : tensor<4xf64>
    %t = arith.addf %s, %y : f64
    scf.yield %t : f64
  }
  return %r : f64
}
