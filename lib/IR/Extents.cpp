//===- Extents.cpp - Equal extents of arrays ------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/Extents.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace chad;

/// The largest number of steps that one question may take. An extent that is not found by then
/// counts as unknown.
static constexpr unsigned maxSteps = 2048;

Extent Extent::of(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return {Value(), 0, *constant};
  return {cast<Value>(size), isIndex, 0};
}

/// The tensor type with the shape of `type`; null if there is no ranked tensor in `type`.
static RankedTensorType getShape(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    type = lin.getPrimal();
  return dyn_cast<RankedTensorType>(type);
}

/// A state of a loop: its initial value, its value in an iteration, and the value for the next
/// iteration.
struct CarriedState {
  Value init, arg, next;
};

/// The terminator of a region with one block; null if it has several blocks, or is being built.
static Operation *getEnd(Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return nullptr;
  Operation &last = region.front().back();
  return last.hasTrait<mlir::OpTrait::IsTerminator>() ? &last : nullptr;
}

static CarriedState getState(Operation *loop, unsigned state) {
  if (!llvm::all_of(loop->getRegions(), getEnd))
    return {};
  return TypeSwitch<Operation *, CarriedState>(loop)
      .Case([&](CombinatorOpInterface op) -> CarriedState {
        return {op.getInitialStates()[state], op.getStateArgs()[state],
                op.getYieldedStates()[state]};
      })
      .Case([&](scf::ForOp op) -> CarriedState {
        return {op.getInitArgs()[state], op.getRegionIterArg(state),
                op.getBody()->getTerminator()->getOperand(state)};
      })
      .Case([&](scf::WhileOp op) -> CarriedState {
        return {op.getInits()[state], op.getBeforeArguments()[state],
                op.getYieldOp().getOperand(state)};
      })
      .Default(CarriedState());
}

/// The dimension of a slice's source that becomes dimension `dim` of the slice.
static int64_t getSourceDim(const llvm::SmallBitVector &dropped, int64_t dim) {
  for (int64_t i = 0, size = dropped.size(); i < size; ++i)
    if (!dropped.test(i) && dim-- == 0)
      return i;
  return 0;
}

/// The values that the regions of `op`, of which one runs, yield for result `number`.
static SmallVector<Value> getYielded(Operation *op, unsigned number) {
  SmallVector<Value> yielded;
  for (Region &region : op->getRegions()) {
    Operation *end = getEnd(region);
    if (!end)
      return {};
    yielded.push_back(end->getOperand(number));
  }
  return yielded;
}

bool chad::choosesBetweenShapes(Operation *op) {
  auto select = dyn_cast<arith::SelectOp>(op);
  if (!select || isa<ShapedType>(select.getCondition().getType()))
    return false;
  auto type = dyn_cast<RankedTensorType>(select.getType());
  return type && !type.hasStaticShape() &&
         !haveEqualShapes(select.getTrueValue(), select.getFalseValue());
}

namespace {
/// Follows extents to equal ones, under assumptions about the states whose extents loops keep.
class Follower {
public:
  explicit Follower(unsigned steps = maxSteps) : remaining(steps) {}

  /// Calls `find` until all that it assumed is proved. Returns its answer.
  template <typename Find> auto prove(Find find) {
    while (true) {
      auto result = find();
      if (proveAssumed())
        return result;
    }
  }
  /// All extents that equal `start`, or those up to the first one that `isWanted` accepts.
  SmallVector<Extent> getAll(Extent start, function_ref<bool(const Extent &)> isWanted = nullptr);
  /// Whether a loop keeps the extent of a dimension of a state. This is assumed unless it is known
  /// to be wrong.
  bool mayKeep(Operation *loop, unsigned state, int64_t dim);
  /// The extents that `at` is directly derived from.
  SmallVector<Extent> step(Extent at);

private:
  void stepFromIndex(Extent at);
  void stepFromArgument(BlockArgument arg, Extent at);
  void stepFromResult(OpResult result, Extent at);
  void stepFromCombinator(CombinatorOpInterface loop, unsigned result, Extent at);
  void stepFromTensorOp(Operation *op, RankedTensorType type, Extent at);
  void stepFromCall(CallOpInterface call, unsigned result, Extent at);
  /// Adds the extents that equal the extents of all `values`, of which one is the value of `at` at
  /// run time.
  void addCommon(ValueRange values, Extent at);
  void addState(Operation *loop, unsigned state, Extent at);

