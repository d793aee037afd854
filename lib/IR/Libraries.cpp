//===- Libraries.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/Libraries.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace chad;

/// An array that is passed to a library: of floats or integers, with one element after the other.
static bool isArray(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() && tensor.getElementType().isIntOrFloat();
}

/// The pairs for one result; false if the attribute is none of it.
static bool readExtents(Attribute attr, RankedTensorType result, FunctionOpInterface function,
                        SmallVector<std::pair<int64_t, int64_t>> &extents) {
  auto numbers = dyn_cast<ArrayAttr>(attr);
  if (!numbers || numbers.size() != 2 * static_cast<size_t>(result.getRank()))
    return false;
  SmallVector<int64_t> values;
  for (Attribute number : numbers) {
    auto integer = dyn_cast<IntegerAttr>(number);
    if (!integer || !integer.getType().isSignlessInteger(64))
      return false;
    values.push_back(integer.getInt());
  }
  for (int64_t dim = 0; dim < result.getRank(); ++dim) {
    int64_t argument = values[2 * dim], of = values[2 * dim + 1];
    if (argument < 0 || argument >= function.getNumArguments() || of < 0 ||
        of >= cast<RankedTensorType>(function.getArgumentTypes()[argument]).getRank())
      return false;
    extents.push_back({argument, of});
  }
  return true;
}

std::optional<LibraryCall> LibraryCall::parse(Attribute attr, FunctionOpInterface function,
                                              std::string &problem) {
  auto dictionary = dyn_cast<DictionaryAttr>(attr);
  if (!dictionary || !dictionary.getAs<StringAttr>("name")) {
    problem = "names a function of a library: {name = \"dpotrf\"}";
    return std::nullopt;
  }
  if (!llvm::all_of(function.getArgumentTypes(), isArray) ||
      !llvm::all_of(function.getResultTypes(), isArray) || function.getNumResults() == 0 ||
      function.getNumArguments() == 0 ||
      cast<RankedTensorType>(function.getArgumentTypes()[0]).getRank() == 0) {
    problem =
        "is for functions of arrays whose results are arrays of floats or integers, and whose "
        "first argument has a dimension";
    return std::nullopt;
  }
  LibraryCall call;
  for (NamedAttribute entry : dictionary) {
    StringRef name = entry.getName();
    if (name == "name") {
      call.name = cast<StringAttr>(entry.getValue()).getValue();
    } else if (name == "variant" || name == "least") {
      auto number = dyn_cast<IntegerAttr>(entry.getValue());
      if (!number || !number.getType().isSignlessInteger(64) ||
          (name == "least" && number.getInt() < 0)) {
        problem = ("expects '" + name + "' to be an integer" +
                   (name == "least" ? " that is not negative" : ""))
                      .str();
        return std::nullopt;
      }
      (name == "least" ? call.least : call.variant) = number.getInt();
    } else if (name == "extents") {
      auto all = dyn_cast<ArrayAttr>(entry.getValue());
      call.extents.resize(function.getNumResults());
      bool fits = all && all.size() == function.getNumResults();
      for (unsigned i = 0; fits && i < function.getNumResults(); ++i)
        fits = readExtents(all[i], cast<RankedTensorType>(function.getResultTypes()[i]), function,
                           call.extents[i]);
      if (!fits) {
        problem =
            "expects 'extents' to be a list for each result, with an argument, and one of its "
            "dimensions, for each dimension: [[0, 0, 0, 1]]";
        return std::nullopt;
      }
    } else {
      problem = ("knows 'name', 'variant', 'least' and 'extents', and not '" + name + "'").str();
      return std::nullopt;
    }
  }
  auto isOpen = [](Type type) { return !cast<RankedTensorType>(type).hasStaticShape(); };
  if (call.extents.empty() && llvm::any_of(function.getResultTypes(), isOpen)) {
    problem = "needs 'extents', which says where the dynamic extents of the results come from";
    return std::nullopt;
  }
  return call;
}

void chad::dropLibraries(Operation *module, llvm::function_ref<bool(StringRef)> isKnown) {
  module->walk([&](FunctionOpInterface function) {
    Attribute attr = function->getAttr(libraryAttr);
    if (!attr)
      return;
    std::string problem;
    std::optional<LibraryCall> call = LibraryCall::parse(attr, function, problem);
    bool isUseful = call && !function.isExternal() && isKnown(call->name);
    if (isUseful) {
      auto first = cast<RankedTensorType>(function.getArgumentTypes()[0]);
      isUseful = first.isDynamicDim(0) || first.getDimSize(0) >= call->least;
    }
    if (!isUseful)
      function->removeAttr(libraryAttr);
  });
}
