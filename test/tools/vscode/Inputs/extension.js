// Runs the extension for Visual Studio Code with a stand-in of the editor: extension.js FOLDER SERVER
"use strict";
const assert = require("assert");
const Module = require("module");
const path = require("path");
const [folder, server] = process.argv.slice(2);

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Box { constructor(...fields) { this.fields = fields; } }
const listeners = {}, providers = {}, commands = {}, diagnostics = new Map(), messages = [], shown = [];
const listen = (name) => (callback) => { (listeners[name] = listeners[name] || []).push(callback); return { dispose() {} }; };
const provide = (name) => (selector, provider) => { providers[name] = provider; return { dispose() {} }; };
const uri = (text) => ({ scheme: text.split(":")[0], toString: () => text });
const document = { languageId: "mlir", version: 1, uri: uri("file:///programs/f.mlir"), text: "", getText() { return this.text; } };
const vscode = {
  Position, Range, Location: Box, Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  DiagnosticRelatedInformation: Box, Hover: Box, MarkdownString: Box, DocumentSymbol: class { constructor(name) { this.name = name; } },
  InlayHint: class { constructor(place, label) { Object.assign(this, { place, label }); } }, CompletionItem: class { constructor(label) { this.label = label; } },
  CodeAction: class { constructor(title) { this.title = title; } }, CodeActionKind: { QuickFix: "quickfix" }, ViewColumn: { Beside: -2 },
  WorkspaceEdit: class { constructor() { this.edits = []; } replace(...edit) { this.edits.push(edit); } },
  Uri: { parse: uri },
  languages: {
    createDiagnosticCollection: () => ({ set: (key, list) => diagnostics.set(String(key), list), delete: (key) => diagnostics.delete(String(key)), clear() {}, dispose() {} }),
    registerHoverProvider: provide("hover"), registerDefinitionProvider: provide("definition"), registerReferenceProvider: provide("references"),
    registerDocumentSymbolProvider: provide("symbols"), registerInlayHintsProvider: provide("hints"),
    registerCompletionItemProvider: provide("completion"), registerCodeActionsProvider: provide("actions"),
  },
  workspace: {
    textDocuments: [document], getConfiguration: () => ({ get: (name) => ({ serverPath: process.env.SERVER || server, serverArguments: [] })[name] }),
    onDidOpenTextDocument: listen("open"), onDidChangeTextDocument: listen("change"), onDidCloseTextDocument: listen("close"),
    onDidChangeConfiguration: listen("configuration"), openTextDocument: async (what) => { shown.push(what); return what; },
  },
  window: { showErrorMessage: (text) => messages.push(text), showTextDocument: async () => {}, showQuickPick: async (names) => names[0], activeTextEditor: { document } },
  commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; } },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

async function until(what, condition) {
  for (let i = 0; i < 600; ++i) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("waited in vain for " + what + ": " + messages.join());
}

async function main() {
  document.text = "func.func @f(%x: f64) -> f64 {\n  %b = arith.bitcast %x : f64 to i64\n  %c = arith.bitcast %b : i64 to f64\n  return %c : f64\n}\n";
  const extension = require(path.join(folder, "extension.js"));
  const context = { subscriptions: [] };
  extension.activate(context);
  const key = String(document.uri);
  await until("a warning", () => diagnostics.get(key)?.length === 1);
  const [warning] = diagnostics.get(key);
  assert(warning.message.includes("stop_gradient") && warning.severity === 1 && warning.range.start.line === 1, warning);
  const area = new Range(new Position(1, 8), new Position(1, 8));
  const [action] = await providers.actions.provideCodeActions(document, area);
  assert(action.title.includes("count as constant") && action.edit.edits.length === 2, JSON.stringify(action));
  document.text = "func.func @f(%x: f64, %y: f64) -> f64 {\n  %c = arith.mulf %x, %y : f64\n  return %c : f64\n}\n";
  document.version = 2;
  listeners.change.forEach((callback) => callback({ document }));
  await until("no warning", () => diagnostics.get(key)?.length === 0);
  const hover = await providers.hover.provideHover(document, new Position(1, 10));
  assert(hover.fields[0].fields[0].includes("Derivative: ∂r/∂x = `y`"), JSON.stringify(hover));
  const symbols = await providers.symbols.provideDocumentSymbols(document);
  assert.deepStrictEqual(symbols.map((one) => one.name), ["f"]);
  const hints = await providers.hints.provideInlayHints(document, new Range(new Position(0, 0), new Position(9, 0)));
  assert.deepStrictEqual(hints, []);
  const places = await providers.definition.provideDefinition(document, new Position(2, 10));
  assert.strictEqual(places.length, 1);
  await commands["chad.showDerivative"](key, "f");
  assert(shown[0].content.includes("chad.lfun"), JSON.stringify(shown));
  await commands["chad.showDerivative"]();
  assert.strictEqual(shown.length, 2);
  await commands["chad.restart"]();
  await until("the server after a restart", () => diagnostics.get(key)?.length === 0);
  assert((await providers.symbols.provideDocumentSymbols(document)).length === 1);
  listeners.close.forEach((callback) => callback(document));
  await extension.deactivate();
  assert.deepStrictEqual(messages, []);
  // A server that is not there is an error that says what to do.
  process.env.SERVER = "/nowhere/chad-lsp-server";
  await commands["chad.restart"]();
  await until("a message", () => messages.length === 1);
  assert(messages[0].includes("Install chad, or set chad.serverPath"), messages);
  console.log("ok");
}

main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
