//===- Simplify.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The steps of `chad-simplify`.

#ifndef CHAD_LIB_TRANSFORMS_SIMPLIFY_SIMPLIFY_H
#define CHAD_LIB_TRANSFORMS_SIMPLIFY_SIMPLIFY_H

#include "chad/IR/ChadOps.h"
#include "chad/IR/CopyingLaws.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace chad::detail {

/// Whether values of `type` are, or hold, functions: linear ones, copowers, or
/// function values.
bool holdsFunctions(mlir::Type type);

/// Chooses the functions that are inlined at their calls: functions that take or return functions,
/// functions that are called once, and on demand all, as long as the module does not grow to more
/// than a few times its size.
class Inlining {
public:
  explicit Inlining(mlir::Operation *module, bool inlineAll = false);

  /// The functions that have bodies, each after those that are inlined into it; without functions
  /// that are moved into their only caller.
  llvm::ArrayRef<mlir::func::FuncOp> getOrder() const { return order; }

  /// Inlines the calls in `caller` that can be inlined. Returns whether there was one.
  bool run(mlir::func::FuncOp caller, CopyBudget &budget) const;

  /// Whether `callee` is not inlined because it is recursive, or because the copies would be too
  /// much code: in a chain of functions of which each calls the next one twice, the code doubles
  /// with each function.
  bool isKept(mlir::func::FuncOp callee) const {
    return recursive.contains(callee) || tooLarge.contains(callee);
  }

  /// The reason why calls of `callee` are not inlined; empty if they are.
  std::string whyNot(mlir::func::FuncOp callee) const;

  mlir::func::FuncOp lookup(mlir::func::CallOp call) const;

private:
  bool inlineAll;
  llvm::SmallVector<mlir::func::FuncOp> order;
  llvm::DenseSet<mlir::Operation *> recursive;
  /// Whether the only use of `callee` is one call that is inlined.
  bool isMoved(mlir::func::FuncOp callee) const { return moved.contains(callee); }

  llvm::DenseSet<mlir::Operation *> moved, tooLarge;
  mutable mlir::SymbolTableCollection symbols;
};

/// `chad-simplify` of a module, without its options and without the removal of functions
/// that nothing uses.
void simplifyFunctions(mlir::ModuleOp module);

/// Replaces the transpose of a `chad.lfun.lambda` by a lambda, and leaves the op without uses. If
/// there is no such lambda, changes nothing and returns the reason; otherwise returns an empty
/// text.
std::string transposeRegion(LFunTransposeOp op);

/// Replaces all such transposes in `root`. Returns whether there was one.
bool transposeRegions(mlir::Operation *root);

/// Passes what boxes hold, instead of the boxes, where private functions return them to be opened,
/// or open their arguments.
void promoteBoxes(mlir::ModuleOp module);

/// Emits a remark at each op and function that still has function values, with
/// the reason.
void reportRemaining(mlir::Operation *module, const Inlining &inlining);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SIMPLIFY_SIMPLIFY_H
