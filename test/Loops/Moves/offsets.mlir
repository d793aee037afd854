// Pads, slices and insertions after each other, at offsets that are not constant, by steps of
// two, of arrays of no known rank, in loops, and of maps that are computed where they are read:
// compiled and interpreted. The interpreter takes no unranked tensors.

// RUN: sed 's/tensor<\*xf64>/tensor<?x?xf64>/g' %s > %t.ranked.mlir
// RUN: chad-run %t.ranked.mlir --interpret --full --arg=1 --arg=0 > %t.1
// RUN: chad-run %s --full --arg=1 --arg=0 | diff %t.1 -
// RUN: chad-run %t.ranked.mlir --interpret --full --arg=5 --arg=2 > %t.5
// RUN: chad-run %s --full --arg=5 --arg=2 | diff %t.5 -
// RUN: chad-run %t.ranked.mlir --interpret --full --arg=19 --arg=1 > %t.19
// RUN: chad-run %s --full --arg=19 --arg=1 | diff %t.19 -
// RUN: FileCheck %s < %t.5
// CHECK: [4, 25, 64, 81, 64, 25, 4, 4]
// CHECK-NEXT: [4, 4, 25, 64, 81, 64, 25, 25]
// CHECK-NEXT: [0, 1, 9]
// CHECK-NEXT: [0, 0, 1, 1, 4, 9, 16, 25, 49, 64, 0]
// CHECK-NEXT: [1, 4, 4, 4, 4, 4]
// CHECK-NEXT: {{\[}}[4, 4, 4, 4, 4, 4, 4], [0, 0, 9, 36, 81, 4, 4],
// CHECK-NEXT: {{\[}}[4, 0, 9, 36, 81, 144], [4, 1, 16, 49, 100, 169],
// CHECK-NEXT: {{\[}}[4, 4, 4, 4, 4], [4, 4, 4, 4, 4], [4, 25, 64, 121, 196]]

func.func private @chain(%xs: tensor<?xf64>, %is: tensor<?xindex>, %k: index, %n: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %kk = arith.addi %k, %c1 : index
  %cheap = chad.map (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %d = tensor.dim %xs, %c0 : tensor<?xf64>
    %j = arith.subi %d, %c1 : index
    %jj = arith.subi %j, %i : index
    %m = arith.maxsi %jj, %c0 : index
    %y = tensor.extract %xs[%m] : tensor<?xf64>
    %z = arith.mulf %x, %y : f64
    chad.yield %z : f64
  }
  // A map padded at both ends.
  %shift = tensor.pad %cheap low[1] high[2] {
  ^bb0(%j: index):
    tensor.yield %two : f64
  } : tensor<?xf64> to tensor<?xf64>
  %a = chad.map (%x in %shift : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  // At an offset with a constant, into what is filled.
  %fresh = tensor.splat %two[%n] : tensor<?xf64>
  %d = tensor.dim %xs, %c0 : tensor<?xf64>
  %in = tensor.insert_slice %xs into %fresh[%kk] [%d] [1] : tensor<?xf64> into tensor<?xf64>
  %in2 = tensor.insert_slice %cheap into %in[%k] [%d] [1] : tensor<?xf64> into tensor<?xf64>
  %b = chad.map (%x in %in2 : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  // Every second element of a padded one, and one element as an array.
  %pad = tensor.pad %xs low[%k] high[%k] {
  ^bb0(%j: index):
    %1 = arith.index_cast %j : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    tensor.yield %2 : f64
  } : tensor<?xf64> to tensor<?xf64>
  %pad2 = tensor.pad %pad low[1] high[1] {
  ^bb0(%j: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %half = arith.ceildivui %d, %c2 : index
  %every = tensor.extract_slice %pad2[1] [%half] [2] : tensor<?xf64> to tensor<?xf64>
  %c = chad.map (%x in %every : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %e = chad.map (%x in %pad2 : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  // Every second element is inserted into a constant, of static shape.
  %cst = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %three = tensor.splat %two : tensor<3xf64>
  %odd = tensor.insert_slice %three into %cst[1] [3] [2] : tensor<3xf64> into tensor<6xf64>
  %odd2 = tensor.insert_slice %three into %odd[2] [3] [1] : tensor<3xf64> into tensor<6xf64>
  %f = chad.map (%x in %odd2 : tensor<6xf64>) -> tensor<6xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  return %a, %b, %c, %e, %f : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<6xf64>
}
func.func private @planes(%xss: tensor<?x?xf64>, %u: tensor<*xf64>, %k: index) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %m = tensor.dim %xss, %c0 : tensor<?x?xf64>
  %n = tensor.dim %xss, %c1 : tensor<?x?xf64>
  // Rows made of rows, one of them padded in the loop, by a number that the loop computes.
  %rows = chad.map (%row in %xss : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %p = tensor.pad %row low[%k] high[1] {
    ^bb0(%j: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    %l = tensor.dim %row, %c0 : tensor<?xf64>
    %s = tensor.extract_slice %p[1] [%l] [1] : tensor<?xf64> to tensor<?xf64>
    chad.yield %s : tensor<?xf64>
  }
  %padded = tensor.pad %rows low[1, 0] high[0, %k] {
  ^bb0(%i: index, %j: index):
    tensor.yield %two : f64
  } : tensor<?x?xf64> to tensor<?x?xf64>
  %a = chad.map (%row in %padded : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %x : f64
      chad.yield %y : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  // Of no known rank, and a row inserted into a plane.
  %v = tensor.cast %u : tensor<*xf64> to tensor<?x?xf64>
  %vp = tensor.pad %v low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %two : f64
  } : tensor<?x?xf64> to tensor<?x?xf64>
  %b = chad.map (%row in %vp : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %x : f64
      chad.yield %y : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  %none = tensor.splat %two[%m, %n] : tensor<?x?xf64>
  %own = tensor.extract_slice %xss[%k, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %ins = tensor.insert_slice %own into %none[%k, 0] [1, %n] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
  %c = chad.map (%row in %ins : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %x : f64
      chad.yield %y : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  return %a, %b, %c : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
func.func @main(%n: index, %k: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<6xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %xs, %is = chad.build %i < %n -> (tensor<?xf64>, tensor<?xindex>) {
    %0 = arith.addi %i, %c1 : index
    %1 = arith.index_cast %0 : index to i64
    %x = arith.sitofp %1 : i64 to f64
    chad.yield %x, %i : f64, index
  }
  %xss = chad.build %i < %c3 -> tensor<3x?xf64> {
    %row = chad.build %j < %n -> tensor<?xf64> {
      %0 = arith.muli %j, %c3 : index
      %1 = arith.addi %i, %0 : index
      %2 = arith.index_cast %1 : index to i64
      %x = arith.sitofp %2 : i64 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %plane = tensor.cast %xss : tensor<3x?xf64> to tensor<?x?xf64>
  %u = tensor.cast %xss : tensor<3x?xf64> to tensor<*xf64>
  %size = arith.addi %n, %c3 : index
  %a:5 = func.call @chain(%xs, %is, %k, %size) : (tensor<?xf64>, tensor<?xindex>, index, index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<6xf64>)
  %b:3 = func.call @planes(%plane, %u, %k) : (tensor<?x?xf64>, tensor<*xf64>, index) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
  return %a#0, %a#1, %a#2, %a#3, %a#4, %b#0, %b#1, %b#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<6xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
