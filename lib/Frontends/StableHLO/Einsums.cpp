//===- Einsums.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums of products whose dimensions have letters (`einsum`), and products by groups of rows
// (`ragged_dot`), where each group has a factor of its own.

#include "Contractions.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad::stablehlo;
using utils::IteratorType;

static AffineMap mapOfLoops(OpBuilder &builder, int64_t numLoops, ArrayRef<int64_t> loops) {
  auto exprs = llvm::map_to_vector(
      loops, [&](int64_t loop) -> AffineExpr { return builder.getAffineDimExpr(loop); });
  return AffineMap::get(numLoops, 0, exprs, builder.getContext());
}

/// Multiplies or adds numbers of the type of `a`.
static Value multiply(Importer &importer, Value a, Value b) {
  if (isa<ComplexType>(a.getType()))
    return importer.create<complex::MulOp>(a, b);
  if (isa<FloatType>(a.getType()))
    return importer.create<arith::MulFOp>(a, b);
  return importer.create<arith::MulIOp>(a, b);
}
static Value add(Importer &importer, Value a, Value b) {
  if (isa<ComplexType>(a.getType()))
    return importer.create<complex::AddOp>(a, b);
  if (isa<FloatType>(a.getType()))
    return importer.create<arith::AddFOp>(a, b);
  return importer.create<arith::AddIOp>(a, b);
}

//===----------------------------------------------------------------------===//
// einsum, unary_einsum
//===----------------------------------------------------------------------===//

namespace {
/// A tensor, and the letters of its dimensions.
struct Labelled {
  Value tensor;
  std::string labels;
};
} // namespace

/// Sums `x` over the dimensions whose letters are not in `kept`. Of dimensions with the same letter
/// the diagonal is taken first.
static Labelled sumOut(Importer &importer, const Labelled &x, StringRef kept) {
  if (x.labels == kept)
    return x;
  OpBuilder &builder = importer.builder;
  std::string loops = kept.str();
  SmallVector<int64_t> loopOf;
  SmallVector<OpFoldResult> sizes(kept.size());
  for (auto [dim, label] : llvm::enumerate(x.labels)) {
    size_t loop = loops.find(label);
    if (loop == std::string::npos) {
      loop = loops.size();
      loops.push_back(label);
    }
    if (loop < kept.size())
      sizes[loop] = importer.size(x.tensor, dim);
    loopOf.push_back(loop);
  }
  SmallVector<IteratorType> iterators(loops.size(), IteratorType::reduction);
  std::fill_n(iterators.begin(), kept.size(), IteratorType::parallel);
  bool isSum = loops.size() > kept.size();
  Type element = getElementTypeOrSelf(x.tensor.getType());
  Value place =
      isSum ? importer.fill(importer.constant(element, 0), sizes) : importer.empty(sizes, element);
  AffineMap result =
      mapOfLoops(builder, loops.size(), llvm::to_vector(llvm::seq<int64_t>(0, kept.size())));
  auto sums = importer.generic(x.tensor, place, {mapOfLoops(builder, loops.size(), loopOf), result},
                               iterators, [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
                                 return SmallVector<Value>{isSum ? add(importer, args[1], args[0])
                                                                 : args[0]};
                               });
  return {sums->front(), kept.str()};
}

/// Returns the letters of `labels` that are also in `other` or in `result`, each once.
static std::string shared(StringRef labels, StringRef other, StringRef result) {
  std::string kept;
  for (char label : labels)
    if ((other.contains(label) || result.contains(label)) && !StringRef(kept).contains(label))
      kept.push_back(label);
  return kept;
}

