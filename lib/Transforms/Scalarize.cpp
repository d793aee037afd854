//===- Scalarize.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/Scalarize.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Extents.h"
#include "chad/Transforms/Elementwise.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace chad {
#define GEN_PASS_DEF_CHADSCALARIZE
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

static bool isTensorOfScalars(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() && isScalarType(tensor.getElementType());
}

bool chad::isTensorElementwise(Operation *op) {
  auto isOperand = [](Type type) { return isScalarType(type) || isTensorOfScalars(type); };
  // `math.sincos` is elementwise, but lacks the trait.
  return (mlir::OpTrait::hasElementwiseMappableTraits(op) || isa<math::SincosOp>(op)) &&
         op->getNumResults() && !op->getNumRegions() &&
         llvm::all_of(op->getResultTypes(), isTensorOfScalars) &&
         llvm::all_of(op->getOperandTypes(), isOperand) && !choosesBetweenShapes(op);
}

/// If all elements of `tensor` are one value, that is a scalar of the program or a constant: this
/// value.
static Value getUniformElement(OpBuilder &builder, Value tensor) {
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  DenseElementsAttr elements;
  if (!matchPattern(tensor, m_Constant(&elements)) || !elements.isSplat())
    return {};
  return arith::ConstantOp::create(builder, tensor.getLoc(),
                                   cast<TypedAttr>(elements.getSplatValue<Attribute>()));
}

/// The operands. A tensor whose elements are all the same is replaced by a scalar; at least one
/// tensor stays, which gives the shape.
static SmallVector<Value> getOperands(OpBuilder &builder, Operation *op) {
  SmallVector<Value> operands(op->getOperands());
  unsigned numTensors = llvm::count_if(
      operands, [](Value operand) { return isa<RankedTensorType>(operand.getType()); });
  // From the last operand on, as the first one is most likely to be the data.
  for (Value &operand : llvm::reverse(operands)) {
    if (!isa<RankedTensorType>(operand.getType()) || numTensors == 1)
      continue;
    if (Value element = getUniformElement(builder, operand)) {
      operand = element;
      --numTensors;
    }
  }
  return operands;
}

static void scalarize(Operation *op) {
  OpBuilder builder(op);
  auto types = llvm::map_to_vector(op->getResultTypes(),
                                   [](Type type) { return getElementTypeOrSelf(type); });
  auto body = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    OperationState state(loc, op->getName(), scalars, types,
                         llvm::to_vector(op->getDiscardableAttrs()));
    Operation *scalar = builder.create(state);
    scalar->copyProperties(op->getPropertiesStorage());
    return llvm::to_vector_of<Value>(scalar->getResults());
  };
  SmallVector<Value> results =
      mapElementwise(builder, op->getLoc(), getOperands(builder, op), body);
  for (auto [result, mapped] : llvm::zip_equal(op->getResults(), results)) {
    // The type of the op's result may have other static extents than those of the operands.
    Value value = mapped;
    if (value.getType() != result.getType())
      value = tensor::CastOp::create(builder, op->getLoc(), result.getType(), value);
    result.replaceAllUsesWith(value);
  }
  op->erase();
}

unsigned chad::scalarizeElementwise(Operation *root, function_ref<bool(Operation *)> filter) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isTensorElementwise(op) && (!filter || filter(op)))
      ops.push_back(op);
  });
  if (!ops.empty())
    root->getContext()->loadDialect<ChadDialect, arith::ArithDialect, tensor::TensorDialect>();
  for (Operation *op : ops)
    scalarize(op);
  return ops.size();
}

unsigned chad::scalarizeOpenComparisons(Operation *root) {
  return scalarizeElementwise(root, [](Operation *op) {
    return isa<arith::CmpIOp, arith::XOrIOp>(op) &&
           !cast<RankedTensorType>(op->getResult(0).getType()).hasStaticShape();
  });
}

namespace {
struct Scalarize : chad::impl::ChadScalarizeBase<Scalarize> {
  using ChadScalarizeBase::ChadScalarizeBase;
  void runOnOperation() override { numScalarized += scalarizeElementwise(getOperation()); }
};
} // namespace
