//===- Contraction.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "../Sums.h"
#include "Product.h"
#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/Extents.h"
#include "chad/IR/IndexRanges.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The extent that the types give; dynamic if they do not.
static int64_t extentOf(ArrayRef<Access> factors, Symbol symbol) {
  for (const Access &factor : factors)
    for (auto [dim, index] : llvm::enumerate(factor.indices)) {
      if (isa<FloatType>(factor.array.getType()))
        continue;
      // A value that the loop makes has one dimension less than the array of the values of all
      // iterations.
      auto type = cast<RankedTensorType>(factor.array.getType());
      int64_t at = static_cast<int64_t>(dim) -
                   (static_cast<int64_t>(factor.indices.size()) - type.getRank());
      if (index == symbol && at >= 0 && !type.isDynamicDim(at))
        return type.getDimSize(at);
    }
  return ShapedType::kDynamic;
}

bool chad::detail::isMatrixProduct(const Contraction &contraction, bool evenIfSmall) {
  ArrayRef<Access> factors = contraction.factors;
  if (factors.size() != 2)
    return false;
  for (const Access &factor : factors)
    for (auto [i, symbol] : llvm::enumerate(factor.indices)) {
      if (symbol.fixed)
        continue;
      bool isKnown = llvm::is_contained(contraction.out, symbol) ||
                     llvm::is_contained(contraction.sums, symbol);
      if (!isKnown || llvm::is_contained(ArrayRef(factor.indices).drop_front(i + 1), symbol))
        return false;
    }
  // The index of a row, of a column or of a term may consist of several: its extent is their
  // product.
  bool hasRows = false, hasColumns = false, isBatched = false;
  int64_t rows = 1, columns = 1, terms = 1;
  bool isOfShort = false;
  auto extend = [&](int64_t &extent, Symbol symbol) {
    int64_t more = extentOf(factors, symbol);
    isOfShort |= !ShapedType::isDynamic(more) && more < 8;
    bool isKnown = !ShapedType::isDynamic(extent) && !ShapedType::isDynamic(more);
    extent = isKnown ? extent * more : ShapedType::kDynamic;
  };
  for (Symbol symbol : contraction.out) {
    bool inA = reads(factors[0], symbol), inB = reads(factors[1], symbol);
    if (!inA && !inB)
      return false;
    isBatched |= inA && inB;
    hasRows |= inA && !inB;
    hasColumns |= inB && !inA;
    if (inA != inB)
      extend(inA ? rows : columns, symbol);
  }
  for (Symbol symbol : contraction.sums) {
    if (!reads(factors[0], symbol) || !reads(factors[1], symbol))
      return false;
    extend(terms, symbol);
  }
  if (!hasRows || !hasColumns || contraction.sums.empty())
    return false;
  // Of many products of small matrices each is a call of a function that packs its factors:
  // measured, that does not pay where two extents are less than 16. Where a row, a column or a term
  // has short dimensions, such as those of a window, a factor is often copied first, which pays if
  // no extent is less than 16.
  unsigned numSmall = 0, numNarrow = 0;
  for (int64_t extent : {rows, columns, terms}) {
    numSmall += !ShapedType::isDynamic(extent) && extent < 8;
    numNarrow += !ShapedType::isDynamic(extent) && extent < 16;
  }
  return evenIfSmall ||
         (numSmall == 0 && !(isBatched && numNarrow > 1) && !(isOfShort && numNarrow > 0));
}

/// The state of the loop to which an op adds: `sum` is an operand of the op, and all uses of the
/// state in the body are additions to it.
static std::optional<unsigned> getStateAddedTo(Operation *loop, Value sum) {
  auto fold = dyn_cast<FoldOp>(loop);
  while (fold) {
    if (auto arg = dyn_cast<BlockArgument>(sum)) {
      unsigned firstState = fold.getArrays().size();
      if (arg.getOwner()->getParentOp() != fold || arg.getArgNumber() < firstState ||
          getStateKind(fold, arg.getArgNumber() - firstState) != StateKind::Sum)
        return std::nullopt;
      return arg.getArgNumber() - firstState;
    }
    Operation *def = sum.getDefiningOp();
    if (def->getParentOp() != loop)
      return std::nullopt;
    unsigned number = cast<OpResult>(sum).getResultNumber();
    if (auto inner = dyn_cast<FoldOp>(def); inner && number < inner.getNumStates())
      sum = inner.getInitialStates()[number];
    else if (isa<arith::AddFOp>(def))
      // One operand is the sum; the other one is the addend.
      sum = getStateAddedTo(loop, def->getOperand(0)) ? def->getOperand(0) : def->getOperand(1);
    else
      return std::nullopt;
  }
  return std::nullopt;
}

