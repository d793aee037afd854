// The next states of loops in kernels are written over the ones before.

// RUN: chad-opt %s --chad-prepare-device-tensors | FileCheck %s

// A state that another one takes over is overwritten after it.

// CHECK-LABEL: func.func @takes_over
// CHECK: scf.for {{.*}} iter_args(%[[NOW:.*]] = %{{.*}}, %[[BEFORE:.*]] = %{{.*}})
// CHECK:   %[[NEXT:.*]] = linalg.map
// CHECK:   %[[B:.*]] = bufferization.materialize_in_destination %[[NOW]] in %[[BEFORE]]
// CHECK:   %[[A:.*]] = bufferization.materialize_in_destination %[[NEXT]] in %[[NOW]]
// CHECK:   scf.yield %[[A]], %[[B]]
func.func @takes_over(%out: tensor<4x8xf64>, %x: tensor<8xf64>, %n: index) -> tensor<4x8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (4) shared_outs(%all = %out) -> (tensor<4x8xf64>) {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%now = %x, %before = %x) -> (tensor<8xf64>, tensor<8xf64>) {
      %e = tensor.empty() : tensor<8xf64>
      %next = linalg.map { arith.subf } ins(%now, %before : tensor<8xf64>, tensor<8xf64>) outs(%e : tensor<8xf64>)
      scf.yield %next, %now : tensor<8xf64>, tensor<8xf64>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s#1 into %all[%i, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<4x8xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<4x8xf64>
}

// States that take over each other are overwritten from a copy.

// CHECK-LABEL: func.func @change_places
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:   %[[EMPTY:.*]] = tensor.empty()
// CHECK:   %[[COPY:.*]] = linalg.copy ins(%[[A]] : tensor<8xf64>) outs(%[[EMPTY]] : tensor<8xf64>)
// CHECK:   %[[NA:.*]] = bufferization.materialize_in_destination %[[B]] in %[[A]]
// CHECK:   %[[NB:.*]] = bufferization.materialize_in_destination %[[COPY]] in %[[B]]
// CHECK:   scf.yield %[[NA]], %[[NB]]
func.func @change_places(%out: tensor<4x8xf64>, %x: tensor<8xf64>, %y: tensor<8xf64>, %n: index) -> tensor<4x8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (4) shared_outs(%all = %out) -> (tensor<4x8xf64>) {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf64>, tensor<8xf64>) {
      scf.yield %b, %a : tensor<8xf64>, tensor<8xf64>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s#1 into %all[%i, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<4x8xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<4x8xf64>
}

// A state that is used where a choice might also have taken an array from outside of the loop is copied.

