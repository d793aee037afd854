// Which kernels of products of matrices are one launch.
//
// RUN: chad-opt %s --chad-lower-kernels=library-volume=1000 | FileCheck %s

// Two products that do not depend on each other: the tiles of each shape are one kernel, and so is what threads compute for each
// element. The second call of a library, which may have computed it, is before them.
// CHECK-LABEL: func.func @products
// CHECK: call @chadrt.product
// CHECK-NOT: gpu.launch
// CHECK: call @chadrt.product
// CHECK-COUNT-4: gpu.launch
// CHECK-NOT: gpu.launch
// CHECK: return
// A third one reads the first one.
// CHECK-LABEL: func.func @product_of_product
// CHECK: call @chadrt.product
// CHECK-COUNT-4: gpu.launch
// CHECK: call @chadrt.product
// CHECK-COUNT-4: gpu.launch
// CHECK: return
func.func @products(%m: index, %n: index, %k: index) {
  %a = memref.alloc(%m, %k) : memref<?x?xf64, 1>
  %b = memref.alloc(%k, %n) : memref<?x?xf64, 1>
  %c = memref.alloc(%m, %n) : memref<?x?xf64, 1>
  %d = memref.alloc(%m, %n) : memref<?x?xf64, 1>
  linalg.matmul ins(%a, %b : memref<?x?xf64, 1>, memref<?x?xf64, 1>) outs(%c : memref<?x?xf64, 1>)
  linalg.matmul ins(%a, %b : memref<?x?xf64, 1>, memref<?x?xf64, 1>) outs(%d : memref<?x?xf64, 1>)
  return
}
func.func @product_of_product(%n: index) {
  %a = memref.alloc(%n, %n) : memref<?x?xf64, 1>
  %b = memref.alloc(%n, %n) : memref<?x?xf64, 1>
  %c = memref.alloc(%n, %n) : memref<?x?xf64, 1>
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%b : memref<?x?xf64, 1>)
  linalg.matmul ins(%a, %a : memref<?x?xf64, 1>, memref<?x?xf64, 1>) outs(%b : memref<?x?xf64, 1>)
  linalg.matmul ins(%a, %b : memref<?x?xf64, 1>, memref<?x?xf64, 1>) outs(%c : memref<?x?xf64, 1>)
  return
}
