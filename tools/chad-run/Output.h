//===- Output.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Files that chad-run writes: whole or not at all.

#ifndef CHAD_TOOLS_CHADRUN_OUTPUT_H
#define CHAD_TOOLS_CHADRUN_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace chad {

/// A file beside the place where it is to be; removed again unless it gets there.
class PendingFile {
public:
  explicit PendingFile(llvm::StringRef path) : path(path) {}
  PendingFile(PendingFile &&other);
  PendingFile &operator=(PendingFile &&) = delete;
  ~PendingFile();

  /// These fail with the reason in `why`.
  llvm::LogicalResult write(llvm::StringRef bytes, std::string &why);
  llvm::LogicalResult moveIntoPlace(std::string &why);

  llvm::StringRef getTemporaryPath() const { return temporary; }

private:
  std::string path;
  llvm::SmallString<128> temporary;
};

/// Links an object to a shared library by the C compiler that there is.
llvm::LogicalResult linkSharedLibrary(llvm::StringRef object, llvm::StringRef path,
                                      llvm::ArrayRef<llvm::StringRef> libraries, std::string &why);

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_OUTPUT_H
