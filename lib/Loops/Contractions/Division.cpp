//===- Division.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Division.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

void chad::detail::eraseDeadOps(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

FoldOp chad::detail::eraseState(RewriterBase &rewriter, FoldOp fold, unsigned number) {
  Value init = fold.getInitialStates()[number];
  Block &body = fold.getBody().front();
  rewriter.replaceAllUsesWith(fold.getStateArgs()[number], init);
  rewriter.replaceAllUsesWith(fold.getResult(number), init);
  if (fold->getNumResults() == 1) {
    rewriter.eraseOp(fold);
    return {};
  }
  body.eraseArgument(fold.getArrays().size() + number);
  Operation *yield = body.getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperand(number); });
  SmallVector<Value> inits(fold.getInitialStates()), results(fold->getResults());
  inits.erase(inits.begin() + number);
  results.erase(results.begin() + number);
  rewriter.setInsertionPoint(fold);
  Operation *rest =
      rebuildLoop(rewriter, fold, fold.getArrays(), inits, fold.getCollected().getTypes());
  for (auto [old, result] : llvm::zip_equal(results, rest->getResults()))
    rewriter.replaceAllUsesWith(old, result);
  rewriter.eraseOp(fold);
  return cast<FoldOp>(rest);
}

void Division::eraseUpdate() {
  // No value of the loop is the contraction.
  contraction.result = {};
  rewriter.replaceOp(contraction.update, contraction.update.getAcc());
  // Other updates may be left.
  for (State state : llvm::reverse(contraction.folds)) {
    Block &inner = state.fold.getBody().front();
    if (inner.getTerminator()->getOperand(state.number) != state.fold.getStateArgs()[state.number])
      break;
    eraseState(rewriter, state.fold, state.number);
  }
}

bool Division::isDependent(Value value) const {
  if (value == contraction.result)
    return true;
  if (Operation *def = value.getDefiningOp())
    return dependents.contains(def);
  auto arg = cast<BlockArgument>(value);
  unsigned firstState = body.getNumArguments() - numStates;
  if (arg.getOwner() != &body || arg.getArgNumber() < firstState)
    return false;
  // A sum belongs to the part that computes its next value.
  Value last = yield->getOperand(arg.getArgNumber() - firstState);
  return last != value && last.getDefiningOp() && dependents.contains(last.getDefiningOp());
}

void Division::findDependents() {
  size_t size;
  do {
    size = dependents.size();
    for (Operation &op : body.without_terminator()) {
      bool depends = op.walk([&](Operation *inner) {
                         for (Value operand : inner->getOperands())
                           if (isDependent(operand))
                             return WalkResult::interrupt();
                         return WalkResult::advance();
                       }).wasInterrupted();
      if (depends)
        dependents.insert(&op);
    }
  } while (dependents.size() != size);
}

bool Division::isPossible() {
  findDependents();
  bool isPossible = llvm::none_of(contraction.factors, [&](const Access &factor) {
    return dependents.contains(factor.array.getDefiningOp());
  });
  dependents.clear();
  return isPossible;
}

bool Division::isFree(Operation *op) const {
  if (!op || op->getBlock() != &body || dependents.contains(op))
    return false;
  if (op->hasTrait<mlir::OpTrait::ConstantLike>() || isa<tensor::DimOp, tensor::EmptyOp>(op))
    return true;
  // An array of one number is not stored.
  auto fill = dyn_cast<linalg::FillOp>(op);
  return makesOnlyIota(op) || isa<tensor::SplatOp>(op) ||
         (fill && fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>());
}

void Division::findKept() {
  auto keep = [&](auto &&keep, Value value) -> void {
    Operation *def = value.getDefiningOp();
    if (!def || def->getBlock() != &body || dependents.contains(def) || value == contraction.result)
      return;
    if (isFree(def)) {
      for (Value operand : def->getOperands())
        keep(keep, operand);
      return;
    }
    kept.insert(value);
  };
  for (Operation *op : dependents)
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        keep(keep, operand);
    });
  for (const Access &factor : contraction.factors)
    if (Operation *def = factor.array.getDefiningOp(); def && def->getBlock() == &body)
      kept.insert(factor.array);
}

