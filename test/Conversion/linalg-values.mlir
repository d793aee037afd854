// Nests of loops that become structured ops compute the same values.

// RUN: chad-run %s --entry=transposed --arg='[[[1, 2], [3, 4]], [[5, 6], [7, 9]]]' --arg='[[1, 1], [0, 2]]' | FileCheck %s --check-prefix=TRANSPOSED
// RUN: chad-opt %s --chad-to-linalg=check-extents | chad-run - --entry=transposed --arg='[[[1, 2], [3, 4]], [[5, 6], [7, 9]]]' --arg='[[1, 1], [0, 2]]' | FileCheck %s --check-prefix=TRANSPOSED
// RUN: chad-opt %s --chad-to-linalg=check-extents | chad-run - --entry=parts --arg='[[1, 2, 3, 4], [5, 6, 7, 8]]' | FileCheck %s --check-prefix=PARTS
// RUN: chad-opt %s --chad-to-linalg=check-extents | chad-run - --entry=producers --arg='[1, 2, 3]' | FileCheck %s --check-prefix=PRODUCERS
// RUN: chad-opt %s --chad-to-linalg=check-extents | chad-run - --entry=one_place --arg='[[1, 2], [3, 4]]' --arg='[1, 0]' | FileCheck %s --check-prefix=PLACE
// RUN: chad-opt %s --chad-to-linalg=check-extents | chad-run - --entry=sums --arg='[[[1, 2], [3, 4]], [[5, 6], [7, 9]]]' | FileCheck %s --check-prefix=SUMS
// RUN: chad-opt %s --chad-to-linalg=check-extents | chad-run - --entry=window --arg='[1, 2, 3, 4, 5]' --arg='[1, 10]' | FileCheck %s --check-prefix=WINDOW
// RUN: chad-opt %s --chad-to-linalg=check-extents | chad-run - --entry=outer_values --arg='[1, 2]' --arg='[[[1, 2], [3, 4]], [[0, 1], [1, 0]]]' | FileCheck %s --check-prefix=OUTER
// RUN: not chad-run %s --entry=rows --arg='[[1, 2, 3]]' --arg='[1, 2]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: chad-opt %s --chad-to-linalg=check-extents | not chad-run - --entry=rows --arg='[[1, 2, 3]]' --arg='[1, 2]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: chad-opt %s --chad-to-linalg=check-extents | FileCheck %s

// The transpose of each matrix, times another one: the loops over its columns and rows have one
// extent, but neither stands for the other.
// TRANSPOSED: tensor<2x2x2xf64> {{\[\[\[}}4, 6], [6, 8]], {{\[\[}}12, 15], [14, 18]]]
func.func @transposed(%ms: tensor<2x2x2xf64>, %k: tensor<2x2xf64>) -> tensor<2x2x2xf64> {
  %zero = arith.constant 0.0 : f64
  %c2 = arith.constant 2 : index
  %rs = chad.map (%m in %ms : tensor<2x2x2xf64>) -> tensor<2x2x2xf64> {
    %columns = chad.build %j < %c2 -> tensor<2x2xf64> {
      %column = chad.map (%row in %m : tensor<2x2xf64>) -> tensor<2xf64> {
        %e = tensor.extract %row[%j] : tensor<2xf64>
        chad.yield %e : f64
      }
      chad.yield %column : tensor<2xf64>
    }
    %r = chad.map (%row in %k : tensor<2x2xf64>) -> tensor<2x2xf64> {
      %entries = chad.map (%column in %columns : tensor<2x2xf64>) -> tensor<2xf64> {
        %ps = chad.map (%a in %row : tensor<2xf64>, %b in %column : tensor<2xf64>) -> tensor<2xf64> {
          %p = arith.mulf %a, %b : f64
          chad.yield %p : f64
        }
        %s = chad.reduce (%a, %p in %ps from %zero : tensor<2xf64>) {
          %t = arith.addf %a, %p : f64
          chad.yield %t : f64
        }
        chad.yield %s : f64
      }
      chad.yield %entries : tensor<2xf64>
    }
    chad.yield %r : tensor<2x2xf64>
  }
  return %rs : tensor<2x2x2xf64>
}

