//===- Interpreter.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Interpreter/Interpreter.h"
#include "ShapeRun.h"
#include "chad/IR/ProgramErrors.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The calls that may be open at a time, and the regions within them.
static constexpr unsigned callLimit = 1000;
static constexpr unsigned nestingLimit = 4000;

void chad::registerAllHandlers(OpHandlers &handlers) {
  registerAffineHandlers(handlers);
  registerArithHandlers(handlers);
  registerCastHandlers(handlers);
  registerMathHandlers(handlers);
  registerTensorHandlers(handlers);
  registerTensorShapeHandlers(handlers);
  registerLinalgHandlers(handlers);
  registerFuncHandlers(handlers);
  registerSCFHandlers(handlers);
  registerChadArrayHandlers(handlers);
  registerChadIndexingHandlers(handlers);
  registerChadLinearHandlers(handlers);
  registerChadLinearFunctionHandlers(handlers);
  registerChadBoxHandlers(handlers);
  registerChadFunctionHandlers(handlers);
  registerChadRequestHandlers(handlers);
  registerUNFHandlers(handlers);
  registerUNFTransposeHandlers(handlers);
}

const OpHandlers::Handler *OpHandlers::lookup(Operation *op) const {
  auto it = handlers.find(op->getName().getStringRef());
  if (it != handlers.end())
    return &it->second;
  for (const auto &[matches, handler] : fallbacks)
    if (matches(op))
      return &handler;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Environments
//===----------------------------------------------------------------------===//

void Frame::bind(ValueRange keys, ArrayRef<RuntimeValue> bound) {
  for (auto [key, value] : llvm::zip_equal(keys, bound))
    bind(key, value);
}

const RuntimeValue &Frame::lookup(mlir::Value key) const {
  const Frame *frame = this;
  while (true) {
    auto it = frame->values.find(key);
    if (it != frame->values.end())
      return it->second;
    frame = frame->parent;
  }
}

Closure::Closure(Region &region, const Frame &frame) : region(&region) {
  SetVector<mlir::Value> used;
  getUsedValuesDefinedAbove(region, used);
  for (mlir::Value value : used)
    captured.bind(value, frame.lookup(value));
}

EvalResult Closure::run(Interpreter &interpreter, ArrayRef<RuntimeValue> args) const {
  return interpreter.run(*region, args, &captured);
}

//===----------------------------------------------------------------------===//
// Interpreter
//===----------------------------------------------------------------------===//

Interpreter::Interpreter(Operation *root) : root(root) { registerAllHandlers(handlers); }

InFlightDiagnostic Interpreter::error(Operation *op) {
  constexpr unsigned maxNotes = 5;
  InFlightDiagnostic diag = op->emitError("interpreter: ");
  unsigned notes = 0;
  for (Operation *site : llvm::reverse(callSites)) {
    if (!site)
      continue;
    if (notes++ == maxNotes)
      break;
    diag.attachNote(site->getLoc()) << "called from here";
  }
  return diag;
}

LogicalResult Interpreter::Nesting::check(Operation *op) {
  if (interpreter.depth <= nestingLimit)
    return success();
  return interpreter.error(op) << "regions, calls and linear functions are nested deeper than "
                               << nestingLimit;
}

FunctionOpInterface Interpreter::lookup(Operation *from, SymbolRefAttr name) {
  return dyn_cast_or_null<FunctionOpInterface>(symbols.lookupNearestSymbolFrom(from, name));
}

EvalResult Interpreter::call(StringRef name, ArrayRef<RuntimeValue> args) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(SymbolTable::lookupSymbolIn(root, name));
  if (!function)
    return emitNoFunction(root, name);
  return call(function, args);
}

EvalResult Interpreter::call(FunctionOpInterface function, ArrayRef<RuntimeValue> args,
                             Operation *site) {
  Operation *at = site ? site : function.getOperation();
  if (function.isExternal())
    return error(at) << "function '" << function.getName() << "' has no body";
  if (args.size() != function.getNumArguments())
    return error(at) << "function '" << function.getName() << "' takes "
                     << function.getNumArguments() << " arguments, got " << args.size();
  std::string why;
  for (auto [i, arg, type] : llvm::enumerate(args, function.getArgumentTypes()))
    if (!isRepresentable(type) || !conforms(arg, type, why))
      return error(at) << "argument #" << i << " of '" << function.getName() << "' has type "
                       << type
                       << (isRepresentable(type) ? ", but the value " + why
                                                 : ", which cannot be interpreted");
  if (callSites.size() >= callLimit)
    return error(at) << "more than " << callLimit << " calls are open: the recursion does not end "
                     << "or is too deep";
  callSites.push_back(site);
  EvalResult results = run(function.getFunctionBody(), args);
  callSites.pop_back();
  return results;
}

EvalResult Interpreter::run(Region &region, ArrayRef<RuntimeValue> args, const Frame *parent) {
  Nesting nesting(*this);
  if (failed(nesting.check(region.getParentOp())))
    return failure();
  Frame frame(parent);
  Block *block = &region.front();
  frame.bind(block->getArguments(), args);
  while (true) {
    Block *next = nullptr;
    for (Operation &op : *block) {
      if (op.hasTrait<mlir::OpTrait::IsTerminator>()) {
        FailureOr<Block *> taken = takeBranch(&op, frame);
        if (failed(taken))
          return failure();
        if (!*taken) {
          Evaluation eval(*this, &op, frame);
          const OpHandlers::Handler *handler = handlers.lookup(&op);
          return handler ? (*handler)(&op, eval) : EvalResult(eval.operands());
        }
        next = *taken;
        break;
      }
      EvalResult results = runOp(&op, frame);
      if (failed(results))
        return failure();
      frame.bind(op.getResults(), *results);
    }
    if (!next)
      return RuntimeValues();
    block = next;
  }
}

