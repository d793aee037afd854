//===- LowerCopowers.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers copowers that are made at run time to trees of boxes. A zero is an empty box, a sum of two
// copowers is a node, and each pair is a leaf. An addition takes constant time, a fold time linear
// in the number of pairs.

#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERCOPOWERS
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

namespace {
class CopowerLowering {
public:
  explicit CopowerLowering(ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()) {
    replacer.addReplacement([&](CopowerType type) -> Type { return getTree(type).node; });
  }

  void run() {
    SmallVector<Operation *> ops;
    module.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      convertTypes(op);
    for (Operation *op : ops)
      lower(op);
  }

private:
  /// The record types of a tree. A node is `(left, right, leaf)`, where either `leaf` or both
  /// subtrees are empty.
  struct Tree {
    BoxType node, leaf;
  };

  Tree getTree(CopowerType type) {
    auto [it, isNew] = trees.try_emplace(type);
    if (!isNew)
      return it->second;
    auto makeRecord = [&](StringRef name) {
      builder.setInsertionPointToStart(module.getBody());
      auto record = RecordOp::create(builder, module.getLoc(), name, builder.getTypeArrayAttr({}));
      symbols.insert(record);
      return record;
    };
    auto boxOf = [](RecordOp record) {
      return BoxType::get(record.getContext(), FlatSymbolRefAttr::get(record));
    };
    SmallVector<Type> pair(type.getPrimals());
    llvm::append_range(pair, type.getTangents());
    RecordOp leaf = makeRecord("copower.pair"), node = makeRecord("copower");
    it->second = {boxOf(node), boxOf(leaf)};
    Tree tree = it->second;
    // The components of a pair may contain copowers.
    for (Type &part : pair)
      part = convert(part);
    leaf.setFieldsAttr(builder.getTypeArrayAttr(pair));
    node.setFieldsAttr(
        builder.getTypeArrayAttr({Type(tree.node), Type(tree.node), Type(tree.leaf)}));
    return tree;
  }

  /// Converts copowers anywhere in `type`, also in sums.
  Type convert(Type type) { return replacer.replace(type); }

