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

#include "Products.h"
#include "MemorySpaces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad::detail;

/// Threads are arranged as a square.
static constexpr int64_t side = 16, numThreads = side * side;
/// The extent of tiles along the common index, and the smallest extents for which tiles are used.
static constexpr int64_t depth = 16, leastExtent = 8;
/// The number of large tiles from which on all of a GPU has work.
static constexpr int64_t manyTiles = 96;

namespace {
/// The elements of the result that a thread computes.
struct Shape {
  int64_t rows, columns;
  int64_t tileRows() const { return rows * side; }
  int64_t tileColumns() const { return columns * side; }
};

class Product {
public:
  Product(RewriterBase &rewriter, linalg::LinalgOp op)
      : rewriter(rewriter), op(op), loc(op.getLoc()) {}

  /// Whether the op is a product; finds its indices.
  bool match();
  /// Measures its extents, before the op.
  void measure();
  /// Whether the extents are at least those of the smallest tile.
  Value isLarge();
  Value hasManyTiles(const Shape &shape);
  void launch(const Shape &shape);

private:
  Value index(int64_t value) { return arith::ConstantIndexOp::create(rewriter, loc, value); }
  template <typename Op> Value make(Value a, Value b) {
    return rewriter.createOrFold<Op>(loc, a, b);
  }
  Value isLess(Value a, Value b) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, a, b);
  }
  /// The element of an operand at the position that `at` has for each loop.
  SmallVector<Value> positionIn(OpOperand *operand, ArrayRef<Value> at);
  /// Copies the tile of a factor that begins at `at`, of `extent` elements along `dim`, to `tile`.
  void copyTile(OpOperand *factor, Value tile, ArrayRef<Value> at, unsigned dim, int64_t extent,
                Value thread);
  Value tilesOf(unsigned dim, int64_t extent) {
    return make<arith::CeilDivUIOp>(extents[dim], index(extent));
  }

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  OpOperand *left = nullptr, *right = nullptr, *result = nullptr;
  unsigned row = 0, column = 0, common = 0;
  SmallVector<unsigned> others; ///< The loops that number products.
  SmallVector<Value> extents;   ///< Of all loops.
  arith::MulFOp product;
  arith::AddFOp sum;
};
} // namespace

bool Product::match() {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 || !op.hasPureBufferSemantics())
    return false;
  left = op.getDpsInputOperand(0);
  right = op.getDpsInputOperand(1);
  result = op.getDpsInitOperand(0);
  Type scalar = cast<MemRefType>(result->get().getType()).getElementType();
  for (OpOperand *operand : {left, right, result}) {
    auto type = dyn_cast<MemRefType>(operand->get().getType());
    if (!type || !isOnDevice(operand->get()) || type.getElementType() != scalar ||
        !op.getMatchingIndexingMap(operand).isProjectedPermutation())
      return false;
  }
  if (!scalar.isF64() && !scalar.isF32())
    return false;
  Block *body = op.getBlock();
  auto yield = body->getTerminator();
  sum = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || body->getOperations().size() != 3)
    return false;
  Value state = body->getArgument(2);
  Value added = sum.getLhs() == state ? sum.getRhs() : sum.getLhs();
  product = added.getDefiningOp<arith::MulFOp>();
  if (!product || (sum.getLhs() != state && sum.getRhs() != state))
    return false;
  Value first = body->getArgument(0), second = body->getArgument(1);
  if (!(product.getLhs() == first && product.getRhs() == second) &&
      !(product.getLhs() == second && product.getRhs() == first))
    return false;
  FailureOr<linalg::ContractionDimensions> dims = linalg::inferContractionDims(op);
  if (failed(dims) || dims->m.empty() || dims->n.empty() || dims->k.size() != 1)
    return false;
  row = dims->m.back();
  column = dims->n.back();
  common = dims->k.front();
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (dim != row && dim != column && dim != common)
      others.push_back(dim);
  return true;
}

void Product::measure() {
  extents.resize(op.getNumLoops());
  for (OpOperand *operand : {left, right, result})
    for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(operand).getResults())) {
      Value &extent = extents[cast<AffineDimExpr>(expr).getPosition()];
      if (!extent)
        extent = rewriter.createOrFold<memref::DimOp>(loc, operand->get(), dim);
    }
}

Value Product::isLarge() {
  Value holds;
  for (unsigned dim : {row, column, common}) {
    Value own = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::uge, extents[dim],
                                                     index(leastExtent));
    holds = holds ? make<arith::AndIOp>(holds, own) : own;
  }
  return holds;
}

