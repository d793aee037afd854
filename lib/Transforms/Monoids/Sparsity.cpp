//===- Sparsity.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes functions that compute sparsity patterns of Jacobians, Jacobians from few products by their
// patterns, and the arguments on which results depend. Code that depends on the types of the
// function is made here; the algorithms on patterns, which do not depend on them, are in
// `SparseAlgorithms.cpp`.

#include "Sparsity.h"
#include "Seeds.h"
#include "SparseAlgorithms.h"
#include "chad/Transforms/Monoid.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
using Positions = ArrayRef<int64_t>;

/// Makes the functions for the Jacobian of one function.
class JacobianMaker {
public:
  JacobianMaker(func::FuncOp function, Positions wrt, Positions of, Differentiator &differentiator)
      : function(function), wrt(wrt), of(of), differentiator(differentiator),
        builder(function.getContext()), loc(function.getLoc()) {}

  FailureOr<func::FuncOp> getSparsity();
  FailureOr<func::FuncOp> getColouring(Colouring colouring);
  FailureOr<func::FuncOp> getJacobian(JacobianMode mode, bool isSymmetric);

private:
  using MakeBody = llvm::function_ref<SmallVector<Value>(ValueRange)>;
  func::FuncOp makeFunction(StringRef suffix, TypeRange more, MakeBody body);
  func::FuncOp getSize();
  func::FuncOp getNumRows();
  /// `(x..., ids, batch) -> sets`: entry `j` is bit `ids[j] - 64 · batch`, if there is such a bit.
  FailureOr<func::FuncOp> getMasks();
  FailureOr<func::FuncOp> getTransposedMasks();
  SmallVector<Value> makeSets(ValueRange values, Value ids, Value batch);
  FailureOr<func::FuncOp> getPush(Type scalar);
  FailureOr<func::FuncOp> getPull(Type scalar);
  void addAlgorithms();
  func::FuncOp addText(StringRef text, StringRef suffix,
                       ArrayRef<std::pair<StringRef, std::string>> names);
  void addFunctions(StringRef text, llvm::function_ref<void(func::FuncOp)> add);

  Value index(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }
  SmallVector<Value> choose(ValueRange values, Positions positions) {
    return llvm::map_to_vector(positions, [&](int64_t i) -> Value { return values[i]; });
  }
  /// Makes an array of carriers for each of `values`. `entry` gets the number of the entry among
  /// those of all values.
  SmallVector<Value> makeSeeds(ValueRange values, Type element, EntryBuilder entry);

  func::FuncOp function;
  Positions wrt, of;
  Differentiator &differentiator;
  OpBuilder builder;
  Location loc;
};
} // namespace

/// The forward derivative of a function, translated to the monoid of sets.
static FailureOr<func::FuncOp> readAsSets(func::FuncOp function, Positions wrt, Positions of,
                                          Differentiator &differentiator) {
  FailureOr<func::FuncOp> jvp = differentiator.getJvp(function, wrt, of);
  if (failed(jvp))
    return failure();
  SetMonoid sets;
  return MonoidReader(sets, differentiator.getSymbols()).read(*jvp);
}

func::FuncOp JacobianMaker::makeFunction(StringRef suffix, TypeRange more, MakeBody body) {
  SmallVector<Type> inputs(function.getArgumentTypes());
  llvm::append_range(inputs, more);
  auto made = func::FuncOp::create(loc, (function.getSymName() + suffix).str(),
                                   builder.getFunctionType(inputs, {}));
  made.setPrivate();
  differentiator.getSymbols().insert(made, std::next(Block::iterator(function)));
  builder.setInsertionPointToStart(made.addEntryBlock());
  SmallVector<Value> results = body(made.getArguments());
  func::ReturnOp::create(builder, loc, results);
  made.setType(builder.getFunctionType(inputs, ValueRange(results).getTypes()));
  return made;
}

SmallVector<Value> JacobianMaker::makeSeeds(ValueRange values, Type element, EntryBuilder entry) {
  SmallVector<Value> seeds;
  Value start = index(0);
  for (Value value : values) {
    seeds.push_back(makeEntries(
        builder, loc, value, element, [&](OpBuilder &inner, Location loc, Value number) {
          return entry(inner, loc, arith::AddIOp::create(inner, loc, start, number));
        }));
    start = arith::AddIOp::create(builder, loc, start, countEntries(builder, loc, value));
  }
  return seeds;
}

