//===- Distribution.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "../Sums.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Recurrence.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isKnownZero(Extent extent) {
  return llvm::any_of(getEqualExtents(extent),
                      [](const Extent &each) { return !each.value && each.plus == 0; });
}

Distribution::~Distribution() = default;

Value Distribution::index(int64_t value) { return createIndex(rewriter, loc, value); }

Value Distribution::slice(Value array, int64_t dim) {
  int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
  SmallVector<OpFoldResult> offsets(rank, rewriter.getIndexAttr(0)),
      sizes = tensor::getMixedSizes(rewriter, loc, array), strides(rank, rewriter.getIndexAttr(1));
  offsets[dim] = first;
  sizes[dim] = size;
  strides[dim] = stride;
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

Value Distribution::toWhole(OpBuilder &builder, Value position) {
  if (!isOneInteger(stride))
    position = arith::MulIOp::create(builder, loc, position,
                                     getValueOrCreateConstantIndexOp(builder, loc, stride));
  return arith::AddIOp::create(builder, loc, first, position);
}

void Distribution::shiftPosition(BlockArgument arg) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : arg.getUses())
    uses.push_back(&use);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(arg.getOwner());
  Value position = toWhole(rewriter, arg);
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(position); });
}

Operation *Distribution::createBody(ValueRange ranges, ValueRange zeros) {
  auto reduce = dyn_cast<ReduceOp>(loop);
  bool hasPositions = reduce && llvm::any_of(arrays, getIota);
  if (hasPositions && !makesPositions()) {
    // Positions are combined one by one; in a tree each combination would shift them again.
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
  SmallVector<Value> read(ranges);
  if (hasPositions)
    for (auto [range, array] : llvm::zip_equal(read, arrays)) {
      if (!getIota(array))
        continue;
      OpBuilder::InsertionGuard guard(rewriter);
      auto build = BuildOp::create(rewriter, loc, range.getType(), size);
      Block *block = rewriter.createBlock(&build.getBody(), {}, rewriter.getIndexType(), loc);
      YieldOp::create(rewriter, loc, toWhole(rewriter, block->getArgument(0)));
      range = build.getResult(0);
    }
  Operation *part = rewriter.clone(*loop);
  Region &body = part->getRegion(0);
  rewriter.modifyOpInPlace(part, [&] {
    if (auto build = dyn_cast<BuildOp>(part))
      build.getExtentMutable().set(size);
    for (auto [i, range] : llvm::enumerate(read))
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
    bool isPosition = !hasPositions &&
                      (isa<BuildOp>(part) ||
                       (arg.getArgNumber() < arrays.size() && getIota(arrays[arg.getArgNumber()])));
    if (isPosition)
      shiftPosition(arg);
  }
  return part;
}

Value Distribution::asPart(Value number, Value copies, Value position) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value place = tensor::ExtractSliceOp::create(
      rewriter, loc, RankedTensorType::get({1}, number.getType()), copies,
      ArrayRef<OpFoldResult>{position}, ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
  return tensor::InsertOp::create(rewriter, loc, number, place, index(0));
}

bool Distribution::createOutputs(Value extent) {
  SmallVector<SmallVector<OpFoldResult>> shapes;
  for (auto [start, result, moves, isShared] :
       llvm::zip(starts, loop->getResults(), moving, shared)) {
    shapes.emplace_back();
    if (!moves && !isShared)
      shapes.back().push_back(numWorkers);
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
    if (llvm::any_of(shape, [&](OpFoldResult size) { return isKnownZero(Extent::of(size)); }))
      return false;
  for (auto [result, shape] : llvm::zip_equal(loop->getResults(), shapes)) {
    bool isCollected = result.getResultNumber() >= starts.size();
    Value place = isCollected ? getReusable(result) : Value();
    if (place && llvm::is_contained(reused, place))
      place = {};
    if (isCollected)
      reused.push_back(place);
    if (!isCollected && shared[result.getResultNumber()]) {
      outputs.push_back(starts[result.getResultNumber()]);
      continue;
    }
    if (!isCollected && moving[result.getResultNumber()]) {
      outputs.push_back(createMovingOutput(result.getResultNumber()));
      continue;
    }
    outputs.push_back(place ? place
                            : tensor::EmptyOp::create(rewriter, loc, shape,
                                                      getElementTypeOrSelf(result.getType())));
  }
  return true;
}

Value Distribution::clamp(Value position, Value length) {
  Value positive = arith::MaxSIOp::create(rewriter, loc, position, index(0));
  return arith::MinSIOp::create(rewriter, loc, positive, length);
}

Value Distribution::createStart(unsigned number, Value own, const Part &part) {
  Value start = starts[number];
  if (isa<ReduceOp>(loop))
    return start;
  if (shared[number])
    return own;
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         getNeutralAttr(getElementTypeOrSelf(start.getType())));
  auto type = dyn_cast<RankedTensorType>(start.getType());
  if (!type)
    return zero;
  if (moving[number]) {
    RankedTensorType partType = tensor::ExtractSliceOp::inferResultType(type, part.sizes);
    Value slice =
        extractSlice(rewriter, loc, partType, own, part.offsets, part.sizes, part.strides);
    return fillers[number]
               ? linalg::FillOp::create(rewriter, loc, fillers[number], slice).getResult(0)
               : slice;
  }
  Value copy = extractSlice(rewriter, loc, type, own, part.offsets, part.sizes, part.strides);
  return linalg::FillOp::create(rewriter, loc, zero, copy).getResult(0);
}

Distribution::Part Distribution::partOf(unsigned number, Value own) {
  int64_t rank = cast<RankedTensorType>(own.getType()).getRank();
  Part part;
  part.offsets.assign(rank, rewriter.getIndexAttr(0));
  part.strides.assign(rank, rewriter.getIndexAttr(1));
  if (number < starts.size() && shared[number]) {
    part.sizes = tensor::getMixedSizes(rewriter, loc, own);
  } else if (number < starts.size() && moving[number]) {
    // The first and the last worker also have the elements to which no iteration adds.
    const MovingSum &sum = *moving[number];
    part.sizes = tensor::getMixedSizes(rewriter, loc, own);
    Value length = getValueOrCreateConstantIndexOp(rewriter, loc, part.sizes[sum.dim]);
    Value isFirst =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, worker, index(0));
    Value next = arith::AddIOp::create(rewriter, loc, worker, index(1));
    Value isLast = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, next, numWorkers);
    Value begin = clamp(arith::AddIOp::create(rewriter, loc, first, sum.low), length);
    Value after = arith::AddIOp::create(rewriter, loc, first, rangeSize);
    Value end = clamp(arith::AddIOp::create(rewriter, loc, after, sum.low), length);
    begin = arith::SelectOp::create(rewriter, loc, isFirst, index(0), begin);
    end = arith::SelectOp::create(rewriter, loc, isLast, length, end);
    part.offsets[sum.dim] = begin;
    part.sizes[sum.dim] = arith::SubIOp::create(rewriter, loc, end, begin).getResult();
  } else if (number < starts.size()) {
    part.offsets.front() = worker;
    part.sizes = {rewriter.getIndexAttr(1)};
    llvm::append_range(part.sizes, sizesOf(loop->getResult(number).getType(), starts[number]));
  } else {
    part.offsets.front() = first;
    part.sizes = tensor::getMixedSizes(rewriter, loc, own);
    part.sizes.front() = size;
    part.strides.front() = stride;
  }
  return part;
}

