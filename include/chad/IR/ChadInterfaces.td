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
        Whether the derivative of the op is zero wherever it exists, as that of `math.floor` is.
        The results of such an op do not depend on active values, and the op needs no rule.
      }],
      "bool", "hasZeroDerivative", (ins), "", "return false;">,
  ];
}

def Chad_CombinatorOpInterface : OpInterface<"CombinatorOpInterface"> {
  let cppNamespace = "::chad";
  let description = [{
    An array combinator, read as a loop: iteration `i` runs the body on element `i` of each
    array and on the states, and yields the next states.

    | op | arrays | initial states | final states | collected |
    |---|---|---|---|---|
    | `chad.map` | yes | none | none | all results |
    | `chad.build` | none: the body takes the index | none | none | all results |
    | `chad.fold` | yes | yes | the first results | the other results |
    | `chad.reduce` | yes | units | all results | none |
    | `chad.scan` | yes | units | none | all results: states |
    | `chad.hist` | yes | units, of each bin | none: they are elements of bins | none |

    The iterations of a map and of a build are independent; those of a fold run in its direction.
    The body of a reduce, a scan or a hist is associative, so that its elements may be combined in
    any grouping. `chad/IR/ArrayLoops.h` has functions that make and change such loops.
  }];
  let methods = [
    InterfaceMethod<"The body: a region of one block.", "::mlir::Region &", "getBody">,
    InterfaceMethod<"The arrays of which the body takes an element in each iteration.",
      "::mlir::OperandRange", "getArrays", (ins), "", "return $_op->getOperands().take_front(0);">,
    InterfaceMethod<"The arrays as a range whose operands a transformation can replace.",
      "::mlir::MutableOperandRange", "getArraysMutable", (ins), "",
      "return ::mlir::MutableOperandRange($_op, 0, 0);">,
    InterfaceMethod<"The arguments of the body that are the elements of the arrays, in their order.",
      "::mlir::Block::BlockArgListType", "getElementArgs", (ins), "",
      "return $_op.getBody().getArguments().take_front($_op.getArrays().size());">,
    InterfaceMethod<"What the states are before the first iteration.",
      "::mlir::OperandRange", "getInitialStates", (ins), "",
      "return $_op->getOperands().take_front(0);">,
    InterfaceMethod<"The initial states as a range whose operands a transformation can replace.",
      "::mlir::MutableOperandRange", "getInitialStatesMutable", (ins), "",
      "return ::mlir::MutableOperandRange($_op, 0, 0);">,
    InterfaceMethod<"The arguments of the body that are the states.",
      "::mlir::Block::BlockArgListType", "getStateArgs", (ins), "",
      "return $_op.getBody().getArguments().take_back($_op.getInitialStates().size());">,
    InterfaceMethod<"The results that are the states after the last iteration: all of them, or none.",
      "::mlir::ResultRange", "getFinalStates", (ins), "",
      "return $_op->getResults().take_front($_op.getInitialStates().size());">,
    InterfaceMethod<"The results that are arrays with one element for each iteration.",
      "::mlir::ResultRange", "getCollected", (ins), "",
      "return $_op->getResults().drop_front($_op.getInitialStates().size());">,
    InterfaceMethod<"In which direction the iterations run, where that matters.",
      "::chad::Direction", "getDirection", (ins), "", "return ::chad::Direction::Left;">,
  ];
  let extraSharedClassDeclaration = [{
    ::mlir::Block &getBodyBlock() { return $_op.getBody().front(); }
    /// What ends the body: the next states, then the other values.
    ::mlir::Operation *getYield() { return $_op.getBody().front().getTerminator(); }
    unsigned getNumStates() { return $_op.getInitialStates().size(); }
    bool hasStates() { return !$_op.getInitialStates().empty(); }
    /// Whether the loop reads arrays, rather than counts.
    bool hasArrays() { return !$_op.getArrays().empty(); }
    /// What each iteration yields as the next states.
    ::mlir::OperandRange getYieldedStates() {
      return $_op.getYield()->getOperands().take_front($_op.getNumStates());
    }
  }];
}

def Chad_ArrayLoopOpInterface : OpInterface<"ArrayLoopOpInterface", [Chad_CombinatorOpInterface]> {
  let cppNamespace = "::chad";
  let description = [{
    A combinator whose body is that of a loop, rather than an associative operation: `chad.map`,
    `chad.build` and `chad.fold`. The body yields the next states and, after them, one value for
    each collected array. A transformation of loops uses this interface, because it can add
    arrays, states and collected arrays, or remove them.

    A map carries no states, a build reads no arrays, and a fold has both. A transformation of all
    loops that collect arrays and carry no state is thus written once:

    ```c++
    auto loop = dyn_cast<ArrayLoopOpInterface>(op);
    if (!loop || loop.hasStates())
      return failure();
    for (auto [value, array] : llvm::zip_equal(loop.getYieldedElements(), loop.getCollected()))
      ...
    ```
  }];
  let methods = [
    InterfaceMethod<"The argument of the body that is the index; null where the loop reads arrays.",
      "::mlir::BlockArgument", "getIndexArg", (ins), "", "return {};">,
  ];
  let extraSharedClassDeclaration = [{
    /// What each iteration yields as the elements of the collected arrays.
    ::mlir::OperandRange getYieldedElements() {
      return $_op.getYield()->getOperands().drop_front($_op.getNumStates());
    }
  }];
}

#endif // CHAD_IR_CHADINTERFACES_TD