/// Whether the factors `a` of all iterations are the rows of one taller matrix, which is multiplied
/// by the same matrix `b`.
static bool becomesTaller(const Contraction &contraction, const Access &a, const Access &b,
                          Symbol around) {
  return a.indices.size() > 2 && a.indices[0] == around && contraction.out[0] == around &&
         a.indices[1] == contraction.out[1] && !reads(b, around) && !reads(b, contraction.out[1]);
}

/// Whether each iteration of the loop computes a whole product of matrices, which is better
/// computed there, near the ops that make its factors and the ops that read it. A product of values
/// that the body of an inner loop makes can be taken out of that loop.
static bool belongsInside(Contraction contraction, Operation *loop) {
  Symbol around{loop, -1};
  ArrayRef<Access> factors = contraction.factors;
  bool isOfInside = isMadeInside(factors[0], loop) || isMadeInside(factors[1], loop);
  if (contraction.state ||
      (!isOfInside && (becomesTaller(contraction, factors[0], factors[1], around) ||
                       becomesTaller(contraction, factors[1], factors[0], around))))
    return false;
  llvm::erase(contraction.out, around);
  for (Access &factor : contraction.factors)
    llvm::erase(factor.indices, around);
  Operation *owner = contraction.result.getOwner();
  Operation *inside = loop->getRegion(0).front().findAncestorOpInBlock(*owner);
  return isMatrixProduct(contraction) &&
         (isDivisible(owner) || (isOfInside && isDivisible(inside)));
}

/// Finds the updates of the state, which also follow each other; false if anything else happens to
/// it.
static bool findUpdates(State state, SmallVector<State> around,
                        SmallVectorImpl<StateUpdate> &updates) {
  around.push_back(state);
  Value current = state.fold.getStateArgs()[state.number];
  Value next = state.fold.getBody().front().getTerminator()->getOperand(state.number);
  while (current.hasOneUse() && current != next) {
    OpOperand &use = *current.use_begin();
    if (auto update = dyn_cast<AccumulateOp>(use.getOwner());
        update && update.getAcc() == current) {
      updates.push_back({update, around});
      current = update.getResult();
      continue;
    }
    auto inner = dyn_cast<FoldOp>(use.getOwner());
    if (!inner || use.getOperandNumber() < inner.getArrays().size())
      return false;
    State carried = {inner, use.getOperandNumber() - unsigned(inner.getArrays().size())};
    if (!findUpdates(carried, around, updates))
      return false;
    current = inner.getResult(carried.number);
  }
  return current == next && next.hasOneUse();
}

