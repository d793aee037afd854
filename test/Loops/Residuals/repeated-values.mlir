// Later loops read values that a loop repeats from their source, with the same results.

// RUN: chad-opt %s --chad-resolve-shapes --canonicalize --chad-choose-residuals=max-flops-per-byte=1e-6 --canonicalize | FileCheck %s
// RUN: chad-run %s --interpret --arg=[1.0,4.0,9.0] --arg=[4.0,5.0,6.0] --arg='[[1.0,2.0,3.0],[4.0,5.0,6.0]]' | FileCheck %s --check-prefix=VALUE
// RUN: chad-opt %s --chad-resolve-shapes --canonicalize --chad-choose-residuals=max-flops-per-byte=1e-6 | chad-run - --interpret --arg=[1.0,4.0,9.0] --arg=[4.0,5.0,6.0] --arg='[[1.0,2.0,3.0],[4.0,5.0,6.0]]' | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --arg=[1.0,4.0,9.0] --arg=[4.0,5.0,6.0] --arg='[[1.0,2.0,3.0],[4.0,5.0,6.0]]' | FileCheck %s --check-prefix=VALUE

// VALUE: tensor<3xf64> [16, 25, 36]
// VALUE-NEXT: f64 15
// VALUE-NEXT: tensor<3x2xf64> {{\[\[}}0, 0], [8, 8], [18, 18]]
// VALUE-NEXT: tensor<2xf64> [4, 7]
// VALUE-NEXT: tensor<2xf64> [15, 15]

// CHECK-LABEL: @main
// CHECK-NOT: math.sqrt
// CHECK: return
func.func @main(%xs: tensor<3xf64>, %ys: tensor<?xf64>, %zs: tensor<?x3xf64>) -> (tensor<3xf64>, f64, tensor<?x2xf64>, tensor<?xf64>,
        tensor<?xf64>) {
  %z = arith.constant 0.0 : f64
  // An array that nothing reads, but that alone says the extent.
  %roots = chad.map (%x in %xs : tensor<3xf64>) -> tensor<3xf64> {
    %p = math.sqrt %x : f64
    chad.yield %p : f64
  }
  %a = chad.map (%x in %roots : tensor<3xf64>, %y in %ys : tensor<?xf64>) -> tensor<3xf64> {
    %p = arith.mulf %y, %y : f64
    chad.yield %p : f64
  }
  // A state that is repeated.
  %l, %c = chad.fold (%y in %ys : tensor<?xf64>) with (%s = %z : f64) collect (tensor<?x2xf64>) {
    %t = arith.addf %s, %y : f64
    %cc = arith.constant 2 : index
    %rep = chad.build %i < %cc -> tensor<2xf64> {
      chad.yield %s : f64
    }
    chad.yield %t, %rep : f64, tensor<2xf64>
  }
  %u = chad.map (%r in %c : tensor<?x2xf64>) -> tensor<?x2xf64> {
    %v = chad.map (%e in %r : tensor<2xf64>) -> tensor<2xf64> {
      %w = arith.addf %e, %e : f64
      chad.yield %w : f64
    }
    chad.yield %v : tensor<2xf64>
  }
  // Rows whose extent the loop asks for itself; the user knows less of the type.
  %d = chad.map (%row in %zs : tensor<?x3xf64>) -> tensor<?x?xf64> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %ys, %c0 : tensor<?xf64>
    %q = tensor.extract %row[%c0] : tensor<3xf64>
    %rep = chad.build %i < %n -> tensor<?xf64> {
      chad.yield %q : f64
    }
    chad.yield %rep : tensor<?xf64>
  }
  // The same number everywhere.
  %same = chad.map (%row in %zs : tensor<?x3xf64>) -> tensor<?x2xf64> {
    %two = arith.constant 2 : index
    %rep = chad.build %i < %two -> tensor<2xf64> {
      chad.yield %l : f64
    }
    chad.yield %rep : tensor<2xf64>
  }
  %g = chad.map (%r in %same : tensor<?x2xf64>) -> tensor<?xf64> {
    %c0 = arith.constant 0 : index
    %w = tensor.extract %r[%c0] : tensor<2xf64>
    chad.yield %w : f64
  }
  %e = chad.map (%r in %d : tensor<?x?xf64>) -> tensor<?xf64> {
    %c0 = arith.constant 0 : index
    %w = tensor.extract %r[%c0] : tensor<?xf64>
    %n = tensor.dim %r, %c0 : tensor<?xf64>
    %i32 = arith.index_cast %n : index to i32
    %k = arith.sitofp %i32 : i32 to f64
    %o = arith.addf %w, %k : f64
    chad.yield %o : f64
  }
  return %a, %l, %u, %e, %g : tensor<3xf64>, f64, tensor<?x2xf64>, tensor<?xf64>, tensor<?xf64>
}
