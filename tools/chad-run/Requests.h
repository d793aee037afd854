//===- Requests.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives that the command line asks for, as functions that are added to the program.

#ifndef CHAD_TOOLS_CHADRUN_REQUESTS_H
#define CHAD_TOOLS_CHADRUN_REQUESTS_H

#include "chad/Values/RuntimeValue.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace chad {

/// Which results are differentiated by which arguments: positions, ascending.
struct Selection {
  llvm::SmallVector<int64_t> of, wrt;
};

/// The results and arguments of `entry` that `of` and `wrt` name, each by its position or by what
/// it is called (`ParameterNames.h`); all that hold floats where a list is empty. With `bySums`,
/// arguments may be sums. `why` says what is wrong with the lists.
llvm::FailureOr<Selection> select(mlir::FunctionOpInterface entry, llvm::ArrayRef<std::string> of,
                                  llvm::ArrayRef<std::string> wrt, bool bySums,
                                  llvm::MemoryBufferRef source, std::string &why);

/// Whether arguments or results of `entry` are sums or arrays of sums.
bool hasSums(mlir::FunctionOpInterface entry);

/// Replaces the sums of a program by their tags and the values of all alternatives, also in
/// `entry`, `args` and `selection`.
llvm::LogicalResult lowerSums(mlir::ModuleOp module, mlir::FunctionOpInterface &entry,
                              RuntimeValues &args, Selection &selection);

/// The results, and the gradients by the arguments `wrt`, of a function with sums, from those of
/// the function without: `args` and `results` are the values that stand for the arguments and for
/// the results, and then those of the floats in the arguments `wrt`.
RuntimeValues joinSums(mlir::TypeRange argTypes, mlir::TypeRange resultTypes,
                       llvm::ArrayRef<int64_t> wrt, llvm::ArrayRef<RuntimeValue> args,
                       llvm::ArrayRef<RuntimeValue> results);

/// Adds a function to `module` that returns the results of `entry`, then the gradient of the one
/// float that is selected. `why` says what is wrong with the request.
llvm::FailureOr<mlir::FunctionOpInterface> addGradient(mlir::ModuleOp module,
                                                       mlir::FunctionOpInterface entry,
                                                       const Selection &selection,
                                                       std::string &why);

/// Adds a function that returns the results of `entry`, then its sparse Jacobian: offsets of rows,
/// columns and values.
llvm::FailureOr<mlir::FunctionOpInterface> addSparseJacobian(mlir::ModuleOp module,
                                                             mlir::FunctionOpInterface entry,
                                                             const Selection &selection,
                                                             std::string &why);

/// Add a function `(x..., ẋ...) -> (ẏ...)`, or `(x..., ȳ...) -> (x̄...)`, of the derivatives of
/// `entry`, with tangents and cotangents as ordinary values. Return its name.
std::string addForward(mlir::ModuleOp module, mlir::FunctionOpInterface entry,
                       const Selection &selection);
std::string addReverse(mlir::ModuleOp module, mlir::FunctionOpInterface entry,
                       const Selection &selection);

/// Adds a function `(x..., ȳ...) -> (y..., x̄...)`: the results of `entry` and its reverse
/// derivative.
mlir::FunctionOpInterface addValueAndReverse(mlir::ModuleOp module, mlir::FunctionOpInterface entry,
                                             const Selection &selection);

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_REQUESTS_H
