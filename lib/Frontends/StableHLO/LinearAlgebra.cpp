//===- LinearAlgebra.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Factorizations and triangular systems, as loops over rows.

#include "Elementwise.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

using utils::IteratorType;

namespace {
/// Loops over the rows of matrices.
class Rows {
public:
  explicit Rows(Importer &importer) : importer(importer), builder(importer.builder) {}

  /// Calls `body` for the rows of the matrices, or the elements of arrays, in the direction: with
  /// the number of the row, the rows, and a matrix whose rows are filled one by one, at first with
  /// zeros. `body` gives the row.
  Value fill(ValueRange arrays, Value like, Direction direction,
             llvm::function_ref<Value(Value, ValueRange, Value)> body) {
    auto type = cast<RankedTensorType>(like.getType());
    Value zero = importer.constant(type.getElementType(), 0);
    Value start = importer.splat(zero, importer.sizes(like));
    SmallVector<Value> all{makeIota(importer, importer.size(like, 0), 0, builder.getIndexType())};
    llvm::append_range(all, arrays);
    auto fold = FoldOp::create(
        builder, importer.loc(), direction, all, start,
        [&](OpBuilder &nested, Location loc, ValueRange args) {
          OpBuilder::InsertionGuard guard(builder);
          builder.restoreInsertionPoint(nested.saveInsertionPoint());
          Value matrix = args.back();
          Value row = body(args.front(), args.drop_front().drop_back(), matrix);
          SmallVector<OpFoldResult> offsets{args.front(), builder.getIndexAttr(0)};
          SmallVector<OpFoldResult> sizes{builder.getIndexAttr(1), importer.size(matrix, 1)};
          SmallVector<OpFoldResult> strides(2, builder.getIndexAttr(1));
          importer.create<YieldOp>(ValueRange(
              importer.create<tensor::InsertSliceOp>(row, matrix, offsets, sizes, strides)));
        });
    return fold.getResult(0);
  }

  /// Σₖ vector[k] · matrix[k, j].
  Value multiply(Value vector, Value matrix) {
    AffineExpr j = builder.getAffineDimExpr(0), k = builder.getAffineDimExpr(1);
    auto map = [&](ArrayRef<AffineExpr> exprs) {
      return AffineMap::get(2, 0, exprs, builder.getContext());
    };
    return addProducts(importer, vector, matrix, {map({k}), map({k, j}), map({j})},
                       {IteratorType::parallel, IteratorType::reduction}, importer.size(matrix, 1));
  }

  /// The column of a matrix.
  Value column(Value matrix, Value index) {
    SmallVector<OpFoldResult> offsets{builder.getIndexAttr(0), index};
    SmallVector<OpFoldResult> sizes{importer.size(matrix, 0), builder.getIndexAttr(1)};
    SmallVector<OpFoldResult> strides(2, builder.getIndexAttr(1));
    auto type = cast<RankedTensorType>(matrix.getType());
    auto line = RankedTensorType::get({type.getDimSize(0)}, type.getElementType());
    return importer.create<tensor::ExtractSliceOp>(line, matrix, offsets, sizes, strides);
  }

  /// Whether each place of a row stands in the triangle: at or right of the diagonal of row
  /// `index`, or at or left of it.
  Value select(Value index, Value row, arith::CmpIPredicate predicate) {
    Value places = makeIota(importer, importer.size(row, 0), 0, builder.getIndexType());
    Value diagonal = importer.splat(index, importer.size(row, 0));
    Value zero = importer.constant(row.getType(), 0, row);
    if (diagonal.getType() != places.getType())
      diagonal = importer.create<tensor::CastOp>(places.getType(), diagonal);
    Value isInside = importer.create<arith::CmpIOp>(predicate, places, diagonal);
    return importer.create<arith::SelectOp>(isInside, row, zero);
  }

  Value spread(Value scalar, Value like) {
    return importer.fold<tensor::CastOp>(like.getType(),
                                         importer.splat(scalar, importer.sizes(like)));
  }

private:
  Importer &importer;
  OpBuilder &builder;
};
} // namespace

/// Applies `body` to each matrix of arrays whose last two dimensions are those of matrices. What
/// it makes has the shape of the matrices of the last array.
static Value mapMatrices(Importer &importer, ValueRange arrays,
                         llvm::function_ref<Value(ValueRange)> body) {
  Value like = arrays.back();
  int64_t rank = cast<RankedTensorType>(like.getType()).getRank();
  if (rank == 2)
    return body(arrays);
  OpBuilder &builder = importer.builder;
  SmallVector<Value> batches;
  for (Value array : arrays)
    batches.push_back(importer.collapse(array, 0, rank - 2));
  auto map = MapOp::create(builder, importer.loc(), batches,
                           [&](OpBuilder &nested, Location loc, ValueRange matrices) {
                             OpBuilder::InsertionGuard guard(builder);
                             builder.restoreInsertionPoint(nested.saveInsertionPoint());
                             importer.create<YieldOp>(ValueRange(body(matrices)));
                           });
  return importer.reshape(map.getResult(0), importer.sizes(like));
}

static SmallVector<int64_t> transposition(int64_t rank) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 1], order[rank - 2]);
  return order;
}

