//===- Boundaries.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is known of the arguments of public functions before they are pointers.

#include "Boundaries.h"
#include "chad/Bufferize/Passes.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADPREPAREENTRIES
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// Makes each constant that is returned a tensor that the caller may free.
static void copyConstants(func::ReturnOp op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (type && operand.get().getDefiningOp<arith::ConstantOp>())
      operand.set(bufferization::AllocTensorOp::create(builder, op.getLoc(), type,
                                                       /*dynamicSizes=*/ValueRange(),
                                                       /*copy=*/operand.get()));
  }
}

LogicalResult chad::detail::checkBranches(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    auto takesArrays = [](Block *block) {
      return llvm::any_of(block->getArgumentTypes(), llvm::IsaPred<TensorType>);
    };
    if (isa<BranchOpInterface>(op) || llvm::none_of(op->getSuccessors(), takesArrays))
      return WalkResult::advance();
    InFlightDiagnostic error = op->emitError("chad: the arguments of the branch '")
                               << op->getName() << "' are not known";
    error.attachNote() << "branch by 'cf.br' or 'cf.cond_br'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Copies the states that the step of a loop with checkpoints returns to the memory of the states
/// before. Otherwise the loop would carry arrays from one allocation each, of which it is not known
/// before the function ends that they are no part of the arrays of states, which would be freed
/// then.
static void keepStatesOfSteps(scf::ForOp loop) {
  OpBuilder builder(loop.getBody()->getTerminator());
  for (OpOperand &yielded : loop.getBody()->getTerminator()->getOpOperands()) {
    auto call = yielded.get().getDefiningOp<func::CallOp>();
    BlockArgument state = loop.getRegionIterArg(yielded.getOperandNumber());
    if (!call || !isa<RankedTensorType>(state.getType()) ||
        !chad::haveEqualShapes(yielded.get(), state))
      continue;
    auto step = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!step || !step->hasAttr(stepAttr))
      continue;
    // An op that need not be in place, and that is not folded if it covers the whole array.
    yielded.set(
        linalg::CopyOp::create(builder, call.getLoc(), yielded.get(), Value(state))->getResult(0));
  }
}

namespace {
struct PrepareEntries : chad::impl::ChadPrepareEntriesBase<PrepareEntries> {
  void runOnOperation() override {
    if (failed(chad::detail::checkBranches(getOperation())))
      return signalPassFailure();
    getOperation().walk(keepStatesOfSteps);
    auto no = BoolAttr::get(&getContext(), false);
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
        if (!isa<TensorType>(type))
          continue;
        function.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName, no);
        function.setArgAttr(i, bufferAttr, UnitAttr::get(&getContext()));
      }
      function->walk([&](func::ReturnOp op) { copyConstants(op); });
    }
  }
};
} // namespace
