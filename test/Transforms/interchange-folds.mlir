// DEFINE: %{args} = --arg='[[1, 2], [3, 4]]' --arg='[[0.5, 1], [2, 3]]' --arg='[[1, 1], [2, 0], [0, 3]]'
// RUN: chad-opt %s --chad-interchange-folds | FileCheck %s
// RUN: chad-run %s --interpret --entry=network %{args} | FileCheck %s --check-prefix=VALUE
// RUN: chad-opt %s --chad-interchange-folds | chad-run - --interpret --entry=network %{args} \
// RUN:   | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=network %{args} | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=gradient %{args} | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=network --remarks=interchange %{args} 2>&1 | FileCheck %s --check-prefix=SAID

// Layers inside of steps, which start from the right, with what is computed before, and a value
// of the step that the layers read, and what is computed after.
// CHECK-LABEL: func @network
// CHECK-SAME: %[[W:.*]]: tensor<?x?xf64>, %[[H:.*]]: tensor<?x?xf64>, %[[X:.*]]: tensor<?x?xf64>
// CHECK: %[[BEFORE:.*]]:2 = chad.map (%{{.*}} in %[[X]] : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
// CHECK: %[[ALL:.*]]:2 = chad.fold (%[[ROW:.*]] in %[[W]] : tensor<?x?xf64>, %[[START:.*]] in %[[H]] : tensor<?x?xf64>)
// CHECK-SAME: with (%[[YS:.*]] = %[[BEFORE]]#0 : tensor<?x?xf64>) collect (tensor<?x?xf64>)
// CHECK: %[[STEPS:.*]]:2 = chad.fold right (%[[Y:.*]] in %[[YS]] : tensor<?x?xf64>, %[[K:.*]] in %[[BEFORE]]#1 : tensor<?xf64>)
// CHECK-SAME: with (%[[S:.*]] = %[[START]] : tensor<?xf64>) collect (tensor<?x?xf64>)
// CHECK-NEXT: %[[NEXT:.*]]:2 = chad.map (%{{.*}} in %[[ROW]] : tensor<?xf64>, %{{.*}} in %[[S]] : tensor<?xf64>, %{{.*}} in %[[Y]] : tensor<?xf64>)
// CHECK: chad.yield %[[NEXT]]#0, %[[NEXT]]#1 : tensor<?xf64>, tensor<?xf64>
// CHECK: chad.yield %[[STEPS]]#1, %[[STEPS]]#0 : tensor<?x?xf64>, tensor<?xf64>
// CHECK: chad.map (%{{.*}} in %[[ALL]]#0 : tensor<?x?xf64>, %{{.*}} in %[[BEFORE]]#1 : tensor<?xf64>) -> tensor<?xf64>
// VALUE: tensor<2x2xf64> {{\[\[}}2, 14.5], [88, 482]]
// VALUE-NEXT: tensor<3xf64> [1281, 311.5, 102.5]
// GRAD: f64 1695
// GRAD-NEXT: tensor<2x2xf64> {{\[\[}}81, 359], [189, 625.5]]
// SAID: the loop over the rows of its state goes around it
func.func @network(%w: tensor<?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?xf64>) {
  %last, %sums = chad.fold right (%e in %x : tensor<?x?xf64>) with (%hs = %h : tensor<?x?xf64>)
      collect (tensor<?xf64>) {
    %zero = arith.constant 0.0 : f64
    %half = arith.constant 0.5 : f64
    %x0 = chad.map (%a in %e : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %half : f64
      chad.yield %p : f64
    }
    %k = chad.reduce (%a, %b in %e from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %top, %next = chad.fold (%r in %w : tensor<?x?xf64>, %s in %hs : tensor<?x?xf64>)
        with (%y = %x0 : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %z, %u = chad.map (%a in %r : tensor<?xf64>, %b in %s : tensor<?xf64>, %c in %y : tensor<?xf64>)
          -> (tensor<?xf64>, tensor<?xf64>) {
        %p = arith.mulf %a, %b : f64
        %q = arith.addf %p, %c : f64
        %m = arith.mulf %q, %k : f64
        %t = arith.addf %m, %b : f64
        chad.yield %q, %t : f64, f64
      }
      chad.yield %u, %z : tensor<?xf64>, tensor<?xf64>
    }
    %sum = chad.reduce (%a, %b in %top from %k : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    chad.yield %next, %sum : tensor<?x?xf64>, f64
  }
  return %last, %sums : tensor<?x?xf64>, tensor<?xf64>
}

func.func private @total(%w: tensor<?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %last, %sums = func.call @network(%w, %h, %x)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
  %sum = chad.reduce (%a, %b in %sums from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

func.func @gradient(%w: tensor<?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?x?xf64>)
    -> (f64, tensor<?x?xf64>) {
  %v, %g = chad.value_and_grad @total(%w, %h, %x) wrt [0] of [0]
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?x?xf64>)
  return %v, %g : f64, tensor<?x?xf64>
}

// Steps are inside of the layers already: that reads less.
// CHECK-LABEL: func @layers
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?x?xf64>, %{{.*}} in %{{.*}} : tensor<?x?xf64>) with (%[[Y:.*]] = %{{.*}} : tensor<?x?xf64>)
// CHECK: chad.fold (%{{.*}} in %[[Y]] : tensor<?x?xf64>)
// CHECK-NOT: chad.fold
func.func @layers(%w: tensor<?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %tops, %ends = chad.fold (%r in %w : tensor<?x?xf64>, %s in %h : tensor<?x?xf64>)
      with (%ys = %x : tensor<?x?xf64>) collect (tensor<?x?xf64>) {
    %end, %all = chad.fold (%y in %ys : tensor<?x?xf64>) with (%b = %s : tensor<?xf64>)
        collect (tensor<?x?xf64>) {
      %z = chad.map (%a in %r : tensor<?xf64>, %d in %b : tensor<?xf64>, %c in %y : tensor<?xf64>)
          -> tensor<?xf64> {
        %p = arith.mulf %a, %d : f64
        %q = arith.addf %p, %c : f64
        chad.yield %q : f64
      }
      chad.yield %z, %z : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %all, %end : tensor<?x?xf64>, tensor<?xf64>
  }
  return %tops, %ends : tensor<?x?xf64>, tensor<?x?xf64>
}

// The weights of a step are its own.
// CHECK-LABEL: func @weights_of_steps
// CHECK: chad.fold (%[[R:.*]] in %{{.*}} : tensor<?x?x?xf64>) with
// CHECK: chad.fold (%{{.*}} in %[[R]] : tensor<?x?xf64>
func.func @weights_of_steps(%w: tensor<?x?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?xf64>)
    -> tensor<?x?xf64> {
  %last = chad.fold (%r in %w : tensor<?x?x?xf64>) with (%hs = %h : tensor<?x?xf64>) {
    %top, %next = chad.fold (%v in %r : tensor<?x?xf64>, %s in %hs : tensor<?x?xf64>)
        with (%y = %x : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %z = chad.map (%a in %v : tensor<?xf64>, %b in %s : tensor<?xf64>, %c in %y : tensor<?xf64>)
          -> tensor<?xf64> {
        %p = arith.mulf %a, %b : f64
        %q = arith.addf %p, %c : f64
        chad.yield %q : f64
      }
      chad.yield %z, %z : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %last : tensor<?x?xf64>
}

// A step reads all rows of its state after it has made them.
// CHECK-LABEL: func @rows_after
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?x?xf64>) with
// CHECK: %[[NEXT:.*]]:2 = chad.fold (%{{.*}} in %{{.*}} : tensor<?x?xf64>, %{{.*}} in
// CHECK: chad.reduce (%{{.*}}, %{{.*}} in %[[NEXT]]#1
func.func @rows_after(%w: tensor<?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?x?xf64>,
                      %zero: tensor<?xf64>) -> tensor<?x?xf64> {
  %last, %sums = chad.fold (%e in %x : tensor<?x?xf64>) with (%hs = %h : tensor<?x?xf64>)
      collect (tensor<?x?xf64>) {
    %top, %next = chad.fold (%r in %w : tensor<?x?xf64>, %s in %hs : tensor<?x?xf64>)
        with (%y = %e : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %z = chad.map (%a in %r : tensor<?xf64>, %b in %s : tensor<?xf64>, %c in %y : tensor<?xf64>)
          -> tensor<?xf64> {
        %p = arith.mulf %a, %b : f64
        %q = arith.addf %p, %c : f64
        chad.yield %q : f64
      }
      chad.yield %z, %z : tensor<?xf64>, tensor<?xf64>
    }
    %sum = chad.reduce (%a, %b in %next from %zero : tensor<?x?xf64>) {
      %s = arith.addf %a, %b : tensor<?xf64>
      chad.yield %s : tensor<?xf64>
    }
    chad.yield %next, %sum : tensor<?x?xf64>, tensor<?xf64>
  }
  return %sums : tensor<?x?xf64>
}

// The rows of a step may be longer than those of another, and make no array.
// CHECK-LABEL: func @lengths
// CHECK: chad.fold (%[[N:.*]] in %{{.*}} : tensor<?xindex>) with
// CHECK: tensor.extract_slice %{{.*}}[0] [%[[N]]]
// CHECK: chad.fold
func.func @lengths(%w: tensor<?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?xf64>,
                   %n: tensor<?xindex>) -> tensor<?x?xf64> {
  %last = chad.fold (%k in %n : tensor<?xindex>) with (%hs = %h : tensor<?x?xf64>) {
    %x0 = tensor.extract_slice %x[0] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %top, %next = chad.fold (%r in %w : tensor<?x?xf64>, %s in %hs : tensor<?x?xf64>)
        with (%y = %x0 : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %z = chad.map (%a in %r : tensor<?xf64>, %b in %s : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      chad.yield %y, %z : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %last : tensor<?x?xf64>
}

// Rows of one number.
// CHECK-LABEL: func @scalars
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?xf64>) with (%[[S:.*]] = %{{.*}} : tensor<?xf64>)
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?xf64>, %{{.*}} in %[[S]] : tensor<?xf64>)
func.func @scalars(%w: tensor<?xf64>, %h: tensor<?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %last = chad.fold (%e in %x : tensor<?xf64>) with (%hs = %h : tensor<?xf64>) {
    %top, %next = chad.fold (%r in %w : tensor<?xf64>, %s in %hs : tensor<?xf64>)
        with (%y = %e : f64) collect (tensor<?xf64>) {
      %p = arith.mulf %r, %s : f64
      %q = arith.addf %p, %y : f64
      chad.yield %q, %q : f64, f64
    }
    chad.yield %next : tensor<?xf64>
  }
  return %last : tensor<?xf64>
}
