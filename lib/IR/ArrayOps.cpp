//===- ArrayOps.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Assembly, builders and verifiers of the array combinators.

#include "RegionAssembly.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static void addArrayResults(OperationState &state, TypeRange elements, int64_t extent) {
  for (Type element : elements)
    state.addTypes(getArrayOf(element, extent));
}

/// Checks that no two static extents differ.
static LogicalResult verifyExtents(Operation *op, TypeRange arrays, TypeRange results = {}) {
  int64_t extent = commonExtent(arrays);
  for (auto [i, array] : llvm::enumerate(arrays)) {
    int64_t other = getArrayExtent(array);
    if (!ShapedType::isDynamic(other) && other != extent)
      return op->emitOpError("expects arrays of one extent, but array #")
             << i << " has extent " << other << " and another has extent " << extent;
  }
  for (auto [i, array] : llvm::enumerate(results)) {
    int64_t other = getArrayExtent(array);
    if (!ShapedType::isDynamic(other) && !ShapedType::isDynamic(extent) && other != extent)
      return op->emitOpError("result #")
             << i << " has extent " << other << ", but the arrays have extent " << extent;
  }
  return success();
}

static LogicalResult verifyHasResults(Operation *op) {
  return op->getNumResults() ? success() : op->emitOpError("expects at least one result");
}

/// Checks accumulators: units and results have the arrays' element types.
static LogicalResult verifyAccumulators(Operation *op, TypeRange arrays, TypeRange inits) {
  // Arrays and units are two segments of one size; an odd operand is in neither.
  unsigned others = isa<HistOp>(op) ? 2 : 0;
  if (op->getNumOperands() != others + arrays.size() + inits.size())
    return op->emitOpError("expects as many units as arrays, got ")
           << op->getNumOperands() - others << " operands for both";
  for (auto [i, array, init] : llvm::enumerate(arrays, inits))
    if (init != getArrayElement(array))
      return op->emitOpError("unit #")
             << i << " has type " << init << ", but the elements of array #" << i << " have type "
             << getArrayElement(array);
  return success();
}

/// Checks an associative body `(left..., right...) -> (elements...)`.
static LogicalResult verifyCombiner(Operation *op, Region &body, TypeRange arrays,
                                    TypeRange inits) {
  SmallVector<Type> elements = elementTypesOf(arrays);
  return failure(failed(verifyAccumulators(op, arrays, inits)) ||
                 failed(verifyBodyArguments(op, body, twice(elements))) ||
                 failed(verifyYield(op, body, elements, "element")));
}

static LogicalResult verifyResultTypes(Operation *op, TypeRange expected) {
  if (op->getNumResults() != expected.size())
    return op->emitOpError("expects ")
           << expected.size() << " results, one for each array, got " << op->getNumResults();
  for (auto [i, type, expectedType] : llvm::enumerate(op->getResultTypes(), expected))
    if (type != expectedType)
      return op->emitOpError("expects result #")
             << i << " to have type " << expectedType << ", but it has type " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// MapOp
//===----------------------------------------------------------------------===//

void MapOp::build(OpBuilder &builder, OperationState &state, ValueRange arrays, BodyBuilder body) {
  state.addOperands(arrays);
  TypeRange elements = buildBody(builder, state, elementTypesOf(TypeRange(arrays)), body);
  addArrayResults(state, elements, commonExtent(TypeRange(arrays)));
}

ParseResult MapOp::parse(OpAsmParser &parser, OperationState &result) {
  ArrayBindings bindings;
  return failure(parseArrayBindings(parser, bindings, /*withInits=*/false) ||
                 resolveBindings(parser, bindings, result) ||
                 parser.parseArrowTypeList(result.types) ||
                 parseBody(parser, result, bindings.elements));
}

void MapOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printArrayBindings(printer, getArrays(), getBody().getArguments());
  printer.printArrowTypeList(getResultTypes());
  printBody(printer, *this);
}

LogicalResult MapOp::verifyRegions() {
  if (getArrays().empty())
    return emitOpError("expects at least one array; 'chad.build' makes arrays from an index");
  return failure(
      failed(verifyHasResults(*this)) ||
      failed(verifyExtents(*this, getArrays().getTypes(), getResultTypes())) ||
      failed(verifyBodyArguments(*this, getBody(), elementTypesOf(getArrays().getTypes()))) ||
      failed(verifyYield(*this, getBody(), elementTypesOf(getResultTypes()), "element")));
}

//===----------------------------------------------------------------------===//
// BuildOp
//===----------------------------------------------------------------------===//

void BuildOp::build(OpBuilder &builder, OperationState &state, Value extent, BodyBuilder body) {
  state.addOperands(extent);
  TypeRange elements = buildBody(builder, state, builder.getIndexType(), body);
  addArrayResults(state, elements, getConstantIntValue(extent).value_or(ShapedType::kDynamic));
}

