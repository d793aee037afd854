//===- Reference.h --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What there is to say about an op, whatever program it stands in.

#ifndef CHAD_TOOLS_LSPSERVER_REFERENCE_H
#define CHAD_TOOLS_LSPSERVER_REFERENCE_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"

namespace chad::lsp {

/// The summaries and descriptions of the ops of the dialect, and the derivative rules of scalar
/// ops, as Markdown.
class Reference {
public:
  explicit Reference(mlir::MLIRContext &context);

  /// What there is to say about the op of a name; empty where there is nothing.
  llvm::StringRef lookup(llvm::StringRef op) const {
    auto found = texts.find(op);
    return found == texts.end() ? llvm::StringRef() : llvm::StringRef(found->second);
  }

private:
  llvm::StringMap<std::string> texts;
};

} // namespace chad::lsp

#endif // CHAD_TOOLS_LSPSERVER_REFERENCE_H
