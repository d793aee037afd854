//===- PrepareTensors.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Prepares tensors for bufferization on a device.

#include "MemorySpaces.h"
#include "WorkerLoops.h"
#include "chad/GPU/Passes.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferUtils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADPREPAREDEVICETENSORS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether a kept dimension of dynamic size, which may be 1 at run time, and a dropped dimension
/// have another kept dimension between them. The type of a view then does not determine which of
/// the two dimensions is dropped.
static bool mayMistakeDims(OffsetSizeAndStrideOpInterface slice,
                           const llvm::SmallBitVector &dropped) {
  ArrayRef<int64_t> sizes = slice.getStaticSizes();
  for (size_t kept = 0; kept < sizes.size(); ++kept) {
    if (!ShapedType::isDynamic(sizes[kept]) || dropped.test(kept))
      continue;
    for (int dim : dropped.set_bits()) {
      auto [first, last] = std::minmax<size_t>(kept, dim);
      for (size_t between = first + 1; between < last; ++between)
        if (!dropped.test(between))
          return true;
    }
  }
  return false;
}

/// If dropped dimensions may be mistaken, expands the source of an insertion so that no dimension
/// is dropped.
template <typename OpTy> static void keepDims(RewriterBase &rewriter, OpTy insert) {
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  if (!mayMistakeDims(insert, dropped))
    return;
  Operation *op = insert;
  rewriter.setInsertionPoint(isa<tensor::ParallelInsertSliceOp>(op) ? op->getParentOp() : op);
  auto type =
      RankedTensorType::get(insert.getStaticSizes(), insert.getSourceType().getElementType());
  Value whole = tensor::ExpandShapeOp::create(rewriter, insert.getLoc(), type, insert.getSource(),
                                              groupDroppedDims(dropped), insert.getMixedSizes());
  rewriter.modifyOpInPlace(insert, [&] { insert.getSourceMutable().assign(whole); });
}

/// Does so for all slices in the module: they keep all dimensions, and reshapes drop or add those
/// of extent 1.
static void keepDims(RewriterBase &rewriter, ModuleOp module) {
  SmallVector<tensor::ExtractSliceOp> parts;
  module.walk([&](Operation *op) {
    if (auto part = dyn_cast<tensor::ExtractSliceOp>(op);
        part && mayMistakeDims(part, part.getDroppedDims()))
      parts.push_back(part);
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      keepDims(rewriter, insert);
    else if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op))
      keepDims(rewriter, insert);
  });
  for (tensor::ExtractSliceOp part : parts) {
    rewriter.setInsertionPoint(part);
    auto type = RankedTensorType::get(part.getStaticSizes(), part.getType().getElementType());
    Value whole = tensor::ExtractSliceOp::create(rewriter, part.getLoc(), type, part.getSource(),
                                                 part.getMixedOffsets(), part.getMixedSizes(),
                                                 part.getMixedStrides());
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(part, part.getType(), whole,
                                                         groupDroppedDims(part.getDroppedDims()));
  }
}

/// Gives a padded tensor the type of the extents that are constant. MLIR's rewriting asks for a
/// value for each extent that the type does not name.
static void refineType(RewriterBase &rewriter, tensor::PadOp pad) {
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(rewriter, pad, shapes)))
    return;
  RankedTensorType type = pad.getResultType();
  SmallVector<int64_t> extents(type.getShape());
  for (auto [extent, size] : llvm::zip_equal(extents, shapes.front()))
    if (std::optional<int64_t> constant = getConstantIntValue(size))
      extent = *constant;
  if (ArrayRef(extents) == type.getShape())
    return;
  rewriter.modifyOpInPlace(pad, [&] { pad.getResult().setType(type.clone(extents)); });
  rewriter.setInsertionPointAfter(pad);
  auto cast = tensor::CastOp::create(rewriter, pad.getLoc(), type, pad.getResult());
  rewriter.replaceAllUsesExcept(pad.getResult(), cast, cast);
}

