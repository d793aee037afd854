//===- Output.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace chad;

PendingFile::PendingFile(PendingFile &&other)
    : path(std::move(other.path)), temporary(other.temporary) {
  other.temporary.clear();
}

PendingFile::~PendingFile() {
  if (!temporary.empty())
    sys::fs::remove(temporary);
}

LogicalResult PendingFile::write(StringRef bytes, std::string &why) {
  auto fail = [&](const Twine &reason) {
    why = ("cannot write '" + path + "': " + reason).str();
    return failure();
  };
  if (sys::fs::is_directory(path))
    return fail("it is a directory");
  // Devices and pipes stay what they are.
  if (sys::fs::exists(path) && !sys::fs::is_regular_file(path)) {
    std::error_code code;
    raw_fd_ostream os(path, code);
    if (!code) {
      os << bytes;
      os.close();
      code = os.error();
      os.clear_error();
    }
    return code ? fail(code.message()) : success();
  }
  int descriptor;
  // As readable as other new files are.
  if (auto code =
          sys::fs::createUniqueFile(path + ".%%%%%%", descriptor, temporary, sys::fs::OF_None,
                                    sys::fs::all_read | sys::fs::all_write)) {
    temporary.clear();
    return fail(code.message());
  }
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << bytes;
  os.close();
  if (std::error_code code = os.error()) {
    os.clear_error();
    return fail(code.message());
  }
  return success();
}

LogicalResult PendingFile::moveIntoPlace(std::string &why) {
  if (temporary.empty())
    return success();
  if (auto code = sys::fs::rename(temporary, path)) {
    why = "cannot write '" + path + "': " + code.message();
    return failure();
  }
  temporary.clear();
  return success();
}

static ErrorOr<std::string> findCompiler() {
  for (StringRef name : {"cc", "clang", "gcc"})
    if (auto found = sys::findProgramByName(name))
      return found;
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

LogicalResult chad::linkSharedLibrary(StringRef object, StringRef path,
                                      ArrayRef<StringRef> libraries, std::string &why) {
  auto fail = [&](const Twine &reason) {
    why = ("cannot link '" + path + "': " + reason).str();
    return failure();
  };
  auto compiler = findCompiler();
  if (!compiler)
    return fail("there is no cc, clang or gcc on the PATH; --emit=obj needs none");
  SmallString<128> log;
  if (auto code = sys::fs::createTemporaryFile("chad-link", "log", log))
    return fail(code.message());
  SmallVector<StringRef> args = {*compiler, "-shared", "-o", path, object, "-lm"};
  llvm::append_range(args, libraries);
  std::string error;
  std::optional<StringRef> streams[] = {std::nullopt, StringRef(log), StringRef(log)};
  int status = sys::ExecuteAndWait(*compiler, args, std::nullopt, streams, 0, 0, &error);
  auto output = MemoryBuffer::getFile(log);
  sys::fs::remove(log);
  if (status == 0)
    return success();
  if (error.empty() && output)
    error = (*output)->getBuffer().trim();
  return fail("'" + *compiler + "' fails: " + error);
}
