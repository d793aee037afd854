//===- Rules.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the derivatives of the dialect's own ops are.

#include "Example.h"
#include "chad/Rules/DerivativeModels.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace example;

//===----------------------------------------------------------------------===//
// softplus: known by its partial derivative
//===----------------------------------------------------------------------===//

/// ∂ softplus x = 1 / (1 + exp (-x)) = exp (x - softplus x).
static Value softplusPartial(chad::Sweep &sweep, OpOperand &operand) {
  Operation *op = operand.getOwner();
  Value x = sweep.primal(operand.get()), y = sweep.primal(op->getResult(0));
  Value less = arith::SubFOp::create(sweep.builder, op->getLoc(), x, y);
  return math::ExpOp::create(sweep.builder, op->getLoc(), less);
}

LogicalResult SoftplusOp::forward(chad::ForwardSweep &sweep) {
  return chad::forwardByPartials(*this, sweep, softplusPartial);
}

LogicalResult SoftplusOp::reverse(chad::ReverseSweep &sweep) {
  return chad::reverseByPartials(*this, sweep, softplusPartial);
}

//===----------------------------------------------------------------------===//
// norm: both rules by hand
//===----------------------------------------------------------------------===//

/// 1 / ‖xs‖, which is infinite at 0: the products with it are zero-absorbing.
static Value inverseNorm(chad::Sweep &sweep, NormOp op) {
  Value norm = sweep.primal(op.getResult());
  auto type = cast<FloatType>(norm.getType());
  Value one =
      arith::ConstantOp::create(sweep.builder, op.getLoc(), sweep.builder.getFloatAttr(type, 1.0));
  return arith::DivFOp::create(sweep.builder, op.getLoc(), one, norm);
}

/// ẏ = Σᵢ xsᵢ·ẋsᵢ / ‖xs‖
LogicalResult NormOp::forward(chad::ForwardSweep &sweep) {
  Value tangents = sweep.tangentOrZero(getXs());
  auto products = chad::MapOp::create(sweep.builder, getLoc(), ValueRange{getXs(), tangents},
                                      [](OpBuilder &builder, Location loc, ValueRange elements) {
                                        Value product = chad::ScaleOp::create(
                                            builder, loc, elements[0], elements[1]);
                                        chad::YieldOp::create(builder, loc, product);
                                      });
  Value zero = sweep.zero(getResult());
  auto sum = chad::ReduceOp::create(sweep.builder, getLoc(), products.getResults(), zero,
                                    [](OpBuilder &builder, Location loc, ValueRange values) {
                                      Value sum =
                                          chad::AddOp::create(builder, loc, values[0], values[1]);
                                      chad::YieldOp::create(builder, loc, sum);
                                    });
  sweep.setTangent(getResult(), sweep.scale(inverseNorm(sweep, *this), sum.getResult(0),
                                            /*zeroAbsorbing=*/true));
  return success();
}

/// x̄sᵢ += xsᵢ · (ȳ / ‖xs‖)
LogicalResult NormOp::reverse(chad::ReverseSweep &sweep) {
  Value factor = sweep.scale(inverseNorm(sweep, *this), sweep.cotangent(getResult()),
                             /*zeroAbsorbing=*/true);
  auto products = chad::MapOp::create(sweep.builder, getLoc(), sweep.primal(getXs()),
                                      [&](OpBuilder &builder, Location loc, ValueRange elements) {
                                        Value product = chad::ScaleOp::create(builder, loc,
                                                                              elements[0], factor);
                                        chad::YieldOp::create(builder, loc, product);
                                      });
  sweep.accumulate(getXs(), products.getResult(0));
  return success();
}

//===----------------------------------------------------------------------===//
// quantize: a staircase
//===----------------------------------------------------------------------===//

bool QuantizeOp::hasZeroDerivative() { return true; }
