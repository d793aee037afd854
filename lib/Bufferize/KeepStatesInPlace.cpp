//===- KeepStatesInPlace.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes the states of loops where they are kept, or where the states before them were.

#include "Outline.h"
#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADKEEPSTATESINPLACE
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// A state of a loop that each iteration copies to a place of its own in an array, and of which it
/// allocates and computes the next one.
class KeptState {
public:
  KeptState(scf::ForOp loop, unsigned number)
      : loop(loop), number(number), state(loop.getRegionIterArg(number)) {}

  bool analyze();
  /// Replaces the loop by one without this state, and returns it.
  scf::ForOp keepInPlace(RewriterBase &rewriter);
  /// Moves loops that compute the next state to functions. Both states are parts of one array; that
  /// no element of the next one is read through the other one is what LLVM must know in order to
  /// vectorize, and what the argument of a function can say.
  void outlineLoops(SymbolTable &symbols);

private:
  bool findPlace();
  bool hasShapeOfPlace();
  /// The place of the state in the array in the iteration `iteration`.
  Value getPlace(OpBuilder &builder, Value iteration);

  scf::ForOp loop;
  unsigned number;
  Value state;
  memref::CopyOp copy;
  memref::SubViewOp place;
  memref::AllocOp array, next;
  Value target; ///< After the replacement: the next state.
  /// The place in iteration i is i; or `last - i`, if there is a `last`.
  Value last;
};
} // namespace

static bool isBuffer(Value value) { return isa<BaseMemRefType>(value.getType()); }

/// Whether the layout of the buffer may change, and its address is not kept: it is used only by ops
/// that load, store or copy elements, by structured ops and by views. With `readOnly`, no use may
/// write. The op `except` may be any.
static bool isPlain(Value buffer, bool readOnly, Operation *except = nullptr) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (user == except || isa<memref::DimOp>(user))
      return true;
    if (auto view = dyn_cast<memref::SubViewOp>(user))
      return isPlain(view.getResult(), readOnly);
    auto op = dyn_cast<MemoryEffectOpInterface>(user);
    bool isSimple = user->getNumRegions() == 0 || isa<linalg::LinalgOp>(user);
    if (!op || !isSimple || isa<CallOpInterface>(user) ||
        user->hasTrait<mlir::OpTrait::IsTerminator>() || llvm::any_of(user->getResults(), isBuffer))
      return false;
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffectsOnValue(buffer, effects);
    return !effects.empty() && llvm::all_of(effects, [&](const auto &effect) {
      return isa<MemoryEffects::Read>(effect.getEffect()) ||
             (!readOnly && isa<MemoryEffects::Write>(effect.getEffect()));
    });
  });
}

/// Whether an op in the loop may use the buffer, or a buffer that is made of it, other than
/// `except`. Loops, branches and jumps may give the buffer to the loop under another name.
static bool mayBeUsedIn(scf::ForOp loop, Value buffer, Operation *except) {
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    if (user == except)
      return false;
    bool isReturn = user->hasTrait<mlir::OpTrait::ReturnLike>() &&
                    isa<FunctionOpInterface>(user->getParentOp());
    if (loop->isAncestor(user) || isa<RegionBranchOpInterface>(user) ||
        (user->hasTrait<mlir::OpTrait::IsTerminator>() && !isReturn))
      return true;
    return llvm::any_of(user->getResults(), [&](Value result) {
      return isBuffer(result) && mayBeUsedIn(loop, result, except);
    });
  });
}

/// Replaces a buffer by one of the same shape with another layout. Views of it get the layouts that
/// follow.
static void replaceBuffer(RewriterBase &rewriter, Value buffer, Value by) {
  for (OpOperand &use : llvm::make_early_inc_range(buffer.getUses())) {
    rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(by); });
    auto view = dyn_cast<memref::SubViewOp>(use.getOwner());
    if (!view)
      continue;
    MemRefType type = memref::SubViewOp::inferRankReducedResultType(
        view.getType().getShape(), cast<MemRefType>(by.getType()), view.getMixedOffsets(),
        view.getMixedSizes(), view.getMixedStrides());
    if (type == view.getType())
      continue;
    rewriter.setInsertionPoint(view);
    auto other =
        memref::SubViewOp::create(rewriter, view.getLoc(), type, by, view.getMixedOffsets(),
                                  view.getMixedSizes(), view.getMixedStrides());
    replaceBuffer(rewriter, view.getResult(), other);
    rewriter.eraseOp(view);
  }
}

