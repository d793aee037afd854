//===- ReverseSweep.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_REVERSESWEEP_H
#define CHAD_RULES_REVERSESWEEP_H

#include "chad/Rules/Sweep.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace chad {
class ShapeVariation;

namespace detail {

/// The operands of `op`, and the values from outside that its regions use; each value once.
llvm::SmallVector<mlir::Value> getDependencies(mlir::Operation *op);
} // namespace detail

/// Makes the reverse code of a derivative. It visits the ops from the last to the first, and holds
/// one cotangent for each value, to which the rule of each op that uses the value adds its part.
///
/// Source: Vákár & Smeding 2022, §2.5; Huot & Shaikhha 2022, §4.
class ReverseSweep : public Sweep {
public:
  ReverseSweep(mlir::MLIRContext *context, Activity &activity) : Sweep(context, activity) {}

  //===--------------------------------------------------------------------===//
  // What the rule of an op without regions needs
  //===--------------------------------------------------------------------===//

  /// The value of `value` for use in the reverse code: a residual that the forward code keeps, or a
  /// copy that the reverse code computes again.
  mlir::Value primal(mlir::Value value) override;

  /// The extent of dimension `dim` of `value`, for use in the reverse code. `value` does not become
  /// a residual if its shape can be had without it.
  mlir::Value dim(mlir::Value value, int64_t dim);

  mlir::Value zero(mlir::Value value) override;

  /// The cotangent of `value` so far; null where it is zero.
  mlir::Value cotangent(mlir::Value value);

  /// The cotangent of `value` so far; where it is a structural zero, an op that makes a zero.
  mlir::Value cotangentOrZero(mlir::Value value);

  /// Adds `cotangent` to the cotangent of `value`. Does nothing if `value` is not active.
  void accumulate(mlir::Value value, mlir::Value cotangent);

  /// Replaces the cotangent of `value` by `cotangent`, which was computed from the old one, for
  /// example by `chad.accumulate`.
  void setCotangent(mlir::Value value, mlir::Value cotangent);

  /// Like `setCotangent`, where `cotangent` is the old cotangent with `added` added to a part of
  /// it.
  void updateCotangent(mlir::Value value, mlir::Value cotangent, mlir::Value added) {
    if (isMasked(added) || isMasked(scope->cotangent(value)))
      setMasked(cotangent);
    setCotangent(value, cotangent);
  }

  //===--------------------------------------------------------------------===//
  // Regions
  //===--------------------------------------------------------------------===//

  /// Makes the reverse code of `ops`.
  llvm::LogicalResult reverse(llvm::ArrayRef<mlir::Operation *> ops);

  /// Makes the reverse code of the ops of `block` but its terminator.
  llvm::LogicalResult reverse(mlir::Block &block);

  /// Copies `op` to the reverse code. The results of the copy get the cotangents of the results of
  /// `op`.
  mlir::Operation *recompute(mlir::Operation *op);

  /// Makes `value`, a value in the body of `loop`, a residual: `loop` gets one more result, an
  /// array of type `type` with the value of each iteration. Since the loop is made anew only in
  /// `finish`, the value that is returned stands for this array until then.
  mlir::Value keep(mlir::Operation *loop, mlir::Value value, mlir::Type type);

  /// Makes `value`, a value in a region of `branch`, a residual: `branch`, an op of which one
  /// region runs, gets it as one more result. The value that is returned stands for this result
  /// until `finish`. Where another region runs, the result has no meaning.
  mlir::Value keepInBranch(mlir::Operation *branch, mlir::Value value);

  /// Makes a `chad.record` with these fields in the module of the derivative.
  std::function<RecordOp(llvm::ArrayRef<mlir::Type>)> makeRecord;

  /// Whether `keepInBranch` can return a value of type `type`.
  static bool canKeepInBranch(mlir::Type type);

  /// The values that a state of a fold has in all iterations, where its shape is not the same in
  /// all of them. They are concatenated in one array, `flat`, along dimension `axis`; without an
  /// axis each is first reshaped to rank 1. `offsets` has the position at which the value of each
  /// iteration begins.
  struct Ragged {
    mlir::Value flat, offsets;
    std::optional<int64_t> axis;
  };
  /// Makes `state`, a state of `fold` whose dimensions `varying` change their extent between
  /// iterations, a residual. As with `keep`, the values that are returned stand for the arrays
  /// until `finish`.
  Ragged keepRagged(FoldOp fold, mlir::BlockArgument state, llvm::ArrayRef<int64_t> varying);

  /// Holds code that is no longer used until the sweep ends. Maps of the sweep still have values of
  /// this code as keys: were it freed now, a new value could get the address of an old one, and be
  /// taken for it.
  void retire(std::unique_ptr<mlir::Region> region) { retired.push_back(std::move(region)); }

  /// Replaces `op` by `values` in `finish`: until then, maps of the sweep have its results as keys.
  void replaceAtEnd(mlir::Operation *op, llvm::SmallVector<mlir::Value> values) {
    replacements.emplace_back(op, std::move(values));
  }

  /// Ends the sweep: makes the loops and branches anew that return residuals. `removed` gets the
  /// ops that were replaced; code that is no longer used may still use values of theirs.
  void finish(llvm::SmallVectorImpl<mlir::Operation *> &removed);

