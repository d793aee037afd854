//===- LoopReversal.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BinomialReversal.h"
#include "Recompute.h"
#include "Singularities.h"
#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/Checkpoint.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "chad/Rules/AdjointLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The body of the adjoint loop.
class LoopScope : public ReverseSweep::Scope {
public:
  LoopScope(ReverseSweep &sweep, ArrayLoopOpInterface loop, const ShapeVariation &variation,
            Block &block, bool findsStates)
      : Scope(sweep, block, &loop.getBody()), loop(loop),
        plan(loop.getBodyBlock(), loop.getStateArgs()), variation(variation),
        onlyStates(findsStates || loop->hasAttr(onlyStatesAttr)), findsStates(findsStates) {}

  const ShapeVariation *getVariation() const override { return &variation; }
  bool isRecomputed() const override { return onlyStates; }

  /// Adds `array`, a value from outside, to the arrays that the adjoint loop reads. Returns its
  /// element.
  BlockArgument addInput(Value array) {
    BlockArgument arg =
        block.insertArgument(inputs.size(), getArrayElement(array.getType()), array.getLoc());
    inputs.push_back(array);
    if (sweep.isMasked(array))
      sweep.setMasked(arg);
    return arg;
  }

  /// Adds a state to the adjoint loop: a cotangent that is passed from one iteration to the next.
  BlockArgument addCarried(Value initial) {
    initials.push_back(initial);
    BlockArgument arg = block.addArgument(initial.getType(), initial.getLoc());
    if (sweep.isMasked(initial) || mayMask())
      sweep.setMasked(arg);
    return arg;
  }

  BlockArgument addElement(BlockArgument arg) {
    return addInput(arg == loop.getIndexArg() ? iota() : outer->primal(getArrayOfElement(arg)));
  }

  BlockArgument addKept(Value value) {
    if (findsStates) {
      unsigned state = cast<BlockArgument>(value).getArgNumber() - loop.getArrays().size();
      states.emplace_back(inputs.size(), state);
      inputs.push_back({});
      return block.insertArgument(inputs.size() - 1, value.getType(), value.getLoc());
    }
    Type array = getArrayOf(value.getType(), getStaticExtent(loop));
    return addInput(outer->primal(sweep.keep(loop, value, array)));
  }

  /// The value of a state whose shape differs between iterations, read from the flat array that the
  /// forward loop returns.
  Value addRagged(BlockArgument state) {
    unsigned number = state.getArgNumber() - loop.getArrays().size();
    auto type = cast<RankedTensorType>(state.getType());
    SmallVector<int64_t> varying;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!keepsDim(loop, number, dim))
        varying.push_back(dim);
    ReverseSweep::Ragged ragged = sweep.keepRagged(cast<FoldOp>(*loop), state, varying);
    Value offset = addInput(outer->primal(ragged.offsets));
    Value flat = outer->primal(ragged.flat);
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(type.isDynamicDim(dim) ? OpFoldResult(argumentDim(state, dim))
                                             : sweep.builder.getIndexAttr(type.getDimSize(dim)));
    OpBuilder builder = startBuilder();
    Value part = readRagged(builder, state.getLoc(), type, flat, offset, sizes, ragged.axis);
    setLastAtStart(part.getDefiningOp());
    return part;
  }

  /// The part of `flat` that begins at `offset`, as a tensor of the given sizes.
  static Value readRagged(OpBuilder &builder, Location loc, RankedTensorType type, Value flat,
                          Value offset, ArrayRef<OpFoldResult> sizes, std::optional<int64_t> axis) {
    if (axis || type.getRank() == 1) {
      SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
      SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
      offsets[axis.value_or(0)] = offset;
      return extractSlice(builder, loc, type, flat, offsets, sizes, strides);
    }
    // Row by row.
    Value length;
    for (OpFoldResult size : sizes.drop_front()) {
      Value factor = getValueOrCreateConstantIndexOp(builder, loc, size);
      length = length ? arith::MulIOp::create(builder, loc, length, factor) : factor;
    }
    Value extent = getValueOrCreateConstantIndexOp(builder, loc, sizes.front());
    auto build = BuildOp::create(
        builder, loc, extent, [&](OpBuilder &inner, Location loc, ValueRange index) {
          Value before = arith::MulIOp::create(inner, loc, index.front(), length);
          Value begin = arith::AddIOp::create(inner, loc, offset, before);
          auto row = RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
          YieldOp::create(
              inner, loc,
              readRagged(inner, loc, row, flat, begin, sizes.drop_front(), std::nullopt));
        });
    Value whole = build.getResult(0);
    if (whole.getType() != type)
      whole = tensor::CastOp::create(builder, loc, type, whole);
    return whole;
  }

  /// If the adjoint loop reads no array, makes it read one with the right extent.
  void ensureInput() {
    if (inputs.empty())
      addInput(loop.hasArrays() ? outer->primal(loop.getArrays().front()) : iota());
  }

  SmallVector<Value> inputs, initials;
  SmallVector<std::pair<unsigned, unsigned>> states;

