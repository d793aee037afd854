// Products that are added to the elements of an array, one by one: the derivative of reading a
// matrix by columns.

// RUN: chad-opt %s --chad-to-first-order | chad-opt --chad-lower-tensor --chad-resolve-shapes --canonicalize --cse --chad-raise-contractions --canonicalize | FileCheck %s
// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s | diff %t.expected -
// RUN: chad-run %s --threads=2 | diff %t.expected -
// RUN: sed 's/%m = arith.constant 7/%m = arith.constant 1/' %s | chad-run - --interpret > %t.one
// RUN: sed 's/%m = arith.constant 7/%m = arith.constant 1/' %s | chad-run - | diff %t.one -
// RUN: sed 's/%m = arith.constant 7/%m = arith.constant 0/' %s | chad-run - --interpret > %t.none
// RUN: sed 's/%m = arith.constant 7/%m = arith.constant 0/' %s | chad-run - | diff %t.none -

// Σᵢ Σⱼ (Σₖ x[i, k] w[k, j])², j < m: the derivative by w is added to as many columns.
func.func private @f(%w: tensor<?x?xf64>, %x: tensor<?x?xf64>, %m: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%row in %x : tensor<?x?xf64>) with (%s = %zero : f64) {
    %y = chad.build %j < %m -> tensor<?xf64> {
      %dot = chad.fold (%e in %row : tensor<?xf64>, %v in %w : tensor<?x?xf64>) with (%t = %zero : f64) {
        %c = tensor.extract %v[%j] : tensor<?xf64>
        %p = arith.mulf %e, %c : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %dot : f64
    }
    %next = chad.fold (%e in %y : tensor<?xf64>) with (%t = %s : f64) {
      %p = arith.mulf %e, %e : f64
      %u = arith.addf %t, %p : f64
      chad.yield %u : f64
    }
    chad.yield %next : f64
  }
  return %r : f64
}

// With two updates of one state in a row, and one of another place of each row.
func.func private @g(%w: tensor<?x?xf64>, %x: tensor<?x?xf64>, %m: index) -> f64 {
  %a = func.call @f(%w, %x, %m) : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> f64
  %b = func.call @f(%x, %w, %m) : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> f64
  %c = func.call @f(%w, %w, %m) : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> f64
  %s = arith.addf %a, %b : f64
  %t = arith.addf %s, %c : f64
  return %t : f64
}

func.func private @matrix(%n: index, %m: index, %seed: index) -> tensor<?x?xf64> {
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %all = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %c7 : index
    %1 = arith.muli %j, %c11 : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.addi %2, %seed : index
    %4 = arith.remui %3, %c5 : index
    %5 = arith.subi %4, %c2 : index
    %6 = arith.index_cast %5 : index to i32
    %x = arith.sitofp %6 : i32 to f64
    tensor.yield %x : f64
  } : tensor<?x?xf64>
  return %all : tensor<?x?xf64>
}

// The sums over the rows are products of matrices, which are added to some columns of the gradients.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: tensor.insert_slice
// CHECK-NOT: chad.accumulate
// CHECK: return
func.func @main() -> (f64, tensor<?x?xf64>, tensor<?x?xf64>) {
  %n = arith.constant 9 : index
  %m = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = func.call @matrix(%n, %n, %c0) : (index, index, index) -> tensor<?x?xf64>
  %x = func.call @matrix(%n, %n, %c1) : (index, index, index) -> tensor<?x?xf64>
  %value = func.call @g(%w, %x, %m) : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> f64
  %dw, %dx = chad.grad @g(%w, %x, %m) {wrt = array<i64: 0, 1>} : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %value, %dw, %dx : f64, tensor<?x?xf64>, tensor<?x?xf64>
}
