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
  static constexpr llvm::StringLiteral distributed =
      "it is about several devices: export the program for one";
  static constexpr llvm::StringLiteral tokens =
      "it communicates with the world outside of the program";
  static constexpr llvm::StringLiteral random =
      "its numbers follow from no key of the program: pass them as an argument, or make them by "
      "'stablehlo.rng_bit_generator' or JAX's default generator, which are integer arithmetic";
  static constexpr llvm::StringLiteral quantized =
      "it rounds to quantized numbers, which has no derivative: export the program before it is "
      "quantized";
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases({"stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all",
              "stablehlo.collective_broadcast", "stablehlo.collective_permute",
              "stablehlo.partition_id", "stablehlo.reduce_scatter", "stablehlo.replica_id"},
             distributed)
      .Cases({"stablehlo.after_all", "stablehlo.create_token", "stablehlo.infeed",
              "stablehlo.outfeed", "stablehlo.recv", "stablehlo.send"},
             tokens)
      .Case("stablehlo.rng", random)
      .Cases({"stablehlo.uniform_quantize", "stablehlo.uniform_dequantize"}, quantized)
      .Cases({"stablehlo.async_start", "stablehlo.async_done"}, tokens)
      .Case("stablehlo.set_dimension_size", "a tensor with a bound has no type here")
      .Cases({"stablehlo.tuple", "stablehlo.get_tuple_element"},
             "results are lists of values here, and no tuples")
      .Default("");
}
