// A state whose width the first iteration changes. What the body computes has the extents of arrays
// from outside of the loop: its residuals are arrays with a dimension more, and nothing is
// computed again.
//
// RUN: chad-opt %s --chad-reverse=function=widths --canonicalize | FileCheck %s
// RUN: chad-opt %s --chad-reverse=function=calls --canonicalize | FileCheck %s --check-prefix=CALLS
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s --check-prefix=VALUES
// RUN: %python %S/Inputs/derivatives.py %s --compiled | FileCheck %s --check-prefix=VALUES
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}3 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// VALUES: {{^}}3 functions, 0 wrong

// CHECK-LABEL: func.func @widths.reverse(
// CHECK:         math.exp
// CHECK:         chad.lfun.lambda
// CHECK-NOT:     math.exp
// CHECK:         return
func.func @widths(%h: tensor<?x?xf64>, %b: tensor<?xf64>, %xs: tensor<?x?xf64>) -> tensor<?x?xf64> { // ? = 2, ? = 4, ? = 3, ? = 5, ? = 2
  %zero = arith.constant 0.0 : f64
  %end = chad.fold (%x in %xs : tensor<?x?xf64>) with (%rows = %h : tensor<?x?xf64>) {
    %next = chad.map (%row in %rows : tensor<?x?xf64>, %e in %x : tensor<?xf64>) -> tensor<?x?xf64> {
      %squares = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %q = arith.mulf %a, %a : f64
        chad.yield %q : f64
      }
      %sum = chad.reduce (%s, %q in %squares from %zero : tensor<?xf64>) {
        %t = arith.addf %s, %q : f64
        chad.yield %t : f64
      }
      %new = chad.map (%bias in %b : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %bias, %e : f64
        %q = arith.subf %p, %sum : f64
        %y = math.exp %q : f64
        chad.yield %y : f64
      }
      chad.yield %new : tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %end : tensor<?x?xf64>
}

// The backward function of a call takes arguments from the caller: the state's row, whose extent
// changes, is none of what the call keeps.
func.func private @weigh(%row: tensor<?xf64>, %w: tensor<?x?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %w, %c1 : tensor<?x?xf64>
  %y = chad.build %j < %n -> tensor<?xf64> {
    %products = chad.map (%e in %row : tensor<?xf64>, %r in %w : tensor<?x?xf64>) -> tensor<?xf64> {
      %a = tensor.extract %r[%j] : tensor<?xf64>
      %p = arith.mulf %e, %a : f64
      chad.yield %p : f64
    }
    %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %dot : f64
  }
  return %y : tensor<?xf64>
}

// CALLS-LABEL: func.func @calls.reverse(
// CALLS:         func.call @weigh.kept({{.*}}) : (tensor<?xf64>, tensor<?x?xf64>) -> (tensor<?xf64>, index)
// CALLS:         math.exp
// CALLS:         chad.lfun.lambda
// CALLS-NOT:     math.exp
// CALLS-NOT:     @weigh.kept
// CALLS:         return
func.func @calls(%h: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>, %xs: tensor<?x?xf64>) -> tensor<?x?xf64> { // ? = 2, ? = 3, ? = 3, ? = 3, ? = 3, ? = 4, ? = 2
  %end = chad.fold (%x in %xs : tensor<?x?xf64>) with (%rows = %h : tensor<?x?xf64>) {
    %next = chad.map (%row in %rows : tensor<?x?xf64>, %e in %x : tensor<?xf64>) -> tensor<?x?xf64> {
      %y = func.call @weigh(%row, %w) : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?xf64>
      %new = chad.map (%bias in %b : tensor<?xf64>, %z in %y : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %bias, %e : f64
        %q = arith.subf %p, %z : f64
        %r = math.exp %q : f64
        chad.yield %r : f64
      }
      chad.yield %new : tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %end : tensor<?x?xf64>
}

// Rows of the state are the body's own: what a loop inside keeps of them differs.
func.func @shorter(%h: tensor<?xf64>, %xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 6, ? = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = chad.fold (%x in %xs : tensor<?xf64>) with (%row = %h : tensor<?xf64>) {
    %n = tensor.dim %row, %c0 : tensor<?xf64>
    %m = arith.subi %n, %c1 : index
    %next = chad.build %j < %m -> tensor<?xf64> {
      %k = arith.addi %j, %c1 : index
      %a = tensor.extract %row[%j] : tensor<?xf64>
      %b = tensor.extract %row[%k] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %x : f64
      %y = math.sin %q : f64
      %z = math.exp %y : f64
      chad.yield %z : f64
    }
    chad.yield %next : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}
