//===- GradientCheck.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheck.h"
#include "CheckedProgram.h"
#include "Comparison.h"
#include "WidenFloats.h"
#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Differences.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace chad;

using chad::detail::Difference;
using Numbers = std::vector<double>;

/// A copy of `module` with `entry` and what that needs.
static OwningOpRef<ModuleOp> copyReachable(ModuleOp module, StringRef entry) {
  OwningOpRef<ModuleOp> copy = module.clone();
  for (auto function : copy->getOps<FunctionOpInterface>())
    if (!function.isExternal())
      SymbolTable::setSymbolVisibility(function, function.getName() == entry
                                                     ? SymbolTable::Visibility::Public
                                                     : SymbolTable::Visibility::Private);
  PassManager passes(module.getContext());
  passes.addPass(createSymbolDCEPass());
  return succeeded(passes.run(*copy)) ? std::move(copy) : nullptr;
}

/// Chooses about 64 of `size` positions, at equal distances; all if there are fewer.
static SmallVector<int64_t> choosePositions(int64_t size) {
  constexpr int64_t maxPositions = 64;
  SmallVector<int64_t> chosen;
  for (int64_t i = 0, step = std::max<int64_t>(1, size / maxPositions); i < size; i += step)
    chosen.push_back(i);
  return chosen;
}

/// Weights that no symmetry of a function cancels.
static Numbers makeWeights(int64_t size) {
  Numbers weights;
  for (int64_t i = 0; i < size; ++i)
    weights.push_back(0.5 + 0.125 * ((i * 5) % 8));
  return weights;
}

static Numbers unit(int64_t size, int64_t position) {
  Numbers vector(size, 0.0);
  vector[position] = 1;
  return vector;
}

/// The distance of two numbers: none of two that are undefined, infinite of one that is.
static double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double gap = std::abs(a - b);
  return std::isnan(gap) ? std::numeric_limits<double>::infinity() : gap;
}

namespace {
class GradientCheck {
public:
  GradientCheck(CheckedProgram &asWritten, CheckedProgram *widened, StringRef whyNotWidened,
                unsigned precision, bool stopsGradients, std::string &why)
      : asWritten(asWritten), reference(widened ? *widened : asWritten), isWidened(widened),
        whyNotWidened(whyNotWidened), stopsGradients(stopsGradients),
        unitRoundoff(std::exp2(-double(precision))),
        referenceRoundoff(widened ? 0x1p-53 : unitRoundoff), why(why),
        modes{"forward and reverse", isExact() ? 1e-9 : std::max(1e-3, 64 * unitRoundoff)},
        differences{"reverse and differences",
                    isExact() ? 1e-6 : std::max(3e-2, 64 * unitRoundoff)},
        rounding{"as written and in f64", std::max(1e-2, 64 * unitRoundoff)} {}

  /// Compares and prints; fails where something is wrong, which `isWrong` says, or does not run.
  LogicalResult run(bool asJson, bool &isWrong);

private:
  /// A row of the Jacobian, by the reverse derivative.
  struct Row {
    Numbers reverse;
    /// The same row, with the float types of the program.
    Numbers written;
    /// The size of the largest entry of each argument.
    Numbers largest;
    /// How far each entry moves in f64 when the arguments move by a few units in their last place
    /// as they are written.
    Numbers moves;
  };
  /// How much rounding changes a value and its derivative.
  struct Noise {
    double value = 0, derivative = 0;
  };
  /// The column whose weighted sum of entries is off most, and by how much.
  struct WorstSum {
    double error = 0;
    int64_t column = -1;
    Numbers expected;
  };

  FailureOr<Row *> rowAt(int64_t row);
  FailureOr<std::vector<Difference>> computeDifferences(int64_t column);
  LogicalResult compareColumn(int64_t column);
  LogicalResult compareRounding(int64_t column, ArrayRef<double> forward);
  LogicalResult addForward(int64_t row, int64_t column, double forward);
  LogicalResult addDifference(int64_t row, int64_t column, Difference difference);
  FailureOr<bool> isSmooth(int64_t row, int64_t column);
  FailureOr<double> moveOf(int64_t row, int64_t column);
  FailureOr<Noise> noiseOf(int64_t row, int64_t column);

