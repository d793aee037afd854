//===- LowerMapsOfSums.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers linear functions between tangents of sums to linear functions between the floats of these
// tangents, beside the tags.

#include "LowerSums.h"
#include "chad/IR/ChadOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isMapOfSums(Type type) {
  auto map = dyn_cast<LFunType>(type);
  return map && llvm::any_of(llvm::concat<const Type>(map.getInputs(), map.getOutputs()),
                             isSumOrArrayOfSums);
}

LogicalResult chad::detail::rejectMaps(Operation *root) {
  return failure(root->walk([&](Operation *op) {
                       if (!isa_and_nonnull<ChadDialect>(op->getDialect()) ||
                           llvm::none_of(op->getResultTypes(), isMapOfSums) ||
                           isa<LinearizeOp, LFunTransposeOp, LFunComposeOp, LFunAddOp, CaseOp,
                               OpenOp, CallOpInterface, CombinatorOpInterface, ApplyOp>(op))
                         return WalkResult::advance();
                       auto diag = op->emitError("chad: '")
                                   << op->getName() << "' of tangents of sums is not lowered";
                       diag.attachNote()
                           << "'chad.linearize' makes linear functions of tangents of sums; they "
                              "are applied, transposed, composed and added";
                       return WalkResult::interrupt();
                     })
                     .wasInterrupted());
}

namespace {
/// What stands for a linear function of tangents of sums: tags of its arguments, tags of its
/// results, and a linear function of floats.
struct MapOfSums {
  ValueRange inputs, outputs;
  Value map;

  MapOfSums(LFunType type, ValueRange values, const LoweredSums &lowered) : map(values.back()) {
    SmallVector<Type> parts;
    (void)lowered.convertTypes(type.getInputs(), parts);
    unsigned count = llvm::count_if(parts, [](Type part) { return !isLinearType(part); });
    inputs = values.take_front(count);
    outputs = values.drop_front(count).drop_back();
  }
};
} // namespace

static void assertSameTags(OpBuilder &builder, Location loc, ValueRange given, ValueRange own) {
  for (auto [tag, other] : llvm::zip_equal(given, own))
    if (tag != other)
      assertSameTags(builder, loc, tag, other);
}

namespace {
struct LowerMapApply : Lowering<LFunApplyOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(LFunApplyOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    LFunType type = op.getMap().getType();
    if (!isMapOfSums(type))
      return failure();
    MapOfSums map(type, adaptor.getMap(), types());
    SmallVector<Value> tags, floats;
    for (Value value : flatten(adaptor.getArgs()))
      (isLinearType(value.getType()) ? floats : tags).push_back(value);
    assertSameTags(rewriter, op.getLoc(), tags, map.inputs);
    auto applied = LFunApplyOp::create(
        rewriter, op.getLoc(), cast<LFunType>(map.map.getType()).getOutputs(), map.map, floats);
    SmallVector<SmallVector<Value>> results;
    ValueRange made = applied.getResults();
    for (Type result : type.getOutputs()) {
      SmallVector<Type> parts;
      if (failed(types().convertType(result, parts)))
        return failure();
      SmallVector<Value> &values = results.emplace_back();
      for (Type part : parts) {
        ValueRange &from = isLinearType(part) ? made : map.outputs;
        values.push_back(from.front());
        from = from.drop_front();
      }
    }
    rewriter.replaceOpWithMultiple(op, llvm::to_vector_of<ValueRange>(results));
    return success();
  }
};

struct LowerMapTranspose : Lowering<LFunTransposeOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(LFunTransposeOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isMapOfSums(op.getType()))
      return failure();
    MapOfSums map(op.getMap().getType(), adaptor.getMap(), types());
    SmallVector<Value> values(map.outputs);
    llvm::append_range(values, map.inputs);
    values.push_back(LFunTransposeOp::create(rewriter, op.getLoc(), map.map));
    rewriter.replaceOpWithMultiple(op, {ValueRange(values)});
    return success();
  }
};

/// Lowers a composition, the last of whose maps is applied first, or a sum of maps.
template <typename Op> struct LowerMaps : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult matchAndRewrite(Op op,
                                typename Op::template GenericAdaptor<ArrayRef<ValueRange>> adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (llvm::none_of(op.getMaps().getTypes(), isMapOfSums))
      return failure();
    Location loc = op.getLoc();
    SmallVector<MapOfSums> maps;
    SmallVector<Value> plain;
    for (auto [map, values] : llvm::zip_equal(op.getMaps(), adaptor.getMaps())) {
      maps.emplace_back(cast<LFunType>(map.getType()), values, this->types());
      plain.push_back(maps.back().map);
    }
    for (auto [left, right] : llvm::zip(maps, llvm::drop_begin(maps))) {
      if constexpr (std::is_same_v<Op, LFunComposeOp>) {
        assertSameTags(rewriter, loc, right.outputs, left.inputs);
      } else {
        assertSameTags(rewriter, loc, right.inputs, left.inputs);
        assertSameTags(rewriter, loc, right.outputs, left.outputs);
      }
    }
    SmallVector<Value> values(maps.back().inputs);
    llvm::append_range(values, maps.front().outputs);
    values.push_back(Op::create(rewriter, loc, plain));
    rewriter.replaceOpWithMultiple(op, {ValueRange(values)});
    return success();
  }
};

/// Tangents that are added have the same tags.
struct LowerAdd : Lowering<AddOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(AddOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isTangentOfSum(op.getType()))
      return failure();
    SmallVector<Value> values;
    for (auto [lhs, rhs] : llvm::zip_equal(adaptor.getLhs(), adaptor.getRhs())) {
      if (isLinearType(lhs.getType())) {
        values.push_back(AddOp::create(rewriter, op.getLoc(), lhs, rhs));
        continue;
      }
      assertSameTags(rewriter, op.getLoc(), rhs, lhs);
      values.push_back(lhs);
    }
    rewriter.replaceOpWithMultiple(op, {ValueRange(values)});
    return success();
  }
};
} // namespace

void chad::detail::populateMapPatterns(const LoweredSums &types, RewritePatternSet &patterns) {
  patterns.add<LowerAdd, LowerMapApply, LowerMapTranspose, LowerMaps<LFunComposeOp>,
               LowerMaps<LFunAddOp>>(types, patterns.getContext());
}
