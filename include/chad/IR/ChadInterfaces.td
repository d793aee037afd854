//===- ChadInterfaces.td - Op interfaces -------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADINTERFACES_TD
#define CHAD_IR_CHADINTERFACES_TD

include "mlir/IR/OpBase.td"

def Chad_LinearOpInterface : OpInterface<"LinearOpInterface"> {
  let cppNamespace = "::chad";
  let description = [{
    How an op treats linear values (`chad-verify-linear`). Two ways to say it:

    * an op without regions lists groups of operands in each of which it is
      jointly linear, the others being held constant: `arith.addf` is linear in
      `{lhs, rhs}` together, `arith.mulf` in `{lhs}` and in `{rhs}` apart,
      `arith.divf` in `{lhs}` alone;
    * an op with regions propagates the linearity of its operands through them: it
      tells a `LinearityPropagator` (`chad/IR/Linearity.h`) which operands, its own
      and those that its regions yield, flow to which arguments and results.

    An operand that an op does not mention must not depend on linear arguments.

    Attach it as an external model to the ops of another dialect.
  }];
  let methods = [
    InterfaceMethod<"The groups of operand numbers in which the op is jointly linear.",
      "::llvm::SmallVector<::llvm::SmallVector<unsigned, 2>, 2>", "getLinearOperandGroups",
      (ins), "", "return {};">,
    InterfaceMethod<"Computes the linearity of the op's results from that of its operands.",
      "::llvm::LogicalResult", "propagateLinearity",
      (ins "::chad::LinearityPropagator &":$propagator), "", [{
        return ::chad::propagateByOperandGroups($_op, propagator);
      }]>,
  ];
}

def Chad_DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::chad";
  let description = [{
    What the derivative of an op is. A rule is asked only for ops with an active
    result: one that depends on the differentiated arguments, and on which the
    differentiated results depend.

    A forward rule works on the op where it stands. It sets the tangents of the
    results, computed from the operands and their tangents.

    A reverse rule is given the cotangents of the results and adds to those of the
    operands. It takes the value of an operand or result through
    `ReverseSweep::primal`, which keeps or recomputes it.

    `chad/Rules/Sweep.h` says what a rule may do; `chad/Rules/DerivativeModels.h` makes
    both rules of an op from its partial derivatives. Attach the interface as an
    external model to the ops of another dialect.
  }];
  let methods = [
    InterfaceMethod<"Sets the tangents of the results.",
      "::llvm::LogicalResult", "forward", (ins "::chad::ForwardSweep &":$sweep), "", [{
        return ::chad::reportMissingRule($_op, "forward", sweep);
      }]>,
    InterfaceMethod<"Adds to the cotangents of the operands.",
      "::llvm::LogicalResult", "reverse", (ins "::chad::ReverseSweep &":$sweep), "", [{
        return ::chad::reportMissingRule($_op, "reverse", sweep);
      }]>,
    InterfaceMethod<[{
        Whether the derivative is zero wherever it exists, as that of `math.floor`.
        Nothing then depends on the op, and no rule is asked for.
      }],
      "bool", "hasZeroDerivative", (ins), "", "return false;">,
  ];
}

#endif // CHAD_IR_CHADINTERFACES_TD
