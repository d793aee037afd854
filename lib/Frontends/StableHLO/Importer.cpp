//===- Importer.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace chad::stablehlo;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

const RuleTable &chad::stablehlo::getRules() {
  static const RuleTable rules = [] {
    RuleTable rules;
    addElementwiseRules(rules);
    addConversionRules(rules);
    addFunctionRules(rules);
    addShapeRules(rules);
    addDynamicShapeRules(rules);
    addDeviceRules(rules);
    addContractionRules(rules);
    addReductionRules(rules);
    addWindowRules(rules);
    addIndexingRules(rules);
    addScatterRules(rules);
    addSortRules(rules);
    addControlFlowRules(rules);
    addLinearAlgebraRules(rules);
    addBatchNormRules(rules);
    addRandomBitsRules(rules);
    return rules;
  }();
  return rules;
}

bool chad::stablehlo::isForeign(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "stablehlo" || dialect == "chlo" || dialect == "mhlo" || dialect == "sdy";
}

bool chad::stablehlo::usesComplex(Operation *op) {
  return llvm::any_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()),
                      [](Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); });
}

bool chad::stablehlo::isToken(Type type) {
  auto opaque = dyn_cast<OpaqueType>(type);
  return opaque && opaque.getDialectNamespace() == "stablehlo" && opaque.getTypeData() == "token";
}

Type chad::stablehlo::withoutBounds(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto encoding = tensor ? dyn_cast_or_null<OpaqueAttr>(tensor.getEncoding()) : OpaqueAttr();
  bool isBounded = encoding && encoding.getDialectNamespace() == "stablehlo" &&
                   encoding.getAttrData().starts_with("bounds<");
  return isBounded ? RankedTensorType::get(tensor.getShape(), tensor.getElementType()) : type;
}

bool chad::stablehlo::isReduction(Region &region, StringRef name) {
  if (!region.hasOneBlock() || region.front().getNumArguments() != 2)
    return false;
  Block &block = region.front();
  if (!llvm::hasNItems(block, 2))
    return false;
  Operation &op = block.front(), &end = block.back();
  auto takes = [&](unsigned a, unsigned b) {
    return op.getOperand(0) == block.getArgument(a) && op.getOperand(1) == block.getArgument(b);
  };
  return op.getName().getStringRef() == name && op.getNumOperands() == 2 &&
         op.getNumResults() == 1 && (takes(0, 1) || takes(1, 0)) && end.getNumOperands() == 1 &&
         end.getOperand(0) == op.getResult(0);
}

