//===- ExecutionEngine.h --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compiles programs for this machine and runs them on runtime values.
//
//   std::string why;
//   auto program = CompiledProgram::create(module, {}, why);
//   auto results = (*program)->call("f", args, why);
//
// The program's context must have the dialects and extensions that
// `registerCompilerDialects` registers.

#ifndef CHAD_EXECUTIONENGINE_EXECUTIONENGINE_H
#define CHAD_EXECUTIONENGINE_EXECUTIONENGINE_H

#include "chad/Analysis/Target.h"
#include "chad/Values/RuntimeValue.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"
#include <functional>

namespace mlir {
class DialectRegistry;
class ExecutionEngine;
} // namespace mlir

namespace chad {

/// The processor that runs a program's loops over arrays.
enum class Device {
  CPU,         ///< The processor that the program is compiled for.
  CUDA,        ///< An NVIDIA GPU, by the driver that the machine has.
  EmulatedGPU, ///< Kernels for a GPU, as functions of the host: slow, and without any GPU.
};

struct CompilerOptions {
  Device device = Device::CPU;
  /// LLVM's optimization level, 0 to 3.
  unsigned optimizationLevel = 3;
  /// Use all instructions that this machine's processor has.
  bool useHostFeatures = true;
  /// A processor by LLVM's name, or "native"; by default as `useHostFeatures` says.
  std::string targetCPU;
  /// A target triple for object files; by default this machine's.
  std::string targetTriple;
  /// Compute exp, log, sin, ... of several elements at once, where the C library
  /// can. The results may differ in the last places (4 ulp).
  bool useVectorMath = true;
  /// Compute them inline where that is possible (3 ulp). By default as `useVectorMath`.
  std::optional<bool> approximateMath;
  /// Every operation on floats is rounded by itself, and sums are added in the order of the
  /// program, on one thread, with the functions of the scalar library. By default products that are
  /// added are rounded once, and sums are added in an order, as it suits the code around them. For
  /// the CPU.
  bool exactFloats = false;
  /// A call fails where arrays that are read together differ in extent; without this they are
  /// read out of bounds.
  bool checkExtents = true;
  /// A call fails where an index or a slice of the program is outside of its array.
  bool checkBounds = false;
  /// How many threads share the work, by OpenMP; 0: as many as there are when the program runs.
  unsigned threads = Target().threads;
  /// The number of scalar operations from which on a further thread is used.
  unsigned threadGrain = Target().threadGrain;
  /// Functions of libraries that compute functions of the program with the attribute
  /// `chad.library`, by name; they are `LibraryFunction`s (chad/IR/Libraries.h). For the CPU, and
  /// not where floats are exact.
  std::vector<std::pair<std::string, void *>> libraries;
  /// Vectorize all loops that can be, also where it does not pay; for tests.
  bool vectorizeEverywhere = false;
  /// The number of operations that a derivative may do again to keep one byte less; with 0 it keeps
  /// all residuals.
  double maxFlopsPerByte = Target().maxFlopsPerByte;
  /// On a GPU: sums at indices must not depend on timing. Without this they may be atomic
  /// additions.
  bool deterministic = true;
  /// On a GPU: products of matrices of f32 round their factors to the 11 bits of the format tf32.
  bool tf32 = false;
  /// On an emulated GPU: an access of a kernel fails that is outside of its array, reads memory of
  /// a block that no thread has written, or is in the way of another thread's.
  bool checkKernels = true;
  /// On an emulated GPU: kernels count what they do (`takeDeviceCounts`), which slows them down.
  bool countOnDevice = false;
  /// Verify the program after each pass, rather than at the end; that takes two fifths of the
  /// passes' time.
  bool verifyEach = false;
  /// Code says of which line of the program it is: LLVM's IR in the metadata `!dbg`, objects in a
  /// line table. The instructions are the same.
  bool lineInfo = false;
  /// If not null: takes the text of the MLIR (LLVM dialect), and of the optimized LLVM IR.
  std::string *mlirText = nullptr;
  std::string *llvmText = nullptr;
  /// Called with the name of each pass, MLIR's and LLVM's, before it runs; from several threads.
  std::function<void(llvm::StringRef)> onProgress;
  /// If not null: takes the seconds that the passes took, down to the LLVM dialect.
  double *passSeconds = nullptr;
};

/// An array in memory, row by row; a scalar has no extents.
struct BufferView {
  void *data = nullptr;
  llvm::SmallVector<int64_t> shape;
};

/// What a handle refers to, which a public function takes or returns as a value of a type
/// `!chad.box`: a function, or a box.
struct HandleType {
  mlir::Type type; ///< Of the function, or of the box.
  /// The public functions that take the handle, and apply the function or its transpose, or empty.
  std::string apply, transpose;
};

/// Everything that compiling needs of a context, and the dialect itself.
void registerCompilerDialects(mlir::DialectRegistry &registry);

class CompiledProgram;

/// A function with its arguments in place, to be run any number of times.
class PreparedCall {
public:
  PreparedCall(PreparedCall &&);
  PreparedCall &operator=(PreparedCall &&);
  ~PreparedCall();

