//===- PairTransposes.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A linear function that is a result of a loop, a branch or a box has no operator whose law would
// transpose it. Such a function is replaced by a pair of the function and its transpose, from the
// point on at which both are known (Elliott 2018, §13, the dual representation):
//
//   m      →  (m, mᵀ)                  mᵀ     →  swap
//   m ∘ n  →  (m ∘ n, nᵀ ∘ mᵀ)         m + n  →  (m + n, mᵀ + nᵀ)
//   m × n  →  (m × n, mᵀ ⋈ nᵀ)         m ⋈ n  →  (m ⋈ n, mᵀ × nᵀ)

#include "PairTransposes.h"
#include "../EraseLinear/Erasure.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Requests.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static LFunType transposeOf(LFunType type) {
  return LFunType::get(type.getContext(), type.getOutputs(), type.getInputs());
}

namespace {
/// During the conversion, the two functions of a pair have their types in a tuple of one element,
/// which marks them as converted.
struct PairedTypes : TypeConverter {
  PairedTypes() {
    addConversion([](Type type) { return type; });
    addConversion([](LFunType type, SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
      types.push_back(TupleType::get(type.getContext(), Type(type)));
      types.push_back(TupleType::get(type.getContext(), Type(transposeOf(type))));
      return success();
    });
    addStructuralConversions(*this);
  }
};

/// The operators that the conversion has created, and that are legal.
using Made = DenseSet<Operation *>;

Value cast(OpBuilder &builder, Location loc, Type type, Value value) {
  return UnrealizedConversionCastOp::create(builder, loc, type, value).getResult(0);
}
Value mark(OpBuilder &builder, Value value) {
  return cast(builder, value.getLoc(), TupleType::get(value.getContext(), value.getType()), value);
}
Value unmark(OpBuilder &builder, Location loc, Value value) {
  return cast(builder, loc, llvm::cast<TupleType>(value.getType()).getType(0), value);
}

bool isOperator(Operation *op) {
  return isa<LFunLambdaOp, LFunZeroOp, LFunIdOp, LFunScaleOp, LFunAddOp, LFunComposeOp, LFunForkOp,
             LFunJoinOp, LFunProjectOp, LFunInjectOp, LFunVForkOp, LFunVJoinOp, LFunTransposeOp>(
      op);
}

/// m → (m, mᵀ), for an operator.
struct PairOperator : ConversionPattern {
  PairOperator(const TypeConverter &types, MLIRContext *context, Made &made)
      : ConversionPattern(types, MatchAnyOpTypeTag(), /*benefit=*/4, context), made(made) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isOperator(op))
      return failure();
    if (isa<LFunTransposeOp>(op)) {
      rewriter.replaceOpWithMultiple(
          op, {SmallVector<Value>{operands.front()[1], operands.front()[0]}});
      return success();
    }
    Location loc = op->getLoc();
    SmallVector<Value> all, transposes;
    for (auto [operand, values] : llvm::zip_equal(op->getOperands(), operands)) {
      if (!isa<LFunType>(operand.getType())) {
        llvm::append_range(all, values);
        continue;
      }
      all.push_back(unmark(rewriter, loc, values[0]));
      transposes.push_back(unmark(rewriter, loc, values[1]));
    }
    OperationState state(loc, op->getName(), all, op->getResultTypes(),
                         llvm::to_vector(op->getDiscardableAttrs()));
    for (unsigned i = 0, e = op->getNumRegions(); i != e; ++i)
      state.addRegion();
    Operation *map = rewriter.create(state);
    map->copyProperties(op->getPropertiesStorage());
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), map->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    made.insert(map);
    Operation *transpose = makeTranspose(rewriter, map, transposes);
    made.insert(transpose);
    rewriter.replaceOpWithMultiple(op,
                                   {SmallVector<Value>{mark(rewriter, map->getResult(0)),
                                                       mark(rewriter, transpose->getResult(0))}});
    return success();
  }

