//===- Remaining.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Explains why function values are left after simplification.

#include "Simplify.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static StringRef kindOf(Type type) {
  return isa<LFunType>(type) ? "linear function" : isa<CopowerType>(type) ? "copower" : "function";
}

static std::string quote(Operation *op) { return "'" + op->getName().getStringRef().str() + "'"; }

/// The reason why a use keeps the function; empty if it does not keep it.
static std::string reasonOf(OpOperand &use, const Inlining &inlining) {
  Operation *user = use.getOwner();
  if (auto call = dyn_cast<func::CallOp>(user)) {
    std::string reason = inlining.whyNot(inlining.lookup(call));
    return "it is passed to a function, and " +
           (reason.empty() ? "the limit on copies does not let it be inlined" : reason);
  }
  if (isa<func::ReturnOp>(user))
    return "the function around it returns it";
  if (user->hasTrait<mlir::OpTrait::IsTerminator>())
    return "it leaves a region of " + quote(user->getParentOp());
  if (isa<LFunApplyOp, ApplyOp, CopowerFoldOp>(user))
    return "the limit on copies does not let it be applied in place";
  return {};
}

/// The reason why the function value `result` is not known, or is still used.
static std::string reasonOf(OpResult result, const Inlining &inlining) {
  Operation *op = result.getOwner();
  if (auto call = dyn_cast<func::CallOp>(op)) {
    std::string reason = inlining.whyNot(inlining.lookup(call));
    return reason.empty() ? "the limit on copies does not let the call be inlined" : reason;
  }
  if (isa<LinearizeOp>(op))
    return "'chad-differentiate' has to replace the request";
  if (auto transpose = dyn_cast<LFunTransposeOp>(op);
      transpose && transpose.getMap().getDefiningOp<LFunLambdaOp>())
    return "the region whose transpose it is has none: " + transposeRegion(transpose);
  if (!isa_and_nonnull<ChadDialect>(op->getDialect()) || isa<CaseOp, ApplyOp>(op) ||
      isa<LoopLikeOpInterface>(op))
    return "what " + quote(op) + " gives is known at run time only";
  for (Value operand : op->getOperands())
    if (holdsFunctions(operand.getType()))
      return "it is made of a function that stays";
  for (OpOperand &use : result.getUses())
    if (std::string reason = reasonOf(use, inlining); !reason.empty())
      return reason;
  return result.use_empty() ? "nothing uses it"
                            : "the " + quote(*result.user_begin()) + " that uses it stays";
}

void chad::detail::reportRemaining(Operation *module, const Inlining &inlining) {
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (!function.isExternal() && holdsFunctions(type))
          op->emitRemark() << kindOf(type) << " stays: it is argument #" << i << " of '@"
                           << function.getSymName() << "', whose callers choose it";
      return;
    }
    for (OpResult result : op->getResults())
      if (holdsFunctions(result.getType()))
        op->emitRemark() << kindOf(result.getType()) << " stays: " << reasonOf(result, inlining);
    for (Region &region : op->getRegions())
      for (Value arg : region.getArguments())
        if (holdsFunctions(arg.getType()))
          op->emitRemark() << kindOf(arg.getType()) << " stays: a region of " << quote(op)
                           << " takes it";
  });
}
