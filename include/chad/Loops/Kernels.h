//===- Kernels.h - What passes on kernels agree on ----------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LOOPS_KERNELS_H
#define CHAD_LOOPS_KERNELS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace chad {

/// Marks the `arith.addf` or `arith.addi` of an element of an array to which several threads of a
/// kernel add. What is read, added and written back becomes one atomic addition
/// (`chad-lower-kernels`).
inline constexpr llvm::StringLiteral atomicSumName = "device.atomic";

/// The function that says how many blocks of some number of threads the GPU runs at once.
/// `chad-lower-launches` makes its calls calls of the runtime.
inline constexpr llvm::StringLiteral blockCountName = "chadrt.blocks";

/// Marks a loop over blocks that is the first one of two versions of a loop: where no kernel can
/// run it, there is only the other one.
inline constexpr llvm::StringLiteral versionAttr = "device.version";

namespace detail {

/// Creates a loop over `numWorkers` blocks of a kernel, or threads of a block, with these outputs.
mlir::scf::ForallOp createWorkerLoop(mlir::OpBuilder &builder, mlir::Location loc, bool isOfBlocks,
                                     mlir::OpFoldResult numWorkers, mlir::ValueRange outputs = {});

/// The op in `root`, or `root` itself, that only a CPU can run: a call of a function, or an op of
/// records. Null if there is none. Ops of which `isIgnored` is true are not looked at.
mlir::Operation *findHostOp(mlir::Operation *root,
                            llvm::function_ref<bool(mlir::Operation *)> isIgnored = {});

/// What such an op does, as a sentence that begins with 'it'.
std::string describeHostOp(mlir::Operation *op);

} // namespace detail
} // namespace chad

#endif // CHAD_LOOPS_KERNELS_H
