//===- Nest.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes the terms of the ops of bodies: functions of the levels.

#include "Nest.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/Reductions.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;
using namespace chad::structured;

/// The largest cost; the costs of longer chains of ops are cut to it.
static constexpr unsigned maxCost = 1000;

LogicalResult Nest::fail(Operation *op, const Twine &why) {
  if (!culprit) {
    culprit = op;
    reason = why.str();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Values and their extents
//===----------------------------------------------------------------------===//

OpFoldResult Nest::sizeOf(Value array, int64_t dim) {
  auto [entry, isNew] = sizes.try_emplace({array, dim});
  if (isNew)
    entry->second = tensor::getMixedSize(rewriter, root->getLoc(), array, dim);
  return entry->second;
}

Term Nest::readWhole(Value array) {
  Term term;
  term.value = array;
  int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    term.exprs.push_back(rewriter.getAffineSymbolExpr(dim));
    term.sizes.push_back(sizeOf(array, dim));
  }
  term.isPart.assign(rank, false);
  return term;
}

bool Nest::isInside(Operation *op) const {
  if (root->isAncestor(op))
    return true;
  return llvm::any_of(producers, [&](Operation *producer) { return producer->isAncestor(op); });
}

Operation *Nest::getProducer(Value array) const {
  Operation *producer = array.getDefiningOp();
  if (!withProducers || !producer || !getMapOrBuild(producer) || makesIota(producer) ||
      producer->getBlock() != root->getBlock() || !isMemoryEffectFree(producer) ||
      readAsWhole.contains(producer))
    return nullptr;
  bool isOwn = llvm::all_of(producer->getUsers(), [&](Operation *user) { return isInside(user); });
  return isOwn ? producer : nullptr;
}

FailureOr<Term> Nest::termOf(Value value, Operation *user) {
  if (auto found = terms.find(value); found != terms.end())
    return found->second;
  if (isInside(value.getParentRegion()->getParentOp()))
    return fail(user,
                "'" + user->getName().getStringRef() + "' uses what no structured op computes");
  if (!isa<RankedTensorType>(value.getType())) {
    if (!isScalarType(value.getType()))
      return fail(user, "a value is neither a number nor an array of numbers");
    return Term::invariant(value);
  }
  if (Operation *producer = getProducer(value)) {
    producers.insert(producer);
    if (failed(visitLoop(cast<CombinatorOpInterface>(producer), {})))
      return failure();
    return terms.at(value);
  }
  if (BuildOp iota = getIota(value)) {
    unsigned level = levels.get(getAsOpFoldResult(iota.getExtent()), {});
    return Term::array(level, Term::index(levels.indexOf(level)));
  }
  if (Operation *maker = value.getDefiningOp())
    readAsWhole.insert(maker);
  return readWhole(value);
}

FailureOr<Term> Nest::arrayOf(Value value, Operation *user) {
  FailureOr<Term> term = termOf(value, user);
  if (failed(term) || term->kind == Term::Kind::Read)
    return term;
  // The value is stored in the body that makes it, which may be further outside than the reader.
  if (failed(store(value, bodySpaces.lookup(value.getParentBlock()), user)))
    return failure();
  return terms.at(value);
}

SmallVector<OpFoldResult> Nest::sizesOf(const Term &term) {
  SmallVector<OpFoldResult> result;
  const Term *rest = &term;
  for (; rest->kind == Term::Kind::Array; rest = rest->element.get())
    result.push_back(levels.extentOf(rest->level));
  if (rest->kind == Term::Kind::Read)
    llvm::append_range(result, rest->sizes);
  return result;
}

FailureOr<OpFoldResult> Nest::getInvariantSize(Operation *op, OpFoldResult size) {
  if (isa<Attribute>(size))
    return size;
  FailureOr<Term> term = termOf(cast<Value>(size), op);
  if (failed(term))
    return failure();
  if (term->kind == Term::Kind::Invariant)
    return getAsOpFoldResult(term->value);
  return fail(op, "an extent depends on the iteration of a loop around it");
}

/// A value that is a constant, or an index that is an affine function of levels.
std::optional<AffineExpr> Nest::getIndex(Value value) {
  if (!value.getType().isIndex())
    return std::nullopt;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return rewriter.getAffineConstantExpr(constant.getSExtValue());
  auto found = terms.find(value);
  if (found == terms.end())
    return std::nullopt;
  if (found->second.kind == Term::Kind::Index)
    return found->second.exprs.front();
  if (found->second.kind == Term::Kind::Invariant &&
      matchPattern(found->second.value, m_ConstantInt(&constant)))
    return rewriter.getAffineConstantExpr(constant.getSExtValue());
  return std::nullopt;
}

unsigned Nest::costOf(const Term &term) {
  if (term.kind == Term::Kind::Array)
    return costOf(*term.element);
  return term.kind == Term::Kind::Computed ? costs.lookup(term.value) : 0;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Whether an op works on scalars alone, and arrays from outside that it reads elements of.
static bool isScalarOp(Operation *op) {
  if (!isMemoryEffectFree(op) || !llvm::all_of(op->getResultTypes(), isScalarType) ||
      !op->getNumResults())
    return false;
  if (op->getNumRegions() == 0)
    return isa<tensor::ExtractOp>(op) || llvm::all_of(op->getOperandTypes(), isScalarType);
  if (!isa<scf::IfOp>(op))
    return false;
  return llvm::all_of(op->getRegions(), [](Region &region) {
    return llvm::all_of(region.getOps(), [](Operation &inner) {
      return inner.hasTrait<mlir::OpTrait::IsTerminator>() || isScalarOp(&inner);
    });
  });
}

LogicalResult Nest::visitScalar(Operation *op, const Space &space) {
  if (!isScalarOp(op))
    return fail(op, "'" + op->getName().getStringRef() + "' has no structured form");
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  unsigned cost = std::min(getNestedCost(op), maxCost);
  bool isInvariant = true;
  for (Value value : used) {
    FailureOr<Term> term = termOf(value, op);
    if (failed(term))
      return failure();
    bool isArray = isa<RankedTensorType>(value.getType());
    if (isArray && terms.contains(value) && op->getNumRegions())
      return fail(op, "a branch reads an array that the loops around it make");
    isInvariant &= term->kind == Term::Kind::Invariant || (isArray && !terms.contains(value));
    cost = std::min(cost + costOf(*term), maxCost);
  }
  if (isInvariant && (isSpeculatable(op) || op->hasTrait<mlir::OpTrait::ConstantLike>())) {
    IRMapping mapping;
    for (Value value : used)
      if (auto found = terms.find(value); found != terms.end())
        mapping.map(value, found->second.value);
    Operation *hoisted = rewriter.clone(*op, mapping);
    for (auto [result, value] : llvm::zip_equal(op->getResults(), hoisted->getResults()))
      terms[result] = Term::invariant(value);
    return success();
  }
  for (OpResult result : op->getResults()) {
    terms[result] = Term::computed(result);
    spaces[result] = space;
    costs[result] = cost;
  }
  if (!op->getNumRegions() && op->getNumOperands() == 2) {
    std::optional<AffineExpr> a = getIndex(op->getOperand(0)), b = getIndex(op->getOperand(1));
    AffineExpr expr;
    if (a && b && isa<arith::AddIOp>(op))
      expr = *a + *b;
    else if (a && b && isa<arith::SubIOp>(op))
      expr = *a - *b;
    else if (a && b && isa<arith::MulIOp>(op) &&
             (isa<AffineConstantExpr>(*a) || isa<AffineConstantExpr>(*b)))
      expr = *a * *b;
    if (expr)
      terms[op->getResult(0)] = Term::index(expr);
  }
  return success();
}

Value Nest::createPlaceholder(Type type, Term term) {
  Value value = scratch.addArgument(type, root->getLoc());
  terms[value] = std::move(term);
  return value;
}

Term Nest::compute(const Space &space, function_ref<Value(OpBuilder &)> make) {
  Operation *last = scratch.empty() ? nullptr : &scratch.back();
  OpBuilder builder(root->getContext());
  builder.setInsertionPointToEnd(&scratch);
  Value result = make(builder);
  auto first = last ? std::next(last->getIterator()) : scratch.begin();
  for (Operation &op : llvm::make_range(first, scratch.end())) {
    unsigned cost = std::min(getNestedCost(&op), maxCost);
    for (Value operand : op.getOperands())
      if (auto found = terms.find(operand); found != terms.end())
        cost = std::min(cost + costOf(found->second), maxCost);
    for (OpResult each : op.getResults()) {
      terms[each] = Term::computed(each);
      spaces[each] = space;
      costs[each] = cost;
    }
  }
  return Term::computed(result);
}

//===----------------------------------------------------------------------===//
// Indexed access
//===----------------------------------------------------------------------===//

/// The greatest value of an index, where the extents of its levels are constants.
static std::optional<int64_t> getGreatest(const Levels &levels, AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    std::optional<int64_t> extent = getConstantIntValue(levels.extentOf(dim.getPosition()));
    return extent ? std::optional<int64_t>(std::max<int64_t>(*extent, 1) - 1) : std::nullopt;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<int64_t> a = getGreatest(levels, binary.getLHS());
  std::optional<int64_t> b = getGreatest(levels, binary.getRHS());
  if (!a || !b)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return *a + *b;
  return binary.getKind() == AffineExprKind::Mul ? std::optional<int64_t>(*a * *b) : std::nullopt;
}

/// Whether an index is a sum of levels times positive constants, so that it is smallest at the
/// first point.
static bool isGrowing(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr))
    return (binary.getKind() == AffineExprKind::Add || binary.getKind() == AffineExprKind::Mul) &&
           isGrowing(binary.getLHS()) && isGrowing(binary.getRHS());
  return isa<AffineDimExpr, AffineSymbolExpr>(expr);
}

