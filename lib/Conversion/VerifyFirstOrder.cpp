//===- VerifyFirstOrder.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Conversion/Passes.h"
#include "chad/Loops/BodyShape.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/TypeSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CHADVERIFYFIRSTORDER
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

static constexpr StringLiteral differentiate =
    "run chad-differentiate, which expands requests for derivatives";
static constexpr StringLiteral simplify =
    "run chad-simplify, which removes linear functions where their uses are known";
static constexpr StringLiteral functions =
    "run chad-remove-functions, which removes functions as values where their uses are known";
static constexpr StringLiteral erase =
    "run chad-erase-linear, which gives linear types their representation";
static constexpr StringLiteral fromUNF = "run chad-from-unf, which leaves the unary normal form";
static constexpr StringLiteral sums = "run chad-lower-sums, which makes a sum a tag with values";
static constexpr StringLiteral floats =
    "LLVM has no floats of this type; use f16, bf16, f32 or f64";
static constexpr StringLiteral values =
    "LLVM has no values of this type; pass what it consists of, if anything, one by one";
static constexpr StringLiteral complexes =
    "run chad-raise, which makes two values of a complex one, its real and its imaginary part";

static constexpr StringLiteral branches =
    "branches are those of the dialect 'cf', which become structured; lower to others afterwards";

/// The pass that removes a type without a lowering; empty if the type has one.
static StringRef remedyFor(Type type) {
  return TypeSwitch<Type, StringRef>(getElementTypeOrSelf(type))
      .Case<LFunType, CopowerType>([](Type) { return StringRef(simplify); })
      .Case([](FunctionType) { return StringRef(functions); })
      .Case([](SumType) { return StringRef(sums); })
      .Case([](CtxType) { return StringRef(fromUNF); })
      .Case([](LinType) { return StringRef(erase); })
      .Case([](ComplexType) { return StringRef(complexes); })
      .Case<TupleType, NoneType>([](Type) { return StringRef(values); })
      .Case<Float16Type, BFloat16Type, Float32Type, Float64Type, Float80Type, Float128Type>(
          [](Type) { return StringRef(); })
      .Case([](FloatType) { return StringRef(floats); })
      .Default(StringRef());
}

/// The pass that removes an op without a lowering; empty if the op has one.
static StringRef remedyFor(Operation *op) {
  if (op->getNumSuccessors() && !isa_and_nonnull<cf::ControlFlowDialect>(op->getDialect()) &&
      op->getParentOfType<func::FuncOp>())
    return branches;
  if (!isa_and_nonnull<ChadDialect>(op->getDialect()) || chad::detail::isArrayOp(op))
    return {};
  StringRef name = op->getName().stripDialect();
  if (name.starts_with("unf."))
    return fromUNF;
  if (name.starts_with("lfun.") || name.starts_with("copower."))
    return simplify;
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"lambda", "apply"}, functions)
      .Cases({"inj", "case"}, sums)
      .Cases({"zero", "add", "scale", "to_linear", "from_linear", "absorbing_mul"}, erase)
      .Cases({"yield", "record", "box", "open", "empty_box", "is_empty_box"}, {})
      .Cases({"arena", "arena.put", "arena.get"}, {})
      .Default(differentiate);
}

namespace {
struct VerifyFirstOrder : chad::impl::ChadVerifyFirstOrderBase<VerifyFirstOrder> {
  void runOnOperation() override {
    bool isFirstOrder = true;
    // Emits one error for an op, and none for the ops in its body.
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      StringRef remedy = remedyFor(op);
      SmallVector<Type> types(op->getResultTypes());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::append_range(types, block.getArgumentTypes());
      for (Type type : types)
        if (remedy.empty() && !isa<FunctionType>(type))
          remedy = remedyFor(type);
      if (remedy.empty())
        return WalkResult::advance();
      op->emitOpError("cannot be lowered: ") << remedy;
      isFirstOrder = false;
      return isa<SymbolOpInterface>(op) ? WalkResult::advance() : WalkResult::skip();
    });
    if (!isFirstOrder)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
