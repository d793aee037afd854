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
#include "chad/IR/Requests.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Raises functions of one module, each after those that it calls.
class Raiser {
public:
  Raiser(ModuleOp module, bool keepVectors)
      : module(module), symbols(module), keepVectors(keepVectors) {}

  LogicalResult run(ArrayRef<func::FuncOp> roots) {
    for (func::FuncOp root : roots)
      if (failed(raise(root)))
        return failure();
    return success();
  }

  /// Gives the raised functions the names of the originals that they replace. An original is
  /// replaced if it is private and has no uses; if `all` is set, every original is replaced. An
  /// original without uses is erased, any other becomes a private function of another name.
  void replaceOriginals(bool all);

private:
  LogicalResult raise(func::FuncOp function);

  ModuleOp module;
  SymbolTable symbols;
  bool keepVectors;
  DenseSet<Operation *> visited;
  /// The raised forms of functions that have buffers in their types, by the name of the original.
  RaisedFunctions raised;
  SmallVector<func::FuncOp> originals;
};
} // namespace

/// The functions that `op` names, in calls and in requests for derivatives.
static SmallVector<func::FuncOp> getNamed(Operation *op, SymbolTable &symbols) {
  SmallVector<func::FuncOp> named;
  op->walk([&](Operation *inner) {
    if (auto callee = inner->getAttrOfType<FlatSymbolRefAttr>("callee"))
      if (auto function = symbols.lookup<func::FuncOp>(callee.getValue()))
        named.push_back(function);
  });
  return named;
}

