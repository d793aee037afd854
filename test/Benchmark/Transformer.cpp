//===- Transformer.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transformer.h"
#include "Baselines.h"
#include <algorithm>
#include <cmath>

namespace chad::baseline {

//===----------------------------------------------------------------------===//
// Layers, on all tokens of all sequences at once
//===----------------------------------------------------------------------===//

/// y = x wᵀ, where w has `to` rows.
static void dense(const double *x, const double *w, int64_t rows, int64_t from, int64_t to,
                  double *y, Workspace &workspace) {
  double *transposed = workspace.take<double>(from * to);
  transpose(w, to, from, transposed);
  multiply(x, transposed, rows, from, to, y);
}

/// dw = dyᵀ x, dx = dy w.
static void denseBack(const double *x, const double *w, const double *dy, int64_t rows,
                      int64_t from, int64_t to, double *dw, double *dx, Workspace &workspace) {
  double *transposed = workspace.take<double>(rows * to);
  transpose(dy, rows, to, transposed);
  multiply(transposed, x, to, rows, from, dw);
  multiply(dy, w, rows, to, from, dx);
}

namespace {
/// What normalization makes of rows before gain and shift, and 1 over their deviations.
struct Normed {
  double *rows, *inverses;
};
} // namespace

static Normed norm(const double *x, const double *gain, const double *shift, int64_t rows,
                   int64_t width, double *__restrict y, Workspace &workspace) {
  Normed normed = {workspace.take<double>(rows * width), workspace.take<double>(rows)};
  for (int64_t i = 0; i < rows; ++i) {
    const double *row = x + i * width;
    double *centred = normed.rows + i * width, mean = 0, variance = 0;
    for (int64_t j = 0; j < width; ++j)
      mean += row[j];
    mean /= double(width);
    for (int64_t j = 0; j < width; ++j) {
      centred[j] = row[j] - mean;
      variance += centred[j] * centred[j];
    }
    double inverse = normed.inverses[i] = 1 / std::sqrt(variance / double(width) + 1e-5);
    for (int64_t j = 0; j < width; ++j) {
      centred[j] *= inverse;
      y[i * width + j] = centred[j] * gain[j] + shift[j];
    }
  }
  return normed;
}

/// Adds the cotangent of x to `dx`.
static void normBack(const Normed &normed, const double *gain, const double *dy, int64_t rows,
                     int64_t width, double *__restrict dgain, double *__restrict dshift,
                     double *__restrict dx) {
  std::fill(dgain, dgain + width, 0.0);
  std::fill(dshift, dshift + width, 0.0);
  for (int64_t i = 0; i < rows; ++i) {
    const double *row = normed.rows + i * width, *dyRow = dy + i * width;
    double *dxRow = dx + i * width, sum = 0, along = 0;
    for (int64_t j = 0; j < width; ++j) {
      dgain[j] += dyRow[j] * row[j];
      dshift[j] += dyRow[j];
      sum += dyRow[j] * gain[j];
      along += dyRow[j] * gain[j] * row[j];
    }
    sum /= double(width);
    along /= double(width);
    for (int64_t j = 0; j < width; ++j)
      dxRow[j] += normed.inverses[i] * (dyRow[j] * gain[j] - sum - along * row[j]);
  }
}

/// √(2/π), and the factor of x³.
static constexpr double root = 0.79788456080286536, cubic = 0.044715;

/// Adds the bias to x; gives the hyperbolic tangents, too.
static void gelu(double *__restrict x, const double *bias, int64_t rows, int64_t width,
                 double *__restrict tangents, double *__restrict y) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < width; ++j) {
      int64_t k = i * width + j;
      double e = x[k] += bias[j];
      tangents[k] = std::tanh(root * (e + cubic * e * e * e));
      y[k] = 0.5 * e * (1 + tangents[k]);
    }
}