ParseResult BuildOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::Argument index;
  OpAsmParser::UnresolvedOperand extent;
  index.type = parser.getBuilder().getIndexType();
  return failure(parser.parseArgument(index) || parser.parseLess() || parser.parseOperand(extent) ||
                 parser.resolveOperand(extent, index.type, result.operands) ||
                 parser.parseArrowTypeList(result.types) || parseBody(parser, result, index));
}

void BuildOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getBody().getArgument(0) << " < " << getExtent();
  printer.printArrowTypeList(getResultTypes());
  printBody(printer, *this);
}

LogicalResult BuildOp::verifyRegions() {
  std::optional<int64_t> extent = getConstantIntValue(getExtent());
  if (extent && *extent < 0)
    return emitOpError("extent ") << *extent << " is negative";
  for (auto [i, type] : llvm::enumerate(getResultTypes()))
    if (extent && !ShapedType::isDynamic(getArrayExtent(type)) && getArrayExtent(type) != *extent)
      return emitOpError("result #")
             << i << " has extent " << getArrayExtent(type) << ", but the extent is " << *extent;
  return failure(
      failed(verifyHasResults(*this)) ||
      failed(verifyBodyArguments(*this, getBody(), getExtent().getType())) ||
      failed(verifyYield(*this, getBody(), elementTypesOf(getResultTypes()), "element")));
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

void ReduceOp::build(OpBuilder &builder, OperationState &state, ValueRange arrays, ValueRange inits,
                     BodyBuilder body) {
  state.addOperands(arrays);
  state.addOperands(inits);
  state.addTypes(TypeRange(inits));
  buildBody(builder, state, twice(llvm::to_vector(TypeRange(inits))), body);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  ArrayBindings bindings;
  if (parseArrayBindings(parser, bindings, /*withInits=*/true) ||
      resolveBindings(parser, bindings, result))
    return failure();
  result.addTypes(bindings.elementTypes);
  return parseBody(parser, result, combinerArguments(bindings));
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printArrayBindings(printer, getArrays(), getRightArgs(), getUnits(), getLeftArgs());
  printBody(printer, *this);
}

LogicalResult ReduceOp::verifyRegions() {
  return failure(
      failed(verifyHasResults(*this)) || failed(verifyExtents(*this, getArrays().getTypes())) ||
      failed(verifyResultTypes(*this, elementTypesOf(getArrays().getTypes()))) ||
      failed(verifyCombiner(*this, getBody(), getArrays().getTypes(), getUnits().getTypes())));
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

void ScanOp::build(OpBuilder &builder, OperationState &state, Direction direction, ScanKind kind,
                   ValueRange arrays, ValueRange inits, BodyBuilder body) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(builder.getContext(), direction);
  properties.kind = ScanKindAttr::get(builder.getContext(), kind);
  state.addOperands(arrays);
  state.addOperands(inits);
  state.addTypes(TypeRange(arrays));
  buildBody(builder, state, twice(llvm::to_vector(TypeRange(inits))), body);
}

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  Direction direction;
  ScanKind kind;
  if (parseScanMode(parser, direction, kind))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(parser.getContext(), direction);
  properties.kind = ScanKindAttr::get(parser.getContext(), kind);
  ArrayBindings bindings;
  if (parseArrayBindings(parser, bindings, /*withInits=*/true) ||
      resolveBindings(parser, bindings, result))
    return failure();
  result.addTypes(bindings.arrayTypes);
  return parseBody(parser, result, combinerArguments(bindings));
}

void ScanOp::print(OpAsmPrinter &printer) {
  unsigned n = getUnits().size();
  printer << ' ' << stringifyDirection(getDirection()) << ' ' << stringifyScanKind(getKind())
          << ' ';
  printArrayBindings(printer, getArrays(), getBody().getArguments().drop_front(n), getUnits(),
                     getBody().getArguments().take_front(n));
  printBody(printer, *this, {"direction", "kind"});
}

LogicalResult ScanOp::verifyRegions() {
  return failure(
      failed(verifyHasResults(*this)) || failed(verifyExtents(*this, getArrays().getTypes())) ||
      failed(verifyResultTypes(*this, getArrays().getTypes())) ||
      failed(verifyCombiner(*this, getBody(), getArrays().getTypes(), getUnits().getTypes())));
}

//===----------------------------------------------------------------------===//
// FoldOp
//===----------------------------------------------------------------------===//

