//===- ArrayLoops.h - Making and changing loops over arrays -----*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that transformations of loops over arrays share, in addition to the methods of
// `ArrayLoopOpInterface` and `CombinatorOpInterface` (`ChadInterfaces.td`).

#ifndef CHAD_IR_ARRAYLOOPS_H
#define CHAD_IR_ARRAYLOOPS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {

//===----------------------------------------------------------------------===//
// Iotas
//===----------------------------------------------------------------------===//

// An iota is the array 0, 1, ..., n - 1, made by `chad.build %i < %n { chad.yield %i }`. A loop
// over arrays that needs its index reads an iota. No iota is stored in memory: a loop that reads
// one counts its iterations.

/// An iota of `extent` elements.
mlir::Value createIota(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value extent);

/// The op that makes the iota `array`; null if `array` is none.
BuildOp getIota(mlir::Value array);

/// Whether `op` is a build of which some result is an iota.
bool makesIota(mlir::Operation *op);

/// Whether `op` is a build of nothing but an iota.
bool makesOnlyIota(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// What loops read and make
//===----------------------------------------------------------------------===//

/// The array of which `value`, an argument of the body of a combinator, is an element; null for
/// any other value.
mlir::Value getArrayOfElement(mlir::Value value);

/// The operand of the yield of a map, a build or a fold whose values are the elements of `array`, a
/// collected result; null if `array` is any other value.
mlir::Value getYieldedElement(mlir::Value array);

/// `op` as a loop over the elements of arrays: a map or a fold; null for any other op.
ArrayLoopOpInterface getLoopOverArrays(mlir::Operation *op);

/// `op` as a loop whose iterations are independent: a map or a build; null for any other op.
ArrayLoopOpInterface getMapOrBuild(mlir::Operation *op);

/// Whether `value` is defined outside of `op`. A value in a region that no op holds yet counts as
/// defined outside.
bool isDefinedOutside(mlir::Value value, mlir::Operation *op);

/// Whether `use` is an operand of a map or a fold whose elements are arguments of its body.
bool isReadByElement(mlir::OpOperand &use);

/// The number of iterations, if types or a constant say it; `ShapedType::kDynamic` otherwise.
int64_t getStaticExtent(ArrayLoopOpInterface loop);

/// The number of iterations of a loop that reads these arrays, computed at the insertion point;
/// null where it is not known there. The extent of an array that is not linear is preferred.
mlir::Value getExtent(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange arrays);

/// The number of iterations of `loop`, computed at the insertion point; null where it is not
/// known there.
mlir::Value getExtent(mlir::OpBuilder &builder, ArrayLoopOpInterface loop);

/// Whether `combinator` reads, carries or makes linear arrays. Such an array becomes a tensor only
/// when `chad-erase-linear` runs.
bool hasLinearArrays(mlir::Operation *combinator);

//===----------------------------------------------------------------------===//
// Making loops
//===----------------------------------------------------------------------===//

/// A fold, or a map where there are no states. Its results are the final states, and arrays of
/// the types `collected`. Without `body` it has an empty region.
ArrayLoopOpInterface createLoop(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::ValueRange arrays, mlir::ValueRange initialStates,
                                mlir::TypeRange collected, Direction direction = Direction::Left,
                                std::unique_ptr<mlir::Region> body = nullptr);

/// The empty body of a loop that has none yet, with the arguments that it must have.
mlir::Block *createBody(mlir::OpBuilder &builder, ArrayLoopOpInterface loop);

/// Makes an op like `loop`, with the same direction, extent and discardable attributes, but with
/// other arrays, states and collected arrays, and moves the body to it. The caller changes the body
/// to match. If `loop` is a build that gets arrays or states, the new loop reads an iota as its
/// first array, whose element is the index. A fold that is left without states remains a fold.
///
/// `loop` is left without a body. The caller replaces its results, and erases it.
ArrayLoopOpInterface rebuildLoop(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                 mlir::ValueRange arrays, mlir::ValueRange initialStates,
                                 mlir::TypeRange collected);

//===----------------------------------------------------------------------===//
// Changing loops
//===----------------------------------------------------------------------===//

/// Adds `array` to the arrays that `loop` reads. Returns the argument of the body that is its
/// element.
mlir::BlockArgument addElement(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                               mlir::Value array);

/// Removes the arrays at these positions from those that `loop` reads. Precondition: their elements
/// have no uses, and another array is left.
void eraseElements(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                   const llvm::BitVector &numbers);

/// Makes a loop like `loop` that also collects `values` of its body, as further results, and
/// replaces `loop` by it. Afterwards `loop` has an empty body and no uses; the caller erases it.
ArrayLoopOpInterface addCollected(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                  mlir::ValueRange values);

/// Moves the ops of `body` to the insertion point, with `args` for its arguments; nothing is left
/// of `body`. Returns what it yields.
llvm::SmallVector<mlir::Value> inlineBody(mlir::RewriterBase &rewriter, mlir::Block &body,
                                          mlir::ValueRange args);

/// Clones the ops of `body` to the insertion point. `mapping` has what its arguments become.
/// Returns what it yields.
llvm::SmallVector<mlir::Value> cloneBody(mlir::OpBuilder &builder, mlir::Block &body,
                                         mlir::IRMapping &mapping);

} // namespace chad

#endif // CHAD_IR_ARRAYLOOPS_H
