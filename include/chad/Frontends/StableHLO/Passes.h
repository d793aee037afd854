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

/// Whether a program may have ops of StableHLO, in the generic form or as a portable artifact: it
/// is to be parsed with dialects that are not registered.
bool mayHoldStableHLO(llvm::StringRef source);

/// For a program that could not be parsed because it is in a form of StableHLO that only
/// StableHLO's own parser reads: the remedy. Empty for any other program.
llvm::StringRef whyStableHLOIsUnreadable(llvm::StringRef source);

/// Registers the dialect `vhlo`, by which MLIR reads portable artifacts of StableHLO: the bytecode
/// that `jax.export` serializes. `importStableHLO` takes what has been read.
void registerPortableStableHLO(mlir::DialectRegistry &registry);

/// The portable artifact in a file that `jax.export` serialized (`Exported.serialize`); any other
/// program as it is.
llvm::StringRef getPortableArtifact(llvm::StringRef source);

#define GEN_PASS_DECL
#include "chad/Frontends/StableHLO/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "chad/Frontends/StableHLO/Passes.h.inc"

} // namespace chad

#endif // CHAD_FRONTENDS_STABLEHLO_PASSES_H