private:
  Value provide(Value value) override {
    if (auto result = dyn_cast<OpResult>(value)) {
      if (auto dimOp = result.getDefiningOp<tensor::DimOp>())
        if (auto index = getConstantDim(dimOp))
          return dimAtStart(dimOp.getSource(), *index);
      return isCopied(result) ? copyToStart(result) : Value(addKept(value));
    }
    auto arg = cast<BlockArgument>(value);
    if (!llvm::is_contained(loop.getStateArgs(), value))
      return addElement(arg);
    return variation.varies(value) ? addRagged(arg) : Value(addKept(value));
  }

  /// Whether the shape of `value` varies between iterations, of the loop or of one around it: then
  /// it cannot be kept in an array.
  bool varies(Value value) const {
    for (const Scope *scope = this; scope; scope = scope->outer)
      if (scope->getVariation() && scope->getVariation()->varies(value))
        return true;
    return false;
  }

  bool isCopied(OpResult value) override {
    // An index is computed again, as this costs no more than to keep it, unless a call or a loop
    // computes it.
    Operation *op = value.getOwner();
    bool isCheapIndex =
        isa<IndexType>(value.getType()) && op->getNumRegions() == 0 && !isa<CallOpInterface>(op);
    // A value whose type cannot be an element of an array cannot be kept.
    return onlyStates || plan.isRecomputed(value) || isCheapIndex || varies(value) ||
           !getArrayOf(value.getType(), ShapedType::kDynamic);
  }

  Value argumentDim(BlockArgument arg, int64_t dim) override {
    if (Value array = getArrayOfElement(arg))
      return outer->dim(array, dim + 1);
    unsigned number = arg.getArgNumber() - loop.getArrays().size();
    if (keepsDim(loop, number, dim))
      return outer->dim(loop.getInitialStates()[number], dim);
    // The extent is a residual of each iteration. So the state itself need not be kept for it.
    Value &size = extents[{arg, dim}];
    if (!size) {
      OpBuilder inBody = OpBuilder::atBlockBegin(&loop.getBodyBlock());
      size = addKept(tensor::DimOp::create(inBody, arg.getLoc(), arg, dim));
    }
    return size;
  }

  Value enter(Value value) override { return addCarried(outer->cotangentOrZero(value)); }

  Value iota() {
    if (!indices) {
      OpBuilder builder = outer->builder();
      indices = createIota(builder, loop.getLoc(), outer->primal(cast<BuildOp>(*loop).getExtent()));
    }
    return indices;
  }

  // Whether a cotangent may be masked: its elements that one iteration sets to zero are used in the
  // next one.
  bool mayMask() {
    if (!branches)
      branches =
          loop.getBodyBlock()
              .walk([](Operation *op) {
                // For the operands that an extremum of sums and products does not choose, the
                // factors are finite.
                bool isExtremum =
                    isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(
                        op);
                bool masks =
                    isa<scf::IfOp, arith::SelectOp>(op) ||
                    (isExtremum && llvm::any_of(op->getOperands(), mayComeFromSingularPartials));
                return masks ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
    return *branches;
  }

  ArrayLoopOpInterface loop;
  RecomputePlan plan;
  const ShapeVariation &variation;
  bool onlyStates, findsStates;
  Value indices;
  /// For each dimension of a state that varies: its extent in the iteration.
  DenseMap<std::pair<Value, int64_t>, Value> extents;
  std::optional<bool> branches;
};
} // namespace

