//===- LowerSums.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers a sum to a product of a tag and the values of all alternatives; a case becomes a branch on
// the tag. The values of the alternatives that the tag does not name are zeros. SumArrays.cpp
// lowers arrays of sums, and LowerMapsOfSums.cpp linear functions between tangents of sums.

#include "LowerSums.h"
#include "../EraseLinear/Erasure.h"
#include "SumArrays.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/DerivedOps.h"
#include "chad/IR/Requests.h"
#include "chad/IR/SumArrays.h"
#include "chad/Transforms/Elementwise.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
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

/// Whether `type` has a value, such as zero, for an alternative that the tag does not select. Types
/// that are linear have one if `linear`.
static bool hasDefault(Type type, bool linear) {
  auto holds = [&](Type part) { return hasDefault(part, linear); };
  if (auto lin = dyn_cast<LinType>(type))
    return linear && holds(lin.getPrimal());
  if (auto sum = dyn_cast<SumType>(type))
    return !sum.getAlternatives().empty() &&
           llvm::all_of(sum.getAlternatives(), [&](TupleType alternative) {
             return llvm::all_of(alternative.getTypes(), holds);
           });
  if (auto function = dyn_cast<FunctionType>(type))
    return llvm::all_of(function.getResults(), holds);
  Type element = getElementTypeOrSelf(type);
  return (isa<RankedTensorType>(type) || type == element) &&
         (isScalarType(element) || isa<BoxType>(element) ||
          (isElementSum(element) && holds(element)));
}

LoweredSums::LoweredSums(bool linear) : linear(linear) {
  addConversion([](Type type) { return type; });
  addConversion([this](FunctionType type) -> std::optional<Type> {
    SmallVector<Type> inputs, results;
    if (failed(convertTypes(type.getInputs(), inputs)) ||
        failed(convertTypes(type.getResults(), results)))
      return Type();
    return FunctionType::get(type.getContext(), inputs, results);
  });
  addConversion([this](SumType sum, SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
    if (!lowers(sum))
      return std::nullopt;
    if (Type tag = getTagType(sum))
      types.push_back(tag);
    for (TupleType alternative : sum.getAlternatives())
      if (failed(convertTypes(alternative.getTypes(), types)))
        return failure();
    return success();
  });
  addSumArrayConversion(*this);
  // A linear function is between the floats of tangents; the tags of tangents, which are those of
  // the point, are beside it.
  addConversion([this](LFunType map, SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
    SmallVector<Type> inputs, outputs, domain, codomain;
    if (llvm::none_of(llvm::concat<const Type>(map.getInputs(), map.getOutputs()),
                      isSumOrArrayOfSums))
      return std::nullopt;
    if (failed(convertTypes(map.getInputs(), inputs)) ||
        failed(convertTypes(map.getOutputs(), outputs)))
      return failure();
    for (Type type : inputs)
      (isLinearType(type) ? domain : types).push_back(type);
    for (Type type : outputs)
      (isLinearType(type) ? codomain : types).push_back(type);
    types.push_back(LFunType::get(map.getContext(), domain, codomain));
    return success();
  });
}

bool LoweredSums::lowers(SumType sum) const { return hasDefault(sum, linear); }

unsigned LoweredSums::count(TypeRange types) const {
  SmallVector<Type> parts;
  (void)convertTypes(types, parts);
  return parts.size();
}

namespace {
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
  if (auto lin = dyn_cast<LinType>(type)) {
    SmallVector<Value> sizes(getNumDynamicSizes(type));
    for (Value &size : sizes)
      size = arith::ConstantIndexOp::create(builder, loc, 0);
    return ZeroOp::create(builder, loc, type, sizes);
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

struct LowerInj : Lowering<InjOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(InjOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!types().lowers(op.getType()))
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
    if (!types().lowers(sum))
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

} // namespace

//===----------------------------------------------------------------------===//
// Derivatives of sums and by sums
//===----------------------------------------------------------------------===//

/// What a value is that replaces a sum, or a part of it.
enum class Part { Tag, Differentiated, Constant };

/// Appends what the values are that replace a value of `type` that is differentiated, or by which a
/// derivative is taken.
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

/// The arguments or the results of the function of a request: their types, and the chosen ones.
struct Chosen {
  SmallVector<Type> types;
  SmallVector<int64_t> positions;

