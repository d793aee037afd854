//===- SCFRules.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/SCFRules.h"
#include "BranchReversal.h"
#include "LinearityModels.h"
#include "chad/Rules/ForwardSweep.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Replaces `op` by `dual`, whose last results are the tangents of those at `positions`.
static void replaceByDual(ForwardSweep &sweep, Operation *op, Operation *dual,
                          ArrayRef<unsigned> positions) {
  unsigned count = op->getNumResults();
  SmallVector<Value> tangents(count);
  for (auto [k, i] : llvm::enumerate(positions))
    tangents[i] = dual->getResult(count + k);
  sweep.replace(op, dual->getResults().take_front(count), tangents);
}

/// An op like `op`, with other operands, results and regions.
static Operation *createLike(OpBuilder &builder, Operation *op, ValueRange operands,
                             TypeRange types, MutableArrayRef<Region *> regions) {
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region *region : regions)
    state.addRegion()->takeBody(*region);
  return builder.create(state);
}

namespace {
/// The branch that the operand chooses is differentiated, with the values that it
/// computed (Vákár & Smeding 2022, §2.3).
template <typename Op>
struct BranchRule : DifferentiableOpInterface::ExternalModel<BranchRule<Op>, Op> {
  // `scf.execute_region` may branch between blocks.
  static bool isStructured(Operation *op) {
    return llvm::all_of(op->getRegions(), [](Region &region) { return region.hasOneBlock(); });
  }

  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    if (!isStructured(op))
      return reportMissingRule(op, "forward", sweep);
    SmallVector<unsigned> active;
    for (OpResult result : op->getResults())
      if (sweep.isActive(result))
        active.push_back(result.getResultNumber());
    SmallVector<Type> types(op->getResultTypes());
    for (unsigned i : active)
      types.push_back(getTangentType(op->getResult(i).getType()));
    SmallVector<Region *> regions;
    for (Region &region : op->getRegions()) {
      regions.push_back(&region);
      Block &block = region.front();
      if (failed(sweep.differentiate(block)))
        return failure();
      Operation *terminator = block.getTerminator();
      sweep.builder.setInsertionPoint(terminator);
      SmallVector<Value> yields(terminator->getOperands());
      for (unsigned i : active)
        yields.push_back(sweep.tangentOrZero(yields[i]));
      terminator->setOperands(yields);
    }
    sweep.builder.setInsertionPoint(op);
    Operation *dual = createLike(sweep.builder, op, op->getOperands(), types, regions);
    replaceByDual(sweep, op, dual, active);
    return success();
  }

  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    if (!isStructured(op))
      return reportMissingRule(op, "reverse", sweep);
    SmallVector<Value> choice = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return sweep.primal(operand); });
    SmallVector<Block *> branches;
    for (Region &region : op->getRegions())
      branches.push_back(&region.front());
    FailureOr<BranchAdjoint> adjoint = reverseBranches(
        sweep, op, branches, [](OpBuilder &builder, Location loc, ValueRange yields) {
          scf::YieldOp::create(builder, loc, yields);
        });
    if (failed(adjoint))
      return failure();
    if (adjoint->entered.empty())
      return success();
    SmallVector<Region *> regions =
        llvm::map_to_vector(adjoint->regions, [](auto &region) { return region.get(); });
    Operation *result = createLike(sweep.builder, op, choice, adjoint->types, regions);
    adjoint->finish(sweep, result->getResults());
    return success();
  }
};

