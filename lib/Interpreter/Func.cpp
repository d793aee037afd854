//===- Func.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// func: calls and function values; cf.assert.

#include "chad/IR/ComparedNumbers.h"
#include "chad/Interpreter/Interpreter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace chad;

static EvalResult evalCall(func::CallOp op, Evaluation &eval) {
  FunctionOpInterface function = eval.interpreter.lookup(op, op.getCalleeAttr());
  return eval.interpreter.call(function, eval.operands(), op);
}

static EvalResult evalConstant(func::ConstantOp op, Evaluation &eval) {
  FunctionOpInterface function = eval.interpreter.lookup(op, op.getValueAttr());
  return one(makeFunction(
      [function](Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args) mutable {
        return interpreter.call(function, args, at);
      }));
}

static EvalResult evalCallIndirect(func::CallIndirectOp op, Evaluation &eval) {
  const FunctionValue &function = eval.get(op.getCallee()).as<FunctionValue>();
  return (*function)(eval.interpreter, op, eval.get(op.getCalleeOperands()));
}

static EvalResult evalAssert(cf::AssertOp op, Evaluation &eval) {
  if (!eval.get(op.getArg()).asInt().isZero())
    return RuntimeValues();
  InFlightDiagnostic diag = eval.error() << "assertion failed: " << op.getMsg();
  // As the message of a compiled program, with the numbers that are compared.
  SmallVector<Value> numbers = getComparedNumbers(op.getArg());
  if (!numbers.empty() && op.getArg().getParentBlock() == op->getBlock())
    diag << ": " << eval.get(numbers[0]).asIndex() << " and " << eval.get(numbers[1]).asIndex();
  return diag;
}

void chad::registerFuncHandlers(OpHandlers &handlers) {
  handlers.add<func::CallOp>(evalCall);
  handlers.add<func::ConstantOp>(evalConstant);
  handlers.add<func::CallIndirectOp>(evalCallIndirect);
  handlers.add<cf::AssertOp>(evalAssert);
}
