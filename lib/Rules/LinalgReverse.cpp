//===- LinalgReverse.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Adjoints of structured ops. With an access map for each operand, and points i:
//
//   y[B(i)] = g(x[A(i)], ...)     x̄[A(i)] += ∂g/∂x(x[A(i)], ...) ȳ[B(i)]
//
// which is the transpose of `map2` (Huot & Shaikhha 2022, Fig. 10), with sums where A or B maps
// several points to one element.

#include "LinalgDerivatives.h"
#include "Recompute.h"
#include "Singularities.h"
#include "TensorDerivatives.h"
#include "chad/Analysis/Accumulators.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/ShapeVariation.h"
#include "chad/Rules/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::hasStructuredReverse(linalg::LinalgOp op, const Activity &activity) {
  // The rule itself reports the ops that it does not support.
  if (!op.hasPureTensorSemantics() || llvm::any_of(op->getOperandTypes(), [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return tensor && tensor.getEncoding();
      }))
    return true;
  SmallVector<AccumulatorKind> kinds = getAccumulatorKinds(op);
  for (OpResult result : op->getResults()) {
    AccumulatorKind kind = kinds[result.getResultNumber()];
    bool isExtremum = kind == AccumulatorKind::Maximum || kind == AccumulatorKind::Minimum;
    OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
    bool hasRule = kind == AccumulatorKind::Element || kind == AccumulatorKind::Sum ||
                   (isExtremum && op.getMatchingIndexingMap(init).isProjectedPermutation());
    if (activity.isActive(result) && !hasRule)
      return false;
  }
  llvm::SetVector<Value> captured;
  getUsedFromOutside(op->getRegion(0), captured);
  return llvm::none_of(captured, [&](Value value) {
    return activity.isActive(value) && !isa<FloatType>(value.getType());
  });
}

//===----------------------------------------------------------------------===//
// Ops over the points of an op
//===----------------------------------------------------------------------===//

