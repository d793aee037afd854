//===- BufferizeTensors.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Bufferize/BufferTypes.h"
#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

namespace chad {
#define GEN_PASS_DEF_CHADBUFFERIZETENSORS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// The insertion that alone uses `insert`, into the array that this one makes.
static tensor::InsertOp getNext(tensor::InsertOp insert) {
  if (!insert->hasOneUse())
    return {};
  OpOperand &use = *insert->use_begin();
  auto next = dyn_cast<tensor::InsertOp>(use.getOwner());
  return next && use.get() == next.getDest() && next->getBlock() == insert->getBlock()
             ? next
             : tensor::InsertOp();
}

/// The number of the element that `insert` changes, if it is known.
static std::optional<int64_t> getNumber(tensor::InsertOp insert) {
  int64_t number = 0;
  ArrayRef<int64_t> shape = insert.getType().getShape();
  for (auto [index, extent] : llvm::zip_equal(insert.getIndices(), shape)) {
    std::optional<int64_t> position = getConstantIntValue(index);
    if (!position || *position < 0 || *position >= extent)
      return std::nullopt;
    number = number * extent + *position;
  }
  return number;
}

/// Replaces many insertions of elements at known places of an array that is otherwise constant by
/// an array of these elements and the constant. The analysis takes time that is cubic in the number
/// of insertions.
static void mergeInserts(tensor::InsertOp last) {
  constexpr unsigned fewInserts = 32;
  constexpr int64_t mostPerInsert = 4;
  SmallVector<tensor::InsertOp> inserts = {last};
  while (auto insert = inserts.back().getDest().getDefiningOp<tensor::InsertOp>()) {
    if (getNext(insert) != inserts.back())
      break;
    inserts.push_back(insert);
  }
  SplatElementsAttr constant;
  RankedTensorType type = last.getType();
  if (inserts.size() < fewInserts ||
      !matchPattern(inserts.back().getDest(), m_Constant(&constant)) ||
      !type.getElementType().isIntOrIndexOrFloat() ||
      type.getNumElements() > mostPerInsert * static_cast<int64_t>(inserts.size()))
    return;
  SmallVector<Value> elements(type.getNumElements());
  for (tensor::InsertOp insert : inserts) {
    std::optional<int64_t> number = getNumber(insert);
    if (!number)
      return;
    // The last insertion at a place is found first.
    if (!elements[*number])
      elements[*number] = insert.getScalar();
  }
  OpBuilder builder(last);
  Value rest =
      arith::ConstantOp::create(builder, last.getLoc(), constant.getSplatValue<TypedAttr>());
  for (Value &element : elements)
    if (!element)
      element = rest;
  last.replaceAllUsesWith(
      tensor::FromElementsOp::create(builder, last.getLoc(), type, elements).getResult());
  for (tensor::InsertOp insert : inserts)
    insert->erase();
}

/// The array that `op` updates, if it is an insertion of an element or of a slice; else null.
static OpOperand *getUpdated(Operation *op) {
  if (auto insert = dyn_cast_or_null<tensor::InsertOp>(op))
    return &insert.getDestMutable();
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return &insert.getDestMutable();
  return nullptr;
}

/// Has a long chain of updates of one array go on with a copy of it now and then. The analysis
/// takes time that is cubic in the number of ops whose arrays may share memory, such as the updates
/// between two copies. There are fewer copies of an array that may be large.
static void cutUpdates(ArrayRef<Operation *> chain) {
  constexpr int64_t fewElements = 1 << 13;
  auto type = cast<RankedTensorType>(chain.front()->getResult(0).getType());
  bool isSmall = type.hasStaticShape() && type.getNumElements() <= fewElements;
  const size_t updatesPerCopy = isSmall ? 16 : 64;
  if (chain.size() < 3 * updatesPerCopy)
    return;
  for (size_t i = updatesPerCopy; i < chain.size(); i += updatesPerCopy) {
    OpOperand *updated = getUpdated(chain[i]);
    OpBuilder builder(chain[i]);
    auto copy = bufferization::AllocTensorOp::create(builder, chain[i]->getLoc(), type,
                                                     /*dynamicSizes=*/ValueRange(), updated->get());
    updated->set(copy);
  }
}

static void cutUpdates(ModuleOp module) {
  SmallVector<SmallVector<Operation *>> chains;
  llvm::DenseMap<Operation *, size_t> chainOf;
  module.walk([&](Operation *op) {
    OpOperand *updated = getUpdated(op);
    if (!updated)
      return;
    Operation *before = updated->get().getDefiningOp();
    auto known = chainOf.find(before);
    // The array before may be updated in several ways, of which one goes on with the chain.
    if (known == chainOf.end() || before->getBlock() != op->getBlock() ||
        chains[known->second].back() != before) {
      chainOf[op] = chains.size();
      chains.push_back({op});
      return;
    }
    size_t number = known->second;
    chainOf[op] = number;
    chains[number].push_back(op);
  });
  for (ArrayRef<Operation *> chain : chains)
    cutUpdates(chain);
}

namespace {
struct BufferizeTensors : chad::impl::ChadBufferizeTensorsBase<BufferizeTensors> {
  LogicalResult initialize(MLIRContext *context) override {
    memoizeBufferTypes(context);
    return success();
  }

  void runOnOperation() override {
    SmallVector<tensor::InsertOp> inserts;
    getOperation().walk([&](tensor::InsertOp insert) {
      if (!getNext(insert))
        inserts.push_back(insert);
    });
    for (tensor::InsertOp insert : inserts)
      mergeInserts(insert);
    cutUpdates(getOperation());

    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
    options.setFunctionBoundaryTypeConversion(bufferization::LayoutMapOption::IdentityLayoutMap);
    bufferization::BufferizationState state;
    if (failed(bufferization::runOneShotModuleBufferize(getOperation(), options, state)))
      signalPassFailure();
  }
};
} // namespace
