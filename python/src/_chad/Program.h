//===- Program.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compiled programs, independent of Python: this header and its source do not use the interpreter,
// so that XLA's threads may use them, too.

#ifndef CHAD_PYTHON_PROGRAM_H
#define CHAD_PYTHON_PROGRAM_H

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "chad/ExecutionEngine/Requests.h"
#include "mlir/IR/MLIRContext.h"
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace chad::python {

/// The types of elements in memory.
enum class Element { F64, F32, F16, BF16, I64, I32, I16, I8, I1 };

unsigned sizeOf(Element element);

/// The type of an argument or a result.
struct ValueType {
  std::string text; ///< In MLIR, `tensor<?x3xf64>`.
  Element element = Element::F64;
  bool isArray = false;
  bool isUnit = false;        ///< A linear type without floats: no value at all.
  std::string record;         ///< Of a function or a box: the record that its handles refer to.
  std::vector<int64_t> shape; ///< A dynamic extent is negative.

  bool isHandle() const { return !record.empty(); }
};

/// An argument or a result that may be a sum, or an array of sums: what the alternatives consist
/// of. Otherwise it is one value.
struct ValueTree {
  ValueType type; ///< Of the value, or with the extents of the array of sums.
  bool isSum = false;
  std::vector<std::vector<ValueTree>> alternatives;
};

/// An error, warning or note of the compiler.
struct Message {
  std::string severity, text, file;
  unsigned line = 0, column = 0;
  std::vector<Message> notes;
};

using Request = DerivativeRequest;
using chad::SplitParts;

/// The reason why a program was not compiled, and its messages.
struct Failure {
  std::string why;
  std::vector<Message> messages;
};

class Function;
class Program;

/// A function, a linear function or a box that a program has returned. The last reference releases
/// it.
struct Handle {
  std::shared_ptr<Program> program;
  std::string record, text; ///< The type, in chad's and in MLIR's terms.
  std::shared_ptr<void> memory;
  /// What applies the function, and its transpose, or null.
  std::shared_ptr<Function> apply, transpose;
  /// If this is a transpose, the function that it is a transpose of.
  std::shared_ptr<Handle> transposed;
};

/// A compiled program. It keeps its context alive, whose types its calls use.
class Program : public std::enable_shared_from_this<Program> {
public:
  /// Compiles text or bytecode; null after a failure. Warnings go to `failure.messages`, too. A
  /// request of the kind "split" is of `splitFunction`, whose late arguments are `wrt`.
  static std::shared_ptr<Program> create(llvm::StringRef source, llvm::StringRef fileName,
                                         const CompilerOptions &options,
                                         llvm::ArrayRef<Request> requests, Failure &failure);

  const std::vector<std::string> &getFunctionNames() const { return names; }
  /// The parts of functions that were split, in the order of the requests.
  const std::vector<SplitParts> &getParts() const { return parts; }
  /// What runs the program.
  Device getDevice() const { return compiled->getDevice(); }
  /// Returns the public function of that name, or null.
  std::shared_ptr<Function> getFunction(llvm::StringRef name);
  /// Takes `memory`, a handle of this type.
  std::shared_ptr<Handle> makeHandle(const ValueType &type, void *memory);

private:
  std::optional<ValueType> describe(mlir::Type type) const;
  /// The same of a type that may hold sums.
  ValueTree describeTree(mlir::Type type) const;

  friend class Function;
  friend struct Compilation;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<CompiledProgram> compiled;
  std::vector<std::string> names;
  std::vector<SplitParts> parts;
  /// The functions that are in use.
  llvm::StringMap<std::weak_ptr<Function>> functions;
  std::mutex mutex;
};

/// Lowers `source` to a stage: "source" (parsed and printed), "first-order" or "mlir".
std::optional<std::string> lower(llvm::StringRef source, llvm::StringRef fileName,
                                 llvm::StringRef stage, const CompilerOptions &options,
                                 llvm::ArrayRef<Request> requests, Failure &failure);

/// A call that can be used again, and the scalars among its arguments.
struct Call {
  std::optional<PreparedCall> prepared;
  std::vector<BufferView> args;
  std::vector<uint64_t> scalars;
};

/// A public function, with a pool of calls that are not in use. Any thread may call the function.
class Function {
public:
  Function(std::shared_ptr<Program> program, std::string name, std::vector<ValueType> args,
           std::vector<ValueType> results);

  const std::string &getName() const { return name; }
  Program &getProgram() const { return *program; }
  /// Arguments and results, with the tags and values of all alternatives for sums.
  const std::vector<ValueType> &getArgs() const { return args; }
  const std::vector<ValueType> &getResults() const { return results; }
  /// If there are sums: all arguments and results as the program gives them.
  const std::vector<ValueTree> &getArgTrees() const { return argTrees; }
  const std::vector<ValueTree> &getResultTrees() const { return resultTrees; }
  void setSums(std::vector<ValueTree> args, std::vector<ValueTree> results) {
    argTrees = std::move(args);
    resultTrees = std::move(results);
  }

  /// Returns a call for exclusive use by the caller, who fills in the views of all arguments.
  std::unique_ptr<Call> acquire();
  /// Binds the arguments of `call`, and checks their shapes.
  bool bind(Call &call, std::string &why);
  void release(std::unique_ptr<Call> call);

private:
  std::shared_ptr<Program> program;
  std::string name;
  std::vector<ValueType> args, results;
  std::vector<ValueTree> argTrees, resultTrees;
  std::mutex mutex;
  std::vector<std::unique_ptr<Call>> idle;
};

} // namespace chad::python

#endif // CHAD_PYTHON_PROGRAM_H