  bool holdSums() const {
    return llvm::any_of(positions, [&](int64_t i) { return isSumOrArrayOfSums(types[i]); });
  }

  /// The values among those that replace them that replace the value at `position`.
  template <typename Range>
  Range getParts(Range values, int64_t position, const LoweredSums &lowered) const {
    return values.slice(lowered.count(TypeRange(types).take_front(position)),
                        lowered.count(types[position]));
  }

  /// The number of values of floats that replace the value at `position`.
  unsigned countFloats(int64_t position, const LoweredSums &lowered) const {
    SmallVector<Part> parts;
    listParts(types[position], lowered, parts);
    return llvm::count(parts, Part::Differentiated);
  }

  /// The positions, among the values that replace them, of the floats in the chosen ones.
  SmallVector<int64_t> lowerPositions(const LoweredSums &lowered) const {
    SmallVector<int64_t> result;
    for (int64_t i : positions) {
      SmallVector<Part> parts;
      listParts(types[i], lowered, parts);
      int64_t first = lowered.count(TypeRange(types).take_front(i));
      for (auto [j, part] : llvm::enumerate(parts))
        if (part == Part::Differentiated)
          result.push_back(first + j);
    }
    return result;
  }
};

/// A request that differentiates sums, or by sums: what it chose of the arguments and results of
/// the function before these were lowered.
struct RequestOfSums {
  Chosen wrt, of;
};
using RequestsOfSums = DenseMap<Operation *, RequestOfSums>;

static int64_t getRank(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getRank() : 0;
}

/// `tags`, or arrays of them, once for each of `extent` elements of an array.
static Value repeatTags(OpBuilder &builder, Location loc, Value tags, Value extent) {
  if (auto tensor = dyn_cast<RankedTensorType>(tags.getType()); tensor && tensor.getRank() == 0)
    tags = tensor::ExtractOp::create(builder, loc, tags, ValueRange());
  return BuildOp::create(
             builder, loc, extent,
             [&](OpBuilder &inner, Location loc, ValueRange) { YieldOp::create(inner, loc, tags); })
      .getResult(0);
}

static Value castTo(OpBuilder &builder, Value value, Type type) {
  return value.getType() == type
             ? value
             : Value(tensor::CastOp::create(builder, value.getLoc(), type, value));
}

/// The parts of a gradient, a tangent or a cotangent at each chosen value: the tags of the values,
/// which `values` have replaced, and from the front of `rest` what belongs to their floats. With
/// `number`, the parts of so many tangents or cotangents, of the types `types`.
static SmallVector<SmallVector<Value>> joinParts(OpBuilder &builder, Location loc,
                                                 const Chosen &chosen, ValueRange values,
                                                 ValueRange &rest, const LoweredSums &lowered,
                                                 Value number = {}, TypeRange types = {}) {
  SmallVector<SmallVector<Value>> all;
  for (int64_t i : chosen.positions) {
    SmallVector<Part> parts;
    listParts(chosen.types[i], lowered, parts);
    SmallVector<Type> wanted;
    if (number)
      (void)lowered.convertType(types[all.size()], wanted);
    SmallVector<Value> &joined = all.emplace_back();
    for (auto [part, value] : llvm::zip_equal(parts, chosen.getParts(values, i, lowered)))
      if (part == Part::Tag) {
        // Arrays of sums have tags for each tangent, other sums one for all.
        Type type = number ? wanted[joined.size()] : value.getType();
        joined.push_back(getRank(type) == getRank(value.getType())
                             ? value
                             : castTo(builder, repeatTags(builder, loc, value, number), type));
      } else if (part == Part::Differentiated) {
        joined.push_back(rest.front());
        rest = rest.drop_front();
      }
  }
  return all;
}

void chad::detail::assertSameTags(OpBuilder &builder, Location loc, Value given, Value own) {
  if (getRank(given.getType()) > getRank(own.getType()))
    own = repeatTags(builder, loc, own, tensor::DimOp::create(builder, loc, given, 0));
  Value same;
  if (!isa<RankedTensorType>(own.getType())) {
    same = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, given, own);
  } else {
    Value differ = mapElementwise(builder, loc, {given, own},
                                  [](OpBuilder &inner, Location loc, ValueRange tags) {
                                    Value bit = arith::CmpIOp::create(
                                        inner, loc, arith::CmpIPredicate::ne, tags[0], tags[1]);
                                    return SmallVector<Value>{bit};
                                  })
                       .front();
    Value none = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
    while (auto array = dyn_cast<RankedTensorType>(differ.getType())) {
      if (array.getRank() == 0) {
        differ = tensor::ExtractOp::create(builder, loc, differ, ValueRange());
        continue;
      }
      if (array.getRank() > 1) {
        ReassociationIndices all = llvm::to_vector(llvm::seq<int64_t>(0, array.getRank()));
        differ = tensor::CollapseShapeOp::create(builder, loc, differ,
                                                 ArrayRef<ReassociationIndices>(all));
      }
      differ = ReduceOp::create(builder, loc, differ, none,
                                [](OpBuilder &inner, Location loc, ValueRange bits) {
                                  Value any = arith::OrIOp::create(inner, loc, bits[0], bits[1]);
                                  YieldOp::create(inner, loc, any);
                                })
                   .getResult(0);
    }
    Value yes = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    same = arith::XOrIOp::create(builder, loc, differ, yes);
  }
  cf::AssertOp::create(builder, loc, same,
                       "chad: the tag of a tangent or cotangent is not that of the sum");
}