/// The iterator types of an op that adds to the elements at `map`. A loop is parallel if its index
/// is a dimension of the output, and a reduction otherwise.
static SmallVector<utils::IteratorType> getIterators(AffineMap map) {
  SmallVector<utils::IteratorType> iterators(map.getNumDims(), utils::IteratorType::reduction);
  for (AffineExpr expr : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      iterators[dim.getPosition()] = utils::IteratorType::parallel;
  return iterators;
}

/// Whether `linalg.contract` can have these maps: each loop index is in the maps of both factors,
/// or in those of the output and a factor.
static bool isContraction(AffineMap a, AffineMap b, AffineMap out) {
  bool hasSum = false;
  for (AffineMap map : {a, b, out})
    if (!map.isProjectedPermutation())
      return false;
  for (unsigned loop = 0; loop < out.getNumDims(); ++loop) {
    bool inA = a.isFunctionOfDim(loop), inB = b.isFunctionOfDim(loop),
         inOut = out.isFunctionOfDim(loop);
    if (inOut ? !inA && !inB : !inA || !inB)
      return false;
    hasSum |= !inOut;
  }
  return hasSum;
}

/// `init[out(i)] += a[mapA(i)] · b[mapB(i)]`.
static Value addProducts(OpBuilder &builder, Location loc, Value a, AffineMap mapA, Value b,
                         AffineMap mapB, Value init, AffineMap out) {
  SmallVector<AffineMap> maps = {mapA, mapB, out};
  if (isContraction(mapA, mapB, out))
    return linalg::ContractOp::create(builder, loc, init.getType(), ValueRange{a, b}, init,
                                      builder.getAffineMapArrayAttr(maps))
        ->getResult(0);
  auto product = linalg::GenericOp::create(
      builder, loc, init.getType(), ValueRange{a, b}, init, maps, getIterators(out),
      [](OpBuilder &inner, Location loc, ValueRange args) {
        Value product = arith::MulFOp::create(inner, loc, args[0], args[1]);
        Value sum = arith::AddFOp::create(inner, loc, args[2], product);
        linalg::YieldOp::create(inner, loc, sum);
      });
  return product.getResult(0);
}

/// Whether operands with these maps determine the extents of all loops.
static bool determineLoops(ArrayRef<AffineMap> maps, MLIRContext *context) {
  return bool(inversePermutation(concatAffineMaps(maps, context)));
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// ā += ȳ · b and b̄ += a · ȳ, each summed over the loops whose indices are not in its own map.
static void reverseContraction(linalg::LinalgOp op, Value cotangent, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  OpBuilder &builder = sweep.builder;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Value seed = fromLinear(sweep, loc, cotangent);
  for (unsigned i : {0, 1}) {
    Value input = op.getDpsInputs()[i];
    if (!sweep.isActive(input) || !sweep.isActive(getInputElement(op, i)))
      continue;
    Value other = sweep.primal(op.getDpsInputs()[1 - i]);
    Value zero = fromLinear(sweep, loc, sweep.zero(input));
    Value sum = i == 0 ? addProducts(builder, loc, seed, maps[2], other, maps[1], zero, maps[0])
                       : addProducts(builder, loc, other, maps[0], seed, maps[2], zero, maps[1]);
    Value term = toLinear(sweep, loc, sum, cotangent);
    if (sweep.isMasked(cotangent))
      sweep.setMasked(term);
    sweep.accumulate(input, term);
  }
  sweep.accumulate(op.getDpsInits()[0], cotangent);
}

//===----------------------------------------------------------------------===//
// Any region
//===----------------------------------------------------------------------===//

/// The cost of computing the values of the region from elements of the operands.
static DenseMap<Value, unsigned> getPointCosts(linalg::LinalgOp op) {
  DenseMap<Value, unsigned> costs;
  for (Operation &nested : op.getBlock()->without_terminator()) {
    unsigned cost = isa<linalg::IndexOp>(nested) ? 0 : getNestedCost(&nested);
    for (Value operand : getDependencies(&nested))
      cost += costs.lookup(operand);
    for (Value result : nested.getResults())
      costs[result] = cost;
  }
  return costs;
}

/// Whether `value`, whose computation costs `cost`, becomes a residual, with one element for each
/// point: only if an operand or a result of the op is as large as this array.
static bool mustKeep(linalg::LinalgOp op, Value value, unsigned cost) {
  return cost > costOfKeeping && value.getType().isIntOrIndexOrFloat() && findWholeOperand(op);
}

OpOperand *chad::detail::findWholeOperand(linalg::LinalgOp op) {
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        op.getMatchingIndexingMap(&operand).isPermutation())
      return &operand;
  return nullptr;
}

RankedTensorType chad::detail::getPointsType(linalg::LinalgOp op, Value value) {
  return cast<RankedTensorType>(findWholeOperand(op)->get().getType()).clone(value.getType());
}

linalg::GenericOp chad::detail::addResults(linalg::LinalgOp op, ArrayRef<Value> values) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  OpOperand *whole = findWholeOperand(op);
  SmallVector<Value> inputs(op.getDpsInputs()), inits(op.getDpsInits());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Block *body = op.getBlock();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, whole->get());
  for (unsigned i = body->getNumArguments(); i < op->getNumOperands(); ++i)
    body->addArgument(getElementTypeOrSelf(op->getOperand(i).getType()), loc);
  for (Value value : values) {
    inits.push_back(tensor::EmptyOp::create(builder, loc, sizes, value.getType()));
    if (inits.back().getType() != getPointsType(op, value))
      inits.back() = tensor::CastOp::create(builder, loc, getPointsType(op, value), inits.back());
    maps.push_back(op.getMatchingIndexingMap(whole));
    body->addArgument(value.getType(), loc);
  }
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  auto larger = linalg::GenericOp::create(builder, loc, ValueRange(inits).getTypes(), inputs, inits,
                                          maps, iterators);
  larger.getRegion().takeBody(op->getRegion(0));
  op->replaceAllUsesWith(larger.getResults().take_front(op->getNumResults()));
  return larger;
}

namespace {
/// The reverse code of the region of a structured op, at one point. A value of the region that it
/// needs is computed again, unless this costs more than a read: then the value is read from a
/// result of the op, which the op gets if it has none.
class PointScope : public ReverseSweep::Scope {
public:
  PointScope(ReverseSweep &sweep, Block &block, linalg::LinalgOp op)
      : Scope(sweep, block, &op->getRegion(0)), op(op), costs(getPointCosts(op)) {}
  bool isRecomputed() const override { return true; }