/// Writes tensors of given elements into empty ones: MLIR's bufferization creates such buffers in
/// the memory of the host only. Constants become arrays of the host.
static void writeElements(RewriterBase &rewriter, ModuleOp module) {
  SymbolTableCollection symbolTables;
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<tensor::SplatOp, tensor::ConcatOp, tensor::FromElementsOp, tensor::GenerateOp,
            tensor::PadOp>(op) ||
        (isa<arith::ConstantOp>(op) && isa<RankedTensorType>(op->getResult(0).getType())))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      refineType(rewriter, pad);
    rewriter.setInsertionPoint(op);
    bool isDone =
        llvm::TypeSwitch<Operation *, bool>(op)
            .Case<tensor::FromElementsOp, tensor::GenerateOp, tensor::PadOp>([&](auto each) {
              return succeeded(linalg::rewriteInDestinationPassingStyle(rewriter, each));
            })
            .Default(false);
    if (isDone)
      continue;
    Location loc = op->getLoc();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value filler;
    if (auto splat = dyn_cast<tensor::SplatOp>(op))
      filler = splat.getInput();
    else if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto elements = dyn_cast<SplatElementsAttr>(constant.getValue()))
        // A complex number is a list of two.
        if (auto element = dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>()))
          filler = arith::ConstantOp::create(rewriter, loc, element);
    Value result;
    if (filler) {
      ValueRange sizes;
      if (auto splat = dyn_cast<tensor::SplatOp>(op))
        sizes = splat.getDynamicSizes();
      auto empty = tensor::EmptyOp::create(rewriter, loc, type, sizes);
      result = linalg::FillOp::create(rewriter, loc, filler, empty.getResult()).getResult(0);
    } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      FailureOr<SmallVector<Value>> parts = concat.decomposeOperation(rewriter);
      if (failed(parts))
        continue;
      result = parts->front();
    } else {
      FailureOr<memref::GlobalOp> global =
          bufferization::getGlobalFor(cast<arith::ConstantOp>(op), symbolTables, /*alignment=*/64,
                                      rewriter.getI64IntegerAttr(hostSpace));
      if (failed(global))
        continue;
      // Outside of kernels, in the memory of the host: `chad-place-arrays` copies it.
      rewriter.setInsertionPointToStart(
          &op->getParentOfType<FunctionOpInterface>().getFunctionBody().front());
      Value onHost =
          memref::GetGlobalOp::create(rewriter, loc, global->getType(), global->getName());
      result = bufferization::ToTensorOp::create(rewriter, loc, type, onHost, /*restrict=*/true,
                                                 /*writable=*/false);
    }
    rewriter.replaceOp(op, result);
  }
}

static Value traceDestination(Value value);

/// The tensor in whose memory the op that makes `value` makes it; null if there is none.
static Value getDestination(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    OpOperand *init = loop.getTiedLoopInit(cast<OpResult>(value));
    return init ? init->get() : Value();
  }
  if (auto structured = dyn_cast<DestinationStyleOpInterface>(op))
    return structured.getDpsInitOperand(number)->get();
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Value own = traceDestination(branch.thenYield().getOperand(number));
    return own == traceDestination(branch.elseYield().getOperand(number)) ? own : Value();
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return cast.getSource();
  if (auto copy = dyn_cast<bufferization::MaterializeInDestinationOp>(op))
    return copy.getDest();
  return {};
}

/// Follows the destination operands of the ops that make `value` to the tensor in whose memory it
/// will be.
static Value traceDestination(Value value) {
  while (Value destination = getDestination(value))
    value = destination;
  return value;
}

namespace {
/// A state of a loop that is an array.
struct LoopState {
  BlockArgument state; ///< In the region that computes the next one.
  OpOperand *next;     ///< What the region yields.
};

/// A loop, and its states that are arrays.
struct LoopOfStates {
  LoopLikeOpInterface op;
  Operation *yield;
  SmallVector<LoopState> states;
};
} // namespace

