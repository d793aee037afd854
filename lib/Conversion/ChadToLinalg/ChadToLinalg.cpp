//===- ChadToLinalg.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Maps, builds and reductions with scalar bodies to linalg.generic.

#include "chad/Conversion/Passes.h"
#include "chad/Loops/BodyShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CONVERTCHADTOLINALG
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether a body works on scalars alone, so that it can be that of a structured op.
static bool isScalarBody(Block &body) {
  return llvm::all_of(body.without_terminator(), [](Operation &op) {
    return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
           llvm::all_of(op.getResultTypes(), isScalarType);
  });
}

namespace {
/// Where the elements of a block argument come from: `array[d_first, d_first+1, ...]`.
struct Source {
  Value array;
  unsigned first;
};

/// Maps (or one build) that hold nothing but the next one, down to a scalar body.
struct Nest {
  SmallVector<ArrayLoopOpInterface> levels;
  /// The arguments of all levels that are scalars, with their sources.
  SmallVector<std::pair<BlockArgument, Source>> scalars;

  Block &getBody() { return levels.back().getBodyBlock(); }
};
} // namespace

/// The map that a body consists of, if that is all that it does.
static MapOp getOnlyMap(Block &body) {
  if (!llvm::hasNItems(body, 2))
    return nullptr;
  auto map = dyn_cast<MapOp>(body.front());
  if (!map || !llvm::equal(body.getTerminator()->getOperands(), map.getResults()))
    return nullptr;
  return map;
}

static std::optional<Nest> getNest(ArrayLoopOpInterface root) {
  Nest nest;
  nest.levels.push_back(root);
  while (MapOp inner = getOnlyMap(nest.getBody()))
    nest.levels.push_back(inner);
  if (!isScalarBody(nest.getBody()))
    return std::nullopt;
  DenseMap<Value, Source> sources;
  for (auto [level, op] : llvm::enumerate(nest.levels)) {
    Operation *next =
        level + 1 < nest.levels.size() ? nest.levels[level + 1].getOperation() : nullptr;
    for (auto [array, arg] : llvm::zip_equal(op.getArrays(), op.getElementArgs())) {
      auto outer = sources.find(array);
      Source source =
          outer == sources.end() ? Source{array, static_cast<unsigned>(level)} : outer->second;
      sources[arg] = source;
      if (isScalarType(arg.getType()))
        nest.scalars.push_back({arg, source});
      else if (!next ||
               !llvm::all_of(arg.getUsers(), [&](Operation *user) { return user == next; }))
        return std::nullopt;
    }
  }
  for (Value result : nest.levels.front()->getResults())
    if (cast<RankedTensorType>(result.getType()).getRank() !=
        static_cast<int64_t>(nest.levels.size()))
      return std::nullopt;
  return nest;
}

namespace {
class Structuring {
public:
  explicit Structuring(MLIRContext *context) : rewriter(context) {}

  void run(Operation *root);

private:
  bool convertNest(ArrayLoopOpInterface op);
  bool convertReduce(ReduceOp op);

  IRRewriter rewriter;
  SmallVector<Operation *> remaining;
};
} // namespace

