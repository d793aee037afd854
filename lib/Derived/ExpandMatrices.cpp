//===- ExpandMatrices.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Linear functions and their matrices (Elliott 2018, §8-11). Matrices are kept as blocks: the
// blocks of a fork, a join, a sum or a transpose are made from the blocks of its parts, and a
// composition is a product of matrices. Any other function is applied to a basis.

#include "Structures.h"
#include "chad/Derived/Basis.h"
#include "chad/Derived/Derived.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The sizes of the dynamic dimensions of the domain and of the codomain of a function.
struct Sizes {
  SmallVector<Value> domain, codomain;
  Sizes transposed() const { return {codomain, domain}; }
};

/// Makes the blocks of the matrix of a linear function, ordered by output, then by input.
class MatrixBuilder {
public:
  explicit MatrixBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  SmallVector<Value> build(Value map, const Sizes &sizes) {
    Operation *op = map.getDefiningOp();
    if (auto matrix = dyn_cast_or_null<LFunFromMatrixOp>(op))
      return {getEntries(matrix)};
    if (isStructured(map))
      return {getDenseMatrix(builder, loc, map)};
    if (auto transpose = dyn_cast_or_null<LFunTransposeOp>(op))
      return transposed(transpose, sizes);
    if (auto fork = dyn_cast_or_null<LFunForkOp>(op))
      return blocks(fork.getMaps(), sizes, /*isFork=*/true);
    if (auto join = dyn_cast_or_null<LFunJoinOp>(op))
      return blocks(join.getMaps(), sizes, /*isFork=*/false);
    if (auto add = dyn_cast_or_null<LFunAddOp>(op))
      return sum(add, sizes);
    if (auto compose = dyn_cast_or_null<LFunComposeOp>(op))
      if (llvm::all_of(compose.getMaps(), isMatrix))
        return {chain(compose)};
    return fromBasis(map, sizes);
  }

private:
  static bool isMatrix(Value map) {
    if (isStructured(map))
      return true;
    if (auto transpose = map.getDefiningOp<LFunTransposeOp>())
      map = transpose.getMap();
    return map.getDefiningOp<LFunFromMatrixOp>() != nullptr;
  }

  Value getEntries(LFunFromMatrixOp op) {
    if (!op.getTransposed())
      return op.getMatrix();
    return transposeMatrix(builder, loc, op.getMatrix(), rankOf(op.getType().getInputs().front()));
  }

  SmallVector<Value> transposed(LFunTransposeOp op, const Sizes &sizes) {
    auto type = cast<LFunType>(op.getMap().getType());
    SmallVector<Value> blocks = build(op.getMap(), sizes.transposed()), results;
    size_t inputs = type.getInputs().size(), outputs = type.getOutputs().size();
    for (size_t i = 0; i < inputs; ++i)
      for (size_t o = 0; o < outputs; ++o)
        results.push_back(
            transposeMatrix(builder, loc, blocks[o * inputs + i], rankOf(type.getOutputs()[o])));
    return results;
  }

  /// Removes the sizes of `types` from the front of `sizes`, and returns them.
  static SmallVector<Value> take(ArrayRef<Value> &sizes, ArrayRef<Type> types) {
    unsigned count = getNumDynamicSizes(types);
    SmallVector<Value> taken(sizes.take_front(count));
    sizes = sizes.drop_front(count);
    return taken;
  }

  SmallVector<Value> blocks(ValueRange maps, const Sizes &sizes, bool isFork) {
    ArrayRef<Value> rest = isFork ? sizes.codomain : sizes.domain;
    SmallVector<SmallVector<Value>> parts;
    SmallVector<size_t> inputs;
    size_t outputs = 0;
    for (Value map : maps) {
      auto type = cast<LFunType>(map.getType());
      Sizes own = sizes;
      (isFork ? own.codomain : own.domain) =
          take(rest, isFork ? type.getOutputs() : type.getInputs());
      parts.push_back(build(map, own));
      inputs.push_back(type.getInputs().size());
      outputs = type.getOutputs().size();
    }
    SmallVector<Value> results;
    if (isFork) {
      for (ArrayRef<Value> part : parts)
        llvm::append_range(results, part);
      return results;
    }
    for (size_t o = 0; o < outputs; ++o)
      for (auto [part, count] : llvm::zip(parts, inputs))
        llvm::append_range(results, ArrayRef(part).slice(o * count, count));
    return results;
  }

