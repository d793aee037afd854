// Products of matrices of many sizes and layouts: the difference from plain loops. All numbers are
// small integers, so that nothing is rounded.

// RUN: chad-run %s | FileCheck %s
// RUN: chad-run %s --host-features=false | FileCheck %s
// RUN: sed 's/f64/f32/g' %s | chad-run - | FileCheck %s
// RUN: sed 's/f64/f32/g' %s | chad-run - --host-features=false | FileCheck %s
// CHECK: {{^f(64|32) 0$}}

// Either product is of 0 - c, so that the other one is no contraction.
#ik = affine_map<(i, j, k) -> (i, k)>
#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>
#ji = affine_map<(i, j, k) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
#tr = affine_map<(i, j) -> (j, i)>

func.func private @difference(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %start: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %d = arith.addf %a, %b : f64
    %e = math.absf %d : f64
    %t = arith.addf %s, %e : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

func.func private @transposed(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%n, %m) : tensor<?x?xf64>
  %r = linalg.transpose ins(%x : tensor<?x?xf64>) outs(%empty : tensor<?x?xf64>) permutation = [1, 0]
  return %r : tensor<?x?xf64>
}

// Numbers from -2 to 2, in a part of an array.
func.func private @matrix(%m: index, %n: index, %seed: index) -> tensor<?x?xf64> {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %width = arith.addi %n, %c3 : index
  %all = tensor.generate %m, %width {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %c7 : index
    %1 = arith.muli %j, %c11 : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.addi %2, %seed : index
    %4 = arith.remui %3, %c5 : index
    %5 = arith.subi %4, %c2 : index
    %6 = arith.index_cast %5 : index to i32
    %x = arith.sitofp %6 : i32 to f64
    tensor.yield %x : f64
  } : tensor<?x?xf64>
  %part = tensor.extract_slice %all[0, 2] [%m, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  return %part : tensor<?x?xf64>
}

func.func private @check(%m: index, %n: index, %k: index, %start: tensor<f64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = func.call @matrix(%m, %k, %c0) : (index, index, index) -> tensor<?x?xf64>
  %b = func.call @matrix(%k, %n, %c1) : (index, index, index) -> tensor<?x?xf64>
  %c = func.call @matrix(%m, %n, %c2) : (index, index, index) -> tensor<?x?xf64>
  %at = func.call @transposed(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %bt = func.call @transposed(%b) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %ct = func.call @transposed(%c) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %minus = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64):
    %z = arith.negf %x : f64
    linalg.yield %z : f64
  } -> tensor<?x?xf64>
  %expected = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%minus : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.subf %z, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %nn = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  %d0 = func.call @difference(%nn, %expected, %start) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  %nt = linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%a, %bt : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  %d1 = func.call @difference(%nt, %expected, %d0) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  %tn = linalg.matmul indexing_maps = [#ki, #kj, #ij] ins(%at, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  %d2 = func.call @difference(%tn, %expected, %d1) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  %tt = linalg.generic {indexing_maps = [#ki, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%at, %bt : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %z, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %d3 = func.call @difference(%tt, %expected, %d2) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  %out = linalg.generic {indexing_maps = [#ik, #kj, #ji], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%ct : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %y, %x : f64
    %s = arith.addf %p, %z : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %back = func.call @transposed(%out) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %d4 = func.call @difference(%back, %expected, %d3) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  return %d4 : tensor<f64>
}

func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<f64>
  // As many as fit a vector or a tile, one less, and one more; and all for the last loop.
  %count = arith.constant 10 : index
  %sizes = arith.constant dense<[0, 1, 2, 7, 8, 9, 15, 17, 24, 25]> : tensor<10xindex>
  %small = scf.for %i = %c0 to %count step %c1 iter_args(%s = %zero) -> tensor<f64> {
    %m = tensor.extract %sizes[%i] : tensor<10xindex>
    %t = scf.for %j = %c0 to %count step %c1 iter_args(%u = %s) -> tensor<f64> {
      %n = tensor.extract %sizes[%j] : tensor<10xindex>
      %v = scf.for %l = %c0 to %count step %c1 iter_args(%w = %u) -> tensor<f64> {
        %k = tensor.extract %sizes[%l] : tensor<10xindex>
        %x = func.call @check(%m, %n, %k, %w) : (index, index, index, tensor<f64>) -> tensor<f64>
        scf.yield %x : tensor<f64>
      }
      scf.yield %v : tensor<f64>
    }
    scf.yield %t : tensor<f64>
  }
  // Several blocks, in each direction.
  %blocks = arith.constant dense<[[100, 26, 257], [9, 2050, 3], [203, 50, 9], [1, 100, 100], [100, 1, 100]]> : tensor<5x3xindex>
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %all = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %small) -> tensor<f64> {
    %m = tensor.extract %blocks[%i, %c0] : tensor<5x3xindex>
    %n = tensor.extract %blocks[%i, %c1] : tensor<5x3xindex>
    %k = tensor.extract %blocks[%i, %c2] : tensor<5x3xindex>
    %x = func.call @check(%m, %n, %k, %s) : (index, index, index, tensor<f64>) -> tensor<f64>
    scf.yield %x : tensor<f64>
  }
  %r = tensor.extract %all[] : tensor<f64>
  return %r : f64
}
