//===- ChadToSCF.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Array combinators to scf.for loops in destination style.

#include "chad/Conversion/Passes.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CONVERTCHADTOSCF
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The arrays that a loop fills: results of a combinator that are used.
struct Outputs {
  SmallVector<unsigned> numbers; ///< Which of the collected results.
  SmallVector<Value> arrays;     ///< What the loop starts with.

  /// Which output starts as this array and overwrites it; none if there is none.
  std::optional<unsigned> find(Value array) const {
    auto *found = llvm::find(arrays, array);
    return found == arrays.end() ? std::nullopt : std::optional<unsigned>(found - arrays.begin());
  }
};

/// For each output, the inner dimensions whose extents may differ from element to element.
using UncheckedDims = SmallVector<SmallVector<int64_t>>;

constexpr StringLiteral severalElementExtents = "makes an array of elements of several extents";

class Lowering {
public:
  Lowering(MLIRContext *context, bool checkExtents, bool allocateStates)
      : rewriter(context), checkExtents(checkExtents), allocateStates(allocateStates) {}

  void run(Operation *root);

private:
  void lower(Operation *op);
  /// A loop that carries the states of `op` and fills the arrays that it collects.
  void lowerLoop(ArrayLoopOpInterface op);
  void lowerReduce(ReduceOp op);
  void lowerScan(ScanOp op);
  void lowerHist(HistOp op);
  void lowerGather(GatherOp op);
  void lowerScatterAdd(ScatterAddOp op);
  void lowerAccumulate(AccumulateOp op);

  /// The op that alone reads the results of `producer`, element by element, so
  /// that the elements can be computed where they are read; null if there is none.
  Operation *getFusionConsumer(Operation *producer);
  /// The common extent of arrays, which may be fused.
  OpFoldResult extentOf(Location loc, ValueRange arrays);
  /// The elements `i` of arrays; moves the bodies of those that are fused here.
  SmallVector<Value> readElements(Location loc, ValueRange arrays, Value i);
  void eraseInlined();

  Value asValue(Location loc, OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(rewriter, loc, size);
  }
  /// An empty loop; the rewriter is left inside, where the yield will stand.
  scf::ForOp createLoop(Location loc, OpFoldResult extent, ValueRange inits);
  /// Loops over all positions of `shape`, threading `state`; nothing recursive.
  Value loopOver(Location loc, ArrayRef<OpFoldResult> shape, Value state,
                 function_ref<Value(ValueRange position, Value state)> step);
  /// Moves a body with one block to the insertion point; returns what it yields.
  SmallVector<Value> inlineBody(Region &body, ValueRange args);

  /// The next state of a loop gets a place of its own in each iteration, rather than being
  /// copied from one outside of the loop.
  Value createDestination(OpResult result, ArrayRef<OpFoldResult> shape, bool isState = false);
  /// An array that a map or fold reads and nothing else needs, for its result to take the
  /// place of; null if there is none.
  Value getReusable(Operation *op, OpResult result, ArrayRef<Value> taken);
  Outputs createOutputs(Operation *op, ResultRange arrays, OpFoldResult extent);
  /// Lets combinators in `body` that make elements write into the rows of the
  /// outputs, which are now `arrays`. `elements` are those of the arrays read.
  void passDestinations(Region &body, unsigned firstYielded, const Outputs &outputs,
                        ValueRange arrays, ValueRange read, ValueRange elements, Value i);

  /// Asserts that all arrays that an iteration of `op` reads have one extent.
  void assertExtents(Operation *op);
  /// Asserts that two extents are equal, unless they are known to be.
  /// The dimensions of what `op` yields as elements of the outputs that are not known to be those
  /// of the outputs' elements.
  UncheckedDims findUncheckedDims(Operation *op, unsigned firstYielded, const Outputs &outputs);
  void assertElement(StringRef op, Value element, Value array, ArrayRef<int64_t> dims);

  IRRewriter rewriter;
  bool checkExtents, allocateStates;
  SmallVector<Operation *> worklist;
  /// The place that was made for a result in the array around it.
  DenseMap<Value, Value> destinations;
  /// The producers that are computed where they are read, and what the bodies of
  /// those that have been moved yield.
  DenseSet<Operation *> fused;
  llvm::MapVector<Operation *, SmallVector<Value>> inlined;
};
} // namespace

/// Asserts, before an op, that two extents are one, unless they are known to be, or one of `outer`,
/// the extents of the loops around those that have the two, is 0: nothing is read then.
static void assertEqual(RewriterBase &rewriter, Operation *op, Extent a, Extent b,
                        const Twine &message, ArrayRef<Extent> outer = {}) {
  auto isZero = [](const Extent &extent) { return !extent.value && extent.plus == 0; };
  if (areEqual(a, b) || llvm::any_of(outer, isZero))
    return;
  Location loc = op->getLoc();
  Value holds =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, createExtent(rewriter, loc, a),
                            createExtent(rewriter, loc, b));
  for (const Extent &extent : outer) {
    if (!extent.value)
      continue;
    Value isEmpty =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                              createExtent(rewriter, loc, extent), createIndex(rewriter, loc, 0));
    holds = arith::OrIOp::create(rewriter, loc, holds, isEmpty);
  }
  cf::AssertOp::create(rewriter, loc, holds,
                       ("'" + op->getName().getStringRef() + "' " + message).str());
}

