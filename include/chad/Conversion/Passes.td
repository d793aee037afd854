//===- Passes.td - Conversions -----------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What becomes of the array combinators on the way to code:
//
//                 chad.map, build, reduce, fold, scan, ...
//                                  |
//              passes on arrays that suit any machine (chad/Loops)
//                  |                                  |
//            chad-to-linalg                      chad-to-cpu
//                  |                                  |
//        convert-chad-to-linalg              passes on loops (chad/Loops)
//                  |                                  |
//     linalg.generic; the rest by          convert-chad-to-scf: scf.for
//     convert-chad-to-scf: scf.for                    |
//                  |                     bufferization in place, LLVM
//     transform dialect, IREE, ...              (chad/Bufferize)

#ifndef CHAD_CONVERSION_PASSES_TD
#define CHAD_CONVERSION_PASSES_TD

include "chad/Analysis/Target.td"

def ChadVerifyFirstOrder : Pass<"chad-verify-first-order"> {
  let summary = "report ops that have no lowering, and the pass that removes them";
  let description = [{
    The lowering handles the array combinators on values of builtin types. All other ops of the
    dialect must be removed by passes before it; where one of them is left, an error names the
    pass that removes it.

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

def ChadCheckBounds : Pass<"chad-check-bounds"> {
  let summary = "assert that indices and slices lie within their arrays";
  let description = [{
    An index outside of its array is undefined behaviour. This pass puts an assertion before each op
    that reads or writes arrays or buffers at indices: `tensor.extract`, `insert`, `extract_slice`,
    `insert_slice` and `dim`, `chad.gather`, `scatter_add` and `accumulate`, and `memref.load` and
    `store`. It also asserts that paddings of `tensor.pad` are not negative. Conditions that are
    known to hold are not asserted.

    ```mlir
    func.func @f(%xs: tensor<?xf64>, %i: index) -> f64 {
      %x = tensor.extract %xs[%i] : tensor<?xf64>
      return %x : f64
    }
    ```

    becomes

    ```mlir
    func.func @f(%xs: tensor<?xf64>, %i: index) -> f64 {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %xs, %c0 : tensor<?xf64>
      %isInside = arith.cmpi ult, %i, %n : index
      cf.assert %isInside, "'tensor.extract' has an index outside of the extent"
      %x = tensor.extract %xs[%i] : tensor<?xf64>
      return %x : f64
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ChadLowerTensor : Pass<"chad-lower-tensor"> {
  let summary = "tensor ops that bufferization lacks";
  let description = [{
    `tensor.gather` becomes nested `chad.build`s, one for each dimension of the result, and
    `tensor.scatter` becomes loops that write one element after the other: of two slices at the same
    position the last one remains.

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

    A `tensor.pad` whose padding is read from an array becomes nested builds, too, in which an
    `scf.if` reads the padding only if there is some. `tensor.bitcast` becomes `arith.bitcast`.
    `ub.poison` of a tensor type, whose elements no op reads, becomes `tensor.empty`. An
    `scf.index_switch` that chooses arrays becomes a chain of `scf.if`: otherwise bufferization
    would let updates of the chosen array write into arrays that are read afterwards. The iterations
    of `scf.forall` and `scf.parallel` run in sequence, by `scf.for`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::chad::ChadDialect"];
}

def ChadNormalizeLayouts : Pass<"chad-normalize-layouts"> {
  let summary = "convolutions to the layout in which channels are innermost";
  let description = [{
    A convolution is a sum of products of an array that windows slide over, of a kernel, and of what
    it makes of them. With the channels of the array and the features of the result innermost, an
    iteration of its inner loops multiplies a row by a matrix whose elements are neighbours; with the
    spatial dimensions innermost it multiplies numbers that lie far apart. The pass transposes the
    operands of each structured op that is a convolution, with strides, dilations and groups, or the
    derivative of one by its array or by its kernel, so that

    * the array has the order group, batch, spatial dimensions, channel,
    * the kernel has the order group, spatial dimensions, channel, feature,
    * the result has the order group, batch, spatial dimensions, feature,

    and transposes the result back. Transposed arrays that several ops need are equal, so that `--cse`
    leaves one.

    ```mlir
    %y = linalg.conv_2d_nchw_fchw
        ins(%x, %k : tensor<8x16x34x34xf32>, tensor<32x16x3x3xf32>)
        outs(%zero : tensor<8x32x32x32xf32>) -> tensor<8x32x32x32xf32>
    ```

    becomes

    ```mlir
    %e0 = tensor.empty() : tensor<8x34x34x16xf32>
    %x1 = linalg.transpose ins(%x : tensor<8x16x34x34xf32>) outs(%e0 : tensor<8x34x34x16xf32>)
        permutation = [0, 2, 3, 1]
    %e1 = tensor.empty() : tensor<3x3x16x32xf32>
    %k1 = linalg.transpose ins(%k : tensor<32x16x3x3xf32>) outs(%e1 : tensor<3x3x16x32xf32>)
        permutation = [2, 3, 1, 0]
    %e2 = tensor.empty() : tensor<8x32x32x32xf32>
    %zero1 = linalg.transpose ins(%zero : tensor<8x32x32x32xf32>)
        outs(%e2 : tensor<8x32x32x32xf32>) permutation = [0, 2, 3, 1]
    %y1 = linalg.generic {
        indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d5, d3 + d6, d4)>,
                         affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d4, d1)>,
                         affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d1)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction",
                          "reduction"]}
        ins(%x1, %k1 : tensor<8x34x34x16xf32>, tensor<3x3x16x32xf32>)
        outs(%zero1 : tensor<8x32x32x32xf32>) {
    ^bb0(%a: f32, %b: f32, %acc: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %p : f32
      linalg.yield %s : f32
    } -> tensor<8x32x32x32xf32>
    %e3 = tensor.empty() : tensor<8x32x32x32xf32>
    %y = linalg.transpose ins(%y1 : tensor<8x32x32x32xf32>) outs(%e3 : tensor<8x32x32x32xf32>)
        permutation = [0, 3, 1, 2]
    ```

    Convolutions without a sum over channels, or with fewer than 16 products for an element of an
    array, stay as they are, and so do those whose window and result both have dynamic extents: it is
    not known then which of the two is the kernel.
  }];
  let statistics = [Statistic<"numNormalized", "convolutions", "Convolutions transposed">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertLinalgToChad : Pass<"convert-linalg-to-chad"> {
  let summary = "structured ops on tensors to nests of combinators";
  let description = [{
    Each structured op on tensors (`linalg.generic` and the named ops) becomes the nest of array
    combinators that computes it, so that passes on loops over arrays can transform it. The order of
    the loops is chosen so that the fewest arrays have to be transposed, and that sums are of
    scalars rather than of arrays.

    ```mlir
    %y = linalg.matvec ins(%a, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%z : tensor<?xf64>)
        -> tensor<?xf64>
    ```

    becomes

    ```mlir
    %c0 = arith.constant 0 : index
    %m = tensor.dim %a, %c0 : tensor<?x?xf64>
    %c1 = arith.constant 1 : index
    %n = tensor.dim %a, %c1 : tensor<?x?xf64>
    %sums = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?xf64> {
      %zero = arith.constant 0.0 : f64
      %sum = chad.fold (%e in %row : tensor<?xf64>, %f in %x : tensor<?xf64>)
          with (%s = %zero : f64) {
        %p = arith.mulf %e, %f : f64
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      chad.yield %sum : f64
    }
    %y = arith.addf %sums, %z : tensor<?xf64>
    ```

    A window, `x[i + k]`, becomes a slice whose elements the inner loop reads; what is added to
    windows is added to slices of an array that a fold carries. Products and extrema become
    `chad.reduce`; any other use of an accumulator becomes a `chad.fold`. An op whose output map is
    no projection of the loops, and that is no sum, becomes `scf.for` loops. `linalg.softmax`,
    `linalg.pack`, `linalg.unpack` and the transforms of Winograd are decomposed before.

    With `keep-extended-products`, products of matrices whose factors have 16 bits and whose sums are
    of f32 stay as they are, outside of combinators: a GPU has units for them.
  }];
  let options = [
    Option<"keepExtendedProducts", "keep-extended-products", "bool", "false",
           "Products of f16 and bf16 that are summed in f32 stay structured ops">,
  ];
  let statistics = [Statistic<"numConverted", "structured-ops", "Structured ops converted">];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::chad::ChadDialect"];
}

def ConvertChadToSCF : Pass<"convert-chad-to-scf"> {
  let summary = "array combinators to loops that write into destinations";
  let description = [{
    Reductions, scans, histograms, gathers and scatters become folds and maps. If an array is read
    by one loop alone, element by element, its elements are computed in that loop. Each remaining
    loop becomes an `scf.for` whose iteration arguments are its states and the arrays that it fills,
    one element in each iteration. Bufferization then updates all of them in place: no iteration
    allocates or copies. The results of a nested combinator are written directly into the row of the
    array around it.

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

    An array that is `chad.build %i < %n { chad.yield %i }` is never made: its elements are the
    loop's index. An inner extent that only the body determines is computed before the loop, by a
    copy of the code that computes sizes; if that code reads an element, it reads the first one. A
    recurrence whose schedule has `lanes = n` runs in blocks of n iterations, as
    `chad-vectorize-scans` says.

    Later passes may reassociate a sum by `chad.reduce`: its `arith.addf` or `mulf` gets the flag
    `reassoc`. Linear types must have been erased.
  }];
  let options = [
    Option<"checkExtents", "check-extents", "bool", /*default=*/"false",
           "Assert, where types leave it open, that the arrays of an op have one extent">,
    Option<"allocateStates", "allocate-states", "bool", /*default=*/"true",
           "Make the next state of a loop by bufferization.alloc_tensor, which gets memory of its "
           "own, rather than by tensor.empty">,
    Option<"reassociateReductions", "reassociate-reductions", "bool", /*default=*/"true",
           "Allow the sums and products of chad.reduce in any order">,
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"];
}

def ConvertChadToLinalg : Pass<"convert-chad-to-linalg"> {
  let summary = "nests of combinators to structured ops";
  let description = [{
    A nest of `chad.map`, `build`, `reduce` and of `chad.fold` whose states are sums, products or
    extrema is distributed: each array that it makes becomes the result of one `linalg.generic`. A
    loop that runs over a dimension of the array becomes a parallel iterator, and a loop that sums a
    reduction iterator.

    ```mlir
    %ys = chad.map (%row in %m : tensor<?x?xf64>, %b in %bs : tensor<?xf64>) -> tensor<?xf64> {
      %products = chad.map (%a in %row : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %a, %x : f64
        chad.yield %p : f64
      }
      %s = chad.reduce (%a, %p in %products from %zero : tensor<?xf64>) {
        %t = arith.addf %a, %p : f64
        chad.yield %t : f64
      }
      %y = arith.addf %s, %b : f64
      chad.yield %y : f64
    }
    ```

    becomes a product of a matrix and a vector, and an addition of vectors:

    ```mlir
    %c0 = arith.constant 0 : index
    %n = tensor.dim %m, %c0 : tensor<?x?xf64>
    %empty = tensor.empty(%n) : tensor<?xf64>
    %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
    %sums = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%m, %xs : tensor<?x?xf64>, tensor<?xf64>) outs(%start : tensor<?xf64>) {
    ^bb0(%a: f64, %x: f64, %s: f64):
      %p = arith.mulf %a, %x : f64
      %t = arith.addf %s, %p : f64
      linalg.yield %t : f64
    } -> tensor<?xf64>
    %place = tensor.empty(%n) : tensor<?xf64>
    %ys = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%bs, %sums : tensor<?xf64>, tensor<?xf64>) outs(%place : tensor<?xf64>) {
    ^bb0(%b: f64, %s: f64, %old: f64):
      %y = arith.addf %s, %b : f64
      linalg.yield %y : f64
    } -> tensor<?xf64>
    ```

    Maps and builds that only one nest reads belong to it, and so does a sum within a sum. A value
    that an iteration computes for an inner loop, or for several ops, is stored, unless it takes at
    most four additions or products: no work is done more often than before. An index becomes
    `linalg.index`. A read at indices that are affine functions of the indices of the loops becomes
    the indexing map of an operand; any other read becomes a `tensor.extract` in the body. A
    structured op in a body gets the loops around it as parallel dimensions.

    The following has no structured op. It is left to `convert-chad-to-scf`, with the code around
    it, and a remark says so; nests inside of it are converted:

    * sequential loops: `chad.fold` in general, `chad.scan`;
    * additions to arrays at computed indices: `chad.accumulate` to a state, `scatter_add`, `hist`;
    * loops whose extents depend on the iteration of a loop around them;
    * bodies that make arrays in branches, by `tensor.from_elements`, by reshapes or by padding, or
      that assert.

    Source: Blelloch 1990, ch. 4, where nested parallelism is flattened; the distribution of loops in
    Allen & Kennedy 2001, §5.3.

    A single sum is a reduction to an array without dimensions:

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
  let options = [
    Option<"checkExtents", "check-extents", "bool", /*default=*/"false",
           "Assert that the arrays of a combinator have one extent">,
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted", "Number of nests that became structured ops">,
    Statistic<"numLeft", "num-left", "Number of combinators that are left as they are">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
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

    The function is made once for each element type. It divides the matrices into blocks that fit
    the caches, packs them so that elements lie in the order in which they are read, and keeps a
    tile of the result in registers while it sums up: 8x24 elements of f64 where vectors have 512
    bits, otherwise 4 times 3 vectors. Where columns are left over, tiles of two vectors are the
    last. The panel of the second factor that successive tiles read takes three quarters of the
    first-level cache (`l1-bytes`). Whether a product is too small for that is tested at run time;
    it is then summed up directly. Operands may have any layout; the vectors run along the last
    dimension of the result.
  }];
  let options = [
    VectorBits,
    FMA,
    L1Bytes,
    L2Bytes,
    L3Bytes,
  ];
  let statistics = [Statistic<"numLowered", "num-lowered", "Number of contractions lowered">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ChadThreadsToOpenMP : Pass<"chad-threads-to-openmp"> {
  let summary = "loops over threads to OpenMP";
  let description = [{
    A loop over threads on buffers becomes a parallel region of OpenMP with as many threads as
    iterations. A loop of one iteration runs without the region.

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
           "A failure in a thread ends that thread, and then the call of the program, by "
           "functions of the execution engine">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect",
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
    more digits of pi; the vector code computes the other elements in any case. The sine and cosine
    of one argument share all but the last steps. Their results do not exceed 1.

    The largest errors found among 10^7 numbers (f32: among all from 2^-34 to 2^34), in units in the last
    place:

    | | exp | exp2 | expm1 | log | log2 | log10 | log1p | tanh | sin | cos |
    |---|---|---|---|---|---|---|---|---|---|---|
    | f64 | 0.90 | 0.99 | 2.05 | 0.78 | 1.66 | 1.80 | 1.35 | 2.53 | 1.55 | 1.55 |
    | f32 | 0.93 | 0.96 | 1.54 | 0.84 | 1.83 | 1.98 | 1.40 | 2.52 | 1.56 | 1.57 |

    The sine and cosine of a scalar are left to the library, unless `library` says that there is
    none, as on a GPU: then large arguments are reduced with 192 bits of 2/pi.

    Fastmath flags of the ops are dropped: the formulas depend on how their steps round.
    Other ops and types are left alone.
  }];
  let options = [
    FMA,
    Option<"library", "library", "bool", "true",
           "Functions of scalars that are not approximated may be called">,
  ];
  let statistics = [Statistic<"numExpanded", "num-expanded", "Number of functions expanded">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
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

def ChadLowerChecks : Pass<"chad-lower-checks", "::mlir::ModuleOp"> {
  let summary = "replace checks by calls of the execution engine where they fail";
  let description = [{
    `cf.assert` becomes a branch to a call of `@chadrt.fail`, which ends the call of the program:
    the execution engine defines it. The message begins with the place of the assertion in the
    program, and ends with the two numbers that are compared, where the condition is a comparison of
    integers. The function takes the status of the C interface
    (`CHAD_CHECK_FAILED`), a format for `printf`, and four numbers for it.

    Before an allocation of 256 MB or more, the program calls `@chadrt.reserve` with a message that
    has the place and the extents. That function returns if there is that much memory, and otherwise
    ends the call of the program, also if the product of the extents is not less than 2⁶⁴.

    Adjacent assertions become one branch; which of them failed is found out after it.

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
    Applies MLIR's patterns of `convert-scf-to-cf`, to the last op of a block first and to outer ops
    before inner ones. Each such op splits its block, and the ops behind it move to a new block. In
    program order almost all ops of a long function would move, each time. `scf.for` becomes a loop
    that is tested after each iteration, and before the first one unless there is one in any case.
    LLVM needs this form, and takes quadratic time to make it.

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

def ChadConvertToLLVM : Pass<"chad-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "convert branches, numbers, vectors, buffers and functions to the LLVM dialect";
  let description = [{
    Applies MLIR's patterns of `convert-vector-to-llvm`, `finalize-memref-to-llvm`,
    `convert-math-to-llvm`, `convert-arith-to-llvm`, `convert-ub-to-llvm`, `convert-func-to-llvm`,
    `convert-cf-to-llvm` and `convert-openmp-to-llvm` in one conversion. One after the other, these
    passes make casts between the types of both sides, which the next ones have to remove.
    Structured control flow must have been lowered before.

    An array becomes several arguments: two pointers, the offset, sizes and strides. A public
    function does not write into its arguments (`chad-prepare-entries`), and its out-parameters
    (`chad-out-params`) overlap nothing: those passes mark such arguments with `chad.buffer`.
    `chad-outline-threads` and `chad-keep-states-in-place` mark arguments of private functions with
    `chad.distinct`. The second pointer of a marked array, which is the one in use, aliases no memory
    that is written through another pointer: it becomes `llvm.noalias`.

    The steps of loops with checkpoints, functions with `chad.step`, get LLVM's attribute `noinline`,
    and `chad-step`, which keeps LLVM from specializing them for their calls.

    ```mlir
    module {
      func.func @f(%x: f64, %a: memref<?xf64> {chad.buffer}) -> f64 {
        %y = arith.mulf %x, %x : f64
        return %y : f64
      }
    }
    ```

    becomes

    ```mlir
    module {
      llvm.func @f(%x: f64, %a: !llvm.ptr, %p: !llvm.ptr {llvm.noalias}, %o: i64, %n: i64, %s: i64) -> f64 {
        %y = llvm.fmul %x, %x : f64
        llvm.return %y : f64
      }
    }
    ```

    An op of another dialect that is left, and uses or makes a value whose type has changed, is an
    error.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
}

def ChadMarkNoAlias : Pass<"chad-mark-noalias", "::mlir::ModuleOp"> {
  let summary = "tell LLVM which arrays of a function alias no other memory, around other conversions";
  let description = [{
    What `chad-convert-to-llvm` says of the arguments of functions, for pipelines that convert
    functions by MLIR's own passes. This pass then runs before and after them: it stores the future
    positions of the pointers in the function's `chad.distinct_pointers`, and marks those as `llvm.noalias`.

    ```mlir
    module {
      func.func @before(%x: f64, %a: memref<?xf64> {chad.buffer}) {
        return
      }
      llvm.func @after(%x: f64, %a: !llvm.ptr, %p: !llvm.ptr, %o: i64, %n: i64, %s: i64)
          attributes {chad.distinct_pointers = array<i64: 2>} {
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    module {
      func.func @before(%x: f64, %a: memref<?xf64>) attributes {chad.distinct_pointers = array<i64: 2>} {
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

#endif // CHAD_CONVERSION_PASSES_TD
