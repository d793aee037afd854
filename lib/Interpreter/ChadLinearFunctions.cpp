//===- ChadLinearFunctions.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The operators that make linear functions, and their application in both
// directions (Ellis et al. 2020, Fig. 3-5; Elliott 2018, §4, §15). Nothing is
// simplified: an operator node applies what it is made of.

#include "chad/IR/DerivedOps.h"
#include "chad/Interpreter/Interpreter.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;

using MaybeValue = FailureOr<RuntimeValue>;
using Maps = SmallVector<LinearFunctionValue>;

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

EvalResult chad::applyLinear(Interpreter &interpreter, Operation *at, LinearFunctionValue map,
                             ArrayRef<RuntimeValue> args, bool transposed) {
  Interpreter::Nesting nesting(interpreter);
  if (failed(nesting.check(at)))
    return failure();
  SmallVector<std::pair<LinearFunctionValue, bool>> pending = {{std::move(map), transposed}};
  RuntimeValues values(args);
  while (!pending.empty()) {
    auto [next, isTransposed] = pending.pop_back_val();
    if (next->unfold(pending, isTransposed))
      continue;
    EvalResult results = next->apply(interpreter, at, values, isTransposed);
    if (failed(results))
      return failure();
    values = std::move(*results);
  }
  return values;
}

static EvalResult evalApply(LFunApplyOp op, Evaluation &eval) {
  return applyLinear(eval.interpreter, op, eval.get(op.getMap()).as<LinearFunctionValue>(),
                     eval.get(op.getArgs()));
}

/// Checks that `args` have the shapes of `zeros`, the zeros of the same types.
static LogicalResult checkShapes(Interpreter &interpreter, Operation *at,
                                 ArrayRef<RuntimeValue> args, ArrayRef<RuntimeValue> zeros) {
  for (auto [i, arg, zero] : llvm::enumerate(args, zeros))
    if (arg.is<Tensor>() && arg.asTensor().shape != zero.asTensor().shape)
      return interpreter.error(at)
             << "argument #" << i << " has shape " << formatShape(arg.asTensor().shape)
             << ", but the linear function takes shape " << formatShape(zero.asTensor().shape);
  return success();
}

namespace {

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

/// `0`, between domains of known zeros.
class ZeroMap : public LinearFunction {
public:
  ZeroMap(RuntimeValues domain, RuntimeValues codomain)
      : domain(std::move(domain)), codomain(std::move(codomain)) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    if (failed(checkShapes(interpreter, at, args, transposed ? codomain : domain)))
      return failure();
    return transposed ? domain : codomain;
  }

private:
  RuntimeValues domain, codomain;
};

/// `1`, and `S(k)`.
class ScaleMap : public LinearFunction {
public:
  ScaleMap(RuntimeValues domain, ArrayRef<Type> types, std::optional<double> factor)
      : domain(std::move(domain)), types(types), factor(factor) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool) const override {
    if (failed(checkShapes(interpreter, at, args, domain)))
      return failure();
    RuntimeValues results(args);
    if (factor)
      for (auto [result, type] : llvm::zip_equal(results, types))
        result = scaleLinear(interpreter, type, *factor, result);
    return results;
  }

private:
  RuntimeValues domain;
  SmallVector<Type> types;
  std::optional<double> factor;
};

/// A projection of the product of `whole`; its transpose is the injection.
class ProjectMap : public LinearFunction {
public:
  ProjectMap(RuntimeValues whole, ArrayRef<int64_t> positions, bool isInjection)
      : whole(std::move(whole)), positions(positions), isInjection(isInjection) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    RuntimeValues part;
    for (int64_t position : positions)
      part.push_back(whole[position]);
    if (transposed == isInjection) {
      if (failed(checkShapes(interpreter, at, args, whole)))
        return failure();
      for (auto [result, position] : llvm::zip_equal(part, positions))
        result = args[position];
      return part;
    }
    if (failed(checkShapes(interpreter, at, args, part)))
      return failure();
    RuntimeValues results = whole;
    for (auto [arg, position] : llvm::zip_equal(args, positions))
      results[position] = arg;
    return results;
  }

private:
  RuntimeValues whole;
  SmallVector<int64_t> positions;
  bool isInjection;
};

