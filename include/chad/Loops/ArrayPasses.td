//===- ArrayPasses.td - Loops over arrays, on any machine --*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is done to array combinators before it is decided how their loops run.

#ifndef CHAD_LOOPS_ARRAYPASSES_TD
#define CHAD_LOOPS_ARRAYPASSES_TD

include "chad/Analysis/Target.td"

def ChadResolveShapes : Pass<"chad-resolve-shapes"> {
  let summary = "take extents from arrays that are there anyway";
  let description = [{
    An extent of an element is one of its array; that of an array that a loop makes follows from
    what the loop reads, where its body says so. Taken from there, it does not need the array:
    what a derivative would keep of each iteration for its shape alone is not kept. A loop that reads
    no element of its arrays counts to their extent instead.

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

    The factors may be elements of arrays at any depth of loops. What is a copy of another array,
    transposed or repeated, is read there, wherever the copy was made. Each iteration of a loop
    around keeps a product of its own, near what reads it; only products with one and the same
    matrix, or whose sum over the iterations is asked for, leave that loop as one larger product.

    Where an extent is known to be less than 8 the loop stays as it is. A product whose elements
    are then added one by one to an array at transposed positions, as the adjoint of reading
    columns does, is computed where they go to.
  }];
  let statistics = [
    Statistic<"numRaised", "num-raised", "Number of products taken out">,
    Statistic<"numTransposed", "num-transposed", "Number of products computed transposed">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadForwardSlices : Pass<"chad-forward-slices"> {
  let summary = "read elements of slices, padded and inserted arrays where they stand";
  let description = [{
    Stencils read slices of padded arrays, and their derivatives read slices of zeros into which
    arrays were inserted. Where loops read such an array only by its elements, it is built from
    elements that are read where they stand, and is then fused with what reads it
    (`chad-fuse-loops`):

        slice(a, at o)[i]        = a[o + i]
        pad(a, low l, with z)[i] = if l <= i < l + n then a[i - l] else z
        insert(a, at o, b)[i]    = if o <= i < o + n then a[i - o] else b[i]
        map(f, a)[i]             = f(a[i])      for an f that costs no more than to read a

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
    %left = chad.build %i < %n -> tensor<?xf64> {
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

def ChadFuseLoops : Pass<"chad-fuse-loops"> {
  let summary = "one loop for several over the same elements";
  let description = [{
    Maps, builds, sums and folds whose states are sums become one loop where one reads
    what the other makes, element by element, or where both read the same array. So is a
    sweep that computes a value fused with the one that differentiates it, and what goes from
    one to the other is never stored. Results of the first loop that are used later on
    remain results; what depends on them and stands between the loops moves behind. A body does
    not get longer than LLVM translates in a reasonable time: after that another loop begins.

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

def ChadSumInPlace : Pass<"chad-sum-in-place"> {
  let summary = "add to an array in the loop that makes the addends";
  let description = [{
    Where an array gets added to it what a fold or a structured op sums up from zero, that op starts
    from the array instead: no array is made for the sum.

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

def ChadChooseResiduals : Pass<"chad-choose-residuals"> {
  let summary = "compute again what costs less than to keep it";
  let description = [{
    A derivative keeps of each iteration of a loop what the loop that goes back needs. Where
    later loops read arrays element by element at the index at which they were made, they may
    instead compute elements again, from others or from what the first loop itself reads.
    Loops inside of both loops may be such a pair again.

    What is kept is chosen for all values of a nest of loops at once, as the minimal cut of a
    network: keeping a value costs its bytes in each iteration, computing it costs its
    operations in additions, `max-flops-per-byte` of which are worth a byte: a division counts for 8,
    an exponential for 20, arithmetic on indices for nothing. Values that are there in any
    case cost nothing, nor do operations that the later loop performs anyway. States of loops, and
    results of loops inside, are never computed again, as that would take more than a constant
    time; but copies, transposed or repeated ones, which cost no operation, are made again where
    they are read, and a value that is the same in all iterations of a loop inside is kept once for
    all of them. Neither the memory nor the order of the work grows; the numbers are the same.

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
    MaxFlopsPerByte,
  ];
  let statistics = [Statistic<"numRecomputed", "num-recomputed",
                              "Number of values computed again instead of kept">];
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

#endif // CHAD_LOOPS_ARRAYPASSES_TD
