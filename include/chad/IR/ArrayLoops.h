//===- ArrayLoops.h - Making and changing loops over arrays -----*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What transformations of loops over arrays share, beside the methods of
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

// An iota is the array 0, 1, ..., n - 1, made by `chad.build %i < %n { chad.yield %i }`. It is how
// a loop over arrays is given its index. An iota is never stored: a loop that reads one counts.

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

/// What the body of a map, a build or a fold yields as the elements of `array`, a collected
/// result; null for any other value.
mlir::Value getYieldedElement(mlir::Value array);

/// `op` as a loop over the elements of arrays: a map or a fold; null for any other op.
ArrayLoopOpInterface getLoopOverArrays(mlir::Operation *op);

/// `op` as a loop whose iterations are independent: a map or a build; null for any other op.
ArrayLoopOpInterface getMapOrBuild(mlir::Operation *op);

/// Whether `value` is defined outside of `op`. So is one in a region that is not yet in an op.
bool isDefinedOutside(mlir::Value value, mlir::Operation *op);

/// Whether `use` reads an array an element at a time: as an array of a map or a fold.
bool isReadByElement(mlir::OpOperand &use);

/// The number of iterations as far as types, or a constant, tell it; dynamic if they do not.
int64_t getStaticExtent(ArrayLoopOpInterface loop);

/// The number of iterations of a loop that reads these arrays, computed at the insertion point;
/// null where it is not known there. Linear arrays are asked last.
mlir::Value getExtent(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange arrays);

/// The number of iterations of `loop`, computed at the insertion point; null where it is not
/// known there.
mlir::Value getExtent(mlir::OpBuilder &builder, ArrayLoopOpInterface loop);

/// Whether `combinator` reads, carries or makes linear arrays: their elements are not those of
/// tensors until `chad-erase-linear` has run.
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

/// `loop` with other arrays, states and collected arrays: an op of the same direction, extent and
/// discardable attributes, which takes the body over. The body must be changed to match. A build
/// that is given arrays or states reads an iota before them, whose element is its index. A fold
/// that is left without states remains a fold.
///
/// `loop` is left without a body. The caller replaces its results, and erases it.
ArrayLoopOpInterface rebuildLoop(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                 mlir::ValueRange arrays, mlir::ValueRange initialStates,
                                 mlir::TypeRange collected);

//===----------------------------------------------------------------------===//
// Changing loops
//===----------------------------------------------------------------------===//

/// Has `loop`, which reads arrays, also read `array`. Returns its element.
mlir::BlockArgument addElement(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                               mlir::Value array);

/// Has `loop` no longer read the arrays of these numbers, whose elements have no uses. One array
/// must be left.
void eraseElements(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                   const llvm::BitVector &numbers);

/// Has `loop` also collect values of its body: a loop with as many results more, which takes the
/// place of `loop`. `loop` is left without a body and uses, for the caller to erase.
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