  void add(Value value, int64_t dim, int64_t plus) { found->push_back({value, dim, plus}); }
  void add(OpFoldResult size, int64_t plus) {
    Extent extent = Extent::of(size);
    extent.plus += plus;
    found->push_back(extent);
  }

  SmallVectorImpl<Extent> *found = nullptr;
  using Claim = std::tuple<Operation *, unsigned, int64_t>;
  /// Proves the assumptions. If a proof fails, records the wrong assumption, and drops all others.
  bool proveAssumed();
  SmallVector<Claim> assumed, proved, refuted;
  /// Set when no steps are left for proofs.
  bool mayNotAssume = false;
  SmallVector<Operation *> callees;
  unsigned remaining;
};
} // namespace

SmallVector<Extent> Follower::getAll(Extent start, function_ref<bool(const Extent &)> isWanted) {
  SmallVector<Extent> all = {start};
  for (size_t i = 0; i < all.size() && remaining > 0; ++i) {
    if (isWanted && isWanted(all[i])) {
      all.truncate(i + 1);
      return all;
    }
    --remaining;
    for (const Extent &next : step(all[i]))
      if (!llvm::is_contained(all, next))
        all.push_back(next);
  }
  return all;
}

SmallVector<Extent> Follower::step(Extent at) {
  SmallVector<Extent> next;
  if (!at.value)
    return next;
  SmallVectorImpl<Extent> *before = std::exchange(found, &next);
  if (at.dim == Extent::isIndex) {
    stepFromIndex(at);
  } else if (RankedTensorType type = getShape(at.value.getType())) {
    if (!type.isDynamicDim(at.dim))
      add(OpFoldResult(
              IntegerAttr::get(IndexType::get(type.getContext()), type.getDimSize(at.dim))),
          at.plus);
    else if (auto arg = dyn_cast<BlockArgument>(at.value))
      stepFromArgument(arg, at);
    else
      stepFromResult(cast<OpResult>(at.value), at);
  }
  found = before;
  return next;
}

void Follower::addCommon(ValueRange values, Extent at) {
  if (values.empty())
    return;
  SmallVector<Extent> common = getAll({values.front(), at.dim, at.plus});
  for (Value value : values.drop_front()) {
    if (common.empty())
      return;
    SmallVector<Extent> others = getAll({value, at.dim, at.plus});
    llvm::erase_if(common, [&](const Extent &each) { return !llvm::is_contained(others, each); });
  }
  found->append(common);
}

void Follower::addState(Operation *loop, unsigned state, Extent at) {
  if (mayKeep(loop, state, at.dim))
    add(getState(loop, state).init, at.dim, at.plus);
}

bool Follower::mayKeep(Operation *loop, unsigned state, int64_t dim) {
  CarriedState carried = getState(loop, state);
  if (!carried.init)
    return false;
  if (dim != Extent::isIndex) {
    RankedTensorType type = getShape(carried.arg.getType());
    if (!type)
      return false;
    if (!type.isDynamicDim(dim))
      return true;
  }
  Claim claim(loop, state, dim);
  if (llvm::is_contained(proved, claim))
    return true;
  if (mayNotAssume || llvm::is_contained(refuted, claim))
    return false;
  if (!llvm::is_contained(assumed, claim))
    assumed.push_back(claim);
  return true;
}

