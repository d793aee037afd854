//===- SumOfCopies.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumOfCopies.h"
#include "chad/IR/ChadOps.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Value chad::detail::getNumberOf(Value array) {
  if (auto splat = array.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  auto fill = array.getDefiningOp<linalg::FillOp>();
  return fill ? fill.getInputs().front() : Value();
}

Value chad::detail::createElements(OpBuilder &builder, Location loc, Value state, Operation *&build,
                                   function_ref<Value(Value start, Value place)> compute) {
  auto type = cast<RankedTensorType>(state.getType());
  int64_t rank = type.getRank();
  Value number = getNumberOf(state);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, state);
  SmallVector<ReassociationIndices> all = {llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  auto flat = cast<RankedTensorType>(state.getType());
  Value extent = createIndex(builder, loc, 1);
  for (OpFoldResult size : sizes)
    extent = builder.createOrFold<arith::MulIOp>(
        loc, extent, getValueOrCreateConstantIndexOp(builder, loc, size));
  if (rank > 1) {
    flat = tensor::CollapseShapeOp::inferCollapsedType(flat, all);
    if (!number)
      state = tensor::CollapseShapeOp::create(builder, loc, state, all);
  }
  auto loop = BuildOp::create(builder, loc, TypeRange(flat), extent);
  build = loop;
  Value made = loop.getResult(0);
  if (rank > 1)
    made = tensor::ExpandShapeOp::create(builder, loc, type, made, all, sizes);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&loop.getBody(), {}, builder.getIndexType(), loc);
  Value place = body->getArgument(0);
  Value start = number ? number : tensor::ExtractOp::create(builder, loc, state, place);
  YieldOp::create(builder, loc, compute(start, place));
  return made;
}

Value chad::detail::collapseRows(OpBuilder &builder, Location loc, Value array) {
  int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
  if (rank <= 2)
    return array;
  SmallVector<ReassociationIndices> groups = {{0}, llvm::to_vector(llvm::seq<int64_t>(1, rank))};
  return tensor::CollapseShapeOp::create(builder, loc, array, groups);
}

Value chad::detail::createSumOfCopies(OpBuilder &builder, Location loc, Value state, Value copies,
                                      Value numCopies, Operation *&build) {
  auto type = cast<RankedTensorType>(state.getType());
  auto addCopies = [&](Value start, ArrayRef<Value> place) -> FoldOp {
    return FoldOp::create(builder, loc, Direction::Left, createIota(builder, loc, numCopies), start,
                          [&](OpBuilder &inner, Location at, ValueRange args) {
                            SmallVector<Value> position = {args[0]};
                            llvm::append_range(position, place);
                            Value own = tensor::ExtractOp::create(inner, at, copies, position);
                            Value next = arith::AddFOp::create(inner, at, args[1], own);
                            YieldOp::create(inner, at, next);
                          });
  };
  if (type.getRank() == 0) {
    Value number = getNumberOf(state);
    Value start = number ? number : tensor::ExtractOp::create(builder, loc, state, ValueRange());
    build = addCopies(start, {});
    return tensor::FromElementsOp::create(builder, loc, type, build->getResult(0));
  }
  copies = collapseRows(builder, loc, copies);
  return createElements(builder, loc, state, build, [&](Value start, Value place) {
    return addCopies(start, {place}).getResult(0);
  });
}
