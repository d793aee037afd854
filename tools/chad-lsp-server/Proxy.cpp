//===- Proxy.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"
#include "Document.h"
#include "Reference.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdio>
#include <map>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace chad::lsp;
namespace json = llvm::json;
using llvm::StringRef;
using llvm::lsp::Position;
using llvm::lsp::Range;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Reads a message: headers, an empty line, and as many bytes as the headers say. Nothing at the
/// end.
static std::optional<json::Value> readMessage(FILE *stream) {
  while (true) {
    size_t length = 0;
    std::string line;
    bool hasHeader = false;
    for (int c; (c = std::fgetc(stream)) != EOF;) {
      if (c != '\n') {
        line += char(c);
        continue;
      }
      StringRef header = StringRef(line).trim();
      if (header.empty() && hasHeader)
        break;
      hasHeader |= !header.empty();
      auto [name, value] = header.split(':');
      if (name.equals_insensitive("content-length") && value.trim().getAsInteger(10, length))
        length = 0;
      line.clear();
    }
    if (std::feof(stream) || std::ferror(stream))
      return std::nullopt;
    std::string text(length, '\0');
    if (std::fread(text.data(), 1, length, stream) != length)
      return std::nullopt;
    llvm::Expected<json::Value> message = json::parse(text);
    if (message)
      return std::move(*message);
    llvm::consumeError(message.takeError());
  }
}

