//===- Rounding.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// First-order bounds of rounding errors. The computed value of an operation is
//
//   z = op(x, y) · (1 + w·δ),   |δ| ≤ u
//
// where `u` is the unit roundoff of the type, and `w` the error of the operation in units of `u`
// (Higham 2002, §2.2). The program gets the δ as a further argument, whose value is 0. Its forward
// derivative is translated to the monoid of bounds. If δ has the tangent `u`, a result has the
// tangent
//
//   Σ |∂y/∂z| · w·u·|z|   over all operations z.

#include "Seeds.h"
#include "Sparsity.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/Transforms/Elementwise.h"
#include "chad/Transforms/ExpandStructured.h"
#include "chad/Transforms/Monoid.h"
#include "chad/Transforms/Scalarize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The bound of the error of an op in units of roundoff; 0 if it is exact.
static unsigned getRoundings(Operation *op) {
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::TruncFOp,
          arith::SIToFPOp, arith::UIToFPOp, math::SqrtOp, math::FmaOp>(op))
    return 1;
  if (isa<math::AbsFOp, math::CopySignOp, math::FloorOp, math::CeilOp, math::RoundOp,
          math::RoundEvenOp, math::TruncOp>(op))
    return 0;
  // Functions are computed with an error of at most two units in the last place.
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) ? 4 : 0;
}

/// u: half the distance from 1 to the next float.
static double getUnitRoundoff(FloatType type) {
  return std::ldexp(1.0, -static_cast<int>(APFloat::semanticsPrecision(type.getFloatSemantics())));
}

namespace {
class RoundingMaker {
public:
  RoundingMaker(func::FuncOp function, Differentiator &differentiator)
      : symbols(differentiator.getSymbols()), differentiator(differentiator),
        builder(function.getContext()) {}

  FailureOr<func::FuncOp> make(func::FuncOp function, ArrayRef<int64_t> wrt, ArrayRef<int64_t> of,
                               bool inputs);

private:
  FailureOr<func::FuncOp> perturb(func::FuncOp function);
  LogicalResult perturbOps(func::FuncOp copy);
  func::FuncOp getRound(FloatType type, unsigned roundings);

  SymbolTable &symbols;
  Differentiator &differentiator;
  OpBuilder builder;
  DenseMap<Operation *, func::FuncOp> copies;
  DenseMap<std::pair<Type, unsigned>, func::FuncOp> rounds;
  /// The types of the δ arguments of each copy: f64, f32, f16, bf16.
  SmallVector<Type> deltas;
};
} // namespace

/// A function `(z, δ) -> z` with the tangent `dz + w·z·dδ`.
func::FuncOp RoundingMaker::getRound(FloatType type, unsigned roundings) {
  func::FuncOp &round = rounds[{type, roundings}];
  if (round)
    return round;
  OpBuilder::InsertionGuard guard(builder);
  Location loc = builder.getUnknownLoc();
  std::string name;
  llvm::raw_string_ostream(name) << "chad.round_" << type << "_" << roundings;
  Type lin = LinType::get(type);
  auto jvp = func::FuncOp::create(loc, name + ".jvp",
                                  builder.getFunctionType({type, type, lin, lin}, {type, lin}));
  jvp.setPrivate();
  symbols.insert(jvp);
  builder.setInsertionPointToStart(jvp.addEntryBlock());
  Value z = jvp.getArgument(0);
  Value weight = arith::ConstantOp::create(builder, loc, FloatAttr::get(type, roundings));
  Value local = ScaleOp::create(builder, loc, z, jvp.getArgument(3));
  local = ScaleOp::create(builder, loc, weight, local);
  Value sum = AddOp::create(builder, loc, jvp.getArgument(2), local);
  func::ReturnOp::create(builder, loc, ValueRange{z, sum});
  round = func::FuncOp::create(loc, name, builder.getFunctionType({type, type}, {type}));
  round.setPrivate();
  symbols.insert(round);
  round->setAttr(customJvpAttr, FlatSymbolRefAttr::get(jvp));
  builder.setInsertionPointToStart(round.addEntryBlock());
  func::ReturnOp::create(builder, loc, round.getArgument(0));
  return round;
}

LogicalResult RoundingMaker::perturbOps(func::FuncOp copy) {
  decomposeAggregates(copy, /*forDerivatives=*/true);
  SmallVector<linalg::LinalgOp> structured;
  copy.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::FillOp, linalg::TransposeOp, linalg::BroadcastOp, linalg::CopyOp>(op))
      structured.push_back(op);
  });
  IRRewriter rewriter(copy.getContext());
  for (linalg::LinalgOp op : structured) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, expandStructuredOp(rewriter, op, Permutation::Structured));
  }
  scalarizeElementwise(copy, [](Operation *op) { return getRoundings(op) != 0; });
  SmallVector<Operation *> rounded;
  bool isKnown = true;
  copy.walk([&](Operation *op) {
    if (isa<ScatterAddOp, AccumulateOp>(op)) {
      op->emitError("chad: rounding errors of '")
          << op->getName() << "' are not known; write a loop that adds";
      isKnown = false;
    }
    if (getRoundings(op) && op->getNumResults() == 1 && isa<FloatType>(op->getResult(0).getType()))
      rounded.push_back(op);
  });
  ValueRange given = copy.getArguments().take_back(deltas.size());
  for (Operation *op : rounded) {
    auto type = cast<FloatType>(op->getResult(0).getType());
    builder.setInsertionPointAfter(op);
    Value delta = given[llvm::find(deltas, type) - deltas.begin()];
    auto call = func::CallOp::create(builder, op->getLoc(), getRound(type, getRoundings(op)),
                                     ValueRange{op->getResult(0), delta});
    op->getResult(0).replaceAllUsesExcept(call.getResult(0), call);
  }
  return success(isKnown);
}