// Loops that reach the first elements of an array only.
// PARTS: tensor<3x2xf64> {{\[}}[1, 5], [2, 6], [3, 7]]
// PARTS-NEXT: tensor<2x3xf64> {{\[}}[2, 4, 6], [10, 12, 14]]
func.func @parts(%m: tensor<2x4xf64>) -> (tensor<3x2xf64>, tensor<2x3xf64>) {
  %c3 = arith.constant 3 : index
  %a = chad.build %i < %c3 -> tensor<3x2xf64> {
    %column = tensor.extract_slice %m[0, %i] [2, 1] [1, 1] : tensor<2x4xf64> to tensor<2xf64>
    chad.yield %column : tensor<2xf64>
  }
  %b = chad.map (%row in %m : tensor<2x4xf64>) -> tensor<2x3xf64> {
    %part = tensor.extract_slice %row[0] [3] [1] : tensor<4xf64> to tensor<3xf64>
    %twice = chad.map (%x in %part : tensor<3xf64>) -> tensor<3xf64> {
      %y = arith.addf %x, %x : f64
      chad.yield %y : f64
    }
    chad.yield %twice : tensor<3xf64>
  }
  return %a, %b : tensor<3x2xf64>, tensor<2x3xf64>
}

// Both loops that the last one reads belong to it, once the second one does.
// PRODUCERS: f64 44
func.func @producers(%xs: tensor<3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %squares = chad.map (%x in %xs : tensor<3xf64>) -> tensor<3xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %cubes = chad.map (%s in %squares : tensor<3xf64>, %x in %xs : tensor<3xf64>) -> tensor<3xf64> {
    %y = arith.mulf %s, %x : f64
    chad.yield %y : f64
  }
  %sum:2 = chad.reduce (%a, %s in %squares from %zero : tensor<3xf64>, %b, %c in %cubes from %zero : tensor<3xf64>) {
    %p = arith.addf %a, %s : f64
    %q = arith.addf %b, %c : f64
    chad.yield %p, %q : f64, f64
  }
  %d = arith.subf %sum#1, %sum#0 : f64
  %e = arith.addf %d, %d : f64
  return %e : f64
}

// PLACE: tensor<2x2xf64> {{\[}}[2, 14], [16, 8]]
func.func @one_place(%m: tensor<2x2xf64>, %is: tensor<2xindex>) -> tensor<2x2xf64> {
  %ten = arith.constant 10.0 : f64
  %r = chad.map (%row in %m : tensor<2x2xf64>, %i in %is : tensor<2xindex>) -> tensor<2x2xf64> {
    %twice = chad.map (%x in %row : tensor<2xf64>) -> tensor<2xf64> {
      %y = arith.addf %x, %x : f64
      chad.yield %y : f64
    }
    %s = chad.accumulate %ten into %twice[%i] : f64 into tensor<2xf64>
    chad.yield %s : tensor<2xf64>
  }
  return %r : tensor<2x2xf64>
}

