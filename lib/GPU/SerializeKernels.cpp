//===- SerializeKernels.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compiles kernels to the assembly language of NVIDIA's GPUs, or to code of AMD's, and embeds it in
// the program that launches them.

#include "Descriptors.h"
#include "chad/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Local.h"
#include <mutex>

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmPrinter();
}

namespace chad {
#define GEN_PASS_DEF_CHADSERIALIZEKERNELS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

namespace {
/// The properties of the code for the GPUs of a vendor. Everything else is the same for all
/// vendors.
struct Vendor {
  StringRef triple, kernelAttr;
  llvm::CodeGenFileType format;
};
} // namespace

static std::optional<Vendor> findVendor(StringRef target) {
  if (target == "cuda")
    return Vendor{"nvptx64-nvidia-cuda", NVVM::NVVMDialect::getKernelFuncAttrName(),
                  llvm::CodeGenFileType::AssemblyFile};
  if (target == "hip")
    return Vendor{"amdgcn-amd-amdhsa", ROCDL::ROCDLDialect::getKernelFuncAttrName(),
                  llvm::CodeGenFileType::ObjectFile};
  return std::nullopt;
}

static std::unique_ptr<llvm::TargetMachine> createMachine(const Vendor &vendor, StringRef chip,
                                                          StringRef features, std::string &why) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
  });
  llvm::Triple triple(vendor.triple);
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, why);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, chip, features, llvm::TargetOptions(), std::nullopt,
                                  std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// Links an object for AMD's GPUs, by LLVM's linker, to the form that their driver loads.
static LogicalResult linkObject(SmallVectorImpl<char> &object, std::string &why) {
  llvm::ErrorOr<std::string> linker = std::make_error_code(std::errc::no_such_file_or_directory);
  // A linker of an older LLVM rejects the object.
  for (std::string name : {"ld.lld-" + std::to_string(LLVM_VERSION_MAJOR), std::string("ld.lld")})
    if (!linker)
      linker = llvm::sys::findProgramByName(name);
  if (!linker) {
    why = "LLVM's linker is needed for AMD's GPUs: there is no ld.lld on the PATH";
    return failure();
  }
  SmallString<128> input, output, log;
  if (llvm::sys::fs::createTemporaryFile("chad-kernels", "o", input) ||
      llvm::sys::fs::createTemporaryFile("chad-kernels", "hsaco", output) ||
      llvm::sys::fs::createTemporaryFile("chad-kernels", "log", log)) {
    why = "there is no place for temporary files";
    return failure();
  }
  llvm::FileRemover removers[] = {llvm::FileRemover(input), llvm::FileRemover(output),
                                  llvm::FileRemover(log)};
  {
    std::error_code code;
    llvm::raw_fd_ostream file(input, code);
    file.write(object.data(), object.size());
  }
  std::optional<StringRef> streams[] = {std::nullopt, StringRef(log), StringRef(log)};
  int status = llvm::sys::ExecuteAndWait(
      *linker, {*linker, "-shared", "--no-undefined", input, "-o", output}, std::nullopt, streams,
      0, 0, &why);
  auto read = llvm::MemoryBuffer::getFile(status == 0 ? output : log);
  if (status == 0 && read) {
    object.assign((*read)->getBufferStart(), (*read)->getBufferEnd());
    return success();
  }
  if (why.empty() && read)
    why = (*read)->getBuffer().trim();
  return failure();
}

static void optimize(llvm::Module &code, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(code, modules);
}

/// Tells NVIDIA's assembler not to unroll loops with long bodies, whose copies would need more
/// registers than a thread has. Loops with short bodies may be unrolled, so that a thread reads
/// several elements at once.
static void leaveLoops(llvm::Module &code) {
  constexpr size_t longest = 20;
  for (llvm::Function &function : code) {
    if (function.isDeclaration())
      continue;
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
      size_t size = 0;
      for (llvm::BasicBlock *block : loop->blocks())
        size += block->size();
      if (size > longest)
        loop->setLoopAlreadyUnrolled();
    }
  }
}

