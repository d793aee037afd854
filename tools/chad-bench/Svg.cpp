//===- Svg.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A bar for each row: how many times as fast as the C++ the derivative is, on a
// logarithmic scale; a tick where vectorized C++ is.

#include "Report.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

namespace {
constexpr double top = 54, rowHeight = 18, labelWidth = 330, plotWidth = 480, right = 60;

/// Powers of ten around all that is drawn.
struct Scale {
  int low = -1, high = 1;

  void include(double ratio) {
    low = std::min(low, int(std::floor(std::log10(ratio))));
    high = std::max(high, int(std::ceil(std::log10(ratio))));
  }
  double x(double ratio) const {
    return labelWidth + plotWidth * (std::log10(ratio) - low) / (high - low);
  }
};
} // namespace

static std::string escape(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return result;
}

static void text(llvm::raw_ostream &os, double x, double y, const char *anchor,
                 llvm::StringRef content) {
  os << llvm::format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor)
     << escape(content) << "</text>\n";
}

static void line(llvm::raw_ostream &os, double x, double from, double to, const char *style) {
  os << llvm::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x, x,
                     from, to, style);
}

void chad::bench::printSvg(llvm::raw_ostream &os, const Machine &machine,
                           llvm::ArrayRef<Row> rows) {
  std::vector<const Row *> drawn;
  Scale scale;
  for (const Row &row : rows) {
    if (!row.failure.empty() || !row.gradient || !row.cppGradient)
      continue;
    drawn.push_back(&row);
    scale.include(*row.cppGradient / *row.gradient);
    if (row.vectorized)
      scale.include(*row.cppGradient / *row.vectorized);
  }
  double bottom = top + rowHeight * double(drawn.size());
  os << llvm::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\">\n",
                     labelWidth + plotWidth + right, bottom + 40)
     << "<style>text { font: 12px sans-serif } .grid { stroke: #ddd } .one { stroke: #444 } "
        ".simd { stroke: #d62728; stroke-width: 3 } rect { fill: #1f77b4 }</style>\n";
  text(os, 8, 18, "start",
       "Value and gradient: times as fast as plain C++ (bars) and where "
       "vectorized C++ is (red)");
  text(os, 8, 36, "start", machine.processor + ", " + machine.compiler);
  for (int power = scale.low; power <= scale.high; ++power) {
    double ratio = std::pow(10.0, power);
    line(os, scale.x(ratio), top, bottom, power ? "grid" : "one");
    std::string label;
    llvm::raw_string_ostream(label) << llvm::format("%g", ratio);
    text(os, scale.x(ratio), bottom + 16, "middle", label);
  }
  for (auto [i, row] : llvm::enumerate(drawn)) {
    double y = top + rowHeight * double(i), ratio = *row->cppGradient / *row->gradient;
    double from = std::min(scale.x(1), scale.x(ratio)), to = std::max(scale.x(1), scale.x(ratio));
    std::string label = row->program->name +
                        (row->program->element == Element::F32 ? " f32 " : " ") +
                        describe(*row->program, row->extents);
    text(os, labelWidth - 6, y + 13, "end", label);
    os << llvm::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", from,
                       y + 3, std::max(to - from, 1.0), rowHeight - 6);
    if (row->vectorized)
      line(os, scale.x(*row->cppGradient / *row->vectorized), y + 1, y + rowHeight - 1, "simd");
    std::string number;
    llvm::raw_string_ostream(number) << llvm::format("%.2f", ratio);
    text(os, to + 4, y + 13, "start", number);
  }
  os << "</svg>\n";
}
