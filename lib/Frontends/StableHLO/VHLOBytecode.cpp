//===- VHLOBytecode.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads the encodings of types and attributes of VHLO, and has the tables of the attributes of the
// operations of VHLO and of StableHLO. Each type or attribute begins with the code of its kind;
// these codes never change (stablehlo/dialect/VhloBytecode.cpp).

#include "StableHLODialect.h"
#include "VHLO.h"
#include "chad/Frontends/StableHLO/Passes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace chad::stablehlo;

/// The error for a code that has no meaning in the versions known here.
static constexpr StringLiteral
    newerVersion("the artifact has a newer version than is known here: export it for an older "
                 "version of StableHLO, or print the module in the generic form");

/// Reads a list; `read` reads one element. The encoded length is not trusted: no memory is reserved
/// for it in advance.
template <typename T, typename ReadT>
static LogicalResult readList(DialectBytecodeReader &reader, SmallVectorImpl<T> &list, ReadT read) {
  uint64_t length;
  if (failed(reader.readVarInt(length)))
    return failure();
  for (uint64_t i = 0; i < length; ++i)
    if (failed(read(list.emplace_back())))
      return failure();
  return success();
}

LogicalResult chad::stablehlo::readIntegers(DialectBytecodeReader &reader,
                                            SmallVectorImpl<int64_t> &list) {
  return readList(reader, list, [&](int64_t &value) { return reader.readSignedVarInt(value); });
}

