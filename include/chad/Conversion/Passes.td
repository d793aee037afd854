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
                           "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
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

def ChadFuseMaps : Pass<"chad-fuse-maps"> {
  let summary = "fuse maps with producers that have other uses";
  let description = [{
    A map that reads what another map or build makes becomes one with it, even where
    results of the producer are used later on too: these become results of the
    fused map. `canonicalize` only fuses where nothing else uses the producer.

    ```mlir
    %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %y = math.exp %x : f64
      chad.yield %y : f64
    }
    %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
      %z = arith.mulf %k, %y : f64
      chad.yield %z : f64
    }
    %r:2 = chad.map (%y in %ys : tensor<?xf64>, %z in %zs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
      chad.yield %z, %y : f64, f64
    }
    ```

    becomes

    ```mlir
    %r:2 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
      %y = math.exp %x : f64
      %z = arith.mulf %k, %y : f64
      chad.yield %z, %y : f64, f64
    }
    ```
  }];
  let statistics = [Statistic<"numFused", "num-fused", "Number of producers fused">];
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

def ChadMarkNoAlias : Pass<"chad-mark-noalias", "::mlir::ModuleOp"> {
  let summary = "tell LLVM that the arrays of a public function are not written";
  let description = [{
    After the conversion to LLVM an array is an argument list: two pointers, the
    offset, sizes and strides. A public function writes through none of them
    (`chad-prepare-entries`), so that the second pointer, the one that is read
    through, aliases nothing that is written.

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
