// Indices that loops read, one by one or by a gather, are within the array: the message has the one that is
// not. An array of no indices reads nothing.

// RUN: chad-run %s --entry=reads --check-bounds --arg=[1,2,3] --arg=[[0,2],[1,0]] | FileCheck %s --check-prefix=RIGHT
// RUN: chad-run %s --entry=gathers --check-bounds --arg=[1,2,3] --arg=[[0,2],[1,0]] | FileCheck %s --check-prefix=RIGHT
// RUN: not chad-run %s --entry=reads --check-bounds --arg=[1,2,3] --arg=[[0,2],[1,3]] 2>&1 | FileCheck %s --check-prefix=HIGH
// RUN: not chad-run %s --entry=gathers --check-bounds --arg=[1,2,3] --arg=[[0,2],[1,3]] 2>&1 | FileCheck %s --check-prefix=HIGH
// RUN: not chad-run %s --entry=reads --check-bounds --arg=[1,2,3] --arg=[[0,-1],[1,2]] 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: not chad-run %s --entry=gathers --check-bounds --arg=[1,2,3] --arg=[[0,-1],[1,2]] 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: not chad-run %s --entry=reads --check-bounds --arg=[] --arg=[[0]] 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not chad-run %s --entry=gathers --check-bounds --arg=[] --arg=[[0]] 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: chad-run %s --entry=reads --check-bounds --arg=[] --arg=[[],[]] | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %s --entry=gathers --check-bounds --arg=[] --arg=[[],[]] | FileCheck %s --check-prefix=EMPTY
// RIGHT: tensor<2x2xf64> {{\[\[}}1, 3], [2, 1]]
// HIGH: has an index outside of the extent: 3 and 3
// LOW: has an index outside of the extent: -1 and 3
// NONE: has an index outside of the extent: 0 and 0
// EMPTY: tensor<2x0xf64>
func.func @reads(%xs: tensor<?xf64>, %is: tensor<?x?xi32>) -> tensor<?x?xf64> {
  %ys = chad.map (%row in %is : tensor<?x?xi32>) -> tensor<?x?xf64> {
    %zs = chad.map (%k in %row : tensor<?xi32>) -> tensor<?xf64> {
      %i = arith.index_cast %k : i32 to index
      %y = tensor.extract %xs[%i] : tensor<?xf64>
      chad.yield %y : f64
    }
    chad.yield %zs : tensor<?xf64>
  }
  return %ys : tensor<?x?xf64>
}
func.func @gathers(%xs: tensor<?xf64>, %is: tensor<?x?xi32>) -> tensor<?x?xf64> {
  %ys = chad.gather %xs[%is] : tensor<?xf64>, tensor<?x?xi32> -> tensor<?x?xf64>
  return %ys : tensor<?x?xf64>
}
