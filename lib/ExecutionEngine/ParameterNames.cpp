//===- ParameterNames.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/ExecutionEngine/ParameterNames.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace chad;

/// The text at a line and column, both from 1, up to the end of the line.
static StringRef textAt(StringRef text, unsigned line, unsigned column) {
  for (unsigned before = 1; before < line; ++before)
    text = text.split('\n').second;
  text = text.split('\n').first;
  return text.drop_front(std::min<size_t>(column - 1, text.size()));
}

/// The name of a value whose definition begins at `loc`.
static StringRef nameInText(FileLineColLoc loc, llvm::MemoryBufferRef source) {
  if (loc.getFilename() != source.getBufferIdentifier() || loc.getLine() == 0 ||
      loc.getColumn() == 0)
    return {};
  StringRef text = textAt(source.getBuffer(), loc.getLine(), loc.getColumn());
  if (!text.consume_front("%"))
    return {};
  return text.take_while([](char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); });
}

std::string chad::argumentName(FunctionOpInterface function, unsigned argument,
                               llvm::MemoryBufferRef source) {
  if (auto name = function.getArgAttrOfType<StringAttr>(argument, parameterNameAttr))
    return name.str();
  if (function.isExternal())
    return {};
  Location loc = function.getArgument(argument).getLoc();
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName().str();
  if (auto place = dyn_cast<FileLineColLoc>(loc))
    return nameInText(place, source).str();
  return {};
}

std::string chad::resultName(FunctionOpInterface function, unsigned result) {
  auto name = function.getResultAttrOfType<StringAttr>(result, parameterNameAttr);
  return name ? name.str() : std::string();
}