/// The pointers that accesses of a loop are made from.
static size_t countPointers(const llvm::Loop &loop) {
  llvm::SmallPtrSet<llvm::Value *, 16> bases;
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &op : *block)
      if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&op);
          address && loop.isLoopInvariant(address->getPointerOperand()))
        bases.insert(address->getPointerOperand());
  return bases.size();
}

/// Hides from LLVM that the accesses of a loop are adjacent in iterations that follow each other:
/// an instruction that it does not know makes their indices, a move, which costs nothing.
static void hideIterationNumbers(llvm::Loop &loop, llvm::InlineAsm &move) {
  llvm::BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return;
  for (llvm::PHINode &number : loop.getHeader()->phis()) {
    if (number.getType() != move.getFunctionType()->getReturnType())
      continue;
    llvm::Value *next = number.getIncomingValueForBlock(latch);
    auto *hidden = llvm::CallInst::Create(move.getFunctionType(), &move, {&number}, "",
                                          loop.getHeader()->getFirstInsertionPt());
    number.replaceUsesWithIf(hidden, [&](llvm::Use &use) {
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      return user != hidden && user != next && loop.contains(user) &&
             !llvm::isa<llvm::ICmpInst, llvm::PHINode>(user);
    });
  }
}

/// Has kernels that access many arrays compute addresses from the numbers of iterations. LLVM would
/// otherwise keep a pointer for each access of a loop, in two registers, also outside of the loop,
/// and add to it in each iteration (loop strength reduction): threads have too few registers for
/// that.
static void computeAddresses(llvm::Module &code) {
  constexpr size_t mostPointers = 12;
  llvm::Type *word = llvm::Type::getInt64Ty(code.getContext());
  llvm::InlineAsm *move =
      llvm::InlineAsm::get(llvm::FunctionType::get(word, word, /*isVarArg=*/false),
                           "mov.b64 $0, $1;", "=l,l", /*hasSideEffects=*/false);
  for (llvm::Function &function : code) {
    if (function.isDeclaration())
      continue;
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    size_t numPointers = 0;
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost())
        numPointers += countPointers(*loop);
    if (numPointers <= mostPointers)
      continue;
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost())
        hideIterationNumbers(*loop, *move);
  }
}

/// Whether `value` is a number or an address that a few instructions make of others.
static bool isCheap(const llvm::Value *value) {
  if (!value->getType()->isIntegerTy() && !value->getType()->isPointerTy())
    return false;
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(value))
    switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
      return true;
    default:
      return false;
    }
  if (auto *op = llvm::dyn_cast<llvm::BinaryOperator>(value))
    return !op->isIntDivRem();
  return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::ICmpInst>(value) &&
         !llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst, llvm::BitCastInst>(value);
}

/// The most registers, of 32 bits, for values of instructions that are live at the beginning of a
/// block.
static size_t countLive(llvm::Function &function) {
  struct Live {
    llvm::SmallPtrSet<llvm::Value *, 16> values;
    size_t numRegisters = 0;
  };
  llvm::DenseMap<llvm::BasicBlock *, Live> live;
  const llvm::DataLayout &layout = function.getDataLayout();
  size_t most = 0;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &op : block) {
      if (op.use_empty())
        continue;
      size_t size = llvm::divideCeil(layout.getTypeSizeInBits(op.getType()).getFixedValue(), 32);
      // The blocks from which a use is reached without a definition.
      llvm::SmallVector<llvm::BasicBlock *> left;
      for (llvm::Use &use : op.uses()) {
        auto *user = llvm::cast<llvm::Instruction>(use.getUser());
        auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
        llvm::BasicBlock *at = phi ? phi->getIncomingBlock(use) : user->getParent();
        if (at != &block)
          left.push_back(at);
      }
      while (!left.empty()) {
        llvm::BasicBlock *at = left.pop_back_val();
        Live &own = live[at];
        if (!own.values.insert(&op).second)
          continue;
        own.numRegisters += size;
        most = std::max(most, own.numRegisters);
        for (llvm::BasicBlock *before : llvm::predecessors(at))
          if (before != &block)
            left.push_back(before);
      }
    }
  return most;
}

