//===- Differentiator.h -----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMS_DIFFERENTIATOR_H
#define CHAD_TRANSFORMS_DIFFERENTIATOR_H

#include "chad/IR/ChadOps.h"
#include "chad/Rules/CallDerivatives.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include <functional>
#include <map>

namespace chad {
namespace detail {
class Recursion;
} // namespace detail

/// Makes the derivatives of the functions of a module, each once.
///
/// `wrt` are the positions of the arguments, `of` those of the results that are differentiated;
/// both hold floats. If an op has no derivative, an error is emitted at that op, with notes at the
/// calls that lead to it, and the module is as before.
class Differentiator : public CallDerivatives {
public:
  explicit Differentiator(mlir::ModuleOp module);
  ~Differentiator() override;

  using Positions = llvm::ArrayRef<int64_t>;

  /// `(x..., dx...) -> (y..., dy...)`.
  llvm::FailureOr<mlir::func::FuncOp> getJvp(mlir::func::FuncOp function, Positions wrt,
                                             Positions of);
  /// `(x..., ȳ...) -> (y..., x̄...)`.
  llvm::FailureOr<mlir::func::FuncOp> getVjp(mlir::func::FuncOp function, Positions wrt,
                                             Positions of);
  /// `(x...) -> (y..., dx ⊸ dy)`.
  llvm::FailureOr<mlir::func::FuncOp> getForward(mlir::func::FuncOp function, Positions wrt,
                                                 Positions of);
  /// `(x...) -> (y..., ȳ ⊸ x̄)`.
  llvm::FailureOr<mlir::func::FuncOp> getReverse(mlir::func::FuncOp function, Positions wrt,
                                                 Positions of);
  /// `(x...) -> (y..., kept...)` and `(x[arguments]..., kept..., ȳ...) -> (x̄...)`.
  llvm::FailureOr<ReverseFunctions> getSplit(mlir::func::FuncOp function, Positions wrt,
                                             Positions of);

  llvm::FailureOr<DualFunction> getDual(mlir::func::CallOp call, Positions wrt, Positions of,
                                        bool isMasked) override;
  llvm::FailureOr<ReverseFunctions> getReverse(mlir::func::CallOp call, Positions wrt, Positions of,
                                               bool isMasked) override;
  RecordOp makeRecord(mlir::func::FuncOp copy, llvm::ArrayRef<mlir::Type> fields) override;

  mlir::SymbolTable &getSymbols() override { return symbols; }

  /// Lets functions use linear types between `chad.to_linear`, `chad.scale` with a factor that
  /// is constant, and `chad.from_linear`.
  void allowScaling() { allowsScaling = true; }

  /// Makes a function that computes the same without linear types. If it is there, reverse
  /// derivatives of gradients with checkpoints are gradients of directional derivatives.
  std::function<llvm::FailureOr<mlir::func::FuncOp>(mlir::func::FuncOp)> withoutLinearTypes;

  /// Notes that `vjp` is what `getVjp` returns for these arguments, if `function` has loops with
  /// checkpoints.
  void noteGradient(mlir::func::FuncOp vjp, mlir::func::FuncOp function, Positions wrt,
                    Positions of);

private:
  enum class Form { Jvp, Vjp, Forward, Reverse, Split, Pullback };
  /// One function, or the two of a split.
  using Functions = llvm::SmallVector<mlir::func::FuncOp, 2>;

  llvm::FailureOr<Functions> get(Form form, mlir::func::FuncOp function, Positions wrt,
                                 Positions of, bool isMasked = false);
  llvm::FailureOr<Functions> getOnThisStack(Form form, mlir::func::FuncOp function, Positions wrt,
                                            Positions of, bool isMasked);
  llvm::FailureOr<Functions> make(Form form, mlir::func::FuncOp copy, Positions wrt, Positions of,
                                  bool isMasked);
  llvm::FailureOr<ReverseFunctions> makeReverseFunctions(llvm::FailureOr<Functions> functions,
                                                         Positions wrt, Positions of);
  /// For a function that calls itself: gives `copy`, its forward function, the type that the
  /// forward function of a split has, and declares its backward function and the record for its
  /// residuals. The recursive calls need these before the bodies are made.
  void declareSplit(mlir::func::FuncOp copy, Positions wrt, Positions of);
  llvm::FailureOr<mlir::func::FuncOp> lookupCallee(mlir::func::CallOp call);
  /// The reverse derivative of a gradient, if `noteGradient` has noted what `vjp` is: a null
  /// function if it has not, or if it is differentiated as others are.
  llvm::FailureOr<mlir::func::FuncOp> getReverseOfGradient(mlir::func::FuncOp vjp, Positions wrt,
                                                           Positions of, bool isMasked);

  bool allowsScaling = false;
  /// The address of the stack when the first derivative was requested, and the bytes of the stack
  /// that derivatives of functions that call functions may take.
  uintptr_t stackStart = 0, stackLimit = 1 << 18;
  mlir::SymbolTable symbols;
  using Key = std::tuple<Form, mlir::Operation *, std::vector<int64_t>, std::vector<int64_t>, bool>;
  std::map<Key, Functions> known;
  /// Derivatives that are being made; those of recursive functions call themselves.
  std::map<Key, Functions> underway;
  /// The record with the residuals of the split of a recursive function, and its backward function.
  struct RecursiveSplit {
    RecordOp record;
    mlir::func::FuncOp backward;
  };
  llvm::DenseMap<mlir::Operation *, RecursiveSplit> recursiveSplits;
  /// The records of derivatives that are being made.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<RecordOp>> records;
  /// For each backward function the positions of the arguments of the function that it takes.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<int64_t>> splitArguments;
  std::unique_ptr<detail::Recursion> recursion;
  /// Derivatives whose results are masked (`Sweep::isMasked`) only if their arguments are.
  llvm::DenseSet<mlir::Operation *> unmasked;
  /// What `getReverseOfGradient` has made.
  std::map<Key, mlir::func::FuncOp> gradientRules;
  /// Functions with custom rules that a warning was given for.
  llvm::DenseSet<mlir::Operation *> warned;
};

} // namespace chad

#endif // CHAD_TRANSFORMS_DIFFERENTIATOR_H