//===----------------------------------------------------------------------===//
// Loops and destinations
//===----------------------------------------------------------------------===//

scf::ForOp Lowering::createLoop(Location loc, OpFoldResult extent, ValueRange inits) {
  Value from = createIndex(rewriter, loc, 0), step = createIndex(rewriter, loc, 1);
  auto loop = scf::ForOp::create(rewriter, loc, from, asValue(loc, extent), step, inits);
  if (inits.empty())
    rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.setInsertionPointToEnd(loop.getBody());
  return loop;
}

Value Lowering::loopOver(Location loc, ArrayRef<OpFoldResult> shape, Value state,
                         function_ref<Value(ValueRange position, Value state)> step) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<scf::ForOp> loops;
  SmallVector<Value> position;
  for (OpFoldResult extent : shape) {
    loops.push_back(createLoop(loc, extent, state));
    position.push_back(loops.back().getInductionVar());
    state = loops.back().getRegionIterArg(0);
  }
  state = step(position, state);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    rewriter.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(rewriter, loc, state);
    state = loop.getResult(0);
  }
  return state;
}

SmallVector<Value> Lowering::inlineBody(Region &body, ValueRange args) {
  Block &block = body.front();
  Operation *yield = block.getTerminator();
  rewriter.inlineBlockBefore(&block, rewriter.getInsertionBlock(), rewriter.getInsertionPoint(),
                             args);
  SmallVector<Value> yielded(yield->getOperands());
  rewriter.setInsertionPointAfter(yield);
  rewriter.eraseOp(yield);
  return yielded;
}

Value Lowering::createDestination(OpResult result, ArrayRef<OpFoldResult> shape, bool isState) {
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (type.isDynamicDim(dim))
      sizes.push_back(asValue(result.getLoc(), size));
  if (isState && allocateStates)
    return bufferization::AllocTensorOp::create(rewriter, result.getLoc(), type, sizes);
  return tensor::EmptyOp::create(rewriter, result.getLoc(), type, sizes);
}

/// The arrays that a combinator reads one element of in each iteration.
static OperandRange getArrays(Operation *op) {
  auto combinator = dyn_cast<CombinatorOpInterface>(op);
  return combinator ? combinator.getArrays() : op->getOperands().take_front(0);
}

/// Whether the op makes a tensor of its own, rather than a part of another one.
static bool makesTensor(Operation *op) {
  return isa<tensor::InsertOp, tensor::InsertSliceOp, tensor::SplatOp, scf::ForOp>(op) ||
         isa_and_nonnull<linalg::LinalgDialect>(op->getDialect());
}

/// Whether `slice` is a part of an array that `result` takes the place of.
static bool isUpdatedSlice(Operation *slice, OpResult result) {
  auto read = dyn_cast<tensor::ExtractSliceOp>(slice);
  auto written = result.hasOneUse() ? dyn_cast<tensor::InsertSliceOp>(*result.user_begin())
                                    : tensor::InsertSliceOp();
  return read && written && written.getSource() == result &&
         written.getDest() == read.getSource() &&
         read.getMixedOffsets() == written.getMixedOffsets() &&
         read.getMixedSizes() == written.getMixedSizes() &&
         read.getMixedStrides() == written.getMixedStrides();
}

/// Whether `result` is the next value of the loop's argument `arg`.
static bool isNextValueOf(BlockArgument arg, OpResult result) {
  auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
  if (!loop || !result.hasOneUse())
    return false;
  OpOperand &use = *result.use_begin();
  return use.getOwner() == loop.getBody()->getTerminator() &&
         use.getOperandNumber() == arg.getArgNumber() - 1;
}

/// Whether `result` is the next value of some state of the loop around it.
static bool isNextState(OpResult result) {
  if (!isa<scf::ForOp>(result.getOwner()->getParentOp()))
    return false;
  return llvm::any_of(result.getUsers(), [&](Operation *user) {
    return isa<scf::YieldOp>(user) && user->getBlock() == result.getOwner()->getBlock();
  });
}

/// Whether a copy takes less time than an allocation, as far as types tell.
static bool isShort(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.hasStaticShape() ? tensor.getNumElements() <= 256 : tensor.getRank() < 2;
}

Value Lowering::getReusable(Operation *op, OpResult result, ArrayRef<Value> taken) {
  for (Value array : getArrays(op)) {
    if (array.getType() != result.getType() || llvm::is_contained(taken, array) ||
        !haveEqualShapes(array, result))
      continue;
    if (Operation *def = array.getDefiningOp()) {
      if (array.hasOneUse() && (makesTensor(def) || isUpdatedSlice(def, result)))
        return array;
      continue;
    }
    auto state = cast<BlockArgument>(array);
    if (isNextValueOf(state, result) && isLastUse(state, op))
      return array;
  }
  return {};
}

