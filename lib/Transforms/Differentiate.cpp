//===- Differentiate.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-differentiate`: requests become calls of derivatives.

#include "CustomRules.h"
#include "Defunctionalize/FirstOrder.h"
#include "Jacobian.h"
#include "MatrixStructure.h"
#include "Recursion.h"
#include "Simplify/Simplify.h"
#include "UNF/UNF.h"
#include "chad/Analysis/Cost.h"
#include "chad/Derived/Basis.h"
#include "chad/Derived/Derived.h"
#include "chad/Frontends/Raise/Raise.h"
#include "chad/IR/Requests.h"
#include "chad/Rules/Checkpoints.h"
#include "chad/Transforms/Canonicalize.h"
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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
  explicit Expander(ModuleOp module) : module(module), differentiator(module) {
    differentiator.withoutLinearTypes = [&](func::FuncOp function) {
      return withoutLinearTypes(function);
    };
  }

  LogicalResult run() {
    SmallVector<Operation *> roots;
    for (Operation &op : *module.getBody())
      roots.push_back(&op);
    for (Operation *root : roots)
      if (failed(expandIn(root)))
        return failure();
    for (auto function : module.getOps<func::FuncOp>())
      function->removeDiscardableAttr(gradientAttr);
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
    expandLinearFunctions(root);
    underway.erase(root);
    return success();
  }

  LogicalResult expand(Operation *op) {
    return TypeSwitch<Operation *, LogicalResult>(op)
        .Case<JvpOp, VjpOp, GradOp, ValueAndGradOp>(
            [&](auto request) { return expandRequest(request); })
        .Case([&](LinearizeOp request) { return expandLinearize(request); })
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
    if (!request.getCallee())
      return request.emitError("chad: a derivative of a function value is not expanded yet; run "
                               "'chad-expand-derived-ops' first");
    auto function = differentiator.getSymbols().template lookup<func::FuncOp>(*request.getCallee());
    if (!function)
      return request.emitError("chad: '@")
             << *request.getCallee() << "' is no 'func.func' of this module";
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

  /// Chooses the representation of the derivative that a request asks for.
  void choose(LinearizeOp request, const Target &target) {
    request.setRepresentation(Representation::Function);
    Value map = request.getResults().back();
    if (!map.use_empty() && llvm::all_of(map.getUsers(), llvm::IsaPred<LFunTransposeOp>))
      return request.setRepresentation(Representation::Dual);
    auto type = cast<LFunType>(map.getType());
    std::optional<int64_t> columns = countEntries(primalsOf(type.getInputs())),
                           rows = countEntries(primalsOf(type.getOutputs()));
    double applications = countApplications(request);
    if (!columns || !rows || !haveMatrix(type) || applications <= 1)
      return;
    CostAnalysis analysis;
    FailureOr<const CostAnalysis::Function *> cost = analysis.get(target.function);
    if (failed(cost))
      return;
    double operations = 0;
    for (unsigned part : {Cost::Adds, Cost::Mults, Cost::Nonlinear})
      operations += (*cost)->cost[part].evaluate([](CostPolynomial::Symbol) { return unknown; });
    // A derivative takes up to three times the operations of the function, forward or in reverse. A
    // matrix takes one for each row or column, and then two operations for each entry; so do two
    // factors, with a row or column for each value between them.
    double derivative = 3 * operations, least = applications * derivative;
    auto costsLess = [&](double sweeps, double entries) {
      double own = sweeps * derivative + applications * 2 * entries;
      bool isLess = own < least;
      least = std::min(least, own);
      return isLess;
    };
    double height = *rows, length = *columns;
    if (costsLess(std::min(length, height), length * height))
      request.setRepresentation(Representation::Matrix);
    if (auto width = getNarrowestWidth(target.function, target.wrt, target.of);
        width && costsLess(*width, *width * (length + height))) {
      request.setRepresentation(Representation::Matrix);
      request->setAttr(structureAttr, builder.getStringAttr("low_rank"));
    }
  }

  /// What an extent that is not known is taken for: a large one.
  static constexpr double unknown = 1e6;

  /// How often `loop` runs its body.
  static double countIterations(Operation *loop) {
    std::optional<int64_t> count;
    if (auto build = dyn_cast<BuildOp>(loop)) {
      count = getConstantIntValue(build.getExtent());
    } else if (auto combinator = dyn_cast<CombinatorOpInterface>(loop)) {
      for (Value array : combinator.getArrays())
        if (int64_t extent = getArrayExtent(array.getType()); !ShapedType::isDynamic(extent))
          count = extent;
    } else if (auto other = dyn_cast<LoopLikeOpInterface>(loop)) {
      if (std::optional<llvm::APInt> trips = other.getStaticTripCount())
        count = trips->getSExtValue();
    }
    return count ? static_cast<double>(*count) : unknown;
  }

  /// How often the linear function of `request`, and what is composed of it, are applied for the
  /// request once. A use that is no application, such as a call, counts as one.
  static double countApplications(LinearizeOp request) {
    DenseMap<Value, double> counts;
    std::function<double(Value)> count = [&](Value map) {
      auto [known, isNew] = counts.try_emplace(map, 0);
      if (!isNew)
        return known->second;
      double total = 0;
      for (Operation *user : map.getUsers()) {
        double times = 1;
        for (Operation *parent = user->getParentOp(); parent && !parent->isAncestor(request);
             parent = parent->getParentOp())
          if (isa<LoopLikeOpInterface, CombinatorOpInterface>(parent))
            times *= countIterations(parent);
        total += isa<LFunTransposeOp, LFunComposeOp, LFunAddOp, LFunForkOp, LFunJoinOp>(user)
                     ? count(user->getResult(0))
                     : times;
      }
      return counts[map] = total;
    };
    return count(request.getResults().back());
  }

  static SmallVector<Type> primalsOf(ArrayRef<Type> types) {
    return llvm::map_to_vector(types, [](Type type) { return getPrimalType(type); });
  }

  /// Whether linear functions of `type` have matrices: blocks of floats of one type.
  static bool haveMatrix(LFunType type) {
    Type element;
    for (Type part : llvm::concat<const Type>(type.getInputs(), type.getOutputs())) {
      Type own = getElementTypeOrSelf(getPrimalType(part));
      if (!isa<FloatType>(own) || (element && own != element))
        return false;
      element = own;
    }
    return true;
  }

  LogicalResult expandLinearize(LinearizeOp request) {
    if (request.getRepresentation() == Representation::Function)
      return expandRequest(request);
    FailureOr<Target> target = findTarget(request);
    if (failed(target))
      return failure();
    if (request.getRepresentation() == Representation::Automatic) {
      ScopedDiagnosticHandler quiet(request.getContext(), [](Diagnostic &) { return success(); });
      if (succeeded(expandAsOperators(request, *target, /*structure=*/{})))
        return success();
      choose(request, *target);
    }
    if (auto structure = request->getAttrOfType<StringAttr>(structureAttr))
      return structure == "low_rank" ? expandAsLowRank(request, *target)
                                     : expandAsOperators(request, *target, structure);
    Representation representation = request.getRepresentation();
    if (representation == Representation::Function)
      return expandRequest(request);
    return representation == Representation::Dual ? expandAsDual(request, *target)
                                                  : expandAsMatrix(request, *target);
  }

  // The derivative, as a composition of matrices of known structure, takes the place of the
  // request, so that what is done with it sees them. With a `structure`, it must have that one.
  // Where this cannot be, emits an error that says why.
  LogicalResult expandAsOperators(LinearizeOp request, const Target &target, StringRef structure) {
    ScopedDiagnosticHandler handler(request.getContext(), [&](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error)
        diag.attachNote(request.getLoc()) << "asked for here; 'as<auto>' chooses a representation";
      return failure();
    });
    OwningOpRef<ModuleOp> scratch = ModuleOp::create(request.getLoc());
    FailureOr<func::FuncOp> written = writeWithOperators(
        differentiator.getSymbols(), target.function, target.wrt, target.of, structure, *scratch);
    if (failed(written))
      return failure();
    func::FuncOp copy = *written;
    builder.setInsertionPoint(request);
    IRMapping mapping;
    for (auto [arg, value] : llvm::zip_equal(copy.getArguments(), request.getArgs()))
      mapping.map(arg, convert(value, arg.getType()));
    Block &body = copy.getBody().front();
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    SmallVector<Value> results;
    for (auto [value, type] :
         llvm::zip_equal(body.getTerminator()->getOperands(), request.getResultTypes()))
      results.push_back(convert(mapping.lookupOrDefault(value), type));
    request->replaceAllUsesWith(results);
    request->erase();
    return success();
  }

  // The transpose of the reverse derivative, which takes the residuals of the forward sweep.
  LogicalResult expandAsDual(LinearizeOp request, Target &target) {
    ScopedDiagnosticHandler handler(request.getContext(), [&](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error)
        diag.attachNote(request.getLoc()) << "asked for here";
      return failure();
    });
    FailureOr<ReverseFunctions> split =
        differentiator.getSplit(target.function, target.wrt, target.of);
    if (failed(split))
      return failure();
    Location loc = request.getLoc();
    builder.setInsertionPoint(request);
    SmallVector<Value> point(request.getArgs());
    for (auto [arg, type] : llvm::zip(point, split->forward.getArgumentTypes()))
      arg = convert(arg, type);
    auto forward = func::CallOp::create(builder, loc, split->forward, point);
    unsigned numResults = target.function.getNumResults();
    auto type = cast<LFunType>(request.getResults().back().getType());
    SmallVector<Value> results(forward.getResults().take_front(numResults)), sizes;
    for (auto [result, wanted] : llvm::zip(results, request.getResultTypes()))
      result = convert(result, wanted);
    for (int64_t i : target.of)
      if (auto tensor = dyn_cast<RankedTensorType>(forward.getResult(i).getType()))
        for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
          if (tensor.isDynamicDim(dim))
            sizes.push_back(tensor::DimOp::create(builder, loc, forward.getResult(i), dim));
    auto lambda = LFunLambdaOp::create(
        builder, loc, LFunType::get(type.getContext(), type.getOutputs(), type.getInputs()), sizes);
    Block &body = lambda.getBody().emplaceBlock();
    for (Type output : type.getOutputs())
      body.addArgument(output, loc);
    builder.setInsertionPointToStart(&body);
    SmallVector<Value> args;
    for (int64_t i : split->arguments)
      args.push_back(point[i]);
    llvm::append_range(args, forward.getResults().drop_front(numResults));
    llvm::append_range(args, body.getArguments());
    for (auto [arg, wanted] : llvm::zip(args, split->backward.getArgumentTypes()))
      arg = convert(arg, wanted);
    auto back = func::CallOp::create(builder, loc, split->backward, args);
    SmallVector<Value> cotangents(back.getResults());
    for (auto [cotangent, wanted] : llvm::zip(cotangents, type.getInputs()))
      cotangent = convert(cotangent, wanted);
    YieldOp::create(builder, loc, cotangents);
    builder.setInsertionPoint(request);
    results.push_back(LFunTransposeOp::create(builder, loc, lambda));
    request->replaceAllUsesWith(results);
    request->erase();
    return success();
  }

  static LogicalResult checkMatrix(LinearizeOp request, LFunType type) {
    if (haveMatrix(type))
      return success();
    return request.emitError("chad: ")
           << type
           << " has no matrix: not all values are floats of one type; choose others by 'wrt' and "
              "'of', or the representation 'function' or 'dual'";
  }

  // The product of two matrices with few numbers between them.
  LogicalResult expandAsLowRank(LinearizeOp request, Target &target) {
    auto type = cast<LFunType>(request.getResults().back().getType());
    if (failed(checkMatrix(request, type)))
      return failure();
    if (!getNarrowestWidth(target.function, target.wrt, target.of)) {
      auto diag = target.function.emitError("chad: the matrix of the derivative of '@")
                  << target.function.getSymName()
                  << "' is not known to have a low rank: its results are not computed, in one "
                     "block, from fewer floats than it has as arguments, and as results";
      diag.attachNote(request.getLoc()) << "asked for here; 'as<auto>' chooses a representation";
      return failure();
    }
    Location loc = request.getLoc();
    builder.setInsertionPoint(request);
    auto call = func::CallOp::create(builder, loc, target.function, request.getArgs());
    FailureOr<Value> product =
        makeLowRank(request, target.function, target.wrt, target.of, differentiator);
    if (failed(product))
      return failure();
    SmallVector<Value> results(call.getResults());
    results.push_back(*product);
    request->replaceAllUsesWith(results);
    request->erase();
    return success();
  }

  // The linear function that the Jacobian represents: forks of joins of its blocks.
  LogicalResult expandAsMatrix(LinearizeOp request, Target &target) {
    auto type = cast<LFunType>(request.getResults().back().getType());
    if (failed(checkMatrix(request, type)))
      return failure();
    Representation representation = request.getRepresentation();
    Location loc = request.getLoc();
    builder.setInsertionPoint(request);
    auto call = func::CallOp::create(builder, loc, target.function, request.getArgs());
    SmallVector<Type> entries;
    SmallVector<Type> inputs = primalsOf(type.getInputs()), outputs = primalsOf(type.getOutputs());
    for (Type output : outputs)
      for (Type input : inputs)
        entries.push_back(getJacobianType(output, input));
    JacobianMode mode = representation == Representation::Continuation ? JacobianMode::Reverse
                        : representation == Representation::Begin      ? JacobianMode::Forward
                                                                       : JacobianMode::Automatic;
    auto jacobian = JacobianOp::create(builder, loc, entries, request.getCalleeAttr(),
                                       builder.getDenseI64ArrayAttr(target.wrt),
                                       builder.getDenseI64ArrayAttr(target.of), request.getArgs(),
                                       JacobianModeAttr::get(request.getContext(), mode));
    SmallVector<Value> results(call.getResults());
    results.push_back(makeBlocks(builder, loc, inputs, outputs, jacobian.getResults()));
    request->replaceAllUsesWith(results);
    request->erase();
    return expand(jacobian);
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
    FailureOr<func::FuncOp> vjp = differentiator.getVjp(target.function, target.wrt, target.of);
    if (succeeded(vjp))
      differentiator.noteGradient(*vjp, target.function, target.wrt, target.of);
    return vjp;
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
    llvm::SetVector<Operation *> reached = findReached(function, differentiator.getSymbols());
    bool isLinear = llvm::any_of(reached, usesLinearTypes);
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
    llvm::SetVector<Operation *> reached = findReached(symbols.lookup<func::FuncOp>(name), symbols);
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
  using ChadDifferentiateBase::ChadDifferentiateBase;
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
    auto given = [](int64_t option) {
      return option ? std::optional<int64_t>(option) : std::nullopt;
    };
    std::string problem =
        addLoopBudget(getOperation(), given(checkpointStates), given(checkpointBytes));
    if (!problem.empty()) {
      getOperation().emitError("chad-differentiate: ") << problem;
      return signalPassFailure();
    }
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
