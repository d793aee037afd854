//===- Boxes.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The tangents of a box of record `@T` become boxes of record `@T.tangent`; an empty box is the
// zero. The function `@T.tangent.add` adds two of them.

#include "../BoxSums.h"
#include "Erasure.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static std::string getTangentRecord(StringRef record) { return (record + ".tangent").str(); }

BoxType chad::detail::getErasedTangent(BoxType box) {
  return BoxType::get(
      box.getContext(),
      FlatSymbolRefAttr::get(box.getContext(), getTangentRecord(box.getRecord().getValue())));
}

static BoxType getLinearBox(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return lin ? dyn_cast<BoxType>(getElementTypeOrSelf(lin.getPrimal())) : BoxType();
}

Value chad::detail::addBoxes(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  auto box = cast<BoxType>(lhs.getType());
  return func::CallOp::create(builder, loc, (box.getRecord().getValue() + ".add").str(),
                              TypeRange(box), ValueRange{lhs, rhs})
      .getResult(0);
}

static Value addErased(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (!isa<BoxType>(getElementTypeOrSelf(lhs.getType())))
    return arith::AddFOp::create(builder, loc, lhs, rhs);
  auto add = [](OpBuilder &inner, Location loc, ValueRange values) -> SmallVector<Value> {
    return {addBoxes(inner, loc, values[0], values[1])};
  };
  if (isa<BoxType>(lhs.getType()))
    return addBoxes(builder, loc, lhs, rhs);
  return mapElementwise(builder, loc, {lhs, rhs}, add).front();
}

namespace {
/// Makes the records of tangents of one module, and the functions that add them.
class TangentRecords {
public:
  TangentRecords(ModuleOp module, const ErasedTypes &types)
      : symbols(module), types(types), builder(module.getContext()) {}

  LogicalResult declare(BoxType box, Location loc) {
    auto record = symbols.lookup<RecordOp>(box.getRecord().getValue());
    if (!record)
      return emitError(loc) << "linear types cannot be erased: " << box
                            << " names a record that is not in the module";
    if (!declared.insert(record).second)
      return success();
    SmallVector<Type> tangents = record.getPayload(/*isLinear=*/true), erased;
    if (failed(types.convertTypes(tangents, erased)))
      return record.emitError("linear types cannot be erased in what the record holds");
    ArrayAttr fields = builder.getTypeArrayAttr(erased);
    std::string name = getTangentRecord(record.getSymName());
    if (Operation *known = symbols.lookup(name)) {
      // The record was made for the derivative of another function.
      if (auto same = dyn_cast<RecordOp>(known); same && same.getFields() == fields) {
        made.push_back(same);
        return declareNested(tangents, loc);
      }
      return known->emitError("'@") << name << "' is the name of the tangents of '@"
                                    << record.getSymName() << "'; give it another one";
    }
    builder.setInsertionPointAfter(record);
    auto tangent = RecordOp::create(builder, record.getLoc(), name, fields);
    symbols.insert(tangent);
    made.push_back(tangent);
    return declareNested(tangents, loc);
  }

  /// Makes the functions that add. Precondition: all records exist, as they may refer to each
  /// other.
  void makeSums() {
    for (RecordOp record : made)
      if (!symbols.lookup((record.getSymName() + ".add").str())) {
        func::FuncOp sum = declareBoxSum(record);
        symbols.insert(sum, std::next(Block::iterator(record)));
        defineBoxSum(sum, record, addErased);
      }
  }

private:
  LogicalResult declareNested(ArrayRef<Type> tangents, Location loc) {
    for (Type type : tangents)
      if (BoxType nested = getLinearBox(type); nested && failed(declare(nested, loc)))
        return failure();
    return success();
  }

  SymbolTable symbols;
  const ErasedTypes &types;
  OpBuilder builder;
  DenseSet<Operation *> declared;
  SmallVector<RecordOp> made;
};
} // namespace

/// The records whose tangents are in `module`, but not in a module inside of it.
static SetVector<std::pair<BoxType, Operation *>> findLinearBoxes(ModuleOp module) {
  SetVector<std::pair<BoxType, Operation *>> boxes;
  auto visit = [&](Operation *op, Type type) {
    type.walk([&](LinType lin) {
      if (BoxType box = getLinearBox(lin))
        boxes.insert({box, op});
    });
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != module && isa<ModuleOp>(op))
      return WalkResult::skip();
    for (Type type : op->getResultTypes())
      visit(op, type);
    if (auto function = dyn_cast<func::FuncOp>(op))
      visit(op, function.getFunctionType());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          visit(op, type);
    return WalkResult::advance();
  });
  return boxes;
}

LogicalResult chad::detail::eraseRecords(Operation *root, const ErasedTypes &types) {
  SmallVector<ModuleOp> modules;
  root->walk([&](ModuleOp module) { modules.push_back(module); });
  for (ModuleOp module : modules) {
    TangentRecords records(module, types);
    llvm::SmallDenseSet<BoxType> done;
    for (auto [box, op] : findLinearBoxes(module))
      if (done.insert(box).second && failed(records.declare(box, op->getLoc())))
        return failure();
    for (auto record : module.getOps<RecordOp>()) {
      SmallVector<Type> fields;
      if (failed(types.convertTypes(record.getPayload(/*isLinear=*/false), fields)))
        return record.emitError("linear types cannot be erased in what the record holds");
      record.setFieldsAttr(Builder(root->getContext()).getTypeArrayAttr(fields));
    }
    records.makeSums();
  }
  return success();
}
