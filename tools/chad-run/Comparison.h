//===- Comparison.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHADRUN_COMPARISON_H
#define CHAD_TOOLS_CHADRUN_COMPARISON_H

#include "llvm/Support/JSON.h"
#include <string>

namespace chad {

/// Two ways to compute numbers, and where they differ most.
class Comparison {
public:
  Comparison(const char *what, double tolerance) : tolerance(tolerance), what(what) {}

  /// Whether two numbers differ by more than the tolerance, relative to the larger one or, if that
  /// is more, to `scale`.
  bool differ(double first, double second, double scale) const;
  void add(double first, double second, double scale, const std::string &place);
  /// Records a difference that is no error, with the reason why it is none.
  void leaveOpen(double first, double second, const std::string &place, const char *reason);

  bool isWrong() const { return worst.error > tolerance; }
  void print(llvm::raw_ostream &os) const;
  /// Prints an object; docs/Tools.md lists its fields.
  void print(llvm::json::OStream &json) const;

  double tolerance;

private:
  struct Pair {
    double error = -1, first = 0, second = 0;
    std::string place;
  };

  const char *what;
  Pair worst, open;
  const char *openReason = nullptr;
  int64_t numOpen = 0;
};

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_COMPARISON_H
