//===- Profile.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Estimates whether it pays to run several iterations of a loop in lanes.

#ifndef CHAD_LIB_LOOPS_LANES_PROFILE_H
#define CHAD_LIB_LOOPS_LANES_PROFILE_H

#include "LaneBody.h"

namespace chad::detail {

/// Counts of the ops and accesses of a body, to estimate whether lanes pay.
struct Profile {
  unsigned loopDepth = 0;      ///< Of the deepest arithmetic on floats that vary.
  unsigned arithmetic = 0;     ///< Ops at that depth; functions count for ten.
  unsigned functions = 0;      ///< exp, log, ... anywhere.
  unsigned outerFunctions = 0; ///< Those outside of the deepest loops: of one number at a time.
  bool hasBranches = false;    ///< That differ between lanes.
  unsigned rowDepth = 0;       ///< Of the largest rows that are read or written.
  unsigned numValues = 0;      ///< Floats that vary.
  unsigned numRows = 0;        ///< The rows that are read or written.
  unsigned numElements = 0;    ///< Elements of rows that the body reads, or makes, one by one.
  unsigned numScattered =
      0; ///< Those that it reads at that depth, and that do not lie side by side.
  bool readsElsewhere = false; ///< At indices that differ between lanes, or in loops.
  bool hasBits = false;        ///< Arrays whose elements do not lie as lanes do.
};

/// Whether elements of this type have the same layout in an array and in a vector. A vector packs
/// eight `i1` in a byte, an array has one in a byte.
bool liesAsLanes(mlir::Type element);

Profile profileOf(ArrayLoopOpInterface loop, const Variation &variation);

/// Whether a body computes scalars from scalars, so that lanes read and write adjacent elements.
bool isFlat(const Profile &profile);

/// Lanes read and write rows with a stride, so the body must compute enough. Flat loops are left to
/// LLVM, unless they compute much: LLVM would run the iterations that do not fill a vector one by
/// one, which could cost as much as all others.
bool isProfitable(const Profile &profile);

/// For a body that reads rows once, and evaluates functions of one number for each row: the length
/// of rows up to which lanes pay. Lanes evaluate the functions of several rows at once; long rows
/// are better read by vectors along the row. Nothing for other bodies.
std::optional<int64_t> getLongestRow(const Profile &profile);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_PROFILE_H
