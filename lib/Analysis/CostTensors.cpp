//===- CostTensors.cpp -------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops on tensors: a view costs one move, a copy one read and one write of each scalar. A structured
// op is a loop over its points.

#include "CostEvaluator.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

using MaybeCost = FailureOr<CodeCost>;

static CostPolynomial sizeOf(CostEvaluator &evaluator, OpFoldResult size) {
  if (auto value = dyn_cast<Value>(size))
    return evaluator.number(value);
  return cast<IntegerAttr>(cast<Attribute>(size)).getInt();
}

static SmallVector<CostPolynomial> sizesOf(CostEvaluator &evaluator, ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, [&](OpFoldResult size) { return sizeOf(evaluator, size); });
}

/// The extents of a result, whose dynamic ones are given by operands.
static SmallVector<CostPolynomial> fill(CostEvaluator &evaluator, RankedTensorType type,
                                        ValueRange dynamic) {
  SmallVector<CostPolynomial> dims;
  for (int64_t extent : type.getShape()) {
    if (!ShapedType::isDynamic(extent)) {
      dims.push_back(extent);
    } else {
      dims.push_back(evaluator.number(dynamic.front()));
      dynamic = dynamic.drop_front();
    }
  }
  return dims;
}

static MaybeCost costOfDim(tensor::DimOp op, CostEvaluator &evaluator) {
  auto index = evaluator.analysis.resolve(evaluator.number(op.getIndex())).getConstant();
  if (index && *index >= 0 && *index < 256)
    evaluator.set(op.getResult(), CostEvaluator::withNumber(evaluator.dim(op.getSource(), *index)));
  return evaluator.let(op, 1);
}

static MaybeCost costOfExtract(tensor::ExtractOp op, CostEvaluator &evaluator) {
  CostInfo::Ptr tensor = evaluator.get(op.getTensor());
  if (tensor->elements && op.getIndices().size() == 1) {
    CostPolynomial at = evaluator.number(op.getIndices().front());
    evaluator.set(op.getResult(),
                  CostEvaluator::withNumber(tensor->elements->second.substitute(
                      [&](CostPolynomial::Symbol symbol) -> std::optional<CostPolynomial> {
                        if (symbol == tensor->elements->first)
                          return at;
                        return std::nullopt;
                      })));
  }
  return evaluator.let(op, 1);
}

static MaybeCost costOfExtractSlice(tensor::ExtractSliceOp op, CostEvaluator &evaluator) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<CostPolynomial> dims;
  for (auto [i, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped.test(i))
      dims.push_back(sizeOf(evaluator, size));
  evaluator.set(op.getResult(), CostEvaluator::withDims(dims));
  return evaluator.let(op, 1);
}

static MaybeCost costOfCollapse(tensor::CollapseShapeOp op, CostEvaluator &evaluator) {
  SmallVector<CostPolynomial> dims;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    CostPolynomial product = 1;
    for (int64_t i : group)
      product = product * evaluator.dim(op.getSrc(), i);
    dims.push_back(product);
  }
  evaluator.set(op.getResult(), CostEvaluator::withDims(dims));
  return evaluator.let(op, 1);
}

static MaybeCost costOfPad(tensor::PadOp op, CostEvaluator &evaluator) {
  SmallVector<CostPolynomial> low = sizesOf(evaluator, op.getMixedLowPad()),
                              high = sizesOf(evaluator, op.getMixedHighPad());
  for (auto [i, dim] : llvm::enumerate(low))
    dim += evaluator.dim(op.getSource(), i) + high[i];
  evaluator.set(op.getResult(), CostEvaluator::withDims(low));
  SmallVector<CostInfo::Ptr> indices = evaluator.get(op.getRegion().getArguments());
  return evaluator.loop(op, op.getRegion(), indices, evaluator.analysis.newIndex(),
                        evaluator.size(op.getResult()), 2);
}

static MaybeCost costOfConcat(tensor::ConcatOp op, CostEvaluator &evaluator) {
  auto dims = evaluator.get(op.getInputs().front())->dims;
  for (Value input : op.getInputs().drop_front())
    for (auto [i, dim] : llvm::enumerate(dims)) {
      if (i == op.getDim())
        dim += evaluator.dim(input, i);
      else
        evaluator.unify(dim, evaluator.dim(input, i));
    }
  evaluator.set(op.getResult(), CostEvaluator::withDims(dims));
  return evaluator.let(op, CostPolynomial(2) * evaluator.size(op.getResult()), 1);
}