  /// A value of the region, as an element of an array.
  struct Kept {
    Value array;
    AffineMap map;
    BlockArgument arg;
  };
  SmallVector<Kept> kept;

  /// Adds an argument to the block: the element of the operand whose element in the region is
  /// `arg`.
  BlockArgument addElement(BlockArgument arg) {
    BlockArgument &copy = elements[arg];
    if (!copy)
      copy = block.addArgument(arg.getType(), arg.getLoc());
    return copy;
  }
  Value getElement(BlockArgument arg) const { return elements.lookup(arg); }

private:
  Value provide(Value value) override {
    if (auto arg = dyn_cast<BlockArgument>(value))
      return addElement(arg);
    auto result = cast<OpResult>(value);
    if (isCopied(result))
      return copyToStart(result);
    BlockArgument arg = block.addArgument(value.getType(), value.getLoc());
    if (std::optional<unsigned> number = findResult(value)) {
      OpOperand *init = op.getDpsInitOperand(*number);
      kept.push_back({op->getResult(*number), op.getMatchingIndexingMap(init), arg});
    } else {
      kept.push_back({sweep.keep(op, value, getPointsType(op, value)),
                      op.getMatchingIndexingMap(findWholeOperand(op)), arg});
    }
    return arg;
  }
  bool isCopied(OpResult value) override {
    unsigned cost = costs.lookup(value);
    return !(cost > costOfReading && findResult(value)) && !mustKeep(op, value, cost);
  }
  /// The number of the result whose elements are the values of `value`.
  std::optional<unsigned> findResult(Value value) {
    for (OpResult result : op->getResults()) {
      unsigned number = result.getResultNumber();
      if (getYieldedElement(op, number) == value &&
          op.getMatchingIndexingMap(op.getDpsInitOperand(number)).isPermutation())
        return number;
    }
    return std::nullopt;
  }
  // The cotangent of a scalar from outside is the sum of what all points add to it.
  Value enter(Value value) override {
    OpBuilder builder = startBuilder();
    Value zero =
        ZeroOp::create(builder, value.getLoc(), getTangentType(value.getType()), ValueRange());
    setLastAtStart(zero.getDefiningOp());
    return zero;
  }

  linalg::LinalgOp op;
  DenseMap<Value, unsigned> costs;
  DenseMap<Value, BlockArgument> elements;
};

/// A value to whose cotangent the points add.
struct Target {
  Value value;
  AffineMap map;
  /// The cotangent at a point, and whether it is masked.
  Value element;
  bool isMasked;
};

/// Makes the structured ops that are the adjoint of `op`.
class StructuredAdjoint {
public:
  StructuredAdjoint(linalg::LinalgOp op, ReverseSweep &sweep)
      : op(op), sweep(sweep), loc(op.getLoc()), maps(op.getIndexingMapsArray()),
        kinds(getAccumulatorKinds(op)) {}

  LogicalResult run();

private:
  bool isExtremum(unsigned out) const {
    return kinds[out] == AccumulatorKind::Maximum || kinds[out] == AccumulatorKind::Minimum;
  }
  SmallVector<unsigned> getReductions(unsigned out);
  Value findWinners(unsigned out);
  Value chooseWinner(OpBuilder &builder, unsigned out, Value seed, Value winner,
                     ArrayRef<Value> extents);
  void passToInit(unsigned out);
  LogicalResult reverseRegion();
  void addTo(ArrayRef<Target *> targets);
  /// The ops of the block that compute the cotangents of `targets`.
  DenseSet<Operation *> findOps(ArrayRef<Target *> targets, DenseSet<Value> &used);

  linalg::LinalgOp op;
  ReverseSweep &sweep;
  Location loc;
  SmallVector<AffineMap> maps;
  SmallVector<AccumulatorKind> kinds;
  std::unique_ptr<Region> region = std::make_unique<Region>();
  /// The cotangents of the results, and the arguments that are their elements.
  SmallVector<Value> seeds, seedArgs;
  /// The arguments that are elements of the operands, null for an element that is not needed, and
  /// the arguments that are residuals.
  SmallVector<Value> elementArgs;
  SmallVector<PointScope::Kept> kept;
  SmallVector<Target> targets;
  /// For each extremum, the array of the numbers of the points at which it is attained.
  DenseMap<unsigned, Value> winners;
};
} // namespace

