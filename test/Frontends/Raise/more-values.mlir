// Values and derivatives of programs on buffers with ops that occur less often.
//
// DEFINE: %{entry} = affine
// DEFINE: %{args} = --arg='[1, 2, 3, 4, 5, 6]' --arg=3
// DEFINE: %{run} = chad-run %s --entry=%{entry} %{args}
// DEFINE: %{check} = %{run} > %t.compiled && %{run} --interpret > %t.interpreted && \
// DEFINE:   diff %t.compiled %t.interpreted && %{run} --grad-check >> %t.compiled
//
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=AFFINE,CHECK
// AFFINE: f64 46
// AFFINE: tensor<6xf64> [1, 4, 9, 4, 25, 6]
// REDEFINE: %{entry} = views
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=VIEWS,CHECK
// VIEWS: f64 100
// VIEWS: tensor<6xf64> [5, 10, 15, 20, 25, 30]
// REDEFINE: %{entry} = tensors
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=TENSORS,CHECK
// TENSORS: tensor<6xf64> [1, 4, 9, 16, 25, 36]
// TENSORS: f64 16
// REDEFINE: %{entry} = masks
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=MASKS,CHECK
// MASKS: f64 14
// MASKS: tensor<6xf64> [1, 4, 9, 4, 5, 6]
// REDEFINE: %{entry} = switches
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SWITCHES,CHECK
// SWITCHES: f64 3
// REDEFINE: %{args} = --arg='[1, 2, 3, 4, 5, 6]' --arg=1
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=FIRST,CHECK
// FIRST: f64 4
// REDEFINE: %{entry} = sums
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SUMS,CHECK
// SUMS: f64 91
// SUMS-NEXT: f64 720
// SUMS-NEXT: f64 6
//
// CHECK: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries

#even = affine_set<(i) : (i mod 2 == 0)>
func.func @affine(%x: memref<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  affine.prefetch %x[%c0], read, locality<3>, data : memref<6xf64>
  memref.prefetch %x[%c0], read, locality<3>, data : memref<6xf64>
  // The elements of a matrix, by two indices made of one.
  affine.parallel (%i) = (0) to (6) {
    %q:2 = affine.delinearize_index %i into (2, 3) : index, index
    %k = affine.linearize_index [%q#0, %q#1] by (2, 3) : index
    affine.if #even(%i) {
      %a = memref.load %x[%k] : memref<6xf64>
      %s = arith.mulf %a, %a : f64
      memref.store %s, %x[%k] : memref<6xf64>
    }
  }
  %one = affine.vector_load %x[1] : memref<6xf64>, vector<1xf64>
  %square = arith.mulf %one, %one : vector<1xf64>
  affine.vector_store %square, %x[1] : memref<6xf64>, vector<1xf64>
  %sum = affine.for %i = 0 to 6 iter_args(%s = %zero) -> f64 {
    %r = affine.if #even(%i) -> f64 {
      %a = affine.load %x[%i] : memref<6xf64>
      affine.yield %a : f64
    } else {
      %w = arith.constant 0.5 : f64
      %a = affine.load %x[%i] : memref<6xf64>
      %p = arith.mulf %w, %a : f64
      affine.yield %p : f64
    }
    %t = arith.addf %s, %r : f64
    affine.yield %t : f64
  }
  %d = affine.apply affine_map<(n) -> (n - 3)>(%n)
  %b = memref.load %x[%d] : memref<6xf64>
  %l = affine.min affine_map<(n) -> (n, 5)>(%n)
  %m = affine.max affine_map<(n) -> (n, 1)>(%l)
  %c = memref.load %x[%m] : memref<6xf64>
  %e = arith.mulf %b, %c : f64
  %r = arith.addf %sum, %e : f64
  return %r : f64
}

