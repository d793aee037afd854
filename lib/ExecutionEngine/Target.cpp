//===- Target.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace llvm;
using namespace chad::detail;

static void initializeTargets(bool all) {
  static bool isNativeInitialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
    return true;
  }();
  (void)isNativeInitialized;
  if (!all)
    return;
  static bool areAllInitialized = [] {
    initializeAllTargets();
    return true;
  }();
  (void)areAllInitialized;
}

/// The name of this machine's processor, and its features. A virtual machine takes long to find
/// them.
static const std::pair<std::string, std::string> &describeHost() {
  static const auto *host = [] {
    SubtargetFeatures features;
    for (const auto &feature : sys::getHostCPUFeatures())
      features.AddFeature(feature.first(), feature.second);
    return new std::pair<std::string, std::string>(sys::getHostCPUName(), features.getString());
  }();
  return *host;
}

std::unique_ptr<TargetMachine> chad::detail::createTarget(const CompilerOptions &options,
                                                          CodeKind kind, std::string &why) {
  auto fail = [&](const Twine &message) {
    why = ("cannot compile for " + message).str();
    return nullptr;
  };
  Triple host(kind == CodeKind::JIT ? sys::getProcessTriple() : sys::getDefaultTargetTriple());
  Triple triple = host;
  if (!options.targetTriple.empty())
    triple = Triple(Triple::normalize(options.targetTriple));
  bool isForeign = triple.getArch() != host.getArch();
  initializeTargets(isForeign);
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return fail("'" + triple.str() + "': " + error);
  if (!triple.isArch64Bit())
    return fail("'" + triple.str() + "': only processors with 64 bits are supported");
  std::string cpu = options.targetCPU, features;
  if (cpu.empty())
    cpu = options.useHostFeatures && !isForeign ? "native" : "generic";
  if (cpu == "native") {
    if (isForeign)
      return fail("'native': this machine is no '" + triple.getArchName().str() + "'");
    std::tie(cpu, features) = describeHost();
  }
  std::unique_ptr<MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!known || !known->isCPUStringValid(cpu))
    return fail("'" + cpu + "': '" + triple.getArchName().str() + "' has no such processor");
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, cpu, features, TargetOptions(), Reloc::PIC_, std::nullopt,
      static_cast<CodeGenOptLevel>(std::min(options.optimizationLevel, 3u)),
      kind == CodeKind::JIT));
  if (!machine)
    return fail("'" + triple.str() + "': there is no code generator");
  return machine;
}

SmallFloatSupport chad::detail::describeSmallFloats(const TargetMachine &target) {
  // The other processors for which programs are compiled convert between all types of floats.
  if (!target.getTargetTriple().isX86())
    return {false, true, false, true};
  const MCSubtargetInfo &processor = *target.getMCSubtargetInfo();
  return {true, processor.checkFeatures("+f16c"), processor.checkFeatures("+avx512fp16"),
          processor.checkFeatures("+avx512bf16")};
}

/// The size of the first-level data cache of a processor.
static int64_t getL1Bytes(StringRef processor) {
  return StringSwitch<int64_t>(processor)
      .Cases({"icelake-client", "icelake-server", "tigerlake", "rocketlake", "alderlake",
              "raptorlake", "meteorlake", "arrowlake", "lunarlake", "sapphirerapids",
              "emeraldrapids", "graniterapids", "znver5"},
             48 << 10)
      .Default(chad::Target().l1Bytes);
}

chad::Target chad::detail::describeTarget(const TargetMachine &target,
                                          const CompilerOptions &options) {
  const Triple &triple = target.getTargetTriple();
  const MCSubtargetInfo &processor = *target.getMCSubtargetInfo();
  auto has = [&](StringRef feature) {
    return triple.isX86() && processor.checkFeatures(("+" + feature).str());
  };
  chad::Target description;
  description.fma = has("fma") || triple.isAArch64();
  description.vectorBits = has("avx512f") ? 512 : has("avx2") ? 256 : 128;
  description.l1Bytes = getL1Bytes(target.getTargetCPU());
  description.maxFlopsPerByte = options.maxFlopsPerByte;
  description.threads = options.threads;
  description.threadGrain = options.threadGrain;
  return description;
}