/// A copy of `function` with the δ as further arguments.
FailureOr<func::FuncOp> RoundingMaker::perturb(func::FuncOp function) {
  if (func::FuncOp copy = copies.lookup(function))
    return copy;
  if (function.isDeclaration())
    return function.emitError("chad: rounding errors of '@")
           << function.getSymName() << "' are not known: it has no body";
  func::FuncOp copy = function.clone();
  copy.setName((function.getSymName() + ".rounded").str());
  copy.setPrivate();
  copy->removeAttr(customJvpAttr);
  copy->removeAttr(customVjpAttr);
  symbols.insert(copy, std::next(Block::iterator(function)));
  copies[function] = copy;
  SmallVector<Type> inputs(copy.getArgumentTypes());
  for (Type type : deltas) {
    inputs.push_back(type);
    copy.getBody().addArgument(type, copy.getLoc());
  }
  copy.setArgAttrsAttr(nullptr);
  copy.setType(FunctionType::get(copy.getContext(), inputs, copy.getResultTypes()));
  if (failed(perturbOps(copy)))
    return failure();
  SmallVector<func::CallOp> calls;
  copy.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || llvm::is_contained(llvm::make_second_range(rounds), callee))
      continue;
    FailureOr<func::FuncOp> target = perturb(callee);
    if (failed(target))
      return failure();
    SmallVector<Value> operands(call.getOperands());
    llvm::append_range(operands, copy.getArguments().take_back(deltas.size()));
    builder.setInsertionPoint(call);
    auto next = func::CallOp::create(builder, call.getLoc(), *target, operands);
    call.replaceAllUsesWith(next.getResults());
    call.erase();
  }
  return copy;
}

FailureOr<func::FuncOp> RoundingMaker::make(func::FuncOp function, ArrayRef<int64_t> wrt,
                                            ArrayRef<int64_t> of, bool inputs) {
  MLIRContext *context = function.getContext();
  deltas = {Float64Type::get(context), Float32Type::get(context), Float16Type::get(context),
            BFloat16Type::get(context)};
  FailureOr<func::FuncOp> copy = perturb(function);
  if (failed(copy))
    return failure();
  SmallVector<int64_t> active(wrt);
  for (unsigned i = 0; i < deltas.size(); ++i)
    active.push_back(function.getNumArguments() + i);
  FailureOr<func::FuncOp> jvp = differentiator.getJvp(*copy, active, of);
  if (failed(jvp))
    return failure();
  BoundMonoid bounds;
  FailureOr<func::FuncOp> read = MonoidReader(bounds, symbols).read(*jvp);
  if (failed(read))
    return failure();
  Location loc = function.getLoc();
  auto made = func::FuncOp::create(loc, (function.getSymName() + ".rounding").str(),
                                   builder.getFunctionType(function.getArgumentTypes(), {}));
  symbols.insert(made, std::next(Block::iterator(function)));
  builder.setInsertionPointToStart(made.addEntryBlock());
  SmallVector<Value> operands(made.getArguments());
  for (Type delta : deltas)
    operands.push_back(
        arith::ConstantOp::create(builder, loc, FloatAttr::get(cast<FloatType>(delta), 0.0)));
  auto makeF64 = [](OpBuilder &builder, Location loc, double value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(value));
  };
  for (int64_t i : wrt) {
    Value arg = made.getArgument(i);
    auto type = cast<FloatType>(getElementTypeOrSelf(arg));
    auto bound = [&](OpBuilder &inner, Location loc, ValueRange values) -> SmallVector<Value> {
      if (!inputs)
        return {makeF64(inner, loc, 0)};
      Value size = math::AbsFOp::create(inner, loc, values.front());
      if (!type.isF64())
        size = arith::ExtFOp::create(inner, loc, inner.getF64Type(), size);
      Value unit = makeF64(inner, loc, getUnitRoundoff(type));
      return {arith::MulFOp::create(inner, loc, size, unit)};
    };
    operands.push_back(mapElementwise(builder, loc, arg, bound).front());
  }
  for (Type delta : deltas)
    operands.push_back(makeF64(builder, loc, getUnitRoundoff(cast<FloatType>(delta))));
  auto call = func::CallOp::create(builder, loc, *read, operands);
  func::ReturnOp::create(builder, loc, call.getResults());
  made.setType(builder.getFunctionType(function.getArgumentTypes(), call.getResults().getTypes()));
  return made;
}

FailureOr<func::FuncOp> chad::detail::getRounding(func::FuncOp function, ArrayRef<int64_t> wrt,
                                                  ArrayRef<int64_t> of, bool inputs,
                                                  Differentiator &differentiator) {
  return RoundingMaker(function, differentiator).make(function, wrt, of, inputs);
}
