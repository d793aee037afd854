// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page: what is typed is checked, and the view that is chosen is asked for.
"use strict";

const by = (id) => document.getElementById(id);
const program = by("program"), panel = by("panel");
const state = { functions: [], tab: "reverse", number: 0, diagnostics: [], values: {}, stages: null, lines: [] };

// Each tab: its id, its title, the function that shows its view, and a sentence that explains the view.
const TABS = [
  ["reverse", "Reverse", showReverse,
    "Reverse mode: the function, and code that takes a cotangent of each result to the cotangents of the arguments. If the function has one float result, and its cotangent is 1, they are the gradient."],
  ["forward", "Forward", showForward,
    "Forward mode: the function, and code that takes a tangent of each argument to the tangents of the results."],
  ["unf", "Normal form", showNormalForm,
    "The function in unary normal form, in which each op takes the list of all values, the context, and returns a context; the transpose of that; and the way back to ordinary code."],
  ["stages", "Stages", showStages,
    "All stages from the function to the code that is compiled, each with the laws that lead to it and its cost."],
  ["firstorder", "First-order", showFirstOrder,
    "The code that is compiled: the function with its reverse derivative, in which tangents and cotangents are ordinary numbers."],
  ["loops", "Loops", showLoops, "What the optimiser did with each loop of the function and of its gradient, and what it did not do, with the reason."],
  ["llvm", "LLVM", (token) => showCode(token, "llvm", "LLVM IR of the function with its gradient"), "The code after LLVM's optimizations."],
  ["assembly", "Assembly", (token) => showCode(token, "assembly", "Assembly of the function with its gradient"), "The instructions of the processor."],
  ["graph", "Graph", showGraph,
    "The data flow of a stage. Nodes are ops, thick edges are arrays. A dashed box is the body of a loop; a coloured box is linear in tangents or cotangents."],
  ["residuals", "Residuals", showResiduals,
    "Residuals are values of the function that the reverse part reads. Each is kept from the function's run, computed again, or read from where it is, whichever costs least."],
  ["cost", "Cost", showCost,
    "The number of moves of scalars, additions, multiplications and nonlinear operations such as exp, as polynomials in the extents of the arguments."],
  ["values", "Values", showValues,
    "Runs the function with its gradient on your arguments, compares forward mode, reverse mode and differences, and measures the time."],
];

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function say(text) { by("said").textContent = text; }

// ---------------------------------------------------------------------------
// The server
// ---------------------------------------------------------------------------

