//===- FunctionOps.td - Functions and sums as values -------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_FUNCTIONOPS_TD
#define CHAD_IR_FUNCTIONOPS_TD

include "chad/IR/ChadOpBase.td"

def Chad_LambdaOp : Chad_Op<"lambda", [Pure, SingleBlock, Chad_LinearRegion,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let summary = "a function value";
  let description = [{
    `λx. body`. The body may use values from outside.

    ```mlir
    %f = chad.lambda (%x : f64) -> f64 {
      %y = arith.mulf %x, %k : f64
      chad.yield %y : f64
    }
    ```
  }];
  let results = (outs Chad_FuncType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Chad_ApplyOp : Chad_Op<"apply", [
    TypesMatchWith<"arguments match the function's inputs", "function", "args",
                   "::llvm::cast<::mlir::FunctionType>($_self).getInputs()">,
    TypesMatchWith<"results match the function's results", "function", "results",
                   "::llvm::cast<::mlir::FunctionType>($_self).getResults()">,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let summary = "applies a function value";
  let description = [{
    Applies a function value, which `chad.lambda` or `func.constant` makes. Canonicalization
    replaces the application of a known lambda by the body of the lambda (β-reduction):

    ```mlir
    %f = chad.lambda (%x : f64) -> f64 {
      %y = arith.mulf %x, %k : f64
      chad.yield %y : f64
    }
    %r = chad.apply %f(%a) : (f64) -> f64
    ```

    becomes

    ```mlir
    %r = arith.mulf %a, %k : f64
    ```
  }];
  let arguments = (ins Chad_FuncType:$function, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$function `(` $args `)` attr-dict `:` type($function)";
  let hasCanonicalizer = 1;
}

def Chad_InjOp : Chad_Op<"inj", [Pure,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "injection into a sum";
  let description = [{
    Makes a value of a sum type from a tag, which is the number of an alternative, and the values
    of that alternative. The literature calls the tags 0 and 1 of a sum of two alternatives `inl`
    and `inr`.

    ```mlir
    %s = chad.inj 1(%x) : (f64) -> !chad.sum<(), (f64)>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$tag, Variadic<AnyType>:$payload);
  let results = (outs Chad_SumType:$result);
  let assemblyFormat = "$tag `(` $payload `)` attr-dict `:` functional-type($payload, $result)";
  let hasVerifier = 1;
}

def Chad_CaseOp : Chad_Op<"case", [RecursiveMemoryEffects, RecursivelySpeculatable,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["areTypesCompatible"]>,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let summary = "runs the region that belongs to the tag of a sum";
  let description = [{
    The op has one region for each alternative of the sum, in order, which takes the values of
    that alternative. Only the region of the value's tag runs. Canonicalization replaces a case of
    a known injection by the body of the region.

    ```mlir
    %r = chad.case %s : !chad.sum<(), (f64)> -> f64
    () {
      chad.yield %default : f64
    }
    (%x : f64) {
      chad.yield %x : f64
    }
    ```

    So

    ```mlir
    %s = chad.inj 1(%x) : (f64) -> !chad.sum<(), (f64)>
    %r = chad.case %s : !chad.sum<(), (f64)> -> f64
    () {
      chad.yield %default : f64
    }
    (%y : f64) {
      %z = arith.mulf %y, %y : f64
      chad.yield %z : f64
    }
    ```

    becomes

    ```mlir
    %r = arith.mulf %x, %x : f64
    ```

    Source: Vákár & Smeding 2022, §7.
  }];
  let arguments = (ins Chad_SumType:$scrutinee);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$alternatives);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // CHAD_IR_FUNCTIONOPS_TD
