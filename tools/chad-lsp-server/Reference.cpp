//===- Reference.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "chad/Rules/ScalarDerivatives.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace chad::lsp;

/// The reference of the dialect, generated from TableGen.
static const char dialect[] =
#include "Dialect.inc"
    ;

/// What a section says of an op before its syntax, without the comments of TableGen: the summary,
/// the description and its examples.
static std::string shorten(StringRef section) {
  std::string text;
  // The number of fences (```) of the block with the grammar that are still to come.
  int fences = 0;
  for (StringRef line : split(section, '\n')) {
    if (line.starts_with("Traits:") || line.starts_with("Interfaces:") || line.starts_with("#### "))
      break;
    if (line == "Syntax:")
      fences = 2;
    else if (fences > 0)
      fences -= line.starts_with("```");
    else
      text += line.str() + "\n";
  }
  return StringRef(text).trim().str();
}

Reference::Reference(mlir::MLIRContext &context) {
  SmallVector<StringRef> sections;
  StringRef(dialect).split(sections, "\n### `");
  for (StringRef section : drop_begin(sections)) {
    auto [name, rest] = section.split('`');
    if (name.starts_with("chad."))
      texts[name] = shorten(rest.split('\n').second);
  }
  std::string table;
  raw_string_ostream os(table);
  chad::printScalarDerivatives(context, os);
  for (StringRef line : split(table, '\n')) {
    // | `op` | ∂x | ∂y | ∂z |
    SmallVector<StringRef> cells;
    line.split(cells, " | ");
    StringRef name = cells.front();
    if (cells.size() < 2 || !name.consume_front("| `") || !name.consume_back("`"))
      continue;
    std::string &text = texts[name];
    text = "Derivative:";
    const char *variables[] = {"∂x", "∂y", "∂z"};
    for (auto [cell, variable] : zip(drop_begin(cells), variables)) {
      StringRef formula = cell.trim(" |");
      if (!formula.empty())
        text += std::string(" ") + variable + " " + formula.str() + ";";
    }
    if (text.back() == ';')
      text.pop_back();
    if (Regex("(^|[^a-z])r([^a-z]|$)").match(text))
      text += ", where `r` is the result";
  }
}
