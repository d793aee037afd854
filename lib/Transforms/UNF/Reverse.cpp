//===- Reverse.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reverse mode on unary normal form (Huot & Shaikhha 2022, Fig. 8): each op of the chain becomes
// its transpose, on one context of cotangents. The code inside of a transpose is made by the
// derivative rules that all modes use.

#include "Reverse.h"
#include "UNF.h"
#include "chad/Analysis/Reductions.h"
#include "chad/Rules/AdjointLoop.h"
#include "chad/Rules/Combiners.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

using Values = SmallVector<Value>;

//===----------------------------------------------------------------------===//
// Forwards
//===----------------------------------------------------------------------===//

static Operation *makeAnchor(OpBuilder &builder, Location loc, ValueRange values) {
  return UnrealizedConversionCastOp::create(builder, loc, TypeRange{}, values);
}

static LogicalResult checkChain(func::FuncOp function) {
  Operation *end = nullptr;
  unsigned numChains = 0;
  for (Operation &op : function.front().without_terminator()) {
    numChains += isa<UNFEnterOp>(op);
    if (end || (!isContextOp(&op) && !op.hasTrait<mlir::OpTrait::ConstantLike>())) {
      auto diag =
          op.emitError("chad: this op is not in the chain of ops on the function's context");
      diag.attachNote() << "run '--chad-from-unf', and '--chad-to-unf' to have all of it in one";
      return failure();
    }
    if (isa<UNFLeaveOp>(op))
      end = &op;
    if (isa<UNFOpOp>(op))
      for (Value arg : op.getRegion(0).getArguments())
        if (isa<TupleType>(arg.getType()))
          return op.emitError("chad: the op computes on a tuple; take it apart with "
                              "'chad.unf.get' before");
    for (Type type : op.getResultTypes())
      if (auto ctx = dyn_cast<CtxType>(type)) {
        SmallVector<Type> types;
        for (Type component : ctx.getComponents())
          flattenComponent(component, types);
        for (Type component : types)
          if (failed(LinType::verify(
                  [&] {
                    return op.emitError("chad: the context has no "
                                        "cotangents: ");
                  },
                  component)))
            return failure();
      }
  }
  if (numChains != 1 || !end)
    return function.emitError("chad: expects one chain from 'chad.unf.enter' to "
                              "'chad.unf.leave' in the function");
  return success();
}

FailureOr<ContextChain> ContextChain::evaluate(func::FuncOp function) {
  if (failed(checkContexts(function)) || failed(checkChain(function)))
    return failure();
  ContextChain chain;
  auto typesOf = [](Value ctx) { return cast<CtxType>(ctx.getType()).getComponents(); };
  evaluateContexts(function.front(), [&](OpBuilder &builder, Operation *op, ArrayRef<Value> before,
                                         ArrayRef<Value> after) {
    if (isa<UNFEnterOp>(op)) {
      chain.steps.push_back({Step::Enter, op->getLoc(), {}});
      chain.steps.back().anchor = makeAnchor(builder, op->getLoc(), op->getOperands());
      return;
    }
    ArrayRef<Type> types = typesOf(op->getOperand(0));
    if (isa<UNFLeaveOp>(op)) {
      chain.end = makeAnchor(builder, op->getLoc(), before);
      chain.endTypes = types;
      return;
    }
    Step step{Step::Op, op->getLoc(), types};
    ArrayRef<Value> values;
    step.numResults = typesOf(op->getResult(0)).size() - types.size();
    if (auto var = dyn_cast<UNFVarOp>(op)) {
      step.kind = Step::Var;
      step.index = var.getIndex();
    } else if (isa<UNFPairOp>(op)) {
      step.kind = Step::Pair;
    } else if (auto get = dyn_cast<UNFGetOp>(op)) {
      step.kind = Step::Get;
      step.index = get.getIndex();
    } else if (auto proj = dyn_cast<UNFProjOp>(op)) {
      step.kind = Step::Proj;
      step.index = proj.getOffset();
      step.size = proj.getSize();
      values = before.slice(numLeaves(types.take_front(step.index)),
                            numLeaves(types.slice(step.index, step.size)));
    } else if (auto unfOp = dyn_cast<UNFOpOp>(op)) {
      step.numArguments = unfOp.getBody().getNumArguments();
      values = after.take_back(step.numArguments + step.numResults);
    } else if (auto map = dyn_cast<UNFMapOp>(op)) {
      step.kind = Step::Map;
      step.numArguments = map.getArrays();
      values = after;
    } else {
      step.kind = Step::Associative;
      step.numArguments = step.numResults;
      values = after;
    }
    step.anchor = makeAnchor(builder, op->getLoc(), values);
    chain.steps.push_back(step);
  });
  return chain;
}

