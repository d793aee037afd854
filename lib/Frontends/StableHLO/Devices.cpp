//===- Devices.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops of programs for several devices, if the program runs on one. Communication in groups of one
// device returns its operand. Tokens, which order ops with effects, become a bit that is never
// read. Tuples have no imported values: an element of a tuple is the value from which the tuple was
// made.

#include "Importer.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace chad::stablehlo;

static constexpr StringLiteral exportForOne("export the program for one device");

/// Whether the number of processes, replicas times partitions, is one. A number that the module
/// does not state is one.
static bool runsOnOneDevice(Importer &importer) {
  return llvm::all_of(ArrayRef<StringRef>{"mhlo.num_replicas", "mhlo.num_partitions"},
                      [&](StringRef name) {
                        auto count = importer.getModule()->getAttrOfType<IntegerAttr>(name);
                        return !count || count.getValue().isOne();
                      });
}

/// Whether each group of processes that communicate has one member. An empty list of groups, or an
/// empty group, means all processes.
static bool hasGroupsOfOne(Importer &importer, Operation *op) {
  auto groups = op->getAttrOfType<DenseIntElementsAttr>("replica_groups");
  if (!groups || groups.getType().getRank() != 2)
    return false;
  return groups.getNumElements() ? groups.getType().getDimSize(1) == 1 : runsOnOneDevice(importer);
}

static LogicalResult forwardOperands(Importer &importer, Operation *op) {
  if (op->getNumOperands() != op->getNumResults())
    return importer.expect(op, op->getNumResults(), op->getNumResults(), op->getNumRegions());
  for (auto [i, value] : llvm::enumerate(importer.operands(op)))
    if (failed(importer.set(op, i, value)))
      return failure();
  return success();
}

static LogicalResult importCollective(Importer &importer, Operation *op) {
  if (!hasGroupsOfOne(importer, op))
    return importer.error(op, "communicates between devices, and is imported for groups of one: " +
                                  exportForOne);
  return forwardOperands(importer, op);
}

/// Each process sends its operand along the pairs of the op. A process that sends to itself gets
/// its operand; a process that receives nothing gets zeros.
static LogicalResult importPermute(Importer &importer, Operation *op) {
  auto pairs = op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs");
  if (failed(importer.expect(op, 1)))
    return failure();
  if (!pairs || !runsOnOneDevice(importer) || pairs.getNumElements() > 2 ||
      !llvm::all_of(pairs.getValues<APInt>(), [](const APInt &id) { return id.isZero(); }))
    return importer.error(op, "communicates between devices: " + exportForOne);
  Value x = importer.operand(op, 0);
  if (pairs.getNumElements())
    return importer.set(op, x);
  return importer.set(op, importer.constant(x.getType(), 0, x));
}

/// The number of the process, which is 0, since there is one process.
static LogicalResult importProcess(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 0)))
    return failure();
  if (!runsOnOneDevice(importer) || !isa<IntegerType>(importer.resultType(op)))
    return importer.error(op, "asks which device it is on: " + exportForOne);
  return importer.set(op, importer.constant(importer.resultType(op), 0));
}

static LogicalResult importToken(Importer &importer, Operation *op) {
  if (op->getNumResults() != 1 || !isToken(op->getResult(0).getType()))
    return importer.error(op, "needs a token as its result");
  return importer.set(op, importer.constant(importer.resultType(op), 0));
}

/// Returns element `index` of a tuple as a value of the source: the operand of the op that makes
/// the tuple. Null if the tuple is not the result of `stablehlo.tuple`.
static Value findElement(Value tuple, uint64_t index) {
  Operation *op = tuple.getDefiningOp();
  if (!op)
    return nullptr;
  StringRef name = op->getName().getStringRef();
  if (name == "stablehlo.tuple")
    return index < op->getNumOperands() ? op->getOperand(index) : Value();
  if (name == "stablehlo.optimization_barrier" && op->getNumOperands() == op->getNumResults())
    return findElement(op->getOperand(cast<OpResult>(tuple).getResultNumber()), index);
  auto outer = op->getAttrOfType<IntegerAttr>("index");
  if (name != "stablehlo.get_tuple_element" || !outer || op->getNumOperands() != 1)
    return nullptr;
  Value inner = findElement(op->getOperand(0), outer.getValue().getLimitedValue());
  return inner ? findElement(inner, index) : Value();
}

LogicalResult chad::stablehlo::importTupleOp(Importer &importer, Operation *op) {
  if (op->getName().getStringRef() != "stablehlo.get_tuple_element")
    return success();
  auto index = op->getAttrOfType<IntegerAttr>("index");
  if (!index || op->getNumOperands() != 1 || op->getNumResults() != 1)
    return importer.error(op, "needs one tuple, and a number as attribute 'index'");
  // An element that is a tuple has no imported value; its own elements are found by `findElement`.
  if (isa<TupleType>(op->getResult(0).getType()))
    return success();
  Value element = findElement(op->getOperand(0), index.getValue().getLimitedValue());
  Value known = element ? importer.lookup(element) : Value();
  if (!known)
    return importer.error(op, "takes an element of a tuple that no 'stablehlo.tuple' makes in its "
                              "function: return lists of values instead");
  return importer.set(op, known);
}

bool chad::stablehlo::isTupleOp(Operation *op) {
  StringRef name = op->getName().getStringRef();
  auto isTuple = [](Type type) { return isa<TupleType>(type); };
  return name == "stablehlo.tuple" || name == "stablehlo.get_tuple_element" ||
         (name == "stablehlo.optimization_barrier" && op->getNumOperands() &&
          llvm::all_of(op->getOperandTypes(), isTuple) &&
          llvm::all_of(op->getResultTypes(), isTuple));
}

void chad::stablehlo::addDeviceRules(RuleTable &rules) {
  for (StringRef name :
       {"all_gather", "all_reduce", "all_to_all", "collective_broadcast", "reduce_scatter"})
    rules[("stablehlo." + name).str()] = importCollective;
  rules["stablehlo.collective_permute"] = importPermute;
  rules["stablehlo.partition_id"] = rules["stablehlo.replica_id"] = importProcess;
  rules["stablehlo.after_all"] = rules["stablehlo.create_token"] = importToken;
  rules["stablehlo.tuple"] = rules["stablehlo.get_tuple_element"] = importTupleOp;
}
