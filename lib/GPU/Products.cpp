//===- Products.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products of matrices by tiles. For each tile of the result, of m x n elements, a block goes over
// the common index in steps of k: it copies an m x k tile of one factor and a k x n tile of the
// other one to its memory, each element once for n or m uses, and each thread adds the products of
// a few elements of a column by a few of a row, which it holds in registers:
//
//   C[i, j] += sum_k A[i, k] B[k, j]     bytes from memory: (M N K / n + M N K / m) elements
//
// What a step copies has been loaded to registers during the step before, so that a thread need not
// wait for memory, where that takes few registers.
//
// Loops that are next to each other in all matrices, as in sum_bt A[b, t, i] B[b, t, j], become one
// before. Where others are summed, too, a block goes over them one after the other.
//
// A result of few tiles has too few blocks for a whole GPU. The blocks then also divide the steps
// along the common index ("split-K"): each part of the steps has a partial result in memory, and a
// second kernel adds the parts, in order. How many parts there are depends on the extents only.
//
// NVIDIA's GPUs multiply small matrices of f64 by units of their own, tensor cores: the 32 threads
// of a warp compute an 8 x 8 matrix plus the product of an 8 x 4 and a 4 x 8 matrix in one
// instruction. Thread t of a warp holds the elements A[t / 4, t % 4], B[t % 4, t / 4], and
// C[t / 4, 2 (t % 4)] with its right neighbour. With sums of f32 they compute 16 x 8 matrices: from
// factors of f16 or bf16 with a common extent of 16, and from factors of f32, rounded to the format
// tf32, with one of 8.
//
// What is computed, element by element, from the result of a product alone, is computed where it is
// stored, as its epilogue.
//
// A factor may be computed from elements of several arrays, each of which has some of the indices
// of the factor, by a few operations, such as x[i, j] - m[b, j]: a block does so when it copies a
// tile.
//
// Source: NVIDIA, PTX ISA 8.1, "Matrix fragments for mma.m8n8k4 with .f64 floating point type",
// "mma.m16n8k8" and "mma.m16n8k16".

#include "Products.h"
#include "MemorySpaces.h"
#include "ProductTiles.h"
#include "StructuredOps.h"
#include "StructuredSums.h"
#include "WorkerLoops.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace chad::detail;

static constexpr int64_t numThreads = side * side;
static_assert(numThreads == productThreads);
/// The smallest extents for which tiles are used.
static constexpr int64_t leastExtent = 8;
/// The least number of terms of sums for which tiles are used whatever the other extents are.
static constexpr int64_t manyTerms = 512;
static constexpr int64_t warpThreads = 32;
/// The most registers, of 32 bits, of a thread for what it copies in the next step.
static constexpr int64_t mostWordsAhead = 24;
/// The most columns that are added to a tile.
static constexpr int64_t mostPadding = 8;
/// The least number of blocks for which most multiprocessors of a GPU have work, and the number of
/// multiprocessors.
static constexpr int64_t manyBlocks = 96, numProcessors = 132;

namespace {
/// The division of the steps along the common index: `count` parts of `steps` each, and the array
/// of their partial results, whose first dimension is that of the parts. It has no elements if
/// there is one part, and is null if that is known at compile time.
struct Parts {
  Value count, steps, results;
};

class Product {
public:
  Product(RewriterBase &rewriter, linalg::LinalgOp op, Value start,
          const std::optional<Epilogue> &epilogue, const ProductOptions &options)
      : rewriter(rewriter), op(op), loc(op.getLoc()), start(start), epilogue(epilogue),
        tensorCores(options.tensorCores), roundsFactors(options.rounding.roundsFactors) {}

