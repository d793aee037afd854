//===- FunctionsInC.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions in C as values of a program. Such a function is a lambda that has captured the
// addresses of the function, of its partial derivatives, and of what the caller wants both to be
// given. It calls the function by its address; its rules, forward and reverse, multiply with the
// partial derivatives:
//
//     dy_j = sum_i d_ji . dx_i,    x̄_i = sum_j d_ji . ȳ_j

#include "CInterface.h"
#include "chad/IR/CustomRules.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The name of a number in C; empty if it is passed in another way than a word or a float.
static StringRef nameInC(Type type) {
  if (type.isF64())
    return "double";
  if (type.isF32())
    return "float";
  if (type.isIndex() || type.isSignlessInteger(64))
    return "int64_t";
  return type.isSignlessInteger(32) ? "int32_t" : "";
}

namespace {
class MakerBuilder {
public:
  MakerBuilder(SymbolTable &symbols, RecordOp record, FunctionType type)
      : symbols(symbols), record(record), type(type), loc(record.getLoc()),
        builder(record.getContext()), name(record.getSymName()), word(builder.getI64Type()) {
    for (auto [i, input] : llvm::enumerate(type.getInputs()))
      if (isa<FloatType>(input))
        wrt.push_back(i);
    for (auto [i, result] : llvm::enumerate(type.getResults()))
      if (isa<FloatType>(result))
        of.push_back(i);
  }

  bool isSupported() const {
    Type scalar;
    for (Type part : llvm::concat<const Type>(type.getInputs(), type.getResults())) {
      if (nameInC(part).empty() || (isa<FloatType>(part) && scalar && part != scalar))
        return false;
      if (isa<FloatType>(part))
        scalar = part;
    }
    return type.getNumResults() != 0;
  }

  std::string getParameters() const {
    std::string given = "(void *context", text;
    for (auto [i, input] : llvm::enumerate(type.getInputs()))
      given += (", " + nameInC(input) + " arg" + Twine(i + 1)).str();
    text = "void (*apply)" + given;
    for (auto [i, result] : llvm::enumerate(type.getResults()))
      text +=
          (", " + nameInC(result) + " *result" + (type.getNumResults() > 1 ? Twine(i) : Twine()))
              .str();
    text += "), void (*partials)" + given;
    for (int64_t j : of)
      for (int64_t i : wrt)
        text += (", " + nameInC(type.getResult(j)) + " *by_arg" + Twine(i + 1) +
                 (of.size() > 1 ? "_of_result" + Twine(j) : Twine()))
                    .str();
    return text + "), void *context";
  }

  func::FuncOp make() {
    func::FuncOp function = addFunction();
    if (!wrt.empty() && !of.empty())
      addRules(function);
    func::FuncOp maker = begin(".from_c", {}, {word, word, word},
                               BoxType::get(record.getContext(), FlatSymbolRefAttr::get(record)));
    ValueRange captured = maker.getArguments();
    for (auto [i, argument] : llvm::enumerate(ArrayRef<StringRef>{"apply", "partials", "context"}))
      maker.setArgAttr(i, parameterNameAttr, builder.getStringAttr(argument));
    OperationState state(loc, LambdaOp::getOperationName());
    state.addTypes(type);
    Block &body = state.addRegion()->emplaceBlock();
    for (Type input : type.getInputs())
      body.addArgument(input, loc);
    Value lambda = builder.create(state)->getResult(0);
    auto inner = OpBuilder::atBlockEnd(&cast<LambdaOp>(lambda.getDefiningOp()).getBody().front());
    SmallVector<Value> args(captured);
    llvm::append_range(args, inner.getInsertionBlock()->getArguments());
    auto call = func::CallOp::create(inner, loc, function, args);
    YieldOp::create(inner, loc, call.getResults());
    Value box = BoxOp::create(builder, loc, maker.getResultTypes()[0], lambda);
    func::ReturnOp::create(builder, loc, box);
    maker.setPublic();
    return maker;
  }

private:
  /// A function with these arguments before those of the function in C, and `more` after them.
  func::FuncOp begin(StringRef suffix, TypeRange more, TypeRange first, TypeRange results,
                     bool takesArgs = false) {
    SmallVector<Type> inputs(first);
    if (takesArgs)
      llvm::append_range(inputs, type.getInputs());
    llvm::append_range(inputs, more);
    std::string free = (name + suffix).str();
    while (symbols.lookup(free))
      free += '_';
    auto function = func::FuncOp::create(loc, free, builder.getFunctionType(inputs, results));
    function.setPrivate();
    symbols.insert(function);
    builder.setInsertionPointToStart(function.addEntryBlock());
    return function;
  }

