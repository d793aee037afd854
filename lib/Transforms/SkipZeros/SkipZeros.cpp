//===- SkipZeros.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Narrows loops over arrays that are zero outside of a box. Let box(o, B) be the array of zeros in
// which B is inserted at index o, and let f be linear in the elements of this array. Then
//
//   map (v, x. f(v, x)) box(o, B) X    = box(o, map (v, x. f(v, x)) B X[o .. o + |B|])
//   reduce (+) box(o, B)               = reduce (+) B
//   build (i. box(o, B i))             = box((0, o), build (i. B i))
//
// A column of a Jacobian has a tangent that is one in one element and zero elsewhere. By these laws
// only the elements that depend on this element are differentiated.

#include "Boxes.h"
#include "KeepUsed.h"
#include "SplitInvariant.h"
#include "ZeroWhere.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/Passes.h"

namespace chad {
#define GEN_PASS_DEF_CHADSKIPZEROS
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
struct SkipZeros : chad::impl::ChadSkipZerosBase<SkipZeros> {
  void runOnOperation() override {
    for (Region &region : getOperation()->getRegions())
      for (Block &block : region)
        visit(block);
    boxes = Boxes();
    if (!std::exchange(isChanged, false))
      return;
    // The rest of a loop may no longer depend on its iterations. After one computation has been
    // hoisted from a loop, others may follow.
    OpPassManager simplification(getOperation()->getName());
    // Unused ops are removed step by step, from the outer regions to the inner ones.
    GreedyRewriteConfig config;
    config.setMaxIterations(GreedyRewriteConfig::kNoLimit);
    simplification.addPass(createSoundCanonicalizerPass(config));
    constexpr unsigned maxRounds = 4;
    for (unsigned round = 0; round < maxRounds; ++round) {
      if (failed(runPipeline(simplification, getOperation())))
        return signalPassFailure();
      hoist();
      if (!splitInvariant(getOperation()))
        return;
      hoist();
    }
  }

private:
  void hoist() {
    getOperation()->walk([](LoopLikeOpInterface loop) {
      if (!getMapOrBuild(loop))
        return;
      bool runs = getExtent(loop) > 0;
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
          [&](Operation *op, Region *) {
            return isMemoryEffectFree(op) && (runs || isSpeculatable(op));
          },
          [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
    });
  }

  /// A lower bound of the number of iterations of a loop.
  static int64_t getExtent(Operation *loop) {
    int64_t extent = 0;
    for (Type type : loop->getResultTypes())
      extent = std::max(extent, getArrayExtent(type));
    return extent;
  }

  void visit(Block &block) {
    for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
      // The ops that the visit inserts after this one compute boxes, and need no visit.
      Operation *next = op->getNextNode();
      visit(op);
      op = next;
    }
  }

  void visit(Operation *op) {
    OpBuilder builder(op);
    if (auto map = dyn_cast<MapOp>(op))
      return visitMap(map, builder);
    if (auto build = dyn_cast<BuildOp>(op)) {
      visit(build.getBody().front());
      exportBoxes(build, builder);
      return;
    }
    if (auto reduce = dyn_cast<ReduceOp>(op))
      visitReduce(reduce, builder);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visit(block);
    boxes.visit(op, builder);
  }

  /// Whether the values of `box` are defined before `op`.
  static bool isOutside(const Box &box, Operation *op) {
    return llvm::all_of(box.offsets, [&](Value offset) {
      return !offset || !op->isAncestor(offset.getParentBlock()->getParentOp());
    });
  }

  //===-- Maps and builds -----------------------------------------------------------===//

  void visitMap(MapOp op, OpBuilder &builder) {
    op = narrow(op, builder);
    if (!op)
      return;
    // Each row is zero outside of a box.
    Block &body = op.getBody().front();
    builder.setInsertionPoint(op);
    for (auto [number, array] : llvm::enumerate(SmallVector<Value>(op.getArrays()))) {
      const Box *box = boxes.lookup(array);
      if (!box || box->isNarrow(0))
        continue;
      Box row = {nullptr, SmallVector<Value>(llvm::drop_begin(box->offsets))};
      op.getArraysMutable().append(box->core);
      row.core = body.addArgument(getArrayElement(box->core.getType()), op.getLoc());
      boxes.set(body.getArgument(number), std::move(row));
    }
    visit(body);
    exportBoxes(op, builder);
  }

