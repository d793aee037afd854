//===- RuntimeValue.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The representation of a value of the IR while a program runs.

#ifndef CHAD_VALUES_RUNTIMEVALUE_H
#define CHAD_VALUES_RUNTIMEVALUE_H

#include "chad/IR/ChadTypes.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace chad {
class Interpreter;
class LinearFunction;
class RuntimeValue;

using RuntimeValues = llvm::SmallVector<RuntimeValue, 2>;

struct SumValue;

/// A float of any type, held as a double that was rounded to the type, or an
/// integer with the width of its type (64 bits at `index`). A box is the number of its record
/// in the interpreter, 0 where it is empty. A value of a sum type is a tag with values, so that
/// arrays of sums are tensors, too.
using Number = std::variant<double, llvm::APInt, std::shared_ptr<const SumValue>>;

/// A tensor, immutable once made: sharing its elements cannot be observed.
struct Tensor {
  llvm::SmallVector<int64_t> shape;
  std::shared_ptr<const std::vector<Number>> elements;

  Tensor() : elements(std::make_shared<std::vector<Number>>()) {}
  Tensor(llvm::ArrayRef<int64_t> shape, std::vector<Number> elements)
      : shape(shape), elements(std::make_shared<const std::vector<Number>>(std::move(elements))) {}

  int64_t rank() const { return shape.size(); }
  int64_t size() const { return elements->size(); }
  const Number &operator[](int64_t i) const { return (*elements)[i]; }
};

/// An immutable list: the components of a tuple, of a UNF context, of a sum.
struct ValueList {
  std::shared_ptr<const std::vector<RuntimeValue>> values;

  ValueList(llvm::ArrayRef<RuntimeValue> values = {});
  llvm::ArrayRef<RuntimeValue> get() const;
};

/// The one element of the unit monoid: `!chad.lin` at integers.
struct Unit {};
struct TupleValue : ValueList {
  using ValueList::ValueList;
};
/// A context of the unary normal form.
struct CtxValue : ValueList {
  using ValueList::ValueList;
};
struct SumValue : ValueList {
  unsigned tag;
  SumValue(unsigned tag, llvm::ArrayRef<RuntimeValue> payload) : ValueList(payload), tag(tag) {}
};
/// The zero of a sum of linear types, which fits every tag.
struct SumZero {};
/// A formal sum of pairs `!primals (x) tangents`.
struct CopowerValue {
  struct Term {
    ValueList primals, tangents;
  };
  std::shared_ptr<const std::vector<Term>> terms;
};
/// A function value: a closure, a named function, or a sum of powers. The op is
/// the one that applies it.
using FunctionValue = std::shared_ptr<const std::function<llvm::FailureOr<RuntimeValues>(
    Interpreter &, mlir::Operation *, llvm::ArrayRef<RuntimeValue>)>>;
template <typename Fn> FunctionValue makeFunction(Fn fn) {
  return std::make_shared<typename FunctionValue::element_type>(std::move(fn));
}
using LinearFunctionValue = std::shared_ptr<const LinearFunction>;

/// A value of any type. `!chad.lin<T>` has the representation of `T` at floats
/// and tensors of floats, and is `Unit` elsewhere. Types are not stored: an op
/// knows them, and `conforms` compares.
class RuntimeValue {
  using Storage = std::variant<Unit, Number, Tensor, TupleValue, CtxValue, SumZero, CopowerValue,
                               FunctionValue, LinearFunctionValue>;

public:
  RuntimeValue() = default;
  template <typename T, typename = std::enable_if_t<std::is_constructible_v<Storage, T &&>>>
  RuntimeValue(T &&value) : storage(std::forward<T>(value)) {}
  RuntimeValue(double value) : storage(Number(value)) {}
  RuntimeValue(llvm::APInt value) : storage(Number(std::move(value))) {}
  RuntimeValue(SumValue value)
      : storage(Number(std::make_shared<const SumValue>(std::move(value)))) {}

  template <typename T> bool is() const { return std::holds_alternative<T>(storage); }
  template <typename T> const T &as() const { return std::get<T>(storage); }

  double asDouble() const { return std::get<double>(as<Number>()); }
  const llvm::APInt &asInt() const { return std::get<llvm::APInt>(as<Number>()); }
  const SumValue &asSum() const { return *std::get<std::shared_ptr<const SumValue>>(as<Number>()); }
  int64_t asIndex() const { return asInt().getSExtValue(); }
  const Tensor &asTensor() const { return as<Tensor>(); }

  static RuntimeValue index(int64_t value) { return llvm::APInt(64, value, /*isSigned=*/true); }
  static RuntimeValue boolean(bool value) { return llvm::APInt(1, value); }

private:
  Storage storage;
};

/// The number zero of a float, integer or index type, no box, and the first alternative of a sum
/// with zeros.
Number zeroNumber(mlir::Type scalar);

/// The width of an integer, 64 at `index`.
unsigned integerWidth(mlir::Type type);

/// The nearest value of a float type.
double roundToType(double value, mlir::FloatType type);

/// Whether the interpreter can hold values of `type`: not where a float type is
/// wider than f64, nor for types that mean nothing to it.
bool isRepresentable(mlir::Type type);

/// Whether `value` is one of `type`: its kind is right and its extents agree
/// with the static ones. Says what is wrong in `why`.
bool conforms(const RuntimeValue &value, mlir::Type type, std::string &why);

/// The tensor type of `type` with the extents of `value` in place of its own;
/// other types are returned as they are.
mlir::Type refineType(mlir::Type type, const RuntimeValue &value);

/// `[2, 3]`.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

/// The number of elements of a tensor; nothing where it is over the limit that
/// the interpreter puts on one tensor (2^24) or an extent is negative.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// The number of elements of a tensor that exists, of any size. The extents of an empty tensor may
/// be so large that the product of some of them overflows.
int64_t sizeOfShape(llvm::ArrayRef<int64_t> shape);

/// Element `i` of an array along its leading dimension, and its inverse.
RuntimeValue elementOf(const RuntimeValue &array, int64_t i);

} // namespace chad

#endif // CHAD_VALUES_RUNTIMEVALUE_H
