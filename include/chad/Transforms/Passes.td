//===- Passes.td - Passes ----------------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMS_PASSES_TD
#define CHAD_TRANSFORMS_PASSES_TD

include "chad/Transforms/MonoidPasses.td"
include "chad/Transforms/PipelinePasses.td"
include "chad/Transforms/PublicPasses.td"

#endif // CHAD_TRANSFORMS_PASSES_TD
