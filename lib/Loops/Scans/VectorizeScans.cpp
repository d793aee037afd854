//===- VectorizeScans.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Scans, and folds that are recurrences, as loops over vectors.

#include "Recurrence.h"
#include "chad/IR/Fusion.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Generalize.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADVECTORIZESCANS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// How many users of an array are looked at; this keeps the pass linear.
static constexpr unsigned maxUsers = 16;

/// The map that reads what the fold collects, if it can be done in the fold's place; null if
/// there is none.
static MapOp getConsumer(FoldOp fold) {
  MapOp consumer;
  unsigned seen = 0;
  for (Value result : fold.getCollected())
    for (Operation *user : result.getUsers()) {
      auto map = dyn_cast<MapOp>(user);
      if (++seen > maxUsers || !map || (consumer && map != consumer) ||
          map->getBlock() != fold->getBlock())
        return nullptr;
      consumer = map;
    }
  if (!consumer || !mayHaveOneExtent(fold, consumer) || !isElementwise(consumer.getBody().front()))
    return nullptr;
  for (Value state : fold.getFinalStates())
    for (Operation *user : state.getUsers()) {
      Operation *inBlock = fold->getBlock()->findAncestorOpInBlock(*user);
      if (++seen > maxUsers || !inBlock || inBlock == consumer ||
          inBlock->isBeforeInBlock(consumer))
        return nullptr;
    }
  return consumer;
}

namespace {
class LoopOfVectors {
public:
  LoopOfVectors(RewriterBase &rewriter, FoldOp fold, int64_t lanes, bool checkExtents)
      : rewriter(rewriter), loc(fold.getLoc()), fold(fold), lanes(lanes),
        checkExtents(checkExtents) {}

  void create();

private:
  Value index(int64_t value) { return createIndex(rewriter, loc, value); }
  Value extentOf(Value array);
  Value findExtent();
  Value findReusable(Value result);
  void findOutputs(Value extent);
  /// A loop from `begin` to `end`, whose steps are numbered as they are done.
  SmallVector<Value> createLoop(Value begin, Value end, int64_t step, ValueRange carried,
                                function_ref<SmallVector<Value>(Value, ValueRange)> body);
  /// The arrays that a step reads, where those that are overwritten are now `filled`.
  SmallVector<Value> getArrays(ValueRange filled);
  SmallVector<Value> emitVectors(Value i, ValueRange carried);
  SmallVector<Value> emitScalars(Value i, ValueRange carried);

  RewriterBase &rewriter;
  Location loc;
  FoldOp fold;
  int64_t lanes;
  bool checkExtents;
  /// Which of the collected arrays are used, and what they are written to.
  SmallVector<unsigned> numbers;
  SmallVector<Value> outputs;
};
} // namespace

Value LoopOfVectors::extentOf(Value array) {
  return getValueOrCreateConstantIndexOp(rewriter, loc, getArraySize(rewriter, loc, array));
}

Value LoopOfVectors::findExtent() {
  Value extent;
  for (Value array : fold.getArrays()) {
    Value own = extentOf(array);
    if (!extent) {
      extent = own;
    } else if (checkExtents && own != extent) {
      Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, extent, own);
      cf::AssertOp::create(rewriter, loc, isSame, "'chad.fold' has arrays of several extents");
    }
  }
  return extent;
}

/// Whether the elements of an array are read by one operand of an op alone.
static bool isReadOnce(Value array) {
  unsigned seen = 0, reads = 0;
  for (Operation *user : array.getUsers())
    if (++seen > maxUsers || (!isa<tensor::DimOp>(user) && ++reads > 1))
      return false;
  return true;
}

/// An array that nothing else needs, for the result to take its place.
Value LoopOfVectors::findReusable(Value result) {
  for (Value array : fold.getArrays())
    if (array.getType() == result.getType() && isReadOnce(array) &&
        isa_and_nonnull<scf::ForOp, MapOp, FoldOp, ScanOp>(array.getDefiningOp()) &&
        array.getDefiningOp()->getBlock() == fold->getBlock() &&
        !llvm::is_contained(outputs, array))
      return array;
  return {};
}

void LoopOfVectors::findOutputs(Value extent) {
  for (auto [number, result] : llvm::enumerate(fold.getCollected())) {
    if (result.use_empty())
      continue;
    numbers.push_back(number);
    if (Value array = findReusable(result)) {
      outputs.push_back(array);
      continue;
    }
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<Value> sizes;
    if (type.isDynamicDim(0))
      sizes.push_back(extent);
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, type, sizes));
  }
}

SmallVector<Value>
LoopOfVectors::createLoop(Value begin, Value end, int64_t step, ValueRange carried,
                          function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(rewriter, loc, begin, end, index(step), carried);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(rewriter, loc, body(loop.getInductionVar(), loop.getRegionIterArgs()));
  return loop.getResults();
}

SmallVector<Value> LoopOfVectors::getArrays(ValueRange filled) {
  SmallVector<Value> arrays(fold.getArrays());
  for (Value &array : arrays) {
    auto *found = llvm::find(outputs, array);
    if (found != outputs.end())
      array = filled[found - outputs.begin()];
  }
  return arrays;
}

