//===- StableHLOSyntax.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The syntax in which JAX prints StableHLO and CHLO by default. Almost every operation is a list of
// operands, and of attributes with names of their own, followed by the types:
//
//   stablehlo.pad %x, %zero, low = [0], high = [1], interior = [0] : (...) -> ...
//
// A table gives the attribute for each printed name. Other syntax (ranges of slices, dimension
// numbers of convolutions, reductions, loops) has functions of its own.

#include "AttributeText.h"
#include "StableHLODialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace chad::stablehlo;

//===----------------------------------------------------------------------===//
// Attributes with names
//===----------------------------------------------------------------------===//

namespace {
enum class Kind {
  Integer,
  Integers,
  Boolean,
  Text,
  /// A case of an enumeration that has the name of the attribute.
  Case,
  /// `[0] x [1]`, the dimensions of two operands.
  Pair,
  /// `[DEFAULT, HIGHEST]`.
  Precision,
  /// `e5m10`, the bits of a float.
  Format,
  /// `<name = value, ...>`, an attribute without its name.
  Algorithm,
};

/// An attribute, and its printed name.
struct Key {
  StringRef name;
  StringRef attribute;
  Kind kind;
};
} // namespace

static ArrayRef<Key> getKeys(StringRef op) {
  static const llvm::StringMap<SmallVector<Key>> table = [] {
    llvm::StringMap<SmallVector<Key>> table;
    auto add = [&](std::initializer_list<StringRef> ops, ArrayRef<Key> keys) {
      for (StringRef op : ops)
        table[op] = llvm::to_vector(keys);
    };
    Key precision = {"precision", "precision_config", Kind::Precision};
    add({"broadcast"}, {{"sizes", "broadcast_sizes", Kind::Integers}});
    add({"broadcast_in_dim", "dynamic_broadcast_in_dim"},
        {{"dims", "broadcast_dimensions", Kind::Integers}});
    add({"cholesky"}, {{"lower", "lower", Kind::Boolean}});
    add({"concatenate", "get_dimension_size", "set_dimension_size"},
        {{"dim", "dimension", Kind::Integer}});
    add({"dot"}, precision);
    add({"dot_general"}, {{"batching_dims", "batching", Kind::Pair},
                          {"contracting_dims", "contracting", Kind::Pair},
                          precision,
                          {"algorithm", "algorithm", Kind::Algorithm}});
    add({"dynamic_iota", "iota"}, {{"dim", "iota_dimension", Kind::Integer}});
    add({"dynamic_slice"}, {{"sizes", "slice_sizes", Kind::Integers}});
    add({"einsum", "unary_einsum"}, {{"config", "einsum_config", Kind::Text}});
    add({"fft"}, {{"type", "fft_type", Kind::Case}, {"length", "fft_length", Kind::Integers}});
    add({"pad"}, {{"low", "edge_padding_low", Kind::Integers},
                  {"high", "edge_padding_high", Kind::Integers},
                  {"interior", "interior_padding", Kind::Integers}});
    add({"reduce_precision"}, {{"format", "", Kind::Format}});
    add({"reverse"}, {{"dims", "dimensions", Kind::Integers}});
    add({"rng"}, {{"distribution", "rng_distribution", Kind::Case}});
    add({"rng_bit_generator"}, {{"algorithm", "rng_algorithm", Kind::Case}});
    add({"top_k"}, {{"k", "k", Kind::Integer}});
    add({"torch_index_select"},
        {{"dim", "dim", Kind::Integer}, {"batch_dims", "batch_dims", Kind::Integer}});
    add({"transpose"}, {{"dims", "permutation", Kind::Integers}});
    return table;
  }();
  auto found = table.find(op);
  return found == table.end() ? ArrayRef<Key>() : found->second;
}

//===----------------------------------------------------------------------===//
// The reader
//===----------------------------------------------------------------------===//

