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
#include "llvm/Support/MathExtras.h"

namespace chad::detail {

/// The memory spaces of buffers: that of the callers of public functions, which may be of the host
/// or of the device; that of the device, with the number that NVPTX and AMDGPU give it; and that of
/// the host's own arrays, which is the first one again when `chad-lower-launches` has found the
/// copies between the two.
constexpr int64_t callerSpace = 0, deviceSpace = 1, hostSpace = 2;

/// Marks the buffer on the device, and the copy to it, of an argument that the program only reads:
/// an argument that is on the device already is used where it lies.
inline constexpr llvm::StringLiteral borrowAttr = "device.borrow";

/// Marks the memory of a result, which is allocated on the device if the caller asks for that.
inline constexpr llvm::StringLiteral resultAttr = "device.result";

/// The number of a loop over blocks.
inline constexpr llvm::StringLiteral unitAttr = "device.unit";

/// Marks the functions whose arrays are in the memory of the host.
inline constexpr llvm::StringLiteral hostAttr = "device.host";

/// Whether a value is a buffer in the memory of the device.
inline bool isOnDevice(mlir::Value value) {
  auto type = mlir::dyn_cast<mlir::BaseMemRefType>(value.getType());
  auto space =
      type ? mlir::dyn_cast_or_null<mlir::IntegerAttr>(type.getMemorySpace()) : mlir::IntegerAttr();
  return space && space.getInt() == deviceSpace;
}

/// Marks a load of the element after that of the load before: an instruction loads both.
inline constexpr llvm::StringLiteral joinedAttr = "device.joined";

/// Arrays in the memory of a block begin at multiples of this number of bytes, so that a thread can
/// access several adjacent elements by one instruction.
constexpr int64_t blockAlignment = 16;

/// The bytes that an array takes in the memory of a block.
inline int64_t countBlockBytes(mlir::MemRefType type) {
  mlir::Type scalar = type.getElementType();
  int64_t bytes = scalar.isIndex() ? 8 : llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
  return llvm::alignTo(type.getNumElements() * bytes, blockAlignment);
}

} // namespace chad::detail

#endif // CHAD_LIB_GPU_MEMORYSPACES_H