Outputs Lowering::createOutputs(Operation *op, ResultRange arrays, OpFoldResult extent) {
  Outputs outputs;
  for (auto [number, array] : llvm::enumerate(arrays)) {
    if (array.use_empty())
      continue;
    auto result = cast<OpResult>(array);
    Value destination = destinations.lookup(result);
    if (destination && checkExtents)
      assertEqual(rewriter, op, Extent::of(extent), Extent::of(destination, 0),
                  severalElementExtents);
    if (getLoopOverArrays(op) && !destination)
      destination = getReusable(op, result, outputs.arrays);
    if (!destination)
      destination =
          createDestination(result, computeShape(rewriter, result, extent, worklist),
                            /*isState=*/isNextState(result) && !isShort(result.getType()));
    outputs.numbers.push_back(number);
    outputs.arrays.push_back(destination);
  }
  return outputs;
}

void Lowering::passDestinations(Region &body, unsigned firstYielded, const Outputs &outputs,
                                ValueRange arrays, ValueRange read, ValueRange elements, Value i) {
  Operation *yield = body.front().getTerminator();
  for (auto [position, number] : llvm::enumerate(outputs.numbers)) {
    auto row = dyn_cast<OpResult>(yield->getOperand(firstYielded + number));
    if (!row || row.getOwner()->getBlock() != &body.front() || destinations.count(row))
      continue;
    auto maker = dyn_cast<CombinatorOpInterface>(row.getOwner());
    bool isCollected = maker && llvm::is_contained(maker.getCollected(), row);
    if (!isCollected && !isa<HistOp, GatherOp>(row.getOwner()))
      continue;
    // The row of an array that is overwritten is at hand already.
    auto reused = llvm::find(read, arrays[position]);
    destinations[row] = reused != read.end()
                            ? elements[reused - read.begin()]
                            : readElement(rewriter, yield->getLoc(), arrays[position], i);
  }
}

void Lowering::lowerLoop(ArrayLoopOpInterface op) {
  Location loc = op.getLoc();
  auto build = dyn_cast<BuildOp>(*op);
  OpFoldResult extent =
      build ? getAsOpFoldResult(build.getExtent()) : extentOf(loc, op.getArrays());
  bool isReversed = op.getDirection() == Direction::Right;
  unsigned numStates = op.getNumStates();
  Outputs outputs = createOutputs(op, op.getCollected(), extent);
  SmallVector<Value> inits(op.getInitialStates());
  llvm::append_range(inits, outputs.arrays);
  Value last;
  if (isReversed)
    last =
        arith::SubIOp::create(rewriter, loc, asValue(loc, extent), createIndex(rewriter, loc, 1));
  scf::ForOp loop = createLoop(loc, extent, inits);
  if (Attribute anyOrder = op->getAttr(anyOrderAttr); anyOrder && !isReversed)
    loop->setAttr(anyOrderAttr, anyOrder);
  Value i = loop.getInductionVar();
  if (isReversed)
    i = arith::SubIOp::create(rewriter, loc, last, i);
  ValueRange carried = loop.getRegionIterArgs();
  ValueRange filled = carried.drop_front(numStates);
  // Element `i` of an array that is overwritten has not been so far.
  SmallVector<Value> read(op.getArrays());
  for (Value &array : read)
    if (std::optional<unsigned> output = outputs.find(array))
      array = filled[*output];
  SmallVector<Value> args = build ? SmallVector<Value>{i} : readElements(loc, read, i);
  Region &body = op.getBody();
  passDestinations(body, numStates, outputs, filled, read, args, i);
  llvm::append_range(args, carried.take_front(numStates));
  // Asked of the op, as the loop is not complete.
  UncheckedDims unchecked = findUncheckedDims(op, numStates, outputs);
  std::string name = op->getName().getStringRef().str();
  // A state that is kept as it was is stored before its place may be taken.
  DenseMap<unsigned, Value> stored;
  Operation *yield = body.front().getTerminator();
  for (auto [k, number] : llvm::enumerate(outputs.numbers))
    if (auto arg = dyn_cast<BlockArgument>(yield->getOperand(numStates + number));
        arg && arg.getOwner() == &body.front()) {
      Value element = args[arg.getArgNumber()];
      assertElement(name, element, filled[k], unchecked[k]);
      stored[number] = writeElement(rewriter, loc, element, filled[k], i);
    }
  SmallVector<Value> yielded = inlineBody(body, args);
  SmallVector<Value> next(ArrayRef<Value>(yielded).take_front(numStates));
  for (auto [k, number] : llvm::enumerate(outputs.numbers)) {
    if (auto early = stored.find(number); early != stored.end()) {
      next.push_back(early->second);
      continue;
    }
    Value element = yielded[numStates + number];
    assertElement(name, element, filled[k], unchecked[k]);
    next.push_back(writeElement(rewriter, loc, element, filled[k], i));
  }
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.replaceAllUsesWith(op.getFinalStates(), loop.getResults().take_front(numStates));
  for (auto [number, result] :
       llvm::zip_equal(outputs.numbers, loop.getResults().drop_front(numStates)))
    rewriter.replaceAllUsesWith(op->getResult(numStates + number), result);
  rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

Operation *Lowering::getFusionConsumer(Operation *producer) {
  if (!getMapOrBuild(producer) || producer->use_empty() || !isMemoryEffectFree(producer))
    return nullptr;
  Operation *consumer = *producer->user_begin();
  OperandRange arrays = getArrays(consumer);
  if (arrays.empty() || consumer->getBlock() != producer->getBlock())
    return nullptr;
  unsigned first = arrays.getBeginOperandIndex();
  for (OpOperand &use : producer->getUses())
    if (use.getOwner() != consumer || use.getOperandNumber() < first ||
        use.getOperandNumber() >= first + arrays.size())
      return nullptr;
  // The shape of a result may have to be computed from elements of the arrays.
  TypeRange outputs = consumer->getResultTypes();
  if (!isa<HistOp>(consumer))
    outputs = cast<CombinatorOpInterface>(consumer).getCollected().getTypes();
  for (Type type : outputs)
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.getRank() > 1)
      if (llvm::is_contained(tensor.getShape().drop_front(), ShapedType::kDynamic))
        return nullptr;
  // A loop that cannot be vectorized would slow down what can.
  bool isExpensive = false;
  if (!isa<MapOp, ReduceOp>(consumer))
    producer->walk(
        [&](Operation *inner) { isExpensive |= inner->getDialect()->getNamespace() == "math"; });
  return isExpensive ? nullptr : consumer;
}

