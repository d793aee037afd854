//===- ExpandDerivedOps.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Expands derived ops. For example, a Hessian becomes the derivative of a gradient; a function over
// a batch becomes a map of calls; a request for the derivative of a function value becomes one that
// names a function.

#include "chad/Derived/Derived.h"
#include "chad/Derived/Passes.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/IR/LinearLoops.h"
#include "chad/IR/Requests.h"
#include "chad/IR/Slices.h"
#include "chad/IR/SumArrays.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CHADEXPANDDERIVEDOPS
#include "chad/Derived/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// Whether `op` requests the derivative of a function value.
static bool isOfFunctionValue(Operation *op) {
  return (isRequest(op) || isa<HvpOp, HessianOp>(op)) && !op->getAttr("callee");
}

static bool isDerived(Operation *op) {
  return isa<HvpOp, HessianOp, VmapOp, FilterOp, ScatterOp, HistIntoOp, LFunFoldOp,
             LFunFromMatrixOp, LFunDiagonalOp, LFunGatherOp, LFunSliceOp, LFunToMatrixOp>(op) ||
         isOfFunctionValue(op);
}

bool chad::hasDerivedOps(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isDerived(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

/// Converts an element of an array to `type`, which may be a tensor of rank 0: the element is a
/// scalar then.
static Value elementAs(OpBuilder &builder, Location loc, Value element, Type type) {
  if (element.getType() == type)
    return element;
  bool isLinear = isa<LinType>(type);
  if (isLinear)
    element = FromLinearOp::create(builder, loc, element);
  Value tensor = tensor::FromElementsOp::create(
      builder, loc, cast<RankedTensorType>(getPrimalType(type)), element);
  return isLinear ? Value(ToLinearOp::create(builder, loc, tensor)) : tensor;
}

/// Converts `value` to an element of an array: a tensor of rank 0 becomes a scalar.
static Value asElement(OpBuilder &builder, Location loc, Value value) {
  auto tensor = dyn_cast<RankedTensorType>(getPrimalType(value.getType()));
  if (!tensor || tensor.getRank() != 0)
    return value;
  bool isLinear = isa<LinType>(value.getType());
  if (isLinear)
    value = FromLinearOp::create(builder, loc, value);
  value = tensor::ExtractOp::create(builder, loc, value);
  return isLinear ? Value(ToLinearOp::create(builder, loc, value)) : value;
}

SmallVector<Value> chad::mapCalls(OpBuilder &builder, Location loc, ValueRange args,
                                  TypeRange inputs,
                                  llvm::function_ref<SmallVector<Value>(ValueRange)> makeCall) {
  SmallVector<Value> arrays;
  for (auto [arg, input] : llvm::zip_equal(args, inputs))
    if (arg.getType() != input)
      arrays.push_back(arg);
  auto map =
      MapOp::create(builder, loc, arrays, [&](OpBuilder &inner, Location, ValueRange elements) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
        SmallVector<Value> given;
        for (auto [arg, input] : llvm::zip_equal(args, inputs)) {
          if (arg.getType() == input) {
            given.push_back(arg);
            continue;
          }
          given.push_back(elementAs(builder, loc, elements.front(), input));
          elements = elements.drop_front();
        }
        SmallVector<Value> results = makeCall(given);
        for (Value &result : results)
          result = asElement(builder, loc, result);
        YieldOp::create(builder, loc, results);
      });
  return llvm::to_vector_of<Value>(map.getResults());
}

static void expandVmap(VmapOp op, FunctionType type) {
  OpBuilder builder(op);
  SmallVector<Value> results =
      mapCalls(builder, op.getLoc(), op.getArgs(), type.getInputs(), [&](ValueRange args) {
        auto call =
            func::CallOp::create(builder, op.getLoc(), op.getCalleeAttr(), type.getResults(), args);
        return llvm::to_vector_of<Value>(call.getResults());
      });
  op->replaceAllUsesWith(results);
  op->erase();
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static Value getExtent(OpBuilder &builder, Location loc, Value array) {
  int64_t extent = getArrayExtent(array.getType());
  if (!ShapedType::isDynamic(extent))
    return arith::ConstantIndexOp::create(builder, loc, extent);
  return tensor::DimOp::create(builder, loc, array, 0);
}

/// Combines two values of a body by an op, and yields the result.
template <typename OpTy> static void combine(OpBuilder &builder, Location loc, ValueRange args) {
  Value result = OpTy::create(builder, loc, args[0], args[1]);
  YieldOp::create(builder, loc, result);
}

/// For each bin b, combines the positions i with bins[i] = b by `OpTy`. A bin without positions
/// gets `unit`.
template <typename OpTy>
static Value combinePositions(OpBuilder &builder, Location loc, Value bins, Value numBins,
                              Value unit) {
  Value positions = createIota(builder, loc, getExtent(builder, loc, bins));
  IntegerAttr count;
  int64_t extent =
      matchPattern(numBins, m_Constant(&count)) ? count.getInt() : ShapedType::kDynamic;
  auto hist = HistOp::create(builder, loc, getArrayOf(builder.getIndexType(), extent), bins,
                             numBins, positions, unit);
  Block &block = hist.getBody().emplaceBlock();
  block.addArguments({builder.getIndexType(), builder.getIndexType()}, {loc, loc});
  OpBuilder body = OpBuilder::atBlockBegin(&block);
  combine<OpTy>(body, loc, block.getArguments());
  return hist.getResult(0);
}

/// Asserts that `array` has as many elements as `other`, unless that is known.
static void assertEqualExtents(OpBuilder &builder, Operation *op, Value array, Value other) {
  if (areEqual(Extent::of(array, 0), Extent::of(other, 0)))
    return;
  Location loc = op->getLoc();
  Value isSame =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, getExtent(builder, loc, array),
                            getExtent(builder, loc, other));
  cf::AssertOp::create(builder, loc, isSame,
                       "'" + op->getName().getStringRef().str() +
                           "' has arrays of several extents");
}

// The result gathers the elements at the positions where the condition holds. A histogram finds
// these positions: the bin of a position is the number of earlier positions where the condition
// holds, so that bin i gets the i-th of them.
static void expandFilter(FilterOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  for (Value array : op.getArrays())
    assertEqualExtents(builder, op, array, op.getMask());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value nowhere = arith::ConstantIndexOp::create(builder, loc, -1);
  auto ones = MapOp::create(
      builder, loc, op.getMask(), [](OpBuilder &inner, Location loc, ValueRange args) {
        Value one = arith::IndexCastUIOp::create(inner, loc, inner.getIndexType(), args.front());
        YieldOp::create(inner, loc, one);
      });
  Value counts = ones.getResult(0);
  auto before = ScanOp::create(builder, loc, Direction::Left, ScanKind::Exclusive, counts, zero,
                               combine<arith::AddIOp>);
  auto total = ReduceOp::create(builder, loc, counts, zero, combine<arith::AddIOp>);
  auto numbers = MapOp::create(builder, loc, {op.getMask(), before.getResult(0)},
                               [&](OpBuilder &inner, Location loc, ValueRange args) {
                                 Value number =
                                     arith::SelectOp::create(inner, loc, args[0], args[1], nowhere);
                                 YieldOp::create(inner, loc, number);
                               });
  Value kept =
      combinePositions<arith::AddIOp>(builder, loc, numbers.getResult(0), total.getResult(0), zero);
  SmallVector<Value> results;
  for (auto [array, type] : llvm::zip_equal(op.getArrays(), op.getResultTypes()))
    results.push_back(GatherOp::create(builder, loc, type, array, kept));
  op->replaceAllUsesWith(results);
  op->erase();
}

// A histogram of positions finds, for each element of the result, the position of the last value
// that is written to it, if there is one.
static void expandScatter(ScatterOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  assertEqualExtents(builder, op, op.getValues(), op.getIndices());
  Value nowhere = arith::ConstantIndexOp::create(builder, loc, -1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value last = combinePositions<arith::MaxSIOp>(builder, loc, op.getIndices(),
                                                getExtent(builder, loc, op.getDest()), nowhere);
  auto map = MapOp::create(
      builder, loc, {op.getDest(), last}, [&](OpBuilder &inner, Location loc, ValueRange args) {
        Value isWritten =
            arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::sge, args[1], zero);
        auto choice = scf::IfOp::create(
            inner, loc, isWritten,
            [&](OpBuilder &then, Location loc) {
              Value value = readElement(then, loc, op.getValues(), args[1]);
              scf::YieldOp::create(then, loc, value);
            },
            [&](OpBuilder &other, Location loc) { scf::YieldOp::create(other, loc, args[0]); });
        YieldOp::create(inner, loc, choice.getResults());
      });
  Value result = map.getResult(0);
  if (result.getType() != op.getType())
    result = tensor::CastOp::create(builder, loc, op.getType(), result);
  op.replaceAllUsesWith(result);
  op->erase();
}

// The histogram of the elements, whose bins are then combined with the elements of the arrays.
static void expandHistInto(HistIntoOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value numBins = chad::getExtent(builder, loc, ValueRange(op.getDests()));
  auto hist = HistOp::create(builder, loc, op.getResultTypes(), op.getIndices(), numBins,
                             op.getArrays(), op.getUnits());
  IRMapping copy;
  op.getBody().cloneInto(&hist.getBody(), copy);
  SmallVector<Value> arrays(op.getDests());
  llvm::append_range(arrays, hist.getResults());
  auto map =
      MapOp::create(builder, loc, arrays, [&](OpBuilder &inner, Location loc, ValueRange elements) {
        IRMapping mapping;
        mapping.map(op.getBody().getArguments(), elements);
        YieldOp::create(inner, loc, cloneBody(inner, op.getBody().front(), mapping));
      });
  for (auto [result, type] : llvm::zip_equal(map.getResults(), op.getResultTypes()))
    result.setType(type);
  op->replaceAllUsesWith(map.getResults());
  op->erase();
}

//===----------------------------------------------------------------------===//
// Linear functions
//===----------------------------------------------------------------------===//

// A loop of linear functions is the linear function that runs the loop.
static void expandLoop(LFunFoldOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto lambda = LFunLambdaOp::create(builder, loc, op.getType(), op.getDomainSizes());
  Block &body = lambda.getBody().emplaceBlock();
  for (Type type : op.getType().getInputs())
    body.addArgument(type, loc);
  builder.setInsertionPointToStart(&body);
  SmallVector<Value> results = applyLoop(builder, loc, op, body.getArguments());
  YieldOp::create(builder, loc, results);
  op.replaceAllUsesWith(lambda.getResult());
  op->erase();
}

static void expandLoops(Operation *root, llvm::function_ref<bool(Operation *)> mayExpand) {
  // The expansion of a loop copies its body, with the loops in it.
  SmallVector<LFunFoldOp> loops;
  root->walk<WalkOrder::PostOrder>([&](LFunFoldOp loop) {
    if (!mayExpand || mayExpand(loop))
      loops.push_back(loop);
  });
  llvm::for_each(loops, expandLoop);
}

void chad::expandLinearFunctions(Operation *root) {
  expandLoops(root, {});
  expandMatrices(root);
}

//===----------------------------------------------------------------------===//
// Function values
//===----------------------------------------------------------------------===//

namespace {
/// Replaces requests for derivatives of function values by requests that name functions.
class FunctionNamer {
public:
  explicit FunctionNamer(SymbolTableCollection &tables) : tables(tables) {}

  void run(Operation *root, llvm::function_ref<bool(Operation *)> mayExpand) {
    SmallVector<Operation *> requests;
    // Requests in a lambda are replaced before requests that differentiate the lambda: outlining
    // the lambda copies the requests in it.
    root->walk<WalkOrder::PostOrder>([&](Operation *op) {
      if (isOfFunctionValue(op) && (!mayExpand || mayExpand(op)))
        requests.push_back(op);
    });
    for (Operation *op : requests)
      TypeSwitch<Operation *>(op)
          .Case<JvpOp, VjpOp, GradOp, ValueAndGradOp, JacobianOp, LinearizeOp, HvpOp, HessianOp>(
              [&](auto request) { name(request); });
  }

private:
  /// A function, and the values that are passed to it before the other arguments.
  struct Named {
    FlatSymbolRefAttr callee;
    SmallVector<Value> captured;
  };

  template <typename Request> void name(Request request) {
    Value value = request.getArgs().front();
    auto type = cast<FunctionType>(value.getType());
    Named named = getFunction(request, value);
    OpBuilder builder(request);
    auto shift = [&](std::optional<ArrayRef<int64_t>> chosen) {
      SmallVector<int64_t> positions = getDifferentiated(type.getInputs(), chosen);
      for (int64_t &position : positions)
        position += named.captured.size();
      return builder.getDenseI64ArrayAttr(positions);
    };
    request.setWrtAttr(shift(request.getWrt()));
    request.setOfAttr(
        builder.getDenseI64ArrayAttr(getDifferentiated(type.getResults(), request.getOf())));
    SmallVector<Value> args(named.captured);
    llvm::append_range(args, request.getPoint());
    request.setCalleeAttr(named.callee);
    request.getArgsMutable().assign(args);
  }

  Named getFunction(Operation *request, Value value) {
    if (auto constant = value.getDefiningOp<func::ConstantOp>())
      return {constant.getValueAttr(), {}};
    if (auto lambda = value.getDefiningOp<LambdaOp>())
      return outline(request, lambda);
    return {applierOf(request, cast<FunctionType>(value.getType())), {value}};
  }

  func::FuncOp add(Operation *request, StringRef name, FunctionType type) {
    auto function = func::FuncOp::create(request->getLoc(), name, type);
    function.setPrivate();
    Operation *parent = request;
    Operation *table = SymbolTable::getNearestSymbolTable(request);
    while (parent->getParentOp() != table)
      parent = parent->getParentOp();
    tables.getSymbolTable(table).insert(function, Block::iterator(parent));
    return function;
  }

  /// `(captured..., x...) -> body(x...)` for a lambda.
  Named outline(Operation *request, LambdaOp lambda) {
    Named &known = lambdas[lambda];
    if (known.callee)
      return known;
    llvm::SetVector<Value> above;
    getUsedValuesDefinedAbove(lambda.getBody(), above);
    SmallVector<Value> captured, constants;
    for (Value value : above) {
      Operation *definition = value.getDefiningOp();
      bool isConstant = definition && definition->hasTrait<mlir::OpTrait::ConstantLike>();
      (isConstant ? constants : captured).push_back(value);
    }
    SmallVector<Type> inputs(ValueRange(captured).getTypes());
    auto type = cast<FunctionType>(lambda.getType());
    llvm::append_range(inputs, type.getInputs());
    func::FuncOp function =
        add(request, "lambda", FunctionType::get(type.getContext(), inputs, type.getResults()));
    Block *body = function.addEntryBlock();
    OpBuilder builder = OpBuilder::atBlockBegin(body);
    IRMapping mapping;
    ValueRange args = body->getArguments();
    mapping.map(captured, args.take_front(captured.size()));
    for (Value constant : constants)
      mapping.map(constant, builder.clone(*constant.getDefiningOp())
                                ->getResult(cast<OpResult>(constant).getResultNumber()));
    mapping.map(lambda.getBody().getArguments(), args.drop_front(captured.size()));
    func::ReturnOp::create(builder, lambda.getLoc(),
                           cloneBody(builder, lambda.getBody().front(), mapping));
    known = {FlatSymbolRefAttr::get(function), captured};
    return known;
  }

  /// `(f, x...) -> f(x...)` for function values of `type`.
  FlatSymbolRefAttr applierOf(Operation *request, FunctionType type) {
    func::FuncOp &function = appliers[{SymbolTable::getNearestSymbolTable(request), type}];
    if (!function) {
      SmallVector<Type> inputs = {type};
      llvm::append_range(inputs, type.getInputs());
      function =
          add(request, "apply", FunctionType::get(type.getContext(), inputs, type.getResults()));
      Block *body = function.addEntryBlock();
      OpBuilder builder = OpBuilder::atBlockBegin(body);
      auto apply = ApplyOp::create(builder, request->getLoc(), type.getResults(),
                                   body->getArgument(0), body->getArguments().drop_front());
      func::ReturnOp::create(builder, request->getLoc(), apply.getResults());
    }
    return FlatSymbolRefAttr::get(function);
  }

  SymbolTableCollection &tables;
  llvm::DenseMap<Operation *, Named> lambdas;
  llvm::DenseMap<std::pair<Operation *, Type>, func::FuncOp> appliers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Second derivatives
//===----------------------------------------------------------------------===//

/// `value` with floats instead of linear values or, if `linear`, the reverse, also in sums.
static Value changeLinearity(OpBuilder &builder, Location loc, Value value, bool linear) {
  Type type = value.getType();
  if (isLinearType(type) == linear)
    return value;
  if (auto sum = dyn_cast<SumType>(type)) {
    Type changed = linear ? getTypeOfTangents(type) : replaceInSums(type, getPrimalType);
    OperationState state(loc, CaseOp::getOperationName());
    state.addOperands(value);
    state.addTypes(changed);
    for (auto [tag, alternative] : llvm::enumerate(sum.getAlternatives())) {
      Block &block = state.addRegion()->emplaceBlock();
      OpBuilder inner(builder.getContext());
      inner.setInsertionPointToEnd(&block);
      SmallVector<Value> parts;
      for (Type part : alternative.getTypes())
        parts.push_back(changeLinearity(inner, loc, block.addArgument(part, loc), linear));
      Value made = InjOp::create(inner, loc, changed, tag, parts);
      YieldOp::create(inner, loc, made);
    }
    return builder.create(state)->getResult(0);
  }
  if (isSumOrArrayOfSums(type))
    return MapOp::create(builder, loc, value,
                         [&](OpBuilder &inner, Location loc, ValueRange elements) {
                           YieldOp::create(inner, loc,
                                           changeLinearity(inner, loc, elements.front(), linear));
                         })
        .getResult(0);
  return linear ? Value(ToLinearOp::create(builder, loc, value))
                : Value(FromLinearOp::create(builder, loc, value));
}

namespace {
/// Expands requests. A request and the function that it names are in the same symbol table.
class Expander {
public:
  void run(Operation *root, llvm::function_ref<bool(Operation *)> mayExpand) {
    FunctionNamer(tables).run(root, mayExpand);
    expandLoops(root, mayExpand);
    SmallVector<Operation *> ops;
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isDerived(op) && (!mayExpand || mayExpand(op)))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      TypeSwitch<Operation *>(op)
          .Case([](FilterOp filter) { expandFilter(filter); })
          .Case([](ScatterOp scatter) { expandScatter(scatter); })
          .Case([](HistIntoOp hist) { expandHistInto(hist); })
          .Case([&](VmapOp vmap) { expandVmap(vmap, findFunction(vmap)); })
          .Case<HvpOp, HessianOp>([&](auto request) { expand(request); });
  }

private:
  FunctionOpInterface lookup(Operation *op) {
    auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
    return cast<FunctionOpInterface>(tables.lookupNearestSymbolFrom(op, callee));
  }

  FunctionType findFunction(Operation *op) {
    return cast<FunctionType>(lookup(op).getFunctionType());
  }

  struct Gradient {
    func::FuncOp function;
    SmallVector<int64_t> wrt;
  };

  /// Returns the function that computes the gradient of the request's function by the arguments
  /// that the request names.
  template <typename OpTy> Gradient getGradient(OpTy request) {
    FunctionType type = findFunction(request);
    SmallVector<int64_t> wrt = getDifferentiated(type.getInputs(), request.getWrt());
    return {getGradient(request, type, wrt, getDifferentiated(type.getResults(), request.getOf())),
            wrt};
  }

  /// `(x...) -> (∇f(x)...)` by the arguments `wrt`.
  func::FuncOp getGradient(Operation *request, FunctionType type, ArrayRef<int64_t> wrt,
                           ArrayRef<int64_t> of) {
    auto callee = request->getAttrOfType<FlatSymbolRefAttr>("callee");
    Operation *function = lookup(request);
    Builder attributes(request->getContext());
    func::FuncOp &gradient = gradients[{function, attributes.getDenseI64ArrayAttr(wrt),
                                        attributes.getDenseI64ArrayAttr(of)}];
    if (gradient)
      return gradient;
    SmallVector<Type> results;
    for (int64_t i : wrt)
      results.push_back(getGradientType(type.getInput(i)));
    Location loc = request->getLoc();
    gradient =
        func::FuncOp::create(loc, (callee.getValue() + ".gradient").str(),
                             FunctionType::get(request->getContext(), type.getInputs(), results));
    gradient.setPrivate();
    SymbolTable &symbols = tables.getSymbolTable(SymbolTable::getNearestSymbolTable(request));
    symbols.insert(gradient, std::next(Block::iterator(function)));
    OpBuilder builder = OpBuilder::atBlockBegin(gradient.addEntryBlock());
    auto grad = GradOp::create(builder, loc, results, callee, builder.getDenseI64ArrayAttr(wrt),
                               builder.getDenseI64ArrayAttr(of), gradient.getArguments());
    func::ReturnOp::create(builder, loc, grad.getResults());
    return gradient;
  }

  // Forward over reverse: ∇²f(x) • v is the derivative of the gradient along v. Reverse over
  // reverse: the transpose of the derivative of the gradient, applied to v.
  void expand(HvpOp op) {
    auto [gradient, wrt] = getGradient(op);
    OpBuilder builder(op);
    Location loc = op.getLoc();
    SmallVector<Value> vectors;
    SmallVector<Type> types(gradient.getResultTypes());
    for (Value vector : op.getVectors()) {
      vectors.push_back(changeLinearity(builder, loc, vector, /*linear=*/true));
      types.push_back(vectors.back().getType());
    }
    auto callee = FlatSymbolRefAttr::get(gradient);
    auto positions = builder.getDenseI64ArrayAttr(wrt);
    DenseI64ArrayAttr of = allResults(gradient);
    Operation *product;
    if (op.getMode() == JacobianMode::Reverse)
      product = VjpOp::create(builder, loc, types, callee, positions, of, op.getArgs(), vectors);
    else
      product = JvpOp::create(builder, loc, types, callee, positions, of, op.getArgs(), vectors);
    SmallVector<Value> results;
    for (auto [result, wanted] :
         llvm::zip_equal(product->getResults().take_back(wrt.size()), op.getResultTypes()))
      results.push_back(changeLinearity(builder, loc, result, isLinearType(wanted)));
    op->replaceAllUsesWith(results);
    op->erase();
  }

  /// The positions of all results, if some are sums, which only differentiate those who name them.
  static DenseI64ArrayAttr allResults(func::FuncOp function) {
    if (llvm::none_of(function.getResultTypes(), isSumOrArrayOfSums))
      return {};
    return Builder(function.getContext())
        .getDenseI64ArrayAttr(llvm::to_vector(llvm::seq<int64_t>(function.getNumResults())));
  }

  void expand(HessianOp op) {
    auto [gradient, wrt] = getGradient(op);
    OpBuilder builder(op);
    JacobianMode mode =
        op.getMode() == JacobianMode::Reverse ? JacobianMode::Reverse : JacobianMode::Forward;
    auto jacobian = JacobianOp::create(builder, op.getLoc(), op.getResultTypes(),
                                       FlatSymbolRefAttr::get(gradient),
                                       builder.getDenseI64ArrayAttr(wrt), allResults(gradient),
                                       op.getArgs(), JacobianModeAttr::get(op.getContext(), mode));
    op->replaceAllUsesWith(jacobian.getResults());
    op->erase();
  }

  SymbolTableCollection tables;
  llvm::DenseMap<std::tuple<Operation *, Attribute, Attribute>, func::FuncOp> gradients;
};

struct ExpandDerivedOps : chad::impl::ChadExpandDerivedOpsBase<ExpandDerivedOps> {
  void runOnOperation() override { expandDerivedOps(getOperation()); }
};
} // namespace

void chad::nameFunctionValues(ModuleOp module) {
  SymbolTableCollection tables;
  FunctionNamer(tables).run(module, {});
}

void chad::expandDerivedOps(ModuleOp root, llvm::function_ref<bool(Operation *)> mayExpand) {
  if (!hasDerivedOps(root))
    return;
  Expander().run(root, mayExpand);
  if (!mayExpand)
    expandMatrices(root);
}
