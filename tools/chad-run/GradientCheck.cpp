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

/// At most about 64 of `size` positions, evenly.
static SmallVector<int64_t> choosePositions(int64_t size) {
  constexpr int64_t maxPositions = 64;
  SmallVector<int64_t> chosen;
  for (int64_t i = 0, step = std::max<int64_t>(1, size / maxPositions); i < size; i += step)
    chosen.push_back(i);
  return chosen;
}

namespace {
class GradientCheck {
public:
  GradientCheck(CheckedProgram &asWritten, CheckedProgram *widened, unsigned precision,
                std::string &why)
      : asWritten(asWritten), reference(widened ? *widened : asWritten), isWidened(widened),
        unitRoundoff(std::exp2(-double(precision))),
        referenceRoundoff(widened ? 0x1p-53 : unitRoundoff), why(why),
        modes{"forward and reverse", isExact() ? 1e-9 : std::max(1e-3, 64 * unitRoundoff)},
        differences{"reverse and differences",
                    isExact() ? 1e-6 : std::max(3e-2, 64 * unitRoundoff)},
        rounding{"as written and in f64", std::max(1e-2, 64 * unitRoundoff)} {}

  /// Compares and prints; fails where something is wrong or does not run.
  LogicalResult run();

private:
  /// A column of the Jacobian, in two ways.
  struct Column {
    Numbers forward;
    std::vector<Difference> differences;
  };

  FailureOr<Column> computeColumn(int64_t column);
  FailureOr<std::vector<Difference>> computeDifferences(int64_t column);
  LogicalResult compareColumn(int64_t column, const Column &values);
  LogicalResult compareSums();
  LogicalResult compareRounding(int64_t column, ArrayRef<double> forward);
  FailureOr<int64_t> findRow(int64_t column, ArrayRef<double> expected);
  LogicalResult addDifference(int64_t row, int64_t column, double derivative,
                              Difference difference);
  FailureOr<bool> isSmooth(int64_t row, int64_t column, double derivative);
  FailureOr<double> conditionOf(int64_t row, int64_t column);

  /// The least size that an error of an entry is relative to: a part of the largest entry beside
  /// it, and what rounding of the values makes of the tolerance.
  double scaleOf(int64_t row, int64_t column, double tolerance) const;
  double roundingScaleOf(int64_t row, int64_t column, double tolerance) const;
  std::string placeOf(int64_t row, int64_t column) const {
    return (reference.numRows() > 1 ? reference.rowName(row) + " by " : std::string()) +
           reference.columnName(column);
  }
  bool isExact() const { return referenceRoundoff == 0x1p-53; }
  bool isAllRows() const { return int64_t(rows.size()) == reference.numRows(); }

  CheckedProgram &asWritten, &reference;
  bool isWidened;
  double unitRoundoff, referenceRoundoff;
  std::string &why;

  Numbers values, writtenValues, weights, weightedReverse;
  SmallVector<int64_t> rows, columns;
  /// By row: the reverse derivative in f64, as it is written, and how far it moves when the
  /// arguments are moved by their rounding.
  std::map<int64_t, Numbers> reverse, writtenReverse, conditions;
  /// By row: the largest entry of each argument.
  std::map<int64_t, Numbers> largest;
  /// The column whose weighted sum is off most, and that of differences.
  struct WorstSum {
    double error = 0;
    int64_t column = -1;
    Numbers expected;
  } worstForward, worstDifference;
  Comparison modes, differences, rounding;
};
} // namespace

double GradientCheck::roundingScaleOf(int64_t row, int64_t column, double tolerance) const {
  double value = std::isfinite(values[row]) ? std::abs(values[row]) : 0;
  double size = std::max({1.0, std::abs(reference.coordinate(column)), value});
  return 0x1p11 * referenceRoundoff * size / tolerance;
}

double GradientCheck::scaleOf(int64_t row, int64_t column, double tolerance) const {
  auto found = largest.find(row);
  double entry = found == largest.end() ? 0 : found->second[reference.argumentOf(column)];
  return std::max(1e-3 * entry, roundingScaleOf(row, column, tolerance));
}

