//===- Linearity.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Linearity.h"
#include "LinearityCalls.h"
#include "LinearityVerifier.h"
#include "chad/IR/ChadTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

StringRef chad::stringifyLinearity(Linearity linearity) {
  switch (linearity) {
  case Linearity::Zero:
    return "zero";
  case Linearity::Constant:
    return "constant";
  case Linearity::Linear:
    return "linear";
  }
  return "";
}

struct LinearityAnalysis::Impl {
  explicit Impl(ArrayRef<Operation *> roots) : order(roots), calls(order, zero) {
    for (Operation *op : order.ops)
      for (Region &region : op->getRegions())
        if (isScope(region))
          scopes.push_back(&region);
  }

  const DependenceSolver &getDependence(Region &scope) {
    std::unique_ptr<DependenceSolver> &solver = solvers[&scope];
    if (!solver)
      solver = std::make_unique<DependenceSolver>(order, scope, getLinearArguments(scope), calls);
    return *solver;
  }

  bool isZero(Value value) {
    if (!zeros)
      zeros.emplace(order);
    return zeros->isZero(value);
  }

  LogicalResult verify(Region &scope, bool emitErrors, DenseSet<Operation *> &reported) {
    return LinearityVerifier(getDependence(scope), calls, zero, scope, emitErrors, reported)
        .verify();
  }

  ProgramOrder order;
  std::optional<ZeroSolver> zeros;
  std::function<bool(Value)> zero = [this](Value value) { return isZero(value); };
  CallSolver calls;
  SmallVector<Region *> scopes;
  DenseMap<Region *, std::unique_ptr<DependenceSolver>> solvers;
};

LinearityAnalysis::LinearityAnalysis(Operation *root) : LinearityAnalysis(ArrayRef(root)) {}
LinearityAnalysis::LinearityAnalysis(ArrayRef<Operation *> roots)
    : impl(std::make_unique<Impl>(roots)) {}
LinearityAnalysis::~LinearityAnalysis() = default;

bool LinearityAnalysis::isScope(Region &region) {
  Operation *op = region.getParentOp();
  if (!op || region.empty())
    return false;
  if (op->hasTrait<chad::OpTrait::LinearRegion>())
    return true;
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function && &function.getFunctionBody() == &region && !getLinearArguments(region).empty();
}

ArrayRef<Region *> LinearityAnalysis::getScopes() const { return impl->scopes; }

bool LinearityAnalysis::isZero(Value value) { return impl->isZero(value); }

Linearity LinearityAnalysis::getLinearity(Value value, Region &scope) {
  if (impl->getDependence(scope).isLinear(value))
    return Linearity::Linear;
  return isZero(value) ? Linearity::Zero : Linearity::Constant;
}

Linearity LinearityAnalysis::getLinearity(Value value) {
  for (Region *region = value.getParentRegion(); region; region = region->getParentRegion())
    if (isScope(*region))
      return getLinearity(value, *region);
  return isZero(value) ? Linearity::Zero : Linearity::Constant;
}

LogicalResult LinearityAnalysis::verify(Region &scope, bool emitErrors) {
  DenseSet<Operation *> reported;
  return impl->verify(scope, emitErrors, reported);
}

LogicalResult LinearityAnalysis::verify(bool emitErrors) {
  DenseSet<Operation *> reported;
  bool failed = false;
  for (Region *scope : getScopes())
    failed |= llvm::failed(impl->verify(*scope, emitErrors, reported));
  return failure(failed);
}
