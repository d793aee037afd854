//===- Npy.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Values/Npy.h"
#include "chad/IR/SumArrays.h"
#include "chad/Values/ComplexValue.h"
#include "chad/Values/SumValues.h"
#include "chad/Values/ValueText.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
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

bool chad::isNpyType(Type type) {
  if (!isSumOrArrayOfSums(type))
    return !npyTypesOf(type).empty();
  auto sum = cast<SumType>(getElementTypeOrSelf(type));
  // Sums hold no complex numbers, whose parts run through programs by themselves.
  return !sum.getAlternatives().empty() &&
         llvm::all_of(sum.getAlternatives(), [](TupleType alternative) {
           return llvm::all_of(alternative.getTypes(),
                               [](Type part) { return isNpyType(part) && !getPartType(part); });
         });
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// `'<f8'`, or for structures `[('tag', '<i8'), ('alt0_0', '<f8', (3,))]`.
struct Dtype {
  struct Field;

  std::string scalar; ///< Empty for a structure.
  std::vector<Field> fields;

  bool isStructure() const { return scalar.empty(); }
  uint64_t getBytes() const;
  const Field *find(StringRef name) const;
};
struct Dtype::Field {
  std::string name; ///< Empty for padding.
  Dtype dtype;
  SmallVector<int64_t> shape;

  uint64_t getBytes() const {
    uint64_t bytes = dtype.getBytes();
    for (int64_t extent : shape)
      bytes = llvm::SaturatingMultiply<uint64_t>(bytes, extent);
    return bytes;
  }
};

struct Header {
  Dtype dtype;
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
  bool parseDtype(Dtype &dtype, unsigned depth = 0) {
    if (!consume("["))
      return parseString(dtype.scalar) && !dtype.scalar.empty();
    constexpr unsigned maxDepth = 64;
    if (depth == maxDepth)
      return false;
    while (!consume("]")) {
      Dtype::Field &field = dtype.fields.emplace_back();
      if (!consume("(") || !parseString(field.name) || !consume(",") ||
          !parseDtype(field.dtype, depth + 1) || (consume(",") && !parseShape(field.shape)) ||
          !consume(")") || (!consume(",") && !rest.ltrim().starts_with("]")))
        return false;
    }
    return !dtype.fields.empty();
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
      return parseDtype(header.dtype);
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

uint64_t Dtype::getBytes() const {
  uint64_t bytes = 0;
  if (!isStructure())
    return StringRef(scalar).drop_front(std::min<size_t>(2, scalar.size())).getAsInteger(10, bytes)
               ? 0
               : bytes;
  for (const Field &field : fields)
    bytes = llvm::SaturatingAdd(bytes, field.getBytes());
  return bytes;
}

const Dtype::Field *Dtype::find(StringRef name) const {
  auto found = llvm::find_if(fields, [&](const Field &field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

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
  if (isValid && seen == 3)
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

/// Whether the numbers of `dtype` are those of a type with the dtypes `allowed`.
static LogicalResult checkDtype(const Dtype &dtype, ArrayRef<StringRef> allowed, std::string &why) {
  std::string text = dtype.scalar;
  if (!text.empty() && (text.front() == '>' || text.front() == '='))
    text.front() = '<';
  if (StringRef(text).ends_with("1") && text.front() == '<')
    text.front() = '|';
  if (llvm::is_contained(allowed, text))
    return success();
  why = dtype.isStructure() ? "its dtype is a structure" : "its dtype is '" + dtype.scalar + "'";
  why += ", expected '" + llvm::join(allowed, "' or '") + "'";
  return failure();
}

/// The number in `bytes`, of a dtype that has been checked.
static Number readNumber(StringRef bytes, const Dtype &dtype, Type scalar) {
  std::string number = bytes.str();
  if (dtype.scalar.front() == '>')
    std::reverse(number.begin(), number.end());
  return decode(number, scalar);
}

/// The number of elements of the array in the file.
static FailureOr<int64_t> countIn(const Header &header, StringRef data, std::string &why) {
  uint64_t bytes = header.dtype.getBytes();
  std::optional<uint64_t> size = bytesOf(header.shape, std::max<uint64_t>(bytes, 1));
  if (!size) {
    why = "its shape " + formatShape(header.shape) + " is too large for memory";
    return failure();
  }
  if (data.size() != *size) {
    why = (data.size() < *size ? "it is truncated: " : "it has bytes left over: ") +
          ("shape " + formatShape(header.shape)) +
          (header.dtype.isStructure() ? " of structures of " + std::to_string(bytes) + " bytes"
                                      : " of '" + header.dtype.scalar + "'") +
          " takes " + std::to_string(*size) + " bytes of data, and there are " +
          std::to_string(data.size());
    return failure();
  }
  return *size / bytes;
}

/// Checks that there is a field for the tag and for each value of the alternatives, and no other.
static LogicalResult checkFields(const Dtype &dtype, SumType sum, std::string &why) {
  auto fail = [&](const Twine &message) {
    why = message.str();
    return failure();
  };
  if (!dtype.isStructure())
    return fail("its dtype is '" + dtype.scalar +
                "', expected a structure with a field 'tag' and one for each value of an "
                "alternative, 'alt0_0'");
  SmallVector<StringRef> tags = {"<i8", "<u8", "<i4", "<u4", "<i2", "<u2", "|i1", "|u1", "|b1"};
  const Dtype::Field *tag = dtype.find("tag");
  if (!tag || !tag->shape.empty())
    return fail("its dtype has no field 'tag' of integers");
  if (failed(checkDtype(tag->dtype, tags, why)))
    return fail("field 'tag': " + why);
  size_t known = 1;
  for (auto [i, alternative] : llvm::enumerate(sum.getAlternatives()))
    for (auto [j, part] : llvm::enumerate(alternative.getTypes())) {
      std::string name = sumFieldName(i, j);
      const Dtype::Field *field = dtype.find(name);
      if (!field)
        return fail("its dtype has no field '" + name + "', value " + Twine(j) +
                    " of alternative " + Twine(i));
      ++known;
      auto tensor = dyn_cast<RankedTensorType>(getPrimalType(part));
      if (field->shape.size() != static_cast<size_t>(tensor ? tensor.getRank() : 0))
        return fail("field '" + name + "' has shape " + formatShape(field->shape));
      auto inner = dyn_cast<SumType>(getElementTypeOrSelf(part));
      if (failed(inner ? checkFields(field->dtype, inner, why)
                       : checkDtype(field->dtype, npyTypesOf(part), why)))
        return fail("field '" + name + "': " + why);
    }
  if (auto other = llvm::count_if(dtype.fields, [](auto &field) { return !field.name.empty(); });
      other != static_cast<int64_t>(known))
    return fail("its dtype has " + Twine(other) + " fields, expected the tag and " +
                Twine(known - 1));
  return success();
}

/// The value at the beginning of `data`, of a dtype that has been checked.
static FailureOr<RuntimeValue> readSum(StringRef data, const Dtype &dtype, SumType sum,
                                       std::string &why) {
  std::optional<uint64_t> tag;
  SmallVector<SmallVector<RuntimeValue>> alternatives;
  llvm::StringMap<StringRef> places;
  for (const Dtype::Field &field : dtype.fields) {
    places[field.name] = data.take_front(field.getBytes());
    data = data.drop_front(field.getBytes());
  }
  Type i64 = IntegerType::get(sum.getContext(), 64);
  const Dtype &tagDtype = dtype.find("tag")->dtype;
  tag = std::get<APInt>(readNumber(places["tag"], tagDtype, i64)).getZExtValue();
  if (*tag >= sum.getAlternatives().size()) {
    why = "a tag is " + std::to_string(*tag) + ", and there are " +
          std::to_string(sum.getAlternatives().size()) + " alternatives";
    return failure();
  }
  RuntimeValues payload;
  for (auto [i, part] : llvm::enumerate(sum.getAlternatives()[*tag].getTypes())) {
    const Dtype::Field &field = *dtype.find(sumFieldName(*tag, i));
    StringRef bytes = places[field.name];
    Type scalar = getElementTypeOrSelf(getPrimalType(part));
    std::vector<Number> elements;
    uint64_t size = field.dtype.getBytes();
    for (int64_t k = 0, count = sizeOfShape(field.shape); k < count; ++k) {
      StringRef element = bytes.substr(k * size, size);
      auto inner = dyn_cast<SumType>(scalar);
      if (!inner) {
        elements.push_back(readNumber(element, field.dtype, scalar));
        continue;
      }
      FailureOr<RuntimeValue> value = readSum(element, field.dtype, inner, why);
      if (failed(value))
        return failure();
      elements.push_back(value->as<Number>());
    }
    if (isa<RankedTensorType>(getPrimalType(part)))
      payload.push_back(Tensor(field.shape, std::move(elements)));
    else
      payload.push_back(elements.front());
    if (!conforms(payload.back(), part, why)) {
      why = "field '" + field.name + "' " + why;
      return failure();
    }
  }
  return RuntimeValue(SumValue(*tag, payload));
}

FailureOr<RuntimeValue> chad::readNpy(StringRef contents, Type type, std::string &why) {
  StringRef data;
  FailureOr<Header> header = splitFile(contents, data, why);
  if (failed(header))
    return failure();
  if (!isNpyType(type)) {
    why = "no .npy file holds values of this type";
    if (!isRepresentable(type) || !scalarOf(type))
      why += ": " + describeAlternative(type);
    return failure();
  }
  auto sum = dyn_cast<SumType>(getElementTypeOrSelf(type));
  if (failed(sum ? checkFields(header->dtype, sum, why)
                 : checkDtype(header->dtype, npyTypesOf(type), why)))
    return failure();
  FailureOr<int64_t> count = countIn(*header, data, why);
  if (failed(count))
    return failure();
  uint64_t bytes = header->dtype.getBytes();
  std::vector<Number> elements;
  elements.reserve(*count);
  for (int64_t i = 0; i < *count; ++i) {
    int64_t place = header->isFortranOrder ? fortranPlace(i, header->shape) : i;
    StringRef element = data.substr(place * bytes, bytes);
    if (!sum) {
      elements.push_back(readNumber(element, header->dtype, scalarOf(type)));
      continue;
    }
    FailureOr<RuntimeValue> value = readSum(element, header->dtype, sum, why);
    if (failed(value))
      return failure();
    elements.push_back(value->as<Number>());
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

static std::string shapeText(const RuntimeValue &value) {
  std::string shape = "(";
  if (value.is<Tensor>())
    for (int64_t extent : value.asTensor().shape)
      shape += std::to_string(extent) + ",";
  return shape + ")";
}

/// The header of the file of an array of the shape of `value`; `dtype` has its quotes or brackets.
static std::string startFile(const std::string &dtype, const RuntimeValue &value) {
  std::string header =
      "{'descr': " + dtype + ", 'fortran_order': False, 'shape': " + shapeText(value) + ", }";
  // The data starts at a multiple of 64 bytes. The length has 16 bits in version 1, else 32.
  bool isLong = header.size() > 65000;
  size_t start = isLong ? 12 : 10;
  header.resize(llvm::alignTo(start + header.size() + 1, 64) - start - 1, ' ');
  header += '\n';
  std::string contents;
  llvm::raw_string_ostream os(contents);
  os << magic << (isLong ? '\x02' : '\x01') << '\x00';
  for (size_t i = 0; i < start - 8; ++i)
    os << char(header.size() >> (8 * i));
  os << header;
  return contents;
}

/// Calls `visit` for each value of each alternative of a sum: with its name, its type, and the
/// value or, for an alternative that the tag does not name, zero.
static void forEachField(const SumValue &value, SumType sum,
                         llvm::function_ref<void(std::string, Type, const RuntimeValue &)> visit) {
  for (auto [i, alternative] : llvm::enumerate(sum.getAlternatives()))
    for (auto [j, part] : llvm::enumerate(alternative.getTypes()))
      visit(sumFieldName(i, j), part, i == value.tag ? value.get()[j] : zeroValue(part));
}

/// The dtype of `number` in a file, with quotes or brackets.
static std::string dtypeOf(const Number &number, Type type) {
  auto sum = dyn_cast<SumType>(type);
  if (!sum)
    return ("'" + npyTypesOf(type).front() + "'").str();
  std::string dtype = "[('tag', '<i8')";
  forEachField(*std::get<std::shared_ptr<const SumValue>>(number), sum,
               [&](const std::string &name, Type part, const RuntimeValue &value) {
                 Type scalar = getElementTypeOrSelf(getPrimalType(part));
                 bool isArray = value.is<Tensor>();
                 // All elements of an array have the same dtype.
                 bool isEmpty = isArray && value.asTensor().size() == 0;
                 dtype += ", ('" + name + "', " +
                          dtypeOf(isEmpty   ? zeroNumber(scalar)
                                  : isArray ? value.asTensor()[0]
                                            : value.as<Number>(),
                                  scalar);
                 dtype += (isArray ? ", " + shapeText(value) : "") + ")";
               });
  return dtype + "]";
}

static void writeNumber(raw_ostream &os, const Number &number, Type type);

static void writeValue(raw_ostream &os, const RuntimeValue &value, Type type) {
  Type scalar = getElementTypeOrSelf(getPrimalType(type));
  if (!value.is<Tensor>())
    return writeNumber(os, value.as<Number>(), scalar);
  for (const Number &number : *value.asTensor().elements)
    writeNumber(os, number, scalar);
}

static void writeNumber(raw_ostream &os, const Number &number, Type type) {
  auto sum = dyn_cast<SumType>(type);
  if (!sum)
    return encode(os, number, type, npyTypesOf(type).front().back() - '0');
  const SumValue &value = *std::get<std::shared_ptr<const SumValue>>(number);
  encode(os, APInt(64, value.tag), IntegerType::get(type.getContext(), 64), 8);
  forEachField(value, sum, [&](const std::string &, Type part, const RuntimeValue &field) {
    writeValue(os, field, part);
  });
}

std::string chad::writeNpy(const RuntimeValue &value, Type type) {
  Type scalar = isa<LinType>(type) ? scalarOf(type) : getElementTypeOrSelf(type);
  bool isEmpty = value.is<Tensor>() && value.asTensor().size() == 0;
  std::string contents = startFile(dtypeOf(isEmpty              ? zeroNumber(scalar)
                                           : value.is<Tensor>() ? value.asTensor()[0]
                                                                : value.as<Number>(),
                                           scalar),
                                   value);
  llvm::raw_string_ostream os(contents);
  writeValue(os, value, type);
  return contents;
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

std::string chad::writeComplexNpy(const ComplexValue &value, Type type) {
  std::string contents = startFile(("'" + npyTypesOf(type).front() + "'").str(), value.re);
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
  if (allowed.empty()) {
    why = "no .npy file holds values of this type";
    return failure();
  }
  if (failed(checkDtype(header->dtype, allowed, why)))
    return failure();
  std::string dtype = header->dtype.scalar;
  // A file of each part: the header with another dtype, and every other number.
  size_t bytes = StringRef(dtype).ends_with("16") ? 8 : 4;
  std::string start = contents.drop_back(data.size()).str();
  size_t place = start.find(dtype.substr(1));
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
