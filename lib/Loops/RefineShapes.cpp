//===- RefineShapes.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Gives the operands, the results and the body arguments of loops, branches and elementwise ops
// types with all extents that are known to be constant.

#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace chad {
#define GEN_PASS_DEF_CHADREFINESHAPES
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

namespace {

/// A place whose type a refinement changes: a result or a block argument, or else the use of a
/// value.
using Place = PointerUnion<Value, OpOperand *>;

Value getValue(Place place) {
  if (auto *use = dyn_cast<OpOperand *>(place))
    return use->get();
  return cast<Value>(place);
}

/// Places of one op that the verifier allows to have one type only, but for the leading dimension
/// of those that are arrays of what the others are.
struct Group {
  struct Member {
    Place place;
    /// The extent of the leading dimension that the type of this member has in addition;
    /// `noLeading` if it has none.
    int64_t leading = noLeading;
  };
  static constexpr int64_t noLeading = -2;

  /// A value that has the extents of all members in all iterations, and whether they follow its
  /// leading dimension.
  Value shape;
  bool isArray = false;
  /// Whether it is proved that the values that are used have these extents. Otherwise each of them
  /// must be known to: what may differ is compared when the program runs.
  bool isProved = false;
  SmallVector<Member> members;

  Group &prove() {
    isProved = true;
    return *this;
  }
  explicit Group(Value shape, bool isArray = false) : shape(shape), isArray(isArray) {}
  Group &add(Place place, int64_t leading = noLeading) {
    members.push_back({place, leading});
    return *this;
  }
};

class Refiner {
public:
  explicit Refiner(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Refines the types of `op` and of what is in it, in the order in which they run.
  void run(Operation *op);

  unsigned numRefined = 0;

private:
  void addGroups(Operation *op, SmallVectorImpl<Group> &groups);
  void addCombinator(CombinatorOpInterface loop, SmallVectorImpl<Group> &groups);
  /// Adds the arrays that a loop collects, and what branches yield: their extents are known after
  /// those of the ops inside.
  void addResultGroups(Operation *op, SmallVectorImpl<Group> &groups);
  std::optional<int64_t> getExtentOf(CombinatorOpInterface loop);
  /// Refines the types of a group, unless extents of its members contradict each other: the program
  /// fails when it runs, as it would without refinement.
  void refine(const Group &group);
  bool replaceSplat(Operation *op);
  bool replaceIndex(Operation *op);
  void setType(Place place, RankedTensorType type);

  RewriterBase &rewriter;
};

/// The extent of dimension `dim`, if it is known to be constant; `ShapedType::kDynamic` otherwise.
/// The types of what it depends on have been refined, so that a constant is near. What is not found
/// near by counts as unknown, so that the time is linear in the program.
int64_t getConstantExtent(Value tensor, int64_t dim) {
  constexpr unsigned steps = 128;
  return chad::getConstantExtent(tensor, dim, steps);
}

/// Whether each region of `op` is one block with a terminator, so that what it yields is known.
bool hasOneBlockRegions(Operation *op) {
  return llvm::all_of(op->getRegions(), [](Region &region) { return region.hasOneBlock(); });
}

/// The extent of the arrays of a combinator, which is that of the arrays that it collects; nothing
/// if they contradict each other.
std::optional<int64_t> Refiner::getExtentOf(CombinatorOpInterface loop) {
  SmallVector<Value> arrays(loop.getArrays());
  llvm::append_range(arrays, loop.getCollected());
  int64_t extent = ShapedType::kDynamic;
  for (Value array : arrays) {
    int64_t own = getConstantExtent(array, 0);
    if (ShapedType::isDynamic(extent))
      extent = own;
    else if (!ShapedType::isDynamic(own) && own != extent)
      return std::nullopt;
  }
  return extent;
}

void Refiner::addCombinator(CombinatorOpInterface loop, SmallVectorImpl<Group> &groups) {
  Operation *yield = loop.getYield();
  if (!llvm::all_of(loop.getArrays().getTypes(), llvm::IsaPred<RankedTensorType>) ||
      !llvm::all_of(loop.getCollected().getTypes(), llvm::IsaPred<RankedTensorType>))
    return;
  std::optional<int64_t> known = getExtentOf(loop);
  if (!known)
    return;
  int64_t extent = *known;
  auto states = loop.getStateArgs();
  auto arrays = loop.getArraysMutable(), inits = loop.getInitialStatesMutable();
  if (!isa<ArrayLoopOpInterface>(*loop)) {
    // What an associative operation combines, and what it makes, have the type of the elements.
    for (unsigned i = 0, e = loop->getNumResults(); i < e; ++i) {
      Value result = loop->getResult(i);
      Group &group = groups.emplace_back(loop.getArrays()[i], /*isArray=*/true);
      group.add(&arrays[i], extent).add(&inits[i]).add(&yield->getOpOperand(i));
      group.add(Value(states[i])).add(Value(loop.getElementArgs()[i]));
      int64_t leading = extent;
      if (isa<HistOp>(*loop))
        leading = getConstantExtent(result, 0);
      else if (isa<ReduceOp>(*loop))
        leading = Group::noLeading;
      group.add(result, leading);
    }
    return;
  }
  for (unsigned i = 0, e = loop.getArrays().size(); i < e; ++i)
    groups.emplace_back(loop.getArrays()[i], /*isArray=*/true)
        .add(&arrays[i], extent)
        .add(Value(loop.getElementArgs()[i]));
  for (unsigned i = 0, e = states.size(); i < e; ++i)
    groups.emplace_back(states[i])
        .prove()
        .add(&inits[i])
        .add(Value(states[i]))
        .add(&yield->getOpOperand(i))
        .add(Value(loop.getFinalStates()[i]));
}

void Refiner::addResultGroups(Operation *op, SmallVectorImpl<Group> &groups) {
  if (!hasOneBlockRegions(op))
    return;
  if (auto loop = dyn_cast<ArrayLoopOpInterface>(op)) {
    if (hasLinearArrays(op))
      return;
    std::optional<int64_t> extent = getExtentOf(loop);
    if (!extent)
      return;
    for (OpResult result : loop.getCollected())
      groups.emplace_back(result, /*isArray=*/true)
          .prove()
          .add(Value(result), *extent)
          .add(&loop.getYield()->getOpOperand(result.getResultNumber()));
  } else if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op)) {
    for (OpResult result : op->getResults()) {
      Group &group = groups.emplace_back(result).prove().add(Value(result));
      for (Region &region : op->getRegions())
        group.add(&region.front().getTerminator()->getOpOperand(result.getResultNumber()));
    }
  }
}

