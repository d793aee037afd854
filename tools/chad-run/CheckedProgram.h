//===- CheckedProgram.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHADRUN_CHECKEDPROGRAM_H
#define CHAD_TOOLS_CHADRUN_CHECKEDPROGRAM_H

#include "Requests.h"
#include "chad/ExecutionEngine/ExecutionEngine.h"

namespace chad {

/// A function at a point, and its derivatives, compiled. The elements of the arguments that it is
/// differentiated by, one after the other, are the columns of its Jacobian; the elements of the
/// results that are differentiated are the rows.
class CheckedProgram {
public:
  using Numbers = std::vector<double>;
  struct Range {
    int64_t begin, size;
  };

  /// Adds the derivatives to `module`, and compiles it.
  static llvm::FailureOr<std::unique_ptr<CheckedProgram>>
  create(mlir::ModuleOp module, llvm::StringRef entry, llvm::ArrayRef<RuntimeValue> args,
         const Selection &selection, const CompilerOptions &options, std::string &why);

  llvm::StringRef getName() const { return entry; }
  int64_t numColumns() const { return point.size(); }
  int64_t numRows() const { return rows; }
  /// The columns of each argument.
  llvm::ArrayRef<Range> getArguments() const { return argRanges; }
  int64_t argumentOf(int64_t column) const;
  double coordinate(int64_t column) const { return point[column]; }
  llvm::ArrayRef<double> getPoint() const { return point; }
  /// `argument #2[1, 0]`, `result #0`.
  std::string columnName(int64_t column) const;
  std::string rowName(int64_t row) const;

  llvm::FailureOr<Numbers> values(std::string &why) const { return valuesOf(point, why); }
  /// The values at `point + step · direction`.
  llvm::FailureOr<Numbers> valuesAlong(llvm::ArrayRef<double> direction, double step,
                                       std::string &why) const;
  /// The sum of the columns, with weights.
  llvm::FailureOr<Numbers> forward(llvm::ArrayRef<double> weights, std::string &why) const;
  /// The sum of the rows, with weights.
  llvm::FailureOr<Numbers> reverse(llvm::ArrayRef<double> weights, std::string &why) const;
  /// An entry of the Jacobian, at the point where the coordinate of its column is moved by `step`.
  llvm::FailureOr<double> reverseEntry(int64_t row, int64_t column, double step,
                                       std::string &why) const;
  /// A row of the Jacobian, at a point where each coordinate is moved up or down by up to eight
  /// times `relativeStep` of its size.
  llvm::FailureOr<Numbers> reverseMoved(int64_t row, double relativeStep, unsigned seed,
                                        std::string &why) const;

private:
  CheckedProgram(llvm::StringRef entry, llvm::ArrayRef<RuntimeValue> args,
                 const Selection &selection);
  RuntimeValues argsAt(llvm::ArrayRef<double> x) const;
  llvm::FailureOr<Numbers> valuesOf(llvm::ArrayRef<double> x, std::string &why) const;
  llvm::FailureOr<Numbers> reverseAt(llvm::ArrayRef<double> x, llvm::ArrayRef<double> weights,
                                     std::string &why) const;

  std::string entry, forwardName, reverseName;
  RuntimeValues args, image;
  Selection selection;
  Numbers point;
  int64_t rows = 0;
  llvm::SmallVector<Range> argRanges, resultRanges;
  std::unique_ptr<CompiledProgram> program;
};

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_CHECKEDPROGRAM_H
