//===- LowerLoops.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers loops over arrays to `scf.for` loops in destination-passing style.

#include "LowerLoops.h"
#include "AssertExtents.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Generalize.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The arrays that a loop fills: results of a combinator that are used.
struct Outputs {
  SmallVector<unsigned> numbers; ///< Which of the collected results.
  SmallVector<Value> arrays;     ///< What the loop starts with.

  /// The output that overwrites this array; nothing if there is none.
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
  Lowering(RewriterBase &rewriter, LowerLoopsOptions options)
      : rewriter(rewriter), options(options) {}

  void run(Operation *root);

private:
  void lower(Operation *op);
  /// A loop that carries the states of `op` and fills the arrays that it collects.
  void lowerLoop(CombinatorOpInterface op);

  /// Makes an empty loop. Afterwards the insertion point is inside, at the place of the yield.
  scf::ForOp createLoop(Location loc, Value from, Value to, ValueRange inits);

  /// Makes the tensor that a result is written to. With `isState`, the next state of a loop gets
  /// one in each iteration, instead of being copied to one outside of the loop.
  Value createDestination(OpResult result, ArrayRef<OpFoldResult> shape, bool isState);
  /// An array that only the loop reads, and that the result may overwrite; null if there is none.
  Value getReusable(CombinatorOpInterface op, OpResult result, ArrayRef<Value> taken);
  Outputs createOutputs(CombinatorOpInterface op, OpFoldResult extent);
  /// Lets combinators in the body of `loop` that make elements write into the rows of the
  /// outputs, which are now `arrays`. `elements` are those of the arrays read.
  void passDestinations(ArrayLoopOpInterface loop, const Outputs &outputs, ValueRange arrays,
                        ValueRange read, ValueRange elements, Value i);

  /// The dimensions of the yielded elements whose extents are not known to equal those of the
  /// outputs' elements.
  UncheckedDims findUncheckedDims(ArrayLoopOpInterface loop, const Outputs &outputs);
  void assertElement(StringRef op, Value element, Value array, ArrayRef<int64_t> dims);

  RewriterBase &rewriter;
  LowerLoopsOptions options;
  SmallVector<Operation *> worklist;
  /// For a result that is a row of an outer array: the slice that it is written to.
  DenseMap<Value, Value> destinations;
};
} // namespace

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

Value Lowering::createDestination(OpResult result, ArrayRef<OpFoldResult> shape, bool isState) {
  Location loc = result.getLoc();
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (type.isDynamicDim(dim))
      sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
  if (isState && options.allocateStates)
    return bufferization::AllocTensorOp::create(rewriter, loc, type, sizes);
  return tensor::EmptyOp::create(rewriter, loc, type, sizes);
}

/// Whether the op makes a new tensor, and not a slice of another one.
static bool makesTensor(Operation *op) {
  return isa<tensor::InsertOp, tensor::InsertSliceOp, tensor::SplatOp, scf::ForOp>(op) ||
         isa_and_nonnull<linalg::LinalgDialect>(op->getDialect());
}

