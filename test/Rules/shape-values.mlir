// Derivatives of slices, reshapes and loops over disjoint slices, of extents 0 and 1, known and
// not, with strides and dropped dimensions: against differences, interpreted and compiled.
//
// RUN: %python %S/Inputs/derivatives.py %s --compiled | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @flatten(%x: tensor<?x?x?xf64>) -> tensor<?xf64> { // ? = 2, ? = 1, ? = 3
  %r = tensor.collapse_shape %x [[0, 1, 2]] : tensor<?x?x?xf64> into tensor<?xf64>
  %s = math.sin %r : tensor<?xf64>
  return %s : tensor<?xf64>
}
func.func @flatten_nothing(%x: tensor<?x0x?xf64>) -> tensor<?xf64> { // ? = 2, ? = 3
  %r = tensor.collapse_shape %x [[0, 1, 2]] : tensor<?x0x?xf64> into tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @unflatten(%x: tensor<2x?xf64>, %n: index, %m: index) -> tensor<2x?x1x?xf64> { // ? = 6, i = 2, i = 3
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [2, %n, 1, %m] : tensor<2x?xf64> into tensor<2x?x1x?xf64>
  %s = math.sin %r : tensor<2x?x1x?xf64>
  return %s : tensor<2x?x1x?xf64>
}
func.func @unflatten_nothing(%x: tensor<?xf64>, %n: index, %m: index) -> tensor<?x?xf64> { // ? = 0, i = 0, i = 3
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m] : tensor<?xf64> into tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @part_unflattened(%x: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> { // ? = 3, ? = 5, i = 2, i = 2
  %c4 = arith.constant 4 : index
  %row = tensor.extract_slice %x[1, 1] [1, %c4] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %r = tensor.expand_shape %row [[0, 1]] output_shape [%n, %m] : tensor<?xf64> into tensor<?x?xf64>
  %s = math.sin %r : tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}
func.func @strides_dropped(%x: tensor<7x3x4xf64>) -> (tensor<1xf64>, tensor<2x2xf64>, tensor<f64>) {
  %a = tensor.extract_slice %x[6, 0, 3] [1, 1, 1] [2, 2, 3] : tensor<7x3x4xf64> to tensor<1xf64>
  %b = tensor.extract_slice %x[1, 0, 0] [2, 1, 2] [3, 2, 2] : tensor<7x3x4xf64> to tensor<2x2xf64>
  %c = tensor.extract_slice %x[1, 0, 0] [1, 1, 1] [2, 2, 2] : tensor<7x3x4xf64> to tensor<f64>
  return %a, %b, %c : tensor<1xf64>, tensor<2x2xf64>, tensor<f64>
}
func.func @strides_dropped_inserting(%x: tensor<7x3xf64>, %y: tensor<1xf64>, %z: tensor<2xf64>) -> tensor<7x3xf64> {
  %a = tensor.insert_slice %y into %x[6, 0] [1, 1] [2, 2] : tensor<1xf64> into tensor<7x3xf64>
  %b = tensor.insert_slice %z into %a[0, 1] [2, 1] [3, 2] : tensor<2xf64> into tensor<7x3xf64>
  return %b : tensor<7x3xf64>
}
// The stride may be zero: the slice then reads one element several times.
func.func @repeated(%x: tensor<?x2xf64>, %s: index, %n: index) -> tensor<?xf64> { // ? = 3, i = 0, i = 4
  %r = tensor.extract_slice %x[1, 1] [%n, 1] [%s, 1] : tensor<?x2xf64> to tensor<?xf64>
  %t = math.sin %r : tensor<?xf64>
  return %t : tensor<?xf64>
}
func.func @repeated_statically(%x: tensor<3x2xf64>) -> tensor<2x2xf64> {
  %r = tensor.extract_slice %x[1, 0] [2, 2] [0, 1] : tensor<3x2xf64> to tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @by_a_stride(%x: tensor<?xf64>, %s: index, %n: index) -> tensor<?xf64> { // ? = 6, i = 2, i = 3
  %r = tensor.extract_slice %x[1] [%n] [%s] : tensor<?xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @overwritten(%x: tensor<?xf64>, %y: tensor<3xf64>, %s: index) -> tensor<?xf64> { // ? = 4, i = 0
  %r = tensor.insert_slice %y into %x[2] [3] [%s] : tensor<3xf64> into tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @some_of_nothing(%x: tensor<?x0xf64>, %y: tensor<?x2xf64>) -> tensor<?x2xf64> { // ? = 2, ? = 2
  %r = tensor.concat dim(1) %x, %y, %x : (tensor<?x0xf64>, tensor<?x2xf64>, tensor<?x0xf64>) -> tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}
func.func @forall(%x: tensor<?x6xf64>) -> tensor<?x3xf64> { // ? = 2
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf64>
  %e = tensor.empty(%n) : tensor<?x3xf64>
  %r = scf.forall (%i, %j) = (0, 0) to (%n, 3) step (1, 1) shared_outs(%o = %e) -> (tensor<?x3xf64>) {
    %k = arith.addi %j, %j : index
    %v = tensor.extract_slice %x[%i, %k] [1, 2] [1, 1] : tensor<?x6xf64> to tensor<2xf64>
    %one = arith.constant 1.0 : f64
    %q = chad.reduce (%a, %b in %v from %one : tensor<2xf64>) {
      %s = arith.mulf %a, %b : f64
      chad.yield %s : f64
    }
    %s = tensor.from_elements %q : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, %j] [1, 1] [1, 1] : tensor<1xf64> into tensor<?x3xf64>
    }
  }
  return %r : tensor<?x3xf64>
}
// Two outputs, one of them written twice, and a step that does not end at the bound.
func.func @two_outputs(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %r:2 = scf.forall (%i) = (0) to (5) step (3) shared_outs(%o = %x, %p = %y) -> (tensor<5xf64>, tensor<5xf64>) {
    %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %a = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf64> to tensor<1xf64>
    %b = tensor.extract_slice %p[%j] [1] [1] : tensor<5xf64> to tensor<1xf64>
    %c = arith.mulf %a, %b : tensor<1xf64>
    %d = arith.mulf %c, %c : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %o[%i] [1] [1] : tensor<1xf64> into tensor<5xf64>
      tensor.parallel_insert_slice %d into %p[%i] [1] [1] : tensor<1xf64> into tensor<5xf64>
      tensor.parallel_insert_slice %c into %p[%j] [1] [1] : tensor<1xf64> into tensor<5xf64>
    }
  }
  return %r#0, %r#1 : tensor<5xf64>, tensor<5xf64>
}
func.func @nested_forall(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %x) -> (tensor<2x3xf64>) {
    %row = tensor.extract_slice %o[%i, 0] [1, 3] [1, 1] : tensor<2x3xf64> to tensor<3xf64>
    %q = scf.forall (%j) in (3) shared_outs(%p = %row) -> (tensor<3xf64>) {
      %v = tensor.extract_slice %p[%j] [1] [1] : tensor<3xf64> to tensor<1xf64>
      %s = math.sin %v : tensor<1xf64>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %p[%j] [1] [1] : tensor<1xf64> into tensor<3xf64>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<2x3xf64>
    }
  }
  return %r : tensor<2x3xf64>
}
func.func @parallel(%x: tensor<?xf64>, %n: index) -> (f64, f64) { // ? = 5, i = 5
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c2) init (%one, %one) -> (f64, f64) {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %s = math.sin %v : f64
    scf.reduce(%s, %v : f64, f64) {
    ^bb0(%a: f64, %b: f64):
      %t = arith.addf %a, %b : f64
      scf.reduce.return %t : f64
    }, {
    ^bb0(%a: f64, %b: f64):
      %t = arith.mulf %a, %b : f64
      scf.reduce.return %t : f64
    }
  }
  return %r#0, %r#1 : f64, f64
}
// Loops that carry tensors of rank 0.
func.func @carried_for(%x: tensor<f64>, %k: f64, %n: index) -> (tensor<f64>, f64) { // i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %k) -> (tensor<f64>, f64) {
    %s = math.sin %a : tensor<f64>
    %e = tensor.extract %a[] : tensor<f64>
    %c = arith.mulf %e, %b : f64
    scf.yield %s, %c : tensor<f64>, f64
  }
  return %r#0, %r#1 : tensor<f64>, f64
}
func.func @carried_while(%x: tensor<f64>) -> tensor<f64> {
  %four = arith.constant 4.0 : f64
  %r:2 = scf.while (%a = %x) : (tensor<f64>) -> (tensor<f64>, f64) {
    %e = tensor.extract %a[] : tensor<f64>
    %c = arith.cmpf olt, %e, %four : f64
    scf.condition(%c) %a, %e : tensor<f64>, f64
  } do {
  ^bb0(%b: tensor<f64>, %e: f64):
    %d = math.exp %b : tensor<f64>
    %c = arith.mulf %d, %b : tensor<f64>
    scf.yield %c : tensor<f64>
  }
  %p = arith.mulf %r#0, %r#0 : tensor<f64>
  return %p : tensor<f64>
}
func.func @carried_fold(%x: tensor<f64>, %ys: tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>) {
  %r:2 = chad.fold (%y in %ys : tensor<3xf64>) with (%a = %x : tensor<f64>) collect (tensor<3xf64>) {
    %s = math.sin %a : tensor<f64>
    %e = tensor.extract %s[] : tensor<f64>
    %p = arith.mulf %e, %y : f64
    %q = tensor.from_elements %p : tensor<f64>
    chad.yield %q, %e : tensor<f64>, f64
  }
  return %r#0, %r#1 : tensor<f64>, tensor<3xf64>
}
