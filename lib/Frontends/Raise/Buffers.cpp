//===- Buffers.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces buffers by tensors. The contents of a buffer at a point are a tensor; a write makes a
// new tensor; loops and branches that write to a buffer carry its contents as a state or a result.

#include "Steps.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isBuffer(Type type) { return isa<BaseMemRefType>(type); }

static bool usesBuffersItself(Operation *op) {
  auto areBuffers = [](TypeRange types) { return llvm::any_of(types, isBuffer); };
  return areBuffers(op->getOperandTypes()) || areBuffers(op->getResultTypes()) ||
         llvm::any_of(op->getRegions(), [&](Region &region) {
           return llvm::any_of(region,
                               [&](Block &block) { return areBuffers(block.getArgumentTypes()); });
         });
}

static bool usesBuffersWithin(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return usesBuffersItself(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool chad::detail::usesBuffers(func::FuncOp function) { return usesBuffersWithin(function); }

bool chad::detail::hasBuffersInType(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(), isBuffer) ||
         llvm::any_of(function.getResultTypes(), isBuffer);
}

/// Emits the error that `op` cannot be raised, for the reason `why`, and a note with the remedy.
static LogicalResult refuse(Operation *op, const Twine &why, const Twine &remedy) {
  InFlightDiagnostic diag = op->emitError("chad: buffers cannot be raised to tensors here: ")
                            << why;
  diag.attachNote() << remedy;
  return diag;
}

/// Returns the buffer that the view `memref` is made from, in one step; null if `memref` is no
/// view.
static Value getViewSource(Value memref) {
  Operation *def = memref.getDefiningOp();
  if (!def)
    return {};
  return TypeSwitch<Operation *, Value>(def)
      .Case<memref::SubViewOp, memref::CastOp, memref::MemorySpaceCastOp, memref::ReinterpretCastOp,
            memref::ReshapeOp, memref::ViewOp>([](auto op) { return op.getSource(); })
      .Case<memref::CollapseShapeOp, memref::ExpandShapeOp>([](auto op) { return op.getSrc(); })
      .Case([](memref::TransposeOp op) { return op.getIn(); })
      .Case([](memref::AssumeAlignmentOp op) { return op.getMemref(); })
      .Case([&](memref::DistinctObjectsOp op) {
        return op.getOperand(cast<OpResult>(memref).getResultNumber());
      })
      .Default(Value());
}

/// Returns the buffer that `memref` is a view of, in any number of steps; `memref` itself if it is
/// no view.
static Value getRoot(Value memref) {
  while (Value source = getViewSource(memref))
    memref = source;
  return memref;
}

/// Whether the elements of the buffer are vectors.
static bool holdsVectors(Value memref) {
  return isa<VectorType>(cast<MemRefType>(memref.getType()).getElementType());
}

static RankedTensorType getTensorType(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  return RankedTensorType::get(type.getShape(), type.getElementType());
}

namespace {
class BufferReplacer {
public:
  BufferReplacer(func::FuncOp function, const RaisedFunctions &callees)
      : function(function), callees(callees), rewriter(function.getContext()) {}

  FailureOr<RaisedFunction> run();

private:
  /// The contents of each buffer at a point of the program: a tensor, or a scalar if the rank is 0.
  using Contents = DenseMap<Value, Value>;

  /// The buffers that `op` itself writes to.
  SmallVector<Value> getWritten(Operation *op) const;
  /// The buffers that `op` or an op in its regions writes to, and that are defined outside of `op`.
  SmallVector<Value> getCarried(Operation *op, const Contents &contents) const;

  LogicalResult checkBuffers(Operation *op) const;
  LogicalResult checkViews(Value memref) const;
  LogicalResult rewriteBlock(Block &block, Contents &contents);
  LogicalResult rewriteOp(Operation *op, Contents &contents);
  LogicalResult rewriteRegions(Operation *op, Contents &contents);
  LogicalResult rewriteBranches(Operation *op, Contents &contents);
  LogicalResult rewriteLoop(Operation *loop, Contents &contents);
  LogicalResult rewriteStructured(linalg::LinalgOp op, Contents &contents);
  LogicalResult rewriteTransfer(VectorTransferOpInterface op, Contents &contents);
  LogicalResult rewriteCall(func::CallOp op, Contents &contents);
  LogicalResult rewriteAtomic(memref::AtomicRMWOp op, Contents &contents);
  LogicalResult rewriteGlobal(memref::GetGlobalOp op, Contents &contents);
  LogicalResult rewriteReturn(func::ReturnOp op, Contents &contents);

  /// Creates an op with the name and attributes of `op`, these operands and these result types, and
  /// moves the regions of `op` to it.
  Operation *rebuild(Operation *op, ValueRange operands, TypeRange types);

  /// Records that the buffer `memref` is created at this point, and holds `tensor`.
  void define(Value memref, Value tensor, Contents &contents);
  Value read(Value memref, Contents &contents);
  void write(Value memref, Value tensor, Contents &contents);
  Value readElement(Value memref, ValueRange indices, Contents &contents);
  void writeElement(Value memref, ValueRange indices, Value element, Contents &contents);
  Value getDim(Value memref, Value index, Contents &contents);
  Value castTo(Type type, Value tensor);
  SmallVector<OpFoldResult> getSizes(Value tensor);
  /// The tensor of rank 1 that has the elements of `tensor` in row-major order.
  Value flatten(Value tensor);

  func::FuncOp function;
  const RaisedFunctions &callees;
  IRRewriter rewriter;
  Location loc = rewriter.getUnknownLoc();
  SmallVector<unsigned> writtenArguments;
  SmallVector<bool> isArgument;
  /// The initial contents of each buffer. A buffer keeps its extents, so that they are those of
  /// this tensor at any point.
  DenseMap<Value, Value> origins;
  /// Ops that allocate buffers or make views, in program order. They are erased at the end.
  SmallVector<Operation *> leftOvers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

SmallVector<Value> BufferReplacer::getWritten(Operation *op) const {
  SmallVector<Value> written;
  auto add = [&](Value value) {
    if (isBuffer(value.getType()))
      written.push_back(getRoot(value));
  };
  TypeSwitch<Operation *>(op)
      .Case([&](memref::StoreOp op) { add(op.getMemRef()); })
      .Case([&](memref::CopyOp op) { add(op.getTarget()); })
      .Case([&](memref::AtomicRMWOp op) { add(op.getMemref()); })
      .Case([&](bufferization::MaterializeInDestinationOp op) { add(op.getDest()); })
      .Case([&](vector::TransferWriteOp op) { add(op.getBase()); })
      .Case<vector::StoreOp, vector::MaskedStoreOp>([&](auto op) { add(op.getBase()); })
      .Case([&](linalg::LinalgOp op) {
        for (Value init : op.getDpsInits())
          add(init);
      })
      .Case([&](func::CallOp call) {
        auto callee = callees.find(call.getCallee());
        if (callee != callees.end())
          for (unsigned i : callee->second.written)
            add(call.getOperand(i));
      });
  return written;
}

SmallVector<Value> BufferReplacer::getCarried(Operation *op, const Contents &contents) const {
  llvm::SetVector<Value> carried;
  op->walk([&](Operation *inner) {
    for (Value root : getWritten(inner))
      if (contents.contains(root))
        carried.insert(root);
  });
  return carried.takeVector();
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

Value BufferReplacer::castTo(Type type, Value tensor) {
  return tensor.getType() == type ? tensor
                                  : Value(tensor::CastOp::create(rewriter, loc, type, tensor));
}

SmallVector<OpFoldResult> BufferReplacer::getSizes(Value tensor) {
  return tensor::getMixedSizes(rewriter, loc, tensor);
}

static SmallVector<ReassociationIndices> allAsOne(int64_t rank) {
  return {llvm::to_vector(llvm::seq<int64_t>(rank))};
}

Value BufferReplacer::flatten(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return rank == 1 ? tensor
                   : Value(tensor::CollapseShapeOp::create(rewriter, loc, tensor, allAsOne(rank)));
}

void BufferReplacer::define(Value memref, Value tensor, Contents &contents) {
  origins[memref] = tensor;
  if (auto type = dyn_cast<RankedTensorType>(tensor.getType()); type && type.getRank() == 0)
    tensor = tensor::ExtractOp::create(rewriter, loc, tensor, ValueRange());
  contents[memref] = tensor;
}

/// Permutes the dimensions: result dimension `i` is dimension `permutation[i]`.
static Value transpose(OpBuilder &builder, Location loc, Value tensor,
                       ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor), permuted;
  for (int64_t dim : permutation)
    permuted.push_back(sizes[dim]);
  Value empty =
      tensor::EmptyOp::create(builder, loc, permuted, getElementTypeOrSelf(tensor.getType()));
  return linalg::TransposeOp::create(builder, loc, tensor, empty, permutation)->getResult(0);
}

static SmallVector<int64_t> getPermutation(memref::TransposeOp op) {
  SmallVector<int64_t> permutation;
  for (AffineExpr expr : op.getPermutation().getResults())
    permutation.push_back(cast<AffineDimExpr>(expr).getPosition());
  return permutation;
}

/// The elements of a contiguous buffer, in row-major order, that a `memref.reinterpret_cast`
/// selects: offset, size and stride; nothing if they have no common stride.
static std::optional<std::array<OpFoldResult, 3>> getRun(memref::ReinterpretCastOp op,
                                                         OpBuilder &builder) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  if (!source || !source.getLayout().isIdentity())
    return std::nullopt;
  MemRefType type = op.getType();
  OpFoldResult offset = op.getMixedOffsets().front();
  if (type.getRank() == 0)
    return std::array<OpFoldResult, 3>{offset, builder.getIndexAttr(1), builder.getIndexAttr(1)};
  if (type.getRank() == 1)
    return std::array<OpFoldResult, 3>{offset, op.getMixedSizes().front(),
                                       op.getMixedStrides().front()};
  // A result of several dimensions is supported if its strides are those of a contiguous array.
  int64_t size = 1;
  SmallVector<OpFoldResult> sizes = op.getMixedSizes(), strides = op.getMixedStrides();
  for (int64_t i = type.getRank(); i-- > 0;) {
    std::optional<int64_t> extent = getConstantIntValue(sizes[i]);
    if (getConstantIntValue(strides[i]) != size || !extent)
      return std::nullopt;
    size *= *extent;
  }
  return std::array<OpFoldResult, 3>{offset, builder.getIndexAttr(size), builder.getIndexAttr(1)};
}

/// The type of the tensor of the selected elements, before it is reshaped to the dimensions of the
/// cast. All sizes are constant.
static RankedTensorType getRunType(memref::ReinterpretCastOp op) {
  auto shape = llvm::map_to_vector(op.getMixedSizes(),
                                   [](OpFoldResult size) { return *getConstantIntValue(size); });
  return RankedTensorType::get(shape, op.getType().getElementType());
}

Value BufferReplacer::read(Value memref, Contents &contents) {
  if (Value content = contents.lookup(memref))
    return isa<RankedTensorType>(content.getType())
               ? content
               : Value(tensor::FromElementsOp::create(
                     rewriter, loc, RankedTensorType::get({}, content.getType()), content));
  Value source = read(getViewSource(memref), contents);
  RankedTensorType type = getTensorType(memref);
  return TypeSwitch<Operation *, Value>(memref.getDefiningOp())
      .Case([&](memref::SubViewOp op) -> Value {
        return tensor::ExtractSliceOp::create(rewriter, loc, type, source, op.getMixedOffsets(),
                                              op.getMixedSizes(), op.getMixedStrides());
      })
      .Case([&](memref::CollapseShapeOp op) -> Value {
        return tensor::CollapseShapeOp::create(rewriter, loc, type, source,
                                               op.getReassociationIndices());
      })
      .Case([&](memref::ExpandShapeOp op) -> Value {
        return tensor::ExpandShapeOp::create(
            rewriter, loc, type, source, op.getReassociationIndices(), op.getMixedOutputShape());
      })
      .Case([&](memref::TransposeOp op) -> Value {
        return castTo(type, transpose(rewriter, loc, source, getPermutation(op)));
      })
      .Case([&](memref::ReshapeOp op) -> Value {
        return tensor::ReshapeOp::create(rewriter, loc, type, source,
                                         read(op.getShape(), contents));
      })
      .Case([&](memref::ReinterpretCastOp op) -> Value {
        auto [offset, size, stride] = *getRun(op, rewriter);
        Value run =
            tensor::ExtractSliceOp::create(rewriter, loc, flatten(source), offset, size, stride);
        if (type.getRank() == 1)
          return castTo(type, run);
        SmallVector<ReassociationIndices> dims;
        if (type.getRank() == 0)
          return tensor::CollapseShapeOp::create(rewriter, loc, type, run, dims);
        return castTo(type, tensor::ExpandShapeOp::create(rewriter, loc, getRunType(op), run,
                                                          allAsOne(type.getRank())));
      })
      // Any other view only changes the type of the buffer.
      .Default([&](Operation *) { return castTo(type, source); });
}

void BufferReplacer::write(Value memref, Value tensor, Contents &contents) {
  if (Value content = contents.lookup(memref)) {
    if (isa<RankedTensorType>(content.getType()))
      contents[memref] = castTo(content.getType(), tensor);
    else
      contents[memref] = tensor::ExtractOp::create(rewriter, loc, tensor, ValueRange());
    return;
  }
  Value view = getViewSource(memref), source = read(view, contents);
  tensor = castTo(getTensorType(memref), tensor);
  auto sourceType = cast<RankedTensorType>(source.getType());
  Value whole =
      TypeSwitch<Operation *, Value>(memref.getDefiningOp())
          .Case([&](memref::SubViewOp op) -> Value {
            return tensor::InsertSliceOp::create(rewriter, loc, tensor, source,
                                                 op.getMixedOffsets(), op.getMixedSizes(),
                                                 op.getMixedStrides());
          })
          .Case([&](memref::CollapseShapeOp op) -> Value {
            return tensor::ExpandShapeOp::create(rewriter, loc, sourceType, tensor,
                                                 op.getReassociationIndices(), getSizes(source));
          })
          .Case([&](memref::ExpandShapeOp op) -> Value {
            return tensor::CollapseShapeOp::create(rewriter, loc, sourceType, tensor,
                                                   op.getReassociationIndices());
          })
          .Case([&](memref::TransposeOp op) -> Value {
            return castTo(sourceType, transpose(rewriter, loc, tensor,
                                                invertPermutationVector(getPermutation(op))));
          })
          .Case([&](memref::ReshapeOp op) -> Value {
            SmallVector<Value> sizes =
                getValueOrCreateConstantIndexOp(rewriter, loc, getSizes(source));
            Value shape = tensor::FromElementsOp::create(rewriter, loc, sizes);
            return tensor::ReshapeOp::create(rewriter, loc, sourceType, tensor, shape);
          })
          .Case([&](memref::ReinterpretCastOp op) -> Value {
            auto [offset, size, stride] = *getRun(op, rewriter);
            Value run = tensor;
            if (getTensorType(memref).getRank() == 0) {
              SmallVector<ReassociationIndices> dims;
              run = tensor::ExpandShapeOp::create(
                  rewriter, loc, RankedTensorType::get({1}, sourceType.getElementType()), tensor,
                  dims);
            } else {
              bool isRow = getTensorType(memref).getRank() == 1;
              run = flatten(isRow ? tensor : castTo(getRunType(op), tensor));
            }
            Value flat = tensor::InsertSliceOp::create(rewriter, loc, run, flatten(source), offset,
                                                       size, stride);
            if (sourceType.getRank() == 1)
              return flat;
            return tensor::ExpandShapeOp::create(rewriter, loc, sourceType, flat,
                                                 allAsOne(sourceType.getRank()), getSizes(source));
          })
          .Default([&](Operation *) { return castTo(sourceType, tensor); });
  write(view, whole, contents);
}

Value BufferReplacer::readElement(Value memref, ValueRange indices, Contents &contents) {
  if (Value content = contents.lookup(memref); content && indices.empty())
    return content;
  return tensor::ExtractOp::create(rewriter, loc, read(memref, contents), indices);
}

void BufferReplacer::writeElement(Value memref, ValueRange indices, Value element,
                                  Contents &contents) {
  if (contents.contains(memref) && indices.empty()) {
    contents[memref] = element;
    return;
  }
  write(memref, tensor::InsertOp::create(rewriter, loc, element, read(memref, contents), indices),
        contents);
}

Value BufferReplacer::getDim(Value memref, Value index, Contents &contents) {
  Value tensor = origins.lookup(memref);
  return tensor::DimOp::create(rewriter, loc, tensor ? tensor : read(memref, contents), index);
}

//===----------------------------------------------------------------------===//
// What cannot be raised
//===----------------------------------------------------------------------===//

static LogicalResult checkType(Operation *op, Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return refuse(op, "a buffer without a rank has no tensor",
                  "use buffers of ranked types, such as 'memref<?x?xf64>'");
  Type element = memref.getElementType();
  if (!isScalarType(element) && !isa<ComplexType, VectorType>(element))
    return refuse(op, "a buffer holds buffers",
                  "keep the buffers apart, or as one buffer with a dimension more");
  return success();
}

LogicalResult BufferReplacer::checkViews(Value memref) const {
  Operation *op = memref.getDefiningOp();
  if (isa_and_nonnull<memref::ViewOp>(op))
    return refuse(op, "bytes are seen as elements of another type",
                  "allocate a buffer of the type of the elements");
  if (auto cast = dyn_cast_or_null<memref::ReinterpretCastOp>(op)) {
    OpBuilder builder(op->getContext());
    if (!getRun(cast, builder))
      return refuse(op, "offset, sizes and strides name no run of a contiguous buffer",
                    "use 'memref.subview', 'memref.collapse_shape' and 'memref.expand_shape'");
  }
  return success();
}

/// Checks the types of the buffers that `op` uses and makes. Emits an error for an op that is not
/// known.
LogicalResult BufferReplacer::checkBuffers(Operation *op) const {
  for (Type type : op->getOperandTypes())
    if (isBuffer(type) && failed(checkType(op, type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (isBuffer(type) && failed(checkType(op, type)))
      return failure();
  for (Value result : op->getResults())
    if (isBuffer(result.getType()) && failed(checkViews(result)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult BufferReplacer::rewriteBlock(Block &block, Contents &contents) {
  if (!block.mightHaveTerminator())
    return refuse(block.getParentOp(), "its region uses buffers, and has no end that gives values",
                  "use buffers in loops and branches of 'scf' or 'affine'");
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (!usesBuffersWithin(&op) && !isa<func::CallOp>(op))
      continue;
    rewriter.setInsertionPoint(&op);
    loc = op.getLoc();
    if (failed(checkBuffers(&op)) || failed(rewriteOp(&op, contents)))
      return failure();
  }
  // The builder creates the ops below at the end of the block.
  Operation *terminator = block.getTerminator();
  rewriter.setInsertionPoint(terminator);
  loc = terminator->getLoc();
  if (isa<func::ReturnOp>(terminator))
    return success();
  for (Value operand : terminator->getOperands())
    if (isBuffer(operand.getType()))
      return refuse(terminator, "which buffer is meant follows from conditions or iterations",
                    "choose between values rather than buffers, or copy what is in them");
  return success();
}

LogicalResult BufferReplacer::rewriteOp(Operation *op, Contents &contents) {
  auto replace = [&](Value value) {
    rewriter.replaceOp(op, value);
    return success();
  };
  auto erase = [&] {
    rewriter.eraseOp(op);
    return success();
  };
  auto keepUntilLater = [&] {
    leftOvers.push_back(op);
    return success();
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::LoadOp op) {
        return replace(readElement(op.getMemRef(), op.getIndices(), contents));
      })
      .Case([&](memref::StoreOp op) {
        if (isBuffer(op.getValueToStore().getType()))
          return refuse(op, "a buffer is stored in another one", "pass it as a value");
        writeElement(op.getMemRef(), op.getIndices(), op.getValueToStore(), contents);
        return erase();
      })
      .Case([&](memref::DimOp op) {
        return replace(getDim(op.getSource(), op.getIndex(), contents));
      })
      .Case([&](memref::RankOp op) {
        return replace(arith::ConstantIndexOp::create(
            rewriter, loc, cast<MemRefType>(op.getMemref().getType()).getRank()));
      })
      .Case<memref::AllocOp, memref::AllocaOp>([&](auto op) {
        MemRefType type = op.getType();
        Value content;
        // A new buffer is not initialized: its contents may be any value.
        if (type.getRank() == 0 && isScalarType(type.getElementType())) {
          Value zero =
              arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
          content = tensor::FromElementsOp::create(rewriter, loc, getTensorType(op), zero);
        } else {
          content = tensor::EmptyOp::create(rewriter, loc, getTensorType(op), op.getDynamicSizes());
        }
        define(op, content, contents);
        return keepUntilLater();
      })
      .Case<memref::DeallocOp, memref::PrefetchOp, bufferization::DeallocOp>([&](Operation *op) {
        if (op->getNumResults())
          return refuse(op, "a buffer is freed under a condition",
                        "raise programs before buffers are freed");
        return erase();
      })
      .Case([&](memref::CopyOp op) {
        write(op.getTarget(), castTo(getTensorType(op.getTarget()), read(op.getSource(), contents)),
              contents);
        return erase();
      })
      .Case([&](memref::AtomicRMWOp op) { return rewriteAtomic(op, contents); })
      .Case([&](memref::GetGlobalOp op) { return rewriteGlobal(op, contents); })
      .Case<memref::SubViewOp, memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
            memref::TransposeOp, memref::ReshapeOp, memref::ReinterpretCastOp,
            memref::MemorySpaceCastOp, memref::AssumeAlignmentOp, memref::DistinctObjectsOp>(
          [&](Operation *) { return keepUntilLater(); })
      .Case([&](bufferization::ToTensorOp op) {
        return replace(castTo(op.getType(), read(op.getBuffer(), contents)));
      })
      .Case([&](bufferization::ToBufferOp op) {
        define(op.getResult(), castTo(getTensorType(op.getResult()), op.getTensor()), contents);
        return keepUntilLater();
      })
      .Case([&](bufferization::CloneOp op) {
        define(op.getResult(), castTo(getTensorType(op.getResult()), read(op.getInput(), contents)),
               contents);
        return keepUntilLater();
      })
      .Case([&](bufferization::MaterializeInDestinationOp op) {
        write(op.getDest(), castTo(getTensorType(op.getDest()), op.getSource()), contents);
        return erase();
      })
      .Case([&](linalg::LinalgOp op) { return rewriteStructured(op, contents); })
      .Case([&](VectorTransferOpInterface op) { return rewriteTransfer(op, contents); })
      .Case([&](vector::LoadOp op) {
        VectorType type = op.getVectorType();
        if (holdsVectors(op.getBase()))
          return replace(readElement(op.getBase(), op.getIndices(), contents));
        return replace(vector::TransferReadOp::create(
            rewriter, loc, type, read(op.getBase(), contents), op.getIndices(), std::nullopt,
            SmallVector<bool>(type.getRank(), true)));
      })
      .Case([&](vector::StoreOp op) {
        VectorType type = op.getVectorType();
        if (holdsVectors(op.getBase())) {
          writeElement(op.getBase(), op.getIndices(), op.getValueToStore(), contents);
          return erase();
        }
        Value written = vector::TransferWriteOp::create(
                            rewriter, loc, op.getValueToStore(), read(op.getBase(), contents),
                            op.getIndices(), SmallVector<bool>(type.getRank(), true))
                            .getResult();
        write(op.getBase(), written, contents);
        return erase();
      })
      .Case([&](vector::MaskedLoadOp op) {
        VectorType type = op.getVectorType();
        auto map =
            AffineMap::getMinorIdentityMap(op.getIndices().size(), type.getRank(), op.getContext());
        Value padding =
            arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
        Value loaded = vector::TransferReadOp::create(
            rewriter, loc, type, read(op.getBase(), contents), op.getIndices(),
            AffineMapAttr::get(map), padding, op.getMask(),
            rewriter.getBoolArrayAttr(SmallVector<bool>(type.getRank(), true)));
        return replace(
            arith::SelectOp::create(rewriter, loc, op.getMask(), loaded, op.getPassThru()));
      })
      .Case([&](vector::MaskedStoreOp op) {
        int64_t rank = op.getVectorType().getRank();
        auto map = AffineMap::getMinorIdentityMap(op.getIndices().size(), rank, op.getContext());
        Value array = read(op.getBase(), contents);
        Value written = vector::TransferWriteOp::create(
                            rewriter, loc, array.getType(), op.getValueToStore(), array,
                            op.getIndices(), AffineMapAttr::get(map), op.getMask(),
                            rewriter.getBoolArrayAttr(SmallVector<bool>(rank, true)))
                            .getResult();
        write(op.getBase(), written, contents);
        return erase();
      })
      .Case([&](vector::GatherOp op) {
        rewriter.modifyOpInPlace(op, [&] { op.setOperand(0, read(op.getBase(), contents)); });
        return success();
      })
      .Case([&](func::CallOp op) { return rewriteCall(op, contents); })
      .Case([&](memref::AllocaScopeOp op) {
        if (!op.getBodyRegion().hasOneBlock())
          return refuse(op, "it has several blocks", "write it without branches");
        Block &body = op.getBodyRegion().front();
        if (failed(rewriteBlock(body, contents)))
          return failure();
        Operation *terminator = body.getTerminator();
        SmallVector<Value> results(terminator->getOperands());
        rewriter.eraseOp(terminator);
        rewriter.inlineBlockBefore(&body, op);
        rewriter.replaceOp(op, results);
        return success();
      })
      .Case<memref::ExtractAlignedPointerAsIndexOp, memref::ExtractStridedMetadataOp>(
          [&](Operation *op) {
            return refuse(op, "the address of a buffer escapes",
                          "read and write buffers by 'memref.load' and 'memref.store'");
          })
      .Case<memref::ReallocOp>([&](Operation *op) {
        return refuse(op, "a buffer changes its size", "allocate another one, and copy");
      })
      .Case<memref::GenericAtomicRMWOp>([&](Operation *op) {
        if (!op->use_empty())
          return refuse(op, "its result may be the old value or the new one",
                        "read the element by 'memref.load' before or after it");
        return refuse(op, "threads update an element in an order that is not known",
                      "use 'memref.atomic_rmw' for a sum, a product or an extremum");
      })
      .Case<arith::SelectOp>([&](Operation *op) {
        return refuse(op, "which buffer is meant follows from a condition",
                      "choose between values rather than buffers");
      })
      .Default([&](Operation *op) -> LogicalResult {
        if (op->getNumRegions() && op->isRegistered())
          return rewriteRegions(op, contents);
        return refuse(op,
                      "'" + op->getName().getStringRef() +
                          "' takes or makes a buffer, and "
                          "what it does with it is not known",
                      "raise programs before they are lowered that far; docs/Coverage.md lists "
                      "the operations on buffers that can be raised");
      });
}

LogicalResult BufferReplacer::rewriteAtomic(memref::AtomicRMWOp op, Contents &contents) {
  Value old = readElement(op.getMemref(), op.getIndices(), contents);
  switch (op.getKind()) {
  case arith::AtomicRMWKind::assign:
    return refuse(op, "which of several assignments is the last one is not known",
                  "store by 'memref.store' where iterations write to different elements");
  default:
    break;
  }
  Value updated = arith::getReductionOp(op.getKind(), rewriter, loc, old, op.getValue());
  if (!updated)
    return refuse(op, "this kind of atomic update has no counterpart",
                  "use a sum, a product or an extremum");
  writeElement(op.getMemref(), op.getIndices(), updated, contents);
  rewriter.replaceOp(op, old);
  return success();
}

/// Whether a global is private and all its uses are loads. Such a global always holds its initial
/// value.
static bool isOnlyRead(memref::GlobalOp global) {
  if (!global.isPrivate())
    return false;
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(global, global->getParentOp());
  return uses && llvm::all_of(*uses, [](SymbolTable::SymbolUse use) {
           auto get = dyn_cast<memref::GetGlobalOp>(use.getUser());
           return get && llvm::all_of(get->getUsers(), [](Operation *user) {
                    return isa<memref::LoadOp, memref::DimOp>(user);
                  });
         });
}

LogicalResult BufferReplacer::rewriteGlobal(memref::GetGlobalOp op, Contents &contents) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, op.getNameAttr());
  auto value = global ? dyn_cast_or_null<DenseElementsAttr>(global.getInitialValueAttr())
                      : DenseElementsAttr();
  if (!value || (!global.getConstant() && !isOnlyRead(global)))
    return refuse(op, "'@" + op.getName() + "' is no constant",
                  "make it one: 'memref.global "
                  "constant' with an initial value; or pass the buffer as an argument");
  define(op, arith::ConstantOp::create(rewriter, loc, value), contents);
  leftOvers.push_back(op);
  return success();
}

/// Whether an input of a structured op on buffers may be the buffer that `init` is: each point
/// reads the same element that it then writes.
static bool readsWhereItWrites(linalg::LinalgOp op, OpOperand &input, OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&input);
  return input.get() == init.get() && map == op.getMatchingIndexingMap(&init) &&
         map.isProjectedPermutation() && op.getNumParallelLoops() == op.getNumLoops();
}

LogicalResult BufferReplacer::rewriteStructured(linalg::LinalgOp op, Contents &contents) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (!isBuffer(init.get().getType()))
      continue;
    for (OpOperand &other : op->getOpOperands())
      if (&other != &init && isBuffer(other.get().getType()) &&
          getRoot(other.get()) == getRoot(init.get()) &&
          (op.isDpsInit(&other) || !readsWhereItWrites(op, other, init)))
        return refuse(op, "it reads and writes the same buffer", "read from a copy of the buffer");
  }
  for (Operation &inner : llvm::make_early_inc_range(op->getRegion(0).front()))
    if (!getWritten(&inner).empty())
      return refuse(&inner, "the region of a structured op writes to a buffer",
                    "yield what is to be written");
  Contents within = contents;
  if (failed(rewriteBlock(op->getRegion(0).front(), within)))
    return failure();
  rewriter.setInsertionPoint(op);
  loc = op.getLoc();
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    operands.push_back(
        isBuffer(value.getType()) ? castTo(getTensorType(value), read(value, contents)) : value);
    if (op.isDpsInit(&operand))
      types.push_back(operands.back().getType());
  }
  SmallVector<Value> inits(op.getDpsInits());
  SmallVector<Value> old(op->getResults());
  Operation *rebuilt = rebuild(op, operands, types);
  unsigned next = 0;
  for (auto [init, result] : llvm::zip_equal(inits, rebuilt->getResults())) {
    if (isBuffer(init.getType()))
      write(init, result, contents);
    else
      old[next++].replaceAllUsesWith(result);
  }
  rewriter.eraseOp(op);
  return success();
}

