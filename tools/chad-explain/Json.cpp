//===- Json.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A derivation for other programs, the explorer among them. Each line of code comes with the line
// of the source that it stems from.

#include "llvm/Support/JSON.h"
#include "Names.h"
#include "Output.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace chad::explain;

/// The code of a stage with the location of each op after it.
static std::string printWithLocations(const Stage &stage) {
  std::string text;
  raw_string_ostream os(text);
  for (auto [i, shown] : enumerate(withCallees(stage.function))) {
    os << (i ? "\n" : "");
    shown.print(os, printingFlags().enableDebugInfo());
    os << '\n';
  }
  return text;
}

/// The first line of a file that the last location in `text` names, or 0.
static int64_t lastLine(StringRef text) {
  static const Regex place("\":([0-9]+):[0-9]+");
  SmallVector<StringRef> found;
  int64_t line = 0;
  size_t at = text.rfind(" loc(");
  if (at == StringRef::npos || !place.match(text.substr(at), &found) ||
      found[1].getAsInteger(10, line))
    return 0;
  return line;
}

/// For each line of the stage's code the line of the source that it stems from, or 0. An op with
/// regions says at its end where it is from.
static std::vector<int64_t> sourceLines(const Stage &stage) {
  std::string text = printWithLocations(stage);
  SmallVector<StringRef> printed;
  StringRef(text).split(printed, '\n');
  std::vector<int64_t> lines;
  SmallVector<size_t> open;
  for (StringRef line : printed) {
    StringRef trimmed = line.trim();
    bool closes = trimmed.starts_with("}"), opens = trimmed.ends_with("{");
    lines.push_back(opens ? 0 : lastLine(line));
    if (opens && !closes)
      open.push_back(lines.size() - 1);
    else if (closes && !opens && !open.empty())
      lines[open.pop_back_val()] = lines.back();
  }
  // The two texts differ in locations alone.
  if (lines.size() != size_t(StringRef(stage.code).count('\n')) + 1)
    lines.clear();
  return lines;
}

static void printStage(json::OStream &json, const Stage &stage) {
  json.attribute("id", stage.text.id);
  json.attribute("title", stage.text.title);
  json.attribute("remark", json::fixUTF8(stage.remark));
  json.attribute("missing", !stage.module);
  if (!stage.module)
    return;
  json.attribute("unchanged", stage.isUnchanged);
  json.attribute("what", stage.text.what);
  json.attribute("laws", stage.text.laws);
  json.attribute("cost", stage.cost);
  json.attribute("code", json::fixUTF8(stage.code));
  json.attributeArray("lines", [&] {
    for (int64_t line : sourceLines(stage))
      json.value(line);
  });
}

void chad::explain::writeJson(raw_ostream &os, const Derivation &derivation,
                              ArrayRef<const Stage *> stages) {
  json::OStream json(os);
  json.object([&] {
    json.attribute("function", derivation.function);
    json.attribute("headline", headline(derivation));
    json.attributeArray("stages", [&] {
      for (const Stage *stage : stages)
        json.object([&] { printStage(json, *stage); });
    });
  });
  os << '\n';
}
