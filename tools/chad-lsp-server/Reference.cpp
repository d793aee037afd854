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

/// Joins names as in `x`, `y` and `z`.
static std::string joinNames(ArrayRef<StringRef> names) {
  std::string text;
  for (auto [i, name] : enumerate(names))
    text += (i == 0 ? "`" : i + 1 < names.size() ? ", `" : " and `") + name.str() + "`";
  return text;
}

/// The derivative of a scalar op as a sentence, from the cells of its row of the table.
static std::string describe(ArrayRef<StringRef> cells) {
  const StringRef operands[] = {"x", "y", "z"}, results[] = {"r", "s"};
  unsigned numOperands = cells.size(), numResults = 1;
  std::string text;
  if (!cells.front().starts_with("`") && !cells.front().starts_with("r: ")) {
    text = cells.front().str();
    if (!cells.front().starts_with("that of"))
      return text; // There is none, or it is zero.
    numOperands = 0;
    for (auto [i, operand] : enumerate(operands))
      if (Regex("[^a-z]" + operand.str() + "[^a-z]").match(text))
        numOperands = i + 1;
    return text + ", where " + joinNames(ArrayRef(operands).take_front(numOperands)) +
           " are the operands";
  }
  for (auto [i, cell] : enumerate(cells)) {
    SmallVector<StringRef> formulas = {cell};
    if (StringRef both = cell; both.consume_front("r: ")) {
      auto [first, second] = both.split(", s: ");
      formulas = {first, second};
      numResults = 2;
    }
    for (auto [formula, result] : zip(formulas, results))
      text += (text.empty() ? "∂" : "; ∂") + result.str() + "/∂" + operands[i].str() + " = " +
              formula.str();
  }
  bool isUnbounded = StringRef(text).contains("†");
  return text + ", where " + joinNames(ArrayRef(operands).take_front(numOperands)) +
         (numOperands == 1 ? " is the operand and " : " are the operands and ") +
         joinNames(ArrayRef(results).take_front(numResults)) +
         (numResults == 1 ? " the result" : " the results") +
         (isUnbounded ? "; † may be infinite" : "");
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
    SmallVector<StringRef> formulas;
    for (StringRef cell : drop_begin(cells))
      if (StringRef formula = cell.trim(" |"); !formula.empty())
        formulas.push_back(formula);
    texts[name] = "Derivative: " + describe(formulas);
  }
}
