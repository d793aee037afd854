//===- Outline.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

Value chad::detail::getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

bool chad::detail::mayOutline(SymbolTable &symbols, Operation *op) {
  auto around = op->getParentOfType<func::FuncOp>();
  return around && around->getParentOp() == symbols.getOp();
}

/// The values that the ops use and that are made before them.
static llvm::SetVector<Value> findUsed(ArrayRef<Operation *> ops) {
  llvm::SetVector<Value> used;
  Block *block = ops.front()->getBlock();
  llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
  auto isInside = [&](Value value) {
    Operation *op =
        value.getDefiningOp() ? value.getDefiningOp() : value.getParentBlock()->getParentOp();
    return inside.contains(block->findAncestorOpInBlock(*op));
  };
  for (Operation *op : ops)
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!isInside(operand))
          used.insert(operand);
    });
  return used;
}

func::FuncOp chad::detail::outline(SymbolTable &symbols, StringRef name, ArrayRef<Operation *> ops,
                                   ValueRange first, ValueRange results,
                                   FindDistinct findDistinct) {
  SmallVector<Value> captured(first);
  SmallVector<Operation *> constants;
  for (Value value : findUsed(ops)) {
    Operation *op = value.getDefiningOp();
    if (op && op->hasTrait<mlir::OpTrait::ConstantLike>())
      constants.push_back(op);
    else if (!llvm::is_contained(first, value))
      captured.push_back(value);
  }
  MLIRContext *context = ops.front()->getContext();
  OpBuilder builder(context);
  Location loc = ops.front()->getLoc();
  auto function = func::FuncOp::create(
      loc, name, builder.getFunctionType(ValueRange(captured).getTypes(), results.getTypes()));
  function.setPrivate();
  function->setAttr("llvm.linkage", LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  auto around = ops.front()->getParentOfType<func::FuncOp>();
  symbols.insert(function, std::next(around->getIterator()));
  for (auto [i, isDistinct] : llvm::enumerate(findDistinct(captured)))
    if (isDistinct)
      function.setArgAttr(i, distinctAttr, builder.getUnitAttr());

  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  IRMapping mapping;
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  mapping.map(captured, entry->getArguments());
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  func::ReturnOp::create(builder, loc, llvm::map_to_vector(results, [&](Value value) {
                           return mapping.lookup(value);
                         }));

  builder.setInsertionPoint(ops.front());
  auto call = func::CallOp::create(builder, loc, function, captured);
  for (auto [old, result] : llvm::zip_equal(results, call.getResults()))
    old.replaceAllUsesWith(result);
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  return function;
}
