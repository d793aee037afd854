//===- ChadTypes.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/ChadTypes.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/Encodings.h"
#include "chad/IR/SumArrays.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Types of this dialect inside one another drop the `!chad.` prefix
//===----------------------------------------------------------------------===//

static ParseResult parseShortType(AsmParser &parser, Type &type) {
  StringRef keyword;
  if (failed(
          parser.parseOptionalKeyword(&keyword, {"lin", "lfun", "copower", "sum", "ctx", "box"})))
    return parser.parseType(type);
  type = llvm::StringSwitch<function_ref<Type(AsmParser &)>>(keyword)
             .Case("lin", LinType::parse)
             .Case("lfun", LFunType::parse)
             .Case("copower", CopowerType::parse)
             .Case("sum", SumType::parse)
             .Case("box", BoxType::parse)
             .Default(CtxType::parse)(parser);
  // The type's own parser has said what is wrong.
  return failure(!type);
}

static void printShortType(AsmPrinter &printer, Type type) {
  TypeSwitch<Type>(type)
      .Case<LinType, LFunType, CopowerType, SumType, CtxType, BoxType>([&](auto type) {
        printer << type.getMnemonic();
        type.print(printer);
      })
      .Default([&](Type type) { printer << type; });
}

static ParseResult parseTypes(AsmParser &parser, SmallVector<Type> &types,
                              AsmParser::Delimiter delimiter) {
  return parser.parseCommaSeparatedList(
      delimiter, [&] { return parseShortType(parser, types.emplace_back()); });
}

static ParseResult parseTypeList(AsmParser &parser, SmallVector<Type> &types) {
  return parseTypes(parser, types, AsmParser::Delimiter::Paren);
}

static void printTypeList(AsmPrinter &printer, ArrayRef<Type> types) {
  printer << '(';
  llvm::interleaveComma(types, printer, [&](Type type) { printShortType(printer, type); });
  printer << ')';
}

static ParseResult parseSquareTypeList(AsmParser &parser, SmallVector<Type> &types) {
  return parseTypes(parser, types, AsmParser::Delimiter::Square);
}

static void printSquareTypeList(AsmPrinter &printer, ArrayRef<Type> types) {
  printer << '[';
  llvm::interleaveComma(types, printer, [&](Type type) { printShortType(printer, type); });
  printer << ']';
}

static ParseResult parseAlternatives(AsmParser &parser, SmallVector<TupleType> &alternatives) {
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    SmallVector<Type> types;
    if (parseTypeList(parser, types))
      return failure();
    alternatives.push_back(TupleType::get(parser.getContext(), types));
    return success();
  });
}

static void printAlternatives(AsmPrinter &printer, ArrayRef<TupleType> alternatives) {
  llvm::interleaveComma(alternatives, printer, [&](TupleType alternative) {
    printTypeList(printer, llvm::to_vector(alternative.getTypes()));
  });
}

#define GET_TYPEDEF_CLASSES
#include "chad/IR/ChadTypes.cpp.inc"

void ChadDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "chad/IR/ChadTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

bool chad::isLinearType(Type type) {
  if (isa<LinType, CopowerType>(type))
    return true;
  if (auto function = dyn_cast<FunctionType>(type))
    return function.getNumResults() && llvm::all_of(function.getResults(), isLinearType);
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isLinearType);
  if (auto sum = dyn_cast<SumType>(type))
    return llvm::all_of(sum.getAlternatives(), [](TupleType t) { return isLinearType(t); });
  // An array of sums, some of which hold something.
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto sum = tensor ? dyn_cast<SumType>(tensor.getElementType()) : SumType();
  return sum && isLinearType(sum) &&
         llvm::any_of(sum.getAlternatives(), [](TupleType t) { return t.size() != 0; });
}

/// Whether elements of this type have derivatives: floats, and complex numbers of floats, which are
/// pairs of floats when they are differentiated.
static bool isFloatOrComplex(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  return isa<FloatType>(type);
}
static bool isFloatOrComplexOrBox(Type type) {
  return isFloatOrComplex(type) || isa<BoxType>(type);
}