//===----------------------------------------------------------------------===//
// Extrema
//===----------------------------------------------------------------------===//

/// The reduction loops of a result: those that are no dimensions of it.
SmallVector<unsigned> StructuredAdjoint::getReductions(unsigned out) {
  AffineMap map = maps[op.getNumDpsInputs() + out];
  SmallVector<unsigned> loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!map.isFunctionOfDim(loop))
      loops.push_back(loop);
  return loops;
}

/// The number of the point among those that reduce to one element, in row-major order, from 1 on.
static Value numberPoint(OpBuilder &builder, Location loc, ArrayRef<unsigned> loops,
                         ArrayRef<Value> extents) {
  Value number;
  for (auto [loop, extent] : llvm::zip_equal(loops, extents)) {
    Value index = linalg::IndexOp::create(builder, loc, loop);
    if (number) {
      Value before = arith::MulIOp::create(builder, loc, number, extent);
      index = arith::AddIOp::create(builder, loc, before, index);
    }
    number = index;
  }
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return number ? arith::AddIOp::create(builder, loc, number, one).getResult() : one;
}

static Value compare(OpBuilder &builder, Location loc, arith::CmpFPredicate predicate, Value a,
                     Value b) {
  return arith::CmpFOp::create(builder, loc, predicate, a, b);
}

/// Whether `element` equals the extremum of the op `def`, or both are NaN. `arith.maximumf` and
/// `arith.minimumf` are NaN where an element is.
static Value equalsExtremum(OpBuilder &builder, Location loc, Operation *def, Value element,
                            Value extremum) {
  Value isNan = compare(builder, loc, arith::CmpFPredicate::UNO, element, element);
  if (!isa<arith::MaximumFOp, arith::MinimumFOp>(def)) {
    Value isOtherNan = compare(builder, loc, arith::CmpFPredicate::UNO, extremum, extremum);
    isNan = arith::AndIOp::create(builder, loc, isNan, isOtherNan);
  }
  Value areEqual = compare(builder, loc, arith::CmpFPredicate::OEQ, element, extremum);
  return arith::OrIOp::create(builder, loc, areEqual, isNan);
}

/// Whether `element` replaces `best`, the extremum so far of the op `def`.
static Value isBetter(OpBuilder &builder, Location loc, Operation *def, Value element, Value best) {
  bool isMaximum = isa<arith::MaximumFOp, arith::MaxNumFOp>(def);
  bool prefersNan = isa<arith::MaximumFOp, arith::MinimumFOp>(def);
  Value isNan = compare(builder, loc, arith::CmpFPredicate::UNO, prefersNan ? element : best,
                        prefersNan ? element : best);
  Value isNumber = compare(builder, loc, arith::CmpFPredicate::ORD, prefersNan ? best : element,
                           prefersNan ? best : element);
  Value byNan = arith::AndIOp::create(builder, loc, isNan, isNumber);
  Value byOrder =
      compare(builder, loc, isMaximum ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT,
              element, best);
  return arith::OrIOp::create(builder, loc, byOrder, byNan);
}

/// The extents of loops, by `getDim`.
static SmallVector<Value> getExtents(linalg::LinalgOp op, ArrayRef<unsigned> loops,
                                     llvm::function_ref<Value(Value, int64_t)> getDim) {
  return llvm::map_to_vector(loops, [&](unsigned loop) {
    for (OpOperand &operand : op->getOpOperands())
      for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (auto expected = dyn_cast<AffineDimExpr>(expr);
            expected && expected.getPosition() == loop)
          return getDim(operand.get(), dim);
    return Value();
  });
}

