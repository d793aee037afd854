//===- Bundle.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include "Vector3.h"
#include <cmath>

namespace chad::baseline {

namespace {
/// With θ = ‖r‖: R v = v cos θ + (r × v) sin θ/θ + r (r · v) (1 - cos θ)/θ².
struct Rotation {
  Vector3 r;
  double square, cos = 1, sine = 1, versine = 0;

  explicit Rotation(const double *axis) : r(axis), square(dot(r, r)) {
    if (square == 0)
      return;
    double angle = std::sqrt(square);
    cos = std::cos(angle);
    sine = std::sin(angle) / angle;
    versine = (1 - cos) / square;
  }
  Vector3 operator()(Vector3 v) const {
    return cos * v + sine * cross(r, v) + versine * dot(r, v) * r;
  }
  /// a R.
  Vector3 backward(Vector3 a) const {
    return cos * a + sine * cross(a, r) + versine * dot(a, r) * r;
  }
  /// ∂(a R v)/∂r.
  Vector3 byAxis(Vector3 a, Vector3 v) const {
    double along = dot(r, v);
    Vector3 change = -sine * v;
    if (square != 0)
      change = change + ((cos - sine) / square) * cross(r, v) +
               ((sine - 2 * versine) / square * along) * r;
    return dot(a, change) * r + sine * cross(v, a) + versine * (along * a + dot(a, r) * v);
  }
};

struct Camera {
  explicit Camera(const double *c)
      : rotation(c), centre(c + 3), focal(c[6]), x(c[7]), y(c[8]), k1(c[9]), k2(c[10]) {}
  Rotation rotation;
  Vector3 centre;
  double focal, x, y, k1, k2;
};
} // namespace

void ba(const BaInputs &in, double *errors, double *weightErrors) {
  for (int64_t i = 0; i < in.observations; ++i) {
    Camera camera(in.cameras + 11 * in.cameraOf[i]);
    Vector3 y = camera.rotation(Vector3(in.points + 3 * in.pointOf[i]) - camera.centre);
    double u = y.x / y.z, v = y.y / y.z, r2 = u * u + v * v;
    double scale = camera.focal * (1 + r2 * (camera.k1 + r2 * camera.k2)), w = in.weights[i];
    errors[2 * i] = w * (scale * u + camera.x - in.features[2 * i]);
    errors[2 * i + 1] = w * (scale * v + camera.y - in.features[2 * i + 1]);
    weightErrors[i] = 1 - w * w;
  }
}

void baJacobian(const BaInputs &in, const BaJacobian &out) {
  for (int64_t i = 0; i < in.observations; ++i) {
    Camera camera(in.cameras + 11 * in.cameraOf[i]);
    Vector3 offset = Vector3(in.points + 3 * in.pointOf[i]) - camera.centre,
            y = camera.rotation(offset);
    double inverse = 1 / y.z, p[2] = {y.x * inverse, y.y * inverse};
    double r2 = p[0] * p[0] + p[1] * p[1], r4 = r2 * r2, w = in.weights[i];
    double distortion = 1 + camera.k1 * r2 + camera.k2 * r4;
    double slope = 2 * (camera.k1 + 2 * camera.k2 * r2), wf = w * camera.focal;
    for (int e = 0; e < 2; ++e) {
      // The derivative by p, and by y.
      double byU = wf * (slope * p[e] * p[0] + (e == 0 ? distortion : 0));
      double byV = wf * (slope * p[e] * p[1] + (e == 1 ? distortion : 0));
      Vector3 byY = inverse * Vector3(byU, byV, -(byU * p[0] + byV * p[1]));
      Vector3 byPoint = camera.rotation.backward(byY);
      double *c = out.byCamera + (2 * i + e) * 11;
      camera.rotation.byAxis(byY, offset).store(c);
      (-1.0 * byPoint).store(c + 3);
      c[6] = w * distortion * p[e];
      c[7] = e == 0 ? w : 0;
      c[8] = e == 1 ? w : 0;
      c[9] = wf * r2 * p[e];
      c[10] = wf * r4 * p[e];
      byPoint.store(out.byPoint + (2 * i + e) * 3);
      out.byWeight[2 * i + e] =
          camera.focal * distortion * p[e] + (e ? camera.y : camera.x) - in.features[2 * i + e];
    }
    out.slope[i] = -2 * w;
  }
}

} // namespace chad::baseline