/// The number of columns.
func::FuncOp JacobianMaker::getSize() {
  return makeFunction(".num_columns", {}, [&](ValueRange args) -> SmallVector<Value> {
    Value size = index(0);
    for (int64_t i : wrt)
      size = arith::AddIOp::create(builder, loc, size, countEntries(builder, loc, args[i]));
    return {size};
  });
}

/// The number of rows.
func::FuncOp JacobianMaker::getNumRows() {
  return makeFunction(".num_rows", {}, [&](ValueRange args) -> SmallVector<Value> {
    auto call = func::CallOp::create(builder, loc, function, args);
    Value size = index(0);
    for (int64_t i : of)
      size =
          arith::AddIOp::create(builder, loc, size, countEntries(builder, loc, call.getResult(i)));
    return {size};
  });
}

SmallVector<Value> JacobianMaker::makeSets(ValueRange values, Value ids, Value batch) {
  Value width = index(64);
  Value first = arith::MulIOp::create(builder, loc, batch, width);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
  Value none = arith::ConstantIntOp::create(builder, loc, 0, 64);
  return makeSeeds(
      values, builder.getI64Type(), [&](OpBuilder &inner, Location loc, Value entry) -> Value {
        Value id = tensor::ExtractOp::create(inner, loc, ids, entry);
        // A negative difference is a large unsigned number.
        Value bit = arith::SubIOp::create(inner, loc, id, first);
        Value isIn = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ult, bit, width);
        Value zero = arith::ConstantIndexOp::create(inner, loc, 0);
        bit = arith::SelectOp::create(inner, loc, isIn, bit, zero);
        bit = arith::IndexCastOp::create(inner, loc, inner.getI64Type(), bit);
        Value set = arith::ShLIOp::create(inner, loc, one, bit);
        return arith::SelectOp::create(inner, loc, isIn, set, none);
      });
}

FailureOr<func::FuncOp> JacobianMaker::getMasks() {
  FailureOr<func::FuncOp> read = readAsSets(function, wrt, of, differentiator);
  if (failed(read))
    return failure();
  Type indices = RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  return makeFunction(
      ".masks", {indices, builder.getIndexType()}, [&](ValueRange args) -> SmallVector<Value> {
        ValueRange point = args.drop_back(2);
        SmallVector<Value> operands(point);
        llvm::append_range(operands,
                           makeSets(choose(point, wrt), args.drop_back().back(), args.back()));
        auto call = func::CallOp::create(builder, loc, *read, operands);
        return {joinEntries(builder, loc, call.getResults().drop_front(function.getNumResults()))};
      });
}

/// The transposed pattern, by reverse mode on sets of rows. Fails if an op of the reverse
/// derivative has no meaning in sets; forward mode is then used.
FailureOr<func::FuncOp> JacobianMaker::getTransposedMasks() {
  ScopedDiagnosticHandler silent(function.getContext(), [](Diagnostic &) { return success(); });
  FailureOr<ReverseFunctions> split = differentiator.getSplit(function, wrt, of);
  if (failed(split))
    return failure();
  SetMonoid sets;
  FailureOr<func::FuncOp> read =
      MonoidReader(sets, differentiator.getSymbols()).read(split->backward);
  if (failed(read))
    return failure();
  Type indices = RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  return makeFunction(
      ".row_masks", {indices, builder.getIndexType()}, [&](ValueRange args) -> SmallVector<Value> {
        ValueRange point = args.drop_back(2);
        auto forward = func::CallOp::create(builder, loc, split->forward, point);
        SmallVector<Value> operands = choose(point, split->arguments);
        llvm::append_range(operands, forward.getResults().drop_front(function.getNumResults()));
        llvm::append_range(operands, makeSets(choose(forward.getResults(), of),
                                              args.drop_back().back(), args.back()));
        auto call = func::CallOp::create(builder, loc, *read, operands);
        return {joinEntries(builder, loc, call.getResults())};
      });
}

static Value makeOne(OpBuilder &builder, Location loc, Type scalar, double value) {
  return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(scalar, value));
}

