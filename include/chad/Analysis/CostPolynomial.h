//===- CostPolynomial.h ------------------------------------------ -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Polynomials in the extents of arrays.

#ifndef CHAD_ANALYSIS_COSTPOLYNOMIAL_H
#define CHAD_ANALYSIS_COSTPOLYNOMIAL_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chad {

/// A polynomial in symbols. Coefficients are floats, exact up to 2⁵³, so that no
/// program overflows them.
class CostPolynomial {
public:
  using Symbol = unsigned;
  /// The symbols of a product in ascending order, each as often as its exponent says.
  using Monomial = std::vector<Symbol>;
  using Substitution = llvm::function_ref<std::optional<CostPolynomial>(Symbol)>;

  CostPolynomial(double constant = 0) {
    if (constant != 0)
      terms[{}] = constant;
  }
  static CostPolynomial symbol(Symbol symbol) {
    CostPolynomial polynomial;
    polynomial.terms[{symbol}] = 1;
    return polynomial;
  }

  const std::map<Monomial, double> &getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  std::optional<double> getConstant() const;
  /// The symbol, if the polynomial is one symbol and nothing else.
  std::optional<Symbol> getSymbol() const;
  bool contains(Symbol symbol) const;
  /// The greatest number of symbols in a product.
  size_t getDegree() const;

  CostPolynomial &operator+=(const CostPolynomial &other) { return add(other, 1); }
  CostPolynomial &operator-=(const CostPolynomial &other) { return add(other, -1); }
  /// Adds `factor · other`.
  CostPolynomial &add(const CostPolynomial &other, double factor);
  CostPolynomial operator*(const CostPolynomial &other) const;
  bool operator==(const CostPolynomial &other) const { return terms == other.terms; }

  /// The polynomial with the larger one of each two coefficients: an upper bound of both
  /// polynomials, since extents are not negative.
  static CostPolynomial max(const CostPolynomial &lhs, const CostPolynomial &rhs);

  /// The polynomial in which symbols are replaced by the polynomials that `substitution` has for
  /// them.
  CostPolynomial substitute(Substitution substitution) const;

  /// `Σ p(i)` over `0 ≤ i < extent`; an upper bound of it if an exponent is 3 or more.
  CostPolynomial sumOver(Symbol index, const CostPolynomial &extent) const;

  double evaluate(llvm::function_ref<double(Symbol)> value) const;

  using NameOf = llvm::function_ref<std::string(Symbol)>;
  void print(llvm::raw_ostream &os, NameOf nameOf) const;

private:
  void addTerm(const Monomial &monomial, double coefficient);

  std::map<Monomial, double> terms;
};

inline CostPolynomial operator+(CostPolynomial lhs, const CostPolynomial &rhs) {
  return lhs += rhs;
}
inline CostPolynomial operator-(CostPolynomial lhs, const CostPolynomial &rhs) {
  return lhs -= rhs;
}

} // namespace chad

#endif // CHAD_ANALYSIS_COSTPOLYNOMIAL_H
