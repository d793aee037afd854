//===- Updates.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Updates.h"
#include "../Sums.h"
#include "SortUpdates.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

scf::ForallOp chad::detail::createWorkerLoop(OpBuilder &builder, Location loc, Level level,
                                             OpFoldResult numWorkers, ValueRange outputs) {
  MLIRContext *context = builder.getContext();
  Attribute mapping =
      level == Level::Grid
          ? Attribute(gpu::GPUBlockMappingAttr::get(context, gpu::MappingId::DimX))
          : Attribute(gpu::GPUThreadMappingAttr::get(context, gpu::MappingId::DimX));
  return scf::ForallOp::create(builder, loc, ArrayRef<OpFoldResult>{numWorkers}, outputs,
                               builder.getArrayAttr(mapping));
}

/// The number of blocks that the GPU runs at once: a call at the beginning of the function, which
/// `chad-lower-launches` makes one of the runtime.
static Value createBlockCount(RewriterBase &rewriter, Location loc, int64_t blockThreads) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *at = rewriter.getInsertionBlock()->getParentOp();
  auto function =
      isa<func::FuncOp>(at) ? cast<func::FuncOp>(at) : at->getParentOfType<func::FuncOp>();
  Block &entry = function.getBody().front();
  for (Operation &op : entry)
    if (auto call = dyn_cast<func::CallOp>(op); call && call.getCallee() == blockCountName)
      return call->user_begin()->getResult(0);
  auto module = function->getParentOfType<ModuleOp>();
  Type word = rewriter.getI64Type();
  if (!module.lookupSymbol(blockCountName)) {
    rewriter.setInsertionPointToStart(module.getBody());
    func::FuncOp::create(rewriter, module.getLoc(), blockCountName,
                         rewriter.getFunctionType(word, word))
        .setPrivate();
  }
  rewriter.setInsertionPointToStart(&entry);
  Value threads =
      arith::ConstantOp::create(rewriter, loc, rewriter.getI64IntegerAttr(blockThreads));
  auto call = func::CallOp::create(rewriter, loc, blockCountName, word, threads);
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), call.getResult(0));
}

Value chad::detail::limitBlocks(RewriterBase &rewriter, Location loc, Value needed,
                                const Machine &machine) {
  // Each GPU runs so many blocks at once.
  constexpr int64_t least = 16;
  std::optional<int64_t> known = getConstantIntValue(needed);
  if (machine.maxBlocks != 0 || !known || *known > least) {
    Value most = machine.maxBlocks != 0 ? createIndex(rewriter, loc, machine.maxBlocks)
                                        : createBlockCount(rewriter, loc, machine.blockThreads);
    needed = rewriter.createOrFold<arith::MinUIOp>(loc, needed, most);
  }
  return rewriter.createOrFold<arith::MaxUIOp>(loc, needed, createIndex(rewriter, loc, 1));
}

Value chad::detail::balanceCopies(RewriterBase &rewriter, Location loc, Value work,
                                  Value numSummed) {
  // T = work / blocks + blocks * copy is least for blocks = sqrt(work / copy). The unit is the time
  // of an addition of numbers from memory in one block, some 0.2 ns: a further copy takes some 10
  // ns, and its numbers the time to move them through the memory of the GPU.
  constexpr double latency = 50, movement = 0.05;
  Type type = rewriter.getF64Type();
  auto toFloat = [&](Value value) -> Value {
    Value word = arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), value);
    return arith::UIToFPOp::create(rewriter, loc, type, word);
  };
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(type, value));
  };
  Value copy = arith::MulFOp::create(rewriter, loc, toFloat(numSummed), constant(movement));
  copy = arith::AddFOp::create(rewriter, loc, copy, constant(latency));
  Value ratio = arith::DivFOp::create(rewriter, loc, toFloat(work), copy);
  Value blocks = math::SqrtOp::create(rewriter, loc, ratio);
  Value word = arith::FPToUIOp::create(rewriter, loc, rewriter.getI64Type(), blocks);
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), word);
}

/// The number that all elements of an array are, by the op that makes it; null if there is none.
static Value getNumberOf(Value array) {
  if (auto splat = array.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  auto fill = array.getDefiningOp<linalg::FillOp>();
  return fill ? fill.getInputs().front() : Value();
}

/// An array of the shape of `state`, which is no scalar. `compute` makes the code of an element
/// from that of `state` and its row-major position. Sets `build` to the loop over the elements.
static Value createElements(OpBuilder &builder, Location loc, Value state, Operation *&build,
                            function_ref<Value(Value start, Value place)> compute) {
  auto type = cast<RankedTensorType>(state.getType());
  int64_t rank = type.getRank();
  Value number = getNumberOf(state);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, state);
  SmallVector<ReassociationIndices> all = {llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  auto flat = cast<RankedTensorType>(state.getType());
  Value extent = createIndex(builder, loc, 1);
  for (OpFoldResult size : sizes)
    extent = builder.createOrFold<arith::MulIOp>(
        loc, extent, getValueOrCreateConstantIndexOp(builder, loc, size));
  if (rank > 1) {
    flat = tensor::CollapseShapeOp::inferCollapsedType(flat, all);
    if (!number)
      state = tensor::CollapseShapeOp::create(builder, loc, state, all);
  }
  auto loop = BuildOp::create(builder, loc, TypeRange(flat), extent);
  build = loop;
  Value made = loop.getResult(0);
  if (rank > 1)
    made = tensor::ExpandShapeOp::create(builder, loc, type, made, all, sizes);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&loop.getBody(), {}, builder.getIndexType(), loc);
  Value place = body->getArgument(0);
  Value start = number ? number : tensor::ExtractOp::create(builder, loc, state, place);
  YieldOp::create(builder, loc, compute(start, place));
  return made;
}

/// An array whose dimensions but the first are one.
static Value collapseRows(OpBuilder &builder, Location loc, Value array) {
  int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
  if (rank <= 2)
    return array;
  SmallVector<ReassociationIndices> groups = {{0}, llvm::to_vector(llvm::seq<int64_t>(1, rank))};
  return tensor::CollapseShapeOp::create(builder, loc, array, groups);
}

