//===- Defunctionalize.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Function values as values of sums: which function it is, with what it captured.

#include "LambdaSets.h"
#include "chad/Transforms/Passes.h"
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
  explicit Defunctionalizer(ModuleOp module)
      : module(module), sets(module), symbols(module), builder(module.getContext()) {}

  void run() {
    SmallVector<Operation *> sources;
    SmallVector<std::pair<ApplyOp, LambdaSets::Class *>> applications;
    module.walk([&](Operation *op) {
      if (auto apply = dyn_cast<ApplyOp>(op); apply && isClosed(apply.getFunction()))
        applications.emplace_back(apply, sets.lookup(apply.getFunction()));
      else if (isa<LambdaOp, func::ConstantOp>(op) && isClosed(op->getResult(0)))
        sources.push_back(op);
    });
    for (Value value : sets.getValues())
      if (LambdaSets::Class *known = sets.lookup(value); known->sum)
        value.setType(known->sum);
    for (auto function : module.getOps<func::FuncOp>())
      finishType(function);
    // Inner functions before outer ones: these then hold injections.
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

  /// Makes an injection of a function, and a `func.func` of a lambda.
  void replaceSource(Operation *op) {
    LambdaSets::Class *known = sets.lookup(op->getResult(0));
    unsigned tag = llvm::find(known->sources, op) - known->sources.begin();
    SmallVector<Value> captured;
    func::FuncOp function;
    if (auto lambda = dyn_cast<LambdaOp>(op)) {
      llvm::append_range(captured, sets.getCaptures(lambda));
      for (Value &value : captured)
        value = current(value);
      function = outline(lambda, captured);
    } else {
      function = symbols.lookup<func::FuncOp>(cast<func::ConstantOp>(op).getValue());
    }
    functions[{known, tag}] = function;
    builder.setInsertionPoint(op);
    auto inj = InjOp::create(builder, op->getLoc(), known->sum, tag, captured);
    op->getResult(0).replaceAllUsesWith(inj.getResult());
    replacements[op->getResult(0)] = inj.getResult();
    op->remove();
  }

  Value current(Value value) {
    Value replacement = replacements.lookup(value);
    return replacement ? replacement : value;
  }

  func::FuncOp outline(LambdaOp lambda, ArrayRef<Value> captured) {
    Location loc = lambda.getLoc();
    auto parent = lambda->getParentOfType<func::FuncOp>();
    Region &body = lambda.getBody();
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
  void replaceApply(ApplyOp apply, LambdaSets::Class &known) {
    Location loc = apply.getLoc();
    OperationState state(loc, CaseOp::getOperationName());
    state.addOperands(apply.getFunction());
    state.addTypes(apply.getResultTypes());
    for (auto [i, alternative] : llvm::enumerate(known.sum.getAlternatives())) {
      Block &block = state.addRegion()->emplaceBlock();
      for (Type type : alternative.getTypes())
        block.addArgument(type, loc);
      SmallVector<Value> args(block.getArguments());
      llvm::append_range(args, apply.getArgs());
      builder.setInsertionPointToEnd(&block);
      auto call = func::CallOp::create(builder, loc,
                                       functions.lookup({&known, static_cast<unsigned>(i)}), args);
      YieldOp::create(builder, loc, call.getResults());
    }
    builder.setInsertionPoint(apply);
    Operation *branch = builder.create(state);
    apply.replaceAllUsesWith(branch->getResults());
    apply.erase();
  }

  ModuleOp module;
  LambdaSets sets;
  SymbolTable symbols;
  OpBuilder builder;
  /// The function that each tag of a class stands for.
  DenseMap<std::pair<LambdaSets::Class *, unsigned>, func::FuncOp> functions;
  DenseMap<Value, Value> replacements;
};

struct Defunctionalize : chad::impl::ChadDefunctionalizeBase<Defunctionalize> {
  void runOnOperation() override { Defunctionalizer(getOperation()).run(); }
};
} // namespace
