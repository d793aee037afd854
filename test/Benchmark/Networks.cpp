//===- Networks.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace chad::baseline {

//===----------------------------------------------------------------------===//
// Softmax and cross-entropy
//===----------------------------------------------------------------------===//

/// Puts exp(zⱼ - max z) into `exps`; gives their sum, and max z.
template <typename T> static T exponentials(const T *z, int64_t n, T *__restrict exps, T &max) {
  max = z[0];
  for (int64_t j = 1; j < n; ++j)
    max = std::max(max, z[j]);
  T sum = 0;
  for (int64_t j = 0; j < n; ++j)
    sum += exps[j] = std::exp(z[j] - max);
  return sum;
}

template <typename T>
T softmaxXent(const T *logits, const int64_t *labels, int64_t batch, int64_t classes,
              Workspace &workspace) {
  T *exps = workspace.take<T>(classes), total = 0;
  for (int64_t i = 0; i < batch; ++i) {
    const T *row = logits + i * classes;
    T max, sum = exponentials(row, classes, exps, max);
    total += max + std::log(sum) - row[labels[i]];
  }
  return total / T(batch);
}

template <typename T>
T softmaxXentGradient(const T *logits, const int64_t *labels, int64_t batch, int64_t classes,
                      T *__restrict dlogits) {
  T total = 0;
  for (int64_t i = 0; i < batch; ++i) {
    const T *row = logits + i * classes;
    T *drow = dlogits + i * classes;
    T max, sum = exponentials(row, classes, drow, max);
    total += max + std::log(sum) - row[labels[i]];
    T scale = 1 / (sum * T(batch));
    for (int64_t j = 0; j < classes; ++j)
      drow[j] *= scale;
    drow[labels[i]] -= 1 / T(batch);
  }
  return total / T(batch);
}

//===----------------------------------------------------------------------===//
// Perceptron
//===----------------------------------------------------------------------===//

/// Of layer l, for the whole batch: its outputs, after relu where it is hidden.
template <typename T>
static void activate(const MlpShape &s, MlpWeights<T> &weights, const T *inputs,
                     T *const outputs[3], Workspace &workspace) {
  const T *x = inputs;
  for (int l = 0; l < 3; ++l) {
    int64_t from = s.widths[l], to = s.widths[l + 1];
    T *transposed = workspace.take<T>(from * to);
    transpose(weights[2 * l], to, from, transposed);
    multiply(x, transposed, s.batch, from, to, outputs[l]);
    const T *bias = weights[2 * l + 1];
    T low = l < 2 ? T(0) : -std::numeric_limits<T>::max();
    for (int64_t i = 0; i < s.batch; ++i)
      for (int64_t j = 0; j < to; ++j)
        outputs[l][i * to + j] = std::max(low, outputs[l][i * to + j] + bias[j]);
    x = outputs[l];
  }
}

template <typename T>
static void takeOutputs(const MlpShape &s, T *outputs[3], Workspace &workspace) {
  for (int l = 0; l < 3; ++l)
    outputs[l] = workspace.take<T>(s.batch * s.widths[l + 1]);
}

template <typename T>
T mlp(const MlpShape &s, MlpWeights<T> &weights, const T *inputs, const int64_t *labels,
      Workspace &workspace) {
  T *outputs[3];
  takeOutputs(s, outputs, workspace);
  activate(s, weights, inputs, outputs, workspace);
  return softmaxXent(outputs[2], labels, s.batch, s.widths[3], workspace);
}