SmallVector<Value> LoopOfVectors::emitVectors(Value i, ValueRange carried) {
  ValueRange states = carried.take_front(fold.getNumStates());
  ValueRange filled = carried.drop_front(fold.getNumStates());
  SmallVector<Value> elements;
  for (Value array : getArrays(filled)) {
    auto type = VectorType::get(lanes, getArrayElement(array.getType()));
    if (getIota(array)) {
      Value first = vector::BroadcastOp::create(rewriter, loc, type, i);
      Value steps = vector::StepOp::create(rewriter, loc, type);
      elements.push_back(arith::AddIOp::create(rewriter, loc, first, steps));
    } else {
      elements.push_back(vector::TransferReadOp::create(rewriter, loc, type, array, i, std::nullopt,
                                                        ArrayRef<bool>{true}));
    }
  }
  BlockOfSteps steps = emitSteps(rewriter, fold, elements, states);
  SmallVector<Value> next = steps.states;
  for (auto [number, array] : llvm::zip_equal(numbers, filled))
    next.push_back(vector::TransferWriteOp::create(rewriter, loc, steps.collected[number], array, i,
                                                   ArrayRef<bool>{true})
                       .getResult());
  return next;
}

SmallVector<Value> LoopOfVectors::emitScalars(Value i, ValueRange carried) {
  ValueRange filled = carried.drop_front(fold.getNumStates());
  SmallVector<Value> args;
  for (Value array : getArrays(filled))
    args.push_back(readArray(rewriter, loc, array, i));
  llvm::append_range(args, carried.take_front(fold.getNumStates()));
  SmallVector<Value> yielded = inlineBody(rewriter, fold.getBody().front(), args);
  SmallVector<Value> next(ArrayRef<Value>(yielded).take_front(fold.getNumStates()));
  for (auto [number, array] : llvm::zip_equal(numbers, filled))
    next.push_back(writeElement(rewriter, loc, yielded[fold.getNumStates() + number], array, i));
  return next;
}

void LoopOfVectors::create() {
  rewriter.setInsertionPoint(fold);
  Value extent = findExtent();
  findOutputs(extent);
  Value rest = arith::RemUIOp::create(rewriter, loc, extent, index(lanes));
  Value whole = arith::SubIOp::create(rewriter, loc, extent, rest);
  bool isLeft = fold.getDirection() == Direction::Left;
  SmallVector<Value> carried(fold.getInitialStates());
  llvm::append_range(carried, outputs);
  carried = createLoop(index(0), whole, lanes, carried, [&](Value i, ValueRange values) {
    if (!isLeft) {
      Value last = arith::SubIOp::create(rewriter, loc, extent, index(lanes));
      i = arith::SubIOp::create(rewriter, loc, last, i);
    }
    return emitVectors(i, values);
  });
  carried = createLoop(whole, extent, 1, carried, [&](Value i, ValueRange values) {
    if (!isLeft) {
      Value last = arith::SubIOp::create(rewriter, loc, extent, index(1));
      i = arith::SubIOp::create(rewriter, loc, last, i);
    }
    return emitScalars(i, values);
  });
  ValueRange results = carried;
  rewriter.replaceAllUsesWith(fold.getFinalStates(), results.take_front(fold.getNumStates()));
  for (auto [number, array] : llvm::zip_equal(numbers, results.drop_front(fold.getNumStates())))
    rewriter.replaceAllUsesWith(fold.getCollected()[number], array);
  rewriter.eraseOp(fold);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether all arrays are of scalars, in memory as they are in registers.
static bool hasPlainArrays(Operation *op) {
  auto isPlain = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return true;
    Type element = tensor.getElementType();
    return tensor.getRank() == 1 && (element.isF32() || element.isF64() || element.isIndex() ||
                                     element.isInteger(32) || element.isInteger(64));
  };
  return llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain);
}

/// Whether the op makes something for an element of another one: loops tell less of the extents
/// of rows than combinators do.
static bool isNested(Operation *op) {
  while ((op = op->getParentOp()))
    if (isArrayOp(op))
      return true;
  return false;
}

namespace {
struct VectorizeScans : chad::impl::ChadVectorizeScansBase<VectorizeScans> {
  using ChadVectorizeScansBase::ChadVectorizeScansBase;

  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      if (isa<ScanOp, FoldOp>(op) && hasPlainArrays(op) && !isNested(op) &&
          isElementwise(op->getRegion(0).front()))
        found.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : found) {
      auto fold = cast<FoldOp>(*generalizeToLoop(rewriter, op));
      if (fold.getArrays().empty() || !isRecurrence(fold))
        continue;
      MapOp map = getConsumer(fold);
      if (map && hasPlainArrays(map))
        fold = cast<FoldOp>(*fuseLoops(rewriter, fold, map, fold.getDirection()));
      unsigned width = 0;
      for (Value state : fold.getStateArgs())
        width = std::max(width, state.getType().getIntOrFloatBitWidth());
      int64_t lanes = vectorBits / width;
      int64_t extent = getArrayExtent(fold.getArrays().front().getType());
      if (lanes < 2 || (!ShapedType::isDynamic(extent) && extent < 2 * lanes))
        continue;
      LoopOfVectors(rewriter, fold, lanes, checkExtents).create();
      ++numVectorized;
    }
  }
};
} // namespace