/// The states of an `scf.for`, or of an `scf.while` whose condition hands them on as they are.
static LoopOfStates findStates(LoopLikeOpInterface op) {
  LoopOfStates loop{op, nullptr, {}};
  auto add = [&](BlockArgument state, OpOperand &next) {
    bool isNew = llvm::none_of(loop.states, [&](LoopState &each) { return each.next == &next; });
    if (isNew && isa<RankedTensorType>(state.getType()))
      loop.states.push_back({state, &next});
  };
  if (auto counted = dyn_cast<scf::ForOp>(*op)) {
    loop.yield = counted.getBody()->getTerminator();
    for (auto [state, next] :
         llvm::zip_equal(counted.getRegionIterArgs(), loop.yield->getOpOperands()))
      add(state, next);
  } else if (auto uncounted = dyn_cast<scf::WhileOp>(*op)) {
    loop.yield = uncounted.getYieldOp();
    for (auto [state, handedOn] :
         llvm::zip_equal(uncounted.getAfterArguments(), uncounted.getConditionOp().getArgs())) {
      auto before = dyn_cast<BlockArgument>(handedOn);
      if (before && before.getOwner() == uncounted.getBeforeBody())
        add(state, loop.yield->getOpOperand(before.getArgNumber()));
    }
  }
  return loop;
}

/// The loops in kernels, outer ones first.
static SmallVector<LoopOfStates> findLoopsInKernels(Operation *root) {
  SmallVector<LoopOfStates> loops;
  root->walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
    for (Operation *around = loop->getParentOp(); around; around = around->getParentOp())
      if (isBlockLoop(around)) {
        loops.push_back(findStates(loop));
        return;
      }
  });
  return loops;
}

/// The other array of a choice between two, by `arith.select` or by a branch: `use` is the one.
/// Null if the use makes no choice. `result` becomes the array that is chosen.
static Value getOtherChoice(OpOperand &use, Value &result) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    result = select.getResult();
    return number == 1 ? select.getFalseValue() : select.getTrueValue();
  }
  auto branch = isa<scf::YieldOp>(op) ? dyn_cast<scf::IfOp>(op->getParentOp()) : scf::IfOp();
  if (!branch)
    return {};
  result = branch.getResult(number);
  scf::YieldOp other =
      op->getBlock() == branch.thenBlock() ? branch.elseYield() : branch.thenYield();
  return other.getOperand(number);
}

/// Adds the arrays in the memory of one of which `array` will be.
static void findRoots(Value array, llvm::SetVector<Value> &roots) {
  array = traceDestination(array);
  Operation *op = array.getDefiningOp();
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
    findRoots(select.getTrueValue(), roots);
    findRoots(select.getFalseValue(), roots);
  } else if (auto branch = dyn_cast_or_null<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(array).getResultNumber();
    findRoots(branch.thenYield().getOperand(number), roots);
    findRoots(branch.elseYield().getOperand(number), roots);
  } else if (isa_and_nonnull<tensor::ExtractSliceOp, tensor::CollapseShapeOp,
                             tensor::ExpandShapeOp>(op)) {
    findRoots(op->getOperand(0), roots);
  } else {
    roots.insert(array);
  }
}

/// Whether an array may be in memory from outside of a loop that is no state of the loop.
static bool mayBeFromOutside(Value array, LoopLikeOpInterface loop) {
  llvm::SetVector<Value> roots;
  findRoots(array, roots);
  return llvm::any_of(roots, [&](Value root) { return loop.isDefinedOutsideOfLoop(root); });
}

/// A copy of an array.
static Value createCopy(RewriterBase &rewriter, Location loc, Value array) {
  auto type = cast<RankedTensorType>(array.getType());
  Value empty = tensor::EmptyOp::create(rewriter, loc, tensor::getMixedSizes(rewriter, loc, array),
                                        type.getElementType(), type.getEncoding());
  if (empty.getType() != type)
    empty = tensor::CastOp::create(rewriter, loc, type, empty);
  return linalg::CopyOp::create(rewriter, loc, array, empty).getResult(0);
}

/// Has the states of an `scf.while` begin from copies. Bufferization has no way to copy what such a
/// loop begins from: it fails where another state is in that memory.
static void copyInitialStates(RewriterBase &rewriter, scf::WhileOp loop) {
  rewriter.setInsertionPoint(loop);
  for (OpOperand &init : loop.getInitsMutable())
    if (isa<RankedTensorType>(init.get().getType()))
      init.set(createCopy(rewriter, loop.getLoc(), init.get()));
}

