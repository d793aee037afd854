//===- MoveSums.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveSums.h"
#include "Access.h"
#include "Contraction.h"
#include "Division.h"
#include "Isolation.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The element of an array in the loop's body at the indices of loops inside; for fewer indices
/// than dimensions, the array of the rest.
struct Part {
  Value array;
  SmallVector<Operation *> indices;
  SmallVector<Operation *> readers = {}; ///< The loops that read an element in each iteration.
};

/// How the sum over the iterations of a value is computed after the loop.
struct Node {
  enum Kind {
    Given, ///< As that of a value which has a sum already: a state, or an element.
    Zero,  ///< It is zero, as the value is.
    Op,    ///< By the op that computes the value, from the sums of its `children`.
    Scale, ///< As the sum of the child, times `coefficients`.
    Loop,  ///< By a loop as that which makes the value.
    Leaf,  ///< As an element of a sum of arrays, or of products.
  };
  Kind kind;
  Value value;
  SmallVector<std::unique_ptr<Node>> children = {};
  SmallVector<Value> coefficients = {};
  /// Of a loop: the arrays whose elements it reads, where these have sums.
  SmallVector<std::pair<BlockArgument, std::unique_ptr<Node>>> arrays = {};
  /// Of a leaf: its factors, one or two, and the array of the sums.
  SmallVector<Part, 2> factors = {};
  Value sum = {};
  /// The dimensions of the sums: those of both factors, of the first one, of the second one.
  SmallVector<Operation *> dims = {};
};
using NodePtr = std::unique_ptr<Node>;

/// The elements of an array in the body of a fold, computed from elements of smaller arrays by a
/// few operations: a product reads these, and need not have the array of all iterations.
class Formula {
public:
  /// An array that is known outside of the fold, and the dimension of a product that each of its
  /// indices is.
  struct Input {
    Value array;
    SmallVector<unsigned> dims;
    bool operator==(const Input &other) const { return array == other.array && dims == other.dims; }
  };

  /// `iteration` is the dimension of the iterations of the fold.
  Formula(FoldOp fold, unsigned iteration) : fold(fold), iteration(iteration) {}

  /// Finds the formula of the element of `array` at indices `dims`; false if there is none.
  bool find(Value array, ArrayRef<unsigned> dims);
  /// Computes the element from those of the inputs.
  Value create(OpBuilder &builder, ValueRange elements) const;

  SmallVector<Input> inputs;

private:
  /// An element of an input, or what an op computes of other steps.
  struct Step {
    Operation *op;
    SmallVector<unsigned> operands; ///< Steps, or the number of the input.
  };
  std::optional<unsigned> follow(Value value, SmallVector<unsigned> dims);
  unsigned addStep(Operation *op, ArrayRef<unsigned> operands) {
    steps.push_back({op, SmallVector<unsigned>(operands)});
    return steps.size() - 1;
  }
  std::optional<unsigned> addInput(Value array, ArrayRef<unsigned> dims);

  FoldOp fold;
  unsigned iteration;
  SmallVector<Step> steps;
  DenseMap<Operation *, unsigned> bindings; ///< The dimensions that indices of maps are.
};

/// A loop inside, in which the sum of a value is looked for.
struct Scope {
  Operation *loop;
  Node *node;
};

class SumPlan {
public:
  SumPlan(FoldOp fold, unsigned state) : fold(fold), state(state) {}

  /// Whether the sum of the state can be moved, and this pays.
  bool make();
  /// The value that must become an array in the loop around `isolateFrom` first.
  Value isolated;
  Operation *isolateFrom = nullptr;

  void run(RewriterBase &rewriter);
  FoldOp getLoop() const { return fold; }

private:
  NodePtr plan(Value value);
  NodePtr planLinear(Value value);
  NodePtr planLeaf(ArrayRef<Value> factors);
  NodePtr planLoop(OpResult result);
  std::optional<Part> getPart(Value value);
  bool isIndependent(Value value);
  bool isInside(Operation *op) const { return fold->isProperAncestor(op); }
  /// The loop inside whose index `value` is; null if it is none.
  Operation *getLoopOfIndex(Value value);
  /// The loops inside from whose indices an index is computed.
  void findLoops(Value index, llvm::SmallPtrSetImpl<Operation *> &loops);
  /// Whether the result of a loop inside has other elements in each of its iterations.
  bool isKept(Operation *loop) const;
  /// The value, if it is the same in all iterations, after the loop.
  Value clone(OpBuilder &builder, Value value, IRMapping &mapping);
  Value create(OpBuilder &builder, Node &node, IRMapping &mapping);
  Value createLoop(OpBuilder &builder, Node &node, IRMapping &mapping);
  void createSums(RewriterBase &rewriter);
  Value createProduct(RewriterBase &rewriter, Node &leaf, ArrayRef<Value> arrays,
                      ArrayRef<std::optional<Formula>> formulas);
  std::optional<Formula> getFormula(const Node &leaf, const Part &part);

