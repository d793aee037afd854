//===- Chains.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products of matrices, and the order in which a chain of matrices is multiplied (Elliott 2018,
// §11): the one with the fewest products of numbers, found by dynamic programming over sub-chains.
// A product with a factor of known structure takes one operation for each of its entries.

#include "Structures.h"
#include "chad/Derived/Derived.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// `Σⱼ row[j] · matrix[j]`, over all dimensions of `row`, which are the first of `matrix`.
static Value combineRows(OpBuilder &builder, Location loc, Value row, Value matrix) {
  if (rankOf(row.getType()) == 0)
    return scaleBy(builder, loc, row, matrix);
  Value terms = mapOver(builder, loc, {row, matrix}, [&](ValueRange args) {
    return combineRows(builder, loc, args[0], args[1]);
  });
  // The shape of a term, which is also the shape of an empty sum.
  Value unit;
  auto type = cast<RankedTensorType>(terms.getType());
  Type element = type.getElementType();
  if (type.getRank() == 1) {
    unit = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  } else {
    auto term = RankedTensorType::get(type.getShape().drop_front(), element);
    SmallVector<Value> sizes;
    int64_t skipped = rankOf(matrix.getType()) - term.getRank();
    for (int64_t i = 0; i < term.getRank(); ++i)
      if (term.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(builder, loc, matrix, i + skipped));
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
    unit = tensor::SplatOp::create(builder, loc, zero, term, sizes);
  }
  auto sum =
      ReduceOp::create(builder, loc, terms, unit, [&](OpBuilder &inner, Location, ValueRange args) {
        Value sum = arith::AddFOp::create(inner, loc, args[0], args[1]);
        YieldOp::create(inner, loc, sum);
      });
  return sum.getResult(0);
}

Value chad::multiplyMatrices(OpBuilder &builder, Location loc, Value left, int64_t leading,
                             Value right) {
  if (leading == 0)
    return combineRows(builder, loc, left, right);
  return mapOver(builder, loc, left, [&](ValueRange row) {
    return multiplyMatrices(builder, loc, row.front(), leading - 1, right);
  });
}

Value chad::transposeMatrix(OpBuilder &builder, Location loc, Value matrix, int64_t leading) {
  auto type = dyn_cast<RankedTensorType>(matrix.getType());
  if (!type || leading == 0 || leading == type.getRank())
    return matrix;
  SmallVector<Value> indices(type.getRank());
  std::function<Value(int64_t)> build = [&](int64_t depth) -> Value {
    if (depth == type.getRank())
      return tensor::ExtractOp::create(builder, loc, matrix, indices);
    int64_t dim = (leading + depth) % type.getRank();
    Value size = type.isDynamicDim(dim)
                     ? Value(tensor::DimOp::create(builder, loc, matrix, dim))
                     : Value(arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim)));
    auto loop =
        BuildOp::create(builder, loc, size, [&](OpBuilder &inner, Location, ValueRange index) {
          OpBuilder::InsertionGuard guard(builder);
          builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
          indices[dim] = index.front();
          YieldOp::create(builder, loc, build(depth + 1));
        });
    return loop.getResult(0);
  };
  return build(0);
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

namespace {
/// Factors `0 ≤ i < n`, of `p[i] × p[i + 1]` entries: arrays, or functions of known structure.
class Chain {
public:
  Chain(OpBuilder &builder, Location loc, ArrayRef<Value> factors, ArrayRef<int64_t> ranks)
      : builder(builder), loc(loc), factors(factors), ranks(ranks) {}

  Value multiply() {
    // A chain of six factors has 42 orders; the branches of their code have 121 products.
    constexpr size_t maxChosenByProgram = 6;
    bool isStatic = true;
    for (size_t i = 0; i <= factors.size(); ++i)
      isStatic &= !llvm::is_contained(getShape(i), ShapedType::kDynamic);
    if (factors.size() <= 2 || isStatic || factors.size() > maxChosenByProgram) {
      findStaticSplits();
      return dense(multiplyStatically(0, factors.size() - 1));
    }
    findDynamicSplits();
    return multiplyDynamically(0, factors.size() - 1);
  }

private:
  using Span = std::pair<size_t, size_t>;

