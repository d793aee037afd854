//===- LinearityVerifier.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The checks of a linear scope and their errors.

#include "LinearityVerifier.h"
#include "chad/IR/ChadOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

using llvm::Twine;

/// The number of steps of a path that are shown at its end and at its start.
static constexpr unsigned shownLast = 6, shownFirst = 4;

/// How an error at `op` names `operand`, which may be a terminator's.
static std::string nameOf(Operation *op, OpOperand *operand) {
  std::string name = ("operand #" + Twine(operand->getOperandNumber())).str();
  Operation *owner = operand->getOwner();
  if (owner == op)
    return name;
  StringRef relation =
      isExit(owner) && owner->getParentOp() == op ? " of its terminator '" : " of '";
  return (Twine(name) + relation + owner->getName().getStringRef() + "'").str();
}

static std::string nameOf(BlockArgument arg) {
  return (Twine("#") + Twine(arg.getArgNumber()) + " of '" +
          arg.getOwner()->getParentOp()->getName().getStringRef() + "'")
      .str();
}

/// The nearest known location around `op`: the body of a named op has none.
static Operation *getLocated(Operation *op) {
  while (isa<UnknownLoc>(op->getLoc()) && op->getParentOp())
    op = op->getParentOp();
  return op;
}

static Location getLocation(Value value) {
  if (!isa<UnknownLoc>(value.getLoc()))
    return value.getLoc();
  Operation *op = value.getDefiningOp();
  return getLocated(op ? op : value.getParentBlock()->getParentOp())->getLoc();
}

LogicalResult LinearityVerifier::verify() {
  // If a linear value is used wrongly, a constant in its place is no error of its own. So constants
  // are only searched for if there is no other error.
  if (failed(verifyAll(Check::Uses)))
    return failure();
  return verifyAll(Check::Constants);
}

LogicalResult LinearityVerifier::verifyAll(Check check) {
  bool failed = false;
  // A terminator is checked with the op to which it passes its operands.
  for (Operation *op : dependence.getTouched())
    if (!isExit(op))
      failed |= llvm::failed(verifyOp(op, check));
  // The results of a call depend on linear arguments or not, whatever their types.
  if (!call)
    for (Operation *exit : getExits(scope))
      failed |= llvm::failed(verifyExit(exit, check));
  return failure(failed);
}

LogicalResult LinearityVerifier::verifyCallee(Operation *op, CallContext &context) {
  if (!context.isVerified) {
    context.isVerified = true;
    LinearityVerifier callee(*context.dependence, calls, isZeroValue, *context.body, emitErrors,
                             reported);
    callee.call = op;
    callee.caller = this;
    context.isVerified = succeeded(callee.verify());
  }
  return success(*context.isVerified);
}

LogicalResult LinearityVerifier::verifyOp(Operation *op, Check check) {
  LinearityPropagator says;
  auto isLinearValue = [&](Value value) { return dependence.isLinear(value); };
  says.dependsOnLinear = isLinearValue;
  if (failed(calls.describe(op, isLinearValue, says)))
    says = LinearityPropagator();
  if (check == Check::Uses)
    if (CallContext *context = calls.getContext(op, isLinearValue))
      if (failed(verifyCallee(op, *context)))
        return failure();
  if (check == Check::Constants)
    return failure(failed(verifyGroups(op, says)) || failed(verifyFlows(op, says)));

  DenseSet<OpOperand *> mentioned(says.ignored.begin(), says.ignored.end());
  for (auto [operand, what, remedy] : says.constraints) {
    mentioned.insert(operand);
    if (isLinear(operand))
      return report(op,
                    nameOf(op, operand) + ", " + what + ", depends on a linear argument; " + remedy,
                    operand);
  }
  for (auto [from, to] : says.flows)
    mentioned.insert(from);
  for (auto &[group, results] : says.groups)
    mentioned.insert(group.begin(), group.end());

  auto findOther = [&](Operation *owner) -> OpOperand * {
    for (OpOperand &operand : owner->getOpOperands())
      if (isLinear(&operand) && !mentioned.contains(&operand))
        return &operand;
    return nullptr;
  };
  if (OpOperand *operand = findOther(op))
    return reportNotLinear(op, operand);
  for (Region &region : op->getRegions())
    for (Operation *exit : getExits(region))
      if (OpOperand *operand = findOther(exit))
        return reportNotLinear(op, operand);
  return verifyProducts(op, says);
}

