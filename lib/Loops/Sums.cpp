//===- Sums.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sums.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isParallelLoop(Operation *loop, bool general) {
  auto iterations = dyn_cast<ArrayLoopOpInterface>(loop);
  if (!iterations || !isMemoryEffectFree(loop) || hasLinearArrays(loop))
    return false;
  return llvm::all_of(
      llvm::zip_equal(iterations.getStateArgs(), iterations.getYieldedStates()), [&](auto state) {
        auto [arg, next] = state;
        return isa<FloatType>(getElementTypeOrSelf(arg.getType())) && isSum(arg, next, general);
      });
}

bool chad::detail::isSumReduction(ReduceOp reduce, unsigned number) {
  return getStateKind(reduce, number) == StateKind::Sum &&
         reduce.getYieldedStates()[number].getDefiningOp<arith::AddFOp>() &&
         matchPattern(reduce.getUnits()[number], m_AnyZeroFloat()) &&
         reduce.getLeftArgs()[number].hasOneUse() && reduce.getRightArgs()[number].hasOneUse();
}

bool chad::detail::isZeros(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs()[0];
  else if (auto splat = value.getDefiningOp<tensor::SplatOp>())
    value = splat.getInput();
  return matchPattern(value, m_AnyZeroFloat());
}

TypedAttr chad::detail::getNeutralAttr(Type type) {
  auto scalar = cast<FloatType>(getElementTypeOrSelf(type));
  auto zero = FloatAttr::get(scalar, APFloat::getZero(scalar.getFloatSemantics(), true));
  if (auto shaped = dyn_cast<ShapedType>(type))
    return DenseElementsAttr::get(shaped, zero);
  return zero;
}

Value chad::detail::createNeutral(OpBuilder &builder, Location loc, Type type, Value like,
                                  int64_t first) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Value zero = arith::ConstantOp::create(builder, loc,
                                         getNeutralAttr(tensor ? tensor.getElementType() : type));
  if (!tensor)
    return zero;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    if (tensor.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, first + dim));
  return tensor::SplatOp::create(builder, loc, zero, tensor, sizes);
}
