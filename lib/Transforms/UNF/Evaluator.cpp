//===- Evaluator.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces contexts by the values of their components, so that an op on a context becomes an op on
// these values (Huot & Shaikhha 2022, Fig. 10).

#include "UNF.h"
#include "chad/IR/ArrayLoops.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isInUNF(func::FuncOp function) {
  return !function.isDeclaration() && !function.getBody().getOps<UNFEnterOp>().empty();
}

bool chad::detail::isContextOp(Operation *op) {
  return op->getName().getStringRef().starts_with("chad.unf.");
}

void chad::detail::flattenComponent(Type type, SmallVectorImpl<Type> &types) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    types.push_back(type);
    return;
  }
  for (Type part : tuple.getTypes())
    flattenComponent(part, types);
}

size_t chad::detail::numLeaves(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple ? numLeaves(tuple.getTypes()) : 1;
}

size_t chad::detail::numLeaves(ArrayRef<Type> types) {
  size_t count = 0;
  for (Type type : types)
    count += numLeaves(type);
  return count;
}

namespace {
/// Replaces chains of ops on contexts by ops on the values of the components.
class Evaluator {
public:
  explicit Evaluator(MLIRContext *context) : builder(context) {}

  void run(Block &block, ContextObserver observer = {}) {
    SmallVector<Operation *> done;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (!isContextOp(&op)) {
        for (Region &region : op.getRegions())
          for (Block &nested : region)
            run(nested);
        continue;
      }
      builder.setInsertionPoint(&op);
      evaluate(&op, observer);
      done.push_back(&op);
    }
    for (Operation *op : llvm::reverse(done))
      op->erase();
  }

private:
  using Values = SmallVector<Value>;

  void evaluate(Operation *op, ContextObserver observer) {
    if (auto enter = dyn_cast<UNFEnterOp>(op)) {
      Values components;
      for (Value value : enter.getOperands())
        llvm::append_range(components, leavesOf(value));
      if (observer)
        observer(builder, op, {}, components);
      leaves[enter] = std::move(components);
      return;
    }
    // If this is the only use of the context, its list of values is moved instead of copied.
    Value ctx = op->getOperand(0);
    Values components = ctx.hasOneUse() ? std::move(leaves[ctx]) : leaves.lookup(ctx);
    llvm::SaveAndRestore outer(types, cast<CtxType>(ctx.getType()).getComponents());
    Values before;
    if (observer)
      before = components;
    llvm::TypeSwitch<Operation *>(op)
        .Case<UNFLeaveOp, UNFVarOp, UNFPairOp, UNFGetOp, UNFProjOp, UNFOpOp, UNFMapOp, UNFReduceOp,
              UNFScanOp, UNFVarTOp, UNFPairTOp, UNFGetTOp, UNFProjTOp, UNFOpTOp, UNFMapTOp,
              UNFReduceTOp, UNFScanTOp>([&](auto op) { evaluate(op, components); });
    if (observer)
      observer(builder, op, before, components);
    if (!isa<UNFLeaveOp>(op))
      leaves[op->getResult(0)] = std::move(components);
  }

  /// The values that `value` consists of: itself, or the components of a tuple.
  Values leavesOf(Value value) {
    if (isa<TupleType>(value.getType()))
      return leaves.lookup(value);
    return {value};
  }

  /// The position at which the values of component `index` begin.
  size_t offset(size_t index) const { return numLeaves(types.take_front(index)); }

  //===--------------------------------------------------------------------===//
  // Components
  //===--------------------------------------------------------------------===//

  void evaluate(UNFLeaveOp op, Values &components) {
    size_t next = 0;
    for (Value result : op.getResults()) {
      size_t count = numLeaves(result.getType());
      if (isa<TupleType>(result.getType()))
        leaves[result] = Values(ArrayRef(components).slice(next, count));
      else
        result.replaceAllUsesWith(components[next]);
      next += count;
    }
  }

  void evaluate(UNFVarOp op, Values &components) {
    size_t index = op.getIndex();
    Values copies(ArrayRef(components).slice(offset(index), numLeaves(types[index])));
    llvm::append_range(components, copies);
  }

  void evaluate(UNFPairOp, Values &) {}

  /// The position and number of the values of part `index` of the tuple in component `component`.
  std::pair<size_t, size_t> partOf(size_t component, size_t index) const {
    ArrayRef<Type> parts = cast<TupleType>(types[component]).getTypes();
    return {offset(component) + numLeaves(parts.take_front(index)), numLeaves(parts[index])};
  }

  void evaluate(UNFGetOp op, Values &components) {
    auto [begin, count] = partOf(types.size() - 1, op.getIndex());
    Values part(ArrayRef(components).slice(begin, count));
    llvm::append_range(components, part);
  }

  void evaluate(UNFProjOp op, Values &components) {
    size_t begin = offset(op.getOffset());
    size_t count = numLeaves(types.slice(op.getOffset(), op.getSize()));
    components.erase(components.begin() + begin, components.begin() + begin + count);
  }

  //===--------------------------------------------------------------------===//
  // Computation
  //===--------------------------------------------------------------------===//

