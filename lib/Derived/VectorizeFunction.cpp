//===- VectorizeFunction.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Derived/Derived.h"
#include "chad/Derived/Passes.h"
#include "chad/IR/ProgramErrors.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

namespace chad {
#define GEN_PASS_DEF_CHADVECTORIZEFUNCTION
#include "chad/Derived/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

namespace {
struct VectorizeFunction : chad::impl::ChadVectorizeFunctionBase<VectorizeFunction> {
  using ChadVectorizeFunctionBase::ChadVectorizeFunctionBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    auto callee = symbols.lookup<func::FuncOp>(function);
    if (!callee)
      (void)emitNoFunction(getOperation(), function);
    if (!callee || failed(vectorize(callee, symbols)))
      signalPassFailure();
  }

  LogicalResult vectorize(func::FuncOp callee, SymbolTable &symbols) {
    auto error = [&] { return callee.emitError("chad: '@") << callee.getSymName() << "' "; };
    TypeRange inputs = callee.getArgumentTypes();
    SmallVector<int64_t> positions(mapped.begin(), mapped.end());
    if (positions.empty())
      positions = llvm::to_vector(llvm::seq<int64_t>(0, inputs.size()));
    if (positions.empty())
      return error() << "has no arguments to pass arrays for";
    int64_t extent = this->extent < 0 ? ShapedType::kDynamic : this->extent.getValue();
    SmallVector<Type> types(inputs), results;
    for (int64_t i : positions) {
      if (i < 0 || i >= static_cast<int64_t>(inputs.size()))
        return error() << "has " << inputs.size() << " arguments, and option 'mapped' names #" << i;
      types[i] = getBatchOf(inputs[i], extent);
      if (!types[i])
        return error() << "takes argument #" << i << " of type " << inputs[i]
                       << ", of which there are no arrays; leave it out of option 'mapped', or, "
                          "if it is a buffer, run '--chad-raise' first";
    }
    for (auto [i, type] : llvm::enumerate(callee.getResultTypes())) {
      results.push_back(getBatchOf(type, extent));
      if (!results.back())
        return error() << "has result #" << i << " of type " << type
                       << ", of which there are no arrays";
    }
    Location loc = callee.getLoc();
    auto batched = func::FuncOp::create(
        loc, name.empty() ? (callee.getSymName() + ".vmap").str() : name.getValue(),
        FunctionType::get(&getContext(), types, results));
    symbols.insert(batched, std::next(Block::iterator(callee)));
    OpBuilder builder = OpBuilder::atBlockBegin(batched.addEntryBlock());
    SmallVector<Value> arrays =
        mapCalls(builder, loc, batched.getArguments(), inputs, [&](ValueRange args) {
          auto call = func::CallOp::create(builder, loc, callee, args);
          return llvm::to_vector_of<Value>(call.getResults());
        });
    func::ReturnOp::create(builder, loc, arrays);
    return success();
  }
};
} // namespace
