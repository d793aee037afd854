//===- Report.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The rows as a table, for Markdown, as JSON and as a picture.

#ifndef CHAD_TOOLS_BENCH_REPORT_H
#define CHAD_TOOLS_BENCH_REPORT_H

#include "Row.h"

namespace chad::bench {

/// What all rows have in common.
struct Machine {
  std::string processor, compiler, blas;
  /// The version of JAX, if rows are compared with it.
  std::optional<std::string> jax;
  unsigned threads = 1, repeat = 0;
  Statistic statistic = Statistic::Median;
  std::optional<CopySpeed> copy;
};

/// The lines above the table, and its head.
void printHead(llvm::raw_ostream &os, const Machine &machine);
void printRow(llvm::raw_ostream &os, const Machine &machine, const Row &row);
void printMarkdown(llvm::raw_ostream &os, const Machine &machine, llvm::ArrayRef<Row> rows);
void printJson(llvm::raw_ostream &os, const Machine &machine, llvm::ArrayRef<Row> rows);
void printSvg(llvm::raw_ostream &os, const Machine &machine, llvm::ArrayRef<Row> rows);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_REPORT_H
