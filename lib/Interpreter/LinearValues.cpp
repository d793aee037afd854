//===- LinearValues.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The commutative monoid and the scaling of each linear type.

#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Interpreter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

using MaybeValue = FailureOr<RuntimeValue>;

//===----------------------------------------------------------------------===//
// Zero
//===----------------------------------------------------------------------===//

static MaybeValue zeroTensor(Interpreter &interpreter, Operation *at, RankedTensorType type,
                             ArrayRef<int64_t> &sizes) {
  Evaluation eval(interpreter, at);
  SmallVector<int64_t> shape = eval.fillShape(type, sizes);
  sizes = sizes.drop_front(type.getNumDynamicDims());
  EvalResult zero = eval.splat(shape, zeroNumber(type.getElementType()));
  if (failed(zero))
    return failure();
  return zero->front();
}

/// The zero of a power: the function that is zero everywhere.
static MaybeValue zeroFunction(FunctionType type, ArrayRef<int64_t> &sizes) {
  unsigned count = getNumDynamicSizes(type);
  SmallVector<int64_t> own(sizes.take_front(count));
  sizes = sizes.drop_front(count);
  return RuntimeValue(
      makeFunction([type, own](Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue>) {
        return zerosOf(interpreter, at, type.getResults(), own);
      }));
}

MaybeValue chad::zeroOf(Interpreter &interpreter, Operation *at, Type type,
                        ArrayRef<int64_t> &sizes) {
  return TypeSwitch<Type, MaybeValue>(type)
      .Case([&](LinType lin) -> MaybeValue {
        if (lin.isUnit())
          return RuntimeValue(Unit());
        if (auto tensor = dyn_cast<RankedTensorType>(lin.getPrimal()))
          return zeroTensor(interpreter, at, tensor, sizes);
        return RuntimeValue(zeroNumber(lin.getPrimal()));
      })
      .Case([&](FunctionType function) { return zeroFunction(function, sizes); })
      .Case([&](TupleType tuple) -> MaybeValue {
        RuntimeValues parts;
        for (Type part : tuple.getTypes()) {
          MaybeValue zero = zeroOf(interpreter, at, part, sizes);
          if (failed(zero))
            return failure();
          parts.push_back(*zero);
        }
        return RuntimeValue(TupleValue(parts));
      })
      .Case([&](CopowerType) -> MaybeValue {
        return RuntimeValue(
            CopowerValue{std::make_shared<const std::vector<CopowerValue::Term>>()});
      })
      .Case([&](SumType) -> MaybeValue { return RuntimeValue(SumZero()); })
      .Default([&](Type type) -> MaybeValue {
        return interpreter.error(at) << "there is no zero of type " << type;
      });
}

EvalResult chad::zerosOf(Interpreter &interpreter, Operation *at, TypeRange types,
                         ArrayRef<int64_t> sizes) {
  RuntimeValues zeros;
  for (Type type : types) {
    MaybeValue zero = zeroOf(interpreter, at, type, sizes);
    if (failed(zero))
      return failure();
    zeros.push_back(*zero);
  }
  return zeros;
}

//===----------------------------------------------------------------------===//
// Addition
//===----------------------------------------------------------------------===//

/// Zero is an empty box; the sum of two boxes is the box of the sums of what they hold.
static MaybeValue addBoxes(Interpreter &interpreter, Operation *at, BoxType type,
                           const RuntimeValue &lhs, const RuntimeValue &rhs) {
  const ValueList *left = interpreter.open(lhs), *right = interpreter.open(rhs);
  if (!left || !right)
    return left ? lhs : rhs;
  Interpreter::Nesting nesting(interpreter);
  if (failed(nesting.check(at)))
    return failure();
  auto record = SymbolTable::lookupNearestSymbolFrom<RecordOp>(at, type.getRecord());
  EvalResult payload =
      addLinear(interpreter, at, record.getPayload(/*isLinear=*/true), left->get(), right->get());
  if (failed(payload))
    return failure();
  return interpreter.box(*payload);
}

