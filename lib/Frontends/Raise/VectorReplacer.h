//===- VectorReplacer.h -----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces vectors by tensors of the same shape, and ops of the vector dialect by ops on tensors.

#ifndef CHAD_LIB_FRONTENDS_RAISE_VECTORREPLACER_H
#define CHAD_LIB_FRONTENDS_RAISE_VECTORREPLACER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The type with tensors for vectors: a tensor of vectors has their dimensions after its own, and
/// a function takes and returns tensors.
mlir::Type toTensor(mlir::Type type);

/// The extents of the vectors that an array of this type has for elements; none of numbers.
llvm::ArrayRef<int64_t> getElementShape(mlir::Type type);

/// Replaces the vectors of one function.
class VectorReplacer {
public:
  explicit VectorReplacer(mlir::func::FuncOp function)
      : function(function), rewriter(function.getContext()) {}

  llvm::LogicalResult run();

  mlir::Value lookup(mlir::Value value) const {
    mlir::Value tensor = tensors.lookup(value);
    return tensor ? tensor : value;
  }

private:
  llvm::LogicalResult rewriteBlock(mlir::Block &block);
  llvm::LogicalResult rewriteOp(mlir::Operation *op);
  /// Rewrites an op that makes, reads or changes an array of vectors.
  /// Nothing if it does not, or if it stays the same op.
  std::optional<llvm::LogicalResult> rewriteArrayOp(mlir::Operation *op);
  llvm::LogicalResult rewriteMask(mlir::vector::MaskOp op);
  llvm::LogicalResult refuse(mlir::Operation *op, const llvm::Twine &why,
                             const llvm::Twine &remedy);
  void rebuild(mlir::Operation *op);
  void replaceArguments(mlir::Block &block);
  /// Replaces the results of `op` by `values`, and erases it later.
  void replace(mlir::Operation *op, mlir::ValueRange values);

  llvm::SmallVector<mlir::Value> lookup(mlir::ValueRange values) const {
    return llvm::map_to_vector(values, [&](mlir::Value value) { return lookup(value); });
  }

  mlir::Value makeEmpty(mlir::Type type);
  mlir::Value makeIndex(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  /// Makes a tensor of type `type` whose elements are a function of the indices.
  mlir::Value
  generate(mlir::Type type,
           llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)> element);
  /// A structured op that makes a tensor like `init`.
  mlir::Value
  makeGeneric(mlir::ValueRange inputs, mlir::Value init, llvm::ArrayRef<mlir::AffineMap> maps,
              llvm::ArrayRef<mlir::utils::IteratorType> loops,
              llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)> element);
  mlir::Value reshape(mlir::Value tensor, mlir::Type type);
  mlir::Value extract(mlir::Value source, llvm::ArrayRef<mlir::OpFoldResult> position,
                      mlir::Type result);
  mlir::Value insert(mlir::Value value, mlir::Value dest,
                     llvm::ArrayRef<mlir::OpFoldResult> position);
  mlir::Value broadcast(mlir::Value source, mlir::Type type);
  mlir::Value contract(mlir::vector::ContractionOp op, mlir::Value mask);
  mlir::Value outerProduct(mlir::vector::OuterProductOp op, mlir::Value mask);
  mlir::Value reduction(mlir::vector::ReductionOp op, mlir::Value mask);
  /// What an op combines, where only the lanes of `mask` take part; null stands for all lanes.
  mlir::Value combine(mlir::Operation *op, mlir::Value mask);
  mlir::Value reduce(mlir::Value source, mlir::Value acc, mlir::Type accType,
                     mlir::vector::CombiningKind kind, llvm::ArrayRef<int64_t> dims);
  mlir::Value transferRead(mlir::vector::TransferReadOp op);
  mlir::Value transferWrite(mlir::vector::TransferWriteOp op);
  mlir::Value gather(mlir::vector::GatherOp op);
  mlir::Value shuffle(mlir::vector::ShuffleOp op);
  llvm::SmallVector<mlir::Value> deinterleave(mlir::vector::DeinterleaveOp op);

  mlir::func::FuncOp function;
  mlir::IRRewriter rewriter;
  mlir::Location loc = rewriter.getUnknownLoc();
  llvm::DenseMap<mlir::Value, mlir::Value> tensors;
  llvm::SmallVector<mlir::Operation *> leftOvers;
};

} // namespace chad::detail

#endif // CHAD_LIB_FRONTENDS_RAISE_VECTORREPLACER_H