  void keepWorst(int64_t column, ArrayRef<double> expected, double slack, WorstSum &worst);
  LogicalResult compareSums();
  FailureOr<int64_t> findRow(int64_t column, ArrayRef<double> expected);
  LogicalResult compareDirections();
  FailureOr<bool> isOff(int64_t begin, int64_t end);

  /// The least size that the error of an entry is relative to: a part of the largest entry beside
  /// it, or what makes rounding of the values smaller than the tolerance.
  double scaleOf(int64_t row, int64_t column, const Comparison &comparison);
  double roundingScaleOf(int64_t row, const Comparison &comparison) const;
  std::string placeOf(int64_t row, int64_t column) const {
    return (reference.numRows() > 1 ? reference.rowName(row) + " by " : std::string()) +
           reference.columnName(column);
  }
  bool isExact() const { return referenceRoundoff == 0x1p-53; }
  bool isAllRows() const { return int64_t(rows.size()) == reference.numRows(); }
  bool isAllColumns() const { return int64_t(columns.size()) == reference.numColumns(); }

  CheckedProgram &asWritten, &reference;
  bool isWidened;
  /// Empty if all floats are f64.
  StringRef whyNotWidened;
  bool stopsGradients;
  double unitRoundoff, referenceRoundoff;
  std::string &why;

  Numbers values, writtenValues;
  /// The rows and columns whose entries are compared one by one.
  SmallVector<int64_t> rows, columns;
  std::map<int64_t, Row> knownRows;
  /// The other rows and columns are compared by weighted sums.
  Numbers rowWeights, weightedReverse;
  WorstSum worstForward, worstDifference;
  Comparison modes, differences, rounding;
};
} // namespace

FailureOr<GradientCheck::Row *> GradientCheck::rowAt(int64_t number) {
  auto [place, isNew] = knownRows.try_emplace(number);
  Row &row = place->second;
  if (!isNew)
    return &row;
  Numbers seed = unit(reference.numRows(), number);
  FailureOr<Numbers> gradient = reference.reverse(seed, why);
  FailureOr<Numbers> written = gradient;
  if (succeeded(gradient) && isWidened)
    written = asWritten.reverse(seed, why);
  if (failed(written))
    return failure();
  row.reverse = std::move(*gradient);
  row.written = std::move(*written);
  for (auto [begin, size] : reference.getArguments()) {
    row.largest.push_back(0);
    for (double entry : ArrayRef(row.reverse).slice(begin, size))
      if (std::isfinite(entry))
        row.largest.back() = std::max(row.largest.back(), std::abs(entry));
  }
  return &row;
}

double GradientCheck::roundingScaleOf(int64_t row, const Comparison &comparison) const {
  double value = std::isfinite(values[row]) ? std::abs(values[row]) : 0;
  return 0x1p11 * referenceRoundoff * value / comparison.tolerance;
}

double GradientCheck::scaleOf(int64_t row, int64_t column, const Comparison &comparison) {
  double entry = knownRows[row].largest[reference.argumentOf(column)];
  return std::max(1e-3 * entry, roundingScaleOf(row, comparison));
}

/// How far the entry moves in f64 where the arguments move by a few units in their last place as
/// they are written.
FailureOr<double> GradientCheck::moveOf(int64_t number, int64_t column) {
  Row &row = knownRows[number];
  if (row.moves.empty()) {
    row.moves.assign(reference.numColumns(), 0.0);
    for (unsigned seed = 1; seed <= 6; ++seed) {
      FailureOr<Numbers> moved = reference.reverseMoved(number, 2 * unitRoundoff, seed, why);
      if (failed(moved))
        return failure();
      for (auto [move, there, here] : llvm::zip_equal(row.moves, *moved, row.reverse))
        move = std::max(move, std::isfinite(there) ? std::abs(there - here) : 0);
    }
  }
  return row.moves[column];
}

