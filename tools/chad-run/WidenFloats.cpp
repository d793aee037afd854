//===- WidenFloats.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenFloats.h"
#include "chad/IR/WalkTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

static bool isNarrow(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() < 64;
}

/// Calls `visit` with each type in `module`, also those within others.
static void walkTypes(ModuleOp module, llvm::function_ref<void(Type)> visit) {
  AttrTypeWalker walker;
  walker.addWalk([&](Type type) { visit(type); });
  walkTypesAndAttributes(module, walker);
}

unsigned chad::leastPrecision(ModuleOp module) {
  unsigned precision = 53;
  walkTypes(module, [&](Type type) {
    if (isNarrow(type))
      precision = std::min(precision, cast<FloatType>(type).getFPMantissaWidth());
  });
  return precision;
}

static bool hasNarrow(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return type
        .walk([](Type nested) {
          return isNarrow(nested) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

/// Why widening would change what `op` means, or has no other form of an attribute; empty if it
/// would not.
static StringRef whyNotWidened(Operation *op) {
  AttrTypeWalker attributes;
  attributes.addWalk([](ElementsAttr attr) {
    bool isWidened = isa<DenseElementsAttr>(attr) || !isNarrow(attr.getElementType());
    return isWidened ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (attributes.walk<WalkOrder::PreOrder>(op->getAttrDictionary()).wasInterrupted())
    return "has a constant in a form that is not widened";
  if (auto function = dyn_cast<FunctionOpInterface>(op); function && function.isExternal())
    return hasNarrow(function.getArgumentTypes()) || hasNarrow(function.getResultTypes())
               ? "is a function without a body"
               : "";
  // Conversions of one float to another are erased; the other casts must not depend on width.
  if (op->getName().stripDialect() == "bitcast" &&
      (hasNarrow(op->getOperandTypes()) || hasNarrow(op->getResultTypes())))
    return "asks for the bits of a float";
  return "";
}

/// `'arith.bitcast'`, or the name of a function.
static std::string nameOf(Operation *op) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return "'@" + function.getName().str() + "'";
  return "'" + op->getName().getStringRef().str() + "'";
}

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

OwningOpRef<ModuleOp> chad::widenFloats(ModuleOp module, std::string &why) {
  module.walk([&](Operation *op) {
    StringRef reason = whyNotWidened(op);
    if (reason.empty())
      return WalkResult::advance();
    why = nameOf(op) + " " + reason.str();
    return WalkResult::interrupt();
  });
  if (!why.empty())
    return nullptr;
  OwningOpRef<ModuleOp> copy = module.clone();
  Type f64 = Float64Type::get(module.getContext());
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](FloatType type) -> std::optional<Type> { return isNarrow(type) ? f64 : Type(type); });
  replacer.addReplacement([&](FloatAttr attr) -> std::optional<Attribute> {
    return isNarrow(attr.getType()) ? FloatAttr::get(f64, toDouble(attr.getValue())) : attr;
  });
  replacer.addReplacement([&](DenseFPElementsAttr attr) -> std::optional<Attribute> {
    if (!isNarrow(attr.getElementType()))
      return attr;
    return attr.mapValues(
        f64, [](const APFloat &value) { return APFloat(toDouble(value)).bitcastToAPInt(); });
  });
  replacer.recursivelyReplaceElementsIn(*copy, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  copy->walk([](Operation *op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
  // Ops of other dialects may insist on their types.
  ScopedDiagnosticHandler silence(module.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error && why.empty())
      why = "with f64, " + diag.str();
    return success();
  });
  return succeeded(verify(*copy)) ? std::move(copy) : nullptr;
}
