//===- CheckedProgram.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedProgram.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

using namespace mlir;
using namespace chad;

using Numbers = CheckedProgram::Numbers;

//===----------------------------------------------------------------------===//
// Values as coordinates
//===----------------------------------------------------------------------===//

static int64_t sizeOf(const RuntimeValue &value) {
  return value.is<Tensor>() ? value.asTensor().size() : 1;
}

static void append(const RuntimeValue &value, Numbers &numbers) {
  if (!value.is<Tensor>()) {
    numbers.push_back(value.asDouble());
    return;
  }
  for (const Number &number : *value.asTensor().elements)
    numbers.push_back(std::get<double>(number));
}

static Numbers numbersOf(ArrayRef<RuntimeValue> values) {
  Numbers numbers;
  for (const RuntimeValue &value : values)
    append(value, numbers);
  return numbers;
}

static RuntimeValue withNumbers(const RuntimeValue &like, ArrayRef<double> numbers) {
  if (!like.is<Tensor>())
    return numbers.front();
  return Tensor(like.asTensor().shape, std::vector<Number>(numbers.begin(), numbers.end()));
}

/// Values of the shapes of `like`.
static RuntimeValues withNumbers(ArrayRef<RuntimeValue> like, ArrayRef<double> numbers) {
  RuntimeValues values;
  for (const RuntimeValue &value : like) {
    values.push_back(withNumbers(value, numbers.take_front(sizeOf(value))));
    numbers = numbers.drop_front(sizeOf(value));
  }
  return values;
}

static RuntimeValues pick(ArrayRef<RuntimeValue> values, ArrayRef<int64_t> positions) {
  RuntimeValues picked;
  for (int64_t position : positions)
    picked.push_back(values[position]);
  return picked;
}

static SmallVector<CheckedProgram::Range> rangesOf(ArrayRef<RuntimeValue> values) {
  SmallVector<CheckedProgram::Range> ranges;
  int64_t begin = 0;
  for (const RuntimeValue &value : values) {
    ranges.push_back({begin, sizeOf(value)});
    begin += sizeOf(value);
  }
  return ranges;
}

static int64_t findRange(ArrayRef<CheckedProgram::Range> ranges, int64_t i) {
  return llvm::partition_point(
             ranges, [&](CheckedProgram::Range range) { return range.begin + range.size <= i; }) -
         ranges.begin();
}

/// `#2[1, 0]`.
static std::string nameOf(int64_t position, const RuntimeValue &value, int64_t element) {
  std::string name = "#" + std::to_string(position);
  if (!value.is<Tensor>() || value.asTensor().rank() == 0)
    return name;
  SmallVector<int64_t> indices;
  for (int64_t extent : llvm::reverse(value.asTensor().shape)) {
    indices.push_back(element % extent);
    element /= extent;
  }
  std::reverse(indices.begin(), indices.end());
  return name + formatShape(indices);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

CheckedProgram::CheckedProgram(StringRef entry, ArrayRef<RuntimeValue> args,
                               const Selection &selection)
    : entry(entry), args(args), selection(selection), point(numbersOf(pick(args, selection.wrt))),
      argRanges(rangesOf(pick(args, selection.wrt))) {}

FailureOr<std::unique_ptr<CheckedProgram>> CheckedProgram::create(ModuleOp module, StringRef entry,
                                                                  ArrayRef<RuntimeValue> args,
                                                                  const Selection &selection,
                                                                  const CompilerOptions &options,
                                                                  std::string &why) {
  std::unique_ptr<CheckedProgram> checked(new CheckedProgram(entry, args, selection));
  auto function = module.lookupSymbol<FunctionOpInterface>(entry);
  checked->forwardName = addForward(module, function, selection);
  checked->reverseName = addReverse(module, function, selection);
  auto program = CompiledProgram::create(module, options, why);
  if (failed(program))
    return failure();
  checked->program = std::move(*program);
  FailureOr<RuntimeValues> results = checked->program->call(entry, args, why);
  if (failed(results))
    return failure();
  checked->image = pick(*results, selection.of);
  checked->resultRanges = rangesOf(checked->image);
  checked->rows = numbersOf(checked->image).size();
  return checked;
}

int64_t CheckedProgram::argumentOf(int64_t column) const { return findRange(argRanges, column); }

std::string CheckedProgram::columnName(int64_t column) const {
  int64_t arg = argumentOf(column), position = selection.wrt[arg];
  return "argument " + nameOf(position, args[position], column - argRanges[arg].begin);
}

std::string CheckedProgram::rowName(int64_t row) const {
  int64_t result = findRange(resultRanges, row);
  return "result " + nameOf(selection.of[result], image[result], row - resultRanges[result].begin);
}

RuntimeValues CheckedProgram::argsAt(ArrayRef<double> x) const {
  RuntimeValues moved(args);
  for (auto [position, value] :
       llvm::zip_equal(selection.wrt, withNumbers(pick(args, selection.wrt), x)))
    moved[position] = value;
  return moved;
}

FailureOr<Numbers> CheckedProgram::valuesOf(ArrayRef<double> x, std::string &why) const {
  FailureOr<RuntimeValues> results = program->call(entry, argsAt(x), why);
  if (failed(results))
    return failure();
  return numbersOf(pick(*results, selection.of));
}

FailureOr<Numbers> CheckedProgram::valuesAlong(ArrayRef<double> direction, double step,
                                               std::string &why) const {
  Numbers x = point;
  for (auto [coordinate, speed] : llvm::zip_equal(x, direction))
    // An infinite coordinate stays where it is.
    coordinate += speed == 0 ? 0 : step * speed;
  FailureOr<Numbers> values = valuesOf(x, why);
  if (succeeded(values) && int64_t(values->size()) != rows) {
    why = "the shape of the results of '" + entry + "' depends on what is differentiated";
    return failure();
  }
  return values;
}

FailureOr<Numbers> CheckedProgram::forward(ArrayRef<double> weights, std::string &why) const {
  RuntimeValues inputs(args);
  llvm::append_range(inputs, withNumbers(pick(args, selection.wrt), weights));
  FailureOr<RuntimeValues> tangents = program->call(forwardName, inputs, why);
  if (failed(tangents))
    return failure();
  return numbersOf(*tangents);
}

FailureOr<Numbers> CheckedProgram::reverseAt(ArrayRef<double> x, ArrayRef<double> weights,
                                             std::string &why) const {
  RuntimeValues inputs = argsAt(x);
  llvm::append_range(inputs, withNumbers(image, weights));
  FailureOr<RuntimeValues> cotangents = program->call(reverseName, inputs, why);
  if (failed(cotangents))
    return failure();
  return numbersOf(*cotangents);
}

FailureOr<Numbers> CheckedProgram::reverse(ArrayRef<double> weights, std::string &why) const {
  return reverseAt(point, weights, why);
}

FailureOr<double> CheckedProgram::reverseEntry(int64_t row, int64_t column, double step,
                                               std::string &why) const {
  Numbers x = point, weights(rows, 0.0);
  x[column] += step;
  weights[row] = 1;
  FailureOr<Numbers> gradient = reverseAt(x, weights, why);
  if (failed(gradient))
    return failure();
  return (*gradient)[column];
}

FailureOr<Numbers> CheckedProgram::reverseMoved(int64_t row, double relativeStep, unsigned seed,
                                                std::string &why) const {
  std::minstd_rand random(seed);
  Numbers x = point, weights(rows, 0.0);
  weights[row] = 1;
  for (double &coordinate : x)
    coordinate += (int(random() >> 8 & 15) - 7.5) * relativeStep * coordinate;
  return reverseAt(x, weights, why);
}
