//===- LowerKernels.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers loops over blocks and threads, on buffers, to `gpu.launch`.

#include "FuseKernels.h"
#include "JamLoops.h"
#include "MemorySpaces.h"
#include "Products.h"
#include "RowTiles.h"
#include "Scratch.h"
#include "StructuredOps.h"
#include "StructuredSums.h"
#include "WorkerLoops.h"
#include "chad/GPU/Passes.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERKERNELS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static Value createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Whether `op`, or what is in it, reads or writes elements of buffers of the device.
static bool accessesDevice(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool isAccess = isa<memref::LoadOp, memref::StoreOp, memref::CopyOp>(inner) ||
                        isa<linalg::LinalgOp>(inner);
        return isAccess && llvm::any_of(inner->getOperands(), isOnDevice) ? WalkResult::interrupt()
                                                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op`, or what is in it, accesses arrays of the host.
static bool accessesHost(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool isAccess =
            isa<memref::LoadOp, memref::StoreOp, memref::CopyOp, linalg::LinalgOp>(inner);
        return isAccess && llvm::any_of(inner->getOperands(),
                                        [](Value value) {
                                          return isa<BaseMemRefType>(value.getType()) &&
                                                 !isOnDevice(value);
                                        })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op`, or what is in it, writes elements of buffers.
static bool writes(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool isWrite =
            isa<memref::StoreOp, memref::CopyOp, linalg::LinalgOp, memref::AtomicRMWOp>(inner);
        return isWrite ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a loop counts from zero in steps of one, and has no results.
static bool isNormalized(scf::ParallelOp op) {
  return op.getNumResults() == 0 &&
         llvm::all_of(op.getLowerBound(), [](Value v) { return isConstantIntValue(v, 0); }) &&
         llvm::all_of(op.getStep(), [](Value v) { return isConstantIntValue(v, 1); });
}

static bool isParallel(Operation *op) {
  return isa<scf::ParallelOp, gpu::LaunchOp>(op) || isThreadLoop(op) || isBlockLoop(op);
}

/// Whether `op` contains a parallel loop, or an allocation, which cannot be in a kernel.
static bool containsParallel(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return inner != op && (isParallel(inner) || isa<memref::AllocOp>(inner))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether all results of a loop are scalars, and all memory that it accesses is that of the
/// device.
static bool isSequentialOnDevice(Operation *op) {
  if (!isa<scf::ForOp, scf::WhileOp>(op) || containsParallel(op) || !accessesDevice(op))
    return false;
  return llvm::all_of(op->getResultTypes(), [](Type type) { return type.isIntOrIndexOrFloat(); }) &&
         !accessesHost(op) && !findHostOp(op);
}

/// Looks through views that consist of the first elements along each dimension, and returns the
/// buffer that they are views of.
static Value skipLeadingViews(Value buffer) {
  while (true) {
    if (auto cast = buffer.getDefiningOp<memref::CastOp>()) {
      buffer = cast.getSource();
      continue;
    }
    auto view = buffer.getDefiningOp<memref::SubViewOp>();
    if (!view || view.getType().getRank() != view.getSourceType().getRank() ||
        !llvm::all_of(view.getMixedOffsets(),
                      [](OpFoldResult offset) { return isConstantIntValue(offset, 0); }) ||
        !llvm::all_of(view.getMixedStrides(),
                      [](OpFoldResult stride) { return isConstantIntValue(stride, 1); }))
      return buffer;
    buffer = view.getSource();
  }
}

/// Whether the source and the target of a copy are the same elements of a buffer. Both have the
/// same extents, so that it suffices that both begin at the same element. Such a copy must be
/// erased: between its read and its write, another thread may add to an element, and the write
/// would undo that.
static bool copiesToItself(memref::CopyOp op) {
  return skipLeadingViews(op.getSource()) == skipLeadingViews(op.getTarget());
}

/// Whether several positions of a view may be one element: along a stride of 0, or of what is known
/// at run time only.
static bool mayRepeatElements(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (auto part = dyn_cast<memref::SubViewOp>(*view))
      for (auto [size, stride] : llvm::zip_equal(part.getMixedSizes(), part.getMixedStrides()))
        if (getConstantIntValue(stride).value_or(0) == 0 &&
            getConstantIntValue(size).value_or(2) > 1)
          return true;
    buffer = view.getViewSource();
  }
  return false;
}

/// Whether a buffer is contiguous.
static bool isContiguous(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

namespace {
class Lowering {
public:
  Lowering(MLIRContext *context, const ProductOptions &products, HostLoops *hostLoops)
      : rewriter(context), blockThreads(products.blockThreads), sharedBytes(products.sharedBytes),
        products(products), hostLoops(hostLoops) {}

  LogicalResult run(func::FuncOp function);
  unsigned numKernels = 0;

private:
  /// Expands structured ops and copies to loops; outside of the code of one thread these are
  /// parallel loops.
  void expandStructuredOps(Operation *root);
  void createCopyLoops(memref::CopyOp op, bool isSequential);
  /// If the source of a copy between memories is not contiguous, first copies it to a contiguous
  /// buffer. Returns the copy between the memories.
  memref::CopyOp gatherSource(memref::CopyOp op);
  /// Moves the ops of the host that access memory of the device to kernels.
  void createKernels(Block &block);
  /// Replaces a parallel loop by a loop over blocks and threads.
  void divide(scf::ParallelOp op);
  /// Moves `op` to a kernel with one thread, which stores its results.
  void createSingleThread(Operation *op);
  /// Creates an empty loop over `numWorkers` blocks or threads, and continues in it.
  scf::ForallOp createForall(Location loc, bool isOfBlocks, OpFoldResult numWorkers);

  void launch(scf::ForallOp kernel);
  /// Lowers the code of a block: code that all its threads run, and loops that are divided among
  /// them.
  void lowerBlock(Block &block);
  void lowerThreadLoop(scf::ForallOp op);
  /// Lets only the first thread run `ops`.
  void guard(ArrayRef<Operation *> ops);
  void createBarrier(Location loc) { gpu::BarrierOp::create(rewriter, loc); }

  IRRewriter rewriter;
  int64_t blockThreads, sharedBytes;
  /// Of the kernel that is being lowered: the number of the thread, and that of all threads.
  Value thread;
  int64_t numThreads = 1;
  const ProductOptions &products;
  HostLoops *hostLoops; ///< Null if no loop may be left to the host.
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops of the host
//===----------------------------------------------------------------------===//

/// Has the host run the loops over blocks, and over threads of a block, whose arrays are in its
/// memory: their iterations follow each other.
static void runOnHost(RewriterBase &rewriter, Operation *root) {
  SmallVector<scf::ForallOp> loops;
  root->walk<WalkOrder::PreOrder>([&](scf::ForallOp op) {
    if (!isBlockLoop(op) || !accessesHost(op))
      return WalkResult::advance();
    op->walk([&](scf::ForallOp each) { loops.push_back(each); });
    return WalkResult::skip();
  });
  for (scf::ForallOp op : loops) {
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    Value count = getValueOrCreateConstantIndexOp(rewriter, loc, op.getMixedUpperBound()[0]);
    auto loop = scf::ForOp::create(rewriter, loc, createIndex(rewriter, loc, 0), count,
                                   createIndex(rewriter, loc, 1));
    rewriter.eraseOp(op.getTerminator());
    rewriter.inlineBlockBefore(op.getBody(), loop.getBody()->getTerminator(),
                               loop.getInductionVar());
    rewriter.eraseOp(op);
  }
}

//===----------------------------------------------------------------------===//
// Choice of the code that runs on the device
//===----------------------------------------------------------------------===//

void Lowering::createCopyLoops(memref::CopyOp op, bool isSequential) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getSource().getType());
  SmallVector<Value> lower, upper, steps;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    lower.push_back(createIndex(rewriter, loc, 0));
    upper.push_back(rewriter.createOrFold<memref::DimOp>(loc, op.getSource(), dim));
    steps.push_back(createIndex(rewriter, loc, 1));
  }
  auto copy = [&](OpBuilder &builder, Location at, ValueRange position) {
    Value element = memref::LoadOp::create(builder, at, op.getSource(), position);
    memref::StoreOp::create(builder, at, element, op.getTarget(), position);
  };
  if (type.getRank() == 0)
    copy(rewriter, loc, {});
  else if (isSequential)
    scf::buildLoopNest(rewriter, loc, lower, upper, steps, copy);
  else
    scf::ParallelOp::create(rewriter, loc, lower, upper, steps, copy);
  rewriter.eraseOp(op);
}

memref::CopyOp Lowering::gatherSource(memref::CopyOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getSource().getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(rewriter.createOrFold<memref::DimOp>(loc, op.getSource(), dim));
  auto contiguous = MemRefType::get(type.getShape(), type.getElementType(),
                                    MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value whole = memref::AllocOp::create(rewriter, loc, contiguous, sizes);
  auto copy = memref::CopyOp::create(rewriter, loc, op.getSource(), whole);
  rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().set(whole); });
  return copy;
}

namespace {
/// Where a structured op is.
struct Place {
  explicit Place(Operation *op) {
    for (Operation *around = op->getParentOp(); around; around = around->getParentOp()) {
      isOfHost &= !isBlockLoop(around);
      isOfThread |= isThreadLoop(around);
    }
  }
  bool isOfHost = true, isOfThread = false;
};
} // namespace

/// Whether kernels of its own compute a structured op that sums.
static bool hasSumKernels(linalg::LinalgOp op) {
  Place place(op);
  return place.isOfHost && !place.isOfThread && op.hasPureBufferSemantics() &&
         llvm::all_of(op->getOperands(), isOnDevice) && isStructuredSum(op);
}

/// Whether `op` is a fill whose number is that from which a later structured op starts, which is
/// then entered into `starts`, for each result. The fill is erased.
static bool eraseStart(RewriterBase &rewriter, Operation *op,
                       DenseMap<Operation *, SmallVector<Value>> &starts) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  linalg::LinalgOp user = fill ? findUser(fill) : linalg::LinalgOp();
  if (!user || !(hasElementLoops(user) || hasSumKernels(user)))
    return false;
  SmallVector<Value> &own = starts[user];
  own.resize(user.getNumDpsInits());
  for (auto [start, init] : llvm::zip_equal(own, user.getDpsInits()))
    if (init == fill.getOutputs().front())
      start = fill.getInputs().front();
  rewriter.eraseOp(fill);
  return true;
}