FailureOr<Term> Nest::readIndexed(Value array, ValueRange indices, const Space &space) {
  Operation *user = root;
  FailureOr<Term> term = arrayOf(array, user);
  if (failed(term))
    return failure();
  // An affine index becomes a result of an operand's indexing map, if it can be verified to be in
  // bounds.
  SmallVector<AffineExpr> positions;
  SmallVector<bool> isPart = term->isPart;
  for (auto [dim, value] : llvm::enumerate(indices)) {
    std::optional<AffineExpr> index = getIndex(value);
    if (!index || !isGrowing(*index))
      break;
    OpFoldResult size = term->sizes[dim];
    std::optional<int64_t> greatest = getGreatest(levels, *index);
    std::optional<int64_t> known = getConstantIntValue(size);
    if (known && (!greatest || *greatest >= *known))
      break;
    auto level = dyn_cast<AffineDimExpr>(*index);
    if (level && !levels.hasExtent(level.getPosition(), size))
      for (auto [expr, each] : llvm::zip_equal(term->exprs, isPart))
        each |= expr == rewriter.getAffineSymbolExpr(dim);
    positions.push_back(*index);
  }
  if (positions.size() == indices.size() && !states.contains(term->value)) {
    Term element = *term;
    element.isPart = isPart;
    for (unsigned dim = indices.size(); dim < term->sizes.size(); ++dim)
      positions.push_back(rewriter.getAffineSymbolExpr(dim - indices.size()));
    for (AffineExpr &expr : element.exprs)
      expr = expr.replaceSymbols(positions);
    element.sizes.erase(element.sizes.begin(), element.sizes.begin() + indices.size());
    return element;
  }
  if (states.contains(term->value))
    return fail(user, "a state is read at an index");
  // Otherwise the body of the op reads the array.
  Space inner = space;
  SmallVector<Value> position(indices);
  SmallVector<unsigned> dims;
  for (OpFoldResult size : ArrayRef(term->sizes).drop_front(indices.size())) {
    dims.push_back(levels.get(size, inner));
    inner.push_back(dims.back());
    position.push_back(
        createPlaceholder(rewriter.getIndexType(), Term::index(levels.indexOf(dims.back()))));
  }
  Term element = compute(inner, [&](OpBuilder &builder) -> Value {
    // The array has as many dimensions here as the term.
    return tensor::ExtractOp::create(builder, root->getLoc(), array, position);
  });
  for (unsigned level : llvm::reverse(dims))
    element = Term::array(level, element);
  return element;
}