  /// Runs from now on read this argument from `memory`, which must live as long as `prepareInPlace`
  /// demands. Fails, and changes nothing, if the shape does not fit the function's type.
  llvm::LogicalResult setArgument(unsigned argument, const BufferView &memory, std::string &why);
  /// Runs from now on write this result to `memory`, if it has the shape of `memory`; `resultView`
  /// tells where the result is. The memory must overlap no argument and no other result, and live
  /// as long as the call. The results of the run before are dropped.
  void giveMemory(unsigned result, const BufferView &memory);
  /// Runs from now on leave results that are arrays, and for which no memory was given, on the
  /// device that runs the program, or, with false and by default, copy them to the host.
  /// `findDeviceArray` (GPURuntime/Arrays.h) tells where a result is, and `releaseDeviceArray`
  /// frees one that was taken. Programs of the CPU ignore this. The results of the run before are
  /// dropped where this changes.
  void keepResultsOnDevice(bool isOn);
  /// Runs the function; the results of the run before are dropped. Where no memory was given,
  /// arrays are written over those of the run before, if they have the same shape. Where a check
  /// of the program fails, or there is not enough memory, `why` says so and where in the program;
  /// then there are no results, what the run has allocated is released, and memory that was given
  /// may have been written. External functions that the program has called are left by a
  /// `longjmp`.
  llvm::LogicalResult run(std::string &why);
  /// Frees the results of the last run.
  void dropResults();
  /// The results of the last run, which must have succeeded.
  llvm::FailureOr<RuntimeValues> results(std::string &why) const;
  /// A view of a result of the last run in its memory. It is valid until the next run.
  BufferView resultView(unsigned result) const;
  /// Gives the memory of a result of the last run to the caller: that of an array, who frees it
  /// with `releaseBuffer`, or a handle, which `releaseHandle` (Memory.h) frees. The result is then
  /// dropped. Null, and the result stays, where the memory is not the result's alone: where it was
  /// given by `giveMemory`, is shared by two results, or does not begin with the first element.
  void *takeResult(unsigned result);

private:
  friend class CompiledProgram;
  struct Impl;
  explicit PreparedCall(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// The public functions of a module as machine code. May be called from several
/// threads, each with calls of its own.
class CompiledProgram {
public:
  /// Compiles a copy of `module`. Errors in the program are diagnostics; `why` says
  /// what else went wrong, and is empty after a diagnostic.
  static llvm::FailureOr<std::unique_ptr<CompiledProgram>>
  create(mlir::ModuleOp module, const CompilerOptions &options, std::string &why);
  ~CompiledProgram();

  /// The type of a public function, as the program gave it, with `!chad.box` for a function that is
  /// an argument or a result, and, for a sum or an array of sums, what `flattenSums` makes of it:
  /// the tag and the values of all alternatives, or an array of each; null where there is no such
  /// function.
  mlir::FunctionType getFunctionType(llvm::StringRef function) const;

  /// The type with sums as the program gave it; null if it has none. Arguments and results that are
  /// `RuntimeValues` are of this type.
  mlir::FunctionType getTypeWithSums(llvm::StringRef function) const;

  /// What runs the program: the CPU, if that alone can run it, whatever the options say.
  Device getDevice() const { return device; }

  /// What handles of this type refer to. Functions take handles that functions of the same program
  /// have returned.
  HandleType getHandleType(BoxType type) const;

  /// Calls a public function. Kinds and extents of the arguments are checked
  /// against its type.
  llvm::FailureOr<RuntimeValues> call(llvm::StringRef function, llvm::ArrayRef<RuntimeValue> args,
                                      std::string &why) const;

  llvm::FailureOr<PreparedCall> prepare(llvm::StringRef function, llvm::ArrayRef<RuntimeValue> args,
                                        std::string &why) const;
  /// The same for arrays in the caller's memory, without a copy: they must live as long as the
  /// call, and are only read. The elements must be those of the function's type.
  llvm::FailureOr<PreparedCall>
  prepareInPlace(llvm::StringRef function, llvm::ArrayRef<BufferView> args, std::string &why) const;

private:
  CompiledProgram();
  /// A call without arguments.
  llvm::FailureOr<PreparedCall> begin(llvm::StringRef function, size_t numArgs,
                                      std::string &why) const;

  std::shared_ptr<mlir::ExecutionEngine> engine;
  Device device = Device::CPU;
  /// The public functions' types.
  llvm::StringMap<mlir::FunctionType> types;
  llvm::StringMap<mlir::FunctionType> withSums;
  llvm::StringMap<HandleType> handles; ///< By the record.
  llvm::StringSet<> recursive;         ///< Functions that recur, by their names in the code.
};

} // namespace chad

#endif // CHAD_EXECUTIONENGINE_EXECUTIONENGINE_H