Value chad::detail::createSumOfCopies(OpBuilder &builder, Location loc, Value state, Value copies,
                                      Value numCopies, Operation *&build) {
  auto type = cast<RankedTensorType>(state.getType());
  auto addCopies = [&](Value start, ArrayRef<Value> place) -> FoldOp {
    return FoldOp::create(builder, loc, Direction::Left, createIota(builder, loc, numCopies), start,
                          [&](OpBuilder &inner, Location at, ValueRange args) {
                            SmallVector<Value> position = {args[0]};
                            llvm::append_range(position, place);
                            Value own = tensor::ExtractOp::create(inner, at, copies, position);
                            Value next = arith::AddFOp::create(inner, at, args[1], own);
                            YieldOp::create(inner, at, next);
                          });
  };
  if (type.getRank() == 0) {
    Value number = getNumberOf(state);
    Value start = number ? number : tensor::ExtractOp::create(builder, loc, state, ValueRange());
    build = addCopies(start, {});
    return tensor::FromElementsOp::create(builder, loc, type, build->getResult(0));
  }
  copies = collapseRows(builder, loc, copies);
  return createElements(builder, loc, state, build, [&](Value start, Value place) {
    return addCopies(start, {place}).getResult(0);
  });
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

bool chad::detail::mayDivideUpdates(Operation *op) {
  if (!isa<HistOp, ScatterAddOp>(op) || hasLinearArrays(op) || !isMemoryEffectFree(op))
    return false;
  // No slice can be inserted into an array that is known to be empty.
  for (Type type : op->getResultTypes())
    if (llvm::is_contained(cast<RankedTensorType>(type).getShape(), 0))
      return false;
  if (auto scatter = dyn_cast<ScatterAddOp>(op))
    return scatter.getIndices().getType().getRank() == 1 && !getIota(scatter.getIndices()) &&
           isa<FloatType>(getElementTypeOrSelf(scatter.getType()));
  auto hist = cast<HistOp>(op);
  return !getIota(hist.getIndices()) && !isConstantIntValue(hist.getBins(), 0) &&
         llvm::none_of(hist.getUnits().getTypes(), llvm::IsaPred<ShapedType>);
}

namespace {
class Updates {
public:
  Updates(RewriterBase &rewriter, Operation *op, const Machine &machine)
      : rewriter(rewriter), op(op), loc(op->getLoc()), machine(machine), hist(dyn_cast<HistOp>(op)),
        scatter(dyn_cast<ScatterAddOp>(op)) {
    indices = hist ? Value(hist.getIndices()) : scatter.getIndices();
    arrays = hist ? SmallVector<Value>(hist.getArrays()) : SmallVector<Value>{scatter.getValues()};
  }

  SmallVector<Operation *> run(bool checkExtents);

private:
  /// Whether it takes less time to sort the updates than to combine copies of the result; null if
  /// it never does.
  Value paysToSort();
  /// The results, made by updates that are sorted; by copies for each block. The loops that are
  /// left to be divided are added to `left`.
  SmallVector<Value> updateSorted(SmallVectorImpl<Operation *> &left);
  SmallVector<Value> updateByCopies(SmallVectorImpl<Operation *> &left);
  /// A sum of rows, each of which adds up its own updates.
  Value sumSortedRows(SmallVectorImpl<Operation *> &left);
  /// The results by parts: each block has the elements between its first and its last update.
  SmallVector<Value> combineSortedParts(SmallVectorImpl<Operation *> &left);
  /// Makes the kernel that updates these parts. `bucketOf` makes the code that computes the bucket
  /// of a bin; each bucket has `width` bins.
  SmallVector<Value> updateParts(Value numBlocks, Value width,
                                 function_ref<Value(OpBuilder &, Value bin)> bucketOf);
  /// The least number of bits that all positions in `count` elements have.
  Value countBits(Value count);
  /// Makes the kernel that updates a copy for each block. With `ownCells`, not 0, the block updates
  /// an array of so many elements in its own memory first.
  SmallVector<Value> updateCopies(Value numBlocks, int64_t ownCells);
  /// Makes the loop over the threads of a block, which make `size` updates from number `first` on.
  /// `copies` are the arrays that they update, of which `sizes` are the extents; the first element
  /// is that of bin `base`. Each thread has some elements.
  SmallVector<Value> updateInThreads(ValueRange copies,
                                     ArrayRef<SmallVector<OpFoldResult>> sizesOfCopies, Value base,
                                     Value first, Value size);
  /// The same, in two versions where the program has to choose.
  SmallVector<Value> createCopies(Value numBlocks);
  /// Combines the copies. Sets `loop` to the loop that does so.
  SmallVector<Value> combine(ValueRange copies, Value numBlocks, Operation *&loop);
  /// Makes the kernel that adds to `wholes` by atomic additions.
  SmallVector<Value> addAtomically(ArrayRef<Value> wholes);
  /// The number of blocks that have copies.
  Value chooseBlocks();
  /// Makes the loop over updates of a thread, from number `from` on, `step` apart. Those that
  /// `place` gives a position in `states` are made there.
  SmallVector<Value>
  createUpdates(Value from, Value count, Value step, ValueRange states,
                function_ref<std::pair<Value, Value>(OpBuilder &, Value bin)> place);
  SmallVector<Value> update(Value number, Value bin, ValueRange states);
  Value addAtomically(Value element, Value state, Value bin);
  bool isSum();
  bool isSumOfIntegers();
  /// Whether updates are atomic additions.
  bool isAtomic() { return isSumOfIntegers() || (!machine.deterministic && isSum()); }

  Value index(int64_t value) { return createIndex(rewriter, loc, value); }
  SmallVector<OpFoldResult> sizesOf(unsigned number);
  /// The initial content of a copy.
  Value unitOf(unsigned number);

  RewriterBase &rewriter;
  Operation *op;
  Location loc;
  const Machine &machine;
  HistOp hist;
  ScatterAddOp scatter;
  Value indices, extent;
  SmallVector<Value> arrays;
};
} // namespace

/// Sums of types that GPUs have atomic additions of.
bool Updates::isSum() {
  if (scatter) {
    Type type = getElementTypeOrSelf(scatter.getType());
    return type.isF32() || type.isF64();
  }
  return llvm::all_of(llvm::seq<unsigned>(0, hist->getNumResults()), [&](unsigned number) {
    Type type = hist.getUnits()[number].getType();
    Operation *add = hist.getYield()->getOperand(number).getDefiningOp();
    return (type.isF32() || type.isF64()) && isa_and_nonnull<arith::AddFOp>(add) &&
           llvm::is_contained(add->getOperands(), Value(hist.getStateArgs()[number])) &&
           llvm::is_contained(add->getOperands(), Value(hist.getElementArgs()[number])) &&
           isZeros(hist.getUnits()[number]);
  });
}

/// Sums that are the same in any order.
bool Updates::isSumOfIntegers() {
  if (scatter)
    return false;
  return llvm::all_of(llvm::seq<unsigned>(0, hist->getNumResults()), [&](unsigned number) {
    Type type = hist.getUnits()[number].getType();
    Operation *add = hist.getYield()->getOperand(number).getDefiningOp();
    return (type.isIndex() || type.isInteger(32) || type.isInteger(64)) &&
           isa_and_nonnull<arith::AddIOp>(add) &&
           llvm::is_contained(add->getOperands(), Value(hist.getStateArgs()[number])) &&
           llvm::is_contained(add->getOperands(), Value(hist.getElementArgs()[number]));
  });
}

SmallVector<OpFoldResult> Updates::sizesOf(unsigned number) {
  if (scatter)
    return tensor::getMixedSizes(rewriter, loc, scatter.getAcc());
  return {getAsOpFoldResult(hist.getBins())};
}

Value Updates::unitOf(unsigned number) {
  if (hist)
    return hist.getUnits()[number];
  return arith::ConstantOp::create(rewriter, loc,
                                   getNeutralAttr(getElementTypeOrSelf(scatter.getType())));
}

Value Updates::chooseBlocks() {
  // Each thread of a block looks at all updates of the block, which takes as long as this many
  // additions.
  constexpr int64_t glance = 25;
  auto smaller = [&](Value a, Value b) { return rewriter.createOrFold<arith::MinUIOp>(loc, a, b); };
  Value cells = index(op->getNumResults());
  for (OpFoldResult size : sizesOf(0))
    cells = rewriter.createOrFold<arith::MulIOp>(
        loc, cells, getValueOrCreateConstantIndexOp(rewriter, loc, size));
  cells = rewriter.createOrFold<arith::MaxUIOp>(loc, cells, index(1));
  Value work = rewriter.createOrFold<arith::MulIOp>(loc, extent, index(glance));
  Value blocks = balanceCopies(rewriter, loc, work, cells);
  blocks = smaller(blocks, rewriter.createOrFold<arith::DivUIOp>(loc, index(maxCopies), cells));
  blocks = smaller(
      blocks, rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(machine.blockThreads)));
  return limitBlocks(rewriter, loc, blocks, machine);
}

