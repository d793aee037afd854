//===- ComparedNumbers.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/ComparedNumbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

SmallVector<Value> chad::getComparedNumbers(Value condition) {
  // A condition of the form "there are no iterations, or ...": the second part is described.
  while (auto either = condition.getDefiningOp<arith::OrIOp>())
    condition = either.getLhs();
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return {};
  Type type = compare.getLhs().getType();
  if (!type.isIndex() && !(type.isInteger() && type.getIntOrFloatBitWidth() <= 64))
    return {};
  SmallVector<Value> numbers = {compare.getLhs(), compare.getRhs()};
  // Canonicalization moves constants to the right; the message has the original order, such as `5 <
  // n`.
  using Predicate = arith::CmpIPredicate;
  if (llvm::is_contained({Predicate::ugt, Predicate::uge, Predicate::sgt}, compare.getPredicate()))
    std::swap(numbers[0], numbers[1]);
  return numbers;
}
