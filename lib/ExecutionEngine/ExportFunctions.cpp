//===- ExportFunctions.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions as values in the C interface: they go in and out in boxes, of one record for each type
// of functions, and a function is added that applies what is in such a box:
//
//   func.func @make(%k: f64) -> ((f64) -> f64)
//
// becomes
//
//   chad.record @make.result ((f64) -> f64)
//   func.func @make(%k: f64) -> !chad.box<@make.result>
//   func.func @make.result.apply(%function: !chad.box<@make.result>, %x: f64) -> f64

#include "CInterface.h"
#include "chad/ExecutionEngine/ParameterNames.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Handles.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isFunction(Type type) { return isa<FunctionType, LFunType>(type); }

namespace {
class FunctionExport {
public:
  FunctionExport(ModuleOp module, const InterfaceOptions &options, ExportedValues *exported)
      : module(module), options(options), exported(exported), symbols(module),
        builder(module.getContext()) {}

  LogicalResult run(std::string &why, bool hides) {
    for (auto function : module.getOps<func::FuncOp>()) {
      bool isExported =
          options.entry.empty() ? function.isPublic() : function.getSymName() == options.entry;
      if (isExported && !function.isExternal())
        queue.push_back(function);
    }
    // The functions that apply others may take and return functions.
    for (unsigned i = 0; i < queue.size(); ++i)
      exportFunction(queue[i]);
    for (auto &[type, takers] : users) {
      if (returned.contains(type) || (!hides && makeInC(type)))
        continue;
      if (!hides) {
        llvm::raw_string_ostream(why)
            << "'" << takers.front().getSymName() << "' takes a function of type " << type
            << ", but no function that is exported returns one: callers in C have none to pass, "
               "and "
               "make none but of numbers; make one private, or export a function that returns such "
               "functions";
        return failure();
      }
      for (func::FuncOp taker : takers)
        taker.setPrivate();
    }
    return success();
  }

private:
  /// Adds a function that makes functions of this type of functions in C.
  bool makeInC(Type type) {
    auto function = dyn_cast<FunctionType>(type);
    if (!function)
      return false;
    auto record = symbols.lookup<RecordOp>(cast<BoxType>(boxes[type]).getRecord().getValue());
    std::string parameters;
    func::FuncOp maker = addMaker(symbols, record, function, parameters);
    if (!maker)
      return false;
    maker->setAttr(exportedAttr, builder.getUnitAttr());
    maker->setAttr(handlesAttr, builder.getUnitAttr());
    if (exported)
      exported->makers[maker.getSymName()] = parameters;
    return true;
  }

  void exportFunction(func::FuncOp function) {
    FunctionType type = function.getFunctionType();
    auto hasAny = [&](function_ref<bool(Type)> is) {
      return llvm::any_of(type.getInputs(), is) || llvm::any_of(type.getResults(), is);
    };
    if (hasAny(isFunction))
      function = wrap(function);
    if (hasAny([](Type part) { return isFunction(part) || isa<BoxType>(part); }))
      function->setAttr(handlesAttr, builder.getUnitAttr());
  }