LogicalResult BufferReplacer::rewriteTransfer(VectorTransferOpInterface op, Contents &contents) {
  Value base = op.getBase();
  Value tensor = read(base, contents);
  SmallVector<Value> operands(op->getOperands());
  *llvm::find(operands, base) = tensor;
  if (isa<vector::TransferReadOp>(*op)) {
    Operation *read = rebuild(op, operands, op->getResultTypes());
    rewriter.replaceOp(op, read);
    return success();
  }
  Operation *written = rebuild(op, operands, tensor.getType());
  write(base, written->getResult(0), contents);
  rewriter.eraseOp(op);
  return success();
}

LogicalResult BufferReplacer::rewriteCall(func::CallOp call, Contents &contents) {
  auto callee = callees.find(call.getCallee());
  if (callee == callees.end()) {
    if (!usesBuffersItself(call))
      return success();
    return refuse(call, "what '@" + call.getCallee() + "' does with its buffers is not known",
                  "give it a body in this module that does not call itself, or call it with "
                  "tensors");
  }
  RaisedFunction raised = callee->second;
  for (unsigned i : raised.written)
    for (auto [j, other] : llvm::enumerate(call.getOperands()))
      if (i != j && isBuffer(other.getType()) && getRoot(other) == getRoot(call.getOperand(i)))
        return refuse(call,
                      "two arguments name the same buffer, and '@" + call.getCallee() +
                          "' writes to one of them",
                      "pass a copy of the buffer");
  SmallVector<Value> operands;
  for (auto [operand, type] :
       llvm::zip_equal(call.getOperands(), raised.function.getArgumentTypes()))
    operands.push_back(isBuffer(operand.getType()) ? castTo(type, read(operand, contents))
                                                   : operand);
  auto made = func::CallOp::create(rewriter, loc, raised.function, operands);
  for (auto [i, result] : llvm::enumerate(call.getResults())) {
    Value value = made.getResult(i);
    if (!isBuffer(result.getType())) {
      result.replaceAllUsesWith(value);
      continue;
    }
    if (raised.isArgument[i])
      return refuse(call, "a result of '@" + call.getCallee() + "' is one of its arguments",
                    "use the argument instead of the result");
    define(result, value, contents);
  }
  for (auto [i, value] :
       llvm::zip_equal(raised.written, made.getResults().drop_front(call.getNumResults())))
    write(call.getOperand(i), castTo(getTensorType(call.getOperand(i)), value), contents);
  if (llvm::any_of(call.getResultTypes(), isBuffer))
    leftOvers.push_back(call);
  else
    rewriter.eraseOp(call);
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

Operation *BufferReplacer::rebuild(Operation *op, ValueRange operands, TypeRange types) {
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  return rewriter.create(state);
}

static SmallVector<Value> lookupAll(const DenseMap<Value, Value> &contents,
                                    ArrayRef<Value> buffers) {
  return llvm::map_to_vector(buffers, [&](Value buffer) { return contents.lookup(buffer); });
}

LogicalResult BufferReplacer::rewriteRegions(Operation *op, Contents &contents) {
  for (Value operand : op->getOperands())
    if (isBuffer(operand.getType()))
      return refuse(op, "'" + op->getName().getStringRef() + "' carries a buffer",
                    "carry what is in the buffer, or swap contents by 'memref.copy' rather than "
                    "buffers");
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), isBuffer))
        return refuse(op, "'" + op->getName().getStringRef() + "' gives its region a buffer",
                      "give it what is in the buffer");
  if (llvm::any_of(op->getResultTypes(), isBuffer))
    return refuse(op, "which buffer is meant follows from a condition",
                  "choose between values rather than buffers");
  if (isa<scf::ForOp, scf::WhileOp>(op))
    return rewriteLoop(op, contents);
  if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
    return rewriteBranches(op, contents);
  // Regions of other ops may read buffers, but not write to them.
  if (!getCarried(op, contents).empty())
    return refuse(op,
                  "a region of '" + op->getName().getStringRef() +
                      "' writes to a buffer that is outside of it",
                  "write in loops of 'scf' or 'affine'");
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      Contents within = contents;
      if (failed(rewriteBlock(block, within)))
        return failure();
    }
  return success();
}

