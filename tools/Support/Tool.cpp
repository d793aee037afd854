//===- Tool.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <unistd.h>

/// Ends a tool for whose work there is not enough memory: nothing may be allocated here.
static void failWithoutMemory(void *message, const char *, bool) {
  const auto &text = *static_cast<const std::string *>(message);
  (void)!::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(chad::Failed);
}

void chad::initializeTool(llvm::StringRef name, llvm::StringRef advice) {
  // The text is printed by a signal handler: it lives as long as the process.
  static std::string report;
  report = (name + " " CHAD_VERSION " (chad, with LLVM " LLVM_VERSION_STRING
                   ") crashed. That is a bug of chad, which you are asked to report to its "
                   "maintainers, with the program, the command line and the lines below.")
               .str();
  if (!advice.empty())
    report += " " + advice.str();
  report += '\n';
  llvm::setBugReportMsg(report.c_str());
  static std::string outOfMemory;
  outOfMemory =
      (name + ": error: there is not enough memory for the program and its arguments\n").str();
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(failWithoutMemory, &outOfMemory);
  llvm::cl::SetVersionPrinter([name = name.str()](llvm::raw_ostream &os) {
    os << name << " " CHAD_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  });
}