void Lowering::expandStructuredOps(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (isa<memref::CopyOp>(op) || (structured && structured.hasPureBufferSemantics()))
      ops.push_back(op);
  });
  // Where a fill comes before sums, they start from its number, and nothing is filled.
  DenseMap<Operation *, SmallVector<Value>> starts;
  llvm::erase_if(ops, [&](Operation *op) { return eraseStart(rewriter, op, starts); });
  DenseSet<Operation *> epilogues;
  for (Operation *op : ops) {
    if (epilogues.contains(op))
      continue;
    auto [isOfHost, isOfThread] = Place(op);
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      bool crosses = isOnDevice(copy.getSource()) != isOnDevice(copy.getTarget());
      if (copiesToItself(copy))
        rewriter.eraseOp(copy);
      else if (crosses && !isContiguous(copy.getSource()))
        createCopyLoops(gatherSource(copy), /*isSequential=*/false);
      else if (!isOfHost || !(isContiguous(copy.getSource()) && isContiguous(copy.getTarget())))
        // Of what is written to one element, the last stays.
        createCopyLoops(copy, isOfThread || !isOnDevice(copy.getTarget()) ||
                                  mayRepeatElements(copy.getTarget()));
      continue;
    }
    auto structured = cast<linalg::LinalgOp>(op);
    isOfThread |= !accessesDevice(op);
    SmallVector<Value> ownStarts = starts.lookup(op);
    ownStarts.resize(structured.getNumDpsInits());
    Value start = ownStarts.empty() ? Value() : ownStarts.front();
    if (isOfHost && !isOfThread) {
      std::optional<Epilogue> epilogue = Epilogue::find(rewriter, structured);
      structured = collapseProduct(rewriter, structured);
      if (createProduct(rewriter, structured, start, epilogue, products)) {
        if (epilogue)
          epilogues.insert(epilogue->getOperation());
        continue;
      }
      if (hasSumKernels(structured)) {
        createSums(rewriter, structured, ownStarts, blockThreads);
        continue;
      }
    }
    if (createElementLoops(rewriter, structured, start, isOfThread))
      continue;
    rewriter.setInsertionPoint(structured);
    if (succeeded(isOfThread ? linalg::linalgOpToLoops(rewriter, structured)
                             : linalg::linalgOpToParallelLoops(rewriter, structured)))
      rewriter.eraseOp(structured);
  }
}

