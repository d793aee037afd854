//===- LinearOperators.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A linear function given by a region, as a composition of operators (Ellis et al. 2020, §2, Fig.
// 6, 12, 13). Each linear value in the region becomes a linear function from the domain:
//
//   argument i      πᵢ               0            0
//   k · a           S(k) ∘ a         a + b        a + b
//   several results their fork       if           the linear function of the branch that is taken
//   map, build, reduce, fold         F(i. body) ∘ (captured × states × arrays)
//   another op      λ(operands. op) ∘ operands
//
// where `F` is `chad.lfun.fold`. What does not depend on the arguments is computed outside; a loop
// that carries such values beside linear ones runs once for them, and keeps each state.

#include "chad/Derived/Derived.h"
#include "chad/Derived/Passes.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADTOOPERATORS
#include "chad/Derived/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

static bool isLinear(Value value) { return isa<LinType>(value.getType()); }

namespace {
using Sizes = SmallVector<Value>;
using MaybeSizes = std::optional<Sizes>;

/// The state while operators are made: their common domain, and the replacements of the values from
/// outside of the region and from inside.
struct Scope {
  SmallVector<Type> domain;
  Sizes domainSizes;
  IRMapping values;
  DenseMap<Value, Value> operators;
  DenseMap<Value, Sizes> sizes;
};

class OperatorForm {
public:
  explicit OperatorForm(LFunLambdaOp lambda) : lambda(lambda) {}

  /// Replaces the region by operators. Where that cannot be done, returns why and changes nothing.
  Operation *write() {
    Operation *before = lambda->getPrevNode();
    OpBuilder builder(lambda);
    findDependent(lambda.getBody());
    Scope scope;
    llvm::append_range(scope.domain, cast<LFunType>(lambda.getType()).getInputs());
    llvm::append_range(scope.domainSizes, lambda.getDomainSizes());
    if (!addArguments(builder, scope, lambda.getBody().getArguments()))
      return lambda;
    Value whole;
    if (!obstacle)
      if (succeeded(writeBlock(builder, scope, lambda.getBody().front())))
        whole = forkOf(builder, scope, lambda.getBody().front().getTerminator()->getOperands());
    if (whole) {
      lambda.replaceAllUsesWith(whole);
      lambda.erase();
      return nullptr;
    }
    while (lambda->getPrevNode() != before)
      lambda->getPrevNode()->erase();
    return obstacle ? obstacle : lambda;
  }

private:
  LogicalResult stop(Operation *op) {
    if (!obstacle)
      obstacle = op;
    return failure();
  }

  //===--------------------------------------------------------------------===//
  // What depends on the arguments
  //===--------------------------------------------------------------------===//

  bool depends(Value value) const { return dependent.contains(value); }

  /// Whether `op`, or an op in it, reads a value that depends on the arguments.
  bool readsDependent(Operation *op) const {
    return op
        ->walk([&](Operation *inner) {
          return llvm::any_of(inner->getOperands(), [&](Value operand) { return depends(operand); })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Finds the values that depend on the arguments: linear values, and values that are computed
  /// from their representations.
  void findDependent(Region &region) {
    for (BlockArgument arg : region.getArguments())
      if (isLinear(arg))
        dependent.insert(arg);
    for (Operation &op : region.front()) {
      bool leavesLinear = false;
      for (Region &inner : op.getRegions()) {
        if (!inner.hasOneBlock()) {
          if (!inner.empty())
            stop(&op);
          continue;
        }
        findDependent(inner);
        for (Value value : inner.front().getTerminator()->getOperands())
          leavesLinear |= !isLinear(value) && depends(value);
      }
      bool readsRepresentation = llvm::any_of(
          op.getOperands(), [&](Value value) { return !isLinear(value) && depends(value); });
      for (Value result : op.getResults())
        if (isLinear(result) || leavesLinear || readsRepresentation || isa<FromLinearOp>(op))
          dependent.insert(result);
    }
  }

  /// The linear values from outside of `op` that it is computed from, in part by way of
  /// representations; the ops that read these are added to `slice`.
  void findInputs(Operation *op, const Scope &scope, llvm::SetVector<Value> &inputs,
                  llvm::SetVector<Operation *> &slice) {
    slice.insert(op);
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *owner = operand.getDefiningOp();
        Region *region = operand.getParentRegion();
        if (!depends(operand) || (region && op->isAncestor(region->getParentOp())))
          continue;
        if (scope.operators.contains(operand))
          inputs.insert(operand);
        else if (owner && !slice.contains(owner))
          findInputs(owner, scope, inputs, slice);
        else if (!owner)
          stop(op);
      }
    });
  }

