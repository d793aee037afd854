// Folds over rows in lanes, of static and dynamic extents, and the interpreter. All numbers are
// small integers, so that nothing is rounded.

// RUN: chad-opt %s --chad-choose-schedule=everywhere --chad-vectorize-lanes | FileCheck %s
// RUN: chad-run %s --interpret --entry=main > %t.expected
// RUN: chad-opt %s --chad-choose-schedule=everywhere --chad-vectorize-lanes | chad-run - --entry=main | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere --entry=main | diff %t.expected -
// RUN: FileCheck %s --check-prefix=VALUE < %t.expected

// States that change places; what is collected is a state, a row from outside, and an element.
// CHECK-LABEL: func private @states
// CHECK: vector.transfer_write
// CHECK-NOT: chad.fold
func.func private @states(%x: tensor<3x5xf64>, %k: tensor<5xf64>, %s: tensor<5xf64>)
    -> (tensor<5xf64>, tensor<5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>) {
  %l:2, %c:3 = chad.fold (%r in %x : tensor<3x5xf64>)
      with (%a = %s : tensor<5xf64>, %b = %k : tensor<5xf64>)
      collect (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>) {
    %m = chad.map (%f in %r : tensor<5xf64>, %g in %a : tensor<5xf64>, %h in %b : tensor<5xf64>,
                   %e in %k : tensor<5xf64>) -> tensor<5xf64> {
      %t = arith.mulf %g, %f : f64
      %u = arith.subf %t, %h : f64
      %v = arith.addf %u, %e : f64
      chad.yield %v : f64
    }
    chad.yield %b, %m, %a, %k, %r
        : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>
  }
  return %l#0, %l#1, %c#0, %c#1, %c#2
      : tensor<5xf64>, tensor<5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>
}

// As many iterations as there are indices; what is collected has rows of a static extent.
// CHECK-LABEL: func private @mixed
// CHECK: vector.transfer_write
// CHECK-NOT: chad.fold
func.func private @mixed(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index, %s: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?x3xf64>) {
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %z = tensor.cast %s : tensor<?xf64> to tensor<3xf64>
  %l, %c = chad.fold right (%i in %is : tensor<?xindex>, %r in %x : tensor<?x?xf64>,
      %f in %y : tensor<?xf64>) with (%a = %s : tensor<?xf64>) collect (tensor<?x3xf64>) {
    %i32 = arith.index_cast %i : index to i32
    %if = arith.sitofp %i32 : i32 to f64
    %m, %o = chad.map (%h in %a : tensor<?xf64>, %g in %r : tensor<?xf64>, %e in %z : tensor<3xf64>)
        -> (tensor<?xf64>, tensor<3xf64>) {
      %t = arith.mulf %h, %g : f64
      %u = arith.mulf %t, %f : f64
      %v = arith.addf %u, %if : f64
      %w = arith.mulf %v, %e : f64
      chad.yield %v, %w : f64, f64
    }
    chad.yield %m, %o : tensor<?xf64>, tensor<3xf64>
  }
  return %l, %c : tensor<?xf64>, tensor<?x3xf64>
}

// An array that the body makes is no row in registers; nor are there two maps.
// CHECK-LABEL: func private @made
// CHECK-COUNT-2: chad.fold
func.func private @made(%xs: tensor<?xf64>, %s: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %l = chad.fold (%x in %xs : tensor<?xf64>) with (%t = %s : tensor<5xf64>) {
    %sp = tensor.splat %x : tensor<5xf64>
    %m = chad.map (%a in %t : tensor<5xf64>, %b in %sp : tensor<5xf64>) -> tensor<5xf64> {
      %c = arith.subf %b, %a : f64
      %d = arith.mulf %b, %c : f64
      chad.yield %d : f64
    }
    chad.yield %m : tensor<5xf64>
  }
  %k = chad.fold (%x in %xs : tensor<?xf64>) with (%t = %s : tensor<5xf64>) {
    %m = chad.map (%a in %t : tensor<5xf64>) -> tensor<5xf64> {
      %c = arith.subf %x, %a : f64
      chad.yield %c : f64
    }
    %n = chad.map (%a in %m : tensor<5xf64>) -> tensor<5xf64> {
      %c = arith.mulf %x, %a : f64
      chad.yield %c : f64
    }
    chad.yield %n : tensor<5xf64>
  }
  return %l, %k : tensor<5xf64>, tensor<5xf64>
}

// VALUE: tensor<5xf64> [-2, 0, 0, 0, 10]
// VALUE-NEXT: tensor<5xf64> [3, 6, 6, 4, 15]
// VALUE-NEXT: tensor<3x5xf64> {{\[\[}}1, 2, 1, 2, 1], [1, 2, 3, 4, 5], [1, 4, 3, 8, 5]]
// VALUE-NEXT: tensor<3x5xf64> {{\[\[}}1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
// VALUE-NEXT: tensor<3x5xf64> {{\[\[}}1, 2, 3, 4, 5], [-2, 1, 0, 1, 2], [0, 1, 1, 0, 4]]
// VALUE-NEXT: tensor<3xf64> [74, 64, 222]
// VALUE-NEXT: tensor<2x3xf64> {{\[\[}}222, 64, 444], [111, 16, 74]]
// VALUE-NEXT: tensor<5xf64> [3, 9, 3, 9, 3]
// VALUE-NEXT: tensor<5xf64> [3, 9, 3, 9, 3]
func.func @main() -> (tensor<5xf64>, tensor<5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>,
                      tensor<?xf64>, tensor<?x3xf64>, tensor<5xf64>, tensor<5xf64>) {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [-2.0, 1.0, 0.0, 1.0, 2.0], [0.0, 1.0, 1.0, 0.0, 4.0]]> : tensor<3x5xf64>
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>
  %s = arith.constant dense<[1.0, 2.0, 1.0, 2.0, 1.0]> : tensor<5xf64>
  %r:5 = func.call @states(%x, %k, %s) : (tensor<3x5xf64>, tensor<5xf64>, tensor<5xf64>)
      -> (tensor<5xf64>, tensor<5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>)
  %y = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %f = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %t = arith.constant dense<[3.0, 1.0, 2.0]> : tensor<3xf64>
  %n = arith.constant 2 : index
  %yd = tensor.cast %y : tensor<2x3xf64> to tensor<?x?xf64>
  %fd = tensor.cast %f : tensor<2xf64> to tensor<?xf64>
  %td = tensor.cast %t : tensor<3xf64> to tensor<?xf64>
  %q:2 = func.call @mixed(%yd, %fd, %n, %td) : (tensor<?x?xf64>, tensor<?xf64>, index, tensor<?xf64>)
      -> (tensor<?xf64>, tensor<?x3xf64>)
  %p:2 = func.call @made(%fd, %s) : (tensor<?xf64>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %q#0, %q#1, %p#0, %p#1 : tensor<5xf64>, tensor<5xf64>,
      tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<?xf64>, tensor<?x3xf64>,
      tensor<5xf64>, tensor<5xf64>
}