/// For each element of a result that is an extremum, the number of the first point that is equal to
/// it; 0 where the init is. The forward code computes it.
///
/// The element of a point is compared with the best element so far, not with the extremum, which
/// other code may have computed with other roundings.
Value StructuredAdjoint::findWinners(unsigned out) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Value result = op->getResult(out);
  SmallVector<unsigned> reductions = getReductions(out);
  SmallVector<Value> extents = getExtents(op, reductions, [&](Value value, int64_t dim) {
    return tensor::DimOp::create(builder, loc, value, dim);
  });
  SmallVector<Value> inputs, args;
  SmallVector<AffineMap> inputMaps;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    bool isInput =
        !op.isDpsInit(&operand) || kinds[number - op.getNumDpsInputs()] == AccumulatorKind::Element;
    if (!isInput || number >= op.getBlock()->getNumArguments())
      continue;
    inputs.push_back(operand.get());
    inputMaps.push_back(maps[number]);
    args.push_back(op.getBlock()->getArgument(number));
  }
  AffineMap map = maps[op.getNumDpsInputs() + out];
  unsigned rank = map.getNumResults();
  AffineMap same = builder.getMultiDimIdentityMap(rank);
  Value init = op.getDpsInits()[out];
  Value isInit = arith::ConstantIndexOp::create(builder, loc, 0);
  Value none = arith::ConstantIndexOp::create(builder, loc, -1);
  Value start = tensor::EmptyOp::create(builder, loc, tensor::getMixedSizes(builder, loc, result),
                                        builder.getIndexType());
  SmallVector<utils::IteratorType> iterators = getIterators(map);
  SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel);
  Operation *def = getYieldedElement(op, out).getDefiningOp();
  auto cloneElement = [&](OpBuilder &inner, ValueRange elements) {
    IRMapping mapping;
    mapping.map(args, elements.take_front(args.size()));
    Value element = getCombinedElement(op, out);
    DenseSet<Value> used = {element};
    SmallVector<Operation *> ops;
    for (Operation &nested : llvm::reverse(op.getBlock()->without_terminator()))
      if (llvm::any_of(nested.getResults(), [&](Value v) { return used.contains(v); })) {
        ops.push_back(&nested);
        nested.walk([&](Operation *each) { used.insert_range(each->getOperands()); });
      }
    for (Operation *nested : llvm::reverse(ops))
      inner.clone(*nested, mapping);
    return mapping.lookupOrDefault(element);
  };
  if (isa<BlockArgument>(getCombinedElement(op, out))) {
    auto first = linalg::GenericOp::create(
        builder, loc, start.getType(), ValueRange{init, result}, start, {same, same, same},
        parallel, [&](OpBuilder &inner, Location, ValueRange args) {
          Value wins = equalsExtremum(inner, loc, def, args[0], args[1]);
          Value number = arith::SelectOp::create(inner, loc, wins, isInit, none);
          linalg::YieldOp::create(inner, loc, number);
        });
    inputs.push_back(result);
    inputMaps.append({map, map});
    auto winners = linalg::GenericOp::create(
        builder, loc, start.getType(), inputs, first.getResults(), inputMaps, iterators,
        [&](OpBuilder &inner, Location, ValueRange elements) {
          Value isIt =
              equalsExtremum(inner, loc, def, cloneElement(inner, elements), elements[args.size()]);
          Value number = numberPoint(inner, loc, reductions, extents);
          Value candidate = arith::SelectOp::create(inner, loc, isIt, number, none);
          Value first = arith::MinUIOp::create(inner, loc, elements.back(), candidate);
          linalg::YieldOp::create(inner, loc, first);
        });
    return winners.getResult(0);
  }
  start = linalg::FillOp::create(builder, loc, isInit, start).getResult(0);
  inputMaps.append({map, map});
  auto winners = linalg::GenericOp::create(
      builder, loc, TypeRange{init.getType(), start.getType()}, inputs, ValueRange{init, start},
      inputMaps, iterators, [&](OpBuilder &inner, Location, ValueRange elements) {
        Value element = cloneElement(inner, elements), best = elements[args.size()];
        Value takes = isBetter(inner, loc, def, element, best);
        Value number = numberPoint(inner, loc, reductions, extents);
        Value next = arith::SelectOp::create(inner, loc, takes, element, best);
        Value winner = arith::SelectOp::create(inner, loc, takes, number, elements.back());
        linalg::YieldOp::create(inner, loc, ValueRange{next, winner});
      });
  return winners.getResult(1);
}

