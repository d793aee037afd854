//===- Refusals.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ops that are not imported, with the reasons.

#include "Importer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace chad::stablehlo;

llvm::StringRef chad::stablehlo::getRefusal(llvm::StringRef name) {
  static constexpr llvm::StringLiteral tokens =
      "it communicates with the world outside of the program";
  static constexpr llvm::StringLiteral random =
      "its numbers follow from no key of the program: pass them as an argument, or make them by "
      "'stablehlo.rng_bit_generator' or JAX's default generator, which are integer arithmetic";
  static constexpr llvm::StringLiteral quantized =
      "it rounds to quantized numbers, which has no derivative: export the program before it is "
      "quantized";
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases({"stablehlo.infeed", "stablehlo.outfeed", "stablehlo.recv", "stablehlo.send"}, tokens)
      .Case("stablehlo.rng", random)
      .Cases({"stablehlo.uniform_quantize", "stablehlo.uniform_dequantize"}, quantized)
      .Cases({"stablehlo.async_start", "stablehlo.async_done"}, tokens)
      .Default("");
}