/// Whether `slice` is a slice of an array that `result` overwrites.
static bool isUpdatedSlice(Operation *slice, OpResult result) {
  auto read = dyn_cast<tensor::ExtractSliceOp>(slice);
  if (!read || !result.hasOneUse())
    return false;
  return TypeSwitch<Operation *, bool>(*result.user_begin())
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>([&](auto written) {
        return written.getSource() == result && written.getDest() == read.getSource() &&
               read.getMixedOffsets() == written.getMixedOffsets() &&
               read.getMixedSizes() == written.getMixedSizes() &&
               read.getMixedStrides() == written.getMixedStrides();
      })
      .Default(false);
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

/// Whether a copy takes less time than an allocation, by the type.
static bool isShort(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.hasStaticShape() ? tensor.getNumElements() <= 256 : tensor.getRank() < 2;
}

Value Lowering::getReusable(CombinatorOpInterface op, OpResult result, ArrayRef<Value> taken) {
  for (Value array : op.getArrays()) {
    if (array.getType() != result.getType() || llvm::is_contained(taken, array) ||
        !haveEqualShapes(array, result))
      continue;
    if (Operation *def = array.getDefiningOp()) {
      if (isReadOnce(array) && (makesTensor(def) || isUpdatedSlice(def, result)))
        return array;
      continue;
    }
    auto state = cast<BlockArgument>(array);
    if (isNextValueOf(state, result) && isLastUse(state, op))
      return array;
  }
  return {};
}

/// Whether collected value `number` is known at the start of the body.
static bool isStoredFirst(CombinatorOpInterface op, unsigned number) {
  if (auto scan = dyn_cast<ScanOp>(*op))
    return scan.getKind() == ScanKind::Exclusive;
  auto arg = dyn_cast<BlockArgument>(cast<ArrayLoopOpInterface>(*op).getYieldedElements()[number]);
  return arg && arg.getOwner() == &op.getBodyBlock();
}

Outputs Lowering::createOutputs(CombinatorOpInterface op, OpFoldResult extent) {
  Outputs outputs;
  for (auto [number, array] : llvm::enumerate(op.getCollected())) {
    if (array.use_empty())
      continue;
    auto result = cast<OpResult>(array);
    Value destination = destinations.lookup(result);
    if (destination && options.checkExtents)
      assertEqual(rewriter, op, Extent::of(extent), Extent::of(destination, 0),
                  severalElementExtents);
    // A row that is stored at the start would overwrite a row that the body has not read yet.
    bool mayOverwrite =
        cast<RankedTensorType>(result.getType()).getRank() == 1 || !isStoredFirst(op, number);
    if (!destination && mayOverwrite)
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

void Lowering::passDestinations(ArrayLoopOpInterface loop, const Outputs &outputs,
                                ValueRange arrays, ValueRange read, ValueRange elements, Value i) {
  for (auto [position, number] : llvm::enumerate(outputs.numbers)) {
    auto row = dyn_cast<OpResult>(loop.getYieldedElements()[number]);
    if (!row || row.getOwner()->getBlock() != &loop.getBodyBlock() || destinations.count(row))
      continue;
    auto maker = dyn_cast<CombinatorOpInterface>(row.getOwner());
    bool isCollected = maker && llvm::is_contained(maker.getCollected(), row);
    if (!isCollected)
      continue;
    // The row of an array that is overwritten has been extracted already.
    auto reused = llvm::find(read, arrays[position]);
    destinations[row] = reused != read.end()
                            ? elements[reused - read.begin()]
                            : readElement(rewriter, loop.getYield()->getLoc(), arrays[position], i);
  }
}

UncheckedDims Lowering::findUncheckedDims(ArrayLoopOpInterface loop, const Outputs &outputs) {
  UncheckedDims unchecked(outputs.numbers.size());
  if (!options.checkExtents)
    return unchecked;
  for (auto [number, array, dims] : llvm::zip_equal(outputs.numbers, outputs.arrays, unchecked)) {
    Value element = loop.getYieldedElements()[number];
    // The extents of an element that is written in place are asserted when the op that makes it is
    // lowered.
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

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

scf::ForOp Lowering::createLoop(Location loc, Value from, Value to, ValueRange inits) {
  Value step = createIndex(rewriter, loc, 1);
  auto loop = scf::ForOp::create(rewriter, loc, from, to, step, inits);
  if (inits.empty())
    rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.setInsertionPointToEnd(loop.getBody());
  return loop;
}

void Lowering::lowerLoop(CombinatorOpInterface combinator) {
  Location loc = combinator.getLoc();
  std::string name = combinator->getName().getStringRef().str();
  Value extent = getNumIterations(rewriter, combinator);
  // The rows of a scan have the extents of its units; the extents of a loop's rows have to be
  // computed.
  Outputs outputs = createOutputs(combinator, getAsOpFoldResult(extent));
  ArrayLoopOpInterface op = generalizeToLoop(rewriter, combinator);
  rewriter.setInsertionPoint(op);
  bool isReversed = op.getDirection() == Direction::Right;
  unsigned numStates = op.getNumStates();
  SmallVector<Value> inits(op.getInitialStates());
  llvm::append_range(inits, outputs.arrays);
  Value last;
  if (isReversed)
    last = arith::SubIOp::create(rewriter, loc, extent, createIndex(rewriter, loc, 1));
  Value first = createIndex(rewriter, loc, 0);
  if (int64_t lanes = getBlockSize(op)) {
    Value rest = arith::RemUIOp::create(rewriter, loc, extent, createIndex(rewriter, loc, lanes));
    first = arith::SubIOp::create(rewriter, loc, extent, rest);
    inits = createLoopOfBlocks(rewriter, cast<FoldOp>(*op), lanes, first, extent, outputs.arrays,
                               outputs.numbers);
  }
  scf::ForOp loop = createLoop(loc, first, extent, inits);
  if (Attribute anyOrder = op->getAttr(anyOrderAttr); anyOrder && !isReversed)
    loop->setAttr(anyOrderAttr, anyOrder);
  Value i = loop.getInductionVar();
  if (isReversed)
    i = arith::SubIOp::create(rewriter, loc, last, i);
  ValueRange carried = loop.getRegionIterArgs();
  ValueRange filled = carried.drop_front(numStates);
  // Element `i` of an array that is overwritten still has its old value here.
  SmallVector<Value> read(op.getArrays());
  for (Value &array : read)
    if (std::optional<unsigned> output = outputs.find(array))
      array = filled[*output];
  SmallVector<Value> args;
  for (Value array : read)
    args.push_back(readArray(rewriter, loc, array, i));
  if (op.getIndexArg())
    args.push_back(i);
  passDestinations(op, outputs, filled, read, args, i);
  llvm::append_range(args, carried.take_front(numStates));
  // Computed from the op, as the loop is not complete yet.
  UncheckedDims unchecked = findUncheckedDims(op, outputs);
  // A state that is collected is stored before its memory may be overwritten.
  DenseMap<unsigned, Value> stored;
  for (auto [k, number] : llvm::enumerate(outputs.numbers))
    if (auto arg = dyn_cast<BlockArgument>(op.getYieldedElements()[number]);
        arg && arg.getOwner() == &op.getBodyBlock()) {
      Value element = args[arg.getArgNumber()];
      assertElement(name, element, filled[k], unchecked[k]);
      stored[number] = writeElement(rewriter, loc, element, filled[k], i);
    }
  SmallVector<Value> yielded = inlineBody(rewriter, op.getBodyBlock(), args);
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
// Driver
//===----------------------------------------------------------------------===//

void Lowering::lower(Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
    rewriter.replaceOp(op, addToElement(rewriter, op->getLoc(), accumulate.getValue(),
                                        accumulate.getAcc(), accumulate.getIndices()));
    return;
  }
  auto loop = cast<CombinatorOpInterface>(op);
  SmallVector<Value> results(op->getResults());
  if (options.checkExtents)
    assertOneExtent(rewriter, loop, loop.getArrays());
  lowerLoop(loop);
  for (Value result : results)
    destinations.erase(result);
}

/// Erases an iota without uses, and casts of it.
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
  // Outer loops come first, so that rows exist before the loops that fill them are lowered.
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isArrayOp(op))
      worklist.push_back(op);
  });
  // An iota is lowered after all ops that may read it.
  SmallVector<BuildOp> iotas;
  for (size_t next = 0; next < worklist.size(); ++next)
    if (makesIota(worklist[next]))
      iotas.push_back(cast<BuildOp>(worklist[next]));
    else
      lower(worklist[next]);
  for (BuildOp iota : iotas)
    if (!eraseIfUnused(rewriter, iota))
      lower(iota);
}

void chad::detail::lowerLoops(RewriterBase &rewriter, Operation *root, LowerLoopsOptions options) {
  Lowering(rewriter, options).run(root);
}
