//===- ChadRequests.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivative requests. Their reference semantics is the definition of the
// derivative: difference quotients of the interpreted function, extrapolated to
// step zero. No rule of differentiation takes part, so that every rule can be
// tested against it.
//
// Accuracy: about 1e-10 relative for smooth functions at arguments of size 1,
// about 1e-7 for a request of a request. Within a request floats of all types are
// computed as f64, then rounded: the derivative of an f32 program is that of the
// function that it means. At a point without a derivative the result is the
// middle of the one-sided derivatives where these exist (0 for |x|, one half for
// a ramp), which is not always the choice of the compiler's conventions; where
// the function is undefined on one side the result is NaN.

#include "chad/IR/DerivedOps.h"
#include "chad/IR/SumArrays.h"
#include "chad/Interpreter/Differences.h"
#include "chad/Interpreter/Interpreter.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The float type that a differentiable type is made of.
static FloatType floatOf(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    type = lin.getPrimal();
  if (!isa<FloatType, RankedTensorType>(type))
    return {};
  return dyn_cast<FloatType>(getElementTypeOrSelf(type));
}

static SmallVector<int64_t> choose(std::optional<ArrayRef<int64_t>> chosen, TypeRange types) {
  if (chosen)
    return SmallVector<int64_t>(*chosen);
  SmallVector<int64_t> positions;
  for (auto [i, type] : llvm::enumerate(types))
    if (floatOf(type))
      positions.push_back(i);
  return positions;
}

//===----------------------------------------------------------------------===//
// Values as coordinates
//===----------------------------------------------------------------------===//

static void appendFloats(const RuntimeValue &value, std::vector<double> &floats);

/// Appends the floats of a number: those that belong to the tag of a sum, none of an integer.
static void appendFloats(const Number &number, std::vector<double> &floats) {
  if (auto *value = std::get_if<double>(&number))
    floats.push_back(*value);
  else if (auto *sum = std::get_if<std::shared_ptr<const SumValue>>(&number))
    for (const RuntimeValue &part : (*sum)->get())
      appendFloats(part, floats);
}

static void appendFloats(const RuntimeValue &value, std::vector<double> &floats) {
  if (value.is<Number>())
    return appendFloats(value.as<Number>(), floats);
  for (const Number &number : *value.asTensor().elements)
    appendFloats(number, floats);
}

static std::vector<double> floatsOf(ArrayRef<RuntimeValue> values) {
  std::vector<double> floats;
  for (const RuntimeValue &value : values)
    appendFloats(value, floats);
  return floats;
}

namespace {
/// Makes values from coordinates.
struct FloatReader {
  Interpreter &interpreter;
  ArrayRef<double> floats;
  /// Values are gradients: integers in sums are left out.
  bool isGradient = false;

  /// A value of the shape of `like`, which has type `type`, from the front of `floats`.
  RuntimeValue take(const RuntimeValue &like, Type type) {
    if (auto lin = dyn_cast<LinType>(type))
      type = lin.getPrimal();
    Type scalar = getElementTypeOrSelf(type);
    if (like.is<Number>())
      return takeNumber(like.as<Number>(), scalar);
    const Tensor &tensor = like.asTensor();
    std::vector<Number> elements;
    for (int64_t i = 0; i < tensor.size(); ++i)
      elements.push_back(takeNumber(tensor[i], scalar));
    return Tensor(tensor.shape, std::move(elements));
  }

private:
  Number takeNumber(const Number &like, Type type) {
    if (std::holds_alternative<APInt>(like))
      return like;
    if (auto floatType = dyn_cast<FloatType>(type)) {
      double value = interpreter.round(floats.front(), floatType);
      floats = floats.drop_front();
      return value;
    }
    const SumValue &sum = *std::get<std::shared_ptr<const SumValue>>(like);
    RuntimeValues payload;
    for (auto [part, partType] :
         llvm::zip_equal(sum.get(), cast<SumType>(type).getAlternatives()[sum.tag].getTypes()))
      if (!isGradient || getGradientType(partType))
        payload.push_back(take(part, partType));
    return std::make_shared<const SumValue>(sum.tag, payload);
  }
};
} // namespace

static int64_t countFloats(const RuntimeValue &value) {
  return value.is<Tensor>() ? value.asTensor().size() : 1;
}

