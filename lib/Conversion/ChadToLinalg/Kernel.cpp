//===- Kernel.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "chad/Analysis/OpCost.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::structured;

Kernel::Kernel(Nest &nest, Space dims, Operation *user)
    : nest(nest), dims(std::move(dims)), user(user), block(new Block), builder(user->getContext()) {
  region.push_back(block);
  builder.setInsertionPointToEnd(block);
}

FailureOr<Value> Kernel::fail(const Twine &why) { return LogicalResult(nest.fail(user, why)); }

AffineExpr Kernel::inDims(AffineExpr expr) const {
  Substitution by;
  for (auto [dim, level] : llvm::enumerate(dims))
    by.push_back({level, getAffineDimExpr(dim, user->getContext())});
  return nest.levels.substitute(expr, by);
}

Value Kernel::addOutput(Type element, const Space &own) {
  SmallVector<AffineExpr> position;
  for (unsigned level : own)
    position.push_back(inDims(nest.levels.indexOf(level)));
  outputMaps.push_back(AffineMap::get(dims.size(), 0, position, user->getContext()));
  return block->addArgument(element, user->getLoc());
}

void Kernel::addState(Value state, Value element, const Space &own) {
  StateElement entry{element, {}};
  for (unsigned level : own)
    entry.position.push_back(nest.levels.indexOf(level));
  states[state] = entry;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

Value Kernel::buildIndex(AffineExpr expr, ValueRange symbols) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  if (Value known = indices.lookup(expr))
    return known;
  Location loc = user->getLoc();
  Value value;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    value = arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    value =
        linalg::IndexOp::create(builder, loc, llvm::find(dims, dim.getPosition()) - dims.begin());
  } else {
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Value a = buildIndex(binary.getLHS(), symbols), b = buildIndex(binary.getRHS(), symbols);
    value = binary.getKind() == AffineExprKind::Add
                ? arith::AddIOp::create(builder, loc, a, b).getResult()
                : arith::MulIOp::create(builder, loc, a, b).getResult();
  }
  if (expr.isSymbolicOrConstant() || symbols.empty())
    indices[expr] = value;
  return value;
}

/// The array of a term, sliced to the extents of the levels that run over it.
Value Kernel::slice(const Term &term) {
  RewriterBase &rewriter = nest.rewriter;
  auto type = cast<RankedTensorType>(term.value.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1)), sizes;
  bool isWhole = true;
  for (auto [dim, expr] : llvm::enumerate(term.exprs)) {
    auto level = dyn_cast<AffineDimExpr>(expr);
    bool isPart = term.isPart[dim] && level;
    sizes.push_back(isPart ? nest.levels.extentOf(level.getPosition())
                           : nest.sizeOf(term.value, dim));
    isWhole &= !isPart;
  }
  if (isWhole)
    return term.value;
  RankedTensorType part = tensor::ExtractSliceOp::inferResultType(type, sizes);
  return extractSlice(rewriter, user->getLoc(), part, term.value, offsets, sizes, strides);
}

FailureOr<Value> Kernel::read(const Term &term) {
  if (auto found = states.find(term.value); found != states.end()) {
    if (llvm::equal(term.exprs, found->second.position))
      return found->second.element;
    return fail("a state is read at other elements than those that it is the sum of");
  }
  if (nest.states.contains(term.value))
    return fail("a state is needed before it is complete");
  SmallVector<AffineExpr> position;
  for (AffineExpr expr : term.exprs)
    position.push_back(inDims(expr));
  AffineMap map = AffineMap::get(dims.size(), 0, position, user->getContext());
  Value array = slice(term);
  for (auto [number, input] : llvm::enumerate(inputs))
    if (input == array && inputMaps[number] == map)
      return Value(block->getArgument(number));
  unsigned number = inputs.size();
  inputs.push_back(array);
  inputMaps.push_back(map);
  return Value(block->insertArgument(
      number, cast<RankedTensorType>(array.getType()).getElementType(), user->getLoc()));
}

