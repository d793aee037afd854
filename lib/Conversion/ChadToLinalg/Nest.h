//===- Nest.h - Nests of loops as structured ops ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A nest of combinators is distributed: each array that it computes becomes the result of one
// `linalg.generic` over all loops that the array depends on.
//
// The loops of the nest are numbered; loops that do not contain each other and have the same extent
// share a number, their level. The levels of the loops around a value are its space. Every value of
// a body is described by a term, a function of the levels of its space. What a body computes is
// stored only where an op needs it as an array: the array has one dimension for each level of the
// space, and then the dimensions of the value.

#ifndef CHAD_LIB_CONVERSION_CHADTOLINALG_NEST_H
#define CHAD_LIB_CONVERSION_CHADTOLINALG_NEST_H

#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

namespace chad::structured {

/// Levels, the outermost one first.
using Space = llvm::SmallVector<unsigned>;

/// Levels, and the expressions that take their places, all at once.
using Substitution = llvm::SmallVector<std::pair<unsigned, mlir::AffineExpr>>;

/// Describes a value of a body. In affine expressions `d<n>` is the index of level `n`.
struct Term {
  enum class Kind {
    Invariant, ///< The scalar `value` from outside of the nest.
    Index,     ///< The index `exprs[0]`.
    Read,      ///< Elements of the array `value`, which is outside of the nest or a state.
    Computed,  ///< The result `value` of an op: a scalar, or any result of a reduction.
    Array,     ///< An array whose element at the index of `level` is `element`.
  };
  Kind kind = Kind::Read;
  mlir::Value value;
  /// Read: the position in the array, in which `s<n>` is the index of dimension `n` of the term.
  llvm::SmallVector<mlir::AffineExpr> exprs;
  /// Read: the extents of the dimensions of the term.
  llvm::SmallVector<mlir::OpFoldResult> sizes;
  /// Read: for each dimension of the array, whether the levels may reach the first elements only.
  llvm::SmallVector<bool> isPart;
  /// Computed: the expressions for the levels of the value's space.
  Substitution levels;
  unsigned level = 0;
  std::shared_ptr<const Term> element;

  static Term invariant(mlir::Value value);
  static Term index(mlir::AffineExpr expr);
  static Term computed(mlir::Value value);
  static Term array(unsigned level, Term element);
};

/// The loops of a nest, and terms over them.
class Levels {
public:
  explicit Levels(mlir::MLIRContext *context) : context(context) {}

  /// A level of this extent that is not `taken`.
  unsigned get(mlir::OpFoldResult extent, llvm::ArrayRef<unsigned> taken);
  mlir::OpFoldResult extentOf(unsigned level) const { return extents[level].front(); }
  /// Whether two extents are equal, as far as is known.
  bool areEqual(mlir::OpFoldResult a, mlir::OpFoldResult b) const;
  /// Whether the level has this extent, as far as is known.
  bool hasExtent(unsigned level, mlir::OpFoldResult extent) const;
  /// States that the level has also this extent.
  void addExtent(unsigned level, mlir::OpFoldResult extent) { extents[level].push_back(extent); }
  mlir::AffineExpr indexOf(unsigned level) const { return mlir::getAffineDimExpr(level, context); }

  /// `expr` with other expressions for levels.
  mlir::AffineExpr substitute(mlir::AffineExpr expr, const Substitution &by) const;
  Term substitute(const Term &term, const Substitution &by);
  /// The element of an array, not a reduction, at the index of a level: that of the loop that reads
  /// the array, or of a dimension of the array that is made from it.
  Term readAt(const Term &array, unsigned level);

private:
  mlir::MLIRContext *context;
  /// For each level, extents that are known to be equal.
  llvm::SmallVector<llvm::SmallVector<mlir::OpFoldResult, 2>> extents;
};

/// The body and the inputs of a `linalg.generic` that is being made.
class Kernel;

/// Converts one nest.
class Nest {
public:
  /// With `withProducers`, maps and builds before `root` that nothing else needs belong to
  /// the nest.
  Nest(mlir::RewriterBase &rewriter, mlir::Operation *root, bool checkExtents, bool withProducers)
      : rewriter(rewriter), root(root), checkExtents(checkExtents), withProducers(withProducers),
        levels(root->getContext()) {}

  /// Replaces the nest by structured ops, and erases the producers that belong to it. If that is
  /// not possible, the program stays as it is.
  llvm::LogicalResult convert();

  /// The reason why the nest could not be converted, and the op that prevents it.
  std::string reason;
  mlir::Operation *culprit = nullptr;

private:
  friend class Kernel;

  /// A loop with states whose iterations may be combined in any grouping.
  struct Reduction {
    CombinatorOpInterface op;
    Space space;
    unsigned level;
    bool isStored = false;
  };
  /// A state of a reduction, computed by a `linalg.generic`.
  struct Total {
    mlir::OpResult result;
    /// The next state, the dimensions of the state, and the levels that are reduced.
    Term next;
    Space dims, reduced;
    /// The arguments that stand for the state.
    llvm::SmallVector<mlir::Value> states;
  };

  llvm::LogicalResult fail(mlir::Operation *op, const llvm::Twine &why);

