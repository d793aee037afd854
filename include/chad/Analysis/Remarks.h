//===- Remarks.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Remarks of passes about loops, if the user requests them: MLIR's remarks, with the pass as
// category.

#ifndef CHAD_ANALYSIS_REMARKS_H
#define CHAD_ANALYSIS_REMARKS_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

namespace chad::detail {

/// Whether remarks are requested. Text that takes work to compute is computed only then.
inline bool wantsRemarks(mlir::Operation *op) { return op->getContext()->getRemarkEngine(); }

/// The pass, and a word for the transformation, by which a user can filter or sort remarks.
struct RemarkName {
  llvm::StringRef pass, name;
};

/// Reports a transformation of `op`, or of a place in it.
void remarkDone(mlir::Operation *op, RemarkName name, const llvm::Twine &text,
                std::optional<mlir::Location> at = std::nullopt);

/// Reports a transformation that would have paid, but was not possible.
void remarkMissed(mlir::Operation *op, RemarkName name, const llvm::Twine &text);

/// The same for an op that need not exist any more, at `loc` in `function`.
void remarkMissed(mlir::Location loc, llvm::StringRef function, RemarkName name,
                  const llvm::Twine &text);

/// Reports that a transformation was not done on purpose.
void remarkLeft(mlir::Operation *op, RemarkName name, const llvm::Twine &text);

/// Prints the remarks of these categories, which are names of passes, like errors, and each once.
/// Fails if the context has remarks for other purposes.
llvm::LogicalResult printRemarks(mlir::MLIRContext &context,
                                 const mlir::remark::RemarkCategories &categories);

/// `file.mlir:3:5`, or `?` where nothing is known.
std::string describePlace(mlir::Location loc);

} // namespace chad::detail

#endif // CHAD_ANALYSIS_REMARKS_H
