//===- Kernel.h - Bodies of structured ops ----------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_CONVERSION_CHADTOLINALG_KERNEL_H
#define CHAD_LIB_CONVERSION_CHADTOLINALG_KERNEL_H

#include "Nest.h"

namespace chad::structured {

/// A `linalg.generic` over some levels that is being made: its body and its inputs.
class Kernel {
public:
  Kernel(Nest &nest, Space dims, mlir::Operation *user);

  /// Adds an output of this element type, which has the dimensions `own` of the kernel. Returns
  /// the argument of the body that is the element.
  mlir::Value addOutput(mlir::Type element, const Space &own);
  /// Uses the element of an output as the element of a state at the indices `own`.
  void addState(mlir::Value state, mlir::Value element, const Space &own);

  /// The value of a scalar at the point of the kernel. Fails where it depends on a state
  /// in another way than elements of the outputs do.
  llvm::FailureOr<mlir::Value> evaluate(const Term &scalar);
  /// Builds further ops of the body.
  mlir::OpBuilder &getBuilder() { return builder; }

  /// Creates the op, before the nest. The last dimensions are reduced.
  mlir::linalg::GenericOp create(mlir::ValueRange outputs, mlir::ValueRange yielded,
                                 unsigned numReduced);

private:
  llvm::FailureOr<mlir::Value> fail(const llvm::Twine &why);
  mlir::AffineExpr inDims(mlir::AffineExpr expr) const;
  mlir::Value buildIndex(mlir::AffineExpr expr, mlir::ValueRange symbols);
  llvm::FailureOr<mlir::Value> evaluateLeaf(const Term &term);
  llvm::FailureOr<mlir::Value> read(const Term &term);
  mlir::Value slice(const Term &term);
  /// Whether a value is stored before the kernel reads it.
  bool isStoredFirst(mlir::Value value, const Substitution &by);
  unsigned number(const Substitution &by);
  Substitution restrict(mlir::Value value, const Substitution &by);

  struct StateElement {
    mlir::Value element;
    llvm::SmallVector<mlir::AffineExpr> position;
  };

  Nest &nest;
  Space dims;
  mlir::Operation *user;
  mlir::Region region;
  mlir::Block *block;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::AffineMap> inputMaps, outputMaps;
  llvm::DenseMap<mlir::Value, StateElement> states;
  llvm::DenseMap<mlir::AffineExpr, mlir::Value> indices;
  llvm::SmallVector<Substitution> substitutions;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, mlir::Value> values;
};

} // namespace chad::structured

#endif // CHAD_LIB_CONVERSION_CHADTOLINALG_KERNEL_H
