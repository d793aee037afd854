//===- CostValues.cpp --------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes the extents of values, and the values of integers.

#include "CostEvaluator.h"

using namespace mlir;
using namespace chad;

using Ptr = CostInfo::Ptr;

static RankedTensorType getTensor(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    type = lin.getPrimal();
  return dyn_cast<RankedTensorType>(type);
}

static SmallVector<Type> getParts(Type type) {
  SmallVector<Type> parts;
  if (auto tuple = dyn_cast<TupleType>(type))
    llvm::append_range(parts, tuple.getTypes());
  else if (auto ctx = dyn_cast<CtxType>(type))
    llvm::append_range(parts, ctx.getComponents());
  else if (auto sum = dyn_cast<SumType>(type))
    for (TupleType alternative : sum.getAlternatives())
      parts.push_back(alternative);
  return parts;
}

/// Where `op` is, as far as its location says.
static std::string describeOp(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << op->getName() << "'";
  if (auto location = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << " in line " << location.getLine();
  return text;
}

Ptr CostEvaluator::fromType(Type type, Describe describe) {
  auto info = std::make_shared<CostInfo>();
  if (RankedTensorType tensor = getTensor(type)) {
    for (auto [i, extent] : llvm::enumerate(tensor.getShape()))
      info->dims.push_back(ShapedType::isDynamic(extent)
                               ? analysis.newSymbol(describe("_" + std::to_string(i)))
                               : CostPolynomial(extent));
    return info;
  }
  for (auto [i, part] : llvm::enumerate(getParts(type)))
    info->parts.push_back(fromType(
        part, [&, i = i](std::string path) { return describe("_" + std::to_string(i) + path); }));
  return info;
}

Ptr CostEvaluator::unknown(Type type, Operation *op) {
  return fromType(type, [&](std::string) {
    return CostAnalysis::SymbolOrigin{"u", true, "an extent that " + describeOp(op) + " makes"};
  });
}

Ptr CostEvaluator::withDims(ArrayRef<CostPolynomial> dims) {
  auto info = std::make_shared<CostInfo>();
  llvm::append_range(info->dims, dims);
  return info;
}

Ptr CostEvaluator::withNumber(CostPolynomial number) {
  auto info = std::make_shared<CostInfo>();
  info->number = std::move(number);
  return info;
}

Ptr CostEvaluator::get(Value value) {
  Ptr &info = infos[value];
  if (info)
    return info;
  Operation *op = value.getDefiningOp();
  if (!op)
    op = value.getParentBlock()->getParentOp();
  Ptr created = unknown(value.getType(), op);
  return infos[value] = created;
}

SmallVector<Ptr> CostEvaluator::get(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) { return get(value); });
}

void CostEvaluator::set(Value value, Ptr info) {
  RankedTensorType tensor = getTensor(value.getType());
  if (tensor && !llvm::all_of(tensor.getShape(), ShapedType::isDynamic)) {
    auto known = std::make_shared<CostInfo>(*info);
    for (auto [dim, extent] : llvm::zip(known->dims, tensor.getShape()))
      if (!ShapedType::isDynamic(extent)) {
        unify(dim, extent);
        dim = extent;
      }
    info = known;
  }
  infos[value] = std::move(info);
}

void CostEvaluator::set(ValueRange values, ArrayRef<Ptr> infos) {
  for (auto [value, info] : llvm::zip(values, infos))
    set(value, info);
}

CostPolynomial CostEvaluator::dim(Value value, unsigned dim) {
  Ptr info = get(value);
  if (dim < info->dims.size())
    return info->dims[dim];
  return analysis.newSymbol({"u", true, "an extent that is not known"});
}

CostPolynomial CostEvaluator::number(Value value) {
  Ptr info = get(value);
  if (info->number)
    return *info->number;
  Operation *op = value.getDefiningOp();
  if (!op)
    op = value.getParentBlock()->getParentOp();
  auto known = std::make_shared<CostInfo>(*info);
  known->number = analysis.newSymbol({"u", true, "an integer that " + describeOp(op) + " makes"});
  infos[value] = known;
  return *known->number;
}

CostPolynomial CostEvaluator::derive(StringRef operation, ArrayRef<CostPolynomial> operands,
                                     Operation *op) {
  CostAnalysis::SymbolOrigin origin{"u", true, "an integer that " + describeOp(op) + " makes"};
  // The value differs between the iterations of a loop.
  if (llvm::any_of(operands, [&](const CostPolynomial &operand) {
        return analysis.hasIndex(analysis.resolve(operand));
      }))
    return analysis.newSymbol(origin);
  return analysis.derive(operation, operands.vec(), origin);
}