FailureOr<Block *> Interpreter::takeBranch(Operation *op, Frame &frame) {
  if (op->getNumSuccessors() == 0)
    return nullptr;
  unsigned taken = 0;
  if (auto branch = dyn_cast<cf::CondBranchOp>(op)) {
    taken = frame.lookup(branch.getCondition()).asInt().isZero();
  } else if (auto branch = dyn_cast<cf::SwitchOp>(op)) {
    APInt flag = frame.lookup(branch.getFlag()).asInt();
    if (auto values = branch.getCaseValues())
      for (auto [i, value] : llvm::enumerate(values->getValues<APInt>()))
        if (value == flag) {
          taken = i + 1;
          break;
        }
  } else if (!isa<cf::BranchOp>(op)) {
    return error(op) << "unsupported op '" << op->getName() << "'";
  }
  Block *successor = op->getSuccessor(taken);
  SuccessorOperands passed = cast<BranchOpInterface>(op).getSuccessorOperands(taken);
  frame.bind(successor->getArguments(),
             Evaluation(*this, op, frame).get(passed.getForwardedOperands()));
  return successor;
}

EvalResult Interpreter::runOp(Operation *op, Frame &frame) {
  for (Type type : op->getResultTypes()) {
    auto [it, isNew] = representable.try_emplace(type, true);
    if (isNew)
      it->second = isRepresentable(type);
    if (!it->second)
      return error(op) << "values of type " << type << " are not supported";
  }
  const OpHandlers::Handler *handler = handlers.lookup(op);
  if (!handler)
    return error(op) << "unsupported op '" << op->getName() << "'";
  if (shapeSteps && (*shapeSteps)-- == 0) {
    shapeSteps = 0;
    return error(op) << "no shape is known after this many steps";
  }
  Evaluation eval(*this, op, frame);
  EvalResult results = (*handler)(op, eval);
  if (failed(results) && shapeSteps)
    results = evaluateOutside(op, eval);
  if (failed(results))
    return failure();
  if (results->size() != op->getNumResults())
    return error(op) << "the handler of '" << op->getName() << "' gave " << results->size()
                     << " results";
  std::string why;
  for (auto [i, result, type] : llvm::enumerate(*results, op->getResultTypes()))
    if (!conforms(result, type, why))
      return error(op) << "result #" << i << " " << why << ", but its type is " << type;
  if (work)
    count(op, eval.operands(), *results);
  return results;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

static const Frame emptyFrame;

Evaluation::Evaluation(Interpreter &interpreter, Operation *op)
    : Evaluation(interpreter, op, emptyFrame) {}

RuntimeValues Evaluation::get(ValueRange values) const {
  return llvm::map_to_vector(values, [&](mlir::Value value) { return get(value); });
}

SmallVector<int64_t> Evaluation::indices(ValueRange values) const {
  return llvm::map_to_vector(values, [&](mlir::Value value) { return index(value); });
}

LogicalResult Evaluation::checkIndex(int64_t index, int64_t extent) const {
  if (index >= 0 && index < extent)
    return success();
  return error() << "index " << index << " is out of bounds for extent " << extent;
}

FailureOr<int64_t> Evaluation::checkShape(ArrayRef<int64_t> shape) const {
  for (int64_t extent : shape)
    if (extent < 0)
      return error() << "extent " << extent << " is negative";
  if (std::optional<int64_t> count = countElements(shape))
    return *count;
  return error() << "a tensor of shape " << formatShape(shape)
                 << " is too large for the interpreter";
}

EvalResult Evaluation::splat(ArrayRef<int64_t> shape, Number number) const {
  FailureOr<int64_t> count = checkShape(shape);
  if (failed(count))
    return failure();
  return one(Tensor(shape, std::vector<Number>(*count, number)));
}

SmallVector<int64_t> Evaluation::fillShape(ShapedType type, ArrayRef<int64_t> sizes) const {
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t &extent : shape)
    if (ShapedType::isDynamic(extent)) {
      extent = sizes.front();
      sizes = sizes.drop_front();
    }
  return shape;
}

FailureOr<RuntimeValue> chad::arrayOf(const Evaluation &eval, Type type,
                                      ArrayRef<RuntimeValue> elements, const RuntimeValue *sample) {
  if (auto lin = dyn_cast<LinType>(type); lin && lin.isUnit())
    return RuntimeValue(Unit());
  SmallVector<int64_t> shape = {static_cast<int64_t>(elements.size())};
  // Without any element nothing gives the extents that the type leaves open.
  for (int64_t extent : getArrayTensor(type).getShape().drop_front())
    shape.push_back(ShapedType::isDynamic(extent) ? 0 : extent);
  if (!elements.empty())
    sample = &elements.front();
  if (sample && sample->is<Tensor>())
    llvm::copy(sample->asTensor().shape, shape.begin() + 1);
  FailureOr<int64_t> count = eval.checkShape(shape);
  if (failed(count))
    return failure();
  std::vector<Number> numbers;
  numbers.reserve(*count);
  for (auto [i, element] : llvm::enumerate(elements)) {
    if (element.is<Number>()) {
      numbers.push_back(element.as<Number>());
      continue;
    }
    const Tensor &inner = element.asTensor();
    if (ArrayRef(inner.shape) != ArrayRef(shape).drop_front())
      return eval.error() << "element " << i << " has shape " << formatShape(inner.shape)
                          << ", but element 0 has shape "
                          << formatShape(ArrayRef(shape).drop_front());
    llvm::append_range(numbers, *inner.elements);
  }
  return RuntimeValue(Tensor(shape, std::move(numbers)));
}
