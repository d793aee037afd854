//===- MLPrograms.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces the dialect `ml_program`: its functions and graphs by `func.func`, and reads of globals
// that never change by constants.

#include "Steps.h"
#include "chad/Frontends/Raise/Raise.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Replaces `op` by a `func.func` with its attributes and its body.
static void convertFunction(Operation *op) {
  auto old = cast<FunctionOpInterface>(op);
  OpBuilder builder(op);
  auto function = func::FuncOp::create(builder, op->getLoc(), old.getName(),
                                       cast<FunctionType>(old.getFunctionType()));
  function->setAttrs(op->getAttrDictionary());
  function.getBody().takeBody(op->getRegion(0));
  SmallVector<Operation *> ends;
  for (Block &block : function.getBody())
    if (!block.empty() && isa<ml_program::ReturnOp, ml_program::OutputOp>(block.back()))
      ends.push_back(&block.back());
  for (Operation *end : ends) {
    builder.setInsertionPoint(end);
    func::ReturnOp::create(builder, end->getLoc(), end->getOperands());
    end->erase();
  }
  op->erase();
}

LogicalResult chad::convertMLPrograms(ModuleOp module) {
  if (!module.getContext()->getLoadedDialect<ml_program::MLProgramDialect>())
    return success();
  for (auto graph : module.getOps<ml_program::SubgraphOp>())
    if (!graph.isExternal() && !sortTopologically(&graph.getBody().front())) {
      auto diag = graph.emitError("chad: the ops of '@")
                  << graph.getSymName() << "' need each other's results";
      diag.attachNote() << "write what is repeated as a loop, 'scf.for' or 'scf.while'";
      return diag;
    }
  for (Operation &op : llvm::make_early_inc_range(module.getOps()))
    if (isa<ml_program::FuncOp, ml_program::SubgraphOp>(op))
      convertFunction(&op);
  return success();
}

static bool isOfMLPrograms(Operation *op) {
  return isa_and_nonnull<ml_program::MLProgramDialect>(op->getDialect());
}

static LogicalResult refuse(Operation *op, SymbolRefAttr global, StringRef why, StringRef remedy) {
  auto diag = op->emitError("chad: the global '") << global << "' " << why;
  diag.attachNote() << remedy;
  return diag;
}

/// Replaces the value that `op` reads from `symbol` by a constant.
static LogicalResult replaceRead(Operation *op, SymbolRefAttr symbol) {
  auto global = SymbolTable::lookupNearestSymbolFrom<ml_program::GlobalOp>(op, symbol);
  if (!global)
    return refuse(op, symbol, "is not in this module", "pass its value as an argument");
  if (global.getIsMutable())
    return refuse(op, symbol, "may change while the program runs",
                  "make the global one that is not 'mutable', or pass its value as an argument");
  auto value = dyn_cast_or_null<TypedAttr>(global.getValueAttr());
  Type type = op->getResult(0).getType();
  if (!value || isa<ml_program::ExternAttr>(value) ||
      !arith::ConstantOp::isBuildableWith(value, value.getType()))
    return refuse(op, symbol, "has no value here",
                  "give it one, such as 'dense<...>', or pass its value as an argument");
  OpBuilder builder(op);
  Value read = arith::ConstantOp::create(builder, op->getLoc(), value);
  if (read.getType() != type) {
    if (!tensor::CastOp::areCastCompatible(read.getType(), type))
      return refuse(op, symbol, "has a value of another type", "read it at the type of its value");
    read = tensor::CastOp::create(builder, op->getLoc(), type, read);
  }
  op->getResult(0).replaceAllUsesWith(read);
  return success();
}

LogicalResult chad::detail::replaceGlobals(func::FuncOp function) {
  if (!function.getContext()->getLoadedDialect<ml_program::MLProgramDialect>())
    return success();
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isOfMLPrograms(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    LogicalResult result =
        TypeSwitch<Operation *, LogicalResult>(op)
            .Case<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp,
                  ml_program::GlobalLoadGraphOp>(
                [](auto load) { return replaceRead(load, load.getGlobalAttr()); })
            .Case<ml_program::GlobalStoreOp, ml_program::GlobalStoreGraphOp>([](auto store) {
              return refuse(store, store.getGlobalAttr(), "changes while the program runs",
                            "pass its value as an argument, and return the new one");
            })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  // The ops that are left only pass tokens, which order writes; there are no writes.
  for (Operation *op : ops)
    op->dropAllReferences();
  for (Operation *op : ops) {
    if (!op->use_empty()) {
      InFlightDiagnostic diag = op->emitError("chad: '")
                                << (*op->user_begin())->getName() << "' uses a token";
      diag.attachNote() << "leave tokens out: there are no writes that they order";
      return diag;
    }
    op->erase();
  }
  return success();
}
