//===- ConvertVHLO.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Converts portable artifacts to the generic form of StableHLO. Names of operations lose their
// versions. Dimension numbers, which are several attributes in VHLO, are joined into one attribute,
// as text.

#include "Importer.h"
#include "VHLO.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace chad::stablehlo;

namespace {
/// The operation that replaces an operation of VHLO: its name, and its attributes, which become
/// properties.
struct Replacement {
  Operation *op;
  std::string name;
  NamedAttrList attributes;
};
} // namespace

static bool isVHLO(Operation *op) {
  return op->getName().getDialectNamespace() == VHLODialect::getDialectNamespace();
}

/// Removes the attributes `names` from the list and writes them as `kind<name = [1, 2], ...>`. An
/// attribute that is neither a number nor a list of numbers gives a text that the importer refuses.
static Attribute takeDimensionNumbers(MLIRContext *context, NamedAttrList &attributes,
                                      StringRef kind, ArrayRef<StringRef> names) {
  SmallVector<std::string> parts;
  for (StringRef name : names) {
    Attribute value = attributes.erase(name);
    if (!value)
      continue;
    llvm::raw_string_ostream os(parts.emplace_back());
    os << name << " = ";
    if (auto number = dyn_cast<IntegerAttr>(value)) {
      os << number.getValue();
    } else if (auto numbers = dyn_cast<DenseIntElementsAttr>(value)) {
      os << '[';
      llvm::interleaveComma(numbers.getValues<APInt>(), os);
      os << ']';
    }
  }
  return makeText(context, "stablehlo", kind + "<" + llvm::join(parts, ", ") + ">");
}

/// Removes the dimensions of one side of a convolution from the list and writes them in their
/// order, as `[b, 0, 1, f]`. `first` and `second` are the letters of the dimensions that are not
/// spatial. Returns an empty text if an attribute is missing.
static std::string takeSide(NamedAttrList &attributes, StringRef side, StringRef firstName,
                            StringRef first, StringRef secondName, StringRef second) {
  auto take = [&](StringRef name, StringRef suffix) {
    return attributes.erase((side + "_" + name + suffix).str());
  };
  auto firstDim = dyn_cast_or_null<IntegerAttr>(take(firstName, "_dimension"));
  auto secondDim = dyn_cast_or_null<IntegerAttr>(take(secondName, "_dimension"));
  auto spatial = dyn_cast_or_null<DenseIntElementsAttr>(take("spatial", "_dimensions"));
  if (!firstDim || !secondDim || !spatial)
    return "";
  auto toInteger = [](const APInt &dim) {
    return static_cast<int64_t>(dim.getLimitedValue(INT64_MAX));
  };
  return writeConvolutionSide(first, toInteger(firstDim.getValue()), second,
                              toInteger(secondDim.getValue()),
                              llvm::map_to_vector(spatial.getValues<APInt>(), toInteger));
}

/// Joins the dimension numbers of the operation `name` into one attribute.
static void joinDimensionNumbers(MLIRContext *context, StringRef name, NamedAttrList &attributes) {
  auto join = [&](StringRef joined, StringRef kind, ArrayRef<StringRef> names) {
    attributes.set(joined, takeDimensionNumbers(context, attributes, kind, names));
  };
  if (name == "dot_general")
    return join("dot_dimension_numbers", "dot",
                {"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
                 "rhs_contracting_dimensions"});
  if (name == "gather" || name == "dynamic_gather")
    return join("dimension_numbers", "gather",
                {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                 "start_indices_batching_dims", "start_index_map", "index_vector_dim"});
  if (name == "scatter")
    return join("scatter_dimension_numbers", "scatter",
                {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                 "scatter_indices_batching_dims", "scatter_dims_to_operand_dims",
                 "index_vector_dim"});
  if (name != "convolution" && name != "dynamic_conv")
    return;
  std::string input = takeSide(attributes, "input", "batch", "b", "feature", "f");
  std::string kernel = takeSide(attributes, "kernel", "input_feature", "i", "output_feature", "o");
  std::string output = takeSide(attributes, "output", "batch", "b", "feature", "f");
  attributes.set(
      "dimension_numbers",
      makeText(context, "stablehlo", "conv<" + input + "x" + kernel + "->" + output + ">"));
}

