//===- AttributeText.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeText.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace chad::stablehlo;

namespace {
/// Reads a text from left to right. Each method first skips white space; if it fails, it reads
/// nothing.
class Reader {
public:
  explicit Reader(StringRef text) : text(text) {}

  bool take(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }
  std::optional<StringRef> takeName() {
    text = text.ltrim();
    StringRef name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (name.empty() || llvm::isDigit(name.front()))
      return std::nullopt;
    text = text.drop_front(name.size());
    return name;
  }
  std::optional<int64_t> takeInteger() {
    text = text.ltrim();
    int64_t value;
    if (text.consumeInteger(10, value))
      return std::nullopt;
    return value;
  }
  /// `[1, 2]` or `3`.
  std::optional<SmallVector<int64_t>> takeIntegers() {
    SmallVector<int64_t> values;
    if (!take("[")) {
      std::optional<int64_t> value = takeInteger();
      if (!value)
        return std::nullopt;
      values.push_back(*value);
      return values;
    }
    if (take("]"))
      return values;
    do {
      std::optional<int64_t> value = takeInteger();
      if (!value)
        return std::nullopt;
      values.push_back(*value);
    } while (take(","));
    if (!take("]"))
      return std::nullopt;
    return values;
  }
  bool atEnd() {
    text = text.ltrim();
    return text.empty();
  }

private:
  StringRef text;
};
} // namespace

Attribute chad::stablehlo::makeText(MLIRContext *context, StringRef dialect, const Twine &text) {
  return OpaqueAttr::get(StringAttr::get(context, dialect), text.str(), NoneType::get(context));
}

std::string chad::stablehlo::writeConvolutionSide(StringRef first, int64_t firstDim,
                                                  StringRef second, int64_t secondDim,
                                                  ArrayRef<int64_t> spatial) {
  SmallVector<std::string> letters(spatial.size() + 2);
  auto place = [&](int64_t dim, const Twine &letter) {
    if (dim >= 0 && dim < static_cast<int64_t>(letters.size()))
      letters[dim] = letter.str();
  };
  place(firstDim, first);
  place(secondDim, second);
  for (auto [i, dim] : llvm::enumerate(spatial))
    place(dim, Twine(i));
  return "[" + llvm::join(letters, ", ") + "]";
}

static std::string textOf(Attribute attr) {
  std::string text;
  if (attr)
    llvm::raw_string_ostream(text) << attr;
  return text;
}

std::optional<std::string> chad::stablehlo::parseEnumText(Attribute attr, StringRef kind) {
  // Some producers write enumerations as strings.
  if (auto string = dyn_cast_or_null<StringAttr>(attr))
    return string.str();
  std::string text = textOf(attr);
  Reader reader(text);
  if (!reader.take("#") || !reader.takeName() || !reader.take("<") || !reader.take(kind))
    return std::nullopt;
  std::optional<StringRef> value = reader.takeName();
  if (!value || !reader.take(">") || !reader.atEnd())
    return std::nullopt;
  return value->str();
}

std::optional<Fields> chad::stablehlo::parseFields(Attribute attr, StringRef kind) {
  std::string text = textOf(attr);
  Reader reader(text);
  if (!reader.take("#") || !reader.takeName() || !reader.take(".") || !reader.take(kind) ||
      !reader.take("<"))
    return std::nullopt;
  Fields fields;
  if (!reader.take(">")) {
    do {
      std::optional<StringRef> name = reader.takeName();
      if (!name || !reader.take("="))
        return std::nullopt;
      auto values = reader.takeIntegers();
      if (!values || !fields.try_emplace(*name, *values).second)
        return std::nullopt;
    } while (reader.take(","));
    if (!reader.take(">"))
      return std::nullopt;
  }
  if (!reader.atEnd())
    return std::nullopt;
  return fields;
}

/// Parses `[b, 0, 1, f]`. `first` and `second` are the letters of the two dimensions that are not
/// spatial.
static bool parseSide(Reader &reader, StringRef first, StringRef second, ConvolutionSide &side) {
  SmallVector<std::pair<int64_t, int64_t>> spatial;
  if (!reader.take("["))
    return false;
  int64_t position = 0;
  do {
    if (std::optional<int64_t> number = reader.takeInteger()) {
      spatial.emplace_back(*number, position++);
      continue;
    }
    std::optional<StringRef> name = reader.takeName();
    int64_t *place = !name             ? nullptr
                     : *name == first  ? &side.first
                     : *name == second ? &side.second
                                       : nullptr;
    if (!place || *place >= 0)
      return false;
    *place = position++;
  } while (reader.take(","));
  llvm::sort(spatial);
  for (auto [i, pair] : llvm::enumerate(spatial)) {
    if (pair.first != static_cast<int64_t>(i))
      return false;
    side.spatial.push_back(pair.second);
  }
  return reader.take("]") && side.first >= 0 && side.second >= 0;
}

std::optional<ConvolutionDims> chad::stablehlo::parseConvolutionDims(Attribute attr) {
  std::string text = textOf(attr);
  Reader reader(text);
  ConvolutionDims dims;
  if (!reader.take("#") || !reader.takeName() || !reader.take(".conv") || !reader.take("<") ||
      !parseSide(reader, "b", "f", dims.input) || !reader.take("x") ||
      !parseSide(reader, "i", "o", dims.kernel) || !reader.take("->") ||
      !parseSide(reader, "b", "f", dims.output) || !reader.take(">") || !reader.atEnd())
    return std::nullopt;
  if (dims.kernel.spatial.size() != dims.input.spatial.size() ||
      dims.output.spatial.size() != dims.input.spatial.size())
    return std::nullopt;
  return dims;
}