//===----------------------------------------------------------------------===//
// The derivative at a point
//===----------------------------------------------------------------------===//

RuntimeValue Interpreter::Constants::take(const RuntimeValue &value) {
  if (mode == Give)
    // If this run takes another branch than the run at the point, it may take more values.
    return next < values.size() ? values[next++] : value;
  values.push_back(outer ? outer->take(value) : value);
  return values.back();
}

namespace {
/// A function at a point, with the arguments and results that are differentiated.
class Derivative {
public:
  /// Calls the function; fails where that does.
  template <typename OpTy> static FailureOr<Derivative> of(OpTy op, Evaluation &eval) {
    Derivative result;
    if (op.getCalleeAttr()) {
      FunctionOpInterface function = eval.interpreter.lookup(op, op.getCalleeAttr());
      result.type = cast<FunctionType>(function.getFunctionType());
      result.name = "'" + function.getName().str() + "'";
      result.function = [function](Interpreter &interpreter, Operation *at,
                                   ArrayRef<RuntimeValue> args) mutable {
        return interpreter.call(function, args, at);
      };
    } else {
      result.type = cast<FunctionType>(op.getArgs().front().getType());
      result.name = "the function value";
      result.function = *eval.get(op.getArgs().front()).template as<FunctionValue>();
    }
    result.wrt = choose(op.getWrt(), result.type.getInputs());
    result.positions = choose(op.getOf(), result.type.getResults());
    result.args = eval.get(op.getPoint());
    Interpreter::Constants constants(eval.interpreter, result.constants,
                                     Interpreter::Constants::Find);
    EvalResult results = result.function(eval.interpreter, op, result.args);
    if (failed(results))
      return failure();
    result.results = std::move(*results);
    for (int64_t i : result.wrt)
      result.point.push_back(result.args[i]);
    for (int64_t i : result.positions)
      result.image.push_back(result.results[i]);
    return result;
  }

  const RuntimeValues &getResults() const { return results; }
  ArrayRef<RuntimeValue> getPoint() const { return point; }
  SmallVector<Type> getTypesOfPoint() const { return pick(wrt, type.getInputs()); }
  SmallVector<Type> getTypesOfImage() const { return pick(positions, type.getResults()); }
  ArrayRef<RuntimeValue> getImage() const { return image; }

  /// `∂f • direction`, in coordinates.
  FailureOr<std::vector<double>> along(Interpreter &interpreter, Operation *at,
                                       ArrayRef<double> direction) const;
  /// `∂f`, a column for each coordinate of the point.
  FailureOr<std::vector<std::vector<double>>> columns(Interpreter &interpreter,
                                                      Operation *at) const;

  /// `∂²f • direction`, of a function with one entry to differentiate, in coordinates.
  FailureOr<std::vector<double>> hessianAlong(Interpreter &interpreter, Operation *at,
                                              ArrayRef<double> direction) const;

  EvalResult jvp(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> tangents) const;
  EvalResult vjp(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> cotangents) const;
  EvalResult hvp(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> vectors) const;

private:
  static SmallVector<Type> pick(ArrayRef<int64_t> positions, TypeRange types) {
    return llvm::map_to_vector(positions, [&](int64_t i) { return types[i]; });
  }
  /// The chosen results at the coordinates `x`.
  FailureOr<std::vector<double>> evaluate(Interpreter &interpreter, Operation *at,
                                          ArrayRef<double> x) const;
  LogicalResult checkShapes(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> values,
                            ArrayRef<RuntimeValue> like) const;
  /// Checks that tangents at `like`, of the types at `positions`, have the tags of these values,
  /// and as many floats.
  LogicalResult checkTags(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> values,
                          ArrayRef<RuntimeValue> like, ArrayRef<int64_t> positions,
                          TypeRange types) const;
  /// Values of the shapes of `like` and of the types at `positions`, or their gradients.
  RuntimeValues restore(Interpreter &interpreter, ArrayRef<double> floats,
                        ArrayRef<RuntimeValue> like, ArrayRef<int64_t> positions, TypeRange types,
                        bool isGradient = false) const;

