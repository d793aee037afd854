//===- Reductions.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reductions and maps, whose regions compute on scalars.

#include "Importer.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace chad::stablehlo;

using utils::IteratorType;

FailureOr<ReduceOperands> chad::stablehlo::readReduceOperands(Importer &importer, Operation *op) {
  unsigned numOperands = op->getNumOperands();
  if (numOperands == 0 || numOperands % 2 != 0)
    return importer.error(op, "needs as many initial values as arrays");
  if (failed(importer.expect(op, numOperands, numOperands / 2, 1)))
    return failure();
  return readReduceOperands(importer, op, numOperands / 2);
}

FailureOr<ReduceOperands> chad::stablehlo::readReduceOperands(Importer &importer, Operation *op,
                                                              unsigned numArrays) {
  ReduceOperands operands;
  SmallVector<Value> all = importer.operands(op);
  operands.arrays.assign(all.begin(), all.begin() + numArrays);
  operands.inits.assign(all.begin() + numArrays, all.begin() + 2 * numArrays);
  auto first = dyn_cast<RankedTensorType>(operands.arrays.front().getType());
  operands.rank = first ? first.getRank() : 0;
  for (auto [array, init] : llvm::zip_equal(operands.arrays, operands.inits)) {
    auto type = dyn_cast<RankedTensorType>(array.getType());
    if ((type ? type.getRank() : 0) != operands.rank ||
        (type && failed(verifyCompatibleShape(type.getShape(), first.getShape()))))
      return importer.error(op, "has arrays of different shapes");
    if (init.getType() != getElementTypeOrSelf(array.getType()))
      return importer.error(op, "has an initial value of another type than the elements");
  }
  return operands;
}

static LogicalResult importReduce(Importer &importer, Operation *op) {
  auto operands = readReduceOperands(importer, op);
  auto dims = importer.integers(op, "dimensions");
  if (failed(operands) || failed(dims) ||
      failed(importer.checkDims(op, *dims, operands->rank, "dimensions")))
    return failure();
  int64_t rank = operands->rank;
  if (rank == 0) {
    SmallVector<Value> args = operands->inits;
    llvm::append_range(args, operands->arrays);
    auto results = importer.importRegion(op, 0, args);
    if (failed(results) || results->size() != op->getNumResults())
      return failed(results) ? failure()
                             : importer.error(op, "has a body with another number of results");
    for (auto [i, value] : llvm::enumerate(*results))
      if (failed(importer.set(op, i, value)))
        return failure();
    return success();
  }
  OpBuilder &builder = importer.builder;
  SmallVector<AffineExpr> kept;
  SmallVector<OpFoldResult> sizes;
  SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (llvm::is_contained(*dims, dim)) {
      iterators[dim] = IteratorType::reduction;
      continue;
    }
    kept.push_back(builder.getAffineDimExpr(dim));
    sizes.push_back(importer.size(operands->arrays.front(), dim));
  }
  SmallVector<AffineMap> maps(operands->arrays.size(), builder.getMultiDimIdentityMap(rank));
  maps.append(operands->inits.size(), AffineMap::get(rank, 0, kept, builder.getContext()));
  SmallVector<Value> starts;
  for (Value init : operands->inits)
    starts.push_back(importer.fill(init, sizes));
  unsigned numArrays = operands->arrays.size();
  auto results = importer.generic(operands->arrays, starts, maps, iterators,
                                  [&](ValueRange elements) -> FailureOr<SmallVector<Value>> {
                                    SmallVector<Value> args(elements.take_back(numArrays));
                                    llvm::append_range(args, elements.take_front(numArrays));
                                    return importer.importRegion(op, 0, args);
                                  });
  if (failed(results))
    return failure();
  for (auto [i, value] : llvm::enumerate(*results))
    if (failed(importer.set(op, i, value)))
      return failure();
  return success();
}

/// Imports `stablehlo.map`, which applies its region to the elements of arrays of one shape.
static LogicalResult importMap(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, op->getNumOperands(), 1, 1)))
    return failure();
  SmallVector<Value> arrays = importer.operands(op);
  if (arrays.empty())
    return importer.error(op, "needs an operand");
  auto type = dyn_cast<RankedTensorType>(arrays.front().getType());
  if (!type) {
    auto results = importer.importRegion(op, 0, arrays);
    if (failed(results))
      return failure();
    if (results->size() != 1)
      return importer.error(op, "has a body with another number of results");
    return importer.set(op, results->front());
  }
  for (Value array : arrays) {
    auto other = dyn_cast<RankedTensorType>(array.getType());
    if (!other || failed(verifyCompatibleShape(other.getShape(), type.getShape())))
      return importer.error(op, "has arrays of different shapes");
  }
  OpBuilder &builder = importer.builder;
  Value place =
      importer.empty(importer.sizes(arrays.front()), getElementTypeOrSelf(importer.resultType(op)));
  SmallVector<AffineMap> maps(arrays.size() + 1, builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<IteratorType> iterators(type.getRank(), IteratorType::parallel);
  auto results = importer.generic(arrays, place, maps, iterators,
                                  [&](ValueRange elements) -> FailureOr<SmallVector<Value>> {
                                    return importer.importRegion(op, 0, elements.drop_back());
                                  });
  return failed(results) ? failure() : importer.set(op, results->front());
}

void chad::stablehlo::addReductionRules(RuleTable &rules) {
  rules["stablehlo.reduce"] = importReduce;
  rules["stablehlo.map"] = importMap;
}
