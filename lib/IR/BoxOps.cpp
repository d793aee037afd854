//===- BoxOps.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Assembly, verifiers and folds of records and boxes.

#include "RegionAssembly.h"
#include "chad/IR/ChadOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// RecordOp
//===----------------------------------------------------------------------===//

ParseResult RecordOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<Type> fields;
  auto parseField = [&] { return parser.parseType(fields.emplace_back()); };
  if (parser.parseSymbolName(name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseField) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.getOrAddProperties<Properties>().sym_name = name;
  result.getOrAddProperties<Properties>().fields = parser.getBuilder().getTypeArrayAttr(fields);
  return success();
}

void RecordOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << " (";
  llvm::interleaveComma(getFields().getAsValueRange<TypeAttr>(), printer);
  printer << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"sym_name", "fields"});
}

LogicalResult RecordOp::verify() {
  for (auto [i, type] : llvm::enumerate(getFields().getAsValueRange<TypeAttr>()))
    if (isa<CtxType>(type))
      return emitOpError("field #") << i << " is a context, which cannot be part of a value";
  return success();
}

SmallVector<Type> RecordOp::getPayload(bool isLinear) {
  SmallVector<Type> types;
  for (Type type : getFields().getAsValueRange<TypeAttr>())
    if (!isLinear)
      types.push_back(type);
    else if (isDifferentiable(type))
      types.push_back(isLinearType(type) ? type : LinType::get(type));
  return types;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// Checks that `payload` has the types of the fields of a box of type `type`.
static LogicalResult verifyPayload(Operation *op, Type type, TypeRange payload,
                                   SymbolTableCollection &symbols) {
  FlatSymbolRefAttr name = cast<BoxType>(getPrimalType(type)).getRecord();
  auto record = symbols.lookupNearestSymbolFrom<RecordOp>(op, name);
  if (!record)
    return op->emitOpError("names the record ") << name << ", which is not in the module";
  SmallVector<Type> expected = record.getPayload(isa<LinType>(type));
  if (payload == TypeRange(expected))
    return success();
  auto diag = op->emitOpError("holds values of types (")
              << payload << "), but " << type << " holds (" << TypeRange(expected) << ")";
  diag.attachNote(record.getLoc()) << "the record";
  return diag;
}

LogicalResult BoxOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyPayload(*this, getType(), getPayload().getTypes(), symbols);
}

LogicalResult OpenOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyPayload(*this, getBox().getType(), getResultTypes(), symbols);
}

LogicalResult OpenOp::verify() {
  unsigned expected = isa<LinType>(getBox().getType()) ? getNumDynamicSizes(getResultTypes()) : 0;
  if (getSizes().size() == expected)
    return success();
  return emitOpError("expects ") << expected << " sizes, got " << getSizes().size();
}

// open(box(x)) = x.
LogicalResult OpenOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &results) {
  auto made = getBox().getDefiningOp<BoxOp>();
  if (!made || getNumResults() == 0)
    return failure();
  llvm::append_range(results, made.getPayload());
  return success();
}

LogicalResult EmptyBoxOp::verify() {
  auto tensor = dyn_cast<RankedTensorType>(getType());
  int64_t expected = tensor ? tensor.getNumDynamicDims() : 0;
  if (static_cast<int64_t>(getSizes().size()) == expected)
    return success();
  return emitOpError("expects ") << expected << " sizes, got " << getSizes().size();
}

OpFoldResult IsEmptyBoxOp::fold(FoldAdaptor) {
  Operation *def = getBox().getDefiningOp();
  if (!isa_and_nonnull<BoxOp, EmptyBoxOp>(def))
    return {};
  return BoolAttr::get(getContext(), isa<EmptyBoxOp>(def));
}
