//===- Tool.h -------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the tools of the project have in common.

#ifndef CHAD_TOOLS_SUPPORT_TOOL_H
#define CHAD_TOOLS_SUPPORT_TOOL_H

#include "llvm/ADT/StringRef.h"

namespace chad {

/// The first thing that a tool does: `--version` prints the version of the project, and a crash is
/// reported as one of the project rather than of LLVM. `advice`, a sentence, says what a user can
/// do about a crash.
void initializeTool(llvm::StringRef name, llvm::StringRef advice = "");

} // namespace chad

#endif // CHAD_TOOLS_SUPPORT_TOOL_H
