//===- Coverage.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Frontends/Coverage/Coverage.h"
#include "chad/Frontends/Raise/RaisedOps.h"
#include "chad/IR/ChadInterfaces.h"
#include "chad/Interpreter/Interpreter.h"
#include "chad/Rules/ScalarDerivatives.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/DialectInterface.h"

using namespace mlir;
using namespace chad;

/// The dialects of programs, in the order in which they are printed.
static constexpr StringLiteral dialects[] = {
    "arith",  "math",   "tensor",  "linalg", "scf",   "cf",         "index",         "affine",
    "memref", "vector", "complex", "func",   "shape", "ml_program", "bufferization", "chad"};

namespace {
/// A row of the table: the properties of an op.
struct Row {
  std::string forward, reverse, compiled, interpreted, how;
};

class Coverage {
public:
  Coverage() { registerAllHandlers(handlers); }

  std::optional<Row> describe(OperationName name);

private:
  OpHandlers handlers;
};
} // namespace

std::optional<Row> Coverage::describe(OperationName name) {
  bool isStructured = name.hasInterface<linalg::LinalgOp>();
  bool isInterpreted = isStructured || handlers.hasHandler(name.getStringRef());
  const char *interpreted = isInterpreted ? "yes" : "no";
  if (std::optional<RaisedOp> raised = getRaisedOp(name)) {
    if (!raised->becomes)
      return Row{"no", "no", "no", interpreted, std::string(raised->why) + ": " + raised->remedy};
    const char *derivative = raised->hasZeroDerivative ? "zero" : "yes";
    return Row{derivative, derivative, "yes", "yes", raised->becomes};
  }
  if (name.hasTrait<mlir::OpTrait::IsTerminator>())
    return Row{"yes", "yes", "yes", "yes", ""};
  if (isScalarOpOnIntegers(name.getStringRef()))
    return Row{"zero", "zero", "yes", interpreted, ""};
  if (name.hasInterface<DifferentiableOpInterface>()) {
    bool isZero = hasZeroScalarDerivative(name.getStringRef());
    const char *derivative = isZero ? "zero" : "yes";
    return Row{derivative, derivative, "yes", interpreted, ""};
  }
  return std::nullopt;
}

LogicalResult chad::printCoverage(MLIRContext &context, raw_ostream &os, raw_ostream &errors) {
  Coverage coverage;
  bool isComplete = true;
  os << "| dialect | ops | differentiated | derivative is zero | refused "
        "|\n|---|---|---|---|---|\n";
  std::string tables;
  llvm::raw_string_ostream rest(tables);
  for (StringRef dialect : dialects) {
    if (!context.getOrLoadDialect(dialect))
      continue;
    SmallVector<OperationName> names;
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == dialect)
        names.push_back(name);
    llvm::sort(names, [](OperationName a, OperationName b) {
      return a.getStringRef() < b.getStringRef();
    });
    rest << "\n## " << dialect
         << "\n\n| op | forward | reverse | compiled | interpreted | how, or why not and what to "
            "do |\n"
         << "|---|---|---|---|---|---|\n";
    unsigned differentiated = 0, zero = 0, refused = 0;
    for (OperationName name : names) {
      std::optional<Row> row = coverage.describe(name);
      if (!row) {
        errors << "nothing is known of '" << name << "'\n";
        isComplete = false;
        continue;
      }
      ++(row->forward == "yes" ? differentiated : row->forward == "zero" ? zero : refused);
      rest << "| `" << name << "` | " << row->forward << " | " << row->reverse << " | "
           << row->compiled << " | " << row->interpreted << " | " << row->how
           << (row->how.empty() ? "|" : " |") << "\n";
    }
    os << "| " << dialect << " | " << names.size() << " | " << differentiated << " | " << zero
       << " | " << refused << " |\n";
  }
  os << tables;
  return success(isComplete);
}
