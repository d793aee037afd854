//===- Singularities.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Singularities.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Follows values to those that they are computed from.
class Origins {
public:
  void add(Value value) {
    Type type = value.getType();
    if (auto lin = dyn_cast<LinType>(type))
      type = lin.getPrimal();
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      values.insert(value);
  }
  /// Adds what `values[i]` is computed from; false where a partial derivative may be singular, or
  /// nothing is known of it.
  bool follow(size_t i) {
    Value value = values[i];
    auto result = dyn_cast<OpResult>(value);
    return result ? followResult(result) : followArgument(cast<BlockArgument>(value));
  }
  size_t size() const { return values.size(); }

private:
  bool followResult(OpResult result);
  bool followArgument(BlockArgument arg);

  llvm::SetVector<Value> values;
};
} // namespace

bool Origins::followResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (op->hasTrait<mlir::OpTrait::ConstantLike>())
    return true;
  if (auto loop = dyn_cast<ArrayLoopOpInterface>(op)) {
    add(loop.getYield()->getOperand(number));
    if (number < loop.getNumStates())
      add(loop.getInitialStates()[number]);
    return true;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    add(reduce.getBody().front().getTerminator()->getOperand(number));
    add(reduce.getUnits()[number]);
    return true;
  }
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    add(structured.getBlock()->getTerminator()->getOperand(number));
    return true;
  }
  bool isPlain =
      isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp, arith::SelectOp,
          arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, arith::ExtFOp,
          arith::TruncFOp, ToLinearOp, FromLinearOp, AddOp, ScaleOp>(op) ||
      (isa_and_nonnull<tensor::TensorDialect>(op->getDialect()) && !op->getNumRegions());
  if (!isPlain)
    return false;
  for (Value operand : op->getOperands())
    add(operand);
  return true;
}

bool Origins::followArgument(BlockArgument arg) {
  Operation *op = arg.getOwner()->getParentOp();
  if (isa_and_nonnull<func::FuncOp>(op))
    return true;
  if (auto loop = dyn_cast_or_null<ArrayLoopOpInterface>(op)) {
    if (Value array = getArrayOfElement(arg)) {
      add(array);
      return true;
    }
    for (auto [i, state] : llvm::enumerate(loop.getStateArgs()))
      if (state == arg) {
        add(loop.getInitialStates()[i]);
        add(loop.getYieldedStates()[i]);
      }
    return true;
  }
  if (auto reduce = dyn_cast_or_null<ReduceOp>(op)) {
    unsigned number = arg.getArgNumber() % reduce.getArrays().size();
    add(reduce.getArrays()[number]);
    return true;
  }
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!structured)
    return false;
  unsigned number = arg.getArgNumber();
  add(op->getOperand(number));
  if (number >= structured.getNumDpsInputs())
    add(structured.getBlock()->getTerminator()->getOperand(number - structured.getNumDpsInputs()));
  return true;
}

bool chad::detail::mayComeFromSingularPartials(Value value) {
  constexpr size_t maxValues = 256;
  Origins origins;
  origins.add(value);
  for (size_t i = 0; i < origins.size(); ++i)
    if (i == maxValues || !origins.follow(i))
      return true;
  return false;
}
