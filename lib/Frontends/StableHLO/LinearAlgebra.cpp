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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

using utils::IteratorType;

namespace {
/// Creates loops over the rows of matrices, and ops on rows.
class Rows {
public:
  explicit Rows(Importer &importer) : importer(importer), builder(importer.builder) {}

  /// Creates a loop that fills a matrix of the type of `like`, at first zero, row by row in the
  /// direction. `body` gets the number of the row, that row of each of `arrays` (or that element,
  /// of an array of rank 1), and the matrix so far; it returns the new row.
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

  /// Column `index` of a matrix.
  Value column(Value matrix, Value index) {
    SmallVector<OpFoldResult> offsets{builder.getIndexAttr(0), index};
    SmallVector<OpFoldResult> sizes{importer.size(matrix, 0), builder.getIndexAttr(1)};
    SmallVector<OpFoldResult> strides(2, builder.getIndexAttr(1));
    auto type = cast<RankedTensorType>(matrix.getType());
    auto line = RankedTensorType::get({type.getDimSize(0)}, type.getElementType());
    return importer.create<tensor::ExtractSliceOp>(line, matrix, offsets, sizes, strides);
  }

  /// Sets the elements of row `index` outside of a triangle to zero. The predicate compares the
  /// number of the column with that of the row.
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

/// Applies `body` to each matrix of arrays whose last two dimensions are those of matrices. The
/// result of `body` must have the shape of a matrix of the last array.
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

/// Reads operands of one element type, whose last two dimensions are those of matrices; those of
/// the first operand must be square. Operands of f16 and bf16 are converted to f32.
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

static LogicalResult setMatrix(Importer &importer, Operation *op, unsigned i, Value value) {
  Type element = getElementTypeOrSelf(importer.resultType(op, i));
  return importer.set(op, i, importer.convert(value, element, false, false));
}

/// Column j of L, which is row j of M = Lᵀ: c / √cⱼ at and below the diagonal, where
/// c = A[:, j] - Σ_{k<j} L[:, k] L[j, k]. Golub & Van Loan 2013, algorithm 4.2.1.
static Value factorCholesky(Importer &importer, Value a, bool isLower) {
  SmallVector<int64_t> swap = transposition(cast<RankedTensorType>(a.getType()).getRank());
  // For a lower factor, the lower triangle of the matrix is read by columns; for an upper one, the
  // upper triangle by rows.
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
  return isLower ? importer.transpose(factors, swap) : factors;
}

static LogicalResult importCholesky(Importer &importer, Operation *op) {
  auto matrices = readMatrices(importer, op, 1);
  if (failed(matrices))
    return failure();
  return setMatrix(importer, op, 0,
                   factorCholesky(importer, matrices->front(), importer.flag(op, "lower")));
}

namespace {
/// The options of a triangular system. The matrix is the left factor (`T X = B`) or the right one,
/// lower or upper, has a unit diagonal or not, and is transposed or not.
struct Triangle {
  bool isLeft, isLower, isUnit, isTransposed;
};
} // namespace

/// Substitution: row i of X in T X = B is (B[i, :] - Σₖ T[i, k] X[k, :]) / T[i, i]. The sum is over
/// k < i if T is lower, and over k > i if it is upper. The other triangle is not read.
static LogicalResult solveTriangular(Importer &importer, Operation *op, Value a, Value b,
                                     Triangle triangle) {
  SmallVector<int64_t> swap = transposition(cast<RankedTensorType>(a.getType()).getRank());
  // X T = B is Tᵀ Xᵀ = Bᵀ.
  if (!triangle.isLeft)
    b = importer.transpose(b, swap);
  bool isLower = triangle.isLower;
  if (triangle.isTransposed == triangle.isLeft) {
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
      if (triangle.isUnit)
        return rest;
      Value diagonal = importer.create<tensor::ExtractOp>(row[0], i);
      return importer.create<arith::DivFOp>(rest, rows.spread(diagonal, rest)).getResult();
    });
  });
  if (!triangle.isLeft)
    solution = importer.transpose(solution, swap);
  return setMatrix(importer, op, 0, solution);
}