/// How much the value of a row, and its derivative by a column, vary at places so near that only
/// rounding makes them vary. The two sides are apart: a derivative may jump at the point.
FailureOr<GradientCheck::Noise> GradientCheck::noiseOf(int64_t row, int64_t column) {
  double unitStep = 64 * referenceRoundoff * std::max(1.0, std::abs(reference.coordinate(column)));
  Numbers direction = unit(reference.numColumns(), column);
  Noise noise;
  for (double side : {-unitStep, unitStep}) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (double step : {1.0, 2.7, 5.1, 9.3, 13.9}) {
      FailureOr<Numbers> results = reference.valuesAlong(direction, step * side, why);
      FailureOr<double> entry = failure();
      if (succeeded(results))
        entry = reference.reverseEntry(row, column, step * side, why);
      if (failed(entry))
        return failure();
      double found[2] = {(*results)[row], *entry};
      for (int i : {0, 1}) {
        low[i] = std::min(low[i], found[i]);
        high[i] = std::max(high[i], found[i]);
      }
    }
    // Undefined and infinite numbers are no noise.
    auto spread = [&](int i) { return std::isfinite(high[i] - low[i]) ? high[i] - low[i] : 0; };
    noise.value = std::max(noise.value, spread(0));
    noise.derivative = std::max(noise.derivative, spread(1));
  }
  return noise;
}

/// Whether the derivative does not jump here. If it has different values on the two sides, and this
/// one is between them, it is a derivative by convention.
FailureOr<bool> GradientCheck::isSmooth(int64_t row, int64_t column) {
  double derivative = knownRows[row].reverse[column], x = reference.coordinate(column);
  double h = std::max(1e-6, 16 * referenceRoundoff) * std::max(1.0, std::abs(x));
  double sides[2];
  for (int side : {0, 1}) {
    FailureOr<double> value = reference.reverseEntry(row, column, side ? h : -h, why);
    if (failed(value))
      return failure();
    sides[side] = *value;
  }
  if (distance(sides[0], sides[1]) == 0)
    return true;
  if (!std::isfinite(sides[0]) || !std::isfinite(sides[1]))
    return false;
  double low = std::min(sides[0], sides[1]), high = std::max(sides[0], sides[1]);
  double slack = 1e-3 * (high - low);
  bool isBetween = derivative >= low - slack && derivative <= high + slack;
  bool jumps = high - low > 1e-3 * std::max(std::abs(low), std::abs(high));
  return !(isBetween && jumps);
}

LogicalResult GradientCheck::addForward(int64_t row, int64_t column, double forward) {
  double derivative = knownRows[row].reverse[column];
  double scale = scaleOf(row, column, modes);
  std::string place = placeOf(row, column);
  if (modes.differ(forward, derivative, scale)) {
    FailureOr<Noise> noise = noiseOf(row, column);
    if (failed(noise))
      return failure();
    if (std::abs(forward - derivative) <= 8 * noise->derivative) {
      modes.leaveOpen(forward, derivative, place, "rounding hides the derivative");
      return success();
    }
  }
  modes.add(forward, derivative, scale, place);
  return success();
}

LogicalResult GradientCheck::addDifference(int64_t row, int64_t column, Difference difference) {
  double derivative = knownRows[row].reverse[column];
  double scale = scaleOf(row, column, differences);
  std::string place = placeOf(row, column);
  auto leaveOpen = [&](const char *reason) {
    differences.leaveOpen(derivative, difference.value, place, reason);
    return success();
  };
  if (differences.differ(derivative, difference.value, scale)) {
    double gap = std::abs(derivative - difference.value);
    if (!std::isfinite(difference.value) || gap <= 8 * difference.error)
      return leaveOpen("the differences do not converge");
    FailureOr<Noise> noise = noiseOf(row, column);
    if (failed(noise))
      return failure();
    if (gap <= 8 * (noise->derivative + noise->value / difference.step))
      return leaveOpen("rounding hides the derivative");
    if (stopsGradients)
      return leaveOpen("the program stops gradients, which differences do not see");
    FailureOr<bool> smooth = isSmooth(row, column);
    if (failed(smooth))
      return failure();
    if (!*smooth)
      return leaveOpen("the derivative jumps here");
  }
  differences.add(derivative, difference.value, scale, place);
  return success();
}

