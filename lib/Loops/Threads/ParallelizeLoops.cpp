//===- ParallelizeLoops.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Gives each thread a range of the iterations of a loop.

#include "../Schedule/Schedule.h"
#include "../Sums.h"
#include "WorkEstimate.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "chad/Loops/Remarks.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADPARALLELIZELOOPS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr StringLiteral passName = "chad-parallelize-loops";

/// What tells how many threads there may be, of the OpenMP runtime.
static constexpr StringLiteral maxThreadsName = "omp_get_max_threads";

namespace {
/// Divides one loop among threads.
class Distribution {
public:
  Distribution(RewriterBase &rewriter, Operation *loop, Value maxThreads, const Target &target,
               bool checkExtents)
      : rewriter(rewriter), loop(loop), loc(loop->getLoc()), maxThreads(maxThreads), target(target),
        checkExtents(checkExtents), estimate(rewriter, loop) {}

  /// False if one thread is enough whatever the extents are.
  bool run();
  bool runContraction(linalg::LinalgOp op);
  bool runScan(ScanOp scan);

private:
  /// How many threads it pays to have; null if one.
  Value chooseThreads(Value extent, Value numSummed);
  /// The loop over threads, which write into `outputs`, and the range of each.
  scf::ForallOp createThreads(Value extent, ArrayRef<Value> outputs);
  /// `array`, from the first iteration of a thread on, in its dimension `dim`.
  Value slice(Value array, int64_t dim);
  /// The extents of a value of the given type, one like `like`.
  SmallVector<OpFoldResult> sizesOf(Type type, Value like);
  /// What all threads write into: copies of the sums, and arrays. False if one is empty.
  bool createOutputs(Value extent);
  /// What of an output a thread writes.
  struct Part {
    SmallVector<OpFoldResult> offsets, sizes, strides;
  };
  Part partOf(unsigned number, Value own);
  /// What a thread starts a sum from; `own` is where the copies are.
  Value createStart(unsigned number, Value own);
  /// The elements of an array that a thread reads.
  Value createRange(Value array);
  /// The loop over the iterations of a thread.
  Operation *createBody(ValueRange ranges, ValueRange zeros);
  /// Makes results of copies of sums.
  void combine(MutableArrayRef<Value> copies);
  Value addCopies(Value state, Value copies);
  Value index(int64_t value) { return createIndex(rewriter, loc, value); }

  RewriterBase &rewriter;
  Operation *loop;
  Location loc;
  Value maxThreads;
  const Target &target;
  bool checkExtents;
  WorkEstimate estimate;
  ValueRange arrays, starts;
  SmallVector<Value> outputs;
  Value numThreads, thread, first, size;
};
} // namespace

Value Distribution::chooseThreads(Value extent, Value numSummed) {
  Value threads = estimate.getThreads(loop, extent, numSummed, maxThreads, target.threadGrain);
  return isConstantIntValue(threads, 1) ? Value() : threads;
}

scf::ForallOp Distribution::createThreads(Value extent, ArrayRef<Value> outputs) {
  // Ranges of whole vectors of f32, where there are enough of them to be divided fairly.
  int64_t lanes = target.getLanes(32);
  Value enough = rewriter.createOrFold<arith::MulIOp>(loc, numThreads, index(4 * lanes));
  Value isLong = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::uge, extent, enough);
  Value unit = arith::SelectOp::create(rewriter, loc, isLong, index(lanes), index(1));
  Value numUnits = arith::CeilDivUIOp::create(rewriter, loc, extent, unit);
  auto threads = scf::ForallOp::create(rewriter, loc, ArrayRef<OpFoldResult>{numThreads}, outputs,
                                       std::nullopt);
  rewriter.setInsertionPointToStart(threads.getBody());
  thread = threads.getInductionVar(0);
  auto boundary = [&](Value number) -> Value {
    Value product = arith::MulIOp::create(rewriter, loc, number, numUnits);
    Value units = arith::DivUIOp::create(rewriter, loc, product, numThreads);
    Value at = arith::MulIOp::create(rewriter, loc, units, unit);
    return arith::MinUIOp::create(rewriter, loc, at, extent);
  };
  first = boundary(thread);
  Value end = boundary(arith::AddIOp::create(rewriter, loc, thread, index(1)));
  size = arith::SubIOp::create(rewriter, loc, end, first);
  return threads;
}

