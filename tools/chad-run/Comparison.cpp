//===- Comparison.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"
#include "Json.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace chad;

static double relativeError(double first, double second, double scale) {
  if (first == second || (std::isnan(first) && std::isnan(second)))
    return 0;
  double error = std::abs(first - second) / std::max({scale, std::abs(first), std::abs(second)});
  // An infinite or undefined number beside one that is not.
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

bool Comparison::differ(double first, double second, double scale) const {
  return relativeError(first, second, scale) > tolerance;
}

void Comparison::add(double first, double second, double scale, const std::string &place) {
  double error = relativeError(first, second, scale);
  if (error > worst.error)
    worst = {error, first, second, place};
}

void Comparison::leaveOpen(double first, double second, const std::string &place,
                           const char *reason) {
  if (numOpen++)
    return;
  open = {0, first, second, place};
  openReason = reason;
}

void Comparison::print(llvm::raw_ostream &os) const {
  os << what << ": ";
  if (worst.error < 0)
    os << "no entry can be resolved\n";
  else
    os << llvm::format("worst relative error %.2g at %s: %.17g and %.17g", worst.error,
                       worst.place.c_str(), worst.first, worst.second)
       << (isWrong() ? " (wrong)" : "") << '\n';
  if (numOpen)
    os << what << ": " << numOpen << (numOpen == 1 ? " entry is" : " entries are")
       << llvm::format(" not resolvable; at %s: %.17g and %.17g, ", open.place.c_str(), open.first,
                       open.second)
       << openReason << '\n';
}

void Comparison::print(llvm::json::OStream &json) const {
  json.object([&] {
    json.attribute("what", what);
    json.attribute("wrong", isWrong());
    json.attribute("open", numOpen);
    if (worst.error < 0)
      return;
    json.attribute("place", worst.place);
    const std::pair<const char *, double> numbers[] = {
        {"error", worst.error}, {"first", worst.first}, {"second", worst.second}};
    for (auto [name, value] : numbers) {
      json.attributeBegin(name);
      printJsonFloat(json, value);
      json.attributeEnd();
    }
  });
}
