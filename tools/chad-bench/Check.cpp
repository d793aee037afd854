//===- Check.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "Inputs.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

/// How far two numbers are from each other; not a number differs from every number.
static double distance(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : INFINITY;
  return a == b ? 0 : std::abs(a - b);
}

bool chad::bench::agree(llvm::ArrayRef<Array> actual, llvm::ArrayRef<Array> expected,
                        double tolerance, std::string &why) {
  llvm::raw_string_ostream os(why);
  if (actual.size() != expected.size()) {
    os << actual.size() << " results, expected " << expected.size();
    return false;
  }
  for (auto [number, pair] : llvm::enumerate(llvm::zip(actual, expected))) {
    auto [a, e] = pair;
    if (a.extents() != e.extents()) {
      os << "result #" << number << " has shape " << formatShape(a.extents()) << ", expected "
         << formatShape(e.extents());
      return false;
    }
    double greatest = 1e-300, worst = 0;
    int64_t place = 0;
    for (int64_t i = 0; i < e.size(); ++i)
      if (std::isfinite(get(e, i)))
        greatest = std::max(greatest, std::abs(get(e, i)));
    for (int64_t i = 0; i < e.size(); ++i)
      if (double error = distance(get(a, i), get(e, i)); error > worst) {
        worst = error;
        place = i;
      }
    if (worst <= tolerance * greatest)
      continue;
    os << "result #" << number << ", element " << place << ": "
       << llvm::format(
              "%.17g, expected %.17g (relative to the greatest element %.2g, allowed %.2g)",
              get(a, place), get(e, place), worst / greatest, tolerance);
    return false;
  }
  return true;
}
