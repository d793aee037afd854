//===- Passes.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_DERIVED_PASSES_H
#define CHAD_DERIVED_PASSES_H

#include "mlir/Pass/Pass.h"

namespace chad {

#define GEN_PASS_DECL
#include "chad/Derived/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "chad/Derived/Passes.h.inc"

} // namespace chad

#endif // CHAD_DERIVED_PASSES_H
