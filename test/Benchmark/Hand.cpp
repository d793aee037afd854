//===- Hand.cpp ---------------------------------------------------------===//
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
/// The first three rows of a 4×4 matrix.
struct Affine {
  double e[3][4];
};
constexpr int numBones = 22, numAngles = 20;

/// The transforms of the bones, and their derivatives by the angles, of which each moves
/// the bones of its finger from one on.
struct Skeleton {
  Affine bones[numBones];
  struct Slope {
    int bone;
    Affine by;
  };
  Slope slopes[numAngles][4];
  int numSlopes[numAngles];
};

/// The rotation of the whole, and its derivatives by the three components of its axis.
struct Pose {
  double rotation[3][3], by[3][3][3];
};
} // namespace

static Affine load(const double *m) {
  Affine a;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      a.e[i][j] = m[4 * i + j];
  return a;
}

/// a b; the last row of b is (0, 0, 0, `corner`).
static Affine compose(const Affine &a, const Affine &b, double corner = 1) {
  Affine c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      c.e[i][j] = a.e[i][0] * b.e[0][j] + a.e[i][1] * b.e[1][j] + a.e[i][2] * b.e[2][j] +
                  (j == 3 ? corner * a.e[i][3] : 0);
  return c;
}

static Vector3 apply(const Affine &a, const double *v) {
  auto row = [&](int i) {
    return a.e[i][0] * v[0] + a.e[i][1] * v[1] + a.e[i][2] * v[2] + a.e[i][3] * v[3];
  };
  return {row(0), row(1), row(2)};
}

static Vector3 apply(const double (&m)[3][3], Vector3 v) {
  auto row = [&](int i) { return m[i][0] * v.x + m[i][1] * v.y + m[i][2] * v.z; };
  return {row(0), row(1), row(2)};
}

/// Rz(abduction) Rx(flexion) and its derivatives.
static void joint(double flexion, double abduction, Affine &m, Affine &byFlexion,
                  Affine &byAbduction) {
  double ca = std::cos(flexion), sa = std::sin(flexion), cb = std::cos(abduction),
         sb = std::sin(abduction);
  m = {{{cb, -sb * ca, sb * sa, 0}, {sb, cb * ca, -cb * sa, 0}, {0, sa, ca, 0}}};
  byFlexion = {{{0, sb * sa, sb * ca, 0}, {0, -cb * sa, -cb * ca, 0}, {0, ca, -sa, 0}}};
  byAbduction = {{{-sb, -cb * ca, cb * sa, 0}, {cb, -sb * ca, sb * sa, 0}, {0, 0, 0, 0}}};
}

static void addFinger(const HandInputs &in, int finger, const Affine &palm, bool isDifferentiated,
                      Skeleton &s) {
  const double *angles = in.theta + 6 + 4 * finger;
  // Of joint j: flexion and abduction, and which angles these are.
  const double flexions[] = {angles[0], angles[2], angles[3], 0};
  const int angleOf[] = {0, 2, 3, -1};
  Affine end = palm;
  // What hangs on the angles so far, in the order flexion, abduction, and so on.
  Affine by[4];
  int active[4], numActive = 0;
  for (int j = 0; j < 4; ++j) {
    int bone = 2 + 4 * finger + j;
    Affine fixed = load(in.fingers + (4 * finger + j) * 16),
           inverse = load(in.inverses + bone * 16);
    Affine turn, byFlexion, byAbduction;
    joint(flexions[j], j ? 0 : angles[1], turn, byFlexion, byAbduction);
    Affine before = compose(end, fixed);
    end = compose(before, turn);
    s.bones[bone] = compose(end, inverse);
    if (!isDifferentiated)
      continue;
    Affine step = compose(fixed, turn);
    for (int a = 0; a < numActive; ++a)
      by[a] = compose(by[a], step);
    auto activate = [&](int angle, const Affine &slope) {
      s.numSlopes[4 * finger + angle] = 0;
      by[numActive] = compose(before, slope, 0);
      active[numActive++] = angle;
    };
    if (angleOf[j] >= 0)
      activate(angleOf[j], byFlexion);
    if (j == 0)
      activate(1, byAbduction);
    for (int a = 0; a < numActive; ++a) {
      int angle = 4 * finger + active[a];
      s.slopes[angle][s.numSlopes[angle]++] = {bone, compose(by[a], inverse)};
    }
  }
}

static void place(const HandInputs &in, bool isDifferentiated, Skeleton &s) {
  Affine root = load(in.palm), palm = compose(root, load(in.palm + 16));
  s.bones[0] = compose(root, load(in.inverses));
  s.bones[1] = compose(palm, load(in.inverses + 16));
  for (int finger = 0; finger < 5; ++finger)
    addFinger(in, finger, palm, isDifferentiated, s);
}