namespace {
/// Computes numbers and addresses again before each innermost loop that uses them, instead of
/// keeping them in registers from the beginning of a kernel. LLVM and NVIDIA's assembler move what
/// does not change in a loop out of it, and merge equal computations: a kernel of many loops that
/// follow each other would keep the addresses of all arrays.
class Recomputation {
public:
  Recomputation(llvm::Function &function)
      : function(function), dominators(function), loops(dominators) {}

  void run() {
    llvm::SmallVector<llvm::Instruction *> ops;
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &op : block)
        ops.push_back(&op);
    llvm::SmallVector<llvm::WeakTrackingVH> old;
    for (llvm::Instruction *op : ops)
      for (llvm::Use &use : op->operands()) {
        auto *value = llvm::dyn_cast<llvm::Instruction>(use.get());
        if (!value || !isCheap(value))
          continue;
        if (Place place = choosePlace(*value, use); place.getPointer()) {
          use.set(copy(value, place));
          old.push_back(value);
        }
      }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(old);
  }

private:
  /// The beginning of a block, or, if the number is 1, its end.
  using Place = llvm::PointerIntPair<llvm::BasicBlock *, 1, bool>;

  /// Where a use has its own copy of a value; null if it keeps the value.
  Place choosePlace(llvm::Instruction &value, llvm::Use &use) {
    auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    llvm::BasicBlock *at = phi ? phi->getIncomingBlock(use) : user->getParent();
    bool isEnd = phi;
    if (llvm::Loop *loop = loops.getLoopFor(at)) {
      if (!loop->contains(&value)) {
        at = findBefore(*loop);
        isEnd = true;
      } else if (loop->isInnermost()) {
        return {};
      }
    }
    return dominators.properlyDominates(value.getParent(), at) ? Place(at, isEnd) : Place();
  }

  /// The last block on all paths to a loop that is in no loop but those around it.
  llvm::BasicBlock *findBefore(const llvm::Loop &loop) {
    llvm::DomTreeNode *node = dominators.getNode(loop.getHeader());
    llvm::Loop *other;
    do {
      node = node->getIDom();
      other = loops.getLoopFor(node->getBlock());
    } while (other && !other->contains(&loop));
    return node->getBlock();
  }

  llvm::Value *copy(llvm::Value *value, Place place) {
    auto *op = llvm::dyn_cast<llvm::Instruction>(value);
    if (llvm::isa<llvm::Constant>(value) || (op && op->getParent() == place.getPointer()))
      return value;
    auto [found, isNew] = copies.try_emplace({value, place});
    if (!isNew)
      return found->second;
    llvm::Instruction *made;
    if (op && isCheap(op)) {
      made = op->clone();
      for (llvm::Use &use : made->operands())
        use.set(copy(use.get(), place));
    } else {
      made = createMove(value);
    }
    if (!made)
      return copies[{value, place}] = value;
    auto &last = ends.try_emplace(place.getPointer()).first->second;
    if (place.getInt())
      made->insertBefore(place.getPointer()->getTerminator()->getIterator());
    else if (last)
      made->insertAfter(last->getIterator());
    else
      made->insertBefore(place.getPointer()->getFirstInsertionPt());
    if (!place.getInt())
      last = made;
    return copies[{value, place}] = made;
  }

  /// A move of a value that LLVM does not know to be equal to other moves of it.
  llvm::Instruction *createMove(llvm::Value *value) {
    llvm::Type *type = value->getType();
    bool isWord = type->isPointerTy() || type->isIntegerTy(64);
    if (!isWord && !type->isIntegerTy(32))
      return nullptr;
    std::string text =
        (isWord ? "mov.b64 $0, $1; // " : "mov.b32 $0, $1; // ") + std::to_string(numMoves++);
    auto *kind = llvm::FunctionType::get(type, type, /*isVarArg=*/false);
    auto *move =
        llvm::InlineAsm::get(kind, text, isWord ? "=l,l" : "=r,r", /*hasSideEffects=*/false);
    return llvm::CallInst::Create(kind, move, {value});
  }