static LogicalResult importTriangularSolve(Importer &importer, Operation *op) {
  auto matrices = readMatrices(importer, op, 2);
  auto transposed = importer.enumeration(op, "transpose_a", "transpose", "NO_TRANSPOSE");
  if (failed(matrices) || failed(transposed))
    return failure();
  if (*transposed != "NO_TRANSPOSE" && *transposed != "TRANSPOSE" && *transposed != "ADJOINT")
    return importer.error(op, "has a 'transpose_a' that is not known: " + *transposed);
  return solveTriangular(importer, op, (*matrices)[0], (*matrices)[1],
                         {importer.flag(op, "left_side"), importer.flag(op, "lower"),
                          importer.flag(op, "unit_diagonal"), *transposed != "NO_TRANSPOSE"});
}

//===----------------------------------------------------------------------===//
// Functions of LAPACK, which JAX calls on a CPU
//===----------------------------------------------------------------------===//

/// Reads an option of a call that is a letter; 0 if it is absent.
static char getLetter(Operation *op, StringRef name) {
  auto options = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  if (!options)
    options = op->getAttrOfType<DictionaryAttr>("backend_config");
  auto letter = options ? options.getAs<IntegerAttr>(name) : IntegerAttr();
  return letter ? static_cast<char>(letter.getValue().getZExtValue()) : 0;
}

/// The status that potrf returns for each matrix: 0, or 1 if the matrix is not positive definite.
/// In the latter case the diagonal of the factor has a NaN.
static Value checkDiagonals(Importer &importer, Value factors, Type element) {
  OpBuilder &builder = importer.builder;
  int64_t rank = cast<RankedTensorType>(factors.getType()).getRank();
  SmallVector<OpFoldResult> batch(ArrayRef(importer.sizes(factors)).drop_back(2));
  SmallVector<AffineExpr> exprs;
  for (int64_t dim = 0; dim + 1 < rank; ++dim)
    exprs.push_back(builder.getAffineDimExpr(dim));
  AffineMap results =
      AffineMap::get(rank - 1, 0, ArrayRef(exprs).drop_back(), builder.getContext());
  exprs.push_back(exprs.back());
  AffineMap diagonal = AffineMap::get(rank - 1, 0, exprs, builder.getContext());
  SmallVector<IteratorType> iterators(rank - 1, IteratorType::parallel);
  iterators.back() = IteratorType::reduction;
  Value start = importer.fill(importer.constant(element, 0), batch);
  auto checked = importer.generic(
      importer.create<StopGradientOp>(factors).getResult(), start, {diagonal, results}, iterators,
      [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
        Value isNone = importer.create<arith::CmpFOp>(arith::CmpFPredicate::UNO, args[0], args[0]);
        Value one = importer.convert(isNone, element, true, false);
        return SmallVector<Value>{importer.create<arith::OrIOp>(args[1], one)};
      });
  return checked->front();
}

/// Returns the number of the row with the largest absolute value in column `k`, among the rows from
/// `k` on.
static Value findPivot(Importer &importer, Value matrix, Value k) {
  OpBuilder &builder = importer.builder;
  OpBuilder::InsertionGuard guard(builder);
  Value fixed = importer.create<StopGradientOp>(matrix);
  Type element = getElementTypeOrSelf(matrix.getType());
  Value none = importer.constant(element, -1);
  auto loop = importer.create<scf::ForOp>(k, importer.sizeValue(matrix, 0), importer.index(1),
                                          ValueRange{none, k});
  builder.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar();
  Value size =
      importer.create<math::AbsFOp>(importer.create<tensor::ExtractOp>(fixed, ValueRange{i, k}));
  Value isMore =
      importer.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, size, loop.getRegionIterArg(0));
  Value largest = importer.create<arith::SelectOp>(isMore, size, loop.getRegionIterArg(0));
  Value place = importer.create<arith::SelectOp>(isMore, i, loop.getRegionIterArg(1));
  importer.create<scf::YieldOp>(ValueRange{largest, place});
  return loop.getResult(1);
}