LogicalResult Nest::visitExtract(tensor::ExtractOp op, const Space &space) {
  FailureOr<Term> array = termOf(op.getTensor(), op);
  if (failed(array))
    return failure();
  for (Value index : op.getIndices())
    if (failed(termOf(index, op)))
      return failure();
  // If all indices are levels over which the array is made, the array need not be stored.
  Term element = *array;
  bool isMade = true;
  for (Value index : op.getIndices()) {
    AffineExpr expr = getIndex(index).value_or(rewriter.getAffineConstantExpr(0));
    auto level = dyn_cast<AffineDimExpr>(expr);
    isMade &= element.kind == Term::Kind::Array && level &&
              levels.hasExtent(level.getPosition(), levels.extentOf(element.level));
    if (!isMade)
      break;
    element = levels.readAt(element, level.getPosition());
  }
  if (isMade && (!op.getIndices().empty() || element.kind == Term::Kind::Computed)) {
    terms[op.getResult()] = element;
    return success();
  }
  FailureOr<Term> read = readIndexed(op.getTensor(), op.getIndices(), space);
  if (failed(read))
    return failure();
  terms[op.getResult()] = *read;
  return success();
}

LogicalResult Nest::visitSlice(tensor::ExtractSliceOp op, const Space &space) {
  FailureOr<Term> array = arrayOf(op.getSource(), op);
  if (failed(array))
    return failure();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<AffineExpr> positions;
  Term slice = *array;
  slice.sizes.clear();
  bool isAffine = !states.contains(array->value);
  // An element at an index that the iteration computes is read in the bodies of the ops.
  Space inner = space;
  SmallVector<Value> position;
  SmallVector<unsigned> dims;
  for (int64_t dim = 0; dim < op.getSourceType().getRank(); ++dim) {
    FailureOr<OpFoldResult> size = getInvariantSize(op, op.getMixedSizes()[dim]);
    FailureOr<OpFoldResult> stride = getInvariantSize(op, op.getMixedStrides()[dim]);
    if (failed(size) || failed(stride))
      return failure();
    std::optional<int64_t> step = getConstantIntValue(*stride);
    OpFoldResult offset = op.getMixedOffsets()[dim];
    std::optional<AffineExpr> first;
    if (std::optional<int64_t> constant = getConstantIntValue(offset))
      first = rewriter.getAffineConstantExpr(*constant);
    else if (succeeded(termOf(cast<Value>(offset), op)))
      first = getIndex(cast<Value>(offset));
    else
      return failure();
    if (!step)
      return fail(op, "the stride of a slice is not a constant");
    AffineExpr expr = first ? *first : AffineExpr();
    if (!dropped.test(dim)) {
      AffineExpr own = rewriter.getAffineSymbolExpr(slice.sizes.size());
      expr = expr ? expr + own * *step : AffineExpr();
      slice.sizes.push_back(*size);
      dims.push_back(levels.get(*size, inner));
      inner.push_back(dims.back());
    }
    bool isWhole =
        expr && isa<AffineSymbolExpr>(expr) &&
        (*size == array->sizes[dim] || areEqual(Extent::of(*size), Extent::of(array->sizes[dim])));
    auto level = expr ? dyn_cast<AffineDimExpr>(expr) : AffineDimExpr(nullptr);
    bool isPart = level ? !levels.hasExtent(level.getPosition(), array->sizes[dim])
                        : expr && isa<AffineSymbolExpr>(expr) && !isWhole;
    if (isPart)
      for (auto [old, each] : llvm::zip_equal(array->exprs, slice.isPart))
        each |= old == rewriter.getAffineSymbolExpr(dim);
    // If all extents are known, the verifier of structured ops checks indices.
    std::optional<int64_t> extent = getConstantIntValue(array->sizes[dim]);
    if (expr && !isWhole && extent) {
      AffineExpr reached = expr;
      if (!dropped.test(dim))
        reached = reached.replaceSymbols(
            SmallVector<AffineExpr>(slice.sizes.size(), levels.indexOf(dims.back())));
      std::optional<int64_t> greatest = getGreatest(levels, reached);
      if (!greatest || *greatest >= *extent)
        expr = AffineExpr();
    }
    isAffine &= expr && isGrowing(expr);
    positions.push_back(expr);
    Value at = isa<Value>(offset) ? cast<Value>(offset)
                                  : createPlaceholder(rewriter.getIndexType(), Term::index(*first));
    if (dropped.test(dim)) {
      position.push_back(at);
      continue;
    }
    Value own = createPlaceholder(rewriter.getIndexType(),
                                  Term::index(levels.indexOf(dims.back()) * *step));
    if (getConstantIntValue(offset) == 0) {
      position.push_back(own);
      continue;
    }
    Term sum = compute(inner, [&](OpBuilder &builder) -> Value {
      return arith::AddIOp::create(builder, op.getLoc(), at, own);
    });
    position.push_back(sum.value);
  }
  if (isAffine) {
    for (AffineExpr &expr : slice.exprs)
      expr = expr.replaceSymbols(positions);
    terms[op.getResult()] = slice;
    return success();
  }
  if (states.contains(array->value))
    return fail(op, "a part of a state is read");
  Term element = compute(inner, [&](OpBuilder &builder) -> Value {
    return tensor::ExtractOp::create(builder, op.getLoc(), op.getSource(), position);
  });
  for (unsigned level : llvm::reverse(dims))
    element = Term::array(level, element);
  terms[op.getResult()] = element;
  return success();
}

