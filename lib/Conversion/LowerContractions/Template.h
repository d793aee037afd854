//===- Template.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Text in which `$name` stands for a value.

#ifndef CHAD_LIB_CONVERSION_CONTRACTIONS_TEMPLATE_H
#define CHAD_LIB_CONVERSION_CONTRACTIONS_TEMPLATE_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace chad::detail {

class Template {
public:
  void set(llvm::StringRef name, std::string value) { values[name] = std::move(value); }
  void set(llvm::StringRef name, unsigned value) { values[name] = std::to_string(value); }

  /// The text in which names are replaced by their values. If several names match at one place, the
  /// longest one is used.
  std::string fill(llvm::StringRef text) const {
    std::string result;
    while (true) {
      auto [before, after] = text.split('$');
      result += before;
      if (before.size() == text.size())
        return result;
      llvm::StringRef name = after.take_while([](char c) { return llvm::isAlnum(c); });
      while (!name.empty() && !values.contains(name))
        name = name.drop_back();
      result += values.lookup(name);
      text = after.drop_front(name.size());
    }
  }

private:
  llvm::StringMap<std::string> values;
};

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_CONTRACTIONS_TEMPLATE_H
