//===- LambdaSets.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LambdaSets.h"
#include "chad/IR/Linearity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isFunctionType(Type type) { return isa<FunctionType, LFunType>(type); }
static bool isFunction(Value value) { return isFunctionType(value.getType()); }

unsigned LambdaSets::make(Type functionType) {
  unsigned number = classes.size();
  classes.emplace_back().parent = number;
  // Linear functions have no functions as arguments or results: these are linear values.
  auto type = dyn_cast<FunctionType>(functionType);
  if (!type)
    return number;
  for (auto [i, input] : llvm::enumerate(type.getInputs()))
    if (isFunctionType(input)) {
      unsigned child = make(input);
      classes[number].inputs.emplace_back(i, child);
    }
  for (auto [i, result] : llvm::enumerate(type.getResults()))
    if (isFunctionType(result)) {
      unsigned child = make(result);
      classes[number].results.emplace_back(i, child);
    }
  return number;
}

unsigned LambdaSets::find(unsigned node) {
  while (classes[node].parent != node)
    node = classes[node].parent = classes[classes[node].parent].parent;
  return node;
}

unsigned LambdaSets::node(Value value) {
  auto [it, isNew] = nodes.try_emplace(value, 0);
  if (isNew) {
    values.push_back(value);
    unsigned number = make(value.getType());
    nodes[value] = number;
    return number;
  }
  return find(it->second);
}

LambdaSets::Class *LambdaSets::lookup(Value value) {
  auto it = nodes.find(value);
  return it == nodes.end() ? nullptr : &classes[find(it->second)];
}

LambdaSets::Class *LambdaSets::lookupField(RecordOp record, unsigned field) {
  auto it = returns.find(record);
  return it == returns.end() || it->second[field] < 0 ? nullptr : &classes[find(it->second[field])];
}

void LambdaSets::unify(unsigned a, unsigned b) {
  SmallVector<std::pair<unsigned, unsigned>> pairs = {{a, b}};
  while (!pairs.empty()) {
    auto [x, y] = pairs.pop_back_val();
    x = find(x);
    y = find(y);
    if (x == y)
      continue;
    Class &to = classes[x], &from = classes[y];
    if (to.sources.size() < from.sources.size())
      std::swap(to.sources, from.sources);
    llvm::append_range(to.sources, from.sources);
    to.isOpen |= from.isOpen;
    from.sources.clear();
    from.parent = x;
    for (auto [i, j] : llvm::zip(to.inputs, from.inputs))
      pairs.emplace_back(i.second, j.second);
    for (auto [i, j] : llvm::zip(to.results, from.results))
      pairs.emplace_back(i.second, j.second);
  }
}

void LambdaSets::unify(Value a, Value b) {
  if (!isFunction(a) || a.getType() != b.getType())
    return;
  unsigned first = node(a), second = node(b);
  unify(first, second);
}

void LambdaSets::open(Value value) {
  if (isFunction(value))
    classes[node(value)].isOpen = true;
}

ArrayRef<int64_t> LambdaSets::returned(Operation *function, TypeRange types) {
  auto [it, isNew] = returns.try_emplace(function);
  if (isNew)
    for (Type type : types)
      it->second.push_back(isFunctionType(type) ? int64_t(make(type)) : -1);
  return it->second;
}

//===----------------------------------------------------------------------===//
// Flow of values
//===----------------------------------------------------------------------===//

/// Visits an op whose result is the function `function` as a value. `inputs` are the arguments of
/// the function.
void LambdaSets::visitSource(Operation *op, ValueRange inputs, Operation *function) {
  unsigned number = node(op->getResult(0));
  classes[number].sources.push_back(op);
  auto type = cast<FunctionType>(op->getResult(0).getType());
  ArrayRef<int64_t> results = returned(function, type.getResults());
  // Copy the class, since adding classes may move the existing ones in memory.
  Class source = classes[number];
  for (auto [i, child] : source.inputs)
    unify(child, node(inputs[i]));
  for (auto [i, child] : source.results)
    unify(child, results[i]);
}

/// Unifies the classes of the arguments and results of a call with those of the function.
void LambdaSets::unifyCall(Operation *op, ValueRange args, ValueRange results) {
  // Requests for derivatives of function values have no attribute `callee`.
  auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee");
  auto callee = name ? symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name) : func::FuncOp();
  if (!callee || callee.isExternal() || args.size() < callee.getNumArguments() ||
      results.size() < callee.getNumResults()) {
    for (Value value : args)
      open(value);
    for (Value value : results)
      open(value);
    return;
  }
  for (auto [arg, to] : llvm::zip(args, callee.getArguments()))
    unify(arg, to);
  auto known = returned(callee, callee.getResultTypes());
  for (auto [result, from] : llvm::zip(results, known))
    if (from >= 0)
      unify(node(result), from);
}

