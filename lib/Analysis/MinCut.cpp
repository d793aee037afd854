//===- MinCut.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/MinCut.h"
#include <algorithm>

using namespace llvm;
using namespace chad::detail;

void MinCut::addEdge(unsigned from, unsigned to, int64_t capacity) {
  edgesOf[from].push_back(edges.size());
  edges.push_back({to, capacity});
  edgesOf[to].push_back(edges.size());
  edges.push_back({from, 0});
}

bool MinCut::findLevels() {
  levels.assign(edgesOf.size(), 0);
  levels[source] = 1;
  SmallVector<unsigned> queue = {source};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned number : edgesOf[queue[i]])
      if (const Edge &edge = edges[number]; edge.capacity > 0 && !levels[edge.to]) {
        levels[edge.to] = levels[queue[i]] + 1;
        queue.push_back(edge.to);
      }
  return levels[sink] != 0;
}

void MinCut::augment() {
  next.assign(edgesOf.size(), 0);
  // The edges on the path from the source to the current node of the search.
  SmallVector<unsigned> path;
  while (true) {
    unsigned node = path.empty() ? source : edges[path.back()].to;
    if (node == sink) {
      int64_t flow = infinite;
      for (unsigned number : path)
        flow = std::min(flow, edges[number].capacity);
      size_t saturated = path.size();
      for (size_t i = path.size(); i-- > 0;) {
        edges[path[i]].capacity -= flow;
        edges[path[i] ^ 1].capacity += flow;
        if (edges[path[i]].capacity == 0)
          saturated = i;
      }
      path.truncate(saturated);
      continue;
    }
    unsigned &number = next[node];
    while (number < edgesOf[node].size()) {
      const Edge &edge = edges[edgesOf[node][number]];
      if (edge.capacity > 0 && levels[edge.to] == levels[node] + 1)
        break;
      ++number;
    }
    if (number < edgesOf[node].size()) {
      path.push_back(edgesOf[node][number]);
    } else if (path.empty()) {
      return;
    } else {
      path.pop_back();
      ++next[path.empty() ? unsigned(source) : edges[path.back()].to];
    }
  }
}

BitVector MinCut::solve() {
  while (findLevels())
    augment();
  BitVector reached(edgesOf.size());
  reached.set(sink);
  SmallVector<unsigned> queue = {sink};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned number : edgesOf[queue[i]])
      if (const Edge &back = edges[number];
          edges[number ^ 1].capacity > 0 && !reached.test(back.to)) {
        reached.set(back.to);
        queue.push_back(back.to);
      }
  return reached;
}