/// Emits the error for an op without a rule: the reason, and the remedy if there is one.
static LogicalResult refuse(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (StringRef why = getRefusal(name); !why.empty())
    return op->emitError("'") << name << "' is not imported: " << why;
  InFlightDiagnostic diagnostic = op->emitError("'") << name << "' is not imported";
  auto names = llvm::to_vector_of<StringRef>(getRules().keys());
  for (StringRef name : getComplexRules().keys())
    if (!getRules().contains(name))
      names.push_back(name);
  llvm::sort(names);
  diagnostic.attachNote() << "imported are: " << llvm::join(names, ", ");
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Functions, blocks, ops
//===----------------------------------------------------------------------===//

/// The type of an argument or result of an imported function: a tensor of rank 0 stays a tensor,
/// and integers are signless.
static Type atBoundary(Type source, Type converted) {
  auto tensor = dyn_cast<RankedTensorType>(source);
  return tensor && tensor.getRank() == 0 ? RankedTensorType::get({}, converted) : converted;
}

LogicalResult Importer::importFunction(func::FuncOp function, Region &body) {
  location = function.getLoc();
  // The values that the maps hold from a function whose import failed do not exist any more.
  values.clear();
  counters.clear();
  callers.clear();
  if (!function.getBody().hasOneBlock())
    return function.emitError("'")
           << function.getName()
           << "' has ops of StableHLO in several blocks: lift its control flow to regions before";
  Block *block = &body.emplaceBlock();
  builder.setInsertionPointToStart(block);
  SmallVector<Value> args;
  if (function.isPublic() && (llvm::any_of(function.getArgumentTypes(), isToken) ||
                              llvm::any_of(function.getResultTypes(), isToken)))
    return function.emitError("'")
           << function.getName()
           << "' takes or returns tokens, which order effects: export it without effects";
  for (BlockArgument arg : function.getArguments()) {
    Type type = convertType(function, arg.getType());
    if (!type)
      return failure();
    Value value = block->addArgument(atBoundary(arg.getType(), type), arg.getLoc());
    args.push_back(asScalar(value));
  }
  FailureOr<SmallVector<Value>> results = importBlock(function.getBody().front(), args);
  if (failed(results))
    return failure();
  if (results->size() != function.getNumResults())
    return function.emitError("'") << function.getName() << "' returns " << results->size()
                                   << " values, and has " << function.getNumResults() << " results";
  location = function.getBody().front().back().getLoc();
  SmallVector<Type> resultTypes;
  for (auto [value, source] : llvm::zip_equal(*results, function.getResultTypes())) {
    Type type = convertType(function, source);
    if (!type)
      return failure();
    resultTypes.push_back(atBoundary(source, type));
    if (isa<RankedTensorType>(resultTypes.back()))
      value = asTensor(value);
    if (value.getType() != resultTypes.back()) {
      if (!tensor::CastOp::areCastCompatible(value.getType(), resultTypes.back()))
        return function.emitError("'") << function.getName() << "' returns a value of type "
                                       << value.getType() << " as " << source;
      value = create<tensor::CastOp>(resultTypes.back(), value);
    }
  }
  create<func::ReturnOp>(*results);
  return success();
}

FailureOr<SmallVector<Value>> Importer::importBlock(Block &block, ValueRange args) {
  if (block.getNumArguments() != args.size())
    return block.getParentOp()->emitError("'")
           << block.getParentOp()->getName() << "' has a region of " << block.getNumArguments()
           << " arguments, where " << args.size() << " are needed";
  for (auto [source, value] : llvm::zip_equal(block.getArguments(), args)) {
    Type type = convertType(block.getParentOp(), source.getType());
    if (!type)
      return failure();
    Value cast = value;
    if (type != value.getType()) {
      if (!tensor::CastOp::areCastCompatible(value.getType(), type))
        return block.getParentOp()->emitError("'")
               << block.getParentOp()->getName() << "' has a region with an argument of type "
               << source.getType() << ", which is given " << value.getType();
      cast = create<tensor::CastOp>(type, value);
    }
    values[source] = cast;
  }
  if (block.empty() || !block.back().getName().getStringRef().ends_with(".return"))
    return block.getParentOp()->emitError("'")
           << block.getParentOp()->getName() << "' has a region that does not return";
  Location before = location;
  llvm::scope_exit restore([&] { location = before; });
  for (Operation &op : llvm::make_range(block.begin(), std::prev(block.end())))
    if (failed(importOp(&op)))
      return failure();
  SmallVector<Value> results;
  for (Value source : block.back().getOperands()) {
    Value value = values.lookup(source);
    if (!value)
      return block.back().emitError("'")
             << block.back().getName() << "' returns a value that is not computed before";
    results.push_back(value);
  }
  return results;
}

FailureOr<SmallVector<Value>> Importer::importRegion(Operation *op, unsigned i, ValueRange args) {
  if (op->getNumRegions() <= i || !op->getRegion(i).hasOneBlock())
    return error(op, "needs a region of one block as region #" + Twine(i));
  return importBlock(op->getRegion(i).front(), args);
}

LogicalResult Importer::importOp(Operation *op) {
  location = op->getLoc();
  if (!getRefusal(op->getName().getStringRef()).empty())
    return refuse(op);
  if (isTupleOp(op))
    return importTupleOp(*this, op);
  for (Value source : op->getOperands())
    if (!values.contains(source))
      return error(op, "uses a value that is not computed before");
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (!convertType(op, type))
      return failure();
  // In bytecode that was written with the StableHLO dialect, properties are bytes, which MLIR may
  // read as any attribute.
  Attribute properties = op->isRegistered() ? Attribute() : op->getPropertiesAsAttribute();
  if (properties && !isa<DictionaryAttr>(properties))
    return error(op, "has properties that are no dictionary: print the module in the generic form "
                     "rather than as bytecode");
  if (auto call = dyn_cast<func::CallOp>(op))
    return importCall(call);
  if (!isForeign(op))
    return importOther(op);
  bool isComplex = usesComplex(op);
  const RuleTable &rules = isComplex ? getComplexRules() : getRules();
  auto rule = rules.find(op->getName().getStringRef());
  if (rule != rules.end())
    return rule->second(*this, op);
  if (isComplex && getRules().contains(op->getName().getStringRef()))
    return error(op, noComplexRule);
  return refuse(op);
}

bool Importer::isInlined(func::FuncOp function) {
  if (auto known = inlined.find(function); known != inlined.end())
    return known->second;
  // This entry ends the search in a function that calls itself, which StableHLO does not allow:
  // such a function is not inlined.
  inlined[function] = false;
  if (!function.isPrivate() || !function.getBody().hasOneBlock())
    return false;
  constexpr unsigned small = 64;
  bool isSingle = calls(function) == 1;
  return inlined[function] = isSingle || size(function) <= small;
}

unsigned Importer::calls(func::FuncOp function) {
  if (numCalls.empty())
    module.walk([&](func::CallOp call) { ++numCalls[call.getCalleeAttr().getAttr()]; });
  return numCalls.lookup(function.getSymNameAttr());
}

unsigned Importer::size(func::FuncOp function) {
  auto [entry, isNew] = sizeOf.try_emplace(function, 0);
  if (!isNew)
    return entry->second;
  constexpr unsigned most = 1u << 20;
  unsigned size = 0;
  function.walk([&](Operation *op) {
    ++size;
    if (auto call = dyn_cast<func::CallOp>(op))
      if (auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee()))
        size = std::min(most, size + this->size(callee));
  });
  return sizeOf[function] = size;
}

