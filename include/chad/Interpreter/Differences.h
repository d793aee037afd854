//===- Differences.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The derivative by its definition: limits of difference quotients.

#ifndef CHAD_INTERPRETER_DIFFERENCES_H
#define CHAD_INTERPRETER_DIFFERENCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/LogicalResult.h"
#include <vector>

namespace chad::detail {

/// A curve `h -> g(h)` of many components, which may fail.
using Curve = llvm::function_ref<llvm::FailureOr<std::vector<double>>(double)>;

/// `g'(0)`, each component the best extrapolation of central differences from
/// several first steps (Ridders 1982). `point` and `direction` are the place and
/// the speed on the curve, from which the steps are chosen.
llvm::FailureOr<std::vector<double>> differentiate(Curve curve, llvm::ArrayRef<double> point,
                                                   llvm::ArrayRef<double> direction);

/// A derivative and its error bounds: the error of the extrapolation, and the rounding error of the
/// function divided by the smallest step.
struct Difference {
  double value, error, step;
};

/// The same, with errors, of a function that is computed with this unit roundoff.
llvm::FailureOr<std::vector<Difference>> differentiateWithErrors(Curve curve,
                                                                 llvm::ArrayRef<double> point,
                                                                 llvm::ArrayRef<double> direction,
                                                                 double unitRoundoff = 0x1p-53);

} // namespace chad::detail

#endif // CHAD_INTERPRETER_DIFFERENCES_H