static MaybeCost costOfGenerate(tensor::GenerateOp op, CostEvaluator &evaluator) {
  evaluator.set(op.getResult(),
                CostEvaluator::withDims(fill(evaluator, op.getType(), op.getDynamicExtents())));
  SmallVector<CostInfo::Ptr> indices = evaluator.get(op.getRegion().getArguments());
  return evaluator.loop(op, op.getRegion(), indices, evaluator.analysis.newIndex(),
                        evaluator.size(op.getResult()), indices.size());
}

static MaybeCost costOfStructured(linalg::LinalgOp op, CostEvaluator &evaluator) {
  SmallVector<std::optional<CostPolynomial>> extents(op.getNumLoops());
  for (auto [map, operand] : llvm::zip_equal(op.getIndexingMapsArray(), op->getOpOperands()))
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        CostPolynomial extent = evaluator.dim(operand.get(), i);
        auto &known = extents[dim.getPosition()];
        if (known)
          evaluator.unify(*known, extent);
        else
          known = extent;
      }
  CostPolynomial points = 1;
  for (std::optional<CostPolynomial> &extent : extents)
    points = points * (extent ? *extent
                              : evaluator.analysis.newSymbol(
                                    {"u", true, "the extent of a loop of a structured op"}));
  for (auto [result, init] : llvm::zip(op->getResults(), op.getDpsInits()))
    evaluator.set(result, evaluator.get(init));
  Region &body = op->getRegion(0);
  SmallVector<CostInfo::Ptr> arguments = evaluator.get(body.getArguments());
  return evaluator.loop(op, body, arguments, evaluator.analysis.newIndex(), points,
                        arguments.size());
}

std::optional<MaybeCost> CostEvaluator::tensors(Operation *op) {
  auto view = [&](Operation *op, ArrayRef<CostPolynomial> dims) {
    set(op->getResult(0), withDims(dims));
    return MaybeCost(let(op, 1));
  };
  /// The cost of a write in place to `dest`.
  auto update = [&](Operation *op, Value dest, const CostPolynomial &moves, unsigned depth) {
    set(op->getResult(0), get(dest));
    return MaybeCost(let(op, moves, depth));
  };
  return llvm::TypeSwitch<Operation *, std::optional<MaybeCost>>(op)
      .Case([&](tensor::DimOp op) { return costOfDim(op, *this); })
      .Case([&](tensor::RankOp op) { return MaybeCost(let(op, 1)); })
      .Case([&](tensor::ExtractOp op) { return costOfExtract(op, *this); })
      .Case([&](tensor::InsertOp op) { return update(op, op.getDest(), 2, 0); })
      .Case([&](tensor::ExtractSliceOp op) { return costOfExtractSlice(op, *this); })
      .Case([&](tensor::InsertSliceOp op) {
        return update(op, op.getDest(), CostPolynomial(2) * size(op.getSource()), 1);
      })
      .Case([&](tensor::ScatterOp op) {
        return update(op, op.getDest(), CostPolynomial(3) * size(op.getSource()), 1);
      })
      .Case([&](tensor::GatherOp op) {
        return MaybeCost(let(op, CostPolynomial(3) * size(op.getResult()), 1));
      })
      .Case<tensor::CastOp, tensor::BitcastOp>(
          [&](auto op) { return view(op, get(op.getSource())->dims); })
      .Case([&](tensor::ExpandShapeOp op) {
        return view(op, sizesOf(*this, op.getMixedOutputShape()));
      })
      .Case([&](tensor::CollapseShapeOp op) { return costOfCollapse(op, *this); })
      .Case([&](tensor::ReshapeOp op) { return MaybeCost(let(op, 1)); })
      .Case([&](tensor::EmptyOp op) {
        return view(op, fill(*this, op.getType(), op.getDynamicSizes()));
      })
      .Case([&](tensor::SplatOp op) {
        set(op.getResult(), withDims(fill(*this, op.getType(), op.getDynamicSizes())));
        return MaybeCost(let(op, size(op.getResult()), 1));
      })
      .Case([&](tensor::FromElementsOp op) { return MaybeCost(let(op, op->getNumOperands())); })
      .Case([&](tensor::PadOp op) { return costOfPad(op, *this); })
      .Case([&](tensor::ConcatOp op) { return costOfConcat(op, *this); })
      .Case([&](tensor::GenerateOp op) { return costOfGenerate(op, *this); })
      .Case([&](linalg::LinalgOp op) { return costOfStructured(op, *this); })
      .Case([&](linalg::IndexOp op) { return MaybeCost(let(op, 1)); })
      .Case<tensor::YieldOp, linalg::YieldOp>([&](auto op) { return MaybeCost(let(op, 0)); })
      .Default(std::nullopt);
}
