//===- AllRules.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/AllRules.h"
#include "mlir/IR/DialectRegistry.h"

void chad::registerAllRules(mlir::DialectRegistry &registry) {}