void LambdaSets::visit(Operation *op) {
  auto takesFunctions = [](ValueRange values) { return llvm::any_of(values, isFunction); };
  if (auto lambda = dyn_cast<LambdaOp>(op)) {
    visitSource(op, lambda.getBody().getArguments(), op);
  } else if (isa<LFunLambdaOp>(op)) {
    unsigned number = node(op->getResult(0));
    classes[number].sources.push_back(op);
    classes[number].isOpen |= keepsLinear;
  } else if (isa<LFunApplyOp>(op)) {
    (void)node(op->getOperand(0));
  } else if (auto constant = dyn_cast<func::ConstantOp>(op)) {
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(op, constant.getValueAttr());
    if (callee && !callee.isExternal())
      visitSource(op, callee.getArguments(), callee);
    else
      open(op->getResult(0));
  } else if (auto apply = dyn_cast<ApplyOp>(op)) {
    Class applied = classes[node(apply.getFunction())];
    for (auto [i, child] : applied.inputs)
      unify(child, node(apply.getArgs()[i]));
    for (auto [i, child] : applied.results)
      unify(child, node(op->getResult(i)));
  } else if (isa<func::CallOp, JvpOp, VjpOp, ValueAndGradOp, LinearizeOp>(op)) {
    unifyCall(op, op->getOperands(), op->getResults());
  } else if (isa<GradOp, JacobianOp>(op)) {
    auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee");
    auto callee = name ? symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name) : func::FuncOp();
    if (callee && !callee.isExternal())
      for (auto [arg, to] : llvm::zip(op->getOperands(), callee.getArguments()))
        unify(arg, to);
    if (!name)
      for (Value arg : op->getOperands())
        open(arg);
  } else if (auto function = dyn_cast<func::FuncOp>(op)) {
    if (function.isExternal() || function.isPrivate())
      return;
    for (Value arg : function.getArguments())
      open(arg);
    for (int64_t number : returned(function, function.getResultTypes()))
      if (number >= 0)
        classes[find(number)].isOpen = true;
  } else if (isa<func::ReturnOp>(op) || (isa<YieldOp>(op) && isa<LambdaOp>(op->getParentOp()))) {
    Operation *parent = op->getParentOp();
    for (auto [value, to] : llvm::zip(op->getOperands(), returned(parent, op->getOperandTypes())))
      if (to >= 0)
        unify(node(value), to);
  } else if (isa<BoxOp, OpenOp>(op)) {
    // All boxes of a record hold functions of the same classes.
    bool isBox = isa<BoxOp>(op);
    auto type = dyn_cast<BoxType>(isBox ? op->getResult(0).getType() : op->getOperand(0).getType());
    auto record = type ? symbols.lookupNearestSymbolFrom<RecordOp>(op, type.getRecord()) : nullptr;
    ValueRange held = isBox ? ValueRange(op->getOperands()) : ValueRange(op->getResults());
    if (!record || !(takesFunctions(held)))
      return;
    for (auto [value, to] : llvm::zip(held, returned(record, held.getTypes())))
      if (to >= 0)
        unify(node(value), to);
  } else if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (unsigned i = 0; i < op->getNumSuccessors(); ++i)
      for (auto [value, arg] : llvm::zip(branch.getSuccessorOperands(i).getForwardedOperands(),
                                         op->getSuccessor(i)->getArguments()))
        unify(value, arg);
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    unify(select.getTrueValue(), select.getResult());
    unify(select.getFalseValue(), select.getResult());
  } else if (op->getNumRegions()) {
    LinearityPropagator propagator;
    auto structured = dyn_cast<LinearOpInterface>(op);
    if (!isa<LFunVForkOp, LFunVJoinOp>(op) && structured &&
        succeeded(structured.propagateLinearity(propagator)))
      for (auto &flow : propagator.flows)
        unify(flow.from->get(), flow.to);
    else
      for (Region &region : op->getRegions())
        for (Block &block : region) {
          llvm::for_each(block.getArguments(), [&](Value value) { open(value); });
          if (!block.empty())
            llvm::for_each(block.back().getOperands(), [&](Value value) { open(value); });
        }
  } else if (!op->hasTrait<mlir::OpTrait::IsTerminator>() &&
             (takesFunctions(op->getOperands()) || takesFunctions(op->getResults()))) {
    llvm::for_each(op->getOperands(), [&](Value value) { open(value); });
    llvm::for_each(op->getResults(), [&](Value value) { open(value); });
  }
}

