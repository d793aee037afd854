//===- LowerSums.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers a sum to a product of a tag and the values of all alternatives; a case becomes a branch on
// the tag. The values of the alternatives that the tag does not name are zeros. SumArrays.cpp
// lowers arrays of sums.

#include "../EraseLinear/Erasure.h"
#include "SumArrays.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Requests.h"
#include "chad/IR/SumArrays.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERSUMS
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether `type` has a value, such as zero, for an alternative that the tag does not select.
static bool hasDefault(Type type) {
  if (auto sum = dyn_cast<SumType>(type))
    return !sum.getAlternatives().empty() &&
           llvm::all_of(sum.getAlternatives(), [](TupleType alternative) {
             return llvm::all_of(alternative.getTypes(), hasDefault);
           });
  if (auto function = dyn_cast<FunctionType>(type))
    return llvm::all_of(function.getResults(), hasDefault);
  Type element = getElementTypeOrSelf(type);
  return (isa<RankedTensorType>(type) || type == element) &&
         (isScalarType(element) || isa<BoxType>(element) ||
          (isElementSum(element) && hasDefault(element)));
}

namespace {
struct LoweredSums : TypeConverter {
  LoweredSums() {
    addConversion([](Type type) { return type; });
    addConversion([this](FunctionType type) -> std::optional<Type> {
      SmallVector<Type> inputs, results;
      if (failed(convertTypes(type.getInputs(), inputs)) ||
          failed(convertTypes(type.getResults(), results)))
        return Type();
      return FunctionType::get(type.getContext(), inputs, results);
    });
    addConversion(
        [this](SumType sum, SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
          if (!hasDefault(sum))
            return std::nullopt;
          if (Type tag = getTagType(sum))
            types.push_back(tag);
          for (TupleType alternative : sum.getAlternatives())
            if (failed(convertTypes(alternative.getTypes(), types)))
              return failure();
          return success();
        });
    addSumArrayConversion(*this);
  }

  /// The number of values that replace values of `types`.
  unsigned count(TypeRange types) const {
    SmallVector<Type> parts;
    (void)convertTypes(types, parts);
    return parts.size();
  }
};

static Value makeDefault(OpBuilder &builder, Location loc, Type type) {
  if (auto function = dyn_cast<FunctionType>(type)) {
    OperationState state(loc, LambdaOp::getOperationName());
    state.addTypes(function);
    Block &body = state.addRegion()->emplaceBlock();
    for (Type input : function.getInputs())
      body.addArgument(input, loc);
    OpBuilder inner(builder.getContext());
    inner.setInsertionPointToEnd(&body);
    SmallVector<Value> values;
    for (Type result : function.getResults())
      values.push_back(makeDefault(inner, loc, result));
    YieldOp::create(inner, loc, values);
    return builder.create(state)->getResult(0);
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (isa<BoxType>(getElementTypeOrSelf(type))) {
    SmallVector<Value> sizes(tensor ? tensor.getNumDynamicDims() : 0);
    for (Value &size : sizes)
      size = arith::ConstantIndexOp::create(builder, loc, 0);
    return EmptyBoxOp::create(builder, loc, type, sizes);
  }
  if (!tensor || tensor.hasStaticShape())
    return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(tensor.getElementType())));
  SmallVector<Value> sizes(tensor.getNumDynamicDims());
  for (Value &size : sizes)
    size = arith::ConstantIndexOp::create(builder, loc, 0);
  return tensor::SplatOp::create(builder, loc, zero, tensor, sizes);
}

template <typename Op> struct Lowering : OpConversionPattern<Op> {
  Lowering(const TypeConverter &types, MLIRContext *context)
      : OpConversionPattern<Op>(types, context, /*benefit=*/3) {}
  const LoweredSums &types() const {
    return static_cast<const LoweredSums &>(*this->getTypeConverter());
  }
};

static SmallVector<Value> flatten(ArrayRef<ValueRange> ranges) {
  SmallVector<Value> values;
  for (ValueRange range : ranges)
    llvm::append_range(values, range);
  return values;
}

struct LowerInj : Lowering<InjOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(InjOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!hasDefault(op.getType()))
      return failure();
    SmallVector<Value> values;
    if (Type tag = getTagType(op.getType()))
      values.push_back(arith::ConstantOp::create(rewriter, op.getLoc(),
                                                 rewriter.getIntegerAttr(tag, op.getTag())));
    for (auto [i, alternative] : llvm::enumerate(op.getType().getAlternatives())) {
      if (i == op.getTag()) {
        llvm::append_range(values, flatten(adaptor.getPayload()));
        continue;
      }
      SmallVector<Type> parts;
      if (failed(types().convertTypes(alternative.getTypes(), parts)))
        return failure();
      for (Type type : parts)
        values.push_back(makeDefault(rewriter, op.getLoc(), type));
    }
    rewriter.replaceOpWithMultiple(op, {ValueRange(values)});
    return success();
  }
};

