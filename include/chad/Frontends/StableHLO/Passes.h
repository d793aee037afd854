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

/// Replaces all ops of StableHLO and CHLO in the functions of the module, as the pass
/// `chad-import-stablehlo` does. Failure is reported at an op, and leaves the module as it was.
///
/// The dialects that the pass depends on must be loaded.
llvm::LogicalResult importStableHLO(mlir::ModuleOp module);

/// Whether a program may have ops of StableHLO, in one of the forms that can be read. Such a
/// program must be parsed in a context that allows unregistered dialects.
bool mayHoldStableHLO(llvm::StringRef source);

/// Returns the remedy for a program that could not be parsed because it is in a form of StableHLO
/// that only StableHLO's own parser reads; an empty string for any other program.
llvm::StringRef whyStableHLOIsUnreadable(llvm::StringRef source);

/// Registers the dialects `stablehlo`, `chlo`, `vhlo` and `sdy`, as far as MLIR needs them to read
/// two forms of programs: the syntax in which JAX prints a program, and portable artifacts, the
/// bytecode that `jax.export` serializes. Operations of these dialects stay unregistered;
/// `importStableHLO` replaces them.
void registerPortableStableHLO(mlir::DialectRegistry &registry);

/// Prepares the dialects in `registry` to read `source`. Bytecode that was written by a program
/// with the StableHLO dialect has another encoding of operations than bytecode of a program without
/// it; this function finds out which one `source` has. Call it after `registerPortableStableHLO`,
/// and before a context is made from the registry.
void prepareForBytecode(llvm::StringRef source, mlir::DialectRegistry &registry);

/// Whether the source is bytecode with operations of StableHLO or CHLO, written by a program that
/// has these dialects.
bool isWrittenByStableHLO(llvm::StringRef source);

/// Returns the portable artifact in a file that `jax.export` serialized (`Exported.serialize`); for
/// any other program, `source` itself.
llvm::StringRef getPortableArtifact(llvm::StringRef source);

#define GEN_PASS_DECL
#include "chad/Frontends/StableHLO/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "chad/Frontends/StableHLO/Passes.h.inc"

} // namespace chad

#endif // CHAD_FRONTENDS_STABLEHLO_PASSES_H
