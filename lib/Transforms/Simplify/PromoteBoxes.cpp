//===- PromoteBoxes.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Scalar replacement of boxes across calls. Residuals are boxed when a function is differentiated,
// before it is known which calls are inlined. A box that private functions make, return, and pass
// on only to open it becomes the values in it:
//
//   @f() -> box   { ...; return box(xs) }         @f() -> xs  { ...; return xs }
//   @g(b: box)    { xs = open(b); ... }           @g(xs)      { ... }
//   b = @f(); @g(b)                               xs = @f(); @g(xs)
//
// A function gets no more arguments or results than it has ops, and its calls together no more than
// that either, unless it is few for each: code that is linear in the size of the source stays so.

#include "Simplify.h"
#include "chad/IR/ProgramErrors.h"
#include "llvm/ADT/SetVector.h"
#include <tuple>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
class BoxPromotion {
public:
  explicit BoxPromotion(ModuleOp module) : module(module), inlining(module) {}

  /// Returns whether there was such a box.
  bool run() {
    findCandidates();
    // What remains is closed: boxes of the set come from, and go to, members of the set.
    while (promoted.remove_if([&](Place place) { return !stays(place); })) {
    }
    if (!promoted.empty())
      replace();
    return !promoted.empty();
  }

private:
  /// The parts of a box that are few for a call.
  static constexpr size_t fewParts = 32;

  /// A function, the number of an argument or a result, and whether it is a result: 0 or 1.
  using Place = std::tuple<Operation *, unsigned, unsigned>;

  SmallVector<Type> typesInside(Type box) {
    auto record = symbols.lookupNearestSymbolFrom<RecordOp>(module, cast<BoxType>(box).getRecord());
    return record.getPayload(/*isLinear=*/false);
  }

  //===--------------------------------------------------------------------===//
  // Which boxes
  //===--------------------------------------------------------------------===//

  /// The boxes among the arguments and results of private functions that are only called, and not
  /// by themselves, as far as each function has few enough values after their replacement.
  void findCandidates() {
    if (findUnknownSymbolTable(module))
      return;
    SymbolUserMap users(symbols, module);
    for (auto function : module.getOps<func::FuncOp>()) {
      ArrayRef<Operation *> uses = users.getUsers(function);
      if (!function.isPrivate() || !inlining.whyNot(function).empty() || uses.empty() ||
          !llvm::all_of(uses, llvm::IsaPred<func::CallOp>))
        continue;
      for (Operation *use : uses)
        calls[function].push_back(cast<func::CallOp>(use));
      size_t limit = 0;
      function.walk([&](Operation *) { ++limit; });
      for (bool isResult : {false, true}) {
        unsigned count = isResult ? function.getNumResults() : function.getNumArguments();
        size_t total = count;
        for (unsigned i = 0; i < count; ++i) {
          Type type = isResult ? function.getResultTypes()[i] : function.getArgumentTypes()[i];
          size_t added = isa<BoxType>(type) ? typesInside(type).size() : limit;
          bool isTooMuch = added > fewParts && added * uses.size() > limit;
          if (isTooMuch || total + added > limit)
            continue;
          total += added;
          promoted.insert({function, i, isResult});
        }
      }
    }
  }

  bool isPromoted(func::FuncOp function, unsigned number, bool isResult) const {
    return promoted.contains({function, number, isResult});
  }

  /// Whether the parts of `box` are known where it is.
  bool comesInParts(Value box) const {
    if (auto arg = dyn_cast<BlockArgument>(box)) {
      auto function = dyn_cast<func::FuncOp>(arg.getOwner()->getParentOp());
      return function && isPromoted(function, arg.getArgNumber(), /*isResult=*/false);
    }
    if (auto call = box.getDefiningOp<func::CallOp>())
      return isPromoted(inlining.lookup(call), cast<OpResult>(box).getResultNumber(),
                        /*isResult=*/true);
    return isa<BoxOp>(box.getDefiningOp());
  }

  /// Whether `use` of a box needs only its parts.
  bool takesParts(OpOperand &use) const {
    Operation *user = use.getOwner();
    if (auto call = dyn_cast<func::CallOp>(user))
      return isPromoted(inlining.lookup(call), use.getOperandNumber(), /*isResult=*/false);
    if (isa<func::ReturnOp>(user))
      return isPromoted(user->getParentOfType<func::FuncOp>(), use.getOperandNumber(),
                        /*isResult=*/true);
    return isa<OpenOp>(user);
  }

  bool areInParts(Value box) const {
    return llvm::all_of(box.getUses(), [&](OpOperand &use) { return takesParts(use); });
  }