/// Operands of one type that are matrices in their last two dimensions, the first ones square.
/// Those of f16 and bf16 become f32.
static FailureOr<SmallVector<Value>> readMatrices(Importer &importer, Operation *op,
                                                  unsigned numOperands) {
  if (failed(importer.expect(op, numOperands)))
    return failure();
  SmallVector<Value> matrices;
  auto first = dyn_cast<RankedTensorType>(importer.operand(op, 0).getType());
  for (Value value : importer.operands(op)) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getRank() < 2 || type.getRank() != first.getRank() ||
        type.getElementType() != first.getElementType() || !isa<FloatType>(type.getElementType()) ||
        failed(verifyCompatibleShape(type.getShape().drop_back(2), first.getShape().drop_back(2))))
      return importer.error(op, "needs matrices of floats, of one type and batch");
    auto element = cast<FloatType>(type.getElementType());
    matrices.push_back(element.getWidth() < 32
                           ? importer.convert(value, importer.builder.getF32Type(), false, false)
                           : value);
  }
  ArrayRef<int64_t> square = first.getShape().take_back(2);
  if (failed(verifyCompatibleShape(square.take_front(), square.take_back())))
    return importer.error(op, "needs a square matrix");
  return matrices;
}

static LogicalResult setMatrices(Importer &importer, Operation *op, Value value) {
  Type element = getElementTypeOrSelf(importer.resultType(op));
  return importer.set(op, importer.convert(value, element, false, false));
}

/// Column j of L, which is row j of M = Lᵀ: c / √cⱼ at and below the diagonal, where
/// c = A[:, j] - Σ_{k<j} L[:, k] L[j, k]. Golub & Van Loan 2013, algorithm 4.2.1.
static LogicalResult importCholesky(Importer &importer, Operation *op) {
  auto matrices = readMatrices(importer, op, 1);
  if (failed(matrices))
    return failure();
  Value a = matrices->front();
  SmallVector<int64_t> swap = transposition(cast<RankedTensorType>(a.getType()).getRank());
  bool isLower = importer.flag(op, "lower");
  // Of a lower factor the columns of the lower triangle are used; of an upper one its rows.
  if (isLower)
    a = importer.transpose(a, swap);
  Rows rows(importer);
  Value factors = mapMatrices(importer, a, [&](ValueRange args) {
    return rows.fill(args, args.front(), Direction::Left,
                     [&](Value j, ValueRange row, Value factor) {
                       Value before = rows.column(factor, j);
                       Value sum = rows.multiply(before, factor);
                       Value rest = importer.create<arith::SubFOp>(row.front(), sum);
                       Value square = importer.create<tensor::ExtractOp>(rest, j);
                       Value root = importer.create<math::SqrtOp>(square);
                       Value column = importer.create<arith::DivFOp>(rest, rows.spread(root, rest));
                       return rows.select(j, column, arith::CmpIPredicate::sge);
                     });
  });
  if (isLower)
    factors = importer.transpose(factors, swap);
  return setMatrices(importer, op, factors);
}

/// Row i of X in T X = B is (B[i, :] - Σₖ T[i, k] X[k, :]) / T[i, i] over the rows k that are
/// known: those above where T is lower, those below where it is upper. The other triangle is not
/// looked at.
static LogicalResult importTriangularSolve(Importer &importer, Operation *op) {
  auto matrices = readMatrices(importer, op, 2);
  auto transposed = importer.enumeration(op, "transpose_a", "transpose", "NO_TRANSPOSE");
  if (failed(matrices) || failed(transposed))
    return failure();
  if (*transposed != "NO_TRANSPOSE" && *transposed != "TRANSPOSE" && *transposed != "ADJOINT")
    return importer.error(op, "has a 'transpose_a' that is not known: " + *transposed);
  Value a = (*matrices)[0], b = (*matrices)[1];
  SmallVector<int64_t> swap = transposition(cast<RankedTensorType>(a.getType()).getRank());
  bool isLeft = importer.flag(op, "left_side"), isLower = importer.flag(op, "lower");
  bool isUnit = importer.flag(op, "unit_diagonal");
  // X T = B is Tᵀ Xᵀ = Bᵀ.
  if (!isLeft)
    b = importer.transpose(b, swap);
  if ((*transposed != "NO_TRANSPOSE") == isLeft) {
    a = importer.transpose(a, swap);
    isLower = !isLower;
  }
  int64_t rank = swap.size();
  auto aType = cast<RankedTensorType>(a.getType()), bType = cast<RankedTensorType>(b.getType());
  if (failed(verifyCompatibleShape({aType.getDimSize(rank - 1)}, {bType.getDimSize(rank - 2)})))
    return importer.error(op, "has matrices whose extents do not fit together");
  Rows rows(importer);
  Value solution = mapMatrices(importer, {a, b}, [&](ValueRange args) {
    Direction direction = isLower ? Direction::Left : Direction::Right;
    auto predicate = isLower ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt;
    return rows.fill(args, args[1], direction, [&](Value i, ValueRange row, Value known) {
      Value factors = rows.select(i, row[0], predicate);
      Value rest =
          importer.create<arith::SubFOp>(row[1], rows.multiply(factors, known)).getResult();
      if (isUnit)
        return rest;
      Value diagonal = importer.create<tensor::ExtractOp>(row[0], i);
      return importer.create<arith::DivFOp>(rest, rows.spread(diagonal, rest)).getResult();
    });
  });
  if (!isLeft)
    solution = importer.transpose(solution, swap);
  return setMatrices(importer, op, solution);
}

void chad::stablehlo::addLinearAlgebraRules(RuleTable &rules) {
  rules["stablehlo.cholesky"] = importCholesky;
  rules["stablehlo.triangular_solve"] = importTriangularSolve;
}