  std::function<EvalResult(Interpreter &, Operation *, ArrayRef<RuntimeValue>)> function;
  FunctionType type;
  std::string name;
  SmallVector<int64_t> wrt, positions;
  RuntimeValues args, results, point, image;
  mutable std::vector<RuntimeValue> constants;
};

/// The derivative as a linear function, whose transpose is the reverse derivative.
class DerivativeMap : public LinearFunction {
public:
  explicit DerivativeMap(Derivative derivative) : derivative(std::move(derivative)) {}

  EvalResult apply(Interpreter &interpreter, Operation *at, ArrayRef<RuntimeValue> args,
                   bool transposed) const override {
    return transposed ? derivative.vjp(interpreter, at, args)
                      : derivative.jvp(interpreter, at, args);
  }

private:
  Derivative derivative;
};
} // namespace

RuntimeValues Derivative::restore(Interpreter &interpreter, ArrayRef<double> floats,
                                  ArrayRef<RuntimeValue> like, ArrayRef<int64_t> positions,
                                  TypeRange types, bool isGradient) const {
  FloatReader reader{interpreter, floats, isGradient};
  RuntimeValues values;
  for (auto [value, position] : llvm::zip_equal(like, positions))
    values.push_back(reader.take(value, types[position]));
  return values;
}

FailureOr<std::vector<double>> Derivative::evaluate(Interpreter &interpreter, Operation *at,
                                                    ArrayRef<double> x) const {
  RuntimeValues moved = args;
  RuntimeValues shifted = restore(interpreter, x, point, wrt, type.getInputs());
  for (auto [position, value] : llvm::zip_equal(wrt, shifted))
    moved[position] = value;
  Interpreter::Constants given(interpreter, constants, Interpreter::Constants::Give);
  EvalResult results = function(interpreter, at, moved);
  if (failed(results))
    return failure();
  RuntimeValues chosen;
  for (int64_t i : positions)
    chosen.push_back((*results)[i]);
  std::vector<double> floats = floatsOf(chosen);
  if (floats.size() != floatsOf(image).size())
    return interpreter.error(at) << "the shape of the results of " << name
                                 << " depends on what is differentiated";
  return floats;
}

FailureOr<std::vector<double>> Derivative::along(Interpreter &interpreter, Operation *at,
                                                 ArrayRef<double> direction) const {
  if (llvm::all_of(direction, [](double v) { return v == 0; }))
    return std::vector<double>(floatsOf(image).size(), 0.0);
  Interpreter::Widening widening(interpreter);
  std::vector<double> x = floatsOf(point);
  auto curve = [&](double h) {
    std::vector<double> moved = x;
    for (auto [coordinate, v] : llvm::zip_equal(moved, direction))
      // 0 · h is 0 wherever the coordinate is.
      coordinate += v == 0 ? 0 : h * v;
    return evaluate(interpreter, at, moved);
  };
  return differentiate(curve, x, direction);
}

FailureOr<std::vector<std::vector<double>>> Derivative::columns(Interpreter &interpreter,
                                                                Operation *at) const {
  std::vector<std::vector<double>> result;
  size_t size = floatsOf(point).size();
  for (size_t j = 0; j < size; ++j) {
    std::vector<double> unit(size, 0.0);
    unit[j] = 1;
    FailureOr<std::vector<double>> column = along(interpreter, at, unit);
    if (failed(column))
      return failure();
    result.push_back(std::move(*column));
  }
  return result;
}

// The difference quotient, along `direction`, of the quotients along each coordinate.
FailureOr<std::vector<double>> Derivative::hessianAlong(Interpreter &interpreter, Operation *at,
                                                        ArrayRef<double> direction) const {
  Interpreter::Widening widening(interpreter);
  std::vector<double> x = floatsOf(point);
  std::vector<double> product;
  for (size_t i = 0; i < x.size(); ++i) {
    std::vector<double> unit(x.size(), 0.0);
    unit[i] = 1;
    auto slope = [&](double h) -> FailureOr<std::vector<double>> {
      std::vector<double> moved = x;
      for (auto [coordinate, v] : llvm::zip_equal(moved, direction))
        coordinate += v == 0 ? 0 : h * v;
      auto curve = [&](double k) {
        std::vector<double> next = moved;
        next[i] += k;
        return evaluate(interpreter, at, next);
      };
      return differentiate(curve, moved, unit);
    };
    FailureOr<std::vector<double>> entry = differentiate(slope, x, direction);
    if (failed(entry))
      return failure();
    product.push_back(entry->front());
  }
  return product;
}

