//===- CInterface.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The C interface of the functions of a program: docs/CABI.md.

#ifndef CHAD_LIB_EXECUTIONENGINE_CINTERFACE_H
#define CHAD_LIB_EXECUTIONENGINE_CINTERFACE_H

#include "chad/ExecutionEngine/AheadOfTime.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace llvm {
class Module;
class Triple;
} // namespace llvm

namespace chad::detail {

/// An argument or result. Arrays without dimensions are scalars in C.
struct CValue {
  /// The value at a position has a certain tag.
  struct Condition {
    unsigned value;
    uint64_t tag;
  };

  std::string name;
  mlir::Type type; ///< Of its representation: a scalar or a tensor.
  /// In the struct of a sum: the field's name; how many alternatives there are if it is a tag; and
  /// the tags with which the field is one of the alternative that is taken.
  std::string field = {};
  uint64_t numAlternatives = 0;
  llvm::SmallVector<Condition> conditions = {};

  mlir::Type getScalar() const;
  llvm::ArrayRef<int64_t> getShape() const;
  bool isArray() const { return !getShape().empty(); }
  /// A box, of which callers have a handle.
  bool isHandle() const { return llvm::isa<BoxType>(type); }
};

/// A parameter in C: a value, or a struct of those that stand for a sum or an array of sums.
struct CParameter {
  std::string name;
  mlir::Type sum;            ///< Null for a value.
  unsigned first, count;     ///< The values among the arguments or results.
  std::string typeName = {}; ///< Of the struct.
};

struct CFunction {
  std::string name;   ///< In the program.
  std::string symbol; ///< In C.
  mlir::FunctionType type;
  /// What the program takes and returns, without sums.
  llvm::SmallVector<CValue> args, results;
  llvm::SmallVector<CParameter> argParameters, resultParameters;
};

/// What was added to a program for functions as values.
struct ExportedValues {
  llvm::StringMap<HandleType> handles; ///< By the record of the box.
  /// The functions that make a handle of a function in C, each with its parameters there.
  llvm::StringMap<std::string> makers;
};

/// Has exported functions take and return boxes of functions where they take and return
/// functions, and adds functions that apply and transpose what is in the boxes. If no function of a
/// type is returned that is taken, a function is added that makes one of a function in C; with
/// `hides`, or if the type is none of numbers, this fails with the reason in `why`, or the
/// functions that take such ones become private.
llvm::LogicalResult exportFunctionValues(mlir::ModuleOp module, const InterfaceOptions &options,
                                         std::string &why, bool hides = false,
                                         ExportedValues *exported = nullptr);

/// Adds a function that makes a box of `record` of a function in C, of the type `type`: it takes
/// the addresses of the function, of its partial derivatives, and of what they are given first.
/// Returns null if not all arguments and results are numbers, and the floats of one type.
/// `parameters` are those in C.
mlir::func::FuncOp addMaker(mlir::SymbolTable &symbols, RecordOp record, mlir::FunctionType type,
                            std::string &parameters);

/// The name in C of the type of a handle of a box.
std::string handleTypeOf(BoxType type, llvm::StringRef prefix);

/// The exported functions; fails with the reason in `why`.
llvm::FailureOr<std::vector<CFunction>>
describeInterface(mlir::ModuleOp module, const InterfaceOptions &options, std::string &why);

/// The status that a function of the C interface returns.
enum class CStatus { Ok, BadArgument, BadResult, CheckFailed, NoMemory, NoDevice };

/// Defines the functions in terms of those that `code` has; the latter and everything
/// else become internal.
void defineInterface(llvm::Module &code, llvm::ArrayRef<CFunction> functions, Device device);

/// Defines the functions that the program and the wrappers call, with the memory pool, and makes
/// `code` take its memory from the pool. Precondition: `code` has been optimized, as the optimizer
/// knows `malloc` and `free`. The functions of a device's runtime stay for the linker, by their
/// names in C.
void linkRuntime(llvm::Module &code, Device device);

/// The pool as LLVM IR.
std::string poolText(const llvm::Triple &target);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_CINTERFACE_H
