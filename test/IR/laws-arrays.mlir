// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of the combinators that need no derivative, Huot & Shaikhha 2022, Fig. 12.

// CHECK-LABEL: func @map_identity
// CHECK-SAME: %[[XS:[^:]*]]:
// CHECK-NEXT: return %[[XS]]
func.func @map_identity(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return %0 : tensor<?xf64>
}

// A type that says more of the extent is not lost.
// CHECK-LABEL: func @map_identity_static
// CHECK: chad.map
func.func @map_identity_static(%xs: tensor<?xf64>) -> tensor<4xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<4xf64> {
    chad.yield %x : f64
  }
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func @map_map
// CHECK-SAME: %[[XS:[^:]*]]: tensor<?xf64>, %[[YS:[^:]*]]: tensor<?xf64>
// CHECK-NEXT: chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf64>, %[[Y:.*]] in %[[YS]] : tensor<?xf64>)
// CHECK-NEXT: %[[E:.*]] = math.exp %[[X]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[E]], %[[Y]]
// CHECK-NEXT: chad.yield %[[P]]
// CHECK-NOT: chad.map
// CHECK: return
func.func @map_map(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  %1 = chad.map (%e in %0 : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %e, %y : f64
    chad.yield %p : f64
  }
  return %1 : tensor<?xf64>
}

// An array that more than the map reads is made once.
// CHECK-LABEL: func @map_map_shared
// CHECK-COUNT-2: chad.map
func.func @map_map_shared(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  %1 = chad.map (%e in %0 : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %e, %e : f64
    chad.yield %p : f64
  }
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

// An array twice is bound once, one that is not read not at all.
// CHECK-LABEL: func @map_arrays
// CHECK-SAME: %[[XS:[^:]*]]: tensor<?xf64>, %[[YS:[^:]*]]: tensor<?xf64>
// CHECK-NEXT: chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: arith.mulf %[[X]], %[[X]]
func.func @map_arrays(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>, %x2 in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %x2 : f64
    chad.yield %p : f64
  }
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func @map_unused_results
// CHECK: %[[R:.*]] = chad.map
// CHECK-NOT: math.exp
// CHECK: return %[[R]]
func.func @map_unused_results(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %0:2 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %e = math.exp %x : f64
    %s = math.sin %x : f64
    chad.yield %e, %s : f64, f64
  }
  return %0#1 : tensor<?xf64>
}

// CHECK-LABEL: func @build_unused_results
// CHECK: %[[R:.*]] = chad.build
// CHECK-NEXT: chad.yield %{{.*}} : f64
// CHECK: return %[[R]]
func.func @build_unused_results(%n: index, %k: f64) -> tensor<?xf64> {
  %0:2 = chad.build %i < %n -> (tensor<?xindex>, tensor<?xf64>) {
    chad.yield %i, %k : index, f64
  }
  return %0#1 : tensor<?xf64>
}