// CHECK-LABEL: func.func @chosen
// CHECK-SAME: %{{[a-z0-9]+}}: tensor<4x3x8xf64>, %[[X:[a-z0-9]+]]: tensor<8xf64>, %[[C:[a-z0-9]+]]: i1
// CHECK: scf.for {{.*}} iter_args(%[[STATE:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:   %[[CHOSEN:.*]] = scf.if %[[C]] -> (tensor<8xf64>) {
// CHECK:     %[[COPY:.*]] = linalg.copy ins(%[[STATE]] : tensor<8xf64>)
// CHECK:     scf.yield %[[COPY]]
// CHECK:   } else {
// CHECK:     scf.yield %[[X]]
// CHECK:   tensor.insert_slice %[[CHOSEN]]
func.func @chosen(%out: tensor<4x3x8xf64>, %x: tensor<8xf64>, %c: i1) -> tensor<4x3x8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.forall (%i) in (4) shared_outs(%all = %out) -> (tensor<4x3x8xf64>) {
    %start = tensor.splat %zero : tensor<8xf64>
    %own = tensor.empty() : tensor<3x8xf64>
    %s:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%state = %start, %rows = %own) -> (tensor<8xf64>, tensor<3x8xf64>) {
      %row = arith.select %c, %state, %x : tensor<8xf64>
      %with = tensor.insert_slice %row into %rows[%j, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<3x8xf64>
      %e = tensor.empty() : tensor<8xf64>
      %next = linalg.map { math.exp } ins(%state : tensor<8xf64>) outs(%e : tensor<8xf64>)
      scf.yield %next, %with : tensor<8xf64>, tensor<3x8xf64>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s#1 into %all[%i, 0, 0] [1, 3, 8] [1, 1, 1] : tensor<3x8xf64> into tensor<4x3x8xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<4x3x8xf64>
}

// The states of a loop whose number of iterations is not known, which begin from copies.

// CHECK-LABEL: func.func @until
// CHECK: %[[COPY:.*]] = linalg.copy
// CHECK: scf.while (%{{.*}} = %[[COPY]]
// CHECK: ^bb0(%[[STATE:.*]]: tensor<8xf64>, %{{.*}}: f64):
// CHECK:   %[[NEXT:.*]] = linalg.map
// CHECK:   %[[OVER:.*]] = bufferization.materialize_in_destination %[[NEXT]] in %[[STATE]]
// CHECK:   scf.yield %[[OVER]]
func.func @until(%out: tensor<4x8xf64>, %x: tensor<8xf64>, %limit: f64) -> tensor<4x8xf64> {
  %one = arith.constant 1.0 : f64
  %r = scf.forall (%i) in (4) shared_outs(%all = %out) -> (tensor<4x8xf64>) {
    %s:2 = scf.while (%state = %x, %k = %one) : (tensor<8xf64>, f64) -> (tensor<8xf64>, f64) {
      %c = arith.cmpf olt, %k, %limit : f64
      scf.condition(%c) %state, %k : tensor<8xf64>, f64
    } do {
    ^bb0(%state: tensor<8xf64>, %k: f64):
      %e = tensor.empty() : tensor<8xf64>
      %next = linalg.map { math.exp } ins(%state : tensor<8xf64>) outs(%e : tensor<8xf64>)
      %l = arith.addf %k, %one : f64
      scf.yield %next, %l : tensor<8xf64>, f64
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s#0 into %all[%i, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<4x8xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<4x8xf64>
}

// Where one branch hands on what was written to a state, and the other one has made an array elsewhere, that is moved to the
// state's memory in the branch. A write behind it, which was one to either memory, could not be bufferized.

// CHECK-LABEL: func.func @one_branch
// CHECK: scf.for {{.*}} iter_args(%[[STATE:.*]] = %{{.*}})
// CHECK:   %[[SUM:.*]] = linalg.map {{.*}} outs(%[[STATE]]
// CHECK:   %[[NEXT:.*]] = scf.if
// CHECK:     %[[MADE:.*]] = linalg.map { arith.mulf }
// CHECK:     %[[MOVED:.*]] = bufferization.materialize_in_destination %[[MADE]] in %[[SUM]]
// CHECK:     scf.yield %[[MOVED]]
// CHECK:   } else {
// CHECK:     scf.yield %[[SUM]]
// CHECK:   }
// CHECK-NOT: bufferization.materialize_in_destination
// CHECK:   scf.yield %[[NEXT]]
func.func @one_branch(%out: tensor<4x8xf64>, %x: tensor<8xf64>, %n: index, %c: i1) -> tensor<4x8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (4) shared_outs(%all = %out) -> (tensor<4x8xf64>) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%state = %x) -> (tensor<8xf64>) {
      %sum = linalg.map { arith.addf } ins(%state, %x : tensor<8xf64>, tensor<8xf64>) outs(%state : tensor<8xf64>)
      %next = scf.if %c -> (tensor<8xf64>) {
        %e = tensor.empty() : tensor<8xf64>
        %made = linalg.map { arith.mulf } ins(%sum, %sum : tensor<8xf64>, tensor<8xf64>) outs(%e : tensor<8xf64>)
        scf.yield %made : tensor<8xf64>
      } else {
        scf.yield %sum : tensor<8xf64>
      }
      scf.yield %next : tensor<8xf64>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %all[%i, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<4x8xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<4x8xf64>
}

// Arrays of which a dimension is empty may differ in another one.

// CHECK-LABEL: func.func @empty_rows
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: %[[EMPTY:.*]] = arith.andi
// CHECK: %[[RIGHT:.*]] = arith.ori %[[SAME]], %[[EMPTY]]
// CHECK: cf.assert %[[RIGHT]], "a state of a loop in a kernel keeps its extents"
func.func @empty_rows(%out: tensor<?xf64>, %x: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.forall (%i) in (%n) shared_outs(%all = %out) -> (tensor<?xf64>) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%state = %x) -> (tensor<?x?xf64>) {
      %e = tensor.empty(%n, %m) : tensor<?x?xf64>
      %made = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
      scf.yield %made : tensor<?x?xf64>
    }
    %size = tensor.dim %s, %c0 : tensor<?x?xf64>
    %word = arith.index_cast %size : index to i64
    %number = arith.sitofp %word : i64 to f64
    %one = tensor.from_elements %number : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %all[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<?xf64>
}
