//===- ProgramErrors.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/ProgramErrors.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

static Location placeOf(Operation *program) {
  Location loc = program->getLoc();
  auto line = dyn_cast<FileLineColLoc>(loc);
  if (line && line.getLine() == 0)
    return FileLineColLoc::get(line.getFilename(), 1, 1);
  return loc;
}

InFlightDiagnostic chad::emitProgramError(Operation *program) {
  return emitError(placeOf(program), "chad: ");
}

InFlightDiagnostic chad::emitNoFunction(Operation *program, StringRef name) {
  constexpr unsigned maxNames = 20;
  InFlightDiagnostic diag = emitProgramError(program);
  diag << (name.empty() ? "no function is named" : "there is no function '@") << name
       << (name.empty() ? "" : "'");
  std::string names;
  unsigned numNames = 0;
  for (Region &region : program->getRegions())
    for (auto function : region.getOps<FunctionOpInterface>())
      if (numNames++ < maxNames)
        names += (names.empty() ? "'@" : ", '@") + function.getName().str() + "'";
  if (names.empty())
    diag.attachNote() << "the program has no functions";
  else
    diag.attachNote() << "the functions of the program: " << names
                      << (numNames > maxNames ? ", ..." : "");
  return diag;
}

Operation *chad::findUnknownSymbolTable(Operation *program) {
  Operation *found = nullptr;
  program->walk([&](Operation *op) {
    if (op->getDialect() || op->getNumRegions() != 1)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}
