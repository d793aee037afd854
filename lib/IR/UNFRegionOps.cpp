//===- UNFRegionOps.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ops that compute on a context: assembly, builders and verifiers.

#include "UNFSupport.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

using Arguments = SmallVector<OpAsmParser::Argument>;

/// The types that the body yields. Emits an error if it yields nothing.
static FailureOr<TypeRange> getYieldedTypes(Operation *op) {
  Operation *yield = op->getRegion(0).front().getTerminator();
  if (!isa<YieldOp>(yield))
    return op->emitOpError("expects its body to end with 'chad.yield'");
  if (!yield->getNumOperands())
    return op->emitOpError("expects its body to yield at least one value");
  return TypeRange(yield->getOperandTypes());
}

SmallVector<Region *> UNFMapOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> UNFReduceOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> UNFScanOp::getLoopRegions() { return {&getBody()}; }

//===----------------------------------------------------------------------===//
// UNFOpOp
//===----------------------------------------------------------------------===//

void UNFOpOp::build(OpBuilder &builder, OperationState &state, Value ctx, unsigned numArguments,
                    BodyBuilder body) {
  auto type = cast<CtxType>(ctx.getType());
  state.addOperands(ctx);
  TypeRange results = buildBody(builder, state, type.getComponents().take_back(numArguments), body);
  addResultOr(state, extend([&] { return mlir::emitError(state.location); }, type, results), ctx);
}

ParseResult UNFOpOp::parse(OpAsmParser &parser, OperationState &result) {
  Arguments args;
  OpAsmParser::UnresolvedOperand ctx;
  CtxType type;
  SmallVector<Type> results;
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  return failure(
      parseTypedArguments(parser, args) || parseContext(parser, ctx, type) ||
      parser.resolveOperand(ctx, type, result.operands) || parser.parseArrowTypeList(results) ||
      addResult(result, extend(emitError, type, results)) || parseBody(parser, result, args));
}

void UNFOpOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printTypedArguments(printer, getBody().getArguments());
  printContext(printer, getCtx());
  printer.printArrowTypeList(
      getType().getComponents().drop_front(getCtx().getType().getComponents().size()));
  printBody(printer, *this);
}

LogicalResult UNFOpOp::verifyRegions() {
  auto emitError = [&] { return emitOpError(); };
  CtxType type = getCtx().getType();
  unsigned n = getBody().getNumArguments();
  if (failed(verifyEnough(emitError, type, n, "one for each body argument")) ||
      failed(verifyBodyArguments(*this, getBody(), type.getComponents().take_back(n))))
    return failure();
  FailureOr<TypeRange> yielded = getYieldedTypes(*this);
  if (failed(yielded))
    return failure();
  return verifyResult(*this, extend(emitError, type, *yielded));
}

//===----------------------------------------------------------------------===//
// UNFMapOp
//===----------------------------------------------------------------------===//

/// The components before the last `numArrays`, and an element of each array.
static SmallVector<Type> argumentsOverArrays(CtxType type, unsigned numArrays) {
  SmallVector<Type> args(type.getComponents().drop_back(numArrays));
  llvm::append_range(args, elementTypesOf(type.getComponents().take_back(numArrays)));
  return args;
}

void UNFMapOp::build(OpBuilder &builder, OperationState &state, Value ctx, unsigned numArrays,
                     BodyBuilder body) {
  auto type = cast<CtxType>(ctx.getType());
  state.addOperands(ctx);
  state.getOrAddProperties<Properties>().arrays = builder.getI64IntegerAttr(numArrays);
  TypeRange elements = buildBody(builder, state, argumentsOverArrays(type, numArrays), body);
  auto error = [&] { return mlir::emitError(state.location); };
  addResultOr(state, extendByArrays(error, type, numArrays, elements), ctx);
}

