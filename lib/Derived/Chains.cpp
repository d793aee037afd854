//===- Chains.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products of matrices, and the order in which a chain of them is multiplied (Elliott 2018, §11):
// that with the fewest products of numbers, by dynamic programming over the sub-chains.

#include "chad/Derived/Derived.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;

static int64_t rankOf(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? tensor.getRank() : 0;
}

/// A map over `arrays`, with `body` from elements to one result.
static Value mapOver(OpBuilder &builder, Location loc, ValueRange arrays,
                     llvm::function_ref<Value(ValueRange)> body) {
  auto map = MapOp::create(builder, loc, arrays, [&](OpBuilder &inner, Location, ValueRange args) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
    YieldOp::create(builder, loc, body(args));
  });
  return map.getResult(0);
}

/// The entries of `tensor`, each times `factor`.
static Value scaleBy(OpBuilder &builder, Location loc, Value factor, Value value) {
  if (rankOf(value) == 0)
    return arith::MulFOp::create(builder, loc, factor, value);
  return mapOver(builder, loc, value,
                 [&](ValueRange row) { return scaleBy(builder, loc, factor, row.front()); });
}

/// `Σⱼ row[j] · matrix[j]`, over all dimensions of `row`, which are the first of `matrix`.
static Value combineRows(OpBuilder &builder, Location loc, Value row, Value matrix) {
  if (rankOf(row) == 0)
    return scaleBy(builder, loc, row, matrix);
  Value terms = mapOver(builder, loc, {row, matrix}, [&](ValueRange args) {
    return combineRows(builder, loc, args[0], args[1]);
  });
  // The shape of a term, which is needed even if there are no terms.
  Value unit;
  auto type = cast<RankedTensorType>(terms.getType());
  Type element = type.getElementType();
  if (type.getRank() == 1) {
    unit = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  } else {
    auto term = RankedTensorType::get(type.getShape().drop_front(), element);
    SmallVector<Value> sizes;
    int64_t skipped = rankOf(matrix) - term.getRank();
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
/// Factors `0 ≤ i < n`, of `p[i] × p[i + 1]` entries.
class Chain {
public:
  Chain(OpBuilder &builder, Location loc, ArrayRef<Value> factors, ArrayRef<int64_t> ranks)
      : builder(builder), loc(loc), factors(factors), ranks(ranks) {}

  Value multiply() {
    // The orders of a chain of six are 42, with 121 products in their branches.
    constexpr size_t maxChosenByProgram = 6;
    bool isStatic = llvm::all_of(factors, [](Value factor) {
      auto tensor = dyn_cast<RankedTensorType>(factor.getType());
      return !tensor || tensor.hasStaticShape();
    });
    if (factors.size() <= 2 || isStatic || factors.size() > maxChosenByProgram) {
      findStaticSplits();
      return multiplyStatically(0, factors.size() - 1);
    }
    findDynamicSplits();
    return multiplyDynamically(0, factors.size() - 1);
  }

private:
  using Span = std::pair<size_t, size_t>;

  /// The number of entries `p[i]`: in the row dimensions of factor `i`, or, for `i = n`, in the
  /// column dimensions of the last factor. A number that is not known counts as `unknown`.
  int64_t staticSize(size_t i, int64_t unknown) {
    int64_t size = 1;
    forEachDim(i, [&](Value factor, int64_t dim) {
      int64_t extent = cast<RankedTensorType>(factor.getType()).getDimSize(dim);
      size *= ShapedType::isDynamic(extent) ? unknown : extent;
    });
    return size;
  }

  Value dynamicSize(size_t i) {
    Value size = arith::ConstantIndexOp::create(builder, loc, 1);
    forEachDim(i, [&](Value factor, int64_t dim) {
      Value extent = tensor::DimOp::create(builder, loc, factor, dim);
      size = arith::MulIOp::create(builder, loc, size, extent);
    });
    return size;
  }

  void forEachDim(size_t i, llvm::function_ref<void(Value, int64_t)> use) {
    bool isLast = i == factors.size();
    Value factor = factors[isLast ? i - 1 : i];
    int64_t first = isLast ? ranks[i - 1] : 0;
    for (int64_t dim = first; dim < first + ranks[i]; ++dim)
      use(factor, dim);
  }

  // cost(i, j) = minₖ cost(i, k) + cost(k + 1, j) + p[i] · p[k + 1] · p[j + 1]
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
          double own = cost[{i, k}] + cost[{k + 1, j}] + p[i] * p[k + 1] * p[j + 1];
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
    return multiplyMatrices(builder, loc, left, ranks[i], right);
  }

  // Makes code that computes the same recurrence when the program runs.
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
          Value own = arith::MulIOp::create(builder, loc, p[i], p[k + 1]);
          own = arith::MulIOp::create(builder, loc, own, p[j + 1]);
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

  /// The product of the factors `i` to `j`, divided after factor `k` or a later one.
  Value splitFrom(size_t k, size_t i, size_t j) {
    if (i == j)
      return factors[i];
    auto divide = [&](size_t at) {
      Value left = multiplyDynamically(i, at), right = multiplyDynamically(at + 1, j);
      return multiplyMatrices(builder, loc, left, ranks[i], right);
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
