//===- Output.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The derivation as text and as a page.

#ifndef CHAD_TOOLS_EXPLAIN_OUTPUT_H
#define CHAD_TOOLS_EXPLAIN_OUTPUT_H

#include "Derivation.h"
#include "llvm/Support/raw_ostream.h"

namespace chad::explain {

/// One line: what is differentiated by what.
std::string headline(const Derivation &derivation);

/// The place of a stage in the derivation, from 1.
size_t number(const Derivation &derivation, const Stage &stage);

void writeText(llvm::raw_ostream &os, const Derivation &derivation,
               llvm::ArrayRef<const Stage *> stages);

/// A page that needs no other file; graphs of more than `maxNodes` nodes are not drawn.
void writeHtml(llvm::raw_ostream &os, const Derivation &derivation,
               llvm::ArrayRef<const Stage *> stages, size_t maxNodes);

/// One object, with all of the stages.
void writeJson(llvm::raw_ostream &os, const Derivation &derivation,
               llvm::ArrayRef<const Stage *> stages);

/// The text with what HTML gives a meaning escaped.
std::string escapeHtml(llvm::StringRef text);

/// MLIR as HTML, in which spans mark names, types, symbols, numbers and comments.
std::string highlight(llvm::StringRef code);

} // namespace chad::explain

#endif // CHAD_TOOLS_EXPLAIN_OUTPUT_H
