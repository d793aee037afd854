//===- Contractions.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums of products: contractions and convolutions.

#include "Contractions.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace chad::stablehlo;

using utils::IteratorType;

/// The type in which products are added: the type of the result, or f32 if that is a float of 16
/// bits.
static Type sumType(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() < 32 ? Type(Float32Type::get(element.getContext())) : element;
}

Value chad::stablehlo::addProducts(Importer &importer, Value a, Value b, ArrayRef<AffineMap> maps,
                                   ArrayRef<IteratorType> iterators, ArrayRef<OpFoldResult> sizes) {
  OpBuilder &builder = importer.builder;
  Type element = getElementTypeOrSelf(a.getType());
  Value zero = importer.constant(element, 0);
  Value start = importer.fill(zero, sizes);
  bool isContraction =
      llvm::all_of(maps, [](AffineMap map) { return map.isProjectedPermutation(); }) &&
      llvm::is_contained(iterators, IteratorType::reduction);
  if (isContraction)
    return importer
        .create<linalg::ContractOp>(TypeRange{start.getType()}, ValueRange{a, b}, ValueRange{start},
                                    builder.getAffineMapArrayAttr(maps))
        ->getResult(0);
  auto sums = importer.generic(
      {a, b}, start, maps, iterators, [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
        if (isa<ComplexType>(element)) {
          Value product = importer.create<complex::MulOp>(args[0], args[1]);
          return SmallVector<Value>{importer.create<complex::AddOp>(args[2], product)};
        }
        if (isa<FloatType>(element)) {
          Value product = importer.create<arith::MulFOp>(args[0], args[1]);
          return SmallVector<Value>{importer.create<arith::AddFOp>(args[2], product)};
        }
        Value product = importer.create<arith::MulIOp>(args[0], args[1]);
        return SmallVector<Value>{importer.create<arith::AddIOp>(args[2], product)};
      });
  return sums->front();
}

FailureOr<std::pair<Value, Value>> chad::stablehlo::convertFactors(Importer &importer,
                                                                   Operation *op) {
  Type element = getElementTypeOrSelf(importer.resultType(op));
  auto isSameKind = [&](Type type) {
    return isa<FloatType>(type) == isa<FloatType>(element) &&
           isa<ComplexType>(type) == isa<ComplexType>(element) &&
           (!isa<ComplexType>(type) || type == element);
  };
  for (unsigned i : {0, 1})
    if (!isSameKind(getElementTypeOrSelf(importer.operand(op, i).getType())))
      return importer.error(op, "has factors and a result of different kinds of numbers");
  if (element.isInteger(1))
    return importer.error(op, "has no meaning for truth values");
  auto convert = [&](unsigned i) {
    return importer.asTensor(importer.convert(importer.operand(op, i), sumType(element),
                                              importer.isUnsigned(op, i), false));
  };
  Value a = convert(0);
  return std::make_pair(a, convert(1));
}

LogicalResult chad::stablehlo::setSums(Importer &importer, Operation *op, Value sums) {
  Type element = getElementTypeOrSelf(importer.resultType(op));
  return importer.set(op, importer.convert(importer.asScalar(sums), element, false, false));
}

//===----------------------------------------------------------------------===//
// dot_general, dot
//===----------------------------------------------------------------------===//

LogicalResult chad::stablehlo::checkPairs(Importer &importer, Operation *op, ShapedType a,
                                          ArrayRef<int64_t> aDims, ShapedType b,
                                          ArrayRef<int64_t> bDims) {
  for (auto [i, j] : llvm::zip_equal(aDims, bDims))
    if (failed(verifyCompatibleShape({a.getDimSize(i)}, {b.getDimSize(j)})))
      return importer.error(op, "pairs dimensions of different extents: ")
             << a.getDimSize(i) << " and " << b.getDimSize(j);
  return success();
}