  /// Whether an op belongs to the nest.
  bool isInside(mlir::Operation *op) const;
  /// The op of another nest that belongs to this one.
  mlir::Operation *getProducer(mlir::Value array) const;

  // Finds the terms of the results of ops in bodies (Nest.cpp).
  llvm::LogicalResult visitBlock(mlir::Block &block, const Space &space);
  llvm::LogicalResult visit(mlir::Operation *op, const Space &space);
  llvm::LogicalResult visitLoop(CombinatorOpInterface op, const Space &space);
  llvm::LogicalResult visitScalar(mlir::Operation *op, const Space &space);
  llvm::LogicalResult visitExtract(mlir::tensor::ExtractOp op, const Space &space);
  llvm::LogicalResult visitSlice(mlir::tensor::ExtractSliceOp op, const Space &space);
  llvm::LogicalResult visitFilled(mlir::Operation *op, mlir::Value element,
                                  llvm::ArrayRef<mlir::OpFoldResult> sizes, const Space &space);
  llvm::LogicalResult visitStructured(mlir::linalg::LinalgOp op, const Space &space);
  llvm::LogicalResult visitUpdate(AccumulateOp op, const Space &space);
  llvm::LogicalResult visitGather(GatherOp op, const Space &space);
  llvm::LogicalResult visitElementwise(mlir::Operation *op, const Space &space);
  llvm::LogicalResult visitBranch(mlir::scf::IfOp op, const Space &space);
  llvm::FailureOr<unsigned> getLevelOf(CombinatorOpInterface op, const Space &space);
  std::optional<mlir::AffineExpr> getIndex(mlir::Value value);
  llvm::FailureOr<mlir::OpFoldResult> getInvariantSize(mlir::Operation *op,
                                                       mlir::OpFoldResult size);
  /// The element of an array at an index that the program computes.
  llvm::FailureOr<Term> readIndexed(mlir::Value array, mlir::ValueRange indices,
                                    const Space &space);
  /// A scalar computed by ops that are not in the program, from values that may be
  /// given terms.
  Term compute(const Space &space, llvm::function_ref<mlir::Value(mlir::OpBuilder &)> make);
  mlir::Value createPlaceholder(mlir::Type type, Term term);
  unsigned costOf(const Term &term);

  llvm::FailureOr<Term> termOf(mlir::Value value, mlir::Operation *user);
  /// The term of an array as a `Read`. An array with any other term is stored first.
  llvm::FailureOr<Term> arrayOf(mlir::Value value, mlir::Operation *user);
  /// The extents of an array, not a reduction.
  llvm::SmallVector<mlir::OpFoldResult> sizesOf(const Term &term);
  /// The extent of an array from outside.
  mlir::OpFoldResult sizeOf(mlir::Value array, int64_t dim);
  Term readWhole(mlir::Value array);

  // Terms become arrays (Generics.cpp).
  /// Takes an array apart into a scalar and the levels of its dimensions, none of which is `taken`.
  Term flatten(Term term, Space taken, Space &dims);
  /// Makes arrays with the dimensions `dims` of scalars, by one op.
  llvm::LogicalResult createElementwise(const Space &dims, llvm::ArrayRef<Term> scalars,
                                        mlir::Operation *user,
                                        llvm::SmallVectorImpl<mlir::Value> &arrays);
  /// Stores values of a body.
  llvm::LogicalResult store(mlir::ValueRange values, const Space &space, mlir::Operation *user);
  llvm::LogicalResult storeReduction(Reduction &reduction);
  llvm::FailureOr<Total> describeTotal(Reduction &reduction, unsigned number);
  Reduction *getOpenReduction(const Term &term);
  llvm::FailureOr<mlir::Value> createInit(const Term &term, const Space &space, const Space &dims,
                                          mlir::Operation *user);
  llvm::LogicalResult createReduction(Reduction &reduction, llvm::ArrayRef<Total> totals);
  mlir::Value createEmpty(const Space &dims, mlir::Type element);
  mlir::RankedTensorType getTypeOver(const Space &dims, mlir::Type element);

  mlir::RewriterBase &rewriter;
  mlir::Operation *root;
  bool checkExtents, withProducers;
  Levels levels;
  llvm::DenseMap<mlir::Value, Term> terms;
  llvm::DenseMap<mlir::Value, Space> spaces;
  llvm::DenseMap<mlir::Block *, Space> bodySpaces;
  /// The number of operations that compute a scalar from stored values.
  llvm::DenseMap<mlir::Value, unsigned> costs;
  llvm::DenseMap<mlir::Operation *, Reduction> reductions;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::OpFoldResult> sizes;
  /// The ops of other nests that belong to this one, each after the ops that need it.
  llvm::SetVector<mlir::Operation *> producers;
  /// Ops outside of the nest whose results it reads.
  llvm::DenseSet<mlir::Operation *> readAsWhole;
  llvm::DenseSet<mlir::Value> states;
  /// Additions to elements of states.
  llvm::DenseSet<mlir::Value> updates;
  /// Holds the ops that are not in the program.
  mlir::Block scratch;
};

} // namespace chad::structured

#endif // CHAD_LIB_CONVERSION_CHADTOLINALG_NEST_H
