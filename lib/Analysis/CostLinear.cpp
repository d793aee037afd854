//===- CostLinear.cpp --------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Linear values, linear functions and requests.

#include "CostEvaluator.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

using Ptr = CostInfo::Ptr;
using MaybeCost = FailureOr<CodeCost>;

/// The floats in a value of a linear type.
static CostPolynomial countFloats(Type type, const CostInfo &info) {
  if (auto lin = dyn_cast<LinType>(type))
    return lin.isUnit() ? CostPolynomial(0) : info.getSize();
  CostPolynomial sum;
  if (auto tuple = dyn_cast<TupleType>(type))
    for (auto [part, known] : llvm::zip(tuple.getTypes(), info.parts))
      sum += countFloats(part, *known);
  return sum;
}

static bool hasTensors(const CostInfo &info) {
  return !info.dims.empty() ||
         llvm::any_of(info.parts, [](const Ptr &p) { return hasTensors(*p); });
}

/// `cost` for each float. For tensors it is the cost of a map, which reads the operands' elements.
static MaybeCost elementwise(Operation *op, CostEvaluator &evaluator, Value value, Cost cost,
                             unsigned operands) {
  const CostInfo &info = *evaluator.get(value);
  evaluator.set(op->getResult(0), evaluator.get(value));
  if (!hasTensors(info)) {
    // Powers and copowers are added and scaled where they are used.
    CostPolynomial count = countFloats(value.getType(), info);
    return evaluator.let(op, count.isZero() ? Cost(cost[Cost::Moves], 0, 0, 0) : cost * count);
  }
  cost[Cost::Moves] += 4 + operands;
  return evaluator.let(op, cost * countFloats(value.getType(), info), 1);
}

/// Takes the sizes of the dynamic dimensions in `type` from the front of `sizes`.
static Ptr withSizes(CostEvaluator &evaluator, Operation *op, Type type, ValueRange &sizes) {
  auto info = std::make_shared<CostInfo>(*evaluator.unknown(type, op));
  auto lin = dyn_cast<LinType>(type);
  auto tensor = lin && !lin.isUnit() ? dyn_cast<RankedTensorType>(lin.getPrimal()) : nullptr;
  if (tensor)
    for (auto [dim, extent] : llvm::zip(info->dims, tensor.getShape()))
      if (ShapedType::isDynamic(extent) && !sizes.empty()) {
        dim = evaluator.number(sizes.front());
        sizes = sizes.drop_front();
      }
  if (auto tuple = dyn_cast<TupleType>(type))
    for (auto [part, partType] : llvm::zip(info->parts, tuple.getTypes()))
      part = withSizes(evaluator, op, partType, sizes);
  return info;
}

static SmallVector<Ptr> withSizes(CostEvaluator &evaluator, Operation *op, TypeRange types,
                                  ValueRange sizes) {
  return llvm::map_to_vector(types,
                             [&](Type type) { return withSizes(evaluator, op, type, sizes); });
}

/// The cost of the body for each pair, where the number of pairs is a symbol, and of a sum of its
/// results.
static MaybeCost costOfFold(CopowerFoldOp op, CostEvaluator &evaluator) {
  CostPolynomial pairs = evaluator.analysis.newSymbol({"k", true, "the pairs in a copower"});
  Region &body = op.getBody();
  SmallVector<Ptr> arguments = evaluator.get(body.getArguments());
  MaybeCost cost =
      evaluator.loop(op, body, arguments, evaluator.analysis.newIndex(), pairs, arguments.size());
  if (failed(cost))
    return failure();
  SmallVector<Ptr> results = withSizes(evaluator, op, op->getResultTypes(), op.getCodomainSizes());
  evaluator.set(op->getResults(), results);
  for (auto [type, result] : llvm::zip(op->getResultTypes(), results)) {
    CostPolynomial count = countFloats(type, *result);
    cost->cost += Cost(9, 1, 0, 0) * (count * pairs) + Cost(1, 0, 0, 0) * count;
  }
  return cost;
}

std::optional<MaybeCost> CostEvaluator::linear(Operation *op) {
  auto same = [&](Value value) {
    set(op->getResult(0), get(value));
    return MaybeCost(let(op, 0));
  };
  auto missing = [&](StringRef what) {
    return MaybeCost(op->emitError("chad: the cost of '")
                     << op->getName() << "' is not known; " << what);
  };
  return llvm::TypeSwitch<Operation *, std::optional<MaybeCost>>(op)
      .Case([&](ZeroOp op) {
        ValueRange sizes = op.getSizes();
        set(op.getResult(), withSizes(*this, op, op.getType(), sizes));
        return MaybeCost(let(op, size(op.getResult())));
      })
      .Case([&](AddOp op) {
        unify(*get(op.getLhs()), *get(op.getRhs()));
        return elementwise(op, *this, op.getLhs(), Cost(3, 1, 0, 0), 2);
      })
      .Case([&](ScaleOp op) { return elementwise(op, *this, op.getValue(), Cost(3, 0, 1, 0), 1); })
      .Case([&](AbsorbingMulOp op) {
        return elementwise(op, *this, op.getValue(), Cost(3, 0, 1, 0), 1);
      })
      .Case<ToLinearOp, FromLinearOp>([&](auto op) { return same(op.getValue()); })
      .Case([&](StopGradientOp op) { return same(op.getValue()); })
      .Case([&](CopowerSingletonOp op) { return MaybeCost(let(op, 1)); })
      .Case([&](CopowerFoldOp op) { return costOfFold(op, *this); })
      .Case([&](LFunLambdaOp op) {
        TypeRange types = op.getBody().getArgumentTypes();
        return lambda(op, op.getBody(), withSizes(*this, op, types, op.getDomainSizes()));
      })
      .Case<JvpOp, VjpOp, GradOp, ValueAndGradOp, JacobianOp, LinearizeOp>(
          [&](auto) { return missing("expand it with chad-differentiate"); })
      .Case<LFunZeroOp, LFunIdOp, LFunScaleOp, LFunAddOp, LFunComposeOp, LFunForkOp, LFunJoinOp,
            LFunProjectOp, LFunInjectOp, LFunVForkOp, LFunVJoinOp, LFunTransposeOp>(
          [&](auto) { return missing("apply what it gives and let chad-simplify remove it"); })
      .Default(std::nullopt);
}
