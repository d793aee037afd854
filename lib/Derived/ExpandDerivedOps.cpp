//===- ExpandDerivedOps.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Expands derived ops: for example, a Hessian to the derivative of a gradient, and a function over
// a batch to a map of calls.

#include "chad/Derived/Derived.h"
#include "chad/Derived/Passes.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Requests.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CHADEXPANDDERIVEDOPS
#include "chad/Derived/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

static bool isDerived(Operation *op) {
  return isa<HvpOp, HessianOp, VmapOp, FilterOp, ScatterOp, LFunFromMatrixOp, LFunToMatrixOp>(op);
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

/// Converts an element of an array to `type`: arrays have scalars as elements in the place of
/// tensors of rank 0.
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

/// Converts `value` to an element of an array.
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

/// For each bin the combination of the positions of `bin` in `bins`, or `unit`.
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

// The result gathers the elements at the positions where the condition holds. The position of the
// i-th of them is found by a histogram: the bin of a position is the number of positions before it
// where the condition holds.
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

// A histogram of positions finds, for each element, the last value that is written to it, if there
// is one.
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

//===----------------------------------------------------------------------===//
// Second derivatives
//===----------------------------------------------------------------------===//

namespace {
/// Expands requests: each is in the symbol table of the function that it names.
class Expander {
public:
  void run(Operation *root, llvm::function_ref<bool(Operation *)> mayExpand) {
    SmallVector<Operation *> ops;
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isDerived(op) && (!mayExpand || mayExpand(op)))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      TypeSwitch<Operation *>(op)
          .Case([](FilterOp filter) { expandFilter(filter); })
          .Case([](ScatterOp scatter) { expandScatter(scatter); })
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

  /// The gradient of a request's function by the arguments that the request names.
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
      results.push_back(type.getInput(i));
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
  // reverse: its transpose.
  void expand(HvpOp op) {
    auto [gradient, wrt] = getGradient(op);
    OpBuilder builder(op);
    Location loc = op.getLoc();
    SmallVector<Value> vectors;
    SmallVector<Type> types(gradient.getResultTypes());
    for (Value vector : op.getVectors()) {
      bool isLinear = isa<LinType>(vector.getType());
      vectors.push_back(isLinear ? vector : Value(ToLinearOp::create(builder, loc, vector)));
      types.push_back(vectors.back().getType());
    }
    auto callee = FlatSymbolRefAttr::get(gradient);
    auto positions = builder.getDenseI64ArrayAttr(wrt);
    Operation *product;
    if (op.getMode() == JacobianMode::Reverse)
      product = VjpOp::create(builder, loc, types, callee, positions, DenseI64ArrayAttr(),
                              op.getArgs(), vectors);
    else
      product = JvpOp::create(builder, loc, types, callee, positions, DenseI64ArrayAttr(),
                              op.getArgs(), vectors);
    SmallVector<Value> results;
    for (auto [result, wanted] :
         llvm::zip_equal(product->getResults().take_back(wrt.size()), op.getResultTypes()))
      results.push_back(result.getType() == wanted
                            ? Value(result)
                            : Value(FromLinearOp::create(builder, loc, result)));
    op->replaceAllUsesWith(results);
    op->erase();
  }

  void expand(HessianOp op) {
    auto [gradient, wrt] = getGradient(op);
    OpBuilder builder(op);
    JacobianMode mode =
        op.getMode() == JacobianMode::Reverse ? JacobianMode::Reverse : JacobianMode::Forward;
    auto jacobian = JacobianOp::create(builder, op.getLoc(), op.getResultTypes(),
                                       FlatSymbolRefAttr::get(gradient),
                                       builder.getDenseI64ArrayAttr(wrt), DenseI64ArrayAttr(),
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

void chad::expandDerivedOps(ModuleOp root, llvm::function_ref<bool(Operation *)> mayExpand) {
  if (!hasDerivedOps(root))
    return;
  Expander().run(root, mayExpand);
  if (!mayExpand)
    expandMatrices(root);
}
