//===- CostPolynomial.cpp ------------------------------------------------ ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/CostPolynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

using namespace chad;

std::optional<double> CostPolynomial::getConstant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

std::optional<CostPolynomial::Symbol> CostPolynomial::getSymbol() const {
  if (terms.size() != 1 || terms.begin()->first.size() != 1 || terms.begin()->second != 1)
    return std::nullopt;
  return terms.begin()->first.front();
}

bool CostPolynomial::contains(Symbol symbol) const {
  return llvm::any_of(terms, [&](const auto &term) {
    return std::binary_search(term.first.begin(), term.first.end(), symbol);
  });
}

size_t CostPolynomial::getDegree() const {
  size_t degree = 0;
  for (const auto &[monomial, coefficient] : terms)
    degree = std::max(degree, monomial.size());
  return degree;
}

void CostPolynomial::addTerm(const Monomial &monomial, double coefficient) {
  auto [it, isNew] = terms.try_emplace(monomial, coefficient);
  if (!isNew)
    it->second += coefficient;
  if (it->second == 0)
    terms.erase(it);
}

CostPolynomial &CostPolynomial::add(const CostPolynomial &other, double factor) {
  if (&other == this)
    return *this = other * CostPolynomial(1 + factor);
  for (const auto &[monomial, coefficient] : other.terms)
    addTerm(monomial, factor * coefficient);
  return *this;
}

CostPolynomial CostPolynomial::operator*(const CostPolynomial &other) const {
  CostPolynomial product;
  for (const auto &[left, a] : terms)
    for (const auto &[right, b] : other.terms) {
      Monomial monomial(left.size() + right.size());
      std::merge(left.begin(), left.end(), right.begin(), right.end(), monomial.begin());
      product.addTerm(monomial, a * b);
    }
  return product;
}

CostPolynomial CostPolynomial::max(const CostPolynomial &lhs, const CostPolynomial &rhs) {
  CostPolynomial result;
  for (const auto &[monomial, coefficient] : lhs.terms) {
    auto it = rhs.terms.find(monomial);
    result.addTerm(monomial, std::max(coefficient, it == rhs.terms.end() ? 0 : it->second));
  }
  for (const auto &[monomial, coefficient] : rhs.terms)
    if (!lhs.terms.count(monomial))
      result.addTerm(monomial, std::max(coefficient, 0.0));
  return result;
}

CostPolynomial CostPolynomial::substitute(Substitution substitution) const {
  CostPolynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    Monomial rest;
    CostPolynomial factors(coefficient);
    for (Symbol symbol : monomial) {
      if (auto value = substitution(symbol))
        factors = factors * *value;
      else
        rest.push_back(symbol);
    }
    CostPolynomial kept;
    kept.terms[rest] = 1;
    result += factors * kept;
  }
  return result;
}

CostPolynomial CostPolynomial::sumOver(Symbol index, const CostPolynomial &extent) const {
  CostPolynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    CostPolynomial rest;
    Monomial others;
    llvm::copy_if(monomial, std::back_inserter(others), [&](Symbol s) { return s != index; });
    size_t power = monomial.size() - others.size();
    rest.terms[others] = coefficient;
    CostPolynomial sum = extent;
    for (size_t i = 0; i < power; ++i)
      sum = sum * extent;
    sum = sum * CostPolynomial(1.0 / (power + 1));
    // Bernoulli's formula.
    if (power == 1 || power == 2) {
      sum.add(power == 1 ? extent : extent * extent, -0.5);
      if (power == 2)
        sum.add(extent, 1.0 / 6);
    }
    result += rest * sum;
  }
  return result;
}

double CostPolynomial::evaluate(llvm::function_ref<double(Symbol)> value) const {
  double sum = 0;
  for (const auto &[monomial, coefficient] : terms) {
    double product = coefficient;
    for (Symbol symbol : monomial)
      product *= value(symbol);
    sum += product;
  }
  return sum;
}

static void printNumber(llvm::raw_ostream &os, double number) {
  if (number == std::floor(number) && std::abs(number) < 1e15)
    os << static_cast<int64_t>(number);
  else
    os << llvm::format("%.12g", number);
}

void CostPolynomial::print(llvm::raw_ostream &os, NameOf nameOf) const {
  if (terms.empty()) {
    os << "0";
    return;
  }
  // The highest degree first.
  std::vector<const std::pair<const Monomial, double> *> sorted;
  for (const auto &term : terms)
    sorted.push_back(&term);
  llvm::sort(sorted, [](const auto *a, const auto *b) {
    return std::make_pair(b->first.size(), std::cref(a->first)) <
           std::make_pair(a->first.size(), std::cref(b->first));
  });
  bool isFirst = true;
  for (const auto *term : sorted) {
    const auto &[monomial, coefficient] = *term;
    if (!isFirst)
      os << (coefficient < 0 ? " - " : " + ");
    else if (coefficient < 0)
      os << "-";
    isFirst = false;
    double magnitude = std::abs(coefficient);
    bool showsNumber = magnitude != 1 || monomial.empty();
    if (showsNumber)
      printNumber(os, magnitude);
    for (size_t i = 0; i < monomial.size();) {
      size_t end = i;
      while (end < monomial.size() && monomial[end] == monomial[i])
        ++end;
      os << (i > 0 || showsNumber ? "*" : "") << nameOf(monomial[i]);
      if (end - i > 1)
        os << "^" << end - i;
      i = end;
    }
  }
}