FailureOr<std::vector<Difference>> GradientCheck::computeDifferences(int64_t column) {
  auto curve = [&](double h) -> FailureOr<Numbers> {
    FailureOr<Numbers> results = reference.valuesAt(column, h, why);
    if (succeeded(results) && results->size() != values.size()) {
      why = "the shape of the results depends on what is differentiated";
      return failure();
    }
    return results;
  };
  return chad::detail::differentiateWithErrors(curve, reference.coordinate(column), 1.0,
                                               referenceRoundoff);
}

FailureOr<GradientCheck::Column> GradientCheck::computeColumn(int64_t column) {
  FailureOr<Numbers> forward = reference.forward(column, why);
  FailureOr<std::vector<Difference>> differences = failure();
  if (succeeded(forward))
    differences = computeDifferences(column);
  if (failed(differences))
    return failure();
  return Column{std::move(*forward), std::move(*differences)};
}

/// Whether the derivative is what it is at places nearby, on both sides. Where it jumps any value
/// between is a derivative by convention.
FailureOr<bool> GradientCheck::isSmooth(int64_t row, int64_t column, double derivative) {
  double x = reference.coordinate(column);
  double h = std::max(1e-6, 16 * referenceRoundoff) * std::max(1.0, std::abs(x));
  double sides[2];
  for (int side : {0, 1}) {
    FailureOr<double> value = reference.reverseEntry(row, column, side ? h : -h, why);
    if (failed(value))
      return failure();
    sides[side] = *value;
  }
  if (sides[0] == sides[1] || (std::isnan(sides[0]) && std::isnan(sides[1])))
    return true;
  if (!std::isfinite(sides[0]) || !std::isfinite(sides[1]))
    return false;
  double low = std::min(sides[0], sides[1]), high = std::max(sides[0], sides[1]);
  double slack = 1e-3 * (high - low);
  bool isBetween = derivative >= low - slack && derivative <= high + slack;
  bool jumps = high - low > 1e-3 * std::max(std::abs(low), std::abs(high));
  return !(isBetween && jumps);
}

LogicalResult GradientCheck::addDifference(int64_t row, int64_t column, double derivative,
                                           Difference difference) {
  double scale = scaleOf(row, column, differences.tolerance);
  std::string place = placeOf(row, column);
  if (!differences.differ(derivative, difference.value, scale)) {
    differences.add(derivative, difference.value, scale, place);
    return success();
  }
  if (!std::isfinite(difference.value) ||
      std::abs(derivative - difference.value) <= 8 * difference.error) {
    differences.leaveOpen(derivative, difference.value, place, "the differences do not converge");
    return success();
  }
  FailureOr<bool> smooth = isSmooth(row, column, derivative);
  if (failed(smooth))
    return failure();
  if (*smooth)
    differences.add(derivative, difference.value, scale, place);
  else
    differences.leaveOpen(derivative, difference.value, place, "the derivative jumps here");
  return success();
}

LogicalResult GradientCheck::compareColumn(int64_t column, const Column &values) {
  for (int64_t row : rows) {
    double derivative = reverse[row][column];
    modes.add(values.forward[row], derivative, scaleOf(row, column, modes.tolerance),
              placeOf(row, column));
    if (failed(addDifference(row, column, derivative, values.differences[row])))
      return failure();
  }
  if (isAllRows())
    return success();
  double forward = 0, difference = 0, open = 0, modesScale = 0, differencesScale = 0;
  for (auto [row, weight] : llvm::enumerate(weights)) {
    forward += weight * values.forward[row];
    difference += weight * values.differences[row].value;
    open += weight * values.differences[row].error;
    modesScale += weight * roundingScaleOf(row, column, modes.tolerance);
    differencesScale += weight * roundingScaleOf(row, column, differences.tolerance);
  }
  double sum = weightedReverse[column];
  auto keepWorst = [&](WorstSum &worst, double expected, double slack, auto valueOf) {
    double error = std::abs(sum - expected) - slack;
    if (!(error > worst.error))
      return;
    worst = {error, column, {}};
    for (int64_t row = 0; row < reference.numRows(); ++row)
      worst.expected.push_back(valueOf(row));
  };
  keepWorst(worstForward, forward, modes.tolerance * std::max(modesScale, std::abs(sum)),
            [&](int64_t row) { return values.forward[row]; });
  keepWorst(worstDifference, difference,
            differences.tolerance * std::max(differencesScale, std::abs(sum)) + 8 * open,
            [&](int64_t row) { return values.differences[row].value; });
  return success();
}

