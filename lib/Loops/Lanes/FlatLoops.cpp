//===- FlatLoops.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Flat loops: from scalars to scalars, so that the lanes read and write adjacent elements.

#include "../Sums.h"
#include "Vectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

SmallVector<Value> Vectorizer::writeFlatBlock(Value first, Value rest, ValueRange carried,
                                              ArrayRef<Value> outputs) {
  LaneBody lanes(rewriter, variation, width);
  Block &body = loop.getBodyBlock();
  ValueRange arrays = loop.getArrays();
  std::optional<ArrayRef<bool>> inBounds;
  const bool isWhole[] = {!rest};
  inBounds = isWhole;
  auto number = [&] {
    auto type = cast<VectorType>(lanes.laneTypeOf(rewriter.getIndexType()));
    SmallVector<Attribute> numbers;
    for (unsigned lane = 0; lane < width; ++lane)
      numbers.push_back(rewriter.getIndexAttr(lane));
    Value iota = arith::ConstantOp::create(rewriter, loc, DenseElementsAttr::get(type, numbers));
    return arith::AddIOp::create(rewriter, loc, lanes.broadcast(first), iota).getResult();
  };
  if (BlockArgument arg = loop.getIndexArg())
    lanes.map(arg, number());
  for (unsigned i = 0; i < arrays.size(); ++i) {
    Value array = arrays[i], arg = body.getArgument(i);
    if (getIota(array)) {
      lanes.map(arg, number());
      continue;
    }
    // Elements that are overwritten still have their old values here.
    if (const auto *output = llvm::find(outputs, array); output != outputs.end())
      array = carried[numStates + (output - outputs.begin())];
    Value padding = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(arg.getType()));
    lanes.map(arg, vector::TransferReadOp::create(rewriter, loc,
                                                  cast<VectorType>(lanes.laneTypeOf(arg.getType())),
                                                  array, first, padding, inBounds));
  }
  for (unsigned i = 0; i < numStates; ++i)
    lanes.map(body.getArgument(arrays.size() + i), carried[i]);
  lanes.write(body);
  SmallVector<Value> next;
  for (auto [i, yielded] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Value value = lanes.getLanes(yielded);
    if (i >= numStates)
      value = vector::TransferWriteOp::create(rewriter, loc, value, carried[i], first, inBounds)
                  .getResult();
    next.push_back(value);
  }
  return next;
}

SmallVector<Value> Vectorizer::writeFlat(Value numFull, Value rest, ArrayRef<Value> outputs) {
  LaneBody lanes(rewriter, variation, width);
  SmallVector<Value> zeros;
  for (auto [init, arg] : llvm::zip_equal(loop.getInitialStates(), loop.getStateArgs()))
    zeros.push_back(createNeutral(rewriter, loc, lanes.laneTypeOf(arg), init));
  SmallVector<Value> inits = zeros;
  llvm::append_range(inits, outputs);
  Value zero = index(0), step = index(width);
  Value end = arith::MulIOp::create(rewriter, loc, numFull, step);
  auto whole = scf::ForOp::create(rewriter, loc, zero, end, step, inits);
  OpBuilder::InsertionGuard guard(rewriter);
  if (inits.empty())
    rewriter.eraseOp(whole.getBody()->getTerminator());
  rewriter.setInsertionPointToEnd(whole.getBody());
  scf::YieldOp::create(
      rewriter, loc,
      writeFlatBlock(whole.getInductionVar(), Value(), whole.getRegionIterArgs(), outputs));
  rewriter.setInsertionPointAfter(whole);
  SmallVector<Value> carried = zeros;
  llvm::append_range(carried, whole.getResults().drop_front(numStates));
  // A loop that runs once or not at all: bufferization updates its arrays in place.
  auto last = scf::ForOp::create(rewriter, loc, end, extent, step, carried);
  rewriter.setInsertionPointToEnd(last.getBody());
  scf::YieldOp::create(
      rewriter, loc,
      writeFlatBlock(last.getInductionVar(), rest, last.getRegionIterArgs(), outputs));
  rewriter.setInsertionPointAfter(last);
  auto maskType = VectorType::get({static_cast<int64_t>(width)}, rewriter.getI1Type());
  SmallVector<Value> results;
  for (unsigned i = 0; i < numStates; ++i) {
    Value sum = addLanes(loop.getInitialStates()[i], whole.getResult(i), Value());
    Value isUsed = vector::CreateMaskOp::create(rewriter, loc, maskType, rest);
    results.push_back(addLanes(sum, last.getResult(i), isUsed));
  }
  llvm::append_range(results, last.getResults().drop_front(numStates));
  return results;
}
