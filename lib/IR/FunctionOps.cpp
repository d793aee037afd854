//===- FunctionOps.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Assembly and verifiers of functions and sums as values.

#include "RegionAssembly.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// LambdaOp
//===----------------------------------------------------------------------===//

ParseResult LambdaOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<Type> outputs;
  if (parseTypedArguments(parser, args) || parser.parseOptionalArrowTypeList(outputs))
    return failure();
  auto inputs = llvm::map_to_vector(args, [](auto &arg) { return arg.type; });
  result.addTypes(parser.getBuilder().getFunctionType(inputs, outputs));
  return parseBody(parser, result, args);
}

void LambdaOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printTypedArguments(printer, getBody().getArguments());
  printer.printOptionalArrowTypeList(cast<FunctionType>(getType()).getResults());
  printBody(printer, *this);
}

LogicalResult LambdaOp::verifyRegions() {
  auto type = cast<FunctionType>(getType());
  return failure(failed(verifyBodyArguments(*this, getBody(), type.getInputs())) ||
                 failed(verifyYield(*this, getBody(), type.getResults(), "result")));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

LogicalResult InjOp::verify() {
  ArrayRef<TupleType> alternatives = getType().getAlternatives();
  uint64_t tag = getTag();
  if (tag >= alternatives.size())
    return emitOpError("tag ") << tag << " is outside of a sum of " << alternatives.size()
                               << " alternatives";
  if (TypeRange(getPayload()) != TypeRange(alternatives[tag].getTypes()))
    return emitOpError("values of types (")
           << getPayload().getTypes() << ") do not fit tag " << tag << " of " << getType();
  return success();
}

ParseResult CaseOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand scrutinee;
  SumType type;
  if (parser.parseOperand(scrutinee) || parser.parseColonType(type) ||
      parser.resolveOperand(scrutinee, type, result.operands) ||
      parser.parseOptionalArrowTypeList(result.types))
    return failure();
  for (unsigned i = 0, e = type.getAlternatives().size(); i != e; ++i) {
    SmallVector<OpAsmParser::Argument> args;
    if (parseTypedArguments(parser, args) || parser.parseRegion(*result.addRegion(), args))
      return failure();
  }
  return parser.parseOptionalAttrDict(result.attributes);
}

void CaseOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getScrutinee() << " : " << getScrutinee().getType();
  printer.printOptionalArrowTypeList(getResultTypes());
  for (Region &region : getAlternatives()) {
    printer.printNewline();
    printTypedArguments(printer, region.getArguments());
    printer << ' ';
    printer.printRegion(region, /*printEntryBlockArgs=*/false);
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult CaseOp::verifyRegions() {
  ArrayRef<TupleType> alternatives = getScrutinee().getType().getAlternatives();
  if (getAlternatives().size() != alternatives.size())
    return emitOpError("expects a region for each of ")
           << alternatives.size() << " alternatives, got " << getAlternatives().size();
  for (auto [region, alternative] : llvm::zip_equal(getAlternatives(), alternatives)) {
    if (!region.hasOneBlock() || region.front().empty())
      return emitOpError("expects regions of one block");
    if (failed(verifyBodyArguments(*this, region, alternative.getTypes())) ||
        failed(verifyYield(*this, region, getResultTypes(), "result")))
      return failure();
  }
  return success();
}

void CaseOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &regions) {
  if (!point.isParent()) {
    regions.emplace_back(getOperation(), getOperation()->getResults());
    return;
  }
  for (Region &region : getAlternatives())
    regions.emplace_back(&region, Block::BlockArgListType());
}

// The op's own verifier says what does not fit.
bool CaseOp::areTypesCompatible(Type, Type) { return true; }