Value Distribution::slice(Value array, int64_t dim) {
  int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
  SmallVector<OpFoldResult> offsets(rank, rewriter.getIndexAttr(0)),
      sizes = tensor::getMixedSizes(rewriter, loc, array), strides(rank, rewriter.getIndexAttr(1));
  offsets[dim] = first;
  sizes[dim] = size;
  RankedTensorType type =
      tensor::ExtractSliceOp::inferResultType(cast<RankedTensorType>(array.getType()), sizes);
  return extractSlice(rewriter, loc, type, array, offsets, sizes, strides);
}

SmallVector<OpFoldResult> Distribution::sizesOf(Type type, Value like) {
  SmallVector<OpFoldResult> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      sizes.push_back(
          tensor.isDynamicDim(dim)
              ? OpFoldResult(tensor::DimOp::create(rewriter, loc, like, dim).getResult())
              : rewriter.getIndexAttr(tensor.getDimSize(dim)));
  return sizes;
}

Value Distribution::addCopies(Value state, Value copies) {
  auto sum = FoldOp::create(rewriter, loc, Direction::Left, copies, state,
                            [&](OpBuilder &builder, Location at, ValueRange args) {
                              auto add = [](OpBuilder &nested, Location here, ValueRange values) {
                                return SmallVector<Value>{
                                    arith::AddFOp::create(nested, here, values[1], values[0])};
                              };
                              YieldOp::create(builder, at, mapElementwise(builder, at, args, add));
                            });
  return sum.getResult(0);
}

Operation *Distribution::createBody(ValueRange ranges, ValueRange zeros) {
  auto toWhole = [&](OpBuilder &builder, Value position) {
    return arith::AddIOp::create(builder, loc, first, position).getResult();
  };
  auto reduce = dyn_cast<ReduceOp>(loop);
  if (reduce && llvm::any_of(arrays, getIota)) {
    // Positions would be shifted once for each combination of two: take one by one.
    return FoldOp::create(
        rewriter, loc, Direction::Left, ranges, zeros,
        [&](OpBuilder &builder, Location at, ValueRange args) {
          IRMapping mapping;
          mapping.map(reduce.getLeftArgs(), args.drop_front(arrays.size()));
          for (auto [arg, element, array] :
               llvm::zip(reduce.getRightArgs(), args.take_front(arrays.size()), arrays))
            mapping.map(arg, getIota(array) ? toWhole(builder, element) : element);
          for (Operation &op : reduce.getBody().front())
            builder.clone(op, mapping);
        });
  }
  Operation *part = rewriter.clone(*loop);
  Region &body = part->getRegion(0);
  rewriter.modifyOpInPlace(part, [&] {
    if (auto build = dyn_cast<BuildOp>(part))
      build.getExtentMutable().set(size);
    for (auto [i, range] : llvm::enumerate(ranges))
      part->setOperand(i, range);
    for (auto [i, zero] : llvm::enumerate(zeros))
      part->setOperand(arrays.size() + i, zero);
    for (OpResult result : part->getResults().drop_front(starts.size())) {
      auto type = cast<RankedTensorType>(result.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape.front() = ShapedType::kDynamic;
      result.setType(type.clone(shape));
    }
  });
  for (BlockArgument arg : body.getArguments()) {
    bool isPosition = isa<BuildOp>(part) ||
                      (arg.getArgNumber() < arrays.size() && getIota(arrays[arg.getArgNumber()]));
    if (!isPosition)
      continue;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&body.front());
    Value position = toWhole(rewriter, arg);
    rewriter.replaceAllUsesExcept(arg, position, position.getDefiningOp());
  }
  return part;
}

/// Whether an extent is known to be zero.
static bool isKnownZero(OpFoldResult size) {
  return llvm::any_of(getEqualExtents(Extent::of(size)),
                      [](const Extent &each) { return !each.value && each.plus == 0; });
}

