//===- LinearityVerifier.h --------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_ANALYSIS_LINEARITYVERIFIER_H
#define CHAD_LIB_ANALYSIS_LINEARITYVERIFIER_H

#include "LinearityCalls.h"
#include "mlir/IR/Diagnostics.h"

namespace chad::detail {

/// Checks one scope, op by op, once it is known which values depend on its linear
/// arguments. One error is given for each op at most, and none for what follows
/// from it.
class LinearityVerifier {
public:
  LinearityVerifier(const DependenceSolver &dependence, CallSolver &calls,
                    llvm::function_ref<bool(mlir::Value)> isZero, mlir::Region &scope,
                    bool emitErrors, llvm::DenseSet<mlir::Operation *> &reported)
      : dependence(dependence), calls(calls), isZeroValue(isZero), scope(scope),
        emitErrors(emitErrors), reported(reported) {}

  llvm::LogicalResult verify();

private:
  /// Verifies a function whose arguments depend on linear ones in `call`.
  llvm::LogicalResult verifyCallee(mlir::Operation *call, CallContext &context);

  bool isLinear(mlir::OpOperand *operand) const { return dependence.isLinear(operand->get()); }
  bool isZero(mlir::OpOperand *operand) const { return isZeroValue(operand->get()); }

  /// The kinds of errors: a linear value where none is allowed, and a value that is not linear
  /// where one is required.
  enum class Check { Uses, Constants };
  llvm::LogicalResult verifyAll(Check check);
  llvm::LogicalResult verifyOp(mlir::Operation *op, Check check);
  llvm::LogicalResult verifyExit(mlir::Operation *exit, Check check);
  llvm::LogicalResult verifyProducts(mlir::Operation *op, const LinearityPropagator &says);
  llvm::LogicalResult verifyGroups(mlir::Operation *op, const LinearityPropagator &says);
  llvm::LogicalResult verifyFlows(mlir::Operation *op, const LinearityPropagator &says);
  llvm::SmallVector<mlir::OpOperand *> getLinear(const LinearityPropagator &says) const;
  llvm::LogicalResult reportNotLinear(mlir::Operation *op, mlir::OpOperand *operand);

  /// Fails with the error that `message` completes, and the paths from the linear
  /// arguments to `operands`.
  llvm::LogicalResult report(mlir::Operation *op, const llvm::Twine &message,
                             llvm::ArrayRef<mlir::OpOperand *> operands);
  void attachPath(mlir::Diagnostic &diag, mlir::Operation *op, mlir::OpOperand *operand);

  const DependenceSolver &dependence;
  CallSolver &calls;
  llvm::function_ref<bool(mlir::Value)> isZeroValue;
  mlir::Region &scope;
  bool emitErrors;
  /// The ops that have an error, of this scope or of one around it.
  llvm::DenseSet<mlir::Operation *> &reported;
  /// The call for which the scope is verified, and the verifier of its caller; null if the scope's
  /// own signature says which arguments are linear.
  mlir::Operation *call = nullptr;
  const LinearityVerifier *caller = nullptr;
};

} // namespace chad::detail

#endif // CHAD_LIB_ANALYSIS_LINEARITYVERIFIER_H
