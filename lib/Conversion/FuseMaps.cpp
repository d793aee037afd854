//===- FuseMaps.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "chad/Conversion/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADFUSEMAPS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The map that `producer` can be fused with: the first op that uses it, if it reads
/// all that it uses an element at a time, and all other uses come later.
static MapOp getConsumer(Operation *producer) {
  auto build = dyn_cast<BuildOp>(producer);
  if ((!build && !isa<MapOp>(producer)) || (build && makesIota(build)) || producer->use_empty())
    return nullptr;
  Block *block = producer->getBlock();
  Operation *first = nullptr;
  for (Operation *user : producer->getUsers()) {
    Operation *inBlock = block->findAncestorOpInBlock(*user);
    if (!inBlock)
      return nullptr;
    if (!first || inBlock->isBeforeInBlock(first))
      first = inBlock;
  }
  auto consumer = dyn_cast<MapOp>(first);
  if (!consumer)
    return nullptr;
  // A use in the body needs the whole array.
  for (Operation *user : producer->getUsers())
    if (user != consumer && consumer->isProperAncestor(user))
      return nullptr;
  bool isPure = isMemoryEffectFree(producer) && isMemoryEffectFree(consumer);
  return isPure ? consumer : nullptr;
}

/// One map in the place of `consumer` with the results of the producer that are used
/// later, then those of the consumer.
static MapOp fuse(RewriterBase &rewriter, Operation *producer, MapOp consumer) {
  Location loc = consumer.getLoc();
  rewriter.setInsertionPoint(consumer);
  SmallVector<Value> arrays;
  if (auto map = dyn_cast<MapOp>(producer)) {
    llvm::append_range(arrays, map.getArrays());
  } else {
    // The index of a build is an element of an iota, which costs nothing.
    auto build = cast<BuildOp>(producer);
    auto iota = BuildOp::create(
        rewriter, loc, build.getExtent(),
        [](OpBuilder &nested, Location at, ValueRange args) { YieldOp::create(nested, at, args); });
    arrays.push_back(iota.getResult(0));
  }
  Block &first = producer->getRegion(0).front(), &second = consumer.getBody().front();
  auto isProduced = [&](Value array) { return array.getDefiningOp() == producer; };
  // What the later uses see.
  SmallVector<unsigned> kept;
  for (OpResult result : producer->getResults())
    if (llvm::any_of(result.getUsers(), [&](Operation *user) { return user != consumer; }))
      kept.push_back(result.getResultNumber());
  SmallVector<Type> types;
  for (unsigned number : kept)
    types.push_back(producer->getResult(number).getType());
  llvm::append_range(types, consumer.getResultTypes());
  for (Value array : consumer.getArrays())
    if (!isProduced(array))
      arrays.push_back(array);

  OperationState state(loc, MapOp::getOperationName(), arrays, types);
  state.addRegion();
  auto fused = cast<MapOp>(rewriter.create(state));
  Block *body = rewriter.createBlock(&fused.getBody());
  for (Value array : arrays)
    body->addArgument(getArrayElement(array.getType()), loc);
  Operation *produced = first.getTerminator(), *consumed = second.getTerminator();
  ValueRange args = body->getArguments();
  unsigned numFirst = first.getNumArguments();
  rewriter.inlineBlockBefore(&first, body, body->end(), args.take_front(numFirst));
  SmallVector<Value> elements;
  unsigned next = numFirst;
  for (Value array : consumer.getArrays())
    elements.push_back(isProduced(array)
                           ? produced->getOperand(cast<OpResult>(array).getResultNumber())
                           : args[next++]);
  rewriter.inlineBlockBefore(&second, body, body->end(), elements);
  SmallVector<Value> yielded;
  for (unsigned number : kept)
    yielded.push_back(produced->getOperand(number));
  llvm::append_range(yielded, consumed->getOperands());
  rewriter.setInsertionPointToEnd(body);
  YieldOp::create(rewriter, loc, yielded);
  rewriter.eraseOp(produced);
  rewriter.eraseOp(consumed);
  rewriter.replaceOp(consumer, fused.getResults().drop_front(kept.size()));
  for (auto [number, result] : llvm::zip(kept, fused.getResults()))
    rewriter.replaceAllUsesWith(producer->getResult(number), result);
  rewriter.eraseOp(producer);
  return fused;
}

namespace {
struct FuseMaps : chad::impl::ChadFuseMapsBase<FuseMaps> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    resolveExtents(rewriter, getOperation());
    // Producers before consumers; a fused map takes its consumer's place.
    SmallVector<Operation *> maps;
    DenseMap<Operation *, size_t> places;
    getOperation()->walk([&](Operation *op) {
      if (!isa<MapOp, BuildOp>(op))
        return;
      places[op] = maps.size();
      maps.push_back(op);
    });
    for (size_t i = 0; i < maps.size(); ++i) {
      Operation *producer = maps[i];
      MapOp consumer = getConsumer(producer);
      if (!consumer)
        continue;
      ++numFused;
      size_t place = places[consumer];
      places.erase(consumer);
      places.erase(producer);
      maps[place] = fuse(rewriter, producer, consumer);
      places[maps[place]] = place;
    }
  }
};
} // namespace
