//===- Accesses.h - The memory that ops access ------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The buffers that ops and kernels read and write, by the allocations that they are parts of.

#ifndef CHAD_LIB_GPU_ACCESSES_H
#define CHAD_LIB_GPU_ACCESSES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace chad::detail {

/// A part of a buffer that belongs to one block: its rows from number min(part block, extent) on,
/// of which there are `part`, or as many as are left; or, if `part` is null, that of the number of
/// the block. Parts of several blocks have no element in common.
struct OwnPart {
  mlir::OpFoldResult part, extent;

  bool operator==(const OwnPart &other) const {
    if (!part || !other.part)
      return !part && !other.part;
    return mlir::isEqualConstantIntOrValue(part, other.part) &&
           mlir::isEqualConstantIntOrValue(extent, other.extent);
  }
};

/// The memory that an op accesses, by the buffers that were allocated.
class Accesses {
public:
  explicit Accesses(mlir::Operation *root);

  /// Whether one of two ops may write what the other one accesses.
  bool conflictsWith(const Accesses &other) const {
    return writesInto(other) || other.writesInto(*this);
  }
  /// The same, by different blocks of two kernels.
  bool conflictsApart(const Accesses &other) const {
    return writesInto(other, /*apart=*/true) || other.writesInto(*this, /*apart=*/true);
  }

private:
  bool writesInto(const Accesses &other, bool apart = false) const {
    bool accesses = !other.read.empty() || !other.written.empty() || other.isUnknown;
    if (writesUnknown)
      return accesses;
    return !written.empty() &&
           (other.isUnknown || llvm::any_of(written, [&](mlir::Value buffer) {
              return (other.read.contains(buffer) || other.written.contains(buffer)) &&
                     !(apart && hasOnePart(other, buffer));
            }));
  }
  /// Whether all that both kernels access of a buffer is the same part for each block.
  bool hasOnePart(const Accesses &other, mlir::Value buffer) const {
    auto own = parts.find(buffer), others = other.parts.find(buffer);
    return own != parts.end() && others != other.parts.end() && own->second && others->second &&
           *own->second == *others->second;
  }

  llvm::DenseSet<mlir::Value> read, written;
  /// The part of each buffer that each block accesses; nothing if there is no such part.
  llvm::DenseMap<mlir::Value, std::optional<OwnPart>> parts;
  /// Whether the op accesses, or writes, buffers that may be parts of any others.
  bool isUnknown = false, writesUnknown = false;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPU_ACCESSES_H
