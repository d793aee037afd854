//===- Encodings.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The attribute that the type of a tensor may have beside shape and element type.

#ifndef CHAD_IR_ENCODINGS_H
#define CHAD_IR_ENCODINGS_H

#include "mlir/IR/Types.h"

namespace chad {

/// Whether `type` is a tensor with an encoding that may promise something of its elements, such as
/// zeros. Attributes of no dialect, such as strings, promise nothing.
bool hasMeaningfulEncoding(mlir::Type type);

} // namespace chad

#endif // CHAD_IR_ENCODINGS_H
