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

namespace {
/// The branch that the condition takes is differentiated, with the values that it
/// computed (Vákár & Smeding 2022, §2.3).
struct IfRule : DifferentiableOpInterface::ExternalModel<IfRule, scf::IfOp> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto branch = cast<scf::IfOp>(op);
    SmallVector<unsigned> active;
    for (OpResult result : op->getResults())
      if (sweep.isActive(result))
        active.push_back(result.getResultNumber());
    SmallVector<Type> types(op->getResultTypes());
    for (unsigned i : active)
      types.push_back(getTangentType(op->getResult(i).getType()));
    for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
      if (failed(sweep.differentiate(*block)))
        return failure();
      Operation *terminator = block->getTerminator();
      sweep.builder.setInsertionPoint(terminator);
      SmallVector<Value> yields(terminator->getOperands());
      for (unsigned i : active)
        yields.push_back(sweep.tangentOrZero(yields[i]));
      terminator->setOperands(yields);
    }
    sweep.builder.setInsertionPoint(op);
    auto dual = scf::IfOp::create(sweep.builder, op->getLoc(), types, branch.getCondition());
    dual.getThenRegion().takeBody(branch.getThenRegion());
    dual.getElseRegion().takeBody(branch.getElseRegion());
    unsigned count = op->getNumResults();
    SmallVector<Value> tangents(count);
    for (auto [i, tangent] : llvm::zip(active, dual.getResults().drop_front(count)))
      tangents[i] = tangent;
    sweep.replace(op, dual.getResults().take_front(count), tangents);
    return success();
  }

  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto branch = cast<scf::IfOp>(op);
    Value condition = sweep.primal(branch.getCondition());
    FailureOr<BranchAdjoint> adjoint =
        reverseBranches(sweep, op, {branch.thenBlock(), branch.elseBlock()},
                        [](OpBuilder &builder, Location loc, ValueRange yields) {
                          scf::YieldOp::create(builder, loc, yields);
                        });
    if (failed(adjoint))
      return failure();
    if (adjoint->entered.empty())
      return success();
    auto result = scf::IfOp::create(sweep.builder, op->getLoc(), adjoint->types, condition);
    result.getThenRegion().takeBody(*adjoint->regions[0]);
    result.getElseRegion().takeBody(*adjoint->regions[1]);
    adjoint->finish(sweep, result.getResults());
    return success();
  }
};
/// A loop carries the tangents of what it carries. Backward, it is a `chad.fold` by the
/// time that it is reversed.
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

    OperationState state(op->getLoc(), op->getName(), operands, types, op->getAttrs());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    state.addRegion()->takeBody(loop.getRegion());
    sweep.builder.setInsertionPoint(op);
    Operation *dual = sweep.builder.create(state);
    SmallVector<Value> tangents(count);
    for (auto [k, i] : llvm::enumerate(active))
      tangents[i] = dual->getResult(count + k);
    sweep.replace(op, dual->getResults().take_front(count), tangents);
    return success();
  }
};
} // namespace

void chad::registerSCFRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    // Bounds, conditions and cases forward nothing, so they are not linear.
    attachToAll<ForwardsThroughRegions, scf::ExecuteRegionOp, scf::ForOp, scf::IfOp,
                scf::IndexSwitchOp, scf::WhileOp>(context);
    scf::IfOp::attachInterface<IfRule>(*context);
    scf::ForOp::attachInterface<ForRule>(*context);
  });
}
