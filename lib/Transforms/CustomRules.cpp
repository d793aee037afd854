//===- CustomRules.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CustomRules.h"
#include "chad/Rules/Sweep.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static SmallVector<int64_t> differentiable(TypeRange types) {
  SmallVector<int64_t> positions;
  for (auto [i, type] : llvm::enumerate(types))
    if (isDifferentiable(type))
      positions.push_back(i);
  return positions;
}

static void appendTangents(SmallVectorImpl<Type> &types, TypeRange of) {
  for (Type type : of)
    if (isDifferentiable(type))
      types.push_back(getTangentType(type));
}

static FailureOr<func::FuncOp> lookup(func::FuncOp function, StringRef attr, Attribute name,
                                      SymbolTable &symbols) {
  auto symbol = dyn_cast_if_present<FlatSymbolRefAttr>(name);
  if (!symbol)
    return function.emitError("chad: '") << attr << "' expects the name of a function";
  auto rule = symbols.lookup<func::FuncOp>(symbol.getValue());
  if (!rule)
    return function.emitError("chad: '")
           << attr << "' names '" << symbol << "', which is not a function of this module";
  return rule;
}

static LogicalResult checkType(func::FuncOp function, func::FuncOp rule, StringRef attr,
                               TypeRange inputs, TypeRange results) {
  auto expected = FunctionType::get(function.getContext(), inputs, results);
  if (rule.getFunctionType() == expected)
    return success();
  auto diag = function.emitError("chad: '")
              << attr << "' expects '@" << rule.getSymName() << "' to have type " << expected;
  diag.attachNote(rule.getLoc()) << "it has type " << rule.getFunctionType();
  return failure();
}

FailureOr<DualFunction> chad::detail::getCustomJvp(func::FuncOp function, SymbolTable &symbols) {
  auto rule = lookup(function, customJvpAttr, function->getAttr(customJvpAttr), symbols);
  if (failed(rule))
    return failure();
  SmallVector<Type> inputs(function.getArgumentTypes()), results(function.getResultTypes());
  appendTangents(inputs, function.getArgumentTypes());
  appendTangents(results, function.getResultTypes());
  if (failed(checkType(function, *rule, customJvpAttr, inputs, results)))
    return failure();
  return DualFunction{*rule, differentiable(function.getArgumentTypes()),
                      differentiable(function.getResultTypes())};
}

FailureOr<ReverseFunctions> chad::detail::getCustomVjp(func::FuncOp function,
                                                       SymbolTable &symbols) {
  SmallVector<Type> cotangents, results;
  appendTangents(cotangents, function.getResultTypes());
  appendTangents(results, function.getArgumentTypes());
  ReverseFunctions rules{nullptr, nullptr, differentiable(function.getArgumentTypes()),
                         differentiable(function.getResultTypes())};

  Attribute attr = function->getAttr(customVjpAttr);
  auto pair = dyn_cast<ArrayAttr>(attr);
  if (pair && pair.size() != 2)
    return function.emitError("chad: '")
           << customVjpAttr << "' expects one function, or two in brackets, got " << pair.size();
  auto backward = lookup(function, customVjpAttr, pair ? pair[1] : attr, symbols);
  if (failed(backward))
    return failure();
  rules.backward = *backward;
  SmallVector<Type> inputs(function.getArgumentTypes());
  if (pair) {
    auto forward = lookup(function, customVjpAttr, pair[0], symbols);
    if (failed(forward))
      return failure();
    rules.forward = *forward;
    unsigned numResults = function.getNumResults();
    SmallVector<Type> forwardResults(function.getResultTypes());
    if (forward->getNumResults() >= numResults)
      llvm::append_range(forwardResults, forward->getResultTypes().drop_front(numResults));
    if (failed(checkType(function, *forward, customVjpAttr, inputs, forwardResults)))
      return failure();
    inputs.assign(forwardResults.begin() + numResults, forwardResults.end());
  }
  llvm::append_range(inputs, cotangents);
  if (failed(checkType(function, *backward, customVjpAttr, inputs, results)))
    return failure();
  return rules;
}
