// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of the elements that maps, builds and folds read and collect.

// A constant result is built.
// CHECK-LABEL: func @map_constant_results
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[K:.*]]: f64
// CHECK: %[[D:.*]] = tensor.dim %[[XS]]
// CHECK: %[[C:.*]] = chad.build %{{.*}} < %[[D]] -> tensor<?xf64> {
// CHECK-NEXT: chad.yield %[[K]] : f64
// CHECK: %[[E:.*]] = chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: math.exp %[[X]]
// CHECK: return %[[C]], %[[E]]
func.func @map_constant_results(%xs: tensor<?xf64>, %k: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %0:2 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %e = math.exp %x : f64
    chad.yield %k, %e : f64, f64
  }
  return %0#0, %0#1 : tensor<?xf64>, tensor<?xf64>
}

// CHECK-LABEL: func @map_constant_linear
// CHECK-SAME: %[[VS:.*]]: !chad.lin<tensor<?xf64>>, %[[V:.*]]: !chad.lin<f64>
// CHECK: %[[F:.*]] = chad.from_linear %[[VS]]
// CHECK: %[[D:.*]] = tensor.dim %[[F]]
// CHECK: chad.build %{{.*}} < %[[D]] -> !chad.lin<tensor<?xf64>> {
func.func @map_constant_linear(%vs: !chad.lin<tensor<?xf64>>, %v: !chad.lin<f64>) -> !chad.lin<tensor<?xf64>> {
  %0 = chad.map (%x in %vs : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    chad.yield %v : !chad.lin<f64>
  }
  return %0 : !chad.lin<tensor<?xf64>>
}

// Equal results are one, and what is read as it is is the array.
// CHECK-LABEL: func @known_results
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[N:.*]]: index
// CHECK: %[[E:.*]] = chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf64>) -> tensor<?xf64> {
// CHECK: %[[B:.*]] = chad.build %[[I:.*]] < %[[N]] -> tensor<?xindex> {
// CHECK: %[[F:.*]]:2 = chad.fold (%{{.*}} in %[[XS]] : tensor<?xf64>) with (%{{.*}} = %{{.*}} : f64) collect (tensor<?xf64>) {
// CHECK: return %[[E]], %[[E]], %[[XS]], %[[B]], %[[B]], %[[F]]#0, %[[F]]#1, %[[F]]#1, %[[XS]]
func.func @known_results(%xs: tensor<?xf64>, %n: index, %k: f64)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xindex>,
        f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %0:3 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %e = math.exp %x : f64
    chad.yield %e, %e, %x : f64, f64, f64
  }
  %1:2 = chad.build %i < %n -> (tensor<?xindex>, tensor<?xindex>) {
    %s = arith.muli %i, %i : index
    chad.yield %s, %s : index, index
  }
  %2:4 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64) collect (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %t = arith.addf %s, %x : f64
    chad.yield %t, %t, %t, %x : f64, f64, f64, f64
  }
  return %0#0, %0#1, %0#2, %1#0, %1#1, %2#0, %2#1, %2#2, %2#3
      : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xindex>,
        f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// The elements of arrays that are the same everywhere, however they are made.
// CHECK-LABEL: func @constant_elements
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[K:.*]]: f64, %[[N:.*]]: index
// CHECK-NOT: chad.build
// CHECK-NOT: tensor.splat
// CHECK: %[[TWO:.*]] = arith.constant 2.0{{.*}} : f64
// CHECK: chad.fold (%[[X:.*]] in %[[XS]] : tensor<?xf64>) with (%[[S:.*]] = %[[K]] : f64) {
// CHECK-NEXT: %[[A:.*]] = math.fma %[[X]], %[[K]], %[[S]]
// CHECK-NEXT: math.fma %[[A]], %[[K]], %[[TWO]]
func.func @constant_elements(%xs: tensor<?xf64>, %k: f64, %n: index) -> f64 {
  %built = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %k : f64
  }
  %splat = tensor.splat %k[%n] : tensor<?xf64>
  %dense = arith.constant dense<2.0> : tensor<8xf64>
  %d = tensor.cast %dense : tensor<8xf64> to tensor<?xf64>
  %0 = chad.fold (%x in %xs : tensor<?xf64>, %b in %built : tensor<?xf64>, %c in %splat : tensor<?xf64>, %e in %d : tensor<?xf64>)
      with (%s = %k : f64) {
    %t = math.fma %x, %b, %s : f64
    %u = math.fma %t, %c, %e : f64
    chad.yield %u : f64
  }
  return %0 : f64
}