FailureOr<AdjointBody> chad::detail::buildAdjoint(ReverseSweep &sweep, ArrayLoopOpInterface loop,
                                                  ArrayRef<Value> outerSeeds, bool findsStates) {
  unsigned numStates = loop.getNumStates();
  ShapeVariation variation(loop.getBody(), sweep.shapeFunctions);
  AdjointBody body;
  body.holder = ModuleOp::create(loop.getLoc());
  body.holder->getBodyRegion().getBlocks().clear();
  Block &block = body.holder->getBodyRegion().emplaceBlock();

  LoopScope scope(sweep, loop, variation, block, findsStates);
  SmallVector<Value> seeds, yields;
  for (auto [i, seed] : llvm::enumerate(outerSeeds))
    seeds.push_back(!seed           ? Value()
                    : i < numStates ? Value(scope.addCarried(seed))
                                    : Value(scope.addInput(seed)));
  for (auto [value, seed] : llvm::zip(loop.getYield()->getOperands(), seeds))
    sweep.accumulate(value, seed);
  if (failed(sweep.reverse(loop.getBodyBlock())))
    return failure();

  sweep.builder.setInsertionPointToEnd(&block);
  for (unsigned i = 0; i < numStates; ++i) {
    if (!outerSeeds[i])
      continue;
    Value state = loop.getStateArgs()[i], next = scope.cotangent(state);
    yields.push_back(next ? next : scope.zero(state));
  }
  for (Value value : scope.entered)
    yields.push_back(scope.cotangent(value));
  for (auto [i, element] : llvm::enumerate(loop.getElementArgs())) {
    if (!sweep.isActive(element))
      continue;
    if (Value cotangent = scope.cotangent(element)) {
      body.collected.push_back(i);
      yields.push_back(cotangent);
    }
  }
  // The adjoint loop that finds states reads their positions.
  if (!findsStates)
    scope.ensureInput();
  sweep.builder.setInsertionPointToEnd(&block);
  YieldOp::create(sweep.builder, loop.getLoc(), yields);
  body.inputs = scope.inputs;
  body.states = scope.states;
  body.initials = scope.initials;
  body.entered.assign(scope.entered.begin(), scope.entered.end());
  for (Value value : yields)
    body.masked.push_back(sweep.isMasked(value));
  return body;
}

/// The checkpoint of a loop with a binomial schedule.
static std::optional<Checkpoint> getBinomial(Operation *loop) {
  Attribute attr = loop->getAttr(checkpointAttr);
  std::string problem;
  std::optional<Checkpoint> checkpoint =
      attr && isa<FoldOp>(loop) ? Checkpoint::parse(attr, problem) : std::nullopt;
  return checkpoint && checkpoint->isBinomial ? checkpoint : std::nullopt;
}

/// The states of a binomial schedule are kept in one array, so that they must have one shape.
static LogicalResult checkConstantShapes(ReverseSweep &sweep, ArrayLoopOpInterface loop) {
  ShapeVariation variation(loop.getBody(), sweep.shapeFunctions);
  for (BlockArgument state : loop.getStateArgs()) {
    if (!variation.varies(state))
      continue;
    InFlightDiagnostic diag =
        loop->emitError("chad: a binomial schedule is for loops whose states keep their shape, and "
                        "state ")
        << state.getArgNumber() - loop.getArrays().size() << " changes it";
    diag.attachNote() << "without 'binomial', such a loop may have a budget";
    return failure();
  }
  return success();
}

