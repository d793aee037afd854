//===- DivideByInvariants.cpp ----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Divides floats by a loop-invariant number without a division in the loop.
//
// Brisebarre, Muller and Raina 2004, "Accelerating correctly rounded floating-point division when
// the divisor is known in advance", algorithm 1: with h + l the inverse of y in two numbers,
//
//   x / y = x h + x l,   the last product and sum rounded once.
//
// Here h and l have one sign, so that zeros and infinities of x get their sign, and no infinity
// meets its opposite; and x and y are scaled by one power of two where h or l could overflow or
// underflow.

#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

namespace chad {
#define GEN_PASS_DEF_CHADDIVIDEBYINVARIANTS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// The least number of divisions by one number that pay for its inverse.
static constexpr int64_t minDivisions = 8;

namespace {
/// Exponents of two: divisors below `small` are multiplied by `up`, those above `large` by `down`.
/// So the inverse of each divisor but 0 is a normal number, and so is its second part, and a
/// dividend that overflows or loses bits when it is scaled has a quotient that overflows or is 0.
struct Scaling {
  int small, up, large, down;
  int epsilon; ///< One half of the distance from 1 to the next number.
  int least;   ///< Of the second part, relative to the first one: too little to change a quotient.
};

/// The parts of a divisor's inverse, and what both sides are multiplied by (null if that is 1).
struct Inverse {
  Value scale, high, low;
};

class Emitter {
public:
  Emitter(OpBuilder &builder, Location loc, Type type) : builder(builder), loc(loc), type(type) {}

  Inverse invert(Value divisor);
  Value divide(Value dividend, const Inverse &inverse);

private:
  Value real(double value) {
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    TypedAttr number = FloatAttr::get(element, value);
    if (auto vector = dyn_cast<VectorType>(type))
      number = DenseElementsAttr::get(vector, number);
    return arith::ConstantOp::create(builder, loc, number);
  }
  Value power(int exponent) { return real(std::ldexp(1.0, exponent)); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(builder, loc, a, b); }
  Value fma(Value a, Value b, Value c) { return math::FmaOp::create(builder, loc, a, b, c); }
  Value select(arith::CmpFPredicate predicate, Value a, Value b, Value yes, Value no) {
    Value condition = arith::CmpFOp::create(builder, loc, predicate, a, b);
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }

  OpBuilder &builder;
  Location loc;
  Type type;
};
} // namespace

/// h = RZ(1 / y), with y scaled, and l = (1 - y h) h, but at least a little of h's sign.
Inverse Emitter::invert(Value divisor) {
  using Predicate = arith::CmpFPredicate;
  Scaling by = getElementTypeOrSelf(type).isF64() ? Scaling{-128, 128, 256, -128, -53, -110}
                                                  : Scaling{-32, 32, 84, -56, -24, -50};
  Value one = real(1), magnitude = math::AbsFOp::create(builder, loc, divisor);
  Value scale = select(Predicate::OGT, magnitude, power(by.large), power(by.down), one);
  scale = select(Predicate::OLT, magnitude, power(by.small), power(by.up), scale);
  Value scaled = mul(divisor, scale);
  Value nearest = arith::DivFOp::create(builder, loc, one, scaled);
  Value negative = arith::NegFOp::create(builder, loc, scaled), zero = real(0);
  Value below = mul(nearest, real(1 - std::ldexp(1.0, by.epsilon)));
  Value high = select(Predicate::OLT, fma(negative, nearest, one), zero, below, nearest);
  Value rest = fma(negative, high, one), least = power(by.least);
  // Also of a NaN, which an infinite or zero inverse leaves.
  Value low = mul(high, select(Predicate::OGT, rest, least, rest, least));
  return {scale, high, low};
}

Value Emitter::divide(Value dividend, const Inverse &inverse) {
  Value scaled = mul(dividend, inverse.scale);
  return fma(scaled, inverse.high, mul(scaled, inverse.low));
}

/// Whether a divisor is a constant by whose inverse LLVM multiplies.
static bool hasExactInverse(Value divisor) {
  DenseFPElementsAttr vector;
  FloatAttr scalar;
  if (matchPattern(divisor, m_Constant(&scalar)))
    return scalar.getValue().getExactInverse(nullptr);
  return matchPattern(divisor, m_Constant(&vector)) && vector.isSplat() &&
         vector.getSplatValue<APFloat>().getExactInverse(nullptr);
}

/// The outermost loop around a division in which its divisor does not change; null if there is
/// none, or if it is left too soon.
static Operation *getInvariantLoop(arith::DivFOp op) {
  Operation *outermost = nullptr;
  int64_t iterations = 1;
  bool isUnknown = false;
  for (Operation *parent = op->getParentOp(); parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (!loop)
      continue;
    if (!loop.isDefinedOutsideOfLoop(op.getRhs()))
      break;
    outermost = loop;
    auto known = dyn_cast<scf::ForOp>(parent);
    std::optional<APInt> count = known ? known.getStaticTripCount() : std::nullopt;
    if (count)
      iterations *= std::clamp<int64_t>(count->getSExtValue(), 0, minDivisions);
    isUnknown |= !count;
  }
  return isUnknown || iterations >= minDivisions ? outermost : nullptr;
}

namespace {
struct DivideByInvariants : chad::impl::ChadDivideByInvariantsBase<DivideByInvariants> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<std::pair<arith::DivFOp, Operation *>> divisions;
    getOperation()->walk([&](arith::DivFOp op) {
      Type element = getElementTypeOrSelf(op.getType());
      if (!element.isF64() && !element.isF32())
        return;
      if (hasExactInverse(op.getRhs()))
        return;
      if (Operation *loop = getInvariantLoop(op))
        divisions.emplace_back(op, loop);
    });
    DenseMap<std::pair<Operation *, Value>, Inverse> inverses;
    for (auto [op, loop] : divisions) {
      Emitter emitter(rewriter, op.getLoc(), op.getType());
      auto [known, isNew] = inverses.try_emplace({loop, op.getRhs()});
      if (isNew) {
        rewriter.setInsertionPoint(loop);
        known->second = emitter.invert(op.getRhs());
      }
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(op, emitter.divide(op.getLhs(), known->second));
      ++numDivisions;
    }
  }
};
} // namespace
