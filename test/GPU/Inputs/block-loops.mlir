// Loops whose iterations follow each other, with loops inside: in one block where there is little to do.

// A recurrent network: a product of matrices in each iteration, states that are collected.
func.func @network(%xs: tensor<?x?x?xf64>, %weights: tensor<?x?xf64>, %start: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %batch = tensor.dim %start, %c0 : tensor<?x?xf64>
  %width = tensor.dim %start, %c1 : tensor<?x?xf64>
  %r:3 = chad.fold (%x in %xs : tensor<?x?x?xf64>) with (%h = %start : tensor<?x?xf64>, %sum = %zero : f64)
      collect (tensor<?x?x?xf64>) {
    %none = tensor.splat %zero[%batch, %width] : tensor<?x?xf64>
    %p = linalg.matmul ins(%h, %weights : tensor<?x?xf64>, tensor<?x?xf64>) outs(%none : tensor<?x?xf64>) -> tensor<?x?xf64>
    %next = chad.map (%row in %p : tensor<?x?xf64>, %push in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %new = chad.map (%a in %row : tensor<?xf64>, %b in %push : tensor<?xf64>) -> tensor<?xf64> {
        %c = arith.addf %a, %b : f64
        %t = math.tanh %c : f64
        chad.yield %t : f64
      }
      chad.yield %new : tensor<?xf64>
    }
    %sums = chad.map (%row in %next : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.reduce (%a, %b in %row from %zero : tensor<?xf64>) {
        %c = arith.addf %a, %b : f64
        chad.yield %c : f64
      }
      chad.yield %s : f64
    }
    %total = chad.fold (%s in %sums : tensor<?xf64>) with (%state = %sum : f64) {
      %square = arith.mulf %s, %s : f64
      %t = arith.addf %state, %square : f64
      chad.yield %t : f64
    }
    chad.yield %next, %total, %next : tensor<?x?xf64>, f64, tensor<?x?xf64>
  }
  return %r#0, %r#2, %r#1 : tensor<?x?xf64>, tensor<?x?x?xf64>, f64
}

func.func @network_back(%xs: tensor<?x?x?xf64>, %weights: tensor<?x?xf64>, %start: tensor<?x?xf64>,
    %a: !chad.lin<tensor<?x?xf64>>, %b: !chad.lin<tensor<?x?x?xf64>>, %c: !chad.lin<f64>)
    -> (tensor<?x?xf64>, tensor<?x?x?xf64>, f64, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>) {
  %r:6 = chad.vjp @network(%xs, %weights, %start) seed(%a, %b, %c) wrt [0, 1, 2] of [0, 1, 2]
      : (tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<f64>)
      -> (tensor<?x?xf64>, tensor<?x?x?xf64>, f64, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5
      : tensor<?x?xf64>, tensor<?x?x?xf64>, f64, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>
}

// A power iteration until the vector hardly changes: the number of iterations depends on what they compute.
func.func @power(%matrix: tensor<?x?xf64>, %start: tensor<?xf64>, %tolerance: f64) -> (tensor<?xf64>, f64, i32) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %none = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %most = arith.constant 200 : i32
  %r:3 = scf.while (%v = %start, %change = %one, %count = %none) : (tensor<?xf64>, f64, i32) -> (tensor<?xf64>, f64, i32) {
    %is = arith.cmpf ogt, %change, %tolerance : f64
    %more = arith.cmpi slt, %count, %most : i32
    %both = arith.andi %is, %more : i1
    scf.condition(%both) %v, %change, %count : tensor<?xf64>, f64, i32
  } do {
  ^bb0(%v: tensor<?xf64>, %change: f64, %count: i32):
    %w = chad.map (%row in %matrix : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%a in %row : tensor<?xf64>, %b in %v : tensor<?xf64>) with (%sum = %zero : f64) {
        %p = arith.mulf %a, %b : f64
        %t = arith.addf %sum, %p : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    }
    %square = chad.fold (%a in %w : tensor<?xf64>) with (%sum = %zero : f64) {
      %p = arith.mulf %a, %a : f64
      %t = arith.addf %sum, %p : f64
      chad.yield %t : f64
    }
    %norm = math.sqrt %square : f64
    %next = chad.map (%a in %w : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.divf %a, %norm : f64
      chad.yield %q : f64
    }
    %moved = chad.fold (%a in %next : tensor<?xf64>, %b in %v : tensor<?xf64>) with (%sum = %zero : f64) {
      %d = arith.subf %a, %b : f64
      %p = arith.mulf %d, %d : f64
      %t = arith.addf %sum, %p : f64
      chad.yield %t : f64
    }
    %counted = arith.addi %count, %step : i32
    scf.yield %next, %moved, %counted : tensor<?xf64>, f64, i32
  }
  return %r#0, %r#1, %r#2 : tensor<?xf64>, f64, i32
}

