//===- Requests.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requests.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::bench;

static SmallVector<Type> pick(TypeRange types, ArrayRef<int64_t> positions) {
  return llvm::map_to_vector(positions, [&](int64_t i) { return types[i]; });
}

static SmallVector<Type> linear(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) -> Type { return LinType::get(type); });
}

/// A function `name` that requests a derivative of the results `of` of `primal`; linear values
/// enter and leave it as what they represent.
static FunctionOpInterface addRequest(ModuleOp module, StringRef name, FunctionOpInterface primal,
                                      ArrayRef<int64_t> wrt, ArrayRef<int64_t> of,
                                      Derivative derivative, bool isTangent) {
  SmallVector<Type> inputs(primal.getArgumentTypes());
  SmallVector<Type> varied = pick(primal.getArgumentTypes(), wrt);
  if (isTangent)
    llvm::append_range(inputs, varied);
  else if (derivative == Derivative::Vjp)
    llvm::append_range(inputs, primal.getResultTypes());

  module.getContext()->loadDialect<ChadDialect, func::FuncDialect>();
  OpBuilder builder(module.getContext());
  Location loc = primal.getLoc();
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder, loc, name, builder.getFunctionType(inputs, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  ValueRange parameters = function.getArguments();
  ValueRange args = parameters.take_front(primal.getNumArguments());
  SmallVector<Value> vectors;
  for (Value value : parameters.drop_front(args.size()))
    vectors.push_back(ToLinearOp::create(builder, loc, value));
  auto callee = FlatSymbolRefAttr::get(module.getContext(), primal.getName());
  auto wrtAttr = builder.getDenseI64ArrayAttr(wrt), ofAttr = builder.getDenseI64ArrayAttr(of);
  SmallVector<Type> types(primal.getResultTypes());
  Operation *request;
  if (isTangent) {
    llvm::append_range(types, linear(pick(primal.getResultTypes(), of)));
    request = JvpOp::create(builder, loc, types, callee, wrtAttr, ofAttr, args, vectors);
  } else if (derivative == Derivative::Vjp) {
    llvm::append_range(types, linear(varied));
    request = VjpOp::create(builder, loc, types, callee, wrtAttr, ofAttr, args, vectors);
  } else {
    llvm::append_range(types, varied);
    request = ValueAndGradOp::create(builder, loc, types, callee, wrtAttr, ofAttr, args);
  }
  SmallVector<Value> results(request->getResults());
  for (Value &result : results)
    if (isa<LinType>(result.getType()))
      result = FromLinearOp::create(builder, loc, result);
  func::ReturnOp::create(builder, loc, results);
  function.setType(
      builder.getFunctionType(function.getArgumentTypes(), ValueRange(results).getTypes()));
  return cast<FunctionOpInterface>(function.getOperation());
}

FunctionOpInterface chad::bench::addEntry(ModuleOp module, const Program &program, Entry entry,
                                          std::string &why) {
  bool isJacobian = entry == Entry::Derivative && program.derivative == Derivative::Jacobian;
  StringRef name = isJacobian ? program.jacobian : program.function;
  auto function = module.lookupSymbol<FunctionOpInterface>(name);
  if (!function || function.isExternal()) {
    why = "'" + program.file + ".mlir' has no function '" + name.str() + "'";
    return nullptr;
  }
  if (isJacobian || entry == Entry::Primal)
    return function;
  unsigned numArgs = function.getNumArguments();
  if (llvm::any_of(program.wrt, [&](int64_t i) { return i >= int64_t(numArgs); })) {
    why = "'" + name.str() + "' has too few arguments";
    return nullptr;
  }
  bool isTangent = entry == Entry::Tangent;
  auto of = llvm::to_vector(llvm::seq<int64_t>(0, function.getResultTypes().size()));
  if (program.derivative != Derivative::Hvp || isTangent)
    return addRequest(module, "benchmark", function, program.wrt, of, program.derivative,
                      isTangent);
  // The tangent of the gradients, which come after the value.
  FunctionOpInterface gradient = addRequest(module, "benchmark_gradient", function, program.wrt, of,
                                            Derivative::Gradient, /*isTangent=*/false);
  auto gradients = llvm::to_vector(llvm::seq<int64_t>(1, gradient.getResultTypes().size()));
  return addRequest(module, "benchmark", gradient, program.wrt, gradients, Derivative::Hvp,
                    /*isTangent=*/true);
}

FunctionOpInterface chad::bench::specialize(ModuleOp module, FunctionOpInterface function,
                                            ArrayRef<Array> args) {
  SmallVector<Type> types;
  for (auto [type, arg] : llvm::zip_equal(function.getArgumentTypes(), args)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    types.push_back(tensor ? tensor.clone(arg.extents()) : type);
  }
  module.getContext()->loadDialect<func::FuncDialect, tensor::TensorDialect>();
  OpBuilder builder(module.getContext());
  Location loc = function.getLoc();
  builder.setInsertionPointToEnd(module.getBody());
  auto type = builder.getFunctionType(types, function.getResultTypes());
  auto wrapper = func::FuncOp::create(builder, loc, "specialized", type);
  builder.setInsertionPointToStart(wrapper.addEntryBlock());
  SmallVector<Value> values;
  for (auto [value, general] : llvm::zip_equal(wrapper.getArguments(), function.getArgumentTypes()))
    values.push_back(value.getType() == general
                         ? Value(value)
                         : tensor::CastOp::create(builder, loc, general, value).getResult());
  auto call =
      func::CallOp::create(builder, loc, function.getResultTypes(), function.getName(), values);
  func::ReturnOp::create(builder, loc, call.getResults());
  return cast<FunctionOpInterface>(wrapper.getOperation());
}
