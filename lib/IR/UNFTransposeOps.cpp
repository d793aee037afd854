//===- UNFTransposeOps.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The transposes of the ops that compute on a context.

#include "UNFSupport.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

using Arguments = SmallVector<OpAsmParser::Argument>;

static SmallVector<Type> concat(std::initializer_list<TypeRange> parts) {
  SmallVector<Type> result;
  for (TypeRange part : parts)
    llvm::append_range(result, part);
  return result;
}

/// Checks that the components from `first` on are the cotangents of `types`.
static LogicalResult verifyCotangentsOf(Operation *op, CtxType ctx, size_t first, TypeRange types,
                                        StringRef what) {
  for (auto [i, type] : llvm::enumerate(types)) {
    Type expected = LinType::get(type), component = ctx.getComponents()[first + i];
    if (component != expected)
      return op->emitOpError("expects component #")
             << first + i << " to have type " << expected << ", the cotangent of " << what << " #"
             << i << ", but it has type " << component;
  }
  return success();
}

/// Checks the primal arrays of a transpose.
static LogicalResult verifyPrimals(Operation *op, TypeRange arrays) {
  if (arrays.empty())
    return op->emitOpError("expects at least one array");
  for (auto [i, type] : llvm::enumerate(arrays))
    if (isLinearType(type))
      return op->emitOpError("primal array #")
             << i << " has the linear type " << type
             << "; a primal value is Cartesian: read it through 'chad.from_linear'";
  int64_t extent = commonExtent(arrays);
  for (auto [i, type] : llvm::enumerate(arrays))
    if (!ShapedType::isDynamic(getArrayExtent(type)) && getArrayExtent(type) != extent)
      return op->emitOpError("expects arrays of one extent, but array #")
             << i << " has extent " << getArrayExtent(type) << " and another has extent " << extent;
  return success();
}

SmallVector<Region *> UNFMapTOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> UNFReduceTOp::getLoopRegions() { return {&getCombiner(), &getAdjoint()}; }
SmallVector<Region *> UNFScanTOp::getLoopRegions() { return {&getCombiner(), &getAdjoint()}; }

//===----------------------------------------------------------------------===//
// UNFOpTOp
//===----------------------------------------------------------------------===//

static constexpr StringRef oneForEachCotangent = "one for each cotangent that the body takes";

void UNFOpTOp::build(OpBuilder &builder, OperationState &state, Value ctx, unsigned numCotangents,
                     BodyBuilder body) {
  auto type = cast<CtxType>(ctx.getType());
  state.addOperands(ctx);
  buildBody(builder, state, type.getComponents().take_back(numCotangents), body);
  auto error = [&] { return mlir::emitError(state.location); };
  addResultOr(state, shorten(error, type, numCotangents, oneForEachCotangent), ctx);
}

ParseResult UNFOpTOp::parse(OpAsmParser &parser, OperationState &result) {
  Arguments args;
  OpAsmParser::UnresolvedOperand ctx;
  CtxType type;
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  return failure(parseTypedArguments(parser, args) || parseContext(parser, ctx, type) ||
                 parser.resolveOperand(ctx, type, result.operands) ||
                 addResult(result, shorten(emitError, type, args.size(), oneForEachCotangent)) ||
                 parseBody(parser, result, args));
}

void UNFOpTOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printTypedArguments(printer, getBody().getArguments());
  printContext(printer, getCtx());
  printBody(printer, *this);
}

LogicalResult UNFOpTOp::verifyRegions() {
  auto emitError = [&] { return emitOpError(); };
  CtxType type = getCtx().getType();
  unsigned m = getBody().getNumArguments();
  FailureOr<CtxType> rest = shorten(emitError, type, m, oneForEachCotangent);
  if (failed(rest) || failed(verifyCotangents(emitError, type)) ||
      failed(verifyBodyArguments(*this, getBody(), type.getComponents().take_back(m))))
    return failure();
  unsigned n = getBody().front().getTerminator()->getNumOperands();
  if (failed(verifyEnough(emitError, *rest, n, "one for each increment that the body yields")) ||
      failed(verifyYield(*this, getBody(), rest->getComponents().take_back(n), "component")))
    return failure();
  return verifyResult(*this, rest);
}

