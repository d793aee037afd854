//===- ChadFunctions.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions and sums as values.

#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Interpreter.h"

using namespace mlir;
using namespace chad;

static EvalResult evalLambda(LambdaOp op, Evaluation &eval) {
  Closure closure(op.getBody(), eval.frame);
  return one(
      makeFunction([closure](Interpreter &interpreter, Operation *, ArrayRef<RuntimeValue> args) {
        return closure.run(interpreter, args);
      }));
}

static EvalResult evalApply(ApplyOp op, Evaluation &eval) {
  const FunctionValue &function = eval.get(op.getFunction()).as<FunctionValue>();
  return (*function)(eval.interpreter, op, eval.get(op.getArgs()));
}

static EvalResult evalInj(InjOp op, Evaluation &eval) {
  return one(SumValue(op.getTag(), eval.get(op.getPayload())));
}

static EvalResult evalCase(CaseOp op, Evaluation &eval) {
  const RuntimeValue &scrutinee = eval.get(op.getScrutinee());
  if (!scrutinee.is<SumZero>()) {
    const auto &sum = scrutinee.asSum();
    return eval.run(op.getAlternatives()[sum.tag], sum.get());
  }
  // A linear case maps zero to zero, whichever alternative the zero stands for.
  TypeRange results = op->getResultTypes();
  if (!llvm::all_of(results, isLinearType) || getNumDynamicSizes(results) > 0)
    return eval.error() << "the zero of a sum has no tag, and results of types (" << results
                        << ") have no zero without sizes";
  return zerosOf(eval.interpreter, op, results, {});
}

void chad::registerChadFunctionHandlers(OpHandlers &handlers) {
  handlers.add<LambdaOp>(evalLambda);
  handlers.add<ApplyOp>(evalApply);
  handlers.add<InjOp>(evalInj);
  handlers.add<CaseOp>(evalCase);
}