// Sums at indices, a state of rank 0, an index, and one in f32, in a counted loop that is inside of another one.
func.func @bins(%is: tensor<?x?xindex>, %xs: tensor<?xf32>, %bins: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<f32>, index, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %nothing = tensor.from_elements %zero : tensor<f32>
  %outer:4 = scf.for %k = %c0 to %n step %c1 iter_args(%b = %bins, %t = %nothing, %i = %c0, %s = %zero) -> (tensor<?xf32>, tensor<f32>, index, f32) {
    %inner:4 = chad.fold (%at in %is : tensor<?x?xindex>) with (%c = %b : tensor<?xf32>, %u = %t : tensor<f32>, %j = %i : index, %v = %s : f32) {
      %halves = chad.map (%e in %c : tensor<?xf32>) -> tensor<?xf32> {
        %h = arith.mulf %e, %half : f32
        chad.yield %h : f32
      }
      %added = chad.scatter_add %xs into %halves[%at] : tensor<?xf32> into tensor<?xf32>, tensor<?xindex>
      %sum = chad.reduce (%l, %r in %added from %zero : tensor<?xf32>) {
        %m = arith.addf %l, %r : f32
        chad.yield %m : f32
      }
      %old = tensor.extract %u[] : tensor<f32>
      %new = arith.addf %old, %sum : f32
      %kept = tensor.from_elements %new : tensor<f32>
      %counted = arith.addi %j, %c1 : index
      %less = arith.mulf %v, %half : f32
      %w = arith.addf %less, %sum : f32
      chad.yield %added, %kept, %counted, %w : tensor<?xf32>, tensor<f32>, index, f32
    }
    scf.yield %inner#0, %inner#1, %inner#2, %inner#3 : tensor<?xf32>, tensor<f32>, index, f32
  }
  return %outer#0, %outer#1, %outer#2, %outer#3 : tensor<?xf32>, tensor<f32>, index, f32
}

// A scan of arrays. Its body is no sum.
func.func @rows(%xs: tensor<?x?xf64>, %unit: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %r = chad.scan left inclusive (%a, %b in %xs from %unit : tensor<?x?xf64>) {
    %c = chad.map (%l in %a : tensor<?xf64>, %m in %b : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %l, %m : f64
      chad.yield %p : f64
    }
    chad.yield %c : tensor<?xf64>
  }
  %s = chad.scan right exclusive (%a, %b in %xs from %unit : tensor<?x?xf64>) {
    %c = chad.map (%l in %a : tensor<?xf64>, %m in %b : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %l, %m : f64
      chad.yield %p : f64
    }
    chad.yield %c : tensor<?xf64>
  }
  return %r, %s : tensor<?x?xf64>, tensor<?x?xf64>
}

// An array inside has an extent that an element of an array says: a kernel has no memory for it, so that the host runs
// the loop.
func.func @lengths(%counts: tensor<?xindex>, %xs: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %r = chad.fold (%count in %counts : tensor<?xindex>) with (%state = %xs : tensor<?xf64>) {
    %part = chad.build %i < %count -> tensor<?xf64> {
      %e = tensor.extract %state[%i] : tensor<?xf64>
      %s = math.sin %e : f64
      chad.yield %s : f64
    }
    %last = arith.subi %count, %c0 : index
    %next = chad.build %i < %n -> tensor<?xf64> {
      %k = arith.remui %i, %last : index
      %a = tensor.extract %part[%k] : tensor<?xf64>
      %b = tensor.extract %state[%i] : tensor<?xf64>
      %c = arith.addf %a, %b : f64
      chad.yield %c : f64
    }
    chad.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
