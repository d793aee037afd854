//===- GradientCheck.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheck.h"
#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Differences.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Functions that ask for derivatives
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> differentiable(TypeRange types) {
  SmallVector<int64_t> positions;
  for (auto [i, type] : llvm::enumerate(types))
    if (isDifferentiable(type) && !isa<LinType>(type))
      positions.push_back(i);
  return positions;
}

/// The arguments to differentiate by: those given, or all that hold floats.
static FailureOr<SmallVector<int64_t>> choose(FunctionOpInterface entry, ArrayRef<int64_t> wrt,
                                              std::string &why) {
  SmallVector<int64_t> possible = differentiable(entry.getArgumentTypes());
  if (wrt.empty()) {
    if (possible.empty())
      why = "'" + entry.getName().str() + "' has no argument that holds floats";
    return possible.empty() ? FailureOr<SmallVector<int64_t>>() : possible;
  }
  SmallVector<int64_t> chosen(wrt);
  llvm::sort(chosen);
  chosen.erase(llvm::unique(chosen), chosen.end());
  for (int64_t i : chosen)
    if (!llvm::is_contained(possible, i)) {
      why = "--wrt names argument " + std::to_string(i) + " of '" + entry.getName().str() +
            "', which is not there or holds no floats";
      return failure();
    }
  return chosen;
}

namespace {
/// A public function that is added to a module, up to its return.
struct AddedFunction {
  AddedFunction(ModuleOp module, const Twine &name, TypeRange inputs)
      : module(module), builder(module.getContext()), loc(module.getLoc()) {
    builder.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(builder, loc, name.str(), builder.getFunctionType(inputs, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
  }

  FunctionOpInterface finish(ValueRange results) {
    func::ReturnOp::create(builder, loc, results);
    function.setType(builder.getFunctionType(function.getArgumentTypes(), results.getTypes()));
    return cast<FunctionOpInterface>(function.getOperation());
  }

  ModuleOp module;
  OpBuilder builder;
  Location loc;
  func::FuncOp function;
};
} // namespace

static std::string freshName(ModuleOp module, StringRef base) {
  std::string name = base.str();
  for (unsigned i = 0; module.lookupSymbol(name); ++i)
    name = (base + "_" + Twine(i)).str();
  return name;
}

static SmallVector<Type> pick(TypeRange types, ArrayRef<int64_t> positions) {
  return llvm::map_to_vector(positions, [&](int64_t i) { return types[i]; });
}

static SmallVector<Type> linear(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) -> Type { return LinType::get(type); });
}