struct LowerCase : Lowering<CaseOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(CaseOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SumType sum = op.getScrutinee().getType();
    if (!hasDefault(sum))
      return failure();
    SmallVector<Type> results;
    SmallVector<unsigned> counts;
    for (Type type : op.getResultTypes()) {
      counts.push_back(types().count(type));
      if (failed(types().convertType(type, results)))
        return failure();
    }
    ValueRange values = adaptor.getScrutinee();
    SmallVector<ValueRange> payloads;
    Value tag;
    if (getTagType(sum)) {
      tag = values.front();
      values = values.drop_front();
    }
    for (TupleType alternative : sum.getAlternatives()) {
      unsigned count = types().count(alternative.getTypes());
      payloads.push_back(values.take_front(count));
      values = values.drop_front(count);
    }

    // The first alternative is the default of a switch, and the `else` of tag 1.
    Operation *branch = createBranch(rewriter, op, results, tag);
    for (auto [i, region] : llvm::enumerate(op.getAlternatives())) {
      unsigned target = payloads.size() == 2 ? 1 - i : i;
      Block &block = branch->getRegion(target).emplaceBlock();
      Block &body = region.front();
      TypeConverter::SignatureConversion signature(body.getNumArguments());
      if (failed(types().convertSignatureArgs(body.getArgumentTypes(), signature)))
        return failure();
      Block *converted = rewriter.applySignatureConversion(&body, signature, &types());
      rewriter.inlineBlockBefore(converted, &block, block.end(), payloads[i]);
    }
    SmallVector<ValueRange> replacements;
    ValueRange all = branch->getResults();
    for (unsigned count : counts) {
      replacements.push_back(all.take_front(count));
      all = all.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, replacements);
    return success();
  }

  static Operation *createBranch(OpBuilder &builder, CaseOp op, TypeRange results, Value tag) {
    unsigned count = op.getAlternatives().size();
    OperationState state(op.getLoc(), count == 1   ? scf::ExecuteRegionOp::getOperationName()
                                      : count == 2 ? scf::IfOp::getOperationName()
                                                   : scf::IndexSwitchOp::getOperationName());
    state.addTypes(results);
    if (tag)
      state.addOperands(tag);
    for (unsigned i = 0; i < count; ++i)
      state.addRegion();
    if (count > 2)
      state.getOrAddProperties<scf::IndexSwitchOp::Properties>().cases =
          builder.getDenseI64ArrayAttr(llvm::to_vector(llvm::seq<int64_t>(1, count)));
    return builder.create(state);
  }
};

/// Lowers the yield of an alternative, which becomes a branch.
struct LowerYield : Lowering<YieldOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(YieldOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<scf::SCFDialect>(op->getParentOp()->getDialect()))
      return failure();
    rewriter.replaceOpWithNewOp<scf::YieldOp>(op, flatten(adaptor.getOperands()));
    return success();
  }
};

/// What a value is that replaces a sum, or a part of it.
enum class Part { Tag, Differentiated, Constant };

/// Appends what the values are that replace a value of `type` by which a gradient is taken.
static void listParts(Type type, const LoweredSums &lowered, SmallVectorImpl<Part> &parts) {
  if (!getGradientType(type) || !isSumOrArrayOfSums(type)) {
    parts.append(lowered.count(type),
                 isDifferentiable(type) ? Part::Differentiated : Part::Constant);
    return;
  }
  auto sum = cast<SumType>(getElementTypeOrSelf(type));
  if (getTagType(sum))
    parts.push_back(Part::Tag);
  for (TupleType alternative : sum.getAlternatives())
    for (Type part : alternative.getTypes())
      listParts(part, lowered, parts);
}

/// Whether a request differentiates by a sum.
static bool isBySums(Operation *op) {
  std::optional<ArrayRef<int64_t>> wrt;
  if (auto grad = dyn_cast<GradOp>(op))
    wrt = grad.getWrt();
  else if (auto grad = dyn_cast<ValueAndGradOp>(op))
    wrt = grad.getWrt();
  return wrt && llvm::any_of(*wrt, [&](int64_t i) {
           return isSumOrArrayOfSums(op->getOperand(i).getType());
         });
}