  SmallVector<Value> sum(LFunAddOp op, const Sizes &sizes) {
    SmallVector<Value> results = build(op.getMaps().front(), sizes);
    for (Value map : op.getMaps().drop_front())
      for (auto [result, term] : llvm::zip(results, build(map, sizes)))
        result = arith::AddFOp::create(builder, loc, result, term);
    return results;
  }

  Value chain(LFunComposeOp op) {
    SmallVector<Value> factors;
    SmallVector<int64_t> ranks;
    for (Value map : op.getMaps()) {
      auto type = cast<LFunType>(map.getType());
      factors.push_back(isStructured(map) ? map : build(map, Sizes()).front());
      ranks.push_back(rankOf(type.getOutputs().front()));
    }
    ranks.push_back(rankOf(op.getType().getInputs().front()));
    return multiplyChain(builder, loc, factors, ranks);
  }

  /// Computes the columns of the matrix, which are the values of the function on a basis of its
  /// domain. If this basis is known to have more elements than a basis of the codomain, computes
  /// the rows instead: the values of the transpose on a basis of the codomain.
  SmallVector<Value> fromBasis(Value map, const Sizes &sizes) {
    auto type = cast<LFunType>(map.getType());
    auto primals = [](ArrayRef<Type> types) {
      return llvm::map_to_vector(types, [](Type type) { return getPrimalType(type); });
    };
    SmallVector<Type> domain = primals(type.getInputs()), codomain = primals(type.getOutputs());
    std::optional<int64_t> columns = countEntries(domain), rows = countEntries(codomain);
    bool byRows = rows && (!columns || *rows < *columns);
    if (byRows) {
      std::swap(domain, codomain);
      map = LFunTransposeOp::create(builder, loc, map);
    }
    ArrayRef<Value> rest = byRows ? sizes.codomain : sizes.domain;
    SmallVector<SmallVector<Value>> basisSizes;
    for (Type primal : domain)
      basisSizes.push_back(take(rest, LinType::get(primal)));
    auto basisOf = [&](size_t i) { return Basis(builder, loc, domain[i], basisSizes[i]); };
    SmallVector<Value> results(domain.size() * codomain.size());
    for (size_t i = 0; i < domain.size(); ++i) {
      SmallVector<Value> images = basisOf(i).build(codomain, [&](Value seed) {
        SmallVector<Value> args;
        for (size_t k = 0; k < domain.size(); ++k)
          args.push_back(k == i ? seed : basisOf(k).zero());
        SmallVector<Type> types =
            llvm::map_to_vector(codomain, [](Type primal) -> Type { return LinType::get(primal); });
        auto apply = LFunApplyOp::create(builder, loc, types, map, args);
        return llvm::map_to_vector(apply.getResults(),
                                   [&](Value value) { return fromLinearEntry(builder, value); });
      });
      for (auto [o, image] : llvm::enumerate(images)) {
        size_t position = byRows ? i * codomain.size() + o : o * domain.size() + i;
        results[position] =
            byRows ? image : transposeMatrix(builder, loc, image, rankOf(domain[i]));
      }
    }
    return results;
  }

  OpBuilder &builder;
  Location loc;
};
} // namespace

/// Casts `value` to `type`. The types may differ in which extents are static, or one is a float and
/// the other a tensor of rank 0.
static Value castTo(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!isa<RankedTensorType>(value.getType()))
    return tensor::FromElementsOp::create(builder, loc, tensor, value);
  if (!tensor)
    return tensor::ExtractOp::create(builder, loc, value);
  return tensor::CastOp::create(builder, loc, type, value);
}

/// Erases the ops that make the function `map` if they have no uses.
static void eraseUnused(Value map) {
  llvm::SetVector<Value> pending;
  pending.insert(map);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op || llvm::none_of(op->getResultTypes(), llvm::IsaPred<LFunType>) ||
        !isOpTriviallyDead(op))
      continue;
    // `pending` is a set, as an operand may occur twice.
    pending.insert(op->operand_begin(), op->operand_end());
    op->erase();
  }
}