  /// A block of the reverse code, and the values and cotangents that its ops can use. The block is
  /// the reverse code of a region of the forward code, whose values its ops cannot use directly:
  /// the scope *hides* that region.
  class Scope {
  public:
    /// `hidden` is the region that the scope hides, if there is one.
    Scope(ReverseSweep &sweep, mlir::Block &block, mlir::Region *hidden);
    virtual ~Scope();

    mlir::Value primal(mlir::Value value);
    mlir::Value cotangent(mlir::Value value);
    mlir::Value cotangentOrZero(mlir::Value value);
    mlir::Value zero(mlir::Value value);
    mlir::Value dim(mlir::Value value, int64_t dim) { return getDim(value, dim, false); }
    void setCotangent(mlir::Value value, mlir::Value cotangent);

    /// Which shapes differ between iterations, if the hidden region is the body of a loop.
    virtual const ShapeVariation *getVariation() const { return nullptr; }

    /// Whether the values of the hidden region, a branch, are all computed again where they are
    /// needed. Otherwise the op around the region may return them as residuals.
    virtual bool isRecomputed() const { return false; }
    virtual bool isKept() const { return false; }

    /// The scope that hides `region`: this one or one around it. Null where the ops of the block
    /// can use the values of `region`.
    Scope *ownerOf(mlir::Region *region);

    /// The copy of `op`, which is in the hidden region; null where there is none.
    mlir::Operation *lookupCopy(mlir::Operation *op) const;

    /// Builds at the end of the block.
    mlir::OpBuilder builder();

    ReverseSweep &sweep;
    Scope *outer;
    mlir::Block &block;

    /// The values from outside of the hidden region whose cotangents were read or changed in the
    /// block, in the order in which this happened first.
    llvm::SmallVector<mlir::Value> entered;

  protected:
    /// The value of `value`, a value of the hidden region, for use in the block.
    virtual mlir::Value provide(mlir::Value value) { return value; }
    /// The extent of a dimension of an argument of the hidden region.
    virtual mlir::Value argumentDim(mlir::BlockArgument, int64_t) { return {}; }
    /// The cotangent so far of `value`, a value from outside of the hidden region.
    virtual mlir::Value enter(mlir::Value value) { return outer->cotangentOrZero(value); }

    /// Whether `value`, a result in the hidden region, is computed again.
    virtual bool isCopied(mlir::OpResult) { return false; }
    /// Copies the op that computes `value`, and the ops whose results it uses, to the start of the
    /// block.
    mlir::Value copyToStart(mlir::OpResult value);

    /// Builds at the start of the block, after the ops that were built there before.
    mlir::OpBuilder startBuilder();
    void setLastAtStart(mlir::Operation *op) { lastCopy = op; }

    /// Like `dim`, but computed at the start of the block, where the ops that are copied to the
    /// start can use it. `value` is in the hidden region or outside of it.
    mlir::Value dimAtStart(mlir::Value value, int64_t dim) { return getDim(value, dim, true); }

    bool isLocal(mlir::Value value) const;

  private:
    mlir::Value getDim(mlir::Value value, int64_t dim, bool atStart);

    mlir::Region *hidden;
    llvm::DenseMap<mlir::Value, mlir::Value> residuals, cotangents;
    /// The last op that was copied to the start of the block.
    mlir::Operation *lastCopy = nullptr;
  };

  Scope &getScope() { return *scope; }

  /// For each function whether the shapes of its results follow from those of its arguments.
  llvm::DenseMap<mlir::Operation *, bool> shapeFunctions;

  /// Notes that `copy` is the value of `original` in the reverse code.
  void setOrigin(mlir::Value copy, mlir::Value original) {
    if (copy != original)
      origins[copy] = source(original);
  }

private:
  Scope *scope = nullptr;
  /// Regions may use values of each other. So all drop their uses before the first one is
  /// destroyed.
  struct Retired : llvm::SmallVector<std::unique_ptr<mlir::Region>> {
    ~Retired() {
      for (std::unique_ptr<mlir::Region> &region : *this)
        region->dropAllReferences();
    }
  };
  Retired retired;

  llvm::SmallVector<std::pair<mlir::Operation *, llvm::SmallVector<mlir::Value>>> replacements;

  struct Kept {
    mlir::Value value, placeholder;
  };
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<Kept>> kept, keptInBranches;
  /// Makes `branch` anew, with `values` as further results. `replaced` gets, for each old result
  /// and placeholder, the new result.
  static void returnFromBranch(mlir::Operation *branch, llvm::ArrayRef<Kept> values,
                               llvm::DenseMap<mlir::Value, mlir::Value> &replaced);
  struct KeptState {
    mlir::BlockArgument state;
    Ragged ragged;
  };
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<KeptState>> keptStates;
  /// A further state of a loop that is made anew.
  struct Carried {
    mlir::Value init, next, placeholder;
  };
  /// The lengths of the flat arrays of states, computed before the fold.
  static llvm::SmallVector<mlir::Value> sumLengths(FoldOp fold, llvm::ArrayRef<KeptState> states);
  /// Makes the body of a fold write the states into flat arrays of these lengths.
  llvm::SmallVector<Carried> fillRagged(FoldOp fold, llvm::ArrayRef<KeptState> states,
                                        llvm::ArrayRef<mlir::Value> lengths);
  void remake(mlir::Operation *loop, llvm::ArrayRef<Kept> values, llvm::ArrayRef<Carried> carried);
};

} // namespace chad

#endif // CHAD_RULES_REVERSESWEEP_H
