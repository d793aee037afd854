// Loops run only over those elements of an array that may be nonzero.

// RUN: chad-opt %s --split-input-file --chad-skip-zeros | FileCheck %s

// The element that the seed has.
// CHECK-LABEL: func @diagonal
// CHECK-SAME: %[[X:.*]]: tensor<100xf64>
// CHECK: chad.build %[[I:.*]] < %{{.*}} -> !chad.lin<tensor<100x100xf64>> {
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[X]][%[[I]]] [1] [1] : tensor<100xf64> to tensor<1xf64>
// CHECK: chad.map (%{{.*}} in %[[PART]] : tensor<1xf64>, %{{.*}} in %{{.*}} : !chad.lin<tensor<1xf64>>) -> !chad.lin<tensor<1xf64>> {
// CHECK: math.cos
// CHECK-NOT: chad.map
// CHECK: chad.accumulate %{{.*}} into %{{.*}}[%[[I]]]
func.func @diagonal(%x: tensor<100xf64>) -> !chad.lin<tensor<100x100xf64>> {
  %c100 = arith.constant 100 : index
  %1 = arith.constant 1.0 : f64
  %one = chad.to_linear %1 : f64
  %j = chad.build %i < %c100 -> !chad.lin<tensor<100x100xf64>> {
    %zero = chad.zero : !chad.lin<tensor<100xf64>>
    %seed = chad.accumulate %one into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<100xf64>>
    %row = chad.map (%a in %x : tensor<100xf64>, %v in %seed : !chad.lin<tensor<100xf64>>) -> !chad.lin<tensor<100xf64>> {
      %c = math.cos %a : f64
      %w = chad.scale %c, %v : f64, !chad.lin<f64>
      chad.yield %w : !chad.lin<f64>
    }
    chad.yield %row : !chad.lin<tensor<100xf64>>
  }
  return %j : !chad.lin<tensor<100x100xf64>>
}

// -----

// What does not come from the seed is computed once; a sum over the box is left.
// CHECK-LABEL: func @primal
// CHECK-SAME: %[[X:.*]]: tensor<8x3xf64>
// CHECK: %[[Y:.*]] = chad.map (%{{.*}} in %[[X]] : tensor<8x3xf64>) -> tensor<8xf64> {
// CHECK: math.exp
// CHECK: chad.build %[[I:.*]] < %{{.*}} -> (tensor<8x8xf64>, !chad.lin<tensor<8xf64>>) {
// CHECK: tensor.extract_slice %[[X]][%[[I]], 0] [1, 3] [1, 1] : tensor<8x3xf64> to tensor<1x3xf64>
// CHECK: chad.map ({{.*}}) -> !chad.lin<tensor<1xf64>> {
// CHECK: chad.reduce (%{{.*}} in %{{.*}} from %{{.*}} : !chad.lin<tensor<1xf64>>) {
// CHECK: chad.yield %[[Y]], %{{.*}} : tensor<8xf64>, !chad.lin<f64>
func.func @primal(%x: tensor<8x3xf64>) -> (tensor<8x8xf64>, !chad.lin<tensor<8xf64>>) {
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %1 = arith.constant 1.0 : f64
  %one = chad.to_linear %1 : f64
  %j:2 = chad.build %i < %c8 -> (tensor<8x8xf64>, !chad.lin<tensor<8xf64>>) {
    %zero = chad.zero : !chad.lin<tensor<8xf64>>
    %seed = chad.accumulate %one into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<8xf64>>
    %y:2 = chad.map (%row in %x : tensor<8x3xf64>, %v in %seed : !chad.lin<tensor<8xf64>>) -> (tensor<8xf64>, !chad.lin<tensor<8xf64>>) {
      %a = tensor.extract %row[%c0] : tensor<3xf64>
      %e = math.exp %a : f64
      %w = chad.scale %e, %v : f64, !chad.lin<f64>
      chad.yield %e, %w : f64, !chad.lin<f64>
    }
    %unit = chad.zero : !chad.lin<f64>
    %s = chad.reduce (%a, %b in %y#1 from %unit : !chad.lin<tensor<8xf64>>) {
      %t = chad.add %a, %b : !chad.lin<f64>
      chad.yield %t : !chad.lin<f64>
    }
    chad.yield %y#0, %s : tensor<8xf64>, !chad.lin<f64>
  }
  return %j#0, %j#1 : tensor<8x8xf64>, !chad.lin<tensor<8xf64>>
}