LogicalResult Nest::visitGather(GatherOp op, const Space &space) {
  FailureOr<Term> indices = arrayOf(op.getIndices(), op);
  FailureOr<Term> source = arrayOf(op.getSource(), op);
  if (failed(indices) || failed(source))
    return failure();
  Space inner = space;
  SmallVector<unsigned> dims;
  Term index = *indices;
  for (OpFoldResult size : indices->sizes) {
    dims.push_back(levels.get(size, inner));
    inner.push_back(dims.back());
    index = levels.readAt(index, dims.back());
  }
  Type type = cast<RankedTensorType>(op.getIndices().getType()).getElementType();
  Value at = createPlaceholder(type, index);
  if (!type.isIndex())
    at = compute(inner, [&](OpBuilder &builder) -> Value {
           return arith::IndexCastOp::create(builder, op.getLoc(), builder.getIndexType(), at);
         }).value;
  FailureOr<Term> element = readIndexed(op.getSource(), at, inner);
  if (failed(element))
    return failure();
  for (unsigned level : llvm::reverse(dims))
    element = Term::array(level, *element);
  terms[op.getResult()] = *element;
  return success();
}

LogicalResult Nest::visitUpdate(AccumulateOp op, const Space &space) {
  FailureOr<Term> array = termOf(op.getAcc(), op);
  if (failed(array) || failed(termOf(op.getValue(), op)))
    return failure();
  for (Value index : op.getIndices())
    if (failed(termOf(index, op)))
      return failure();
  // An addition to a state at indices that are levels is a reduction; any other one becomes a loop
  // that updates in place.
  if (array->kind == Term::Kind::Read && states.contains(array->value)) {
    terms[op.getResult()] = Term::computed(op.getResult());
    spaces[op.getResult()] = space;
    costs[op.getResult()] = maxCost;
    updates.insert(op.getResult());
    return success();
  }
  array = arrayOf(op.getAcc(), op);
  if (failed(array))
    return failure();
  // The element at one position of an array that the iteration makes anyway.
  FailureOr<Term> value = termOf(op.getValue(), op);
  if (isa<RankedTensorType>(op.getValue().getType()))
    value = arrayOf(op.getValue(), op);
  if (failed(value))
    return failure();
  Space inner = space;
  SmallVector<unsigned> dims;
  Term old = *array, added = *value;
  for (auto [dim, size] : llvm::enumerate(array->sizes)) {
    dims.push_back(levels.get(size, inner));
    inner.push_back(dims.back());
    old = levels.readAt(old, dims.back());
    if (dim >= op.getIndices().size())
      added = levels.readAt(added, dims.back());
  }
  Type type = cast<RankedTensorType>(op.getType()).getElementType();
  Value before = createPlaceholder(type, old), addend = createPlaceholder(type, added);
  SmallVector<Value> own;
  for (unsigned dim = 0; dim < op.getIndices().size(); ++dim)
    own.push_back(
        createPlaceholder(rewriter.getIndexType(), Term::index(levels.indexOf(dims[dim]))));
  Location loc = op.getLoc();
  Term element = compute(inner, [&](OpBuilder &builder) -> Value {
    Value sum = isa<FloatType>(type)
                    ? arith::AddFOp::create(builder, loc, before, addend).getResult()
                    : arith::AddIOp::create(builder, loc, before, addend).getResult();
    Value isHere;
    for (auto [index, at] : llvm::zip_equal(op.getIndices(), own)) {
      Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, at, index);
      isHere = isHere ? arith::AndIOp::create(builder, loc, isHere, isEqual).getResult() : isEqual;
    }
    return isHere ? arith::SelectOp::create(builder, loc, isHere, sum, before).getResult() : sum;
  });
  for (unsigned level : llvm::reverse(dims))
    element = Term::array(level, element);
  terms[op.getResult()] = element;
  return success();
}

