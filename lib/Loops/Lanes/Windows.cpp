//===- Windows.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"
#include "../Sums.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

bool Windows::isConsecutive(Value index) const {
  if (!variation.contains(index))
    return false;
  if (auto arg = dyn_cast<BlockArgument>(index)) {
    Value array = getArrayOfElement(arg);
    return arg.getOwner() == &loop.getBodyBlock() &&
           (arg == loop.getIndexArg() || (array && getIota(array)));
  }
  Operation *op = index.getDefiningOp();
  if (!isa<arith::AddIOp, arith::SubIOp>(op))
    return false;
  bool isSecond = variation.contains(op->getOperand(1));
  return isa<arith::AddIOp>(op) && isSecond
             ? !variation.contains(op->getOperand(0)) && isConsecutive(op->getOperand(1))
             : !isSecond && isConsecutive(op->getOperand(0));
}

bool Windows::areConsecutive(ArrayRef<OpFoldResult> indices) const {
  if (indices.empty())
    return false;
  auto last = dyn_cast<Value>(indices.back());
  return last && isConsecutive(last) && llvm::none_of(indices.drop_back(), [&](OpFoldResult index) {
           auto value = dyn_cast<Value>(index);
           return value && variation.contains(value);
         });
}

//===----------------------------------------------------------------------===//
// Which slices are windows
//===----------------------------------------------------------------------===//

bool Windows::isWindow(tensor::ExtractSliceOp slice) const {
  auto isOne = [](OpFoldResult stride) { return isConstantIntValue(stride, 1); };
  return areConsecutive(slice.getMixedOffsets()) && llvm::all_of(slice.getMixedStrides(), isOne) &&
         !slice.getDroppedDims().test(slice.getSourceType().getRank() - 1) &&
         llvm::none_of(slice.getSizes(), [&](Value size) { return variation.contains(size); });
}

/// Whether an op reads the extent of a constant dimension.
static bool isKnownDim(Operation *op) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  return dim && dim.getConstantIndex();
}

/// Whether an array is only used by loops that read its elements.
static bool isReadByElements(Value array) {
  return llvm::all_of(array.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isKnownDim(user) || isa<tensor::ExtractOp>(user))
      return true;
    if (!chad::isReadByElement(use))
      return false;
    Value element = cast<ArrayLoopOpInterface>(user).getElementArgs()[use.getOperandNumber()];
    return !isa<RankedTensorType>(element.getType()) || isReadByElements(element);
  });
}

/// The only use of a value, except for uses of its shape; null if there are several, or none.
static OpOperand *getOnlyUse(Value value) {
  OpOperand *only = nullptr;
  for (OpOperand &use : value.getUses()) {
    if (isKnownDim(use.getOwner()))
      continue;
    if (only)
      return nullptr;
    only = &use;
  }
  return only;
}

/// Whether loops compute `after` from `before` by additions to its elements.
static bool addsByElements(Value before, Value after) {
  if (!isa<RankedTensorType>(before.getType()))
    return isSum(before, after);
  auto result = dyn_cast<OpResult>(after);
  OpOperand *read = getOnlyUse(before), *use = getOnlyUse(after);
  if (!result || !read || !use || before.getType() != after.getType() ||
      !chad::isReadByElement(*read) || read->getOwner() != result.getOwner())
    return false;
  auto loop = cast<ArrayLoopOpInterface>(result.getOwner());
  return result.getResultNumber() >= loop.getNumStates() &&
         addsByElements(loop.getElementArgs()[read->getOperandNumber()],
                        loop.getYield()->getOperand(result.getResultNumber()));
}

bool Windows::isRead(tensor::ExtractSliceOp slice) const {
  return isWindow(slice) && !variation.contains(slice.getSource()) &&
         isReadByElements(slice.getResult());
}

