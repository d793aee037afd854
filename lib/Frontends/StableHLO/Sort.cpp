//===- Sort.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sorting: a merge sort of the indices of the elements. The sorted order is an array of indices,
// which has no derivative; the sorted arrays are gathers at these indices.

#include "Elementwise.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

/// Creates the comparison: whether the element with index `a` must come before the one with index
/// `b`.
using Before = llvm::function_ref<Value(Value, Value)>;

/// The number of passes: the least p with 2^p ≥ n.
static Value countPasses(Importer &importer, OpFoldResult extent) {
  if (std::optional<int64_t> n = getConstantIntValue(extent))
    return importer.index(*n < 2 ? 0 : llvm::Log2_64_Ceil(*n));
  OpBuilder &builder = importer.builder;
  Value n = importer.toIndex(extent);
  Value less = importer.create<arith::SubIOp>(n, importer.index(1));
  Value bits = importer.create<arith::IndexCastOp>(builder.getI64Type(), less);
  Value zeros = importer.create<math::CountLeadingZerosOp>(bits);
  Value width = importer.constant(builder.getI64Type(), 64);
  Value passes = importer.create<arith::SubIOp>(width, zeros);
  passes = importer.create<arith::IndexCastOp>(builder.getIndexType(), passes);
  Value isShort = importer.create<arith::CmpIOp>(arith::CmpIPredicate::slt, n, importer.index(2));
  return importer.create<arith::SelectOp>(isShort, importer.index(0), passes);
}

/// A stable merge sort from runs of one element on: pass p merges pairs of runs of 2^p elements.
static Value sortNumbers(Importer &importer, OpFoldResult extent, Before before) {
  OpBuilder &builder = importer.builder;
  OpBuilder::InsertionGuard guard(builder);
  Value n = importer.toIndex(extent), zero = importer.index(0), one = importer.index(1);
  Value start = makeIota(importer, extent, 0, builder.getIndexType());
  // Each pass reads the order from its state, and writes the next order to a new array.
  auto passes = importer.create<scf::ForOp>(zero, countPasses(importer, extent), one, start);
  builder.setInsertionPointToStart(passes.getBody());
  Value source = passes.getRegionIterArg(0);
  Value width = importer.create<arith::ShLIOp>(one, passes.getInductionVar());
  Value pair = importer.create<arith::AddIOp>(width, width);
  Value place = importer.empty(extent, builder.getIndexType());
  auto merge = importer.create<scf::ForOp>(zero, n, one, ValueRange{place, zero, zero});
  builder.setInsertionPointToStart(merge.getBody());
  Value k = merge.getInductionVar(), target = merge.getRegionIterArg(0);
  auto add = [&](Value a, Value b) { return importer.create<arith::AddIOp>(a, b); };
  auto smaller = [&](Value a, Value b) { return importer.create<arith::MinSIOp>(a, b); };
  auto choose = [&](Value which, Value a, Value b) {
    return importer.create<arith::SelectOp>(which, a, b);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return importer.create<arith::CmpIOp>(predicate, a, b);
  };
  Value offset = importer.create<arith::RemUIOp>(k, pair);
  Value low = importer.create<arith::SubIOp>(k, offset);
  Value middle = smaller(add(low, width), n), high = smaller(add(low, pair), n);
  Value isStart = compare(arith::CmpIPredicate::eq, offset, zero);
  Value i = choose(isStart, low, merge.getRegionIterArg(1));
  Value j = choose(isStart, middle, merge.getRegionIterArg(2));
  Value isLeft = compare(arith::CmpIPredicate::slt, i, middle);
  Value isRight = compare(arith::CmpIPredicate::slt, j, high);
  Value last = importer.create<arith::SubIOp>(n, one);
  Value left = importer.create<tensor::ExtractOp>(source, ValueRange(smaller(i, last)));
  Value right = importer.create<tensor::ExtractOp>(source, ValueRange(smaller(j, last)));
  Value isBefore = before(right, left);
  Value isOnly = importer.create<arith::XOrIOp>(isLeft, importer.constant(builder.getI1Type(), 1));
  Value takesRight =
      importer.create<arith::AndIOp>(isRight, importer.create<arith::OrIOp>(isOnly, isBefore));
  Value next = importer.create<tensor::InsertOp>(choose(takesRight, right, left), target, k);
  Value nextI = choose(takesRight, i, add(i, one)), nextJ = choose(takesRight, add(j, one), j);
  importer.create<scf::YieldOp>(ValueRange{next, nextI, nextJ});
  builder.setInsertionPointAfter(merge);
  importer.create<scf::YieldOp>(merge.getResult(0));
  return passes.getResult(0);
}