bool KeptState::findPlace() {
  for (Operation *user : state.getUsers()) {
    auto each = dyn_cast<memref::CopyOp>(user);
    if (!each || each.getSource() != state || each->getBlock() != loop.getBody())
      continue;
    auto view = each.getTarget().getDefiningOp<memref::SubViewOp>();
    if (!view || view->getBlock() != loop.getBody() || !view->hasOneUse())
      continue;
    copy = each;
    place = view;
    break;
  }
  if (!copy)
    return false;
  array = place.getSource().getDefiningOp<memref::AllocOp>();
  if (!array || loop->isAncestor(array))
    return false;
  // No other op of the loop may see that the states are there earlier.
  if (mayBeUsedIn(loop, array, place))
    return false;
  llvm::SmallBitVector dropped = place.getDroppedDims();
  if (dropped.count() != 1 || !dropped.test(0))
    return false;
  auto isOutside = [&](OpFoldResult value) {
    auto dynamic = dyn_cast<Value>(value);
    return !dynamic || loop.isDefinedOutsideOfLoop(dynamic);
  };
  if (!llvm::all_of(place.getMixedStrides(), isOneInteger) ||
      !llvm::all_of(ArrayRef(place.getMixedOffsets()).drop_front(), isZeroInteger) ||
      !llvm::all_of(place.getMixedSizes(), isOutside))
    return false;
  auto offset = dyn_cast<Value>(place.getMixedOffsets().front());
  if (!offset)
    return false;
  if (auto difference = offset.getDefiningOp<arith::SubIOp>()) {
    last = difference.getLhs();
    offset = difference.getRhs();
  }
  return offset == loop.getInductionVar() && (!last || loop.isDefinedOutsideOfLoop(last));
}

bool KeptState::hasShapeOfPlace() {
  // The copy says that the state of each iteration has the shape of its place.
  auto isOfState = [&](Value extent, int64_t dim) {
    auto op = extent.getDefiningOp<memref::DimOp>();
    return op && op.getSource() == state && getConstantIntValue(op.getIndex()) == dim;
  };
  for (auto [dim, pair] : llvm::enumerate(
           llvm::zip_equal(next.getMixedSizes(), ArrayRef(place.getMixedSizes()).drop_front()))) {
    auto [size, wanted] = pair;
    auto extent = dyn_cast<Value>(size);
    if (!isEqualConstantIntOrValue(size, wanted) && !(extent && isOfState(extent, dim)))
      return false;
  }
  return true;
}

bool KeptState::analyze() {
  auto type = dyn_cast<MemRefType>(state.getType());
  if (!type || !type.getLayout().isIdentity() || !isOneInteger(loop.getStep()))
    return false;
  Value yielded = loop.getYieldedValues()[number];
  next = yielded.getDefiningOp<memref::AllocOp>();
  Operation *yield = loop.getBody()->getTerminator();
  if (!next || next->getBlock() != loop.getBody() ||
      llvm::count(yield->getOperands(), yielded) != 1 || !findPlace() || !hasShapeOfPlace())
    return false;
  return isPlain(state, /*readOnly=*/true) && isPlain(next, /*readOnly=*/false, yield);
}

Value KeptState::getPlace(OpBuilder &builder, Value iteration) {
  Location loc = place.getLoc();
  SmallVector<OpFoldResult> offsets = place.getMixedOffsets();
  offsets.front() =
      last ? arith::SubIOp::create(builder, loc, last, iteration).getResult() : iteration;
  return memref::SubViewOp::create(builder, loc, place.getType(), array, offsets,
                                   place.getMixedSizes(), place.getMixedStrides());
}

