//===- Requests.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives of functions of a program, asked for by name.

#ifndef CHAD_EXECUTIONENGINE_REQUESTS_H
#define CHAD_EXECUTIONENGINE_REQUESTS_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace chad {

/// A derivative of one function of a program, which becomes a public function `name`.
struct DerivativeRequest {
  /// `kind` is "grad", "value_and_grad", "jvp", "vjp" or "jacobian".
  std::string name, function, kind;
  /// Positions of arguments and of results. An empty list stands for all that hold floats.
  std::vector<int64_t> wrt, of;
};

/// Adds a public function with the request `chad.KIND` of the function as its body. Its arguments
/// are the function's, then tangents (jvp) or cotangents (vjp) of linear types; its results are
/// those of the request. Errors are diagnostics.
llvm::LogicalResult addDerivative(mlir::ModuleOp module, const DerivativeRequest &request);

} // namespace chad

#endif // CHAD_EXECUTIONENGINE_REQUESTS_H
