//===- Proxy.h ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Stands between an editor and MLIR's server: hands messages on, and adds to the answers.

#ifndef CHAD_TOOLS_LSPSERVER_PROXY_H
#define CHAD_TOOLS_LSPSERVER_PROXY_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace chad::lsp {

/// Serves the editor on the standard streams, with the server that `command` starts behind it.
/// Returns the exit code of that.
int serve(llvm::ArrayRef<std::string> command, mlir::DialectRegistry &registry);

} // namespace chad::lsp

#endif // CHAD_TOOLS_LSPSERVER_PROXY_H
