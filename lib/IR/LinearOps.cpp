//===- LinearOps.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Assembly and verifiers of the ops on linear values.

#include "RegionAssembly.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

LogicalResult ZeroOp::verify() {
  return verifySizes(*this, getSizes(), getResult().getType(), "sizes");
}

LogicalResult ScaleOp::verify() {
  if (!isOverScalar(getValue().getType(), getFactor().getType()))
    return emitOpError("factor has type ")
           << getFactor().getType() << ", which is not the type of the floats in "
           << getValue().getType();
  if (getBoth() && !getZeroAbsorbing())
    return emitOpError("says 'both' without 'zero_absorbing'; factors absorb where values do");
  return success();
}

LogicalResult ToLinearOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Type type = adaptor.getValue().getType();
  auto emitError = [&] { return mlir::emitError(loc.value_or(UnknownLoc::get(context))); };
  if (failed(LinType::verify(emitError, type)))
    return failure();
  types.push_back(LinType::get(type));
  return success();
}

LogicalResult FromLinearOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                             Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto lin = dyn_cast<LinType>(adaptor.getValue().getType());
  if (!lin || lin.isUnit())
    return emitOptionalError(loc, "expected !chad.lin of a float or of a tensor of floats, got ",
                             adaptor.getValue().getType());
  types.push_back(lin.getPrimal());
  return success();
}

ParseResult CopowerFoldOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand copower;
  Type type;
  SmallVector<OpAsmParser::Argument> args;
  return failure(parser.parseOperand(copower) || parser.parseColonType(type) ||
                 parser.resolveOperand(copower, type, result.operands) ||
                 parseTypedArguments(parser, args) ||
                 parseOptionalSizes(parser, "codomain", result) ||
                 parser.parseArrowTypeList(result.types) || parseBody(parser, result, args));
}

void CopowerFoldOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCopower() << " : " << getCopower().getType() << ' ';
  printTypedArguments(printer, getBody().getArguments());
  printOptionalSizes(printer, "codomain", getCodomainSizes());
  printer.printArrowTypeList(getResultTypes());
  printBody(printer, *this);
}

LogicalResult CopowerFoldOp::verifyRegions() {
  CopowerType copower = getCopower().getType();
  SmallVector<Type> args(copower.getPrimals());
  llvm::append_range(args, copower.getTangents());
  return failure(
      failed(verifySizes(*this, getCodomainSizes(), getResultTypes(), "codomain sizes")) ||
      failed(verifyBodyArguments(*this, getBody(), args)) ||
      failed(verifyYield(*this, getBody(), getResultTypes(), "result")));
}