/// In how many regions a value is defined. What is further outside is better known.
static unsigned depthOf(Value value) {
  unsigned depth = 0;
  for (Region *region = value.getParentRegion(); region; region = region->getParentRegion())
    ++depth;
  return depth;
}

OpFoldResult Lowering::extentOf(Location loc, ValueRange arrays) {
  while (true) {
    for (Value array : arrays)
      if (int64_t extent = getArrayExtent(array.getType()); !ShapedType::isDynamic(extent))
        return rewriter.getIndexAttr(extent);
    for (Value array : arrays)
      if (BuildOp iota = getIota(array))
        return getAsOpFoldResult(iota.getExtent());
    Value known;
    for (Value array : arrays)
      if (!array.getDefiningOp() || !fused.count(array.getDefiningOp()))
        if (!known || depthOf(array) < depthOf(known))
          known = array;
    if (known)
      return tensor::getMixedSize(rewriter, loc, known, 0);
    Operation *producer = arrays.front().getDefiningOp();
    if (auto build = dyn_cast<BuildOp>(producer))
      return getAsOpFoldResult(build.getExtent());
    arrays = getArrays(producer);
  }
}

SmallVector<Value> Lowering::readElements(Location loc, ValueRange arrays, Value i) {
  // Producers of producers come first: an explicit stack, as chains may be long.
  SmallVector<Operation *> stack;
  auto visit = [&](ValueRange read) {
    for (Value array : read)
      if (Operation *producer = array.getDefiningOp();
          producer && fused.count(producer) && !inlined.contains(producer))
        stack.push_back(producer);
  };
  auto elementsOf = [&](ValueRange read) {
    return llvm::map_to_vector(read, [&](Value array) {
      auto *found = inlined.find(array.getDefiningOp());
      if (found == inlined.end())
        return readArray(rewriter, loc, array, i);
      return found->second[cast<OpResult>(array).getResultNumber()];
    });
  };
  visit(arrays);
  while (!stack.empty()) {
    Operation *producer = stack.back();
    size_t size = stack.size();
    visit(getArrays(producer));
    if (stack.size() != size)
      continue;
    stack.pop_back();
    if (inlined.contains(producer))
      continue;
    SmallVector<Value> args =
        isa<BuildOp>(producer) ? SmallVector<Value>{i} : elementsOf(getArrays(producer));
    inlined[producer] = inlineBody(producer->getRegion(0), args);
  }
  return elementsOf(arrays);
}

