//===- Registration.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Bufferize/Passes.h"
#include "chad/Conversion/Passes.h"
#include "chad/Derived/Passes.h"
#include "chad/GPU/Passes.h"
#include "chad/Loops/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Transforms/Passes.h"

void chad::registerAllPasses() {
  registerChadPasses();
  registerChadDerivedPasses();
  registerChadLoopsPasses();
  registerChadBufferizePasses();
  registerChadGPUPasses();
  registerChadConversionPasses();
  registerChadPipelines();
}
