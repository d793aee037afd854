//===- CostEvaluator.cpp ------------------------------------------------ ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostEvaluator.h"

using namespace mlir;
using namespace chad;

FailureOr<CostAnalysis::Function> CostEvaluator::run(func::FuncOp function) {
  if (function.isDeclaration())
    return emitError(function.getLoc(), "chad: the cost of '@")
           << function.getSymName() << "' is not known: it has no body here";
  CostAnalysis::Function result;
  for (auto [i, argument] : llvm::enumerate(function.getArguments())) {
    std::string position = std::to_string(i);
    Ptr info = fromType(argument.getType(), [&](std::string path) {
      std::string extent = path.substr(1);
      std::replace(extent.begin(), extent.end(), '_', '.');
      return CostAnalysis::SymbolOrigin{"d" + position + path, false,
                                        "extent " + extent + " of argument " + position};
    });
    if (argument.getType().isIntOrIndex())
      info = withNumber(analysis.newSymbol({"v" + position, false, "argument " + position}));
    result.arguments.push_back(info);
  }
  current = function;
  findBoxes(function);
  MaybeCost body = evaluate(function.getBody(), result.arguments);
  if (failed(body))
    return failure();
  result.cost = analysis.resolve(body->cost);
  if (isInCycle)
    for (const Ptr &argument : result.arguments) {
      auto vary = [&](const CostPolynomial &part) {
        CostPolynomial resolved = analysis.resolve(part);
        for (const auto &[monomial, coefficient] : resolved.getTerms())
          varying.insert(monomial.begin(), monomial.end());
      };
      llvm::for_each(argument->dims, vary);
      if (argument->number)
        vary(*argument->number);
    }
  if (isRecursive) {
    // Values that vary differ between the calls, so the cost of all calls is not a multiple of the
    // cost of one.
    std::map<CostPolynomial::Symbol, CostPolynomial> values;
    auto ofSomeCall = [&](CostPolynomial::Symbol symbol) -> std::optional<CostPolynomial> {
      if (!varying.count(symbol))
        return std::nullopt;
      auto [value, isNew] = values.try_emplace(symbol);
      if (isNew)
        value->second = analysis.newSymbol(
            {"u", true, "what a call of '@" + function.getSymName().str() + "' by itself passes"});
      return value->second;
    };
    result.cost =
        result.cost.map([&](const CostPolynomial &part) { return part.substitute(ofSomeCall); });
    result.cost = result.cost * analysis.iterationsOf(function);
  }
  result.depth = body->depth;
  result.results = get(function.front().getTerminator()->getOperands());
  return result;
}

bool CostEvaluator::isRecursiveCall(func::CallOp call) {
  func::FuncOp callee = analysis.getCallee(call);
  return callee && llvm::is_contained(analysis.getCycle(current), callee);
}

FailureOr<CodeCost> CostEvaluator::recur(func::CallOp call) {
  isRecursive = true;
  if (analysis.getCallee(call) != current) {
    isInCycle = true;
    for (Value result : call.getResults())
      set(result, unknown(result.getType(), call));
    return let(call, call.getNumOperands() + call.getNumResults());
  }
  auto compare = [&](const CostPolynomial &before, const CostPolynomial &now) {
    CostPolynomial given = analysis.resolve(before);
    if (given == analysis.resolve(now))
      return;
    for (const auto &[monomial, coefficient] : given.getTerms())
      varying.insert(monomial.begin(), monomial.end());
  };
  for (auto [parameter, argument] : llvm::zip(current.getArguments(), call.getOperands())) {
    Ptr before = get(parameter), now = get(argument);
    for (auto [dimBefore, dimNow] : llvm::zip(before->dims, now->dims))
      compare(dimBefore, dimNow);
    if (parameter.getType().isIntOrIndex())
      compare(number(parameter), number(argument));
  }
  for (Value result : call.getResults())
    set(result, unknown(result.getType(), call));
  return let(call, call.getNumOperands() + call.getNumResults());
}

FailureOr<CodeCost> CostEvaluator::evaluate(Block &block) {
  CodeCost total;
  for (Operation &op : block) {
    MaybeCost cost = evaluate(&op);
    if (failed(cost))
      return failure();
    total += *cost;
  }
  return total;
}

FailureOr<CodeCost> CostEvaluator::evaluate(Region &region, ArrayRef<Ptr> arguments) {
  if (!region.hasOneBlock())
    return region.getParentOp()->emitError(
        "chad: the cost of control flow between blocks is not known; use 'scf' ops");
  for (auto [argument, info] : llvm::zip_equal(region.getArguments(), arguments))
    set(argument, info);
  return evaluate(region.front());
}

FailureOr<CodeCost> CostEvaluator::evaluate(Operation *op) {
  for (auto group : {&CostEvaluator::scalars, &CostEvaluator::arrays, &CostEvaluator::tensors,
                     &CostEvaluator::control, &CostEvaluator::linear, &CostEvaluator::unf})
    if (std::optional<MaybeCost> cost = (this->*group)(op))
      return *cost;
  return op->emitError("chad: the cost of '") << op->getName() << "' is not known";
}

CodeCost CostEvaluator::let(Operation *op, const Cost &cost, unsigned depth) {
  CodeCost result{cost, depth};
  result.cost[Cost::Moves] += (op->getNumResults() ? 1.0 : 0.0) + op->getNumOperands();
  record(op, result.cost);
  return result;
}