  /// Calls a function in C that is at `address`, and writes its results to memory.
  SmallVector<Value> callAt(Value address, Value context, ValueRange args, TypeRange results) {
    MLIRContext *mlirContext = builder.getContext();
    Type pointer = LLVM::LLVMPointerType::get(mlirContext);
    auto toPointer = [&](Value value) {
      return LLVM::IntToPtrOp::create(builder, loc, pointer, value).getResult();
    };
    auto inMemory = [&](Type part) { return part.isIndex() ? word : part; };
    SmallVector<Value> operands = {toPointer(address), toPointer(context)}, places;
    for (Value arg : args)
      operands.push_back(arg.getType().isIndex()
                             ? arith::IndexCastOp::create(builder, loc, word, arg).getResult()
                             : arg);
    Value one = LLVM::ConstantOp::create(builder, loc, word, builder.getI64IntegerAttr(1));
    for (Type result : results)
      places.push_back(LLVM::AllocaOp::create(builder, loc, pointer, inMemory(result), one));
    llvm::append_range(operands, places);
    auto callee =
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(mlirContext),
                                    llvm::to_vector(ValueRange(operands).drop_front().getTypes()));
    LLVM::CallOp::create(builder, loc, callee, operands);
    SmallVector<Value> values;
    for (auto [place, result] : llvm::zip_equal(places, results)) {
      Value value = LLVM::LoadOp::create(builder, loc, inMemory(result), place);
      values.push_back(result.isIndex()
                           ? arith::IndexCastOp::create(builder, loc, result, value).getResult()
                           : value);
    }
    return values;
  }

  func::FuncOp addFunction() {
    func::FuncOp function =
        begin(".in_c", {}, {word, word, word}, type.getResults(), /*takesArgs=*/true);
    auto values = callAt(function.getArgument(0), function.getArgument(2),
                         function.getArguments().drop_front(3), type.getResults());
    func::ReturnOp::create(builder, loc, values);
    return function;
  }

  func::FuncOp addPartials() {
    SmallVector<Type> partials(wrt.size() * of.size(), type.getResult(of.front()));
    func::FuncOp function = begin(".partials", {}, {word, word}, partials, /*takesArgs=*/true);
    Value none = arith::ConstantIntOp::create(builder, loc, word, 0);
    Value isThere = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                          function.getArgument(0), none);
    cf::AssertOp::create(builder, loc, isThere,
                         "a function of the caller is differentiated, but its 'partials' are NULL");
    auto values = callAt(function.getArgument(0), function.getArgument(1),
                         function.getArguments().drop_front(2), partials);
    func::ReturnOp::create(builder, loc, values);
    return function;
  }

  /// Adds the products of partial derivatives with `changes`, of which there is one for each
  /// `inner`, for each `outer`.
  SmallVector<Value> multiply(ValueRange partials, ValueRange changes, size_t numOuter,
                              llvm::function_ref<size_t(size_t, size_t)> position) {
    SmallVector<Value> sums;
    for (size_t k = 0; k < numOuter; ++k) {
      Value sum;
      for (auto [m, change] : llvm::enumerate(changes)) {
        Value part = ScaleOp::create(builder, loc, partials[position(k, m)], change);
        sum = sum ? AddOp::create(builder, loc, sum, part).getResult() : part;
      }
      sums.push_back(sum);
    }
    return sums;
  }

  void addRules(func::FuncOp function) {
    func::FuncOp partials = addPartials();
    auto tangent = [&](Type part) -> Type { return LinType::get(part); };
    SmallVector<Type> byArgs, ofResults;
    for (int64_t i : wrt)
      byArgs.push_back(tangent(type.getInput(i)));
    for (int64_t j : of)
      ofResults.push_back(tangent(type.getResult(j)));
    auto callPartials = [&](func::FuncOp rule) {
      SmallVector<Value> args = {rule.getArgument(1), rule.getArgument(2)};
      llvm::append_range(args, rule.getArguments().slice(3, type.getNumInputs()));
      return func::CallOp::create(builder, loc, partials, args);
    };
    size_t count = wrt.size();

    func::FuncOp reverse = begin(".vjp", ofResults, {word, word, word}, byArgs, /*takesArgs=*/true);
    auto values =
        multiply(callPartials(reverse).getResults(), reverse.getArguments().take_back(of.size()),
                 count, [&](size_t i, size_t j) { return j * count + i; });
    func::ReturnOp::create(builder, loc, values);

    SmallVector<Type> results(type.getResults());
    llvm::append_range(results, ofResults);
    func::FuncOp forward = begin(".jvp", byArgs, {word, word, word}, results, /*takesArgs=*/true);
    auto call = func::CallOp::create(builder, loc, function,
                                     forward.getArguments().take_front(3 + type.getNumInputs()));
    SmallVector<Value> all(call.getResults());
    llvm::append_range(all, multiply(callPartials(forward).getResults(),
                                     forward.getArguments().take_back(count), of.size(),
                                     [&](size_t j, size_t i) { return j * count + i; }));
    func::ReturnOp::create(builder, loc, all);
    function->setAttr(customVjpAttr, FlatSymbolRefAttr::get(reverse));
    function->setAttr(customJvpAttr, FlatSymbolRefAttr::get(forward));
  }

  SymbolTable &symbols;
  RecordOp record;
  FunctionType type;
  Location loc;
  OpBuilder builder;
  StringRef name;
  Type word;
  /// The arguments and the results that are floats.
  SmallVector<int64_t> wrt, of;
};
} // namespace

func::FuncOp chad::detail::addMaker(SymbolTable &symbols, RecordOp record, FunctionType type,
                                    std::string &parameters) {
  record.getContext()
      ->loadDialect<LLVM::LLVMDialect, cf::ControlFlowDialect, arith::ArithDialect>();
  MakerBuilder maker(symbols, record, type);
  if (!maker.isSupported())
    return {};
  parameters = maker.getParameters();
  return maker.make();
}
