//===- ExampleOps.td --------------------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A dialect of someone else's, whose ops have derivatives.

#ifndef EXAMPLE_EXAMPLEOPS_TD
#define EXAMPLE_EXAMPLEOPS_TD

include "chad/IR/ChadInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Example_Dialect : Dialect {
  let name = "example";
  let cppNamespace = "::example";
  // What the rules make.
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

class Example_Op<string mnemonic, list<Trait> traits = []>
    : Op<Example_Dialect, mnemonic, traits # [Pure]>;

/// A function of one float.
class Example_Unary<string mnemonic, list<Trait> traits = []>
    : Example_Op<mnemonic, traits # [SameOperandsAndResultType]> {
  let arguments = (ins AnyFloat:$x);
  let results = (outs AnyFloat:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def Example_SoftplusOp : Example_Unary<"softplus", [
    DeclareOpInterfaceMethods<Chad_DifferentiableOpInterface, ["forward", "reverse"]>]> {
  let summary = "log (1 + exp x)";
}

def Example_NormOp : Example_Op<"norm", [
    DeclareOpInterfaceMethods<Chad_DifferentiableOpInterface, ["forward", "reverse"]>,
    TypesMatchWith<"result is an element", "xs", "result",
                   "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "Euclidean norm of a vector";
  let arguments = (ins 1DTensorOf<[AnyFloat]>:$xs);
  let results = (outs AnyFloat:$result);
  let assemblyFormat = "$xs attr-dict `:` type($xs)";
}

def Example_QuantizeOp : Example_Unary<"quantize", [
    DeclareOpInterfaceMethods<Chad_DifferentiableOpInterface, ["hasZeroDerivative"]>]> {
  let summary = "the nearest multiple of 1/8";
}

def Example_SinhcOp : Example_Unary<"sinhc"> {
  let summary = "sinh x / x, of which nobody has said what the derivative is";
}

#endif // EXAMPLE_EXAMPLEOPS_TD
