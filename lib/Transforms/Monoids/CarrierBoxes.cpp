//===- CarrierBoxes.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarrierBoxes.h"
#include "../BoxSums.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Type CarrierBoxes::convert(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    type = lin.getPrimal();
  if (auto box = dyn_cast<BoxType>(type)) {
    auto primal = symbols.lookup<RecordOp>(box.getRecord().getValue());
    RecordOp record = primal ? getRecord(primal) : RecordOp();
    return record ? BoxType::get(type.getContext(), FlatSymbolRefAttr::get(record)) : Type();
  }
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrIndexOrFloat() && !isa<ComplexType>(element))
    return {};
  Type carrier = monoid.getCarrier(element);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tensor.clone(carrier)) : carrier;
}

/// The record of the tangents of `primal`; null if a field has none.
RecordOp CarrierBoxes::getRecord(RecordOp primal) {
  auto [known, isNew] = records.try_emplace(primal);
  if (!isNew)
    return known->second;
  // The record exists before its fields, which may be boxes of the same record.
  OpBuilder builder(primal.getContext());
  auto record = RecordOp::create(builder, primal.getLoc(),
                                 (primal.getSymName() + "." + monoid.getName()).str(),
                                 builder.getTypeArrayAttr({}));
  record->remove();
  symbols.insert(record, std::next(Block::iterator(primal)));
  records[primal] = record;
  SmallVector<Type> fields;
  for (Type tangent : primal.getPayload(/*isLinear=*/true)) {
    fields.push_back(convert(tangent));
    if (!fields.back()) {
      symbols.erase(record);
      return records[primal] = {};
    }
  }
  record.setFieldsAttr(builder.getTypeArrayAttr(fields));
  return record;
}

Value CarrierBoxes::makeZero(OpBuilder &builder, Location loc, Type type, ValueRange sizes) {
  if (isa<BoxType>(type))
    return EmptyBoxOp::create(builder, loc, type, ValueRange());
  auto tensor = dyn_cast<RankedTensorType>(type);
  Value zero = monoid.zero(builder, loc, getElementTypeOrSelf(type));
  return tensor ? tensor::SplatOp::create(builder, loc, zero, tensor, sizes).getResult() : zero;
}

Value CarrierBoxes::add(OpBuilder &builder, Location loc, Value a, Value b) {
  if (auto box = dyn_cast<BoxType>(a.getType()))
    return func::CallOp::create(builder, loc, getSum(box), ValueRange{a, b}).getResult(0);
  return mapElementwise(builder, loc, {a, b},
                        [&](OpBuilder &inner, Location loc, ValueRange values) {
                          return SmallVector<Value>{monoid.add(inner, loc, values[0], values[1])};
                        })
      .front();
}

func::FuncOp CarrierBoxes::getSum(BoxType box) {
  if (func::FuncOp known = sums.lookup(box))
    return known;
  auto record = symbols.lookup<RecordOp>(box.getRecord().getValue());
  func::FuncOp sum = declareBoxSum(record);
  symbols.insert(sum, std::next(Block::iterator(record)));
  sums[box] = sum;
  defineBoxSum(sum, record, [&](OpBuilder &builder, Location loc, Value a, Value b) {
    return add(builder, loc, a, b);
  });
  return sum;
}