  /// What has been planned so far.
  struct Progress {
    size_t numLeaves;
    SmallVector<size_t> numArrays;
    Value isolated;
    Operation *isolateFrom;
  };
  Progress getProgress() const;
  void restore(const Progress &progress);

  FoldOp fold;
  unsigned state;
  NodePtr root;
  SmallVector<Node *> leaves;
  SmallVector<Scope> scopes;
  /// The loops inside that choose the elements to which the value is added.
  SmallVector<llvm::SmallPtrSet<Operation *, 4>> placing;
  DenseMap<Operation *, Value> indices; ///< Of the loops that are made.
  bool pays = false;
  unsigned budget = 2000; ///< The most values that are looked at.
};
} // namespace

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

Operation *SumPlan::getLoopOfIndex(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || !getCounter(arg))
    return nullptr;
  Operation *loop = arg.getOwner()->getParentOp();
  return isInside(loop) ? loop : nullptr;
}

void SumPlan::findLoops(Value index, llvm::SmallPtrSetImpl<Operation *> &loops) {
  if (Operation *loop = getLoopOfIndex(index))
    loops.insert(loop);
  else if (Operation *op = index.getDefiningOp(); op && isInside(op))
    for (Value operand : op->getOperands())
      findLoops(operand, loops);
}

bool SumPlan::isKept(Operation *loop) const {
  auto *scope = llvm::find_if(scopes, [&](const Scope &each) { return each.loop == loop; });
  if (scope == scopes.end())
    return false;
  bool isState = cast<OpResult>(scope->node->value).getResultNumber() < numStatesOf(loop);
  return !isState || llvm::any_of(placing, [&](auto &loops) { return loops.contains(loop); });
}

bool SumPlan::isIndependent(Value value) {
  if (isDefinedOutside(value, fold))
    return true;
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *loop = arg.getOwner()->getParentOp();
    if (!isInside(loop))
      return false;
    if (isa<BuildOp>(loop))
      return true;
    ValueRange arrays = arraysOf(loop);
    return arg.getArgNumber() < arrays.size() && isIndependent(arrays[arg.getArgNumber()]);
  }
  Operation *op = value.getDefiningOp();
  if (budget == 0 || !isMemoryEffectFree(op) || (op->getNumRegions() > 0 && !isa<BuildOp>(op)))
    return false;
  --budget;
  bool isSame = llvm::all_of(op->getOperands(), [&](Value each) { return isIndependent(each); });
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return isSame && llvm::all_of(captured, [&](Value each) { return isIndependent(each); });
}

std::optional<Part> SumPlan::getPart(Value value) {
  Part part{value, {}};
  auto isOpen = [&](Operation *loop) {
    return llvm::any_of(scopes, [&](const Scope &scope) { return scope.loop == loop; });
  };
  while (true) {
    Value &array = part.array;
    Operation *owner = array.getParentRegion()->getParentOp();
    if (owner == fold) {
      // A state has no array of all iterations.
      auto arg = dyn_cast<BlockArgument>(array);
      if (arg && arg.getArgNumber() >= fold.getArrays().size())
        return std::nullopt;
      return part;
    }
    if (!isOpen(owner))
      return std::nullopt;
    if (auto arg = dyn_cast<BlockArgument>(array)) {
      ValueRange arrays = arraysOf(owner);
      if (arg.getArgNumber() >= arrays.size())
        return std::nullopt;
      part.indices.insert(part.indices.begin(), owner);
      part.readers.push_back(owner);
      array = arrays[arg.getArgNumber()];
      continue;
    }
    if (auto extract = array.getDefiningOp<tensor::ExtractOp>()) {
      SmallVector<Operation *> loops;
      for (Value index : extract.getIndices())
        loops.push_back(getLoopOfIndex(index));
      if (llvm::all_of(loops, isOpen)) {
        part.indices.insert(part.indices.begin(), loops.begin(), loops.end());
        array = extract.getTensor();
        continue;
      }
    }
    // An array of the values of all iterations of the loop around.
    if (!isa<MapOp, BuildOp, FoldOp>(owner) || dependsOnState(owner, array) ||
        !hasOneShape(array, owner->getRegion(0)))
      return std::nullopt;
    // The loop may make that array already.
    auto results = owner->getResults().drop_front(numStatesOf(owner));
    auto known =
        llvm::find_if(results, [&](OpResult result) { return getYieldedElement(result) == array; });
    if (known != results.end()) {
      part.indices.insert(part.indices.begin(), owner);
      array = *known;
      continue;
    }
    if (!isolateFrom) {
      isolated = array;
      isolateFrom = owner;
    }
    // Whether that array can be read is known when it exists.
    part.indices.insert(part.indices.begin(), owner);
    while ((owner = owner->getParentOp()) != fold)
      part.indices.insert(part.indices.begin(), owner);
    return part;
  }
}

