//===- Importer.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The class that the rules of `chad-import-stablehlo` share. There is a rule for each op of
// StableHLO, which makes ops of linalg, tensor, scf, arith, math and chad. Nothing has verified an
// op that is not registered: a rule checks all that it relies on, and reports what is wrong at the
// op.
//
// A tensor of rank 0 becomes a scalar, so that counters of loops, conditions and bodies of
// reductions are ordinary scalar code. Unsigned integers lose their sign in the type; the rules
// look at the type of the source where it matters.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_IMPORTER_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_IMPORTER_H

#include "AttributeText.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace chad::stablehlo {

using namespace mlir;

class Importer;

/// How many dimensions a value has; a scalar has none.
inline int64_t rankOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

/// Imports one op: maps each of its results to a value (`Importer::set`), or reports an error.
using Rule = LogicalResult (*)(Importer &, Operation *);
/// By the name of the op, with that of its dialect.
using RuleTable = llvm::StringMap<Rule>;

/// All rules, and the parts that they are made of.
const RuleTable &getRules();
/// The rules for ops with complex operands or results.
const RuleTable &getComplexRules();
void addElementwiseRules(RuleTable &rules);
void addConversionRules(RuleTable &rules);
void addFunctionRules(RuleTable &rules);
void addShapeRules(RuleTable &rules);
void addDynamicShapeRules(RuleTable &rules);
void addDeviceRules(RuleTable &rules);
void addContractionRules(RuleTable &rules);
void addReductionRules(RuleTable &rules);
void addWindowRules(RuleTable &rules);
void addIndexingRules(RuleTable &rules);
void addScatterRules(RuleTable &rules);
void addSortRules(RuleTable &rules);
void addControlFlowRules(RuleTable &rules);
void addLinearAlgebraRules(RuleTable &rules);
void addBatchNormRules(RuleTable &rules);
void addRandomBitsRules(RuleTable &rules);

/// Why an op that StableHLO or CHLO has is not imported; empty for any other name.
StringRef getRefusal(StringRef name);

/// Whether the op belongs to a dialect that is imported.
bool isForeign(Operation *op);

/// Whether an operand or a result of the op consists of complex numbers.
bool usesComplex(Operation *op);

/// `!stablehlo.token`.
bool isToken(Type type);

/// A tensor whose encoding bounds its dynamic extents, without the bounds; any other type as it
/// is.
Type withoutBounds(Type type);

/// Whether the op makes tuples, or takes them apart. Tuples have no imported values.
bool isTupleOp(Operation *op);
LogicalResult importTupleOp(Importer &importer, Operation *op);

/// What is wrong with an op on complex numbers that has a rule for real ones only.
constexpr StringLiteral
    noComplexRule("is not imported for complex numbers: write it for real and imaginary parts");

class Importer {
public:
  Importer(ModuleOp module) : builder(module.getContext()), module(module) {}

  /// The imported function: a region with one block.
  LogicalResult importFunction(func::FuncOp function, Region &body);

  /// Imports the ops of the block, with `args` for its arguments, to the insertion point. Gives
  /// what its terminator returns.
  FailureOr<SmallVector<Value>> importBlock(Block &block, ValueRange args);

  /// The same for the only block of region number `i` of `op`.
  FailureOr<SmallVector<Value>> importRegion(Operation *op, unsigned i, ValueRange args);

  //===--------------------------------------------------------------------===//
  // Values and types
  //===--------------------------------------------------------------------===//

  /// The imported type; null, with an error at `op`, where it is not supported.
  Type convertType(Operation *op, Type type);
  /// The imported value of operand number `i` of the op.
  Value operand(Operation *op, unsigned i);
  /// The imported values of all operands of the op.
  SmallVector<Value> operands(Operation *op);
  /// The type of the elements of operand number `i` in the source, with its sign.
  Type sourceElement(Operation *op, unsigned i);
  /// Whether the elements of operand number `i` are compared and divided as unsigned integers.
  bool isUnsigned(Operation *op, unsigned i);
  /// The imported type of result number `i`.
  Type resultType(Operation *op, unsigned i = 0);
  /// Maps result number `i` to the value, cast to the type that it must have. An error where
  /// no cast can do that.
  LogicalResult set(Operation *op, unsigned i, Value value);
  LogicalResult set(Operation *op, Value value) { return set(op, 0, value); }
  /// The imported value of a value of the source; null if it is not known.
  Value lookup(Value source) const { return values.lookup(source); }
  /// Maps an argument of a region.
  void map(Value source, Value value) { values[source] = value; }

  //===--------------------------------------------------------------------===//
  // Attributes. Each reports what is wrong at the op.
  //===--------------------------------------------------------------------===//

  LogicalResult expect(Operation *op, unsigned numOperands, unsigned numResults = 1,
                       unsigned numRegions = 0);
  InFlightDiagnostic error(Operation *op, const Twine &message);

