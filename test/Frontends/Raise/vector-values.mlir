// Values and derivatives of programs on vectors: compiled as vectors, interpreted and
// differentiated as tensors.
//
// RUN: chad-run %s --entry=dot --arg='[1, 2, 3, 4, 5, 6, 7, 8]' --arg='[1, 1, 1, 1, 2, 2, 2, 2]' | FileCheck %s --check-prefix=DOT
// RUN: chad-run %s --entry=dot --arg='[1, 2, 3, 4, 5, 6, 7, 8]' --arg='[1, 1, 1, 1, 2, 2, 2, 2]' --interpret | FileCheck %s --check-prefix=DOT
// DOT: f64 62
// RUN: chad-run %s --entry=dot --arg='[1, 2, 3, 4, 5, 6, 7, 8]' --arg='[1, 1, 1, 1, 2, 2, 2, 2]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=no_dims --arg='[1, 2, 3]' --arg='[5, 7, 11]' | FileCheck %s --check-prefix=NODIMS
// RUN: chad-run %s --entry=no_dims --arg='[1, 2, 3]' --arg='[5, 7, 11]' --interpret | FileCheck %s --check-prefix=NODIMS
// RUN: chad-run %s --entry=no_dims --arg='[1, 2, 3]' --arg='[5, 7, 11]' --grad-check | FileCheck %s
// NODIMS: tensor<3xf64> [11, 28, 25]
//
// RUN: chad-run %s --entry=contract --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[[1, 0, 2, 1], [0, 1, 1, 1], [1, 1, 0, 1]]' | FileCheck %s --check-prefix=CONTRACT
// RUN: chad-run %s --entry=contract --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[[1, 0, 2, 1], [0, 1, 1, 1], [1, 1, 0, 1]]' --interpret | FileCheck %s --check-prefix=CONTRACT
// CONTRACT: tensor<2x4xf64> {{\[}}[5, 6, 5, 7], [11, 12, 14, 16]]
// RUN: chad-run %s --entry=contract --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[[1, 0, 2, 1], [0, 1, 1, 1], [1, 1, 0, 1]]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=shapes --arg='[1, 2, 3, 4, 5, 6]' | FileCheck %s --check-prefix=SHAPES
// RUN: chad-run %s --entry=shapes --arg='[1, 2, 3, 4, 5, 6]' --interpret | FileCheck %s --check-prefix=SHAPES
// SHAPES: tensor<6xf64> [1.5, 3.5, 23.333{{[0-9]*}}, 18.333{{[0-9]*}}, 22, 75]
// SHAPES-NEXT: f64 720
// RUN: chad-run %s --entry=shapes --arg='[1, 2, 3, 4, 5, 6]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=edges --arg='[1, 2, 3, 4, 5]' --arg=3 | FileCheck %s --check-prefix=EDGES
// RUN: chad-run %s --entry=edges --arg='[1, 2, 3, 4, 5]' --arg=3 --interpret | FileCheck %s --check-prefix=EDGES
// EDGES: f64 89
// EDGES-NEXT: tensor<5xf64> [1, 2, 3, 16, 25]
// RUN: chad-run %s --entry=edges --arg='[1, 2, 3, 4, 5]' --arg=3 --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=masked --arg='[1, 2, 3, 4]' --arg=2 --interpret | FileCheck %s --check-prefix=MASKED
// RUN: chad-run %s --entry=masked --arg='[1, 2, 3, 4]' --arg=2 | FileCheck %s --check-prefix=MASKED
// MASKED: f64 20
// RUN: chad-run %s --entry=masked --arg='[1, 2, 3, 4]' --arg=2 --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=carried --arg='[0.5, 1, 1.5, 2]' --arg=3 | FileCheck %s --check-prefix=CARRIED
// RUN: chad-run %s --entry=carried --arg='[0.5, 1, 1.5, 2]' --arg=3 --interpret | FileCheck %s --check-prefix=CARRIED
// CARRIED: tensor<4xf64> [0.44508{{[0-9]*}}, 0.67843{{[0-9]*}}, 0.74471{{[0-9]*}}, 0.7097{{[0-9]*}}]
// RUN: chad-run %s --entry=carried --arg='[0.5, 1, 1.5, 2]' --arg=3 --grad-check | FileCheck %s
// RUN: chad-run %s --entry=carried_grad --arg='[0.5, 1, 1.5, 2]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=buffers --arg='[1, 2, 3, 4, 5, 6, 7, 8]' --arg=2 | FileCheck %s --check-prefix=BUFFERS
// RUN: chad-run %s --entry=buffers --arg='[1, 2, 3, 4, 5, 6, 7, 8]' --arg=2 --interpret | FileCheck %s --check-prefix=BUFFERS
// BUFFERS: tensor<8xf64> [2, 8, 18, 32, 50, 72, 98, 128]
// RUN: chad-run %s --entry=buffers --arg='[1, 2, 3, 4, 5, 6, 7, 8]' --arg=2 --grad-check | FileCheck %s
//
// CHECK: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries

