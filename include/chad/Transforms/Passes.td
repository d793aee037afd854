//===- Passes.td - Passes ----------------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMS_PASSES_TD
#define CHAD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

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

def ChadPrintLinearity : Pass<"chad-print-linearity"> {
  let summary = "print what each value of a linear region is";
  let description = [{
    Emits a remark at each op in a linear region that says, for each result, whether
    it is `zero` (a structural zero), `constant` (independent of the linear
    arguments) or `linear`, and the same for the arguments of its regions.

    ```mlir
    // scale.mlir
    func.func @scale(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
      %e = math.exp %k : f64
      %w = chad.scale %e, %v : f64, !chad.lin<f64>
      return %w : !chad.lin<f64>
    }
    ```

    ```console
    $ chad-opt --chad-print-linearity scale.mlir 2>&1 | grep remark
    scale.mlir:3:8: remark: results: constant
    scale.mlir:4:8: remark: results: linear
    ```
  }];
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

def ChadDefunctionalize : Pass<"chad-defunctionalize", "::mlir::ModuleOp"> {
  let summary = "make function values sums of what the functions captured";
  let description = [{
    Where it is known which functions a value may be, the value becomes an injection
    of what the function captured, with a tag that says which one it is, and
    `chad.apply` a `chad.case`. Functions may be chosen by conditions, carried by
    loops, captured by other functions, and passed to and returned from private
    functions. A lambda becomes a private function that takes what was captured.

    ```mlir
    func.func @f(%b: i1, %x: f64, %k: f64) -> f64 {
      %h = scf.if %b -> ((f64) -> f64) {
        %f = chad.lambda (%y : f64) -> f64 {
          %z = arith.mulf %y, %k : f64
          chad.yield %z : f64
        }
        scf.yield %f : (f64) -> f64
      } else {
        %g = chad.lambda (%y : f64) -> f64 {
          %z = math.sin %y : f64
          chad.yield %z : f64
        }
        scf.yield %g : (f64) -> f64
      }
      %r = chad.apply %h(%x) : (f64) -> f64
      return %r : f64
    }
    ```

    becomes, by `chad-opt --chad-defunctionalize`,

    ```mlir
    func.func @f(%b: i1, %x: f64, %k: f64) -> f64 {
      %h = scf.if %b -> !chad.sum<(f64), ()> {
        %f = chad.inj 0(%k) : (f64) -> !chad.sum<(f64), ()>
        scf.yield %f : !chad.sum<(f64), ()>
      } else {
        %g = chad.inj 1() : () -> !chad.sum<(f64), ()>
        scf.yield %g : !chad.sum<(f64), ()>
      }
      %r = chad.case %h : !chad.sum<(f64), ()> -> f64
      (%c : f64) {
        %v = func.call @f.lambda(%c, %x) : (f64, f64) -> f64
        chad.yield %v : f64
      }
      () {
        %v = func.call @f.lambda_0(%x) : (f64) -> f64
        chad.yield %v : f64
      }
      return %r : f64
    }
    func.func private @f.lambda_0(%y: f64) -> f64 {
      %z = math.sin %y : f64
      return %z : f64
    }
    func.func private @f.lambda(%k: f64, %y: f64) -> f64 {
      %z = arith.mulf %y, %k : f64
      return %z : f64
    }
    ```

    Linear functions, `chad.lfun.lambda` and `chad.lfun.apply`, are treated alike.

    So the cotangent of a function is that of what it captured, where each
    application adds its part: the fold over the copower of its applications.

    A function stays as it is where a public or external function takes or returns it,
    and where it may capture, directly or not, a function that is in the same
    class, as a loop makes that composes functions.

    Source: Vákár & Smeding 2022, §7, §9.4; Reynolds 1972 for the transformation.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::func::FuncDialect"];
}

def ChadLowerSums : Pass<"chad-lower-sums", "::mlir::ModuleOp"> {
  let summary = "make sums a tag with the values of all alternatives";
  let description = [{
    A value of a sum type becomes a tag, where there is more than one alternative,
    and the values of each alternative; those of alternatives that it is not are
    zeros, or arrays without elements where the extent is not known. `chad.case` becomes a
    branch on the tag. Sums change so in the signatures of functions, too.

    ```mlir
    func.func @or(%s: !chad.sum<(), (f64)>, %default: f64) -> f64 {
      %r = chad.case %s : !chad.sum<(), (f64)> -> f64
      () {
        chad.yield %default : f64
      }
      (%x : f64) {
        chad.yield %x : f64
      }
      return %r : f64
    }
    ```

    becomes, by `chad-opt --chad-lower-sums`,

    ```mlir
    func.func @or(%tag: i1, %x: f64, %default: f64) -> f64 {
      %r = scf.if %tag -> f64 {
        scf.yield %x : f64
      } else {
        scf.yield %default : f64
      }
      return %r : f64
    }
    ```

    Sums of linear types, and those that hold types that have no zero, stay.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadRemoveFunctions : Pass<"chad-remove-functions", "::mlir::ModuleOp"> {
  let summary = "remove function values and sums";
  let description = [{
    Makes a program first-order before it is differentiated: `chad-simplify`, then
    `chad-lower-sums`, `chad-defunctionalize` and `chad-lower-sums` for what no law removes.
    A program without functions and sums as values stays as it is. `chad-differentiate`,
    `chad-forward` and `chad-reverse` begin with it.

    ```mlir
    func.func private @twice(%f: (f64) -> f64, %x: f64) -> f64 {
      %y = chad.apply %f(%x) : (f64) -> f64
      %z = chad.apply %f(%y) : (f64) -> f64
      return %z : f64
    }
    func.func @main(%x: f64, %k: f64) -> f64 {
      %f = chad.lambda (%y : f64) -> f64 {
        %z = arith.mulf %y, %k : f64
        chad.yield %z : f64
      }
      %r = func.call @twice(%f, %x) : ((f64) -> f64, f64) -> f64
      return %r : f64
    }
    ```

    becomes, by `chad-opt --chad-remove-functions`,

    ```mlir
    func.func @main(%x: f64, %k: f64) -> f64 {
      %y = arith.mulf %x, %k : f64
      %r = arith.mulf %y, %k : f64
      return %r : f64
    }
    ```
  }];
  let options = [
    Option<"linear", "linear", "bool", "false",
           "remove linear functions, too, as of derivatives that a condition chooses">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadKeepRecursion : Pass<"chad-keep-recursion", "::mlir::ModuleOp"> {
  let summary = "mark functions that call themselves as not to be inlined";
  let description = [{
    To inline a function that calls itself only unrolls it, and where it does so twice the
    code doubles with each step.

    ```mlir
    func.func @descend(%x: f64) -> f64 {
      %y = func.call @descend(%x) : (f64) -> f64
      return %y : f64
    }
    ```

    becomes, by `chad-opt --chad-keep-recursion`,

    ```mlir
    func.func @descend(%x: f64) -> f64 attributes {no_inline} {
      %y = func.call @descend(%x) : (f64) -> f64
      return %y : f64
    }
    ```
  }];
}

def ChadSkipZeros : Pass<"chad-skip-zeros"> {
  let summary = "compute only what of derivatives is not zero";
  let description = [{
    Where a `chad.map` is over an array that is zero but for a box, what it makes of that
    array linearly is zero but for the box, too. It is computed there, and the
    zeros are left to a `chad.zero`. Of boxes slices, reshapes and concatenations with zeros make
    boxes, and a sum is one over the box. Boxes have a place that may be computed, and extents that
    types tell. Where other results of the map are needed as well, what they have in common is
    computed again for the box, if that is at most a third of the array.

    Tangents of one argument of many are such arrays. Of a Jacobian, which asks for
    each argument in turn, that leaves what the argument bears on: with n arguments the
    derivative of a map over them takes n steps, not n².

    ```mlir
    func.func @f(%x: tensor<100xf64>, %one: !chad.lin<f64>) -> !chad.lin<tensor<100x100xf64>> {
      %c100 = arith.constant 100 : index
      %zero = chad.zero : !chad.lin<tensor<100xf64>>
      %j = chad.build %i < %c100 -> !chad.lin<tensor<100x100xf64>> {
        %seed = chad.accumulate %one into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<100xf64>>
        %row = chad.map (%a in %x : tensor<100xf64>, %v in %seed : !chad.lin<tensor<100xf64>>) -> !chad.lin<tensor<100xf64>> {
          %c = math.cos %a : f64
          %w = chad.scale %c, %v : f64, !chad.lin<f64>
          chad.yield %w : !chad.lin<f64>
        }
        chad.yield %row : !chad.lin<tensor<100xf64>>
      }
      return %j : !chad.lin<tensor<100x100xf64>>
    }
    ```

    becomes, by `chad-opt --chad-skip-zeros`,

    ```mlir
    func.func @f(%x: tensor<100xf64>, %one: !chad.lin<f64>) -> !chad.lin<tensor<100x100xf64>> {
      %c0 = arith.constant 0 : index
      %c100 = arith.constant 100 : index
      %1 = chad.from_linear %one : !chad.lin<f64>
      %ones = tensor.from_elements %1 : tensor<1xf64>
      %box = chad.to_linear %ones : tensor<1xf64>
      %zero = chad.zero : !chad.lin<tensor<100xf64>>
      %j = chad.build %i < %c100 -> !chad.lin<tensor<100x100xf64>> {
        %part = tensor.extract_slice %x[%i] [1] [1] : tensor<100xf64> to tensor<1xf64>
        %made = chad.map (%a in %part : tensor<1xf64>, %v in %box : !chad.lin<tensor<1xf64>>) -> !chad.lin<tensor<1xf64>> {
          %c = math.cos %a : f64
          %w = chad.scale %c, %v : f64, !chad.lin<f64>
          chad.yield %w : !chad.lin<f64>
        }
        %plain = chad.from_linear %made : !chad.lin<tensor<1xf64>>
        %e = tensor.extract %plain[%c0] : tensor<1xf64>
        %l = chad.to_linear %e : f64
        %row = chad.accumulate %l into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<100xf64>>
        chad.yield %row : !chad.lin<tensor<100xf64>>
      }
      return %j : !chad.lin<tensor<100x100xf64>>
    }
    ```

    What is left of a loop and does not depend on its iterations any more moves out of it; so do
    sums from maps inside, which get a map of their own for it.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
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
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect"];
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
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect"];
}

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
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::func::FuncDialect"];
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

def ChadInterchangeFolds : Pass<"chad-interchange-folds", "::mlir::ModuleOp"> {
  let summary = "put loops over the rows of a state around the loop that carries it";
  let description = [{
    A fold carries an array of rows, and a fold in its body goes through these rows with a state
    of its own, and makes the next ones: layers inside of steps, say. An iteration takes the row
    that the same iteration of the outer loop left before, and the state that the one before it
    in the inner loop left. So either loop may be the outer one. This pass makes it the inner
    one where the innermost body then reads and writes fewer arrays: what does not depend on the
    step stays, as the row of the state does, and the states of all steps become one array.

    ```mlir
    %last, %sums = chad.fold (%x in %xs : tensor<?x?xf64>) with (%hs = %h : tensor<?x?xf64>)
        collect (tensor<?xf64>) {
      %top, %next = chad.fold (%w in %ws : tensor<?x?xf64>, %s in %hs : tensor<?x?xf64>)
          with (%y = %x : tensor<?xf64>) collect (tensor<?x?xf64>) {
        %z = chad.map (%a in %w : tensor<?xf64>, %b in %s : tensor<?xf64>, %c in %y : tensor<?xf64>)
            -> tensor<?xf64> {
          %p = arith.mulf %a, %b : f64
          %q = arith.addf %p, %c : f64
          chad.yield %q : f64
        }
        chad.yield %z, %z : tensor<?xf64>, tensor<?xf64>
      }
      %sum = chad.reduce (%a, %b in %top from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      chad.yield %next, %sum : tensor<?x?xf64>, f64
    }
    ```

    becomes

    ```mlir
    %tops, %last = chad.fold (%w in %ws : tensor<?x?xf64>, %s in %h : tensor<?x?xf64>)
        with (%ys = %xs : tensor<?x?xf64>) collect (tensor<?x?xf64>) {
      %end, %all = chad.fold (%y in %ys : tensor<?x?xf64>) with (%b = %s : tensor<?xf64>)
          collect (tensor<?x?xf64>) {
        %z = chad.map (%a in %w : tensor<?xf64>, %d in %b : tensor<?xf64>, %c in %y : tensor<?xf64>)
            -> tensor<?xf64> {
          %p = arith.mulf %a, %d : f64
          %q = arith.addf %p, %c : f64
          chad.yield %q : f64
        }
        chad.yield %z, %z : tensor<?xf64>, tensor<?xf64>
      }
      chad.yield %all, %end : tensor<?x?xf64>, tensor<?xf64>
    }
    %sums = chad.map (%top in %tops : tensor<?x?xf64>) -> tensor<?xf64> {
      %sum = chad.reduce (%a, %b in %top from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      chad.yield %sum : f64
    }
    ```

    What comes after the inner loop in a step, and before it, is then no longer part of a
    sequential loop. It is done before derivatives are made, whose loops have the same order.
    Loops whose states are rows of different lengths in different steps stay as they are, and
    those over scalars, whose rows are as good in the first cache as elsewhere.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numInterchanged", "num-interchanged", "Number of loops moved inside">];
}

def ChadScalarize : Pass<"chad-scalarize"> {
  let summary = "make elementwise ops on tensors maps of scalar ops";
  let description = [{
    An op of any dialect with the `ElementwiseMappable` traits that works on ranked
    tensors becomes a nested `chad.map` of its scalar form, so that derivative
    rules and lowerings need only know that. Operands that are the same everywhere
    become scalars. Ops on vectors stay.

    ```mlir
    %z = arith.mulf %x, %y : tensor<?x4xf64>
    ```

    becomes, by `chad-opt --chad-scalarize`,

    ```mlir
    %z = chad.map (%p in %x : tensor<?x4xf64>, %q in %y : tensor<?x4xf64>) -> tensor<?x4xf64> {
      %r = chad.map (%a in %p : tensor<4xf64>, %b in %q : tensor<4xf64>) -> tensor<4xf64> {
        %c = arith.mulf %a, %b : f64
        chad.yield %c : f64
      }
      chad.yield %r : tensor<4xf64>
    }
    ```

    Chains of such ops are chains of maps, which canonicalization fuses.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numScalarized", "num-scalarized", "Number of ops on tensors replaced">];
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

#endif // CHAD_TRANSFORMS_PASSES_TD
