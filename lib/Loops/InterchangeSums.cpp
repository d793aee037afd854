//===- InterchangeSums.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Interchanges sums over the columns of each row with sums over the rows of each column:
//
//   for i: w = f(i), for j < i: s[j] += g(i, j, w), t[p(i, j)] += h(i, j, w)
//
// becomes
//
//   for i: w[i] = f(i)
//   for j: a = s[j], for i > j: a += g(i, j, w[i]), t[p(i, j)] += h(i, j, w[i]); s[j] = a
//
// In a triangle, the loop over the rows of a column begins with the last row, which all columns
// have.

#include "InterchangeSums.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Where the elements are that consecutive iterations of a loop use: at the same place, next to
/// each other, or elsewhere.
enum class Stride { None, Unit, Far };

/// A loop over rows, and in it the only loop over columns, which adds to elements of arrays.
class SumNest {
public:
  explicit SumNest(FoldOp rows) : rows(rows) {}

  /// Whether the loops may be interchanged.
  bool match();
  /// Whether elements that are used one after another are neighbours in a column, not in a row.
  bool isBetter();
  void interchange(RewriterBase &rewriter);

private:
  bool matchColumns();
  bool matchStates();
  bool matchCaptured();
  bool isInRows(Value value) { return !isDefinedOutside(value, rows); }
  bool isRow(Value value);
  bool isColumn(Value value);
  bool isScalar(AccumulateOp sum);
  bool isRecomputed(Value value);

  using Counts = function_ref<bool(Value)>;
  std::optional<int64_t> getStep(Value index, Counts counts);
  Stride getStride(ValueRange position, Counts counts);
  Stride getLargestStride(Counts counts);

  SmallVector<Value> createHead(RewriterBase &rewriter, SmallVectorImpl<Value> &kept);
  /// Column `column`, which begins with these sums; gives what they are afterwards.
  SmallVector<Value> createColumn(OpBuilder &builder, Value column, ValueRange begin,
                                  ValueRange kept);
  void cloneIndices(OpBuilder &builder, Value value, IRMapping &mapping);

  FoldOp rows, columns;
  /// The number of columns, which depends on the row if `isTriangle`: row i has those before i, or
  /// up to i if `hasDiagonal`.
  Value numColumns;
  bool isTriangle = false, hasDiagonal = false;
  /// For each state of the loop over columns: what is added, and which state of the rows it is.
  SmallVector<AccumulateOp> sums;
  SmallVector<unsigned> stateOfRows;
  /// Values of a row, other than indices, that its columns use.
  llvm::SetVector<Value> captured;
  Value numRows, lastRow;
};
} // namespace

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

bool SumNest::match() {
  Block &body = rows.getBody().front();
  for (Operation &op : body.without_terminator()) {
    if (auto fold = dyn_cast<FoldOp>(op)) {
      if (columns)
        return false;
      columns = fold;
    }
    if (!isMemoryEffectFree(&op))
      return false;
  }
  return columns && matchColumns() && matchStates() && matchCaptured();
}

bool SumNest::isRow(Value value) {
  Value array = getArrayOfElement(value);
  return array && value.getParentBlock() == &rows.getBody().front() && getIota(array);
}

/// Whether each column adds to the one element whose index is the number of the column, and the
/// array has as many elements as there are columns.
bool SumNest::isScalar(AccumulateOp sum) {
  if (sum.getIndices().size() != 1 || !isColumn(sum.getIndices().front()))
    return false;
  unsigned number = llvm::find(sums, sum) - sums.begin();
  Value init = rows.getInitialStates()[stateOfRows[number]];
  return areEqual(Extent::of(init, 0), isTriangle ? Extent::of(numRows) : Extent::of(numColumns));
}

bool SumNest::isColumn(Value value) {
  Value array = getArrayOfElement(value);
  return array && value.getParentBlock() == &columns.getBody().front() && getIota(array);
}

