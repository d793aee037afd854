//===- Complex.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces complex values by pairs of real values. A value, argument or result of a complex type
// becomes two of the type of its parts; the real part comes first.

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "ComplexMath.h"
#include "Steps.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Requests.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/SymbolTable.h"
#include <complex>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The type of the parts of values of a complex type; null for other types.
static Type getPartType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType()) ? complex.getElementType() : Type();
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    Type part = getPartType(tensor.getElementType());
    return part ? Type(RankedTensorType::get(tensor.getShape(), part, tensor.getEncoding()))
                : Type();
  }
  if (auto lin = dyn_cast<LinType>(type)) {
    Type part = getPartType(lin.getPrimal());
    return part ? Type(LinType::get(part)) : Type();
  }
  return {};
}

/// The name of the attribute that keeps the old type of a function until all functions have been
/// split.
static constexpr llvm::StringLiteral complexTypeAttr = "complex_type";

static bool isComplex(Type type) { return static_cast<bool>(getPartType(type)); }

static bool mentionsComplex(Type type) {
  return type
      .walk([](Type part) {
        return isa<ComplexType>(part) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool chad::detail::hasComplexInType(func::FuncOp function) {
  return mentionsComplex(function.getFunctionType());
}

bool chad::detail::usesComplex(Operation *root) {
  return root
      ->walk([](Operation *op) {
        bool found = llvm::any_of(op->getOperandTypes(), mentionsComplex) ||
                     llvm::any_of(op->getResultTypes(), mentionsComplex);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            found |= llvm::any_of(block.getArgumentTypes(), mentionsComplex);
        if (auto function = dyn_cast<FunctionOpInterface>(op))
          found |= mentionsComplex(function.getFunctionType());
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The types with two of the part for each complex one; a function takes and returns parts.
static SmallVector<Type> expandTypes(TypeRange types) {
  SmallVector<Type> expanded;
  for (Type type : types) {
    if (Type part = getPartType(type))
      expanded.append(2, part);
    else if (auto function = dyn_cast<FunctionType>(type))
      expanded.push_back(FunctionType::get(type.getContext(), expandTypes(function.getInputs()),
                                           expandTypes(function.getResults())));
    else
      expanded.push_back(type);
  }
  return expanded;
}

/// Whether `type` is that of functions that take or return complex values.
static bool isComplexFunction(Type type) {
  return isa<FunctionType>(type) && mentionsComplex(type);
}

/// Whether values of `type` become one or two values of another type.
static bool isReplaced(Type type) { return isComplex(type) || isComplexFunction(type); }

/// The positions, when each complex value has become two, of the values that are at `positions`
/// among values of these types.
static SmallVector<int64_t> expandPositions(ArrayRef<int64_t> positions, TypeRange types) {
  SmallVector<int64_t> starts, expanded;
  int64_t next = 0;
  for (Type type : types) {
    starts.push_back(next);
    next += isComplex(type) ? 2 : 1;
  }
  for (int64_t position : positions) {
    expanded.push_back(starts[position]);
    if (isComplex(types[position]))
      expanded.push_back(starts[position] + 1);
  }
  return expanded;
}

namespace {
class ComplexSplitter {
public:
  explicit ComplexSplitter(func::FuncOp function, SymbolTable &symbols)
      : function(function), symbols(symbols), rewriter(function.getContext()) {}

  LogicalResult run();

private:
  LogicalResult splitBlock(Block &block);
  LogicalResult splitOp(Operation *op);
  LogicalResult splitRegions(Operation *op);
  LogicalResult splitConstant(arith::ConstantOp op);
  LogicalResult splitRequest(Operation *op);
  LogicalResult splitPad(tensor::PadOp op);
  LogicalResult splitByComponents(Operation *op);
  LogicalResult expand(Operation *op);
  LogicalResult refuse(Operation *op);

  void splitArguments(Block &block);
  SmallVector<Value> expandValues(ValueRange values);
  /// Replaces the results of `op` by `values`, and erases it.
  void replace(Operation *op, ValueRange values);
  Value negate(Value value);

  func::FuncOp function;
  SymbolTable &symbols;
  IRRewriter rewriter;
  DenseMap<Value, Parts> parts;
  /// Ops whose results were replaced, in program order. They are erased at the end.
  SmallVector<Operation *> leftOvers;
};
} // namespace

SmallVector<Value> ComplexSplitter::expandValues(ValueRange values) {
  SmallVector<Value> expanded;
  for (Value value : values) {
    Parts both = parts.lookup(value);
    expanded.push_back(both.re ? both.re : value);
    if (both.im)
      expanded.push_back(both.im);
  }
  return expanded;
}

void ComplexSplitter::splitArguments(Block &block) {
  for (unsigned i = 0; i < block.getNumArguments(); ++i) {
    BlockArgument arg = block.getArgument(i);
    if (!isReplaced(arg.getType()))
      continue;
    SmallVector<Value> values;
    for (Type type : expandTypes(arg.getType()))
      values.push_back(block.insertArgument(++i, type, arg.getLoc()));
    parts[arg] = {values.front(), values.size() > 1 ? values.back() : Value()};
  }
}

static void eraseComplexArguments(Block *block) {
  block->eraseArguments([](BlockArgument arg) { return isReplaced(arg.getType()); });
}

void ComplexSplitter::replace(Operation *op, ValueRange values) {
  unsigned next = 0;
  for (Value result : op->getResults()) {
    if (isComplex(result.getType())) {
      parts[result] = {values[next], values[next + 1]};
      next += 2;
    } else if (isComplexFunction(result.getType())) {
      parts[result] = {values[next++], Value()};
    } else {
      result.replaceAllUsesWith(values[next++]);
    }
  }
  leftOvers.push_back(op);
}

LogicalResult ComplexSplitter::refuse(Operation *op) {
  auto diag = op->emitError("chad: '") << op->getName() << "' has no form for real and imaginary "
                                       << "parts";
  diag.attachNote() << "take the parts by 'complex.re' and 'complex.im' before it; "
                    << "docs/Coverage.md lists the operations on complex values";
  return diag;
}

/// Whether `op` moves elements, or makes and changes tensors, and does not depend on the values of
/// elements. Such an op is applied to each part of a complex tensor.
static bool worksByComponents(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ConcatOp, tensor::EmptyOp,
             tensor::ExpandShapeOp, tensor::ExtractOp, tensor::ExtractSliceOp,
             tensor::FromElementsOp, tensor::GatherOp, tensor::InsertOp, tensor::InsertSliceOp,
             tensor::ReshapeOp, tensor::ScatterOp, tensor::SplatOp, linalg::TransposeOp,
             linalg::BroadcastOp, linalg::CopyOp, linalg::FillOp, arith::SelectOp, ub::PoisonOp,
             ToLinearOp, FromLinearOp, ZeroOp, AddOp, GatherOp, AccumulateOp, StopGradientOp,
             ScaleOp>(op);
}

LogicalResult ComplexSplitter::splitByComponents(Operation *op) {
  SmallVector<Value> results;
  SmallVector<SmallVector<Value>> components;
  for (bool isImaginary : {false, true}) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      Parts both = parts.lookup(operand);
      operands.push_back(!both.re ? operand : isImaginary ? both.im : both.re);
    }
    SmallVector<Type> types = llvm::map_to_vector(op->getResultTypes(), [](Type type) {
      Type part = getPartType(type);
      return part ? part : type;
    });
    OperationState state(op->getLoc(), op->getName(), operands, types,
                         llvm::to_vector(op->getDiscardableAttrs()));
    state.propertiesAttr = op->getPropertiesAsAttribute();
    IRMapping mapping;
    for (auto [from, to] : llvm::zip_equal(op->getOperands(), operands))
      mapping.map(from, to);
    for (Region &region : op->getRegions()) {
      Region *copy = state.addRegion();
      region.cloneInto(copy, mapping);
      // The region of such a structured op yields one of its arguments.
      for (BlockArgument arg : copy->getArguments())
        if (Type part = getPartType(arg.getType()))
          arg.setType(part);
    }
    components.push_back(rewriter.create(state)->getResults());
  }
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    results.push_back(components[0][i]);
    if (isComplex(result.getType()))
      results.push_back(components[1][i]);
  }
  replace(op, results);
  return success();
}

LogicalResult ComplexSplitter::splitConstant(arith::ConstantOp op) {
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!dense)
    return refuse(op);
  auto type = cast<RankedTensorType>(getPartType(op.getType()));
  SmallVector<APFloat> values[2];
  auto add = [&](std::complex<APFloat> value) {
    values[0].push_back(value.real());
    values[1].push_back(value.imag());
  };
  if (dense.isSplat())
    add(dense.getSplatValue<std::complex<APFloat>>());
  else
    llvm::for_each(dense.getValues<std::complex<APFloat>>(), add);
  SmallVector<Value> results;
  for (ArrayRef<APFloat> part : values)
    results.push_back(
        arith::ConstantOp::create(rewriter, op.getLoc(), DenseElementsAttr::get(type, part)));
  replace(op, results);
  return success();
}

Value ComplexSplitter::negate(Value value) {
  Location loc = value.getLoc();
  auto lin = dyn_cast<LinType>(value.getType());
  if (lin) {
    Value plain = FromLinearOp::create(rewriter, loc, value);
    return ToLinearOp::create(rewriter, loc, arith::NegFOp::create(rewriter, loc, plain));
  }
  return arith::NegFOp::create(rewriter, loc, value);
}

/// A request for a derivative of a function on complex values becomes a request for the derivative
/// of the function on pairs. The tangent of a pair is the pair of the tangents of its parts. A
/// cotangent w is paired with a tangent v as Re(w·v) = Re w·Re v - Im w·Im v; so the pair of w is
/// (Re w, -Im w).
LogicalResult ComplexSplitter::splitRequest(Operation *op) {
  auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
  auto function = symbols.lookup<func::FuncOp>(callee.getValue());
  if (!function)
    return refuse(op);
  auto original = function->getAttrOfType<TypeAttr>(complexTypeAttr);
  auto type = cast<FunctionType>(original ? original.getValue() : function.getFunctionType());
  auto choose = [&](StringRef name, TypeRange types) {
    auto given = op->getAttrOfType<DenseI64ArrayAttr>(name);
    return getDifferentiated(types, given ? std::optional(given.asArrayRef()) : std::nullopt);
  };
  SmallVector<int64_t> wrt = choose("wrt", type.getInputs()), of = choose("of", type.getResults());
  unsigned numArguments = type.getNumInputs();
  SmallVector<Value> operands = expandValues(op->getOperands().take_front(numArguments));
  bool isReverse = isa<VjpOp, GradOp, ValueAndGradOp>(op);
  for (Value operand : op->getOperands().drop_front(numArguments)) {
    Parts both = parts.lookup(operand);
    if (!both.re)
      operands.push_back(operand);
    else
      operands.append({both.re, isReverse ? negate(both.im) : both.im});
  }
  auto isAnyComplex = [&](ArrayRef<Type> types, ArrayRef<int64_t> chosen) {
    return llvm::any_of(chosen, [&](int64_t i) { return isComplex(types[i]); });
  };
  if (isa<JacobianOp, LinearizeOp>(op) &&
      (isAnyComplex(type.getInputs(), wrt) || isAnyComplex(type.getResults(), of))) {
    auto diag = op->emitError("chad: '") << op->getName() << "' of a function on complex values";
    diag.attachNote() << "ask for 'chad.jvp', 'chad.vjp' or 'chad.grad', or for the derivative by "
                         "real and imaginary parts";
    return diag;
  }
  NamedAttrList attributes(op->getAttrs());
  if (attributes.get("operandSegmentSizes")) {
    int32_t count = expandTypes(ValueRange(op->getOperands().take_front(numArguments)).getTypes())
                        .size(),
            all = operands.size();
    attributes.set("operandSegmentSizes", rewriter.getDenseI32ArrayAttr({count, all - count}));
  }
  Operation *made = rewriter.create(op->getLoc(), op->getName().getIdentifier(), operands,
                                    expandTypes(op->getResultTypes()), attributes);
  made->setAttr("wrt", rewriter.getDenseI64ArrayAttr(expandPositions(wrt, type.getInputs())));
  made->setAttr("of", rewriter.getDenseI64ArrayAttr(expandPositions(of, type.getResults())));
  unsigned values = isa<GradOp>(op) ? 0 : type.getNumResults(), next = 0;
  SmallVector<Value> results(made->getResults());
  for (auto [i, resultType] : llvm::enumerate(op->getResultTypes())) {
    bool isPair = isComplex(resultType);
    if (isPair && isReverse && i >= values)
      results[next + 1] = negate(results[next + 1]);
    next += isPair ? 2 : 1;
  }
  replace(op, results);
  return success();
}

/// Replaces each complex operand, result and region argument of `op` by two: its parts.
LogicalResult ComplexSplitter::expand(Operation *op) {
  OperationState state(op->getLoc(), op->getName(), expandValues(op->getOperands()),
                       expandTypes(op->getResultTypes()),
                       llvm::to_vector(op->getDiscardableAttrs()));
  auto properties = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  NamedAttrList attributes(properties);
  if (auto sizes = dyn_cast_or_null<DenseI32ArrayAttr>(attributes.get("operandSegmentSizes"))) {
    SmallVector<int32_t> expanded;
    unsigned next = 0;
    for (int32_t size : sizes.asArrayRef()) {
      expanded.push_back(
          expandTypes(ValueRange(op->getOperands().slice(next, size)).getTypes()).size());
      next += size;
    }
    attributes.set("operandSegmentSizes", rewriter.getDenseI32ArrayAttr(expanded));
  }
  if (auto maps = dyn_cast_or_null<ArrayAttr>(attributes.get("indexing_maps"));
      maps && isa<linalg::GenericOp>(op)) {
    SmallVector<Attribute> expanded;
    for (auto [map, type] : llvm::zip_equal(maps, op->getOperandTypes()))
      expanded.append(isComplex(type) ? 2 : 1, map);
    attributes.set("indexing_maps", rewriter.getArrayAttr(expanded));
  }
  if (properties)
    state.propertiesAttr = attributes.getDictionary(op->getContext());
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      splitArguments(block);
      if (failed(splitBlock(block)))
        return failure();
    }
    state.addRegion()->takeBody(region);
  }
  rewriter.setInsertionPoint(op);
  replace(op, rewriter.create(state)->getResults());
  return success();
}

