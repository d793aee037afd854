//===- HostOps.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds what no GPU can run.

#include "chad/IR/ChadOps.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace chad;

Operation *chad::detail::findHostOp(Operation *root, function_ref<bool(Operation *)> isIgnored) {
  Operation *found = nullptr;
  root->walk([&](Operation *op) {
    // `chad-lower-arenas` makes loads of the LLVM dialect of `chad.arena.get`.
    if (!isa<CallOpInterface, ArenaOp, ArenaPutOp, ArenaGetOp, LLVM::LoadOp>(op) ||
        (isIgnored && isIgnored(op)))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

std::string chad::detail::describeHostOp(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  auto callee = call ? dyn_cast<SymbolRefAttr>(call.getCallableForCallee()) : SymbolRefAttr();
  StringRef name = callee ? callee.getLeafReference().getValue() : StringRef();
  // `chad-lower-arenas` makes calls of the ops of records.
  if (!call || name.starts_with("chad.arena.") || name.starts_with("chad.handle."))
    return "it makes or reads records, which are in the memory of the CPU";
  if (!callee)
    return "it calls a function";
  name.consume_front("chad.");
  return "it calls '" + name.str() + "'";
}
