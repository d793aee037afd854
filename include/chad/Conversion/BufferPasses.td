//===- BufferPasses.td - Conversions of buffers ------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is done once tensors have a place in memory, or for that, down to the LLVM dialect.

#ifndef CHAD_CONVERSION_BUFFERPASSES_TD
#define CHAD_CONVERSION_BUFFERPASSES_TD

include "mlir/Pass/PassBase.td"

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
    func.func @f(%xs: tensor<?xf64> {bufferization.writable = false, chad.buffer}) -> tensor<?xf64> {
      return %xs : tensor<?xf64>
    }
    ```

    It owns the results: a constant that is returned is copied.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ChadEliminateEmptyTensors : Pass<"chad-eliminate-empty-tensors"> {
  let summary = "eliminate empty tensors: make arrays in the larger ones that they are inserted into";
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

def ChadReportAllocations : Pass<"chad-report-allocations"> {
  let summary = "say which loops allocate memory in each iteration";
  let description = [{
    A remark, where they are asked for, at each loop that allocates memory in its iterations: that
    costs more than to update an array in place. It changes nothing. Of the loop here it says that each
    iteration allocates `memref<?xf64>`, for the extent is not known before the loop.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %row = memref.alloc(%i) : memref<?xf64>
      "test.fill"(%row) : (memref<?xf64>) -> ()
      memref.dealloc %row : memref<?xf64>
    }
    ```
  }];
}

