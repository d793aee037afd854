//===- UNFOps.cpp ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ops that move components of a context: builders, types, canonicalization.

#include "UNFSupport.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Helper for the type inference of an op on one context.
class Inference {
public:
  Inference(MLIRContext *context, std::optional<Location> loc, Value ctx,
            SmallVectorImpl<Type> &types)
      : context(context), loc(loc.value_or(UnknownLoc::get(context))),
        ctx(cast<CtxType>(ctx.getType())), types(types) {}

  InFlightDiagnostic error() const { return emitError(loc); }
  ArrayRef<Type> components() const { return ctx.getComponents(); }
  CtxType type() const { return ctx; }

  /// The result is a context of these components.
  LogicalResult give(ArrayRef<Type> components) {
    FailureOr<CtxType> result = makeContext([&] { return error(); }, context, components);
    if (succeeded(result))
      types.push_back(*result);
    return result;
  }

  LogicalResult checkCotangents() {
    return verifyCotangents([&] { return error(); }, ctx);
  }
  LogicalResult checkEnough(int64_t count, StringRef what) {
    return verifyEnough([&] { return error(); }, ctx, count, what);
  }
  LogicalResult checkIndex(int64_t index, int64_t count, StringRef of) {
    if (index >= 0 && index < count)
      return success();
    return error() << "index " << index << " is not one of the " << count << ' ' << of << " of "
                   << ctx;
  }
  /// The tuple in component `i`; null, after an error, where it is none.
  TupleType getTuple(int64_t i) {
    auto tuple = dyn_cast<TupleType>(components()[i]);
    if (!tuple)
      error() << "expects component #" << i << " to be a tuple, got " << components()[i];
    return tuple;
  }

private:
  MLIRContext *context;
  Location loc;
  CtxType ctx;
  SmallVectorImpl<Type> &types;
};
} // namespace

/// Checks that an operand is a context: types are inferred when the op is parsed, before operands
/// are verified.
static LogicalResult checkContext(std::optional<Location> loc, Value ctx) {
  if (isa<CtxType>(ctx.getType()))
    return success();
  return emitOptionalError(loc, "expects a context, got ", ctx.getType());
}

static SmallVector<Type> with(ArrayRef<Type> types, TypeRange more) {
  SmallVector<Type> result(types);
  llvm::append_range(result, more);
  return result;
}

//===----------------------------------------------------------------------===//
// Into and out of contexts
//===----------------------------------------------------------------------===//

void UNFEnterOp::build(OpBuilder &builder, OperationState &state, ValueRange values) {
  state.addOperands(values);
  state.addTypes(CtxType::get(builder.getContext(), llvm::to_vector(values.getTypes())));
}

LogicalResult UNFLeaveOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  llvm::append_range(types, cast<CtxType>(adaptor.getCtx().getType()).getComponents());
  return success();
}

namespace {
/// leave(enter(x...)) = x...
struct LeaveOfEnter : OpRewritePattern<UNFLeaveOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UNFLeaveOp leave, PatternRewriter &rewriter) const override {
    auto enter = leave.getCtx().getDefiningOp<UNFEnterOp>();
    if (!enter)
      return failure();
    rewriter.replaceOp(leave, enter.getOperands());
    return success();
  }
};
} // namespace

void UNFLeaveOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.addWithLabel<LeaveOfEnter>({"unf-leave-of-enter"}, patterns.getContext());
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

LogicalResult UNFVarOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  Inference infer(context, loc, adaptor.getCtx(), types);
  int64_t index = adaptor.getIndex();
  if (failed(infer.checkIndex(index, infer.components().size(), "components")))
    return failure();
  return infer.give(with(infer.components(), infer.components()[index]));
}

LogicalResult UNFPairOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  Inference infer(context, loc, adaptor.getCtx(), types);
  if (failed(infer.checkEnough(2, "the parts of the pair")))
    return failure();
  Type pair = TupleType::get(context, infer.components().take_back(2));
  return infer.give(with(infer.components().drop_back(2), pair));
}