async function ask(view, more = {}) {
  const body = JSON.stringify({
    view, program: program.value, function: by("function").value, wrt: by("wrt").value.replaceAll(" ", ""),
    of: by("of").value.replaceAll(" ", ""), ...more,
  });
  try {
    const reply = await fetch("run", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const answer = await reply.json();
    return reply.ok ? answer : { failed: answer.error, diagnostics: [] };
  } catch (error) {
    return { failed: `The server does not answer: ${error.message}`, diagnostics: [] };
  }
}

// Whether a request is still the last one when its answer arrives.
function isCurrent(token) { return token === state.number; }

// ---------------------------------------------------------------------------
// The program
// ---------------------------------------------------------------------------

function drawProgram() {
  const lines = program.value.split("\n");
  const wrong = new Set(state.diagnostics.map((entry) => entry.line));
  by("numbers").textContent = lines.map((_, i) => i + 1).join("\n");
  by("shown").replaceChildren(...lines.map((line, i) => {
    const row = make("span", { className: "row" + (wrong.has(i + 1) ? " wrong" : "") });
    highlightLine(line, row);
    return row;
  }));
  scrollProgram();
}

function scrollProgram() {
  by("shown").scrollTop = program.scrollTop;
  by("shown").scrollLeft = program.scrollLeft;
  by("numbers").scrollTop = program.scrollTop;
}

function goTo(line, column) {
  const lines = program.value.split("\n");
  const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + Math.max(column - 1, 0);
  program.focus();
  program.setSelectionRange(at, at);
  program.scrollTop = Math.max(0, (line - 4) * program.scrollHeight / lines.length);
}

function showDiagnostics(entries) {
  state.diagnostics = entries.filter((entry) => entry.line);
  by("diagnostics").replaceChildren(...entries.map((entry) => {
    const notes = (entry.notes || []).map((note) => ` — ${note.line}: ${note.message}`).join("");
    const button = make("button", { type: "button", className: entry.severity },
      `${entry.line ? `line ${entry.line}: ` : ""}${entry.severity}: ${entry.message}${notes}`);
    if (entry.line) button.addEventListener("click", () => goTo(entry.line, entry.column));
    return make("li", {}, button);
  }));
  drawProgram();
}

let waiting = 0;
function changed() {
  drawProgram();
  clearTimeout(waiting);
  by("state").textContent = "Typing";
  state.number += 1;
  waiting = setTimeout(check, 350);
}

async function check() {
  const token = ++state.number;
  state.stages = null;
  const answer = await ask("check");
  if (!isCurrent(token)) return;
  showDiagnostics(answer.diagnostics);
  state.isValid = !answer.failed;
  if (answer.failed) {
    by("state").textContent = answer.crash ? answer.failed : "The program is not valid.";
    if (answer.crash || !answer.diagnostics.length) showFailure(answer);
    else markAsOld();
    return;
  }
  state.functions = answer.functions;
  const before = by("function").value;
  by("function").replaceChildren(...state.functions.map((one) => make("option", { value: one.name }, "@" + one.name)));
  const entry = state.functions.find((one) => one.name === before) || state.functions.find((one) => !one.private) || state.functions[0];
  if (entry) by("function").value = entry.name;
  by("state").textContent = { 0: "Valid, without a function", 1: "Valid; one function" }[state.functions.length]
    ?? `Valid; ${state.functions.length} functions`;
  refresh();
}

// ---------------------------------------------------------------------------
// Lines that belong together
// ---------------------------------------------------------------------------

// Marks lines of the program, and all lines of the view that come from each of them.
function light(...lines) {
  for (const row of document.querySelectorAll(".lit")) row.classList.remove("lit");
  if (!lines.some(Boolean)) return;
  for (const line of lines) by("shown").children[line - 1]?.classList.add("lit");
  for (const row of panel.querySelectorAll(lines.map((line) => `[data-source~="${line}"]`).join(""))) row.classList.add("lit");
}

function lineAt(event) {
  const rows = program.value.split("\n").length;
  const height = by("shown").scrollHeight / Math.max(rows, 1);
  const row = by("shown").children[0]?.offsetHeight || height;
  return Math.floor((event.offsetY + program.scrollTop - 6) / row) + 1;
}

// The column of a line at a horizontal position in pixels; -1 behind its end. A tab ends at the next even column.
function columnAt(line, x) {
  const ruler = make("span", {}, "0".repeat(100));
  by("shown").append(ruler);
  const column = x / (ruler.getBoundingClientRect().width / 100);
  ruler.remove();
  let at = 0, width = 0;
  for (; at < line.length && width <= column; ++at) width += line[at] === "\t" ? 2 - width % 2 : 1;
  return width > column ? at - 1 : -1;
}

// ---------------------------------------------------------------------------
// What the word at a place is, from the language server
// ---------------------------------------------------------------------------

const hover = by("hover");
let hoverWait = 0, hoverWord = "";

function hideHover() {
  clearTimeout(hoverWait);
  hoverWord = "";
  hover.replaceChildren();
}

// Markdown as elements: paragraphs, blocks of code, rules, and code between words. Nothing is read as HTML.
function renderMarkdown(text) {
  const parts = [];
  text.split(/^```.*$/m).forEach((part, i) => {
    if (i % 2) {
      const block = make("pre");
      part.replace(/^\n|\n$/g, "").split("\n").forEach((line) => {
        const row = make("span", { className: "row" });
        highlightLine(line, row);
        block.append(row);
      });
      return void parts.push(block);
    }
    for (const paragraph of part.split(/\n(?:\s*\n)+|\n(?=\*\*\*)|(?<=^\*\*\*)\n/m)) {
      if (/^\s*(?:\*\*\*|---)\s*$/.test(paragraph)) parts.push(make("hr"));
      else if (paragraph.trim())
        parts.push(make("p", {}, ...paragraph.trim().replace(/^#+ /, "").split(/(`[^`]+`)/).filter(Boolean)
          .map((piece) => (/^`.*`$/s.test(piece) ? make("code", {}, piece.slice(1, -1)) : piece.replace(/^_(.*)_$/s, "$1")))));
    }
  });
  return parts;
}