FailureOr<CodeCost> CostEvaluator::loop(Operation *op, Region &region, ArrayRef<Ptr> arguments,
                                        CostPolynomial::Symbol index, const CostPolynomial &extent,
                                        double moves) {
  size_t first = contributions ? contributions->size() : 0;
  MaybeCost body = evaluate(region, arguments);
  if (failed(body))
    return failure();
  auto repeat = [&](const Cost &cost) {
    return cost.map([&](const CostPolynomial &part) {
      return part.contains(index) ? part.sumOver(index, extent) : part * extent;
    });
  };
  body->cost = repeat(body->cost);
  if (contributions)
    for (auto &[inner, cost] : MutableArrayRef(*contributions).drop_front(first))
      cost = repeat(cost);
  CodeCost result = let(op, CostPolynomial(moves) * extent);
  result += CodeCost{body->cost, body->depth + 1};
  return result;
}

FailureOr<CodeCost> CostEvaluator::carry(Operation *op, Region &region, SmallVector<Ptr> arguments,
                                         Block::BlockArgListType states,
                                         CostPolynomial::Symbol index, const CostPolynomial &extent,
                                         double moves) {
  // A state that is an integer or a function may change.
  for (BlockArgument state : states) {
    Ptr &info = arguments[state.getArgNumber()];
    auto known = std::make_shared<CostInfo>();
    known->dims = info->dims;
    known->parts = info->parts;
    info = changing.contains(state) ? unknown(state.getType(), op) : Ptr(known);
  }
  while (true) {
    size_t first = contributions ? contributions->size() : 0;
    MaybeCost cost = loop(op, region, arguments, index, extent, moves);
    if (failed(cost))
      return failure();
    bool changed = false;
    OperandRange yields = region.front().getTerminator()->getOperands();
    for (auto [state, yield] : llvm::zip(states, yields)) {
      Ptr &info = arguments[state.getArgNumber()];
      if (changing.contains(state) || agree(*info, *get(yield)))
        continue;
      changing.insert(state);
      info = unknown(state.getType(), op);
      changed = true;
    }
    if (!changed)
      return cost;
    if (contributions)
      contributions->resize(first);
  }
}

FailureOr<CodeCost> CostEvaluator::branch(Operation *op, RegionRange regions) {
  CodeCost most;
  SmallVector<Ptr> results;
  ++conditions;
  for (auto [i, region] : llvm::enumerate(regions)) {
    if (region->empty())
      continue;
    SmallVector<Ptr> arguments;
    for (BlockArgument argument : region->getArguments())
      arguments.push_back(get(argument));
    MaybeCost cost = evaluate(*region, arguments);
    if (failed(cost))
      return failure();
    most.cost = i == 0 ? cost->cost : Cost::max(most.cost, cost->cost);
    most.depth = std::max(most.depth, cost->depth);
    SmallVector<Ptr> yielded = get(region->front().getTerminator()->getOperands());
    if (results.empty()) {
      results = yielded;
      continue;
    }
    for (auto [result, other, type] : llvm::zip(results, yielded, op->getResultTypes()))
      result = join(type, *result, *other, op);
  }
  --conditions;
  set(op->getResults(), results);
  most += let(op, 0);
  return most;
}

FailureOr<CodeCost> CostEvaluator::lambda(Operation *op, Region &region, ArrayRef<Ptr> arguments) {
  auto map = std::make_shared<CostInfo::Map>();
  llvm::append_range(map->arguments, arguments);
  // A function value is counted where it is applied; if it is returned, it is counted once.
  bool isReturned = llvm::all_of(op->getUsers(), llvm::IsaPred<func::ReturnOp>);
  CostAnalysis::Contributions *saved = contributions;
  if (!isReturned)
    contributions = nullptr;
  MaybeCost body = evaluate(region, arguments);
  contributions = saved;
  if (failed(body))
    return failure();
  map->cost = body->cost;
  map->depth = body->depth;
  map->results = get(region.front().getTerminator()->getOperands());
  auto info = std::make_shared<CostInfo>();
  info->map = map;
  set(op->getResult(0), info);
  return let(op, 1);
}

/// Binds the symbols of a parameter to the values of an argument.
static void bind(CostAnalysis &analysis, const CostInfo &parameter, const CostInfo &argument,
                 std::map<CostPolynomial::Symbol, CostPolynomial> &values) {
  auto bindOne = [&](const CostPolynomial &symbol, const CostPolynomial &value) {
    CostPolynomial resolved = analysis.resolve(symbol);
    std::optional<CostPolynomial::Symbol> single = resolved.getSymbol();
    if (single && values.try_emplace(*single, value).second)
      return;
    analysis.unify(single ? values[*single] : resolved, value);
  };
  for (auto [symbol, value] : llvm::zip(parameter.dims, argument.dims))
    bindOne(symbol, value);
  if (parameter.number && argument.number)
    bindOne(*parameter.number, *argument.number);
  for (auto [symbol, value] : llvm::zip(parameter.parts, argument.parts))
    bind(analysis, *symbol, *value, values);
}

FailureOr<CodeCost> CostEvaluator::apply(Operation *op, const CostInfo::Map &map,
                                         ArrayRef<Ptr> arguments) {
  std::map<CostPolynomial::Symbol, CostPolynomial> values;
  for (auto [parameter, argument] : llvm::zip_equal(map.arguments, arguments))
    bind(analysis, *parameter, *argument, values);
  auto valueOf = [&](CostPolynomial::Symbol symbol) -> std::optional<CostPolynomial> {
    auto it = values.find(symbol);
    if (it == values.end())
      return std::nullopt;
    return it->second;
  };
  SmallVector<Ptr> results;
  for (const Ptr &result : map.results)
    results.push_back(substitute(*result, valueOf));
  set(op->getResults(), results);
  return let(op, map.cost.map([&](const CostPolynomial &part) {
    return analysis.resolve(part).substitute(valueOf);
  }),
             map.depth);
}
