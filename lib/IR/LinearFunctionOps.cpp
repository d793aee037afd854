//===- LinearFunctionOps.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Assembly, type inference and verifiers of the ops on linear functions.

#include "RegionAssembly.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

ParseResult LFunLambdaOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<Type> outputs;
  SMLoc loc = parser.getCurrentLocation();
  if (parseTypedArguments(parser, args) || parseOptionalSizes(parser, "domain", result) ||
      parser.parseOptionalArrowTypeList(outputs))
    return failure();
  auto inputs = llvm::map_to_vector(args, [](auto &arg) { return arg.type; });
  Type type = LFunType::getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                                   ArrayRef<Type>(inputs), ArrayRef<Type>(outputs));
  if (!type)
    return failure();
  result.addTypes(type);
  return parseBody(parser, result, args);
}

void LFunLambdaOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printTypedArguments(printer, getBody().getArguments());
  printOptionalSizes(printer, "domain", getDomainSizes());
  printer.printOptionalArrowTypeList(getType().getOutputs());
  printBody(printer, *this);
}

LogicalResult LFunLambdaOp::verifyRegions() {
  return failure(
      failed(verifySizes(*this, getDomainSizes(), getType().getInputs(), "domain sizes")) ||
      failed(verifyBodyArguments(*this, getBody(), getType().getInputs())) ||
      failed(verifyYield(*this, getBody(), getType().getOutputs(), "output")));
}

LogicalResult LFunZeroOp::verify() {
  return failure(
      failed(verifySizes(*this, getDomainSizes(), getType().getInputs(), "domain sizes")) ||
      failed(verifySizes(*this, getCodomainSizes(), getType().getOutputs(), "codomain sizes")));
}

static LogicalResult verifyEndomorphism(Operation *op, LFunType type, ValueRange sizes) {
  if (type.getInputs() != type.getOutputs())
    return op->emitOpError("expects equal inputs and outputs, got ") << type;
  return verifySizes(op, sizes, type.getInputs(), "domain sizes");
}

LogicalResult LFunIdOp::verify() { return verifyEndomorphism(*this, getType(), getDomainSizes()); }

LogicalResult LFunScaleOp::verify() {
  for (auto [i, type] : llvm::enumerate(getType().getInputs()))
    if (!isOverScalar(type, getFactor().getType()))
      return emitOpError("factor has type ")
             << getFactor().getType() << ", which is not the type of the floats in input #" << i
             << ", " << type;
  return verifyEndomorphism(*this, getType(), getDomainSizes());
}

/// Checks that `part` holds the components of `whole` at ascending `positions`.
static LogicalResult verifyPositions(Operation *op, ArrayRef<int64_t> positions,
                                     ArrayRef<Type> whole, ArrayRef<Type> part) {
  if (positions.size() != part.size())
    return op->emitOpError("names ")
           << positions.size() << " positions for " << part.size() << " components";
  int64_t previous = -1;
  for (auto [position, type] : llvm::zip_equal(positions, part)) {
    if (position <= previous)
      return op->emitOpError("expects strictly ascending positions from 0, got ")
             << position << " after " << previous;
    if (position >= static_cast<int64_t>(whole.size()))
      return op->emitOpError("position ")
             << position << " is outside of a product of " << whole.size() << " components";
    if (whole[position] != type)
      return op->emitOpError("component at position ")
             << position << " has type " << whole[position] << ", but " << type << " is named";
    previous = position;
  }
  return success();
}

LogicalResult LFunProjectOp::verify() {
  return failure(
      failed(
          verifyPositions(*this, getPositions(), getType().getInputs(), getType().getOutputs())) ||
      failed(verifySizes(*this, getDomainSizes(), getType().getInputs(), "domain sizes")));
}

LogicalResult LFunInjectOp::verify() {
  return failure(
      failed(
          verifyPositions(*this, getPositions(), getType().getOutputs(), getType().getInputs())) ||
      failed(verifySizes(*this, getCodomainSizes(), getType().getOutputs(), "codomain sizes")));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static SmallVector<LFunType> mapTypes(ValueRange maps) {
  return llvm::map_to_vector(maps.getTypes(), [](Type type) { return cast<LFunType>(type); });
}

static LogicalResult requireFunctions(std::optional<Location> loc, ValueRange maps) {
  if (maps.empty())
    return emitOptionalError(loc, "expected at least one linear function");
  // The parser infers types before the operands are verified.
  for (auto [i, type] : llvm::enumerate(maps.getTypes()))
    if (!isa<LFunType>(type))
      return emitOptionalError(loc, "expected linear functions, but #", i, " is ", type);
  return success();
}

LogicalResult LFunAddOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(requireFunctions(loc, adaptor.getMaps())))
    return failure();
  Type first = adaptor.getMaps().front().getType();
  for (auto [i, type] : llvm::enumerate(adaptor.getMaps().getTypes()))
    if (type != first)
      return emitOptionalError(loc, "expected summands of one type, but #0 is ", first, " and #", i,
                               " is ", type);
  types.push_back(first);
  return success();
}