Operation *Division::createPart(bool second, ArrayRef<std::pair<Value, Value>> extra,
                                ArrayRef<unsigned> states, ArrayRef<Value> inits,
                                ArrayRef<Value> collected, Operation *before) {
  Location loc = loop->getLoc();
  rewriter.setInsertionPoint(before);
  SmallVector<Value> arrays(arraysOf(loop));
  for (auto &[value, array] : extra)
    arrays.push_back(array);
  int64_t extent = ShapedType::kDynamic;
  for (Value array : arrays)
    if (!ShapedType::isDynamic(getArrayExtent(array.getType())))
      extent = getArrayExtent(array.getType());
  auto types = llvm::map_to_vector(
      collected, [&](Value value) -> Type { return getArrayOf(value.getType(), extent); });
  Operation *part = createLoop(rewriter, loc, arrays, inits, types, Direction::Left);
  Block *block = rewriter.createBlock(&part->getRegion(0));
  IRMapping mapping;
  for (auto [i, array] : llvm::enumerate(arrays)) {
    Value arg = block->addArgument(getArrayElement(array.getType()), loc);
    if (i < body.getNumArguments() - numStates)
      mapping.map(body.getArgument(i), arg);
    else
      mapping.map(extra[i - (body.getNumArguments() - numStates)].first, arg);
  }
  for (auto [number, init] : llvm::zip_equal(states, inits))
    mapping.map(body.getArgument(body.getNumArguments() - numStates + number),
                block->addArgument(init.getType(), loc));
  // The fold that computes the contraction may belong to the second part, by its other results.
  Value element = second && contraction.result ? mapping.lookupOrNull(contraction.result) : Value();
  for (Operation &op : body.without_terminator())
    if (second ? dependents.contains(&op) || isFree(&op) : !dependents.contains(&op)) {
      rewriter.clone(op, mapping);
      if (element)
        mapping.map(contraction.result, element);
    }
  SmallVector<Value> yielded;
  for (unsigned number : states)
    yielded.push_back(mapping.lookupOrDefault(yield->getOperand(number)));
  for (Value value : collected)
    yielded.push_back(mapping.lookupOrDefault(value));
  YieldOp::create(rewriter, loc, yielded);
  // Erases the ops that only the other part needs.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
  return part;
}

/// The element of an array in the body of a map or a fold. If the loop does not read the array yet,
/// it is added to its arrays.
static Value getElement(RewriterBase &rewriter, Operation *loop, Value array) {
  ValueRange arrays = arraysOf(loop);
  Block &body = loop->getRegion(0).front();
  unsigned number = std::distance(arrays.begin(), llvm::find(arrays, array));
  if (number < arrays.size())
    return body.getArgument(number);
  return addElement(rewriter, cast<ArrayLoopOpInterface>(loop), array);
}

Value Division::takeFixed(Value array, const Symbols &indices, Symbols &rest) {
  llvm::copy_if(indices, std::back_inserter(rest), [](Symbol symbol) { return !symbol.fixed; });
  if (rest.size() == indices.size())
    return array;
  SmallVector<OpFoldResult> offsets, sizes, ones(indices.size(), rewriter.getIndexAttr(1));
  SmallVector<int64_t> extents;
  auto type = cast<RankedTensorType>(array.getType());
  for (auto [dim, symbol] : llvm::enumerate(indices)) {
    offsets.push_back(symbol.fixed ? symbol.fixed : rewriter.getIndexAttr(0));
    sizes.push_back(symbol.fixed ? OpFoldResult(rewriter.getIndexAttr(1))
                                 : tensor::getMixedSize(rewriter, loc, array, dim));
    if (!symbol.fixed)
      extents.push_back(type.getDimSize(dim));
  }
  return tensor::ExtractSliceOp::create(rewriter, loc, type.clone(extents), array, offsets, sizes,
                                        ones);
}