/// The row where the reverse derivative differs most from a column that is expected: by halves, of
/// which the weighted sum that is off more is taken.
FailureOr<int64_t> GradientCheck::findRow(int64_t column, ArrayRef<double> expected) {
  int64_t begin = 0, end = reference.numRows();
  while (end - begin > 1) {
    int64_t middle = begin + (end - begin) / 2;
    double errors[2] = {};
    for (int half : {0, 1}) {
      Numbers seed(reference.numRows(), 0.0);
      double sum = 0;
      for (int64_t row = half ? middle : begin; row < (half ? end : middle); ++row) {
        seed[row] = weights[row];
        sum += weights[row] * expected[row];
      }
      FailureOr<Numbers> gradient = reference.reverse(seed, why);
      if (failed(gradient))
        return failure();
      errors[half] = std::abs((*gradient)[column] - sum);
    }
    (errors[0] >= errors[1] ? end : begin) = middle;
  }
  return begin;
}

/// Where a weighted sum of all rows is off, finds a row where it is.
LogicalResult GradientCheck::compareSums() {
  for (WorstSum *worst : {&worstForward, &worstDifference}) {
    if (worst->column < 0)
      continue;
    FailureOr<int64_t> row = findRow(worst->column, worst->expected);
    if (failed(row))
      return failure();
    Numbers seed(reference.numRows(), 0.0);
    seed[*row] = 1;
    FailureOr<Numbers> gradient = reference.reverse(seed, why);
    if (failed(gradient))
      return failure();
    double derivative = (*gradient)[worst->column];
    if (worst == &worstForward) {
      modes.add(worst->expected[*row], derivative, scaleOf(*row, worst->column, modes.tolerance),
                placeOf(*row, worst->column));
      continue;
    }
    FailureOr<std::vector<Difference>> column = computeDifferences(worst->column);
    if (failed(column) || failed(addDifference(*row, worst->column, derivative, (*column)[*row])))
      return failure();
  }
  return success();
}

/// How far the entry moves in f64 where the arguments move by a few units in their last place as
/// they are written.
FailureOr<double> GradientCheck::conditionOf(int64_t row, int64_t column) {
  Numbers &moves = conditions[row];
  if (moves.empty()) {
    moves.assign(reference.numColumns(), 0.0);
    for (unsigned seed : {1, 2, 3, 4}) {
      FailureOr<Numbers> moved = reference.reverseMoved(row, 8 * unitRoundoff, seed, why);
      if (failed(moved))
        return failure();
      for (auto [move, there, here] : llvm::zip_equal(moves, *moved, reverse[row]))
        move = std::max(move, std::abs(there - here));
    }
  }
  return moves[column];
}