scf::ForallOp Lowering::createForall(Location loc, bool isOfBlocks, OpFoldResult numWorkers) {
  scf::ForallOp forall = createWorkerLoop(rewriter, loc, isOfBlocks, numWorkers);
  rewriter.setInsertionPointToStart(forall.getBody());
  return forall;
}

void Lowering::divide(scf::ParallelOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value total = createIndex(rewriter, loc, 1);
  for (Value count : op.getUpperBound())
    total = rewriter.createOrFold<arith::MulIOp>(loc, total, count);
  Value threads = createIndex(rewriter, loc, blockThreads);
  Value numBlocks = rewriter.createOrFold<arith::CeilDivUIOp>(loc, total, threads);
  scf::ForallOp blocks = createForall(loc, /*isOfBlocks=*/true, getAsOpFoldResult(numBlocks));
  scf::ForallOp inner =
      createForall(loc, /*isOfBlocks=*/false, rewriter.getIndexAttr(blockThreads));
  Value before = arith::MulIOp::create(rewriter, loc, blocks.getInductionVar(0), threads);
  Value number = arith::AddIOp::create(rewriter, loc, before, inner.getInductionVar(0));
  // The runtime may launch fewer blocks: a thread then has several iterations.
  Value launched = gpu::GridDimOp::create(rewriter, loc, gpu::Dimension::x);
  Value step = arith::MulIOp::create(rewriter, loc, launched, threads);
  auto loop = scf::ForOp::create(rewriter, loc, number, total, step);
  rewriter.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> position =
      delinearize(rewriter, loc, loop.getInductionVar(), op.getUpperBound());
  rewriter.eraseOp(op.getBody()->getTerminator());
  rewriter.inlineBlockBefore(op.getBody(), loop.getBody()->getTerminator(), position);
  rewriter.eraseOp(op);
}