/// Joins the dimension numbers of `chlo.ragged_dot`, which are a list in a composite, into one
/// attribute.
static void joinRaggedDimensions(MLIRContext *context, NamedAttrList &attributes) {
  static constexpr StringLiteral joined("ragged_dot_dimension_numbers");
  static constexpr StringLiteral names[] = {
      "lhs_batching_dimensions",    "rhs_batching_dimensions", "lhs_contracting_dimensions",
      "rhs_contracting_dimensions", "lhs_ragged_dimensions",   "rhs_group_dimensions"};
  auto list = dyn_cast_or_null<ArrayAttr>(attributes.get(joined));
  if (!list || list.size() != std::size(names))
    return;
  for (auto [name, dims] : llvm::zip_equal(names, list))
    attributes.set(name, dims);
  attributes.set(joined, takeDimensionNumbers(context, attributes, "ragged_dot",
                                              llvm::to_vector_of<StringRef>(names)));
}

/// Replaces the name of a function, which is a string in VHLO, by a symbol reference.
static void makeSymbol(NamedAttrList &attributes, StringRef name) {
  if (auto text = dyn_cast_or_null<StringAttr>(attributes.get(name)))
    attributes.set(name, FlatSymbolRefAttr::get(text));
}

static void makeSymbols(NamedAttrList &attributes, StringRef name) {
  auto texts = dyn_cast_or_null<ArrayAttr>(attributes.get(name));
  if (!texts || !llvm::all_of(texts, llvm::IsaPred<StringAttr>))
    return;
  auto symbols = llvm::map_to_vector(texts, [](Attribute text) -> Attribute {
    return FlatSymbolRefAttr::get(cast<StringAttr>(text));
  });
  attributes.set(name, ArrayAttr::get(texts.getContext(), symbols));
}

/// Returns the replacement of an operation of VHLO. Emits an error if no known version of VHLO has
/// the operation, or its attributes.
static FailureOr<Replacement> findReplacement(Operation *op) {
  MLIRContext *context = op->getContext();
  auto [name, version] = op->getName().stripDialect().rsplit("_v");
  ArrayRef<StringRef> names = getEncodedAttributes(op->getName().getStringRef());
  Attribute properties = op->getPropertiesAsAttribute();
  NamedAttrList attributes;
  if (auto dictionary = dyn_cast_or_null<DictionaryAttr>(properties))
    attributes = dictionary;
  // Bytecode of versions without properties has these attributes among the discardable ones.
  for (StringRef name : names)
    if (Attribute value = properties ? Attribute() : op->removeDiscardableAttr(name))
      attributes.set(name, value);
  bool isKnown =
      names.empty() ? version == "1" && !properties : attributes.getAttrs().size() == names.size();
  std::string generic = ("stablehlo." + name).str();
  if (!isKnown && getRefusal(generic).empty())
    return op->emitError("'")
           << op->getName()
           << "' is of no version of VHLO that is known: export the program for an older version "
              "of StableHLO, or print the module in the generic form";
  Replacement result = {op, generic, attributes};
  joinDimensionNumbers(context, name, result.attributes);
  if (name == "func") {
    result.name = "func.func";
  } else if (name == "call") {
    result.name = "func.call";
    makeSymbol(result.attributes, "callee");
  } else if (name == "return") {
    Operation *parent = op->getParentOp();
    if (isVHLO(parent) && parent->getName().stripDialect().starts_with("func_v"))
      result.name = "func.return";
  } else if (name == "composite") {
    makeSymbol(result.attributes, "decomposition");
  } else if (name == "custom_call") {
    makeSymbols(result.attributes, "called_computations");
  }
  return result;
}