namespace {
/// Parses one operation. A method that cannot parse its part emits an error.
class SyntaxReader {
public:
  SyntaxReader(OpAsmParser &parser, OperationState &state)
      : parser(parser), state(state), builder(parser.getContext()), name(state.name.stripDialect()),
        start(parser.getNameLoc()) {}

  ParseResult read();

private:
  using Operand = OpAsmParser::UnresolvedOperand;

  ParseResult readConstant();
  ParseResult readReduce();
  ParseResult readWhile();
  ParseResult readMesh();
  ParseResult readSharding();
  ParseResult readList();
  ParseResult readItem();
  ParseResult readKey(StringRef key);
  ParseResult readRanges();
  ParseResult readConvolution();
  ParseResult readSide(std::string &text);
  ParseResult readWindow();
  ParseResult readIntegers(SmallVectorImpl<int64_t> &values);
  ParseResult readAttributes();
  ParseResult readTypes();
  /// Infers the types of operands and results from a list of types that is written without an
  /// arrow.
  ParseResult inferTypes(SmallVectorImpl<Type> &types);
  /// Adds the operands, which have these types, to the operation, and sets the attributes as its
  /// properties.
  ParseResult finish(ArrayRef<Type> operandTypes);

  void set(StringRef attribute, Attribute value) { attributes.set(attribute, value); }
  Attribute makeText(const Twine &text) {
    return chad::stablehlo::makeText(parser.getContext(), state.name.getDialectNamespace(), text);
  }
  Attribute integers(ArrayRef<int64_t> values) { return builder.getDenseI64ArrayAttr(values); }
  /// Emits an error. The parser puts the name of the operation in front of the message.
  InFlightDiagnostic error(const Twine &message) { return parser.emitError(start, message); }

  OpAsmParser &parser;
  OperationState &state;
  Builder builder;
  StringRef name;
  SMLoc start;
  SmallVector<Operand> operands;
  /// The dimension numbers of a product, each as `name = [...]`.
  SmallVector<std::string> pairs;
  NamedAttrList attributes;
};
} // namespace

ParseResult SyntaxReader::readIntegers(SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(values.emplace_back()); });
}

static std::string writeList(ArrayRef<int64_t> values) {
  auto texts = llvm::map_range(values, [](int64_t value) { return std::to_string(value); });
  return "[" + llvm::join(texts, ", ") + "]";
}

/// Parses a keyword that is a case of an enumeration.
static ParseResult readCase(OpAsmParser &parser, StringRef &name) {
  if (failed(parser.parseOptionalKeyword(&name)))
    return parser.emitError(parser.getCurrentLocation(), "expected a case of an enumeration");
  return success();
}

