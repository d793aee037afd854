// Contractions become calls of one function for each type; and loops around, where there are
// more dimensions.

// RUN: chad-opt %s --split-input-file --chad-lower-contractions | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-lower-contractions="vector-bits=256 fma=false" | FileCheck %s --check-prefix=NARROW
// RUN: chad-opt %s --split-input-file --chad-lower-contractions | FileCheck %s --check-prefix=CACHES
// RUN: chad-opt %s --split-input-file --chad-lower-contractions="l1-bytes=49152" \
// RUN:   | FileCheck %s --check-prefix=LARGE

// A panel of three vectors by the depth of a block takes three quarters of the first-level cache.
// Each row of a tile of the result is fetched before the sums: here eight of three vectors.
// CACHES-DAG: #[[$DEPTH:.*]] = affine_map<()[s0] -> (s0 ceildiv (s0 ceildiv 128))>
// CACHES-LABEL: func.func private @chad.contract.f64.blocked(
// CACHES: affine.apply #[[$DEPTH]]
// CACHES-LABEL: func.func private @chad.contract.f64.tile24(
// CACHES-COUNT-24: memref.prefetch %{{.*}}, write, locality<3>, data : memref<?xf64>
// CACHES-NOT: prefetch
// CACHES: math.fma
// LARGE: affine_map<()[s0] -> (s0 ceildiv (s0 ceildiv 192))>

// CHECK-LABEL: func.func @products
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf64>, %[[B:[a-z0-9]+]]: memref<?x?xf64>, %[[C:[a-z0-9]+]]: memref<?x?xf64>
// CHECK: %[[A1:.*]] = memref.cast %[[A]]
// CHECK: %[[B1:.*]] = memref.cast %[[B]]
// CHECK: %[[C1:.*]] = memref.cast %[[C]]
// CHECK: call @chad.contract.f64(%[[A1]], %[[B1]], %[[C1]])
// CHECK: %[[BT:.*]] = memref.transpose %[[B]]
// CHECK: %[[B2:.*]] = memref.cast %[[BT]]
// CHECK: call @chad.contract.f64(%{{.*}}, %[[B2]], %{{.*}})
// CHECK: call @chad.contract.f32(
// The vectors are along the rows of the result: it is the transposed product.
// CHECK: %[[BT:.*]] = memref.transpose %[[B]]
// CHECK: %[[B3:.*]] = memref.cast %[[BT]]
// CHECK: %[[AT:.*]] = memref.transpose %[[A]]
// CHECK: %[[A3:.*]] = memref.cast %[[AT]]
// CHECK-NOT: transpose
// CHECK: call @chad.contract.f64(%[[B3]], %[[A3]], %{{.*}})
// CHECK: return
// CHECK-COUNT-7: func.func private @chad.contract.f64{{[.a-z0-9]*}}(
// CHECK-COUNT-7: func.func private @chad.contract.f32{{[.a-z0-9]*}}(
// CHECK-NOT: func.func
// NARROW-LABEL: func.func @products
// NARROW-LABEL: func.func private @chad.contract.f64.tile12(
// NARROW: %[[SUMS:.*]]:12 = scf.for
// NARROW: arith.mulf {{.*}} : vector<4xf64>
// NARROW: arith.addf {{.*}} : vector<4xf64>
// NARROW-NOT: math.fma
func.func @products(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>,
                    %d: memref<8x9xf32>, %e: memref<9x10xf32>, %f: memref<8x10xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                   affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %y, %x : f64
    %s = arith.addf %p, %z : f64
    linalg.yield %s : f64
  }
  linalg.matmul ins(%d, %e : memref<8x9xf32>, memref<9x10xf32>) outs(%f : memref<8x10xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                   affine_map<(i, j, k) -> (j, i)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %z, %p : f64
    linalg.yield %s : f64
  }
  return
}

// -----

// A loop for the dimension that all have; two that follow each other are one.

