//===- UNFSupport.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UNFSupport.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

FailureOr<CtxType> chad::detail::makeContext(ErrorEmitter emitError, MLIRContext *context,
                                             ArrayRef<Type> components) {
  CtxType type = CtxType::getChecked(emitError, context, components);
  if (!type)
    return failure();
  return type;
}

LogicalResult chad::detail::verifyEnough(ErrorEmitter emitError, CtxType ctx, int64_t count,
                                         StringRef what) {
  int64_t size = ctx.getComponents().size();
  if (count >= 0 && count <= size)
    return success();
  return emitError() << "expects a context of at least " << count << " components (" << what
                     << "), got " << size << " in " << ctx;
}

LogicalResult chad::detail::verifyArrays(ErrorEmitter emitError, CtxType ctx, size_t first) {
  ArrayRef<Type> arrays = ctx.getComponents().drop_front(first);
  for (auto [i, type] : llvm::enumerate(arrays))
    if (!isArrayType(type))
      return emitError() << "expects component #" << first + i
                         << " to be an array (a ranked tensor of rank 1 or more, or !chad.lin of "
                            "one), got "
                         << type;
  int64_t extent = commonExtent(arrays);
  for (auto [i, type] : llvm::enumerate(arrays)) {
    int64_t other = getArrayExtent(type);
    if (!ShapedType::isDynamic(other) && other != extent)
      return emitError() << "expects arrays of one extent, but component #" << first + i
                         << " has extent " << other << " and another has extent " << extent;
  }
  return success();
}

LogicalResult chad::detail::verifyCotangents(ErrorEmitter emitError, CtxType ctx) {
  for (auto [i, type] : llvm::enumerate(ctx.getComponents()))
    if (!isLinearType(type))
      return emitError() << "expects a context of cotangents, but component #" << i << " is "
                         << type << ", which is not a linear type";
  return success();
}

FailureOr<CtxType> chad::detail::extend(ErrorEmitter emitError, CtxType ctx, TypeRange more) {
  SmallVector<Type> components(ctx.getComponents());
  llvm::append_range(components, more);
  return makeContext(emitError, ctx.getContext(), components);
}

FailureOr<CtxType> chad::detail::shorten(ErrorEmitter emitError, CtxType ctx, int64_t count,
                                         StringRef what) {
  if (failed(verifyEnough(emitError, ctx, count, what)))
    return failure();
  return CtxType::get(ctx.getContext(), ctx.getComponents().drop_back(count));
}

FailureOr<CtxType> chad::detail::extendByArrays(ErrorEmitter emitError, CtxType ctx,
                                                int64_t numArrays, TypeRange elements) {
  if (failed(verifyEnough(emitError, ctx, numArrays, "one for each array")) ||
      failed(verifyArrays(emitError, ctx, ctx.getComponents().size() - numArrays)))
    return failure();
  int64_t extent = commonExtent(ctx.getComponents().take_back(numArrays));
  SmallVector<Type> arrays;
  for (Type element : elements) {
    Type array = getArrayOf(element, extent);
    if (!array)
      return emitError() << element
                         << " cannot be the element of an array: expected a float, an integer, "
                            "index, a tensor of them of rank 1 or more, or !chad.lin of one";
    arrays.push_back(array);
  }
  return extend(emitError, ctx, arrays);
}

FailureOr<CtxType> chad::detail::extendByLast(ErrorEmitter emitError, CtxType ctx,
                                              int64_t numArrays) {
  if (failed(verifyEnough(emitError, ctx, numArrays, "one array for each unit")))
    return failure();
  return extend(emitError, ctx, ctx.getComponents().take_back(numArrays));
}

SmallVector<Type> chad::detail::cotangentsOf(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) -> Type { return LinType::get(type); });
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

ParseResult chad::detail::parseContext(OpAsmParser &parser, OpAsmParser::UnresolvedOperand &operand,
                                       CtxType &type) {
  return failure(parser.parseKeyword("of") || parser.parseOperand(operand) ||
                 parser.parseColonType(type));
}

ParseResult chad::detail::parseFreeArguments(OpAsmParser &parser,
                                             SmallVectorImpl<OpAsmParser::Argument> &args) {
  SmallVector<OpAsmParser::Argument> free;
  if (parser.parseArgumentList(free, OpAsmParser::Delimiter::OptionalSquare, /*allowType=*/true))
    return failure();
  llvm::append_range(args, free);
  return success();
}

void chad::detail::printContext(OpAsmPrinter &printer, Value ctx) {
  printer << " of " << ctx << " : " << ctx.getType();
}

void chad::detail::printFreeArguments(OpAsmPrinter &printer, Block::BlockArgListType args) {
  if (args.empty())
    return;
  printer << '[';
  llvm::interleaveComma(args, printer,
                        [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << "] ";
}

ParseResult chad::detail::addResult(OperationState &state, FailureOr<CtxType> type) {
  if (failed(type))
    return failure();
  state.addTypes(*type);
  return success();
}

void chad::detail::addResultOr(OperationState &state, FailureOr<CtxType> type, Value ctx) {
  state.addTypes(failed(type) ? cast<CtxType>(ctx.getType()) : *type);
}

LogicalResult chad::detail::verifyResult(Operation *op, FailureOr<CtxType> expected) {
  if (failed(expected))
    return failure();
  Type type = op->getResult(0).getType();
  if (type != *expected)
    return op->emitOpError("expects the result to have type ")
           << *expected << ", but it has type " << type;
  return success();
}