static MaybeValue addTensors(Interpreter &interpreter, Operation *at, RankedTensorType type,
                             const Tensor &lhs, const Tensor &rhs) {
  if (lhs.shape != rhs.shape)
    return interpreter.error(at) << "adds tensors of the shapes " << formatShape(lhs.shape)
                                 << " and " << formatShape(rhs.shape);
  std::vector<Number> elements;
  elements.reserve(lhs.size());
  if (auto box = dyn_cast<BoxType>(type.getElementType())) {
    for (int64_t i = 0, e = lhs.size(); i < e; ++i) {
      MaybeValue sum = addBoxes(interpreter, at, box, RuntimeValue(Number(lhs[i])),
                                RuntimeValue(Number(rhs[i])));
      if (failed(sum))
        return failure();
      elements.push_back(sum->as<Number>());
    }
    return RuntimeValue(Tensor(lhs.shape, std::move(elements)));
  }
  if (Work *work = interpreter.getWork()) {
    work->additions += lhs.size();
    work->moves += 3 * lhs.size();
  }
  for (int64_t i = 0, e = lhs.size(); i < e; ++i)
    elements.emplace_back(interpreter.round(std::get<double>(lhs[i]) + std::get<double>(rhs[i]),
                                            type.getElementType()));
  return RuntimeValue(Tensor(lhs.shape, std::move(elements)));
}

static RuntimeValue addCopowers(const CopowerValue &lhs, const CopowerValue &rhs) {
  auto terms = std::make_shared<std::vector<CopowerValue::Term>>(*lhs.terms);
  terms->insert(terms->end(), rhs.terms->begin(), rhs.terms->end());
  return CopowerValue{std::move(terms)};
}

/// `(f + g)(x) = f(x) + g(x)`.
static RuntimeValue addFunctions(FunctionType type, FunctionValue lhs, FunctionValue rhs) {
  return makeFunction(
      [=](Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args) -> EvalResult {
        Interpreter::Nesting nesting(interpreter);
        if (failed(nesting.check(at)))
          return failure();
        EvalResult left = (*lhs)(interpreter, at, args);
        EvalResult right = failed(left) ? left : (*rhs)(interpreter, at, args);
        if (failed(right))
          return failure();
        return addLinear(interpreter, at, type.getResults(), *left, *right);
      });
}

static MaybeValue addSums(Interpreter &interpreter, Operation *at, SumType type,
                          const RuntimeValue &lhs, const RuntimeValue &rhs) {
  if (lhs.is<SumZero>())
    return rhs;
  if (rhs.is<SumZero>())
    return lhs;
  const SumValue &left = lhs.asSum(), &right = rhs.asSum();
  if (left.tag != right.tag)
    return interpreter.error(at) << "adds values of the tags " << left.tag << " and " << right.tag
                                 << " of a sum";
  EvalResult payload = addLinear(interpreter, at, type.getAlternatives()[left.tag].getTypes(),
                                 left.get(), right.get());
  if (failed(payload))
    return failure();
  return RuntimeValue(SumValue(left.tag, *payload));
}

MaybeValue chad::addLinear(Interpreter &interpreter, Operation *at, Type type,
                           const RuntimeValue &lhs, const RuntimeValue &rhs) {
  return TypeSwitch<Type, MaybeValue>(type)
      .Case([&](LinType lin) -> MaybeValue {
        if (lin.isUnit())
          return lhs;
        if (auto tensor = dyn_cast<RankedTensorType>(lin.getPrimal()))
          return addTensors(interpreter, at, tensor, lhs.asTensor(), rhs.asTensor());
        if (auto box = dyn_cast<BoxType>(lin.getPrimal()))
          return addBoxes(interpreter, at, box, lhs, rhs);
        if (Work *work = interpreter.getWork())
          ++work->additions;
        return RuntimeValue(interpreter.round(lhs.asDouble() + rhs.asDouble(), lin.getPrimal()));
      })
      .Case([&](FunctionType function) -> MaybeValue {
        return addFunctions(function, lhs.as<FunctionValue>(), rhs.as<FunctionValue>());
      })
      .Case([&](TupleType tuple) -> MaybeValue {
        EvalResult parts = addLinear(interpreter, at, tuple.getTypes(), lhs.as<TupleValue>().get(),
                                     rhs.as<TupleValue>().get());
        if (failed(parts))
          return failure();
        return RuntimeValue(TupleValue(*parts));
      })
      .Case([&](CopowerType) -> MaybeValue {
        return addCopowers(lhs.as<CopowerValue>(), rhs.as<CopowerValue>());
      })
      .Case([&](SumType sum) { return addSums(interpreter, at, sum, lhs, rhs); })
      .Default([&](Type type) -> MaybeValue {
        return interpreter.error(at) << "there is no addition of type " << type;
      });
}