/// 1 where `colours[number]` is `colour`, and 0 elsewhere.
static Value pickColour(OpBuilder &builder, Location loc, Type scalar, Value colours, Value colour,
                        Value number) {
  Value own = tensor::ExtractOp::create(builder, loc, colours, number);
  Value isIt = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, own, colour);
  return arith::SelectOp::create(builder, loc, isIt, makeOne(builder, loc, scalar, 1),
                                 makeOne(builder, loc, scalar, 0));
}

static SmallVector<Value> toLinear(OpBuilder &builder, Location loc, ValueRange values) {
  return llvm::map_to_vector(
      values, [&](Value value) -> Value { return ToLinearOp::create(builder, loc, value); });
}

static SmallVector<Value> fromLinear(OpBuilder &builder, Location loc, ValueRange values) {
  return llvm::map_to_vector(
      values, [&](Value value) -> Value { return FromLinearOp::create(builder, loc, value); });
}

/// `(x..., colours, c) -> Σ columns of colour c`.
FailureOr<func::FuncOp> JacobianMaker::getPush(Type scalar) {
  FailureOr<func::FuncOp> jvp = differentiator.getJvp(function, wrt, of);
  if (failed(jvp))
    return failure();
  Type indices = RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  return makeFunction(
      ".push", {indices, builder.getIndexType()}, [&](ValueRange args) -> SmallVector<Value> {
        Value colour = args.back(), colours = args.drop_back().back();
        SmallVector<Value> operands(args.drop_back(2));
        SmallVector<Value> seeds =
            makeSeeds(choose(args, wrt), scalar, [&](OpBuilder &inner, Location loc, Value number) {
              return pickColour(inner, loc, scalar, colours, colour, number);
            });
        llvm::append_range(operands, toLinear(builder, loc, seeds));
        auto call = func::CallOp::create(builder, loc, *jvp, operands);
        ValueRange tangents = call.getResults().drop_front(function.getNumResults());
        return {joinEntries(builder, loc, fromLinear(builder, loc, tangents))};
      });
}

/// `(x..., colours, c) -> Σ rows of colour c`.
FailureOr<func::FuncOp> JacobianMaker::getPull(Type scalar) {
  FailureOr<ReverseFunctions> split = differentiator.getSplit(function, wrt, of);
  if (failed(split))
    return failure();
  Type indices = RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  return makeFunction(
      ".pull", {indices, builder.getIndexType()}, [&](ValueRange args) -> SmallVector<Value> {
        Value colour = args.back(), colours = args.drop_back().back();
        ValueRange point = args.drop_back(2);
        auto forward = func::CallOp::create(builder, loc, split->forward, point);
        SmallVector<Value> operands = choose(point, split->arguments);
        llvm::append_range(operands, forward.getResults().drop_front(function.getNumResults()));
        SmallVector<Value> seeds =
            makeSeeds(choose(forward.getResults(), of), scalar,
                      [&](OpBuilder &inner, Location loc, Value number) {
                        return pickColour(inner, loc, scalar, colours, colour, number);
                      });
        llvm::append_range(operands, toLinear(builder, loc, seeds));
        auto call = func::CallOp::create(builder, loc, split->backward, operands);
        return {joinEntries(builder, loc, fromLinear(builder, loc, call.getResults()))};
      });
}