//===----------------------------------------------------------------------===//
// Other ops on arrays
//===----------------------------------------------------------------------===//

LogicalResult Nest::visitFilled(Operation *op, Value element, ArrayRef<OpFoldResult> sizes,
                                const Space &space) {
  FailureOr<Term> term = termOf(element, op);
  if (failed(term))
    return failure();
  Space inner = space;
  for (OpFoldResult each : sizes) {
    FailureOr<OpFoldResult> size = getInvariantSize(op, each);
    if (failed(size))
      return failure();
    inner.push_back(levels.get(*size, inner));
  }
  Term array = *term;
  for (unsigned level : llvm::reverse(ArrayRef(inner).drop_front(space.size())))
    array = Term::array(level, array);
  terms[op->getResult(0)] = array;
  return success();
}

LogicalResult Nest::visitElementwise(Operation *op, const Space &space) {
  Space inner = space;
  SmallVector<Value> operands;
  SmallVector<Term, 0> arrays;
  for (Value operand : op->getOperands()) {
    bool isArray = isa<RankedTensorType>(operand.getType());
    FailureOr<Term> term = isArray ? arrayOf(operand, op) : termOf(operand, op);
    if (failed(term))
      return failure();
    arrays.push_back(*term);
    if (isArray && inner.size() == space.size())
      for (OpFoldResult size : term->sizes)
        inner.push_back(levels.get(size, inner));
  }
  auto dims = ArrayRef(inner).drop_front(space.size());
  for (auto [operand, term] : llvm::zip_equal(op->getOperands(), arrays)) {
    Term element = term;
    if (isa<RankedTensorType>(operand.getType()))
      for (unsigned level : dims)
        element = levels.readAt(element, level);
    operands.push_back(createPlaceholder(getElementTypeOrSelf(operand.getType()), element));
  }
  Term element = compute(inner, [&](OpBuilder &builder) -> Value {
    OperationState state(op->getLoc(), op->getName(), operands,
                         getElementTypeOrSelf(op->getResult(0).getType()), op->getAttrs());
    return builder.create(state)->getResult(0);
  });
  for (unsigned level : llvm::reverse(dims))
    element = Term::array(level, element);
  terms[op->getResult(0)] = element;
  return success();
}