Value Division::createContraction(Value init) {
  Symbols symbols = contraction.out;
  llvm::append_range(symbols, contraction.sums);
  auto numberOf = [&](Symbol symbol) -> unsigned {
    return llvm::find(symbols, symbol) - symbols.begin();
  };
  SmallVector<Value> inputs;
  SmallVector<Symbols> accesses;
  SmallVector<AffineMap> maps;
  MLIRContext *context = rewriter.getContext();
  for (const Access &factor : contraction.factors) {
    Value array = factor.array;
    if (Value whole = keptArray(array))
      array = whole;
    for (Operation *reader : factor.through)
      array = getElement(rewriter, reader, array);
    Symbols indices;
    array = takeFixed(array, factor.indices, indices);
    inputs.push_back(array);
    accesses.push_back(indices);
    auto exprs = llvm::map_to_vector(
        indices, [&](Symbol symbol) { return getAffineDimExpr(numberOf(symbol), context); });
    maps.push_back(AffineMap::get(symbols.size(), 0, exprs, context));
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(symbols.size(), context)
                     .getMajorSubMap(contraction.out.size()));
  SmallVector<OpFoldResult> shape;
  if (!init || contraction.isPart)
    for (Symbol symbol : contraction.out)
      for (auto [input, indices] : llvm::zip_equal(inputs, accesses))
        if (auto *found = llvm::find(indices, symbol); found != indices.end()) {
          shape.push_back(tensor::getMixedSize(rewriter, loc, input, found - indices.begin()));
          break;
        }
  Value whole = init;
  SmallVector<OpFoldResult> offsets, sizes, ones;
  RankedTensorType partType;
  if (contraction.isPart) {
    auto next = shape.begin();
    for (int64_t dim : llvm::seq(cast<RankedTensorType>(whole.getType()).getRank())) {
      Value fixed = dim < int64_t(contraction.fixed.size()) ? contraction.fixed[dim] : Value();
      offsets.push_back(fixed ? OpFoldResult(fixed) : rewriter.getIndexAttr(0));
      sizes.push_back(fixed ? OpFoldResult(rewriter.getIndexAttr(1)) : *next++);
      ones.push_back(rewriter.getIndexAttr(1));
    }
    SmallVector<int64_t> extents;
    std::tie(extents, std::ignore) = decomposeMixedValues(shape);
    partType = RankedTensorType::get(extents, element);
  }
  if (!init) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, shape, element);
    Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
    init = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  } else if (contraction.isPart) {
    init = tensor::ExtractSliceOp::create(rewriter, loc, partType, whole, offsets, sizes, ones);
  }
  SmallVector<utils::IteratorType> iterators(contraction.out.size(), utils::IteratorType::parallel);
  iterators.resize(symbols.size(), utils::IteratorType::reduction);
  auto product =
      linalg::GenericOp::create(rewriter, loc, init.getType(), inputs, init, maps, iterators,
                                [&](OpBuilder &nested, Location at, ValueRange args) {
                                  if (contraction.whole) {
                                    IRMapping mapping;
                                    mapping.map(contraction.whole.getBlock()->getArguments(), args);
                                    for (Operation &op : *contraction.whole.getBlock())
                                      nested.clone(op, mapping);
                                    return;
                                  }
                                  Value mul = arith::MulFOp::create(nested, at, args[0], args[1]);
                                  Value sum = arith::AddFOp::create(nested, at, args[2], mul);
                                  linalg::YieldOp::create(nested, at, sum);
                                });
  if (contraction.isPart)
    return tensor::InsertSliceOp::create(rewriter, loc, product.getResult(0), whole, offsets, sizes,
                                         ones);
  return product.getResult(0);
}