func.func @dot(%x: tensor<8xf64>, %y: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : vector<4xf64>
  %sum = scf.for %i = %c0 to %c8 step %c4 iter_args(%a = %zeros) -> vector<4xf64> {
    %u = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : tensor<8xf64>, vector<4xf64>
    %v = vector.transfer_read %y[%i], %zero {in_bounds = [true]} : tensor<8xf64>, vector<4xf64>
    %n = vector.fma %u, %v, %a : vector<4xf64>
    scf.yield %n : vector<4xf64>
  }
  %r = vector.reduction <add>, %sum : vector<4xf64> into f64
  return %r : f64
}

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @contract(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %u = vector.transfer_read %x[%c0, %c0], %one {in_bounds = [true, true]} : tensor<2x3xf64>, vector<2x3xf64>
  %v = vector.transfer_read %y[%c0, %c0], %one {in_bounds = [true, true]} : tensor<3x4xf64>, vector<3x4xf64>
  %acc = vector.broadcast %one : f64 to vector<2x4xf64>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %u, %v, %acc : vector<2x3xf64>, vector<3x4xf64> into vector<2x4xf64>
  %e = tensor.empty() : tensor<2x4xf64>
  %t = vector.transfer_write %r, %e[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf64>, tensor<2x4xf64>
  return %t : tensor<2x4xf64>
}

func.func @shapes(%x: tensor<6xf64>) -> (tensor<6xf64>, f64) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %u = vector.transfer_read %x[%c0], %one {in_bounds = [true]} : tensor<6xf64>, vector<6xf64>
  %m = vector.shape_cast %u : vector<6xf64> to vector<2x3xf64>
  %t = vector.transpose %m, [1, 0] : vector<2x3xf64> to vector<3x2xf64>
  %row = vector.extract %t[1] : vector<2xf64> from vector<3x2xf64>
  %col = vector.extract_strided_slice %t {offsets = [0, 1], sizes = [3, 1], strides = [1, 1]} : vector<3x2xf64> to vector<3x1xf64>
  %wide = vector.broadcast %col : vector<3x1xf64> to vector<3x2xf64>
  %p = arith.mulf %wide, %t : vector<3x2xf64>
  %i = vector.insert %row, %p[0] : vector<2xf64> into vector<3x2xf64>
  %s = vector.shuffle %i, %t [1, 3, 2] : vector<3x2xf64>, vector<3x2xf64>
  %k = vector.insert_strided_slice %row, %s {offsets = [2, 0], strides = [1]} : vector<2xf64> into vector<3x2xf64>
  %o = vector.outerproduct %row, %row : vector<2xf64>, vector<2xf64>
  %d = vector.multi_reduction <maximumf>, %o, %row [1] : vector<2x2xf64> to vector<2xf64>
  %e = vector.extract %d[0] : f64 from vector<2xf64>
  %f = vector.extract %k[1, 0] : f64 from vector<3x2xf64>
  %prod = vector.reduction <mul>, %u : vector<6xf64> into f64
  %v0, %v1 = vector.deinterleave %u : vector<6xf64> -> vector<3xf64>
  %inter = vector.interleave %v1, %v0 : vector<3xf64> -> vector<6xf64>
  %flat = vector.shape_cast %k : vector<3x2xf64> to vector<6xf64>
  %el:6 = vector.to_elements %flat : vector<6xf64>
  %l = arith.mulf %e, %f : f64
  %back = vector.from_elements %el#1, %f, %l, %el#4, %e, %el#0 : vector<6xf64>
  %q = arith.mulf %back, %inter : vector<6xf64>
  %h = arith.divf %q, %u : vector<6xf64>
  %z = arith.addf %h, %back : vector<6xf64>
  %em = tensor.empty() : tensor<6xf64>
  %sw = vector.shuffle %z, %z [1, 3, 2, 5, 4, 0] : vector<6xf64>, vector<6xf64>
  %res = vector.transfer_write %sw, %em[%c0] {in_bounds = [true]} : vector<6xf64>, tensor<6xf64>
  return %res, %prod : tensor<6xf64>, f64
}

