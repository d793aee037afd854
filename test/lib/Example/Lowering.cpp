//===- Lowering.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Example.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace example;

static Value floatConstant(OpBuilder &builder, Location loc, Type type, double value) {
  return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, value));
}

/// max x 0 + log1p (exp (-|x|))
static LogicalResult lower(SoftplusOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value zero = floatConstant(rewriter, loc, op.getType(), 0);
  Value positive = arith::MaximumFOp::create(rewriter, loc, op.getX(), zero);
  Value magnitude = math::AbsFOp::create(rewriter, loc, op.getX());
  Value negated = arith::NegFOp::create(rewriter, loc, magnitude);
  Value exp = math::ExpOp::create(rewriter, loc, negated);
  Value log = math::Log1pOp::create(rewriter, loc, exp);
  rewriter.replaceOpWithNewOp<arith::AddFOp>(op, positive, log);
  return success();
}

/// √ Σᵢ xsᵢ²
static LogicalResult lower(NormOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto squares = chad::MapOp::create(
      rewriter, loc, op.getXs(), [](OpBuilder &builder, Location loc, ValueRange elements) {
        Value square = arith::MulFOp::create(builder, loc, elements[0], elements[0]);
        chad::YieldOp::create(builder, loc, square);
      });
  Value zero = floatConstant(rewriter, loc, op.getType(), 0);
  auto sum = chad::ReduceOp::create(rewriter, loc, squares.getResults(), zero,
                                    [](OpBuilder &builder, Location loc, ValueRange values) {
                                      Value sum =
                                          arith::AddFOp::create(builder, loc, values[0], values[1]);
                                      chad::YieldOp::create(builder, loc, sum);
                                    });
  rewriter.replaceOpWithNewOp<math::SqrtOp>(op, sum.getResult(0));
  return success();
}

/// round (8 x) / 8
static LogicalResult lower(QuantizeOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value eight = floatConstant(rewriter, loc, op.getType(), 8);
  Value scaled = arith::MulFOp::create(rewriter, loc, op.getX(), eight);
  Value rounded = math::RoundEvenOp::create(rewriter, loc, scaled);
  rewriter.replaceOpWithNewOp<arith::DivFOp>(op, rounded, eight);
  return success();
}

namespace {
struct LowerExample : PassWrapper<LowerExample, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerExample)
  StringRef getArgument() const override { return "example-lower"; }
  StringRef getDescription() const override { return "lower the example dialect"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, chad::ChadDialect, math::MathDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(+[](SoftplusOp op, PatternRewriter &rewriter) { return lower(op, rewriter); });
    patterns.add(+[](NormOp op, PatternRewriter &rewriter) { return lower(op, rewriter); });
    patterns.add(+[](QuantizeOp op, PatternRewriter &rewriter) { return lower(op, rewriter); });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void example::registerPasses() { PassRegistration<LowerExample>(); }
