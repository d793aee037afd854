//===- PlaceArrays.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Decides for each array of the host's code whether it lies in the memory of the device or in that
// of the host, and copies arrays where they are needed in the other memory.
//
// An op of the host's control flow is a unit: its arrays are all in one memory. A kernel is on the
// device, and a loop that only the host can run is on the host. Slices, and accesses to single
// elements, may be on either. A state of a loop and a result of a branch are places too: what is
// yielded to them is copied there. The cheapest choice is a minimum cut of a graph whose nodes are
// units and arrays, where
//
//   * the source is the device, and the sink is the host;
//   * an array with users in the other memory has one copy there, whatever their number: an edge
//     from the array to the copy that has the cost of copying, and edges from the copy to its users
//     that no cut may contain;
//   * a copy is made where the array is, outside of the loops that do not change it, so that its
//     cost is that of one copy in the loop that the array is made in.
//
// An argument of a public function, and a result, is in the caller's memory, which may be either:
// it is copied to where it is used, once for each memory.

#include "MemorySpaces.h"
#include "WorkerLoops.h"
#include "chad/Analysis/MinCut.h"
#include "chad/Analysis/Remarks.h"
#include "chad/GPU/Passes.h"
#include "chad/IR/ChadOps.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CHADPLACEARRAYS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr StringRef passName = "chad-place-arrays";

/// The cost of copying an array; that of an access of the host to an element on the device, for
/// which it waits, is 1.
static constexpr int64_t arrayCost = 8;

/// How many iterations a loop has, for the comparison of costs.
static constexpr int64_t iterations = 10;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

static bool isArrayOp(Operation *op) {
  return llvm::any_of(op->getOperands(), isArray) || llvm::any_of(op->getResults(), isArray);
}

/// Whether there are kernels in `op`: loops over blocks, and products and other sums of structured
/// ops.
static bool hasKernels(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        auto structured = dyn_cast<linalg::LinalgOp>(inner);
        return isBlockLoop(inner) || (structured && structured.getNumReductionLoops() != 0)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// The functions whose arrays are all in the memory of the host: those that loops of the host call,
/// and those without a body.
class HostFunctions {
public:
  explicit HostFunctions(ModuleOp module);

  /// The op in `root`, or `root` itself, that only the host can run; null if there is none. A call
  /// of a function that launches kernels is none.
  Operation *findOp(Operation *root) const;
  bool contains(func::FuncOp function) const { return functions.contains(function); }
  func::FuncOp getCallee(func::CallOp call) const {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }
  /// Whether all arrays of a loop are those of the host.
  bool runs(Operation *op) const {
    return isa<scf::ForOp, scf::WhileOp>(op) && findOp(op) && !hasKernels(op);
  }

private:
  void add(func::FuncOp function);

  SymbolTable symbols;
  DenseSet<Operation *> launching; ///< The functions that launch kernels.
  DenseSet<Operation *> functions;
};
} // namespace

HostFunctions::HostFunctions(ModuleOp module) : symbols(module) {
  SmallVector<func::FuncOp> all(module.getOps<func::FuncOp>());
  for (func::FuncOp function : all)
    if (!function.isExternal() && hasKernels(function))
      launching.insert(function);
  // A caller of a function that launches kernels launches kernels.
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (func::FuncOp function : all)
      if (!launching.contains(function) && function
                                               .walk([&](func::CallOp call) {
                                                 return launching.contains(getCallee(call))
                                                            ? WalkResult::interrupt()
                                                            : WalkResult::advance();
                                               })
                                               .wasInterrupted())
        hasChanged |= launching.insert(function).second;
  }
  for (func::FuncOp function : all)
    if (function.isExternal())
      functions.insert(function);
  for (func::FuncOp function : all)
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!runs(op))
        return WalkResult::advance();
      op->walk([&](func::CallOp call) { add(getCallee(call)); });
      return WalkResult::skip();
    });
}

