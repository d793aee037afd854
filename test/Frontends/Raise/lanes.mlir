// Operations on some lanes of vectors, scans, updates of single elements, and buffers whose rank a cast
// hides.
//
// RUN: chad-opt %s --chad-raise | FileCheck %s --check-prefix=IR
//
// DEFINE: %{entry} = masked
// DEFINE: %{args} = --arg='[1, 2, 3, 4]' --arg=3 --arg=0.5
// DEFINE: %{run} = chad-run %s --entry=%{entry} %{args}
// DEFINE: %{check} = %{run} > %t.compiled && %{run} --interpret > %t.interpreted && \
// DEFINE:   diff %t.compiled %t.interpreted && %{run} --grad-check >> %t.compiled

// Reductions, with an initial value and without.
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=MASKED,CHECK
// MASKED: f64 6.5
// MASKED: f64 6
// MASKED: f64 3
// MASKED: f64 1
func.func @masked(%x: vector<4xf64>, %n: index, %acc: f64) -> (f64, f64, f64, f64) {
  %m = vector.create_mask %n : vector<4xi1>
  %a = vector.mask %m { vector.reduction <add>, %x, %acc : vector<4xf64> into f64 } : vector<4xi1> -> f64
  %b = vector.mask %m { vector.reduction <mul>, %x : vector<4xf64> into f64 } : vector<4xi1> -> f64
  %c = vector.mask %m { vector.reduction <maximumf>, %x : vector<4xf64> into f64 } : vector<4xi1> -> f64
  %d = vector.mask %m { vector.reduction <minnumf>, %x : vector<4xf64> into f64 } : vector<4xi1> -> f64
  return %a, %b, %c, %d : f64, f64, f64, f64
}

// A mask without dimensions has one bound, for its only element.
// REDEFINE: %{entry} = masked_numbers
// REDEFINE: %{args} = --arg=3 --arg=0 --arg=1
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=NUMBERS,CHECK
// NUMBERS: f64 0
// NUMBERS-NEXT: f64 3
// NUMBERS-NEXT: f64 0
func.func @masked_numbers(%x: f64, %none: index, %one: index) -> (f64, f64, f64) {
  %v = vector.broadcast %x : f64 to vector<f64>
  %zero = arith.constant dense<0.0> : vector<f64>
  %m0 = vector.create_mask %none : vector<i1>
  %m1 = vector.create_mask %one : vector<i1>
  %m2 = vector.constant_mask [0] : vector<i1>
  %s0 = arith.select %m0, %v, %zero : vector<i1>, vector<f64>
  %s1 = arith.select %m1, %v, %zero : vector<i1>, vector<f64>
  %s2 = arith.select %m2, %v, %zero : vector<i1>, vector<f64>
  %a = vector.extract %s0[] : f64 from vector<f64>
  %b = vector.extract %s1[] : f64 from vector<f64>
  %c = vector.extract %s2[] : f64 from vector<f64>
  return %a, %b, %c : f64, f64, f64
}

// A transpose and a shuffle of vectors without dimensions.
// REDEFINE: %{entry} = rank_zero
// REDEFINE: %{args} = --arg=3 --arg=5
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=RANK-ZERO,CHECK
// RANK-ZERO: f64 3
// RANK-ZERO-NEXT: f64 45
func.func @rank_zero(%x: f64, %y: f64) -> (f64, f64) {
  %v = vector.broadcast %x : f64 to vector<f64>
  %w = vector.broadcast %y : f64 to vector<f64>
  %t = vector.transpose %v, [] : vector<f64> to vector<f64>
  %a = vector.extract %t[] : f64 from vector<f64>
  %s = vector.shuffle %v, %w [1, 0, 0, -1] : vector<f64>, vector<f64>
  %s0 = vector.extract %s[0] : f64 from vector<4xf64>
  %s1 = vector.extract %s[1] : f64 from vector<4xf64>
  %s2 = vector.extract %s[2] : f64 from vector<4xf64>
  %p = arith.mulf %s0, %s1 : f64
  %q = arith.mulf %p, %s2 : f64
  return %a, %q : f64, f64
}

