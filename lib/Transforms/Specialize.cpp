//===- Specialize.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/Specialize.h"
#include "chad/IR/ChadTypes.h"
#include "chad/IR/ProgramErrors.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

namespace chad {
#define GEN_PASS_DEF_CHADSPECIALIZE
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

static std::string str(ArrayRef<int64_t> shape) {
  return shape.empty()
             ? "_"
             : llvm::join(
                   llvm::map_range(shape, [](int64_t extent) { return std::to_string(extent); }),
                   "x");
}

LogicalResult chad::specialize(func::FuncOp function, ArrayRef<SmallVector<int64_t>> shapes) {
  if (function.isExternal())
    return function.emitError("has no body to specialize");
  if (shapes.size() != function.getNumArguments())
    return function.emitError("has ") << function.getNumArguments() << " arguments, but "
                                      << shapes.size() << " shapes are given";
  SmallVector<Type> types;
  for (auto [i, type, shape] : llvm::enumerate(function.getArgumentTypes(), shapes)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    // Cotangents have the shapes of their values.
    if (isa<LinType>(type)) {
      types.push_back(type);
      continue;
    }
    bool fits = shape.size() == (tensor ? static_cast<size_t>(tensor.getRank()) : 0);
    for (auto [dim, extent] : llvm::enumerate(shape))
      fits = fits && extent >= 0 && (tensor.isDynamicDim(dim) || tensor.getDimSize(dim) == extent);
    if (!fits)
      return function.emitError("argument #")
             << i << " has type " << type << ", which the shape " << str(shape) << " does not fit";
    types.push_back(tensor ? tensor.clone(ArrayRef(shape)) : type);
  }
  function.getContext()->loadDialect<tensor::TensorDialect>();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  for (auto [arg, type] : llvm::zip_equal(function.getArguments(), types)) {
    Type old = arg.getType();
    if (old == type)
      continue;
    arg.setType(type);
    auto cast = tensor::CastOp::create(builder, arg.getLoc(), old, arg);
    arg.replaceAllUsesExcept(cast, cast);
  }
  function.setFunctionType(
      FunctionType::get(function.getContext(), types, function.getResultTypes()));
  return success();
}

namespace {
struct Specialize : chad::impl::ChadSpecializeBase<Specialize> {
  using ChadSpecializeBase::ChadSpecializeBase;

  void runOnOperation() override {
    auto symbol = getOperation().lookupSymbol<func::FuncOp>(function.getValue());
    if (!symbol) {
      emitNoFunction(getOperation(), function);
      return signalPassFailure();
    }
    if (!SymbolTable::symbolKnownUseEmpty(symbol, getOperation())) {
      symbol.emitError("is called; only a function that nothing in the module calls can take other "
                       "types");
      return signalPassFailure();
    }
    SmallVector<SmallVector<int64_t>> parsed;
    for (StringRef text : shapes) {
      SmallVector<int64_t> &shape = parsed.emplace_back();
      SmallVector<StringRef> extents;
      if (text != "_")
        text.split(extents, 'x');
      for (StringRef extent : extents)
        if (extent.getAsInteger(10, shape.emplace_back())) {
          symbol.emitError("'") << text << "' is no shape; write 3x4, or _ for a scalar";
          return signalPassFailure();
        }
    }
    if (failed(specialize(symbol, parsed)))
      signalPassFailure();
  }
};
} // namespace
