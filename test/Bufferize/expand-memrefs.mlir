// RUN: chad-opt %s --chad-expand-memrefs --split-input-file | FileCheck %s

// CHECK-LABEL: func @two
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf64>, %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK: %[[BASE:[^,]*]], %{{.*}} = memref.extract_strided_metadata %[[X]]
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[ROW:.*]] = arith.muli %[[ONE]], %[[M]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[N]], %[[M]]], strides: [%[[ROW]], 1]
func.func @two(%x: memref<?xf64>, %n: index, %m: index) -> memref<?x?xf64> {
  %r = memref.expand_shape %x [[0, 1]] output_shape [%n, %m] : memref<?xf64> into memref<?x?xf64>
  return %r : memref<?x?xf64>
}

// -----

// Of a part of an array, with an extent that is known between those that are not.
// CHECK-LABEL: func @part
// CHECK-SAME: %[[X:[^:]*]]: memref<2x?xf64, strided<[?, ?], offset: ?>>, %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK: %[[BASE:[^,]*]], %[[OFFSET:[^,]*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[A:.*]] = arith.muli %[[STRIDES]]#1, %[[M]]
// CHECK: %[[THREE:.*]] = arith.constant 3
// CHECK: %[[B:.*]] = arith.muli %[[A]], %[[THREE]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [2, %[[N]], 3, %[[M]]], strides: [%[[STRIDES]]#0, %[[B]], %[[A]], %[[STRIDES]]#1]
func.func @part(%x: memref<2x?xf64, strided<[?, ?], offset: ?>>, %n: index, %m: index) -> memref<2x?x3x?xf64, strided<[?, ?, ?, ?], offset: ?>> {
  %r = memref.expand_shape %x [[0], [1, 2, 3]] output_shape [2, %n, 3, %m] : memref<2x?xf64, strided<[?, ?], offset: ?>> into memref<2x?x3x?xf64, strided<[?, ?, ?, ?], offset: ?>>
  return %r : memref<2x?x3x?xf64, strided<[?, ?, ?, ?], offset: ?>>
}

// -----

// One extent is left to upstream.
// CHECK-LABEL: func @one
// CHECK: memref.expand_shape
func.func @one(%x: memref<?xf64>, %n: index) -> memref<?x2xf64> {
  %r = memref.expand_shape %x [[0, 1]] output_shape [%n, 2] : memref<?xf64> into memref<?x2xf64>
  return %r : memref<?x2xf64>
}

// -----

// Copies between layouts become loops; one of whole buffers stays.
// CHECK-LABEL: func @copy
// CHECK-SAME: %[[A:[^:]*]]: memref<?xf64, strided<[2]>>, %[[B:[^:]*]]: memref<?xf64>, %[[C:[^:]*]]: memref<?xf64>
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<?xf64, strided<[2]>>) outs(%[[B]] : memref<?xf64>)
// CHECK: memref.copy %[[B]], %[[C]]
func.func @copy(%a: memref<?xf64, strided<[2]>>, %b: memref<?xf64>, %c: memref<?xf64>) {
  memref.copy %a, %b : memref<?xf64, strided<[2]>> to memref<?xf64>
  memref.copy %b, %c : memref<?xf64> to memref<?xf64>
  return
}