/// The gather, at a list of positions, that makes an array which only `loop` reads.
static GatherOp getOwnGather(Value array, Operation *loop) {
  auto gather = array.getDefiningOp<GatherOp>();
  if (!gather || gather.getIndices().getType().getRank() != 1)
    return {};
  bool isOwn = llvm::all_of(
      array.getUsers(), [&](Operation *user) { return user == loop || isa<tensor::DimOp>(user); });
  return isOwn ? gather : GatherOp();
}

MapOp chad::detail::getOwnMap(Value array, Operation *loop) {
  auto reduce = dyn_cast<ReduceOp>(loop);
  auto map = array.getDefiningOp<MapOp>();
  if (!reduce || !map || map->getNumResults() != 1 || map->getBlock() != loop->getBlock() ||
      !isMemoryEffectFree(map) || !isElementwise(map) || llvm::any_of(reduce.getArrays(), getIota))
    return {};
  bool isOwn = llvm::all_of(
      array.getUsers(), [&](Operation *user) { return user == loop || isa<tensor::DimOp>(user); });
  return isOwn ? map : MapOp();
}

Value Distribution::createMapped(MapOp map) {
  SmallVector<Value> ranges =
      llvm::map_to_vector(map.getArrays(), [&](Value array) { return createRange(array); });
  auto part = cast<MapOp>(rewriter.clone(*map));
  auto type = cast<RankedTensorType>(part.getResult(0).getType());
  rewriter.modifyOpInPlace(part, [&] {
    part->setOperands(ranges);
    part.getResult(0).setType(RankedTensorType::get({ShapedType::kDynamic}, type.getElementType()));
  });
  for (auto [arg, array] : llvm::zip_equal(part.getBody().getArguments(), map.getArrays()))
    if (getIota(array))
      shiftPosition(arg);
  return part.getResult(0);
}

