//===- AheadOfTime.h --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Programs as object files with a C interface, described in docs/CABI.md.

#ifndef CHAD_EXECUTIONENGINE_AHEADOFTIME_H
#define CHAD_EXECUTIONENGINE_AHEADOFTIME_H

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace chad {

struct InterfaceOptions {
  /// The only function to export; by default all that are public.
  std::string entry;
  /// The prefix of names in C.
  std::string prefix = "chad_";
  /// The text that the program was parsed from, which has the names of arguments.
  llvm::MemoryBufferRef source;
  /// The processor that the object is for. For a GPU, the header declares the functions for it,
  /// too.
  Device device = Device::CPU;
  /// Make assembly, as text, instead of an object file.
  bool isAssembly = false;
};

/// Compiles a copy of `module` to an object file for the target that `options` names.
/// Errors in the program are diagnostics; `why` says what else went wrong, and is empty
/// after a diagnostic.
llvm::FailureOr<llvm::SmallVector<char, 0>> compileToObject(mlir::ModuleOp module,
                                                            const CompilerOptions &options,
                                                            const InterfaceOptions &interface,
                                                            std::string &why);

/// The library that an object of a program with threads must be linked with: the path of LLVM's
/// OpenMP runtime, or its name.
llvm::StringRef openMPLibrary();

/// The path of the archive that objects for a device must be linked with, besides the C++ library.
llvm::StringRef deviceLibrary();

/// The C header of that object. `fileName` makes the name of its guard.
llvm::FailureOr<std::string> printHeader(mlir::ModuleOp module, const InterfaceOptions &interface,
                                         llvm::StringRef fileName, std::string &why);

} // namespace chad

#endif // CHAD_EXECUTIONENGINE_AHEADOFTIME_H
