//===- Passes.td - The optimiser of loops over arrays ------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// First what holds on any machine, then how the CPU runs what is left.

#ifndef CHAD_LOOPS_PASSES_TD
#define CHAD_LOOPS_PASSES_TD

include "chad/Loops/ArrayPasses.td"
include "chad/Loops/SchedulePasses.td"
include "chad/Loops/VectorPasses.td"

#endif // CHAD_LOOPS_PASSES_TD
