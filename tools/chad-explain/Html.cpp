//===- Html.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Drawing.h"
#include "Output.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace chad::explain;
using llvm::StringRef;

static const char style[] = R"(
:root {
  color-scheme: light dark;
  --page: #fbfaf8; --ink: #1f2328; --soft: #626a73; --rule: #d9d6d0; --code: #f2f0ec;
  --lin: #a84b00; --lin-fill: #fcefdf; --node: #ffffff;
  --op: #1a5fb4; --type: #6f7780; --name: #1f2328; --symbol: #7a3e9d; --number: #0b7a53;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16181b; --ink: #e4e6e8; --soft: #9aa3ad; --rule: #363b41; --code: #1e2125;
    --lin: #f0a35a; --lin-fill: #33271a; --node: #24282d;
    --op: #7db4f5; --type: #8f98a2; --name: #e4e6e8; --symbol: #c9a0e8; --number: #6fd0a4;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 74rem; padding: 2rem 1.25rem 4rem;
  background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 0 0 .4rem; }
p { max-width: 46rem; margin: .3rem 0; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: .2em; }
code, pre { font-family: ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; }
pre {
  background: var(--code); border-radius: 6px; padding: .8rem 1rem; margin: .8rem 0;
  overflow-x: auto; font-size: .82rem; line-height: 1.5; tab-size: 2;
}
section { border-top: 1px solid var(--rule); padding-top: 1.4rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--rule); }
th { color: var(--soft); font-weight: 600; }
td:first-child { color: var(--soft); text-align: right; width: 2rem; }
.soft, .laws, .cost { color: var(--soft); font-size: .92rem; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 3px; vertical-align: -.05em;
  border: 1.5px solid var(--lin); background: var(--lin-fill); }
figure { margin: .8rem 0; overflow-x: auto; }
figure svg { display: block; height: auto; max-width: none; }
.o { color: var(--op); } .t { color: var(--type); } .v { color: var(--name); }
.s { color: var(--symbol); } .n { color: var(--number); } .c { color: var(--soft); font-style: italic; }
svg text { fill: var(--ink); font-family: system-ui, "DejaVu Sans", sans-serif; }
svg .node path, svg .node polygon, svg .node ellipse { fill: var(--node); stroke: var(--soft); }
svg .const path, svg .const polygon { fill: none; stroke: none; }
svg .const text { fill: var(--number); }
svg .node.lin path, svg .node.lin polygon, svg .node.lin ellipse { stroke: var(--lin); }
svg .cluster path, svg .cluster polygon { fill: none; stroke: var(--soft); }
svg .cluster text { fill: var(--soft); }
svg .cluster.lin path, svg .cluster.lin polygon { fill: var(--lin-fill); stroke: var(--lin); }
svg .cluster.lin text { fill: var(--lin); }
svg .edge path { stroke: var(--soft); }
svg .edge polygon { fill: var(--soft); stroke: var(--soft); }
svg .edge text { fill: var(--soft); }
svg .edge.lin path { stroke: var(--lin); }
svg .edge.lin polygon { fill: var(--lin); stroke: var(--lin); }
@media print { body { max-width: none; } pre { white-space: pre-wrap; } }
)";

