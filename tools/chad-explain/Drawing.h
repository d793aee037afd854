//===- Drawing.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Data-flow graphs, drawn by Graphviz.

#ifndef CHAD_TOOLS_EXPLAIN_DRAWING_H
#define CHAD_TOOLS_EXPLAIN_DRAWING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>
#include <vector>

namespace chad::explain {

/// The graph of a function and of those that it calls, in the language of Graphviz:
/// a node for each op, a cluster for each region, and one around what is linear.
std::string writeGraph(mlir::func::FuncOp function);

/// How many nodes `writeGraph` would make.
size_t countNodes(mlir::func::FuncOp function);

/// Draws graphs as SVG elements that can stand in a page. Where they cannot be drawn
/// there are none, and `why` says why.
std::vector<std::string> drawGraphs(llvm::ArrayRef<std::string> graphs, std::string &why);

} // namespace chad::explain

#endif // CHAD_TOOLS_EXPLAIN_DRAWING_H
