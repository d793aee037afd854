// Sizes, offsets and tiles that are operands with constant values are treated like attributes, and a
// private global that nothing writes is a constant.

// DEFINE: %{entry} =
// DEFINE: %{args} =
// DEFINE: %{check} = chad-run %s --entry=%{entry} %{args} --grad-check | FileCheck %s
// CHECK: forward and reverse: worst relative error {{(0|.*e-1[3-9]) }}
// CHECK: reverse and differences: worst relative error {{(0|.*e-(09|[1-9][0-9])) }}

// REDEFINE: %{entry} = pad
// REDEFINE: %{args} = --arg='[1, 2, 3]' --arg=0.5
// RUN: %{check}
func.func @pad(%x: tensor<3xf64>, %border: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %y = tensor.pad %x low[%c0] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %border : f64
  } : tensor<3xf64> to tensor<?xf64>
  return %y : tensor<?xf64>
}

// REDEFINE: %{entry} = pad_complex
// REDEFINE: %{args} = --arg='[1, 2, 3]' --arg=0.5
// RUN: %{check}
func.func @pad_complex(%x: tensor<3xf64>, %border: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %b = complex.create %zero, %border : complex<f64>
  %e = tensor.empty() : tensor<3xcomplex<f64>>
  %z = linalg.map ins(%x : tensor<3xf64>) outs(%e : tensor<3xcomplex<f64>>) (%r: f64, %o: complex<f64>) {
    %c = complex.create %r, %r : complex<f64>
    %s = complex.sin %c : complex<f64>
    linalg.yield %s : complex<f64>
  }
  %y = tensor.pad %z low[%c0] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %b : complex<f64>
  } : tensor<3xcomplex<f64>> to tensor<?xcomplex<f64>>
  %n = tensor.dim %y, %c0 : tensor<?xcomplex<f64>>
  %f = tensor.empty(%n) : tensor<?xf64>
  %im = linalg.map ins(%y : tensor<?xcomplex<f64>>) outs(%f : tensor<?xf64>) (%c: complex<f64>, %o: f64) {
    %i = complex.im %c : complex<f64>
    linalg.yield %i : f64
  }
  return %im : tensor<?xf64>
}

// REDEFINE: %{entry} = pack
// REDEFINE: %{args} = --arg='[1, 2, 3, 4, 5]'
// RUN: %{check}
func.func @pack(%x: tensor<5xf64>) -> tensor<?x?xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%c3, %c2) : tensor<?x?xf64>
  %p = linalg.pack %x padding_value(%zero : f64) inner_dims_pos = [0] inner_tiles = [%c2] into %e
      : tensor<5xf64> -> tensor<?x?xf64>
  return %p : tensor<?x?xf64>
}

// What is written to a view of several dimensions is read from the buffer, and the other way round.
// REDEFINE: %{entry} = cast
// REDEFINE: %{args} = --arg='[1, 2, 3, 4, 5, 6, 7, 8]'
// RUN: %{check}
func.func @cast(%x: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %b = memref.alloc() : memref<8xf64>
  memref.copy %x, %b : memref<8xf64> to memref<8xf64>
  %v = memref.reinterpret_cast %b to offset: [%c2], sizes: [%c2, %c3], strides: [%c3, %c1]
      : memref<8xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
  %e = memref.load %v[%c1, %c0] : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %s = math.sin %e : f64
  memref.store %s, %v[%c1, %c2] : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %r = memref.load %b[%c7] : memref<8xf64>
  %p = arith.mulf %r, %e : f64
  memref.dealloc %b : memref<8xf64>
  return %p : f64
}

// REDEFINE: %{entry} = only_read
// REDEFINE: %{args} = --arg=2
// RUN: %{check}
memref.global "private" @table : memref<2xf64> = dense<[3.0, 5.0]>
func.func @only_read(%x: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %a = memref.get_global @table : memref<2xf64>
  %v = memref.load %a[%c1] : memref<2xf64>
  %r = arith.mulf %v, %x : f64
  return %r : f64
}

// A global that something writes is none.
// RUN: not chad-run %s --entry=written --arg=2 --grad 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: '@changed' is no constant
memref.global "private" @changed : memref<2xf64> = dense<[3.0, 5.0]>
func.func @written(%x: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %a = memref.get_global @changed : memref<2xf64>
  %v = memref.load %a[%c1] : memref<2xf64>
  memref.store %x, %a[%c1] : memref<2xf64>
  %r = arith.mulf %v, %x : f64
  return %r : f64
}