void FoldOp::build(OpBuilder &builder, OperationState &state, Direction direction,
                   ValueRange arrays, ValueRange inits, BodyBuilder body) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(builder.getContext(), direction);
  properties.operandSegmentSizes = {static_cast<int32_t>(arrays.size()),
                                    static_cast<int32_t>(inits.size())};
  state.addOperands(arrays);
  state.addOperands(inits);
  SmallVector<Type> args = elementTypesOf(TypeRange(arrays));
  llvm::append_range(args, TypeRange(inits));
  TypeRange yielded = buildBody(builder, state, args, body);
  state.addTypes(TypeRange(inits));
  addArrayResults(state, yielded.drop_front(inits.size()), commonExtent(TypeRange(arrays)));
}

ParseResult FoldOp::parse(OpAsmParser &parser, OperationState &result) {
  Direction direction = Direction::Left;
  if (succeeded(parser.parseOptionalKeyword("right")))
    direction = Direction::Right;
  ArrayBindings bindings;
  if (parseArrayBindings(parser, bindings, /*withInits=*/false) ||
      resolveBindings(parser, bindings, result) || parser.parseKeyword("with"))
    return failure();
  SmallVector<OpAsmParser::Argument> args(bindings.elements);
  SmallVector<Type> stateTypes;
  auto parseState = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand init;
    OpAsmParser::Argument &arg = args.emplace_back();
    if (parser.parseArgument(arg) || parser.parseEqual() || parser.parseOperand(init) ||
        parser.parseColonType(arg.type) || parser.resolveOperand(init, arg.type, result.operands))
      return failure();
    stateTypes.push_back(arg.type);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseState))
    return failure();
  result.addTypes(stateTypes);
  if (succeeded(parser.parseOptionalKeyword("collect"))) {
    SmallVector<Type> collected;
    if (parser.parseLParen() || parser.parseTypeList(collected) || parser.parseRParen())
      return failure();
    result.addTypes(collected);
  }
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.direction = DirectionAttr::get(parser.getContext(), direction);
  properties.operandSegmentSizes = {static_cast<int32_t>(bindings.arrays.size()),
                                    static_cast<int32_t>(stateTypes.size())};
  return parseBody(parser, result, args);
}

void FoldOp::print(OpAsmPrinter &printer) {
  if (getDirection() == Direction::Right)
    printer << " right";
  printer << ' ';
  printArrayBindings(printer, getArrays(), getElementArgs());
  printer << " with (";
  llvm::interleaveComma(llvm::zip_equal(getStateArgs(), getInitialStates()), printer,
                        [&](auto pair) {
                          auto [arg, init] = pair;
                          printer << arg << " = " << init << " : " << arg.getType();
                        });
  printer << ')';
  if (TypeRange collected = TypeRange(getResultTypes()).drop_front(getInitialStates().size());
      !collected.empty())
    printer << " collect (" << collected << ')';
  printBody(printer, *this, {"direction", "operandSegmentSizes"});
}

LogicalResult FoldOp::verify() {
  if (getArrays().empty())
    return emitOpError("expects at least one array");
  if (getNumResults() < getInitialStates().size())
    return emitOpError("expects a result for each of its ")
           << getInitialStates().size() << " states, got " << getNumResults();
  TypeRange states = TypeRange(getResultTypes()).take_front(getInitialStates().size());
  TypeRange collected = TypeRange(getResultTypes()).drop_front(getInitialStates().size());
  for (auto [i, init, result] : llvm::enumerate(getInitialStates().getTypes(), states))
    if (init != result)
      return emitOpError("state #")
             << i << " starts as " << init << ", but its result has type " << result;
  for (auto [i, type] : llvm::enumerate(collected))
    if (!isArrayType(type))
      return emitOpError("collected result #") << i << " must be an array, got " << type;
  SmallVector<Type> args = elementTypesOf(getArrays().getTypes());
  llvm::append_range(args, states);
  SmallVector<Type> yielded(states);
  llvm::append_range(yielded, elementTypesOf(collected));
  return failure(failed(verifyHasResults(*this)) ||
                 failed(verifyExtents(*this, getArrays().getTypes(), collected)) ||
                 failed(verifyBodyArguments(*this, getBody(), args)) ||
                 (getBody().front().mightHaveTerminator() &&
                  failed(verifyYield(*this, getBody(), yielded, "state or element"))));
}

//===----------------------------------------------------------------------===//
// HistOp
//===----------------------------------------------------------------------===//

ParseResult HistOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand indices, bins;
  Type indicesType;
  ArrayBindings bindings;
  return failure(parser.parseOperand(indices) || parser.parseColonType(indicesType) ||
                 parser.resolveOperand(indices, indicesType, result.operands) ||
                 parser.parseKeyword("bins") || parser.parseOperand(bins) ||
                 parser.resolveOperand(bins, parser.getBuilder().getIndexType(), result.operands) ||
                 parseArrayBindings(parser, bindings, /*withInits=*/true) ||
                 resolveBindings(parser, bindings, result) ||
                 parser.parseArrowTypeList(result.types) ||
                 parseBody(parser, result, combinerArguments(bindings)));
}