// CHECK-LABEL: func @constant_rows
// CHECK: %[[ROW:.*]] = arith.constant dense<1.0{{.*}}> : tensor<3xf64>
// CHECK: chad.map (%[[X:.*]] in %{{.*}} : tensor<4x3xf64>) -> tensor<4x3xf64> {
// CHECK-NEXT: arith.addf %[[X]], %[[ROW]] : tensor<3xf64>
func.func @constant_rows(%x: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %ones = arith.constant dense<1.0> : tensor<4x3xf64>
  %0 = chad.map (%a in %x : tensor<4x3xf64>, %b in %ones : tensor<4x3xf64>) -> tensor<4x3xf64> {
    %c = arith.addf %a, %b : tensor<3xf64>
    chad.yield %c : tensor<3xf64>
  }
  return %0 : tensor<4x3xf64>
}

// An array that is built for a map alone is not made.
// CHECK-LABEL: func @map_build
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[N:.*]]: index
// CHECK: %[[IS:.*]] = chad.build %[[J:.*]] < %[[N]] -> tensor<?xindex> {
// CHECK-NEXT: chad.yield %[[J]]
// CHECK: chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf64>, %[[I:.*]] in %[[IS]] : tensor<?xindex>) -> tensor<?xf64> {
// CHECK-NEXT: %[[S:.*]] = arith.muli %[[I]], %[[I]]
// CHECK-NEXT: %[[E:.*]] = tensor.extract %[[XS]][%[[S]]]
// CHECK-NEXT: arith.mulf %[[X]], %[[E]]
// CHECK-NOT: chad.build
// CHECK: return
func.func @map_build(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %b = chad.build %i < %n -> tensor<?xf64> {
    %s = arith.muli %i, %i : index
    %e = tensor.extract %xs[%s] : tensor<?xf64>
    chad.yield %e : f64
  }
  %0 = chad.map (%x in %xs : tensor<?xf64>, %y in %b : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  return %0 : tensor<?xf64>
}

// A map over indices alone is a build.
// CHECK-LABEL: func @map_indices
// CHECK-SAME: %[[N:.*]]: index
// CHECK-NEXT: %[[R:.*]] = chad.build %[[I:.*]] < %[[N]] -> tensor<?xindex> {
// CHECK-NEXT: %[[S:.*]] = arith.muli %[[I]], %[[I]]
// CHECK-NEXT: arith.addi %[[S]], %[[I]]
// CHECK: return %[[R]]
func.func @map_indices(%n: index) -> tensor<?xindex> {
  %b:2 = chad.build %i < %n -> (tensor<?xindex>, tensor<?xindex>) {
    %s = arith.muli %i, %i : index
    chad.yield %s, %i : index, index
  }
  %0 = chad.map (%x in %b#0 : tensor<?xindex>, %y in %b#1 : tensor<?xindex>) -> tensor<?xindex> {
    %p = arith.addi %x, %y : index
    chad.yield %p : index
  }
  return %0 : tensor<?xindex>
}

// A fold takes no more than an op or two over from a build.
// CHECK-LABEL: func @fold_build
// CHECK: %[[B:.*]] = chad.build
// CHECK: math.erf
// CHECK: chad.fold (%{{.*}} in %[[B]] : tensor<?xf64>)
func.func @fold_build(%n: index, %k: f64) -> f64 {
  %b = chad.build %i < %n -> tensor<?xf64> {
    %j = arith.index_cast %i : index to i64
    %x = arith.sitofp %j : i64 to f64
    %0 = math.exp %x : f64
    %1 = math.sin %0 : f64
    %2 = math.erf %1 : f64
    chad.yield %2 : f64
  }
  %0 = chad.fold (%x in %b : tensor<?xf64>) with (%s = %k : f64) {
    %t = arith.divf %s, %x : f64
    chad.yield %t : f64
  }
  return %0 : f64
}

// Arrays of folds, as those of maps.
// CHECK-LABEL: func @fold_arrays
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[YS:.*]]: tensor<?xf64>
// CHECK: chad.fold right (%[[X:.*]] in %[[XS]] : tensor<?xf64>) with (%[[S:.*]] = %{{.*}} : f64) {
// CHECK-NEXT: math.fma %[[X]], %[[X]], %[[S]]
func.func @fold_arrays(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %k: f64) -> f64 {
  %0 = chad.fold right (%y in %ys : tensor<?xf64>, %x in %xs : tensor<?xf64>, %x2 in %xs : tensor<?xf64>) with (%s = %k : f64) {
    %t = math.fma %x, %x2, %s : f64
    chad.yield %t : f64
  }
  return %0 : f64
}