LogicalResult chad::stablehlo::importDot(Importer &importer, Operation *op, const DotDims &dims) {
  auto factors = convertFactors(importer, op);
  if (failed(factors))
    return failure();
  auto [a, b] = *factors;
  auto aType = cast<RankedTensorType>(a.getType()), bType = cast<RankedTensorType>(b.getType());
  SmallVector<int64_t> aDims = dims.aBatch, bDims = dims.bBatch;
  llvm::append_range(aDims, dims.aContracting);
  llvm::append_range(bDims, dims.bContracting);
  if (dims.aBatch.size() != dims.bBatch.size() ||
      dims.aContracting.size() != dims.bContracting.size())
    return importer.error(op, "pairs dimensions of which one factor has more");
  if (failed(importer.checkDims(op, aDims, aType.getRank(), "dimensions of the first factor")) ||
      failed(importer.checkDims(op, bDims, bType.getRank(), "dimensions of the second factor")))
    return failure();
  if (failed(checkPairs(importer, op, aType, aDims, bType, bDims)))
    return failure();
  // Loops: batch, rows, columns, sums.
  int64_t numLoops = 0;
  SmallVector<int64_t> loopOfA(aType.getRank(), -1), loopOfB(bType.getRank(), -1);
  SmallVector<OpFoldResult> sizes;
  for (auto [i, j] : llvm::zip_equal(dims.aBatch, dims.bBatch)) {
    loopOfA[i] = loopOfB[j] = numLoops++;
    sizes.push_back(importer.size(a, i));
  }
  for (int64_t i = 0; i < aType.getRank(); ++i)
    if (!llvm::is_contained(aDims, i)) {
      loopOfA[i] = numLoops++;
      sizes.push_back(importer.size(a, i));
    }
  for (int64_t j = 0; j < bType.getRank(); ++j)
    if (!llvm::is_contained(bDims, j)) {
      loopOfB[j] = numLoops++;
      sizes.push_back(importer.size(b, j));
    }
  SmallVector<IteratorType> iterators(numLoops, IteratorType::parallel);
  for (auto [i, j] : llvm::zip_equal(dims.aContracting, dims.bContracting)) {
    loopOfA[i] = loopOfB[j] = numLoops++;
    iterators.push_back(IteratorType::reduction);
  }
  OpBuilder &builder = importer.builder;
  auto mapOf = [&](ArrayRef<int64_t> loops) {
    auto exprs = llvm::map_to_vector(
        loops, [&](int64_t loop) -> AffineExpr { return builder.getAffineDimExpr(loop); });
    return AffineMap::get(numLoops, 0, exprs, builder.getContext());
  };
  SmallVector<int64_t> loopOfResult =
      llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(sizes.size())));
  Value sums = addProducts(importer, a, b, {mapOf(loopOfA), mapOf(loopOfB), mapOf(loopOfResult)},
                           iterators, sizes);
  return setSums(importer, op, sums);
}

static LogicalResult importDotGeneral(Importer &importer, Operation *op) {
  auto fields = importer.fields(op, "dot_dimension_numbers", "dot");
  if (failed(importer.expect(op, 2)) || failed(fields))
    return failure();
  return importDot(
      importer, op,
      {fields->lookup("lhs_batching_dimensions"), fields->lookup("rhs_batching_dimensions"),
       fields->lookup("lhs_contracting_dimensions"), fields->lookup("rhs_contracting_dimensions")});
}

/// `dot` sums over the last dimension of the first factor and the first dimension of the second.
static LogicalResult importPlainDot(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 2)))
    return failure();
  auto type = dyn_cast<RankedTensorType>(importer.operand(op, 0).getType());
  if (!type)
    return importer.error(op, "needs factors of rank 1 or 2");
  return importDot(importer, op, {{}, {}, {type.getRank() - 1}, {0}});
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

namespace {
/// The attributes of a convolution; each list has one number per spatial dimension.
struct Convolution {
  ConvolutionDims dims;
  SmallVector<int64_t> strides, inputDilation, kernelDilation, reversed;
  SmallVector<OpFoldResult> low, high;
  int64_t featureGroups = 1, batchGroups = 1;
};
} // namespace