/// P A = L U by Gaussian elimination with partial pivoting. Returns both factors in one matrix, and
/// for each step the row that was exchanged, counted from 1. A column that is zero from the
/// diagonal on is left as it is. Golub & Van Loan 2013, algorithm 3.4.1.
static SmallVector<Value> factorLU(Importer &importer, Value a, Type pivotType) {
  OpBuilder &builder = importer.builder;
  Rows rows(importer);
  Value m = importer.sizeValue(a, 0), n = importer.sizeValue(a, 1);
  OpFoldResult steps = getAsOpFoldResult(importer.fold<arith::MinSIOp>(m, n));
  Value iota = makeIota(importer, steps, 0, builder.getIndexType());
  auto rowOf = [&](Value matrix, Value i) {
    auto type = cast<RankedTensorType>(matrix.getType());
    SmallVector<OpFoldResult> offsets{i, builder.getIndexAttr(0)};
    SmallVector<OpFoldResult> sizes{builder.getIndexAttr(1), importer.size(matrix, 1)};
    SmallVector<OpFoldResult> strides(2, builder.getIndexAttr(1));
    return importer
        .create<tensor::ExtractSliceOp>(
            RankedTensorType::get({type.getDimSize(1)}, type.getElementType()), matrix, offsets,
            sizes, strides)
        .getResult();
  };
  auto withRow = [&](Value row, Value matrix, Value i) {
    SmallVector<OpFoldResult> offsets{i, builder.getIndexAttr(0)};
    SmallVector<OpFoldResult> sizes{builder.getIndexAttr(1), importer.size(matrix, 1)};
    SmallVector<OpFoldResult> strides(2, builder.getIndexAttr(1));
    return importer.create<tensor::InsertSliceOp>(row, matrix, offsets, sizes, strides).getResult();
  };
  auto fold = FoldOp::create(
      builder, importer.loc(), Direction::Left, ValueRange(iota), ValueRange(a),
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        Value k = args[0], matrix = args[1];
        Value p = findPivot(importer, matrix, k);
        Value upper = rowOf(matrix, p), other = rowOf(matrix, k);
        matrix = withRow(upper, withRow(other, matrix, p), k);
        Value pivot = importer.create<tensor::ExtractOp>(upper, k);
        Value zero = importer.constant(pivot.getType(), 0);
        Value one = importer.constant(pivot.getType(), 1);
        Value isZero = importer.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, pivot, zero);
        Value divisor = importer.create<arith::SelectOp>(isZero, one, pivot);
        Value column = rows.column(matrix, k);
        Value factors = importer.create<arith::DivFOp>(column, rows.spread(divisor, column));
        factors = rows.select(k, factors, arith::CmpIPredicate::sgt);
        Value kept = rows.select(k, column, arith::CmpIPredicate::sle);
        Value right = rows.select(k, upper, arith::CmpIPredicate::sgt);
        AffineExpr i = builder.getAffineDimExpr(0), j = builder.getAffineDimExpr(1);
        auto map = [&](ArrayRef<AffineExpr> exprs) {
          return AffineMap::get(2, 0, exprs, builder.getContext());
        };
        Value products =
            addProducts(importer, factors, right, {map({i}), map({j}), map({i, j})},
                        {IteratorType::parallel, IteratorType::parallel}, importer.sizes(matrix));
        matrix = importer.create<arith::SubFOp>(matrix, products);
        Value whole = importer.create<arith::AddFOp>(factors, kept);
        SmallVector<OpFoldResult> offsets{builder.getIndexAttr(0), k};
        SmallVector<OpFoldResult> sizes{importer.size(matrix, 0), builder.getIndexAttr(1)};
        SmallVector<OpFoldResult> strides(2, builder.getIndexAttr(1));
        matrix = importer.create<tensor::InsertSliceOp>(whole, matrix, offsets, sizes, strides);
        Value place = importer.create<arith::AddIOp>(p, importer.index(1));
        importer.create<YieldOp>(
            ValueRange{matrix, importer.convert(place, pivotType, false, false)});
      });
  return {fold.getResult(0), fold.getResult(1)};
}