bool chad::hasMeaningfulEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getEncoding())
    return false;
  return tensor.getEncoding()
      .walk([](Attribute part) {
        bool isPlain = isa<BuiltinDialect>(part.getDialect()) && !isa<OpaqueAttr>(part);
        return isPlain ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

bool chad::isDifferentiable(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    return !lin.isUnit();
  // Tangents do not have what an encoding promises of the elements.
  if (hasMeaningfulEncoding(type))
    return false;
  return isa<FloatType, ComplexType, BoxType, RankedTensorType>(type) &&
         isFloatOrComplexOrBox(getElementTypeOrSelf(type));
}

Type chad::getPrimalType(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return lin ? lin.getPrimal() : type;
}

bool chad::isScalarType(Type type) { return isa<FloatType, IntegerType, IndexType>(type); }

unsigned chad::getNumDynamicSizes(TypeRange types) {
  unsigned count = 0;
  for (Type type : types) {
    if (auto lin = dyn_cast<LinType>(type)) {
      auto tensor = dyn_cast<RankedTensorType>(lin.getPrimal());
      if (tensor && !lin.isUnit())
        count += tensor.getNumDynamicDims();
    } else if (auto function = dyn_cast<FunctionType>(type)) {
      count += getNumDynamicSizes(function.getResults());
    } else if (auto tuple = dyn_cast<TupleType>(type)) {
      count += getNumDynamicSizes(tuple.getTypes());
    }
  }
  return count;
}

bool chad::isOverScalar(Type type, Type scalar) {
  auto all = [&](TypeRange types) {
    return llvm::all_of(types, [&](Type type) { return isOverScalar(type, scalar); });
  };
  return TypeSwitch<Type, bool>(type)
      .Case([&](LinType lin) {
        return lin.isUnit() || getElementTypeOrSelf(lin.getPrimal()) == scalar;
      })
      .Case([&](CopowerType copower) { return all(copower.getTangents()); })
      .Case([&](FunctionType function) { return all(function.getResults()); })
      .Case([&](TupleType tuple) { return all(tuple.getTypes()); })
      .Case([&](SumType sum) {
        return llvm::all_of(sum.getAlternatives(), [&](TupleType t) { return all(t.getTypes()); });
      })
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

bool chad::isLaneVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
         isScalarType(vector.getElementType());
}

/// Whether a value of `type` has a fixed number of parts, which arrays may hold.
static bool isFlat(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    return !lin.isUnit() && isFlat(lin.getPrimal());
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.hasStaticShape() && !tensor.getEncoding() && isFlat(tensor.getElementType());
  return isScalarType(type) || isa<BoxType>(type) || isElementSum(type);
}

bool chad::isElementSum(Type type) {
  auto sum = dyn_cast<SumType>(type);
  if (!sum || sum.getAlternatives().empty())
    return false;
  auto holdsNothing = [](TupleType alternative) { return alternative.size() == 0; };
  if (sum.getAlternatives().size() == 1 && holdsNothing(sum.getAlternatives().front()))
    return false;
  return llvm::all_of(sum.getAlternatives(), [](TupleType alternative) {
    return llvm::all_of(alternative.getTypes(), isFlat);
  });
}

Type chad::getTagType(SumType sum) {
  Builder builder(sum.getContext());
  size_t count = sum.getAlternatives().size();
  if (count == 1)
    return {};
  return count == 2 ? Type(builder.getI1Type()) : Type(builder.getIndexType());
}

RankedTensorType chad::getArrayOfParts(RankedTensorType array, Type part) {
  SmallVector<int64_t> shape(array.getShape());
  if (auto tensor = dyn_cast<RankedTensorType>(part))
    llvm::append_range(shape, tensor.getShape());
  return RankedTensorType::get(shape, getElementTypeOrSelf(part));
}

Type chad::getColumnType(RankedTensorType array, Type part) {
  if (auto lin = dyn_cast<LinType>(part))
    return LinType::get(getArrayOfParts(array, lin.getPrimal()));
  return getArrayOfParts(array, part);
}

bool chad::isSumOrArrayOfSums(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isa<SumType>(tensor ? tensor.getElementType() : type);
}

LogicalResult chad::flattenSums(Type type, SmallVectorImpl<Type> &types) {
  if (!isSumOrArrayOfSums(type)) {
    types.push_back(type);
    return success();
  }
  if (auto array = dyn_cast<RankedTensorType>(type)) {
    SmallVector<Type> parts;
    if (!isElementSum(array.getElementType()) || failed(flattenSums(array.getElementType(), parts)))
      return failure();
    for (Type part : parts)
      types.push_back(getColumnType(array, part));
    return success();
  }
  auto sum = cast<SumType>(type);
  if (sum.getAlternatives().empty())
    return failure();
  if (Type tag = getTagType(sum))
    types.push_back(tag);
  for (TupleType alternative : sum.getAlternatives())
    for (Type part : alternative.getTypes())
      if (failed(flattenSums(part, types)))
        return failure();
  return success();
}

Type chad::replaceInSums(Type type, function_ref<Type(Type)> replace) {
  if (!isSumOrArrayOfSums(type))
    return replace(type);
  if (auto array = dyn_cast<RankedTensorType>(type)) {
    Type element = array.getEncoding() ? Type() : replaceInSums(array.getElementType(), replace);
    return element && isElementSum(element) ? Type(array.clone(element)) : Type();
  }
  SmallVector<TupleType> alternatives;
  bool isAny = false;
  for (TupleType alternative : cast<SumType>(type).getAlternatives()) {
    SmallVector<Type> parts;
    for (Type part : alternative.getTypes())
      if (Type replaced = replaceInSums(part, replace))
        parts.push_back(replaced);
    isAny |= !parts.empty();
    alternatives.push_back(TupleType::get(type.getContext(), parts));
  }
  return isAny ? Type(SumType::get(type.getContext(), alternatives)) : Type();
}

Type chad::getGradientType(Type type) {
  return replaceInSums(type, [](Type part) { return isDifferentiable(part) ? part : Type(); });
}

Type chad::getTypeOfTangents(Type type) {
  return replaceInSums(type, [](Type part) -> Type {
    if (!isDifferentiable(part))
      return {};
    return isa<LinType>(part) ? part : LinType::get(part);
  });
}

static bool isElementType(Type type) {
  return isScalarType(type) || isa<BoxType>(type) || isLaneVector(type) || isElementSum(type) ||
         (isa<ComplexType>(type) && isFloatOrComplex(type));
}

static bool isTensorOfScalars(RankedTensorType tensor) {
  return isElementType(tensor.getElementType()) && !tensor.getEncoding();
}

RankedTensorType chad::getArrayTensor(Type array) {
  if (auto lin = dyn_cast<LinType>(array))
    array = lin.getPrimal();
  return dyn_cast<RankedTensorType>(array);
}

bool chad::isArrayType(Type type) {
  RankedTensorType tensor = getArrayTensor(type);
  return tensor && tensor.getRank() >= 1 && isTensorOfScalars(tensor);
}

bool chad::isIndexArrayType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() >= 1 && !tensor.getEncoding() &&
         tensor.getElementType().isIntOrIndex();
}

int64_t chad::getArrayExtent(Type array) { return getArrayTensor(array).getDimSize(0); }

static Type likeArray(Type like, Type type) {
  return isa<LinType>(like) ? LinType::get(type) : type;
}

Type chad::getArrayElement(Type array) {
  RankedTensorType tensor = getArrayTensor(array);
  Type element = tensor.getElementType();
  if (tensor.getRank() > 1)
    element = RankedTensorType::get(tensor.getShape().drop_front(), element);
  return likeArray(array, element);
}

Type chad::getArrayOf(Type element, int64_t extent) {
  Type primal = element;
  if (auto lin = dyn_cast<LinType>(element))
    primal = lin.getPrimal();
  SmallVector<int64_t> shape = {extent};
  if (auto tensor = dyn_cast<RankedTensorType>(primal)) {
    if (tensor.getRank() == 0 || !isTensorOfScalars(tensor))
      return {};
    llvm::append_range(shape, tensor.getShape());
    primal = tensor.getElementType();
  }
  if (!isElementType(primal))
    return {};
  return likeArray(element, RankedTensorType::get(shape, primal));
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

bool LinType::isUnit() { return !isFloatOrComplexOrBox(getElementTypeOrSelf(getPrimal())); }

/// Whether values of `type` have tangents, where they are no tensors.
static bool hasTangents(Type type) {
  return isScalarType(type) || isa<BoxType>(type) ||
         (isa<ComplexType>(type) && isFloatOrComplex(type));
}

LogicalResult LinType::verify(function_ref<InFlightDiagnostic()> emitError, Type primal) {
  if (hasTangents(primal))
    return success();
  if (auto tensor = dyn_cast<RankedTensorType>(primal)) {
    if (hasMeaningfulEncoding(tensor))
      return emitError() << "no tangent type at " << primal << ": a tensor with an encoding";
    if (!hasTangents(tensor.getElementType()))
      return emitError() << "no tangent type at " << primal
                         << ": its elements are neither floats nor integers";
    return success();
  }
  if (isLinearType(primal))
    return emitError() << primal << " is a linear type already";
  if (isa<FunctionType>(primal))
    return emitError() << "no !chad.lin at the function type " << primal
                       << ": its tangents are a power A -> L, its cotangents a !chad.copower";
  if (isa<TupleType, SumType>(primal))
    return emitError() << "no !chad.lin at " << primal << ": its tangents are the "
                       << (isa<TupleType>(primal) ? "tuple" : "sum")
                       << " of the tangents of its parts";
  if (isa<ComplexType>(primal))
    return emitError() << "no tangent type at " << primal << ": its parts are no floats";
  if (isa<UnrankedTensorType>(primal))
    return emitError() << "no tangent type at " << primal << ": the tensor must have a rank";
  return emitError() << "no tangent type at " << primal
                     << ": expected a float, an integer, index, or a ranked tensor of them";
}

static LogicalResult verifyAllLinear(function_ref<InFlightDiagnostic()> emitError,
                                     ArrayRef<Type> types, StringRef where) {
  for (auto [i, type] : llvm::enumerate(types))
    if (!isLinearType(type))
      return emitError() << where << " #" << i << " is " << type << ", which is not a linear type";
  return success();
}

static LogicalResult verifyNoContext(function_ref<InFlightDiagnostic()> emitError, TypeRange types,
                                     StringRef where) {
  for (auto [i, type] : llvm::enumerate(types))
    if (isa<CtxType>(type))
      return emitError() << where << " #" << i << " is a context, which cannot be part of a value";
  return success();
}

LogicalResult LFunType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<Type> inputs,
                               ArrayRef<Type> outputs) {
  return failure(failed(verifyAllLinear(emitError, inputs, "linear function input")) ||
                 failed(verifyAllLinear(emitError, outputs, "linear function output")));
}

LogicalResult CopowerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<Type> primals, ArrayRef<Type> tangents) {
  for (auto [i, type] : llvm::enumerate(primals))
    if (isLinearType(type))
      return emitError() << "copower primal #" << i << " is " << type
                         << ", a linear type; the first part of a copower is Cartesian";
  if (failed(verifyNoContext(emitError, primals, "copower primal")))
    return failure();
  return verifyAllLinear(emitError, tangents, "copower tangent");
}

LogicalResult SumType::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<TupleType> alternatives) {
  for (TupleType alternative : alternatives)
    if (failed(verifyNoContext(emitError, alternative.getTypes(), "sum part")))
      return failure();
  return success();
}

LogicalResult CtxType::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<Type> components) {
  return verifyNoContext(emitError, components, "context component");
}