/// Reads operand number 2 of `dynamic_conv`, the padding: two numbers for each spatial dimension.
static FailureOr<SmallVector<OpFoldResult>> readPadding(Importer &importer, Operation *op,
                                                        int64_t spatial) {
  Value padding = importer.operand(op, 2);
  auto type = dyn_cast<RankedTensorType>(padding.getType());
  if (!type || type.getShape() != ArrayRef<int64_t>{spatial, 2} ||
      !isa<IntegerType, IndexType>(type.getElementType()))
    return importer.error(op, "needs two integers per spatial dimension as operand #2");
  SmallVector<OpFoldResult> result;
  DenseIntElementsAttr known;
  if (matchPattern(padding, m_Constant(&known))) {
    for (const APInt &number : known.getValues<APInt>())
      result.push_back(importer.builder.getIndexAttr(number.getSExtValue()));
    return result;
  }
  for (int64_t i = 0; i < 2 * spatial; ++i) {
    Value number = importer.create<tensor::ExtractOp>(
        padding, ValueRange{importer.index(i / 2), importer.index(i % 2)});
    result.push_back(getAsOpFoldResult(importer.castToIndex(number, importer.isUnsigned(op, 2))));
  }
  return result;
}

static FailureOr<Convolution> readConvolution(Importer &importer, Operation *op) {
  Convolution conv;
  std::optional<ConvolutionDims> dims = parseConvolutionDims(op->getAttr("dimension_numbers"));
  if (!dims)
    return importer.error(op, "needs '#stablehlo.conv<[...]x[...]->[...]>' as attribute "
                              "'dimension_numbers'");
  conv.dims = *dims;
  size_t spatial = dims->input.spatial.size();
  auto read = [&](StringRef name, int64_t missing) {
    auto numbers = importer.integers(op, name, SmallVector<int64_t>(spatial, missing));
    if (succeeded(numbers) && numbers->size() != spatial)
      return FailureOr<SmallVector<int64_t>>(
          importer.error(op, "needs a number per spatial dimension in '" + name + "'"));
    return numbers;
  };
  auto strides = read("window_strides", 1), inputDilation = read("lhs_dilation", 1);
  auto kernelDilation = read("rhs_dilation", 1), reversed = read("window_reversal", 0);
  FailureOr<SmallVector<OpFoldResult>> padding = failure();
  if (op->getNumOperands() == 3) {
    padding = readPadding(importer, op, spatial);
  } else {
    auto widths = importer.integers(op, "padding", SmallVector<int64_t>(2 * spatial, 0));
    if (succeeded(widths))
      padding = getAsIndexOpFoldResult(importer.builder.getContext(), *widths);
  }
  auto featureGroups = importer.integer(op, "feature_group_count", 1);
  auto batchGroups = importer.integer(op, "batch_group_count", 1);
  if (failed(strides) || failed(inputDilation) || failed(kernelDilation) || failed(reversed) ||
      failed(padding) || failed(featureGroups) || failed(batchGroups))
    return failure();
  if (padding->size() != 2 * spatial)
    return importer.error(op, "needs two numbers per spatial dimension in 'padding'");
  auto isPositive = [](int64_t number) { return number > 0; };
  if (!llvm::all_of(*strides, isPositive) || !llvm::all_of(*inputDilation, isPositive) ||
      !llvm::all_of(*kernelDilation, isPositive) || *featureGroups < 1 || *batchGroups < 1 ||
      (*featureGroups > 1 && *batchGroups > 1))
    return importer.error(op, "needs strides, dilations and group counts of at least 1, and one "
                              "kind of groups");
  conv.strides = *strides;
  conv.inputDilation = *inputDilation;
  conv.kernelDilation = *kernelDilation;
  conv.reversed = *reversed;
  conv.featureGroups = *featureGroups;
  conv.batchGroups = *batchGroups;
  for (size_t i = 0; i < spatial; ++i) {
    conv.low.push_back((*padding)[2 * i]);
    conv.high.push_back((*padding)[2 * i + 1]);
  }
  return conv;
}

/// Splits dimension `dim` of the tensor in two; the first has extent `groups`.
static Value splitDim(Importer &importer, Value tensor, int64_t dim, int64_t groups) {
  SmallVector<OpFoldResult> sizes = importer.sizes(tensor);
  int64_t extent = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  OpBuilder &builder = importer.builder;
  sizes[dim] = builder.getIndexAttr(extent / groups);
  sizes.insert(sizes.begin() + dim, builder.getIndexAttr(groups));
  return importer.reshape(tensor, sizes);
}

