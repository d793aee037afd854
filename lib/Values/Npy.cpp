//===- Npy.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Values/Npy.h"
#include "chad/Values/ComplexValue.h"
#include "chad/Values/ValueText.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;
using namespace chad;

static constexpr StringRef magic("\x93NUMPY", 6);

/// The scalar type of a tensor or of `!chad.lin`.
static Type scalarOf(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    type = lin.isUnit() ? Type() : lin.getPrimal();
  if (isa_and_nonnull<RankedTensorType>(type))
    type = getElementTypeOrSelf(type);
  return type && isScalarType(type) ? type : Type();
}

SmallVector<StringRef> chad::npyTypesOf(Type type) {
  if (Type part = getPartType(type)) {
    Type scalar = scalarOf(part);
    if (scalar && scalar.isF64())
      return {"<c16"};
    if (scalar && scalar.isF32())
      return {"<c8"};
    return {};
  }
  Type scalar = scalarOf(type);
  if (!scalar)
    return {};
  if (scalar.isF64())
    return {"<f8"};
  if (scalar.isF32())
    return {"<f4"};
  if (scalar.isF16())
    return {"<f2"};
  if (scalar.isIndex())
    return {"<i8"};
  auto integer = dyn_cast<IntegerType>(scalar);
  if (!integer)
    return {};
  SmallVector<StringRef> types;
  auto add = [&](StringRef signedType, StringRef unsignedType) {
    if (!integer.isUnsigned())
      types.push_back(signedType);
    if (!integer.isSigned())
      types.push_back(unsignedType);
  };
  switch (integer.getWidth()) {
  case 1:
    return {"|b1"};
  case 8:
    add("|i1", "|u1");
    break;
  case 16:
    add("<i2", "<u2");
    break;
  case 32:
    add("<i4", "<u4");
    break;
  case 64:
    add("<i8", "<u8");
    break;
  }
  return types;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
struct Header {
  std::string dtype;
  bool isFortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Reads `{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }`.
class HeaderParser {
public:
  HeaderParser(StringRef text, std::string &why) : rest(text), why(why) {}

  FailureOr<Header> parse();

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool parseString(std::string &string) {
    rest = rest.ltrim();
    char quote = rest.empty() ? 0 : rest.front();
    size_t end = quote == '\'' || quote == '"' ? rest.find(quote, 1) : StringRef::npos;
    if (end == StringRef::npos)
      return false;
    string = rest.slice(1, end).str();
    rest = rest.drop_front(end + 1);
    return true;
  }
  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!consume("("))
      return false;
    while (!consume(")")) {
      int64_t extent;
      rest = rest.ltrim();
      if (rest.consumeInteger(10, extent) || extent < 0)
        return false;
      rest.consume_front("L");
      shape.push_back(extent);
      if (!consume(",") && !rest.ltrim().starts_with(")"))
        return false;
    }
    return true;
  }
  bool parseEntry(StringRef key, Header &header) {
    if (key == "descr")
      return parseString(header.dtype);
    if (key == "shape")
      return parseShape(header.shape);
    if (key != "fortran_order")
      return false;
    header.isFortranOrder = consume("True");
    return header.isFortranOrder || consume("False");
  }

  StringRef rest;
  std::string &why;
};
} // namespace

FailureOr<Header> HeaderParser::parse() {
  Header header;
  StringRef whole = rest.trim();
  bool isValid = consume("{");
  unsigned seen = 0;
  while (isValid && !consume("}")) {
    std::string key;
    isValid = parseString(key) && consume(":") && parseEntry(key, header);
    ++seen;
    if (isValid && !consume(","))
      isValid = rest.ltrim().starts_with("}");
  }
  if (isValid && seen == 3 && !header.dtype.empty())
    return header;
  why = "its header is not understood: " + whole.take_front(200).str();
  return failure();
}