NodePtr SumPlan::planLeaf(ArrayRef<Value> values) {
  auto node = std::make_unique<Node>(Node{Node::Leaf, values.front()});
  for (Value value : values) {
    std::optional<Part> part = getPart(value);
    if (!part || !isa<FloatType>(getElementTypeOrSelf(value.getType())))
      return nullptr;
    node->factors.push_back(*part);
  }
  bool isProduct = values.size() == 2;
  llvm::SmallPtrSet<Operation *, 8> used;
  for (const Part &part : node->factors)
    used.insert(part.indices.begin(), part.indices.end());
  if (!isProduct) {
    Value array = node->factors[0].array;
    auto type = dyn_cast<RankedTensorType>(array.getType());
    for (int64_t dim = 0; type && !isolateFrom && dim < type.getRank(); ++dim)
      if (!findExtent(Extent::of(array, dim), fold))
        return nullptr;
    node->dims = node->factors[0].indices;
    bool isRepeated = used.size() < node->dims.size();
    // Fewer elements are summed than the loops inside have used.
    pays |= isa<FloatType>(values[0].getType()) && !isRepeated && used.size() < scopes.size();
    leaves.push_back(node.get());
    return node;
  }
  Part &a = node->factors[0], &b = node->factors[1];
  Contraction contraction;
  Symbol around{fold, -1};
  contraction.sums.push_back(around);
  for (Operation *loop : a.indices) {
    auto *other = llvm::find(b.indices, loop);
    if (other == b.indices.end())
      continue;
    int64_t dimOfA = llvm::find(a.indices, loop) - a.indices.begin();
    // An array that is yet to be made is looked at again.
    if (!isolateFrom &&
        !areEqual(Extent::of(a.array, dimOfA), Extent::of(b.array, other - b.indices.begin())))
      return nullptr;
    node->dims.push_back(loop);
  }
  for (const Part *part : {&a, &b}) {
    Access access{part->array, {around}, {}};
    for (Operation *loop : part->indices) {
      access.indices.push_back({loop, -1});
      if (!llvm::is_contained(node->dims, loop))
        node->dims.push_back(loop);
    }
    contraction.factors.push_back(access);
  }
  for (Operation *loop : node->dims)
    contraction.out.push_back({loop, -1});
  // The products of what is summed later would be more than the sums.
  if (!isMatrixProduct(contraction) ||
      !llvm::all_of(node->dims, [&](Operation *loop) { return isKept(loop); }))
    return nullptr;
  pays = true;
  leaves.push_back(node.get());
  return node;
}

NodePtr SumPlan::planLoop(OpResult result) {
  auto loop = cast<ArrayLoopOpInterface>(result.getOwner());
  // The loop that is made has as many iterations.
  bool hasExtent =
      isa<BuildOp>(*loop)
          ? isIndependent(cast<BuildOp>(*loop).getExtent())
          : llvm::any_of(loop.getArrays(), [&](Value each) { return isIndependent(each); });
  if (!hasExtent && (isa<BuildOp>(*loop) || !findExtent(Extent::of(loop.getArrays()[0], 0), fold)))
    return nullptr;
  auto node = std::make_unique<Node>(Node{Node::Loop, result});
  unsigned number = result.getResultNumber();
  if (number < loop.getNumStates()) {
    NodePtr start = plan(loop.getInitialStates()[number]);
    if (!start)
      return nullptr;
    node->children.push_back(std::move(start));
  }
  scopes.push_back({loop, node.get()});
  NodePtr yielded = plan(loop.getYield()->getOperand(number));
  scopes.pop_back();
  if (!yielded)
    return nullptr;
  node->children.push_back(std::move(yielded));
  return node;
}