/// Stops the gradient of an array that comparisons read.
static Value fix(Importer &importer, Value array) {
  if (!isa<FloatType>(getElementTypeOrSelf(array.getType())))
    return array;
  return importer.create<StopGradientOp>(array);
}

/// Sorts arrays of rank 1, all by the same comparison. The last result has the indices of the
/// elements in sorted order.
static SmallVector<Value>
sortLines(Importer &importer, ValueRange lines,
          llvm::function_ref<Value(ArrayRef<Value>, Value, Value)> before) {
  SmallVector<Value> fixed;
  for (Value line : lines)
    fixed.push_back(fix(importer, line));
  OpFoldResult extent = importer.size(lines.front(), 0);
  Value numbers =
      sortNumbers(importer, extent, [&](Value a, Value b) { return before(fixed, a, b); });
  SmallVector<Value> results;
  for (Value line : lines)
    results.push_back(importer.create<GatherOp>(line.getType(), line, numbers));
  results.push_back(numbers);
  return results;
}

/// Sorts along dimension `dim` of arrays of one shape. The last result has the indices of the
/// elements in sorted order.
static SmallVector<Value>
sortAlong(Importer &importer, ValueRange arrays, int64_t dim,
          llvm::function_ref<Value(ArrayRef<Value>, Value, Value)> before) {
  auto type = cast<RankedTensorType>(arrays.front().getType());
  int64_t rank = type.getRank();
  if (rank == 1)
    return sortLines(importer, arrays, before);
  SmallVector<int64_t> order, back(rank);
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      order.push_back(i);
  order.push_back(dim);
  for (auto [i, from] : llvm::enumerate(order))
    back[from] = i;
  SmallVector<Value> rows;
  SmallVector<OpFoldResult> sizes;
  for (Value array : arrays) {
    Value moved = importer.transpose(array, order);
    sizes = importer.sizes(moved);
    rows.push_back(importer.collapse(moved, 0, rank - 1));
  }
  OpBuilder &builder = importer.builder;
  auto map = MapOp::create(builder, importer.loc(), rows,
                           [&](OpBuilder &nested, Location loc, ValueRange lines) {
                             OpBuilder::InsertionGuard guard(builder);
                             builder.restoreInsertionPoint(nested.saveInsertionPoint());
                             importer.create<YieldOp>(sortLines(importer, lines, before));
                           });
  SmallVector<Value> results;
  for (Value result : map.getResults())
    results.push_back(importer.transpose(importer.reshape(result, sizes), back));
  return results;
}