CostPolynomial CostEvaluator::maximum(const CostPolynomial &lhs, const CostPolynomial &rhs,
                                      Operation *op) {
  if (analysis.isNonNegative(lhs - rhs))
    return lhs;
  return analysis.isNonNegative(rhs - lhs) ? rhs : derive("max", {lhs, rhs}, op);
}

CostPolynomial CostEvaluator::minimum(const CostPolynomial &lhs, const CostPolynomial &rhs,
                                      Operation *op) {
  if (analysis.isNonNegative(lhs - rhs))
    return rhs;
  return analysis.isNonNegative(rhs - lhs) ? lhs : derive("min", {lhs, rhs}, op);
}

CostPolynomial CostInfo::getSize() const {
  if (!parts.empty()) {
    CostPolynomial sum;
    for (const Ptr &part : parts)
      sum += part->getSize();
    return sum;
  }
  CostPolynomial product = 1;
  for (const CostPolynomial &dim : dims)
    product = product * dim;
  return product;
}

Ptr CostEvaluator::elementOf(Type array, const CostInfo &info, CostPolynomial::Symbol index,
                             Operation *op) {
  if (info.dims.empty())
    return unknown(getArrayElement(array), op);
  auto element = std::make_shared<CostInfo>();
  llvm::append_range(element->dims, ArrayRef(info.dims).drop_front());
  if (info.elements)
    element->number = info.elements->second.substitute(
        [&](CostPolynomial::Symbol symbol) -> std::optional<CostPolynomial> {
          if (symbol == info.elements->first)
            return CostPolynomial::symbol(index);
          return std::nullopt;
        });
  return element;
}

Ptr CostEvaluator::arrayOf(Type array, const CostPolynomial &extent, const CostInfo &element,
                           std::optional<CostPolynomial::Symbol> index, Operation *op) {
  Ptr fresh = unknown(array, op);
  auto info = std::make_shared<CostInfo>();
  info->dims.push_back(extent);
  for (auto [i, dim] : llvm::enumerate(element.dims))
    info->dims.push_back(index && analysis.resolve(dim).contains(*index) ? fresh->dims[i + 1]
                                                                         : dim);
  if (index && element.number && info->dims.size() == 1)
    info->elements = {*index, *element.number};
  return info;
}

bool CostEvaluator::agree(const CostInfo &lhs, const CostInfo &rhs) {
  auto same = [&](const CostPolynomial &a, const CostPolynomial &b) {
    return a == b || analysis.resolve(a) == analysis.resolve(b);
  };
  return llvm::all_of(llvm::zip(lhs.dims, rhs.dims),
                      [&](auto pair) { return same(std::get<0>(pair), std::get<1>(pair)); }) &&
         llvm::all_of(llvm::zip(lhs.parts, rhs.parts),
                      [&](auto pair) { return agree(*std::get<0>(pair), *std::get<1>(pair)); });
}

Ptr CostEvaluator::join(Type type, const CostInfo &lhs, const CostInfo &rhs, Operation *op) {
  if (!agree(lhs, rhs))
    return unknown(type, op);
  auto info = std::make_shared<CostInfo>();
  info->dims = lhs.dims;
  info->parts = lhs.parts;
  if (lhs.number && rhs.number && *lhs.number == *rhs.number)
    info->number = lhs.number;
  if (lhs.map == rhs.map)
    info->map = lhs.map;
  return info;
}

Ptr CostEvaluator::substitute(const CostInfo &info, CostPolynomial::Substitution substitution) {
  auto change = [&](const CostPolynomial &polynomial) {
    return analysis.resolve(polynomial).substitute(substitution);
  };
  auto result = std::make_shared<CostInfo>();
  for (const CostPolynomial &dim : info.dims)
    result->dims.push_back(change(dim));
  if (info.number)
    result->number = change(*info.number);
  if (info.elements) {
    // The symbol of the position is bound here, and not substituted.
    result->elements = {
        info.elements->first, info.elements->second.substitute([&](CostPolynomial::Symbol symbol) {
          return symbol == info.elements->first ? std::nullopt : substitution(symbol);
        })};
  }
  for (const Ptr &part : info.parts)
    result->parts.push_back(substitute(*part, substitution));
  if (info.map) {
    auto map = std::make_shared<CostInfo::Map>();
    for (const Ptr &argument : info.map->arguments)
      map->arguments.push_back(substitute(*argument, substitution));
    for (const Ptr &part : info.map->results)
      map->results.push_back(substitute(*part, substitution));
    map->cost = info.map->cost.map(change);
    map->depth = info.map->depth;
    result->map = map;
  }
  return result;
}