/// A matrix, whose first dimensions are those of the codomain, or of the domain if `byColumns`.
class MatrixMap : public LinearFunction {
public:
  MatrixMap(Tensor matrix, LFunType type, bool byColumns)
      : matrix(std::move(matrix)), type(type), byColumns(byColumns) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    Type from = (transposed ? type.getOutputs() : type.getInputs()).front();
    Type to = (transposed ? type.getInputs() : type.getOutputs()).front();
    // Whether the argument has the first dimensions of the matrix.
    bool isFirst = transposed != byColumns;
    size_t first = rankOf(isFirst ? from : to);
    ArrayRef<int64_t> shape = matrix.shape;
    ArrayRef<int64_t> rows = shape.take_front(first), columns = shape.drop_front(first);
    ArrayRef<int64_t> taken = isFirst ? rows : columns, given = isFirst ? columns : rows;
    if (args.front().is<Tensor>() && ArrayRef<int64_t>(args.front().asTensor().shape) != taken)
      return interpreter.error(at)
             << "argument #0 has shape " << formatShape(args.front().asTensor().shape)
             << ", but the matrix is multiplied with shape " << formatShape(taken);
    auto count = [](ArrayRef<int64_t> shape) {
      int64_t entries = 1;
      for (int64_t extent : shape)
        entries *= extent;
      return entries;
    };
    int64_t numGiven = count(given), numTaken = count(taken);
    Type element = getElementTypeOrSelf(getPrimalType(to));
    std::vector<Number> results;
    for (int64_t i = 0; i < numGiven; ++i) {
      double sum = 0;
      for (int64_t j = 0; j < numTaken; ++j) {
        double x = args.front().is<Tensor>() ? std::get<double>(args.front().asTensor()[j])
                                             : args.front().asDouble();
        double entry = std::get<double>(matrix[isFirst ? j * numGiven + i : i * numTaken + j]);
        sum = interpreter.round(sum + interpreter.round(entry * x, element), element);
      }
      results.emplace_back(sum);
    }
    if (!isa<RankedTensorType>(getPrimalType(to)))
      return one(results.front());
    return one(Tensor(given, std::move(results)));
  }

private:
  static size_t rankOf(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(getPrimalType(type));
    return tensor ? tensor.getRank() : 0;
  }

  Tensor matrix;
  LFunType type;
  bool byColumns;
};

/// A matrix of few entries: those that may be other than zero, each with its row and its column.
/// An entry without a factor is a one.
class EntriesMap : public LinearFunction {
public:
  struct Entry {
    int64_t row, column;
    std::optional<double> factor;
  };
  struct Side {
    RuntimeValue zero;
    Type element;
  };

  EntriesMap(std::vector<Entry> entries, Side rows, Side columns)
      : entries(std::move(entries)), rows(std::move(rows)), columns(std::move(columns)) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    const Side &from = transposed ? rows : columns, &to = transposed ? columns : rows;
    if (failed(checkShapes(interpreter, at, args, one(from.zero))))
      return failure();
    auto numbersOf = [](const RuntimeValue &value) {
      return value.is<Tensor>() ? *value.asTensor().elements
                                : std::vector<Number>{value.as<Number>()};
    };
    std::vector<Number> given = numbersOf(args.front()), sums = numbersOf(to.zero);
    for (const Entry &entry : entries) {
      double x = std::get<double>(given[transposed ? entry.row : entry.column]);
      Number &sum = sums[transposed ? entry.column : entry.row];
      if (entry.factor)
        x = interpreter.round(*entry.factor * x, to.element);
      sum = interpreter.round(std::get<double>(sum) + x, to.element);
    }
    if (!to.zero.is<Tensor>())
      return one(sums.front());
    return one(Tensor(to.zero.asTensor().shape, std::move(sums)));
  }

private:
  std::vector<Entry> entries;
  Side rows, columns;
};

/// `λv. body`. The transpose applies the body to a basis of the domain, which
/// gives the matrix by columns.
class LambdaMap : public LinearFunction {
public:
  LambdaMap(Closure closure, LFunType type, RuntimeValues domain)
      : closure(std::move(closure)), type(type), domain(std::move(domain)) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    if (transposed)
      return applyTranspose(interpreter, at, args);
    if (failed(checkShapes(interpreter, at, args, domain)))
      return failure();
    return closure.run(interpreter, args);
  }

private:
  EvalResult applyTranspose(Interpreter &interpreter, Operation *at,
                            ArrayRef<RuntimeValue> args) const;

  Closure closure;
  LFunType type;
  RuntimeValues domain;
};
} // namespace

