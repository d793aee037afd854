//===- PrepareTensors.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Prepares tensors for bufferization on a device.

#include "MemorySpaces.h"
#include "Scratch.h"
#include "chad/GPU/Passes.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferUtils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADPREPAREDEVICETENSORS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether a kept dimension of dynamic size, which may be 1 at run time, and a dropped dimension
/// have another kept dimension between them. The type of a view then does not determine which of
/// the two dimensions is dropped.
static bool mayMistakeDims(OffsetSizeAndStrideOpInterface slice,
                           const llvm::SmallBitVector &dropped) {
  ArrayRef<int64_t> sizes = slice.getStaticSizes();
  for (size_t kept = 0; kept < sizes.size(); ++kept) {
    if (!ShapedType::isDynamic(sizes[kept]) || dropped.test(kept))
      continue;
    for (int dim : dropped.set_bits()) {
      auto [first, last] = std::minmax<size_t>(kept, dim);
      for (size_t between = first + 1; between < last; ++between)
        if (!dropped.test(between))
          return true;
    }
  }
  return false;
}

/// If dropped dimensions may be mistaken, expands the source of an insertion so that no dimension
/// is dropped.
template <typename OpTy> static void keepDims(RewriterBase &rewriter, OpTy insert) {
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  if (!mayMistakeDims(insert, dropped))
    return;
  Operation *op = insert;
  rewriter.setInsertionPoint(isa<tensor::ParallelInsertSliceOp>(op) ? op->getParentOp() : op);
  auto type =
      RankedTensorType::get(insert.getStaticSizes(), insert.getSourceType().getElementType());
  Value whole = tensor::ExpandShapeOp::create(rewriter, insert.getLoc(), type, insert.getSource(),
                                              groupDroppedDims(dropped), insert.getMixedSizes());
  rewriter.modifyOpInPlace(insert, [&] { insert.getSourceMutable().assign(whole); });
}

/// Does so for all slices in the module: they keep all dimensions, and reshapes drop or add those
/// of extent 1.
static void keepDims(RewriterBase &rewriter, ModuleOp module) {
  SmallVector<tensor::ExtractSliceOp> parts;
  module.walk([&](Operation *op) {
    if (auto part = dyn_cast<tensor::ExtractSliceOp>(op);
        part && mayMistakeDims(part, part.getDroppedDims()))
      parts.push_back(part);
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      keepDims(rewriter, insert);
    else if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op))
      keepDims(rewriter, insert);
  });
  for (tensor::ExtractSliceOp part : parts) {
    rewriter.setInsertionPoint(part);
    auto type = RankedTensorType::get(part.getStaticSizes(), part.getType().getElementType());
    Value whole = tensor::ExtractSliceOp::create(rewriter, part.getLoc(), type, part.getSource(),
                                                 part.getMixedOffsets(), part.getMixedSizes(),
                                                 part.getMixedStrides());
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(part, part.getType(), whole,
                                                         groupDroppedDims(part.getDroppedDims()));
  }
}

/// Gives a padded tensor the type of the extents that are constant. MLIR's rewriting asks for a
/// value for each extent that the type does not name.
static void refineType(RewriterBase &rewriter, tensor::PadOp pad) {
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(rewriter, pad, shapes)))
    return;
  RankedTensorType type = pad.getResultType();
  SmallVector<int64_t> extents(type.getShape());
  for (auto [extent, size] : llvm::zip_equal(extents, shapes.front()))
    if (std::optional<int64_t> constant = getConstantIntValue(size))
      extent = *constant;
  if (ArrayRef(extents) == type.getShape())
    return;
  rewriter.modifyOpInPlace(pad, [&] { pad.getResult().setType(type.clone(extents)); });
  rewriter.setInsertionPointAfter(pad);
  auto cast = tensor::CastOp::create(rewriter, pad.getLoc(), type, pad.getResult());
  rewriter.replaceAllUsesExcept(pad.getResult(), cast, cast);
}

