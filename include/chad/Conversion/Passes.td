//===- Passes.td - Conversions -----------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_CONVERSION_PASSES_TD
#define CHAD_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

// What becomes of the array combinators on the way to code:
//
//   chad.map, chad.build, ... --convert-chad-to-linalg--> linalg.generic
//            |                                                 |
//            +------------- convert-chad-to-scf -----------> scf.for
//                                                              |
//                                      bufferization in place, LLVM

include "chad/Conversion/ArrayPasses.td"
include "chad/Conversion/BufferPasses.td"
include "chad/Conversion/LoopPasses.td"

#endif // CHAD_CONVERSION_PASSES_TD
