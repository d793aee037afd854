//===- Jacobian.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A linear map becomes a matrix when it is applied to a basis (Elliott 2018, §9):
// of the tangents of each argument, column by column, or of the cotangents of each
// result, row by row.

#include "Monoids/Sparsity.h"
#include "Requests.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The number of entries in values of `types`, if it is known.
static std::optional<int64_t> countEntries(TypeRange types) {
  int64_t entries = 0;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !tensor.hasStaticShape())
      return std::nullopt;
    entries += tensor ? tensor.getNumElements() : 1;
  }
  return entries;
}

static bool isReverse(JacobianMode mode, TypeRange args, TypeRange results) {
  if (mode != JacobianMode::Automatic)
    return mode == JacobianMode::Reverse;
  std::optional<int64_t> columns = countEntries(args), rows = countEntries(results);
  if (columns && rows)
    return *rows <= *columns;
  return !columns || rows;
}

namespace {
class Basis {
public:
  Basis(OpBuilder &builder, Location loc, Value value) : builder(builder), loc(loc), value(value) {
    tensor = dyn_cast<RankedTensorType>(value.getType());
    for (int64_t i = 0; tensor && i < tensor.getRank(); ++i) {
      if (!tensor.isDynamicDim(i)) {
        sizes.push_back(arith::ConstantIndexOp::create(builder, loc, tensor.getDimSize(i)));
        continue;
      }
      sizes.push_back(tensor::DimOp::create(builder, loc, value, i));
      dynamicSizes.push_back(sizes.back());
    }
  }

  Value zero() { return ZeroOp::create(builder, loc, LinType::get(value.getType()), dynamicSizes); }

  /// For each element of the basis what `apply` makes of it, values of `types`: tensors with
  /// the dimensions of the basis first. A few short rows are written out, so that each is
  /// simplified by the zeros in its seed.
  SmallVector<Value> build(TypeRange types, llvm::function_ref<SmallVector<Value>(Value)> apply) {
    constexpr int64_t maxRows = 4, maxEntries = 64;
    SmallVector<Value> indices;
    std::optional<int64_t> entries = countEntries(types);
    if (!tensor || !tensor.hasStaticShape() || tensor.getRank() == 0 || !entries ||
        tensor.getNumElements() < 1 || tensor.getNumElements() > maxRows ||
        tensor.getNumElements() * *entries > maxEntries)
      return build(indices, apply);
    SmallVector<SmallVector<Value>> rows;
    SmallVector<int64_t> strides = computeStrides(tensor.getShape());
    for (int64_t row = 0; row < tensor.getNumElements(); ++row) {
      indices.clear();
      for (int64_t position : delinearize(row, strides))
        indices.push_back(arith::ConstantIndexOp::create(builder, loc, position));
      rows.push_back(apply(seed(indices)));
    }
    SmallVector<Value> stacked;
    for (size_t number = 0; number < rows.front().size(); ++number)
      stacked.push_back(
          stack(llvm::map_to_vector(rows, [&](ArrayRef<Value> row) { return row[number]; })));
    return stacked;
  }

private:
  /// A one among zeros.
  Value seed(ArrayRef<Value> indices) {
    auto float1 = builder.getFloatAttr(getElementTypeOrSelf(value.getType()), 1.0);
    Value one = arith::ConstantOp::create(builder, loc, float1);
    if (tensor && indices.empty())
      one = tensor::FromElementsOp::create(builder, loc, tensor, one);
    one = ToLinearOp::create(builder, loc, one);
    return indices.empty() ? one
                           : AccumulateOp::create(builder, loc, one, zero(), indices).getResult();
  }

  /// Rows of static shape as one tensor, with the dimensions of the basis first.
  Value stack(ArrayRef<Value> rows) {
    SmallVector<int64_t> shape(tensor.getShape());
    SmallVector<Value> elements;
    auto type = dyn_cast<RankedTensorType>(rows.front().getType());
    if (type)
      llvm::append_range(shape, type.getShape());
    for (Value row : rows) {
      if (!type) {
        elements.push_back(row);
        continue;
      }
      SmallVector<int64_t> strides = computeStrides(type.getShape());
      for (int64_t number = 0; number < type.getNumElements(); ++number) {
        SmallVector<Value> position;
        for (int64_t index : delinearize(number, strides))
          position.push_back(arith::ConstantIndexOp::create(builder, loc, index));
        elements.push_back(tensor::ExtractOp::create(builder, loc, row, position));
      }
    }
    return tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get(shape, getElementTypeOrSelf(rows.front().getType())),
        elements);
  }

  SmallVector<Value> build(SmallVector<Value> &indices,
                           llvm::function_ref<SmallVector<Value>(Value)> apply) {
    if (indices.size() == sizes.size())
      return apply(seed(indices));
    auto build = BuildOp::create(
        builder, loc, sizes[indices.size()], [&](OpBuilder &inner, Location, ValueRange index) {
          OpBuilder::InsertionGuard guard(builder);
          builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
          indices.push_back(index.front());
          SmallVector<Value> values = this->build(indices, apply);
          YieldOp::create(builder, loc, values);
        });
    return llvm::to_vector_of<Value>(build.getResults());
  }

  OpBuilder &builder;
  Location loc;
  Value value;
  RankedTensorType tensor;
  SmallVector<Value> sizes, dynamicSizes;
};
} // namespace

/// A linear value as a scalar or an array.
static Value fromLinear(OpBuilder &builder, Value value) {
  Value plain = FromLinearOp::create(builder, value.getLoc(), value);
  auto tensor = dyn_cast<RankedTensorType>(plain.getType());
  if (tensor && tensor.getRank() == 0)
    return tensor::ExtractOp::create(builder, value.getLoc(), plain);
  return plain;
}

