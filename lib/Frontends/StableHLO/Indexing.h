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
  /// The component of the index vector that indexes this dimension; -1 if there is none.
  int64_t component;
  /// The batch dimension whose index also indexes this dimension; -1 if there is none. In a
  /// dimension with neither, slices begin at the first element.
  int64_t batchDim;
  /// The extent of a slice in this dimension.
  OpFoldResult extent;
  /// Whether the array of places has a dimension for the elements of a slice along this dimension.
  bool isInWindow;
};

/// The attributes of gathers and scatters that describe their vectors of indices.
struct IndexVectors {
  /// `vector` is the field `index_vector_dim`. `starts` has the dimension of the array that each
  /// component of an index vector indexes. `absent` are the dimensions of the array that slices do
  /// not have, and `batching` the batch dimensions.
  IndexVectors(ArrayRef<int64_t> vector, ArrayRef<int64_t> starts, ArrayRef<int64_t> absent,
               ArrayRef<int64_t> batching, int64_t indicesRank);

  int64_t dim;
  /// The number of dimensions of the array of indices, without the dimension of the index vectors.
  int64_t batchRank;
  SmallVector<int64_t> indexed, dropped;
};

/// Returns the array of the places of all elements of the slices. A place is a row-major index into
/// the dimensions `dims` of `array`. The result has the batch dimensions, then the window
/// dimensions. If a slice does not lie within the array, it is moved into the array if `clamps` is
/// set; otherwise its places are -1.
FailureOr<Value> makePlaces(Importer &importer, Operation *op, Value indices, bool isUnsigned,
                            int64_t vectorDim, Value array, ArrayRef<IndexedDim> dims, bool clamps);

/// Merges the dimensions `front` of the array into the first dimension of the result; the
/// dimensions `back` follow.
Value toRows(Importer &importer, Value array, ArrayRef<int64_t> front, ArrayRef<int64_t> back);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_INDEXING_H
