//===- Cost.h ---------------------------------------------------- -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes the cost of a function, as polynomials in the extents of its arrays.
//
// An op is a `let` of an operation on variables: with the cost of the operation, 1
// move for the `let` and 1 for each operand. A loop over n elements costs n times its body
// and the elements that it takes (Huot & Shaikhha 2022, Fig. 11). docs/Cost.md has the
// table of all ops.

#ifndef CHAD_ANALYSIS_COST_H
#define CHAD_ANALYSIS_COST_H

#include "chad/Analysis/CostPolynomial.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <memory>

namespace chad {

/// A cost vector.
struct Cost {
  enum Component { Moves, Adds, Mults, Nonlinear };
  static constexpr unsigned numComponents = 4;
  static llvm::StringRef getName(unsigned component);

  Cost() = default;
  Cost(CostPolynomial moves, CostPolynomial adds, CostPolynomial mults, CostPolynomial nonlinear)
      : parts{std::move(moves), std::move(adds), std::move(mults), std::move(nonlinear)} {}

  CostPolynomial &operator[](unsigned component) { return parts[component]; }
  const CostPolynomial &operator[](unsigned component) const { return parts[component]; }

  Cost &operator+=(const Cost &other);
  Cost operator*(const CostPolynomial &factor) const;
  /// With `change` applied to each component.
  Cost map(llvm::function_ref<CostPolynomial(const CostPolynomial &)> change) const;
  static Cost max(const Cost &lhs, const Cost &rhs);

private:
  std::array<CostPolynomial, numComponents> parts;
};

inline Cost operator+(Cost lhs, const Cost &rhs) { return lhs += rhs; }

/// The properties of a value that the cost of its uses depends on.
struct CostInfo {
  using Ptr = std::shared_ptr<const CostInfo>;
  /// A function value or a linear function.
  struct Map {
    llvm::SmallVector<Ptr> arguments, results;
    Cost cost;
    unsigned depth = 0;
  };

  /// The extents of a tensor.
  llvm::SmallVector<CostPolynomial, 2> dims;
  /// The value of an integer.
  std::optional<CostPolynomial> number;
  /// The elements of an array of integers as a polynomial in their position.
  std::optional<std::pair<CostPolynomial::Symbol, CostPolynomial>> elements;
  std::shared_ptr<const Map> map;
  /// The components of a tuple, a context or a sum.
  llvm::SmallVector<Ptr> parts;

  /// The number of scalars.
  CostPolynomial getSize() const;
};

class CostAnalysis {
public:
  CostAnalysis();
  ~CostAnalysis();

  struct Function {
    Cost cost;
    /// The depth to which array operations are nested.
    unsigned depth = 0;
    llvm::SmallVector<CostInfo::Ptr> arguments, results;
  };
  /// The cost of a function. If it cannot be computed, an error says what to do.
  mlir::FailureOr<const Function *> get(mlir::func::FuncOp function);

  /// The cost of each op, without the bodies of loops, multiplied by the number of times that it
  /// runs.
  using Contributions = std::vector<std::pair<mlir::Operation *, Cost>>;
  mlir::FailureOr<Contributions> getContributions(mlir::func::FuncOp function);

  /// Where an extent comes from.
  struct SymbolOrigin {
    /// The name of the symbol; symbols with the same name are numbered.
    std::string name;
    bool isNumbered = false;
    std::string description;
  };
  CostPolynomial newSymbol(SymbolOrigin origin);
  CostPolynomial::Symbol newIndex();
  /// A symbol for the result of an integer operation of this name: the same symbol for equal
  /// operands.
  CostPolynomial derive(llvm::StringRef operation, std::vector<CostPolynomial> operands,
                        SymbolOrigin origin);
  bool hasIndex(const CostPolynomial &polynomial) const;
  /// Whether an integer is known to be zero or more where extents are one or more.
  bool isNonNegative(const CostPolynomial &polynomial);
  /// A symbol for the number of times that `op`, an `scf.while`, runs its second region, or for the
  /// number of calls of a recursive function `op` that one call from outside causes.
  CostPolynomial iterationsOf(mlir::Operation *op);
  /// Assumes that a loop of `derivative`, or of a function that it calls, runs as often as the loop
  /// of `primal` that it is a copy of: the one with the same location, if `primal` has one such
  /// loop.
  void relateLoops(mlir::func::FuncOp primal, mlir::func::FuncOp derivative);
  /// Treats integers as equal if one operation makes them from equal operands.
  void relateDerived();
  const SymbolOrigin &getOrigin(CostPolynomial::Symbol symbol) const {
    return symbols[symbol].origin;
  }

  /// Treats two extents as equal from now on.
  void unify(const CostPolynomial &lhs, const CostPolynomial &rhs);
  void unify(const CostInfo &lhs, const CostInfo &rhs);
  /// The polynomial in which equal symbols are replaced by one of them.
  CostPolynomial resolve(const CostPolynomial &polynomial);
  Cost resolve(const Cost &cost);

private:
  struct SymbolEntry {
    SymbolOrigin origin;
    bool isIndex = false;
    std::optional<CostPolynomial> value;
  };
  struct Entry {
    enum { InProgress, Failed, Done } state = InProgress;
    Function function;
    /// How many functions were seen before.
    unsigned number = 0;
  };

  void visitLoops(mlir::func::FuncOp root,
                  llvm::function_ref<void(mlir::Attribute, mlir::Operation *)> visit);
  CostPolynomial::Symbol findRoot(CostPolynomial::Symbol symbol);
  void evaluate(mlir::func::FuncOp function, Entry &entry, Contributions *contributions);
  mlir::LogicalResult visit(mlir::func::FuncOp function);
  /// The function that an op calls or names.
  mlir::func::FuncOp getCallee(mlir::Operation *op);
  /// The functions that call one another, `function` among them.
  llvm::ArrayRef<mlir::func::FuncOp> getCycle(mlir::func::FuncOp function);
  void findCycles(mlir::func::FuncOp root);

  std::vector<SymbolEntry> symbols;
  struct DerivedSymbol {
    std::string operation;
    std::vector<CostPolynomial> operands;
    CostPolynomial::Symbol symbol;
  };
  std::vector<DerivedSymbol> derived;
  llvm::DenseMap<mlir::Operation *, CostPolynomial::Symbol> iterations;
  mlir::SymbolTableCollection symbolTables;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Entry>> functions;
  llvm::DenseMap<mlir::Operation *, std::shared_ptr<llvm::SmallVector<mlir::func::FuncOp>>> cycles;

  friend class CostEvaluator;
};

/// Names for symbols. Symbols without a name of their own are numbered in the order of their first
/// use.
class CostNames {
public:
  explicit CostNames(const CostAnalysis &analysis) : analysis(analysis) {}
  std::string operator()(CostPolynomial::Symbol symbol);
  std::string print(const CostPolynomial &polynomial);
  /// One line `NAME: DESCRIPTION` for each symbol that was named.
  std::vector<std::string> getLegend() const;

private:
  const CostAnalysis &analysis;
  std::map<CostPolynomial::Symbol, std::string> names;
  std::map<std::string, unsigned> counts;
};

} // namespace chad

#endif // CHAD_ANALYSIS_COST_H