LogicalResult ComplexSplitter::splitRegions(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(splitBlock(block)))
        return failure();
  return success();
}

LogicalResult ComplexSplitter::splitOp(Operation *op) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (mentionsComplex(type) && !isReplaced(type))
        return refuse(op);
  if (auto constant = dyn_cast<complex::ConstantOp>(op)) {
    SmallVector<Value> values;
    for (Attribute part : constant.getValue())
      values.push_back(arith::ConstantOp::create(rewriter, loc, cast<TypedAttr>(part)));
    replace(op, values);
    return success();
  }
  if (auto create = dyn_cast<complex::CreateOp>(op)) {
    replace(op, {create.getReal(), create.getImaginary()});
    return success();
  }
  if (auto cast = dyn_cast<complex::BitcastOp>(op);
      cast && cast.getOperand().getType() == cast.getType()) {
    replace(op, expandValues(op->getOperands()));
    return success();
  }
  if (isa_and_nonnull<complex::ComplexDialect>(op->getDialect())) {
    SmallVector<Parts> operands;
    for (Value operand : op->getOperands())
      if (isComplex(operand.getType()))
        operands.push_back(parts.lookup(operand));
    std::optional<Parts> result =
        operands.empty() ? std::nullopt : computeComplex(op, operands, rewriter);
    if (!result)
      return refuse(op);
    SmallVector<Value> values = {result->re};
    if (result->im)
      values.push_back(result->im);
    replace(op, values);
    return success();
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return splitConstant(constant);
  if (isa<tensor::DimOp, tensor::RankOp>(op)) {
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, parts.lookup(op->getOperand(0)).re); });
    return success();
  }
  if (isRequest(op))
    return splitRequest(op);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return splitPad(pad);
  if (worksByComponents(op) && !llvm::any_of(op->getResultTypes(), isComplexFunction))
    return splitByComponents(op);
  if (isa<arith::SelectOp, func::ConstantOp, func::CallOp, LambdaOp, ApplyOp, scf::ForOp, scf::IfOp,
          scf::WhileOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, linalg::GenericOp, MapOp, FoldOp,
          BuildOp, ReduceOp, ScanOp>(op))
    return expand(op);
  return refuse(op);
}

