// Results with threads are the results without, for all extents.

// RUN: chad-run %s --entry=all --threads=1 --thread-grain=1 --count-allocations --arg='[1, 2, 3, 4, -5, 6, 7]' \
// RUN:   --arg='[[1, 2], [3, 4], [5, 6]]' | FileCheck %s
// RUN: chad-run %s --entry=all --threads=2 --thread-grain=1 --count-allocations --arg='[1, 2, 3, 4, -5, 6, 7]' \
// RUN:   --arg='[[1, 2], [3, 4], [5, 6]]' | FileCheck %s
// RUN: chad-run %s --entry=all --threads=7 --thread-grain=1 --count-allocations --arg='[1, 2, 3, 4, -5, 6, 7]' \
// RUN:   --arg='[[1, 2], [3, 4], [5, 6]]' | FileCheck %s
// RUN: chad-run %s --entry=all --threads=3 --thread-grain=1 --arg='[nan, inf]' --arg='[[1, 2]]' | FileCheck %s --check-prefix=NAN
// RUN: chad-run %s --entry=all --threads=3 --thread-grain=1 --arg='[]' --arg='[[1], [1]]' | FileCheck %s --check-prefix=EMPTY
// RUN: env OMP_NUM_THREADS=3 chad-run %s --entry=all --threads=0 --thread-grain=1 --arg='[]' --arg='[[1], [1]]' | FileCheck %s --check-prefix=EMPTY
// RUN: not chad-run %s --entry=mismatch --threads=3 --thread-grain=1 --arg='[[1, 2], [3, 4]]' --arg='[1]' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=gradient --threads=3 --thread-grain=1 --arg='[0.5, 1, 2]' --arg='[[1, 2, 3], [4, 5, 6]]' \
// RUN:   | FileCheck %s --check-prefix=GRADIENT

// RUN: chad-run %s --entry=no_rows --threads=2 --thread-grain=1 --arg='[[4, 5, 6]]' --arg='[1, 2, 3]' --arg=0 \
// RUN:   | FileCheck %s --check-prefix=NO-ROWS

// RUN: chad-run %s --entry=scans --arg='[1, 2, 3, 4, -5, 6, 7]' | FileCheck %s --check-prefix=SCANS
// RUN: chad-run %s --entry=scans --threads=2 --thread-grain=1 --arg='[1, 2, 3, 4, -5, 6, 7]' | FileCheck %s --check-prefix=SCANS
// RUN: chad-run %s --entry=scans --threads=7 --thread-grain=1 --arg='[1, 2, 3, 4, -5, 6, 7]' | FileCheck %s --check-prefix=SCANS
// RUN: chad-run %s --entry=scans --threads=3 --thread-grain=1 --arg='[]' | FileCheck %s --check-prefix=NO-SCANS
// RUN: chad-run %s --entry=scans --threads=3 --thread-grain=1 --arg='[1, nan, 2, inf]' | FileCheck %s --check-prefix=NAN-SCANS

// CHECK: left 0
// CHECK-NEXT: tensor<7xf64> [1, 4, 9, 16, 25, 36, 49]
// CHECK-NEXT: f64 38
// CHECK-NEXT: index 6
// CHECK-NEXT: tensor<7xindex> [0, 1, 4, 9, 16, 25, 36]
// CHECK-NEXT: tensor<2xf32> [9, 12]
// CHECK-NEXT: tensor<2x2xf32> {{\[\[}}35, 44], [44, 56]]

// NAN: tensor<2xf64> [nan, inf]
// NAN-NEXT: f64 nan
// NAN-NEXT: index 1
// NAN-NEXT: tensor<2xindex> [0, 1]
// NAN-NEXT: tensor<2xf32> [1, 2]
// NAN-NEXT: tensor<2x2xf32> {{\[\[}}1, 2], [2, 4]]

// EMPTY: tensor<0xf64> []
// EMPTY-NEXT: f64 20
// EMPTY-NEXT: index -1
// EMPTY-NEXT: tensor<0xindex> []
// EMPTY-NEXT: tensor<1xf32> [2]
// EMPTY-NEXT: tensor<1x1xf32> {{\[\[}}2]]
func.func @all(%xs: tensor<?xf64>, %m: tensor<?x?xf32>)
    -> (tensor<?xf64>, f64, index, tensor<?xindex>, tensor<?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -1 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFFF0000000000000 : f64
  %twenty = arith.constant 20.0 : f64
  %squares = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %sum = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %twenty : f64) {
    %t = arith.addf %s, %x : f64
    chad.yield %t : f64
  }
  // The last position of a greatest element.
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %max, %at = chad.reduce (%a, %x in %xs from %least : tensor<?xf64>, %i, %j in %is from %none : tensor<?xindex>) {
    %c = arith.cmpf ogt, %a, %x : f64
    %v = arith.select %c, %a, %x : f64
    %k = arith.select %c, %i, %j : index
    chad.yield %v, %k : f64, index
  }
  %positions = chad.build %i < %n -> tensor<?xindex> {
    %q = arith.muli %i, %i : index
    chad.yield %q : index
  }
  %columns = tensor.dim %m, %c1 : tensor<?x?xf32>
  %zeros = tensor.splat %zero[%columns] : tensor<?xf32>
  %total = chad.fold (%row in %m : tensor<?x?xf32>) with (%s = %zeros : tensor<?xf32>) {
    %t = chad.map (%a in %s : tensor<?xf32>, %b in %row : tensor<?xf32>) -> tensor<?xf32> {
      %c = arith.addf %a, %b : f32
      chad.yield %c : f32
    }
    chad.yield %t : tensor<?xf32>
  }
  %empty = tensor.empty(%columns, %columns) : tensor<?x?xf32>
  %none2 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %gram = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%m, %m : tensor<?x?xf32>, tensor<?x?xf32>) outs(%none2 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %squares, %sum, %at, %positions, %total, %gram
      : tensor<?xf64>, f64, index, tensor<?xindex>, tensor<?xf32>, tensor<?x?xf32>
}

