//===- Differentiate.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-differentiate`: requests become calls of derivatives.

#include "Defunctionalize/FirstOrder.h"
#include "Jacobian.h"
#include "Simplify/Simplify.h"
#include "UNF/UNF.h"
#include "chad/Derived/Derived.h"
#include "chad/Frontends/Raise/Raise.h"
#include "chad/IR/Requests.h"
#include "chad/Transforms/EraseLinear.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace chad {
#define GEN_PASS_DEF_CHADDIFFERENTIATE
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Expands the requests in one module.
class Expander {
public:
  explicit Expander(ModuleOp module) : module(module), differentiator(module) {}

  LogicalResult run() {
    SmallVector<Operation *> roots;
    for (Operation &op : *module.getBody())
      roots.push_back(&op);
    for (Operation *root : roots)
      if (failed(expandIn(root)))
        return failure();
    return success();
  }

private:
  /// Expands the requests in `root`, after those in the functions that they name.
  LogicalResult expandIn(Operation *root) {
    if (isa<ModuleOp>(root) || !visited.insert(root).second)
      return success();
    underway.insert(root);
    SmallVector<Operation *> requests;
    WalkResult result = root->walk([&](Operation *op) {
      auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
      if (isRequest(op))
        requests.push_back(op);
      else if (!isa<func::CallOp>(op))
        callee = {};
      Operation *target = callee ? differentiator.getSymbols().lookup(callee.getValue()) : nullptr;
      if (!target)
        return WalkResult::advance();
      if (isRequest(op) && underway.contains(target)) {
        op->emitError("chad: '@") << callee.getValue()
                                  << "' asks for its own derivative here; what is differentiated "
                                  << "must be known before";
        return WalkResult::interrupt();
      }
      return WalkResult(expandIn(target));
    });
    if (result.wasInterrupted())
      return failure();
    for (Operation *request : requests)
      if (failed(expand(request)))
        return failure();
    underway.erase(root);
    return success();
  }

  LogicalResult expand(Operation *op) {
    return TypeSwitch<Operation *, LogicalResult>(op)
        .Case<JvpOp, VjpOp, GradOp, ValueAndGradOp, LinearizeOp>(
            [&](auto request) { return expandRequest(request); })
        .Case([&](JacobianOp request) {
          auto target = findTarget(request);
          if (failed(target))
            return failure();
          FailureOr<bool> isChain =
              expandAsChain(request, target->function, target->wrt, target->of, differentiator);
          if (failed(isChain) || *isChain)
            return LogicalResult(isChain);
          return expandJacobian(request, target->function, target->wrt, target->of, differentiator);
        })
        .Default(success());
  }

  struct Target {
    func::FuncOp function;
    SmallVector<int64_t> wrt, of;
  };

  template <typename Request> FailureOr<Target> findTarget(Request request) {
    auto function = differentiator.getSymbols().template lookup<func::FuncOp>(request.getCallee());
    if (!function)
      return request.emitError("chad: '@")
             << request.getCallee() << "' is no 'func.func' of this module";
    FailureOr<func::FuncOp> plain = withoutLinearTypes(function);
    if (failed(plain))
      return failure();
    return Target{*plain, getDifferentiated(function.getArgumentTypes(), request.getWrt()),
                  getDifferentiated(function.getResultTypes(), request.getOf())};
  }

