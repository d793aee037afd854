//===- LoopBudget.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBudget.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

std::string chad::addLoopBudget(ModuleOp module, std::optional<int64_t> states,
                                std::optional<int64_t> bytes) {
  if (!states && !bytes)
    return "";
  if (states && bytes)
    return "--checkpoint-states and --checkpoint-bytes are one budget: give one of them";
  StringRef name = states ? "states" : "bytes";
  int64_t number = states ? *states : *bytes;
  if (number < 1)
    return ("--checkpoint-" + name + " must be at least 1").str();
  Builder builder(module.getContext());
  auto budget =
      builder.getDictionaryAttr(builder.getNamedAttr(name, builder.getI64IntegerAttr(number)));
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal() && !function->hasAttr(checkpointAttr))
      function->setAttr(checkpointAttr, budget);
  return "";
}
