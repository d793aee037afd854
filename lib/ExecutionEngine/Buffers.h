//===- Buffers.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runtime values in the memory of compiled programs.

#ifndef CHAD_LIB_EXECUTIONENGINE_BUFFERS_H
#define CHAD_LIB_EXECUTIONENGINE_BUFFERS_H

#include "chad/GPURuntime/Arrays.h"
#include "chad/Values/RuntimeValue.h"
#include <deque>

namespace chad::detail {

/// The type whose representation compiled code uses for `type`: `T` for
/// `!chad.lin<T>`; null where there is none, as at unit monoids.
mlir::Type representationOf(mlir::Type type);

/// Whether compiled code can take and give values of `type`.
bool isCompilable(mlir::Type type);

/// The bytes of a scalar in memory.
unsigned byteSize(mlir::Type scalar);

void storeNumber(const Number &number, mlir::Type scalar, char *place);
Number loadNumber(mlir::Type scalar, const char *place);

/// The arguments of a call, each part with an address: a scalar is one part, a
/// tensor two pointers, the offset, its sizes and its strides.
class ArgumentList {
public:
  ArgumentList() = default;
  ArgumentList(const ArgumentList &) = delete;
  ~ArgumentList();

  /// False where there is no memory for it.
  bool add(const RuntimeValue &value, mlir::Type type);
  /// Adds an array or a scalar that stays in the caller's memory.
  void addInPlace(void *data, llvm::ArrayRef<int64_t> shape, mlir::Type type);
  /// Replaces argument `i` by another value of the same type.
  void setInPlace(unsigned i, void *data, llvm::ArrayRef<int64_t> shape, mlir::Type type);
  llvm::ArrayRef<void *> getParts() const { return parts; }

private:
  void addWord(int64_t word);
  void addDescriptor(void *data, llvm::ArrayRef<int64_t> shape);

  std::deque<int64_t> words; ///< Addresses stay as they are.
  llvm::SmallVector<void *> parts, buffers;
  llvm::SmallVector<unsigned> firstParts; ///< Of each argument.
};

/// The place for the results of a call, laid out as LLVM lays out a struct of them.
class ResultBlock {
public:
  ResultBlock(llvm::ArrayRef<mlir::Type> types, std::optional<DeviceKind> device);
  ResultBlock(const ResultBlock &) = delete;
  ~ResultBlock() { release(); }

  bool isEmpty() const { return offsets.empty(); }
  void *getAddress() { return storage.data(); }
  /// The arguments that give memory for results, parts as those of an `ArgumentList`.
  llvm::ArrayRef<void *> getParts() const { return parts; }
  /// Lets calls write a result to memory of the caller, contiguous and in row-major order.
  void giveMemory(unsigned result, void *data, llvm::ArrayRef<int64_t> shape);
  /// Prepares the next call: it may overwrite the arrays of the last call, or the memory of
  /// `giveMemory`.
  void beginCall();
  /// Ends a call that has filled the block. Fails, with the reason, if a result cannot be copied to
  /// the memory that was given.
  llvm::LogicalResult endCall(std::string &why);
  /// Ends a call that has failed: frees the arrays of the last call that it was given.
  void cancelCall();
  /// Frees the arrays of the last call.
  void release();
  /// The extents of a result that is a tensor.
  llvm::ArrayRef<int64_t> shapeOf(unsigned result) const;
  /// Where the elements of a result begin.
  void *dataOf(unsigned result) const;
  RuntimeValue load(unsigned result) const;
  /// Passes a handle, or the memory of a result that is an array, to the caller; null if the memory
  /// is shared.
  void *take(unsigned result);

private:
  /// The position and the number of words of the descriptor of a result that is an array.
  struct Descriptor {
    unsigned result;
    size_t offset, numWords;
    llvm::SmallVector<int64_t, 16> lent; ///< Of memory of someone else, or nothing.
  };
  /// Frees the memory at an address, unless it is lent.
  void releaseOwn(int64_t address);
  void releaseHandles();
  const int64_t *wordsOf(const Descriptor &array) const;
  /// Whether the memory of an array is also that of one before it.
  bool isShared(const Descriptor &array) const;

  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<size_t> offsets;
  llvm::SmallVector<Descriptor> arrays;
  llvm::SmallVector<unsigned> handles; ///< The results that are handles.
  std::vector<char> storage;
  std::vector<int64_t> given; ///< A descriptor for each result that is an array.
  llvm::SmallVector<void *> parts;
  bool isFilled = false;
  /// What else than the host may have the memory of results and callers.
  std::optional<DeviceKind> device;
};

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_BUFFERS_H