void Refiner::addGroups(Operation *op, SmallVectorImpl<Group> &groups) {
  if (!hasOneBlockRegions(op))
    return;
  if (auto loop = dyn_cast<CombinatorOpInterface>(op))
    return addCombinator(loop, groups);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (unsigned i = 0, e = op->getNumResults(); i < e; ++i)
      groups.emplace_back(loop.getRegionIterArg(i))
          .prove()
          .add(&loop.getInitArgsMutable()[i])
          .add(Value(loop.getRegionIterArg(i)))
          .add(&loop.getBody()->getTerminator()->getOpOperand(i))
          .add(Value(op->getResult(i)));
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [i, arg] : llvm::enumerate(loop.getBeforeArguments()))
      groups.emplace_back(arg)
          .prove()
          .add(&loop.getInitsMutable()[i])
          .add(Value(arg))
          .add(&loop.getYieldOp()->getOpOperand(i));
    for (auto [i, arg] : llvm::enumerate(loop.getAfterArguments()))
      groups.emplace_back(op->getResult(i))
          .prove()
          .add(&loop.getConditionOp().getArgsMutable()[i])
          .add(Value(arg))
          .add(Value(op->getResult(i)));
    return;
  }
  if (isa<GatherOp, ScatterAddOp, AccumulateOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (Group &group = groups.emplace_back(operand.get()).add(&operand);
          !isa<GatherOp>(op) && operand.getOperandNumber() == 1)
        group.add(Value(op->getResult(0)));
    if (isa<GatherOp>(op))
      groups.emplace_back(op->getResult(0)).add(Value(op->getResult(0)));
    return;
  }
  if (op->getNumResults() == 1 && op->hasTrait<mlir::OpTrait::Elementwise>()) {
    Group &group = groups.emplace_back(op->getResult(0)).add(Value(op->getResult(0)));
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        group.add(&operand);
  }
}