static void writeMessage(FILE *stream, const json::Value &message) {
  std::string text = llvm::formatv("{0}", message);
  std::fprintf(stream, "Content-Length: %zu\r\n\r\n", text.size());
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

/// The position in the parameters of a request.
static std::optional<Range> rangeIn(const json::Object *params, StringRef name) {
  json::Path::Root root;
  Range range;
  const json::Value *value = params ? params->get(name) : nullptr;
  if (!value)
    return std::nullopt;
  if (name == "position") {
    if (!fromJSON(*value, range.start, root))
      return std::nullopt;
    range.end = range.start;
    return range;
  }
  if (!fromJSON(*value, range, root))
    return std::nullopt;
  return range;
}

static std::string uriIn(const json::Object *params) {
  const json::Object *document = params ? params->getObject("textDocument") : nullptr;
  return document ? document->getString("uri").value_or("").str() : "";
}

//===----------------------------------------------------------------------===//
// The proxy
//===----------------------------------------------------------------------===//

namespace {
class Proxy {
public:
  Proxy(FILE *toServer, mlir::DialectRegistry &registry)
      : toServer(toServer), context(registry, mlir::MLIRContext::Threading::DISABLED),
        reference((context.loadAllAvailableDialects(), context)) {
    context.printOpOnDiagnostic(false);
  }

  /// A message of the editor: answers it, or hands it on.
  void fromEditor(json::Value message);
  /// A message of the server: hands it on, with more in it.
  void fromServer(json::Value message);

private:
  /// A request whose answer gets more in it.
  struct Request {
    std::string method, uri;
    std::optional<Range> range;
  };

  void answer(const json::Value &id, json::Value result);
  /// The program of that name as it is now, or null.
  Document *document(const std::string &uri);
  void extendCapabilities(json::Object &result);
  void extendHover(json::Value &result, const Request &request);
  void extendDiagnostics(json::Object &params);
  json::Value runCommand(const json::Object &params);

  FILE *toServer;
  /// Guards all of the below, and the standard output.
  std::mutex mutex;
  mlir::MLIRContext context;
  Reference reference;
  llvm::StringMap<std::string> texts;
  std::map<std::string, std::unique_ptr<Document>> documents;
  std::map<std::string, Request> requests;
};
} // namespace

static std::string keyOf(const json::Value &id) { return llvm::formatv("{0}", id); }

void Proxy::answer(const json::Value &id, json::Value result) {
  writeMessage(stdout, json::Object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

Document *Proxy::document(const std::string &uri) {
  auto text = texts.find(uri);
  if (text == texts.end())
    return nullptr;
  std::unique_ptr<Document> &made = documents[uri];
  if (!made)
    made = std::make_unique<Document>(uri, text->second, context);
  return made.get();
}

void Proxy::fromEditor(json::Value message) {
  const json::Object *object = message.getAsObject();
  if (!object)
    return;
  StringRef method = object->getString("method").value_or("");
  const json::Object *params = object->getObject("params");
  const json::Value *id = object->get("id");
  {
    std::lock_guard<std::mutex> lock(mutex);
    std::string uri = uriIn(params);
    if (method == "textDocument/didOpen") {
      texts[uri] = params->getObject("textDocument")->getString("text").value_or("").str();
      documents.erase(uri);
    } else if (method == "textDocument/didChange") {
      // Changes are whole texts: this is what the server asks for.
      if (const json::Array *changes = params ? params->getArray("contentChanges") : nullptr)
        for (const json::Value &change : *changes)
          if (const json::Object *whole = change.getAsObject())
            texts[uri] = whole->getString("text").value_or("").str();
      documents.erase(uri);
    } else if (method == "textDocument/didClose") {
      texts.erase(uri);
      documents.erase(uri);
    } else if (id && method == "textDocument/inlayHint") {
      Document *known = document(uri);
      std::optional<Range> range = rangeIn(params, "range");
      return answer(*id, known && range ? known->inlayHints(*range) : json::Array());
    } else if (id && method == "workspace/executeCommand" && params) {
      return answer(*id, runCommand(*params));
    } else if (id && (method == "initialize" || method == "textDocument/hover" ||
                      method == "textDocument/codeAction")) {
      requests[keyOf(*id)] = {
          method.str(), uri,
          rangeIn(params, method == "textDocument/hover" ? "position" : "range")};
    }
  }
  writeMessage(toServer, message);
}

void Proxy::fromServer(json::Value message) {
  std::lock_guard<std::mutex> lock(mutex);
  json::Object *object = message.getAsObject();
  if (object && object->getString("method") == "textDocument/publishDiagnostics") {
    if (json::Object *params = object->getObject("params"))
      extendDiagnostics(*params);
  } else if (object && object->get("id") && object->get("result")) {
    auto found = requests.find(keyOf(*object->get("id")));
    if (found != requests.end()) {
      Request request = std::move(found->second);
      requests.erase(found);
      json::Value &result = *object->get("result");
      if (request.method == "initialize") {
        if (json::Object *fields = result.getAsObject())
          extendCapabilities(*fields);
      } else if (request.method == "textDocument/hover") {
        extendHover(result, request);
      } else if (Document *known = document(request.uri); known && request.range) {
        if (!result.getAsArray())
          result = json::Array();
        for (json::Value &action : known->codeActions(*request.range))
          result.getAsArray()->push_back(std::move(action));
      }
    }
  }
  writeMessage(stdout, message);
}

void Proxy::extendCapabilities(json::Object &result) {
  if (json::Object *capabilities = result.getObject("capabilities")) {
    (*capabilities)["inlayHintProvider"] = true;
    (*capabilities)["executeCommandProvider"] =
        json::Object{{"commands", json::Array{"chad.derivative"}}};
  }
  result["serverInfo"] = json::Object{{"name", "chad-lsp-server"}, {"version", CHAD_VERSION}};
}

void Proxy::extendHover(json::Value &result, const Request &request) {
  Document *known = document(request.uri);
  if (!known || !request.range)
    return;
  auto *definition = known->opAt(request.range->start);
  if (!definition)
    return;
  StringRef text = reference.lookup(definition->op->getName().getStringRef());
  if (text.empty())
    return;
  if (!result.getAsObject())
    result = json::Object{{"contents", json::Object{{"kind", "markdown"}, {"value", ""}}}};
  json::Object *contents = result.getAsObject()->getObject("contents");
  if (!contents)
    return;
  std::string value = contents->getString("value").value_or("").str();
  (*contents)["value"] = value + (value.empty() ? "" : "\n***\n") + text.str() + "\n";
}

void Proxy::extendDiagnostics(json::Object &params) {
  json::Array *diagnostics = params.getArray("diagnostics");
  Document *known = document(params.getString("uri").value_or("").str());
  if (!diagnostics || !known)
    return;
  for (json::Value &warning : known->warnings())
    diagnostics->push_back(std::move(warning));
}

/// `chad.derivative` with a program and a function: the derivative as text, or why there is none.
json::Value Proxy::runCommand(const json::Object &params) {
  const json::Array *arguments = params.getArray("arguments");
  if (params.getString("command") != "chad.derivative" || !arguments || arguments->size() != 2)
    return nullptr;
  Document *known = document((*arguments)[0].getAsString().value_or("").str());
  if (!known)
    return nullptr;
  std::string why;
  std::string text = known->derivative((*arguments)[1].getAsString().value_or(""), why);
  return text.empty() ? json::Object{{"error", why}} : json::Object{{"text", text}};
}

int chad::lsp::serve(llvm::ArrayRef<std::string> command, mlir::DialectRegistry &registry) {
  int in[2], out[2];
  if (pipe(in) || pipe(out)) {
    std::perror("chad-lsp-server: error");
    return EXIT_FAILURE;
  }
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = fork();
  if (child == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    for (int end : {in[0], in[1], out[0], out[1]})
      close(end);
    execv(words.front(), words.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  if (child < 0) {
    std::perror("chad-lsp-server: error");
    return EXIT_FAILURE;
  }
  // A server that has ended is noticed where its output ends.
  std::signal(SIGPIPE, SIG_IGN);
  FILE *toServer = fdopen(in[1], "w"), *fromServer = fdopen(out[0], "r");
  Proxy proxy(toServer, registry);
  std::thread editor([&] {
    while (std::optional<json::Value> message = readMessage(stdin))
      proxy.fromEditor(std::move(*message));
    std::fclose(toServer);
  });
  while (std::optional<json::Value> message = readMessage(fromServer))
    proxy.fromServer(std::move(*message));
  int status = 0;
  waitpid(child, &status, 0);
  // The editor may keep its end open; there is nobody left to answer.
  editor.detach();
  std::fflush(stdout);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}