LogicalResult Nest::visitBranch(scf::IfOp op, const Space &space) {
  // Both branches are computed, and one result is selected: so they may have only scalar ops that
  // are safe to run in either case.
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (!isa<AccumulateOp, scf::YieldOp>(inner) &&
          (!isScalarOp(&inner) || !isSpeculatable(&inner)))
        return fail(op, "a branch makes an array");
  FailureOr<Term> condition = termOf(op.getCondition(), op);
  if (failed(condition) || failed(visitBlock(*op.thenBlock(), space)) ||
      failed(visitBlock(*op.elseBlock(), space)))
    return failure();
  for (auto [result, a, b] : llvm::zip_equal(op.getResults(), op.thenYield().getOperands(),
                                             op.elseYield().getOperands())) {
    bool isArray = isa<RankedTensorType>(result.getType());
    FailureOr<Term> thenTerm = isArray ? arrayOf(a, op) : termOf(a, op);
    FailureOr<Term> elseTerm = isArray ? arrayOf(b, op) : termOf(b, op);
    if (failed(thenTerm) || failed(elseTerm))
      return failure();
    Space inner = space;
    for (auto [size, other] : llvm::zip_equal(sizesOf(*thenTerm), sizesOf(*elseTerm))) {
      if (!levels.areEqual(size, other))
        return fail(op, "branches may give arrays of several shapes");
      inner.push_back(levels.get(size, inner));
      thenTerm = levels.readAt(*thenTerm, inner.back());
      elseTerm = levels.readAt(*elseTerm, inner.back());
    }
    Type type = getElementTypeOrSelf(result.getType());
    Value operands[] = {op.getCondition(), createPlaceholder(type, *thenTerm),
                        createPlaceholder(type, *elseTerm)};
    Term chosen = compute(inner, [&](OpBuilder &builder) -> Value {
      return arith::SelectOp::create(builder, op.getLoc(), operands[0], operands[1], operands[2]);
    });
    for (unsigned level : llvm::reverse(ArrayRef(inner).drop_front(space.size())))
      chosen = Term::array(level, chosen);
    terms[result] = chosen;
  }
  return success();
}

