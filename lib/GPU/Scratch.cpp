//===- Scratch.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scratch.h"
#include "FuseKernels.h"
#include "MemorySpaces.h"
#include "WorkerLoops.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad::detail;

/// The largest buffer that is put on the stack of a thread, in bytes.
static constexpr int64_t maxStackBytes = 1024;

/// The alignment, in bytes, of the parts that blocks and threads have of an array.
static constexpr int64_t alignment = 64;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static Value createExtentBound(RewriterBase &rewriter, Value buffer, int64_t index,
                               Operation *kernel);

/// An upper bound of `size`, an extent or a part of one, computed before `kernel` from values
/// outside of it. All values are assumed not to be negative. Null if there is none.
static Value createBound(RewriterBase &rewriter, Value size, Operation *kernel) {
  if (!kernel->isAncestor(size.getParentRegion()->getParentOp()))
    return size;
  Operation *op = size.getDefiningOp();
  if (!op)
    return {};
  Location loc = op->getLoc();
  auto boundOf = [&](Value value) { return createBound(rewriter, value, kernel); };
  auto ofBoth = [&](Value a, Value b, auto create) -> Value {
    Value lhs = boundOf(a), rhs = lhs ? boundOf(b) : Value();
    return rhs ? create(lhs, rhs) : Value();
  };
  auto larger = [&](Value a, Value b) -> Value {
    return rewriter.createOrFold<arith::MaxUIOp>(loc, a, b);
  };
  return TypeSwitch<Operation *, Value>(op)
      .Case<arith::ConstantOp>([&](auto) { return rewriter.clone(*op)->getResult(0); })
      .Case([&](arith::MinUIOp min) -> Value {
        Value lhs = boundOf(min.getLhs()), rhs = boundOf(min.getRhs());
        if (lhs && rhs)
          return rewriter.createOrFold<arith::MinUIOp>(loc, lhs, rhs);
        return lhs ? lhs : rhs;
      })
      .Case([&](arith::MaxUIOp max) { return ofBoth(max.getLhs(), max.getRhs(), larger); })
      .Case([&](arith::SelectOp select) {
        return ofBoth(select.getTrueValue(), select.getFalseValue(), larger);
      })
      .Case([&](arith::AddIOp add) {
        return ofBoth(add.getLhs(), add.getRhs(), [&](Value a, Value b) -> Value {
          return rewriter.createOrFold<arith::AddIOp>(loc, a, b);
        });
      })
      .Case([&](arith::MulIOp mul) {
        return ofBoth(mul.getLhs(), mul.getRhs(), [&](Value a, Value b) -> Value {
          return rewriter.createOrFold<arith::MulIOp>(loc, a, b);
        });
      })
      .Case([&](arith::SubIOp sub) { return boundOf(sub.getLhs()); })
      .Case<arith::CeilDivUIOp, arith::DivUIOp>([&](auto div) -> Value {
        Value lhs = boundOf(div.getLhs());
        if (!lhs || !matchPattern(div.getRhs(), m_Constant()))
          return lhs;
        Value by = rewriter.clone(*div.getRhs().getDefiningOp())->getResult(0);
        return rewriter.createOrFold<arith::CeilDivUIOp>(loc, lhs, by);
      })
      .Case([&](arith::RemUIOp rem) -> Value {
        Value lhs = boundOf(rem.getLhs());
        return lhs ? lhs : boundOf(rem.getRhs());
      })
      .Case([&](scf::IfOp branch) {
        auto number = cast<OpResult>(size).getResultNumber();
        return ofBoth(branch.thenYield().getOperand(number), branch.elseYield().getOperand(number),
                      larger);
      })
      .Case([&](memref::DimOp dim) -> Value {
        std::optional<int64_t> index = dim.getConstantIndex();
        return index ? createExtentBound(rewriter, dim.getSource(), *index, kernel) : Value();
      })
      .Default([](Operation *) { return Value(); });
}

