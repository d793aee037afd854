//===- Drawing.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Drawing.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

/// The SVG element alone: without the prologue, without names that other drawings
/// of a page have too, and without titles that say nothing.
static std::string cleaned(StringRef svg) {
  std::string clean;
  while (!svg.empty()) {
    size_t open = svg.find('<');
    clean += svg.take_front(open);
    svg = svg.substr(open);
    if (svg.consume_front("<!--")) {
      svg = svg.split("-->").second.ltrim('\n');
    } else if (svg.consume_front("<title>")) {
      svg = svg.split("</title>").second.ltrim('\n');
    } else if (svg.starts_with("<")) {
      auto [tag, rest] = svg.split('>');
      std::string kept = tag.str();
      for (StringRef attribute : {" id=\"", " xmlns=\"", " xmlns:xlink=\""})
        for (size_t at; (at = kept.find(attribute.str())) != std::string::npos;)
          kept.erase(at, kept.find('"', at + attribute.size()) - at + 1);
      clean += kept + ">";
      svg = rest;
    }
  }
  return clean;
}

std::vector<std::string> chad::explain::drawGraphs(ArrayRef<std::string> graphs, std::string &why) {
  ErrorOr<std::string> dot = sys::findProgramByName("dot");
  if (!dot) {
    why = "there is no 'dot' on the PATH (package graphviz)";
    return {};
  }
  SmallString<128> input, output;
  scope_exit remove([&] {
    for (StringRef path : {input.str(), output.str()})
      if (!path.empty())
        sys::fs::remove(path);
  });
  int descriptor;
  if (sys::fs::createTemporaryFile("chad-explain", "dot", descriptor, input)) {
    why = "there is no place for temporary files";
    return {};
  }
  {
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    for (const std::string &graph : graphs)
      os << graph;
    os.close();
    if (os.error()) {
      os.clear_error();
      why = "a temporary file cannot be written";
      return {};
    }
  }
  if (sys::fs::createTemporaryFile("chad-explain", "svg", output)) {
    why = "there is no place for temporary files";
    return {};
  }
  std::optional<StringRef> redirects[] = {input.str(), output.str(), StringRef()};
  constexpr unsigned seconds = 120;
  if (sys::ExecuteAndWait(*dot, {*dot, "-Tsvg"}, std::nullopt, redirects, seconds) != 0) {
    why = "'dot' failed";
    return {};
  }
  auto drawn = MemoryBuffer::getFile(output);
  if (!drawn) {
    why = "'dot' wrote nothing";
    return {};
  }
  std::vector<std::string> drawings;
  StringRef rest = (*drawn)->getBuffer();
  for (size_t open; (open = rest.find("<svg")) != StringRef::npos;) {
    size_t close = rest.find("</svg>", open);
    if (close == StringRef::npos)
      break;
    drawings.push_back(cleaned(rest.slice(open, close + 6)));
    rest = rest.drop_front(close + 6);
  }
  if (drawings.size() != graphs.size()) {
    why = "'dot' wrote something else";
    return {};
  }
  return drawings;
}