//===----------------------------------------------------------------------===//
// UNFMapTOp
//===----------------------------------------------------------------------===//

static constexpr StringRef arraysAndCotangents = "one for each array and each cotangent";

/// The cotangents of the free variables, an element of each primal array, of each kept
/// one, and of each incoming cotangent.
static SmallVector<Type> mapArguments(CtxType type, TypeRange arrays, TypeRange kept, unsigned m) {
  ArrayRef<Type> components = type.getComponents();
  return concat({components.drop_back(arrays.size() + m), elementTypesOf(arrays),
                 elementTypesOf(kept), elementTypesOf(components.take_back(m))});
}

static void setSegments(OperationState &state, size_t numArrays, size_t numKept) {
  state.getOrAddProperties<UNFMapTOp::Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(numArrays), static_cast<int32_t>(numKept)};
}

void UNFMapTOp::build(OpBuilder &builder, OperationState &state, Value ctx, unsigned numCotangents,
                      ValueRange arrays, ValueRange kept, BodyBuilder body) {
  auto type = cast<CtxType>(ctx.getType());
  state.addOperands(ctx);
  state.addOperands(arrays);
  state.addOperands(kept);
  setSegments(state, arrays.size(), kept.size());
  state.getOrAddProperties<Properties>().cotangents = builder.getI64IntegerAttr(numCotangents);
  buildBody(builder, state, mapArguments(type, arrays.getTypes(), kept.getTypes(), numCotangents),
            body);
  auto error = [&] { return mlir::emitError(state.location); };
  addResultOr(state, shorten(error, type, numCotangents, arraysAndCotangents), ctx);
}

ParseResult UNFMapTOp::parse(OpAsmParser &parser, OperationState &result) {
  Arguments args, cotangents;
  ArrayBindings bindings, kept;
  OpAsmParser::UnresolvedOperand ctx;
  CtxType type;
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  if (parseFreeArguments(parser, args) ||
      parseArrayBindings(parser, bindings, /*withInits=*/false) ||
      (succeeded(parser.parseOptionalKeyword("keeping")) &&
       failed(parseArrayBindings(parser, kept, /*withInits=*/false))) ||
      parseTypedArguments(parser, cotangents) || parseContext(parser, ctx, type) ||
      parser.resolveOperand(ctx, type, result.operands) ||
      resolveBindings(parser, bindings, result) || resolveBindings(parser, kept, result) ||
      addResult(result, shorten(emitError, type, cotangents.size(), arraysAndCotangents)))
    return failure();
  setSegments(result, bindings.arrays.size(), kept.arrays.size());
  result.getOrAddProperties<Properties>().cotangents =
      parser.getBuilder().getI64IntegerAttr(cotangents.size());
  llvm::append_range(args, bindings.elements);
  llvm::append_range(args, kept.elements);
  llvm::append_range(args, cotangents);
  return parseBody(parser, result, args);
}

void UNFMapTOp::print(OpAsmPrinter &printer) {
  unsigned n = getArrays().size(), k = getKept().size(), m = getCotangents();
  auto args = getBody().getArguments();
  printer << ' ';
  printFreeArguments(printer, args.drop_back(n + k + m));
  printArrayBindings(printer, getArrays(), args.drop_back(k + m).take_back(n));
  printer << ' ';
  if (k) {
    printer << "keeping ";
    printArrayBindings(printer, getKept(), args.drop_back(m).take_back(k));
    printer << ' ';
  }
  printTypedArguments(printer, args.take_back(m));
  printContext(printer, getCtx());
  printBody(printer, *this, {"cotangents", "operandSegmentSizes"});
}

