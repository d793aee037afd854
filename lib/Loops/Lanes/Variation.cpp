//===- Variation.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds the values of a body that differ between the iterations of a loop, and the ops that can run
// for several iterations at once.

#include "LaneBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Variation::Variation(Region &body, ArrayRef<Value> seeds) {
  varying.insert(seeds.begin(), seeds.end());
  // Each round but the last finds a value that varies; few rounds suffice, as the depth of loops is
  // small.
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    body.walk<WalkOrder::PreOrder>([&](Operation *op) { isChanged |= propagate(op); });
  }
}

bool Variation::contains(Operation *op) const {
  auto isVarying = [&](Value value) { return varying.contains(value); };
  if (llvm::any_of(op->getOperands(), isVarying) || llvm::any_of(op->getResults(), isVarying))
    return true;
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(inner->getOperands(), isVarying) ? WalkResult::interrupt()
                                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

bool Variation::addAll(ValueRange values) {
  bool isChanged = false;
  for (Value value : values)
    isChanged |= add(value);
  return isChanged;
}

/// The common part for loops that carry states, and that may collect further values.
bool Variation::propagateLoop(ValueRange arrays, ValueRange elements, ValueRange inits,
                              ValueRange states, Operation *yield, ValueRange results) {
  bool isChanged = false;
  for (auto [array, element] : llvm::zip_equal(arrays, elements))
    if (contains(array))
      isChanged |= add(element);
  for (auto [i, state] : llvm::enumerate(states))
    if (contains(inits[i]) || contains(yield->getOperand(i)))
      isChanged |= add(state);
  for (auto [i, result] : llvm::enumerate(results))
    if (contains(yield->getOperand(i)) || (i < states.size() && contains(states[i])))
      isChanged |= add(result);
  return isChanged;
}

bool Variation::propagate(Operation *op) {
  if (isa<tensor::DimOp>(op))
    return false;
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](ArrayLoopOpInterface loop) {
        return propagateLoop(loop.getArrays(), loop.getElementArgs(), loop.getInitialStates(),
                             loop.getStateArgs(), loop.getYield(), loop->getResults());
      })
      .Case([&](scf::ForOp loop) {
        return propagateLoop({}, {}, loop.getInitArgs(), loop.getRegionIterArgs(),
                             loop.getBody()->getTerminator(), loop.getResults());
      })
      .Case<ReduceOp, ScanOp>([&](auto combinator) {
        bool isChanged = false;
        Block &body = combinator.getBody().front();
        unsigned count = combinator.getUnits().size();
        for (unsigned i = 0; i < count; ++i)
          if (contains(combinator.getArrays()[i]) || contains(combinator.getUnits()[i]) ||
              contains(body.getTerminator()->getOperand(i)))
            isChanged |=
                addAll({body.getArgument(i), body.getArgument(count + i), combinator.getResult(i)});
        return isChanged;
      })
      .Case([&](scf::IfOp branch) {
        bool isChanged = false;
        for (auto [i, result] : llvm::enumerate(branch.getResults()))
          if (contains(branch.getCondition()) || contains(branch.thenYield().getOperand(i)) ||
              contains(branch.elseYield().getOperand(i)))
            isChanged |= add(result);
        return isChanged;
      })
      .Default([&](Operation *other) {
        bool isVarying =
            llvm::any_of(other->getOperands(), [&](Value value) { return contains(value); });
        return isVarying && addAll(other->getResults());
      });
}

/// Whether an op inside of a branch may run when the branch is not taken.
static bool isHarmless(Operation *op) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return llvm::all_of(llvm::enumerate(extract.getIndices()), [&](auto each) {
      std::optional<int64_t> index = getConstantIntValue(each.value());
      return index && *index >= 0 &&
             *index < extract.getTensor().getType().getDimSize(each.index());
    });
  return op->getNumRegions() == 0 && isPure(op) && llvm::all_of(op->getResultTypes(), isScalarType);
}

/// A branch that adds at an index of each lane's own where its condition holds.
bool chad::detail::isGuardedAccumulate(scf::IfOp op) {
  if (op.getNumResults() != 1)
    return false;
  auto accumulate = op.thenYield().getOperand(0).getDefiningOp<AccumulateOp>();
  return accumulate && &op.thenBlock()->front() == accumulate.getOperation() &&
         accumulate->getNextNode() == op.thenYield() && llvm::hasSingleElement(*op.elseBlock()) &&
         op.elseYield().getOperand(0) == accumulate.getAcc();
}

Operation *Variation::findUnsupported(Region &body, StringRef &why,
                                      function_ref<bool(Operation *)> isElsewhere) const {
  Operation *found = nullptr;
  auto reject = [&](Operation *op, StringRef reason) {
    found = op;
    why = reason;
    return WalkResult::interrupt();
  };
  auto isVarying = [&](Value value) { return contains(value); };
  body.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
    if (!contains(op) || (isElsewhere && isElsewhere(op)))
      return WalkResult::skip();
    for (Type type : op->getResultTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!isScalarType(type) && !(tensor && isScalarType(tensor.getElementType())))
        return reject(op, "a type that vectors cannot hold");
    }
    if (auto build = dyn_cast<BuildOp>(op))
      return isVarying(build.getExtent()) ? reject(op, "an extent that differs between iterations")
                                          : WalkResult::advance();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return isVarying(loop.getLowerBound()) || isVarying(loop.getUpperBound()) ||
                     isVarying(loop.getStep())
                 ? reject(op, "a trip count that differs between iterations")
                 : WalkResult::advance();
    if (isa<tensor::SplatOp, tensor::ExpandShapeOp>(op) &&
        llvm::any_of(op->getOperands().drop_front(), isVarying))
      return reject(op, "an extent that differs between iterations");
    if (isa<MapOp, ReduceOp, ScanOp, FoldOp, YieldOp, scf::YieldOp, tensor::DimOp,
            tensor::FromElementsOp, tensor::SplatOp, tensor::CastOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, tensor::ConcatOp, linalg::TransposeOp, linalg::YieldOp>(op))
      return WalkResult::advance();
    if (isa<tensor::ExtractSliceOp, tensor::InsertSliceOp>(op)) {
      unsigned first = isa<tensor::ExtractSliceOp>(op) ? 1 : 2;
      return llvm::any_of(op->getOperands().drop_front(first), isVarying)
                 ? reject(op, "a slice at an offset that differs between iterations")
                 : WalkResult::advance();
    }
    if (isa<tensor::ExtractOp, tensor::InsertOp, AccumulateOp>(op))
      return WalkResult::advance();
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      if (!isVarying(branch.getCondition()) || isGuardedAccumulate(branch))
        return WalkResult::advance();
      for (Region &region : branch->getRegions())
        for (Operation &inner : region.front().without_terminator())
          if (!isHarmless(&inner))
            return reject(&inner, "code that may be run only where its branch is taken");
      return WalkResult::advance();
    }
    if (mlir::OpTrait::hasElementwiseMappableTraits(op) &&
        llvm::all_of(op->getResultTypes(), isScalarType) &&
        llvm::all_of(op->getOperandTypes(), isScalarType))
      return WalkResult::advance();
    return reject(op, "an op that has no form for vectors");
  });
  return found;
}
