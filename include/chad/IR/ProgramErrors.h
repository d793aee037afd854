//===- ProgramErrors.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_PROGRAMERRORS_H
#define CHAD_IR_PROGRAMERRORS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace chad {

/// Starts an error about a program as a whole. It is reported at the first line of the file, since
/// a module that the text does not spell out has no line of its own. The text of the program is not
/// printed.
mlir::InFlightDiagnostic emitProgramError(mlir::Operation *program);

/// Starts the error that the program has no function of the name that an option gives. A note lists
/// the functions that it has.
mlir::InFlightDiagnostic emitNoFunction(mlir::Operation *program, llvm::StringRef name);

/// An op in `program` of a dialect that is not registered, and that may be a table of symbols; null
/// if there is none. MLIR's `SymbolUserMap` is undefined for a program that has one.
mlir::Operation *findUnknownSymbolTable(mlir::Operation *program);

} // namespace chad

#endif // CHAD_IR_PROGRAMERRORS_H
