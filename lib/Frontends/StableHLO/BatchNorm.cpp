//===- BatchNorm.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Batch normalization: in training, in inference, and its gradient.
// Ioffe and Szegedy 2015, "Batch normalization".

#include "Importer.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad::stablehlo;
using utils::IteratorType;

namespace {
/// The operands of a batch normalization: an array, and vectors along the array's feature
/// dimension. The computation is in f32 for operands of f16 and bf16.
class BatchNorm {
public:
  static FailureOr<BatchNorm> read(Importer &importer, Operation *op, ArrayRef<unsigned> vectors,
                                   ArrayRef<unsigned> arrays);

  /// Operand number `i`, converted to the type of the computation.
  Value operand(unsigned i) {
    return importer.convert(importer.operand(op, i), type, false, false);
  }

  /// Applies `function` to the elements of arrays and vectors. The result has the shape of the
  /// first of them; a vector is repeated along the dimensions that it lacks.
  Value map(ValueRange values, llvm::function_ref<Value(ValueRange)> function);

  /// Applies `function` as in `map`, and adds the results over all dimensions but the features.
  Value sum(ValueRange values, llvm::function_ref<Value(ValueRange)> function);

  /// The number of elements of each feature.
  Value count() {
    OpFoldResult product = importer.builder.getIndexAttr(1);
    for (auto [dim, size] : llvm::enumerate(importer.sizes(importer.operand(op, 0))))
      if (static_cast<int64_t>(dim) != feature)
        product = importer.multiply(product, size);
    Value integer =
        importer.fold<arith::IndexCastOp>(importer.builder.getI64Type(), importer.toIndex(product));
    return importer.fold<arith::SIToFPOp>(type, integer);
  }

  Value add(Value a, Value b) { return importer.create<arith::AddFOp>(a, b); }
  Value subtract(Value a, Value b) { return importer.create<arith::SubFOp>(a, b); }
  Value multiply(Value a, Value b) { return importer.create<arith::MulFOp>(a, b); }
  Value divide(Value a, Value b) { return importer.create<arith::DivFOp>(a, b); }
  /// √(variance + ε).
  Value deviation(Value variance) {
    return importer.create<math::SqrtOp>(add(variance, importer.constant(type, epsilon)));
  }
  /// (x - mean)/√(variance + ε)·scale + offset.
  Value normalize(Value x, Value scale, Value offset, Value mean, Value variance) {
    return map({x, scale, offset, mean, variance}, [&](ValueRange args) {
      Value normal = divide(subtract(args[0], args[3]), deviation(args[4]));
      return add(multiply(normal, args[1]), args[2]);
    });
  }
  LogicalResult set(unsigned i, Value value) {
    return importer.set(op, i, importer.convert(value, element, false, false));
  }

  double epsilon = 0;

private:
  BatchNorm(Importer &importer, Operation *op) : importer(importer), op(op) {}
  AffineMap mapOf(Value value) {
    OpBuilder &builder = importer.builder;
    AffineMap identity = builder.getMultiDimIdentityMap(rank);
    if (rankOf(value) == rank && rank > 1)
      return identity;
    return AffineMap::get(rank, 0, builder.getAffineDimExpr(feature));
  }

  Importer &importer;
  Operation *op;
  FloatType element, type;
  int64_t rank = 0, feature = 0;
};
} // namespace

FailureOr<BatchNorm> BatchNorm::read(Importer &importer, Operation *op, ArrayRef<unsigned> vectors,
                                     ArrayRef<unsigned> arrays) {
  BatchNorm norm(importer, op);
  FailureOr<int64_t> feature = importer.integer(op, "feature_index");
  auto epsilon = op->getAttrOfType<FloatAttr>("epsilon");
  if (failed(feature))
    return failure();
  if (!epsilon)
    return importer.error(op, "needs a float as attribute 'epsilon'");
  Value x = importer.operand(op, 0);
  norm.rank = rankOf(x);
  norm.feature = *feature;
  norm.epsilon = epsilon.getValueAsDouble();
  norm.element = dyn_cast<FloatType>(getElementTypeOrSelf(x.getType()));
  if (!norm.element || *feature < 0 || *feature >= norm.rank)
    return importer.error(op, "needs an array of floats that has its dimension of features");
  norm.type = norm.element.getWidth() < 32 ? importer.builder.getF32Type() : norm.element;
  auto type = cast<RankedTensorType>(x.getType());
  auto check = [&](unsigned i, ArrayRef<int64_t> shape) -> LogicalResult {
    auto other = dyn_cast<RankedTensorType>(importer.operand(op, i).getType());
    if (other && other.getElementType() == norm.element &&
        succeeded(verifyCompatibleShape(other.getShape(), shape)))
      return success();
    return importer.error(op, "has an operand #" + Twine(i) + " that does not fit operand #0");
  };
  for (unsigned i : vectors)
    if (failed(check(i, type.getDimSize(*feature))))
      return failure();
  for (unsigned i : arrays)
    if (failed(check(i, type.getShape())))
      return failure();
  return norm;
}