void HostFunctions::add(func::FuncOp function) {
  // A public function takes arrays from wherever its caller has them.
  if (function && !function.isPublic() && functions.insert(function).second)
    function.walk([&](func::CallOp call) { add(getCallee(call)); });
}

Operation *HostFunctions::findOp(Operation *root) const {
  return findHostOp(root, [&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    return call && launching.contains(getCallee(call));
  });
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {
/// Finds the places of a function's arrays.
class Placement {
public:
  Placement(func::FuncOp function, const HostFunctions &hosts, HostLoops &loops, int64_t &number)
      : function(function), hosts(hosts), loops(loops), number(number),
        isPublic(function.isPublic()) {}

  void run();

private:
  static constexpr unsigned device = MinCut::source, host = MinCut::sink;

  /// A use of an array by what has a place; null for the caller, who takes a result.
  struct Use {
    OpOperand *operand;
    std::optional<unsigned> place;
  };
  /// An array, and its place; null for the caller's memory.
  struct Array {
    std::optional<unsigned> place;
    int64_t frequency;
    SmallVector<Use> uses;
  };

  unsigned createNode() { return numNodes++; }
  void define(Value value, std::optional<unsigned> place, int64_t frequency) {
    if (isArray(value))
      arrays[value] = {place, frequency, {}};
  }
  void use(OpOperand &operand, std::optional<unsigned> place) {
    if (isArray(operand.get()))
      uses.push_back({&operand, place});
  }

  /// Gives each loop over blocks its number. Of two versions of a loop that no kernel can run, the
  /// one that is a kernel is erased.
  void numberBlockLoops();
  void visit(Block &block, int64_t frequency);
  void visit(Operation *op, int64_t frequency);
  void visitLoop(Operation *op, int64_t frequency);
  /// All arrays that `op` uses, also inside, and makes are in this place.
  void visitUnit(Operation *op, unsigned place, int64_t frequency);
  void visitBlockLoop(Operation *op, int64_t frequency);
  /// The op, and its arrays, may be in either place. These are the costs in each.
  void visitFlexible(Operation *op, int64_t frequency, int64_t onDevice, int64_t onHost);

  void solve();
  bool isOnHost(unsigned node) const { return onHost.test(node); }
  /// Copies an array to the memories in which it is used.
  void copy(Value array, const Array &info);
  /// Creates a copy of an array that dominates `uses`.
  Value createCopy(Value array, ArrayRef<Use> uses, int64_t space);
  void explainUnit(Operation *op, StringRef why);

  func::FuncOp function;
  const HostFunctions &hosts;
  HostLoops &loops;
  int64_t &number;
  bool isPublic;
  unsigned numNodes = 2;
  llvm::MapVector<Value, Array> arrays;
  SmallVector<Use> uses;
  struct Edge {
    unsigned from, to;
    int64_t cost;
  };
  SmallVector<Edge> edges;
  SmallVector<std::pair<Operation *, unsigned>> allocations; ///< With their places.
  SmallVector<Operation *> hostUnits;
  BitVector onHost;
};
} // namespace

void Placement::explainUnit(Operation *op, StringRef why) {
  loops.remark(op, {passName, "host"}, "stays on the CPU: " + why.str());
}

void Placement::visitUnit(Operation *op, unsigned place, int64_t frequency) {
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      if (!isa<tensor::DimOp>(inner) &&
          !op->isAncestor(operand.get().getParentRegion()->getParentOp()))
        use(operand, place);
  });
  for (Value result : op->getResults())
    define(result, place, frequency);
  if (place == host)
    hostUnits.push_back(op);
}

void Placement::visitFlexible(Operation *op, int64_t frequency, int64_t onDevice, int64_t onHost) {
  unsigned node = createNode();
  edges.push_back({node, host, onDevice * frequency});
  edges.push_back({device, node, onHost * frequency});
  for (OpOperand &operand : op->getOpOperands())
    use(operand, node);
  for (Value result : op->getResults())
    define(result, node, frequency);
  if (isa<bufferization::AllocTensorOp>(op))
    allocations.push_back({op, node});
}

