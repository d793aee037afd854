//===- InterchangeLoops.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterchangeLoops.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isPureWithCalls(Operation *root, PureFunctions &known) {
  return !root->walk([&](Operation *op) {
                if (auto call = dyn_cast<func::CallOp>(op)) {
                  auto callee = dyn_cast_if_present<func::FuncOp>(
                      SymbolTable::lookupNearestSymbolFrom(op, call.getCalleeAttr()));
                  if (!callee || callee.isDeclaration())
                    return WalkResult::interrupt();
                  // A function that calls itself is found here, undecided.
                  auto [at, isNew] = known.try_emplace(callee, false);
                  if (isNew) {
                    bool isPure = llvm::all_of(callee.getBody().getOps(), [&](Operation &each) {
                      return isPureWithCalls(&each, known);
                    });
                    known[callee] = isPure;
                    return isPure ? WalkResult::advance() : WalkResult::interrupt();
                  }
                  return at->second ? WalkResult::advance() : WalkResult::interrupt();
                }
                return op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>() ||
                               op->hasTrait<mlir::OpTrait::IsTerminator>() || isMemoryEffectFree(op)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

bool chad::detail::isArrayElement(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isScalarType(type) ||
         (tensor && !tensor.getEncoding() && isScalarType(tensor.getElementType()));
}

Type chad::detail::arrayOf(int64_t extent, Type element) {
  SmallVector<int64_t> shape = {extent};
  if (auto row = dyn_cast<RankedTensorType>(element))
    llvm::append_range(shape, row.getShape());
  return RankedTensorType::get(shape, getElementTypeOrSelf(element));
}

Value chad::detail::castTo(OpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, value.getLoc(), type, value);
}

/// Copies of the ops that `values` need in a block, by which they are replaced.
static void cloneNeeded(OpBuilder &builder, Block *body, ValueRange values, IRMapping &mapping) {
  DenseSet<Operation *> needed;
  auto need = [&](ValueRange operands) {
    for (Value value : operands)
      if (Operation *maker = value.getDefiningOp(); maker && maker->getBlock() == body)
        needed.insert(maker);
  };
  need(values);
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(*body))
    if (needed.contains(&op)) {
      ops.push_back(&op);
      need(getDependencies(&op));
    }
  for (Operation *op : llvm::reverse(ops))
    builder.clone(*op, mapping);
}

void chad::detail::remarkInterchanged(Operation *loop, StringRef what) {
  if (loop->getContext()->getRemarkEngine())
    remark::passed(loop->getLoc(),
                   remark::RemarkOpts::name("interchanged").category("chad-interchange-folds"))
        << what;
}

void DividedBody::hoist() {
  for (Operation &op : llvm::make_early_inc_range(loop.getBodyBlock().without_terminator())) {
    // Of ops with regions, those that make the indices of a loop.
    if (!isPure(&op) || (op.getNumRegions() != 0 && !getIota(op.getResult(0))))
      continue;
    if (llvm::none_of(op.getOperands(), [&](Value operand) { return isInside(operand); }))
      op.moveBefore(loop);
  }
}

bool DividedBody::collect(ValueRange yielded, const ShapeVariation &variation) {
  Block &body = loop.getBodyBlock();
  SetVector<Value> free;
  getUsedValuesDefinedAbove(pivot->getRegions(), free);
  for (Value value : free)
    if (isInside(value))
      captures.insert(value);
  // The ops that the yielded values need, from the last one to the first: those that depend on
  // the pivot, and those that do not.
  DenseSet<Operation *> needed, later = {pivot};
  for (Operation &op : llvm::make_range(std::next(pivot->getIterator()), body.end()))
    if (llvm::any_of(getDependencies(&op), [&](Value value) {
          Operation *maker = value.getDefiningOp();
          return maker && later.contains(maker);
        }))
      later.insert(&op);
  auto need = [&](ValueRange values) {
    for (Value value : values) {
      if (!isInside(value))
        continue;
      Operation *maker = value.getDefiningOp();
      if (!maker || maker == pivot || !later.contains(maker))
        crossing.insert(value);
      else
        needed.insert(maker);
    }
  };
  need(yielded);
  SmallVector<Operation *> reversed;
  for (Operation &op : llvm::reverse(body.without_terminator()))
    if (&op != pivot && needed.contains(&op)) {
      reversed.push_back(&op);
      need(getDependencies(&op));
    }
  after.insert(reversed.rbegin(), reversed.rend());
  auto makesArray = [&](Value value) {
    return isArrayElement(value.getType()) && !variation.varies(value);
  };
  return llvm::all_of(captures, makesArray) && llvm::all_of(crossing, makesArray);
}

void DividedBody::createBefore(RewriterBase &rewriter, ValueRange wanted) {
  Block &body = loop.getBodyBlock();
  llvm::SetVector<Value> values;
  auto want = [&](Value value) {
    if (series.contains(value) || value.getDefiningOp() == pivot)
      return;
    for (auto [element, array] : llvm::zip(body.getArguments(), loop.getArrays()))
      if (element == value)
        return series.map(value, array);
    values.insert(value);
  };
  llvm::for_each(wanted, want);
  llvm::for_each(captures, want);
  llvm::for_each(crossing, want);
  if (values.empty())
    return;
  auto map =
      MapOp::create(rewriter, loop.getLoc(), loop.getArrays(),
                    [&](OpBuilder &builder, Location loc, ValueRange elements) {
                      IRMapping mapping;
                      mapping.map(body.getArguments().take_front(elements.size()), elements);
                      cloneNeeded(builder, &body, values.getArrayRef(), mapping);
                      YieldOp::create(builder, loc, llvm::map_to_vector(values, [&](Value value) {
                                        return mapping.lookupOrDefault(value);
                                      }));
                    });
  for (auto [value, array] : llvm::zip_equal(values, map.getResults()))
    series.map(value, array);
}

SmallVector<Value> DividedBody::createAfter(RewriterBase &rewriter, ValueRange yielded) {
  if (yielded.empty())
    return {};
  // The loop needs at least one array, whose extent is the number of iterations.
  SmallVector<Value> arrays;
  for (Value value : crossing)
    arrays.push_back(seriesOf(value));
  if (arrays.empty())
    arrays.push_back(loop.getArrays().front());
  auto map = MapOp::create(
      rewriter, loop.getLoc(), arrays, [&](OpBuilder &builder, Location loc, ValueRange args) {
        IRMapping mapping;
        mapping.map(crossing.getArrayRef(), args.take_front(crossing.size()));
        for (Operation *op : after)
          builder.clone(*op, mapping);
        YieldOp::create(builder, loc, llvm::map_to_vector(yielded, [&](Value value) {
                          return mapping.lookupOrDefault(value);
                        }));
      });
  return SmallVector<Value>(map.getResults());
}
