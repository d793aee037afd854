//===- ElementLaws.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of the arrays that a map or a fold reads or makes an element at a time: arrays that are
// constant or reshaped, that are operands twice, or whose elements are not used; results that are
// constant, that are equal, or whose elements are those of an operand.

#include "Laws.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isIdentity(BuildOp build) {
  Block &body = build.getBody().front();
  return body.getTerminator()->getOperands() == ValueRange(body.getArguments());
}

/// Which dimensions of the array of higher rank are one dimension of the other.
static SmallVector<ReassociationIndices> getGroups(Operation *reshape) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape))
    return expand.getReassociationIndices();
  return cast<tensor::CollapseShapeOp>(reshape).getReassociationIndices();
}

/// Whether `op` only forgets static extents. (One that learns them says what must be true.)
static bool forgetsExtents(Operation *op) {
  auto cast = dyn_cast_or_null<tensor::CastOp>(op);
  auto from = cast ? dyn_cast<RankedTensorType>(cast.getSource().getType()) : RankedTensorType();
  auto to = cast ? dyn_cast<RankedTensorType>(cast.getType()) : RankedTensorType();
  return from && to && from != to && from.getEncoding() == to.getEncoding() &&
         llvm::all_of(llvm::zip_equal(from.getShape(), to.getShape()), [](auto extents) {
           auto [source, result] = extents;
           return source == result || ShapedType::isDynamic(result);
         });
}

/// Whether the first dimension of both arrays is the same, but for dimensions of extent one that
/// stand after it in one of them. A reshape that changes nothing is not one of these: it folds.
static bool reshapesRows(Operation *reshape) {
  if (!isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(reshape))
    return false;
  Value longer =
      isa<tensor::ExpandShapeOp>(reshape) ? reshape->getResult(0) : reshape->getOperand(0);
  auto type = cast<RankedTensorType>(longer.getType());
  SmallVector<ReassociationIndices> groups = getGroups(reshape);
  if (static_cast<int64_t>(groups.size()) == type.getRank())
    return false;
  return !groups.empty() && llvm::all_of(ArrayRef(groups[0]).drop_front(),
                                         [&](int64_t dim) { return type.getDimSize(dim) == 1; });
}

/// Whether the rows of the array that `op` makes are those of its operand, reshaped or cast.
static bool leavesRows(Operation *op) { return forgetsExtents(op) || reshapesRows(op); }

/// The row of the reshaped or cast array that is `row` in the array before. Precondition: the op
/// leaves rows.
static Value reshapeRow(OpBuilder &builder, Operation *reshape, Value row) {
  Location loc = reshape->getLoc();
  auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape);
  Type type = getArrayElement(reshape->getResult(0).getType());
  if (isa<tensor::CastOp>(reshape))
    return row.getType() == type ? row : tensor::CastOp::create(builder, loc, type, row);
  SmallVector<ReassociationIndices> groups = getGroups(reshape), rowGroups;
  if (groups.size() == 1) {
    // One of the rows is a number, the other an array with one element.
    if (expand)
      return tensor::FromElementsOp::create(builder, loc, type, row);
    SmallVector<Value> first(cast<RankedTensorType>(row.getType()).getRank(),
                             arith::ConstantIndexOp::create(builder, loc, 0));
    return tensor::ExtractOp::create(builder, loc, row, first);
  }
  groups[1].insert(groups[1].begin(), groups[0].begin() + 1, groups[0].end());
  for (ReassociationIndices &group : MutableArrayRef(groups).drop_front())
    rowGroups.push_back(llvm::map_to_vector<2>(group, [](int64_t dim) { return dim - 1; }));
  if (!expand)
    return tensor::CollapseShapeOp::create(builder, loc, cast<RankedTensorType>(type), row,
                                           rowGroups);
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  sizes.erase(sizes.begin());
  return tensor::ExpandShapeOp::create(builder, loc, cast<RankedTensorType>(type), row, rowGroups,
                                       sizes);
}

