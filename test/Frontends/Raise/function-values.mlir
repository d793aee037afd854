// Function values of the dialect `func`, of real and complex numbers and of vectors.
//
// DEFINE: %{entry} =
// DEFINE: %{args} =
// DEFINE: %{run} = chad-run %s --entry=%{entry} %{args}
// DEFINE: %{check} = %{run} > %t.compiled && %{run} --interpret > %t.interpreted && \
// DEFINE:   diff %t.compiled %t.interpreted && %{run} --grad-check >> %t.compiled
//
// RUN: chad-opt %s --chad-raise | FileCheck %s --check-prefix=IR

func.func private @square(%z: complex<f64>) -> complex<f64> {
  %r = complex.mul %z, %z : complex<f64>
  return %r : complex<f64>
}
func.func private @conjugate(%z: complex<f64>) -> complex<f64> {
  %r = complex.conj %z : complex<f64>
  return %r : complex<f64>
}

// REDEFINE: %{entry} = chosen
// REDEFINE: %{args} = --arg=1+2i --arg=1
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SQUARE,CHECK
// REDEFINE: %{args} = --arg=1+2i --arg=0
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=CONJUGATE,CHECK
// SQUARE: f64 5
// CONJUGATE: f64 3
// IR-LABEL: func.func @chosen(
// IR-SAME: %[[RE:.*]]: f64, %[[IM:.*]]: f64, %[[B:.*]]: i1)
// IR: %[[F:.*]] = constant @square : (f64, f64) -> (f64, f64)
// IR: %[[G:.*]] = constant @conjugate : (f64, f64) -> (f64, f64)
// IR: %[[H:.*]] = arith.select %[[B]], %[[F]], %[[G]]
// IR: chad.apply %[[H]](%[[RE]], %[[IM]]) : (f64, f64) -> (f64, f64)
func.func @chosen(%z: complex<f64>, %b: i1) -> f64 {
  %f = func.constant @square : (complex<f64>) -> complex<f64>
  %g = func.constant @conjugate : (complex<f64>) -> complex<f64>
  %h = arith.select %b, %f, %g : (complex<f64>) -> complex<f64>
  %w = func.call_indirect %h(%z) : (complex<f64>) -> complex<f64>
  %re = complex.re %w : complex<f64>
  %im = complex.im %w : complex<f64>
  %im2 = arith.mulf %im, %im : f64
  %half = arith.constant 0.5 : f64
  %p = arith.mulf %im2, %half : f64
  %r = arith.addf %re, %p : f64
  return %r : f64
}

// A lambda takes complex numbers, and captures one.
// REDEFINE: %{entry} = captured
// REDEFINE: %{args} = --arg=1+2i
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=CAPTURED,CHECK
// CAPTURED: f64 125
func.func private @twice(%f: (complex<f64>) -> complex<f64>, %z: complex<f64>) -> complex<f64> {
  %u = func.call_indirect %f(%z) : (complex<f64>) -> complex<f64>
  %v = func.call_indirect %f(%u) : (complex<f64>) -> complex<f64>
  return %v : complex<f64>
}
func.func @captured(%z: complex<f64>) -> f64 {
  %f = chad.lambda (%w : complex<f64>) -> complex<f64> {
    %p = complex.mul %w, %z : complex<f64>
    chad.yield %p : complex<f64>
  }
  %w = func.call @twice(%f, %z) : ((complex<f64>) -> complex<f64>, complex<f64>) -> complex<f64>
  %re = complex.re %w : complex<f64>
  %im = complex.im %w : complex<f64>
  %re2 = arith.mulf %re, %re : f64
  %im2 = arith.mulf %im, %im : f64
  %r = arith.addf %re2, %im2 : f64
  return %r : f64
}

// REDEFINE: %{entry} = real
// REDEFINE: %{args} = --arg=3
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=REAL,CHECK
// REAL: f64 81
func.func private @real_square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @real(%x: f64) -> f64 {
  %f = func.constant @real_square : (f64) -> f64
  %y = func.call_indirect %f(%x) : (f64) -> f64
  %z = func.call_indirect %f(%y) : (f64) -> f64
  return %z : f64
}

