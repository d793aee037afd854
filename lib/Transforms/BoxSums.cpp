//===- BoxSums.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxSums.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

func::FuncOp chad::detail::declareBoxSum(RecordOp record) {
  Type box = BoxType::get(record.getContext(), FlatSymbolRefAttr::get(record));
  auto sum = func::FuncOp::create(record.getLoc(), (record.getSymName() + ".add").str(),
                                  FunctionType::get(record.getContext(), {box, box}, {box}));
  sum.setPrivate();
  return sum;
}

void chad::detail::defineBoxSum(func::FuncOp sum, RecordOp record,
                                function_ref<Value(OpBuilder &, Location, Value, Value)> add) {
  Location loc = sum.getLoc();
  Block *block = sum.addEntryBlock();
  OpBuilder body = OpBuilder::atBlockEnd(block);
  Value lhs = block->getArgument(0), rhs = block->getArgument(1);
  auto yield = [](Value value) {
    return [value](OpBuilder &inner, Location loc) { scf::YieldOp::create(inner, loc, value); };
  };
  Value leftEmpty = IsEmptyBoxOp::create(body, loc, lhs);
  auto result =
      scf::IfOp::create(body, loc, leftEmpty, yield(rhs), [&](OpBuilder &outer, Location loc) {
        Value rightEmpty = IsEmptyBoxOp::create(outer, loc, rhs);
        auto both = scf::IfOp::create(
            outer, loc, rightEmpty, yield(lhs), [&](OpBuilder &inner, Location loc) {
              SmallVector<Type> fields = record.getPayload(/*isLinear=*/false);
              auto left = OpenOp::create(inner, loc, fields, lhs, ValueRange());
              auto right = OpenOp::create(inner, loc, fields, rhs, ValueRange());
              SmallVector<Value> sums;
              for (auto [a, b] : llvm::zip_equal(left.getResults(), right.getResults()))
                sums.push_back(add(inner, loc, a, b));
              Value made = BoxOp::create(inner, loc, lhs.getType(), sums);
              scf::YieldOp::create(inner, loc, made);
            });
        scf::YieldOp::create(outer, loc, both.getResults());
      });
  func::ReturnOp::create(body, loc, result.getResults());
}
