// Loops that look like products of matrices, with the numbers that they had before.

// RUN: chad-run %s --interpret --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 10]]' --arg='[[-1, 2, 0], [3, 1, 4], [2, 5, -2]]' > %t.expected
// RUN: chad-opt %s --chad-raise-contractions | chad-run - --interpret --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 10]]' --arg='[[-1, 2, 0], [3, 1, 4], [2, 5, -2]]' | diff %t.expected -
// RUN: chad-run %s --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 10]]' --arg='[[-1, 2, 0], [3, 1, 4], [2, 5, -2]]' | diff %t.expected -
// RUN: FileCheck %s < %t.expected

func.func @f(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<?x?xf64>
  %m = tensor.dim %b, %c1 : tensor<?x?xf64>
  %zeros = tensor.splat %zero[%n, %n] : tensor<?x?xf64>
  // The squares of sums.
  // CHECK: tensor<3x3xf64> {{\[}}[9, 289, 36], [36, 1681, 441], [81, 4761, 1156]]
  %0 = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %p, %t : f64
        chad.yield %u : f64
      }
      %q = arith.mulf %s, %s : f64
      chad.yield %q : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  // The products of two sums.
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[6, 48, 30], [15, 120, 75], [25, 200, 125]]
  %1 = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.reduce (%x, %y in %row from %zero : tensor<?xf64>) {
        %u = arith.addf %y, %x : f64
        chad.yield %u : f64
      }
      %t = chad.reduce (%x, %y in %column from %zero : tensor<?xf64>) {
        %u = arith.addf %x, %y : f64
        chad.yield %u : f64
      }
      %q = arith.mulf %s, %t : f64
      chad.yield %q : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  // Sums of products with a diagonal, the same for all columns.
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[-5, -5, -5], [-11, -11, -11], [-19, -19, -19]]
  %2 = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %is = chad.build %i < %n -> tensor<?xindex> {
        chad.yield %i : index
      }
      %s = chad.fold (%i in %is : tensor<?xindex>) with (%t = %zero : f64) {
        %x = tensor.extract %row[%i] : tensor<?xf64>
        %y = tensor.extract %b[%i, %i] : tensor<?x?xf64>
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  // Sums over one of two factors, and sums that start from one.
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[-5, 13, 1], [-14, 31, 1], [-24, 51, 1]]
  %first = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
    %x = tensor.extract %b[%c0, %c0] : tensor<?x?xf64>
    %y = tensor.extract %row[%c0] : tensor<?xf64>
    %z = arith.mulf %x, %y : f64
    chad.yield %z : f64
  }
  %top = tensor.extract_slice %b[0, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %3 = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%y in %top : tensor<?xf64>, %z in %first : tensor<?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%x in %row : tensor<?xf64>) with (%t = %one : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  // Copies that are no transposed ones.
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[11, 11, 11], [23, 23, 23], [37, 37, 37]]
  %same = chad.build %j < %m -> tensor<?x?xf64> {
    %column = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %row[%c0] : tensor<?xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  %4 = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%column in %same : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  %other = chad.build %j < %m -> tensor<?x?xf64> {
    %column = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %a[%c1, %j] : tensor<?x?xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[24, 30, 36], [60, 75, 90], [100, 125, 150]]
  %5 = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%column in %other : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  %pairs = chad.build %j < %m -> tensor<?x?xf64> {
    %column = chad.map (%row in %b : tensor<?x?xf64>, %also in %a : tensor<?x?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %also[%j] : tensor<?xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[30, 36, 45], [66, 81, 102], [109, 134, 169]]
  %6 = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%column in %pairs : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  // Sums of outer products of what is computed of the elements.
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[132, 156, 194], [156, 186, 232], [194, 232, 290]]
  %7 = chad.fold (%row in %a : tensor<?x?xf64>) with (%t = %zeros : tensor<?x?xf64>) {
    %outer = chad.map (%x in %row : tensor<?xf64>) -> tensor<?x?xf64> {
      %d = arith.addf %x, %x : f64
      %r = chad.map (%y in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %d, %y : f64
        chad.yield %p : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    %u = arith.addf %t, %outer : tensor<?x?xf64>
    chad.yield %u : tensor<?x?xf64>
  }
  // Of what a fold computes of them, with and without the state.
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[132, 156, 194], [156, 186, 232], [194, 232, 290]]
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[66, 78, 97], [144, 171, 213], [241, 287, 358]]
  %8 = chad.fold (%row in %a : tensor<?x?xf64>) with (%t = %zeros : tensor<?x?xf64>) {
    %last, %outer = chad.fold (%x in %row : tensor<?xf64>) with (%s = %one : f64) collect (tensor<?x?xf64>) {
      %c = arith.addf %s, %s : f64
      %d = arith.addf %x, %x : f64
      %r = chad.map (%y in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %d, %y : f64
        chad.yield %p : f64
      }
      chad.yield %c, %r : f64, tensor<?xf64>
    }
    %u = arith.addf %t, %outer : tensor<?x?xf64>
    chad.yield %u : tensor<?x?xf64>
  }
  %9 = chad.fold (%row in %a : tensor<?x?xf64>) with (%t = %zeros : tensor<?x?xf64>) {
    %last, %outer = chad.fold (%x in %row : tensor<?xf64>) with (%s = %one : f64) collect (tensor<?x?xf64>) {
      %c = arith.addf %s, %x : f64
      %d = arith.subf %c, %one : f64
      %r = chad.map (%y in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %d, %y : f64
        chad.yield %p : f64
      }
      chad.yield %c, %r : f64, tensor<?xf64>
    }
    %u = arith.addf %t, %outer : tensor<?x?xf64>
    chad.yield %u : tensor<?x?xf64>
  }
  // What each iteration needs beside the product: constants, sizes, splats, a state that stays.
  // CHECK-NEXT: tensor<3x3xf64> {{\[}}[7, 49, 16], [16, 121, 61], [27, 207, 102]]
  %sums, %stays, %10 = chad.fold right (%row in %a : tensor<?x?xf64>, %w in %top : tensor<?xf64>) with (%t = %zero : f64, %stay = %one : f64) collect (tensor<?x?xf64>) {
    %three = arith.constant 3.0 : f64
    %size = tensor.dim %row, %c0 : tensor<?xf64>
    %splat = tensor.splat %w[%size] : tensor<?xf64>
    %v = arith.mulf %w, %w : f64
    %o = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%z = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %z, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    %e = chad.map (%x in %o : tensor<?xf64>, %y in %splat : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %three : f64
      %q = arith.addf %p, %y : f64
      %r = arith.subf %q, %v : f64
      chad.yield %r : f64
    }
    %z = chad.fold (%x in %o : tensor<?xf64>) with (%y = %t : f64) {
      %p = arith.addf %x, %y : f64
      chad.yield %p : f64
    }
    chad.yield %z, %stay, %e : f64, f64, tensor<?xf64>
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
