//===- FuseKernels.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseKernels.h"
#include "Scratch.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace chad::detail;

namespace {
/// The memory that an op accesses, by the buffers that were allocated.
struct Accesses {
  explicit Accesses(Operation *root);

  /// Whether one of two ops may write what the other one accesses.
  bool conflictsWith(const Accesses &other) const {
    return writesInto(other) || other.writesInto(*this);
  }

private:
  bool writesInto(const Accesses &other) const {
    bool accesses = !other.read.empty() || !other.written.empty() || other.isUnknown;
    if (writesUnknown)
      return accesses;
    return !written.empty() && (other.isUnknown || llvm::any_of(written, [&](Value buffer) {
                                  return other.read.contains(buffer) ||
                                         other.written.contains(buffer);
                                }));
  }

  DenseSet<Value> read, written;
  /// Whether the op accesses, or writes, buffers that may be parts of any others.
  bool isUnknown = false, writesUnknown = false;
};
} // namespace

/// The buffer that a view is part of.
static Value getWhole(Value buffer) {
  while (Operation *def = buffer.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(def))
      buffer = view.getViewSource();
    else if (isa<UnrealizedConversionCastOp>(def) && def->getNumOperands() == 1)
      buffer = def->getOperand(0);
    else
      break;
  }
  return buffer;
}

Accesses::Accesses(Operation *root) {
  root->walk([&](Operation *op) {
    if (isPure(op) || isa<memref::AllocOp, memref::AllocaOp>(op))
      return;
    for (Value operand : op->getOperands()) {
      if (!isa<BaseMemRefType>(operand.getType()))
        continue;
      Value whole = getWhole(operand);
      bool isAllocated = isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(whole.getDefiningOp());
      if (isAllocated && root->isProperAncestor(whole.getDefiningOp()))
        continue;
      bool isRead = isa<memref::LoadOp>(op);
      if (isAllocated)
        (isRead ? read : written).insert(whole);
      isUnknown |= !isAllocated;
      writesUnknown |= !isAllocated && !isRead;
    }
  });
}

/// Whether threads divide the work of a kernel, or a loop over one thread does all of it: in a
/// block of more threads its code does not become slower.
static bool hasThreadLoops(scf::ForallOp kernel) {
  return kernel
      ->walk([](Operation *op) {
        return isThreadLoop(op) || isa<scf::ParallelOp>(op) ? WalkResult::interrupt()
                                                            : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether any number of blocks can do the work of a kernel.
static bool takesFewerBlocks(scf::ForallOp kernel) {
  return kernel->walk([](gpu::GridDimOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// The bytes of the arrays in the memory of a block.
static int64_t countSharedBytes(scf::ForallOp kernel) {
  int64_t bytes = 0;
  for (auto alloc : kernel.getBody()->getOps<memref::AllocOp>()) {
    MemRefType type = alloc.getType();
    Type scalar = type.getElementType();
    bytes +=
        type.getNumElements() * (scalar.isIndex() ? 8 : (scalar.getIntOrFloatBitWidth() + 7) / 8);
  }
  return bytes;
}

static unsigned countOps(scf::ForallOp kernel) {
  unsigned number = 0;
  kernel->walk([&](Operation *) { ++number; });
  return number;
}

/// Whether one launch may run both kernels, if that is right for the memory that they access.
static bool fit(scf::ForallOp first, scf::ForallOp second, int64_t sharedBytes) {
  // The code of a kernel has so many registers as the largest of its parts, and is compiled as a
  // whole.
  constexpr unsigned mostOps = 600;
  return hasThreadLoops(first) && hasThreadLoops(second) &&
         countSharedBytes(first) + countSharedBytes(second) <= sharedBytes &&
         countOps(first) + countOps(second) <= mostOps;
}

static bool hasOneBlock(scf::ForallOp kernel) {
  return getConstantIntValue(kernel.getMixedUpperBound()[0]) == 1;
}

/// Finds the ops between two kernels by which the second one has its numbers and buffers, in order;
/// returns false if one of them must stay there.
static bool findNeeded(scf::ForallOp first, scf::ForallOp second,
                       SmallVectorImpl<Operation *> &needed) {
  SmallVector<Operation *> worklist = {second};
  DenseSet<Operation *> visited;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    auto visit = [&](Value value) {
      Operation *def = value.getDefiningOp();
      if (!def || def->getBlock() != first->getBlock() || !first->isBeforeInBlock(def) ||
          !visited.insert(def).second)
        return true;
      if (def->getNumRegions() != 0 || !(isPure(def) || isa<memref::AllocOp>(def)))
        return false;
      needed.push_back(def);
      worklist.push_back(def);
      return true;
    };
    bool areFound = true;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        areFound &= visit(operand);
    });
    if (!areFound)
      return false;
  }
  llvm::sort(needed, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return true;
}

/// Finds a kernel before `kernel` that can do its work, too; null if there is none.
static scf::ForallOp findPartner(scf::ForallOp kernel, int64_t sharedBytes,
                                 SmallVectorImpl<Operation *> &needed) {
  constexpr unsigned mostBetween = 64;
  Accesses own(kernel);
  unsigned number = 0;
  for (Operation *op = kernel->getPrevNode(); op && number < mostBetween;
       op = op->getPrevNode(), ++number) {
    if (isPure(op) || isa<memref::AllocOp>(op))
      continue;
    if (!isBlockLoop(op) &&
        !isa<memref::LoadOp, memref::StoreOp, memref::CopyOp, gpu::LaunchOp>(op))
      return {};
    bool conflicts = own.conflictsWith(Accesses(op));
    if (isBlockLoop(op)) {
      auto first = cast<scf::ForallOp>(op);
      bool areSingle = hasOneBlock(first) && hasOneBlock(kernel);
      bool areEqual = isEqualConstantIntOrValue(first.getMixedUpperBound()[0],
                                                kernel.getMixedUpperBound()[0]) &&
                      takesFewerBlocks(first) == takesFewerBlocks(kernel);
      needed.clear();
      if ((areSingle || (areEqual && !conflicts)) && fit(first, kernel, sharedBytes) &&
          findNeeded(first, kernel, needed))
        return first;
    }
    if (conflicts)
      return {};
  }
  return {};
}

void chad::detail::fuseKernels(RewriterBase &rewriter, SmallVectorImpl<scf::ForallOp> &kernels,
                               int64_t sharedBytes) {
  SmallVector<scf::ForallOp> left;
  for (scf::ForallOp kernel : kernels) {
    SmallVector<Operation *> needed;
    scf::ForallOp first = findPartner(kernel, sharedBytes, needed);
    if (!first) {
      left.push_back(kernel);
      continue;
    }
    for (Operation *op : needed)
      rewriter.moveOpBefore(op, first);
    rewriter.eraseOp(kernel.getTerminator());
    rewriter.inlineBlockBefore(kernel.getBody(), first.getTerminator(), first.getInductionVar(0));
    rewriter.eraseOp(kernel);
  }
  kernels.assign(left.begin(), left.end());
}