  /// Makes a function of boxes that calls `function`, and has its name.
  func::FuncOp wrap(func::FuncOp function) {
    Location loc = function.getLoc();
    std::string name = function.getSymName().str();
    SmallVector<Type> inputs, results;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      std::string wish = argumentName(function, i, options.source);
      inputs.push_back(getBoxed(type, name, wish.empty() ? "arg" + std::to_string(i) : wish, loc));
    }
    for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
      std::string wish = resultName(function, i);
      if (wish.empty())
        wish = function.getNumResults() == 1 ? "result" : "result" + std::to_string(i);
      results.push_back(getBoxed(type, name, wish, loc));
      if (isFunction(type))
        returned.insert(type);
    }
    TypeRange types = function.getArgumentTypes();
    (void)symbols.rename(function, getFreeName(name + ".body"));
    auto wrapper = func::FuncOp::create(loc, name, builder.getFunctionType(inputs, results));
    if (ArrayAttr attrs = function.getArgAttrsAttr())
      wrapper.setArgAttrsAttr(attrs);
    if (ArrayAttr attrs = function.getResAttrsAttr())
      wrapper.setResAttrsAttr(attrs);
    if (Attribute attr = function->removeAttr(exportedAttr))
      wrapper->setAttr(exportedAttr, attr);
    function.setPrivate();
    for (Type type : types)
      if (isFunction(type))
        users[type].push_back(wrapper);
    symbols.insert(wrapper, Block::iterator(function));
    Block *entry = wrapper.addEntryBlock();
    OpBuilder body = OpBuilder::atBlockEnd(entry);
    SmallVector<Value> args, values;
    for (auto [arg, old] : llvm::zip(entry->getArguments(), function.getArguments())) {
      arg.setLoc(old.getLoc());
      args.push_back(
          isFunction(old.getType())
              ? OpenOp::create(body, loc, TypeRange(old.getType()), arg, ValueRange()).getResult(0)
              : Value(arg));
    }
    auto call = func::CallOp::create(body, loc, function, args);
    for (auto [value, type] : llvm::zip(call.getResults(), results))
      values.push_back(isFunction(value.getType())
                           ? BoxOp::create(body, loc, type, ValueRange(value)).getResult()
                           : Value(value));
    func::ReturnOp::create(body, loc, values);
    return wrapper;
  }

  /// The box of a function, other types as they are.
  Type getBoxed(Type type, const std::string &function, const std::string &value, Location loc) {
    if (!isFunction(type))
      return type;
    Type &box = boxes[type];
    if (box)
      return box;
    std::string name = getFreeName(function + "." + value);
    builder.setInsertionPointToStart(module.getBody());
    auto record = RecordOp::create(builder, loc, name, builder.getTypeArrayAttr(type));
    symbols.insert(record);
    box = BoxType::get(module.getContext(), FlatSymbolRefAttr::get(record));
    Type result = box;
    HandleType handle;
    handle.type = type;
    handle.apply = addApplication(type, name + ".apply", /*transposed=*/false, loc);
    if (isa<LFunType>(type))
      handle.transpose = addApplication(type, name + ".transpose", /*transposed=*/true, loc);
    if (exported)
      exported->handles[record.getSymName()] = handle;
    return result;
  }

  /// Adds a function that takes a function and its arguments. Returns its name.
  std::string addApplication(Type type, const std::string &name, bool transposed, Location loc) {
    SmallVector<Type> inputs = {type}, results;
    if (auto function = dyn_cast<FunctionType>(type)) {
      llvm::append_range(inputs, function.getInputs());
      llvm::append_range(results, function.getResults());
    } else {
      auto map = cast<LFunType>(type);
      llvm::append_range(inputs, transposed ? map.getOutputs() : map.getInputs());
      llvm::append_range(results, transposed ? map.getInputs() : map.getOutputs());
    }
    auto apply =
        func::FuncOp::create(loc, getFreeName(name), builder.getFunctionType(inputs, results));
    apply->setAttr(exportedAttr, builder.getUnitAttr());
    symbols.insert(apply);
    Block *entry = apply.addEntryBlock();
    apply.setArgAttr(0, parameterNameAttr, builder.getStringAttr("function"));
    OpBuilder body = OpBuilder::atBlockEnd(entry);
    Value applied = entry->getArgument(0);
    ValueRange args = ValueRange(entry->getArguments()).drop_front();
    if (transposed)
      applied = LFunTransposeOp::create(body, loc, applied);
    Operation *op = isa<LFunType>(type)
                        ? LFunApplyOp::create(body, loc, results, applied, args).getOperation()
                        : ApplyOp::create(body, loc, results, applied, args).getOperation();
    func::ReturnOp::create(body, loc, op->getResults());
    queue.push_back(apply);
    return apply.getSymName().str();
  }

  std::string getFreeName(std::string name) {
    while (symbols.lookup(name))
      name += '_';
    return name;
  }

  ModuleOp module;
  const InterfaceOptions &options;
  ExportedValues *exported;
  SymbolTable symbols;
  OpBuilder builder;
  DenseMap<Type, Type> boxes;
  /// The types of functions that are taken, each with the functions that take one; and those of
  /// which a function is returned.
  llvm::MapVector<Type, SmallVector<func::FuncOp>> users;
  DenseSet<Type> returned;
  SmallVector<func::FuncOp> queue;
};
} // namespace

LogicalResult chad::detail::exportFunctionValues(ModuleOp module, const InterfaceOptions &options,
                                                 std::string &why, bool hides,
                                                 ExportedValues *exported) {
  why.clear();
  return FunctionExport(module, options, exported).run(why, hides);
}