/// The number in `bytes`, little endian.
static Number decode(StringRef bytes, Type scalar) {
  uint64_t bits = 0;
  for (auto [i, byte] : llvm::enumerate(bytes))
    bits |= uint64_t(uint8_t(byte)) << (8 * i);
  unsigned width = 8 * bytes.size();
  if (scalar.isInteger(1))
    return APInt(1, bits != 0);
  if (isa<IntegerType, IndexType>(scalar))
    return APInt(width, bits);
  APFloat value(cast<FloatType>(scalar).getFloatSemantics(), APInt(width, bits));
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

/// Where the element at row-major place `i` stands in column-major order.
static int64_t fortranPlace(int64_t i, ArrayRef<int64_t> shape) {
  int64_t place = 0, stride = 1;
  SmallVector<int64_t> position(shape.size());
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    position[d] = i % shape[d];
    i /= shape[d];
  }
  for (auto [index, extent] : llvm::zip_equal(position, shape)) {
    place += index * stride;
    stride *= extent;
  }
  return place;
}

/// Splits the file into its header and its data.
static FailureOr<Header> splitFile(StringRef contents, StringRef &data, std::string &why) {
  if (!contents.starts_with(magic)) {
    why = "it is not an .npy file: the first bytes are not '\\x93NUMPY'";
    return failure();
  }
  unsigned major = contents.size() > 6 ? uint8_t(contents[6]) : 0;
  if (contents.size() > 6 && (major < 1 || major > 3)) {
    why = "its format version " + std::to_string(major) + " is not known";
    return failure();
  }
  size_t start = major == 1 ? 10 : 12;
  size_t length = 0;
  if (contents.size() >= start)
    length = major == 1 ? llvm::support::endian::read16le(contents.data() + 8)
                        : llvm::support::endian::read32le(contents.data() + 8);
  if (contents.size() < start || contents.size() - start < length) {
    why = "it is truncated within its header";
    return failure();
  }
  data = contents.drop_front(start + length);
  return HeaderParser(contents.substr(start, length), why).parse();
}

/// The bytes of an array; none if their number exceeds the addresses, even for an empty array.
static std::optional<uint64_t> bytesOf(ArrayRef<int64_t> shape, uint64_t elementBytes) {
  constexpr uint64_t limit = std::numeric_limits<int64_t>::max();
  uint64_t bytes = elementBytes;
  bool isEmpty = false;
  for (uint64_t extent : shape) {
    isEmpty |= extent == 0;
    if (extent > limit / bytes)
      return std::nullopt;
    bytes *= std::max<uint64_t>(extent, 1);
  }
  return isEmpty ? 0 : bytes;
}

FailureOr<RuntimeValue> chad::readNpy(StringRef contents, Type type, std::string &why) {
  StringRef data;
  FailureOr<Header> header = splitFile(contents, data, why);
  if (failed(header))
    return failure();
  SmallVector<StringRef> allowed = npyTypesOf(type);
  if (allowed.empty()) {
    why = "no .npy file holds values of this type";
    if (!isRepresentable(type) || !scalarOf(type))
      why += ": " + describeAlternative(type);
    return failure();
  }
  std::string dtype = header->dtype;
  bool isBigEndian = dtype.front() == '>';
  if (isBigEndian || dtype.front() == '=')
    dtype.front() = '<';
  if (StringRef(dtype).ends_with("1") && dtype.front() == '<')
    dtype.front() = '|';
  if (!llvm::is_contained(allowed, dtype)) {
    why = "its dtype is '" + header->dtype + "', expected '" + llvm::join(allowed, "' or '") + "'";
    return failure();
  }
  size_t bytes = dtype.back() - '0';
  std::optional<uint64_t> size = bytesOf(header->shape, bytes);
  if (!size) {
    why = "its shape " + formatShape(header->shape) + " is too large for memory";
    return failure();
  }
  if (data.size() != *size) {
    why = (data.size() < *size ? "it is truncated: " : "it has bytes left over: ") +
          ("shape " + formatShape(header->shape)) + " of '" + header->dtype + "' takes " +
          std::to_string(*size) + " bytes of data, and there are " + std::to_string(data.size());
    return failure();
  }
  int64_t count = *size / bytes;
  std::vector<Number> elements;
  elements.reserve(count);
  Type scalar = scalarOf(type);
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = header->isFortranOrder ? fortranPlace(i, header->shape) : i;
    std::string number = data.substr(place * bytes, bytes).str();
    if (isBigEndian)
      std::reverse(number.begin(), number.end());
    elements.push_back(decode(number, scalar));
  }
  Type primal = isa<LinType>(type) ? cast<LinType>(type).getPrimal() : type;
  RuntimeValue value = Tensor(header->shape, elements);
  if (!isa<RankedTensorType>(primal)) {
    if (!header->shape.empty()) {
      why = "it has shape " + formatShape(header->shape) + ", expected a scalar, of shape []";
      return failure();
    }
    return RuntimeValue(elements.front());
  }
  if (conforms(value, type, why))
    return value;
  why = "it " + why;
  return failure();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void encode(raw_ostream &os, const Number &number, Type scalar, size_t bytes) {
  uint64_t bits;
  if (auto type = dyn_cast<FloatType>(scalar)) {
    APFloat value(std::get<double>(number));
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    bits = value.bitcastToAPInt().getZExtValue();
  } else {
    bits = std::get<APInt>(number).getZExtValue();
  }
  for (size_t i = 0; i < bytes; ++i)
    os << char(bits >> (8 * i));
}

