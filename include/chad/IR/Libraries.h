//===- Libraries.h - Functions that a library may compute -------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A function of arrays may name a function of a library that computes the same. The body says what
// is computed, and derivatives, the interpreter and programs without the library use it.
//
//   func.func private @cholesky(%a: tensor<?x?xf64>) -> tensor<?x?xf64> attributes {
//       chad.library = {name = "chad_dpotrf", least = 32, extents = [[0, 0, 0, 1]]}} { ... }
//
// The function of the library has the type `LibraryFunction`.

#ifndef CHAD_IR_LIBRARIES_H
#define CHAD_IR_LIBRARIES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace chad {

/// Names the function of a library, a dictionary: see `LibraryCall`.
inline constexpr llvm::StringLiteral libraryAttr = "chad.library";

/// Between passes, on a function whose first arguments a library reads, and whose further ones it
/// writes: `[name, variant]`.
inline constexpr llvm::StringLiteral libraryCalleeAttr = "chad.library_callee";

/// What a library is called by. `arrays` points to the elements of each argument and then of each
/// result, row by row; `extents` are those of all of them, one array after the other. No result
/// overlaps another array. The results have been written unless the function returns a number other
/// than 0, which means that there was not enough memory. It uses `threads` threads, 0 for as many
/// as there are, and one if it is called by a thread of a team.
using LibraryFunction = int32_t (*)(void *const *arrays, const int64_t *extents, int64_t variant,
                                    int64_t threads);

/// The attribute `chad.library` of a function.
struct LibraryCall {
  /// The symbol of the function.
  llvm::StringRef name;
  /// What distinguishes several functions of one name: an integer that is passed.
  int64_t variant = 0;
  /// The library is called where the first extent of the first argument is at least this.
  int64_t least = 0;
  /// For each result, or for none: for each dimension an argument, and one of its dimensions, that
  /// has the same extent.
  llvm::SmallVector<llvm::SmallVector<std::pair<int64_t, int64_t>>> extents;

  /// Returns nothing, and says in `problem` what is wrong, if the attribute is not one of
  /// `function`.
  static std::optional<LibraryCall> parse(mlir::Attribute attr, mlir::FunctionOpInterface function,
                                          std::string &problem);
};

/// Drops the attribute from functions where it is of no use: where the library is not among those
/// that are `known`, where an array of known extents is too small for it, and from declarations.
void dropLibraries(mlir::Operation *module, llvm::function_ref<bool(llvm::StringRef)> isKnown);

} // namespace chad

#endif // CHAD_IR_LIBRARIES_H