/// A loop for each dimension of an element, and in them sums that `chad-lower-kernels` makes
/// atomic.
Value Updates::addAtomically(Value element, Value state, Value bin) {
  auto type = dyn_cast<RankedTensorType>(element.getType());
  SmallVector<Value> lower, upper, steps;
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
    lower.push_back(index(0));
    upper.push_back(rewriter.createOrFold<tensor::DimOp>(loc, element, dim));
    steps.push_back(index(1));
  }
  auto add = [&](OpBuilder &builder, Location at, ValueRange position, ValueRange sums) {
    SmallVector<Value> place = {bin};
    llvm::append_range(place, position);
    Value addend =
        type ? tensor::ExtractOp::create(builder, at, element, position).getResult() : element;
    Value before = tensor::ExtractOp::create(builder, at, sums[0], place);
    Operation *sum = isa<FloatType>(addend.getType())
                         ? arith::AddFOp::create(builder, at, before, addend).getOperation()
                         : arith::AddIOp::create(builder, at, before, addend).getOperation();
    sum->setDiscardableAttr(atomicSumName, builder.getUnitAttr());
    return SmallVector<Value>{
        tensor::InsertOp::create(builder, at, sum->getResult(0), sums[0], place)};
  };
  if (!type)
    return add(rewriter, loc, {}, state).front();
  return scf::buildLoopNest(rewriter, loc, lower, upper, steps, state, add).results.front();
}

SmallVector<Value> Updates::update(Value number, Value bin, ValueRange states) {
  SmallVector<Value> elements;
  for (Value array : arrays)
    elements.push_back(readArray(rewriter, loc, array, number));
  SmallVector<Value> next;
  if (isAtomic()) {
    for (auto [element, state] : llvm::zip_equal(elements, states))
      next.push_back(addAtomically(element, state, bin));
    return next;
  }
  if (scatter)
    return {AccumulateOp::create(rewriter, loc, states[0].getType(), elements[0], states[0], bin)};
  IRMapping mapping;
  for (auto [arg, state] : llvm::zip_equal(hist.getStateArgs(), states))
    mapping.map(arg, tensor::ExtractOp::create(rewriter, loc, state, bin).getResult());
  mapping.map(hist.getElementArgs(), elements);
  SmallVector<Value> made = cloneBody(rewriter, hist.getBodyBlock(), mapping);
  for (auto [element, state] : llvm::zip_equal(made, states))
    next.push_back(tensor::InsertOp::create(rewriter, loc, element, state, bin));
  return next;
}

SmallVector<Value>
Updates::createUpdates(Value from, Value count, Value step, ValueRange states,
                       function_ref<std::pair<Value, Value>(OpBuilder &, Value bin)> place) {
  auto loop = scf::ForOp::create(rewriter, loc, index(0), count, index(1), states);
  rewriter.setInsertionPointToEnd(loop.getBody());
  Value number = arith::AddIOp::create(
      rewriter, loc, from, arith::MulIOp::create(rewriter, loc, loop.getInductionVar(), step));
  Value bin = readIndex(rewriter, loc, indices, number);
  auto [isOwn, position] = place(rewriter, bin);
  auto branch = scf::IfOp::create(rewriter, loc, states.getTypes(), isOwn, /*withElseRegion=*/true);
  scf::YieldOp::create(rewriter, loc, branch.getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, loop.getRegionIterArgs());
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, update(number, position, loop.getRegionIterArgs()));
  rewriter.setInsertionPointAfter(loop);
  return loop.getResults();
}