  /// Has the first arguments of `block` stand for `values`, which are those of
  /// components of types `types`.
  void bind(Block &block, size_t first, ArrayRef<Type> types, ArrayRef<Value> values) {
    for (auto [i, type] : llvm::enumerate(types)) {
      BlockArgument arg = block.getArgument(first + i);
      size_t count = numLeaves(type);
      if (isa<TupleType>(type))
        leaves[arg] = Values(values.take_front(count));
      else
        arg.replaceAllUsesWith(values.front());
      values = values.drop_front(count);
    }
  }

  Values yieldsOf(Block &block) {
    Values yields;
    for (Value value : block.getTerminator()->getOperands())
      llvm::append_range(yields, leavesOf(value));
    return yields;
  }

  /// Moves the ops of `block`, whose arguments have been bound to values, before `op`. Returns the
  /// values that it yields.
  Values inlineBefore(Block &block, Operation *op) {
    run(block);
    Values yields = yieldsOf(block);
    block.getTerminator()->erase();
    op->getBlock()->getOperations().splice(op->getIterator(), block.getOperations());
    builder.setInsertionPoint(op);
    return yields;
  }

  void evaluate(UNFOpOp op, Values &components) {
    Block &block = op.getBody().front();
    size_t n = block.getNumArguments();
    ArrayRef<Type> last = types.take_back(n);
    bind(block, 0, last, ArrayRef(components).take_back(numLeaves(last)));
    llvm::append_range(components, inlineBefore(block, op));
  }

  /// The combinator `name` with the body of `op`, in which the components before the
  /// last `n` stand for their values.
  Operation *makeCombinator(Operation *op, StringRef name, Values &components, size_t n,
                            ValueRange others, Attribute properties) {
    Block &block = op->getRegion(0).front();
    ArrayRef<Type> free = types.drop_back(n);
    bind(block, 0, free, ArrayRef(components).drop_back(n));
    run(block);
    block.eraseArguments(0, free.size());
    builder.setInsertionPoint(op);
    OperationState state(op->getLoc(), name);
    state.addOperands(ArrayRef(components).take_back(n));
    state.addOperands(others);
    for (Type type :
         cast<CtxType>(op->getResult(0).getType()).getComponents().drop_front(types.size()))
      state.addTypes(type);
    state.propertiesAttr = properties;
    state.addRegion()->takeBody(op->getRegion(0));
    return builder.create(state);
  }

  void evaluate(UNFMapOp op, Values &components) {
    Operation *map =
        makeCombinator(op, MapOp::getOperationName(), components, op.getArrays(), {}, {});
    llvm::append_range(components, map->getResults());
  }

  void evaluate(UNFReduceOp op, Values &components) {
    ValueRange units = op.getUnits();
    Operation *reduce =
        makeCombinator(op, ReduceOp::getOperationName(), components, units.size(), units, {});
    llvm::append_range(components, reduce->getResults());
  }

  void evaluate(UNFScanOp op, Values &components) {
    ValueRange units = op.getUnits();
    Attribute properties =
        builder.getDictionaryAttr({builder.getNamedAttr("direction", op.getDirectionAttr()),
                                   builder.getNamedAttr("kind", op.getKindAttr())});
    Operation *scan =
        makeCombinator(op, ScanOp::getOperationName(), components, units.size(), units, properties);
    llvm::append_range(components, scan->getResults());
  }

  //===--------------------------------------------------------------------===//
  // Transposes
  //===--------------------------------------------------------------------===//

  void addInto(Location loc, MutableArrayRef<Value> totals, ArrayRef<Value> values) {
    for (auto [total, value] : llvm::zip_equal(totals, values))
      total = AddOp::create(builder, loc, total, value);
  }

  /// T̄, v ↦ T̄ with T̄ᵢ += v.
  void evaluate(UNFVarTOp op, Values &components) {
    size_t count = numLeaves(types.back());
    Values last(ArrayRef(components).take_back(count));
    components.truncate(components.size() - count);
    addInto(op.getLoc(), MutableArrayRef(components).slice(offset(op.getIndex()), count), last);
  }

  void evaluate(UNFPairTOp, Values &) {}

  void evaluate(UNFGetTOp op, Values &components) {
    size_t count = numLeaves(types.back());
    Values last(ArrayRef(components).take_back(count));
    components.truncate(components.size() - count);
    size_t begin = partOf(types.size() - 2, op.getIndex()).first;
    addInto(op.getLoc(), MutableArrayRef(components).slice(begin, count), last);
  }

  void evaluate(UNFProjTOp op, Values &components) {
    Values zeros;
    ValueRange sizes = op.getSizes();
    for (Type type : op.getType().getComponents().slice(op.getOffset(), op.getSize())) {
      SmallVector<Type> parts;
      flattenComponent(type, parts);
      for (Type part : parts) {
        unsigned count = getNumDynamicSizes(part);
        zeros.push_back(ZeroOp::create(builder, op.getLoc(), part, sizes.take_front(count)));
        sizes = sizes.drop_front(count);
      }
    }
    components.insert(components.begin() + offset(op.getOffset()), zeros.begin(), zeros.end());
  }

