//===- ScalarRules.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes derivative rules from the rows of the table of partial derivatives.

#include "ScalarTable.h"
#include "Singularities.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// A rule that multiplies by partial derivatives works on scalars only; a rule without products
/// works on tensors, too.
static LogicalResult checkTypes(const ScalarRow &row, Operation *op, StringRef mode) {
  auto isUnit = [](const Expr &partial) {
    std::optional<double> constant = partial.getConstant();
    return constant && (*constant == 0 || std::abs(*constant) == 1);
  };
  Type type = op->getResult(0).getType();
  bool isScalar = isa<FloatType>(type);
  bool actsOnTensors = row.choice ? op->getOperand(0).getType().isInteger(1)
                                  : llvm::all_of(row.partials.front(), isUnit);
  if (isScalar || actsOnTensors)
    return success();
  InFlightDiagnostic diag = op->emitError("chad: no ")
                            << mode << " rule for '" << op->getName() << "' on " << type;
  diag.attachNote() << "apply it to elements, in the body of a 'chad.map'";
  return diag;
}

/// Whether `value` was computed, in its block, by ops other than sums and products, so that a
/// partial derivative on the way may be infinite or NaN.
static bool mayHaveSingularPartials(Value value) {
  constexpr size_t maxOps = 32;
  llvm::SetVector<Operation *> slice;
  auto visit = [&](Value operand) {
    Operation *def = operand.getDefiningOp();
    if (def && def->getBlock() == value.getParentBlock() &&
        isa<FloatType>(getElementTypeOrSelf(operand.getType())))
      slice.insert(def);
  };
  visit(value);
  for (size_t i = 0; i < slice.size(); ++i) {
    Operation *op = slice[i];
    if (isa_and_nonnull<math::MathDialect>(op->getDialect()) || isa<arith::DivFOp>(op) ||
        i == maxOps)
      return true;
    if (isa<func::CallOp>(op) && llvm::any_of(op->getResults(), mayComeFromSingularPartials))
      return true;
    if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
      llvm::for_each(op->getOperands(), visit);
  }
  return false;
}

/// Marks `routed`, a cotangent that a choice has set to zero for the operand that was not chosen:
/// infinite factors of that operand must not turn the zero into NaN. Where only sums and products
/// come before the choice, as often before max(x, 0), no mark is needed.
static void markChoice(Operation *op, Sweep &sweep, Value routed) {
  auto isConstant = [](Value operand) { return matchPattern(operand, m_Constant()); };
  bool isRamp = !isa<arith::SelectOp>(op) && llvm::any_of(op->getOperands(), isConstant);
  if (!isRamp || llvm::any_of(op->getOperands(), mayHaveSingularPartials))
    sweep.setMasked(routed);
}

/// `value` converted to the float type of `like`: the transpose of an extension is a truncation,
/// and the other way round.
static Value convert(Sweep &sweep, Location loc, Value value, Value like) {
  if (!value)
    return {};
  Type from = cast<LinType>(value.getType()).getPrimal(), to = like.getType();
  auto old = cast<FloatType>(getElementTypeOrSelf(from));
  auto type = cast<FloatType>(getElementTypeOrSelf(to));
  if (old == type)
    return value;
  Value plain = FromLinearOp::create(sweep.builder, loc, value);
  Value converted = old.getWidth() < type.getWidth()
                        ? arith::ExtFOp::create(sweep.builder, loc, to, plain).getResult()
                        : arith::TruncFOp::create(sweep.builder, loc, to, plain).getResult();
  Value result = ToLinearOp::create(sweep.builder, loc, converted);
  if (sweep.isMasked(value))
    sweep.setMasked(result);
  return result;
}

namespace {
/// An operand, with the partial derivatives of the results with respect to it.
struct Term {
  Value operand;
  SmallVector<Expr, 1> partials;
};
} // namespace

