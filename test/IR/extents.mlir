// Extents that loops keep: `dim-of-result` does not look through a loop that may have changed the
// extent of the array.

// RUN: chad-opt %s --split-input-file --canonicalize=disable-patterns=fold-extent-states --cse | FileCheck %s

// CHECK-LABEL: @grows
// CHECK: %[[LAST:.*]] = chad.fold
// CHECK: tensor.dim %[[LAST]]
func.func @grows(%xs: tensor<?xf64>, %is: tensor<?xindex>) -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %c = tensor.concat dim(0) %a, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %r, %n : tensor<?xf64>, index
}

// -----

// One dimension grows, the other one is kept.
// CHECK-LABEL: @grows_in_one
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[LAST:.*]] = chad.fold
// CHECK-DAG: tensor.dim %[[LAST]], %[[C0]]
// CHECK-DAG: tensor.dim %[[XS]], %[[C1]]
func.func @grows_in_one(%xs: tensor<?x?xf64>, %is: tensor<?xindex>) -> (tensor<?x?xf64>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?x?xf64>) {
    %c = tensor.concat dim(0) %a, %a : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    chad.yield %c : tensor<?x?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?x?xf64>
  %m = tensor.dim %r, %c1 : tensor<?x?xf64>
  return %r, %n, %m : tensor<?x?xf64>, index, index
}

// -----

// A called function keeps the extent, and so does each arm of a branch.
// CHECK-LABEL: @kept
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[XS]]
// CHECK: return %{{.*}}, %[[N]]
func.func @kept(%xs: tensor<?xf64>, %is: tensor<?xindex>, %p: i1) -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %b = func.call @scaled(%i, %a) : (index, tensor<?xf64>) -> tensor<?xf64>
    %c = scf.if %p -> tensor<?xf64> {
      %d = arith.addf %b, %a : tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    } else {
      %d = arith.mulf %b, %b : tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    }
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %r, %n : tensor<?xf64>, index
}
func.func private @scaled(%i: index, %x: tensor<?xf64>) -> tensor<?xf64> {
  %k = arith.index_cast %i : index to i64
  %f = arith.sitofp %k : i64 to f64
  %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %e, %f : f64
    chad.yield %p : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Two states that take each other's place keep their extents if these are equal at the start.
// CHECK-LABEL: @swapped
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>, %[[YS:[a-z0-9]+]]: tensor<?xf64>
// CHECK: %[[EQUAL:.*]]:2 = chad.fold
// CHECK: %[[DIFFERENT:.*]]:2 = chad.fold
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[XS]]
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[DIFFERENT]]#0
// CHECK: return %[[N]], %[[M]]
func.func @swapped(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %is: tensor<?xindex>) -> (index, index, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zs = arith.negf %xs : tensor<?xf64>
  %e:2 = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>, %b = %zs : tensor<?xf64>) {
    %c = math.sin %a : tensor<?xf64>
    chad.yield %b, %c : tensor<?xf64>, tensor<?xf64>
  }
  %d:2 = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>, %b = %ys : tensor<?xf64>) {
    %c = math.sin %a : tensor<?xf64>
    chad.yield %b, %c : tensor<?xf64>, tensor<?xf64>
  }
  %n = tensor.dim %e#0, %c0 : tensor<?xf64>
  %m = tensor.dim %d#0, %c0 : tensor<?xf64>
  return %n, %m, %e#0, %d#0 : index, index, tensor<?xf64>, tensor<?xf64>
}

// -----

