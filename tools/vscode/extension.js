// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR with the chad dialect in Visual Studio Code. It needs no other package: what it asks of the server is little,
// and written here.
"use strict";
const vscode = require("vscode");
const { Client } = require("./client");

const SELECTOR = { language: "mlir" };
let client, diagnostics, starting;

const position = (at) => new vscode.Position(at.line, at.character);
const range = (at) => new vscode.Range(position(at.start), position(at.end));
const place = (at) => new vscode.Location(vscode.Uri.parse(at.uri), range(at.range));
const where = (document) => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, point) => ({ ...where(document), position: { line: point.line, character: point.character } });
const span = (area) => ({ start: { line: area.start.line, character: area.start.character },
                          end: { line: area.end.line, character: area.end.character } });

// Asks the server; what it does not answer is nothing.
async function ask(method, params) {
  try {
    await starting;
    return await client?.request(method, params);
  } catch {
    return null;
  }
}

function isProgram(document) { return document.languageId === "mlir" && document.uri.scheme !== "chad-derivative"; }

function opened(document) {
  if (isProgram(document)) {
    client?.notify("textDocument/didOpen", { textDocument: { uri: document.uri.toString(), languageId: "mlir",
                                                             version: document.version, text: document.getText() } });
  }
}

function published(method, params) {
  if (method !== "textDocument/publishDiagnostics") return;
  diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map((one) => {
    const shown = new vscode.Diagnostic(range(one.range), one.message, (one.severity ?? 1) - 1);
    shown.source = one.source ?? "mlir";
    shown.code = one.code;
    shown.relatedInformation = (one.relatedInformation ?? [])
      .map((note) => new vscode.DiagnosticRelatedInformation(place(note.location), note.message));
    return shown;
  }));
}

async function start() {
  const settings = vscode.workspace.getConfiguration("chad");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const command = settings.get("serverPath") || "chad-lsp-server";
  client = new Client(command, settings.get("serverArguments") ?? [], folder, published, (reason) => {
    vscode.window.showErrorMessage(`chad: the language server '${command}' ${reason}. Install chad, or set chad.serverPath.`);
  });
  await client.request("initialize", { processId: process.pid, rootUri: null, capabilities: {
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } } });
  client.notify("initialized", {});
  vscode.workspace.textDocuments.forEach(opened);
}

async function restart() {
  await client?.stop().catch(() => {});
  diagnostics.clear();
  starting = start();
  await starting.catch(() => {});
}

function symbols(list) {
  return (list ?? []).map((one) => {
    const symbol = new vscode.DocumentSymbol(one.name, one.detail ?? "", one.kind - 1, range(one.range), range(one.selectionRange));
    symbol.children = symbols(one.children);
    return symbol;
  });
}

function edits(changes) {
  const all = new vscode.WorkspaceEdit();
  for (const [uri, list] of Object.entries(changes ?? {}))
    for (const one of list) all.replace(vscode.Uri.parse(uri), range(one.range), one.newText);
  return all;
}

const providers = {
  hover: { async provideHover(document, point) {
    const found = await ask("textDocument/hover", at(document, point));
    return found ? new vscode.Hover(new vscode.MarkdownString(found.contents.value), found.range && range(found.range)) : null;
  } },
  definition: { async provideDefinition(document, point) {
    return ((await ask("textDocument/definition", at(document, point))) ?? []).map(place);
  } },
  references: { async provideReferences(document, point) {
    return ((await ask("textDocument/references", { ...at(document, point), context: { includeDeclaration: true } })) ?? []).map(place);
  } },
  symbols: { async provideDocumentSymbols(document) {
    return symbols(await ask("textDocument/documentSymbol", where(document)));
  } },
  hints: { async provideInlayHints(document, area) {
    const found = await ask("textDocument/inlayHint", { ...where(document), range: span(area) });
    return (found ?? []).map((one) => new vscode.InlayHint(position(one.position), one.label, one.kind));
  } },
  completion: { async provideCompletionItems(document, point) {
    const found = await ask("textDocument/completion", { ...at(document, point), context: { triggerKind: 1 } });
    return (found?.items ?? []).map((one) => {
      const item = new vscode.CompletionItem(one.label, one.kind === undefined ? undefined : one.kind - 1);
      item.detail = one.detail;
      item.insertText = one.insertText ?? one.label;
      return item;
    });
  } },
  actions: { async provideCodeActions(document, area) {
    const found = await ask("textDocument/codeAction", { ...where(document), range: span(area), context: { diagnostics: [] } });
    return (found ?? []).map((one) => {
      const action = new vscode.CodeAction(one.title, vscode.CodeActionKind.QuickFix);
      if (one.edit) action.edit = edits(one.edit.changes);
      if (one.command) action.command = { title: one.title, command: "chad.showDerivative", arguments: one.command.arguments };
      return action;
    });
  } },
};

// The derivative of a function, beside the program.
async function showDerivative(uri, name) {
  const document = vscode.window.activeTextEditor?.document;
  const program = uri ?? document?.uri.toString();
  const names = uri ? [] : symbols(await ask("textDocument/documentSymbol", where(document))).map((one) => one.name);
  const chosen = name ?? await vscode.window.showQuickPick(names, { title: "Derivative of" });
  if (!program || !chosen) return;
  const answer = await ask("workspace/executeCommand", { command: "chad.derivative", arguments: [program, chosen] });
  if (!answer?.text) {
    vscode.window.showErrorMessage(`chad: no derivative of @${chosen}: ${answer?.error ?? "the server does not answer"}`);
    return;
  }
  const shown = await vscode.workspace.openTextDocument({ language: "mlir", content: answer.text });
  await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

function activate(context) {
  diagnostics = vscode.languages.createDiagnosticCollection("chad");
  starting = start();
  starting.catch(() => {});
  const { languages, workspace, commands } = vscode;
  context.subscriptions.push(
    diagnostics,
    languages.registerHoverProvider(SELECTOR, providers.hover),
    languages.registerDefinitionProvider(SELECTOR, providers.definition),
    languages.registerReferenceProvider(SELECTOR, providers.references),
    languages.registerDocumentSymbolProvider(SELECTOR, providers.symbols),
    languages.registerInlayHintsProvider(SELECTOR, providers.hints),
    languages.registerCompletionItemProvider(SELECTOR, providers.completion, ".", "%", "@", "!", "#", "^"),
    languages.registerCodeActionsProvider(SELECTOR, providers.actions),
    commands.registerCommand("chad.restart", restart),
    commands.registerCommand("chad.showDerivative", showDerivative),
    workspace.onDidOpenTextDocument(opened),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (isProgram(document))
        client?.notify("textDocument/didChange", { textDocument: { uri: document.uri.toString(), version: document.version },
                                                   contentChanges: [{ text: document.getText() }] });
    }),
    workspace.onDidCloseTextDocument((document) => {
      if (!isProgram(document)) return;
      client?.notify("textDocument/didClose", where(document));
      diagnostics.delete(document.uri);
    }),
    workspace.onDidChangeConfiguration((event) => { if (event.affectsConfiguration("chad")) restart(); }));
}

function deactivate() { return client?.stop().catch(() => {}); }

module.exports = { activate, deactivate };
