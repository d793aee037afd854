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
  /// `kind` is "grad", "value_and_grad", "jvp", "vjp", "jacobian", "hvp", "hessian" or "linearize".
  std::string name, function, kind;
  /// Positions of arguments and of results. An empty list stands for all that hold floats.
  std::vector<int64_t> wrt, of;
};

/// Adds a public function with the request `chad.KIND` of the function as its body. Its arguments
/// are the function's, then tangents (jvp) or cotangents (vjp) of linear types, or vectors of the
/// types of gradients (hvp); its results are those of the request. Errors are diagnostics.
llvm::LogicalResult addDerivative(mlir::ModuleOp module, const DerivativeRequest &request);

/// What `splitFunction` makes of `f : (x..., late...) -> (y..., z...)`:
/// `f.fwd : (x...) -> (y..., kept...)` and `f.bwd : (x..., y..., kept..., late...) -> (z...)`.
struct SplitParts {
  std::string forward, backward;
  /// For each result of `f` whether it is one of the first function, a `y`.
  std::vector<bool> isEarly;
  /// For each argument of the second function whether it is read.
  std::vector<bool> isRead;
};

/// Replaces a function by what is done before some arguments are known and the rest, both public
/// and of first order; other functions become private. What costs at most `maxFlopsPerByte`
/// operations for each byte of its result is computed again. Other names of the two functions than
/// `f.fwd` and `f.bwd` may be given. Errors are diagnostics.
llvm::FailureOr<SplitParts> splitFunction(mlir::ModuleOp module, llvm::StringRef function,
                                          llvm::ArrayRef<int64_t> late, double maxFlopsPerByte,
                                          llvm::StringRef forward = "",
                                          llvm::StringRef backward = "");

} // namespace chad

#endif // CHAD_EXECUTIONENGINE_REQUESTS_H