  /// Whether the op is a product. Sets the members that describe its indices.
  bool match();
  /// Computes the extents, at a point before the op.
  void measure();
  /// Whether the extents are those of tiles: none is small, or the sums are long.
  Value isLarge();
  /// Replaces the op, which has been measured, by kernels. Tiles have the first of `shapes` that
  /// gives all multiprocessors work; the last one if none does.
  void createKernels(Value isLarge, ArrayRef<Shape> shapes, const ProductOptions &options);

private:
  Value index(int64_t value) { return arith::ConstantIndexOp::create(rewriter, loc, value); }
  template <typename Op> Value make(Value a, Value b) {
    return rewriter.createOrFold<Op>(loc, a, b);
  }
  Value isLess(Value a, Value b) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, a, b);
  }
  /// The indices of the element of an operand in the iteration `at`, which has one index for each
  /// loop.
  SmallVector<Value> positionIn(OpOperand *operand, ArrayRef<Value> at);
  /// A factor of the products.
  struct Factor {
    Value value; ///< In the body of the op.
    SmallVector<OpOperand *> inputs;
    llvm::SmallBitVector dims;    ///< The loops whose indices its inputs have.
    SmallVector<Operation *> ops; ///< That compute it from elements of the inputs.
  };
  /// Describes the factor whose value in the body is `value`; false if it is none.
  bool describe(Value value, Factor &factor);
  /// Finds out which loop is that of rows, of columns and so on.
  bool findDims();
  /// The element of a factor in the iteration `at`.
  Value load(const Factor &factor, ArrayRef<Value> at);
  /// A part of a factor in the memory of a block: `extent` elements along `dim`, the rows or the
  /// columns, and `depth` along the common index.
  struct TileOfFactor {
    const Factor &factor;
    Value tile;
    unsigned dim;
    int64_t extent;

    /// The number of elements that each thread copies.
    int64_t numCopies() const { return extent * depth / numThreads; }
  };
  /// The indices in a tile, the common one first, of the elements that a thread copies.
  SmallVector<std::pair<Value, Value>> placeCopies(const TileOfFactor &tile, Value thread);
  /// Loads the elements of the inputs from which a thread computes what it copies to a tile that
  /// begins at `at`.
  SmallVector<Value> loadTile(const TileOfFactor &tile, ArrayRef<Value> at, Value thread);
  /// Computes the elements from these, and stores them in the tile.
  void storeTile(const TileOfFactor &tile, ArrayRef<Value> at, Value thread, ValueRange loaded);
  /// The first row of a thread in a tile of the result, without tensor cores.
  Value firstRowOf(const Shape &shape, Value thread) {
    return make<arith::MulIOp>(make<arith::DivUIOp>(thread, index(side)),
                               index(shape.adjacentRows()));
  }
  /// The row and the column, in the tile of the block, of each element that a thread computes, in
  /// the order of the thread's sums.
  SmallVector<std::pair<Value, Value>> placeSums(const Shape &shape, Value thread);
  /// Adds the products of the elements of two tiles to the sums of a thread.
  SmallVector<Value> addProducts(const Shape &shape, Value leftTile, Value rightTile, Value thread,
                                 ValueRange sums);
  SmallVector<Value> addByUnits(const Shape &shape, Value leftTile, Value rightTile, Value thread,
                                ValueRange sums);
  /// The sums of a thread after one more product of tensor cores.
  SmallVector<Value> multiplyByUnit(ArrayRef<Value> left, ArrayRef<Value> right, ValueRange sums);
  /// Operands of tensor cores, which have one or two elements each.
  SmallVector<Value> pack(ArrayRef<Value> elements);
  /// A number of f32, rounded to the 11 bits of the format tf32, ties away from zero.
  Value roundToTF32(Value number);
  /// The row and the column, in the tile of the block, at which the part of a warp begins.
  std::pair<Value, Value> placeWarp(const Shape &shape, Value thread);
  /// What tensor cores multiply; null if threads do.
  const Unit *getUnit() const {
    if (!tensorCores)
      return nullptr;
    if (factorType.isF64())
      return &unitOfF64;
    if (factorType.isF32())
      return roundsFactors ? &unitOfTF32 : nullptr;
    return &unitOf16Bits;
  }
  /// The number of columns added to a tile. They hold no elements, and avoid conflicts between
  /// memory banks when adjacent threads write, or, with tensor cores, when the threads of a warp
  /// read several rows. Rows that a thread reads at once begin at multiples of their number.
  int64_t getPadding() const {
    const Unit *unit = getUnit();
    return !unit || unit == &unitOfF64 ? 4 : 8;
  }
  Value extend(Value factor) {
    return factorType == sumType
               ? factor
               : arith::ExtFOp::create(rewriter, loc, sumType, factor).getResult();
  }
  Value tilesOf(unsigned dim, int64_t extent) {
    return make<arith::CeilDivUIOp>(extents[dim], index(extent));
  }
  Value countTiles(const Shape &shape);
  Value isTrue(bool value) { return arith::ConstantIntOp::create(rewriter, loc, value, 1); }
  Value choose(Value condition, Value yes, Value no) {
    return rewriter.createOrFold<arith::SelectOp>(loc, condition, yes, no);
  }
  /// Whether a library can compute the product: as a batch that has one sum.
  bool mayCallLibrary() const { return outerSums.empty() && left.ops.empty() && right.ops.empty(); }
  /// Asks a library for the product if there are at least `volume` multiplications, and `isLarge`.
  /// Returns whether it has computed the product.
  Value callLibrary(Value isLarge, int64_t volume, const ProductRounding &rounding);
  /// Whether tiles of this shape are not too large for the extents, and give all multiprocessors
  /// work.
  Value hasManyBlocks(const Shape &shape);
  /// The parts of the common index with tiles of this shape, without an array.
  Parts divideSteps(const Shape &shape);
  /// Allocates the array of partial results.
  void allocate(Parts &parts);
  /// Creates a kernel in which each block computes a tile, or a part of its sums, if `runs`.
  void createTiles(const Shape &shape, const Parts &parts, Value runs);
  /// Creates a kernel in which each thread has an element of the result: it computes it as a whole
  /// if `isSmall`, and adds its partial results if there are several parts.
  /// If a library has computed the product, `isDone`, it computes the epilogue.
  void createElements(const Parts &parts, Value isSmall, Value isDone, int64_t blockThreads);
  /// The number of steps along the common index, and along all indices that are summed.
  Value countSteps() { return tilesOf(common, depth); }
  Value countAllSteps();
  /// Calls `store` with the position in the result of each sum of a thread that is inside of it.
  void storeSums(ArrayRef<std::pair<Value, Value>> places, ArrayRef<Value> at, ValueRange sums,
                 function_ref<void(SmallVector<Value> position, Value sum)> store);
  /// Adds all terms of the element of the result in the iteration `at` to `total`, if `isSmall`.
  Value addTerms(Value isSmall, SmallVector<Value> at, Value total);
  /// The number to which the sum of an element is added.
  Value createStart(ArrayRef<Value> position) {
    return start ? start : memref::LoadOp::create(rewriter, loc, result->get(), position);
  }
  /// Stores an element of the result, and what the epilogue makes of it.
  void finish(ArrayRef<Value> position, Value element);
  Value add(Value a, Value b) {
    return arith::AddFOp::create(rewriter, loc, a, b, sum.getFastmathAttr());
  }

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  Value start; ///< Null if sums begin with the elements of the result.
  const std::optional<Epilogue> &epilogue;
  Factor left, right;
  OpOperand *result = nullptr;
  unsigned row = 0, column = 0, common = 0;
  SmallVector<unsigned> others;    ///< The batch loops.
  SmallVector<unsigned> outerSums; ///< The summed loops around the common one.
  SmallVector<Value> extents;      ///< The extent of each loop.
  arith::MulFOp product;
  arith::AddFOp sum;
  Type factorType, sumType;
  bool tensorCores, roundsFactors;
};
} // namespace