// -----

// Through a slice, a reshape, and a concatenation with zeros; in rows of rows.
// CHECK-LABEL: func @moved
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<14xf64>, %[[W:[a-z0-9]*]]: tensor<14xf64>
// CHECK: chad.build %[[I:.*]] < %{{.*}} -> !chad.lin<tensor<14xf64>> {
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: %[[AT:.*]] = arith.select %[[IN]], %{{.*}}, %{{.*}} : index
// CHECK: arith.remui %[[AT]]
// CHECK: %[[ROW:.*]] = arith.divui %[[AT]]
// CHECK: chad.map ({{.*}}) -> {{.*}}tensor<1x1xf64>
// CHECK: %[[FIRST:.*]] = arith.muli %[[ROW]], %{{.*}} : index
// CHECK: %[[BACK:.*]] = arith.addi %{{.*}}, %c2
// CHECK: tensor.extract_slice %[[W]][%[[BACK]]] [1] [1] : tensor<14xf64> to tensor<1xf64>
// CHECK: chad.reduce ({{.*}} : !chad.lin<tensor<1xf64>>)
func.func @moved(%x: tensor<14xf64>, %w: tensor<14xf64>) -> !chad.lin<tensor<14xf64>> {
  %c14 = arith.constant 14 : index
  %1 = arith.constant 1.0 : f64
  %one = chad.to_linear %1 : f64
  %j = chad.build %i < %c14 -> !chad.lin<tensor<14xf64>> {
    %zero = chad.zero : !chad.lin<tensor<14xf64>>
    %seed = chad.accumulate %one into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<14xf64>>
    %flat = chad.from_linear %seed : !chad.lin<tensor<14xf64>>
    %part = tensor.extract_slice %flat[2] [12] [1] : tensor<14xf64> to tensor<12xf64>
    %matrix = tensor.expand_shape %part [[0, 1]] output_shape [3, 4] : tensor<12xf64> into tensor<3x4xf64>
    %m = chad.to_linear %matrix : tensor<3x4xf64>
    %k = arith.constant 2.0 : f64
    %twice = chad.map (%row in %m : !chad.lin<tensor<3x4xf64>>) -> !chad.lin<tensor<3x4xf64>> {
      %r = chad.map (%v in %row : !chad.lin<tensor<4xf64>>) -> !chad.lin<tensor<4xf64>> {
        %u = chad.scale %k, %v : f64, !chad.lin<f64>
        chad.yield %u : !chad.lin<f64>
      }
      chad.yield %r : !chad.lin<tensor<4xf64>>
    }
    %plain = chad.from_linear %twice : !chad.lin<tensor<3x4xf64>>
    %again = tensor.collapse_shape %plain [[0, 1]] : tensor<3x4xf64> into tensor<12xf64>
    %zeros = arith.constant dense<0.0> : tensor<2xf64>
    %all = tensor.concat dim(0) %zeros, %again : (tensor<2xf64>, tensor<12xf64>) -> tensor<14xf64>
    %l = chad.to_linear %all : tensor<14xf64>
    %p = chad.map (%a in %w : tensor<14xf64>, %v in %l : !chad.lin<tensor<14xf64>>) -> !chad.lin<tensor<14xf64>> {
      %u = chad.scale %a, %v : f64, !chad.lin<f64>
      chad.yield %u : !chad.lin<f64>
    }
    %unit = chad.zero : !chad.lin<f64>
    %s = chad.reduce (%a, %b in %p from %unit : !chad.lin<tensor<14xf64>>) {
      %t = chad.add %a, %b : !chad.lin<f64>
      chad.yield %t : !chad.lin<f64>
    }
    chad.yield %s : !chad.lin<f64>
  }
  return %j : !chad.lin<tensor<14xf64>>
}

// -----

