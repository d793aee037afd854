//===- WhileLoops.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces loops that run while a condition holds by counted loops.

#include "chad/IR/DiscardableAttributes.h"
#include "chad/Rules/Combiners.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace chad;

/// Replaces calls that return residuals by calls of the functions themselves.
static void dropResiduals(Operation *root) {
  root->walk([](func::CallOp call) {
    auto backward = call->getAttrOfType<DictionaryAttr>(backwardAttr);
    if (!backward)
      return;
    unsigned count = backward.getAs<IntegerAttr>("results").getInt();
    OpBuilder builder(call);
    auto primal = func::CallOp::create(
        builder, call.getLoc(), backward.getAs<FlatSymbolRefAttr>("primal"),
        TypeRange(call.getResultTypes()).take_front(count), call.getOperands());
    for (auto [kept, result] : llvm::zip(call.getResults(), primal.getResults()))
      kept.replaceAllUsesWith(result);
    call.erase();
  });
}

/// Makes a copy of `loop` that counts its iterations; returns their number.
static Value countIterations(OpBuilder &builder, scf::WhileOp loop) {
  Location loc = loop.getLoc();
  Type index = builder.getIndexType();
  auto copy = cast<scf::WhileOp>(builder.clone(*loop));
  dropResiduals(copy);
  SmallVector<Value> operands(copy.getInits());
  operands.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<Type> types(copy.getResultTypes());
  types.push_back(index);

  Value count = copy.getBeforeBody()->addArgument(index, loc);
  copy.getConditionOp().getArgsMutable().append(count);
  Value passed = copy.getAfterBody()->addArgument(index, loc);
  scf::YieldOp yield = copy.getYieldOp();
  OpBuilder inner(yield);
  Value one = arith::ConstantIndexOp::create(inner, loc, 1);
  Value next = arith::AddIOp::create(inner, loc, passed, one);
  yield.getResultsMutable().append(next);

  OperationState state(loc, copy->getName(), operands, types);
  state.addRegion()->takeBody(copy.getBefore());
  state.addRegion()->takeBody(copy.getAfter());
  Operation *counting = builder.create(state);
  copy.erase();
  return counting->getResults().back();
}

/// Copies the ops of `block`, other than its terminator.
static void copyBody(OpBuilder &builder, Block &block, IRMapping &mapping, Activity &activity,
                     SmallVectorImpl<Operation *> *made) {
  for (Operation &op : block.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    activity.copy(&op, mapping);
    if (made)
      made->push_back(copy);
  }
}

static SmallVector<Value> lookup(ValueRange values, const IRMapping &mapping) {
  return llvm::map_to_vector(values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

SmallVector<Value> chad::expandToFor(Operation *op, Activity &activity,
                                     SmallVectorImpl<Operation *> &made) {
  auto loop = cast<scf::WhileOp>(op);
  Block &before = *loop.getBeforeBody(), &after = *loop.getAfterBody();
  ValueRange passed = loop.getConditionOp().getArgs();
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value count = countIterations(builder, loop);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto counted = scf::ForOp::create(
      builder, loc, zero, count, one, loop.getInits(),
      [&](OpBuilder &inner, Location, Value, ValueRange states) {
        IRMapping mapping;
        mapping.map(before.getArguments(), states);
        copyBody(inner, before, mapping, activity, nullptr);
        mapping.map(after.getArguments(), ValueRange(lookup(passed, mapping)));
        copyBody(inner, after, mapping, activity, nullptr);
        scf::YieldOp::create(inner, loc, lookup(loop.getYieldOp().getOperands(), mapping));
      });
  made.push_back(counted);
  for (BlockArgument arg : before.getArguments())
    if (activity.isActive(arg))
      for (Value value : {Value(counted.getRegionIterArg(arg.getArgNumber())),
                          Value(counted.getResult(arg.getArgNumber()))})
        activity.setActive(value);

  // The condition that ends the loop is evaluated once more than its body.
  IRMapping mapping;
  mapping.map(before.getArguments(), counted.getResults());
  copyBody(builder, before, mapping, activity, &made);
  return lookup(passed, mapping);
}
