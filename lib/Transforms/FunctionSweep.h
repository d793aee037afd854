//===- FunctionSweep.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_FUNCTIONSWEEP_H
#define CHAD_LIB_TRANSFORMS_FUNCTIONSWEEP_H

#include "chad/Analysis/Activity.h"
#include "chad/IR/ChadOps.h"
#include "chad/Rules/CallDerivatives.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/MapVector.h"
#include <functional>

namespace chad {
class ReverseSweep;
} // namespace chad

namespace chad::detail {

/// Turns a copy of a function into one of its derivatives. An object makes one derivative.
///
/// Source: Vákár & Smeding 2022, §2.3, §2.5; Ellis et al. 2020, §2.
class FunctionSweep {
public:
  using Functions = llvm::SmallVector<mlir::func::FuncOp, 2>;

  /// With `isMasked`, the tangents or cotangents that the derivative is given may be masked.
  FunctionSweep(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> wrt,
                llvm::ArrayRef<int64_t> of, CallDerivatives &calls, bool isMasked);
  ~FunctionSweep();

  /// `(x..., dx...) -> (y..., dy...)`: dual numbers.
  llvm::FailureOr<Functions> makeJvp();
  /// `(x...) -> (y..., dx ⊸ dy)`.
  llvm::FailureOr<Functions> makeForward();
  /// `(x..., ȳ...) -> (y..., x̄...)`.
  llvm::FailureOr<Functions> makeVjp();
  /// `(x..., ȳ..., s...) -> (x̄...)`, where `s` are the cotangents so far of the arguments at
  /// positions `sums`, which are added to.
  llvm::FailureOr<Functions> makePullback(llvm::ArrayRef<int64_t> sums);
  /// `(x...) -> (y..., ȳ ⊸ x̄)`.
  llvm::FailureOr<Functions> makeReverse();
  /// `(x...) -> (y..., kept...)` and `(x[arguments]..., kept..., ȳ...) -> (x̄...)`. The second
  /// function is in no module. More than a few residuals are stored in one box, of the record that
  /// `makeRecord` makes, so that the number of residuals of a caller does not grow with those of
  /// the functions that it calls.
  llvm::FailureOr<Functions>
  makeSplit(llvm::SmallVectorImpl<int64_t> &arguments,
            llvm::function_ref<RecordOp(llvm::ArrayRef<mlir::Type>)> makeRecord);

  /// Like `makeSplit`, for a function that calls itself. Its calls must have types before the
  /// residuals are known; so all residuals are in one box: `(x...) -> (y..., box)`, and the body of
  /// `backward`, `(box, ȳ...) -> (x̄...)`. Sets the fields of `record`.
  llvm::LogicalResult makeRecursiveSplit(RecordOp record, mlir::func::FuncOp backward);

  Activity &getActivity() { return activity; }

  /// Whether a tangent or cotangent that the derivative gives may be masked.
  bool masks() const { return givesMasked; }

  /// Lets `run` make the reverse code of the body, instead of the rules of its ops.
  void setBackwards(std::function<llvm::LogicalResult(ReverseSweep &)> run) {
    backwards = std::move(run);
  }

private:
  /// Makes the reverse code of the body, `linear`: its arguments are the cotangents of the results,
  /// and it computes `cotangents`, those of the arguments.
  llvm::LogicalResult runBackwards();
  Activity findActivity();
  void expandStructuredOps();
  llvm::LogicalResult replaceCalls();
  llvm::LogicalResult expandCombiners();
  void inheritCheckpoint();
  /// Those for which `isWanted` holds; without it, all.
  void expandWhileLoops(llvm::function_ref<bool(mlir::scf::WhileOp)> isWanted = nullptr);
  void outlineSteps();
  mlir::Operation *replaceByFold(mlir::Operation *op);
  mlir::Value makeLambda(mlir::ValueRange domain);
  void finishType();
  /// Finds the values of the forward code that the reverse code uses: arguments of the function,
  /// and residuals. Constants are copied instead.
  void findKept(llvm::SetVector<mlir::Value> &taken, llvm::SetVector<mlir::Value> &kept,
                llvm::MapVector<mlir::Value, mlir::Operation *> &constants);
  /// Makes the reverse code the body of `backward`; in it `replacements` replace `values`, values
  /// of the forward code.
  void finishBackward(mlir::func::FuncOp backward, mlir::ValueRange values,
                      mlir::ValueRange replacements,
                      const llvm::MapVector<mlir::Value, mlir::Operation *> &constants);

  mlir::func::FuncOp function;
  llvm::SmallVector<int64_t> wrt, of, sums;
  CallDerivatives &calls;
  bool isMasked, givesMasked = false;
  std::function<llvm::LogicalResult(ReverseSweep &)> backwards;
  mlir::Block &body;
  mlir::Operation *terminator;
  Activity activity;
  /// The op that holds `linear`. Code that walks from an op to its ancestors ends at it.
  mlir::OwningOpRef<mlir::ModuleOp> holder;
  mlir::Region &linear;
  llvm::SmallVector<mlir::Value> yields;
  /// Ops that were replaced. They are kept until the end, since maps have them as keys.
  llvm::SmallVector<mlir::Operation *> replaced;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_FUNCTIONSWEEP_H