bool Distribution::createOutputs(Value extent) {
  SmallVector<SmallVector<OpFoldResult>> shapes;
  for (auto [start, result] : llvm::zip(starts, loop->getResults())) {
    shapes.push_back({numThreads});
    llvm::append_range(shapes.back(), sizesOf(result.getType(), start));
  }
  SmallVector<Operation *> remaining;
  for (OpResult result : loop->getResults().drop_front(starts.size())) {
    auto type = cast<RankedTensorType>(result.getType());
    shapes.push_back(computeShape(rewriter, result, getAsOpFoldResult(extent), remaining));
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        shapes.back()[dim] = getValueOrCreateConstantIndexOp(rewriter, loc, shapes.back()[dim]);
  }
  // No slice can be inserted into an array that is known to be empty.
  for (ArrayRef<OpFoldResult> shape : shapes)
    if (llvm::any_of(shape, [&](OpFoldResult size) { return isKnownZero(size); }))
      return false;
  for (auto [result, shape] : llvm::zip_equal(loop->getResults(), shapes))
    outputs.push_back(
        tensor::EmptyOp::create(rewriter, loc, shape, getElementTypeOrSelf(result.getType())));
  return true;
}

Value Distribution::createStart(unsigned number, Value own) {
  Value start = starts[number];
  if (isa<ReduceOp>(loop))
    return start;
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         getNeutralAttr(getElementTypeOrSelf(start.getType())));
  auto type = dyn_cast<RankedTensorType>(start.getType());
  if (!type)
    return zero;
  Part part = partOf(number, own);
  Value copy = extractSlice(rewriter, loc, type, own, part.offsets, part.sizes, part.strides);
  return linalg::FillOp::create(rewriter, loc, zero, copy).getResult(0);
}

Distribution::Part Distribution::partOf(unsigned number, Value own) {
  int64_t rank = cast<RankedTensorType>(own.getType()).getRank();
  Part part;
  part.offsets.assign(rank, rewriter.getIndexAttr(0));
  part.strides.assign(rank, rewriter.getIndexAttr(1));
  if (number < starts.size()) {
    part.offsets.front() = thread;
    part.sizes = {rewriter.getIndexAttr(1)};
    llvm::append_range(part.sizes, sizesOf(loop->getResult(number).getType(), starts[number]));
  } else {
    part.offsets.front() = first;
    part.sizes = tensor::getMixedSizes(rewriter, loc, own);
    part.sizes.front() = size;
  }
  return part;
}

/// The op that gathers an array for one loop alone, at the places that a list says.
static GatherOp getOwnGather(Value array, Operation *loop) {
  auto gather = array.getDefiningOp<GatherOp>();
  if (!gather || gather.getIndices().getType().getRank() != 1)
    return {};
  bool isOwn = llvm::all_of(
      array.getUsers(), [&](Operation *user) { return user == loop || isa<tensor::DimOp>(user); });
  return isOwn ? gather : GatherOp();
}

Value Distribution::createRange(Value array) {
  // What a thread gathers for itself need not be made before.
  if (GatherOp gather = getOwnGather(array, loop)) {
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = ShapedType::kDynamic;
    return GatherOp::create(rewriter, loc, type.clone(shape), gather.getSource(),
                            slice(gather.getIndices(), 0));
  }
  if (!getIota(array))
    return slice(array, 0);
  return createIota(rewriter, loc, size);
}

