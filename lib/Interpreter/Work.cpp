//===- Work.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Counts the work of an op by itself. The work of its regions is counted op by op as they run, and
// that of linear values where they are added and scaled.

#include "chad/Interpreter/Work.h"
#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

llvm::raw_ostream &chad::operator<<(llvm::raw_ostream &os, const Work &work) {
  return os << "work " << work.total() << " (" << work.additions << " additions, "
            << work.multiplications << " multiplications, " << work.divisions << " divisions, "
            << work.nonlinear << " nonlinear), " << work.choices << " choices, " << work.moves
            << " moves";
}

/// The scalars in a value that holds floats or integers.
static int64_t countScalars(const RuntimeValue &value) {
  if (value.is<Tensor>())
    return value.asTensor().size();
  return value.is<Number>() ? 1 : 0;
}

/// The scalars that are moved when a combinator visits each element of an array
/// of this rank: a row is not moved, what is done to it is counted there.
static int64_t countVisited(const RuntimeValue &array) {
  return array.is<Tensor>() && array.asTensor().rank() == 1 ? array.asTensor().size() : 0;
}

static bool isFloat(Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }

/// Counts an op of floats, `lanes` times.
static void countScalarOp(Operation *op, int64_t lanes, Work &work) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::AddFOp, arith::SubFOp, arith::NegFOp>([&](auto) { work.additions += lanes; })
      .Case<arith::MulFOp>([&](auto) { work.multiplications += lanes; })
      .Case<arith::DivFOp, arith::RemFOp>([&](auto) { work.divisions += lanes; })
      .Case<math::FmaOp>([&](auto) {
        work.additions += lanes;
        work.multiplications += lanes;
      })
      .Case<math::SincosOp>([&](auto) { work.nonlinear += 2 * lanes; })
      .Case<arith::CmpFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
            math::AbsFOp, math::CopySignOp, math::ClampFOp, math::IsFiniteOp, math::IsInfOp,
            math::IsNaNOp, math::IsNormalOp>([&](auto) { work.choices += lanes; })
      .Case([&](arith::SelectOp select) {
        if (isFloat(select.getType()))
          work.choices += lanes;
      })
      .Default([&](Operation *other) {
        if (isa_and_nonnull<math::MathDialect>(other->getDialect()) &&
            isFloat(other->getResult(0).getType()))
          work.nonlinear += lanes;
      });
}

void Interpreter::count(Operation *op, ArrayRef<RuntimeValue> operands,
                        ArrayRef<RuntimeValue> results) {
  auto countAll = [](ArrayRef<RuntimeValue> values,
                     function_ref<int64_t(const RuntimeValue &)> of) {
    int64_t sum = 0;
    for (const RuntimeValue &value : values)
      sum += of(value);
    return sum;
  };
  if (op->hasTrait<mlir::OpTrait::Elementwise>()) {
    countScalarOp(op, countScalars(results.front()), *work);
    // Scalars are not in memory.
    if (results.front().is<Tensor>())
      work->moves += countAll(operands, countScalars) + countAll(results, countScalars);
    return;
  }
  work->moves +=
      llvm::TypeSwitch<Operation *, int64_t>(op)
          .Case<MapOp, BuildOp, ScanOp>([&](auto) {
            return countAll(operands, countVisited) + countAll(results, countVisited);
          })
          .Case([&](ReduceOp) { return countAll(operands, countVisited); })
          .Case([&](FoldOp fold) {
            size_t arrays = fold.getArrays().size(), states = fold.getInitialStates().size();
            return countAll(operands.take_front(arrays), countVisited) +
                   countAll(results.drop_front(states), countVisited);
          })
          // Each element is read, and its bin read and written.
          .Case([&](HistOp hist) {
            return countVisited(operands.front()) +
                   3 * countAll(operands.slice(2, hist.getArrays().size()), countVisited);
          })
          .Case([&](GatherOp) { return 2 * countScalars(results.front()); })
          .Case([&](ScatterAddOp) { return 3 * countScalars(operands.front()); })
          .Case([&](AccumulateOp) {
            return (operands.front().is<Tensor>() ? 3 : 2) * countScalars(operands.front());
          })
          .Case<tensor::ExtractOp, tensor::InsertOp>([](auto) { return 1; })
          .Case<tensor::GatherOp>([&](auto) { return 2 * countScalars(results.front()); })
          .Case<tensor::InsertSliceOp, tensor::ScatterOp>(
              [&](auto) { return 2 * countScalars(operands.front()); })
          .Case<tensor::FromElementsOp, tensor::SplatOp, tensor::GenerateOp, ZeroOp>([&](auto) {
            return countAll(results, [](const RuntimeValue &value) {
              return value.is<Tensor>() ? value.asTensor().size() : 0;
            });
          })
          .Case<tensor::ConcatOp, tensor::PadOp>([&](auto) {
            return countAll(operands, countScalars) + countScalars(results.front());
          })
          .Default([](Operation *) { return 0; });
  if (isa<ScatterAddOp, AccumulateOp>(op) && isFloat(getArrayTensor(op->getResult(0).getType())))
    work->additions += countScalars(operands.front());
}
