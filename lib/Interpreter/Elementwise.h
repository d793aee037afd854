//===- Elementwise.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops that work on one scalar at a time, and on tensors element by element.

#ifndef CHAD_LIB_INTERPRETER_ELEMENTWISE_H
#define CHAD_LIB_INTERPRETER_ELEMENTWISE_H

#include "chad/Interpreter/Interpreter.h"
#include "mlir/IR/TypeUtilities.h"

namespace chad::detail {

/// The scalars that an elementwise op sees at one position.
struct Lane {
  Evaluation &eval;
  llvm::ArrayRef<Number> numbers;

  double f(unsigned operand) const { return std::get<double>(numbers[operand]); }
  const llvm::APInt &i(unsigned operand) const { return std::get<llvm::APInt>(numbers[operand]); }
  mlir::Type operandType(unsigned operand) const {
    return mlir::getElementTypeOrSelf(eval.op->getOperand(operand).getType());
  }
  mlir::Type resultType() const {
    return mlir::getElementTypeOrSelf(eval.op->getResult(0).getType());
  }
  unsigned resultWidth() const { return integerWidth(resultType()); }
};

using LaneResults = llvm::FailureOr<llvm::SmallVector<Number, 2>>;

/// Runs `fn` at each position of the operands, scalars being broadcast, and
/// rounds its floats to the types of the results.
EvalResult elementwise(Evaluation &eval, llvm::function_ref<LaneResults(const Lane &)> fn);

/// Registers `fn(Lane) -> Number` or `-> FailureOr<Number>` or `-> LaneResults`.
template <typename OpTy, typename Fn> void addElementwise(OpHandlers &handlers, Fn fn) {
  handlers.add<OpTy>([fn](OpTy, Evaluation &eval) {
    return elementwise(eval, [&](const Lane &lane) -> LaneResults {
      using Result = decltype(fn(lane));
      if constexpr (std::is_same_v<Result, LaneResults>) {
        return fn(lane);
      } else if constexpr (std::is_same_v<Result, llvm::FailureOr<Number>>) {
        Result number = fn(lane);
        if (failed(number))
          return mlir::failure();
        return llvm::SmallVector<Number, 2>{*number};
      } else {
        return llvm::SmallVector<Number, 2>{Number(fn(lane))};
      }
    });
  });
}

/// The number of type `to` with the bits of one of type `from`.
Number bitcastNumber(const Number &number, mlir::Type from, mlir::Type to);

inline llvm::APInt boolean(bool value) { return llvm::APInt(1, value); }

} // namespace chad::detail

#endif // CHAD_LIB_INTERPRETER_ELEMENTWISE_H
