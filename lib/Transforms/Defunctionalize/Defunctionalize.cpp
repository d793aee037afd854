//===- Defunctionalize.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces function values by values of sum types: the tag says which function the value is, and
// the alternative holds the values that the function captured (Reynolds 1972, "Definitional
// interpreters for higher-order programming languages").

#include "../Simplify/Simplify.h"
#include "LambdaSets.h"
#include "PairTransposes.h"
#include "chad/Derived/Derived.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

namespace chad {
#define GEN_PASS_DEF_CHADDEFUNCTIONALIZE
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
class Defunctionalizer {
public:
  Defunctionalizer(ModuleOp module, bool keepsLinear)
      : module(module), sets(module, /*boxed=*/true, keepsLinear), symbols(module),
        builder(module.getContext()) {}

  void run() {
    SmallVector<Operation *> sources;
    SmallVector<std::pair<Operation *, LambdaSets::Class *>> applications;
    module.walk([&](Operation *op) {
      if (isa<ApplyOp, LFunApplyOp>(op) && isClosed(op->getOperand(0)))
        applications.emplace_back(op, sets.lookup(op->getOperand(0)));
      else if (isa<LambdaOp, LFunLambdaOp, func::ConstantOp>(op) && isClosed(op->getResult(0)))
        sources.push_back(op);
    });
    for (Value value : sets.getValues())
      if (Type type = sets.lookup(value)->getType())
        value.setType(type);
    for (Value value : sets.getValues())
      if (LambdaSets::Class *known = sets.lookup(value); known->box)
        makeRecord(*known);
    for (auto function : module.getOps<func::FuncOp>())
      finishType(function);
    for (auto record : module.getOps<RecordOp>())
      finishFields(record);
    // Inner functions are replaced before outer ones, so that outer ones capture injections.
    for (Operation *source : sources)
      replaceSource(source);
    for (auto [apply, known] : applications)
      replaceApply(apply, *known);
    for (Operation *source : sources)
      source->destroy();
  }

private:
  bool isClosed(Value value) {
    LambdaSets::Class *known = sets.lookup(value);
    return known && known->sum;
  }

  void makeRecord(const LambdaSets::Class &known) {
    StringRef name = known.box.getRecord().getValue();
    if (symbols.lookup(name))
      return;
    builder.setInsertionPointToStart(module.getBody());
    auto record = RecordOp::create(builder, module.getLoc(), name,
                                   builder.getTypeArrayAttr({Type(known.sum)}));
    symbols.insert(record);
  }

  static void finishType(func::FuncOp function) {
    if (function.isExternal())
      return;
    TypeRange results = function.getResultTypes();
    for (Block &block : function.getBody())
      if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
        results = end.getOperandTypes();
    function.setType(
        FunctionType::get(function.getContext(), function.front().getArgumentTypes(), results));
  }

  void finishFields(RecordOp record) {
    SmallVector<Type> fields = record.getPayload(/*isLinear=*/false);
    for (auto [i, field] : llvm::enumerate(fields))
      if (LambdaSets::Class *known = sets.lookupField(record, i); known && known->getType())
        field = known->getType();
    record.setFieldsAttr(builder.getTypeArrayAttr(fields));
  }

  /// Replaces a function by an injection, and moves the body of a lambda to a `func.func`.
  void replaceSource(Operation *op) {
    LambdaSets::Class *known = sets.lookup(op->getResult(0));
    unsigned tag = llvm::find(known->sources, op) - known->sources.begin();
    SmallVector<Value> captured;
    func::FuncOp function;
    if (auto constant = dyn_cast<func::ConstantOp>(op)) {
      function = symbols.lookup<func::FuncOp>(constant.getValue());
    } else {
      llvm::append_range(captured, sets.getCaptures(op));
      for (Value &value : captured)
        value = current(value);
      function = outline(op, captured);
    }
    functions[{known, tag}] = function;
    builder.setInsertionPoint(op);
    Value value = InjOp::create(builder, op->getLoc(), known->sum, tag, captured);
    if (known->box)
      value = BoxOp::create(builder, op->getLoc(), known->box, value);
    op->getResult(0).replaceAllUsesWith(value);
    replacements[op->getResult(0)] = value;
    // Later lambdas may capture what it has as operands: their regions are looked up for each use.
    op->dropAllReferences();
    op->remove();
  }

  Value current(Value value) {
    Value replacement = replacements.lookup(value);
    return replacement ? replacement : value;
  }