LogicalResult LFunComposeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                              Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(requireFunctions(loc, adaptor.getMaps())))
    return failure();
  SmallVector<LFunType> maps = mapTypes(adaptor.getMaps());
  for (size_t i = 0; i + 1 < maps.size(); ++i)
    if (maps[i].getInputs() != maps[i + 1].getOutputs())
      return emitOptionalError(loc, "function #", i, " takes other types than #", i + 1,
                               " gives: ", maps[i], " after ", maps[i + 1]);
  types.push_back(LFunType::get(context, maps.back().getInputs(), maps.front().getOutputs()));
  return success();
}

LogicalResult LFunForkOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(requireFunctions(loc, adaptor.getMaps())))
    return failure();
  SmallVector<LFunType> maps = mapTypes(adaptor.getMaps());
  SmallVector<Type> outputs;
  for (auto [i, map] : llvm::enumerate(maps)) {
    if (map.getInputs() != maps.front().getInputs())
      return emitOptionalError(loc, "expected functions of one domain, but #0 is ", maps.front(),
                               " and #", i, " is ", map);
    llvm::append_range(outputs, map.getOutputs());
  }
  types.push_back(LFunType::get(context, maps.front().getInputs(), outputs));
  return success();
}

LogicalResult LFunJoinOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(requireFunctions(loc, adaptor.getMaps())))
    return failure();
  SmallVector<LFunType> maps = mapTypes(adaptor.getMaps());
  SmallVector<Type> inputs;
  for (auto [i, map] : llvm::enumerate(maps)) {
    if (map.getOutputs() != maps.front().getOutputs())
      return emitOptionalError(loc, "expected functions of one codomain, but #0 is ", maps.front(),
                               " and #", i, " is ", map);
    llvm::append_range(inputs, map.getInputs());
  }
  types.push_back(LFunType::get(context, inputs, maps.front().getOutputs()));
  return success();
}

LogicalResult LFunTransposeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                                Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto map = dyn_cast<LFunType>(adaptor.getMap().getType());
  if (!map)
    return emitOptionalError(loc, "expected a linear function, not ", adaptor.getMap().getType());
  types.push_back(LFunType::get(context, map.getOutputs(), map.getInputs()));
  return success();
}

//===----------------------------------------------------------------------===//
// Vector forms
//===----------------------------------------------------------------------===//

static ParseResult parseVectorForm(OpAsmParser &parser, OperationState &result,
                                   StringRef sizesKeyword) {
  OpAsmParser::Argument index;
  OpAsmParser::UnresolvedOperand extent;
  index.type = parser.getBuilder().getIndexType();
  return failure(parser.parseArgument(index) || parser.parseLess() || parser.parseOperand(extent) ||
                 parser.resolveOperand(extent, index.type, result.operands) ||
                 parseOptionalSizes(parser, sizesKeyword, result) ||
                 parser.parseArrowTypeList(result.types) || parseBody(parser, result, index));
}

static void printVectorForm(OpAsmPrinter &printer, Operation *op, StringRef sizesKeyword) {
  printer << ' ' << op->getRegion(0).getArgument(0) << " < " << op->getOperand(0);
  printOptionalSizes(printer, sizesKeyword, op->getOperands().drop_front());
  printer.printArrowTypeList(op->getResultTypes());
  printBody(printer, op);
}

/// The types of the elements of `vectors`, the types on one side of `type`.
static FailureOr<SmallVector<Type>> elementsOfVectors(Operation *op, ArrayRef<Type> vectors,
                                                      StringRef side) {
  std::optional<int64_t> extent = getConstantIntValue(op->getOperand(0));
  if (extent && *extent < 0)
    return op->emitOpError("extent ") << *extent << " is negative";
  SmallVector<Type> elements;
  for (auto [i, type] : llvm::enumerate(vectors)) {
    if (!isa<LinType>(type) || !isArrayType(type))
      return op->emitOpError("expects ")
             << side << " #" << i << " to be !chad.lin of an array, got " << type;
    int64_t own = getArrayExtent(type);
    if (extent && !ShapedType::isDynamic(own) && own != *extent)
      return op->emitOpError() << side << " #" << i << " has extent " << own
                               << ", but the extent is " << *extent;
    elements.push_back(getArrayElement(type));
  }
  return elements;
}

ParseResult LFunVForkOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseVectorForm(parser, result, "domain");
}
void LFunVForkOp::print(OpAsmPrinter &printer) { printVectorForm(printer, *this, "domain"); }

LogicalResult LFunVForkOp::verifyRegions() {
  FailureOr<SmallVector<Type>> outputs = elementsOfVectors(*this, getType().getOutputs(), "output");
  if (failed(outputs) ||
      failed(verifySizes(*this, getDomainSizes(), getType().getInputs(), "domain sizes")) ||
      failed(verifyBodyArguments(*this, getBody(), getExtent().getType())))
    return failure();
  Type element = LFunType::get(getContext(), getType().getInputs(), *outputs);
  return verifyYield(*this, getBody(), element, "element");
}

