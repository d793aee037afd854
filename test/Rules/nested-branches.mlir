// Branches in branches whose results are used: what runs backwards has each of their operations
// once, and once more where it runs again, however deep they are.
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// RUN: chad-run %s --entry=f --arg=0.3 --arg=[0.5,0.25] --grad-check | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --entry=f --arg=-0.3 --arg=[0.5,0.25] --grad-check | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --entry=f --arg=2.0 --arg=[0.5,0.25] --grad-check | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --entry=second --arg=0.3 --arg=[0.5,0.25] --grad-check | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --entry=looped --arg=[0.3,-0.3,2.0] --arg=[0.5,0.25] --grad-check | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: func @gradient
// CHECK-COUNT-2: math.tanh
// CHECK-NOT: math.tanh
// CHECK-LABEL: func @second
// VALUES: gradient check
func.func @f(%x: f64, %ks: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %r = scf.if %p -> f64 {
    %a = math.exp %x : f64
    %q = arith.cmpf olt, %x, %one : f64
    %s = scf.if %q -> f64 {
      // An array that the other branch has not, and a loop.
      %ys = chad.map (%k in %ks : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.mulf %k, %a : f64
        %t = math.tanh %m : f64
        chad.yield %t : f64
      }
      %y = chad.fold (%e in %ys : tensor<?xf64>) with (%t = %a : f64) {
        %m = arith.mulf %e, %t : f64
        %u = math.sin %m : f64
        chad.yield %u : f64
      }
      %c = arith.mulf %y, %a : f64
      scf.yield %c : f64
    } else {
      %l = math.log %a : f64
      scf.yield %l : f64
    }
    %t = arith.mulf %s, %s : f64
    scf.yield %t : f64
  } else {
    scf.yield %x : f64
  }
  %t = arith.mulf %r, %x : f64
  return %t : f64
}
func.func @gradient(%x: f64, %ks: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %dx, %dks = chad.grad @f(%x, %ks) : (f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %dx, %dks : f64, tensor<?xf64>
}
func.func @second(%x: f64, %ks: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %dx, %dks = func.call @gradient(%x, %ks) : (f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %sum = chad.reduce (%a, %b in %dks from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %r = arith.mulf %sum, %dx : f64
  return %r : f64
}
func.func @looped(%xs: tensor<?xf64>, %ks: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %r = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %one : f64) {
    %m = arith.mulf %s, %x : f64
    %y = func.call @f(%m, %ks) : (f64, tensor<?xf64>) -> f64
    %t = arith.addf %y, %s : f64
    chad.yield %t : f64
  }
  return %r : f64
}
