//===- LinearOps.td - Linear values ------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_LINEAROPS_TD
#define CHAD_IR_LINEAROPS_TD

include "chad/IR/ChadOpBase.td"

def Chad_ZeroOp : Chad_Op<"zero", [Pure,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let summary = "the zero of a linear type";
  let description = [{
    The neutral element of `chad.add`. One size is given for each dynamic dimension
    of the tensors of floats in the type, in order of appearance: none for a
    copower, a sum or a unit monoid such as `!chad.lin<index>`.

    ```mlir
    %z = chad.zero(%n) : !chad.lin<tensor<?x3xf64>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Chad_Linear:$result);
  let assemblyFormat = "(`(` $sizes^ `)`)? attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def Chad_AddOp : Chad_Op<"add", [Pure, Commutative, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "adds two values of a linear type";
  let description = [{
    The addition of the commutative monoid: elementwise for tensors, union for copowers, pointwise
    for powers. Two values of a sum can be added if they have the same tag.

    ```mlir
    %r = chad.add %a, %b : !chad.lin<tensor<?xf64>>
    ```

    Zero is neutral:

    ```mlir
    %z = chad.zero : !chad.lin<f64>
    %s = chad.add %v, %z : !chad.lin<f64>
    %r = chad.scale %k, %s : f64, !chad.lin<f64>
    ```

    becomes

    ```mlir
    %r = chad.scale %k, %v : f64, !chad.lin<f64>
    ```
  }];
  let arguments = (ins Chad_Linear:$lhs, Chad_Linear:$rhs);
  let results = (outs Chad_Linear:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` qualified(type($result))";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Chad_ScaleOp : Chad_Op<"scale", [Pure,
    TypesMatchWith<"result type is the value's", "value", "result", "$_self">,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "multiplies a linear value by a scalar";
  let description = [{
    `factor · value`. All floats in the value's type have the factor's type.

    ```mlir
    %r = chad.scale %k, %v : f64, !chad.lin<tensor<?xf64>>
    ```

    Factors are multiplied:

    ```mlir
    %w = chad.scale %a, %v : f64, !chad.lin<f64>
    %r = chad.scale %b, %w : f64, !chad.lin<f64>
    ```

    becomes

    ```mlir
    %k = arith.mulf %b, %a : f64
    %r = chad.scale %k, %v : f64, !chad.lin<f64>
    ```

    With `zero_absorbing`, a zero in the value stays zero whatever the factor is, element by element:
    `0 · ∞ = 0 · NaN = 0`. A partial derivative that may be infinite, such as that of the
    square root at 0, needs this: a cotangent of zero must stay zero.

    ```mlir
    %r = chad.scale zero_absorbing %k, %v : f64, !chad.lin<tensor<?xf64>>
    ```

    Canonicalization drops the attribute where the factor is known to be finite:

    ```mlir
    %k = arith.constant 2.0 : f64
    %r = chad.scale zero_absorbing %k, %v : f64, !chad.lin<f64>
    ```

    becomes

    ```mlir
    %k = arith.constant 2.0 : f64
    %r = chad.scale %k, %v : f64, !chad.lin<f64>
    ```

    With `zero_absorbing both`, a factor of zero also gives zero, whatever the value is. Products
    with a finite factor other than zero do not change. The derivatives of `chad.absorbing_mul`
    need this, because in them a cotangent is the factor.

    ```mlir
    %r = chad.scale zero_absorbing both %k, %v : f64, !chad.lin<f64>
    ```
  }];
  let arguments = (ins AnyFloat:$factor, Chad_Linear:$value, UnitAttr:$zeroAbsorbing,
                       UnitAttr:$both);
  let results = (outs Chad_Linear:$result);
  let assemblyFormat = [{
    (`zero_absorbing` $zeroAbsorbing^)? (`both` $both^)? $factor `,` $value attr-dict
    `:` type($factor) `,` type($value)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$factor, "::mlir::Value":$value,
                                 CArg<"bool", "false">:$zeroAbsorbing), [{
    build($_builder, $_state, value.getType(), factor, value, zeroAbsorbing, /*both=*/false);
  }]>, OpBuilder<(ins "::mlir::Value":$factor, "::mlir::Value":$value,
                      "Absorption":$absorption), [{
    build($_builder, $_state, value.getType(), factor, value, absorption != Absorption::None,
          absorption == Absorption::Both);
  }]>];
  let extraClassDeclaration = [{
    /// Which zeros stay zero whatever they are multiplied with.
    Absorption getAbsorption() {
      return getBoth() ? Absorption::Both
                       : getZeroAbsorbing() ? Absorption::Value : Absorption::None;
    }
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Chad_ToLinearOp : Chad_InferOp<"to_linear", [
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "reads a value as an element of its linear type";
  let description = [{
    The isomorphism from `T` to `!chad.lin<T>`. (The linear type of an integer has one value,
    zero, so that there every value becomes zero.) It lets ops of other dialects work on the
    representation of a linear value. `chad-verify-linear` checks that these ops are linear.

    ```mlir
    %v = chad.to_linear %x : tensor<?xf64>
    ```
  }];
  let arguments = (ins AnyType:$value);
  let results = (outs Chad_Linear:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasFolder = 1;
}

def Chad_FromLinearOp : Chad_InferOp<"from_linear", [
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "reads the representation of a linear value";
  let description = [{
    The inverse of `chad.to_linear`, from `!chad.lin<T>` to `T`, where `T` is a
    float or a tensor of floats.

    ```mlir
    %x = chad.from_linear %v : !chad.lin<tensor<?xf64>>
    ```
  }];
  let arguments = (ins Chad_Linear:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasFolder = 1;
}

def Chad_CopowerSingletonOp : Chad_Op<"copower.singleton", [Pure,
    TypesMatchWith<"primals match the copower's first part", "result", "primals",
                   "::llvm::cast<CopowerType>($_self).getPrimals()">,
    TypesMatchWith<"tangents match the copower's second part", "result", "tangents",
                   "::llvm::cast<CopowerType>($_self).getTangents()">,
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "the formal pair of a Cartesian and a linear value";
  let description = [{
    `!x ⊗ v`, linear in `v`.

    ```mlir
    %c = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
    ```

    Source: Vákár & Smeding 2022, §2, §9.
  }];
  let arguments = (ins Variadic<AnyType>:$primals, Variadic<Chad_Linear>:$tangents);
  let results = (outs Chad_CopowerType:$result);
  let assemblyFormat = [{
    `(` $primals `)` `tensor` `(` $tangents `)` attr-dict `:` qualified(type($result))
  }];
  let hasCanonicalizer = 1;
}

def Chad_CopowerFoldOp : Chad_Op<"copower.fold", [RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlock, Chad_LinearRegion,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let summary = "sums a linear function over a copower";
  let description = [{
    `Σ f(xᵢ)•vᵢ` over the pairs `!xᵢ ⊗ vᵢ` of the copower. The body takes the primals, then the
    tangents, and is linear in the tangents for fixed primals. The sum over no pairs is zero;
    `codomain` gives the sizes of that zero, one for each dynamic dimension of the results, as in
    `chad.zero`.

    ```mlir
    %r = chad.copower.fold %c : !chad.copower<(f64), (lin<f64>)>
        (%x : f64, %v : !chad.lin<f64>) -> !chad.lin<f64> {
      %w = chad.scale %x, %v : f64, !chad.lin<f64>
      chad.yield %w : !chad.lin<f64>
    }
    ```

    A fold over known pairs applies the function to each:

    ```mlir
    %a = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
    %b = chad.copower.singleton (%y) tensor (%w) : !chad.copower<(f64), (lin<f64>)>
    %c = chad.add %a, %b : !chad.copower<(f64), (lin<f64>)>
    %r = chad.copower.fold %c : !chad.copower<(f64), (lin<f64>)>
        (%k : f64, %u : !chad.lin<f64>) -> !chad.lin<f64> {
      %s = chad.scale %k, %u : f64, !chad.lin<f64>
      chad.yield %s : !chad.lin<f64>
    }
    ```

    becomes

    ```mlir
    %p = chad.scale %x, %v : f64, !chad.lin<f64>
    %q = chad.scale %y, %w : f64, !chad.lin<f64>
    %r = chad.add %p, %q : !chad.lin<f64>
    ```

    Source: Vákár & Smeding 2022, §9.
  }];
  let arguments = (ins Chad_CopowerType:$copower, Variadic<Index>:$codomainSizes);
  let results = (outs Variadic<Chad_Linear>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // CHAD_IR_LINEAROPS_TD
