//===- Target.td - Options that describe the machine -------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Options of passes that describe the machine. A pass declares those that it uses. Their defaults are
// those of the class Target in Target.h.

#ifndef CHAD_ANALYSIS_TARGET_TD
#define CHAD_ANALYSIS_TARGET_TD

include "mlir/Pass/PassBase.td"

class TargetOption<string name, string argument, string type, string description>
    : Option<name, argument, type, "::chad::Target()." # name, description>;

def VectorBits : TargetOption<"vectorBits", "vector-bits", "unsigned",
                              "The width of vectors, in bits">;
def FMA : TargetOption<"fma", "fma", "bool",
                       "Use fused multiply-add (math.fma), which the processor must have">;
def MaxFlopsPerByte : TargetOption<"maxFlopsPerByte", "max-flops-per-byte", "double",
                                   "How many operations cost as much as a byte of a value that is "
                                   "kept instead of recomputed; 0 keeps all values">;
def ThreadGrain : TargetOption<"threadGrain", "grain", "unsigned",
                               "The least number of scalar operations for a thread">;
def L1Bytes : TargetOption<"l1Bytes", "l1-bytes", "int64_t", "The size of the first-level cache">;
def L2Bytes : TargetOption<"l2Bytes", "l2-bytes", "int64_t", "The size of the second-level cache">;
def L3Bytes : TargetOption<"l3Bytes", "l3-bytes", "int64_t",
                           "The part of the third-level cache that one core may use">;

#endif // CHAD_ANALYSIS_TARGET_TD