/// Imports `getrf`, for one matrix or a batch.
static LogicalResult importLU(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 1, 3)))
    return failure();
  Value a = importer.operand(op, 0);
  auto type = dyn_cast<RankedTensorType>(a.getType());
  Type pivotType = getElementTypeOrSelf(importer.resultType(op, 1));
  if (!type || type.getRank() < 2 || !isa<FloatType>(type.getElementType()) ||
      !type.hasStaticShape() || type.getNumElements() == 0 || !isa<IntegerType>(pivotType) ||
      !isa<IntegerType>(getElementTypeOrSelf(importer.resultType(op, 2))))
    return importer.error(op, "needs matrices of floats, and integers as its last results");
  int64_t rank = type.getRank();
  SmallVector<Value> results;
  if (rank == 2) {
    results = factorLU(importer, a, pivotType);
  } else {
    OpBuilder &builder = importer.builder;
    auto map =
        MapOp::create(builder, importer.loc(), importer.collapse(a, 0, rank - 2),
                      [&](OpBuilder &nested, Location loc, ValueRange matrices) {
                        OpBuilder::InsertionGuard guard(builder);
                        builder.restoreInsertionPoint(nested.saveInsertionPoint());
                        importer.create<YieldOp>(factorLU(importer, matrices.front(), pivotType));
                      });
    SmallVector<OpFoldResult> sizes(ArrayRef(importer.sizes(a)).drop_back(2));
    sizes.push_back(importer.size(map.getResult(1), 1));
    results = {importer.reshape(map.getResult(0), importer.sizes(a)),
               importer.reshape(map.getResult(1), sizes)};
  }
  // The status is 0: as in JAX, a singular matrix is not an error.
  Value status = importer.integerConstant(
      importer.resultType(op, 2),
      APInt::getZero(getElementTypeOrSelf(importer.resultType(op, 2)).getIntOrFloatBitWidth()));
  return success(succeeded(importer.set(op, 0, results[0])) &&
                 succeeded(importer.set(op, 1, results[1])) &&
                 succeeded(importer.set(op, 2, status)));
}

bool chad::stablehlo::isLapackFunction(StringRef target) {
  return target.consume_front("lapack_") && target.consume_back("_ffi") &&
         (target.consume_front("s") || target.consume_front("d")) &&
         (target == "potrf" || target == "trsm" || target == "getrf");
}

LogicalResult chad::stablehlo::importLapackCall(Importer &importer, Operation *op,
                                                StringRef target) {
  if (target.contains("getrf"))
    return importLU(importer, op);
  char triangle = getLetter(op, "uplo");
  if (triangle != 'L' && triangle != 'U')
    return importer.error(op, "needs a triangle, 'uplo', in its 'mhlo.backend_config'");
  if (target.contains("potrf")) {
    if (failed(importer.expect(op, 1, 2)) || op->getNumOperands() != 1)
      return failure();
    auto type = dyn_cast<RankedTensorType>(importer.operand(op, 0).getType());
    Type status = getElementTypeOrSelf(importer.resultType(op, 1));
    if (!type || type.getRank() < 2 || !isa<FloatType>(type.getElementType()) ||
        type.getDimSize(type.getRank() - 1) != type.getDimSize(type.getRank() - 2) ||
        !isa<IntegerType>(status) || status.isInteger(1))
      return importer.error(op, "needs square matrices of floats, and an integer as last result");
    Value factors = factorCholesky(importer, importer.operand(op, 0), triangle == 'L');
    if (failed(setMatrix(importer, op, 0, factors)))
      return failure();
    return importer.set(op, 1, checkDiagonals(importer, factors, status));
  }
  auto matrices = readMatrices(importer, op, 2);
  if (failed(matrices))
    return failure();
  char side = getLetter(op, "side"), transposed = getLetter(op, "trans_x");
  char diagonal = getLetter(op, "diag");
  if ((side != 'L' && side != 'R') || !StringRef("NTC").contains(transposed) ||
      (diagonal != 'U' && diagonal != 'N'))
    return importer.error(op, "needs 'side', 'trans_x' and 'diag' in its 'mhlo.backend_config'");
  return solveTriangular(importer, op, (*matrices)[0], (*matrices)[1],
                         {side == 'L', triangle == 'L', diagonal == 'U', transposed != 'N'});
}

void chad::stablehlo::addLinearAlgebraRules(RuleTable &rules) {
  rules["stablehlo.cholesky"] = importCholesky;
  rules["stablehlo.triangular_solve"] = importTriangularSolve;
}