void LambdaSets::openAll() {
  SmallVector<unsigned> worklist;
  for (unsigned i = 0, e = classes.size(); i != e; ++i)
    if (find(i) == i && classes[i].isOpen)
      worklist.push_back(i);
  DenseSet<unsigned> done;
  while (!worklist.empty()) {
    unsigned number = find(worklist.pop_back_val());
    if (!done.insert(number).second)
      continue;
    classes[number].isOpen = true;
    for (auto [i, child] : classes[number].inputs)
      worklist.push_back(child);
    for (auto [i, child] : classes[number].results)
      worklist.push_back(child);
  }
}

//===----------------------------------------------------------------------===//
// Representation
//===----------------------------------------------------------------------===//

ArrayRef<Value> LambdaSets::getCaptures(Operation *lambda) {
  auto [it, isNew] = captures.try_emplace(lambda);
  if (isNew) {
    SetVector<Value> used;
    getUsedValuesDefinedAbove(lambda->getRegion(0), used);
    for (Value value : used)
      if (Operation *op = value.getDefiningOp();
          !op || !op->hasTrait<mlir::OpTrait::ConstantLike>() || isa<func::ConstantOp>(op))
        it->second.push_back(value);
  }
  return it->second;
}

BoxType LambdaSets::makeBox() {
  std::string name;
  do
    name = "closure" + (numBoxes ? "_" + std::to_string(numBoxes) : std::string());
  while (++numBoxes && module.lookupSymbol(name));
  return BoxType::get(module.getContext(), FlatSymbolRefAttr::get(module.getContext(), name));
}

bool LambdaSets::represent(unsigned node) {
  unsigned number = find(node);
  if (classes[number].isOpen || classes[number].sum)
    return true;
  if (classes[number].isUnderway && boxed) {
    if (!classes[number].box)
      classes[number].box = makeBox();
    return true;
  }
  if (classes[number].isUnderway) {
    classes[number].isOpen = true;
    ArrayRef<Capture> cycle = ArrayRef(path).drop_front(classes[number].depth);
    const Capture *known = llvm::find_if(cycle, [](const Capture &each) { return each.captured; });
    if (known != cycle.end() && !llvm::is_contained(recursive, *known))
      recursive.push_back(*known);
    return false;
  }
  classes[number].isUnderway = true;
  classes[number].depth = path.size();
  SmallVector<TupleType> alternatives;
  MLIRContext *context = nullptr;
  bool isKnown = true;
  for (Operation *source : classes[number].sources) {
    SmallVector<Type> types;
    context = source->getContext();
    if (!isa<func::ConstantOp>(source))
      for (Value value : getCaptures(source)) {
        types.push_back(value.getType());
        if (!isFunction(value))
          continue;
        unsigned inner = this->node(value);
        auto lambda = value.getDefiningOp<LambdaOp>();
        path.push_back({lambda, source});
        isKnown &= represent(inner);
        path.pop_back();
        const Class &captured = classes[find(inner)];
        if (Type type = captured.box ? Type(captured.box) : Type(captured.sum))
          types.back() = type;
      }
    alternatives.push_back(TupleType::get(context, types));
  }
  classes[number].isUnderway = false;
  if (isKnown)
    classes[number].sum = SumType::get(context, alternatives);
  return isKnown;
}

LambdaSets::LambdaSets(ModuleOp module, bool boxed, bool keepsLinear)
    : module(module), boxed(boxed), keepsLinear(keepsLinear) {
  module->walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  for (unsigned i = 0, e = classes.size(); i != e; ++i) {
    Class &known = classes[find(i)];
    known.isOpen |= known.sources.empty();
    llvm::sort(known.sources);
    known.sources.erase(llvm::unique(known.sources), known.sources.end());
  }
  // Number the ops in program order.
  DenseMap<Operation *, unsigned> order;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LambdaOp, LFunLambdaOp, func::ConstantOp>(op))
      order.try_emplace(op, order.size());
  });
  for (Class &known : classes)
    llvm::sort(known.sources,
               [&](Operation *a, Operation *b) { return order.lookup(a) < order.lookup(b); });
  openAll();
  // If a class becomes open, others may have to become open, too.
  for (bool isKnown = false; !isKnown; openAll()) {
    isKnown = true;
    for (Class &known : classes) {
      known.sum = {};
      known.box = {};
    }
    for (unsigned i = 0, e = classes.size(); i != e; ++i)
      isKnown &= find(i) != i || represent(i);
  }
}