/// Describes the products that one update adds to elements of an array: Σ a b at positions that are
/// indices of the folds, or that the loop does not change. No two products may be added to the same
/// element but those of one sum.
static std::optional<Contraction> getUpdate(OpResult result, Operation *loop, Value start,
                                            StateUpdate update) {
  Contraction contraction;
  contraction.result = result;
  contraction.folds = update.folds;
  contraction.update = update.op;
  Product product(loop, result.getOwner());
  Symbols indices;
  if (auto row = dyn_cast<RankedTensorType>(update.op.getValue().getType()))
    for (int64_t dim = 0; dim < row.getRank(); ++dim)
      indices.push_back({nullptr, dim});
  if (!product.describe(update.op.getValue(), indices) || product.factors.size() != 2)
    return std::nullopt;
  contraction.factors = product.factors;
  contraction.sums = product.sums;
  if (product.start)
    return std::nullopt;
  for (auto [dim, index] : llvm::enumerate(update.op.getIndices())) {
    if (!loop->isAncestor(index.getParentRegion()->getParentOp())) {
      contraction.fixed.push_back(index);
      continue;
    }
    auto arg = dyn_cast<BlockArgument>(index);
    BuildOp counter = arg ? getCounter(arg) : BuildOp();
    if (!counter)
      return std::nullopt;
    contraction.isPart |=
        !areEqual(Extent::of(getAsOpFoldResult(counter.getExtent())), Extent::of(start, dim));
    Symbol symbol{arg.getOwner()->getParentOp(), -1};
    bool isOfNest = symbol.loop == loop || llvm::any_of(contraction.folds, [&](State state) {
                      return state.fold == symbol.loop;
                    });
    if (!isOfNest || llvm::is_contained(contraction.out, symbol))
      return std::nullopt;
    contraction.fixed.push_back({});
    contraction.out.push_back(symbol);
  }
  contraction.isPart |= llvm::any_of(contraction.fixed, [](Value index) { return index; });
  llvm::append_range(contraction.out, indices);
  SmallVector<Operation *> loops = {loop};
  for (const State &state : contraction.folds)
    loops.push_back(state.fold);
  for (Operation *each : loops)
    if (!llvm::is_contained(contraction.out, Symbol{each, -1}))
      contraction.sums.push_back({each, -1});
  return contraction;
}

/// Describes an array to whose elements folds add products.
static std::optional<Contraction> getUpdate(OpResult result, Operation *loop) {
  auto fold = dyn_cast<FoldOp>(result.getOwner());
  if (!fold || result.getResultNumber() >= fold.getNumStates() || fold->getParentOp() != loop)
    return std::nullopt;
  Value start = fold.getInitialStates()[result.getResultNumber()];
  std::optional<unsigned> state = getStateAddedTo(loop, start);
  SmallVector<StateUpdate> updates;
  if (!state || !findUpdates({fold, result.getResultNumber()}, {}, updates))
    return std::nullopt;
  std::optional<Contraction> found;
  for (const StateUpdate &update : updates)
    if (auto contraction = getUpdate(result, loop, start, update)) {
      contraction->state = state;
      found = std::move(contraction);
      if (isMatrixProduct(*found))
        break;
    }
  return found;
}

/// Describes a value that each iteration of the loop computes.
static std::optional<Contraction> getProduct(OpResult result, Operation *loop) {
  Product product(loop, loop->getRegion(0).front().findAncestorOpInBlock(*result.getOwner()));
  if (!product.describe(result) || product.factors.size() != 2)
    return std::nullopt;
  Contraction contraction;
  contraction.result = result;
  contraction.factors = product.factors;
  contraction.sums = product.sums;
  contraction.start = product.start;
  if (result.hasOneUse() && isa<arith::AddFOp>(*result.user_begin()) &&
      isa<RankedTensorType>(result.getType())) {
    Operation *add = *result.user_begin();
    contraction.state = getStateAddedTo(loop, add->getOperand(add->getOperand(0) == result));
    contraction.add = contraction.state ? add : nullptr;
  }
  Symbol around{loop, -1};
  (contraction.add ? contraction.sums : contraction.out).push_back(around);
  // Maps between the loop and the op.
  SmallVector<Operation *> maps;
  for (Operation *parent = result.getOwner()->getParentOp(); parent != loop;
       parent = parent->getParentOp())
    maps.push_back(parent);
  for (Operation *map : llvm::reverse(maps))
    contraction.out.push_back({map, -1});
  if (auto type = dyn_cast<RankedTensorType>(result.getType()))
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      contraction.out.push_back({nullptr, dim});
  return contraction;
}

std::optional<Contraction> chad::detail::describeContraction(OpResult result, Operation *loop) {
  if (!isa<FloatType>(getElementTypeOrSelf(result.getType())) || result.use_empty())
    return std::nullopt;
  std::optional<Contraction> contraction = getUpdate(result, loop);
  if (!contraction)
    contraction = getProduct(result, loop);
  if (!contraction)
    return std::nullopt;
  // A value that the loop makes becomes an array with an element for each iteration.
  for (Access &factor : contraction->factors)
    if (loop->isProperAncestor(factor.array.getParentRegion()->getParentOp()) ||
        factor.array.getParentBlock() == &loop->getRegion(0).front())
      factor.indices.insert(factor.indices.begin(), {loop, -1});
  return contraction;
}

