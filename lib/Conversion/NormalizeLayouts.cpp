//===- NormalizeLayouts.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Puts the operands of convolutions into the layout in which channels are innermost.
//
// A convolution and the two sums that are its derivatives are one form in three arrays, of which
// each op computes one from the other two (the sum is over all loops that the result lacks):
//
//   Σ W[b, y + r, c] · K[r, c, f] · O[b, y, f]
//
// W is the array that windows slide over, K the kernel, O what the convolution makes of W. Each
// loop has a role, which follows from the arrays in which it stands: the batch b in W and O, the
// position y and the step r within a window in the sum that is an index of W, the channels c in W
// and K, the features f in K and O, and groups in all three.

#include "chad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADNORMALIZELAYOUTS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// The least number of products in which an element of a large array takes part for it to be worth
/// a move.
static constexpr int64_t minUses = 16;

/// Whether the op adds products of the elements of two arrays to a third one.
static bool isSumOfProducts(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumDpsInputs() == 2 && op.getNumDpsInits() == 1 &&
         llvm::all_of(op->getOperandTypes(),
                      [](Type type) {
                        auto tensor = dyn_cast<RankedTensorType>(type);
                        return tensor && !tensor.getEncoding();
                      }) &&
         linalg::detail::isContractionBody(*op.getBlock(), [](Operation *times, Operation *plus) {
           return (isa<arith::MulFOp>(times) && isa<arith::AddFOp>(plus)) ||
                  (isa<arith::MulIOp>(times) && isa<arith::AddIOp>(plus)) ||
                  (isa<complex::MulOp>(times) && isa<complex::AddOp>(plus));
         });
}

/// The loop that an index of an array is; nothing if the index is a sum.
static std::optional<unsigned> getLoop(AffineExpr index) {
  auto dim = dyn_cast<AffineDimExpr>(index);
  return dim ? std::optional<unsigned>(dim.getPosition()) : std::nullopt;
}

/// The loops of a sum of multiples of loops; nothing if the expression is any other.
static std::optional<SmallVector<unsigned>> getLoopsOfSum(AffineExpr expr) {
  if (std::optional<unsigned> loop = getLoop(expr))
    return SmallVector<unsigned>{*loop};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Mul && isa<AffineConstantExpr>(binary.getRHS()))
    return getLoopsOfSum(binary.getLHS());
  if (binary.getKind() != AffineExprKind::Add)
    return std::nullopt;
  if (isa<AffineConstantExpr>(binary.getRHS()))
    return getLoopsOfSum(binary.getLHS());
  auto left = getLoopsOfSum(binary.getLHS()), right = getLoopsOfSum(binary.getRHS());
  if (!left || !right)
    return std::nullopt;
  llvm::append_range(*left, *right);
  return left;
}

namespace {
/// The roles of the three arrays of a convolution, and of its loops.
class Convolution {
public:
  explicit Convolution(linalg::LinalgOp op)
      : op(op), maps(op.getIndexingMapsArray()), extents(op.getStaticLoopRanges()) {}

  /// Whether the op is a convolution, or one of the sums that are its derivatives.
  bool analyze();
  /// Whether both products over features and over channels are long enough to move arrays for.
  bool isWorthMoving() const;
  /// The order of the dimensions of an operand in which channels are innermost.
  SmallVector<int64_t> getPermutation(unsigned operand) const;

private:
  bool stands(unsigned loop, unsigned operand) const { return plain[operand].test(loop); }
  /// The product of the extents of some loops; dynamic if one of them is.
  int64_t getSize(function_ref<bool(unsigned)> isCounted) const;
  bool isChannel(unsigned loop) const {
    return stands(loop, window) && stands(loop, kernel) && !stands(loop, other);
  }
  bool isFeature(unsigned loop) const {
    return !stands(loop, window) && stands(loop, kernel) && stands(loop, other) &&
           !inSum.test(loop);
  }

  linalg::LinalgOp op;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> extents;
  SmallVector<llvm::SmallBitVector> plain; ///< For each operand, the loops that are indices of it.
  llvm::SmallBitVector inSum;              ///< The loops in sums that are indices.
  unsigned window = 0, kernel = 0, other = 0; ///< The operands W, K and O.
};
} // namespace

int64_t Convolution::getSize(function_ref<bool(unsigned)> isCounted) const {
  int64_t size = 1;
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    if (!isCounted(loop))
      continue;
    if (ShapedType::isDynamic(extent))
      return ShapedType::kDynamic;
    size *= extent;
  }
  return size;
}

