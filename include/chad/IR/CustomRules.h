//===- CustomRules.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The forms that rules of the user's own may have.

#ifndef CHAD_IR_CUSTOMRULES_H
#define CHAD_IR_CUSTOMRULES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace chad {

/// Whether `backward`, the only rule that the attribute `chad.custom_vjp` of `function` names,
/// takes the results beside the arguments: (x..., y..., ȳ...) -> (x̄...).
bool takesResults(mlir::FunctionOpInterface function, mlir::FunctionOpInterface backward);

} // namespace chad

#endif // CHAD_IR_CUSTOMRULES_H
