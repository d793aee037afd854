//===- Importer.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The class that the rules of `chad-import-stablehlo` share. Each op of StableHLO has a rule, which
// creates ops of linalg, tensor, scf, arith, math and chad. An op that is not registered has not
// been verified: a rule checks all that it relies on, and reports errors at the op.
//
// A tensor of rank 0 becomes a scalar, so that counters of loops, conditions and bodies of
// reductions are ordinary scalar code. Integers become signless; a rule for which the sign matters
// looks at the type of the source.

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

/// The rank of a value; that of a scalar is 0.
inline int64_t rankOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

/// Imports one op: maps each of its results to a value (`Importer::set`), or reports an error.
using Rule = LogicalResult (*)(Importer &, Operation *);
/// Rules by the full name of the op, `stablehlo.add` for example.
using RuleTable = llvm::StringMap<Rule>;

/// All rules, and below the tables, one per file, of which they consist.
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

/// The reason why an op of StableHLO or CHLO is not imported; empty for any other name.
StringRef getRefusal(StringRef name);

/// Whether the op belongs to a dialect that is imported.
bool isForeign(Operation *op);

/// Whether an operand or a result of the op consists of complex numbers.
bool usesComplex(Operation *op);

/// Whether the type is `!stablehlo.token`.
bool isToken(Type type);

/// Removes the encoding that bounds the dynamic extents of a tensor; returns any other type as it
/// is.
Type withoutBounds(Type type);

/// Whether the op makes tuples, or takes them apart. Tuples have no imported values.
bool isTupleOp(Operation *op);
LogicalResult importTupleOp(Importer &importer, Operation *op);

/// The error for an op on complex numbers that has a rule for real numbers only.
constexpr StringLiteral
    noComplexRule("is not imported for complex numbers: write it for real and imaginary parts");

class Importer {
public:
  Importer(ModuleOp module) : builder(module.getContext()), module(module) {}

  /// Imports the body of the function into `body`, a region that gets one block.
  LogicalResult importFunction(func::FuncOp function, Region &body);

  /// Imports the ops of the block at the insertion point, with `args` for its arguments. Returns
  /// the imported operands of the terminator.
  FailureOr<SmallVector<Value>> importBlock(Block &block, ValueRange args);

  /// Imports the only block of region number `i` of `op` in the same way.
  FailureOr<SmallVector<Value>> importRegion(Operation *op, unsigned i, ValueRange args);

  //===--------------------------------------------------------------------===//
  // Values and types
  //===--------------------------------------------------------------------===//

  /// Returns the imported type. Emits an error at `op` and returns null if the type is not
  /// supported.
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
  /// Maps result number `i` to the value, cast to the imported type of the result. Emits an error
  /// if it cannot be cast.
  LogicalResult set(Operation *op, unsigned i, Value value);
  LogicalResult set(Operation *op, Value value) { return set(op, 0, value); }
  /// The imported value of a value of the source; null if it is not known.
  Value lookup(Value source) const { return values.lookup(source); }
  /// Maps an argument of a region.
  void map(Value source, Value value) { values[source] = value; }

  //===--------------------------------------------------------------------===//
  // Attributes. Each method emits an error at the op if the attribute is not valid.
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
  /// Whether the flag is set; a flag that is absent is not set.
  bool flag(Operation *op, StringRef name);
  /// The case of an enumeration. `missing` is the default if the attribute is absent.
  FailureOr<std::string> enumeration(Operation *op, StringRef name, StringRef kind,
                                     StringRef missing = "");
  FailureOr<Fields> fields(Operation *op, StringRef name, StringRef kind);
  /// The elements of operand number `i`, an array of integers that describes a shape, in row-major
  /// order.
  FailureOr<SmallVector<OpFoldResult>> extents(Operation *op, unsigned i);
  /// Checks that `dims` are dimensions of a tensor of this rank, each at most once.
  LogicalResult checkDims(Operation *op, ArrayRef<int64_t> dims, int64_t rank, StringRef what);

