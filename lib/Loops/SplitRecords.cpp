//===- SplitRecords.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes an array for each field of the records in an array.

#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace chad {
#define GEN_PASS_DEF_CHADSPLITRECORDS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

namespace {
/// An array of records: each iteration of a loop makes one, and loops that read the array open
/// their elements, and do nothing else with them.
struct RecordArray {
  ArrayLoopOpInterface maker;
  ArenaPutOp record;
  SmallVector<BlockArgument> elements; ///< In the bodies of the loops that read the array.
  SmallVector<tensor::DimOp> dims;     ///< Its other uses, which ask for the number of records.

  Value getArray() const {
    OpOperand &yielded = *record->use_begin();
    return maker->getResult(yielded.getOperandNumber());
  }
};
} // namespace

/// Whether the values of `field` in all iterations of a loop can be the elements of an array: they
/// are numbers, or arrays of the same extents.
static bool mayBeCollected(Value field, Operation *loop) {
  auto type = dyn_cast<RankedTensorType>(field.getType());
  if (!(type ? type.getElementType() : field.getType()).isIntOrIndexOrFloat())
    return false;
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim) && !findExtent(Extent::of(field, dim), loop))
      return false;
  return true;
}

/// The array of the records that `record` makes, if it can be split.
static std::optional<RecordArray> findRecordArray(ArenaPutOp record) {
  auto loop = dyn_cast<ArrayLoopOpInterface>(record->getParentOp());
  if (!loop || !record->hasOneUse() || *record->user_begin() != loop.getYield() ||
      record->use_begin()->getOperandNumber() < loop.getNumStates())
    return std::nullopt;
  if (!llvm::all_of(record.getPayload(), [&](Value field) {
        return isDefinedOutside(field, loop) || mayBeCollected(field, loop);
      }))
    return std::nullopt;
  RecordArray found{loop, record, {}, {}};
  for (OpOperand &use : found.getArray().getUses()) {
    if (auto dim = dyn_cast<tensor::DimOp>(use.getOwner());
        dim && use.getOperandNumber() == 0 && getConstantDim(dim) == 0) {
      found.dims.push_back(dim);
      continue;
    }
    if (!isReadByElement(use))
      return std::nullopt;
    BlockArgument element =
        cast<CombinatorOpInterface>(use.getOwner()).getElementArgs()[use.getOperandNumber()];
    auto opens = [&](Operation *user) {
      auto get = dyn_cast<ArenaGetOp>(user);
      return get && get.getPayload().getTypes() == record.getPayload().getTypes();
    };
    if (!llvm::all_of(element.getUsers(), opens))
      return std::nullopt;
    found.elements.push_back(element);
  }
  return found;
}

/// Replaces the array of records by one array for each field. What all records share is no array.
static void split(RewriterBase &rewriter, RecordArray &array) {
  Operation *old = array.maker;
  SmallVector<Value> fields(array.record.getPayload()), collected;
  for (Value field : fields)
    if (!isDefinedOutside(field, old))
      collected.push_back(field);
  // The number of records is that of the elements of each array.
  if (!collected.empty())
    array.maker = addCollected(rewriter, array.maker, collected);
  ResultRange arrays = array.maker->getResults().take_back(collected.size());
  for (BlockArgument element : array.elements) {
    auto reader = cast<ArrayLoopOpInterface>(element.getOwner()->getParentOp());
    SmallVector<Value> values;
    auto next = arrays.begin();
    for (Value field : fields)
      values.push_back(llvm::is_contained(collected, field) ? addElement(rewriter, reader, *next++)
                                                            : field);
    for (Operation *user : llvm::make_early_inc_range(element.getUsers()))
      rewriter.replaceOp(user, values);
    auto elements = cast<CombinatorOpInterface>(*reader).getElementArgs();
    if (elements.size() == 1)
      continue;
    llvm::BitVector numbers(elements.size());
    numbers.set(llvm::find(elements, element) - elements.begin());
    eraseElements(rewriter, reader, numbers);
  }
  if (!collected.empty()) {
    for (tensor::DimOp dim : array.dims)
      rewriter.modifyOpInPlace(dim, [&] { dim.getSourceMutable().assign(arrays.front()); });
    rewriter.eraseOp(old);
  }
}

namespace {
struct SplitRecords : chad::impl::ChadSplitRecordsBase<SplitRecords> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<ArenaPutOp> records;
    getOperation()->walk([&](ArenaPutOp record) { records.push_back(record); });
    for (ArenaPutOp record : records)
      if (std::optional<RecordArray> array = findRecordArray(record)) {
        split(rewriter, *array);
        ++numSplit;
      }
  }
};
} // namespace
