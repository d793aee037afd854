// RUN: chad-opt %s --chad-sparsity=function=steps | chad-run - --entry=steps.sparsity --arg=true --arg='[1, 2, 3]' | FileCheck %s --check-prefix=TAKEN
// RUN: chad-opt %s --chad-sparsity=function=steps | chad-run - --entry=steps.sparsity --arg=false --arg='[1, 2, 3]' | FileCheck %s --check-prefix=OTHER
// RUN: chad-opt %s --chad-sparsity=function=steps | chad-run - --entry=steps.sparsity --interpret --arg=true --arg='[1, 2, 3]' | FileCheck %s --check-prefix=TAKEN
// RUN: chad-opt %s --chad-sparsity='function=band colours=columns' | chad-run - --entry=band.colouring --arg=1000 --arg=%S/Inputs/zeros1000.npy | FileCheck %s --check-prefix=BAND
// RUN: chad-opt %s --chad-sparsity='function=total colours=rows' | chad-run - --entry=total.colouring --arg=%S/Inputs/zeros1000.npy | FileCheck %s --check-prefix=TOTAL
// RUN: chad-opt %s --chad-sparsity='function=total' | chad-run - --entry=total.sparsity --arg='[]' | FileCheck %s --check-prefix=EMPTY
// RUN: not chad-opt %s --chad-sparsity='function=band colours=all' 2>&1 | FileCheck %s --check-prefix=COLOURS
// RUN: not chad-opt %s --chad-sparsity='function=total colours=symmetric' 2>&1 | FileCheck %s --check-prefix=SYMMETRIC
// RUN: chad-opt %s --chad-dependence=function=steps | chad-run - --entry=steps.dependence --arg=true --arg='[1, 2, 3]' | FileCheck %s --check-prefix=DEPENDS
// COLOURS: there are no colours 'all'; there are 'none', 'columns', 'rows' and 'symmetric'
// SYMMETRIC: the Jacobian of '@total' is not symmetric: results and arguments have other types

// A branch, an index that data choose, a product with zero, a maximum, and a constant.

// TAKEN: tensor<5xindex> [0, 1, 2, 4, 4]
// TAKEN: tensor<4xindex> [0, 1, 0, 1]
// OTHER: tensor<5xindex> [0, 1, 2, 4, 4]
// OTHER: tensor<4xindex> [2, 1, 0, 1]
// DEPENDS: tensor<4xi64> [1, 1, 1, 0]
func.func @steps(%c: i1, %x: tensor<?xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %i = arith.select %c, %c0, %c2 : index
  %p = scf.if %c -> f64 {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %e = math.exp %v : f64
    scf.yield %e : f64
  } else {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    scf.yield %v : f64
  }
  %a = tensor.extract %x[%c0] : tensor<?xf64>
  %b = tensor.extract %x[%c1] : tensor<?xf64>
  %ni = arith.index_cast %c0 : index to i64
  %n = arith.sitofp %ni : i64 to f64
  %sum = scf.for %k = %c0 to %c2 step %c1 iter_args(%s = %zero) -> f64 {
    %t = arith.addf %s, %b : f64
    scf.yield %t : f64
  }
  %m = arith.maximumf %a, %b : f64
  %r = tensor.from_elements %p, %sum, %m, %zero : tensor<4xf64>
  return %r : tensor<4xf64>
}

// Groups of columns are divided until each has one.

// BAND: tensor<1001xindex> [0, 2, 4, ..., 1996, 1998, 1999]
// BAND: tensor<1999xindex> [0, 1, 1, ..., 998, 999, 999]
// BAND: tensor<1000xindex>
// BAND: index 2
func.func @band(%n: index, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %y = chad.build %i < %n -> tensor<?xf64> {
    %next = arith.addi %i, %c1 : index
    %j = arith.minui %next, %last : index
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %x[%j] : tensor<?xf64>
    %s = arith.mulf %a, %b : f64
    chad.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// TOTAL: tensor<2xindex> [0, 1000]
// TOTAL: tensor<1000xindex> [0, 1, 2, 3
// TOTAL: tensor<1xindex> [0]
// TOTAL: index 1
// EMPTY: tensor<2xindex> [0, 0]
// EMPTY: tensor<0xindex> []
func.func @total(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
