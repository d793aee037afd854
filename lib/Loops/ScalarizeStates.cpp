//===- ScalarizeStates.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces small arrays that loops carry as states by their elements, which need no memory.

#include "chad/IR/Slices.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace chad {
#define GEN_PASS_DEF_CHADSCALARIZESTATES
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The elements of an array of static shape, in order.
static SmallVector<Value> readElements(OpBuilder &builder, Location loc, Value array) {
  auto type = cast<RankedTensorType>(array.getType());
  if (auto made = array.getDefiningOp<tensor::FromElementsOp>())
    return SmallVector<Value>(made.getElements());
  SmallVector<Value> elements;
  DenseElementsAttr constant;
  if (matchPattern(array, m_Constant(&constant))) {
    for (Attribute element : constant.getValues<Attribute>())
      elements.push_back(arith::ConstantOp::create(builder, loc, cast<TypedAttr>(element)));
    return elements;
  }
  for (int64_t offset = 0; offset < type.getNumElements(); ++offset) {
    SmallVector<Value> position(type.getRank());
    int64_t rest = offset;
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      position[dim] = arith::ConstantIndexOp::create(builder, loc, rest % type.getDimSize(dim));
      rest /= type.getDimSize(dim);
    }
    elements.push_back(tensor::ExtractOp::create(builder, loc, array, position));
  }
  return elements;
}

namespace {
/// A `chad.fold` or `scf.for`.
struct StatefulLoop {
  Operation *op;
  Block *body;
  /// The position of the first state among the operands, and among the arguments of the body.
  unsigned firstOperand, firstArgument, numStates;

  static std::optional<StatefulLoop> of(Operation *op) {
    if (auto fold = dyn_cast<FoldOp>(op)) {
      unsigned first = fold.getArrays().size();
      return StatefulLoop{op, &fold.getBody().front(), first, first,
                          static_cast<unsigned>(fold.getInitialStates().size())};
    }
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return StatefulLoop{op, loop.getBody(), loop.getNumControlOperands(),
                          loop.getNumInductionVars(),
                          static_cast<unsigned>(loop.getInitArgs().size())};
    return std::nullopt;
  }

  BlockArgument stateAt(unsigned i) const { return body->getArgument(firstArgument + i); }
  Value nextAt(unsigned i) const { return body->getTerminator()->getOperand(i); }
};

struct ScalarizeStates : chad::impl::ChadScalarizeStatesBase<ScalarizeStates> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<StatefulLoop> loops;
    getOperation()->walk([&](Operation *op) {
      if (std::optional<StatefulLoop> loop = StatefulLoop::of(op))
        loops.push_back(*loop);
    });
    for (const StatefulLoop &loop : loops)
      split(rewriter, loop);
  }

private:
  bool canSplit(const StatefulLoop &loop, unsigned number) const;
  void split(IRRewriter &rewriter, const StatefulLoop &loop);
};
} // namespace

/// Whether each iteration reads elements only at known positions, and makes the next state from
/// scalars.
bool ScalarizeStates::canSplit(const StatefulLoop &loop, unsigned number) const {
  BlockArgument state = loop.stateAt(number);
  auto type = dyn_cast<RankedTensorType>(state.getType());
  auto next = loop.nextAt(number).getDefiningOp<tensor::FromElementsOp>();
  return type && type.hasStaticShape() && type.getNumElements() >= 1 &&
         type.getNumElements() <= maxElements && next && next.getType() == type &&
         next->getBlock() == loop.body && llvm::all_of(state.getUsers(), [](Operation *user) {
           auto extract = dyn_cast<tensor::ExtractOp>(user);
           return extract && getConstantOffset(extract);
         });
}

void ScalarizeStates::split(IRRewriter &rewriter, const StatefulLoop &loop) {
  SmallVector<bool> isSplit = llvm::map_to_vector(
      llvm::seq(loop.numStates), [&](unsigned number) { return canSplit(loop, number); });
  if (!llvm::is_contained(isSplit, true))
    return;
  Operation *op = loop.op, *yield = loop.body->getTerminator();
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands(op->getOperands().take_front(loop.firstOperand)), yields;
  SmallVector<Type> types;
  for (unsigned number = 0, at = loop.firstArgument; number < loop.numStates; ++number) {
    Value init = op->getOperand(loop.firstOperand + number);
    if (!isSplit[number]) {
      operands.push_back(init);
      types.push_back(init.getType());
      ++at;
      continue;
    }
    ++numSplit;
    llvm::append_range(operands, readElements(rewriter, loc, init));
    auto type = cast<RankedTensorType>(init.getType());
    types.append(type.getNumElements(), type.getElementType());
    // The elements replace the array among the arguments.
    BlockArgument state = loop.body->getArgument(at);
    SmallVector<Value> elements;
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      elements.push_back(loop.body->insertArgument(++at, type.getElementType(), loc));
    for (Operation *user : llvm::make_early_inc_range(state.getUsers()))
      rewriter.replaceOp(user, elements[*getConstantOffset(cast<tensor::ExtractOp>(user))]);
    loop.body->eraseArgument(state.getArgNumber());
  }
  for (unsigned number = 0; number < loop.numStates; ++number) {
    Value next = yield->getOperand(number);
    if (isSplit[number])
      llvm::append_range(yields, next.getDefiningOp<tensor::FromElementsOp>().getElements());
    else
      yields.push_back(next);
  }
  llvm::append_range(yields, yield->getOperands().drop_front(loop.numStates));
  unsigned numCarried = types.size();
  llvm::append_range(types, TypeRange(op->getResultTypes()).drop_front(loop.numStates));
  yield->setOperands(yields);

  rewriter.setInsertionPoint(op);
  OperationState state(loc, op->getName(), operands, types,
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  state.addRegion()->takeBody(op->getRegion(0));
  Operation *made = rewriter.create(state);
  if (auto fold = dyn_cast<FoldOp>(made))
    fold.getProperties().operandSegmentSizes[1] = static_cast<int32_t>(numCarried);
  SmallVector<Value> results;
  unsigned at = 0;
  for (unsigned number = 0; number < loop.numStates; ++number) {
    if (!isSplit[number]) {
      results.push_back(made->getResult(at++));
      continue;
    }
    auto type = cast<RankedTensorType>(op->getResult(number).getType());
    ValueRange elements = made->getResults().slice(at, type.getNumElements());
    at += type.getNumElements();
    results.push_back(tensor::FromElementsOp::create(rewriter, loc, type, elements));
  }
  llvm::append_range(results, made->getResults().drop_front(at));
  rewriter.replaceOp(op, results);
}