EvalResult chad::addLinear(Interpreter &interpreter, Operation *at, TypeRange types,
                           ArrayRef<RuntimeValue> lhs, ArrayRef<RuntimeValue> rhs) {
  RuntimeValues sums;
  for (auto [type, left, right] : llvm::zip_equal(types, lhs, rhs)) {
    MaybeValue sum = addLinear(interpreter, at, type, left, right);
    if (failed(sum))
      return failure();
    sums.push_back(*sum);
  }
  return sums;
}

//===----------------------------------------------------------------------===//
// Scaling
//===----------------------------------------------------------------------===//

static RuntimeValues scaleAll(Interpreter &interpreter, TypeRange types, double factor,
                              ArrayRef<RuntimeValue> values, Absorption absorption) {
  RuntimeValues scaled;
  for (auto [type, value] : llvm::zip_equal(types, values))
    scaled.push_back(scaleLinear(interpreter, type, factor, value, absorption));
  return scaled;
}

static double scaleNumber(Interpreter &interpreter, Type type, double factor, double value,
                          Absorption absorption) {
  if (Work *work = interpreter.getWork())
    ++work->multiplications;
  if (absorption != Absorption::None && value == 0.0)
    return value;
  if (absorption == Absorption::Both && factor == 0.0)
    return factor;
  return interpreter.round(factor * value, type);
}

static RuntimeValue scaleTensor(Interpreter &interpreter, RankedTensorType type, double factor,
                                const Tensor &tensor, Absorption absorption) {
  std::vector<Number> elements;
  elements.reserve(tensor.size());
  if (Work *work = interpreter.getWork())
    work->moves += 2 * tensor.size();
  for (const Number &number : *tensor.elements)
    elements.emplace_back(scaleNumber(interpreter, type.getElementType(), factor,
                                      std::get<double>(number), absorption));
  return Tensor(tensor.shape, std::move(elements));
}

RuntimeValue chad::scaleLinear(Interpreter &interpreter, Type type, double factor,
                               const RuntimeValue &value, Absorption absorption) {
  return TypeSwitch<Type, RuntimeValue>(type)
      .Case([&](LinType lin) -> RuntimeValue {
        if (lin.isUnit())
          return value;
        if (auto tensor = dyn_cast<RankedTensorType>(lin.getPrimal()))
          return scaleTensor(interpreter, tensor, factor, value.asTensor(), absorption);
        return scaleNumber(interpreter, lin.getPrimal(), factor, value.asDouble(), absorption);
      })
      .Case([&](FunctionType function) -> RuntimeValue {
        FunctionValue inner = value.as<FunctionValue>();
        return makeFunction([=](Interpreter &interpreter, Operation *at,
                                ArrayRef<RuntimeValue> args) -> EvalResult {
          Interpreter::Nesting nesting(interpreter);
          EvalResult results =
              failed(nesting.check(at)) ? EvalResult(failure()) : (*inner)(interpreter, at, args);
          if (failed(results))
            return failure();
          return scaleAll(interpreter, function.getResults(), factor, *results, absorption);
        });
      })
      .Case([&](TupleType tuple) -> RuntimeValue {
        return TupleValue(scaleAll(interpreter, tuple.getTypes(), factor,
                                   value.as<TupleValue>().get(), absorption));
      })
      .Case([&](CopowerType copower) -> RuntimeValue {
        auto terms =
            std::make_shared<std::vector<CopowerValue::Term>>(*value.as<CopowerValue>().terms);
        for (auto &term : *terms)
          term.tangents = ValueList(scaleAll(interpreter, copower.getTangents(), factor,
                                             term.tangents.get(), absorption));
        return CopowerValue{std::move(terms)};
      })
      .Case([&](SumType sum) -> RuntimeValue {
        if (value.is<SumZero>())
          return value;
        const SumValue &inner = value.asSum();
        return SumValue(inner.tag,
                        scaleAll(interpreter, sum.getAlternatives()[inner.tag].getTypes(), factor,
                                 inner.get(), absorption));
      })
      .Default(value);
}