ParseResult SyntaxReader::readKey(StringRef written) {
  const Key *key =
      llvm::find_if(getKeys(name), [&](const Key &key) { return key.name == written; });
  if (key == getKeys(name).end())
    return error("has no attribute '")
           << written
           << "' that is known: print the module in the generic form, in Python by "
              "'module.operation.get_asm(print_generic_op_form=True)'";
  SmallVector<int64_t> first, second;
  int64_t integer;
  StringRef word;
  switch (key->kind) {
  case Kind::Integer:
    if (parser.parseInteger(integer))
      return failure();
    set(key->attribute, builder.getI64IntegerAttr(integer));
    return success();
  case Kind::Integers:
    if (readIntegers(first))
      return failure();
    set(key->attribute, integers(first));
    return success();
  case Kind::Boolean:
    if (readCase(parser, word))
      return failure();
    set(key->attribute, builder.getBoolAttr(word == "true"));
    return success();
  case Kind::Text: {
    std::string text;
    if (parser.parseString(&text))
      return failure();
    set(key->attribute, builder.getStringAttr(text));
    return success();
  }
  case Kind::Case:
    if (readCase(parser, word))
      return failure();
    set(key->attribute, makeText(key->attribute + " " + word));
    return success();
  case Kind::Pair:
    if (readIntegers(first) || parser.parseKeyword("x") || readIntegers(second))
      return failure();
    pairs.push_back(("lhs_" + key->attribute + "_dimensions = " + writeList(first)).str());
    pairs.push_back(("rhs_" + key->attribute + "_dimensions = " + writeList(second)).str());
    return success();
  case Kind::Precision: {
    SmallVector<Attribute> cases;
    auto read = [&]() -> ParseResult {
      if (readCase(parser, word))
        return failure();
      cases.push_back(makeText("precision " + word));
      return success();
    };
    if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, read))
      return failure();
    set(key->attribute, builder.getArrayAttr(cases));
    return success();
  }
  case Kind::Format: {
    unsigned exponent, mantissa;
    if (readCase(parser, word))
      return failure();
    if (!word.consume_front("e") || word.consumeInteger(10, exponent) || !word.consume_front("m") ||
        word.getAsInteger(10, mantissa))
      return error("needs the bits of a float, as e5m10, as 'format'");
    set("exponent_bits", builder.getI32IntegerAttr(exponent));
    set("mantissa_bits", builder.getI32IntegerAttr(mantissa));
    return success();
  }
  case Kind::Algorithm: {
    // The attribute is a hint about the types in which products are computed, and is dropped.
    auto read = [&]() -> ParseResult {
      Type type;
      if (parser.parseKeyword(&word) || parser.parseEqual())
        return failure();
      if (OptionalParseResult found = parser.parseOptionalType(type); found.has_value())
        return *found;
      OptionalParseResult number = parser.parseOptionalInteger(integer);
      return number.has_value() ? *number : parser.parseKeyword(&word);
    };
    return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::LessGreater, read);
  }
  }
  llvm_unreachable("a kind of attribute");
}

/// Parses an operand, `name = value`, or a case of an enumeration of comparisons.
ParseResult SyntaxReader::readItem() {
  Operand operand;
  OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
  if (isOperand.has_value()) {
    operands.push_back(operand);
    return *isOperand;
  }
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  if (name == "compare" || name == "broadcast_compare") {
    bool isDirection = operands.empty();
    StringRef kind = isDirection ? "comparison_direction" : "comparison_type";
    set(isDirection ? "comparison_direction" : "compare_type", makeText(kind + " " + word));
    return success();
  }
  return failure(parser.parseEqual() || readKey(word));
}

/// Parses operands and attributes, which may stand in parentheses.
ParseResult SyntaxReader::readList() {
  auto read = [&] { return readItem(); };
  if (succeeded(parser.parseOptionalLParen())) {
    if (succeeded(parser.parseOptionalRParen()))
      return success();
    return failure(parser.parseCommaSeparatedList(read) || parser.parseRParen());
  }
  Operand operand;
  OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
  if (isOperand.has_value()) {
    operands.push_back(operand);
    if (*isOperand)
      return failure();
    return succeeded(parser.parseOptionalComma()) ? parser.parseCommaSeparatedList(read)
                                                  : success();
  }
  // An operation with no entry in the table has no attributes in this list; the comparisons are
  // exceptions.
  if (getKeys(name).empty() && name != "compare" && name != "broadcast_compare")
    return success();
  return parser.parseCommaSeparatedList(read);
}

/// Parses `[0:4, 1:8:2]`: start, limit and stride of a slice in each dimension.
ParseResult SyntaxReader::readRanges() {
  SmallVector<int64_t> starts, limits, strides;
  auto read = [&]() -> ParseResult {
    strides.push_back(1);
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limits.emplace_back()))
      return failure();
    return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(strides.back())
                                                  : ParseResult(success());
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, read))
    return failure();
  set("start_indices", integers(starts));
  set("limit_indices", integers(limits));
  set("strides", integers(strides));
  return success();
}

