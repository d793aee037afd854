//===- BytecodeHeader.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds out whether bytecode was written by a program with the StableHLO dialect, before MLIR reads
// it: such a program writes the attributes of an operation one by one; a program without it writes
// them as one dictionary. https://mlir.llvm.org/docs/BytecodeFormat

#include "chad/Frontends/StableHLO/Passes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;

namespace {
/// Reads numbers and sections of bytecode. A read beyond the end of the bytes gives zero, and makes
/// the reader invalid.
class Header {
public:
  explicit Header(StringRef bytes) : bytes(bytes) {}

  bool isValid() const { return valid; }
  bool atEnd() const { return offset >= bytes.size(); }

  uint8_t readByte() {
    if (!atEnd())
      return bytes[offset++];
    valid = false;
    return 0;
  }

  /// The number of trailing zero bits of the first byte is the number of bytes that follow.
  uint64_t readNumber() {
    uint64_t first = readByte();
    unsigned more = first ? llvm::countr_zero(first) : 8;
    uint64_t value = first >> std::min(more + 1, 8u);
    unsigned bits = more == 8 ? 0 : 7 - more;
    for (unsigned i = 0; i < more; ++i)
      value |= static_cast<uint64_t>(readByte()) << (bits + 8 * i);
    return value;
  }

  StringRef readBytes(uint64_t count) {
    if (count > bytes.size() - offset) {
      valid = false;
      return "";
    }
    StringRef read = bytes.substr(offset, count);
    offset += count;
    return read;
  }

  StringRef readText() {
    return readBytes(std::min(bytes.find('\0', offset), bytes.size()) - offset + 1).drop_back();
  }

  /// Reads a section: its number and its bytes. Padding before an aligned section is skipped.
  std::pair<unsigned, StringRef> readSection() {
    unsigned id = readByte();
    uint64_t length = readNumber();
    if (id & 0x80) {
      uint64_t alignment = readNumber();
      while (valid && alignment && offset % alignment)
        readByte();
    }
    return {id & 0x7f, readBytes(length)};
  }

private:
  StringRef bytes;
  size_t offset = 0;
  bool valid = true;
};

enum Section : unsigned { Strings = 0, Dialects = 1 };

/// The versions of the format in which bytecode states whether its writer had registered an
/// operation.
constexpr uint64_t firstVersion = 5, lastVersion = 6;
} // namespace

/// Reads the strings of the module. Their lengths come first, in reverse order; a length counts the
/// zero at the end of the string.
static SmallVector<StringRef> readStrings(StringRef section) {
  Header header(section);
  SmallVector<uint64_t> lengths;
  for (uint64_t left = header.readNumber(); left && header.isValid(); --left)
    lengths.push_back(header.readNumber());
  SmallVector<StringRef> strings;
  for (uint64_t length : llvm::reverse(lengths))
    strings.push_back(header.readBytes(length).drop_back(length ? 1 : 0));
  return header.isValid() ? strings : SmallVector<StringRef>();
}

bool chad::isWrittenByStableHLO(StringRef source) {
  if (!source.consume_front("ML\xEFR"))
    return false;
  // Offsets of aligned sections count from the first byte of the file.
  Header header(StringRef(source.data() - 4, source.size() + 4));
  header.readBytes(4);
  uint64_t version = header.readNumber();
  header.readText();
  if (version < firstVersion || version > lastVersion)
    return false;
  StringRef stringSection, dialectSection;
  while (header.isValid() && !header.atEnd()) {
    auto [id, bytes] = header.readSection();
    if (id == Strings)
      stringSection = bytes;
    else if (id == Dialects)
      dialectSection = bytes;
  }
  SmallVector<StringRef> strings = readStrings(stringSection);
  Header dialects(dialectSection);
  SmallVector<bool> isSought;
  for (uint64_t left = dialects.readNumber(); left && dialects.isValid(); --left) {
    uint64_t name = dialects.readNumber();
    // If the lowest bit is set, a section with the version of the dialect follows.
    if (name & 1)
      dialects.readSection();
    StringRef text = name / 2 < strings.size() ? strings[name / 2] : "";
    isSought.push_back(text == "stablehlo" || text == "chlo");
  }
  // The total number of operations comes first; then the operations, grouped by dialect.
  dialects.readNumber();
  while (dialects.isValid() && !dialects.atEnd()) {
    uint64_t dialect = dialects.readNumber();
    for (uint64_t left = dialects.readNumber(); left && dialects.isValid(); --left) {
      bool isKnown = dialects.readNumber() & 1;
      if (isKnown && dialects.isValid() && dialect < isSought.size() && isSought[dialect])
        return true;
    }
  }
  return false;
}