void Lowering::assertExtents(Operation *op) {
  SmallVector<OpFoldResult> extents;
  SmallVector<Operation *> readers = {op};
  while (!readers.empty()) {
    Operation *reader = readers.pop_back_val();
    if (auto build = dyn_cast<BuildOp>(reader))
      extents.push_back(build.getExtent());
    SmallVector<Value> arrays(getArrays(reader));
    if (auto hist = dyn_cast<HistOp>(reader))
      arrays.push_back(hist.getIndices());
    for (Value array : arrays) {
      if (BuildOp iota = getIota(array))
        extents.push_back(iota.getExtent());
      else if (Operation *def = array.getDefiningOp(); def && fused.count(def))
        readers.push_back(def);
      else
        extents.push_back(tensor::getMixedSize(rewriter, op->getLoc(), array, 0));
    }
  }
  for (OpFoldResult extent : ArrayRef(extents).drop_front()) {
    if (extent == extents.front())
      continue;
    Value isSame = arith::CmpIOp::create(rewriter, op->getLoc(), arith::CmpIPredicate::eq,
                                         asValue(op->getLoc(), extents.front()),
                                         asValue(op->getLoc(), extent));
    cf::AssertOp::create(
        rewriter, op->getLoc(), isSame,
        ("'" + op->getName().getStringRef() + "' has arrays of several extents").str());
  }
}

UncheckedDims Lowering::findUncheckedDims(Operation *op, unsigned firstYielded,
                                          const Outputs &outputs) {
  UncheckedDims unchecked(outputs.numbers.size());
  if (!checkExtents)
    return unchecked;
  Operation *yield = op->getRegion(0).front().getTerminator();
  for (auto [number, array, dims] : llvm::zip_equal(outputs.numbers, outputs.arrays, unchecked)) {
    Value element = yield->getOperand(firstYielded + number);
    // What is written where it belongs has its extents asserted when it is lowered.
    auto type = dyn_cast<RankedTensorType>(element.getType());
    if (!type || (isa<OpResult>(element) && destinations.count(element)))
      continue;
    for (int64_t dim : llvm::seq(type.getRank()))
      if (!areEqual(Extent::of(element, dim), Extent::of(array, dim + 1)))
        dims.push_back(dim);
  }
  return unchecked;
}

void Lowering::assertElement(StringRef op, Value element, Value array, ArrayRef<int64_t> dims) {
  Location loc = element.getLoc();
  for (int64_t dim : dims) {
    Value own = tensor::DimOp::create(rewriter, loc, element, dim);
    Value common = tensor::DimOp::create(rewriter, loc, array, dim + 1);
    Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, own, common);
    cf::AssertOp::create(rewriter, loc, isSame, ("'" + op + "' " + severalElementExtents).str());
  }
}

void Lowering::eraseInlined() {
  // Those that read others were inlined after them.
  for (auto &[producer, yielded] : llvm::reverse(inlined)) {
    fused.erase(producer);
    rewriter.eraseOp(producer);
  }
  inlined.clear();
}

//===----------------------------------------------------------------------===//
// Combinators
//===----------------------------------------------------------------------===//

/// The body is associative: a sum or product that it adds to its left operand
/// may be computed in any order.
static void allowReassociation(ReduceOp op) {
  Operation *yield = op.getBody().front().getTerminator();
  for (auto [left, yielded] : llvm::zip_equal(op.getLeftArgs(), yield->getOperands())) {
    Operation *combine = yielded.getDefiningOp();
    if (!combine || !isa<arith::AddFOp, arith::MulFOp>(combine) || !left.hasOneUse() ||
        *left.user_begin() != combine)
      continue;
    auto flags = cast<arith::ArithFastMathInterface>(combine);
    combine->setAttr(
        flags.getFastMathAttrName(),
        arith::FastMathFlagsAttr::get(op.getContext(), flags.getFastMathFlagsAttr().getValue() |
                                                           arith::FastMathFlags::reassoc));
  }
}

void Lowering::lowerReduce(ReduceOp op) {
  Location loc = op.getLoc();
  allowReassociation(op);
  scf::ForOp loop = createLoop(loc, extentOf(loc, op.getArrays()), op.getUnits());
  SmallVector<Value> args(loop.getRegionIterArgs());
  llvm::append_range(args, readElements(loc, op.getArrays(), loop.getInductionVar()));
  SmallVector<Value> next = inlineBody(op.getBody(), args);
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.replaceOp(op, loop.getResults());
}

void Lowering::lowerScan(ScanOp op) {
  Location loc = op.getLoc();
  bool isLeft = op.getDirection() == Direction::Left;
  OpFoldResult extent = extentOf(loc, op.getArrays());
  Outputs outputs = createOutputs(op, op.getResults(), extent);
  unsigned numStates = op.getUnits().size();
  SmallVector<Value> inits(op.getUnits());
  llvm::append_range(inits, outputs.arrays);
  Value last;
  if (!isLeft)
    last =
        arith::SubIOp::create(rewriter, loc, asValue(loc, extent), createIndex(rewriter, loc, 1));
  scf::ForOp loop = createLoop(loc, extent, inits);
  Value i = loop.getInductionVar();
  if (!isLeft)
    i = arith::SubIOp::create(rewriter, loc, last, i);
  SmallVector<Value> totals(loop.getRegionIterArgs().take_front(numStates));
  SmallVector<Value> elements = readElements(loc, op.getArrays(), i);
  SmallVector<Value> args = isLeft ? totals : elements;
  llvm::append_range(args, isLeft ? elements : totals);
  SmallVector<Value> filled(loop.getRegionIterArgs().drop_front(numStates));
  UncheckedDims unchecked = findUncheckedDims(op, 0, outputs);
  auto store = [&](ArrayRef<Value> states) {
    for (auto [number, array, dims] : llvm::zip_equal(outputs.numbers, filled, unchecked)) {
      assertElement("chad.scan", states[number], array, dims);
      array = writeElement(rewriter, loc, states[number], array, i);
    }
  };
  // An exclusive scan stores before the body may overwrite the total.
  if (op.getKind() == ScanKind::Exclusive)
    store(totals);
  SmallVector<Value> next = inlineBody(op.getBody(), args);
  if (op.getKind() == ScanKind::Inclusive)
    store(next);
  llvm::append_range(next, filled);
  scf::YieldOp::create(rewriter, loc, next);
  for (auto [number, result] :
       llvm::zip_equal(outputs.numbers, loop.getResults().drop_front(numStates)))
    rewriter.replaceAllUsesWith(op.getResult(number), result);
  rewriter.eraseOp(op);
}