func.func @views(%x: memref<6xf64>, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %shape = memref.alloca() : memref<2xindex>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  memref.store %c2, %shape[%c0] : memref<2xindex>
  memref.store %n, %shape[%c1] : memref<2xindex>
  %a = memref.assume_alignment %x, 8 : memref<6xf64>
  %s = memref.memory_space_cast %a : memref<6xf64> to memref<6xf64, 1>
  %d, %e = memref.distinct_objects %s, %shape : memref<6xf64, 1>, memref<2xindex>
  %m = memref.reshape %d(%e) : (memref<6xf64, 1>, memref<2xindex>) -> memref<?x?xf64, 1>
  %rank = memref.rank %m : memref<?x?xf64, 1>
  %int = arith.index_cast %rank : index to i64
  %float = arith.sitofp %int : i64 to f64
  %three = arith.constant 3.0 : f64
  %five = arith.addf %float, %three : f64
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%m : memref<?x?xf64, 1>) {
  ^bb0(%o: f64):
    %p = arith.mulf %o, %five : f64
    linalg.yield %p : f64
  }
  %r = memref.alloca_scope -> (f64) {
    %local = memref.alloca() : memref<6xf64, 1>
    memref.copy %s, %local : memref<6xf64, 1> to memref<6xf64, 1>
    %matrix = memref.expand_shape %local [[0, 1]] output_shape [3, 2] : memref<6xf64, 1> into memref<3x2xf64, 1>
    %flat = memref.collapse_shape %matrix [[0, 1]] : memref<3x2xf64, 1> into memref<6xf64, 1>
    %u = memref.load %flat[%n] : memref<6xf64, 1>
    memref.alloca_scope.return %u : f64
  }
  %v = memref.load %x[%c0] : memref<6xf64>
  %w = arith.mulf %r, %v : f64
  return %w : f64
}

func.func @tensors(%x: tensor<6xf64>, %n: index) -> (tensor<6xf64>, f64) {
  %true = arith.constant true
  %a = bufferization.alloc_tensor() : tensor<6xf64>
  %b = bufferization.alloc_tensor() copy(%x) : tensor<6xf64>
  %s = linalg.mul ins(%x, %b : tensor<6xf64>, tensor<6xf64>) outs(%a : tensor<6xf64>) -> tensor<6xf64>
  bufferization.dealloc_tensor %b : tensor<6xf64>
  %m = bufferization.to_buffer %s : tensor<6xf64> to memref<6xf64>
  %c = bufferization.clone %m : memref<6xf64> to memref<6xf64>
  %y = memref.alloc() : memref<6xf64>
  bufferization.materialize_in_destination %s in writable %y : (tensor<6xf64>, memref<6xf64>) -> ()
  %t = bufferization.to_tensor %y restrict : memref<6xf64> to tensor<6xf64>
  %v = memref.load %c[%n] : memref<6xf64>
  bufferization.dealloc (%c : memref<6xf64>) if (%true)
  return %t, %v : tensor<6xf64>, f64
}

func.func @masks(%x: memref<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %mask = vector.create_mask %n : vector<4xi1>
  %nothing = arith.constant dense<0.0> : vector<4xf64>
  %u = vector.maskedload %x[%c0], %mask, %nothing : memref<6xf64>, vector<4xi1>, vector<4xf64> into vector<4xf64>
  %s = arith.mulf %u, %u : vector<4xf64>
  vector.maskedstore %x[%c0], %mask, %s : memref<6xf64>, vector<4xi1>, vector<4xf64>
  %v = vector.load %x[%c0] : memref<6xf64>, vector<2xf64>
  %w = vector.reduction <add>, %v : vector<2xf64> into f64
  %t = vector.reduction <add>, %s : vector<4xf64> into f64
  %d = arith.subf %t, %w : f64
  %r = arith.addf %d, %w : f64
  return %r : f64
}

func.func @switches(%x: memref<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %flag = arith.index_cast %n : index to i32
  cf.switch %flag : i32, [
    default: ^other,
    1: ^one
  ]
^one:
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c1] : memref<6xf64>
  %s = arith.mulf %a, %a : f64
  cf.br ^end(%s : f64)
^other:
  %b = memref.load %x[%c2] : memref<6xf64>
  cf.br ^end(%b : f64)
^end(%r: f64):
  return %r : f64
}

// Sums, products and extrema of parallel loops.
func.func @sums(%x: memref<6xf64>, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r:3 = scf.parallel (%i) = (%c0) to (%c6) step (%c1) init (%zero, %one, %zero) -> (f64, f64, f64) {
    %a = memref.load %x[%i] : memref<6xf64>
    %s = arith.mulf %a, %a : f64
    scf.reduce (%s, %a, %a : f64, f64, f64) {
    ^bb0(%l: f64, %m: f64):
      %t = arith.addf %l, %m : f64
      scf.reduce.return %t : f64
    }, {
    ^bb0(%l: f64, %m: f64):
      %t = arith.mulf %l, %m : f64
      scf.reduce.return %t : f64
    }, {
    ^bb0(%l: f64, %m: f64):
      %t = arith.maximumf %l, %m : f64
      scf.reduce.return %t : f64
    }
  }
  return %r#0, %r#1, %r#2 : f64, f64, f64
}