// Asks about the word at a place, and shows the answer below the point (x, y) of the window.
async function showHover(line, column, x, y) {
  const text = program.value, row = text.split("\n")[line] ?? "";
  const word = [...row.matchAll(/[%@#!^]?[\w$.-]+/g)].find((found) => found.index <= column && column < found.index + found[0].length);
  if (!word) return hideHover();
  const key = `${line} ${word.index}`;
  if (key === hoverWord) return;
  hoverWord = key;
  const answer = await ask("hover", { line, character: column });
  if (key !== hoverWord || text !== program.value) return;
  hover.replaceChildren(...renderMarkdown(answer.failed ? answer.failed : answer.text));
  const size = hover.getBoundingClientRect();
  const below = y + 14 + size.height < window.innerHeight ? y + 14 : Math.max(0, y - size.height - 14);
  hover.style.left = `${Math.max(0, Math.min(x, window.innerWidth - size.width - 4))}px`;
  hover.style.top = `${below}px`;
}

function hoverAtMouse(event) {
  const line = lineAt(event) - 1;
  const padding = parseFloat(getComputedStyle(program).paddingLeft);
  const column = columnAt(program.value.split("\n")[line] ?? "", event.offsetX + program.scrollLeft - padding);
  clearTimeout(hoverWait);
  hoverWait = setTimeout(() => (column < 0 ? hideHover() : showHover(line, column, event.clientX, event.clientY)), 300);
}

function hoverAtCaret() {
  const line = caretLine() - 1;
  const column = program.selectionStart - (program.value.lastIndexOf("\n", program.selectionStart - 1) + 1);
  const place = by("shown").children[line].getBoundingClientRect();
  hoverWord = "";
  // A caret right after a word is at the word.
  const row = program.value.split("\n")[line];
  showHover(line, column > 0 && !/[\w$.%@#!^-]/.test(row[column] ?? " ") ? column - 1 : column, place.left + 40, place.bottom - 10);
}

function caretLine() { return program.value.slice(0, program.selectionStart).split("\n").length; }

// Code; for each line, the line of the program that it is from, or a list of lines.
function codeBlock(text, label, lines = []) {
  const block = make("pre", { tabIndex: 0 });
  block.setAttribute("role", "region");
  block.setAttribute("aria-label", label);
  text.replace(/\n$/, "").split("\n").forEach((line, i) => {
    const row = make("span", { className: "row" });
    highlightLine(line, row);
    const from = [lines[i] || []].flat();
    if (from.length) {
      row.dataset.source = from.join(" ");
      row.title = `from line${from.length > 1 ? "s" : ""} ${from.join(", ")}`;
    }
    row.addEventListener("mouseenter", () => light(...from));
    block.append(row);
  });
  block.addEventListener("mouseleave", () => light(0));
  return block;
}

// ---------------------------------------------------------------------------
// The views
// ---------------------------------------------------------------------------

// Says that the view is not of the program as it stands.
function markAsOld() {
  if (!panel.children.length || panel.querySelector(".old, .failed")) return;
  panel.prepend(make("p", { className: "old" }, "The program is not valid now. This is the view of the last valid one."));
}

function showFailure(answer) {
  const parts = [make("p", { className: "failed" }, answer.failed)];
  parts[0].setAttribute("role", "alert");
  const place = (entry) => (entry.line ? `line ${entry.line}: ` : "");
  for (const entry of answer.diagnostics || []) {
    parts.push(make("p", {}, place(entry) + entry.message));
    for (const note of entry.notes || [])
      if (!note.message.startsWith("see current operation")) parts.push(make("p", { className: "note" }, place(note) + note.message));
  }
  if (answer.crash) parts.push(codeBlock(answer.crash, "What the tool printed"));
  panel.replaceChildren(...parts);
}

async function derivation(token) {
  if (!state.stages) {
    const answer = await ask("stages");
    if (!isCurrent(token)) return null;
    if (answer.failed) {
      const isReason = !answer.crash && answer.diagnostics.length;
      const why = state.isValid ? "The derivative cannot be computed:" : "The program is not valid:";
      showFailure(isReason ? { ...answer, failed: why } : answer);
      showDiagnostics(answer.diagnostics);
      return null;
    }
    state.stages = answer.derivation.stages;
  }
  return state.stages;
}

function describe(stage, number) {
  const parts = [make("h2", {}, number ? `${number}. ${stage.title}` : stage.title)];
  if (stage.missing) return [...parts, make("p", { className: "note" }, `This stage does not exist: ${stage.remark}.`)];
  if (stage.unchanged) return [...parts, make("p", { className: "note" }, `This stage changes nothing. ${stage.remark}`)];
  parts.push(make("p", {}, stage.what));
  if (stage.laws) parts.push(make("p", { className: "laws" }, `Laws: ${stage.laws}`));
  parts.push(make("p", { className: "cost" }, `Cost: ${stage.cost}`));
  if (stage.remark) parts.push(make("p", { className: "note" }, stage.remark));
  return [...parts, codeBlock(stage.code, stage.title, stage.lines)];
}

async function showOf(token, ids) {
  const stages = await derivation(token);
  if (!stages) return;
  panel.replaceChildren(...ids.flatMap((id) => {
    const i = stages.findIndex((stage) => stage.id === id);
    // If a stage changes nothing, its code is that of the stage before it.
    const code = stages.slice(0, i + 1).reverse().find((stage) => !stage.missing && !stage.unchanged);
    const stage = stages[i].unchanged && ids.length === 1 ? { ...code, title: stages[i].title } : stages[i];
    return describe(stage, 0);
  }));
}

function showReverse(token) { return showOf(token, ["vjp-simplified"]); }
function showForward(token) { return showOf(token, ["jvp-simplified"]); }
function showNormalForm(token) { return showOf(token, ["unf", "unf-reverse", "from-unf"]); }
function showFirstOrder(token) { return showOf(token, ["first-order"]); }

async function showStages(token) {
  const stages = await derivation(token);
  if (stages) panel.replaceChildren(...stages.flatMap((stage, i) => describe(stage, i + 1)));
}

async function withGradient(view) {
  let answer = await ask(view, { grad: true });
  // A function whose result is not one float has no gradient: it is then shown without one.
  if (answer.failed && !answer.crash) {
    const alone = await ask(view);
    if (!alone.failed) answer = { ...alone, alone: true, why: answer.diagnostics[0]?.message };
  }
  return answer;
}

function aloneNote(answer) {
  return answer.alone ? [make("p", { className: "note" }, `The function without a gradient: ${answer.why || "it has none"}.`)] : [];
}

// The program, with remarks under the lines that they are about.
function programWithRemarks(remarks) {
  const block = make("pre", { tabIndex: 0 });
  block.setAttribute("role", "region");
  block.setAttribute("aria-label", "The program with remarks");
  program.value.split("\n").forEach((line, i) => {
    const row = make("span", { className: "row" });
    highlightLine(line, row);
    row.dataset.source = i + 1;
    row.addEventListener("mouseenter", () => light(i + 1));
    block.append(row);
    for (const text of new Set(remarks.filter((one) => one.line === i + 1).map((one) => one.message)))
      block.append(make("span", { className: "remark" }, text));
  });
  return block;
}

async function remarksOf(token) {
  const answer = await withGradient("loops");
  if (!isCurrent(token)) return null;
  if (answer.failed) return void showFailure(answer);
  return { answer, remarks: answer.diagnostics.filter((entry) => entry.severity === "remark") };
}

async function showLoops(token) {
  const found = await remarksOf(token);
  if (!found) return;
  panel.replaceChildren(make("h2", {}, "What was done with each loop"),
    make("p", {}, `${found.remarks.length} remarks, each under its line.`), ...aloneNote(found.answer),
    programWithRemarks(found.remarks));
}

// Patterns of the remark about a value, by what becomes of the value.
const RESIDUALS = [["kept", /^each iteration keeps (?!nothing)|is kept/], ["computed again", /computed again|keeps nothing/],
  ["read where it is", /read where it comes from/]];

async function showResiduals(token) {
  const found = await remarksOf(token);
  if (!found) return;
  const pass = " [chad-choose-residuals]";
  const remarks = found.remarks.filter((one) => one.message.endsWith(pass))
    .map((one) => ({ ...one, message: one.message.slice(0, -pass.length) })).sort((a, b) => a.line - b.line);
  const source = program.value.split("\n");
  const rows = remarks.map((one) => {
    const go = make("button", { type: "button" }, `line ${one.line}`);
    go.addEventListener("click", () => goTo(one.line, one.column));
    const code = make("code");
    highlightLine((source[one.line - 1] ?? "").trim(), code);
    const what = RESIDUALS.find(([, pattern]) => pattern.test(one.message))?.[0] ?? "";
    const row = make("tr", {}, make("td", {}, go), make("td", {}, code), make("td", {}, what), make("td", {}, one.message));
    row.dataset.source = one.line;
    row.addEventListener("mouseenter", () => light(one.line));
    return row;
  });
  const heads = ["Line", "Value", "It is", "Reason"].map((text) => make("th", { scope: "col" }, text));
  panel.replaceChildren(make("h2", {}, "Values of the function that the reverse part reads"), ...aloneNote(found.answer),
    ...(rows.length ? [make("table", { className: "residuals" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)), programWithRemarks(remarks)]
      : [make("p", { className: "note" }, "There is no loop whose values would have to be kept.")]));
}

async function showCode(token, view, label) {
  const answer = await withGradient(view);
  if (!isCurrent(token)) return;
  if (answer.failed) return void showFailure(answer);
  panel.replaceChildren(make("h2", {}, label), ...aloneNote(answer), codeBlock(answer.out, label, answer.lines));
}

async function showGraph(token) {
  const stages = await derivation(token);
  if (!stages) return;
  const choice = make("select", { id: "stage" }, ...stages.filter((stage) => !stage.missing)
    .map((stage) => make("option", { value: stage.id }, stage.title)));
  // The first choice is the reverse derivative, which contains the function.
  choice.value = [state.graph, "vjp-simplified"].find((id) => stages.some((stage) => stage.id === id && !stage.missing)) ?? "function";
  const place = make("div");
  panel.replaceChildren(make("label", {}, "Stage ", choice), place);
  const draw = async () => {
    state.graph = choice.value;
    const answer = await ask("graph", { stage: choice.value });
    if (!isCurrent(token)) return;
    const title = choice.selectedOptions[0].textContent;
    place.replaceChildren(answer.failed ? make("p", { className: "failed" }, answer.failed)
      : make("img", { src: answer.image, alt: `The data flow of: ${title}` }));
  };
  choice.addEventListener("change", draw);
  await draw();
}

async function showCost(token) {
  const stages = await derivation(token);
  if (!stages) return;
  const rows = stages.filter((stage) => !stage.missing && !stage.unchanged)
    .map((stage) => make("tr", {}, make("td", {}, stage.title), make("td", {}, stage.cost)));
  panel.replaceChildren(make("h2", {}, "What each stage costs"),
    make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "Stage"), make("th", {}, "Cost"))), make("tbody", {}, ...rows)));
}

// The titles of the gradients: by the chosen arguments, or by all that hold floats. They have no names if an argument
// has several gradients, as a complex number has.
function nameGradients(entry, count) {
  const chosen = by("wrt").value.split(/[\s,]+/).filter(Boolean).map((word) => word.replace("%", ""));
  const names = entry.arguments.filter((one, i) => chosen.length ? chosen.includes(one.name) || chosen.includes(String(i)) : /(f16|f32|f64)\b/.test(one.type))
    .map((one) => `gradient by ${one.name}`);
  return names.length === count ? names : Array(count).fill("gradient");
}

async function showValues() {
  const entry = state.functions.find((one) => one.name === by("function").value);
  if (!entry) return void panel.replaceChildren(make("p", {}, NO_FUNCTION));
  const inputs = entry.arguments.map((argument, i) => {
    const key = `${entry.name} ${i} ${argument.type}`;
    const input = make("input", { value: state.values[key] ?? argument.example, spellcheck: false });
    input.setAttribute("aria-label", `${argument.name}: ${argument.type}`);
    input.addEventListener("input", () => { state.values[key] = input.value; });
    return input;
  });
  const results = make("div");
  results.setAttribute("aria-live", "polite");
  const values = () => inputs.map((input) => input.value);
  const runWith = async (event) => {
    event?.preventDefault();
    results.replaceChildren(make("p", {}, "Running"));
    const checked = await withValues("values", values());
    const parts = [];
    if (checked.failed) parts.push(make("p", { className: "failed" }, checked.failed), ...checked.diagnostics.map((one) => make("p", {}, one.message)));
    else {
      const numResults = checked.results.length - (checked.gradients ?? 0), gradients = nameGradients(entry, checked.gradients ?? 0);
      parts.push(...aloneNote(checked), make("table", {}, make("tbody", {}, ...checked.results.map((result, i) => make("tr", {},
        make("th", { scope: "row" }, i < numResults ? `result ${i}` : gradients[i - numResults]),
        make("td", { className: "type" }, result.type || ""),
        make("td", {}, result.text || JSON.stringify(result.value).replaceAll(",", ", ")))))));
    }
    results.replaceChildren(...parts);
  };
  const checkWith = async () => {
    results.replaceChildren(make("p", {}, "Checking"));
    const answer = await ask("gradcheck", { arguments: values() });
    results.replaceChildren(...(answer.failed ? [make("p", { className: "failed" }, answer.failed)] : []),
      ...answer.diagnostics.map((one) => make("p", {}, one.message)), codeBlock(answer.out || "", "Gradient check"));
  };
  const timeWith = async () => {
    results.replaceChildren(make("p", {}, "Measuring"));
    const answer = await ask("time", { arguments: values() });
    if (answer.failed) return void results.replaceChildren(make("p", { className: "failed" }, answer.failed), ...answer.diagnostics.map((one) => make("p", {}, one.message)));
    const micro = (one) => `${(one.median_s * 1e6).toPrecision(3)} µs, median of ${one.runs} runs`;
    const { function: alone, gradient } = answer.times;
    const row = (title, text) => make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, text));
    results.replaceChildren(...aloneNote({ alone: !gradient, why: answer.why }), make("table", {}, make("tbody", {}, row("function", micro(alone)),
      ...(gradient ? [row("with gradient", micro(gradient)), row("ratio", (gradient.median_s / alone.median_s).toPrecision(3))] : []))));
  };
  const form = make("form", { className: "arguments" }, ...entry.arguments.map((argument, i) =>
    make("label", {}, `${argument.name} `, make("code", {}, argument.type), make("br"), inputs[i])),
  make("button", { id: "run" }, "Run with gradient"), " ",
  make("button", { type: "button", id: "gradcheck", onclick: checkWith }, "Check the gradient"), " ",
  make("button", { type: "button", id: "time", onclick: timeWith }, "Measure the time"));
  form.setAttribute("aria-label", "Arguments");
  form.addEventListener("submit", runWith);
  panel.replaceChildren(make("h2", {}, `@${entry.name}`), form, results);
  await runWith();
}