bool Product::describe(Value value, Factor &factor) {
  factor.value = value;
  factor.dims.resize(op.getNumLoops());
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 8> ops;
  Block *body = op.getBlock();
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    auto arg = dyn_cast<BlockArgument>(next);
    if (arg && arg.getOwner() == body) {
      if (arg.getArgNumber() >= unsigned(op.getNumDpsInputs()))
        return false;
      OpOperand *input = op.getDpsInputOperand(arg.getArgNumber());
      if (llvm::is_contained(factor.inputs, input))
        continue;
      factor.inputs.push_back(input);
      for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults())
        factor.dims.set(cast<AffineDimExpr>(expr).getPosition());
      continue;
    }
    Operation *def = next.getDefiningOp();
    if (!def || def->getBlock() != body)
      continue;
    if (def->getNumResults() != 1 || !isPure(def) || def->getNumRegions() > 0 ||
        isa<linalg::IndexOp>(def))
      return false;
    if (ops.insert(def).second)
      llvm::append_range(worklist, def->getOperands());
  }
  for (Operation &each : *body)
    if (ops.contains(&each))
      factor.ops.push_back(&each);
  return !factor.inputs.empty();
}

bool Product::findDims() {
  llvm::SmallBitVector ofResult(op.getNumLoops());
  for (AffineExpr expr : op.getMatchingIndexingMap(result).getResults())
    ofResult.set(cast<AffineDimExpr>(expr).getPosition());
  std::optional<unsigned> ownRow, ownColumn, ownCommon;
  for (auto [dim, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool inLeft = left.dims.test(dim), inRight = right.dims.test(dim);
    bool isParallel = type == utils::IteratorType::parallel;
    if (isParallel != ofResult.test(dim) || (!inLeft && !inRight) ||
        (!isParallel && !(inLeft && inRight)))
      return false;
    if (!isParallel)
      ownCommon = dim;
    else if (!inRight)
      ownRow = dim;
    else if (!inLeft)
      ownColumn = dim;
  }
  if (!ownRow || !ownColumn || !ownCommon)
    return false;
  row = *ownRow;
  column = *ownColumn;
  common = *ownCommon;
  for (auto [dim, type] : llvm::enumerate(op.getIteratorTypesArray()))
    if (dim != row && dim != column && dim != common)
      (type == utils::IteratorType::parallel ? others : outerSums).push_back(dim);
  return true;
}

bool Product::match() {
  if (op.getNumDpsInits() != 1 || !op.hasPureBufferSemantics())
    return false;
  result = op.getDpsInitOperand(0);
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<MemRefType>(operand.get().getType()) || !isOnDevice(operand.get()) ||
        !op.getMatchingIndexingMap(&operand).isProjectedPermutation())
      return false;
  sumType = cast<MemRefType>(result->get().getType()).getElementType();
  if (!sumType.isF64() && !sumType.isF32())
    return false;
  Block *body = op.getBlock();
  auto yield = body->getTerminator();
  sum = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || sum->getBlock() != body)
    return false;
  Value state = op.getMatchingBlockArgument(result);
  Value added = sum.getLhs() == state ? sum.getRhs() : sum.getLhs();
  product = added.getDefiningOp<arith::MulFOp>();
  if (!product || product->getBlock() != body || (sum.getLhs() != state && sum.getRhs() != state))
    return false;
  // Factors of 16 bits have sums of f32.
  auto factorOf = [&](Value value) {
    auto extension = sumType.isF32() ? value.getDefiningOp<arith::ExtFOp>() : nullptr;
    bool isShort =
        extension && (extension.getIn().getType().isF16() || extension.getIn().getType().isBF16());
    return isShort ? extension.getIn() : value;
  };
  Value lhs = factorOf(product.getLhs()), rhs = factorOf(product.getRhs());
  factorType = lhs.getType();
  if (rhs.getType() != factorType || !describe(lhs, left) || !describe(rhs, right))
    return false;
  if (!findDims())
    return false;
  // Rows come before columns in the result: adjacent threads store adjacent elements, and rows, of
  // which a tile has more, are mostly more than columns.
  auto placeOf = [&](unsigned dim) {
    return *op.getMatchingIndexingMap(result).getResultPosition(rewriter.getAffineDimExpr(dim));
  };
  if (placeOf(row) > placeOf(column)) {
    std::swap(left, right);
    std::swap(row, column);
  }
  return true;
}

void Product::measure() { extents = measureLoops(rewriter, op); }

Value Product::isLarge() {
  Value holds = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::uge,
                                                     extents[common], index(manyTerms));
  Value areLarge;
  for (unsigned dim : {row, column, common}) {
    Value own = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::uge, extents[dim],
                                                     index(leastExtent));
    areLarge = areLarge ? make<arith::AndIOp>(areLarge, own) : own;
  }
  return make<arith::OrIOp>(holds, areLarge);
}

Value Product::countTiles(const Shape &shape) {
  Value tiles =
      make<arith::MulIOp>(tilesOf(row, shape.tileRows()), tilesOf(column, shape.tileColumns()));
  for (unsigned dim : others)
    tiles = make<arith::MulIOp>(tiles, extents[dim]);
  return tiles;
}

Value Product::countAllSteps() {
  Value steps = countSteps();
  for (unsigned dim : outerSums)
    steps = make<arith::MulIOp>(steps, extents[dim]);
  return steps;
}

