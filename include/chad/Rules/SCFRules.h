//===- SCFRules.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_SCFRULES_H
#define CHAD_RULES_SCFRULES_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace chad {

/// Registers the rules of the scf dialect.
void registerSCFRules(mlir::DialectRegistry &registry);

} // namespace chad

#endif // CHAD_RULES_SCFRULES_H
