//===- Inlining.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds the calls that hide functions from the laws, and inlines them.

#include "Simplify.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/ProgramErrors.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::holdsFunctions(Type type) {
  return type
      .walk([](Type part) {
        return isa<LFunType, CopowerType, FunctionType>(part) ? WalkResult::interrupt()
                                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the arguments or results of a function hold functions.
static bool isHigherOrder(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(), holdsFunctions) ||
         llvm::any_of(function.getResultTypes(), holdsFunctions);
}

//===----------------------------------------------------------------------===//
// The order
//===----------------------------------------------------------------------===//

namespace {
/// A node of the call graph: a function, with an edge for each call that it has after inlining.
struct Node {
  func::FuncOp function;
  SmallVector<Node *> callees;
  /// The number of calls of the function, and the number of ops in its body after inlining.
  int64_t numCalls = 0, size = 0;
  bool isInlined = false;
};
} // namespace

template <> struct llvm::GraphTraits<Node *> {
  using NodeRef = Node *;
  using ChildIteratorType = SmallVectorImpl<Node *>::iterator;
  static NodeRef getEntryNode(Node *node) { return node; }
  static ChildIteratorType child_begin(Node *node) { return node->callees.begin(); }
  static ChildIteratorType child_end(Node *node) { return node->callees.end(); }
};

/// Whether a function can be erased when its one call is inlined.
static bool isOnlyCalled(func::FuncOp function, ArrayRef<Operation *> users) {
  return function.isPrivate() && users.size() == 1 &&
         (isa<func::CallOp>(users.front()) ||
          (isa<func::ConstantOp>(users.front()) && isHigherOrder(function)));
}

Inlining::Inlining(Operation *module, bool inlineAll) : inlineAll(inlineAll) {
  llvm::MapVector<Operation *, Node> nodes;
  module->walk([&](func::FuncOp function) {
    if (!function.isExternal())
      nodes[function] = {function, {}};
  });
  int64_t moduleSize = 0;
  for (auto &[op, node] : nodes) {
    op->walk([&, &node = node](Operation *inner) {
      ++node.size;
      FlatSymbolRefAttr name;
      if (auto call = dyn_cast<func::CallOp>(inner))
        name = call.getCalleeAttr();
      else if (auto constant = dyn_cast<func::ConstantOp>(inner))
        name = constant.getValueAttr();
      if (!name)
        return;
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(inner, name);
      if (auto found = nodes.find(callee); callee && found != nodes.end()) {
        node.callees.push_back(&found->second);
        ++found->second.numCalls;
      }
    });
    moduleSize += node.size;
  }
  constexpr int64_t maxGrowth = 3, minBudget = 4000;
  int64_t budget = std::max(minBudget, maxGrowth * moduleSize);
  // Without knowing all users of a function it is not known to be only called.
  std::optional<SymbolUserMap> users;
  if (!findUnknownSymbolTable(module))
    users.emplace(symbols, module);
  Node root;
  for (auto &[op, node] : nodes)
    root.callees.push_back(&node);
  for (auto scc = llvm::scc_begin(&root); !scc.isAtEnd(); ++scc) {
    bool hasCycle = scc.hasCycle();
    for (Node *node : *scc) {
      if (!node->function)
        continue;
      if (hasCycle)
        recursive.insert(node->function);
      for (Node *callee : node->callees)
        if (callee->isInlined)
          node->size += callee->size;
      int64_t added = node->size * (node->numCalls - (node->function.isPrivate() ? 1 : 0));
      node->isInlined = node->numCalls && whyNot(node->function).empty() && added <= budget;
      if (node->isInlined)
        budget -= added;
      else if (added > budget)
        tooLarge.insert(node->function);
      if (users && isOnlyCalled(node->function, users->getUsers(node->function)) &&
          whyNot(node->function).empty())
        moved.insert(node->function);
      else
        order.push_back(node->function);
    }
  }
}

func::FuncOp Inlining::lookup(func::CallOp call) const {
  return symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
}

std::string Inlining::whyNot(func::FuncOp callee) const {
  std::string name = callee ? "'@" + callee.getSymName().str() + "'" : "what it calls";
  if (!callee || callee.isExternal())
    return name + " has no body here";
  if (recursive.contains(callee))
    return name + " is recursive";
  // Functions of functions are removed by inlining.
  if (callee.getNoInline() && !isHigherOrder(callee))
    return name + " is marked 'no_inline'";
  for (NamedAttribute attr : callee->getDiscardableAttrs())
    if (attr.getName().strref().starts_with("chad."))
      return name + " has a derivative of its own, '" + attr.getName().str() + "'";
  if (!callee.getBody().hasOneBlock())
    return name + " has several blocks, so that it cannot be inlined";
  return {};
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

/// Replaces a call by the body of the function; collects the calls in it.
static void inlineCall(func::CallOp call, func::FuncOp callee,
                       SmallVectorImpl<func::CallOp> &calls) {
  Block &body = callee.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *inner) {
      inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc()));
      if (auto innerCall = dyn_cast<func::CallOp>(inner))
        calls.push_back(innerCall);
    });
  }
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

bool Inlining::run(func::FuncOp caller, CopyBudget &budget) const {
  bool changed = false;
  SmallVector<func::CallOp> calls;
  caller.walk([&](func::CallOp call) { calls.push_back(call); });
  while (!calls.empty()) {
    func::CallOp call = calls.pop_back_val();
    func::FuncOp callee = lookup(call);
    if (!callee || !whyNot(callee).empty())
      continue;
    bool isPlanned = isMoved(callee) || (inlineAll && !tooLarge.contains(callee));
    if (!isPlanned && !(isHigherOrder(callee) && budget.pay(callee)))
      continue;
    inlineCall(call, callee, calls);
    changed = true;
  }
  return changed;
}