LogicalResult LinearityVerifier::reportNotLinear(Operation *op, OpOperand *operand) {
  bool decides = op->getNumResults() && llvm::all_of(op->getResultTypes(), [](Type type) {
                   return getElementTypeOrSelf(type).isIntOrIndex();
                 });
  StringRef remedy;
  if (decides)
    remedy = "conditions, indices and shapes must not depend on linear arguments";
  else if (isa<LinearOpInterface>(op))
    remedy = "use a value there that does not depend on linear arguments";
  else
    remedy = "use a value there that does not depend on linear arguments, or implement "
             "'LinearOpInterface' if the op is linear";
  return report(op,
                "is not linear in " + nameOf(op, operand) +
                    ", which depends on a linear argument; " + remedy,
                operand);
}

/// The linear operands in groups.
SmallVector<OpOperand *> LinearityVerifier::getLinear(const LinearityPropagator &says) const {
  llvm::SmallSetVector<OpOperand *, 4> linear;
  for (auto &[group, results] : says.groups)
    for (OpOperand *operand : group)
      if (isLinear(operand))
        linear.insert(operand);
  return llvm::to_vector(linear);
}

static bool holdsAll(ArrayRef<OpOperand *> group, ArrayRef<OpOperand *> operands) {
  DenseSet<OpOperand *> members(group.begin(), group.end());
  return llvm::all_of(operands, [&](OpOperand *operand) { return members.contains(operand); });
}

LogicalResult LinearityVerifier::verifyProducts(Operation *op, const LinearityPropagator &says) {
  SmallVector<OpOperand *> linear = getLinear(says);
  if (linear.empty() ||
      llvm::any_of(says.groups, [&](auto &group) { return holdsAll(group.operands, linear); }))
    return success();
  OpOperand *first = linear.front(), *second = linear.back();
  for (OpOperand *operand : linear)
    if (llvm::none_of(says.groups,
                      [&](auto &group) { return holdsAll(group.operands, {first, operand}); })) {
      second = operand;
      break;
    }
  return report(op,
                "is linear in " + nameOf(op, first) + " and in " + nameOf(op, second) +
                    " apart, but both depend on linear arguments: their product is not linear; "
                    "keep one of them independent of the linear arguments",
                {first, second});
}

LogicalResult LinearityVerifier::verifyGroups(Operation *op, const LinearityPropagator &says) {
  SmallVector<OpOperand *> linear = getLinear(says);
  OpOperand *other = nullptr;
  for (auto &[group, results] : says.groups) {
    if (linear.empty() || !holdsAll(group, linear))
      continue;
    auto *constant = llvm::find_if(
        group, [&](OpOperand *operand) { return !isLinear(operand) && !isZero(operand); });
    if (constant == group.end())
      return success();
    other = *constant;
  }
  if (!other)
    return success();
  OpOperand *first = linear.front(), *second = other;
  if (first->getOwner() == second->getOwner() &&
      first->getOperandNumber() > second->getOperandNumber())
    std::swap(first, second);
  return report(op,
                "is linear jointly in " + nameOf(op, first) + " and " + nameOf(op, second) +
                    ", but " + nameOf(op, other) +
                    " neither depends on a linear argument nor is zero: the result is affine, "
                    "not linear; move the constant part out of the linear region",
                linear.front());
}

