//===- BranchReversal.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchReversal.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

FailureOr<BranchAdjoint>
chad::detail::reverseBranches(ReverseSweep &sweep, Operation *op, ArrayRef<Block *> branches,
                              llvm::function_ref<void(OpBuilder &, Location, ValueRange)> yield) {
  SmallVector<Value> seeds = llvm::map_to_vector(
      op->getResults(), [&](OpResult result) { return sweep.cotangent(result); });
  // What a branch does not add to is zero there, whatever the other one computed.
  for (Value seed : seeds)
    sweep.setMasked(seed);

  BranchAdjoint adjoint;
  llvm::SetVector<Value> entered;
  SmallVector<DenseMap<Value, Value>> cotangents;
  for (Block *branch : branches) {
    auto region = std::make_unique<Region>();
    ReverseSweep::Scope scope(sweep, region->emplaceBlock(), nullptr);
    IRMapping mapping;
    SmallVector<Operation *> copies = sweep.recompute(*branch, mapping);
    for (auto [value, seed] : llvm::zip(branch->getTerminator()->getOperands(), seeds))
      sweep.accumulate(mapping.lookupOrDefault(value), seed);
    if (failed(sweep.reverse(copies)))
      return failure();
    auto &values = cotangents.emplace_back();
    for (Value value : scope.entered) {
      values[value] = scope.cotangent(value);
      entered.insert(value);
    }
    adjoint.regions.push_back(std::move(region));
  }

  adjoint.entered = entered.takeVector();
  if (adjoint.entered.empty()) {
    for (std::unique_ptr<Region> &region : adjoint.regions)
      sweep.retire(std::move(region));
    adjoint.regions.clear();
    return adjoint;
  }
  for (auto [region, values] : llvm::zip(adjoint.regions, cotangents)) {
    SmallVector<Value> yields;
    for (Value value : adjoint.entered) {
      Value known = values.lookup(value);
      yields.push_back(known ? known : sweep.cotangentOrZero(value));
    }
    OpBuilder builder(op->getContext());
    builder.setInsertionPointToEnd(&region->front());
    yield(builder, op->getLoc(), yields);
  }
  for (Value value : adjoint.entered)
    adjoint.types.push_back(getTangentType(value.getType()));
  return adjoint;
}

void BranchAdjoint::finish(ReverseSweep &sweep, ValueRange results) {
  for (auto [value, result] : llvm::zip(entered, results)) {
    sweep.setMasked(result);
    sweep.getScope().setCotangent(value, result);
  }
}
