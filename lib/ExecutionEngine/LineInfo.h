//===- LineInfo.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_LINEINFO_H
#define CHAD_LIB_EXECUTIONENGINE_LINEINFO_H

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Module;
} // namespace llvm

namespace chad::detail {

/// Gives the functions of `module`, which is in the LLVM dialect, and their ops places that the
/// translation to LLVM's IR keeps.
void addLineInfo(mlir::ModuleOp module);

/// Numbers the places that were inlined. Directives of assembly name the innermost place alone; the
/// number is in their discriminator. The result has each place with those at which it was inlined,
/// as `f.mlir:2:8 @[ f.mlir:9:3 ]`.
std::vector<std::string> numberPlaces(llvm::Module &module);

/// The assembly with the places in the comments of its directives.
std::string nameNumberedPlaces(llvm::StringRef assembly, llvm::StringRef comment,
                               llvm::ArrayRef<std::string> places);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_LINEINFO_H