  void convertTypes(Operation *op) {
    if (isa<CopowerSingletonOp, AddOp, ZeroOp>(op) && isa<CopowerType>(op->getResult(0).getType()))
      made[op] = cast<CopowerType>(op->getResult(0).getType());
    if (auto fold = dyn_cast<CopowerFoldOp>(op))
      made[op] = folded.lookup(fold.getCopower()) ? folded.lookup(fold.getCopower())
                                                  : cast<CopowerType>(fold.getCopower().getType());
    auto convertValue = [&](Value value) {
      if (auto copower = dyn_cast<CopowerType>(value.getType()))
        folded[value] = copower;
      value.setType(convert(value.getType()));
    };
    llvm::for_each(op->getResults(), convertValue);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), convertValue);
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      auto convertAll = [&](TypeRange types) {
        return llvm::map_to_vector(types, [&](Type type) { return convert(type); });
      };
      function.setType(FunctionType::get(op->getContext(), convertAll(function.getArgumentTypes()),
                                         convertAll(function.getResultTypes())));
    }
    if (auto record = dyn_cast<RecordOp>(op)) {
      SmallVector<Type> fields = record.getPayload(/*isLinear=*/false);
      for (Type &field : fields)
        field = convert(field);
      record.setFieldsAttr(builder.getTypeArrayAttr(fields));
    }
  }

  void lower(Operation *op) {
    CopowerType type = made.lookup(op);
    if (!type)
      return;
    Tree tree = getTree(type);
    builder.setInsertionPoint(op);
    Location loc = op->getLoc();
    auto empty = [&](BoxType box) -> Value {
      return EmptyBoxOp::create(builder, loc, box, ValueRange());
    };
    auto node = [&](Value left, Value right, Value leaf) -> Value {
      return BoxOp::create(builder, loc, tree.node, ValueRange{left, right, leaf});
    };
    SmallVector<Value> results;
    if (isa<ZeroOp>(op)) {
      results = {empty(tree.node)};
    } else if (isa<AddOp>(op)) {
      results = {node(op->getOperand(0), op->getOperand(1), empty(tree.leaf))};
    } else if (isa<CopowerSingletonOp>(op)) {
      Value leaf = BoxOp::create(builder, loc, tree.leaf, op->getOperands());
      Value none = empty(tree.node);
      results = {node(none, none, leaf)};
    } else {
      results = lowerFold(cast<CopowerFoldOp>(op), tree);
    }
    op->replaceAllUsesWith(results);
    op->erase();
  }

  /// Replaces a fold by a call of a new recursive function, whose arguments are the tree and the
  /// values that the body captures.
  SmallVector<Value> lowerFold(CopowerFoldOp fold, Tree tree) {
    Location loc = fold.getLoc();
    SetVector<Value> captures;
    SmallVector<Operation *> constants;
    SetVector<Value> used;
    getUsedValuesDefinedAbove(fold.getBody(), used);
    for (Value value : used) {
      Operation *def = value.getDefiningOp();
      if (def && def->hasTrait<mlir::OpTrait::ConstantLike>())
        constants.push_back(def);
      else
        captures.insert(value);
    }
    SmallVector<Value> args = {fold.getCopower()};
    llvm::append_range(args, captures);
    llvm::append_range(args, fold.getCodomainSizes());
    TypeRange results = fold.getResultTypes();
    auto function = func::FuncOp::create(
        loc, "copower.fold", builder.getFunctionType(ValueRange(args).getTypes(), results));
    function.setPrivate();
    symbols.insert(function);
    Block *entry = function.addEntryBlock();
    ValueRange given = ValueRange(entry->getArguments()).drop_front();
    ValueRange sizes = given.drop_front(captures.size());
    auto call = [&](OpBuilder &inner, Value copower) {
      SmallVector<Value> operands = {copower};
      llvm::append_range(operands, given);
      return func::CallOp::create(inner, loc, function, operands);
    };
    OpBuilder body = OpBuilder::atBlockEnd(entry);
    auto zeros = [&](OpBuilder &inner, Location loc) {
      SmallVector<Value> values;
      ValueRange left = sizes;
      for (Type type : results) {
        unsigned count = getNumDynamicSizes(type);
        values.push_back(ZeroOp::create(inner, loc, type, left.take_front(count)));
        left = left.drop_front(count);
      }
      scf::YieldOp::create(inner, loc, values);
    };
    Value isZero = IsEmptyBoxOp::create(body, loc, entry->getArgument(0));
    auto outer = scf::IfOp::create(body, loc, isZero, zeros, [&](OpBuilder &inner, Location loc) {
      auto parts = OpenOp::create(inner, loc, TypeRange{tree.node, tree.node, tree.leaf},
                                  entry->getArgument(0), ValueRange());
      Value leaf = parts.getResult(2);
      Value isNode = IsEmptyBoxOp::create(inner, loc, leaf);
      auto sum = [&](OpBuilder &inner, Location loc) {
        auto left = call(inner, parts.getResult(0)), right = call(inner, parts.getResult(1));
        SmallVector<Value> values;
        for (auto [a, b] : llvm::zip(left.getResults(), right.getResults()))
          values.push_back(AddOp::create(inner, loc, a, b));
        scf::YieldOp::create(inner, loc, values);
      };
      auto apply = [&](OpBuilder &inner, Location loc) {
        Block &block = fold.getBody().front();
        auto pair = OpenOp::create(inner, loc, block.getArgumentTypes(), leaf, ValueRange());
        IRMapping mapping;
        mapping.map(block.getArguments(), pair.getResults());
        mapping.map(captures.getArrayRef(), given.take_front(captures.size()));
        for (Operation *constant : constants)
          inner.clone(*constant, mapping);
        for (Operation &op : block.without_terminator())
          inner.clone(op, mapping);
        SmallVector<Value> values;
        for (Value value : block.getTerminator()->getOperands())
          values.push_back(mapping.lookupOrDefault(value));
        scf::YieldOp::create(inner, loc, values);
      };
      auto each = scf::IfOp::create(inner, loc, isNode, sum, apply);
      scf::YieldOp::create(inner, loc, each.getResults());
    });
    func::ReturnOp::create(body, loc, outer.getResults());
    return llvm::to_vector_of<Value>(
        func::CallOp::create(builder, loc, function, args).getResults());
  }

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
  AttrTypeReplacer replacer;
  llvm::MapVector<CopowerType, Tree> trees;
  DenseMap<Operation *, CopowerType> made;
  DenseMap<Value, CopowerType> folded;
};

struct LowerCopowers : chad::impl::ChadLowerCopowersBase<LowerCopowers> {
  void runOnOperation() override { CopowerLowering(getOperation()).run(); }
};
} // namespace
