//===- Document.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "chad/Transforms/Passes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace chad;
using namespace chad::lsp;
namespace json = llvm::json;
using llvm::lsp::Position;
using TextRange = llvm::lsp::Range;

/// The name that the program has while it is parsed.
static constexpr const char bufferName[] = "program.mlir";
/// Programs that are larger are not differentiated while they are typed.
static constexpr size_t maxBytes = 1 << 18;

Document::Document(StringRef uri, StringRef text, MLIRContext &context)
    : uri(uri), context(context) {
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, bufferName), llvm::SMLoc());
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &) { return success(); });
  if (failed(parseAsmSourceFile(sources, &parsed, ParserConfig(&context), &state)))
    return;
  if (llvm::hasSingleElement(parsed) && isa<ModuleOp>(parsed.front())) {
    module = cast<ModuleOp>(parsed.front());
    return;
  }
  owned = ModuleOp::create(FileLineColLoc::get(&context, bufferName, 1, 1));
  owned->getBody()->getOperations().splice(owned->getBody()->end(), parsed.getOperations());
  if (succeeded(verify(*owned)))
    module = *owned;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

StringRef Document::lineOf(llvm::SMLoc loc) const {
  StringRef text = sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  size_t at = loc.getPointer() - text.data();
  size_t begin = text.rfind('\n', at);
  begin = begin == StringRef::npos ? 0 : begin + 1;
  return text.slice(begin, std::min(text.find('\n', at), text.size()));
}

static TextRange rangeOf(llvm::SourceMgr &sources, llvm::SMRange range) { return {sources, range}; }

static bool overlaps(const TextRange &a, const TextRange &b) {
  return a.start <= b.end && b.start <= a.end;
}

const AsmParserState::OperationDefinition *Document::opAt(const Position &position) const {
  for (const OpDefinition &definition : state.getOpDefs()) {
    if (rangeOf(sources, definition.loc).contains(position))
      return &definition;
    for (auto &group : definition.resultGroups)
      if (rangeOf(sources, group.definition.loc).contains(position))
        return &definition;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Warnings
//===----------------------------------------------------------------------===//

/// Where a location in the program is, or nothing.
static std::optional<Position> positionOf(Location loc) {
  std::optional<Position> position;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file || file.getFilename() != bufferName || file.getLine() == 0)
      return WalkResult::advance();
    position = Position(file.getLine() - 1, std::max(1u, file.getColumn()) - 1);
    return WalkResult::interrupt();
  });
  return position;
}

/// A diagnostic as a warning, with its notes.
static std::optional<json::Object> warning(Diagnostic &diagnostic, StringRef uri) {
  std::optional<Position> position = positionOf(diagnostic.getLocation());
  if (!position)
    return std::nullopt;
  json::Array notes;
  for (Diagnostic &note : diagnostic.getNotes())
    if (std::optional<Position> place = positionOf(note.getLocation()))
      notes.push_back(json::Object{
          {"location", json::Object{{"uri", uri.str()}, {"range", toJSON(TextRange(*place))}}},
          {"message", note.str()}});
  std::string text = diagnostic.str();
  if (StringRef(text).starts_with("chad: "))
    text.erase(0, 6);
  return json::Object{{"range", toJSON(TextRange(*position))},
                      {"severity", 2},
                      {"source", "chad"},
                      {"code", "no-derivative"},
                      {"message", text},
                      {"relatedInformation", std::move(notes)}};
}

/// Whether a function can be asked to be differentiated.
static bool hasGradient(func::FuncOp function) {
  auto holdsFloats = [](Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); };
  return !function.isExternal() && llvm::any_of(function.getArgumentTypes(), holdsFloats) &&
         llvm::any_of(function.getResultTypes(), holdsFloats);
}

