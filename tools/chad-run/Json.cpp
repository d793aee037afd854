//===- Json.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"
#include "chad/Values/ValueText.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;

void chad::printJsonFloat(llvm::json::OStream &json, double value) {
  if (std::isfinite(value))
    json.value(value);
  else
    json.value(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static void printNumber(llvm::json::OStream &json, const Number &number) {
  if (auto *integer = std::get_if<llvm::APInt>(&number)) {
    if (integer->getBitWidth() == 1)
      json.value(!integer->isZero());
    else
      json.value(integer->getSExtValue());
    return;
  }
  printJsonFloat(json, std::get<double>(number));
}

/// The elements from `next` on, nested as the dimensions from `dim` on say.
static void printElements(llvm::json::OStream &json, const Tensor &tensor, unsigned dim,
                          int64_t &next) {
  if (dim == tensor.rank())
    return printNumber(json, tensor[next++]);
  json.array([&] {
    for (int64_t i = 0; i < tensor.shape[dim]; ++i)
      printElements(json, tensor, dim + 1, next);
  });
}

static void printResult(llvm::json::OStream &json, const RuntimeValue &result, Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printValue(os, result, type, /*full=*/true);
  bool isTensor = result.is<Tensor>();
  if ((!isTensor && !result.is<Number>()) ||
      isa<SumType, FunctionType, LFunType, BoxType>(getElementTypeOrSelf(type))) {
    json.attribute("text", text);
    return;
  }
  // The text is the type, with the extents that the value has, and the value.
  StringRef printed = text;
  bool isNested = isTensor && result.asTensor().rank() != 0;
  json.attribute("type", isNested ? printed.split(" [").first : printed.rsplit(' ').first);
  json.attributeBegin("value");
  if (isTensor) {
    int64_t next = 0;
    printElements(json, result.asTensor(), 0, next);
  } else {
    printNumber(json, result.as<Number>());
  }
  json.attributeEnd();
}

void chad::printJson(llvm::raw_ostream &os, ArrayRef<RuntimeValue> results, TypeRange types,
                     const Measurements &measurements) {
  llvm::json::OStream json(os);
  json.object([&] {
    json.attributeArray("results", [&] {
      for (size_t i = 0; i < results.size(); ++i)
        json.object([&] { printResult(json, results[i], types[i]); });
    });
    if (measurements.time)
      json.attributeObject("time", [&] {
        json.attribute("median_s", measurements.time->medianSeconds);
        json.attribute("runs", int64_t(measurements.time->runs));
      });
    if (measurements.kernels)
      json.attributeObject("kernels", [&] {
        if (measurements.kernels->seconds)
          json.attribute("seconds", *measurements.kernels->seconds);
        json.attribute("launches", measurements.kernels->launches);
        json.attribute("copies_in", measurements.kernels->copiesIn);
        json.attribute("copies_out", measurements.kernels->copiesOut);
      });
    if (measurements.allocations)
      json.attributeObject("allocations", [&] {
        json.attribute("made", measurements.allocations->made);
        json.attribute("left", measurements.allocations->left);
        json.attribute("peak_bytes", measurements.allocations->peakBytes);
      });
    if (const std::optional<Work> &work = measurements.work)
      json.attributeObject("work", [&] {
        json.attribute("additions", work->additions);
        json.attribute("multiplications", work->multiplications);
        json.attribute("divisions", work->divisions);
        json.attribute("nonlinear", work->nonlinear);
        json.attribute("choices", work->choices);
        json.attribute("moves", work->moves);
      });
  });
  os << '\n';
}
