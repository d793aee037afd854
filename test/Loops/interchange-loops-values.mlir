// Loops over directions that read from places of their own are interchanged: the results do not
// change.

// RUN: chad-opt %s --chad-optimize-arrays --chad-interchange-loops | FileCheck %s --check-prefix=DONE
// RUN: chad-run %s --interpret --arg=[[1.0,2.0,3.0,4.0],[5.0,6.0,7.0,8.0],[9.0,10.0,11.0,12.0],[13.0,14.0,15.0,16.0],[17.0,18.0,19.0,20.0]] --arg=[1.0,2.0] --arg=1 | FileCheck %s
// RUN: chad-opt %s --chad-optimize-arrays --chad-interchange-loops | chad-run - --interpret --arg=[[1.0,2.0,3.0,4.0],[5.0,6.0,7.0,8.0],[9.0,10.0,11.0,12.0],[13.0,14.0,15.0,16.0],[17.0,18.0,19.0,20.0]] --arg=[1.0,2.0] --arg=1 | FileCheck %s
// RUN: chad-run %s --arg=[[1.0,2.0,3.0,4.0],[5.0,6.0,7.0,8.0],[9.0,10.0,11.0,12.0],[13.0,14.0,15.0,16.0],[17.0,18.0,19.0,20.0]] --arg=[1.0,2.0] --arg=1 | FileCheck %s
// CHECK: tensor<2x3xf64> {{\[\[}}134, 260, 426], [224, 403, 630]]
// CHECK-NEXT: tensor<2x3xf64> {{\[\[}}0, 9, 26], [0, 18, 52]]
// CHECK-NEXT: tensor<2x2x3xf64> {{\[\[\[}}11, 16, 21], [13, 18, 23]], {{\[\[}}13, 22, 31], [16, 25, 34]]]

// DONE: tensor<?x2x3xf64>
// DONE-NOT: tensor<3x?
func.func @f(%x: tensor<5x4xf64>, %ws: tensor<?xf64>, %from: index) -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x2x3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %ws, %c0 : tensor<?xf64>
  // Slices whose place differs in a later dimension, of a lower rank, with other steps, and at one
  // place; what nothing uses.
  %a = chad.build %d < %c3 -> tensor<3x?xf64> {
    %dead = arith.addi %d, %c3 : index
    %b = tensor.extract_slice %x[%from, %d] [2, 2] [1, 1] : tensor<5x4xf64> to tensor<2x2xf64>
    %row = tensor.extract_slice %x[%d, 0] [1, 4] [1, 1] : tensor<5x4xf64> to tensor<4xf64>
    %step = tensor.extract_slice %x[%d, 0] [2, 2] [2, 1] : tensor<5x4xf64> to tensor<2x2xf64>
    %all = tensor.extract_slice %x[1, 1] [2, 2] [1, 1] : tensor<5x4xf64> to tensor<2x2xf64>
    %col = chad.map (%w in %ws : tensor<?xf64>) -> tensor<?xf64> {
      %p = tensor.extract %b[%c1, %c1] : tensor<2x2xf64>
      %q = tensor.extract %row[%c3] : tensor<4xf64>
      %r = tensor.extract %step[%c1, %c0] : tensor<2x2xf64>
      %ee = tensor.extract_slice %row[%d] [1] [1] : tensor<4xf64> to tensor<1xf64>
      %t = tensor.extract %ee[%c0] : tensor<1xf64>
      %u = tensor.extract %all[%c0, %c1] : tensor<2x2xf64>
      %0 = arith.mulf %p, %w : f64
      %1 = arith.addf %0, %q : f64
      %2 = arith.mulf %1, %r : f64
      %3 = arith.addf %2, %t : f64
      %4 = arith.addf %3, %u : f64
      chad.yield %4 : f64
    }
    chad.yield %col : tensor<?xf64>
  }
  %e = tensor.empty(%n) : tensor<?x3xf64>
  %at = linalg.transpose ins(%a : tensor<3x?xf64>) outs(%e : tensor<?x3xf64>) permutation = [1, 0]
  // An array that differs between directions.
  %b = chad.build %d < %c3 -> tensor<3x?xf64> {
    %off = arith.addi %d, %c1 : index
    %ys = chad.map (%w in %ws : tensor<?xf64>) -> tensor<?xf64> {
      %dd = arith.index_cast %d : index to i64
      %df = arith.sitofp %dd : i64 to f64
      %p = arith.mulf %w, %df : f64
      chad.yield %p : f64
    }
    %col = chad.map (%w in %ys : tensor<?xf64>) -> tensor<?xf64> {
      %ee = tensor.extract_slice %x[%off, 0] [1, 1] [1, 1] : tensor<5x4xf64> to tensor<1x1xf64>
      %t = tensor.extract %ee[%c0, %c0] : tensor<1x1xf64>
      %0 = arith.mulf %t, %w : f64
      chad.yield %0 : f64
    }
    chad.yield %col : tensor<?xf64>
  }
  %bt = linalg.transpose ins(%b : tensor<3x?xf64>) outs(%e : tensor<?x3xf64>) permutation = [1, 0]
  // Rows of rows.
  %c = chad.build %d < %c3 -> tensor<3x?x2xf64> {
    %b2 = tensor.extract_slice %x[%from, %d] [2, 2] [1, 1] : tensor<5x4xf64> to tensor<2x2xf64>
    %col = chad.map (%w in %ws : tensor<?xf64>) -> tensor<?x2xf64> {
      %ee = tensor.extract_slice %x[%d, 1] [1, 2] [1, 1] : tensor<5x4xf64> to tensor<2xf64>
      %k = tensor.extract_slice %b2[1, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
      %s = chad.map (%g in %ee : tensor<2xf64>, %h in %k : tensor<2xf64>) -> tensor<2xf64> {
        %0 = arith.mulf %g, %w : f64
        %1 = arith.addf %0, %h : f64
        chad.yield %1 : f64
      }
      chad.yield %s : tensor<2xf64>
    }
    chad.yield %col : tensor<?x2xf64>
  }
  %e2 = tensor.empty(%n) : tensor<?x2x3xf64>
  %ct = linalg.transpose ins(%c : tensor<3x?x2xf64>) outs(%e2 : tensor<?x2x3xf64>) permutation = [1, 2, 0]
  return %at, %bt, %ct : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x2x3xf64>
}