/// Reads the letters of the operands and of the result from the attribute of the op.
static FailureOr<std::pair<SmallVector<std::string>, std::string>>
readConfig(Importer &importer, Operation *op, unsigned numOperands) {
  auto config = op->getAttrOfType<StringAttr>("einsum_config");
  if (!config)
    return importer.error(op, "needs a string as attribute 'einsum_config'");
  std::string text = config.getValue().str();
  llvm::erase(text, ' ');
  auto [inputs, result] = StringRef(text).split("->");
  SmallVector<StringRef> parts;
  inputs.split(parts, ',');
  auto isLetters = [](StringRef labels) { return llvm::all_of(labels, llvm::isAlpha); };
  if (!StringRef(text).contains("->") || parts.size() != numOperands ||
      !llvm::all_of(parts, isLetters) || !isLetters(result))
    return importer.error(op, "needs a letter for each dimension, such as \"ab,bc->ac\", as "
                              "attribute 'einsum_config'");
  llvm::SmallDenseMap<char, int64_t> extents;
  for (auto [i, labels] : llvm::enumerate(parts)) {
    auto type = dyn_cast<RankedTensorType>(importer.operand(op, i).getType());
    if ((type ? type.getRank() : 0) != static_cast<int64_t>(labels.size()))
      return importer.error(op, "names other numbers of dimensions than its operands have");
    for (auto [dim, label] : llvm::enumerate(labels)) {
      auto [known, isNew] = extents.try_emplace(label, type.getDimSize(dim));
      if (!isNew && failed(verifyCompatibleShape({known->second}, {type.getDimSize(dim)})))
        return importer.error(op, "has one letter for dimensions of different extents: ")
               << known->second << " and " << type.getDimSize(dim);
    }
  }
  for (auto [i, label] : llvm::enumerate(result))
    if (!extents.contains(label) || result.find(label) != i)
      return importer.error(op, "has a result with a letter that no operand has, or twice");
  return std::make_pair(llvm::map_to_vector(parts, [](StringRef part) { return part.str(); }),
                        result.str());
}

static LogicalResult importEinsum(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 2)))
    return failure();
  auto config = readConfig(importer, op, 2);
  auto factors = convertFactors(importer, op);
  if (failed(config) || failed(factors))
    return failure();
  const SmallVector<std::string> &inputs = config->first;
  const std::string &result = config->second;
  // A dimension that only one factor has is summed before the product.
  Labelled a = sumOut(importer, {factors->first, inputs[0]}, shared(inputs[0], inputs[1], result));
  Labelled b = sumOut(importer, {factors->second, inputs[1]}, shared(inputs[1], inputs[0], result));
  std::string loops = result;
  for (char label : a.labels)
    if (!StringRef(loops).contains(label))
      loops.push_back(label);
  OpBuilder &builder = importer.builder;
  SmallVector<OpFoldResult> sizes(result.size());
  auto loopsOf = [&](const Labelled &x) {
    SmallVector<int64_t> numbers;
    for (auto [dim, label] : llvm::enumerate(x.labels)) {
      size_t loop = loops.find(label);
      if (loop < result.size())
        sizes[loop] = importer.size(x.tensor, dim);
      numbers.push_back(loop);
    }
    return mapOfLoops(builder, loops.size(), numbers);
  };
  AffineMap mapA = loopsOf(a), mapB = loopsOf(b);
  AffineMap mapResult =
      mapOfLoops(builder, loops.size(), llvm::to_vector(llvm::seq<int64_t>(0, result.size())));
  SmallVector<IteratorType> iterators(loops.size(), IteratorType::reduction);
  std::fill_n(iterators.begin(), result.size(), IteratorType::parallel);
  return setSums(
      importer, op,
      addProducts(importer, a.tensor, b.tensor, {mapA, mapB, mapResult}, iterators, sizes));
}

static LogicalResult importUnaryEinsum(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 1)))
    return failure();
  auto config = readConfig(importer, op, 1);
  if (failed(config))
    return failure();
  Value x = importer.asTensor(importer.operand(op, 0));
  if (getElementTypeOrSelf(x.getType()).isInteger(1))
    return importer.error(op, "has no meaning for truth values");
  Labelled sums = sumOut(importer, {x, config->first.front()}, config->second);
  return importer.set(op, importer.asScalar(sums.tensor));
}

//===----------------------------------------------------------------------===//
// ragged_dot
//===----------------------------------------------------------------------===//