namespace {

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Removes an array whose elements the body does not use, except for one that gives the extent, and
/// an array that is an operand twice. Iotas of one extent are one array.
template <typename OpTy> struct Arrays : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    auto elements = body.getArguments().take_front(op.getArrays().size());
    // The array that stays for the extent, whether or not the body uses its elements: one of static
    // extent, if there is one, so that no type gets less precise; if possible one that is used.
    auto isStatic = [&](unsigned i) {
      return !ShapedType::isDynamic(getArrayExtent(op.getArrays()[i].getType()));
    };
    auto all = llvm::seq<unsigned>(0, op.getArrays().size());
    auto isUsedAndStatic = [&](unsigned i) { return isStatic(i) && !elements[i].use_empty(); };
    unsigned keep = 0;
    if (auto it = llvm::find_if(all, isUsedAndStatic); it != all.end())
      keep = *it;
    else if (auto first = llvm::find_if(all, isStatic); first != all.end())
      keep = *first;
    bool allDynamic = ShapedType::isDynamic(getArrayExtent(op.getArrays()[keep].getType()));
    bool anyRead = llvm::any_of(elements, [](Value arg) { return !arg.use_empty(); });
    llvm::BitVector dropped(body.getNumArguments());
    DenseMap<Value, unsigned> firstUse;
    unsigned firstIota = op.getArrays().size();
    for (auto [i, array] : llvm::enumerate(op.getArrays())) {
      unsigned same = firstUse.try_emplace(array, i).first->second;
      if (getIota(array)) {
        if (firstIota < i &&
            areEqual(Extent::of(op.getArrays()[firstIota], 0), Extent::of(array, 0)))
          same = firstIota;
        firstIota = std::min<unsigned>(firstIota, i);
      }
      if (same == i)
        continue;
      rewriter.replaceAllUsesWith(body.getArgument(i), body.getArgument(same));
      dropped.set(i);
      keep = i == keep ? same : keep;
    }
    for (unsigned i = 0, e = op.getArrays().size(); i < e; ++i)
      if (body.getArgument(i).use_empty() && (i != keep || (allDynamic && anyRead)))
        dropped.set(i);
    if (dropped.none())
      return failure();
    eraseElements(rewriter, op, dropped);
    return success();
  }
};

/// The elements of an array of zeros are zeros, so that `map (+) A Zeros = A` and
/// the like follow from the laws of values.
template <typename OpTy> struct Zeros : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    bool changed = false;
    for (auto [arg, array] : llvm::zip(body.getArguments(), op.getArrays())) {
      auto zeros = array.template getDefiningOp<ZeroOp>();
      if (!zeros || arg.use_empty())
        continue;
      unsigned leading = ShapedType::isDynamic(getArrayExtent(array.getType()));
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(&body);
      // A zero of unit type has no sizes.
      ValueRange sizes = zeros.getSizes();
      Value zero = ZeroOp::create(rewriter, op.getLoc(), arg.getType(),
                                  sizes.empty() ? sizes : sizes.drop_front(leading));
      rewriter.replaceAllUsesWith(arg, zero);
      changed = true;
    }
    return success(changed);
  }
};

/// If all elements of an array are one value, the body can use this value: `map f (build (i. c)) =
/// map (x. f c) (build (i. c))`.
template <typename OpTy> struct ConstantElements : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&body);
    bool changed = false;
    for (auto [arg, array] : llvm::zip(body.getArguments(), op.getArrays())) {
      if (arg.use_empty())
        continue;
      if (Value element = getElement(rewriter, array, arg.getType())) {
        rewriter.replaceAllUsesWith(arg, element);
        changed = true;
      }
    }
    return success(changed);
  }

  static Value getElement(PatternRewriter &rewriter, Value array, Type type) {
    while (auto cast = array.getDefiningOp<tensor::CastOp>())
      array = cast.getSource();
    if (auto splat = array.template getDefiningOp<tensor::SplatOp>())
      return getRow(rewriter, splat, type);
    if (Value element = getRepeatedElement(array))
      return element.getType() == type ? element : Value();
    DenseElementsAttr elements;
    if (!matchPattern(array, m_Constant(&elements)) || !elements.isSplat())
      return {};
    Attribute element = elements.getSplatValue<Attribute>();
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      if (!tensor.hasStaticShape())
        return {};
      element = DenseElementsAttr::get(tensor, element);
    }
    return arith::ConstantOp::create(rewriter, array.getLoc(), cast<TypedAttr>(element));
  }

  /// An element of a splat: its number, or a splat of one dimension less.
  static Value getRow(PatternRewriter &rewriter, tensor::SplatOp splat, Type type) {
    if (splat.getInput().getType() == type)
      return splat.getInput();
    if (type != getArrayElement(splat.getType()))
      return {};
    unsigned leading = splat.getType().isDynamicDim(0);
    return tensor::SplatOp::create(rewriter, splat.getLoc(), type, splat.getInput(),
                                   splat.getDynamicSizes().drop_front(leading));
  }
};