/// The slice of a dimension, and all of the others.
static void getSlice(OpBuilder &builder, SmallVectorImpl<OpFoldResult> &offsets,
                     SmallVectorImpl<OpFoldResult> &strides, size_t rank) {
  offsets.assign(rank, builder.getIndexAttr(0));
  strides.assign(rank, builder.getIndexAttr(1));
}

SmallVector<Value> Updates::createCopies(Value numBlocks) {
  // The memory of a block that copies may fill, in bytes.
  constexpr int64_t ownBytes = 16384;
  int64_t bytes = 0;
  for (Type type : op->getResultTypes()) {
    Type scalar = getElementTypeOrSelf(type);
    bytes += scalar.isIndex() ? 8 : llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
  }
  SmallVector<OpFoldResult> sizes = sizesOf(0);
  int64_t most = ownBytes / bytes;
  if (sizes.size() != 1)
    return updateCopies(numBlocks, 0);
  if (std::optional<int64_t> cells = getConstantIntValue(sizes[0]))
    return updateCopies(numBlocks, *cells <= most ? *cells : 0);
  Value cells = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[0]);
  Value fits = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ule, cells, index(most));
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(RankedTensorType::get(
        {getConstantIntValue(numBlocks).value_or(ShapedType::kDynamic), ShapedType::kDynamic},
        getElementTypeOrSelf(type)));
  auto versions = scf::IfOp::create(rewriter, loc, types, fits, /*withElseRegion=*/true);
  for (auto [block, own] : {std::pair(versions.thenBlock(), most), {versions.elseBlock(), 0}}) {
    rewriter.setInsertionPointToStart(block);
    scf::YieldOp::create(rewriter, loc, updateCopies(numBlocks, own));
  }
  rewriter.setInsertionPointAfter(versions);
  return SmallVector<Value>(versions.getResults());
}

SmallVector<Value> Updates::updateInThreads(ValueRange copies,
                                            ArrayRef<SmallVector<OpFoldResult>> sizesOfCopies,
                                            Value base, Value first, Value size) {
  Value numThreads = index(machine.blockThreads);
  scf::ForallOp threads = createWorkerLoop(rewriter, loc, Level::Block,
                                           rewriter.getIndexAttr(machine.blockThreads), copies);
  rewriter.setInsertionPointToStart(threads.getBody());
  Value cells = getValueOrCreateConstantIndexOp(rewriter, loc, sizesOfCopies[0].front());
  Value thread = threads.getInductionVar(0);
  Value start = arith::MinUIOp::create(rewriter, loc, thread, cells);
  Value count = arith::CeilDivUIOp::create(
      rewriter, loc, arith::SubIOp::create(rewriter, loc, cells, start), numThreads);
  SmallVector<OpFoldResult> offsets, strides;
  SmallVector<Value> states;
  SmallVector<SmallVector<OpFoldResult>> sizesOfStates;
  for (auto [number, own] : llvm::enumerate(threads.getRegionIterArgs())) {
    SmallVector<OpFoldResult> sizes = sizesOfCopies[number];
    sizes[0] = count;
    getSlice(rewriter, offsets, strides, sizes.size());
    offsets[0] = start;
    strides[0] = getAsOpFoldResult(numThreads);
    SmallVector<int64_t> shape(cast<RankedTensorType>(own.getType()).getShape());
    shape[0] = ShapedType::kDynamic;
    Value state = extractSlice(rewriter, loc, cast<RankedTensorType>(own.getType()).clone(shape),
                               own, offsets, sizes, strides);
    states.push_back(linalg::FillOp::create(rewriter, loc, unitOf(number), state).getResult(0));
    sizesOfStates.push_back(sizes);
  }
  SmallVector<Value> updated =
      createUpdates(first, size, index(1), states, [&](OpBuilder &builder, Value bin) {
        // A negative index is, as an unsigned number, beyond the end.
        bin = builder.createOrFold<arith::SubIOp>(loc, bin, base);
        Value owner = arith::RemUIOp::create(builder, loc, bin, numThreads);
        Value position = arith::DivUIOp::create(builder, loc, bin, numThreads);
        Value isOwn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, owner, thread);
        Value isInside =
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, position, count);
        return std::make_pair(arith::AndIOp::create(builder, loc, isOwn, isInside).getResult(),
                              position);
      });
  rewriter.setInsertionPointToStart(threads.getTerminator().getBody());
  for (auto [state, own, sizes] :
       llvm::zip_equal(updated, threads.getRegionIterArgs(), sizesOfStates)) {
    getSlice(rewriter, offsets, strides, sizes.size());
    offsets[0] = start;
    strides[0] = getAsOpFoldResult(numThreads);
    tensor::ParallelInsertSliceOp::create(rewriter, loc, state, own, offsets, sizes, strides);
  }
  rewriter.setInsertionPointAfter(threads);
  return SmallVector<Value>(threads.getResults());
}

