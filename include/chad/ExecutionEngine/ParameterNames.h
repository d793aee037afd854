//===- ParameterNames.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The names of the arguments and results of a function for users. MLIR keeps no names of values, so
// they come from attributes, locations and the text of the program.

#ifndef CHAD_EXECUTIONENGINE_PARAMETERNAMES_H
#define CHAD_EXECUTIONENGINE_PARAMETERNAMES_H

#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace chad {

/// The name of an argument: its attribute `chad.name`; otherwise the name in its location, which
/// front ends may give; otherwise its `%name` in `source`, the text that the program was parsed
/// from, if the location is a place in this text. Empty if it has none of these.
std::string argumentName(mlir::FunctionOpInterface function, unsigned argument,
                         llvm::MemoryBufferRef source);

/// The attribute `chad.name` of a result, or nothing.
std::string resultName(mlir::FunctionOpInterface function, unsigned result);

} // namespace chad

#endif // CHAD_EXECUTIONENGINE_PARAMETERNAMES_H
