//===- EliminateEmptyTensors.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes arrays that are inserted into larger ones directly in their final place.

#include "EmptyTensors.h"
#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADELIMINATEEMPTYTENSORS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

/// The operand that an op writes into to make `result`, or null.
static OpOperand *findDestination(OpResult result) {
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getTiedLoopInit(result);
  if (auto styled = dyn_cast<DestinationStyleOpInterface>(op))
    return styled.getTiedOpOperand(result);
  return nullptr;
}

/// Whether all ops that read the elements of an array, or hand it on, are one op or in it.
static bool isUsedOnlyBy(Value array, Operation *op) {
  return llvm::all_of(array.getUsers(), [&](Operation *user) {
    return isa<tensor::DimOp>(user) || op->isAncestor(user);
  });
}

/// The array to elements of which a branch writes if its condition holds, and which it leaves as it
/// is otherwise, if nothing else uses it; null for other branches.
static Value findBranchStart(scf::IfOp branch) {
  if (branch.getNumResults() != 1)
    return {};
  Value start = branch.elseYield().getOperand(0), array = branch.thenYield().getOperand(0);
  if (&branch.elseBlock()->front() != branch.elseYield())
    return {};
  while (array != start) {
    auto made = dyn_cast<OpResult>(array);
    OpOperand *destination = made && made.hasOneUse() && branch->isProperAncestor(made.getOwner())
                                 ? findDestination(made)
                                 : nullptr;
    if (!destination)
      return {};
    array = destination->get();
  }
  return isUsedOnlyBy(start, branch) ? start : Value();
}

/// A loop of one iteration, if `condition` has the value `expected`, or of none, with the state
/// `init` and an empty body. Bufferization knows that its result is in the place of `init`.
static scf::ForOp createConditionalLoop(OpBuilder &builder, Location loc, Value condition,
                                        bool expected, Value init) {
  Value none = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value count = arith::SelectOp::create(builder, loc, condition, expected ? one : none,
                                        expected ? none : one);
  auto loop = scf::ForOp::create(builder, loc, none, count, one, init);
  if (!loop.getBody()->empty())
    loop.getBody()->back().erase();
  return loop;
}

/// Replaces such a branch by a loop of one iteration or none.
static void convertToLoop(scf::IfOp branch) {
  Value start = findBranchStart(branch);
  OpBuilder builder(branch);
  scf::ForOp loop =
      createConditionalLoop(builder, branch.getLoc(), branch.getCondition(), true, start);
  Block &body = *loop.getBody();
  body.getOperations().splice(body.end(), branch.thenBlock()->getOperations());
  start.replaceUsesWithIf(loop.getRegionIterArg(0),
                          [&](OpOperand &use) { return loop->isProperAncestor(use.getOwner()); });
  branch.getResult(0).replaceAllUsesWith(loop.getResult(0));
  branch.erase();
}

static OpOperand *findEmptyStart(Value source, SmallVectorImpl<scf::IfOp> &branches);

namespace {
/// A block of a branch, of which the result of the branch is an array.
struct BranchSide {
  Block *block;
  /// The use of an empty tensor with which what makes the array in the block begins; null if the
  /// array is made in another way.
  OpOperand *start = nullptr;
  bool isOpen = false; ///< The block does nothing, and the array is an empty tensor.
};

/// A branch of which at least one block makes the array from an empty tensor.
struct MakingBranch {
  scf::IfOp op;
  std::array<BranchSide, 2> sides; ///< That of the condition true first.
};
} // namespace

static std::optional<MakingBranch> findMakingBranch(Value source) {
  auto branch = source.getDefiningOp<scf::IfOp>();
  if (!branch || branch.getNumResults() != 1 || !source.hasOneUse())
    return std::nullopt;
  MakingBranch found{branch, {{{branch.thenBlock()}, {branch.elseBlock()}}}};
  for (BranchSide &side : found.sides) {
    Value array = side.block->getTerminator()->getOperand(0);
    side.isOpen = array.getDefiningOp<tensor::EmptyOp>() &&
                  llvm::all_of(side.block->without_terminator(), [](Operation &op) {
                    return isa<arith::ConstantOp, tensor::DimOp, tensor::EmptyOp>(op);
                  });
    SmallVector<scf::IfOp> branches;
    OpOperand *start = findEmptyStart(array, branches);
    if (start && branches.empty() && start->getOwner()->getBlock() == side.block)
      side.start = start;
  }
  if (llvm::none_of(found.sides, [](const BranchSide &side) { return side.start; }))
    return std::nullopt;
  return found;
}

static Value getFilled(Value array, SmallVectorImpl<OpFoldResult> &sizes);

