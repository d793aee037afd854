// Static extents of arrays become the types of loops, of their states and of what they make.

// RUN: chad-opt %s --split-input-file --chad-refine-shapes --canonicalize --cse | FileCheck %s

// RUN: not chad-run %s --entry=contradiction --arg="[1,2,3,4]" --arg="[1,2,3,4,5]" 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not chad-run %s --entry=unknown --arg="[1,2,3]" --arg="[1,2,3,4,5]" 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: chad-run %s --entry=unknown --arg="[1,2,3]" --arg="[1,2,3]" | FileCheck %s --check-prefix=EQUAL
// FAILS: error: the program failed: {{.*}}has arrays of several extents
// EQUAL: tensor<3xf64> [2, 4, 6]
// EQUAL: tensor<3xf64> [1, 4, 9]

// CHECK-LABEL: @rows
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<8x3xf64>) -> tensor<8x3xf64> {
// CHECK: math.exp %{{.*}} : tensor<3xf64>
// CHECK: tensor.cast %{{.*}} : tensor<8x3xf64> to tensor<?x?xf64>
func.func @rows(%xs: tensor<8x3xf64>) -> tensor<?x?xf64> {
  %d = tensor.cast %xs : tensor<8x3xf64> to tensor<?x?xf64>
  %r = chad.map (%x in %d : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %y = math.exp %x : tensor<?xf64>
    chad.yield %y : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// -----

// Steps that keep the extents of their state. What is computed from extents is constant, too.
// CHECK-LABEL: @steps
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?xindex>) with (%{{.*}} = %{{.*}} : tensor<9xf64>) collect (tensor<?x7xf64>)
// CHECK: tensor.extract_slice %{{.*}}[1] [7] [1] : tensor<9xf64> to tensor<7xf64>
func.func @steps(%u: tensor<9xf64>, %n: index) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.cast %u : tensor<9xf64> to tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %end, %all = chad.fold (%i in %is : tensor<?xindex>) with (%s = %d : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %m = tensor.dim %s, %c0 : tensor<?xf64>
    %k = arith.subi %m, %c2 : index
    %inner = tensor.extract_slice %s[1] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %next = tensor.pad %inner low[1] high[1] {
    ^bb0(%j: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %next, %inner : tensor<?xf64>, tensor<?xf64>
  }
  return %end, %all : tensor<?xf64>, tensor<?x?xf64>
}

// -----

// A state that becomes longer in each iteration has no static extent, though it starts with one.
// CHECK-LABEL: @growing
// CHECK: chad.fold {{.*}} with (%{{.*}} = %{{.*}} : tensor<?xf64>)
func.func @growing(%u: tensor<2xf64>, %is: tensor<3xindex>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %d = tensor.cast %u : tensor<2xf64> to tensor<?xf64>
  %end = chad.fold (%i in %is : tensor<3xindex>) with (%s = %d : tensor<?xf64>) {
    %next = tensor.pad %s low[0] high[1] {
    ^bb0(%j: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %next : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

// -----

// Associative operations on rows, bins, loops and branches of scf.
// CHECK-LABEL: @others
// CHECK: chad.scan left inclusive (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<4x3xf64>)
// CHECK: chad.reduce (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<4x3xf64>)
// CHECK: chad.hist %{{.*}} bins %{{.*}} (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<4x3xf64>) -> tensor<6x3xf64>
// CHECK: scf.for {{.*}} -> (tensor<3xf64>)
// CHECK: scf.if %{{.*}} -> (tensor<3xf64>)
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<3xf64>) -> tensor<3xf64>
// CHECK: chad.gather %{{.*}}[%{{.*}}] : tensor<4x3xf64>, tensor<4xindex> -> tensor<4x3xf64>
func.func @others(%xs: tensor<4x3xf64>, %is: tensor<4xindex>, %n: index, %c: i1)
    -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.cast %xs : tensor<4x3xf64> to tensor<?x?xf64>
  %id = tensor.cast %is : tensor<4xindex> to tensor<?xindex>
  %k = tensor.dim %d, %c1 : tensor<?x?xf64>
  %bins = arith.muli %k, %c2 : index
  %unit = tensor.splat %zero[%k] : tensor<?xf64>
  %scanned = chad.scan left inclusive (%a, %b in %d from %unit : tensor<?x?xf64>) {
    %s = arith.addf %a, %b : tensor<?xf64>
    chad.yield %s : tensor<?xf64>
  }
  %sum = chad.reduce (%a, %b in %d from %unit : tensor<?x?xf64>) {
    %s = arith.mulf %a, %b : tensor<?xf64>
    chad.yield %s : tensor<?xf64>
  }
  %hist = chad.hist %id : tensor<?xindex> bins %bins (%a, %b in %d from %unit : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = arith.addf %a, %b : tensor<?xf64>
    chad.yield %s : tensor<?xf64>
  }
  %for = scf.for %i = %c0 to %n step %c1 iter_args(%s = %sum) -> (tensor<?xf64>) {
    %t = math.sin %s : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %if = scf.if %c -> (tensor<?xf64>) {
    scf.yield %for : tensor<?xf64>
  } else {
    %t = math.cos %sum : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %while = scf.while (%s = %if) : (tensor<?xf64>) -> tensor<?xf64> {
    %e = tensor.extract %s[%c0] : tensor<?xf64>
    %more = arith.cmpf olt, %e, %zero : f64
    scf.condition(%more) %s : tensor<?xf64>
  } do {
  ^bb0(%s: tensor<?xf64>):
    %t = math.exp %s : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %read = chad.gather %d[%id] : tensor<?x?xf64>, tensor<?xindex> -> tensor<?x?xf64>
  return %scanned, %sum, %hist, %if, %while, %read : tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
}

// -----

// The program contradicts itself: it is left as it is, and fails when it runs.
// CHECK-LABEL: @contradiction
// CHECK: %[[Y:.*]] = tensor.cast %{{.*}} : tensor<5xf64> to tensor<?xf64>
// CHECK: chad.map (%{{.*}} in %[[Y]] : tensor<?xf64>, %{{.*}} in %{{.*}} : tensor<4xf64>)
func.func @contradiction(%xs: tensor<4xf64>, %ys: tensor<5xf64>) -> tensor<?xf64> {
  %x = tensor.cast %xs : tensor<4xf64> to tensor<?xf64>
  %y = tensor.cast %ys : tensor<5xf64> to tensor<?xf64>
  %r = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// -----

// An array of unknown extent keeps it: it is compared when the program runs.
// CHECK-LABEL: @unknown
// CHECK-NOT: tensor.cast %{{.*}} : tensor<?xf64> to tensor<3xf64>
func.func @unknown(%x: tensor<3xf64>, %y: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c = tensor.cast %x : tensor<3xf64> to tensor<?xf64>
  %s = arith.addf %c, %y : tensor<?xf64>
  %m = chad.map (%a in %c : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  return %s, %m : tensor<?xf64>, tensor<?xf64>
}