/// The same for an extent of a buffer.
static Value createExtentBound(RewriterBase &rewriter, Value buffer, int64_t index,
                               Operation *kernel) {
  Location loc = buffer.getLoc();
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(index))
    return arith::ConstantIndexOp::create(rewriter, loc, type.getDimSize(index));
  if (!kernel->isAncestor(buffer.getParentRegion()->getParentOp())) {
    Value at = arith::ConstantIndexOp::create(rewriter, loc, index);
    return memref::DimOp::create(rewriter, loc, buffer, at);
  }
  auto ofBuffer = [&](Value other, int64_t at) {
    return createExtentBound(rewriter, other, at, kernel);
  };
  auto ofSize = [&](OpFoldResult size) {
    return createBound(rewriter, getValueOrCreateConstantIndexOp(rewriter, loc, size), kernel);
  };
  auto ofBoth = [&](Value a, Value b) -> Value {
    Value lhs = ofBuffer(a, index), rhs = lhs ? ofBuffer(b, index) : Value();
    return rhs ? rewriter.createOrFold<arith::MaxUIOp>(loc, lhs, rhs) : Value();
  };
  Operation *op = buffer.getDefiningOp();
  if (!op)
    return {};
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](scf::IfOp branch) {
        unsigned number = cast<OpResult>(buffer).getResultNumber();
        return ofBoth(branch.thenYield().getOperand(number), branch.elseYield().getOperand(number));
      })
      .Case([&](memref::SubViewOp view) -> Value {
        // The dimensions that the view drops are those of extent 1.
        llvm::SmallBitVector dropped = view.getDroppedDims();
        int64_t kept = -1;
        for (auto [i, extent] : llvm::enumerate(view.getMixedSizes()))
          if (!dropped.test(i) && ++kept == index)
            return ofSize(extent);
        return {};
      })
      .Case([&](memref::AllocOp alloc) {
        return ofSize(alloc.getDynamicSizes()[type.getDynamicDimIndex(index)]);
      })
      .Case([&](memref::CastOp view) -> Value {
        return isa<MemRefType>(view.getSource().getType()) ? ofBuffer(view.getSource(), index)
                                                           : Value();
      })
      .Case([&](memref::ExpandShapeOp view) { return ofSize(view.getMixedOutputShape()[index]); })
      .Case([&](memref::CollapseShapeOp view) -> Value {
        Value product;
        for (int64_t dim : view.getReassociationIndices()[index]) {
          Value bound = ofBuffer(view.getSrc(), dim);
          if (!bound)
            return {};
          product = product ? rewriter.createOrFold<arith::MulIOp>(loc, product, bound) : bound;
        }
        return product;
      })
      .Case([&](arith::SelectOp select) {
        return ofBoth(select.getTrueValue(), select.getFalseValue());
      })
      .Default([](Operation *) { return Value(); });
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

/// Whether a buffer is only read, written and sliced or, with `expands`, seen as one of more
/// dimensions.
static bool mayChangeSpace(Value buffer, bool expands = true) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<memref::SubViewOp>(user) || (expands && isa<memref::ExpandShapeOp>(user)))
      return mayChangeSpace(user->getResult(0), expands);
    return isa<memref::LoadOp, memref::StoreOp, memref::DimOp, memref::CopyOp>(user);
  });
}

/// Sets the memory space of all views of a buffer to that of the buffer.
static void spreadSpace(Value buffer) {
  Attribute space = cast<MemRefType>(buffer.getType()).getMemorySpace();
  for (Operation *user : buffer.getUsers())
    if (isa<memref::SubViewOp, memref::ExpandShapeOp>(user)) {
      Value view = user->getResult(0);
      auto type = cast<MemRefType>(view.getType());
      view.setType(
          MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(), space));
      spreadSpace(view);
    }
}

static MemRefType inSpace(MemRefType type, Attribute space) {
  return MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(), space);
}

/// Sets the layout of all views of a buffer to what follows from that of the buffer.
static void spreadLayout(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  for (Operation *user : buffer.getUsers())
    if (auto view = dyn_cast<memref::SubViewOp>(user)) {
      view.getResult().setType(memref::SubViewOp::inferRankReducedResultType(
          view.getType().getShape(), type, view.getMixedOffsets(), view.getMixedSizes(),
          view.getMixedStrides()));
      spreadLayout(view);
    }
}

