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

/// The operands of `op` and what its regions take from outside, each once.
llvm::SmallVector<mlir::Value> getDependencies(mlir::Operation *op);
} // namespace detail

/// Runs code backwards, with one cotangent for each value that is passed from op
/// to op and only ever added to.
///
/// Source: Vákár & Smeding 2022, §2.5; Huot & Shaikhha 2022, §4.
class ReverseSweep : public Sweep {
public:
  ReverseSweep(mlir::MLIRContext *context, Activity &activity) : Sweep(context, activity) {}

  //===--------------------------------------------------------------------===//
  // What the rule of an op without regions needs
  //===--------------------------------------------------------------------===//

  /// The value of `value` in the code that runs backwards: kept by the forward
  /// code, or computed again.
  mlir::Value primal(mlir::Value value) override;

  /// Dimension `dim` of `value` in the code that runs backwards. Does not keep
  /// `value` for its shape where the shape is known otherwise.
  mlir::Value dim(mlir::Value value, int64_t dim);

  mlir::Value zero(mlir::Value value) override;

  /// The cotangent of `value` so far; null where it is zero.
  mlir::Value cotangent(mlir::Value value);

  /// The cotangent of `value` so far, a zero where it is a structural one.
  mlir::Value cotangentOrZero(mlir::Value value);

  /// Adds to the cotangent of `value`; nothing where `value` is not active.
  void accumulate(mlir::Value value, mlir::Value cotangent);

  /// Replaces the cotangent of `value` by one made from it, as `chad.accumulate`
  /// makes it.
  void setCotangent(mlir::Value value, mlir::Value cotangent);

  /// As `setCotangent`, where `added` was added to a part of it.
  void updateCotangent(mlir::Value value, mlir::Value cotangent, mlir::Value added) {
    if (isMasked(added) || isMasked(scope->cotangent(value)))
      setMasked(cotangent);
    setCotangent(value, cotangent);
  }

  //===--------------------------------------------------------------------===//
  // Regions
  //===--------------------------------------------------------------------===//

  /// Runs `ops` backwards.
  llvm::LogicalResult reverse(llvm::ArrayRef<mlir::Operation *> ops);

  /// Runs the ops of `block` backwards, other than its terminator.
  llvm::LogicalResult reverse(mlir::Block &block);

  /// Copies `op` to the code that runs backwards, and gives its results there the
  /// cotangents that they have.
  mlir::Operation *recompute(mlir::Operation *op);

  /// Has `loop` return what `value`, a value in its body, is in each iteration, as
  /// one more array of type `type` at the end of its results. The result stands for
  /// the array until `finish`.
  mlir::Value keep(mlir::Operation *loop, mlir::Value value, mlir::Type type);

  /// Has `branch`, an op of which one region runs, return what `value`, a value in one of the
  /// regions, is there. The result stands for it until `finish`; where another region runs it is
  /// of no use.
  mlir::Value keepInBranch(mlir::Operation *branch, mlir::Value value);

  /// A record in the module of the derivative.
  std::function<RecordOp(llvm::ArrayRef<mlir::Type>)> makeRecord;

  /// Whether `keepInBranch` can return a value of type `type`.
  static bool canKeepInBranch(mlir::Type type);

  /// The values of a state in all iterations of a fold, where its shape differs from one to
  /// another: side by side in one array, `flat`, along dimension `axis`; without an axis
  /// flattened to rank 1. `offsets` says where that of each iteration begins.
  struct Ragged {
    mlir::Value flat, offsets;
    std::optional<int64_t> axis;
  };
  /// Has a fold return what `state`, one of its states, is in each iteration, of which the
  /// dimensions `varying` are those that differ. As with `keep`, the results stand for the
  /// arrays until `finish`.
  Ragged keepRagged(FoldOp fold, mlir::BlockArgument state, llvm::ArrayRef<int64_t> varying);

  /// Keeps code that is used no more, while the sweep knows values in it: others would
  /// take their addresses, and be taken for them.
  void retire(std::unique_ptr<mlir::Region> region) { retired.push_back(std::move(region)); }

  /// Ends the sweep: makes the loops anew that return more.
  void finish();

  /// A part of the code that runs backwards: a block, and what is known in it.
  class Scope {
  public:
    /// `hidden` is the region whose values are not visible from `block`, if any.
    Scope(ReverseSweep &sweep, mlir::Block &block, mlir::Region *hidden);
    virtual ~Scope();