LogicalResult UNFGetOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  Inference infer(context, loc, adaptor.getCtx(), types);
  if (failed(infer.checkEnough(1, "the tuple")))
    return failure();
  TupleType tuple = infer.getTuple(infer.components().size() - 1);
  int64_t index = adaptor.getIndex();
  if (!tuple || failed(infer.checkIndex(index, tuple.size(), "parts of the last component")))
    return failure();
  return infer.give(with(infer.components(), tuple.getType(index)));
}

LogicalResult UNFProjOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  Inference infer(context, loc, adaptor.getCtx(), types);
  ArrayRef<Type> components = infer.components();
  int64_t offset = adaptor.getOffset(), size = adaptor.getSize(), count = components.size();
  if (offset < 0 || offset > count || size < 0 || size > count - offset)
    return infer.error() << size << " components from #" << offset << " on are not among the "
                         << count << " of " << infer.type();
  return infer.give(with(components.take_front(offset), components.drop_front(offset + size)));
}

//===----------------------------------------------------------------------===//
// Their transposes
//===----------------------------------------------------------------------===//

LogicalResult UNFVarTOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  Inference infer(context, loc, adaptor.getCtx(), types);
  if (failed(infer.checkCotangents()) || failed(infer.checkEnough(1, "the copy's cotangent")))
    return failure();
  ArrayRef<Type> rest = infer.components().drop_back();
  int64_t index = adaptor.getIndex();
  if (failed(infer.checkIndex(index, rest.size(), "components before the last")))
    return failure();
  if (rest[index] != infer.components().back())
    return infer.error() << "cannot add the last component, of type " << infer.components().back()
                         << ", to component #" << index << " of type " << rest[index];
  return infer.give(rest);
}

LogicalResult UNFPairTOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  Inference infer(context, loc, adaptor.getCtx(), types);
  if (failed(infer.checkCotangents()) || failed(infer.checkEnough(1, "the pair's cotangent")))
    return failure();
  TupleType tuple = infer.getTuple(infer.components().size() - 1);
  if (!tuple)
    return failure();
  if (tuple.size() != 2)
    return infer.error() << "expects the last component to be a pair, got " << tuple;
  return infer.give(with(infer.components().drop_back(), tuple.getTypes()));
}

LogicalResult UNFGetTOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkContext(loc, adaptor.getCtx())))
    return failure();
  Inference infer(context, loc, adaptor.getCtx(), types);
  if (failed(infer.checkCotangents()) ||
      failed(infer.checkEnough(2, "the cotangents of the tuple and of its part")))
    return failure();
  TupleType tuple = infer.getTuple(infer.components().size() - 2);
  int64_t index = adaptor.getIndex();
  if (!tuple || failed(infer.checkIndex(index, tuple.size(), "parts of the tuple")))
    return failure();
  if (tuple.getType(index) != infer.components().back())
    return infer.error() << "cannot add the last component, of type " << infer.components().back()
                         << ", to part #" << index << " of type " << tuple.getType(index);
  return infer.give(infer.components().drop_back());
}

LogicalResult UNFProjTOp::verify() {
  CtxType type = getType();
  ArrayRef<Type> components = type.getComponents();
  int64_t offset = getOffset(), size = getSize(), count = components.size();
  if (offset < 0 || offset > count || size < 0 || size > count - offset)
    return emitOpError() << size << " components from #" << offset << " on are not among the "
                         << count << " of the result " << type;
  if (failed(verifyCotangents([&] { return emitOpError(); }, type)))
    return failure();
  SmallVector<Type> kept =
      with(components.take_front(offset), components.drop_front(offset + size));
  if (getCtx().getType().getComponents() != ArrayRef<Type>(kept))
    return emitOpError("expects a context of type ")
           << CtxType::get(getContext(), kept) << ", the result without its zeros, got "
           << getCtx().getType();
  return verifySizes(*this, getSizes(), components.slice(offset, size), "sizes");
}