/// Returns for each row i the index of its group, which is the number of groups that end at or
/// before i. Groups are consecutive, and have the sizes `groups`. A row after all groups has the
/// number of groups as its index.
static Value groupOfEachRow(Importer &importer, Value groups, bool isUnsigned, OpFoldResult rows) {
  OpBuilder &builder = importer.builder;
  Type index = builder.getIndexType();
  auto sum = [&](Value input, OpFoldResult size, AffineMap map, auto term) {
    Value start = importer.fill(importer.index(0), size);
    return importer
        .generic(input, start, {map, mapOfLoops(builder, 2, {0})},
                 {IteratorType::parallel, IteratorType::reduction},
                 [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
                   Value i = importer.create<linalg::IndexOp>(0);
                   Value j = importer.create<linalg::IndexOp>(1);
                   return SmallVector<Value>{
                       importer.create<arith::AddIOp>(args[1], term(args[0], i, j))};
                 })
        ->front();
  };
  Value ends = sum(groups, importer.size(groups, 0), mapOfLoops(builder, 2, {1}),
                   [&](Value size, Value i, Value j) -> Value {
                     Value isBefore =
                         importer.create<arith::CmpIOp>(arith::CmpIPredicate::ule, j, i);
                     return importer.create<arith::SelectOp>(
                         isBefore, importer.castToIndex(size, isUnsigned), importer.index(0));
                   });
  return sum(ends, rows, mapOfLoops(builder, 2, {1}), [&](Value end, Value i, Value) -> Value {
    Value isBehind = importer.create<arith::CmpIOp>(arith::CmpIPredicate::sge, i, end);
    return importer.create<arith::IndexCastUIOp>(index, isBehind);
  });
}

namespace {
/// The loops of a product by groups: those over the result's dimensions come first, then those of
/// the sums.
struct RaggedLoops {
  SmallVector<int64_t> ofA, ofB;
  SmallVector<OpFoldResult> sizes;
  SmallVector<IteratorType> iterators;
};
} // namespace