void Lowering::createSingleThread(Operation *op) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  createForall(loc, /*isOfBlocks=*/true, rewriter.getIndexAttr(1));
  scf::ForallOp inner = createForall(loc, /*isOfBlocks=*/false, rewriter.getIndexAttr(1));
  rewriter.moveOpBefore(op, inner.getTerminator());
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    rewriter.setInsertionPoint(inner->getParentOp());
    auto type = MemRefType::get({}, result.getType(), MemRefLayoutAttrInterface(),
                                rewriter.getI64IntegerAttr(deviceSpace));
    Value place = memref::AllocOp::create(rewriter, loc, type);
    rewriter.setInsertionPointAfter(inner->getParentOp());
    Value copied = memref::LoadOp::create(rewriter, loc, place);
    rewriter.replaceAllUsesWith(result, copied);
    rewriter.setInsertionPoint(inner.getTerminator());
    memref::StoreOp::create(rewriter, loc, result, place);
  }
}

void Lowering::createKernels(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isBlockLoop(&op) || isa<gpu::LaunchOp>(op))
      continue;
    if (auto parallel = dyn_cast<scf::ParallelOp>(op); parallel && isNormalized(parallel)) {
      divide(parallel);
      continue;
    }
    if (op.getNumRegions() != 0) {
      if (isSequentialOnDevice(&op) ||
          (op.getNumResults() == 0 && !containsParallel(&op) && accessesDevice(&op) &&
           !accessesHost(&op) && !findHostOp(&op) && isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op)))
        createSingleThread(&op);
      else
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            createKernels(inner);
      continue;
    }
    if (isa<memref::StoreOp>(op) && accessesDevice(&op))
      createSingleThread(&op);
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void Lowering::lowerThreadLoop(scf::ForallOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  OpFoldResult numWorkers = op.getMixedUpperBound()[0];
  std::optional<int64_t> count = getConstantIntValue(numWorkers);
  Block *body = op.getBody();
  rewriter.eraseOp(body->getTerminator());
  if (numThreads > 1)
    createBarrier(loc);
  if (count && *count == numThreads) {
    rewriter.inlineBlockBefore(body, op, thread);
  } else if (count && *count < numThreads) {
    Value isOne = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, thread,
                                        createIndex(rewriter, loc, *count));
    auto branch = scf::IfOp::create(rewriter, loc, isOne);
    rewriter.inlineBlockBefore(body, branch.thenBlock()->getTerminator(), thread);
  } else {
    auto loop = scf::ForOp::create(rewriter, loc, thread,
                                   getValueOrCreateConstantIndexOp(rewriter, loc, numWorkers),
                                   createIndex(rewriter, loc, numThreads));
    rewriter.inlineBlockBefore(body, loop.getBody()->getTerminator(), loop.getInductionVar());
  }
  rewriter.setInsertionPoint(op);
  if (numThreads > 1)
    createBarrier(loc);
  rewriter.eraseOp(op);
}

