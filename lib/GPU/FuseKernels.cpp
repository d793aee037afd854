//===- FuseKernels.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseKernels.h"
#include "Accesses.h"
#include "LibraryCalls.h"
#include "MemorySpaces.h"
#include "Products.h"
#include "WorkerLoops.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace chad::detail;

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

/// The bytes of the arrays in the memory of a block, for each type.
static llvm::MapVector<Type, int64_t> countSharedBytes(scf::ForallOp kernel) {
  llvm::MapVector<Type, int64_t> bytes;
  for (auto alloc : kernel.getBody()->getOps<memref::AllocOp>())
    bytes[alloc.getType()] += countBlockBytes(alloc.getType());
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
    bytes += earlier ? 0 : countBlockBytes(array.getType());
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
  // whole. Tiles of products of one shape have so many registers each.
  const unsigned mostOps = first->hasAttr(tileAttr) ? 12000 : 800;
  return first->getAttr(tileAttr) == second->getAttr(tileAttr) && hasThreadLoops(first) &&
         hasThreadLoops(second) && countSharedBytes(first, second) <= sharedBytes &&
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
  Apart, ///< Each block does the work of one of them, or the first one that of one block, too.
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

/// The accesses of ops, each computed once.
class AccessesOfOps {
public:
  const Accesses &operator[](Operation *op) {
    std::unique_ptr<Accesses> &own = accesses[op];
    if (!own)
      own = std::make_unique<Accesses>(op);
    return *own;
  }
  /// Forgets those of an op that has changed, or is gone.
  void forget(Operation *op) { accesses.erase(op); }

private:
  llvm::DenseMap<Operation *, std::unique_ptr<Accesses>> accesses;
};

/// Whether nothing happens in memory when `op` runs.
static bool hasNoAccess(Operation *op) {
  return isMemoryEffectFree(op) || isa<memref::AllocOp>(op);
}

/// Whether kernels may move across `op` if it accesses other memory.
static bool mayCross(Operation *op) {
  return isBlockLoop(op) ||
         isa<memref::LoadOp, memref::StoreOp, memref::CopyOp, gpu::LaunchOp, scf::IfOp, scf::ForOp>(
             op);
}

/// Whether `op`, by which a library may compute a product, can move to before `first`: no op
/// between writes what it accesses, or accesses what it writes.
static bool mayMoveCall(Operation *op, Operation *first, AccessesOfOps &accesses) {
  bool isCall = false, isOther = false;
  op->walk([&](Operation *inner) {
    if (isLibraryCall(inner))
      isCall = true;
    else if (inner->getNumRegions() == 0 && !isMemoryEffectFree(inner))
      isOther = true;
  });
  if (!isCall || isOther)
    return false;
  for (Operation *between = first; between != op; between = between->getNextNode())
    if (!hasNoAccess(between) && accesses[op].conflictsWith(accesses[between]))
      return false;
  return true;
}

/// Finds the ops between two kernels by which the second one has its numbers and buffers, in order;
/// returns false if one of them must stay there.
static bool findNeeded(scf::ForallOp first, scf::ForallOp second, AccessesOfOps &accesses,
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
      if (!(def->getNumRegions() == 0 && hasNoAccess(def)) && !mayMoveCall(def, first, accesses))
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
static Partner findPartner(scf::ForallOp kernel, int64_t sharedBytes, AccessesOfOps &accesses) {
  // Ops on numbers, such as estimates of work, are between, too.
  constexpr unsigned mostBetween = 128, mostNumbers = 2048;
  const Accesses &own = accesses[kernel];
  Partner up, down;
  // Ops that the kernel cannot move across, unless they move before it.
  SmallVector<Operation *> blockers;
  bool isBound = false;
  SmallVector<Operation *> between;
  unsigned number = 0, numbers = 0;
  for (Operation *op = kernel->getPrevNode(); op && number < mostBetween && numbers < mostNumbers;
       op = op->getPrevNode()) {
    if (hasNoAccess(op)) {
      ++numbers;
      continue;
    }
    ++number;
    // The assertion may say that the kernel accesses what there is.
    if (isa<cf::AssertOp>(op)) {
      isBound = true;
      continue;
    }
    if (!mayCross(op))
      break;
    const Accesses &before = accesses[op];
    if (isBlockLoop(op)) {
      auto first = cast<scf::ForallOp>(op);
      bool areSingle = hasOneBlock(first) && hasOneBlock(kernel);
      Pairing pairing = getPairing(first, kernel);
      bool isRight = (areSingle || (pairing == Pairing::Equal && !own.conflictsApart(before)) ||
                      (pairing == Pairing::Apart && !own.conflictsWith(before))) &&
                     fit(first, kernel, sharedBytes);
      SmallVector<Operation *> needed;
      if (isRight && !isBound && findNeeded(first, kernel, accesses, needed) &&
          llvm::all_of(blockers, [&](Operation *each) { return llvm::is_contained(needed, each); }))
        up = {first, false, needed};
      else if (isRight && !down.kernel && llvm::none_of(between, [&](Operation *other) {
                 return before.conflictsWith(accesses[other]);
               }))
        down = {first, true, {}};
    }
    if (own.conflictsWith(before)) {
      blockers.push_back(op);
      isBound |= !isa<scf::IfOp>(op);
    }
    if (isBound && down.kernel)
      break;
    between.push_back(op);
  }
  return up.kernel ? up : down;
}

/// Moves the work of a kernel to the end of another one, in which the blocks from number `first` on
/// do it, as many as the kernel has.
static void append(RewriterBase &rewriter, scf::ForallOp kernel, scf::ForallOp to,
                   OpFoldResult first) {
  Location loc = kernel.getLoc();
  for (Operation &op : llvm::make_early_inc_range(*kernel.getBody()))
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      rewriter.moveOpBefore(&op, to.getBody(), to.getBody()->begin());
  rewriter.eraseOp(kernel.getTerminator());
  OpFoldResult count = kernel.getMixedUpperBound()[0], all = to.getMixedUpperBound()[0];
  Value block = to.getInductionVar(0);
  Operation *end = to.getTerminator();
  rewriter.setInsertionPoint(end);
  auto beginBranch = [&](arith::CmpIPredicate predicate, OpFoldResult number) {
    Value bound = getValueOrCreateConstantIndexOp(rewriter, loc, number);
    Value hasWork = arith::CmpIOp::create(rewriter, loc, predicate, block, bound);
    end = scf::IfOp::create(rewriter, loc, hasWork).thenBlock()->getTerminator();
    rewriter.setInsertionPoint(end);
    return bound;
  };
  if (!isConstantIntValue(first, 0)) {
    Value before = beginBranch(arith::CmpIPredicate::uge, first);
    block = arith::SubIOp::create(rewriter, loc, block, before);
  } else if (!isEqualConstantIntOrValue(count, all)) {
    beginBranch(arith::CmpIPredicate::ult, count);
  }
  rewriter.inlineBlockBefore(kernel.getBody(), end, block);
  rewriter.eraseOp(kernel);
}

/// Makes one kernel of two, in place of the first one. One block more does not pay for the work of
/// a single one: the first block of the other kernel does it.
static scf::ForallOp join(RewriterBase &rewriter, scf::ForallOp first, scf::ForallOp second) {
  rewriter.setInsertionPoint(first);
  Location loc = first.getLoc();
  OpFoldResult a = first.getMixedUpperBound()[0], b = second.getMixedUpperBound()[0];
  OpFoldResult all, start = rewriter.getIndexAttr(0);
  if (hasOneBlock(first) && runs(second)) {
    all = b;
  } else if (hasOneBlock(second) && runs(first)) {
    all = a;
  } else {
    start = a;
    all = getAsOpFoldResult(
        rewriter.createOrFold<arith::AddIOp>(loc, getValueOrCreateConstantIndexOp(rewriter, loc, a),
                                             getValueOrCreateConstantIndexOp(rewriter, loc, b)));
  }
  scf::ForallOp both = createWorkerLoop(rewriter, loc, /*isOfBlocks=*/true, all);
  if (Attribute tile = first->getAttr(tileAttr))
    both->setAttr(tileAttr, tile);
  append(rewriter, first, both, rewriter.getIndexAttr(0));
  append(rewriter, second, both, start);
  return both;
}

/// Moves kernels whose results no other kernel needs down to where the host accesses memory, so
/// that they are not in the way of others; those that compute tiles of products stay where they
/// are.
static void sinkKernels(RewriterBase &rewriter, ArrayRef<scf::ForallOp> kernels,
                        AccessesOfOps &accesses) {
  constexpr unsigned mostCrossed = 128;
  for (scf::ForallOp kernel : llvm::reverse(kernels)) {
    if (kernel->hasAttr(tileAttr))
      continue;
    unsigned number = 0;
    Operation *next = kernel->getNextNode();
    for (; !next->hasTrait<OpTrait::IsTerminator>(); next = next->getNextNode()) {
      if (hasNoAccess(next) || isa<cf::AssertOp>(next))
        continue;
      if (++number > mostCrossed || !(isBlockLoop(next) || isa<scf::IfOp>(next)) ||
          accesses[kernel].conflictsWith(accesses[next]))
        break;
    }
    if (!isBlockLoop(next))
      rewriter.moveOpBefore(kernel, next);
  }
}

void chad::detail::fuseKernels(RewriterBase &rewriter, SmallVectorImpl<scf::ForallOp> &kernels,
                               int64_t sharedBytes) {
  for (scf::ForallOp kernel : kernels)
    shareMemory(rewriter, kernel);
  AccessesOfOps accesses;
  sinkKernels(rewriter, kernels, accesses);
  // In their new order.
  llvm::SmallPtrSet<Operation *, 16> all(llvm::from_range, kernels);
  if (kernels.empty())
    return;
  auto function = kernels.front()->getParentOfType<FunctionOpInterface>();
  kernels.clear();
  function->walk([&](scf::ForallOp op) {
    if (all.contains(op))
      kernels.push_back(op);
  });
  SmallVector<scf::ForallOp> left;
  for (scf::ForallOp kernel : kernels) {
    Partner partner = findPartner(kernel, sharedBytes, accesses);
    scf::ForallOp first = partner.kernel;
    if (!first) {
      left.push_back(kernel);
      continue;
    }
    for (Operation *op : {first.getOperation(), kernel.getOperation()})
      accesses.forget(op);
    if (partner.movesDown)
      rewriter.moveOpBefore(first, kernel);
    for (Operation *op : partner.needed)
      rewriter.moveOpBefore(op, first);
    if (getPairing(first, kernel) == Pairing::Equal)
      append(rewriter, kernel, first, rewriter.getIndexAttr(0));
    else
      first = *llvm::find(left, first) = join(rewriter, first, kernel);
    shareMemory(rewriter, first);
  }
  kernels.assign(left.begin(), left.end());
}