    mlir::Value primal(mlir::Value value);
    mlir::Value cotangent(mlir::Value value);
    mlir::Value cotangentOrZero(mlir::Value value);
    mlir::Value zero(mlir::Value value);
    mlir::Value dim(mlir::Value value, int64_t dim) { return getDim(value, dim, false); }
    void setCotangent(mlir::Value value, mlir::Value cotangent);

    /// How shapes vary in the hidden region, where that is the body of a loop.
    virtual const ShapeVariation *getVariation() const { return nullptr; }

    /// Whether the hidden region is a branch whose values are all computed again where they are
    /// needed, or one that the op around it may return values of.
    virtual bool isRecomputed() const { return false; }
    virtual bool isKept() const { return false; }

    /// The scope here or around that hides `region`; null where its values are visible.
    Scope *ownerOf(mlir::Region *region);

    /// The copy of `op`, which is in the hidden region; null where there is none.
    mlir::Operation *lookupCopy(mlir::Operation *op) const;

    /// Builds at the end of the block.
    mlir::OpBuilder builder();

    ReverseSweep &sweep;
    Scope *outer;
    mlir::Block &block;

    /// Values from outside whose cotangents were touched, in order.
    llvm::SmallVector<mlir::Value> entered;

  protected:
    /// The value of `value`, which is in the hidden region.
    virtual mlir::Value provide(mlir::Value value) { return value; }
    /// The dimension of `value`, an argument of the hidden region.
    virtual mlir::Value argumentDim(mlir::BlockArgument, int64_t) { return {}; }
    /// The cotangent so far of `value`, which is from outside.
    virtual mlir::Value enter(mlir::Value value) { return outer->cotangentOrZero(value); }

    /// Whether `value`, a result in the hidden region, is computed again.
    virtual bool isCopied(mlir::OpResult) { return false; }
    /// Copies the op of `value` to the start of the block, with what it needs.
    mlir::Value copyToStart(mlir::OpResult value);

    /// Builds at the start of the block, behind what was built there before.
    mlir::OpBuilder startBuilder();
    void setLastAtStart(mlir::Operation *op) { lastCopy = op; }

    /// As `dim`, of a value that is hidden or from outside, at the start of the block: there it can
    /// be used by what is copied to the start.
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

  /// What is known of the shapes that functions return.
  llvm::DenseMap<mlir::Operation *, bool> shapeFunctions;

  /// Notes that `copy` stands for `original` in the code that runs backwards.
  void setOrigin(mlir::Value copy, mlir::Value original) {
    if (copy != original)
      origins[copy] = source(original);
  }

private:
  Scope *scope = nullptr;
  /// One may use values of another: all let go of them before the first is destroyed.
  struct Retired : llvm::SmallVector<std::unique_ptr<mlir::Region>> {
    ~Retired() {
      for (std::unique_ptr<mlir::Region> &region : *this)
        region->dropAllReferences();
    }
  };
  Retired retired;

  struct Kept {
    mlir::Value value, placeholder;
  };
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<Kept>> kept, keptInBranches;
  /// Makes `branch` anew, with more results; notes what takes the place of which value.
  static void returnFromBranch(mlir::Operation *branch, llvm::ArrayRef<Kept> values,
                               llvm::DenseMap<mlir::Value, mlir::Value> &replaced);
  struct KeptState {
    mlir::BlockArgument state;
    Ragged ragged;
  };
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<KeptState>> keptStates;
  /// What a loop that is made anew carries beside what it carried.
  struct Carried {
    mlir::Value init, next, placeholder;
  };
  /// How long the flat arrays of states are, computed before the fold.
  static llvm::SmallVector<mlir::Value> sumLengths(FoldOp fold, llvm::ArrayRef<KeptState> states);
  /// Has the body of a fold fill flat arrays of these lengths.
  llvm::SmallVector<Carried> fillRagged(FoldOp fold, llvm::ArrayRef<KeptState> states,
                                        llvm::ArrayRef<mlir::Value> lengths);
  void remake(mlir::Operation *loop, llvm::ArrayRef<Kept> values, llvm::ArrayRef<Carried> carried);
};

} // namespace chad

#endif // CHAD_RULES_REVERSESWEEP_H