  //===--------------------------------------------------------------------===//
  // Making ops
  //===--------------------------------------------------------------------===//

  Location loc() const { return location; }
  template <typename OpTy, typename... Args> OpTy create(Args &&...args) {
    return OpTy::create(builder, location, std::forward<Args>(args)...);
  }
  /// Creates an op, or returns the value to which it folds.
  template <typename OpTy, typename... Args> Value fold(Args &&...args) {
    return builder.createOrFold<OpTy>(location, std::forward<Args>(args)...);
  }

  Value index(int64_t value);
  /// A constant of `type`, a type of numbers or of a tensor of numbers. Dynamic extents are those
  /// of `like`.
  Value constant(Type type, double value, Value like = nullptr);
  Value integerConstant(Type type, const APInt &value, Value like = nullptr);
  Value floatConstant(Type type, const APFloat &value, Value like = nullptr);

  /// The extents of a tensor; an empty list for a scalar.
  SmallVector<OpFoldResult> sizes(Value value);
  OpFoldResult size(Value tensor, int64_t dim);
  Value sizeValue(Value tensor, int64_t dim);
  Value toIndex(OpFoldResult size);
  OpFoldResult multiply(OpFoldResult a, OpFoldResult b);
  OpFoldResult add(OpFoldResult a, OpFoldResult b);
  /// The maximum of `size` and `low`.
  OpFoldResult atLeast(OpFoldResult size, int64_t low);

  /// An empty tensor (`tensor.empty`).
  Value empty(ArrayRef<OpFoldResult> sizes, Type element);
  /// A tensor all of whose elements are `scalar`; `scalar` itself if `sizes` is empty.
  Value splat(Value scalar, ArrayRef<OpFoldResult> sizes);
  /// A tensor all of whose elements are `scalar`, to be the init operand of a structured op. Its
  /// rank is 0 if `sizes` is empty.
  Value fill(Value scalar, ArrayRef<OpFoldResult> sizes);
  /// A scalar as a tensor of rank 0; a tensor as it is.
  Value asTensor(Value value);
  /// A tensor of rank 0 as a scalar; any other value as it is.
  Value asScalar(Value value);

  Value transpose(Value tensor, ArrayRef<int64_t> permutation);
  /// A tensor or scalar in another shape with as many elements.
  Value reshape(Value value, ArrayRef<OpFoldResult> sizes);
  /// Merges the dimensions from `first` up to, but without, `last` into one.
  Value collapse(Value tensor, int64_t first, int64_t last);
  /// Elements `offsets`, `offsets + strides`, ...; `sizes` many in each dimension.
  Value slice(Value tensor, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
              ArrayRef<int64_t> strides = {});
  /// Pads a tensor: `interior` elements are inserted between neighbours, and a negative width at an
  /// end removes elements.
  Value pad(Value tensor, Value padding, ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high,
            ArrayRef<OpFoldResult> interior);
  Value pad(Value tensor, Value padding, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
            ArrayRef<int64_t> interior) {
    MLIRContext *context = builder.getContext();
    return pad(tensor, padding, getAsIndexOpFoldResult(context, low),
               getAsIndexOpFoldResult(context, high), getAsIndexOpFoldResult(context, interior));
  }
  /// Reverses the order of the elements along the dimensions.
  Value reverse(Value tensor, ArrayRef<int64_t> dims);
  /// `result[..., i_k at dims[k], ...] = value[i_0, i_1, ...]`; a dimension of extent 1 is
  /// repeated.
  Value broadcast(Value value, ArrayRef<int64_t> dims, ArrayRef<OpFoldResult> sizes);

  /// Applies `function` to the elements of tensors of one shape, or to scalars.
  Value mapElements(ValueRange xs, Type element, llvm::function_ref<Value(ValueRange)> function);

