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

Loop Loop::of(MapOp op) {
  Loop loop;
  loop.op = op;
  loop.body = &op.getBody().front();
  loop.arrays = op.getArrays();
  loop.elements = op.getBody().getArguments();
  return loop;
}

Loop Loop::of(BuildOp op) {
  Loop loop;
  loop.op = op;
  loop.body = &op.getBody().front();
  loop.extent = op.getExtent();
  loop.index = op.getBody().getArgument(0);
  return loop;
}

Loop Loop::of(FoldOp op) {
  Loop loop;
  loop.op = op;
  loop.body = &op.getBody().front();
  loop.direction = op.getDirection();
  loop.arrays = op.getArrays();
  loop.elements = op.getElementArgs();
  loop.initialStates = op.getInitialStates();
  loop.states = op.getStateArgs();
  return loop;
}

Loop Loop::of(Operation *op) {
  return TypeSwitch<Operation *, Loop>(op)
      .Case<MapOp, BuildOp, FoldOp>([](auto loop) { return Loop::of(loop); })
      .Default(Loop());
}

Operation *chad::detail::createLoop(OpBuilder &builder, Location loc, Direction direction,
                                    ValueRange arrays, ValueRange initialStates, TypeRange results,
                                    std::unique_ptr<Region> region) {
  OperationState state(loc, initialStates.empty() ? MapOp::getOperationName()
                                                  : FoldOp::getOperationName());
  state.addOperands(arrays);
  state.addOperands(initialStates);
  state.addTypes(results);
  state.addRegion(std::move(region));
  if (!initialStates.empty()) {
    auto &properties = state.getOrAddProperties<FoldOp::Properties>();
    properties.direction = DirectionAttr::get(builder.getContext(), direction);
    properties.operandSegmentSizes = {static_cast<int32_t>(arrays.size()),
                                      static_cast<int32_t>(initialStates.size())};
  }
  return builder.create(state);
}

LogicalResult chad::detail::forwardLoop(ForwardSweep &sweep, const Loop &loop) {
  Operation *op = loop.op;
  Block &body = *loop.body;
  sweep.builder.setInsertionPoint(op);
  SmallVector<Value> arrays(loop.arrays), states(loop.initialStates);
  SmallVector<BlockArgument> elementArgs(loop.elements), stateArgs(loop.states);
  for (auto [array, element] : llvm::zip(loop.arrays, elementArgs)) {
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
    Value initial = sweep.tangentOrZero(loop.initialStates[i]);
    sweep.setTangent(state, body.addArgument(initial.getType(), state.getLoc()));
    states.push_back(initial);
  }

  if (failed(sweep.differentiate(body)))
    return failure();

  // States, their tangents, what is collected, and its tangents.
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
  auto region = std::make_unique<Region>();
  region->takeBody(*body.getParent());
  Operation *dual;
  if (loop.extent) {
    OperationState state(op->getLoc(), BuildOp::getOperationName());
    state.addOperands(loop.extent);
    state.addTypes(types);
    state.addRegion(std::move(region));
    dual = sweep.builder.create(state);
  } else {
    dual = createLoop(sweep.builder, op->getLoc(), loop.direction, arrays, states, types,
                      std::move(region));
  }

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
