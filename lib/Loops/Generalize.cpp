//===- Generalize.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Loops/Generalize.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static Value asIndex(OpBuilder &builder, Location loc, Value index) {
  if (index.getType().isIndex())
    return index;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
}

static Value castTo(OpBuilder &builder, Location loc, Type type, Value value) {
  return value.getType() == type ? value : tensor::CastOp::create(builder, loc, type, value);
}

/// Casts values to these types, which may have other static extents.
static SmallVector<Value> castTo(OpBuilder &builder, Location loc, TypeRange types,
                                 ValueRange values) {
  return llvm::map_to_vector(llvm::zip_equal(types, values), [&](auto pair) {
    return castTo(builder, loc, std::get<0>(pair), std::get<1>(pair));
  });
}

//===----------------------------------------------------------------------===//
// Combinators with an associative body
//===----------------------------------------------------------------------===//

/// Makes a fold with the body of a reduction or a scan, without a yield. Afterwards the insertion
/// point is at the end of the body; `next` is set to the next states.
static ArrayLoopOpInterface createFold(RewriterBase &rewriter, CombinatorOpInterface op,
                                       TypeRange collected, SmallVectorImpl<Value> &next) {
  rewriter.setInsertionPoint(op);
  ArrayLoopOpInterface fold = createLoop(rewriter, op.getLoc(), op.getArrays(),
                                         op.getInitialStates(), collected, op.getDirection());
  createBody(rewriter, fold);
  SmallVector<Value> args(op.getBodyBlock().getNumArguments());
  for (auto [arg, element] : llvm::zip_equal(op.getElementArgs(), fold.getElementArgs()))
    args[arg.getArgNumber()] = element;
  for (auto [arg, state] : llvm::zip_equal(op.getStateArgs(), fold.getStateArgs()))
    args[arg.getArgNumber()] = state;
  next = inlineBody(rewriter, op.getBodyBlock(), args);
  rewriter.setInsertionPointToEnd(&fold.getBodyBlock());
  return fold;
}

static ArrayLoopOpInterface generalize(RewriterBase &rewriter, ReduceOp op) {
  SmallVector<Value> next;
  ArrayLoopOpInterface fold = createFold(rewriter, op, {}, next);
  YieldOp::create(rewriter, op.getLoc(), next);
  rewriter.replaceOp(op, fold.getFinalStates());
  return fold;
}

static ArrayLoopOpInterface generalize(RewriterBase &rewriter, ScanOp op) {
  SmallVector<Value> next;
  ArrayLoopOpInterface fold = createFold(rewriter, op, op.getResultTypes(), next);
  SmallVector<Value> yielded = next;
  if (op.getKind() == ScanKind::Inclusive)
    llvm::append_range(yielded, next);
  else
    llvm::append_range(yielded, fold.getStateArgs());
  YieldOp::create(rewriter, op.getLoc(), yielded);
  rewriter.replaceOp(op, fold.getCollected());
  return fold;
}

//===----------------------------------------------------------------------===//
// Histograms
//===----------------------------------------------------------------------===//

/// An array with the unit in each bin.
static Value createBins(OpBuilder &builder, HistOp op, Value unit, RankedTensorType type) {
  Location loc = op.getLoc();
  if (isa<RankedTensorType>(unit.getType())) {
    auto build = BuildOp::create(builder, loc, TypeRange(type), op.getBins());
    OpBuilder::InsertionGuard guard(builder);
    createBody(builder, build);
    YieldOp::create(builder, loc, unit);
    return build.getResult(0);
  }
  SmallVector<Value> sizes;
  if (type.isDynamicDim(0))
    sizes.push_back(op.getBins());
  return tensor::SplatOp::create(builder, loc, unit, type, sizes);
}

/// The element that a histogram adds to bins, if result `number` is a sum; null otherwise.
static Value getAddend(HistOp op, unsigned number) {
  auto add = op.getYield()->getOperand(number).getDefiningOp<arith::AddFOp>();
  Value state = op.getStateArgs()[number], element = op.getElementArgs()[number];
  if (!add || (add.getLhs() != state && add.getRhs() != state))
    return {};
  return (add.getLhs() == state ? add.getRhs() : add.getLhs()) == element ? element : Value();
}