std::string chad::explain::escapeHtml(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

//===----------------------------------------------------------------------===//
// Colours
//===----------------------------------------------------------------------===//

static bool isWord(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '#';
}

/// The class in the style sheet for a word of MLIR, by its first character.
static StringRef classify(StringRef word) {
  switch (word.front()) {
  case '%':
    return "v";
  case '@':
    return "s";
  case '!':
    return "t";
  }
  if (llvm::isDigit(word.front()))
    return "n";
  if (word == "tensor" || word == "index" || word == "lin" || word == "f64" || word == "f32" ||
      word == "f16" || word == "bf16" ||
      (word.front() == 'i' && llvm::all_of(word.drop_front(), llvm::isDigit)))
    return "t";
  if (word.contains('.') || word == "return")
    return "o";
  return "";
}

std::string chad::explain::highlight(StringRef code) {
  std::string html;
  auto span = [&](StringRef kind, StringRef text) {
    if (kind.empty())
      html += escapeHtml(text);
    else
      html += "<span class=\"" + kind.str() + "\">" + escapeHtml(text) + "</span>";
  };
  while (!code.empty()) {
    size_t length = 1;
    StringRef kind;
    if (code.starts_with("//")) {
      length = std::min(code.find('\n'), code.size());
      kind = "c";
    } else if (code.front() == '"') {
      while (length < code.size() && code[length] != '"')
        length += code[length] == '\\' ? 2 : 1;
      length = std::min(length + 1, code.size());
      kind = "n";
    } else if (isWord(code.front()) || StringRef("%@!").contains(code.front())) {
      while (length < code.size() && isWord(code[length]))
        ++length;
      // Numbers with a sign in the exponent.
      if (llvm::isDigit(code.front()) && StringRef("eE").contains(code[length - 1]) &&
          length + 1 < code.size() && StringRef("+-").contains(code[length]))
        for (++length; length < code.size() && llvm::isDigit(code[length]);)
          ++length;
      kind = classify(code.take_front(length));
    } else {
      // Up to what may begin one of these.
      while (length < code.size() && !isWord(code[length]) &&
             !StringRef("%@!\"/").contains(code[length]))
        ++length;
    }
    span(kind, code.take_front(length));
    code = code.drop_front(length);
  }
  return html;
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

namespace {
/// The drawings of stages, and the reason why the others have none.
struct Drawings {
  std::map<const Stage *, std::string> svgs;
  std::string why;
};
} // namespace

static Drawings draw(llvm::ArrayRef<const Stage *> stages, size_t maxNodes) {
  Drawings drawings;
  std::vector<const Stage *> drawn;
  std::vector<std::string> graphs;
  for (const Stage *stage : stages)
    if (stage->module && !stage->isUnchanged && countNodes(stage->function) <= maxNodes) {
      drawn.push_back(stage);
      graphs.push_back(writeGraph(stage->function));
    }
  if (graphs.empty())
    return drawings;
  std::vector<std::string> svgs = drawGraphs(graphs, drawings.why);
  for (auto [stage, svg] : llvm::zip(drawn, svgs))
    drawings.svgs[stage] = std::move(svg);
  return drawings;
}

static void writeStage(llvm::raw_ostream &os, size_t place, const Stage &stage,
                       const Drawings &drawings) {
  os << "<section id=\"" << stage.text.id << "\">\n<h2>" << place << ". "
     << escapeHtml(stage.text.title) << "</h2>\n";
  if (!stage.module) {
    os << "<p>This stage cannot be had: " << escapeHtml(stage.remark) << ".</p>\n</section>\n";
    return;
  }
  if (stage.isUnchanged) {
    os << "<p>Changes nothing. " << escapeHtml(stage.remark) << "</p>\n</section>\n";
    return;
  }
  os << "<p>" << escapeHtml(stage.text.what) << "</p>\n";
  if (*stage.text.laws)
    os << "<p class=\"laws\">Laws: " << escapeHtml(stage.text.laws) << "</p>\n";
  os << "<p class=\"cost\">Cost: " << escapeHtml(stage.cost) << "</p>\n";
  if (!stage.remark.empty())
    os << "<p>" << escapeHtml(stage.remark) << "</p>\n";
  os << "<pre><code>" << highlight(stage.code) << "</code></pre>\n";
  auto svg = drawings.svgs.find(&stage);
  if (svg != drawings.svgs.end())
    os << "<figure role=\"img\" aria-label=\"Data flow of " << escapeHtml(stage.text.title)
       << "\">\n"
       << svg->second << "\n</figure>\n";
  else if (drawings.why.empty())
    os << "<p class=\"soft\">Too large to be drawn.</p>\n";
  os << "</section>\n";
}

void chad::explain::writeHtml(llvm::raw_ostream &os, const Derivation &derivation,
                              llvm::ArrayRef<const Stage *> stages, size_t maxNodes) {
  Drawings drawings = draw(stages, maxNodes);
  std::string title = escapeHtml(headline(derivation));
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
     << title << "</title>\n<style>" << style << "</style>\n</head>\n<body>\n<h1>" << title
     << "</h1>\n";
  if (!drawings.why.empty())
    os << "<p class=\"soft\">Without drawings: " << escapeHtml(drawings.why) << ".</p>\n";
  else
    os << "<p class=\"soft\"><span class=\"key\"></span> is linear in tangents or cotangents; "
          "thick edges carry arrays; dashed boxes are the bodies of ops.</p>\n";
  os << "<div "
        "class=\"scroll\"><table>\n<thead><tr><th></th><th>Stage</th><th>Cost</th></tr></thead>\n"
        "<tbody>\n";
  for (const Stage *stage : stages) {
    std::string cost = !stage->module       ? "cannot be had"
                       : stage->isUnchanged ? "changes nothing"
                                            : stage->cost;
    os << "<tr><td>" << number(derivation, *stage) << "</td><td><a href=\"#" << stage->text.id
       << "\">" << escapeHtml(stage->text.title) << "</a></td><td>" << escapeHtml(cost)
       << "</td></tr>\n";
  }
  os << "</tbody>\n</table></div>\n";
  for (const Stage *stage : stages)
    writeStage(os, number(derivation, *stage), *stage, drawings);
  os << "</body>\n</html>\n";
}
