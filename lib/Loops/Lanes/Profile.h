//===- Profile.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Whether it pays to run several iterations of a loop at once.

#ifndef CHAD_LIB_LOOPS_LANES_PROFILE_H
#define CHAD_LIB_LOOPS_LANES_PROFILE_H

#include "LaneBody.h"

namespace chad::detail {

/// What a body does, to tell whether lanes pay.
struct Profile {
  unsigned loopDepth = 0;      ///< Of the deepest arithmetic on floats that vary.
  unsigned arithmetic = 0;     ///< Ops at that depth; functions count for ten.
  unsigned functions = 0;      ///< exp, log, ... anywhere.
  unsigned outerFunctions = 0; ///< Those outside of the deepest loops: of one number at a time.
  bool hasBranches = false;    ///< That differ between lanes.
  unsigned rowDepth = 0;       ///< Of the largest rows that are read or written.
  unsigned numValues = 0;      ///< Floats that vary.
  unsigned numRows = 0;        ///< The rows that are read or written.
  bool readsElsewhere = false; ///< At indices that differ between lanes, or in loops.
  bool hasBits = false;        ///< Arrays whose elements do not lie as lanes do.
};

/// Whether the elements of an array lie in memory as the lanes of a vector do, which are packed: a
/// vector has eight of `i1` in a byte, an array one.
bool liesAsLanes(mlir::Type element);

Profile profileOf(ArrayLoopOpInterface loop, const Variation &variation);

/// Whether a body computes scalars from scalars: lanes read and write what lies side by side.
bool isFlat(const Profile &profile);

/// Lanes read and write rows with a stride, so there must be enough to compute. Flat loops are
/// left to the compiler below, unless they compute much: then the few iterations that fill no
/// vector would cost as much as all others.
bool isProfitable(const Profile &profile);

/// Where rows are read once and functions are of one number for each: how long the rows may be.
/// Lanes compute the functions of several rows at once; rows that are long are better read by
/// vectors along them. None for other bodies.
std::optional<int64_t> getLongestRow(const Profile &profile);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_PROFILE_H