// REDEFINE: %{entry} = masked_products
// REDEFINE: %{args} = --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[[1, 0], [2, 1], [1, 1]]' --arg=2
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=PRODUCTS,CHECK
// PRODUCTS: tensor<2xf64> [4, 1]
// PRODUCTS: tensor<2x2xf64> {{\[}}[6, 3], [1, 1]]
// PRODUCTS: tensor<2x2xf64> {{\[}}[3, 7], [1, 1]]
func.func @masked_products(%a: vector<2x3xf64>, %b: vector<3x2xf64>, %n: index) -> (vector<2xf64>, vector<2x2xf64>, vector<2x2xf64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ones = arith.constant dense<1.0> : vector<2xf64>
  %ones2 = arith.constant dense<1.0> : vector<2x2xf64>
  %m2 = vector.create_mask %c1, %n : vector<2x3xi1>
  %r = vector.mask %m2 { vector.multi_reduction <add>, %a, %ones [1] : vector<2x3xf64> to vector<2xf64> } : vector<2x3xi1> -> vector<2xf64>
  %m3 = vector.create_mask %c1, %c2, %n : vector<2x2x3xi1>
  %c = vector.mask %m3 { vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %ones2 : vector<2x3xf64>, vector<3x2xf64> into vector<2x2xf64> } : vector<2x2x3xi1> -> vector<2x2xf64>
  %x = vector.extract %a[0, 1] : f64 from vector<2x3xf64>
  %y = vector.extract %a[0, 2] : f64 from vector<2x3xf64>
  %u = vector.from_elements %x, %x : vector<2xf64>
  %one = arith.constant 1.0 : f64
  %v = vector.from_elements %one, %y : vector<2xf64>
  %m4 = vector.create_mask %c1, %n : vector<2x2xi1>
  %o = vector.mask %m4 { vector.outerproduct %u, %v, %ones2 {kind = #vector.kind<add>} : vector<2xf64>, vector<2xf64> } : vector<2x2xi1> -> vector<2x2xf64>
  return %r, %c, %o : vector<2xf64>, vector<2x2xf64>, vector<2x2xf64>
}

// A transfer takes the mask; the other lanes are those of another vector.
// REDEFINE: %{entry} = masked_transfers
// REDEFINE: %{args} = --arg='[1, 2, 3, 4]' --arg='[5, 6, 7, 8]' --arg=2
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=TRANSFERS,CHECK
// TRANSFERS: tensor<4xf64> [1, 4, 49, 64]
// TRANSFERS: tensor<4xf64> [1, 2, 3, 4]
// TRANSFERS: tensor<4xf64> [1, 4, 7, 8]
// IR-LABEL: func.func @masked_transfers(
// IR-NOT: vector
func.func @masked_transfers(%x: memref<4xf64>, %y: memref<4xf64>, %n: index) -> vector<4xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %m = vector.create_mask %n : vector<4xi1>
  %o = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<4xf64>, vector<4xf64>
  %v = vector.mask %m, %o { vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<4xf64>, vector<4xf64> } : vector<4xi1> -> vector<4xf64>
  %w = arith.mulf %v, %v : vector<4xf64>
  vector.mask %m { vector.transfer_write %w, %y[%c0] {in_bounds = [true]} : vector<4xf64>, memref<4xf64> } : vector<4xi1>
  %z = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<4xf64>, vector<4xf64>
  vector.transfer_write %z, %x[%c0] {in_bounds = [true]} : vector<4xf64>, memref<4xf64>
  return %w : vector<4xf64>
}

// Lanes are written where data say, the last one of equal positions at last.
// REDEFINE: %{entry} = places
// REDEFINE: %{args} = --arg='[1, 2, 3, 4]' --arg='[2, 0, 2, 1]' --arg='[1, 1, 1, 0]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=PLACES,CHECK
// PLACES: tensor<4xf64> [4, 0.5, 9, 0.5]
// PLACES: tensor<4xf64> [1, 2, 3, 4]
// PLACES: tensor<4xf64> [1, 2, 3, 0.5]
// PLACES: tensor<4xf64> [1, 4, 9, 4]
func.func @places(%x: vector<4xf64>, %i: vector<4xi32>, %m: vector<4xi1>) -> (memref<4xf64>, tensor<4xf64>, memref<4xf64>, vector<4xf64>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %y = arith.mulf %x, %x : vector<4xf64>
  %buffer = memref.alloc() : memref<4xf64>
  linalg.fill ins(%half : f64) outs(%buffer : memref<4xf64>)
  vector.scatter %buffer[%c0] [%i], %m, %y : memref<4xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64>
  %step = vector.step : vector<4xindex>
  %all = vector.constant_mask [4] : vector<4xi1>
  %e = tensor.empty() : tensor<4xf64>
  %t = vector.scatter %e[%c0] [%step], %all, %x : tensor<4xf64>, vector<4xindex>, vector<4xi1>, vector<4xf64> -> tensor<4xf64>
  %packed = memref.alloc() : memref<4xf64>
  linalg.fill ins(%half : f64) outs(%packed : memref<4xf64>)
  vector.compressstore %packed[%c0], %m, %x : memref<4xf64>, vector<4xi1>, vector<4xf64>
  %u = vector.expandload %packed[%c0], %m, %x : memref<4xf64>, vector<4xi1>, vector<4xf64> into vector<4xf64>
  %last = arith.constant dense<[true, true, true, false]> : vector<4xi1>
  %uu = arith.mulf %u, %u : vector<4xf64>
  %w = arith.select %last, %uu, %u : vector<4xi1>, vector<4xf64>
  return %buffer, %t, %packed, %w : memref<4xf64>, tensor<4xf64>, memref<4xf64>, vector<4xf64>
}

// REDEFINE: %{entry} = scans
// REDEFINE: %{args} = --arg='[[1, 2, 3], [2, 1, 2]]' --arg='[10, 20]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SCANS,CHECK
// SCANS: tensor<2x3xf64> {{\[}}[10, 11, 13], [20, 22, 23]]
// SCANS: tensor<2xf64> [13, 23]
// SCANS: tensor<2x3xf64> {{\[}}[1, 2, 6], [2, 2, 4]]
// SCANS: tensor<2xf64> [6, 4]
func.func @scans(%x: vector<2x3xf64>, %i: vector<2xf64>) -> (vector<2x3xf64>, vector<2xf64>, vector<2x3xf64>, vector<2xf64>) {
  %0:2 = vector.scan <add>, %x, %i {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xf64>, vector<2xf64>
  %1:2 = vector.scan <mul>, %x, %i {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xf64>, vector<2xf64>
  return %0#0, %0#1, %1#0, %1#1 : vector<2x3xf64>, vector<2xf64>, vector<2x3xf64>, vector<2xf64>
}

// Any update in a loop that is not parallel; a sum in one that is.
// REDEFINE: %{entry} = updates
// REDEFINE: %{args} = --arg='[1, 2, 3]' --arg='[1, 1]' --arg='[0, 1, 0]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=UPDATES,CHECK
// UPDATES: f64 15
// UPDATES: tensor<2xf64> [2, 6]
func.func @updates(%x: memref<3xf64>, %bins: memref<2xf64>, %k: memref<3xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %v = memref.load %x[%i] : memref<3xf64>
    %b = memref.load %k[%i] : memref<3xindex>
    %0 = memref.generic_atomic_rmw %bins[%b] : memref<2xf64> {
    ^bb0(%old: f64):
      %s = arith.mulf %old, %v : f64
      %t = arith.addf %s, %v : f64
      memref.atomic_yield %t : f64
    }
  }
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
    %v = memref.load %x[%i] : memref<3xf64>
    %b = memref.load %k[%i] : memref<3xindex>
    %w = arith.addf %v, %v : f64
    %half = arith.constant 0.5 : f64
    %u = arith.mulf %w, %half : f64
    %0 = memref.generic_atomic_rmw %bins[%b] : memref<2xf64> {
    ^bb0(%old: f64):
      %t = arith.addf %old, %u : f64
      memref.atomic_yield %t : f64
    }
    scf.reduce
  }
  %two = memref.load %x[%c1] : memref<3xf64>
  %before = memref.atomic_rmw assign %two, %bins[%c0] : (f64, memref<2xf64>) -> f64
  %one = memref.load %bins[%c1] : memref<2xf64>
  memref.store %one, %bins[%c1] : memref<2xf64>
  %after = memref.load %bins[%c0] : memref<2xf64>
  %r = arith.addf %before, %after : f64
  %s = arith.addf %r, %one : f64
  %c = arith.constant -3.0 : f64
  %d = arith.mulf %after, %c : f64
  %e = arith.addf %s, %d : f64
  return %e : f64
}

// REDEFINE: %{entry} = reshaped
// REDEFINE: %{args} = --arg='[[1, 2], [3, 4], [5, 6]]' --arg=3
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=RESHAPED,CHECK
// RESHAPED: tensor<2x3xf64> {{\[}}[1, 4, 9], [16, 25, 36]]
func.func @reshaped(%x: memref<3x2xf64>, %n: index) -> memref<2x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %shape = memref.alloca() : memref<2xindex>
  memref.store %c2, %shape[%c0] : memref<2xindex>
  memref.store %n, %shape[%c1] : memref<2xindex>
  %hidden = memref.cast %x : memref<3x2xf64> to memref<*xf64>
  %rank = memref.rank %hidden : memref<*xf64>
  %rows = memref.dim %hidden, %c0 : memref<*xf64>
  %y = memref.reshape %hidden(%shape) : (memref<*xf64>, memref<2xindex>) -> memref<2x3xf64>
  %shown = memref.cast %hidden : memref<*xf64> to memref<?x2xf64>
  %z = memref.alloc() : memref<2x3xf64>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %v = affine.load %y[%i, %j] : memref<2x3xf64>
      %w = arith.mulf %v, %v : f64
      affine.store %w, %z[%i, %j] : memref<2x3xf64>
    }
  }
  return %z : memref<2x3xf64>
}