SmallVector<Operation *> Division::run() {
  // If the contraction is added to a sum, the loop computes the rest of the sum.
  if (contraction.add) {
    Value rest = contraction.add->getOperand(contraction.add->getOperand(0) == contraction.result);
    rewriter.replaceOp(contraction.add, rest);
  } else if (contraction.update) {
    eraseUpdate();
  } else if (contraction.state) {
    rewriter.replaceAllUsesWith(
        contraction.result,
        body.getArgument(body.getNumArguments() - numStates + *contraction.state));
  }
  findDependents();
  findKept();
  SmallVector<unsigned> states[2];
  SmallVector<Value> collected[2];
  unsigned firstState = body.getNumArguments() - numStates;
  SmallVector<Value> finals(loop->getResults().size());
  SmallVector<Value> inits(numStates);
  for (unsigned i = 0; i < numStates; ++i)
    inits[i] = cast<FoldOp>(loop).getInitialStates()[i];
  for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
    bool isSecond = isDependent(value);
    if (i >= numStates && value != contraction.result)
      collected[isSecond].push_back(value);
    else if (i < numStates && value != body.getArgument(firstState + i))
      states[isSecond].push_back(i);
  }
  // Each stored value is a further array, after the results.
  SmallVector<Value> firstCollected = collected[0];
  llvm::append_range(firstCollected, kept);
  auto initsOf = [&](ArrayRef<unsigned> numbers) {
    return llvm::map_to_vector(numbers, [&](unsigned number) { return inits[number]; });
  };
  SmallVector<Operation *> parts;
  Operation *first = nullptr;
  if (!states[0].empty() || !firstCollected.empty()) {
    first = createPart(false, {}, states[0], initsOf(states[0]), firstCollected, loop);
    parts.push_back(first);
    for (auto [value, array] : llvm::zip_equal(kept, first->getResults().take_back(kept.size())))
      keptArrays[value] = array;
  }
  rewriter.setInsertionPoint(loop);
  // If other values are added to the same sum, the product is added to the result of these
  // additions.
  bool hasRest = contraction.state && llvm::is_contained(states[0], *contraction.state);
  Value start;
  if (hasRest)
    start = first->getResult(llvm::find(states[0], *contraction.state) - states[0].begin());
  else if (contraction.state)
    start = inits[*contraction.state];
  Value product = createContraction(start);
  if (contraction.whole && !contraction.state) {
    // Its users in the body take its elements as they took the results of the op.
    auto type = cast<RankedTensorType>(product.getType());
    Type wanted = getArrayOf(contraction.result.getType(), type.getDimSize(0));
    if (wanted != type)
      product = tensor::CastOp::create(rewriter, loc, wanted, product);
  }
  SmallVector<std::pair<Value, Value>> extra;
  if (contraction.state)
    inits[*contraction.state] = product;
  else
    extra.push_back({contraction.result, product});
  // Factors are kept for the contraction; the second part may not need them.
  for (Value value : kept)
    extra.push_back({value, keptArrays[value]});
  Operation *second = nullptr;
  if (!states[1].empty() || !collected[1].empty()) {
    second = createPart(true, extra, states[1], initsOf(states[1]), collected[1], loop);
    parts.push_back(second);
  }
  rewriter.setInsertionPoint(loop);
  unsigned nextState[2] = {0, 0}, nextCollected[2] = {0, 0};
  Operation *both[2] = {first, second};
  for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
    unsigned which = isDependent(value);
    if (value == contraction.result)
      finals[i] = product;
    else if (i >= numStates)
      finals[i] = both[which]->getResult(states[which].size() + nextCollected[which]++);
    else if (value == body.getArgument(firstState + i))
      finals[i] = inits[i];
    else
      finals[i] = both[which]->getResult(nextState[which]++);
    if (hasRest && i == *contraction.state)
      finals[i] = product;
    if (finals[i].getType() != loop->getResult(i).getType())
      finals[i] =
          tensor::CastOp::create(rewriter, loop->getLoc(), loop->getResult(i).getType(), finals[i]);
  }
  rewriter.replaceOp(loop, finals);
  return parts;
}