/// Whether a tangent of a number has the tags of the number, in all sums in it.
static bool haveSameTags(const Number &tangent, const Number &number, Type type);

static bool haveSameTags(const RuntimeValue &tangent, const RuntimeValue &value, Type type) {
  if (!isSumOrArrayOfSums(type))
    return true;
  if (tangent.is<SumZero>())
    return false;
  if (value.is<Number>())
    return haveSameTags(tangent.as<Number>(), value.as<Number>(), type);
  const Tensor &given = tangent.asTensor(), &own = value.asTensor();
  if (given.shape != own.shape)
    return false;
  for (int64_t i = 0; i < own.size(); ++i)
    if (!haveSameTags(given[i], own[i], getElementTypeOrSelf(type)))
      return false;
  return true;
}

static bool haveSameTags(const Number &tangent, const Number &number, Type type) {
  const SumValue &given = *std::get<std::shared_ptr<const SumValue>>(tangent);
  const SumValue &own = *std::get<std::shared_ptr<const SumValue>>(number);
  if (given.tag != own.tag)
    return false;
  ArrayRef<RuntimeValue> rest = given.get();
  for (auto [part, partType] :
       llvm::zip_equal(own.get(), cast<SumType>(type).getAlternatives()[own.tag].getTypes())) {
    if (!getGradientType(partType))
      continue;
    if (!haveSameTags(rest.front(), part, partType))
      return false;
    rest = rest.drop_front();
  }
  return true;
}

LogicalResult Derivative::checkTags(Interpreter &interpreter, Operation *at,
                                    ArrayRef<RuntimeValue> values, ArrayRef<RuntimeValue> like,
                                    ArrayRef<int64_t> positions, TypeRange types) const {
  for (auto [value, expected, position] : llvm::zip_equal(values, like, positions))
    if (value.is<SumZero>())
      return interpreter.error(at) << "the zero of a sum has no tag: give the zeros of the "
                                      "alternative that the sum took";
    else if (!haveSameTags(value, expected, types[position]))
      return interpreter.error(at)
             << "chad: the tag of a tangent or cotangent is not that of the sum";
  if (floatsOf(values).size() != floatsOf(like).size())
    return interpreter.error(at)
           << "a tangent or cotangent of a sum has other extents than the sum";
  return success();
}

LogicalResult Derivative::checkShapes(Interpreter &interpreter, Operation *at,
                                      ArrayRef<RuntimeValue> values,
                                      ArrayRef<RuntimeValue> like) const {
  for (auto [i, value, expected] : llvm::enumerate(values, like))
    if (value.is<Tensor>() && value.asTensor().shape != expected.asTensor().shape)
      return interpreter.error(at)
             << "linear argument #" << i << " has shape " << formatShape(value.asTensor().shape)
             << ", but its primal has shape " << formatShape(expected.asTensor().shape);
  return success();
}

EvalResult Derivative::jvp(Interpreter &interpreter, Operation *at,
                           ArrayRef<RuntimeValue> tangents) const {
  if (failed(checkShapes(interpreter, at, tangents, point)) ||
      failed(checkTags(interpreter, at, tangents, point, wrt, type.getInputs())))
    return failure();
  FailureOr<std::vector<double>> image = along(interpreter, at, floatsOf(tangents));
  if (failed(image))
    return failure();
  return restore(interpreter, *image, this->image, positions, type.getResults(),
                 /*isGradient=*/true);
}

EvalResult Derivative::vjp(Interpreter &interpreter, Operation *at,
                           ArrayRef<RuntimeValue> cotangents) const {
  if (failed(checkShapes(interpreter, at, cotangents, image)) ||
      failed(checkTags(interpreter, at, cotangents, image, positions, type.getResults())))
    return failure();
  auto matrix = columns(interpreter, at);
  if (failed(matrix))
    return failure();
  std::vector<double> seed = floatsOf(cotangents), gradient;
  for (const std::vector<double> &column : *matrix) {
    double sum = 0;
    for (auto [weight, entry] : llvm::zip_equal(seed, column))
      // A zero cotangent stays zero through an infinite derivative.
      sum += weight == 0 ? 0 : weight * entry;
    gradient.push_back(sum);
  }
  return restore(interpreter, gradient, point, wrt, type.getInputs(), /*isGradient=*/true);
}