/// The cotangent, at a point, of the element that an extremum is taken over.
Value StructuredAdjoint::chooseWinner(OpBuilder &builder, unsigned out, Value seed, Value winner,
                                      ArrayRef<Value> extents) {
  Value number = numberPoint(builder, loc, getReductions(out), extents);
  Value isIt = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, number, winner);
  Value zero = ZeroOp::create(builder, loc, seed.getType(), ValueRange());
  Value chosen = arith::SelectOp::create(builder, loc, isIt, seed, zero);
  if (sweep.isMasked(seed) || mayComeFromSingularPartials(getCombinedElement(op, out)))
    sweep.setMasked(chosen);
  return chosen;
}

/// Adds the cotangent of an extremum to that of its init, for elements of the init that are the
/// extremum.
void StructuredAdjoint::passToInit(unsigned out) {
  Value init = op.getDpsInits()[out];
  BlockArgument acc = getAccumulator(op, out);
  if (!sweep.isActive(init) || !acc || !sweep.isActive(acc))
    return;
  OpBuilder &builder = sweep.builder;
  auto type = cast<RankedTensorType>(init.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(sweep.dim(init, dim));
  Value empty = tensor::EmptyOp::create(builder, loc, type, sizes);
  Value none = arith::ConstantIndexOp::create(builder, loc, 0);
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type.getElementType()));
  Value seed = fromLinear(sweep, loc, seeds[out]), winner = sweep.primal(winners[out]);
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  auto rest = linalg::GenericOp::create(
      builder, loc, type, ValueRange{seed, winner}, empty, {map, map, map}, iterators,
      [&](OpBuilder &inner, Location, ValueRange args) {
        Value isInit = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::eq, args[1], none);
        Value passed = arith::SelectOp::create(inner, loc, isInit, args[0], zero);
        linalg::YieldOp::create(inner, loc, passed);
      });
  Value cotangent = toLinear(sweep, loc, rest.getResult(0), seeds[out]);
  sweep.setMasked(cotangent);
  sweep.accumulate(init, cotangent);
}

//===----------------------------------------------------------------------===//
// The adjoint
//===----------------------------------------------------------------------===//

LogicalResult StructuredAdjoint::reverseRegion() {
  Block &block = region->emplaceBlock();
  SmallVector<SmallVector<Value>> extents(seeds.size());
  for (auto [i, seed] : llvm::enumerate(seeds))
    if (seed && isExtremum(i)) {
      winners[i] = findWinners(i);
      extents[i] = getExtents(op, getReductions(i),
                              [&](Value value, int64_t dim) { return sweep.dim(value, dim); });
    }
  PointScope scope(sweep, block, op);
  bool isMasked = llvm::any_of(seeds, [&](Value seed) { return seed && sweep.isMasked(seed); });
  bool isGuarded = isMasked && mayHaveInfinitePartials(op);
  for (auto [i, seed] : llvm::enumerate(seeds)) {
    seedArgs.emplace_back();
    if (!seed)
      continue;
    Value arg = block.addArgument(getElementTypeOrSelf(op->getResult(i).getType()), loc);
    seedArgs.back() = arg;
    OpBuilder builder = scope.builder();
    Value element = ToLinearOp::create(builder, loc, arg);
    if (sweep.isMasked(seed) && isGuarded)
      sweep.setMasked(element);
    if (isExtremum(i)) {
      BlockArgument winner = block.addArgument(builder.getIndexType(), loc);
      scope.kept.push_back({winners[i], maps[op.getNumDpsInputs() + i], winner});
      sweep.accumulate(getCombinedElement(op, i),
                       chooseWinner(builder, i, element, winner, extents[i]));
    } else {
      sweep.accumulate(getYieldedElement(op, i), element);
    }
  }
  if (failed(sweep.reverse(*op.getBlock())))
    return failure();
  OpBuilder builder = scope.builder();
  auto addTarget = [&](Value value, AffineMap map, Value cotangent) {
    if (cotangent)
      targets.push_back({value, map, FromLinearOp::create(builder, loc, cotangent),
                         isMasked || sweep.isMasked(cotangent)});
  };
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    BlockArgument arg = number < op.getBlock()->getNumArguments()
                            ? op.getBlock()->getArgument(number)
                            : BlockArgument();
    bool isInit = op.isDpsInit(&operand);
    bool isElement = !isInit || kinds[number - op.getNumDpsInputs()] == AccumulatorKind::Element;
    if (arg && isElement && sweep.isActive(operand.get()) && sweep.isActive(arg))
      addTarget(operand.get(), maps[number], scope.cotangent(arg));
  }
  AffineMap none = AffineMap::get(op.getNumLoops(), 0, op.getContext());
  for (Value value : scope.entered)
    addTarget(value, none, scope.cotangent(value));
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    elementArgs.push_back(number < op.getBlock()->getNumArguments()
                              ? scope.getElement(op.getBlock()->getArgument(number))
                              : Value());
  }
  kept = scope.kept;
  return success();
}