LogicalResult ComplexSplitter::splitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.hasTrait<mlir::OpTrait::IsTerminator>()) {
      if (llvm::any_of(op.getOperandTypes(), isReplaced))
        op.setOperands(expandValues(op.getOperands()));
      continue;
    }
    bool isUsed = llvm::any_of(op.getOperandTypes(), mentionsComplex) ||
                  llvm::any_of(op.getResultTypes(), mentionsComplex);
    if (isUsed ? failed(splitOp(&op)) : failed(splitRegions(&op)))
      return failure();
  }
  return success();
}

/// Replaces a tensor whose elements are a function of the indices by a structured op.
static void generalizeGenerate(IRRewriter &rewriter, tensor::GenerateOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  int64_t rank = op.getType().getRank();
  Value empty = tensor::EmptyOp::create(rewriter, loc, op.getType(), op.getDynamicExtents());
  auto made = linalg::GenericOp::create(
      rewriter, loc, op.getType(), ValueRange(), empty, {rewriter.getMultiDimIdentityMap(rank)},
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &builder, Location loc, ValueRange) {
        IRMapping mapping;
        for (int64_t i = 0; i < rank; ++i)
          mapping.map(op.getBody().getArgument(i), linalg::IndexOp::create(builder, loc, i));
        Block &body = op.getBody().front();
        for (Operation &inner : body.without_terminator())
          builder.clone(inner, mapping);
        linalg::YieldOp::create(builder, loc,
                                mapping.lookupOrDefault(body.getTerminator()->getOperand(0)));
      });
  rewriter.replaceOp(op, made.getResults());
}