LogicalResult UNFMapTOp::verifyRegions() {
  auto emitError = [&] { return emitOpError(); };
  CtxType type = getCtx().getType();
  TypeRange arrays = getArrays().getTypes(), kept = getKept().getTypes();
  int64_t n = arrays.size(), m = getCotangents(), size = type.getComponents().size();
  if (m < 1)
    return emitOpError("expects at least one incoming cotangent");
  if (m > size)
    return shorten(emitError, type, m, arraysAndCotangents);
  if (failed(verifyPrimals(*this, concat({arrays, kept}))) ||
      failed(verifyEnough(emitError, type, n + m, arraysAndCotangents)) ||
      failed(verifyCotangents(emitError, type)) ||
      failed(verifyCotangentsOf(*this, type, size - n - m, arrays, "array")) ||
      failed(verifyArrays(emitError, type, size - n - m)) ||
      failed(verifyBodyArguments(*this, getBody(), mapArguments(type, arrays, kept, m))))
    return failure();
  SmallVector<Type> yielded =
      concat({type.getComponents().drop_back(n + m), cotangentsOf(elementTypesOf(arrays))});
  if (failed(verifyYield(*this, getBody(), yielded, "cotangent")))
    return failure();
  return verifyResult(*this, shorten(emitError, type, m, arraysAndCotangents));
}

//===----------------------------------------------------------------------===//
// UNFReduceTOp and UNFScanTOp
//===----------------------------------------------------------------------===//

static constexpr StringRef twoForEachArray =
    "for each array its cotangent and that of its reduction";

/// The cotangents of the free variables, left and right operands, the cotangents
/// of what the combiner yields.
static SmallVector<Type> adjointArguments(CtxType type, TypeRange elements) {
  return concat({type.getComponents().drop_back(2 * elements.size()), elements, elements,
                 cotangentsOf(elements)});
}

static void buildAssociative(OpBuilder &builder, OperationState &state, Value ctx,
                             ValueRange arrays, ValueRange units, BodyBuilder combiner,
                             BodyBuilder adjoint) {
  auto type = cast<CtxType>(ctx.getType());
  state.addOperands(ctx);
  state.addOperands(arrays);
  state.addOperands(units);
  SmallVector<Type> elements = elementTypesOf(arrays.getTypes());
  buildBody(builder, state, twice(elements), combiner);
  buildBody(builder, state, adjointArguments(type, elements), adjoint);
  auto error = [&] { return mlir::emitError(state.location); };
  addResultOr(state, shorten(error, type, arrays.size(), twoForEachArray), ctx);
}

static ParseResult parseAssociative(OpAsmParser &parser, OperationState &result,
                                    MutableArrayRef<int32_t> segments) {
  ArrayBindings bindings;
  OpAsmParser::UnresolvedOperand ctx;
  CtxType type;
  Arguments free, args;
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  if (parseArrayBindings(parser, bindings, /*withInits=*/true) || parseContext(parser, ctx, type) ||
      parser.resolveOperand(ctx, type, result.operands) ||
      resolveBindings(parser, bindings, result) ||
      addResult(result, shorten(emitError, type, bindings.arrays.size(), twoForEachArray)) ||
      parser.parseRegion(*result.addRegion(), combinerArguments(bindings)) ||
      parser.parseKeyword("adjoint") || parseFreeArguments(parser, free) ||
      parseTypedArguments(parser, args))
    return failure();
  segments[0] = 1;
  segments[1] = segments[2] = bindings.arrays.size();
  llvm::append_range(free, args);
  return parseBody(parser, result, free);
}