DenseSet<Operation *> StructuredAdjoint::findOps(ArrayRef<Target *> targets,
                                                 DenseSet<Value> &used) {
  DenseSet<Operation *> ops;
  for (Target *target : targets)
    used.insert(target->element);
  for (Operation &nested : llvm::reverse(region->front())) {
    if (llvm::none_of(nested.getResults(), [&](Value result) { return used.contains(result); }))
      continue;
    ops.insert(&nested);
    nested.walk([&](Operation *inner) { used.insert_range(inner->getOperands()); });
  }
  return ops;
}

/// Makes one op for targets whose elements the points write, or add to, by the same map.
void StructuredAdjoint::addTo(ArrayRef<Target *> group) {
  OpBuilder &builder = sweep.builder;
  bool writesOnce = group.front()->map.isPermutation();
  DenseSet<Value> used;
  DenseSet<Operation *> ops = findOps(group, used);

  // The operands of the op. The argument of an operand that is only there for its extents is null.
  SmallVector<Value> inputs, args;
  SmallVector<AffineMap> allMaps;
  auto addInput = [&](Value input, AffineMap map, Value arg) {
    inputs.push_back(input);
    allMaps.push_back(map);
    args.push_back(arg);
  };
  for (auto [i, arg] : llvm::enumerate(elementArgs))
    if (arg && used.contains(arg))
      addInput(sweep.primal(op->getOperand(i)), maps[i], arg);
  for (const PointScope::Kept &entry : kept)
    if (used.contains(entry.arg))
      addInput(sweep.primal(entry.array), entry.map, entry.arg);
  for (auto [i, arg] : llvm::enumerate(seedArgs))
    if (arg && used.contains(arg))
      addInput(fromLinear(sweep, loc, seeds[i]), maps[op.getNumDpsInputs() + i], arg);

  SmallVector<AffineMap> outMaps;
  for (Target *target : group)
    outMaps.push_back(target->map);
  MLIRContext *context = op.getContext();
  auto isDetermined = [&] {
    SmallVector<AffineMap> all = allMaps;
    llvm::append_range(all, outMaps);
    return op.getNumLoops() == 0 || determineLoops(all, context);
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (isDetermined())
      break;
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(sweep.dim(operand.get(), dim));
    addInput(tensor::EmptyOp::create(builder, loc, type, sizes), maps[operand.getOperandNumber()],
             {});
  }

  SmallVector<Value> inits;
  for (Target *target : group) {
    auto type = dyn_cast<RankedTensorType>(target->value.getType());
    if (!type) {
      auto scalar = RankedTensorType::get({}, target->value.getType());
      inits.push_back(arith::ConstantOp::create(builder, loc, builder.getZeroAttr(scalar)));
    } else if (writesOnce) {
      SmallVector<Value> sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(sweep.dim(target->value, dim));
      inits.push_back(tensor::EmptyOp::create(builder, loc, type, sizes));
    } else {
      inits.push_back(fromLinear(sweep, loc, sweep.zero(target->value)));
    }
  }
  llvm::append_range(allMaps, outMaps);
  auto adjoint = linalg::GenericOp::create(
      builder, loc, ValueRange(inits).getTypes(), inputs, inits, allMaps,
      getIterators(outMaps.front()), [&](OpBuilder &inner, Location, ValueRange elements) {
        IRMapping mapping;
        for (auto [arg, element] : llvm::zip(args, elements))
          if (arg)
            mapping.map(arg, element);
        for (Operation &nested : region->front())
          if (ops.contains(&nested))
            inner.clone(nested, mapping);
        SmallVector<Value> yields;
        for (auto [target, acc] : llvm::zip_equal(group, elements.drop_front(args.size()))) {
          Value element = mapping.lookup(target->element);
          yields.push_back(writesOnce ? element : arith::AddFOp::create(inner, loc, acc, element));
        }
        linalg::YieldOp::create(inner, loc, yields);
      });
  for (auto [target, result] : llvm::zip_equal(group, adjoint.getResults())) {
    Value sum = result;
    if (!isa<RankedTensorType>(target->value.getType()))
      sum = tensor::ExtractOp::create(builder, loc, sum, ValueRange());
    Value cotangent = ToLinearOp::create(builder, loc, sum);
    if (target->isMasked)
      sweep.setMasked(cotangent);
    sweep.accumulate(target->value, cotangent);
  }
}