LogicalResult ComplexSplitter::splitPad(tensor::PadOp op) {
  Value value = op.getConstantPaddingValue();
  // A constant that is defined in the region is moved out of the region.
  if (Operation *def = value ? value.getDefiningOp() : nullptr;
      def && op->isProperAncestor(def) && def->hasTrait<mlir::OpTrait::ConstantLike>())
    def->moveBefore(op);
  else if (!value)
    return refuse(op);
  SmallVector<Value> results;
  if (Operation *def = value.getDefiningOp(); def && !parts.lookup(value).re) {
    if (failed(splitOp(def)))
      return failure();
    rewriter.setInsertionPoint(op);
  }
  Parts source = parts.lookup(op.getSource()), padding = parts.lookup(value);
  Type type = getPartType(op.getType());
  for (auto [from, with] : {std::pair(source.re, padding.re), std::pair(source.im, padding.im)}) {
    // The result type is inferred, since constant padding widths may make more extents static.
    Value padded = tensor::PadOp::create(rewriter, op.getLoc(), Type(), from, op.getMixedLowPad(),
                                         op.getMixedHighPad(), with, op.getNofold());
    results.push_back(padded.getType() == type
                          ? padded
                          : tensor::CastOp::create(rewriter, op.getLoc(), type, padded));
  }
  replace(op, results);
  return success();
}

