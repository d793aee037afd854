// States to which each iteration adds a part, or a product of matrices: each thread has a sum of
// its own. What an iteration reads of the state otherwise makes it wait.

// RUN: chad-opt %s --chad-choose-schedule --chad-parallelize-loops=threads=2 | FileCheck %s
// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s --threads=3 --thread-grain=1 | diff %t.expected -
// RUN: chad-run %s | diff %t.expected -

// CHECK-LABEL: func.func private @windows
// CHECK: scf.forall
// CHECK: tensor.insert_slice
func.func private @windows(%k: tensor<?xf64>, %x: tensor<?xf64>, %g: tensor<?xf64>, %dx: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %w = tensor.dim %k, %c0 : tensor<?xf64>
  %n = tensor.dim %g, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.fold (%e in %g : tensor<?xf64>, %p in %is : tensor<?xindex>) with (%s = %dx : tensor<?xf64>) {
    %part = tensor.extract_slice %s[%p] [%w] [1] : tensor<?xf64> to tensor<?xf64>
    %more = chad.map (%a in %part : tensor<?xf64>, %b in %k : tensor<?xf64>) -> tensor<?xf64> {
      %m = arith.mulf %b, %e : f64
      %t = arith.addf %a, %m : f64
      chad.yield %t : f64
    }
    %next = tensor.insert_slice %more into %s[%p] [%w] [1] : tensor<?xf64> into tensor<?xf64>
    chad.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// Each part is the one before, twice: no sum.
// CHECK-LABEL: func.func private @shifted
// CHECK-NOT: scf.forall
// CHECK: return
func.func private @shifted(%g: tensor<?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %g, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.fold (%e in %g : tensor<?xf64>, %p in %is : tensor<?xindex>) with (%s = %x : tensor<?xf64>) {
    %q = arith.addi %p, %c1 : index
    %part = tensor.extract_slice %s[%p] [1] [1] : tensor<?xf64> to tensor<1xf64>
    %more = arith.addf %part, %part : tensor<1xf64>
    %next = tensor.insert_slice %more into %s[%q] [1] [1] : tensor<1xf64> into tensor<?xf64>
    chad.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>

// CHECK-LABEL: func.func private @products
// CHECK: scf.forall
func.func private @products(%a: tensor<?x2x3xf64>, %b: tensor<?x2x3xf64>, %c: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = chad.fold (%x in %a : tensor<?x2x3xf64>, %y in %b : tensor<?x2x3xf64>) with (%s = %c : tensor<2x2xf64>) {
    %p = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %y : tensor<2x3xf64>, tensor<2x3xf64>) outs(%s : tensor<2x2xf64>) {
    ^bb0(%u: f64, %v: f64, %t: f64):
      %m = arith.mulf %u, %v : f64
      %z = arith.addf %t, %m : f64
      linalg.yield %z : f64
    } -> tensor<2x2xf64>
    chad.yield %p : tensor<2x2xf64>
  }
  return %r : tensor<2x2xf64>
}

// What the products start from is scaled: no sum.
// CHECK-LABEL: func.func private @scaled
// CHECK-NOT: scf.forall
// CHECK: return
func.func private @scaled(%a: tensor<?x2x3xf64>, %b: tensor<?x2x3xf64>, %c: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %half = arith.constant 0.5 : f64
  %r = chad.fold (%x in %a : tensor<?x2x3xf64>, %y in %b : tensor<?x2x3xf64>) with (%s = %c : tensor<2x2xf64>) {
    %p = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %y : tensor<2x3xf64>, tensor<2x3xf64>) outs(%s : tensor<2x2xf64>) {
    ^bb0(%u: f64, %v: f64, %t: f64):
      %m = arith.mulf %u, %v : f64
      %h = arith.mulf %t, %half : f64
      %z = arith.addf %h, %m : f64
      linalg.yield %z : f64
    } -> tensor<2x2xf64>
    chad.yield %p : tensor<2x2xf64>
  }
  return %r : tensor<2x2xf64>
}

func.func @main() -> (tensor<?xf64>, tensor<?xf64>, tensor<2x2xf64>, tensor<2x2xf64>) {
  %k = arith.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf64>
  %g = arith.constant dense<[1.0, 2.0, -3.0, 4.0, 0.0, 2.0, 1.0]> : tensor<7xf64>
  %x = arith.constant dense<[1.0, 0.0, -1.0, 2.0, 5.0, 3.0, -2.0, 1.0, 4.0]> : tensor<9xf64>
  %kd = tensor.cast %k : tensor<3xf64> to tensor<?xf64>
  %gd = tensor.cast %g : tensor<7xf64> to tensor<?xf64>
  %xd = tensor.cast %x : tensor<9xf64> to tensor<?xf64>
  %0 = func.call @windows(%kd, %xd, %gd, %xd) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %1 = func.call @shifted(%gd, %xd) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %a = arith.constant dense<[[[1.0, 2.0, 3.0], [-1.0, 0.0, 2.0]], [[2.0, 1.0, 0.0], [1.0, 1.0, 1.0]], [[0.0, 3.0, -2.0], [4.0, 1.0, 2.0]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[2.0, 2.0, 2.0], [1.0, -1.0, 3.0]]]> : tensor<5x2x3xf64>
  %ad = tensor.cast %a : tensor<5x2x3xf64> to tensor<?x2x3xf64>
  %c = arith.constant dense<[[8.0, 0.0], [-8.0, 16.0]]> : tensor<2x2xf64>
  %2 = func.call @products(%ad, %ad, %c) : (tensor<?x2x3xf64>, tensor<?x2x3xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %3 = func.call @scaled(%ad, %ad, %c) : (tensor<?x2x3xf64>, tensor<?x2x3xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return %0, %1, %2, %3 : tensor<?xf64>, tensor<?xf64>, tensor<2x2xf64>, tensor<2x2xf64>
}