/// Copies the states of a loop that are chosen where the other choice is an array from outside of
/// the loop. What is chosen is in the memory of one or the other; the bufferization takes a write
/// to the state at the end of an iteration for one that precedes reads, in the next iteration, of
/// the array from outside, and fails.
static void copyChosenStates(RewriterBase &rewriter, const LoopOfStates &loop) {
  for (const LoopState &each : loop.states) {
    SmallVector<Value> names = {each.state};
    SmallVector<OpOperand *> chosen;
    for (size_t i = 0; i < names.size(); ++i)
      for (OpOperand &use : names[i].getUses()) {
        if (isa<tensor::CastOp, tensor::ExtractSliceOp, tensor::CollapseShapeOp,
                tensor::ExpandShapeOp>(use.getOwner())) {
          names.push_back(use.getOwner()->getResult(0));
          continue;
        }
        Value result, other = getOtherChoice(use, result);
        if (!other || llvm::is_contained(names, result))
          continue;
        bool isNext = result.hasOneUse() && *result.user_begin() == loop.yield;
        if (!isNext && mayBeFromOutside(other, loop.op))
          chosen.push_back(&use);
        else
          names.push_back(result);
      }
    for (OpOperand *use : chosen) {
      Location loc = use->getOwner()->getLoc();
      if (auto select = dyn_cast<arith::SelectOp>(use->getOwner())) {
        // As a branch, which copies only if the state is chosen.
        rewriter.setInsertionPoint(select);
        auto create = [&](Value array) {
          return [&, array](OpBuilder &, Location at) {
            Value made = array == use->get() ? createCopy(rewriter, at, array) : array;
            scf::YieldOp::create(rewriter, at, made);
          };
        };
        auto branch =
            scf::IfOp::create(rewriter, loc, select.getCondition(), create(select.getTrueValue()),
                              create(select.getFalseValue()));
        rewriter.replaceOp(select, branch);
        continue;
      }
      rewriter.setInsertionPoint(use->getOwner());
      use->set(createCopy(rewriter, loc, use->get()));
    }
  }
}

/// Asserts that the next state has the extents of the state.
static void assertExtents(RewriterBase &rewriter, Location loc, Value state, Value next) {
  auto type = cast<RankedTensorType>(state.getType());
  // Arrays without elements may have other extents: rows that no iteration has collected have none.
  auto isEmpty = [&](Value array) {
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0), holds;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      Value extent = tensor::DimOp::create(rewriter, loc, array, dim);
      Value own = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, extent, zero);
      holds = holds ? arith::OrIOp::create(rewriter, loc, holds, own).getResult() : own;
    }
    return holds;
  };
  // `chad-distribute-kernels` has checked that the extents are equal, but the ops that showed
  // it no longer exist.
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (areEqual(Extent::of(state, dim), Extent::of(next, dim)))
      continue;
    Value before = tensor::DimOp::create(rewriter, loc, state, dim);
    Value after = tensor::DimOp::create(rewriter, loc, next, dim);
    Value holds = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, before, after);
    if (type.getRank() > 1) {
      Value areEmpty = arith::AndIOp::create(rewriter, loc, isEmpty(state), isEmpty(next));
      holds = arith::OrIOp::create(rewriter, loc, holds, areEmpty);
    }
    cf::AssertOp::create(rewriter, loc, holds, "a state of a loop in a kernel keeps its extents");
  }
}

/// Makes `value`, an array that a branch yields, in the memory of `place`.
static void moveInto(RewriterBase &rewriter, OpOperand &value, Value place) {
  rewriter.setInsertionPoint(value.getOwner());
  Location loc = value.get().getLoc();
  assertExtents(rewriter, loc, place, value.get());
  auto moved = bufferization::MaterializeInDestinationOp::create(rewriter, loc, place.getType(),
                                                                 value.get(), place);
  rewriter.modifyOpInPlace(value.getOwner(), [&] { value.set(moved.getResult()); });
}

/// The array that an op makes in the memory of one of its operands; null for other operands.
static Value getWritten(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return loop.getTiedLoopResult(&use);
  if (isa<tensor::CastOp>(op))
    return op->getResult(0);
  auto structured = dyn_cast<DestinationStyleOpInterface>(op);
  return structured && structured.isDpsInit(&use) ? structured.getTiedOpResult(&use) : Value();
}