/// `⟨a, b⟩` of linear values without copowers, functions and sums.
static FailureOr<double> innerProduct(Interpreter &interpreter, Operation *at,
                                      ArrayRef<RuntimeValue> a, ArrayRef<RuntimeValue> b) {
  double total = 0;
  for (auto [i, left, right] : llvm::enumerate(a, b)) {
    if (left.is<Number>()) {
      total += left.asDouble() * right.asDouble();
    } else if (left.is<Tensor>()) {
      const Tensor &l = left.asTensor(), &r = right.asTensor();
      if (l.shape != r.shape)
        return interpreter.error(at)
               << "argument #" << i << " has shape " << formatShape(l.shape)
               << ", but the transposed function gives " << formatShape(r.shape);
      for (int64_t k = 0; k < l.size(); ++k)
        total += std::get<double>(l[k]) * std::get<double>(r[k]);
    }
  }
  return total;
}

EvalResult LambdaMap::applyTranspose(Interpreter &interpreter, Operation *at,
                                     ArrayRef<RuntimeValue> args) const {
  for (ArrayRef<Type> side : {type.getInputs(), type.getOutputs()})
    for (Type part : side)
      if (!isa<LinType>(part))
        return interpreter.error(at) << "the transpose of a 'chad.lfun.lambda' between types like "
                                     << part << " is not supported";
  auto columnAt = [&](unsigned input, RuntimeValue unit) -> FailureOr<double> {
    RuntimeValues basis = domain;
    basis[input] = std::move(unit);
    EvalResult column = closure.run(interpreter, basis);
    if (failed(column))
      return failure();
    return innerProduct(interpreter, at, args, *column);
  };
  RuntimeValues results = domain;
  for (auto [i, result] : llvm::enumerate(results)) {
    Type primal = cast<LinType>(type.getInputs()[i]).getPrimal();
    if (result.is<Number>()) {
      FailureOr<double> entry = columnAt(i, 1.0);
      if (failed(entry))
        return failure();
      result = interpreter.round(*entry, primal);
    } else if (result.is<Tensor>()) {
      const Tensor zero = result.asTensor();
      std::vector<Number> entries;
      for (int64_t k = 0; k < zero.size(); ++k) {
        std::vector<Number> unit = *zero.elements;
        unit[k] = 1.0;
        FailureOr<double> entry = columnAt(i, Tensor(zero.shape, std::move(unit)));
        if (failed(entry))
          return failure();
        entries.emplace_back(
            interpreter.round(*entry, cast<RankedTensorType>(primal).getElementType()));
      }
      result = Tensor(zero.shape, std::move(entries));
    }
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {

/// `m₁ ∘ ... ∘ mₙ`; `(m₁ ∘ m₂)ᵀ = m₂ᵀ ∘ m₁ᵀ`.
class ComposeMap : public LinearFunction {
public:
  explicit ComposeMap(Maps maps) : maps(std::move(maps)) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    EvalResult values = RuntimeValues(args);
    for (size_t i = 0; i < maps.size() && succeeded(values); ++i)
      values = applyLinear(interpreter, at, transposed ? maps[i] : maps[maps.size() - 1 - i],
                           *values, transposed);
    return values;
  }
  bool unfold(SmallVectorImpl<std::pair<LinearFunctionValue, bool>> &pending,
              bool transposed) const override {
    for (size_t i = 0; i < maps.size(); ++i)
      pending.emplace_back(transposed ? maps[maps.size() - 1 - i] : maps[i], transposed);
    return true;
  }

private:
  Maps maps;
};

class TransposeMap : public LinearFunction {
public:
  explicit TransposeMap(LinearFunctionValue map) : map(std::move(map)) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    return applyLinear(interpreter, at, map, args, !transposed);
  }
  bool unfold(SmallVectorImpl<std::pair<LinearFunctionValue, bool>> &pending,
              bool transposed) const override {
    pending.emplace_back(map, !transposed);
    return true;
  }

private:
  LinearFunctionValue map;
};

/// Sums, forks and joins of functions `mᵢ : Aᵢ ⊸ Bᵢ`. A fork shares its domain
/// and concatenates codomains; a join the other way; a sum shares both. The
/// transpose of a fork is the join of transposes, and the other way round.
class JuxtaposeMap : public LinearFunction {
public:
  JuxtaposeMap(Maps maps, ArrayRef<LFunType> types, bool sharesDomain, bool sharesCodomain)
      : maps(std::move(maps)), types(types), sharesDomain(sharesDomain),
        sharesCodomain(sharesCodomain) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    bool sharesInputs = transposed ? sharesCodomain : sharesDomain;
    bool sharesOutputs = transposed ? sharesDomain : sharesCodomain;
    RuntimeValues results;
    for (auto [i, map, type] : llvm::enumerate(maps, types)) {
      ArrayRef<Type> inputs = transposed ? type.getOutputs() : type.getInputs();
      ArrayRef<Type> outputs = transposed ? type.getInputs() : type.getOutputs();
      EvalResult part =
          applyLinear(interpreter, at, map, args.take_front(inputs.size()), transposed);
      if (failed(part))
        return failure();
      if (!sharesInputs)
        args = args.drop_front(inputs.size());
      if (i == 0 || !sharesOutputs) {
        llvm::append_range(results, *part);
        continue;
      }
      EvalResult sum = addLinear(interpreter, at, outputs, results, *part);
      if (failed(sum))
        return failure();
      results = std::move(*sum);
    }
    return results;
  }

private:
  Maps maps;
  SmallVector<LFunType> types;
  bool sharesDomain, sharesCodomain;
};