ParseResult UNFMapOp::parse(OpAsmParser &parser, OperationState &result) {
  Arguments args, elements;
  OpAsmParser::UnresolvedOperand ctx;
  CtxType type;
  SmallVector<Type> yielded;
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  if (parseFreeArguments(parser, args) || parseTypedArguments(parser, elements) ||
      parseContext(parser, ctx, type) || parser.resolveOperand(ctx, type, result.operands) ||
      parser.parseArrowTypeList(yielded) ||
      addResult(result, extendByArrays(emitError, type, elements.size(), yielded)))
    return failure();
  result.getOrAddProperties<Properties>().arrays =
      parser.getBuilder().getI64IntegerAttr(elements.size());
  llvm::append_range(args, elements);
  return parseBody(parser, result, args);
}

void UNFMapOp::print(OpAsmPrinter &printer) {
  auto args = getBody().getArguments();
  printer << ' ';
  printFreeArguments(printer, args.drop_back(getArrays()));
  printTypedArguments(printer, args.take_back(getArrays()));
  printContext(printer, getCtx());
  printer.printArrowTypeList(elementTypesOf(
      getType().getComponents().drop_front(getCtx().getType().getComponents().size())));
  printBody(printer, *this, {"arrays"});
}

LogicalResult UNFMapOp::verifyRegions() {
  auto emitError = [&] { return emitOpError(); };
  CtxType type = getCtx().getType();
  int64_t n = getArrays();
  if (n < 1)
    return emitOpError("expects at least one array");
  // Checks that the last components are arrays, before the types of their elements are computed.
  if (failed(extendByArrays(emitError, type, n, {})) ||
      failed(verifyBodyArguments(*this, getBody(), argumentsOverArrays(type, n))))
    return failure();
  FailureOr<TypeRange> yielded = getYieldedTypes(*this);
  if (failed(yielded))
    return failure();
  return verifyResult(*this, extendByArrays(emitError, type, n, *yielded));
}

//===----------------------------------------------------------------------===//
// UNFReduceOp and UNFScanOp
//===----------------------------------------------------------------------===//

/// `T`, the left operands, the right operands.
static SmallVector<Type> combinerArguments(CtxType type, unsigned numArrays) {
  SmallVector<Type> args = argumentsOverArrays(type, numArrays);
  llvm::append_range(args, elementTypesOf(type.getComponents().take_back(numArrays)));
  return args;
}

namespace {
/// `[%g : type] (%a, %x from %unit : type, ...) of %c : type`.
struct AssociativeAssembly {
  Arguments args;
  OpAsmParser::UnresolvedOperand ctx;
  CtxType type;
  SmallVector<Type> elements;

  ParseResult parse(OpAsmParser &parser, OperationState &result) {
    Arguments lefts, rights;
    SmallVector<OpAsmParser::UnresolvedOperand> units;
    auto parseBinding = [&]() -> ParseResult {
      Type &element = elements.emplace_back();
      if (parser.parseArgument(lefts.emplace_back()) || parser.parseComma() ||
          parser.parseArgument(rights.emplace_back()) || parser.parseKeyword("from") ||
          parser.parseOperand(units.emplace_back()) || parser.parseColonType(element))
        return failure();
      lefts.back().type = rights.back().type = element;
      return success();
    };
    SMLoc loc = parser.getCurrentLocation();
    if (parseFreeArguments(parser, args) ||
        parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseBinding) ||
        parseContext(parser, ctx, type) || parser.resolveOperand(ctx, type, result.operands) ||
        parser.resolveOperands(units, elements, loc, result.operands))
      return failure();
    llvm::append_range(args, lefts);
    llvm::append_range(args, rights);
    return success();
  }
};
} // namespace

template <typename OpTy> static void printAssociative(OpAsmPrinter &printer, OpTy op) {
  unsigned n = op.getUnits().size();
  auto args = op.getBody().getArguments();
  auto lefts = args.drop_back(n).take_back(n), rights = args.take_back(n);
  printer << ' ';
  printFreeArguments(printer, args.drop_back(2 * n));
  printer << '(';
  for (unsigned i = 0; i != n; ++i)
    printer << (i ? ", " : "") << lefts[i] << ", " << rights[i] << " from " << op.getUnits()[i]
            << " : " << lefts[i].getType();
  printer << ')';
  printContext(printer, op.getCtx());
  printBody(printer, op, {"direction", "kind"});
}