static LogicalResult readTypes(DialectBytecodeReader &reader, SmallVectorImpl<Type> &list) {
  return readList(reader, list, [&](Type &type) { return reader.readType(type); });
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns the type without parameters that has this code; null for any other code.
static Type getSimpleType(MLIRContext *context, uint64_t code) {
  auto integer = [&](unsigned width, bool isUnsigned = false) -> Type {
    return IntegerType::get(context, width,
                            isUnsigned ? IntegerType::Unsigned : IntegerType::Signless);
  };
  switch (code) {
  case 0:
    return integer(1);
  case 2:
    return BFloat16Type::get(context);
  case 3:
    return Float16Type::get(context);
  case 4:
    return Float32Type::get(context);
  case 5:
    return Float64Type::get(context);
  case 6:
    return Float8E4M3FNType::get(context);
  case 7:
    return Float8E5M2Type::get(context);
  case 9:
    return IndexType::get(context);
  case 10:
    return integer(4);
  case 11:
    return integer(8);
  case 12:
    return integer(16);
  case 13:
    return integer(32);
  case 14:
    return integer(64);
  case 15:
    return integer(4, /*isUnsigned=*/true);
  case 16:
    return integer(8, /*isUnsigned=*/true);
  case 17:
    return integer(16, /*isUnsigned=*/true);
  case 18:
    return integer(32, /*isUnsigned=*/true);
  case 19:
    return integer(64, /*isUnsigned=*/true);
  case 27:
    return Float8E4M3FNUZType::get(context);
  case 28:
    return Float8E5M2FNUZType::get(context);
  case 29:
    return Float8E4M3B11FNUZType::get(context);
  case 31:
    return integer(2);
  case 32:
    return integer(2, /*isUnsigned=*/true);
  case 33:
    return NoneType::get(context);
  case 34:
    return FloatTF32Type::get(context);
  case 35:
    return Float8E4M3Type::get(context);
  case 36:
    return Float8E3M4Type::get(context);
  case 37:
    return Float4E2M1FNType::get(context);
  case 38:
    return Float6E2M3FNType::get(context);
  case 39:
    return Float6E3M2FNType::get(context);
  case 40:
    return Float8E8M0FNUType::get(context);
  default:
    return nullptr;
  }
}

/// The codes of types with parameters, and of those that are refused.
enum TypeCode : uint64_t {
  Complex = 1,
  Function = 8,
  RankedTensor = 20,
  RankedTensorWithEncoding = 21,
  Token = 22,
  Tuple = 23,
  Quantized = 24,
  UnrankedTensor = 25,
  Witness = 26,
  QuantizedPerAxis = 30,
  Buffer = 41,
};

/// Reads a tensor type; null if it cannot be read. An inner type may be null without an error: MLIR
/// then reads the inner type first, and calls this function again.
static Type readTensor(DialectBytecodeReader &reader, bool hasEncoding) {
  Attribute encoding;
  SmallVector<int64_t> shape;
  Type element;
  if ((hasEncoding && failed(reader.readAttribute(encoding))) ||
      failed(readIntegers(reader, shape)) || failed(reader.readType(element)))
    return nullptr;
  return RankedTensorType::getChecked([&] { return reader.emitError(); }, shape, element, encoding);
}

static Type readType(DialectBytecodeReader &reader) {
  MLIRContext *context = reader.getContext();
  auto error = [&] { return reader.emitError(); };
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return nullptr;
  if (Type simple = getSimpleType(context, code))
    return simple;
  switch (code) {
  case Complex: {
    Type part;
    if (failed(reader.readType(part)))
      return nullptr;
    return ComplexType::getChecked(error, part);
  }
  case Function: {
    SmallVector<Type> inputs, results;
    if (failed(readTypes(reader, inputs)) || failed(readTypes(reader, results)))
      return nullptr;
    return FunctionType::get(context, inputs, results);
  }
  case RankedTensor:
  case RankedTensorWithEncoding:
    return readTensor(reader, code == RankedTensorWithEncoding);
  case Tuple: {
    SmallVector<Type> types;
    if (failed(readTypes(reader, types)))
      return nullptr;
    return TupleType::get(context, types);
  }
  case UnrankedTensor: {
    Type element;
    if (failed(reader.readType(element)))
      return nullptr;
    return UnrankedTensorType::getChecked(error, element);
  }
  case Token:
    return OpaqueType::get(StringAttr::get(context, StableHLODialect::getDialectNamespace()),
                           "token");
  case Witness:
  case Buffer:
    reader.emitError("the program has witnesses or buffers: export a function of arrays");
    return nullptr;
  case Quantized:
  case QuantizedPerAxis:
    reader.emitError("the program has quantized numbers, whose rounding has no derivative: export "
                     "it before it is quantized");
    return nullptr;
  default:
    reader.emitError("type number ") << code << " of VHLO is not known: " << newerVersion;
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

enum AttributeCode : uint64_t {
  Array = 1,
  Boolean = 2,
  Dictionary = 6,
  Float = 8,
  Integer = 9,
  OutputOperandAlias = 10,
  String = 14,
  Tensor = 15,
  TypeOf = 17,
  TypeExtensions = 18,
  ResultAccuracy = 20,
};

/// Returns the names of the cases of the enumeration with this code; nothing for any other code.
static std::optional<SmallVector<StringRef>> getEnumeration(uint64_t code) {
  switch (code) {
  case 3:
    return SmallVector<StringRef>{"EQ", "NE", "GE", "GT", "LE", "LT"};
  case 4:
    return SmallVector<StringRef>{"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
  case 5:
    return SmallVector<StringRef>{"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL",
                                  "API_VERSION_STATUS_RETURNING",
                                  "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
  case 7:
    return SmallVector<StringRef>{"FFT", "IFFT", "RFFT", "IRFFT"};
  case 11:
    return SmallVector<StringRef>{"DEFAULT", "HIGH", "HIGHEST"};
  case 12:
    return SmallVector<StringRef>{"DEFAULT", "THREE_FRY", "PHILOX"};
  case 13:
    return SmallVector<StringRef>{"", "UNIFORM", "NORMAL"};
  case 16:
    return SmallVector<StringRef>{"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  case 19:
    return SmallVector<StringRef>{"DEFAULT", "HIGHEST", "TOLERANCE"};
  default:
    return std::nullopt;
  }
}

FailureOr<StringRef> chad::stablehlo::readCase(DialectBytecodeReader &reader, uint64_t code) {
  std::optional<SmallVector<StringRef>> cases = getEnumeration(code);
  uint64_t number;
  if (!cases || failed(reader.readVarInt(number)))
    return failure();
  if (number < cases->size())
    return (*cases)[number];
  return reader.emitError("case ") << number << " of an enumeration is not known: " << newerVersion;
}

Attribute chad::stablehlo::readResultAccuracy(DialectBytecodeReader &reader) {
  // Two tolerances, which are ignored, come before the mode.
  int64_t ulps;
  Attribute mode;
  if (failed(reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble())) ||
      failed(reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble())) ||
      failed(reader.readSignedVarInt(ulps)) || failed(reader.readAttribute(mode)))
    return nullptr;
  return mode;
}

static Attribute readDictionary(DialectBytecodeReader &reader) {
  NamedAttrList entries;
  uint64_t count;
  if (failed(reader.readVarInt(count)))
    return nullptr;
  for (uint64_t i = 0; i < count; ++i) {
    Attribute key, value;
    if (failed(reader.readAttribute(key)) || failed(reader.readAttribute(value)))
      return nullptr;
    auto name = dyn_cast<StringAttr>(key);
    if (!name || name.empty() || entries.get(name)) {
      reader.emitError("a dictionary of VHLO needs different names as its keys");
      return nullptr;
    }
    entries.append(name, value);
  }
  return entries.getDictionary(reader.getContext());
}

/// Reads the elements of a tensor. Booleans are stored with eight elements in a byte, or one, or
/// one byte for all elements. Other elements are stored as MLIR stores them.
static Attribute readTensorElements(DialectBytecodeReader &reader) {
  Type type;
  ArrayRef<char> data;
  if (failed(reader.readType(type)) || failed(reader.readBlob(data)))
    return nullptr;
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto invalid = [&]() -> Attribute {
    reader.emitError("a constant of type ")
        << type << " has " << data.size() << " bytes, which are not its elements";
    return nullptr;
  };
  if (!tensor || !tensor.hasStaticShape() ||
      !(tensor.getElementType().isIntOrIndexOrFloat() || isa<ComplexType>(tensor.getElementType())))
    return invalid();
  if (!tensor.getElementType().isInteger(1)) {
    bool isSplat;
    if (!DenseElementsAttr::isValidRawBuffer(tensor, data, isSplat))
      return invalid();
    return DenseElementsAttr::getFromRawBuffer(tensor, data);
  }
  uint64_t count = tensor.getNumElements();
  if (data.size() == count) {
    auto flags = llvm::map_to_vector(data, [](char byte) { return byte != 0; });
    return DenseElementsAttr::get(tensor, flags);
  }
  if (data.size() == llvm::divideCeil(count, 8)) {
    SmallVector<bool> flags(count);
    for (uint64_t i = 0; i < count; ++i)
      flags[i] = (data[i / 8] >> (i % 8)) & 1;
    return DenseElementsAttr::get(tensor, flags);
  }
  if (data.size() == 1)
    return DenseElementsAttr::get(tensor, data[0] != 0);
  return invalid();
}

static Attribute readAttribute(DialectBytecodeReader &reader) {
  MLIRContext *context = reader.getContext();
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return nullptr;
  if (getEnumeration(code)) {
    FailureOr<StringRef> name = readCase(reader, code);
    return succeeded(name) ? StringAttr::get(context, *name) : Attribute();
  }
  Type type;
  switch (code) {
  case Array: {
    SmallVector<Attribute> elements;
    auto read = [&](Attribute &attribute) { return reader.readAttribute(attribute); };
    if (failed(readList(reader, elements, read)))
      return nullptr;
    return ArrayAttr::get(context, elements);
  }
  case Boolean: {
    uint64_t value;
    if (failed(reader.readVarInt(value)))
      return nullptr;
    return BoolAttr::get(context, value != 0);
  }
  case Dictionary:
    return readDictionary(reader);
  case Float: {
    if (failed(reader.readType(type)))
      return nullptr;
    auto floatType = dyn_cast<FloatType>(type);
    if (!floatType) {
      reader.emitError("a float has the type ") << type;
      return nullptr;
    }
    FailureOr<APFloat> value = reader.readAPFloatWithKnownSemantics(floatType.getFloatSemantics());
    return succeeded(value) ? FloatAttr::get(type, *value) : Attribute();
  }
  case Integer: {
    if (failed(reader.readType(type)))
      return nullptr;
    if (!type.isIntOrIndex()) {
      reader.emitError("an integer has the type ") << type;
      return nullptr;
    }
    unsigned width =
        type.isIndex() ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
    FailureOr<APInt> value = reader.readAPIntWithKnownWidth(width);
    return succeeded(value) ? IntegerAttr::get(type, *value) : Attribute();
  }
  case OutputOperandAlias: {
    // The attribute is a hint about memory, and is dropped.
    SmallVector<int64_t> outputs, operands;
    int64_t operand;
    if (failed(readIntegers(reader, outputs)) || failed(reader.readSignedVarInt(operand)) ||
        failed(readIntegers(reader, operands)))
      return nullptr;
    return UnitAttr::get(context);
  }
  case String: {
    StringRef text;
    if (failed(reader.readString(text)))
      return nullptr;
    return StringAttr::get(context, text);
  }
  case Tensor:
    return readTensorElements(reader);
  case TypeOf:
    if (failed(reader.readType(type)))
      return nullptr;
    return TypeAttr::get(type);
  case TypeExtensions: {
    SmallVector<int64_t> bounds;
    if (failed(readIntegers(reader, bounds)))
      return nullptr;
    return DenseI64ArrayAttr::get(context, bounds);
  }
  case ResultAccuracy:
    return readResultAccuracy(reader);
  default:
    reader.emitError("attribute number ") << code << " of VHLO is not known: " << newerVersion;
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Adds the attributes of the operations of StableHLO and CHLO, which have one version of each
/// operation.
static void addStableHLO(llvm::StringMap<SmallVector<StringRef>> &table) {
  auto add = [&](std::initializer_list<StringRef> names, StringRef attributes) {
    for (StringRef name : names)
      attributes.split(table[("stablehlo." + name).str()], ' ');
  };
  add({"all_gather"}, "all_gather_dim channel_handle? replica_groups use_global_device_ids?");
  add({"all_reduce"}, "channel_handle? replica_groups use_global_device_ids?");
  add({"all_to_all"},
      "channel_handle? concat_dimension replica_groups split_count split_dimension");
  add({"batch_norm_grad", "batch_norm_inference", "batch_norm_training"}, "epsilon feature_index");
  add({"broadcast"}, "broadcast_sizes");
  add({"broadcast_in_dim"}, "broadcast_dimensions");
  add({"cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic",
       "rsqrt", "sine", "sqrt", "tan", "tanh"},
      "result_accuracy?");
  add({"cholesky"}, "lower?");
  add({"collective_broadcast"}, "channel_handle? replica_groups");
  add({"collective_permute"}, "channel_handle? source_target_pairs");
  add({"compare"}, "compare_type? comparison_direction");
  add({"composite"}, "composite_attributes? decomposition name version?");
  add({"concatenate", "get_dimension_size", "set_dimension_size"}, "dimension");
  add({"constant"}, "value");
  add({"convolution"},
      "batch_group_count dimension_numbers feature_group_count lhs_dilation? padding? "
      "precision_config? rhs_dilation? window_reversal? window_strides?");
  add({"cross-replica-sum"}, "replica_groups");
  add({"custom_call"},
      "api_version? backend_config? call_target_name called_computations? has_side_effect? "
      "operand_layouts? output_operand_aliases? result_layouts?");
  add({"dot"}, "precision_config?");
  add({"dot_general"}, "algorithm? dot_dimension_numbers precision_config?");
  add({"dynamic_broadcast_in_dim"},
      "broadcast_dimensions known_expanding_dimensions? known_nonexpanding_dimensions?");
  add({"dynamic_conv"},
      "batch_group_count dimension_numbers feature_group_count lhs_dilation? precision_config? "
      "rhs_dilation? window_reversal? window_strides?");
  add({"dynamic_gather"}, "dimension_numbers indices_are_sorted?");
  add({"dynamic_iota", "iota"}, "iota_dimension");
  add({"dynamic_slice"}, "slice_sizes");
  add({"einsum", "unary_einsum"}, "einsum_config");
  add({"fft"}, "fft_length fft_type");
  add({"gather"}, "dimension_numbers indices_are_sorted? slice_sizes");
  add({"get_tuple_element"}, "index");
  add({"infeed"}, "infeed_config layout?");
  add({"map", "reduce", "reverse"}, "dimensions");
  add({"outfeed"}, "outfeed_config");
  add({"pad"}, "edge_padding_high edge_padding_low interior_padding");
  add({"recv", "send"}, "channel_handle is_host_transfer? source_target_pairs?");
  add({"reduce_precision"}, "exponent_bits mantissa_bits");
  add({"reduce_scatter"},
      "channel_handle? replica_groups scatter_dimension use_global_device_ids?");
  add({"reduce_window"},
      "base_dilations? padding? window_dilations? window_dimensions window_strides?");
  add({"rng"}, "rng_distribution");
  add({"rng_bit_generator"}, "rng_algorithm");
  add({"scatter"}, "indices_are_sorted? scatter_dimension_numbers unique_indices?");
  add({"select_and_scatter"}, "padding? window_dimensions? window_strides?");
  add({"slice"}, "limit_indices start_indices strides");
  add({"sort"}, "dimension? is_stable?");
  add({"torch_index_select"}, "batch_dims dim");
  add({"transpose"}, "permutation");
  add({"triangular_solve"}, "left_side lower transpose_a unit_diagonal");
  for (StringRef name :
       {"add", "and", "atan2", "complex", "divide", "maximum", "minimum", "multiply", "next_after",
        "or", "polygamma", "power", "remainder", "shift_left", "shift_right_arithmetic",
        "shift_right_logical", "subtract", "xor", "zeta"})
    table[("chlo.broadcast_" + name).str()] = {"broadcast_dimensions?"};
  table["chlo.broadcast_compare"] = {"broadcast_dimensions?", "compare_type?",
                                     "comparison_direction"};
  table["chlo.constant"] = table["chlo.constant_like"] = {"value"};
  table["chlo.ragged_dot"] = {"precision_config?", "ragged_dot_dimension_numbers"};
  table["chlo.top_k"] = {"k"};
}

/// The names of the attributes of each operation.
static const llvm::StringMap<SmallVector<StringRef>> &getEncodings() {
  static const llvm::StringMap<SmallVector<StringRef>> table = [] {
    llvm::StringMap<SmallVector<StringRef>> table;
    auto add = [&](std::initializer_list<StringRef> names, StringRef attributes) {
      for (StringRef name : names)
        attributes.split(table[("vhlo." + name).str()], ' ');
    };
    add({"batch_norm_grad_v1", "batch_norm_inference_v1", "batch_norm_training_v1"},
        "epsilon feature_index");
    add({"broadcast_in_dim_v1"}, "broadcast_dimensions");
    add({"broadcast_v1"}, "broadcast_sizes");
    add({"call_v1"}, "callee");
    add({"cbrt_v2", "cosine_v2", "exponential_minus_one_v2", "exponential_v2", "log_plus_one_v2",
         "log_v2", "logistic_v2", "rsqrt_v2", "sine_v2", "sqrt_v2", "tan_v2", "tanh_v2"},
        "result_accuracy");
    add({"cholesky_v1"}, "lower");
    add({"compare_v1"}, "compare_type comparison_direction");
    add({"composite_v1", "composite_v2"}, "composite_attributes decomposition name version");
    add({"concatenate_v1", "get_dimension_size_v1", "set_dimension_size_v1"}, "dimension");
    add({"constant_v1"}, "value");
    add({"convolution_v1", "dynamic_conv_v1"},
        "batch_group_count feature_group_count input_batch_dimension input_feature_dimension "
        "input_spatial_dimensions kernel_input_feature_dimension kernel_output_feature_dimension "
        "kernel_spatial_dimensions lhs_dilation output_batch_dimension output_feature_dimension "
        "output_spatial_dimensions padding precision_config rhs_dilation window_reversal "
        "window_strides");
    add({"dynamic_conv_v2"},
        "batch_group_count feature_group_count input_batch_dimension input_feature_dimension "
        "input_spatial_dimensions kernel_input_feature_dimension kernel_output_feature_dimension "
        "kernel_spatial_dimensions lhs_dilation output_batch_dimension output_feature_dimension "
        "output_spatial_dimensions precision_config rhs_dilation window_reversal window_strides");
    add({"custom_call_v1"},
        "api_version backend_config call_target_name called_computations has_side_effect "
        "operand_layouts output_operand_aliases result_layouts");
    add({"dot_general_v1"}, "lhs_batching_dimensions lhs_contracting_dimensions precision_config "
                            "rhs_batching_dimensions rhs_contracting_dimensions");
    add({"dot_general_v2"},
        "accumulation_type allow_imprecise_accumulation lhs_batching_dimensions "
        "lhs_component_count lhs_contracting_dimensions lhs_precision_type "
        "num_primitive_operations precision_config rhs_batching_dimensions rhs_component_count "
        "rhs_contracting_dimensions rhs_precision_type");
    add({"dot_v1"}, "precision_config");
    add({"dynamic_broadcast_in_dim_v1"},
        "broadcast_dimensions known_expanding_dimensions known_nonexpanding_dimensions");
    add({"dynamic_gather_v1"},
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims start_index_map");
    add({"dynamic_gather_v2"},
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
        "operand_batching_dims start_index_map start_indices_batching_dims");
    add({"dynamic_slice_v1"}, "slice_sizes");
    add({"einsum_v1", "unary_einsum_v1"}, "einsum_config");
    add({"fft_v1"}, "fft_length fft_type");
    add({"func_v1"}, "arg_attrs function_type res_attrs sym_name sym_visibility");
    add({"gather_v1"},
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims slice_sizes "
        "start_index_map");
    add({"gather_v2"},
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
        "operand_batching_dims slice_sizes start_index_map start_indices_batching_dims");
    add({"get_tuple_element_v1"}, "index");
    add({"iota_v1", "dynamic_iota_v1"}, "iota_dimension");
    add({"map_v1", "reduce_v1", "reverse_v1"}, "dimensions");
    add({"pad_v1"}, "edge_padding_high edge_padding_low interior_padding");
    add({"reduce_precision_v1"}, "exponent_bits mantissa_bits");
    add({"reduce_window_v1"},
        "base_dilations padding window_dilations window_dimensions window_strides");
    add({"rng_bit_generator_v1"}, "rng_algorithm");
    add({"rng_v1"}, "rng_distribution");
    add({"scatter_v1"},
        "index_vector_dim indices_are_sorted inserted_window_dims scatter_dims_to_operand_dims "
        "unique_indices update_window_dims");
    add({"scatter_v2"},
        "index_vector_dim indices_are_sorted input_batching_dims inserted_window_dims "
        "scatter_dims_to_operand_dims scatter_indices_batching_dims unique_indices "
        "update_window_dims");
    add({"select_and_scatter_v1"}, "padding window_dimensions window_strides");
    add({"slice_v1"}, "limit_indices start_indices strides");
    add({"sort_v1"}, "dimension is_stable");
    add({"torch_index_select_v1"}, "batch_dims dim");
    add({"transpose_v1"}, "permutation");
    add({"triangular_solve_v1"}, "left_side lower transpose_a unit_diagonal");
    addStableHLO(table);
    table["sdy.mesh"] = {"mesh", "sym_name"};
    table["sdy.sharding_constraint"] = {"sharding"};
    return table;
  }();
  return table;
}

ArrayRef<StringRef> chad::stablehlo::getEncodedAttributes(StringRef name) {
  auto found = getEncodings().find(name);
  return found == getEncodings().end() ? ArrayRef<StringRef>() : found->second;
}

/// Whether the attribute is a dictionary with these keys.
static bool isDictionaryOf(Attribute value, ArrayRef<StringRef> names) {
  auto dictionary = dyn_cast<DictionaryAttr>(value);
  return dictionary && dictionary.size() == names.size() &&
         llvm::all_of(names, [&](StringRef name) { return dictionary.contains(name); });
}

/// Checks that a list of numbers has a type of numbers, and as many bytes as its elements take.
/// MLIR does not check this when it reads the list.
static LogicalResult checkList(DialectBytecodeReader &reader, Attribute value) {
  auto list = dyn_cast_or_null<DenseArrayAttr>(value);
  if (!list)
    return success();
  Type type = list.getElementType();
  if (type.isIntOrFloat() && list.getSize() >= 0 &&
      list.getRawData().size() ==
          static_cast<size_t>(list.getSize()) * llvm::divideCeil(type.getIntOrFloatBitWidth(), 8))
    return success();
  return reader.emitError("a list of numbers is not one of its type");
}

namespace {
/// Reads the attributes of an operation that is not registered as its dictionary of properties.
struct EncodedAttributes : BytecodeOpInterface::FallbackModel<EncodedAttributes> {
  static LogicalResult readProperties(DialectBytecodeReader &reader, OperationState &state) {
    NamedAttrList attributes;
    ArrayRef<StringRef> names = getEncodedAttributes(state.name.getStringRef());
    for (StringRef name : names) {
      Attribute value;
      if (name.consume_back("?")) {
        if (failed(reader.readOptionalAttribute(value)) || failed(checkList(reader, value)))
          return failure();
        if (value)
          attributes.append(name, value);
        continue;
      }
      if (failed(reader.readAttribute(value)) || failed(checkList(reader, value)))
        return failure();
      // A writer without the dialect writes all attributes as one dictionary.
      if (isDictionaryOf(value, names)) {
        state.propertiesAttr = value;
        return success();
      }
      attributes.append(name, value);
    }
    if (!attributes.empty())
      state.propertiesAttr = attributes.getDictionary(reader.getContext());
    return success();
  }

  /// MLIR's writer calls this for registered operations only.
  void writeProperties(Operation *op, DialectBytecodeWriter &writer) const {
    llvm_unreachable("operations of VHLO are not registered");
  }
};

struct VHLOBytecode : BytecodeDialectInterface {
  VHLOBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}
  Type readType(DialectBytecodeReader &reader) const override { return ::readType(reader); }
  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    return ::readAttribute(reader);
  }
};
} // namespace

VHLODialect::VHLODialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<VHLODialect>()) {
  allowUnknownOperations();
  addInterfaces<VHLOBytecode>();
}

/// Emits an error for the printed syntax of types or attributes of VHLO, which cannot be read.
static void refuseText(DialectAsmParser &parser) {
  parser.emitError(parser.getNameLoc(),
                   "VHLO is read as bytecode only: print the module in the generic form of "
                   "StableHLO, or pass the bytes of the portable artifact");
}

Type VHLODialect::parseType(DialectAsmParser &parser) const {
  refuseText(parser);
  return nullptr;
}

Attribute VHLODialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  refuseText(parser);
  return nullptr;
}

/// Attaches the reader of attributes to the operations of the dialect that are in the table. The
/// names of operations belong to a dialect only after it has been loaded, so that this is done when
/// it is loaded.
template <typename DialectT> static void attachEncodings(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, DialectT *dialect) {
    for (StringRef name : getEncodings().keys())
      if (name.split('.').first == dialect->getNamespace())
        OperationName(name, context).attachInterface<EncodedAttributes>();
  });
}

void chad::registerPortableStableHLO(DialectRegistry &registry) {
  // A compiler that contains StableHLO has registered these dialects already.
  auto isNew = [&](StringRef name) {
    return !llvm::is_contained(registry.getDialectNames(), name);
  };
  if (isNew(VHLODialect::getDialectNamespace())) {
    registry.insert<VHLODialect>();
    attachEncodings<VHLODialect>(registry);
  }
  if (isNew(ShardyDialect::getDialectNamespace())) {
    registry.insert<ShardyDialect>();
    attachEncodings<ShardyDialect>(registry);
  }
  if (isNew(StableHLODialect::getDialectNamespace()))
    registry.insert<StableHLODialect>();
  if (isNew(CHLODialect::getDialectNamespace()))
    registry.insert<CHLODialect>();
}

void chad::prepareForBytecode(StringRef source, DialectRegistry &registry) {
  if (!isWrittenByStableHLO(source))
    return;
  attachEncodings<StableHLODialect>(registry);
  attachEncodings<CHLODialect>(registry);
}