void Refiner::refine(const Group &group) {
  auto type = dyn_cast<RankedTensorType>(group.shape.getType());
  if (!type)
    return;
  SmallVector<int64_t> shape;
  for (int64_t dim = group.isArray ? 1 : 0; dim < type.getRank(); ++dim)
    shape.push_back(getConstantExtent(group.shape, dim));
  SmallVector<SmallVector<int64_t>> own;
  for (const Group::Member &member : group.members) {
    SmallVector<int64_t> &extents = own.emplace_back();
    int64_t leading = member.leading != Group::noLeading;
    if (leading + shape.size() == 0)
      continue; // A number.
    Value value = getValue(member.place);
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (!tensor || tensor.getEncoding())
      return; // Linear types and encodings stay as they are.
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      extents.push_back(getConstantExtent(value, dim));
    for (auto [dim, extent] : llvm::enumerate(shape))
      if (!group.isProved && isa<OpOperand *>(member.place) &&
          ShapedType::isDynamic(extents[leading + dim]))
        extent = ShapedType::kDynamic;
  }
  SmallVector<std::pair<Place, RankedTensorType>> types;
  for (auto [member, known] : llvm::zip_equal(group.members, own)) {
    if (known.empty())
      continue;
    SmallVector<int64_t> extents;
    if (member.leading != Group::noLeading)
      extents.push_back(!group.isProved && isa<OpOperand *>(member.place) ? known.front()
                                                                          : member.leading);
    llvm::append_range(extents, shape);
    auto old = cast<RankedTensorType>(getValue(member.place).getType());
    for (auto [extent, other, before] : llvm::zip_equal(extents, known, old.getShape()))
      if (ShapedType::isDynamic(extent))
        extent = before;
      else if (!ShapedType::isDynamic(other) && other != extent)
        return; // A contradiction.
    types.push_back({member.place, old.clone(extents)});
  }
  for (auto [place, refined] : types)
    setType(place, refined);
}

/// Replaces an index by the constant that it is, if extents that it is computed from are known.
/// Extents of later arrays are computed from it.
bool Refiner::replaceIndex(Operation *op) {
  rewriter.setInsertionPoint(op);
  SmallVector<Value> folded;
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> number = getConstantDim(dim);
    int64_t extent = number ? getConstantExtent(dim.getSource(), *number) : ShapedType::kDynamic;
    if (!ShapedType::isDynamic(extent))
      folded.push_back(arith::ConstantIndexOp::create(rewriter, op->getLoc(), extent));
  } else if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) && op->getNumResults() == 1 &&
             op->getResult(0).getType().isIndex() && !matchPattern(op, m_Constant())) {
    (void)rewriter.tryFold(op, folded);
  }
  if (folded.size() != 1 || folded.front() == op->getResult(0))
    return false;
  rewriter.replaceOp(op, folded.front());
  return true;
}

/// Replaces a splat, which has operands for the dynamic extents of its type only.
bool Refiner::replaceSplat(Operation *op) {
  auto splat = dyn_cast<tensor::SplatOp>(op);
  if (!splat)
    return false;
  RankedTensorType old = splat.getType();
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < old.getRank(); ++dim) {
    shape.push_back(getConstantExtent(splat, dim));
    if (ShapedType::isDynamic(shape.back()))
      sizes.push_back(splat.getDynamicSizes()[old.getDynamicDimIndex(dim)]);
  }
  if (ArrayRef(shape) == old.getShape())
    return false;
  rewriter.setInsertionPoint(splat);
  Value refined =
      tensor::SplatOp::create(rewriter, splat.getLoc(), old.clone(shape), splat.getInput(), sizes);
  rewriter.replaceOpWithNewOp<tensor::CastOp>(splat, old, refined);
  ++numRefined;
  return true;
}

void Refiner::run(Operation *op) {
  if (replaceIndex(op) || replaceSplat(op))
    return;
  SmallVector<Group> groups;
  addGroups(op, groups);
  for (const Group &group : groups)
    refine(group);
  if (op->getNumRegions() == 0)
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : llvm::make_early_inc_range(block))
        run(&inner);
  groups.clear();
  addResultGroups(op, groups);
  for (const Group &group : groups)
    refine(group);
}

void Refiner::setType(Place place, RankedTensorType type) {
  Value value = getValue(place);
  Type old = value.getType();
  if (old == type)
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  if (auto *use = dyn_cast<OpOperand *>(place)) {
    Operation *user = use->getOwner();
    rewriter.setInsertionPoint(user);
    Value cast = tensor::CastOp::create(rewriter, user->getLoc(), type, value);
    rewriter.modifyOpInPlace(user, [&] { use->set(cast); });
    return;
  }
  rewriter.setInsertionPointAfterValue(value);
  value.setType(type);
  auto cast = tensor::CastOp::create(rewriter, value.getLoc(), old, value);
  rewriter.replaceAllUsesExcept(value, cast, cast);
  ++numRefined;
}

/// Whether the function has a static extent that an op hides: a cast that drops one.
bool hidesExtents(Operation *function) {
  return function
      ->walk([](tensor::CastOp cast) {
        auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
        auto type = dyn_cast<RankedTensorType>(cast.getType());
        bool drops = source && type && source.getNumDynamicDims() < type.getNumDynamicDims();
        return drops ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

struct RefineShapes : chad::impl::ChadRefineShapesBase<RefineShapes> {
  void runOnOperation() override {
    if (!hidesExtents(getOperation()))
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    Refiner refiner(rewriter);
    refiner.run(getOperation());
    numRefined += refiner.numRefined;
  }
};
} // namespace