// Reads beyond the end are padded, writes are left out.
func.func @edges(%x: tensor<?xf64>, %i: index) -> (f64, tensor<?xf64>) {
  %pad = arith.constant 4.0 : f64
  %u = vector.transfer_read %x[%i], %pad : tensor<?xf64>, vector<4xf64>
  %s = arith.mulf %u, %u : vector<4xf64>
  %w = vector.transfer_write %s, %x[%i] : vector<4xf64>, tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %sixteen = arith.constant 16.0 : f64
  %r = vector.reduction <add>, %s, %sixteen : vector<4xf64> into f64
  return %r, %w : f64, tensor<?xf64>
}

// Masks, and elements at positions that are data.
func.func @masked(%x: tensor<4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %mask = vector.create_mask %n : vector<4xi1>
  %first = vector.transfer_read %x[%c0], %zero, %mask {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %c3 = vector.constant_mask [3] : vector<4xi1>
  %both = arith.andi %mask, %c3 : vector<4xi1>
  %steps = vector.step : vector<4xindex>
  %two = arith.constant dense<2> : vector<4xindex>
  %places = arith.addi %steps, %two : vector<4xindex>
  %nothing = arith.constant dense<0.0> : vector<4xf64>
  %second = vector.gather %x[%c0] [%places], %both, %nothing : tensor<4xf64>, vector<4xindex>, vector<4xi1>, vector<4xf64> into vector<4xf64>
  %p = arith.mulf %second, %second : vector<4xf64>
  %q = arith.mulf %first, %first : vector<4xf64>
  %d = arith.subf %p, %q : vector<4xf64>
  %r = vector.reduction <add>, %d : vector<4xf64> into f64
  return %r : f64
}

// Loops, branches and calls carry vectors.
func.func private @step(%x: vector<4xf64>) -> vector<4xf64> {
  %s = math.sin %x : vector<4xf64>
  return %s : vector<4xf64>
}
func.func @carried(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %u = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %u) -> vector<4xf64> {
    %s = func.call @step(%a) : (vector<4xf64>) -> vector<4xf64>
    scf.yield %s : vector<4xf64>
  }
  %e = tensor.empty() : tensor<4xf64>
  %t = vector.transfer_write %r, %e[%c0] {in_bounds = [true]} : vector<4xf64>, tensor<4xf64>
  return %t : tensor<4xf64>
}
func.func private @carried_sum(%x: tensor<4xf64>) -> f64 {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %t = func.call @carried(%x, %c3) : (tensor<4xf64>, index) -> tensor<4xf64>
  %u = vector.transfer_read %t[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %r = vector.reduction <add>, %u : vector<4xf64> into f64
  return %r : f64
}
func.func @carried_grad(%x: tensor<4xf64>) -> tensor<4xf64> {
  %g = chad.grad @carried_sum(%x) : (tensor<4xf64>) -> tensor<4xf64>
  return %g : tensor<4xf64>
}

// Vectors that are loaded from buffers and stored.
func.func @buffers(%x: memref<8xf64>, %k: f64) {
  %ks = vector.broadcast %k : f64 to vector<4xf64>
  affine.for %i = 0 to 8 step 4 {
    %u = affine.vector_load %x[%i] : memref<8xf64>, vector<4xf64>
    %s = arith.mulf %u, %u : vector<4xf64>
    %p = arith.mulf %ks, %s : vector<4xf64>
    vector.store %p, %x[%i] : memref<8xf64>, vector<4xf64>
  }
  return
}

// Reductions over no dimension combine two vectors; lanes that a mask leaves out have the second one.
func.func @no_dims(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %mask = vector.constant_mask [2] : vector<3xi1>
  %u = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<3xf64>, vector<3xf64>
  %v = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : tensor<3xf64>, vector<3xf64>
  %s = vector.multi_reduction <add>, %u, %v [] : vector<3xf64> to vector<3xf64>
  %p = vector.mask %mask { vector.multi_reduction <mul>, %u, %v [] : vector<3xf64> to vector<3xf64> } : vector<3xi1> -> vector<3xf64>
  %m = vector.multi_reduction <maximumf>, %s, %p [] : vector<3xf64> to vector<3xf64>
  %t = arith.addf %m, %p : vector<3xf64>
  %e = tensor.empty() : tensor<3xf64>
  %r = vector.transfer_write %t, %e[%c0] {in_bounds = [true]} : vector<3xf64>, tensor<3xf64>
  return %r : tensor<3xf64>
}