bool Distribution::run() {
  rewriter.setInsertionPoint(loop);
  auto combinator = cast<CombinatorOpInterface>(loop);
  arrays = combinator.getArrays();
  starts = combinator.getInitialStates();
  Value extent = estimate.getExtent(combinator), numSummed = index(0);
  for (Value start : starts)
    numSummed = rewriter.createOrFold<arith::AddIOp>(loc, numSummed, estimate.getSize(start));
  numThreads = chooseThreads(extent, numSummed);
  if (!numThreads || !createOutputs(extent))
    return false;
  if (checkExtents)
    assertOneExtent(rewriter, loop, arrays);
  remarkDone(loop, {passName, "parallelized"},
             starts.empty() ? "iterations divided among threads"
                            : "iterations divided among threads, which sum in copies");

  scf::ForallOp threads = createThreads(extent, outputs);
  SmallVector<Value> ranges, own(threads.getRegionIterArgs()), zeros;
  for (Value array : arrays)
    ranges.push_back(createRange(array));
  for (unsigned i = 0; i < starts.size(); ++i)
    zeros.push_back(createStart(i, own[i]));
  Operation *body = createBody(ranges, zeros);
  SmallVector<Part> parts;
  SmallVector<Value> values(body->getResults());
  for (auto [i, value] : llvm::enumerate(values)) {
    parts.push_back(partOf(i, own[i]));
    if (i < starts.size() && !isa<RankedTensorType>(value.getType()))
      value = tensor::FromElementsOp::create(rewriter, loc, value);
    else if (i < starts.size() && value.getType() != loop->getResult(i).getType())
      value = tensor::CastOp::create(rewriter, loc, loop->getResult(i).getType(), value);
  }
  rewriter.setInsertionPointToStart(threads.getTerminator().getBody());
  for (auto [value, whole, part] : llvm::zip_equal(values, own, parts))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, value, whole, part.offsets, part.sizes,
                                          part.strides);

  rewriter.setInsertionPointAfter(threads);
  SmallVector<Value> results(threads.getResults());
  combine(MutableArrayRef(results).take_front(starts.size()));
  for (auto [old, result] : llvm::zip_equal(loop->getResults(), results)) {
    if (result.getType() != old.getType())
      result = tensor::CastOp::create(rewriter, loc, old.getType(), result);
    rewriter.replaceAllUsesWith(old, result);
  }
  rewriter.eraseOp(loop);
  return true;
}

void Distribution::combine(MutableArrayRef<Value> copies) {
  if (!isa<ReduceOp>(loop)) {
    for (auto [start, copy] : llvm::zip_equal(starts, copies))
      copy = addCopies(start, copy);
    return;
  }
  Operation *rest = rewriter.clone(*loop);
  rewriter.modifyOpInPlace(rest, [&] { rest->setOperands(0, copies.size(), copies); });
  llvm::copy(rest->getResults(), copies.begin());
}

/// What an iteration of a scan does to states.
static SmallVector<Value> cloneBody(OpBuilder &builder, ScanOp scan, ValueRange states,
                                    ValueRange elements) {
  IRMapping mapping;
  mapping.map(scan.getStateArgs(), states);
  mapping.map(scan.getElementArgs(), elements);
  return cloneBody(builder, scan.getBodyBlock(), mapping);
}

