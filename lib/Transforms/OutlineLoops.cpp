//===- OutlineLoops.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Outlines loops in nests of `scf.while`. The reverse derivative of such a loop runs it three
// times: to count its iterations, to go through them, and, since the number of iterations varies
// from one iteration of the outer loop to the next, so that no array can keep residuals, once more
// in the reverse sweep. Each copy of a loop holds those of the loops in it, so that the code of a
// nest of depth d would grow with d³. A call is copied as a call: the code grows with d, and the
// residuals of the calls are boxes, which arrays keep.

#include "OutlineLoops.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;

/// How many `scf.while` are nested in one another in `op`, with it.
static unsigned heightOf(Operation *op) {
  unsigned height = 0;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      height = std::max(height, heightOf(&inner));
  return height + isa<scf::WhileOp>(op);
}

/// Replaces `loop` by a call of a function that runs it. Its arguments are the initial states and
/// the values that the loop reads; constants are copied.
static void outline(scf::WhileOp loop, func::FuncOp function, SymbolTable &symbols) {
  llvm::SetVector<Value> read(loop.getInits().begin(), loop.getInits().end());
  getUsedValuesDefinedAbove(loop->getRegions(), read);
  auto [constants, passed] = [&] {
    SmallVector<Value> constants, others;
    for (Value value : read)
      (matchPattern(value, m_Constant()) ? constants : others).push_back(value);
    return std::pair(constants, others);
  }();
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  StringRef name = function.getSymName().take_until([](char c) { return c == '.'; });
  auto outlined = func::FuncOp::create(
      loc, (name + ".loop").str(),
      builder.getFunctionType(ValueRange(passed).getTypes(), loop.getResultTypes()));
  outlined.setPrivate();
  // Else it would become the loops that it was made of.
  outlined.setNoInline(true);
  if (Attribute attr = function->getAttr(checkpointAttr))
    outlined->setAttr(checkpointAttr, attr);
  Block *entry = outlined.addEntryBlock();
  auto call = func::CallOp::create(builder, loc, outlined, passed);
  IRMapping mapping;
  mapping.map(passed, entry->getArguments());
  builder.setInsertionPointToEnd(entry);
  for (Value constant : constants)
    builder.clone(*constant.getDefiningOp(), mapping);
  Operation *moved = builder.clone(*loop, mapping);
  func::ReturnOp::create(builder, loc, moved->getResults());
  symbols.insert(outlined, std::next(Block::iterator(function)));
  // The name may have been taken.
  call.setCallee(outlined.getSymName());
  loop.replaceAllUsesWith(call.getResults());
  loop.erase();
}

void chad::detail::outlineNestedLoops(func::FuncOp function, SymbolTable &symbols) {
  constexpr unsigned leastHeight = 3;
  SmallVector<scf::WhileOp> loops;
  // Inner loops come first: then each function holds one loop, and calls of others.
  function.walk([&](scf::WhileOp loop) {
    if (loop->getParentOfType<scf::WhileOp>() && heightOf(loop) >= leastHeight)
      loops.push_back(loop);
  });
  for (scf::WhileOp loop : loops)
    outline(loop, function, symbols);
}
