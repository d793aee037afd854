//===- Baselines.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The programs of test/Integration/Programs and their derivatives, written by hand
// as one would write them in C++: no library, loops over arrays, all that can be
// shared between value and derivative shared. What the names mean stands in the
// programs. `T` is float or double; matrices are row by row; `ct` is the cotangent of
// the result.

#ifndef CHAD_TEST_BENCHMARK_BASELINES_H
#define CHAD_TEST_BENCHMARK_BASELINES_H

#include "Workspace.h"

namespace chad::baseline {

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

template <typename T> T dot(const T *x, const T *y, int64_t n);
template <typename T> T dotGradient(const T *x, const T *y, int64_t n, T *dx, T *dy);

template <typename T> T sum(const T *x, int64_t n);
template <typename T> T sumGradient(const T *x, int64_t n, T *dx);

template <typename T> T prod(const T *x, int64_t n);
template <typename T> T prodGradient(const T *x, int64_t n, T *dx);

template <typename T> void scanSum(const T *x, int64_t n, T *y);
template <typename T> void scanSumGradient(const T *x, const T *ct, int64_t n, T *y, T *dx);

template <typename T> void scanMul(const T *x, int64_t n, T *y);
template <typename T> void scanMulGradient(const T *x, const T *ct, int64_t n, T *y, T *dx);

template <typename T> void scanLinrec(const T *a, const T *b, int64_t n, T *y);
template <typename T>
void scanLinrecGradient(const T *a, const T *b, const T *ct, int64_t n, T *y, T *da, T *db);

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

void matvec(const double *a, const double *x, int64_t m, int64_t n, double *y);
void matvecGradient(const double *a, const double *x, const double *ct, int64_t m, int64_t n,
                    double *y, double *da, double *dx);

/// c (m×n) = a (m×k) b (k×n), blocked.
template <typename T> void multiply(const T *a, const T *b, int64_t m, int64_t k, int64_t n, T *c);
/// The transpose of a (m×n).
template <typename T> void transpose(const T *a, int64_t m, int64_t n, T *b);

void matmulGradient(const double *a, const double *b, const double *ct, int64_t m, int64_t k,
                    int64_t n, double *c, double *da, double *db, Workspace &workspace);

void spmv(const double *values, const int64_t *columns, const int64_t *offsets, const double *x,
          int64_t rows, double *y);
void spmvGradient(const double *values, const int64_t *columns, const int64_t *offsets,
                  const double *x, const double *ct, int64_t rows, int64_t numColumns, double *y,
                  double *dvalues, double *dx);

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

struct GmmShape {
  int64_t n, d, k;
  /// The entries of a row of icf.
  int64_t width() const { return d + d * (d - 1) / 2; }
};
struct GmmInputs {
  const double *alphas, *means, *icf, *x;
  double gamma;
  int64_t m;
};
struct GmmGradient {
  double *alphas, *means, *icf;
};
double gmm(const GmmShape &shape, const GmmInputs &in, Workspace &workspace);
double gmmGradient(const GmmShape &shape, const GmmInputs &in, const GmmGradient &out,
                   Workspace &workspace);

/// The same, points in the lanes of vectors.
double gmmGradientSimd(const GmmShape &shape, const GmmInputs &in, const GmmGradient &out,
                       Workspace &workspace);
/// The summands without the points; adds to the gradient. `diagonals` has exp q.
double gmmWithoutPoints(const GmmShape &shape, const GmmInputs &in, const double *diagonals,
                        const GmmGradient *out);

double kmeans(const double *centres, const double *points, int64_t k, int64_t n, int64_t d);
double kmeansGradient(const double *centres, const double *points, int64_t k, int64_t n, int64_t d,
                      double *dcentres);

double logsumexp(const double *x, int64_t n, int64_t k, Workspace &workspace);
double logsumexpGradient(const double *x, int64_t n, int64_t k, double *dx);

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

template <typename T>
T softmaxXent(const T *logits, const int64_t *labels, int64_t batch, int64_t classes,
              Workspace &workspace);
template <typename T>
T softmaxXentGradient(const T *logits, const int64_t *labels, int64_t batch, int64_t classes,
                      T *dlogits);

struct MlpShape {
  int64_t batch;
  /// Of the inputs, the hidden layers and the outputs.
  int64_t widths[4];
};
/// w1, b1, w2, b2, w3, b3.
template <typename T> using MlpWeights = const T *const[6];
template <typename T> using MlpGradient = T *const[6];
template <typename T>
T mlp(const MlpShape &shape, MlpWeights<T> &weights, const T *inputs, const int64_t *labels,
      Workspace &workspace);
template <typename T>
T mlpGradient(const MlpShape &shape, MlpWeights<T> &weights, const T *inputs, const int64_t *labels,
              MlpGradient<T> &out, Workspace &workspace);

template <typename T>
void attention(const T *q, const T *k, const T *v, int64_t t, int64_t d, int64_t e, T *o,
               Workspace &workspace);
template <typename T>
void attentionGradient(const T *q, const T *k, const T *v, const T *ct, int64_t t, int64_t d,
                       int64_t e, T *o, T *dq, T *dk, T *dv, Workspace &workspace);

struct LstmShape {
  int64_t layers, length, bits;
};
struct LstmInputs {
  /// wf, wi, wo, wc, bf, bi, bo, bc, in_scale, out_scale, out_shift.
  const double *parameters[11];
  const double *h, *c, *text;
};
struct LstmGradient {
  double *parameters[11];
};
double lstm(const LstmShape &shape, const LstmInputs &in, Workspace &workspace);
double lstmGradient(const LstmShape &shape, const LstmInputs &in, const LstmGradient &out,
                    Workspace &workspace);

/// The same, cells in the lanes of vectors.
double lstmGradientSimd(const LstmShape &shape, const LstmInputs &in, const LstmGradient &out,
                        Workspace &workspace);

//===----------------------------------------------------------------------===//
// Simulations
//===----------------------------------------------------------------------===//

/// alpha, beta, gamma, delta, x, y; the results are x and y.
void lotkaVolterra(const double in[6], double h, int64_t steps, double out[2]);
void lotkaVolterraGradient(const double in[6], double h, int64_t steps, const double ct[2],
                           double out[2], double din[6], Workspace &workspace);

void heat(const double *u, double k, int64_t steps, int64_t m, int64_t n, double *end,
          Workspace &workspace);
void heatGradient(const double *u, double k, int64_t steps, const double *ct, int64_t m, int64_t n,
                  double *end, double *du, Workspace &workspace);
void heatGradientByBoth(const double *u, double k, int64_t steps, const double *ct, int64_t m,
                        int64_t n, double *end, double *du, double *dk, Workspace &workspace);

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

struct BaInputs {
  const double *cameras, *points, *weights;
  const int64_t *cameraOf, *pointOf;
  const double *features;
  int64_t observations;
};
struct BaJacobian {
  /// Of each observation 2×11, 2×3, 2 and 1.
  double *byCamera, *byPoint, *byWeight, *slope;
};
void ba(const BaInputs &in, double *errors, double *weightErrors);
void baJacobian(const BaInputs &in, const BaJacobian &out);

/// The same, observations in the lanes of vectors.
void baJacobianSimd(const BaInputs &in, const BaJacobian &out);

struct HandInputs {
  const double *theta;
  /// Only of the complicated one, as are the corners: null otherwise.
  const double *us;
  const double *palm, *fingers, *inverses, *rest, *skin;
  const int64_t *corners, *of;
  const double *points;
  int64_t count;
};
void hand(const HandInputs &in, double *errors);
/// 3×26 of each point; of the complicated one also 3×2.
void handJacobian(const HandInputs &in, double *byTheta, double *byU);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_BASELINES_H