/// Parses functions, and passes each one to `add`. They may call functions of this module.
void JacobianMaker::addFunctions(StringRef text, llvm::function_ref<void(func::FuncOp)> add) {
  ParserConfig config(function.getContext(), /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(text, config);
  assert(parsed && "the text is part of the program");
  for (auto made : llvm::make_early_inc_range(parsed->getOps<func::FuncOp>())) {
    made->remove();
    made.walk([&](Operation *op) { op->setLoc(loc); });
    add(made);
  }
}

void JacobianMaker::addAlgorithms() {
  SymbolTable &symbols = differentiator.getSymbols();
  addFunctions(patternAlgorithms, [&](func::FuncOp made) {
    if (symbols.lookup(made.getSymName()))
      made.erase();
    else
      symbols.insert(made);
  });
}

func::FuncOp JacobianMaker::addText(StringRef text, StringRef suffix,
                                    ArrayRef<std::pair<StringRef, std::string>> names) {
  std::string params, args, types;
  llvm::raw_string_ostream paramsOS(params), argsOS(args), typesOS(types);
  llvm::ListSeparator comma1, comma2, comma3;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    paramsOS << comma1 << "%x" << i << ": " << type;
    argsOS << comma2 << "%x" << i;
    typesOS << comma3 << type;
  }
  std::string name = (function.getSymName() + suffix).str(), source = text.str();
  auto replace = [&](StringRef what, StringRef by) {
    for (size_t at = source.find(what); at != std::string::npos;
         at = source.find(what, at + by.size()))
      source.replace(at, what.size(), by);
  };
  // A name may have any characters.
  auto escape = [](StringRef name) {
    std::string escaped;
    llvm::raw_string_ostream os(escaped);
    llvm::printEscapedString(name, os);
    return escaped;
  };
  replace("$NAME", escape(name));
  replace("$PARAMS", params);
  replace("$ARGS", args);
  replace("$TYPES", types);
  for (const auto &[what, by] : names)
    replace(what, escape(by));
  func::FuncOp result;
  addFunctions(source, [&](func::FuncOp made) {
    differentiator.getSymbols().insert(made, std::next(Block::iterator(function)));
    result = made;
  });
  return result;
}

FailureOr<func::FuncOp> JacobianMaker::getSparsity() {
  FailureOr<func::FuncOp> masks = getMasks();
  if (failed(masks))
    return failure();
  addAlgorithms();
  std::string size = getSize().getSymName().str();
  FailureOr<func::FuncOp> transposed = getTransposedMasks();
  if (failed(transposed))
    return addText(sparsityText, ".sparsity",
                   {{"$MASKS", masks->getSymName().str()}, {"$SIZE", size}});
  std::string rows = getNumRows().getSymName().str();
  func::FuncOp byColumns = addText(sparsityText, ".sparsity_by_columns",
                                   {{"$MASKS", masks->getSymName().str()}, {"$SIZE", size}});
  func::FuncOp byRows = addText(sparsityText, ".sparsity_by_rows",
                                {{"$MASKS", transposed->getSymName().str()}, {"$SIZE", rows}});
  return addText(eitherSparsityText, ".sparsity",
                 {{"$SIZE", size},
                  {"$ROWS", rows},
                  {"$BY_ROWS", byRows.getSymName().str()},
                  {"$BY_COLUMNS", byColumns.getSymName().str()}});
}

FailureOr<func::FuncOp> JacobianMaker::getColouring(Colouring colouring) {
  FailureOr<func::FuncOp> sparsity = getSparsity();
  if (failed(sparsity) || colouring == Colouring::None)
    return sparsity;
  SmallVector<std::pair<StringRef, std::string>> names = {
      {"$SPARSITY", sparsity->getSymName().str()}};
  auto differ = [&](std::tuple<int64_t, int64_t> pair) {
    return function.getArgumentTypes()[std::get<0>(pair)] !=
           function.getResultTypes()[std::get<1>(pair)];
  };
  if (colouring == Colouring::Symmetric &&
      (wrt.size() != of.size() || llvm::any_of(llvm::zip(wrt, of), differ)))
    return function.emitError("chad: the Jacobian of '@")
           << function.getSymName()
           << "' is not symmetric: results and arguments have other types; choose those of a "
              "gradient by 'wrt' and 'of'";
  if (colouring == Colouring::Symmetric)
    return addText(symmetricColouringText, ".colouring", names);
  names.push_back({"$SIZE", getSize().getSymName().str()});
  names.push_back({"$ORDER", colouring == Colouring::Columns ? "%t#0, %t#1, %offsets, %columns"
                                                             : "%offsets, %columns, %t#0, %t#1"});
  return addText(colouringText, ".colouring", names);
}

