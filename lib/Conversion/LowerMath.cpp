//===- LowerMath.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Conversion/Passes.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERMATH
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;

/// A constant of a float type, or of a vector of one.
static Value createConstant(OpBuilder &builder, Location loc, Type type, const APFloat &value) {
  TypedAttr attr = FloatAttr::get(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, value);
  return arith::ConstantOp::create(builder, loc, attr);
}

static const llvm::fltSemantics &semanticsOf(Type type) {
  return cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
}

/// `|x| = ∞`.
static LogicalResult expandIsInf(math::IsInfOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value magnitude = math::AbsFOp::create(rewriter, loc, op.getOperand());
  Type type = magnitude.getType();
  Value infinity = createConstant(rewriter, loc, type, APFloat::getInf(semanticsOf(type)));
  rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::OEQ, magnitude, infinity);
  return success();
}

/// `least <= |x| < ∞`.
static LogicalResult expandIsNormal(math::IsNormalOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value magnitude = math::AbsFOp::create(rewriter, loc, op.getOperand());
  Type type = magnitude.getType();
  Value infinity = createConstant(rewriter, loc, type, APFloat::getInf(semanticsOf(type)));
  Value least =
      createConstant(rewriter, loc, type, APFloat::getSmallestNormalized(semanticsOf(type)));
  Value isBig = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OGE, magnitude, least);
  Value isFinite =
      arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT, magnitude, infinity);
  rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isBig, isFinite);
  return success();
}

/// `min(max(x, low), high)`.
static LogicalResult expandClamp(math::ClampFOp op, PatternRewriter &rewriter) {
  Value atLeast = arith::MaximumFOp::create(rewriter, op.getLoc(), op.getValue(), op.getMin(),
                                            op.getFastmath());
  rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, atLeast, op.getMax(), op.getFastmath());
  return success();
}

/// Clamps a sine or a cosine to the range from -1 to 1, since the vector functions of glibc exceed
/// 1 by one unit in the last place at some arguments. NaN stays NaN.
static void bound(Operation *op) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  Value result = op->getResult(0);
  Type type = result.getType();
  const llvm::fltSemantics &semantics = semanticsOf(type);
  Value one = createConstant(builder, loc, type, APFloat::getOne(semantics));
  Value minusOne =
      createConstant(builder, loc, type, APFloat::getOne(semantics, /*Negative=*/true));
  // A comparison and a choice in these forms are one instruction on x86.
  Value isLow = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT, minusOne, result);
  auto low = arith::SelectOp::create(builder, loc, isLow, minusOne, result);
  Value isHigh = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, one, low);
  Value bounded = arith::SelectOp::create(builder, loc, isHigh, one, low);
  result.replaceUsesWithIf(bounded, [&](OpOperand &use) {
    return use.getOwner() != isLow.getDefiningOp() && use.getOwner() != low;
  });
}

namespace {
struct LowerMath : chad::impl::ChadLowerMathBase<LowerMath> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (isa<math::SinOp, math::CosOp>(op) && !isa<TensorType>(op->getResult(0).getType()))
        bound(op);
    });
    RewritePatternSet patterns(&getContext());
    patterns.add(expandIsInf);
    patterns.add(expandIsNormal);
    patterns.add(expandClamp);
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, math::MathDialect, func::FuncDialect>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp, math::ErfOp,
                        math::ErfcOp, math::ExpM1Op, math::Log1pOp, math::IsInfOp, math::IsNormalOp,
                        math::ClampFOp>();
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
