//===- ArrayLaws.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of the array combinators that need no derivative and leave the user's
// arithmetic as it is, Huot & Shaikhha 2022, Fig. 12.

#include "Laws.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

LogicalResult MapOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &results) {
  // map id A = A
  Operation *yield = getBody().front().getTerminator();
  for (auto [value, type] : llvm::zip_equal(yield->getOperands(), getResultTypes())) {
    auto arg = dyn_cast<BlockArgument>(value);
    if (!arg || arg.getOwner() != &getBody().front() ||
        getArrays()[arg.getArgNumber()].getType() != type)
      return failure();
    results.push_back(getArrays()[arg.getArgNumber()]);
  }
  return success();
}

namespace {

/// An array that the body does not read, but for the one that gives the extent,
/// and one that is given twice.
struct MapArrays : LawFor<MapOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    // The array that gives the extent where no array is read: one of static
    // extent, if there is one, so that nothing is forgotten.
    unsigned keep = 0;
    for (auto [i, array] : llvm::enumerate(op.getArrays()))
      if (!ShapedType::isDynamic(getArrayExtent(array.getType()))) {
        keep = i;
        break;
      }
    bool allDynamic = ShapedType::isDynamic(getArrayExtent(op.getArrays()[keep].getType()));
    bool anyRead = llvm::any_of(body.getArguments(), [](Value arg) { return !arg.use_empty(); });
    llvm::BitVector dropped(op.getArrays().size());
    DenseMap<Value, unsigned> firstUse;
    for (auto [i, array] : llvm::enumerate(op.getArrays())) {
      auto [it, isNew] = firstUse.try_emplace(array, i);
      bool unread = body.getArgument(i).use_empty();
      bool needed = i == keep && (!allDynamic || !anyRead);
      if (!isNew) {
        rewriter.replaceAllUsesWith(body.getArgument(i), body.getArgument(it->second));
        dropped.set(i);
      } else if (unread && !needed) {
        dropped.set(i);
        firstUse.erase(array);
      }
    }
    if (dropped.none())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op->eraseOperands(dropped);
      body.eraseArguments(dropped);
    });
    return success();
  }
};

/// A result that nothing uses.
template <typename OpTy> struct UnusedResults : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    llvm::BitVector unused(op->getNumResults());
    for (OpResult result : op->getResults())
      if (result.use_empty())
        unused.set(result.getResultNumber());
    if (unused.none() || unused.all())
      return failure();
    SmallVector<Type> types;
    SmallVector<Value> kept;
    for (OpResult result : op->getResults())
      if (!unused.test(result.getResultNumber())) {
        types.push_back(result.getType());
        kept.push_back(result);
      }
    Operation *yield = op.getBody().front().getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
    OperationState state(op.getLoc(), OpTy::getOperationName(), op->getOperands(), types);
    state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
    state.addRegion();
    auto smaller = cast<OpTy>(rewriter.create(state));
    rewriter.inlineRegionBefore(op.getBody(), smaller.getBody(), smaller.getBody().end());
    for (auto [from, to] : llvm::zip_equal(kept, smaller->getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }
};

/// map f (map g A) = map (f ∘ g) A, where nothing else uses `map g A` and one
/// of f and g has no effects, so that their order stays. The fused map reads the arrays of both.
struct MapMap : LawFor<MapOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    for (Value array : op.getArrays()) {
      auto producer = array.getDefiningOp<MapOp>();
      if (!producer || producer->getBlock() != op->getBlock() ||
          !llvm::all_of(producer->getUsers(), [&](Operation *user) { return user == op; }))
        continue;
      // The consumer first: along a chain it is the smaller one.
      if (!isMemoryEffectFree(op) && !isMemoryEffectFree(producer))
        continue;
      fuse(producer, op, rewriter);
      return success();
    }
    return failure();
  }

  /// Appends the consumer's body to the producer's, so that a chain of maps takes
  /// time linear in its length.
  static void fuse(MapOp producer, MapOp consumer, PatternRewriter &rewriter) {
    Block *body = &producer.getBody().front();
    Operation *yield = body->getTerminator();
    SmallVector<Value> arrays = llvm::to_vector(producer.getArrays()), args;
    for (Value array : consumer.getArrays()) {
      if (array.getDefiningOp() == producer) {
        args.push_back(yield->getOperand(cast<OpResult>(array).getResultNumber()));
        continue;
      }
      arrays.push_back(array);
      args.push_back(body->addArgument(getArrayElement(array.getType()), consumer.getLoc()));
    }
    OperationState state(consumer.getLoc(), MapOp::getOperationName(), arrays,
                         consumer.getResultTypes());
    state.addAttributes(llvm::to_vector(consumer->getDiscardableAttrs()));
    state.addRegion();
    auto fused = cast<MapOp>(rewriter.create(state));
    rewriter.eraseOp(yield);
    rewriter.inlineBlockBefore(&consumer.getBody().front(), body, body->end(), args);
    rewriter.inlineRegionBefore(producer.getBody(), fused.getBody(), fused.getBody().end());
    rewriter.replaceOp(consumer, fused);
    rewriter.eraseOp(producer);
  }
};