bool SumNest::matchColumns() {
  if (!columns.getCollected().empty())
    return false;
  for (Value array : columns.getArrays())
    if (BuildOp iota = getIota(array); iota && !numColumns)
      numColumns = iota.getExtent();
  if (!numColumns)
    return false;
  // The arrays must be known to have one extent: the loops to be made do not check it.
  for (Value array : columns.getArrays())
    if (BuildOp iota = getIota(array);
        iota ? iota.getExtent() != numColumns
             : isInRows(array) || !areEqual(Extent::of(array, 0), Extent::of(numColumns)))
      return false;
  if (!isInRows(numColumns))
    return true;
  isTriangle = true;
  if (auto sum = numColumns.getDefiningOp<arith::AddIOp>()) {
    hasDiagonal = true;
    return isRow(sum.getLhs()) && matchPattern(sum.getRhs(), m_One());
  }
  return isRow(numColumns);
}

bool SumNest::matchStates() {
  Operation *end = rows.getBody().front().getTerminator();
  for (Operation &op : columns.getBody().front().without_terminator())
    if (op.getNumRegions() != 0 || !(isa<AccumulateOp>(op) || isPure(&op)))
      return false;
  auto onlyUse = [](Value value) -> OpOperand * {
    OpOperand *found = nullptr;
    for (OpOperand &use : value.getUses()) {
      if (isa<tensor::DimOp>(use.getOwner()))
        continue;
      if (found)
        return nullptr;
      found = &use;
    }
    return found;
  };
  for (auto [number, init] : llvm::enumerate(columns.getInitialStates())) {
    auto state = dyn_cast<BlockArgument>(init);
    OpOperand *in = state ? onlyUse(state) : nullptr;
    if (!in || !llvm::is_contained(rows.getStateArgs(), state))
      return false;
    OpOperand *out = onlyUse(columns.getResult(number));
    unsigned numberOfRows = state.getArgNumber() - rows.getArrays().size();
    if (!out || out->getOwner() != end || out->getOperandNumber() != numberOfRows)
      return false;
    Value arg = columns.getStateArgs()[number];
    OpOperand *use = onlyUse(arg);
    auto sum = use ? dyn_cast<AccumulateOp>(use->getOwner()) : nullptr;
    if (!sum || sum.getAcc() != arg || !isa<FloatType>(sum.getValue().getType()) ||
        !sum->hasOneUse() || *sum->user_begin() != columns.getBody().front().getTerminator() ||
        sum->use_begin()->getOperandNumber() != number)
      return false;
    sums.push_back(sum);
    stateOfRows.push_back(numberOfRows);
  }
  return !sums.empty();
}

/// Whether a value is an index that is computed from that of the row.
bool SumNest::isRecomputed(Value value) {
  if (!isInRows(value) || isRow(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && value.getType().isIndex() &&
         isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
         op->getBlock() == &rows.getBody().front() &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isRecomputed(operand); });
}