  llvm::Function &function;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::DenseMap<std::pair<llvm::Value *, Place>, llvm::Value *> copies;
  /// The copies that come last at the beginnings of blocks.
  llvm::DenseMap<llvm::BasicBlock *, llvm::Instruction *> ends;
  size_t numMoves = 0;
};
} // namespace

/// Keeps kernels from having more numbers and addresses at a time than a thread has registers.
static void recomputeNumbers(llvm::Module &code) {
  constexpr size_t mostLive = 210;
  for (llvm::Function &function : code)
    if (!function.isDeclaration() && countLive(function) > mostLive)
      Recomputation(function).run();
}

/// Allows a thread as many registers as it needs. By default, NVIDIA's assembler spills registers
/// in order to run more blocks on a multiprocessor at once.
static void allowRegisters(llvm::Module &code) {
  for (llvm::Function &function : code)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      function.addFnAttr("nvvm.minctasm", "1");
}

namespace {
struct SerializeKernels : chad::impl::ChadSerializeKernelsBase<SerializeKernels> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerBuiltinDialectTranslation(registry);
    registerGPUDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    registerNVVMDialectTranslation(registry);
    registerROCDLDialectTranslation(registry);
  }

  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> kernels(getOperation().getOps<gpu::GPUModuleOp>());
    if (kernels.empty())
      return;
    std::string why;
    std::optional<Vendor> vendor = findVendor(target);
    if (!vendor) {
      getOperation()->emitError("chad-serialize-kernels: there is no target '")
          << target << "'; there are 'cuda' and 'hip'";
      return signalPassFailure();
    }
    bool isPTX = vendor->format == llvm::CodeGenFileType::AssemblyFile;
    std::unique_ptr<llvm::TargetMachine> machine =
        createMachine(*vendor, chip, isPTX ? StringRef(features) : StringRef(), why);
    if (!machine) {
      getOperation()->emitError("cannot make code for the GPU '") << chip << "': " << why;
      return signalPassFailure();
    }
    llvm::LLVMContext context;
    auto code = std::make_unique<llvm::Module>("kernels", context);
    code->setTargetTriple(machine->getTargetTriple());
    code->setDataLayout(machine->createDataLayout());
    llvm::Linker linker(*code);
    for (gpu::GPUModuleOp op : kernels) {
      for (auto function : op.getOps<LLVM::LLVMFuncOp>())
        if (function->hasAttr(vendor->kernelAttr))
          function.setName(kernelName(op.getName(), function.getName()));
      std::unique_ptr<llvm::Module> part = translateModuleToLLVMIR(op, context);
      if (!part) {
        op.emitError("cannot translate a kernel to LLVM IR");
        return signalPassFailure();
      }
      part->setTargetTriple(machine->getTargetTriple());
      part->setDataLayout(machine->createDataLayout());
      if (linker.linkInModule(std::move(part))) {
        op.emitError("cannot link a kernel");
        return signalPassFailure();
      }
    }
    if (!isPTX) {
      // The oldest version of the format that current drivers load.
      constexpr unsigned codeObjectVersion = 500;
      code->addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version", codeObjectVersion);
    }
    optimize(*code, *machine);
    if (isPTX) {
      leaveLoops(*code);
      computeAddresses(*code);
      recomputeNumbers(*code);
      allowRegisters(*code);
    }
    SmallString<0> text;
    llvm::raw_svector_ostream os(text);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, os, nullptr, vendor->format)) {
      getOperation()->emitError("cannot write assembly for the GPU '") << chip << "'";
      return signalPassFailure();
    }
    passes.run(*code);
    if (!isPTX && failed(linkObject(text, why))) {
      getOperation()->emitError("cannot link kernels for the GPU '") << chip << "': " << why;
      return signalPassFailure();
    }
    setText(getOperation(), imageName, text);
    for (gpu::GPUModuleOp op : kernels)
      op.erase();
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace
