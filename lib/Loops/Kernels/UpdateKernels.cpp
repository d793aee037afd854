//===- UpdateKernels.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpdateKernels.h"
#include "../Sums.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

UpdateKernels::UpdateKernels(RewriterBase &rewriter, Operation *op, const Machine &machine,
                             Value extent)
    : rewriter(rewriter), op(op), loc(op->getLoc()), machine(machine), hist(dyn_cast<HistOp>(op)),
      scatter(dyn_cast<ScatterAddOp>(op)), extent(extent) {
  indices = hist ? Value(hist.getIndices()) : scatter.getIndices();
  arrays = hist ? SmallVector<Value>(hist.getArrays()) : SmallVector<Value>{scatter.getValues()};
}

UpdateKernels::~UpdateKernels() = default;

Value UpdateKernels::index(int64_t value) { return createIndex(rewriter, loc, value); }

SmallVector<OpFoldResult> UpdateKernels::sizesOf(unsigned number) {
  if (scatter)
    return tensor::getMixedSizes(rewriter, loc, scatter.getAcc());
  return {getAsOpFoldResult(hist.getBins())};
}

Value UpdateKernels::getNumBins() {
  return getValueOrCreateConstantIndexOp(rewriter, loc, sizesOf(0).front());
}

Value UpdateKernels::unitOf(unsigned number) {
  if (hist)
    return hist.getUnits()[number];
  return arith::ConstantOp::create(rewriter, loc,
                                   getNeutralAttr(getElementTypeOrSelf(scatter.getType())));
}

SmallVector<Value> UpdateKernels::update(Value number, Value bin, ValueRange states) {
  SmallVector<Value> elements;
  for (Value array : arrays)
    elements.push_back(readArray(rewriter, loc, array, number));
  if (scatter)
    return {AccumulateOp::create(rewriter, loc, states[0].getType(), elements[0], states[0], bin)};
  IRMapping mapping;
  for (auto [arg, state] : llvm::zip_equal(hist.getStateArgs(), states))
    mapping.map(arg, tensor::ExtractOp::create(rewriter, loc, state, bin).getResult());
  mapping.map(hist.getElementArgs(), elements);
  SmallVector<Value> made = cloneBody(rewriter, hist.getBodyBlock(), mapping);
  SmallVector<Value> next;
  for (auto [element, state] : llvm::zip_equal(made, states))
    next.push_back(tensor::InsertOp::create(rewriter, loc, element, state, bin));
  return next;
}

SmallVector<Value>
UpdateKernels::createUpdates(Value from, Value count, Value step, ValueRange states,
                             function_ref<std::pair<Value, Value>(OpBuilder &, Value bin)> place) {
  auto loop = scf::ForOp::create(rewriter, loc, index(0), count, index(1), states);
  rewriter.setInsertionPointToEnd(loop.getBody());
  Value number = arith::AddIOp::create(
      rewriter, loc, from, arith::MulIOp::create(rewriter, loc, loop.getInductionVar(), step));
  Value bin = readIndex(rewriter, loc, indices, number);
  auto [isOwn, position] = place(rewriter, bin);
  auto branch = scf::IfOp::create(rewriter, loc, states.getTypes(), isOwn, /*withElseRegion=*/true);
  scf::YieldOp::create(rewriter, loc, branch.getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, loop.getRegionIterArgs());
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, update(number, position, loop.getRegionIterArgs()));
  rewriter.setInsertionPointAfter(loop);
  return loop.getResults();
}

SmallVector<Value> UpdateKernels::updateInThreads(ValueRange copies,
                                                  ArrayRef<SmallVector<OpFoldResult>> sizes,
                                                  Value base, ElementRange range) {
  Value numThreads = index(machine.blockThreads);
  scf::ForallOp threads = createWorkerLoop(rewriter, loc, Level::Block,
                                           rewriter.getIndexAttr(machine.blockThreads), copies);
  rewriter.setInsertionPointToStart(threads.getBody());
  Value cells = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[0].front());
  Value thread = threads.getInductionVar(0);
  Value start = arith::MinUIOp::create(rewriter, loc, thread, cells);
  Value count = arith::CeilDivUIOp::create(
      rewriter, loc, arith::SubIOp::create(rewriter, loc, cells, start), numThreads);
  SmallVector<Value> states;
  SmallVector<Rows> rows;
  for (auto [number, own] : llvm::enumerate(threads.getRegionIterArgs())) {
    rows.emplace_back(rewriter, sizes[number], start, count,
                      rewriter.getIndexAttr(machine.blockThreads));
    auto type = cast<RankedTensorType>(own.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = ShapedType::kDynamic;
    Value state = extractSlice(rewriter, loc, type.clone(shape), own, rows.back().offsets,
                               rows.back().sizes, rows.back().strides);
    states.push_back(linalg::FillOp::create(rewriter, loc, unitOf(number), state).getResult(0));
  }
  SmallVector<Value> updated =
      createUpdates(range.first, range.size, index(1), states, [&](OpBuilder &builder, Value bin) {
        // A negative index is, as an unsigned number, beyond the end.
        bin = builder.createOrFold<arith::SubIOp>(loc, bin, base);
        Value owner = arith::RemUIOp::create(builder, loc, bin, numThreads);
        Value position = arith::DivUIOp::create(builder, loc, bin, numThreads);
        Value isOwn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, owner, thread);
        Value isInside =
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, position, count);
        return std::make_pair(arith::AndIOp::create(builder, loc, isOwn, isInside).getResult(),
                              position);
      });
  insertRows(rewriter, threads, updated, rows);
  rewriter.setInsertionPointAfter(threads);
  return SmallVector<Value>(threads.getResults());
}