Value Distribution::createRange(Value array) {
  if (MapOp map = fusesMaps() ? getOwnMap(array, loop) : MapOp())
    return createMapped(map);
  // A worker gathers its own elements, so the whole array need not be made before.
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

Value Distribution::findMovingSums() {
  auto arrayLoop = dyn_cast<ArrayLoopOpInterface>(loop);
  moving.assign(starts.size(), std::nullopt);
  shared.assign(starts.size(), false);
  fillers.assign(starts.size(), Value());
  Value numSummed = index(0);
  for (auto [i, start] : llvm::enumerate(starts)) {
    shared[i] = arrayLoop && sharesSums() && addsApart(arrayLoop, i);
    if (shared[i])
      continue;
    if (arrayLoop && dividesMovingSums())
      moving[i] = getMovingSum(rewriter, arrayLoop, i);
    if (!moving[i])
      numSummed = rewriter.createOrFold<arith::AddIOp>(loc, numSummed, estimate.getSize(start));
    else
      span = rewriter.createOrFold<arith::MaxSIOp>(loc, moving[i]->span, span ? span : index(1));
  }
  return numSummed;
}

/// How many iterations of its own a worker has at least for each that runs after all workers.
static constexpr int64_t ownPerBorder = 16;

void Distribution::limitWorkers(Value extent) {
  Value least = rewriter.createOrFold<arith::MulIOp>(loc, span, index(ownPerBorder));
  Value most = rewriter.createOrFold<arith::DivUIOp>(loc, extent, least);
  most = rewriter.createOrFold<arith::MaxUIOp>(loc, most, index(1));
  numWorkers = rewriter.createOrFold<arith::MinUIOp>(loc, numWorkers, most);
}

Value Distribution::getNumOwn() {
  Value most = arith::AddIOp::create(rewriter, loc, size, index(1));
  Value own = arith::SubIOp::create(rewriter, loc, most, span);
  return arith::MaxSIOp::create(rewriter, loc, own, index(0));
}

Value Distribution::createMovingOutput(unsigned number) {
  Value start = starts[number];
  auto type = cast<RankedTensorType>(start.getType());
  DenseElementsAttr constant;
  if (auto splat = start.getDefiningOp<tensor::SplatOp>()) {
    // The extents are those of the splat, which then has no uses.
    fillers[number] = splat.getInput();
    return tensor::EmptyOp::create(rewriter, loc, type, splat.getDynamicSizes());
  }
  if (!matchPattern(start, m_Constant(&constant)) || !constant.isSplat())
    return start;
  fillers[number] = arith::ConstantOp::create(rewriter, loc,
                                              cast<TypedAttr>(constant.getSplatValue<Attribute>()));
  return tensor::EmptyOp::create(rewriter, loc, type, ValueRange());
}

void Distribution::runBorders(Value extent, MutableArrayRef<Value> results) {
  auto borders = scf::ForOp::create(rewriter, loc, index(0), numWorkers, index(1), results);
  rewriter.setInsertionPointToStart(borders.getBody());
  worker = borders.getInductionVar();
  setRange(extent);
  Value numOwn = getNumOwn();
  first = arith::AddIOp::create(rewriter, loc, first, numOwn);
  size = arith::SubIOp::create(rewriter, loc, size, numOwn);
  SmallVector<Value> ranges =
      llvm::map_to_vector(arrays, [&](Value array) { return createRange(array); });
  SmallVector<Value> carried(borders.getRegionIterArgs());
  Operation *body = createBody(ranges, ArrayRef(carried).take_front(starts.size()));
  body->removeAttr(scheduleAttr);
  for (auto [i, value] : llvm::enumerate(body->getResults())) {
    if (i < starts.size()) {
      carried[i] = value;
      continue;
    }
    Part part = partOf(i, carried[i]);
    carried[i] = tensor::InsertSliceOp::create(rewriter, loc, value, carried[i], part.offsets,
                                               part.sizes, part.strides);
  }
  scf::YieldOp::create(rewriter, loc, carried);
  rewriter.setInsertionPointAfter(borders);
  llvm::copy(borders.getResults(), results.begin());
}

bool Distribution::run() {
  rewriter.setInsertionPoint(loop);
  auto combinator = cast<CombinatorOpInterface>(loop);
  arrays = combinator.getArrays();
  starts = combinator.getInitialStates();
  Value extent = estimate.getExtent(combinator), numSummed = findMovingSums();
  numWorkers = chooseWorkers(extent, numSummed);
  if (!numWorkers)
    return false;
  if (span) {
    limitWorkers(extent);
    if (isConstantIntValue(numWorkers, 1))
      return false;
  }
  if (!createOutputs(extent))
    return false;
  if (checkExtents)
    assertOneExtent(rewriter, loop, arrays);
  bool haveCopies = llvm::any_of(llvm::seq<size_t>(0, starts.size()),
                                 [&](size_t i) { return !moving[i] && !shared[i]; });
  bool isShared = llvm::is_contained(shared, true);
  explain("iterations", haveCopies ? ", which sum in copies"
                        : span     ? ", which sum in parts of one array"
                        : isShared ? ", which add to elements of their own"
                                   : "");

  scf::ForallOp workers = createWorkers(extent, outputs);
  rangeSize = size;
  if (span)
    size = getNumOwn();
  SmallVector<Value> ranges, own(workers.getRegionIterArgs()), zeros;
  for (Value array : arrays) {
    // A worker reads its elements before it overwrites them.
    auto *place = llvm::find(reused, array);
    ranges.push_back(place == reused.end()
                         ? createRange(array)
                         : slice(own[starts.size() + (place - reused.begin())], 0));
  }
  SmallVector<Part> parts;
  for (unsigned i : llvm::seq(loop->getNumResults())) {
    parts.push_back(partOf(i, own[i]));
    if (i < starts.size())
      zeros.push_back(createStart(i, own[i], parts.back()));
  }
  Operation *body = createBody(ranges, zeros);
  for (auto [i, sum] : llvm::enumerate(moving))
    if (sum)
      carryPart(rewriter, cast<ArrayLoopOpInterface>(body), i, zeros[i], sum->dim,
                cast<Value>(parts[i].offsets[sum->dim]));
  SmallVector<Value> values(body->getResults());
  for (auto [i, value] : llvm::enumerate(values)) {
    if (i < starts.size() && moving[i])
      continue;
    if (i < starts.size() && !isa<RankedTensorType>(value.getType()))
      value = asPart(value, own[i], worker);
    else if (i < starts.size() && value.getType() != loop->getResult(i).getType())
      value = tensor::CastOp::create(rewriter, loc, loop->getResult(i).getType(), value);
  }
  rewriter.setInsertionPointToStart(workers.getTerminator().getBody());
  for (auto [value, whole, part] : llvm::zip_equal(values, own, parts))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, value, whole, part.offsets, part.sizes,
                                          part.strides);

  rewriter.setInsertionPointAfter(workers);
  SmallVector<Value> results(workers.getResults());
  if (span) {
    for (auto [start, copies, sum] : llvm::zip(starts, results, moving))
      copies = sum ? copies : addCopies(start, copies);
  } else {
    combine(MutableArrayRef(results).take_front(starts.size()));
  }
  for (auto [old, result] : llvm::zip_equal(loop->getResults(), results))
    if (result.getType() != old.getType())
      result = tensor::CastOp::create(rewriter, loc, old.getType(), result);
  if (span)
    runBorders(extent, results);
  rewriter.replaceAllUsesWith(loop->getResults(), results);
  rewriter.eraseOp(loop);
  finish(body);
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

/// Makes the code of an iteration of a scan. Returns the next states.
static SmallVector<Value> createStep(OpBuilder &builder, ScanOp scan, ValueRange states,
                                     ValueRange elements) {
  IRMapping mapping;
  mapping.map(scan.getStateArgs(), states);
  mapping.map(scan.getElementArgs(), elements);
  return cloneBody(builder, scan.getBodyBlock(), mapping);
}

Operation *Distribution::createPart(ScanOp scan, ValueRange ranges, ValueRange starts) {
  return FoldOp::create(
      rewriter, loc, scan.getDirection(), ranges, starts,
      [&](OpBuilder &builder, Location at, ValueRange args) {
        SmallVector<Value> states(args.drop_front(ranges.size()));
        SmallVector<Value> next = createStep(builder, scan, states, args.take_front(ranges.size()));
        SmallVector<Value> all = next;
        llvm::append_range(all, scan.getKind() == ScanKind::Inclusive ? next : states);
        YieldOp::create(builder, at, all);
      });
}

/// y[i] = (⊕ of the ranges before) ⊕ (x[first] ⊕ ... ⊕ x[i]): a loop reduces each range, and
/// when these are scanned another scans the elements (Blelloch 1990, §1.2).
bool Distribution::runScan(ScanOp scan) {
  rewriter.setInsertionPoint(scan);
  arrays = scan.getArrays();
  ValueRange units = scan.getUnits();
  Value extent = estimate.getExtent(scan);
  numWorkers = chooseWorkers(extent, index(units.size()));
  if (!numWorkers)
    return false;
  SmallVector<Value> sums;
  for (Type type : units.getTypes())
    sums.push_back(tensor::EmptyOp::create(rewriter, loc, OpFoldResult(numWorkers), type));
  SmallVector<OpFoldResult> sizes = {getAsOpFoldResult(extent)};
  if (isKnownZero(Extent::of(sizes.front())))
    return false;
  if (checkExtents)
    assertOneExtent(rewriter, scan, arrays);
  for (Type type : units.getTypes())
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, type));
  explain("elements", ", which reduce them first and then scan them");

  // Nothing comes after the last range in the order of the scan.
  bool isLeft = scan.getDirection() == Direction::Left;
  scf::ForallOp reduction = createWorkers(extent, sums);
  Value last = isLeft ? arith::SubIOp::create(rewriter, loc, numWorkers, index(1)) : index(0);
  Value isLast = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, worker, last);
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
  SmallVector<Value> parts;
  for (auto [sum, whole] : llvm::zip_equal(reduce.getResults(), reduction.getRegionIterArgs()))
    parts.push_back(asPart(sum, whole, worker));
  rewriter.setInsertionPointToStart(reduction.getTerminator().getBody());
  for (auto [part, whole] : llvm::zip_equal(parts, reduction.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, whole, OpFoldResult(worker), one,
                                          one);
  rewriter.setInsertionPointAfter(reduction);
  auto before = ScanOp::create(rewriter, loc, scan.getDirection(), ScanKind::Exclusive,
                               reduction.getResults(), units, cloneAll);

  scf::ForallOp workers = createWorkers(extent, outputs);
  SmallVector<Value> starts = llvm::map_to_vector(before.getResults(), [&](Value sums) -> Value {
    return tensor::ExtractOp::create(rewriter, loc, sums, worker);
  });
  ranges = llvm::map_to_vector(arrays, [&](Value a) { return slice(a, 0); });
  Operation *part = createPart(scan, ranges, starts);
  rewriter.setInsertionPointToStart(workers.getTerminator().getBody());
  for (auto [part, whole] :
       llvm::zip_equal(part->getResults().take_back(units.size()), workers.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, whole, OpFoldResult(first),
                                          OpFoldResult(size), one);
  rewriter.setInsertionPointAfter(workers);
  for (auto [old, result] : llvm::zip_equal(scan.getResults(), workers.getResults())) {
    Value value = result;
    if (value.getType() != old.getType())
      value = tensor::CastOp::create(rewriter, loc, old.getType(), value);
    rewriter.replaceAllUsesWith(old, value);
  }
  rewriter.eraseOp(scan);
  finish(reduce);
  finish(before);
  finish(part);
  return true;
}

/// The loop of the first dimension of the result that may be long.
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
  numWorkers = chooseWorkers(extent, index(0));
  if (!numWorkers)
    return false;
  explain("rows of the product", "");
  scf::ForallOp workers = createWorkers(extent, output);
  Operation *part = rewriter.clone(*op.getOperation());
  rewriter.setInsertionPoint(part);
  Value own = workers.getRegionIterArgs().front();
  for (OpOperand &operand : cast<linalg::LinalgOp>(part)->getOpOperands()) {
    bool isOutput = cast<linalg::LinalgOp>(part).isDpsInit(&operand);
    Value whole = isOutput ? own : operand.get();
    std::optional<int64_t> at = dimOf(op->getOpOperand(operand.getOperandNumber()));
    rewriter.modifyOpInPlace(part, [&] { operand.set(at ? slice(whole, *at) : whole); });
  }
  Value init = cast<linalg::LinalgOp>(part).getDpsInits()[0];
  rewriter.modifyOpInPlace(part, [&] { part->getResult(0).setType(init.getType()); });
  auto place = init.getDefiningOp<tensor::ExtractSliceOp>();
  rewriter.setInsertionPointToStart(workers.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(rewriter, loc, part->getResult(0), own,
                                        place.getMixedOffsets(), place.getMixedSizes(),
                                        place.getMixedStrides());
  rewriter.replaceOp(op, workers.getResults());
  finish(part);
  return true;
}

Operation *chad::detail::createVersions(RewriterBase &rewriter, Operation *loop, Value condition) {
  Location loc = loop->getLoc();
  auto versions =
      scf::IfOp::create(rewriter, loc, loop->getResultTypes(), condition, /*withElseRegion=*/true);
  rewriter.replaceAllUsesWith(loop->getResults(), versions.getResults());
  rewriter.setInsertionPointToStart(versions.elseBlock());
  Operation *copy = rewriter.clone(*loop);
  scf::YieldOp::create(rewriter, loc, copy->getResults());
  rewriter.moveOpBefore(loop, versions.thenBlock(), versions.thenBlock()->begin());
  rewriter.setInsertionPointToEnd(versions.thenBlock());
  scf::YieldOp::create(rewriter, loc, loop->getResults());
  return copy;
}
