//===- Gmm.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include <algorithm>
#include <cmath>

namespace chad::baseline {

/// log Γ(n/2).
static double logGammaOfHalf(int64_t n) { return std::lgamma(0.5 * double(n)); }

/// The parts that do not depend on the points, and the gradient of the prior into `out`.
static double prior(const GmmShape &s, const GmmInputs &in, const double *diagonals,
                    const GmmGradient *out) {
  double half = 0.5 * in.gamma * in.gamma, m = double(in.m), value = 0;
  for (int64_t k = 0; k < s.k; ++k) {
    const double *icf = in.icf + k * s.width(), *diagonal = diagonals + k * s.d;
    double squares = 0, logs = 0;
    for (int64_t j = 0; j < s.d; ++j) {
      squares += diagonal[j] * diagonal[j];
      logs += icf[j];
    }
    for (int64_t j = s.d; j < s.width(); ++j)
      squares += icf[j] * icf[j];
    value += half * squares - m * logs;
    if (!out)
      continue;
    double *dicf = out->icf + k * s.width();
    for (int64_t j = 0; j < s.d; ++j)
      dicf[j] += 2 * half * diagonal[j] * diagonal[j] - m;
    for (int64_t j = s.d; j < s.width(); ++j)
      dicf[j] += 2 * half * icf[j];
  }
  int64_t degrees = s.d + in.m + 1;
  double logGamma = 0.25 * double(s.d * (s.d - 1)) * std::log(M_PI);
  for (int64_t j = 0; j < s.d; ++j)
    logGamma += logGammaOfHalf(degrees - j);
  double c = double(degrees * s.d) * (std::log(in.gamma) - 0.5 * std::log(2.0)) - logGamma;
  return value - double(s.k) * c;
}

double gmmWithoutPoints(const GmmShape &s, const GmmInputs &in, const double *diagonals,
                        const GmmGradient *out) {
  double max = *std::max_element(in.alphas, in.alphas + s.k), sum = 0;
  for (int64_t k = 0; k < s.k; ++k)
    sum += std::exp(in.alphas[k] - max);
  if (out)
    for (int64_t k = 0; k < s.k; ++k)
      out->alphas[k] -= double(s.n) * std::exp(in.alphas[k] - max) / sum;
  double value = double(s.n * s.d) * 0.5 * std::log(2 * M_PI) + double(s.n) * (max + std::log(sum));
  return prior(s, in, diagonals, out) - value;
}

/// `y = Q v`; L's columns follow each other.
static void whiten(const double *diagonal, const double *lower, const double *v, int64_t d,
                   double *__restrict y) {
  for (int64_t i = 0; i < d; ++i)
    y[i] = diagonal[i] * v[i];
  for (int64_t j = 0; j < d; ++j) {
    double e = v[j];
    for (int64_t i = j + 1; i < d; ++i)
      y[i] += *lower++ * e;
  }
}

/// The gradient by the parameters of a component, at cotangent -w y of y = Q v.
static void addGradient(const double *diagonal, const double *lower, const double *v,
                        const double *y, double w, int64_t d, double *__restrict dmean,
                        double *__restrict dicf) {
  double *dlower = dicf + d;
  for (int64_t j = 0; j < d; ++j) {
    double g = -w * y[j], e = v[j], dv = g * diagonal[j], we = -w * e;
    dicf[j] += dv * e + w;
    for (int64_t i = j + 1; i < d; ++i) {
      *dlower++ += y[i] * we;
      dv -= w * y[i] * *lower++;
    }
    dmean[j] -= dv;
  }
}

static double evaluate(const GmmShape &s, const GmmInputs &in, const GmmGradient *out,
                       Workspace &workspace) {
  double *diagonals = workspace.take<double>(s.k * s.d), *weights = workspace.take<double>(s.k);
  double *terms = workspace.take<double>(s.k);
  // Of one point, for all components.
  int64_t stride = out ? s.d : 0;
  double *v = workspace.take<double>(std::max(s.k * stride, s.d)),
         *y = workspace.take<double>(std::max(s.k * stride, s.d));
  for (int64_t k = 0; k < s.k; ++k) {
    double sum = in.alphas[k];
    for (int64_t j = 0; j < s.d; ++j) {
      double q = in.icf[k * s.width() + j];
      diagonals[k * s.d + j] = std::exp(q);
      sum += q;
    }
    weights[k] = sum;
  }
  if (out) {
    std::fill(out->alphas, out->alphas + s.k, 0.0);
    std::fill(out->means, out->means + s.k * s.d, 0.0);
    std::fill(out->icf, out->icf + s.k * s.width(), 0.0);
  }
  double value = 0;
  for (int64_t n = 0; n < s.n; ++n) {
    const double *x = in.x + n * s.d;
    for (int64_t k = 0; k < s.k; ++k) {
      double *vk = v + k * stride, *yk = y + k * stride;
      for (int64_t j = 0; j < s.d; ++j)
        vk[j] = x[j] - in.means[k * s.d + j];
      whiten(diagonals + k * s.d, in.icf + k * s.width() + s.d, vk, s.d, yk);
      double square = 0;
      for (int64_t j = 0; j < s.d; ++j)
        square += yk[j] * yk[j];
      terms[k] = weights[k] - 0.5 * square;
    }
    double max = terms[0];
    for (int64_t k = 1; k < s.k; ++k)
      max = std::max(max, terms[k]);
    double sum = 0;
    for (int64_t k = 0; k < s.k; ++k)
      sum += terms[k] = std::exp(terms[k] - max);
    value += max + std::log(sum);
    if (!out)
      continue;
    for (int64_t k = 0; k < s.k; ++k) {
      double w = terms[k] / sum;
      out->alphas[k] += w;
      addGradient(diagonals + k * s.d, in.icf + k * s.width() + s.d, v + k * s.d, y + k * s.d, w,
                  s.d, out->means + k * s.d, out->icf + k * s.width());
    }
  }

  return value + gmmWithoutPoints(s, in, diagonals, out);
}

double gmm(const GmmShape &shape, const GmmInputs &in, Workspace &workspace) {
  return evaluate(shape, in, nullptr, workspace);
}

double gmmGradient(const GmmShape &shape, const GmmInputs &in, const GmmGradient &out,
                   Workspace &workspace) {
  return evaluate(shape, in, &out, workspace);
}

} // namespace chad::baseline
