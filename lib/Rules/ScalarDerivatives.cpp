//===- ScalarDerivatives.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Prints the table of partial derivatives for the documentation.

#include "chad/Rules/ScalarDerivatives.h"
#include "ScalarTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether a branch of `partial` is unbounded.
static bool isUnbounded(const Expr &partial) {
  if (partial->kind == Expr::Node::Where)
    return isUnbounded(partial->args[1]) || isUnbounded(partial->args[2]);
  return partial->kind == Expr::Node::Unbounded;
}

static std::string cell(const Expr &partial) {
  return "`" + partial.str() + "`" + (isUnbounded(partial) ? " †" : "");
}

static std::string describe(const ScalarRow &row, unsigned operand) {
  if (row.partials.size() == 1)
    return cell(row.partials[0][operand]);
  return "r: " + cell(row.partials[0][operand]) + ", s: " + cell(row.partials[1][operand]);
}

void chad::printScalarDerivatives(MLIRContext &context, raw_ostream &os) {
  os << "| op | ∂x | ∂y | ∂z |\n|---|---|---|---|\n";
  for (StringRef dialect : {"arith", "math"}) {
    context.getOrLoadDialect(dialect);
    SmallVector<StringRef> names;
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == dialect)
        names.push_back(name.getStringRef());
    llvm::sort(names);
    for (StringRef name : names) {
      const ScalarRow *row = findScalarRow(name);
      if (row && row->isInteger)
        continue;
      os << "| `" << name << "` |";
      SmallVector<std::string> cells;
      if (!row || !OperationName(name, &context).hasInterface<DifferentiableOpInterface>())
        cells.push_back("none: an error");
      else if (row->choice)
        cells.push_back("that of `" + row->choice->str() + "`");
      else if (row->partials.empty())
        cells.push_back("zero");
      else
        for (unsigned operand = 0; operand < row->partials[0].size(); ++operand)
          cells.push_back(describe(*row, operand));
      for (const std::string &text : cells)
        os << " " << text << " |";
      for (size_t i = cells.size(); i < 3; ++i)
        os << " |";
      os << "\n";
    }
  }
}

bool chad::isScalarOpOnIntegers(StringRef name) {
  const ScalarRow *row = findScalarRow(name);
  return row && row->isInteger;
}

bool chad::hasZeroScalarDerivative(StringRef name) {
  const ScalarRow *row = findScalarRow(name);
  return row && !row->choice && row->partials.empty();
}