bool Structuring::convertNest(ArrayLoopOpInterface op) {
  std::optional<Nest> nest = getNest(op);
  if (!nest || !isMemoryEffectFree(op))
    return false;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  unsigned rank = nest->levels.size();
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  IRMapping indices;
  SmallVector<unsigned> inputOf;
  for (auto &[arg, source] : nest->scalars) {
    if (getIota(source.array)) {
      inputOf.push_back(~0u);
      continue;
    }
    inputOf.push_back(inputs.size());
    inputs.push_back(source.array);
    SmallVector<AffineExpr> position;
    for (int64_t i = 0; i < cast<RankedTensorType>(source.array.getType()).getRank(); ++i)
      position.push_back(rewriter.getAffineDimExpr(source.first + i));
    maps.push_back(AffineMap::get(rank, 0, position, rewriter.getContext()));
  }
  OpFoldResult extent = getAsOpFoldResult(getNumIterations(rewriter, op));
  for (OpResult result : op->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(computeShape(rewriter, result, extent, remaining)))
      if (type.isDynamicDim(dim))
        sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, type, sizes));
    maps.push_back(rewriter.getMultiDimIdentityMap(rank));
  }
  SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, op->getResultTypes(), inputs, outputs, maps, parallel,
      [&](OpBuilder &builder, Location at, ValueRange args) {
        IRMapping mapping;
        if (BlockArgument index = op.getIndexArg())
          mapping.map(index, linalg::IndexOp::create(builder, at, 0));
        for (auto [entry, input] : llvm::zip_equal(nest->scalars, inputOf))
          mapping.map(entry.first, input == ~0u
                                       ? linalg::IndexOp::create(builder, at, entry.second.first)
                                       : args[input]);
        linalg::YieldOp::create(builder, at, cloneBody(builder, nest->getBody(), mapping));
      });
  rewriter.replaceOp(op, generic.getResults());
  return true;
}

bool Structuring::convertReduce(ReduceOp op) {
  auto isScalars = [](Value array) {
    return cast<RankedTensorType>(array.getType()).getRank() == 1;
  };
  if (!llvm::all_of(op.getArrays(), isScalars) || !isScalarBody(op.getBody().front()) ||
      llvm::any_of(op.getArrays(), [](Value array) { return static_cast<bool>(getIota(array)); }))
    return false;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> starts;
  SmallVector<Type> types;
  SmallVector<AffineMap> maps(op.getArrays().size(), rewriter.getDimIdentityMap());
  for (Value unit : op.getUnits()) {
    types.push_back(RankedTensorType::get({}, unit.getType()));
    Value empty = tensor::EmptyOp::create(rewriter, loc, types.back(), ValueRange());
    starts.push_back(linalg::FillOp::create(rewriter, loc, unit, empty).getResult(0));
    maps.push_back(AffineMap::get(1, 0, rewriter.getContext()));
  }
  auto generic = linalg::GenericOp::create(
      rewriter, loc, types, op.getArrays(), starts, maps, utils::IteratorType::reduction,
      [&](OpBuilder &builder, Location at, ValueRange args) {
        IRMapping mapping;
        mapping.map(op.getElementArgs(), args.take_front(op.getArrays().size()));
        mapping.map(op.getStateArgs(), args.drop_front(op.getArrays().size()));
        linalg::YieldOp::create(builder, at, cloneBody(builder, op.getBodyBlock(), mapping));
      });
  SmallVector<Value> results;
  for (Value total : generic.getResults())
    results.push_back(tensor::ExtractOp::create(rewriter, loc, total, ValueRange()));
  rewriter.replaceOp(op, results);
  return true;
}

void Structuring::run(Operation *root) {
  // What is inside of a nest goes with it.
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isConverted = false;
    if (ArrayLoopOpInterface loop = getMapOrBuild(op))
      isConverted = !makesIota(op) && convertNest(loop);
    else if (auto reduce = dyn_cast<ReduceOp>(op))
      isConverted = convertReduce(reduce);
    return isConverted ? WalkResult::skip() : WalkResult::advance();
  });
}

/// Whether loops can compute with the values that the op takes and gives.
static bool hasLinearTypes(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isLinearType) ||
         llvm::any_of(op->getResultTypes(), isLinearType);
}

namespace {
struct ConvertChadToLinalgPass : chad::impl::ConvertChadToLinalgBase<ConvertChadToLinalgPass> {
  void runOnOperation() override {
    WalkResult found = getOperation()->walk([](Operation *op) {
      if (!isArrayOp(op) || !hasLinearTypes(op))
        return WalkResult::advance();
      op->emitOpError("has linear types, which have no representation in structured ops; run "
                      "chad-erase-linear first");
      return WalkResult::interrupt();
    });
    if (found.wasInterrupted())
      return signalPassFailure();
    Structuring(&getContext()).run(getOperation());
  }
};
} // namespace