void Placement::visitLoop(Operation *op, int64_t frequency) {
  int64_t inside = std::min<int64_t>(frequency, 1'000'000) * iterations;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    for (auto [init, arg, next, result] :
         llvm::zip_equal(loop.getInitArgsMutable(), loop.getRegionIterArgs(),
                         yield->getOpOperands(), loop.getResults())) {
      unsigned state = createNode();
      use(init, state);
      use(next, state);
      define(arg, state, inside);
      define(result, state, frequency);
    }
    return visit(*loop.getBody(), inside);
  }
  auto loop = cast<scf::WhileOp>(op);
  scf::ConditionOp condition = loop.getConditionOp();
  for (auto [init, arg, next] : llvm::zip_equal(loop.getInitsMutable(), loop.getBeforeArguments(),
                                                loop.getYieldOp()->getOpOperands())) {
    unsigned state = createNode();
    use(init, state);
    use(next, state);
    define(arg, state, inside);
  }
  for (auto [passed, arg, result] :
       llvm::zip_equal(condition.getArgsMutable(), loop.getAfterArguments(), loop.getResults())) {
    unsigned state = createNode();
    use(passed, state);
    define(arg, state, inside);
    define(result, state, frequency);
  }
  visit(*loop.getBeforeBody(), inside);
  visit(*loop.getAfterBody(), inside);
}

/// The number of a loop over blocks.
static int64_t getNumber(Operation *op) {
  return op->getAttrOfType<IntegerAttr>(unitAttr).getInt();
}

void Placement::numberBlockLoops() {
  SmallVector<scf::IfOp> branches;
  function.walk([&](Operation *op) {
    if (!isBlockLoop(op))
      return;
    op->setAttr(unitAttr, Builder(op->getContext()).getI64IntegerAttr(number++));
    if (op->hasAttr(versionAttr) && loops.reasons.count(getNumber(op)))
      if (auto branch = dyn_cast<scf::IfOp>(op->getParentOp()))
        branches.push_back(branch);
  });
  IRRewriter rewriter(function.getContext());
  for (scf::IfOp branch : branches) {
    SmallVector<Value> results(branch.elseYield().getOperands());
    rewriter.eraseOp(branch.elseYield());
    rewriter.inlineBlockBefore(branch.elseBlock(), branch);
    rewriter.replaceOp(branch, results);
  }
}

void Placement::visitBlockLoop(Operation *op, int64_t frequency) {
  auto found = loops.reasons.find(getNumber(op));
  Operation *hostOp = hosts.findOp(op);
  if (hostOp)
    explainUnit(op, describeHostOp(hostOp));
  else if (found != loops.reasons.end())
    explainUnit(op, found->second);
  visitUnit(op, hostOp || found != loops.reasons.end() ? host : device, frequency);
}

