//===- ArrayPasses.td - Loops over arrays, on any machine --*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Passes on array combinators that suit any machine. They run before schedules are chosen.

#ifndef CHAD_LOOPS_ARRAYPASSES_TD
#define CHAD_LOOPS_ARRAYPASSES_TD

include "chad/Analysis/Target.td"

def ChadSplitRecords : Pass<"chad-split-records"> {
  let summary = "make an array for each field of the records in an array";
  let description = [{
    A function that a loop calls may return a record, with what its derivative needs of the call.
    Where all that reads the array of these records are loops that open their elements, the loop
    makes an array for each field instead, and no record. What is the same in all records is no
    array. Arrays in the records must have the same extents in all iterations.

    ```mlir
    func.func @f(%xs: tensor<?xf64>, %k: f64) -> f64 {
      %zero = arith.constant 0.0 : f64
      %arena = chad.arena
      %records = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xi64> {
        %y = math.exp %x : f64
        %r = chad.arena.put %arena(%x, %y, %k) : f64, f64, f64
        chad.yield %r : i64
      }
      %last = chad.fold right (%r in %records : tensor<?xi64>) with (%s = %zero : f64) {
        %x, %y, %l = chad.arena.get %r : f64, f64, f64
        %p = arith.mulf %s, %y : f64
        %q = arith.mulf %p, %l : f64
        %n = arith.addf %q, %x : f64
        chad.yield %n : f64
      }
      return %last : f64
    }
    ```

    becomes, by `chad-opt --chad-split-records --canonicalize`,

    ```mlir
    func.func @f(%xs: tensor<?xf64>, %k: f64) -> f64 {
      %zero = arith.constant 0.0 : f64
      %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %y = math.exp %x : f64
        chad.yield %y : f64
      }
      %last = chad.fold right (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) with (%s = %zero : f64) {
        %p = arith.mulf %s, %y : f64
        %q = arith.mulf %p, %k : f64
        %n = arith.addf %q, %x : f64
        chad.yield %n : f64
      }
      return %last : f64
    }
    ```
  }];
  let statistics = [Statistic<"numSplit", "num-split", "Number of arrays of records split">];
}

