// Functions of the rows of an array that nothing else reads are computed in the memory of the array, without a copy of each row.
// Where its extents are not known, the rows of the result have memory of their own.

// RUN: chad-opt %s --pass-pipeline='builtin.module(chad-optimize-arrays,chad-schedule-loops{threads=1},chad-bufferize{threads=1})' | FileCheck %s
// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s | diff %t.expected -
// RUN: chad-run %s --threads=2 --thread-grain=1 | diff %t.expected -
// RUN: FileCheck %s --check-prefix=VALUE < %t.expected
// VALUE: tensor<40x32xf64> {{\[}}[0, 1, 4, ...
// VALUE: tensor<40x32xf64> {{\[}}[0, 2, 20, ...
// VALUE: tensor<40x32xf64> {{\[}}[0, 1, 4, ...

// CHECK-LABEL: func.func @own(
// CHECK: linalg.
// CHECK-NOT: memref.copy
// CHECK: math.sqrt %{{.+}} : vector<
// CHECK-NOT: memref.copy
// CHECK: return
func.func @own(%x: tensor<40x32xf64>, %w: tensor<32x32xf64>) -> tensor<40x32xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<40x32xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<40x32xf64>) -> tensor<40x32xf64>
  %products = linalg.matmul ins(%x, %w : tensor<40x32xf64>, tensor<32x32xf64>) outs(%zeros : tensor<40x32xf64>) -> tensor<40x32xf64>
  %roots = chad.map (%row in %products : tensor<40x32xf64>) -> tensor<40x32xf64> {
    %r = chad.map (%a in %row : tensor<32xf64>) -> tensor<32xf64> {
      %s = math.sqrt %a : f64
      chad.yield %s : f64
    }
    chad.yield %r : tensor<32xf64>
  }
  return %roots : tensor<40x32xf64>
}

// CHECK-LABEL: func.func @added_to(
// CHECK: math.sqrt %{{.+}} : vector<
// CHECK: return
func.func @added_to(%x: tensor<40x32xf64>, %w: tensor<32x32xf64>) -> tensor<40x32xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<40x32xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<40x32xf64>) -> tensor<40x32xf64>
  %products = linalg.matmul ins(%x, %w : tensor<40x32xf64>, tensor<32x32xf64>) outs(%zeros : tensor<40x32xf64>) -> tensor<40x32xf64>
  %roots = chad.map (%row in %products : tensor<40x32xf64>) -> tensor<40x32xf64> {
    %r = chad.map (%a in %row : tensor<32xf64>) -> tensor<32xf64> {
      %s = math.sqrt %a : f64
      chad.yield %s : f64
    }
    chad.yield %r : tensor<32xf64>
  }
  %sum = linalg.matmul ins(%x, %w : tensor<40x32xf64>, tensor<32x32xf64>) outs(%roots : tensor<40x32xf64>) -> tensor<40x32xf64>
  return %sum : tensor<40x32xf64>
}

func.func @dynamic(%x: tensor<?x32xf64>, %w: tensor<32x32xf64>) -> tensor<?x32xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x32xf64>
  %empty = tensor.empty(%n) : tensor<?x32xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x32xf64>) -> tensor<?x32xf64>
  %products = linalg.matmul ins(%x, %w : tensor<?x32xf64>, tensor<32x32xf64>) outs(%zeros : tensor<?x32xf64>) -> tensor<?x32xf64>
  %roots = chad.map (%row in %products : tensor<?x32xf64>) -> tensor<?x32xf64> {
    %r = chad.map (%a in %row : tensor<32xf64>) -> tensor<32xf64> {
      %s = math.sqrt %a : f64
      chad.yield %s : f64
    }
    chad.yield %r : tensor<32xf64>
  }
  return %roots : tensor<?x32xf64>
}

func.func @main() -> (tensor<40x32xf64>, tensor<40x32xf64>, tensor<?x32xf64>) {
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %part = arith.constant 0.03125 : f64
  %xs = tensor.splat %part : tensor<40x32xf64>
  // The squares of 0, 1, 4, 0, 1, ...
  %w = chad.build %i < %c32 -> tensor<32x32xf64> {
    %row = chad.build %j < %c32 -> tensor<32xf64> {
      %k = arith.remui %j, %c3 : index
      %square = arith.muli %k, %k : index
      %fourth = arith.muli %square, %square : index
      %int = arith.index_cast %fourth : index to i64
      %float = arith.sitofp %int : i64 to f64
      chad.yield %float : f64
    }
    chad.yield %row : tensor<32xf64>
  }
  %x = tensor.cast %xs : tensor<40x32xf64> to tensor<?x32xf64>
  %a = call @own(%xs, %w) : (tensor<40x32xf64>, tensor<32x32xf64>) -> tensor<40x32xf64>
  %b = call @added_to(%xs, %w) : (tensor<40x32xf64>, tensor<32x32xf64>) -> tensor<40x32xf64>
  %c = call @dynamic(%x, %w) : (tensor<?x32xf64>, tensor<32x32xf64>) -> tensor<?x32xf64>
  return %a, %b, %c : tensor<40x32xf64>, tensor<40x32xf64>, tensor<?x32xf64>
}