/// The states after an element was added to `bin`.
static SmallVector<Value> update(RewriterBase &rewriter, HistOp op, Value bin, ValueRange elements,
                                 ValueRange states, bool hasLast) {
  Location loc = op.getLoc();
  unsigned numBins = elements.size();
  ValueRange arrays = states.take_front(numBins);
  bool adds = !hasLast && llvm::all_of(llvm::seq<unsigned>(0, numBins), [&](unsigned number) {
    return getAddend(op, number) != nullptr;
  });
  if (adds)
    return llvm::map_to_vector(llvm::zip_equal(elements, arrays), [&](auto pair) -> Value {
      auto [element, array] = pair;
      return AccumulateOp::create(rewriter, loc, array.getType(), element, array, bin);
    });
  auto readBins = [&] {
    return castTo(rewriter, loc, op.getUnits().getTypes(),
                  llvm::map_to_vector(
                      arrays, [&](Value array) { return readElement(rewriter, loc, array, bin); }));
  };
  SmallVector<Value> args;
  if (hasLast) {
    Value isLast =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, bin, states[numBins]);
    auto choice = scf::IfOp::create(rewriter, loc, elements.getTypes(), isLast,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(choice.thenBlock());
    scf::YieldOp::create(rewriter, loc, states.drop_front(numBins + 1));
    rewriter.setInsertionPointToEnd(choice.elseBlock());
    scf::YieldOp::create(rewriter, loc, readBins());
    llvm::append_range(args, choice.getResults());
  } else {
    args = readBins();
  }
  llvm::append_range(args, elements);
  SmallVector<Value> made = inlineBody(rewriter, op.getBodyBlock(), args), next;
  for (auto [element, array] : llvm::zip_equal(made, arrays))
    next.push_back(writeElement(rewriter, loc, element, array, bin));
  if (hasLast) {
    next.push_back(bin);
    llvm::append_range(next, made);
  }
  return next;
}

static ArrayLoopOpInterface generalize(RewriterBase &rewriter, HistOp op, BinStates bins) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> arrays = {op.getIndices()}, inits;
  llvm::append_range(arrays, op.getArrays());
  for (auto [unit, result] : llvm::zip_equal(op.getUnits(), op.getResults()))
    inits.push_back(createBins(rewriter, op, unit, cast<RankedTensorType>(result.getType())));
  bool hasLast = bins == BinStates::WithLast &&
                 llvm::none_of(op.getUnits().getTypes(), llvm::IsaPred<RankedTensorType>);
  if (hasLast) {
    inits.push_back(createIndex(rewriter, loc, -1));
    llvm::append_range(inits, op.getUnits());
  }
  ArrayLoopOpInterface fold = createLoop(rewriter, loc, arrays, inits, {});
  createBody(rewriter, fold);
  ValueRange states = fold.getStateArgs();
  Value bin = asIndex(rewriter, loc, fold.getElementArgs().front());
  // A negative index is, as an unsigned number, beyond the end.
  Value isInside =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, bin, op.getBins());
  auto branch =
      scf::IfOp::create(rewriter, loc, states.getTypes(), isInside, /*withElseRegion=*/true);
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, states);
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  SmallVector<Value> elements(fold.getElementArgs().drop_front());
  SmallVector<Value> next = update(rewriter, op, bin, elements, states, hasLast);
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.setInsertionPointToEnd(&fold.getBodyBlock());
  YieldOp::create(rewriter, loc, branch.getResults());
  rewriter.replaceOp(op, fold.getFinalStates().take_front(op.getNumResults()));
  return fold;
}

//===----------------------------------------------------------------------===//
// Accesses by arrays of indices
//===----------------------------------------------------------------------===//

