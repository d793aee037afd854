//===- RaiseContractions.cpp ----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Takes products of matrices out of the loops that compute them row by row.

#include "../Sums.h"
#include "Product.h"
#include "TransposeProducts.h"
#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "chad/Loops/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADRAISECONTRACTIONS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// What is a contraction
//===----------------------------------------------------------------------===//

namespace {
/// A state of a fold.
struct State {
  FoldOp fold;
  unsigned number;
};

/// Σ a b with indices of its own for each of a, b and the sum.
struct Contraction {
  OpResult result;
  SmallVector<Access> factors;
  Symbols out, sums;
  /// The state of the loop that it is added to, as nothing but sums are.
  std::optional<unsigned> state;
  /// How: by the addition of an array,
  Operation *add = nullptr;
  /// or by adding products to elements in folds inside of each other.
  SmallVector<State> folds;
  AccumulateOp update;
  /// Whether these may be some first elements only of those that the state has.
  bool isPart = false;
};
} // namespace

static bool reads(const Access &factor, Symbol symbol) {
  return llvm::is_contained(factor.indices, symbol);
}

/// Whether a factor is a scalar of a body: it gets an array before it is one of a product.
static bool isScalar(const Access &factor) { return isa<FloatType>(factor.array.getType()); }

/// The extent that the types give; dynamic if they do not.
static int64_t extentOf(ArrayRef<Access> factors, Symbol symbol, Operation *loop) {
  for (const Access &factor : factors)
    for (auto [dim, index] : llvm::enumerate(factor.indices)) {
      if (isScalar(factor))
        continue;
      // What the loop makes itself has one dimension less.
      auto type = cast<RankedTensorType>(factor.array.getType());
      int64_t at = static_cast<int64_t>(dim) -
                   (static_cast<int64_t>(factor.indices.size()) - type.getRank());
      if (index == symbol && at >= 0 && !type.isDynamicDim(at))
        return type.getDimSize(at);
    }
  return ShapedType::kDynamic;
}

static bool isDivisible(Operation *loop);

/// Whether there is a dimension of each kind that a product of matrices has, and none that is
/// known to be too small for it to pay.
static bool isMatrixProduct(const Contraction &contraction, Operation *loop,
                            bool evenIfSmall = false) {
  ArrayRef<Access> factors = contraction.factors;
  if (factors.size() != 2)
    return false;
  for (const Access &factor : factors)
    for (auto [i, symbol] : llvm::enumerate(factor.indices)) {
      bool isKnown = llvm::is_contained(contraction.out, symbol) ||
                     llvm::is_contained(contraction.sums, symbol);
      if (!isKnown || llvm::is_contained(ArrayRef(factor.indices).drop_front(i + 1), symbol))
        return false;
    }
  bool hasRows = false, hasColumns = false;
  auto isSmall = [&](Symbol symbol) {
    int64_t extent = extentOf(factors, symbol, loop);
    return !evenIfSmall && !ShapedType::isDynamic(extent) && extent < 8;
  };
  for (Symbol symbol : contraction.out) {
    bool inA = reads(factors[0], symbol), inB = reads(factors[1], symbol);
    if ((!inA && !inB) || isSmall(symbol))
      return false;
    hasRows |= inA && !inB;
    hasColumns |= inB && !inA;
  }
  for (Symbol symbol : contraction.sums)
    if (!reads(factors[0], symbol) || !reads(factors[1], symbol) || isSmall(symbol))
      return false;
  return hasRows && hasColumns && !contraction.sums.empty();
}

/// The state of the loop that an op adds to by its operand `sum`: nothing else happens to the state
/// than that ops of the body add to it.
static std::optional<unsigned> getStateAddedTo(Operation *loop, Value sum) {
  auto fold = dyn_cast<FoldOp>(loop);
  while (fold) {
    if (auto arg = dyn_cast<BlockArgument>(sum)) {
      unsigned firstState = fold.getArrays().size();
      if (arg.getOwner()->getParentOp() != fold || arg.getArgNumber() < firstState ||
          !isSumState(fold, arg.getArgNumber() - firstState))
        return std::nullopt;
      return arg.getArgNumber() - firstState;
    }
    Operation *def = sum.getDefiningOp();
    if (def->getParentOp() != loop)
      return std::nullopt;
    unsigned number = cast<OpResult>(sum).getResultNumber();
    if (auto inner = dyn_cast<FoldOp>(def); inner && number < numStatesOf(inner))
      sum = inner.getInitialStates()[number];
    else if (isa<arith::AddFOp>(def))
      // One of both is the sum; the other one is new.
      sum = getStateAddedTo(loop, def->getOperand(0)) ? def->getOperand(0) : def->getOperand(1);
    else
      return std::nullopt;
  }
  return std::nullopt;
}

