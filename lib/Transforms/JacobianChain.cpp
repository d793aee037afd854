//===- JacobianChain.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Mixed mode. A function is cut at positions where few values are live, and so becomes a
// composition `fₘ ∘ ... ∘ f₁`. Its Jacobian is the product of the Jacobians of the parts (Elliott
// 2018, §11; Griewank & Naumann 2003). The Jacobian of a part that takes `v` numbers and gives `w`,
// and costs `c`, costs `min(v, w) · c`, by forward or by reverse mode; the product of `u×w` and
// `w×v` matrices costs `2 · u · w · v`. Dynamic programming finds the cuts and the order of the
// products with the least cost. Without a cut, this is forward or reverse mode.

#include "CustomRules.h"
#include "Jacobian.h"
#include "chad/Analysis/Activity.h"
#include "chad/Analysis/Cost.h"
#include "chad/Derived/Derived.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static int64_t rankOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getRank() : 0;
}

/// The number of floats in a value is taken for this one if it is not known.
static constexpr double unknownWidth = 1e6;

/// The number of floats in a value of `type`; nothing if it is not known.
static std::optional<double> countFloats(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && !tensor.hasStaticShape())
    return std::nullopt;
  return tensor ? tensor.getNumElements() : 1;
}

namespace {
/// The values that are live between two ops of a function.
struct Cut {
  /// The cut is before the op with this number.
  size_t position;
  SmallVector<Value> values;
  /// The positions of the live values that are differentiated, and the number of floats in them.
  SmallVector<int64_t> active;
  double width = 0;
};

class Chain {
public:
  Chain(func::FuncOp function, ArrayRef<int64_t> wrt, ArrayRef<int64_t> of)
      : function(function), body(function.front()), terminator(body.getTerminator()), wrt(wrt),
        of(of) {}

  /// Finds cuts that pay. Returns whether there are any.
  bool find();

  /// Finds the narrowest cut, if it is narrower than the arguments and the results. Returns its
  /// width.
  std::optional<double> findNarrowest();

  /// Makes the entries of the Jacobian at `point`, ordered by result, then by argument. Adds a
  /// function for each part, and appends the requests for their Jacobians to `requests`.
  SmallVector<Value> build(OpBuilder &builder, Location loc, ValueRange point,
                           SymbolTable &symbols);

  /// Makes the product, as linear functions, of the Jacobians after and before the narrowest cut.
  Value buildFactors(OpBuilder &builder, Location loc, ValueRange point, SymbolTable &symbols);

  /// Expands the requests for the Jacobians of the parts.
  LogicalResult expandRequests(Differentiator &differentiator);

  struct PartRequest {
    JacobianOp request;
    func::FuncOp part;
    SmallVector<int64_t> wrt, of;
  };
  SmallVector<PartRequest> requests;

private:
  using Span = std::pair<size_t, size_t>;

  bool mayCut(bool isStatic);
  bool findCosts();
  bool findCuts();
  void addCut(size_t position, SmallVector<Value> values, ArrayRef<int64_t> active);
  bool mayCross(Value value) const;
  double costOf(size_t i, size_t j) const {
    return prefix[cuts[j].position] - prefix[cuts[i].position];
  }

  Span whole() const { return {0, cuts.size() - 1}; }
  void collectParts(Span span, SmallVectorImpl<Span> &parts);
  void makeParts(OpBuilder &builder, Location loc, ValueRange point, SymbolTable &symbols);
  func::FuncOp makePart(Span span, SymbolTable &symbols);
  SmallVector<Value> multiply(OpBuilder &builder, Location loc, Span span, size_t at,
                              ArrayRef<Value> late, ArrayRef<Value> early);
  SmallVector<Value> jacobianOf(OpBuilder &builder, Location loc, Span span);