/// R = 1 + s [r] + v [r]², with s = sin φ / φ, v = (1 - cos φ) / φ² and φ = ‖r‖.
static Pose pose(const double *theta) {
  double x = theta[0], y = theta[1], z = theta[2], square = x * x + y * y + z * z;
  double s = 1, v = 0, ds = 0, dv = 0;
  if (square > 0) {
    double angle = std::sqrt(square), cos = std::cos(angle);
    s = std::sin(angle) / angle;
    v = (1 - cos) / square;
    // The derivatives by r are these times r.
    ds = (cos - s) / square;
    dv = (s - 2 * v) / square;
  }
  const double skew[3][3] = {{0, -z, y}, {z, 0, -x}, {-y, x, 0}};
  const double axis[3] = {x, y, z};
  Pose p;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double twice = axis[i] * axis[j] - (i == j ? square : 0);
      p.rotation[i][j] = (i == j) + s * skew[i][j] + v * twice;
      for (int l = 0; l < 3; ++l) {
        // [e_l] has -1 and 1 beside its zero row.
        double unit = (i - j + 3) % 3 == 1 && 3 - i - j == l   ? 1
                      : (j - i + 3) % 3 == 1 && 3 - i - j == l ? -1
                                                               : 0;
        double dtwice = (i == l) * axis[j] + (j == l) * axis[i] - (i == j) * 2 * axis[l];
        p.by[l][i][j] = s * unit + v * dtwice + axis[l] * (ds * skew[i][j] + dv * twice);
      }
    }
  return p;
}

/// A vertex before it is rotated and shifted.
static Vector3 skin(const HandInputs &in, const Skeleton &s, int64_t vertex) {
  const double *weights = in.skin + numBones * vertex, *rest = in.rest + 4 * vertex;
  Vector3 sum(0, 0, 0);
  for (int b = 0; b < numBones; ++b)
    if (weights[b] != 0)
      sum = sum + weights[b] * apply(s.bones[b], rest);
  return sum;
}

static Vector3 positionOf(const HandInputs &in, const Skeleton &s, const Pose &p, int64_t vertex) {
  return apply(p.rotation, skin(in, s, vertex)) + Vector3(in.theta + 3);
}

namespace {
/// The vertices of a point, with their shares.
struct Corners {
  int64_t vertex[3];
  double share[3];
  int count;
};
} // namespace

static Corners cornersOf(const HandInputs &in, int64_t i) {
  if (!in.corners)
    return {{in.of[i], 0, 0}, {1, 0, 0}, 1};
  const int64_t *c = in.corners + 3 * in.of[i];
  const double *u = in.us + 2 * i;
  return {{c[0], c[1], c[2]}, {u[0], u[1], 1 - u[0] - u[1]}, 3};
}

void hand(const HandInputs &in, double *errors) {
  Skeleton s;
  place(in, false, s);
  Pose p = pose(in.theta);
  for (int64_t i = 0; i < in.count; ++i) {
    Corners c = cornersOf(in, i);
    Vector3 error(in.points + 3 * i);
    for (int j = 0; j < c.count; ++j)
      error = error - c.share[j] * positionOf(in, s, p, c.vertex[j]);
    error.store(errors + 3 * i);
  }
}

void handJacobian(const HandInputs &in, double *byTheta, double *byU) {
  Skeleton s;
  place(in, true, s);
  Pose p = pose(in.theta);
  for (int64_t i = 0; i < in.count; ++i) {
    Corners c = cornersOf(in, i);
    double *rows = byTheta + 3 * 26 * i;
    auto put = [&](int column, Vector3 v) {
      rows[column] = -v.x;
      rows[26 + column] = -v.y;
      rows[52 + column] = -v.z;
    };
    Vector3 skinned(0, 0, 0), corners[3] = {skinned, skinned, skinned};
    for (int j = 0; j < c.count; ++j) {
      corners[j] = skin(in, s, c.vertex[j]);
      skinned = skinned + c.share[j] * corners[j];
    }
    for (int l = 0; l < 3; ++l)
      put(l, apply(p.by[l], skinned));
    put(3, {1, 0, 0});
    put(4, {0, 1, 0});
    put(5, {0, 0, 1});
    for (int angle = 0; angle < numAngles; ++angle) {
      Vector3 sum(0, 0, 0);
      for (int j = 0; j < c.count; ++j)
        for (int b = 0; b < s.numSlopes[angle]; ++b) {
          const Skeleton::Slope &slope = s.slopes[angle][b];
          double weight = c.share[j] * in.skin[numBones * c.vertex[j] + slope.bone];
          if (weight != 0)
            sum = sum + weight * apply(slope.by, in.rest + 4 * c.vertex[j]);
        }
      put(6 + angle, apply(p.rotation, sum));
    }
    if (byU)
      for (int l = 0; l < 2; ++l) {
        Vector3 slope = apply(p.rotation, corners[2] - corners[l]);
        double *u = byU + 6 * i + l;
        u[0] = slope.x;
        u[2] = slope.y;
        u[4] = slope.z;
      }
  }
}

} // namespace chad::baseline
