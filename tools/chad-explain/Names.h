//===- Names.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The names of values: printed programs call values what the source calls them.

#ifndef CHAD_TOOLS_EXPLAIN_NAMES_H
#define CHAD_TOOLS_EXPLAIN_NAMES_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseSet.h"

namespace chad::explain {

/// The names that the text gives to values, which are kept as locations.
class Names {
public:
  Names() = default;
  explicit Names(const mlir::AsmParserState &state);

  /// Takes the names of what was made since: an op is called as one of the source if it is of
  /// its kind. Arguments that are tangents and cotangents of `x` become `dx`.
  void update(mlir::Operation *root) const;

  /// A location with the name `name` that `update` keeps.
  static mlir::Location differential(llvm::StringRef name, mlir::Location loc);

private:
  bool isKept(mlir::Operation *op) const;

  /// Names of ops with their kinds, and of arguments.
  llvm::DenseSet<std::pair<mlir::Attribute, mlir::OperationName>> ops;
  llvm::DenseSet<mlir::Attribute> arguments;
};

/// Prints the kept names.
mlir::OpPrintingFlags printingFlags();

} // namespace chad::explain

#endif // CHAD_TOOLS_EXPLAIN_NAMES_H
