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
//   a[is]           g(is) ∘ a        scatter_add  a + g(is)ᵀ ∘ v
//   a slice of a    s ∘ a            put into 0   sᵀ ∘ a
//   another op      λ(operands. op) ∘ operands
//
// where `F` is `chad.lfun.fold`, or rows of diagonals where each step is scalings and sums of its
// elements, `g` is `chad.lfun.gather`, and `s` is `chad.lfun.slice`. Values that do not depend on
// the arguments are computed outside of the region. A loop that carries such values beside linear
// ones becomes two loops: the first one computes these values, and keeps each of their states for
// the second one, which is linear.

#include "chad/Derived/Derived.h"
#include "chad/Derived/Passes.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
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

/// The state while operators are made: the common domain of the operators, and the replacements of
/// values from outside and from inside of the region.
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

  /// Replaces the region by operators. If an op has no operator, returns that op and changes
  /// nothing.
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
  // Dependence on the arguments
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
            (void)stop(&op);
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

  /// Finds the linear values, defined outside of `op`, from which `op` computes its results,
  /// directly or by way of their representations. The ops that compute with representations are
  /// added to `slice`.
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
          (void)stop(op);
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

  /// Maps each argument to a projection of the domain.
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

  /// Creates the fork of the operators of `values`.
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

  /// Creates the composition of `map` and the fork of the operators of `inputs`.
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

  /// Returns a value outside of the region that is equal to `extent`, which may be an extent of a
  /// linear value. Null if `extent` depends on the arguments in another way.
  Value extentOutside(OpBuilder &builder, const Scope &scope, Value extent) const {
    if (!depends(extent))
      return scope.values.lookupOrDefault(extent);
    auto dim = extent.getDefiningOp<tensor::DimOp>();
    auto read = dim ? dim.getSource().getDefiningOp<FromLinearOp>() : FromLinearOp();
    std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
    MaybeSizes sizes = read ? sizesOf(scope, read.getOperand()) : std::nullopt;
    auto type = read ? dyn_cast<RankedTensorType>(read.getType()) : RankedTensorType();
    if (!sizes || !type || !index || *index < 0 || *index >= type.getRank())
      return {};
    return type.isDynamicDim(*index) ? (*sizes)[type.getDynamicDimIndex(*index)]
                                     : Value(arith::ConstantIndexOp::create(
                                           builder, dim.getLoc(), type.getDimSize(*index)));
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
        if (Value known = extentOutside(builder, scope, size))
          sizes.push_back(known);
        else
          return failure();
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
    if (auto gather = dyn_cast<GatherOp>(op); gather && isLinear(gather))
      return writeGather(builder, scope, gather);
    if (auto scatter = dyn_cast<ScatterAddOp>(op); scatter && isLinear(scatter))
      return writeScatter(builder, scope, scatter);
    if (auto linear = dyn_cast<ToLinearOp>(op); linear && writeSlice(builder, scope, linear))
      return success();
    if (auto choice = dyn_cast<scf::IfOp>(op); choice && hasLinearResults(op))
      return writeIf(builder, scope, choice);
    if (isa<MapOp, BuildOp, ReduceOp, FoldOp>(op) && isStructured(op))
      return writeLoop(builder, scope, op);
    // Ops on representations are handled together with the op that makes a linear value of their
    // result.
    if (llvm::none_of(op.getResults(), [](Value result) { return isLinear(result); }))
      return success(isMemoryEffectFree(&op));
    return writeLeaf(builder, scope, op);
  }

  static bool hasLinearResults(Operation &op) {
    return llvm::all_of(op.getResults(), [](Value result) { return isLinear(result); });
  }

  /// Creates the linear function that gathers elements of a value of type `source` at `indices`, or
  /// its transpose. Null if the op `chad.lfun.gather` does not support the types.
  static Value createGather(OpBuilder &builder, Location loc, Value indices, Type source, Type part,
                            ValueRange sizes, bool transposed) {
    auto type = dyn_cast<RankedTensorType>(getPrimalType(source));
    if (!type || !isa<FloatType>(type.getElementType()) ||
        cast<RankedTensorType>(indices.getType()).getRank() != 1)
      return {};
    auto map = transposed ? LFunType::get(loc.getContext(), part, source)
                          : LFunType::get(loc.getContext(), source, part);
    return LFunGatherOp::create(builder, loc, map, indices, sizes, transposed);
  }

  // x[is] = g(is) • x
  LogicalResult writeGather(OpBuilder &builder, Scope &scope, GatherOp op) {
    MaybeSizes sizes = sizesOf(scope, op.getSource());
    Value indices = scope.values.lookupOrDefault(op.getIndices());
    Value map = sizes && !depends(op.getIndices())
                    ? createGather(builder, op.getLoc(), indices, op.getSource().getType(),
                                   op.getType(), *sizes, /*transposed=*/false)
                    : Value();
    if (!map)
      return writeLeaf(builder, scope, *op);
    Sizes own;
    if (ShapedType::isDynamic(getArrayExtent(op.getType())))
      own.push_back(chad::getExtent(builder, op.getLoc(), indices));
    llvm::append_range(own, ArrayRef(*sizes).drop_front(
                                ShapedType::isDynamic(getArrayExtent(op.getSource().getType()))));
    scope.operators[op] = composeWith(builder, scope, map, op.getSource());
    setSizes(scope, op, own);
    return success(scope.operators[op] != nullptr);
  }

  // a + Σ eᵢₛ₍ᵢ₎ v[i] = a + g(is)ᵀ • v
  LogicalResult writeScatter(OpBuilder &builder, Scope &scope, ScatterAddOp op) {
    MaybeSizes sizes = sizesOf(scope, op.getAcc());
    Value start = scope.operators.lookup(op.getAcc());
    Value map =
        sizes && start && !depends(op.getIndices())
            ? createGather(builder, op.getLoc(), scope.values.lookupOrDefault(op.getIndices()),
                           op.getType(), op.getValues().getType(), *sizes, /*transposed=*/true)
            : Value();
    if (!map)
      return writeLeaf(builder, scope, *op);
    Value sum = composeWith(builder, scope, map, op.getValues());
    if (sum && !start.getDefiningOp<LFunZeroOp>())
      sum = LFunAddOp::create(builder, op.getLoc(), ValueRange{start, sum});
    scope.operators[op] = sum;
    setSizes(scope, op, sizes);
    return success(sum != nullptr);
  }

  // x[offset + stride · i] = s • x, and inserting x into zeros is sᵀ • x. Slices and insertions are
  // ops on representations of linear values. Returns true, after writing the operator, if `op`
  // makes the result of such an op linear again.
  bool writeSlice(OpBuilder &builder, Scope &scope, ToLinearOp op) {
    Operation *made = op->getOperand(0).getDefiningOp();
    if (!isa_and_nonnull<tensor::ExtractSliceOp, tensor::InsertSliceOp>(made))
      return false;
    // The representation of the value that is inserted, or of which a slice is taken.
    auto read = made->getOperand(0).getDefiningOp<FromLinearOp>();
    auto insert = dyn_cast<tensor::InsertSliceOp>(made);
    auto dest = insert ? insert.getDest().getDefiningOp<FromLinearOp>() : read;
    if (!read || !dest || !scope.operators.contains(read->getOperand(0)))
      return false;
    Value value = read->getOperand(0), whole = dest->getOperand(0);
    MaybeSizes sizes = sizesOf(scope, whole);
    Value start = scope.operators.lookup(whole);
    if (!sizes || (insert && (!start || !start.getDefiningOp<LFunZeroOp>())))
      return false;
    Type part = insert ? value.getType() : Type(op.getType());
    auto source = cast<RankedTensorType>(getPrimalType(whole.getType()));
    auto offsets = cast<OffsetSizeAndStrideOpInterface>(made);
    if (source.getRank() != cast<RankedTensorType>(getPrimalType(part)).getRank() ||
        !isa<FloatType>(source.getElementType()) ||
        llvm::any_of(offsets.getStaticStrides(),
                     [](int64_t stride) { return !ShapedType::isDynamic(stride) && stride < 1; }))
      return false;
    bool isPlain = true;
    auto outside = [&](SmallVector<OpFoldResult> values) {
      for (OpFoldResult &number : values)
        if (auto known = dyn_cast<Value>(number)) {
          isPlain &= !depends(known);
          number = scope.values.lookupOrDefault(known);
        }
      return values;
    };
    SmallVector<OpFoldResult> first = outside(offsets.getMixedOffsets()),
                              extents = outside(offsets.getMixedSizes()),
                              strides = outside(offsets.getMixedStrides());
    if (!isPlain)
      return false;
    auto type = insert ? LFunType::get(op.getContext(), part, whole.getType())
                       : LFunType::get(op.getContext(), whole.getType(), part);
    Value map = LFunSliceOp::create(builder, op.getLoc(), type, first, extents, strides, *sizes,
                                    /*transposed=*/insert != nullptr);
    scope.operators[op] = composeWith(builder, scope, map, value);
    if (!insert) {
      sizes = Sizes();
      for (OpFoldResult extent : extents)
        if (auto known = dyn_cast<Value>(extent))
          sizes->push_back(known);
    }
    setSizes(scope, op, sizes);
    return true;
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
    // Sort the ops so that each comes after those whose results it reads.
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

  /// Maps `results` to the components of the operator `whole`, whose codomain has the sizes
  /// `sizes`.
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

  /// The operands, states and results of a loop, separated into those that depend on the arguments
  /// and those that do not.
  struct Loop {
    /// Pairs of an operand and the argument of the body that is its element, or its value.
    using Parts = SmallVector<std::pair<Value, BlockArgument>>;
    Parts arrays, states, linearArrays, linearStates;
    /// Positions of states and of collected values among the operands of the body's terminator, or
    /// the results of the loop.
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
    // Arrays of collected values that do not depend on the arguments must be unused, since the
    // operator does not compute them.
    return llvm::all_of(loop.collected, [&](unsigned i) { return op.getResult(i).use_empty(); });
  }

  /// The number of iterations of a loop as a value outside of the region; null if there is no such
  /// value.
  Value findExtent(OpBuilder &builder, const Scope &scope, Operation &op, const Loop &loop) const {
    Location loc = op.getLoc();
    if (auto build = dyn_cast<BuildOp>(op))
      return scope.values.lookupOrDefault(build.getExtent());
    if (!loop.arrays.empty()) {
      Value array = scope.values.lookupOrDefault(loop.arrays.front().first);
      return chad::getExtent(builder, loc, ValueRange(array));
    }
    Value array = loop.linearArrays.front().first;
    if (int64_t count = getArrayExtent(array.getType()); !ShapedType::isDynamic(count))
      return arith::ConstantIndexOp::create(builder, loc, count);
    MaybeSizes sizes = sizesOf(scope, array);
    return sizes ? sizes->front() : Value();
  }

  /// Creates, outside of the region, a loop that runs the part of `op` that does not depend on the
  /// arguments. `history` gets, for each state of this part, the array of its values before each
  /// iteration.
  LogicalResult runStates(OpBuilder &builder, Scope &scope, Operation &op, const Loop &loop,
                          Value extent, SmallVectorImpl<Value> &history) {
    if (loop.states.empty())
      return success();
    if (!isMemoryEffectFree(&op))
      return failure();
    Location loc = op.getLoc();
    Block &body = op.getRegion(0).front();
    SmallVector<Value> arrays, initial;
    for (auto [array, arg] : loop.arrays)
      arrays.push_back(scope.values.lookupOrDefault(array));
    if (arrays.empty())
      arrays.push_back(createIota(builder, loc, extent));
    for (auto [state, arg] : loop.states)
      initial.push_back(scope.values.lookupOrDefault(state));
    bool isKnown = true;
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
            isKnown &= succeeded(runIndependent(inner, scope, next, mapping));
          SmallVector<Value> yielded;
          for (unsigned i : loop.stateYields)
            yielded.push_back(mapping.lookupOrDefault(body.getTerminator()->getOperand(i)));
          llvm::append_range(yielded, states);
          YieldOp::create(inner, loc, yielded);
        });
    for (auto [i, position] : llvm::enumerate(loop.stateYields))
      scope.values.map(op.getResult(position), fold->getResult(i));
    llvm::append_range(history, fold->getResults().drop_front(loop.states.size()));
    return success(isKnown &&
                   llvm::all_of(history, [](Value array) { return isArrayType(array.getType()); }));
  }

  /// Clones the part of `op` that does not depend on the arguments; `op` is in a loop that
  /// `runStates` clones. Fails if the results of this part cannot be computed without the rest.
  LogicalResult runIndependent(OpBuilder &builder, const Scope &scope, Operation &op,
                               IRMapping &mapping) {
    if (llvm::none_of(op.getResults(), [&](Value value) { return depends(value); }) &&
        !readsDependent(&op)) {
      builder.clone(op, mapping);
      return success();
    }
    if (llvm::all_of(op.getResults(),
                     [&](Value value) { return depends(value) || value.use_empty(); }))
      return success();
    if (!isa<MapOp, BuildOp, ReduceOp, FoldOp>(op) || !isStructured(op))
      return failure();
    Scope inner = scope;
    inner.values = mapping;
    Loop loop = partsOf(op);
    Value extent = findExtent(builder, inner, op, loop);
    SmallVector<Value> history;
    if (!extent || failed(runStates(builder, inner, op, loop, extent, history)))
      return failure();
    mapping = inner.values;
    return success();
  }

  // Σᵢ b[i] = F(i. 1) • b, a loop without states that adds.
  LogicalResult writeSum(OpBuilder &builder, Scope &scope, Operation &op, const Loop &loop,
                         Value extent) {
    Location loc = op.getLoc();
    SmallVector<Value> arrays, states, results;
    for (auto [array, arg] : loop.linearArrays)
      arrays.push_back(array);
    for (auto [state, arg] : loop.linearStates)
      states.push_back(state);
    for (unsigned i : loop.linearStateYields)
      results.push_back(op.getResult(i));
    MaybeSizes domainSizes = sizesOfAll(scope, arrays), codomainSizes = sizesOfAll(scope, states);
    if (!domainSizes || !codomainSizes)
      return failure();
    SmallVector<Type> inputs(ValueRange(arrays).getTypes()),
        outputs(ValueRange(results).getTypes());
    auto sum = LFunFoldOp::create(builder, loc, LFunType::get(op.getContext(), inputs, outputs),
                                  /*right=*/false,
                                  /*shared=*/0, /*carried=*/0, /*summed=*/states.size(), extent,
                                  *domainSizes, *codomainSizes);
    Block &region = sum.getBody().emplaceBlock();
    region.addArgument(builder.getIndexType(), loc);
    OpBuilder inner = OpBuilder::atBlockEnd(&region);
    Value one = LFunIdOp::create(inner, loc, LFunType::get(op.getContext(), outputs, outputs),
                                 ValueRange(*codomainSizes));
    YieldOp::create(inner, loc, one);
    Value whole = composeWith(builder, scope, sum, arrays);
    return whole ? spread(builder, scope, whole, results, codomainSizes) : failure();
  }

  LogicalResult writeLoop(OpBuilder &builder, Scope &scope, Operation &op) {
    Location loc = op.getLoc();
    Loop loop = partsOf(op);
    Block &body = op.getRegion(0).front();
    Value extent = findExtent(builder, scope, op, loop);
    SmallVector<Value> history;
    if (!extent || failed(runStates(builder, scope, op, loop, extent, history)))
      return failure();

    // The domain of a step consists of the captured values, the states, and the elements.
    llvm::SetVector<Value> captured;
    op.getRegion(0).walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (depends(operand) && !op.isAncestor(operand.getParentRegion()->getParentOp()))
          captured.insert(operand);
    });
    if (captured.empty() && isPlainSum(op, loop))
      return writeSum(builder, scope, op, loop, extent);
    SmallVector<Value> inputs(captured.begin(), captured.end());
    for (auto [state, arg] : loop.linearStates)
      inputs.push_back(state);
    for (auto [array, arg] : loop.linearArrays)
      inputs.push_back(array);
    MaybeSizes domainSizes = sizesOfAll(scope, inputs);
    if (!domainSizes)
      return failure();
    if (inputs.empty()) {
      // The results of a loop without linear inputs are zeros.
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

    // The codomain of a step consists of the states and the collected elements.
    SmallVector<Value> results, yielded;
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
    for (ArrayRef<unsigned> positions :
         {ArrayRef(loop.linearStateYields), ArrayRef(loop.linearCollected)})
      for (unsigned i : positions)
        yielded.push_back(body.getTerminator()->getOperand(i));

    SmallVector<Type> inputTypes(ValueRange(inputs).getTypes()),
        outputTypes(ValueRange(results).getTypes());
    auto loopOp = LFunFoldOp::create(
        builder, loc, LFunType::get(op.getContext(), inputTypes, outputTypes), loop.fromRight,
        /*shared=*/captured.size(), /*carried=*/loop.linearStates.size(), /*summed=*/0, extent,
        *domainSizes, codomainSizes);
    Block &region = loopOp.getBody().emplaceBlock();
    Value index = region.addArgument(builder.getIndexType(), loc);
    OpBuilder inner = OpBuilder::atBlockEnd(&region);
    for (auto [array, arg] : loop.arrays)
      step.values.map(
          arg, elementOf(inner, loc, scope.values.lookupOrDefault(array), index, arg.getType()));
    for (auto [part, array] : llvm::zip_equal(loop.states, history))
      step.values.map(part.second, elementOf(inner, loc, array, index, part.second.getType()));
    if (isa<BuildOp>(op))
      step.values.map(body.getArgument(0), index);
    if (!addArguments(inner, step, stepArgs) || failed(writeBlock(inner, step, body)))
      return failure();
    Value element = forkOf(inner, step, yielded);
    if (!element)
      return failure();
    YieldOp::create(inner, loc, element);
    Value map = loopOp;
    if (Value diagonals = asDiagonals(builder, loopOp)) {
      map = diagonals;
      loopOp->erase();
    }
    Value whole = composeWith(builder, scope, map, inputs);
    return whole ? spread(builder, scope, whole, results, codomainSizes) : failure();
  }

  /// Whether `map`, which has one result, consists of scalings, diagonals and projections, combined
  /// by compositions and sums. Its matrix is a row of diagonals then.
  static bool isRowOfDiagonals(Value map) {
    Operation *op = map.getDefiningOp();
    if (isa_and_nonnull<LFunComposeOp, LFunAddOp>(op))
      return llvm::all_of(op->getOperands(), isRowOfDiagonals);
    auto type = cast<LFunType>(map.getType());
    return isa_and_nonnull<LFunScaleOp, LFunIdOp, LFunDiagonalOp, LFunProjectOp>(op) &&
           type.getOutputs().size() == 1 &&
           (isa<LFunProjectOp>(op) || type.getInputs().size() == 1);
  }

  /// Creates the diagonals of a function for which `isRowOfDiagonals` holds. The result of the
  /// function has type `type`, with the dynamic extents `sizes`; `values` maps the values from
  /// which the function is made.
  struct DiagonalMaker {
    OpBuilder &builder;
    Location loc;
    const IRMapping &values;
    Type type;
    ValueRange sizes;

    Value repeat(Value scalar) {
      auto array = dyn_cast<RankedTensorType>(type);
      return array ? Value(tensor::SplatOp::create(builder, loc, scalar, array, sizes)) : scalar;
    }

    Value constant(double value) {
      return repeat(arith::ConstantOp::create(
          builder, loc, builder.getFloatAttr(getElementTypeOrSelf(type), value)));
    }

    /// Returns the diagonal for each argument of the function; null for a zero.
    SmallVector<Value> diagonalsOf(Value map) {
      Operation *op = map.getDefiningOp();
      SmallVector<Value> row(cast<LFunType>(map.getType()).getInputs().size());
      if (auto scale = dyn_cast<LFunScaleOp>(op)) {
        row.front() = repeat(values.lookupOrDefault(scale.getFactor()));
      } else if (isa<LFunIdOp>(op)) {
        row.front() = constant(1);
      } else if (auto diagonal = dyn_cast<LFunDiagonalOp>(op)) {
        row.front() = values.lookupOrDefault(diagonal.getEntries());
      } else if (auto project = dyn_cast<LFunProjectOp>(op)) {
        row[project.getPositions().front()] = constant(1);
      } else if (isa<LFunComposeOp>(op)) {
        row = diagonalsOf(op->getOperands().back());
        for (Value factor : llvm::reverse(op->getOperands().drop_back())) {
          Value own = diagonalsOf(factor).front();
          for (Value &entry : row)
            entry = entry && own ? Value(arith::MulFOp::create(builder, loc, own, entry)) : Value();
        }
      } else {
        for (Value term : op->getOperands())
          for (auto [entry, own] : llvm::zip_equal(row, diagonalsOf(term)))
            entry = entry && own ? Value(arith::AddFOp::create(builder, loc, entry, own))
                    : own        ? own
                                 : entry;
      }
      return row;
    }
  };

  /// F(i. S(k(i))) = diag(build(i. k(i))), F(i. diag(d(i))) = diag(build(i. d(i))), and so for
  /// forks and joins of them.
  static Value asDiagonals(OpBuilder &builder, LFunFoldOp loop) {
    LFunType type = loop.getType();
    Block &body = loop.getBody().front();
    SmallVector<Value> steps = {body.getTerminator()->getOperand(0)};
    if (auto fork = steps.front().getDefiningOp<LFunForkOp>())
      steps.assign(fork.getMaps().begin(), fork.getMaps().end());
    ArrayRef<Type> inputs = type.getInputs();
    auto isSame = [&](Type other) { return other == inputs.front(); };
    if (loop.getShared() || loop.getCarried() || loop.getSummed() || inputs.empty() ||
        !llvm::all_of(inputs, isSame) || !llvm::all_of(type.getOutputs(), isSame) ||
        !llvm::all_of(steps, isRowOfDiagonals))
      return {};
    Type array = getPrimalType(inputs.front());
    bool isDynamic = ShapedType::isDynamic(getArrayExtent(array));
    // With dynamic extents, the elements of two arrays of the same type may have different shapes.
    if (getNumDynamicSizes(inputs.front()) > isDynamic && (inputs.size() > 1 || steps.size() > 1))
      return {};
    ValueRange sizes = loop.getDomainSizes()
                           .take_front(getNumDynamicSizes(inputs.front()))
                           .drop_front(isDynamic ? 1 : 0);
    auto entries =
        BuildOp::create(builder, loop.getLoc(), loop.getExtent(),
                        [&](OpBuilder &inner, Location loc, ValueRange index) {
                          IRMapping mapping;
                          mapping.map(body.getArgument(0), index.front());
                          for (Operation &op : body.without_terminator())
                            if (llvm::none_of(op.getResultTypes(), llvm::IsaPred<LFunType>))
                              inner.clone(op, mapping);
                          DiagonalMaker maker{inner, loc, mapping, getArrayElement(array), sizes};
                          SmallVector<Value> yielded;
                          for (Value step : steps)
                            for (Value entry : maker.diagonalsOf(step))
                              yielded.push_back(entry ? entry : maker.constant(0));
                          YieldOp::create(inner, loc, yielded);
                        });
    SmallVector<Value> rows;
    ValueRange rest = entries.getResults();
    for (size_t i = 0; i < steps.size(); ++i, rest = rest.drop_front(inputs.size())) {
      SmallVector<Value> row;
      for (Value own : rest.take_front(inputs.size())) {
        own.setType(array);
        row.push_back(LFunDiagonalOp::create(builder, loop.getLoc(), own));
      }
      rows.push_back(row.size() == 1 ? row.front()
                                     : Value(LFunJoinOp::create(builder, loop.getLoc(), row)));
    }
    return rows.size() == 1 ? rows.front()
                            : Value(LFunForkOp::create(builder, loop.getLoc(), rows));
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