/// The header of the file of an array of the shape of `value`.
static std::string startFile(StringRef dtype, const RuntimeValue &value) {
  std::string shape = "(";
  if (value.is<Tensor>())
    for (int64_t extent : value.asTensor().shape)
      shape += std::to_string(extent) + ",";
  shape += ")";
  std::string header =
      ("{'descr': '" + dtype + "', 'fortran_order': False, 'shape': " + shape + ", }").str();
  // The data starts at a multiple of 64 bytes.
  header.resize(llvm::alignTo(10 + header.size() + 1, 64) - 11, ' ');
  header += '\n';
  std::string contents;
  llvm::raw_string_ostream os(contents);
  os << magic << '\x01' << '\x00' << char(header.size() & 0xff) << char(header.size() >> 8)
     << header;
  return contents;
}

std::string chad::writeNpy(const RuntimeValue &value, Type type) {
  StringRef dtype = npyTypesOf(type).front();
  std::string contents = startFile(dtype, value);
  llvm::raw_string_ostream os(contents);
  Type scalar = scalarOf(type);
  size_t bytes = dtype.back() - '0';
  if (!value.is<Tensor>())
    encode(os, value.as<Number>(), scalar, bytes);
  else
    for (const Number &number : *value.asTensor().elements)
      encode(os, number, scalar, bytes);
  return contents;
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

std::string chad::writeComplexNpy(const ComplexValue &value, Type type) {
  std::string contents = startFile(npyTypesOf(type).front(), value.re);
  llvm::raw_string_ostream os(contents);
  Type scalar = scalarOf(getPartType(type));
  size_t bytes = scalar.getIntOrFloatBitWidth() / 8;
  auto encodePair = [&](const Number &re, const Number &im) {
    encode(os, re, scalar, bytes);
    encode(os, im, scalar, bytes);
  };
  if (!value.re.is<Tensor>())
    encodePair(value.re.as<Number>(), value.im.as<Number>());
  else
    for (auto [re, im] :
         llvm::zip_equal(*value.re.asTensor().elements, *value.im.asTensor().elements))
      encodePair(re, im);
  return contents;
}

FailureOr<ComplexValue> chad::readComplexNpy(StringRef contents, Type type, std::string &why) {
  StringRef data;
  FailureOr<Header> header = splitFile(contents, data, why);
  if (failed(header))
    return failure();
  SmallVector<StringRef> allowed = npyTypesOf(type);
  std::string dtype = header->dtype;
  if (!dtype.empty() && (dtype.front() == '>' || dtype.front() == '='))
    dtype.front() = '<';
  if (!llvm::is_contained(allowed, dtype)) {
    why = allowed.empty() ? "no .npy file holds values of this type"
                          : "its dtype is '" + header->dtype + "', expected '" +
                                llvm::join(allowed, "' or '") + "'";
    return failure();
  }
  // A file of each part: the header with another dtype, and every other number.
  size_t bytes = dtype == "<c16" ? 8 : 4;
  std::string start = contents.drop_back(data.size()).str();
  size_t place = start.find(header->dtype.substr(1));
  std::string floats = bytes == 8 ? "f8' " : "f4";
  start.replace(place, bytes == 8 ? 4 : 2, floats);
  RuntimeValue parts[2];
  for (int i : {0, 1}) {
    std::string file = start;
    for (size_t at = i * bytes; at < data.size(); at += 2 * bytes)
      file += data.substr(at, bytes).str();
    FailureOr<RuntimeValue> part = readNpy(file, getPartType(type), why);
    if (failed(part))
      return failure();
    parts[i] = *part;
  }
  return ComplexValue{parts[0], parts[1]};
}