bool SumNest::matchCaptured() {
  for (Operation &op : columns.getBody().front().without_terminator())
    for (Value operand : op.getOperands()) {
      if (!isDefinedOutside(operand, columns) || isRecomputed(operand))
        continue;
      if (!operand.getType().isIntOrIndexOrFloat())
        return false;
      captured.insert(operand);
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// By how much an index grows from one iteration to the next of the loop whose index `counts`
/// holds for; nothing if that is no constant.
std::optional<int64_t> SumNest::getStep(Value index, Counts counts) {
  if (counts(index))
    return 1;
  if (!isInRows(index) || isRow(index) || isColumn(index))
    return 0;
  Operation *op = index.getDefiningOp();
  if (!op)
    return std::nullopt;
  SmallVector<int64_t> steps;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> step = getStep(operand, counts);
    if (!step)
      return std::nullopt;
    steps.push_back(*step);
  }
  if (llvm::all_of(steps, [](int64_t step) { return step == 0; }))
    return 0;
  if (isa<arith::AddIOp>(op))
    return steps[0] + steps[1];
  if (isa<arith::SubIOp>(op))
    return steps[0] - steps[1];
  return std::nullopt;
}

Stride SumNest::getStride(ValueRange position, Counts counts) {
  Stride stride = Stride::None;
  for (auto [dim, index] : llvm::enumerate(position)) {
    std::optional<int64_t> step = getStep(index, counts);
    if (step && *step == 0)
      continue;
    bool isLast = dim + 1 == position.size();
    if (!step || !isLast || std::abs(*step) != 1)
      return Stride::Far;
    stride = Stride::Unit;
  }
  return stride;
}

Stride SumNest::getLargestStride(Counts counts) {
  Stride largest = Stride::None;
  for (Operation &op : columns.getBody().front()) {
    Stride stride = Stride::None;
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      stride = getStride(extract.getIndices(), counts);
    else if (auto sum = dyn_cast<AccumulateOp>(op))
      stride = getStride(sum.getIndices(), counts);
    largest = std::max(largest, stride);
  }
  return largest;
}

bool SumNest::isBetter() {
  return getLargestStride([&](Value value) { return isRow(value); }) != Stride::Far &&
         getLargestStride([&](Value value) { return isColumn(value); }) == Stride::Far;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// A loop over rows that does all but the columns. Adds the arrays of captured values to `kept`.
/// Returns the values that replace the results of the loop; null for the sums.
SmallVector<Value> SumNest::createHead(RewriterBase &rewriter, SmallVectorImpl<Value> &kept) {
  Location loc = rows.getLoc();
  SmallVector<Value> states, results(rows->getNumResults());
  SmallVector<Type> types;
  SmallVector<unsigned> numbers, yielded;
  for (auto [i, init] : llvm::enumerate(rows.getInitialStates()))
    if (!llvm::is_contained(stateOfRows, i)) {
      states.push_back(init);
      numbers.push_back(i);
    }
  for (unsigned i = rows.getNumStates(), e = rows->getNumResults(); i != e; ++i) {
    types.push_back(rows->getResult(i).getType());
    numbers.push_back(i);
  }
  for (Value value : captured)
    types.push_back(getArrayOf(value.getType(), getStaticExtent(rows)));
  if (states.empty() && types.empty())
    return results;
  ArrayLoopOpInterface head =
      createLoop(rewriter, loc, rows.getArrays(), states, types, rows.getDirection());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(createBody(rewriter, head));
  Block &body = rows.getBody().front();
  IRMapping mapping;
  Block::BlockArgListType args = head.getBody().getArguments();
  mapping.map(body.getArguments().take_front(rows.getArrays().size()),
              args.take_front(rows.getArrays().size()));
  for (auto [arg, number] : llvm::zip(args.drop_front(rows.getArrays().size()), numbers))
    mapping.map(rows.getStateArgs()[number], arg);
  // The ops of a row use only the shapes of the sums.
  for (auto [column, number] : llvm::enumerate(stateOfRows)) {
    mapping.map(rows.getStateArgs()[number], rows.getInitialStates()[number]);
    mapping.map(columns.getResult(column), rows.getInitialStates()[number]);
  }
  for (Operation &op : body.without_terminator())
    if (&op != columns)
      rewriter.clone(op, mapping);
  SmallVector<Value> ends;
  for (unsigned number : numbers)
    ends.push_back(mapping.lookupOrDefault(body.getTerminator()->getOperand(number)));
  for (Value value : captured)
    ends.push_back(mapping.lookupOrDefault(value));
  YieldOp::create(rewriter, loc, ends);
  for (auto [number, result] : llvm::zip(numbers, head->getResults()))
    results[number] = result;
  llvm::append_range(kept, head->getResults().drop_front(numbers.size()));
  return results;
}

/// Clones the ops of a row that compute an index, in which the index of the row is mapped.
void SumNest::cloneIndices(OpBuilder &builder, Value value, IRMapping &mapping) {
  if (!isInRows(value) || mapping.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    cloneIndices(builder, operand, mapping);
  builder.clone(*op, mapping);
}

SmallVector<Value> SumNest::createColumn(OpBuilder &builder, Value column, ValueRange begin,
                                         ValueRange kept) {
  Location loc = columns.getLoc();
  Block &body = columns.getBody().front();
  IRMapping mapping;
  for (auto [array, arg] : llvm::zip(columns.getArrays(), body.getArguments()))
    mapping.map(arg, getIota(array) ? column : readElement(builder, loc, array, column));
  for (auto [arg, number] : llvm::zip_equal(columns.getStateArgs(), stateOfRows))
    mapping.map(arg, rows.getInitialStates()[number]);
  // Ops that do not depend on the row run before the loop over rows.
  DenseSet<Value> varying;
  auto isOfRow = [&](Value value) { return isInRows(value) && isDefinedOutside(value, columns); };
  SmallVector<Operation *> perRow;
  for (Operation &op : body.without_terminator()) {
    if (isa<AccumulateOp>(op))
      continue;
    if (llvm::none_of(op.getOperands(), [&](Value operand) {
          return varying.contains(operand) || isOfRow(operand);
        })) {
      builder.clone(op, mapping);
      continue;
    }
    varying.insert(op.result_begin(), op.result_end());
    perRow.push_back(&op);
  }
  Value count = numRows;
  if (isTriangle)
    count = arith::SubIOp::create(builder, loc, hasDiagonal ? numRows : lastRow, column);
  auto createRow = [&](OpBuilder &inner, Location, ValueRange args) {
    Value row = args.front();
    if (isTriangle)
      row = arith::SubIOp::create(inner, loc, lastRow, row);
    for (BlockArgument arg : rows.getBody().getArguments())
      if (isRow(arg))
        mapping.map(arg, row);
    for (auto [value, array] : llvm::zip_equal(captured, kept))
      mapping.map(value, readElement(inner, loc, array, row));
    auto lookup = [&](Value value) {
      cloneIndices(inner, value, mapping);
      return mapping.lookupOrDefault(value);
    };
    for (Operation *op : perRow) {
      llvm::for_each(op->getOperands(), lookup);
      inner.clone(*op, mapping);
    }
    SmallVector<Value> next;
    for (auto [sum, state] : llvm::zip_equal(sums, args.drop_front())) {
      Value value = lookup(sum.getValue());
      if (isScalar(sum))
        next.push_back(arith::AddFOp::create(inner, loc, state, value));
      else
        next.push_back(AccumulateOp::create(inner, loc, value, state,
                                            llvm::map_to_vector(sum.getIndices(), lookup)));
    }
    YieldOp::create(inner, loc, next);
  };
  return SmallVector<Value>(FoldOp::create(builder, loc, Direction::Left,
                                           createIota(builder, loc, count), begin, createRow)
                                .getResults());
}

void SumNest::interchange(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(rows);
  Location loc = rows.getLoc();
  numRows = getNumIterations(rewriter, rows);
  lastRow = arith::SubIOp::create(rewriter, loc, numRows, createIndex(rewriter, loc, 1));
  SmallVector<Value> kept, results = createHead(rewriter, kept);
  // Sums of which each column has its own element are read and collected element by element; the
  // other ones are states.
  SmallVector<Value> arrays = {createIota(rewriter, loc, isTriangle ? numRows : numColumns)};
  SmallVector<Value> states;
  SmallVector<Type> types;
  for (auto [number, sum] : llvm::zip_equal(stateOfRows, sums)) {
    Value init = rows.getInitialStates()[number];
    if (isScalar(sum)) {
      arrays.push_back(init);
      types.push_back(init.getType());
    } else {
      states.push_back(init);
    }
  }
  ArrayLoopOpInterface nest = createLoop(rewriter, loc, arrays, states, types);
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = createBody(rewriter, nest);
    rewriter.setInsertionPointToEnd(body);
    auto element = body->args_begin() + 1, state = body->args_begin() + arrays.size();
    SmallVector<Value> begin, next, collected;
    for (AccumulateOp sum : sums)
      begin.push_back(isScalar(sum) ? *element++ : *state++);
    SmallVector<Value> end = createColumn(rewriter, body->getArgument(0), begin, kept);
    for (auto [sum, value] : llvm::zip_equal(sums, end))
      (isScalar(sum) ? collected : next).push_back(value);
    llvm::append_range(next, collected);
    YieldOp::create(rewriter, loc, next);
  }
  auto final = nest->result_begin(), array = final + states.size();
  for (auto [number, sum] : llvm::zip_equal(stateOfRows, sums))
    results[number] = isScalar(sum) ? *array++ : *final++;
  rewriter.replaceOp(rows, results);
}

bool chad::detail::interchangeSums(RewriterBase &rewriter, FoldOp rows) {
  SumNest nest(rows);
  if (!nest.match() || !nest.isBetter())
    return false;
  nest.interchange(rewriter);
  return true;
}