LogicalResult ComplexSplitter::run() {
  IRRewriter generalizer(function.getContext());
  SmallVector<tensor::GenerateOp> generated;
  function.walk([&](tensor::GenerateOp op) {
    if (isComplex(op.getType()))
      generated.push_back(op);
  });
  for (tensor::GenerateOp op : generated)
    generalizeGenerate(generalizer, op);
  SmallVector<linalg::LinalgOp> named;
  function.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op) && !worksByComponents(op) && usesComplex(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    generalizer.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(generalizer, op)))
      return refuse(op);
  }
  if (!function.isDeclaration()) {
    Block &body = function.front();
    splitArguments(body);
    if (failed(splitBlock(body)))
      return failure();
    for (Operation *op : llvm::reverse(leftOvers))
      op->erase();
    function.walk(eraseComplexArguments);
  }
  return success();
}

/// Sets the type of the function on pairs. The old type is kept as an attribute until all functions
/// are split.
static void expandType(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (!llvm::any_of(type.getInputs(), isReplaced) && !llvm::any_of(type.getResults(), isReplaced))
    return;
  SmallVector<DictionaryAttr> attributes[2];
  MLIRContext *context = function.getContext();
  for (auto [i, argType] : llvm::enumerate(type.getInputs()))
    attributes[0].append(isComplex(argType) ? 2 : 1, function.getArgAttrDict(i));
  for (auto [i, resultType] : llvm::enumerate(type.getResults()))
    attributes[1].append(isComplex(resultType) ? 2 : 1, function.getResultAttrDict(i));
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
  function->setAttr(complexTypeAttr, TypeAttr::get(type));
  function.setType(
      FunctionType::get(context, expandTypes(type.getInputs()), expandTypes(type.getResults())));
  for (DictionaryAttr &dict : attributes[0])
    dict = dict ? dict : DictionaryAttr::get(context);
  for (DictionaryAttr &dict : attributes[1])
    dict = dict ? dict : DictionaryAttr::get(context);
  function.setAllArgAttrs(attributes[0]);
  function.setAllResultAttrs(attributes[1]);
}

