//===- Access.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "../Sums.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

BuildOp chad::detail::getCounter(BlockArgument index) {
  Operation *loop = index.getOwner()->getParentOp();
  if (auto build = dyn_cast<BuildOp>(loop))
    return build;
  ValueRange arrays = arraysOf(loop);
  return index.getArgNumber() < arrays.size() ? getIota(arrays[index.getArgNumber()]) : BuildOp();
}

SmallVector<OpFoldResult> chad::detail::getSliceIndices(tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<OpFoldResult> indices;
  for (int64_t dim : llvm::seq<int64_t>(slice.getSourceType().getRank())) {
    OpFoldResult offset = slice.getMixedOffsets()[dim];
    bool isWhole =
        !dropped.test(dim) && getConstantIntValue(offset) == 0 &&
        getConstantIntValue(slice.getMixedStrides()[dim]) == 1 &&
        areEqual(Extent::of(slice.getMixedSizes()[dim]), Extent::of(slice.getSource(), dim));
    if (!dropped.test(dim) && !isWhole)
      return {};
    indices.push_back(isWhole ? OpFoldResult() : offset);
  }
  return indices;
}

std::optional<Symbol> chad::detail::getFixed(OpFoldResult index, Operation *around) {
  auto value = dyn_cast<Value>(index);
  if (value && !value.getParentRegion()->isAncestor(around->getParentRegion()))
    return std::nullopt;
  return Symbol{nullptr, -1, index};
}

namespace {
class OriginFinder {
public:
  OriginFinder(Operation *around, Value array, Symbols indices)
      : around(around), at{array, std::move(indices), {}} {}

  SmallVector<Access> find();

private:
  /// Moves on to the element that this element is a copy of; false if it is not a copy.
  bool step();
  bool stepFromArgument(BlockArgument arg);
  bool stepFromResult(OpResult result);
  /// `given`: for each dimension of `array` its index, or null if the element has this dimension.
  bool stepFromExtract(Value array, ArrayRef<OpFoldResult> given);
  /// Whether the array can be read; sets `access` if so.
  bool isReadable(Access &access) const;

  Symbol getSymbol(Operation *loop) const {
    auto found = symbols.find(loop);
    return found == symbols.end() ? Symbol{loop, -1} : found->second;
  }
  bool isOutside(Operation *loop) const { return loop && !around->isAncestor(loop); }

  Operation *around;
  Access at;
  /// The symbols that the indices of loops on the way stand for.
  DenseMap<Operation *, Symbol> symbols;
  /// Symbols whose range is not the extent of an array's dimension: a dimension with such an index
  /// must have this extent.
  SmallVector<std::pair<Symbol, Extent>> ranges;
};
} // namespace

bool OriginFinder::stepFromArgument(BlockArgument arg) {
  Operation *loop = arg.getOwner()->getParentOp();
  ValueRange arrays = arraysOf(loop);
  if (arg.getArgNumber() >= arrays.size() || getIota(arrays[arg.getArgNumber()]))
    return false;
  at.array = arrays[arg.getArgNumber()];
  at.indices.insert(at.indices.begin(), getSymbol(loop));
  return true;
}

bool OriginFinder::stepFromExtract(Value array, ArrayRef<OpFoldResult> given) {
  Symbols indices;
  size_t next = 0;
  for (OpFoldResult index : given) {
    if (!index) {
      indices.push_back(at.indices[next++]);
      continue;
    }
    if (std::optional<Symbol> fixed = getFixed(index, around)) {
      indices.push_back(*fixed);
      continue;
    }
    auto arg = dyn_cast<BlockArgument>(cast<Value>(index));
    BuildOp counter = arg ? getCounter(arg) : BuildOp();
    if (!counter)
      return false;
    Symbol symbol = getSymbol(arg.getOwner()->getParentOp());
    ranges.push_back({symbol, Extent::of(getAsOpFoldResult(counter.getExtent()))});
    indices.push_back(symbol);
  }
  at.array = array;
  at.indices = indices;
  return true;
}

bool OriginFinder::stepFromResult(OpResult result) {
  Operation *op = result.getOwner();
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    at.array = cast.getSource();
    return isa<RankedTensorType>(at.array.getType());
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return stepFromExtract(extract.getTensor(), getAsOpFoldResult(extract.getIndices()));
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    SmallVector<OpFoldResult> indices = getSliceIndices(slice);
    return !indices.empty() && stepFromExtract(slice.getSource(), indices);
  }
  bool isStored =
      isa<MapOp, BuildOp>(op) || (isa<FoldOp>(op) && result.getResultNumber() >= numStatesOf(op));
  if (!isStored || at.indices.empty())
    return false;
  Symbol symbol = at.indices.front();
  if (auto build = dyn_cast<BuildOp>(op); build && !symbol.fixed)
    ranges.push_back({symbol, Extent::of(getAsOpFoldResult(build.getExtent()))});
  symbols[op] = symbol;
  at.indices.erase(at.indices.begin());
  at.array = op->getRegion(0).front().getTerminator()->getOperand(result.getResultNumber());
  return true;
}

bool OriginFinder::step() {
  if (auto arg = dyn_cast<BlockArgument>(at.array))
    return stepFromArgument(arg);
  return stepFromResult(cast<OpResult>(at.array));
}

bool OriginFinder::isReadable(Access &access) const {
  auto type = dyn_cast<RankedTensorType>(at.array.getType());
  if (!type || type.getRank() != static_cast<int64_t>(at.indices.size()))
    return false;
  // An element of the loop is read from the array that the loop reads.
  if (auto arg = dyn_cast<BlockArgument>(at.array);
      arg && arg.getOwner() == &around->getRegion(0).front())
    return false;
  // The dimensions that outer loops run over must come first, in the order of the loops.
  access = at;
  for (Symbol symbol : at.indices) {
    if (!isOutside(symbol.loop))
      break;
    Operation *last = access.through.empty() ? nullptr : access.through.back();
    if (!isa<MapOp, FoldOp>(symbol.loop) || !symbol.loop->isProperAncestor(around) ||
        (last && !last->isProperAncestor(symbol.loop)))
      return false;
    access.through.push_back(symbol.loop);
  }
  access.indices.erase(access.indices.begin(), access.indices.begin() + access.through.size());
  if (llvm::any_of(access.indices, [&](Symbol symbol) { return isOutside(symbol.loop); }))
    return false;
  Region *region = access.array.getParentRegion();
  Operation *reader = access.through.empty() ? around : access.through.front();
  if (!region->isAncestor(reader->getParentRegion()) &&
      !(access.through.empty() && region == &around->getRegion(0)))
    return false;
  for (auto [dim, index] : llvm::enumerate(at.indices))
    for (const auto &[symbol, extent] : ranges)
      if (symbol == index && !symbol.fixed && !areEqual(extent, Extent::of(at.array, dim)))
        return false;
  return true;
}

SmallVector<Access> OriginFinder::find() {
  SmallVector<Access> origins = {at};
  while (step()) {
    Access access;
    if (isReadable(access))
      origins.push_back(access);
  }
  return origins;
}

SmallVector<Access> chad::detail::findOrigins(Operation *around, Value array, Symbols indices) {
  return OriginFinder(around, array, std::move(indices)).find();
}