void Placement::visit(Operation *op, int64_t frequency) {
  if (isBlockLoop(op))
    return visitBlockLoop(op, frequency);
  if (hosts.runs(op)) {
    explainUnit(op, describeHostOp(hosts.findOp(op)));
    return visitUnit(op, host, frequency);
  }
  if (isa<scf::ForOp, scf::WhileOp>(op)) {
    bool isControl = hasKernels(op) || hosts.findOp(op) || op->walk([](func::CallOp) {
                                                               return WalkResult::interrupt();
                                                             }).wasInterrupted();
    return isControl ? visitLoop(op, frequency) : visitUnit(op, device, frequency);
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Value result : branch.getResults()) {
      unsigned place = createNode();
      define(result, place, frequency);
      for (Block *block : {branch.thenBlock(), branch.elseBlock()})
        use(block->getTerminator()->getOpOperand(cast<OpResult>(result).getResultNumber()), place);
    }
    for (Region &region : branch->getRegions())
      for (Block &block : region)
        visit(block, frequency);
    return;
  }
  if (op->getNumRegions() == 0 && !isArrayOp(op))
    return;
  TypeSwitch<Operation *>(op)
      .Case<tensor::DimOp, scf::YieldOp, scf::ConditionOp>([](auto) {})
      .Case<tensor::ExtractOp, tensor::InsertOp>(
          [&](auto) { visitFlexible(op, frequency, /*onDevice=*/1, /*onHost=*/0); })
      .Case<linalg::FillOp>([&](auto) { visitFlexible(op, frequency, 0, 1); })
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::CastOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, bufferization::AllocTensorOp,
            bufferization::MaterializeInDestinationOp, arith::SelectOp>(
          [&](auto) { visitFlexible(op, frequency, 0, 0); })
      .Case([&](func::CallOp call) {
        func::FuncOp callee = hosts.getCallee(call);
        if (!callee.isPublic() || callee.isExternal())
          return visitUnit(op, hosts.contains(callee) ? host : device, frequency);
        for (OpOperand &operand : op->getOpOperands())
          use(operand, {});
        for (Value result : op->getResults())
          define(result, {}, frequency);
      })
      .Case([&](func::ReturnOp) {
        for (OpOperand &operand : op->getOpOperands())
          use(operand, isPublic ? std::optional<unsigned>() : device);
      })
      .Case([&](bufferization::ToTensorOp constant) {
        visitUnit(op, isOnDevice(constant.getBuffer()) ? device : host, frequency);
      })
      .Default([&](Operation *) { visitUnit(op, hosts.findOp(op) ? host : device, frequency); });
}

