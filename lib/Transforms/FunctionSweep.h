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
#include "mlir/IR/Region.h"
#include "llvm/ADT/MapVector.h"
#include <functional>

namespace chad {
class ReverseSweep;
} // namespace chad

namespace chad::detail {

/// Turns a copy of a function into one of its derivatives. One sweep makes one.
///
/// Source: Vákár & Smeding 2022, §2.3, §2.5; Ellis et al. 2020, §2.
class FunctionSweep {
public:
  using Functions = llvm::SmallVector<mlir::func::FuncOp, 2>;

  FunctionSweep(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> wrt,
                llvm::ArrayRef<int64_t> of, CallDerivatives &calls);
  ~FunctionSweep();

  /// `(x..., dx...) -> (y..., dy...)`: dual numbers.
  llvm::FailureOr<Functions> makeJvp();
  /// `(x...) -> (y..., dx ⊸ dy)`.
  llvm::FailureOr<Functions> makeForward();
  /// `(x..., ȳ...) -> (y..., x̄...)`.
  llvm::FailureOr<Functions> makeVjp();
  /// `(x...) -> (y..., ȳ ⊸ x̄)`.
  llvm::FailureOr<Functions> makeReverse();
  /// `(x...) -> (y..., kept...)` and `(x[arguments]..., kept..., ȳ...) -> (x̄...)`. The second is
  /// in no module. Where it keeps more than a few values they are in one box of the record
  /// `makeRecord` makes, so that what a caller keeps does not grow with what it calls.
  llvm::FailureOr<Functions>
  makeSplit(llvm::SmallVectorImpl<int64_t> &arguments,
            llvm::function_ref<RecordOp(llvm::ArrayRef<mlir::Type>)> makeRecord);

  /// As `makeSplit` for a function that calls itself, whose calls have types before it is known
  /// what is kept: `(x...) -> (y..., box)`, and the body of `backward`, `(box, ȳ...) -> (x̄...)`.
  /// `record` is given its fields.
  llvm::LogicalResult makeRecursiveSplit(RecordOp record, mlir::func::FuncOp backward);

  Activity &getActivity() { return activity; }

  /// Runs the body backwards by `run` instead of op by op.
  void setBackwards(std::function<llvm::LogicalResult(ReverseSweep &)> run) {
    backwards = std::move(run);
  }

private:
  /// Runs the body backwards: `linear` is code from the cotangents of the results,
  /// its arguments, to those of the arguments, `cotangents`.
  llvm::LogicalResult runBackwards();
  Activity findActivity();
  void expandStructuredOps();
  llvm::LogicalResult replaceCalls();
  void expandCombiners();
  void expandWhileLoops();
  mlir::Value makeLambda(mlir::ValueRange domain);
  void finishType();
  /// The values that the backward code takes from the forward code: arguments, and others.
  /// Constants are made anew there.
  void findKept(llvm::SetVector<mlir::Value> &taken, llvm::SetVector<mlir::Value> &kept,
                llvm::MapVector<mlir::Value, mlir::Operation *> &constants);
  /// Ends the backward code, in which `replacements` take the places of values of the forward code,
  /// and makes it the body of `backward`.
  void finishBackward(mlir::func::FuncOp backward, mlir::ValueRange values,
                      mlir::ValueRange replacements,
                      const llvm::MapVector<mlir::Value, mlir::Operation *> &constants);

  mlir::func::FuncOp function;
  llvm::SmallVector<int64_t> wrt, of;
  CallDerivatives &calls;
  std::function<llvm::LogicalResult(ReverseSweep &)> backwards;
  mlir::Block &body;
  mlir::Operation *terminator;
  Activity activity;
  /// Holds `linear`: within an op, so that what asks for ancestors finds an end of them.
  mlir::OwningOpRef<mlir::ModuleOp> holder;
  mlir::Region &linear;
  llvm::SmallVector<mlir::Value> yields;
  /// Ops that were replaced, kept for what refers to them.
  llvm::SmallVector<mlir::Operation *> replaced;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_FUNCTIONSWEEP_H