// A loop reads the rows of an array instead of those of the reshaped array, and reshapes each row, if
// reshaping leaves the first dimension.
// CHECK-LABEL: func @reshaped
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<?xf64>, %[[M:[a-z0-9]+]]: tensor<?x1x?x4xf64>
// CHECK-NOT: expand_shape
// CHECK-NOT: collapse_shape
// CHECK: chad.map (%[[X:[a-z0-9]+]] in %[[V]] : tensor<?xf64>, %[[R:[a-z0-9]+]] in %[[M]] : tensor<?x1x?x4xf64>)
// CHECK-DAG: tensor.from_elements %[[X]] : tensor<1x1xf64>
// CHECK-DAG: tensor.collapse_shape %[[R]] {{\[}}[0, 1], [2]] : tensor<1x?x4xf64> into tensor<?x4xf64>
func.func @reshaped(%v: tensor<?xf64>, %m: tensor<?x1x?x4xf64>, %n: index)
    -> (tensor<?x1x1xf64>, tensor<?x?x4xf64>) {
  %columns = tensor.expand_shape %v [[0, 1, 2]] output_shape [%n, 1, 1] : tensor<?xf64> into tensor<?x1x1xf64>
  %rows = tensor.collapse_shape %m [[0, 1], [2], [3]] : tensor<?x1x?x4xf64> into tensor<?x?x4xf64>
  %a, %b = chad.map (%c in %columns : tensor<?x1x1xf64>, %r in %rows : tensor<?x?x4xf64>)
      -> (tensor<?x1x1xf64>, tensor<?x?x4xf64>) {
    %s = math.exp %c : tensor<1x1xf64>
    %t = math.exp %r : tensor<?x4xf64>
    chad.yield %s, %t : tensor<1x1xf64>, tensor<?x4xf64>
  }
  return %a, %b : tensor<?x1x1xf64>, tensor<?x?x4xf64>
}

// Rows of several dimensions, and a row that is a number of an array with one element.
// CHECK-LABEL: func @reshaped_rows
// CHECK: chad.fold (%[[X:[a-z0-9]+]] in %{{[a-z0-9]+}} : tensor<?x6xf64>, %[[Y:[a-z0-9]+]] in %{{[a-z0-9]+}} : tensor<?x1xf64>)
// CHECK-DAG: tensor.expand_shape %[[X]] {{\[}}[0, 1, 2]] output_shape [1, 2, 3] : tensor<6xf64> into tensor<1x2x3xf64>
// CHECK-DAG: tensor.extract %[[Y]][%{{.*}}] : tensor<1xf64>
func.func @reshaped_rows(%m: tensor<?x6xf64>, %w: tensor<?x1xf64>, %n: index) -> tensor<1x2x3xf64> {
  %zero = arith.constant dense<0.0> : tensor<1x2x3xf64>
  %x = tensor.expand_shape %m [[0, 1], [2, 3]] output_shape [%n, 1, 2, 3] : tensor<?x6xf64> into tensor<?x1x2x3xf64>
  %y = tensor.collapse_shape %w [[0, 1]] : tensor<?x1xf64> into tensor<?xf64>
  %sum = chad.fold (%r in %x : tensor<?x1x2x3xf64>, %f in %y : tensor<?xf64>)
      with (%s = %zero : tensor<1x2x3xf64>) {
    %fs = tensor.splat %f : tensor<1x2x3xf64>
    %p = arith.mulf %r, %fs : tensor<1x2x3xf64>
    %t = arith.addf %s, %p : tensor<1x2x3xf64>
    chad.yield %t : tensor<1x2x3xf64>
  }
  return %sum : tensor<1x2x3xf64>
}

