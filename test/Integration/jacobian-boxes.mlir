// Jacobians in which each argument influences few elements: column by column, where zeros are
// skipped, and row by row, they are equal.

// RUN: chad-run %s --entry=agree --arg=7 --interpret | FileCheck %s
// RUN: chad-run %s --entry=agree --arg=37 | FileCheck %s
// RUN: chad-run %s --entry=agree --arg=21 --vectorize-everywhere | FileCheck %s
// RUN: chad-run %s --entry=agree --arg=21 --threads=2 --thread-grain=1 | FileCheck %s
// CHECK: true

// The elements 2 to 13 move, in groups of four, each 2×2 matrices; points are weighted sums.
func.func private @points(%x: tensor<14xf64>, %table: tensor<3x4x2x2xf64>, %w: tensor<?x14xf64>)
    -> tensor<?x2xf64> {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %unit = arith.constant dense<0.0> : tensor<2x2xf64>
  %still = arith.constant dense<0.5> : tensor<2x2x2xf64>
  %part = tensor.extract_slice %x[2] [12] [1] : tensor<14xf64> to tensor<12xf64>
  %groups = tensor.expand_shape %part [[0, 1]] output_shape [3, 4] : tensor<12xf64> into tensor<3x4xf64>
  %moved = chad.map (%t in %table : tensor<3x4x2x2xf64>, %g in %groups : tensor<3x4xf64>)
      -> tensor<3x4x2x2xf64> {
    %turned = chad.map (%m in %t : tensor<4x2x2xf64>, %a in %g : tensor<4xf64>) -> tensor<4x2x2xf64> {
      %s = math.sin %a : f64
      %scaled = chad.map (%row in %m : tensor<2x2xf64>) -> tensor<2x2xf64> {
        %r = chad.map (%e in %row : tensor<2xf64>) -> tensor<2xf64> {
          %p = arith.mulf %e, %s : f64
          chad.yield %p : f64
        }
        chad.yield %r : tensor<2xf64>
      }
      chad.yield %scaled : tensor<2x2xf64>
    }
    %sums = chad.scan left inclusive (%a, %b in %turned from %unit : tensor<4x2x2xf64>) {
      %c = arith.addf %a, %b : tensor<2x2xf64>
      chad.yield %c : tensor<2x2xf64>
    }
    chad.yield %sums : tensor<4x2x2xf64>
  }
  %flat = tensor.collapse_shape %moved [[0, 1], [2], [3]] : tensor<3x4x2x2xf64> into tensor<12x2x2xf64>
  %all = tensor.concat dim(0) %still, %flat : (tensor<2x2x2xf64>, tensor<12x2x2xf64>) -> tensor<14x2x2xf64>
  %rows = chad.build %i < %c2 -> tensor<2x14x2xf64> {
    %row = chad.map (%m in %all : tensor<14x2x2xf64>) -> tensor<14x2xf64> {
      %r = tensor.extract_slice %m[%i, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
      chad.yield %r : tensor<2xf64>
    }
    chad.yield %row : tensor<14x2xf64>
  }
  %points = chad.map (%weights in %w : tensor<?x14xf64>) -> tensor<?x2xf64> {
    %point = chad.map (%ms in %rows : tensor<2x14x2xf64>) -> tensor<2xf64> {
      %terms = chad.map (%m in %ms : tensor<14x2xf64>, %a in %weights : tensor<14xf64>) -> tensor<14xf64> {
        %s = chad.reduce (%p, %q in %m from %zero : tensor<2xf64>) {
          %t = arith.addf %p, %q : f64
          chad.yield %t : f64
        }
        %t = arith.mulf %a, %s : f64
        chad.yield %t : f64
      }
      %sum = chad.reduce (%p, %q in %terms from %zero : tensor<14xf64>) {
        %t = arith.addf %p, %q : f64
        chad.yield %t : f64
      }
      %e = math.tanh %sum : f64
      chad.yield %e : f64
    }
    chad.yield %point : tensor<2xf64>
  }
  return %points : tensor<?x2xf64>
}

// Numbers between -1 and 1.
func.func private @number(%i: index, %j: index) -> f64 {
  %c29 = arith.constant 29 : index
  %c7 = arith.constant 7 : index
  %a = arith.muli %i, %c29 : index
  %b = arith.muli %j, %c7 : index
  %c = arith.addi %a, %b : index
  %d = arith.index_cast %c : index to i64
  %e = arith.sitofp %d : i64 to f64
  %f = math.sin %e : f64
  return %f : f64
}

func.func @agree(%n: index) -> i1 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  %zero = arith.constant 0.0 : f64
  %x = chad.build %i < %c14 -> tensor<14xf64> {
    %a = func.call @number(%i, %c2) : (index, index) -> f64
    chad.yield %a : f64
  }
  %table = chad.build %i < %c3 -> tensor<3x4x2x2xf64> {
    %1 = chad.build %j < %c4 -> tensor<4x2x2xf64> {
      %2 = chad.build %k < %c2 -> tensor<2x2xf64> {
        %3 = chad.build %l < %c2 -> tensor<2xf64> {
          %s = arith.addi %i, %k : index
          %t = arith.addi %j, %l : index
          %a = func.call @number(%s, %t) : (index, index) -> f64
          chad.yield %a : f64
        }
        chad.yield %3 : tensor<2xf64>
      }
      chad.yield %2 : tensor<2x2xf64>
    }
    chad.yield %1 : tensor<4x2x2xf64>
  }
  %w = chad.build %i < %n -> tensor<?x14xf64> {
    %row = chad.build %j < %c14 -> tensor<14xf64> {
      %a = func.call @number(%i, %j) : (index, index) -> f64
      chad.yield %a : f64
    }
    chad.yield %row : tensor<14xf64>
  }
  %columns = chad.jacobian @points(%x, %table, %w) wrt [0] mode<forward>
      : (tensor<14xf64>, tensor<3x4x2x2xf64>, tensor<?x14xf64>) -> tensor<?x2x14xf64>
  %rows = chad.jacobian @points(%x, %table, %w) wrt [0] mode<reverse>
      : (tensor<14xf64>, tensor<3x4x2x2xf64>, tensor<?x14xf64>) -> tensor<?x2x14xf64>
  %worst = chad.fold (%p in %columns : tensor<?x2x14xf64>, %q in %rows : tensor<?x2x14xf64>)
      with (%s = %zero : f64) {
    %1 = chad.fold (%a in %p : tensor<2x14xf64>, %b in %q : tensor<2x14xf64>) with (%t = %s : f64) {
      %2 = chad.fold (%c in %a : tensor<14xf64>, %d in %b : tensor<14xf64>) with (%u = %t : f64) {
        %e = arith.subf %c, %d : f64
        %f = math.absf %e : f64
        %m = arith.maximumf %u, %f : f64
        chad.yield %m : f64
      }
      chad.yield %2 : f64
    }
    chad.yield %1 : f64
  }
  %bound = arith.constant 1.0e-12 : f64
  %ok = arith.cmpf olt, %worst, %bound : f64
  return %ok : i1
}