FailureOr<FunctionOpInterface> chad::addGradient(ModuleOp module, FunctionOpInterface entry,
                                                 ArrayRef<int64_t> wrt, std::string &why) {
  FailureOr<SmallVector<int64_t>> chosen = choose(entry, wrt, why);
  if (failed(chosen))
    return failure();
  SmallVector<int64_t> of = differentiable(entry.getResultTypes());
  if (of.size() != 1 || !isa<FloatType>(entry.getResultTypes()[of.front()])) {
    why = "--grad takes a function with one float result; that of '" + entry.getName().str() +
          "' has another type";
    return failure();
  }
  AddedFunction added(module, freshName(module, (entry.getName() + ".value_and_grad").str()),
                      entry.getArgumentTypes());
  // Where the arguments come from, they have names.
  if (!entry.isExternal())
    for (auto [from, to] : llvm::zip_equal(entry.getArguments(), added.function.getArguments()))
      to.setLoc(from.getLoc());
  SmallVector<Type> types(entry.getResultTypes());
  llvm::append_range(types, pick(entry.getArgumentTypes(), *chosen));
  auto request = ValueAndGradOp::create(
      added.builder, added.loc, types, FlatSymbolRefAttr::get(module.getContext(), entry.getName()),
      added.builder.getDenseI64ArrayAttr(*chosen), added.builder.getDenseI64ArrayAttr(of),
      added.function.getArguments());
  return added.finish(request.getResults());
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

static std::vector<double> numbersOf(const RuntimeValue &value) {
  if (!value.is<Tensor>())
    return {value.asDouble()};
  std::vector<double> numbers;
  for (const Number &number : *value.asTensor().elements)
    numbers.push_back(std::get<double>(number));
  return numbers;
}

static RuntimeValue withNumbers(const RuntimeValue &like, ArrayRef<double> numbers) {
  if (!like.is<Tensor>())
    return numbers.front();
  return Tensor(like.asTensor().shape, std::vector<Number>(numbers.begin(), numbers.end()));
}

/// `#2[1, 0]`.
static std::string placeOf(int64_t arg, const RuntimeValue &value, int64_t entry) {
  std::string place = "#" + std::to_string(arg);
  if (!value.is<Tensor>() || value.asTensor().rank() == 0)
    return place;
  SmallVector<int64_t> indices;
  for (int64_t extent : llvm::reverse(value.asTensor().shape)) {
    indices.push_back(entry % extent);
    entry /= extent;
  }
  std::reverse(indices.begin(), indices.end());
  return place + formatShape(indices);
}

namespace {
/// Two ways to compute an entry, and where they differ most.
struct Comparison {
  const char *what;
  double tolerance;
  double worst = -1, first = 0, second = 0;
  std::string place = "";

  void add(double a, double b, double scale, const std::string &where) {
    double error = std::abs(a - b) / std::max({scale, std::abs(a), std::abs(b)});
    if (std::isnan(a) != std::isnan(b))
      error = INFINITY;
    else if (std::isnan(a) || a == b)
      error = 0;
    if (error > worst) {
      worst = error;
      first = a;
      second = b;
      place = where;
    }
  }

  bool isWrong() const { return worst > tolerance; }

  void print(llvm::raw_ostream &os) const {
    os << what << ": "
       << llvm::format("worst relative error %.2g at argument %s: %.17g and %.17g", worst,
                       place.c_str(), first, second)
       << (isWrong() ? " (wrong)" : "") << '\n';
  }
};
} // namespace

LogicalResult chad::checkGradient(ModuleOp module, FunctionOpInterface entry,
                                  ArrayRef<RuntimeValue> args, ArrayRef<int64_t> wrt,
                                  const CompilerOptions &options, std::string &why) {
  FailureOr<SmallVector<int64_t>> chosen = choose(entry, wrt, why);
  if (failed(chosen))
    return failure();
  SmallVector<int64_t> of = differentiable(entry.getResultTypes());
  if (of.empty()) {
    why = "'" + entry.getName().str() + "' has no result that holds floats";
    return failure();
  }
  auto callee = FlatSymbolRefAttr::get(module.getContext(), entry.getName());
  unsigned numArgs = entry.getNumArguments(), numResults = entry.getResultTypes().size();
  SmallVector<Type> argTypes = pick(entry.getArgumentTypes(), *chosen),
                    resultTypes = pick(entry.getResultTypes(), of);

  // (x..., ȳ...) -> (y..., x̄...), and (x..., dx...) -> (y..., dy...).
  auto addRequest = [&](bool isReverse) {
    SmallVector<Type> inputs(entry.getArgumentTypes());
    llvm::append_range(inputs, isReverse ? resultTypes : argTypes);
    std::string name =
        freshName(module, (entry.getName() + (isReverse ? ".check_vjp" : ".check_jvp")).str());
    AddedFunction added(module, name, inputs);
    ValueRange parameters = added.function.getArguments();
    SmallVector<Value> vectors;
    for (Value value : parameters.drop_front(numArgs))
      vectors.push_back(ToLinearOp::create(added.builder, added.loc, value));
    SmallVector<Type> types(entry.getResultTypes());
    llvm::append_range(types, linear(isReverse ? argTypes : resultTypes));
    auto wrtAttr = added.builder.getDenseI64ArrayAttr(*chosen),
         ofAttr = added.builder.getDenseI64ArrayAttr(of);
    Operation *request = isReverse ? VjpOp::create(added.builder, added.loc, types, callee, wrtAttr,
                                                   ofAttr, parameters.take_front(numArgs), vectors)
                                         .getOperation()
                                   : JvpOp::create(added.builder, added.loc, types, callee, wrtAttr,
                                                   ofAttr, parameters.take_front(numArgs), vectors)
                                         .getOperation();
    SmallVector<Value> results(request->getResults());
    for (Value &result : MutableArrayRef<Value>(results).drop_front(numResults))
      result = FromLinearOp::create(added.builder, added.loc, result);
    added.finish(results);
    return name;
  };
  std::string reverse = addRequest(true), forward = addRequest(false);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal() && function.getName() != reverse && function.getName() != forward &&
        function != entry)
      SymbolTable::setSymbolVisibility(function, SymbolTable::Visibility::Private);
  entry.setPublic();
  auto program = CompiledProgram::create(module, options, why);
  if (failed(program))
    return failure();

  auto call = [&](StringRef name, ArrayRef<RuntimeValue> values) {
    return (*program)->call(name, values, why);
  };
  FailureOr<RuntimeValues> values = call(entry.getName(), args);
  if (failed(values))
    return failure();

  // Weights that no symmetry of a function cancels; 1 for one float.
  std::vector<std::vector<double>> weights;
  RuntimeValues seeded(args);
  bool isScalar = of.size() == 1 && isa<FloatType>(resultTypes.front());
  unsigned next = 0;
  for (int64_t i : of) {
    std::vector<double> w(numbersOf((*values)[i]).size());
    for (double &weight : w)
      weight = isScalar ? 1 : 0.5 + 0.125 * ((next++ * 5) % 8);
    seeded.push_back(withNumbers((*values)[i], w));
    weights.push_back(w);
  }
  auto weigh = [&](ArrayRef<RuntimeValue> results) {
    double sum = 0;
    for (auto [w, result] : llvm::zip(weights, results)) {
      std::vector<double> numbers = numbersOf(result);
      for (auto [weight, number] : llvm::zip(w, numbers))
        sum += weight * number;
    }
    return sum;
  };
  FailureOr<RuntimeValues> gradient = call(reverse, seeded);
  if (failed(gradient))
    return failure();

  bool isDouble = llvm::all_of(argTypes, [](Type t) { return getElementTypeOrSelf(t).isF64(); }) &&
                  llvm::all_of(resultTypes, [](Type t) { return getElementTypeOrSelf(t).isF64(); });
  Comparison modes{"forward and reverse", isDouble ? 1e-9 : 1e-3},
      differences{"reverse and differences", isDouble ? 1e-6 : 3e-2};
  constexpr int64_t maxEntries = 64;
  int64_t checked = 0, entries = 0;
  for (size_t k = 0; k < chosen->size(); ++k) {
    int64_t position = (*chosen)[k];
    std::vector<double> point = numbersOf(args[position]),
                        expected = numbersOf((*gradient)[numResults + k]);
    double scale = 1e-3;
    for (double g : expected)
      scale = std::max(scale, std::isfinite(g) ? 1e-3 * std::abs(g) : 0.0);
    int64_t size = point.size(), step = std::max<int64_t>(1, size / maxEntries);
    entries += size;
    for (int64_t i = 0; i < size; i += step) {
      std::string place = placeOf(position, args[position], i);
      RuntimeValues moved(args);
      for (int64_t other : *chosen)
        moved.push_back(
            withNumbers(args[other], std::vector<double>(numbersOf(args[other]).size(), 0.0)));
      std::vector<double> direction(size, 0.0);
      direction[i] = 1;
      moved[numArgs + k] = withNumbers(args[position], direction);
      FailureOr<RuntimeValues> tangents = call(forward, moved);
      if (failed(tangents))
        return failure();
      double tangent = weigh(ArrayRef<RuntimeValue>(*tangents).drop_front(numResults));
      modes.add(tangent, expected[i], scale, place);

      auto curve = [&](double h) -> FailureOr<std::vector<double>> {
        RuntimeValues near(args);
        std::vector<double> shifted = point;
        shifted[i] += h;
        near[position] = withNumbers(args[position], shifted);
        FailureOr<RuntimeValues> results = call(entry.getName(), near);
        if (failed(results))
          return failure();
        RuntimeValues floats;
        for (int64_t j : of)
          floats.push_back((*results)[j]);
        return std::vector<double>{weigh(floats)};
      };
      FailureOr<std::vector<double>> difference =
          detail::differentiate(curve, point[i], direction[i]);
      if (failed(difference))
        return failure();
      differences.add(expected[i], difference->front(), scale, place);
      ++checked;
    }
  }
  llvm::outs() << "gradient check: " << checked << " of " << entries << " entries\n";
  if (!checked)
    return success();
  modes.print(llvm::outs());
  differences.print(llvm::outs());
  if (modes.isWrong() || differences.isWrong()) {
    why = "the derivatives of '" + entry.getName().str() + "' disagree";
    return failure();
  }
  return success();
}