void Lowering::lowerHist(HistOp op) {
  Location loc = op.getLoc();
  OpFoldResult bins = getAsOpFoldResult(op.getBins());
  SmallVector<Value> extents = {op.getIndices()};
  llvm::append_range(extents, op.getArrays());
  OpFoldResult extent = extentOf(loc, extents);
  SmallVector<Value> inits;
  for (auto [unitValue, result] : llvm::zip_equal(op.getUnits(), op.getResults())) {
    Value unit = unitValue;
    Value array = destinations.lookup(result);
    if (!array)
      array = createDestination(result, computeShape(rewriter, result, bins, worklist));
    inits.push_back(loopOver(loc, bins, array, [&, unit](ValueRange bin, Value filled) {
      return writeElement(rewriter, loc, unit, filled, bin);
    }));
  }
  // A number that was just stored would have to wait for its way to memory and back: the last
  // bin stays at hand, as bins often come in runs.
  unsigned numResults = inits.size();
  bool isCarried = llvm::none_of(op.getUnits().getTypes(), llvm::IsaPred<RankedTensorType>);
  if (isCarried) {
    inits.push_back(createIndex(rewriter, loc, -1));
    llvm::append_range(inits, op.getUnits());
  }
  Value numBins = op.getBins(), zero = createIndex(rewriter, loc, 0);
  scf::ForOp loop = createLoop(loc, extent, inits);
  Value i = loop.getInductionVar();
  Value bin = readIndex(rewriter, loc, op.getIndices(), i);
  Value isLow = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sge, bin, zero);
  Value isHigh = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt, bin, numBins);
  Value isInside = arith::AndIOp::create(rewriter, loc, isLow, isHigh);
  ValueRange before = loop.getRegionIterArgs();
  ValueRange arrays = before.take_front(numResults);
  auto branch = scf::IfOp::create(rewriter, loc, before.getTypes(), isInside,
                                  /*withElseRegion=*/true);
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, before);
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  auto readBins = [&] {
    return llvm::map_to_vector(arrays,
                               [&](Value array) { return readElement(rewriter, loc, array, bin); });
  };
  SmallVector<Value> args;
  if (isCarried) {
    Value isLast =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, bin, before[numResults]);
    auto choice = scf::IfOp::create(rewriter, loc, op.getUnits().getTypes(), isLast,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(choice.thenBlock());
    scf::YieldOp::create(rewriter, loc, before.drop_front(numResults + 1));
    rewriter.setInsertionPointToEnd(choice.elseBlock());
    scf::YieldOp::create(rewriter, loc, readBins());
    llvm::append_range(args, choice.getResults());
  } else {
    args = readBins();
  }
  llvm::append_range(args, readElements(loc, op.getArrays(), i));
  SmallVector<Value> elements = inlineBody(op.getBody(), args);
  SmallVector<Value> next;
  for (auto [element, array] : llvm::zip_equal(elements, arrays))
    next.push_back(writeElement(rewriter, loc, element, array, bin));
  if (isCarried) {
    next.push_back(bin);
    llvm::append_range(next, elements);
  }
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(rewriter, loc, branch.getResults());
  rewriter.replaceOp(op, loop.getResults().take_front(numResults));
}

//===----------------------------------------------------------------------===//
// Indexed access
//===----------------------------------------------------------------------===//

void Lowering::lowerGather(GatherOp op) {
  Location loc = op.getLoc();
  int64_t rank = op.getIndices().getType().getRank();
  SmallVector<OpFoldResult> shape = tensor::getMixedSizes(rewriter, loc, op.getIndices());
  Value array = destinations.lookup(op.getResult());
  if (!array) {
    SmallVector<OpFoldResult> whole = shape;
    for (int64_t dim = rank; dim < cast<RankedTensorType>(op.getType()).getRank(); ++dim)
      whole.push_back(tensor::getMixedSize(rewriter, loc, op.getSource(), dim - rank + 1));
    array = createDestination(cast<OpResult>(op.getResult()), whole);
  }
  Value filled = loopOver(loc, shape, array, [&](ValueRange position, Value result) {
    Value index = readIndex(rewriter, loc, op.getIndices(), position);
    Value element =
        getIota(op.getSource()) ? index : readElement(rewriter, loc, op.getSource(), index);
    return writeElement(rewriter, loc, element, result, position);
  });
  rewriter.replaceOp(op, filled);
}

