//===- Passes.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LOOPS_PASSES_H
#define CHAD_LOOPS_PASSES_H

#include "chad/Analysis/Target.h"
#include "mlir/Pass/Pass.h"

namespace chad {

#define GEN_PASS_DECL
#include "chad/Loops/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "chad/Loops/Passes.h.inc"

} // namespace chad

#endif // CHAD_LOOPS_PASSES_H
