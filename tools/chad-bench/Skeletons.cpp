//===- Skeletons.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Skeletons.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

namespace {
/// A rotation and a shift as a 4×4 matrix.
struct Rigid {
  double e[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
};
} // namespace

static Rigid compose(const Rigid &a, const Rigid &b) {
  Rigid c;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      c.e[i][j] = 0;
      for (int k = 0; k < 4; ++k)
        c.e[i][j] += a.e[i][k] * b.e[k][j];
    }
  return c;
}

/// The rotation transposed, and the shift turned back.
static Rigid invert(const Rigid &a) {
  Rigid b;
  for (int i = 0; i < 3; ++i) {
    b.e[i][3] = 0;
    for (int j = 0; j < 3; ++j) {
      b.e[i][j] = a.e[j][i];
      b.e[i][3] -= a.e[j][i] * a.e[j][3];
    }
  }
  return b;
}

static Rigid randomRigid(Inputs &in) {
  Rigid result;
  for (int axis = 0; axis < 3; ++axis) {
    double angle = in.uniform(-3, 3);
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    Rigid turn;
    turn.e[i][i] = turn.e[j][j] = std::cos(angle);
    turn.e[j][i] = std::sin(angle);
    turn.e[i][j] = -turn.e[j][i];
    result = compose(result, turn);
  }
  for (int i = 0; i < 3; ++i)
    result.e[i][3] = in.normal(0, 1);
  return result;
}

static void put(const Array &array, int64_t i, const Rigid &rigid) {
  std::copy(&rigid.e[0][0], &rigid.e[0][0] + 16, array.as<double>() + 16 * i);
}

void chad::bench::addSkeleton(Inputs &in, int64_t vertices, Arrays &args) {
  Array palm(Element::F64, {2, 4, 4}), fingers(Element::F64, {5, 4, 4, 4}),
      inverses(Element::F64, {22, 4, 4});
  Rigid root = randomRigid(in), hand = randomRigid(in), base = compose(root, hand);
  put(palm, 0, root);
  put(palm, 1, hand);
  put(inverses, 0, invert(root));
  put(inverses, 1, invert(base));
  for (int finger = 0; finger < 5; ++finger) {
    Rigid end = base;
    for (int joint = 0; joint < 4; ++joint) {
      Rigid bone = randomRigid(in);
      end = compose(end, bone);
      put(fingers, 4 * finger + joint, bone);
      put(inverses, 2 + 4 * finger + joint, invert(end));
    }
  }
  Array rest = in.normals(Element::F64, {vertices, 4}, 0, 1), skin(Element::F64, {vertices, 22});
  std::fill(skin.as<double>(), skin.as<double>() + skin.size(), 0.0);
  for (int64_t i = 0; i < vertices; ++i) {
    rest.as<double>()[4 * i + 3] = 1;
    int64_t first = in.below(22), second = (first + 1 + in.below(21)) % 22;
    double share = in.uniform(0.1, 0.9);
    skin.as<double>()[22 * i + first] = share;
    skin.as<double>()[22 * i + second] = 1 - share;
  }
  args.insert(args.end(), {palm, fingers, inverses, rest, skin});
}
