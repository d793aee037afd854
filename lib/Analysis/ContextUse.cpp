//===- ContextUse.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Verifies that each context has a single use, so that bufferization can update it in place.

#include "chad/Analysis/ContextUse.h"
#include "chad/IR/ChadTypes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace chad;

/// Whether running `op` runs exactly one of its regions, once.
static bool runsOneRegionOnce(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return false;
  SmallVector<RegionSuccessor> successors;
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    successors.clear();
    branch.getSuccessorRegions(region, successors);
    if (llvm::any_of(successors, [](RegionSuccessor s) { return !s.isParent(); }))
      return false;
  }
  return true;
}

static InFlightDiagnostic emitContextError(Value context) {
  InFlightDiagnostic diag = emitError(context.getLoc()) << "the context ";
  if (auto result = dyn_cast<OpResult>(context))
    return std::move(diag) << "that is result #" << result.getResultNumber() << " of '"
                           << result.getOwner()->getName() << "' ";
  auto arg = cast<BlockArgument>(context);
  return std::move(diag) << "that is argument #" << arg.getArgNumber() << " of '"
                         << arg.getOwner()->getParentOp()->getName() << "' ";
}

static LogicalResult verifyUses(Value context) {
  /// Uses of the context that must amount to one use in `block`.
  struct Scope {
    Block *block;
    SmallVector<OpOperand *> uses;
  };
  SmallVector<Scope> worklist;
  worklist.push_back({context.getParentBlock(), {}});
  for (OpOperand &use : context.getUses())
    worklist.back().uses.push_back(&use);
  // The use list is in reverse order of insertion, which is most often that of
  // the program.
  std::reverse(worklist.back().uses.begin(), worklist.back().uses.end());

  while (!worklist.empty()) {
    Scope scope = worklist.pop_back_val();
    if (scope.uses.empty()) {
      InFlightDiagnostic diag = emitContextError(context);
      if (scope.block == context.getParentBlock())
        return diag << "is never used; a context is used exactly once: return it or pass it on";
      Operation *branch = scope.block->getParentOp();
      diag << "is used in some regions of '" << branch->getName()
           << "' but not in all: use it exactly once in each";
      diag.attachNote(branch->getLoc())
          << "no use in region #" << scope.block->getParent()->getRegionNumber() << " here";
      return diag;
    }

    Operation *ancestor = nullptr;
    for (OpOperand *use : scope.uses) {
      Operation *own = scope.block->findAncestorOpInBlock(*use->getOwner());
      if (!own) {
        InFlightDiagnostic diag = emitContextError(context);
        diag << "is used in another block: pass it as an argument of the block";
        diag.attachNote(use->getOwner()->getLoc()) << "used here";
        return diag;
      }
      bool again = ancestor && (own != ancestor || use->getOwner() == own ||
                                scope.uses.front()->getOwner() == own);
      if (again) {
        InFlightDiagnostic diag = emitContextError(context);
        diag << "is used more than once; a context is used exactly once: "
                "thread the context that the first use gives";
        diag.attachNote(scope.uses.front()->getOwner()->getLoc()) << "used here";
        diag.attachNote(use->getOwner()->getLoc()) << "and here";
        return diag;
      }
      ancestor = own;
    }
    if (scope.uses.front()->getOwner() == ancestor)
      continue;

    if (!runsOneRegionOnce(ancestor)) {
      InFlightDiagnostic diag = emitContextError(context);
      diag << "is used in a region of '" << ancestor->getName()
           << "', which may run any number of times: pass the context as an argument";
      diag.attachNote(scope.uses.front()->getOwner()->getLoc()) << "used here";
      return diag;
    }
    for (Region &region : ancestor->getRegions()) {
      if (region.empty()) {
        InFlightDiagnostic diag = emitContextError(context);
        diag << "is used in some regions of '" << ancestor->getName()
             << "' but not in all: use it exactly once in each";
        diag.attachNote(ancestor->getLoc())
            << "region #" << region.getRegionNumber() << " is empty here";
        return diag;
      }
      Scope inner{&region.front(), {}};
      for (OpOperand *use : scope.uses)
        if (region.isAncestor(use->getOwner()->getParentRegion()))
          inner.uses.push_back(use);
      worklist.push_back(std::move(inner));
    }
  }
  return success();
}

LogicalResult chad::verifyContextUse(Operation *root) {
  bool failed = false;
  auto verify = [&](ValueRange values) {
    for (Value value : values)
      if (isa<CtxType>(value.getType()))
        failed |= llvm::failed(verifyUses(value));
  };
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    verify(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        verify(block.getArguments());
  });
  return failure(failed);
}