/// y[i] = (⊕ of the ranges before) ⊕ (x[first] ⊕ ... ⊕ x[i]): a loop reduces each range, and
/// when these are scanned another scans the elements (Blelloch 1990, §1.2).
bool Distribution::runScan(ScanOp scan) {
  rewriter.setInsertionPoint(scan);
  arrays = scan.getArrays();
  ValueRange units = scan.getUnits();
  Value extent = estimate.getExtent(scan);
  numThreads = chooseThreads(extent, index(units.size()));
  if (!numThreads)
    return false;
  SmallVector<Value> sums;
  for (Type type : units.getTypes())
    sums.push_back(tensor::EmptyOp::create(rewriter, loc, OpFoldResult(numThreads), type));
  SmallVector<OpFoldResult> sizes = {getAsOpFoldResult(extent)};
  if (isKnownZero(sizes.front()))
    return false;
  if (checkExtents)
    assertOneExtent(rewriter, scan, arrays);
  for (Type type : units.getTypes())
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, type));
  remarkDone(loop, {passName, "parallelized"},
             "elements divided among threads, which reduce them first and then scan them");

  // What comes last in the scan's order goes before nothing.
  bool isLeft = scan.getDirection() == Direction::Left;
  scf::ForallOp reduction = createThreads(extent, sums);
  Value last = isLeft ? arith::SubIOp::create(rewriter, loc, numThreads, index(1)) : index(0);
  Value isLast = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, thread, last);
  size = arith::SelectOp::create(rewriter, loc, isLast, index(0), size);
  OpFoldResult one = rewriter.getIndexAttr(1);
  SmallVector<Value> ranges = llvm::map_to_vector(arrays, [&](Value a) { return slice(a, 0); });
  auto cloneAll = [&](OpBuilder &builder, Location, ValueRange args) {
    IRMapping mapping;
    mapping.map(scan.getBody().getArguments(), args);
    for (Operation &op : scan.getBody().front())
      builder.clone(op, mapping);
  };
  auto reduce = ReduceOp::create(rewriter, loc, ranges, units, cloneAll);
  SmallVector<Value> parts = llvm::map_to_vector(reduce.getResults(), [&](Value sum) -> Value {
    return tensor::FromElementsOp::create(rewriter, loc, sum);
  });
  rewriter.setInsertionPointToStart(reduction.getTerminator().getBody());
  for (auto [part, whole] : llvm::zip_equal(parts, reduction.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, whole, OpFoldResult(thread), one,
                                          one);
  rewriter.setInsertionPointAfter(reduction);
  auto before = ScanOp::create(rewriter, loc, scan.getDirection(), ScanKind::Exclusive,
                               reduction.getResults(), units, cloneAll);

  scf::ForallOp threads = createThreads(extent, outputs);
  SmallVector<Value> starts = llvm::map_to_vector(before.getResults(), [&](Value sums) -> Value {
    return tensor::ExtractOp::create(rewriter, loc, sums, thread);
  });
  ranges = llvm::map_to_vector(arrays, [&](Value a) { return slice(a, 0); });
  auto fold = FoldOp::create(
      rewriter, loc, scan.getDirection(), ranges, starts,
      [&](OpBuilder &builder, Location at, ValueRange args) {
        SmallVector<Value> states(args.drop_front(arrays.size()));
        SmallVector<Value> next = cloneBody(builder, scan, states, args.take_front(arrays.size()));
        SmallVector<Value> all = next;
        llvm::append_range(all, scan.getKind() == ScanKind::Inclusive ? next : states);
        YieldOp::create(builder, at, all);
      });
  rewriter.setInsertionPointToStart(threads.getTerminator().getBody());
  for (auto [part, whole] :
       llvm::zip_equal(fold.getResults().drop_front(units.size()), threads.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, whole, OpFoldResult(first),
                                          OpFoldResult(size), one);
  rewriter.setInsertionPointAfter(threads);
  for (auto [old, result] : llvm::zip_equal(scan.getResults(), threads.getResults())) {
    Value value = result;
    if (value.getType() != old.getType())
      value = tensor::CastOp::create(rewriter, loc, old.getType(), value);
    rewriter.replaceAllUsesWith(old, value);
  }
  rewriter.eraseOp(scan);
  return true;
}

/// The position in the loops of the first dimension of the result that is, as far as is known,
/// long.
static std::optional<unsigned> chooseDim(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (AffineExpr expr : op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      if (ShapedType::isDynamic(extents[dim.getPosition()]) || extents[dim.getPosition()] >= 8)
        return dim.getPosition();
  return std::nullopt;
}

bool Distribution::runContraction(linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  std::optional<unsigned> dim = chooseDim(op);
  if (!dim || llvm::is_contained(op.getStaticLoopRanges(), 0))
    return false;
  Value output = op.getDpsInits()[0];
  auto dimOf = [&](OpOperand &operand) -> std::optional<int64_t> {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return map.getResultPosition(rewriter.getAffineDimExpr(*dim));
  };
  int64_t outer = *dimOf(*op.getDpsInitOperand(0));
  Value extent = rewriter.createOrFold<tensor::DimOp>(loc, output, outer);
  numThreads = chooseThreads(extent, index(0));
  if (!numThreads)
    return false;
  remarkDone(loop, {passName, "parallelized"}, "rows of the product divided among threads");
  scf::ForallOp threads = createThreads(extent, output);
  Operation *part = rewriter.clone(*op.getOperation());
  rewriter.setInsertionPoint(part);
  Value own = threads.getRegionIterArgs().front();
  for (OpOperand &operand : cast<linalg::LinalgOp>(part)->getOpOperands()) {
    bool isOutput = cast<linalg::LinalgOp>(part).isDpsInit(&operand);
    Value whole = isOutput ? own : operand.get();
    std::optional<int64_t> at = dimOf(op->getOpOperand(operand.getOperandNumber()));
    rewriter.modifyOpInPlace(part, [&] { operand.set(at ? slice(whole, *at) : whole); });
  }
  Value init = cast<linalg::LinalgOp>(part).getDpsInits()[0];
  rewriter.modifyOpInPlace(part, [&] { part->getResult(0).setType(init.getType()); });
  auto place = init.getDefiningOp<tensor::ExtractSliceOp>();
  rewriter.setInsertionPointToStart(threads.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(rewriter, loc, part->getResult(0), own,
                                        place.getMixedOffsets(), place.getMixedSizes(),
                                        place.getMixedStrides());
  rewriter.replaceOp(op, threads.getResults());
  return true;
}

/// The outermost of the sequential loops around a loop; null if there is none.
static Operation *getSequential(Operation *op) {
  Operation *outermost = nullptr;
  while ((op = op->getParentOp()))
    if (isa<FoldOp, ScanOp, scf::ForOp, scf::WhileOp>(op))
      outermost = op;
  return outermost;
}

/// Has a loop and a copy of it take turns: the copy runs where `condition` does not hold.
static void createVersions(RewriterBase &rewriter, Operation *loop, Value condition) {
  Location loc = loop->getLoc();
  auto versions =
      scf::IfOp::create(rewriter, loc, loop->getResultTypes(), condition, /*withElseRegion=*/true);
  rewriter.replaceAllUsesWith(loop->getResults(), versions.getResults());
  rewriter.setInsertionPointToStart(versions.elseBlock());
  scf::YieldOp::create(rewriter, loc, rewriter.clone(*loop)->getResults());
  rewriter.moveOpBefore(loop, versions.thenBlock(), versions.thenBlock()->begin());
  rewriter.setInsertionPointToEnd(versions.thenBlock());
  scf::YieldOp::create(rewriter, loc, loop->getResults());
}

namespace {
struct ParallelizeLoops : chad::impl::ChadParallelizeLoopsBase<ParallelizeLoops> {
  using ChadParallelizeLoopsBase::ChadParallelizeLoopsBase;

  void runOnOperation() override {
    SmallVector<Operation *> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      ScheduleAttr schedule = getSchedule(op);
      if (!schedule || !schedule.getThreads())
        return WalkResult::advance();
      removeThreads(op, schedule);
      if (!mayRunInThreads(op)) {
        remarkMissed(op, {passName, "sequential"},
                     "not divided among threads: its iterations follow each other");
        return WalkResult::advance();
      }
      loops.push_back(op);
      return WalkResult::skip();
    });
    IRRewriter rewriter(&getContext());
    Target target;
    target.threadGrain = threadGrain;
    target.vectorBits = vectorBits;
    createVersions(rewriter, loops);
    // The last ones first: what they need to know of the others is best seen as these are.
    for (Operation *op : llvm::reverse(loops)) {
      rewriter.setInsertionPoint(op);
      Operation *before = op->getPrevNode();
      Value most = getMaxThreads(rewriter, op);
      Distribution distribution(rewriter, op, most, target, checkExtents);
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      auto scan = dyn_cast<ScanOp>(op);
      if (structured ? distribution.runContraction(structured)
          : scan     ? distribution.runScan(scan)
                     : distribution.run()) {
        ++numParallelized;
        continue;
      }
      remarkLeft(op, {passName, "left"}, tooLittle);
      eraseDead(rewriter, before, op);
    }
  }

private:
  /// What has been obeyed is no longer there to be.
  static void removeThreads(Operation *op, ScheduleAttr schedule) {
    if (schedule.getLanes() || schedule.getRowLanes())
      op->setAttr(scheduleAttr,
                  ScheduleAttr::get(op->getContext(), /*threads=*/false, schedule.getLanes(),
                                    schedule.getLongestRow(), schedule.getRowLanes()));
    else
      op->removeAttr(scheduleAttr);
  }

  static constexpr StringLiteral tooLittle = "one thread: there is too little to do for more";

  /// What was to compute the number of threads.
  static void eraseDead(RewriterBase &rewriter, Operation *before, Operation *op) {
    while (op->getPrevNode() != before && isOpTriviallyDead(op->getPrevNode()))
      rewriter.eraseOp(op->getPrevNode());
  }

  /// A sequential loop in which no loop is worth more than one thread, as can be told before it,
  /// is to be as it is without threads: its states are then overwritten in place.
  void createVersions(RewriterBase &rewriter, SmallVectorImpl<Operation *> &loops) {
    llvm::MapVector<Operation *, SmallVector<Operation *>> groups;
    for (Operation *op : loops)
      if (Operation *outer = getSequential(op))
        groups[outer].push_back(op);
    DenseSet<Operation *> left;
    for (auto &[outer, inner] : groups) {
      rewriter.setInsertionPoint(outer);
      Value most = getMaxThreads(rewriter, outer), isShared;
      Operation *before = outer->getPrevNode();
      WorkEstimate estimate(rewriter, outer);
      bool isKnown = false;
      for (Operation *op : inner) {
        Value threads = getThreads(rewriter, estimate, op, most);
        std::optional<int64_t> number = getConstantIntValue(threads);
        isKnown |= number && *number > 1;
        if (number)
          continue;
        Value one = createIndex(rewriter, outer->getLoc(), 1);
        Value more = arith::CmpIOp::create(rewriter, outer->getLoc(), arith::CmpIPredicate::ugt,
                                           threads, one);
        isShared =
            isShared ? arith::OrIOp::create(rewriter, outer->getLoc(), isShared, more) : more;
      }
      if (!isKnown && !estimate.isGuess() && isShared) {
        remarkDone(outer, {passName, "versions"},
                   "has a version for threads, and one without, by how much there is to do inside");
        ::createVersions(rewriter, outer, isShared);
        continue;
      }
      if (!isKnown && !estimate.isGuess())
        for (Operation *op : inner) {
          remarkLeft(op, {passName, "left"}, tooLittle);
          left.insert(op);
        }
      eraseDead(rewriter, before, outer);
    }
    llvm::erase_if(loops, [&](Operation *op) { return left.contains(op); });
  }

  Value getThreads(RewriterBase &rewriter, WorkEstimate &estimate, Operation *op, Value most) {
    Value numSummed = createIndex(rewriter, op->getLoc(), 0);
    // The rows of a product are as many as may be.
    if (isa<linalg::LinalgOp>(op))
      return estimate.getThreads(op, most, numSummed, most, threadGrain);
    auto loop = cast<CombinatorOpInterface>(op);
    for (auto [start, sum] : llvm::zip(loop.getInitialStates(), loop.getFinalStates()))
      numSummed =
          rewriter.createOrFold<arith::AddIOp>(op->getLoc(), numSummed, estimate.getSize(start));
    return estimate.getThreads(op, estimate.getExtent(loop), numSummed, most, threadGrain);
  }

  Value getMaxThreads(OpBuilder &builder, Operation *op) {
    if (threads != 0)
      return createIndex(builder, op->getLoc(), threads);
    auto function = op->getParentOfType<func::FuncOp>();
    Value &known = perFunction[function];
    if (known)
      return known;
    OpBuilder::InsertionGuard guard(builder);
    auto module = getOperation();
    auto declared = module.lookupSymbol<func::FuncOp>(maxThreadsName);
    if (!declared) {
      builder.setInsertionPointToStart(module.getBody());
      declared = func::FuncOp::create(builder, function.getLoc(), maxThreadsName,
                                      builder.getFunctionType({}, builder.getI32Type()));
      declared.setPrivate();
    }
    builder.setInsertionPointToStart(&function.getBody().front());
    auto call = func::CallOp::create(builder, function.getLoc(), declared, ValueRange());
    return known = arith::IndexCastOp::create(builder, function.getLoc(), builder.getIndexType(),
                                              call.getResult(0));
  }

  DenseMap<func::FuncOp, Value> perFunction;
};
} // namespace