/// Takes a state from what the body yields.
static void eraseYielded(RewriterBase &rewriter, scf::ForOp loop, unsigned number) {
  Operation *yield = loop.getBody()->getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperand(number); });
}

/// Replaces the loop by one without a state that its body neither uses nor yields. `end` is the
/// state after it.
static scf::ForOp eraseState(RewriterBase &rewriter, scf::ForOp loop, unsigned number, Value end) {
  SmallVector<Value> inits(loop.getInitArgs()), results(loop.getResults());
  inits.erase(inits.begin() + number);
  results.erase(results.begin() + number);
  rewriter.replaceAllUsesWith(loop.getResult(number), end);
  rewriter.setInsertionPoint(loop);
  auto rest = scf::ForOp::create(rewriter, loop.getLoc(), loop.getLowerBound(),
                                 loop.getUpperBound(), loop.getStep(), inits);
  rest->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  loop.getBody()->eraseArgument(1 + number);
  Block *empty = rest.getBody();
  SmallVector<Value> args(empty->getArguments());
  if (!empty->empty())
    rewriter.eraseOp(empty->getTerminator());
  rewriter.mergeBlocks(loop.getBody(), empty, args);
  rewriter.replaceAllUsesWith(results, rest.getResults());
  rewriter.eraseOp(loop);
  return rest;
}

scf::ForOp KeptState::keepInPlace(RewriterBase &rewriter) {
  Location loc = loop.getLoc();
  Value init = loop.getInitArgs()[number], first = loop.getLowerBound();
  rewriter.setInsertionPoint(loop);
  // The last state has no place in the array. Without iterations it is the initial one, whose shape
  // it has in any case: with iterations the first copy says that this is the shape of the places.
  SmallVector<Value> extents;
  for (int64_t dim = 0; dim < next.getType().getRank(); ++dim)
    if (next.getType().isDynamicDim(dim))
      extents.push_back(memref::DimOp::create(rewriter, loc, init, dim));
  auto end =
      memref::AllocOp::create(rewriter, loc, next.getType(), extents, next.getAlignmentAttr());
  Value runs =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt, first, loop.getUpperBound());
  scf::IfOp::create(
      rewriter, loc, runs,
      [&](OpBuilder &builder, Location at) {
        memref::CopyOp::create(builder, at, init, getPlace(builder, first));
        scf::YieldOp::create(builder, at);
      },
      [&](OpBuilder &builder, Location at) {
        memref::CopyOp::create(builder, at, init, end);
        scf::YieldOp::create(builder, at);
      });

  rewriter.setInsertionPointToStart(loop.getBody());
  Value iteration = loop.getInductionVar();
  replaceBuffer(rewriter, state, getPlace(rewriter, iteration));
  rewriter.eraseOp(copy);
  rewriter.setInsertionPoint(next);
  Value following = arith::AddIOp::create(rewriter, loc, iteration, loop.getStep());
  Value isKept = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt, following,
                                       loop.getUpperBound());
  auto choice = scf::IfOp::create(
      rewriter, loc, isKept,
      [&](OpBuilder &builder, Location at) {
        scf::YieldOp::create(builder, at, getPlace(builder, following));
      },
      [&](OpBuilder &builder, Location at) {
        Value cast = memref::CastOp::create(builder, at, place.getType(), end);
        scf::YieldOp::create(builder, at, cast);
      });
  eraseYielded(rewriter, loop, number);
  target = choice.getResult(0);
  replaceBuffer(rewriter, next, target);
  rewriter.eraseOp(next);
  rewriter.eraseOp(place);
  return eraseState(rewriter, loop, number, end);
}

