//===- SCF.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// scf: structured control flow on values.

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "chad/Interpreter/Interpreter.h"

using namespace mlir;
using namespace chad;

static EvalResult evalExecuteRegion(scf::ExecuteRegionOp op, Evaluation &eval) {
  return eval.run(op.getRegion(), {});
}

static EvalResult evalIf(scf::IfOp op, Evaluation &eval) {
  Region &taken =
      eval.get(op.getCondition()).asInt().isZero() ? op.getElseRegion() : op.getThenRegion();
  if (taken.empty())
    return RuntimeValues();
  return eval.run(taken, {});
}

static EvalResult evalFor(scf::ForOp op, Evaluation &eval) {
  APInt iv = eval.get(op.getLowerBound()).asInt();
  const APInt &bound = eval.get(op.getUpperBound()).asInt();
  const APInt &step = eval.get(op.getStep()).asInt();
  bool isUnsigned = op.getUnsignedCmp();
  if (isUnsigned ? step.isZero() : !step.isStrictlyPositive())
    return eval.error() << "step " << step.getSExtValue() << " is not positive";
  RuntimeValues state = eval.get(op.getInitArgs());
  while (isUnsigned ? iv.ult(bound) : iv.slt(bound)) {
    RuntimeValues args = {iv};
    llvm::append_range(args, state);
    EvalResult next = eval.run(op.getRegion(), args);
    if (failed(next))
      return failure();
    state = std::move(*next);
    bool overflow;
    iv = isUnsigned ? iv.uadd_ov(step, overflow) : iv.sadd_ov(step, overflow);
    if (overflow)
      break;
  }
  return state;
}

static EvalResult evalWhile(scf::WhileOp op, Evaluation &eval) {
  RuntimeValues state = eval.get(op.getInits());
  while (true) {
    EvalResult condition = eval.run(op.getBefore(), state);
    if (failed(condition))
      return failure();
    RuntimeValues passed(llvm::drop_begin(*condition));
    if (condition->front().asInt().isZero())
      return passed;
    EvalResult next = eval.run(op.getAfter(), passed);
    if (failed(next))
      return failure();
    state = std::move(*next);
  }
}

static EvalResult evalIndexSwitch(scf::IndexSwitchOp op, Evaluation &eval) {
  int64_t flag = eval.index(op.getArg());
  for (auto [value, region] : llvm::zip_equal(op.getCases(), op.getCaseRegions()))
    if (value == flag)
      return eval.run(region, {});
  return eval.run(op.getDefaultRegion(), {});
}

void chad::registerSCFHandlers(OpHandlers &handlers) {
  handlers.add<scf::ExecuteRegionOp>(evalExecuteRegion);
  handlers.add<scf::IfOp>(evalIf);
  handlers.add<scf::ForOp>(evalFor);
  handlers.add<scf::WhileOp>(evalWhile);
  handlers.add<scf::IndexSwitchOp>(evalIndexSwitch);
}
