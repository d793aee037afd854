//===- RegionAssembly.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionAssembly.h"
#include "chad/IR/Requests.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// The end of an error message about an array whose elements are no numbers: the remedy.
static StringRef whatInstead(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<SumType, FunctionType, LFunType, TupleType>(tensor.getElementType())
             ? "; put these values in boxes, of which there are arrays: 'chad.box'"
             : "";
}

ParseResult chad::detail::parseArrayBindings(OpAsmParser &parser, ArrayBindings &bindings,
                                             bool withInits) {
  bindings.loc = parser.getCurrentLocation();
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
    if (withInits && (parser.parseArgument(bindings.lefts.emplace_back()) || parser.parseComma()))
      return failure();
    if (parser.parseArgument(bindings.elements.emplace_back()) || parser.parseKeyword("in") ||
        parser.parseOperand(bindings.arrays.emplace_back()))
      return failure();
    if (withInits &&
        (parser.parseKeyword("from") || parser.parseOperand(bindings.inits.emplace_back())))
      return failure();
    SMLoc typeLoc;
    Type type;
    if (parser.parseColon() || parser.getCurrentLocation(&typeLoc) || parser.parseType(type))
      return failure();
    if (!isArrayType(type))
      return parser.emitError(typeLoc)
             << "expected an array (a ranked tensor of rank 1 or more, or !chad.lin of one), got "
             << type << whatInstead(type);
    bindings.arrayTypes.push_back(type);
    bindings.elementTypes.push_back(getArrayElement(type));
    bindings.elements.back().type = bindings.elementTypes.back();
    if (withInits)
      bindings.lefts.back().type = bindings.elementTypes.back();
    return success();
  });
}

ParseResult chad::detail::parseTypedArguments(OpAsmParser &parser,
                                              SmallVectorImpl<OpAsmParser::Argument> &args) {
  return parser.parseArgumentList(args, OpAsmParser::Delimiter::Paren, /*allowType=*/true);
}

ParseResult chad::detail::parseOptionalSizes(OpAsmParser &parser, StringRef keyword,
                                             OperationState &result) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  SmallVector<OpAsmParser::UnresolvedOperand> sizes;
  return failure(
      parser.parseOperandList(sizes, OpAsmParser::Delimiter::Paren) ||
      parser.resolveOperands(sizes, parser.getBuilder().getIndexType(), result.operands));
}

ParseResult chad::detail::parseCalled(OpAsmParser &parser, FlatSymbolRefAttr &callee,
                                      SmallVectorImpl<OpAsmParser::UnresolvedOperand> &args) {
  OptionalParseResult isValue = parser.parseOptionalOperand(args.emplace_back());
  if (isValue.has_value()) {
    if (failed(*isValue))
      return failure();
  } else {
    args.pop_back();
    if (parser.parseAttribute(callee))
      return failure();
  }
  return parser.parseOperandList(args, OpAsmParser::Delimiter::Paren);
}

ParseResult chad::detail::parseRepresented(OpAsmParser &parser, RepresentationAttr &representation,
                                           NamedAttrList &attributes) {
  auto kind = Representation::Function;
  StringRef structure;
  if (succeeded(parser.parseOptionalKeyword("as"))) {
    StringRef keyword;
    SMLoc loc;
    if (parser.parseLess() || parser.getCurrentLocation(&loc) || parser.parseKeyword(&keyword) ||
        parser.parseGreater())
      return failure();
    if (llvm::is_contained(matrixStructures, keyword)) {
      kind = Representation::Matrix;
      structure = keyword;
    } else if (std::optional<Representation> known = symbolizeRepresentation(keyword)) {
      kind = *known;
    } else {
      auto diag = parser.emitError(loc) << "expected a representation: ";
      for (unsigned i = 0; i <= getMaxEnumValForRepresentation(); ++i)
        diag << "'" << stringifyRepresentation(static_cast<Representation>(i)) << "', ";
      llvm::interleaveComma(matrixStructures, diag,
                            [&](StringRef known) { diag << "'" << known << "'"; });
      return diag << "; got '" << keyword << "'";
    }
  }
  representation = RepresentationAttr::get(parser.getContext(), kind);
  if (parser.parseOptionalAttrDict(attributes))
    return failure();
  if (!structure.empty())
    attributes.set(structureAttr, parser.getBuilder().getStringAttr(structure));
  return success();
}

