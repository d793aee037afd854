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
    before it is differentiated, so requests nest to any order.

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
    What front ends leave becomes what is differentiated, in all functions of the module.
    `chad-differentiate`, `chad-forward`, `chad-reverse` and `chad-run` do it for the functions that
    they reach; the pass is for those who want to see it, or to go on from there.

    * Branches between blocks (`cf`) become `scf.if`, `scf.while` and `scf.for`.
    * The affine dialect becomes `scf`, `arith` and `memref`.
    * A buffer (`memref`) becomes the tensor that is in it. A write makes a tensor; loops and
      branches carry the tensors that they write. An argument that is written is also
      returned, after the results, in the order of the arguments.

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

    * A complex value becomes two values, its real and its imaginary part. So does an argument or a
      result. The functions of the complex dialect become arithmetic.
    * A vector becomes a tensor, and the vector dialect `tensor`, `linalg` and `arith`.
    * A shape (`shape`) becomes a tensor of its extents, a size an index, and a witness the condition
      that code assumes, as `cf.assert`.
    * Functions and graphs of `ml_program` become `func.func`, in the whole module, and reads of globals
      that are not mutable become constants.
    * A loop that reads and writes arrays at its index becomes `chad.map` or `chad.fold`, where the
      function had buffers, affine loops or complex values; what it only adds to, `chad.reduce`.

    Arguments that are buffers must not overlap, or not be written. Where it is not
    known which buffer is meant, where its address escapes, or where a function that has no body
    takes it, an error at that op says so.
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

    With `dual`, `@f.jvp : (x..., dx...) -> (y..., dy...)` is made, in which values and
    tangents are computed side by side: dual numbers. Loops then run once.

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
    From `@f : (x...) -> (y...)` makes `@f.reverse : (x...) -> (y..., m)`, where `m` is
    the transposed derivative of `f` at `x`: a linear function from the cotangents of
    the results `of` to those of the arguments `wrt`. It runs the function backwards;
    what it needs of the forward run is captured.

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

    A called function is differentiated as a function of its own, in two parts: one
    that returns what the other, which runs backwards, needs.

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
  let summary = "evaluate what is known of functions: apply the laws until none fits";
  let description = [{
    Partial evaluation. Calls of functions that take or return linear functions,
    copowers or function values are inlined, so that producer and consumer meet, and
    so is the only call of a private function; with `inline-all` other calls too, so
    that what is computed in them and not needed goes. A function with a derivative of
    its own is not inlined. The laws (the patterns of `canonicalize`) and common
    subexpressions are applied until nothing changes; functions applied several times
    are copied; the transpose of a region becomes its reverse derivative; private functions that nothing uses any more are removed.

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

    What remains is in functions that are recursive, have no body here or are
    called from outside, comes out of control flow, or would take more copies than
    `growth-limit` allows; `report` says which, with a remark at each.
  }];
  let options = [
    Option<"growthLimit", "growth-limit", "unsigned", /*default=*/"50",
           "How many times its size, or that of 1000 ops, copies may add to a function">,
    Option<"inlineAll", "inline-all", "bool", /*default=*/"false",
           "Inline all calls that can be inlined, so that laws see through them">,
    Option<"report", "report", "bool", /*default=*/"false",
           "Emit a remark at each function value that stays, with the reason">,
    ListOption<"disabledPatterns", "disable-patterns", "std::string",
               "Labels of laws that are not used">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::tensor::TensorDialect"];
}

