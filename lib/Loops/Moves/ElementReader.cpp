//===- ElementReader.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementReader.h"
#include "chad/Analysis/OpCost.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest depth and number of ops of the code for an element. An element that needs more is
/// better computed once.
static constexpr unsigned maxDepth = 64, maxCreated = 96;

//===----------------------------------------------------------------------===//
// What may be computed again
//===----------------------------------------------------------------------===//

static bool isMove(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::PadOp, tensor::InsertSliceOp, tensor::CastOp,
             tensor::SplatOp, tensor::ExtractOp, tensor::DimOp>(op);
}

/// Scalar arithmetic that may run in any case.
static bool isArithmetic(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) && op->getNumRegions() == 0 &&
         isPure(op) &&
         llvm::none_of(op->getResultTypes(), [](Type type) { return isa<ShapedType>(type); });
}

/// Whether a value is a state of a loop.
static bool isState(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  auto loop =
      arg ? dyn_cast<ArrayLoopOpInterface>(arg.getOwner()->getParentOp()) : ArrayLoopOpInterface();
  return loop && llvm::is_contained(loop.getStateArgs(), arg);
}

bool ElementReader::isCheap(Value result) const {
  Value yielded = getYieldedElement(result);
  if (!yielded)
    return false;
  Operation *loop = result.getDefiningOp();
  SmallVector<Value> worklist = {yielded};
  DenseSet<Value> visited;
  unsigned cost = 0;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *def = value.getDefiningOp();
    if (isState(value) && !isDefinedOutside(value, loop))
      return false;
    if (!def || !loop->isProperAncestor(def) || !visited.insert(value).second)
      continue;
    if (Value element = getYieldedElement(value)) {
      worklist.push_back(element);
      llvm::append_range(worklist, cast<ArrayLoopOpInterface>(def).getArrays());
      continue;
    }
    if (!isMove(def) && !matchPattern(def, m_Constant()) && !isArithmetic(def))
      return false;
    // A value that is compared is not computed again: if products and sums are contracted, it could
    // be rounded differently.
    if (maxCost > costOfReading && isa<arith::CmpFOp>(def))
      return false;
    cost += getCost(def);
    if (cost > maxCost)
      return false;
    llvm::append_range(worklist, def->getOperands());
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

bool ElementReader::isVisible(Value value) const {
  return value.getParentRegion()->isAncestor(rewriter.getInsertionBlock()->getParent());
}

std::optional<ElementReader::Index> ElementReader::add(Index a, Index b, int64_t sign) {
  int64_t plus = a.plus + sign * b.plus;
  if (!b.base)
    return Index{a.base, plus};
  if (!a.base && sign > 0)
    return Index{b.base, plus};
  if (a.base == b.base && sign < 0)
    return Index{Value(), plus};
  Value first = createIndexValue({a.base, 0});
  ++created;
  Value sum = sign > 0 ? arith::AddIOp::create(rewriter, loc, first, b.base).getResult()
                       : arith::SubIOp::create(rewriter, loc, first, b.base).getResult();
  return Index{sum, plus};
}

Value ElementReader::createIndexValue(Index index) {
  if (!index.base)
    return createIndex(rewriter, loc, index.plus);
  if (index.plus == 0)
    return index.base;
  Value &sum = known[{index.base.getAsOpaquePointer(), nullptr, {index}}];
  if (!sum || !isVisible(sum)) {
    ++created;
    sum = arith::AddIOp::create(rewriter, loc, index.base, createIndex(rewriter, loc, index.plus));
  }
  return sum;
}

Value ElementReader::createExtent(Extent extent, int64_t plus) {
  extent.plus += plus;
  if (extent.value && !isVisible(extent.value))
    return {};
  return chad::createExtent(rewriter, loc, extent);
}

std::optional<ElementReader::Index> ElementReader::indexOf(OpFoldResult value,
                                                           const Iteration *in) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Index{Value(), *constant};
  Value index = scalar(cast<Value>(value), in);
  if (!index)
    return std::nullopt;
  Operation *def = index.getDefiningOp();
  if (isa_and_nonnull<arith::AddIOp, arith::SubIOp>(def))
    if (std::optional<int64_t> constant = getConstantIntValue(def->getOperand(1)))
      return Index{def->getOperand(0), isa<arith::AddIOp>(def) ? *constant : -*constant};
  return Index{index, 0};
}

bool ElementReader::isNotNegative(Index index) const {
  return index.plus >= 0 && (!index.base || bounds.count(index.base));
}

bool ElementReader::isBelow(Index index, Extent extent) const {
  auto found = bounds.find(index.base);
  return found != bounds.end() && llvm::any_of(found->second, [&](const Extent &bound) {
           return bound.isNear(extent) && bound.plus + index.plus <= extent.plus;
         });
}