/// `d` is the cotangent of the result before, that of x after.
static void geluBack(const double *x, const double *tangents, int64_t size, double *__restrict d) {
  for (int64_t k = 0; k < size; ++k) {
    double e = x[k], t = tangents[k], slope = root * (1 + 3 * cubic * e * e);
    d[k] *= 0.5 * (1 + t) + 0.5 * e * (1 - t * t) * slope;
  }
}

static void sumRows(const double *x, int64_t rows, int64_t width, double *__restrict sum) {
  std::fill(sum, sum + width, 0.0);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < width; ++j)
      sum[j] += x[i * width + j];
}

//===----------------------------------------------------------------------===//
// Attention with all heads
//===----------------------------------------------------------------------===//

namespace {
/// Queries, keys and values of all tokens, those of the heads side by side.
struct Heads {
  double *q, *k, *v;
};
} // namespace

static Heads takeHeads(const BlockShape &s, Workspace &workspace) {
  int64_t size = s.rows() * s.joined();
  return {workspace.take<double>(size), workspace.take<double>(size), workspace.take<double>(size)};
}

/// The part of one head of one sequence, alone.
static void takeHead(const BlockShape &s, int64_t b, int64_t h, const double *all, double *alone) {
  for (int64_t t = 0; t < s.tokens; ++t) {
    const double *row = all + (b * s.tokens + t) * s.joined() + h * s.depth;
    std::copy(row, row + s.depth, alone + t * s.depth);
  }
}
static void putHead(const BlockShape &s, int64_t b, int64_t h, const double *alone, double *all) {
  for (int64_t t = 0; t < s.tokens; ++t)
    std::copy(alone + t * s.depth, alone + (t + 1) * s.depth,
              all + (b * s.tokens + t) * s.joined() + h * s.depth);
}

static void attend(const BlockShape &s, const Heads &heads, double *joined, Workspace &workspace) {
  int64_t size = s.tokens * s.depth;
  double *q = workspace.take<double>(size), *k = workspace.take<double>(size),
         *v = workspace.take<double>(size), *o = workspace.take<double>(size);
  Workspace::Mark mark = workspace.getMark();
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t h = 0; h < s.heads; ++h) {
      takeHead(s, b, h, heads.q, q);
      takeHead(s, b, h, heads.k, k);
      takeHead(s, b, h, heads.v, v);
      attention(q, k, v, s.tokens, s.depth, s.depth, o, workspace);
      workspace.release(mark);
      putHead(s, b, h, o, joined);
    }
}

/// `heads` holds queries, keys and values before, their cotangents after.
static void attendBack(const BlockShape &s, const Heads &heads, const double *djoined,
                       Workspace &workspace) {
  int64_t size = s.tokens * s.depth;
  double *in[4], *out[4];
  for (int i = 0; i < 4; ++i) {
    in[i] = workspace.take<double>(size);
    out[i] = workspace.take<double>(size);
  }
  Workspace::Mark mark = workspace.getMark();
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t h = 0; h < s.heads; ++h) {
      takeHead(s, b, h, heads.q, in[0]);
      takeHead(s, b, h, heads.k, in[1]);
      takeHead(s, b, h, heads.v, in[2]);
      takeHead(s, b, h, djoined, in[3]);
      attentionGradient(in[0], in[1], in[2], in[3], s.tokens, s.depth, s.depth, out[0], out[1],
                        out[2], out[3], workspace);
      workspace.release(mark);
      putHead(s, b, h, out[1], heads.q);
      putHead(s, b, h, out[2], heads.k);
      putHead(s, b, h, out[3], heads.v);
    }
}

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

namespace {
/// What the way back needs: the inputs of products, and of what is not linear.
struct Saved {
  Normed normed1, normed2, normed3;
  double *x1, *joined, *x2, *inner, *tangents, *activated;
  Heads heads;
};
} // namespace

static void add(const double *x, int64_t size, double *__restrict y) {
  for (int64_t k = 0; k < size; ++k)
    y[k] += x[k];
}

