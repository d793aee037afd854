//===- Passes.td - Conversions -----------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_CONVERSION_PASSES_TD
#define CHAD_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

// What becomes of the array combinators on the way to code:
//
//   chad.map, chad.build, ... --convert-chad-to-linalg--> linalg.generic
//            |                                                 |
//            +------------- convert-chad-to-scf -----------> scf.for
//                                                              |
//                                      bufferization in place, LLVM

def ConvertChadToSCF : Pass<"convert-chad-to-scf"> {
  let summary = "array combinators to loops that write into destinations";
  let description = [{
    Each array combinator (`chad.map`, `build`, `reduce`, `scan`, `fold`, `hist`,
    `gather`, `scatter_add`, `accumulate`) becomes an `scf.for` whose iteration
    arguments are its state and the arrays that it fills, an element at a time.
    Bufferization then updates all of them in place: no iteration allocates or
    copies. The results of a nested combinator are written straight into the
    row of the array around it.

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %z = arith.mulf %k, %x : f64
      chad.yield %z : f64
    }
    ```

    becomes

    ```mlir
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?xf64>
    %init = tensor.empty(%n) : tensor<?xf64>
    %start = arith.constant 0 : index
    %step = arith.constant 1 : index
    %zs = scf.for %i = %start to %n step %step iter_args(%out = %init) -> (tensor<?xf64>) {
      %x = tensor.extract %xs[%i] : tensor<?xf64>
      %z = arith.mulf %k, %x : f64
      %next = tensor.insert %z into %out[%i] : tensor<?xf64>
      scf.yield %next : tensor<?xf64>
    }
    ```

    An array that is `chad.build %i < %n { chad.yield %i }` is never made: its
    elements are the loop's index. An inner extent that only the body knows is
    computed before the loop, from a copy of what computes sizes in it; at the first
    element, if that is looked at.

    A sum by `chad.reduce` may be reassociated by what follows: its `arith.addf`
    or `mulf` gets that flag. Linear types must have been erased.
  }];
  let options = [
    Option<"checkExtents", "check-extents", "bool", /*default=*/"false",
           "Assert, where types leave it open, that the arrays of an op have one extent">,
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ConvertChadToLinalg : Pass<"convert-chad-to-linalg"> {
  let summary = "maps, builds and reductions of scalars to structured ops";
  let description = [{
    A `chad.map` whose body works on scalars becomes a `linalg.generic`, and so does a nest of
    maps with nothing between them; `chad.build` and `chad.reduce` likewise. Everything
    else is left to `convert-chad-to-scf`.

    ```mlir
    %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
      %r = arith.addf %a, %x : f64
      chad.yield %r : f64
    }
    ```

    becomes

    ```mlir
    %empty = tensor.empty() : tensor<f64>
    %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<f64>) -> tensor<f64>
    %total = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%xs : tensor<?xf64>) outs(%start : tensor<f64>) {
    ^bb0(%x: f64, %a: f64):
      %r = arith.addf %a, %x : f64
      linalg.yield %r : f64
    } -> tensor<f64>
    %s = tensor.extract %total[] : tensor<f64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ChadFuseLoops : Pass<"chad-fuse-loops"> {
  let summary = "one loop for several over the same elements";
  let description = [{
    Maps, builds, sums and folds whose states are sums become one loop where one reads
    what the other makes, element by element, or where both read the same array. So is a
    sweep that computes a value fused with the one that differentiates it, and what goes from
    one to the other is never stored. Results of the first loop that are used later on
    remain results; what depends on them and stands between the loops moves behind.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %y = math.exp %x : f64
      chad.yield %y : f64
    }
    %sum = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
      %z = arith.mulf %k, %y : f64
      chad.yield %z : f64
    }
    ```

    becomes

    ```mlir
    %zero = arith.constant 0.0 : f64
    %sum, %zs = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %zero : f64) collect (tensor<?xf64>) {
      %y = math.exp %x : f64
      %s = arith.addf %a, %y : f64
      %z = arith.mulf %k, %y : f64
      chad.yield %s, %z : f64, f64
    }
    ```

    Loops that carry other states are left alone: in them, what could run in any order would
    have to wait.
  }];
  let statistics = [Statistic<"numFused", "num-fused", "Number of loops fused into others">];
}

def ChadChooseResiduals : Pass<"chad-choose-residuals"> {
  let summary = "compute again what costs less than to keep it";
  let description = [{
    A derivative keeps of each iteration of a loop what the loop that goes back needs. Where
    later loops read arrays element by element at the index at which they were made, they may
    instead compute elements again, from others or from what the first loop itself reads.
    Loops inside of both loops may be such a pair again.

    What is kept is chosen for all values of a nest of loops at once, as the minimal cut of a
    network: keeping a value costs its bytes in each iteration, computing it costs its
    operations, `max-flops-per-byte` of which are worth a byte. Values that are there in any
    case cost nothing, nor do operations that the later loop performs anyway. States of loops, and
    results of loops inside, are never computed again, as that would take more than a constant
    time. Neither the memory nor the order of the work grows; the numbers are the same.

    ```mlir
    %one = arith.constant 1.0 : f64
    %ys, %es, %ds = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
      %e = math.exp %x : f64
      %d = arith.addf %e, %one : f64
      %y = arith.divf %one, %d : f64
      chad.yield %y, %e, %d : f64, f64, f64
    }
    %total = chad.fold (%y in %ys : tensor<?xf64>) with (%s = %k : f64) {
      %q = arith.mulf %s, %y : f64
      %r = arith.addf %q, %y : f64
      chad.yield %r : f64
    }
    %gs = chad.fold right (%e in %es : tensor<?xf64>, %d in %ds : tensor<?xf64>, %y in %ys : tensor<?xf64>) with (%s = %total : f64) {
      %p = arith.mulf %s, %y : f64
      %q = arith.divf %p, %d : f64
      %r = arith.mulf %q, %e : f64
      chad.yield %r : f64
    }
    ```

    becomes, by `chad-opt --chad-choose-residuals --canonicalize`,

    ```mlir
    %one = arith.constant 1.0 : f64
    %ys, %es = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
      %e = math.exp %x : f64
      %d = arith.addf %e, %one : f64
      %y = arith.divf %one, %d : f64
      chad.yield %y, %e : f64, f64
    }
    %total = chad.fold (%y in %ys : tensor<?xf64>) with (%s = %k : f64) {
      %q = arith.mulf %s, %y : f64
      %r = arith.addf %q, %y : f64
      chad.yield %r : f64
    }
    %gs = chad.fold right (%e in %es : tensor<?xf64>, %y in %ys : tensor<?xf64>) with (%s = %total : f64) {
      %d = arith.addf %e, %one : f64
      %p = arith.mulf %s, %y : f64
      %q = arith.divf %p, %d : f64
      %r = arith.mulf %q, %e : f64
      chad.yield %r : f64
    }
    ```

    Extents that are not known count 64. What is made and read within an iteration of a loop
    stays in the cache, so that a byte is worth a quarter of the operations there. A value that is compared is kept, as
    what contracts products and sums might round it otherwise. A remark at each loop says what it
    keeps and why, and what is computed again.

    Source: Griewank & Walther 2008, ch. 12, on what to store and what to recompute; Jain et al.
    2020 (Checkmate), of which this is the case in which no value is kept for a part of
    the time; Moses et al. 2022 (Enzyme), where a minimal cut decides which values of a loop are cached.
  }];
  let options = [
    Option<"maxFlopsPerByte", "max-flops-per-byte", "double", /*default=*/"1.0",
           "How many operations a byte that is not kept may cost; 0 keeps everything">,
  ];
  let statistics = [Statistic<"numRecomputed", "num-recomputed",
                              "Number of values computed again instead of kept">];
}

def ChadSeparateResults : Pass<"chad-separate-results"> {
  let summary = "an array of its own for each place that it goes to";
  let description = [{
    An array that the body of a loop makes and yields several times, as a state and as a row of what
    it collects, would be made in one place and copied to the others. The loop that makes it
    stores its elements several times instead.

    ```mlir
    %last, %all = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %s0 : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %t = chad.map (%a in %s : tensor<?xf64>, %b in %x : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      chad.yield %t, %t : tensor<?xf64>, tensor<?xf64>
    }
    ```

    becomes

    ```mlir
    %last, %all = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %s0 : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %t, %u = chad.map (%a in %s : tensor<?xf64>, %b in %x : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
        %p = arith.mulf %a, %b : f64
        chad.yield %p, %p : f64, f64
      }
      chad.yield %t, %u : tensor<?xf64>, tensor<?xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numSeparated", "num-separated", "Number of arrays made again">];
}

