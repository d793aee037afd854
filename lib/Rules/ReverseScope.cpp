//===- ReverseScope.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Blocks of reverse code (`ReverseSweep::Scope`). They are nested like the regions of the forward
// code.

#include "Recompute.h"
#include "chad/IR/Extents.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace chad;

ReverseSweep::Scope::Scope(ReverseSweep &sweep, Block &block, Region *hidden)
    : sweep(sweep), outer(sweep.scope), block(block), hidden(hidden) {
  sweep.scope = this;
  sweep.builder.setInsertionPointToEnd(&block);
}

ReverseSweep::Scope::~Scope() {
  sweep.scope = outer;
  if (outer)
    sweep.builder.setInsertionPointToEnd(&outer->block);
}

OpBuilder ReverseSweep::Scope::builder() {
  OpBuilder builder(sweep.builder.getContext());
  builder.setInsertionPointToEnd(&block);
  return builder;
}

bool ReverseSweep::Scope::isLocal(Value value) const {
  return !outer || value.getParentBlock() == &block ||
         (hidden && value.getParentRegion() == hidden);
}

//===----------------------------------------------------------------------===//
// Primal values
//===----------------------------------------------------------------------===//

ReverseSweep::Scope *ReverseSweep::Scope::ownerOf(Region *region) {
  Scope *owner = this;
  while (owner && (!owner->hidden || owner->hidden != region))
    owner = owner->outer;
  return owner;
}

Operation *ReverseSweep::Scope::lookupCopy(Operation *op) const {
  for (Value result : op->getResults())
    if (Value known = residuals.lookup(result))
      if (Operation *copy = known.getDefiningOp();
          copy && copy->getBlock() == &block && copy->getName() == op->getName())
        return copy;
  return nullptr;
}

Value ReverseSweep::Scope::primal(Value value) {
  Scope *owner = ownerOf(value.getParentRegion());
  if (!owner)
    return value;
  if (Value known = owner->residuals.lookup(value))
    return known;
  Value provided = owner->provide(value);
  owner->residuals[value] = provided;
  sweep.setOrigin(provided, value);
  return provided;
}

OpBuilder ReverseSweep::Scope::startBuilder() {
  OpBuilder builder(sweep.builder.getContext());
  if (lastCopy)
    builder.setInsertionPointAfter(lastCopy);
  else
    builder.setInsertionPointToStart(&block);
  return builder;
}

