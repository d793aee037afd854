// Branches, numbers, vectors, buffers and functions become the LLVM dialect in one conversion.

// RUN: chad-opt %s -split-input-file --allow-unregistered-dialect --chad-convert-to-llvm --verify-diagnostics | FileCheck %s

// Each array becomes two pointers and several integers; the program uses the second pointer.

// CHECK-LABEL: llvm.func @buffers(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias}, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: f64,
// CHECK-SAME: %arg6: !llvm.ptr, %arg7: !llvm.ptr {llvm.noalias}, %arg8: i64, %arg9: i64, %arg10: i64, %arg11: i64, %arg12: i64,
// CHECK-SAME: %arg13: !llvm.ptr, %arg14: !llvm.ptr {llvm.noalias}, %arg15: i64) {
func.func @buffers(%a: memref<?xf64> {chad.buffer}, %x: f64, %b: memref<?x3xf64> {chad.buffer},
                   %c: memref<f64> {chad.buffer}) {
  return
}

// Other pointers may lead anywhere, whatever is beside them.

// CHECK-LABEL: llvm.func @mixed(
// CHECK-SAME: %arg0: i64, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: !llvm.ptr, %arg8: !llvm.ptr {llvm.noalias}, %arg9: i64,
func.func @mixed(%p: memref<*xf64>, %q: memref<?xf64>, %a: memref<?xf64> {chad.buffer}) {
  return
}

// A private function may be given anything, unless its arguments are known to be distinct.

// CHECK-LABEL: llvm.func @inside(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: !llvm.ptr, %arg6: !llvm.ptr {llvm.noalias}, %arg7: i64,
// CHECK-NOT: chad.
func.func private @inside(%a: memref<?xf64> {chad.buffer}, %b: memref<?xf64> {chad.distinct}) {
  return
}

// -----

// Loops with vectors: reads beyond the end are masked, rows of vectors are taken apart.

// CHECK-LABEL: llvm.func @loop(
// CHECK: llvm.br ^bb1(
// CHECK: ^bb1(%[[I:.*]]: i64, %[[S:.*]]: vector<4xf64>):
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.fma
// CHECK: llvm.cond_br
// CHECK: llvm.intr.vector.reduce.fadd
// CHECK-NOT: builtin.unrealized_conversion_cast
// CHECK: llvm.return
func.func @loop(%a: memref<?xf64>, %n: index) -> (f64, vector<2x4xf64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %none = arith.constant dense<0.0> : vector<4xf64>
  cf.br ^bb1(%c0, %none : index, vector<4xf64>)
^bb1(%i: index, %s: vector<4xf64>):
  %x = vector.transfer_read %a[%i], %zero : memref<?xf64>, vector<4xf64>
  %t = math.fma %x, %x, %s : vector<4xf64>
  %j = arith.addi %i, %c4 : index
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^bb1(%j, %t : index, vector<4xf64>), ^bb2
^bb2:
  %sum = vector.reduction <add>, %t, %zero : vector<4xf64> into f64
  %rows = vector.broadcast %t : vector<4xf64> to vector<2x4xf64>
  %pair = arith.addf %rows, %rows : vector<2x4xf64>
  return %sum, %pair : f64, vector<2x4xf64>
}

// -----

// A mask counts in 64 bits: an array may have more than 2³¹ elements.

// CHECK-LABEL: llvm.func @mask(
// CHECK: llvm.icmp "sgt" %{{.*}}, %{{.*}} : vector<4xi64>
func.func @mask(%n: index) -> vector<4xi1> {
  %mask = vector.create_mask %n : vector<4xi1>
  return %mask : vector<4xi1>
}

// -----

// Vectors of several dimensions are made of rows.

// CHECK-LABEL: llvm.func @elements(
// CHECK-NOT: vector.
// CHECK: llvm.return
func.func @elements(%a: f64, %b: f64) -> (vector<2x2xf64>, f64) {
  %m = vector.from_elements %a, %b, %b, %a : vector<2x2xf64>
  %e:4 = vector.to_elements %m : vector<2x2xf64>
  return %m, %e#1 : vector<2x2xf64>, f64
}

// -----

// The regions of OpenMP's ops have branches.

// CHECK-LABEL: llvm.func @threads(
// CHECK: omp.parallel
// CHECK: llvm.br ^[[NEXT:bb[0-9]+]](%{{.*}} : i64)
// CHECK: llvm.store
// CHECK: omp.terminator
func.func @threads(%a: memref<?xf64>, %i: index, %x: f64) {
  omp.parallel {
    cf.br ^bb1(%i : index)
  ^bb1(%j: index):
    memref.store %x, %a[%j] : memref<?xf64>
    omp.terminator
  }
  return
}

// -----

func.func @unknown(%a: memref<?xf64>) {
  // expected-error @below {{'test.use' op has no conversion to the LLVM dialect}}
  "test.use"(%a) : (memref<?xf64>) -> ()
  return
}

// -----

func.func @made() -> index {
  // expected-error @below {{'test.make' op has no conversion to the LLVM dialect}}
  %n = "test.make"() : () -> index
  return %n : index
}
