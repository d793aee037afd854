//===- Progress.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHAD_RUN_PROGRESS_H
#define CHAD_TOOLS_CHAD_RUN_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <functional>

/// For `CompilerOptions::onProgress`: says on a terminal, in one line that goes when all copies of
/// the function have gone, what compiling does, once that has taken a second. Empty where the
/// standard error is no terminal.
std::function<void(llvm::StringRef)> reportProgress();

#endif // CHAD_TOOLS_CHAD_RUN_PROGRESS_H
