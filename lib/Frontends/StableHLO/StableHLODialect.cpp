//===- StableHLODialect.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types and attributes of StableHLO and CHLO. In the bytecode of StableHLO, each attribute begins
// with the code of its kind (stablehlo/dialect/StablehloBytecode.cpp). CHLO writes its attributes
// as text.

#include "StableHLODialect.h"
#include "AttributeText.h"
#include "VHLO.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace chad::stablehlo;

TextDialect::TextDialect(StringRef name, MLIRContext *context, TypeID id)
    : Dialect(name, context, id) {
  allowUnknownOperations();
}

Type TextDialect::parseType(DialectAsmParser &parser) const {
  return OpaqueType::getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                                StringAttr::get(getContext(), getNamespace()),
                                parser.getFullSymbolSpec());
}

Attribute TextDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  return OpaqueAttr::getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                                StringAttr::get(getContext(), getNamespace()),
                                parser.getFullSymbolSpec(),
                                type ? type : NoneType::get(getContext()));
}

std::optional<Dialect::ParseOpHook> TextDialect::getParseOperationHook(StringRef name) const {
  return ParseOpHook(parseOperation);
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

namespace {
/// The encoding of an attribute whose fields are numbers and lists of numbers: the names of the
/// fields, in the order in which they are encoded. The name of a field that is a single number ends
/// in `!`.
struct Numbers {
  StringRef kind;
  SmallVector<StringRef> names;
};

/// An enumeration: its name, and the code of the enumeration of VHLO that has the same cases.
struct Enumeration {
  StringRef kind;
  uint64_t code;
};

enum AttributeCode : uint64_t {
  ConvolutionDimensions = 4,
  OutputOperandAlias = 14,
  DotAlgorithm = 15,
  ResultAccuracyMode = 16,
  ResultAccuracy = 17,
};
} // namespace

static std::optional<Enumeration> getEnumeration(uint64_t code) {
  switch (code) {
  case 2:
    return Enumeration{"comparison_direction", 3};
  case 3:
    return Enumeration{"comparison_type", 4};
  case 6:
    return Enumeration{"fft_type", 7};
  case 8:
    return Enumeration{"precision", 11};
  case 9:
    return Enumeration{"rng_algorithm", 12};
  case 10:
    return Enumeration{"rng_distribution", 13};
  case 12:
    return Enumeration{"transpose", 16};
  case ResultAccuracyMode:
    return Enumeration{"result_accuracy_mode", 19};
  default:
    return std::nullopt;
  }
}

static std::optional<Numbers> getNumbers(uint64_t code) {
  switch (code) {
  case 1:
    return Numbers{"channel_handle", {"handle!", "type!"}};
  case 5:
    return Numbers{"dot",
                   {"lhs_batching_dimensions", "rhs_batching_dimensions",
                    "lhs_contracting_dimensions", "rhs_contracting_dimensions"}};
  case 7:
    return Numbers{"gather",
                   {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                    "start_indices_batching_dims", "start_index_map", "index_vector_dim!"}};
  case 11:
    return Numbers{"scatter",
                   {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                    "scatter_indices_batching_dims", "scatter_dims_to_operand_dims",
                    "index_vector_dim!"}};
  case OutputOperandAlias:
    return Numbers{"output_operand_alias",
                   {"output_tuple_indices", "operand_index!", "operand_tuple_indices"}};
  default:
    return std::nullopt;
  }
}

static Attribute readNumbers(DialectBytecodeReader &reader, const Numbers &numbers) {
  SmallVector<std::string> fields;
  for (StringRef name : numbers.names) {
    bool isNumber = name.consume_back("!");
    SmallVector<int64_t> values(isNumber ? 1 : 0);
    if (failed(isNumber ? reader.readSignedVarInt(values.front()) : readIntegers(reader, values)))
      return nullptr;
    // A field with an empty list is left out, as in printed attributes.
    if (values.empty() && numbers.kind != "output_operand_alias")
      continue;
    std::string list = llvm::join(
        llvm::map_range(values, [](int64_t value) { return std::to_string(value); }), ", ");
    fields.push_back((name + " = " + (isNumber ? list : "[" + list + "]")).str());
  }
  return makeText(reader.getContext(), StableHLODialect::getDialectNamespace(),
                  numbers.kind + "<" + llvm::join(fields, ", ") + ">");
}

/// One side of the dimension numbers of a convolution.
static LogicalResult readSide(DialectBytecodeReader &reader, StringRef first, StringRef second,
                              std::string &side) {
  int64_t firstDim, secondDim;
  SmallVector<int64_t> spatial;
  if (failed(reader.readSignedVarInt(firstDim)) || failed(reader.readSignedVarInt(secondDim)) ||
      failed(readIntegers(reader, spatial)))
    return failure();
  side = writeConvolutionSide(first, firstDim, second, secondDim, spatial);
  return success();
}

static Attribute readConvolutionDimensions(DialectBytecodeReader &reader) {
  std::string input, kernel, output;
  if (failed(readSide(reader, "b", "f", input)) || failed(readSide(reader, "i", "o", kernel)) ||
      failed(readSide(reader, "b", "f", output)))
    return nullptr;
  return makeText(reader.getContext(), StableHLODialect::getDialectNamespace(),
                  "conv<" + input + "x" + kernel + "->" + output + ">");
}

/// Reads and drops the attribute that says in which types a product is to be computed: products are
/// computed in the types of the arrays.
static Attribute readDotAlgorithm(DialectBytecodeReader &reader) {
  Type type;
  int64_t number;
  for (int i = 0; i < 3; ++i)
    if (failed(reader.readType(type)))
      return nullptr;
  for (int i = 0; i < 4; ++i)
    if (failed(reader.readSignedVarInt(number)))
      return nullptr;
  return UnitAttr::get(reader.getContext());
}

static Attribute readAttribute(DialectBytecodeReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return nullptr;
  if (std::optional<Enumeration> enumeration = getEnumeration(code)) {
    FailureOr<StringRef> name = readCase(reader, enumeration->code);
    if (failed(name))
      return nullptr;
    return makeText(reader.getContext(), StableHLODialect::getDialectNamespace(),
                    enumeration->kind + " " + *name);
  }
  if (std::optional<Numbers> numbers = getNumbers(code))
    return readNumbers(reader, *numbers);
  switch (code) {
  case ConvolutionDimensions:
    return readConvolutionDimensions(reader);
  case DotAlgorithm:
    return readDotAlgorithm(reader);
  case ResultAccuracy:
    return readResultAccuracy(reader);
  case 13: {
    // Bounds of dynamic extents, which print as `bounds<4, ?>`.
    SmallVector<int64_t> bounds;
    if (failed(readIntegers(reader, bounds)))
      return nullptr;
    auto write = [](int64_t bound) {
      return ShapedType::isDynamic(bound) ? "?" : std::to_string(bound);
    };
    return makeText(reader.getContext(), StableHLODialect::getDialectNamespace(),
                    "bounds<" + llvm::join(llvm::map_range(bounds, write), ", ") + ">");
  }
  default:
    reader.emitError("attribute number ")
        << code << " of StableHLO is not known: print the module in the generic form";
    return nullptr;
  }
}

namespace {
struct StableHLOBytecode : BytecodeDialectInterface {
  StableHLOBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}
  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    return ::readAttribute(reader);
  }
  /// The only type of StableHLO is that of tokens.
  Type readType(DialectBytecodeReader &reader) const override {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return nullptr;
    if (code == 0)
      return OpaqueType::get(
          StringAttr::get(reader.getContext(), StableHLODialect::getDialectNamespace()), "token");
    reader.emitError("type number ")
        << code << " of StableHLO is not known: print the module in the generic form";
    return nullptr;
  }
};

struct ShardyBytecode : BytecodeDialectInterface {
  ShardyBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}
  /// Skips all bytes of an attribute. MLIR emits an error at the end of the bytes, which is
  /// suppressed.
  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    ScopedDiagnosticHandler silent(reader.getContext(), [](Diagnostic &) { return success(); });
    while (succeeded(reader.readAPIntWithKnownWidth(8)))
      continue;
    return UnitAttr::get(reader.getContext());
  }
};
} // namespace

StableHLODialect::StableHLODialect(MLIRContext *context)
    : TextDialect(getDialectNamespace(), context, TypeID::get<StableHLODialect>()) {
  addInterfaces<StableHLOBytecode>();
}

CHLODialect::CHLODialect(MLIRContext *context)
    : TextDialect(getDialectNamespace(), context, TypeID::get<CHLODialect>()) {}

ShardyDialect::ShardyDialect(MLIRContext *context)
    : TextDialect(getDialectNamespace(), context, TypeID::get<ShardyDialect>()) {
  addInterfaces<ShardyBytecode>();
}
