//===- Operators.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A linear function given by a region, as a composition of operators:
//
//   argument i      πᵢ                 a + b           a + b
//   k · a           S(k) ∘ a           0               0
//   several results their fork
//
// Source: Ellis et al. 2020, §2.

#include "Derivation.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;

namespace {
class OperatorForm {
public:
  explicit OperatorForm(LFunLambdaOp lambda)
      : lambda(lambda), builder(lambda), loc(lambda.getLoc()),
        domain(cast<LFunType>(lambda.getType())) {}

  /// The op that is neither linear in this sense nor independent of the arguments.
  Operation *findObstacle() {
    Block &body = lambda.getBody().front();
    for (BlockArgument argument : body.getArguments())
      linear.insert(argument);
    for (Operation &op : body.without_terminator()) {
      bool isLinear = isa<ZeroOp>(op) || llvm::any_of(op.getOperands(), [&](Value operand) {
                        return linear.contains(operand);
                      });
      if (!isLinear) {
        if (!isPure(&op))
          return &op;
        continue;
      }
      auto scale = dyn_cast<ScaleOp>(op);
      if (!isa<ZeroOp, AddOp, ScaleOp>(op) || (scale && scale.getZeroAbsorbing()) ||
          !isStatic(op.getResult(0).getType()))
        return &op;
      linear.insert(op.getResult(0));
    }
    // What regions inside read is no operand.
    for (Operation &op : body.without_terminator())
      for (Region &region : op.getRegions())
        if (region
                .walk([&](Operation *inner) {
                  return WalkResult(success(llvm::none_of(inner->getOperands(), [&](Value operand) {
                    return linear.contains(operand);
                  })));
                })
                .wasInterrupted())
          return &op;
    for (Value value : body.getTerminator()->getOperands())
      if (!linear.contains(value))
        return body.getTerminator();
    for (Type type : llvm::concat<const Type>(domain.getInputs(), domain.getOutputs()))
      if (!isStatic(type))
        return lambda;
    return nullptr;
  }

  void write() {
    Block &body = lambda.getBody().front();
    for (BlockArgument argument : body.getArguments()) {
      auto type = LFunType::get(builder.getContext(), domain.getInputs(), {argument.getType()});
      operators[argument] =
          body.getNumArguments() == 1
              ? Value(LFunIdOp::create(builder, argument.getLoc(), type, ValueRange()))
              : Value(LFunProjectOp::create(builder, argument.getLoc(), type,
                                            builder.getDenseI64ArrayAttr(argument.getArgNumber()),
                                            ValueRange()));
    }
    for (Operation &op : llvm::make_early_inc_range(body.without_terminator()))
      if (op.getNumResults() == 1 && linear.contains(op.getResult(0)))
        operators[op.getResult(0)] = write(op);
      else
        op.moveBefore(lambda);
    SmallVector<Value> results = llvm::map_to_vector(body.getTerminator()->getOperands(),
                                                     [&](Value value) { return operators[value]; });
    Value whole = results.size() == 1 ? results.front()
                                      : Value(LFunForkOp::create(builder, loc, domain, results));
    lambda.replaceAllUsesWith(whole);
    lambda.erase();
  }

private:
  /// Whether shapes follow from the type alone.
  static bool isStatic(Type type) {
    auto linear = dyn_cast<LinType>(type);
    return linear && !getNumDynamicSizes(linear);
  }

  Value write(Operation &op) {
    Type result = op.getResult(0).getType();
    auto type = LFunType::get(builder.getContext(), domain.getInputs(), {result});
    if (isa<ZeroOp>(op))
      return LFunZeroOp::create(builder, op.getLoc(), type, ValueRange(), ValueRange());
    if (auto add = dyn_cast<AddOp>(op))
      return LFunAddOp::create(
          builder, op.getLoc(), type,
          ValueRange{operators.lookup(add.getLhs()), operators.lookup(add.getRhs())});
    auto scale = cast<ScaleOp>(op);
    auto factor = LFunScaleOp::create(builder, op.getLoc(),
                                      LFunType::get(builder.getContext(), {result}, {result}),
                                      scale.getFactor(), ValueRange());
    return LFunComposeOp::create(
        builder, op.getLoc(), type,
        ValueRange{factor.getResult(), operators.lookup(scale.getValue())});
  }

  LFunLambdaOp lambda;
  OpBuilder builder;
  Location loc;
  LFunType domain;
  DenseSet<Value> linear;
  DenseMap<Value, Value> operators;
};
} // namespace

Operation *chad::explain::writeAsOperators(func::FuncOp function) {
  SmallVector<OperatorForm, 1> forms;
  for (auto lambda : function.getOps<LFunLambdaOp>()) {
    forms.emplace_back(lambda);
    if (Operation *obstacle = forms.back().findObstacle())
      return obstacle;
  }
  for (OperatorForm &form : forms)
    form.write();
  return nullptr;
}