void KeptState::outlineLoops(SymbolTable &symbols) {
  SmallVector<Operation *> found;
  for (Operation &op : *cast<scf::IfOp>(target.getDefiningOp())->getBlock()) {
    if (!isa<scf::ForOp>(op) || llvm::any_of(op.getResults(), isBuffer) ||
        !mayOutline(symbols, &op))
      continue;
    bool writes = false, isDistinct = true;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        writes |= operand == target;
        bool isOutside = !op.isAncestor(operand.getParentRegion()->getParentOp());
        isDistinct &= operand == target || !isOutside || getRoot(operand) != target;
      }
    });
    if (writes && isDistinct)
      found.push_back(&op);
  }
  for (Operation *op : found) {
    auto around = op->getParentOfType<func::FuncOp>();
    outline(symbols, (around.getName() + "_step").str(), op, {}, op->getResults(),
            [&](ValueRange all) {
              return llvm::map_to_vector(all, [&](Value value) { return value == target; });
            });
  }
}

//===----------------------------------------------------------------------===//
// States that are overwritten
//===----------------------------------------------------------------------===//

namespace {
/// A state of a loop whose memory the next one may have: each iteration allocates the next state,
/// and does not use it before the last use of the state that it got.
class OverwrittenState {
public:
  OverwrittenState(scf::ForOp loop, unsigned number)
      : loop(loop), number(number), state(loop.getRegionIterArg(number)) {}

  bool analyze();
  /// Replaces the loop by one that has all states in the same buffer, and returns it.
  scf::ForOp overwrite(RewriterBase &rewriter);

private:
  scf::ForOp loop;
  unsigned number;
  Value state;
  memref::AllocOp next;
};
} // namespace

/// Whether all uses of the buffer, and of views of it, come before `op` in its block.
static bool isUsedBefore(Value buffer, Operation *op) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && ancestor->isBeforeInBlock(op) &&
           llvm::all_of(user->getResults(), [&](Value result) {
             return !isBuffer(result) || isUsedBefore(result, op);
           });
  });
}

bool OverwrittenState::analyze() {
  auto type = dyn_cast<MemRefType>(state.getType());
  Value yielded = loop.getYieldedValues()[number];
  next = yielded.getDefiningOp<memref::AllocOp>();
  Block *body = loop.getBody();
  Operation *yield = body->getTerminator();
  if (!type || !type.hasStaticShape() || !next || next.getType() != type ||
      next->getBlock() != body || llvm::count(yield->getOperands(), yielded) != 1)
    return false;
  Operation *first = yield;
  for (Operation *user : next->getUsers())
    if (Operation *ancestor = body->findAncestorOpInBlock(*user); ancestor->isBeforeInBlock(first))
      first = ancestor;
  return isPlain(state, /*readOnly=*/true) && isPlain(next, /*readOnly=*/false, yield) &&
         isUsedBefore(state, first);
}

scf::ForOp OverwrittenState::overwrite(RewriterBase &rewriter) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value buffer =
      memref::AllocOp::create(rewriter, loc, next.getType(), ValueRange(), next.getAlignmentAttr());
  memref::CopyOp::create(rewriter, loc, loop.getInitArgs()[number], buffer);
  eraseYielded(rewriter, loop, number);
  rewriter.replaceAllUsesWith(state, buffer);
  rewriter.replaceAllUsesWith(next.getResult(), buffer);
  rewriter.eraseOp(next);
  return eraseState(rewriter, loop, number, buffer);
}

namespace {
struct KeepStatesInPlace : chad::impl::ChadKeepStatesInPlaceBase<KeepStatesInPlace> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : loops) {
      SmallVector<KeptState> kept;
      for (unsigned number = loop.getNumRegionIterArgs(); number-- > 0;) {
        KeptState state(loop, number);
        if (!state.analyze())
          continue;
        loop = state.keepInPlace(rewriter);
        kept.push_back(state);
        ++numKept;
      }
      for (KeptState &state : kept)
        state.outlineLoops(symbols);
      for (unsigned number = loop.getNumRegionIterArgs(); number-- > 0;) {
        OverwrittenState state(loop, number);
        if (!state.analyze())
          continue;
        loop = state.overwrite(rewriter);
        ++numKept;
      }
    }
  }
};
} // namespace
