//===- Jax.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jax.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace chad;
using namespace chad::bench;

namespace {
/// A new directory for files, which are removed with it.
class Directory {
public:
  Directory() : error(llvm::sys::fs::createUniqueDirectory("chad-bench", path)) {}
  ~Directory() {
    if (!error)
      llvm::sys::fs::remove_directories(path);
  }

  /// The path of a file, which is also removed where a signal ends the process.
  std::string file(const llvm::Twine &name) const {
    llvm::SmallString<128> result(path);
    llvm::sys::path::append(result, name);
    llvm::sys::RemoveFileOnSignal(result);
    return result.str().str();
  }

  llvm::SmallString<128> path;
  std::error_code error;
};
} // namespace

static std::string textOf(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().trim().str() : "";
}

/// Runs the script and gives the JSON object that it prints. What else it says is printed where it
/// fails.
static std::optional<llvm::json::Object> ask(llvm::StringRef python, llvm::StringRef script,
                                             llvm::ArrayRef<std::string> args,
                                             const Directory &directory, std::string &why) {
  std::vector<llvm::StringRef> command = {python, script};
  command.insert(command.end(), args.begin(), args.end());
  std::string out = directory.file("stdout"), err = directory.file("stderr"), reason;
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(out),
                                                llvm::StringRef(err)};
  int status = llvm::sys::ExecuteAndWait(python, command, std::nullopt, redirects, 0, 0, &reason);
  llvm::raw_string_ostream os(why);
  if (status != 0) {
    std::string said = textOf(err);
    llvm::StringRef lastLine = llvm::StringRef(said).rsplit('\n').second;
    if (lastLine.empty())
      lastLine = said;
    else
      llvm::errs() << said << '\n';
    os << "'" << python << "' failed";
    if (status > 0)
      os << " with exit code " << status;
    if (!reason.empty() || !lastLine.empty())
      os << ": " << (reason.empty() ? lastLine : llvm::StringRef(reason));
    return std::nullopt;
  }
  std::string text = textOf(out);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (object)
    return std::move(*object);
  llvm::consumeError(value.takeError());
  os << "'" << python << "' printed no JSON object: '" << llvm::StringRef(text).take_front(200)
     << "'";
  return std::nullopt;
}

static bool wrongAnswer(llvm::StringRef python, const llvm::Twine &what, std::string &why) {
  why = ("'" + python + "' printed JSON without " + what).str();
  return false;
}

std::optional<Jax> chad::bench::findJax(llvm::StringRef python, llvm::StringRef script,
                                        std::string &why) {
  Jax jax;
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(python);
  if (!found) {
    why = ("cannot run '" + python + "': " + found.getError().message()).str();
    return std::nullopt;
  }
  jax.python = *found;
  jax.script = script;
  Directory directory;
  if (directory.error) {
    why = "no directory for files can be made: " + directory.error.message();
    return std::nullopt;
  }
  auto answer = ask(jax.python, script, {"--list"}, directory, why);
  if (!answer)
    return std::nullopt;
  auto version = answer->getString("jax");
  const llvm::json::Array *functions = answer->getArray("programs");
  if (!version || !functions) {
    wrongAnswer(jax.python, "a version of JAX and programs", why);
    return std::nullopt;
  }
  jax.version = version->str();
  for (const llvm::json::Value &name : *functions)
    jax.functions.push_back(name.getAsString().value_or("").str());
  return jax;
}

/// Writes an array in numpy's format, version 1.0.
static bool writeNpy(const Array &array, const std::string &path, std::string &why) {
  const char *type = array.type() == Element::F32   ? "<f4"
                     : array.type() == Element::F64 ? "<f8"
                                                    : "<i8";
  std::string head;
  llvm::raw_string_ostream os(head);
  os << "{'descr': '" << type << "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : array.extents())
    os << extent << ",";
  os << "), }";
  // The elements begin at a multiple of 64.
  constexpr size_t before = 10;
  head.append(63 - (before + head.size()) % 64, ' ');
  head += '\n';

  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (!error) {
    file << llvm::StringRef("\x93NUMPY\x01\x00", 8) << char(head.size() & 0xff)
         << char(head.size() >> 8) << head;
    file.write(array.as<char>(), array.bytes());
    file.close();
    error = file.error();
  }
  file.clear_error();
  if (error)
    why = "cannot write '" + path + "': " + error.message();
  return !error;
}

static bool writeAll(llvm::ArrayRef<Array> arrays, llvm::StringRef name, const Directory &directory,
                     std::string &why) {
  for (auto [i, array] : llvm::enumerate(arrays))
    if (!writeNpy(array, directory.file(name + llvm::Twine(i) + ".npy"), why))
      return false;
  return true;
}

static const char *nameOf(Derivative derivative) {
  return derivative == Derivative::Vjp ? "vjp" : derivative == Derivative::Hvp ? "hvp" : "gradient";
}

static std::vector<std::string> optionsFor(const JaxTask &task, const Directory &directory) {
  std::string wrt;
  for (int64_t i : task.program.wrt)
    wrt += (wrt.empty() ? "" : ",") + std::to_string(i);
  return {"--run=" + task.program.function,
          std::string("--derivative=") + nameOf(task.program.derivative),
          "--wrt=" + wrt,
          "--args=" + std::to_string(task.numOwnArgs),
          "--more=" + std::to_string(task.args.size() - task.numOwnArgs),
          "--results=" + std::to_string(task.results.size()),
          "--repeat=" + std::to_string(task.repeat),
          std::string("--statistic=") +
              (task.statistic == Statistic::Median ? "median" : "minimum"),
          "--threads=" + std::to_string(task.threads),
          std::string("--platform=") + (task.isOnGPU ? "cuda" : "cpu"),
          directory.path.str().str()};
}

static bool hasSmallErrors(const llvm::json::Array &errors, const JaxTask &task, std::string &why) {
  for (auto [i, value] : llvm::enumerate(errors)) {
    std::optional<double> error = value.getAsNumber();
    if (error && *error <= task.tolerance)
      continue;
    llvm::raw_string_ostream(why) << llvm::format(
        "result #%zu is another by JAX (relative to the greatest element %.2g, allowed %.2g)",
        size_t(i), error.value_or(INFINITY), task.tolerance);
    return false;
  }
  return true;
}

std::optional<JaxTimes> chad::bench::runJax(const Jax &jax, const JaxTask &task, std::string &why) {
  Directory directory;
  if (directory.error) {
    why = "no directory for files can be made: " + directory.error.message();
    return std::nullopt;
  }
  if (!writeAll(task.args, "arg", directory, why) ||
      !writeAll(task.results, "result", directory, why))
    return std::nullopt;
  auto answer = ask(jax.python, jax.script, optionsFor(task, directory), directory, why);
  if (!answer)
    return std::nullopt;
  JaxTimes times;
  times.seconds = answer->getNumber("seconds");
  times.compile = answer->getNumber("compile_s").value_or(0);
  times.peakBytes = answer->getInteger("peak_bytes");
  const llvm::json::Array *errors = answer->getArray("errors");
  bool isWhole = errors && errors->size() == task.results.size() &&
                 (!task.repeat || (times.seconds && *times.seconds > 0));
  if (!isWhole)
    wrongAnswer(jax.python, "the errors of all results, or without seconds", why);
  return isWhole && hasSmallErrors(*errors, task, why) ? std::optional(times) : std::nullopt;
}
