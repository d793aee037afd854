//===- Jacobian.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes the matrix of a linear map by applying the map to a basis (Elliott 2018, §9): to the
// basis of the tangents of each argument, which gives the columns, or to the basis of the
// cotangents of each result, which gives the rows.

#include "Jacobian.h"
#include "Monoids/Sparsity.h"
#include "chad/Derived/Basis.h"
#include "chad/IR/DerivedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isReverse(JacobianMode mode, TypeRange args, TypeRange results) {
  if (mode != JacobianMode::Automatic)
    return mode == JacobianMode::Reverse;
  std::optional<int64_t> columns = countEntries(args), rows = countEntries(results);
  if (columns && rows)
    return *rows <= *columns;
  return !columns || rows;
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

/// `value` with its floats converted to `type`.
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

Value chad::detail::makeBlocks(OpBuilder &builder, Location loc, ArrayRef<Type> inputs,
                               ArrayRef<Type> outputs, ValueRange entries) {
  SmallVector<Value> rows;
  for (auto [o, output] : llvm::enumerate(outputs)) {
    SmallVector<Value> blocks;
    for (auto [i, input] : llvm::enumerate(inputs)) {
      auto type = LFunType::get(loc.getContext(), LinType::get(input), LinType::get(output));
      blocks.push_back(LFunFromMatrixOp::create(builder, loc, type, entries[o * inputs.size() + i],
                                                /*transposed=*/false));
    }
    rows.push_back(blocks.size() == 1 ? blocks.front()
                                      : Value(LFunJoinOp::create(builder, loc, blocks)));
  }
  return rows.size() == 1 ? rows.front() : Value(LFunForkOp::create(builder, loc, rows));
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
  // The entries are ordered by result, then by argument.
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
                                   [&](Value value) { return fromLinearEntry(builder, value); });
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
                                   [&](Value value) { return fromLinearEntry(builder, value); });
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