// What ops of tensors keep: insertions, generated and scaled arrays, casts, reshapes, shifted
// slices, and padding that a slice takes back.
// CHECK-LABEL: @kept_by_ops
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[XS]]
// CHECK: return %{{.*}}, %[[N]]
func.func @kept_by_ops(%xs: tensor<?xf64>, %is: tensor<?xindex>, %part: tensor<2xf64>, %x: f64, %b: i1)
    -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %0 = tensor.insert %x into %a[%i] : tensor<?xf64>
    %1 = tensor.insert_slice %part into %0[0] [2] [1] : tensor<2xf64> into tensor<?xf64>
    %n = tensor.dim %1, %c0 : tensor<?xf64>
    %same = arith.select %b, %n, %n : index
    %2 = tensor.generate %same {
    ^bb0(%j: index):
      %e = tensor.extract %1[%j] : tensor<?xf64>
      tensor.yield %e : f64
    } : tensor<?xf64>
    %3 = math.sin %2 : tensor<?xf64>
    %l = chad.to_linear %3 : tensor<?xf64>
    %s = chad.scale %x, %l : f64, !chad.lin<tensor<?xf64>>
    %4 = chad.from_linear %s : !chad.lin<tensor<?xf64>>
    %5 = tensor.pad %4 low[1] high[0] {
    ^bb0(%j: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    %6 = tensor.extract_slice %5[1] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %7 = tensor.expand_shape %6 [[0, 1]] output_shape [%n, 1] : tensor<?xf64> into tensor<?x1xf64>
    %8 = tensor.collapse_shape %7 [[0, 1]] : tensor<?x1xf64> into tensor<?xf64>
    %9 = chad.stop_gradient %6 : tensor<?xf64>
    %10 = arith.addf %9, %6 : tensor<?xf64>
    chad.yield %10 : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %r, %n : tensor<?xf64>, index
}

// -----

// A loop that ends by a condition, and one whose iterations share an array.
// CHECK-LABEL: @kept_by_loops
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[XS]]
// CHECK: return %{{.*}}, %[[N]]
func.func @kept_by_loops(%xs: tensor<?xf64>, %part: tensor<1xf64>, %m: index, %least: f64)
    -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %is = chad.build %i < %m -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.fold (%k in %is : tensor<?xindex>) with (%y = %xs : tensor<?xf64>) {
    %shared = scf.forall (%i) in (%m) shared_outs(%a = %y) -> tensor<?xf64> {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %part into %a[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
      }
    }
    %w = scf.while (%a = %shared) : (tensor<?xf64>) -> tensor<?xf64> {
      %first = tensor.extract %a[%c0] : tensor<?xf64>
      %again = arith.cmpf olt, %first, %least : f64
      scf.condition(%again) %a : tensor<?xf64>
    } do {
    ^bb0(%a: tensor<?xf64>):
      %b = arith.addf %a, %a : tensor<?xf64>
      scf.yield %b : tensor<?xf64>
    }
    chad.yield %w : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %r, %n : tensor<?xf64>, index
}

// -----

// A loop that may grow keeps nothing, nor does a function that is not known, nor one that calls
// itself.
// CHECK-LABEL: @not_kept
// CHECK: %[[A:.*]] = chad.fold
// CHECK: %[[B:.*]] = chad.fold
// CHECK-DAG: tensor.dim %[[A]]
// CHECK-DAG: tensor.dim %[[B]]
func.func private @unknown(tensor<?xf64>) -> tensor<?xf64>
func.func @not_kept(%xs: tensor<?xf64>, %is: tensor<?xindex>, %least: f64) -> (tensor<?xf64>, tensor<?xf64>, index, index) {
  %c0 = arith.constant 0 : index
  %a = chad.fold (%i in %is : tensor<?xindex>) with (%s = %xs : tensor<?xf64>) {
    %t = func.call @unknown(%s) : (tensor<?xf64>) -> tensor<?xf64>
    chad.yield %t : tensor<?xf64>
  }
  %b = chad.fold (%i in %is : tensor<?xindex>) with (%s = %xs : tensor<?xf64>) {
    %w = scf.while (%u = %s) : (tensor<?xf64>) -> tensor<?xf64> {
      %first = tensor.extract %u[%c0] : tensor<?xf64>
      %again = arith.cmpf olt, %first, %least : f64
      scf.condition(%again) %u : tensor<?xf64>
    } do {
    ^bb0(%u: tensor<?xf64>):
      %v = tensor.concat dim(0) %u, %u : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %v : tensor<?xf64>
    }
    chad.yield %w : tensor<?xf64>
  }
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %m = tensor.dim %b, %c0 : tensor<?xf64>
  return %a, %b, %n, %m : tensor<?xf64>, tensor<?xf64>, index, index
}