static void expandToMatrix(LFunToMatrixOp op) {
  OpBuilder builder(op);
  Sizes sizes{llvm::to_vector(op.getDomainSizes()), llvm::to_vector(op.getCodomainSizes())};
  SmallVector<Value> results = MatrixBuilder(builder, op.getLoc()).build(op.getMap(), sizes);
  for (auto [result, type] : llvm::zip_equal(results, op.getResultTypes()))
    result = castTo(builder, op.getLoc(), result, type);
  Value map = op.getMap();
  op->replaceAllUsesWith(results);
  op->erase();
  eraseUnused(map);
}

// Replaces `op` by λv. a · v, where `multiply` creates the product, and `sizes` are the dynamic
// extents of v.
static void expandAsLambda(Operation *op, ValueRange sizes,
                           llvm::function_ref<Value(OpBuilder &, Value)> multiply) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto type = cast<LFunType>(op->getResult(0).getType());
  auto lambda = LFunLambdaOp::create(builder, loc, type, sizes);
  Block &block = lambda.getBody().emplaceBlock();
  Value arg = block.addArgument(type.getInputs().front(), loc);
  builder.setInsertionPointToEnd(&block);
  Value y = multiply(builder, fromLinearEntry(builder, arg));
  y = castTo(builder, loc, y, getPrimalType(type.getOutputs().front()));
  y = ToLinearOp::create(builder, loc, y);
  YieldOp::create(builder, loc, y);
  op->replaceAllUsesWith(lambda);
  op->erase();
}

static void expandFromMatrix(LFunFromMatrixOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value matrix = op.getMatrix();
  int64_t rows = rankOf(op.getType().getOutputs().front());
  int64_t first = op.getTransposed() ? 0 : rows;
  SmallVector<Value> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(getPrimalType(op.getType().getInputs().front())))
    for (int64_t i = 0; i < tensor.getRank(); ++i)
      if (tensor.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(builder, loc, matrix, first + i));
  expandAsLambda(op, sizes, [&](OpBuilder &inner, Value x) {
    return op.getTransposed() ? multiplyMatrices(inner, loc, x, 0, matrix)
                              : multiplyMatrices(inner, loc, matrix, rows, x);
  });
}

static void expandStructure(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value map = op->getResult(0);
  SmallVector<Value> sizes;
  for (OpFoldResult extent : getExtents(builder, loc, map, /*ofDomain=*/true))
    if (auto size = dyn_cast<Value>(extent))
      sizes.push_back(size);
  expandAsLambda(op, sizes, [&](OpBuilder &inner, Value x) {
    return multiplyStructure(inner, loc, map, /*transposed=*/false, x);
  });
}

/// Returns the ops that make the linear functions of which `op` needs the matrix, if one of these
/// ops is a request for a derivative; otherwise an empty set.
static llvm::SetVector<Operation *> findRequested(LFunToMatrixOp op) {
  llvm::SetVector<Operation *> makers;
  makers.insert(op);
  bool isRequested = false;
  for (size_t i = 0; i < makers.size(); ++i) {
    isRequested |= isa<LinearizeOp>(makers[i]);
    for (Value operand : makers[i]->getOperands())
      if (Operation *maker = operand.getDefiningOp(); maker && isa<LFunType>(operand.getType()))
        makers.insert(maker);
  }
  return isRequested ? makers : llvm::SetVector<Operation *>();
}

void chad::expandMatrices(Operation *root) {
  SmallVector<LFunToMatrixOp> toMatrix;
  DenseSet<Operation *> requested;
  root->walk([&](LFunToMatrixOp op) {
    auto makers = findRequested(op);
    requested.insert(makers.begin(), makers.end());
    if (makers.empty())
      toMatrix.push_back(op);
  });
  llvm::for_each(toMatrix, expandToMatrix);
  SmallVector<Operation *> matrices;
  root->walk([&](Operation *op) {
    if (isa<LFunFromMatrixOp, LFunDiagonalOp, LFunGatherOp, LFunSliceOp>(op) &&
        !requested.contains(op))
      matrices.push_back(op);
  });
  for (Operation *op : matrices) {
    if (auto matrix = dyn_cast<LFunFromMatrixOp>(op))
      expandFromMatrix(matrix);
    else
      expandStructure(op);
  }
}
