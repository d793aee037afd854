//===- Programs.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The data of a program of the C interface.

#ifndef CHAD_LIB_CAPI_PROGRAMS_H
#define CHAD_LIB_CAPI_PROGRAMS_H

#include "chad-c/Programs.h"
#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/MLIRContext.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

struct ChadProgram {
  struct Function {
    std::string name;
    std::vector<std::string> arguments, results;
    mlir::FunctionType type;
  };

  /// Null if the caller owns the context of the program.
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<chad::CompiledProgram> compiled;
  std::vector<Function> functions;

  const Function *find(llvm::StringRef name) const;
};

namespace chad::capi {

/// Stores the message that `chadGetLastError` returns.
void setLastError(std::string message);

/// Compiles a module. The program takes ownership of the context, if there is one; after an error
/// the caller keeps it.
ChadProgram *compile(std::unique_ptr<mlir::MLIRContext> &context, mlir::ModuleOp module,
                     const ChadOptions *options);

} // namespace chad::capi

#endif // CHAD_LIB_CAPI_PROGRAMS_H
