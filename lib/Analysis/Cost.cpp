//===- Cost.cpp --------------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Cost.h"
#include "CostEvaluator.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Cost vectors
//===----------------------------------------------------------------------===//

StringRef Cost::getName(unsigned component) {
  static constexpr StringRef names[] = {"moves", "adds", "mults", "nonlinear"};
  return names[component];
}

Cost &Cost::operator+=(const Cost &other) {
  for (unsigned i = 0; i < numComponents; ++i)
    parts[i] += other.parts[i];
  return *this;
}

Cost Cost::map(llvm::function_ref<CostPolynomial(const CostPolynomial &)> change) const {
  return Cost(change(parts[0]), change(parts[1]), change(parts[2]), change(parts[3]));
}

Cost Cost::operator*(const CostPolynomial &factor) const {
  return map([&](const CostPolynomial &part) { return part * factor; });
}

Cost Cost::max(const Cost &lhs, const Cost &rhs) {
  Cost result;
  for (unsigned i = 0; i < numComponents; ++i)
    result[i] = CostPolynomial::max(lhs[i], rhs[i]);
  return result;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

CostAnalysis::CostAnalysis() = default;
CostAnalysis::~CostAnalysis() = default;

CostPolynomial CostAnalysis::newSymbol(SymbolOrigin origin) {
  symbols.push_back({std::move(origin), false, std::nullopt});
  return CostPolynomial::symbol(symbols.size() - 1);
}

CostPolynomial::Symbol CostAnalysis::newIndex() {
  symbols.push_back({{"i", true, "an index"}, true, std::nullopt});
  return symbols.size() - 1;
}

bool CostAnalysis::hasIndex(const CostPolynomial &polynomial) const {
  return llvm::any_of(polynomial.getTerms(), [&](const auto &term) {
    return llvm::any_of(term.first, [&](auto symbol) { return symbols[symbol].isIndex; });
  });
}

bool CostAnalysis::isNonNegative(const CostPolynomial &polynomial) {
  // Extents are counted from one, indices from zero.
  CostPolynomial counted =
      resolve(polynomial)
          .substitute([&](CostPolynomial::Symbol symbol) -> std::optional<CostPolynomial> {
            if (symbols[symbol].isIndex)
              return std::nullopt;
            return CostPolynomial(1) + CostPolynomial::symbol(symbol);
          });
  return llvm::all_of(counted.getTerms(), [](const auto &term) { return term.second >= 0; });
}

CostPolynomial CostAnalysis::derive(StringRef operation, std::vector<CostPolynomial> operands,
                                    SymbolOrigin origin) {
  for (CostPolynomial &operand : operands)
    operand = resolve(operand);
  for (const DerivedSymbol &known : derived)
    if (known.operation == operation && known.operands == operands)
      return CostPolynomial::symbol(known.symbol);
  CostPolynomial made = newSymbol(std::move(origin));
  derived.push_back({operation.str(), std::move(operands), *made.getSymbol()});
  return made;
}

void CostAnalysis::relateDerived() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (DerivedSymbol &known : derived)
      for (CostPolynomial &operand : known.operands)
        operand = resolve(operand);
    for (auto [i, known] : llvm::enumerate(derived))
      for (const DerivedSymbol &other : ArrayRef(derived).take_front(i)) {
        CostPolynomial left = CostPolynomial::symbol(known.symbol),
                       right = CostPolynomial::symbol(other.symbol);
        if (known.operation != other.operation || !(known.operands == other.operands) ||
            resolve(left) == resolve(right))
          continue;
        unify(left, right);
        changed = true;
      }
  }
}

CostPolynomial CostAnalysis::iterationsOf(Operation *op) {
  auto [known, isNew] = iterations.try_emplace(op);
  if (!isNew)
    return CostPolynomial::symbol(known->second);
  CostPolynomial made =
      isa<func::FuncOp>(op)
          ? newSymbol({"r", true,
                       "the calls of '@" + cast<func::FuncOp>(op).getSymName().str() +
                           "' in its recursion, the first too"})
          : newSymbol({"t", true, "the iterations of an 'scf.while'"});
  known->second = *made.getSymbol();
  return made;
}

/// The place in a file where an op was written, whoever called it there; null where none is known.
static Attribute placeOf(Location loc) {
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return placeOf(call.getCallee());
  return loc->findInstanceOf<FileLineColLoc>();
}

