//===- ReverseOfGradients.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reverse derivatives of gradients of loops with checkpoints. Such a gradient V(x, ȳ) = (y, x̄),
// with x̄ = J(x)ᵀ ȳ, runs steps of the loop several times. A reverse derivative of this code would
// go back through all these runs, and add their cotangents where a run begins: J(x)ᵀ a + J(x)ᵀ b,
// which is rounded otherwise than J(x)ᵀ (a + b), and by each schedule in another way. It would also
// keep more than the budget: the stacks of a binomial schedule.
//
// Second derivatives are symmetric. With cotangents b of y and u of x̄, the reverse derivative of V
// is that of the directional derivative g(x, u) = (y, J(x) u), with the cotangents b and ȳ:
//
//   x: J(x)ᵀ b + ∂/∂x ⟨ȳ, J(x) u⟩      ȳ: J(x) u
//
// g is a loop over states and tangents, with the same checkpoints. So each step has one cotangent,
// whatever the schedule, and the budget holds. The gradient of g is a gradient of a loop with
// checkpoints again, so that this is also how derivatives of higher order are made.

#include "CustomRules.h"
#include "chad/IR/ChadTypes.h"
#include "chad/IR/Checkpoint.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/Rules/Sweep.h"
#include "chad/Transforms/Differentiator.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether `function` or a function that it calls has loops with checkpoints. Not where one has a
/// rule that its user gave: it is for one mode, and another one may have another derivative. The
/// loops of gradients that are noted do not count: these gradients have the rule themselves, also
/// in the derivative of `function`.
static bool hasCheckpoints(func::FuncOp function, const SymbolTable &symbols) {
  bool found = false;
  llvm::SetVector<Operation *> reached;
  reached.insert(function);
  for (unsigned i = 0; i < reached.size(); ++i) {
    auto callee = cast<func::FuncOp>(reached[i]);
    if (callee->hasAttr(gradientAttr))
      continue;
    if (callee.isDeclaration() || hasCustomJvp(callee) || hasCustomVjp(callee))
      return false;
    callee->walk([&](Operation *op) {
      found |= op->hasAttr(checkpointAttr);
      if (auto call = dyn_cast<func::CallOp>(op))
        if (auto next = symbols.lookup<func::FuncOp>(call.getCallee()))
          reached.insert(next);
    });
  }
  return found;
}

void Differentiator::noteGradient(func::FuncOp vjp, func::FuncOp function, Positions wrt,
                                  Positions of) {
  if (!hasCheckpoints(function, symbols))
    return;
  // No reference to a symbol: copies of `vjp` may be in modules without `function`.
  Builder builder(vjp.getContext());
  vjp->setAttr(gradientAttr, builder.getDictionaryAttr({
                                 builder.getNamedAttr("function", function.getSymNameAttr()),
                                 builder.getNamedAttr("of", builder.getDenseI64ArrayAttr(of)),
                                 builder.getNamedAttr("wrt", builder.getDenseI64ArrayAttr(wrt)),
                             }));
}

FailureOr<func::FuncOp> Differentiator::getReverseOfGradient(func::FuncOp vjp, Positions wrt,
                                                             Positions of, bool isMasked) {
  auto note = vjp->getAttrOfType<DictionaryAttr>(gradientAttr);
  if (!note || !withoutLinearTypes)
    return func::FuncOp();
  auto function = symbols.lookup<func::FuncOp>(note.getAs<StringAttr>("function").getValue());
  if (!function)
    return func::FuncOp();
  Positions ownWrt = note.getAs<DenseI64ArrayAttr>("wrt").asArrayRef();
  Positions ownOf = note.getAs<DenseI64ArrayAttr>("of").asArrayRef();
  int64_t numArgs = function.getNumArguments(), numResults = function.getNumResults();
  SmallVector<Type> inputs(function.getArgumentTypes()), results(function.getResultTypes());
  for (int64_t i : ownOf)
    inputs.push_back(function.getResultTypes()[i]);
  for (int64_t i : ownWrt)
    results.push_back(function.getArgumentTypes()[i]);
  if (vjp.getFunctionType() != FunctionType::get(vjp.getContext(), inputs, results))
    return func::FuncOp();

  // The active ones among x and x̄.
  SmallVector<int64_t> args, directions, tangents;
  for (int64_t i : wrt)
    if (i < numArgs)
      args.push_back(i);
  for (int64_t i : of)
    if (i >= numResults) {
      directions.push_back(i);
      tangents.push_back(ownWrt[i - numResults]);
    }
  if (args.empty() || directions.empty())
    return func::FuncOp();
  Key key(Form::Vjp, vjp, wrt.vec(), of.vec(), isMasked);
  if (auto it = gradientRules.find(key); it != gradientRules.end())
    return it->second;

  FailureOr<Functions> dual = get(Form::Jvp, function, tangents, ownOf, isMasked);
  if (failed(dual))
    return failure();
  FailureOr<func::FuncOp> along = withoutLinearTypes(dual->front());
  if (failed(along))
    return failure();
  SmallVector<int64_t> alongOf;
  for (int64_t i : of)
    if (i < numResults)
      alongOf.push_back(i);
  for (int64_t i = 0, e = ownOf.size(); i < e; ++i)
    alongOf.push_back(numResults + i);
  FailureOr<Functions> gradient = get(Form::Vjp, *along, args, alongOf, isMasked);
  if (failed(gradient))
    return failure();
  // Also for derivatives of third and higher order.
  noteGradient(gradient->front(), *along, args, alongOf);

  for (int64_t i : of)
    inputs.push_back(getTangentType(results[i]));
  SmallVector<Type> cotangents;
  for (int64_t i : wrt)
    cotangents.push_back(getTangentType(inputs[i]));
  Location loc = vjp.getLoc();
  auto rule = func::FuncOp::create(loc, (vjp.getSymName() + ".back").str(),
                                   FunctionType::get(vjp.getContext(), inputs, cotangents));
  rule.setPrivate();
  symbols.insert(rule, std::next(Block::iterator(vjp)));
  Block *block = rule.addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  ValueRange all = block->getArguments();
  ValueRange seeds = all.slice(numArgs, ownOf.size());
  ValueRange given = all.drop_front(numArgs + ownOf.size());
  SmallVector<Value> operands(all.take_front(numArgs));
  for (auto [i, cotangent] : llvm::zip_equal(of, given))
    if (i >= numResults)
      operands.push_back(FromLinearOp::create(builder, loc, cotangent));
  for (auto [i, cotangent] : llvm::zip_equal(of, given))
    if (i < numResults)
      operands.push_back(cotangent);
  for (Value seed : seeds)
    operands.push_back(ToLinearOp::create(builder, loc, seed));
  auto call = func::CallOp::create(builder, loc, gradient->front(), operands);
  ValueRange sums = call.getResults().drop_front(numResults + ownOf.size());
  SmallVector<Value> returned;
  for (int64_t i : wrt) {
    if (i < numArgs) {
      returned.push_back(sums.front());
      sums = sums.drop_front();
    } else {
      Value tangent = call.getResult(numResults + i - numArgs);
      returned.push_back(ToLinearOp::create(builder, loc, tangent));
    }
  }
  func::ReturnOp::create(builder, loc, returned);
  return gradientRules[key] = rule;
}