void Placement::visit(Block &block, int64_t frequency) {
  for (Operation &op : block)
    visit(&op, frequency);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void Placement::solve() {
  for (Use each : uses)
    arrays[each.operand->get()].uses.push_back(each);
  for (auto &[value, array] : arrays) {
    int64_t cost = arrayCost * array.frequency;
    unsigned inHost = createNode(), inDevice = createNode();
    edges.push_back({array.place.value_or(device), inHost, cost});
    edges.push_back({inDevice, array.place.value_or(host), cost});
    for (const Use &each : array.uses) {
      if (each.place) {
        edges.push_back({inHost, *each.place, MinCut::infinite});
        edges.push_back({*each.place, inDevice, MinCut::infinite});
      } else if (array.place) {
        // The caller's memory is mostly that of the host.
        edges.push_back({*array.place, host, cost});
      }
    }
  }
  MinCut cut(numNodes);
  for (Edge edge : edges)
    if (edge.from != edge.to && edge.cost > 0)
      cut.addEdge(edge.from, edge.to, edge.cost);
  onHost = cut.solve();
  onHost.set(host);
}

Value Placement::createCopy(Value array, ArrayRef<Use> uses, int64_t space) {
  // The innermost block around all uses, but outside of loops that the array is not made in.
  Block *made = array.getParentBlock();
  auto blocksAround = [&](Operation *op) {
    SmallVector<Block *> blocks; // From the outermost one.
    for (Block *block = op->getBlock(); block->getParent() != made->getParent();
         block = block->getParentOp()->getBlock())
      blocks.insert(blocks.begin(), block);
    for (auto [i, block] : llvm::enumerate(blocks))
      if (!isa<scf::IfOp>(block->getParentOp())) {
        blocks.truncate(i);
        break;
      }
    return blocks;
  };
  SmallVector<Block *> common = blocksAround(uses.front().operand->getOwner());
  for (const Use &each : uses.drop_front()) {
    SmallVector<Block *> own = blocksAround(each.operand->getOwner());
    size_t shared = 0;
    while (shared < std::min(own.size(), common.size()) && own[shared] == common[shared])
      ++shared;
    common.truncate(shared);
  }
  OpBuilder builder(array.getContext());
  if (!common.empty())
    builder.setInsertionPointToStart(common.back());
  else if (Operation *op = array.getDefiningOp())
    builder.setInsertionPointAfter(op);
  else
    builder.setInsertionPointToStart(made);
  Location loc = isa<BlockArgument>(array) ? made->getParentOp()->getLoc() : array.getLoc();
  auto copy =
      bufferization::AllocTensorOp::create(builder, loc, cast<RankedTensorType>(array.getType()),
                                           /*dynamicSizes=*/ValueRange(), /*copy=*/array);
  copy.setMemorySpaceAttr(builder.getI64IntegerAttr(space));
  return copy;
}

void Placement::copy(Value array, const Array &info) {
  std::map<int64_t, SmallVector<Use>> moved; // By memory space.
  for (const Use &each : info.uses) {
    if (!each.place) {
      // A result is new memory, which the caller frees.
      OpBuilder builder(each.operand->getOwner());
      auto copy = bufferization::AllocTensorOp::create(
          builder, each.operand->getOwner()->getLoc(), cast<RankedTensorType>(array.getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/array);
      copy.setMemorySpaceAttr(builder.getI64IntegerAttr(callerSpace));
      each.operand->set(copy);
      continue;
    }
    bool isInHost = isOnHost(*each.place);
    if (!info.place || isOnHost(*info.place) != isInHost)
      moved[isInHost ? hostSpace : deviceSpace].push_back(each);
  }
  for (auto &[space, uses] : moved) {
    if (info.place)
      loops.remark(uses.front().operand->getOwner(), {passName, "moved"},
                   "the array made at " + describePlace(array.getLoc()) + " is copied to the " +
                       (space == hostSpace ? "CPU" : "GPU"));
    Value copy = createCopy(array, uses, space);
    for (const Use &each : uses)
      each.operand->set(copy);
  }
}

/// Has the arrays that are made in `root` lie in the memory of the host.
static void allocateOnHost(Operation *root) {
  root->walk([](bufferization::AllocTensorOp op) {
    if (!op.getCopy())
      op.setMemorySpaceAttr(Builder(op.getContext()).getI64IntegerAttr(hostSpace));
  });
}

void Placement::run() {
  numberBlockLoops();
  for (Value arg : function.getArguments())
    define(arg, isPublic ? std::optional<unsigned>() : device, /*frequency=*/1);
  for (Block &block : function.getBody())
    visit(block, /*frequency=*/1);
  solve();
  for (const auto &[array, info] : arrays)
    copy(array, info);
  for (auto [op, node] : allocations)
    if (isOnHost(node))
      allocateOnHost(op);
  for (Operation *op : hostUnits)
    allocateOnHost(op);
}

void HostLoops::remark(Operation *op, detail::RemarkName name, const Twine &text) {
  if (wantsRemarks(op))
    remarks.push_back(
        {op->getLoc(), op->getParentOfType<func::FuncOp>().getName().str(), name, text.str()});
}

void HostLoops::emitRemarks() {
  for (const Remark &each : remarks)
    remarkMissed(each.loc, each.function, each.name, each.text);
  remarks.clear();
}

namespace {
struct PlaceArrays : chad::impl::ChadPlaceArraysBase<PlaceArrays> {
  using Base::Base;
  explicit PlaceArrays(HostLoops *shared) : shared(shared) {}

  void runOnOperation() override {
    HostLoops own;
    HostLoops &loops = shared ? *shared : own;
    for (int64_t chosen : hostLoops)
      loops.reasons.try_emplace(chosen, "an option of the pass says so");
    HostFunctions hosts(getOperation());
    int64_t number = 0;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (hosts.contains(function))
        function->setAttr(hostAttr, UnitAttr::get(&getContext()));
      if (function.isExternal())
        continue;
      if (hosts.contains(function))
        allocateOnHost(function);
      else
        Placement(function, hosts, loops, number).run();
    }
    if (!shared)
      own.emitRemarks();
  }

  HostLoops *shared = nullptr;
};
} // namespace

std::unique_ptr<Pass> chad::createChadPlaceArrays(HostLoops *loops) {
  return std::make_unique<PlaceArrays>(loops);
}