// The proof of one assumption may make others, which are then proved, too: an induction over the
// iterations of all these loops at once.
bool Follower::proveAssumed() {
  for (size_t i = 0; i < assumed.size(); ++i) {
    auto [loop, state, dim] = assumed[i];
    CarriedState carried = getState(loop, state);
    SmallVector<Extent> initial = getAll({carried.init, dim, 0});
    auto isInitial = [&](const Extent &each) { return llvm::is_contained(initial, each); };
    if (isInitial(getAll({carried.next, dim, 0}, isInitial).back()))
      continue;
    refuted.push_back(Claim(loop, state, dim));
    assumed.clear();
    mayNotAssume = remaining == 0;
    remaining = std::max(remaining, maxSteps / 8);
    return false;
  }
  proved.append(assumed);
  assumed.clear();
  return true;
}

void Follower::stepFromIndex(Extent at) {
  if (auto arg = dyn_cast<BlockArgument>(at.value))
    return stepFromArgument(arg, at);
  Operation *op = at.value.getDefiningOp();
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    if (std::optional<int64_t> number = getConstantDim(dim))
      add(dim.getSource(), *number, at.plus);
  } else if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    if (std::optional<int64_t> constant = getConstantIntValue(op->getOperand(1)))
      add(OpFoldResult(op->getOperand(0)),
          at.plus + (isa<arith::AddIOp>(op) ? *constant : -*constant));
  } else if (isa<arith::SelectOp>(op)) {
    addCommon(op->getOperands().drop_front(), at);
  } else if (!isa<TensorType>(at.value.getType()) && op->getNumRegions()) {
    stepFromResult(cast<OpResult>(at.value), at);
  }
}

void Follower::stepFromArgument(BlockArgument arg, Extent at) {
  Operation *op = arg.getOwner()->getParentOp();
  if (!op)
    return;
  unsigned number = arg.getArgNumber();
  if (auto loop = dyn_cast<CombinatorOpInterface>(op)) {
    // An element of an array has its other dimensions. An index that is one equals what the loop
    // that makes the array yields, if that is the same in all iterations.
    Value array = getArrayOfElement(arg);
    if (array && at.dim != Extent::isIndex)
      add(array, at.dim + 1, at.plus);
    else if (Value made = array ? getYieldedElement(array) : Value())
      for (Extent each : getAll(Extent::of(OpFoldResult(made))))
        if (!each.value || isDefinedOutside(each.value, array.getDefiningOp())) {
          each.plus += at.plus;
          found->push_back(each);
        }
    auto states = loop.getStateArgs();
    if (const auto *state = llvm::find(states, arg); state != states.end())
      addState(op, state - states.begin(), at);
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && number > 0)
    return addState(op, number - 1, at);
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (arg.getOwner() == loop.getBeforeBody())
      return addState(op, number, at);
    add(loop.getConditionOp().getArgs()[number], at.dim, at.plus);
  }
  // Iterations write into slices of the arrays that they share.
  if (auto loop = dyn_cast<scf::ForallOp>(op); loop && number >= loop.getRank())
    add(loop.getTiedOpOperand(arg)->get(), at.dim, at.plus);
}

void Follower::stepFromCombinator(CombinatorOpInterface loop, unsigned result, Extent at) {
  Operation *op = loop;
  if (auto hist = dyn_cast<HistOp>(op)) {
    if (at.dim == 0)
      return add(OpFoldResult(hist.getBins()), at.plus);
    return add(hist.getArrays()[result], at.dim, at.plus);
  }
  if (auto build = dyn_cast<BuildOp>(op); build && at.dim == 0)
    return add(OpFoldResult(build.getExtent()), at.plus);
  if (isa<ScanOp>(op))
    add(cast<ScanOp>(op).getArrays()[result], at.dim, at.plus);
  // The arrays of a combinator have one extent.
  if (at.dim == 0) {
    for (Value array : loop.getArrays())
      add(array, 0, at.plus);
    return;
  }
  Operation *end = getEnd(op->getRegion(0));
  if (end && !isa<ScanOp>(op))
    add(end->getOperand(result), at.dim - 1, at.plus);
}