Value Product::hasManyTiles(const Shape &shape) {
  Value tiles =
      make<arith::MulIOp>(tilesOf(row, shape.tileRows()), tilesOf(column, shape.tileColumns()));
  for (unsigned dim : others)
    tiles = make<arith::MulIOp>(tiles, extents[dim]);
  return rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::uge, tiles,
                                              index(manyTiles));
}

SmallVector<Value> Product::positionIn(OpOperand *operand, ArrayRef<Value> at) {
  return llvm::map_to_vector(op.getMatchingIndexingMap(operand).getResults(), [&](AffineExpr expr) {
    return at[cast<AffineDimExpr>(expr).getPosition()];
  });
}

void Product::copyTile(OpOperand *factor, Value tile, ArrayRef<Value> at, unsigned dim,
                       int64_t extent, Value thread) {
  Type scalar = cast<MemRefType>(factor->get().getType()).getElementType();
  Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(scalar));
  AffineExpr last = op.getMatchingIndexingMap(factor).getResults().back();
  // Adjacent threads read adjacent elements.
  bool isCommonLast = cast<AffineDimExpr>(last).getPosition() == common;
  Value width = index(isCommonLast ? depth : extent);
  for (int64_t i = 0; i < extent * depth / numThreads; ++i) {
    Value number = make<arith::AddIOp>(thread, index(i * numThreads));
    Value fast = make<arith::RemUIOp>(number, width), slow = make<arith::DivUIOp>(number, width);
    Value inner = isCommonLast ? fast : slow, outer = isCommonLast ? slow : fast;
    SmallVector<Value> place(at);
    place[common] = make<arith::AddIOp>(at[common], inner);
    place[dim] = make<arith::AddIOp>(at[dim], outer);
    Value isInside = isLess(place[common], extents[common]);
    // Elements beyond the end are clamped to valid ones, and have no effect: along the common index
    // they count as zero, and results outside of the matrix are not stored.
    for (unsigned each : {common, dim})
      place[each] = make<arith::MinUIOp>(place[each], make<arith::SubIOp>(extents[each], index(1)));
    Value element = memref::LoadOp::create(rewriter, loc, factor->get(), positionIn(factor, place));
    element = arith::SelectOp::create(rewriter, loc, isInside, element, zero);
    memref::StoreOp::create(rewriter, loc, element, tile, ValueRange{inner, outer});
  }
}