/// Replaces such a branch by a loop of one iteration or none for each block that is not open. They
/// follow each other, and make the array in `place`.
static void convertToLoops(const MakingBranch &branch, Value place) {
  scf::IfOp op = branch.op;
  Location loc = op.getLoc();
  OpBuilder builder(op);
  for (const BranchSide &side : branch.sides) {
    if (side.isOpen)
      continue;
    scf::ForOp loop =
        createConditionalLoop(builder, loc, op.getCondition(), side.block == op.thenBlock(), place);
    Block &body = *loop.getBody();
    body.getOperations().splice(body.end(), side.block->getOperations());
    Value state = loop.getRegionIterArg(0);
    if (side.start) {
      side.start->set(state);
    } else {
      Operation *yield = body.getTerminator();
      OpBuilder inner(yield);
      Value array = yield->getOperand(0);
      SmallVector<OpFoldResult> sizes;
      Value written = state;
      if (Value element = getFilled(array, sizes))
        written = linalg::FillOp::create(inner, loc, element, state).getResult(0);
      else if (!array.getDefiningOp<tensor::EmptyOp>())
        written = bufferization::MaterializeInDestinationOp::create(inner, loc, array.getType(),
                                                                    array, state)
                      .getResult();
      yield->setOperand(0, written);
      if (Operation *def = array.getDefiningOp(); def && isOpTriviallyDead(def))
        def->erase();
    }
    place = loop.getResult(0);
  }
  op.getResult(0).replaceAllUsesWith(place);
  op.erase();
}

/// The use of an empty tensor with which the chain of ops that write `source` begins, or null.
/// Adds the branches in the chain to `branches`.
static OpOperand *findEmptyStart(Value source, SmallVectorImpl<scf::IfOp> &branches) {
  if (!source.hasOneUse())
    return nullptr;
  while (auto result = dyn_cast<OpResult>(source)) {
    if (auto branch = dyn_cast<scf::IfOp>(result.getOwner())) {
      source = findBranchStart(branch);
      if (!source)
        return nullptr;
      branches.push_back(branch);
      continue;
    }
    OpOperand *destination = findDestination(result);
    if (!destination)
      return nullptr;
    source = destination->get();
    if (source.getDefiningOp<tensor::EmptyOp>())
      return destination;
    if (!isUsedOnlyBy(source, destination->getOwner()))
      return nullptr;
  }
  return nullptr;
}

OpOperand *chad::detail::findEmptyStart(Value source) {
  SmallVector<scf::IfOp> branches;
  OpOperand *start = ::findEmptyStart(source, branches);
  return branches.empty() ? start : nullptr;
}

/// Finds the ops that must be moved before `writer` so that `value` is available there: a few cheap
/// ones, in their final order.
static bool findMoves(Value value, Operation *writer, const DominanceInfo &dominance,
                      llvm::SetVector<Operation *> &moves, unsigned depth = 0) {
  constexpr unsigned maxDepth = 8, maxMoves = 16;
  Operation *op = value.getDefiningOp();
  if (dominance.properlyDominates(value, writer) || moves.contains(op))
    return true;
  if (!op || op == writer || op->getBlock() != writer->getBlock() || op->getNumRegions() != 0 ||
      !isPure(op) || depth == maxDepth)
    return false;
  for (Value operand : op->getOperands())
    if (!findMoves(operand, writer, dominance, moves, depth + 1))
      return false;
  moves.insert(op);
  return moves.size() <= maxMoves;
}

/// If an op makes an array whose elements are all one value: this value, and the extents; otherwise
/// null.
static Value getFilled(Value array, SmallVectorImpl<OpFoldResult> &sizes) {
  if (auto splat = array.getDefiningOp<tensor::SplatOp>()) {
    Builder builder(splat.getContext());
    sizes = getMixedValues(splat.getType().getShape(), splat.getDynamicSizes(), builder);
    return splat.getInput();
  }
  auto fill = array.getDefiningOp<linalg::FillOp>();
  auto empty = fill ? fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() : tensor::EmptyOp();
  if (!empty)
    return {};
  sizes = empty.getMixedSizes();
  return fill.getInputs()[0];
}

/// Moves the op that makes an array of one value to the loop or structured op that starts from it.
/// Made before the outer loops, the array would have to be copied each time; here it can be made in
/// the memory of the result.
static void sinkFilled(Operation *op, OpBuilder &builder) {
  MutableOperandRange starts = isa<scf::ForOp>(op)
                                   ? cast<scf::ForOp>(op).getInitArgsMutable()
                                   : cast<linalg::LinalgOp>(op).getDpsInitsMutable();
  auto around = op->getParentOfType<scf::ForOp>();
  for (OpOperand &start : starts) {
    Operation *def = start.get().getDefiningOp();
    if (!def || isa<linalg::FillOp>(op))
      continue;
    bool isFar = around && !around->isProperAncestor(def);
    if (!isFar && !(isa<tensor::SplatOp>(def) && def->hasOneUse()))
      continue;
    SmallVector<OpFoldResult> sizes;
    Value element = getFilled(start.get(), sizes);
    if (!element)
      continue;
    builder.setInsertionPoint(op);
    Value empty = tensor::EmptyOp::create(builder, op->getLoc(), sizes, element.getType());
    start.set(linalg::FillOp::create(builder, op->getLoc(), element, empty).getResult(0));
    if (isOpTriviallyDead(def))
      def->erase();
  }
}

