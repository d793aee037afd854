//===- DerivativeModels.h ---------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// External models of `DifferentiableOpInterface` that the rules of several dialects
// share.

#ifndef CHAD_LIB_RULES_DERIVATIVEMODELS_H
#define CHAD_LIB_RULES_DERIVATIVEMODELS_H

#include "chad/IR/ChadInterfaces.h"

namespace chad::detail {

/// An op that is locally constant, or has no float among operands or results.
template <typename Op>
struct ZeroDerivative : DifferentiableOpInterface::ExternalModel<ZeroDerivative<Op>, Op> {
  bool hasZeroDerivative(mlir::Operation *) const { return true; }
};

} // namespace chad::detail

#endif // CHAD_LIB_RULES_DERIVATIVEMODELS_H
