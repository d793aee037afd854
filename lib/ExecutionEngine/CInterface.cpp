//===- CInterface.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterface.h"
#include "Buffers.h"
#include "chad/ExecutionEngine/ParameterNames.h"
#include "chad/IR/Handles.h"
#include "chad/IR/SumArrays.h"
#include "chad/Values/SumValues.h"
#include "chad/Values/ValueText.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Type CValue::getScalar() const { return getElementTypeOrSelf(type); }

ArrayRef<int64_t> CValue::getShape() const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isIdentifierCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Characters that C has not become underscores.
static std::string identifierOf(StringRef text) {
  std::string name = text.str();
  for (char &c : name)
    if (!isIdentifierCharacter(c))
      c = '_';
  return name;
}

/// The words of C and C++ that a parameter must not be called.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = {
      "alignas",   "alignof",   "and",       "asm",      "auto",     "bool",     "break",
      "case",      "catch",     "char",      "class",    "compl",    "concept",  "const",
      "constexpr", "continue",  "decltype",  "default",  "delete",   "do",       "double",
      "else",      "enum",      "explicit",  "export",   "extern",   "false",    "float",
      "for",       "friend",    "goto",      "if",       "inline",   "int",      "long",
      "mutable",   "namespace", "new",       "noexcept", "not",      "nullptr",  "operator",
      "or",        "private",   "protected", "public",   "register", "requires", "restrict",
      "return",    "short",     "signed",    "sizeof",   "static",   "struct",   "switch",
      "template",  "this",      "throw",     "true",     "try",      "typedef",  "typeid",
      "typename",  "typeof",    "union",     "unsigned", "using",    "virtual",  "void",
      "volatile",  "while",     "xor"};
  return words.contains(name);
}

namespace {
/// Names of the parameters of one function, no two alike.
struct ParameterNames {
  llvm::StringSet<> taken;

  std::string choose(StringRef wish, std::string otherwise) {
    bool isUsable = !wish.empty() && llvm::isAlpha(wish.front()) && !isReserved(wish);
    std::string name = isUsable ? wish.str() : std::move(otherwise);
    while (!taken.insert(name).second)
      name += '_';
    return name;
  }
};
} // namespace

