//===- Check.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds ops and values with linear types that have no representation without them.

#include "Erasure.h"
#include "chad/IR/Requests.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The reason why `type` cannot be erased, with the remedy; empty if it can.
static std::string whyNot(Type type) {
  std::string reason;
  bool isOpaque = !isa<LinType, FunctionType, TupleType, SumType>(type);
  type.walk<WalkOrder::PreOrder>([&](Type part) {
    if (isa<LFunType>(part))
      reason = "a linear function; 'chad-simplify' removes linear functions that are "
               "applied where they are known";
    else if (isa<CopowerType>(part))
      reason = "a copower; 'chad-simplify' removes copowers that are folded where they are known";
    else if (isa<CtxType>(part))
      reason = "a context of the unary normal form, which has to be left first";
    else if (isa<LinType>(part) && isOpaque)
      reason = "which holds a linear type where it cannot be erased; use "
               "'chad.from_linear' to store its representation";
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return reason;
}

/// Whether the op has the same meaning with erased types.
static bool isPolymorphic(Operation *op) {
  return isa_and_nonnull<ChadDialect, func::FuncDialect, scf::SCFDialect, cf::ControlFlowDialect>(
             op->getDialect()) ||
         isa<arith::SelectOp, ub::PoisonOp>(op);
}

/// The linear types among the types of the op's operands and results.
static SmallVector<Type> typesOf(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    llvm::append_range(types, function.getArgumentTypes());
    llvm::append_range(types, function.getResultTypes());
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  llvm::erase_if(types, [](Type type) { return !hasLinearType(type); });
  return types;
}

static LogicalResult checkTypes(Location loc, TypeRange types, StringRef what, Operation *op) {
  for (auto [i, type] : llvm::enumerate(types))
    if (std::string reason = whyNot(type); !reason.empty())
      return emitError(loc) << "linear types cannot be erased: " << what << " #" << i << " of '"
                            << op->getName() << "' has type " << type << ", " << reason;
  return success();
}

/// Checks the values that the op defines. Its operands are checked where they are defined.
static LogicalResult checkDefinitions(Operation *op) {
  if (auto function = dyn_cast<FunctionOpInterface>(op);
      function && (failed(checkTypes(op->getLoc(), function.getArgumentTypes(), "argument", op)) ||
                   failed(checkTypes(op->getLoc(), function.getResultTypes(), "result", op))))
    return failure();
  if (failed(checkTypes(op->getLoc(), op->getResultTypes(), "result", op)))
    return failure();
  if (isa<FunctionOpInterface>(op))
    return success();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(checkTypes(op->getLoc(), block.getArgumentTypes(), "region argument", op)))
        return failure();
  return success();
}

static LogicalResult check(Operation *op) {
  SmallVector<Type> types = typesOf(op);
  if (types.empty())
    return success();
  if (isRequest(op))
    return op->emitOpError("is a request for a derivative with linear types, which cannot be "
                           "erased: 'chad-differentiate' replaces it by the derivative");
  if (failed(checkDefinitions(op)))
    return failure();
  // The error was reported at the definition of the operand.
  if (llvm::any_of(op->getOperandTypes(), [](Type type) { return !whyNot(type).empty(); }))
    return failure();
  if (!isPolymorphic(op))
    return op->emitOpError("has the linear type ")
           << types.front()
           << ", which cannot be erased here: let it work on the representation, between "
              "'chad.from_linear' and 'chad.to_linear'";
  if (isa<ZeroOp, AddOp, ScaleOp>(op) && !isa<LinType>(op->getResult(0).getType()))
    return op->emitOpError("has type ")
           << op->getResult(0).getType()
           << ", which cannot be erased: apply the function or match on the sum, and "
              "compute on '!chad.lin'";
  return success();
}

LogicalResult chad::detail::checkErasable(Operation *root) {
  bool isErasable = true;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { isErasable &= succeeded(check(op)); });
  return success(isErasable);
}