bool Convolution::analyze() {
  unsigned numLoops = op.getNumLoops();
  inSum.resize(numLoops);
  plain.assign(3, llvm::SmallBitVector(numLoops));
  std::optional<unsigned> slidOver;
  for (auto [operand, map] : llvm::enumerate(maps))
    for (AffineExpr index : map.getResults()) {
      if (std::optional<unsigned> loop = getLoop(index)) {
        if (plain[operand].test(*loop))
          return false;
        plain[operand].set(*loop);
        continue;
      }
      auto loops = getLoopsOfSum(index);
      if (!loops || loops->size() != 2 || (slidOver && *slidOver != operand))
        return false;
      slidOver = operand;
      for (unsigned loop : *loops) {
        if (inSum.test(loop))
          return false;
        inSum.set(loop);
      }
    }
  if (!slidOver)
    return false;
  window = *slidOver;
  // Of the two other arrays, the kernel has the shorter loops.
  unsigned first = (window + 1) % 3, second = (window + 2) % 3;
  auto getSteps = [&](unsigned operand) {
    return getSize([&](unsigned loop) { return inSum.test(loop) && stands(loop, operand); });
  };
  int64_t firstSteps = getSteps(first), secondSteps = getSteps(second);
  if (ShapedType::isDynamic(firstSteps) && ShapedType::isDynamic(secondSteps))
    return false;
  bool isFirst = ShapedType::isDynamic(secondSteps) ||
                 (!ShapedType::isDynamic(firstSteps) && firstSteps < secondSteps);
  kernel = isFirst ? first : second;
  other = isFirst ? second : first;
  // Each loop stands in exactly two of the arrays, or in all; a sum is of a position and a step.
  for (unsigned loop = 0; loop < numLoops; ++loop) {
    unsigned count = inSum.test(loop);
    for (unsigned operand = 0; operand < 3; ++operand)
      count += stands(loop, operand);
    if (count < 2 || (inSum.test(loop) && (count != 2 || stands(loop, window))))
      return false;
  }
  for (AffineExpr index : maps[window].getResults())
    if (!getLoop(index)) {
      auto loops = *getLoopsOfSum(index);
      if (stands(loops[0], kernel) == stands(loops[1], kernel))
        return false;
    }
  return true;
}

bool Convolution::isWorthMoving() const {
  auto isStep = [&](unsigned loop) { return inSum.test(loop) && stands(loop, kernel); };
  auto isEnough = [](int64_t size) { return ShapedType::isDynamic(size) || size >= minUses; };
  auto isLong = [](int64_t size) { return size != 1; };
  return isLong(getSize([&](unsigned loop) { return isFeature(loop); })) &&
         isEnough(getSize([&](unsigned loop) { return isStep(loop) || isFeature(loop); })) &&
         isEnough(getSize([&](unsigned loop) { return isStep(loop) || isChannel(loop); }));
}

SmallVector<int64_t> Convolution::getPermutation(unsigned operand) const {
  auto getRank = [&](int64_t dim) {
    std::optional<unsigned> loop = getLoop(maps[operand].getResult(dim));
    if (!loop || inSum.test(*loop))
      return 2;
    if (isChannel(*loop))
      return 3;
    if (isFeature(*loop))
      return 4;
    bool isGroup = stands(*loop, window) && stands(*loop, kernel) && stands(*loop, other);
    return isGroup ? 0 : 1;
  };
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, maps[operand].getNumResults()));
  llvm::stable_sort(order, [&](int64_t a, int64_t b) { return getRank(a) < getRank(b); });
  return order;
}

/// An array of which nothing is known, with the dimensions of `value` in the order `permutation`.
static Value createPermutedEmpty(OpBuilder &builder, Location loc, Value value,
                                 ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, value);
  applyPermutationToVector(sizes, permutation);
  return tensor::EmptyOp::create(builder, loc, sizes, getElementTypeOrSelf(value.getType()));
}

/// `value` with its dimensions in the order `permutation`.
static Value permute(OpBuilder &builder, Location loc, Value value, ArrayRef<int64_t> permutation) {
  Value empty = createPermutedEmpty(builder, loc, value, permutation);
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return linalg::FillOp::create(builder, loc, fill.getInputs(), empty).getResult(0);
  if (auto splat = value.getDefiningOp<tensor::SplatOp>())
    return linalg::FillOp::create(builder, loc, splat.getInput(), empty).getResult(0);
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)) && constant.isSplat())
    return arith::ConstantOp::create(builder, loc,
                                     constant.resizeSplat(cast<ShapedType>(empty.getType())));
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)->getResult(0);
}

static void normalize(RewriterBase &rewriter, linalg::LinalgOp op,
                      ArrayRef<SmallVector<int64_t>> permutations) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [operand, permutation, map] : llvm::zip_equal(op->getOperands(), permutations, maps)) {
    operands.push_back(isIdentityPermutation(permutation)
                           ? operand
                           : permute(rewriter, loc, operand, permutation));
    auto indices = llvm::map_to_vector(
        permutation, [&results = map](int64_t dim) { return results.getResult(dim); });
    map = AffineMap::get(map.getNumDims(), 0, indices, rewriter.getContext());
  }
  auto generic = linalg::GenericOp::create(rewriter, loc, operands.back().getType(),
                                           ArrayRef(operands).drop_back(), operands.back(), maps,
                                           op.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(), generic.getRegion().end());
  Value result = generic.getResult(0);
  SmallVector<int64_t> back = invertPermutationVector(permutations.back());
  if (!isIdentityPermutation(back))
    result = linalg::TransposeOp::create(rewriter, loc, result,
                                         createPermutedEmpty(rewriter, loc, result, back), back)
                 ->getResult(0);
  if (result.getType() != op->getResult(0).getType())
    result = tensor::CastOp::create(rewriter, loc, op->getResult(0).getType(), result);
  rewriter.replaceOp(op, result);
}

namespace {
struct NormalizeLayouts : chad::impl::ChadNormalizeLayoutsBase<NormalizeLayouts> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      if (!isSumOfProducts(op))
        continue;
      Convolution convolution(op);
      if (!convolution.analyze() || !convolution.isWorthMoving())
        continue;
      SmallVector<SmallVector<int64_t>> permutations;
      for (unsigned operand = 0; operand < 3; ++operand)
        permutations.push_back(convolution.getPermutation(operand));
      if (llvm::all_of(permutations,
                       [](ArrayRef<int64_t> order) { return isIdentityPermutation(order); }))
        continue;
      normalize(rewriter, op, permutations);
      ++numNormalized;
    }
  }
};
} // namespace