/// Calls `visit` for each `scf.while`, and for each recursive function, that `root` reaches through
/// calls, with the place where it was written. A function that is called several times is visited
/// twice at most.
void CostAnalysis::visitLoops(func::FuncOp root,
                              llvm::function_ref<void(Attribute, Operation *)> visit) {
  SmallVector<func::FuncOp> calls(getCycle(root));
  llvm::DenseMap<Operation *, unsigned> visits;
  while (!calls.empty()) {
    func::FuncOp function = calls.pop_back_val();
    if (++visits[function] > 2)
      continue;
    bool isRecursive = false;
    function.walk([&](Operation *op) {
      if (func::FuncOp callee = getCallee(op)) {
        // All functions that call one another are visited when one of them is called from outside.
        bool isInCycle = llvm::is_contained(getCycle(function), callee);
        isRecursive |= isInCycle;
        if (!isInCycle)
          llvm::append_range(calls, getCycle(callee));
      }
      if (Attribute place = placeOf(op->getLoc()); place && isa<scf::WhileOp>(op))
        visit(place, op);
    });
    if (Attribute place = placeOf(function.getLoc()); place && isRecursive)
      visit(place, function);
  }
}

void CostAnalysis::relateLoops(func::FuncOp primal, func::FuncOp derivative) {
  // The loops of the primal. An entry is null if a call of the primal may enter the loop twice.
  llvm::MapVector<Attribute, Operation *> loops;
  visitLoops(primal, [&](Attribute place, Operation *op) {
    if (auto [known, isNew] = loops.try_emplace(place, op); !isNew)
      known->second = nullptr;
  });
  visitLoops(derivative, [&](Attribute place, Operation *op) {
    auto known = loops.find(place);
    if (known != loops.end() && known->second && known->second->getName() == op->getName())
      unify(iterationsOf(known->second), iterationsOf(op));
  });
}

/// The representative of a symbol in union-find, with path compression.
CostPolynomial::Symbol CostAnalysis::findRoot(CostPolynomial::Symbol symbol) {
  CostPolynomial::Symbol root = symbol;
  auto next = [&](CostPolynomial::Symbol current) -> std::optional<CostPolynomial::Symbol> {
    const auto &value = symbols[current].value;
    return value ? value->getSymbol() : std::nullopt;
  };
  while (auto further = next(root))
    root = *further;
  while (symbol != root) {
    CostPolynomial::Symbol further = *next(symbol);
    symbols[symbol].value = CostPolynomial::symbol(root);
    symbol = further;
  }
  return root;
}

CostPolynomial CostAnalysis::resolve(const CostPolynomial &polynomial) {
  CostPolynomial result = polynomial;
  bool changed = true;
  while (changed) {
    changed = false;
    result = result.substitute([&](CostPolynomial::Symbol symbol) -> std::optional<CostPolynomial> {
      if (!symbols[symbol].value)
        return std::nullopt;
      CostPolynomial::Symbol root = findRoot(symbol);
      changed |= symbols[root].value.has_value();
      return symbols[root].value.value_or(CostPolynomial::symbol(root));
    });
  }
  return result;
}

Cost CostAnalysis::resolve(const Cost &cost) {
  return cost.map([&](const CostPolynomial &part) { return resolve(part); });
}

void CostAnalysis::unify(const CostPolynomial &lhs, const CostPolynomial &rhs) {
  CostPolynomial left = resolve(lhs), right = resolve(rhs);
  if (left == right)
    return;
  if (hasIndex(left) || hasIndex(right))
    return;
  auto leftSymbol = left.getSymbol(), rightSymbol = right.getSymbol();
  // The older of two symbols stays.
  if (leftSymbol && rightSymbol && *leftSymbol < *rightSymbol)
    std::swap(left, right), std::swap(leftSymbol, rightSymbol);
  if (leftSymbol && !right.contains(*leftSymbol))
    symbols[*leftSymbol].value = right;
  else if (rightSymbol && !left.contains(*rightSymbol))
    symbols[*rightSymbol].value = left;
}

void CostAnalysis::unify(const CostInfo &lhs, const CostInfo &rhs) {
  for (auto [left, right] : llvm::zip(lhs.dims, rhs.dims))
    unify(left, right);
  if (lhs.number && rhs.number)
    unify(*lhs.number, *rhs.number);
  for (auto [left, right] : llvm::zip(lhs.parts, rhs.parts))
    unify(*left, *right);
}

std::string CostNames::operator()(CostPolynomial::Symbol symbol) {
  auto [it, isNew] = names.try_emplace(symbol);
  if (isNew) {
    const CostAnalysis::SymbolOrigin &origin = analysis.getOrigin(symbol);
    it->second = origin.name;
    if (origin.isNumbered)
      it->second += std::to_string(counts[origin.name]++);
  }
  return it->second;
}

std::string CostNames::print(const CostPolynomial &polynomial) {
  std::string text;
  llvm::raw_string_ostream os(text);
  polynomial.print(os, [&](CostPolynomial::Symbol symbol) { return (*this)(symbol); });
  return text;
}