bool ElementReader::enterPart(Index index, OpFoldResult from, Extent size, Extent whole,
                              const Iteration *in, SmallVectorImpl<Value> &conditions,
                              Index &inside) {
  std::optional<Index> start = indexOf(from, in);
  if (!start)
    return false;
  std::optional<Index> difference = add(index, *start, -1);
  if (!difference)
    return false;
  inside = *difference;
  bool isFixed = !start->base;
  auto compare = [&](arith::CmpIPredicate predicate, Value bound) {
    Value left = createIndexValue({inside.base, 0});
    conditions.push_back(arith::CmpIOp::create(rewriter, loc, predicate, left, bound));
    ++created;
  };
  if (!(isFixed && start->plus <= 0) && !isNotNegative(inside))
    compare(arith::CmpIPredicate::sge, createIndex(rewriter, loc, -inside.plus));
  bool reachesEnd = isFixed && whole.isNear(size) && whole.plus <= size.plus + start->plus;
  if (!reachesEnd && !isBelow(inside, size)) {
    Value end = createExtent(size, -inside.plus);
    if (!end)
      return false;
    compare(arith::CmpIPredicate::slt, end);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value ElementReader::choose(ArrayRef<Value> conditions, function_ref<Value()> inside,
                            Value outside) {
  if (conditions.empty())
    return inside();
  Value all = conditions.front();
  for (Value condition : conditions.drop_front())
    all = arith::AndIOp::create(rewriter, loc, all, condition);
  ++created;
  auto branch =
      scf::IfOp::create(rewriter, loc, TypeRange(outside.getType()), all, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, outside);
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  Value value = inside();
  if (!value)
    return {};
  scf::YieldOp::create(rewriter, loc, value);
  return branch.getResult(0);
}

Value ElementReader::load(Value tensor, const Position &at) {
  if (!isVisible(tensor))
    return {};
  SmallVector<Value> indices;
  for (Index index : at)
    indices.push_back(createIndexValue(index));
  ++created;
  return tensor::ExtractOp::create(rewriter, loc, tensor, indices);
}

Value ElementReader::elementOfSlice(tensor::ExtractSliceOp op, const Position &at,
                                    const Iteration *in) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Position source;
  const Index *next = at.begin();
  for (auto [dim, from, step] :
       llvm::zip_equal(llvm::seq<unsigned>(0, op.getSourceType().getRank()), op.getMixedOffsets(),
                       op.getMixedStrides())) {
    std::optional<Index> index = indexOf(from, in);
    if (index && !dropped.test(dim)) {
      if (!isConstantIntValue(step, 1))
        return isVisible(op.getResult()) ? load(op.getResult(), at) : Value();
      index = add(*next++, *index, 1);
    }
    if (!index)
      return {};
    source.push_back(*index);
  }
  return element(op.getSource(), source, in);
}

Value ElementReader::elementOfPad(tensor::PadOp op, const Position &at, const Iteration *in) {
  Value padding = op.getConstantPaddingValue();
  if (!padding)
    return load(op.getResult(), at);
  SmallVector<Value> conditions;
  Position source(at.size());
  for (auto [dim, low] : llvm::enumerate(op.getMixedLowPad()))
    if (!enterPart(at[dim], low, nameExtent(op.getSource(), dim), nameExtent(op.getResult(), dim),
                   in, conditions, source[dim]))
      return {};
  Value outside = padding.getParentRegion() == &op.getRegion()
                      ? rewriter.clone(*padding.getDefiningOp())->getResult(0)
                      : scalar(padding, in);
  if (!outside)
    return {};
  return choose(conditions, [&] { return element(op.getSource(), source, in); }, outside);
}

Value ElementReader::elementOfInsert(tensor::InsertSliceOp op, const Position &at,
                                     const Iteration *in) {
  if (!llvm::all_of(op.getMixedStrides(),
                    [](OpFoldResult step) { return isConstantIntValue(step, 1); }))
    return load(op.getResult(), at);
  // If both cases may read, the element is read before the choice.
  Value outside = element(op.getDest(), at, in);
  if (!outside)
    return {};
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> conditions;
  Position source;
  for (auto [dim, from, size] : llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes())) {
    Index inside;
    if (!enterPart(at[dim], from, nameSize(size), nameExtent(op.getDest(), dim), in, conditions,
                   inside))
      return {};
    if (!dropped.test(dim))
      source.push_back(inside);
  }
  return choose(conditions, [&] { return element(op.getSource(), source, in); }, outside);
}