NodePtr SumPlan::planLinear(Value value) {
  auto node = std::make_unique<Node>(Node{Node::Op, value});
  if (isIndependent(value)) {
    node->kind = Node::Zero;
    return isZeros(value) ? std::move(node) : nullptr;
  }
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    auto *scope = llvm::find_if(
        scopes, [&](const Scope &each) { return each.loop == arg.getOwner()->getParentOp(); });
    if (scope == scopes.end())
      return nullptr;
    node->kind = Node::Given;
    ValueRange arrays = arraysOf(scope->loop);
    if (arg.getArgNumber() >= arrays.size()) {
      // Of the states, only that whose sum is moved has one.
      unsigned number = arg.getArgNumber() - arrays.size();
      return cast<OpResult>(scope->node->value).getResultNumber() == number ? std::move(node)
                                                                            : nullptr;
    }
    if (llvm::any_of(scope->node->arrays, [&](auto &each) { return each.first == arg; }))
      return node;
    // The sum of a whole array, of which the loop reads the elements, if it pays.
    Progress before = getProgress();
    bool paysBefore = std::exchange(pays, false);
    SmallVector<Scope> inner(scope, scopes.end());
    scopes.erase(scope, scopes.end());
    NodePtr array = planLinear(arrays[arg.getArgNumber()]);
    scopes.append(inner);
    if (array && pays) {
      inner.front().node->arrays.push_back({arg, std::move(array)});
      return node;
    }
    array.reset();
    restore(before);
    pays = paysBefore;
    return planLeaf(value);
  }
  Operation *op = value.getDefiningOp();
  if (!isInside(op))
    return nullptr;
  auto addChild = [&](Value child) {
    node->children.push_back(plan(child));
    return node->children.back() != nullptr;
  };
  if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, tensor::CastOp>(op)) {
    Progress before = getProgress();
    bool paysBefore = pays;
    if (!llvm::all_of(op->getOperands(), addChild))
      return nullptr;
    // The difference of two numbers of an iteration may be exact, and much smaller than these: it
    // is summed as it is. What ops have made of products has been rounded to the digits of these.
    bool isPlain = op->getNumOperands() == 2 && llvm::all_of(node->children, [](NodePtr &child) {
                     return child->kind == Node::Leaf && child->factors.size() == 1;
                   });
    if (!isPlain)
      return node;
    node.reset();
    restore(before);
    pays = paysBefore;
    return planLeaf(value);
  }
  if (isa<arith::MulFOp>(op) && isa<FloatType>(value.getType())) {
    SmallVector<Value> worklist = {value}, factors;
    while (!worklist.empty()) {
      Value next = worklist.pop_back_val();
      auto mul = next.getDefiningOp<arith::MulFOp>();
      if (isIndependent(next))
        node->coefficients.push_back(next);
      else if (mul && isInside(mul) && mul->getBlock() == op->getBlock())
        worklist.append({mul.getRhs(), mul.getLhs()});
      else
        factors.push_back(next);
    }
    node->kind = Node::Scale;
    if (factors.size() > 2)
      return nullptr;
    node->children.push_back(factors.size() == 1 ? plan(factors.front()) : planLeaf(factors));
    return node->children.front() ? std::move(node) : nullptr;
  }
  if (auto update = dyn_cast<AccumulateOp>(op)) {
    if (!llvm::all_of(update.getIndices(), [&](Value index) { return isIndependent(index); }) ||
        !isa<FloatType>(update.getValue().getType()))
      return nullptr;
    placing.emplace_back();
    for (Value index : update.getIndices())
      findLoops(index, placing.back());
    bool hasValue = addChild(update.getValue());
    placing.pop_back();
    return hasValue && addChild(update.getAcc()) ? std::move(node) : nullptr;
  }
  if (isa<MapOp, BuildOp, FoldOp>(op) && !hasLinearArrays(op))
    return planLoop(cast<OpResult>(value));
  return nullptr;
}

SumPlan::Progress SumPlan::getProgress() const {
  auto numArrays = llvm::map_to_vector(
      scopes, [](const Scope &scope) -> size_t { return scope.node->arrays.size(); });
  return {leaves.size(), {numArrays.begin(), numArrays.end()}, isolated, isolateFrom};
}