LogicalResult chad::detail::reverseLoop(ReverseSweep &sweep, ArrayLoopOpInterface loop) {
  Operation *op = loop;
  unsigned numStates = loop.getNumStates();
  for (BlockArgument state : loop.getStateArgs())
    if (!getArrayOf(state.getType(), ShapedType::kDynamic) || isa<LinType>(state.getType()))
      return op->emitError("chad: no reverse rule for a loop that carries ")
             << state.getType() << "; carry scalars and ranked tensors of them";

  if (op->hasAttr(recomputeAttr)) {
    Operation *copy = sweep.recompute(op);
    copy->removeAttr(recomputeAttr);
    return reverseLoop(sweep, cast<ArrayLoopOpInterface>(copy));
  }

  // A copy of the loop runs in this scope; the copy can return residuals.
  if (auto *owner = sweep.getScope().ownerOf(op->getParentRegion());
      owner && owner->isRecomputed()) {
    Operation *copy = owner->lookupCopy(op);
    return reverseLoop(sweep, cast<ArrayLoopOpInterface>(copy ? copy : sweep.recompute(op)));
  }

  // Residuals of this loop cannot be collected in an array by a loop around it, since their shapes
  // vary. There the whole loop is computed again, immediately before its reverse code.
  for (auto *scope = &sweep.getScope(); scope; scope = scope->outer)
    if (scope->getVariation() && scope->getVariation()->reaches(op))
      return reverseLoop(sweep, cast<ArrayLoopOpInterface>(sweep.recompute(op)));

  // The cotangents of the results are looked up in the outer scope, before the scope of the loop
  // begins.
  SmallVector<Value> outerSeeds;
  for (OpResult result : op->getResults()) {
    unsigned i = result.getResultNumber();
    if (i >= numStates)
      outerSeeds.push_back(sweep.cotangent(result));
    else if (sweep.isActive(result) || sweep.isActive(loop.getStateArgs()[i]))
      outerSeeds.push_back(sweep.cotangentOrZero(result));
    else
      outerSeeds.push_back({});
  }

  std::optional<Checkpoint> binomial = getBinomial(op);
  if (binomial && failed(checkConstantShapes(sweep, loop)))
    return failure();
  FailureOr<AdjointBody> body = buildAdjoint(sweep, loop, outerSeeds, binomial.has_value());
  if (failed(body))
    return failure();
  StateStack stack;
  if (binomial && body->getBlock().getTerminator()->getNumOperands() != 0) {
    stack = addStateStack(sweep, cast<FoldOp>(op), *binomial, *body);
    body->inputs.push_back(stack.indices);
    body->getBlock().getTerminator()->insertOperands(body->initials.size(), stack.yields);
  }
  auto region = std::make_unique<Region>();
  region->takeBody(body->holder->getBodyRegion());
  if (region->front().getTerminator()->getNumOperands() == 0) {
    sweep.retire(std::move(region));
    return success();
  }

  SmallVector<Type> types;
  for (unsigned i : body->collected)
    types.push_back(getTangentType(loop.getArrays()[i].getType()));
  Direction direction =
      loop.getDirection() == Direction::Left && numStates ? Direction::Right : Direction::Left;
  SmallVector<Value> initials(body->initials);
  llvm::append_range(initials, stack.initials);
  ArrayLoopOpInterface adjoint = createLoop(sweep.builder, op->getLoc(), body->inputs, initials,
                                            types, direction, std::move(region));
  if (!stack.initials.empty()) {
    // A reverse derivative of this loop keeps the stack of some steps only.
    adjoint->setAttr(stateStackAttr, UnitAttr::get(op->getContext()));
    adjoint->setAttr(checkpointAttr, UnitAttr::get(op->getContext()));
  }
  // The stack is no cotangent.
  SmallVector<Value> cotangents(adjoint->result_begin(),
                                adjoint->result_begin() + body->initials.size());
  llvm::append_range(cotangents, adjoint->getResults().drop_front(initials.size()));
  for (auto [result, isMasked] : llvm::zip(cotangents, body->masked))
    if (isMasked)
      sweep.setMasked(result);

  // First the cotangents of values from outside, which are states of the adjoint loop: their final
  // values include what was added before the loop.
  ValueRange results = cotangents;
  size_t numInitials = body->initials.size(), numEntered = body->entered.size();
  for (auto [value, result] :
       llvm::zip(body->entered, results.drop_front(numInitials - numEntered)))
    sweep.getScope().setCotangent(value, result);
  unsigned next = 0;
  for (unsigned i = 0; i < numStates; ++i)
    if (outerSeeds[i])
      sweep.accumulate(loop.getInitialStates()[i], results[next++]);
  for (auto [i, result] : llvm::zip(body->collected, results.drop_front(numInitials)))
    sweep.accumulate(loop.getArrays()[i], result);
  return success();
}
