//===- WalkTypes.h - The types and attributes of a program ------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_WALKTYPES_H
#define CHAD_IR_WALKTYPES_H

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Operation.h"

namespace chad {

/// Walks the attributes of all operations in `root`, and the types of their results and of the
/// arguments of their blocks, also those within others.
inline void walkTypesAndAttributes(mlir::Operation *root, mlir::AttrTypeWalker &walker) {
  root->walk([&](mlir::Operation *op) {
    walker.walk(op->getAttrDictionary());
    for (mlir::Type type : op->getResultTypes())
      walker.walk(type);
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Type type : block.getArgumentTypes())
          walker.walk(type);
  });
}

} // namespace chad

#endif // CHAD_IR_WALKTYPES_H