  bool stays(Place place) {
    auto [op, number, isResult] = place;
    auto function = cast<func::FuncOp>(op);
    Value box = isResult ? function.front().getTerminator()->getOperand(number)
                         : Value(function.getArgument(number));
    if (isResult ? !comesInParts(box) : !areInParts(box))
      return false;
    for (func::CallOp call : calls[op])
      if (isResult ? !areInParts(call.getResult(number)) : !comesInParts(call.getOperand(number)))
        return false;
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Their replacement
  //===--------------------------------------------------------------------===//

  /// `values` with the parts of the boxes at those numbers that `function` gets, or returns, in
  /// parts.
  SmallVector<Value> expand(func::FuncOp function, ValueRange values, bool isResult) {
    SmallVector<Value> expanded;
    for (auto [i, value] : llvm::enumerate(values)) {
      if (!isPromoted(function, i, isResult))
        expanded.push_back(value);
      else if (auto made = value.getDefiningOp<BoxOp>())
        llvm::append_range(expanded, made.getPayload());
      else
        llvm::append_range(expanded, parts.find(value)->second);
    }
    return expanded;
  }

  void replace() {
    llvm::SetVector<Operation *> functions;
    for (Place place : promoted)
      functions.insert(std::get<0>(place));
    // All parts exist before they are used.
    SmallVector<func::CallOp> old;
    for (Operation *op : functions) {
      auto function = cast<func::FuncOp>(op);
      addArguments(function);
      for (func::CallOp &call : calls[function]) {
        old.push_back(call);
        call = renew(call, function);
      }
    }
    for (Operation *op : functions) {
      auto function = cast<func::FuncOp>(op);
      Operation *terminator = function.front().getTerminator();
      terminator->setOperands(expand(function, terminator->getOperands(), /*isResult=*/true));
      for (func::CallOp call : calls[function])
        call->setOperands(expand(function, call.getOperands(), /*isResult=*/false));
    }
    for (auto &[box, values] : parts)
      for (Operation *user : llvm::make_early_inc_range(box.getUsers()))
        if (isa<OpenOp>(user)) {
          user->replaceAllUsesWith(values);
          user->erase();
        }
    for (func::CallOp call : old)
      call->dropAllReferences();
    for (func::CallOp call : old)
      call.erase();
    for (Operation *op : functions) {
      auto function = cast<func::FuncOp>(op);
      for (unsigned i = function.getNumArguments(); i-- > 0;)
        if (parts.contains(function.getArgument(i)))
          (void)function.eraseArgument(i);
    }
  }

  /// Adds arguments for the parts of boxes behind these, and changes the types of results.
  void addArguments(func::FuncOp function) {
    for (unsigned i = function.getNumArguments(); i-- > 0;) {
      if (!isPromoted(function, i, /*isResult=*/false))
        continue;
      SmallVector<Type> types = typesInside(function.getArgumentTypes()[i]);
      for (auto [k, type] : llvm::enumerate(types))
        (void)function.insertArgument(i + 1 + k, type, {}, function.getArgument(i).getLoc());
      parts[function.getArgument(i)] =
          llvm::to_vector_of<Value>(function.getArguments().slice(i + 1, types.size()));
    }
    for (unsigned i = function.getNumResults(); i-- > 0;) {
      if (!isPromoted(function, i, /*isResult=*/true))
        continue;
      SmallVector<Type> types = typesInside(function.getResultTypes()[i]);
      (void)function.eraseResult(i);
      for (auto [k, type] : llvm::enumerate(types))
        (void)function.insertResult(i + k, type, {});
    }
  }

  /// Makes `call`, which stays for its boxes, with the results that `function` has now.
  func::CallOp renew(func::CallOp call, func::FuncOp function) {
    OpBuilder builder(call);
    auto now = func::CallOp::create(builder, call.getLoc(), function, call.getOperands());
    now->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    ValueRange rest = now.getResults();
    for (OpResult result : call->getResults()) {
      size_t count = 1;
      if (isPromoted(function, result.getResultNumber(), /*isResult=*/true)) {
        count = typesInside(result.getType()).size();
        parts[result] = llvm::to_vector_of<Value>(rest.take_front(count));
      } else {
        result.replaceAllUsesWith(rest.front());
      }
      rest = rest.drop_front(count);
    }
    return now;
  }

  ModuleOp module;
  Inlining inlining;
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, SmallVector<func::CallOp>> calls;
  llvm::SetVector<Place> promoted;
  llvm::MapVector<Value, SmallVector<Value>> parts;
};
} // namespace

void chad::detail::promoteBoxes(ModuleOp module) {
  // Boxes may be in boxes.
  while (!module.getOps<RecordOp>().empty() && BoxPromotion(module).run()) {
  }
}