/// The vector forms: `V(v) • x = build(n, i. v[i] • x)` and `H(v) • x = Σᵢ v[i] • x[i]`,
/// each the transpose of the other over transposed elements.
class VectorMap : public LinearFunction {
public:
  VectorMap(Maps maps, LFunType type, RuntimeValues shared, bool isFork)
      : maps(std::move(maps)), type(type), shared(std::move(shared)), isFork(isFork) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    return isFork == transposed ? applyJoin(interpreter, at, args, transposed)
                                : applyFork(interpreter, at, args, transposed);
  }

private:
  EvalResult applyFork(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                       bool transposed) const;
  EvalResult applyJoin(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                       bool transposed) const;

  Maps maps;
  LFunType type;
  /// The zeros of the side that is not a vector.
  RuntimeValues shared;
  bool isFork;
};

/// A loop: `(x, c, b) ↦ (Σᵢ tᵢ, c', y)` with `(tᵢ, cᵢ', y[i]) = v[i] • (x, cᵢ, b[i])`. Its
/// transpose runs in the other direction, over transposed elements.
class FoldMap : public LinearFunction {
public:
  /// The domain or the codomain: how many values are the same for all steps, and how many the state
  /// has.
  struct Side {
    SmallVector<Type> types;
    RuntimeValues zeros;
    size_t shared, carried;
  };

  FoldMap(Maps maps, Side domain, Side codomain, bool fromRight)
      : maps(std::move(maps)), domain(std::move(domain)), codomain(std::move(codomain)),
        fromRight(fromRight) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override;

private:
  Maps maps;
  Side domain, codomain;
  bool fromRight;
};
} // namespace

EvalResult FoldMap::apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                          bool transposed) const {
  const Side &from = transposed ? codomain : domain, &to = transposed ? domain : codomain;
  if (failed(checkShapes(interpreter, at, args, from.zeros)))
    return failure();
  ArrayRef<RuntimeValue> shared = args.take_front(from.shared),
                         arrays = args.drop_front(from.shared + from.carried);
  RuntimeValues state(args.slice(from.shared, from.carried));
  EvalResult total = RuntimeValues(ArrayRef(to.zeros).take_front(to.shared));
  size_t numArrays = to.types.size() - to.shared - to.carried;
  std::vector<std::vector<RuntimeValue>> columns(numArrays, std::vector<RuntimeValue>(maps.size()));
  for (size_t step = 0; step < maps.size(); ++step) {
    size_t i = fromRight == transposed ? step : maps.size() - 1 - step;
    RuntimeValues given(shared);
    llvm::append_range(given, state);
    for (const RuntimeValue &array : arrays)
      given.push_back(elementOf(array, i));
    EvalResult results = applyLinear(interpreter, at, maps[i], given, transposed);
    if (failed(results))
      return failure();
    ArrayRef<RuntimeValue> values = *results;
    total = addLinear(interpreter, at, ArrayRef(to.types).take_front(to.shared), *total,
                      values.take_front(to.shared));
    if (failed(total))
      return failure();
    state = RuntimeValues(values.slice(to.shared, to.carried));
    for (auto [column, value] : llvm::zip_equal(columns, values.drop_front(to.shared + to.carried)))
      column[i] = value;
  }
  RuntimeValues results = *total;
  llvm::append_range(results, state);
  Evaluation eval(interpreter, at);
  for (auto [k, column] : llvm::enumerate(columns)) {
    size_t position = to.shared + to.carried + k;
    MaybeValue array =
        maps.empty() ? MaybeValue(to.zeros[position]) : arrayOf(eval, to.types[position], column);
    if (failed(array))
      return failure();
    results.push_back(*array);
  }
  return results;
}

