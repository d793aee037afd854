//===- ArrayLoops.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Iotas
//===----------------------------------------------------------------------===//

Value chad::createIota(OpBuilder &builder, Location loc, Value extent) {
  return BuildOp::create(builder, loc, extent,
                         [](OpBuilder &nested, Location at, ValueRange index) {
                           YieldOp::create(nested, at, index);
                         })
      .getResult(0);
}

BuildOp chad::getIota(Value array) {
  while (auto cast = array.getDefiningOp<tensor::CastOp>())
    array = cast.getSource();
  auto build = array.getDefiningOp<BuildOp>();
  return build && getYieldedElement(array) == build.getIndexArg() ? build : nullptr;
}

bool chad::makesIota(Operation *op) {
  auto build = dyn_cast<BuildOp>(op);
  return build && llvm::is_contained(build.getYieldedElements(), build.getIndexArg());
}

bool chad::makesOnlyIota(Operation *op) { return op->getNumResults() == 1 && makesIota(op); }

//===----------------------------------------------------------------------===//
// What loops read and make
//===----------------------------------------------------------------------===//

Value chad::getArrayOfElement(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  auto loop = arg ? dyn_cast_or_null<CombinatorOpInterface>(arg.getOwner()->getParentOp())
                  : CombinatorOpInterface();
  if (!loop)
    return {};
  auto elements = loop.getElementArgs();
  const auto *element = llvm::find(elements, arg);
  return element == elements.end() ? Value() : loop.getArrays()[element - elements.begin()];
}

Value chad::getYieldedElement(Value array) {
  auto result = dyn_cast<OpResult>(array);
  auto loop = result ? dyn_cast<ArrayLoopOpInterface>(result.getOwner()) : ArrayLoopOpInterface();
  if (!loop || result.getResultNumber() < loop.getNumStates())
    return {};
  return loop.getYield()->getOperand(result.getResultNumber());
}

ArrayLoopOpInterface chad::getLoopOverArrays(Operation *op) {
  auto loop = dyn_cast_or_null<ArrayLoopOpInterface>(op);
  return loop && loop.hasArrays() ? loop : ArrayLoopOpInterface();
}

ArrayLoopOpInterface chad::getMapOrBuild(Operation *op) {
  // A fold without states still orders the effects of its iterations.
  return isa_and_nonnull<MapOp, BuildOp>(op) ? cast<ArrayLoopOpInterface>(op)
                                             : ArrayLoopOpInterface();
}

bool chad::isDefinedOutside(Value value, Operation *op) {
  Operation *parent = value.getParentRegion()->getParentOp();
  return !parent || !op->isAncestor(parent);
}

bool chad::isReadByElement(OpOperand &use) {
  ArrayLoopOpInterface loop = getLoopOverArrays(use.getOwner());
  return loop && use.getOperandNumber() < loop.getArrays().size();
}

int64_t chad::getStaticExtent(ArrayLoopOpInterface loop) {
  if (auto build = dyn_cast<BuildOp>(*loop))
    if (std::optional<int64_t> extent = getConstantIntValue(build.getExtent()))
      return *extent;
  for (TypeRange types : {TypeRange(loop.getArrays()), TypeRange(loop.getCollected())})
    for (Type type : types)
      if (int64_t extent = getArrayExtent(type); !ShapedType::isDynamic(extent))
        return extent;
  return ShapedType::kDynamic;
}

Value chad::getExtent(OpBuilder &builder, Location loc, ValueRange arrays) {
  for (Value array : arrays)
    if (int64_t extent = getArrayExtent(array.getType()); !ShapedType::isDynamic(extent))
      return arith::ConstantIndexOp::create(builder, loc, extent);
  for (Value array : arrays)
    if (isa<RankedTensorType>(array.getType()))
      return builder.createOrFold<tensor::DimOp>(loc, array, 0);
  for (Value array : arrays) {
    // The type is a unit where no sizes are given.
    if (auto zeros = array.getDefiningOp<ZeroOp>(); zeros && !zeros.getSizes().empty())
      return zeros.getSizes().front();
    if (auto lin = dyn_cast<LinType>(array.getType()); lin && !lin.isUnit())
      return builder.createOrFold<tensor::DimOp>(loc,
                                                 builder.createOrFold<FromLinearOp>(loc, array), 0);
  }
  return {};
}

Value chad::getExtent(OpBuilder &builder, ArrayLoopOpInterface loop) {
  if (auto build = dyn_cast<BuildOp>(*loop))
    return build.getExtent();
  return getExtent(builder, loop.getLoc(), loop.getArrays());
}

bool chad::hasLinearArrays(Operation *combinator) {
  auto isLinear = [](Type type) { return isa<LinType>(type); };
  return llvm::any_of(combinator->getOperandTypes(), isLinear) ||
         llvm::any_of(combinator->getResultTypes(), isLinear);
}

//===----------------------------------------------------------------------===//
// Making loops
//===----------------------------------------------------------------------===//

