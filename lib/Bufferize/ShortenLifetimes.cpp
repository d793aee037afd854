//===- ShortenLifetimes.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Allocates buffers immediately before their first use, and frees them after their last one.

#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADSHORTENLIFETIMES
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// Whether the address of a buffer becomes a value of another type, or is stored in memory. It
/// could be used, or compared with the address of a buffer that is alive, after the last use of the
/// buffer.
static bool hidesAddress(Operation *user, Value buffer) {
  if (auto store = dyn_cast<memref::StoreOp>(user))
    return store.getValueToStore() == buffer;
  return isa<UnrealizedConversionCastOp, memref::ExtractAlignedPointerAsIndexOp>(user) ||
         isa_and_nonnull<LLVM::LLVMDialect>(user->getDialect());
}

namespace {
/// A block, whose ops are numbered before any of them moves, so that a block of n ops takes time
/// linear in n.
class Lifetimes {
public:
  explicit Lifetimes(Block &block) : block(block) {
    for (auto [i, op] : llvm::enumerate(block))
      numbers[&op] = i;
  }

  /// Returns how many buffers live shorter.
  unsigned shorten() {
    SmallVector<std::pair<Operation *, Operation *>> before, after;
    for (auto alloc : block.getOps<memref::AllocOp>())
      if (auto free = findDealloc(alloc))
        if (auto range = findUses(alloc, free)) {
          if (numbers[range->first] > numbers[alloc] + 1)
            before.push_back({alloc, range->first});
          if (numbers[range->second] + 1 < numbers[free])
            after.push_back({free, range->second});
        }
    llvm::SmallPtrSet<Operation *, 8> moved;
    for (auto [alloc, first] : before) {
      alloc->moveBefore(first);
      moved.insert(alloc);
    }
    for (auto [free, last] : after) {
      free->moveAfter(last);
      moved.insert(cast<memref::DeallocOp>(free).getMemref().getDefiningOp());
    }
    return moved.size();
  }

private:
  memref::DeallocOp findDealloc(memref::AllocOp alloc) {
    for (Operation *user : alloc->getUsers())
      if (auto free = dyn_cast<memref::DeallocOp>(user); free && free->getBlock() == &block)
        return free;
    return {};
  }

  /// The first and the last op of the block, but for `free`, that use the buffer or a buffer that
  /// may share its memory.
  std::optional<std::pair<Operation *, Operation *>> findUses(memref::AllocOp alloc,
                                                              Operation *free) {
    Operation *first = nullptr, *last = nullptr;
    llvm::SmallSetVector<Value, 8> aliases;
    aliases.insert(alloc);
    for (size_t i = 0; i < aliases.size(); ++i)
      for (Operation *user : aliases[i].getUsers()) {
        if (user == free)
          continue;
        if (hidesAddress(user, aliases[i]))
          return std::nullopt;
        Operation *ancestor = block.findAncestorOpInBlock(*user);
        if (!ancestor)
          return std::nullopt;
        if (!first || numbers[ancestor] < numbers[first])
          first = ancestor;
        if (!last || numbers[ancestor] > numbers[last])
          last = ancestor;
        addPassedOn(user, aliases);
      }
    if (!first)
      return std::nullopt;
    return std::make_pair(first, last);
  }

  /// Adds the buffers that may be one that `user` has as operand: its results and arguments of its
  /// regions; where it ends a region, those of the op around it.
  static void addPassedOn(Operation *user, llvm::SmallSetVector<Value, 8> &aliases) {
    Operation *op = user->hasTrait<mlir::OpTrait::IsTerminator>() ? user->getParentOp() : user;
    auto add = [&](ValueRange values) {
      for (Value value : values)
        if (isa<BaseMemRefType>(value.getType()))
          aliases.insert(value);
    };
    add(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        add(inner.getArguments());
  }

  Block &block;
  llvm::DenseMap<Operation *, size_t> numbers;
};

struct ShortenLifetimes : chad::impl::ChadShortenLifetimesBase<ShortenLifetimes> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](memref::AllocOp alloc) {
      if (blocks.empty() || blocks.back() != alloc->getBlock())
        blocks.push_back(alloc->getBlock());
    });
    llvm::SmallPtrSet<Block *, 8> done;
    for (Block *block : blocks)
      if (done.insert(block).second)
        numShortened += Lifetimes(*block).shorten();
  }
};
} // namespace
