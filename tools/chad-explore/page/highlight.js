// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR and LLVM IR as spans, by the kinds of words that both have.
"use strict";

const WORDS = new RegExp([
  /(?<c>\/\/.*$|;.*$)/, /(?<s>"(?:\\.|[^"\\])*"?)/, /(?<v>%[\w$.-]+(?:#\d+)?)/, /(?<f>@[\w$.-]+|[#^][\w$.-]+)/,
  /(?<t>![\w$.]+|\b(?:tensor|memref|vector|index|lin|none|bf16|f16|f32|f64|double|float|ptr|void|[su]?i\d+)\b)/,
  /(?<n>-?\b(?:0x[\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)\b)/, /(?<o>\b[a-z_]\w*(?:\.[\w$]+)+|\b(?:return|call|define|declare|module)\b)/,
].map((part) => part.source).join("|"), "g");

// Appends a line of code to an element. Text becomes text nodes: nothing in it is read as HTML.
function highlightLine(line, element) {
  let at = 0;
  // Long lines are not worth the time.
  for (const found of line.length < 2000 ? line.matchAll(WORDS) : []) {
    element.append(line.slice(at, found.index));
    const span = document.createElement("span");
    span.className = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
    span.textContent = found[0];
    element.append(span);
    at = found.index + found[0].length;
  }
  element.append(line.slice(at));
}
