//===- OutputFile.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What tools write: files whole or not at all, and a standard output whose errors are reported.

#ifndef CHAD_TOOLS_SUPPORT_OUTPUTFILE_H
#define CHAD_TOOLS_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace chad {

/// After this call, writing to a pipe that nobody reads, or beyond the limit of the size of files,
/// is an ordinary error, which does not end the process. Tools call it at their start, after
/// `llvm::InitLLVM`. `tool` is the name that begins the message where the standard output could not
/// be written when the process ends; it lives as long as the process.
void reportWriteErrors(const char *tool);

/// Writes what `llvm::outs()` still holds. Fails with the reason in `why` where anything could not
/// be written, now or before.
llvm::LogicalResult finishStandardOutput(std::string &why);

/// A file that is written under a temporary name and then takes its place as a whole. Until then,
/// and also if writing fails or a signal ends the process, the file that was there before stays as
/// it was. A symbolic link stays; the file to which it leads is replaced, and keeps its
/// permissions. Devices and pipes are written to directly.
class PendingFile {
public:
  explicit PendingFile(llvm::StringRef path) : path(path) {}
  PendingFile(PendingFile &&other);
  PendingFile &operator=(PendingFile &&) = delete;
  ~PendingFile();

  /// Makes an empty file to be filled at `getTemporaryPath`. This function and the next two fail
  /// with the reason in `why`.
  llvm::LogicalResult create(std::string &why);
  /// Creates the file, and writes all of it.
  llvm::LogicalResult write(llvm::StringRef bytes, std::string &why);
  llvm::LogicalResult moveIntoPlace(std::string &why);

  llvm::StringRef getTemporaryPath() const { return temporary; }

private:
  llvm::LogicalResult fail(const llvm::Twine &reason, std::string &why) const;
  llvm::LogicalResult create(int &descriptor, std::string &why);
  /// Gives the temporary file the permissions of the one that it is to replace.
  std::error_code copyPermissions() const;
  llvm::LogicalResult copyToDevice(std::string &why);
  void forget();

  std::string path;
  /// The file that is replaced: `path`, or the file to which that link leads.
  llvm::SmallString<128> target;
  llvm::SmallString<128> temporary;
  bool isDevice = false;
};

} // namespace chad

#endif // CHAD_TOOLS_SUPPORT_OUTPUTFILE_H