LogicalResult Nest::visit(Operation *op, const Space &space) {
  if (isOpTriviallyDead(op))
    return success();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<MapOp, BuildOp, FoldOp, ReduceOp>(
          [&](auto loop) { return visitLoop(cast<CombinatorOpInterface>(*loop), space); })
      .Case([&](tensor::ExtractOp extract) { return visitExtract(extract, space); })
      .Case([&](tensor::ExtractSliceOp slice) { return visitSlice(slice, space); })
      .Case([&](GatherOp gather) { return visitGather(gather, space); })
      .Case([&](AccumulateOp update) { return visitUpdate(update, space); })
      .Case([&](tensor::SplatOp splat) {
        return visitFilled(
            splat, splat.getInput(),
            getMixedValues(splat.getType().getShape(), splat.getDynamicSizes(), rewriter), space);
      })
      .Case([&](tensor::CastOp cast) -> LogicalResult {
        FailureOr<Term> term = termOf(cast.getSource(), cast);
        if (failed(term) || !isa<RankedTensorType>(cast.getType()))
          return fail(cast, "an array has no rank");
        if (term->kind == Term::Kind::Computed || states.contains(term->value))
          return fail(cast, "the type of a state is cast");
        terms[cast.getResult()] = *term;
        return success();
      })
      .Case([&](tensor::DimOp dim) -> LogicalResult {
        FailureOr<Term> term = termOf(dim.getSource(), dim);
        std::optional<int64_t> number = getConstantDim(dim);
        if (failed(term) || !number)
          return fail(dim, "it is not known which extent is asked for");
        if (term->kind == Term::Kind::Computed) {
          term = arrayOf(dim.getSource(), dim);
          if (failed(term))
            return failure();
        }
        OpFoldResult size = sizesOf(*term)[*number];
        terms[dim.getResult()] =
            Term::invariant(getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size));
        return success();
      })
      .Case([&](tensor::EmptyOp empty) {
        // The elements of an empty tensor may be any numbers.
        Type type = empty.getType().getElementType();
        TypedAttr attr = rewriter.getZeroAttr(type);
        if (!attr || !isScalarType(type))
          return fail(empty, "an array holds no numbers");
        Value zero = arith::ConstantOp::create(rewriter, empty.getLoc(), attr);
        terms[zero] = Term::invariant(zero);
        return visitFilled(empty, zero, empty.getMixedSizes(), space);
      })
      .Case([&](scf::IfOp branch) {
        return llvm::all_of(branch.getResultTypes(), isScalarType) ? visitScalar(branch, space)
                                                                   : visitBranch(branch, space);
      })
      .Case([&](linalg::LinalgOp structured) { return visitStructured(structured, space); })
      .Default([&](Operation *other) {
        bool isElementwise =
            mlir::OpTrait::hasElementwiseMappableTraits(other) && other->getNumResults() == 1 &&
            isa<RankedTensorType>(other->getResult(0).getType()) && !choosesBetweenShapes(other);
        return isElementwise ? visitElementwise(other, space) : visitScalar(other, space);
      });
}

