//===- DerivedOps.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types and verifiers of functions over batches, and of updates of arrays.

#include "chad/IR/DerivedOps.h"
#include "RegionAssembly.h"
#include "chad/IR/SumArrays.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Type chad::getBatchOf(Type element, int64_t extent) {
  auto lin = dyn_cast<LinType>(element);
  auto tensor = dyn_cast<RankedTensorType>(getPrimalType(element));
  if (tensor && tensor.getRank() == 0)
    element = lin ? Type(LinType::get(tensor.getElementType())) : tensor.getElementType();
  return getArrayOf(element, extent);
}

bool chad::isBatchOf(Type batch, Type element) {
  return isArrayType(batch) && getBatchOf(element, getArrayExtent(batch)) == batch;
}

Type chad::getTypeOfSeeds(Type tangent, int64_t number) {
  auto sum = dyn_cast<SumType>(tangent);
  if (!sum)
    return getBatchOf(tangent, number);
  SmallVector<TupleType> alternatives;
  for (TupleType alternative : sum.getAlternatives()) {
    SmallVector<Type> parts;
    for (Type part : alternative.getTypes()) {
      parts.push_back(getTypeOfSeeds(part, number));
      if (!parts.back())
        return {};
    }
    alternatives.push_back(TupleType::get(sum.getContext(), parts));
  }
  return SumType::get(sum.getContext(), alternatives);
}

std::optional<int64_t> chad::getNumSeeds(Type seeds, Type tangent) {
  // The first array in a sum gives the number.
  auto find = [](auto &&self, Type type) -> std::optional<int64_t> {
    auto sum = dyn_cast<SumType>(type);
    if (!sum)
      return isArrayType(type) ? std::optional(getArrayExtent(type)) : std::nullopt;
    for (TupleType alternative : sum.getAlternatives())
      if (!alternative.getTypes().empty())
        return self(self, alternative.getTypes().front());
    return std::nullopt;
  };
  std::optional<int64_t> number = find(find, seeds);
  return number && getTypeOfSeeds(tangent, *number) == seeds ? number : std::nullopt;
}

/// The sum of the same alternatives as `sum`, each with `replace` of those of its values that have
/// a gradient. Null if one of them has no type.
static Type replaceParts(SumType sum, function_ref<Type(Type)> replace) {
  SmallVector<TupleType> alternatives;
  for (TupleType alternative : sum.getAlternatives()) {
    SmallVector<Type> parts;
    for (Type part : alternative.getTypes()) {
      if (!getGradientType(part))
        continue;
      parts.push_back(replace(part));
      if (!parts.back())
        return {};
    }
    alternatives.push_back(TupleType::get(sum.getContext(), parts));
  }
  return SumType::get(sum.getContext(), alternatives);
}

static ArrayRef<int64_t> getShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

/// An array with the dimensions of `arrays`, one after the other, of elements of type `sum`. Null
/// if there are no arrays of such sums.
static Type getArrayOfSums(ArrayRef<Type> arrays, Type sum) {
  if (!sum || !isElementSum(sum))
    return {};
  SmallVector<int64_t> shape;
  for (Type array : arrays)
    llvm::append_range(shape, getShape(array));
  return RankedTensorType::get(shape, sum);
}

Type chad::getJacobianType(Type result, Type arg) {
  if (auto sum = dyn_cast<SumType>(result))
    return replaceParts(sum, [&](Type part) { return getJacobianType(part, arg); });
  if (isSumOrArrayOfSums(result))
    return getArrayOfSums(result, getJacobianType(getElementTypeOrSelf(result), arg));
  if (auto sum = dyn_cast<SumType>(arg))
    return replaceParts(sum, [&](Type part) { return getJacobianType(result, part); });
  // A row for each element of the result.
  if (isSumOrArrayOfSums(arg))
    return getArrayOfSums({result, arg},
                          getJacobianType(getElementTypeOrSelf(result), getElementTypeOrSelf(arg)));
  SmallVector<int64_t> shape;
  bool isTensor = false;
  for (Type type : {result, arg})
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      isTensor = true;
      llvm::append_range(shape, tensor.getShape());
    }
  Type element = getElementTypeOrSelf(result);
  return !isTensor || shape.empty() ? element : RankedTensorType::get(shape, element);
}