template <typename T>
T mlpGradient(const MlpShape &s, MlpWeights<T> &weights, const T *inputs, const int64_t *labels,
              MlpGradient<T> &out, Workspace &workspace) {
  T *outputs[3], *cotangents[3];
  takeOutputs(s, outputs, workspace);
  takeOutputs(s, cotangents, workspace);
  activate(s, weights, inputs, outputs, workspace);
  T value = softmaxXentGradient(outputs[2], labels, s.batch, s.widths[3], cotangents[2]);
  for (int l = 2; l >= 0; --l) {
    int64_t from = s.widths[l], to = s.widths[l + 1];
    const T *x = l ? outputs[l - 1] : inputs, *ct = cotangents[l];
    T *transposed = workspace.take<T>(s.batch * to), *dbias = out[2 * l + 1];
    transpose(ct, s.batch, to, transposed);
    multiply(transposed, x, to, s.batch, from, out[2 * l]);
    std::fill(dbias, dbias + to, T(0));
    for (int64_t i = 0; i < s.batch; ++i)
      for (int64_t j = 0; j < to; ++j)
        dbias[j] += ct[i * to + j];
    if (!l)
      break;
    multiply(ct, weights[2 * l], s.batch, to, from, cotangents[l - 1]);
    for (int64_t i = 0; i < s.batch * from; ++i)
      cotangents[l - 1][i] = x[i] > 0 ? cotangents[l - 1][i] : T(0);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// softmax(Q Kᵀ / √d).
template <typename T>
static void attend(const T *q, const T *k, int64_t t, int64_t d, T *weights, Workspace &workspace) {
  T *transposed = workspace.take<T>(t * d);
  transpose(k, t, d, transposed);
  multiply(q, transposed, t, d, t, weights);
  T scale = 1 / std::sqrt(T(d));
  for (int64_t i = 0; i < t; ++i) {
    T *row = weights + i * t, max = row[0], sum = 0;
    for (int64_t j = 1; j < t; ++j)
      max = std::max(max, row[j]);
    for (int64_t j = 0; j < t; ++j)
      sum += row[j] = std::exp((row[j] - max) * scale);
    T inverse = 1 / sum;
    for (int64_t j = 0; j < t; ++j)
      row[j] *= inverse;
  }
}

template <typename T>
void attention(const T *q, const T *k, const T *v, int64_t t, int64_t d, int64_t e, T *o,
               Workspace &workspace) {
  T *weights = workspace.take<T>(t * t);
  attend(q, k, t, d, weights, workspace);
  multiply(weights, v, t, t, e, o);
}

template <typename T>
void attentionGradient(const T *q, const T *k, const T *v, const T *ct, int64_t t, int64_t d,
                       int64_t e, T *o, T *dq, T *dk, T *dv, Workspace &workspace) {
  T *weights = workspace.take<T>(t * t), *dweights = workspace.take<T>(t * t),
    *transposed = workspace.take<T>(t * t), *vt = workspace.take<T>(t * e);
  attend(q, k, t, d, weights, workspace);
  multiply(weights, v, t, t, e, o);
  transpose(weights, t, t, transposed);
  multiply(transposed, ct, t, t, e, dv);
  transpose(v, t, e, vt);
  multiply(ct, vt, t, e, t, dweights);
  T scale = 1 / std::sqrt(T(d));
  for (int64_t i = 0; i < t; ++i) {
    T *w = weights + i * t, *dw = dweights + i * t, sum = 0;
    for (int64_t j = 0; j < t; ++j)
      sum += w[j] * dw[j];
    for (int64_t j = 0; j < t; ++j)
      dw[j] = scale * w[j] * (dw[j] - sum);
  }
  multiply(dweights, k, t, t, d, dq);
  transpose(dweights, t, t, transposed);
  multiply(transposed, q, t, t, d, dk);
}

#define CHAD_INSTANTIATE(T)                                                                        \
  template T softmaxXent(const T *, const int64_t *, int64_t, int64_t, Workspace &);               \
  template T softmaxXentGradient(const T *, const int64_t *, int64_t, int64_t, T *);               \
  template T mlp(const MlpShape &, MlpWeights<T> &, const T *, const int64_t *, Workspace &);      \
  template T mlpGradient(const MlpShape &, MlpWeights<T> &, const T *, const int64_t *,            \
                         MlpGradient<T> &, Workspace &);                                           \
  template void attention(const T *, const T *, const T *, int64_t, int64_t, int64_t, T *,         \
                          Workspace &);                                                            \
  template void attentionGradient(const T *, const T *, const T *, const T *, int64_t, int64_t,    \
                                  int64_t, T *, T *, T *, T *, Workspace &);
CHAD_INSTANTIATE(float)
CHAD_INSTANTIATE(double)
#undef CHAD_INSTANTIATE

} // namespace chad::baseline