// The first dimension is another one: nothing to do.
// CHECK-LABEL: func @regrouped
// CHECK: tensor.expand_shape
// CHECK: chad.map
func.func @regrouped(%v: tensor<6xf64>) -> tensor<2xf64> {
  %zero = arith.constant 0.0 : f64
  %m = tensor.expand_shape %v [[0, 1]] output_shape [2, 3] : tensor<6xf64> into tensor<2x3xf64>
  %s = chad.map (%r in %m : tensor<2x3xf64>) -> tensor<2xf64> {
    %t = chad.reduce (%a, %b in %r from %zero : tensor<3xf64>) {
      %u = arith.addf %a, %b : f64
      chad.yield %u : f64
    }
    chad.yield %t : f64
  }
  return %s : tensor<2xf64>
}

// Rows that are reshaped in a loop, and back outside of it, are collected without reshapes.
// CHECK-LABEL: func @reshaped_results
// CHECK-NOT: collapse_shape
// CHECK-NOT: expand_shape
// CHECK: %[[R:.*]]:3 = chad.fold {{.*}} collect (tensor<?x4xf64>, tensor<?xf64>)
// CHECK: math.exp %{{.*}} : tensor<4xf64>
// CHECK: return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @reshaped_results(%m: tensor<?x4xf64>) -> (f64, tensor<?x4xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %s, %a, %b = chad.fold (%r in %m : tensor<?x4xf64>) with (%s = %zero : f64)
      collect (tensor<?x1x4xf64>, tensor<?x1xf64>) {
    %e = math.exp %r : tensor<4xf64>
    %first = tensor.extract %e[%c0] : tensor<4xf64>
    %t = arith.addf %s, %first : f64
    %row = tensor.expand_shape %e [[0, 1]] output_shape [1, 4] : tensor<4xf64> into tensor<1x4xf64>
    %one = tensor.from_elements %first : tensor<1xf64>
    chad.yield %t, %row, %one : f64, tensor<1x4xf64>, tensor<1xf64>
  }
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x1x4xf64> into tensor<?x4xf64>
  %d = tensor.collapse_shape %b [[0, 1]] : tensor<?x1xf64> into tensor<?xf64>
  return %s, %c, %d : f64, tensor<?x4xf64>, tensor<?xf64>
}