json::Array Document::warnings() {
  json::Array warnings;
  if (!module || sources.getMemoryBuffer(sources.getMainFileID())->getBufferSize() > maxBytes)
    return warnings;
  llvm::StringSet<> said;
  auto collect = [&](std::unique_ptr<Pass> pass) {
    OwningOpRef<ModuleOp> copy = module.clone();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        if (std::optional<json::Object> found = warning(diagnostic, uri)) {
          // The whole name of the op, not its first letter.
          if (auto *definition = opAt(*positionOf(diagnostic.getLocation())))
            (*found)["range"] = toJSON(rangeOf(sources, definition->loc));
          json::Value value(std::move(*found));
          std::string key = llvm::formatv("{0}", value);
          if (said.insert(key).second)
            warnings.push_back(std::move(value));
        }
      return success();
    });
    PassManager passes(&context);
    passes.enableVerifier(false);
    passes.addPass(std::move(pass));
    (void)passes.run(*copy);
  };
  collect(createChadDifferentiate());
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && hasGradient(function)) {
      ChadReverseOptions options;
      options.function = function.getName().str();
      collect(createChadReverse(options));
    }
  return warnings;
}

//===----------------------------------------------------------------------===//
// Types beside values
//===----------------------------------------------------------------------===//

/// Whether a line says a type, by itself and not as a part of another.
static bool says(StringRef line, StringRef type) {
  for (size_t at = line.find(type); at != StringRef::npos; at = line.find(type, at + 1)) {
    bool begins = at == 0 || (!llvm::isAlnum(line[at - 1]) && line[at - 1] != '.');
    size_t end = at + type.size();
    if (begins && (end == line.size() || !llvm::isAlnum(line[end])))
      return true;
  }
  return false;
}

void Document::addHint(json::Array &hints, Value value, llvm::SMRange name,
                       const TextRange &range) const {
  if (!name.isValid())
    return;
  TextRange place = rangeOf(sources, name);
  std::string type;
  llvm::raw_string_ostream(type) << value.getType();
  if (!overlaps(place, range) || says(lineOf(name.Start), type))
    return;
  if (type.size() > 60)
    type = type.substr(0, 57) + "...";
  hints.push_back(
      json::Object{{"position", toJSON(place.end)}, {"label", ": " + type}, {"kind", 1}});
}

