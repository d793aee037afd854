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

/// Which functions a value of function type may be. Values that meet anywhere are
/// one class, so the classes are found in almost linear time.
class LambdaSets {
public:
  /// Where the values of a class hold values of the class, they are boxes of a record if `boxed`;
  /// otherwise the class is left as it is. Linear functions are left as they are if `keepsLinear`.
  explicit LambdaSets(mlir::ModuleOp module, bool boxed = false, bool keepsLinear = false);

  struct Class {
    unsigned parent;
    /// `chad.lambda`, `chad.lfun.lambda` and `func.constant` ops, in program order.
    llvm::SmallVector<mlir::Operation *> sources;
    /// The classes of the arguments and results that are functions.
    llvm::SmallVector<std::pair<unsigned, unsigned>> inputs, results;
    /// Whether it holds functions that are not known, or values that are left as they are.
    bool isOpen = false;
    bool isUnderway = false;
    /// The length of `path` when it became underway.
    size_t depth = 0;
    SumType sum;
    /// Where the sum would hold itself: a box of the sum.
    BoxType box;

    /// The type of its values; null where they are left as they are.
    mlir::Type getType() const {
      return !sum ? mlir::Type() : box ? mlir::Type(box) : mlir::Type(sum);
    }
  };

  /// The class of `value`; null where `value` is no function.
  Class *lookup(mlir::Value value);

  /// That of the field `field` of `record`; null where it holds no function.
  Class *lookupField(RecordOp record, unsigned field);

  /// The values that are functions.
  llvm::ArrayRef<mlir::Value> getValues() const { return values; }

  /// What the body of `lambda` takes from outside, other than constants.
  llvm::ArrayRef<mlir::Value> getCaptures(mlir::Operation *lambda);

  /// A lambda, and one that captures it, where its class would hold itself because of that.
  struct Capture {
    mlir::Operation *captured, *by;
    bool operator==(const Capture &other) const {
      return captured == other.captured && by == other.by;
    }
  };
  /// Without these, fewer classes are open: `by` can make a function of its own like `captured`.
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
  /// Finds the sum that represents a class. Where that would hold itself, boxes it or opens the
  /// class.
  bool represent(unsigned node);

  /// What `function`, a `func.func` or `chad.lambda`, returns at each position, or a record
  /// holds.
  llvm::ArrayRef<int64_t> returned(mlir::Operation *function, mlir::TypeRange types);

  std::vector<Class> classes;
  llvm::DenseMap<mlir::Value, unsigned> nodes;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<int64_t>> returns;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> captures;
  llvm::SmallVector<mlir::Value> values;
  /// From class to class, while they are represented; null where what is captured is no lambda.
  llvm::SmallVector<Capture> path;
  llvm::SmallVector<Capture> recursive;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_LAMBDASETS_H