/// Where a branch hands on a state, or what has been written in its memory, and the other one makes
/// an array elsewhere, has the other one make it in that memory, too. The bufferization takes a
/// copy to the state behind such a branch for one that overwrites what it reads.
static void mergeBranches(RewriterBase &rewriter, const LoopState &each) {
  SmallVector<Value> names = {each.state};
  for (size_t i = 0; i < names.size(); ++i)
    for (OpOperand *use :
         llvm::map_to_vector(names[i].getUses(), [](OpOperand &o) { return &o; })) {
      if (Value written = getWritten(*use)) {
        names.push_back(written);
        continue;
      }
      auto branch = isa<scf::YieldOp>(use->getOwner())
                        ? dyn_cast<scf::IfOp>(use->getOwner()->getParentOp())
                        : scf::IfOp();
      Value result = branch ? branch.getResult(use->getOperandNumber()) : Value();
      if (!result || llvm::is_contained(names, result))
        continue;
      names.push_back(result);
      scf::YieldOp yield = use->getOwner()->getBlock() == branch.thenBlock() ? branch.elseYield()
                                                                             : branch.thenYield();
      OpOperand &other = yield->getOpOperand(use->getOperandNumber());
      if (traceDestination(other.get()) == each.state)
        continue;
      // The state before the branch, which nothing reads behind it.
      Value place = names[i];
      while (place && branch->isAncestor(place.getParentRegion()->getParentOp()))
        place = getDestination(place);
      bool isFree = place && llvm::all_of(place.getUsers(), [&](Operation *user) {
                      Operation *around = branch->getBlock()->findAncestorOpInBlock(*user);
                      return around && !branch->isBeforeInBlock(around);
                    });
      if (isFree)
        moveInto(rewriter, other, place);
    }
}

/// Makes a loop in a kernel overwrite its states, since a kernel cannot allocate an array in each
/// iteration. A state that others take over is overwritten after them; where that is not possible,
/// since they take over each other, from copies.
static void overwriteStates(RewriterBase &rewriter, const LoopOfStates &loop) {
  for (const LoopState &each : loop.states)
    mergeBranches(rewriter, each);
  // Those whose next ones are not made in their memory as it is.
  auto rest = llvm::filter_to_vector(loop.states, [](const LoopState &each) {
    return traceDestination(each.next->get()) != each.state;
  });
  auto takesOver = [](const LoopState &taker, const LoopState &other) {
    llvm::SetVector<Value> roots;
    findRoots(taker.next->get(), roots);
    return taker.state != other.state && roots.contains(other.state);
  };
  while (!rest.empty()) {
    auto *first = llvm::find_if(rest, [&](const LoopState &each) {
      return llvm::none_of(rest, [&](const LoopState &taker) { return takesOver(taker, each); });
    });
    rewriter.setInsertionPoint(loop.yield);
    if (first == rest.end()) {
      first = rest.begin();
      for (const LoopState &taker : rest)
        if (takesOver(taker, *first)) {
          Value copy = createCopy(rewriter, loop.yield->getLoc(), taker.next->get());
          rewriter.modifyOpInPlace(loop.yield, [&] { taker.next->set(copy); });
        }
    }
    Value state = first->state, next = first->next->get();
    auto type = cast<RankedTensorType>(state.getType());
    Location loc = next.getLoc();
    assertExtents(rewriter, loc, state, next);
    auto copy = bufferization::MaterializeInDestinationOp::create(rewriter, loc, type, next, state);
    rewriter.modifyOpInPlace(loop.yield, [&] { first->next->set(copy.getResult()); });
    rest.erase(first);
  }
}

namespace {
struct PrepareDeviceTensors : chad::impl::ChadPrepareDeviceTensorsBase<PrepareDeviceTensors> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    replaceMissingExtents(rewriter, getOperation());
    keepDims(rewriter, getOperation());
    writeElements(rewriter, getOperation());
    SmallVector<LoopOfStates> loops = findLoopsInKernels(getOperation());
    for (const LoopOfStates &loop : loops) {
      copyChosenStates(rewriter, loop);
      if (auto uncounted =
              dyn_cast_or_null<scf::WhileOp>(loop.yield ? loop.yield->getParentOp() : nullptr))
        copyInitialStates(rewriter, uncounted);
    }
    for (const LoopOfStates &loop : loops)
      overwriteStates(rewriter, loop);
  }
};
} // namespace
