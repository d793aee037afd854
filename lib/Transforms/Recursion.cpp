//===- Recursion.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recursion.h"
#include "Simplify/Simplify.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"

namespace chad {
#define GEN_PASS_DEF_CHADLIMITINLINING
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

llvm::SetVector<Operation *> chad::detail::findReached(func::FuncOp function,
                                                       const SymbolTable &symbols) {
  llvm::SetVector<Operation *> reached;
  reached.insert(function);
  for (unsigned i = 0; i < reached.size(); ++i)
    reached[i]->walk([&](func::CallOp call) {
      if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
        reached.insert(callee);
    });
  return reached;
}

namespace {
/// A function, and those that it calls.
struct Caller {
  Operation *function = nullptr;
  SmallVector<Caller *> callees;
};
} // namespace

template <> struct llvm::GraphTraits<Caller *> {
  using NodeRef = Caller *;
  using ChildIteratorType = SmallVectorImpl<Caller *>::iterator;
  static NodeRef getEntryNode(Caller *caller) { return caller; }
  static ChildIteratorType child_begin(Caller *caller) { return caller->callees.begin(); }
  static ChildIteratorType child_end(Caller *caller) { return caller->callees.end(); }
};

bool Recursion::isRecursive(Operation *function) {
  if (auto it = known.find(function); it != known.end())
    return it->second;
  llvm::MapVector<Operation *, SmallVector<Operation *>> calls;
  SmallVector<Operation *> worklist = {function};
  while (!worklist.empty()) {
    Operation *caller = worklist.pop_back_val();
    auto [it, isNew] = calls.try_emplace(caller);
    if (!isNew)
      continue;
    SmallVector<Operation *> callees;
    caller->walk([&](func::CallOp call) {
      // All functions that a known function calls are known, too.
      if (Operation *callee = symbols.lookup(call.getCallee()); callee && !known.contains(callee))
        callees.push_back(callee);
    });
    llvm::append_range(worklist, callees);
    it->second = std::move(callees);
  }
  llvm::MapVector<Operation *, Caller> callers;
  for (auto &[caller, callees] : calls)
    callers[caller].function = caller;
  for (auto &[caller, callees] : calls)
    for (Operation *callee : callees)
      callers.find(caller)->second.callees.push_back(&callers.find(callee)->second);
  for (auto scc = llvm::scc_begin(&callers.find(function)->second); !scc.isAtEnd(); ++scc)
    for (Caller *caller : *scc)
      known[caller->function] = scc.hasCycle();
  return known.lookup(function);
}

namespace {
struct LimitInlining : chad::impl::ChadLimitInliningBase<LimitInlining> {
  void runOnOperation() override {
    Inlining inlining(getOperation(), /*inlineAll=*/true);
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (inlining.isKept(function))
        function.setNoInline(true);
  }
};
} // namespace