async function withValues(view, values) {
  const plain = await ask(view, { arguments: values });
  if (plain.failed) return plain;
  const answer = await ask(view, { arguments: values, grad: true });
  if (answer.failed) return answer.crash ? answer : { ...plain, alone: true, why: answer.diagnostics[0]?.message };
  return { ...answer, gradients: answer.results.length - plain.results.length };
}

// ---------------------------------------------------------------------------
// Tabs
// ---------------------------------------------------------------------------

const NO_FUNCTION = "There is no function to differentiate. Write a func.func, or choose an example.";

async function refresh() {
  const token = ++state.number;
  panel.setAttribute("aria-busy", "true");
  const [, , show] = TABS.find(([id]) => id === state.tab);
  if (by("function").value) await show(token);
  else panel.replaceChildren(make("p", {}, NO_FUNCTION));
  if (isCurrent(token)) {
    panel.setAttribute("aria-busy", "false");
    panel.dataset.shown = state.tab;
    light(document.activeElement === program ? caretLine() : 0);
  }
}

function choose(id, focus) {
  state.tab = id;
  panel.scrollTop = 0;
  for (const button of by("tabs").children) {
    const isChosen = button.id === "tab-" + id;
    button.setAttribute("aria-selected", String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
    if (isChosen && focus) button.focus();
  }
  panel.setAttribute("aria-labelledby", "tab-" + id);
  explainTab();
  refresh();
}

function explainTab() { by("lead").textContent = TABS.find(([id]) => id === state.tab)[3]; }

function makeTabs() {
  by("tabs").append(...TABS.map(([id, title, , lead]) => {
    const button = make("button", { type: "button", id: "tab-" + id, title: lead }, title);
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", "panel");
    button.addEventListener("click", () => choose(id, false));
    return button;
  }));
  by("tabs").addEventListener("keydown", (event) => {
    const at = TABS.findIndex(([id]) => id === state.tab);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(TABS[(next + TABS.length) % TABS.length][0], true);
  });
  for (const button of by("tabs").children) button.tabIndex = button.id === "tab-" + state.tab ? 0 : -1;
  by("tab-" + state.tab).setAttribute("aria-selected", "true");
  panel.setAttribute("aria-labelledby", "tab-" + state.tab);
  explainTab();
}

// ---------------------------------------------------------------------------
// Links, examples, the start
// ---------------------------------------------------------------------------

function encode(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(text) {
  return new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));
}