void Lowering::lowerScatterAdd(ScatterAddOp op) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> shape = tensor::getMixedSizes(rewriter, loc, op.getIndices());
  Value sum = loopOver(loc, shape, op.getAcc(), [&](ValueRange position, Value acc) {
    Value index = readIndex(rewriter, loc, op.getIndices(), position);
    Value value = readElement(rewriter, loc, op.getValues(), position);
    return addToElement(rewriter, loc, value, acc, index);
  });
  rewriter.replaceOp(op, sum);
}

void Lowering::lowerAccumulate(AccumulateOp op) {
  rewriter.replaceOp(
      op, addToElement(rewriter, op.getLoc(), op.getValue(), op.getAcc(), op.getIndices()));
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

void Lowering::lower(Operation *op) {
  rewriter.setInsertionPoint(op);
  SmallVector<Value> results(op->getResults());
  if (checkExtents && !getArrays(op).empty())
    assertExtents(op);
  TypeSwitch<Operation *>(op)
      .Case([&](ArrayLoopOpInterface loop) { lowerLoop(loop); })
      .Case([&](ReduceOp reduce) { lowerReduce(reduce); })
      .Case([&](ScanOp scan) { lowerScan(scan); })
      .Case([&](HistOp hist) { lowerHist(hist); })
      .Case([&](GatherOp gather) { lowerGather(gather); })
      .Case([&](ScatterAddOp scatter) { lowerScatterAdd(scatter); })
      .Case([&](AccumulateOp accumulate) { lowerAccumulate(accumulate); });
  for (Value result : results)
    destinations.erase(result);
  eraseInlined();
}

/// Erases an iota that nothing reads any more, with the casts of it.
static bool eraseIfUnused(RewriterBase &rewriter, BuildOp iota) {
  for (Operation *user : llvm::make_early_inc_range(iota->getUsers()))
    if (isa<tensor::CastOp>(user) && user->use_empty())
      rewriter.eraseOp(user);
  if (!iota->use_empty() || !llvm::hasSingleElement(iota.getBody().front()))
    return false;
  rewriter.eraseOp(iota);
  return true;
}

void Lowering::run(Operation *root) {
  resolveExtents(rewriter, root);
  // From the outside in, so that rows exist before what fills them is lowered.
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isArrayOp(op))
      worklist.push_back(op);
  });
  // An iota is lowered after all that might read it.
  SmallVector<BuildOp> iotas;
  for (size_t next = 0; next < worklist.size(); ++next) {
    if (makesIota(worklist[next]))
      iotas.push_back(cast<BuildOp>(worklist[next]));
    else if (getFusionConsumer(worklist[next]))
      fused.insert(worklist[next]);
    else
      lower(worklist[next]);
  }
  for (BuildOp iota : iotas)
    if (!eraseIfUnused(rewriter, iota))
      lower(iota);
}