/// Element `index` of the source of a gather.
static Value createGathered(OpBuilder &builder, Location loc, Value source, Value index,
                            Type type) {
  index = asIndex(builder, loc, index);
  if (getIota(source))
    return index;
  return castTo(builder, loc, type, readElement(builder, loc, source, index));
}

static ArrayLoopOpInterface createGather(OpBuilder &builder, Location loc, Value source,
                                         Value indices, Type type) {
  ArrayLoopOpInterface map = createLoop(builder, loc, indices, {}, type);
  OpBuilder::InsertionGuard guard(builder);
  createBody(builder, map);
  Value index = map.getElementArgs().front();
  Type element = getArrayElement(type);
  Value value = isa<RankedTensorType>(index.getType())
                    ? createGather(builder, loc, source, index, element)->getResult(0)
                    : createGathered(builder, loc, source, index, element);
  YieldOp::create(builder, loc, value);
  return map;
}

/// An index of rank 0, as a scalar.
static Value getOnlyIndex(OpBuilder &builder, Location loc, Value indices) {
  return tensor::ExtractOp::create(builder, loc, indices, ValueRange());
}

static ArrayLoopOpInterface generalize(RewriterBase &rewriter, GatherOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  if (op.getIndices().getType().getRank() == 0) {
    Value index = getOnlyIndex(rewriter, loc, op.getIndices());
    Type element = getArrayElement(op.getSource().getType());
    if (isa<RankedTensorType>(element))
      element = op.getType();
    Value value = createGathered(rewriter, loc, op.getSource(), index, element);
    if (!isa<RankedTensorType>(element))
      value = tensor::FromElementsOp::create(rewriter, loc, op.getType(), value);
    rewriter.replaceOp(op, value);
    return {};
  }
  ArrayLoopOpInterface map =
      createGather(rewriter, loc, op.getSource(), op.getIndices(), op.getType());
  rewriter.replaceOp(op, map);
  return map;
}

static ArrayLoopOpInterface createScatter(OpBuilder &builder, Location loc, Value values,
                                          Value indices, Value acc) {
  ArrayLoopOpInterface fold = createLoop(builder, loc, {indices, values}, acc, {});
  OpBuilder::InsertionGuard guard(builder);
  createBody(builder, fold);
  Value index = fold.getElementArgs()[0], value = fold.getElementArgs()[1];
  Value state = fold.getStateArgs().front();
  Value next = isa<RankedTensorType>(index.getType())
                   ? createScatter(builder, loc, value, index, state)->getResult(0)
                   : AccumulateOp::create(builder, loc, state.getType(), value, state,
                                          asIndex(builder, loc, index))
                         .getResult();
  YieldOp::create(builder, loc, next);
  return fold;
}

static ArrayLoopOpInterface generalize(RewriterBase &rewriter, ScatterAddOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  if (op.getIndices().getType().getRank() == 0) {
    Value index = asIndex(rewriter, loc, getOnlyIndex(rewriter, loc, op.getIndices()));
    Value value = op.getValues();
    if (cast<RankedTensorType>(value.getType()).getRank() == 0)
      value = tensor::ExtractOp::create(rewriter, loc, value, ValueRange());
    rewriter.replaceOpWithNewOp<AccumulateOp>(op, op.getType(), value, op.getAcc(), index);
    return {};
  }
  ArrayLoopOpInterface fold =
      createScatter(rewriter, loc, op.getValues(), op.getIndices(), op.getAcc());
  rewriter.replaceOp(op, fold.getFinalStates());
  return fold;
}

ArrayLoopOpInterface chad::detail::generalizeToLoop(RewriterBase &rewriter, Operation *op,
                                                    BinStates bins) {
  OpBuilder::InsertionGuard guard(rewriter);
  return TypeSwitch<Operation *, ArrayLoopOpInterface>(op)
      .Case([](ArrayLoopOpInterface loop) { return loop; })
      .Case<ReduceOp, ScanOp, GatherOp, ScatterAddOp>(
          [&](auto known) { return generalize(rewriter, known); })
      .Case([&](HistOp hist) { return generalize(rewriter, hist, bins); });
}