static Saved forward(const BlockShape &s, const BlockParameters<const double> &in, const double *xs,
                     double *result, Workspace &workspace) {
  int64_t rows = s.rows(), e = s.width, size = rows * e;
  Saved saved;
  saved.x1 = workspace.take<double>(size);
  saved.x2 = workspace.take<double>(size);
  saved.joined = workspace.take<double>(rows * s.joined());
  saved.inner = workspace.take<double>(rows * s.hidden);
  saved.tangents = workspace.take<double>(rows * s.hidden);
  saved.activated = workspace.take<double>(rows * s.hidden);
  saved.heads = takeHeads(s, workspace);
  double *y = workspace.take<double>(size), *z = workspace.take<double>(size);

  saved.normed1 = norm(xs, in.gain1, in.shift1, rows, e, saved.x1, workspace);
  dense(saved.x1, in.wq, rows, e, s.joined(), saved.heads.q, workspace);
  dense(saved.x1, in.wk, rows, e, s.joined(), saved.heads.k, workspace);
  dense(saved.x1, in.wv, rows, e, s.joined(), saved.heads.v, workspace);
  attend(s, saved.heads, saved.joined, workspace);
  dense(saved.joined, in.wo, rows, s.joined(), e, y, workspace);
  add(xs, size, y);

  saved.normed2 = norm(y, in.gain2, in.shift2, rows, e, saved.x2, workspace);
  dense(saved.x2, in.w1, rows, e, s.hidden, saved.inner, workspace);
  gelu(saved.inner, in.b1, rows, s.hidden, saved.tangents, saved.activated);
  dense(saved.activated, in.w2, rows, s.hidden, e, z, workspace);
  for (int64_t i = 0; i < rows; ++i)
    add(in.b2, e, z + i * e);
  add(y, size, z);
  saved.normed3 = norm(z, in.gain3, in.shift3, rows, e, result, workspace);
  return saved;
}

void transformerBlock(const BlockShape &s, const BlockParameters<const double> &in,
                      const double *xs, double *result, Workspace &workspace) {
  forward(s, in, xs, result, workspace);
}

void transformerBlockGradient(const BlockShape &s, const BlockParameters<const double> &in,
                              const double *xs, const double *ct, double *result,
                              const BlockParameters<double> &out, Workspace &workspace) {
  int64_t rows = s.rows(), e = s.width, size = rows * e;
  Saved saved = forward(s, in, xs, result, workspace);
  double *dz = workspace.take<double>(size), *dx = workspace.take<double>(size),
         *dinner = workspace.take<double>(rows * s.hidden),
         *djoined = workspace.take<double>(rows * s.joined());

  std::fill(dz, dz + size, 0.0);
  normBack(saved.normed3, in.gain3, ct, rows, e, out.gain3, out.shift3, dz);
  sumRows(dz, rows, e, out.b2);
  denseBack(saved.activated, in.w2, dz, rows, s.hidden, e, out.w2, dinner, workspace);
  geluBack(saved.inner, saved.tangents, rows * s.hidden, dinner);
  sumRows(dinner, rows, s.hidden, out.b1);
  denseBack(saved.x2, in.w1, dinner, rows, e, s.hidden, out.w1, dx, workspace);
  normBack(saved.normed2, in.gain2, dx, rows, e, out.gain2, out.shift2, dz);

  denseBack(saved.joined, in.wo, dz, rows, s.joined(), e, out.wo, djoined, workspace);
  attendBack(s, saved.heads, djoined, workspace);
  double *sum = workspace.take<double>(size);
  denseBack(saved.x1, in.wq, saved.heads.q, rows, e, s.joined(), out.wq, sum, workspace);
  denseBack(saved.x1, in.wk, saved.heads.k, rows, e, s.joined(), out.wk, dx, workspace);
  add(dx, size, sum);
  denseBack(saved.x1, in.wv, saved.heads.v, rows, e, s.joined(), out.wv, dx, workspace);
  add(dx, size, sum);
  // The tokens are no parameters: what the first norm gives them is not used.
  normBack(saved.normed1, in.gain1, sum, rows, e, out.gain1, out.shift1, dx);
}

} // namespace chad::baseline
