//===- Text.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "llvm/ADT/StringExtras.h"

using namespace chad::explain;

/// ` by arguments 0, 2`.
static std::string positions(llvm::ArrayRef<int64_t> list, llvm::StringRef what) {
  if (list.empty())
    return "";
  return what.str() + (list.size() > 1 ? "s " : " ") +
         llvm::join(llvm::map_range(list, [](int64_t i) { return std::to_string(i); }), ", ");
}

std::string chad::explain::headline(const Derivation &derivation) {
  return "The derivative of @" + derivation.function + positions(derivation.of, ", result") +
         positions(derivation.wrt, ", by argument");
}

size_t chad::explain::number(const Derivation &derivation, const Stage &stage) {
  return &stage - derivation.stages.data() + 1;
}

/// Breaks lines between words.
static void wrap(llvm::raw_ostream &os, llvm::StringRef text, unsigned width = 90) {
  unsigned column = 0;
  for (llvm::StringRef word : llvm::split(text, ' ')) {
    // Bytes that begin a character.
    unsigned length = llvm::count_if(word, [](char c) { return (c & 0xC0) != 0x80; });
    if (column && column + 1 + length > width) {
      os << '\n';
      column = 0;
    }
    os << (column ? " " : "") << word;
    column += length + (column ? 1 : 0);
  }
  os << '\n';
}

void chad::explain::writeText(llvm::raw_ostream &os, const Derivation &derivation,
                              llvm::ArrayRef<const Stage *> stages) {
  os << headline(derivation) << "\n";
  for (const Stage *stage : stages) {
    os << "\n"
       << number(derivation, *stage) << ". " << stage->text.title << " [" << stage->text.id
       << "]\n";
    if (!stage->module) {
      wrap(os, "This stage cannot be had: " + stage->remark + ".");
      continue;
    }
    if (stage->isUnchanged) {
      wrap(os, "Changes nothing." + (stage->remark.empty() ? "" : " " + stage->remark));
      continue;
    }
    wrap(os, stage->text.what);
    if (*stage->text.laws)
      wrap(os, std::string("Laws: ") + stage->text.laws);
    os << "Cost: " << stage->cost << '\n';
    if (!stage->remark.empty())
      wrap(os, stage->remark);
    os << '\n' << stage->code;
  }
}
