//===- ChadDialect.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/ChadDialect.h"
#include "chad/IR/DerivedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

#include "chad/IR/ChadDialect.cpp.inc"
#include "chad/IR/ChadEnums.cpp.inc"
#include "chad/IR/ChadInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "chad/IR/ChadAttributes.cpp.inc"

namespace {
/// Every op of the dialect is a pure value; it may be inlined anywhere.
struct ChadInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final { return true; }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};
} // namespace

void ChadDialect::initialize() {
  registerTypes();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "chad/IR/ChadAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "chad/IR/ChadOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "chad/IR/DerivedOps.cpp.inc"
      >();
  addInterfaces<ChadInlinerInterface>();
}

Operation *ChadDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
