// Arrays in the body of a loop whose shapes branches and loops inside leave as they are: their
// residuals are arrays with a dimension more.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --compiled | FileCheck %s
// CHECK: {{^}}5 functions, 0 wrong

// Both arms have the shape of a row.
func.func @branch(%xs: tensor<?x?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3, ? = 4
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %c0 = arith.constant 0 : index
    %e = tensor.extract %row[%c0] : tensor<?xf64>
    %c = arith.cmpf ogt, %e, %k : f64
    %t = scf.if %c -> tensor<?xf64> {
      %s = math.sin %row : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      %p = arith.mulf %row, %row : tensor<?xf64>
      scf.yield %p : tensor<?xf64>
    }
    %sum = chad.fold (%x in %t : tensor<?xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %x, %x : f64
      %n = arith.addf %s, %p : f64
      chad.yield %n : f64
    }
    chad.yield %sum : f64
  }
  return %ys : tensor<?xf64>
}

// Arms of two shapes.
func.func @ragged_branch(%xs: tensor<?x?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3, ? = 4
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %e = tensor.extract %row[%c0] : tensor<?xf64>
    %c = arith.cmpf ogt, %e, %k : f64
    %t = scf.if %c -> tensor<?xf64> {
      %s = tensor.extract_slice %row[1] [%c2] [1] : tensor<?xf64> to tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      %p = arith.mulf %row, %row : tensor<?xf64>
      scf.yield %p : tensor<?xf64>
    }
    %u = math.exp %t : tensor<?xf64>
    %sum = chad.fold (%x in %u : tensor<?xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %x, %x : f64
      %n = arith.addf %s, %p : f64
      chad.yield %n : f64
    }
    chad.yield %sum : f64
  }
  return %ys : tensor<?xf64>
}

// A loop that keeps the shape of its state.
func.func @loop(%xs: tensor<?x?xf64>, %k: f64, %n: index) -> tensor<?xf64> { // ? = 2, ? = 3, i = 3
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = scf.for %i = %c0 to %n step %c1 iter_args(%s = %row) -> tensor<?xf64> {
      %p = math.sin %s : tensor<?xf64>
      %q = arith.mulf %p, %row : tensor<?xf64>
      scf.yield %q : tensor<?xf64>
    }
    %u = math.exp %t : tensor<?xf64>
    %sum = chad.fold (%x in %u : tensor<?xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %x, %k : f64
      %q = arith.mulf %p, %p : f64
      %next = arith.addf %s, %q : f64
      chad.yield %next : f64
    }
    chad.yield %sum : f64
  }
  return %ys : tensor<?xf64>
}

// A loop that makes its state shorter.
func.func @ragged_loop(%xs: tensor<?x?xf64>, %k: f64) -> tensor<?xf64> { // ? = 2, ? = 4
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %t = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %row) -> tensor<?xf64> {
      %m = tensor.dim %s, %c0 : tensor<?xf64>
      %l = arith.subi %m, %c1 : index
      %a = tensor.extract_slice %s[0] [%l] [1] : tensor<?xf64> to tensor<?xf64>
      %b = tensor.extract_slice %s[1] [%l] [1] : tensor<?xf64> to tensor<?xf64>
      %p = arith.mulf %a, %b : tensor<?xf64>
      scf.yield %p : tensor<?xf64>
    }
    %u = math.exp %t : tensor<?xf64>
    %sum = chad.fold (%x in %u : tensor<?xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %x, %k : f64
      %q = arith.mulf %p, %p : f64
      %next = arith.addf %s, %q : f64
      chad.yield %next : f64
    }
    chad.yield %sum : f64
  }
  return %ys : tensor<?xf64>
}

// The rows of a matrix as one, and back.
func.func @collapsed(%xs: tensor<?x2x3xf64>, %w: tensor<6x4xf64>) -> tensor<?x4xf64> { // ? = 3
  %zero = arith.constant 0.0 : f64
  %c4 = arith.constant 4 : index
  %flat = tensor.collapse_shape %xs [[0], [1, 2]] : tensor<?x2x3xf64> into tensor<?x6xf64>
  %columns = chad.build %j < %c4 -> tensor<?x6xf64> {
    %column = chad.map (%row in %w : tensor<6x4xf64>) -> tensor<6xf64> {
      %e = tensor.extract %row[%j] : tensor<4xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<6xf64>
  }
  %ys = chad.map (%x in %flat : tensor<?x6xf64>) -> tensor<?x?xf64> {
    %y = chad.map (%column in %columns : tensor<?x6xf64>) -> tensor<?xf64> {
      %v = chad.fold (%e in %x : tensor<6xf64>, %f in %column : tensor<6xf64>) with (%sum = %zero : f64) {
        %p = arith.mulf %e, %f : f64
        %next = arith.addf %sum, %p : f64
        chad.yield %next : f64
      }
      %t = math.tanh %v : f64
      chad.yield %t : f64
    }
    chad.yield %y : tensor<?xf64>
  }
  %r = tensor.cast %ys : tensor<?x?xf64> to tensor<?x4xf64>
  return %r : tensor<?x4xf64>
}
