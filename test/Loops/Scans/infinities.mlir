// Recurrences whose states and elements are infinite, and steps of many operations: results are
// equal, compiled and interpreted. All numbers are sums of powers of two.

// RUN: chad-run %s --full --interpret > %t.expected
// RUN: chad-run %s --full | diff %t.expected -
// RUN: chad-run %s --full --host-features=false | diff %t.expected -
// RUN: sed 's/f64/f32/g; s/0x7FF0000000000000/0x7F800000/g' %s > %t.mlir
// RUN: chad-run %t.mlir --full --interpret > %t.expected32
// RUN: chad-run %t.mlir --full | diff %t.expected32 -
// RUN: FileCheck %s < %t.expected

// CHECK: [inf, 1, 2, inf, 4, 5, 6, 7, 8, 1, 1, 16, 1, 1, 1, 1, 1, 4]
// CHECK-NOT: {{nan|inf}}
// CHECK: [-4.5, -3.5, -1.5, -0.5, 0, -1, 1, 1.5, -0.5, 0, 1, 2, 3, 5, 4, 3, 5, 6]

// The elements before: a state that does not depend on the one before is no product with zero.
func.func private @before(%xs: tensor<?xf64>, %s0: f64) -> tensor<?xf64> {
  %r:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64) collect (tensor<?xf64>) {
    chad.yield %x, %s : f64, f64
  }
  return %r#1 : tensor<?xf64>
}

// Negation, differences and quotients of states with a factor and a summand; constants of the
// body; a state that stays, and is read by what is collected.
func.func private @forms(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %s0: f64) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %0:5 = chad.fold (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) with (%s = %s0 : f64) collect (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %two = arith.constant 2.0 : f64
    %a = arith.mulf %s, %y : f64
    %b = arith.addf %a, %x : f64
    %c = arith.negf %b : f64
    %d = arith.subf %c, %x : f64
    %e = arith.subf %two, %d : f64
    %f = arith.divf %e, %y : f64
    %g = arith.mulf %f, %y : f64
    %h = arith.mulf %two, %g : f64
    %i = arith.divf %h, %two : f64
    %j = arith.subf %i, %two : f64
    %k = arith.negf %j : f64
    %l = arith.divf %k, %y : f64
    chad.yield %l, %s, %b, %g, %l : f64, f64, f64, f64, f64
  }
  %1:3 = chad.fold right (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) with (%s = %s0 : f64, %t = %s0 : f64) collect (tensor<?xf64>) {
    %d = arith.subf %s, %x : f64
    %m = arith.addf %s, %t : f64
    chad.yield %d, %t, %m : f64, f64, f64
  }
  return %0#1, %0#2, %0#3, %0#4, %1#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

func.func @main() -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %three = arith.constant 3.0 : f64
  %x = arith.constant dense<[1.0, 2.0, 0x7FF0000000000000, 4.0, 5.0, 6.0, 7.0, 8.0, 1.0, 1.0, 16.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0, 2.0]> : tensor<18xf64>
  %z = arith.constant dense<[1.0, 1.0, 2.0, 1.0, 0.5, -1.0, 2.0, 0.5, -2.0, 0.5, 1.0, 1.0, 1.0, 2.0, -1.0, -1.0, 2.0, 1.0]> : tensor<18xf64>
  %xs = tensor.cast %x : tensor<18xf64> to tensor<?xf64>
  %zs = tensor.cast %z : tensor<18xf64> to tensor<?xf64>
  %b = func.call @before(%xs, %inf) : (tensor<?xf64>, f64) -> tensor<?xf64>
  %f:5 = func.call @forms(%zs, %zs, %three) : (tensor<?xf64>, tensor<?xf64>, f64) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  return %b, %f#0, %f#1, %f#2, %f#3, %f#4 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
