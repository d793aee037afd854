//===- LoopBudget.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How many states of loops derivatives may keep: --checkpoint-states and --checkpoint-bytes.

#ifndef CHAD_TOOLS_CHAD_RUN_LOOPBUDGET_H
#define CHAD_TOOLS_CHAD_RUN_LOOPBUDGET_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>
#include <string>

namespace chad {

/// Gives a budget, a number of states or of bytes of states, to all functions that have none. The
/// arguments are the values of the options. Returns what is wrong with them, or nothing.
std::string addLoopBudget(mlir::ModuleOp module, std::optional<int64_t> states,
                          std::optional<int64_t> bytes);

} // namespace chad

#endif // CHAD_TOOLS_CHAD_RUN_LOOPBUDGET_H