/// Whether a loop around the insertion repeats it into the same destination.
static bool isRepeated(Operation *insertion, Value destination) {
  Region *last = destination.getParentRegion();
  for (Region *region = insertion->getParentRegion(); region && region != last;
       region = region->getParentRegion())
    if (isa<LoopLikeOpInterface>(region->getParentOp()))
      return true;
  return false;
}

/// An array of one number that each iteration of a loop inserts into is made in each: it would
/// have to be copied there.
static void sinkDestination(tensor::InsertSliceOp insertion, OpBuilder &builder) {
  auto splat = insertion.getDest().getDefiningOp<tensor::SplatOp>();
  if (!splat || !isRepeated(insertion, splat))
    return;
  builder.setInsertionPoint(insertion);
  insertion.getDestMutable().assign(builder.clone(*splat)->getResult(0));
  if (isOpTriviallyDead(splat))
    splat.erase();
}

/// Gives each use of a `tensor.empty` an op of its own. After common subexpression elimination and
/// loop-invariant code motion, several ops may write into the same empty tensor. They would share
/// its memory, since bufferization does not count its content as a value.
static void separateEmpties(Operation *root) {
  SmallVector<tensor::EmptyOp> empties;
  root->walk([&](tensor::EmptyOp op) { empties.push_back(op); });
  for (tensor::EmptyOp empty : empties) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : empty->getUses())
      if (!isa<tensor::DimOp>(use.getOwner()))
        uses.push_back(&use);
    bool isShared = uses.size() > 1 || llvm::any_of(uses, [&](OpOperand *use) {
                      return use->getOwner()->getBlock() != empty->getBlock();
                    });
    if (!isShared)
      continue;
    for (OpOperand *use : uses)
      use->set(OpBuilder(use->getOwner()).clone(*empty)->getResult(0));
    if (empty->use_empty())
      empty->erase();
  }
}

namespace {
struct EliminateEmptyTensors : chad::impl::ChadEliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    separateEmpties(getOperation());
    SmallVector<tensor::ConcatOp> concats;
    getOperation()->walk([&](tensor::ConcatOp op) { concats.push_back(op); });
    for (tensor::ConcatOp concat : concats)
      placeParts(concat);
    SmallVector<OffsetSizeAndStrideOpInterface> insertions;
    getOperation()->walk([&](OffsetSizeAndStrideOpInterface op) {
      if (isa<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(*op))
        insertions.push_back(op);
    });
    getOperation()->walk([&](Operation *op) {
      if (isa<scf::ForOp, linalg::LinalgOp>(op))
        sinkFilled(op, builder);
    });
    for (OffsetSizeAndStrideOpInterface op : insertions)
      if (auto insertion = dyn_cast<tensor::InsertSliceOp>(*op)) {
        sinkDestination(insertion, builder);
        place(insertion);
      } else {
        place(cast<tensor::ParallelInsertSliceOp>(*op));
      }
  }

private:
  template <typename InsertionOp> void place(InsertionOp insertion) {
    // The destination is from outside of a loop, so each iteration inserts into its old content. A
    // write in place would leave the elements of one iteration to the next one.
    if (isRepeated(insertion, insertion.getDest()))
      return;
    // Ops move only within their blocks, so that the dominance of blocks does not change.
    auto &dominance = getAnalysis<DominanceInfo>();
    SmallVector<scf::IfOp> branches;
    std::optional<MakingBranch> making = findMakingBranch(insertion.getSource());
    OpOperand *start = making ? nullptr : ::findEmptyStart(insertion.getSource(), branches);
    if (!making && !start)
      return;
    Operation *writer = making ? making->op : start->getOwner();
    // All operands of the insertion but the source, thus the place of the slice, must be available
    // at the writer, or be moved there.
    llvm::SetVector<Operation *> moves;
    if (!llvm::all_of(insertion->getOperands().drop_front(),
                      [&](Value value) { return findMoves(value, writer, dominance, moves); }))
      return;
    OpBuilder builder(writer);
    for (Operation *op : moves)
      op->moveBefore(writer);
    Value part = tensor::ExtractSliceOp::create(
        builder, insertion.getLoc(), insertion.getSourceType(), insertion.getDest(),
        insertion.getMixedOffsets(), insertion.getMixedSizes(), insertion.getMixedStrides());
    if (making)
      convertToLoops(*making, part);
    else
      start->set(part);
    for (scf::IfOp branch : branches)
      convertToLoop(branch);
    ++numPlaced;
  }
};
} // namespace