async function copyLink() {
  history.replaceState(null, "", "#" + new URLSearchParams({ program: encode(program.value), view: state.tab }));
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is in the clipboard.");
  } catch {
    say("The link is in the address bar.");
  }
}

async function loadExample(name) {
  const reply = await fetch("examples/" + encodeURIComponent(name));
  // The page does not show the lines by which the tests run the program.
  program.value = (await reply.text()).replace(/^\/\/ RUN:.*\n+/gm, "");
  by("example").value = name;
  changed();
}

async function start() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (TABS.some(([id]) => id === link.get("view"))) state.tab = link.get("view");
  makeTabs();
  const given = await (await fetch("start.json")).json();
  by("example").append(...given.examples.map(({ name, title }) =>
    make("option", { value: name }, [name.replace(/\.mlir$/, ""), title].filter(Boolean).join(": "))));
  if (given.name) document.title = `${given.name} – chad explorer`;
  if (link.get("program")) program.value = decode(link.get("program"));
  else if (given.text) program.value = given.text;
  else if (given.examples.some((one) => one.name === "square.mlir")) return void loadExample("square.mlir");
  drawProgram();
  check();
}

// A program that is changed is no example any more, which may then be chosen again.
program.addEventListener("input", () => { by("example").value = ""; changed(); });
program.addEventListener("scroll", scrollProgram);
program.addEventListener("mousemove", (event) => light(lineAt(event)));
program.addEventListener("mouseleave", () => light(0));
program.addEventListener("mousemove", hoverAtMouse);
// The answer stays while the mouse is on it, so that it can be scrolled.
program.addEventListener("mouseleave", (event) => { clearTimeout(hoverWait); if (!hover.contains(event.relatedTarget)) hideHover(); });
hover.addEventListener("mouseleave", hideHover);
for (const name of ["input", "scroll", "blur"]) program.addEventListener(name, hideHover);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideHover();
  if (event.key === "F1" && document.activeElement === program) {
    event.preventDefault();
    hoverAtCaret();
  }
});
for (const name of ["keyup", "click"]) program.addEventListener(name, () => light(caretLine()));
by("example").addEventListener("change", (event) => { if (event.target.value) loadExample(event.target.value); });
by("link").addEventListener("click", copyLink);
by("choices").addEventListener("submit", (event) => event.preventDefault());
for (const id of ["function", "wrt", "of"])
  by(id).addEventListener("change", () => { if (by("choices").reportValidity()) { state.stages = null; refresh(); } });
start();
