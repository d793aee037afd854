//===- Link.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace chad;

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
