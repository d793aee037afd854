// One element, whose position is known when the program runs, of a vector in an array of vectors: only it is read and written.

// RUN: chad-opt %s --chad-convert-to-llvm | FileCheck %s
// RUN: chad-opt %s --chad-convert-to-llvm --cse --canonicalize | FileCheck %s --check-prefix=CLEAN

// CHECK-LABEL: llvm.func @add
// CHECK-DAG: %[[MASK:.*]] = llvm.mlir.constant(7 : index) : i64
// CHECK: %[[PLACE:.*]] = llvm.and %{{.*}}, %[[MASK]]
// CHECK: llvm.getelementptr inbounds|nuw %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, vector<8xf64>
// CHECK: %[[FROM:.*]] = llvm.getelementptr inbounds|nuw %{{.*}}[%[[PLACE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK: %[[OLD:.*]] = llvm.load %[[FROM]] : !llvm.ptr -> f64
// CHECK: %[[NEW:.*]] = llvm.fadd %[[OLD]], %{{.*}} : f64
// CHECK: %[[TO:.*]] = llvm.getelementptr inbounds|nuw %{{.*}}[%[[PLACE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK: llvm.store %[[NEW]], %[[TO]] : f64, !llvm.ptr
// CLEAN-LABEL: llvm.func @add
// CLEAN-NOT: llvm.extractelement
// CLEAN-NOT: llvm.store {{.*}} : vector<8xf64>
// CLEAN: llvm.return
func.func @add(%a: memref<?xvector<8xf64>>, %i: index, %lane: index, %x: f64) {
  %c7 = arith.constant 7 : index
  %place = arith.andi %lane, %c7 : index
  %v = memref.load %a[%i] : memref<?xvector<8xf64>>
  %old = vector.extract %v[%place] : f64 from vector<8xf64>
  %new = arith.addf %old, %x : f64
  %w = vector.insert %new, %v [%place] : f64 into vector<8xf64>
  memref.store %w, %a[%i] : memref<?xvector<8xf64>>
  return
}

// Not where the position may lie outside, where memory is written between, where another vector is written, or of booleans.
// CHECK-LABEL: llvm.func @outside
// CHECK: llvm.extractelement
// CHECK: llvm.insertelement
// CHECK: llvm.store %{{.*}} : vector<8xf64>
func.func @outside(%a: memref<?xvector<8xf64>>, %i: index, %lane: index, %x: f64) -> f64 {
  %c8 = arith.constant 8 : index
  %place = arith.andi %lane, %c8 : index
  %v = memref.load %a[%i] : memref<?xvector<8xf64>>
  %old = vector.extract %v[%place] : f64 from vector<8xf64>
  %w = vector.insert %x, %v [%place] : f64 into vector<8xf64>
  memref.store %w, %a[%i] : memref<?xvector<8xf64>>
  return %old : f64
}

// CHECK-LABEL: llvm.func @written
// CHECK: llvm.extractelement
// CHECK: llvm.store %{{.*}} : vector<8xf64>
func.func @written(%a: memref<?xvector<8xf64>>, %b: memref<?xf64>, %i: index, %lane: index, %x: f64) -> f64 {
  %c7 = arith.constant 7 : index
  %place = arith.andi %lane, %c7 : index
  %v = memref.load %a[%i] : memref<?xvector<8xf64>>
  memref.store %x, %b[%i] : memref<?xf64>
  %old = vector.extract %v[%place] : f64 from vector<8xf64>
  %w = vector.insert %x, %v [%place] : f64 into vector<8xf64>
  memref.store %w, %a[%i] : memref<?xvector<8xf64>>
  return %old : f64
}

// CHECK-LABEL: llvm.func @elsewhere
// CHECK: llvm.store %{{.*}} : vector<8xf64>
func.func @elsewhere(%a: memref<?xvector<8xf64>>, %i: index, %j: index, %lane: index, %x: f64) {
  %c7 = arith.constant 7 : index
  %place = arith.andi %lane, %c7 : index
  %v = memref.load %a[%i] : memref<?xvector<8xf64>>
  %w = vector.insert %x, %v [%place] : f64 into vector<8xf64>
  memref.store %w, %a[%j] : memref<?xvector<8xf64>>
  return
}

// CHECK-LABEL: llvm.func @booleans
// CHECK: llvm.extractelement
func.func @booleans(%a: memref<?xvector<8xi1>>, %i: index, %lane: index) -> i1 {
  %c7 = arith.constant 7 : index
  %place = arith.andi %lane, %c7 : index
  %v = memref.load %a[%i] : memref<?xvector<8xi1>>
  %old = vector.extract %v[%place] : i1 from vector<8xi1>
  return %old : i1
}