FailureOr<std::vector<Difference>> GradientCheck::computeDifferences(int64_t column) {
  Numbers direction = unit(reference.numColumns(), column);
  auto curve = [&](double h) { return reference.valuesAlong(direction, h, why); };
  return chad::detail::differentiateWithErrors(curve, reference.coordinate(column), 1.0,
                                               referenceRoundoff);
}

/// Compares the entries of a column in the chosen rows, and the weighted sum of all.
LogicalResult GradientCheck::compareColumn(int64_t column) {
  FailureOr<Numbers> forward = reference.forward(unit(reference.numColumns(), column), why);
  if (failed(forward))
    return failure();
  FailureOr<std::vector<Difference>> expected = computeDifferences(column);
  if (failed(expected))
    return failure();
  for (int64_t row : rows)
    if (failed(addForward(row, column, (*forward)[row])) ||
        failed(addDifference(row, column, (*expected)[row])))
      return failure();
  if (isWidened && failed(compareRounding(column, *forward)))
    return failure();
  if (isAllRows())
    return success();
  double open = 0, modesScale = 0, differencesScale = 0;
  Numbers expectedValues;
  for (auto [row, weight] : llvm::enumerate(rowWeights)) {
    expectedValues.push_back((*expected)[row].value);
    open += weight * (*expected)[row].error;
    modesScale += weight * roundingScaleOf(row, modes);
    differencesScale += weight * roundingScaleOf(row, differences);
  }
  double sum = std::abs(weightedReverse[column]);
  keepWorst(column, *forward, modes.tolerance * std::max(modesScale, sum), worstForward);
  keepWorst(column, expectedValues,
            differences.tolerance * std::max(differencesScale, sum) + 8 * open, worstDifference);
  return success();
}