/// The elements of a reshaped array are those of the array, reshaped, if reshaping leaves the first
/// dimension: `map f (reshape A) = map (x. f (reshape x)) A`. So the loop reads what made A. A cast
/// that forgets static extents is a reshape, too: the loop learns them.
template <typename OpTy> struct ReshapedElements : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    for (unsigned i = 0, e = op.getArrays().size(); i != e; ++i) {
      Operation *reshape = op.getArrays()[i].getDefiningOp();
      if (body.getArgument(i).use_empty() || !leavesRows(reshape) ||
          contradicts(op, reshape->getOperand(0)))
        continue;
      Value row = addElement(rewriter, op, reshape->getOperand(0));
      rewriter.setInsertionPointToStart(&body);
      Value reshaped = reshapeRow(rewriter, reshape, row);
      rewriter.replaceAllUsesWith(body.getArgument(i), reshaped);
      llvm::BitVector dropped(body.getNumArguments());
      dropped.set(i);
      eraseElements(rewriter, op, dropped);
      return success();
    }
    return failure();
  }

  /// Whether the types say that the extent of an array is not that of the loop. Then the program
  /// fails when it runs.
  static bool contradicts(OpTy op, Value array) {
    int64_t extent = getArrayExtent(array.getType());
    int64_t known = getStaticExtent(cast<ArrayLoopOpInterface>(op.getOperation()));
    return !ShapedType::isDynamic(extent) && !ShapedType::isDynamic(known) && extent != known;
  }
};

/// map f (build g) = map (i. f (g i)) (0, 1, ...), where nothing else uses what is built. A fold
/// only takes over one op or two, since its iterations run one after the other.
template <typename OpTy> struct BuiltElements : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    for (Value array : op.getArrays()) {
      auto build = array.template getDefiningOp<BuildOp>();
      if (!build || isIdentity(build) || build->getBlock() != op->getBlock() ||
          !isMemoryEffectFree(build) || (isa<FoldOp>(op) && !isSmall(build.getBody())) ||
          llvm::any_of(build->getUsers(), [&](Operation *user) { return user != op; }) ||
          usesAsState(op, build))
        continue;
      fuse(build, op, rewriter);
      return success();
    }
    return failure();
  }

  static bool usesAsState(OpTy op, BuildOp build) {
    return llvm::any_of(op->getOperands().drop_front(op.getArrays().size()),
                        [&](Value value) { return value.getDefiningOp() == build; });
  }

  static void fuse(BuildOp build, OpTy op, PatternRewriter &rewriter) {
    Block &body = op.getBody().front();
    unsigned position = op.getArrays().size();
    Value index = addElement(rewriter, op, createIota(rewriter, build.getLoc(), build.getExtent()));
    rewriter.setInsertionPointToStart(&body);
    SmallVector<Value> yielded = inlineBody(rewriter, build.getBodyBlock(), index);
    for (unsigned i = 0; i < position; ++i)
      if (Value array = op.getArrays()[i]; array.getDefiningOp() == build)
        rewriter.replaceAllUsesWith(body.getArgument(i),
                                    yielded[cast<OpResult>(array).getResultNumber()]);
    llvm::BitVector dropped(body.getNumArguments());
    for (unsigned i = 0; i < position; ++i)
      if (op.getArrays()[i].getDefiningOp() == build)
        dropped.set(i);
    eraseElements(rewriter, op, dropped);
    rewriter.eraseOp(build);
  }
};

/// map f (0, 1, ..., n-1) = build n f
struct MapIndices : LawFor<MapOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    for (Value array : op.getArrays())
      if (auto build = array.getDefiningOp<BuildOp>(); !build || !isIdentity(build))
        return failure();
    // Each array gives the extent; a constant extent is preferred.
    Value extent = op.getArrays().front().getDefiningOp<BuildOp>().getExtent();
    for (Value array : op.getArrays())
      if (Value other = array.getDefiningOp<BuildOp>().getExtent();
          matchPattern(other, m_Constant()))
        extent = other;
    auto build = BuildOp::create(rewriter, op.getLoc(), op.getResultTypes(), extent);
    build->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getBody(), build.getBody(), build.getBody().end());
    Block &body = build.getBody().front();
    for (Value arg : body.getArguments().drop_front())
      rewriter.replaceAllUsesWith(arg, body.getArgument(0));
    rewriter.modifyOpInPlace(build, [&] { body.eraseArguments(1, body.getNumArguments() - 1); });
    rewriter.replaceOp(op, build);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// map (x. c) A = build (i. c), a result at a time.