void ContextChain::clear() {
  for (Step &step : steps)
    step.anchor->erase();
  end->erase();
  steps.clear();
}

//===----------------------------------------------------------------------===//
// Backwards
//===----------------------------------------------------------------------===//

/// The type of the cotangents of a component.
static Type cotangentOf(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return LinType::get(type);
  return TupleType::get(type.getContext(), llvm::map_to_vector(tuple.getTypes(), cotangentOf));
}

namespace {
/// The region of one transpose. A cotangent from outside begins at zero, as the value that the
/// region yields is added to it; or at a placeholder, if the region passes it on.
class StepScope : public ReverseSweep::Scope {
public:
  using Start = std::function<Value(Value)>;
  StepScope(ReverseSweep &sweep, Block &block, Start start = {})
      : Scope(sweep, block, nullptr), start(std::move(start)) {}

private:
  Value enter(Value value) override { return start ? start(value) : Value(); }
  Start start;
};
} // namespace

namespace chad::detail {
/// Builds the chain of transposes.
class ContextReversal {
public:
  ContextReversal(ContextChain &chain, ReverseSweep &sweep) : chain(chain), sweep(sweep) {}
  ~ContextReversal() {
    for (Operation *op : placeholders)
      op->erase();
  }

  LogicalResult run() {
    begin();
    for (Step &step : llvm::reverse(chain.steps))
      if (failed(reverse(step)))
        return failure();
    return success();
  }

private:
  using Step = ContextChain::Step;

  OpBuilder builder() { return sweep.getScope().builder(); }
  /// A builder at the end of a block, which may be in no op yet.
  OpBuilder atEnd(Block &block) {
    OpBuilder builder(ctx.getContext());
    builder.setInsertionPointToEnd(&block);
    return builder;
  }

  /// Makes the first context, with the cotangents of all components at the end, from the cotangents
  /// of the results.
  void begin() {
    Location loc = chain.end->getLoc();
    Values values(chain.end->getOperands()), seeds;
    // Offset and size of the components without a cotangent.
    SmallVector<std::pair<int64_t, int64_t>> gaps;
    DenseSet<Value> seen;
    size_t leaf = 0;
    for (auto [i, type] : llvm::enumerate(chain.endTypes)) {
      Value value = isa<TupleType>(type) ? Value() : values[leaf];
      leaf += numLeaves(type);
      Value seed = value && sweep.isActive(value) && seen.insert(value).second
                       ? sweep.cotangent(value)
                       : Value();
      if (seed) {
        seeds.push_back(seed);
        masked.push_back(sweep.isMasked(seed));
        sweep.setCotangent(value, {});
      } else if (!gaps.empty() && gaps.back().first + gaps.back().second == int64_t(i)) {
        ++gaps.back().second;
      } else {
        gaps.push_back({i, 1});
      }
    }
    OpBuilder b = builder();
    ctx = UNFEnterOp::create(b, loc, seeds);
    for (auto [offset, size] : gaps) {
      size_t first = numLeaves(chain.endTypes.take_front(offset));
      size_t count = numLeaves(chain.endTypes.slice(offset, size));
      insertZeros(loc, offset, chain.endTypes.slice(offset, size),
                  ArrayRef(values).slice(first, count));
    }
  }