SmallVector<Value> Updates::updateCopies(Value numBlocks, int64_t ownCells) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  SmallVector<Value> outputs;
  for (auto [number, result] : llvm::enumerate(op->getResultTypes())) {
    SmallVector<OpFoldResult> sizes = {getAsOpFoldResult(numBlocks)};
    llvm::append_range(sizes, sizesOf(number));
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, getElementTypeOrSelf(result)));
  }
  Value part = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), outputs);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value block = blocks.getInductionVar(0);
  Value first = arith::MinUIOp::create(rewriter, loc,
                                       arith::MulIOp::create(rewriter, loc, block, part), extent);
  Value size = arith::MinUIOp::create(rewriter, loc,
                                      arith::SubIOp::create(rewriter, loc, extent, first), part);
  SmallVector<OpFoldResult> offsets, strides;
  // The copy of each result that belongs to the block.
  SmallVector<Value> copies;
  SmallVector<SmallVector<OpFoldResult>> sizesOfCopies, sizesOfStates;
  for (auto [number, own] : llvm::enumerate(blocks.getRegionIterArgs())) {
    SmallVector<OpFoldResult> sizes = {one};
    sizesOfStates.push_back(sizesOf(number));
    llvm::append_range(sizes, sizesOfStates.back());
    getSlice(rewriter, offsets, strides, sizes.size());
    offsets[0] = block;
    auto type = cast<RankedTensorType>(op->getResult(number).getType());
    SmallVector<int64_t> shape;
    for (OpFoldResult each : ArrayRef(sizes).drop_front())
      shape.push_back(getConstantIntValue(each).value_or(ShapedType::kDynamic));
    if (ownCells != 0) {
      Value whole = bufferization::AllocTensorOp::create(
          rewriter, loc, RankedTensorType::get({ownCells}, type.getElementType()), ValueRange());
      copies.push_back(extractSlice(rewriter, loc, type.clone(shape), whole,
                                    {rewriter.getIndexAttr(0)}, {sizes[1]}, {one}));
    } else {
      copies.push_back(
          extractSlice(rewriter, loc, type.clone(shape), own, offsets, sizes, strides));
    }
    sizesOfCopies.push_back(sizes);
  }
  SmallVector<Value> updated = updateInThreads(copies, sizesOfStates, index(0), first, size);
  rewriter.setInsertionPointToStart(blocks.getTerminator().getBody());
  for (auto [copy, own, sizes] :
       llvm::zip_equal(updated, blocks.getRegionIterArgs(), sizesOfCopies)) {
    getSlice(rewriter, offsets, strides, sizes.size());
    offsets[0] = block;
    tensor::ParallelInsertSliceOp::create(rewriter, loc, copy, own, offsets, sizes, strides);
  }
  rewriter.setInsertionPointAfter(blocks);
  return blocks.getResults();
}

SmallVector<Value> Updates::combine(ValueRange copies, Value numBlocks, Operation *&loop) {
  if (scatter)
    return {createSumOfCopies(rewriter, loc, scatter.getAcc(), copies[0], numBlocks, loop)};
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  auto build = BuildOp::create(rewriter, loc, hist.getResultTypes(), hist.getBins());
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(&build.getBody(), {}, rewriter.getIndexType(), loc);
  SmallVector<Value> columns;
  for (Value copy : copies) {
    auto type = cast<RankedTensorType>(copy.getType());
    columns.push_back(extractSlice(
        rewriter, loc, RankedTensorType::get({ShapedType::kDynamic}, type.getElementType()), copy,
        {zero, OpFoldResult(body->getArgument(0))}, {OpFoldResult(numBlocks), one}, {one, one}));
  }
  auto reduce = ReduceOp::create(rewriter, loc, columns, hist.getUnits(),
                                 [&](OpBuilder &builder, Location, ValueRange args) {
                                   IRMapping mapping;
                                   mapping.map(hist.getBody().getArguments(), args);
                                   for (Operation &each : hist.getBodyBlock())
                                     builder.clone(each, mapping);
                                 });
  YieldOp::create(rewriter, loc, reduce.getResults());
  loop = build;
  return SmallVector<Value>(build.getResults());
}

//===----------------------------------------------------------------------===//
// Sorted updates
//===----------------------------------------------------------------------===//

Value Updates::countBits(Value count) {
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return index(llvm::Log2_64_Ceil(std::max<int64_t>(*known, 1)));
  Type word = rewriter.getI64Type();
  Value last = arith::SubIOp::create(rewriter, loc, count, index(1));
  Value number = arith::IndexCastOp::create(rewriter, loc, word, last);
  Value zeros = math::CountLeadingZerosOp::create(rewriter, loc, number);
  Value all = arith::ConstantOp::create(rewriter, loc, rewriter.getI64IntegerAttr(64));
  Value bits = arith::SubIOp::create(rewriter, loc, all, zeros);
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), bits);
}

Value Updates::paysToSort() {
  // Copies take T = 2 sqrt(work * copy), by `balanceCopies`, of which the numbers of the result are
  // most of `copy`. The launches of the kernels that sort take some 15 us for numbers, and some 30
  // us for rows, which are sorted twice.
  SmallVector<OpFoldResult> sizes = sizesOf(0);
  bool isOfRows = sizes.size() > 1;
  const double leastVolume = isOfRows ? 0x1p34 : 0x1p33;
  const int64_t leastBins = isOfRows ? 1024 : 2048;
  constexpr int64_t leastThreads = 32;
  // No slice can be inserted into an array that is known to be empty.
  if (machine.blockThreads < leastThreads || isConstantIntValue(extent, 0))
    return {};
  Type type = rewriter.getF64Type();
  auto toFloat = [&](Value value) -> Value {
    Value word = rewriter.createOrFold<arith::IndexCastOp>(loc, rewriter.getI64Type(), value);
    return rewriter.createOrFold<arith::UIToFPOp>(loc, type, word);
  };
  Value volume = toFloat(extent);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Value factor = toFloat(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    // The work of an update, and the size of a copy, have all dimensions but the first.
    for (unsigned i = 0; i < (dim == 0 ? 1 : 2); ++i)
      volume = rewriter.createOrFold<arith::MulFOp>(loc, volume, factor);
  }
  Value least = arith::ConstantOp::create(rewriter, loc, rewriter.getF64FloatAttr(leastVolume));
  Value isLarge =
      rewriter.createOrFold<arith::CmpFOp>(loc, arith::CmpFPredicate::OGE, volume, least);
  Value bins = getValueOrCreateConstantIndexOp(rewriter, loc, sizes.front());
  Value isWide =
      rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ugt, bins, index(leastBins));
  Value pays = rewriter.createOrFold<arith::AndIOp>(loc, isLarge, isWide);
  return isConstantIntValue(pays, 0) ? Value() : pays;
}

