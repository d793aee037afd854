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

/// How a tool ends (docs/Tools.md).
enum ExitCode {
  /// All went well.
  Succeeded = 0,
  /// The command line, a file or the program is wrong, or the program failed while it ran, which a
  /// message says.
  Failed = 1,
  /// Derivatives that are compared differ.
  WrongDerivative = 2
};

/// The first thing that a tool does: `--version` prints the version of the project, and a crash is
/// reported as one of the project rather than of LLVM. `advice`, a sentence, says what a user can
/// do about a crash.
void initializeTool(llvm::StringRef name, llvm::StringRef advice = "");

} // namespace chad

#endif // CHAD_TOOLS_SUPPORT_TOOL_H