void Follower::stepFromResult(OpResult result, Extent at) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  auto combinator = dyn_cast<CombinatorOpInterface>(op);
  if (isa<scf::ForOp>(op) || (combinator && number < combinator.getFinalStates().size()))
    return addState(op, number, at);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return add(loop.getConditionOp().getArgs()[number], at.dim, at.plus);
  if (auto loop = dyn_cast<scf::ForallOp>(op))
    return add(loop.getTiedOpOperand(result)->get(), at.dim, at.plus);
  if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, CaseOp>(op))
    return addCommon(getYielded(op, number), at);
  if (at.dim == Extent::isIndex)
    return;
  if (combinator)
    return stepFromCombinator(combinator, number, at);
  if (auto call = dyn_cast<CallOpInterface>(op))
    return stepFromCall(call, number, at);
  if (auto gather = dyn_cast<GatherOp>(op)) {
    int64_t leading = gather.getIndices().getType().getRank();
    return at.dim < leading ? add(gather.getIndices(), at.dim, at.plus)
                            : add(gather.getSource(), at.dim - leading + 1, at.plus);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && !isa<ShapedType>(select.getCondition().getType()))
    return addCommon(op->getOperands().drop_front(), at);
  if (isa<AccumulateOp, ScatterAddOp>(op))
    return add(op->getOperand(1), at.dim, at.plus);
  if (auto zero = dyn_cast<ZeroOp>(op)) {
    RankedTensorType type = getShape(zero.getType());
    unsigned position = type.getDynamicDimIndex(at.dim);
    if (position < op->getNumOperands())
      add(OpFoldResult(op->getOperand(position)), at.plus);
    return;
  }
  if (auto scale = dyn_cast<ScaleOp>(op))
    return add(scale.getValue(), at.dim, at.plus);
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return add(destination.getTiedOpOperand(result)->get(), at.dim, at.plus);
  if (isa<FromLinearOp, ToLinearOp, StopGradientOp>(op) ||
      op->hasTrait<mlir::OpTrait::Elementwise>() ||
      op->hasTrait<mlir::OpTrait::SameOperandsAndResultType>() ||
      op->hasTrait<mlir::OpTrait::SameOperandsAndResultShape>()) {
    for (Value operand : op->getOperands())
      if (auto type = getShape(operand.getType()); type && type.getRank() > at.dim)
        add(operand, at.dim, at.plus);
    return;
  }
  stepFromTensorOp(op, cast<RankedTensorType>(result.getType()), at);
}

void Follower::stepFromTensorOp(Operation *op, RankedTensorType type, Extent at) {
  auto addDynamic = [&](OperandRange sizes) {
    add(OpFoldResult(sizes[type.getDynamicDimIndex(at.dim)]), at.plus);
  };
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    if (isa<RankedTensorType>(cast.getSource().getType()))
      add(cast.getSource(), at.dim, at.plus);
  } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    addDynamic(empty.getDynamicSizes());
  } else if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    addDynamic(splat.getDynamicSizes());
  } else if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
    addDynamic(generate.getDynamicExtents());
  } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    add(slice.getMixedSizes()[getSourceDim(slice.getDroppedDims(), at.dim)], at.plus);
  } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    if (static_cast<int64_t>(concat.getDim()) != at.dim)
      for (Value input : concat.getInputs())
        add(input, at.dim, at.plus);
  } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    std::optional<int64_t> low = getConstantIntValue(pad.getMixedLowPad()[at.dim]);
    std::optional<int64_t> high = getConstantIntValue(pad.getMixedHighPad()[at.dim]);
    if (low && high)
      add(pad.getSource(), at.dim, at.plus + *low + *high);
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    add(getMixedValues(expand.getStaticOutputShape(), expand.getOutputShape(),
                       expand.getContext())[at.dim],
        at.plus);
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    ReassociationIndices dims = collapse.getReassociationIndices()[at.dim];
    if (dims.size() == 1)
      add(collapse.getSrc(), dims.front(), at.plus);
  }
}