  LogicalResult reverse(Step &step) {
    switch (step.kind) {
    case Step::Enter:
      finish(step);
      return success();
    case Step::Var: {
      OpBuilder b = builder();
      ctx = UNFVarTOp::create(b, step.loc, ctx, step.index);
      bool isMasked = masked.pop_back_val();
      masked[step.index] = masked[step.index] || isMasked;
      return success();
    }
    case Step::Pair: {
      OpBuilder b = builder();
      ctx = UNFPairTOp::create(b, step.loc, ctx);
      masked.push_back(masked.back());
      return success();
    }
    case Step::Get: {
      OpBuilder b = builder();
      ctx = UNFGetTOp::create(b, step.loc, ctx, step.index);
      bool isMasked = masked.pop_back_val();
      masked.back() = masked.back() || isMasked;
      return success();
    }
    case Step::Proj:
      insertZeros(step.loc, step.index, step.types.slice(step.index, step.size),
                  Values(step.anchor->getOperands()));
      return success();
    case Step::Op:
      return reverseOp(step);
    case Step::Map:
      return reverseMap(step);
    case Step::Associative:
      return reverseAssociative(step);
    }
    return failure();
  }

  void finish(Step &step) {
    OpBuilder b = builder();
    auto leave = UNFLeaveOp::create(b, step.loc, ctx);
    for (auto [value, cotangent, isMasked] :
         llvm::zip(step.anchor->getOperands(), leave.getResults(), masked)) {
      if (!sweep.isActive(value))
        continue;
      if (isMasked)
        sweep.setMasked(cotangent);
      sweep.accumulate(value, cotangent);
    }
  }

  //===--------------------------------------------------------------------===//
  // Pieces
  //===--------------------------------------------------------------------===//

  void retire(OwningOpRef<ModuleOp> holder) {
    auto region = std::make_unique<Region>();
    region->takeBody(holder->getBodyRegion());
    sweep.retire(std::move(region));
  }

  /// A value that is replaced by another one when the code is finished.
  Value makePlaceholder(Type type) {
    OpBuilder b(type.getContext());
    placeholders.push_back(
        UnrealizedConversionCastOp::create(b, chain.end->getLoc(), type, ValueRange{}));
    return placeholders.back()->getResult(0);
  }

  /// Appends the dynamic extents of the zero cotangent of `value`, which may be inactive.
  void appendSizes(Value value, Values &sizes) {
    Type type = LinType::get(value.getType());
    if (!getNumDynamicSizes(type))
      return;
    auto tensor = cast<RankedTensorType>(value.getType());
    for (int64_t i = 0; i < tensor.getRank(); ++i)
      if (tensor.isDynamicDim(i))
        sizes.push_back(sweep.dim(value, i));
  }

  /// Transpose of `proj`: components of types `types` and values `values`.
  void insertZeros(Location loc, int64_t offset, ArrayRef<Type> types, ArrayRef<Value> values) {
    Values sizes;
    for (Value value : values)
      appendSizes(value, sizes);
    SmallVector<Type> components(cast<CtxType>(ctx.getType()).getComponents());
    SmallVector<Type> zeros = llvm::map_to_vector(types, cotangentOf);
    components.insert(components.begin() + offset, zeros.begin(), zeros.end());
    OpBuilder b = builder();
    ctx = UNFProjTOp::create(b, loc, CtxType::get(b.getContext(), components), ctx, offset,
                             types.size(), sizes);
    masked.insert(masked.begin() + offset, types.size(), false);
  }

  /// Drops the cotangents of results that nothing depends on.
  void dropResults(Step &step) {
    OpBuilder b = builder();
    ctx = UNFProjOp::create(b, step.loc, ctx, step.types.size(), step.numResults);
    masked.truncate(step.types.size());
  }

  /// The ops that the op of `step` became.
  SmallVector<Operation *> opsOf(Step &step) {
    SmallVector<Operation *> ops;
    for (Operation *op = step.anchor->getPrevNode(); op && !isa<UnrealizedConversionCastOp>(op);
         op = op->getPrevNode())
      ops.push_back(op);
    std::reverse(ops.begin(), ops.end());
    return ops;
  }