LogicalResult GradientCheck::compareRounding(int64_t column, ArrayRef<double> forward) {
  FailureOr<Numbers> writtenForward = asWritten.forward(column, why);
  if (failed(writtenForward))
    return failure();
  for (int64_t row : rows) {
    double size = std::max(
        {1.0, std::abs(reference.coordinate(column)), largest[row][reference.argumentOf(column)]});
    if (std::isfinite(values[row]))
      size = std::max(size, std::abs(values[row]));
    double scale = 8 * unitRoundoff * size / rounding.tolerance;
    for (auto [written, expected] : {std::pair(writtenReverse[row][column], reverse[row][column]),
                                     std::pair((*writtenForward)[row], forward[row])}) {
      std::string place = placeOf(row, column);
      if (!rounding.differ(written, expected, scale)) {
        rounding.add(written, expected, scale, place);
        continue;
      }
      double deviation =
          std::abs(writtenValues[row] - values[row]) / std::max(std::abs(values[row]), 0x1p-100);
      FailureOr<double> condition = conditionOf(row, column);
      if (failed(condition))
        return failure();
      if (!std::isfinite(written) || !(deviation <= rounding.tolerance / 8) ||
          !(std::abs(written - expected) > 8 * *condition))
        rounding.leaveOpen(written, expected, place, "the function itself is rounded too much");
      else
        rounding.add(written, expected, scale, place);
    }
  }
  return success();
}

LogicalResult GradientCheck::run() {
  FailureOr<Numbers> results = reference.values(why);
  if (failed(results))
    return failure();
  values = std::move(*results);
  for (auto [begin, size] : reference.getArguments())
    for (int64_t i : choosePositions(size))
      columns.push_back(begin + i);
  rows = choosePositions(reference.numRows());
  int64_t checked = rows.size() * columns.size(),
          entries = reference.numRows() * reference.numColumns();
  llvm::outs() << "gradient check: " << checked << " of " << entries << " entries\n";
  if (!checked)
    return success();

  for (int64_t row : rows) {
    Numbers seed(reference.numRows(), 0.0);
    seed[row] = 1;
    FailureOr<Numbers> gradient = reference.reverse(seed, why);
    if (failed(gradient))
      return failure();
    for (auto [begin, size] : reference.getArguments()) {
      double entry = 0;
      for (double g : ArrayRef(*gradient).slice(begin, size))
        entry = std::max(entry, std::isfinite(g) ? std::abs(g) : 0);
      largest[row].push_back(entry);
    }
    reverse[row] = std::move(*gradient);
    if (!isWidened)
      continue;
    FailureOr<Numbers> written = asWritten.reverse(seed, why);
    if (failed(written))
      return failure();
    writtenReverse[row] = std::move(*written);
  }
  if (!isAllRows()) {
    // Weights that no symmetry of a function cancels.
    for (int64_t row = 0; row < reference.numRows(); ++row)
      weights.push_back(0.5 + 0.125 * ((row * 5) % 8));
    FailureOr<Numbers> gradient = reference.reverse(weights, why);
    if (failed(gradient))
      return failure();
    weightedReverse = std::move(*gradient);
  }
  if (isWidened) {
    FailureOr<Numbers> written = asWritten.values(why);
    if (failed(written))
      return failure();
    writtenValues = std::move(*written);
  }
  for (int64_t column : columns) {
    FailureOr<Column> computed = computeColumn(column);
    if (failed(computed) || failed(compareColumn(column, *computed)) ||
        (isWidened && failed(compareRounding(column, computed->forward))))
      return failure();
  }
  if (failed(compareSums()))
    return failure();

  bool isWrong = false;
  for (const Comparison *comparison : {&modes, &differences, &rounding}) {
    if (comparison == &rounding && !isWidened)
      continue;
    comparison->print(llvm::outs());
    isWrong |= comparison->isWrong();
  }
  if (isWrong)
    why = "the derivatives of '" + reference.getName().str() + "' disagree";
  return failure(isWrong);
}

LogicalResult chad::checkGradient(ModuleOp module, FunctionOpInterface entry,
                                  ArrayRef<RuntimeValue> args, const Selection &selection,
                                  const CompilerOptions &options, std::string &why) {
  OwningOpRef<ModuleOp> copy = copyReachable(module, entry.getName());
  if (!copy)
    return failure();
  unsigned precision = leastPrecision(*copy);
  OwningOpRef<ModuleOp> wide = precision < 53 ? widenFloats(*copy) : nullptr;
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
  return GradientCheck(**asWritten, widened.get(), precision, why).run();
}
