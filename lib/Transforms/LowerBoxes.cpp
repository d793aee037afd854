//===- LowerBoxes.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers boxes to addresses of records.

#include "chad/IR/ChadOps.h"
#include "chad/IR/Handles.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERBOXES
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

static bool holdsBox(Type type) {
  return type.walk([](BoxType) { return WalkResult::interrupt(); }).wasInterrupted();
}

namespace {
class BoxLowering {
public:
  explicit BoxLowering(ModuleOp module)
      : module(module), symbols(module), address(IntegerType::get(module.getContext(), 64)) {}

  LogicalResult run() {
    if (failed(check()))
      return failure();
    module.walk([&](Operation *op) {
      if (isa<BoxOp>(op))
        needArena(op->getParentOfType<func::FuncOp>());
    });
    // Functions that return a box to C.
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(handlesAttr) &&
          llvm::any_of(function.getResultTypes(), llvm::IsaPred<BoxType>))
        needArena(function);
    // All callers, direct or indirect, of functions that make a box.
    for (unsigned i = 0; i < needing.size(); ++i) {
      func::FuncOp callee = needing[i];
      if (callee.isPrivate())
        for (func::CallOp call : calls.lookup(callee))
          needArena(call->getParentOfType<func::FuncOp>());
    }
    for (func::FuncOp function : needing)
      addArena(function);
    // An operand of an op that is lowered already may still have the type of a box.
    module.walk([&](Operation *op) { lower(op); });
    module.walk([&](Operation *op) { convertTypes(op); });
    for (auto record : llvm::make_early_inc_range(module.getOps<RecordOp>()))
      record.erase();
    return success();
  }

private:
  /// Collects the calls of functions. Emits an error for a public function that takes or returns
  /// boxes.
  LogicalResult check() {
    LogicalResult result = success();
    auto report = [&](Operation *op) {
      result = failure();
      return op->emitError(
          "chad: boxes are lowered in functions of the module, 'func.func', alone");
    };
    module.walk([&](Operation *op) {
      if (isa<BoxOp, OpenOp, EmptyBoxOp, IsEmptyBoxOp>(op)) {
        auto function = op->getParentOfType<func::FuncOp>();
        if (!function || function->getParentOp() != module || function.isExternal())
          report(op);
        else if (llvm::any_of(op->getOperandTypes(), isLinearType) ||
                 llvm::any_of(op->getResultTypes(), isLinearType))
          report(op).attachNote() << "run '--chad-erase-linear' before";
      }
      if (auto call = dyn_cast<func::CallOp>(op); call && call->getParentOfType<func::FuncOp>())
        if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
          calls[callee].push_back(call);
      if (auto function = dyn_cast<func::FuncOp>(op);
          function && holdsBox(function.getFunctionType()) &&
          (!function.isPrivate() || function.isExternal()) && !handsOutBoxes(function)) {
        auto diag = function.emitError("chad: '@")
                    << function.getSymName()
                    << "' has an argument or result that is a box, which its callers outside "
                       "cannot make or read";
        diag.attachNote() << "open the box, and take or return what it holds";
        result = failure();
      }
    });
    return result;
  }

  /// Whether boxes go to and from callers of `function` outside as handles.
  static bool handsOutBoxes(func::FuncOp function) {
    auto isHandle = [](Type type) { return isa<BoxType>(type) || !holdsBox(type); };
    return function->hasAttr(handlesAttr) && !function.isExternal() &&
           llvm::all_of(function.getArgumentTypes(), isHandle) &&
           llvm::all_of(function.getResultTypes(), isHandle);
  }

  void needArena(func::FuncOp function) { needing.insert(function); }

  void addArena(func::FuncOp function) {
    if (!function.isPrivate()) {
      OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
      arenas[function] = ArenaOp::create(builder, function.getLoc());
      return;
    }
    arenas[function] = function.front().addArgument(address, function.getLoc());
    function.setType(FunctionType::get(function.getContext(), function.front().getArgumentTypes(),
                                       function.getResultTypes()));
    if (ArrayAttr attrs = function.getArgAttrsAttr()) {
      SmallVector<Attribute> all(attrs.begin(), attrs.end());
      all.push_back(DictionaryAttr::get(function.getContext()));
      function.setArgAttrsAttr(ArrayAttr::get(function.getContext(), all));
    }
  }

  void lower(Operation *op) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto arena = [&] { return arenas.lookup(op->getParentOfType<func::FuncOp>()); };
    auto replace = [&](ValueRange results) {
      op->replaceAllUsesWith(results);
      op->erase();
    };
    if (auto call = dyn_cast<func::CallOp>(op)) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (callee && callee.isPrivate() && needing.contains(callee))
        call.getOperandsMutable().append(arena());
    } else if (auto box = dyn_cast<BoxOp>(op)) {
      replace(ArenaPutOp::create(builder, loc, address, arena(), box.getPayload())->getResults());
    } else if (auto open = dyn_cast<OpenOp>(op)) {
      replace(ArenaGetOp::create(builder, loc, open.getResultTypes(), open.getBox())->getResults());
    } else if (auto empty = dyn_cast<EmptyBoxOp>(op)) {
      Value none = arith::ConstantIntOp::create(builder, loc, address, 0);
      if (auto tensor = dyn_cast<RankedTensorType>(empty.getType()))
        none = tensor::SplatOp::create(builder, loc, none, tensor.clone(address), empty.getSizes());
      replace(none);
    } else if (auto isEmpty = dyn_cast<IsEmptyBoxOp>(op)) {
      Value none = arith::ConstantIntOp::create(builder, loc, address, 0);
      replace(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, isEmpty.getBox(), none)
                  ->getResults());
    }
  }

  /// Says for `chad-lower-arenas` which addresses are those of handles.
  static void noteHandles(func::FuncOp function) {
    auto positions = [&](TypeRange types) -> Attribute {
      SmallVector<int64_t> boxes;
      for (auto [i, type] : llvm::enumerate(types))
        if (isa<BoxType>(type))
          boxes.push_back(i);
      return DenseI64ArrayAttr::get(function.getContext(), boxes);
    };
    function->setAttr(
        handlesAttr, ArrayAttr::get(function.getContext(), {positions(function.getArgumentTypes()),
                                                            positions(function.getResultTypes())}));
  }

  Type convert(Type type) {
    if (isa<BoxType>(type))
      return address;
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && isa<BoxType>(tensor.getElementType()) ? tensor.clone(address) : type;
  }

  void convertTypes(Operation *op) {
    for (Value result : op->getResults())
      result.setType(convert(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value arg : block.getArguments())
          arg.setType(convert(arg.getType()));
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      if (function->hasAttr(handlesAttr))
        noteHandles(function);
      auto convertAll = [&](TypeRange types) {
        return llvm::map_to_vector(types, [&](Type type) { return convert(type); });
      };
      function.setType(FunctionType::get(op->getContext(), convertAll(function.getArgumentTypes()),
                                         convertAll(function.getResultTypes())));
    }
  }

  ModuleOp module;
  SymbolTable symbols;
  Type address;
  DenseMap<Operation *, SmallVector<func::CallOp>> calls;
  llvm::SetVector<func::FuncOp> needing;
  DenseMap<Operation *, Value> arenas;
};

struct LowerBoxes : chad::impl::ChadLowerBoxesBase<LowerBoxes> {
  void runOnOperation() override {
    if (failed(BoxLowering(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