Value Product::hasManyBlocks(const Shape &shape) {
  Value parts = make<arith::DivUIOp>(countAllSteps(), index(shape.leastSteps()));
  parts = make<arith::MaxUIOp>(parts, index(1));
  Value blocks = make<arith::MulIOp>(countTiles(shape), parts);
  Value holds = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::uge, blocks,
                                                     index(manyBlocks));
  for (auto [dim, extent] : {std::pair(row, shape.tileRows()), {column, shape.tileColumns()}})
    holds = make<arith::AndIOp>(holds, isLess(index(extent / 2), extents[dim]));
  return holds;
}

Parts Product::divideSteps(const Shape &shape) {
  Value one = index(1), all = countAllSteps();
  Value tiles = make<arith::MaxUIOp>(countTiles(shape), one);
  Value most = make<arith::DivUIOp>(all, index(shape.leastSteps()));
  Value wanted = make<arith::CeilDivUIOp>(index(numProcessors), tiles);
  Value isFew = isLess(tiles, index(manyBlocks));
  wanted = rewriter.createOrFold<arith::SelectOp>(loc, isFew, wanted, one);
  Value count = make<arith::MaxUIOp>(make<arith::MinUIOp>(most, wanted), one);
  Value steps = make<arith::MaxUIOp>(make<arith::CeilDivUIOp>(all, count), one);
  count = make<arith::MaxUIOp>(make<arith::CeilDivUIOp>(all, steps), one);
  return {count, steps, {}};
}

void Product::allocate(Parts &parts) {
  if (getConstantIntValue(parts.count) == 1)
    return;
  auto type = cast<MemRefType>(result->get().getType());
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  llvm::append_range(shape, type.getShape());
  Value several = isLess(index(1), parts.count);
  SmallVector<Value> sizes = {
      rewriter.createOrFold<arith::SelectOp>(loc, several, parts.count, index(0))};
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(rewriter.createOrFold<memref::DimOp>(loc, result->get(), dim));
  auto whole = MemRefType::get(shape, sumType, MemRefLayoutAttrInterface(), type.getMemorySpace());
  parts.results = memref::AllocOp::create(rewriter, loc, whole, sizes);
}

Value Product::callLibrary(Value isLarge, int64_t volume, const ProductRounding &rounding) {
  Value product = index(1);
  for (Value extent : extents)
    product = make<arith::MulIOp>(product, extent);
  Value isAsked =
      rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::uge, product, index(volume));
  isAsked = make<arith::AndIOp>(isAsked, isLarge);
  auto call = [&] {
    // A library has the factors in their order.
    bool isInOrder = left.inputs.front()->getOperandNumber() == 0;
    ProductLoops loops = {isInOrder ? row : column, isInOrder ? column : row, common};
    return createLibraryCall(rewriter, op, loops, rounding, /*overwrites=*/start != nullptr);
  };
  if (std::optional<int64_t> known = getConstantIntValue(isAsked))
    return *known ? call() : isTrue(false);
  auto branch =
      scf::IfOp::create(rewriter, loc, rewriter.getI1Type(), isAsked, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, call());
  rewriter.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, isTrue(false));
  return branch.getResult(0);
}

SmallVector<Value> Product::positionIn(OpOperand *operand, ArrayRef<Value> at) {
  return llvm::map_to_vector(op.getMatchingIndexingMap(operand).getResults(), [&](AffineExpr expr) {
    return at[cast<AffineDimExpr>(expr).getPosition()];
  });
}

Value Product::load(const Factor &factor, ArrayRef<Value> at) {
  IRMapping mapping;
  for (OpOperand *input : factor.inputs)
    mapping.map(
        Value(op.getMatchingBlockArgument(input)),
        memref::LoadOp::create(rewriter, loc, input->get(), positionIn(input, at)).getResult());
  for (Operation *each : factor.ops)
    rewriter.clone(*each, mapping);
  return mapping.lookup(factor.value);
}

SmallVector<std::pair<Value, Value>> Product::placeCopies(const TileOfFactor &tile, Value thread) {
  // Adjacent threads read adjacent elements of the input that has most.
  auto rankOf = [&](OpOperand *input) { return op.getMatchingIndexingMap(input).getNumResults(); };
  OpOperand *main = *llvm::max_element(
      tile.factor.inputs, [&](OpOperand *a, OpOperand *b) { return rankOf(a) < rankOf(b); });
  AffineExpr last = op.getMatchingIndexingMap(main).getResults().back();
  bool isCommonLast = cast<AffineDimExpr>(last).getPosition() == common;
  Value width = index(isCommonLast ? depth : tile.extent);
  SmallVector<std::pair<Value, Value>> places;
  for (int64_t i = 0; i < tile.numCopies(); ++i) {
    Value number = make<arith::AddIOp>(thread, index(i * numThreads));
    Value fast = make<arith::RemUIOp>(number, width), slow = make<arith::DivUIOp>(number, width);
    places.emplace_back(isCommonLast ? fast : slow, isCommonLast ? slow : fast);
  }
  return places;
}

SmallVector<Value> Product::loadTile(const TileOfFactor &tile, ArrayRef<Value> at, Value thread) {
  SmallVector<Value> loaded;
  for (auto [inner, outer] : placeCopies(tile, thread)) {
    SmallVector<Value> place(at);
    place[common] = make<arith::AddIOp>(at[common], inner);
    place[tile.dim] = make<arith::AddIOp>(at[tile.dim], outer);
    // Elements beyond the end are clamped to valid ones, and have no effect: along the common index
    // they count as zero, and results outside of the matrix are not stored.
    for (unsigned each : {common, tile.dim})
      place[each] = make<arith::MinUIOp>(place[each], make<arith::SubIOp>(extents[each], index(1)));
    for (OpOperand *input : tile.factor.inputs)
      loaded.push_back(
          memref::LoadOp::create(rewriter, loc, input->get(), positionIn(input, place)));
  }
  return loaded;
}

