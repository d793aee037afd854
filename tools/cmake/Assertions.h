//===- Assertions.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Comes before all else in a build with assertions against LLVM packages without. In each pass is
// a statistic, whose fields depend on NDEBUG, and whose constructor is in the packages: it
// must be declared here as it was there.
#ifdef __cplusplus
#ifdef NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#endif
#endif