/// `[b, 0, 1, f]`.
ParseResult SyntaxReader::readSide(std::string &text) {
  SmallVector<std::string> letters;
  auto read = [&]() -> ParseResult {
    int64_t number;
    StringRef letter;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      letters.push_back(std::to_string(number));
      return *isNumber;
    }
    if (parser.parseKeyword(&letter))
      return failure();
    letters.push_back(letter.str());
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, read))
    return failure();
  text = "[" + llvm::join(letters, ", ") + "]";
  return success();
}

/// `window = {stride = [1], pad = [[0, 1]], lhs_dilate = [1], rhs_dilate = [1], reverse = [true]}`.
ParseResult SyntaxReader::readWindow() {
  auto read = [&]() -> ParseResult {
    StringRef key;
    SmallVector<int64_t> values;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (key == "pad") {
      auto readPair = [&]() -> ParseResult {
        size_t before = values.size();
        if (readIntegers(values))
          return failure();
        return values.size() == before + 2 ? ParseResult(success())
                                           : error("needs pairs of numbers as 'pad'");
      };
      if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, readPair))
        return failure();
      auto type =
          RankedTensorType::get({static_cast<int64_t>(values.size()) / 2, 2}, builder.getI64Type());
      set("padding", DenseIntElementsAttr::get(type, values));
      return success();
    }
    if (key == "reverse") {
      SmallVector<bool> flags;
      auto readFlag = [&]() -> ParseResult {
        StringRef word;
        int64_t number;
        OptionalParseResult isNumber = parser.parseOptionalInteger(number);
        if (isNumber.has_value()) {
          flags.push_back(number != 0);
          return *isNumber;
        }
        if (readCase(parser, word))
          return failure();
        flags.push_back(word == "true");
        return success();
      };
      if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, readFlag))
        return failure();
      set("window_reversal", builder.getDenseBoolArrayAttr(flags));
      return success();
    }
    StringRef attribute = key == "stride"       ? "window_strides"
                          : key == "lhs_dilate" ? "lhs_dilation"
                          : key == "rhs_dilate" ? "rhs_dilation"
                                                : "";
    if (attribute.empty())
      return error("has no '" + key + "' in its window that is known");
    if (readIntegers(values))
      return failure();
    set(attribute, integers(values));
    return success();
  };
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Braces, read);
}

/// `dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {...}`.
ParseResult SyntaxReader::readConvolution() {
  std::string input, kernel, output;
  if (parser.parseKeyword("dim_numbers") || parser.parseEqual() || readSide(input) ||
      parser.parseKeyword("x") || readSide(kernel) || parser.parseArrow() || readSide(output))
    return failure();
  set("dimension_numbers", makeText("conv<" + input + "x" + kernel + "->" + output + ">"));
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("window") || parser.parseEqual() || readWindow());
}

/// Parses attributes in braces. An attribute whose name has a dialect prefix is not a property.
ParseResult SyntaxReader::readAttributes() {
  NamedAttrList list;
  if (parser.parseOptionalAttrDict(list))
    return failure();
  for (NamedAttribute attribute : list) {
    if (attribute.getName().strref().contains('.'))
      state.addAttribute(attribute.getName(), attribute.getValue());
    else
      set(attribute.getName(), attribute.getValue());
  }
  return success();
}

ParseResult SyntaxReader::inferTypes(SmallVectorImpl<Type> &types) {
  auto expect = [&](size_t count) -> ParseResult {
    if (types.size() == count)
      return success();
    return error("needs ") << count << (count == 1 ? " type" : " types")
                           << ", or those of its operands and results as those of a function";
  };
  if (name == "return")
    return expect(operands.size());
  if (name == "optimization_barrier") {
    state.addTypes(types);
    return expect(operands.size());
  }
  if (name == "select") {
    if (expect(2))
      return failure();
    state.addTypes(types[1]);
    types.push_back(types[1]);
    return success();
  }
  if (expect(1))
    return failure();
  Type type = types.front();
  state.addTypes(type);
  types.assign(operands.size(), type);
  if (name == "complex") {
    auto complex = dyn_cast<ComplexType>(getElementTypeOrSelf(type));
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!complex || !tensor)
      return error("needs a tensor of complex numbers as its type");
    types.assign(operands.size(), tensor.clone(complex.getElementType()));
  }
  if (name == "tuple") {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple)
      return error("needs a tuple as its type");
    types.assign(tuple.begin(), tuple.end());
  }
  return success();
}