/// Moves the first `leading` dimensions of `value` behind the others.
static Value moveBack(OpBuilder &builder, Value value, int64_t leading) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || leading == 0 || leading == type.getRank())
    return value;
  Location loc = value.getLoc();
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq(leading, type.getRank()));
  llvm::append_range(permutation, llvm::seq<int64_t>(0, leading));
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (int64_t i : permutation) {
    shape.push_back(type.getDimSize(i));
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(builder, loc, value, i));
  }
  Value empty = tensor::EmptyOp::create(builder, loc, shape, type.getElementType(), sizes);
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)->getResult(0);
}

/// `value` with floats of type `type`.
static Value castFloats(OpBuilder &builder, Value value, FloatType type) {
  Type from = value.getType();
  auto old = cast<FloatType>(getElementTypeOrSelf(from));
  if (old == type)
    return value;
  if (old.getWidth() == type.getWidth())
    value = castFloats(builder, value, builder.getF32Type());
  Type to = type;
  if (auto tensor = dyn_cast<RankedTensorType>(from))
    to = tensor.clone(type);
  if (old.getWidth() < type.getWidth())
    return arith::ExtFOp::create(builder, value.getLoc(), to, value);
  return arith::TruncFOp::create(builder, value.getLoc(), to, value);
}

static Value castTo(OpBuilder &builder, Value value, Type type) {
  value = castFloats(builder, value, cast<FloatType>(getElementTypeOrSelf(type)));
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, value.getLoc(), type, value);
}

LogicalResult chad::detail::expandJacobian(JacobianOp request, func::FuncOp function,
                                           ArrayRef<int64_t> wrt, ArrayRef<int64_t> of,
                                           Differentiator &differentiator) {
  Location loc = request.getLoc();
  ScopedDiagnosticHandler handler(request.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      diag.attachNote(loc) << "asked for here";
    return failure();
  });
  if (request->hasAttr("sparse")) {
    FailureOr<func::FuncOp> sparse = getSparseJacobian(
        function, wrt, of, request.getMode(), request->hasAttr("symmetric"), differentiator);
    if (failed(sparse))
      return failure();
    OpBuilder builder(request);
    auto call = func::CallOp::create(builder, loc, *sparse, request.getArgs());
    request->replaceAllUsesWith(call.getResults());
    request->erase();
    return success();
  }
  auto choose = [](ValueRange values, ArrayRef<int64_t> positions) {
    return llvm::map_to_vector(positions, [&](int64_t i) -> Value { return values[i]; });
  };
  auto chosen = [](TypeRange types, ArrayRef<int64_t> positions) {
    return llvm::map_to_vector(positions, [&](int64_t i) { return types[i]; });
  };
  SmallVector<Type> argTypes = chosen(function.getArgumentTypes(), wrt),
                    resultTypes = chosen(function.getResultTypes(), of);
  OpBuilder builder(request);
  ValueRange point = request.getArgs();
  // By result, then by argument.
  SmallVector<Value> entries(of.size() * wrt.size());
  auto entry = [&](size_t result, size_t arg) -> Value & {
    return entries[result * wrt.size() + arg];
  };

  if (isReverse(request.getMode(), argTypes, resultTypes)) {
    FailureOr<ReverseFunctions> split = differentiator.getSplit(function, wrt, of);
    if (failed(split))
      return failure();
    auto forward = func::CallOp::create(builder, loc, split->forward, point);
    SmallVector<Value> results = choose(forward.getResults(), of);
    for (size_t row = 0; row < results.size(); ++row) {
      SmallVector<Basis> bases;
      for (Value result : results)
        bases.emplace_back(builder, loc, result);
      SmallVector<Value> rows = bases[row].build(argTypes, [&](Value seed) {
        SmallVector<Value> args = choose(point, split->arguments);
        llvm::append_range(args, forward.getResults().drop_front(function.getNumResults()));
        for (auto [i, basis] : llvm::enumerate(bases))
          args.push_back(i == row ? seed : basis.zero());
        auto call = func::CallOp::create(builder, loc, split->backward, args);
        return llvm::map_to_vector(call.getResults(),
                                   [&](Value value) { return fromLinear(builder, value); });
      });
      for (auto [arg, value] : llvm::enumerate(rows))
        entry(row, arg) = value;
    }
  } else {
    FailureOr<func::FuncOp> jvp = differentiator.getJvp(function, wrt, of);
    if (failed(jvp))
      return failure();
    for (size_t column = 0; column < wrt.size(); ++column) {
      SmallVector<Basis> bases;
      for (int64_t arg : wrt)
        bases.emplace_back(builder, loc, point[arg]);
      SmallVector<Value> columns = bases[column].build(resultTypes, [&](Value seed) {
        SmallVector<Value> args(point);
        for (auto [i, basis] : llvm::enumerate(bases))
          args.push_back(i == column ? seed : basis.zero());
        auto call = func::CallOp::create(builder, loc, *jvp, args);
        return llvm::map_to_vector(call.getResults().drop_front(function.getNumResults()),
                                   [&](Value value) { return fromLinear(builder, value); });
      });
      auto argTensor = dyn_cast<RankedTensorType>(argTypes[column]);
      for (auto [result, value] : llvm::enumerate(columns))
        entry(result, column) = moveBack(builder, value, argTensor ? argTensor.getRank() : 0);
    }
  }
  for (auto [value, type] : llvm::zip(entries, request.getResultTypes()))
    value = castTo(builder, value, type);
  request->replaceAllUsesWith(entries);
  request->erase();
  return success();
}