def ChadReadMoved : Pass<"chad-read-moved"> {
  let summary = "read elements of padded and shifted arrays where they stand";
  let description = [{
    Stencils read slices of padded arrays, and their derivatives read slices of zeros into which
    arrays were inserted. Where loops read such an array only by its elements, it is built from
    elements that are read where they stand, and is then fused with what reads it
    (`chad-fuse-loops`):

        slice(a, at o)[i]        = a[o + i]
        pad(a, low l, with z)[i] = if l <= i < l + n then a[i - l] else z
        insert(a, at o, b)[i]    = if o <= i < o + n then a[i - o] else b[i]
        map(f, a)[i]             = f(a[i])      for an f that is cheap

    Conditions that the extents imply are left out. No number is computed in another way
    than before.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?xf64>
    %padded = tensor.pad %xs low[1] high[1] {
    ^bb0(%j: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %sums = chad.map (%x in %xs : tensor<?xf64>, %l in %left : tensor<?xf64>) -> tensor<?xf64> {
      %s = arith.addf %x, %l : f64
      chad.yield %s : f64
    }
    ```

    becomes

    ```mlir
    %zero = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?xf64>
    %c0_1 = arith.constant 0 : index
    %m = tensor.dim %xs, %c0_1 : tensor<?xf64>
    %left = chad.build %i < %m -> tensor<?xf64> {
      %c1 = arith.constant 1 : index
      %hasLeft = arith.cmpi sge, %i, %c1 : index
      %l = scf.if %hasLeft -> (f64) {
        %minus1 = arith.constant -1 : index
        %j = arith.addi %i, %minus1 : index
        %x = tensor.extract %xs[%j] : tensor<?xf64>
        scf.yield %x : f64
      } else {
        scf.yield %zero : f64
      }
      chad.yield %l : f64
    }
    %sums = chad.map (%x in %xs : tensor<?xf64>, %l in %left : tensor<?xf64>) -> tensor<?xf64> {
      %s = arith.addf %x, %l : f64
      chad.yield %s : f64
    }
    ```

    An array that something else needs as a whole is left as it is.
  }];
  let statistics = [Statistic<"numRead", "num-read", "Number of arrays read where they stand">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadSplitLoops : Pass<"chad-split-loops"> {
  let summary = "one loop for the rim, and one without branches for the rest";
  let description = [{
    An innermost loop with branches that depend on whether the index has reached a bound, or is
    still below one, becomes three: up to all lower bounds, from them to the upper ones, and
    from there on. In the middle the answers are known, so that no branch is left in it, and LLVM
    can vectorize it. Branches whose condition does not change in the loop get the loop in the
    middle twice: where all of these conditions hold, it asks for none of them.

    ```mlir
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
      %isIn = arith.cmpi sge, %i, %k : index
      %x = scf.if %isIn -> (f64) {
        %j = arith.subi %i, %k : index
        %y = memref.load %xs[%j] : memref<?xf64>
        scf.yield %y : f64
      } else {
        scf.yield %zero : f64
      }
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    }
    ```

    becomes

    ```mlir
    %c1 = arith.constant 1 : index
    %0 = arith.maxsi %c0, %k : index
    %first = arith.minsi %0, %n : index
    %before = scf.for %i = %c0 to %first step %c1 iter_args(%s = %zero) -> (f64) {
      %isIn = arith.cmpi sge, %i, %k : index
      %x = scf.if %isIn -> (f64) {
        %j = arith.subi %i, %k : index
        %y = memref.load %xs[%j] : memref<?xf64>
        scf.yield %y : f64
      } else {
        scf.yield %zero : f64
      }
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    }
    %true = arith.constant true
    %r = scf.for %i = %first to %n step %c1 iter_args(%s = %before) -> (f64) {
      %x = scf.if %true -> (f64) {
        %j = arith.subi %i, %k : index
        %y = memref.load %xs[%j] : memref<?xf64>
        scf.yield %y : f64
      } else {
        scf.yield %zero : f64
      }
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    }
    ```

    A rim of a few iterations is marked such that LLVM does not vectorize it.
  }];
  let statistics = [Statistic<"numSplit", "num-split", "Number of loops split">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadUpdateOne : Pass<"chad-update-one"> {
  let summary = "loops over arrays with one element that is not zero";
  let description = [{
    The derivative of a minimum is an array of zeros with one element at the index of the minimum.
    With one(j, v) for such an array and f(0, x) = 0:

        A + map (w, x. f(w, x)) one(j, v) X        = accumulate f(v, X[j]) into A[j]
        fold (w, x, s. s + f(w, x)) one(j, v) X S  = S + f(v, X[j])

    That f is zero where w is must follow from the body: a product with infinity, for
    instance, is not. The code that `chad.vjp` gives has f(w, x) = select(w = 0, w, ...).

    ```mlir
    %zero = arith.constant 0.0 : f64
    %zeros = tensor.splat %zero[%n] : tensor<?xf64>
    %one = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
    %ys = chad.map (%w in %one : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %w, %x : f64
      %isZero = arith.cmpf oeq, %w, %zero : f64
      %y = arith.select %isZero, %w, %p : f64
      chad.yield %y : f64
    }
    %sum = arith.addf %acc, %ys : tensor<?xf64>
    ```

    becomes

    ```mlir
    %zero = arith.constant 0.0 : f64
    %zeros = tensor.splat %zero[%n] : tensor<?xf64>
    %one = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
    %true = arith.constant true
    %sum = scf.if %true -> (tensor<?xf64>) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %p = arith.mulf %v, %x : f64
      %isZero = arith.cmpf oeq, %v, %zero : f64
      %y = arith.select %isZero, %v, %p : f64
      %a = chad.accumulate %y into %acc[%j] : f64 into tensor<?xf64>
      scf.yield %a : tensor<?xf64>
    } else {
      scf.yield %acc : tensor<?xf64>
    }
    ```

    The branch is that of an array which has its one element under a condition.
  }];
  let statistics = [Statistic<"numUpdated", "num-updated", "Number of loops replaced">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ChadFindExtrema : Pass<"chad-find-extrema"> {
  let summary = "look for the index of an extremum when the extremum is known";
  let description = [{
    The derivative of a minimum or maximum goes to the first element that is it. A reduction that
    carries the best element with its index decides for each element which one goes on, and
    waits for the one before. Where the extremum itself is known, as mostly it is, its index
    is the least of those of the elements that are equal to it, or that are NaN if it is:
    a loop over independent elements, and a minimum of integers, of which vectors do many at once.
    The index starts from -1, which among unsigned numbers is the greatest.

    ```mlir
    %none = arith.constant -1 : index
    %is = chad.build %i < %n -> tensor<?xindex> {
      chad.yield %i : index
    }
    %m, %at = chad.reduce (%a, %x in %xs from %least : tensor<?xf64>,
                           %i, %j in %is from %none : tensor<?xindex>) {
      %isGreater = arith.cmpf ogt, %x, %a : f64
      %isEqual = arith.cmpf oeq, %x, %a : f64
      %isUnit = arith.cmpi eq, %i, %none : index
      %isNan = arith.cmpf uno, %x, %x : f64
      %wasNumber = arith.cmpf ord, %a, %a : f64
      %becomesNan = arith.andi %isNan, %wasNumber : i1
      %isFirst = arith.andi %isEqual, %isUnit : i1
      %isBetter = arith.ori %isGreater, %isFirst : i1
      %takes = arith.ori %becomesNan, %isBetter : i1
      %v = arith.select %takes, %x, %a : f64
      %k = arith.select %takes, %j, %i : index
      chad.yield %v, %k : f64, index
    }
    ```

    becomes

    ```mlir
    %none = arith.constant -1 : index
    %is = chad.build %i < %n -> tensor<?xindex> {
      chad.yield %i : index
    }
    %m = chad.reduce (%a, %x in %xs from %least : tensor<?xf64>) {
      %v = arith.maximumf %a, %x : f64
      chad.yield %v : f64
    }
    %places = chad.map (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xindex> {
      %isEqual = arith.cmpf oeq, %x, %m : f64
      %isNan = arith.cmpf uno, %x, %x : f64
      %isHere = arith.ori %isEqual, %isNan : i1
      %k = arith.select %isHere, %i, %none : index
      chad.yield %k : index
    }
    %at = chad.reduce (%i, %j in %places from %none : tensor<?xindex>) {
      %k = arith.minui %i, %j : index
      chad.yield %k : index
    }
    ```

    This comes when it is decided what is computed again: both loops must see the same elements,
    to the last bit. The extremum is mostly that of the function, and computed once.
  }];
  let statistics = [Statistic<"numSplit", "num-split", "Number of searches taken out of reductions">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect"];
}

def ChadSplitUpdates : Pass<"chad-split-updates"> {
  let summary = "updates of rows that the data choose in a loop of their own";
  let description = [{
    A fold that adds a row to an array in each iteration, at an index of the iteration's own, and
    has other loops in its body becomes two: one for all but the update, which may then run
    several iterations at once (`chad-vectorize-lanes`), and one for the updates, one after the
    other. The first keeps the index, and at most four numbers in all, for the second.

    ```mlir
    %sum, %acc = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zero : f64, %a = %as : tensor<?x?xf64>) {
      %n, %j = chad.reduce (%l, %r in %x from %inf : tensor<?xf64>, %p, %q in %is from %none : tensor<?xindex>) {
        %less = arith.cmpf olt, %r, %l : f64
        %m = arith.select %less, %r, %l : f64
        %o = arith.select %less, %q, %p : index
        chad.yield %m, %o : f64, index
      }
      %t = arith.addf %s, %n : f64
      %b = chad.accumulate %x into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
      chad.yield %t, %b : f64, tensor<?x?xf64>
    }
    ```

    becomes

    ```mlir
    %sum, %js = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zero : f64) collect (tensor<?xindex>) {
      %n, %j = chad.reduce (%l, %r in %x from %inf : tensor<?xf64>, %p, %q in %is from %none : tensor<?xindex>) {
        %less = arith.cmpf olt, %r, %l : f64
        %m = arith.select %less, %r, %l : f64
        %o = arith.select %less, %q, %p : index
        chad.yield %m, %o : f64, index
      }
      %t = arith.addf %s, %n : f64
      chad.yield %t, %j : f64, index
    }
    %acc = chad.fold (%x in %xs : tensor<?x?xf64>, %j in %js : tensor<?xindex>) with (%a = %as : tensor<?x?xf64>) {
      %b = chad.accumulate %x into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
      chad.yield %b : tensor<?x?xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numSplit", "num-split", "Number of folds split">];
  let dependentDialects = ["::chad::ChadDialect"];
}

def ChadMergeUpdates : Pass<"chad-merge-updates"> {
  let summary = "updates at places that the data choose in one loop with what they are made of";
  let description = [{
    A `chad.map` of a few operations, what updates places that the data choose by its
    results (`chad.hist`, `chad.scatter_add`), and the `chad.gather` and `chad.scan` that make what
    either reads become one `chad.fold` from the left. The updates go one after the other in any case;
    in one loop nothing in between is stored. What the last bin of a histogram holds is a
    state of the loop: as long as the bin stays the same it is not read again.

    ```mlir
    func.func @f(%x: tensor<?xf64>, %columns: tensor<?xindex>, %dx: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
      %m = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %a, %k : f64
        chad.yield %p : f64
      }
      %r = chad.scatter_add %m into %dx[%columns] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
      return %r : tensor<?xf64>
    }
    ```

    becomes, by `chad-opt --chad-merge-updates`,

    ```mlir
    func.func @f(%x: tensor<?xf64>, %columns: tensor<?xindex>, %dx: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
      %r = chad.fold (%a in %x : tensor<?xf64>, %c in %columns : tensor<?xindex>) with (%s = %dx : tensor<?xf64>) {
        %p = arith.mulf %a, %k : f64
        %t = chad.accumulate %p into %s[%c] : f64 into tensor<?xf64>
        chad.yield %t : tensor<?xf64>
      }
      return %r : tensor<?xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numMerged", "num-merged", "Number of maps merged with updates">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ChadInterchangeLoops : Pass<"chad-interchange-loops"> {
  let summary = "loops over elements around those over directions";
  let description = [{
    A Jacobian by columns is a `chad.build` over directions, with a `chad.map` over elements in it,
    that is transposed. Where iterations of the first read from places of their own, so
    that they cannot run in the lanes of vectors, the loop over elements becomes the outer one: each
    element is read once, elements stand in the lanes, and the result is made where it
    belongs. What the directions need for all elements is computed before, in a loop of its own,
    which reads what it needs of arrays element by element, and so may run in lanes.

    ```mlir
    func.func @f(%ws: tensor<?x52xf64>, %xs: tensor<26xf64>, %e: tensor<?x26xf64>) -> tensor<?x26xf64> {
      %c26 = arith.constant 26 : index
      %c2 = arith.constant 2 : index
      %columns = chad.build %d < %c26 -> tensor<26x?xf64> {
        %first = arith.muli %d, %c2 : index
        %x = tensor.extract %xs[%d] : tensor<26xf64>
        %b = math.exp %x : f64
        %column = chad.map (%w in %ws : tensor<?x52xf64>) -> tensor<?xf64> {
          %part = tensor.extract_slice %w[%first] [1] [1] : tensor<52xf64> to tensor<1xf64>
          %c0 = arith.constant 0 : index
          %a = tensor.extract %part[%c0] : tensor<1xf64>
          %p = arith.mulf %a, %b : f64
          chad.yield %p : f64
        }
        chad.yield %column : tensor<?xf64>
      }
      %rows = linalg.transpose ins(%columns : tensor<26x?xf64>) outs(%e : tensor<?x26xf64>) permutation = [1, 0]
      return %rows : tensor<?x26xf64>
    }
    ```

    becomes, by `chad-opt --chad-interchange-loops --canonicalize`,

    ```mlir
    func.func @f(%ws: tensor<?x52xf64>, %xs: tensor<26xf64>, %e: tensor<?x26xf64>) -> tensor<?x26xf64> {
      %c0 = arith.constant 0 : index
      %c26 = arith.constant 26 : index
      %c2 = arith.constant 2 : index
      %needed:2 = chad.build %d < %c26 -> (tensor<26xindex>, tensor<26xf64>) {
        %first = arith.muli %d, %c2 : index
        %x = tensor.extract %xs[%d] : tensor<26xf64>
        %b = math.exp %x : f64
        chad.yield %first, %b : index, f64
      }
      %rows = chad.map (%w in %ws : tensor<?x52xf64>) -> tensor<?x26xf64> {
        %row = chad.map (%first in %needed#0 : tensor<26xindex>, %b in %needed#1 : tensor<26xf64>) -> tensor<26xf64> {
          %part = tensor.extract_slice %w[%first] [1] [1] : tensor<52xf64> to tensor<1xf64>
          %a = tensor.extract %part[%c0] : tensor<1xf64>
          %p = arith.mulf %a, %b : f64
          chad.yield %p : f64
        }
        chad.yield %row : tensor<26xf64>
      }
      return %rows : tensor<?x26xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numInterchanged", "num-interchanged", "Number of pairs of loops interchanged">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadUnrollLoops : Pass<"chad-unroll-loops"> {
  let summary = "write out loops over few elements";
  let description = [{
    A `chad.map`, `chad.build` or `chad.fold` whose extent is known and that does at most
    `max-operations` operations in all, on scalars, is replaced by them; inner loops first. What it
    makes is a `tensor.from_elements`, of which what reads it takes the scalars: small matrices
    stay in registers, and in the lanes of vectors (`chad-vectorize-lanes`). Loops that make what
    a loop around yields without sums stay: that may be done where it is to stand.

    ```mlir
    func.func @dot(%x: tensor<2xf64>, %y: tensor<2xf64>) -> f64 {
      %zero = arith.constant 0.0 : f64
      %d = chad.fold (%a in %x : tensor<2xf64>, %b in %y : tensor<2xf64>) with (%s = %zero : f64) {
        %p = arith.mulf %a, %b : f64
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      return %d : f64
    }
    ```

    becomes, by `chad-opt --chad-unroll-loops --canonicalize`,

    ```mlir
    func.func @dot(%x: tensor<2xf64>, %y: tensor<2xf64>) -> f64 {
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f64
      %c0 = arith.constant 0 : index
      %x0 = tensor.extract %x[%c0] : tensor<2xf64>
      %y0 = tensor.extract %y[%c0] : tensor<2xf64>
      %p = arith.mulf %x0, %y0 : f64
      %s = arith.addf %p, %zero : f64
      %x1 = tensor.extract %x[%c1] : tensor<2xf64>
      %y1 = tensor.extract %y[%c1] : tensor<2xf64>
      %q = arith.mulf %x1, %y1 : f64
      %t = arith.addf %s, %q : f64
      return %t : f64
    }
    ```
  }];
  let options = [
    Option<"maxOperations", "max-operations", "int64_t", /*default=*/"40",
           "How many operations may be written out for a loop">
  ];
  let statistics = [Statistic<"numUnrolled", "num-unrolled", "Number of loops written out">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadSumInPlace : Pass<"chad-sum-in-place"> {
  let summary = "add to an array in the loop that makes the addends";
  let description = [{
    Where an array gets added to it what a fold sums up from zero, the fold starts from the
    array instead: no array is made for the sum.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %zeros = tensor.splat %zero[%n] : tensor<?xf64>
    %sum = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros : tensor<?xf64>) {
      %t = chad.accumulate %x into %s[%i] : f64 into tensor<?xf64>
      chad.yield %t : tensor<?xf64>
    }
    %both = chad.map (%a in %acc : tensor<?xf64>, %b in %sum : tensor<?xf64>) -> tensor<?xf64> {
      %c = arith.addf %a, %b : f64
      chad.yield %c : f64
    }
    ```

    becomes

    ```mlir
    %zero = arith.constant 0.0 : f64
    %both = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %acc : tensor<?xf64>) {
      %t = chad.accumulate %x into %s[%i] : f64 into tensor<?xf64>
      chad.yield %t : tensor<?xf64>
    }
    ```

    A small array that gets its elements added one by one, at indices that are constants, becomes
    `tensor.from_elements`.

    Source: the monoid laws, `a + Σᵢ xᵢ = (…((a + x₁) + x₂) + …)`; Huot & Shaikhha 2022, §4.
  }];
  let statistics = [Statistic<"numThreaded", "num-threaded", "Number of sums made in place">];
}

def ChadResolveShapes : Pass<"chad-resolve-shapes"> {
  let summary = "take extents from arrays that are there anyway";
  let description = [{
    An extent of an element is one of its array; that of an array that a loop makes follows from
    what the loop reads, where its body says so. Taken from there, it does not need the array:
    what a derivative would keep of each iteration for its shape alone is not kept.

    ```mlir
    %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
        %f = math.exp %e : f64
        chad.yield %f : f64
      }
      chad.yield %y : tensor<?xf64>
    }
    %c1 = arith.constant 1 : index
    %n = tensor.dim %kept, %c1 : tensor<?x?xf64>
    ```

    becomes, by `chad-opt --chad-resolve-shapes --canonicalize`,

    ```mlir
    %c1 = arith.constant 1 : index
    %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
    ```
  }];
  let statistics = [Statistic<"numResolved", "num-resolved", "Number of extents resolved">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def ChadNarrowResults : Pass<"chad-narrow-results"> {
  let summary = "read arrays instead of storing copies of their elements";
  let description = [{
    What a derivative keeps of a loop may hold one value many times: a vector that each
    iteration of a loop inside reads, as often as that loop runs. Where the value is an
    element of an array that the outer loop reads, the loops that need it read that array
    instead.

    ```mlir
    %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?x?xf64> {
      %rows = chad.build %i < %n -> tensor<?x?xf64> {
        chad.yield %x : tensor<?xf64>
      }
      chad.yield %rows : tensor<?x?xf64>
    }
    %zs = chad.map (%rows in %kept : tensor<?x?x?xf64>, %y in %ys : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
      %z = chad.map (%r in %rows : tensor<?x?xf64>, %s in %y : tensor<?x?xf64>) -> tensor<?xf64> {
        %a = tensor.extract %r[%i0] : tensor<?xf64>
        %b = tensor.extract %s[%i0] : tensor<?xf64>
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      chad.yield %z : tensor<?xf64>
    }
    ```

    becomes

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?x?xf64>, %y in %ys : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
      %z = chad.map (%s in %y : tensor<?x?xf64>) -> tensor<?xf64> {
        %a = tensor.extract %x[%i0] : tensor<?xf64>
        %b = tensor.extract %s[%i0] : tensor<?xf64>
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      chad.yield %z : tensor<?xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numNarrowed", "num-narrowed", "Number of reads of repeated arrays">];
}

def ChadRaiseContractions : Pass<"chad-raise-contractions"> {
  let summary = "take products of matrices out of the loops that compute them by rows";
  let description = [{
    A loop whose iterations each multiply a vector with a matrix, or add the product of two
    vectors to a matrix, is divided: what comes before, the product of whole matrices as a
    `linalg.generic`, and what needs it. What is computed before and needed later becomes
    an array with a row for each iteration.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %ys = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %y = chad.map (%w in %ws : tensor<?x?xf64>) -> tensor<?xf64> {
        %ps = chad.map (%a in %w : tensor<?xf64>, %b in %x : tensor<?xf64>) -> tensor<?xf64> {
          %p = arith.mulf %a, %b : f64
          chad.yield %p : f64
        }
        %sum = chad.reduce (%s, %p in %ps from %zero : tensor<?xf64>) {
          %t = arith.addf %s, %p : f64
          chad.yield %t : f64
        }
        chad.yield %sum : f64
      }
      chad.yield %y : tensor<?xf64>
    }
    ```

    becomes

    ```mlir
    %zero = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
    %d0 = arith.constant 0 : index
    %m = tensor.dim %ws, %d0 : tensor<?x?xf64>
    %empty = tensor.empty(%n, %m) : tensor<?x?xf64>
    %start = arith.constant 0.0 : f64
    %zeros = linalg.fill ins(%start : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
    %ys = linalg.generic {
        indexing_maps = [affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>,
                         affine_map<(i, j, k) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%ws, %xs : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %s: f64):
      %p = arith.mulf %a, %b : f64
      %t = arith.addf %s, %p : f64
      linalg.yield %t : f64
    } -> tensor<?x?xf64>
    ```

    Where an extent is known to be less than 8 the loop stays as it is. A product whose elements
    are then added one by one to zeros at transposed positions, as the adjoint of reading
    columns does, is computed where they go to.
  }];
  let statistics = [
    Statistic<"numRaised", "num-raised", "Number of products taken out">,
    Statistic<"numTransposed", "num-transposed", "Number of products computed transposed">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadRelaxFloats : Pass<"chad-relax-floats"> {
  let summary = "allow fused multiply-add and sums in any order";
  let description = [{
    Additions, subtractions and multiplications of floats get the flag `contract`: a product
    that is added may be rounded once instead of twice. Additions to a sum that a fold carries
    get `reassoc`: without it, a sum takes one addition after the other. A sum may so
    overflow in one order and not in another. `chad.reduce` says by itself that any order will do.
    A double times a constant is a product with the doubled constant, which rounds the same.

    ```mlir
    %sum = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64) {
      %p = arith.mulf %k, %x : f64
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    ```

    becomes

    ```mlir
    %sum = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64) {
      %p = arith.mulf %k, %x fastmath<contract> : f64
      %t = arith.addf %s, %p fastmath<reassoc,contract> : f64
      chad.yield %t : f64
    }
    ```
  }];
  let options = [
    Option<"contract", "contract", "bool", /*default=*/"true", "Allow fused multiply-add">,
    Option<"reassociateSums", "reassociate-sums", "bool", /*default=*/"true",
           "Allow sums of folds in any order">,
  ];
}

def ChadParallelizeLoops : Pass<"chad-parallelize-loops", "::mlir::ModuleOp"> {
  let summary = "divide the iterations of loops among threads";
  let description = [{
    The iterations of each outermost map, build, fold whose states are sums, or reduction, and
    the rows of each product of matrices, are divided: every thread has one range of them and
    writes its part of the results. Sums get a copy for each thread, which starts from zero;
    the copies are added at the end, in the order of the threads, so that a result depends on the
    number of threads but not on their timing.

    How many threads there are is decided when the loop is reached: as many as there are, but
    none that would do less than `grain` operations, or than four times the elements of its
    copy of a sum.

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %z = math.exp %x : f64
      chad.yield %z : f64
    }
    ```

    becomes, by `chad-opt --chad-parallelize-loops=threads=2 --canonicalize --cse`,

    ```mlir
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %c11 = arith.constant 11 : index
    %c1 = arith.constant 1 : index
    %grain = arith.constant 131072 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?xf64>
    %work = arith.muli %n, %c11 : index
    %worthwhile = arith.divui %work, %grain : index
    %needed = arith.minui %worthwhile, %n : index
    %available = arith.minui %needed, %c2 : index
    %threads = arith.maxui %available, %c1 : index
    %empty = tensor.empty(%n) : tensor<?xf64>
    %many = arith.muli %threads, %c64 : index
    %isLong = arith.cmpi uge, %n, %many : index
    %unit = arith.select %isLong, %c16, %c1 : index
    %numUnits = arith.ceildivui %n, %unit : index
    %zs = scf.forall (%t) in (%threads) shared_outs(%out = %empty) -> (tensor<?xf64>) {
      %a0 = arith.muli %t, %numUnits : index
      %a1 = arith.divui %a0, %threads : index
      %a2 = arith.muli %a1, %unit : index
      %first = arith.minui %a2, %n : index
      %t1 = arith.addi %t, %c1 : index
      %b0 = arith.muli %t1, %numUnits : index
      %b1 = arith.divui %b0, %threads : index
      %b2 = arith.muli %b1, %unit : index
      %end = arith.minui %b2, %n : index
      %size = arith.subi %end, %first : index
      %part = tensor.extract_slice %xs[%first] [%size] [1] : tensor<?xf64> to tensor<?xf64>
      %ys = chad.map (%x in %part : tensor<?xf64>) -> tensor<?xf64> {
        %y = math.exp %x : f64
        chad.yield %y : f64
      }
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %ys into %out[%first] [%size] [1] : tensor<?xf64> into tensor<?xf64>
      }
    }
    ```

    Of a scan by a single op each thread reduces its range first; when these sums have been scanned,
    it scans its range from what comes before (Blelloch 1990, §1.2). The last range, which is the only one where
    there is one thread, is not reduced.

    Other loops whose iterations wait for each other stay as they are, and what is inside them is
    divided. Whether any of that is worth a second thread is decided before the outermost of them,
    as far as it can be told there: where nothing is, a copy of the loop runs that knows of no
    threads, so that its states are overwritten in place. Maps that do little with what such a
    loop makes stay: they are fused with it. What is gathered for one loop is gathered by each
    thread for itself.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", /*default=*/"0",
           "How many threads there are; 0: as many as OpenMP says when the program runs">,
    Option<"grain", "grain", "unsigned", /*default=*/"131072",
           "The least number of scalar operations for a thread">,
  ];
  let statistics = [Statistic<"numParallelized", "num-parallelized", "Number of loops divided">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadOutlineThreads : Pass<"chad-outline-threads", "::mlir::ModuleOp"> {
  let summary = "make a function of what each thread does";
  let description = [{
    The body of a loop over threads becomes a private function with the number of the thread,
    and all that the body uses, as arguments. So are its buffers its own: what moves allocations
    out of loops would share them.

    ```mlir
    module {
      func.func @f(%xs: memref<?xf64>, %ys: memref<?xf64>, %threads: index) {
        scf.forall (%t) in (%threads) {
          %x = memref.load %xs[%t] : memref<?xf64>
          memref.store %x, %ys[%t] : memref<?xf64>
        }
        return
      }
    }
    ```

    becomes, by `chad-opt --chad-outline-threads`,

    ```mlir
    module {
      func.func @f(%xs: memref<?xf64>, %ys: memref<?xf64>, %threads: index) {
        scf.forall (%t) in (%threads) {
          func.call @f_thread(%t, %xs, %ys) : (index, memref<?xf64>, memref<?xf64>) -> ()
        }
        return
      }
      func.func private @f_thread(%t: index, %xs: memref<?xf64>, %ys: memref<?xf64>)
          attributes {chad.distinct = array<i64>, llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
        %x = memref.load %xs[%t] : memref<?xf64>
        memref.store %x, %ys[%t] : memref<?xf64>
        return
      }
    }
    ```

    `chad.distinct` says which arguments, as they are after the conversion to LLVM, are pointers to
    what no other argument leads to: buffers that are allocated here, or only read
    (`chad-mark-noalias`).
  }];
  let statistics = [Statistic<"numOutlined", "num-outlined", "Number of functions made">];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"];
}

def ChadThreadsToOpenMP : Pass<"chad-threads-to-openmp"> {
  let summary = "loops over threads to OpenMP";
  let description = [{
    A loop over threads on buffers becomes a parallel region of OpenMP with as many threads
    as iterations; where there is one, it runs without.

    ```mlir
    module {
      func.func @f(%ys: memref<?xf64>, %x: f64, %threads: index) {
        scf.forall (%t) in (%threads) {
          memref.store %x, %ys[%t] : memref<?xf64>
        }
        return
      }
    }
    ```

    becomes, by `chad-opt --chad-threads-to-openmp --canonicalize`,

    ```mlir
    module {
      func.func @f(%ys: memref<?xf64>, %x: f64, %threads: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %isMany = arith.cmpi ugt, %threads, %c1 : index
        scf.if %isMany {
          %number = arith.index_cast %threads : index to i32
          omp.parallel num_threads(%number : i32) {
            omp.wsloop {
              omp.loop_nest (%t) : index = (%c0) to (%threads) step (%c1) {
                memref.store %x, %ys[%t] : memref<?xf64>
                omp.yield
              }
            }
            omp.terminator
          }
        } else {
          memref.store %x, %ys[%c0] : memref<?xf64>
        }
        return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::omp::OpenMPDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadVectorizeLanes : Pass<"chad-vectorize-lanes"> {
  let summary = "run several iterations of a loop at once, each in a lane of vectors";
  let description = [{
    A map, build or fold whose states are sums runs W iterations at a time, as many as two
    vectors hold: each scalar that
    differs between them becomes a `vector<Wxf64>`, and each array an array of such vectors.
    Loops inside keep their form and run once for all lanes. Sums have the lanes of one vector,
    which are added at the end. Where the extent is no multiple of W the last lanes repeat the
    last iteration, and are not added to sums. Rows that are gathered are read where they are.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %s = chad.reduce (%a, %k in %ks from %zero : tensor<?xf64>) {
        %p = arith.mulf %k, %x : f64
        %t = arith.addf %a, %p : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    }
    ```

    becomes, by `chad-opt --chad-vectorize-lanes=bits=64 --canonicalize --cse`,

    ```mlir
    %zeros = arith.constant dense<0.0> : vector<2xf64>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %n = tensor.dim %xs, %c0 : tensor<?xf64>
    %last = arith.subi %n, %c1 : index
    %empty = tensor.empty(%n) : tensor<?xf64>
    %numBlocks = arith.ceildivui %n, %c2 : index
    %r = scf.for %block = %c0 to %numBlocks step %c1 iter_args(%out = %empty) -> (tensor<?xf64>) {
      %i = arith.muli %block, %c2 : index
      %i0 = arith.minsi %i, %last : index
      %j = arith.addi %i, %c1 : index
      %i1 = arith.minsi %j, %last : index
      %x0 = tensor.extract %xs[%i0] : tensor<?xf64>
      %x1 = tensor.extract %xs[%i1] : tensor<?xf64>
      %x = vector.from_elements %x0, %x1 : vector<2xf64>
      %kv = chad.map (%k in %ks : tensor<?xf64>) -> tensor<?xvector<2xf64>> {
        %b = vector.broadcast %k : f64 to vector<2xf64>
        chad.yield %b : vector<2xf64>
      }
      %s = chad.reduce (%a, %k in %kv from %zeros : tensor<?xvector<2xf64>>) {
        %p = arith.mulf %k, %x : vector<2xf64>
        %t = arith.addf %a, %p : vector<2xf64>
        chad.yield %t : vector<2xf64>
      }
      %s0 = vector.extract %s[0] : f64 from vector<2xf64>
      %out0 = tensor.insert %s0 into %out[%i0] : tensor<?xf64>
      %s1 = vector.extract %s[1] : f64 from vector<2xf64>
      %out1 = tensor.insert %s1 into %out0[%i1] : tensor<?xf64>
      scf.yield %out1 : tensor<?xf64>
    }
    ```

    This pays where there is enough to compute for each element that is read, as rows are read
    with a stride: in loops inside, or by functions such as `exp`. A flat loop, from scalars to
    scalars, reads and writes vectors side by side, and one with a mask at the end; this pays
    where the iterations that fill no vector would cost as much as all others. Everything else is
    left for LLVM to vectorize.

    The iterations of a fold wait for each other; but where its states are rows, and each element
    of the next ones follows from the elements at the same place, the elements are independent. A
    vector of them goes through all iterations, with the states in registers, before the next
    vector does; two at a time hide each other's latency, if there are no more than four states.

    ```mlir
    %last = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %s0 : tensor<8xf64>) {
      %y = chad.map (%a in %s : tensor<8xf64>, %b in %x : tensor<?xf64>) -> tensor<8xf64> {
        %t = arith.addf %a, %b : f64
        %u = math.tanh %t : f64
        chad.yield %u : f64
      }
      chad.yield %y : tensor<8xf64>
    }
    ```

    becomes, by `chad-opt --chad-vectorize-lanes=bits=256 --canonicalize --cse`,

    ```mlir
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
    %empty = tensor.empty() : tensor<8xf64>
    %v = vector.transfer_read %s0[%c0], %zero {in_bounds = [true]} : tensor<8xf64>, vector<8xf64>
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> (vector<8xf64>) {
      %x = vector.transfer_read %xs[%i, %c0], %zero {in_bounds = [true]} : tensor<?x?xf64>, vector<8xf64>
      %t = arith.addf %s, %x : vector<8xf64>
      %u = math.tanh %t : vector<8xf64>
      scf.yield %u : vector<8xf64>
    }
    %last = vector.transfer_write %end, %empty[%c0] {in_bounds = [true]} : vector<8xf64>, tensor<8xf64>
    ```

    Iterations may be added up in any order.
  }];
  let options = [
    Option<"bits", "bits", "unsigned", /*default=*/"512", "The width of the vectors in bits">,
    Option<"everywhere", "everywhere", "bool", /*default=*/"false",
           "Vectorize all loops that can be, also where it does not pay">,
  ];
  let statistics = [Statistic<"numVectorized", "num-vectorized", "Number of loops vectorized">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
}

def ChadInterchangeSums : Pass<"chad-interchange-sums"> {
  let summary = "add to rows of large sums some iterations at a time, row by row";
  let description = [{
    A loop that in each iteration updates all rows of arrays that it carries, by a map whose results
    are the arrays' next values and which alone reads them, goes through all of the arrays each time.
    Instead some iterations compute what the map needs, which is kept; then each row is updated for all
    of these iterations while it stays in the nearest cache. Rows are updated in the order of
    the iterations as before, so that results do not change.

    ```mlir
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
      %e = tensor.extract %xs[%i] : tensor<?xf64>
      %x = math.exp %e : f64
      %next = chad.map (%row in %sums : tensor<?x?xf64>) -> tensor<?x?xf64> {
        %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
          %t = arith.addf %a, %x : f64
          chad.yield %t : f64
        }
        chad.yield %s : tensor<?xf64>
      }
      scf.yield %next : tensor<?x?xf64>
    }
    ```

    becomes, by `chad-opt --chad-interchange-sums=iterations=16 --canonicalize --cse`,

    ```mlir
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %r = scf.for %first = %c0 to %n step %c16 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
      %left = arith.subi %n, %first : index
      %count = arith.minui %left, %c16 : index
      %empty = tensor.empty() : tensor<16xf64>
      %kept = scf.for %j = %c0 to %count step %c1 iter_args(%k = %empty) -> (tensor<16xf64>) {
        %i = arith.addi %first, %j : index
        %e = tensor.extract %xs[%i] : tensor<?xf64>
        %x = math.exp %e : f64
        %l = tensor.insert %x into %k[%j] : tensor<16xf64>
        scf.yield %l : tensor<16xf64>
      }
      %next = chad.map (%row in %sums : tensor<?x?xf64>) -> tensor<?x?xf64> {
        %s = scf.for %j = %c0 to %count step %c1 iter_args(%t = %row) -> (tensor<?xf64>) {
          %x = tensor.extract %kept[%j] : tensor<16xf64>
          %u = chad.map (%a in %t : tensor<?xf64>) -> tensor<?xf64> {
            %b = arith.addf %a, %x : f64
            chad.yield %b : f64
          }
          scf.yield %u : tensor<?xf64>
        }
        chad.yield %s : tensor<?xf64>
      }
      scf.yield %next : tensor<?x?xf64>
    }
    ```

    How many iterations there are at a time is decided when the program runs, by the sizes of the
    arrays: one where the sums are small, otherwise as many as what is kept allows.
  }];
  let options = [
    Option<"near", "near", "int64_t", /*default=*/"262144",
           "The bytes of sums that stay near anyway">,
    Option<"cache", "cache", "int64_t", /*default=*/"524288",
           "The bytes that may be kept of some iterations">,
    Option<"iterations", "iterations", "int64_t", /*default=*/"0",
           "How many iterations there are at a time; 0: decided by the sizes of arrays">,
  ];
  let statistics = [Statistic<"numInterchanged", "num-interchanged",
                              "Number of loops whose sums are updated row by row">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadVectorizeScans : Pass<"chad-vectorize-scans"> {
  let summary = "scans and linear recurrences by vectors";
  let description = [{
    A scan of scalars, or a fold that collects, becomes a loop that reads and writes whole
    vectors where each state is an affine function of the state before, s' = a s + b, with a
    and b from elements: running sums and products, linear recurrences, and their derivatives.
    The functions of the steps of a vector are composed within the register, in a number of
    rounds that is the logarithm of its length; only one multiplication and addition remains from
    one vector to the next. A map that alone reads the results is done in the same loop. What is
    in the body of another combinator is left alone.

    ```mlir
    %total, %sums = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
      %t = arith.addf %s, %x : f64
      chad.yield %t, %t : f64, f64
    }
    ```

    becomes, by `chad-opt --chad-vectorize-scans=bits=128 --canonicalize --cse`,

    ```mlir
    %c1 = arith.constant 1 : index
    %zeros = arith.constant dense<-0.0> : vector<2xf64>
    %poison = ub.poison : f64
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?xf64>
    %empty = tensor.empty(%n) : tensor<?xf64>
    %rest = arith.remui %n, %c2 : index
    %whole = arith.subi %n, %rest : index
    %most:2 = scf.for %i = %c0 to %whole step %c2 iter_args(%s = %zero, %out = %empty) -> (f64, tensor<?xf64>) {
      %x = vector.transfer_read %xs[%i], %poison {in_bounds = [true]} : tensor<?xf64>, vector<2xf64>
      %before = vector.shuffle %x, %zeros [2, 0] : vector<2xf64>, vector<2xf64>
      %sum = arith.addf %before, %x fastmath<contract> : vector<2xf64>
      %last = vector.extract %sum[1] : f64 from vector<2xf64>
      %t = arith.addf %s, %last fastmath<contract> : f64
      %start = vector.broadcast %s : f64 to vector<2xf64>
      %after = arith.addf %start, %sum fastmath<contract> : vector<2xf64>
      %next = vector.transfer_write %after, %out[%i] {in_bounds = [true]} : vector<2xf64>, tensor<?xf64>
      scf.yield %t, %next : f64, tensor<?xf64>
    }
    %total, %sums = scf.for %i = %whole to %n step %c1 iter_args(%s = %most#0, %out = %most#1) -> (f64, tensor<?xf64>) {
      %x = tensor.extract %xs[%i] : tensor<?xf64>
      %t = arith.addf %s, %x : f64
      %next = tensor.insert %t into %out[%i] : tensor<?xf64>
      scf.yield %t, %next : f64, tensor<?xf64>
    }
    ```

    Numbers are added and multiplied in another order: results differ by rounding, and a product
    that overflows within a vector makes a NaN of a state that is zero.
  }];
  let options = [
    Option<"bits", "bits", "unsigned", /*default=*/"512", "The width of the vectors in bits">,
    Option<"checkExtents", "check-extents", "bool", /*default=*/"false",
           "Assert, where types leave it open, that the arrays of an op have one extent">,
  ];
  let statistics = [Statistic<"numVectorized", "num-vectorized", "Number of loops vectorized">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"];
}

def ChadVerifyFirstOrder : Pass<"chad-verify-first-order"> {
  let summary = "report what of the dialect has no lowering, and which pass removes it";
  let description = [{
    Lowering knows the array combinators on values of builtin types. Everything else
    of the dialect is removed by a pass before it; where one of its ops is left, that
    is an error that names the pass.

    ```mlir
    // scale.mlir
    func.func @scale(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
      %w = chad.scale %k, %v : f64, !chad.lin<f64>
      return %w : !chad.lin<f64>
    }
    ```

    ```console
    $ chad-opt --chad-verify-first-order scale.mlir 2>&1 | grep scale.mlir:3.*error
    scale.mlir:3:8: error: 'chad.scale' op cannot be lowered: run chad-erase-linear, which gives linear types their representation
    ```
  }];
}

def ChadPrepareEntries : Pass<"chad-prepare-entries", "::mlir::ModuleOp"> {
  let summary = "promise that public functions do not write into their arguments";
  let description = [{
    A caller of a public function keeps its arrays: bufferization must copy what it
    would otherwise update in place.

    ```mlir
    func.func @f(%xs: tensor<?xf64>) -> tensor<?xf64> {
      return %xs : tensor<?xf64>
    }
    ```

    becomes

    ```mlir
    func.func @f(%xs: tensor<?xf64> {bufferization.writable = false}) -> tensor<?xf64> {
      return %xs : tensor<?xf64>
    }
    ```

    It owns the results: a constant that is returned is copied.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ChadLowerTensor : Pass<"chad-lower-tensor"> {
  let summary = "tensor ops that bufferization lacks";
  let description = [{
    `tensor.gather` becomes `chad.build` inside of each other, one for each dimension of the
    result, and `tensor.scatter` loops that write one element after the other: of
    slices at the same place the last stays.

    ```mlir
    %r = tensor.gather %rows[%is] gather_dims([0]) : (tensor<?x3xf64>, tensor<?x1xindex>) -> tensor<?x3xf64>
    ```

    becomes

    ```mlir
    %c0 = arith.constant 0 : index
    %n = tensor.dim %is, %c0 : tensor<?x1xindex>
    %c3 = arith.constant 3 : index
    %r = chad.build %i < %n -> tensor<?x3xf64> {
      %row = chad.build %j < %c3 -> tensor<3xf64> {
        %c = arith.constant 0 : index
        %k = tensor.extract %is[%i, %c] : tensor<?x1xindex>
        %x = tensor.extract %rows[%k, %j] : tensor<?x3xf64>
        chad.yield %x : f64
      }
      chad.yield %row : tensor<3xf64>
    }
    ```

    `tensor.bitcast` becomes `arith.bitcast`. `ub.poison` at a tensor type, which nothing looks at, becomes `tensor.empty`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::chad::ChadDialect"];
}

def ChadApproximateMath : Pass<"chad-approximate-math"> {
  let summary = "elementary functions as straight-line code for vector registers";
  let description = [{
    `math.exp`, `exp2`, `expm1`, `log`, `log2`, `log10`, `log1p` and `tanh` on f64 and f32,
    scalars and vectors of any shape, become floating-point and integer arithmetic
    without branches and calls: a loop around it is vectorized, and a vector stays in its
    registers. Results differ from the exact ones by less than 3 units in the last
    place over the whole range; infinities, NaN, signed zeros, overflow and denormal
    numbers are as in the C library.

    ```mlir
    func.func @f(%x: vector<8xf32>) -> vector<8xf32> {
      %r = math.exp2 %x : vector<8xf32>
      return %r : vector<8xf32>
    }
    ```

    becomes 2^x = 2^n (1 + r p(r)) with n an integer, r = x - n and a polynomial p:

    ```mlir
    func.func @f(%x: vector<8xf32>) -> vector<8xf32> {
      %cst = arith.constant dense<-1.510000e+02> : vector<8xf32>
      %0 = arith.cmpf ogt, %cst, %x : vector<8xf32>
      %1 = arith.select %0, %cst, %x : vector<8xi1>, vector<8xf32>
      %cst_0 = arith.constant dense<1.290000e+02> : vector<8xf32>
      %2 = arith.cmpf olt, %cst_0, %1 : vector<8xf32>
      %3 = arith.select %2, %cst_0, %1 : vector<8xi1>, vector<8xf32>
      %cst_1 = arith.constant dense<0x4B4000FE> : vector<8xf32>
      %4 = arith.addf %3, %cst_1 : vector<8xf32>
      %5 = arith.bitcast %4 : vector<8xf32> to vector<8xi32>
      %6 = arith.subf %4, %cst_1 : vector<8xf32>
      %7 = arith.subf %3, %6 : vector<8xf32>
      %cst_2 = arith.constant dense<1.53532514E-4> : vector<8xf32>
      %cst_3 = arith.constant dense<0.00133990031> : vector<8xf32>
      %8 = math.fma %cst_2, %7, %cst_3 : vector<8xf32>
      %cst_4 = arith.constant dense<0.00961843878> : vector<8xf32>
      %9 = math.fma %8, %7, %cst_4 : vector<8xf32>
      %cst_5 = arith.constant dense<0.0555033199> : vector<8xf32>
      %10 = math.fma %9, %7, %cst_5 : vector<8xf32>
      %cst_6 = arith.constant dense<0.240226477> : vector<8xf32>
      %11 = math.fma %10, %7, %cst_6 : vector<8xf32>
      %cst_7 = arith.constant dense<0.693147182> : vector<8xf32>
      %12 = math.fma %11, %7, %cst_7 : vector<8xf32>
      %cst_8 = arith.constant dense<1.000000e+00> : vector<8xf32>
      %13 = math.fma %12, %7, %cst_8 : vector<8xf32>
      %cst_9 = arith.constant dense<1> : vector<8xi32>
      %14 = arith.shrui %5, %cst_9 : vector<8xi32>
      %cst_10 = arith.constant dense<23> : vector<8xi32>
      %15 = arith.shli %14, %cst_10 : vector<8xi32>
      %cst_11 = arith.constant dense<23> : vector<8xi32>
      %16 = arith.shli %5, %cst_11 : vector<8xi32>
      %17 = arith.subi %16, %15 : vector<8xi32>
      %18 = arith.bitcast %15 : vector<8xi32> to vector<8xf32>
      %19 = arith.mulf %13, %18 : vector<8xf32>
      %20 = arith.bitcast %17 : vector<8xi32> to vector<8xf32>
      %21 = arith.mulf %19, %20 : vector<8xf32>
      return %21 : vector<8xf32>
    }
    ```

    `math.sin` and `cos` are expanded on vectors only, with a branch to calls of the C library
    where an element is so large (2^30 for f64 with FMA) that its remainder by pi/2 needs
    more digits of pi; of one argument, they share all but the last steps.

    The largest errors found among 10^7 numbers, in units in the last place:

    | | exp | exp2 | expm1 | log | log2 | log10 | log1p | tanh | sin, cos |
    |---|---|---|---|---|---|---|---|---|---|
    | f64 | 0.90 | 0.98 | 2.01 | 0.80 | 1.69 | 1.78 | 1.33 | 2.56 | 1.57 |
    | f32 | 0.90 | 0.95 | 1.51 | 0.83 | 1.79 | 1.95 | 1.38 | 2.39 | 1.55 |

    Fastmath flags of the ops are dropped: the formulas depend on how their steps round.
    Other ops and types are left alone.
  }];
  let options = [
    Option<"useFMA", "fma", "bool", /*default=*/"true",
           "Multiply and add in one step (math.fma), as the processor must be able to">,
  ];
  let statistics = [Statistic<"numExpanded", "num-expanded", "Number of functions expanded">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ChadLowerMath : Pass<"chad-lower-math", "::mlir::ModuleOp"> {
  let summary = "math ops that the conversion to LLVM lacks or gets wrong";
  let description = [{
    `math.expm1` and `log1p` become calls of the C library: as `exp(x) - 1` and
    `log(1 + x)` they are wrong near zero. So do `acosh`, `asinh`, `atanh`, `cbrt`, `erf` and
    `erfc`, which LLVM has no intrinsics for; `isinf`, `isnormal` and `clampf` become `arith` ops.

    ```mlir
    func.func @f(%x: f64) -> i1 {
      %r = math.isinf %x : f64
      return %r : i1
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: f64) -> i1 {
      %a = math.absf %x : f64
      %inf = arith.constant 0x7FF0000000000000 : f64
      %r = arith.cmpf oeq, %a, %inf : f64
      return %r : i1
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect"];
}

def ChadJamLoops : Pass<"chad-jam-loops"> {
  let summary = "two iterations of a loop share the loop inside";
  let description = [{
    A loop in the lanes of vectors with one short loop inside runs two iterations at a time, if they may
    run in any order, which its attribute `chad.any_order` says: what the inner loop reads for both
    is read once, and their sums do not wait for each other. The inner loop may be as long as the
    number of the iteration, or longer by a constant; the second iteration then goes on
    alone. So does the last one if their number is odd.

    ```mlir
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> (tensor<?xf64>) {
      %s = scf.for %j = %c0 to %m step %c1 iter_args(%t = %zero) -> (f64) {
        %a = tensor.extract %as[%i, %j] : tensor<?x?xf64>
        %x = tensor.extract %xs[%j] : tensor<?xf64>
        %p = arith.mulf %a, %x : f64
        %u = arith.addf %t, %p : f64
        scf.yield %u : f64
      }
      %next = tensor.insert %s into %out[%i] : tensor<?xf64>
      scf.yield %next : tensor<?xf64>
    } {chad.any_order}
    ```

    becomes, by `chad-opt --chad-jam-loops --canonicalize --cse`,

    ```mlir
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %odd = arith.remsi %n, %c2 : index
    %even = arith.subi %n, %odd : index
    %pairs = scf.for %i = %c0 to %even step %c2 iter_args(%out = %empty) -> (tensor<?xf64>) {
      %k = arith.addi %i, %c1 : index
      %s:2 = scf.for %j = %c0 to %m step %c1 iter_args(%t = %zero, %v = %zero) -> (f64, f64) {
        %a = tensor.extract %as[%i, %j] : tensor<?x?xf64>
        %x = tensor.extract %xs[%j] : tensor<?xf64>
        %p = arith.mulf %a, %x : f64
        %u = arith.addf %t, %p : f64
        %b = tensor.extract %as[%k, %j] : tensor<?x?xf64>
        %q = arith.mulf %b, %x : f64
        %w = arith.addf %v, %q : f64
        scf.yield %u, %w : f64, f64
      }
      %first = tensor.insert %s#0 into %out[%i] : tensor<?xf64>
      %next = tensor.insert %s#1 into %first[%k] : tensor<?xf64>
      scf.yield %next : tensor<?xf64>
    }
    %r = scf.for %i = %even to %n step %c1 iter_args(%out = %pairs) -> (tensor<?xf64>) {
      %s = scf.for %j = %c0 to %m step %c1 iter_args(%t = %zero) -> (f64) {
        %a = tensor.extract %as[%i, %j] : tensor<?x?xf64>
        %x = tensor.extract %xs[%j] : tensor<?xf64>
        %p = arith.mulf %a, %x : f64
        %u = arith.addf %t, %p : f64
        scf.yield %u : f64
      }
      %next = tensor.insert %s into %out[%i] : tensor<?xf64>
      scf.yield %next : tensor<?xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numJammed", "num-jammed", "Number of loops that run by pairs">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadPlaceResults : Pass<"chad-place-results"> {
  let summary = "make arrays in the larger ones that they are inserted into";
  let description = [{
    Where a loop, or an op with a destination, fills an array of nothing that is inserted into
    a larger one, it fills the slice itself, as long as it is known by then where the slice
    is. Bufferization then needs no memory and no copy for it.

    ```mlir
    %empty = tensor.empty() : tensor<4xf64>
    %x = linalg.fill ins(%k : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
    %r = tensor.insert_slice %x into %all[2] [4] [1] : tensor<4xf64> into tensor<?xf64>
    ```

    becomes

    ```mlir
    %empty = tensor.empty() : tensor<4xf64>
    %place = tensor.extract_slice %all[2] [4] [1] : tensor<?xf64> to tensor<4xf64>
    %x = linalg.fill ins(%k : f64) outs(%place : tensor<4xf64>) -> tensor<4xf64>
    %r = tensor.insert_slice %x into %all[2] [4] [1] : tensor<4xf64> into tensor<?xf64>
    ```

    `eliminate-empty-tensors` does so, too, but analyzes all of the program first, which takes
    as long as the rest of the lowering.

    Each use of an array of nothing gets one of its own, beside it: two ops that fill one would
    share its memory, although the second may run before what the first wrote has been read.

    A splat that a loop starts from is made beside it rather than outside of the loops around it,
    where it would have to be copied in each of their iterations.
  }];
  let statistics = [Statistic<"numPlaced", "num-placed", "Number of arrays made in place">];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def ChadExpandCopies : Pass<"chad-expand-copies"> {
  let summary = "copies of strided buffers to loops";
  let description = [{
    `memref.copy` of a buffer whose layout is not the identity would become a call
    of a run-time library. It becomes a `linalg.generic`, thus a loop, instead.

    ```mlir
    memref.copy %a, %b : memref<?xf64, strided<[2]>> to memref<?xf64>
    ```

    becomes

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a : memref<?xf64, strided<[2]>>) outs(%b : memref<?xf64>) {
    ^bb0(%x: f64, %y: f64):
      linalg.yield %x : f64
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def ChadLowerContractions : Pass<"chad-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "products of matrices to functions that work in registers";
  let description = [{
    A `linalg` op on buffers that adds products of elements of f64 or f32 to its result, and
    has at least one dimension that only the first factor and the result have, one that only
    the second one and the result have, and one that is summed over, becomes a call of a
    function for matrices. Other dimensions become loops around; adjacent ones of a kind are
    first made one where the layout allows it.

    ```mlir
    // matmul.mlir
    func.func @f(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) {
      linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>)
      return
    }
    ```

    ```console
    $ chad-opt --chad-lower-contractions matmul.mlir | grep -c "call @chad.contract.f64("
    1
    ```

    The function is made once for a type of the elements. It divides the matrices into blocks
    that fit the caches, copies them such that what is read next is next to it, and keeps a
    tile of the result in registers while it sums up: 8x24 elements of f64 where vectors have
    512 bits, otherwise 4 times 3 vectors. What is too small for that, which
    is found out at run time, is summed up directly. The layouts may be any; the vectors are
    along the last dimension of the result.
  }];
  let options = [
    Option<"bits", "bits", "unsigned", /*default=*/"512", "The width of the vectors in bits">,
    Option<"useFMA", "fma", "bool", /*default=*/"true",
           "Multiply and add in one step (math.fma), as the processor must be able to">,
  ];
  let statistics = [Statistic<"numLowered", "num-lowered", "Number of contractions lowered">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ChadGivenResults : Pass<"chad-given-results", "::mlir::ModuleOp"> {
  let summary = "write the results of public functions into memory that the caller gives";
  let description = [{
    After bufferization a function allocates its results, and the memory of a large array that
    is new is slow: the system clears each page as it is touched. Here a public function takes one
    more argument for each result that is an array. Where that has the extents of the result and
    its address is not null, the result is written there and is that array; otherwise it is
    allocated as before. So a caller need not know extents beforehand, and sees by the address
    whose memory the result lies in.

    ```mlir
    func.func @f(%n: index, %x: f64) -> memref<?xf64> {
      %r = memref.alloc(%n) : memref<?xf64>
      linalg.fill ins(%x : f64) outs(%r : memref<?xf64>)
      return %r : memref<?xf64>
    }
    ```

    becomes

    ```mlir
    func.func @f(%n: index, %x: f64, %given: memref<?xf64>) -> memref<?xf64> {
      %c0 = arith.constant 0 : index
      %address = memref.extract_aligned_pointer_as_index %given : memref<?xf64> -> index
      %isGiven = arith.cmpi ne, %address, %c0 : index
      %dim = arith.constant 0 : index
      %extent = memref.dim %given, %dim : memref<?xf64>
      %hasExtent = arith.cmpi eq, %extent, %n : index
      %fits = arith.andi %isGiven, %hasExtent : i1
      %r = scf.if %fits -> (memref<?xf64>) {
        %used = memref.reinterpret_cast %given to offset: [0], sizes: [%n], strides: [1]
            : memref<?xf64> to memref<?xf64>
        scf.yield %used : memref<?xf64>
      } else {
        %new = memref.alloc(%n) : memref<?xf64>
        scf.yield %new : memref<?xf64>
      }
      linalg.fill ins(%x : f64) outs(%r : memref<?xf64>)
      return %r : memref<?xf64>
    }
    ```

    What is given must not overlap arguments, nor another result. A result that is not allocated in the
    function's block (one of two arrays, say, by a condition) is returned as before. Where the
    module itself calls a public function, it calls a private copy.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadMarkNoAlias : Pass<"chad-mark-noalias", "::mlir::ModuleOp"> {
  let summary = "tell LLVM that the arrays of a public function are not written";
  let description = [{
    After the conversion to LLVM an array is an argument list: two pointers, the
    offset, sizes and strides. A public function writes through none of those of its arguments
    (`chad-prepare-entries`), and the memory that it is given for results (`chad-given-results`)
    overlaps nothing, so that the second pointer, the one that is used, aliases nothing that is
    written through another. Of a function of `chad-outline-threads` it is the
    pointers that `chad.distinct` names.

    ```mlir
    module {
      llvm.func @f(%a: !llvm.ptr, %p: !llvm.ptr, %o: i64, %n: i64, %s: i64) {
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    module {
      llvm.func @f(%a: !llvm.ptr, %p: !llvm.ptr {llvm.noalias}, %o: i64, %n: i64, %s: i64) {
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // CHAD_CONVERSION_PASSES_TD