// A check that fails in a thread ends the program with its message.
// CHECKED: error: the program failed:
func.func @mismatch(%m: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?x?xf64> {
  %r = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %t = chad.map (%a in %row : tensor<?xf64>, %b in %x : tensor<?xf64>) -> tensor<?xf64> {
      %c = arith.mulf %a, %b : f64
      chad.yield %c : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// f(x) = Σᵢ (Σⱼ mᵢⱼ xⱼ)², ∂f = 2 mᵀ m x
// GRADIENT: f64 433.25
// GRADIENT-NEXT: tensor<3xf64> [169, 224, 279]
func.func @f(%x: tensor<?xf64>, %m: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%row in %m : tensor<?x?xf64>) with (%s = %zero : f64) {
    %d = chad.fold (%a in %row : tensor<?xf64>, %b in %x : tensor<?xf64>) with (%t = %zero : f64) {
      %p = arith.mulf %a, %b : f64
      %u = arith.addf %t, %p : f64
      chad.yield %u : f64
    }
    %q = arith.mulf %d, %d : f64
    %u = arith.addf %s, %q : f64
    chad.yield %u : f64
  }
  return %r : f64
}
func.func @gradient(%x: tensor<?xf64>, %m: tensor<?x?xf64>) -> (f64, tensor<?xf64>) {
  %v, %g = chad.value_and_grad @f(%x, %m) {wrt = array<i64: 0>} : (tensor<?xf64>, tensor<?x?xf64>) -> (f64, tensor<?xf64>)
  return %v, %g : f64, tensor<?xf64>
}

// SCANS: tensor<7xf64> [1, 3, 6, 10, 5, 11, 18]
// SCANS-NEXT: tensor<7xf64> [-5040, -2520, -840, -210, 42, 7, 1]
// SCANS-NEXT: tensor<7xf64> [-inf, 1, 2, 3, 4, 4, 6]
// SCANS-NEXT: tensor<7xindex> [21, 21, 20, 18, 15, 11, 6]
// NO-SCANS: tensor<0xf64> []
// NO-SCANS-NEXT: tensor<0xf64> []
// NO-SCANS-NEXT: tensor<0xf64> []
// NO-SCANS-NEXT: tensor<0xindex> []
// NAN-SCANS: tensor<4xf64> [1, nan, nan, nan]
// NAN-SCANS-NEXT: tensor<4xf64> [nan, inf, inf, 1]
// NAN-SCANS-NEXT: tensor<4xf64> [-inf, 1, nan, nan]
// NAN-SCANS-NEXT: tensor<4xindex> [6, 6, 5, 3]
func.func @scans(%xs: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %sums = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  %products = chad.scan right exclusive (%x, %a in %xs from %one : tensor<?xf64>) {
    %s = arith.mulf %x, %a : f64
    chad.yield %s : f64
  }
  %greatest = chad.scan left exclusive (%a, %x in %xs from %low : tensor<?xf64>) {
    %s = arith.maximumf %a, %x : f64
    chad.yield %s : f64
  }
  %iota = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %counts = chad.scan right inclusive (%x, %a in %iota from %c0 : tensor<?xindex>) {
    %s = arith.addi %x, %a : index
    chad.yield %s : index
  }
  return %sums, %products, %greatest, %counts
      : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>
}

func.func private @recurrence(%x: tensor<?x?xf64>, %w: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %last = chad.fold (%row in %x : tensor<?x?xf64>) with (%s = %w : tensor<?xf64>) {
    %t = chad.map (%a in %row : tensor<?xf64>, %b in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %b : f64
      %q = math.sin %p : f64
      chad.yield %q : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  %sum = chad.reduce (%a, %b in %last from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

// The cotangents of no rows have as many columns as the rows would have.
// NO-ROWS: tensor<0x3xf64> []
// NO-ROWS: tensor<3xf64> [1, 1, 1]
func.func @no_rows(%x: tensor<?x?xf64>, %w: tensor<?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c1 = arith.constant 1 : index
  %columns = tensor.dim %x, %c1 : tensor<?x?xf64>
  %rows = tensor.extract_slice %x[0, 0] [%n, %columns] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %dx, %dw = chad.grad @recurrence(%rows, %w) : (tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
  return %dx, %dw : tensor<?x?xf64>, tensor<?xf64>
}