// CHECK-LABEL: func.func @dimensions
// CHECK: scf.for %[[I:.*]] =
// CHECK: memref.subview %{{.*}}[%[[I]], 0, 0] [1, %{{.*}}, %{{.*}}] [1, 1, 1]
// CHECK: call @chad.contract.f64(
// CHECK-NOT: scf.for
// CHECK: memref.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]]
// CHECK: memref.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]]
// CHECK: call @chad.contract.f64(
// The layout does not allow it here.
// CHECK-NOT: collapse_shape
// CHECK: scf.for
// CHECK: call @chad.contract.f64(
// CHECK: return
func.func @dimensions(%a: memref<?x?x?xf64>, %b: memref<?x?x?xf64>, %c: memref<?x?x?xf64>,
                      %m: memref<?x?xf64>, %v: memref<?x?x?xf64, strided<[?, ?, 1]>>) {
  linalg.batch_matmul ins(%a, %b : memref<?x?x?xf64>, memref<?x?x?xf64>) outs(%c : memref<?x?x?xf64>)
  linalg.generic {indexing_maps = [affine_map<(h, i, j, k) -> (h, i, k)>, affine_map<(h, i, j, k) -> (k, j)>,
                                   affine_map<(h, i, j, k) -> (h, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %m : memref<?x?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %z, %p : f64
    linalg.yield %s : f64
  }
  linalg.generic {indexing_maps = [affine_map<(h, i, j, k) -> (h, i, k)>, affine_map<(h, i, j, k) -> (k, j)>,
                                   affine_map<(h, i, j, k) -> (h, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%v, %m : memref<?x?x?xf64, strided<[?, ?, 1]>>, memref<?x?xf64>) outs(%c : memref<?x?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %z, %p : f64
    linalg.yield %s : f64
  }
  return
}

// -----

// Names that are taken.

// CHECK-LABEL: func.func @taken
// CHECK: call @chad.contract.f64_(
func.func @taken(%a: memref<4x4xf64>) {
  linalg.matmul ins(%a, %a : memref<4x4xf64>, memref<4x4xf64>) outs(%a : memref<4x4xf64>)
  return
}
func.func private @chad.contract.f64.tile8()

// -----

// What is left alone: arrays that are not in memory yet, vectors, other types and bodies,
// diagonals.

// CHECK-LABEL: func.func @others
// CHECK-NOT: chad.contract
func.func @others(%a: memref<?x?xf64>, %t: tensor<?x?xf64>, %v: memref<?xf64>, %w: memref<?xf64>,
                  %h: memref<?x?xf16>, %n: memref<?x?xi32>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%t, %t : tensor<?x?xf64>, tensor<?x?xf64>) outs(%t : tensor<?x?xf64>) -> tensor<?x?xf64>
  linalg.matvec ins(%a, %v : memref<?x?xf64>, memref<?xf64>) outs(%w : memref<?xf64>)
  linalg.matmul ins(%h, %h : memref<?x?xf16>, memref<?x?xf16>) outs(%h : memref<?x?xf16>)
  linalg.matmul ins(%n, %n : memref<?x?xi32>, memref<?x?xi32>) outs(%n : memref<?x?xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                   affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<?x?xf64>, memref<?x?xf64>) outs(%a : memref<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.addf %x, %y : f64
    %s = arith.maximumf %z, %p : f64
    linalg.yield %s : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                   affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<?x?xf64>, memref<?x?xf64>) outs(%a : memref<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %x : f64
    %s = arith.addf %z, %p : f64
    linalg.yield %s : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, k)>, affine_map<(i, j, k) -> (k, j)>,
                                   affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<?x?xf64>, memref<?x?xf64>) outs(%a : memref<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %z, %p : f64
    linalg.yield %s : f64
  }
  return %r : tensor<?x?xf64>
}

// -----

// Rows of rows of a named op become rows where they lie one after the other, else a loop.
// CHECK-LABEL: @named
// CHECK: memref.collapse_shape {{.*}} : memref<3x4x5xf64> into memref<12x5xf64>
// CHECK-NOT: scf.for
// CHECK: call @chad.contract.f64(
// CHECK-LABEL: @strided
// CHECK-NOT: memref.collapse_shape
// CHECK: scf.for
// CHECK: func.call @chad.contract.f64(
// Not in another memory, with other bodies, without rows and columns, and
// with a sum of one factor alone.
// CHECK-LABEL: @space
// CHECK: linalg.matmul
// CHECK-LABEL: @other_bodies
// CHECK-COUNT-5: linalg.generic
// CHECK: linalg.dot
// CHECK: linalg.matvec
// CHECK-LABEL: @onlyone
// CHECK: linalg.generic
// The product is of the longest rows, and of columns that lie together.
// CHECK-LABEL: @many
// CHECK-COUNT-3: scf.for
// CHECK: memref.subview {{.*}} to memref<9x4xf64,
// CHECK: memref.subview {{.*}} to memref<4x2xf64,
// CHECK: memref.subview {{.*}} to memref<9x2xf64,
#a = affine_map<(i, i2, j, k) -> (i, i2, k)>
#b = affine_map<(i, i2, j, k) -> (k, j)>
#c = affine_map<(i, i2, j, k) -> (i, i2, j)>
func.func @named(%a: memref<3x4x5xf64>, %b: memref<5x6xf64>, %c: memref<3x4x6xf64>) {
  linalg.contract indexing_maps = [#a, #b, #c] ins(%a, %b : memref<3x4x5xf64>, memref<5x6xf64>) outs(%c : memref<3x4x6xf64>)
  return
}
func.func @strided(%a: memref<3x4x5xf64, strided<[200, 30, 2], offset: ?>>, %b: memref<5x6xf64>, %c: memref<3x4x6xf64>) {
  linalg.contract indexing_maps = [#a, #b, #c] ins(%a, %b : memref<3x4x5xf64, strided<[200, 30, 2], offset: ?>>, memref<5x6xf64>) outs(%c : memref<3x4x6xf64>)
  return
}
func.func @space(%a: memref<4x5xf64, 1>, %b: memref<5x6xf64>, %c: memref<4x6xf64>) {
  linalg.matmul ins(%a, %b : memref<4x5xf64, 1>, memref<5x6xf64>) outs(%c : memref<4x6xf64>)
  return
}
#d = affine_map<(i, j, k) -> (i, k)>
#e = affine_map<(i, j, k) -> (k, j)>
#f = affine_map<(i, j, k) -> (i, j)>
func.func @other_bodies(%a: memref<4x5xf64>, %b: memref<5x6xf64>, %c: memref<4x6xf64>, %v: memref<5xf64>, %w: memref<f64>, %x: memref<4xf64>) {
  linalg.generic {indexing_maps = [#d, #e, #f], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x5xf64>, memref<5x6xf64>) outs(%c : memref<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %q, %p : f64
    %1 = arith.addf %0, %0 : f64
    linalg.yield %1 : f64
  }
  linalg.generic {indexing_maps = [#d, #e, #f], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x5xf64>, memref<5x6xf64>) outs(%c : memref<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %q, %q : f64
    %1 = arith.addf %0, %r : f64
    linalg.yield %1 : f64
  }
  linalg.generic {indexing_maps = [#d, #e, #f], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x5xf64>, memref<5x6xf64>) outs(%c : memref<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.subf %q, %p : f64
    %1 = arith.addf %r, %0 : f64
    linalg.yield %1 : f64
  }
  linalg.generic {indexing_maps = [#d, #e, #f], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x5xf64>, memref<5x6xf64>) outs(%c : memref<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %q, %r : f64
    %1 = arith.addf %r, %0 : f64
    linalg.yield %1 : f64
  }
  linalg.generic {indexing_maps = [#d, #e, #f], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x5xf64>, memref<5x6xf64>) outs(%c : memref<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %q, %p : f64
    %1 = arith.addf %r, %r : f64
    linalg.yield %1 : f64
  }
  linalg.dot ins(%v, %v : memref<5xf64>, memref<5xf64>) outs(%w : memref<f64>)
  linalg.matvec ins(%a, %v : memref<4x5xf64>, memref<5xf64>) outs(%x : memref<4xf64>)
  return
}
#g = affine_map<(i, j, k, l) -> (i, k, l)>
#h = affine_map<(i, j, k, l) -> (k, j)>
#o = affine_map<(i, j, k, l) -> (i, j)>
func.func @onlyone(%a: memref<4x5x3xf64>, %b: memref<5x6xf64>, %c: memref<4x6xf64>) {
  linalg.generic {indexing_maps = [#g, #h, #o], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<4x5x3xf64>, memref<5x6xf64>) outs(%c : memref<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %q, %p : f64
    %1 = arith.addf %0, %r : f64
    linalg.yield %1 : f64
  }
  return
}
#m1 = affine_map<(i, i2, j, j2, k, k2) -> (k2, i, i2, k)>
#m2 = affine_map<(i, i2, j, j2, k, k2) -> (j, k, k2, j2)>
#m3 = affine_map<(i, i2, j, j2, k, k2) -> (i2, j, i, j2)>
func.func @many(%a: memref<3x9x2x4xf64>, %b: memref<8x4x3x2xf64>, %c: memref<2x8x9x2xf64>) {
  linalg.generic {indexing_maps = [#m1, #m2, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<3x9x2x4xf64>, memref<8x4x3x2xf64>) outs(%c : memref<2x8x9x2xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %p, %q : f64
    %1 = arith.addf %0, %r : f64
    linalg.yield %1 : f64
  }
  return
}


// -----

// Of several dimensions that are summed over, the innermost one of the arrays is the one of the
// product, whatever the order of the loops is: it has the most terms next to each other, and the
// result is loaded and stored the fewest times.

// CHECK-LABEL: func.func @innermost_sum
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?x?x?xf64>, %[[B:[a-z0-9]+]]: memref<?x?x?xf64>
// CHECK: scf.for %[[H:[a-z0-9]+]] =
// CHECK: scf.for %[[S:[a-z0-9]+]] =
// CHECK-NOT: scf.for
// CHECK: memref.subview %[[A]][%[[S]], %[[H]], 0, 0] [1, 1, %{{.*}}, %{{.*}}]
// CHECK: memref.subview %[[B]][%[[S]], 0, 0] [1, %{{.*}}, %{{.*}}]
// CHECK: call @chad.contract.f64
#q = affine_map<(h, d, e, t, b) -> (b, h, t, d)>
#x = affine_map<(h, d, e, t, b) -> (b, t, e)>
#w = affine_map<(h, d, e, t, b) -> (h, d, e)>
func.func @innermost_sum(%a: memref<?x?x?x?xf64>, %b: memref<?x?x?xf64>, %c: memref<?x?x?xf64>) {
  linalg.generic {indexing_maps = [#q, #x, #w], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<?x?x?x?xf64>, memref<?x?x?xf64>) outs(%c : memref<?x?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %p, %q : f64
    %1 = arith.addf %r, %0 : f64
    linalg.yield %1 : f64
  }
  return
}

// -----

// Summed dimensions that are adjacent in both arrays are one, also where the loops have another
// order.

// CHECK-LABEL: func.func @adjacent_sums
// CHECK-NOT: scf.for
// CHECK-DAG: memref.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : memref<?x?x?xf64> into memref<?x?xf64>
// CHECK-DAG: memref.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : memref<?x?x?xf64> into memref<?x?xf64>
// CHECK-NOT: scf.for
// CHECK: call @chad.contract.f64
#y = affine_map<(d, e, t, b) -> (b, t, d)>
#z = affine_map<(d, e, t, b) -> (b, t, e)>
#v = affine_map<(d, e, t, b) -> (d, e)>
func.func @adjacent_sums(%a: memref<?x?x?xf64>, %b: memref<?x?x?xf64>, %c: memref<?x?xf64>) {
  linalg.generic {indexing_maps = [#y, #z, #v], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<?x?x?xf64>, memref<?x?x?xf64>) outs(%c : memref<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %0 = arith.mulf %p, %q : f64
    %1 = arith.addf %r, %0 : f64
    linalg.yield %1 : f64
  }
  return
}