SmallVector<Value> Updates::updateParts(Value numBlocks, Value width,
                                        function_ref<Value(OpBuilder &, Value bin)> bucketOf) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value most = rewriter.createOrFold<arith::AddIOp>(loc, numBlocks, index(machine.blockThreads));
  Value total = rewriter.createOrFold<arith::MulIOp>(loc, most, width);
  SmallVector<Value> outputs;
  for (Type result : op->getResultTypes())
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc,
                                              ArrayRef<OpFoldResult>{getAsOpFoldResult(total)},
                                              getElementTypeOrSelf(result)));
  Value share = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), outputs);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value block = blocks.getInductionVar(0);
  Value first = arith::MinUIOp::create(rewriter, loc,
                                       arith::MulIOp::create(rewriter, loc, block, share), extent);
  Value size = arith::MinUIOp::create(rewriter, loc,
                                      arith::SubIOp::create(rewriter, loc, extent, first), share);
  auto bucketAt = [&](Value place) {
    return bucketOf(rewriter, readIndex(rewriter, loc, indices, place));
  };
  Value last = arith::SubIOp::create(rewriter, loc, extent, index(1));
  Value end = arith::AddIOp::create(rewriter, loc, first, size);
  end = arith::MaxUIOp::create(rewriter, loc, end, index(1));
  Value firstBucket = bucketAt(arith::MinUIOp::create(rewriter, loc, first, last));
  Value lastBucket = bucketAt(arith::SubIOp::create(rewriter, loc, end, index(1)));
  Value span = arith::SubIOp::create(rewriter, loc, lastBucket, firstBucket);
  span = arith::AddIOp::create(rewriter, loc, span, index(1));
  Value isEmpty = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, size, index(0));
  span = arith::SelectOp::create(rewriter, loc, isEmpty, index(0), span);
  Value cells = arith::MulIOp::create(rewriter, loc, span, width);
  Value base = arith::MulIOp::create(rewriter, loc, firstBucket, width);
  Value offset = arith::MulIOp::create(rewriter, loc, block, width);
  offset = arith::AddIOp::create(rewriter, loc, offset, base);
  SmallVector<Value> parts;
  for (Value own : blocks.getRegionIterArgs())
    parts.push_back(extractSlice(
        rewriter, loc, cast<RankedTensorType>(own.getType()).clone({ShapedType::kDynamic}), own,
        {OpFoldResult(offset)}, {OpFoldResult(cells)}, {one}));
  SmallVector<SmallVector<OpFoldResult>> sizes(parts.size(), {OpFoldResult(cells)});
  SmallVector<Value> updated = updateInThreads(parts, sizes, base, first, size);
  rewriter.setInsertionPointToStart(blocks.getTerminator().getBody());
  for (auto [part, own] : llvm::zip_equal(updated, blocks.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, own, ArrayRef<OpFoldResult>{offset},
                                          ArrayRef<OpFoldResult>{cells},
                                          ArrayRef<OpFoldResult>{one});
  rewriter.setInsertionPointAfter(blocks);
  return blocks.getResults();
}

SmallVector<Value> Updates::combineSortedParts(SmallVectorImpl<Operation *> &left) {
  Value numThreads = index(machine.blockThreads);
  Value bins = getValueOrCreateConstantIndexOp(rewriter, loc, sizesOf(0).front());
  Value excess = arith::SubIOp::create(rewriter, loc, countBits(bins),
                                       index(llvm::Log2_64(machine.blockThreads)));
  Value shift = arith::MaxSIOp::create(rewriter, loc, excess, index(0));
  Value width = arith::ShLIOp::create(rewriter, loc, index(1), shift);
  // Updates beyond the end have the last bucket.
  auto bucketOf = [&](OpBuilder &builder, Value bin) -> Value {
    Value bucket = arith::ShRUIOp::create(builder, loc, bin, shift);
    return arith::MinUIOp::create(builder, loc, bucket,
                                  createIndex(builder, loc, machine.blockThreads - 1));
  };
  UpdateSort sort(rewriter, loc, machine, extent);
  UpdateSort::Sorted sorted = sort.sort(indices, arrays, bucketOf);
  indices = sorted.keys;
  arrays = sorted.values;

  // The parts of all blocks have at most four times as many elements as there are updates, or twice
  // as many as there are bins.
  constexpr int64_t updatesOfBlock = 1024;
  auto smaller = [&](Value a, Value b) { return rewriter.createOrFold<arith::MinUIOp>(loc, a, b); };
  Value share = rewriter.createOrFold<arith::DivUIOp>(
      loc, rewriter.createOrFold<arith::MulIOp>(loc, extent, index(4)), width);
  share = rewriter.createOrFold<arith::MaxUIOp>(loc, share, numThreads);
  Value needed = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(updatesOfBlock));
  Value numBlocks = limitBlocks(rewriter, loc, smaller(needed, share), machine);
  SmallVector<Value> parts = updateParts(numBlocks, width, bucketOf);

  share = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(RankedTensorType::get(
        {getConstantIntValue(bins).value_or(ShapedType::kDynamic)}, getElementTypeOrSelf(type)));
  auto build = BuildOp::create(rewriter, loc, types, bins);
  left.push_back(build);
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(&build.getBody(), {}, rewriter.getIndexType(), loc);
  Value bin = body->getArgument(0);
  Value bucket = arith::ShRUIOp::create(rewriter, loc, bin, shift);
  Value begin = sort.getStart(rewriter, sorted, bucket);
  Value end =
      sort.getStart(rewriter, sorted, arith::AddIOp::create(rewriter, loc, bucket, index(1)));
  Value firstBlock = arith::DivUIOp::create(rewriter, loc, begin, share);
  Value endBlock = arith::CeilDivUIOp::create(rewriter, loc, end, share);
  Value isEmpty = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, begin, end);
  endBlock = arith::SelectOp::create(rewriter, loc, isEmpty, firstBlock, endBlock);
  SmallVector<Value> starts;
  if (hist)
    llvm::append_range(starts, hist.getUnits());
  else if (Value number = getNumberOf(scatter.getAcc()))
    starts.push_back(number);
  else
    starts.push_back(tensor::ExtractOp::create(rewriter, loc, scatter.getAcc(), bin));
  auto loop =
      scf::ForOp::create(rewriter, loc, firstBlock, endBlock, index(1), starts,
                         [&](OpBuilder &builder, Location at, Value block, ValueRange states) {
                           Value place = arith::MulIOp::create(builder, at, block, width);
                           place = arith::AddIOp::create(builder, at, place, bin);
                           SmallVector<Value> own =
                               llvm::map_to_vector(parts, [&](Value part) -> Value {
                                 return tensor::ExtractOp::create(builder, at, part, place);
                               });
                           SmallVector<Value> next;
                           if (hist) {
                             IRMapping mapping;
                             mapping.map(hist.getStateArgs(), states);
                             mapping.map(hist.getElementArgs(), own);
                             next = cloneBody(builder, hist.getBodyBlock(), mapping);
                           } else {
                             next.push_back(arith::AddFOp::create(builder, at, states[0], own[0]));
                           }
                           scf::YieldOp::create(builder, at, next);
                         });
  YieldOp::create(rewriter, loc, loop.getResults());
  return SmallVector<Value>(build.getResults());
}

