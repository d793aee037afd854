// RUN: chad-opt %s --chad-out-params --canonicalize --split-input-file | FileCheck %s

// Results are stored in the memory of the caller if there is some and it has their extents.
// Constant extents are compared, too, if the type of the function does not have them.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[N:.*]]: index, %[[GIVEN:.*]]: memref<?x3xf64> {chad.buffer}, %[[FIVE:.*]]: memref<?xf32> {chad.buffer})
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[GIVEN]]
// CHECK: %[[THERE:.*]] = arith.cmpi ne, %[[ADDRESS]], %c0
// CHECK: %[[EXTENT:.*]] = memref.dim %[[GIVEN]], %c0
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[EXTENT]], %[[N]]
// CHECK: %[[FITS:.*]] = arith.andi %[[THERE]], %[[SAME]]
// CHECK: %[[R:.*]] = scf.if %[[FITS]] -> (memref<?x3xf64>) {
// CHECK-NEXT: %[[USED:.*]] = memref.reinterpret_cast %[[GIVEN]] to offset: [0], sizes: [%[[N]], 3], strides: [3, 1]
// CHECK-NEXT: scf.yield %[[USED]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[NEW:.*]] = memref.alloc(%[[N]])
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK: memref.dim %[[FIVE]], %c0
// CHECK: arith.cmpi eq, %{{.*}}, %c5
// CHECK: return %[[R]],
func.func @dynamic(%n: index) -> (memref<?x3xf64>, memref<?xf32>) {
  %r = memref.alloc(%n) : memref<?x3xf64>
  %s = memref.alloc() : memref<5xf32>
  %t = memref.cast %s : memref<5xf32> to memref<?xf32>
  return %r, %t : memref<?x3xf64>, memref<?xf32>
}

// -----

// An array that is two results lies in the memory of the first. What is no array needs none.
// CHECK-LABEL: func.func @twice
// CHECK-SAME: (%[[K:.*]]: f64, %[[FIRST:.*]]: memref<4xf64> {chad.buffer}, %[[SECOND:.*]]: memref<4xf64> {chad.buffer})
// CHECK-NOT: %[[SECOND]]
// CHECK: scf.if
// CHECK-NEXT: yield %[[FIRST]]
// CHECK-NOT: scf.if
// CHECK: return
func.func @twice(%k: f64) -> (memref<4xf64>, f64, memref<4xf64>) {
  %r = memref.alloc() : memref<4xf64>
  return %r, %k, %r : memref<4xf64>, f64, memref<4xf64>
}

// -----

// What is not allocated in the function's block is returned as it was.
// CHECK-LABEL: func.func @choice
// CHECK-SAME: (%{{.*}}: i1, %{{.*}}: index, %[[GIVEN:.*]]: memref<?xf64> {chad.buffer})
// CHECK-NOT: %[[GIVEN]]
// CHECK: return
func.func @choice(%c: i1, %n: index) -> memref<?xf64> {
  %r = scf.if %c -> memref<?xf64> {
    %a = memref.alloc(%n) : memref<?xf64>
    scf.yield %a : memref<?xf64>
  } else {
    %b = memref.alloc() : memref<2xf64>
    %d = memref.cast %b : memref<2xf64> to memref<?xf64>
    scf.yield %d : memref<?xf64>
  }
  return %r : memref<?xf64>
}

// -----

// Calls within the module know the old type.
// CHECK-LABEL: func.func @recursive
// CHECK-SAME: (%[[N:.*]]: index, %{{.*}}: memref<?xf64> {chad.buffer}) -> memref<?xf64>
// CHECK-NEXT: %[[R:.*]] = call @[[BODY:recursive.*]](%[[N]])
// CHECK-NEXT: return %[[R]]
// CHECK: func.func private @[[BODY]](%{{.*}}: index) -> memref<?xf64>
// CHECK: call @[[BODY]](
func.func @recursive(%n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %isLast = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %isLast -> memref<?xf64> {
    %a = memref.alloc(%n) : memref<?xf64>
    scf.yield %a : memref<?xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %b = func.call @recursive(%m) : (index) -> memref<?xf64>
    scf.yield %b : memref<?xf64>
  }
  return %r : memref<?xf64>
}

// -----

// Private functions, those declared only, and those without arrays stay as they are.
// CHECK-LABEL: func.func private @hidden() -> memref<4xf64>
// CHECK: func.func private @declared() -> memref<4xf64>
// CHECK: func.func @scalar(%{{.*}}: f64) -> f64
func.func private @hidden() -> memref<4xf64> {
  %r = memref.alloc() : memref<4xf64>
  return %r : memref<4xf64>
}
func.func private @declared() -> memref<4xf64>
func.func @scalar(%k: f64) -> f64 {
  return %k : f64
}
