// A product over several dimensions reads the kernel of a convolution from the transposed copy, in which they are next to
// each other, rather than from the original, in which another dimension stands between them. So do the derivatives.

// RUN: chad-opt %s --chad-to-first-order --chad-optimize-arrays | FileCheck %s

// CHECK-DAG: #[[$ROWS:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>
// CHECK-DAG: #[[$COPY:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4, d1)>
// CHECK-DAG: #[[$MADE:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>
// CHECK-DAG: #[[$SAME:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
// CHECK-LABEL: func.func @gradient
// CHECK-SAME: %[[K:[a-z0-9]+]]: tensor<32x16x3x3xf64>
// CHECK: %[[T:[0-9]+]] = chad.build %{{.+}} -> tensor<3x3x16x32xf64>
// CHECK: tensor.extract %[[K]]
// CHECK: linalg.generic {indexing_maps = [#[[$ROWS]], #[[$COPY]], #{{.+}}], {{.+}} ins(%{{.+}}, %[[T]] : tensor<32x3x3x16xf64>, tensor<3x3x16x32xf64>)
// CHECK: linalg.generic {indexing_maps = [#[[$MADE]], #[[$SAME]], #{{.+}}], {{.+}} ins(%{{.+}}, %[[T]] : tensor<32x32xf64>, tensor<3x3x16x32xf64>)
func.func private @convolution(%x: tensor<8x16x34x34xf64>, %k: tensor<32x16x3x3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %start = tensor.splat %zero : tensor<8x32x32x32xf64>
  %y = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<8x16x34x34xf64>, tensor<32x16x3x3xf64>)
      outs(%start : tensor<8x32x32x32xf64>) -> tensor<8x32x32x32xf64>
  %q = arith.mulf %y, %y : tensor<8x32x32x32xf64>
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<8x32x32x32xf64>) outs(%z : tensor<f64>)
      dimensions = [0, 1, 2, 3]
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}
func.func @gradient(%k: tensor<32x16x3x3xf64>, %x: tensor<8x16x34x34xf64>)
    -> (tensor<8x16x34x34xf64>, tensor<32x16x3x3xf64>) {
  %a, %b = chad.grad @convolution(%x, %k) wrt [0, 1] : (tensor<8x16x34x34xf64>, tensor<32x16x3x3xf64>)
      -> (tensor<8x16x34x34xf64>, tensor<32x16x3x3xf64>)
  return %a, %b : tensor<8x16x34x34xf64>, tensor<32x16x3x3xf64>
}