template <typename OpTy> static void printAssociative(OpAsmPrinter &printer, OpTy op) {
  unsigned n = op.getArrays().size();
  auto args = op.getCombiner().getArguments(), adjointArgs = op.getAdjoint().getArguments();
  printer << ' ';
  printArrayBindings(printer, op.getArrays(), args.take_back(n), op.getUnits(), args.take_front(n));
  printContext(printer, op.getCtx());
  printer << ' ';
  printer.printRegion(op.getCombiner(), /*printEntryBlockArgs=*/false);
  printer << " adjoint ";
  printFreeArguments(printer, adjointArgs.drop_back(3 * n));
  printTypedArguments(printer, adjointArgs.take_back(3 * n));
  printer << ' ';
  printer.printRegion(op.getAdjoint(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(op->getAttrs(), {"direction", "kind", "operandSegmentSizes"});
}

/// `isScan` says whether the incoming cotangents are arrays.
template <typename OpTy> static LogicalResult verifyAssociative(OpTy op, bool isScan) {
  auto emitError = [&] { return op.emitOpError(); };
  CtxType type = op.getCtx().getType();
  TypeRange arrays = op.getArrays().getTypes(), units = op.getUnits().getTypes();
  size_t n = arrays.size(), size = type.getComponents().size();
  if (failed(verifyPrimals(op, arrays)))
    return failure();
  if (units.size() != n)
    return op.emitOpError("expects ") << n << " units, one for each array, got " << units.size();
  SmallVector<Type> elements = elementTypesOf(arrays);
  for (auto [i, unit, element] : llvm::enumerate(units, elements))
    if (unit != element)
      return op.emitOpError("unit #")
             << i << " has type " << unit << ", but the elements of array #" << i << " have type "
             << element;
  if (failed(verifyEnough(emitError, type, 2 * n, twoForEachArray)) ||
      failed(verifyCotangents(emitError, type)) ||
      failed(verifyCotangentsOf(op, type, size - 2 * n, arrays, "array")) ||
      failed(verifyCotangentsOf(op, type, size - n, isScan ? arrays : TypeRange(elements),
                                isScan ? "scan" : "reduction")))
    return failure();
  SmallVector<Type> cotangents = cotangentsOf(elements);
  SmallVector<Type> yielded =
      concat({type.getComponents().drop_back(2 * n), cotangents, cotangents});
  if (failed(verifyBodyArguments(op, op.getCombiner(), twice(elements), "combiner")) ||
      failed(verifyYield(op, op.getCombiner(), elements, "element", "combiner")) ||
      failed(
          verifyBodyArguments(op, op.getAdjoint(), adjointArguments(type, elements), "adjoint")) ||
      failed(verifyYield(op, op.getAdjoint(), yielded, "cotangent", "adjoint")))
    return failure();
  return verifyResult(op, shorten(emitError, type, n, twoForEachArray));
}

void UNFReduceTOp::build(OpBuilder &builder, OperationState &state, Value ctx, ValueRange arrays,
                         ValueRange units, BodyBuilder combiner, BodyBuilder adjoint) {
  state.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(arrays.size()), static_cast<int32_t>(units.size())};
  buildAssociative(builder, state, ctx, arrays, units, combiner, adjoint);
}

ParseResult UNFReduceTOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseAssociative(parser, result,
                          result.getOrAddProperties<Properties>().operandSegmentSizes);
}

void UNFReduceTOp::print(OpAsmPrinter &printer) { printAssociative(printer, *this); }

LogicalResult UNFReduceTOp::verifyRegions() { return verifyAssociative(*this, /*isScan=*/false); }

void UNFScanTOp::build(OpBuilder &builder, OperationState &state, Value ctx, Direction direction,
                       ScanKind kind, ValueRange arrays, ValueRange units, BodyBuilder combiner,
                       BodyBuilder adjoint) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(builder.getContext(), direction);
  properties.kind = ScanKindAttr::get(builder.getContext(), kind);
  properties.operandSegmentSizes = {1, static_cast<int32_t>(arrays.size()),
                                    static_cast<int32_t>(units.size())};
  buildAssociative(builder, state, ctx, arrays, units, combiner, adjoint);
}

ParseResult UNFScanTOp::parse(OpAsmParser &parser, OperationState &result) {
  Direction direction;
  ScanKind kind;
  if (parseScanMode(parser, direction, kind))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(parser.getContext(), direction);
  properties.kind = ScanKindAttr::get(parser.getContext(), kind);
  return parseAssociative(parser, result, properties.operandSegmentSizes);
}

void UNFScanTOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyDirection(getDirection()) << ' ' << stringifyScanKind(getKind());
  printAssociative(printer, *this);
}

LogicalResult UNFScanTOp::verifyRegions() { return verifyAssociative(*this, /*isScan=*/true); }
