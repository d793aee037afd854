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
    chooseVectors(roots);
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
  void chooseVectors(ArrayRef<func::FuncOp> roots);
  LogicalResult raise(func::FuncOp function);

  ModuleOp module;
  SymbolTable symbols;
  bool keepVectors;
  /// Functions whose vectors become tensors.
  DenseSet<Operation *> withoutVectors;
  DenseSet<Operation *> visited;
  /// The raised forms of functions that have buffers in their types, by the name of the original.
  RaisedFunctions raised;
  SmallVector<func::FuncOp> originals;
};
} // namespace

/// The functions that `op` names, in calls, as values, and in requests for derivatives.
static SmallVector<func::FuncOp> getNamed(Operation *op, SymbolTable &symbols) {
  SmallVector<func::FuncOp> named;
  op->walk([&](Operation *inner) {
    auto callee = isa<func::ConstantOp>(inner) ? cast<func::ConstantOp>(inner).getValueAttr()
                                               : inner->getAttrOfType<FlatSymbolRefAttr>("callee");
    if (callee)
      if (auto function = symbols.lookup<func::FuncOp>(callee.getValue()))
        named.push_back(function);
  });
  return named;
}

/// Gives functions that are not among `functions` copies of those whose types change and that they
/// name: what is not reached stays as it is.
static void copyForOthers(ModuleOp module, SymbolTable &symbols, ArrayRef<func::FuncOp> functions,
                          function_ref<bool(func::FuncOp)> changesType) {
  DenseSet<Operation *> changed(functions.begin(), functions.end());
  SmallVector<func::FuncOp> others;
  for (auto function : module.getOps<func::FuncOp>())
    if (!changed.contains(function))
      others.push_back(function);
  DenseMap<Operation *, func::FuncOp> copies;
  // Copies may name functions, too.
  for (unsigned i = 0; i < others.size(); ++i) {
    func::FuncOp other = others[i];
    for (func::FuncOp named : getNamed(other, symbols)) {
      if (!changed.contains(named) || named.isDeclaration() || !changesType(named))
        continue;
      func::FuncOp &copy = copies[named];
      if (!copy) {
        copy = named.clone();
        copy.setPrivate();
        symbols.insert(copy, std::next(Block::iterator(named)));
        others.push_back(copy);
      }
      (void)SymbolTable::replaceAllSymbolUses(named, copy.getSymNameAttr(), other);
    }
  }
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

/// Chooses the functions whose vectors become tensors: with `keepVectors` those that the compiler
/// does not support, public ones that take or return vectors, and those that exchange vectors with
/// such functions.
void Raiser::chooseVectors(ArrayRef<func::FuncOp> roots) {
  llvm::SetVector<Operation *> reached(roots.begin(), roots.end());
  DenseMap<Operation *, SmallVector<func::FuncOp>> named;
  for (unsigned i = 0; i < reached.size(); ++i) {
    auto function = cast<func::FuncOp>(reached[i]);
    named[function] = getNamed(function, symbols);
    reached.insert_range(named[function]);
    bool isSimple = keepVectors && hasSimpleVectors(function) &&
                    !(function.isPublic() && hasVectorsInType(function));
    if (!isSimple && usesVectors(function))
      withoutVectors.insert(function);
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (auto &[function, others] : named)
      for (func::FuncOp other : others)
        if (hasVectorsInType(other) &&
            withoutVectors.contains(function) != withoutVectors.contains(other)) {
          withoutVectors.insert(function);
          withoutVectors.insert(other);
          changes = true;
        }
  }
  SmallVector<func::FuncOp> changed;
  for (Operation *op : reached)
    if (withoutVectors.contains(op))
      changed.push_back(cast<func::FuncOp>(op));
  copyForOthers(module, symbols, changed, hasVectorsInType);
}

LogicalResult Raiser::raise(func::FuncOp function) {
  if (!visited.insert(function).second || function.isDeclaration())
    return success();
  for (func::FuncOp callee : getNamed(function, symbols))
    if (failed(raise(callee)))
      return failure();
  NoteFunction note(function);
  if (failed(checkConstants(function)))
    return failure();
  replaceIndirectCalls(function);
  replaceIndexOps(function);
  replaceIntegerLoops(function);
  replaceEmptyReductions(function);
  bool hasVectors = withoutVectors.contains(function);
  if (!isUnstructured(function) && !usesBuffers(function) && !hasVectors)
    return success();

  // The copy is inserted next to the function, so that symbols can be looked up from it.
  func::FuncOp copy = function.clone();
  module.push_back(copy);
  auto discard = [&] {
    copy.erase();
    return failure();
  };
  normalizeOps(copy);
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

/// Returns the functions that are reachable from `roots` and satisfy `isMeant`.
static SmallVector<func::FuncOp> getReached(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                            function_ref<bool(func::FuncOp)> isMeant) {
  SymbolTable symbols(module);
  llvm::SetVector<Operation *> reached(roots.begin(), roots.end());
  for (unsigned i = 0; i < reached.size(); ++i)
    reached.insert_range(getNamed(reached[i], symbols));
  SmallVector<func::FuncOp> functions;
  for (Operation *op : reached)
    if (auto function = cast<func::FuncOp>(op); isMeant(function))
      functions.push_back(function);
  return functions;
}

/// `roots`, those that name one of them whose type changes, and so on.
static SmallVector<func::FuncOp> withCallers(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                             function_ref<bool(func::FuncOp)> changesType) {
  SymbolTable symbols(module);
  llvm::SetVector<Operation *> found(roots.begin(), roots.end());
  for (size_t before = 0; before != found.size();) {
    before = found.size();
    for (auto function : module.getOps<func::FuncOp>())
      if (!found.contains(function) &&
          llvm::any_of(getNamed(function, symbols), [&](func::FuncOp named) {
            return found.contains(named) && changesType(named);
          }))
        found.insert(function);
  }
  return llvm::map_to_vector(found, [](Operation *op) { return cast<func::FuncOp>(op); });
}

/// Replaces the dialect `ml_program` in the functions that are reached from `roots`, and `shape` in
/// those that are reached from `shapeRoots`.
static LogicalResult replaceShapesAndGlobals(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                             ArrayRef<func::FuncOp> shapeRoots) {
  MLIRContext *context = module.getContext();
  if (context->getLoadedDialect<ml_program::MLProgramDialect>())
    for (func::FuncOp function : getReached(module, roots, [](func::FuncOp) { return true; })) {
      NoteFunction note(function);
      if (failed(replaceGlobals(function)))
        return failure();
    }
  if (context->getLoadedDialect<shape::ShapeDialect>()) {
    SmallVector<func::FuncOp> functions = getReached(module, shapeRoots, usesShapes);
    SymbolTable symbols(module);
    copyForOthers(module, symbols, functions, hasShapesInType);
    for (func::FuncOp function : functions) {
      NoteFunction note(function);
      if (failed(replaceShapes(function)))
        return failure();
    }
  }
  return success();
}

/// Splits complex values in the functions that are reached from `roots`.
static LogicalResult splitReached(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                  bool keepPublicTypes) {
  if (!usesComplex(module))
    return success();
  SmallVector<func::FuncOp> functions =
      getReached(module, roots, [](func::FuncOp function) { return usesComplex(function); });
  {
    SymbolTable symbols(module);
    copyForOthers(module, symbols, functions, hasComplexInType);
  }
  llvm::for_each(functions, replaceIndirectCalls);
  if (failed(splitComplex(module, functions, keepPublicTypes)))
    return failure();
  llvm::for_each(functions, raiseLoops);
  return success();
}

LogicalResult chad::raiseFunctions(ModuleOp module, ArrayRef<func::FuncOp> roots,
                                   RaiseOptions options) {
  simplifyAttributes(module);
  if (failed(replaceShapesAndGlobals(module, roots, roots)))
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
    simplifyAttributes(module);
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
    // What asks for a derivative, or calls such code, is raised with it.
    if (failed(replaceShapesAndGlobals(module, roots, withCallers(module, roots, hasShapesInType))))
      return failure();
    Raiser raiser(module, /*keepVectors=*/false);
    if (failed(raiser.run(withCallers(module, roots, hasVectorsInType))))
      return failure();
    raiser.replaceOriginals(/*all=*/false);
    if (failed(splitReached(module, withCallers(module, requesting, hasComplexInType),
                            /*keepPublicTypes=*/true)))
      return failure();
  }
  return success();
}