  Value zeroOf(Value value) {
    Values sizes;
    appendSizes(value, sizes);
    OpBuilder b = builder();
    return ZeroOp::create(b, value.getLoc(), LinType::get(value.getType()), sizes);
  }

  /// Makes the transpose `name`, an op that takes the values that its region yields.
  Value makeTranspose(StringRef name, Location loc, ValueRange operands, Type type,
                      DictionaryAttr properties, ArrayRef<std::unique_ptr<Region> *> regions) {
    OpBuilder b = builder();
    OperationState state(loc, name);
    state.addOperands(operands);
    state.addTypes(type);
    state.propertiesAttr = properties;
    for (std::unique_ptr<Region> *region : regions)
      state.addRegion(std::move(*region));
    return b.create(state)->getResult(0);
  }

  /// The context without its last `count` components.
  Type shortened(unsigned count) {
    return CtxType::get(ctx.getContext(),
                        cast<CtxType>(ctx.getType()).getComponents().drop_back(count));
  }

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  /// Makes the reverse code of a step in `block`, whose arguments are the cotangents of `results`:
  /// it computes the increments of the cotangents of values from outside. If none of the results is
  /// active, `block` stays empty.
  LogicalResult passBack(Step &step, ValueRange results, Block &block,
                         llvm::SmallMapVector<Value, Value, 4> &increments) {
    SmallVector<Operation *> ops = opsOf(step);
    unsigned first = masked.size() - results.size();
    for (Value result : results)
      block.addArgument(LinType::get(result.getType()), step.loc);
    StepScope scope(sweep, block);
    for (auto [i, result] : llvm::enumerate(results)) {
      if (masked[first + i])
        sweep.setMasked(block.getArgument(i));
      sweep.accumulate(result, block.getArgument(i));
    }
    if (failed(sweep.reverse(ops)))
      return failure();
    // Values of the ops themselves, and in them, end here.
    for (Value value : scope.entered)
      if (Value increment = scope.cotangent(value);
          increment && value.getParentBlock() == step.anchor->getBlock() &&
          !llvm::is_contained(ops, value.getDefiningOp()))
        increments[value] = increment;
    return success();
  }

  InFlightDiagnostic emitCaptureError(Step &step, Value value) {
    auto diag = emitError(step.loc, "chad: the op computes with a differentiated value that is not "
                                    "in its context");
    diag.attachNote(value.getLoc()) << "the value is here; hand it over in the context";
    return diag;
  }

  /// Ends `block` with the increments of `values`.
  void yieldIncrements(Block &block, Location loc, ArrayRef<Value> values,
                       llvm::SmallMapVector<Value, Value, 4> &increments) {
    unsigned first = masked.size() - values.size();
    Values yields;
    for (auto [i, value] : llvm::enumerate(values)) {
      auto found = increments.find(value);
      if (found == increments.end()) {
        StepScope scope(sweep, block);
        yields.push_back(zeroOf(value));
        continue;
      }
      yields.push_back(found->second);
      masked[first + i] = masked[first + i] || sweep.isMasked(found->second);
      // A value that is an argument twice gets its increment once.
      increments.erase(found);
    }
    OpBuilder b = atEnd(block);
    YieldOp::create(b, loc, yields);
  }

  LogicalResult reverseOp(Step &step) {
    Values values(step.anchor->getOperands());
    ArrayRef<Value> arguments = ArrayRef(values).take_front(step.numArguments);
    OwningOpRef<ModuleOp> holder = makeHolder(step.loc);
    Block &block = holder->getBodyRegion().front();
    llvm::SmallMapVector<Value, Value, 4> increments;
    if (failed(passBack(step, ArrayRef(values).drop_front(step.numArguments), block, increments)))
      return failure();
    for (auto [value, increment] : increments)
      if (!llvm::is_contained(arguments, value))
        return emitCaptureError(step, value);
    if (increments.empty()) {
      dropResults(step);
      retire(std::move(holder));
      return success();
    }
    emitOpT(step, std::move(holder), arguments, increments);
    return success();
  }