/// `: (A, B) -> C`, `: A, B -> C`, or the types from which the others follow.
ParseResult SyntaxReader::readTypes() {
  SmallVector<Type> types;
  if (failed(parser.parseOptionalColon()))
    return operands.empty() ? finish({}) : error("needs ':' and types");
  if (parser.parseTypeList(types))
    return failure();
  auto function = types.size() == 1 ? dyn_cast<FunctionType>(types.front()) : FunctionType();
  if (function) {
    types.assign(function.getInputs().begin(), function.getInputs().end());
    state.addTypes(function.getResults());
  } else if (succeeded(parser.parseOptionalArrow())) {
    SmallVector<Type> results;
    if (succeeded(parser.parseOptionalLParen())) {
      if (parser.parseTypeList(results) || parser.parseRParen())
        return failure();
    } else if (parser.parseType(results.emplace_back())) {
      return failure();
    }
    state.addTypes(results);
  } else if (inferTypes(types)) {
    return failure();
  }
  return finish(types);
}

ParseResult SyntaxReader::finish(ArrayRef<Type> operandTypes) {
  if (name == "dot_general")
    set("dot_dimension_numbers", makeText("dot<" + llvm::join(pairs, ", ") + ">"));
  if (parser.resolveOperands(operands, operandTypes, start, state.operands))
    return failure();
  if (!attributes.empty())
    state.propertiesAttr = attributes.getDictionary(parser.getContext());
  return success();
}

/// `dense<[1, 2]> : tensor<2xf32>`.
ParseResult SyntaxReader::readConstant() {
  TypedAttr value;
  SMLoc place = parser.getCurrentLocation();
  Attribute attribute;
  if (readAttributes() || parser.parseAttribute(attribute))
    return failure();
  value = dyn_cast<TypedAttr>(attribute);
  if (!value)
    return parser.emitError(place, "expected elements with a type");
  set("value", value);
  state.addTypes(value.getType());
  return finish({});
}

/// `(%x init: %zero), (%y init: %one) across dimensions = [0] : types reducer(%a: t, %c: t)
/// (%b: t, %d: t) {...}`; instead of the reducer, an operation may follow `applies`.
ParseResult SyntaxReader::readReduce() {
  SmallVector<Operand> inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  size_t count = operands.size();
  operands.append(inits);
  FailureOr<OperationName> applied = failure();
  bool applies = succeeded(parser.parseOptionalKeyword("applies"));
  if (applies && failed(applied = parser.parseCustomOperationName()))
    return failure();
  SmallVector<int64_t> dims;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      readIntegers(dims) || readAttributes())
    return failure();
  set("dimensions", integers(dims));
  if (readTypes())
    return failure();
  Region *body = state.addRegion();
  if (applies) {
    auto tensor = dyn_cast<ShapedType>(state.operands.front().getType());
    if (!tensor || count != 1)
      return error("applies an operation to more than one tensor, or to none");
    Type element = RankedTensorType::get({}, tensor.getElementType());
    Location loc = state.location;
    Block &block = body->emplaceBlock();
    block.addArguments({element, element}, {loc, loc});
    OpBuilder inner(parser.getContext());
    inner.setInsertionPointToEnd(&block);
    OperationState combine(loc, *applied);
    combine.addOperands(block.getArguments());
    combine.addTypes(element);
    OperationState end(loc, "stablehlo.return");
    end.addOperands(inner.create(combine)->getResults());
    inner.create(end);
    return success();
  }
  SmallVector<OpAsmParser::Argument> left, right;
  if (parser.parseKeyword("reducer"))
    return failure();
  for (size_t i = 0; i < count; ++i)
    if (parser.parseLParen() || parser.parseArgument(left.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() || parser.parseArgument(right.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  left.append(right);
  return parser.parseRegion(*body, left);
}

/// `(%a = %x, %b = %y) : types cond {...} do {...}`.
ParseResult SyntaxReader::readWhile() {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> types;
  if (parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen())) {
    auto read = [&]() -> ParseResult {
      return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                     parser.parseOperand(operands.emplace_back()));
    };
    if (parser.parseCommaSeparatedList(read) || parser.parseRParen())
      return failure();
  }
  if (succeeded(parser.parseOptionalColon()) && parser.parseTypeList(types))
    return failure();
  NamedAttrList list;
  if (parser.parseOptionalAttrDictWithKeyword(list) || finish(types))
    return failure();
  state.addAttributes(list);
  state.addTypes(types);
  for (auto [argument, type] : llvm::zip_equal(arguments, types))
    argument.type = type;
  return failure(parser.parseKeyword("cond") || parser.parseRegion(*state.addRegion(), arguments) ||
                 parser.parseKeyword("do") || parser.parseRegion(*state.addRegion(), arguments));
}