/// Creates the `func.func` for an operation `func_v1`, with an empty body.
static FailureOr<func::FuncOp> createFunction(OpBuilder &builder, const Replacement &function) {
  const NamedAttrList &attributes = function.attributes;
  auto name = dyn_cast_or_null<StringAttr>(attributes.get("sym_name"));
  auto typeAttr = dyn_cast_or_null<TypeAttr>(attributes.get("function_type"));
  auto type = typeAttr ? dyn_cast<FunctionType>(typeAttr.getValue()) : FunctionType();
  if (!name || name.empty() || !type || function.op->getNumRegions() != 1 ||
      function.op->getNumOperands() || function.op->getNumResults())
    return function.op->emitError("'")
           << function.op->getName() << "' needs a name, a type of functions, and one region";
  auto created = func::FuncOp::create(builder, function.op->getLoc(), name, type);
  auto visibility = dyn_cast_or_null<StringAttr>(attributes.get("sym_visibility"));
  if (visibility && !visibility.empty())
    created.setSymVisibilityAttr(visibility);
  auto set = [&](StringRef which, size_t count, auto setAll) {
    auto given = dyn_cast_or_null<ArrayAttr>(attributes.get(which));
    if (given && given.size() == count && llvm::all_of(given, llvm::IsaPred<DictionaryAttr>))
      setAll(given);
  };
  set("arg_attrs", type.getNumInputs(), [&](ArrayAttr given) { created.setArgAttrsAttr(given); });
  set("res_attrs", type.getNumResults(), [&](ArrayAttr given) { created.setResAttrsAttr(given); });
  return created;
}

/// Replaces the operation by one with the same operands, results and regions. The attributes become
/// properties, since the new operation is not registered.
static void replaceBy(OpBuilder &builder, Operation *op, StringRef name,
                      const NamedAttrList &attributes) {
  builder.setInsertionPoint(op);
  OperationState state(op->getLoc(), name, op->getOperands(), op->getResultTypes(),
                       llvm::to_vector(op->getDiscardableAttrs()), op->getSuccessors());
  if (state.name.isRegistered())
    state.addAttributes(attributes);
  else if (!attributes.empty())
    state.propertiesAttr = attributes.getDictionary(op->getContext());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  op->replaceAllUsesWith(builder.create(state));
  op->erase();
}

LogicalResult chad::stablehlo::convertVHLO(ModuleOp module) {
  SmallVector<Replacement> replacements;
  WalkResult result = module.walk([&](Operation *op) {
    if (!isVHLO(op))
      return WalkResult::advance();
    FailureOr<Replacement> replacement = findReplacement(op);
    if (failed(replacement))
      return WalkResult::interrupt();
    replacements.push_back(std::move(*replacement));
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (replacements.empty())
    return success();
  if (!module.getContext()->allowsUnregisteredDialects())
    return emitError(module.getLoc(),
                     "this is a portable artifact of StableHLO, whose dialects are not "
                     "registered: allow such (--allow-unregistered-dialect)");
  OpBuilder builder(module.getContext());
  // Replacements are in post-order: the operations in the regions of an operation have been
  // replaced before the regions are moved to its replacement.
  for (const Replacement &replacement : replacements) {
    if (replacement.name != "func.func") {
      replaceBy(builder, replacement.op, replacement.name, replacement.attributes);
      continue;
    }
    builder.setInsertionPoint(replacement.op);
    auto function = createFunction(builder, replacement);
    if (failed(function))
      return failure();
    function->getBody().takeBody(replacement.op->getRegion(0));
    replacement.op->erase();
  }
  // Operations of VHLO are not verified when they are read; functions and calls are verified here
  // for the first time.
  return verify(module);
}

SmallVector<func::FuncOp> chad::stablehlo::replaceComposites(ModuleOp module) {
  SmallVector<Operation *> composites;
  module.walk([&](Operation *op) {
    auto name = op->getAttrOfType<StringAttr>("name");
    if (op->getName().getStringRef() == "stablehlo.composite" && name &&
        name.getValue().starts_with("chlo.") && getRules().contains(name.getValue()))
      composites.push_back(op);
  });
  SymbolTable symbols(module);
  llvm::SetVector<func::FuncOp> decompositions;
  OpBuilder builder(module.getContext());
  for (Operation *op : composites) {
    if (auto symbol = op->getAttrOfType<FlatSymbolRefAttr>("decomposition"))
      if (auto function = symbols.lookup<func::FuncOp>(symbol.getAttr());
          function && function.isPrivate())
        decompositions.insert(function);
    auto given = op->getAttrOfType<DictionaryAttr>("composite_attributes");
    NamedAttrList attributes = given ? given : NamedAttrList();
    joinRaggedDimensions(op->getContext(), attributes);
    replaceBy(builder, op, op->getAttrOfType<StringAttr>("name"), attributes);
  }
  return decompositions.takeVector();
}
