//===- Assumptions.cpp -------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Equations between extents that the user gives, since they do not follow from the ops.

#include "CheapGradient.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace chad;

using Names = std::map<std::string, CostPolynomial>;

static void collectNames(const CostAnalysis &analysis, const CostInfo &info, Names &names) {
  auto add = [&](const CostPolynomial &polynomial) {
    if (auto symbol = polynomial.getSymbol())
      names[analysis.getOrigin(*symbol).name] = polynomial;
  };
  for (const CostPolynomial &dim : info.dims)
    add(dim);
  if (info.number)
    add(*info.number);
  for (const CostInfo::Ptr &part : info.parts)
    collectNames(analysis, *part, names);
}

static bool isNewName(StringRef name) {
  return name.size() > 1 && llvm::isAlpha(name[0]) && !llvm::isDigit(name[1]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Parses a name or a number, to a power. A name that is not the name of an extent becomes a new
/// symbol.
static FailureOr<CostPolynomial> parseFactor(CostAnalysis &analysis, StringRef text, Names &names) {
  auto [base, exponent] = text.split('^');
  CostPolynomial factor;
  double number;
  unsigned power = 1;
  auto it = names.find(base.trim().str());
  if (it != names.end())
    factor = it->second;
  else if (!base.trim().getAsDouble(number))
    factor = number;
  else if (isNewName(base.trim()))
    factor = names[base.trim().str()] =
        analysis.newSymbol({base.trim().str(), false, "assumed to be at least 1"});
  else
    return failure();
  if (!exponent.empty() && (exponent.trim().getAsInteger(10, power) || power > 16))
    return failure();
  CostPolynomial product = 1;
  for (unsigned i = 0; i < power; ++i)
    product = product * factor;
  return product;
}

/// Parses sums and differences of products.
static FailureOr<CostPolynomial> parseSum(CostAnalysis &analysis, StringRef text, Names &names) {
  CostPolynomial sum;
  while (!text.empty()) {
    bool isNegative = text.consume_front("-");
    if (!isNegative)
      text.consume_front("+");
    StringRef term = text.take_until([](char c) { return c == '+' || c == '-'; });
    text = text.drop_front(term.size());
    CostPolynomial product = isNegative ? -1 : 1;
    SmallVector<StringRef> factors;
    term.split(factors, '*');
    for (StringRef factor : factors) {
      FailureOr<CostPolynomial> value = parseFactor(analysis, factor, names);
      if (failed(value))
        return failure();
      product = product * *value;
    }
    sum += product;
  }
  return sum;
}

LogicalResult chad::detail::assume(CostAnalysis &analysis, func::FuncOp function,
                                   ArrayRef<std::string> equations) {
  if (equations.empty())
    return success();
  FailureOr<const CostAnalysis::Function *> known = analysis.get(function);
  if (failed(known))
    return failure();
  Names names;
  for (const CostInfo::Ptr &argument : (*known)->arguments)
    collectNames(analysis, *argument, names);
  for (const std::string &equation : equations) {
    auto [left, right] = StringRef(equation).split('=');
    auto it = names.find(left.trim().str());
    FailureOr<CostPolynomial> value = parseSum(analysis, right.trim(), names);
    if (it == names.end() || right.trim().empty() || failed(value))
      return emitError(function.getLoc(), "chad: '")
             << equation << "' is no equation between extents of '@" << function.getSymName()
             << "'; write EXTENT=SUM, as in 'd1_0=0.5*d0_0^2-1'";
    analysis.unify(it->second, *value);
  }
  return success();
}