/// The terms of the sum `Σⱼ ∂ᵢⱼ·ẋⱼ`. If a value is an operand twice, as in `x·x`, its two terms are
/// joined.
static SmallVector<Term> getTerms(const ScalarRow &row, Operation *op) {
  auto isPlain = [](const Expr &partial) {
    return partial->kind != Expr::Node::Where && partial->kind != Expr::Node::Unbounded;
  };
  SmallVector<Term> terms;
  for (auto [j, operand] : llvm::enumerate(op->getOperands())) {
    Term term{operand, {}};
    for (const auto &partials : row.partials)
      term.partials.push_back(partials[j]);
    Term *same = llvm::find_if(terms, [&](const Term &t) { return t.operand == term.operand; });
    if (same == terms.end() || !llvm::all_of(same->partials, isPlain) ||
        !llvm::all_of(term.partials, isPlain)) {
      terms.push_back(std::move(term));
      continue;
    }
    for (auto [sum, partial] : llvm::zip_equal(same->partials, term.partials))
      sum = sum + partial;
  }
  return terms;
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

/// The tangent of the operand that `chosen` chooses.
static Value chooseTangent(const Expr &chosen, Operation *op, ForwardSweep &sweep,
                           ExprEvaluator &eval) {
  if (chosen->kind == Expr::Node::Operand)
    return sweep.tangent(op->getOperand(chosen->number));
  Value a = chooseTangent(chosen->args[1], op, sweep, eval);
  Value b = chooseTangent(chosen->args[2], op, sweep, eval);
  return eval.choose(chosen->args[0], a, b, op->getResult(0));
}

LogicalResult chad::detail::forwardScalar(const ScalarRow &row, Operation *op,
                                          ForwardSweep &sweep) {
  if (failed(checkTypes(row, op, "forward")))
    return failure();
  ExprEvaluator eval(sweep, op);
  if (row.choice) {
    Value tangent = chooseTangent(*row.choice, op, sweep, eval);
    markChoice(op, sweep, tangent);
    sweep.setTangent(op->getResult(0), tangent);
    return success();
  }
  SmallVector<Term> terms = getTerms(row, op);
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    Value sum;
    for (const Term &term : terms)
      sum = sweep.add(sum, eval.scale(term.partials[i], sweep.tangent(term.operand)));
    sweep.setTangent(result, convert(sweep, op->getLoc(), sum, result));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reverse
//===----------------------------------------------------------------------===//

/// Whether the result of `op` is a term of a sum over the elements of arrays, as the products are
/// of which a product of matrices consists.
static bool isTerm(Operation *op) {
  constexpr unsigned maxOps = 8;
  if (op->getNumResults() != 1)
    return false;
  Value value = op->getResult(0);
  for (unsigned i = 0; i < maxOps && value.hasOneUse(); ++i) {
    OpOperand &use = *value.use_begin();
    Operation *user = use.getOwner();
    unsigned number = use.getOperandNumber();
    if (isa<arith::AddFOp>(user)) {
      value = user->getResult(0);
      continue;
    }
    if (auto reduce = dyn_cast<ReduceOp>(user)) {
      Operation *yield = reduce.getBody().front().getTerminator();
      return number < reduce.getArrays().size() &&
             isa_and_nonnull<arith::AddFOp>(yield->getOperand(number).getDefiningOp());
    }
    Operation *loop = isa<YieldOp>(user) ? user->getParentOp() : nullptr;
    if (auto fold = dyn_cast_or_null<FoldOp>(loop); fold && number < fold.getNumStates())
      return isa_and_nonnull<arith::AddFOp>(value.getDefiningOp());
    if (!isa_and_nonnull<MapOp>(loop))
      return false;
    value = loop->getResult(number);
  }
  return false;
}

/// `cotangent` if `chosen` chooses the operand `number`, otherwise zero.
static Value routeCotangent(const Expr &chosen, unsigned number, Operation *op, Value cotangent,
                            ExprEvaluator &eval) {
  if (chosen->kind == Expr::Node::Operand)
    return chosen->number == number ? cotangent : Value();
  Value a = routeCotangent(chosen->args[1], number, op, cotangent, eval);
  Value b = routeCotangent(chosen->args[2], number, op, cotangent, eval);
  return eval.choose(chosen->args[0], a, b, op->getOperand(number));
}

LogicalResult chad::detail::reverseScalar(const ScalarRow &row, Operation *op,
                                          ReverseSweep &sweep) {
  if (failed(checkTypes(row, op, "reverse")))
    return failure();
  ExprEvaluator eval(sweep, op, /*isTerm=*/isTerm(op));
  SmallVector<Value> cotangents;
  for (Value result : op->getResults())
    cotangents.push_back(sweep.cotangent(result));
  if (row.choice) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!sweep.isActive(operand.get()))
        continue;
      Value routed =
          routeCotangent(*row.choice, operand.getOperandNumber(), op, cotangents.front(), eval);
      markChoice(op, sweep, routed);
      sweep.accumulate(operand.get(), routed);
    }
    return success();
  }
  SmallVector<Term> terms = getTerms(row, op);
  for (const Term &term : terms)
    if (sweep.isActive(term.operand))
      for (auto [partial, cotangent] : llvm::zip_equal(term.partials, cotangents))
        sweep.accumulate(term.operand, convert(sweep, op->getLoc(), eval.scale(partial, cotangent),
                                               term.operand));
  return success();
}