void Lowering::guard(ArrayRef<Operation *> ops) {
  if (numThreads == 1)
    return;
  Location loc = ops.front()->getLoc();
  rewriter.setInsertionPoint(ops.front());
  createBarrier(loc);
  Value isFirst = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, thread,
                                        createIndex(rewriter, loc, 0));
  auto branch = scf::IfOp::create(rewriter, loc, isFirst);
  createBarrier(loc);
  for (Operation *op : ops)
    rewriter.moveOpBefore(op, branch.thenBlock()->getTerminator());
}

void Lowering::lowerBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto parallel = dyn_cast<scf::ParallelOp>(op); parallel && isNormalized(parallel)) {
      rewriter.setInsertionPoint(parallel);
      Location loc = op.getLoc();
      Value total = createIndex(rewriter, loc, 1);
      for (Value count : parallel.getUpperBound())
        total = rewriter.createOrFold<arith::MulIOp>(loc, total, count);
      scf::ForallOp threads = createForall(loc, /*isOfBlocks=*/false, getAsOpFoldResult(total));
      SmallVector<Value> position =
          delinearize(rewriter, loc, threads.getInductionVar(0), parallel.getUpperBound());
      rewriter.eraseOp(parallel.getBody()->getTerminator());
      rewriter.inlineBlockBefore(parallel.getBody(), threads.getTerminator(), position);
      rewriter.eraseOp(parallel);
      lowerThreadLoop(threads);
      continue;
    }
    if (isThreadLoop(&op)) {
      lowerThreadLoop(cast<scf::ForallOp>(op));
      continue;
    }
    if (!writes(&op))
      continue;
    bool isDivided = op.walk([](Operation *inner) {
                         return isParallel(inner) ? WalkResult::interrupt() : WalkResult::advance();
                       }).wasInterrupted();
    if (op.getNumRegions() == 0 || (!isDivided && op.getNumResults() == 0)) {
      guard(&op);
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        lowerBlock(inner);
  }
}

namespace {
/// Finds barriers that are redundant: whatever way leads to one, no access to memory is between it
/// and the barrier, or the beginning of the kernel, before it.
class BarrierSearch {
public:
  bool isRedundant(gpu::BarrierOp barrier) {
    visited.clear();
    return followsBarrier(barrier);
  }

private:
  /// Whether no way leads from an access to `op` without a barrier.
  bool followsBarrier(Operation *op) {
    // On a way round, what has been visited is looked at already.
    if (!visited.insert(op).second)
      return true;
    for (Operation *each = op->getPrevNode(); each; each = each->getPrevNode()) {
      if (isa<gpu::BarrierOp>(each))
        return true;
      if (isPure(each))
        continue;
      auto loop = dyn_cast<scf::ForOp>(each);
      return loop && followsIterations(loop);
    }
    Operation *parent = op->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      return followsIterations(loop);
    return isa<gpu::LaunchOp>(parent) || (isa<scf::IfOp>(parent) && followsBarrier(parent));
  }