  /// Makes a map over the box of one array, for all results that are zero where this array is.
  /// Returns the map of the other results, if there are any.
  MapOp narrow(MapOp op, OpBuilder &builder) {
    if (!isMemoryEffectFree(op))
      return op;
    const Box *first = nullptr;
    for (Value array : op.getArrays())
      if (const Box *box = boxes.lookup(array); box && box->isNarrow(0) && !first)
        first = box;
    if (!first)
      return op;
    Value offset = first->offsets[0];
    int64_t size = first->getSize(0);
    Block &body = op.getBody().front();
    SmallVector<const Box *> narrowed;
    ZeroWhere zeros;
    for (auto [number, array] : llvm::enumerate(op.getArrays())) {
      const Box *box = boxes.lookup(array);
      bool isSame = box && box->offsets[0] == offset && box->getSize(0) == size;
      narrowed.push_back(isSame ? box : nullptr);
      if (isSame)
        zeros.suppose(body.getArgument(number));
    }
    zeros.propagate(body);
    SmallVector<unsigned> results;
    for (auto [number, value] : llvm::enumerate(body.getTerminator()->getOperands()))
      if (isa<LinType>(value.getType()) && zeros.isZero(value) && !op.getResult(number).use_empty())
        results.push_back(number);
    int64_t extent = getArrayExtent(op.getArrays().front().getType());
    bool isAll = llvm::count_if(op.getResults(), [](Value result) {
                   return !result.use_empty();
                 }) == static_cast<int64_t>(results.size());
    // The values that the other results need, too, are computed twice.
    if (results.empty() || ShapedType::isDynamic(extent) || (isAll ? size : 3 * size) >= extent)
      return op;
    isChanged = true;

    Location loc = op.getLoc();
    builder.setInsertionPoint(op);
    SmallVector<Value> arrays;
    for (auto [array, box] : llvm::zip_equal(op.getArrays(), narrowed))
      arrays.push_back(box ? asType(builder, box->core, linearAs(array, box->core))
                           : slice(builder, loc, array, offset, size));
    SmallVector<Box> rows(arrays.size());
    for (auto [number, box] : llvm::enumerate(narrowed))
      if (box)
        rows[number] = {box->core, SmallVector<Value>(llvm::drop_begin(box->offsets))};
    auto small =
        MapOp::create(builder, loc, arrays, [&](OpBuilder &inner, Location, ValueRange args) {
          IRMapping mapping;
          for (auto [number, arg] : llvm::enumerate(args)) {
            mapping.map(body.getArgument(number), arg);
            if (!rows[number].core || !rows[number].isNarrow())
              continue;
            rows[number].core = asTensor(inner, arg);
            Value whole = surround(inner, loc, rows[number], body.getArgument(number).getType());
            boxes.set(whole, rows[number]);
            mapping.map(body.getArgument(number), whole);
          }
          SmallVector<Value> all = cloneBody(inner, body, mapping), yielded;
          for (unsigned number : results)
            yielded.push_back(all[number]);
          YieldOp::create(inner, loc, yielded);
        });
    removeUnused(small.getBody().front());
    visit(small.getBody().front());
    for (auto [number, made] : llvm::zip_equal(results, exportBoxes(small, builder))) {
      OpResult result = op->getResult(number);
      builder.setInsertionPoint(op);
      Box box = {nullptr, SmallVector<Value>(getArrayTensor(result.getType()).getRank())};
      if (const Box *inner = boxes.lookup(made))
        box = *inner;
      else
        box.core = asTensor(builder, made);
      box.offsets[0] = offset;
      Value whole = surround(builder, loc, box, result.getType());
      boxes.set(whole, box);
      result.replaceAllUsesWith(whole);
    }
    return cast_or_null<MapOp>(keepUsed(op).getOperation());
  }

  /// The type of `core` that is linear if `array` is.
  static Type linearAs(Value array, Value core) {
    if (isa<LinType>(array.getType()))
      return LinType::get(core.getType());
    return core.getType();
  }