void Product::storeTile(const TileOfFactor &tile, ArrayRef<Value> at, Value thread,
                        ValueRange loaded) {
  Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(factorType));
  for (auto [inner, outer] : placeCopies(tile, thread)) {
    IRMapping mapping;
    for (OpOperand *input : tile.factor.inputs) {
      mapping.map(Value(op.getMatchingBlockArgument(input)), loaded.front());
      loaded = loaded.drop_front();
    }
    for (Operation *each : tile.factor.ops)
      rewriter.clone(*each, mapping);
    Value isInside = isLess(make<arith::AddIOp>(at[common], inner), extents[common]);
    Value element =
        arith::SelectOp::create(rewriter, loc, isInside, mapping.lookup(tile.factor.value), zero);
    if (getUnit() == &unitOfTF32)
      element = roundToTF32(element);
    memref::StoreOp::create(rewriter, loc, element, tile.tile, ValueRange{inner, outer});
  }
}

std::pair<Value, Value> Product::placeWarp(const Shape &shape, Value thread) {
  const Unit &unit = *getUnit();
  Value number = make<arith::DivUIOp>(thread, index(warpThreads));
  Value down = make<arith::DivUIOp>(number, index(unit.warpColumns));
  Value across = make<arith::RemUIOp>(number, index(unit.warpColumns));
  return {make<arith::MulIOp>(down, index(shape.tileRows() / unit.warpRows)),
          make<arith::MulIOp>(across, index(shape.tileColumns() / unit.warpColumns))};
}

SmallVector<std::pair<Value, Value>> Product::placeSums(const Shape &shape, Value thread) {
  SmallVector<std::pair<Value, Value>> places;
  auto add = [&](Value begin, int64_t offset) { return make<arith::AddIOp>(begin, index(offset)); };
  const Unit *unit = getUnit();
  if (!unit) {
    Value ownColumn = make<arith::RemUIOp>(thread, index(side));
    Value ownRow = firstRowOf(shape, thread);
    for (int64_t i = 0; i < shape.rows; ++i)
      for (int64_t j = 0; j < shape.columns; ++j)
        places.emplace_back(add(ownRow, shape.offsetOfRow(i)), add(ownColumn, j * side));
    return places;
  }
  auto [firstRow, firstColumn] = placeWarp(shape, thread);
  Value lane = make<arith::RemUIOp>(thread, index(warpThreads));
  Value ownRow = make<arith::AddIOp>(firstRow, make<arith::DivUIOp>(lane, index(4)));
  Value pair = make<arith::RemUIOp>(lane, index(4));
  Value ownColumn = make<arith::AddIOp>(firstColumn, make<arith::MulIOp>(pair, index(2)));
  for (int64_t i = 0; i < unit->countRows(shape); ++i)
    for (int64_t j = 0; j < unit->countColumns(shape); ++j)
      for (int64_t each = 0; each < unit->numSums; ++each)
        places.emplace_back(add(ownRow, i * unit->rows + each / 2 * 8),
                            add(ownColumn, j * unit->columns + each % 2));
  return places;
}