/// Whether `a`, with a row for each iteration of the loop more, is one taller matrix that is
/// multiplied by the same other.
static bool becomesTaller(const Contraction &contraction, const Access &a, const Access &b,
                          Symbol around) {
  return a.indices.size() > 2 && a.indices[0] == around && contraction.out[0] == around &&
         a.indices[1] == contraction.out[1] && !reads(b, around) && !reads(b, contraction.out[1]);
}

/// Whether each iteration of the loop has a product of matrices of its own, which is better
/// computed there, near what its factors come from and what reads it.
static bool belongsInside(Contraction contraction, Operation *loop) {
  Symbol around{loop, -1};
  ArrayRef<Access> factors = contraction.factors;
  if (contraction.state || becomesTaller(contraction, factors[0], factors[1], around) ||
      becomesTaller(contraction, factors[1], factors[0], around))
    return false;
  llvm::erase(contraction.out, around);
  for (Access &factor : contraction.factors)
    llvm::erase(factor.indices, around);
  return isMatrixProduct(contraction, loop) && isDivisible(contraction.result.getOwner());
}

/// The folds, outermost first, through which the state of `fold` goes to one update, of what is
/// only updated there; none where there is something else.
static SmallVector<State> findUpdate(State state, AccumulateOp &update) {
  SmallVector<State> folds;
  while (true) {
    folds.push_back(state);
    Value arg = state.fold.getStateArgs()[state.number];
    Value next = state.fold.getBody().front().getTerminator()->getOperand(state.number);
    if (!arg.hasOneUse() || !next.hasOneUse())
      return {};
    OpOperand &use = *arg.use_begin();
    update = dyn_cast<AccumulateOp>(use.getOwner());
    if (update)
      return update.getAcc() == arg && next == update.getResult() ? folds : SmallVector<State>();
    auto inner = dyn_cast<FoldOp>(use.getOwner());
    if (!inner || use.getOperandNumber() < inner.getArrays().size())
      return {};
    state = {inner, use.getOperandNumber() - unsigned(inner.getArrays().size())};
    if (next != inner.getResult(state.number))
      return {};
  }
}

/// Describes an array to each element of which folds add products, Σ a b at places that are
/// indices of theirs: not of some elements only, and not of elements that meet.
static std::optional<Contraction> getUpdate(OpResult result, Operation *loop) {
  auto fold = dyn_cast<FoldOp>(result.getOwner());
  if (!fold || result.getResultNumber() >= numStatesOf(fold) || fold->getParentOp() != loop)
    return std::nullopt;
  Contraction contraction;
  contraction.result = result;
  Value start = fold.getInitialStates()[result.getResultNumber()];
  contraction.state = getStateAddedTo(loop, start);
  contraction.folds = findUpdate({fold, result.getResultNumber()}, contraction.update);
  if (!contraction.state || contraction.folds.empty())
    return std::nullopt;
  Product product(loop, fold);
  Symbols indices;
  if (auto row = dyn_cast<RankedTensorType>(contraction.update.getValue().getType()))
    for (int64_t dim = 0; dim < row.getRank(); ++dim)
      indices.push_back({nullptr, dim});
  if (!product.describe(contraction.update.getValue(), indices) || product.factors.size() != 2)
    return std::nullopt;
  contraction.factors = product.factors;
  contraction.sums = product.sums;
  for (auto [dim, index] : llvm::enumerate(contraction.update.getIndices())) {
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
    contraction.out.push_back(symbol);
  }
  llvm::append_range(contraction.out, indices);
  SmallVector<Operation *> loops = {loop};
  for (const State &state : contraction.folds)
    loops.push_back(state.fold);
  for (Operation *each : loops)
    if (!llvm::is_contained(contraction.out, Symbol{each, -1}))
      contraction.sums.push_back({each, -1});
  return contraction;
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

/// Describes what each iteration of the loop computes as a sum of products of two factors.
static std::optional<Contraction> describe(OpResult result, Operation *loop) {
  if (!isa<FloatType>(getElementTypeOrSelf(result.getType())) || result.use_empty())
    return std::nullopt;
  std::optional<Contraction> contraction = getUpdate(result, loop);
  if (!contraction)
    contraction = getProduct(result, loop);
  if (!contraction)
    return std::nullopt;
  // What the loop makes itself becomes an array with an element for each iteration.
  for (Access &factor : contraction->factors)
    if (loop->isProperAncestor(factor.array.getParentRegion()->getParentOp()) ||
        factor.array.getParentBlock() == &loop->getRegion(0).front())
      factor.indices.insert(factor.indices.begin(), {loop, -1});
  return contraction;
}

/// The same, if it is a product of matrices that is better computed outside of the loop.
static std::optional<Contraction> getContraction(OpResult result, Operation *loop) {
  std::optional<Contraction> contraction = describe(result, loop);
  if (contraction && isMatrixProduct(*contraction, loop) && !belongsInside(*contraction, loop))
    return contraction;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Whether the loop may be taken apart: its iterations are independent but for sums, and all
/// arrays in it have one shape in all iterations, so that they may be kept.
static bool isDivisible(Operation *loop) {
  auto build = dyn_cast<BuildOp>(loop);
  bool isIota = build && build->getNumResults() == 1 && makesIota(build);
  if (!isa<ArrayLoopOpInterface>(loop) || isIota || !isParallelLoop(loop, /*general=*/true))
    return false;
  ShapeVariation::Functions functions;
  ShapeVariation variation(loop->getRegion(0), functions);
  return llvm::none_of(loop->getRegion(0).front(), [&](Operation &op) {
    return llvm::any_of(op.getResults(), [&](Value value) { return variation.varies(value); });
  });
}

/// The outermost loops in a region that may be taken apart.
static SmallVector<Operation *> findDivisibleLoops(Region &region) {
  SmallVector<Operation *> loops;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isDivisible(op))
      return WalkResult::advance();
    loops.push_back(op);
    return WalkResult::skip();
  });
  return loops;
}