// A sum of sums is one op with two reductions; a sum of matrices one with two parallel dimensions.
// SUMS: tensor<2xf64> [10, 27]
// SUMS-NEXT: tensor<2x2xf64> {{\[}}[6, 8], [10, 13]]
// CHECK-LABEL: @sums
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-NOT: scf.for
func.func @sums(%ms: tensor<?x?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %totals = chad.map (%m in %ms : tensor<?x?x?xf64>) -> tensor<?xf64> {
    %rows = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.reduce (%a, %x in %row from %zero : tensor<?xf64>) {
        %t = arith.addf %a, %x : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    }
    %total = chad.reduce (%a, %x in %rows from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %x : f64
      chad.yield %t : f64
    }
    chad.yield %total : f64
  }
  %n = tensor.dim %ms, %c1 : tensor<?x?x?xf64>
  %k = tensor.dim %ms, %c2 : tensor<?x?x?xf64>
  %zeros = tensor.splat %zero[%n, %k] : tensor<?x?xf64>
  %sum = chad.fold (%m in %ms : tensor<?x?x?xf64>) with (%s = %zeros : tensor<?x?xf64>) {
    %t = chad.map (%a in %s : tensor<?x?xf64>, %b in %m : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %row = chad.map (%x in %a : tensor<?xf64>, %y in %b : tensor<?xf64>) -> tensor<?xf64> {
        %z = arith.addf %x, %y : f64
        chad.yield %z : f64
      }
      chad.yield %row : tensor<?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %totals, %sum : tensor<?xf64>, tensor<?x?xf64>
}

// WINDOW: tensor<4xf64> [21, 32, 43, 54]
// CHECK-LABEL: @window
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-NOT: scf.for
func.func @window(%xs: tensor<?xf64>, %k: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %w = tensor.dim %k, %c0 : tensor<?xf64>
  %d = arith.subi %n, %w : index
  %m = arith.addi %d, %c1 : index
  %ys = chad.build %i < %m -> tensor<?xf64> {
    %part = tensor.extract_slice %xs[%i] [%w] [1] : tensor<?xf64> to tensor<?xf64>
    %ps = chad.map (%x in %part : tensor<?xf64>, %y in %k : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %y : f64
      chad.yield %p : f64
    }
    %s = chad.reduce (%a, %p in %ps from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %p : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %ys : tensor<?xf64>
}

// Next states that are from outside, and that other reductions make: a product of matrices is no
// sum of elements.
// CHECK-LABEL: @outer_values
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// OUTER: f64 3
// OUTER-NEXT: tensor<2xf64> [5, 6]
// OUTER-NEXT: tensor<2x2xf64> {{\[}}[2, 1], [4, 3]]
func.func @outer_values(%xs: tensor<2xf64>, %ms: tensor<?x2x2xf64>) -> (f64, tensor<2xf64>, tensor<2x2xf64>) {
  %zero = arith.constant 0.0 : f64
  %c2 = arith.constant 2 : index
  %three = arith.constant 3.0 : f64
  %row = arith.constant dense<[5.0, 6.0]> : tensor<2xf64>
  %unit = arith.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %a = chad.reduce (%s, %x in %xs from %three : tensor<2xf64>) {
    chad.yield %three : f64
  }
  %matrix = tensor.extract_slice %ms[0, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<?x2x2xf64> to tensor<2x2xf64>
  %b = chad.reduce (%s, %m in %matrix from %row : tensor<2x2xf64>) {
    chad.yield %row : tensor<2xf64>
  }
  %product = chad.reduce (%l, %r in %ms from %unit : tensor<?x2x2xf64>) {
    %columns = chad.build %j < %c2 -> tensor<2x2xf64> {
      %sum = chad.map (%row_of_l in %l : tensor<2x2xf64>) -> tensor<2xf64> {
        %ps = chad.map (%x in %row_of_l : tensor<2xf64>, %row_of_r in %r : tensor<2x2xf64>) -> tensor<2xf64> {
          %y = tensor.extract %row_of_r[%j] : tensor<2xf64>
          %p = arith.mulf %x, %y : f64
          chad.yield %p : f64
        }
        %s = chad.reduce (%u, %p in %ps from %zero : tensor<2xf64>) {
          %t = arith.addf %u, %p : f64
          chad.yield %t : f64
        }
        chad.yield %s : f64
      }
      chad.yield %sum : tensor<2xf64>
    }
    %rows = chad.build %i < %c2 -> tensor<2x2xf64> {
      %entries = chad.map (%column in %columns : tensor<2x2xf64>) -> tensor<2xf64> {
        %e = tensor.extract %column[%i] : tensor<2xf64>
        chad.yield %e : f64
      }
      chad.yield %entries : tensor<2xf64>
    }
    chad.yield %rows : tensor<2x2xf64>
  }
  return %a, %b, %product : f64, tensor<2xf64>, tensor<2x2xf64>
}

// EXTENTS: has arrays of several extents
func.func @rows(%m: tensor<?x?xf64>, %k: tensor<?xf64>) -> tensor<?x?xf64> {
  %r = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%x in %row : tensor<?xf64>, %y in %k : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %y : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}