def ChadExpandReshapes : Pass<"chad-expand-reshapes"> {
  let summary = "strides of reshapes that have several unknown extents";
  let description = [{
    Where `memref.expand_shape` makes several dimensions of unknown extent from one, upstream's
    `expand-strided-metadata` has no strides for them. They are products of the extents that the op
    is given.

    ```mlir
    %r = memref.expand_shape %x [[0, 1]] output_shape [%n, %m] : memref<?xf64> into memref<?x?xf64>
    ```

    becomes

    ```mlir
    %base, %offset, %size, %stride = memref.extract_strided_metadata %x : memref<?xf64> -> memref<f64>, index, index, index
    %c1 = arith.constant 1 : index
    %row = arith.muli %c1, %m : index
    %r = memref.reinterpret_cast %base to offset: [0], sizes: [%n, %m], strides: [%row, 1] : memref<f64> to memref<?x?xf64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def ChadOutParams : Pass<"chad-out-params", "::mlir::ModuleOp"> {
  let summary = "out-parameters: write the results of public functions into memory that the caller gives";
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
    func.func @f(%n: index, %x: f64, %given: memref<?xf64> {chad.buffer}) -> memref<?xf64> {
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

def ChadSplitIndexSet : Pass<"chad-split-index-set"> {
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
    for the elements that are so large (2^30 for f64 with FMA) that their remainder by pi/2 needs
    more digits of pi; the other elements are computed as without it. Of one argument, sine and
    cosine share all but the last steps. They do not exceed 1.

    The largest errors found among 10^7 numbers (f32: among all from 2^-34 to 2^34), in units in the last
    place:

    | | exp | exp2 | expm1 | log | log2 | log10 | log1p | tanh | sin | cos |
    |---|---|---|---|---|---|---|---|---|---|---|
    | f64 | 0.90 | 0.99 | 2.05 | 0.78 | 1.66 | 1.80 | 1.35 | 2.53 | 1.55 | 1.55 |
    | f32 | 0.93 | 0.96 | 1.54 | 0.84 | 1.83 | 1.98 | 1.40 | 2.52 | 1.56 | 1.57 |

    Fastmath flags of the ops are dropped: the formulas depend on how their steps round.
    Other ops and types are left alone.
  }];
  let options = [
    Option<"useFMA", "fma", "bool", /*default=*/"true",
           "Multiply and add in one step (math.fma), as the processor must be able to">,
  ];
  let statistics = [Statistic<"numExpanded", "num-expanded", "Number of functions expanded">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ChadLowerMath : Pass<"chad-lower-math", "::mlir::ModuleOp"> {
  let summary = "math ops that the conversion to LLVM lacks or gets wrong";
  let description = [{
    `math.expm1` and `log1p` become calls of the C library: as `exp(x) - 1` and
    `log(1 + x)` they are wrong near zero. So do `acosh`, `asinh`, `atanh`, `cbrt`, `erf` and
    `erfc`, which LLVM has no intrinsics for; `isinf`, `isnormal` and `clampf` become `arith` ops.
    What `sin` and `cos` return is bounded by -1 and 1, which the vector functions of the C library
    exceed by one unit in the last place at some arguments.

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
                           "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
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
  let options = [
    Option<"runtime", "runtime", "bool", /*default=*/"false",
           "Failures in a thread end its work, and then the work of the others' caller, by "
           "functions of the execution engine">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadHoistChecks : Pass<"chad-hoist-checks"> {
  let summary = "assert before loops, and together";
  let description = [{
    An assertion moves to where the numbers that it compares are known: before loops in all iterations
    of which it says the same, where it holds if there are no iterations, and up to the first
    assertion of its block. A program that fails then fails before it has done all that it did
    before, and may fail by another assertion if several do not hold. `chad-lower-checks` makes one
    branch of assertions that stand together.

    What an assertion needs moves with it, unless that has side effects, or may not be run in all
    cases.

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
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ChadLowerChecks : Pass<"chad-lower-checks", "::mlir::ModuleOp"> {
  let summary = "checks that fail call the execution engine";
  let description = [{
    `cf.assert` becomes a branch to a call of `@chadrt.fail`, which ends the call of the program:
    the execution engine defines it. The message begins with the place of the assertion in the
    program, and ends with the two numbers that are compared, where the condition is a comparison of
    integers. The function takes the status of the C interface
    (`CHAD_CHECK_FAILED`), a format for `printf`, and four numbers for it.

    An allocation of 256 MB or more is announced to `@chadrt.reserve`, with a message that has the
    place and the extents: it returns if there is that much memory, and ends the call of the program
    otherwise, also where the product of the extents is not less than 2⁶⁴.

    Assertions that stand together become one branch: which one fails is found out when one does.

    Structured control flow must have been lowered.

    ```mlir
    module {
      func.func @f(%n: index, %m: index) {
        %same = arith.cmpi eq, %n, %m : index
        cf.assert %same, "they differ" loc(unknown)
        return
      }
    }
    ```

    becomes

    ```mlir
    module {
      llvm.mlir.global private constant @chadrt.text("they differ: %lld and %lld\00") {addr_space = 0 : i32}
      llvm.func @chadrt.reserve(!llvm.ptr, f64, i64, i64, i64, i64)
      llvm.func @chadrt.fail(i32, !llvm.ptr, i64, i64, i64, i64) attributes {passthrough = ["noreturn", "cold"]}
      func.func @f(%n: index, %m: index) {
        %same = arith.cmpi eq, %n, %m : index
        cf.cond_br %same, ^bb1, ^bb2
      ^bb1:
        return
      ^bb2:
        %0 = llvm.mlir.constant(3 : i32) : i32
        %1 = llvm.mlir.addressof @chadrt.text : !llvm.ptr
        %2 = arith.index_cast %n : index to i64
        %3 = arith.index_cast %m : index to i64
        %4 = llvm.mlir.constant(0 : i64) : i64
        llvm.call @chadrt.fail(%0, %1, %2, %3, %4, %4) : (i32, !llvm.ptr, i64, i64, i64, i64) -> ()
        llvm.unreachable
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"];
}

def ChadLowerControlFlow : Pass<"chad-lower-control-flow"> {
  let summary = "lower scf to branches in linear time";
  let description = [{
    Applies upstream's patterns of `convert-scf-to-cf`, to the last op of a block first and to
    outer ops before inner ones. An op splits its block, and what is behind it moves to a new
    block: in the order of the program that would be almost all of a long function, each time.

    ```mlir
    func.func @f(%c: i1, %a: memref<f64>, %x: f64) {
      scf.if %c {
        memref.store %x, %a[] : memref<f64>
      }
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%c: i1, %a: memref<f64>, %x: f64) {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      memref.store %x, %a[] : memref<f64>
      cf.br ^bb2
    ^bb2:
      return
    }
    ```

    An op of the dialect that has no such pattern is an error.
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def ChadMarkNoAlias : Pass<"chad-mark-noalias", "::mlir::ModuleOp"> {
  let summary = "tell LLVM that the arrays of a public function are not written";
  let description = [{
    In the LLVM dialect an array is several arguments: two pointers, the offset, sizes and strides. A
    public function writes through none of those of its arguments (`chad-prepare-entries`), and the
    memory that it is given for results (`chad-out-params`) overlaps nothing, so that the second
    pointer, the one that is used, aliases nothing that is written through another. Those two passes
    mark such arguments with `chad.buffer`.

    The pass runs before and after the conversion of functions, which keeps no attributes of
    arguments that become several. Before, it says in the function's `chad.distinct` where those
    pointers will be, as `chad-outline-threads` does. After, it marks the arguments there.

    ```mlir
    module {
      func.func @before(%x: f64, %a: memref<?xf64> {chad.buffer}) {
        return
      }
      llvm.func @after(%x: f64, %a: !llvm.ptr, %p: !llvm.ptr, %o: i64, %n: i64, %s: i64)
          attributes {chad.distinct = array<i64: 2>} {
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    module {
      func.func @before(%x: f64, %a: memref<?xf64>) attributes {chad.distinct = array<i64: 2>} {
        return
      }
      llvm.func @after(%x: f64, %a: !llvm.ptr, %p: !llvm.ptr {llvm.noalias}, %o: i64, %n: i64, %s: i64) {
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // CHAD_CONVERSION_BUFFERPASSES_TD
