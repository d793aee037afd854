//===- WidenFloats.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHADRUN_WIDENFLOATS_H
#define CHAD_TOOLS_CHADRUN_WIDENFLOATS_H

#include "mlir/IR/BuiltinOps.h"

namespace chad {

/// The fewest bits that a float of `module` has in its significand; 53 where all are f64.
unsigned leastPrecision(mlir::ModuleOp module);

/// A copy of `module` in which floats of all types are f64, and conversions between them are gone:
/// the function that the program means, without what narrow types round away. Null where the
/// program asks for the bits of a narrow float, or takes one from outside; `why` then says where.
mlir::OwningOpRef<mlir::ModuleOp> widenFloats(mlir::ModuleOp module, std::string &why);

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_WIDENFLOATS_H