/// If the ragged dimension is i, y[b, i, j] = Σₖ a[b, i, k] · w[group(i), b, k, j]. If it is k,
/// y[g, b, i, j] = Σₖ [group(k) = g] · a[b, i, k] · w[b, k, j].
static LogicalResult importRaggedDot(Importer &importer, Operation *op) {
  auto fields = importer.fields(op, "ragged_dot_dimension_numbers", "ragged_dot");
  if (failed(importer.expect(op, 3)) || failed(fields))
    return failure();
  DotDims dims = {
      fields->lookup("lhs_batching_dimensions"), fields->lookup("rhs_batching_dimensions"),
      fields->lookup("lhs_contracting_dimensions"), fields->lookup("rhs_contracting_dimensions")};
  SmallVector<int64_t> ragged = fields->lookup("lhs_ragged_dimensions");
  SmallVector<int64_t> grouped = fields->lookup("rhs_group_dimensions");
  if (ragged.size() != 1)
    return importer.error(op, "needs one ragged dimension");
  bool isSum = llvm::is_contained(dims.aContracting, ragged.front());
  bool isBatch = llvm::is_contained(dims.aBatch, ragged.front());
  if (grouped.size() != (isSum || isBatch ? 0 : 1))
    return importer.error(op, "needs a dimension of groups of the second factor where the ragged "
                              "dimension is one of the result's rows, and none elsewhere");
  // If the ragged dimension is a batch dimension, groups have no factors of their own, and the
  // product is an ordinary one.
  if (isBatch)
    return importDot(importer, op, dims);
  Value groups = importer.operand(op, 2);
  if (rankOf(groups) != 1 || !isa<IntegerType>(getElementTypeOrSelf(groups.getType())))
    return importer.error(op,
                          "is imported where the sizes of its groups are one array of integers, "
                          "the same for the whole batch");
  auto factors = convertFactors(importer, op);
  if (failed(factors))
    return failure();
  Value a = factors->first, b = factors->second;
  int64_t aRank = rankOf(a), bRank = rankOf(b);
  SmallVector<int64_t> aDims = dims.aBatch, bDims = dims.bBatch;
  llvm::append_range(aDims, dims.aContracting);
  llvm::append_range(bDims, dims.bContracting);
  if (dims.aBatch.size() != dims.bBatch.size() ||
      dims.aContracting.size() != dims.bContracting.size())
    return importer.error(op, "pairs dimensions of which one factor has more");
  SmallVector<int64_t> bAll = bDims;
  llvm::append_range(bAll, grouped);
  if (failed(importer.checkDims(op, aDims, aRank, "dimensions of the first factor")) ||
      failed(importer.checkDims(op, bAll, bRank, "dimensions of the second factor")) ||
      failed(importer.checkDims(op, ragged, aRank, "the ragged dimension")))
    return failure();
  auto aType = cast<RankedTensorType>(a.getType()), bType = cast<RankedTensorType>(b.getType());
  if (failed(checkPairs(importer, op, aType, aDims, bType, bDims)))
    return failure();

  RaggedLoops loops{SmallVector<int64_t>(aRank, -1), SmallVector<int64_t>(bRank, -1), {}, {}};
  int64_t numLoops = 0;
  if (isSum) {
    ++numLoops;
    loops.sizes.push_back(importer.size(groups, 0));
  }
  for (auto [i, j] : llvm::zip_equal(dims.aBatch, dims.bBatch)) {
    loops.ofA[i] = loops.ofB[j] = numLoops++;
    loops.sizes.push_back(importer.size(a, i));
  }
  for (int64_t i = 0; i < aRank; ++i)
    if (!llvm::is_contained(aDims, i)) {
      loops.ofA[i] = numLoops++;
      loops.sizes.push_back(importer.size(a, i));
    }
  for (int64_t j = 0; j < bRank; ++j)
    if (!llvm::is_contained(bAll, j)) {
      loops.ofB[j] = numLoops++;
      loops.sizes.push_back(importer.size(b, j));
    }
  int64_t resultRank = numLoops;
  loops.iterators.assign(numLoops, IteratorType::parallel);
  for (auto [i, j] : llvm::zip_equal(dims.aContracting, dims.bContracting)) {
    loops.ofA[i] = loops.ofB[j] = numLoops++;
    loops.iterators.push_back(IteratorType::reduction);
  }
  OpBuilder &builder = importer.builder;
  Type element = aType.getElementType();
  Value zero = importer.constant(element, 0), start = importer.fill(zero, loops.sizes);
  if (llvm::any_of(loops.sizes, isZeroInteger) || isZeroInteger(importer.size(groups, 0)))
    return setSums(importer, op, start);
  Value ids = groupOfEachRow(importer, groups, importer.isUnsigned(op, 2),
                             importer.size(a, ragged.front()));
  Value numGroups = importer.sizeValue(groups, 0);
  AffineMap mapA = mapOfLoops(builder, numLoops, loops.ofA);
  AffineMap mapIds = mapOfLoops(builder, numLoops, {loops.ofA[ragged.front()]});
  AffineMap mapResult =
      mapOfLoops(builder, numLoops, llvm::to_vector(llvm::seq<int64_t>(0, resultRank)));
  SmallVector<Value> inputs = {a, ids};
  SmallVector<AffineMap> maps = {mapA, mapIds};
  if (isSum) {
    inputs.push_back(b);
    maps.push_back(mapOfLoops(builder, numLoops, loops.ofB));
  }
  maps.push_back(mapResult);
  auto sums = importer.generic(
      inputs, start, maps, loops.iterators, [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
        Value group = args[1], factor, counts;
        if (isSum) {
          factor = args[2];
          counts = importer.create<arith::CmpIOp>(arith::CmpIPredicate::eq, group,
                                                  importer.create<linalg::IndexOp>(0));
        } else {
          counts = importer.create<arith::CmpIOp>(arith::CmpIPredicate::slt, group, numGroups);
          Value last = importer.fold<arith::SubIOp>(numGroups, importer.index(1));
          Value known = importer.create<arith::MinSIOp>(group, last);
          SmallVector<Value> at;
          for (int64_t loop : loops.ofB)
            at.push_back(loop < 0 ? known : importer.create<linalg::IndexOp>(loop).getResult());
          factor = importer.create<tensor::ExtractOp>(b, at);
        }
        Value product = multiply(importer, args[0], factor);
        Value term = importer.create<arith::SelectOp>(counts, product, zero);
        return SmallVector<Value>{add(importer, args.back(), term)};
      });
  if (failed(sums))
    return failure();
  return setSums(importer, op, sums->front());
}

void chad::stablehlo::addEinsumRules(RuleTable &rules) {
  rules["stablehlo.einsum"] = importEinsum;
  rules["stablehlo.unary_einsum"] = importUnaryEinsum;
  rules["chlo.ragged_dot"] = importRaggedDot;
}
