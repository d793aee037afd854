//===- Requests.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requests.h"
#include "chad/ExecutionEngine/ParameterNames.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Encodings.h"
#include "chad/IR/SumArrays.h"
#include "chad/Transforms/Passes.h"
#include "chad/Values/SumValues.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// What is differentiated
//===----------------------------------------------------------------------===//

namespace {
/// The arguments or the results of a function.
struct Parameters {
  const char *option, *what; ///< "--wrt" chooses an "argument".
  std::string function;
  SmallVector<Type> types;
  SmallVector<std::string> names;

  bool takesSums = false; ///< Sums can be chosen, too.

  bool holdsFloats(int64_t i) const {
    return (takesSums ? static_cast<bool>(getGradientType(types[i]))
                      : isDifferentiable(types[i])) &&
           !isa<LinType>(types[i]);
  }
  /// `argument #1 'xs'`.
  std::string describe(int64_t i) const {
    return std::string(what) + " #" + std::to_string(i) +
           (names[i].empty() ? "" : " '" + names[i] + "'");
  }
  /// What there is to choose from: `#0 'w' (f64), #1 'xs' (tensor<?xf64>)`.
  std::string list() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::ListSeparator comma;
    for (auto [i, type] : llvm::enumerate(types)) {
      os << comma << '#' << i << ' ';
      if (!names[i].empty())
        os << '\'' << names[i] << "' ";
      os << '(' << type << ')';
    }
    return text;
  }

  FailureOr<int64_t> find(StringRef text, std::string &why) const;
  FailureOr<SmallVector<int64_t>> choose(ArrayRef<std::string> texts, std::string &why) const;
};
} // namespace

/// What to do where a tensor is not dense.
static StringRef adviceOn(TypeRange types) {
  return llvm::any_of(types, hasMeaningfulEncoding)
             ? ", and a tensor with an encoding has none: take dense tensors"
             : "";
}

FailureOr<int64_t> Parameters::find(StringRef text, std::string &why) const {
  auto fail = [&](const Twine &reason) {
    why = (Twine(option) + "=" + text + ": " + reason).str();
    return failure();
  };
  std::string rest = types.empty() ? "" : "; it has " + list();
  StringRef name = text.trim();
  if (int64_t position; !name.getAsInteger(10, position)) {
    if (position < 0 || position >= static_cast<int64_t>(types.size()))
      return fail("'" + function + "' has no " + what + " #" + Twine(position) + rest);
    return position;
  }
  name.consume_front("%");
  auto found = llvm::find(names, name);
  if (name.empty() || found == names.end())
    return fail("'" + function + "' has no " + what + " of that name" + rest);
  if (llvm::count(names, name) > 1)
    return fail("several " + Twine(what) + "s of '" + function +
                "' have that name; give a position" + rest);
  return found - names.begin();
}

FailureOr<SmallVector<int64_t>> Parameters::choose(ArrayRef<std::string> texts,
                                                   std::string &why) const {
  SmallVector<int64_t> chosen;
  if (texts.empty()) {
    for (size_t i = 0; i < types.size(); ++i)
      if (holdsFloats(i))
        chosen.push_back(i);
    if (!chosen.empty())
      return chosen;
    why = "'" + function + "' has no " + what +
          " with a derivative: floats and tensors of floats have one" + adviceOn(types).str();
    return failure();
  }
  for (StringRef text : texts) {
    FailureOr<int64_t> position = find(text, why);
    if (failed(position))
      return failure();
    std::string parameter = std::string(option) + "=" + text.str() + ": " + describe(*position);
    if (!holdsFloats(*position)) {
      llvm::raw_string_ostream(why = parameter)
          << " of '" << function << "' has type " << types[*position]
          << "; floats and tensors of floats have derivatives" << adviceOn(types[*position]);
      return failure();
    }
    if (llvm::is_contained(chosen, *position)) {
      why = parameter + " is chosen twice";
      return failure();
    }
    chosen.push_back(*position);
  }
  llvm::sort(chosen);
  return chosen;
}

