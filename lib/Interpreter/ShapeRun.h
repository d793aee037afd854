//===- ShapeRun.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs of a body for shapes alone. They find the shape that the elements of an array would have, if
// it had any.

#ifndef CHAD_LIB_INTERPRETER_SHAPERUN_H
#define CHAD_LIB_INTERPRETER_SHAPERUN_H

#include "chad/Interpreter/Interpreter.h"

namespace chad::detail {

/// The results of `op`, which failed, in a run for shapes alone: an access outside of an array
/// reads zeros and writes nothing. Other failures remain.
EvalResult evaluateOutside(mlir::Operation *op, Evaluation &eval);

} // namespace chad::detail

#endif // CHAD_LIB_INTERPRETER_SHAPERUN_H
