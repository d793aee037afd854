//===- ArrayLaws.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of the array combinators that change no arithmetic of the user, Huot & Shaikhha 2022, Fig.
// 12.

#include "Laws.h"
#include "chad/IR/Fusion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

LogicalResult MapOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &results) {
  // map id A = A, where the body has no effects.
  Operation *yield = getBody().front().getTerminator();
  for (auto [value, type] : llvm::zip_equal(yield->getOperands(), getResultTypes())) {
    auto arg = dyn_cast<BlockArgument>(value);
    if (!arg || arg.getOwner() != &getBody().front() ||
        getArrays()[arg.getArgNumber()].getType() != type)
      return failure();
    results.push_back(getArrays()[arg.getArgNumber()]);
  }
  return success(isMemoryEffectFree(*this));
}

namespace {

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
    SmallVector<Value> kept;
    for (OpResult result : op->getResults())
      if (!unused.test(result.getResultNumber()))
        kept.push_back(result);
    Operation *yield = op.getYield();
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
    auto smaller = rebuildLoop(rewriter, op, op.getArrays(), {}, TypeRange(ValueRange(kept)));
    for (auto [from, to] : llvm::zip_equal(kept, smaller->getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }
};

/// map f (map g A) = map (f ∘ g) A, where nothing else uses `map g A` and one of f and g has no
/// effects, so that the order of effects stays; the effects of g must not move past others between
/// g and f. The fused map reads the arrays of both.
struct MapMap : LawFor<MapOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    // A map of many arrays may read as many results of one other map.
    SmallPtrSet<Operation *, 8> seen;
    for (Value array : op.getArrays()) {
      auto producer = array.getDefiningOp<MapOp>();
      if (!producer || producer->getBlock() != op->getBlock() || !seen.insert(producer).second ||
          !llvm::all_of(producer->getUsers(), [&](Operation *user) { return user == op; }) ||
          !mayHaveOneExtent(producer, op))
        continue;
      // The producer is examined last: in a chain of maps it contains all maps before it.
      bool mayMove = isMemoryEffectFree(op) && !mayHaveEffectsBetween(producer, op);
      if (!mayMove && !isMemoryEffectFree(producer))
        continue;
      fuseLoops(rewriter, producer, op);
      return success();
    }
    return failure();
  }

  /// Whether there are effects, or too many ops to tell, between two ops.
  static bool mayHaveEffectsBetween(Operation *first, Operation *last) {
    constexpr unsigned maxSeen = 16;
    unsigned seen = 0;
    for (Operation *op = first->getNextNode(); op != last; op = op->getNextNode())
      if (++seen > maxSeen || !isMemoryEffectFree(op))
        return true;
    return false;
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
      // The sizes are computed inside of the body, or the result has no uses: the law does not
      // apply.
      if (!zero || result.use_empty() ||
          llvm::any_of(zero.getSizes(), [&](Value size) { return !isDefinedOutside(size, op); }))
        continue;
      SmallVector<Value> sizes;
      bool isUnit = cast<LinType>(result.getType()).isUnit();
      if (!isUnit && ShapedType::isDynamic(getArrayExtent(result.getType()))) {
        Value extent = getExtent(rewriter, op.getLoc(), op.getArrays());
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
};

/// Whether two values are known to be the same, bit by bit.
bool areSame(Value a, Value b) {
  Attribute known, other;
  return a == b || (a.getType() == b.getType() && matchPattern(a, m_Constant(&known)) &&
                    matchPattern(b, m_Constant(&other)) && known == other);
}

/// Whether all elements of `array` are known to be `unit`.
bool isFilledWith(Value array, Value unit) {
  while (auto cast = array.getDefiningOp<tensor::CastOp>())
    array = cast.getSource();
  if (array.getDefiningOp<ZeroOp>())
    return unit.getDefiningOp<ZeroOp>() != nullptr;
  if (Value element = getRepeatedElement(array))
    return areSame(element, unit);
  DenseElementsAttr elements;
  Attribute value;
  return matchPattern(array, m_Constant(&elements)) && elements.isSplat() &&
         matchPattern(unit, m_Constant(&value)) && elements.getSplatValue<Attribute>() == value;
}

template <typename OpTy> bool isFilledWithUnits(OpTy op) {
  return llvm::all_of(llvm::zip_equal(op.getArrays(), op.getUnits()),
                      [](auto pair) { return isFilledWith(std::get<0>(pair), std::get<1>(pair)); });
}

/// u ⊕ u = u, so the reduction of any number of units is the unit, also of none: `reduce (∗) 1 Ones
/// = 1` and `reduce (+) 0 Zeros = 0`, Huot & Shaikhha 2022, Fig. 12. A sum from 0 of −0 is no such
/// reduction: its elements are not the unit.
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
    if (!isFilledWithUnits(op) || op.getArrays().getTypes() != op.getResultTypes())
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
  addLaw<UnusedResults<MapOp>>(patterns, "map-unused-results", 2);
  addLaw<MapMap>(patterns, "map-map");
  addLaw<MapToZero>(patterns, "map-to-zero", 3);
  addMapElementLaws(patterns);
}

void BuildOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<UnusedResults<BuildOp>>(patterns, "build-unused-results");
  addBuildElementLaws(patterns);
}

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<ReduceEmpty>(patterns, "reduce-empty");
  addLaw<ReduceUnits>(patterns, "reduce-units");
  addReduceComponentLaws(patterns);
}

void ScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<ScanUnits>(patterns, "scan-units");
  addScanComponentLaws(patterns);
}

void FoldOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addFoldElementLaws(patterns);
  addFoldStateLaws(patterns);
  addFoldOneHotLaws(patterns);
  addFoldExtentLaws(patterns);
  addFoldComponentLaws(patterns);
}

void HistOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addHistComponentLaws(patterns);
}