template <typename OpTy> static LogicalResult verifyAssociative(OpTy op) {
  auto emitError = [&] { return op.emitOpError(); };
  CtxType type = op.getCtx().getType();
  unsigned n = op.getUnits().size();
  if (!n)
    return op.emitOpError("expects at least one unit");
  if (failed(verifyEnough(emitError, type, n, "one array for each unit")) ||
      failed(verifyArrays(emitError, type, type.getComponents().size() - n)))
    return failure();
  SmallVector<Type> elements = elementTypesOf(type.getComponents().take_back(n));
  for (auto [i, unit, element] : llvm::enumerate(op.getUnits().getTypes(), elements))
    if (unit != element)
      return op.emitOpError("unit #")
             << i << " has type " << unit << ", but the elements of array #" << i << " have type "
             << element;
  return failure(failed(verifyBodyArguments(op, op.getBody(), combinerArguments(type, n))) ||
                 failed(verifyYield(op, op.getBody(), elements, "element")));
}

void UNFReduceOp::build(OpBuilder &builder, OperationState &state, Value ctx, ValueRange units,
                        BodyBuilder body) {
  auto type = cast<CtxType>(ctx.getType());
  state.addOperands(ctx);
  state.addOperands(units);
  buildBody(builder, state, combinerArguments(type, units.size()), body);
  auto error = [&] { return mlir::emitError(state.location); };
  addResultOr(state, extend(error, type, units.getTypes()), ctx);
}

ParseResult UNFReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  AssociativeAssembly assembly;
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  return failure(assembly.parse(parser, result) ||
                 addResult(result, extend(emitError, assembly.type, assembly.elements)) ||
                 parseBody(parser, result, assembly.args));
}

void UNFReduceOp::print(OpAsmPrinter &printer) { printAssociative(printer, *this); }

LogicalResult UNFReduceOp::verifyRegions() {
  if (failed(verifyAssociative(*this)))
    return failure();
  return verifyResult(
      *this, extend([&] { return emitOpError(); }, getCtx().getType(), getUnits().getTypes()));
}

void UNFScanOp::build(OpBuilder &builder, OperationState &state, Value ctx, Direction direction,
                      ScanKind kind, ValueRange units, BodyBuilder body) {
  auto type = cast<CtxType>(ctx.getType());
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(builder.getContext(), direction);
  properties.kind = ScanKindAttr::get(builder.getContext(), kind);
  state.addOperands(ctx);
  state.addOperands(units);
  buildBody(builder, state, combinerArguments(type, units.size()), body);
  auto error = [&] { return mlir::emitError(state.location); };
  addResultOr(state, extendByLast(error, type, units.size()), ctx);
}

ParseResult UNFScanOp::parse(OpAsmParser &parser, OperationState &result) {
  Direction direction;
  ScanKind kind;
  AssociativeAssembly assembly;
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  if (parseScanMode(parser, direction, kind))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(parser.getContext(), direction);
  properties.kind = ScanKindAttr::get(parser.getContext(), kind);
  return failure(
      assembly.parse(parser, result) ||
      addResult(result, extendByLast(emitError, assembly.type, assembly.elements.size())) ||
      parseBody(parser, result, assembly.args));
}

void UNFScanOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyDirection(getDirection()) << ' ' << stringifyScanKind(getKind());
  printAssociative(printer, *this);
}

LogicalResult UNFScanOp::verifyRegions() {
  if (failed(verifyAssociative(*this)))
    return failure();
  return verifyResult(
      *this, extendByLast([&] { return emitOpError(); }, getCtx().getType(), getUnits().size()));
}