Value ReverseSweep::Scope::copyToStart(OpResult value) {
  // The operands are copied before the op, with an explicit stack instead of recursion, since
  // chains of cheap ops may be long.
  SmallVector<std::pair<OpResult, bool>> stack = {{value, false}};
  while (!stack.empty()) {
    auto [wanted, isReady] = stack.pop_back_val();
    if (residuals.contains(wanted))
      continue;
    Operation *op = wanted.getOwner();
    SmallVector<Value> dependencies = chad::detail::getDependencies(op);
    if (!isReady) {
      stack.push_back({wanted, true});
      for (Value operand : dependencies)
        if (auto result = dyn_cast<OpResult>(operand);
            result && operand.getParentRegion() == hidden && !residuals.contains(operand) &&
            isCopied(result))
          stack.push_back({result, false});
      continue;
    }
    IRMapping mapping;
    for (Value operand : dependencies)
      mapping.map(operand, primal(operand));
    lastCopy = startBuilder().clone(*op, mapping);
    // The reverse code of a branching op uses its copy.
    sweep.getActivity().copy(op, mapping);
    for (auto [old, copy] : llvm::zip(op->getResults(), lastCopy->getResults())) {
      // Other results of the op may be residuals already, although this one cannot be one.
      residuals.try_emplace(old, copy);
      sweep.setOrigin(copy, old);
    }
  }
  return residuals.lookup(value);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value ReverseSweep::Scope::getDim(Value value, int64_t dim, bool atStart) {
  Location loc = value.getLoc();
  auto create = [&](auto build) {
    OpBuilder builder = atStart ? startBuilder() : this->builder();
    Value size = build(builder);
    if (atStart)
      setLastAtStart(size.getDefiningOp());
    return size;
  };
  auto constant = [&](int64_t size) {
    return create([&](OpBuilder &builder) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, size);
    });
  };
  auto dimOf = [&](Value tensor) {
    return create([&](OpBuilder &builder) -> Value {
      return tensor::DimOp::create(builder, loc, tensor, dim);
    });
  };
  while (true) {
    auto tensor = cast<RankedTensorType>(value.getType());
    if (!tensor.isDynamicDim(dim))
      return constant(tensor.getDimSize(dim));
    Scope *owner = ownerOf(value.getParentRegion());
    if (!owner)
      return dimOf(value);
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (Value known = owner->argumentDim(arg, dim))
        return known;
      return dimOf(primal(value));
    }
    Operation *op = value.getDefiningOp();
    if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = destination.getTiedOpOperand(cast<OpResult>(value))->get();
      continue;
    }
    if (op->hasTrait<mlir::OpTrait::SameOperandsAndResultType>()) {
      value = op->getOperand(0);
      continue;
    }
    if (auto shaped = dyn_cast<ReifyRankedShapedTypeOpInterface>(op)) {
      OpBuilder reifier(op->getContext());
      reifier.setInsertionPointAfter(op);
      Operation *following = op->getNextNode();
      FailureOr<OpFoldResult> size =
          shaped.reifyDimOfResult(reifier, cast<OpResult>(value).getResultNumber(), dim);
      if (succeeded(size) && *size) {
        if (std::optional<int64_t> known = getConstantIntValue(*size))
          return constant(*known);
        Value reified = cast<Value>(*size);
        // Sizes that are computed by `affine.apply` become ops of arith, which all passes know.
        if (auto apply = reified.getDefiningOp<affine::AffineApplyOp>()) {
          reifier.setInsertionPoint(apply);
          reified =
              affine::expandAffineMap(reifier, loc, apply.getAffineMap(), apply.getMapOperands())
                  ->front();
        }
        for (Operation *made = op->getNextNode(); made != following;) {
          Operation *next = made->getNextNode();
          if (isa<affine::AffineApplyOp>(made) && made->use_empty())
            made->erase();
          made = next;
        }
        if (auto dimOp = reified.getDefiningOp<tensor::DimOp>()) {
          if (auto index = getConstantDim(dimOp); index && dimOp.getSource() != value) {
            value = dimOp.getSource();
            dim = *index;
            continue;
          }
        } else {
          return primal(reified);
        }
      }
    }
    return dimOf(primal(value));
  }
}

Value ReverseSweep::Scope::zero(Value value) {
  SmallVector<Value> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
    for (int64_t i = 0; i < tensor.getRank(); ++i)
      if (tensor.isDynamicDim(i))
        sizes.push_back(dim(value, i));
  OpBuilder builder = this->builder();
  return ZeroOp::create(builder, value.getLoc(), getTangentType(value.getType()), sizes);
}

//===----------------------------------------------------------------------===//
// Cotangents
//===----------------------------------------------------------------------===//

Value ReverseSweep::Scope::cotangent(Value value) {
  value = sweep.source(value);
  if (Value known = cotangents.lookup(value))
    return known;
  if (isLocal(value))
    return {};
  Value threaded = enter(value);
  entered.push_back(value);
  return cotangents[value] = threaded;
}

Value ReverseSweep::Scope::cotangentOrZero(Value value) {
  Value known = cotangent(value);
  return known ? known : zero(value);
}

void ReverseSweep::Scope::setCotangent(Value value, Value cotangent) {
  value = sweep.source(value);
  if (!isLocal(value) && !cotangents.contains(value))
    entered.push_back(value);
  cotangents[value] = cotangent;
}
