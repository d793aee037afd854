//===- Literals.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Values/ComplexValue.h"
#include "chad/Values/ValueText.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace chad;

static std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

namespace {
class LiteralParser {
public:
  LiteralParser(StringRef text, std::string &why) : rest(text.trim()), why(why) {}

  FailureOr<RuntimeValue> parse(Type type);

private:
  /// Parses a value at the front of the text.
  FailureOr<RuntimeValue> parsePart(Type type);
  FailureOr<RuntimeValue> parseTensor(RankedTensorType type);
  FailureOr<RuntimeValue> parseSum(SumType type);
  LogicalResult parseNumber(Type type, std::vector<Number> &numbers);
  FailureOr<Number> parseFloat(StringRef word, FloatType type);
  FailureOr<Number> parseInteger(StringRef word, Type type);
  LogicalResult parseRows(RankedTensorType type, int64_t dim);
  LogicalResult error(const Twine &message) {
    why = message.str();
    return failure();
  }
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  /// Takes the characters of a number or a name.
  StringRef takeWord() {
    StringRef word = rest.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '-' || c == '+'; });
    rest = rest.drop_front(word.size());
    return word;
  }
  /// The text from here, for a message.
  std::string here() {
    rest = rest.ltrim();
    if (rest.empty())
      return "the end";
    return ("'" + rest.take_front(20) + (rest.size() > 20 ? "...'" : "'")).str();
  }

  StringRef rest;
  std::string &why;
  std::vector<Number> elements;
  /// The extents seen so far; -1 where none was.
  SmallVector<int64_t> shape;
};
} // namespace

FailureOr<Number> LiteralParser::parseFloat(StringRef word, FloatType type) {
  APFloat value(type.getFloatSemantics());
  StringRef digits = word;
  bool isNegative = digits.consume_front("-");
  if (!isNegative)
    digits.consume_front("+");
  if (digits.equals_insensitive("nan")) {
    value = APFloat::getNaN(type.getFloatSemantics(), isNegative);
  } else if (digits.equals_insensitive("inf") || digits.equals_insensitive("infinity")) {
    value = APFloat::getInf(type.getFloatSemantics(), isNegative);
  } else if (!digits.empty() && (llvm::isDigit(digits.front()) || digits.front() == '.')) {
    auto status = value.convertFromString(word, APFloat::rmNearestTiesToEven);
    // A number does not end in the letter or the sign of an exponent, which `APFloat` leaves out.
    if (llvm::errorToBool(status.takeError()) || StringRef("eE+-").contains(word.back()))
      return error("'" + word + "' is not a float");
  } else {
    return error("'" + word + "' is not a float");
  }
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return Number(value.convertToDouble());
}

FailureOr<Number> LiteralParser::parseInteger(StringRef word, Type type) {
  unsigned width = integerWidth(type);
  if (width == 1 && (word == "true" || word == "false"))
    return Number(APInt(1, word == "true"));
  StringRef digits = word;
  bool isNegative = digits.consume_front("-");
  APInt magnitude;
  if (digits.empty() || !llvm::isDigit(digits.front()) || digits.getAsInteger(10, magnitude))
    return error("'" + word + "' is not " + (width == 1 ? "true or false" : "an integer"));
  APSInt value(magnitude.zext(magnitude.getBitWidth() + 1), /*isUnsigned=*/false);
  if (isNegative)
    value = -value;
  bool canBeSigned = !type.isUnsignedInteger(), canBeUnsigned = !type.isSignedInteger();
  bool fits = (canBeSigned && value.isSignedIntN(width)) ||
              (canBeUnsigned && !value.isNegative() && value.isIntN(width));
  if (type.isIndex())
    fits = value.isSignedIntN(width);
  if (!fits)
    return error("'" + word + "' does not fit " + str(type));
  return Number(value.sextOrTrunc(width));
}

LogicalResult LiteralParser::parseNumber(Type type, std::vector<Number> &numbers) {
  if (auto sum = dyn_cast<SumType>(type)) {
    FailureOr<RuntimeValue> value = parseSum(sum);
    if (failed(value))
      return failure();
    numbers.push_back(value->as<Number>());
    return success();
  }
  rest = rest.ltrim();
  StringRef word = takeWord();
  if (word.empty())
    return error("expected a number of type " + str(type) + " at " + here());
  auto floatType = dyn_cast<FloatType>(type);
  FailureOr<Number> number = floatType ? parseFloat(word, floatType) : parseInteger(word, type);
  if (failed(number))
    return failure();
  numbers.push_back(std::move(*number));
  return success();
}

