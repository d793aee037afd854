//===- StridedSlices.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMS_STRIDEDSLICES_H
#define CHAD_TRANSFORMS_STRIDEDSLICES_H

#include "mlir/IR/Operation.h"

namespace chad {

/// Replaces the slices below `root` whose stride is, or may be, zero by reads and writes of single
/// elements: such a slice may name a position of the array several times, which the adjoint of a
/// slice does not expect.
void expandStridedSlices(mlir::Operation *root);

} // namespace chad

#endif // CHAD_TRANSFORMS_STRIDEDSLICES_H