template <typename OpTy> struct ConstantResults : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    bool changed = false;
    Operation *yield = op.getBody().front().getTerminator();
    for (OpResult result : op.getCollected()) {
      Value value = yield->getOperand(result.getResultNumber());
      if (result.use_empty() || !isDefinedOutside(value, op))
        continue;
      Value extent = getExtent(rewriter, op.getLoc(), op.getArrays());
      if (!extent)
        continue;
      auto build = BuildOp::create(rewriter, op.getLoc(), result.getType(), extent);
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.createBlock(&build.getBody(), {}, rewriter.getIndexType(), op.getLoc());
      YieldOp::create(rewriter, op.getLoc(), value);
      rewriter.replaceAllUsesWith(result, build.getResult(0));
      changed = true;
    }
    return success(changed);
  }
};

/// The array of which `value`, in the body of a loop, is the element with the number of the
/// iteration: an argument, or read at this index. Null if it is no element of an array with as many
/// elements.
static Value getArrayOfIteration(ArrayLoopOpInterface loop, Value value) {
  if (Value array = getArrayOfElement(value))
    return value.getParentBlock() == &loop.getBodyBlock() ? array : Value();
  Operation *read = value.getDefiningOp();
  OpFoldResult index;
  Value array;
  if (auto element = dyn_cast_or_null<tensor::ExtractOp>(read)) {
    if (element.getIndices().size() == 1)
      index = element.getIndices()[0];
    array = element.getTensor();
  } else if (auto row = dyn_cast_or_null<tensor::ExtractSliceOp>(read)) {
    array = row.getSource();
    auto isWhole = [&](int64_t dim) {
      return isConstantIntValue(row.getMixedOffsets()[dim], 0) &&
             isConstantIntValue(row.getMixedStrides()[dim], 1) &&
             areEqual(Extent::of(row.getMixedSizes()[dim]), Extent::of(array, dim));
    };
    if (row.getType() == getArrayElement(array.getType()) && row.getDroppedDims().test(0) &&
        llvm::all_of(llvm::seq<int64_t>(1, row.getSourceType().getRank()), isWhole))
      index = row.getMixedOffsets()[0];
  }
  auto number = dyn_cast_if_present<Value>(index);
  if (!number || !isDefinedOutside(array, loop))
    return {};
  Value iota = getArrayOfElement(number);
  bool isNumber = number == loop.getIndexArg() ||
                  (iota && getIota(iota) && number.getParentBlock() == &loop.getBodyBlock());
  auto build = dyn_cast<BuildOp>(*loop);
  Extent numIterations =
      build ? Extent::of(OpFoldResult(build.getExtent())) : Extent::of(loop.getArrays().front(), 0);
  return isNumber && areEqual(numIterations, Extent::of(array, 0)) ? array : Value();
}

/// A result whose elements are those of another one, or of an array: `map (x. x) A = A`, and
/// `build n (i. A[i]) = A` for an array A of n elements.
template <typename OpTy> struct KnownResults : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    bool changed = false;
    auto loop = cast<ArrayLoopOpInterface>(op.getOperation());
    Block &body = op.getBody().front();
    DenseMap<std::pair<Value, Type>, Value> known;
    for (OpResult result : op.getCollected()) {
      Value value = body.getTerminator()->getOperand(result.getResultNumber());
      Value same = known.try_emplace({value, result.getType()}, result).first->second;
      if (Value array = getArrayOfIteration(loop, value);
          array && array.getType() == result.getType())
        same = array;
      if (same == result || result.use_empty())
        continue;
      rewriter.replaceAllUsesWith(result, same);
      changed = true;
    }
    return success(changed);
  }
};