std::string chad::detail::handleTypeOf(BoxType type, StringRef prefix) {
  return (prefix + identifierOf(type.getRecord().getValue())).str();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Whether values of `type` can be passed from and to C.
static bool hasTypeInC(Type type) {
  SmallVector<Type> parts;
  return succeeded(flattenSums(type, parts)) && llvm::all_of(parts, isCompilable);
}

namespace {
/// Lists the values that stand for a sum, in the order of `flattenSums`.
struct FieldLister {
  SmallVectorImpl<CValue> &values;
  std::string parameter;

  /// Adds those of `sum`, or arrays of the shape of `array` of them.
  void list(SumType sum, RankedTensorType array, const std::string &prefix,
            ArrayRef<CValue::Condition> conditions) {
    auto add = [&](const std::string &field, Type part, ArrayRef<CValue::Condition> conditions) {
      Type type = representationOf(part);
      if (!type)
        return;
      CValue &value = values.emplace_back();
      value.name = parameter + "." + field;
      value.field = field;
      value.type = array ? Type(getArrayOfParts(array, type)) : type;
      value.conditions.assign(conditions.begin(), conditions.end());
    };
    unsigned place = values.size();
    Type tag = getTagType(sum);
    if (tag) {
      add(prefix + "tag", tag, conditions);
      values.back().numAlternatives = sum.getAlternatives().size();
    }
    for (auto [i, alternative] : llvm::enumerate(sum.getAlternatives())) {
      SmallVector<CValue::Condition> taken(conditions);
      if (tag && !array)
        taken.push_back({place, i});
      for (auto [j, part] : llvm::enumerate(alternative.getTypes())) {
        std::string field = prefix + sumFieldName(i, j);
        if (!isSumOrArrayOfSums(part)) {
          add(field, part, taken);
          continue;
        }
        auto inner = dyn_cast<RankedTensorType>(part);
        RankedTensorType outer = array;
        if (inner) {
          SmallVector<int64_t> shape(array ? array.getShape() : ArrayRef<int64_t>());
          llvm::append_range(shape, inner.getShape());
          outer = inner.clone(shape);
        }
        list(cast<SumType>(getElementTypeOrSelf(part)), outer, field + "_", taken);
      }
    }
  }
};
} // namespace

/// Adds a parameter and its values. Unit monoids take no place.
static void addParameter(Type type, std::string name, SmallVectorImpl<CValue> &values,
                         SmallVectorImpl<CParameter> &parameters) {
  unsigned first = values.size();
  bool isSum = isSumOrArrayOfSums(type);
  if (isSum)
    FieldLister{values, name}.list(cast<SumType>(getElementTypeOrSelf(type)),
                                   dyn_cast<RankedTensorType>(type), "", {});
  else if (Type representation = representationOf(type))
    values.push_back({name, representation});
  if (values.size() != first)
    parameters.push_back({std::move(name), isSum ? type : Type(), first,
                          static_cast<unsigned>(values.size() - first)});
}

static FailureOr<CFunction> describeFunction(FunctionOpInterface function,
                                             const InterfaceOptions &options, std::string &why) {
  CFunction result;
  result.name = function.getName();
  result.symbol = options.prefix + identifierOf(result.name);
  auto type = dyn_cast<FunctionType>(function.getFunctionType());
  if (!type) {
    why = "'" + result.name +
          "' has a type that is not a function's in C: " + str(function.getFunctionType());
    return failure();
  }
  result.type = type;
  for (Type part : llvm::concat<const Type>(type.getInputs(), type.getResults()))
    if (!hasTypeInC(part) && !isa<BoxType>(part)) {
      why = "'" + result.name + "' takes or gives a value of type " + str(part) +
            ", which C has no type for; choose another function with --entry, or make this one "
            "private (" +
            describeAlternative(part) + ")";
      return failure();
    }
  ParameterNames names;
  for (auto [i, argType] : llvm::enumerate(type.getInputs())) {
    if (!representationOf(argType))
      continue;
    std::string wish = identifierOf(argumentName(function, i, options.source));
    addParameter(argType, names.choose(wish, "arg" + std::to_string(i)), result.args,
                 result.argParameters);
  }
  unsigned numResults = type.getNumResults();
  for (auto [i, resultType] : llvm::enumerate(type.getResults()))
    if (representationOf(resultType)) {
      std::string name = numResults == 1 ? "result" : "result" + std::to_string(i);
      std::string wish = identifierOf(resultName(function, i));
      addParameter(resultType, names.choose(wish, std::move(name)), result.results,
                   result.resultParameters);
    }
  return result;
}

FailureOr<std::vector<CFunction>> chad::detail::describeInterface(ModuleOp module,
                                                                  const InterfaceOptions &options,
                                                                  std::string &why) {
  why.clear();
  auto fail = [&](const Twine &message) {
    why = message.str();
    return failure();
  };
  if (options.prefix.empty() || identifierOf(options.prefix) != options.prefix ||
      llvm::isDigit(options.prefix.front()))
    return fail("names in C cannot begin with '" + options.prefix + "'");
  std::vector<CFunction> functions;
  llvm::StringMap<std::string> symbols;
  // Functions of the program must not have the names of functions of the interface itself.
  for (const char *own : {"chad_last_error", "chad_free", "chad_trim", "chad_release", "chad_pool",
                          "chad_last_error_message", "chad_last_error_text", "chad_set_stream",
                          "chad_stream", "chad_set_device", "chad_device"})
    symbols[own] = "";
  for (auto function : module.getOps<FunctionOpInterface>()) {
    bool isExported = options.entry.empty()
                          ? function.isPublic()
                          : function.getName() == options.entry || function->hasAttr(exportedAttr);
    if (!isExported)
      continue;
    if (function.isExternal()) {
      if (options.entry.empty())
        continue;
      return fail("'" + options.entry + "' has no body");
    }
    FailureOr<CFunction> described = describeFunction(function, options, why);
    if (failed(described))
      return failure();
    auto [place, isNew] = symbols.try_emplace(described->symbol, described->name);
    if (!isNew)
      return fail(
          "'" + described->name + "' would be called '" + described->symbol + "' in C, as " +
          (place->second.empty() ? "a function of every object" : "'" + place->second + "' is") +
          "; rename it");
    functions.push_back(std::move(*described));
  }
  for (const CFunction &function : functions)
    for (const CValue &value : llvm::concat<const CValue>(function.args, function.results))
      if (auto box = dyn_cast<BoxType>(value.type)) {
        std::string name = handleTypeOf(box, options.prefix);
        if (auto known = symbols.find(name); known != symbols.end())
          return fail("'" + known->second + "' and the type of '" + value.name + "' of '" +
                      function.name + "' would both be called '" + name +
                      "' in C; rename the function");
      }
  // A sum is named by the first function that takes or returns it.
  DenseMap<Type, std::string> sums;
  for (CFunction &function : functions)
    for (CParameter &parameter :
         llvm::concat<CParameter>(function.argParameters, function.resultParameters)) {
      if (!parameter.sum)
        continue;
      std::string &name = sums[parameter.sum];
      if (name.empty()) {
        name = function.symbol + "_" + parameter.name;
        while (symbols.contains(name))
          name += '_';
        symbols[name] = parameter.name;
      }
      parameter.typeName = name;
    }
  if (!functions.empty())
    return functions;
  if (options.entry.empty())
    return fail("the program has no public function to export");
  return fail("there is no function '" + options.entry + "'");
}
