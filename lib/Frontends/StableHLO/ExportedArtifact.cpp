//===- ExportedArtifact.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds the program in a file that `jax.export` serialized. The file is a flatbuffer; its root is a
// table, and the program is a field of this table. https://flatbuffers.dev/internals

#include "chad/Frontends/StableHLO/Passes.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace {
/// Reads numbers of a flatbuffer. A read beyond its ends returns nothing.
struct Flatbuffer {
  StringRef bytes;

  template <typename T> std::optional<uint64_t> read(uint64_t offset) const {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
      return std::nullopt;
    return support::endian::read<T>(bytes.data() + offset, endianness::little);
  }

  /// Reads the offset that is stored at `offset`, and adds it to `offset`: flatbuffers count an
  /// offset from the position where it is stored.
  std::optional<uint64_t> follow(uint64_t offset) const {
    std::optional<uint64_t> distance = read<uint32_t>(offset);
    return distance ? std::optional<uint64_t>(offset + *distance) : std::nullopt;
  }
};
} // namespace

/// The position in a table's list of fields that holds the offset of the field
/// `mlir_module_serialized`.
static constexpr uint64_t slotOfModule = 30;

/// Returns the bytes of the field; nothing if `source` is not such a flatbuffer.
static std::optional<StringRef> findModule(StringRef source) {
  Flatbuffer buffer{source};
  std::optional<uint64_t> table = buffer.follow(0);
  if (!table)
    return std::nullopt;
  std::optional<uint64_t> toFields = buffer.read<uint32_t>(*table);
  if (!toFields)
    return std::nullopt;
  // The list may stand before the table or after it.
  uint64_t fields = *table - static_cast<int32_t>(*toFields);
  std::optional<uint64_t> length = buffer.read<uint16_t>(fields);
  if (!length || *length <= slotOfModule)
    return std::nullopt;
  std::optional<uint64_t> field = buffer.read<uint16_t>(fields + slotOfModule);
  if (!field || *field == 0)
    return std::nullopt;
  std::optional<uint64_t> vector = buffer.follow(*table + *field);
  std::optional<uint64_t> size = vector ? buffer.read<uint32_t>(*vector) : std::nullopt;
  if (!size || *size > source.size() - *vector - sizeof(uint32_t))
    return std::nullopt;
  return source.substr(*vector + sizeof(uint32_t), *size);
}

StringRef chad::getPortableArtifact(StringRef source) {
  std::optional<StringRef> module = findModule(source);
  return module && module->starts_with("ML\xEFR") ? *module : source;
}
