//===- ShapeRun.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeRun.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

Interpreter::ShapeRun::ShapeRun(Interpreter &interpreter)
    : interpreter(interpreter), isOutermost(!interpreter.shapeSteps), work(interpreter.work) {
  constexpr uint64_t maxSteps = 1 << 20;
  interpreter.work = nullptr;
  if (!isOutermost)
    return;
  interpreter.shapeSteps = maxSteps;
  silence = std::make_unique<ScopedDiagnosticHandler>(interpreter.root->getContext(),
                                                      [](Diagnostic &) { return success(); });
}

Interpreter::ShapeRun::~ShapeRun() {
  interpreter.work = work;
  if (isOutermost)
    interpreter.shapeSteps.reset();
}

std::optional<RuntimeValues> Evaluation::runForShapes(Region &region, ArrayRef<RuntimeValue> args) {
  Interpreter::ShapeRun shapes(interpreter);
  EvalResult results = run(region, args);
  return succeeded(results) ? std::optional<RuntimeValues>(*results) : std::nullopt;
}

static EvalResult zeros(Evaluation &eval, Type type, ArrayRef<int64_t> shape) {
  Type scalar = getElementTypeOrSelf(type);
  if (!isa<RankedTensorType>(type))
    return one(zeroNumber(scalar));
  return eval.splat(shape, zeroNumber(scalar));
}

EvalResult chad::detail::evaluateOutside(Operation *op, Evaluation &eval) {
  return TypeSwitch<Operation *, EvalResult>(op)
      .Case([&](tensor::ExtractOp read) { return zeros(eval, read.getType(), {}); })
      .Case([&](tensor::ExtractSliceOp slice) -> EvalResult {
        SmallVector<int64_t> sizes, shape;
        auto dynamic = slice.getSizes().begin();
        for (int64_t size : slice.getStaticSizes())
          sizes.push_back(ShapedType::isDynamic(size) ? eval.index(*dynamic++) : size);
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        for (auto [dim, size] : llvm::enumerate(sizes))
          if (!dropped.test(dim))
            shape.push_back(size);
        return zeros(eval, slice.getType(), shape);
      })
      .Case([&](GatherOp gather) -> EvalResult {
        SmallVector<int64_t> shape(eval.tensor(gather.getIndices()).shape);
        llvm::append_range(shape, ArrayRef(eval.tensor(gather.getSource()).shape).drop_front());
        return zeros(eval, getArrayTensor(gather.getResult().getType()), shape);
      })
      .Case<tensor::InsertOp, tensor::InsertSliceOp>(
          [&](auto insert) -> EvalResult { return one(eval.get(insert.getDest())); })
      .Case<ScatterAddOp, AccumulateOp>(
          [&](auto add) -> EvalResult { return one(eval.get(add.getAcc())); })
      .Default([](Operation *) -> EvalResult { return failure(); });
}