def ChadEraseLinear : Pass<"chad-erase-linear", "::mlir::ModuleOp"> {
  let summary = "replace linear values by their representation";
  let description = [{
    `!chad.lin<T>` becomes `T` where it holds floats; where it is a unit, values of it
    disappear from signatures, calls, block arguments and combinators. The
    operations of the monoid become arithmetic, and `chad.scale` of a tensor a
    nested `chad.map`. `chad.stop_gradient` goes, too, and `chad.absorbing_mul` becomes a
    product with a choice: no derivative is right after this pass where a zero absorbed.

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

    With the types goes the knowledge of what is linear: laws and
    `chad-verify-linear` come before. Linear functions, copowers, contexts and
    requests have no representation; the pass fails where there is one, says which
    pass removes it, and changes nothing.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadSplit : Pass<"chad-split", "::mlir::ModuleOp"> {
  let summary = "split a function in two: what is done before its late arguments are known";
  let description = [{
    From `@f : (x..., late...) -> (y..., z...)`, of whose results only `z` depend on the late
    arguments, makes

    ```text
    @f.fwd : (x...) -> (y..., r...)
    @f.bwd : (x..., y..., r..., late...) -> (z...)
    ```

    with `f(x, late) = (y, f.bwd(x, y, r, late))`, where `(y, r) = f.fwd(x)`. Of a derivative in
    reverse mode whose cotangents are late, the first is the forward part, the second the backward
    part, and `r` the residuals: what the backward part needs of the forward part.

    The residuals are a minimum cut of the graph of values: to keep a value costs its bytes, to
    compute it again in the second function its operations, of which `max-flops-per-byte` cost as
    much as a byte. Arguments and results are there anyway. What has an effect, and what a
    comparison of floats reads, is not done again. Remarks list the residuals, with their sizes and
    why they are kept. Where the loops of the two parts are maps and folds, `chad-choose-residuals`
    first makes the same choice for their iterations.

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
           "How many operations a byte may cost that is not kept">,
    Option<"keep", "keep", "bool", /*default=*/"false", "leave the function where nothing calls it">,
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
    **Linear regions.** The body of a linear function, of `chad.copower.fold`, and of
    each function with arguments of linear type must be a homomorphism from its
    linear arguments to its linear results: from the one to the other each op is
    linear in the operands that depend on the arguments.

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

    A linear argument may be used any number of times; not at all makes the zero
    map. What has a Cartesian type must not depend on a linear argument where it
    leaves the region. A called function carries its linearity in its signature.

    **Contexts.** Each value of type `!chad.ctx` is used exactly once; regions of which
    one alone runs count as one use when each of them has one.

    The pass changes nothing and can run at any point of a pipeline.
  }];
}

def ChadVerifyCheapGradient : Pass<"chad-verify-cheap-gradient", "::mlir::ModuleOp"> {
  let summary = "prove that gradients cost a constant times their functions";
  let description = [{
    Fails where a gradient may cost more than `4·3ᵖ` times what its function costs, at
    any extents from 1 on, where p is how deep array operations nest: in moves, but for one for
    each scalar of the gradient; in arithmetic; in multiplications and what is dearer; and in
    nonlinear operations. `bound` is another number than `4·3ᵖ`.

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
  let summary = "annotate functions with their cost";
  let description = [{
    Gives each function the attribute `chad.cost`: the numbers of moves, additions,
    multiplications and nonlinear operations as polynomials in the extents of the arguments, and
    how deep array operations nest.

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
    Compares what two functions return, op by op, back to their arguments. The order of
    ops, of the operands of commutative ops, of what is added by `chad.add` and
    `chad.accumulate`, and of the arrays and states of a `chad.map` or `chad.fold` may differ, and one value may be
    computed twice. Fails with an error at the second function where they differ.

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
    The body of a function becomes a chain of ops on one context: each takes what it
    needs from the end of the context, computes, and hands the whole of it on.

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

    The chain begins with the arguments and ends with them and the results. A value is
    dropped after its last use. `chad.map`, and `chad.reduce` and `chad.scan` from
    constants, become the ops of these names, whose bodies read the context; any other
    op is a `chad.unf.op` of its operands and of what its regions read. Calls stay
    calls.

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

    What an op passes back is what its rule of differentiation says; `chad.map`,
    sums and products have transposes of their own on contexts. After
    `chad-from-unf` and canonicalization the result is what `chad-reverse` makes.

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
  let summary = "take contexts apart";
  let description = [{
    Ops on contexts become ops on the values of the components: the inverse of
    `chad-to-unf`, up to canonicalization. A transpose becomes what it adds to each
    cotangent; that of a map is a loop that carries the cotangents which it changes,
    and that of a sum or product runs in parallel.

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
