//===- TransformOps.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives as ops of the transform dialect.

#ifndef CHAD_TRANSFORMOPS_TRANSFORMOPS_H
#define CHAD_TRANSFORMOPS_TRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"

#define GET_OP_CLASSES
#include "chad/TransformOps/TransformOps.h.inc"

namespace chad {

/// Adds `transform.chad.differentiate` and the other ops to the transform dialect.
void registerTransformExtension(mlir::DialectRegistry &registry);

} // namespace chad

#endif // CHAD_TRANSFORMOPS_TRANSFORMOPS_H
