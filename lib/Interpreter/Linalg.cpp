//===- Linalg.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// linalg on tensors: each structured op is its scalar region run at every point
// of its iteration space, in row-major order.

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "Positions.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The extents of the loops, on which all operands must agree.
static FailureOr<SmallVector<int64_t>> loopExtents(linalg::LinalgOp op, Evaluation &eval,
                                                   ArrayRef<AffineMap> maps,
                                                   ArrayRef<RuntimeValue> operands) {
  SmallVector<int64_t> extents(op.getNumLoops(), -1);
  for (auto [map, operand] : llvm::zip_equal(maps, operands)) {
    if (!operand.is<Tensor>())
      continue;
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        continue;
      int64_t extent = operand.asTensor().shape[d];
      int64_t &known = extents[dim.getPosition()];
      if (known >= 0 && known != extent)
        return eval.error() << "operands give loop " << dim.getPosition() << " the extents "
                            << known << " and " << extent;
      known = extent;
    }
  }
  for (auto [loop, extent] : llvm::enumerate(extents))
    if (extent < 0)
      return eval.error() << "no operand gives loop " << loop << " an extent";
  return extents;
}

/// The element that `map` names at a point of the iteration space.
static FailureOr<int64_t> offsetAt(Evaluation &eval, AffineMap map, ArrayRef<int64_t> point,
                                   ArrayRef<int64_t> shape) {
  SmallVector<int64_t> position = map.compose(point);
  for (auto [index, extent] : llvm::zip_equal(position, shape))
    if (failed(eval.checkIndex(index, extent)))
      return failure();
  return offsetOf(position, shape);
}

static EvalResult evalStructured(Operation *operation, Evaluation &eval) {
  auto op = cast<linalg::LinalgOp>(operation);
  if (!op.hasPureTensorSemantics())
    return eval.error() << "'" << operation->getName() << "' on memory is not supported";
  RuntimeValues operands = eval.operands();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  FailureOr<SmallVector<int64_t>> extents = loopExtents(op, eval, maps, operands);
  if (failed(extents))
    return failure();
  size_t numInputs = op.getNumDpsInputs();
  SmallVector<std::vector<Number>> outputs;
  for (const RuntimeValue &init : ArrayRef(operands).drop_front(numInputs))
    outputs.push_back(copyElements(init.asTensor()));

  SmallVector<linalg::IndexOp> indexOps;
  operation->getRegion(0).walk([&](linalg::IndexOp index) {
    if (index->getParentOfType<linalg::LinalgOp>() == op)
      indexOps.push_back(index);
  });

  auto runPoint = [&](ArrayRef<int64_t> point) -> LogicalResult {
    RuntimeValues args;
    SmallVector<int64_t> written;
    for (auto [i, operand, map] : llvm::enumerate(operands, maps)) {
      if (!operand.is<Tensor>()) {
        args.push_back(operand);
        continue;
      }
      FailureOr<int64_t> offset = offsetAt(eval, map, point, operand.asTensor().shape);
      if (failed(offset))
        return failure();
      args.push_back(i < numInputs ? operand.asTensor()[*offset] : outputs[i - numInputs][*offset]);
      if (i >= numInputs)
        written.push_back(*offset);
    }
    Frame frame(&eval.frame);
    for (linalg::IndexOp index : indexOps)
      frame.bind(index.getResult(), RuntimeValue::index(point[index.getDim()]));
    EvalResult results = eval.interpreter.run(operation->getRegion(0), args, &frame);
    if (failed(results))
      return failure();
    if (Work *work = eval.interpreter.getWork())
      work->moves += maps.size() + written.size();
    for (auto [output, offset, result] : llvm::zip_equal(outputs, written, *results))
      output[offset] = result.as<Number>();
    return success();
  };
  if (failed(forEachPosition(*extents, runPoint)))
    return failure();
  RuntimeValues results;
  for (auto [output, init] : llvm::zip_equal(outputs, ArrayRef(operands).drop_front(numInputs)))
    results.push_back(Tensor(init.asTensor().shape, std::move(output)));
  return results;
}

void chad::registerLinalgHandlers(OpHandlers &handlers) {
  handlers.addFallback([](Operation *op) { return isa<linalg::LinalgOp>(op); }, evalStructured);
  // The structured op around it has bound the result.
  handlers.add<linalg::IndexOp>([](linalg::IndexOp op, Evaluation &eval) {
    return EvalResult(one(eval.get(op.getResult())));
  });
}