  /// T̄, x̄, z̄ ↦ T̄, x̄ + ∂op·z̄.
  void evaluate(UNFOpTOp op, Values &components) {
    Block &block = op.getBody().front();
    ArrayRef<Type> incoming = types.take_back(block.getNumArguments());
    size_t count = numLeaves(incoming);
    bind(block, 0, incoming, ArrayRef(components).take_back(count));
    Values increments = inlineBefore(block, op);
    components.truncate(components.size() - count);
    addInto(op.getLoc(), MutableArrayRef(components).take_back(increments.size()), increments);
  }

  /// A loop over the arrays. Its states are the cotangents of free variables that it changes; it
  /// collects the cotangents of the elements.
  void evaluate(UNFMapTOp op, Values &components) {
    Location loc = op.getLoc();
    size_t n = op.getArrays().size(), m = op.getCotangents(), k = op.getKept().size();
    size_t numFree = components.size() - n - m;
    auto region = std::make_unique<Region>();
    region->takeBody(op.getBody());
    Block &block = region->front();

    // A leaf for each part of a free component.
    ArrayRef<Type> freeTypes = types.drop_back(n + m);
    size_t numElements = n + k + m;
    Values accumulators;
    SmallVector<Type> leafTypes;
    for (Type type : freeTypes)
      flattenComponent(type, leafTypes);
    for (Type type : leafTypes)
      accumulators.push_back(block.addArgument(type, loc));
    bind(block, 0, freeTypes, accumulators);
    run(block);
    Operation *yield = block.getTerminator();
    yield->setOperands(yieldsOf(block));
    block.eraseArguments(0, freeTypes.size());

    // A cotangent that no iteration changes is no state of the loop.
    Values initials, nexts;
    SmallVector<size_t> carried;
    BitVector unchanged(block.getNumArguments());
    for (size_t i = 0; i < numFree; ++i) {
      BlockArgument argument = block.getArgument(numElements + i);
      if (yield->getOperand(i) == argument) {
        unchanged.set(argument.getArgNumber());
        argument.replaceAllUsesWith(components[i]);
      } else {
        carried.push_back(i);
        initials.push_back(components[i]);
      }
    }
    for (size_t i : carried)
      nexts.push_back(yield->getOperand(i));
    llvm::append_range(nexts, yield->getOperands().drop_front(numFree));
    yield->setOperands(nexts);
    block.eraseArguments(unchanged);

    Values inputs(op->getOperands().drop_front());
    llvm::append_range(inputs, ArrayRef(components).take_back(m));
    SmallVector<Type> results;
    for (Type array : op.getArrays().getTypes())
      results.push_back(LinType::get(array));
    builder.setInsertionPoint(op);
    ArrayLoopOpInterface loop =
        createLoop(builder, loc, inputs, initials, results, Direction::Left, std::move(region));
    components.truncate(components.size() - m);
    for (auto [i, result] : llvm::zip(carried, loop->getResults()))
      components[i] = result;
    Values collected(loop->getResults().drop_front(carried.size()));
    addInto(loc, MutableArrayRef(components).take_back(n), collected);
  }

  template <typename OpTy>
  void evaluateAssociative(OpTy op, Values &components, Direction direction,
                           std::optional<ScanKind> scan) {
    size_t n = op.getArrays().size();
    run(op.getCombiner().front());
    Block &adjoint = op.getAdjoint().front();
    // A leaf for each part of a free component.
    ArrayRef<Type> freeTypes = types.drop_back(2 * n);
    SmallVector<Type> leafTypes;
    for (Type type : freeTypes)
      flattenComponent(type, leafTypes);
    Values accumulators;
    for (auto [i, type] : llvm::enumerate(leafTypes))
      accumulators.push_back(adjoint.insertArgument(freeTypes.size() + i, type, op.getLoc()));
    bind(adjoint, 0, freeTypes, accumulators);
    run(adjoint);
    adjoint.getTerminator()->setOperands(yieldsOf(adjoint));
    adjoint.eraseArguments(0, freeTypes.size());
    builder.setInsertionPoint(op);
    Values cotangents(ArrayRef(components).take_back(n));
    components.truncate(components.size() - n);
    MutableArrayRef<Value> rest(components);
    expandTranspose(
        builder, op.getLoc(),
        {op.getArrays(), op.getUnits(), op.getCombiner(), op.getAdjoint(), direction, scan},
        rest.drop_back(n), rest.take_back(n), cotangents);
  }

  void evaluate(UNFReduceTOp op, Values &components) {
    evaluateAssociative(op, components, Direction::Left, std::nullopt);
  }
  void evaluate(UNFScanTOp op, Values &components) {
    evaluateAssociative(op, components, op.getDirection(), op.getKind());
  }

  OpBuilder builder;
  /// The values of contexts, and of tuples.
  DenseMap<Value, Values> leaves;
  /// The components of the context at hand.
  ArrayRef<Type> types;
};
} // namespace

void chad::detail::evaluateContexts(Block &block, ContextObserver observer) {
  Evaluator(block.getParent()->getContext()).run(block, observer);
}