/// Replaces an array of a thread by its part of an array of the block, `bytes` from `offset` in
/// `array`, in which elements of one number of all threads lie side by side: the threads of a warp
/// access these together.
static void interleave(RewriterBase &rewriter, memref::AllocOp op, Value array, Value offset,
                       Value numElements, int64_t blockThreads) {
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  Value thread = gpu::ThreadIdOp::create(rewriter, loc, gpu::Dimension::x);
  auto flat = MemRefType::get({ShapedType::kDynamic}, type.getElementType(),
                              MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value ofBlock = memref::ViewOp::create(rewriter, loc, flat, array, offset, numElements);
  OpFoldResult stride = rewriter.getIndexAttr(blockThreads);
  SmallVector<OpFoldResult> sizes = op.getMixedSizes(), strides(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 0;) {
    strides[dim] = stride;
    Value factor = getValueOrCreateConstantIndexOp(rewriter, loc, stride);
    Value size = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[dim]);
    stride = getAsOpFoldResult(rewriter.createOrFold<arith::MulIOp>(loc, factor, size));
  }
  SmallVector<int64_t> known;
  for (OpFoldResult each : strides)
    known.push_back(getConstantIntValue(each).value_or(ShapedType::kDynamic));
  auto layout = StridedLayoutAttr::get(rewriter.getContext(), ShapedType::kDynamic, known);
  auto ownType =
      MemRefType::get(type.getShape(), type.getElementType(), layout, type.getMemorySpace());
  auto own = memref::ReinterpretCastOp::create(rewriter, loc, ownType, ofBlock,
                                               OpFoldResult(thread), sizes, strides);
  rewriter.replaceOp(op, own.getResult());
  spreadLayout(own);
}

/// The buffers of a kernel, of those that `allocs` make, which a loop around the allocation passes
/// from one iteration to the next, or to the code after it: the same memory in each iteration would
/// not do. What a branch hands to the code after it, and what an inner loop takes as its state, are
/// used within the iteration.
static DenseSet<Value> findHandedOn(scf::ForallOp kernel, ArrayRef<memref::AllocOp> allocs) {
  BufferViewFlowAnalysis views(kernel);
  DenseSet<Value> handedOn;
  for (memref::AllocOp alloc : allocs)
    for (Value view : views.resolve(alloc))
      for (Operation *user : view.getUsers())
        if (user->hasTrait<OpTrait::IsTerminator>() &&
            isa<LoopLikeOpInterface>(user->getParentOp()) &&
            user->getParentOp()->isProperAncestor(alloc))
          handedOn.insert(alloc);
  return handedOn;
}