/// Appends the parts of a complex value, or the value itself if it is not complex.
static void appendParts(OpBuilder &builder, Value value, SmallVectorImpl<Value> &values) {
  Location loc = value.getLoc();
  Type part = getPartType(value.getType());
  if (!part) {
    values.push_back(value);
  } else if (auto tensor = dyn_cast<RankedTensorType>(part)) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, value);
    Value empty = tensor::EmptyOp::create(builder, loc, sizes, tensor.getElementType());
    SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(tensor.getRank()));
    SmallVector<utils::IteratorType> loops(tensor.getRank(), utils::IteratorType::parallel);
    Value inits[2] = {empty, empty};
    auto made =
        linalg::GenericOp::create(builder, loc, TypeRange(ValueRange(inits)), value, inits, maps,
                                  loops, [](OpBuilder &builder, Location loc, ValueRange args) {
                                    Value re = complex::ReOp::create(builder, loc, args[0]);
                                    Value im = complex::ImOp::create(builder, loc, args[0]);
                                    linalg::YieldOp::create(builder, loc, ValueRange{re, im});
                                  });
    llvm::append_range(values, made.getResults());
  } else {
    values.push_back(complex::ReOp::create(builder, loc, value));
    values.push_back(complex::ImOp::create(builder, loc, value));
  }
}

static Value joinParts(OpBuilder &builder, Location loc, Type type, Value re, Value im) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return complex::CreateOp::create(builder, loc, type, re, im);
  Value empty = tensor::EmptyOp::create(builder, loc, tensor::getMixedSizes(builder, loc, re),
                                        tensor.getElementType());
  SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(tensor.getRank()));
  SmallVector<utils::IteratorType> loops(tensor.getRank(), utils::IteratorType::parallel);
  Value made = linalg::GenericOp::create(
                   builder, loc, empty.getType(), ValueRange{re, im}, empty, maps, loops,
                   [&](OpBuilder &builder, Location loc, ValueRange args) {
                     Value joined = complex::CreateOp::create(builder, loc, tensor.getElementType(),
                                                              args[0], args[1]);
                     linalg::YieldOp::create(builder, loc, joined);
                   })
                   .getResult(0);
  return made.getType() == type ? made : Value(tensor::CastOp::create(builder, loc, type, made));
}

/// Creates a public function of the old name and type, which calls `split`.
static func::FuncOp makeWrapper(func::FuncOp split, StringRef name) {
  auto type = cast<FunctionType>(split->getAttrOfType<TypeAttr>(complexTypeAttr).getValue());
  Location loc = split.getLoc();
  auto wrapper = func::FuncOp::create(loc, name, type);
  OpBuilder builder = OpBuilder::atBlockEnd(wrapper.addEntryBlock());
  SmallVector<Value> operands, results;
  for (Value arg : wrapper.getArguments())
    appendParts(builder, arg, operands);
  auto call = func::CallOp::create(builder, loc, split, operands);
  unsigned next = 0;
  for (Type result : type.getResults()) {
    if (isComplex(result)) {
      results.push_back(
          joinParts(builder, loc, result, call.getResult(next), call.getResult(next + 1)));
      next += 2;
    } else {
      results.push_back(call.getResult(next++));
    }
  }
  func::ReturnOp::create(builder, loc, results);
  return wrapper;
}

LogicalResult chad::detail::splitComplex(ModuleOp module, ArrayRef<func::FuncOp> functions,
                                         bool keepPublicTypes) {
  SymbolTable symbols(module);
  for (func::FuncOp function : functions) {
    if (function.isDeclaration()) {
      auto diag = function.emitError("chad: '@") << function.getSymName()
                                                 << "' takes or returns complex values, and has no "
                                                    "body";
      diag.attachNote() << "give it a body, or real and imaginary parts as arguments and results";
      return diag;
    }
    if (!function.getBody().hasOneBlock())
      return function.emitError("chad: '@") << function.getSymName() << "' branches between blocks";
    expandType(function);
  }
  for (func::FuncOp function : functions)
    if (failed(ComplexSplitter(function, symbols).run()))
      return failure();
  for (func::FuncOp function : functions) {
    // Callers outside of the module cannot pass functions.
    auto old = function->getAttrOfType<TypeAttr>(complexTypeAttr);
    auto type = old ? cast<FunctionType>(old.getValue()) : FunctionType();
    if (keepPublicTypes && function.isPublic() && type &&
        !llvm::any_of(type.getInputs(), isComplexFunction) &&
        !llvm::any_of(type.getResults(), isComplexFunction)) {
      std::string name = function.getSymName().str();
      function.setPrivate();
      (void)symbols.rename(function, name + ".parts");
      func::FuncOp wrapper = makeWrapper(function, name);
      symbols.insert(wrapper, Block::iterator(function));
    }
  }
  for (func::FuncOp function : functions)
    function->removeAttr(complexTypeAttr);
  return success();
}