  void emitOpT(Step &step, OwningOpRef<ModuleOp> holder, ArrayRef<Value> arguments,
               llvm::SmallMapVector<Value, Value, 4> &increments) {
    masked.truncate(masked.size() - step.numResults);
    yieldIncrements(holder->getBodyRegion().front(), step.loc, arguments, increments);
    auto region = std::make_unique<Region>();
    region->takeBody(holder->getBodyRegion());
    ctx = makeTranspose(UNFOpTOp::getOperationName(), step.loc, ctx, shortened(step.numResults), {},
                        {&region});
  }

  static OwningOpRef<ModuleOp> makeHolder(Location loc) {
    OwningOpRef<ModuleOp> holder = ModuleOp::create(loc);
    holder->getBodyRegion().getBlocks().clear();
    holder->getBodyRegion().emplaceBlock();
    return holder;
  }

  /// The components of the values before the step that are no tuples.
  DenseMap<Value, unsigned> componentsOf(ArrayRef<Type> types, ArrayRef<Value> values) {
    DenseMap<Value, unsigned> components;
    for (auto [i, type] : llvm::enumerate(types)) {
      if (!isa<TupleType>(type))
        components.try_emplace(values.front(), i);
      values = values.drop_front(numLeaves(type));
    }
    return components;
  }

  //===--------------------------------------------------------------------===//
  // Maps
  //===--------------------------------------------------------------------===//

  LogicalResult reverseMap(Step &step) {
    Values values(step.anchor->getOperands());
    unsigned n = step.numArguments, m = step.numResults, numFree = step.types.size() - n;
    ValueRange results = ArrayRef(values).take_back(m);
    auto loop = cast<ArrayLoopOpInterface>(results.front().getDefiningOp());
    Values seeds;
    unsigned first = masked.size() - m;
    for (auto [i, result] : llvm::enumerate(results)) {
      seeds.push_back(sweep.isActive(result) ? makePlaceholder(LinType::get(result.getType()))
                                             : Value());
      if (masked[first + i])
        sweep.setMasked(seeds.back());
    }
    auto components = componentsOf(step.types.take_front(numFree), values);
    std::optional<AdjointBody> body;
    {
      // The cotangents of free variables are components: whether they are masked is known.
      StepScope scope(sweep, sweep.getScope().block, [&](Value value) {
        Value start = makePlaceholder(LinType::get(value.getType()));
        auto component = components.find(value);
        if (component != components.end() && masked[component->second])
          sweep.setMasked(start);
        return start;
      });
      FailureOr<AdjointBody> made = buildAdjoint(sweep, loop, seeds);
      if (failed(made))
        return failure();
      body = std::move(*made);
    }
    for (Value value : body->entered)
      if (!components.contains(value))
        return emitCaptureError(step, value);
    auto old = std::make_unique<Region>();
    old->takeBody(body->holder->getBodyRegion());
    Block &from = old->front();
    sweep.retire(std::move(old));
    if (body->entered.empty() && body->collected.empty()) {
      dropResults(step);
      return success();
    }

    // The arguments of the adjoint as map_t has them.
    auto region = std::make_unique<Region>();
    Block &block = region->emplaceBlock();
    ArrayRef<Type> types = cast<CtxType>(ctx.getType()).getComponents();
    for (Type type : types.take_front(numFree))
      block.addArgument(type, step.loc);
    for (BlockArgument element : loop.getElementArgs())
      block.addArgument(element.getType(), step.loc);
    Values kept;
    SmallVector<std::pair<unsigned, unsigned>> seedInputs; // input, result
    for (auto [i, input] : llvm::enumerate(body->inputs)) {
      BlockArgument argument = from.getArgument(i);
      if (auto *seed = llvm::find(seeds, input); seed != seeds.end()) {
        seedInputs.push_back({i, seed - seeds.begin()});
        continue;
      }
      OperandRange arrays = loop.getArrays();
      if (auto array = llvm::find(arrays, input); array != arrays.end()) {
        argument.replaceAllUsesWith(block.getArgument(numFree + (array - arrays.begin())));
        continue;
      }
      kept.push_back(input);
      argument.replaceAllUsesWith(block.addArgument(argument.getType(), step.loc));
    }
    for (Type type : types.take_back(m))
      block.addArgument(getArrayElement(type), step.loc);
    for (auto [input, result] : seedInputs)
      from.getArgument(input).replaceAllUsesWith(
          block.getArgument(block.getNumArguments() - m + result));
    unsigned firstCarried = body->inputs.size();
    for (auto [i, value] : llvm::enumerate(body->entered))
      from.getArgument(firstCarried + i)
          .replaceAllUsesWith(block.getArgument(components.lookup(value)));

    Values given(from.getTerminator()->getOperands());
    from.getTerminator()->erase();
    block.getOperations().splice(block.end(), from.getOperations());
    Values yields(block.getArguments().take_front(numFree));
    masked.truncate(step.types.size());
    for (auto [value, next, isMasked] : llvm::zip(body->entered, given, body->masked)) {
      unsigned component = components.lookup(value);
      yields[component] = next;
      masked[component] = masked[component] || isMasked;
    }
    for (unsigned i = 0; i < n; ++i) {
      auto *found = llvm::find(body->collected, i);
      if (found == body->collected.end()) {
        yields.push_back(elementZero(block, loop.getArrays()[i]));
        continue;
      }
      size_t position = body->entered.size() + (found - body->collected.begin());
      yields.push_back(given[position]);
      masked[numFree + i] = masked[numFree + i] || body->masked[position];
    }
    OpBuilder b = atEnd(block);
    YieldOp::create(b, step.loc, yields);

    Values operands = {ctx};
    llvm::append_range(operands, loop.getArrays());
    llvm::append_range(operands, kept);
    DictionaryAttr properties = b.getDictionaryAttr(
        {b.getNamedAttr("cotangents", b.getI64IntegerAttr(m)),
         b.getNamedAttr("operandSegmentSizes",
                        b.getDenseI32ArrayAttr({1, int32_t(n), int32_t(kept.size())}))});
    ctx = makeTranspose(UNFMapTOp::getOperationName(), step.loc, operands, shortened(m), properties,
                        {&region});
    return success();
  }