/// Measures the error of the entry in the types that the program is written in, in both modes.
LogicalResult GradientCheck::compareRounding(int64_t column, ArrayRef<double> forward) {
  FailureOr<Numbers> writtenForward = asWritten.forward(unit(reference.numColumns(), column), why);
  if (failed(writtenForward))
    return failure();
  for (int64_t number : rows) {
    const Row &row = knownRows[number];
    double size = std::max(
        {1.0, std::abs(reference.coordinate(column)), row.largest[reference.argumentOf(column)]});
    if (std::isfinite(values[number]))
      size = std::max(size, std::abs(values[number]));
    double scale = 8 * unitRoundoff * size / rounding.tolerance;
    std::string place = placeOf(number, column);
    for (auto [written, expected] : {std::pair(row.written[column], row.reverse[column]),
                                     std::pair((*writtenForward)[number], forward[number])}) {
      if (rounding.differ(written, expected, scale)) {
        double deviation = std::abs(writtenValues[number] - values[number]) /
                           std::max(std::abs(values[number]), 0x1p-100);
        FailureOr<double> move = moveOf(number, column);
        if (failed(move))
          return failure();
        if (!std::isfinite(written) || !(deviation <= rounding.tolerance / 8) ||
            !(std::abs(written - expected) > 8 * *move)) {
          rounding.leaveOpen(written, expected, place, "the function itself is rounded too much");
          continue;
        }
      }
      rounding.add(written, expected, scale, place);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rows and columns that were not chosen
//===----------------------------------------------------------------------===//

void GradientCheck::keepWorst(int64_t column, ArrayRef<double> expected, double slack,
                              WorstSum &worst) {
  double sum = 0;
  for (auto [weight, value] : llvm::zip_equal(rowWeights, expected))
    sum += weight * value;
  double error = distance(weightedReverse[column], sum) - slack;
  if (error > worst.error)
    worst = {error, column, Numbers(expected)};
}

/// The row where the reverse derivative differs most from an expected column, found by bisection:
/// of two halves, the one is taken whose weighted sum is off more.
FailureOr<int64_t> GradientCheck::findRow(int64_t column, ArrayRef<double> expected) {
  int64_t begin = 0, end = reference.numRows();
  while (end - begin > 1) {
    int64_t middle = begin + (end - begin) / 2;
    double errors[2] = {};
    for (int half : {0, 1}) {
      Numbers seed(reference.numRows(), 0.0);
      double sum = 0;
      for (int64_t row = half ? middle : begin; row < (half ? end : middle); ++row) {
        seed[row] = rowWeights[row];
        sum += rowWeights[row] * expected[row];
      }
      FailureOr<Numbers> gradient = reference.reverse(seed, why);
      if (failed(gradient))
        return failure();
      errors[half] = distance((*gradient)[column], sum);
    }
    (errors[0] >= errors[1] ? end : begin) = middle;
  }
  return begin;
}

/// If a weighted sum of all rows is off, compares an entry that is off.
LogicalResult GradientCheck::compareSums() {
  for (const WorstSum *worst : {&worstForward, &worstDifference}) {
    if (worst->column < 0)
      continue;
    FailureOr<int64_t> row = findRow(worst->column, worst->expected);
    if (failed(row) || failed(rowAt(*row)))
      return failure();
    if (worst == &worstForward) {
      if (failed(addForward(*row, worst->column, worst->expected[*row])))
        return failure();
      continue;
    }
    FailureOr<std::vector<Difference>> column = computeDifferences(worst->column);
    if (failed(column) || failed(addDifference(*row, worst->column, (*column)[*row])))
      return failure();
  }
  return success();
}

/// Whether the sum of the columns from `begin` to `end`, with weights, is not what forward mode or
/// differences say.
FailureOr<bool> GradientCheck::isOff(int64_t begin, int64_t end) {
  Numbers direction = makeWeights(reference.numColumns());
  std::fill(direction.begin(), direction.begin() + begin, 0);
  std::fill(direction.begin() + end, direction.end(), 0);
  auto weigh = [&](FailureOr<Numbers> results) -> FailureOr<Numbers> {
    if (failed(results))
      return failure();
    Numbers sum = {0};
    for (auto [weight, value] : llvm::zip_equal(rowWeights, *results))
      sum[0] += weight * value;
    return sum;
  };
  FailureOr<Numbers> forward = weigh(reference.forward(direction, why));
  FailureOr<std::vector<Difference>> expected = failure();
  if (succeeded(forward))
    expected = chad::detail::differentiateWithErrors(
        [&](double h) { return weigh(reference.valuesAlong(direction, h, why)); },
        reference.getPoint(), direction, referenceRoundoff);
  if (failed(expected))
    return failure();
  double sum = 0, size = 0;
  for (int64_t column = begin; column < end; ++column) {
    sum += direction[column] * weightedReverse[column];
    size += std::abs(direction[column] * weightedReverse[column]);
  }
  return distance(sum, forward->front()) > modes.tolerance * size ||
         distance(sum, expected->front().value) >
             differences.tolerance * size + 8 * expected->front().error;
}

/// If a weighted sum of all columns is off, compares a column that is off, found by bisection.
LogicalResult GradientCheck::compareDirections() {
  int64_t begin = 0, end = reference.numColumns();
  FailureOr<bool> off = isOff(begin, end);
  if (failed(off) || !*off)
    return off;
  while (end - begin > 1) {
    int64_t middle = begin + (end - begin) / 2;
    off = isOff(begin, middle);
    if (failed(off))
      return failure();
    (*off ? end : begin) = middle;
  }
  return compareColumn(begin);
}

/// Prints one object, on one line.
static void printJson(int64_t checked, int64_t entries, StringRef whyNotWidened,
                      ArrayRef<const Comparison *> comparisons) {
  llvm::json::OStream json(llvm::outs());
  json.object([&] {
    json.attributeObject("gradient_check", [&] {
      json.attribute("checked", checked);
      json.attribute("entries", entries);
      if (!whyNotWidened.empty())
        json.attribute("not_widened", whyNotWidened);
      json.attributeArray("comparisons", [&] {
        for (const Comparison *comparison : comparisons)
          comparison->print(json);
      });
    });
  });
  llvm::outs() << '\n';
}

LogicalResult GradientCheck::run(bool asJson, bool &isWrong) {
  FailureOr<Numbers> results = reference.values(why);
  FailureOr<Numbers> written = results;
  if (succeeded(results) && isWidened)
    written = asWritten.values(why);
  if (failed(written))
    return failure();
  values = std::move(*results);
  writtenValues = std::move(*written);
  for (auto [begin, size] : reference.getArguments())
    for (int64_t i : choosePositions(size))
      columns.push_back(begin + i);
  rows = choosePositions(reference.numRows());
  int64_t checked = rows.size() * columns.size(),
          entries = reference.numRows() * reference.numColumns();
  if (!asJson)
    llvm::outs() << "gradient check: " << checked << " of " << entries << " entries\n";
  if (!asJson && !whyNotWidened.empty())
    llvm::outs() << "differences are rounded as the program is, which cannot be computed in f64: "
                 << whyNotWidened << '\n';
  if (!checked) {
    if (asJson)
      printJson(checked, entries, whyNotWidened, {});
    return success();
  }

  for (int64_t row : rows)
    if (failed(rowAt(row)))
      return failure();
  rowWeights = makeWeights(reference.numRows());
  if (!isAllRows() || !isAllColumns()) {
    FailureOr<Numbers> gradient = reference.reverse(rowWeights, why);
    if (failed(gradient))
      return failure();
    weightedReverse = std::move(*gradient);
  }
  for (int64_t column : columns)
    if (failed(compareColumn(column)))
      return failure();
  if (!isAllColumns() && failed(compareDirections()))
    return failure();
  if (failed(compareSums()))
    return failure();

  SmallVector<const Comparison *> comparisons = {&modes, &differences};
  if (isWidened)
    comparisons.push_back(&rounding);
  if (asJson)
    printJson(checked, entries, whyNotWidened, comparisons);
  else
    for (const Comparison *comparison : comparisons)
      comparison->print(llvm::outs());
  isWrong = llvm::any_of(comparisons, [](auto *comparison) { return comparison->isWrong(); });
  if (isWrong)
    why = "the derivatives of '" + reference.getName().str() + "' disagree";
  return failure(isWrong);
}

LogicalResult chad::checkGradient(ModuleOp module, FunctionOpInterface entry,
                                  ArrayRef<RuntimeValue> args, const Selection &selection,
                                  const CompilerOptions &options, bool asJson, bool &isWrong,
                                  std::string &why) {
  isWrong = false;
  OwningOpRef<ModuleOp> copy = copyReachable(module, entry.getName());
  if (!copy)
    return failure();
  unsigned precision = leastPrecision(*copy);
  bool stopsGradients = copy->walk([](Operation *op) {
                              return isa<StopGradientOp>(op) || op->hasAttr("chad.inactive")
                                         ? WalkResult::interrupt()
                                         : WalkResult::advance();
                            })
                            .wasInterrupted();
  std::string whyNotWidened;
  OwningOpRef<ModuleOp> wide = precision < 53 ? widenFloats(*copy, whyNotWidened) : nullptr;
  auto asWritten = CheckedProgram::create(*copy, entry.getName(), args, selection, options, why);
  if (failed(asWritten))
    return failure();
  std::unique_ptr<CheckedProgram> widened;
  if (wide) {
    auto program = CheckedProgram::create(*wide, entry.getName(), args, selection, options, why);
    if (failed(program))
      return failure();
    widened = std::move(*program);
  }
  return GradientCheck(**asWritten, widened.get(), whyNotWidened, precision, stopsGradients, why)
      .run(asJson, isWrong);
}