void SumPlan::restore(const Progress &progress) {
  leaves.truncate(progress.numLeaves);
  for (auto [scope, size] : llvm::zip_equal(scopes, progress.numArrays))
    while (scope.node->arrays.size() > size)
      scope.node->arrays.pop_back();
  isolated = progress.isolated;
  isolateFrom = progress.isolateFrom;
}

NodePtr SumPlan::plan(Value value) {
  if (budget == 0)
    return nullptr;
  --budget;
  Progress before = getProgress();
  bool paysBefore = pays;
  if (NodePtr node = planLinear(value))
    return node;
  restore(before);
  pays = paysBefore;
  return isIndependent(value) ? nullptr : planLeaf(value);
}

bool SumPlan::make() {
  Value arg = fold.getStateArgs()[state];
  Operation *yield = fold.getBody().front().getTerminator();
  Value next = yield->getOperand(state);
  auto add = next.getDefiningOp<arith::AddFOp>();
  if (!isa<RankedTensorType>(arg.getType()) || !add || !arg.hasOneUse() || !next.hasOneUse())
    return false;
  Value term = add.getLhs() == arg ? add.getRhs() : add.getLhs();
  if (add.getLhs() == add.getRhs() || (add.getLhs() != arg && add.getRhs() != arg) ||
      !term.hasOneUse() || !term.getDefiningOp() || term.getDefiningOp()->getParentOp() != fold)
    return false;
  root = plan(term);
  return root && pays;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

std::optional<unsigned> Formula::addInput(Value array, ArrayRef<unsigned> dims) {
  auto type = dyn_cast<RankedTensorType>(array.getType());
  if (!type || type.getRank() != static_cast<int64_t>(dims.size()))
    return std::nullopt;
  Input input = {array, SmallVector<unsigned>(dims)};
  auto *found = llvm::find(inputs, input);
  unsigned number = found - inputs.begin();
  if (found == inputs.end())
    inputs.push_back(input);
  return addStep(nullptr, number);
}

std::optional<unsigned> Formula::follow(Value value, SmallVector<unsigned> dims) {
  constexpr size_t mostSteps = 8;
  if (steps.size() == mostSteps || !isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return std::nullopt;
  Operation *op = value.getDefiningOp();
  if (isDefinedOutside(value, fold)) {
    if (isa_and_nonnull<arith::ConstantOp>(op) && isa<FloatType>(value.getType()))
      return addStep(op, {});
    return addInput(value, dims);
  }
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *loop = arg.getOwner()->getParentOp();
    auto bound = bindings.find(loop);
    ValueRange arrays = arraysOf(loop);
    if ((loop != fold && bound == bindings.end()) || arg.getArgNumber() >= arrays.size())
      return std::nullopt;
    dims.insert(dims.begin(), loop == fold ? iteration : bound->second);
    Value array = arrays[arg.getArgNumber()];
    return loop == fold ? addInput(array, dims) : follow(array, dims);
  }
  if (isa<MapOp>(op)) {
    auto [bound, isNew] = bindings.try_emplace(op, dims.front());
    if (!isNew && bound->second != dims.front())
      return std::nullopt;
    dims.erase(dims.begin());
    Operation *yield = op->getRegion(0).front().getTerminator();
    return follow(yield->getOperand(cast<OpResult>(value).getResultNumber()), dims);
  }
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp>(op) || !dims.empty())
    return std::nullopt;
  SmallVector<unsigned> operands;
  for (Value operand : op->getOperands()) {
    std::optional<unsigned> step = follow(operand, {});
    if (!step)
      return std::nullopt;
    operands.push_back(*step);
  }
  return addStep(op, operands);
}

bool Formula::find(Value array, ArrayRef<unsigned> dims) {
  if (!follow(array, SmallVector<unsigned>(dims)))
    return false;
  // No input has all the elements.
  return llvm::all_of(inputs, [&](const Input &input) { return input.dims.size() <= dims.size(); });
}

Value Formula::create(OpBuilder &builder, ValueRange elements) const {
  SmallVector<Value> values;
  for (const Step &step : steps) {
    if (!step.op) {
      values.push_back(elements[step.operands.front()]);
      continue;
    }
    Operation *op = builder.clone(*step.op);
    for (auto [number, operand] : llvm::enumerate(step.operands))
      op->setOperand(number, values[operand]);
    values.push_back(op->getResult(0));
  }
  return values.back();
}

std::optional<Formula> SumPlan::getFormula(const Node &leaf, const Part &part) {
  auto dims = llvm::map_to_vector(part.indices, [&](Operation *loop) -> unsigned {
    return llvm::find(leaf.dims, loop) - leaf.dims.begin();
  });
  Formula formula(fold, leaf.dims.size());
  if (isa<BlockArgument>(part.array) || !formula.find(part.array, dims))
    return std::nullopt;
  return formula;
}