  func::FuncOp function;
  Block &body;
  Operation *terminator;
  ArrayRef<int64_t> wrt, of;
  Type element;
  /// The cost of all ops before each position.
  std::vector<double> prefix;
  SmallVector<Cut> cuts;
  /// For two cuts between which the Jacobian is a product: the cut between its factors.
  std::map<Span, size_t> splits;
  std::map<Span, func::FuncOp> functions;
  SmallVector<SmallVector<Value>> pointAt;
};
} // namespace

/// The op of `body` that `op` is in.
static Operation *findAncestor(Block &body, Operation *op) {
  return body.findAncestorOpInBlock(*op);
}

bool Chain::findCosts() {
  // An unknown cost is no error here; the function is then not cut.
  ScopedDiagnosticHandler handler(function.getContext(), [](Diagnostic &) { return success(); });
  CostAnalysis analysis;
  FailureOr<CostAnalysis::Contributions> contributions = analysis.getContributions(function);
  if (failed(contributions))
    return false;
  constexpr double unknown = 16, nonlinear = 8;
  DenseMap<Operation *, double> costs;
  for (const auto &contribution : *contributions) {
    Cost cost = analysis.resolve(contribution.second);
    auto evaluate = [&](Cost::Component part) {
      return cost[part].evaluate([](CostPolynomial::Symbol) { return unknown; });
    };
    if (Operation *ancestor = findAncestor(body, contribution.first))
      costs[ancestor] +=
          evaluate(Cost::Adds) + evaluate(Cost::Mults) + nonlinear * evaluate(Cost::Nonlinear);
  }
  prefix = {0};
  for (Operation &op : body.without_terminator())
    prefix.push_back(prefix.back() + costs.lookup(&op));
  return true;
}

bool Chain::mayCross(Value value) const {
  Type type = value.getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isScalarType(tensor ? tensor.getElementType() : type);
}

void Chain::addCut(size_t position, SmallVector<Value> values, ArrayRef<int64_t> active) {
  Cut &cut = cuts.emplace_back();
  cut.position = position;
  cut.active = llvm::to_vector(active);
  for (int64_t i : active)
    cut.width += countFloats(values[i].getType()).value_or(unknownWidth);
  cut.values = std::move(values);
}

bool Chain::findCuts() {
  Activity activity(
      function.getBody(),
      llvm::map_to_vector(wrt, [&](int64_t i) -> Value { return function.getArgument(i); }),
      llvm::map_to_vector(of, [&](int64_t i) { return &terminator->getOpOperand(i); }));
  DenseMap<Operation *, size_t> number;
  for (auto [i, op] : llvm::enumerate(body))
    number[&op] = i;
  size_t numOps = number.size() - 1;
  // The values whose live range begins, and ends, at each position.
  SmallVector<SmallVector<Value>> begins(numOps + 2), ends(numOps + 2);
  DenseMap<Value, size_t> order;
  auto add = [&](Value value, size_t first) {
    size_t last = 0;
    for (Operation *user : value.getUsers())
      if (Operation *ancestor = findAncestor(body, user))
        last = std::max(last, number[ancestor]);
    if (last < first)
      return;
    order[value] = order.size();
    begins[first].push_back(value);
    ends[last + 1].push_back(value);
  };
  for (Value arg : body.getArguments())
    add(arg, 1);
  for (Operation &op : body.without_terminator())
    for (Value result : op.getResults())
      if (!op.hasTrait<mlir::OpTrait::ConstantLike>())
        add(result, number[&op] + 1);

  // Of the positions between the first and the last op, those with the fewest live floats.
  constexpr size_t maxCuts = 32;
  llvm::SetVector<Value> alive;
  double width = 0;
  unsigned uncuttable = 0;
  std::vector<std::pair<double, size_t>> narrow;
  auto count = [&](Value value, int sign) {
    bool isActive = activity.isActive(value);
    std::optional<double> floats = countFloats(value.getType());
    if (!mayCross(value) ||
        (isActive && (!floats || getElementTypeOrSelf(value.getType()) != element)))
      uncuttable += sign;
    else if (isActive)
      width += sign * *floats;
  };
  for (size_t p = 1; p < numOps; ++p) {
    for (Value value : ends[p])
      count(value, -1);
    for (Value value : begins[p])
      count(value, 1);
    if (uncuttable == 0 && width > 0)
      narrow.emplace_back(width, p);
  }
  llvm::sort(narrow);
  if (narrow.size() > maxCuts)
    narrow.resize(maxCuts);
  llvm::DenseSet<size_t> chosen;
  for (auto [own, p] : narrow)
    chosen.insert(p);

  addCut(0, llvm::to_vector_of<Value>(body.getArguments()), wrt);
  for (size_t p = 1; p < numOps; ++p) {
    for (Value value : ends[p])
      alive.remove(value);
    alive.insert(begins[p].begin(), begins[p].end());
    if (!chosen.contains(p))
      continue;
    SmallVector<Value> values(alive.begin(), alive.end());
    llvm::sort(values, [&](Value a, Value b) { return order.lookup(a) < order.lookup(b); });
    SmallVector<int64_t> active;
    for (auto [i, value] : llvm::enumerate(values))
      if (activity.isActive(value))
        active.push_back(i);
    addCut(p, std::move(values), active);
  }
  addCut(numOps, llvm::to_vector_of<Value>(terminator->getOperands()), of);
  return cuts.size() > 2;
}

