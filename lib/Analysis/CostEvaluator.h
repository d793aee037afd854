//===- CostEvaluator.h ------------------------------------------- -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes the cost of one function, op by op.

#ifndef CHAD_LIB_ANALYSIS_COSTEVALUATOR_H
#define CHAD_LIB_ANALYSIS_COSTEVALUATOR_H

#include "chad/Analysis/Cost.h"
#include "chad/IR/ChadOps.h"
#include <set>

namespace chad {

/// The cost of code, and the depth to which array operations are nested in it.
struct CodeCost {
  Cost cost;
  unsigned depth = 0;

  CodeCost &operator+=(const CodeCost &other) {
    cost += other.cost;
    depth = std::max(depth, other.depth);
    return *this;
  }
};

class CostEvaluator {
public:
  using Ptr = CostInfo::Ptr;
  using MaybeCost = mlir::FailureOr<CodeCost>;

  CostEvaluator(CostAnalysis &analysis, CostAnalysis::Contributions *contributions)
      : analysis(analysis), contributions(contributions) {}

  CostAnalysis &analysis;

  mlir::FailureOr<CostAnalysis::Function> run(mlir::func::FuncOp function);
  /// A call of the function that is evaluated, or of one that calls it: its cost is that of one
  /// more run. Arguments that differ from the function's own parameters are not known.
  MaybeCost recur(mlir::func::CallOp call);
  bool isRecursiveCall(mlir::func::CallOp call);
  /// Finds where the boxes that the function opens are made.
  void findBoxes(mlir::func::FuncOp function);
  /// Remembers what a box holds.
  void box(BoxOp op);
  /// What is known of the values in a box.
  void open(OpenOp op);
  mlir::func::FuncOp current;

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// The properties of `value`; unknown ones get fresh symbols.
  Ptr get(mlir::Value value);
  llvm::SmallVector<Ptr> get(mlir::ValueRange values);
  void set(mlir::Value value, Ptr info);
  void set(mlir::ValueRange values, llvm::ArrayRef<Ptr> infos);
  CostPolynomial dim(mlir::Value value, unsigned dim);
  CostPolynomial number(mlir::Value value);
  /// The symbol for the result of the integer operation `operation` at `op`.
  CostPolynomial derive(llvm::StringRef operation, llvm::ArrayRef<CostPolynomial> operands,
                        mlir::Operation *op);
  CostPolynomial maximum(const CostPolynomial &lhs, const CostPolynomial &rhs, mlir::Operation *op);
  CostPolynomial minimum(const CostPolynomial &lhs, const CostPolynomial &rhs, mlir::Operation *op);
  /// The number of scalars in a value.
  CostPolynomial size(mlir::Value value) { return get(value)->getSize(); }

  using Describe = llvm::function_ref<CostAnalysis::SymbolOrigin(std::string)>;
  /// The properties that are known from the type, and symbols for the others.
  Ptr fromType(mlir::Type type, Describe describe);
  Ptr unknown(mlir::Type type, mlir::Operation *op);
  static Ptr withDims(llvm::ArrayRef<CostPolynomial> dims);
  static Ptr withNumber(CostPolynomial number);
  /// The properties of the element at `index` of an array, and those of an array with such
  /// elements.
  Ptr elementOf(mlir::Type array, const CostInfo &info, CostPolynomial::Symbol index,
                mlir::Operation *op);
  Ptr arrayOf(mlir::Type array, const CostPolynomial &extent, const CostInfo &element,
              std::optional<CostPolynomial::Symbol> index, mlir::Operation *op);
  /// The properties of a value that is one of two: those that both have.
  Ptr join(mlir::Type type, const CostInfo &lhs, const CostInfo &rhs, mlir::Operation *op);
  Ptr substitute(const CostInfo &info, CostPolynomial::Substitution substitution);
  bool agree(const CostInfo &lhs, const CostInfo &rhs);
  void unify(const CostPolynomial &lhs, const CostPolynomial &rhs) {
    if (!conditions)
      analysis.unify(lhs, rhs);
  }
  void unify(const CostInfo &lhs, const CostInfo &rhs) {
    if (!conditions)
      analysis.unify(lhs, rhs);
  }

  //===--------------------------------------------------------------------===//
  // Code
  //===--------------------------------------------------------------------===//

  MaybeCost evaluate(mlir::Block &block);
  /// A region of one block with these arguments.
  MaybeCost evaluate(mlir::Region &region, llvm::ArrayRef<Ptr> arguments);
  MaybeCost evaluate(mlir::Operation *op);

  /// The cost of the operation itself, with a `let` for its results and a variable for each
  /// operand; `moves` counts neither of these.
  CodeCost let(mlir::Operation *op, const Cost &cost, unsigned depth = 0);
  CodeCost let(mlir::Operation *op, const CostPolynomial &moves, unsigned depth = 0) {
    return let(op, Cost(moves, 0, 0, 0), depth);
  }
  /// `region` for each index below `extent`, with `moves` each time.
  MaybeCost loop(mlir::Operation *op, mlir::Region &region, llvm::ArrayRef<Ptr> arguments,
                 CostPolynomial::Symbol index, const CostPolynomial &extent, double moves);
  /// Like `loop`, where the first yielded values are the next values of the arguments `states`.
  MaybeCost carry(mlir::Operation *op, mlir::Region &region, llvm::SmallVector<Ptr> arguments,
                  mlir::Block::BlockArgListType states, CostPolynomial::Symbol index,
                  const CostPolynomial &extent, double moves);
  /// One of the regions.
  MaybeCost branch(mlir::Operation *op, mlir::RegionRange regions);
  MaybeCost apply(mlir::Operation *op, const CostInfo::Map &map, llvm::ArrayRef<Ptr> arguments);
  /// The function that `op` calls or names.
  mlir::FailureOr<CostInfo::Map> getFunction(mlir::Operation *op);
  /// Makes the result of `op` the function `region`.
  MaybeCost lambda(mlir::Operation *op, mlir::Region &region, llvm::ArrayRef<Ptr> arguments);

  /// The costs of groups of ops; nothing if the op belongs to another group.
  std::optional<MaybeCost> scalars(mlir::Operation *op);
  std::optional<MaybeCost> arrays(mlir::Operation *op);
  std::optional<MaybeCost> tensors(mlir::Operation *op);
  std::optional<MaybeCost> control(mlir::Operation *op);
  std::optional<MaybeCost> linear(mlir::Operation *op);
  std::optional<MaybeCost> unf(mlir::Operation *op);

private:
  void record(mlir::Operation *op, const Cost &cost) {
    if (contributions)
      contributions->emplace_back(op, cost);
  }

  CostAnalysis::Contributions *contributions;
  bool isRecursive = false;
  /// Whether the function calls others that call it: the arguments that they pass are not known.
  bool isInCycle = false;
  /// Extents and integers among the function's parameters that recursive calls do not pass on
  /// unchanged.
  std::set<CostPolynomial::Symbol> varying;
  llvm::DenseMap<mlir::Value, Ptr> infos;
  /// The number of ops that make boxes of a record, if all boxes that the function opens are made
  /// in it.
  llvm::DenseMap<mlir::Attribute, unsigned> numMade;
  /// What the boxes of a record hold that one op makes.
  llvm::DenseMap<mlir::Attribute, llvm::SmallVector<Ptr>> boxed;
  /// Carried values whose extents change.
  llvm::DenseSet<mlir::Value> changing;
  /// The number of branches around the code that is evaluated.
  unsigned conditions = 0;
};

} // namespace chad

#endif // CHAD_LIB_ANALYSIS_COSTEVALUATOR_H