  /// Whether factor `i` is a function of known structure, not an array.
  bool isStructure(size_t i) const { return isa<LFunType>(factors[i].getType()); }

  /// The row dimensions of factor `i`, or, for `i = n`, the column dimensions of the last factor.
  SmallVector<int64_t> getShape(size_t i) const {
    bool isLast = i == factors.size();
    Type type = factors[isLast ? i - 1 : i].getType();
    auto lfun = dyn_cast<LFunType>(type);
    if (lfun)
      type = getPrimalType((isLast ? lfun.getInputs() : lfun.getOutputs()).front());
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return {};
    return llvm::to_vector(tensor.getShape().slice(isLast && !lfun ? ranks[i - 1] : 0, ranks[i]));
  }

  /// The number of entries `p[i]` in these dimensions. An extent that is not known counts as
  /// `unknown`.
  int64_t staticSize(size_t i, int64_t unknown) const {
    int64_t size = 1;
    for (int64_t extent : getShape(i))
      size *= ShapedType::isDynamic(extent) ? unknown : extent;
    return size;
  }

  Value dynamicSize(size_t i) {
    bool isLast = i == factors.size();
    size_t at = isLast ? i - 1 : i;
    SmallVector<OpFoldResult> extents;
    if (isStructure(at))
      extents = getExtents(builder, loc, factors[at], /*ofDomain=*/isLast);
    else
      for (int64_t dim = 0; dim < ranks[i]; ++dim)
        extents.push_back(
            tensor::getMixedSize(builder, loc, factors[at], dim + (isLast ? ranks[i - 1] : 0)));
    Value size = arith::ConstantIndexOp::create(builder, loc, 1);
    for (OpFoldResult extent : extents)
      size = arith::MulIOp::create(builder, loc, size,
                                   getValueOrCreateConstantIndexOp(builder, loc, extent));
    return size;
  }

  /// Whether one of the two parts, the factors `i` to `k` and the factors `k + 1` to `j`, is a
  /// single factor of known structure. Then their product takes one operation for each entry,
  /// otherwise `p[k + 1]` operations.
  bool hasStructure(size_t i, size_t k, size_t j) const {
    return (i == k && isStructure(i)) || (k + 1 == j && isStructure(j));
  }

  /// The product of `left`, whose first factor is `i`, and `right`.
  Value multiplyParts(size_t i, Value left, Value right) {
    if (isa<LFunType>(left.getType()))
      return multiplyStructure(builder, loc, left, /*transposed=*/false, dense(right));
    if (isa<LFunType>(right.getType()))
      return multiplyRows(left, ranks[i], right);
    return multiplyMatrices(builder, loc, left, ranks[i], right);
  }

  /// The product of `left`, whose rows have `leading` dimensions, and the structure `right`: row by
  /// row, rowᵀ ↦ rightᵀ · rowᵀ.
  Value multiplyRows(Value left, int64_t leading, Value right) {
    if (leading == 0)
      return multiplyStructure(builder, loc, right, /*transposed=*/true, left);
    return mapOver(builder, loc, left,
                   [&](ValueRange row) { return multiplyRows(row.front(), leading - 1, right); });
  }

  Value dense(Value factor) {
    return isa<LFunType>(factor.getType()) ? getDenseMatrix(builder, loc, factor) : factor;
  }

