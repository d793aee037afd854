//===- RuntimeValue.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Values/RuntimeValue.h"
#include "chad/IR/SumArrays.h"
#include "chad/Values/ComplexValue.h"
#include "chad/Values/SumValues.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace chad;

ValueList::ValueList(ArrayRef<RuntimeValue> values)
    : values(std::make_shared<const std::vector<RuntimeValue>>(values.begin(), values.end())) {}

ArrayRef<RuntimeValue> ValueList::get() const { return *values; }

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

unsigned chad::integerWidth(Type type) {
  return isa<IndexType, BoxType>(type) ? 64 : cast<IntegerType>(type).getWidth();
}

RuntimeValue chad::zeroValue(Type type) {
  type = getPrimalType(type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return zeroNumber(type);
  SmallVector<int64_t> shape(tensor.getShape());
  llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
  return Tensor(shape,
                std::vector<Number>(sizeOfShape(shape), zeroNumber(tensor.getElementType())));
}

Number chad::zeroNumber(Type scalar) {
  if (isa<FloatType>(scalar))
    return 0.0;
  if (auto sum = dyn_cast<SumType>(scalar)) {
    RuntimeValues payload =
        llvm::map_to_vector<2>(sum.getAlternatives().front().getTypes(), zeroValue);
    return std::make_shared<const SumValue>(0, payload);
  }
  return APInt(integerWidth(scalar), 0);
}

double chad::roundToType(double value, FloatType type) {
  if (type.isF64())
    return value;
  if (type.isF32())
    return static_cast<float>(value);
  APFloat result(value);
  bool losesInfo;
  result.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  result.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return result.convertToDouble();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool allRepresentable(TypeRange types) { return llvm::all_of(types, isRepresentable); }

bool chad::isRepresentable(Type type) {
  return TypeSwitch<Type, bool>(type)
      .Case([](FloatType f) {
        return APFloat::isRepresentableBy(f.getFloatSemantics(), APFloat::IEEEdouble());
      })
      .Case([](IntegerType integer) { return integer.getWidth() > 0; })
      .Case<IndexType, NoneType, BoxType>([](Type) { return true; })
      .Case([](RankedTensorType tensor) {
        Type element = tensor.getElementType();
        return !tensor.getEncoding() &&
               (isScalarType(element) || isa<BoxType>(element) || isElementSum(element)) &&
               isRepresentable(element);
      })
      .Case([](LinType lin) { return lin.isUnit() || isRepresentable(lin.getPrimal()); })
      .Case([](TupleType tuple) { return allRepresentable(tuple.getTypes()); })
      .Case([](FunctionType f) {
        return allRepresentable(f.getInputs()) && allRepresentable(f.getResults());
      })
      .Case([](LFunType map) {
        return allRepresentable(map.getInputs()) && allRepresentable(map.getOutputs());
      })
      .Case([](CopowerType copower) {
        return allRepresentable(copower.getPrimals()) && allRepresentable(copower.getTangents());
      })
      .Case([](SumType sum) {
        return llvm::all_of(sum.getAlternatives(), [](Type type) { return isRepresentable(type); });
      })
      .Case([](CtxType ctx) { return allRepresentable(ctx.getComponents()); })
      .Default(false);
}

static bool sumConforms(const SumValue &value, SumType type, std::string &why);

static bool numberConforms(const Number &number, Type type) {
  if (isa<FloatType>(type))
    return std::holds_alternative<double>(number);
  if (auto sum = dyn_cast<SumType>(type)) {
    std::string why;
    auto *value = std::get_if<std::shared_ptr<const SumValue>>(&number);
    return value && sumConforms(**value, sum, why);
  }
  return (isScalarType(type) || isa<BoxType>(type)) && std::holds_alternative<APInt>(number) &&
         std::get<APInt>(number).getBitWidth() == integerWidth(type);
}

static bool listConforms(ArrayRef<RuntimeValue> values, TypeRange types, std::string &why) {
  if (values.size() != types.size()) {
    why = "has " + std::to_string(values.size()) + " components";
    return false;
  }
  return llvm::all_of(llvm::zip_equal(values, types), [&](auto pair) {
    return conforms(std::get<0>(pair), std::get<1>(pair), why);
  });
}

static bool tensorConforms(const Tensor &tensor, RankedTensorType type, std::string &why) {
  if (tensor.rank() != type.getRank()) {
    why = "has rank " + std::to_string(tensor.rank());
    return false;
  }
  for (auto [extent, expected] : llvm::zip_equal(tensor.shape, type.getShape()))
    if (!ShapedType::isDynamic(expected) && extent != expected) {
      why = "has shape " + formatShape(tensor.shape);
      return false;
    }
  if (tensor.size() && !numberConforms(tensor[0], type.getElementType())) {
    why = "has elements of another type";
    return false;
  }
  return true;
}

static bool sumConforms(const SumValue &value, SumType type, std::string &why) {
  return value.tag < type.getAlternatives().size() &&
         listConforms(value.get(), type.getAlternatives()[value.tag].getTypes(), why);
}

bool chad::conforms(const RuntimeValue &value, Type type, std::string &why) {
  why = "is of another kind";
  return TypeSwitch<Type, bool>(type)
      .Case<FloatType, IntegerType, IndexType, BoxType>(
          [&](Type) { return value.is<Number>() && numberConforms(value.as<Number>(), type); })
      .Case([&](RankedTensorType tensor) {
        return value.is<Tensor>() && tensorConforms(value.asTensor(), tensor, why);
      })
      .Case([&](LinType lin) {
        return lin.isUnit() ? value.is<Unit>() : conforms(value, lin.getPrimal(), why);
      })
      .Case([&](TupleType tuple) {
        return value.is<TupleValue>() &&
               listConforms(value.as<TupleValue>().get(), tuple.getTypes(), why);
      })
      .Case([&](CtxType ctx) {
        return value.is<CtxValue>() &&
               listConforms(value.as<CtxValue>().get(), ctx.getComponents(), why);
      })
      .Case([&](SumType sum) {
        if (value.is<SumZero>())
          return isLinearType(sum);
        return value.is<Number>() && numberConforms(value.as<Number>(), sum);
      })
      .Case([&](CopowerType) { return value.is<CopowerValue>(); })
      .Case([&](FunctionType) { return value.is<FunctionValue>(); })
      .Case([&](LFunType) { return value.is<LinearFunctionValue>(); })
      .Default(true);
}

Type chad::refineType(Type type, const RuntimeValue &value) {
  if (auto lin = dyn_cast<LinType>(type))
    return LinType::get(refineType(lin.getPrimal(), value));
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !value.is<Tensor>())
    return type;
  return RankedTensorType::get(value.asTensor().shape, tensor.getElementType());
}

Type chad::getPartType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType()) ? complex.getElementType() : Type();
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type part = tensor ? getPartType(tensor.getElementType()) : Type();
  return part ? Type(tensor.clone(part)) : Type();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

std::string chad::formatShape(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(shape, os);
  os << ']';
  return text;
}

std::optional<int64_t> chad::countElements(ArrayRef<int64_t> shape) {
  constexpr int64_t limit = int64_t(1) << 24;
  int64_t count = 1;
  for (int64_t extent : shape) {
    // If one extent is 0, the other ones are bounded, too.
    if (extent < 0 || extent > limit / std::max<int64_t>(count, 1))
      return std::nullopt;
    count *= extent;
  }
  return count;
}

int64_t chad::sizeOfShape(ArrayRef<int64_t> shape) {
  uint64_t size = 1;
  for (int64_t extent : shape)
    size *= extent;
  return size;
}

RuntimeValue chad::elementOf(const RuntimeValue &array, int64_t i) {
  if (array.is<Unit>())
    return Unit();
  const Tensor &tensor = array.asTensor();
  if (tensor.rank() == 1)
    return RuntimeValue(tensor[i]);
  ArrayRef<int64_t> inner = ArrayRef(tensor.shape).drop_front();
  int64_t size = tensor.size() / tensor.shape.front();
  auto begin = tensor.elements->begin() + i * size;
  return Tensor(inner, std::vector<Number>(begin, begin + size));
}