json::Array Document::inlayHints(const TextRange &range) {
  json::Array hints;
  if (!module)
    return hints;
  for (const OpDefinition &definition : state.getOpDefs())
    for (auto &group : definition.resultGroups)
      if (group.startIndex < definition.op->getNumResults())
        addHint(hints, definition.op->getResult(group.startIndex), group.definition.loc, range);
  for (auto &block : state.getBlockDefs())
    for (auto [i, argument] : llvm::enumerate(block.arguments))
      if (i < block.block->getNumArguments())
        addHint(hints, block.block->getArgument(i), argument.loc, range);
  return hints;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

/// JSON refers to text that a StringRef points to: what outlives it is copied.
json::Value Document::edit(StringRef title, json::Array edits) const {
  return json::Object{{"title", title.str()},
                      {"kind", "quickfix"},
                      {"edit", json::Object{{"changes", json::Object{{uri, std::move(edits)}}}}}};
}

static json::Value insertion(const Position &position, std::string text) {
  return json::Object{{"range", toJSON(TextRange(position))}, {"newText", std::move(text)}};
}

/// Adds the action that makes the first operand of an op that holds floats count as constant.
void Document::addStopGradient(json::Array &actions, const OpDefinition &definition) const {
  for (Value operand : definition.op->getOperands()) {
    if (!isa<FloatType>(getElementTypeOrSelf(operand.getType())))
      continue;
    // The parser records the uses of a value together with its definition.
    const AsmParserState::SMDefinition *value = nullptr;
    if (Operation *op = operand.getDefiningOp()) {
      if (const OpDefinition *made = state.getOpDef(op))
        for (auto &group : made->resultGroups)
          if (group.startIndex == cast<OpResult>(operand).getResultNumber())
            value = &group.definition;
    } else if (auto *block = state.getBlockDef(operand.getParentBlock())) {
      unsigned number = cast<BlockArgument>(operand).getArgNumber();
      if (number < block->arguments.size())
        value = &block->arguments[number];
    }
    if (!value)
      continue;
    std::string name(value->loc.Start.getPointer(), value->loc.End.getPointer()), type;
    StringRef bare = StringRef(name).split(':').first;
    llvm::raw_string_ostream(type) << operand.getType();
    StringRef line = lineOf(definition.loc.Start);
    std::string indent = line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
    std::string constant = bare.str() + "_constant";
    Position start(sources, definition.scopeLoc.Start);
    start.character = 0;
    json::Array edits;
    edits.push_back(insertion(start, indent + constant + " = chad.stop_gradient " + bare.str() +
                                         " : " + type + "\n"));
    for (llvm::SMRange use : value->uses)
      if (use.Start.getPointer() >= definition.scopeLoc.Start.getPointer() &&
          use.End.getPointer() <= definition.scopeLoc.End.getPointer())
        edits.push_back(
            json::Object{{"range", toJSON(rangeOf(sources, use))}, {"newText", constant}});
    if (edits.size() > 1)
      actions.push_back(edit(("Have " + bare + " count as constant here").str(), std::move(edits)));
    return;
  }
}

/// Adds a function that computes the gradient of a function with one result, a float.
void Document::addGradient(json::Array &actions, const OpDefinition &definition) {
  auto function = cast<func::FuncOp>(definition.op);
  if (!hasGradient(function) || function.getNumResults() != 1 ||
      !isa<FloatType>(function.getResultTypes()[0]))
    return;
  std::string name = function.getName().str() + "_gradient";
  if (module.lookupSymbol(name))
    return;
  std::string text, arguments, values, types, gradients;
  llvm::raw_string_ostream list(arguments), names(values), all(types), own(gradients);
  unsigned count = 0;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    StringRef comma = i ? ", " : "";
    list << comma << "%arg" << i << ": " << type;
    names << comma << "%arg" << i;
    all << comma << type;
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      own << (count++ ? ", " : "") << type;
  }
  std::string results = count == 1 ? gradients : "(" + gradients + ")", returned;
  for (unsigned i = 0; i < count; ++i)
    returned += (i ? ", %g#" : "%g#") + std::to_string(i);
  llvm::raw_string_ostream(text) << "\n\nfunc.func @" << name << "(" << arguments << ") -> "
                                 << results << " {\n  %g"
                                 << (count == 1 ? "" : ":" + std::to_string(count))
                                 << " = chad.grad @" << function.getName() << "(" << values
                                 << ") : (" << types << ") -> " << results << "\n  return "
                                 << (count == 1 ? "%g" : returned) << " : " << gradients << "\n}";
  json::Array edits;
  edits.push_back(insertion(Position(sources, definition.scopeLoc.End), text));
  actions.push_back(
      edit("Add a function for the gradient of @" + function.getName().str(), std::move(edits)));
}

json::Array Document::codeActions(const TextRange &range) {
  json::Array actions;
  if (!module)
    return actions;
  for (const OpDefinition &definition : state.getOpDefs()) {
    TextRange place = rangeOf(sources, definition.loc);
    // The whole of the line on which the op begins.
    place.start.character = 0;
    place.end.line = place.start.line;
    place.end.character = lineOf(definition.loc.Start).size();
    if (!overlaps(place, range))
      continue;
    if (auto function = dyn_cast<func::FuncOp>(definition.op)) {
      addGradient(actions, definition);
      if (hasGradient(function))
        actions.push_back(json::Object{
            {"title", "Show the derivative of @" + function.getName().str()},
            {"command", json::Object{{"title", "Show the derivative"},
                                     {"command", "chad.derivative"},
                                     {"arguments", json::Array{uri, function.getName().str()}}}}});
    } else if (definition.op->getNumResults() && definition.op->getNumRegions() == 0) {
      addStopGradient(actions, definition);
    }
  }
  return actions;
}

std::string Document::derivative(StringRef function, std::string &why) {
  if (!module) {
    why = "the program is not valid";
    return "";
  }
  OwningOpRef<ModuleOp> copy = module.clone();
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (why.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      why = diagnostic.str();
    return success();
  });
  PassManager passes(&context);
  ChadReverseOptions options;
  options.function = function.str();
  options.name = function.str() + ".derivative";
  passes.addPass(createChadReverse(options));
  passes.addPass(createChadSimplify());
  if (failed(passes.run(*copy)))
    return "";
  auto made = copy->lookupSymbol<func::FuncOp>(options.name);
  if (!made)
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  made.print(os, OpPrintingFlags().useLocalScope());
  os << '\n';
  return text;
}