  /// The zero of the cotangents of elements of `array`, in `block`.
  Value elementZero(Block &block, Value array) {
    Type type = LinType::get(getArrayElement(array.getType()));
    Values sizes;
    if (getNumDynamicSizes(type)) {
      auto tensor = cast<RankedTensorType>(array.getType());
      for (int64_t i = 1; i < tensor.getRank(); ++i)
        if (tensor.isDynamicDim(i))
          sizes.push_back(sweep.dim(array, i));
    }
    OpBuilder b = atEnd(block);
    return ZeroOp::create(b, array.getLoc(), type, sizes);
  }

  //===--------------------------------------------------------------------===//
  // Reductions and scans
  //===--------------------------------------------------------------------===//

  LogicalResult reverseAssociative(Step &step) {
    Values values(step.anchor->getOperands());
    unsigned n = step.numArguments, numFree = step.types.size() - n;
    ValueRange results = ArrayRef(values).take_back(n);
    if (llvm::none_of(results, [&](Value result) { return sweep.isActive(result); })) {
      dropResults(step);
      return success();
    }
    Operation *op = results.front().getDefiningOp();
    auto isSumOrProduct = [&](unsigned i) {
      StateKind kind = getStateKind(cast<CombinatorOpInterface>(op), i);
      return kind == StateKind::Sum || (n == 1 && isa<ReduceOp>(op) && kind == StateKind::Product);
    };
    if (isa<ReduceOp, ScanOp>(op) && llvm::all_of(llvm::seq(n), isSumOrProduct)) {
      reverseSumOrProduct(step, op, n, numFree);
      return success();
    }

    // Any other body: `var c; ...; op; proj`, where c are the components that it reads.
    OwningOpRef<ModuleOp> holder = makeHolder(step.loc);
    llvm::SmallMapVector<Value, Value, 4> increments;
    if (failed(passBack(step, results, holder->getBodyRegion().front(), increments)))
      return failure();
    size_t numLeavesFree = values.size() - 2 * n;
    auto components = componentsOf(step.types.take_front(numFree), values);
    Values arguments(ArrayRef(values).slice(numLeavesFree, n));
    SmallVector<unsigned> copied;
    SmallVector<Type> types;
    for (auto [value, increment] : increments) {
      if (llvm::is_contained(ArrayRef(arguments).take_front(n), value))
        continue;
      auto component = components.find(value);
      if (component == components.end())
        return emitCaptureError(step, value);
      arguments.push_back(value);
      copied.push_back(component->second);
      types.push_back(value.getType());
    }
    if (!copied.empty())
      insertZeros(step.loc, step.types.size(), types, ArrayRef(arguments).drop_front(n));
    emitOpT(step, std::move(holder), arguments, increments);
    for (unsigned component : llvm::reverse(copied)) {
      OpBuilder b = builder();
      ctx = UNFVarTOp::create(b, step.loc, ctx, component);
      bool isMasked = masked.pop_back_val();
      masked[component] = masked[component] || isMasked;
    }
    return success();
  }

