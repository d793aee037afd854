//===- OutputFile.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "Tool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <filesystem>

using namespace llvm;
using namespace chad;

/// Closes a stream and returns its error, which would otherwise end the process.
static std::error_code finish(raw_fd_ostream &os) {
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  return code;
}

//===----------------------------------------------------------------------===//
// Standard output
//===----------------------------------------------------------------------===//

static const char *toolName;

/// Reports what could not be written when the process ends. Tools report that themselves before
/// they end; `--help` and `--version` end the process while the command line is parsed.
static void checkStandardOutput() {
  std::string why;
  if (succeeded(finishStandardOutput(why)))
    return;
  errs() << toolName << ": error: " << why << '\n';
  std::_Exit(ExitCode::Failed);
}

void chad::reportWriteErrors(const char *tool) {
  sys::SetOneShotPipeSignalFunction(nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  toolName = tool;
  // Functions that are registered after the stream is made run before its destructor, to which an
  // error is a crash.
  (void)outs();
  std::atexit(checkStandardOutput);
}

LogicalResult chad::finishStandardOutput(std::string &why) {
  outs().flush();
  std::error_code code = outs().error();
  if (!code)
    return success();
  outs().clear_error();
  why = "cannot write to the standard output: " + code.message();
  return failure();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

PendingFile::PendingFile(PendingFile &&other)
    : path(std::move(other.path)), target(other.target), temporary(other.temporary),
      isDevice(other.isDevice) {
  other.temporary.clear();
}

PendingFile::~PendingFile() {
  if (temporary.empty())
    return;
  sys::fs::remove(temporary);
  forget();
}

void PendingFile::forget() {
  sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
}

LogicalResult PendingFile::fail(const Twine &reason, std::string &why) const {
  why = ("cannot write '" + path + "': " + reason).str();
  return failure();
}

/// Follows symbolic links from a path; the file at their end need not exist.
static std::error_code resolve(StringRef path, SmallVectorImpl<char> &target) {
  target.assign(path.begin(), path.end());
  // Linux follows 40 links, too.
  for (int i = 0; i < 40; ++i) {
    StringRef current(target.data(), target.size());
    if (!sys::fs::is_symlink_file(current))
      return {};
    std::error_code code;
    SmallString<128> next(std::filesystem::read_symlink(current.str(), code).native());
    if (code)
      return code;
    if (sys::path::is_relative(next)) {
      SmallString<128> folder(sys::path::parent_path(current));
      sys::path::append(folder, next);
      next = folder;
    }
    target.assign(next.begin(), next.end());
  }
  return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

LogicalResult PendingFile::create(int &descriptor, std::string &why) {
  if (std::error_code code = resolve(path, target))
    return fail(code.message(), why);
  if (sys::fs::is_directory(target))
    return fail("it is a directory", why);
  isDevice = sys::fs::exists(target) && !sys::fs::is_regular_file(target);
  // The permissions that any new file gets.
  const auto mode = sys::fs::all_read | sys::fs::all_write;
  std::error_code code = isDevice
                             ? sys::fs::createTemporaryFile("chad", "out", descriptor, temporary)
                             : sys::fs::createUniqueFile(target + ".%%%%%%", descriptor, temporary,
                                                         sys::fs::OF_None, mode);
  if (code) {
    temporary.clear();
    return fail(code.message(), why);
  }
  std::string error;
  sys::RemoveFileOnSignal(temporary, &error);
  return success();
}

LogicalResult PendingFile::create(std::string &why) {
  int descriptor;
  if (failed(create(descriptor, why)))
    return failure();
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  std::error_code code = finish(os);
  return code ? fail(code.message(), why) : success();
}

LogicalResult PendingFile::write(StringRef bytes, std::string &why) {
  int descriptor;
  if (failed(create(descriptor, why)))
    return failure();
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << bytes;
  std::error_code code = finish(os);
  return code ? fail(code.message(), why) : success();
}

std::error_code PendingFile::copyPermissions() const {
  ErrorOr<sys::fs::perms> old = sys::fs::getPermissions(target);
  if (!old)
    return {};
  ErrorOr<sys::fs::perms> own = sys::fs::getPermissions(temporary);
  if (own && *own == *old)
    return {};
  return sys::fs::setPermissions(temporary, *old);
}

LogicalResult PendingFile::copyToDevice(std::string &why) {
  auto bytes = MemoryBuffer::getFile(temporary, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes)
    return fail(bytes.getError().message(), why);
  std::error_code code;
  raw_fd_ostream os(target, code, sys::fs::CD_OpenExisting);
  if (code)
    return fail(code.message(), why);
  os << (*bytes)->getBuffer();
  code = finish(os);
  return code ? fail(code.message(), why) : success();
}

LogicalResult PendingFile::moveIntoPlace(std::string &why) {
  if (isDevice) {
    LogicalResult result = copyToDevice(why);
    sys::fs::remove(temporary);
    forget();
    return result;
  }
  std::error_code code = copyPermissions();
  if (!code)
    code = sys::fs::rename(temporary, target);
  if (code)
    return fail(code.message(), why);
  forget();
  return success();
}
