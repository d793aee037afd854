//===- Attributes.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Attributes of front ends that say nothing about values, and constants in resources or in sparse
// form.

#include "Steps.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Encodings.h"
#include "chad/IR/WalkTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace chad;

/// The type without an encoding that means nothing; null where there is none.
static RankedTensorType withoutEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getEncoding() || hasMeaningfulEncoding(tensor))
    return {};
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
}

/// Whether the elements of the constant are numbers, rather than pointers, for example.
static bool holdsNumbers(DenseResourceElementsAttr attr) {
  Type element = attr.getType().getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return element.isIntOrIndexOrFloat();
}

/// The numbers of the constant; null if it has others than numbers, or if the resource is not there
/// or has another size.
static DenseElementsAttr getContents(DenseResourceElementsAttr attr) {
  ShapedType type = attr.getType();
  AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  if (!blob || !holdsNumbers(attr))
    return {};
  ArrayRef<char> data = blob->getData();
  // Truth values take a byte each, or a bit each.
  if (type.getElementType().isInteger(1) &&
      static_cast<int64_t>(data.size()) == type.getNumElements())
    return DenseElementsAttr::get(type,
                                  llvm::map_to_vector(data, [](char value) { return value != 0; }));
  bool isSplat;
  if (!DenseElementsAttr::isValidRawBuffer(type, data, isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, data);
}

void chad::detail::simplifyAttributes(ModuleOp module) {
  bool isFound = false;
  AttrTypeWalker walker;
  walker.addWalk(
      [&](RankedTensorType type) { isFound |= static_cast<bool>(withoutEncoding(type)); });
  walker.addWalk([&](SparseElementsAttr) { isFound = true; });
  walker.addWalk(
      [&](DenseResourceElementsAttr attr) { isFound |= static_cast<bool>(getContents(attr)); });
  walkTypesAndAttributes(module, walker);
  if (!isFound)
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([](RankedTensorType type) -> std::optional<Type> {
    RankedTensorType plain = withoutEncoding(type);
    return plain ? std::optional<Type>(plain) : std::nullopt;
  });
  auto simplify = [](DenseElementsAttr attr) -> DenseElementsAttr {
    RankedTensorType plain = withoutEncoding(attr.getType());
    return plain ? attr.reshape(plain) : attr;
  };
  replacer.addReplacement(
      [=](DenseElementsAttr attr) -> std::optional<Attribute> { return simplify(attr); });
  replacer.addReplacement([=](SparseElementsAttr attr) -> std::optional<Attribute> {
    auto values = llvm::to_vector(attr.getValues<Attribute>());
    return simplify(DenseElementsAttr::get(attr.getType(), values));
  });
  replacer.addReplacement([=](DenseResourceElementsAttr attr) -> std::optional<Attribute> {
    DenseElementsAttr contents = getContents(attr);
    return contents ? std::optional<Attribute>(simplify(contents)) : std::nullopt;
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

LogicalResult chad::detail::checkConstants(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) {
    Attribute value;
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      value = constant.getValue();
    else if (auto get = dyn_cast<memref::GetGlobalOp>(op))
      if (auto global =
              SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, get.getNameAttr()))
        value = global.getInitialValueAttr();
    auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(value);
    if (!resource || !holdsNumbers(resource))
      return WalkResult::advance();
    StringRef key = resource.getRawHandle().getKey();
    InFlightDiagnostic diag = op->emitError("chad: the numbers of this constant are not in the "
                                            "program: ");
    if (key == "__elided__") {
      diag << "they were left out when it was printed";
      diag.attachNote() << "print the program without '--mlir-elide-elementsattrs-if-larger' and "
                           "'--mlir-elide-resource-strings-if-larger', or as bytecode";
    } else {
      diag << "the resource '" << key << "' "
           << (resource.getRawHandle().getBlob() ? "has not the size of the constant"
                                                 : "is not defined");
      diag.attachNote() << "keep the section 'dialect_resources' at the end of the program, with a "
                           "value for each element";
    }
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