void Follower::stepFromCall(CallOpInterface call, unsigned result, Extent at) {
  if (auto known = call->getAttrOfType<DenseI64ArrayAttr>(resultExtentsAttr)) {
    for (ArrayRef<int64_t> rest = known.asArrayRef(); rest.size() >= 4; rest = rest.drop_front(4))
      if (rest[0] == result && rest[1] == at.dim &&
          rest[2] < static_cast<int64_t>(call.getArgOperands().size()))
        add(call.getArgOperands()[rest[2]], rest[3], at.plus);
    return;
  }
  auto function = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
  if (!function || function.isExternal() || !getEnd(function.getFunctionBody()) ||
      llvm::is_contained(callees, function))
    return;
  Block &body = function.getFunctionBody().front();
  callees.push_back(function);
  for (const Extent &known : getAll({body.getTerminator()->getOperand(result), at.dim, at.plus})) {
    if (!known.value) {
      found->push_back(known);
      continue;
    }
    auto arg = dyn_cast<BlockArgument>(known.value);
    if (arg && arg.getOwner() == &body)
      add(call.getArgOperands()[arg.getArgNumber()], known.dim, known.plus);
  }
  callees.pop_back();
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

SmallVector<Extent> chad::getEqualExtents(Extent extent) {
  Follower follower;
  return follower.prove([&] { return follower.getAll(extent); });
}

int64_t chad::getConstantExtent(Value tensor, int64_t dim, unsigned steps) {
  auto isConstant = [](const Extent &extent) { return !extent.value; };
  Follower follower(steps);
  Extent found =
      follower.prove([&] { return follower.getAll(Extent::of(tensor, dim), isConstant).back(); });
  return found.value ? ShapedType::kDynamic : found.plus;
}

bool chad::areEqual(Extent a, Extent b) {
  if (a == b)
    return true;
  SmallVector<Extent> all = getEqualExtents(a);
  return llvm::any_of(getEqualExtents(b),
                      [&](const Extent &each) { return llvm::is_contained(all, each); });
}

bool chad::haveEqualShapes(Value a, Value b) {
  auto shape = cast<RankedTensorType>(a.getType());
  if (shape.getRank() != cast<RankedTensorType>(b.getType()).getRank())
    return false;
  return llvm::all_of(llvm::seq(shape.getRank()), [&](int64_t dim) {
    return areEqual(Extent::of(a, dim), Extent::of(b, dim));
  });
}

bool chad::keepsDim(Operation *loop, unsigned state, int64_t dim) {
  Follower follower;
  return follower.prove([&] { return follower.mayKeep(loop, state, dim); });
}

static Extent follow(Extent extent) {
  Follower follower;
  constexpr unsigned maxLength = 64;
  for (unsigned length = 0; length < maxLength; ++length) {
    SmallVector<Extent> next = follower.prove([&] { return follower.step(extent); });
    if (next.empty())
      break;
    // An element that a body makes cannot be used outside of the body.
    Operation *op = extent.value.getDefiningOp();
    Value value = next.front().value;
    if (value && op && op->getNumRegions() && !isDefinedOutside(value, op))
      break;
    extent = next.front();
  }
  return extent;
}

std::optional<int64_t> chad::getConstantDim(tensor::DimOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  std::optional<int64_t> dim = op.getConstantIndex();
  if (!type || !dim || *dim < 0 || *dim >= type.getRank())
    return std::nullopt;
  return dim;
}

void chad::replaceMissingExtents(RewriterBase &rewriter, Operation *root) {
  root->walk([&](tensor::DimOp op) {
    if (!isa<RankedTensorType>(op.getSource().getType()) || !op.getConstantIndex() ||
        getConstantDim(op))
      return;
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, 0);
  });
}

Extent chad::nameExtent(Value tensor, int64_t dim) { return follow(Extent::of(tensor, dim)); }
Extent chad::nameSize(OpFoldResult size) { return follow(Extent::of(size)); }

//===----------------------------------------------------------------------===//
// Extents as values
//===----------------------------------------------------------------------===//

/// Whether `value` can be used by an op inserted before `op`.
static bool isDefinedBefore(Value value, Operation *op) {
  Block *block = value.getParentBlock();
  Operation *inBlock = block ? block->findAncestorOpInBlock(*op) : nullptr;
  Operation *def = value.getDefiningOp();
  return inBlock && (!def || def->isBeforeInBlock(inBlock));
}