private:
  /// Creates the transpose of the operator `map` from the transposes of its operands.
  static Operation *makeTranspose(OpBuilder &builder, Operation *map,
                                  SmallVectorImpl<Value> &transposes) {
    Location loc = map->getLoc();
    if (isa<LFunComposeOp>(map)) {
      std::reverse(transposes.begin(), transposes.end());
      return LFunComposeOp::create(builder, loc, transposes);
    }
    if (isa<LFunAddOp>(map))
      return LFunAddOp::create(builder, loc, transposes);
    if (isa<LFunForkOp>(map))
      return LFunJoinOp::create(builder, loc, transposes);
    if (isa<LFunJoinOp>(map))
      return LFunForkOp::create(builder, loc, transposes);
    return LFunTransposeOp::create(builder, loc, map->getResult(0));
  }

  Made &made;
};

/// (m, mᵀ) • v = m • v
struct ApplyPair : OpConversionPattern<LFunApplyOp> {
  ApplyPair(const TypeConverter &types, MLIRContext *context, Made &made)
      : OpConversionPattern(types, context, /*benefit=*/5), made(made) {}
  LogicalResult matchAndRewrite(LFunApplyOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> args;
    for (ValueRange values : adaptor.getArgs())
      llvm::append_range(args, values);
    Value map = unmark(rewriter, op.getLoc(), adaptor.getMap().front());
    auto apply = LFunApplyOp::create(rewriter, op.getLoc(), op.getResultTypes(), map, args);
    made.insert(apply);
    rewriter.replaceOp(op, apply);
    return success();
  }
  Made &made;
};

/// The body of `vfork` or `vjoin` yields the function only: the pair is made for the operator.
struct YieldFirst : OpConversionPattern<YieldOp> {
  YieldFirst(const TypeConverter &types, MLIRContext *context, Made &made)
      : OpConversionPattern(types, context, /*benefit=*/5), made(made) {}
  LogicalResult matchAndRewrite(YieldOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isa<LFunVForkOp, LFunVJoinOp>(op->getParentOp()))
      return failure();
    SmallVector<Value> firsts;
    for (ValueRange values : adaptor.getOperands())
      firsts.push_back(unmark(rewriter, op.getLoc(), values.front()));
    made.insert(rewriter.replaceOpWithNewOp<YieldOp>(op, firsts));
    return success();
  }
  Made &made;
};
} // namespace

bool chad::detail::hasUnknownTransposes(ModuleOp module) {
  return module
      .walk([](LFunTransposeOp transpose) {
        // The results of requests and calls become operators when these are expanded.
        Operation *def = transpose.getMap().getDefiningOp();
        return def && (isOperator(def) || isa<LinearizeOp, func::CallOp>(def))
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

bool chad::detail::hasRequests(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isRequest(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult chad::detail::pairTransposes(ModuleOp module) {
  MLIRContext *context = module.getContext();
  PairedTypes types;
  Made made;
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    if (made.contains(op) || isa<UnrealizedConversionCastOp>(op))
      return true;
    if (auto function = dyn_cast<func::FuncOp>(op);
        function && !types.isLegal(function.getFunctionType()))
      return false;
    return types.isLegal(op) &&
           llvm::all_of(op->getRegions(), [&](Region &region) { return types.isLegal(&region); });
  });
  RewritePatternSet patterns(context);
  populateStructuralPatterns(types, patterns);
  patterns.add<PairOperator, ApplyPair, YieldFirst>(types, context, made);
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  config.allowPatternRollback = false;
  for (auto record : module.getOps<RecordOp>()) {
    SmallVector<Type> fields;
    if (succeeded(types.convertTypes(record.getPayload(/*isLinear=*/false), fields)))
      record.setFieldsAttr(Builder(context).getTypeArrayAttr(fields));
  }
  LogicalResult result = applyFullConversion(module, target, std::move(patterns), config);
  AttrTypeReplacer unwrap;
  unwrap.addReplacement([](TupleType type) -> std::optional<Type> {
    if (type.size() == 1 && isa<LFunType>(type.getType(0)))
      return type.getType(0);
    return std::nullopt;
  });
  unwrap.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                      /*replaceTypes=*/true);
  module.walk([](UnrealizedConversionCastOp op) {
    if (op.getOperandTypes() == op.getResultTypes()) {
      op.replaceAllUsesWith(op.getOperands());
      op.erase();
    }
  });
  return result;
}