LogicalResult StructuredAdjoint::run() {
  for (OpResult result : op->getResults())
    seeds.push_back(sweep.isActive(result) ? sweep.cotangent(result) : Value());
  if (failed(reverseRegion()))
    return failure();
  // Targets with the same output map get one op, so that values of the region are computed once for
  // all of them.
  SmallVector<SmallVector<Target *>> groups;
  for (Target &target : targets) {
    auto *group = llvm::find_if(groups, [&](const SmallVector<Target *> &group) {
      AffineMap map = group.front()->map;
      return map.isPermutation() == target.map.isPermutation() &&
             getIterators(map) == getIterators(target.map);
    });
    if (group == groups.end())
      groups.push_back({&target});
    else
      group->push_back(&target);
  }
  for (ArrayRef<Target *> group : groups)
    addTo(group);
  // The cotangent of a sum is also that of its initial value.
  for (auto [i, seed] : llvm::enumerate(seeds)) {
    if (seed && kinds[i] == AccumulatorKind::Sum)
      sweep.accumulate(op.getDpsInits()[i], seed);
    else if (seed && isExtremum(i))
      passToInit(i);
  }
  sweep.retire(std::move(region));
  return success();
}

LogicalResult chad::detail::reverseOf(linalg::LinalgOp op, ReverseSweep &sweep) {
  if (failed(checkOperands(op, "reverse")))
    return failure();
  if (!hasStructuredReverse(op, sweep.getActivity()))
    return reportMissingRule(op, "reverse", sweep);
  if (isPlainContraction(op)) {
    Value cotangent = sweep.cotangent(op->getResult(0));
    // A product with a masked cotangent needs a guard if the factor may be infinite.
    bool isGuarded = sweep.isMasked(cotangent) && mayHaveInfinitePartials(op);
    if (!isGuarded && getAccumulatorKinds(op).front() == AccumulatorKind::Sum) {
      reverseContraction(op, cotangent, sweep);
      return success();
    }
  }
  DenseMap<Value, unsigned> costs = getPointCosts(op);
  if (llvm::any_of(costs, [&](auto entry) { return mustKeep(op, entry.first, entry.second); })) {
    // A copy of the op runs in this scope; the copy can return residuals.
    if (auto *owner = sweep.getScope().ownerOf(op->getParentRegion());
        owner && owner->isRecomputed()) {
      Operation *copy = owner->lookupCopy(op);
      return StructuredAdjoint(cast<linalg::LinalgOp>(copy ? copy : sweep.recompute(op)), sweep)
          .run();
    }
    // Residuals of this op cannot be collected in an array by a loop around it, since their shapes
    // vary.
    for (auto *scope = &sweep.getScope(); scope; scope = scope->outer)
      if (const ShapeVariation *variation = scope->getVariation())
        if (llvm::any_of(op->getOperands(),
                         [&](Value operand) { return variation->varies(operand); }))
          return StructuredAdjoint(cast<linalg::LinalgOp>(sweep.recompute(op)), sweep).run();
  }
  return StructuredAdjoint(op, sweep).run();
}
