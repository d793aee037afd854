// RUN: chad-opt %s --split-input-file --chad-normalize-layouts --canonicalize --cse | FileCheck %s

// CHECK-DAG: #[[$W:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d5, d3 + d6, d4)>
// CHECK-DAG: #[[$K:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d4, d1)>
// CHECK-DAG: #[[$O:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d1)>
// CHECK-LABEL: @channels_first
// CHECK-SAME: %[[X:.+]]: tensor<8x16x34x34xf32>, %[[F:.+]]: tensor<32x16x3x3xf32>
// CHECK: %[[X1:.+]] = linalg.transpose ins(%[[X]] : {{.+}}) outs(%{{.+}} : tensor<8x34x34x16xf32>) permutation = [0, 2, 3, 1]
// CHECK: %[[F1:.+]] = linalg.transpose ins(%[[F]] : {{.+}}) outs(%{{.+}} : tensor<3x3x16x32xf32>) permutation = [2, 3, 1, 0]
// CHECK: %[[Y:.+]] = linalg.generic {indexing_maps = [#[[$W]], #[[$K]], #[[$O]]]
// CHECK-SAME: ins(%[[X1]], %[[F1]] :
// CHECK: linalg.transpose ins(%[[Y]] : {{.+}}) outs(%{{.+}} : tensor<8x32x32x32xf32>) permutation = [0, 3, 1, 2]
func.func @channels_first(%x: tensor<8x16x34x34xf32>, %k: tensor<32x16x3x3xf32>,
    %start: tensor<8x32x32x32xf32>) -> tensor<8x32x32x32xf32> {
  %y = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<8x16x34x34xf32>, tensor<32x16x3x3xf32>)
      outs(%start : tensor<8x32x32x32xf32>) -> tensor<8x32x32x32xf32>
  return %y : tensor<8x32x32x32xf32>
}

// -----

// Channels are innermost already.
// CHECK-LABEL: @channels_last
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
func.func @channels_last(%x: tensor<?x34x34x16xf64>, %k: tensor<3x3x16x32xf64>,
    %start: tensor<?x32x32x32xf64>) -> tensor<?x32x32x32xf64> {
  %y = linalg.conv_2d_nhwc_hwcf ins(%x, %k : tensor<?x34x34x16xf64>, tensor<3x3x16x32xf64>)
      outs(%start : tensor<?x32x32x32xf64>) -> tensor<?x32x32x32xf64>
  return %y : tensor<?x32x32x32xf64>
}

// -----

// What is filled with one number is filled in the new layout. Dynamic extents go with their dimensions.
// CHECK-LABEL: @dynamic
// CHECK-SAME: %[[X:.+]]: tensor<?x16x?x?xf64>
// CHECK: %[[N:.+]] = tensor.dim %[[X]], %c0
// CHECK: %[[H:.+]] = tensor.dim %[[X]], %c2
// CHECK: %[[W:.+]] = tensor.dim %[[X]], %c3
// CHECK: tensor.empty(%[[N]], %[[H]], %[[W]]) : tensor<?x?x?x16xf64>
// CHECK: linalg.transpose ins(%[[X]]
// CHECK: linalg.fill ins(%{{.+}} : f64) outs(%{{.+}} : tensor<?x?x?x32xf64>)
// CHECK: linalg.generic
// CHECK: linalg.transpose {{.*}} outs(%{{.+}} : tensor<?x32x?x?xf64>) permutation = [0, 3, 1, 2]
func.func @dynamic(%x: tensor<?x16x?x?xf64>, %k: tensor<32x16x3x3xf64>, %n: index, %h: index,
    %w: index) -> tensor<?x32x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %h, %w) : tensor<?x32x?x?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%e : tensor<?x32x?x?xf64>) -> tensor<?x32x?x?xf64>
  %y = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<?x16x?x?xf64>, tensor<32x16x3x3xf64>)
      outs(%start : tensor<?x32x?x?xf64>) -> tensor<?x32x?x?xf64>
  return %y : tensor<?x32x?x?xf64>
}

// -----

// It is not known which of the two is the kernel.
// CHECK-LABEL: @no_kernel
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @no_kernel(%x: tensor<1x16x?x?xf64>, %k: tensor<32x16x?x?xf64>,
    %start: tensor<1x32x?x?xf64>) -> tensor<1x32x?x?xf64> {
  %y = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<1x16x?x?xf64>, tensor<32x16x?x?xf64>)
      outs(%start : tensor<1x32x?x?xf64>) -> tensor<1x32x?x?xf64>
  return %y : tensor<1x32x?x?xf64>
}

// -----

// Nothing is summed but the elements of windows, and few of them.
// CHECK-LABEL: @few_products
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @few_products(%x: tensor<8x1x34x34xf64>, %k: tensor<4x1x3x3xf64>,
    %start: tensor<8x4x32x32xf64>) -> tensor<8x4x32x32xf64> {
  %y = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<8x1x34x34xf64>, tensor<4x1x3x3xf64>)
      outs(%start : tensor<8x4x32x32xf64>) -> tensor<8x4x32x32xf64>
  return %y : tensor<8x4x32x32xf64>
}

// -----

// Groups come first. The derivative by the kernel has the roles of the convolution: its result is the kernel.
#window = affine_map<(g, f, c, r, b, y) -> (b, g, c, y * 2 + r)>
#made = affine_map<(g, f, c, r, b, y) -> (b, g, f, y)>
#kernel = affine_map<(g, f, c, r, b, y) -> (g, f, c, r)>
// CHECK-LABEL: @groups
// CHECK: linalg.transpose {{.*}} outs(%{{.+}} : tensor<2x8x51x4xf64>) permutation = [1, 0, 3, 2]
// CHECK: linalg.transpose {{.*}} outs(%{{.+}} : tensor<2x8x24x16xf64>) permutation = [1, 0, 3, 2]
// CHECK: linalg.generic
// CHECK: linalg.transpose {{.*}} outs(%{{.+}} : tensor<2x16x4x5xf64>) permutation = [0, 3, 2, 1]
func.func @groups(%x: tensor<8x2x4x51xf64>, %y: tensor<8x2x16x24xf64>,
    %start: tensor<2x16x4x5xf64>) -> tensor<2x16x4x5xf64> {
  %k = linalg.generic {indexing_maps = [#window, #made, #kernel], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<8x2x4x51xf64>, tensor<8x2x16x24xf64>) outs(%start : tensor<2x16x4x5xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x16x4x5xf64>
  return %k : tensor<2x16x4x5xf64>
}