Value Updates::sumSortedRows(SmallVectorImpl<Operation *> &left) {
  int64_t digitBits = llvm::Log2_64(machine.blockThreads);
  SmallVector<OpFoldResult> sizes = sizesOf(0);
  Value bins = getValueOrCreateConstantIndexOp(rewriter, loc, sizes.front());
  Value excess = arith::SubIOp::create(rewriter, loc, countBits(bins), index(2 * digitBits));
  Value shift = arith::MaxSIOp::create(rewriter, loc, excess, index(0));
  auto digitOf = [&](OpBuilder &builder, Value bin, bool isHigh) -> Value {
    Value bucket = arith::ShRUIOp::create(builder, loc, bin, shift);
    Value mask = createIndex(builder, loc, machine.blockThreads - 1);
    if (!isHigh)
      return arith::AndIOp::create(builder, loc, bucket, mask);
    bucket = arith::ShRUIOp::create(builder, loc, bucket, createIndex(builder, loc, digitBits));
    return arith::MinUIOp::create(builder, loc, bucket, mask);
  };
  UpdateSort sort(rewriter, loc, machine, extent);
  Value numbers = createIota(rewriter, loc, extent);
  UpdateSort::Sorted byLow =
      sort.sort(indices, numbers, [&](OpBuilder &b, Value bin) { return digitOf(b, bin, false); });
  UpdateSort::Sorted sorted = sort.sort(
      byLow.keys, byLow.values, [&](OpBuilder &b, Value bin) { return digitOf(b, bin, true); });
  Value keys = sorted.keys, order = sorted.values.front();

  // The position of the first update of each bucket, and of the end.
  Value lastBin = arith::SubIOp::create(rewriter, loc, bins, index(1));
  Value numBuckets = arith::ShRUIOp::create(rewriter, loc, lastBin, shift);
  numBuckets = arith::AddIOp::create(rewriter, loc, numBuckets, index(2));
  Value steps = arith::AddIOp::create(rewriter, loc, countBits(extent), index(1));
  Value lastUpdate = arith::SubIOp::create(rewriter, loc, extent, index(1));
  auto begins = BuildOp::create(
      rewriter, loc, numBuckets, [&](OpBuilder &builder, Location at, ValueRange args) {
        Value zero = createIndex(builder, at, 0), one = createIndex(builder, at, 1);
        auto search = scf::ForOp::create(
            builder, at, zero, steps, one, ValueRange{zero, extent},
            [&](OpBuilder &inner, Location here, Value, ValueRange range) {
              Value sum = arith::AddIOp::create(inner, here, range[0], range[1]);
              Value middle = arith::ShRUIOp::create(inner, here, sum, one);
              Value place = arith::MinUIOp::create(inner, here, middle, lastUpdate);
              Value bucket = arith::ShRUIOp::create(
                  inner, here, tensor::ExtractOp::create(inner, here, keys, place), shift);
              Value isOpen =
                  arith::CmpIOp::create(inner, here, arith::CmpIPredicate::ult, range[0], range[1]);
              Value isLess =
                  arith::CmpIOp::create(inner, here, arith::CmpIPredicate::ult, bucket, args[0]);
              isLess = arith::AndIOp::create(inner, here, isLess, isOpen);
              Value next = arith::AddIOp::create(inner, here, middle, one);
              Value low = arith::SelectOp::create(inner, here, isLess, next, range[0]);
              Value high = arith::SelectOp::create(inner, here, isLess, range[1], middle);
              scf::YieldOp::create(inner, here, ValueRange{low, high});
            });
        YieldOp::create(builder, at, search.getResult(0));
      });
  left.push_back(begins);

  Value values = collapseRows(rewriter, loc, arrays.front());
  Value rowSize = index(1);
  for (OpFoldResult size : llvm::drop_begin(sizes))
    rowSize = rewriter.createOrFold<arith::MulIOp>(
        loc, rowSize, getValueOrCreateConstantIndexOp(rewriter, loc, size));
  auto addUp = [&](Value start, Value place) -> Value {
    Value bin = arith::DivUIOp::create(rewriter, loc, place, rowSize);
    Value column = arith::RemUIOp::create(rewriter, loc, place, rowSize);
    Value bucket = arith::ShRUIOp::create(rewriter, loc, bin, shift);
    Value next = arith::AddIOp::create(rewriter, loc, bucket, index(1));
    Value begin = tensor::ExtractOp::create(rewriter, loc, begins.getResult(0), bucket);
    Value end = tensor::ExtractOp::create(rewriter, loc, begins.getResult(0), next);
    auto sum = scf::ForOp::create(
        rewriter, loc, begin, end, index(1), start,
        [&](OpBuilder &builder, Location at, Value number, ValueRange so) {
          Value key = tensor::ExtractOp::create(builder, at, keys, number);
          Value isOwn = arith::CmpIOp::create(builder, at, arith::CmpIPredicate::eq, key, bin);
          auto branch = scf::IfOp::create(
              builder, at, isOwn,
              [&](OpBuilder &inner, Location here) {
                Value row = tensor::ExtractOp::create(inner, here, order, number);
                Value addend =
                    tensor::ExtractOp::create(inner, here, values, ValueRange{row, column});
                Value added = arith::AddFOp::create(inner, here, so[0], addend);
                scf::YieldOp::create(inner, here, added);
              },
              [&](OpBuilder &inner, Location here) { scf::YieldOp::create(inner, here, so); });
          scf::YieldOp::create(builder, at, branch.getResults());
        });
    return sum.getResult(0);
  };
  return createElements(rewriter, loc, scatter.getAcc(), left.emplace_back(), addUp);
}