  // cost(i, j) = minₖ cost(i, k) + cost(k + 1, j) + p[i] · p[k + 1] · p[j + 1], without p[k + 1]
  // where one of the two parts has a structure
  void findStaticSplits() {
    constexpr int64_t unknown = 64;
    SmallVector<double> p;
    for (size_t i = 0; i <= factors.size(); ++i)
      p.push_back(staticSize(i, unknown));
    std::map<Span, double> cost;
    for (size_t i = 0; i < factors.size(); ++i)
      cost[{i, i}] = 0;
    for (size_t length = 1; length < factors.size(); ++length)
      for (size_t i = 0; i + length < factors.size(); ++i) {
        size_t j = i + length;
        for (size_t k = i; k < j; ++k) {
          double product = p[i] * p[j + 1] * (hasStructure(i, k, j) ? 1 : p[k + 1]);
          double own = cost[{i, k}] + cost[{k + 1, j}] + product;
          if (k > i && own >= cost[{i, j}])
            continue;
          cost[{i, j}] = own;
          staticSplits[{i, j}] = k;
        }
      }
  }

  Value multiplyStatically(size_t i, size_t j) {
    if (i == j)
      return factors[i];
    size_t k = staticSplits[{i, j}];
    Value left = multiplyStatically(i, k), right = multiplyStatically(k + 1, j);
    return multiplyParts(i, left, right);
  }

  // Creates code that evaluates the same recurrence at run time.
  void findDynamicSplits() {
    SmallVector<Value> p;
    for (size_t i = 0; i <= factors.size(); ++i)
      p.push_back(dynamicSize(i));
    std::map<Span, Value> cost;
    for (size_t i = 0; i < factors.size(); ++i)
      cost[{i, i}] = arith::ConstantIndexOp::create(builder, loc, 0);
    for (size_t length = 1; length < factors.size(); ++length)
      for (size_t i = 0; i + length < factors.size(); ++i) {
        size_t j = i + length;
        Value best, split;
        for (size_t k = i; k < j; ++k) {
          Value own = arith::MulIOp::create(builder, loc, p[i], p[j + 1]);
          if (!hasStructure(i, k, j))
            own = arith::MulIOp::create(builder, loc, own, p[k + 1]);
          for (Value part : {cost[{i, k}], cost[{k + 1, j}]})
            own = arith::AddIOp::create(builder, loc, own, part);
          Value here = arith::ConstantIndexOp::create(builder, loc, k);
          if (!best) {
            best = own;
            split = here;
            continue;
          }
          Value isLess = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, own, best);
          best = arith::SelectOp::create(builder, loc, isLess, own, best);
          split = arith::SelectOp::create(builder, loc, isLess, here, split);
        }
        cost[{i, j}] = best;
        dynamicSplits[{i, j}] = split;
      }
  }

  Value multiplyDynamically(size_t i, size_t j) { return splitFrom(i, i, j); }

  /// The product of the factors `i` to `j`. The last multiplication splits them after factor `k` or
  /// a later one.
  Value splitFrom(size_t k, size_t i, size_t j) {
    if (i == j)
      return factors[i];
    auto divide = [&](size_t at) {
      Value left = multiplyDynamically(i, at), right = multiplyDynamically(at + 1, j);
      return multiplyParts(i, left, right);
    };
    if (k + 1 == j)
      return divide(k);
    Value here = arith::ConstantIndexOp::create(builder, loc, k);
    Value isHere =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, dynamicSplits[{i, j}], here);
    auto yield = [&](OpBuilder &inner, llvm::function_ref<Value()> make) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
      scf::YieldOp::create(builder, loc, make());
    };
    auto choice = scf::IfOp::create(
        builder, loc, isHere,
        [&](OpBuilder &inner, Location) { yield(inner, [&] { return divide(k); }); },
        [&](OpBuilder &inner, Location) { yield(inner, [&] { return splitFrom(k + 1, i, j); }); });
    return choice.getResult(0);
  }

  OpBuilder &builder;
  Location loc;
  ArrayRef<Value> factors;
  ArrayRef<int64_t> ranks;
  std::map<Span, size_t> staticSplits;
  std::map<Span, Value> dynamicSplits;
};
} // namespace

Value chad::multiplyChain(OpBuilder &builder, Location loc, ArrayRef<Value> factors,
                          ArrayRef<int64_t> ranks) {
  return Chain(builder, loc, factors, ranks).multiply();
}
