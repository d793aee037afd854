//===- FuseKernels.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseKernels.h"
#include "Scratch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace chad::detail;

namespace {
/// A part of a buffer that belongs to one block: its rows from number min(part block, extent) on,
/// of which there are `part`, or as many as are left; or, if `part` is null, that of the number of
/// the block. Parts of several blocks have no element in common.
struct OwnPart {
  OpFoldResult part, extent;

  bool operator==(const OwnPart &other) const {
    if (!part || !other.part)
      return !part && !other.part;
    return isEqualConstantIntOrValue(part, other.part) &&
           isEqualConstantIntOrValue(extent, other.extent);
  }
};

/// The memory that an op accesses, by the buffers that were allocated.
struct Accesses {
  explicit Accesses(Operation *root);

  /// Whether one of two ops may write what the other one accesses.
  bool conflictsWith(const Accesses &other) const {
    return writesInto(other) || other.writesInto(*this);
  }
  /// The same, by different blocks of two kernels.
  bool conflictsApart(const Accesses &other) const {
    return writesInto(other, /*apart=*/true) || other.writesInto(*this, /*apart=*/true);
  }

private:
  bool writesInto(const Accesses &other, bool apart = false) const {
    bool accesses = !other.read.empty() || !other.written.empty() || other.isUnknown;
    if (writesUnknown)
      return accesses;
    return !written.empty() &&
           (other.isUnknown || llvm::any_of(written, [&](Value buffer) {
              return (other.read.contains(buffer) || other.written.contains(buffer)) &&
                     !(apart && hasOnePart(other, buffer));
            }));
  }
  /// Whether all that both kernels access of a buffer is the same part for each block.
  bool hasOnePart(const Accesses &other, Value buffer) const {
    auto own = parts.find(buffer), others = other.parts.find(buffer);
    return own != parts.end() && others != other.parts.end() && own->second && others->second &&
           *own->second == *others->second;
  }

  DenseSet<Value> read, written;
  /// The part of each buffer that each block accesses; nothing if there is no such part.
  DenseMap<Value, std::optional<OwnPart>> parts;
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

/// The part of a buffer that `view`, in the body of a kernel, is for each block; nothing if it may
/// have elements in common with that of another block.
static std::optional<OwnPart> getOwnPart(memref::SubViewOp view, scf::ForallOp kernel) {
  OpFoldResult offset = view.getMixedOffsets()[0], size = view.getMixedSizes()[0];
  if (view->getBlock() != kernel.getBody() || getConstantIntValue(view.getMixedStrides()[0]) != 1)
    return std::nullopt;
  Value block = kernel.getInductionVar(0);
  auto first = dyn_cast<Value>(offset);
  if (first == block && getConstantIntValue(size) == 1)
    return OwnPart();
  // The form of `createWorkerRange`.
  auto least = first ? first.getDefiningOp<arith::MinUIOp>() : nullptr;
  auto start = least ? least.getLhs().getDefiningOp<arith::MulIOp>() : nullptr;
  auto length = dyn_cast<Value>(size);
  auto count = length ? length.getDefiningOp<arith::MinUIOp>() : nullptr;
  auto left = count ? count.getLhs().getDefiningOp<arith::SubIOp>() : nullptr;
  if (!start || !left || start.getLhs() != block || left.getLhs() != least.getRhs() ||
      left.getRhs() != first || count.getRhs() != start.getRhs())
    return std::nullopt;
  return OwnPart{getAsOpFoldResult(start.getRhs()), getAsOpFoldResult(least.getRhs())};
}

/// The part of a buffer by which a kernel accesses it through `view`.
static std::optional<OwnPart> findOwnPart(Value view, scf::ForallOp kernel) {
  while (Operation *def = view.getDefiningOp()) {
    if (auto slice = dyn_cast<memref::SubViewOp>(def))
      if (slice.getSource().getDefiningOp<memref::AllocOp>())
        return getOwnPart(slice, kernel);
    // What is inside of a view is inside of its source.
    if (!isa<memref::SubViewOp, memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(
            def))
      break;
    view = def->getOperand(0);
  }
  return std::nullopt;
}

Accesses::Accesses(Operation *root) {
  auto kernel = dyn_cast<scf::ForallOp>(root);
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
      if (isAllocated) {
        (isRead ? read : written).insert(whole);
        std::optional<OwnPart> part = kernel ? findOwnPart(operand, kernel) : std::nullopt;
        auto [place, isNew] = parts.try_emplace(whole, part);
        if (!isNew && place->second && !(part && *part == *place->second))
          place->second = std::nullopt;
      }
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

/// Finds the first kernel before `kernel` that can do its work, too; null if there is none.
static scf::ForallOp findPartner(scf::ForallOp kernel, int64_t sharedBytes,
                                 SmallVectorImpl<Operation *> &needed) {
  constexpr unsigned mostBetween = 64;
  Accesses own(kernel);
  scf::ForallOp found;
  unsigned number = 0;
  for (Operation *op = kernel->getPrevNode(); op && number < mostBetween;
       op = op->getPrevNode(), ++number) {
    if (isPure(op) || isa<memref::AllocOp>(op))
      continue;
    if (!isBlockLoop(op) &&
        !isa<memref::LoadOp, memref::StoreOp, memref::CopyOp, gpu::LaunchOp>(op))
      break;
    Accesses before(op);
    if (isBlockLoop(op)) {
      auto first = cast<scf::ForallOp>(op);
      bool areSingle = hasOneBlock(first) && hasOneBlock(kernel);
      bool areEqual = isEqualConstantIntOrValue(first.getMixedUpperBound()[0],
                                                kernel.getMixedUpperBound()[0]) &&
                      takesFewerBlocks(first) == takesFewerBlocks(kernel);
      SmallVector<Operation *> between;
      if ((areSingle || (areEqual && !own.conflictsApart(before))) &&
          fit(first, kernel, sharedBytes) && findNeeded(first, kernel, between)) {
        found = first;
        needed = between;
      }
    }
    if (own.conflictsWith(before))
      break;
  }
  return found;
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
