//===- Raise.cpp -------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Frontends/Raise/Raise.h"
#include "Steps.h"
#include "chad/Frontends/Raise/ParallelLoops.h"
#include "chad/IR/ChadOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Raises functions of one module, each after those that it calls.
class Raiser {
public:
  explicit Raiser(ModuleOp module) : module(module), symbols(module) {}

  LogicalResult run(ArrayRef<func::FuncOp> roots) {
    for (func::FuncOp root : roots)
      if (failed(raise(root)))
        return failure();
    return success();
  }

  /// Has raised functions take the place, and the name, of the others: of private ones that nothing
  /// uses any more, or of all.
  void replaceOriginals(bool all);

private:
  LogicalResult raise(func::FuncOp function);

  ModuleOp module;
  SymbolTable symbols;
  DenseSet<Operation *> visited;
  /// Functions with buffers in their types, by the name of the original.
  RaisedFunctions raised;
  SmallVector<func::FuncOp> originals;
};
} // namespace

LogicalResult Raiser::raise(func::FuncOp function) {
  if (!visited.insert(function).second || function.isDeclaration())
    return success();
  SmallVector<func::FuncOp> callees;
  function.walk([&](func::CallOp call) {
    if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
      callees.push_back(callee);
  });
  for (func::FuncOp callee : callees)
    if (failed(raise(callee)))
      return failure();
  if (!isUnstructured(function) && !usesBuffers(function))
    return success();

  ScopedDiagnosticHandler handler(function.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      diag.attachNote(function.getLoc())
          << "while raising '@" << function.getSymName() << "' to what can be differentiated";
    return failure();
  });
  // In place of the function, so that symbols are found from there.
  func::FuncOp copy = function.clone();
  module.push_back(copy);
  auto discard = [&] {
    copy.erase();
    return failure();
  };
  if (failed(makeStructured(copy)))
    return discard();
  FailureOr<RaisedFunction> result = RaisedFunction{copy, {}, {}};
  if (usesBuffers(copy)) {
    if (failed(expandParallelLoops(copy)))
      return discard();
    result = replaceBuffers(copy, raised);
    if (failed(result))
      return discard();
  }
  raiseLoops(copy);
  if (!hasBuffersInType(function)) {
    function.getBody().takeBody(copy.getBody());
    copy.erase();
    return success();
  }
  copy->remove();
  copy.setSymName((function.getSymName() + ".tensors").str());
  copy.setPrivate();
  symbols.insert(copy, std::next(Block::iterator(function)));
  raised[function.getSymName()] = *result;
  originals.push_back(function);
  return success();
}

void Raiser::replaceOriginals(bool all) {
  // Callers come after those that they call.
  for (func::FuncOp original : llvm::reverse(originals)) {
    bool isUsed = !SymbolTable::symbolKnownUseEmpty(original, module);
    if (!all && (original.isPublic() || isUsed))
      continue;
    func::FuncOp function = raised.lookup(original.getSymName()).function;
    StringAttr name = original.getSymNameAttr();
    function.setVisibility(original.getVisibility());
    if (isUsed) {
      // Functions that are not raised call it still.
      original.setPrivate();
      (void)symbols.renameToUnique(original, {});
    } else {
      symbols.erase(original);
    }
    (void)symbols.rename(function, name);
  }
}

LogicalResult chad::raiseFunctions(ModuleOp module, ArrayRef<func::FuncOp> roots) {
  Raiser raiser(module);
  if (failed(raiser.run(roots)))
    return failure();
  raiser.replaceOriginals(/*all=*/true);
  return success();
}

LogicalResult chad::raiseRequestedFunctions(Operation *root) {
  SmallVector<ModuleOp> modules;
  root->walk([&](ModuleOp module) { modules.push_back(module); });
  for (ModuleOp module : modules) {
    SymbolTable symbols(module);
    SmallVector<func::FuncOp> roots;
    for (Operation &op : *module.getBody())
      if (!isa<ModuleOp>(op))
        op.walk([&](Operation *request) {
          if (!isa<JvpOp, VjpOp, GradOp, ValueAndGradOp, JacobianOp, LinearizeOp>(request))
            return;
          auto callee = request->getAttrOfType<FlatSymbolRefAttr>("callee");
          if (auto function = symbols.lookup<func::FuncOp>(callee.getValue()))
            roots.push_back(function);
        });
    Raiser raiser(module);
    if (failed(raiser.run(roots)))
      return failure();
    raiser.replaceOriginals(/*all=*/false);
  }
  return success();
}
