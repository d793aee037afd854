//===- ImportStableHLO.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The pass `chad-import-stablehlo`, which imports each function that has ops of StableHLO.

#include "Importer.h"
#include "VHLO.h"
#include "chad/Frontends/StableHLO/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADIMPORTSTABLEHLO
#include "chad/Frontends/StableHLO/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

/// Whether the type has integers with a sign (`si32`, `ui32`), which import as signless integers.
static bool hasSign(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer && !integer.isSignless();
}

static bool needsImport(func::FuncOp function) {
  auto isChanged = [](Type type) {
    return hasSign(type) || isToken(type) || withoutBounds(type) != type;
  };
  if (llvm::any_of(function.getArgumentTypes(), isChanged) ||
      llvm::any_of(function.getResultTypes(), isChanged))
    return true;
  return function
      .walk([](Operation *op) {
        return isForeign(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Removes attributes by which the producer describes devices and names modules; they have no
/// meaning here.
static void dropForeignAttributes(Operation *op) {
  auto isForeignName = [](StringRef name) {
    return name.starts_with("mhlo.") || name.starts_with("jax.") || name.starts_with("sdy.") ||
           name.starts_with("stablehlo.") || name.starts_with("tf.") || name.starts_with("xla.");
  };
  auto keepOwn = [&](ArrayRef<NamedAttribute> attrs) {
    return llvm::filter_to_vector(
        attrs, [&](NamedAttribute attr) { return !isForeignName(attr.getName()); });
  };
  for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
    if (isForeignName(attr.getName()))
      op->removeDiscardableAttr(attr.getName());
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttrs(i, keepOwn(mlir::function_interface_impl::getArgAttrs(function, i)));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.setResultAttrs(i, keepOwn(mlir::function_interface_impl::getResultAttrs(function, i)));
}

/// Erases the private functions among `functions` that have no uses any more.
static void eraseUnnamed(ModuleOp module, ArrayRef<func::FuncOp> functions) {
  DenseMap<StringAttr, unsigned> uses;
  auto count = [&](Region &region, int by) {
    if (auto all = SymbolTable::getSymbolUses(&region))
      for (const SymbolTable::SymbolUse &use : *all)
        uses[use.getSymbolRef().getRootReference()] += by;
  };
  count(module.getBodyRegion(), 1);
  SmallVector<func::FuncOp> waiting(functions);
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    SmallVector<func::FuncOp> left;
    for (func::FuncOp function : waiting) {
      if (uses.lookup(function.getSymNameAttr())) {
        left.push_back(function);
        continue;
      }
      count(function.getBody(), -1);
      function.erase();
      hasChanged = true;
    }
    waiting = left;
  }
}

/// Erases constants and sizes that rules asked for and did not use.
static void eraseUnused(func::FuncOp function) {
  function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// Whether `op` declares a mesh of devices. Arrays are not divided among devices here.
static bool isMesh(Operation &op) { return op.getName().getStringRef() == "sdy.mesh"; }

/// Emits an error for properties that StableHLO wrote as bytes and that MLIR, which does not know
/// their encoding, has read as another attribute of the module: a dictionary with names of other
/// attributes, or an empty one.
static LogicalResult checkProperties(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (!isForeign(op) || op->isRegistered())
      return WalkResult::advance();
    auto properties = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
    if (!properties || (!properties.empty() && llvm::none_of(properties, [](NamedAttribute attr) {
          return attr.getName().strref().contains('.');
        })))
      return WalkResult::advance();
    op->emitError("'") << op->getName()
                       << "' has properties that are not its own: print the module in the generic "
                          "form rather than as bytecode";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult chad::importStableHLO(ModuleOp module) {
  if (failed(convertVHLO(module)) || failed(checkProperties(module)))
    return failure();
  eraseUnnamed(module, replaceComposites(module));
  Importer importer(module);
  // The imported bodies replace the old ones only after all functions have been imported: a call
  // may be replaced by the import of the callee's old body.
  SmallVector<std::pair<func::FuncOp, std::unique_ptr<Region>>> imported;
  bool hasFailed = false;
  for (Operation &op : *module.getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (isMesh(op))
      continue;
    if (!function) {
      op.walk([&](Operation *nested) {
        if (!isForeign(nested))
          return;
        nested->emitError("'") << nested->getName()
                               << "' stands outside of the functions of the module";
        hasFailed = true;
      });
      continue;
    }
    if (!needsImport(function))
      continue;
    auto body = std::make_unique<Region>();
    if (!function.isExternal()) {
      if (failed(importer.importFunction(function, *body))) {
        hasFailed = true;
        continue;
      }
    }
    imported.emplace_back(function, std::move(body));
  }
  if (hasFailed) {
    for (auto &[function, body] : imported)
      body->dropAllReferences();
    return failure();
  }
  for (auto &[function, body] : imported) {
    auto signless = [&](Type type) {
      if (isToken(type))
        return Type(IntegerType::get(module.getContext(), 1));
      type = withoutBounds(type);
      auto tensor = dyn_cast<RankedTensorType>(type);
      Type element = getElementTypeOrSelf(type);
      if (hasSign(type))
        element = IntegerType::get(module.getContext(), element.getIntOrFloatBitWidth());
      return tensor ? Type(tensor.clone(element)) : element;
    };
    auto inputs = llvm::map_to_vector(function.getArgumentTypes(), signless);
    auto results = llvm::map_to_vector(function.getResultTypes(), signless);
    if (!function.isExternal()) {
      function.getBody().dropAllReferences();
      function.getBody().getBlocks().clear();
      function.getBody().takeBody(*body);
    }
    eraseUnused(function);
    function.setType(FunctionType::get(module.getContext(), inputs, results));
    dropForeignAttributes(function);
  }
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isMesh(op))
      op.erase();
  if (!imported.empty())
    dropForeignAttributes(module);
  eraseUnnamed(module, importer.getInlined());
  return success();
}

static bool isBytecode(StringRef source) { return source.starts_with("ML\xEFR"); }

bool chad::mayHoldStableHLO(StringRef source) {
  if (isBytecode(source))
    return source.contains("stablehlo") || source.contains("chlo") || source.contains("vhlo");
  return source.contains("stablehlo.") || source.contains("chlo.") || source.contains("sdy.") ||
         source.contains("mhlo.");
}

StringRef chad::whyStableHLOIsUnreadable(StringRef source) {
  if (isBytecode(source) && source.contains("stablehlo"))
    return "this is bytecode of StableHLO itself, whose encoding changes with its version: export "
           "a portable artifact by 'jax.export', or print the module in the generic form, in "
           "Python by 'module.operation.get_asm(print_generic_op_form=True)'";
  if (!isBytecode(source) && (source.contains("= stablehlo.") || source.contains("= chlo.")))
    return "this is StableHLO in a syntax of its own, of which that of JAX 0.10 is read: print the "
           "module in the generic form, in Python by "
           "'module.operation.get_asm(print_generic_op_form=True)'";
  return "";
}

namespace {
struct ChadImportStableHLO : chad::impl::ChadImportStableHLOBase<ChadImportStableHLO> {
  void runOnOperation() override {
    if (failed(importStableHLO(getOperation())))
      signalPassFailure();
  }
};
} // namespace