/// Whether the values that are differentiated are floats of one type, with known extents if
/// `isStatic`, and the function is one block without rules of its own.
bool Chain::mayCut(bool isStatic) {
  auto argType = [&](int64_t i) { return function.getArgumentTypes()[i]; };
  auto resultType = [&](int64_t i) { return function.getResultTypes()[i]; };
  element = getElementTypeOrSelf(argType(wrt.front()));
  auto fits = [&](Type type) {
    return (countFloats(type) || !isStatic) && isa<FloatType>(element) &&
           getElementTypeOrSelf(type) == element;
  };
  return function.getBody().hasOneBlock() && !hasCustomJvp(function) && !hasCustomVjp(function) &&
         isa<func::ReturnOp>(terminator) &&
         llvm::all_of(wrt, [&](int64_t i) { return fits(argType(i)); }) &&
         llvm::all_of(of, [&](int64_t i) { return fits(resultType(i)); });
}

std::optional<double> Chain::findNarrowest() {
  if (!mayCut(/*isStatic=*/false) || !findCuts())
    return std::nullopt;
  size_t narrowest = 1;
  for (size_t k = 2; k + 1 < cuts.size(); ++k)
    if (cuts[k].width < cuts[narrowest].width)
      narrowest = k;
  splits[whole()] = narrowest;
  double width = cuts[narrowest].width;
  return width < std::min(cuts.front().width, cuts.back().width) ? std::optional(width)
                                                                 : std::nullopt;
}

bool Chain::find() {
  if (!mayCut(/*isStatic=*/true) || !findCuts() || !findCosts())
    return false;
  // If the Jacobian has one row or one column, a cut only adds products.
  double columns = cuts.front().width, rows = cuts.back().width;
  if (columns < 2 || rows < 2)
    return false;

  std::map<Span, double> best;
  for (size_t length = 1; length < cuts.size(); ++length)
    for (size_t i = 0; i + length < cuts.size(); ++i) {
      size_t j = i + length;
      double &cost = best[{i, j}];
      cost = std::min(cuts[i].width, cuts[j].width) * costOf(i, j);
      for (size_t k = i + 1; k < j; ++k) {
        double product = 2 * cuts[i].width * cuts[k].width * cuts[j].width;
        double own = best[{i, k}] + best[{k, j}] + product;
        if (own >= cost)
          continue;
        cost = own;
        splits[{i, j}] = k;
      }
    }
  // The cost model does not count calls, and arrays between the parts. So a cut must gain by at
  // least this factor.
  constexpr double leastGain = 1.25;
  size_t last = cuts.size() - 1;
  double single = std::min(columns, rows) * costOf(0, last);
  return splits.count({0, last}) && best[{0, last}] * leastGain < single;
}