/// The elements of an array of zeros are zeros, so that `map (+) A Zeros = A` and
/// the like follow from the laws of values.
struct MapZeros : LawFor<MapOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    bool changed = false;
    for (auto [arg, array] : llvm::zip_equal(body.getArguments(), op.getArrays())) {
      auto zeros = array.getDefiningOp<ZeroOp>();
      if (!zeros || arg.use_empty())
        continue;
      unsigned leading = ShapedType::isDynamic(getArrayExtent(array.getType()));
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(&body);
      // Where the type is a unit no size is given at all.
      ValueRange sizes = zeros.getSizes();
      Value zero = ZeroOp::create(rewriter, op.getLoc(), arg.getType(),
                                  sizes.empty() ? sizes : sizes.drop_front(leading));
      rewriter.replaceAllUsesWith(arg, zero);
      changed = true;
    }
    return success(changed);
  }
};

/// map (x. 0) A = Zeros
struct MapToZero : LawFor<MapOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    bool changed = false;
    Operation *yield = op.getBody().front().getTerminator();
    for (auto [value, result] : llvm::zip_equal(yield->getOperands(), op.getResults())) {
      auto zero = value.getDefiningOp<ZeroOp>();
      // Sizes are computed inside, or the result is not used: left alone.
      if (!zero || result.use_empty() || llvm::any_of(zero.getSizes(), [&](Value size) {
            return op->isAncestor(size.getParentRegion()->getParentOp());
          }))
        continue;
      SmallVector<Value> sizes;
      bool isUnit = cast<LinType>(result.getType()).isUnit();
      if (!isUnit && ShapedType::isDynamic(getArrayExtent(result.getType()))) {
        Value extent = getExtent(op, rewriter);
        if (!extent)
          continue;
        sizes.push_back(extent);
      }
      llvm::append_range(sizes, zero.getSizes());
      rewriter.replaceAllUsesWith(
          result, ZeroOp::create(rewriter, op.getLoc(), result.getType(), sizes).getResult());
      changed = true;
    }
    return success(changed);
  }

  static Value getExtent(MapOp op, PatternRewriter &rewriter) {
    for (Value array : op.getArrays()) {
      if (isa<RankedTensorType>(array.getType()))
        return rewriter.createOrFold<tensor::DimOp>(op.getLoc(), array, 0);
      auto zeros = array.getDefiningOp<ZeroOp>();
      if (zeros && getArrayExtent(array.getType()) == ShapedType::kDynamic &&
          !zeros.getSizes().empty())
        return zeros.getSizes().front();
    }
    return {};
  }
};

/// Whether all elements of `array` are known to be `unit`.
bool isFilledWith(Value array, Value unit) {
  if (array.getDefiningOp<ZeroOp>())
    return unit.getDefiningOp<ZeroOp>() != nullptr;
  DenseElementsAttr elements;
  Attribute value;
  return matchPattern(array, m_Constant(&elements)) && elements.isSplat() &&
         matchPattern(unit, m_Constant(&value)) && elements.getSplatValue<Attribute>() == value;
}

template <typename OpTy> bool isFilledWithUnits(OpTy op) {
  return llvm::all_of(llvm::zip_equal(op.getArrays(), op.getUnits()),
                      [](auto pair) { return isFilledWith(std::get<0>(pair), std::get<1>(pair)); });
}

/// u ⊕ u = u, so a reduction of units is the unit: `reduce (∗) 1 Ones = 1` and
/// `reduce (+) 0 Zeros = 0`.
struct ReduceUnits : LawFor<ReduceOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const override {
    if (!isFilledWithUnits(op))
      return failure();
    rewriter.replaceOp(op, op.getUnits());
    return success();
  }
};

/// A scan of units is the array of units.
struct ScanUnits : LawFor<ScanOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(ScanOp op, PatternRewriter &rewriter) const override {
    if (!isFilledWithUnits(op))
      return failure();
    rewriter.replaceOp(op, op.getArrays());
    return success();
  }
};

/// reduce ⊕ u [] = u
struct ReduceEmpty : LawFor<ReduceOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const override {
    if (llvm::none_of(op.getArrays().getTypes(),
                      [](Type type) { return getArrayExtent(type) == 0; }))
      return failure();
    rewriter.replaceOp(op, op.getUnits());
    return success();
  }
};

} // namespace

void MapOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<MapArrays>(patterns, "map-arrays", 3);
  addLaw<UnusedResults<MapOp>>(patterns, "map-unused-results", 2);
  addLaw<MapMap>(patterns, "map-map");
  addLaw<MapZeros>(patterns, "map-zeros", 3);
  addLaw<MapToZero>(patterns, "map-to-zero", 3);
}

void BuildOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<UnusedResults<BuildOp>>(patterns, "build-unused-results");
}

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<ReduceEmpty>(patterns, "reduce-empty");
  addLaw<ReduceUnits>(patterns, "reduce-units");
}

void ScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<ScanUnits>(patterns, "scan-units");
}