/// Erases a state that iterations leave as it is, and the fold if it has no other results.
static void eraseState(RewriterBase &rewriter, FoldOp fold, unsigned number) {
  Value init = fold.getInitialStates()[number];
  Block &body = fold.getBody().front();
  unsigned numStates = numStatesOf(fold);
  rewriter.replaceAllUsesWith(fold.getStateArgs()[number], init);
  rewriter.replaceAllUsesWith(fold.getResult(number), init);
  if (fold->getNumResults() == 1) {
    rewriter.eraseOp(fold);
    return;
  }
  body.eraseArgument(fold.getArrays().size() + number);
  Operation *yield = body.getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperand(number); });
  SmallVector<Value> inits(fold.getInitialStates());
  inits.erase(inits.begin() + number);
  rewriter.setInsertionPoint(fold);
  Operation *rest =
      createLoop(rewriter, fold.getLoc(), fold.getArrays(), inits,
                 fold->getResults().drop_front(numStates).getTypes(), fold.getDirection());
  rewriter.inlineRegionBefore(fold.getBody(), rest->getRegion(0), rest->getRegion(0).end());
  SmallVector<Value> results(fold->getResults());
  results.erase(results.begin() + number);
  for (auto [old, result] : llvm::zip_equal(results, rest->getResults()))
    rewriter.replaceAllUsesWith(old, result);
  rewriter.eraseOp(fold);
}

static void appendArray(RewriterBase &rewriter, Operation *loop, Value array) {
  rewriter.modifyOpInPlace(loop, [&] {
    if (auto map = dyn_cast<MapOp>(loop))
      map.getArraysMutable().append(array);
    else
      cast<FoldOp>(loop).getArraysMutable().append(array);
  });
}