SmallVector<Value> Product::addProducts(const Shape &shape, Value leftTile, Value rightTile,
                                        Value thread, ValueRange sums) {
  Value ownColumn = make<arith::RemUIOp>(thread, index(side));
  Value ownRow = firstRowOf(shape, thread);
  auto loop = scf::ForOp::create(rewriter, loc, index(0), index(depth), index(1), sums);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  auto loadElement = [&](Value tile, Value own, int64_t offset) {
    Value at = make<arith::AddIOp>(own, index(offset));
    return memref::LoadOp::create(rewriter, loc, tile, ValueRange{loop.getInductionVar(), at});
  };
  SmallVector<Value> lefts, rights;
  for (int64_t i = 0; i < shape.rows; ++i) {
    auto load = loadElement(leftTile, ownRow, shape.offsetOfRow(i));
    // An instruction loads 16 bytes at most.
    if (i % shape.adjacentRows() * factorType.getIntOrFloatBitWidth() % 128 != 0)
      load->setAttr(joinedAttr, rewriter.getUnitAttr());
    lefts.push_back(load);
  }
  for (int64_t j = 0; j < shape.columns; ++j)
    rights.push_back(loadElement(rightTile, ownColumn, j * side));
  for (SmallVector<Value> *part : {&lefts, &rights})
    for (Value &element : *part)
      element = extend(element);
  SmallVector<Value> next;
  for (int64_t i = 0; i < shape.rows; ++i)
    for (int64_t j = 0; j < shape.columns; ++j) {
      Value each =
          arith::MulFOp::create(rewriter, loc, lefts[i], rights[j], product.getFastmathAttr());
      next.push_back(add(loop.getRegionIterArg(i * shape.columns + j), each));
    }
  scf::YieldOp::create(rewriter, loc, next);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> Product::addByUnits(const Shape &shape, Value leftTile, Value rightTile,
                                       Value thread, ValueRange sums) {
  const Unit &unit = *getUnit();
  auto [firstRow, firstColumn] = placeWarp(shape, thread);
  Value lane = make<arith::RemUIOp>(thread, index(warpThreads));
  Value inUnit = make<arith::DivUIOp>(lane, index(4));
  Value inDepth = make<arith::MulIOp>(make<arith::RemUIOp>(lane, index(4)), index(unit.adjacent));
  auto loop = scf::ForOp::create(rewriter, loc, index(0), index(depth), index(unit.depth), sums);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  Value step = make<arith::AddIOp>(loop.getInductionVar(), inDepth);
  // Of each product, the elements of the thread: first those that are adjacent along the common
  // index, then those of the lower half, and last those of the second half of the common index.
  auto loadPart = [&](Value tile, Value first, int64_t count, int64_t extent, int64_t numElements) {
    Value own = make<arith::AddIOp>(first, inUnit);
    SmallVector<SmallVector<Value>> part(count);
    for (int64_t i = 0; i < count; ++i)
      for (int64_t each = 0; each < numElements; ++each) {
        int64_t halves = extent / 8, which = each / unit.adjacent;
        int64_t down = which % halves * 8, along = which / halves * unit.depth / 2;
        Value at = make<arith::AddIOp>(step, index(along + each % unit.adjacent));
        Value place = make<arith::AddIOp>(own, index(i * extent + down));
        part[i].push_back(memref::LoadOp::create(rewriter, loc, tile, ValueRange{at, place}));
      }
    return part;
  };
  auto lefts = loadPart(leftTile, firstRow, unit.countRows(shape), unit.rows, unit.numLeft);
  auto rights =
      loadPart(rightTile, firstColumn, unit.countColumns(shape), unit.columns, unit.numRight);
  SmallVector<Value> next;
  for (ArrayRef<Value> left : lefts)
    for (ArrayRef<Value> right : rights)
      llvm::append_range(
          next,
          multiplyByUnit(left, right, loop.getRegionIterArgs().slice(next.size(), unit.numSums)));
  scf::YieldOp::create(rewriter, loc, next);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> Product::pack(ArrayRef<Value> elements) {
  if (factorType.isF64())
    return SmallVector<Value>(elements);
  Type word = rewriter.getI32Type();
  SmallVector<Value> operands;
  if (factorType.isF32()) {
    for (Value element : elements)
      operands.push_back(LLVM::BitcastOp::create(rewriter, loc, word, element));
    return operands;
  }
  Type pair = VectorType::get(2, factorType);
  for (size_t i = 0; i < elements.size(); i += 2) {
    Value operand = LLVM::PoisonOp::create(rewriter, loc, pair);
    for (size_t each : {0, 1}) {
      Value at = LLVM::ConstantOp::create(rewriter, loc, word, each);
      operand = LLVM::InsertElementOp::create(rewriter, loc, operand, elements[i + each], at);
    }
    operands.push_back(factorType.isF16()
                           ? operand
                           : LLVM::BitcastOp::create(rewriter, loc, word, operand).getResult());
  }
  return operands;
}

SmallVector<Value> Product::multiplyByUnit(ArrayRef<Value> left, ArrayRef<Value> right,
                                           ValueRange sums) {
  const Unit &unit = *getUnit();
  SmallVector<Type> types(unit.numSums, sumType);
  Type all = LLVM::LLVMStructType::getLiteral(rewriter.getContext(), types);
  std::optional<std::array<NVVM::MMATypes, 2>> factors;
  if (factorType.isF32())
    factors = {NVVM::MMATypes::tf32, NVVM::MMATypes::tf32};
  else if (factorType.isBF16())
    factors = {NVVM::MMATypes::bf16, NVVM::MMATypes::bf16};
  Value made = NVVM::MmaOp::create(
      rewriter, loc, all, pack(left), pack(right), sums, {unit.rows, unit.columns, unit.depth},
      /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt, factors,
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row, NVVM::MMALayout::col});
  SmallVector<Value> next;
  for (int64_t each = 0; each < unit.numSums; ++each)
    next.push_back(LLVM::ExtractValueOp::create(rewriter, loc, made, each));
  return next;
}

Value Product::roundToTF32(Value number) {
  Type word = rewriter.getI32Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(rewriter, loc, word, value);
  };
  Value bits = arith::BitcastOp::create(rewriter, loc, word, number);
  Value up = arith::AddIOp::create(rewriter, loc, bits, constant(0x1000));
  Value rounded = arith::AndIOp::create(rewriter, loc, up, constant(~int64_t(0x1fff)));
  rounded = arith::BitcastOp::create(rewriter, loc, number.getType(), rounded);
  // What is no number stays none.
  Value isNumber = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::ORD, number, number);
  return arith::SelectOp::create(rewriter, loc, isNumber, rounded, number);
}

void Product::storeSums(ArrayRef<std::pair<Value, Value>> places, ArrayRef<Value> at,
                        ValueRange sums,
                        function_ref<void(SmallVector<Value> position, Value sum)> store) {
  for (auto [own, added] : llvm::zip_equal(places, sums)) {
    SmallVector<Value> place(at);
    place[row] = make<arith::AddIOp>(at[row], own.first);
    place[column] = make<arith::AddIOp>(at[column], own.second);
    Value isInside = make<arith::AndIOp>(isLess(place[row], extents[row]),
                                         isLess(place[column], extents[column]));
    auto branch = scf::IfOp::create(rewriter, loc, isInside);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    store(positionIn(result, place), added);
  }
}

void Product::finish(ArrayRef<Value> position, Value element) {
  if (!epilogue || epilogue->keepsProduct())
    memref::StoreOp::create(rewriter, loc, element, result->get(), position);
  if (epilogue)
    epilogue->create(rewriter, element, result->get(), position);
}