/// Parses the part of a literal from dimension `dim` on. The recursion is as deep as the rank;
/// extents are loops.
LogicalResult LiteralParser::parseRows(RankedTensorType type, int64_t dim) {
  if (dim == type.getRank())
    return parseNumber(type.getElementType(), elements);
  if (!consume("["))
    return error("expected '[' of dimension " + Twine(dim) + " of " + str(type) + " at " + here());
  int64_t extent = 0;
  if (!consume("]")) {
    do {
      if (failed(parseRows(type, dim + 1)))
        return failure();
      ++extent;
    } while (consume(","));
    if (!consume("]"))
      return error("expected ',' or ']' at " + here());
  }
  if (shape[dim] >= 0 && shape[dim] != extent)
    return error("rows of dimension " + Twine(dim) + " have " + Twine(shape[dim]) + " and " +
                 Twine(extent) + " elements");
  shape[dim] = extent;
  return success();
}

FailureOr<RuntimeValue> LiteralParser::parseTensor(RankedTensorType type) {
  // Elements that are sums may hold tensors.
  std::vector<Number> outerElements = std::move(elements);
  SmallVector<int64_t> outerShape = std::move(shape);
  elements.clear();
  shape.assign(type.getRank(), -1);
  if (failed(parseRows(type, 0)))
    return failure();
  // Below an empty dimension nothing was seen.
  for (auto [extent, expected] : llvm::zip_equal(shape, type.getShape()))
    if (extent < 0)
      extent = ShapedType::isDynamic(expected) ? 0 : expected;
  RuntimeValue value = Tensor(shape, std::move(elements));
  elements = std::move(outerElements);
  shape = std::move(outerShape);
  if (!conforms(value, type, why))
    return error("the literal " + why);
  return value;
}

/// Parses `inj 1(2.5, [1, 2])`.
FailureOr<RuntimeValue> LiteralParser::parseSum(SumType type) {
  auto expected = [&](const Twine &what) { return error("expected " + what + " at " + here()); };
  if (!consume("inj"))
    return expected("'inj', a tag and the values of the alternative, as in 'inj 0(...)', of " +
                    str(type));
  rest = rest.ltrim();
  uint64_t tag;
  size_t count = type.getAlternatives().size();
  if (rest.empty() || !llvm::isDigit(rest.front()) || rest.consumeInteger(10, tag))
    return expected("a tag of " + str(type));
  if (tag >= count)
    return error("there is no alternative " + Twine(tag) + " of " + str(type) + ", which has " +
                 Twine(count));
  TypeRange types = type.getAlternatives()[tag].getTypes();
  std::string what = "the " + std::to_string(types.size()) + " values of alternative " +
                     std::to_string(tag) + " of " + str(type);
  if (!consume("("))
    return expected("'(' and " + what);
  RuntimeValues payload;
  for (auto [i, part] : llvm::enumerate(types)) {
    if (i && !consume(","))
      return expected("',' and the rest of " + what);
    FailureOr<RuntimeValue> value = parsePart(part);
    if (failed(value))
      return error("value " + Twine(i) + " of alternative " + Twine(tag) + ": " + why);
    payload.push_back(std::move(*value));
  }
  if (!consume(")"))
    return expected("')' after " + what);
  return RuntimeValue(SumValue(tag, payload));
}