/// The values, cast to the types of the results of `op`.
static SmallVector<Value> castTo(OpBuilder &builder, Operation *op, ArrayRef<Value> values) {
  SmallVector<Value> cast;
  for (auto [value, result] : llvm::zip_equal(values, op->getResults()))
    cast.push_back(
        value.getType() == result.getType()
            ? value
            : tensor::CastOp::create(builder, op->getLoc(), result.getType(), value).getResult());
  return cast;
}

SmallVector<Value> Updates::updateSorted(SmallVectorImpl<Operation *> &left) {
  SmallVector<Value> before = arrays;
  Value indicesBefore = indices;
  SmallVector<Value> results =
      sizesOf(0).size() > 1 ? SmallVector<Value>{sumSortedRows(left)} : combineSortedParts(left);
  arrays = before;
  indices = indicesBefore;
  return castTo(rewriter, op, results);
}

SmallVector<Value> Updates::updateByCopies(SmallVectorImpl<Operation *> &left) {
  Value numBlocks = chooseBlocks();
  SmallVector<Value> copies = createCopies(numBlocks);
  return castTo(rewriter, op, combine(copies, numBlocks, left.emplace_back()));
}

SmallVector<Value> Updates::addAtomically(ArrayRef<Value> wholes) {
  Value numThreads = index(machine.blockThreads);
  Value needed = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numThreads);
  Value numBlocks = limitBlocks(rewriter, loc, needed, machine);
  Value step = rewriter.createOrFold<arith::MulIOp>(loc, numBlocks, numThreads);
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), wholes);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value before = arith::MulIOp::create(rewriter, loc, blocks.getInductionVar(0), numThreads);
  scf::ForallOp threads =
      createWorkerLoop(rewriter, loc, Level::Block, rewriter.getIndexAttr(machine.blockThreads),
                       blocks.getRegionIterArgs());
  rewriter.setInsertionPointToStart(threads.getBody());
  Value first = arith::MinUIOp::create(
      rewriter, loc, arith::AddIOp::create(rewriter, loc, before, threads.getInductionVar(0)),
      extent);
  Value count = arith::CeilDivUIOp::create(
      rewriter, loc, arith::SubIOp::create(rewriter, loc, extent, first), step);
  Value cells = getValueOrCreateConstantIndexOp(rewriter, loc, sizesOf(0).front());
  SmallVector<Value> updated = createUpdates(
      first, count, step, threads.getRegionIterArgs(), [&](OpBuilder &builder, Value bin) {
        Value isInside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, bin, cells);
        return std::make_pair(isInside, bin);
      });
  auto insert = [&](scf::ForallOp loop, ValueRange values) {
    rewriter.setInsertionPointToStart(loop.getTerminator().getBody());
    for (auto [value, own] : llvm::zip_equal(values, loop.getRegionIterArgs())) {
      SmallVector<OpFoldResult> offsets, strides, sizes;
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(loop.getTerminator());
      sizes = tensor::getMixedSizes(rewriter, loc, own);
      getSlice(rewriter, offsets, strides, sizes.size());
      rewriter.setInsertionPointToEnd(loop.getTerminator().getBody());
      tensor::ParallelInsertSliceOp::create(rewriter, loc, value, own, offsets, sizes, strides);
    }
  };
  insert(threads, updated);
  insert(blocks, threads.getResults());
  rewriter.setInsertionPointAfter(blocks);
  return blocks.getResults();
}

SmallVector<Operation *> Updates::run(bool checkExtents) {
  rewriter.setInsertionPoint(op);
  extent = getValueOrCreateConstantIndexOp(rewriter, loc, getArraySize(rewriter, loc, indices));
  if (checkExtents) {
    SmallVector<Value> all = {indices};
    llvm::append_range(all, arrays);
    assertOneExtent(rewriter, op, all);
  }
  SmallVector<Operation *> left;
  SmallVector<Value> results;
  if (isAtomic()) {
    remarkDone(
        op, {"chad-distribute-kernels", "atomic-updates"},
        isSumOfIntegers()
            ? "updates divided among the threads of a kernel, which add integers by atomic "
              "additions"
            : "updates divided among the threads of a kernel, which add by atomic additions: "
              "their order, and so the rounding, depends on timing");
    SmallVector<Value> wholes;
    if (scatter)
      wholes.push_back(scatter.getAcc());
    else
      for (unsigned i = 0; i < op->getNumResults(); ++i) {
        Value empty =
            tensor::EmptyOp::create(rewriter, loc, sizesOf(i), hist.getUnits()[i].getType());
        wholes.push_back(linalg::FillOp::create(rewriter, loc, unitOf(i), empty).getResult(0));
      }
    results = addAtomically(wholes);
  } else {
    remarkDone(op, {"chad-distribute-kernels", "owned-updates"},
               "updates divided among the blocks of a kernel, which have copies; each thread of a "
               "block makes those of its own elements, in order");
    Value isSorted = paysToSort();
    if (isSorted)
      remarkDone(op, {"chad-distribute-kernels", "sorted-updates"},
                 "has a version for many updates of many elements, which sorts the updates: there "
                 "are no copies");
    if (!isSorted) {
      results = updateByCopies(left);
    } else if (isConstantIntValue(isSorted, 1)) {
      results = updateSorted(left);
    } else {
      auto versions =
          scf::IfOp::create(rewriter, loc, op->getResultTypes(), isSorted, /*withElseRegion=*/true);
      rewriter.setInsertionPointToStart(versions.thenBlock());
      scf::YieldOp::create(rewriter, loc, updateSorted(left));
      rewriter.setInsertionPointToStart(versions.elseBlock());
      scf::YieldOp::create(rewriter, loc, updateByCopies(left));
      results = versions.getResults();
    }
  }
  for (auto [old, result] : llvm::zip_equal(op->getResults(), results)) {
    Value value = result;
    if (value.getType() != old.getType())
      value = tensor::CastOp::create(rewriter, loc, old.getType(), value);
    rewriter.replaceAllUsesWith(old, value);
  }
  rewriter.eraseOp(op);
  return left;
}

SmallVector<Operation *> chad::detail::divideUpdates(RewriterBase &rewriter, Operation *op,
                                                     const Machine &machine, bool checkExtents) {
  return Updates(rewriter, op, machine).run(checkExtents);
}