Value SumPlan::createProduct(RewriterBase &rewriter, Node &leaf, ArrayRef<Value> arrays,
                             ArrayRef<std::optional<Formula>> formulas) {
  Location loc = leaf.value.getLoc();
  MLIRContext *context = rewriter.getContext();
  Type element = leaf.value.getType();
  unsigned numDims = leaf.dims.size();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<OpFoldResult> shape(numDims);
  SmallVector<unsigned> firsts;
  auto addInput = [&](Value array, ArrayRef<unsigned> dims) {
    SmallVector<AffineExpr> exprs;
    for (auto [number, dim] : llvm::enumerate(dims)) {
      exprs.push_back(getAffineDimExpr(dim, context));
      if (dim < numDims && !shape[dim])
        shape[dim] = tensor::getMixedSize(rewriter, loc, array, number);
    }
    inputs.push_back(array);
    maps.push_back(AffineMap::get(numDims + 1, 0, exprs, context));
  };
  for (auto [part, array, formula] : llvm::zip_equal(leaf.factors, arrays, formulas)) {
    firsts.push_back(inputs.size());
    if (formula) {
      for (const Formula::Input &input : formula->inputs)
        addInput(input.array, input.dims);
      continue;
    }
    SmallVector<unsigned> dims = {numDims};
    for (Operation *loop : part.indices)
      dims.push_back(llvm::find(leaf.dims, loop) - leaf.dims.begin());
    addInput(array, dims);
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(numDims + 1, context).getMajorSubMap(numDims));
  SmallVector<utils::IteratorType> iterators(numDims, utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  Value empty = tensor::EmptyOp::create(rewriter, loc, shape, element);
  Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
  Value zeros = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  auto product = linalg::GenericOp::create(
      rewriter, loc, zeros.getType(), inputs, zeros, maps, iterators,
      [&](OpBuilder &nested, Location at, ValueRange args) {
        SmallVector<Value> values;
        for (auto [formula, first] : llvm::zip_equal(formulas, firsts)) {
          ValueRange own = args.drop_front(first);
          values.push_back(formula ? formula->create(nested, own) : own.front());
        }
        Value mul = arith::MulFOp::create(nested, at, values[0], values[1]);
        Value sum = arith::AddFOp::create(nested, at, args.back(), mul);
        linalg::YieldOp::create(nested, at, sum);
      });
  return product.getResult(0);
}

/// Sums the leaves in the loop, and by products after it.
void SumPlan::createSums(RewriterBase &rewriter) {
  // The factors of products become arrays of all iterations, unless products compute them.
  SmallVector<Value> kept, summed;
  DenseMap<Node *, SmallVector<std::optional<Formula>>> formulas;
  for (Node *leaf : leaves)
    for (const Part &part : leaf->factors) {
      if (leaf->factors.size() == 1) {
        if (!llvm::is_contained(summed, part.array))
          summed.push_back(part.array);
        continue;
      }
      formulas[leaf].push_back(getFormula(*leaf, part));
      if (!formulas[leaf].back() && !isa<BlockArgument>(part.array) &&
          !llvm::is_contained(kept, part.array))
        kept.push_back(part.array);
    }
  unsigned firstKept = fold.getNumResults();
  if (!kept.empty()) {
    Operation *old = fold;
    fold = cast<FoldOp>(*addCollected(rewriter, cast<ArrayLoopOpInterface>(old), kept));
    rewriter.eraseOp(old);
  }
  unsigned numStates = fold.getNumStates();
  if (!summed.empty()) {
    rewriter.setInsertionPoint(fold);
    SmallVector<Value> inits(fold.getInitialStates());
    for (Value array : summed) {
      Location loc = array.getLoc();
      Value zero = arith::ConstantOp::create(rewriter, loc,
                                             getNeutralAttr(getElementTypeOrSelf(array.getType())));
      auto type = dyn_cast<RankedTensorType>(array.getType());
      SmallVector<Value> sizes;
      for (int64_t dim = 0; type && dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(createExtentBefore(rewriter, loc, Extent::of(array, dim), fold));
      inits.push_back(type ? Value(tensor::SplatOp::create(rewriter, loc, zero, type, sizes))
                           : zero);
    }
    Operation *old = fold;
    fold = cast<FoldOp>(*rebuildLoop(rewriter, cast<ArrayLoopOpInterface>(old), fold.getArrays(),
                                     inits, fold.getCollected().getTypes()));
    for (OpResult result : old->getResults()) {
      unsigned number = result.getResultNumber();
      number += number >= numStates ? summed.size() : 0;
      rewriter.replaceAllUsesWith(result, fold->getResult(number));
    }
    rewriter.eraseOp(old);
    firstKept += summed.size();
    Block &body = fold.getBody().front();
    Operation *yield = body.getTerminator();
    rewriter.setInsertionPoint(yield);
    SmallVector<Value> sums;
    for (auto [number, array] : llvm::enumerate(summed)) {
      Location loc = array.getLoc();
      Value sum =
          body.insertArgument(fold.getArrays().size() + numStates + number, array.getType(), loc);
      sums.push_back(arith::AddFOp::create(rewriter, loc, sum, array));
    }
    rewriter.modifyOpInPlace(yield, [&] { yield->insertOperands(numStates, sums); });
  }
  rewriter.setInsertionPointAfter(fold);
  for (Node *leaf : leaves) {
    if (leaf->factors.size() == 1) {
      unsigned number = llvm::find(summed, leaf->factors[0].array) - summed.begin();
      leaf->sum = fold->getResult(numStates + number);
      continue;
    }
    SmallVector<Value> arrays;
    for (auto [part, formula] : llvm::zip_equal(leaf->factors, formulas[leaf])) {
      auto arg = dyn_cast<BlockArgument>(part.array);
      unsigned number = llvm::find(kept, part.array) - kept.begin();
      arrays.push_back(formula ? Value()
                       : arg   ? Value(fold.getArrays()[arg.getArgNumber()])
                               : Value(fold->getResult(firstKept + number)));
    }
    leaf->sum = createProduct(rewriter, *leaf, arrays, formulas[leaf]);
  }
}

Value SumPlan::clone(OpBuilder &builder, Value value, IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  if (isDefinedOutside(value, fold))
    return value;
  Operation *op = value.getDefiningOp();
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  captured.insert(op->operand_begin(), op->operand_end());
  for (Value each : captured)
    mapping.map(each, clone(builder, each, mapping));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// The extents of sums of arrays of which a loop inside has read an element in each iteration.
static void findExtents(OpBuilder &builder, const Node &node, Operation *loop,
                        SmallVectorImpl<Value> &extents) {
  for (const NodePtr &child : node.children)
    findExtents(builder, *child, loop, extents);
  for (const Part &part : node.factors)
    if (llvm::is_contained(part.readers, loop))
      extents.push_back(builder.createOrFold<tensor::DimOp>(
          loop->getLoc(), node.sum, llvm::find(node.dims, loop) - node.dims.begin()));
}

Value SumPlan::createLoop(OpBuilder &builder, Node &node, IRMapping &mapping) {
  auto result = cast<OpResult>(node.value);
  auto loop = cast<ArrayLoopOpInterface>(result.getOwner());
  Location loc = loop.getLoc();
  SmallVector<Value> arrays, args, starts;
  Value extent;
  if (auto build = dyn_cast<BuildOp>(*loop))
    extent = clone(builder, build.getExtent(), mapping);
  for (auto [array, arg] : llvm::zip_equal(arraysOf(loop), loop.getElementArgs())) {
    if (!isIndependent(array))
      continue;
    arrays.push_back(clone(builder, array, mapping));
    args.push_back(arg);
    if (!extent)
      extent = getExtent(builder, loc, ValueRange(arrays.back()));
  }
  for (auto &[arg, array] : node.arrays) {
    arrays.push_back(create(builder, *array, mapping));
    args.push_back(arg);
  }
  // The loop has checked that these are its arrays' extents, and so does the new one.
  SmallVector<Value> extents;
  findExtents(builder, node, loop, extents);
  if (extents.empty() && !extent)
    extent = createExtentBefore(builder, loc, Extent::of(loop.getArrays()[0], 0), fold);
  if (extents.empty())
    extents.push_back(extent);
  for (Value each : extents)
    arrays.push_back(createIota(builder, loc, each));
  unsigned number = result.getResultNumber();
  bool isState = number < loop.getNumStates();
  if (isState)
    starts.push_back(create(builder, *node.children.front(), mapping));
  SmallVector<Type> types(isState ? 0 : 1, result.getType());
  ArrayLoopOpInterface made =
      chad::createLoop(builder, loc, arrays, starts, types, loop.getDirection());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = createBody(builder, made);
  builder.setInsertionPointToEnd(body);
  IRMapping inner = mapping;
  inner.map(args, body->getArguments().take_front(args.size()));
  Value index = body->getArgument(args.size());
  if (isa<BuildOp>(*loop))
    inner.map(loop.getBodyBlock().getArgument(0), index);
  indices[loop] = index;
  if (isState)
    inner.map(loop.getStateArgs()[number], body->getArguments().back());
  YieldOp::create(builder, loc, create(builder, *node.children.back(), inner));
  return made->getResult(0);
}

Value SumPlan::create(OpBuilder &builder, Node &node, IRMapping &mapping) {
  Location loc = node.value.getLoc();
  switch (node.kind) {
  case Node::Given:
    return mapping.lookup(node.value);
  case Node::Zero:
    return clone(builder, node.value, mapping);
  case Node::Loop:
    return createLoop(builder, node, mapping);
  case Node::Leaf: {
    auto position =
        llvm::map_to_vector(node.dims, [&](Operation *loop) { return indices.lookup(loop); });
    return position.empty() ? node.sum : readElement(builder, loc, node.sum, position);
  }
  case Node::Scale: {
    Value value = create(builder, *node.children.front(), mapping);
    for (Value coefficient : node.coefficients)
      value = arith::MulFOp::create(builder, loc, clone(builder, coefficient, mapping), value);
    return value;
  }
  case Node::Op:
    break;
  }
  auto children = llvm::map_to_vector(
      node.children, [&](NodePtr &child) { return create(builder, *child, mapping); });
  if (auto update = node.value.getDefiningOp<AccumulateOp>()) {
    auto position = llvm::map_to_vector(
        update.getIndices(), [&](Value index) { return clone(builder, index, mapping); });
    return AccumulateOp::create(builder, loc, children[1].getType(), children[0], children[1],
                                position);
  }
  Operation *op = builder.clone(*node.value.getDefiningOp());
  op->setOperands(children);
  return op->getResult(0);
}

void SumPlan::run(RewriterBase &rewriter) {
  Location loc = root->value.getLoc();
  remarkDone(fold, {"chad-raise-contractions", "moved"},
             "the sum over iterations of what loops inside compute is computed after the loop, by "
             "such loops of sums",
             loc);
  createSums(rewriter);
  Value start = fold.getInitialStates()[state];
  auto createTotal = [&](OpBuilder &builder) -> Value {
    IRMapping mapping;
    Value sum = create(builder, *root, mapping);
    return isZeros(start) ? sum : arith::AddFOp::create(builder, loc, start, sum).getResult();
  };
  Value total;
  if (getStaticExtent(cast<ArrayLoopOpInterface>(*fold)) > 0) {
    total = createTotal(rewriter);
  } else {
    // Without an iteration no index need be valid.
    Value extent = getExtent(rewriter, cast<ArrayLoopOpInterface>(*fold));
    Value runs = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne, extent,
                                       createIndex(rewriter, loc, 0));
    auto branch = scf::IfOp::create(
        rewriter, loc, runs,
        [&](OpBuilder &builder, Location) {
          scf::YieldOp::create(builder, loc, createTotal(builder));
        },
        [&](OpBuilder &builder, Location) {
          // An array of zeros need not be made for the other branch.
          Operation *zeros = isZeros(start) ? start.getDefiningOp() : nullptr;
          scf::YieldOp::create(builder, loc, zeros ? builder.clone(*zeros)->getResult(0) : start);
        });
    total = branch.getResult(0);
  }
  rewriter.replaceAllUsesWith(fold.getResult(state), total);
  Operation *yield = fold.getBody().front().getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(state, fold.getStateArgs()[state]); });
  eraseDeadOps(rewriter, fold.getBody().front());
  fold = eraseState(rewriter, fold, state);
}

bool chad::detail::moveSum(RewriterBase &rewriter, FoldOp fold,
                           SmallVectorImpl<Operation *> &loops) {
  for (unsigned state = 0; state < fold.getNumStates(); ++state) {
    SumPlan sum(fold, state);
    if (!sum.make())
      continue;
    if (sum.isolateFrom) {
      isolateValue(rewriter, sum.isolateFrom, sum.isolated);
      loops.push_back(fold);
      return true;
    }
    sum.run(rewriter);
    if (FoldOp rest = sum.getLoop())
      loops.push_back(rest);
    return true;
  }
  return false;
}