EvalResult Derivative::hvp(Interpreter &interpreter, Operation *at,
                           ArrayRef<RuntimeValue> vectors) const {
  if (failed(checkShapes(interpreter, at, vectors, point)) ||
      failed(checkTags(interpreter, at, vectors, point, wrt, type.getInputs())))
    return failure();
  FailureOr<std::vector<double>> product = hessianAlong(interpreter, at, floatsOf(vectors));
  if (failed(product))
    return failure();
  return restore(interpreter, *product, point, wrt, type.getInputs(), /*isGradient=*/true);
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

/// The function's results, then `derivatives`.
static EvalResult afterResults(const Derivative &derivative, EvalResult derivatives) {
  if (failed(derivatives))
    return failure();
  RuntimeValues all = derivative.getResults();
  llvm::append_range(all, *derivatives);
  return all;
}

/// The number of dimensions of `value`.
static size_t rankOf(const RuntimeValue &value) {
  return value.is<Tensor>() ? value.asTensor().shape.size() : 0;
}

/// Arrays, of the types `types`, of what `function` makes of each element of those `args` that have
/// one dimension more than `like`; the others are given to all calls.
static EvalResult mapOver(Evaluation &eval, Operation *op, ArrayRef<RuntimeValue> args,
                          ArrayRef<int64_t> ranks, TypeRange types,
                          llvm::function_ref<EvalResult(ArrayRef<RuntimeValue>)> function) {
  std::optional<int64_t> extent;
  for (auto [i, arg, rank] : llvm::enumerate(args, ranks)) {
    if (rankOf(arg) == static_cast<size_t>(rank))
      continue;
    int64_t own = arg.asTensor().shape.front();
    if (extent && *extent != own)
      return eval.interpreter.error(op)
             << "one array has " << *extent << " elements, another " << own;
    extent = own;
  }
  std::vector<std::vector<RuntimeValue>> columns(types.size());
  for (int64_t i = 0; i < *extent; ++i) {
    RuntimeValues given;
    for (auto [arg, rank] : llvm::zip_equal(args, ranks))
      given.push_back(rankOf(arg) == static_cast<size_t>(rank) ? arg : elementOf(arg, i));
    EvalResult results = function(given);
    if (failed(results))
      return failure();
    for (auto [column, result] : llvm::zip_equal(columns, *results)) {
      bool isRankZero = result.is<Tensor>() && result.asTensor().shape.empty();
      column.push_back(isRankZero ? RuntimeValue(result.asTensor()[0]) : result);
    }
  }
  RuntimeValues arrays;
  for (auto [type, column] : llvm::zip_equal(types, columns)) {
    FailureOr<RuntimeValue> array = arrayOf(eval, type, column);
    if (failed(array))
      return failure();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

namespace {
/// Several tangents or cotangents at one point, of each of which a value is made.
struct Seeds {
  Evaluation &eval;
  Operation *op;
  std::optional<int64_t> number;

  /// Finds, and compares, the number of tangents in `value`: a sum may hold none.
  LogicalResult count(const RuntimeValue &value) {
    if (value.is<Tensor>())
      return count(value.asTensor().shape.front());
    if (!value.is<SumZero>())
      for (const RuntimeValue &part : value.asSum().get())
        if (failed(count(part)))
          return failure();
    return success();
  }
  LogicalResult count(int64_t own) {
    if (number && *number != own)
      return eval.interpreter.error(op)
             << "one array has " << *number << " elements, another " << own;
    number = own;
    return success();
  }

  /// The `i`-th tangent in `value`, at `like`, a value of type `type`.
  static RuntimeValue get(const RuntimeValue &value, int64_t i, const RuntimeValue &like,
                          Type type) {
    if (!isa<SumType>(type)) {
      RuntimeValue element = elementOf(value, i);
      // An array has numbers for tensors of rank 0.
      if (like.is<Tensor>() && element.is<Number>())
        return Tensor({}, {element.as<Number>()});
      return element;
    }
    // Another tag than that of the point is an error of each tangent.
    const SumValue &own = like.asSum();
    if (value.is<SumZero>() || value.asSum().tag != own.tag)
      return value;
    const SumValue &sum = value.asSum();
    RuntimeValues parts;
    for (auto [part, partType] :
         llvm::zip_equal(own.get(), cast<SumType>(type).getAlternatives()[own.tag].getTypes()))
      if (getGradientType(partType))
        parts.push_back(get(sum.get()[parts.size()], i, part, partType));
    return SumValue(sum.tag, parts);
  }

  /// What holds the tangents `elements`, at `like`, a value of type `type`. It has type `made`.
  FailureOr<RuntimeValue> join(ArrayRef<RuntimeValue> elements, const RuntimeValue &like, Type type,
                               Type made) const {
    if (!isa<SumType>(type)) {
      RuntimeValues row(elements);
      for (RuntimeValue &element : row)
        if (element.is<Tensor>() && element.asTensor().shape.empty())
          element = element.asTensor()[0];
      return arrayOf(eval, made, row, &like);
    }
    const SumValue &own = like.asSum();
    ArrayRef<Type> madeTypes = cast<SumType>(made).getAlternatives()[own.tag].getTypes();
    RuntimeValues parts;
    for (auto [part, partType] :
         llvm::zip_equal(own.get(), cast<SumType>(type).getAlternatives()[own.tag].getTypes())) {
      if (!getGradientType(partType))
        continue;
      size_t k = parts.size();
      RuntimeValues column;
      for (const RuntimeValue &element : elements)
        column.push_back(element.asSum().get()[k]);
      FailureOr<RuntimeValue> array = join(column, part, partType, madeTypes[k]);
      if (failed(array))
        return failure();
      parts.push_back(std::move(*array));
    }
    return RuntimeValue(SumValue(own.tag, parts));
  }
};
} // namespace

/// What `function` makes of `vectors`, tangents or cotangents at the values `like` of types
/// `types`, or of each of several. It gives tangents or cotangents at `to`, of types `toTypes`.
static EvalResult applyToSeeds(Evaluation &eval, Operation *op, ValueRange operands,
                               ArrayRef<RuntimeValue> like, TypeRange types,
                               ArrayRef<RuntimeValue> to, TypeRange toTypes,
                               llvm::function_ref<EvalResult(ArrayRef<RuntimeValue>)> function) {
  RuntimeValues vectors = eval.get(operands);
  Type tangent = getTypeOfTangents(types.front());
  if (operands.front().getType() == tangent)
    return function(vectors);
  Seeds seeds{eval, op, std::nullopt};
  for (auto [vector, operand, type] : llvm::zip_equal(vectors, operands, types)) {
    std::optional<int64_t> known = getNumSeeds(operand.getType(), getTypeOfTangents(type));
    if ((known && !ShapedType::isDynamic(*known) && failed(seeds.count(*known))) ||
        failed(seeds.count(vector)))
      return failure();
  }
  std::vector<RuntimeValues> columns(to.size());
  for (int64_t i = 0; i < *seeds.number; ++i) {
    RuntimeValues given;
    for (auto [vector, value, type] : llvm::zip_equal(vectors, like, types))
      given.push_back(Seeds::get(vector, i, value, type));
    EvalResult results = function(given);
    if (failed(results))
      return failure();
    for (auto [column, result] : llvm::zip_equal(columns, *results))
      column.push_back(result);
  }
  RuntimeValues arrays;
  for (auto [column, value, type, made] : llvm::zip_equal(
           columns, to, toTypes, TypeRange(op->getResultTypes()).take_back(to.size()))) {
    FailureOr<RuntimeValue> array = seeds.join(column, value, type, made);
    if (failed(array))
      return failure();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

static EvalResult evalJvp(JvpOp op, Evaluation &eval) {
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  auto apply = [&](ArrayRef<RuntimeValue> vectors) {
    return derivative->jvp(eval.interpreter, op, vectors);
  };
  return afterResults(*derivative,
                      applyToSeeds(eval, op, op.getTangents(), derivative->getPoint(),
                                   derivative->getTypesOfPoint(), derivative->getImage(),
                                   derivative->getTypesOfImage(), apply));
}

static EvalResult evalVjp(VjpOp op, Evaluation &eval) {
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  auto apply = [&](ArrayRef<RuntimeValue> vectors) {
    return derivative->vjp(eval.interpreter, op, vectors);
  };
  return afterResults(*derivative,
                      applyToSeeds(eval, op, op.getCotangents(), derivative->getImage(),
                                   derivative->getTypesOfImage(), derivative->getPoint(),
                                   derivative->getTypesOfPoint(), apply));
}

static EvalResult evalHvp(HvpOp op, Evaluation &eval) {
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  return derivative->hvp(eval.interpreter, op, eval.get(op.getVectors()));
}

static EvalResult evalVmap(VmapOp op, Evaluation &eval) {
  FunctionOpInterface function = eval.interpreter.lookup(op, op.getCalleeAttr());
  SmallVector<int64_t> ranks;
  for (Type type : function.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(getPrimalType(type));
    ranks.push_back(tensor ? tensor.getRank() : 0);
  }
  return mapOver(eval, op, eval.get(op.getArgs()), ranks, op.getResultTypes(),
                 [&](ArrayRef<RuntimeValue> args) -> EvalResult {
                   RuntimeValues shaped(args);
                   for (auto [value, type] : llvm::zip_equal(shaped, function.getArgumentTypes()))
                     if (isa<RankedTensorType>(getPrimalType(type)) && value.is<Number>())
                       value = Tensor({}, {value.as<Number>()});
                   return eval.interpreter.call(function, shaped, op);
                 });
}

/// The gradient of the chosen result, a scalar or an array of rank 0.
static EvalResult gradient(const Derivative &derivative, Interpreter &interpreter, Operation *at) {
  RuntimeValue seed = 1.0;
  if (derivative.getImage().front().is<Tensor>())
    seed = Tensor({}, {Number(1.0)});
  return derivative.vjp(interpreter, at, one(seed));
}

static EvalResult evalGrad(GradOp op, Evaluation &eval) {
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  return gradient(*derivative, eval.interpreter, op);
}

static EvalResult evalValueAndGrad(ValueAndGradOp op, Evaluation &eval) {
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  return afterResults(*derivative, gradient(*derivative, eval.interpreter, op));
}

namespace {
/// The blocks of a matrix of which `columns` are the columns.
struct Blocks {
  Interpreter &interpreter;
  ArrayRef<std::vector<double>> columns;

  /// The block, of type `type`, in the rows from `row` on, which are the coordinates of `result`,
  /// and in the columns from `column` on, those of `arg`. `result` and `arg` are values of the
  /// types `from` and `by`.
  RuntimeValue get(const RuntimeValue &result, Type from, int64_t row, const RuntimeValue &arg,
                   Type by, int64_t column, Type type) const {
    if (isa<SumType>(from))
      return getParts(result, from, type,
                      [&](const RuntimeValue &part, Type own, int64_t done, Type partType) {
                        return get(part, own, row + done, arg, by, column, partType);
                      });
    if (isSumOrArrayOfSums(from)) {
      const Tensor &array = result.asTensor();
      std::vector<Number> elements;
      for (int64_t i = 0, done = 0; i < array.size(); ++i) {
        RuntimeValue own = array[i];
        elements.push_back(get(own, getElementTypeOrSelf(from), row + done, arg, by, column,
                               getElementTypeOrSelf(type))
                               .as<Number>());
        done += floatsOf(own).size();
      }
      return Tensor(array.shape, std::move(elements));
    }
    if (isa<SumType>(by))
      return getParts(arg, by, type,
                      [&](const RuntimeValue &part, Type own, int64_t done, Type partType) {
                        return get(result, from, row, part, own, column + done, partType);
                      });
    SmallVector<int64_t> shape;
    for (const RuntimeValue *value : {&result, &arg})
      if (value->is<Tensor>())
        llvm::append_range(shape, value->asTensor().shape);
    std::vector<Number> entries;
    Type element = getElementTypeOrSelf(type);
    for (int64_t i = 0, numRows = countFloats(result); i < numRows; ++i) {
      int64_t done = 0;
      for (int64_t j = 0, numColumns = countFloats(arg); j < numColumns; ++j) {
        if (!isa<SumType>(element)) {
          entries.emplace_back(interpreter.round(columns[column + j][row + i], floatOf(type)));
          continue;
        }
        RuntimeValue own = arg.asTensor()[j], scalar = 0.0;
        entries.push_back(get(scalar, getElementTypeOrSelf(from), row + i, own,
                              getElementTypeOrSelf(by), column + done, element)
                              .as<Number>());
        done += floatsOf(own).size();
      }
    }
    return isa<RankedTensorType>(type) ? RuntimeValue(Tensor(shape, std::move(entries)))
                                       : RuntimeValue(entries.front());
  }

private:
  /// A sum of type `type` with the tag of `value`, a sum of type `own`, of what `make` gives for
  /// each part that has a gradient and the number of coordinates before it.
  static RuntimeValue
  getParts(const RuntimeValue &value, Type own, Type type,
           llvm::function_ref<RuntimeValue(const RuntimeValue &, Type, int64_t, Type)> make) {
    const SumValue &sum = value.asSum();
    ArrayRef<Type> types = cast<SumType>(own).getAlternatives()[sum.tag].getTypes();
    ArrayRef<Type> made = cast<SumType>(type).getAlternatives()[sum.tag].getTypes();
    RuntimeValues payload;
    int64_t done = 0;
    for (auto [part, partType] : llvm::zip_equal(sum.get(), types)) {
      if (!getGradientType(partType))
        continue;
      payload.push_back(make(part, partType, done, made[payload.size()]));
      done += floatsOf(one(part)).size();
    }
    return SumValue(sum.tag, payload);
  }
};
} // namespace

/// The blocks of a matrix of which `columns` are the columns, by the values whose coordinates its
/// rows and its columns are.
static EvalResult blocksOf(Evaluation &eval, Operation *op, ArrayRef<std::vector<double>> columns,
                           ArrayRef<RuntimeValue> rows, TypeRange from, ArrayRef<RuntimeValue> args,
                           TypeRange by) {
  RuntimeValues blocks;
  Blocks matrix{eval.interpreter, columns};
  int64_t row = 0;
  for (auto [result, resultType] : llvm::zip_equal(rows, from)) {
    int64_t column = 0;
    for (auto [arg, argType] : llvm::zip_equal(args, by)) {
      Type type = op->getResult(blocks.size()).getType();
      blocks.push_back(matrix.get(result, resultType, row, arg, argType, column, type));
      column += floatsOf(one(arg)).size();
    }
    row += floatsOf(one(result)).size();
  }
  return blocks;
}

static EvalResult evalJacobian(JacobianOp op, Evaluation &eval) {
  if (op->hasAttr("sparse"))
    return op.emitError("chad: differences have no sparsity pattern; run '--chad-differentiate' "
                        "first, or compile");
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  auto columns = derivative->columns(eval.interpreter, op);
  if (failed(columns))
    return failure();
  return blocksOf(eval, op, *columns, derivative->getImage(), derivative->getTypesOfImage(),
                  derivative->getPoint(), derivative->getTypesOfPoint());
}

static EvalResult evalHessian(HessianOp op, Evaluation &eval) {
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  std::vector<std::vector<double>> columns;
  size_t size = floatsOf(derivative->getPoint()).size();
  for (size_t j = 0; j < size; ++j) {
    std::vector<double> unit(size, 0.0);
    unit[j] = 1;
    auto column = derivative->hessianAlong(eval.interpreter, op, unit);
    if (failed(column))
      return failure();
    columns.push_back(std::move(*column));
  }
  return blocksOf(eval, op, columns, derivative->getPoint(), derivative->getTypesOfPoint(),
                  derivative->getPoint(), derivative->getTypesOfPoint());
}

static EvalResult evalLinearize(LinearizeOp op, Evaluation &eval) {
  FailureOr<Derivative> derivative = Derivative::of(op, eval);
  if (failed(derivative))
    return failure();
  return afterResults(*derivative,
                      one(LinearFunctionValue(std::make_shared<DerivativeMap>(*derivative))));
}

static EvalResult evalStopGradient(StopGradientOp op, Evaluation &eval) {
  return one(eval.interpreter.constant(eval.get(op.getValue())));
}

void chad::registerChadRequestHandlers(OpHandlers &handlers) {
  handlers.add<StopGradientOp>(evalStopGradient);
  handlers.add<JvpOp>(evalJvp);
  handlers.add<VjpOp>(evalVjp);
  handlers.add<GradOp>(evalGrad);
  handlers.add<ValueAndGradOp>(evalValueAndGrad);
  handlers.add<JacobianOp>(evalJacobian);
  handlers.add<HvpOp>(evalHvp);
  handlers.add<HessianOp>(evalHessian);
  handlers.add<VmapOp>(evalVmap);
  handlers.add<LinearizeOp>(evalLinearize);
}