  /// The elements of an array from `offset` on.
  static Value slice(OpBuilder &builder, Location loc, Value array, Value offset, int64_t size) {
    Value tensor = asTensor(builder, array);
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)), sizes;
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(tensor::getMixedSize(builder, loc, tensor, dim));
    offsets[0] = getAsOpFoldResult(offset);
    sizes[0] = builder.getIndexAttr(size);
    Value part = tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes, strides);
    return asType(builder, part, linearAs(array, part));
  }

  /// Adds the boxes of the values that a map or a build yields as further results. Returns the
  /// values that replace the old results.
  SmallVector<Value> exportBoxes(ArrayLoopOpInterface op, OpBuilder &builder) {
    Operation *yield = op.getYield();
    SmallVector<std::pair<unsigned, Box>> found;
    for (auto [number, value] : llvm::enumerate(yield->getOperands()))
      if (const Box *box = boxes.lookup(value); box && isOutside(*box, op))
        found.emplace_back(number, *box);
    if (found.empty())
      return SmallVector<Value>(op->getResults());
    SmallVector<Type> types(op->getResultTypes());
    SmallVector<Value> yielded(yield->getOperands());
    for (auto &[number, box] : found) {
      types.push_back(getArrayOf(box.core.getType(), getArrayExtent(types[number])));
      yielded.push_back(box.core);
    }
    yield->setOperands(yielded);
    builder.setInsertionPoint(op);
    IRRewriter rewriter(builder);
    ArrayLoopOpInterface larger = rebuildLoop(rewriter, op, op.getArrays(), {}, types);
    unsigned numOld = op->getNumResults();
    for (auto [number, item] : llvm::enumerate(found)) {
      Box box = {larger->getResult(numOld + number), {Value()}};
      llvm::append_range(box.offsets, item.second.offsets);
      boxes.set(larger->getResult(item.first), std::move(box));
    }
    SmallVector<Value> results(larger->getResults().take_front(numOld));
    op->replaceAllUsesWith(results);
    op->erase();
    return results;
  }

  //===-- Sums ------------------------------------------------------------------------===//

  /// Moves the zeros around boxes out of a reduction that adds them.
  void visitReduce(ReduceOp op, OpBuilder &builder) {
    if (!isMemoryEffectFree(op))
      return;
    Block &body = op.getBody().front();
    unsigned numArrays = op.getArrays().size();
    for (auto [number, array] : llvm::enumerate(op.getArrays())) {
      const Box *found = boxes.lookup(array);
      Value next = body.getTerminator()->getOperand(number);
      auto sum = next.getDefiningOp<AddOp>();
      Value a = body.getArgument(number), b = body.getArgument(numArrays + number);
      if (!found || !sum || sum->getBlock() != &body || op.getResult(number).use_empty() ||
          !((sum.getLhs() == a && sum.getRhs() == b) || (sum.getLhs() == b && sum.getRhs() == a)))
        continue;
      Box box = *found;
      Location loc = op.getLoc();
      builder.setInsertionPoint(op);
      Value core = ToLinearOp::create(builder, loc, box.core);
      Type rowType = getArrayElement(core.getType());
      auto row = dyn_cast<RankedTensorType>(cast<LinType>(rowType).getPrimal());
      if (row && !row.hasStaticShape())
        continue;
      isChanged = true;
      Value zero = ZeroOp::create(builder, loc, rowType, ValueRange());
      auto small = ReduceOp::create(builder, loc, core, zero,
                                    [](OpBuilder &inner, Location at, ValueRange args) {
                                      Value added = AddOp::create(inner, at, args[0], args[1]);
                                      YieldOp::create(inner, at, added);
                                    });
      Value whole = small.getResult(0);
      box.offsets.erase(box.offsets.begin());
      if (row) {
        box.core = asTensor(builder, whole);
        if (box.isNarrow()) {
          whole = surround(builder, loc, box, op.getResult(number).getType());
          boxes.set(whole, box);
        }
      }
      op.getResult(number).replaceAllUsesWith(whole);
    }
  }

  Boxes boxes;
  bool isChanged = false;
};
} // namespace
