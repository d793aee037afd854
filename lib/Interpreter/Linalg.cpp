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

/// exp(x - max) / sum, along one dimension.
static EvalResult evalSoftmax(linalg::SoftmaxOp op, Evaluation &eval) {
  Tensor input = eval.get(op.getInput()).asTensor();
  auto type = cast<FloatType>(getElementTypeOrSelf(op.getInput().getType()));
  auto round = [&](double value) {
    return eval.interpreter.isWidened() ? value : roundToType(value, type);
  };
  int64_t dim = op.getDimension(), extent = input.shape[dim], stride = 1;
  for (int64_t inner : ArrayRef(input.shape).drop_front(dim + 1))
    stride *= inner;
  std::vector<Number> elements = copyElements(input);
  for (int64_t first = 0; extent && first < input.size(); ++first) {
    if (first / stride % extent != 0)
      continue;
    double max = -INFINITY, sum = 0;
    auto at = [&](int64_t i) -> double & { return std::get<double>(elements[first + i * stride]); };
    for (int64_t i = 0; i < extent; ++i)
      max = std::isnan(at(i)) || at(i) > max ? at(i) : max;
    for (int64_t i = 0; i < extent; ++i) {
      at(i) = round(std::exp(round(at(i) - max)));
      sum = round(sum + at(i));
    }
    for (int64_t i = 0; i < extent; ++i)
      at(i) = round(at(i) / sum);
  }
  return one(Tensor(input.shape, std::move(elements)));
}

static FailureOr<SmallVector<int64_t>> getTiles(Evaluation &eval, ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> tiles = mixed(eval, sizes);
  for (int64_t tile : tiles)
    if (tile < 1)
      return LogicalResult(eval.error() << "a tile has extent " << tile);
  return tiles;
}

/// For each outer dimension of the tiles, the dimension of the whole tensor that it divides.
static SmallVector<int64_t> outerDims(ArrayRef<int64_t> permutation, int64_t rank) {
  return permutation.empty() ? llvm::to_vector(llvm::seq<int64_t>(0, rank))
                             : SmallVector<int64_t>(permutation);
}

/// Divides a tensor into tiles, which become inner dimensions; positions outside of it are padding.
static EvalResult evalPack(linalg::PackOp op, Evaluation &eval) {
  Tensor whole = eval.get(op.getSource()).asTensor(), dest = eval.get(op.getDest()).asTensor();
  FailureOr<SmallVector<int64_t>> sizes = getTiles(eval, op.getMixedTiles());
  if (failed(sizes))
    return failure();
  SmallVector<int64_t> tiles = *sizes;
  SmallVector<int64_t> outer = outerDims(op.getOuterDimsPerm(), whole.rank());
  return buildTensor(eval, dest.shape, [&](ArrayRef<int64_t> position) -> FailureOr<Number> {
    SmallVector<int64_t> at(whole.rank());
    for (auto [k, dim] : llvm::enumerate(outer))
      at[dim] = position[k];
    for (auto [k, dim, tile] : llvm::enumerate(op.getInnerDimsPos(), tiles))
      at[dim] = at[dim] * tile + position[whole.rank() + k];
    for (auto [index, extent] : llvm::zip_equal(at, whole.shape)) {
      if (index < extent)
        continue;
      if (!op.getPaddingValue())
        return LogicalResult(eval.error() << "a tile reaches out of the source, and there is no "
                                             "padding value");
      return eval.get(op.getPaddingValue()).as<Number>();
    }
    return whole[offsetOf(at, whole.shape)];
  });
}

static EvalResult evalUnPack(linalg::UnPackOp op, Evaluation &eval) {
  Tensor packed = eval.get(op.getSource()).asTensor(), dest = eval.get(op.getDest()).asTensor();
  FailureOr<SmallVector<int64_t>> sizes = getTiles(eval, op.getMixedTiles());
  if (failed(sizes))
    return failure();
  SmallVector<int64_t> tiles = *sizes;
  SmallVector<int64_t> outer = outerDims(op.getOuterDimsPerm(), dest.rank());
  return buildTensor(eval, dest.shape, [&](ArrayRef<int64_t> position) -> FailureOr<Number> {
    SmallVector<int64_t> whole(position), at;
    SmallVector<int64_t> inner;
    for (auto [dim, tile] : llvm::zip_equal(op.getInnerDimsPos(), tiles)) {
      inner.push_back(whole[dim] % tile);
      whole[dim] /= tile;
    }
    for (int64_t dim : outer)
      at.push_back(whole[dim]);
    llvm::append_range(at, inner);
    for (auto [index, extent] : llvm::zip_equal(at, packed.shape))
      if (failed(eval.checkIndex(index, extent)))
        return failure();
    return packed[offsetOf(at, packed.shape)];
  });
}

void chad::registerLinalgHandlers(OpHandlers &handlers) {
  handlers.add<linalg::SoftmaxOp>(evalSoftmax);
  handlers.add<linalg::PackOp>(evalPack);
  handlers.add<linalg::UnPackOp>(evalUnPack);
  handlers.addFallback([](Operation *op) { return isa<linalg::LinalgOp>(op); }, evalStructured);
  // The structured op around it has bound the result.
  handlers.add<linalg::IndexOp>([](linalg::IndexOp op, Evaluation &eval) {
    return EvalResult(one(eval.get(op.getResult())));
  });
}