// Loops read what a cast only forgets the extents of, and collect what they know.
// CHECK-LABEL: func @forgotten_extents
// CHECK-SAME: %[[XS:.*]]: tensor<4x3xf64>, %[[YS:.*]]: tensor<?x3xf64>
// CHECK: %[[R:.*]] = chad.map (%{{.*}} in %[[YS]] : tensor<?x3xf64>, %{{.*}} in %[[XS]] : tensor<4x3xf64>) -> tensor<4x3xf64> {
// CHECK: tensor.cast %[[R]] : tensor<4x3xf64> to tensor<?x?xf64>
func.func @forgotten_extents(%xs: tensor<4x3xf64>, %ys: tensor<?x3xf64>) -> tensor<?x?xf64> {
  %c = tensor.cast %xs : tensor<4x3xf64> to tensor<?x?xf64>
  %r = chad.map (%x in %c : tensor<?x?xf64>, %y in %ys : tensor<?x3xf64>) -> tensor<?x?xf64> {
    %d = tensor.cast %x : tensor<?xf64> to tensor<3xf64>
    %s = arith.mulf %d, %y : tensor<3xf64>
    %t = tensor.cast %s : tensor<3xf64> to tensor<?xf64>
    chad.yield %t : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// An extent that is learned may be wrong: the cast stays, and fails when it runs.
// CHECK-LABEL: func @learned_extents
// CHECK: tensor.cast %{{.*}} : tensor<?xf64> to tensor<4xf64>
func.func @learned_extents(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %c = tensor.cast %xs : tensor<?xf64> to tensor<4xf64>
  %r = chad.map (%x in %c : tensor<4xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  return %r : tensor<?xf64>
}

// Indices are one array where their extents are known to be equal.
// CHECK-LABEL: func @indices_twice
// CHECK: chad.map (%[[X:.*]] in %{{.*}} : tensor<4xf64>, %[[J:.*]] in %{{.*}} : tensor<?xindex>, %[[I:.*]] in %{{.*}} : tensor<4xindex>) -> tensor<4xindex> {
// CHECK: arith.muli %[[I]], %[[I]]
// CHECK: %[[J]]
func.func @indices_twice(%xs: tensor<4xf64>, %n: index) -> tensor<4xindex> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %xs, %c0 : tensor<4xf64>
  %is = chad.build %i < %d -> tensor<?xindex> {
    chad.yield %i : index
  }
  %js = chad.build %i < %c4 -> tensor<4xindex> {
    chad.yield %i : index
  }
  %ks = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.map (%x in %xs : tensor<4xf64>, %i in %is : tensor<?xindex>, %j in %js : tensor<4xindex>, %k in %ks : tensor<?xindex>) -> tensor<4xindex> {
    %l = arith.muli %i, %j : index
    %y = arith.fptosi %x : f64 to i64
    %z = arith.index_cast %y : i64 to index
    %o = arith.addi %l, %z : index
    %p = arith.subi %o, %k : index
    chad.yield %p : index
  }
  return %r : tensor<4xindex>
}

// The rows of an array, read at the index of the loop, are the array; so are its elements. Of another array, of other rows, or of
// fewer elements they are not.
// CHECK-LABEL: func @build_reads
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf64>, %[[B:.*]]: tensor<4xf64>
// CHECK: %[[PART:.*]] = chad.build
// CHECK: %[[LATER:.*]] = chad.build
// CHECK: %[[COLUMNS:.*]] = chad.build
// CHECK: return %[[A]], %[[B]], %[[PART]], %[[LATER]], %[[COLUMNS]]
func.func @build_reads(%a: tensor<?x?xf64>, %b: tensor<4xf64>)
    -> (tensor<?x?xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %a, %c1 : tensor<?x?xf64>
  %rows = chad.build %i < %m -> tensor<?x?xf64> {
    %row = tensor.extract_slice %a[%i, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    chad.yield %row : tensor<?xf64>
  }
  %elements = chad.build %i < %c4 -> tensor<4xf64> {
    %e = tensor.extract %b[%i] : tensor<4xf64>
    chad.yield %e : f64
  }
  %part = chad.build %i < %c3 -> tensor<3xf64> {
    %e = tensor.extract %b[%i] : tensor<4xf64>
    chad.yield %e : f64
  }
  %later = chad.build %i < %c3 -> tensor<3xf64> {
    %j = arith.addi %i, %c1 : index
    %e = tensor.extract %b[%j] : tensor<4xf64>
    chad.yield %e : f64
  }
  %columns = chad.build %i < %n -> tensor<?x?xf64> {
    %column = tensor.extract_slice %a[0, %i] [%m, 1] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    chad.yield %column : tensor<?xf64>
  }
  return %rows, %elements, %part, %later, %columns : tensor<?x?xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<?x?xf64>
}

// The same in a map that also reads another array.
// CHECK-LABEL: func @map_reads
// CHECK-SAME: %[[A:.*]]: tensor<?xf64>
// CHECK: %[[E:.*]] = chad.map
// CHECK-NEXT: math.exp
// CHECK: return %[[A]], %[[E]]
func.func @map_reads(%a: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %numbers = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %same, %exp = chad.map (%x in %a : tensor<?xf64>, %i in %numbers : tensor<?xindex>) -> (tensor<?xf64>, tensor<?xf64>) {
    %e = tensor.extract %a[%i] : tensor<?xf64>
    %f = math.exp %x : f64
    chad.yield %e, %f : f64, f64
  }
  return %same, %exp : tensor<?xf64>, tensor<?xf64>
}

// An array that is only there for its extent goes, where one whose elements are used has the same static extent.
// CHECK-LABEL: func @unread_array
// CHECK-SAME: %[[A:.*]]: tensor<3x2xf64>, %[[B:.*]]: tensor<3xf64>
// CHECK: chad.fold (%{{.*}} in %[[B]] : tensor<3xf64>) with
func.func @unread_array(%a: tensor<3x2xf64>, %b: tensor<3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = chad.fold (%x in %a : tensor<3x2xf64>, %y in %b : tensor<3xf64>) with (%t = %zero : f64) {
    %u = arith.addf %t, %y : f64
    chad.yield %u : f64
  }
  return %s : f64
}
