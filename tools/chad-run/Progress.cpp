//===- Progress.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <memory>
#include <mutex>

namespace {
/// The line on the terminal.
class Line {
public:
  ~Line() {
    if (isShown)
      llvm::errs() << "\r\033[K";
  }

  void show(llvm::StringRef what) {
    using namespace std::chrono_literals;
    std::lock_guard<std::mutex> guard(mutex);
    Clock::time_point now = Clock::now();
    if (now - start < 1s || now - last < 100ms)
      return;
    last = now;
    isShown = true;
    llvm::errs() << "\r\033[Kcompiling for "
                 << llvm::format("%.0f", std::chrono::duration<double>(now - start).count())
                 << " s: " << what;
    llvm::errs().flush();
  }

private:
  using Clock = std::chrono::steady_clock;
  std::mutex mutex;
  Clock::time_point start = Clock::now(), last;
  bool isShown = false;
};
} // namespace

std::function<void(llvm::StringRef)> reportProgress() {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return {};
  return [line = std::make_shared<Line>()](llvm::StringRef what) { line->show(what); };
}