  /// Whether that is so before and after each iteration.
  bool followsIterations(scf::ForOp loop) {
    return followsBarrier(loop.getBody()->getTerminator()) && followsBarrier(loop);
  }

  llvm::SmallPtrSet<Operation *, 8> visited;
};
} // namespace

void Lowering::launch(scf::ForallOp kernel) {
  Location loc = kernel.getLoc();
  // A block whose code is not divided among threads needs one thread only.
  bool isDivided = false;
  kernel->walk([&](Operation *op) {
    if (isa<scf::ParallelOp>(op))
      isDivided = true;
    if (isThreadLoop(op))
      isDivided |= getConstantIntValue(cast<scf::ForallOp>(op).getMixedUpperBound()[0]) != 1;
  });
  bool hasTiles = kernel->hasAttr(tileAttr);
  numThreads = hasTiles ? productThreads : isDivided ? blockThreads : 1;
  rewriter.setInsertionPoint(kernel);
  Value one = createIndex(rewriter, loc, 1);
  Value numBlocks = getValueOrCreateConstantIndexOp(rewriter, loc, kernel.getMixedUpperBound()[0]);
  Value threads = createIndex(rewriter, loc, numThreads);
  auto op = gpu::LaunchOp::create(rewriter, loc, numBlocks, one, one, threads, one, one);
  rewriter.setInsertionPointToEnd(&op.getBody().front());
  auto terminator = gpu::TerminatorOp::create(rewriter, loc);
  thread = op.getThreadIds().x;
  Block *body = kernel.getBody();
  rewriter.eraseOp(body->getTerminator());
  rewriter.inlineBlockBefore(body, terminator, op.getBlockIds().x);
  rewriter.eraseOp(kernel);
  for (auto alloc : llvm::make_early_inc_range(op.getBody().front().getOps<memref::AllocOp>()))
    rewriter.replaceOp(alloc, op.addWorkgroupAttribution(alloc.getType(), alloc.getLoc()));
  if (numThreads > 1 && !hasTiles)
    tileRows(rewriter, op, blockThreads, sharedBytes);
  lowerBlock(op.getBody().front());
  SmallVector<gpu::BarrierOp> barriers;
  op->walk([&](gpu::BarrierOp barrier) { barriers.push_back(barrier); });
  BarrierSearch search;
  for (gpu::BarrierOp barrier : barriers)
    if (search.isRedundant(barrier))
      rewriter.eraseOp(barrier);
  jamLoops(rewriter, op);
  // No access comes after the last barrier.
  if (auto last = dyn_cast_or_null<gpu::BarrierOp>(terminator->getPrevNode()))
    rewriter.eraseOp(last);
  ++numKernels;
}

/// Replaces each read of an element, addition, and write to the same element by one atomic
/// addition.
static LogicalResult createAtomicSums(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> sums;
  root->walk([&](Operation *op) {
    if (op->hasAttr(atomicSumName))
      sums.push_back(op);
  });
  for (Operation *op : sums) {
    auto before = op->getOperand(0).getDefiningOp<memref::LoadOp>();
    auto after = op->hasOneUse() ? dyn_cast<memref::StoreOp>(*op->user_begin()) : nullptr;
    if (!before || !after || before.getMemRef() != after.getMemRef() ||
        before.getIndices() != after.getIndices())
      return op->emitError("a sum that several threads add to is not in one place of memory");
    rewriter.setInsertionPoint(after);
    Location loc = op->getLoc();
    Value buffer = before.getMemRef(), addend = op->getOperand(1);
    if (addend.getType().isIndex()) {
      // Atomic operations have no indices: these are words.
      auto type = cast<MemRefType>(buffer.getType());
      Type word = rewriter.getI64Type();
      auto words = MemRefType::get(type.getShape(), word, type.getLayout(), type.getMemorySpace());
      buffer = UnrealizedConversionCastOp::create(rewriter, loc, words, buffer).getResult(0);
      addend = arith::IndexCastOp::create(rewriter, loc, word, addend);
    }
    memref::AtomicRMWOp::create(rewriter, loc,
                                isa<FloatType>(addend.getType()) ? arith::AtomicRMWKind::addf
                                                                 : arith::AtomicRMWKind::addi,
                                addend, buffer, before.getIndices());
    rewriter.eraseOp(after);
    rewriter.eraseOp(op);
    if (before->use_empty())
      rewriter.eraseOp(before);
  }
  return success();
}

