//===- ChadOps.h -------------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADOPS_H
#define CHAD_IR_CHADOPS_H

#include "chad/IR/ChadDialect.h"
#include "chad/IR/ChadInterfaces.h"
#include "chad/IR/ChadTypes.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_ATTRDEF_CLASSES
#include "chad/IR/ChadAttributes.h.inc"

namespace chad {
/// Builds the body of a combinator, given its arguments, up to its yield.
using BodyBuilder = llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// For which operands of a product a zero makes the product zero, so that `0 · ∞ = 0`: for none,
/// for the value, or for the value and the factor.
enum class Absorption { None, Value, Both };
} // namespace chad

#define GET_OP_CLASSES
#include "chad/IR/ChadOps.h.inc"

#endif // CHAD_IR_CHADOPS_H