/// The floats of tangents or cotangents at the chosen values, and in `tags` the tags that they were
/// given with, paired with those of `values`, which have replaced the values.
static SmallVector<Value> takeFloats(const Chosen &chosen, ArrayRef<SmallVector<Value>> vectors,
                                     ValueRange values, const LoweredSums &lowered,
                                     SmallVectorImpl<std::pair<Value, Value>> &tags) {
  SmallVector<Value> floats;
  for (auto [i, vector] : llvm::zip_equal(chosen.positions, vectors)) {
    SmallVector<Part> parts;
    listParts(chosen.types[i], lowered, parts);
    ValueRange rest = vector;
    for (auto [part, value] : llvm::zip_equal(parts, chosen.getParts(values, i, lowered))) {
      if (part == Part::Constant)
        continue;
      if (part == Part::Tag)
        tags.emplace_back(rest.front(), value);
      else
        floats.push_back(rest.front());
      rest = rest.drop_front();
    }
  }
  return floats;
}

/// The types of the tangents at values of `types`, the floats in sums; with `seeds`, of as many.
static void appendTangents(TypeRange types, ArrayRef<int64_t> positions, SmallVectorImpl<Type> &to,
                           std::optional<int64_t> seeds = std::nullopt) {
  for (int64_t i : positions) {
    Type tangent = isa<LinType>(types[i]) ? types[i] : LinType::get(types[i]);
    to.push_back(seeds ? getTypeOfSeeds(tangent, *seeds) : tangent);
  }
}

/// Whether the extent of the first dimension of a linear array is not known.
static bool hasDynamicFront(Type type) {
  return isa<LinType>(type) && isArrayType(type) && ShapedType::isDynamic(getArrayExtent(type));
}

/// The extent of the first dimension of an array.
static Value getFront(OpBuilder &builder, Location loc, Value array) {
  if (isa<LinType>(array.getType()))
    array = FromLinearOp::create(builder, loc, array);
  return tensor::DimOp::create(builder, loc, array, 0);
}

/// `number` zeros of the type of `like`, an array of as many or of another number of elements.
static Value makeZeros(OpBuilder &builder, Location loc, Value like, Value number) {
  auto type = cast<LinType>(like.getType());
  auto tensor = cast<RankedTensorType>(type.getPrimal());
  SmallVector<Value> sizes = {number};
  Value array = FromLinearOp::create(builder, loc, like);
  for (int64_t dim = 1; dim < tensor.getRank(); ++dim)
    if (tensor.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, array, dim));
  return ZeroOp::create(builder, loc, type, sizes);
}

