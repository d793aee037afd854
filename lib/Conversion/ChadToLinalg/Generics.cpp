//===- Generics.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Stores terms in arrays: makes elementwise ops, reductions, and the structured ops of bodies.

#include "Kernel.h"
#include "chad/Analysis/Reductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::structured;

static Space join(const Space &a, ArrayRef<unsigned> b) {
  Space result = a;
  llvm::append_range(result, b);
  return result;
}

static Value castTo(OpBuilder &builder, Location loc, Type type, Value array) {
  return array.getType() == type ? array : tensor::CastOp::create(builder, loc, type, array);
}

RankedTensorType Nest::getTypeOver(const Space &dims, Type element) {
  SmallVector<int64_t> shape;
  for (unsigned level : dims)
    shape.push_back(getConstantIntValue(levels.extentOf(level)).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, element);
}

Value Nest::createEmpty(const Space &dims, Type element) {
  SmallVector<OpFoldResult> shape;
  for (unsigned level : dims)
    shape.push_back(levels.extentOf(level));
  return tensor::EmptyOp::create(rewriter, root->getLoc(), shape, element);
}

Term Nest::flatten(Term term, Space taken, Space &dims) {
  while (true) {
    if (term.kind == Term::Kind::Array) {
      unsigned level = term.level;
      if (llvm::is_contained(taken, level))
        level = levels.get(levels.extentOf(level), taken);
      term = levels.readAt(term, level);
      taken.push_back(level);
      dims.push_back(level);
    } else if (term.kind == Term::Kind::Read && !term.sizes.empty()) {
      unsigned level = levels.get(term.sizes.front(), taken);
      term = levels.readAt(term, level);
      taken.push_back(level);
      dims.push_back(level);
    } else {
      return term;
    }
  }
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

LogicalResult Nest::createElementwise(const Space &dims, ArrayRef<Term> scalars, Operation *user,
                                      SmallVectorImpl<Value> &arrays) {
  Kernel kernel(*this, dims, user);
  SmallVector<Value> yielded, outputs;
  SmallVector<unsigned> computed;
  arrays.assign(scalars.size(), Value());
  for (auto [number, scalar] : llvm::enumerate(scalars)) {
    if (scalar.kind == Term::Kind::Invariant) {
      Type element = scalar.value.getType();
      arrays[number] =
          linalg::FillOp::create(rewriter, user->getLoc(), scalar.value, createEmpty(dims, element))
              .getResult(0);
      continue;
    }
    bool isWhole =
        scalar.kind == Term::Kind::Read && !states.contains(scalar.value) &&
        scalar.exprs.size() == dims.size() &&
        llvm::all_of(llvm::zip_equal(scalar.exprs, dims, scalar.isPart), [&](auto entry) {
          auto [expr, level, isPart] = entry;
          return expr == levels.indexOf(level) && !isPart;
        });
    if (isWhole) {
      Type element = cast<RankedTensorType>(scalar.value.getType()).getElementType();
      arrays[number] = castTo(rewriter, user->getLoc(), getTypeOver(dims, element), scalar.value);
      continue;
    }
    FailureOr<Value> value = kernel.evaluate(scalar);
    if (failed(value))
      return failure();
    yielded.push_back(*value);
    computed.push_back(number);
  }
  if (computed.empty())
    return success();
  for (Value value : yielded) {
    kernel.addOutput(value.getType(), dims);
    outputs.push_back(createEmpty(dims, value.getType()));
  }
  linalg::GenericOp generic = kernel.create(outputs, yielded, /*numReduced=*/0);
  for (auto [number, result] : llvm::zip_equal(computed, generic.getResults()))
    arrays[number] = result;
  return success();
}

LogicalResult Nest::store(ValueRange values, const Space &space, Operation *user) {
  struct Group {
    Space own;
    SmallVector<Value> values;
    SmallVector<Term, 0> scalars;
  };
  SmallVector<Group> groups;
  for (Value value : values) {
    FailureOr<Term> term = termOf(value, user);
    if (failed(term))
      return failure();
    auto found = reductions.find(value.getDefiningOp());
    bool isTotal = found != reductions.end() &&
                   cast<OpResult>(value).getResultNumber() < found->second.op.getNumStates();
    if (isTotal) {
      if (term->kind == Term::Kind::Computed && failed(storeReduction(found->second)))
        return failure();
      continue;
    }
    if (updates.contains(value))
      return fail(value.getDefiningOp(), "elements of an array are added to at indices");
    Space own;
    Term scalar = flatten(*term, space, own);
    auto *group = llvm::find_if(groups, [&](Group &each) { return each.own == own; });
    if (group == groups.end()) {
      groups.emplace_back();
      groups.back().own = own;
      group = &groups.back();
    }
    group->values.push_back(value);
    group->scalars.push_back(scalar);
  }
  for (Group &group : groups) {
    Space dims = join(space, group.own);
    SmallVector<Value> arrays;
    if (failed(createElementwise(dims, group.scalars, user, arrays)))
      return failure();
    for (auto [value, scalar, array] : llvm::zip_equal(group.values, group.scalars, arrays)) {
      Term term;
      term.value = array;
      for (unsigned level : space)
        term.exprs.push_back(levels.indexOf(level));
      for (auto [dim, level] : llvm::enumerate(group.own)) {
        term.exprs.push_back(rewriter.getAffineSymbolExpr(dim));
        term.sizes.push_back(levels.extentOf(level));
      }
      term.isPart.assign(dims.size(), false);
      terms[value] = term;
      // The scalar itself is stored by that.
      bool isSame = scalar.kind == Term::Kind::Computed && scalar.levels.empty();
      for (unsigned level : dims)
        isSame = isSame && llvm::is_contained(spaces.at(scalar.value), level);
      if (!isSame)
        continue;
      for (auto [expr, level] : llvm::zip_equal(term.exprs, dims))
        expr = levels.indexOf(level);
      term.sizes.clear();
      terms[scalar.value] = term;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The reduction that makes a term and that may become a part of another one.
Nest::Reduction *Nest::getOpenReduction(const Term &term) {
  if (term.kind != Term::Kind::Computed || !term.levels.empty() || !term.value.hasOneUse())
    return nullptr;
  auto found = reductions.find(term.value.getDefiningOp());
  return found == reductions.end() || found->second.isStored ? nullptr : &found->second;
}

/// Whether a term is a whole state.
static bool isState(const Term &term, Value state) {
  if (term.kind != Term::Kind::Read || term.value != state)
    return false;
  return llvm::all_of(llvm::enumerate(term.exprs), [](auto expr) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr.value());
    return symbol && symbol.getPosition() == expr.index();
  });
}

FailureOr<Nest::Total> Nest::describeTotal(Reduction &reduction, unsigned number) {
  Total total;
  total.result = reduction.op->getResult(number);
  total.reduced = {reduction.level};
  total.states = {reduction.op.getStateArgs()[number]};
  // Each value of the body has a term, as the body has been visited.
  auto getTerm = [&](Value value) { return *termOf(value, reduction.op); };
  total.next = getTerm(reduction.op.getYieldedStates()[number]);
  // A sum of sums is one sum.
  while (total.next.kind == Term::Kind::Computed) {
    Space space = join(reduction.space, total.reduced);
    Reduction *inner = getOpenReduction(total.next);
    unsigned innerNumber = inner ? cast<OpResult>(total.next.value).getResultNumber() : 0;
    if (inner && !isState(getTerm(inner->op.getInitialStates()[innerNumber]), total.states.back()))
      inner = nullptr;
    auto add = total.next.value.getDefiningOp<arith::AddFOp>();
    for (unsigned side = 0; add && !inner && side < 2; ++side) {
      if (!isState(getTerm(add->getOperand(side)), total.states.back()))
        continue;
      Term addend = getTerm(add->getOperand(1 - side));
      inner = getOpenReduction(addend);
      if (!inner)
        continue;
      innerNumber = cast<OpResult>(addend.value).getResultNumber();
      Value init = inner->op.getInitialStates()[innerNumber];
      Term start = getTerm(init);
      bool isSum = getStateKind(inner->op, innerNumber) == StateKind::Sum &&
                   start.kind == Term::Kind::Invariant &&
                   matchPattern(start.value, m_AnyZeroFloat());
      if (!isSum)
        inner = nullptr;
    }
    if (!inner || inner->space != space)
      break;
    total.reduced.push_back(inner->level);
    total.states.push_back(inner->op.getStateArgs()[innerNumber]);
    total.next = getTerm(inner->op.getYieldedStates()[innerNumber]);
  }
  if (total.next.kind == Term::Kind::Computed) {
    if (updates.contains(total.next.value))
      return LogicalResult(
          fail(total.next.value.getDefiningOp(), "elements of an array are added to at indices"));
    // Another reduction makes the array.
    if (isa<RankedTensorType>(total.next.value.getType())) {
      FailureOr<Term> array = arrayOf(total.next.value, reduction.op);
      if (failed(array))
        return failure();
      total.next = *array;
    }
  }
  Term whole = total.next;
  total.next = flatten(whole, join(reduction.space, total.reduced), total.dims);
  return total;
}

FailureOr<Value> Nest::createInit(const Term &term, const Space &space, const Space &dims,
                                  Operation *user) {
  Term scalar = term;
  for (unsigned level : dims)
    scalar = levels.readAt(scalar, level);
  // The initial values of the whole nest are available.
  SmallVector<Value> arrays;
  if (failed(createElementwise(join(space, dims), scalar, user, arrays)))
    return failure();
  return arrays.front();
}

LogicalResult Nest::createReduction(Reduction &reduction, ArrayRef<Total> totals) {
  const Total &first = totals.front();
  Operation *user = reduction.op;
  Space parallel = join(reduction.space, first.dims);
  SmallVector<Value> inits;
  for (const Total &total : totals) {
    FailureOr<Term> init =
        termOf(reduction.op.getInitialStates()[total.result.getResultNumber()], user);
    if (failed(init))
      return failure();
    FailureOr<Value> array = createInit(*init, reduction.space, first.dims, user);
    if (failed(array))
      return failure();
    inits.push_back(*array);
  }
  Kernel kernel(*this, join(parallel, first.reduced), user);
  SmallVector<Value> elements, yielded;
  for (auto [total, init] : llvm::zip_equal(totals, inits)) {
    elements.push_back(kernel.addOutput(getElementTypeOrSelf(init.getType()), parallel));
    for (Value state : total.states)
      kernel.addState(state, elements.back(), first.dims);
  }
  for (auto [total, element] : llvm::zip_equal(totals, elements)) {
    FailureOr<Value> next = kernel.evaluate(total.next);
    if (failed(next))
      return failure();
    yielded.push_back(*next);
  }
  linalg::GenericOp generic = kernel.create(inits, yielded, first.reduced.size());
  for (auto [total, array] : llvm::zip_equal(totals, generic.getResults())) {
    Term term;
    term.value = array;
    for (unsigned level : reduction.space)
      term.exprs.push_back(levels.indexOf(level));
    for (auto [dim, level] : llvm::enumerate(first.dims)) {
      term.exprs.push_back(rewriter.getAffineSymbolExpr(dim));
      term.sizes.push_back(levels.extentOf(level));
    }
    term.isPart.assign(parallel.size(), false);
    if (parallel.empty())
      term =
          Term::invariant(tensor::ExtractOp::create(rewriter, user->getLoc(), array, ValueRange()));
    terms[total.result] = term;
  }
  return success();
}

LogicalResult Nest::storeReduction(Reduction &open) {
  // Values that are stored meanwhile may move the entry in the map.
  Reduction reduction = open;
  if (open.isStored)
    return fail(reduction.op, "a sum is needed before it is complete");
  open.isStored = true;
  SmallVector<SmallVector<Total, 0>> groups;
  for (unsigned number = 0; number < reduction.op.getNumStates(); ++number) {
    // States of folds are independent.
    if (isa<FoldOp>(*reduction.op) && reduction.op->getResult(number).use_empty())
      continue;
    FailureOr<Total> total = describeTotal(reduction, number);
    if (failed(total))
      return failure();
    auto *group = llvm::find_if(groups, [&](ArrayRef<Total> each) {
      return each.front().dims == total->dims && each.front().reduced == total->reduced;
    });
    if (group == groups.end())
      groups.emplace_back().push_back(*total);
    else
      group->push_back(*total);
  }
  for (ArrayRef<Total> group : groups)
    if (failed(createReduction(reduction, group)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Structured ops in bodies
//===----------------------------------------------------------------------===//

LogicalResult Nest::visitStructured(linalg::LinalgOp op, const Space &space) {
  if (!op.hasPureTensorSemantics())
    return fail(op, "a structured op works on memory");
  if (auto fill = dyn_cast<linalg::FillOp>(*op)) {
    FailureOr<Term> output = termOf(fill.getOutputs().front(), op);
    if (succeeded(output) && output->kind == Term::Kind::Computed)
      output = arrayOf(fill.getOutputs().front(), op);
    if (failed(output))
      return failure();
    return visitFilled(fill, fill.getInputs().front(), sizesOf(*output), space);
  }
  if (auto transpose = dyn_cast<linalg::TransposeOp>(*op)) {
    FailureOr<Term> array = arrayOf(transpose.getInput(), op);
    if (failed(array))
      return failure();
    Term moved = *array;
    SmallVector<AffineExpr> symbols(array->sizes.size());
    for (auto [dim, from] : llvm::enumerate(transpose.getPermutation())) {
      symbols[from] = rewriter.getAffineSymbolExpr(dim);
      moved.sizes[dim] = array->sizes[from];
    }
    for (AffineExpr &expr : moved.exprs)
      expr = expr.replaceSymbols(symbols);
    terms[transpose->getResult(0)] = moved;
    return success();
  }
  // Any other structured op gets the loops around it as further parallel dimensions.
  if (op.hasIndexSemantics())
    return fail(op, "a structured op in the body of a loop uses its index");
  SmallVector<std::optional<unsigned>> loops(op.getNumLoops());
  Space dims = space;
  SmallVector<Term, 0> operands;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [operand, map] : llvm::zip_equal(op->getOperands(), maps)) {
    bool isArray = isa<RankedTensorType>(operand.getType());
    FailureOr<Term> term = termOf(operand, op);
    bool isMade = succeeded(term) && term->kind != Term::Kind::Read && isArray;
    // The initial value of the output may be known without being stored.
    if (isMade &&
        (term->kind == Term::Kind::Computed || int64_t(operands.size()) < op.getNumDpsInputs()))
      term = arrayOf(operand, op);
    if (failed(term))
      return failure();
    operands.push_back(*term);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop || loops[loop.getPosition()])
        continue;
      loops[loop.getPosition()] = levels.get(sizesOf(*term)[dim], dims);
      dims.push_back(*loops[loop.getPosition()]);
    }
  }
  // Parallel dimensions come first.
  Space parallel = space, reduced;
  SmallVector<AffineExpr> indices;
  for (auto [loop, iterator] : llvm::zip_equal(loops, op.getIteratorTypesArray())) {
    (iterator == utils::IteratorType::parallel ? parallel : reduced).push_back(*loop);
    indices.push_back(levels.indexOf(*loop));
  }
  Kernel kernel(*this, join(parallel, reduced), op);
  IRMapping mapping;
  Block *body = op.getBlock();
  SmallVector<Value> outputs;
  for (auto [number, term] : llvm::enumerate(operands)) {
    BlockArgument arg = body->getArgument(number);
    SmallVector<AffineExpr> position;
    for (AffineExpr expr : maps[number].getResults())
      position.push_back(expr.replaceDims(indices));
    bool isOutput = op.isDpsInit(&op->getOpOperand(number));
    if (!isOutput) {
      for (AffineExpr &expr : term.exprs)
        expr = expr.replaceSymbols(position);
      term.sizes.clear();
      FailureOr<Value> element = kernel.evaluate(term);
      if (failed(element))
        return failure();
      mapping.map(arg, *element);
      continue;
    }
    Space own;
    for (AffineExpr expr : position)
      if (auto level = dyn_cast<AffineDimExpr>(expr))
        own.push_back(level.getPosition());
    if (own.size() != position.size())
      return fail(op, "a structured op in the body of a loop writes at computed places");
    FailureOr<Value> init = createInit(term, space, own, op);
    if (failed(init))
      return failure();
    outputs.push_back(*init);
    Space dimsOfOutput = join(space, own);
    mapping.map(arg, kernel.addOutput(arg.getType(), dimsOfOutput));
    Term result;
    for (unsigned level : space)
      result.exprs.push_back(levels.indexOf(level));
    for (auto [dim, level] : llvm::enumerate(own)) {
      result.exprs.push_back(rewriter.getAffineSymbolExpr(dim));
      result.sizes.push_back(levels.extentOf(level));
    }
    result.isPart.assign(dimsOfOutput.size(), false);
    terms[op->getResult(outputs.size() - 1)] = result;
  }
  SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value value : used) {
    FailureOr<Term> term = termOf(value, op);
    if (failed(term) || term->kind == Term::Kind::Array || isa<RankedTensorType>(value.getType()))
      return fail(op, "a structured op in the body of a loop reads an array at an index");
    FailureOr<Value> element = kernel.evaluate(*term);
    if (failed(element))
      return failure();
    mapping.map(value, *element);
  }
  for (Operation &inner : body->without_terminator())
    kernel.getBuilder().clone(inner, mapping);
  auto yielded = llvm::map_to_vector(body->getTerminator()->getOperands(),
                                     [&](Value value) { return mapping.lookupOrDefault(value); });
  linalg::GenericOp generic = kernel.create(outputs, yielded, reduced.size());
  for (auto [result, array] : llvm::zip_equal(op->getResults(), generic.getResults()))
    terms[result].value = array;
  return success();
}

//===----------------------------------------------------------------------===//
// The whole nest
//===----------------------------------------------------------------------===//

LogicalResult Nest::convert() {
  rewriter.setInsertionPoint(root);
  Operation *before = root->getPrevNode();
  auto op = cast<CombinatorOpInterface>(root);
  SmallVector<Value> used, replacements;
  llvm::copy_if(root->getResults(), std::back_inserter(used),
                [](Value result) { return !result.use_empty(); });
  bool isDone = succeeded(visitLoop(op, {})) && succeeded(store(used, {}, root));
  scratch.dropAllReferences();
  scratch.clear();
  if (!isDone) {
    while (root->getPrevNode() != before)
      rewriter.eraseOp(root->getPrevNode());
    return failure();
  }
  // Extents that nothing asked for.
  Operation *last = root->getPrevNode();
  while (last != before) {
    Operation *previous = last->getPrevNode();
    bool isResult = llvm::any_of(
        used, [&](Value result) { return terms.at(result).value.getDefiningOp() == last; });
    if (!isResult && isOpTriviallyDead(last))
      rewriter.eraseOp(last);
    last = previous;
  }
  for (OpResult result : root->getResults()) {
    if (result.use_empty()) {
      replacements.push_back(Value());
      continue;
    }
    const Term &term = terms.at(result);
    replacements.push_back(isa<RankedTensorType>(result.getType())
                               ? castTo(rewriter, root->getLoc(), result.getType(), term.value)
                               : term.value);
  }
  rewriter.replaceOp(root, replacements);
  // Producers are in an order in which each comes after the ops that read it.
  for (Operation *producer : producers)
    rewriter.eraseOp(producer);
  return success();
}
