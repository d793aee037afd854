//===- Document.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the server knows of a program in an editor beyond what MLIR's server does.

#ifndef CHAD_TOOLS_LSPSERVER_DOCUMENT_H
#define CHAD_TOOLS_LSPSERVER_DOCUMENT_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/SourceMgr.h"

namespace chad::lsp {

/// A program as it was at one moment. Answers are as the protocol has them.
class Document {
public:
  /// `uri` is what the editor calls the program.
  Document(llvm::StringRef uri, llvm::StringRef text, mlir::MLIRContext &context);

  /// Whether the program parses and verifies; without that there are no answers.
  bool isValid() const { return bool(module); }

  /// A warning at each op that keeps a function from being differentiated, with the remedy: of all
  /// functions that requests name, and of all public ones.
  llvm::json::Array warnings();
  /// The types of values whose line does not say them.
  llvm::json::Array inlayHints(const llvm::lsp::Range &range);
  /// What can be done at a place: have a value count as constant, add a gradient, show a
  /// derivative.
  llvm::json::Array codeActions(const llvm::lsp::Range &range);
  /// The op whose name or results are at a place, or null.
  const mlir::AsmParserState::OperationDefinition *opAt(const llvm::lsp::Position &position) const;
  /// The reverse derivative of a function as text, or an empty text with the reason.
  std::string derivative(llvm::StringRef function, std::string &why);

private:
  using OpDefinition = mlir::AsmParserState::OperationDefinition;

  llvm::StringRef lineOf(llvm::SMLoc loc) const;
  void addHint(llvm::json::Array &hints, mlir::Value value, llvm::SMRange name,
               const llvm::lsp::Range &range) const;
  void addStopGradient(llvm::json::Array &actions, const OpDefinition &definition) const;
  void addGradient(llvm::json::Array &actions, const OpDefinition &definition);
  llvm::json::Value edit(llvm::StringRef title, llvm::json::Array edits) const;

  std::string uri;
  mlir::MLIRContext &context;
  /// Mutable, because the methods that find places are not const.
  mutable llvm::SourceMgr sources;
  mlir::AsmParserState state;
  mlir::Block parsed;
  /// The program, or null.
  mlir::ModuleOp module;
  mlir::OwningOpRef<mlir::ModuleOp> owned;
};

} // namespace chad::lsp

#endif // CHAD_TOOLS_LSPSERVER_DOCUMENT_H