/// Lowers a gradient by sums. It becomes one by the floats in them; the tags of the gradient are
/// those of the arguments.
template <typename Request> struct LowerGradient : Lowering<Request> {
  /// `bySums` are the gradients by sums, of which `wrt` names arguments as they were.
  LowerGradient(const TypeConverter &types, MLIRContext *context,
                const DenseSet<Operation *> &bySums)
      : Lowering<Request>(types, context), bySums(bySums) {}
  using Adaptor = typename Request::template GenericAdaptor<ArrayRef<ValueRange>>;
  LogicalResult matchAndRewrite(Request op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!bySums.contains(op))
      return failure();
    std::optional<ArrayRef<int64_t>> wrt = op.getWrt();
    const LoweredSums &types = this->types();
    unsigned numValues = op.getNumResults() - wrt->size();
    SmallVector<Type> results;
    SmallVector<unsigned> counts;
    for (Type type : TypeRange(op.getResultTypes()).take_front(numValues)) {
      counts.push_back(types.count(type));
      if (failed(types.convertType(type, results)))
        return failure();
    }
    SmallVector<int64_t> positions;
    SmallVector<SmallVector<Part>> parts;
    for (int64_t i : *wrt) {
      listParts(op.getArgs()[i].getType(), types, parts.emplace_back());
      int64_t first = flatten(adaptor.getArgs().take_front(i)).size();
      for (auto [j, part] : llvm::enumerate(parts.back()))
        if (part == Part::Differentiated) {
          positions.push_back(first + j);
          results.push_back(adaptor.getArgs()[i][j].getType());
        }
    }
    auto lowered = Request::create(rewriter, op.getLoc(), results, op.getCalleeAttr(),
                                   rewriter.getDenseI64ArrayAttr(positions), op.getOfAttr(),
                                   flatten(adaptor.getArgs()));
    lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    ValueRange rest = lowered.getResults();
    SmallVector<SmallVector<Value>> replacements;
    for (unsigned count : counts) {
      replacements.emplace_back(rest.take_front(count));
      rest = rest.drop_front(count);
    }
    for (auto [i, list] : llvm::zip_equal(*wrt, parts)) {
      SmallVector<Value> &values = replacements.emplace_back();
      for (auto [part, value] : llvm::zip_equal(list, adaptor.getArgs()[i]))
        if (part == Part::Tag) {
          values.push_back(value);
        } else if (part == Part::Differentiated) {
          values.push_back(rest.front());
          rest = rest.drop_front();
        }
    }
    rewriter.replaceOpWithMultiple(op, llvm::to_vector_of<ValueRange>(replacements));
    return success();
  }

private:
  const DenseSet<Operation *> &bySums;
};

/// Changes an attribute with positions among values of `types` to positions among the values that
/// replace them.
static void setPositions(Operation *request, StringRef name, TypeRange types,
                         const LoweredSums &lowered) {
  auto given = request->getAttrOfType<DenseI64ArrayAttr>(name);
  SmallVector<int64_t> positions =
      getDifferentiated(types, given ? std::optional(given.asArrayRef()) : std::nullopt);
  for (int64_t &position : positions)
    position = lowered.count(types.take_front(position));
  request->setAttr(name, DenseI64ArrayAttr::get(request->getContext(), positions));
}

/// Fails if a context has a sum as component: ops on contexts count components, and a sum becomes
/// several.
static LogicalResult rejectContexts(Operation *root) {
  auto holdsSum = [](Type type) {
    return isa<CtxType>(type) &&
           type.walk([](SumType) { return WalkResult::interrupt(); }).wasInterrupted();
  };
  return failure(root->walk([&](Operation *op) {
                       if (llvm::none_of(op->getResultTypes(), holdsSum))
                         return WalkResult::advance();
                       auto diag = op->emitError("chad: sums in contexts are not lowered");
                       diag.attachNote() << "run '--chad-remove-functions' before '--chad-to-unf'";
                       return WalkResult::interrupt();
                     })
                     .wasInterrupted());
}

struct LowerSums : chad::impl::ChadLowerSumsBase<LowerSums> {
  void runOnOperation() override {
    if (failed(rejectContexts(getOperation())) || failed(checkSumArrays(getOperation())))
      return signalPassFailure();
    LoweredSums types;
    DenseSet<Operation *> bySums;
    SymbolTableCollection symbols;
    getOperation()->walk([&](Operation *op) {
      if (!isRequest(op))
        return;
      auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee");
      auto callee = name ? symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name) : func::FuncOp();
      if (!callee || types.isLegal(callee.getFunctionType()))
        return;
      // The positions in a gradient by sums become those of the floats in them with the request.
      if (isBySums(op))
        bySums.insert(op);
      else
        setPositions(op, "wrt", callee.getArgumentTypes(), types);
      setPositions(op, "of", callee.getResultTypes(), types);
    });
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op);
          function && !types.isLegal(function.getFunctionType()))
        return false;
      if (isa<YieldOp>(op) && isa_and_nonnull<scf::SCFDialect>(op->getParentOp()->getDialect()))
        return false;
      return types.isLegal(op) &&
             llvm::all_of(op->getRegions(), [&](Region &region) { return types.isLegal(&region); });
    });
    RewritePatternSet patterns(&getContext());
    populateStructuralPatterns(types, patterns);
    populateSumArrayPatterns(types, patterns);
    patterns.add<LowerInj, LowerCase, LowerYield>(types, &getContext());
    patterns.add<LowerGradient<GradOp>, LowerGradient<ValueAndGradOp>>(types, &getContext(),
                                                                       bySums);
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    config.allowPatternRollback = false;
    for (auto record : getOperation().getOps<RecordOp>()) {
      SmallVector<Type> fields;
      if (succeeded(types.convertTypes(record.getPayload(/*isLinear=*/false), fields)))
        record.setFieldsAttr(Builder(&getContext()).getTypeArrayAttr(fields));
    }
    if (failed(applyFullConversion(getOperation(), target, std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
