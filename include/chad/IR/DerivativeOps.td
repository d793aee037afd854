//===- DerivativeOps.td - Derivative requests --------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_DERIVATIVEOPS_TD
#define CHAD_IR_DERIVATIVEOPS_TD

include "chad/IR/RequestBase.td"

def Chad_JvpOp : Chad_Request<"jvp", [AttrSizedOperandSegments]> {
  let summary = "Jacobian-vector product: the forward derivative at a point";
  let description = [{
    `(f(x), ∂f(x) • dx)`: the results of `f`, then the tangents of the results `of`, for the given
    tangents of the arguments `wrt`. Several tangents can be given at once: each tangent then has
    one more dimension, the first, whose extent is their number, and so have the tangents of the
    results. `f` runs once for each of them.

    ```mlir
    func.func private @f(f64, index) -> f64
    %y, %dy = chad.jvp @f(%x, %n) along(%dx)
        : (f64, index, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
    ```

    The tangent of a sum that `wrt` or `of` names has the tag of the sum, and the tangents of the
    floats that belong to the tag: that of a `!chad.sum<(f64, index), ()>` is a
    `!chad.sum<(lin<f64>), ()>`. A tangent that is given with another tag ends the call. Several
    tangents of a sum have its tag, once, and in its alternatives arrays of tangents; several
    tangents of an array of sums are an array with one more dimension.
  }];
  let arguments = !con(requestArguments, (ins Variadic<Chad_Linear>:$tangents));
  let assemblyFormat = [{
    custom<Called>($callee, $args) `along` `(` $tangents `)` (`wrt` $wrt^)? (`of` $of^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Chad_VjpOp : Chad_Request<"vjp", [AttrSizedOperandSegments]> {
  let summary = "vector-Jacobian product: the reverse derivative at a point";
  let description = [{
    `(f(x), ∂f(x)ᵀ • dy)`: the results of `f`, then the cotangents of the arguments `wrt`, for the
    given cotangents of the results `of`. Several cotangents can be given at once: each cotangent
    then has one more dimension, the first, whose extent is their number, and so have the cotangents
    of the arguments. The forward part of `f` runs once for all of them. Cotangents of sums are of
    the types of their tangents.

    ```mlir
    func.func private @f(f64, index) -> f64
    %y, %dx = chad.vjp @f(%x, %n) seed(%dy)
        : (f64, index, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
    ```
  }];
  let arguments = !con(requestArguments, (ins Variadic<Chad_Linear>:$cotangents));
  let assemblyFormat = [{
    custom<Called>($callee, $args) `seed` `(` $cotangents `)` (`wrt` $wrt^)? (`of` $of^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Chad_GradOp : Chad_Request<"grad"> {
  let summary = "gradient of a scalar function at a point";
  let description = [{
    `∇f(x)` with respect to the arguments `wrt`. The gradient has the types of these arguments,
    not linear types. Exactly one result is differentiated: a float or a tensor of rank 0.
    The gradient by a sum, or by an array of sums, has the tag of the argument and the gradients by
    the floats that belong to the tag: that by a `!chad.sum<(f64, index), ()>` is a
    `!chad.sum<(f64), ()>`.

    ```mlir
    func.func private @f(tensor<?xf64>, index) -> f64
    %g = chad.grad @f(%x, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
    ```

    Each request can be for a function value, the first of its operands. `wrt` counts the
    arguments of the function; what it captured is constant. `chad-expand-derived-ops` names a
    function instead: one with what a `chad.lambda` captures as arguments or, where the value is
    not known, one that applies it.

    ```mlir
    %f = chad.lambda (%x : f64) -> f64 {
      %y = arith.mulf %x, %k : f64
      chad.yield %y : f64
    }
    %g = chad.grad %f(%a) : ((f64) -> f64, f64) -> f64
    ```
  }];
}

def Chad_ValueAndGradOp : Chad_Request<"value_and_grad"> {
  let summary = "results and gradient of a scalar function at a point";
  let description = [{
    The results of `f`, then what `chad.grad` gives.

    ```mlir
    func.func private @f(tensor<?xf64>, index) -> f64
    %y, %g = chad.value_and_grad @f(%x, %n) : (tensor<?xf64>, index) -> (f64, tensor<?xf64>)
    ```
  }];
}

def Chad_JacobianOp : Chad_Request<"jacobian"> {
  let summary = "Jacobian of a function at a point";
  let description = [{
    For each result `of` and, within it, each argument `wrt`: a tensor of the
    result's dimensions followed by the argument's (the scalar type where both are
    scalars). `mode` says whether columns (`forward`) or rows (`reverse`) are
    computed; `auto` chooses. By a sum, or of one, the Jacobian is a sum with its tag, of the
    Jacobians by the floats, or of the floats, that belong to the tag. Of an array of sums it is an
    array of such sums, if there are such arrays: of the Jacobians in them, the extents are known.

    ```mlir
    func.func private @f(tensor<3xf64>) -> tensor<2xf64>
    %j = chad.jacobian @f(%x) : (tensor<3xf64>) -> tensor<2x3xf64>
    ```

    With the attribute `sparse` the op has three results, the Jacobian in compressed sparse row
    format (CSR): the position at which each row begins, with one more number for the end of the
    last row; the column of each entry; and the value of each entry. Rows are the elements of all
    results of `f`, one result after the other; columns are the elements of the arguments. All of
    them are floats of one type. One product gives all columns (or rows) of a group in which no two
    columns (or rows) have an entry in the same row (or column). `mode` says whether columns or rows
    are grouped; `auto` takes, at run time, the one with fewer groups. `symmetric` says that the
    Jacobian is symmetric: it is for a function that returns the results of one `chad.grad` with
    respect to its arguments. In a sum, the numbers of all alternatives have columns, or rows, one
    after the other; those that do not belong to the tag have no entries.

    ```mlir
    func.func private @g(tensor<?xf64>) -> tensor<?xf64>
    %offsets, %columns, %values = chad.jacobian @g(%x) {sparse}
        : (tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
    ```
  }];
  let arguments = !con(requestArguments,
      (ins DefaultValuedAttr<Chad_JacobianModeAttr, "::chad::JacobianMode::Automatic">:$mode));
  let assemblyFormat = [{
    custom<Called>($callee, $args) (`wrt` $wrt^)? (`of` $of^)? (`mode` `` $mode^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Chad_LinearizeOp : Chad_Request<"linearize"> {
  let summary = "results and derivative of a function at a point";
  let description = [{
    `(f(x), ∂f(x))`: the results of `f`, then its derivative as a linear function
    from the tangents of the arguments `wrt` to those of the results `of`. Its
    transpose is the reverse derivative. Tangents of sums are those of `chad.jvp`.

    ```mlir
    func.func private @f(f64) -> f64
    %y, %m = chad.linearize @f(%x) : (f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
    ```

    `as` says what represents it:

    * `function`: the forward derivative, a function of tangents. Without `as` it is this.
    * `dual`: the reverse derivative, a function of cotangents, of which it is the transpose.
    * `continuation`: its matrix, row by row: what the continuations of each coordinate of the
      results, composed with it, are. That is reverse mode.
    * `begin`: its matrix, column by column: what it makes of each coordinate of the arguments.
      That is forward mode.
    * `matrix`: its matrix, by rows or columns or products of both, whichever costs less.
    * `diagonal`, `permutation`, `slice`: a matrix of that structure, of which only the entries are
      kept: scalings and diagonals, gathers at constant positions, slices.
    * `block`: forks, joins, sums and products of matrices of these structures, kept as they are.
    * `low_rank`: `U · V`, two matrices with as many columns and rows between them as the fewest
      numbers that the function computes its results from.
    * `auto`: matrices of known structure, such as diagonals, if it is composed of them; the dual if
      the program only takes its transpose; a matrix, or one of low rank, if the operations that
      make it and apply it are fewer than those of the applications of a function; a function
      otherwise.

    If a structure is asked for, and is not found in the code of the function, an error at an op
    of it says why.

    A matrix is made at the point, and each application multiplies with it. A dual keeps what the
    reverse sweep needs, and runs it at each application of the transpose.

    ```mlir
    func.func private @g(tensor<3xf64>) -> tensor<2xf64>
    %y, %m = chad.linearize @g(%x) as<matrix>
        : (tensor<3xf64>) -> (tensor<2xf64>, !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>)
    ```

    Source: Ellis et al. 2020, §2; Elliott 2018, §9, §12-14.
  }];
  let arguments = !con(requestArguments,
      (ins DefaultValuedAttr<Chad_RepresentationAttr,
                             "::chad::Representation::Function">:$representation));
  let assemblyFormat = [{
    custom<Called>($callee, $args) (`wrt` $wrt^)? (`of` $of^)?
    custom<Represented>($representation, attr-dict) `:` functional-type(operands, results)
  }];
}

def Chad_StopGradientOp : Chad_Op<"stop_gradient", [Pure, SameOperandsAndResultType]> {
  let summary = "returns a value that derivatives treat as a constant";
  let description = [{
    Returns the value. Its derivative is zero: no cotangent passes from the result to the operand.

    ```mlir
    %c = chad.stop_gradient %x : tensor<?xf64>
    ```

    Canonicalization never removes the op, since that would change derivatives that are taken
    later. `chad-erase-linear` removes it, since no derivative is taken after that pass.
  }];
  let arguments = (ins AnyType:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Chad_AbsorbingMulOp : Chad_Op<"absorbing_mul", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "a product in which zero times infinity is zero";
  let description = [{
    `k ⊛ v`: zero where `v` is zero, whatever `k` is, and `k · v` elsewhere. With `both`
    it is zero where either factor is zero.

    ```mlir
    %r = chad.absorbing_mul %k, %v : f64
    %s = chad.absorbing_mul both %k, %v : f64
    ```

    `chad.scale zero_absorbing` becomes this op before a derivative is differentiated again. The
    op states what a choice such as `select(v = 0, v, k · v)` does not: that the product is linear
    in `v`, also at 0, where its derivative by `v` is `k`:

        ṡ = k ⊛ v̇ + v ⊛ k̇        v̄ += k ⊛ s̄        k̄ += v ⊛ s̄

    In the second term of each equation both factors absorb: a cotangent `v` that is zero hides
    that `k` has an infinite derivative. So derivatives of every order consist of products of this
    form.

    If a factor is a finite constant other than zero, the op is an ordinary product:

    ```mlir
    %v = arith.constant 2.0 : f64
    %r = chad.absorbing_mul %k, %v : f64
    ```

    becomes

    ```mlir
    %v = arith.constant 2.0 : f64
    %r = arith.mulf %k, %v : f64
    ```

    `chad-erase-linear` replaces the op by a product and a `select`. No derivative may be taken
    after that pass.
  }];
  let arguments = (ins AnyFloat:$factor, AnyFloat:$value, UnitAttr:$both);
  let results = (outs AnyFloat:$result);
  let assemblyFormat = "(`both` $both^)? $factor `,` $value attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$factor, "::mlir::Value":$value,
                                 "Absorption":$absorption), [{
    build($_builder, $_state, value.getType(), factor, value, absorption == Absorption::Both);
  }]>];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // CHAD_IR_DERIVATIVEOPS_TD