  /// Creates a structured op. `body` gets the arguments of the region and returns the values to
  /// yield; if it fails, so does this method.
  using Body = llvm::function_ref<FailureOr<SmallVector<Value>>(ValueRange)>;
  FailureOr<SmallVector<Value>> generic(ValueRange inputs, ValueRange inits,
                                        ArrayRef<AffineMap> maps,
                                        ArrayRef<utils::IteratorType> iterators, Body body);

  /// Casts an integer, signed or unsigned, to an index.
  Value castToIndex(Value value, bool isUnsigned = false);
  /// min(max(`value`, `low`), `high`).
  Value clampIndex(Value value, Value low, Value high);

  //===--------------------------------------------------------------------===//
  // Counters of loops
  //===--------------------------------------------------------------------===//

  /// Facts about an integer that counts iterations or elements. Its value as an index is `index`.
  /// It is at least `low`, at least 0, has at most `width` bits, and is less than `extent`, unless
  /// that is null. In a loop it is `scale · base + offset`, where `base` is the number of the
  /// iteration; outside of loops `base` is null.
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
    // The facts hold for the index, too.
    counters.try_emplace(counter.index, counter);
  }
  const Counter *getCounter(Value value) const;

  /// Converts a scalar or a tensor to another element type, as `stablehlo.convert`.
  Value convert(Value value, Type element, bool isUnsigned, bool toUnsigned);

  OpBuilder builder;

private:
  LogicalResult importOp(Operation *op);
  LogicalResult importCall(func::CallOp call);
  LogicalResult importOther(Operation *op);
  /// The number of calls of the function in the module.
  unsigned calls(func::FuncOp function);
  /// The number of ops of the function and of the functions that it calls.
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

/// Adds the products of elements of `a` and `b` over the reduction loops. `maps` are the indexing
/// maps of `a`, of `b` and of the result, whose extents are `sizes`. All three have one element
/// type.
Value addProducts(Importer &importer, Value a, Value b, ArrayRef<AffineMap> maps,
                  ArrayRef<utils::IteratorType> iterators, ArrayRef<OpFoldResult> sizes);

/// The operands of a reduction: arrays of one shape, and for each array an initial scalar of its
/// element type.
struct ReduceOperands {
  SmallVector<Value> arrays, inits;
  int64_t rank = 0;
};
FailureOr<ReduceOperands> readReduceOperands(Importer &importer, Operation *op);
/// Reads these operands of an op that has further operands after the `numArrays` arrays and
/// scalars.
FailureOr<ReduceOperands> readReduceOperands(Importer &importer, Operation *op, unsigned numArrays);

/// Imports a reduction of windows whose extents are operands; JAX exports it as a custom call.
LogicalResult importDynamicReduceWindow(Importer &importer, Operation *op);

/// Imports the `k` largest numbers along the last dimension, where `k` is an operand.
LogicalResult importDynamicTopK(Importer &importer, Operation *op);

/// `arrays[places[i]] ⊕= updates[i]` for all i in order, where ⊕ is region number `region` of the
/// op. A place indexes the first dimension of the arrays; a place of -1 is skipped. If the arrays
/// have more than one dimension, `isRowwise` must hold for the region.
FailureOr<SmallVector<Value>> scatterInto(Importer &importer, Operation *op, unsigned region,
                                          ValueRange arrays, Value places, ValueRange updates);

/// Whether the region adds or overwrites, which a scatter can do row by row.
bool isRowwise(Operation *op, unsigned region);

/// Whether a custom call is one of those to LAPACK that JAX makes on a CPU and that are imported:
/// potrf, trsm and getrf, of f32 and f64.
bool isLapackFunction(StringRef target);
LogicalResult importLapackCall(Importer &importer, Operation *op, StringRef target);

/// `result[..., i at dim, ...] = i`.
Value makeIota(Importer &importer, ArrayRef<OpFoldResult> sizes, int64_t dim, Type element);

/// Whether the only block of the region returns the op `name` applied to its two arguments, in
/// either order.
bool isReduction(Region &region, StringRef name);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_IMPORTER_H
