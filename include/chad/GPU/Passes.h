//===- Passes.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_GPU_PASSES_H
#define CHAD_GPU_PASSES_H

#include "chad/Analysis/Remarks.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"
#include <map>
#include <string>
#include <vector>

namespace chad {

/// The loops of a program that would be kernels but run on the host, and what is to be said of
/// them. Whether a kernel has memory for its arrays is known when these are buffers, and then its
/// arrays are on the device. So `chad-lower-kernels` notes the loops that have none, and the
/// program is lowered again from `chad-place-arrays` on, which leaves these loops to the host.
struct HostLoops {
  /// The reasons, by the numbers that `chad-place-arrays` gives to loops over blocks.
  std::map<int64_t, std::string> reasons;

  /// Keeps a remark at `op` until the program is lowered.
  void remark(mlir::Operation *op, detail::RemarkName name, const llvm::Twine &text);
  void emitRemarks();

  struct Remark {
    mlir::Location loc;
    std::string function;
    detail::RemarkName name;
    std::string text;
  };
  std::vector<Remark> remarks;
};

#define GEN_PASS_DECL
#include "chad/GPU/Passes.h.inc"

/// The same passes, which share what they know of loops that run on the host.
std::unique_ptr<mlir::Pass> createChadPlaceArrays(HostLoops *loops);
std::unique_ptr<mlir::Pass> createChadLowerKernels(const ChadLowerKernelsOptions &options,
                                                   HostLoops *loops);

#define GEN_PASS_REGISTRATION
#include "chad/GPU/Passes.h.inc"

} // namespace chad

#endif // CHAD_GPU_PASSES_H