ParseResult chad::detail::parseBody(OpAsmParser &parser, OperationState &result,
                                    ArrayRef<OpAsmParser::Argument> args) {
  return failure(parser.parseRegion(*result.addRegion(), args) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

ParseResult chad::detail::resolveBindings(OpAsmParser &parser, const ArrayBindings &bindings,
                                          OperationState &result) {
  if (parser.resolveOperands(bindings.arrays, bindings.arrayTypes, bindings.loc, result.operands))
    return failure();
  if (bindings.inits.empty())
    return success();
  return parser.resolveOperands(bindings.inits, bindings.elementTypes, bindings.loc,
                                result.operands);
}

SmallVector<OpAsmParser::Argument> chad::detail::combinerArguments(const ArrayBindings &bindings) {
  SmallVector<OpAsmParser::Argument> args(bindings.lefts);
  llvm::append_range(args, bindings.elements);
  return args;
}

static ParseResult parseDirection(OpAsmParser &parser, Direction &direction) {
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Direction> parsed = symbolizeDirection(keyword);
  if (!parsed)
    return parser.emitError(parser.getNameLoc())
           << "expected 'left' or 'right', got '" << keyword << "'";
  direction = *parsed;
  return success();
}

ParseResult chad::detail::parseScanMode(OpAsmParser &parser, Direction &direction, ScanKind &kind) {
  StringRef keyword;
  SMLoc kindLoc;
  if (parseDirection(parser, direction) || parser.getCurrentLocation(&kindLoc) ||
      parser.parseKeyword(&keyword))
    return failure();
  std::optional<ScanKind> parsed = symbolizeScanKind(keyword);
  if (!parsed)
    return parser.emitError(kindLoc)
           << "expected 'inclusive' or 'exclusive', got '" << keyword << "'";
  kind = *parsed;
  return success();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void chad::detail::printCalled(OpAsmPrinter &printer, Operation *, FlatSymbolRefAttr callee,
                               OperandRange args) {
  if (callee) {
    printer.printAttributeWithoutType(callee);
  } else if (!args.empty()) {
    printer << args.front();
    args = args.drop_front();
  }
  printer << '(' << args << ')';
}

void chad::detail::printRepresented(OpAsmPrinter &printer, Operation *op,
                                    RepresentationAttr representation, DictionaryAttr attributes) {
  auto kind = representation ? representation.getValue() : Representation::Function;
  SmallVector<StringRef> elided;
  if (std::optional<RegisteredOperationName> name = op->getRegisteredInfo())
    for (StringAttr inherent : name->getAttributeNames())
      elided.push_back(inherent);
  auto structure = op->getAttrOfType<StringAttr>(structureAttr);
  if (structure && kind == Representation::Matrix &&
      llvm::is_contained(matrixStructures, structure.getValue())) {
    printer << " as<" << structure.getValue() << '>';
    elided.push_back(structureAttr);
  } else if (kind != Representation::Function) {
    printer << " as<" << stringifyRepresentation(kind) << '>';
  }
  printer.printOptionalAttrDict(attributes.getValue(), elided);
}

void chad::detail::printArrayBindings(OpAsmPrinter &printer, ValueRange arrays,
                                      Block::BlockArgListType elements, ValueRange inits,
                                      Block::BlockArgListType lefts) {
  printer << '(';
  for (unsigned i = 0, e = arrays.size(); i != e; ++i) {
    if (i)
      printer << ", ";
    if (!lefts.empty())
      printer << lefts[i] << ", ";
    printer << elements[i] << " in " << arrays[i];
    if (!inits.empty())
      printer << " from " << inits[i];
    printer << " : " << arrays[i].getType();
  }
  printer << ')';
}

void chad::detail::printTypedArguments(OpAsmPrinter &printer, Block::BlockArgListType args) {
  printer << '(';
  llvm::interleaveComma(args, printer,
                        [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << ')';
}

void chad::detail::printOptionalSizes(OpAsmPrinter &printer, StringRef keyword, ValueRange sizes) {
  if (!sizes.empty())
    printer << ' ' << keyword << '(' << sizes << ')';
}

void chad::detail::printBody(OpAsmPrinter &printer, Operation *op,
                             ArrayRef<StringRef> elidedAttrs) {
  printer << ' ';
  printer.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(op->getAttrs(), elidedAttrs);
}

//===----------------------------------------------------------------------===//
// Types and bodies
//===----------------------------------------------------------------------===//

TypeRange chad::detail::buildBody(OpBuilder &builder, OperationState &state, TypeRange argTypes,
                                  BodyBuilder body) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> locs(argTypes.size(), state.location);
  Block *block = builder.createBlock(state.addRegion(), {}, argTypes, locs);
  body(builder, state.location, block->getArguments());
  return block->getTerminator()->getOperandTypes();
}

SmallVector<Type> chad::detail::elementTypesOf(TypeRange arrays) {
  return llvm::map_to_vector(arrays, [](Type type) { return getArrayElement(type); });
}

SmallVector<Type> chad::detail::twice(ArrayRef<Type> types) {
  SmallVector<Type> result(types);
  llvm::append_range(result, types);
  return result;
}

int64_t chad::detail::commonExtent(TypeRange arrays) {
  for (Type array : arrays)
    if (!ShapedType::isDynamic(getArrayExtent(array)))
      return getArrayExtent(array);
  return ShapedType::kDynamic;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult chad::detail::verifyBodyArguments(Operation *op, Region &body, TypeRange expected,
                                                StringRef name) {
  if (body.getNumArguments() != expected.size())
    return op->emitOpError("expects its ") << name << " to take " << expected.size()
                                           << " arguments, but it takes " << body.getNumArguments();
  for (auto [i, type, expectedType] : llvm::enumerate(body.getArgumentTypes(), expected))
    if (type != expectedType)
      return op->emitOpError("expects ") << name << " argument #" << i << " to have type "
                                         << expectedType << ", but it has type " << type;
  return success();
}

LogicalResult chad::detail::verifyYield(Operation *op, Region &body, TypeRange expected,
                                        StringRef what, StringRef name) {
  auto yield = dyn_cast<YieldOp>(body.front().getTerminator());
  if (!yield)
    return (op->emitOpError("expects its ") << name << " to end with 'chad.yield'")
               .attachNote(body.front().getTerminator()->getLoc())
           << "it ends with '" << body.front().getTerminator()->getName() << "'";
  if (yield.getNumOperands() != expected.size()) {
    InFlightDiagnostic diag = op->emitOpError("expects its ")
                              << name << " to yield " << expected.size()
                              << " values, but it yields " << yield.getNumOperands();
    diag.attachNote(yield.getLoc()) << "yielded here";
    return diag;
  }
  for (auto [i, type, expectedType] : llvm::enumerate(yield.getOperandTypes(), expected)) {
    if (type == expectedType)
      continue;
    InFlightDiagnostic diag = op->emitOpError("expects yielded value #")
                              << i << " to have the " << what << " type " << expectedType
                              << ", but it has type " << type;
    diag.attachNote(yield.getLoc()) << "yielded here";
    return diag;
  }
  return success();
}

LogicalResult chad::detail::verifySizes(Operation *op, ValueRange sizes, TypeRange types,
                                        StringRef what) {
  unsigned expected = getNumDynamicSizes(types);
  if (sizes.size() == expected)
    return success();
  return op->emitOpError("expects ")
         << expected << ' ' << what
         << " (one for each dynamic dimension of a tensor of floats), got " << sizes.size();
}
