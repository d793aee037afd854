//===- CustomRules.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CustomRules.h"
#include "Recursion.h"
#include "chad/Analysis/Linearity.h"
#include "chad/IR/ChadTypes.h"
#include "chad/IR/CustomRules.h"
#include "chad/IR/Requests.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether the body of a function is complete: derivatives are made while others are.
static bool isMade(Operation *function) {
  return llvm::all_of(function->getRegion(0), [](Block &block) {
    return !block.empty() && block.back().hasTrait<mlir::OpTrait::IsTerminator>();
  });
}

/// Warns if a rule is not linear in its tangents or cotangents, as code that is derived from it
/// would be no derivative.
static void checkLinearity(func::FuncOp function, func::FuncOp rule, StringRef attr,
                           SymbolTable &symbols) {
  if (!rule || rule.isExternal() || !LinearityAnalysis::isScope(rule.getBody()))
    return;
  auto isLinear = [&](ArrayRef<Operation *> roots) {
    return succeeded(LinearityAnalysis(roots).verify(rule.getBody(), /*emitErrors=*/false));
  };
  // The functions that the rule calls are only looked into if its own body does not suffice.
  if (isLinear(rule.getOperation()) ||
      isLinear(llvm::filter_to_vector(findReached(rule, symbols), isMade)))
    return;
  auto diag = rule.emitWarning("chad: '@")
              << rule.getSymName()
              << "' is not linear in its arguments of linear type; --chad-verify-linear says where";
  diag.attachNote(function.getLoc())
      << "it is the '" << attr << "' of '@" << function.getSymName() << "'";
}

/// The attribute of a rule, after verification; failure after an error.
static FailureOr<Attribute> getRule(func::FuncOp function, StringRef attr) {
  NamedAttribute rule(attr, function->getAttr(attr));
  if (failed(verifyCustomRule(function, rule)))
    return failure();
  return rule.getValue();
}

FailureOr<DualFunction> chad::detail::getCustomJvp(func::FuncOp function, SymbolTable &symbols) {
  FailureOr<Attribute> name = getRule(function, customJvpAttr);
  if (failed(name))
    return failure();
  auto rule = symbols.lookup<func::FuncOp>(cast<FlatSymbolRefAttr>(*name).getValue());
  checkLinearity(function, rule, customJvpAttr, symbols);
  return DualFunction{rule, getDifferentiated(function.getArgumentTypes()),
                      getDifferentiated(function.getResultTypes())};
}

/// (x...) -> (y..., x..., y...), as the forward part of a rule that takes arguments and results.
static func::FuncOp makeForward(func::FuncOp function, SymbolTable &symbols) {
  std::string name = function.getSymName().str() + ".given";
  SmallVector<Type> results(function.getResultTypes());
  llvm::append_range(results, function.getArgumentTypes());
  llvm::append_range(results, function.getResultTypes());
  auto type = FunctionType::get(function.getContext(), function.getArgumentTypes(), results);
  auto known = symbols.lookup<func::FuncOp>(name);
  if (known && known.isPrivate() && !known.isExternal() && known.getFunctionType() == type)
    if (auto call = dyn_cast<func::CallOp>(known.front().front());
        call && call.getCallee() == function.getSymName() &&
        isa<func::ReturnOp>(call->getNextNode()))
      return known;
  Location loc = function.getLoc();
  auto forward = func::FuncOp::create(loc, name, type);
  forward.setPrivate();
  symbols.insert(forward);
  Block *entry = forward.addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  auto call = func::CallOp::create(builder, loc, function, entry->getArguments());
  SmallVector<Value> values(call.getResults());
  llvm::append_range(values, entry->getArguments());
  llvm::append_range(values, call.getResults());
  func::ReturnOp::create(builder, loc, values);
  return forward;
}

FailureOr<ReverseFunctions> chad::detail::getCustomVjp(func::FuncOp function,
                                                       SymbolTable &symbols) {
  FailureOr<Attribute> names = getRule(function, customVjpAttr);
  if (failed(names))
    return failure();
  auto lookup = [&](Attribute name) {
    return symbols.lookup<func::FuncOp>(cast<FlatSymbolRefAttr>(name).getValue());
  };
  auto pair = dyn_cast<ArrayAttr>(*names);
  ReverseFunctions rules{pair ? lookup(pair[0]) : func::FuncOp(),
                         lookup(pair ? pair[1] : *names),
                         getDifferentiated(function.getArgumentTypes()),
                         getDifferentiated(function.getResultTypes()),
                         /*arguments=*/{},
                         /*masks=*/false,
                         /*sums=*/{}};
  if (!pair && takesResults(function, rules.backward))
    rules.forward = makeForward(function, symbols);
  else if (!pair)
    llvm::append_range(rules.arguments, llvm::seq<int64_t>(function.getNumArguments()));
  checkLinearity(function, rules.backward, customVjpAttr, symbols);
  return rules;
}