EvalResult VectorMap::applyFork(Interpreter &interpreter, Operation *at,
                                ArrayRef<RuntimeValue> args, bool transposed) const {
  if (failed(checkShapes(interpreter, at, args, shared)))
    return failure();
  std::vector<RuntimeValues> rows;
  for (const LinearFunctionValue &map : maps) {
    EvalResult row = applyLinear(interpreter, at, map, args, transposed);
    if (failed(row))
      return failure();
    rows.push_back(std::move(*row));
  }
  RuntimeValues results;
  ArrayRef<Type> vectors = transposed ? type.getInputs() : type.getOutputs();
  Evaluation eval(interpreter, at);
  for (auto [k, vector] : llvm::enumerate(vectors)) {
    std::vector<RuntimeValue> column;
    for (const RuntimeValues &row : rows)
      column.push_back(row[k]);
    MaybeValue array = arrayOf(eval, vector, column);
    if (failed(array))
      return failure();
    results.push_back(*array);
  }
  return results;
}

EvalResult VectorMap::applyJoin(Interpreter &interpreter, Operation *at,
                                ArrayRef<RuntimeValue> args, bool transposed) const {
  for (auto [k, arg] : llvm::enumerate(args))
    if (arg.is<Tensor>() && arg.asTensor().shape.front() != static_cast<int64_t>(maps.size()))
      return interpreter.error(at)
             << "argument #" << k << " has extent " << arg.asTensor().shape.front()
             << ", but there are " << maps.size() << " functions";
  ArrayRef<Type> outputs = transposed ? type.getInputs() : type.getOutputs();
  EvalResult total = shared;
  for (auto [i, map] : llvm::enumerate(maps)) {
    RuntimeValues element;
    for (const RuntimeValue &arg : args)
      element.push_back(elementOf(arg, i));
    EvalResult summand = failed(total) ? EvalResult(failure())
                                       : applyLinear(interpreter, at, map, element, transposed);
    if (failed(summand))
      return failure();
    total = addLinear(interpreter, at, outputs, *total, *summand);
  }
  return total;
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

template <typename MapTy, typename... Args> static EvalResult makeMap(Args &&...args) {
  return one(LinearFunctionValue(std::make_shared<MapTy>(std::forward<Args>(args)...)));
}

static EvalResult zeros(Evaluation &eval, TypeRange types, ValueRange sizes) {
  return zerosOf(eval.interpreter, eval.op, types, eval.indices(sizes));
}

static Maps mapsOf(Evaluation &eval, ValueRange values) {
  return llvm::map_to_vector(
      values, [&](mlir::Value value) { return eval.get(value).as<LinearFunctionValue>(); });
}

static EvalResult evalLambda(LFunLambdaOp op, Evaluation &eval) {
  EvalResult domain = zeros(eval, op.getType().getInputs(), op.getDomainSizes());
  if (failed(domain))
    return failure();
  return makeMap<LambdaMap>(Closure(op.getBody(), eval.frame), op.getType(), *domain);
}

static EvalResult evalZero(LFunZeroOp op, Evaluation &eval) {
  EvalResult domain = zeros(eval, op.getType().getInputs(), op.getDomainSizes());
  EvalResult codomain = zeros(eval, op.getType().getOutputs(), op.getCodomainSizes());
  if (failed(domain) || failed(codomain))
    return failure();
  return makeMap<ZeroMap>(*domain, *codomain);
}

static EvalResult evalId(LFunIdOp op, Evaluation &eval) {
  EvalResult domain = zeros(eval, op.getType().getInputs(), op.getDomainSizes());
  if (failed(domain))
    return failure();
  return makeMap<ScaleMap>(*domain, op.getType().getInputs(), std::nullopt);
}

static EvalResult evalScale(LFunScaleOp op, Evaluation &eval) {
  EvalResult domain = zeros(eval, op.getType().getInputs(), op.getDomainSizes());
  if (failed(domain))
    return failure();
  return makeMap<ScaleMap>(*domain, op.getType().getInputs(), eval.f(op.getFactor()));
}

static EvalResult evalProject(LFunProjectOp op, Evaluation &eval) {
  EvalResult whole = zeros(eval, op.getType().getInputs(), op.getDomainSizes());
  if (failed(whole))
    return failure();
  return makeMap<ProjectMap>(*whole, op.getPositions(), /*isInjection=*/false);
}

static EvalResult evalInject(LFunInjectOp op, Evaluation &eval) {
  EvalResult whole = zeros(eval, op.getType().getOutputs(), op.getCodomainSizes());
  if (failed(whole))
    return failure();
  return makeMap<ProjectMap>(*whole, op.getPositions(), /*isInjection=*/true);
}

template <typename OpTy>
static void addJuxtaposition(OpHandlers &handlers, bool sharesDomain, bool sharesCodomain) {
  handlers.add<OpTy>([=](OpTy op, Evaluation &eval) {
    auto types = llvm::map_to_vector(op.getMaps().getTypes(),
                                     [](Type type) { return cast<LFunType>(type); });
    return makeMap<JuxtaposeMap>(mapsOf(eval, op.getMaps()), types, sharesDomain, sharesCodomain);
  });
}

/// The maps that the region of a vector form gives.
static FailureOr<Maps> runVector(Evaluation &eval, Region &body, int64_t extent) {
  if (failed(eval.checkShape(extent)))
    return failure();
  Maps maps;
  for (int64_t i = 0; i < extent; ++i) {
    EvalResult map = eval.run(body, one(RuntimeValue::index(i)));
    if (failed(map))
      return failure();
    maps.push_back(map->front().as<LinearFunctionValue>());
  }
  return maps;
}

static EvalResult evalVFork(LFunVForkOp op, Evaluation &eval) {
  EvalResult domain = zeros(eval, op.getType().getInputs(), op.getDomainSizes());
  FailureOr<Maps> maps = runVector(eval, op.getBody(), eval.index(op.getExtent()));
  if (failed(domain) || failed(maps))
    return failure();
  return makeMap<VectorMap>(*maps, op.getType(), *domain, /*isFork=*/true);
}

static EvalResult evalVJoin(LFunVJoinOp op, Evaluation &eval) {
  EvalResult codomain = zeros(eval, op.getType().getOutputs(), op.getCodomainSizes());
  FailureOr<Maps> maps = runVector(eval, op.getBody(), eval.index(op.getExtent()));
  if (failed(codomain) || failed(maps))
    return failure();
  return makeMap<VectorMap>(*maps, op.getType(), *codomain, /*isFork=*/false);
}

static EvalResult evalFold(LFunFoldOp op, Evaluation &eval) {
  LFunType type = op.getType();
  EvalResult domain = zeros(eval, type.getInputs(), op.getDomainSizes());
  EvalResult codomain = zeros(eval, type.getOutputs(), op.getCodomainSizes());
  FailureOr<Maps> maps = runVector(eval, op.getBody(), eval.index(op.getExtent()));
  if (failed(domain) || failed(codomain) || failed(maps))
    return failure();
  return makeMap<FoldMap>(
      *maps,
      FoldMap::Side{llvm::to_vector(type.getInputs()), *domain, static_cast<size_t>(op.getShared()),
                    static_cast<size_t>(op.getCarried())},
      FoldMap::Side{llvm::to_vector(type.getOutputs()), *codomain,
                    static_cast<size_t>(op.getSummed()), static_cast<size_t>(op.getCarried())},
      op.getRight());
}

static EvalResult evalFromMatrix(LFunFromMatrixOp op, Evaluation &eval) {
  RuntimeValue value = eval.get(op.getMatrix());
  Tensor matrix = value.is<Tensor>() ? value.asTensor() : Tensor({}, {value.as<Number>()});
  return makeMap<MatrixMap>(matrix, op.getType(), op.getTransposed());
}

static EntriesMap::Side sideOf(Type type, RuntimeValue zero) {
  return {std::move(zero), getElementTypeOrSelf(getPrimalType(type))};
}

static EvalResult evalDiagonal(LFunDiagonalOp op, Evaluation &eval) {
  RuntimeValue value = eval.get(op.getEntries());
  std::vector<EntriesMap::Entry> entries;
  RuntimeValue zero = 0.0;
  if (value.is<Tensor>()) {
    const Tensor &factors = value.asTensor();
    for (int64_t i = 0; i < factors.size(); ++i)
      entries.push_back({i, i, std::get<double>(factors[i])});
    zero = Tensor(factors.shape, std::vector<Number>(factors.size(), 0.0));
  } else {
    entries.push_back({0, 0, value.asDouble()});
  }
  EntriesMap::Side side = sideOf(op.getType().getInputs().front(), zero);
  return makeMap<EntriesMap>(std::move(entries), side, side);
}

/// The map from an array to a part of it, or its transpose.
static EvalResult makePart(std::vector<EntriesMap::Entry> entries, EntriesMap::Side part,
                           EntriesMap::Side source, bool transposed) {
  if (!transposed)
    return makeMap<EntriesMap>(std::move(entries), part, source);
  for (EntriesMap::Entry &entry : entries)
    std::swap(entry.row, entry.column);
  return makeMap<EntriesMap>(std::move(entries), source, part);
}

static EvalResult evalLFunGather(LFunGatherOp op, Evaluation &eval) {
  EvalResult source = zeros(eval, op.getSource(), op.getSizes());
  if (failed(source))
    return failure();
  const Tensor whole = source->front().asTensor(), indices = eval.tensor(op.getIndices());
  SmallVector<int64_t> shape(whole.shape);
  shape.front() = indices.size();
  int64_t length = 1;
  for (int64_t extent : ArrayRef<int64_t>(whole.shape).drop_front())
    length *= extent;
  std::vector<EntriesMap::Entry> entries;
  for (int64_t i = 0; i < indices.size(); ++i) {
    int64_t index = RuntimeValue(indices[i]).asIndex();
    if (index < 0 || index >= whole.shape.front())
      return eval.interpreter.error(op)
             << "index " << index << " is outside of an array of extent " << whole.shape.front();
    for (int64_t k = 0; k < length; ++k)
      entries.push_back({i * length + k, index * length + k, std::nullopt});
  }
  RuntimeValue zero = Tensor(shape, std::vector<Number>(indices.size() * length, 0.0));
  return makePart(std::move(entries), sideOf(op.getPart(), zero),
                  sideOf(op.getSource(), source->front()), op.getTransposed());
}

static EvalResult evalSlice(LFunSliceOp op, Evaluation &eval) {
  EvalResult source = zeros(eval, op.getSource(), op.getSourceSizes());
  if (failed(source))
    return failure();
  const Tensor whole = source->front().asTensor();
  auto numbers = [&](ArrayRef<OpFoldResult> values) {
    return llvm::map_to_vector(values, [&](OpFoldResult value) -> int64_t {
      if (auto known = getConstantIntValue(value))
        return *known;
      return eval.index(cast<Value>(value));
    });
  };
  SmallVector<int64_t> offsets = numbers(op.getMixedOffsets()), sizes = numbers(op.getMixedSizes()),
                       strides = numbers(op.getMixedStrides());
  int64_t count = 1;
  for (auto [offset, size, stride, extent] :
       llvm::zip_equal(offsets, sizes, strides, whole.shape)) {
    if (offset < 0 || size < 0 || stride < 1 || offset > extent ||
        (size > 0 && (offset >= extent || size - 1 > (extent - 1 - offset) / stride)))
      return eval.interpreter.error(op)
             << "reads " << size << " elements from " << offset << " on, with stride " << stride
             << ", of an array of extent " << extent;
    count *= size;
  }
  std::vector<EntriesMap::Entry> entries;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, column = 0, step = 1;
    for (size_t dim = sizes.size(); dim-- > 0; rest /= sizes[dim]) {
      column += (offsets[dim] + strides[dim] * (rest % sizes[dim])) * step;
      step *= whole.shape[dim];
    }
    entries.push_back({i, column, std::nullopt});
  }
  RuntimeValue zero = Tensor(sizes, std::vector<Number>(count, 0.0));
  return makePart(std::move(entries), sideOf(op.getPart(), zero),
                  sideOf(op.getSource(), source->front()), op.getTransposed());
}