// A sum that all directions share leaves the loop over them, out of the map around it.
// CHECK-LABEL: func @shared
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<9xf64>, %[[P:[a-z0-9]*]]: tensor<?x9xf64>
// CHECK: %[[S:.*]] = chad.map (%{{.*}} in %[[P]] : tensor<?x9xf64>) -> tensor<?xf64> {
// CHECK: chad.reduce
// CHECK: chad.build
// CHECK: chad.map ({{.*}}%[[S]] : tensor<?xf64>{{.*}}) -> !chad.lin<tensor<?xf64>> {
// CHECK-NOT: math.exp
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [1] [1] : tensor<9xf64> to tensor<1xf64>
func.func @shared(%x: tensor<9xf64>, %p: tensor<?x9xf64>) -> !chad.lin<tensor<9x?xf64>> {
  %c9 = arith.constant 9 : index
  %1 = arith.constant 1.0 : f64
  %0 = arith.constant 0.0 : f64
  %one = chad.to_linear %1 : f64
  %j = chad.build %i < %c9 -> !chad.lin<tensor<9x?xf64>> {
    %zero = chad.zero : !chad.lin<tensor<9xf64>>
    %seed = chad.accumulate %one into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<9xf64>>
    %r = chad.map (%row in %p : tensor<?x9xf64>) -> !chad.lin<tensor<?xf64>> {
      %q:2 = chad.map (%a in %row : tensor<9xf64>, %b in %x : tensor<9xf64>, %v in %seed : !chad.lin<tensor<9xf64>>) -> (tensor<9xf64>, !chad.lin<tensor<9xf64>>) {
        %m = arith.mulf %a, %b : f64
        %u = chad.scale %a, %v : f64, !chad.lin<f64>
        chad.yield %m, %u : f64, !chad.lin<f64>
      }
      %unit = chad.zero : !chad.lin<f64>
      %s:2 = chad.reduce (%a, %b in %q#0 from %0 : tensor<9xf64>, %c, %d in %q#1 from %unit : !chad.lin<tensor<9xf64>>) {
        %t = arith.addf %a, %b : f64
        %u = chad.add %c, %d : !chad.lin<f64>
        chad.yield %t, %u : f64, !chad.lin<f64>
      }
      %e = math.exp %s#0 : f64
      %w = chad.scale %e, %s#1 : f64, !chad.lin<f64>
      chad.yield %w : !chad.lin<f64>
    }
    chad.yield %r : !chad.lin<tensor<?xf64>>
  }
  return %j : !chad.lin<tensor<9x?xf64>>
}

// -----

// Left alone: a loop that other linear values reach; one whose states carry on what is not
// zero; a box of most of the array, of which all would be computed twice.
// CHECK-LABEL: func @other
// CHECK: chad.map ({{.*}}) -> !chad.lin<tensor<9xf64>> {
// CHECK: chad.scan
// CHECK: tensor.concat
// CHECK: chad.map ({{.*}}) -> (tensor<9xf64>, !chad.lin<tensor<9xf64>>) {
func.func @other(%x: tensor<9xf64>, %d: !chad.lin<tensor<9xf64>>, %e: tensor<8xf64>, %i: index) -> (!chad.lin<tensor<9xf64>>, !chad.lin<tensor<9xf64>>, tensor<9xf64>, !chad.lin<tensor<9xf64>>) {
  %1 = arith.constant 1.0 : f64
  %c4 = arith.constant 4 : index
  %one = chad.to_linear %1 : f64
  %zero = chad.zero : !chad.lin<tensor<9xf64>>
  %seed = chad.accumulate %one into %zero[%c4] : !chad.lin<f64> into !chad.lin<tensor<9xf64>>
  %r = chad.map (%v in %seed : !chad.lin<tensor<9xf64>>, %u in %d : !chad.lin<tensor<9xf64>>) -> !chad.lin<tensor<9xf64>> {
    %s = chad.add %v, %u : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %unit = chad.zero : !chad.lin<f64>
  %t = chad.scan left inclusive (%a, %b in %seed from %unit : !chad.lin<tensor<9xf64>>) {
    %s = chad.add %a, %b : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %zeros = arith.constant dense<0.0> : tensor<1xf64>
  %padded = tensor.concat dim(0) %zeros, %e : (tensor<1xf64>, tensor<8xf64>) -> tensor<9xf64>
  %l = chad.to_linear %padded : tensor<9xf64>
  %y:2 = chad.map (%a in %x : tensor<9xf64>, %v in %l : !chad.lin<tensor<9xf64>>) -> (tensor<9xf64>, !chad.lin<tensor<9xf64>>) {
    %c = math.exp %a : f64
    %w = chad.scale %c, %v : f64, !chad.lin<f64>
    chad.yield %c, %w : f64, !chad.lin<f64>
  }
  return %r, %t, %y#0, %y#1 : !chad.lin<tensor<9xf64>>, !chad.lin<tensor<9xf64>>, tensor<9xf64>, !chad.lin<tensor<9xf64>>
}
