// Arrays are not kept for their shapes.

// RUN: chad-opt %s --split-input-file --chad-resolve-shapes --canonicalize --cse | FileCheck %s

// The state keeps its shape: what was kept of each step is not needed.
// CHECK-LABEL: @steps
// CHECK-SAME: %[[U:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-DAG: tensor.dim %[[U]], %{{.*}} : tensor<?x?xf64>
// CHECK: chad.fold {{.*}} with (%{{.*}} = %[[U]] : tensor<?x?xf64>) {
// CHECK-NOT: collect
// CHECK: return
func.func @steps(%u: tensor<?x?xf64>, %k: f64, %is: tensor<?xindex>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %last, %kept = chad.fold (%i in %is : tensor<?xindex>) with (%s = %u : tensor<?x?xf64>)
      collect (tensor<?x?x?xf64>) {
    %next = chad.map (%row in %s : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %k, %e : f64
        chad.yield %p : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %next, %s : tensor<?x?xf64>, tensor<?x?xf64>
  }
  %c1 = arith.constant 1 : index
  %grad = chad.fold right (%a in %kept : tensor<?x?x?xf64>) with (%g = %last : tensor<?x?xf64>) {
    %n = tensor.dim %a, %c1 : tensor<?x?xf64>
    %h = chad.map (%row in %g : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = chad.build %i < %n -> tensor<?xf64> {
        %e = tensor.extract %row[%i] : tensor<?xf64>
        %p = arith.mulf %k, %e : f64
        chad.yield %p : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %h : tensor<?x?xf64>
  }
  return %last, %grad : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// A pad is greater than what it pads; the extent is not that of the array inside.
// CHECK-LABEL: @pad
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: %[[N:[a-z0-9_]+]] = tensor.dim %[[X]], %c1
// CHECK: %[[S:[0-9]+]] = arith.addi %[[N]], %c3
// CHECK: return %[[S]]
func.func @pad(%xs: tensor<?x?xf64>) -> index {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %p = tensor.pad %x low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %p : tensor<?xf64>
  }
  %n = tensor.dim %kept, %c1 : tensor<?x?xf64>
  return %n : index
}

// -----

// Not where the elements decide.
// CHECK-LABEL: @ragged
// CHECK: %[[K:[0-9]+]] = chad.map
// CHECK: tensor.dim %[[K]]
func.func @ragged(%ns: tensor<?xindex>) -> index {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %kept = chad.map (%n in %ns : tensor<?xindex>) -> tensor<?x?xf64> {
    %z = tensor.splat %zero[%n] : tensor<?xf64>
    chad.yield %z : tensor<?xf64>
  }
  %n = tensor.dim %kept, %c1 : tensor<?x?xf64>
  return %n : index
}

// -----

// Extents of pads, slices, sums, scans and what is written into them, all of them of elements.
// CHECK-LABEL: @inner
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf64>, %[[P:[a-z0-9]+]]: index
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[LOW:.*]] = arith.addi %[[P]], %[[N]]
// CHECK: %[[L:.*]] = arith.addi %[[LOW]], %c1
// CHECK: %[[S:.*]] = arith.muli %{{.*}}, %[[N]]
// CHECK: chad.yield %[[S]]
// Those of what a loop builds are its own; those that follow from no ranked array stay.
// CHECK-LABEL: @more
// CHECK: tensor.dim %{{.*}} : tensor<*xf64>
func.func @inner(%xss: tensor<?x?xf64>, %p: index, %z: f64, %u: tensor<*xf64>, %i: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = chad.map (%row in %xss : tensor<?x?xf64>) -> tensor<?x?x?xf64> {
    %n = tensor.dim %row, %c0 : tensor<?xf64>
    %pad = tensor.pad %row low[%p] high[1] {
    ^bb0(%j: index):
      tensor.yield %z : f64
    } : tensor<?xf64> to tensor<?xf64>
    %slice = tensor.extract_slice %pad[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %sum = arith.addf %slice, %row : tensor<?xf64>
    %scan = chad.scan left inclusive (%a, %b in %sum from %z : tensor<?xf64>) {
      %0 = arith.addf %a, %b : f64
      chad.yield %0 : f64
    }
    %acc = chad.accumulate %z into %scan[%c0] : f64 into tensor<?xf64>
    %filled = linalg.fill ins(%z : f64) outs(%acc : tensor<?xf64>) -> tensor<?xf64>
    %cast = tensor.cast %filled : tensor<?xf64> to tensor<?xf64>
    %l = tensor.dim %pad, %c0 : tensor<?xf64>
    %pl = chad.map (%x in %pad : tensor<?xf64>) -> tensor<?x?xf64> {
      %s = chad.map (%y in %cast : tensor<?xf64>) -> tensor<?xf64> {
        %0 = arith.addf %y, %x : f64
        chad.yield %0 : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    chad.yield %pl : tensor<?x?xf64>
  }
  %r = chad.map (%e in %m : tensor<?x?x?xf64>) -> tensor<?xindex> {
    %a = tensor.dim %e, %c0 : tensor<?x?xf64>
    %b = tensor.dim %e, %c1 : tensor<?x?xf64>
    %s = arith.muli %a, %b : index
    chad.yield %s : index
  }
  return %r : tensor<?xindex>
}
func.func @more(%xss: tensor<?x?xf64>, %p: index, %q: index, %z: f64, %u: tensor<*xf64>, %k: index) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n0 = tensor.dim %xss, %c0 : tensor<?x?xf64>
  %m:2 = chad.build %i < %n0 -> (tensor<?x?x?xf64>, tensor<?x?xf64>) {
    %s = tensor.splat %z[%p, %q] : tensor<?x?xf64>
    %sl = tensor.extract_slice %s[0, 0] [1, %q] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    chad.yield %s, %sl : tensor<?x?xf64>, tensor<?xf64>
  }
  %uu:2 = chad.map (%row in %xss : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
    %c = tensor.cast %u : tensor<*xf64> to tensor<?xf64>
    %t = chad.fold (%x in %row : tensor<?xf64>) with (%s = %row : tensor<?xf64>) {
      %0 = chad.accumulate %x into %s[%c0] : f64 into tensor<?xf64>
      chad.yield %0 : tensor<?xf64>
    }
    chad.yield %c, %t : tensor<?xf64>, tensor<?xf64>
  }
  %r:4 = chad.map (%a in %m#0 : tensor<?x?x?xf64>, %b in %m#1 : tensor<?x?xf64>, %c in %uu#0 : tensor<?x?xf64>, %d in %uu#1 : tensor<?x?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) {
    %a1 = tensor.dim %a, %c1 : tensor<?x?xf64>
    %b0 = tensor.dim %b, %c0 : tensor<?xf64>
    %cc = tensor.dim %c, %c0 : tensor<?xf64>
    %dd = tensor.dim %d, %c0 : tensor<?xf64>
    chad.yield %a1, %b0, %cc, %dd : index, index, index, index
  }
  %un = tensor.dim %u, %c0 : tensor<*xf64>
  %any = tensor.dim %m#0, %k : tensor<?x?x?xf64>
  return %r#0, %r#1, %r#2, %r#3, %un, %any : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index, index
}

// -----

// An extent that equals no other is computed again from those that do: of a row between margins, one
// of which is known when the program runs.
// CHECK-LABEL: @margins
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>, %[[N:[a-z0-9]+]]: index
// CHECK: %[[LOW:[0-9]+]] = arith.addi %[[N]], %[[N]] : index
// CHECK: %[[D:[a-z0-9_]+]] = tensor.dim %[[XS]], %c1
// CHECK: %[[SUM:[0-9]+]] = arith.addi %[[LOW]], %[[D]] : index
// CHECK: %[[WIDTH:[0-9]+]] = arith.addi %[[SUM]], %c3 : index
// CHECK-NOT: chad.map
// CHECK: return %[[WIDTH]]
func.func @margins(%xs: tensor<?x?xf64>, %n: index) -> index {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %two = arith.addi %n, %n : index
    %p = tensor.pad %x low[%two] high[3] {
    ^bb0(%i: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %p : tensor<?xf64>
  }
  %width = tensor.dim %kept, %c1 : tensor<?x?xf64>
  return %width : index
}

// -----

// A loop that reads no elements counts; an array is then not made for its extent, nor is an element
// of one.
// CHECK-LABEL: @counts
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[XS]], %c0
// CHECK-NOT: math.exp
// CHECK: %[[I:.*]] = chad.build %[[J:.*]] < %[[N]] -> tensor<?xindex>
// CHECK: chad.fold (%{{.*}} in %[[I]] : tensor<?xindex>)
func.func @counts(%xs: tensor<?x?xf64>, %x: f64) -> f64 {
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %y = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
      %f = math.exp %e : f64
      chad.yield %f : f64
    }
    chad.yield %y : tensor<?xf64>
  }
  %r = chad.fold (%y in %ys : tensor<?x?xf64>) with (%t = %x : f64) {
    %s = chad.fold (%e in %y : tensor<?xf64>) with (%u = %t : f64) {
      %v = math.tanh %u : f64
      chad.yield %v : f64
    }
    chad.yield %s : f64
  }
  return %r : f64
}

// -----

// A state runs as often as it has elements, which are not those of the loop's arrays.
// CHECK-LABEL: @over_a_state
// CHECK: %[[STATE:.*]] = chad.fold
// CHECK: chad.fold (%{{.*}} in %[[STATE]] : tensor<?xf64>)
func.func @over_a_state(%xs: tensor<?xf64>, %x: f64) -> f64 {
  %grown = chad.fold (%e in %xs : tensor<?xf64>) with (%s = %xs : tensor<?xf64>) {
    %p = tensor.pad %s low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %x : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %p : tensor<?xf64>
  }
  %r = chad.fold (%e in %grown : tensor<?xf64>) with (%t = %x : f64) {
    %u = math.tanh %t : f64
    chad.yield %u : f64
  }
  return %r : f64
}

// -----

// An extent that the array does not have is not asked for by later passes.
// CHECK-LABEL: @no_such_extent
// CHECK-NOT: tensor.dim
// CHECK: return
func.func @no_such_extent(%xs: tensor<?xf64>) -> index {
  %none = arith.constant -1 : index
  %n = tensor.dim %xs, %none : tensor<?xf64>
  return %n : index
}