// The function is applied to a basis of its domain, which gives the matrix by columns.
static EvalResult evalToMatrix(LFunToMatrixOp op, Evaluation &eval) {
  LFunType type = op.getMap().getType();
  EvalResult domain = zeros(eval, type.getInputs(), op.getDomainSizes());
  EvalResult codomain = zeros(eval, type.getOutputs(), op.getCodomainSizes());
  if (failed(domain) || failed(codomain))
    return failure();
  auto count = [](const RuntimeValue &value) {
    return value.is<Tensor>() ? value.asTensor().size() : 1;
  };
  auto entry = [](const RuntimeValue &value, int64_t i) {
    return value.is<Tensor>() ? value.asTensor()[i] : value.as<Number>();
  };
  size_t inputs = domain->size();
  std::vector<std::vector<Number>> blocks(codomain->size() * inputs);
  for (auto [o, output] : llvm::enumerate(*codomain))
    for (auto [i, input] : llvm::enumerate(*domain))
      blocks[o * inputs + i].resize(count(output) * count(input));
  for (auto [i, input] : llvm::enumerate(*domain))
    for (int64_t column = 0; column < count(input); ++column) {
      RuntimeValues unit = *domain;
      if (input.is<Tensor>()) {
        std::vector<Number> entries = *input.asTensor().elements;
        entries[column] = 1.0;
        unit[i] = Tensor(input.asTensor().shape, std::move(entries));
      } else {
        unit[i] = 1.0;
      }
      EvalResult image =
          applyLinear(eval.interpreter, op, eval.get(op.getMap()).as<LinearFunctionValue>(), unit);
      if (failed(image))
        return failure();
      for (auto [o, output] : llvm::enumerate(*image)) {
        if (count(output) != count((*codomain)[o]))
          return eval.interpreter.error(op)
                 << "output #" << o << " has other sizes than 'codomain' says";
        for (int64_t row = 0; row < count(output); ++row)
          blocks[o * inputs + i][row * count(input) + column] = entry(output, row);
      }
    }
  RuntimeValues results;
  for (auto [o, output] : llvm::enumerate(*codomain))
    for (auto [i, input] : llvm::enumerate(*domain)) {
      SmallVector<int64_t> shape;
      for (const RuntimeValue *value : {&output, &input})
        if (value->is<Tensor>())
          llvm::append_range(shape, value->asTensor().shape);
      std::vector<Number> &entries = blocks[o * inputs + i];
      if (isa<FloatType>(op.getResultTypes()[results.size()]))
        results.push_back(entries.front());
      else
        results.push_back(Tensor(shape, std::move(entries)));
    }
  return results;
}