static void eraseDeadOps(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

/// Computes a scalar that the body of a map or fold computes from its elements in a map
/// before it, so that it is an array of the loop around.
static void isolateScalar(RewriterBase &rewriter, Operation *op, Value scalar) {
  rewriter.setInsertionPoint(op);
  Block &body = op->getRegion(0).front();
  ValueRange arrays = arraysOf(op);
  auto alone = MapOp::create(rewriter, op->getLoc(), arrays,
                             [&](OpBuilder &nested, Location loc, ValueRange args) {
                               IRMapping mapping;
                               mapping.map(body.getArguments().take_front(args.size()), args);
                               for (Operation &each : body.without_terminator()) {
                                 nested.clone(each, mapping);
                                 if (each.getResults() == scalar.getDefiningOp()->getResults())
                                   break;
                               }
                               YieldOp::create(nested, loc, mapping.lookup(scalar));
                             });
  eraseDeadOps(rewriter, alone.getBody().front());
  rewriter.modifyOpInPlace(op, [&] {
    unsigned number = arrays.size();
    appendArray(rewriter, op, alone.getResult(0));
    Value element = body.insertArgument(number, scalar.getType(), scalar.getLoc());
    rewriter.replaceAllUsesWith(scalar, element);
  });
  eraseDeadOps(rewriter, body);
}

/// Whether what a fold carries is needed to compute a value of its body.
static bool dependsOnState(Operation *op, Value value) {
  auto fold = dyn_cast<FoldOp>(op);
  if (!fold)
    return false;
  SmallVector<Value> worklist = {value};
  DenseSet<Value> visited;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    if (llvm::is_contained(fold.getStateArgs(), next))
      return true;
    if (Operation *def = next.getDefiningOp(); def && fold->isProperAncestor(def))
      def->walk([&](Operation *inner) { llvm::append_range(worklist, inner->getOperands()); });
  }
  return false;
}

