//===- OutlineSteps.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Outlines the steps of loops with checkpoints. Each schedule runs the steps of a loop in loops of
// its own: for the result, again for the states of a block, and backwards. Were the code of a step
// copied to each of them, each copy would be optimized with what is around it: products would be
// added with one rounding or two, and sums divided otherwise. So the step is one function,
//
//   (elements..., states..., common...) -> (states..., collected...),
//
// which is never inlined, and its reverse derivative is another one, which adds to the cotangents
// of what the steps have in common:
//
//   (elements..., states..., common..., cotangents of the results..., sums...)
//     -> (cotangents of elements and states..., sums...)
//
// No float is computed outside of these functions: all floats that a step yields are results of
// its call, each for itself, and no cotangent is added in the loop. So the bits of all states and
// cotangents are those of these functions, whatever the schedule.

#include "OutlineSteps.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/ChadTypes.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Extents.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;

/// The extents of the results of `function` that are extents of arguments, as groups of four
/// numbers (`resultExtentsAttr`).
static SmallVector<int64_t> findExtents(func::FuncOp function) {
  SmallVector<int64_t> extents;
  Operation *end = function.front().getTerminator();
  for (OpOperand &result : end->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(result.get().getType());
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
      if (!type.isDynamicDim(dim))
        continue;
      for (const Extent &known : getEqualExtents(Extent::of(result.get(), dim))) {
        auto arg = dyn_cast_if_present<BlockArgument>(known.value);
        if (arg && arg.getOwner() == &function.front() && known.plus == 0)
          extents.append({static_cast<int64_t>(result.getOperandNumber()), dim,
                          static_cast<int64_t>(arg.getArgNumber()), known.dim});
      }
    }
  }
  return extents;
}

void chad::detail::outlineStep(FoldOp fold, func::FuncOp function, SymbolTable &symbols) {
  Block &body = fold.getBodyBlock();
  Operation *yield = body.getTerminator();
  Location loc = fold.getLoc();

  SmallVector<Value> passed;
  for (BlockArgument arg : body.getArguments())
    if (!arg.use_empty())
      passed.push_back(arg);
  SmallVector<int64_t> common;
  SmallVector<Operation *> constants;
  llvm::SetVector<Value> read;
  getUsedValuesDefinedAbove(fold.getBody(), read);
  for (Value value : read) {
    if (matchPattern(value, m_Constant())) {
      constants.push_back(value.getDefiningOp());
      continue;
    }
    common.push_back(passed.size());
    passed.push_back(value);
  }
  // Indices that are passed on are no results, so that it is known what they are.
  SmallVector<unsigned> returned;
  for (OpOperand &operand : yield->getOpOperands()) {
    Value value = operand.get();
    Operation *def = value.getDefiningOp();
    if (isDifferentiable(value.getType()) || (def && def->getBlock() == &body))
      returned.push_back(operand.getOperandNumber());
  }

  OpBuilder builder(fold);
  SmallVector<Type> types = llvm::map_to_vector(
      returned, [&](unsigned number) { return yield->getOperand(number).getType(); });
  StringRef name = function.getSymName().take_until([](char c) { return c == '.'; });
  auto step = func::FuncOp::create(loc, (name + ".step").str(),
                                   builder.getFunctionType(ValueRange(passed).getTypes(), types));
  step.setPrivate();
  step.setNoInline(true);
  step->setAttr(stepAttr, builder.getDenseI64ArrayAttr(common));
  symbols.insert(step, std::next(Block::iterator(function)));
  Block *entry = step.addEntryBlock();
  entry->getOperations().splice(entry->end(), body.getOperations(), body.begin(),
                                Block::iterator(yield));
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, loc, llvm::map_to_vector(returned, [&](unsigned i) {
                           return yield->getOperand(i);
                         }));
  auto replaceInStep = [&](Value value, Value by) {
    value.replaceUsesWithIf(by, [&](OpOperand &use) { return step->isAncestor(use.getOwner()); });
  };
  for (auto [value, arg] : llvm::zip_equal(passed, entry->getArguments()))
    replaceInStep(value, arg);
  builder.setInsertionPointToStart(entry);
  for (Operation *op : constants)
    for (auto [value, copy] : llvm::zip_equal(op->getResults(), builder.clone(*op)->getResults()))
      replaceInStep(value, copy);

  builder.setInsertionPoint(yield);
  auto call = func::CallOp::create(builder, loc, step, passed);
  for (auto [number, result] : llvm::zip_equal(returned, call.getResults()))
    yield->setOperand(number, result);
  if (SmallVector<int64_t> extents = findExtents(step); !extents.empty())
    call->setAttr(resultExtentsAttr, builder.getDenseI64ArrayAttr(extents));
}