std::optional<Extent> chad::findExtent(Extent extent, Operation *before) {
  auto isKnown = [&](const Extent &each) {
    return !each.value ||
           (!isa<LinType>(each.value.getType()) && isDefinedBefore(each.value, before));
  };
  Follower follower;
  Extent known = follower.prove([&] { return follower.getAll(extent, isKnown).back(); });
  if (!isKnown(known))
    return std::nullopt;
  if (known.dim != Extent::isIndex)
    for (const Extent &next : follower.prove([&] { return follower.step(known); }))
      if ((!next.value || next.dim == Extent::isIndex) && isKnown(next))
        return next;
  return known;
}

Value chad::createExtent(OpBuilder &builder, Location loc, Extent extent) {
  if (!extent.value)
    return arith::ConstantIndexOp::create(builder, loc, extent.plus);
  Value size = extent.value;
  if (extent.dim != Extent::isIndex)
    size = builder.createOrFold<tensor::DimOp>(loc, size, extent.dim);
  else if (!size.getType().isIndex())
    size = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
  if (extent.plus == 0)
    return size;
  return arith::AddIOp::create(builder, loc, size,
                               arith::ConstantIndexOp::create(builder, loc, extent.plus));
}

static Value createSum(OpBuilder &builder, Location loc, Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

/// Computes `extent` by arithmetic from the extents that it depends on.
static Value computeExtent(OpBuilder &builder, Location loc, Extent extent, Operation *before,
                           unsigned depth) {
  constexpr unsigned maxDepth = 8;
  if (std::optional<Extent> known = findExtent(extent, before))
    return createExtent(builder, loc, *known);
  if (depth == maxDepth)
    return {};
  auto compute = [&](Extent part) { return computeExtent(builder, loc, part, before, depth + 1); };
  for (const Extent &each : getEqualExtents(extent)) {
    Operation *op = each.value ? each.value.getDefiningOp() : nullptr;
    Value size;
    if (auto pad = dyn_cast_or_null<tensor::PadOp>(op)) {
      Value low = compute(Extent::of(pad.getMixedLowPad()[each.dim]));
      Value inside = low ? compute(Extent::of(pad.getSource(), each.dim)) : Value();
      Value high = inside ? compute(Extent::of(pad.getMixedHighPad()[each.dim])) : Value();
      if (high)
        size = createSum(builder, loc, createSum(builder, loc, low, inside), high);
    } else if (each.dim == Extent::isIndex &&
               isa_and_nonnull<arith::ArithDialect>(op ? op->getDialect() : nullptr) &&
               isPure(op) && llvm::all_of(op->getOperandTypes(), llvm::IsaPred<IndexType>)) {
      IRMapping known;
      for (Value operand : op->getOperands()) {
        Value found = compute(Extent::of(operand));
        if (!found)
          break;
        known.map(operand, found);
      }
      if (llvm::all_of(op->getOperands(), [&](Value operand) { return known.contains(operand); }))
        size = builder.clone(*op, known)->getResult(cast<OpResult>(each.value).getResultNumber());
    }
    if (size && each.plus != 0)
      size = createSum(builder, loc, size, arith::ConstantIndexOp::create(builder, loc, each.plus));
    if (size)
      return size;
  }
  // A linear array, which becomes a tensor when linear types are erased.
  for (const Extent &each : getEqualExtents(extent)) {
    auto lin = dyn_cast_or_null<LinType>(each.value ? each.value.getType() : Type());
    if (!lin || lin.isUnit() || !isDefinedBefore(each.value, before))
      continue;
    Value array = builder.createOrFold<FromLinearOp>(loc, each.value);
    return createExtent(builder, loc, {array, each.dim, each.plus});
  }
  return {};
}

Value chad::createExtentBefore(OpBuilder &builder, Location loc, Extent extent, Operation *before) {
  return computeExtent(builder, loc, extent, before, 0);
}