  //===--------------------------------------------------------------------===//
  // Operators
  //===--------------------------------------------------------------------===//

  static LFunType typeOf(const Scope &scope, TypeRange outputs) {
    return LFunType::get(outputs.empty() ? scope.domain.front().getContext()
                                         : outputs.front().getContext(),
                         scope.domain, SmallVector<Type>(outputs));
  }

  /// Makes the arguments projections of the domain.
  bool addArguments(OpBuilder &builder, Scope &scope, ValueRange arguments) {
    if (scope.domain.empty())
      return false;
    ArrayRef<Value> rest = scope.domainSizes;
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      if (!isLinear(argument))
        return false;
      unsigned count = getNumDynamicSizes(argument.getType());
      scope.sizes[argument] = Sizes(rest.take_front(count));
      rest = rest.drop_front(count);
      LFunType type = typeOf(scope, argument.getType());
      scope.operators[argument] =
          arguments.size() == 1
              ? Value(LFunIdOp::create(builder, argument.getLoc(), type, scope.domainSizes))
              : Value(LFunProjectOp::create(builder, argument.getLoc(), type,
                                            builder.getDenseI64ArrayAttr(static_cast<int64_t>(i)),
                                            scope.domainSizes));
    }
    return true;
  }

  /// The fork of the operators of `values`.
  Value forkOf(OpBuilder &builder, Scope &scope, ValueRange values) {
    SmallVector<Value> maps;
    for (Value value : values) {
      Value map = scope.operators.lookup(value);
      if (!map) {
        (void)stop(value.getDefiningOp() ? value.getDefiningOp() : lambda.getOperation());
        return {};
      }
      maps.push_back(map);
    }
    if (maps.empty()) {
      (void)stop(lambda);
      return {};
    }
    return maps.size() == 1 ? maps.front()
                            : Value(LFunForkOp::create(builder, lambda.getLoc(), maps));
  }

  /// `map ∘ fork of the operators of inputs`.
  Value composeWith(OpBuilder &builder, Scope &scope, Value map, ValueRange inputs) {
    Value arguments = forkOf(builder, scope, inputs);
    return arguments
               ? Value(LFunComposeOp::create(builder, lambda.getLoc(), ValueRange{map, arguments}))
               : Value();
  }

  MaybeSizes sizesOf(const Scope &scope, Value value) const {
    if (getNumDynamicSizes(value.getType()) == 0)
      return Sizes();
    auto known = scope.sizes.find(value);
    return known == scope.sizes.end() ? MaybeSizes() : MaybeSizes(known->second);
  }

  /// The sizes of `values`, one after the other.
  MaybeSizes sizesOfAll(const Scope &scope, ValueRange values) const {
    Sizes all;
    for (Value value : values) {
      MaybeSizes own = sizesOf(scope, value);
      if (!own)
        return std::nullopt;
      llvm::append_range(all, *own);
    }
    return all;
  }

  void setSizes(Scope &scope, Value value, MaybeSizes sizes) const {
    if (sizes)
      scope.sizes[value] = *sizes;
  }

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  LogicalResult writeBlock(OpBuilder &builder, Scope &scope, Block &block) {
    for (Operation &op : block.without_terminator())
      if (failed(write(builder, scope, op)))
        return stop(&op);
    return success();
  }

