// Checks the colours that the grammar gives to words of programs, with its patterns as JavaScript has them: grammar.js FILE
"use strict";
const assert = require("assert");
const grammar = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));

function patterns(list) {
  return list.flatMap((one) => {
    if (one.include) return patterns([grammar.repository[one.include.slice(1)]]);
    if (one.patterns && !one.begin) return patterns(one.patterns);
    return [{ name: one.name, match: new RegExp(one.match ?? `${one.begin}(?:[^"\\\\]|\\\\.)*${one.end}`, "g") }];
  });
}
const all = patterns(grammar.patterns);

// The leftmost match wins, and of several the first.
function colours(line) {
  const found = [];
  for (let at = 0; at < line.length;) {
    let best = null;
    for (const one of all) {
      one.match.lastIndex = at;
      const match = one.match.exec(line);
      if (match && match[0] && (!best || match.index < best.index)) best = { index: match.index, text: match[0], name: one.name };
    }
    if (!best) break;
    found.push([best.text, best.name]);
    at = best.index + best.text.length;
  }
  return Object.fromEntries(found);
}

const first = colours('  %g:2 = chad.value_and_grad @loss(%w#1, %xs) wrt [0] : (f64, tensor<?x3xf64>) -> (f64, f64) // note');
assert.strictEqual(first["chad.value_and_grad"], "keyword.control.derivative.mlir");
assert.strictEqual(first["@loss"], "entity.name.function.mlir");
assert.strictEqual(first["%w#1"], "variable.other.mlir");
assert.strictEqual(first["wrt"], "keyword.control.mlir");
assert.strictEqual(first["f64"], "storage.type.mlir");
assert.strictEqual(first["tensor"], "storage.type.mlir");
assert.strictEqual(first["?x3x"], "constant.numeric.extent.mlir");
assert.strictEqual(first["// note"], "comment.line.double-slash.mlir");
const second = colours('%ys = chad.map (%x in %xs : tensor<?x!chad.lin<f64>>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {');
assert.strictEqual(second["chad.map"], "keyword.other.loop.mlir");
assert.strictEqual(second["!chad.lin"], "support.type.linear.mlir");
assert.strictEqual(second["!chad.lfun"], "support.type.linear.mlir");
assert.strictEqual(second["lin"], "storage.type.mlir");
const third = colours('func.func @"a b"(%x: f64 {chad.name = "it\\"s"}) attributes {chad.custom_vjp = @b} { %c = arith.constant -1.5e-3 : f64');
assert.strictEqual(third["func.func"], "storage.type.function.mlir");
assert.strictEqual(third['@"a b"'], "entity.name.function.mlir");
assert.strictEqual(third['"it\\"s"'], "string.quoted.double.mlir");
assert.strictEqual(third["chad.custom_vjp"], "storage.modifier.rule.mlir");
assert.strictEqual(third["arith.constant"], "support.function.mlir");
assert.strictEqual(third["-1.5e-3"], "constant.numeric.mlir");
assert.strictEqual(colours("^bb1(%a: index):")["^bb1"], "entity.name.label.mlir");
console.log("ok");