/// Parses and drops `@mesh = <["x"=2, "y"=4], device_ids=[0, 1]>`, a mesh of devices.
ParseResult SyntaxReader::readMesh() {
  StringAttr symbol;
  auto readAxis = [&]() -> ParseResult {
    std::string axis;
    int64_t size;
    return failure(parser.parseString(&axis) || parser.parseEqual() || parser.parseInteger(size));
  };
  if (parser.parseSymbolName(symbol) || parser.parseEqual() || parser.parseLess() ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, readAxis))
    return failure();
  if (succeeded(parser.parseOptionalComma())) {
    SmallVector<int64_t> devices;
    if (parser.parseKeyword("device_ids") || parser.parseEqual() || readIntegers(devices))
      return failure();
  }
  if (parser.parseGreater() || readAttributes())
    return failure();
  set("sym_name", symbol);
  return finish({});
}

/// Parses `%x <@mesh, [{"x", ?}, {}]> : tensor<4x3xf32>`. Only the array matters; the sharding is
/// dropped.
ParseResult SyntaxReader::readSharding() {
  StringAttr symbol;
  auto readAxis = [&]() -> ParseResult {
    std::string axis;
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    return parser.parseString(&axis);
  };
  auto readDimension = [&]() -> ParseResult {
    return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Braces, readAxis);
  };
  return failure(parser.parseOperand(operands.emplace_back()) || parser.parseLess() ||
                 parser.parseSymbolName(symbol) || parser.parseComma() ||
                 parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, readDimension) ||
                 parser.parseGreater() || readAttributes() || readTypes());
}

ParseResult SyntaxReader::read() {
  if (name == "mesh")
    return readMesh();
  if (name == "sharding_constraint")
    return readSharding();
  if (name == "constant")
    return readConstant();
  if (name == "reduce")
    return readReduce();
  if (name == "while")
    return readWhile();
  if (name == "custom_call") {
    StringAttr target;
    if (parser.parseSymbolName(target))
      return failure();
    set("call_target_name", target);
  } else if (name == "composite") {
    std::string called;
    if (parser.parseString(&called))
      return failure();
    set("name", builder.getStringAttr(called));
  }
  if (readList())
    return failure();
  if (name == "slice" && readRanges())
    return failure();
  if ((name == "convolution" || name == "dynamic_conv") && readConvolution())
    return failure();
  if (name == "get_tuple_element") {
    int32_t index;
    if (parser.parseLSquare() || parser.parseInteger(index) || parser.parseRSquare())
      return failure();
    set("index", builder.getI32IntegerAttr(index));
  }
  return failure(readAttributes() || readTypes());
}

ParseResult chad::stablehlo::parseOperation(OpAsmParser &parser, OperationState &state) {
  return SyntaxReader(parser, state).read();
}
