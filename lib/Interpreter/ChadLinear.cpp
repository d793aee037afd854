//===- ChadLinear.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Linear values and copowers.

#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Interpreter.h"

using namespace mlir;
using namespace chad;

static EvalResult evalZero(ZeroOp op, Evaluation &eval) {
  return zerosOf(eval.interpreter, op, op.getResult().getType(), eval.indices(op.getSizes()));
}

static EvalResult evalAdd(AddOp op, Evaluation &eval) {
  return addLinear(eval.interpreter, op, op->getResultTypes(), eval.get(op.getLhs()),
                   eval.get(op.getRhs()));
}

static EvalResult evalScale(ScaleOp op, Evaluation &eval) {
  return one(scaleLinear(eval.interpreter, op.getType(), eval.f(op.getFactor()),
                         eval.get(op.getValue()), op.getAbsorption()));
}

static EvalResult evalAbsorbingMul(AbsorbingMulOp op, Evaluation &eval) {
  return one(scaleLinear(eval.interpreter, LinType::get(op.getType()), eval.f(op.getFactor()),
                         eval.get(op.getValue()),
                         op.getBoth() ? Absorption::Both : Absorption::Value));
}

static EvalResult evalToLinear(ToLinearOp op, Evaluation &eval) {
  if (cast<LinType>(op.getType()).isUnit())
    return one(Unit());
  return one(eval.get(op.getValue()));
}

static EvalResult evalFromLinear(FromLinearOp op, Evaluation &eval) {
  return one(eval.get(op.getValue()));
}

static EvalResult evalSingleton(CopowerSingletonOp op, Evaluation &eval) {
  CopowerValue::Term term{ValueList(eval.get(op.getPrimals())),
                          ValueList(eval.get(op.getTangents()))};
  return one(CopowerValue{std::make_shared<const std::vector<CopowerValue::Term>>(1, term)});
}

/// `Σ f(xᵢ)•vᵢ`.
static EvalResult evalFold(CopowerFoldOp op, Evaluation &eval) {
  TypeRange types = op->getResultTypes();
  const auto &terms = *eval.get(op.getCopower()).as<CopowerValue>().terms;
  EvalResult total = zerosOf(eval.interpreter, op, types, eval.indices(op.getCodomainSizes()));
  for (const CopowerValue::Term &term : terms) {
    RuntimeValues args(term.primals.get());
    llvm::append_range(args, term.tangents.get());
    EvalResult summand = failed(total) ? EvalResult(failure()) : eval.run(op.getBody(), args);
    if (failed(summand))
      return failure();
    total = addLinear(eval.interpreter, op, types, *total, *summand);
  }
  return total;
}

void chad::registerChadLinearHandlers(OpHandlers &handlers) {
  handlers.add<ZeroOp>(evalZero);
  handlers.add<AddOp>(evalAdd);
  handlers.add<ScaleOp>(evalScale);
  handlers.add<AbsorbingMulOp>(evalAbsorbingMul);
  handlers.add<ToLinearOp>(evalToLinear);
  handlers.add<FromLinearOp>(evalFromLinear);
  handlers.add<CopowerSingletonOp>(evalSingleton);
  handlers.add<CopowerFoldOp>(evalFold);
}