/// The slice that an update inserts again; null if the array has other uses.
static tensor::ExtractSliceOp getUpdated(tensor::InsertSliceOp written) {
  tensor::ExtractSliceOp read;
  for (Operation *user : written.getDest().getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (user == written || isKnownDim(user))
      continue;
    if (!slice || read || slice->getBlock() != written->getBlock())
      return {};
    read = slice;
  }
  return read && read.getType() == written.getSourceType() &&
                 written.getSource() != written.getDest() &&
                 read.getMixedOffsets() == written.getMixedOffsets() &&
                 read.getMixedSizes() == written.getMixedSizes() &&
                 read.getMixedStrides() == written.getMixedStrides()
             ? read
             : tensor::ExtractSliceOp();
}

bool Windows::isUpdate(tensor::InsertSliceOp written) const {
  tensor::ExtractSliceOp read = getUpdated(written);
  return read && isWindow(read) && addsByElements(read.getResult(), written.getSource());
}

bool Windows::isUpdated(tensor::ExtractSliceOp slice) const {
  return llvm::any_of(slice.getSource().getUsers(), [&](Operation *user) {
    auto written = dyn_cast<tensor::InsertSliceOp>(user);
    return written && getUpdated(written) == slice && isUpdate(written);
  });
}

bool Windows::exist() const {
  return loop
      ->walk([&](tensor::ExtractSliceOp slice) {
        return isRead(slice) || isUpdated(slice) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool Windows::haveUpdates() const {
  return loop
      ->walk([&](tensor::InsertSliceOp slice) {
        return isUpdate(slice) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool Windows::areAllUpdates() const {
  return !loop->walk([&](Operation *op) {
                auto written = dyn_cast<tensor::InsertSliceOp>(op);
                bool isOther = isa<linalg::LinalgOp>(op) || (written && !isUpdate(written));
                return isOther ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Sums that lanes share
//===----------------------------------------------------------------------===//

DenseSet<Value> Windows::findShared() const {
  DenseSet<Value> shared;
  for (auto [i, state] : llvm::enumerate(loop.getStateArgs())) {
    Value next = loop.getYieldedStates()[i];
    DenseSet<Value> found;
    SmallVector<Value> worklist = {state};
    bool isShared = isa<RankedTensorType>(state.getType());
    while (isShared && !worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (!found.insert(value).second)
        continue;
      for (OpOperand &use : value.getUses()) {
        Operation *op = use.getOwner();
        unsigned number = use.getOperandNumber();
        isShared &=
            TypeSwitch<Operation *, bool>(op)
                .Case([&](tensor::DimOp) { return true; })
                .Case([&](AccumulateOp accumulate) {
                  worklist.push_back(accumulate.getResult());
                  return accumulate.getAcc() == value && accumulate.getValue() != value &&
                         isa<FloatType>(accumulate.getValue().getType()) &&
                         areConsecutive(getAsOpFoldResult(accumulate.getIndices()));
                })
                .Case([&](FoldOp inner) {
                  if (number < inner.getArrays().size())
                    return false;
                  unsigned carried = number - inner.getArrays().size();
                  worklist.push_back(inner.getStateArgs()[carried]);
                  worklist.push_back(inner.getFinalStates()[carried]);
                  return true;
                })
                .Case([&](YieldOp yield) {
                  if (yield->getParentOp() == loop)
                    return yield->getOperand(number) == next && number < loop.getNumStates();
                  auto inner = dyn_cast<FoldOp>(yield->getParentOp());
                  return inner && number < inner.getNumStates();
                })
                .Default([](Operation *) { return false; });
      }
    }
    if (isShared)
      shared.insert(found.begin(), found.end());
  }
  return shared;
}

//===----------------------------------------------------------------------===//
// Elements where they are
//===----------------------------------------------------------------------===//

namespace {
/// The place of the elements of a window in an array.
struct Place {
  SmallVector<OpFoldResult> offsets, sizes;
  llvm::SmallBitVector dropped;

  explicit Place(tensor::ExtractSliceOp slice)
      : offsets(slice.getMixedOffsets()), sizes(slice.getMixedSizes()),
        dropped(slice.getDroppedDims()) {}

  /// The dimensions of the array that the window keeps.
  SmallVector<unsigned> kept() const {
    SmallVector<unsigned> dims;
    for (unsigned dim = 0; dim < sizes.size(); ++dim)
      if (!dropped.test(dim))
        dims.push_back(dim);
    return dims;
  }
  OpFoldResult size(unsigned number) const { return sizes[kept()[number]]; }

  /// The place of part `i` along the window's first dimension.
  void moveTo(OpBuilder &builder, Location loc, Value i) {
    unsigned dim = kept().front();
    Value offset = getValueOrCreateConstantIndexOp(builder, loc, offsets[dim]);
    offsets[dim] = arith::AddIOp::create(builder, loc, offset, i).getResult();
    sizes[dim] = builder.getIndexAttr(1);
    dropped.set(dim);
  }
  SmallVector<Value> indices(OpBuilder &builder, Location loc) const {
    return getValueOrCreateConstantIndexOp(builder, loc, offsets);
  }
  SmallVector<OpFoldResult> strides(OpBuilder &builder) const {
    return SmallVector<OpFoldResult>(sizes.size(), builder.getIndexAttr(1));
  }
};

class Forwarding {
public:
  explicit Forwarding(RewriterBase &rewriter) : rewriter(rewriter) {}

  void read(tensor::ExtractSliceOp slice);
  void update(tensor::InsertSliceOp written);

private:
  /// Replaces extents of a window by the sizes of the slice.
  void replaceDims(Value window, const Place &place);
  /// An iota with an element for each part of the window along its first dimension.
  Value createIotaOf(Location loc, Value window, const Place &place);
  /// The part of `array` at a place: an element, or a window of a dimension less.
  Value readAt(Location loc, Value array, const Place &place, Type type);

  RewriterBase &rewriter;
};
} // namespace

void Forwarding::replaceDims(Value window, const Place &place) {
  for (Operation *user : llvm::make_early_inc_range(window.getUsers()))
    if (auto dim = dyn_cast<tensor::DimOp>(user))
      if (std::optional<int64_t> number = dim.getConstantIndex()) {
        rewriter.setInsertionPoint(dim);
        rewriter.replaceOp(
            dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), place.size(*number)));
      }
}

Value Forwarding::createIotaOf(Location loc, Value window, const Place &place) {
  Value size = getValueOrCreateConstantIndexOp(rewriter, loc, place.size(0));
  Value iota = createIota(rewriter, loc, size);
  auto type = RankedTensorType::get({cast<RankedTensorType>(window.getType()).getDimSize(0)},
                                    rewriter.getIndexType());
  return iota.getType() == type ? iota : tensor::CastOp::create(rewriter, loc, type, iota);
}

Value Forwarding::readAt(Location loc, Value array, const Place &place, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor::ExtractSliceOp::create(rewriter, loc, tensor, array, place.offsets, place.sizes,
                                          place.strides(rewriter));
  return tensor::ExtractOp::create(rewriter, loc, array, place.indices(rewriter, loc));
}

void Forwarding::read(tensor::ExtractSliceOp slice) {
  Place place(slice);
  replaceDims(slice.getResult(), place);
  for (OpOperand &use : llvm::make_early_inc_range(slice->getUses())) {
    Operation *user = use.getOwner();
    Location loc = user->getLoc();
    rewriter.setInsertionPoint(user);
    Place part = place;
    if (auto extract = dyn_cast<tensor::ExtractOp>(user)) {
      for (Value index : extract.getIndices())
        part.moveTo(rewriter, loc, index);
      rewriter.replaceOp(extract, readAt(loc, slice.getSource(), part, extract.getType()));
      continue;
    }
    auto loop = dyn_cast<ArrayLoopOpInterface>(user);
    if (!loop)
      continue;
    unsigned number = use.getOperandNumber();
    Value iota = createIotaOf(loc, slice.getResult(), place);
    Block &body = loop.getBodyBlock();
    BlockArgument element = body.getArgument(number);
    BlockArgument i = body.insertArgument(number, rewriter.getIndexType(), loc);
    rewriter.setInsertionPointToStart(&body);
    part.moveTo(rewriter, loc, i);
    Value moved = readAt(loc, slice.getSource(), part, element.getType());
    rewriter.replaceAllUsesWith(element, moved);
    rewriter.modifyOpInPlace(loop, [&] {
      body.eraseArgument(number + 1);
      loop->setOperand(number, iota);
    });
    if (auto inner = moved.getDefiningOp<tensor::ExtractSliceOp>())
      read(inner);
  }
  if (slice->use_empty())
    rewriter.eraseOp(slice);
}

void Forwarding::update(tensor::InsertSliceOp written) {
  tensor::ExtractSliceOp slice = getUpdated(written);
  Place place(slice);
  Value before = slice.getResult();
  auto after = cast<OpResult>(written.getSource());
  auto loop = cast<ArrayLoopOpInterface>(after.getOwner());
  Location loc = loop.getLoc();
  replaceDims(before, place);
  replaceDims(after, place);
  unsigned number = getOnlyUse(before)->getOperandNumber(), numStates = loop.getNumStates(),
           yielded = after.getResultNumber();
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> arrays(loop.getArrays()), states(loop.getInitialStates());
  arrays[number] = createIotaOf(loc, before, place);
  states.push_back(written.getDest());
  SmallVector<Type> collected(loop.getCollected().getTypes());
  collected.erase(collected.begin() + (yielded - numStates));
  ArrayLoopOpInterface adding = rebuildLoop(rewriter, loop, arrays, states, collected);
  Block &body = adding.getBodyBlock();
  BlockArgument i = body.insertArgument(number, rewriter.getIndexType(), loc);
  BlockArgument element = body.getArgument(number + 1);
  BlockArgument acc = body.addArgument(written.getDest().getType(), loc);
  rewriter.setInsertionPointToStart(&body);
  place.moveTo(rewriter, loc, i);
  Operation *yield = body.getTerminator();
  Value sum = yield->getOperand(yielded), next;
  if (isa<RankedTensorType>(element.getType())) {
    rewriter.replaceAllUsesWith(element, readAt(loc, acc, place, element.getType()));
    rewriter.setInsertionPoint(yield);
    next = tensor::InsertSliceOp::create(rewriter, loc, sum, acc, place.offsets, place.sizes,
                                         place.strides(rewriter));
  } else {
    // The addend: the sum that starts from the neutral element.
    Value neutral = arith::ConstantOp::create(rewriter, loc, getNeutralAttr(element.getType()));
    rewriter.replaceAllUsesWith(element, neutral);
    rewriter.setInsertionPoint(yield);
    // The loop may yield the element that it starts from, which is now the neutral element.
    sum = yield->getOperand(yielded);
    next =
        AccumulateOp::create(rewriter, loc, acc.getType(), sum, acc, place.indices(rewriter, loc));
  }
  body.eraseArgument(number + 1);
  rewriter.modifyOpInPlace(yield, [&] {
    yield->eraseOperand(yielded);
    yield->insertOperands(numStates, next);
  });
  rewriter.replaceOp(written, adding.getFinalStates()[numStates]);
  rewriter.replaceAllUsesWith(loop->getResults().take_front(numStates),
                              adding.getFinalStates().take_front(numStates));
  unsigned collecting = numStates + 1;
  for (OpResult result : loop.getCollected())
    if (result != after)
      rewriter.replaceAllUsesWith(result, adding->getResult(collecting++));
  rewriter.eraseOp(loop);
  rewriter.eraseOp(slice);
  if (auto inner = next.getDefiningOp<tensor::InsertSliceOp>())
    update(inner);
}

void chad::detail::forwardWindows(RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                  const Variation &variation) {
  Windows windows(loop, variation);
  SmallVector<tensor::ExtractSliceOp> reads;
  SmallVector<tensor::InsertSliceOp> updates;
  loop->walk([&](Operation *op) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op); slice && windows.isRead(slice))
      reads.push_back(slice);
    else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op); slice && windows.isUpdate(slice))
      updates.push_back(slice);
  });
  Forwarding forwarding(rewriter);
  for (tensor::InsertSliceOp slice : updates)
    forwarding.update(slice);
  for (tensor::ExtractSliceOp slice : reads)
    forwarding.read(slice);
}
