//===- FuncRules.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/FuncRules.h"
#include "LinearityModels.h"
#include "chad/Rules/CallDerivatives.h"
#include "chad/Rules/CallMasks.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace chad;

namespace {
struct CallLinearity : LinearOpInterface::ExternalModel<CallLinearity, func::CallOp> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    return propagateThroughCall(op->getOpOperands(), op->getResults(), propagator);
  }
};

struct CallIndirectLinearity
    : LinearOpInterface::ExternalModel<CallIndirectLinearity, func::CallIndirectOp> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    return propagateThroughCall(op->getOpOperands().drop_front(), op->getResults(), propagator);
  }
};
SmallVector<int64_t> activePositions(const Sweep &sweep, ValueRange values) {
  SmallVector<int64_t> positions;
  for (auto [i, value] : llvm::enumerate(values))
    if (sweep.isActive(value))
      positions.push_back(i);
  return positions;
}

/// A call of a function is differentiated as a call of the function's derivative.
struct CallRule : DifferentiableOpInterface::ExternalModel<CallRule, func::CallOp> {
  // A function may be marked inactive.
  bool hasZeroDerivative(Operation *op) const {
    auto callee = SymbolTable::lookupNearestSymbolFrom(op, cast<func::CallOp>(op).getCalleeAttr());
    return callee && callee->hasAttr(inactiveAttr);
  }

  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto call = cast<func::CallOp>(op);
    if (!sweep.calls)
      return reportMissingRule(op, "forward", sweep);
    bool isMasked = llvm::any_of(call.getOperands(), [&](Value operand) {
      Value tangent = sweep.tangent(operand);
      return tangent && sweep.isMasked(tangent);
    });
    bool needsGuards = isMasked && !call->hasAttr(finiteFactorsAttr);
    FailureOr<DualFunction> derivative =
        sweep.calls->getDual(call, activePositions(sweep, call.getOperands()),
                             activePositions(sweep, call.getResults()), needsGuards);
    if (failed(derivative))
      return failure();
    SmallVector<Value> args(call.getOperands());
    for (int64_t i : derivative->wrt)
      args.push_back(sweep.tangentOrZero(call.getOperand(i)));
    auto dual = func::CallOp::create(sweep.builder, op->getLoc(), derivative->dual, args);
    SmallVector<Value> tangents(call.getNumResults());
    for (auto [i, tangent] :
         llvm::zip(derivative->of, dual.getResults().drop_front(call.getNumResults()))) {
      tangents[i] = tangent;
      if (isMasked || derivative->masks)
        sweep.setMasked(tangent);
    }
    sweep.replace(op, dual.getResults().take_front(call.getNumResults()), tangents);
    return success();
  }

  // The call was replaced by a call of the forward function, which returns the residuals.
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto call = cast<func::CallOp>(op);
    auto backward = op->getAttrOfType<DictionaryAttr>(backwardAttr);
    if (!backward)
      return reportMissingRule(op, "reverse", sweep);
    auto callee = backward.getAs<FlatSymbolRefAttr>("callee");
    auto wrt = backward.getAs<DenseI64ArrayAttr>("wrt").asArrayRef();
    auto of = backward.getAs<DenseI64ArrayAttr>("of").asArrayRef();
    auto numResults = backward.getAs<IntegerAttr>("results").getInt();
    SmallVector<Value> args;
    for (int64_t i : backward.getAs<DenseI64ArrayAttr>("arguments").asArrayRef())
      args.push_back(sweep.primal(call.getOperand(i)));
    for (Value kept : call.getResults().drop_front(numResults))
      args.push_back(sweep.primal(kept));
    bool isMasked = backward.getAs<BoolAttr>("masks").getValue();
    for (int64_t i : of) {
      args.push_back(sweep.cotangentOrZero(call.getResult(i)));
      isMasked |= sweep.isMasked(args.back());
    }
    // Of several operands that are one value, the first one has the sum.
    DenseSet<Value> summed;
    llvm::SmallDenseSet<int64_t> isSum;
    for (int64_t i : backward.getAs<DenseI64ArrayAttr>("sums").asArrayRef()) {
      Value operand = call.getOperand(i);
      bool isFirst = summed.insert(sweep.source(operand)).second;
      if (isFirst)
        isSum.insert(i);
      args.push_back(isFirst ? sweep.cotangentOrZero(operand) : sweep.zero(operand));
      isMasked |= sweep.isMasked(args.back());
    }
    SmallVector<Type> types;
    for (int64_t i : wrt)
      types.push_back(getTangentType(call.getOperand(i).getType()));
    auto cotangents = func::CallOp::create(sweep.builder, op->getLoc(), callee, types, args);
    if (isMasked)
      llvm::for_each(cotangents.getResults(), [&](Value value) { sweep.setMasked(value); });
    for (bool sums : {true, false})
      for (auto [i, cotangent] : llvm::zip(wrt, cotangents.getResults())) {
        if (isSum.contains(i) != sums)
          continue;
        if (sums)
          sweep.setCotangent(call.getOperand(i), cotangent);
        else
          sweep.accumulate(call.getOperand(i), cotangent);
      }
    return success();
  }
};
} // namespace

void chad::registerFuncRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::CallOp::attachInterface<CallLinearity>(*context);
    func::CallOp::attachInterface<CallRule>(*context);
    func::CallIndirectOp::attachInterface<CallIndirectLinearity>(*context);
  });
}