static LogicalResult importSort(Importer &importer, Operation *op) {
  unsigned numArrays = op->getNumOperands();
  if (numArrays == 0 || failed(importer.expect(op, numArrays, numArrays, 1)))
    return failure();
  SmallVector<Value> arrays = importer.operands(op);
  auto type = dyn_cast<RankedTensorType>(arrays.front().getType());
  int64_t rank = type ? type.getRank() : 0;
  FailureOr<int64_t> dim = importer.integer(op, "dimension", -1);
  if (failed(dim))
    return failure();
  if (*dim < 0)
    *dim += rank;
  if (!type || *dim < 0 || *dim >= rank)
    return importer.error(op, "needs arrays that have its dimension");
  for (Value array : arrays) {
    auto other = dyn_cast<RankedTensorType>(array.getType());
    if (!other || other.getShape() != type.getShape())
      return importer.error(op, "has arrays of different shapes");
  }
  bool hasFailed = false;
  auto results =
      sortAlong(importer, arrays, *dim, [&](ArrayRef<Value> lines, Value a, Value b) -> Value {
        SmallVector<Value> args;
        for (Value line : lines) {
          args.push_back(importer.create<tensor::ExtractOp>(line, a));
          args.push_back(importer.create<tensor::ExtractOp>(line, b));
        }
        auto isBefore = importer.importRegion(op, 0, args);
        if (succeeded(isBefore) && isBefore->size() == 1 &&
            isBefore->front().getType().isInteger(1))
          return isBefore->front();
        hasFailed = true;
        return importer.constant(importer.builder.getI1Type(), 0);
      });
  if (hasFailed)
    return importer.error(op, "has a body that does not compare");
  for (auto [i, value] : llvm::enumerate(ArrayRef(results).drop_back()))
    if (failed(importer.set(op, i, value)))
      return failure();
  return success();
}

/// The first k elements in descending order, and their indices.
static LogicalResult takeLargest(Importer &importer, Operation *op, OpFoldResult k) {
  Value x = importer.operand(op, 0);
  auto type = dyn_cast<RankedTensorType>(x.getType());
  std::optional<int64_t> known = getConstantIntValue(k);
  if (!type || (known && (*known < 0 || (!type.isDynamicDim(type.getRank() - 1) &&
                                         *known > type.getDimSize(type.getRank() - 1)))))
    return importer.error(op, "needs an array of at least k elements in its last dimension");
  int64_t last = type.getRank() - 1;
  bool isUnsigned = importer.isUnsigned(op, 0);
  auto results =
      sortAlong(importer, x, last, [&](ArrayRef<Value> lines, Value a, Value b) -> Value {
        Value first = importer.create<tensor::ExtractOp>(lines.front(), a);
        Value second = importer.create<tensor::ExtractOp>(lines.front(), b);
        if (isa<FloatType>(first.getType()))
          return compareTotalOrder(importer, first, second, arith::CmpIPredicate::sgt);
        auto predicate = isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
        return importer.create<arith::CmpIOp>(predicate, first, second);
      });
  SmallVector<OpFoldResult> offsets(type.getRank(), importer.builder.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes = importer.sizes(x);
  sizes[last] = k;
  Type element = getElementTypeOrSelf(importer.resultType(op, 1));
  Value numbers = importer.slice(results[1], offsets, sizes);
  if (failed(importer.set(op, 0, importer.slice(results[0], offsets, sizes))))
    return failure();
  return importer.set(op, 1, importer.convert(numbers, element, false, false));
}

static LogicalResult importTopK(Importer &importer, Operation *op) {
  FailureOr<int64_t> k = importer.integer(op, "k");
  if (failed(importer.expect(op, 1, 2)) || failed(k))
    return failure();
  return takeLargest(importer, op, importer.builder.getIndexAttr(*k));
}

LogicalResult chad::stablehlo::importDynamicTopK(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 2, 2)))
    return failure();
  Value x = importer.operand(op, 0), k = importer.asScalar(importer.operand(op, 1));
  if (!isa<IntegerType>(k.getType()) || rankOf(x) == 0)
    return importer.error(op, "needs an array, and an integer");
  Value count = importer.castToIndex(k, importer.isUnsigned(op, 1));
  return takeLargest(importer, op,
                     getAsOpFoldResult(importer.clampIndex(count, importer.index(0),
                                                           importer.sizeValue(x, rankOf(x) - 1))));
}

void chad::stablehlo::addSortRules(RuleTable &rules) {
  rules["stablehlo.sort"] = importSort;
  rules["chlo.top_k"] = importTopK;
}