void Chain::collectParts(Span span, SmallVectorImpl<Span> &parts) {
  auto split = splits.find(span);
  if (split == splits.end())
    return parts.push_back(span);
  collectParts({span.first, split->second}, parts);
  collectParts({split->second, span.second}, parts);
}

func::FuncOp Chain::makePart(Span span, SymbolTable &symbols) {
  const Cut &from = cuts[span.first], &to = cuts[span.second];
  auto types = [](ArrayRef<Value> values) {
    return llvm::map_to_vector(values, [](Value value) { return value.getType(); });
  };
  auto part = func::FuncOp::create(
      function.getLoc(), (function.getSymName() + ".part").str(),
      FunctionType::get(function.getContext(), types(from.values), types(to.values)));
  part.setPrivate();
  symbols.insert(part, std::next(Block::iterator(function)));
  OpBuilder builder = OpBuilder::atBlockBegin(part.addEntryBlock());
  IRMapping mapping;
  // Each part gets copies of the constants.
  for (Operation &op : body.without_terminator())
    if (op.hasTrait<mlir::OpTrait::ConstantLike>())
      builder.clone(op, mapping);
  for (auto [value, arg] : llvm::zip_equal(from.values, part.getArguments()))
    mapping.map(value, arg);
  for (auto [i, op] : llvm::enumerate(body.without_terminator()))
    if (i >= from.position && i < to.position && !op.hasTrait<mlir::OpTrait::ConstantLike>())
      builder.clone(op, mapping);
  func::ReturnOp::create(
      builder, function.getLoc(),
      llvm::map_to_vector(to.values, [&](Value value) { return mapping.lookup(value); }));
  return part;
}

// (∂g ∘ ∂f)[o, a] = Σₘ ∂g[o, m] · ∂f[m, a]
SmallVector<Value> Chain::multiply(OpBuilder &builder, Location loc, Span span, size_t at,
                                   ArrayRef<Value> late, ArrayRef<Value> early) {
  const Cut &from = cuts[span.first], &to = cuts[span.second], &middle = cuts[at];
  SmallVector<Value> entries;
  for (size_t o = 0; o < to.active.size(); ++o) {
    int64_t rank = rankOf(to.values[to.active[o]].getType());
    for (size_t a = 0; a < from.active.size(); ++a) {
      Value sum;
      for (size_t m = 0; m < middle.active.size(); ++m) {
        Value term = multiplyMatrices(builder, loc, late[o * middle.active.size() + m], rank,
                                      early[m * from.active.size() + a]);
        sum = sum ? arith::AddFOp::create(builder, loc, sum, term).getResult() : term;
      }
      entries.push_back(sum);
    }
  }
  return entries;
}

SmallVector<Value> Chain::jacobianOf(OpBuilder &builder, Location loc, Span span) {
  if (auto split = splits.find(span); split != splits.end()) {
    size_t k = split->second;
    SmallVector<Value> early = jacobianOf(builder, loc, {span.first, k});
    SmallVector<Value> late = jacobianOf(builder, loc, {k, span.second});
    return multiply(builder, loc, span, k, late, early);
  }
  const Cut &from = cuts[span.first], &to = cuts[span.second];
  SmallVector<Type> types;
  for (int64_t o : to.active)
    for (int64_t a : from.active)
      types.push_back(getJacobianType(to.values[o].getType(), from.values[a].getType()));
  JacobianMode mode = to.width <= from.width ? JacobianMode::Reverse : JacobianMode::Forward;
  func::FuncOp part = functions[span];
  auto request = JacobianOp::create(builder, loc, types, FlatSymbolRefAttr::get(part),
                                    builder.getDenseI64ArrayAttr(from.active),
                                    builder.getDenseI64ArrayAttr(to.active), pointAt[span.first],
                                    JacobianModeAttr::get(builder.getContext(), mode));
  requests.push_back({request, part, from.active, to.active});
  return llvm::to_vector_of<Value>(request.getResults());
}