void Product::launch(const Shape &shape) {
  Value one = index(1), threads = index(numThreads);
  Value tileRows = tilesOf(row, shape.tileRows());
  Value tileColumns = tilesOf(column, shape.tileColumns());
  Value blocks = make<arith::MulIOp>(tileRows, tileColumns);
  for (unsigned dim : others)
    blocks = make<arith::MulIOp>(blocks, extents[dim]);
  auto kernel = gpu::LaunchOp::create(rewriter, loc, blocks, one, one, threads, one, one);
  OpBuilder::InsertionGuard guard(rewriter);
  Type scalar = cast<MemRefType>(result->get().getType()).getElementType();
  auto space = gpu::AddressSpaceAttr::get(rewriter.getContext(),
                                          gpu::GPUDialect::getWorkgroupAddressSpace());
  // One more column avoids conflicts between memory banks when adjacent threads write.
  auto createTile = [&](int64_t extent) -> Value {
    auto type = MemRefType::get({depth, extent + 1}, scalar, MemRefLayoutAttrInterface(), space);
    return kernel.addWorkgroupAttribution(type, loc);
  };
  Value leftTile = createTile(shape.tileRows()), rightTile = createTile(shape.tileColumns());
  rewriter.setInsertionPointToEnd(&kernel.getBody().front());
  auto terminator = gpu::TerminatorOp::create(rewriter, loc);
  rewriter.setInsertionPoint(terminator);

  // Which tile the block has, and which elements of it the thread has.
  Value block = kernel.getBlockIds().x, thread = kernel.getThreadIds().x;
  auto takeNumber = [&](Value count) {
    Value number = make<arith::RemUIOp>(block, count);
    block = make<arith::DivUIOp>(block, count);
    return number;
  };
  SmallVector<Value> at(op.getNumLoops());
  at[column] = make<arith::MulIOp>(takeNumber(tileColumns), index(shape.tileColumns()));
  at[row] = make<arith::MulIOp>(takeNumber(tileRows), index(shape.tileRows()));
  for (unsigned dim : others)
    at[dim] = takeNumber(extents[dim]);
  Value ownColumn = make<arith::RemUIOp>(thread, index(side));
  Value ownRow = make<arith::DivUIOp>(thread, index(side));

  Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(scalar));
  SmallVector<Value> sums(shape.rows * shape.columns, zero);
  auto steps = scf::ForOp::create(rewriter, loc, index(0), extents[common], index(depth), sums);
  rewriter.setInsertionPointToStart(steps.getBody());
  SmallVector<Value> begin(at);
  begin[common] = steps.getInductionVar();
  copyTile(left, leftTile, begin, row, shape.tileRows(), thread);
  copyTile(right, rightTile, begin, column, shape.tileColumns(), thread);
  gpu::BarrierOp::create(rewriter, loc);
  auto inner = scf::ForOp::create(rewriter, loc, index(0), index(depth), index(1),
                                  steps.getRegionIterArgs());
  rewriter.setInsertionPointToStart(inner.getBody());
  auto loadPart = [&](Value tile, Value own, int64_t count) {
    SmallVector<Value> part;
    for (int64_t i = 0; i < count; ++i)
      part.push_back(memref::LoadOp::create(
          rewriter, loc, tile,
          ValueRange{inner.getInductionVar(), make<arith::AddIOp>(own, index(i * side))}));
    return part;
  };
  SmallVector<Value> lefts = loadPart(leftTile, ownRow, shape.rows);
  SmallVector<Value> rights = loadPart(rightTile, ownColumn, shape.columns);
  SmallVector<Value> next;
  for (int64_t i = 0; i < shape.rows; ++i)
    for (int64_t j = 0; j < shape.columns; ++j) {
      Value each =
          arith::MulFOp::create(rewriter, loc, lefts[i], rights[j], product.getFastmathAttr());
      next.push_back(arith::AddFOp::create(rewriter, loc,
                                           inner.getRegionIterArg(i * shape.columns + j), each,
                                           sum.getFastmathAttr()));
    }
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.setInsertionPointAfter(inner);
  gpu::BarrierOp::create(rewriter, loc);
  scf::YieldOp::create(rewriter, loc, inner.getResults());

  rewriter.setInsertionPoint(terminator);
  for (int64_t i = 0; i < shape.rows; ++i)
    for (int64_t j = 0; j < shape.columns; ++j) {
      SmallVector<Value> place(at);
      place[row] = make<arith::AddIOp>(at[row], make<arith::AddIOp>(ownRow, index(i * side)));
      place[column] =
          make<arith::AddIOp>(at[column], make<arith::AddIOp>(ownColumn, index(j * side)));
      Value isInside = make<arith::AndIOp>(isLess(place[row], extents[row]),
                                           isLess(place[column], extents[column]));
      auto branch = scf::IfOp::create(rewriter, loc, isInside);
      OpBuilder::InsertionGuard inBranch(rewriter);
      rewriter.setInsertionPointToStart(branch.thenBlock());
      SmallVector<Value> position = positionIn(result, place);
      Value before = memref::LoadOp::create(rewriter, loc, result->get(), position);
      Value after = arith::AddFOp::create(
          rewriter, loc, before, steps.getResult(i * shape.columns + j), sum.getFastmathAttr());
      memref::StoreOp::create(rewriter, loc, after, result->get(), position);
    }
}

bool chad::detail::createProduct(RewriterBase &rewriter, linalg::LinalgOp op, int64_t sharedBytes,
                                 linalg::LinalgOp &rest) {
  rest = op;
  Product product(rewriter, op);
  if (!product.match())
    return false;
  bool isDouble = cast<MemRefType>(op.getDpsInits().front().getType()).getElementType().isF64();
  // Each thread has as many sums as fit in its registers: twice as many in f32 as in f64.
  const Shape large = isDouble ? Shape{8, 4} : Shape{8, 8}, small = {2, 2};
  int64_t needed = depth * (large.tileRows() + large.tileColumns() + 2) * (isDouble ? 8 : 4);
  if (needed > sharedBytes)
    return false;
  rewriter.setInsertionPoint(op);
  product.measure();
  // Puts the following code in a branch, unless the condition is known at compile time.
  auto choose = [&](Value condition, function_ref<void()> create) {
    std::optional<int64_t> known = getConstantIntValue(condition);
    if (known) {
      if (*known)
        create();
      return *known != 0;
    }
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), condition, /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    create();
    // The caller continues in the other branch.
    rewriter.setInsertionPointToStart(branch.elseBlock());
    return false;
  };
  Value isLarge = product.isLarge();
  if (std::optional<int64_t> known = getConstantIntValue(isLarge); known && !*known)
    return false;
  auto createTiled = [&] {
    if (!choose(product.hasManyTiles(large), [&] { product.launch(large); }))
      product.launch(small);
  };
  bool isAlways = choose(isLarge, createTiled);
  if (isAlways) {
    rewriter.eraseOp(op);
    rest = {};
    return true;
  }
  rewriter.moveOpBefore(op, rewriter.getInsertionBlock(), rewriter.getInsertionPoint());
  return true;
}
