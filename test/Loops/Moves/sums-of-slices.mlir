// An array into which several others are inserted at shifted places is made by one loop.

// RUN: chad-opt %s --chad-forward-slices | FileCheck %s
// RUN: chad-opt %s --chad-to-first-order > %t.mlir
// RUN: chad-run %t.mlir --entry=all --interpret --arg='[]' --arg='[[]]' --full > %t.expected
// RUN: chad-run %t.mlir --entry=all --arg='[]' --arg='[[]]' --full | diff %t.expected -
// RUN: chad-run %t.mlir --entry=all --interpret --arg='[2]' --arg='[[3]]' --full > %t.expected
// RUN: chad-run %t.mlir --entry=all --arg='[2]' --arg='[[3]]' --full | diff %t.expected -
// RUN: chad-run %t.mlir --entry=all --interpret --arg='[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]' --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 9]]' --full > %t.expected
// RUN: chad-run %t.mlir --entry=all --arg='[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]' --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 9]]' --full | diff %t.expected -
// RUN: chad-run %t.mlir --entry=all --threads=2 --arg='[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]' --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 9]]' --full | diff %t.expected -
// RUN: chad-run %t.mlir --entry=all --arg='[2, inf, 5, nan, 11, -inf]' --arg='[[inf, 2], [nan, 0]]' --full > %t.special
// RUN: chad-run %t.mlir --entry=all --interpret --arg='[2, inf, 5, nan, 11, -inf]' --arg='[[inf, 2], [nan, 0]]' --full | diff %t.special -

// The cotangent of two slices of one array, which are one apart: neither what is inserted nor the
// zeros are stored.
// CHECK-LABEL: func @neighbours
// CHECK: chad.build
// CHECK: scf.if
// CHECK: scf.if
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @neighbours(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %longer = arith.addi %n, %c1 : index
  %zeros = tensor.splat %zero[%longer] : tensor<?xf64>
  %squares = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.mulf %x, %x : f64
    chad.yield %s : f64
  }
  %right = tensor.insert_slice %squares into %zeros[1] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %left = tensor.extract_slice %right[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %sum = chad.map (%l in %left : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.subf %l, %x : f64
    chad.yield %s : f64
  }
  %all = tensor.insert_slice %sum into %right[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  return %all : tensor<?xf64>
}

// Of three slices of rows.
// CHECK-LABEL: func @rows
// CHECK-COUNT-2: chad.build
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @rows(%xs: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %taller = arith.addi %m, %c2 : index
  %zeros = tensor.splat %zero[%taller, %n] : tensor<?x?xf64>
  %0 = tensor.insert_slice %xs into %zeros[2, 0] [%m, %n] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
  %1 = tensor.extract_slice %0[1, 0] [%m, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %2 = chad.map (%a in %1 : tensor<?x?xf64>, %b in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%p in %a : tensor<?xf64>, %q in %b : tensor<?xf64>) -> tensor<?xf64> {
      %s = arith.addf %p, %q : f64
      chad.yield %s : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  %3 = tensor.insert_slice %2 into %0[1, 0] [%m, %n] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
  %4 = tensor.insert_slice %xs into %3[0, 0] [%m, %n] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
  return %4 : tensor<?x?xf64>
}

// A gradient through both, in f64.
func.func private @f(%xs: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %least = arith.maxsi %n, %c2 : index
  %inner = arith.subi %least, %c2 : index
  %isSmall = arith.cmpi slt, %n, %c2 : index
  %r = scf.if %isSmall -> (f64) {
    scf.yield %zero : f64
  } else {
    %a = tensor.extract_slice %xs[0] [%inner] [1] : tensor<?xf64> to tensor<?xf64>
    %b = tensor.extract_slice %xs[1] [%inner] [1] : tensor<?xf64> to tensor<?xf64>
    %c = tensor.extract_slice %xs[2] [%inner] [1] : tensor<?xf64> to tensor<?xf64>
    %t = chad.map (%x in %a : tensor<?xf64>, %y in %b : tensor<?xf64>, %z in %c : tensor<?xf64>) -> tensor<?xf64> {
      %0 = arith.mulf %x, %y : f64
      %1 = arith.mulf %0, %z : f64
      chad.yield %1 : f64
    }
    %s = chad.reduce (%p, %q in %t from %zero : tensor<?xf64>) {
      %0 = arith.addf %p, %q : f64
      chad.yield %0 : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}

// Neither where the parts are short, nor where something else reads an array in between, nor where a
// single one is inserted.
// CHECK-LABEL: func @others
// CHECK-COUNT-5: tensor.insert_slice
// CHECK: return
func.func @others(%xs: tensor<4xf64>, %n: index) -> (tensor<9xf64>, tensor<5xf64>, f64, tensor<5xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %nine = tensor.splat %zero : tensor<9xf64>
  %five = tensor.splat %zero : tensor<5xf64>
  %0 = tensor.insert_slice %xs into %nine[0] [4] [1] : tensor<4xf64> into tensor<9xf64>
  %1 = tensor.insert_slice %xs into %0[5] [4] [1] : tensor<4xf64> into tensor<9xf64>
  %2 = tensor.insert_slice %xs into %five[0] [4] [1] : tensor<4xf64> into tensor<5xf64>
  %3 = tensor.extract %2[%n] : tensor<5xf64>
  %4 = tensor.insert_slice %xs into %2[1] [4] [1] : tensor<4xf64> into tensor<5xf64>
  %5 = tensor.insert_slice %xs into %five[1] [4] [1] : tensor<4xf64> into tensor<5xf64>
  return %1, %4, %3, %5 : tensor<9xf64>, tensor<5xf64>, f64, tensor<5xf64>
}

func.func @all(%xs: tensor<?xf64>, %ys: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, f64, tensor<?xf64>) {
  %0 = func.call @neighbours(%xs) : (tensor<?xf64>) -> tensor<?xf64>
  %1 = func.call @rows(%ys) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %2, %3 = chad.value_and_grad @f(%xs) : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %0, %1, %2, %3 : tensor<?xf64>, tensor<?x?xf64>, f64, tensor<?xf64>
}
