//===- Boundaries.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is known of the arguments of public functions, before and after they are
// pointers.

#include "Boundaries.h"
#include "chad/Bufferize/Passes.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADPREPAREENTRIES
#define GEN_PASS_DEF_CHADMARKNOALIAS
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

namespace {
struct PrepareEntries : chad::impl::ChadPrepareEntriesBase<PrepareEntries> {
  void runOnOperation() override {
    if (failed(chad::detail::checkBranches(getOperation())))
      return signalPassFailure();
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

struct MarkNoAlias : chad::impl::ChadMarkNoAliasBase<MarkNoAlias> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      addPositions(function);
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      mark(function);
  }

private:
  /// Says where the pointers of the arrays will be: the conversion keeps attributes of functions,
  /// but not those of arguments that become several.
  static void addPositions(func::FuncOp function) {
    SmallVector<int64_t> distinct;
    int64_t position = 0;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      if (function.removeArgAttr(i, bufferAttr) && isa<MemRefType>(type) && function.isPublic())
        distinct.push_back(position + 1);
      position += chad::detail::countConverted(type);
    }
    if (!distinct.empty())
      function->setAttr(distinctAttr, DenseI64ArrayAttr::get(function.getContext(), distinct));
  }

  static void mark(LLVM::LLVMFuncOp function) {
    auto distinct = function->getAttrOfType<DenseI64ArrayAttr>(distinctAttr);
    function->removeAttr(distinctAttr);
    if (!distinct || function.isExternal())
      return;
    auto yes = UnitAttr::get(function.getContext());
    for (int64_t i : distinct.asArrayRef())
      if (i >= 0 && i < function.getNumArguments() &&
          isa<LLVM::LLVMPointerType>(function.getArgument(i).getType()))
        function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(), yes);
  }
};
} // namespace
