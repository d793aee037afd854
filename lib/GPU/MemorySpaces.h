//===- MemorySpaces.h - Where buffers lie ---------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_MEMORYSPACES_H
#define CHAD_LIB_GPU_MEMORYSPACES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace chad::detail {

/// The memory spaces of buffers. Those of devices have the numbers that NVPTX and AMDGPU give them.
constexpr int64_t hostSpace = 0, deviceSpace = 1;

/// Marks the buffer on the device, and the copy to it, of an argument that the program only reads:
/// an argument that is on the device already is used where it lies.
inline constexpr llvm::StringLiteral borrowAttr = "device.borrow";

/// Whether a value is a buffer in the memory of the device.
inline bool isOnDevice(mlir::Value value) {
  auto type = mlir::dyn_cast<mlir::BaseMemRefType>(value.getType());
  auto space =
      type ? mlir::dyn_cast_or_null<mlir::IntegerAttr>(type.getMemorySpace()) : mlir::IntegerAttr();
  return space && space.getInt() == deviceSpace;
}

} // namespace chad::detail

#endif // CHAD_LIB_GPU_MEMORYSPACES_H
