// The work of a run: one line of counts, after the results.

// RUN: chad-run %s --interpret --count --entry=scalars --arg=3 --arg=2 --arg=7 | FileCheck %s --check-prefix=SCALARS
// SCALARS: f64
// SCALARS: f64
// SCALARS-NEXT: work 11 (4 additions, 3 multiplications, 1 divisions, 3 nonlinear), 5 choices, 0 moves
// SCALARS-NOT: {{.}}
func.func @scalars(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %0 = arith.addf %x, %y : f64
  %1 = arith.subf %0, %y : f64
  %2 = arith.negf %1 : f64
  %3 = math.fma %0, %1, %2 : f64
  %4 = arith.mulf %3, %3 : f64
  %5 = chad.to_linear %4 : f64
  %6 = chad.scale %x, %5 : f64, !chad.lin<f64>
  %7 = chad.from_linear %6 : !chad.lin<f64>
  %8 = arith.divf %7, %x : f64
  %9 = math.absf %8 : f64
  %10 = math.exp %9 : f64
  %11, %12 = math.sincos %x : f64
  %13 = arith.cmpf ogt, %10, %x : f64
  %14 = arith.select %13, %10, %11 : f64
  %15 = arith.maximumf %14, %12 : f64
  %16 = math.isnan %15 : f64
  // Integers are free.
  %17 = arith.addi %n, %n : index
  %18 = arith.cmpi ult, %17, %n : index
  %19 = arith.select %18, %17, %n : index
  return %15, %x : f64, f64
}

// Combinators move the scalars that they take and give; a row is not moved.
// RUN: chad-run %s --interpret --count --entry=arrays --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[1, 2, 3]' | FileCheck %s --check-prefix=ARRAYS
// ARRAYS: tensor<2xf64> [14, 32]
// Per row 6 reads and 3 writes of the map, 3 reads of the reduction, 1 write of the result.
// ARRAYS-NEXT: work 12 (6 additions, 6 multiplications, 0 divisions, 0 nonlinear), 0 choices, 26 moves
func.func @arrays(%m: tensor<?x?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?xf64> {
    %p = chad.map (%a in %row : tensor<?xf64>, %b in %v : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.mulf %a, %b : f64
      chad.yield %q : f64
    }
    %s = chad.reduce (%a, %q in %p from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %q : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// RUN: chad-run %s --interpret --count --entry=loops --arg='[1, 2, 3]' --arg=2 | FileCheck %s --check-prefix=LOOPS
// The scan moves 2·3, the fold 3 + 3, the build 2.
// LOOPS: work 6 (3 additions, 3 multiplications, 0 divisions, 0 nonlinear), 0 choices, 14 moves
func.func @loops(%xs: tensor<?xf64>, %n: index)
    -> (tensor<?xf64>, f64, tensor<?xf64>, tensor<?xindex>) {
  %zero = arith.constant 0.0 : f64
  %sums = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  %last, %states = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64)
      collect (tensor<?xf64>) {
    %p = arith.mulf %s, %x : f64
    chad.yield %p, %s : f64, f64
  }
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  return %sums, %last, %states, %is : tensor<?xf64>, f64, tensor<?xf64>, tensor<?xindex>
}

// An update moves what it updates, and not the whole array.
// RUN: chad-run %s --interpret --count --entry=updates --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[1, 0, 1, 1]' | FileCheck %s --check-prefix=UPDATES
// gather 2·12, scatter_add 3·12, accumulate 3·3 and 2, extract and insert 1 each, hist 4 + 3·4.
// UPDATES: work 20 (20 additions, 0 multiplications, 0 divisions, 0 nonlinear), 0 choices, 89 moves
func.func @updates(%m: tensor<?x3xf64>, %is: tensor<4xindex>) -> (tensor<?x3xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %rows = chad.gather %m[%is] : tensor<?x3xf64>, tensor<4xindex> -> tensor<4x3xf64>
  %0 = chad.scatter_add %rows into %m[%is] : tensor<4x3xf64> into tensor<?x3xf64>, tensor<4xindex>
  %row = tensor.extract_slice %m[0, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
  %1 = chad.accumulate %row into %0[%c0] : tensor<3xf64> into tensor<?x3xf64>
  %x = tensor.extract %1[%c0, %c2] : tensor<?x3xf64>
  %2 = tensor.insert %x into %1[%c0, %c0] : tensor<?x3xf64>
  %3 = chad.accumulate %x into %2[%c0, %c0] : f64 into tensor<?x3xf64>
  %column = tensor.extract_slice %rows[0, 0] [4, 1] [1, 1] : tensor<4x3xf64> to tensor<4xf64>
  %h = chad.hist %is : tensor<4xindex> bins %c2 (%a, %b in %column from %zero : tensor<4xf64>)
      -> tensor<2xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %3, %h : tensor<?x3xf64>, tensor<2xf64>
}

// Tensors as wholes.
// RUN: chad-run %s --interpret --count --entry=wholes --arg='[1, 2, 3]' --arg='[1, 2, 3]' | FileCheck %s --check-prefix=WHOLES
// The sum moves 9, zero 3, scale 6, add 9, the structured op 4 at each point.
// WHOLES: work 12 (9 additions, 3 multiplications, 0 divisions, 0 nonlinear), 0 choices, 39 moves
func.func @wholes(%x: tensor<3xf64>, %v: !chad.lin<tensor<3xf64>>) -> (tensor<3xf64>, !chad.lin<tensor<3xf64>>) {
  %k = arith.constant 2.0 : f64
  %s = arith.addf %x, %x : tensor<3xf64>
  %z = chad.zero : !chad.lin<tensor<3xf64>>
  %w = chad.scale %k, %v : f64, !chad.lin<tensor<3xf64>>
  %u = chad.add %z, %w : !chad.lin<tensor<3xf64>>
  %g = linalg.add ins(%x, %s : tensor<3xf64>, tensor<3xf64>) outs(%x : tensor<3xf64>) -> tensor<3xf64>
  return %g, %u : tensor<3xf64>, !chad.lin<tensor<3xf64>>
}

// Linear functions and UNF count what they add and scale.
// RUN: chad-run %s --interpret --count --entry=functions --arg=3 --arg=2 | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS: !chad.lin<f64> 12
// FUNCTIONS-NEXT: work 3 (1 additions, 2 multiplications, 0 divisions, 0 nonlinear), 0 choices, 0 moves
func.func @functions(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %m = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %s = chad.lfun.add %m, %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %w = chad.lfun.apply %s(%v) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %w : !chad.lin<f64>
}

// Without --count there is no such line.
// RUN: chad-run %s --interpret --entry=functions --arg=3 --arg=2 | FileCheck %s --check-prefix=NONE
// NONE-NOT: work

// RUN: not chad-run %s --count --entry=functions --arg=3 --arg=2 2>&1 | FileCheck %s --check-prefix=COMPILED
// COMPILED: chad-run: error: --count counts what the interpreter does: pass --interpret, too
