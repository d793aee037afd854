//===- Json.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The results of a run as JSON, for other programs to read. docs/Tools.md lists the fields.

#ifndef CHAD_TOOLS_CHADRUN_JSON_H
#define CHAD_TOOLS_CHADRUN_JSON_H

#include "chad/Interpreter/Work.h"
#include "chad/Values/RuntimeValue.h"
#include "mlir/IR/TypeRange.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace chad {

/// Facts about a run besides its results; a fact that was not asked for is empty.
struct Measurements {
  struct Time {
    double medianSeconds;
    size_t runs;
  };
  struct Allocations {
    int64_t made, left;
    /// The most bytes of arrays at one time, arguments not included.
    int64_t peakBytes;
  };
  /// What one run has done on a GPU.
  struct Kernels {
    std::optional<double> seconds; ///< Empty for an emulation.
    int64_t launches, copiesIn, copiesOut;
  };
  std::optional<Time> time;
  std::optional<Kernels> kernels;
  std::optional<Allocations> allocations;
  std::optional<Work> work;
};

/// Prints a float; what JSON has no number for is a string: "inf", "-inf" and "nan".
void printJsonFloat(llvm::json::OStream &json, double value);

/// Prints one object, on one line.
void printJson(llvm::raw_ostream &os, llvm::ArrayRef<RuntimeValue> results, mlir::TypeRange types,
               const Measurements &measurements);

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_JSON_H
