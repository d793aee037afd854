//===- VectorPasses.td - Loops in vectors, on the CPU ------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Passes that carry out the schedules of loops in lanes of vectors, and that prepare loops for
// vectors.

#ifndef CHAD_LOOPS_VECTORPASSES_TD
#define CHAD_LOOPS_VECTORPASSES_TD

include "chad/Analysis/Target.td"

def ChadVectorizeLanes : Pass<"chad-vectorize-lanes"> {
  let summary = "run several iterations of a loop at once, each in a lane of vectors";
  let description = [{
    A map, build or fold whose states are sums runs W iterations at a time, where W is the number of
    lanes in its schedule (`chad-choose-schedule`): each scalar that differs between the iterations
    becomes a `vector<Wxf64>`, and each array an array of such vectors. Inner loops keep their form
    and run once for all lanes. Sums have the lanes of one vector, which are added at the end. If
    the extent is no multiple of W, the last lanes repeat the last iteration, and are not added to
    sums. Rows that are gathered are read from the source of the `chad.gather`.

    The rows of eight lanes are read and written eight elements at a time, as squares, which are
    transposed in registers. Where there are more lanes, one loop over groups of eight lanes makes
    the squares, by way of an array of columns. Lanes that add to elements at positions of their own
    do so one after the other, by a loop over lanes.

    A window is a slice whose position moves by one from iteration to iteration. Its elements are
    read from the array: those of all lanes are adjacent. What is added to the elements of windows
    of a state is added in the state, which all lanes share, because no two lanes add to one element
    at the same time. In a loop with windows, the iterations that do not fill a block of lanes run
    in sequence.

    If the schedule has a `longest_row` and the extent of rows is not known, the loop runs in lanes
    if its rows are at most that long, and otherwise as it is written: long rows are better read by
    vectors along the rows.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %s = chad.reduce (%a, %k in %ks from %zero : tensor<?xf64>) {
        %p = arith.mulf %k, %x : f64
        %t = arith.addf %a, %p : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    } {chad.schedule = #chad.schedule<lanes = 2>}
    ```

    becomes, by `chad-opt --chad-vectorize-lanes=vector-bits=64 --canonicalize --cse`,

    ```mlir
    %zeros = arith.constant dense<0.0> : vector<2xf64>
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
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

    A flat loop, from scalars to scalars, reads and writes vectors of adjacent elements, the last
    one with a mask.

    The iterations of a fold depend on each other. But if its states are rows, and each element of
    the next rows follows from the elements at the same position, the elements are independent. A
    vector of elements then goes through all iterations, with the states in registers, before the
    next vector does.

    ```mlir
    %last = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %s0 : tensor<8xf64>) {
      %y = chad.map (%a in %s : tensor<8xf64>, %b in %x : tensor<?xf64>) -> tensor<8xf64> {
        %t = arith.addf %a, %b : f64
        %u = math.tanh %t : f64
        chad.yield %u : f64
      }
      chad.yield %y : tensor<8xf64>
    } {chad.schedule = #chad.schedule<row_lanes = 8>}
    ```

    becomes, by `chad-opt --chad-vectorize-lanes=vector-bits=256 --canonicalize --cse`,

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

    A loop whose iterations run in sequence, because its rows are long, may have functions of
    scalars behind the loops in its body. If its schedule has `tail_lanes`, the loop is distributed:
    it stores what these functions need, at most four numbers for each iteration, and a second loop
    computes them, in lanes.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %r = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
        %t = arith.addf %a, %b : f64
        chad.yield %t : f64
      }
      %u = math.tanh %s : f64
      chad.yield %u : f64
    } {chad.schedule = #chad.schedule<tail_lanes = 2>}
    ```

    becomes, by `chad-opt --chad-vectorize-lanes=vector-bits=128 --canonicalize --cse`,

    ```mlir
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f64
    %s = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
      %r = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
        %t = arith.addf %a, %b : f64
        chad.yield %t : f64
      }
      chad.yield %r : f64
    }
    %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
    %empty = tensor.empty(%n) : tensor<?xf64>
    %numFull = arith.divui %n, %c2 : index
    %rest = arith.muli %numFull, %c2 : index
    %full = scf.for %i = %c0 to %rest step %c2 iter_args(%out = %empty) -> (tensor<?xf64>) {
      %v = vector.transfer_read %s[%i], %zero {in_bounds = [true]} : tensor<?xf64>, vector<2xf64>
      %u = math.tanh %v : vector<2xf64>
      %w = vector.transfer_write %u, %out[%i] {in_bounds = [true]} : vector<2xf64>, tensor<?xf64>
      scf.yield %w : tensor<?xf64>
    }
    %r = scf.for %i = %rest to %n step %c2 iter_args(%out = %full) -> (tensor<?xf64>) {
      %v = vector.transfer_read %s[%i], %zero : tensor<?xf64>, vector<2xf64>
      %u = math.tanh %v : vector<2xf64>
      %w = vector.transfer_write %u, %out[%i] : vector<2xf64>, tensor<?xf64>
      scf.yield %w : tensor<?xf64>
    }
    ```

    Sums over iterations may be added in any order.
  }];
  let options = [
    VectorBits,
    Option<"checkExtents", "check-extents", "bool", /*default=*/"false",
           "Assert, where types leave it open, that the arrays of an op have one extent">,
  ];
  let statistics = [Statistic<"numVectorized", "num-vectorized", "Number of loops vectorized">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
}

def ChadTileReductions : Pass<"chad-tile-reductions"> {
  let summary = "tile loops that add to all rows of large sums: some iterations at a time, row by row";
  let description = [{
    The pass tiles a loop that in each iteration updates all rows of arrays that it carries, by a
    map whose results are the next values of the arrays and which alone reads them. Such a loop goes
    through the whole arrays in each iteration. The tiled loop first computes and stores what the
    map needs for several iterations; then it updates each row for all of these iterations, while
    the row stays in the first-level cache. Rows are updated in the order of the iterations as
    before, so that results do not change.

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

    becomes, by `chad-opt --chad-tile-reductions=iterations=16 --canonicalize --cse`,

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

    If the elements of the sums are vectors, and a map after the loop adds up their lanes by
    `vector.reduction`, the lanes are added up after each tile, row by row: the loop carries one
    number for each element, and an array of vectors exists for one row only.

    The number of iterations of a tile is decided when the program runs, by the sizes of the arrays:
    as many as can be stored in half of the second-level cache, at least 8 and at most 64. It is one
    if the sums fill at most a quarter of that cache, and no lanes are added up.
  }];
  let options = [
    L2Bytes,
    Option<"iterations", "iterations", "int64_t", /*default=*/"0",
           "How many iterations there are at a time; 0: decided by the sizes of arrays">,
  ];
  let statistics = [Statistic<"numInterchanged", "num-interchanged",
                              "Number of loops whose sums are updated row by row">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadVectorizeScans : Pass<"chad-vectorize-scans"> {
  let summary = "run scans and linear recurrences in blocks of vectors";
  let description = [{
    A scan of scalars, or a fold that collects, gets a schedule with `lanes = n` if each state is an
    affine function of the state before, s' = a s + b, where a and b follow from elements: running
    sums and products, linear recurrences, and their derivatives. `convert-chad-to-scf` then runs n
    iterations at once: it reads and writes whole vectors, and composes the functions of the steps
    of a vector within the register, in a number of rounds that is the logarithm of n. Only one
    multiplication and addition remains from one vector to the next. A map that alone reads the
    results is fused into the same loop. Loops in the body of another combinator are left as they
    are.

    ```mlir
    %zero = arith.constant 0.0 : f64
    %total, %sums = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %zero : f64) collect (tensor<?xf64>) {
      %t = arith.addf %a, %x : f64
      chad.yield %t, %t : f64, f64
    }
    %ys = chad.map (%s in %sums : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %s, %s : f64
      chad.yield %y : f64
    }
    ```

    becomes

    ```mlir
    %zero = arith.constant 0.0 : f64
    %total, %ys = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %zero : f64) collect (tensor<?xf64>) {
      %t = arith.addf %a, %x : f64
      %y = arith.mulf %t, %t : f64
      chad.yield %t, %y : f64, f64
    } {chad.schedule = #chad.schedule<lanes = 8>}
    ```

    Numbers are added and multiplied in another order: results differ by rounding. If a product
    overflows within a vector, or a factor is infinite, a state of zero becomes NaN.
  }];
  let options = [VectorBits];
  let statistics = [Statistic<"numVectorized", "num-vectorized",
                              "Number of loops that run in blocks">];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ChadRelaxFloats : Pass<"chad-relax-floats"> {
  let summary = "allow fused multiply-add and sums in any order";
  let description = [{
    Additions, subtractions and multiplications of floats get the flag `contract`: a product that is
    added may be rounded once instead of twice. Additions to a sum that a fold carries get
    `reassoc`: without it, each addition waits for the one before. A sum may therefore overflow in
    one order and not in another. A `chad.reduce` allows any order by definition. A product `(x + x)
    · c` with a constant `c` becomes `x · 2c`, and negations move from the operands of products and
    quotients to the results, where two of them cancel: both round the same.

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

def ChadUnrollAndJam : Pass<"chad-unroll-and-jam"> {
  let summary = "unroll and jam: two iterations of a loop share the loop inside";
  let description = [{
    A loop in the lanes of vectors with one short loop inside runs two iterations at a time, if its
    attribute `chad.any_order` says that they may run in any order: values that both inner loops
    read are read once, and their sums do not wait for each other. The trip count of the inner loop
    may be the number of the iteration plus a constant; the second iteration then goes on alone. It
    may also be a constant less this number; then the first one goes on alone. If the number of
    iterations is odd, the last one runs alone.

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

    becomes, by `chad-opt --chad-unroll-and-jam --canonicalize --cse`,

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

def ChadDivideByInvariants : Pass<"chad-divide-by-invariants"> {
  let summary = "divide by a loop-invariant number without a division in the loop";
  let description = [{
    The quotient x / y of floats, in a loop in which y does not change, becomes x h + x l, with the
    last product and the sum rounded once, where h + l is 1 / y in two numbers that are computed
    before the loop (Brisebarre, Muller and Raina 2004, *Accelerating correctly rounded
    floating-point division when the divisor is known in advance*, algorithm 1). A division by a
    vector takes four times as long or more.

    The result is the nearest number to the quotient, as that of a division, for all but very few x
    and y, and otherwise the next one to it: the error is less than one unit in the last place, for
    subnormal quotients, too. x / x is 1. Infinities, NaN, signed zeros and overflow are those of a
    division: h and l have one sign, and where 1 / y could be too large or too small, both x and y
    are multiplied by a power of two first.

    ```mlir
    func.func @f(%xs: memref<?xf64>, %qs: memref<?xf64>, %y: f64, %c0: index, %c1: index, %n: index) {
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %xs[%i] : memref<?xf64>
        %q = arith.divf %x, %y : f64
        memref.store %q, %qs[%i] : memref<?xf64>
      }
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%xs: memref<?xf64>, %qs: memref<?xf64>, %y: f64, %c0: index, %c1: index, %n: index) {
      %one = arith.constant 1.000000e+00 : f64
      %size = math.absf %y : f64
      %large = arith.constant 1.157920892373162E+77 : f64
      %down = arith.constant 2.9387358770557188E-39 : f64
      %isLarge = arith.cmpf ogt, %size, %large : f64
      %scale0 = arith.select %isLarge, %down, %one : f64
      %small = arith.constant 2.9387358770557188E-39 : f64
      %up = arith.constant 3.4028236692093846E+38 : f64
      %isSmall = arith.cmpf olt, %size, %small : f64
      %scale = arith.select %isSmall, %up, %scale0 : f64
      %scaled = arith.mulf %y, %scale : f64
      %nearest = arith.divf %one, %scaled : f64
      %negative = arith.negf %scaled : f64
      %zero = arith.constant 0.000000e+00 : f64
      %almost = arith.constant 0.99999999999999988 : f64
      %below = arith.mulf %nearest, %almost : f64
      %error = math.fma %negative, %nearest, %one : f64
      %isAbove = arith.cmpf olt, %error, %zero : f64
      %h = arith.select %isAbove, %below, %nearest : f64
      %rest = math.fma %negative, %h, %one : f64
      %least = arith.constant 7.7037197775489434E-34 : f64
      %isEnough = arith.cmpf ogt, %rest, %least : f64
      %more = arith.select %isEnough, %rest, %least : f64
      %l = arith.mulf %h, %more : f64
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %xs[%i] : memref<?xf64>
        %0 = arith.mulf %x, %scale : f64
        %1 = arith.mulf %0, %l : f64
        %q = math.fma %0, %h, %1 : f64
        memref.store %q, %qs[%i] : memref<?xf64>
      }
      return
    }
    ```

    A divisor whose inverse is exact stays, and so does one that divides fewer than 8 numbers. The
    result needs a fused multiplication and addition.
  }];
  let statistics = [Statistic<"numDivisions", "num-divisions", "Number of divisions replaced">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ChadSplitIndexSet : Pass<"chad-split-index-set"> {
  let summary = "index-set splitting: loops for the borders, and one without branches between them";
  let description = [{
    An innermost loop with branches that depend on whether the index has reached a bound, or is
    still below one, becomes three loops: up to all lower bounds, from them to the upper bounds, and
    from there on. In the middle loop these conditions are known, so that it has no branches and
    LLVM can vectorize it. If a condition does not change in the loop, the middle loop is made
    twice: the version for the case that all of these conditions hold tests none of them.

    Likewise, the index plus a constant whose maximum or minimum with another constant is taken, so
    that an access to a neighbour stays inside of the array, is itself in the middle loop.

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

    A remainder of the index plus a constant by a constant m, by which an access wraps around, as (i +
    k) mod m, is i + k - q m in the middle loop, with q that of the iteration in the middle.

    A border loop of a few iterations is marked so that LLVM does not vectorize it.
  }];
  let statistics = [Statistic<"numSplit", "num-split", "Number of loops split">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // CHAD_LOOPS_VECTORPASSES_TD
