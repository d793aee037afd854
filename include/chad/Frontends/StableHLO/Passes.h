//===- Passes.h -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_FRONTENDS_STABLEHLO_PASSES_H
#define CHAD_FRONTENDS_STABLEHLO_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace chad {

/// Replaces all ops of StableHLO and CHLO in the functions of the module, as
/// `chad-import-stablehlo`. On failure, which is reported at an op, nothing has changed.
///
/// The dialects that the pass depends on must be loaded.
llvm::LogicalResult importStableHLO(mlir::ModuleOp module);

/// Whether a program may have ops of StableHLO, in one of the forms that are read: it is to be
/// parsed with dialects that are not registered.
bool mayHoldStableHLO(llvm::StringRef source);

/// For a program that could not be parsed because it is in a form of StableHLO that only
/// StableHLO's own parser reads: the remedy. Empty for any other program.
llvm::StringRef whyStableHLOIsUnreadable(llvm::StringRef source);

/// Registers the dialects `stablehlo`, `chlo`, `vhlo` and `sdy`, as far as MLIR needs them to read
/// programs: the syntax in which JAX prints a program, and portable artifacts, the bytecode that
/// `jax.export` serializes. Their operations stay unregistered; `importStableHLO` takes what has
/// been read.
void registerPortableStableHLO(mlir::DialectRegistry &registry);

/// Lets the dialects read `source`, if a program that has StableHLO wrote it as bytecode: that of
/// any other program is read as MLIR reads operations that it does not know. To be called after
/// `registerPortableStableHLO`, and before a context is made of the registry.
void prepareForBytecode(llvm::StringRef source, mlir::DialectRegistry &registry);

/// Whether the source is bytecode with operations of StableHLO or CHLO, written by a program that
/// has these dialects.
bool isWrittenByStableHLO(llvm::StringRef source);

/// The portable artifact in a file that `jax.export` serialized (`Exported.serialize`); any other
/// program as it is.
llvm::StringRef getPortableArtifact(llvm::StringRef source);

#define GEN_PASS_DECL
#include "chad/Frontends/StableHLO/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "chad/Frontends/StableHLO/Passes.h.inc"

} // namespace chad

#endif // CHAD_FRONTENDS_STABLEHLO_PASSES_H
