//===- BorrowArguments.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Marks arguments that the program only reads. Such an argument needs no copy if the caller passes
// it in the memory of the device.

#include "LibraryCalls.h"
#include "MemorySpaces.h"
#include "chad/GPU/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace chad {
#define GEN_PASS_DEF_CHADBORROWARGUMENTS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether, among the uses of a buffer, only `copy` writes to it.
static bool isOnlyRead(Value buffer, Operation *copy) {
  return llvm::all_of(buffer.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (user == copy || isa<memref::DimOp, memref::DeallocOp>(user))
      return true;
    if (isa<ViewLikeOpInterface>(user))
      return user->getNumResults() == 1 && isOnlyRead(user->getResult(0), copy);
    if (isLibraryCall(user))
      return use.getOperandNumber() < 2;
    // An op that passes the buffer on may let another op write to it.
    bool mayHandOn = user->getNumRegions() != 0 || user->hasTrait<mlir::OpTrait::IsTerminator>() ||
                     llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    if (mayHandOn || !effects)
      return false;
    SmallVector<MemoryEffects::EffectInstance> found;
    effects.getEffectsOnValue(buffer, found);
    return llvm::all_of(found, [](const MemoryEffects::EffectInstance &effect) {
      return isa<MemoryEffects::Read>(effect.getEffect());
    });
  });
}

namespace {
struct BorrowArguments : chad::impl::ChadBorrowArgumentsBase<BorrowArguments> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (auto copy : function.getBody().front().getOps<memref::CopyOp>()) {
        auto arg = dyn_cast<BlockArgument>(copy.getSource());
        auto alloc = copy.getTarget().getDefiningOp<memref::AllocOp>();
        if (!arg || arg.getOwner()->getParentOp() != function || !alloc ||
            !isOnDevice(alloc.getResult()) || alloc->getBlock() != copy->getBlock() ||
            !cast<MemRefType>(arg.getType()).getLayout().isIdentity() ||
            !isOnlyRead(alloc.getResult(), copy))
          continue;
        for (Operation *op : {alloc.getOperation(), copy.getOperation()})
          op->setAttr(borrowAttr, UnitAttr::get(&getContext()));
        ++numBorrowed;
      }
    }
  }
};
} // namespace
