//===- TransformOps.td - Derivatives in schedules ---------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMOPS_TRANSFORMOPS_TD
#define CHAD_TRANSFORMOPS_TRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

/// An op of a transform script that consumes a handle and gives another one.
class Chad_TransformOp<string mnemonic> : Op<Transform_Dialect, "chad." # mnemonic, [
    TransformOpInterface, TransformEachOpTrait,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let cppNamespace = "::chad";
  let results = (outs TransformHandleTypeInterface:$result);
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter, ::mlir::Operation *target,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
}

/// Runs a pass on a module.
class Chad_PassOp<string mnemonic, string pass> : Chad_TransformOp<mnemonic> {
  let summary = "runs `" # pass # "`";
  let description = [{
    Runs the pass on each module of the handle, which is consumed. The result is the same
    modules.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def RaiseTransformOp : Chad_PassOp<"raise", "chad-raise">;
def DifferentiateTransformOp : Chad_PassOp<"differentiate", "chad-differentiate">;
def SimplifyTransformOp : Chad_PassOp<"simplify", "chad-simplify">;
def EraseLinearTransformOp : Chad_PassOp<"erase_linear", "chad-erase-linear">;
def RaiseContractionsTransformOp
    : Chad_PassOp<"raise_contractions", "chad-raise-contractions">;
def FuseLoopsTransformOp : Chad_PassOp<"fuse_loops", "chad-fuse-loops">;
def ChooseResidualsTransformOp : Chad_PassOp<"choose_residuals", "chad-choose-residuals">;
def ToLinalgTransformOp : Chad_PassOp<"to_linalg", "chad-to-linalg">;

/// Adds the derivative of a function.
class Chad_DerivativeOp<string mnemonic> : Chad_TransformOp<mnemonic> {
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<DenseI64ArrayAttr>:$wrt, OptionalAttr<DenseI64ArrayAttr>:$of);
  let assemblyFormat = [{
    $target (`wrt` $wrt^)? (`of` $of^)? attr-dict `:` functional-type(operands, results)
  }];
}

def ForwardTransformOp : Chad_DerivativeOp<"forward"> {
  let summary = "adds the forward derivative of functions";
  let description = [{
    For each function `f : (x...) -> (y...)` of the handle, adds `(x..., dx...) -> (y..., dy...)` to its
    module: values beside tangents, both of ordinary types. `wrt` and `of` are the positions of arguments and
    results; left out, all that hold floats. The handle is consumed; the result is the new functions.
  }];
}

def ReverseTransformOp : Chad_DerivativeOp<"reverse"> {
  let summary = "adds the reverse derivative of functions";
  let description = [{
    For each function `f : (x...) -> (y...)` of the handle, adds `(x..., ȳ...) -> (y..., x̄...)` to its
    module: values beside cotangents, both of ordinary types. `wrt` and `of` are as in
    `transform.chad.forward`. The handle is consumed; the result is the new functions.

    ```mlir
    %vjp = transform.chad.reverse %f wrt [0] : (!transform.any_op) -> !transform.any_op
    ```
  }];
}

#endif // CHAD_TRANSFORMOPS_TRANSFORMOPS_TD