  /// (a, x, z̄) ↦ z̄, z̄ for sums; x·z̄, a·z̄ for products.
  void reverseSumOrProduct(Step &step, Operation *op, unsigned n, unsigned numFree) {
    Location loc = step.loc;
    auto reduce = dyn_cast<ReduceOp>(op);
    auto scan = dyn_cast<ScanOp>(op);
    bool isProduct = reduce && getStateKind(reduce, 0) == StateKind::Product;
    ValueRange arrays = reduce ? reduce.getArrays() : scan.getArrays();
    ValueRange units = reduce ? reduce.getUnits() : scan.getUnits();
    bool isMasked = masked[masked.size() - n];
    auto combiner = [&](OpBuilder &b, Location, ValueRange args) {
      IRMapping mapping;
      Block &body = op->getRegion(0).front();
      mapping.map(body.getArguments(), args);
      for (Operation &nested : body)
        b.clone(nested, mapping);
    };
    auto adjoint = [&](OpBuilder &b, Location, ValueRange args) {
      Values yields(args.take_front(numFree));
      ValueRange cotangents = args.take_back(n);
      if (isProduct) {
        Value a = args[numFree], x = args[numFree + 1], z = cotangents.front();
        yields.push_back(ScaleOp::create(b, loc, x, z, isMasked));
        yields.push_back(ScaleOp::create(b, loc, a, z, isMasked));
      } else {
        llvm::append_range(yields, cotangents);
        llvm::append_range(yields, cotangents);
      }
      YieldOp::create(b, loc, yields);
    };
    OpBuilder b = builder();
    if (reduce)
      ctx = UNFReduceTOp::create(b, loc, ctx, arrays, units, combiner, adjoint);
    else
      ctx = UNFScanTOp::create(b, loc, ctx, scan.getDirection(), scan.getKind(), arrays, units,
                               combiner, adjoint);
    for (unsigned i = 0; i < n; ++i)
      masked[numFree + i] = masked[numFree + i] || masked[step.types.size() + i];
    masked.truncate(step.types.size());
  }

  ContextChain &chain;
  ReverseSweep &sweep;
  /// Placeholders live as long as this object, so that no new op gets the address of one of them.
  SmallVector<Operation *> placeholders;
  Value ctx;
  /// For each component whether its cotangent is masked (`Sweep::isMasked`).
  SmallVector<bool> masked;
};
} // namespace chad::detail

LogicalResult ContextChain::reverse(ReverseSweep &sweep) {
  LogicalResult result = ContextReversal(*this, sweep).run();
  clear();
  return result;
}