  func::FuncOp outline(Operation *lambda, ArrayRef<Value> captured) {
    Location loc = lambda->getLoc();
    auto parent = lambda->getParentOfType<func::FuncOp>();
    Region &body = lambda->getRegion(0);
    Block &block = body.front();
    SetVector<Value> used;
    getUsedValuesDefinedAbove(body, used);
    for (auto [i, value] : llvm::enumerate(captured))
      replaceAllUsesInRegionWith(value, block.insertArgument(i, value.getType(), value.getLoc()),
                                 body);
    builder.setInsertionPointToStart(&block);
    for (Value value : used)
      if (Operation *op = value.getDefiningOp();
          op && op->hasTrait<mlir::OpTrait::ConstantLike>() && !llvm::is_contained(captured, value))
        replaceAllUsesInRegionWith(value, builder.clone(*op)->getResult(0), body);
    Operation *yield = block.getTerminator();
    builder.setInsertionPoint(yield);
    auto end = func::ReturnOp::create(builder, loc, yield->getOperands());
    yield->erase();
    auto function = func::FuncOp::create(
        loc, (parent ? parent.getSymName().str() : std::string()) + ".lambda",
        builder.getFunctionType(block.getArgumentTypes(), end.getOperandTypes()));
    function.setPrivate();
    function.getBody().takeBody(body);
    if (parent && parent->getParentOp() == module)
      symbols.insert(function, std::next(Block::iterator(parent)));
    else
      symbols.insert(function);
    return function;
  }

  /// case f of inj₁(captured) → f₁(captured, args); ...
  void replaceApply(Operation *apply, LambdaSets::Class &known) {
    Location loc = apply->getLoc();
    Value scrutinee = apply->getOperand(0);
    builder.setInsertionPoint(apply);
    if (known.box)
      scrutinee =
          OpenOp::create(builder, loc, TypeRange(known.sum), scrutinee, ValueRange()).getResult(0);
    OperationState state(loc, CaseOp::getOperationName());
    state.addOperands(scrutinee);
    state.addTypes(apply->getResultTypes());
    for (auto [i, alternative] : llvm::enumerate(known.sum.getAlternatives())) {
      Block &block = state.addRegion()->emplaceBlock();
      for (Type type : alternative.getTypes())
        block.addArgument(type, loc);
      SmallVector<Value> args(block.getArguments());
      llvm::append_range(args, apply->getOperands().drop_front());
      builder.setInsertionPointToEnd(&block);
      auto call = func::CallOp::create(builder, loc,
                                       functions.lookup({&known, static_cast<unsigned>(i)}), args);
      YieldOp::create(builder, loc, call.getResults());
    }
    builder.setInsertionPoint(apply);
    Operation *branch = builder.create(state);
    apply->replaceAllUsesWith(branch->getResults());
    apply->erase();
  }