/// Writes tensors of given elements into empty ones: MLIR's bufferization creates such buffers in
/// the memory of the host only. Constants become arrays of the host.
static void writeElements(RewriterBase &rewriter, ModuleOp module) {
  SymbolTableCollection symbolTables;
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<tensor::SplatOp, tensor::ConcatOp, tensor::FromElementsOp, tensor::GenerateOp,
            tensor::PadOp>(op) ||
        (isa<arith::ConstantOp>(op) && isa<RankedTensorType>(op->getResult(0).getType())))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      refineType(rewriter, pad);
    rewriter.setInsertionPoint(op);
    bool isDone =
        llvm::TypeSwitch<Operation *, bool>(op)
            .Case<tensor::FromElementsOp, tensor::GenerateOp, tensor::PadOp>([&](auto each) {
              return succeeded(linalg::rewriteInDestinationPassingStyle(rewriter, each));
            })
            .Default(false);
    if (isDone)
      continue;
    Location loc = op->getLoc();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value filler;
    if (auto splat = dyn_cast<tensor::SplatOp>(op))
      filler = splat.getInput();
    else if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto elements = dyn_cast<SplatElementsAttr>(constant.getValue()))
        // A complex number is a list of two.
        if (auto element = dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>()))
          filler = arith::ConstantOp::create(rewriter, loc, element);
    Value result;
    if (filler) {
      ValueRange sizes;
      if (auto splat = dyn_cast<tensor::SplatOp>(op))
        sizes = splat.getDynamicSizes();
      auto empty = tensor::EmptyOp::create(rewriter, loc, type, sizes);
      result = linalg::FillOp::create(rewriter, loc, filler, empty.getResult()).getResult(0);
    } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      FailureOr<SmallVector<Value>> parts = concat.decomposeOperation(rewriter);
      if (failed(parts))
        continue;
      result = parts->front();
    } else {
      FailureOr<memref::GlobalOp> global =
          bufferization::getGlobalFor(cast<arith::ConstantOp>(op), symbolTables, /*alignment=*/64,
                                      rewriter.getI64IntegerAttr(hostSpace));
      if (failed(global))
        continue;
      // Outside of kernels, in the memory of the host: `chad-place-arrays` copies it.
      rewriter.setInsertionPointToStart(
          &op->getParentOfType<FunctionOpInterface>().getFunctionBody().front());
      Value onHost =
          memref::GetGlobalOp::create(rewriter, loc, global->getType(), global->getName());
      result = bufferization::ToTensorOp::create(rewriter, loc, type, onHost, /*restrict=*/true,
                                                 /*writable=*/false);
    }
    rewriter.replaceOp(op, result);
  }
}

/// Follows the destination operands of the ops that make `value` to the tensor in whose memory it
/// will be.
static Value traceDestination(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
      OpOperand *init = loop.getTiedLoopInit(cast<OpResult>(value));
      if (!init)
        return value;
      value = init->get();
    } else if (auto structured = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = structured.getDpsInitOperand(number)->get();
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Value own = traceDestination(branch.thenYield().getOperand(number));
      return own == traceDestination(branch.elseYield().getOperand(number)) ? own : value;
    } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
      value = cast.getSource();
    } else {
      return value;
    }
  }
  return value;
}

/// Makes loops in kernels overwrite their states, since a kernel cannot allocate an array in each
/// iteration.
static void overwriteStates(RewriterBase &rewriter, Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) {
    for (Operation *around = loop->getParentOp(); around; around = around->getParentOp())
      if (isBlockLoop(around)) {
        loops.push_back(loop);
        return;
      }
  });
  for (scf::ForOp loop : loops) {
    Operation *yield = loop.getBody()->getTerminator();
    for (auto [state, yielded] :
         llvm::zip_equal(loop.getRegionIterArgs(), yield->getOpOperands())) {
      BlockArgument arg = state;
      OpOperand &next = yielded;
      auto type = dyn_cast<RankedTensorType>(arg.getType());
      if (!type || traceDestination(next.get()) == arg)
        continue;
      // A state that another state takes over must not be overwritten before it has been read.
      if (llvm::any_of(yield->getOperands(), [&](Value other) {
            return other == arg || (other != next.get() && traceDestination(other) == arg);
          }))
        continue;
      rewriter.setInsertionPoint(yield);
      Location loc = next.get().getLoc();
      // `chad-distribute-kernels` has checked that the extents are equal, but the ops that showed
      // it no longer exist.
      for (int64_t dim = 0; dim < type.getRank(); ++dim) {
        if (areEqual(Extent::of(arg, dim), Extent::of(next.get(), dim)))
          continue;
        Value before = tensor::DimOp::create(rewriter, loc, arg, dim);
        Value after = tensor::DimOp::create(rewriter, loc, next.get(), dim);
        Value holds = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, before, after);
        cf::AssertOp::create(rewriter, loc, holds,
                             "a state of a loop in a kernel keeps its extents");
      }
      auto copy =
          bufferization::MaterializeInDestinationOp::create(rewriter, loc, type, next.get(), arg);
      rewriter.modifyOpInPlace(yield, [&] { next.set(copy.getResult()); });
    }
  }
}

namespace {
struct PrepareDeviceTensors : chad::impl::ChadPrepareDeviceTensorsBase<PrepareDeviceTensors> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    replaceMissingExtents(rewriter, getOperation());
    keepDims(rewriter, getOperation());
    writeElements(rewriter, getOperation());
    overwriteStates(rewriter, getOperation());
  }
};
} // namespace