/// Gives the floats of a sum of `number` tangents, which `parts` have replaced, as many elements in
/// the alternatives that its tags do not name as in those that they name. `type` is the type of the
/// sum, and `taken`, if it is not null, says whether the sum is a part that is named.
static void fillAlternatives(OpBuilder &builder, Location loc, Type type, Value number, Value taken,
                             const LoweredSums &lowered, MutableArrayRef<Value> parts) {
  auto sum = dyn_cast<SumType>(type);
  if (!sum) {
    for (Value &part : parts)
      if (taken && hasDynamicFront(part.getType()))
        part = scf::IfOp::create(
                   builder, loc, taken,
                   [&](OpBuilder &inner, Location loc) { scf::YieldOp::create(inner, loc, part); },
                   [&](OpBuilder &inner, Location loc) {
                     scf::YieldOp::create(inner, loc, makeZeros(inner, loc, part, number));
                   })
                   .getResult(0);
    return;
  }
  Value tag = getTagType(sum) ? parts.front() : Value();
  parts = parts.drop_front(tag ? 1 : 0);
  for (auto [i, alternative] : llvm::enumerate(sum.getAlternatives()))
    for (Type part : alternative.getTypes()) {
      unsigned count = lowered.count(part);
      Value own = taken;
      if (tag) {
        Value name = arith::ConstantOp::create(
            builder, loc, builder.getIntegerAttr(tag.getType(), static_cast<int64_t>(i)));
        own = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, tag, name);
        if (taken)
          own = arith::AndIOp::create(builder, loc, own, taken);
      }
      fillAlternatives(builder, loc, part, number, own, lowered, parts.take_front(count));
      parts = parts.drop_front(count);
    }
}

/// The number of several tangents or cotangents of the types `types`, of which `seeds` are known,
/// or the number is dynamic. `vectors` have replaced them.
static Value makeNumber(OpBuilder &builder, Location loc, int64_t seeds, TypeRange types,
                        ArrayRef<SmallVector<Value>> vectors) {
  if (!ShapedType::isDynamic(seeds))
    return arith::ConstantIndexOp::create(builder, loc, seeds);
  for (auto [type, values] : llvm::zip_equal(types, vectors))
    if (!isa<SumType>(type))
      return getFront(builder, loc, values.front());
  llvm_unreachable("verified: not all are sums");
}

