// Products of matrices with factors of 16 bits and sums of f32 stay for a GPU, but not inside of
// combinators, and no others do.

// RUN: chad-opt %s --convert-linalg-to-chad=keep-extended-products | FileCheck %s
// RUN: chad-opt %s --convert-linalg-to-chad | FileCheck %s --check-prefix=NONE
// NONE-NOT: linalg.

// CHECK-LABEL: func.func @products
// CHECK: linalg.matmul
// CHECK-NOT: linalg.
func.func @products(%a: tensor<4x5xbf16>, %b: tensor<5x6xbf16>, %x: tensor<5xbf16>, %c: tensor<4x6xf32>,
                    %d: tensor<4xf32>, %e: tensor<4x6xbf16>)
    -> (tensor<4x6xf32>, tensor<4xf32>, tensor<4x6xbf16>) {
  %p = linalg.matmul ins(%a, %b : tensor<4x5xbf16>, tensor<5x6xbf16>) outs(%c : tensor<4x6xf32>)
      -> tensor<4x6xf32>
  %q = linalg.matvec ins(%a, %x : tensor<4x5xbf16>, tensor<5xbf16>) outs(%d : tensor<4xf32>)
      -> tensor<4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x5xbf16>, tensor<5x6xbf16>) outs(%e : tensor<4x6xbf16>)
      -> tensor<4x6xbf16>
  return %p, %q, %r : tensor<4x6xf32>, tensor<4xf32>, tensor<4x6xbf16>
}

// CHECK-LABEL: func.func @inside
// CHECK-NOT: linalg.
func.func @inside(%as: tensor<3x4x5xf16>, %b: tensor<5x6xf16>, %c: tensor<4x6xf32>)
    -> tensor<3x4x6xf32> {
  %ps = chad.map (%a in %as : tensor<3x4x5xf16>) -> tensor<3x4x6xf32> {
    %p = linalg.matmul ins(%a, %b : tensor<4x5xf16>, tensor<5x6xf16>) outs(%c : tensor<4x6xf32>)
        -> tensor<4x6xf32>
    chad.yield %p : tensor<4x6xf32>
  }
  return %ps : tensor<3x4x6xf32>
}
