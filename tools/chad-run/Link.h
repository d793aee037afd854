//===- Link.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHADRUN_LINK_H
#define CHAD_TOOLS_CHADRUN_LINK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace chad {

/// Links an object to a shared library by the C compiler that there is.
llvm::LogicalResult linkSharedLibrary(llvm::StringRef object, llvm::StringRef path,
                                      llvm::ArrayRef<llvm::StringRef> libraries, std::string &why);

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_LINK_H