/// Erases arrays of which no element is read, with what fills them.
static void eraseFills(RewriterBase &rewriter, Operation *root) {
  SmallVector<memref::AllocOp> arrays;
  root->walk([&](memref::AllocOp alloc) {
    if (isOnDevice(alloc) && !alloc->use_empty() &&
        llvm::all_of(alloc->getUsers(), llvm::IsaPred<linalg::FillOp>))
      arrays.push_back(alloc);
  });
  for (memref::AllocOp alloc : arrays) {
    for (Operation *fill : llvm::make_early_inc_range(alloc->getUsers()))
      rewriter.eraseOp(fill);
    rewriter.eraseOp(alloc);
  }
}

/// Whether ops read and write elements of a buffer and of views of it, and nothing hands it on.
static bool isOnlyAccessed(Value buffer) {
  return llvm::all_of(buffer.getUsers(), [](Operation *user) {
    if (isa<ViewLikeOpInterface>(user))
      return llvm::all_of(user->getResults(), isOnlyAccessed);
    return isa<memref::LoadOp, memref::StoreOp, memref::CopyOp, memref::DimOp>(user) ||
           isa<linalg::LinalgOp>(user);
  });
}

/// Whether an array that the host reads at `load` is written between this and `user`, or may be.
static bool isWrittenBefore(Operation *user, memref::LoadOp load, Block &block) {
  auto alloc = load.getMemRef().getDefiningOp<memref::AllocOp>();
  if (!alloc || !isOnlyAccessed(alloc))
    return true;
  return llvm::any_of(alloc->getUsers(), [&](Operation *each) {
    Operation *around = block.findAncestorOpInBlock(*each);
    if (!around || isa<memref::LoadOp, memref::DimOp>(each))
      return false;
    // What writes through a view is not looked for.
    return (around == each && isa<ViewLikeOpInterface>(each)) ||
           (load->isBeforeInBlock(around) && !user->isBeforeInBlock(around));
  });
}

/// Has the host fetch numbers, and compute with them, only where it needs them: it waits for them,
/// and launches no kernel in the mean time.
static void delayLoads(RewriterBase &rewriter, Block &block) {
  llvm::SetVector<Operation *> delayed;
  for (Operation &op : block) {
    auto load = dyn_cast<memref::LoadOp>(op);
    bool dependsOnLoad = llvm::any_of(op.getOperands(), [&](Value operand) {
      return operand.getDefiningOp() && delayed.contains(operand.getDefiningOp());
    });
    if ((load && isOnDevice(load.getMemRef())) ||
        (dependsOnLoad && op.getNumRegions() == 0 && isPure(&op)))
      delayed.insert(&op);
  }
  for (Operation *op : llvm::reverse(delayed)) {
    Operation *user = nullptr;
    for (Operation *each : op->getUsers()) {
      Operation *around = block.findAncestorOpInBlock(*each);
      if (!user || around->isBeforeInBlock(user))
        user = around;
    }
    auto load = dyn_cast<memref::LoadOp>(op);
    if (user && !(load && isWrittenBefore(user, load, block)))
      rewriter.moveOpBefore(op, user);
  }
}

