//===- Coverage.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_FRONTENDS_COVERAGE_COVERAGE_H
#define CHAD_FRONTENDS_COVERAGE_COVERAGE_H

#include "mlir/IR/MLIRContext.h"

namespace chad {

/// Prints tables in Markdown with a row for each op that is registered in the dialects of programs.
/// A row says whether the op has forward and reverse derivatives, is compiled and is interpreted,
/// or why not, and the remedy. Fails, after a message on `errors`, if an op is in no table.
llvm::LogicalResult printCoverage(mlir::MLIRContext &context, llvm::raw_ostream &os,
                                  llvm::raw_ostream &errors);

} // namespace chad

#endif // CHAD_FRONTENDS_COVERAGE_COVERAGE_H
