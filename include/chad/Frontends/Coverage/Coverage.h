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

/// Prints, as tables in Markdown, what can be done with each op that is registered in the dialects
/// of programs: whether it is differentiated, forward and in reverse, compiled and interpreted; or
/// why not, and what to do. Fails, after a message on `errors`, where an op is not known.
llvm::LogicalResult printCoverage(mlir::MLIRContext &context, llvm::raw_ostream &os,
                                  llvm::raw_ostream &errors);

} // namespace chad

#endif // CHAD_FRONTENDS_COVERAGE_COVERAGE_H
