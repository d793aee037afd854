//===- ForwardSweep.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/ForwardSweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

ForwardSweep::~ForwardSweep() {
  for (Operation *op : replaced)
    op->erase();
}

Value ForwardSweep::zero(Value value) {
  SmallVector<Value> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      if (tensor.isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(builder, value.getLoc(), value, dim));
  return ZeroOp::create(builder, value.getLoc(), getTangentType(value.getType()), sizes);
}

Value ForwardSweep::tangentOrZero(Value value) {
  Value known = tangent(value);
  return known ? known : zero(value);
}

void ForwardSweep::setTangent(Value value, Value tangent) {
  if (tangent)
    tangents[value] = tangent;
  else
    tangents.erase(value);
}

LogicalResult ForwardSweep::differentiate(Operation *op) {
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  if (!rule)
    return reportMissingRule(op, "forward", *this);
  // For example `tensor.empty`, which canonicalization puts in place of a slice without elements.
  if (rule.hasZeroDerivative())
    return success();
  At at(*this, op);
  return rule.forward(*this);
}

LogicalResult ForwardSweep::differentiate(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (llvm::none_of(op.getResults(), [&](Value result) { return isActive(result); }))
      continue;
    builder.setInsertionPointAfter(&op);
    if (failed(differentiate(&op)))
      return failure();
  }
  return success();
}

void ForwardSweep::replace(Operation *op, ValueRange primals, ValueRange tangents) {
  for (auto [old, primal, tangent] : llvm::zip(op->getResults(), primals, tangents)) {
    if (isActive(old))
      activity.setActive(primal);
    setTangent(primal, tangent);
    setTangent(old, tangent);
  }
  op->replaceAllUsesWith(primals);
  replaced.push_back(op);
}
