//===- Remarks.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What passes say of loops, where it is asked for: MLIR's remarks, whose category is the pass.

#ifndef CHAD_ANALYSIS_REMARKS_H
#define CHAD_ANALYSIS_REMARKS_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/FormatVariadic.h"

namespace chad::detail {

/// Whether anybody wants to know: what takes work to find out is found out only then.
inline bool wantsRemarks(mlir::Operation *op) { return op->getContext()->getRemarkEngine(); }

/// The pass and a word for what it did, which one can ask for or sort by.
struct RemarkName {
  llvm::StringRef pass, name;
};

/// What was done at `op`, or at a place in it.
void remarkDone(mlir::Operation *op, RemarkName name, const llvm::Twine &text,
                std::optional<mlir::Location> at = std::nullopt);

/// What would have paid, but could not be done.
void remarkMissed(mlir::Operation *op, RemarkName name, const llvm::Twine &text);

/// What is left to others, on purpose.
void remarkLeft(mlir::Operation *op, RemarkName name, const llvm::Twine &text);

/// `file.mlir:3:5`, or `?` where nothing is known.
std::string describePlace(mlir::Location loc);

} // namespace chad::detail

#endif // CHAD_ANALYSIS_REMARKS_H