  ModuleOp module;
  LambdaSets sets;
  SymbolTable symbols;
  OpBuilder builder;
  /// The function that each tag of a class stands for.
  DenseMap<std::pair<LambdaSets::Class *, unsigned>, func::FuncOp> functions;
  DenseMap<Value, Value> replacements;
};

/// Whether `op` passes its operands to a place that may receive several values: a choice, a loop, a
/// private function, the result of a region, or a box.
static bool handsOn(Operation *op) {
  if (auto end = dyn_cast<func::ReturnOp>(op))
    return end->getParentOfType<func::FuncOp>().isPrivate();
  if (op->hasTrait<mlir::OpTrait::IsTerminator>())
    return !isa<LFunVForkOp, LFunVJoinOp>(op->getParentOp());
  return isa<arith::SelectOp, LoopLikeOpInterface, func::CallOp, BoxOp>(op);
}

/// The op that makes the linear function `map`, if it is an operator on linear functions; otherwise
/// null.
static Operation *operatorOf(Value map) {
  Operation *def = map.getDefiningOp();
  return isa_and_nonnull<LFunZeroOp, LFunIdOp, LFunScaleOp, LFunAddOp, LFunComposeOp, LFunForkOp,
                         LFunJoinOp, LFunProjectOp, LFunInjectOp, LFunVForkOp, LFunVJoinOp,
                         LFunTransposeOp>(def)
             ? def
             : nullptr;
}

/// Copies the operators that make `map` to the insertion point of `builder`.
static Value remake(OpBuilder &builder, Value map) {
  IRMapping made;
  SmallVector<Value> pending = {map};
  while (!pending.empty()) {
    Operation *op = operatorOf(pending.back());
    size_t before = pending.size();
    for (Value operand : op->getOperands())
      if (operatorOf(operand) && !made.contains(operand))
        pending.push_back(operand);
    if (pending.size() != before)
      continue;
    if (!made.contains(pending.back()))
      builder.clone(*op, made);
    pending.pop_back();
  }
  return made.lookup(map);
}

/// The sizes of the domain of the linear function `map`; nothing if they are not known.
static std::optional<SmallVector<Value>> getDomainSizes(Value map) {
  if (getNumDynamicSizes(cast<LFunType>(map.getType()).getInputs()) == 0)
    return SmallVector<Value>();
  Operation *def = map.getDefiningOp();
  if (auto lambda = dyn_cast_or_null<LFunLambdaOp>(def))
    return llvm::to_vector_of<Value>(lambda.getDomainSizes());
  if (auto zero = dyn_cast_or_null<LFunZeroOp>(def))
    return llvm::to_vector_of<Value>(zero.getDomainSizes());
  if (auto id = dyn_cast_or_null<LFunIdOp>(def))
    return llvm::to_vector_of<Value>(id.getDomainSizes());
  if (auto compose = dyn_cast_or_null<LFunComposeOp>(def))
    return getDomainSizes(compose.getMaps().back());
  // All operands have the same domain.
  if (isa_and_nonnull<LFunAddOp, LFunForkOp>(def))
    for (Value operand : def->getOperands())
      if (auto sizes = getDomainSizes(operand))
        return sizes;
  return std::nullopt;
}

/// Replaces linear functions that `handsOn` passes by lambdas, m = λv. m • v, where the operators
/// of m are copied into the lambda, so that laws can apply them. Returns whether there were any.
static bool expandEta(ModuleOp module) {
  // The domain of what a loop composes may be known at run time only. Transposes alone read the
  // sizes of a domain.
  bool readsSizes =
      module.walk([](LFunTransposeOp) { return WalkResult::interrupt(); }).wasInterrupted();
  SmallVector<OpOperand *> yielded;
  module.walk([&](Operation *op) {
    if (!handsOn(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<LFunType>(operand.get().getType());
      if (type && operatorOf(operand.get()) && (!readsSizes || getDomainSizes(operand.get())))
        yielded.push_back(&operand);
    }
  });
  for (OpOperand *operand : yielded) {
    Value map = operand->get();
    Location loc = map.getLoc();
    auto type = cast<LFunType>(map.getType());
    OpBuilder builder(operand->getOwner());
    OperationState state(loc, LFunLambdaOp::getOperationName());
    state.addTypes(type);
    auto sizes = getDomainSizes(map);
    if (!sizes)
      sizes.emplace(getNumDynamicSizes(type.getInputs()),
                    arith::ConstantIndexOp::create(builder, loc, 0));
    state.addOperands(*sizes);
    Block &body = state.addRegion()->emplaceBlock();
    for (Type input : type.getInputs())
      body.addArgument(input, loc);
    OpBuilder inner(builder.getContext());
    inner.setInsertionPointToEnd(&body);
    auto apply =
        LFunApplyOp::create(inner, loc, type.getOutputs(), remake(inner, map), body.getArguments());
    YieldOp::create(inner, loc, apply->getResults());
    operand->set(builder.create(state)->getResult(0));
  }
  return !yielded.empty();
}

static unsigned countOps(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

/// If the sum type of a class would contain itself, because lambdas of the class capture values of
/// the class, copies the captured lambdas into the lambdas that capture them:
///
///   f = λx. e; g = λy. f y; h = if c then f else g   →   g = λy. (λx. e) y
static void splitClasses(ModuleOp module) {
  // The number of copies is bounded, since each copy can double the number of captured lambdas.
  constexpr unsigned maxCopied = 10000;
  unsigned numCopied = 0;
  while (true) {
    LambdaSets sets(module);
    ArrayRef<LambdaSets::Capture> captures = sets.getRecursiveCaptures();
    if (captures.empty())
      return;
    for (auto [captured, by] : captures) {
      numCopied += countOps(captured);
      if (numCopied > maxCopied)
        return;
      OpBuilder builder = OpBuilder::atBlockBegin(&by->getRegion(0).front());
      replaceAllUsesInRegionWith(captured->getResult(0), builder.clone(*captured)->getResult(0),
                                 by->getRegion(0));
    }
  }
}

struct Defunctionalize : chad::impl::ChadDefunctionalizeBase<Defunctionalize> {
  /// Matrices are multiplied by loops over tensors.
  void getDependentDialects(DialectRegistry &registry) const override {
    ChadDefunctionalizeBase::getDependentDialects(registry);
    registry.insert<tensor::TensorDialect>();
  }

  void runOnOperation() override {
    // Linear functions that are transposed stay operators until derivatives are known.
    bool isTransposed = hasUnknownTransposes(getOperation());
    bool keepsLinear = isTransposed && hasRequests(getOperation());
    if (isTransposed && !keepsLinear) {
      // A matrix, and a loop of linear functions, becomes one lambda, which can be paired.
      expandLinearFunctions(getOperation());
      if (failed(pairTransposes(getOperation())))
        return signalPassFailure();
      simplifyFunctions(getOperation());
    }
    if (!keepsLinear && expandEta(getOperation()))
      simplifyFunctions(getOperation());
    splitClasses(getOperation());
    Defunctionalizer(getOperation(), keepsLinear).run();
  }
};
} // namespace