LogicalResult Nest::visitBlock(Block &block, const Space &space) {
  bodySpaces[&block] = space;
  for (Operation &op : block.without_terminator())
    if (failed(visit(&op, space)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

FailureOr<unsigned> Nest::getLevelOf(CombinatorOpInterface op, const Space &space) {
  if (auto build = dyn_cast<BuildOp>(*op)) {
    FailureOr<OpFoldResult> extent = getInvariantSize(op, getAsOpFoldResult(build.getExtent()));
    if (failed(extent))
      return failure();
    return levels.get(*extent, space);
  }
  SmallVector<OpFoldResult> all;
  for (Value array : op.getArrays()) {
    FailureOr<Term> term = termOf(array, op);
    if (succeeded(term) && term->kind == Term::Kind::Computed)
      term = arrayOf(array, op);
    if (failed(term))
      return failure();
    all.push_back(sizesOf(*term).front());
  }
  auto *known = llvm::find_if(all, [](OpFoldResult size) { return isa<Attribute>(size); });
  OpFoldResult extent = known == all.end() ? all.front() : *known;
  unsigned level = levels.get(extent, space);
  for (OpFoldResult other : all) {
    if (levels.hasExtent(level, other))
      continue;
    if (checkExtents) {
      Location loc = op->getLoc();
      auto asValue = [&](OpFoldResult size) {
        return getValueOrCreateConstantIndexOp(rewriter, loc, size);
      };
      Value isFine = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, asValue(extent),
                                           asValue(other));
      // A loop that never runs need not have equal extents.
      for (unsigned outer : space) {
        Value isNever =
            arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                  asValue(levels.extentOf(outer)), createIndex(rewriter, loc, 0));
        isFine = arith::OrIOp::create(rewriter, loc, isFine, isNever);
      }
      cf::AssertOp::create(
          rewriter, loc, isFine,
          ("'" + op->getName().getStringRef() + "' has arrays of several extents").str());
    }
    levels.addExtent(level, other);
  }
  return level;
}

LogicalResult Nest::visitLoop(CombinatorOpInterface op, const Space &space) {
  if (auto fold = dyn_cast<FoldOp>(*op))
    for (unsigned number = 0; number < op.getNumStates(); ++number)
      if (getStateKind(op, number) == StateKind::Other)
        return fail(op, "each of its iterations needs the one before");
  FailureOr<unsigned> level = getLevelOf(op, space);
  if (failed(level))
    return failure();
  Space inner = space;
  inner.push_back(*level);
  for (auto [array, element] : llvm::zip_equal(op.getArrays(), op.getElementArgs())) {
    FailureOr<Term> term = termOf(array, op);
    if (failed(term))
      return failure();
    terms[element] = levels.readAt(*term, *level);
  }
  if (auto build = dyn_cast<BuildOp>(*op))
    terms[build.getIndexArg()] = Term::index(levels.indexOf(*level));
  for (auto [init, state] : llvm::zip_equal(op.getInitialStates(), op.getStateArgs())) {
    FailureOr<Term> term = termOf(init, op);
    if (succeeded(term) && term->kind == Term::Kind::Computed &&
        isa<RankedTensorType>(init.getType()))
      term = arrayOf(init, op);
    if (failed(term))
      return failure();
    Term whole;
    whole.value = state;
    if (isa<RankedTensorType>(init.getType()))
      whole.sizes = sizesOf(*term);
    for (unsigned dim = 0; dim < whole.sizes.size(); ++dim)
      whole.exprs.push_back(rewriter.getAffineSymbolExpr(dim));
    whole.isPart.assign(whole.sizes.size(), false);
    terms[state] = whole;
    states.insert(state);
  }
  if (failed(visitBlock(op.getBodyBlock(), inner)))
    return failure();
  for (Value next : op.getYieldedStates())
    if (failed(termOf(next, op)))
      return failure();
  SmallVector<Value> again;
  for (auto [yielded, result] :
       llvm::zip_equal(op.getYield()->getOperands().drop_front(op.getFinalStates().size()),
                       op.getCollected())) {
    FailureOr<Term> element = termOf(yielded, op);
    // An array that a reduction in the body makes.
    if (succeeded(element) && element->kind == Term::Kind::Computed &&
        isa<RankedTensorType>(yielded.getType()))
      element = arrayOf(yielded, op);
    if (failed(element))
      return failure();
    terms[result] = Term::array(*level, *element);
    // A value whose computation takes work is computed once, and stored.
    if (op != root && !result.use_empty() && !result.hasOneUse() &&
        costOf(*element) > costOfReading)
      again.push_back(result);
  }
  if (!op.getFinalStates().empty()) {
    reductions[op] = {op, space, *level};
    for (OpResult result : op.getFinalStates()) {
      terms[result] = Term::computed(result);
      spaces[result] = space;
      costs[result] = maxCost;
    }
  }
  return again.empty() ? success() : store(again, space, op);
}