LogicalResult Importer::importCall(func::CallOp call) {
  auto function = module.lookupSymbol<func::FuncOp>(call.getCallee());
  if (!function)
    return error(call, "calls '" + call.getCallee() + "', which is not in the module");
  SmallVector<Value> args = operands(call);
  if (isInlined(function))
    return inlineCall(call, function, args);
  SmallVector<Type> types;
  for (Type source : call.getResultTypes())
    types.push_back(atBoundary(source, convertType(call, source)));
  for (auto [arg, source] : llvm::zip_equal(args, call.getOperandTypes()))
    if (isa<RankedTensorType>(source))
      arg = asTensor(arg);
  auto imported = create<func::CallOp>(call.getCallee(), types, args);
  for (auto [i, result] : llvm::enumerate(imported.getResults()))
    if (failed(set(call, i, asScalar(result))))
      return failure();
  return success();
}

LogicalResult Importer::inlineCall(Operation *op, func::FuncOp function, ValueRange args) {
  if (llvm::is_contained(callers, function))
    return error(op, "is in '" + function.getName() + "', which it calls");
  if (!function.getBody().hasOneBlock())
    return error(op, "calls '" + function.getName() + "', which is not one block");
  if (function.isPrivate())
    replaced.insert(function);
  callers.push_back(function);
  FailureOr<SmallVector<Value>> results = importBlock(function.getBody().front(), args);
  callers.pop_back();
  if (failed(results))
    return failure();
  if (results->size() != op->getNumResults())
    return error(op, "has " + Twine(op->getNumResults()) + " results, and '" + function.getName() +
                         "' returns " + Twine(results->size()));
  for (auto [i, value] : llvm::enumerate(*results))
    if (failed(set(op, i, value)))
      return failure();
  return success();
}