def ChadResolveShapes : Pass<"chad-resolve-shapes"> {
  let summary = "compute extents from other arrays, so that no array is kept for its shape alone";
  let description = [{
    An extent of an element is an extent of its array, and an extent of an array that a loop makes
    follows from what the loop reads, if the body determines it. The pass computes extents in this
    way, without the array itself: a derivative then need not keep an array of each iteration for
    its shape alone. A loop that reads no element of its arrays becomes a loop that counts to their
    extent.

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

def ChadRefineShapes : Pass<"chad-refine-shapes"> {
  let summary = "give loops, branches and elementwise ops the static types that their arrays have";
  let description = [{
    The types of a function's arguments may be static while the code in it is written for all
    shapes: after `chad-specialize`, or where a function of dynamic shapes is called with arrays of
    static ones and is inlined. Then `tensor.cast` stands between the two. The pass carries static
    extents into the types of loops, of their states and elements, of branches and of elementwise
    ops; an extent of a state becomes static only where every iteration is known to keep it. What is
    known of extents is what the lowering of bounds checks knows: the arrays of a loop have one
    extent, and so on. Casts stay at the edges, and `canonicalize` folds them.

    ```mlir
    %d = tensor.cast %xs : tensor<8x3xf64> to tensor<?x?xf64>
    %r = chad.map (%x in %d : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %y = math.exp %x : tensor<?xf64>
      chad.yield %y : tensor<?xf64>
    }
    ```

    becomes, by `chad-opt --chad-refine-shapes --canonicalize`,

    ```mlir
    %s = chad.map (%x in %xs : tensor<8x3xf64>) -> tensor<8x3xf64> {
      %y = math.exp %x : tensor<3xf64>
      chad.yield %y : tensor<3xf64>
    }
    %r = tensor.cast %s : tensor<8x3xf64> to tensor<?x?xf64>
    ```

    A function without such a cast is left as it is.
  }];
  let statistics = [Statistic<"numRefined", "num-refined", "Number of values with a new type">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def ChadHoistChecks : Pass<"chad-hoist-checks"> {
  let summary = "move assertions out of loops, and next to each other";
  let description = [{
    An assertion moves to a place where the numbers that it compares are known. It moves before a
    loop in all iterations of which it asserts the same; there it also holds if the loop has no
    iterations. Within a block it moves up to the first assertion. A program that fails may
    therefore fail earlier, and by another assertion if several do not hold. `chad-lower-checks`
    makes one branch of adjacent assertions.

    The ops that compute the condition move with the assertion. The assertion stays if they have
    side effects, or may not be executed in all cases.

    An assertion about elements of arrays, in the body of a `chad.map`, `chad.build` or `chad.fold`, gets a
    loop of its own before that loop, so that the iterations of that loop are independent: the assertion
    that all elements meet the condition. Where elements are compared with a bound, that is the condition of
    the largest or smallest of them, which the message of an assertion that fails then has. The assertion stays if the condition depends on a state of the fold, or on
    an element that is read at an index which an assertion that stays is about.

    ```mlir
    func.func @f(%n: index, %m: index, %a: memref<?xf64>, %x: f64) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %same = arith.cmpi eq, %n, %m : index
        cf.assert %same, "they differ"
        memref.store %x, %a[%i] : memref<?xf64>
      }
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%n: index, %m: index, %a: memref<?xf64>, %x: f64) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %empty = arith.cmpi sge, %c0, %n : index
      %same = arith.cmpi eq, %n, %m : index
      %holds = arith.ori %same, %empty : i1
      cf.assert %holds, "they differ"
      scf.for %i = %c0 to %n step %c1 {
        memref.store %x, %a[%i] : memref<?xf64>
      }
      return
    }
    ```

    and

    ```mlir
    func.func @read(%n: index, %xs: tensor<?xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
      %ys = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xf64> {
        %inside = arith.cmpi ult, %i, %n : index
        cf.assert %inside, "an index outside of the extent"
        %y = tensor.extract %xs[%i] : tensor<?xf64>
        chad.yield %y : f64
      }
      return %ys : tensor<?xf64>
    }
    ```

    becomes, by `chad-opt --chad-hoist-checks --canonicalize`,

    ```mlir
    func.func @read(%n: index, %xs: tensor<?xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
      %c0 = arith.constant 0 : index
      %most = chad.reduce (%a, %b in %is from %c0 : tensor<?xindex>) {
        %more = arith.maxui %a, %b : index
        chad.yield %more : index
      }
      %inside = arith.cmpi ult, %most, %n : index
      %size = tensor.dim %is, %c0 : tensor<?xindex>
      %empty = arith.cmpi eq, %size, %c0 : index
      %all = arith.ori %inside, %empty : i1
      cf.assert %all, "an index outside of the extent"
      %ys = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xf64> {
        %y = tensor.extract %xs[%i] : tensor<?xf64>
        chad.yield %y : f64
      }
      return %ys : tensor<?xf64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::chad::ChadDialect"];
}

def ChadRaiseContractions : Pass<"chad-raise-contractions"> {
  let summary = "take products of matrices out of the loops that compute them by rows";
  let description = [{
    A loop whose iterations each multiply a vector by a matrix, or add the product of two vectors to
    a matrix, is distributed into three parts: the code before the product, the product of whole
    matrices as a `linalg.generic`, and the code that needs the product. A value that is computed
    before and needed later becomes an array with one row for each iteration.

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

    The factors may be elements of arrays at any depth of loops. A factor that is a transposed or
    repeated copy of another array is read from that array, wherever the copy was made. In a
    surrounding loop, each iteration keeps a product of its own, near the code that reads it. A
    product leaves the surrounding loop, as one larger product, only if all iterations multiply by
    the same matrix, or if the products are summed over the iterations.

    Ops without regions first leave the inner loops that do not change them. A product in the body of
    an inner map or build, at any depth, and a factor that such a body computes, become arrays of
    loops of their own. An index may be one that the loop does not change: the product reads that
    part of the array, or is added to that part of the sum. Of several updates of one sum each may be
    a product.

    Where an inner loop adds a product, term by term, at a position that an iteration computes,
    `A[p(i)] += Σₖ b[i, k] C[k]`, it sums the terms first. The products of all iterations then
    become one, `B C`, whose rows the loop adds at their positions.

    A sum of products may start from a value, `b + Σᵢ aᵢ cᵢ`: the product starts from zero and is
    added to the value; `chad-sum-in-place` lets it start from an array again.

    A product that an iteration computes as a whole, and that does not become larger outside of the
    loop, stays there, near the ops that make its factors. With `batches` it leaves the loop, too,
    and from the innermost loop on each loop of a nest: a GPU runs all products of a batch at once.
    If it is added to a state, the products of all iterations are one sum.

    With `batches`, a sum over iterations of arrays that loops inside compute, linearly, from arrays
    of the iteration, `Σᵢ f(aᵢ)`, becomes `f(Σᵢ aᵢ)` after the loop, where `f` does not depend on the
    iteration and this takes fewer operations. Where `f` adds up products of elements of two arrays,
    it reads the product of matrices `Σᵢ aᵢ bᵢᵀ`, of which it may use a part, such as a triangle, and
    add to elements at any positions. A factor that is computed by a few operations from smaller
    arrays, `x[i, j] - m[k, j]`, is computed in the product. If there is no iteration, `f` is not
    computed.

    If an extent is known to be less than 8, the loop stays as it is, and so do many products of
    matrices with two extents less than 16. A product whose elements are
    then added one by one to an array at transposed positions, as in the adjoint of reading columns,
    is computed in the transposed order.
  }];
  let options = [
    Option<"batches", "batches", "bool", "false",
           "Take out products that each iteration computes as a whole, too">,
  ];
  let statistics = [
    Statistic<"numRaised", "num-raised", "Number of products taken out">,
    Statistic<"numMoved", "num-moved", "Number of sums computed by functions of sums">,
    Statistic<"numTransposed", "num-transposed", "Number of products computed transposed">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ChadUnrollLoops : Pass<"chad-unroll-loops"> {
  let summary = "unroll loops over few elements completely";
  let description = [{
    A `chad.map`, `chad.build` or `chad.fold` of at most 16 iterations, which performs at most
    `max-operations` operations in all, on scalars, is unrolled completely; inner loops first. Its
    array results become `tensor.from_elements`, and the ops that read their elements use the
    scalars: small matrices stay in registers, and in the lanes of vectors (`chad-vectorize-lanes`).

    A loop stays where its results are needed as arrays: where a loop that stays reads them, where
    the loop around it stays and yields them (then they are written into their place), or where
    they are added to a window of a loop that runs in lanes.

    With `rows`, a fold over at most four rows that is no sum, such as the maximum of a window of
    2×2 points, is unrolled instead, whatever the length of the rows is. The loops along the rows can
    then be fused.

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
           "How many operations a loop may have in all to be unrolled">,
    Option<"rows", "rows", "bool", /*default=*/"false",
           "Instead: unroll folds over at most four rows, whose states are rows">
  ];
  let statistics = [Statistic<"numUnrolled", "num-unrolled", "Number of loops unrolled">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadForwardSlices : Pass<"chad-forward-slices"> {
  let summary = "read elements of slices, padded and inserted arrays from the original arrays";
  let description = [{
    Stencils read slices of padded arrays, and their derivatives read slices of zeros into which
    arrays were inserted. Where loops read such an array only element by element, the pass builds it
    from elements of the original arrays, by the following equations. `chad-fuse-loops` then fuses
    it with the loops that read it.

        slice(a, at o)[i]        = a[o + i]
        pad(a, low l, with z)[i] = if l <= i < l + n then a[i - l] else z
        insert(a, at o, b)[i]    = if o <= i < o + n then a[i - o] else b[i]
        map(f, a)[i]             = f(a[i])      for an f that costs no more than to read a

    Conditions that follow from the extents are left out. All numbers are computed in the same way
    as before.

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

    An array that some op needs as a whole is left as it is.
  }];
  let statistics = [Statistic<"numRead", "num-read", "Number of arrays whose elements are read "
                                                     "from others">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadFuseLoops : Pass<"chad-fuse-loops"> {
  let summary = "fuse loops over the same elements";
  let description = [{
    Maps, builds, sums and folds whose states are sums become one loop if one of them reads an array
    that the other makes, element by element, or if both read the same array. For example, the sweep
    that computes a value is fused with the sweep that differentiates it, so that the values that
    pass from one to the other are never stored. Results of the first loop that are used later on
    remain results; ops that depend on them and stand between the loops move behind the fused loop.
    A body grows only as long as LLVM translates in a reasonable time: after that another loop
    begins.

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

    Loops that carry other states are not fused: their iterations run in sequence, so that
    independent iterations that are fused into them would have to wait.
  }];
  let statistics = [Statistic<"numFused", "num-fused", "Number of loops fused into others">];
}

def ChadSumInPlace : Pass<"chad-sum-in-place"> {
  let summary = "start a sum from the array to which it is added";
  let description = [{
    Where a fold or a structured op computes a sum from zero that is then added to an array, it
    starts from the array instead: the sum needs no array of its own.

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

    Of a sum with more terms, one term after the other is threaded in this way, and the map adds
    the rest.

    A small array whose elements are added to one by one, at constant indices, becomes
    `tensor.from_elements`.

    Source: the monoid laws, `a + Σᵢ xᵢ = (…((a + x₁) + x₂) + …)`; Huot & Shaikhha 2022, §4.
  }];
  let statistics = [Statistic<"numThreaded", "num-threaded", "Number of sums made in place">];
}

def ChadScatterToGather : Pass<"chad-scatter-to-gather"> {
  let summary = "compute each element of a sum at shifted positions by itself";
  let description = [{
    A state of a `chad.fold` to which iteration `i` only adds values at positions `p(i) = i + c`,
    between constant bounds or modulo the number of iterations, is computed without the loop: each
    element is the sum of the values of those iterations that have its position,

        t[j] + Σₖ vₖ(pₖ⁻¹(j)).

    The cotangents of stencils are such sums. As a loop they write to one element several times, so
    that each addition waits for the one before; the elements are independent. Values that cost
    more than reading them are computed once and kept. Iterations whose position is at a bound are
    added afterwards. In a nest of loops, the inner loop makes a row of the sum, and the loop around
    it adds rows at positions of its own.

    The extent of the sum must be known to be that of the loop, or to be at most twice as large;
    values must not depend on states of the loop. Sums of which each iteration has its own element
    remain as they are. The order of the additions changes.

    ```mlir
    %zeros = arith.constant dense<0.0> : tensor<8xf64>
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %is = chad.build %i < %c8 -> tensor<8xindex> {
      chad.yield %i : index
    }
    %sum = chad.fold (%x in %xs : tensor<8xf64>, %i in %is : tensor<8xindex>) with (%t = %zeros : tensor<8xf64>) {
      %next = arith.addi %i, %c1 : index
      %p = arith.remui %next, %c8 : index
      %t0 = chad.accumulate %x into %t[%i] : f64 into tensor<8xf64>
      %t1 = chad.accumulate %x into %t0[%p] : f64 into tensor<8xf64>
      chad.yield %t1 : tensor<8xf64>
    }
    ```

    becomes

    ```mlir
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %sum = chad.build %j < %c8 -> tensor<8xf64> {
      %x0 = tensor.extract %xs[%j] : tensor<8xf64>
      %back = arith.addi %j, %c7 : index
      %i = arith.remui %back, %c8 : index
      %x1 = tensor.extract %xs[%i] : tensor<8xf64>
      %s = arith.addf %x0, %x1 : f64
      chad.yield %s : f64
    }
    ```

    Source: Hückelheim et al. 2019, "Automatic Differentiation for Adjoint Stencil Loops", ICPP.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numGathered", "num-gathered", "Number of sums gathered">];
}

def ChadChooseResiduals : Pass<"chad-choose-residuals"> {
  let summary = "recompute values where that costs less than keeping them";
  let description = [{
    The loops of the backward part of a derivative need values of each iteration of the forward
    loops. Where later loops read the arrays of these values element by element, at the index at
    which they were made, they may instead recompute elements, from other arrays or from what the
    first loop itself reads. Two loops that are nested in such a pair may be such a pair again.

    The values that are kept (the residuals) are chosen for a whole nest of loops at once, as the
    minimum cut of a network. To keep a value costs its bytes in each iteration. To recompute it
    costs its operations, counted in additions, where `max-flops-per-byte` additions cost as much as
    one byte; a division counts for 8, an exponential for 20, arithmetic on indices for nothing. A
    value that is stored in any case costs nothing, nor does an operation that the later loop
    performs anyway. States of loops and results of inner loops are never recomputed, as that would
    take more than constant time; but transposed or repeated copies, which cost no operation, are
    made again where they are read, and a value that is the same in all iterations of an inner loop
    is kept once for all of them. Neither the memory nor the order of the work grows; the results
    are the same numbers.

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

    An unknown extent counts as 64. An array that is made and read within one iteration of a
    surrounding loop stays in the cache, so that a byte of it costs only a quarter as many
    operations. A value that is compared is kept, since recomputing it with contracted products and
    sums might round it otherwise. A remark at each loop says which values it keeps and why, and
    which values are recomputed.

    Source: Griewank & Walther 2008, ch. 12, on what to store and what to recompute; Jain et al.
    2020 (Checkmate), whose problem is solved here for the case that a value is kept either all of
    the time or not at all; Moses et al. 2022 (Enzyme), where a minimum cut decides which values of
    a loop are cached.
  }];
  let options = [
    MaxFlopsPerByte,
  ];
  let statistics = [Statistic<"numRecomputed", "num-recomputed",
                              "Number of values computed again instead of kept">];
}

def ChadFindExtrema : Pass<"chad-find-extrema"> {
  let summary = "find the index of an extremum in a loop of its own, once the extremum is known";
  let description = [{
    The derivative of a minimum or maximum goes to the first element that attains it (the arg-min or
    arg-max). A reduction that carries the best element with its index decides for each element
    which of the two it carries on, and each decision waits for the one before. Where the extremum
    itself is known, as it mostly is, its index is the least index of the elements that are equal to
    it, or that are NaN if it is NaN: a loop over independent elements and a minimum of integers,
    both of which run in vectors. The index starts from -1, which is the greatest unsigned number.

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

    The pass runs after the choice of residuals, because both loops must see bitwise the same
    elements. The extremum is usually a value of the primal program, and is computed once.
  }];
  let statistics = [Statistic<"numSplit", "num-split", "Number of searches taken out of reductions">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect"];
}

#endif // CHAD_LOOPS_ARRAYPASSES_TD
