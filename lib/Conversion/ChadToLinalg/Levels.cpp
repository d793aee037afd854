//===- Levels.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Terms, and the levels that they are functions of.

#include "Nest.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::structured;

Term Term::invariant(Value value) {
  Term term;
  term.kind = Kind::Invariant;
  term.value = value;
  return term;
}

Term Term::index(AffineExpr expr) {
  Term term;
  term.kind = Kind::Index;
  term.exprs = {expr};
  return term;
}

Term Term::computed(Value value) {
  Term term;
  term.kind = Kind::Computed;
  term.value = value;
  return term;
}

Term Term::array(unsigned level, Term element) {
  Term term;
  term.kind = Kind::Array;
  term.level = level;
  term.element = std::make_shared<const Term>(std::move(element));
  return term;
}

bool Levels::hasExtent(unsigned level, OpFoldResult extent) const {
  return llvm::any_of(extents[level], [&](OpFoldResult known) {
    return known == extent || chad::areEqual(Extent::of(known), Extent::of(extent));
  });
}

bool Levels::areEqual(OpFoldResult a, OpFoldResult b) const {
  if (a == b || chad::areEqual(Extent::of(a), Extent::of(b)))
    return true;
  return llvm::any_of(llvm::seq<unsigned>(0, extents.size()),
                      [&](unsigned level) { return hasExtent(level, a) && hasExtent(level, b); });
}

unsigned Levels::get(OpFoldResult extent, ArrayRef<unsigned> taken) {
  for (unsigned level = 0; level < extents.size(); ++level)
    if (!llvm::is_contained(taken, level) && hasExtent(level, extent))
      return level;
  extents.push_back({extent});
  return extents.size() - 1;
}

AffineExpr Levels::substitute(AffineExpr expr, const Substitution &by) const {
  if (by.empty())
    return expr;
  SmallVector<AffineExpr> dims;
  for (unsigned level = 0; level < extents.size(); ++level)
    dims.push_back(indexOf(level));
  for (auto [level, other] : by)
    dims[level] = other;
  return expr.replaceDims(dims);
}

Term Levels::substitute(const Term &term, const Substitution &by) {
  if (by.empty())
    return term;
  Term result = term;
  for (AffineExpr &expr : result.exprs)
    expr = substitute(expr, by);
  if (term.kind == Term::Kind::Computed) {
    for (auto &[level, expr] : result.levels)
      expr = substitute(expr, by);
    for (const auto &entry : by)
      if (llvm::none_of(term.levels, [&](auto &own) { return own.first == entry.first; }))
        result.levels.push_back(entry);
  }
  if (term.kind == Term::Kind::Array) {
    // The level of the array is its own.
    Substitution inner;
    llvm::copy_if(by, std::back_inserter(inner),
                  [&](auto &entry) { return entry.first != term.level; });
    // A level that is substituted must not be taken for that of the array, which then gets another
    // one.
    if (llvm::any_of(inner,
                     [&](auto &entry) { return entry.second.isFunctionOfDim(term.level); })) {
      extents.push_back(extents[term.level]);
      result.level = extents.size() - 1;
      inner.push_back({term.level, indexOf(result.level)});
    }
    result.element = std::make_shared<const Term>(substitute(*term.element, inner));
  }
  return result;
}

Term Levels::readAt(const Term &array, unsigned level) {
  if (array.kind == Term::Kind::Array) {
    if (array.level == level)
      return *array.element;
    return substitute(*array.element, {{array.level, indexOf(level)}});
  }
  assert(array.kind == Term::Kind::Read && "an array is read or made");
  Term element = array;
  SmallVector<AffineExpr> dims = {indexOf(level)};
  for (unsigned dim = 1; dim < array.sizes.size(); ++dim)
    dims.push_back(getAffineSymbolExpr(dim - 1, context));
  for (AffineExpr &expr : element.exprs)
    expr = expr.replaceSymbols(dims);
  element.sizes.erase(element.sizes.begin());
  return element;
}