// CHECK-LABEL: func @reduce_empty
// CHECK-SAME: %[[XS:[^:]*]]: tensor<0xf64>, %[[U:[^:]*]]: f64
// CHECK-NEXT: return %[[U]]
func.func @reduce_empty(%xs: tensor<0xf64>, %u: f64) -> f64 {
  %0 = chad.reduce (%a, %x in %xs from %u : tensor<0xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  return %0 : f64
}

// map (+) A Zeros = A
// CHECK-LABEL: func @map_add_zeros
// CHECK-SAME: %[[V:[^:]*]]: !chad.lin
// CHECK-NEXT: return %[[V]]
func.func @map_add_zeros(%v: !chad.lin<tensor<?xf64>>, %n: index) -> !chad.lin<tensor<?xf64>> {
  %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %0 = chad.map (%a in %v : !chad.lin<tensor<?xf64>>, %b in %z : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.add %a, %b : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %0 : !chad.lin<tensor<?xf64>>
}

// map (∗) A Ones = A
// CHECK-LABEL: func @map_scale_ones
// CHECK-SAME: %[[V:[^:]*]]: !chad.lin
// CHECK-NEXT: return %[[V]]
func.func @map_scale_ones(%v: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %one = arith.constant 1.0 : f64
  %0 = chad.map (%a in %v : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.scale %one, %a : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %0 : !chad.lin<tensor<?xf64>>
}

// map (∗) A Zeros = Zeros
// CHECK-LABEL: func @map_scale_zeros
// CHECK-SAME: %[[KS:[^:]*]]: tensor<?x3xf64>, %[[N:[^:]*]]: index
// CHECK: %[[D:.*]] = tensor.dim %[[KS]]
// CHECK: %[[Z:.*]] = chad.zero(%[[D]]) : !chad.lin<tensor<?xf64>>
// CHECK-NEXT: return %[[Z]]
func.func @map_scale_zeros(%ks: tensor<?x3xf64>, %n: index) -> !chad.lin<tensor<?xf64>> {
  %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %c0 = arith.constant 0 : index
  %0 = chad.map (%k in %ks : tensor<?x3xf64>, %b in %z : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %e = tensor.extract %k[%c0] : tensor<3xf64>
    %s = chad.scale %e, %b : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %0 : !chad.lin<tensor<?xf64>>
}

// The zeros of inner extents keep their sizes.
// CHECK-LABEL: func @map_rows_of_zeros
// CHECK-SAME: %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK: %[[Z:.*]] = chad.zero(%[[N]], %[[M]]) : !chad.lin<tensor<?x?xf64>>
// CHECK-NEXT: return %[[Z]]
func.func @map_rows_of_zeros(%n: index, %m: index, %k: f64) -> !chad.lin<tensor<?x?xf64>> {
  %z = chad.zero(%n, %m) : !chad.lin<tensor<?x?xf64>>
  %0 = chad.map (%row in %z : !chad.lin<tensor<?x?xf64>>) -> !chad.lin<tensor<?x?xf64>> {
    %s = chad.scale %k, %row : f64, !chad.lin<tensor<?xf64>>
    chad.yield %s : !chad.lin<tensor<?xf64>>
  }
  return %0 : !chad.lin<tensor<?x?xf64>>
}

// reduce (∗) 1 Ones = 1
// CHECK-LABEL: func @reduce_ones
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT: return %[[ONE]]
func.func @reduce_ones() -> f64 {
  %ones = arith.constant dense<1.0> : tensor<5xf64>
  %one = arith.constant 1.0 : f64
  %0 = chad.reduce (%a, %x in %ones from %one : tensor<5xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  return %0 : f64
}

// CHECK-LABEL: func @reduce_not_units
// CHECK: chad.reduce
func.func @reduce_not_units() -> f64 {
  %ones = arith.constant dense<1.0> : tensor<5xf64>
  %zero = arith.constant 0.0 : f64
  %0 = chad.reduce (%a, %x in %ones from %zero : tensor<5xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  return %0 : f64
}

// reduce (+) 0 Zeros = 0
// CHECK-LABEL: func @reduce_zeros
// CHECK-NEXT: %[[Z:.*]] = chad.zero : !chad.lin<f64>
// CHECK-NEXT: return %[[Z]]
func.func @reduce_zeros(%n: index) -> !chad.lin<f64> {
  %zs = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %z = chad.zero : !chad.lin<f64>
  %0 = chad.reduce (%a, %x in %zs from %z : !chad.lin<tensor<?xf64>>) {
    %s = chad.add %a, %x : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %0 : !chad.lin<f64>
}

// CHECK-LABEL: func @scan_units
// CHECK-NEXT: %[[ONES:.*]] = arith.constant dense<1.0
// CHECK-NEXT: return %[[ONES]]
func.func @scan_units() -> tensor<5xf64> {
  %ones = arith.constant dense<1.0> : tensor<5xf64>
  %one = arith.constant 1.0 : f64
  %0 = chad.scan right exclusive (%a, %x in %ones from %one : tensor<5xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  return %0 : tensor<5xf64>
}

// Neither a slice nor a view keeps an offset in what has no elements, also where only
// folding a cast tells that.
// CHECK-LABEL: func @slice_of_nothing
// CHECK-NOT: extract_slice
// CHECK: return
func.func @slice_of_nothing(%x: tensor<3x0xf64>, %i: index, %n: index) -> tensor<?xf64> {
  %c = tensor.cast %x : tensor<3x0xf64> to tensor<3x?xf64>
  %s = tensor.extract_slice %c[%i, 0] [1, %n] [1, 1] : tensor<3x?xf64> to tensor<?xf64>
  return %s : tensor<?xf64>
}

// CHECK-LABEL: func @view_of_nothing
// CHECK-SAME: %[[X:[^:]*]]: memref<3x0xf64>
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0]
// CHECK-NOT: subview
func.func @view_of_nothing(%x: memref<3x0xf64>, %i: index, %n: index)
    -> memref<?xf64, strided<[?], offset: ?>> {
  %c = memref.cast %x : memref<3x0xf64> to memref<3x?xf64, strided<[?, ?], offset: ?>>
  %s = memref.subview %c[%i, 0] [1, %n] [1, 1]
      : memref<3x?xf64, strided<[?, ?], offset: ?>> to memref<?xf64, strided<[?], offset: ?>>
  return %s : memref<?xf64, strided<[?], offset: ?>>
}

// CHECK-LABEL: func @in_threads
// CHECK-NOT: parallel_insert_slice
// CHECK: return
func.func @in_threads(%x: tensor<3x0xf64>, %t: index, %n: index) -> tensor<3x?xf64> {
  %e = tensor.empty(%n) : tensor<3x?xf64>
  %c = tensor.cast %x : tensor<3x0xf64> to tensor<3x?xf64>
  %r = scf.forall (%i) in (%t) shared_outs(%o = %c) -> (tensor<3x?xf64>) {
    %s = tensor.extract_slice %e[%i, 0] [1, %n] [1, 1] : tensor<3x?xf64> to tensor<1x?xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, %n] [1, 1] : tensor<1x?xf64> into tensor<3x?xf64>
    }
  }
  return %r : tensor<3x?xf64>
}

// CHECK-LABEL: func @nothing_and_nothing
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x0xf64>, %[[Y:[^:]*]]: tensor<?x0xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: %[[M:.*]] = tensor.dim %[[Y]]
// CHECK: %[[S:.*]] = arith.addi %[[N]], %[[M]]
// CHECK: tensor.empty(%[[S]]) : tensor<?x0xf64>
// CHECK-NOT: concat
func.func @nothing_and_nothing(%x: tensor<?x0xf64>, %y: tensor<?x0xf64>) -> tensor<?x0xf64> {
  %r = tensor.concat dim(0) %x, %y : (tensor<?x0xf64>, tensor<?x0xf64>) -> tensor<?x0xf64>
  return %r : tensor<?x0xf64>
}

// The stride of one position does not matter.
// CHECK-LABEL: func @unit_strides
// CHECK: tensor.extract_slice %{{.*}}[6, 0] [1, 2] [1, 2]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [1, 1] [1, 1]
func.func @unit_strides(%x: tensor<7x3xf64>, %s: index) -> (tensor<2xf64>, tensor<7x3xf64>) {
  %y = tensor.extract_slice %x[6, 0] [1, 2] [2, 2] : tensor<7x3xf64> to tensor<2xf64>
  %e = tensor.extract_slice %x[0, 0] [1, 1] [1, 1] : tensor<7x3xf64> to tensor<1xf64>
  %z = tensor.insert_slice %e into %x[0, 1] [1, 1] [%s, 2] : tensor<1xf64> into tensor<7x3xf64>
  return %y, %z : tensor<2xf64>, tensor<7x3xf64>
}

// reduce (∗) 1 Ones = 1 and reduce (+) 0 Zeros = 0, for any extent, 0 too.
// CHECK-LABEL: func @reduce_repeated_units
// CHECK-SAME: %[[U:[^:]*]]: f64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.0
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NOT: chad.
// CHECK: return %[[ONE]], %[[ZERO]], %[[U]]
func.func @reduce_repeated_units(%u: f64, %xs: tensor<?xf64>, %n: index) -> (f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %ones = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %one : f64
  }
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %us = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %u : f64
  }
  %product = chad.reduce (%a, %x in %ones from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%a, %x in %zeros from %zero : tensor<?xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  %most = chad.reduce (%a, %x in %us from %u : tensor<?xf64>) {
    %p = arith.maximumf %a, %x : f64
    chad.yield %p : f64
  }
  return %product, %sum, %most : f64, f64, f64
}

// The sum of -0, from 0, is 0: -0 is not the unit that is given.
// CHECK-LABEL: func @reduce_others
// CHECK-COUNT-2: chad.reduce
func.func @reduce_others(%n: index) -> (f64, f64) {
  %minus = arith.constant -0.0 : f64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %minuses = tensor.splat %minus[%n] : tensor<?xf64>
  %ones = tensor.splat %one[%n] : tensor<?xf64>
  %m = chad.reduce (%a, %x in %minuses from %zero : tensor<?xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  %o = chad.reduce (%a, %x in %ones from %zero : tensor<?xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  return %m, %o : f64, f64
}

// A part of an array that is the same everywhere.
// CHECK-LABEL: func @part_of_constant
// CHECK-SAME: %[[C:[^:]*]]: f64, %[[N:[^:]*]]: index
// CHECK-NOT: extract_slice
// CHECK: %[[P:.*]] = chad.build %{{.*}} < %[[N]] -> tensor<?xf64> {
// CHECK-NEXT: chad.yield %[[C]]
// CHECK: return %[[P]]
func.func @part_of_constant(%c: f64, %n: index) -> tensor<?xf64> {
  %c5 = arith.constant 5 : index
  %0 = chad.build %i < %c5 -> tensor<5xf64> {
    chad.yield %c : f64
  }
  %1 = tensor.extract_slice %0[1] [%n] [1] : tensor<5xf64> to tensor<?xf64>
  return %1 : tensor<?xf64>
}

// map (+) A Zeros = A, where the sign of a zero does not matter.
// CHECK-LABEL: func @map_add_float_zeros
// CHECK-SAME: %[[XS:[^:]*]]: tensor<?xf64>
// CHECK: %[[SIGNED:.*]] = chad.map
// CHECK: arith.addf
// CHECK: return %[[XS]], %[[SIGNED]]
func.func @map_add_float_zeros(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %zeros = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %zero : f64
  }
  %0 = chad.map (%x in %xs : tensor<?xf64>, %z in %zeros : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %z, %x fastmath<nsz> : f64
    chad.yield %s : f64
  }
  %1 = chad.map (%x in %xs : tensor<?xf64>, %z in %zeros : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %x, %z : f64
    chad.yield %s : f64
  }
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

// A map whose body has effects is not its array, and is not fused past other effects.
// CHECK-LABEL: func @map_with_effects
// CHECK: chad.map
// CHECK: memref.store
// CHECK: memref.load
// CHECK: chad.map
// CHECK: chad.map
// CHECK: cf.assert
func.func @map_with_effects(%xs: tensor<?xf64>, %m: memref<f64>, %is: tensor<?xi1>) -> (tensor<?xf64>, tensor<?xi1>) {
  %stored = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    memref.store %x, %m[] : memref<f64>
    chad.yield %x : f64
  }
  %last = memref.load %m[] : memref<f64>
  %0 = chad.map (%x in %stored : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %last : f64
    chad.yield %y : f64
  }
  %1 = chad.map (%i in %is : tensor<?xi1>) -> tensor<?xi1> {
    cf.assert %i, "must hold"
    chad.yield %i : i1
  }
  return %0, %1 : tensor<?xf64>, tensor<?xi1>
}