void HistOp::print(OpAsmPrinter &printer) {
  unsigned n = getUnits().size();
  printer << ' ' << getIndices() << " : " << getIndices().getType() << " bins " << getBins() << ' ';
  printArrayBindings(printer, getArrays(), getBody().getArguments().drop_front(n), getUnits(),
                     getBody().getArguments().take_front(n));
  printer.printArrowTypeList(getResultTypes());
  printBody(printer, *this);
}

LogicalResult HistOp::verifyRegions() {
  if (failed(verifyHasResults(*this)))
    return failure();
  if (getIndices().getType().getRank() != 1)
    return emitOpError("expects indices of rank 1, got ") << getIndices().getType();
  SmallVector<Type> arrays = {getIndices().getType()};
  llvm::append_range(arrays, getArrays().getTypes());
  if (failed(verifyExtents(*this, arrays)))
    return failure();
  if (getNumResults() != getArrays().size())
    return emitOpError("expects ")
           << getArrays().size() << " results, one for each array, got " << getNumResults();
  std::optional<int64_t> bins = getConstantIntValue(getBins());
  if (bins && *bins < 0)
    return emitOpError("number of bins ") << *bins << " is negative";
  for (auto [i, array, result] : llvm::enumerate(getArrays().getTypes(), getResultTypes())) {
    if (getArrayElement(result) != getArrayElement(array))
      return emitOpError("result #")
             << i << " has elements of type " << getArrayElement(result) << ", but array #" << i
             << " has elements of type " << getArrayElement(array);
    int64_t extent = getArrayExtent(result);
    if (bins && !ShapedType::isDynamic(extent) && extent != *bins)
      return emitOpError("result #")
             << i << " has extent " << extent << ", but there are " << *bins << " bins";
  }
  return verifyCombiner(*this, getBody(), getArrays().getTypes(), getUnits().getTypes());
}

ParseResult HistIntoOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand indices;
  Type indicesType;
  ArrayBindings bindings;
  SmallVector<OpAsmParser::UnresolvedOperand> dests;
  SMLoc loc;
  return failure(parser.parseOperand(indices) || parser.parseColonType(indicesType) ||
                 parser.resolveOperand(indices, indicesType, result.operands) ||
                 parseArrayBindings(parser, bindings, /*withInits=*/true) ||
                 resolveBindings(parser, bindings, result) || parser.parseKeyword("into") ||
                 parser.getCurrentLocation(&loc) ||
                 parser.parseOperandList(dests, OpAsmParser::Delimiter::Paren) ||
                 parser.parseArrowTypeList(result.types) ||
                 parser.resolveOperands(dests, result.types, loc, result.operands) ||
                 parseBody(parser, result, combinerArguments(bindings)));
}

void HistIntoOp::print(OpAsmPrinter &printer) {
  unsigned n = getUnits().size();
  printer << ' ' << getIndices() << " : " << getIndices().getType() << ' ';
  printArrayBindings(printer, getArrays(), getBody().getArguments().drop_front(n), getUnits(),
                     getBody().getArguments().take_front(n));
  printer << " into (" << getDests() << ')';
  printer.printArrowTypeList(getResultTypes());
  printBody(printer, *this);
}

LogicalResult HistIntoOp::verifyRegions() {
  if (getArrays().empty())
    return emitOpError("expects at least one array");
  if (getIndices().getType().getRank() != 1)
    return emitOpError("expects indices of rank 1, got ") << getIndices().getType();
  SmallVector<Type> arrays = {getIndices().getType()};
  llvm::append_range(arrays, getArrays().getTypes());
  if (failed(verifyExtents(*this, arrays)) || failed(verifyExtents(*this, getDests().getTypes())))
    return failure();
  if (getResultTypes() != getDests().getTypes())
    return emitOpError("expects results of the types of the arrays that it reduces into, (")
           << getDests().getTypes() << "), got (" << getResultTypes() << ")";
  for (auto [i, array, dest] : llvm::enumerate(getArrays().getTypes(), getDests().getTypes()))
    if (getArrayElement(dest) != getArrayElement(array))
      return emitOpError("reduces elements of type ")
             << getArrayElement(array) << " into array #" << i << ", which has elements of type "
             << getArrayElement(dest);
  SmallVector<Type> elements = elementTypesOf(getArrays().getTypes());
  if (getUnits().getTypes() != TypeRange(elements))
    return emitOpError("expects units of types (")
           << elements << "), got (" << getUnits().getTypes() << ")";
  return failure(failed(verifyBodyArguments(*this, getBody(), twice(elements))) ||
                 failed(verifyYield(*this, getBody(), elements, "element")));
}