  /// An array of integers. `missing` is the default where the attribute is absent.
  FailureOr<SmallVector<int64_t>>
  integers(Operation *op, StringRef name,
           std::optional<SmallVector<int64_t>> missing = std::nullopt);
  FailureOr<int64_t> integer(Operation *op, StringRef name,
                             std::optional<int64_t> missing = std::nullopt);
  /// Whether the flag is set; one that is left out is not.
  bool flag(Operation *op, StringRef name);
  /// The case of an enumeration; `missing` where it is left out.
  FailureOr<std::string> enumeration(Operation *op, StringRef name, StringRef kind,
                                     StringRef missing = "");
  FailureOr<Fields> fields(Operation *op, StringRef name, StringRef kind);
  /// Operand number `i`, an array of integers that a shape is made of: the numbers, in row-major
  /// order.
  FailureOr<SmallVector<OpFoldResult>> extents(Operation *op, unsigned i);
  /// A list of different dimensions of a tensor of this rank.
  LogicalResult checkDims(Operation *op, ArrayRef<int64_t> dims, int64_t rank, StringRef what);

  //===--------------------------------------------------------------------===//
  // Making ops
  //===--------------------------------------------------------------------===//

  Location loc() const { return location; }
  template <typename OpTy, typename... Args> OpTy create(Args &&...args) {
    return OpTy::create(builder, location, std::forward<Args>(args)...);
  }
  /// The same, folded where it can be.
  template <typename OpTy, typename... Args> Value fold(Args &&...args) {
    return builder.createOrFold<OpTy>(location, std::forward<Args>(args)...);
  }

  Value index(int64_t value);
  /// A constant of a type of numbers, or a tensor of them. One with dynamic extents has those of
  /// `like`.
  Value constant(Type type, double value, Value like = nullptr);
  Value integerConstant(Type type, const APInt &value, Value like = nullptr);
  Value floatConstant(Type type, const APFloat &value, Value like = nullptr);

  /// The extents of a tensor; none of a scalar.
  SmallVector<OpFoldResult> sizes(Value value);
  OpFoldResult size(Value tensor, int64_t dim);
  Value sizeValue(Value tensor, int64_t dim);
  Value toIndex(OpFoldResult size);
  OpFoldResult multiply(OpFoldResult a, OpFoldResult b);
  OpFoldResult add(OpFoldResult a, OpFoldResult b);
  /// The greater one of a size and a number.
  OpFoldResult atLeast(OpFoldResult size, int64_t low);

  /// An empty tensor (`tensor.empty`).
  Value empty(ArrayRef<OpFoldResult> sizes, Type element);
  /// A tensor of one number; the number itself at rank 0.
  Value splat(Value scalar, ArrayRef<OpFoldResult> sizes);
  /// A tensor of one number, which structured ops write over. It has rank 0 without sizes.
  Value fill(Value scalar, ArrayRef<OpFoldResult> sizes);
  /// A scalar as a tensor of rank 0; a tensor as it is.
  Value asTensor(Value value);
  /// A tensor of rank 0 as a scalar; any other value as it is.
  Value asScalar(Value value);

  Value transpose(Value tensor, ArrayRef<int64_t> permutation);
  /// A tensor or scalar in another shape with as many elements.
  Value reshape(Value value, ArrayRef<OpFoldResult> sizes);
  /// The dimensions from `first` to before `last` as one.
  Value collapse(Value tensor, int64_t first, int64_t last);
  /// Elements `offsets`, `offsets + strides`, ...
  Value slice(Value tensor, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
              ArrayRef<int64_t> strides = {});
  /// Padding with elements between, and of negative width.
  Value pad(Value tensor, Value padding, ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high,
            ArrayRef<OpFoldResult> interior);
  Value pad(Value tensor, Value padding, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
            ArrayRef<int64_t> interior) {
    MLIRContext *context = builder.getContext();
    return pad(tensor, padding, getAsIndexOpFoldResult(context, low),
               getAsIndexOpFoldResult(context, high), getAsIndexOpFoldResult(context, interior));
  }
  /// The elements of the dimensions from the last to the first.
  Value reverse(Value tensor, ArrayRef<int64_t> dims);
  /// `result[..., i_k at dims[k], ...] = tensor[i_0, i_1, ...]`; extents of 1 are repeated.
  Value broadcast(Value value, ArrayRef<int64_t> dims, ArrayRef<OpFoldResult> sizes);

  /// `function` of each element of tensors of one shape, or of scalars.
  Value mapElements(ValueRange xs, Type element, llvm::function_ref<Value(ValueRange)> function);

  /// A structured op. `body` gives what the region yields from its arguments; if it fails, so does
  /// the result.
  using Body = llvm::function_ref<FailureOr<SmallVector<Value>>(ValueRange)>;
  FailureOr<SmallVector<Value>> generic(ValueRange inputs, ValueRange inits,
                                        ArrayRef<AffineMap> maps,
                                        ArrayRef<utils::IteratorType> iterators, Body body);

