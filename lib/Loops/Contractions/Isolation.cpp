//===- Isolation.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Moves values that the bodies of loops compute to loops of their own.

#include "Isolation.h"
#include "Division.h"
#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/ArrayLoops.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Operation *chad::detail::convertToMap(RewriterBase &rewriter, BuildOp build) {
  rewriter.setInsertionPoint(build);
  Value indices = createIota(rewriter, build.getLoc(), build.getExtent());
  SmallVector<Value> yielded, results;
  for (auto [result, element] : llvm::zip_equal(build.getResults(), build.getYieldedElements())) {
    if (element == build.getIndexArg() && result.getType() == indices.getType()) {
      rewriter.replaceAllUsesWith(result, indices);
      continue;
    }
    yielded.push_back(element);
    results.push_back(result);
  }
  Operation *yield = build.getYield();
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
  Operation *map =
      createLoop(rewriter, build.getLoc(), indices, {}, ValueRange(results).getTypes());
  rewriter.inlineRegionBefore(build.getBody(), map->getRegion(0), map->getRegion(0).end());
  for (auto [old, result] : llvm::zip_equal(results, map->getResults()))
    rewriter.replaceAllUsesWith(old, result);
  rewriter.eraseOp(build);
  return map;
}

void chad::detail::isolateValue(RewriterBase &rewriter, Operation *op, Value value) {
  if (auto build = dyn_cast<BuildOp>(op))
    op = convertToMap(rewriter, build);
  rewriter.setInsertionPoint(op);
  Block &body = op->getRegion(0).front();
  ValueRange arrays = arraysOf(op);
  auto alone = MapOp::create(rewriter, op->getLoc(), arrays,
                             [&](OpBuilder &nested, Location loc, ValueRange args) {
                               IRMapping mapping;
                               mapping.map(body.getArguments().take_front(args.size()), args);
                               for (Operation &each : body.without_terminator()) {
                                 nested.clone(each, mapping);
                                 if (each.getResults() == value.getDefiningOp()->getResults())
                                   break;
                               }
                               YieldOp::create(nested, loc, mapping.lookup(value));
                             });
  eraseDeadOps(rewriter, alone.getBody().front());
  rewriter.replaceAllUsesWith(
      value, addElement(rewriter, cast<ArrayLoopOpInterface>(op), alone.getResult(0)));
  eraseDeadOps(rewriter, body);
}

bool chad::detail::dependsOnState(Operation *op, Value value) {
  auto fold = dyn_cast<FoldOp>(op);
  if (!fold)
    return false;
  SmallVector<Value> worklist = {value};
  DenseSet<Value> visited;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    if (llvm::is_contained(fold.getStateArgs(), next))
      return true;
    if (Operation *def = next.getDefiningOp(); def && fold->isProperAncestor(def))
      def->walk([&](Operation *inner) { llvm::append_range(worklist, inner->getOperands()); });
  }
  return false;
}

bool chad::detail::hasOneShape(Value value, Region &body) {
  ShapeVariation::Functions functions;
  return isa<FloatType>(value.getType()) || !ShapeVariation(body, functions).varies(value);
}