void Product::createTiles(const Shape &shape, const Parts &parts, Value runs) {
  Value one = index(1);
  Value tileRows = tilesOf(row, shape.tileRows());
  Value tileColumns = tilesOf(column, shape.tileColumns());
  Value blocks = make<arith::MulIOp>(countTiles(shape), parts.count);
  blocks = choose(runs, blocks, index(0));
  Value stepsOfCommon = countSteps(), allSteps = countAllSteps();
  OpBuilder::InsertionGuard guard(rewriter);
  scf::ForallOp kernel =
      createWorkerLoop(rewriter, loc, /*isOfBlocks=*/true, getAsOpFoldResult(blocks));
  kernel->setAttr(tileAttr, rewriter.getDenseI64ArrayAttr({shape.tileRows(), shape.tileColumns()}));
  rewriter.setInsertionPointToStart(kernel.getBody());
  auto space = gpu::AddressSpaceAttr::get(rewriter.getContext(),
                                          gpu::GPUDialect::getWorkgroupAddressSpace());
  auto createTile = [&](int64_t extent) -> Value {
    auto type = MemRefType::get({depth, extent + getPadding()}, factorType,
                                MemRefLayoutAttrInterface(), space);
    return memref::AllocOp::create(rewriter, loc, type);
  };
  const TileOfFactor tiles[] = {
      {left, createTile(shape.tileRows()), row, shape.tileRows()},
      {right, createTile(shape.tileColumns()), column, shape.tileColumns()}};
  scf::ForallOp threads =
      createWorkerLoop(rewriter, loc, /*isOfBlocks=*/false, rewriter.getIndexAttr(productThreads));
  rewriter.setInsertionPointToStart(threads.getBody());

  // Compute the tile and the part of the block, and the elements of the thread.
  Value block = kernel.getInductionVar(0), thread = threads.getInductionVar(0);
  auto takeNumber = [&](Value &number, Value count) {
    Value last = make<arith::RemUIOp>(number, count);
    number = make<arith::DivUIOp>(number, count);
    return last;
  };
  SmallVector<Value> at(op.getNumLoops());
  at[column] = make<arith::MulIOp>(takeNumber(block, tileColumns), index(shape.tileColumns()));
  at[row] = make<arith::MulIOp>(takeNumber(block, tileRows), index(shape.tileRows()));
  for (unsigned dim : others)
    at[dim] = takeNumber(block, extents[dim]);
  Value part = block;
  SmallVector<std::pair<Value, Value>> places = placeSums(shape, thread);

  Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(sumType));
  SmallVector<Value> noSums(shape.rows * shape.columns, zero);
  Value first = parts.results ? make<arith::MulIOp>(part, parts.steps) : index(0);
  Value last = allSteps;
  if (parts.results)
    last = make<arith::MinUIOp>(make<arith::AddIOp>(first, parts.steps), last);
  auto beginOf = [&](Value step) {
    SmallVector<Value> begin(at);
    if (!outerSums.empty()) {
      Value inCommon = takeNumber(step, stepsOfCommon);
      for (unsigned dim : llvm::reverse(ArrayRef(outerSums).drop_front()))
        begin[dim] = takeNumber(step, extents[dim]);
      begin[outerSums.front()] = step;
      step = inCommon;
    }
    begin[common] = make<arith::MulIOp>(step, index(depth));
    return begin;
  };
  auto loadTiles = [&](Value step) {
    SmallVector<Value> begin = beginOf(step), loaded;
    for (const TileOfFactor &tile : tiles)
      llvm::append_range(loaded, loadTile(tile, begin, thread));
    return loaded;
  };

  // What a step copies is loaded during the step before, if there are registers for it.
  SmallVector<Value> starts(noSums);
  SmallVector<Type> types;
  int64_t numWords = 0;
  for (const TileOfFactor &tile : tiles)
    for (int64_t i = 0; i < tile.numCopies(); ++i)
      for (OpOperand *input : tile.factor.inputs) {
        types.push_back(getElementTypeOrSelf(input->get().getType()));
        numWords += types.back().isF64() || types.back().isIndex() ? 2 : 1;
      }
  bool isAhead = numWords <= mostWordsAhead;
  if (isAhead) {
    auto branch = scf::IfOp::create(rewriter, loc, types, isLess(first, last),
                                    /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard inside(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(rewriter, loc, loadTiles(first));
    rewriter.setInsertionPointToStart(branch.elseBlock());
    SmallVector<Value> nothing = llvm::map_to_vector(types, [&](Type type) -> Value {
      return arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
    });
    scf::YieldOp::create(rewriter, loc, nothing);
    llvm::append_range(starts, branch.getResults());
  }
  auto steps = scf::ForOp::create(rewriter, loc, first, last, one, starts);
  rewriter.setInsertionPointToStart(steps.getBody());
  Value step = steps.getInductionVar();
  ValueRange sums = steps.getRegionIterArgs().take_front(noSums.size());
  SmallVector<Value> loaded(steps.getRegionIterArgs().drop_front(noSums.size()));
  if (!isAhead)
    loaded = loadTiles(step);
  SmallVector<Value> begin = beginOf(step);
  ValueRange rest(loaded);
  for (const TileOfFactor &tile : tiles) {
    size_t own = tile.numCopies() * tile.factor.inputs.size();
    storeTile(tile, begin, thread, rest.take_front(own));
    rest = rest.drop_front(own);
  }
  gpu::BarrierOp::create(rewriter, loc);
  SmallVector<Value> following;
  if (isAhead)
    following = loadTiles(
        make<arith::MinUIOp>(make<arith::AddIOp>(step, one), make<arith::SubIOp>(last, one)));
  SmallVector<Value> next = getUnit()
                                ? addByUnits(shape, tiles[0].tile, tiles[1].tile, thread, sums)
                                : addProducts(shape, tiles[0].tile, tiles[1].tile, thread, sums);
  llvm::append_range(next, following);
  gpu::BarrierOp::create(rewriter, loc);
  scf::YieldOp::create(rewriter, loc, next);

  rewriter.setInsertionPointAfter(steps);
  ValueRange added = steps.getResults().take_front(noSums.size());
  if (parts.results) {
    auto branch = scf::IfOp::create(rewriter, loc, isLess(one, parts.count),
                                    /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    storeSums(places, at, added, [&](SmallVector<Value> position, Value sum) {
      position.insert(position.begin(), part);
      memref::StoreOp::create(rewriter, loc, sum, parts.results, position);
    });
    rewriter.setInsertionPointToStart(branch.elseBlock());
  }
  storeSums(places, at, added, [&](SmallVector<Value> position, Value sum) {
    finish(position, add(createStart(position), sum));
  });
}

void Product::createElements(const Parts &parts, Value isSmall, Value isDone,
                             int64_t blockThreads) {
  Value zero = index(0), one = index(1);
  Value runs = isSmall;
  if (epilogue)
    runs = make<arith::OrIOp>(runs, isDone);
  if (parts.results)
    runs = make<arith::OrIOp>(runs, isLess(one, parts.count));
  if (getConstantIntValue(runs) == 0)
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Value> own = positionIn(result, extents);
  Value total = one;
  for (Value extent : own)
    total = make<arith::MulIOp>(total, extent);
  Value number = createThreads(rewriter, loc, choose(runs, total, zero), blockThreads);
  SmallVector<Value> position = delinearize(rewriter, loc, number, own);
  SmallVector<Value> at(op.getNumLoops());
  for (auto [expr, each] :
       llvm::zip_equal(op.getMatchingIndexingMap(result).getResults(), position))
    at[cast<AffineDimExpr>(expr).getPosition()] = each;
  auto compute = [&] {
    Value added = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(sumType));
    if (parts.results)
      added = addParts(rewriter, loc, parts.results,
                       choose(isLess(one, parts.count), parts.count, zero), position, added,
                       sum.getFastmathAttr());
    if (getConstantIntValue(isSmall) != 0)
      added = addTerms(isSmall, at, added);
    return add(createStart(position), added);
  };
  if (!epilogue || getConstantIntValue(isDone) == 0)
    return finish(position, compute());
  auto choice = scf::IfOp::create(rewriter, loc, sumType, isDone, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(choice.thenBlock());
  Value known = memref::LoadOp::create(rewriter, loc, result->get(), position);
  scf::YieldOp::create(rewriter, loc, known);
  rewriter.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(rewriter, loc, compute());
  rewriter.setInsertionPointAfter(choice);
  finish(position, choice.getResult(0));
}

Value Product::addTerms(Value isSmall, SmallVector<Value> at, Value total) {
  SmallVector<unsigned> summed(outerSums);
  summed.push_back(common);
  SmallVector<Value> upper =
      llvm::map_to_vector(summed, [&](unsigned dim) { return extents[dim]; });
  upper.front() = choose(isSmall, upper.front(), index(0));
  auto nest = scf::buildLoopNest(
      rewriter, loc, SmallVector<Value>(summed.size(), index(0)), upper,
      SmallVector<Value>(summed.size(), index(1)), total,
      [&](OpBuilder &builder, Location, ValueRange position, ValueRange sums) -> scf::ValueVector {
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.setInsertionPoint(builder.getInsertionBlock(), builder.getInsertionPoint());
        for (auto [dim, each] : llvm::zip_equal(summed, position))
          at[dim] = each;
        Value term = arith::MulFOp::create(rewriter, loc, extend(load(left, at)),
                                           extend(load(right, at)), product.getFastmathAttr());
        return {add(sums.front(), term)};
      });
  return nest.results.front();
}

void Product::createKernels(Value isLarge, ArrayRef<Shape> shapes, const ProductOptions &options) {
  Value isTiled = isLarge, isDone = isTrue(false);
  // A library adds to the result, or to 0.
  bool isKnown = !start || matchPattern(start, m_AnyZeroFloat());
  if (options.libraryVolume >= 0 && isKnown && mayCallLibrary()) {
    isDone = callLibrary(isLarge, options.libraryVolume, options.rounding);
    isTiled = choose(isDone, isTrue(false), isTiled);
  }
  // All kernels are launched, but all but one of those of tiles with no blocks: those of several
  // products can then be one.
  Parts parts = divideSteps(shapes.back());
  SmallVector<Value> chosen;
  Value isLeft = isTiled;
  for (const Shape &shape : shapes.drop_back()) {
    Value isOwn = make<arith::AndIOp>(isLeft, hasManyBlocks(shape));
    isLeft = choose(isOwn, isTrue(false), isLeft);
    chosen.push_back(isOwn);
  }
  chosen.push_back(isLeft);
  for (auto [shape, isOwn] : llvm::zip_equal(shapes, chosen)) {
    Parts own = divideSteps(shape);
    parts.count = choose(isOwn, own.count, parts.count);
    parts.steps = choose(isOwn, own.steps, parts.steps);
  }
  parts.count = choose(isTiled, parts.count, index(1));
  allocate(parts);
  for (auto [shape, isOwn] : llvm::zip_equal(shapes, chosen))
    if (getConstantIntValue(isOwn) != 0)
      createTiles(shape, parts, isOwn);
  createElements(parts, choose(isLarge, isTrue(false), isTrue(true)), isDone, options.blockThreads);
  rewriter.eraseOp(op);
  if (epilogue)
    epilogue->erase(rewriter);
}

bool chad::detail::createProduct(RewriterBase &rewriter, linalg::LinalgOp op, Value start,
                                 const std::optional<Epilogue> &epilogue,
                                 const ProductOptions &options) {
  Product product(rewriter, op, start, epilogue, options);
  if (!product.match())
    return false;
  bool isDouble = cast<MemRefType>(op.getDpsInits().front().getType()).getElementType().isF64();
  // Each thread has as many sums as fit in its registers: twice as many in f32 as in f64.
  const Shape large = isDouble ? Shape{8, 4} : Shape{8, 8}, middle = {4, 4}, small = {2, 2};
  int64_t needed =
      depth * (large.tileRows() + large.tileColumns() + 2 * mostPadding) * (isDouble ? 8 : 4);
  if (needed > options.sharedBytes)
    return false;
  rewriter.setInsertionPoint(op);
  product.measure();
  Value isLarge = product.isLarge();
  if (getConstantIntValue(isLarge) == 0)
    return false;
  product.createKernels(isLarge, {large, middle, small}, options);
  return true;
}