FailureOr<Selection> chad::select(FunctionOpInterface entry, ArrayRef<std::string> of,
                                  ArrayRef<std::string> wrt, bool bySums,
                                  llvm::MemoryBufferRef source, std::string &why) {
  Parameters results{
      "--of", "result", entry.getName().str(), SmallVector<Type>(entry.getResultTypes()), {}},
      args{"--wrt", "argument", entry.getName().str(), SmallVector<Type>(entry.getArgumentTypes()),
           {},      bySums};
  for (size_t i = 0; i < results.types.size(); ++i)
    results.names.push_back(resultName(entry, i));
  for (size_t i = 0; i < args.types.size(); ++i)
    args.names.push_back(argumentName(entry, i, source));
  FailureOr<SmallVector<int64_t>> chosenArgs = args.choose(wrt, why);
  FailureOr<SmallVector<int64_t>> chosenResults = failure();
  if (succeeded(chosenArgs))
    chosenResults = results.choose(of, why);
  if (failed(chosenResults))
    return failure();
  return Selection{*chosenResults, *chosenArgs};
}

//===----------------------------------------------------------------------===//
// Functions that ask for derivatives
//===----------------------------------------------------------------------===//

namespace {
/// A public function that is added to a module, up to its return.
struct AddedFunction {
  AddedFunction(ModuleOp module, FunctionOpInterface entry, StringRef suffix, TypeRange inputs)
      : builder(module.getContext()), loc(entry.getLoc()) {
    // The program itself need not use these.
    module.getContext()->loadDialect<ChadDialect, func::FuncDialect>();
    std::string base = (entry.getName() + suffix).str(), name = base;
    for (unsigned i = 0; module.lookupSymbol(name); ++i)
      name = base + "_" + std::to_string(i);
    builder.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(builder, loc, name, builder.getFunctionType(inputs, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
  }

  FunctionOpInterface finish(ValueRange results) {
    func::ReturnOp::create(builder, loc, results);
    function.setType(builder.getFunctionType(function.getArgumentTypes(), results.getTypes()));
    return cast<FunctionOpInterface>(function.getOperation());
  }

  OpBuilder builder;
  Location loc;
  func::FuncOp function;
};
} // namespace

static SmallVector<Type> pick(TypeRange types, ArrayRef<int64_t> positions) {
  return llvm::map_to_vector(positions, [&](int64_t i) { return types[i]; });
}

/// Whether a type has one entry, with or without an array around it.
static bool isScalar(Type type) {
  if (isa<ComplexType>(getElementTypeOrSelf(type)))
    return false;
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.getRank() == 0;
}

/// Names for the first arguments of `to`, which are those of `from`.
static void copyArgumentNames(FunctionOpInterface from, FunctionOpInterface to) {
  for (unsigned i = 0; i < from.getNumArguments(); ++i) {
    if (Attribute name = from.getArgAttr(i, parameterNameAttr))
      to.setArgAttr(i, StringAttr::get(from.getContext(), parameterNameAttr), name);
    // An argument may have its name from its location.
    if (!from.isExternal())
      to.getArgument(i).setLoc(from.getArgument(i).getLoc());
  }
}

FailureOr<FunctionOpInterface> chad::addGradient(ModuleOp module, FunctionOpInterface entry,
                                                 const Selection &selection, std::string &why) {
  std::string function = "'" + entry.getName().str() + "'";
  if (selection.of.size() != 1) {
    why = "--grad differentiates one float, and " + function + " has " +
          std::to_string(selection.of.size()) + " results that hold floats; choose one with --of";
    return failure();
  }
  Type result = entry.getResultTypes()[selection.of.front()];
  if (!isScalar(result)) {
    llvm::raw_string_ostream(why = "--grad differentiates one float; result #")
        << selection.of.front() << " of " << function << " has type " << result
        << ", which holds several: ask for 'chad.jacobian' or 'chad.vjp' in the program";
    return failure();
  }
  AddedFunction added(module, entry, ".value_and_grad", entry.getArgumentTypes());
  copyArgumentNames(entry, added.function);
  SmallVector<Type> types(entry.getResultTypes());
  for (Type type : pick(entry.getArgumentTypes(), selection.wrt))
    types.push_back(getGradientType(type));
  auto request = ValueAndGradOp::create(
      added.builder, added.loc, types, FlatSymbolRefAttr::get(module.getContext(), entry.getName()),
      added.builder.getDenseI64ArrayAttr(selection.wrt),
      added.builder.getDenseI64ArrayAttr(selection.of), added.function.getArguments());
  FunctionOpInterface both = added.finish(request.getResults());
  for (unsigned i = 0; i < entry.getResultTypes().size(); ++i)
    if (Attribute name = entry.getResultAttr(i, parameterNameAttr))
      both.setResultAttr(i, StringAttr::get(module.getContext(), parameterNameAttr), name);
  return both;
}

FailureOr<FunctionOpInterface> chad::addSparseJacobian(ModuleOp module, FunctionOpInterface entry,
                                                       const Selection &selection,
                                                       std::string &why) {
  Type element;
  for (auto [types, positions] : {std::pair(entry.getResultTypes(), ArrayRef(selection.of)),
                                  std::pair(entry.getArgumentTypes(), ArrayRef(selection.wrt))})
    for (Type type : pick(types, positions)) {
      Type own = getElementTypeOrSelf(type);
      if (!isa<FloatType>(own) || (element && own != element)) {
        llvm::raw_string_ostream(why = "--sparse-jacobian has values of one type of floats; '")
            << entry.getName() << "' has " << (element ? element : own) << " and " << own
            << ": choose arguments and results of one type with --wrt and --of";
        return failure();
      }
      element = own;
    }
  AddedFunction added(module, entry, ".results_and_jacobian", entry.getArgumentTypes());
  auto list = [](Type element) -> Type {
    return RankedTensorType::get({ShapedType::kDynamic}, element);
  };
  Type index = list(added.builder.getIndexType());
  auto name = FlatSymbolRefAttr::get(module.getContext(), entry.getName());
  auto call = func::CallOp::create(added.builder, added.loc, name, entry.getResultTypes(),
                                   added.function.getArguments());
  auto request = JacobianOp::create(
      added.builder, added.loc, TypeRange{index, index, list(element)}, name,
      added.builder.getDenseI64ArrayAttr(selection.wrt),
      added.builder.getDenseI64ArrayAttr(selection.of), added.function.getArguments());
  request->setAttr("sparse", added.builder.getUnitAttr());
  SmallVector<Value> results(call.getResults());
  llvm::append_range(results, request.getResults());
  return added.finish(results);
}

/// Adds a function that gives the tangents or cotangents that a `Request` asks for, after the
/// results of `entry` if it is to give those, too.
template <typename Request>
static FunctionOpInterface addDerivative(ModuleOp module, FunctionOpInterface entry,
                                         const Selection &selection, StringRef suffix,
                                         TypeRange from, TypeRange to, bool withResults = false) {
  SmallVector<Type> inputs(entry.getArgumentTypes());
  llvm::append_range(inputs, from);
  AddedFunction added(module, entry, suffix, inputs);
  ValueRange parameters = added.function.getArguments();
  unsigned numArgs = entry.getNumArguments(), numResults = entry.getResultTypes().size();
  SmallVector<Value> vectors;
  for (Value value : parameters.drop_front(numArgs))
    vectors.push_back(ToLinearOp::create(added.builder, added.loc, value));
  SmallVector<Type> types(entry.getResultTypes());
  for (Type type : to)
    types.push_back(LinType::get(type));
  auto request = Request::create(
      added.builder, added.loc, types, FlatSymbolRefAttr::get(module.getContext(), entry.getName()),
      added.builder.getDenseI64ArrayAttr(selection.wrt),
      added.builder.getDenseI64ArrayAttr(selection.of), parameters.take_front(numArgs), vectors);
  SmallVector<Value> results;
  if (withResults)
    llvm::append_range(results, request.getResults().take_front(numResults));
  for (Value result : request.getResults().drop_front(numResults))
    results.push_back(FromLinearOp::create(added.builder, added.loc, result));
  return added.finish(results);
}

std::string chad::addForward(ModuleOp module, FunctionOpInterface entry,
                             const Selection &selection) {
  return addDerivative<JvpOp>(module, entry, selection, ".check_jvp",
                              pick(entry.getArgumentTypes(), selection.wrt),
                              pick(entry.getResultTypes(), selection.of))
      .getName()
      .str();
}

std::string chad::addReverse(ModuleOp module, FunctionOpInterface entry,
                             const Selection &selection) {
  return addDerivative<VjpOp>(module, entry, selection, ".check_vjp",
                              pick(entry.getResultTypes(), selection.of),
                              pick(entry.getArgumentTypes(), selection.wrt))
      .getName()
      .str();
}

FunctionOpInterface chad::addValueAndReverse(ModuleOp module, FunctionOpInterface entry,
                                             const Selection &selection) {
  FunctionOpInterface both = addDerivative<VjpOp>(
      module, entry, selection, ".vjp", pick(entry.getResultTypes(), selection.of),
      pick(entry.getArgumentTypes(), selection.wrt), /*withResults=*/true);
  copyArgumentNames(entry, both);
  return both;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

LogicalResult chad::lowerSums(ModuleOp module, FunctionOpInterface &entry, RuntimeValues &args,
                              Selection &selection) {
  auto flatten = [](TypeRange types, SmallVectorImpl<int64_t> &selected) {
    SmallVector<int64_t> positions;
    SmallVector<Type> parts;
    for (auto [i, type] : llvm::enumerate(types)) {
      size_t first = parts.size();
      if (failed(flattenSums(type, parts)))
        return failure();
      if (llvm::is_contained(selected, static_cast<int64_t>(i)))
        for (size_t j = first; j < parts.size(); ++j)
          if (isDifferentiable(parts[j]))
            positions.push_back(j);
    }
    selected = positions;
    return success();
  };
  RuntimeValues flat;
  SmallVector<Type> types(entry.getArgumentTypes());
  if (failed(flatten(types, selection.wrt)) ||
      failed(flatten(entry.getResultTypes(), selection.of)))
    return entry->emitError("'") << entry.getName() << "' takes or returns sums without values";
  for (auto [arg, type] : llvm::zip(args, types))
    flattenValue(arg, type, flat);
  args = std::move(flat);
  PassManager pm(module.getContext());
  std::string name = entry.getName().str();
  pm.addPass(createChadLowerSums());
  if (failed(pm.run(module)))
    return failure();
  entry = cast<FunctionOpInterface>(module.lookupSymbol(name));
  return success();
}

/// Appends the parts of a gradient by an argument of type `type`: the tags of the argument, from
/// the front of `arg`, and what belongs to its floats, from the front of `floats`.
static void joinGradient(Type type, ArrayRef<RuntimeValue> &arg, ArrayRef<RuntimeValue> &floats,
                         RuntimeValues &parts) {
  auto take = [](ArrayRef<RuntimeValue> &values) {
    RuntimeValue value = values.front();
    values = values.drop_front();
    return value;
  };
  if (!getGradientType(type)) {
    SmallVector<Type> own;
    (void)flattenSums(type, own);
    arg = arg.drop_front(own.size());
    return;
  }
  if (!isSumOrArrayOfSums(type)) {
    arg = arg.drop_front();
    parts.push_back(take(floats));
    return;
  }
  auto sum = cast<SumType>(getElementTypeOrSelf(type));
  if (getTagType(sum))
    parts.push_back(take(arg));
  for (TupleType alternative : sum.getAlternatives())
    for (Type part : alternative.getTypes())
      joinGradient(part, arg, floats, parts);
}

RuntimeValues chad::joinSums(TypeRange argTypes, TypeRange resultTypes, ArrayRef<int64_t> wrt,
                             ArrayRef<RuntimeValue> args, ArrayRef<RuntimeValue> results) {
  RuntimeValues joined;
  for (Type type : resultTypes)
    joined.push_back(unflattenValue(type, results));
  for (auto [i, type] : llvm::enumerate(argTypes)) {
    SmallVector<Type> parts;
    (void)flattenSums(type, parts);
    ArrayRef<RuntimeValue> own = args.take_front(parts.size());
    args = args.drop_front(parts.size());
    if (!llvm::is_contained(wrt, static_cast<int64_t>(i)))
      continue;
    RuntimeValues gradient;
    joinGradient(type, own, results, gradient);
    ArrayRef<RuntimeValue> rest = gradient;
    joined.push_back(unflattenValue(getGradientType(type), rest));
  }
  return joined;
}

bool chad::hasSums(FunctionOpInterface entry) {
  return llvm::any_of(entry.getArgumentTypes(), isSumOrArrayOfSums) ||
         llvm::any_of(entry.getResultTypes(), isSumOrArrayOfSums);
}
