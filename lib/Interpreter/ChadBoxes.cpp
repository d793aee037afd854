//===- ChadBoxes.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Records on the heap. A box is represented by a number: its position among all boxes made.

#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Interpreter.h"

using namespace mlir;
using namespace chad;

RuntimeValue Interpreter::box(ArrayRef<RuntimeValue> payload) {
  boxes.emplace_back(payload);
  return RuntimeValue::index(boxes.size());
}

const ValueList *Interpreter::open(const RuntimeValue &box) const {
  uint64_t number = box.asInt().getZExtValue();
  return number == 0 ? nullptr : &boxes[number - 1];
}

static EvalResult evalBox(BoxOp op, Evaluation &eval) {
  return one(eval.interpreter.box(eval.get(op.getPayload())));
}

static EvalResult evalOpen(OpenOp op, Evaluation &eval) {
  if (const ValueList *payload = eval.interpreter.open(eval.get(op.getBox())))
    return RuntimeValues(payload->get());
  if (isa<LinType>(op.getBox().getType()))
    return zerosOf(eval.interpreter, op, op.getResultTypes(), eval.indices(op.getSizes()));
  return eval.error() << "opens an empty box";
}

static EvalResult evalEmptyBox(EmptyBoxOp op, Evaluation &eval) {
  auto tensor = dyn_cast<RankedTensorType>(op.getType());
  Number none = zeroNumber(getElementTypeOrSelf(op.getType()));
  if (!tensor)
    return one(none);
  return eval.splat(eval.fillShape(tensor, eval.indices(op.getSizes())), none);
}

static EvalResult evalIsEmptyBox(IsEmptyBoxOp op, Evaluation &eval) {
  return one(RuntimeValue::boolean(!eval.interpreter.open(eval.get(op.getBox()))));
}

// Addresses of records in an arena are the same numbers; the arena itself is not used.

static EvalResult evalArena(ArenaOp, Evaluation &) { return one(RuntimeValue::index(0)); }

static EvalResult evalArenaPut(ArenaPutOp op, Evaluation &eval) {
  return one(eval.interpreter.box(eval.get(op.getPayload())));
}

static EvalResult evalArenaGet(ArenaGetOp op, Evaluation &eval) {
  if (const ValueList *payload = eval.interpreter.open(eval.get(op.getAddress())))
    return RuntimeValues(payload->get());
  return eval.error() << "reads a record at address 0";
}

void chad::registerChadBoxHandlers(OpHandlers &handlers) {
  handlers.add<ArenaOp>(evalArena);
  handlers.add<ArenaPutOp>(evalArenaPut);
  handlers.add<ArenaGetOp>(evalArenaGet);
  handlers.add<BoxOp>(evalBox);
  handlers.add<OpenOp>(evalOpen);
  handlers.add<EmptyBoxOp>(evalEmptyBox);
  handlers.add<IsEmptyBoxOp>(evalIsEmptyBox);
}