/// Whether the compiler for the CPU supports all ops of the vector dialect in `function`.
static bool hasSimpleVectors(func::FuncOp function) {
  return !function
              ->walk([](Operation *op) {
                bool isSimple =
                    !isa_and_nonnull<vector::VectorDialect>(op->getDialect()) ||
                    isa<vector::BroadcastOp, vector::ExtractOp, vector::FMAOp, vector::InsertOp,
                        vector::LoadOp, vector::ReductionOp, vector::ShapeCastOp, vector::StoreOp,
                        vector::TransferReadOp, vector::TransferWriteOp>(op);
                return isSimple ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

namespace {
/// While it lives, adds a note to each error that says which function is being raised.
class NoteFunction {
public:
  explicit NoteFunction(func::FuncOp function)
      : handler(function.getContext(), [function](Diagnostic &diag) mutable {
          if (diag.getSeverity() == DiagnosticSeverity::Error)
            diag.attachNote(function.getLoc())
                << "while raising '@" << function.getSymName()
                << "' to what can be differentiated (docs/Coverage.md)";
          return failure();
        }) {}

private:
  ScopedDiagnosticHandler handler;
};
} // namespace

LogicalResult Raiser::raise(func::FuncOp function) {
  if (!visited.insert(function).second || function.isDeclaration())
    return success();
  for (func::FuncOp callee : getNamed(function, symbols))
    if (failed(raise(callee)))
      return failure();
  bool hasVectors = usesVectors(function) && !(keepVectors && hasSimpleVectors(function));
  if (!isUnstructured(function) && !usesBuffers(function) && !hasVectors)
    return success();

  NoteFunction note(function);
  // The copy is inserted next to the function, so that symbols can be looked up from it.
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
  if (hasVectors && failed(replaceVectors(copy)))
    return discard();
  // Arrays of complex numbers are split into two arrays before loops over elements are raised.
  if (!usesComplex(copy))
    raiseLoops(copy);
  if (!hasBuffersInType(function)) {
    function.getBody().takeBody(copy.getBody());
    function.setType(copy.getFunctionType());
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
  // A function is raised after the functions that it calls.
  for (func::FuncOp original : llvm::reverse(originals)) {
    bool isUsed = !SymbolTable::symbolKnownUseEmpty(original, module);
    if (!all && (original.isPublic() || isUsed))
      continue;
    func::FuncOp function = raised.lookup(original.getSymName()).function;
    StringAttr name = original.getSymNameAttr();
    function.setVisibility(original.getVisibility());
    if (isUsed) {
      // Functions that are not raised still call the original.
      original.setPrivate();
      (void)symbols.renameToUnique(original, {});
    } else {
      symbols.erase(original);
    }
    (void)symbols.rename(function, name);
  }
}

/// The functions that `roots` reach and of which `isMeant` holds. Of others, those that name a
/// reached function whose type is about to change, and what they reach.
static SmallVector<func::FuncOp> getReached(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                            function_ref<bool(func::FuncOp)> isMeant,
                                            function_ref<bool(func::FuncOp)> changesType) {
  SymbolTable symbols(module);
  llvm::SetVector<Operation *> reached(roots.begin(), roots.end());
  for (unsigned i = 0, before = 0; before != reached.size();) {
    before = reached.size();
    for (; i < reached.size(); ++i)
      reached.insert_range(getNamed(reached[i], symbols));
    for (auto function : module.getOps<func::FuncOp>())
      if (!reached.contains(function) && isMeant(function) &&
          llvm::any_of(getNamed(function, symbols), [&](func::FuncOp named) {
            return reached.contains(named) && changesType(named);
          }))
        reached.insert(function);
  }
  SmallVector<func::FuncOp> functions;
  for (Operation *op : reached)
    if (auto function = cast<func::FuncOp>(op); isMeant(function))
      functions.push_back(function);
  return functions;
}

/// Replaces the dialects `shape` and `ml_program` in the functions that are reached from `roots`.
static LogicalResult replaceShapesAndGlobals(ModuleOp module, ArrayRef<func::FuncOp> roots) {
  MLIRContext *context = module.getContext();
  if (context->getLoadedDialect<ml_program::MLProgramDialect>())
    for (func::FuncOp function : getReached(
             module, roots, [](func::FuncOp) { return true; },
             [](func::FuncOp) { return false; })) {
      NoteFunction note(function);
      if (failed(replaceGlobals(function)))
        return failure();
    }
  if (context->getLoadedDialect<shape::ShapeDialect>())
    for (func::FuncOp function : getReached(module, roots, usesShapes, hasShapesInType)) {
      NoteFunction note(function);
      if (failed(replaceShapes(function)))
        return failure();
    }
  return success();
}

/// Splits complex values in the functions that are reached from `roots`, and in the ops that name
/// such functions.
static LogicalResult splitReached(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                  bool keepPublicTypes) {
  if (!usesComplex(module))
    return success();
  SmallVector<func::FuncOp> functions = getReached(
      module, roots, [](func::FuncOp function) { return usesComplex(function); }, hasComplexInType);
  if (failed(splitComplex(module, functions, keepPublicTypes)))
    return failure();
  llvm::for_each(functions, raiseLoops);
  return success();
}

LogicalResult chad::raiseFunctions(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                   RaiseOptions options) {
  if (failed(replaceShapesAndGlobals(module, roots)))
    return failure();
  SmallVector<StringAttr> names =
      llvm::map_to_vector(roots, [](func::FuncOp root) { return root.getSymNameAttr(); });
  Raiser raiser(module, options.keepVectors);
  if (failed(raiser.run(roots)))
    return failure();
  raiser.replaceOriginals(/*all=*/true);
  if (options.keepComplex)
    return success();
  // Raised functions have the names of the functions that they replace.
  SmallVector<func::FuncOp> raised;
  for (StringAttr name : names)
    raised.push_back(module.lookupSymbol<func::FuncOp>(name));
  return splitReached(module, raised, /*keepPublicTypes=*/false);
}

LogicalResult chad::raiseRequestedFunctions(Operation *root) {
  SmallVector<ModuleOp> modules;
  root->walk([&](ModuleOp module) { modules.push_back(module); });
  for (ModuleOp module : modules) {
    if (failed(convertMLPrograms(module)))
      return failure();
    SmallVector<func::FuncOp> roots, requesting;
    {
      SymbolTable symbols(module);
      for (auto function : module.getOps<func::FuncOp>())
        function.walk([&](Operation *request) {
          if (!isRequest(request))
            return;
          auto callee = request->getAttrOfType<FlatSymbolRefAttr>("callee");
          if (!callee)
            return;
          if (auto target = symbols.lookup<func::FuncOp>(callee.getValue()))
            roots.push_back(target);
          requesting.push_back(function);
        });
    }
    if (failed(replaceShapesAndGlobals(module, roots)))
      return failure();
    Raiser raiser(module, /*keepVectors=*/false);
    if (failed(raiser.run(roots)))
      return failure();
    raiser.replaceOriginals(/*all=*/false);
    if (failed(splitReached(module, requesting, /*keepPublicTypes=*/true)))
      return failure();
  }
  return success();
}
