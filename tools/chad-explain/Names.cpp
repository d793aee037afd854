//===- Names.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "chad/IR/ChadTypes.h"
#include "mlir/IR/Location.h"

using namespace mlir;
using namespace chad;
using namespace chad::explain;

/// A name as it may stand in the text.
static bool isName(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '-';
  });
}

static StringRef nameAt(SMRange range) {
  StringRef text(range.Start.getPointer(), range.End.getPointer() - range.Start.getPointer());
  text.consume_front("%");
  return isName(text) ? text : StringRef();
}

static NameLoc named(StringRef name, Location loc) {
  return NameLoc::get(StringAttr::get(loc.getContext(), name), loc);
}

Names::Names(const AsmParserState &state) {
  for (const AsmParserState::OperationDefinition &definition : state.getOpDefs()) {
    if (definition.resultGroups.empty())
      continue;
    StringRef name = nameAt(definition.resultGroups.front().definition.loc);
    if (name.empty())
      continue;
    NameLoc loc = named(name, definition.op->getLoc());
    ops.insert({loc.getName(), definition.op->getName()});
    definition.op->setLoc(loc);
  }
  for (const AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    for (auto [argument, place] : llvm::zip(definition.block->getArguments(), definition.arguments))
      if (StringRef name = nameAt(place.loc); !name.empty()) {
        NameLoc loc = named(name, argument.getLoc());
        arguments.insert(loc.getName());
        argument.setLoc(loc);
      }
}

Location Names::differential(StringRef name, Location loc) {
  // A location with a name around a location with a name marks the name of a differential.
  return named(name, named(name, loc));
}

static bool isDifferential(NameLoc loc) { return isa<NameLoc>(loc.getChildLoc()); }

bool Names::isKept(Operation *op) const {
  auto loc = cast<NameLoc>(op->getLoc());
  return !isDifferential(loc) && ops.contains({loc.getName(), op->getName()}) &&
         !isLinearType(op->getResult(0).getType());
}

void Names::update(Operation *root) const {
  root->walk([&](Operation *op) {
    if (auto loc = dyn_cast<NameLoc>(op->getLoc()); loc && op->getNumResults() && !isKept(op))
      op->setLoc(isDifferential(loc) ? cast<NameLoc>(loc.getChildLoc()).getChildLoc()
                                     : loc.getChildLoc());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments()) {
          auto loc = dyn_cast<NameLoc>(argument.getLoc());
          if (!loc || isDifferential(loc))
            continue;
          if (isLinearType(argument.getType()))
            argument.setLoc(
                differential(("d" + loc.getName().getValue()).str(), loc.getChildLoc()));
          else if (!arguments.contains(loc.getName()))
            argument.setLoc(loc.getChildLoc());
        }
  });
}

OpPrintingFlags chad::explain::printingFlags() {
  return OpPrintingFlags().printNameLocAsPrefix().useLocalScope();
}
