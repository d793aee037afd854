//===- LineInfo.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Says of which lines of the program code is. An op of several places, as inlining and fusion make
// them, becomes an instruction of the first place, inlined at the second, and so on: LLVM has one
// place for an instruction, but any number of places at which it was inlined.

#include "LineInfo.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace chad;

/// The places in files that a location names, callees before their callers.
static void collectPlaces(Location loc, SetVector<Location> &places) {
  if (auto range = dyn_cast<FileLineColRange>(loc)) {
    if (range.getStartLine() != 0)
      places.insert(
          FileLineColLoc::get(range.getFilename(), range.getStartLine(), range.getStartColumn()));
  } else if (auto named = dyn_cast<NameLoc>(loc)) {
    collectPlaces(named.getChildLoc(), places);
  } else if (auto opaque = dyn_cast<OpaqueLoc>(loc)) {
    collectPlaces(opaque.getFallbackLocation(), places);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    collectPlaces(call.getCallee(), places);
    collectPlaces(call.getCaller(), places);
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      collectPlaces(part, places);
  }
}

static LLVM::DIFileAttr getFile(FileLineColLoc place) {
  StringRef path = place.getFilename();
  return LLVM::DIFileAttr::get(place.getContext(), llvm::sys::path::filename(path),
                               llvm::sys::path::parent_path(path));
}

/// A place of code in `function`, which may be from another file.
static Location getScoped(FileLineColLoc place, LLVM::DISubprogramAttr function) {
  auto scope = LLVM::DILexicalBlockFileAttr::get(place.getContext(), function, getFile(place),
                                                 /*discriminator=*/0);
  return FusedLoc::get(place.getContext(), {place}, scope);
}

/// Gives ops places that the translation keeps; `function` is at `whole`.
static void placeOps(LLVM::LLVMFuncOp function, LLVM::DISubprogramAttr subprogram,
                     FileLineColLoc whole, FileLineColLoc nowhere) {
  function.walk([&](Operation *op) {
    if (op == function)
      return;
    // Parallel regions of different places would not share what they pass to the runtime of OpenMP.
    if (isa_and_nonnull<omp::OpenMPDialect>(op->getDialect()))
      return op->setLoc(UnknownLoc::get(op->getContext()));
    SetVector<Location> places;
    collectPlaces(op->getLoc(), places);
    // The function as a whole says nothing about an op of other places.
    if (places.size() > 1)
      places.remove(whole);
    if (places.empty())
      return op->setLoc(nowhere);
    Location loc = places.back();
    if (auto outermost = cast<FileLineColLoc>(loc); outermost.getFilename() != whole.getFilename())
      loc = getScoped(outermost, subprogram);
    for (Location place : llvm::drop_begin(llvm::reverse(places)))
      loc = CallSiteLoc::get(getScoped(cast<FileLineColLoc>(place), subprogram), loc);
    op->setLoc(loc);
  });
}

void chad::detail::addLineInfo(ModuleOp module) {
  MLIRContext *context = module.getContext();
  SetVector<Location> start;
  collectPlaces(module.getLoc(), start);
  StringAttr name = start.empty() ? StringAttr::get(context, "<unknown>")
                                  : cast<FileLineColLoc>(start.front()).getFilename();
  // LLVM has no calls of unknown place in a function whose place is known: line 0 is nowhere.
  auto nowhere = FileLineColLoc::get(name, 0, 0);
  auto newId = [&] { return DistinctAttr::create(UnitAttr::get(context)); };
  auto unit = LLVM::DICompileUnitAttr::get(
      newId(), llvm::dwarf::DW_LANG_C, getFile(nowhere), StringAttr::get(context, "chad"),
      /*isOptimized=*/true, LLVM::DIEmissionKind::LineTablesOnly);
  auto type = LLVM::DISubroutineTypeAttr::get(context, llvm::dwarf::DW_CC_normal, {});
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    SetVector<Location> places;
    collectPlaces(function.getLoc(), places);
    FileLineColLoc place = places.empty() ? nowhere : cast<FileLineColLoc>(places.front());
    auto subprogram = LLVM::DISubprogramAttr::get(
        context, newId(), unit, getFile(place), function.getSymNameAttr(),
        function.getSymNameAttr(), getFile(place), place.getLine(), /*scopeLine=*/place.getLine(),
        LLVM::DISubprogramFlags::Definition | LLVM::DISubprogramFlags::Optimized, type,
        /*retainedNodes=*/{}, /*annotations=*/{});
    function->setLoc(FusedLoc::get(context, {place}, subprogram));
    placeOps(function, subprogram, place, nowhere);
  }
}

std::vector<std::string> chad::detail::numberPlaces(llvm::Module &module) {
  std::vector<std::string> places;
  llvm::DenseMap<const llvm::DILocation *, const llvm::DILocation *> numbered;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      const llvm::DILocation *place = instruction.getDebugLoc();
      if (!place || !place->getInlinedAt())
        continue;
      const llvm::DILocation *&known = numbered[place];
      if (!known) {
        llvm::raw_string_ostream os(places.emplace_back());
        llvm::DebugLoc(place).print(os);
        // The number is a discriminator, which the directive has.
        known = place->cloneWithDiscriminator(places.size());
      }
      instruction.setDebugLoc(llvm::DebugLoc(known));
    }
  return places;
}

std::string chad::detail::nameNumberedPlaces(StringRef assembly, StringRef comment,
                                             ArrayRef<std::string> places) {
  std::string text;
  llvm::raw_string_ostream os(text);
  while (!assembly.empty()) {
    auto [line, rest] = assembly.split('\n');
    assembly = rest;
    StringRef directive = line.split(comment).first;
    unsigned number = 0;
    if (line.ltrim().starts_with(".loc") &&
        !directive.split(" discriminator ").second.trim().getAsInteger(10, number) && number > 0 &&
        number <= places.size())
      os << directive.rtrim() << '\t' << comment << ' ' << places[number - 1] << '\n';
    else
      os << line << '\n';
  }
  return text;
}
