//===- Simulations.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include <algorithm>

namespace chad::baseline {

//===----------------------------------------------------------------------===//
// Predator and prey
//===----------------------------------------------------------------------===//

namespace {
struct Pair {
  double x, y;
};
struct Rates {
  double alpha, beta, gamma, delta;

  Pair at(Pair z) const {
    return {alpha * z.x - beta * z.x * z.y, delta * z.x * z.y - gamma * z.y};
  }
  /// Adds to the cotangents of the parameters; gives that of the point.
  Pair back(Pair z, Pair ct, Rates &d) const {
    d.alpha += ct.x * z.x;
    d.beta -= ct.x * z.x * z.y;
    d.delta += ct.y * z.x * z.y;
    d.gamma -= ct.y * z.y;
    return {ct.x * (alpha - beta * z.y) + ct.y * delta * z.y,
            ct.y * (delta * z.x - gamma) - ct.x * beta * z.x};
  }
};

/// The points where a step of Runge and Kutta's method looks at the rates.
struct Stages {
  Pair at[4], end;
};
} // namespace

static Pair move(Pair z, double h, Pair k) { return {z.x + h * k.x, z.y + h * k.y}; }

static Stages step(const Rates &r, Pair z, double h) {
  Pair k0 = r.at(z), z1 = move(z, h / 2, k0), k1 = r.at(z1), z2 = move(z, h / 2, k1), k2 = r.at(z2),
       z3 = move(z, h, k2), k3 = r.at(z3);
  Pair sum = {k0.x + 2 * (k1.x + k2.x) + k3.x, k0.y + 2 * (k1.y + k2.y) + k3.y};
  return {{z, z1, z2, z3}, move(z, h / 6, sum)};
}

void lotkaVolterra(const double in[6], double h, int64_t steps, double out[2]) {
  Rates r = {in[0], in[1], in[2], in[3]};
  Pair z = {in[4], in[5]};
  for (int64_t i = 0; i < steps; ++i)
    z = step(r, z, h).end;
  out[0] = z.x;
  out[1] = z.y;
}

void lotkaVolterraGradient(const double in[6], double h, int64_t steps, const double ct[2],
                           double out[2], double din[6], Workspace &workspace) {
  Rates r = {in[0], in[1], in[2], in[3]}, d = {0, 0, 0, 0};
  Pair z = {in[4], in[5]}, *states = workspace.take<Pair>(steps);
  for (int64_t i = 0; i < steps; ++i) {
    states[i] = z;
    z = step(r, z, h).end;
  }
  Pair dz = {ct[0], ct[1]};
  for (int64_t i = steps - 1; i >= 0; --i) {
    Stages s = step(r, states[i], h);
    Pair sixth = {dz.x * (h / 6), dz.y * (h / 6)};
    Pair b3 = r.back(s.at[3], sixth, d);
    Pair b2 = r.back(s.at[2], {2 * sixth.x + h * b3.x, 2 * sixth.y + h * b3.y}, d);
    Pair b1 = r.back(s.at[1], {2 * sixth.x + h / 2 * b2.x, 2 * sixth.y + h / 2 * b2.y}, d);
    Pair b0 = r.back(s.at[0], {sixth.x + h / 2 * b1.x, sixth.y + h / 2 * b1.y}, d);
    dz = {dz.x + b0.x + b1.x + b2.x + b3.x, dz.y + b0.y + b1.y + b2.y + b3.y};
  }
  out[0] = z.x;
  out[1] = z.y;
  const double results[] = {d.alpha, d.beta, d.gamma, d.delta, dz.x, dz.y};
  std::copy(results, results + 6, din);
}

//===----------------------------------------------------------------------===//
// Heat
//===----------------------------------------------------------------------===//

/// A row of the next state.
static void stencil(const double *above, const double *row, const double *below, double k,
                    int64_t n, double *__restrict next) {
  auto change = [&](int64_t j, double left, double right) {
    next[j] = row[j] + k * (above[j] + below[j] + left + right - 4 * row[j]);
  };
  if (n == 1)
    return change(0, 0, 0);
  change(0, 0, row[1]);
  for (int64_t j = 1; j < n - 1; ++j)
    change(j, row[j - 1], row[j + 1]);
  change(n - 1, row[n - 2], 0);
}

/// The next state. The rim is a row of zeros.
static void step(const double *from, double k, int64_t m, int64_t n, const double *rim,
                 double *to) {
  for (int64_t r = 0; r < m; ++r)
    stencil(r ? from + (r - 1) * n : rim, from + r * n, r + 1 < m ? from + (r + 1) * n : rim, k, n,
            to + r * n);
}

static void spread(const double *u, double k, int64_t steps, int64_t m, int64_t n, double *end,
                   Workspace &workspace) {
  double *other = workspace.take<double>(m * n), *rim = workspace.take<double>(n);
  std::fill(rim, rim + n, 0.0);
  const double *from = u;
  for (int64_t i = steps; i > 0; --i) {
    // The last step writes to `end`.
    double *to = i % 2 ? end : other;
    step(from, k, m, n, rim, to);
    from = to;
  }
  if (!steps)
    std::copy(u, u + m * n, end);
}

void heat(const double *u, double k, int64_t steps, int64_t m, int64_t n, double *end,
          Workspace &workspace) {
  spread(u, k, steps, m, n, end, workspace);
}

// A step is a symmetric matrix: the way back is the way there.
void heatGradient(const double *u, double k, int64_t steps, const double *ct, int64_t m, int64_t n,
                  double *end, double *du, Workspace &workspace) {
  spread(u, k, steps, m, n, end, workspace);
  workspace.clear();
  spread(ct, k, steps, m, n, du, workspace);
}

/// Σ ctᵢ (the sum of the neighbours of uᵢ - 4 uᵢ): what a step adds to the cotangent of k.
static double changeAlong(const double *ct, const double *u, int64_t m, int64_t n,
                          const double *rim) {
  double total = 0;
  for (int64_t r = 0; r < m; ++r) {
    const double *row = u + r * n, *c = ct + r * n, *above = r ? row - n : rim,
                 *below = r + 1 < m ? row + n : rim;
    for (int64_t j = 0; j < n; ++j)
      total += c[j] * (above[j] + below[j] - 4 * row[j]);
    for (int64_t j = 0; j + 1 < n; ++j)
      total += c[j] * row[j + 1] + c[j + 1] * row[j];
  }
  return total;
}

void heatGradientByBoth(const double *u, double k, int64_t steps, const double *ct, int64_t m,
                        int64_t n, double *end, double *du, double *dk, Workspace &workspace) {
  int64_t size = m * n;
  double *states = workspace.take<double>(size * (steps + 1)), *now = workspace.take<double>(size),
         *next = workspace.take<double>(size), *rim = workspace.take<double>(n);
  std::fill(rim, rim + n, 0.0);
  std::copy(u, u + size, states);
  for (int64_t t = 0; t < steps; ++t)
    step(states + t * size, k, m, n, rim, states + (t + 1) * size);
  std::copy(states + steps * size, states + (steps + 1) * size, end);

  double total = 0;
  std::copy(ct, ct + size, now);
  for (int64_t t = steps - 1; t >= 0; --t) {
    total += changeAlong(now, states + t * size, m, n, rim);
    step(now, k, m, n, rim, next);
    std::swap(now, next);
  }
  std::copy(now, now + size, du);
  *dk = total;
}

} // namespace chad::baseline
