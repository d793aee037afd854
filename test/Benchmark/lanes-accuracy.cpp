//===- lanes-accuracy.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compares the functions of Lanes.h with those of `long double`, and fails where they
// are more than 3 units in the last place apart.

#include "Lanes.h"
#include <cmath>
#include <cstdio>
#include <limits>

using namespace chad::baseline;

namespace {
/// Points in an interval; `isFine` puts most of them near zero.
struct Interval {
  double low, high;
  bool isFine = false;

  double at(int64_t i, int64_t count) const {
    double part = double(i) / double(count - 1);
    if (!isFine)
      return low + (high - low) * part;
    // Both signs, from 10⁻¹⁰ of the end on.
    return (i % 2 ? low : high) * std::pow(10.0, -10 * part);
  }
};
} // namespace

template <typename Function, typename Exact>
static bool isAccurate(const char *name, Function function, Exact exact, Interval interval) {
  constexpr int64_t count = 64000;
  double worst = 0, where = 0;
  for (int64_t i = 0; i < count; i += lanes) {
    Lanes x;
    for (int l = 0; l < lanes; ++l)
      x[l] = interval.at(i + l, count);
    Lanes y = function(x);
    for (int l = 0; l < lanes; ++l) {
      long double expected = exact(static_cast<long double>(x[l]));
      double rounded = std::fabs(static_cast<double>(expected));
      double unit = std::nextafter(rounded, std::numeric_limits<double>::infinity()) - rounded;
      double error = static_cast<double>(std::fabs(y[l] - expected) / unit);
      if (!(error <= worst)) {
        worst = error;
        where = x[l];
      }
    }
  }
  bool isGood = worst <= 3;
  std::printf("%s from %g to %g: %s\n", name, interval.low, interval.high,
              isGood ? "within 3 ulp" : "wrong");
  if (!isGood)
    std::printf("%g ulp at %.17g\n", worst, where);
  return isGood;
}

int main() {
  using Real = long double;
  auto exp = [](Real x) { return std::exp(x); };
  auto log = [](Real x) { return std::log(x); };
  auto tanh = [](Real x) { return std::tanh(x); };
  auto sigmoid = [](Real x) { return 1 / (1 + std::exp(-x)); };
  auto sin = [](Lanes x) {
    Lanes s, c;
    sinCosLanes(x, s, c);
    return s;
  };
  auto cos = [](Lanes x) {
    Lanes s, c;
    sinCosLanes(x, s, c);
    return c;
  };
  auto exactSin = [](Real x) { return std::sin(x); };
  auto exactCos = [](Real x) { return std::cos(x); };
  bool isGood = isAccurate("exp", expLanes, exp, {-708, 709});
  isGood &= isAccurate("exp", expLanes, exp, {-1, 1});
  isGood &= isAccurate("log", logLanes, log, {1e-3, 1000});
  isGood &= isAccurate("log", logLanes, log, {0.5, 2});
  isGood &= isAccurate("tanh", tanhLanes, tanh, {-25, 25});
  isGood &= isAccurate("tanh", tanhLanes, tanh, {-1, 1, true});
  isGood &= isAccurate("sigmoid", sigmoidLanes, sigmoid, {-40, 40});
  isGood &= isAccurate("sin", sin, exactSin, {-1e4, 1e4});
  isGood &= isAccurate("sin", sin, exactSin, {-1, 1, true});
  isGood &= isAccurate("cos", cos, exactCos, {-1e4, 1e4});
  return isGood ? 0 : 1;
}