void chad::registerChadLinearFunctionHandlers(OpHandlers &handlers) {
  handlers.add<LFunFromMatrixOp>(evalFromMatrix);
  handlers.add<LFunToMatrixOp>(evalToMatrix);
  handlers.add<LFunDiagonalOp>(evalDiagonal);
  handlers.add<LFunGatherOp>(evalLFunGather);
  handlers.add<LFunSliceOp>(evalSlice);
  handlers.add<LFunApplyOp>(evalApply);
  handlers.add<LFunLambdaOp>(evalLambda);
  handlers.add<LFunZeroOp>(evalZero);
  handlers.add<LFunIdOp>(evalId);
  handlers.add<LFunScaleOp>(evalScale);
  handlers.add<LFunProjectOp>(evalProject);
  handlers.add<LFunInjectOp>(evalInject);
  handlers.add<LFunVForkOp>(evalVFork);
  handlers.add<LFunVJoinOp>(evalVJoin);
  handlers.add<LFunFoldOp>(evalFold);
  addJuxtaposition<LFunAddOp>(handlers, /*sharesDomain=*/true, /*sharesCodomain=*/true);
  addJuxtaposition<LFunForkOp>(handlers, /*sharesDomain=*/true, /*sharesCodomain=*/false);
  addJuxtaposition<LFunJoinOp>(handlers, /*sharesDomain=*/false, /*sharesCodomain=*/true);
  handlers.add<LFunComposeOp>([](LFunComposeOp op, Evaluation &eval) {
    return makeMap<ComposeMap>(mapsOf(eval, op.getMaps()));
  });
  handlers.add<LFunTransposeOp>([](LFunTransposeOp op, Evaluation &eval) {
    return makeMap<TransposeMap>(eval.get(op.getMap()).as<LinearFunctionValue>());
  });
}