namespace {
/// Lowers a request that differentiates sums, or by sums, to one for the floats in them. The tags
/// of a derivative are those of the values that it belongs to.
template <typename Request> struct LowerRequest : Lowering<Request> {
  LowerRequest(const TypeConverter &types, MLIRContext *context, const RequestsOfSums &requests)
      : Lowering<Request>(types, context), requests(requests) {}
  using Adaptor = typename Request::template GenericAdaptor<ArrayRef<ValueRange>>;

  LogicalResult matchAndRewrite(Request op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto found = requests.find(op);
    if (found == requests.end())
      return failure();
    const Chosen &wrt = found->second.wrt, &of = found->second.of;
    const LoweredSums &types = this->types();
    Location loc = op.getLoc();
    SmallVector<Value> args = flatten(adaptor.getArgs());
    SmallVector<int64_t> by = wrt.lowerPositions(types), from = of.lowerPositions(types);
    auto byAttr = rewriter.getDenseI64ArrayAttr(by), fromAttr = rewriter.getDenseI64ArrayAttr(from);
    SmallVector<Type> argTypes(ValueRange(args).getTypes()), resultTypes;
    if (failed(types.convertTypes(of.types, resultTypes)))
      return failure();
    SmallVector<SmallVector<Value>> replacements;
    auto addResults = [&](ValueRange &rest) {
      for (Type type : of.types) {
        unsigned count = types.count(type);
        replacements.emplace_back(rest.take_front(count));
        rest = rest.drop_front(count);
      }
    };
    constexpr bool isJvp = std::is_same_v<Request, JvpOp>, isVjp = std::is_same_v<Request, VjpOp>;
    if constexpr (isJvp || isVjp) {
      SmallVector<Type> results(resultTypes);
      SmallVector<SmallVector<Value>> vectors;
      ValueRange given;
      if constexpr (isJvp) {
        vectors = llvm::map_to_vector(adaptor.getTangents(), asValues);
        given = op.getTangents();
      } else {
        vectors = llvm::map_to_vector(adaptor.getCotangents(), asValues);
        given = op.getCotangents();
      }
      std::optional<int64_t> seeds = countSeeds(isJvp ? wrt : of, given.getTypes());
      Value number;
      if (seeds) {
        number = makeNumber(rewriter, loc, *seeds, given.getTypes(), vectors);
        for (auto [type, parts] : llvm::zip_equal(given.getTypes(), vectors))
          fillAlternatives(rewriter, loc, type, number, /*taken=*/{}, types, parts);
      }
      appendTangents(isJvp ? resultTypes : argTypes, isJvp ? from : by, results, seeds);
      // The tags of cotangents are compared with those of the results, which are known afterwards.
      SmallVector<std::pair<Value, Value>> tags;
      SmallVector<Value> none(resultTypes.size());
      SmallVector<Value> floats = takeFloats(
          isJvp ? wrt : of, vectors, isJvp ? ValueRange(args) : ValueRange(none), types, tags);
      auto assertTags = [&] {
        for (auto [given, own] : tags)
          assertSameTags(rewriter, loc, given, own);
      };
      if (isJvp)
        assertTags();
      auto lowered = Request::create(rewriter, loc, results, op.getCalleeAttr(), byAttr, fromAttr,
                                     args, floats);
      lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      ValueRange values = lowered.getResults().take_front(resultTypes.size());
      if constexpr (isVjp) {
        tags.clear();
        takeFloats(of, vectors, values, types, tags);
        assertTags();
      }
      ValueRange rest = lowered.getResults();
      addResults(rest);
      const Chosen &to = isJvp ? of : wrt;
      llvm::append_range(replacements,
                         joinParts(rewriter, loc, to, isJvp ? values : ValueRange(args), rest,
                                   types, number,
                                   TypeRange(op->getResultTypes()).take_back(to.positions.size())));
    } else if constexpr (std::is_same_v<Request, LinearizeOp>) {
      SmallVector<Type> results(resultTypes), domain, codomain;
      appendTangents(argTypes, by, domain);
      appendTangents(resultTypes, from, codomain);
      results.push_back(LFunType::get(op.getContext(), domain, codomain));
      auto lowered = LinearizeOp::create(rewriter, loc, results, op.getCalleeAttr(), byAttr,
                                         fromAttr, args, op.getRepresentation());
      lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      ValueRange rest = lowered.getResults();
      addResults(rest);
      SmallVector<Value> &map = replacements.emplace_back();
      appendTags(wrt, args, map);
      appendTags(of, lowered.getResults(), map);
      map.push_back(rest.front());
    } else if constexpr (std::is_same_v<Request, JacobianOp>) {
      if (op->hasAttr("sparse")) {
        auto lowered = JacobianOp::create(rewriter, loc, op.getResultTypes(), op.getCalleeAttr(),
                                          byAttr, fromAttr, args, op.getMode());
        lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
        rewriter.replaceOp(op, lowered);
        return success();
      }
      SmallVector<Type> blocks;
      for (int64_t i : from)
        for (int64_t j : by)
          blocks.push_back(getJacobianType(resultTypes[i], argTypes[j]));
      auto lowered = JacobianOp::create(rewriter, loc, blocks, op.getCalleeAttr(), byAttr, fromAttr,
                                        args, op.getMode());
      lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      ValueRange values;
      if (of.holdSums())
        values =
            func::CallOp::create(rewriter, loc, op.getCalleeAttr(), resultTypes, args).getResults();
      joinBlocks(rewriter, loc, found->second, op.getResultTypes(), args, values,
                 lowered.getResults(), by.size(), replacements);
    } else {
      bool hasValues = std::is_same_v<Request, ValueAndGradOp>;
      SmallVector<Type> results(hasValues ? ArrayRef<Type>(resultTypes) : ArrayRef<Type>());
      for (int64_t i : by)
        results.push_back(argTypes[i]);
      auto lowered =
          Request::create(rewriter, loc, results, op.getCalleeAttr(), byAttr, fromAttr, args);
      lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      ValueRange rest = lowered.getResults();
      if (hasValues)
        addResults(rest);
      llvm::append_range(replacements,
                         joinParts(rewriter, loc, wrt, ValueRange(args), rest, types));
    }
    rewriter.replaceOpWithMultiple(op, llvm::to_vector_of<ValueRange>(replacements));
    return success();
  }

private:
  static SmallVector<Value> asValues(ValueRange values) { return SmallVector<Value>(values); }

  /// The number of several tangents of the types `vectors`, which may be dynamic; none where there
  /// is one tangent at each chosen value.
  static std::optional<int64_t> countSeeds(const Chosen &chosen, TypeRange vectors) {
    std::optional<int64_t> number;
    for (auto [i, vector] : llvm::zip_equal(chosen.positions, vectors)) {
      std::optional<int64_t> own = getNumSeeds(vector, getTypeOfTangents(chosen.types[i]));
      if (own && (!number || ShapedType::isDynamic(*number)))
        number = own;
    }
    return number;
  }

  /// Appends the tags in the chosen ones among the values that `values` have replaced.
  void appendTags(const Chosen &chosen, ValueRange values, SmallVectorImpl<Value> &tags) const {
    for (int64_t i : chosen.positions) {
      SmallVector<Part> parts;
      listParts(chosen.types[i], this->types(), parts);
      for (auto [part, value] : llvm::zip_equal(parts, chosen.getParts(values, i, this->types())))
        if (part == Part::Tag)
          tags.push_back(value);
    }
  }

  /// The Jacobian of each chosen result by each chosen argument, of the types `types`. `blocks` has
  /// a row of `numColumns` blocks for each value of floats in the results, one for each in the
  /// arguments.
  void joinBlocks(OpBuilder &builder, Location loc, const RequestOfSums &request, TypeRange types,
                  ValueRange args, ValueRange results, ValueRange blocks, unsigned numColumns,
                  SmallVectorImpl<SmallVector<Value>> &replacements) const {
    unsigned row = 0;
    for (int64_t i : request.of.positions) {
      SmallVector<Part> rows;
      listParts(request.of.types[i], this->types(), rows);
      unsigned column = 0;
      unsigned numRows = llvm::count(rows, Part::Differentiated);
      for (int64_t j : request.wrt.positions) {
        SmallVector<Type> wanted;
        (void)this->types().convertType(types[replacements.size()], wanted);
        SmallVector<Value> &joined = replacements.emplace_back();
        unsigned own = row;
        for (auto [k, part] : llvm::enumerate(rows)) {
          if (part == Part::Tag)
            joined.push_back(request.of.getParts(results, i, this->types())[k]);
          else if (part == Part::Differentiated)
            joinRow(builder, loc, request.wrt, j, args,
                    blocks.slice(own++ * numColumns + column, numColumns - column), wanted, joined);
        }
        column += request.wrt.countFloats(j, this->types());
      }
      row += numRows;
    }
  }

  /// Appends the parts of the derivatives of one result by argument `j`, whose blocks stand at the
  /// front of `blocks`. The parts of the Jacobian have the types `wanted`.
  void joinRow(OpBuilder &builder, Location loc, const Chosen &wrt, int64_t j, ValueRange args,
               ValueRange blocks, TypeRange wanted, SmallVectorImpl<Value> &joined) const {
    SmallVector<Part> parts;
    listParts(wrt.types[j], this->types(), parts);
    Value first = blocks.front();
    for (auto [part, value] : llvm::zip_equal(parts, wrt.getParts(args, j, this->types()))) {
      if (part == Part::Tag) {
        joined.push_back(spreadTags(builder, loc, value, first, wanted[joined.size()]));
      } else if (part == Part::Differentiated) {
        joined.push_back(blocks.front());
        blocks = blocks.drop_front();
      }
    }
  }

  /// `tags`, or arrays of them, of type `wanted`: the tags of an argument once for each element of
  /// an array in the result, whose dimensions come first, as they do in `block`.
  static Value spreadTags(OpBuilder &builder, Location loc, Value tags, Value block, Type wanted) {
    Value repeated = tags;
    for (int64_t dim = getRank(wanted) - getRank(tags.getType()) - 1; dim >= 0; --dim)
      repeated =
          repeatTags(builder, loc, repeated, tensor::DimOp::create(builder, loc, block, dim));
    return castTo(builder, repeated, wanted);
  }

  const RequestsOfSums &requests;
};
} // namespace

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