/// Moves assertions, in their order, to where what they ask for is known: kernels do not move
/// across them.
static void hoistAssertions(RewriterBase &rewriter, Block &block) {
  Operation *last = nullptr; // The op behind which the next assertion may be.
  auto isLater = [](Operation *a, Operation *b) { return !b || (a && b->isBeforeInBlock(a)); };
  for (auto assertion : llvm::make_early_inc_range(block.getOps<cf::AssertOp>())) {
    llvm::SetVector<Operation *> moved;
    SmallVector<Operation *> worklist = {assertion};
    Operation *anchor = last;
    while (!worklist.empty())
      for (Value operand : worklist.pop_back_val()->getOperands()) {
        Operation *def = operand.getDefiningOp();
        if (!def || def->getBlock() != &block)
          continue;
        if (def->getNumRegions() != 0 || !isMemoryEffectFree(def)) {
          anchor = isLater(def, anchor) ? def : anchor;
          continue;
        }
        if (moved.insert(def))
          worklist.push_back(def);
      }
    SmallVector<Operation *> ops(moved.getArrayRef());
    llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    ops.push_back(assertion);
    for (Operation *op : ops) {
      if (isLater(op, anchor)) {
        if (anchor)
          rewriter.moveOpAfter(op, anchor);
        else
          rewriter.moveOpBefore(op, &block, block.begin());
        anchor = op;
      }
    }
    last = assertion;
  }
}

/// Loops over blocks and threads work on buffers.
static LogicalResult checkBuffers(func::FuncOp function) {
  WalkResult result = function->walk([](scf::ForallOp op) {
    if (!op.getNumResults() || !(isBlockLoop(op) || isThreadLoop(op)))
      return WalkResult::advance();
    InFlightDiagnostic error =
        op.emitError("chad: a loop over the blocks or threads of a kernel must have no tensors");
    error.attachNote() << "make buffers of them first: chad-bufferize-for-gpu";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult Lowering::run(func::FuncOp function) {
  if (failed(checkBuffers(function)))
    return failure();
  if (failed(createAtomicSums(rewriter, function)))
    return failure();
  eraseFills(rewriter, function);
  for (Block &block : function.getBody()) {
    hoistAssertions(rewriter, block);
    delayLoads(rewriter, block);
  }
  runOnHost(rewriter, function);
  expandStructuredOps(function);
  for (Block &block : function.getBody())
    createKernels(block);
  SmallVector<scf::ForallOp> kernels;
  function->walk([&](scf::ForallOp op) {
    if (isBlockLoop(op))
      kernels.push_back(op);
  });
  bool areLowered = true;
  for (scf::ForallOp kernel : kernels) {
    std::optional<ScratchProblem> problem =
        placeScratch(rewriter, kernel, blockThreads, sharedBytes);
    if (!problem)
      continue;
    areLowered = false;
    InFlightDiagnostic error = emitError(problem->loc, problem->text);
    if (problem->extent)
      error.attachNote(*problem->extent) << "an extent comes from here";
    if (auto number = kernel->getAttrOfType<IntegerAttr>(unitAttr); number && hostLoops)
      hostLoops->reasons[number.getInt()] = problem->text;
  }
  if (!areLowered)
    return failure();
  fuseKernels(rewriter, kernels, sharedBytes);
  for (scf::ForallOp kernel : kernels)
    launch(kernel);
  return success();
}

namespace {
struct LowerKernels : chad::impl::ChadLowerKernelsBase<LowerKernels> {
  using Base::Base;
  LowerKernels(const ChadLowerKernelsOptions &options, HostLoops *hostLoops)
      : Base(options), hostLoops(hostLoops) {}

  void runOnOperation() override {
    const ProductOptions products{blockThreads,
                                  sharedBytes,
                                  tensorCores,
                                  libraryVolume,
                                  {deterministic, /*roundsFactors=*/tf32}};
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (function.isExternal())
        continue;
      Lowering lowering(&getContext(), products, hostLoops);
      if (failed(lowering.run(function)))
        return signalPassFailure();
      numKernels += lowering.numKernels;
    }
  }

  HostLoops *hostLoops = nullptr;
};
} // namespace

std::unique_ptr<Pass> chad::createChadLowerKernels(const ChadLowerKernelsOptions &options,
                                                   HostLoops *loops) {
  return std::make_unique<LowerKernels>(options, loops);
}
