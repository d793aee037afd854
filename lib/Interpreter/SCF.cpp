//===- SCF.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// scf: structured control flow on values.

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "Positions.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

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

/// The points of an iteration space, in order: `visit` gets the induction variables at each.
static LogicalResult forEachPoint(Evaluation &eval, ArrayRef<int64_t> lower,
                                  ArrayRef<int64_t> upper, ArrayRef<int64_t> step,
                                  function_ref<LogicalResult(RuntimeValues)> visit) {
  SmallVector<int64_t> extents;
  for (auto [low, high, stride] : llvm::zip_equal(lower, upper, step)) {
    if (stride <= 0)
      return eval.error() << "step " << stride << " is not positive";
    // Unsigned arithmetic has room for every distance.
    uint64_t distance = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    uint64_t count = high <= low ? 0 : (distance - 1) / static_cast<uint64_t>(stride) + 1;
    extents.push_back(static_cast<int64_t>(std::min<uint64_t>(count, INT64_MAX)));
  }
  return forEachPosition(extents, [&](ArrayRef<int64_t> position) {
    RuntimeValues ivs;
    for (auto [i, low, stride] : llvm::zip_equal(position, lower, step))
      ivs.push_back(RuntimeValue::index(low + i * stride));
    return visit(std::move(ivs));
  });
}

/// Each iteration sees what the iterations before it wrote.
static EvalResult evalForall(scf::ForallOp op, Evaluation &eval) {
  RuntimeValues outputs = eval.get(op.getOutputs());
  LogicalResult done =
      forEachPoint(eval, mixed(eval, op.getMixedLowerBound()), mixed(eval, op.getMixedUpperBound()),
                   mixed(eval, op.getMixedStep()), [&](RuntimeValues args) -> LogicalResult {
                     llvm::append_range(args, outputs);
                     EvalResult next = eval.run(op.getRegion(), args);
                     if (failed(next))
                       return failure();
                     outputs = std::move(*next);
                     return success();
                   });
  if (failed(done))
    return failure();
  return outputs;
}

/// The points of the iteration space in order; each folds its summands into the
/// results by what `scf.reduce` gave.
static EvalResult evalParallel(scf::ParallelOp op, Evaluation &eval) {
  RuntimeValues totals = eval.get(op.getInitVals());
  auto visit = [&](const RuntimeValues &ivs) -> LogicalResult {
    EvalResult reductions = eval.run(op.getRegion(), ivs);
    if (failed(reductions))
      return failure();
    for (auto [total, reduction] : llvm::zip_equal(totals, *reductions)) {
      EvalResult next = (*reduction.as<FunctionValue>())(eval.interpreter, op, total);
      if (failed(next))
        return failure();
      total = next->front();
    }
    return success();
  };
  if (failed(forEachPoint(eval, eval.indices(op.getLowerBound()), eval.indices(op.getUpperBound()),
                          eval.indices(op.getStep()), visit)))
    return failure();
  return totals;
}

/// For each operand the function that folds it into an accumulator.
static EvalResult evalReduce(scf::ReduceOp op, Evaluation &eval) {
  RuntimeValues reductions;
  for (auto [operand, region] : llvm::zip_equal(op.getOperands(), op.getReductions())) {
    reductions.push_back(
        makeFunction([closure = Closure(region, eval.frame), value = eval.get(operand)](
                         Interpreter &interpreter, Operation *, ArrayRef<RuntimeValue> args) {
          return closure.run(interpreter, {args.front(), value});
        }));
  }
  return reductions;
}

void chad::registerSCFHandlers(OpHandlers &handlers) {
  handlers.add<scf::ExecuteRegionOp>(evalExecuteRegion);
  handlers.add<scf::IfOp>(evalIf);
  handlers.add<scf::ForOp>(evalFor);
  handlers.add<scf::WhileOp>(evalWhile);
  handlers.add<scf::ForallOp>(evalForall);
  handlers.add<scf::IndexSwitchOp>(evalIndexSwitch);
  handlers.add<scf::ParallelOp>(evalParallel);
  handlers.add<scf::ReduceOp>(evalReduce);
}