std::vector<std::string> CostNames::getLegend() const {
  std::vector<std::string> lines;
  for (const auto &[symbol, name] : names)
    lines.push_back(name + ": " + analysis.getOrigin(symbol).description);
  return lines;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// One call from outside of functions that call one another costs, for each of them, its cost times
// the number of its calls.
void CostAnalysis::evaluate(func::FuncOp function, Entry &entry, Contributions *contributions) {
  entry.state = Entry::Failed;
  FailureOr<Function> result = CostEvaluator(*this, contributions).run(function);
  if (failed(result))
    return;
  entry.function = std::move(*result);
  for (func::FuncOp other : getCycle(function)) {
    if (other == function)
      continue;
    FailureOr<Function> part = CostEvaluator(*this, nullptr).run(other);
    if (failed(part))
      return;
    entry.function.cost += part->cost;
    entry.function.depth = std::max(entry.function.depth, part->depth);
  }
  entry.state = Entry::Done;
}

ArrayRef<func::FuncOp> CostAnalysis::getCycle(func::FuncOp function) {
  if (!cycles.count(function))
    findCycles(function);
  return *cycles[function];
}

/// Kosaraju's algorithm, for what `root` calls.
void CostAnalysis::findCycles(func::FuncOp root) {
  llvm::MapVector<func::FuncOp, SmallVector<func::FuncOp>> callees, callers;
  SmallVector<func::FuncOp> finished;
  SmallVector<std::pair<func::FuncOp, size_t>> path;
  auto enter = [&](func::FuncOp function) {
    if (cycles.count(function) || callees.count(function))
      return;
    SmallVector<func::FuncOp> &called = callees[function];
    function.walk([&](Operation *op) {
      if (func::FuncOp callee = getCallee(op))
        called.push_back(callee);
    });
    path.emplace_back(function, 0);
  };
  enter(root);
  while (!path.empty()) {
    auto &[function, next] = path.back();
    ArrayRef<func::FuncOp> called = callees[function];
    if (next < called.size()) {
      enter(called[next++]);
      continue;
    }
    finished.push_back(function);
    path.pop_back();
  }
  for (auto &[function, called] : callees)
    for (func::FuncOp callee : called)
      callers[callee].push_back(function);
  for (func::FuncOp function : llvm::reverse(finished)) {
    if (cycles.count(function))
      continue;
    auto cycle = std::make_shared<SmallVector<func::FuncOp>>();
    SmallVector<func::FuncOp> work = {function};
    while (!work.empty()) {
      func::FuncOp member = work.pop_back_val();
      if (!cycles.try_emplace(member, cycle).second)
        continue;
      cycle->push_back(member);
      llvm::append_range(work, callers[member]);
    }
  }
}

func::FuncOp CostAnalysis::getCallee(Operation *op) {
  FlatSymbolRefAttr name;
  if (auto call = dyn_cast<func::CallOp>(op))
    name = call.getCalleeAttr();
  else if (auto constant = dyn_cast<func::ConstantOp>(op))
    name = constant.getValueAttr();
  return name ? symbolTables.lookupNearestSymbolFrom<func::FuncOp>(op, name) : nullptr;
}

/// Evaluates callees before their callers, and all functions of a cycle of calls together.
LogicalResult CostAnalysis::visit(func::FuncOp function) {
  SmallVector<std::pair<func::FuncOp, bool>> work = {{function, false}};
  while (!work.empty()) {
    auto [current, hasCallees] = work.pop_back_val();
    std::unique_ptr<Entry> &entry = functions[current];
    if (hasCallees) {
      ArrayRef<func::FuncOp> cycle = getCycle(current);
      // A cycle is evaluated once, when its function with the least number has been left.
      if (llvm::all_of(cycle, [&](func::FuncOp member) {
            auto seen = functions.find(member);
            return seen != functions.end() && seen->second->number >= entry->number;
          }))
        for (func::FuncOp member : cycle)
          evaluate(member, *functions[member], nullptr);
      continue;
    }
    if (entry)
      continue;
    entry = std::make_unique<Entry>();
    entry->number = functions.size();
    work.push_back({current, true});
    current.walk([&](Operation *op) {
      func::FuncOp callee = getCallee(op);
      if (callee && !callee.isDeclaration() && !functions.count(callee))
        work.push_back({callee, false});
    });
  }
  return success(functions[function]->state == Entry::Done);
}

FailureOr<const CostAnalysis::Function *> CostAnalysis::get(func::FuncOp function) {
  if (failed(visit(function)))
    return failure();
  return &functions[function]->function;
}

FailureOr<CostAnalysis::Contributions> CostAnalysis::getContributions(func::FuncOp function) {
  FailureOr<const Function *> known = get(function);
  if (failed(known))
    return failure();
  Contributions contributions;
  Entry again;
  evaluate(function, again, &contributions);
  if (again.state != Entry::Done)
    return failure();
  for (auto [argument, before] : llvm::zip_equal(again.function.arguments, (*known)->arguments))
    unify(*argument, *before);
  for (auto &[op, cost] : contributions)
    cost = resolve(cost);
  return contributions;
}