  template <typename Request> LogicalResult expandRequest(Request request) {
    FailureOr<Target> target = findTarget(request);
    if (failed(target))
      return failure();
    ScopedDiagnosticHandler handler(request.getContext(), [&](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error)
        diag.attachNote(request.getLoc()) << "asked for here";
      return failure();
    });
    if (hasSeveralSeeds(request, *target))
      return expandSeveralSeeds(request, *target);
    FailureOr<func::FuncOp> derivative = getDerivative(request, *target);
    if (failed(derivative))
      return failure();
    builder.setInsertionPoint(request);
    SmallVector<Value> args = getArguments(request, *target);
    for (auto [arg, type] : llvm::zip(args, derivative->getArgumentTypes()))
      arg = convert(arg, type);
    auto call = func::CallOp::create(builder, request.getLoc(), *derivative, args);
    SmallVector<Value> results(call.getResults());
    if (isa<GradOp>(request))
      results.erase(results.begin(), results.begin() + target->function.getNumResults());
    for (auto [result, type] : llvm::zip(results, request->getResultTypes()))
      result = convert(result, type);
    request->replaceAllUsesWith(results);
    request->erase();
    return success();
  }

  /// The tangents or cotangents that a request has as operands, and the types of the values that
  /// they belong to.
  static std::pair<OperandRange, SmallVector<Type>> getSeeds(Operation *request,
                                                             const Target &target) {
    FunctionType type = func::FuncOp(target.function).getFunctionType();
    auto jvp = dyn_cast<JvpOp>(request);
    SmallVector<Type> types;
    for (int64_t i : jvp ? target.wrt : target.of) {
      Type primal = jvp ? type.getInput(i) : type.getResult(i);
      types.push_back(isa<LinType>(primal) ? primal : Type(LinType::get(primal)));
    }
    return {jvp ? jvp.getTangents() : cast<VjpOp>(request).getCotangents(), types};
  }

  /// Whether a request has arrays of tangents or cotangents as operands: several seeds at once.
  static bool hasSeveralSeeds(Operation *request, const Target &target) {
    if (!isa<JvpOp, VjpOp>(request))
      return false;
    auto [seeds, types] = getSeeds(request, target);
    return !types.empty() && seeds.front().getType() != types.front();
  }

  // The function runs forward once; its derivative, a linear function, is mapped over the seeds.
  LogicalResult expandSeveralSeeds(Operation *request, Target &target) {
    auto [seeds, types] = getSeeds(request, target);
    Location loc = request->getLoc();
    SmallVector<Value> point(request->getOperands().drop_back(seeds.size()));
    builder.setInsertionPoint(request);
    auto atPoint = [&](func::FuncOp function) {
      for (auto [arg, type] : llvm::zip(point, function.getArgumentTypes()))
        arg = convert(arg, type);
      return func::CallOp::create(builder, loc, function, point);
    };
    auto convertAll = [&](SmallVector<Value> &values, TypeRange to) {
      for (auto [value, type] : llvm::zip(values, to))
        value = convert(value, type);
    };
    unsigned numResults = target.function.getNumResults();
    SmallVector<Value> results, products;
    if (isa<JvpOp>(request)) {
      FailureOr<func::FuncOp> forward =
          differentiator.getForward(target.function, target.wrt, target.of);
      if (failed(forward))
        return failure();
      auto call = atPoint(*forward);
      results = llvm::to_vector_of<Value>(call.getResults().take_front(numResults));
      Value map = call.getResults().back();
      auto outputs = cast<LFunType>(map.getType()).getOutputs();
      products = mapCalls(builder, loc, seeds, types, [&, types = types](ValueRange vectors) {
        auto apply = LFunApplyOp::create(builder, loc, outputs, map, vectors);
        return llvm::to_vector_of<Value>(apply.getResults());
      });
    } else {
      FailureOr<ReverseFunctions> split =
          differentiator.getSplit(target.function, target.wrt, target.of);
      if (failed(split))
        return failure();
      auto call = atPoint(split->forward);
      results = llvm::to_vector_of<Value>(call.getResults().take_front(numResults));
      products = mapCalls(builder, loc, seeds, types, [&](ValueRange vectors) {
        SmallVector<Value> args;
        for (int64_t i : split->arguments)
          args.push_back(point[i]);
        llvm::append_range(args, call.getResults().drop_front(numResults));
        llvm::append_range(args, vectors);
        convertAll(args, split->backward.getArgumentTypes());
        auto back = func::CallOp::create(builder, loc, split->backward, args);
        return llvm::to_vector_of<Value>(back.getResults());
      });
    }
    llvm::append_range(results, products);
    convertAll(results, request->getResultTypes());
    request->replaceAllUsesWith(results);
    request->erase();
    return success();
  }

  FailureOr<func::FuncOp> getDerivative(Operation *request, Target &target) {
    if (isa<JvpOp>(request))
      return differentiator.getJvp(target.function, target.wrt, target.of);
    if (isa<LinearizeOp>(request))
      return differentiator.getForward(target.function, target.wrt, target.of);
    return differentiator.getVjp(target.function, target.wrt, target.of);
  }

  SmallVector<Value> getArguments(Operation *request, Target &target) {
    SmallVector<Value> args(request->getOperands());
    if (isa<GradOp, ValueAndGradOp>(request)) {
      Type type = target.function.getResultTypes()[target.of.front()];
      TypedAttr one = builder.getFloatAttr(getElementTypeOrSelf(type), 1.0);
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        one = DenseElementsAttr::get(tensor, Attribute(one));
      args.push_back(arith::ConstantOp::create(builder, request->getLoc(), one));
    }
    return args;
  }

  // Converts `value` between a type and its linear type.
  Value convert(Value value, Type type) {
    if (value.getType() == type)
      return value;
    return isa<LinType>(type) ? Value(ToLinearOp::create(builder, value.getLoc(), value))
                              : Value(FromLinearOp::create(builder, value.getLoc(), value));
  }

  /// A function that computes the same as `function`, in which requests were replaced by
  /// derivatives, without linear types in it and in the functions that it calls.
  FailureOr<func::FuncOp> withoutLinearTypes(func::FuncOp function) {
    if (func::FuncOp known = plain.lookup(function))
      return known;
    llvm::SetVector<Operation *> reached;
    reached.insert(function);
    bool isLinear = false;
    for (unsigned i = 0; i < reached.size(); ++i) {
      isLinear |= usesLinearTypes(reached[i]);
      reached[i]->walk([&](func::CallOp call) {
        if (auto callee = differentiator.getSymbols().lookup<func::FuncOp>(call.getCallee()))
          reached.insert(callee);
      });
    }
    if (!isLinear)
      return plain[function] = function;

    OwningOpRef<ModuleOp> scratch = ModuleOp::create(function.getLoc());
    SmallVector<func::FuncOp> copies;
    for (auto record : module.getOps<RecordOp>())
      scratch->push_back(record.clone());
    for (Operation *op : reached) {
      copies.push_back(cast<func::FuncOp>(op->clone()));
      scratch->push_back(copies.back());
      if (failed(checkContexts(copies.back())))
        return failure();
      for (Block &block : copies.back().getBody())
        evaluateContexts(block);
    }
    if (failed(removeLinearFunctions(*scratch, copies)) ||
        failed(eraseLinearForDerivatives(*scratch)))
      return failure();
    if (copies.front().getNumArguments() != function.getNumArguments() ||
        copies.front().getNumResults() != function.getNumResults())
      return function.emitError("chad: '@")
             << function.getSymName()
             << "' has arguments or results of linear types that hold nothing; drop them to "
                "differentiate it";
    if (failed(takeRecords(*scratch, copies)))
      return failure();
    DenseMap<StringAttr, FlatSymbolRefAttr> names;
    for (func::FuncOp copy : copies) {
      StringAttr old = copy.getSymNameAttr();
      copy->remove();
      copy.setPrivate();
      differentiator.getSymbols().insert(copy);
      names[old] = FlatSymbolRefAttr::get(copy.getSymNameAttr());
    }
    for (func::FuncOp copy : copies)
      copy.walk([&](func::CallOp call) {
        if (FlatSymbolRefAttr name = names.lookup(call.getCalleeAttr().getAttr()))
          call.setCalleeAttr(name);
      });
    return plain[function] = copies.front();
  }

  /// Moves the records of tangents, and the functions that add them, out of `scratch`, in which
  /// `copies` stay.
  LogicalResult takeRecords(ModuleOp scratch, ArrayRef<func::FuncOp> copies) {
    for (Operation &op : llvm::make_early_inc_range(*scratch.getBody())) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (!symbol || llvm::is_contained(copies, &op))
        continue;
      Operation *known = differentiator.getSymbols().lookup(symbol.getName());
      if (!known) {
        op.remove();
        differentiator.getSymbols().insert(&op);
      } else if (auto record = dyn_cast<RecordOp>(known);
                 record && record.getFields() != cast<RecordOp>(op).getFields()) {
        return record.emitError("chad: '@")
               << record.getSymName()
               << "' holds values of linear types, of which no derivative is taken; run "
                  "'--chad-erase-linear' first, after which they are floats as others";
      }
    }
    return success();
  }

  static bool hasFunctions(ModuleOp scratch) {
    return scratch
        .walk([](Operation *op) {
          return llvm::any_of(op->getResultTypes(), holdsFunctions) ? WalkResult::interrupt()
                                                                    : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Removes linear functions: simplification removes those that are applied where they are known,
  /// such as those of `chad.linearize`; others become what they capture. `functions` are then those
  /// that the first of them calls.
  static LogicalResult removeLinearFunctions(ModuleOp scratch,
                                             SmallVectorImpl<func::FuncOp> &functions) {
    if (!hasFunctions(scratch))
      return success();
    StringAttr name = functions.front().getSymNameAttr();
    functions.front().setPublic();
    simplifyFunctions(scratch);
    if (hasFunctions(scratch)) {
      auto run = [](OpPassManager &passes, Operation *op) {
        PassManager manager(op->getContext(), op->getName().getStringRef());
        static_cast<OpPassManager &>(manager) = passes;
        return manager.run(op);
      };
      if (failed(removeFunctions(scratch, run, /*linear=*/true)))
        return failure();
    }
    SymbolTable symbols(scratch);
    llvm::SetVector<Operation *> reached;
    reached.insert(symbols.lookup(name));
    for (unsigned i = 0; i < reached.size(); ++i)
      reached[i]->walk([&](func::CallOp call) {
        if (Operation *callee = symbols.lookup(call.getCallee()))
          reached.insert(callee);
      });
    for (auto function : llvm::make_early_inc_range(scratch.getOps<func::FuncOp>()))
      if (!reached.contains(function))
        function.erase();
    functions = llvm::map_to_vector(reached, llvm::CastTo<func::FuncOp>);
    return success();
  }

  ModuleOp module;
  Differentiator differentiator;
  OpBuilder builder{module.getContext()};
  DenseSet<Operation *> visited, underway;
  DenseMap<Operation *, func::FuncOp> plain;
};

struct Differentiate : chad::impl::ChadDifferentiateBase<Differentiate> {
  static bool hasRequests(Operation *root) {
    return root
        ->walk([](Operation *op) {
          return isRequest(op) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  void runOnOperation() override {
    expandDerivedOps(getOperation());
    if (!hasRequests(getOperation()))
      return;
    if (failed(raiseRequestedFunctions(getOperation())) ||
        failed(removeFunctions(getOperation(), [&](OpPassManager &passes, Operation *op) {
          return runPipeline(passes, op);
        })))
      return signalPassFailure();
    SmallVector<ModuleOp> modules;
    getOperation().walk([&](ModuleOp module) { modules.push_back(module); });
    for (ModuleOp module : modules)
      if (failed(Expander(module).run()))
        return signalPassFailure();
  }
};
} // namespace