LogicalResult LinearityVerifier::verifyFlows(Operation *op, const LinearityPropagator &says) {
  for (auto [from, to] : says.flows)
    if (dependence.isLinear(to) && !isLinear(from) && !isZero(from))
      return report(op,
                    "joins " + nameOf(op, from) +
                        ", which neither depends on a linear argument nor is zero, with values "
                        "that depend on one: the result is not linear; use zero ('chad.zero', or "
                        "a constant 0.0) or a linear value there",
                    dependence.getCause(to));
  return success();
}

LogicalResult LinearityVerifier::verifyExit(Operation *exit, Check check) {
  Operation *owner = scope.getParentOp();
  // A function value without linear arguments may be any function.
  bool isLinearMap = !isa<LambdaOp>(owner) || !getLinearArguments(scope).empty();
  for (OpOperand &operand : exit->getOpOperands()) {
    Type type = operand.get().getType();
    if (!isLinearArgumentType(type)) {
      if (check == Check::Uses && isLinear(&operand)) {
        std::string typeName;
        llvm::raw_string_ostream(typeName) << type;
        return report(exit,
                      nameOf(exit, &operand) + " of Cartesian type '" + typeName +
                          "' depends on a linear argument; give the result a linear type and "
                          "return it through 'chad.to_linear'",
                      &operand);
      }
    } else if (check == Check::Constants && isLinearMap && !isLinear(&operand) &&
               !isZero(&operand)) {
      return report(exit,
                    nameOf(exit, &operand) +
                        " of linear type neither depends on a linear "
                        "argument nor is zero, so '" +
                        owner->getName().getStringRef() +
                        "' is not linear; return a value that depends linearly on the linear "
                        "arguments, or 'chad.zero'",
                    {});
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

LogicalResult LinearityVerifier::report(Operation *op, const Twine &message,
                                        ArrayRef<OpOperand *> operands) {
  if (!emitErrors || !reported.insert(op).second)
    return failure();
  Operation *located = getLocated(op);
  InFlightDiagnostic diag = emitError(located->getLoc()) << "'" << op->getName() << "' op ";
  if (located != op)
    diag << "in the body of '" << located->getName() << "' ";
  diag << message;
  if (operands.empty())
    diag.attachNote(scope.getParentOp()->getLoc()) << "in this linear region";
  DenseSet<Value> shown;
  for (OpOperand *operand : operands)
    if (shown.insert(operand->get()).second)
      attachPath(*diag.getUnderlyingDiagnostic(), op, operand);
  for (const LinearityVerifier *verifier = this; verifier->call; verifier = verifier->caller)
    diag.attachNote(verifier->call->getLoc()) << "in this call, with values that depend on linear "
                                                 "arguments";
  return diag;
}

void LinearityVerifier::attachPath(Diagnostic &diag, Operation *op, OpOperand *operand) {
  SmallVector<Value> path;
  for (OpOperand *use = operand; use; use = dependence.getCause(use->get()))
    path.push_back(use->get());
  auto source = cast<BlockArgument>(path.back());
  std::string name = nameOf(op, operand);
  if (path.size() == 1) {
    diag.attachNote(getLocation(source)) << name << " is linear argument " << nameOf(source);
    return;
  }
  for (auto [i, value] : llvm::enumerate(path)) {
    bool isElided =
        path.size() > shownFirst + shownLast + 1 && i >= shownLast && i < path.size() - shownFirst;
    if (isElided) {
      if (i == shownLast)
        diag.attachNote(getLocation(value))
            << "... and through " << path.size() - shownFirst - shownLast << " more values";
      continue;
    }
    Diagnostic &note = diag.attachNote(getLocation(value));
    if (value == source) {
      note << "linear argument " << nameOf(source) << " here";
      continue;
    }
    if (i == 0)
      note << name << " depends on linear argument #" << source.getArgNumber() << " ";
    if (auto arg = dyn_cast<BlockArgument>(value))
      note << "through argument " << nameOf(arg) << " here";
    else
      note << "through '" << value.getDefiningOp()->getName() << "' here";
  }
}
