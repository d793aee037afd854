//===- LambdaSets.h ---------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_LAMBDASETS_H
#define CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_LAMBDASETS_H

#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace chad::detail {

/// Finds, for each value of function type, the set of functions that it may be. Values that flow to
/// the same place are in one class. Classes are unified by union-find, so that they are found in
/// almost linear time.
class LambdaSets {
public:
  /// If the values of a class capture values of the same class, the class is represented by boxes
  /// of a record if `boxed` is set; otherwise it stays a class of function values. With
  /// `keepsLinear`, linear functions stay as they are.
  explicit LambdaSets(mlir::ModuleOp module, bool boxed = false, bool keepsLinear = false);

  struct Class {
    unsigned parent;
    /// `chad.lambda`, `chad.lfun.lambda` and `func.constant` ops, in program order.
    llvm::SmallVector<mlir::Operation *> sources;
    /// The classes of the arguments and results that are functions.
    llvm::SmallVector<std::pair<unsigned, unsigned>> inputs, results;
    /// Whether the class is open: not all its functions are known, or it stays a class of function
    /// values.
    bool isOpen = false;
    bool isUnderway = false;
    /// The length of `path` when the search for the representation of the class began.
    size_t depth = 0;
    SumType sum;
    /// A box of the sum, if the sum would contain itself; null otherwise.
    BoxType box;

    /// The type that represents values of the class; null if they stay function values.
    mlir::Type getType() const {
      return !sum ? mlir::Type() : box ? mlir::Type(box) : mlir::Type(sum);
    }
  };

  /// The class of `value`; null if `value` is no function.
  Class *lookup(mlir::Value value);

  /// The class of the field `field` of `record`; null if the field is no function.
  Class *lookupField(RecordOp record, unsigned field);

  /// The values of function type.
  llvm::ArrayRef<mlir::Value> getValues() const { return values; }

  /// The values from outside, other than constants, that the body of `lambda` uses.
  llvm::ArrayRef<mlir::Value> getCaptures(mlir::Operation *lambda);

  /// A lambda `captured`, and a lambda `by` that captures it, if the sum of their class would
  /// contain itself because of this.
  struct Capture {
    mlir::Operation *captured, *by;
    bool operator==(const Capture &other) const {
      return captured == other.captured && by == other.by;
    }
  };
  /// The captures because of which classes are open. A pass removes a capture by copying `captured`
  /// into `by`.
  llvm::ArrayRef<Capture> getRecursiveCaptures() const { return recursive; }

  mlir::SymbolTableCollection symbols;

private:
  mlir::ModuleOp module;
  bool boxed, keepsLinear;
  unsigned numBoxes = 0;
  BoxType makeBox();
  unsigned make(mlir::Type type);
  unsigned find(unsigned node);
  unsigned node(mlir::Value value);
  void unify(unsigned a, unsigned b);
  void unify(mlir::Value a, mlir::Value b);
  void open(mlir::Value value);
  void openAll();
  void visit(mlir::Operation *op);
  void visitSource(mlir::Operation *op, mlir::ValueRange inputs, mlir::Operation *function);
  void unifyCall(mlir::Operation *op, mlir::ValueRange args, mlir::ValueRange results);
  /// Finds the sum that represents a class. If the sum would contain itself, boxes it or makes the
  /// class open.
  bool represent(unsigned node);

  /// The nodes of the results of `function`, a `func.func` or `chad.lambda`, or of the fields of a
  /// record; one for each of `types`.
  llvm::ArrayRef<int64_t> returned(mlir::Operation *function, mlir::TypeRange types);

  std::vector<Class> classes;
  llvm::DenseMap<mlir::Value, unsigned> nodes;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<int64_t>> returns;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> captures;
  llvm::SmallVector<mlir::Value> values;
  /// The captures that lead, from class to class, to the class that is being represented. An entry
  /// is null if the captured value is not a lambda.
  llvm::SmallVector<Capture> path;
  llvm::SmallVector<Capture> recursive;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_LAMBDASETS_H