FailureOr<func::FuncOp> JacobianMaker::getJacobian(JacobianMode mode, bool isSymmetric) {
  Type scalar;
  auto check = [&](TypeRange types, Positions positions) -> LogicalResult {
    for (int64_t i : positions) {
      Type element = getElementTypeOrSelf(types[i]);
      if (scalar && element != scalar)
        return function.emitError("chad: a sparse Jacobian has values of one type, and '@")
               << function.getSymName() << "' has floats of types " << scalar << " and " << element
               << "; choose arguments and results of one type by 'wrt' and 'of', or convert them";
      scalar = element;
    }
    return success();
  };
  if (failed(check(function.getArgumentTypes(), wrt)) ||
      failed(check(function.getResultTypes(), of)))
    return failure();
  FailureOr<func::FuncOp> sparsity = getSparsity();
  if (failed(sparsity))
    return failure();
  std::string scalarText;
  llvm::raw_string_ostream(scalarText) << scalar;
  SmallVector<std::pair<StringRef, std::string>> names = {
      {"$SPARSITY", sparsity->getSymName().str()}, {"$FLOAT", scalarText}};
  FailureOr<func::FuncOp> push = getPush(scalar);
  if (failed(push))
    return failure();
  names.push_back({"$PUSH", push->getSymName().str()});
  if (isSymmetric)
    return addText(symmetricJacobianText, ".sparse_jacobian", names);
  bool forward = mode != JacobianMode::Reverse, reverse = mode != JacobianMode::Forward;
  if (reverse) {
    // If the mode is free, the function need not have a reverse derivative.
    std::optional<ScopedDiagnosticHandler> silent;
    if (forward)
      silent.emplace(function.getContext(), [](Diagnostic &) { return success(); });
    FailureOr<func::FuncOp> pull = getPull(scalar);
    reverse = succeeded(pull);
    if (reverse)
      names.push_back({"$PULL", pull->getSymName().str()});
    else if (!forward)
      return failure();
  }
  if (!reverse)
    names.push_back({"$PULL", push->getSymName().str()});
  names.push_back({"$SIZE", getSize().getSymName().str()});
  names.push_back({"$CHOICE", forward && reverse ? "prefersColumns"
                              : forward          ? "always"
                                                 : "never"});
  names.push_back({"$MAY_FORWARD", forward ? "always" : "never"});
  names.push_back({"$MAY_REVERSE", reverse ? "always" : "never"});
  return addText(sparseJacobianText, ".sparse_jacobian", names);
}

FailureOr<func::FuncOp> chad::detail::getSparsity(func::FuncOp function, Positions wrt,
                                                  Positions of, Colouring colouring,
                                                  Differentiator &differentiator) {
  return JacobianMaker(function, wrt, of, differentiator).getColouring(colouring);
}

FailureOr<func::FuncOp> chad::detail::getSparseJacobian(func::FuncOp function, Positions wrt,
                                                        Positions of, JacobianMode mode,
                                                        bool isSymmetric,
                                                        Differentiator &differentiator) {
  return JacobianMaker(function, wrt, of, differentiator).getJacobian(mode, isSymmetric);
}

FailureOr<func::FuncOp> chad::detail::getDependence(func::FuncOp function, Positions wrt,
                                                    Positions of, Differentiator &differentiator) {
  if (wrt.size() > 64)
    return function.emitError("chad: '@")
           << function.getSymName() << "' has " << wrt.size()
           << " arguments that hold floats, and a set has 64 members at most; choose some by 'wrt'";
  FailureOr<func::FuncOp> read = readAsSets(function, wrt, of, differentiator);
  if (failed(read))
    return failure();
  OpBuilder builder(function.getContext());
  Location loc = function.getLoc();
  auto made = func::FuncOp::create(loc, (function.getSymName() + ".dependence").str(),
                                   builder.getFunctionType(function.getArgumentTypes(), {}));
  differentiator.getSymbols().insert(made, std::next(Block::iterator(function)));
  builder.setInsertionPointToStart(made.addEntryBlock());
  SmallVector<Value> operands(made.getArguments());
  for (auto [number, position] : llvm::enumerate(wrt)) {
    Value set = arith::ConstantIntOp::create(builder, loc, int64_t(uint64_t(1) << number), 64);
    operands.push_back(makeEntries(builder, loc, made.getArgument(position), builder.getI64Type(),
                                   [&](OpBuilder &, Location, Value) { return set; }));
  }
  auto call = func::CallOp::create(builder, loc, *read, operands);
  ValueRange results = call.getResults().drop_front(function.getNumResults());
  func::ReturnOp::create(builder, loc, results);
  made.setType(builder.getFunctionType(function.getArgumentTypes(), results.getTypes()));
  return made;
}