//===----------------------------------------------------------------------===//
// Functions over batches
//===----------------------------------------------------------------------===//

LogicalResult VmapOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *symbol = symbols.lookupNearestSymbolFrom(*this, getCalleeAttr());
  auto function = dyn_cast_or_null<FunctionOpInterface>(symbol);
  auto type = function ? dyn_cast<FunctionType>(function.getFunctionType()) : FunctionType();
  if (!type)
    return emitOpError("names '") << getCallee() << "', which is not a function in scope";
  auto note = [&](InFlightDiagnostic diag) {
    diag.attachNote(function->getLoc()) << "'" << getCallee() << "' is defined here";
    return diag;
  };
  if (getArgs().size() != type.getNumInputs())
    return note(emitOpError("passes ") << getArgs().size() << " operands to a function of "
                                       << type.getNumInputs() << " arguments");
  int64_t extent = ShapedType::kDynamic;
  bool isMapped = false;
  for (auto [i, arg, input] : llvm::enumerate(getArgs().getTypes(), type.getInputs())) {
    if (arg == input)
      continue;
    if (!isBatchOf(arg, input))
      return note(emitOpError("operand #")
                  << i << " has type " << arg << ", which is neither " << input
                  << ", for all calls, nor an array of it, for each call one");
    isMapped = true;
    int64_t own = getArrayExtent(arg);
    if (!ShapedType::isDynamic(own) && !ShapedType::isDynamic(extent) && own != extent)
      return emitOpError("operand #") << i << " has " << own << " elements, another " << extent;
    extent = ShapedType::isDynamic(own) ? extent : own;
  }
  if (!isMapped)
    return note(emitOpError("maps no operand: each has the type that the function takes; "
                            "use 'func.call', or pass an array of values for an argument"));
  SmallVector<Type> results;
  for (Type result : type.getResults()) {
    Type batch = getBatchOf(result, extent);
    if (!batch)
      return note(emitOpError("cannot make an array of results of type ") << result);
    results.push_back(batch);
  }
  if (getResultTypes() != TypeRange(results))
    return emitOpError("expects results of types (")
           << results << "), got (" << getResultTypes() << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

LogicalResult FilterOp::verify() {
  if (getArrays().empty())
    return emitOpError("expects at least one array");
  SmallVector<Type> expected;
  int64_t extent = getMask().getType().getDimSize(0);
  for (auto [i, type] : llvm::enumerate(getArrays().getTypes())) {
    if (!isArrayType(type))
      return emitOpError("operand #")
             << i << " has type " << type << ", which is no array of scalars or of tensors of them";
    int64_t own = getArrayExtent(type);
    if (!ShapedType::isDynamic(own) && !ShapedType::isDynamic(extent) && own != extent)
      return emitOpError("operand #") << i << " has " << own << " elements, another " << extent;
    extent = ShapedType::isDynamic(own) ? extent : own;
    expected.push_back(getArrayOf(getArrayElement(type), ShapedType::kDynamic));
  }
  if (getResultTypes() != TypeRange(expected))
    return emitOpError("expects results of types (")
           << expected << "), got (" << getResultTypes() << ")";
  return success();
}

LogicalResult ScatterOp::verify() {
  for (Type type : {getValues().getType(), getDest().getType()})
    if (!isArrayType(type))
      return emitOpError("takes no ")
             << type << ", which is no array of scalars or of tensors of them";
  Type element = getArrayElement(getDest().getType());
  if (getArrayElement(getValues().getType()) != element)
    return emitOpError("writes elements of type ")
           << getArrayElement(getValues().getType()) << " among those of type " << element;
  auto indices = cast<RankedTensorType>(getIndices().getType());
  if (indices.getRank() != 1)
    return emitOpError("expects indices in one dimension, got ") << indices;
  if (failed(verifyCompatibleShape({getArrayExtent(getValues().getType())}, indices.getShape())))
    return emitOpError("has ") << getArrayExtent(getValues().getType()) << " values for "
                               << indices.getDimSize(0) << " indices";
  return success();
}

#define GET_OP_CLASSES
#include "chad/IR/DerivedOps.cpp.inc"
