//===- JamLoops.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JamLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace chad::detail;

/// The number of iterations that run at once, and the most ops of a loop inside, and states.
static constexpr int64_t width = 4;
static constexpr size_t mostOps = 24, mostStates = 4;

namespace {
class Jam {
public:
  explicit Jam(scf::ForOp outer) : outer(outer), loc(outer.getLoc()) {}

  /// Whether iterations may run at once, and there is something that they read once then.
  bool analyze();
  void run(RewriterBase &rewriter);

private:
  bool isVarying(Value value) const { return varying.contains(value); }
  bool dependsOn(Operation &op, const llvm::DenseSet<Value> &values) const {
    return llvm::any_of(op.getOperands(), [&](Value each) { return values.contains(each); });
  }

  scf::ForOp outer, inner;
  Location loc;
  SmallVector<Operation *> before, after; ///< The ops of an iteration around the loop inside.
  llvm::DenseSet<Value> varying;          ///< Values that depend on the number of the iteration.
};
} // namespace

/// Whether an op does nothing but compute or read.
static bool onlyReads(Operation &op) {
  return op.getNumRegions() == 0 && (isa<memref::LoadOp>(op) || isPure(&op));
}

bool Jam::analyze() {
  if (outer.getUnsignedCmp() || !isConstantIntValue(outer.getLowerBound(), 0) ||
      !isConstantIntValue(outer.getStep(), 1) || outer.getNumResults() == 0 ||
      outer.getNumResults() > mostStates ||
      !llvm::all_of(outer.getResultTypes(), [](Type type) { return type.isIntOrIndexOrFloat(); }))
    return false;
  // What depends on a state, or on the result of the loop inside, comes after it.
  llvm::DenseSet<Value> late(outer.getRegionIterArgs().begin(), outer.getRegionIterArgs().end());
  varying.insert(outer.getInductionVar());
  for (Operation &op : outer.getBody()->without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (inner || dependsOn(op, late))
        return false;
      inner = loop;
      late.insert_range(loop.getResults());
      continue;
    }
    // An assertion that fails is noted, and the thread goes on.
    if (!onlyReads(op) && !isa<cf::AssertOp>(op))
      return false;
    if (dependsOn(op, late)) {
      late.insert_range(op.getResults());
      after.push_back(&op);
      continue;
    }
    if (dependsOn(op, varying))
      varying.insert_range(op.getResults());
    before.push_back(&op);
  }
  if (!inner || inner.getUnsignedCmp() || inner.getNumResults() == 0 ||
      inner.getNumResults() > mostStates ||
      !llvm::all_of(inner.getResultTypes(), [](Type type) { return type.isIntOrIndexOrFloat(); }) ||
      inner.getBody()->getOperations().size() > mostOps)
    return false;
  for (Value bound : {inner.getLowerBound(), inner.getUpperBound(), inner.getStep()})
    if (isVarying(bound))
      return false;
  varying.insert_range(inner.getRegionIterArgs());
  bool isShared = false, isOther = false;
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (!onlyReads(op) || dependsOn(op, late))
      return false;
    bool varies = dependsOn(op, varying);
    if (varies)
      varying.insert_range(op.getResults());
    if (isa<memref::LoadOp>(op))
      (varies ? isOther : isShared) = true;
  }
  return isShared && isOther;
}

void Jam::run(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(outer);
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  // The iterations of which there are four.
  Value count = arith::MaxSIOp::create(rewriter, loc, outer.getUpperBound(), index(0));
  Value rest = arith::RemUIOp::create(rewriter, loc, count, index(width));
  Value whole = arith::SubIOp::create(rewriter, loc, count, rest);
  auto jammed = scf::ForOp::create(rewriter, loc, index(0), whole, index(width),
                                   SmallVector<Value>(outer.getInitArgs()));
  rewriter.setInsertionPointToStart(jammed.getBody());
  SmallVector<IRMapping> mappings(width);
  for (auto [number, mapping] : llvm::enumerate(mappings))
    mapping.map(
        outer.getInductionVar(),
        arith::AddIOp::create(rewriter, loc, jammed.getInductionVar(), index(number)).getResult());
  /// Clones an op for all iterations, once where it is the same in them.
  auto clone = [&](Operation &op) {
    bool varies = dependsOn(op, varying);
    Operation *first = rewriter.clone(op, mappings.front());
    for (IRMapping &mapping : MutableArrayRef(mappings).drop_front()) {
      if (varies)
        rewriter.clone(op, mapping);
      else
        mapping.map(op.getResults(), first->getResults());
    }
  };
  auto lookup = [&](ValueRange values) {
    SmallVector<Value> all;
    for (IRMapping &mapping : mappings)
      for (Value value : values)
        all.push_back(mapping.lookupOrDefault(value));
    return all;
  };
  for (Operation *op : before)
    clone(*op);
  auto &first = mappings.front();
  auto own =
      scf::ForOp::create(rewriter, loc, first.lookupOrDefault(inner.getLowerBound()),
                         first.lookupOrDefault(inner.getUpperBound()),
                         first.lookupOrDefault(inner.getStep()), lookup(inner.getInitArgs()));
  size_t numStates = inner.getNumResults();
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(own.getBody());
    for (auto [number, mapping] : llvm::enumerate(mappings)) {
      mapping.map(inner.getInductionVar(), own.getInductionVar());
      mapping.map(inner.getRegionIterArgs(),
                  own.getRegionIterArgs().slice(number * numStates, numStates));
      mapping.map(inner.getResults(), own.getResults().slice(number * numStates, numStates));
    }
    for (Operation &op : inner.getBody()->without_terminator())
      clone(op);
    scf::YieldOp::create(rewriter, loc, lookup(inner.getBody()->getTerminator()->getOperands()));
  }
  SmallVector<Value> states(jammed.getRegionIterArgs());
  for (IRMapping &mapping : mappings) {
    mapping.map(outer.getRegionIterArgs(), states);
    for (Operation *op : after)
      rewriter.clone(*op, mapping);
    states = llvm::map_to_vector(outer.getBody()->getTerminator()->getOperands(),
                                 [&](Value each) { return mapping.lookupOrDefault(each); });
  }
  scf::YieldOp::create(rewriter, loc, states);
  // The other iterations run one after the other.
  rewriter.modifyOpInPlace(outer, [&] {
    outer.setLowerBound(whole);
    outer.getInitArgsMutable().assign(jammed.getResults());
  });
}

void chad::detail::jamLoops(RewriterBase &rewriter, gpu::LaunchOp kernel) {
  SmallVector<scf::ForOp> loops;
  kernel->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (Jam jam(loop); jam.analyze())
      jam.run(rewriter);
}
