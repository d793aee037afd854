//===- Descriptors.h - Buffers and their descriptors -----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_DESCRIPTORS_H
#define CHAD_LIB_GPU_DESCRIPTORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::cf {
class AssertOp;
} // namespace mlir::cf

namespace chad::detail {

/// Creates a buffer from the fields of its descriptor: the address, and then offset, extents and
/// strides, which are 64-bit integers. A field that is static in the type may have any value.
mlir::Value createBuffer(mlir::OpBuilder &builder, mlir::Location loc, mlir::MemRefType type,
                         mlir::Value address, mlir::ValueRange fields);

/// Creates a buffer of `size` bytes at `address`, a pointer.
mlir::Value createBytes(mlir::OpBuilder &builder, mlir::Location loc, mlir::MemRefType type,
                        mlir::Value address, mlir::Value size);

/// Declares a function of the runtime, unless the module has the declaration.
void declareRuntime(mlir::ModuleOp module, llvm::StringRef name, mlir::TypeRange args,
                    mlir::TypeRange results);

/// The name of the function of the host that emulates a kernel.
inline std::string emulatedName(llvm::StringRef module, llvm::StringRef kernel) {
  return ("chadrt.kernel." + module + "." + kernel).str();
}

/// Whether a function of the host emulates a kernel, by its name.
inline bool isEmulated(llvm::StringRef function) { return function.starts_with("chadrt.kernel."); }

/// The name of a kernel in the code for the device. It consists of characters that identifiers of
/// PTX may have.
std::string kernelName(llvm::StringRef module, llvm::StringRef kernel);

/// The names of globals of the host: the code for the device, and the messages of the assertions in
/// that code.
inline constexpr llvm::StringLiteral imageName = "chadrt.image", messagesName = "chadrt.messages";

/// Sets the global of the host with this name to a text, terminated by a zero.
void setText(mlir::ModuleOp module, llvm::StringRef name, llvm::StringRef text);

/// The file, line and column of a location, for the beginning of a message; empty if unknown.
std::string describeLocation(mlir::Location loc);

/// The message of an assertion that fails, with its place in the program.
std::string describeCheck(mlir::cf::AssertOp op);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_DESCRIPTORS_H