FailureOr<Value> Kernel::evaluateLeaf(const Term &term) {
  if (term.kind == Term::Kind::Invariant)
    return term.value;
  if (term.kind == Term::Kind::Index)
    return buildIndex(term.exprs.front(), {});
  return read(term);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Substitution Kernel::restrict(Value value, const Substitution &by) {
  Substitution result;
  for (unsigned level : nest.spaces.at(value))
    for (auto [other, expr] : by)
      if (other == level && expr != nest.levels.indexOf(level))
        result.push_back({level, expr});
  return result;
}

unsigned Kernel::number(const Substitution &by) {
  auto *found = llvm::find(substitutions, by);
  if (found == substitutions.end()) {
    substitutions.push_back(by);
    return substitutions.size() - 1;
  }
  return found - substitutions.begin();
}

bool Kernel::isStoredFirst(Value value, const Substitution &by) {
  if (nest.reductions.contains(value.getDefiningOp()))
    return true;
  if (nest.costs.lookup(value) <= costOfReading)
    return false;
  SmallVector<AffineExpr> used;
  for (unsigned level : nest.spaces.at(value))
    used.push_back(nest.levels.substitute(nest.levels.indexOf(level), by));
  return !llvm::all_of(dims, [&](unsigned dim) {
    return llvm::any_of(used, [&](AffineExpr expr) { return expr.isFunctionOfDim(dim); });
  });
}

FailureOr<Value> Kernel::evaluate(const Term &scalar) {
  if (scalar.kind != Term::Kind::Computed)
    return evaluateLeaf(scalar);
  struct Entry {
    Value value;
    Substitution by;
  };
  SmallVector<Entry> stack = {{scalar.value, restrict(scalar.value, scalar.levels)}};
  std::pair<Value, unsigned> last = {scalar.value, number(stack.front().by)};
  while (!stack.empty()) {
    Entry entry = stack.back();
    unsigned index = number(entry.by);
    if (values.contains({entry.value, index})) {
      stack.pop_back();
      continue;
    }
    if (nest.terms.at(entry.value).kind == Term::Kind::Computed &&
        isStoredFirst(entry.value, entry.by) &&
        failed(nest.store(entry.value, nest.spaces.at(entry.value), user)))
      return failure();
    if (const Term &term = nest.terms.at(entry.value); term.kind != Term::Kind::Computed) {
      FailureOr<Value> leaf = evaluateLeaf(nest.levels.substitute(term, entry.by));
      if (failed(leaf))
        return failure();
      values[{entry.value, index}] = *leaf;
      continue;
    }
    Operation *op = entry.value.getDefiningOp();
    SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    IRMapping mapping;
    bool isReady = true;
    for (Value operand : used) {
      auto found = nest.terms.find(operand);
      if (found == nest.terms.end() || isa<RankedTensorType>(operand.getType()))
        continue;
      Term term = nest.levels.substitute(found->second, entry.by);
      if (term.kind != Term::Kind::Computed) {
        FailureOr<Value> leaf = evaluateLeaf(term);
        if (failed(leaf))
          return failure();
        mapping.map(operand, *leaf);
        continue;
      }
      Substitution by = restrict(term.value, term.levels);
      if (Value known = values.lookup({term.value, number(by)})) {
        mapping.map(operand, known);
        continue;
      }
      stack.push_back({term.value, by});
      isReady = false;
    }
    if (!isReady)
      continue;
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      // The array in the body is a slice of an array from outside.
      auto found = nest.terms.find(extract.getTensor());
      Term array = found == nest.terms.end() ? nest.readWhole(extract.getTensor())
                                             : nest.levels.substitute(found->second, entry.by);
      if (nest.states.contains(array.value))
        return fail("a state is read at an index");
      auto symbols = llvm::map_to_vector(
          extract.getIndices(), [&](Value value) { return mapping.lookupOrDefault(value); });
      SmallVector<Value> position;
      for (AffineExpr expr : array.exprs)
        position.push_back(buildIndex(expr, symbols));
      values[{entry.value, index}] =
          tensor::ExtractOp::create(builder, op->getLoc(), array.value, position);
      continue;
    }
    Operation *clone = builder.clone(*op, mapping);
    for (auto [result, value] : llvm::zip_equal(op->getResults(), clone->getResults()))
      values[{result, index}] = value;
  }
  return values.at(last);
}

linalg::GenericOp Kernel::create(ValueRange outputs, ValueRange yielded, unsigned numReduced) {
  RewriterBase &rewriter = nest.rewriter;
  Location loc = user->getLoc();
  linalg::YieldOp::create(builder, loc, yielded);
  // Each loop needs an operand that gives its extent.
  for (auto [dim, level] : llvm::enumerate(dims)) {
    AffineExpr expr = rewriter.getAffineDimExpr(dim);
    auto hasDim = [&](AffineMap map) { return llvm::is_contained(map.getResults(), expr); };
    if (llvm::any_of(inputMaps, hasDim) || llvm::any_of(outputMaps, hasDim))
      continue;
    Type element = yielded.front().getType();
    block->insertArgument(inputs.size(), element, loc);
    inputs.push_back(nest.createEmpty({level}, element));
    inputMaps.push_back(AffineMap::get(dims.size(), 0, expr));
  }
  SmallVector<AffineMap> maps = inputMaps;
  llvm::append_range(maps, outputMaps);
  SmallVector<utils::IteratorType> iterators(dims.size() - numReduced,
                                             utils::IteratorType::parallel);
  iterators.resize(dims.size(), utils::IteratorType::reduction);
  auto generic = linalg::GenericOp::create(rewriter, loc, outputs.getTypes(), inputs, outputs, maps,
                                           iterators);
  generic.getRegion().takeBody(region);
  return generic;
}