/// Gives a product that the body of an inner map computes for each element an array of its
/// own, and so a scalar that a product reads.
static bool isolate(RewriterBase &rewriter, Operation *loop) {
  for (Operation &op : loop->getRegion(0).front()) {
    if (!isa<MapOp, FoldOp>(op))
      continue;
    for (OpResult result : op.getResults())
      if (auto contraction = getContraction(result, loop))
        for (const Access &factor : contraction->factors)
          if (isScalar(factor)) {
            if (dependsOnState(&op, factor.array))
              return false;
            isolateScalar(rewriter, &op, factor.array);
            return true;
          }
    if (!isa<MapOp>(op))
      continue;
    Operation *yield = op.getRegion(0).front().getTerminator();
    for (Operation &inner : op.getRegion(0).front().without_terminator()) {
      if (!isa<ReduceOp, FoldOp>(inner))
        continue;
      for (OpResult result : inner.getResults())
        if (isa<FloatType>(result.getType()) &&
            !(result.hasOneUse() && *result.user_begin() == yield && op.getNumResults() == 1) &&
            getContraction(result, loop)) {
          isolateScalar(rewriter, &op, result);
          return true;
        }
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Taking a loop apart
//===----------------------------------------------------------------------===//

namespace {
/// Divides a loop into what comes before a contraction, the contraction of whole arrays, and
/// what depends on it.
class Division {
public:
  Division(RewriterBase &rewriter, Operation *loop, Contraction contraction)
      : rewriter(rewriter), loop(loop), contraction(std::move(contraction)),
        loc(this->contraction.result.getLoc()),
        element(getElementTypeOrSelf(this->contraction.result.getType())),
        body(loop->getRegion(0).front()), yield(body.getTerminator()),
        numStates(numStatesOf(loop)) {}

  /// The loops that the parts became; they may hold more contractions.
  SmallVector<Operation *> run();

private:
  /// The folds no longer carry the state that they update.
  void eraseUpdate();
  void findDependents();
  bool isDependent(Value value) const;
  /// Whether the op says the same in both parts and costs nothing.
  bool isFree(Operation *op) const;
  /// What the second part needs of the first, and the contraction of it.
  void findKept();
  /// A loop with some of the ops of the body. `extra` are arrays of which it reads an element
  /// in place of values of the body.
  Operation *createPart(bool second, ArrayRef<std::pair<Value, Value>> extra,
                        ArrayRef<unsigned> states, ArrayRef<Value> inits, ArrayRef<Value> collected,
                        Operation *before);
  Value createContraction(Value init);
  Value keptArray(Value value) { return keptArrays.lookup(value); }

  RewriterBase &rewriter;
  Operation *loop;
  Contraction contraction;
  Location loc;
  Type element;
  Block &body;
  Operation *yield;
  unsigned numStates;
  llvm::SetVector<Operation *> dependents;
  llvm::SetVector<Value> kept;
  DenseMap<Value, Value> keptArrays;
};
} // namespace

void Division::eraseUpdate() {
  // Nothing stands for it in the loop.
  contraction.result = {};
  rewriter.replaceOp(contraction.update, contraction.update.getAcc());
  for (State state : llvm::reverse(contraction.folds))
    eraseState(rewriter, state.fold, state.number);
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
  // A sum belongs to the part that ends it.
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

bool Division::isFree(Operation *op) const {
  if (!op || op->getBlock() != &body || dependents.contains(op))
    return false;
  if (op->hasTrait<mlir::OpTrait::ConstantLike>() || isa<tensor::DimOp>(op))
    return true;
  auto build = dyn_cast<BuildOp>(op);
  return (build && makesIota(build)) || isa<tensor::SplatOp>(op);
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
  for (Operation &op : body.without_terminator())
    if (second ? dependents.contains(&op) || isFree(&op) : !dependents.contains(&op))
      rewriter.clone(op, mapping);
  SmallVector<Value> yielded;
  for (unsigned number : states)
    yielded.push_back(mapping.lookupOrDefault(yield->getOperand(number)));
  for (Value value : collected)
    yielded.push_back(mapping.lookupOrDefault(value));
  YieldOp::create(rewriter, loc, yielded);
  // What the other part alone needs.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
  return part;
}

/// The element of an array in the body of a map or fold, which may have to read it first.
static Value getElement(RewriterBase &rewriter, Operation *loop, Value array) {
  ValueRange arrays = arraysOf(loop);
  Block &body = loop->getRegion(0).front();
  unsigned number = std::distance(arrays.begin(), llvm::find(arrays, array));
  if (number < arrays.size())
    return body.getArgument(number);
  appendArray(rewriter, loop, array);
  return body.insertArgument(number, getArrayElement(array.getType()), loop->getLoc());
}

Value Division::createContraction(Value init) {
  Symbols symbols = contraction.out;
  llvm::append_range(symbols, contraction.sums);
  auto numberOf = [&](Symbol symbol) -> unsigned {
    return llvm::find(symbols, symbol) - symbols.begin();
  };
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  MLIRContext *context = rewriter.getContext();
  for (const Access &factor : contraction.factors) {
    Value array = factor.array;
    if (Value whole = keptArray(array))
      array = whole;
    for (Operation *reader : factor.through)
      array = getElement(rewriter, reader, array);
    inputs.push_back(array);
    auto exprs = llvm::map_to_vector(
        factor.indices, [&](Symbol symbol) { return getAffineDimExpr(numberOf(symbol), context); });
    maps.push_back(AffineMap::get(symbols.size(), 0, exprs, context));
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(symbols.size(), context)
                     .getMajorSubMap(contraction.out.size()));
  SmallVector<OpFoldResult> shape;
  if (!init || contraction.isPart)
    for (Symbol symbol : contraction.out)
      for (auto [input, factor] : llvm::zip_equal(inputs, contraction.factors))
        if (auto *found = llvm::find(factor.indices, symbol); found != factor.indices.end()) {
          shape.push_back(
              tensor::getMixedSize(rewriter, loc, input, found - factor.indices.begin()));
          break;
        }
  Value whole = init;
  SmallVector<OpFoldResult> zeros(shape.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(shape.size(), rewriter.getIndexAttr(1));
  if (!init) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, shape, element);
    Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
    init = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  } else if (contraction.isPart) {
    init = tensor::ExtractSliceOp::create(rewriter, loc, whole, zeros, shape, ones);
  }
  SmallVector<utils::IteratorType> iterators(contraction.out.size(), utils::IteratorType::parallel);
  iterators.resize(symbols.size(), utils::IteratorType::reduction);
  auto product =
      linalg::GenericOp::create(rewriter, loc, init.getType(), inputs, init, maps, iterators,
                                [](OpBuilder &nested, Location at, ValueRange args) {
                                  Value mul = arith::MulFOp::create(nested, at, args[0], args[1]);
                                  Value sum = arith::AddFOp::create(nested, at, args[2], mul);
                                  linalg::YieldOp::create(nested, at, sum);
                                });
  if (contraction.isPart)
    return tensor::InsertSliceOp::create(rewriter, loc, product.getResult(0), whole, zeros, shape,
                                         ones);
  return product.getResult(0);
}

SmallVector<Operation *> Division::run() {
  // A sum that the contraction adds to gets the rest from the loop.
  if (contraction.add) {
    Value rest = contraction.add->getOperand(contraction.add->getOperand(0) == contraction.result);
    rewriter.replaceOp(contraction.add, rest);
  } else if (contraction.update) {
    eraseUpdate();
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
  // Each of what is kept is an array of its own, behind the results.
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
  Value product = createContraction(contraction.state ? inits[*contraction.state] : Value());
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
    if (finals[i].getType() != loop->getResult(i).getType())
      finals[i] =
          tensor::CastOp::create(rewriter, loop->getLoc(), loop->getResult(i).getType(), finals[i]);
  }
  rewriter.replaceOp(loop, finals);
  return parts;
}

/// The first contraction in the body, in the order of its ops.
static std::optional<Contraction> findContraction(Operation *loop) {
  for (Operation &op : loop->getRegion(0).front().without_terminator())
    if (isa<MapOp, BuildOp, FoldOp, ReduceOp>(op))
      for (OpResult result : op.getResults())
        if (auto contraction = getContraction(result, loop);
            contraction && llvm::none_of(contraction->factors, isScalar))
          return contraction;
  return std::nullopt;
}

/// chad.build %i < %n { ... } as the map over `0, 1, ..., n - 1` that it is. Where it yields the
/// index, it is that array.
static Operation *convertToMap(RewriterBase &rewriter, BuildOp build) {
  rewriter.setInsertionPoint(build);
  Value indices = createIota(rewriter, build.getLoc(), build.getExtent());
  SmallVector<Value> yielded, results;
  for (auto [result, element] : llvm::zip_equal(build.getResults(), build.getYieldedElements())) {
    if (element == build.getIndexArg() && result.getType() == indices.getType()) {
      rewriter.replaceAllUsesWith(result, indices);
      continue;
    }
    yielded.push_back(element);
    results.push_back(result);
  }
  Operation *yield = build.getYield();
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
  Operation *map =
      createLoop(rewriter, build.getLoc(), indices, {}, ValueRange(results).getTypes());
  rewriter.inlineRegionBefore(build.getBody(), map->getRegion(0), map->getRegion(0).end());
  for (auto [old, result] : llvm::zip_equal(results, map->getResults()))
    rewriter.replaceAllUsesWith(old, result);
  rewriter.eraseOp(build);
  return map;
}

/// Says why a sum of products that would be one of matrices is left in the loops around it.
static void remarkLeftProduct(OpResult result) {
  constexpr StringLiteral pass = "chad-raise-contractions";
  for (Operation *loop = result.getOwner()->getParentOp(); isa<ArrayLoopOpInterface>(loop);
       loop = loop->getParentOp()) {
    std::optional<Contraction> contraction = describe(result, loop);
    if (!contraction || !isMatrixProduct(*contraction, loop, /*evenIfSmall=*/true))
      continue;
    std::string place = describePlace(loop->getLoc());
    Operation *op = result.getOwner();
    if (!isMatrixProduct(*contraction, loop))
      remarkLeft(op, {pass, "left"},
                 "a product of matrices with less than 8 rows, columns or terms");
    else if (!isParallelLoop(loop, /*general=*/true))
      remarkMissed(op, {pass, "not-raised"},
                   "no product of matrices: the iterations of the loop at " + place +
                       " follow each other");
    else if (!isDivisible(loop))
      remarkMissed(op, {pass, "not-raised"},
                   "no product of matrices: arrays in the loop at " + place +
                       " may have another shape in each iteration");
    else if (llvm::any_of(contraction->factors, isScalar))
      remarkMissed(op, {pass, "not-raised"},
                   "no product of matrices: a factor depends on what the loop at " + place +
                       " carries");
    return;
  }
}

namespace {
struct RaiseContractions : chad::impl::ChadRaiseContractionsBase<RaiseContractions> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // A product leaves the outermost loop that is one of its dimensions.
    SmallVector<Operation *> loops;
    for (Region &region : getOperation()->getRegions())
      llvm::append_range(loops, findDivisibleLoops(region));
    while (!loops.empty()) {
      Operation *loop = loops.pop_back_val();
      while (isolate(rewriter, loop)) {
      }
      std::optional<Contraction> contraction = findContraction(loop);
      if (!contraction) {
        llvm::append_range(loops, findDivisibleLoops(loop->getRegion(0)));
        continue;
      }
      if (auto build = dyn_cast<BuildOp>(loop)) {
        loops.push_back(convertToMap(rewriter, build));
        continue;
      }
      remarkDone(loop, {"chad-raise-contractions", "raised"},
                 "a product of matrices leaves the loop at " + describePlace(loop->getLoc()),
                 contraction->result.getLoc());
      llvm::append_range(loops, Division(rewriter, loop, *contraction).run());
      ++numRaised;
    }
    numTransposed += transposeProducts(rewriter, getOperation());
    if (wantsRemarks(getOperation()))
      getOperation()->walk([](Operation *op) {
        if (isa<FoldOp, ReduceOp>(op))
          for (OpResult result : op->getResults())
            remarkLeftProduct(result);
      });
  }
};
} // namespace