  LogicalResult write(OpBuilder &builder, Scope &scope, Operation &op) {
    if (llvm::none_of(op.getResults(), [&](Value result) { return depends(result); })) {
      if (!isMemoryEffectFree(&op) || readsDependent(&op))
        return failure();
      builder.clone(op, scope.values);
      return success();
    }
    if (auto zero = dyn_cast<ZeroOp>(op)) {
      Sizes sizes;
      for (Value size : zero.getSizes())
        sizes.push_back(scope.values.lookupOrDefault(size));
      scope.sizes[zero] = sizes;
      scope.operators[zero] = LFunZeroOp::create(
          builder, op.getLoc(), typeOf(scope, zero.getType()), scope.domainSizes, sizes);
      return success();
    }
    if (auto add = dyn_cast<AddOp>(op)) {
      Value lhs = scope.operators.lookup(add.getLhs()), rhs = scope.operators.lookup(add.getRhs());
      if (!lhs || !rhs)
        return failure();
      scope.operators[add] = LFunAddOp::create(builder, op.getLoc(), ValueRange{lhs, rhs});
      MaybeSizes sizes = sizesOf(scope, add.getLhs());
      setSizes(scope, add, sizes ? sizes : sizesOf(scope, add.getRhs()));
      return success();
    }
    if (auto scale = dyn_cast<ScaleOp>(op)) {
      Value map = scope.operators.lookup(scale.getValue());
      MaybeSizes sizes = sizesOf(scope, scale.getValue());
      if (map && sizes && !depends(scale.getFactor()) && !scale.getZeroAbsorbing()) {
        Type type = scale.getType();
        auto factor =
            LFunScaleOp::create(builder, op.getLoc(), LFunType::get(op.getContext(), type, type),
                                scope.values.lookupOrDefault(scale.getFactor()), *sizes);
        scope.operators[scale] =
            LFunComposeOp::create(builder, op.getLoc(), ValueRange{factor, map});
        scope.sizes[scale] = *sizes;
        return success();
      }
      if (sizes)
        scope.sizes[scale] = *sizes;
    }
    if (auto choice = dyn_cast<scf::IfOp>(op); choice && hasLinearResults(op))
      return writeIf(builder, scope, choice);
    if (isa<MapOp, BuildOp, ReduceOp, FoldOp>(op) && isStructured(op))
      return writeLoop(builder, scope, op);
    // Representations are read where a linear value is made of them.
    if (llvm::none_of(op.getResults(), [](Value result) { return isLinear(result); }))
      return success(isMemoryEffectFree(&op));
    return writeLeaf(builder, scope, op);
  }

  static bool hasLinearResults(Operation &op) {
    return llvm::all_of(op.getResults(), [](Value result) { return isLinear(result); });
  }