/// Finds what the pass cannot lower: linear types, and indices without a sign.
static LogicalResult checkTypes(Operation *root) {
  bool isFine = true;
  root->walk([&](Operation *op) {
    if (!isArrayOp(op))
      return;
    auto isLinear = [](Type type) { return isLinearType(type); };
    if (llvm::any_of(op->getOperandTypes(), isLinear) ||
        llvm::any_of(op->getResultTypes(), isLinear)) {
      op->emitOpError("has linear types, which have no representation in loops; run "
                      "chad-erase-linear first");
      isFine = false;
      return;
    }
    for (Type type : op->getOperandTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (auto integer = dyn_cast<IntegerType>(tensor.getElementType());
            integer && !integer.isSignless()) {
          op->emitOpError("has elements of type ")
              << integer << ", which loops cannot compute with; use i" << integer.getWidth();
          isFine = false;
          return;
        }
  });
  return success(isFine);
}

/// Makes a choice between arrays a branch: what reads both arms element by element would take
/// them for arrays of one shape.
static void branchBetweenArrays(RewriterBase &rewriter, Operation *root) {
  SmallVector<arith::SelectOp> choices;
  root->walk([&](arith::SelectOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (type && !type.hasStaticShape() && !isa<ShapedType>(op.getCondition().getType()))
      choices.push_back(op);
  });
  for (arith::SelectOp op : choices) {
    rewriter.setInsertionPoint(op);
    auto yield = [&](Value value) {
      return [=](OpBuilder &builder, Location loc) { scf::YieldOp::create(builder, loc, value); };
    };
    rewriter.replaceOp(op, scf::IfOp::create(rewriter, op.getLoc(), op.getCondition(),
                                             yield(op.getTrueValue()), yield(op.getFalseValue())));
  }
}

/// Whether the extents that `op` makes of dimension `dim` of its source are those that the source
/// was collapsed from.
static bool undoesCollapse(tensor::ExpandShapeOp op, int64_t dim) {
  ReassociationIndices group = op.getReassociationIndices()[dim];
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  return llvm::any_of(getEqualExtents(Extent::of(op.getSrc(), dim)), [&](const Extent &extent) {
    auto collapse = extent.value && extent.plus == 0 && extent.dim != Extent::isIndex
                        ? extent.value.getDefiningOp<tensor::CollapseShapeOp>()
                        : tensor::CollapseShapeOp();
    if (!collapse)
      return false;
    ReassociationIndices from = collapse.getReassociationIndices()[extent.dim];
    return from.size() == group.size() &&
           llvm::all_of(llvm::zip_equal(from, group), [&](auto pair) {
             return areEqual(Extent::of(collapse.getSrc(), std::get<0>(pair)),
                             Extent::of(sizes[std::get<1>(pair)]));
           });
  });
}

/// Asserts that reshapes have as many elements as their sources, where several extents could
/// say otherwise: a single unknown one is computed from the others.
static void assertReshapes(RewriterBase &rewriter, Operation *root) {
  root->walk([&](tensor::ExpandShapeOp op) {
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
      if (llvm::count_if(group, [&](int64_t part) { return isa<Value>(sizes[part]); }) < 2 ||
          undoesCollapse(op, dim))
        continue;
      Value count;
      for (int64_t part : group) {
        Value size = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[part]);
        count = count ? arith::MulIOp::create(rewriter, loc, count, size) : size;
      }
      Value own = getValueOrCreateConstantIndexOp(
          rewriter, loc, tensor::getMixedSize(rewriter, loc, op.getSrc(), dim));
      Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, count, own);
      cf::AssertOp::create(rewriter, loc, isSame,
                           "'tensor.expand_shape' has another number of elements than its source");
    }
  });
}

/// Asserts that the operands of a structured op that one of its loops runs over have one extent.
/// The loops are those of a nest, from the outside in: what an empty one is around is not run.
static void assertOperands(RewriterBase &rewriter, Operation *root) {
  root->walk([&](linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics())
      return;
    SmallVector<SmallVector<Extent>> extents(op.getNumLoops());
    for (OpOperand &operand : op->getOpOperands())
      for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (auto loop = dyn_cast<AffineDimExpr>(expr))
          extents[loop.getPosition()].push_back(Extent::of(operand.get(), dim));
    rewriter.setInsertionPoint(op);
    SmallVector<Extent> outer;
    for (ArrayRef<Extent> operands : extents) {
      if (operands.empty())
        continue;
      for (const Extent &other : operands.drop_front())
        assertEqual(rewriter, op, operands.front(), other, "has operands of several extents",
                    outer);
      outer.push_back(operands.front());
    }
  });
}

/// Asserts that the next state of a loop has the extents that a cast says it has. Upstream's
/// `canonicalize` casts a state that starts as a static tensor, also where iterations change its
/// extents (`getUnsoundPatterns`).
static void assertStates(RewriterBase &rewriter, Operation *root) {
  root->walk([&](tensor::CastOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    bool isState = llvm::any_of(op->getUsers(), [](Operation *user) {
      return isa<scf::YieldOp>(user) && isa<scf::ForOp, scf::WhileOp>(user->getParentOp());
    });
    if (!type || !source || !isState)
      return;
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (type.isDynamicDim(dim) || !source.isDynamicDim(dim) ||
          areEqual(Extent::of(op.getSource(), dim),
                   Extent::of(rewriter.getIndexAttr(type.getDimSize(dim)))))
        continue;
      Value own = tensor::DimOp::create(rewriter, loc, op.getSource(), dim);
      Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, own,
                                           createIndex(rewriter, loc, type.getDimSize(dim)));
      cf::AssertOp::create(rewriter, loc, isSame,
                           "'tensor.cast' says that a state of a loop keeps its extents, which it "
                           "does not; canonicalize without 'ForOpTensorCastFolder'");
    }
  });
}

namespace {
struct ConvertChadToSCFPass : chad::impl::ConvertChadToSCFBase<ConvertChadToSCFPass> {
  using ConvertChadToSCFBase::ConvertChadToSCFBase;

  void runOnOperation() override {
    if (failed(checkTypes(getOperation())))
      return signalPassFailure();
    Lowering(&getContext(), checkExtents, allocateStates).run(getOperation());
    IRRewriter rewriter(&getContext());
    branchBetweenArrays(rewriter, getOperation());
    if (checkExtents) {
      assertReshapes(rewriter, getOperation());
      assertOperands(rewriter, getOperation());
      assertStates(rewriter, getOperation());
    }
  }
};
} // namespace