LogicalResult BufferReplacer::rewriteBranches(Operation *op, Contents &contents) {
  SmallVector<Value> carried = getCarried(op, contents);
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, ValueRange(lookupAll(contents, carried)).getTypes());
  for (Region &region : op->getRegions()) {
    if (region.empty()) {
      if (carried.empty())
        continue;
      rewriter.createBlock(&region);
      scf::YieldOp::create(rewriter, op->getLoc());
    }
    Contents within = contents;
    if (failed(rewriteBlock(region.front(), within)))
      return failure();
    Operation *terminator = region.front().getTerminator();
    terminator->insertOperands(terminator->getNumOperands(), lookupAll(within, carried));
  }
  rewriter.setInsertionPoint(op);
  Operation *rebuilt = rebuild(op, op->getOperands(), types);
  unsigned count = op->getNumResults();
  rewriter.replaceOp(op, rebuilt->getResults().take_front(count));
  for (auto [buffer, result] : llvm::zip_equal(carried, rebuilt->getResults().drop_front(count)))
    contents[buffer] = result;
  return success();
}

/// Rewrites a loop: the contents of the buffers that it writes become further states, after the old
/// ones.
LogicalResult BufferReplacer::rewriteLoop(Operation *loop, Contents &contents) {
  SmallVector<Value> carried = getCarried(loop, contents), initial = lookupAll(contents, carried);
  for (Region &region : loop->getRegions()) {
    Block &block = region.front();
    Contents within = contents;
    for (auto [buffer, value] : llvm::zip_equal(carried, initial))
      within[buffer] = block.addArgument(value.getType(), loop->getLoc());
    if (failed(rewriteBlock(block, within)))
      return failure();
    Operation *terminator = block.getTerminator();
    terminator->insertOperands(terminator->getNumOperands(), lookupAll(within, carried));
  }
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> operands(loop->getOperands());
  llvm::append_range(operands, initial);
  SmallVector<Type> types(loop->getResultTypes());
  llvm::append_range(types, ValueRange(initial).getTypes());
  unsigned count = loop->getNumResults();
  Operation *rebuilt = rebuild(loop, operands, types);
  rewriter.replaceOp(loop, rebuilt->getResults().take_front(count));
  for (auto [buffer, result] : llvm::zip_equal(carried, rebuilt->getResults().drop_front(count)))
    contents[buffer] = result;
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult BufferReplacer::rewriteReturn(func::ReturnOp op, Contents &contents) {
  SmallVector<Value> results;
  for (Value operand : op.getOperands()) {
    bool isBuffer = ::isBuffer(operand.getType());
    if (isBuffer && failed(checkType(op, operand.getType())))
      return failure();
    isArgument.push_back(isBuffer && isa<BlockArgument>(getRoot(operand)));
    results.push_back(isBuffer ? castTo(getTensorType(operand), read(operand, contents)) : operand);
  }
  for (unsigned i : writtenArguments)
    results.push_back(read(function.getArgument(i), contents));
  op->setOperands(results);
  return success();
}

FailureOr<RaisedFunction> BufferReplacer::run() {
  Block &body = function.front();
  Contents contents;
  rewriter.setInsertionPointToStart(&body);
  loc = function.getLoc();
  llvm::SetVector<Value> written;
  function.walk([&](Operation *op) { written.insert_range(getWritten(op)); });
  for (auto [i, arg] : llvm::enumerate(function.getArguments()))
    if (isBuffer(arg.getType())) {
      if (failed(checkType(function, arg.getType())))
        return failure();
      if (written.contains(arg))
        writtenArguments.push_back(i);
    }
  // New tensor arguments are appended. The buffer arguments are erased later, when they have no
  // uses.
  unsigned count = function.getNumArguments();
  for (unsigned i = 0; i < count; ++i) {
    BlockArgument arg = body.getArgument(i);
    if (isBuffer(arg.getType()))
      define(arg, body.addArgument(getTensorType(arg), arg.getLoc()), contents);
  }
  auto terminator = dyn_cast<func::ReturnOp>(body.getTerminator());
  if (!terminator)
    return function.emitError("chad: '@")
           << function.getSymName() << "' ends with another op than 'func.return'";
  if (failed(rewriteBlock(body, contents)) || failed(rewriteReturn(terminator, contents)))
    return failure();
  for (Operation *op : llvm::reverse(leftOvers))
    rewriter.eraseOp(op);

  SmallVector<Type> inputs;
  SmallVector<Value> order;
  for (unsigned i = 0, next = count; i < count; ++i)
    order.push_back(body.getArgument(isBuffer(body.getArgument(i).getType()) ? next++ : i));
  // The arguments in the order of the buffers that they replace.
  SmallVector<BlockArgument> inOrder;
  unsigned before = body.getNumArguments();
  for (Value arg : order) {
    inputs.push_back(arg.getType());
    inOrder.push_back(body.addArgument(arg.getType(), arg.getLoc()));
    arg.replaceAllUsesWith(inOrder.back());
  }
  body.eraseArguments(0, before);
  SmallVector<DictionaryAttr> attributes;
  function.getAllResultAttrs(attributes);
  attributes.resize(terminator->getNumOperands(), rewriter.getDictionaryAttr({}));
  function.removeResAttrsAttr();
  function.setType(rewriter.getFunctionType(inputs, terminator->getOperandTypes()));
  if (llvm::any_of(attributes, [](DictionaryAttr dict) { return dict && !dict.empty(); }))
    function.setAllResultAttrs(attributes);
  return RaisedFunction{function, writtenArguments, isArgument};
}

FailureOr<RaisedFunction> chad::detail::replaceBuffers(func::FuncOp function,
                                                       const RaisedFunctions &callees) {
  return BufferReplacer(function, callees).run();
}
