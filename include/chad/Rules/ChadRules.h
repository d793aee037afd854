//===- ChadRules.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_CHADRULES_H
#define CHAD_RULES_CHADRULES_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace chad {

/// Registers the rules of the chad dialect's own ops.
void registerChadRules(mlir::DialectRegistry &registry);

} // namespace chad

#endif // CHAD_RULES_CHADRULES_H