ParseResult LFunVJoinOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseVectorForm(parser, result, "codomain");
}
void LFunVJoinOp::print(OpAsmPrinter &printer) { printVectorForm(printer, *this, "codomain"); }

LogicalResult LFunVJoinOp::verifyRegions() {
  FailureOr<SmallVector<Type>> inputs = elementsOfVectors(*this, getType().getInputs(), "input");
  if (failed(inputs) ||
      failed(verifySizes(*this, getCodomainSizes(), getType().getOutputs(), "codomain sizes")) ||
      failed(verifyBodyArguments(*this, getBody(), getExtent().getType())))
    return failure();
  Type element = LFunType::get(getContext(), *inputs, getType().getOutputs());
  return verifyYield(*this, getBody(), element, "element");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static ParseResult parseOptionalCount(OpAsmParser &parser, OperationState &result,
                                      StringRef keyword) {
  int64_t count = 0;
  if (succeeded(parser.parseOptionalKeyword(keyword)) && parser.parseInteger(count))
    return failure();
  result.addAttribute(keyword, parser.getBuilder().getI64IntegerAttr(count));
  return success();
}

ParseResult LFunFoldOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalKeyword("right")))
    result.addAttribute("right", parser.getBuilder().getUnitAttr());
  OpAsmParser::Argument index;
  OpAsmParser::UnresolvedOperand extent;
  index.type = parser.getBuilder().getIndexType();
  if (parser.parseArgument(index) || parser.parseLess() || parser.parseOperand(extent) ||
      parser.resolveOperand(extent, index.type, result.operands))
    return failure();
  for (StringRef keyword : {"shared", "carried", "summed"})
    if (parseOptionalCount(parser, result, keyword))
      return failure();
  if (parseOptionalSizes(parser, "domain", result))
    return failure();
  int32_t numDomain = result.operands.size() - 1;
  if (parseOptionalSizes(parser, "codomain", result))
    return failure();
  int32_t numCodomain = result.operands.size() - 1 - numDomain;
  result.addAttribute("operandSegmentSizes",
                      parser.getBuilder().getDenseI32ArrayAttr({1, numDomain, numCodomain}));
  return failure(parser.parseArrowTypeList(result.types) || parseBody(parser, result, index));
}

void LFunFoldOp::print(OpAsmPrinter &printer) {
  printer << (getRight() ? " right " : " ") << getBody().getArgument(0) << " < " << getExtent();
  for (auto [keyword, count] :
       {std::pair("shared", getShared()), std::pair("carried", getCarried()),
        std::pair("summed", getSummed())})
    if (count)
      printer << ' ' << keyword << ' ' << count;
  printOptionalSizes(printer, "domain", getDomainSizes());
  printOptionalSizes(printer, "codomain", getCodomainSizes());
  printer.printArrowTypeList(getOperation()->getResultTypes());
  printBody(printer, *this, {"right", "shared", "carried", "summed", getOperandSegmentSizeAttr()});
}

LogicalResult LFunFoldOp::verifyRegions() {
  LFunType type = getType();
  ArrayRef<Type> inputs = type.getInputs(), outputs = type.getOutputs();
  for (auto [name, count] : {std::pair("shared", getShared()), std::pair("carried", getCarried()),
                             std::pair("summed", getSummed())})
    if (static_cast<int64_t>(count) < 0)
      return emitOpError("expects no negative number of ") << name << " values";
  unsigned shared = getShared(), carried = getCarried(), summed = getSummed();
  if (shared + carried > inputs.size() || summed + carried > outputs.size())
    return emitOpError("names ") << shared << " shared, " << carried << " carried and " << summed
                                 << " summed values, which are more than " << type << " has";
  if (inputs.slice(shared, carried) != outputs.slice(summed, carried))
    return emitOpError("carries a state of types (")
           << inputs.slice(shared, carried) << "), but gives (" << outputs.slice(summed, carried)
           << ")";
  FailureOr<SmallVector<Type>> elements =
      elementsOfVectors(*this, inputs.drop_front(shared + carried), "array among the inputs");
  if (failed(elements))
    return failure();
  FailureOr<SmallVector<Type>> collected =
      elementsOfVectors(*this, outputs.drop_front(summed + carried), "array among the outputs");
  if (failed(collected) || failed(verifySizes(*this, getDomainSizes(), inputs, "domain sizes")) ||
      failed(verifySizes(*this, getCodomainSizes(), outputs, "codomain sizes")) ||
      failed(verifyBodyArguments(*this, getBody(), getExtent().getType())))
    return failure();
  SmallVector<Type> from(inputs.take_front(shared + carried)),
      to(outputs.take_front(summed + carried));
  llvm::append_range(from, *elements);
  llvm::append_range(to, *collected);
  return verifyYield(*this, getBody(), LFunType::get(getContext(), from, to), "element");
}
