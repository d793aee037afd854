// RUN: chad-opt %s --chad-select-libraries=libraries=lib_f,lib_g --chad-place-library-calls --canonicalize --split-input-file | FileCheck %s
// RUN: chad-opt %s --chad-select-libraries --chad-place-library-calls --split-input-file | FileCheck %s --check-prefix=NONE

// With dynamic extents, the extents decide when the program runs. The results go into arrays that the
// call gives.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf64>)
// CHECK: %[[N:.*]] = tensor.dim %[[A]], %c0
// CHECK: %[[LARGE:.*]] = arith.cmpi sge, %[[N]], %c32
// CHECK: scf.if %[[LARGE]]
// CHECK: %[[M:.*]] = tensor.dim %[[A]], %c1
// CHECK: %[[PLACE:.*]] = tensor.empty(%[[M]]) : tensor<?xf64>
// CHECK: func.call @f_library(%[[A]], %[[PLACE]])
// CHECK: } else {
// CHECK: func.call @f(%[[A]])
// CHECK: func.func private @f(
// CHECK: tensor.splat
// CHECK: func.func private @f_library(
// CHECK-SAME: tensor<?x?xf64> {bufferization.access = "read", bufferization.writable = false}
// CHECK-SAME: %[[R:.*]]: tensor<?xf64> {bufferization.access = "write"}
// CHECK-SAME: attributes {chad.library_callee = ["lib_f", 3], no_inline}
// CHECK-NEXT: return %[[R]]
// NONE-LABEL: func.func private @f(
// NONE-NOT: library
// NONE: tensor.splat
func.func @dynamic(%a: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = func.call @f(%a) : (tensor<?x?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func private @f(%a: tensor<?x?xf64>) -> tensor<?xf64> attributes {
    chad.library = {name = "lib_f", variant = 3, least = 32, extents = [[0, 1]]}} {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %m = tensor.dim %a, %c1 : tensor<?x?xf64>
  %y = tensor.splat %one[%m] : tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

// Known extents decide at once; other libraries are not there.
// CHECK-LABEL: func.func @known(
// CHECK: %[[PLACE:.*]] = tensor.empty() : tensor<32xf32>
// CHECK: %[[Y:.*]] = call @large_library(%{{.*}}, %[[PLACE]])
// CHECK: %[[Z:.*]] = call @small(
// CHECK: %[[W:.*]] = call @other(
// CHECK: return %[[Y]], %[[Z]], %[[W]]
func.func @known(%a: tensor<32xf32>, %b: tensor<31xf32>) -> (tensor<32xf32>, tensor<31xf32>, tensor<32xf32>) {
  %y = func.call @large(%a) : (tensor<32xf32>) -> tensor<32xf32>
  %z = func.call @small(%b) : (tensor<31xf32>) -> tensor<31xf32>
  %w = func.call @other(%a) : (tensor<32xf32>) -> tensor<32xf32>
  return %y, %z, %w : tensor<32xf32>, tensor<31xf32>, tensor<32xf32>
}
func.func private @large(%a: tensor<32xf32>) -> tensor<32xf32> attributes {chad.library = {name = "lib_g", least = 32}} {
  %y = math.exp %a : tensor<32xf32>
  return %y : tensor<32xf32>
}
// CHECK: func.func private @small(
// CHECK-NOT: library
func.func private @small(%a: tensor<31xf32>) -> tensor<31xf32> attributes {chad.library = {name = "lib_g", least = 32}} {
  %y = math.exp %a : tensor<31xf32>
  return %y : tensor<31xf32>
}
func.func private @other(%a: tensor<32xf32>) -> tensor<32xf32> attributes {chad.library = {name = "lib_h"}} {
  %y = math.exp %a : tensor<32xf32>
  return %y : tensor<32xf32>
}

// -----

// Calls have no effect but their results.
// CHECK-LABEL: func.func @calls
// CHECK: %[[Y:.*]] = call @g_library(%{{.*}})
// CHECK-NOT: call
// CHECK: scf.for
// CHECK: %[[Z:.*]] = func.call @g_library(%{{.*}})
// CHECK-NOT: call
// CHECK: return %{{.*}}, %[[Y]], %[[Y]]
func.func @calls(%a: tensor<8xf64>, %n: index) -> (tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %unused = func.call @g(%a) : (tensor<8xf64>) -> tensor<8xf64>
  %y = func.call @g(%a) : (tensor<8xf64>) -> tensor<8xf64>
  %z = func.call @g(%a) : (tensor<8xf64>) -> tensor<8xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> tensor<8xf64> {
    %same = func.call @g(%a) : (tensor<8xf64>) -> tensor<8xf64>
    %t = arith.addf %s, %same : tensor<8xf64>
    %u = func.call @g(%t) : (tensor<8xf64>) -> tensor<8xf64>
    scf.yield %u : tensor<8xf64>
  }
  return %r, %y, %z : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>
}
func.func private @g(%a: tensor<8xf64>) -> tensor<8xf64> attributes {chad.library = {name = "lib_g"}} {
  %y = math.exp %a : tensor<8xf64>
  return %y : tensor<8xf64>
}