/// Whether a value of the body of a loop, a fold, is computed from a state of the loop.
static bool dependsOnState(Operation *op, Value value) {
  auto fold = dyn_cast<FoldOp>(op);
  if (!fold)
    return false;
  SmallVector<Value> worklist = {value};
  DenseSet<Value> visited;
  // Of an inner loop, a result depends on what it yields, and an argument on what it stands for.
  auto pushState = [&](ArrayLoopOpInterface loop, unsigned number) {
    worklist.append({loop.getInitialStates()[number], loop.getYieldedStates()[number],
                     loop.getStateArgs()[number]});
  };
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    if (llvm::is_contained(fold.getStateArgs(), next))
      return true;
    if (auto arg = dyn_cast<BlockArgument>(next)) {
      Operation *owner = arg.getOwner()->getParentOp();
      if (!fold->isProperAncestor(owner))
        continue;
      auto loop = dyn_cast<ArrayLoopOpInterface>(owner);
      if (!loop) {
        owner->walk([&](Operation *inner) { llvm::append_range(worklist, inner->getOperands()); });
        continue;
      }
      auto states = loop.getStateArgs(), elements = loop.getElementArgs();
      if (auto *state = llvm::find(states, arg); state != states.end())
        pushState(loop, state - states.begin());
      else if (auto *element = llvm::find(elements, arg); element != elements.end())
        worklist.push_back(loop.getArrays()[element - elements.begin()]);
      continue;
    }
    Operation *def = next.getDefiningOp();
    if (!fold->isProperAncestor(def))
      continue;
    auto loop = dyn_cast<ArrayLoopOpInterface>(def);
    unsigned number = cast<OpResult>(next).getResultNumber();
    if (!loop)
      def->walk([&](Operation *inner) { llvm::append_range(worklist, inner->getOperands()); });
    else if (number < loop.getNumStates())
      pushState(loop, number);
    else
      worklist.push_back(loop.getBodyBlock().getTerminator()->getOperand(number));
  }
  return false;
}

/// The number of the loop's state that `init` is, if `result`, made from it, is its next value, and
/// nothing else reads either.
static std::optional<unsigned> getStateOf(OpResult result, Value init, Operation *loop) {
  auto fold = dyn_cast<FoldOp>(loop);
  if (!fold || !init.hasOneUse() || !result.hasOneUse() ||
      *result.user_begin() != fold.getBody().front().getTerminator())
    return std::nullopt;
  unsigned number = result.use_begin()->getOperandNumber();
  if (number >= fold.getNumStates() || fold.getStateArgs()[number] != init)
    return std::nullopt;
  return number;
}

std::optional<Contraction> chad::detail::describeBatch(linalg::LinalgOp op, Operation *loop) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics() ||
      !linalg::isaContractionOpInterface(op))
    return std::nullopt;
  Value init = op.getDpsInits()[0];
  Contraction contraction;
  contraction.state = getStateOf(op->getResult(0), init, loop);
  if (!contraction.state && !isZeros(init))
    return std::nullopt;
  contraction.result = op->getResult(0);
  contraction.whole = op;
  auto symbolsOf = [&](OpOperand &operand) {
    Symbols symbols;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
      symbols.push_back({op, cast<AffineDimExpr>(expr).getPosition()});
    return symbols;
  };
  Symbol around{loop, -1};
  contraction.out = symbolsOf(*op.getDpsInitOperand(0));
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!llvm::is_contained(contraction.out, Symbol{op, dim}))
      contraction.sums.push_back({op, dim});
  Symbols &indices = contraction.state ? contraction.sums : contraction.out;
  indices.insert(indices.begin(), around);
  Block &body = loop->getRegion(0).front();
  for (OpOperand *input : op.getDpsInputOperands()) {
    std::optional<Access> found;
    // The last origin is the array of which the others are copies, in another order for example.
    for (Access &origin : findOrigins(loop, input->get(), symbolsOf(*input))) {
      bool isMade = origin.array.getParentBlock() == &body;
      if (!origin.through.empty() || (isMade && isa<BlockArgument>(origin.array)))
        continue;
      if (isMade)
        origin.indices.insert(origin.indices.begin(), around);
      found = origin;
    }
    if (!found || dependsOnState(loop, found->array))
      return std::nullopt;
    contraction.factors.push_back(*found);
  }
  if (!isMatrixProduct(contraction))
    return std::nullopt;
  return contraction;
}

