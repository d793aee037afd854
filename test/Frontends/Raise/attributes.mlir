// Encodings that mean nothing are dropped, and constants in resources are what their bytes say.
//
// RUN: chad-opt %s --chad-raise | FileCheck %s --check-prefix=IR
//
// DEFINE: %{entry} = loss
// DEFINE: %{args} = --arg='[1, 2, 3, 4]' --arg='[3, 1, 2, 5]'
// DEFINE: %{run} = chad-run %s --entry=%{entry} %{args}
// DEFINE: %{check} = %{run} > %t.compiled && %{run} --interpret > %t.interpreted && \
// DEFINE:   diff %t.compiled %t.interpreted && %{run} --grad-check >> %t.compiled

// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=LOSS,CHECK
// LOSS: f64 105
// IR-LABEL: func.func @loss(
// IR-SAME: %{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4xf64>) -> f64
// IR: arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf64>
// IR-NOT: row
func.func @loss(%x: tensor<4xf64, "row">, %y: tensor<4xf64>) -> f64 {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64, "row">
  %e = tensor.empty() : tensor<4xf64, "row">
  %p = linalg.mul ins(%x, %c : tensor<4xf64, "row">, tensor<4xf64, "row">) outs(%e : tensor<4xf64, "row">) -> tensor<4xf64, "row">
  %q = tensor.cast %p : tensor<4xf64, "row"> to tensor<4xf64>
  %z = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.dot ins(%q, %y : tensor<4xf64>, tensor<4xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}

// A request names such a function, too.
// REDEFINE: %{entry} = gradient
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=GRADIENT,CHECK
// GRADIENT: tensor<4xf64> [3, 2, 6, 20]
func.func @gradient(%x: tensor<4xf64, "row">, %y: tensor<4xf64>) -> tensor<4xf64, "row"> {
  %g = chad.grad @loss(%x, %y) wrt [0] : (tensor<4xf64, "row">, tensor<4xf64>) -> tensor<4xf64, "row">
  return %g : tensor<4xf64, "row">
}

// The weights of a layer, as exporters leave them.
// REDEFINE: %{entry} = layer
// REDEFINE: %{args} = --arg='[[0.5, 0.25, 0.125]]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=LAYER,CHECK,WIDENED
// LAYER: tensor<1x2xf32> {{\[}}[2.875, 2.25]]
// IR-LABEL: func.func @layer(
// IR-DAG: arith.constant dense<[1.000000e+00, -5.000000e-01]> : tensor<2xf32>
// IR-DAG: arith.constant dense<{{\[}}[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
func.func @layer(%x: tensor<1x3xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<w> : tensor<3x2xf32>
  %b = arith.constant dense_resource<b> : tensor<2xf32>
  %e = tensor.empty() : tensor<1x2xf32>
  %i = linalg.broadcast ins(%b : tensor<2xf32>) outs(%e : tensor<1x2xf32>) dimensions = [0]
  %m = linalg.matmul ins(%x, %w : tensor<1x3xf32>, tensor<3x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %m : tensor<1x2xf32>
}

// So are those in buffers.
// REDEFINE: %{entry} = global
// REDEFINE: %{args} = --arg=3
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=GLOBAL,CHECK
// GLOBAL: f32 -1.5
memref.global "private" constant @bias : memref<2xf32> = dense_resource<b>
func.func @global(%x: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %m = memref.get_global @bias : memref<2xf32>
  %v = memref.load %m[%c1] : memref<2xf32>
  %r = arith.mulf %x, %v : f32
  return %r : f32
}

// Truth values take a byte each, or a bit each.
// REDEFINE: %{entry} = chosen
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=CHOSEN,CHECK
// CHOSEN: f64 6
// IR-LABEL: func.func @chosen(
// IR-COUNT-2: arith.constant dense<[true, false, true]> : tensor<3xi1>
func.func @chosen(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %bytes = arith.constant dense_resource<bytes> : tensor<3xi1>
  %bits = arith.constant dense_resource<bits> : tensor<3xi1>
  %first = tensor.extract %bytes[%c0] : tensor<3xi1>
  %second = tensor.extract %bits[%c1] : tensor<3xi1>
  %a = arith.select %first, %x, %zero : f64
  %b = arith.select %second, %zero, %x : f64
  %r = arith.addf %a, %b : f64
  return %r : f64
}

// Constants in sparse form, of tensors, vectors and buffers.
// REDEFINE: %{entry} = sparse
// REDEFINE: %{args} = --arg=2
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SPARSE,CHECK
// SPARSE: f64 30
// IR: memref.global "private" constant @sparse_weights : memref<3xf64> = dense<[0.000000e+00, 5.000000e+00, 0.000000e+00]>
// IR-LABEL: func.func @sparse(
// IR-DAG: arith.constant 3.000000e+00 : f64
// IR-DAG: arith.constant 5.000000e+00 : f64
memref.global "private" constant @sparse_weights : memref<3xf64> = sparse<[[1]], [5.0]>
func.func @sparse(%x: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c = arith.constant sparse<[[0], [2]], [1.0, 3.0]> : tensor<3xf64>
  %v = arith.constant sparse<0, 1.0> : vector<3xf64>
  %m = memref.get_global @sparse_weights : memref<3xf64>
  %a = tensor.extract %c[%c2] : tensor<3xf64>
  %b = vector.extract %v[0] : f64 from vector<3xf64>
  %d = memref.load %m[%c1] : memref<3xf64>
  %p = arith.mulf %x, %a : f64
  %q = arith.mulf %p, %b : f64
  %r = arith.mulf %q, %d : f64
  return %r : f64
}

// What is no number is left as it is.
// IR-LABEL: func.func @pointers(
func.func @pointers(%x: f64) -> f64 {
  %unused = arith.constant dense_resource<w> : tensor<3x!llvm.ptr>
  return %x : f64
}

// The derivatives of each.
// CHECK: forward and reverse: worst relative error {{(0|.*e-1[3-9]) }}
// CHECK: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[1-9][0-9])) }}
// WIDENED: as written and in f64

{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F0000004000004040000080400000A0400000C040",
      b: "0x040000000000803F000000BF",
      bytes: "0x01000000010001",
      bits: "0x0100000005"
    }
  }
#-}
