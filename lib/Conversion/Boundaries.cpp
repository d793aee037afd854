//===- Boundaries.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is known of the arguments of public functions, before and after they are
// pointers.

#include "chad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADPREPAREENTRIES
#define GEN_PASS_DEF_CHADMARKNOALIAS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// Where chad-outline-threads says which pointers lead to what no other argument leads to.
static constexpr StringLiteral distinctName = "chad.distinct";

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

namespace {
struct PrepareEntries : chad::impl::ChadPrepareEntriesBase<PrepareEntries> {
  void runOnOperation() override {
    auto no = BoolAttr::get(&getContext(), false);
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (isa<TensorType>(type))
          function.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName, no);
      function->walk([&](func::ReturnOp op) { copyConstants(op); });
    }
  }
};

struct MarkNoAlias : chad::impl::ChadMarkNoAliasBase<MarkNoAlias> {
  void runOnOperation() override {
    auto yes = UnitAttr::get(&getContext());
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      auto distinct = function->getAttrOfType<DenseI64ArrayAttr>(distinctName);
      function->removeAttr(distinctName);
      if (function.isExternal())
        continue;
      ArrayRef<Type> types = function.getArgumentTypes();
      auto isPointer = [&](size_t i) {
        return i < types.size() && isa<LLVM::LLVMPointerType>(types[i]);
      };
      for (int64_t i : distinct ? distinct.asArrayRef() : ArrayRef<int64_t>())
        if (i >= 0 && isPointer(i))
          function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(), yes);
      for (size_t i = 0; function.isPublic() && i + 2 < types.size(); ++i)
        if (isPointer(i) && isPointer(i + 1) && types[i + 2].isInteger(64))
          function.setArgAttr(++i, LLVM::LLVMDialect::getNoAliasAttrName(), yes);
    }
  }
};
} // namespace
