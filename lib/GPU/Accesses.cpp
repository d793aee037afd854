//===- Accesses.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "LibraryCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace chad::detail;

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

/// Whether an op only reads the elements of a buffer that is one of its operands.
static bool isOnlyRead(Operation *op, Value operand) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return !llvm::is_contained(structured.getDpsInits(), operand);
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return operand != copy.getTarget();
  return isa<memref::LoadOp>(op) || (isLibraryCall(op) && operand != op->getOperands().back());
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
      bool isRead = isOnlyRead(op, operand);
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
