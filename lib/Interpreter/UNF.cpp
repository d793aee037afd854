//===- UNF.cpp ---------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The unary normal form: contexts are lists of values.

#include "UNFEvaluation.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Pieces that the ops share with their transposes
//===----------------------------------------------------------------------===//

FailureOr<int64_t> chad::detail::extentOf(const Evaluation &eval, ArrayRef<RuntimeValue> arrays,
                                          TypeRange types) {
  std::optional<int64_t> extent;
  for (auto [array, type] : llvm::zip_equal(arrays, types)) {
    // A unit array has the extent of its type, if that is static.
    int64_t own = array.is<Tensor>() ? array.asTensor().shape.front() : getArrayExtent(type);
    if (ShapedType::isDynamic(own))
      continue;
    if (extent && *extent != own)
      return eval.error() << "arrays have the extents " << *extent << " and " << own;
    extent = own;
  }
  if (!extent)
    return eval.error() << "the extent is unknown: the arrays are of unit type and dynamic";
  return *extent;
}

RuntimeValues chad::detail::elementsAt(ArrayRef<RuntimeValue> arrays, int64_t i) {
  return llvm::map_to_vector(arrays,
                             [&](const RuntimeValue &array) { return elementOf(array, i); });
}

RuntimeValues chad::detail::concat(std::initializer_list<ArrayRef<RuntimeValue>> parts) {
  RuntimeValues result;
  for (ArrayRef<RuntimeValue> part : parts)
    llvm::append_range(result, part);
  return result;
}

LogicalResult chad::detail::appendColumns(const Evaluation &eval, TypeRange types,
                                          ArrayRef<RuntimeValues> rows, RuntimeValues &to) {
  for (auto [j, type] : llvm::enumerate(types)) {
    std::vector<RuntimeValue> column;
    for (const RuntimeValues &row : rows)
      column.push_back(row[j]);
    FailureOr<RuntimeValue> array = arrayOf(eval, type, column);
    if (failed(array))
      return failure();
    to.push_back(*array);
  }
  return success();
}

static EvalResult context(ArrayRef<RuntimeValue> components) { return one(CtxValue(components)); }

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

static EvalResult evalEnter(UNFEnterOp op, Evaluation &eval) { return context(eval.operands()); }

static EvalResult evalLeave(UNFLeaveOp op, Evaluation &eval) {
  return RuntimeValues(componentsOf(eval, op));
}

static EvalResult evalVar(UNFVarOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  return context(concat({components, components[op.getIndex()]}));
}

static EvalResult evalPair(UNFPairOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  return context(
      concat({components.drop_back(2), RuntimeValue(TupleValue(components.take_back(2)))}));
}

static EvalResult evalGet(UNFGetOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  return context(concat({components, components.back().as<TupleValue>().get()[op.getIndex()]}));
}

static EvalResult evalProj(UNFProjOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  return context(concat({components.take_front(op.getOffset()),
                         components.drop_front(op.getOffset() + op.getSize())}));
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

static EvalResult evalOp(UNFOpOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  EvalResult results = eval.run(op.getBody(), components.take_back(op.getBody().getNumArguments()));
  if (failed(results))
    return failure();
  return context(concat({components, *results}));
}

static EvalResult evalMap(UNFMapOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  auto types = op.getCtx().getType().getComponents();
  auto free = components.drop_back(op.getArrays());
  auto arrays = components.take_back(op.getArrays());
  FailureOr<int64_t> extent = extentOf(eval, arrays, types.take_back(arrays.size()));
  if (failed(extent))
    return failure();
  std::vector<RuntimeValues> rows;
  for (int64_t i = 0; i < *extent; ++i) {
    EvalResult row = eval.run(op.getBody(), concat({free, elementsAt(arrays, i)}));
    if (failed(row))
      return failure();
    rows.push_back(std::move(*row));
  }
  RuntimeValues results(components);
  if (failed(appendColumns(eval, op.getType().getComponents().drop_front(types.size()), rows,
                           results)))
    return failure();
  return context(results);
}

static EvalResult evalReduce(UNFReduceOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  size_t n = op.getUnits().size();
  auto free = components.drop_back(n), arrays = components.take_back(n);
  FailureOr<int64_t> extent =
      extentOf(eval, arrays, op.getCtx().getType().getComponents().take_back(n));
  if (failed(extent))
    return failure();
  EvalResult total = eval.get(op.getUnits());
  for (int64_t i = 0; i < *extent && succeeded(total); ++i)
    total = eval.run(op.getBody(), concat({free, *total, elementsAt(arrays, i)}));
  if (failed(total))
    return failure();
  return context(concat({components, *total}));
}

static EvalResult evalScan(UNFScanOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  size_t n = op.getUnits().size();
  auto types = op.getCtx().getType().getComponents().take_back(n);
  auto free = components.drop_back(n), arrays = components.take_back(n);
  FailureOr<int64_t> extent = extentOf(eval, arrays, types);
  if (failed(extent))
    return failure();
  bool isLeft = op.getDirection() == Direction::Left;
  bool isInclusive = op.getKind() == ScanKind::Inclusive;
  std::vector<RuntimeValues> rows(*extent);
  RuntimeValues total = eval.get(op.getUnits());
  for (int64_t step = 0; step < *extent; ++step) {
    int64_t i = isLeft ? step : *extent - 1 - step;
    RuntimeValues element = elementsAt(arrays, i);
    EvalResult next = eval.run(op.getBody(), isLeft ? concat({free, total, element})
                                                    : concat({free, element, total}));
    if (failed(next))
      return failure();
    rows[i] = isInclusive ? *next : total;
    total = std::move(*next);
  }
  RuntimeValues results(components);
  if (failed(appendColumns(eval, types, rows, results)))
    return failure();
  return context(results);
}

void chad::registerUNFHandlers(OpHandlers &handlers) {
  handlers.add<UNFEnterOp>(evalEnter);
  handlers.add<UNFLeaveOp>(evalLeave);
  handlers.add<UNFVarOp>(evalVar);
  handlers.add<UNFPairOp>(evalPair);
  handlers.add<UNFGetOp>(evalGet);
  handlers.add<UNFProjOp>(evalProj);
  handlers.add<UNFOpOp>(evalOp);
  handlers.add<UNFMapOp>(evalMap);
  handlers.add<UNFReduceOp>(evalReduce);
  handlers.add<UNFScanOp>(evalScan);
}
