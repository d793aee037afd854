//===- LoopRules.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/AdjointLoop.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

LogicalResult chad::detail::forwardLoop(ForwardSweep &sweep, ArrayLoopOpInterface op) {
  Block &body = op.getBodyBlock();
  sweep.builder.setInsertionPoint(op);
  SmallVector<Value> arrays(op.getArrays()), states(op.getInitialStates());
  SmallVector<BlockArgument> elementArgs(op.getElementArgs()), stateArgs(op.getStateArgs());
  for (auto [array, element] : llvm::zip_equal(op.getArrays(), elementArgs)) {
    Value tangent = sweep.isActive(element) ? sweep.tangent(array) : Value();
    if (!tangent)
      continue;
    sweep.setTangent(element, body.insertArgument(arrays.size(), getArrayElement(tangent.getType()),
                                                  array.getLoc()));
    arrays.push_back(tangent);
  }
  SmallVector<bool> hasTangent;
  for (auto [i, state] : llvm::enumerate(stateArgs)) {
    hasTangent.push_back(sweep.isActive(state) || sweep.isActive(op->getResult(i)));
    if (!hasTangent.back())
      continue;
    Value initial = sweep.tangentOrZero(op.getInitialStates()[i]);
    sweep.setTangent(state, body.addArgument(initial.getType(), state.getLoc()));
    states.push_back(initial);
  }

  if (failed(sweep.differentiate(body)))
    return failure();

  // The order of the values that the new body yields: states, their tangents, collected values,
  // their tangents.
  Operation *terminator = body.getTerminator();
  SmallVector<Value> yields, tangents;
  SmallVector<Type> types;
  SmallVector<std::optional<unsigned>> tangentResult(op->getNumResults());
  sweep.builder.setInsertionPoint(terminator);
  auto addAll = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      yields.push_back(terminator->getOperand(i));
      types.push_back(op->getResult(i).getType());
    }
    for (size_t i = begin; i < end; ++i) {
      Value result = op->getResult(i), value = terminator->getOperand(i);
      bool isState = i < stateArgs.size();
      if (isState ? !hasTangent[i] : !sweep.isActive(result) || !sweep.tangent(value))
        continue;
      tangentResult[i] = yields.size();
      yields.push_back(isState ? sweep.tangentOrZero(value) : sweep.tangent(value));
      types.push_back(getTangentType(result.getType()));
    }
  };
  addAll(0, stateArgs.size());
  addAll(stateArgs.size(), op->getNumResults());
  terminator->setOperands(yields);

  sweep.builder.setInsertionPoint(op);
  IRRewriter rewriter(sweep.builder);
  ArrayLoopOpInterface dual =
      rebuildLoop(rewriter, op, arrays, states, TypeRange(types).drop_front(states.size()));

  SmallVector<Value> primals;
  unsigned next = 0, numCollectedBefore = states.size();
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    if (i == stateArgs.size())
      next = numCollectedBefore;
    primals.push_back(dual->getResult(next++));
    tangents.push_back(tangentResult[i] ? dual->getResult(*tangentResult[i]) : Value());
  }
  sweep.replace(op, primals, tangents);
  return success();
}
