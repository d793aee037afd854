//===- BundleSimd.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Bundle adjustment with observations in the lanes of vectors. What observations read
// and write as rows is transposed in registers.

#include "Baselines.h"
#include "Lanes.h"
#include <algorithm>

namespace chad::baseline {

namespace {
struct Vector {
  Lanes x, y, z;
};

/// As `Rotation` of Bundle.cpp.
struct Rotation {
  explicit Rotation(Vector axis);

  Vector r;
  Lanes cos, sine, versine;
  /// What the derivatives of sine and versine are times r.
  Lanes dsine, dversine;
};
} // namespace

static Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vector operator*(Lanes s, Vector a) { return {s * a.x, s * a.y, s * a.z}; }
static Lanes dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Rotation::Rotation(Vector axis) : r(axis) {
  Lanes square = dot(r, r), angle = sqrtLanes(square), sin;
  Ints turns = square > 0;
  Lanes inverse = 1 / (turns ? square : broadcast(1));
  sinCosLanes(angle, sin, cos);
  sine = turns ? sin * (angle * inverse) : broadcast(1);
  versine = (1 - cos) * inverse;
  dsine = (cos - sine) * inverse;
  dversine = (sine - 2 * versine) * inverse;
}

/// Columns `from`, ... of rows, one row a lane.
static void loadRows(const double *const rows[lanes], int from, Lanes *columns) {
  for (int l = 0; l < lanes; ++l)
    columns[l] = loadLanes(rows[l] + from);
  transposeLanes(columns);
}

/// Writes `count` columns as rows, one row a lane, which follow each other; the space of a
/// vector after the last may be overwritten.
template <int count> static void storeRows(const Lanes *columns, double *rows) {
  constexpr int last = count > lanes ? count - lanes : 0;
  for (int from = 0;; from += lanes) {
    from = std::min(from, last);
    Lanes part[lanes] = {};
    for (int i = 0; i < std::min(lanes, count); ++i)
      part[i] = columns[from + i];
    transposeLanes(part);
    for (int l = 0; l < lanes; ++l)
      storeLanes(rows + l * count + from, part[l]);
    if (from == last)
      return;
  }
}

namespace {
/// The 11 numbers of the cameras of some observations.
struct Cameras {
  explicit Cameras(const double *const rows[lanes]) {
    constexpr int last = 11 - lanes;
    for (int from = 0; from < last; from += lanes)
      loadRows(rows, from, numbers + from);
    loadRows(rows, last, numbers + last);
  }
  Vector vector(int from) const { return {numbers[from], numbers[from + 1], numbers[from + 2]}; }
  Lanes numbers[11];
};
} // namespace

static Vector loadPoints(const double *points, const int64_t *pointOf) {
  Vector v;
  for (int l = 0; l < lanes; ++l) {
    const double *p = points + 3 * pointOf[l];
    v.x[l] = p[0];
    v.y[l] = p[1];
    v.z[l] = p[2];
  }
  return v;
}

/// As many observations as there are lanes; writes behind its results.
static void derive(const BaInputs &in, const BaJacobian &out) {
  const double *rows[lanes];
  for (int l = 0; l < lanes; ++l)
    rows[l] = in.cameras + 11 * in.cameraOf[l];
  Cameras cameras(rows);
  Rotation rotation(cameras.vector(0));
  Vector r = rotation.r, offset = loadPoints(in.points, in.pointOf) - cameras.vector(3);
  Lanes focal = cameras.numbers[6], k1 = cameras.numbers[9], k2 = cameras.numbers[10];
  const Lanes centre[] = {cameras.numbers[7], cameras.numbers[8]};
  Lanes w = loadLanes(in.weights), feature[2];
  for (int l = 0; l < lanes; ++l)
    for (int e = 0; e < 2; ++e)
      feature[e][l] = in.features[2 * l + e];

  Lanes along = dot(r, offset);
  Vector turned = cross(r, offset);
  Vector y = rotation.cos * offset + rotation.sine * turned + (rotation.versine * along) * r;
  // The derivative of y by r is r times this, and more.
  Vector change =
      rotation.dsine * turned + (rotation.dversine * along) * r - rotation.sine * offset;
  Lanes inverse = 1 / y.z, p[] = {y.x * inverse, y.y * inverse};
  Lanes r2 = p[0] * p[0] + p[1] * p[1], r4 = r2 * r2;
  Lanes distortion = 1 + k1 * r2 + k2 * r4, slope = 2 * (k1 + 2 * k2 * r2), wf = w * focal;

  Lanes byCamera[22], byPoint[6], byWeight[2];
  for (int e = 0; e < 2; ++e) {
    Lanes byU = wf * slope * p[e] * p[0], byV = wf * slope * p[e] * p[1];
    (e ? byV : byU) += wf * distortion;
    Vector a = inverse * Vector{byU, byV, -(byU * p[0] + byV * p[1])};
    Lanes alongA = dot(a, r);
    Vector point = rotation.cos * a + rotation.sine * cross(a, r) + (rotation.versine * alongA) * r;
    Vector axis = dot(a, change) * r + rotation.sine * cross(offset, a) +
                  rotation.versine * (along * a + alongA * offset);
    Lanes *c = byCamera + 11 * e;
    const Lanes columns[] = {axis.x,
                             axis.y,
                             axis.z,
                             -point.x,
                             -point.y,
                             -point.z,
                             w * distortion * p[e],
                             e ? Lanes{} : w,
                             e ? w : Lanes{},
                             wf * r2 * p[e],
                             wf * r4 * p[e]};
    std::copy(columns, columns + 11, c);
    byPoint[3 * e] = point.x;
    byPoint[3 * e + 1] = point.y;
    byPoint[3 * e + 2] = point.z;
    byWeight[e] = focal * distortion * p[e] + centre[e] - feature[e];
  }
  storeRows<22>(byCamera, out.byCamera);
  storeRows<6>(byPoint, out.byPoint);
  for (int l = 0; l < lanes; ++l)
    for (int e = 0; e < 2; ++e)
      out.byWeight[2 * l + e] = byWeight[e][l];
  storeLanes(out.slope, -2 * w);
}

/// The last observations, fewer than lanes or as many, on copies with room behind.
static void deriveLast(const BaInputs &in, const BaJacobian &out) {
  int64_t count = in.observations, cameraOf[lanes] = {}, pointOf[lanes] = {};
  double weights[lanes] = {}, features[2 * lanes] = {};
  double byCamera[23 * lanes], byPoint[7 * lanes], byWeight[2 * lanes], slope[lanes];
  for (int64_t l = 0; l < lanes; ++l) {
    int64_t i = std::min(l, count - 1);
    cameraOf[l] = in.cameraOf[i];
    pointOf[l] = in.pointOf[i];
    weights[l] = in.weights[i];
    features[2 * l] = in.features[2 * i];
    features[2 * l + 1] = in.features[2 * i + 1];
  }
  derive({in.cameras, in.points, weights, cameraOf, pointOf, features, lanes},
         {byCamera, byPoint, byWeight, slope});
  std::copy(byCamera, byCamera + 22 * count, out.byCamera);
  std::copy(byPoint, byPoint + 6 * count, out.byPoint);
  std::copy(byWeight, byWeight + 2 * count, out.byWeight);
  std::copy(slope, slope + count, out.slope);
}

void baJacobianSimd(const BaInputs &in, const BaJacobian &out) {
  int64_t i = 0;
  auto inputsFrom = [&] {
    return BaInputs{in.cameras,     in.points,           in.weights + i,     in.cameraOf + i,
                    in.pointOf + i, in.features + 2 * i, in.observations - i};
  };
  auto resultsFrom = [&] {
    return BaJacobian{out.byCamera + 22 * i, out.byPoint + 6 * i, out.byWeight + 2 * i,
                      out.slope + i};
  };
  for (; i + lanes < in.observations; i += lanes)
    derive(inputsFrom(), resultsFrom());
  if (i < in.observations)
    deriveLast(inputsFrom(), resultsFrom());
}

} // namespace chad::baseline