/// A result whose rows are reshaped by the body, and back outside of it, is collected as it is
/// used: `collapse (map (x. expand (f x)) A) = map (x. collapse (expand (f x))) A`.
template <typename OpTy> struct ReshapedResults : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto loop = cast<ArrayLoopOpInterface>(op.getOperation());
    Operation *yield = op.getYield();
    for (auto [i, result] : llvm::enumerate(loop.getCollected())) {
      unsigned number = result.getResultNumber();
      Value row = yield->getOperand(number);
      Operation *reshape = result.hasOneUse() ? *result.user_begin() : nullptr;
      if (!reshapesRows(reshape) || !isReshapedBack(row.getDefiningOp(), reshape))
        continue;
      SmallVector<Type> types(ValueRange(loop.getCollected()).getTypes());
      types[i] = reshape->getResult(0).getType();
      {
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.setInsertionPoint(yield);
        Value reshaped = reshapeRow(rewriter, reshape, row);
        rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(number, reshaped); });
      }
      auto changed = rebuildLoop(rewriter, loop, loop.getArrays(), loop.getInitialStates(), types);
      rewriter.replaceOp(reshape, changed->getResult(number));
      rewriter.replaceOp(op, changed);
      return success();
    }
    return failure();
  }

  /// Whether the reshape outside undoes, at least in part, the one that made the row. The sizes of
  /// an expanded array may be known after the loop only, so these must be static.
  static bool isReshapedBack(Operation *made, Operation *reshape) {
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape))
      return isa_and_nonnull<tensor::CollapseShapeOp>(made) && expand.getType().hasStaticShape();
    return isa_and_nonnull<tensor::ExpandShapeOp, tensor::FromElementsOp>(made);
  }
};

/// The type of a collected array has the extent of the loop, and the extents of what is yielded:
/// `map (x. cast (f x)) A = cast (map f A)`.
template <typename OpTy> struct StaticResults : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto loop = cast<ArrayLoopOpInterface>(op.getOperation());
    int64_t extent = getStaticExtent(loop);
    Operation *yield = loop.getYield();
    bool changed = false;
    rewriter.setInsertionPointAfter(op);
    for (OpResult result : loop.getCollected()) {
      OpOperand &row = yield->getOpOperand(result.getResultNumber());
      Type old = result.getType();
      Operation *made = row.get().getDefiningOp();
      bool forgets = forgetsExtents(made);
      int64_t leading = ShapedType::isDynamic(extent) ? getArrayExtent(old) : extent;
      Type type =
          getArrayOf(forgets ? made->getOperand(0).getType() : row.get().getType(), leading);
      if (type == old || !isa<RankedTensorType>(old))
        continue;
      if (forgets)
        rewriter.modifyOpInPlace(yield, [&] { row.set(made->getOperand(0)); });
      rewriter.modifyOpInPlace(op, [&] { result.setType(type); });
      auto cast = tensor::CastOp::create(rewriter, op.getLoc(), old, result);
      rewriter.replaceAllUsesExcept(result, cast, cast);
      changed = true;
    }
    return success(changed);
  }
};

template <typename OpTy> void addElementLaws(RewritePatternSet &patterns, StringRef name) {
  addLaw<Arrays<OpTy>>(patterns, (name + "-arrays").str(), 3);
  addLaw<Zeros<OpTy>>(patterns, (name + "-zeros").str(), 3);
  addLaw<ConstantElements<OpTy>>(patterns, (name + "-constant-elements").str(), 3);
  addLaw<KnownResults<OpTy>>(patterns, (name + "-known-results").str(), 3);
  addLaw<ConstantResults<OpTy>>(patterns, (name + "-constant-results").str(), 2);
  addLaw<BuiltElements<OpTy>>(patterns, (name + "-build").str());
  addLaw<ReshapedElements<OpTy>>(patterns, (name + "-reshaped").str());
  addLaw<ReshapedResults<OpTy>>(patterns, (name + "-reshaped-results").str());
  addLaw<StaticResults<OpTy>>(patterns, (name + "-static-results").str());
}

} // namespace

void chad::detail::addMapElementLaws(RewritePatternSet &patterns) {
  addElementLaws<MapOp>(patterns, "map");
  addLaw<MapIndices>(patterns, "map-indices");
}

void chad::detail::addFoldElementLaws(RewritePatternSet &patterns) {
  addElementLaws<FoldOp>(patterns, "fold");
}

void chad::detail::addBuildElementLaws(RewritePatternSet &patterns) {
  addLaw<KnownResults<BuildOp>>(patterns, "build-known-results", 3);
  addLaw<ReshapedResults<BuildOp>>(patterns, "build-reshaped-results");
  addLaw<StaticResults<BuildOp>>(patterns, "build-static-results");
}