Value BatchNorm::map(ValueRange values, llvm::function_ref<Value(ValueRange)> function) {
  SmallVector<AffineMap> maps = llvm::map_to_vector(values, [&](Value v) { return mapOf(v); });
  maps.push_back(importer.builder.getMultiDimIdentityMap(rank));
  SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
  Value place = importer.empty(importer.sizes(values.front()), type);
  return importer
      .generic(values, place, maps, iterators,
               [&](ValueRange args) { return SmallVector<Value>{function(args)}; })
      ->front();
}

Value BatchNorm::sum(ValueRange values, llvm::function_ref<Value(ValueRange)> function) {
  SmallVector<AffineMap> maps = llvm::map_to_vector(values, [&](Value v) { return mapOf(v); });
  maps.push_back(AffineMap::get(rank, 0, importer.builder.getAffineDimExpr(feature)));
  SmallVector<IteratorType> iterators(rank, IteratorType::reduction);
  iterators[feature] = IteratorType::parallel;
  Value start = importer.fill(importer.constant(type, 0), importer.size(values.front(), feature));
  return importer
      .generic(values, start, maps, iterators,
               [&](ValueRange args) {
                 return SmallVector<Value>{add(args.back(), function(args.drop_back()))};
               })
      ->front();
}

static LogicalResult importInference(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 5)))
    return failure();
  auto norm = BatchNorm::read(importer, op, {1, 2, 3, 4}, {});
  if (failed(norm))
    return failure();
  Value x = norm->operand(0), scale = norm->operand(1), offset = norm->operand(2);
  Value mean = norm->operand(3), variance = norm->operand(4);
  return norm->set(0, norm->normalize(x, scale, offset, mean, variance));
}

/// In training, the mean and the variance are those of the elements: E x and E (x - E x)².
static LogicalResult importTraining(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 3, 3)))
    return failure();
  auto norm = BatchNorm::read(importer, op, {1, 2}, {});
  if (failed(norm))
    return failure();
  Value x = norm->operand(0), scale = norm->operand(1), offset = norm->operand(2);
  Value count = norm->count();
  auto divideByCount = [&](Value sums) {
    return importer.mapElements(sums, getElementTypeOrSelf(sums.getType()),
                                [&](ValueRange args) { return norm->divide(args[0], count); });
  };
  Value mean = divideByCount(norm->sum(x, [](ValueRange args) { return args[0]; }));
  Value variance = divideByCount(norm->sum({x, mean}, [&](ValueRange args) {
    Value centered = norm->subtract(args[0], args[1]);
    return norm->multiply(centered, centered);
  }));
  if (failed(norm->set(0, norm->normalize(x, scale, offset, mean, variance))))
    return failure();
  return success(succeeded(norm->set(1, mean)) && succeeded(norm->set(2, variance)));
}

/// With n elements of each feature, c = x - mean and d = √(variance + ε), the cotangents of x, the
/// scale and the offset are
///   scale/(d·n)·(n·ȳ - Σ ȳ - c·Σ (ȳ·c)/d²),   Σ (ȳ·c)/d   and   Σ ȳ.
static LogicalResult importGradient(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 5, 3)))
    return failure();
  auto norm = BatchNorm::read(importer, op, {1, 2, 3}, {4});
  if (failed(norm))
    return failure();
  Value x = norm->operand(0), scale = norm->operand(1), mean = norm->operand(2);
  Value variance = norm->operand(3), dy = norm->operand(4), count = norm->count();
  Value sum = norm->sum(dy, [](ValueRange args) { return args[0]; });
  Value products = norm->sum({dy, x, mean}, [&](ValueRange args) {
    return norm->multiply(args[0], norm->subtract(args[1], args[2]));
  });
  Value dx = norm->map({x, dy, scale, mean, variance, sum, products}, [&](ValueRange args) {
    Value d = norm->deviation(args[4]), c = norm->subtract(args[0], args[3]);
    Value along = norm->divide(norm->multiply(c, args[6]), norm->multiply(d, d));
    Value rest = norm->subtract(norm->multiply(count, args[1]), norm->add(args[5], along));
    return norm->multiply(norm->divide(args[2], norm->multiply(d, count)), rest);
  });
  Value dScale = importer.mapElements(
      {products, variance}, getElementTypeOrSelf(products.getType()),
      [&](ValueRange args) { return norm->divide(args[0], norm->deviation(args[1])); });
  return success(succeeded(norm->set(0, dx)) && succeeded(norm->set(1, dScale)) &&
                 succeeded(norm->set(2, sum)));
}

void chad::stablehlo::addBatchNormRules(RuleTable &rules) {
  rules["stablehlo.batch_norm_inference"] = importInference;
  rules["stablehlo.batch_norm_training"] = importTraining;
  rules["stablehlo.batch_norm_grad"] = importGradient;
}