/// Imports an op of another dialect by cloning it with the imported operands.
LogicalResult Importer::importOther(Operation *op) {
  if (op->getNumRegions())
    return error(op, "has regions, and stands among ops of StableHLO: lower it before");
  auto isChanged = [](Type type) {
    auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
    return integer && integer.isUnsigned();
  };
  if (llvm::any_of(op->getOperandTypes(), isChanged) ||
      llvm::any_of(op->getResultTypes(), isChanged))
    return error(op, "is about unsigned integers, and no op of StableHLO");
  IRMapping mapping;
  for (Value source : op->getOperands()) {
    Value value = values[source];
    mapping.map(source, isa<RankedTensorType>(source.getType()) ? asTensor(value) : value);
  }
  Operation *clone = builder.clone(*op, mapping);
  for (auto [i, result] : llvm::enumerate(clone->getResults()))
    if (failed(set(op, i, asScalar(result))))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Values and types
//===----------------------------------------------------------------------===//

Type Importer::convertType(Operation *op, Type type) {
  if (isToken(type))
    return builder.getI1Type();
  type = withoutBounds(type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.getEncoding()) {
    error(op, "is about ") << type << ", a tensor with an encoding, which is not imported";
    return nullptr;
  }
  Type element = tensor ? tensor.getElementType() : type;
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(type.getContext(), integer.getWidth());
  Type part = element;
  if (auto complex = dyn_cast<ComplexType>(element))
    part = complex.getElementType();
  bool isFloat = part.isF16() || part.isBF16() || part.isF32() || part.isF64();
  if (!isFloat && !isa<IntegerType, IndexType>(element)) {
    InFlightDiagnostic diagnostic = error(op, "is about ");
    diagnostic << type
               << ", which is not imported: f64, f32, f16, bf16, complex numbers of them, and "
                  "integers are, "
                  "in tensors of known rank";
    return nullptr;
  }
  return tensor && tensor.getRank() != 0 ? tensor.clone(element) : element;
}

Value Importer::operand(Operation *op, unsigned i) { return values.lookup(op->getOperand(i)); }

SmallVector<Value> Importer::operands(Operation *op) {
  return llvm::map_to_vector(op->getOperands(), [&](Value value) { return values.lookup(value); });
}

Type Importer::sourceElement(Operation *op, unsigned i) {
  return getElementTypeOrSelf(op->getOperand(i).getType());
}

bool Importer::isUnsigned(Operation *op, unsigned i) {
  Type type = sourceElement(op, i);
  return type.isUnsignedInteger() || type.isInteger(1);
}

Type Importer::resultType(Operation *op, unsigned i) {
  return convertType(op, op->getResult(i).getType());
}

LogicalResult Importer::set(Operation *op, unsigned i, Value value) {
  Type type = resultType(op, i);
  value = isa<RankedTensorType>(type) ? asTensor(value) : asScalar(value);
  if (value.getType() != type) {
    if (!tensor::CastOp::areCastCompatible(value.getType(), type)) {
      InFlightDiagnostic diagnostic = error(op, "has a result of type ");
      diagnostic << op->getResult(i).getType() << ", where its operands and attributes give "
                 << value.getType();
      return diagnostic;
    }
    value = fold<tensor::CastOp>(type, value);
  }
  values[op->getResult(i)] = value;
  return success();
}

const Importer::Counter *Importer::getCounter(Value value) const {
  auto found = counters.find(value);
  return found == counters.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

InFlightDiagnostic Importer::error(Operation *op, const Twine &message) {
  return op->emitError("'") << op->getName() << "' " << message;
}

LogicalResult Importer::expect(Operation *op, unsigned numOperands, unsigned numResults,
                               unsigned numRegions) {
  auto check = [&](unsigned actual, unsigned expected, StringRef what) -> LogicalResult {
    if (actual == expected)
      return success();
    return error(op, "has " + Twine(actual) + " " + what + ", where " + Twine(expected) +
                         " are expected");
  };
  return success(succeeded(check(op->getNumOperands(), numOperands, "operands")) &&
                 succeeded(check(op->getNumResults(), numResults, "results")) &&
                 succeeded(check(op->getNumRegions(), numRegions, "regions")));
}

FailureOr<SmallVector<int64_t>> Importer::integers(Operation *op, StringRef name,
                                                   std::optional<SmallVector<int64_t>> missing) {
  Attribute attr = op->getAttr(name);
  if (!attr && missing)
    return *missing;
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attr))
    return llvm::to_vector(array.asArrayRef());
  if (auto array = dyn_cast_or_null<DenseBoolArrayAttr>(attr))
    return llvm::to_vector_of<int64_t>(array.asArrayRef());
  if (auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attr)) {
    bool isBool = elements.getElementType().isInteger(1);
    return llvm::map_to_vector(elements.getValues<APInt>(), [&](const APInt &value) {
      return isBool ? static_cast<int64_t>(value.getZExtValue()) : value.getSExtValue();
    });
  }
  return error(op, "needs an array of integers as attribute '" + name + "'");
}

FailureOr<int64_t> Importer::integer(Operation *op, StringRef name,
                                     std::optional<int64_t> missing) {
  Attribute attr = op->getAttr(name);
  if (!attr && missing)
    return *missing;
  if (auto value = dyn_cast_or_null<IntegerAttr>(attr);
      value && value.getValue().getBitWidth() <= 64)
    return value.getValue().getSExtValue();
  return error(op, "needs an integer as attribute '" + name + "'");
}

bool Importer::flag(Operation *op, StringRef name) {
  auto value = op->getAttrOfType<BoolAttr>(name);
  return value && value.getValue();
}

FailureOr<std::string> Importer::enumeration(Operation *op, StringRef name, StringRef kind,
                                             StringRef missing) {
  Attribute attr = op->getAttr(name);
  if (!attr && !missing.empty())
    return missing.str();
  if (std::optional<std::string> text = parseEnumText(attr, kind))
    return *text;
  return error(op, "needs '#" + op->getName().getDialectNamespace() + "<" + kind +
                       " ...>' as attribute '" + name + "'");
}

FailureOr<Fields> Importer::fields(Operation *op, StringRef name, StringRef kind) {
  if (std::optional<Fields> fields = parseFields(op->getAttr(name), kind))
    return *fields;
  return error(op, "needs '#" + op->getName().getDialectNamespace() + "." + kind +
                       "<...>' as attribute '" + name + "'");
}

LogicalResult Importer::checkDims(Operation *op, ArrayRef<int64_t> dims, int64_t rank,
                                  StringRef what) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank || seen.test(dim))
      return error(op,
                   "needs different dimensions of a tensor of rank " + Twine(rank) + " as " + what);
    seen.set(dim);
  }
  return success();
}