std::optional<ScratchProblem> chad::detail::placeScratch(RewriterBase &rewriter,
                                                         scf::ForallOp kernel, int64_t blockThreads,
                                                         int64_t sharedBytes) {
  SmallVector<memref::AllocOp> allocs;
  kernel->walk([&](memref::AllocOp op) { allocs.push_back(op); });
  Attribute workgroup = gpu::AddressSpaceAttr::get(rewriter.getContext(),
                                                   gpu::GPUDialect::getWorkgroupAddressSpace());
  DenseSet<Value> handedOn = findHandedOn(kernel, allocs);
  SmallVector<memref::AllocOp> ofBlock;
  for (memref::AllocOp op : allocs) {
    Location loc = op.getLoc();
    MemRefType type = op.getType();
    scf::ForallOp threads = op->getParentOfType<scf::ForallOp>();
    bool isOfThread = threads != kernel;
    if (handedOn.contains(op))
      return ScratchProblem{
          loc,
          "a kernel has no memory for an array that an iteration hands on to the next one",
          {}};
    if (type.hasStaticShape() && mayChangeSpace(op)) {
      int64_t bytes = type.getNumElements() * bytesOf(type.getElementType());
      if (isOfThread && bytes <= maxStackBytes) {
        rewriter.setInsertionPointToStart(kernel.getBody());
        auto own = memref::AllocaOp::create(rewriter, loc, inSpace(type, Attribute()));
        rewriter.replaceOp(op, own);
        spreadSpace(own);
        continue;
      }
      if (!isOfThread) {
        rewriter.setInsertionPointToStart(kernel.getBody());
        MemRefType ownType = inSpace(type, workgroup);
        auto own = memref::AllocOp::create(rewriter, loc, ownType);
        rewriter.replaceAllUsesWith(op, own);
        ofBlock.push_back(own);
        if (countSharedBytes(kernel, ofBlock) <= sharedBytes) {
          rewriter.eraseOp(op);
          spreadSpace(own);
          continue;
        }
        ofBlock.pop_back();
        rewriter.replaceAllUsesWith(own, op);
        rewriter.eraseOp(own);
      }
    }
    // Allocate one array before the kernel, with a part for each block or thread.
    rewriter.setInsertionPoint(kernel);
    Value numElements = arith::ConstantIndexOp::create(rewriter, loc, 1);
    for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
      Value bound =
          ShapedType::isDynamic(extent)
              ? createBound(rewriter, op.getDynamicSizes()[type.getDynamicDimIndex(dim)], kernel)
              : arith::ConstantIndexOp::create(rewriter, loc, extent).getResult();
      if (!bound) {
        Value size = op.getDynamicSizes()[type.getDynamicDimIndex(dim)];
        return ScratchProblem{
            loc, "a kernel has no memory for an array whose extents are known only inside of it",
            size.getLoc()};
      }
      numElements = rewriter.createOrFold<arith::MulIOp>(loc, numElements, bound);
    }
    // Arrays of the threads of a block are one array, if nothing needs each of them as a whole.
    bool isInterleaved =
        isOfThread && type.getLayout().isIdentity() && mayChangeSpace(op, /*expands=*/false);
    Value numThreads = arith::ConstantIndexOp::create(rewriter, loc, blockThreads);
    if (isInterleaved)
      numElements = rewriter.createOrFold<arith::MulIOp>(loc, numElements, numThreads);
    Value ofElement = arith::ConstantIndexOp::create(rewriter, loc, bytesOf(type.getElementType()));
    Value bytes = rewriter.createOrFold<arith::MulIOp>(loc, ofElement, numElements);
    Value unit = arith::ConstantIndexOp::create(rewriter, loc, alignment);
    Value units = rewriter.createOrFold<arith::CeilDivUIOp>(loc, bytes, unit);
    bytes = rewriter.createOrFold<arith::MulIOp>(loc, units, unit);
    Value numParts = getValueOrCreateConstantIndexOp(rewriter, loc, kernel.getMixedUpperBound()[0]);
    bool isPartOfThread = isOfThread && !isInterleaved;
    if (isPartOfThread)
      numParts = rewriter.createOrFold<arith::MulIOp>(loc, numParts, numThreads);
    Value total = rewriter.createOrFold<arith::MulIOp>(loc, numParts, bytes);
    auto arrayType = MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type(),
                                     MemRefLayoutAttrInterface(), type.getMemorySpace());
    Value array =
        memref::AllocOp::create(rewriter, loc, arrayType, total, rewriter.getI64IntegerAttr(256));
    rewriter.setInsertionPoint(op);
    Value part = kernel.getInductionVar(0);
    if (isPartOfThread) {
      Value before = arith::MulIOp::create(rewriter, loc, part, numThreads);
      Value thread = gpu::ThreadIdOp::create(rewriter, loc, gpu::Dimension::x);
      part = arith::AddIOp::create(rewriter, loc, before, thread);
    }
    Value offset = arith::MulIOp::create(rewriter, loc, part, bytes);
    if (isInterleaved) {
      interleave(rewriter, op, array, offset, numElements, blockThreads);
      continue;
    }
    rewriter.replaceOpWithNewOp<memref::ViewOp>(op, type, array, offset, op.getDynamicSizes());
  }
  return std::nullopt;
}