// REDEFINE: %{entry} = vectors
// REDEFINE: %{args} = --arg='[1, 2]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=VECTORS,CHECK
// VECTORS: tensor<2xf64> [1, 4]
// IR-LABEL: func.func @vectors(%{{.*}}: tensor<2xf64>) -> tensor<2xf64>
// IR: constant @vector_square : (tensor<2xf64>) -> tensor<2xf64>
func.func private @vector_square(%x: vector<2xf64>) -> vector<2xf64> {
  %y = arith.mulf %x, %x : vector<2xf64>
  return %y : vector<2xf64>
}
func.func @vectors(%x: vector<2xf64>) -> vector<2xf64> {
  %f = func.constant @vector_square : (vector<2xf64>) -> vector<2xf64>
  %y = func.call_indirect %f(%x) : (vector<2xf64>) -> vector<2xf64>
  return %y : vector<2xf64>
}

// What is not reached stays as it is, also where it cannot be raised and calls the same functions.
// RUN: chad-run %s --entry=reached --arg=1+2i --grad | FileCheck %s --check-prefix=REACHED
// REACHED: f64 {{25|24.99999.*|25.0000.*}}
// RUN: chad-opt %s --chad-raise=functions=reached | FileCheck %s --check-prefix=OTHER
// OTHER: func.func private @square(%{{.*}}: f64, %{{.*}}: f64) -> (f64, f64)
// OTHER: func.func private @[[COPY:square_[0-9]+]](%{{.*}}: complex<f64>) -> complex<f64>
// OTHER: func.func @chosen(%{{.*}}: complex<f64>
// OTHER: constant @[[COPY]] : (complex<f64>) -> complex<f64>
func.func @reached(%z: complex<f64>) -> f64 {
  %w = func.call @square(%z) : (complex<f64>) -> complex<f64>
  %a = complex.abs %w : complex<f64>
  %r = arith.mulf %a, %a : f64
  return %r : f64
}

// What calls code that asks for a derivative is raised with it.
// RUN: chad-opt %s --chad-differentiate | FileCheck %s --check-prefix=CALLER
// CALLER: func.func private @size(%{{.*}}: f64, %{{.*}}: f64) -> f64
// CALLER: func.func private @size.vjp(%{{.*}}: f64, %{{.*}}: f64, %{{.*}}: !chad.lin<f64>)
// CALLER: func.func @caller(%{{.*}}: complex<f64>) -> complex<f64>
// REDEFINE: %{entry} = caller
// REDEFINE: %{args} = --arg=1+2i
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SLOPE,CHECK
// SLOPE: complex<f64> 3-2i
func.func private @size(%z: complex<f64>) -> f64 {
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  %re2 = arith.mulf %re, %re : f64
  %im2 = arith.mulf %im, %im : f64
  %s = arith.addf %re2, %im2 : f64
  return %s : f64
}
func.func private @slope(%z: complex<f64>) -> complex<f64> {
  %g = chad.grad @size(%z) : (complex<f64>) -> complex<f64>
  return %g : complex<f64>
}
func.func @caller(%z: complex<f64>) -> complex<f64> {
  %g = func.call @slope(%z) : (complex<f64>) -> complex<f64>
  %r = complex.add %g, %z : complex<f64>
  return %r : complex<f64>
}

// A request names a function that takes a vector, by which it is not differentiated.
// REDEFINE: %{entry} = weighted
// REDEFINE: %{args} = --arg='[1, 2]' --arg='[3, 5]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=WEIGHTED,CHECK
// WEIGHTED: tensor<2xf64> [6, 20]
// CALLER: func.func @weighted(%{{.*}}: tensor<2xf64>, %{{.*}}: tensor<2xf64>) -> tensor<2xf64>
func.func private @weights(%x: tensor<2xf64>, %v: vector<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %u = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<2xf64>, vector<2xf64>
  %q = arith.mulf %u, %u : vector<2xf64>
  %p = arith.mulf %v, %q : vector<2xf64>
  %r = vector.reduction <add>, %p : vector<2xf64> into f64
  return %r : f64
}
func.func @weighted(%x: tensor<2xf64>, %v: vector<2xf64>) -> tensor<2xf64> {
  %g = chad.grad @weights(%x, %v) wrt [0] : (tensor<2xf64>, vector<2xf64>) -> tensor<2xf64>
  return %g : tensor<2xf64>
}

// The derivatives of each.
// CHECK: forward and reverse: worst relative error {{(0|.*e-1[3-9]) }}
// CHECK: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[1-9][0-9])) }}