// Second derivatives, and their slopes.
// RUN: chad-run %s --entry=curvature --arg='[0.1, 0.4, 0.3, 0.2]' --arg=3 --grad-check | FileCheck %s
func.func private @loss(%x: tensor<4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %none = arith.constant dense<0.0> : vector<1xf64>
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %m = vector.create_mask %n : vector<4xi1>
  %w = math.exp %v : vector<4xf64>
  %p = vector.mask %m { vector.reduction <mul>, %w : vector<4xf64> into f64 } : vector<4xi1> -> f64
  %q = vector.mask %m { vector.reduction <maximumf>, %w, %zero : vector<4xf64> into f64 } : vector<4xi1> -> f64
  %row = vector.shape_cast %v : vector<4xf64> to vector<1x4xf64>
  %s:2 = vector.scan <mul>, %row, %none {inclusive = true, reduction_dim = 1 : i64} : vector<1x4xf64>, vector<1xf64>
  %a = vector.extract %s#1[0] : f64 from vector<1xf64>
  %r = arith.mulf %p, %q : f64
  %t = arith.addf %r, %a : f64
  return %t : f64
}
func.func @curvature(%x: tensor<4xf64>, %n: index) -> tensor<4x4xf64> {
  %h = chad.hessian @loss(%x, %n) wrt [0] : (tensor<4xf64>, index) -> tensor<4x4xf64>
  return %h : tensor<4x4xf64>
}

// The derivatives of each.
// CHECK: forward and reverse: worst relative error {{(0|.*e-1[3-9]) }}
// CHECK: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[1-9][0-9])) }}