/// In forward mode the loop carries the tangents of its states as further states. For reverse mode
/// it is replaced by a `chad.fold` first.
struct ForRule : DifferentiableOpInterface::ExternalModel<ForRule, scf::ForOp> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto loop = cast<scf::ForOp>(op);
    Block &body = *loop.getBody();
    unsigned count = op->getNumResults();
    SmallVector<unsigned> active;
    for (unsigned i = 0; i < count; ++i)
      if (sweep.isActive(op->getResult(i)) || sweep.isActive(loop.getRegionIterArg(i)))
        active.push_back(i);
    sweep.builder.setInsertionPoint(op);
    SmallVector<Value> operands(op->getOperands());
    SmallVector<Type> types(op->getResultTypes());
    for (unsigned i : active) {
      Value initial = sweep.tangentOrZero(loop.getInitArgs()[i]);
      operands.push_back(initial);
      types.push_back(initial.getType());
      sweep.setTangent(loop.getRegionIterArg(i),
                       body.addArgument(initial.getType(), initial.getLoc()));
    }
    if (failed(sweep.differentiate(body)))
      return failure();
    Operation *terminator = body.getTerminator();
    sweep.builder.setInsertionPoint(terminator);
    SmallVector<Value> yields(terminator->getOperands());
    for (unsigned i : active)
      yields.push_back(sweep.tangentOrZero(yields[i]));
    terminator->setOperands(yields);

    SmallVector<Region *> region = {&loop.getRegion()};
    sweep.builder.setInsertionPoint(op);
    Operation *dual = createLike(sweep.builder, op, operands, types, region);
    replaceByDual(sweep, op, dual, active);
    return success();
  }
};

/// Like `scf.for`. The values that enter the loop and the values that its condition forwards may
/// have different types.
struct WhileRule : DifferentiableOpInterface::ExternalModel<WhileRule, scf::WhileOp> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto loop = cast<scf::WhileOp>(op);
    Block &before = *loop.getBeforeBody(), &after = *loop.getAfterBody();
    SmallVector<unsigned> entering, passed;
    for (BlockArgument arg : before.getArguments())
      if (sweep.isActive(arg))
        entering.push_back(arg.getArgNumber());
    unsigned count = op->getNumResults();
    for (unsigned i = 0; i < count; ++i)
      if (sweep.isActive(op->getResult(i)) || sweep.isActive(after.getArgument(i)))
        passed.push_back(i);

    sweep.builder.setInsertionPoint(op);
    SmallVector<Value> operands(op->getOperands());
    for (unsigned i : entering) {
      Value initial = sweep.tangentOrZero(loop.getInits()[i]);
      operands.push_back(initial);
      sweep.setTangent(before.getArgument(i), before.addArgument(initial.getType(), op->getLoc()));
    }
    SmallVector<Type> types(op->getResultTypes());
    for (unsigned i : passed) {
      types.push_back(getTangentType(op->getResult(i).getType()));
      sweep.setTangent(after.getArgument(i), after.addArgument(types.back(), op->getLoc()));
    }
    auto addTangents = [&](Block &block, ValueRange values, ArrayRef<unsigned> positions) {
      if (failed(sweep.differentiate(block)))
        return failure();
      Operation *terminator = block.getTerminator();
      sweep.builder.setInsertionPoint(terminator);
      SmallVector<Value> tangents;
      for (unsigned i : positions)
        tangents.push_back(sweep.tangentOrZero(values[i]));
      terminator->insertOperands(terminator->getNumOperands(), tangents);
      return success();
    };
    if (failed(addTangents(before, loop.getConditionOp().getArgs(), passed)) ||
        failed(addTangents(after, loop.getYieldOp().getOperands(), entering)))
      return failure();

    SmallVector<Region *> regions = {&loop.getBefore(), &loop.getAfter()};
    sweep.builder.setInsertionPoint(op);
    Operation *dual = createLike(sweep.builder, op, operands, types, regions);
    replaceByDual(sweep, op, dual, passed);
    return success();
  }
};
} // namespace

void chad::registerSCFRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    // Bounds, conditions and cases flow to no result; so results are not linear in them.
    attachToAll<ForwardsThroughRegions, scf::ExecuteRegionOp, scf::ForOp, scf::IfOp,
                scf::IndexSwitchOp, scf::WhileOp>(context);
    attachToAll<BranchRule, scf::ExecuteRegionOp, scf::IfOp, scf::IndexSwitchOp>(context);
    scf::ForOp::attachInterface<ForRule>(*context);
    scf::WhileOp::attachInterface<WhileRule>(*context);
  });
}
