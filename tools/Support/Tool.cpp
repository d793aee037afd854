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
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

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
  llvm::cl::SetVersionPrinter([name = name.str()](llvm::raw_ostream &os) {
    os << name << " " CHAD_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  });
}
