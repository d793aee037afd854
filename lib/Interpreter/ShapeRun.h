//===- ShapeRun.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The shape of the elements of an array that has none: that which its body would
// give them.

#ifndef CHAD_LIB_INTERPRETER_SHAPERUN_H
#define CHAD_LIB_INTERPRETER_SHAPERUN_H

#include "chad/Interpreter/Interpreter.h"

namespace chad::detail {

/// What `op`, which failed, gives in a run for shapes alone: an access outside of an
/// array reads zeros and writes nothing. Other failures remain.
EvalResult evaluateOutside(mlir::Operation *op, Evaluation &eval);

} // namespace chad::detail

#endif // CHAD_LIB_INTERPRETER_SHAPERUN_H