  /// `λ(x..., op(x...)) ∘ x...` for an op that is none of the above.
  LogicalResult writeLeaf(OpBuilder &builder, Scope &scope, Operation &op) {
    llvm::SetVector<Value> inputs;
    llvm::SetVector<Operation *> slice;
    findInputs(&op, scope, inputs, slice);
    MaybeSizes sizes = sizesOfAll(scope, inputs.getArrayRef());
    if (obstacle || !sizes || inputs.empty() || !hasLinearResults(op))
      return failure();
    SmallVector<Operation *> ops(slice.begin(), slice.end());
    std::reverse(ops.begin(), ops.end());
    // An op comes after those that it reads.
    DenseSet<Operation *> done;
    SmallVector<Operation *> order;
    std::function<void(Operation *)> visit = [&](Operation *next) {
      if (!slice.contains(next) || !done.insert(next).second)
        return;
      next->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (Operation *owner = operand.getDefiningOp(); owner && owner != next)
            visit(owner);
      });
      order.push_back(next);
    };
    visit(&op);
    if (!llvm::all_of(order, [](Operation *next) { return isMemoryEffectFree(next); }))
      return failure();
    auto inputTypes = llvm::map_to_vector(inputs, [](Value value) { return value.getType(); });
    SmallVector<Type> outputTypes(op.getResultTypes());
    auto leaf = LFunLambdaOp::create(
        builder, op.getLoc(), LFunType::get(op.getContext(), inputTypes, outputTypes), *sizes);
    Block &body = leaf.getBody().emplaceBlock();
    IRMapping mapping = scope.values;
    for (Value input : inputs)
      mapping.map(input, body.addArgument(input.getType(), input.getLoc()));
    OpBuilder inner = OpBuilder::atBlockEnd(&body);
    for (Operation *next : order)
      inner.clone(*next, mapping);
    SmallVector<Value> yielded;
    for (Value result : op.getResults())
      yielded.push_back(mapping.lookup(result));
    YieldOp::create(inner, op.getLoc(), yielded);
    Value whole = composeWith(builder, scope, leaf, inputs.getArrayRef());
    if (!whole)
      return failure();
    // The extents of the results are known only if their types fix them.
    Sizes codomain;
    bool isStatic = getNumDynamicSizes(outputTypes) == 0;
    return spread(builder, scope, whole, op.getResults(),
                  isStatic ? MaybeSizes(codomain) : MaybeSizes());
  }

  /// Makes `results` the components of `whole`, which has the codomain sizes `sizes`.
  LogicalResult spread(OpBuilder &builder, Scope &scope, Value whole, ValueRange results,
                       MaybeSizes sizes) {
    if (results.size() == 1) {
      scope.operators[results.front()] = whole;
      setSizes(scope, results.front(), sizes);
      return success();
    }
    if (!sizes)
      return failure();
    ArrayRef<Value> rest = *sizes;
    SmallVector<Type> types(results.getTypes());
    for (auto [i, result] : llvm::enumerate(results)) {
      unsigned count = getNumDynamicSizes(result.getType());
      scope.sizes[result] = Sizes(rest.take_front(count));
      rest = rest.drop_front(count);
      auto type = LFunType::get(result.getContext(), types, result.getType());
      auto part =
          LFunProjectOp::create(builder, lambda.getLoc(), type,
                                builder.getDenseI64ArrayAttr(static_cast<int64_t>(i)), *sizes);
      scope.operators[result] =
          LFunComposeOp::create(builder, lambda.getLoc(), ValueRange{part, whole});
    }
    return success();
  }

  /// if p then e₁ else e₂ is the linear function of e₁ or that of e₂.
  LogicalResult writeIf(OpBuilder &builder, Scope &scope, scf::IfOp op) {
    SmallVector<Type> types(op.getResultTypes());
    if (depends(op.getCondition()) || getNumDynamicSizes(types) != 0 || op.getElseRegion().empty())
      return failure();
    auto choice = scf::IfOp::create(builder, op.getLoc(), typeOf(scope, types),
                                    scope.values.lookupOrDefault(op.getCondition()),
                                    /*withElseRegion=*/true);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), choice->getRegions())) {
      OpBuilder inner = OpBuilder::atBlockBegin(&to.front());
      Scope branch = scope;
      Value map;
      if (succeeded(writeBlock(inner, branch, from.front())))
        map = forkOf(inner, branch, from.front().getTerminator()->getOperands());
      if (!map)
        return failure();
      scf::YieldOp::create(inner, op.getLoc(), map);
    }
    return spread(builder, scope, choice.getResult(0), op.getResults(), Sizes());
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// A loop, with the values that depend on the arguments, and those that do not, apart.
  struct Loop {
    /// Operands and the arguments of the body that stand for their elements, or their values.
    using Parts = SmallVector<std::pair<Value, BlockArgument>>;
    Parts arrays, states, linearArrays, linearStates;
    /// Positions of states and collected values among what the body yields, and results.
    SmallVector<unsigned> stateYields, linearStateYields, linearCollected, collected;
    bool fromRight = false;
  };

  static Loop partsOf(Operation &op) {
    Loop loop;
    ValueRange arrays, states;
    Block &body = op.getRegion(0).front();
    ArrayRef<BlockArgument> elements, stateArgs;
    if (auto map = dyn_cast<MapOp>(op)) {
      arrays = map.getArrays();
      elements = body.getArguments();
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      arrays = reduce.getArrays();
      states = reduce.getUnits();
      stateArgs = body.getArguments().take_front(states.size());
      elements = body.getArguments().drop_front(states.size());
    } else if (auto fold = dyn_cast<FoldOp>(op)) {
      arrays = fold.getArrays();
      states = fold.getInitialStates();
      elements = body.getArguments().take_front(arrays.size());
      stateArgs = body.getArguments().drop_front(arrays.size());
      loop.fromRight = fold.getDirection() == Direction::Right;
    }
    for (auto [array, arg] : llvm::zip_equal(arrays, elements))
      (isLinear(array) ? loop.linearArrays : loop.arrays).push_back({array, arg});
    for (auto [i, state, arg] : llvm::enumerate(states, stateArgs)) {
      (isLinear(state) ? loop.linearStates : loop.states).push_back({state, arg});
      (isLinear(state) ? loop.linearStateYields : loop.stateYields).push_back(i);
    }
    for (unsigned i = states.size(); i < op.getNumResults(); ++i)
      (isLinear(op.getResult(i)) ? loop.linearCollected : loop.collected).push_back(i);
    return loop;
  }

  /// Whether all values that enter or leave the loop and depend on the arguments are linear.
  bool isStructured(Operation &op) const {
    auto isPlain = [&](Value value) { return isLinear(value) || !depends(value); };
    bool isOpen = false;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!isPlain(operand) && !op.isAncestor(operand.getParentRegion()->getParentOp()))
          isOpen = true;
    });
    Loop loop = partsOf(op);
    if (isOpen || !llvm::all_of(op.getOperands(), isPlain) ||
        !llvm::all_of(op.getRegion(0).front().getTerminator()->getOperands(), isPlain))
      return false;
    // Arrays that the loop collects from values that do not depend on the arguments must be unused:
    // the operator does not compute them.
    return llvm::all_of(loop.collected, [&](unsigned i) { return op.getResult(i).use_empty(); });
  }

  LogicalResult writeLoop(OpBuilder &builder, Scope &scope, Operation &op) {
    Location loc = op.getLoc();
    Loop loop = partsOf(op);
    Block &body = op.getRegion(0).front();
    auto mapped = [&](Value value) { return scope.values.lookupOrDefault(value); };

    Value extent;
    if (auto build = dyn_cast<BuildOp>(op))
      extent = mapped(build.getExtent());
    else if (!loop.arrays.empty())
      extent = chad::getExtent(builder, loc, ValueRange(mapped(loop.arrays.front().first)));
    else if (int64_t count = getArrayExtent(loop.linearArrays.front().first.getType());
             !ShapedType::isDynamic(count))
      extent = arith::ConstantIndexOp::create(builder, loc, count);
    else if (MaybeSizes sizes = sizesOf(scope, loop.linearArrays.front().first))
      extent = sizes->front();
    if (!extent)
      return failure();

    // The states that do not depend on the arguments, before each step.
    SmallVector<Value> history;
    if (!loop.states.empty()) {
      SmallVector<Value> arrays, initial;
      for (auto [array, arg] : loop.arrays)
        arrays.push_back(mapped(array));
      if (arrays.empty())
        arrays.push_back(createIota(builder, loc, extent));
      for (auto [state, arg] : loop.states)
        initial.push_back(mapped(state));
      bool isComplete = true;
      auto fold = FoldOp::create(
          builder, loc, loop.fromRight ? Direction::Right : Direction::Left, arrays, initial,
          [&](OpBuilder &inner, Location, ValueRange args) {
            IRMapping mapping = scope.values;
            for (auto [i, part] : llvm::enumerate(loop.arrays))
              mapping.map(part.second, args[i]);
            ValueRange states = args.drop_front(arrays.size());
            for (auto [part, state] : llvm::zip_equal(loop.states, states))
              mapping.map(part.second, state);
            for (Operation &next : body.without_terminator())
              if (llvm::none_of(next.getResults(), [&](Value value) { return depends(value); }) &&
                  !readsDependent(&next))
                inner.clone(next, mapping);
            SmallVector<Value> yielded;
            for (unsigned i : loop.stateYields) {
              yielded.push_back(mapping.lookupOrDefault(body.getTerminator()->getOperand(i)));
              isComplete &= isMemoryEffectFree(&op);
            }
            llvm::append_range(yielded, states);
            YieldOp::create(inner, loc, yielded);
          });
      if (!isComplete)
        return failure();
      for (auto [i, position] : llvm::enumerate(loop.stateYields))
        scope.values.map(op.getResult(position), fold->getResult(i));
      llvm::append_range(history, fold->getResults().drop_front(loop.states.size()));
      for (Value array : history)
        if (!isArrayType(array.getType()))
          return failure();
    }

    // The domain of a step: what the body captures, the states, and the elements.
    llvm::SetVector<Value> captured;
    op.getRegion(0).walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (depends(operand) && !op.isAncestor(operand.getParentRegion()->getParentOp()))
          captured.insert(operand);
    });
    SmallVector<Value> inputs(captured.begin(), captured.end());
    for (auto [state, arg] : loop.linearStates)
      inputs.push_back(state);
    for (auto [array, arg] : loop.linearArrays)
      inputs.push_back(array);
    MaybeSizes domainSizes = sizesOfAll(scope, inputs);
    if (!domainSizes)
      return failure();
    if (inputs.empty()) {
      // A loop without linear inputs makes zeros only.
      return writeLeaf(builder, scope, op);
    }

    Scope step;
    step.values = scope.values;
    SmallVector<Value> stepArgs(captured.begin(), captured.end());
    Sizes stateSizes;
    for (Value value : captured) {
      step.domain.push_back(value.getType());
      llvm::append_range(step.domainSizes, *sizesOf(scope, value));
    }
    for (auto [state, arg] : loop.linearStates) {
      step.domain.push_back(arg.getType());
      llvm::append_range(stateSizes, *sizesOf(scope, state));
      stepArgs.push_back(arg);
    }
    llvm::append_range(step.domainSizes, stateSizes);
    for (auto [array, arg] : loop.linearArrays) {
      step.domain.push_back(arg.getType());
      Sizes whole = *sizesOf(scope, array);
      bool isDynamic = ShapedType::isDynamic(getArrayExtent(array.getType()));
      llvm::append_range(step.domainSizes, ArrayRef(whole).drop_front(isDynamic ? 1 : 0));
      stepArgs.push_back(arg);
    }

    SmallVector<Value> results;
    Sizes codomainSizes = stateSizes;
    for (unsigned i : loop.linearStateYields)
      results.push_back(op.getResult(i));
    for (unsigned i : loop.linearCollected) {
      Type type = op.getResult(i).getType();
      if (getNumDynamicSizes(getArrayElement(type)) != 0)
        return failure();
      if (getNumDynamicSizes(type) != 0)
        codomainSizes.push_back(extent);
      results.push_back(op.getResult(i));
    }
    SmallVector<Type> inputTypes(ValueRange(inputs).getTypes()),
        outputTypes(ValueRange(results).getTypes());
    auto type = LFunType::get(op.getContext(), inputTypes, outputTypes);

    // A sum: of identities, without a state. Its start is a zero.
    bool isSum = isPlainSum(op, loop) && captured.empty();
    if (isSum) {
      unsigned count = loop.linearStates.size();
      SmallVector<Type> arrayTypes;
      Sizes arraySizes;
      SmallVector<Value> arrays;
      for (auto [array, arg] : loop.linearArrays) {
        arrayTypes.push_back(array.getType());
        llvm::append_range(arraySizes, *sizesOf(scope, array));
        arrays.push_back(array);
      }
      auto sumType = LFunType::get(op.getContext(), arrayTypes, outputTypes);
      auto loopOp =
          LFunFoldOp::create(builder, loc, sumType, /*right=*/false, /*shared=*/0,
                             /*carried=*/0, /*summed=*/count, extent, arraySizes, codomainSizes);
      Block &region = loopOp.getBody().emplaceBlock();
      region.addArgument(builder.getIndexType(), loc);
      OpBuilder inner = OpBuilder::atBlockEnd(&region);
      auto stepType = LFunType::get(op.getContext(), outputTypes, outputTypes);
      YieldOp::create(inner, loc,
                      Value(LFunIdOp::create(inner, loc, stepType, ValueRange(codomainSizes))));
      Value whole = composeWith(builder, scope, loopOp, arrays);
      return whole ? spread(builder, scope, whole, results, codomainSizes) : failure();
    }

    auto loopOp = LFunFoldOp::create(builder, loc, type, loop.fromRight, /*shared=*/captured.size(),
                                     /*carried=*/loop.linearStates.size(), /*summed=*/0, extent,
                                     *domainSizes, codomainSizes);
    Block &region = loopOp.getBody().emplaceBlock();
    Value index = region.addArgument(builder.getIndexType(), loc);
    OpBuilder inner = OpBuilder::atBlockEnd(&region);
    for (auto [array, arg] : loop.arrays)
      step.values.map(arg, elementOf(inner, loc, mapped(array), index, arg.getType()));
    for (auto [part, array] : llvm::zip_equal(loop.states, history))
      step.values.map(part.second, elementOf(inner, loc, array, index, part.second.getType()));
    if (isa<BuildOp>(op))
      step.values.map(body.getArgument(0), index);
    if (!addArguments(inner, step, stepArgs) || failed(writeBlock(inner, step, body)))
      return failure();
    SmallVector<Value> yielded;
    for (unsigned i : loop.linearStateYields)
      yielded.push_back(body.getTerminator()->getOperand(i));
    for (unsigned i : loop.linearCollected)
      yielded.push_back(body.getTerminator()->getOperand(i));
    Value element = forkOf(inner, step, yielded);
    if (!element)
      return failure();
    YieldOp::create(inner, loc, element);
    Value whole = composeWith(builder, scope, loopOp, inputs);
    return whole ? spread(builder, scope, whole, results, codomainSizes) : failure();
  }

  static Value elementOf(OpBuilder &builder, Location loc, Value array, Value index, Type type) {
    Value element = readElement(builder, loc, array, index);
    return element.getType() == type ? element
                                     : Value(tensor::CastOp::create(builder, loc, type, element));
  }

  /// Whether `op` adds the elements of arrays to zeros, and does nothing else with linear values.
  static bool isPlainSum(Operation &op, const Loop &loop) {
    if (!isa<ReduceOp>(op) || loop.linearArrays.size() != loop.linearStates.size())
      return false;
    Operation *yield = op.getRegion(0).front().getTerminator();
    for (auto [array, state, i] :
         llvm::zip_equal(loop.linearArrays, loop.linearStates, loop.linearStateYields)) {
      auto add = yield->getOperand(i).getDefiningOp<AddOp>();
      if (!add || !state.first.getDefiningOp<ZeroOp>() || add.getLhs() != state.second ||
          add.getRhs() != array.second)
        return false;
    }
    return true;
  }

  LFunLambdaOp lambda;
  DenseSet<Value> dependent;
  Operation *obstacle = nullptr;
};

struct ToOperators : chad::impl::ChadToOperatorsBase<ToOperators> {
  void runOnOperation() override {
    SmallVector<LFunLambdaOp> lambdas;
    getOperation()->walk([&](LFunLambdaOp lambda) { lambdas.push_back(lambda); });
    for (LFunLambdaOp lambda : lambdas)
      if (Operation *obstacle = OperatorForm(lambda).write())
        obstacle->emitRemark("chad: the linear function stays a region: this is no composition of "
                             "operators whose shapes are known before it runs");
  }
};
} // namespace

Operation *chad::writeAsOperators(func::FuncOp function) {
  SmallVector<LFunLambdaOp> lambdas(function.getOps<LFunLambdaOp>());
  for (LFunLambdaOp lambda : lambdas)
    if (Operation *obstacle = OperatorForm(lambda).write())
      return obstacle;
  return nullptr;
}
