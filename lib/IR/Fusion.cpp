//===- Fusion.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/Fusion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;

/// The number of iterations, if the types say it; `ShapedType::kDynamic` otherwise.
static int64_t getExtentOfTypes(CombinatorOpInterface op) {
  if (auto loop = dyn_cast<ArrayLoopOpInterface>(*op))
    return getStaticExtent(loop);
  for (Type type : op.getArrays().getTypes())
    if (int64_t extent = getArrayExtent(type); !ShapedType::isDynamic(extent))
      return extent;
  return ShapedType::kDynamic;
}

bool chad::mayHaveOneExtent(CombinatorOpInterface producer, CombinatorOpInterface consumer) {
  int64_t one = getExtentOfTypes(producer), other = getExtentOfTypes(consumer);
  return ShapedType::isDynamic(one) || ShapedType::isDynamic(other) || one == other;
}

bool chad::readsState(Operation *producer, ValueRange initialStates) {
  constexpr unsigned maxUses = 64;
  SmallVector<Value> arrays =
      llvm::to_vector(llvm::make_filter_range(initialStates, [](Value state) {
        // Constants, and arrays whose elements are all one number, are made anew for each loop.
        return isa<RankedTensorType>(state.getType()) && !matchPattern(state, m_Constant()) &&
               !state.getDefiningOp<tensor::SplatOp>();
      }));
  unsigned seen = 0;
  while (!arrays.empty()) {
    Value array = arrays.pop_back_val();
    for (Operation *user : array.getUsers()) {
      if (++seen > maxUses)
        return true;
      if (isa<tensor::DimOp>(user))
        continue;
      if (producer->isProperAncestor(user))
        return true;
      if (isa<tensor::ExtractSliceOp, tensor::CastOp>(user))
        arrays.push_back(user->getResult(0));
    }
  }
  return false;
}

ArrayLoopOpInterface chad::fuseLoops(RewriterBase &rewriter, ArrayLoopOpInterface producer,
                                     ArrayLoopOpInterface consumer, Direction direction) {
  OpBuilder::InsertionGuard guard(rewriter);
  Block &body = producer.getBodyBlock();
  SmallVector<Value> arrays(producer.getArrays());
  DenseMap<Value, Value> elements;
  for (auto [array, element] : llvm::zip_equal(arrays, producer.getElementArgs()))
    elements.try_emplace(array, element);

  // The consumer's body is inlined after the producer's.
  SmallVector<Value> args;
  unsigned numElements = body.getNumArguments() - producer.getNumStates();
  for (Value array : consumer.getArrays()) {
    if (array.getDefiningOp() == producer) {
      args.push_back(getYieldedElement(array));
      continue;
    }
    Value &element = elements[array];
    if (BuildOp iota = getIota(array); iota && producer.getIndexArg() && !element &&
                                       cast<BuildOp>(*producer).getExtent() == iota.getExtent())
      element = producer.getIndexArg();
    if (!element) {
      element =
          body.insertArgument(numElements++, getArrayElement(array.getType()), consumer.getLoc());
      arrays.push_back(array);
    }
    args.push_back(element);
  }
  for (Value state : consumer.getInitialStates())
    args.push_back(body.addArgument(state.getType(), consumer.getLoc()));
  SmallVector<Value> inits(producer.getInitialStates());
  llvm::append_range(inits, consumer.getInitialStates());

  SmallVector<Value> kept, keptElements;
  for (Value result : producer.getCollected())
    if (llvm::any_of(result.getUsers(), [&](Operation *user) { return user != consumer; })) {
      kept.push_back(result);
      keptElements.push_back(getYieldedElement(result));
    }
  SmallVector<Type> collected(ValueRange(kept).getTypes());
  llvm::append_range(collected, consumer.getCollected().getTypes());

  SmallVector<Value> yielded(producer.getYieldedStates());
  rewriter.eraseOp(producer.getYield());
  rewriter.setInsertionPointToEnd(&body);
  SmallVector<Value> last = inlineBody(rewriter, consumer.getBodyBlock(), args);
  rewriter.setInsertionPointToEnd(&body);
  llvm::append_range(yielded, ArrayRef(last).take_front(consumer.getNumStates()));
  llvm::append_range(yielded, keptElements);
  llvm::append_range(yielded, ArrayRef(last).drop_front(consumer.getNumStates()));
  YieldOp::create(rewriter, consumer.getLoc(), yielded);

  rewriter.setInsertionPoint(consumer);
  ArrayLoopOpInterface fused = rebuildLoop(rewriter, producer, arrays, inits, collected);
  fused->setLoc(consumer.getLoc());
  if (auto fold = dyn_cast<FoldOp>(*fused))
    fold.setDirection(direction);
  // The attributes of the consumer hold for the fused loop if the iterations of the producer are
  // independent.
  fused->setDiscardableAttrs(producer.hasStates() ? DictionaryAttr::get(rewriter.getContext())
                                                  : consumer->getDiscardableAttrDictionary());

  ResultRange results = fused->getResults();
  auto take = [&](ValueRange olds) {
    for (auto [old, result] : llvm::zip(olds, results))
      rewriter.replaceAllUsesWith(old, result);
    results = results.drop_front(olds.size());
  };
  take(producer.getFinalStates());
  take(consumer.getFinalStates());
  take(kept);
  take(consumer.getCollected());
  rewriter.eraseOp(consumer);
  rewriter.eraseOp(producer);
  return fused;
}
