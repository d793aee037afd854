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
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"

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

/// Finds the buffers of which a view may be part: several, if a branch chooses one.
static void findWholes(Value buffer, SmallVectorImpl<Value> &wholes) {
  while (Operation *def = buffer.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(def))
      buffer = view.getViewSource();
    else if (isa<UnrealizedConversionCastOp>(def) && def->getNumOperands() == 1)
      buffer = def->getOperand(0);
    else
      break;
  }
  if (auto branch = buffer.getDefiningOp<scf::IfOp>()) {
    unsigned number = cast<OpResult>(buffer).getResultNumber();
    findWholes(branch.thenYield().getOperand(number), wholes);
    findWholes(branch.elseYield().getOperand(number), wholes);
    return;
  }
  wholes.push_back(buffer);
}

/// Whether a buffer is in memory of a block or a thread.
static bool isInKernel(Value buffer) {
  return isa_and_nonnull<gpu::AddressSpaceAttr>(
      cast<BaseMemRefType>(buffer.getType()).getMemorySpace());
}

/// The part of a buffer that `view`, in the body of a kernel, is for each block; nothing if it may
/// have elements in common with that of another block. It may be in a branch of the body: of blocks
/// that take it, each has its own part.
static std::optional<OwnPart> getOwnPart(memref::SubViewOp view, scf::ForallOp kernel) {
  OpFoldResult offset = view.getMixedOffsets()[0], size = view.getMixedSizes()[0];
  if (getConstantIntValue(view.getMixedStrides()[0]) != 1)
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
    // Nothing is known of a function but that it accesses the buffers that it is given.
    if (isa<CallOpInterface>(op) &&
        llvm::none_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
      isUnknown = writesUnknown = true;
    // What branches hand on is accessed where it is read or written.
    if (isa<scf::YieldOp, gpu::LaunchOp>(op))
      return;
    for (Value operand : op->getOperands()) {
      if (!isa<BaseMemRefType>(operand.getType()) || isInKernel(operand))
        continue;
      bool isRead = isa<memref::LoadOp>(op);
      SmallVector<Value> wholes;
      findWholes(operand, wholes);
      for (Value whole : wholes) {
        Operation *maker = whole.getDefiningOp();
        bool isAllocated = isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(maker);
        if (kernel && isAllocated && root->isProperAncestor(maker))
          continue;
        if (isAllocated) {
          (isRead ? read : written).insert(whole);
          std::optional<OwnPart> part =
              kernel && wholes.size() == 1 ? findOwnPart(operand, kernel) : std::nullopt;
          auto [place, isNew] = parts.try_emplace(whole, part);
          if (!isNew && place->second && !(part && *part == *place->second))
            place->second = std::nullopt;
        }
        isUnknown |= !isAllocated;
        writesUnknown |= !isAllocated && !isRead;
      }
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

static int64_t countBytes(MemRefType type) {
  Type scalar = type.getElementType();
  return type.getNumElements() * (scalar.isIndex() ? 8 : (scalar.getIntOrFloatBitWidth() + 7) / 8);
}

/// The bytes of the arrays in the memory of a block, for each type.
static llvm::MapVector<Type, int64_t> countSharedBytes(scf::ForallOp kernel) {
  llvm::MapVector<Type, int64_t> bytes;
  for (auto alloc : kernel.getBody()->getOps<memref::AllocOp>())
    bytes[alloc.getType()] += countBytes(alloc.getType());
  return bytes;
}

/// The bytes that two kernels take, one after the other: arrays of equal types share their memory.
static int64_t countSharedBytes(scf::ForallOp first, scf::ForallOp second) {
  llvm::MapVector<Type, int64_t> bytes = countSharedBytes(first);
  for (auto [type, more] : countSharedBytes(second))
    bytes[type] = std::max(bytes[type], more);
  int64_t total = 0;
  for (auto [type, each] : bytes)
    total += each;
  return total;
}

namespace {
/// An array in the memory of a block, and the first and the last op of the body that access it.
struct SharedArray {
  memref::AllocOp alloc;
  size_t number;
  Operation *first, *last;
};
} // namespace

static SharedArray findLifetime(memref::AllocOp alloc, size_t number, Block *body) {
  SharedArray array = {alloc, number, nullptr, nullptr};
  SmallVector<Value> worklist = {alloc};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(worklist, user->getResults());
      Operation *around = body->findAncestorOpInBlock(*user);
      if (!array.first || around->isBeforeInBlock(array.first))
        array.first = around;
      if (!array.last || array.last->isBeforeInBlock(around))
        array.last = around;
    }
  return array;
}

/// Calls `place` for each array, with the one whose memory it takes over, or null. Such arrays are
/// of one type, and the earlier one is no longer accessed when the later one is. A barrier is
/// between: all that is written there is written by loops over threads.
static void shareMemory(SmallVector<SharedArray> arrays,
                        function_ref<void(memref::AllocOp, memref::AllocOp)> place) {
  llvm::sort(arrays, [](const SharedArray &a, const SharedArray &b) {
    return a.first == b.first ? a.number < b.number : a.first->isBeforeInBlock(b.first);
  });
  SmallVector<SharedArray> kept;
  for (SharedArray &array : arrays) {
    auto *earlier = llvm::find_if(kept, [&](SharedArray &other) {
      return other.alloc.getType() == array.alloc.getType() &&
             other.last->isBeforeInBlock(array.first);
    });
    if (earlier == kept.end()) {
      kept.push_back(array);
      place(array.alloc, {});
    } else {
      earlier->last = array.last;
      place(array.alloc, earlier->alloc);
    }
  }
}

/// Lets arrays in the memory of a block share memory.
static void shareMemory(RewriterBase &rewriter, scf::ForallOp kernel) {
  Block *body = kernel.getBody();
  SmallVector<SharedArray> arrays;
  for (auto alloc : llvm::make_early_inc_range(body->getOps<memref::AllocOp>())) {
    if (alloc->use_empty())
      rewriter.eraseOp(alloc);
    else
      arrays.push_back(findLifetime(alloc, arrays.size(), body));
  }
  shareMemory(arrays, [&](memref::AllocOp array, memref::AllocOp earlier) {
    if (earlier)
      rewriter.replaceOp(array, earlier);
    else
      rewriter.moveOpBefore(array, body, body->begin());
  });
}

int64_t chad::detail::countSharedBytes(scf::ForallOp kernel, ArrayRef<memref::AllocOp> arrays) {
  SmallVector<SharedArray> used;
  for (memref::AllocOp alloc : arrays)
    if (!alloc->use_empty())
      used.push_back(findLifetime(alloc, used.size(), kernel.getBody()));
  int64_t bytes = 0;
  shareMemory(used, [&](memref::AllocOp array, memref::AllocOp earlier) {
    bytes += earlier ? 0 : countBytes(array.getType());
  });
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
  constexpr unsigned mostOps = 800;
  return hasThreadLoops(first) && hasThreadLoops(second) &&
         countSharedBytes(first, second) <= sharedBytes &&
         countOps(first) + countOps(second) <= mostOps;
}

static bool hasOneBlock(scf::ForallOp kernel) {
  return getConstantIntValue(kernel.getMixedUpperBound()[0]) == 1;
}

/// Whether a kernel is known to have at least one block.
static bool runs(scf::ForallOp kernel) {
  OpFoldResult count = kernel.getMixedUpperBound()[0];
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return *known > 0;
  auto larger = cast<Value>(count).getDefiningOp<arith::MaxUIOp>();
  return larger && llvm::any_of(larger->getOperands(), [](Value each) {
           return getConstantIntValue(each).value_or(0) > 0;
         });
}

/// How one launch may run two kernels.
enum class Pairing {
  None,
  Equal, ///< Each block does the work of its number in both.
  Apart, ///< There are as many blocks as the larger one of them has.
};

static Pairing getPairing(scf::ForallOp first, scf::ForallOp second) {
  if (hasOneBlock(first) && hasOneBlock(second))
    return Pairing::Equal;
  bool isFewer = takesFewerBlocks(first), isFewerToo = takesFewerBlocks(second);
  if (isFewer == isFewerToo &&
      isEqualConstantIntOrValue(first.getMixedUpperBound()[0], second.getMixedUpperBound()[0]))
    return Pairing::Equal;
  // The loops of a kernel that takes fewer blocks ask for their number.
  return isFewer || isFewerToo ? Pairing::None : Pairing::Apart;
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
      if (def->getNumRegions() != 0 || !(isMemoryEffectFree(def) || isa<memref::AllocOp>(def)))
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

namespace {
/// A kernel that can be one with a later one.
struct Partner {
  scf::ForallOp kernel;
  /// Whether the earlier one moves to the later one.
  bool movesDown = false;
  /// The ops between the two that must be before the later one if it moves to the earlier one.
  SmallVector<Operation *> needed;
};
} // namespace

/// Finds the first kernel before `kernel` to which it can move, or else the last one that can move
/// to it; null if there is none.
static Partner findPartner(scf::ForallOp kernel, int64_t sharedBytes) {
  // Ops on numbers, such as estimates of work, are between, too.
  constexpr unsigned mostBetween = 128, mostNumbers = 2048;
  Accesses own(kernel);
  Partner up, down;
  bool mayMove = true;
  std::vector<Accesses> between;
  unsigned number = 0, numbers = 0;
  for (Operation *op = kernel->getPrevNode(); op && number < mostBetween && numbers < mostNumbers;
       op = op->getPrevNode()) {
    if (isMemoryEffectFree(op) || isa<memref::AllocOp>(op)) {
      ++numbers;
      continue;
    }
    ++number;
    // The assertion may say that the kernel accesses what there is.
    if (isa<cf::AssertOp>(op)) {
      mayMove = false;
      continue;
    }
    if (!isBlockLoop(op) &&
        !isa<memref::LoadOp, memref::StoreOp, memref::CopyOp, gpu::LaunchOp, scf::IfOp, scf::ForOp>(
            op))
      break;
    Accesses before(op);
    if (isBlockLoop(op)) {
      auto first = cast<scf::ForallOp>(op);
      bool areSingle = hasOneBlock(first) && hasOneBlock(kernel);
      Pairing pairing = getPairing(first, kernel);
      bool isRight = (areSingle || (pairing == Pairing::Equal && !own.conflictsApart(before)) ||
                      (pairing == Pairing::Apart && !own.conflictsWith(before))) &&
                     fit(first, kernel, sharedBytes);
      SmallVector<Operation *> needed;
      if (isRight && mayMove && findNeeded(first, kernel, needed))
        up = {first, false, needed};
      else if (isRight && !down.kernel && llvm::none_of(between, [&](const Accesses &other) {
                 return before.conflictsWith(other);
               }))
        down = {first, true, {}};
    }
    mayMove &= !own.conflictsWith(before);
    if (!mayMove && down.kernel)
      break;
    between.push_back(std::move(before));
  }
  return up.kernel ? up : down;
}

/// Moves the work of a kernel to the end of another one, in which a block does it if its number is
/// less than that of the blocks of the kernel.
static void append(RewriterBase &rewriter, scf::ForallOp kernel, scf::ForallOp to) {
  Location loc = kernel.getLoc();
  for (Operation &op : llvm::make_early_inc_range(*kernel.getBody()))
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      rewriter.moveOpBefore(&op, to.getBody(), to.getBody()->begin());
  rewriter.eraseOp(kernel.getTerminator());
  OpFoldResult count = kernel.getMixedUpperBound()[0];
  Value block = to.getInductionVar(0);
  Operation *end = to.getTerminator();
  if (!isEqualConstantIntOrValue(count, to.getMixedUpperBound()[0])) {
    rewriter.setInsertionPoint(end);
    Value most = getValueOrCreateConstantIndexOp(rewriter, loc, count);
    Value hasWork = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, block, most);
    end = scf::IfOp::create(rewriter, loc, hasWork).thenBlock()->getTerminator();
  }
  rewriter.inlineBlockBefore(kernel.getBody(), end, block);
  rewriter.eraseOp(kernel);
}

/// Makes one kernel of two, in place of the first one, with as many blocks as the larger one.
static scf::ForallOp join(RewriterBase &rewriter, scf::ForallOp first, scf::ForallOp second) {
  rewriter.setInsertionPoint(first);
  Location loc = first.getLoc();
  OpFoldResult a = first.getMixedUpperBound()[0], b = second.getMixedUpperBound()[0], most;
  if (hasOneBlock(first) && runs(second))
    most = b;
  else if (hasOneBlock(second) && runs(first))
    most = a;
  else
    most = getAsOpFoldResult(rewriter.createOrFold<arith::MaxUIOp>(
        loc, getValueOrCreateConstantIndexOp(rewriter, loc, a),
        getValueOrCreateConstantIndexOp(rewriter, loc, b)));
  auto both = scf::ForallOp::create(rewriter, loc, ArrayRef<OpFoldResult>{most}, ValueRange(),
                                    first.getMapping());
  append(rewriter, first, both);
  append(rewriter, second, both);
  return both;
}

void chad::detail::fuseKernels(RewriterBase &rewriter, SmallVectorImpl<scf::ForallOp> &kernels,
                               int64_t sharedBytes) {
  SmallVector<scf::ForallOp> left;
  for (scf::ForallOp kernel : kernels)
    shareMemory(rewriter, kernel);
  for (scf::ForallOp kernel : kernels) {
    Partner partner = findPartner(kernel, sharedBytes);
    scf::ForallOp first = partner.kernel;
    if (!first) {
      left.push_back(kernel);
      continue;
    }
    if (partner.movesDown)
      rewriter.moveOpBefore(first, kernel);
    for (Operation *op : partner.needed)
      rewriter.moveOpBefore(op, first);
    if (getPairing(first, kernel) == Pairing::Equal)
      append(rewriter, kernel, first);
    else
      first = *llvm::find(left, first) = join(rewriter, first, kernel);
    shareMemory(rewriter, first);
  }
  kernels.assign(left.begin(), left.end());
}