static ArrayLoopOpInterface create(OpBuilder &builder, Location loc, bool isFold, ValueRange arrays,
                                   ValueRange initialStates, TypeRange collected,
                                   Direction direction, ArrayRef<NamedAttribute> attributes,
                                   std::unique_ptr<Region> body) {
  OperationState state(loc, isFold ? FoldOp::getOperationName() : MapOp::getOperationName());
  state.addOperands(arrays);
  state.addOperands(initialStates);
  state.addTypes(initialStates.getTypes());
  state.addTypes(collected);
  state.addAttributes(attributes);
  state.addRegion(body ? std::move(body) : std::make_unique<Region>());
  if (isFold) {
    auto &properties = state.getOrAddProperties<FoldOp::Properties>();
    properties.direction = DirectionAttr::get(builder.getContext(), direction);
    properties.operandSegmentSizes = {static_cast<int32_t>(arrays.size()),
                                      static_cast<int32_t>(initialStates.size())};
  }
  return cast<ArrayLoopOpInterface>(builder.create(state));
}

ArrayLoopOpInterface chad::createLoop(OpBuilder &builder, Location loc, ValueRange arrays,
                                      ValueRange initialStates, TypeRange collected,
                                      Direction direction, std::unique_ptr<Region> body) {
  return create(builder, loc, !initialStates.empty(), arrays, initialStates, collected, direction,
                {}, std::move(body));
}

Block *chad::createBody(OpBuilder &builder, ArrayLoopOpInterface loop) {
  Location loc = loop.getLoc();
  Block *body = builder.createBlock(&loop.getBody());
  for (Value array : loop.getArrays())
    body->addArgument(getArrayElement(array.getType()), loc);
  if (!loop.hasArrays())
    body->addArgument(builder.getIndexType(), loc);
  for (Value state : loop.getInitialStates())
    body->addArgument(state.getType(), loc);
  return body;
}

ArrayLoopOpInterface chad::rebuildLoop(RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                       ValueRange arrays, ValueRange initialStates,
                                       TypeRange collected) {
  auto attributes = llvm::to_vector(loop->getDiscardableAttrs());
  auto build = dyn_cast<BuildOp>(*loop);
  ArrayLoopOpInterface rebuilt;
  if (build && arrays.empty() && initialStates.empty()) {
    auto other = BuildOp::create(rewriter, loop.getLoc(), collected, build.getExtent());
    other->setDiscardableAttrs(attributes);
    rebuilt = cast<ArrayLoopOpInterface>(*other);
  } else {
    SmallVector<Value> read;
    if (build)
      read.push_back(createIota(rewriter, loop.getLoc(), build.getExtent()));
    llvm::append_range(read, arrays);
    rebuilt = create(rewriter, loop.getLoc(), isa<FoldOp>(*loop) || !initialStates.empty(), read,
                     initialStates, collected, loop.getDirection(), attributes, nullptr);
  }
  rewriter.inlineRegionBefore(loop.getBody(), rebuilt.getBody(), rebuilt.getBody().end());
  return rebuilt;
}

//===----------------------------------------------------------------------===//
// Changing loops
//===----------------------------------------------------------------------===//

BlockArgument chad::addElement(RewriterBase &rewriter, ArrayLoopOpInterface loop, Value array) {
  BlockArgument element;
  rewriter.modifyOpInPlace(loop, [&] {
    element = loop.getBodyBlock().insertArgument(loop.getArrays().size(),
                                                 getArrayElement(array.getType()), array.getLoc());
    loop.getArraysMutable().append(array);
  });
  return element;
}

void chad::eraseElements(RewriterBase &rewriter, ArrayLoopOpInterface loop,
                         const llvm::BitVector &numbers) {
  rewriter.modifyOpInPlace(loop, [&] {
    for (int number = numbers.find_last(); number >= 0; number = numbers.find_prev(number)) {
      loop.getArraysMutable().erase(number);
      loop.getBodyBlock().eraseArgument(number);
    }
  });
}

ArrayLoopOpInterface chad::addCollected(RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                        ValueRange values) {
  SmallVector<Type> types(loop.getCollected().getTypes());
  int64_t extent = types.empty() ? getStaticExtent(loop) : getArrayExtent(types.front());
  for (Type type : values.getTypes())
    types.push_back(getArrayOf(type, extent));
  Operation *yield = loop.getYield();
  rewriter.modifyOpInPlace(yield, [&] { yield->insertOperands(yield->getNumOperands(), values); });
  rewriter.setInsertionPoint(loop);
  ArrayLoopOpInterface larger =
      rebuildLoop(rewriter, loop, loop.getArrays(), loop.getInitialStates(), types);
  rewriter.replaceAllUsesWith(loop->getResults(),
                              larger->getResults().take_front(loop->getNumResults()));
  return larger;
}

SmallVector<Value> chad::inlineBody(RewriterBase &rewriter, Block &body, ValueRange args) {
  Operation *yield = body.getTerminator();
  rewriter.inlineBlockBefore(&body, rewriter.getInsertionBlock(), rewriter.getInsertionPoint(),
                             args);
  SmallVector<Value> yielded(yield->getOperands());
  rewriter.eraseOp(yield);
  return yielded;
}

SmallVector<Value> chad::cloneBody(OpBuilder &builder, Block &body, IRMapping &mapping) {
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(body.getTerminator()->getOperands(),
                             [&](Value value) { return mapping.lookupOrDefault(value); });
}