/// Fails at zeros of sums: they fit every tag, and so are no tag with values.
static LogicalResult rejectZeros(Operation *root) {
  return failure(root->walk([&](Operation *op) {
                       if (!isa<ZeroOp>(op) || !isTangentOfSum(op->getResult(0).getType()))
                         return WalkResult::advance();
                       auto diag = op->emitError("chad: '")
                                   << op->getName() << "' of a sum is not lowered";
                       diag.attachNote()
                           << "take the sum apart by 'chad.case', and put zeros of what "
                              "it holds in again by 'chad.inj'";
                       return WalkResult::interrupt();
                     })
                     .wasInterrupted());
}

/// What a request chose of the arguments and the results of its function, which has type `type`.
static RequestOfSums getChosen(Operation *request, FunctionType type) {
  auto choose = [&](TypeRange types, StringRef name) {
    auto given = request->getAttrOfType<DenseI64ArrayAttr>(name);
    return Chosen{
        SmallVector<Type>(types),
        getDifferentiated(types, given ? std::optional(given.asArrayRef()) : std::nullopt)};
  };
  return {choose(type.getInputs(), "wrt"), choose(type.getResults(), "of")};
}

namespace {
struct LowerSums : chad::impl::ChadLowerSumsBase<LowerSums> {
  void runOnOperation() override {
    if (failed(rejectContexts(getOperation())) || failed(checkSumArrays(getOperation())))
      return signalPassFailure();
    // The zero of a linear sum fits every tag, and so is no tag with values. Programs without
    // tangents of sums keep linear sums.
    bool takesTangents = false;
    getOperation()->walk([&](Operation *op) {
      takesTangents |= isa<JvpOp, VjpOp>(op) && llvm::any_of(op->getOperandTypes(), isTangentOfSum);
      takesTangents |= isa<JvpOp, VjpOp>(op) && llvm::any_of(op->getResultTypes(), isTangentOfSum);
      takesTangents |= llvm::any_of(op->getResultTypes(), isMapOfSums);
    });
    if (takesTangents &&
        (failed(rejectZeros(getOperation())) || failed(rejectMaps(getOperation()))))
      return signalPassFailure();
    LoweredSums types(takesTangents);
    RequestsOfSums requests;
    SymbolTableCollection symbols;
    getOperation()->walk([&](Operation *op) {
      if (!isRequest(op))
        return;
      auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee");
      auto callee = name ? symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name) : func::FuncOp();
      if (!callee || types.isLegal(callee.getFunctionType()))
        return;
      // The positions of sums become those of the floats in them with the request.
      RequestOfSums chosen = getChosen(op, callee.getFunctionType());
      if (chosen.wrt.holdSums() || chosen.of.holdSums()) {
        requests[op] = std::move(chosen);
        return;
      }
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
    populateMapPatterns(types, patterns);
    patterns.add<LowerInj, LowerCase, LowerYield>(types, &getContext());
    patterns.add<LowerRequest<GradOp>, LowerRequest<ValueAndGradOp>, LowerRequest<JvpOp>,
                 LowerRequest<VjpOp>, LowerRequest<JacobianOp>, LowerRequest<LinearizeOp>>(
        types, &getContext(), requests);
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