FailureOr<RuntimeValue> LiteralParser::parsePart(Type type) {
  if (auto lin = dyn_cast<LinType>(type)) {
    if (!lin.isUnit())
      return parsePart(lin.getPrimal());
    if (!consume("(") || !consume(")"))
      return error("expected '()', the one value of " + str(type));
    return RuntimeValue(Unit());
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return parseTensor(tensor);
  std::vector<Number> number;
  if (failed(parseNumber(type, number)))
    return failure();
  return RuntimeValue(number.front());
}

FailureOr<RuntimeValue> LiteralParser::parse(Type type) {
  FailureOr<RuntimeValue> value = parsePart(type);
  rest = rest.ltrim();
  if (succeeded(value) && !rest.empty())
    return error("unexpected " + here() + " after the value");
  return value;
}

static std::string describe(RankedTensorType tensor) {
  return "'" + str(RankedTensorType::get(tensor.getShape(), tensor.getElementType())) + "'";
}

std::string chad::describeAlternative(Type type) {
  std::string text =
      "arguments and results are f64, f32, f16, bf16, index, integers without a sign "
      "of 1, 8, 16, 32 or 64 bits, ranked tensors of these, and sums of these";
  auto tensorOf = [](auto shaped) -> std::string {
    if (auto vector = dyn_cast<VectorType>(shaped.getElementType())) {
      SmallVector<int64_t> shape(shaped.getShape());
      llvm::append_range(shape, vector.getShape());
      return describe(RankedTensorType::get(shape, vector.getElementType()));
    }
    if (!RankedTensorType::isValidElementType(shaped.getElementType()))
      return "a tensor of numbers";
    return describe(RankedTensorType::get(shaped.getShape(), shaped.getElementType()));
  };
  std::string instead =
      llvm::TypeSwitch<Type, std::string>(type)
          .Case<MemRefType, VectorType>([&](auto shaped) { return "take " + tensorOf(shaped); })
          .Case<UnrankedMemRefType, UnrankedTensorType>(
              [&](auto) { return "take a tensor of known rank"; })
          .Case([](ComplexType complex) {
            return "take the real and the imaginary part as two '" + str(complex.getElementType()) +
                   "'";
          })
          .Case([](TupleType) { return "take the components one by one"; })
          .Case<FunctionType, LFunType>(
              [](Type) { return "make and apply functions within the program"; })
          .Case([&](RankedTensorType tensor) -> std::string {
            if (auto complex = dyn_cast<ComplexType>(tensor.getElementType()))
              return "take the real and the imaginary parts as two " +
                     describe(cast<RankedTensorType>(tensor.clone(complex.getElementType())));
            return tensor.getEncoding()
                       ? "an encoding, such as that of sparse tensors, is not supported: take " +
                             describe(tensor)
                       : "";
          })
          .Default(std::string());
  return instead.empty() ? text : text + "; " + instead;
}

/// Whether there is a literal for values of `type`.
static bool hasLiterals(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    return lin.isUnit() || hasLiterals(lin.getPrimal());
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isRepresentable(type) && hasLiterals(tensor.getElementType());
  if (auto sum = dyn_cast<SumType>(type))
    return !sum.getAlternatives().empty() &&
           llvm::all_of(sum.getAlternatives(), [](TupleType alternative) {
             return llvm::all_of(alternative.getTypes(), hasLiterals);
           });
  return isScalarType(type) && isRepresentable(type);
}

FailureOr<RuntimeValue> chad::parseValue(StringRef text, Type type, std::string &why) {
  if (!hasLiterals(type)) {
    why = "not supported: " + describeAlternative(type);
    return failure();
  }
  return LiteralParser(text, why).parse(type);
}

/// The real and the imaginary part of `3`, `2i`, `3+2i`, `1e-3-2.5j`.
static std::pair<std::string, std::string> splitNumber(StringRef word) {
  if (!word.consume_back("i") && !word.consume_back("j"))
    return {word.str(), "0"};
  // The sign in between is neither the first character nor that of an exponent.
  size_t sign = word.size();
  while (sign-- > 0)
    if ((word[sign] == '+' || word[sign] == '-') &&
        (sign == 0 || (word[sign - 1] != 'e' && word[sign - 1] != 'E')))
      break;
  if (sign == size_t(-1) || sign == 0)
    return {"0", word.str()};
  return {word.take_front(sign).str(), word.drop_front(sign).str()};
}

FailureOr<ComplexValue> chad::parseComplex(StringRef text, Type type, std::string &why) {
  std::string parts[2];
  while (!text.empty()) {
    StringRef word = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '-' || c == '+'; });
    if (word.empty()) {
      for (std::string &part : parts)
        part += text.front();
      text = text.drop_front();
      continue;
    }
    auto [re, im] = splitNumber(word);
    parts[0] += re;
    parts[1] += im;
    text = text.drop_front(word.size());
  }
  FailureOr<RuntimeValue> re = parseValue(parts[0], getPartType(type), why);
  if (failed(re))
    return failure();
  FailureOr<RuntimeValue> im = parseValue(parts[1], getPartType(type), why);
  if (failed(im))
    return failure();
  return ComplexValue{*re, *im};
}
