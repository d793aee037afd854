//===- Derivation.h ---------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The derivation of a derivative, stage by stage.

#ifndef CHAD_TOOLS_EXPLAIN_DERIVATION_H
#define CHAD_TOOLS_EXPLAIN_DERIVATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>
#include <vector>

namespace chad::explain {

class Names;

/// What a stage is and why it holds.
struct StageText {
  /// The name by which `--stage` asks for it.
  const char *id, *title;
  /// One sentence: what was done.
  const char *what;
  /// The laws and rules, with their sources.
  const char *laws;
};

struct Stage {
  StageText text;
  /// The program at this stage, and the function in it that the stage is about; none
  /// where the stage cannot be had.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  /// The function and those that it calls.
  std::string code;
  std::string cost;
  /// Notes: why the stage does not exist, or which other stage it equals.
  std::string remark;
  /// Whether the code is that of the stage before.
  bool isUnchanged = false;

  /// The program; there must be one.
  mlir::ModuleOp program() const { return module.get(); }
};

struct Derivation {
  std::string function;
  llvm::SmallVector<int64_t> wrt, of;
  std::vector<Stage> stages;
};

/// Derives the derivative of `function` by the arguments `wrt` of the results `of`; by
/// and of all that hold floats where these are empty. Errors are emitted where the
/// function has no derivative.
llvm::FailureOr<Derivation> derive(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> wrt,
                                   llvm::ArrayRef<int64_t> of, const Names &names);

/// Writes the linear functions that `function` makes of scaling and sums as operators:
/// compositions of projections and factors. Returns the op that has no such
/// form, if there is one; the function is then as before.
mlir::Operation *writeAsOperators(mlir::func::FuncOp function);

/// What the function costs.
std::string describeCost(mlir::func::FuncOp function);

/// The functions that `function` calls, directly or not, after itself.
llvm::SmallVector<mlir::func::FuncOp> withCallees(mlir::func::FuncOp function);

} // namespace chad::explain

#endif // CHAD_TOOLS_EXPLAIN_DERIVATION_H