void Chain::makeParts(OpBuilder &builder, Location loc, ValueRange point, SymbolTable &symbols) {
  SmallVector<Span> parts;
  collectParts(whole(), parts);
  pointAt.resize(cuts.size());
  pointAt.front() = llvm::to_vector(point);
  for (Span span : parts) {
    functions[span] = makePart(span, symbols);
    if (span.second == whole().second)
      continue;
    auto call = func::CallOp::create(builder, loc, functions[span], pointAt[span.first]);
    pointAt[span.second] = llvm::to_vector_of<Value>(call.getResults());
  }
}

SmallVector<Value> Chain::build(OpBuilder &builder, Location loc, ValueRange point,
                                SymbolTable &symbols) {
  makeParts(builder, loc, point, symbols);
  return jacobianOf(builder, loc, whole());
}

Value Chain::buildFactors(OpBuilder &builder, Location loc, ValueRange point,
                          SymbolTable &symbols) {
  makeParts(builder, loc, point, symbols);
  size_t narrowest = splits.at(whole());
  auto factor = [&](Span span) {
    auto types = [](const Cut &cut) {
      return llvm::map_to_vector(cut.active, [&](int64_t i) { return cut.values[i].getType(); });
    };
    return makeBlocks(builder, loc, types(cuts[span.first]), types(cuts[span.second]),
                      jacobianOf(builder, loc, span));
  };
  Value early = factor({0, narrowest}), late = factor({narrowest, whole().second});
  return LFunComposeOp::create(builder, loc, ValueRange{late, early});
}

LogicalResult Chain::expandRequests(Differentiator &differentiator) {
  for (PartRequest &part : requests)
    if (failed(expandJacobian(part.request, part.part, part.wrt, part.of, differentiator)))
      return failure();
  return success();
}

FailureOr<bool> chad::detail::expandAsChain(JacobianOp request, func::FuncOp function,
                                            ArrayRef<int64_t> wrt, ArrayRef<int64_t> of,
                                            Differentiator &differentiator) {
  if (request.getMode() != JacobianMode::Automatic || function.isDeclaration())
    return false;
  Chain chain(function, wrt, of);
  if (!chain.find())
    return false;
  OpBuilder builder(request);
  SmallVector<Value> entries =
      chain.build(builder, request.getLoc(), request.getArgs(), differentiator.getSymbols());
  for (auto [entry, type] : llvm::zip_equal(entries, request.getResultTypes()))
    if (entry.getType() != type)
      entry = tensor::CastOp::create(builder, request.getLoc(), type, entry);
  request->replaceAllUsesWith(entries);
  request->erase();
  if (failed(chain.expandRequests(differentiator)))
    return failure();
  return true;
}

std::optional<double> chad::detail::getNarrowestWidth(func::FuncOp function, ArrayRef<int64_t> wrt,
                                                      ArrayRef<int64_t> of) {
  if (function.isDeclaration())
    return std::nullopt;
  return Chain(function, wrt, of).findNarrowest();
}

FailureOr<Value> chad::detail::makeLowRank(LinearizeOp request, func::FuncOp function,
                                           ArrayRef<int64_t> wrt, ArrayRef<int64_t> of,
                                           Differentiator &differentiator) {
  Chain chain(function, wrt, of);
  chain.findNarrowest();
  OpBuilder builder(request);
  Value product =
      chain.buildFactors(builder, request.getLoc(), request.getArgs(), differentiator.getSymbols());
  if (failed(chain.expandRequests(differentiator)))
    return failure();
  return product;
}