/// y[n, (g, o), s] = Σ_{c, k} x[n, (g, c), s·stride + k·dilation] · w[(g, o), c, k] for groups g,
/// where x has been padded and dilated. The indices of x and w are affine maps of a structured op.
template <unsigned numOperands>
static LogicalResult importConvolution(Importer &importer, Operation *op) {
  FailureOr<Convolution> read = failure();
  if (failed(importer.expect(op, numOperands)) || failed(read = readConvolution(importer, op)))
    return failure();
  const Convolution &conv = *read;
  auto factors = convertFactors(importer, op);
  if (failed(factors))
    return failure();
  auto [x, w] = *factors;
  auto xType = cast<RankedTensorType>(x.getType()), wType = cast<RankedTensorType>(w.getType());
  auto type = dyn_cast<RankedTensorType>(importer.resultType(op));
  int64_t spatial = conv.strides.size(), rank = spatial + 2;
  if (xType.getRank() != rank || wType.getRank() != rank || !type || type.getRank() != rank)
    return importer.error(op, "needs an input, a kernel and a result of rank " + Twine(rank));
  const ConvolutionSide &in = conv.dims.input, &kernel = conv.dims.kernel;
  const ConvolutionSide &out = conv.dims.output;
  for (const ConvolutionSide *side : {&in, &kernel, &out}) {
    SmallVector<int64_t> all = side->spatial;
    all.append({side->first, side->second});
    if (failed(importer.checkDims(op, all, rank, "dimension_numbers")))
      return failure();
  }
  int64_t groups = std::max(conv.featureGroups, conv.batchGroups);
  int64_t groupDim = conv.batchGroups > 1 ? in.first : in.second;
  int64_t features = xType.getDimSize(in.second), kernelFeatures = wType.getDimSize(kernel.first);
  // If there are groups, the numbers of features must be static. Windows may be dynamic.
  bool isStatic = llvm::none_of(ArrayRef{features, kernelFeatures, wType.getDimSize(kernel.second)},
                                ShapedType::isDynamic) &&
                  !xType.isDynamicDim(groupDim);
  if (groups > 1 && !isStatic)
    return importer.error(op, "is imported where the numbers of features are known, as it has "
                              "groups");
  bool fits = groups > 1 ? features == kernelFeatures * conv.featureGroups &&
                               wType.getDimSize(kernel.second) % groups == 0 &&
                               xType.getDimSize(groupDim) % groups == 0
                         : succeeded(verifyCompatibleShape({features}, {kernelFeatures}));
  if (!fits)
    return importer.error(op, "has numbers of features that do not fit together");

  // Pad the input, and reverse the kernel along the dimensions that say so.
  OpBuilder &builder = importer.builder;
  OpFoldResult zero = builder.getIndexAttr(0);
  SmallVector<OpFoldResult> low(rank, zero), high(rank, zero), interior(rank, zero);
  SmallVector<OpFoldResult> windows(spatial);
  SmallVector<int64_t> reversed;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t dim = in.spatial[i];
    low[dim] = conv.low[i];
    high[dim] = conv.high[i];
    interior[dim] = builder.getIndexAttr(conv.inputDilation[i] - 1);
    if (conv.reversed[i])
      reversed.push_back(kernel.spatial[i]);
    // If the padded and dilated input has p elements and the dilated window r, the window has ⌊(p -
    // r)/stride⌋ + 1 places.
    OpFoldResult extent = importer.size(x, dim);
    OpFoldResult gaps = importer.atLeast(importer.add(extent, builder.getIndexAttr(-1)), 0);
    OpFoldResult padded = importer.add(extent, importer.multiply(gaps, interior[dim]));
    padded = importer.add(padded, importer.add(conv.low[i], conv.high[i]));
    OpFoldResult window = importer.size(w, kernel.spatial[i]);
    OpFoldResult one = builder.getIndexAttr(1), less = builder.getIndexAttr(-1);
    OpFoldResult reach = importer.add(
        importer.multiply(importer.add(window, less), builder.getIndexAttr(conv.kernelDilation[i])),
        one);
    int64_t stride = conv.strides[i];
    std::optional<int64_t> known = getConstantIntValue(padded), range = getConstantIntValue(reach);
    if (known && *known < 0)
      return importer.error(op, "takes more elements from an input than there are");
    if (isZeroInteger(window) || (known && range && *known < *range)) {
      windows[i] = zero;
    } else if (known && range) {
      windows[i] = builder.getIndexAttr((*known - *range) / stride + 1);
    } else {
      OpFoldResult rest = importer.add(padded, importer.multiply(reach, less));
      rest = importer.add(rest, builder.getIndexAttr(stride));
      Value places = importer.fold<arith::DivUIOp>(importer.toIndex(importer.atLeast(rest, 0)),
                                                   importer.index(stride));
      // A window without elements has no places.
      if (!getConstantIntValue(window))
        places = importer.fold<arith::SelectOp>(
            importer.fold<arith::CmpIOp>(arith::CmpIPredicate::eq, importer.toIndex(window),
                                         importer.index(0)),
            importer.index(0), places);
      windows[i] = getAsOpFoldResult(places);
    }
    // Use the static extent of the result type, if it has one.
    if (int64_t places = type.getDimSize(out.spatial[i]); !ShapedType::isDynamic(places)) {
      if (getConstantIntValue(windows[i]).value_or(places) != places)
        return importer.error(op, "has a result of another number of places for its windows");
      windows[i] = builder.getIndexAttr(places);
    }
  }
  SmallVector<OpFoldResult> sizes(rank);
  sizes[out.first] = importer.size(x, in.first);
  sizes[out.second] = importer.size(w, kernel.second);
  for (int64_t i = 0; i < spatial; ++i)
    sizes[out.spatial[i]] = windows[i];
  if (conv.batchGroups > 1)
    sizes[out.first] = builder.getIndexAttr(xType.getDimSize(in.first) / groups);
  Type element = xType.getElementType();
  if (llvm::any_of(sizes, [](OpFoldResult size) { return isConstantIntValue(size, 0); }))
    return setSums(importer, op, importer.fill(importer.constant(element, 0), sizes));
  x = importer.pad(x, importer.constant(element, 0), low, high, interior);
  w = importer.reverse(w, reversed);

  // Loops: batch, group, output feature, places; input feature, window.
  int64_t numLoops = 0;
  auto loop = [&] { return builder.getAffineDimExpr(numLoops++); };
  AffineExpr batch = loop(), group = groups > 1 ? loop() : AffineExpr(), feature = loop();
  SmallVector<AffineExpr> places, steps;
  for (int64_t i = 0; i < spatial; ++i)
    places.push_back(loop());
  int64_t numParallel = numLoops;
  AffineExpr channel = loop();
  for (int64_t i = 0; i < spatial; ++i)
    steps.push_back(loop());
  SmallVector<AffineExpr> xs(rank), ws(rank), ys(rank);
  xs[in.first] = ys[out.first] = batch;
  xs[in.second] = ws[kernel.first] = channel;
  ws[kernel.second] = ys[out.second] = feature;
  for (int64_t i = 0; i < spatial; ++i) {
    xs[in.spatial[i]] = places[i] * conv.strides[i] + steps[i] * conv.kernelDilation[i];
    ws[kernel.spatial[i]] = steps[i];
    ys[out.spatial[i]] = places[i];
  }
  if (group) {
    // The new dimension of groups comes before the dimension that was split.
    x = splitDim(importer, x, groupDim, groups);
    xs.insert(xs.begin() + groupDim, group);
    w = splitDim(importer, w, kernel.second, groups);
    ws.insert(ws.begin() + kernel.second, group);
    sizes[out.second] = builder.getIndexAttr(wType.getDimSize(kernel.second) / groups);
    sizes.insert(sizes.begin() + out.second, builder.getIndexAttr(groups));
    ys.insert(ys.begin() + out.second, group);
  }
  SmallVector<IteratorType> iterators(numLoops, IteratorType::reduction);
  std::fill_n(iterators.begin(), numParallel, IteratorType::parallel);
  auto mapOf = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(numLoops, 0, exprs, builder.getContext());
  };
  Value sums = addProducts(importer, x, w, {mapOf(xs), mapOf(ws), mapOf(ys)}, iterators, sizes);
  if (group)
    sums = importer.collapse(sums, out.second, out.second + 2);
  return setSums(importer, op, sums);
}

void chad::stablehlo::addContractionRules(RuleTable &rules) {
  rules["stablehlo.dot_general"] = importDotGeneral;
  rules["stablehlo.dot"] = importPlainDot;
  rules["stablehlo.convolution"] = importConvolution<2>;
  rules["stablehlo.dynamic_conv"] = importConvolution<3>;
  addEinsumRules(rules);
}
