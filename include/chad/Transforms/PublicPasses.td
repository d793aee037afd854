//===- PublicPasses.td - Passes for users -----------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What users of the dialect run, alone or in pipelines of their own.

#ifndef CHAD_TRANSFORMS_PUBLICPASSES_TD
#define CHAD_TRANSFORMS_PUBLICPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

def ChadDifferentiate : Pass<"chad-differentiate", "::mlir::ModuleOp"> {
  let summary = "expand the requests for derivatives";
  let description = [{
    Replaces each `chad.jvp`, `chad.vjp`, `chad.grad`, `chad.value_and_grad`,
    `chad.jacobian` and `chad.linearize` by calls of derivatives, which are added to
    the module, each once. A function that makes requests itself has them expanded
    before it is differentiated, so requests nest to any order. The options give a budget to
    functions that have no attribute `chad.checkpoint`.

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = math.exp %x : f64
      return %y : f64
    }
    func.func @df(%x: f64) -> f64 {
      %g = chad.grad @f(%x) : (f64) -> f64
      return %g : f64
    }
    ```
  }];
  let options = [
    Option<"checkpointStates", "checkpoint-states", "int64_t", /*default=*/"0",
           "How many states of the loops of a function may be in memory at a time for a reverse "
           "derivative; 0: no limit">,
    Option<"checkpointBytes", "checkpoint-bytes", "int64_t", /*default=*/"0",
           "The same, in bytes of these states">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::affine::AffineDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::func::FuncDialect"];
}

def ChadRaise : Pass<"chad-raise", "::mlir::ModuleOp"> {
  let summary = "raise programs of front ends to values: buffers to tensors, branches to loops";
  let description = [{
    Turns programs of front ends into programs on values, which can be differentiated, in all
    functions of the module. `chad-differentiate`, `chad-forward`, `chad-reverse` and `chad-run` do
    the same for the functions that they reach. The pass is for those who want to see the result, or
    to continue with it.

    * Branches between blocks (`cf`) become `scf.if`, `scf.while` and `scf.for`.
    * The affine dialect becomes `scf`, `arith` and `memref`, the dialect `index` becomes `arith`, and
      a `func.call_indirect` becomes a `chad.apply`.
    * Encodings of tensor types that belong to no dialect are dropped, and constants in resources
      are written out.
    * A buffer (`memref`) becomes a tensor with the contents of the buffer. A write makes a new
      tensor; loops and branches carry the tensors that are written in them. An argument that is
      written is also returned, after the results, in the order of the arguments.

    ```mlir
    func.func @halve_rest(%x: memref<8xf64>, %n: index) {
      %half = arith.constant 0.5 : f64
      affine.for %i = 1 to 8 {
        %a = affine.load %x[%i - 1] : memref<8xf64>
        %b = arith.mulf %a, %half : f64
        affine.store %b, %x[%i] : memref<8xf64>
      }
      return
    }
    ```

    becomes, by `chad-opt --chad-raise --canonicalize`,

    ```mlir
    func.func @halve_rest(%x: tensor<8xf64>, %n: index) -> tensor<8xf64> {
      %c-1 = arith.constant -1 : index
      %half = arith.constant 0.5 : f64
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %r = scf.for %i = %c1 to %c8 step %c1 iter_args(%t = %x) -> (tensor<8xf64>) {
        %j = arith.addi %i, %c-1 : index
        %a = tensor.extract %t[%j] : tensor<8xf64>
        %b = arith.mulf %a, %half : f64
        %u = tensor.insert %b into %t[%i] : tensor<8xf64>
        scf.yield %u : tensor<8xf64>
      }
      return %r : tensor<8xf64>
    }
    ```

    * A complex value becomes two values, its real and its imaginary part; so do arguments and
      results of complex types. The functions of the complex dialect become arithmetic.
    * A vector becomes a tensor, and ops of the vector dialect become ops of `tensor`, `linalg` and
      `arith`.
    * A shape (`shape`) becomes a tensor of its extents, a size an index, and a witness the condition
      that code assumes, as `cf.assert`.
    * Functions and graphs of `ml_program` become `func.func`, in the whole module, and reads of globals
      that are not mutable become constants.
    * In a function that had buffers, affine loops or complex values, a loop that reads and writes
      arrays at its index becomes `chad.map` or `chad.fold`, and a loop that only adds to a value
      `chad.reduce`.

    Arguments that are buffers must not overlap if one of them is written. An op is reported as an
    error if the pass cannot tell which buffer it uses, if it lets the address of a buffer escape,
    or if it passes a buffer to a function without a body.
  }];
  let options = [
    ListOption<"functions", "functions", "std::string",
               "the functions to raise, with those that they call; without it, all">,
    Option<"keepComplex", "keep-complex", "bool", "false", "leave complex values as they are">,
    Option<"keepVectors", "keep-vectors", "bool", "false", "leave vectors as they are">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"];
}

def ChadForward : Pass<"chad-forward", "::mlir::ModuleOp"> {
  let summary = "add the forward derivative of a function to the module";
  let description = [{
    From `@f : (x...) -> (y...)` makes `@f.forward : (x...) -> (y..., m)`, where `m` is
    the derivative of `f` at `x`: a linear function from the tangents of the
    arguments `wrt` to those of the results `of`.

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %p = arith.mulf %x, %y : f64
      %s = math.sin %p : f64
      return %s : f64
    }
    ```

    With `--chad-forward=function=f`, this is added:

    ```mlir
    func.func @f.forward(%x: f64, %y: f64) -> (f64, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>) {
      %p = arith.mulf %x, %y : f64
      %s = math.sin %p : f64
      %m = chad.lfun.lambda (%dx : !chad.lin<f64>, %dy : !chad.lin<f64>) -> !chad.lin<f64> {
        %a = chad.scale %y, %dx : f64, !chad.lin<f64>
        %b = chad.scale %x, %dy : f64, !chad.lin<f64>
        %dp = chad.add %a, %b : !chad.lin<f64>
        %c = math.cos %p : f64
        %ds = chad.scale %c, %dp : f64, !chad.lin<f64>
        chad.yield %ds : !chad.lin<f64>
      }
      return %s, %m : f64, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
    }
    ```

    With `dual`, `@f.jvp : (x..., dx...) -> (y..., dy...)` is added instead, which computes values
    and tangents together (dual numbers), so that each loop runs once.

    Source: Vákár & Smeding 2022, §2.3.
  }];
  let options = [
    Option<"function", "function", "std::string", "",
           "the function; without it, each function with floats among arguments and results">,
    ListOption<"wrt", "wrt", "int64_t", "positions of the arguments; all that hold floats">,
    ListOption<"of", "of", "int64_t", "positions of the results; all that hold floats">,
    Option<"name", "name", "std::string", "", "the name of the derivative">,
    Option<"dual", "dual", "bool", "false", "take tangents as arguments, return them as results">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::affine::AffineDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadReverse : Pass<"chad-reverse", "::mlir::ModuleOp"> {
  let summary = "add the reverse derivative of a function to the module";
  let description = [{
    From `@f : (x...) -> (y...)` makes `@f.reverse : (x...) -> (y..., m)`, where `m` is the
    transposed derivative of `f` at `x`: a linear function from the cotangents of the results `of`
    to those of the arguments `wrt`. The body of `m` runs the function backwards, and captures the
    values of the forward run that it needs (the residuals).

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %p = arith.mulf %x, %y : f64
      %s = math.sin %p : f64
      return %s : f64
    }
    ```

    With `--chad-reverse=function=f`, this is added:

    ```mlir
    func.func @f.reverse(%x: f64, %y: f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>) {
      %p = arith.mulf %x, %y : f64
      %s = math.sin %p : f64
      %m = chad.lfun.lambda (%ds : !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
        %c = math.cos %p : f64
        %dp = chad.scale %c, %ds : f64, !chad.lin<f64>
        %dx = chad.scale %y, %dp : f64, !chad.lin<f64>
        %dy = chad.scale %x, %dp : f64, !chad.lin<f64>
        chad.yield %dx, %dy : !chad.lin<f64>, !chad.lin<f64>
      }
      return %s, %m : f64, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
    }
    ```

    A function that `f` calls is differentiated as a function of its own, in two parts: the
    forward part returns the residuals, which the backward part takes.

    Source: Vákár & Smeding 2022, §2.5; Huot & Shaikhha 2022, §4.
  }];
  let options = [
    Option<"function", "function", "std::string", "",
           "the function; without it, each function with floats among arguments and results">,
    ListOption<"wrt", "wrt", "int64_t", "positions of the arguments; all that hold floats">,
    ListOption<"of", "of", "int64_t", "positions of the results; all that hold floats">,
    Option<"name", "name", "std::string", "", "the name of the derivative">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::affine::AffineDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadSimplify : Pass<"chad-simplify", "::mlir::ModuleOp"> {
  let summary = "partial evaluation: apply the laws until none applies";
  let description = [{
    Calls of functions that take or return linear functions, copowers or function values are
    inlined, so that the laws see where such a value is made and where it is used. The only call of
    a private function is inlined, too; with `inline-all` all other calls are, so that computations
    in them whose results are not needed disappear. Private functions that stay then
    pass on what boxes hold, not the boxes, where these are made only to be opened. A function with
    a derivative of its own, or the attribute `no_inline`, is not inlined. The laws (the patterns of `canonicalize`) and the elimination of common subexpressions
    are applied until nothing changes. A function value that is applied several times is copied; the
    transpose of a region becomes its reverse derivative; private functions that nothing uses are
    removed.

    ```mlir
    func.func private @derivative(%x: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
      %c = math.cos %x : f64
      %m = chad.lfun.scale %c : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      return %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    func.func @tangent(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
      %m = func.call @derivative(%x) : (f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>
      %w = chad.lfun.apply %m(%v) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
      return %w : !chad.lin<f64>
    }
    ```

    becomes, by `chad-opt --chad-simplify`,

    ```mlir
    func.func @tangent(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
      %c = math.cos %x : f64
      %w = chad.scale %c, %v : f64, !chad.lin<f64>
      return %w : !chad.lin<f64>
    }
    ```

    Function values remain in functions that are recursive, that have no body in this module, or
    that are called from outside; where control flow chooses them; and where `growth-limit` allows
    no more copies. With `report`, a remark at each of them gives the reason.
  }];
  let options = [
    Option<"growthLimit", "growth-limit", "unsigned", /*default=*/"50",
           "Limit of the size that copies may add to a function, as a multiple of its own size "
           "(or of 1000 ops, if it is smaller)">,
    Option<"inlineAll", "inline-all", "bool", /*default=*/"false",
           "Inline all calls that can be inlined, so that laws see through them">,
    Option<"report", "report", "bool", /*default=*/"false",
           "Emit a remark at each function value that stays, with the reason">,
    ListOption<"disabledPatterns", "disable-patterns", "std::string",
               "Labels of laws that are not to be applied">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::tensor::TensorDialect"];
}

def ChadEraseLinear : Pass<"chad-erase-linear", "::mlir::ModuleOp"> {
  let summary = "replace linear values by their representation";
  let description = [{
    `!chad.lin<T>` becomes `T` where it holds floats. Where its only value is zero, as at
    integers, its values are removed from signatures, calls, block arguments and combinators. The
    operations of the monoid become arithmetic, and `chad.scale` of a tensor becomes a nested
    `chad.map`. `chad.stop_gradient` is removed, and `chad.absorbing_mul` becomes a product and a
    `select`, whose derivatives would be wrong where a zero is absorbed: all derivatives must be
    taken before this pass.

    ```mlir
    func.func @scale(%k: f64, %v: !chad.lin<f64>, %n: !chad.lin<index>) -> (!chad.lin<f64>, !chad.lin<index>) {
      %z = chad.zero : !chad.lin<f64>
      %s = chad.scale %k, %v : f64, !chad.lin<f64>
      %r = chad.add %s, %z : !chad.lin<f64>
      return %r, %n : !chad.lin<f64>, !chad.lin<index>
    }
    ```

    becomes, by `chad-opt --chad-erase-linear`,

    ```mlir
    func.func @scale(%k: f64, %v: f64) -> f64 {
      %z = arith.constant 0.0 : f64
      %s = arith.mulf %k, %v : f64
      %r = arith.addf %s, %z : f64
      return %r : f64
    }
    ```

    The linear types say which values are linear. The laws and `chad-verify-linear` need this, and
    must run before this pass. Linear functions, copowers, contexts and requests have no
    representation: where there is one, the pass fails, says which pass removes it, and changes
    nothing.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadSplit : Pass<"chad-split", "::mlir::ModuleOp"> {
  let summary = "split a function in two: the part before its late arguments are known, and the rest";
  let description = [{
    From `@f : (x..., late...) -> (y..., z...)`, whose results `y` do not depend on the late
    arguments, makes

    ```text
    @f.fwd : (x...) -> (y..., r...)
    @f.bwd : (x..., y..., r..., late...) -> (z...)
    ```

    with `f(x, late) = (y, f.bwd(x, y, r, late))`, where `(y, r) = f.fwd(x)`. If `f` is a derivative
    in reverse mode and its cotangents are late, the first function is the forward part, the second
    the backward part, and `r` the residuals: the values of the forward part that the backward part
    needs.

    The residuals are a minimum cut of the graph of values. To keep a value costs its bytes; to
    recompute it in the second function costs its operations, where `max-flops-per-byte` operations
    cost as much as one byte. Arguments and results are kept at no cost. An op with side effects is
    never repeated, nor an op whose result a comparison of floats reads. Remarks list the residuals,
    with their sizes and the reasons why they are kept. Where the loops of the two parts are maps
    and folds, `chad-choose-residuals` first makes the same choice for their iterations.

    ```mlir
    // exp.mlir
    func.func @exp(%x: tensor<?xf64>, %dy: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
      %y = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
        %e = math.exp %a : f64
        chad.yield %e : f64
      }
      %dx = chad.map (%e in %y : tensor<?xf64>, %d in %dy : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %e, %d : f64
        chad.yield %p : f64
      }
      return %y, %dx : tensor<?xf64>, tensor<?xf64>
    }
    ```

    ```console
    $ chad-opt --chad-split="function=exp late=1" exp.mlir | grep func.func
      func.func @exp.fwd(%arg0: tensor<?xf64>) -> tensor<?xf64> {
      func.func @exp.bwd(%arg0: tensor<?xf64>, %arg1: tensor<?xf64>, %arg2: tensor<?xf64>) -> tensor<?xf64> {
    ```

    `chad-run --grad --split` does all of it for a function and its gradient.

    Source: Ellis, Peyton Jones & Fitzgibbon 2020, §6.1.
  }];
  let options = [
    Option<"function", "function", "std::string", "", "the function to split">,
    ListOption<"late", "late", "int64_t", "positions of the arguments that are known late">,
    Option<"earlyName", "fwd", "std::string", "", "the name of the first function; '.fwd' is added">,
    Option<"lateName", "bwd", "std::string", "", "the name of the second; '.bwd' is added">,
    Option<"maxFlopsPerByte", "max-flops-per-byte", "double", /*default=*/"1",
           "How many operations cost as much as a byte of a value that is kept">,
    Option<"keep", "keep", "bool", /*default=*/"false", "keep the function itself, even if "
                                                        "nothing calls it">,
  ];
}

def ChadSpecialize : Pass<"chad-specialize", "::mlir::ModuleOp"> {
  let summary = "give the arguments of a function static shapes";
  let description = [{
    The function must be one that nothing in the module calls. What follows from the extents is
    left to canonicalization and to the compiler, which unrolls loops whose trip counts it knows.

    ```mlir
    // scale.mlir
    func.func @scale(%k: f64, %x: tensor<?xf64>) -> tensor<?xf64> {
      %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %k, %e : f64
        chad.yield %p : f64
      }
      return %y : tensor<?xf64>
    }
    ```

    ```console
    $ chad-opt --chad-specialize="function=scale shapes=_,14" scale.mlir | grep func.func
      func.func @scale(%arg0: f64, %arg1: tensor<14xf64>) -> tensor<?xf64> {
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"", "The function's name">,
    ListOption<"shapes", "shapes", "std::string",
               "A shape for each argument: extents with x between them, or _ for a scalar">,
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// What holds of a program
//===----------------------------------------------------------------------===//

def ChadVerifyLinear : Pass<"chad-verify-linear"> {
  let summary = "prove that linear regions are linear and contexts used once";
  let description = [{
    **Linear regions.** The body of a linear function, of `chad.copower.fold`, and of each
    function with arguments of linear type must be a homomorphism from its linear arguments to its
    linear results: each op between them must be linear in the operands that depend on the
    arguments.

    ```mlir
    // square.mlir
    func.func @square(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
      %x = chad.from_linear %v : !chad.lin<f64>
      %a = arith.mulf %k, %x : f64
      %b = arith.mulf %a, %x : f64
      %w = chad.to_linear %b : f64
      return %w : !chad.lin<f64>
    }
    ```

    ```console
    $ chad-opt --chad-verify-linear square.mlir 2>&1 | grep square.mlir
    square.mlir:5:8: error: 'arith.mulf' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments: their product is not linear; keep one of them independent of the linear arguments
    square.mlir:4:8: note: operand #0 depends on linear argument #1 through 'arith.mulf' here
    square.mlir:3:8: note: through 'chad.from_linear' here
    square.mlir:2:28: note: linear argument #1 of 'func.func' here
    square.mlir:3:8: note: operand #1 depends on linear argument #1 through 'chad.from_linear' here
    square.mlir:2:28: note: linear argument #1 of 'func.func' here
    ```

    A linear argument may be used any number of times; a function that does not use it is zero in
    it. A value of a type that is not linear must not depend on a linear argument if it leaves the
    region. The linearity of a called function follows from its signature. Where the caller passes
    values that depend on linear arguments as arguments of Cartesian type, or for some of the
    arguments of linear type only, the body of the function is checked with these arguments as the
    linear ones, through up to 500 calls in one another; in the program below, that of `@times`,
    which is linear in either argument:

    ```mlir
    // calls.mlir
    func.func private @times(%a: f64, %b: f64) -> f64 {
      %p = arith.mulf %a, %b : f64
      return %p : f64
    }
    func.func @square(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
      %x = chad.from_linear %v : !chad.lin<f64>
      %a = call @times(%k, %x) : (f64, f64) -> f64
      %b = call @times(%a, %x) : (f64, f64) -> f64
      %w = chad.to_linear %b : f64
      return %w : !chad.lin<f64>
    }
    ```

    ```console
    $ chad-opt --chad-verify-linear calls.mlir 2>&1 | grep -E "error|call,"
    calls.mlir:3:8: error: 'arith.mulf' op is linear in operand #0 and in operand #1 apart, but both depend on linear arguments: their product is not linear; keep one of them independent of the linear arguments
    calls.mlir:9:8: note: in this call, with values that depend on linear arguments
    ```

    **Contexts.** Each value of type `!chad.ctx` is used exactly once. Uses in several regions of
    which only one runs, such as the branches of `scf.if`, count as one use if each of these
    regions has one.

    The pass changes nothing and can run at any point of a pipeline.
  }];
}

def ChadVerifyCheapGradient : Pass<"chad-verify-cheap-gradient", "::mlir::ModuleOp"> {
  let summary = "prove that gradients cost a constant times their functions";
  let description = [{
    The pass fails if a gradient may cost more than `4·3ᵖ` times its function, for some extents of 1
    or more, where p is the depth to which array operations nest. It compares four costs: moves (of
    which one for each scalar of the gradient is not counted); arithmetic operations;
    multiplications and more expensive operations; and nonlinear operations. `bound` replaces the
    number `4·3ᵖ`.

    ```mlir
    // squares.mlir
    func.func @f(%x: tensor<?xf64>) -> f64 {
      %zero = arith.constant 0.0 : f64
      %squares = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
        %s = arith.mulf %a, %a : f64
        chad.yield %s : f64
      }
      %sum = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      return %sum : f64
    }
    func.func @slow(%x: tensor<?xf64>) -> tensor<?xf64> {
      %c0 = arith.constant 0 : index
      %two = arith.constant 2.0 : f64
      %zero = arith.constant 0.0 : f64
      %n = tensor.dim %x, %c0 : tensor<?xf64>
      %g = chad.build %i < %n -> tensor<?xf64> {
        %row = chad.build %j < %n -> tensor<?xf64> {
          %same = arith.cmpi eq, %i, %j : index
          %a = tensor.extract %x[%j] : tensor<?xf64>
          %d = arith.mulf %two, %a : f64
          %e = arith.select %same, %d, %zero : f64
          chad.yield %e : f64
        }
        %s = chad.reduce (%a, %b in %row from %zero : tensor<?xf64>) {
          %t = arith.addf %a, %b : f64
          chad.yield %t : f64
        }
        chad.yield %s : f64
      }
      return %g : tensor<?xf64>
    }
    ```

    ```console
    $ chad-opt --chad-verify-cheap-gradient="primal=f gradient=slow" squares.mlir 2>&1 | grep squares.mlir
    squares.mlir:14:1: error: chad: '@slow' is no cheap gradient of '@f': in multiplications and nonlinear operations it costs d0_0^2, and 12 times d0_0 are less
    squares.mlir:23:12: note: 'arith.mulf' here costs most of it: d0_0^2
    squares.mlir:2:1: note: where d0_0: extent 0 of argument 0
    ```

    Source: Huot & Shaikhha 2022, Theorem 5.4.
  }];
  let options = [
    Option<"primal", "primal", "std::string", "", "the function; without it, each `f`">,
    Option<"gradient", "gradient", "std::string", "",
           "its gradient; without it, `f.vjp` and `f.reverse`">,
    ListOption<"assumptions", "assume", "std::string",
               "equations for extents of arguments, as d1_0=0.5*d0_0^2 or d0_0=1+steps">,
    Option<"bound", "bound", "double", "0", "how many times the cost; without it, 4·3ᵖ">,
  ];
}

def ChadCost : Pass<"chad-cost", "::mlir::ModuleOp"> {
  let summary = "annotate functions with their costs";
  let description = [{
    Gives each function the attribute `chad.cost`: the numbers of moves, additions, multiplications
    and nonlinear operations as polynomials in the extents of the arguments, and the depth to which
    array operations nest.

    ```mlir
    func.func @norm2(%x: tensor<?xf64>) -> f64 {
      %zero = arith.constant 0.0 : f64
      %squares = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
        %s = arith.mulf %a, %a : f64
        chad.yield %s : f64
      }
      %sum = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      return %sum : f64
    }
    ```

    becomes, by `chad-opt --chad-cost`,

    ```mlir
    func.func @norm2(%x: tensor<?xf64>) -> f64
        attributes {chad.cost = {moves = "17*d0_0 + 8", adds = "d0_0", mults = "d0_0", nonlinear = "0",
                                 nesting = 1 : i64, where = "d0_0: extent 0 of argument 0"}} {
      %zero = arith.constant 0.0 : f64
      %squares = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
        %s = arith.mulf %a, %a : f64
        chad.yield %s : f64
      }
      %sum = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      return %sum : f64
    }
    ```

    With `table`, each gradient is compared with its function, too: `@f.vjp` and `@f.reverse`
    with `@f`, or `gradient` with `primal`.

    Source: Huot & Shaikhha 2022, §5.2.
  }];
  let options = [
    Option<"table", "table", "bool", /*default=*/"false",
           "Print how the costs of gradients compare with those of their functions">,
    Option<"primal", "primal", "std::string", "", "the function of the table">,
    Option<"gradient", "gradient", "std::string", "", "its gradient">,
    ListOption<"assumptions", "assume", "std::string",
               "equations for extents of arguments, as d1_0=0.5*d0_0^2 or d0_0=1+steps">,
  ];
}

def ChadVerifySame : Pass<"chad-verify-same", "::mlir::ModuleOp"> {
  let summary = "verify that two functions compute the same by the same ops";
  let description = [{
    Compares the results of two functions, op by op, from the returned values back to the arguments.
    The functions may differ in the order of ops, of the operands of commutative ops, of the addends
    of `chad.add` and `chad.accumulate`, and of the arrays and states of a `chad.map` or
    `chad.fold`, and one of them may compute a value twice. A difference is an error at the second
    function.

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %p = arith.mulf %x, %y : f64
      return %p : f64
    }
    func.func @g(%x: f64, %y: f64) -> f64 {
      %p = arith.mulf %y, %x : f64
      return %p : f64
    }
    ```

    pass `--chad-verify-same="first=f second=g"`.
  }];
  let options = [
    Option<"first", "first", "std::string", "", "the one function">,
    Option<"second", "second", "std::string", "", "the other function">,
  ];
}

//===----------------------------------------------------------------------===//
// Unary normal form
//===----------------------------------------------------------------------===//

def ChadToUNF : Pass<"chad-to-unf", "::mlir::func::FuncOp"> {
  let summary = "write functions in unary normal form";
  let description = [{
    The body of a function becomes a chain of ops on one context: each op takes the values that it
    needs from the end of the context, appends its results, and returns the whole context.

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %p = arith.mulf %x, %y : f64
      return %p : f64
    }
    ```

    becomes, by `chad-opt --chad-to-unf`,

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %c0 = chad.unf.enter (%x, %y) : !chad.ctx<[f64, f64]>
      %c1 = chad.unf.var %c0[0] : !chad.ctx<[f64, f64]>
      %c2 = chad.unf.var %c1[1] : !chad.ctx<[f64, f64, f64]>
      %c3 = chad.unf.op (%a : f64, %b : f64) of %c2 : !chad.ctx<[f64, f64, f64, f64]> -> f64 {
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      %c4 = chad.unf.proj %c3[2, 2] : !chad.ctx<[f64, f64, f64, f64, f64]>
      %c5 = chad.unf.var %c4[2] : !chad.ctx<[f64, f64, f64]>
      %c6 = chad.unf.proj %c5[2, 1] : !chad.ctx<[f64, f64, f64, f64]>
      %r:3 = chad.unf.leave %c6 : !chad.ctx<[f64, f64, f64]>
      return %r#2 : f64
    }
    ```

    The chain begins with a context of the arguments and ends with one of the arguments and the
    results. A value is dropped after its last use. `chad.map`, and `chad.reduce` and `chad.scan`
    from constants, become the ops of these names, whose bodies read the context; any other op
    becomes a `chad.unf.op` on its operands and on the values that its regions read. Calls are not
    changed.

    Source: Huot & Shaikhha 2022, Fig. 9.
  }];
  let dependentDialects = ["::chad::ChadDialect"];
}

def ChadUNFReverse : Pass<"chad-unf-reverse", "::mlir::ModuleOp"> {
  let summary = "add the reverse derivative of a function in unary normal form";
  let description = [{
    From `@f : (x...) -> (y...)` in unary normal form makes `@f.reverse : (x...) ->
    (y..., m)` as `chad-reverse` does, where `m` is a chain of transposes, from last to
    first, on one context of cotangents.

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %c0 = chad.unf.enter (%x, %y) : !chad.ctx<[f64, f64]>
      %c1 = chad.unf.op (%a : f64, %b : f64) of %c0 : !chad.ctx<[f64, f64]> -> f64 {
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      %r:3 = chad.unf.leave %c1 : !chad.ctx<[f64, f64, f64]>
      return %r#2 : f64
    }
    ```

    With `--chad-unf-reverse=function=f`, this is added:

    ```mlir
    func.func @f.reverse(%x: f64, %y: f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>) {
      %p = arith.mulf %x, %y : f64
      %m = chad.lfun.lambda (%dp : !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
        %d0 = chad.unf.enter (%dp) : !chad.ctx<[lin<f64>]>
        %d1 = chad.unf.proj_t %d0[0, 2] : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]>
        %d2 = chad.unf.op_t (%z : !chad.lin<f64>) of %d1 : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]> {
          %da = chad.scale %y, %z : f64, !chad.lin<f64>
          %db = chad.scale %x, %z : f64, !chad.lin<f64>
          chad.yield %da, %db : !chad.lin<f64>, !chad.lin<f64>
        }
        %g:2 = chad.unf.leave %d2 : !chad.ctx<[lin<f64>, lin<f64>]>
        chad.yield %g#0, %g#1 : !chad.lin<f64>, !chad.lin<f64>
      }
      return %p, %m : f64, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
    }
    ```

    The transpose of an op follows from the derivative rule of the op; `chad.map`, sums and
    products have transposes of their own on contexts. After `chad-from-unf` and canonicalization
    the result is the same as that of `chad-reverse`.

    Source: Huot & Shaikhha 2022, Fig. 8.
  }];
  let options = [
    Option<"function", "function", "std::string", "",
           "the function; without it, each in the normal form with floats among arguments and results">,
    ListOption<"wrt", "wrt", "int64_t", "positions of the arguments; all that hold floats">,
    ListOption<"of", "of", "int64_t", "positions of the results; all that hold floats">,
    Option<"name", "name", "std::string", "", "the name of the derivative">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadFromUNF : Pass<"chad-from-unf"> {
  let summary = "replace contexts by the values of their components";
  let description = [{
    Ops on contexts become ops on the values of the components: the inverse of `chad-to-unf`, up
    to canonicalization. A transpose becomes code that adds to each cotangent. The transpose of a
    map becomes a loop that carries the cotangents that it changes, and the transpose of a sum or
    product becomes parallel loops.

    ```mlir
    func.func @f(%y: f64, %x: !chad.lin<f64>, %z: !chad.lin<f64>) -> !chad.lin<f64> {
      %c = chad.unf.enter (%x, %z) : !chad.ctx<[lin<f64>, lin<f64>]>
      %d = chad.unf.op_t (%v : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<f64>]> {
        %dx = chad.scale %y, %v : f64, !chad.lin<f64>
        chad.yield %dx : !chad.lin<f64>
      }
      %r = chad.unf.leave %d : !chad.ctx<[lin<f64>]>
      return %r : !chad.lin<f64>
    }
    ```

    becomes, by `chad-opt --chad-from-unf`,

    ```mlir
    func.func @f(%y: f64, %x: !chad.lin<f64>, %z: !chad.lin<f64>) -> !chad.lin<f64> {
      %dx = chad.scale %y, %z : f64, !chad.lin<f64>
      %r = chad.add %x, %dx : !chad.lin<f64>
      return %r : !chad.lin<f64>
    }
    ```

    Source: Huot & Shaikhha 2022, Fig. 10.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // CHAD_TRANSFORMS_PUBLICPASSES_TD
