//===- SchedulePasses.td - Loops over arrays, on the CPU ---*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Passes that decide how the loops of array combinators run: in which order, in how many threads,
// and in which lanes of vectors.

#ifndef CHAD_LOOPS_SCHEDULEPASSES_TD
#define CHAD_LOOPS_SCHEDULEPASSES_TD

include "chad/Analysis/Target.td"

def ChadDistributeLoops : Pass<"chad-distribute-loops"> {
  let summary = "loop distribution: give updates of rows at computed indices a loop of their own";
  let description = [{
    A fold that, in each iteration, adds a row to an array at an index that the iteration computes,
    and has other loops in its body, becomes two loops: one for everything but the update, which may
    then run several iterations at once (`chad-vectorize-lanes`), and one for the updates, in
    sequence. The first loop stores the index, and at most four numbers in all, for the second loop,
    which recomputes the values that cost no more than reading them.

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

def ChadFuseScatters : Pass<"chad-fuse-scatters"> {
  let summary = "fuse scatters and histograms with what computes their values and indices";
  let description = [{
    A `chad.map` of a few operations, the ops that use its results to update an array at computed
    indices (`chad.hist`, `chad.scatter_add`), and each `chad.gather` and `chad.scan` that makes an
    array which one of them reads become one `chad.fold` from the left. The updates run in sequence
    in any case; in one loop, no array between them is stored. The current bin of a histogram is a
    state of the loop: as long as consecutive elements have the same bin, it is not read again.

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

    becomes, by `chad-opt --chad-fuse-scatters`,

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
  let summary = "interchange loops so that elements used one after another are neighbours in memory";
  let description = [{
    **Sums.** A `chad.fold` over rows, with one `chad.fold` over columns in it that only adds to
    elements of arrays, becomes a loop over columns around one over rows, if elements that are used
    one after another are then neighbours in memory, and were not before. What all rows add to one
    element becomes the sum of the inner loop. What columns need of a row is computed before, by a
    `chad.map`, or by a fold if the rows have sums of their own. The columns of a row may be all, or
    those before its number, with or without the diagonal; then the rows of each column begin at the
    last one.

    ```mlir
    func.func @column_sums(%xs: tensor<?xf64>, %m: tensor<?x?xf64>, %width: index) -> tensor<?xf64> {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f64
      %n = tensor.dim %xs, %c0 : tensor<?xf64>
      %s = tensor.splat %zero[%width] : tensor<?xf64>
      %is = chad.build %i < %n -> tensor<?xindex> {
        chad.yield %i : index
      }
      %js = chad.build %j < %width -> tensor<?xindex> {
        chad.yield %j : index
      }
      %r = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%si = %s : tensor<?xf64>) {
        %p = chad.fold (%j in %js : tensor<?xindex>) with (%sj = %si : tensor<?xf64>) {
          %e = tensor.extract %m[%j, %i] : tensor<?x?xf64>
          %a = arith.mulf %e, %x : f64
          %t = chad.accumulate %a into %sj[%j] : f64 into tensor<?xf64>
          chad.yield %t : tensor<?xf64>
        }
        chad.yield %p : tensor<?xf64>
      }
      return %r : tensor<?xf64>
    }
    ```

    becomes, by `chad-opt --chad-interchange-loops --canonicalize --cse`,

    ```mlir
    func.func @column_sums(%xs: tensor<?xf64>, %m: tensor<?x?xf64>, %width: index) -> tensor<?xf64> {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f64
      %n = tensor.dim %xs, %c0 : tensor<?xf64>
      %r = chad.build %j < %width -> tensor<?xf64> {
        %is = chad.build %i < %n -> tensor<?xindex> {
          chad.yield %i : index
        }
        %sum = chad.fold (%i in %is : tensor<?xindex>) with (%b = %zero : f64) {
          %x = tensor.extract %xs[%i] : tensor<?xf64>
          %e = tensor.extract %m[%j, %i] : tensor<?x?xf64>
          %a = arith.mulf %e, %x : f64
          %c = arith.addf %b, %a : f64
          chad.yield %c : f64
        }
        chad.yield %sum : f64
      }
      return %r : tensor<?xf64>
    }
    ```

    **Directions.** A Jacobian by columns is a `chad.build` over directions, with a `chad.map` over elements inside,
    followed by a transposed copy, which is another loop. If each direction reads at positions of
    its own, so that directions cannot run in the lanes of vectors, the loop over elements becomes
    the outer one: each element is read once, the lanes hold elements, and the result is written in
    its final layout. Values that the directions compute for all elements are computed before, in a
    loop of their own, which reads arrays element by element and so may run in lanes.

    ```mlir
    func.func @f(%ws: tensor<?x52xf64>, %xs: tensor<26xf64>) -> tensor<?x26xf64> {
      %c0 = arith.constant 0 : index
      %c26 = arith.constant 26 : index
      %c2 = arith.constant 2 : index
      %columns = chad.build %d < %c26 -> tensor<26x?xf64> {
        %first = arith.muli %d, %c2 : index
        %x = tensor.extract %xs[%d] : tensor<26xf64>
        %b = math.exp %x : f64
        %column = chad.map (%w in %ws : tensor<?x52xf64>) -> tensor<?xf64> {
          %part = tensor.extract_slice %w[%first] [1] [1] : tensor<52xf64> to tensor<1xf64>
          %a = tensor.extract %part[%c0] : tensor<1xf64>
          %p = arith.mulf %a, %b : f64
          chad.yield %p : f64
        }
        chad.yield %column : tensor<?xf64>
      }
      %n = tensor.dim %ws, %c0 : tensor<?x52xf64>
      %rows = chad.build %i < %n -> tensor<?x26xf64> {
        %row = chad.build %d < %c26 -> tensor<26xf64> {
          %e = tensor.extract %columns[%d, %i] : tensor<26x?xf64>
          chad.yield %e : f64
        }
        chad.yield %row : tensor<26xf64>
      }
      return %rows : tensor<?x26xf64>
    }
    ```

    becomes, by `chad-opt --chad-interchange-loops --canonicalize`,

    ```mlir
    func.func @f(%ws: tensor<?x52xf64>, %xs: tensor<26xf64>) -> tensor<?x26xf64> {
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

def ChadScalarizeStates : Pass<"chad-scalarize-states"> {
  let summary = "carry the elements of a small array through a loop as scalars";
  let description = [{
    A state of `chad.fold` or `scf.for` that is an array of at most `max-elements` elements, which
    each iteration makes from scalars, becomes these scalars, if iterations read its elements at
    constant indices only. Scalars stay in registers; each iteration would allocate an array.

    ```mlir
    func.func @powers(%xs: tensor<?xf64>, %s: tensor<2xf64>) -> tensor<2xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %s : tensor<2xf64>) {
        %a0 = tensor.extract %a[%c0] : tensor<2xf64>
        %a1 = tensor.extract %a[%c1] : tensor<2xf64>
        %b0 = arith.addf %a0, %x : f64
        %b1 = arith.mulf %a1, %x : f64
        %b = tensor.from_elements %b0, %b1 : tensor<2xf64>
        chad.yield %b : tensor<2xf64>
      }
      return %r : tensor<2xf64>
    }
    ```

    becomes, by `chad-opt --chad-scalarize-states --canonicalize`,

    ```mlir
    func.func @powers(%xs: tensor<?xf64>, %s: tensor<2xf64>) -> tensor<2xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %s0 = tensor.extract %s[%c0] : tensor<2xf64>
      %s1 = tensor.extract %s[%c1] : tensor<2xf64>
      %r0, %r1 = chad.fold (%x in %xs : tensor<?xf64>) with (%a0 = %s0 : f64, %a1 = %s1 : f64) {
        %b0 = arith.addf %a0, %x : f64
        %b1 = arith.mulf %a1, %x : f64
        chad.yield %b0, %b1 : f64, f64
      }
      %r = tensor.from_elements %r0, %r1 : tensor<2xf64>
      return %r : tensor<2xf64>
    }
    ```
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"16",
           "How many elements an array that is split may have">
  ];
  let statistics = [Statistic<"numSplit", "num-split", "Number of states split">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadChooseSchedule : Pass<"chad-choose-schedule"> {
  let summary = "choose how the iterations of loops run: in threads, in lanes, in sequence";
  let description = [{
    Writes an attribute `chad.schedule` on each loop whose iterations are to be divided among
    threads (`chad-parallelize-loops`) or to run in the lanes of vectors (`chad-vectorize-lanes`).
    Those passes do what the attribute says and decide nothing. A schedule that a loop has already,
    written by hand or by another pass, is left as it is.

    * Threads: the outermost maps, builds, reductions, folds whose states are sums, scans by a
      single op, and products of matrices, if they have more than one iteration. A map that computes
      little from the results of a sequential loop gets no threads, so that it can be fused with
      that loop. The number of threads is decided when the program runs.
    * Lanes: the outermost loops that compute enough for each element that they read, by inner loops
      or by functions such as `exp`, to pay for reading rows with a stride. A flat loop, from
      scalars to scalars, gets the lanes of one vector, and a loop with one more inside the lanes
      of two. A nest of more loops gets those of four, or two or one, as many as the innermost loop
      has registers for: what all iterations have in common is loaded and stored once for them. It
      gets fewer if the arrays that these iterations keep would not fit into half of the second-level
      cache. Elements that the innermost loops read by index, and that do not lie side by side for the
      lanes, count as rows with a stride.
      Where functions are computed of one number for each row, and the extent of rows is not known,
      lanes are used only for short rows. A loop with fewer iterations than half of the lanes of a
      vector gets none, and the loops inside may; one with few more gets the lanes of one vector.
    * Rows: a fold whose states are rows, where each element of the next state follows from the
      elements at the same position.
    * Tails: where the iterations of a loop run in sequence, the functions of scalars that follow the
      loops in its body, if there are any, get the lanes of one vector, unless there are fewer
      iterations than four vectors have lanes.

    All other loops have no schedule; LLVM may vectorize them.

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %z = math.exp %x : f64
      chad.yield %z : f64
    }
    ```

    becomes, by `chad-opt --chad-choose-schedule`,

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %z = math.exp %x : f64
      chad.yield %z : f64
    } {chad.schedule = #chad.schedule<threads = true, lanes = 8>}
    ```
  }];
  let options = [
    Option<"threads", "threads", "bool", /*default=*/"true", "Whether there are threads">,
    VectorBits,
    L2Bytes,
    Option<"everywhere", "everywhere", "bool", /*default=*/"false",
           "Run all loops in lanes that can, even where it does not pay">,
    Option<"inOrder", "in-order", "bool", /*default=*/"false",
           "Leave sums in the order of the program: no loop that adds up runs in lanes, whatever its "
           "schedule says; states that are rows stay in memory, so that checkpoints keep budgets">,
  ];
  let statistics = [Statistic<"numChosen", "num-chosen", "Number of schedules">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadRaiseElementwise : Pass<"chad-raise-elementwise"> {
  let summary = "make structured ops of what loops compute from products of matrices, and of sums";
  let description = [{
    A nest of maps over the rows of a product of matrices, and over the elements of rows, in which
    each element follows from the elements of arrays at the same indices, becomes a `linalg.generic`
    op. The arrays may lack some of the indices. Such a result that a fold collects is taken out of
    the fold, which reads it in place of the product:

        map (c in C. map (x in c, b in B. f(x, b)))  =  F[i, j] = f(C[i, j], B[j])

    The kernel of the product can then compute these elements where it stores its results
    (`chad-lower-kernels`), which is known as an epilogue: biases, activations, and the products
    with their derivatives need no kernels of their own.

    An array to which a fold adds, element by element, terms that follow from elements of other
    arrays, or of what the fold collects, becomes a sum behind the fold, if the fold makes nothing
    else, or if it is a matrix or has more dimensions. Each thread then has elements of the sum,
    which the fold would read and write in each iteration:

        fold (r in R) with (S). map (s in S, x in r. s + f(x))  =  S[j] + Σ_i f(R[i, j])

    ```mlir
    func.func @biased(%c: tensor<?x?xf64>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>,
                      %bias: tensor<?xf64>) -> tensor<?x?xf64> {
      %product = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>)
          outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
      %sums = chad.map (%row in %product : tensor<?x?xf64>) -> tensor<?x?xf64> {
        %sum = chad.map (%x in %row : tensor<?xf64>, %y in %bias : tensor<?xf64>) -> tensor<?xf64> {
          %z = arith.addf %x, %y : f64
          chad.yield %z : f64
        }
        chad.yield %sum : tensor<?xf64>
      }
      return %sums : tensor<?x?xf64>
    }
    ```

    becomes, by `chad-opt --chad-raise-elementwise --canonicalize`,

    ```mlir
    #map = affine_map<(d0, d1) -> (d1)>
    #map1 = affine_map<(d0, d1) -> (d0, d1)>
    func.func @biased(%c: tensor<?x?xf64>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>,
                      %bias: tensor<?xf64>) -> tensor<?x?xf64> {
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %product = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>)
          outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
      %rows = tensor.dim %c, %c0 : tensor<?x?xf64>
      %columns = tensor.dim %c, %c1 : tensor<?x?xf64>
      %empty = tensor.empty(%rows, %columns) : tensor<?x?xf64>
      %sums = linalg.generic {indexing_maps = [#map, #map1, #map1],
                              iterator_types = ["parallel", "parallel"]}
          ins(%bias, %product : tensor<?xf64>, tensor<?x?xf64>)
          outs(%empty : tensor<?x?xf64>) {
      ^bb0(%y: f64, %x: f64, %out: f64):
        %z = arith.addf %x, %y : f64
        linalg.yield %z : f64
      } -> tensor<?x?xf64>
      return %sums : tensor<?x?xf64>
    }
    ```
  }];
  let options = [
    Option<"checkExtents", "check-extents", "bool", /*default=*/"false",
           "Assert that the arrays of each loop have one extent">,
  ];
  let statistics = [Statistic<"numRaised", "num-raised", "Number of structured ops">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadDistributeKernels : Pass<"chad-distribute-kernels"> {
  let summary = "divide the iterations of loops among the blocks and threads of a GPU";
  let description = [{
    The iterations of each map, build, fold whose states are sums, reduction or scan are divided
    among the blocks of a kernel: a `scf.forall` with the mapping `#gpu.block<x>`. The work of a
    block is divided among its threads, by a `scf.forall` with the mapping `#gpu.thread<x>`:

    * the iterations themselves, if they contain no loops, or if there are very many of them;
    * otherwise the iterations of the loops inside, and the block runs its own iterations in
      sequence. Of loops inside that add to arrays, these are the ones whose iteration i adds at an
      index c i + a, where `c` is a constant other than 0, and `a` does not change.

    Where each of many iterations adds at most one element or row to a sum of arrays, under a
    condition, the threads take iterations of their own, in rounds, and collect what they add in the
    memory of the block. After a round, each thread has elements of the sum, and goes through what
    has been collected, in order. An array that a thread computes to find its extremum, and the
    place of that, is not stored.

    A sum of numbers has a copy for each thread, and the threads of a block add these copies in
    pairs. A sum of arrays has a copy for each block. One more kernel adds the copies of the blocks,
    so that a result depends on the numbers of blocks and threads, but not on their timing.

    A block more has a part of the work, but also a copy of a sum of arrays, which must be added to the
    others: the number of blocks is that for which the time of both is shortest.

    A scan and a fold whose steps are affine in its states take three kernels. The first one combines
    the elements of each block, the second one finds the states before the blocks, and the third one
    takes the steps from there. In a block the threads combine their elements in a tree.

    A nest of loops of which the outer ones do nothing else, and the innermost one contains loops, is
    first made one loop. A map that only a reduction reads is computed by its threads, and a map that
    costs little by all that read it; a gather is fused with the loop that reads its elements. In the
    iterations of a block, a nest of two loops is one loop for its threads, too: what the outer one
    does before and after the inner one, and sums of numbers that the loops add up, become loops of
    their own. Without loops inside of the inner one, each thread has some rows and some columns.
    Where such a loop depends on nothing but the elements of its iteration, and has at
    least `jam-work` additions, a block with many iterations runs it for eight of them at once: what
    it reads of other arrays, it reads once for the eight.

    A histogram or a `chad.scatter_add` also has a copy of its result for each block. Each thread
    has some elements of that copy, goes through the updates of the block in order, and makes those
    of its own elements. Where there are many updates of many elements, they are sorted instead, by
    passes of a radix sort, so that there are no copies: a block updates the elements from its first
    to its last update, or each element of a row adds up its own updates. With `deterministic=false`,
    sums at indices are atomic additions instead.

    Threads take adjacent elements in turns, so that their reads are coalesced; the threads of a
    reduction or scan whose body is not known to be commutative take contiguous ranges.

    A loop whose iterations follow each other is left to the host, which launches kernels for what is
    inside, with a remark. Where these kernels have so little to do that it takes less time than to
    launch them, at most `block-work` additions each, one block runs the whole loop instead, and
    its threads divide the loops inside. Extents choose between these versions at run time.

    ```mlir
    func.func @f(%xs: tensor<?xf64>) -> tensor<?xf64> {
      %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %z = math.exp %x : f64
        chad.yield %z : f64
      }
      return %zs : tensor<?xf64>
    }
    ```

    becomes, by `chad-opt --chad-distribute-kernels --canonicalize --cse`,

    ```mlir
    func.func @f(%arg0: tensor<?xf64>) -> tensor<?xf64> {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      %c1056 = arith.constant 1056 : index
      %c256 = arith.constant 256 : index
      %c0 = arith.constant 0 : index
      %dim = tensor.dim %arg0, %c0 : tensor<?xf64>
      %0 = arith.ceildivui %dim, %c256 : index
      %1 = arith.minui %0, %c1056 : index
      %2 = arith.maxui %1, %c1 : index
      %3 = tensor.empty(%dim) : tensor<?xf64>
      %4 = arith.ceildivui %dim, %2 : index
      %5 = arith.ceildivui %4, %c32 : index
      %6 = arith.muli %5, %c32 : index
      %7 = scf.forall (%arg1) in (%2) shared_outs(%arg2 = %3) -> (tensor<?xf64>) {
        %8 = arith.muli %arg1, %6 : index
        %9 = arith.minui %8, %dim : index
        %10 = arith.subi %dim, %9 : index
        %11 = arith.minui %10, %6 : index
        %extracted_slice = tensor.extract_slice %arg0[%9] [%11] [1] : tensor<?xf64> to tensor<?xf64>
        %12 = tensor.empty(%11) : tensor<?xf64>
        %13 = scf.forall (%arg3) in (256) shared_outs(%arg4 = %12) -> (tensor<?xf64>) {
          %14 = arith.minui %arg3, %11 : index
          %15 = arith.subi %11, %14 : index
          %16 = arith.ceildivui %15, %c256 : index
          %extracted_slice_0 = tensor.extract_slice %extracted_slice[%14] [%16] [256] : tensor<?xf64> to tensor<?xf64>
          %17 = chad.map (%arg5 in %extracted_slice_0 : tensor<?xf64>) -> tensor<?xf64> {
            %18 = math.exp %arg5 : f64
            chad.yield %18 : f64
          }
          scf.forall.in_parallel {
            tensor.parallel_insert_slice %17 into %arg4[%14] [%16] [256] : tensor<?xf64> into tensor<?xf64>
          }
        } {mapping = [#gpu.thread<x>]}
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %13 into %arg2[%9] [%11] [1] : tensor<?xf64> into tensor<?xf64>
        }
      } {mapping = [#gpu.block<x>]}
      return %7 : tensor<?xf64>
    }
    ```
  }];
  let options = [
    Option<"maxBlocks", "max-blocks", "int64_t", "1056",
           "The most blocks of a kernel; 0: as many as the GPU runs at once, which the program asks for">,
    Option<"blockThreads", "block-threads", "int64_t", "256", "The threads of a block: a power of two">,
    Option<"deterministic", "deterministic", "bool", "true",
           "Whether results must not depend on timing: else sums at indices are atomic additions">,
    Option<"blockWork", "block-work", "int64_t", "32768",
           "The most additions for each launch that one block makes unnecessary by running a loop of "
           "the host; negative: the host runs all of these">,
    Option<"jamWork", "jam-work", "int64_t", "16384",
           "The least additions in loops that blocks run for several iterations at once; 0: all of "
           "these, however few; negative: none">,
    Option<"checkExtents", "check-extents", "bool", "false",
           "Assert that the arrays of a combinator have one extent">,
  ];
  let statistics = [Statistic<"numDistributed", "num-distributed", "Number of loops divided">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::chad::ChadDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadParallelizeLoops : Pass<"chad-parallelize-loops", "::mlir::ModuleOp"> {
  let summary = "divide the iterations of loops among threads";
  let description = [{
    The iterations of each map, build, fold whose states are sums, or reduction whose schedule
    (`chad-choose-schedule`) names threads, and the rows of such a product of matrices, are divided:
    every thread has one range of them and writes its part of the results. A sum has a copy for each
    thread, which starts from zero; the copies are added at the end, in the order of the threads, so
    that a result depends on the number of threads but not on their timing.

    The number of threads is decided when the loop is reached: all available threads, but so few
    that each has at least `grain` operations, and at least four times as many as its copy of a sum
    has elements.

    A sum of arrays that moves has no copies: iteration `i` adds only to the elements from
    `i + low` to `i + low + span - 1`, as to the cotangent of an array that is read by windows. Each
    thread adds to its own part of the one array, and leaves its last `span - 1` iterations, which
    also add to the part of the next thread. These run after all threads, in sequence. There are so
    few threads that each has at least 16 iterations for one that it leaves.

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %z = math.exp %x : f64
      chad.yield %z : f64
    } {chad.schedule = #chad.schedule<threads = true>}
    ```

    becomes, by `chad-opt --chad-parallelize-loops=threads=2 --canonicalize --cse`,

    ```mlir
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %c21 = arith.constant 21 : index
    %c1 = arith.constant 1 : index
    %grain = arith.constant 131072 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %n = tensor.dim %xs, %c0 : tensor<?xf64>
    %work = arith.muli %n, %c21 : index
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

    For a scan by a single op, each thread first reduces its range. After these values have been
    scanned, each thread scans its range, starting from the value for the ranges before (Blelloch
    1990, §1.2). The last range, which is the only one if there is one thread, is not reduced.

    Other loops whose iterations depend on each other stay as they are, and the loops inside them
    are divided. Whether any of these is worth a second thread is decided before the outermost
    sequential loop, as far as it is known there: if none is, a copy of the loop without threads
    runs, whose states are updated in place. A map that computes little from the results of such a
    loop is not divided, and is fused with it. An array that is gathered for one loop is gathered by
    each thread for itself.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", /*default=*/"0",
           "How many threads there are; 0: as many as OpenMP says when the program runs">,
    ThreadGrain,
    VectorBits,
    Option<"checkExtents", "check-extents", "bool", /*default=*/"false",
           "Assert, where types leave it open, that the arrays of an op have one extent">,
  ];
  let statistics = [Statistic<"numParallelized", "num-parallelized", "Number of loops divided">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadDuplicateResults : Pass<"chad-duplicate-results"> {
  let summary = "store an array that is yielded several times in each of its places";
  let description = [{
    If the body of a loop makes an array and yields it several times, as a state and as a row of a
    collected array, bufferization makes the array in one place and copies it to the others. After
    this pass, the inner loop that makes the array stores its elements several times instead.

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
  let statistics = [Statistic<"numSeparated", "num-separated", "Number of arrays stored once more">];
}

#endif // CHAD_LOOPS_SCHEDULEPASSES_TD
