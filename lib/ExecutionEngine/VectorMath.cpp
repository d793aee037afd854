//===- VectorMath.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Target/TargetMachine.h"
#include <deque>

using namespace llvm;

/// Since glibc 2.22 (the first six) and 2.35.
static constexpr StringLiteral unaryFunctions[] = {
    "sin",   "cos",   "exp",   "log",   "tan",  "acos", "acosh", "asin",
    "asinh", "atan",  "atanh", "cbrt",  "cosh", "erf",  "erfc",  "exp10",
    "exp2",  "expm1", "log10", "log1p", "log2", "sinh", "tanh"};
static constexpr StringLiteral binaryFunctions[] = {"pow", "atan2", "hypot"};

/// The letter of an instruction set in the vector ABI, and its registers' width.
struct InstructionSet {
  char letter;
  unsigned bits;
  StringLiteral feature;
};
static constexpr InstructionSet instructionSets[] = {
    {'b', 128, "+sse2"}, {'d', 256, "+avx2"}, {'e', 512, "+avx512f"}};

namespace {
/// The names are stored here, since LLVM's descriptions of functions refer to them.
struct Table {
  std::deque<std::string> names;
  std::vector<std::pair<const InstructionSet *, VecDesc>> descriptions;

  StringRef keep(std::string name) { return names.emplace_back(std::move(name)); }
  void add(StringRef function, StringRef parameters);
};
} // namespace

/// All widths of a function of f64 and of that of f32, and LLVM's intrinsics for them.
void Table::add(StringRef function, StringRef parameters) {
  for (bool isDouble : {true, false})
    for (const InstructionSet &set : instructionSets) {
      unsigned lanes = set.bits / (isDouble ? 64 : 32);
      std::string scalar = (function + (isDouble ? "" : "f")).str();
      std::string variant = "N" + std::to_string(lanes) + parameters.str();
      StringRef symbol = keep(std::string("_ZGV") + set.letter + variant + "_" + scalar);
      if (!sys::DynamicLibrary::SearchForAddressOfSymbol(symbol.str()))
        continue;
      StringRef prefix = keep("_ZGV_LLVM_" + variant);
      StringRef intrinsic = keep(("llvm." + function + (isDouble ? ".f64" : ".f32")).str());
      for (StringRef name : {keep(scalar), intrinsic})
        descriptions.push_back({&set, VecDesc(name, symbol, ElementCount::getFixed(lanes),
                                              /*Masked=*/false, prefix, std::nullopt)});
    }
}

static const Table &getTable() {
  static const Table table = [] {
    Table table;
    if (sys::DynamicLibrary::LoadLibraryPermanently("libmvec.so.1"))
      return table;
    for (StringRef function : unaryFunctions)
      table.add(function, "v");
    for (StringRef function : binaryFunctions)
      table.add(function, "vv");
    return table;
  }();
  return table;
}

void chad::detail::addVectorFunctions(TargetLibraryInfoImpl &libraries,
                                      const TargetMachine &target) {
  if (!target.getTargetTriple().isX86())
    return;
  SmallVector<VecDesc> usable;
  for (const auto &[set, description] : getTable().descriptions)
    if (target.getMCSubtargetInfo()->checkFeatures(set->feature.str()))
      usable.push_back(description);
  libraries.addVectorizableFunctions(usable);
}
