// The index of an extremum is found where the extremum is, by the code that runs forwards: the
// elements are compared once, and none of them is kept for the code that runs backwards.
//
// RUN: chad-opt %s --chad-reverse=function=rows --canonicalize | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s --check-prefix=VALUES
// RUN: %python %S/Inputs/derivatives.py %s --compiled | FileCheck %s --check-prefix=VALUES
// VALUES: {{^}}3 functions, 0 wrong

// CHECK-LABEL: func.func @rows.reverse(
// CHECK:         %[[ROWS:.*]]:2 = chad.map ({{.*}}) -> (tensor<?xf64>, tensor<?xindex>) {
// CHECK:           arith.cmpf
// CHECK:         chad.lfun.lambda
// CHECK:           %[[R:.*]] in %[[ROWS]]#1
// CHECK-NOT:     arith.cmpf
// CHECK:           chad.accumulate
// CHECK:         return
func.func @rows(%xs: tensor<?x?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3, ? = 4
  %least = arith.constant 0xFFF0000000000000 : f64
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %es = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.mulf %x, %x : f64
      %p = arith.mulf %q, %k : f64
      chad.yield %p : f64
    }
    %m = chad.reduce (%a, %e in %es from %least : tensor<?xf64>) {
      %n = arith.maximumf %a, %e : f64
      chad.yield %n : f64
    }
    chad.yield %m : f64
  }
  return %ys : tensor<?xf64>
}

// In a branch, and in a branch in a loop, all of which is computed again.
func.func @branch(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %k, %zero : f64
  %y = scf.if %c -> f64 {
    %es = math.exp %xs : tensor<?xf64>
    %m = chad.reduce (%a, %e in %es from %k : tensor<?xf64>) {
      %n = arith.minnumf %a, %e : f64
      chad.yield %n : f64
    }
    scf.yield %m : f64
  } else {
    scf.yield %k : f64
  }
  return %y : f64
}
func.func @branches(%xs: tensor<?x?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3, ? = 4
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %x = tensor.extract %row[%c0] : tensor<?xf64>
    %c = arith.cmpf ogt, %x, %zero : f64
    %y = scf.if %c -> f64 {
      %es = math.sin %row : tensor<?xf64>
      %m = chad.reduce (%a, %e in %es from %k : tensor<?xf64>) {
        %n = arith.maximumf %a, %e : f64
        chad.yield %n : f64
      }
      scf.yield %m : f64
    } else {
      scf.yield %k : f64
    }
    %s = arith.mulf %y, %y : f64
    chad.yield %s : f64
  }
  return %ys : tensor<?xf64>
}
