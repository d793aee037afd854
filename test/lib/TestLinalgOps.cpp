//===- TestLinalgOps.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Prints the names of all registered ops of the linalg dialect.

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/MLIRContext.h"

int main() {
  mlir::MLIRContext context;
  context.loadDialect<mlir::linalg::LinalgDialect>();
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "linalg")
      llvm::outs() << name.getStringRef() << '\n';
}