Value ElementReader::elementOfLoop(OpResult result, const Position &at, const Iteration *in) {
  Operation *loop = result.getOwner();
  // The arrays that a fold collects may depend on its states, which are only known in the loop.
  bool needsStates = isa<FoldOp>(loop) && !isCheap(result);
  if (needsStates || (isVisible(result) && !isCheap(result)))
    return load(result, at);
  const Iteration *iteration = nullptr;
  for (const Iteration &other : iterations)
    if (other.loop == loop && other.around == in && other.index.base == at.front().base &&
        other.index.plus == at.front().plus)
      iteration = &other;
  if (!iteration)
    iteration = &iterations.emplace_back(Iteration{loop, at.front(), in});
  Value yielded = getYieldedElement(result);
  if (at.size() == 1)
    return scalar(yielded, iteration);
  return element(yielded, Position(ArrayRef(at).drop_front()), iteration);
}

Value ElementReader::createElement(Value tensor, const Position &at, const Iteration *in) {
  Operation *def = tensor.getDefiningOp();
  if (!def) {
    auto arg = cast<BlockArgument>(tensor);
    if (!in || arg.getOwner() != &in->loop->getRegion(0).front())
      return load(tensor, at);
    Position whole = {in->index};
    llvm::append_range(whole, at);
    return element(getArrayOfElement(arg), whole, in->around);
  }
  if (auto cast = dyn_cast<tensor::CastOp>(def);
      cast && isa<RankedTensorType>(cast.getSource().getType()))
    return element(cast.getSource(), at, in);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(def))
    return elementOfSlice(slice, at, in);
  if (auto pad = dyn_cast<tensor::PadOp>(def))
    return elementOfPad(pad, at, in);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(def))
    return elementOfInsert(insert, at, in);
  if (auto splat = dyn_cast<tensor::SplatOp>(def))
    return scalar(splat.getInput(), in);
  if (getYieldedElement(tensor))
    return elementOfLoop(cast<OpResult>(tensor), at, in);
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant)) && constant.isSplat())
    if (auto value = dyn_cast<TypedAttr>(constant.getSplatValue<Attribute>()))
      return arith::ConstantOp::create(rewriter, loc, value);
  return load(tensor, at);
}

/// The innermost iteration that `value` belongs to.
template <typename Iteration> static const Iteration *belongsTo(Value value, const Iteration *in) {
  while (in && !in->loop->getRegion(0).isAncestor(value.getParentRegion()))
    in = in->around;
  return in;
}

Value ElementReader::element(Value tensor, Position at, const Iteration *in) {
  in = belongsTo(tensor, in);
  Key key(tensor.getAsOpaquePointer(), in, {at.begin(), at.end()});
  if (auto found = known.find(key); found != known.end() && isVisible(found->second))
    return found->second;
  if (depth > maxDepth || created > maxCreated)
    return {};
  ++depth;
  Value value = createElement(tensor, at, in);
  --depth;
  if (value)
    known[key] = value;
  return value;
}

Value ElementReader::scalar(Value value, const Iteration *in) {
  in = belongsTo(value, in);
  if (!in)
    return value;
  Key key(value.getAsOpaquePointer(), in, {});
  if (auto found = known.find(key); found != known.end() && isVisible(found->second))
    return found->second;
  if (depth > maxDepth || created > maxCreated)
    return {};
  ++depth;
  Value copy = createScalar(value, in);
  --depth;
  if (copy)
    known[key] = copy;
  return copy;
}

Value ElementReader::createScalar(Value value, const Iteration *in) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (arg.getOwner() != &in->loop->getRegion(0).front())
      return {};
    if (isState(arg))
      return {};
    Value array = getArrayOfElement(arg);
    return array ? element(array, {in->index}, in->around) : createIndexValue(in->index);
  }
  Operation *def = value.getDefiningOp();
  if (auto extract = dyn_cast<tensor::ExtractOp>(def)) {
    Position at;
    for (Value index : extract.getIndices()) {
      std::optional<Index> copy = indexOf(index, in);
      if (!copy)
        return {};
      at.push_back(*copy);
    }
    return element(extract.getTensor(), at, in);
  }
  if (auto dim = dyn_cast<tensor::DimOp>(def)) {
    std::optional<int64_t> number = getConstantDim(dim);
    if (!number)
      return {};
    return createExtent(nameExtent(dim.getSource(), *number), 0);
  }
  if (!isArithmetic(def))
    return {};
  IRMapping mapping;
  for (Value operand : def->getOperands()) {
    Value copy = scalar(operand, in);
    if (!copy)
      return {};
    mapping.map(operand, copy);
  }
  ++created;
  return rewriter.clone(*def, mapping)->getResult(cast<OpResult>(value).getResultNumber());
}

Value ElementReader::read(Value tensor, ValueRange position) {
  loc = tensor.getLoc();
  known.clear();
  iterations.clear();
  depth = created = 0;
  Position at;
  for (Value index : position)
    at.push_back({index, 0});
  return element(tensor, at, nullptr);
}
