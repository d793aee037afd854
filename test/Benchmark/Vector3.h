//===- Vector3.h --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TEST_BENCHMARK_VECTOR3_H
#define CHAD_TEST_BENCHMARK_VECTOR3_H

namespace chad::baseline {

struct Vector3 {
  double x, y, z;

  Vector3(double x, double y, double z) : x(x), y(y), z(z) {}
  explicit Vector3(const double *p) : x(p[0]), y(p[1]), z(p[2]) {}
  void store(double *p) const {
    p[0] = x;
    p[1] = y;
    p[2] = z;
  }
};

inline Vector3 operator+(Vector3 a, Vector3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector3 operator-(Vector3 a, Vector3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector3 operator*(double s, Vector3 a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(Vector3 a, Vector3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector3 cross(Vector3 a, Vector3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_VECTOR3_H