  /// A value as an index: a signed integer, or an unsigned one.
  Value castToIndex(Value value, bool isUnsigned = false);
  /// `value` between `low` and `high`.
  Value clampIndex(Value value, Value low, Value high);

  //===--------------------------------------------------------------------===//
  // Counters of loops
  //===--------------------------------------------------------------------===//

  /// What is known of an integer that counts iterations or elements: it is `index`, which is at
  /// least `low`, not negative, and has at most `width` bits. It is less than `extent`, unless that
  /// is null. In a loop it is `scale · base + offset`, where the iterations have the numbers
  /// `base`; that is null elsewhere.
  struct Counter {
    Value index;
    unsigned width;
    OpFoldResult extent;
    int64_t low = 0;
    Value base = nullptr;
    int64_t scale = 1, offset = 0;
  };
  void setCounter(Value value, Counter counter) {
    counters[value] = counter;
    // Ops that take an index are asked for what is known of it, too.
    counters.try_emplace(counter.index, counter);
  }
  const Counter *getCounter(Value value) const;

  /// A converter of scalars and tensors between element types, as `stablehlo.convert`.
  Value convert(Value value, Type element, bool isUnsigned, bool toUnsigned);

  OpBuilder builder;

private:
  LogicalResult importOp(Operation *op);
  LogicalResult importCall(func::CallOp call);
  LogicalResult importOther(Operation *op);
  /// How often the module calls the function.
  unsigned calls(func::FuncOp function);
  /// The number of its ops, with those of the functions that it calls.
  unsigned size(func::FuncOp function);

public:
  /// Whether a call of the function is replaced by its body.
  bool isInlined(func::FuncOp function);
  LogicalResult inlineCall(Operation *op, func::FuncOp function, ValueRange args);
  ModuleOp getModule() const { return module; }
  /// The private functions of which calls were replaced by their bodies.
  ArrayRef<func::FuncOp> getInlined() const { return replaced.getArrayRef(); }

private:
  ModuleOp module;
  Location location = builder.getUnknownLoc();
  DenseMap<Value, Value> values;
  DenseMap<Value, Counter> counters;
  /// The functions that are being inlined.
  SmallVector<func::FuncOp> callers;
  DenseMap<func::FuncOp, bool> inlined;
  llvm::SetVector<func::FuncOp> replaced;
  DenseMap<StringAttr, unsigned> numCalls;
  DenseMap<func::FuncOp, unsigned> sizeOf;
};

/// The sums of the products over the reduced loops. The maps are those of the factors and of the
/// result, which has the sizes `sizes`. All have elements of one type.
Value addProducts(Importer &importer, Value a, Value b, ArrayRef<AffineMap> maps,
                  ArrayRef<utils::IteratorType> iterators, ArrayRef<OpFoldResult> sizes);

/// The operands of a reduction: arrays of one shape, and as many scalars of their elements' types.
struct ReduceOperands {
  SmallVector<Value> arrays, inits;
  int64_t rank = 0;
};
FailureOr<ReduceOperands> readReduceOperands(Importer &importer, Operation *op);
/// The same of an op that has other operands after the arrays and scalars.
FailureOr<ReduceOperands> readReduceOperands(Importer &importer, Operation *op, unsigned numArrays);

/// A reduction of windows whose extents are operands, which JAX calls as a function of a library.
LogicalResult importDynamicReduceWindow(Importer &importer, Operation *op);

/// The largest numbers along the last dimension, as many as an operand says.
LogicalResult importDynamicTopK(Importer &importer, Operation *op);

/// `arrays[places[i]] ⊕= updates[i]` for all i in order, where ⊕ is region number `region` of the
/// op; a place of -1 is skipped. The arrays are seen along their first dimension. Those whose
/// elements are not scalars need a region for which `isRowwise` holds.
FailureOr<SmallVector<Value>> scatterInto(Importer &importer, Operation *op, unsigned region,
                                          ValueRange arrays, Value places, ValueRange updates);

/// Whether a scatter by the region treats all elements of a row alike: it adds, or overwrites.
bool isRowwise(Operation *op, unsigned region);

/// Calls of LAPACK that JAX makes on a CPU: potrf, trsm and getrf, of f32 and f64.
bool isLapackFunction(StringRef target);
LogicalResult importLapackCall(Importer &importer, Operation *op, StringRef target);

/// `result[..., i at dim, ...] = i`.
Value makeIota(Importer &importer, ArrayRef<OpFoldResult> sizes, int64_t dim, Type element);

/// Whether the only block of the region returns what the op `name` makes of its two arguments, in
/// either order.
bool isReduction(Region &region, StringRef name);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_IMPORTER_H