std::optional<Contraction> chad::detail::getContractionFromStart(OpResult result, Operation *loop) {
  std::optional<Contraction> contraction = describeContraction(result, loop);
  if (contraction && isMatrixProduct(*contraction) && !belongsInside(*contraction, loop))
    return contraction;
  return std::nullopt;
}

std::optional<Contraction> chad::detail::getContraction(OpResult result, Operation *loop) {
  std::optional<Contraction> contraction = getContractionFromStart(result, loop);
  return contraction && !contraction->start ? contraction : std::nullopt;
}

/// Whether `index` is a valid one of dimension `dim` of `array` in any case.
static bool isInBounds(Value index, Value array, int64_t dim) {
  int64_t extent = cast<RankedTensorType>(array.getType()).getDimSize(dim);
  return !ShapedType::isDynamic(extent) && getIndexRange(index).umax().ult(extent);
}

std::optional<StateUpdate> chad::detail::getPlacedUpdate(OpResult result, Operation *loop) {
  auto fold = dyn_cast<FoldOp>(result.getOwner());
  if (!fold || result.getResultNumber() >= fold.getNumStates() || fold->getParentOp() != loop)
    return std::nullopt;
  SmallVector<StateUpdate> updates;
  if (!getStateAddedTo(loop, fold.getInitialStates()[result.getResultNumber()]) ||
      !findUpdates({fold, result.getResultNumber()}, {}, updates))
    return std::nullopt;
  for (const StateUpdate &placed : updates) {
    AccumulateOp update = placed.op;
    Contraction contraction;
    contraction.out.push_back({loop, -1});
    if (auto row = dyn_cast<RankedTensorType>(update.getValue().getType()))
      for (int64_t dim = 0; dim < row.getRank(); ++dim)
        contraction.out.push_back({nullptr, dim});
    Product product(loop, fold);
    if (!product.describe(update.getValue(), Symbols(llvm::drop_begin(contraction.out))) ||
        product.start)
      continue;
    contraction.factors = product.factors;
    contraction.sums = product.sums;
    for (const State &state : placed.folds)
      contraction.sums.push_back({state.fold, -1});
    for (Access &factor : contraction.factors)
      if (loop->isProperAncestor(factor.array.getParentRegion()->getParentOp()) ||
          factor.array.getParentBlock() == fold->getBlock())
        factor.indices.insert(factor.indices.begin(), {loop, -1});
    bool runs = llvm::all_of(placed.folds, [](const State &state) {
      return getStaticExtent(cast<ArrayLoopOpInterface>(*state.fold)) > 0;
    });
    bool isPlaced = false, isValid = isMatrixProduct(contraction);
    for (auto [dim, index] : llvm::enumerate(update.getIndices())) {
      auto arg = dyn_cast<BlockArgument>(index);
      isPlaced |= index.getParentBlock() == fold->getBlock() && !(arg && getCounter(arg));
      isValid &= isDefinedOutside(index, fold) && (runs || isInBounds(index, update.getAcc(), dim));
    }
    if (isPlaced && isValid)
      return placed;
  }
  return std::nullopt;
}

bool chad::detail::isDivisible(Operation *loop) {
  if (!isa<ArrayLoopOpInterface>(loop) || makesOnlyIota(loop) ||
      !isParallelLoop(loop, /*general=*/true))
    return false;
  ShapeVariation::Functions functions;
  ShapeVariation variation(loop->getRegion(0), functions);
  return llvm::none_of(loop->getRegion(0).front(), [&](Operation &op) {
    return llvm::any_of(op.getResults(), [&](Value value) { return variation.varies(value); });
  });
}

SmallVector<Operation *> chad::detail::findDivisibleLoops(Region &region) {
  SmallVector<Operation *> loops;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isDivisible(op))
      return WalkResult::advance();
    loops.push_back(op);
    return WalkResult::skip();
  });
  return loops;
}
