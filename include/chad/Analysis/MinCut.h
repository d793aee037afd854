//===- MinCut.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Minimum cuts: the cheapest edges whose removal separates a source from a sink.

#ifndef CHAD_ANALYSIS_MINCUT_H
#define CHAD_ANALYSIS_MINCUT_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace chad::detail {

/// A network of nodes 0 (the source), 1 (the sink), ..., and edges with capacities.
/// Source: Dinitz 1970, maximal flow along shortest paths.
class MinCut {
public:
  static constexpr unsigned source = 0, sink = 1;
  /// More than any sum of other capacities.
  static constexpr int64_t infinite = int64_t(1) << 60;

  explicit MinCut(unsigned numNodes) : edgesOf(numNodes) {}

  void addEdge(unsigned from, unsigned to, int64_t capacity);

  /// The nodes on the sink's side of a cheapest cut, as few as possible.
  llvm::BitVector solve();

private:
  struct Edge {
    unsigned to;
    int64_t capacity;
  };
  /// How far the nodes are from the source; false if the sink is out of reach.
  bool findLevels();
  void augment();

  /// An edge and its reverse are neighbours.
  llvm::SmallVector<Edge> edges;
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>> edgesOf;
  llvm::SmallVector<unsigned> levels, next;
};

} // namespace chad::detail

#endif // CHAD_ANALYSIS_MINCUT_H
