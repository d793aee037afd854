//===- Printing.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Values/ComplexValue.h"
#include "chad/Values/ValueText.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace chad;

/// The fewest significant digits that read back as `value` in its type.
static void printFloat(raw_ostream &os, double value, FloatType type) {
  if (std::isnan(value)) {
    os << "nan";
    return;
  }
  if (std::isinf(value)) {
    os << (value < 0 ? "-inf" : "inf");
    return;
  }
  char text[40];
  int digits = 0;
  do
    snprintf(text, sizeof(text), "%.*e", digits++, value);
  while (digits < 17 && roundToType(strtod(text, nullptr), type) != value);
  // Whole numbers of up to 16 digits are written out: 200, not 2e+02.
  int exponent = atoi(std::strchr(text, 'e') + 1);
  snprintf(text, sizeof(text), "%.*g", exponent < 16 ? std::max(digits, exponent + 1) : digits,
           value);
  os << text;
}

static void printNumber(raw_ostream &os, const Number &number, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return printFloat(os, std::get<double>(number), floatType);
  const APInt &value = std::get<APInt>(number);
  if (type.isInteger(1))
    os << (value.isZero() ? "false" : "true");
  else
    value.print(os, /*isSigned=*/!type.isUnsignedInteger());
}

/// `1-2i`.
static void printPair(raw_ostream &os, const Number &re, const Number &im, Type type) {
  printNumber(os, re, type);
  if (!std::signbit(std::get<double>(im)) || std::isnan(std::get<double>(im)))
    os << '+';
  printNumber(os, im, type);
  os << 'i';
}

static void printElement(raw_ostream &os, const Number &number, Type type, bool full);

namespace {
class TensorPrinter {
public:
  /// If `imaginary` is given, it has the imaginary parts, and `tensor` the real ones.
  TensorPrinter(raw_ostream &os, const Tensor &tensor, Type element, bool full,
                const Tensor *imaginary = nullptr)
      : os(os), tensor(tensor), imaginary(imaginary), element(element), full(full),
        elides(!full && (tensor.size() > 1000 || llvm::any_of(tensor.shape, [](int64_t extent) {
                           return extent > 1000;
                         }))) {}

  void print() { print(0, 0); }

private:
  /// Prints the part of an array whose outer indices, those before `dim`, are fixed; it starts at
  /// element `offset`.
  void print(int64_t dim, int64_t offset) {
    if (dim == tensor.rank())
      return imaginary ? printPair(os, tensor[offset], (*imaginary)[offset], element)
                       : printElement(os, tensor[offset], element, full);
    constexpr int64_t edge = 3;
    int64_t extent = tensor.shape[dim];
    int64_t stride = sizeOfShape(ArrayRef(tensor.shape).drop_front(dim + 1));
    os << '[';
    for (int64_t i = 0; i < extent; ++i) {
      if (i)
        os << ", ";
      if (elides && i == edge && extent > 2 * edge) {
        os << "..., ";
        i = extent - edge;
      }
      print(dim + 1, offset + i * stride);
    }
    os << ']';
  }

  raw_ostream &os;
  const Tensor &tensor, *imaginary;
  Type element;
  bool full, elides;
};

/// Prints values without their types.
class Printer {
public:
  Printer(raw_ostream &os, bool full) : os(os), full(full) {}

  void print(const RuntimeValue &value, Type type);

private:
  void printList(ArrayRef<RuntimeValue> values, TypeRange types) {
    for (auto [i, value, type] : llvm::enumerate(values, types)) {
      if (i)
        os << ", ";
      print(value, type);
    }
  }
  void printParen(ArrayRef<RuntimeValue> values, TypeRange types) {
    os << '(';
    printList(values, types);
    os << ')';
  }
  void printCopower(const CopowerValue &value, CopowerType type) {
    os << '{';
    for (auto [i, term] : llvm::enumerate(*value.terms)) {
      if (i)
        os << ", ";
      printParen(term.primals.get(), type.getPrimals());
      os << " tensor ";
      printParen(term.tangents.get(), type.getTangents());
    }
    os << '}';
  }
  void printSum(const SumValue &value, SumType type) {
    os << "inj " << value.tag;
    printParen(value.get(), type.getAlternatives()[value.tag].getTypes());
  }

  raw_ostream &os;
  bool full;
};
} // namespace

void Printer::print(const RuntimeValue &value, Type type) {
  if (value.is<Unit>()) {
    os << "()";
    return;
  }
  if (value.is<SumZero>()) {
    os << '0';
    return;
  }
  TypeSwitch<Type>(type)
      .Case([&](LinType lin) { print(value, lin.getPrimal()); })
      .Case([&](RankedTensorType tensor) {
        TensorPrinter(os, value.asTensor(), tensor.getElementType(), full).print();
      })
      .Case([&](TupleType tuple) { printParen(value.as<TupleValue>().get(), tuple.getTypes()); })
      .Case([&](CtxType ctx) {
        os << '[';
        printList(value.as<CtxValue>().get(), ctx.getComponents());
        os << ']';
      })
      .Case([&](SumType sum) { printSum(value.asSum(), sum); })
      .Case([&](CopowerType copower) { printCopower(value.as<CopowerValue>(), copower); })
      .Case([&](LFunType) { os << "<linear function>"; })
      .Case([&](FunctionType) { os << "<function>"; })
      .Default([&](Type) { printNumber(os, value.as<Number>(), type); });
}

static void printElement(raw_ostream &os, const Number &number, Type type, bool full) {
  if (isa<SumType>(type))
    Printer(os, full).print(number, type);
  else
    printNumber(os, number, type);
}

void chad::printValue(raw_ostream &os, const RuntimeValue &value, Type type, bool full) {
  os << refineType(type, value) << ' ';
  Printer(os, full).print(value, type);
}

void chad::printComplex(raw_ostream &os, const ComplexValue &value, Type type, bool full) {
  os << refineType(type, value.re) << ' ';
  Type part = getPartType(type);
  if (auto tensor = dyn_cast<RankedTensorType>(part))
    TensorPrinter(os, value.re.asTensor(), tensor.getElementType(), full, &value.im.asTensor())
        .print();
  else
    printPair(os, value.re.as<Number>(), value.im.as<Number>(), part);
}
