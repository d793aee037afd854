//===- Indexing.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that gathers and scatters share: they compute the positions of the slices that an array
// of indices selects.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_INDEXING_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_INDEXING_H

#include "Importer.h"

namespace chad::stablehlo {

/// A dimension of an array that is indexed.
struct IndexedDim {
  int64_t dim;
  /// The component of the index vector that is its place; -1 if there is none.
  int64_t component;
  /// The dimension of the batch whose index is its place; -1 if there is none. A dimension with
  /// neither is read from its first element on.
  int64_t batchDim;
  /// How many elements a slice has.
  OpFoldResult extent;
  /// Whether the places have a dimension for them.
  bool isInWindow;
};

/// The attributes of gathers and scatters that describe their vectors of indices.
struct IndexVectors {
  /// `vector` is the field `index_vector_dim`, `starts` says which dimension each component
  /// indexes, `absent` which ones slices do not have, and `batching` which ones are those of the
  /// batch.
  IndexVectors(ArrayRef<int64_t> vector, ArrayRef<int64_t> starts, ArrayRef<int64_t> absent,
               ArrayRef<int64_t> batching, int64_t indicesRank);

  int64_t dim;
  /// How many dimensions the indices have beside that of the vectors.
  int64_t batchRank;
  SmallVector<int64_t> indexed, dropped;
};

/// The places of all elements of the slices, in row-major order of the dimensions `dims` of
/// `array`. It has the dimensions of the batch, then those of the windows. Slices that do not lie
/// within the array are moved into it, with `clamps`, and have the place -1 without.
FailureOr<Value> makePlaces(Importer &importer, Operation *op, Value indices, bool isUnsigned,
                            int64_t vectorDim, Value array, ArrayRef<IndexedDim> dims, bool clamps);

/// The array with the dimensions `front` as one, then the dimensions `back`.
Value toRows(Importer &importer, Value array, ArrayRef<int64_t> front, ArrayRef<int64_t> back);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_INDEXING_H
