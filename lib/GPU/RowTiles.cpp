//===- RowTiles.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where each thread goes through a row of its own, the threads of a warp access what lies as far
// apart as the rows are long. Let T threads have the rows of an array in turn, thread t the rows
// t, t + T, ...:
//
//     for threads t:
//       for m < (n - t) / T:
//         f(x[t + m T, :])
//
// The block goes through the same rows in windows of R, where R divides T. All threads copy the
// window, which is contiguous, to a tile in the memory of the block, and adjacent threads copy
// adjacent elements; then the threads whose rows these are have their iterations, and rows that
// they have written are copied back:
//
//     for threads t:
//       for w < n / R:
//         tile[0 .. R, :] = x[w R .. (w + 1) R, :]
//         if t = w R + i (mod T) for an i < R, and w R + i < n:
//           f(tile[i, :])
//
// Each thread has the iterations that it had before, in the same order: results have the same bits.
// An element is read once from the array, whatever the number of times that `f` reads it. What
// `f` writes before it reads it is not copied to the tile. R is the largest power of two for which
// the tiles of all arrays fit, from one warp to T; where the rows are too long for one warp, which
// is known at run time only, the loop stays as it is. The rows of a tile are an odd number of
// elements apart, so that elements of one number in the rows of a warp are in different banks.

#include "RowTiles.h"
#include "MemorySpaces.h"
#include "WorkerLoops.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad::detail;

static constexpr int64_t warpThreads = 32;

namespace {
/// The rows that threads have of one array.
struct RowAccess {
  Value array;                          ///< All rows of the block.
  OpFoldResult length;                  ///< The number of elements of a row.
  SmallVector<memref::SubViewOp> views; ///< The row of an iteration.
  bool isRead = false, isWritten = false;
  /// The loop that writes each element of the row before any is read; null if there is none.
  scf::ForOp writer;
  /// Whether stores at constant indices do so, one for each element.
  bool isStored = false;
  /// The number of the tile.
  size_t tile = 0;

  Type getElementType() const { return cast<MemRefType>(array.getType()).getElementType(); }
  bool isCopiedIn() const { return !writer && !isStored; }
  /// The extents of a row, which are known if there are several.
  ArrayRef<int64_t> getShape() const {
    return cast<MemRefType>(array.getType()).getShape().drop_front();
  }
};

/// A loop of a thread over its rows.
struct RowLoop {
  scf::ForallOp threads;
  scf::ForOp loop;
  Value numRows; ///< Of the block.
  SmallVector<RowAccess> accesses;
  SmallVector<Type> tiles; ///< The types of the elements of tiles.
};

class RowTiles {
public:
  RowTiles(RewriterBase &rewriter, gpu::LaunchOp kernel, int64_t blockThreads)
      : rewriter(rewriter), kernel(kernel), blockThreads(blockThreads) {}

  void run(int64_t sharedBytes);

private:
  void findLoops();
  /// The accesses to rows in a loop of a thread that can be made accesses to tiles.
  void findAccesses(RowLoop &rows, Value first);
  void chooseTiles(RowLoop &rows);
  void create(RowLoop &rows);
  /// Makes the loop over windows, of `numWindowRows` rows each. Returns its results.
  SmallVector<Value> createWindows(RowLoop &rows, Value windowRows);
  /// Lets the threads copy the rows of a window to tiles, or back.
  void createCopies(RowLoop &rows, bool isBack, Value start, Value count);

  Value index(int64_t value) { return arith::ConstantIndexOp::create(rewriter, loc, value); }
  template <typename Op> Value make(Value a, Value b) {
    return rewriter.createOrFold<Op>(loc, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, predicate, a, b);
  }
  /// The distance of the rows of a tile.
  Value getDistance(const RowAccess &access) {
    return make<arith::OrIOp>(getValueOrCreateConstantIndexOp(rewriter, loc, access.length),
                              index(1));
  }
  Value getTile(const RowLoop &rows, size_t number);
  /// The row of a tile that begins at `offset`.
  Value createRow(const RowAccess &access, Value tile, Value offset);

  RewriterBase &rewriter;
  gpu::LaunchOp kernel;
  int64_t blockThreads;
  Location loc = kernel.getLoc();
  SmallVector<RowLoop> loops;
  /// Of each tile, the elements for each thread.
  int64_t perThread = 0;
  /// The tiles of the kernel, of each type of elements.
  llvm::MapVector<Type, SmallVector<Value>> tiles;
};
} // namespace

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// The buffer that a view is a part of.
static Value getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Whether a buffer is one of which no other buffer that is known is a part.
static bool isKnown(Value root) {
  if (auto arg = dyn_cast<BlockArgument>(root))
    return isa<FunctionOpInterface, gpu::LaunchOp>(arg.getOwner()->getParentOp());
  return isa<memref::AllocOp, memref::AllocaOp>(root.getDefiningOp());
}

static bool mayBeOne(Value a, Value b) { return a == b || !isKnown(a) || !isKnown(b); }

/// The buffer that `op` accesses; null if it is no access to an element.
static Value getAccessed(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  return {};
}

/// Whether ops only read and write elements of a row, and take its extent. Enters the accesses.
static bool collectAccesses(Value row, SmallVectorImpl<Operation *> &accesses) {
  for (Operation *user : row.getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    if (getAccessed(user) != row)
      return false;
    accesses.push_back(user);
  }
  return true;
}

/// Whether an array has rows of one dimension, or rows of known extents, and `view` is all of one.
static bool isWholeRow(memref::SubViewOp view) {
  MemRefType type = view.getType();
  auto layout = dyn_cast<StridedLayoutAttr>(type.getLayout());
  if (!layout || view.getSourceType().getRank() != type.getRank() + 1 || type.getRank() == 0 ||
      (type.getRank() > 1 && !type.hasStaticShape()))
    return false;
  int64_t stride = 1;
  for (auto [extent, own] : llvm::reverse(llvm::zip_equal(type.getShape(), layout.getStrides()))) {
    if (own != stride)
      return false;
    stride *= extent;
  }
  return true;
}

/// The row of iteration `m` of a loop, if `view` is one: all elements of the m-th row of an array
/// of which the thread has each `distance`-th row from `first` on.
static std::optional<RowAccess> matchRow(memref::SubViewOp view, scf::ForOp loop, Value first,
                                         int64_t distance, scf::ForallOp threads) {
  auto isOne = [](OpFoldResult each) { return isConstantIntValue(each, 1); };
  auto isZero = [](OpFoldResult each) { return isConstantIntValue(each, 0); };
  auto own = view.getSource().getDefiningOp<memref::SubViewOp>();
  MemRefType type = view.getType();
  if (!own || !isWholeRow(view) ||
      own.getSourceType().getRank() != view.getSourceType().getRank() ||
      !isOnDevice(own.getSource()) || !threads->isAncestor(own->getParentOp()) ||
      loop->isAncestor(own))
    return std::nullopt;
  auto offsets = view.getMixedOffsets(), sizes = view.getMixedSizes();
  auto ownOffsets = own.getMixedOffsets(), ownSizes = own.getMixedSizes();
  auto ownStrides = own.getMixedStrides();
  auto inner = [](ArrayRef<OpFoldResult> all) { return all.drop_front(); };
  if (offsets[0] != OpFoldResult(loop.getInductionVar()) || !isOne(sizes[0]) ||
      !llvm::all_of(inner(offsets), isZero) || inner(sizes) != inner(ownSizes) ||
      !llvm::all_of(view.getMixedStrides(), isOne) || ownOffsets[0] != OpFoldResult(first) ||
      !llvm::all_of(inner(ownOffsets), isZero) || !isConstantIntValue(ownStrides[0], distance) ||
      !llvm::all_of(inner(ownStrides), isOne))
    return std::nullopt;
  auto isOutside = [&](Value value) {
    return !threads->isAncestor(value.getParentRegion()->getParentOp());
  };
  auto length = dyn_cast<Value>(sizes[1]);
  if (!isOutside(own.getSource()) || (length && !isOutside(length)))
    return std::nullopt;
  RowAccess access;
  access.array = own.getSource();
  access.length = sizes[1];
  // The rows of the array are as long as those of the view.
  if (type.getRank() > 1) {
    if (access.getShape() != type.getShape())
      return std::nullopt;
    access.length = Builder(view.getContext()).getIndexAttr(type.getNumElements());
  }
  return access;
}

/// The write by which a loop in the body of `loop` writes each element of a row, the first one if
/// there are several; null if there is none.
static memref::StoreOp findWholeWrite(const RowAccess &access, scf::ForOp loop,
                                      ArrayRef<Operation *> accesses) {
  memref::StoreOp first;
  for (Operation *each : accesses) {
    auto store = dyn_cast<memref::StoreOp>(each);
    auto around = dyn_cast<scf::ForOp>(each->getParentOp());
    if (!store || !around || around->getBlock() != loop.getBody() ||
        store.getIndices().front() != around.getInductionVar() ||
        !isConstantIntValue(around.getLowerBound(), 0) ||
        !isConstantIntValue(around.getStep(), 1) ||
        !isEqualConstantIntOrValue(around.getUpperBound(), access.length))
      continue;
    if (!first || around->isBeforeInBlock(first->getParentOp()))
      first = store;
  }
  return first;
}

/// Whether no element of the row is accessed before `whole`, in a loop, writes it.
static bool isWrittenFirst(memref::StoreOp whole, scf::ForOp loop, ArrayRef<Operation *> accesses) {
  auto writer = cast<scf::ForOp>(whole->getParentOp());
  return llvm::all_of(accesses, [&](Operation *each) {
    Operation *around = loop.getBody()->findAncestorOpInBlock(*each);
    if (around != writer)
      return writer->isBeforeInBlock(around);
    return isa<memref::StoreOp>(each) ||
           (each->getBlock() == writer.getBody() && whole->isBeforeInBlock(each) &&
            cast<memref::LoadOp>(each).getIndices().front() == writer.getInductionVar());
  });
}

/// Whether stores at constant indices in the body of `loop` write all elements of a row of a known
/// length, and none is read before.
static bool storesWhole(const RowAccess &access, scf::ForOp loop, ArrayRef<Operation *> accesses) {
  std::optional<int64_t> length = getConstantIntValue(access.length);
  if (!length || *length == 0)
    return false;
  ArrayRef<int64_t> shape = access.getShape();
  llvm::SmallDenseSet<int64_t> stored;
  Operation *last = nullptr;
  for (Operation *each : accesses) {
    auto store = dyn_cast<memref::StoreOp>(each);
    if (!store || store->getBlock() != loop.getBody())
      continue;
    int64_t place = 0;
    for (auto [number, index] : llvm::enumerate(store.getIndices())) {
      std::optional<int64_t> at = getConstantIntValue(index);
      if (!at)
        return false;
      place = number == 0 ? *at : place * shape[number] + *at;
    }
    stored.insert(place);
    if (!last || last->isBeforeInBlock(each))
      last = each;
  }
  return static_cast<int64_t>(stored.size()) == *length &&
         llvm::all_of(accesses, [&](Operation *each) {
           return isa<memref::StoreOp>(each) ||
                  last->isBeforeInBlock(loop.getBody()->findAncestorOpInBlock(*each));
         });
}

/// Whether all elements of a row are accessed, not just some: a loop, of as many iterations for all
/// rows, goes through the row, or there are accesses of most of the elements of a short one.
static bool accessesWhole(const RowAccess &access, scf::ForOp loop,
                          ArrayRef<Operation *> accesses) {
  unsigned numDirect = 0;
  for (Operation *each : accesses) {
    if (each->getBlock() == loop.getBody()) {
      ++numDirect;
      continue;
    }
    if (access.getShape().size() != 1)
      continue;
    for (Operation *around = each->getParentOp(); around != loop; around = around->getParentOp()) {
      auto inner = dyn_cast<scf::ForOp>(around);
      if (!inner)
        break;
      ValueRange indices = isa<memref::LoadOp>(each) ? cast<memref::LoadOp>(each).getIndices()
                                                     : cast<memref::StoreOp>(each).getIndices();
      if (indices.front() == inner.getInductionVar() &&
          isConstantIntValue(inner.getLowerBound(), 0) && isConstantIntValue(inner.getStep(), 1) &&
          loop.isDefinedOutsideOfLoop(inner.getUpperBound()))
        return true;
    }
  }
  std::optional<int64_t> length = getConstantIntValue(access.length);
  return length && *length > 1 && 2 * numDirect >= *length;
}

void RowTiles::findAccesses(RowLoop &rows, Value first) {
  scf::ForOp loop = rows.loop;
  SmallVector<RowAccess> found;
  for (auto view : loop.getBody()->getOps<memref::SubViewOp>()) {
    std::optional<RowAccess> access = matchRow(view, loop, first, blockThreads, rows.threads);
    if (!access)
      continue;
    auto *same = llvm::find_if(found, [&](const RowAccess &other) {
      return other.array == access->array && other.length == access->length;
    });
    if (same == found.end())
      same = &found.emplace_back(*access);
    same->views.push_back(view);
  }
  if (found.empty())
    return;
  // All other accesses to memory.
  llvm::DenseMap<Operation *, RowAccess *> ofRows;
  SmallVector<SmallVector<Operation *>> accesses(found.size());
  SmallVector<bool> isTiled(found.size(), true);
  for (auto [number, access] : llvm::enumerate(found)) {
    for (memref::SubViewOp view : access.views)
      isTiled[number] = isTiled[number] && collectAccesses(view, accesses[number]);
    for (Operation *each : accesses[number]) {
      ofRows[each] = &access;
      (isa<memref::LoadOp>(each) ? access.isRead : access.isWritten) = true;
    }
    memref::StoreOp whole = access.getShape().size() == 1
                                ? findWholeWrite(access, loop, accesses[number])
                                : memref::StoreOp();
    if (whole && isWrittenFirst(whole, loop, accesses[number]))
      access.writer = cast<scf::ForOp>(whole->getParentOp());
    access.isStored = !whole && storesWhole(access, loop, accesses[number]);
    // What is copied to a tile must be read, and what is copied back must be what the thread has
    // written.
    if (!accessesWhole(access, loop, accesses[number]) ||
        (access.isWritten && !whole && !access.isStored) ||
        !(access.writer || access.isStored || access.isRead))
      isTiled[number] = false;
  }
  bool isClear = true;
  loop->walk([&](Operation *op) {
    Value buffer = getAccessed(op);
    if (!buffer) {
      isClear &=
          isa<scf::ForOp, scf::IfOp, scf::WhileOp, cf::AssertOp>(op) || isMemoryEffectFree(op);
      return;
    }
    for (auto [number, access] : llvm::enumerate(found))
      if (ofRows.lookup(op) != &access && (access.isWritten || isa<memref::StoreOp>(op)) &&
          mayBeOne(getRoot(buffer), getRoot(access.array)))
        isTiled[number] = false;
  });
  if (!isClear)
    return;
  for (auto [access, tiled] : llvm::zip_equal(found, isTiled))
    if (tiled)
      rows.accesses.push_back(access);
  chooseTiles(rows);
}

/// Whether the elements of a row that `written` makes may be where those of `read` are: these are
/// not read after that.
static bool mayTakeOver(const RowAccess &written, const RowAccess &read, scf::ForOp loop) {
  scf::ForOp writer = written.writer;
  if (!writer || read.isWritten || read.length != written.length ||
      read.getElementType() != written.getElementType())
    return false;
  Operation *firstStore = nullptr;
  for (memref::SubViewOp view : written.views)
    for (Operation *user : view->getUsers())
      if (user->getBlock() == writer.getBody() && isa<memref::StoreOp>(user) &&
          (!firstStore || user->isBeforeInBlock(firstStore)))
        firstStore = user;
  for (memref::SubViewOp view : read.views)
    for (Operation *user : view->getUsers()) {
      auto load = dyn_cast<memref::LoadOp>(user);
      if (!load)
        continue;
      Operation *around = loop.getBody()->findAncestorOpInBlock(*load);
      if (around->isBeforeInBlock(writer))
        continue;
      if (load->getBlock() != writer.getBody() || !load->isBeforeInBlock(firstStore) ||
          load.getIndices().front() != writer.getInductionVar())
        return false;
    }
  return true;
}

void RowTiles::chooseTiles(RowLoop &rows) {
  SmallVector<bool> isTaken(rows.accesses.size());
  for (auto [number, access] : llvm::enumerate(rows.accesses)) {
    if (access.writer)
      continue;
    access.tile = rows.tiles.size();
    rows.tiles.push_back(access.getElementType());
  }
  for (RowAccess &access : rows.accesses) {
    if (!access.writer)
      continue;
    size_t other = 0;
    while (other < rows.accesses.size() &&
           (isTaken[other] || !mayTakeOver(access, rows.accesses[other], rows.loop)))
      ++other;
    if (other < rows.accesses.size()) {
      isTaken[other] = true;
      access.tile = rows.accesses[other].tile;
      continue;
    }
    access.tile = rows.tiles.size();
    rows.tiles.push_back(access.getElementType());
  }
}

void RowTiles::findLoops() {
  SmallVector<scf::ForallOp> all;
  kernel->walk([&](scf::ForallOp threads) {
    if (isThreadLoop(threads) &&
        getConstantIntValue(threads.getMixedUpperBound()[0]) == blockThreads)
      all.push_back(threads);
  });
  for (scf::ForallOp threads : all)
    for (auto loop : threads.getBody()->getOps<scf::ForOp>()) {
      // The iterations of a thread: (n - min(t, n)) / T, rounded up.
      auto count = loop.getUpperBound().getDefiningOp<arith::CeilDivUIOp>();
      auto left = count ? count.getLhs().getDefiningOp<arith::SubIOp>() : arith::SubIOp();
      auto first = left ? left.getRhs().getDefiningOp<arith::MinUIOp>() : arith::MinUIOp();
      if (!first || !isConstantIntValue(count.getRhs(), blockThreads) ||
          !isConstantIntValue(loop.getLowerBound(), 0) || !isConstantIntValue(loop.getStep(), 1))
        continue;
      Value thread = threads.getInductionVar(0), numRows = left.getLhs();
      bool isOwn = (first.getLhs() == thread && first.getRhs() == numRows) ||
                   (first.getRhs() == thread && first.getLhs() == numRows);
      if (!isOwn || threads->isAncestor(numRows.getParentRegion()->getParentOp()))
        continue;
      RowLoop rows = {threads, loop, numRows, {}, {}};
      findAccesses(rows, first);
      if (!rows.accesses.empty())
        loops.push_back(std::move(rows));
    }
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

Value RowTiles::getTile(const RowLoop &rows, size_t number) {
  Type type = rows.tiles[number];
  size_t ofType = llvm::count(ArrayRef(rows.tiles).take_front(number), type);
  SmallVector<Value> &own = tiles[type];
  while (own.size() <= ofType) {
    auto space = gpu::AddressSpaceAttr::get(rewriter.getContext(),
                                            gpu::GPUDialect::getWorkgroupAddressSpace());
    auto tile =
        MemRefType::get({blockThreads * perThread}, type, MemRefLayoutAttrInterface(), space);
    own.push_back(kernel.addWorkgroupAttribution(tile, loc));
  }
  return own[ofType];
}

Value RowTiles::createRow(const RowAccess &access, Value tile, Value offset) {
  ArrayRef<int64_t> shape = access.getShape();
  OpFoldResult one = rewriter.getIndexAttr(1);
  if (shape.size() == 1)
    return memref::SubViewOp::create(rewriter, loc, tile, ArrayRef<OpFoldResult>{offset},
                                     ArrayRef<OpFoldResult>{access.length},
                                     ArrayRef<OpFoldResult>{one});
  SmallVector<int64_t> strides = computeStrides(shape);
  auto own = cast<MemRefType>(tile.getType());
  auto layout = StridedLayoutAttr::get(rewriter.getContext(), ShapedType::kDynamic, strides);
  return memref::ReinterpretCastOp::create(
      rewriter, loc, MemRefType::get(shape, own.getElementType(), layout, own.getMemorySpace()),
      tile, OpFoldResult(offset), getAsIndexOpFoldResult(rewriter.getContext(), shape),
      getAsIndexOpFoldResult(rewriter.getContext(), strides));
}

void RowTiles::createCopies(RowLoop &rows, bool isBack, Value start, Value count) {
  Value thread = rows.threads.getInductionVar(0), threads = index(blockThreads);
  SmallVector<RowAccess *> left;
  for (RowAccess &access : rows.accesses)
    if (isBack ? access.isWritten : access.isCopiedIn())
      left.push_back(&access);
  while (!left.empty()) {
    OpFoldResult length = left.front()->length;
    SmallVector<RowAccess *> same;
    llvm::erase_if(left, [&](RowAccess *access) {
      if (access->length != length)
        return false;
      same.push_back(access);
      return true;
    });
    Value distance = getDistance(*same.front());
    Value columns = getValueOrCreateConstantIndexOp(rewriter, loc, length);
    Value total = make<arith::MulIOp>(count, columns);
    // Row and column of the first element of the thread, and of what it goes ahead by.
    Value divisor = make<arith::MaxUIOp>(columns, index(1));
    Value row = make<arith::DivUIOp>(thread, divisor),
          rowStep = make<arith::DivUIOp>(threads, divisor);
    Value column = make<arith::RemUIOp>(thread, divisor);
    Value columnStep = make<arith::RemUIOp>(threads, divisor);
    auto loop = scf::ForOp::create(
        rewriter, loc, thread, total, threads, ValueRange{row, column},
        [&](OpBuilder &builder, Location, Value, ValueRange position) {
          OpBuilder::InsertionGuard guard(rewriter);
          rewriter.setInsertionPoint(builder.getInsertionBlock(), builder.getInsertionPoint());
          Value inArray = make<arith::AddIOp>(start, position[0]);
          Value inTile =
              make<arith::AddIOp>(make<arith::MulIOp>(position[0], distance), position[1]);
          auto placeIn = [&](const RowAccess &access) {
            SmallVector<Value> extents;
            if (access.getShape().size() > 1)
              for (int64_t extent : access.getShape())
                extents.push_back(index(extent));
            SmallVector<Value> place = {inArray, position[1]};
            if (!extents.empty()) {
              place.pop_back();
              llvm::append_range(place, delinearize(rewriter, loc, position[1], extents));
            }
            return place;
          };
          SmallVector<Value> elements;
          for (RowAccess *access : same)
            elements.push_back(
                isBack ? memref::LoadOp::create(rewriter, loc, getTile(rows, access->tile), inTile)
                       : memref::LoadOp::create(rewriter, loc, access->array, placeIn(*access)));
          for (auto [access, element] : llvm::zip_equal(same, elements)) {
            if (isBack)
              memref::StoreOp::create(rewriter, loc, element, access->array, placeIn(*access));
            else
              memref::StoreOp::create(rewriter, loc, element, getTile(rows, access->tile), inTile);
          }
          Value next = make<arith::AddIOp>(position[1], columnStep);
          Value wraps = compare(arith::CmpIPredicate::uge, next, columns);
          Value inRow = rewriter.createOrFold<arith::SelectOp>(
              loc, wraps, make<arith::SubIOp>(next, columns), next);
          Value further = rewriter.createOrFold<arith::SelectOp>(
              loc, wraps, make<arith::AddIOp>(rowStep, index(1)), rowStep);
          scf::YieldOp::create(rewriter, loc,
                               ValueRange{make<arith::AddIOp>(position[0], further), inRow});
        });
    rewriter.setInsertionPointAfter(loop);
  }
}

SmallVector<Value> RowTiles::createWindows(RowLoop &rows, Value windowRows) {
  scf::ForOp old = rows.loop;
  Value thread = rows.threads.getInductionVar(0), threads = index(blockThreads);
  bool writes = llvm::any_of(rows.accesses, [](const RowAccess &each) { return each.isWritten; });
  auto windows =
      scf::ForOp::create(rewriter, loc, index(0), rows.numRows, windowRows, old.getInitArgs());
  Block *body = windows.getBody();
  if (windows->getNumResults() == 0)
    rewriter.eraseOp(body->getTerminator());
  rewriter.setInsertionPointToEnd(body);
  Value start = windows.getInductionVar();
  Value count = make<arith::MinUIOp>(make<arith::SubIOp>(rows.numRows, start), windowRows);
  gpu::BarrierOp::create(rewriter, loc);
  createCopies(rows, /*isBack=*/false, start, count);
  gpu::BarrierOp::create(rewriter, loc);
  // Where the row of the thread is in the window.
  Value inThreads = make<arith::RemUIOp>(start, threads);
  Value number = make<arith::SubIOp>(thread, inThreads);
  Value isIn = compare(arith::CmpIPredicate::ult, number, count);
  auto branch = scf::IfOp::create(rewriter, loc, old.getResultTypes(), isIn,
                                  /*withElseRegion=*/old->getNumResults() != 0);
  if (old->getNumResults() != 0) {
    rewriter.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(rewriter, loc, windows.getRegionIterArgs());
    rewriter.setInsertionPointToEnd(branch.thenBlock());
  } else {
    rewriter.setInsertionPoint(branch.thenBlock()->getTerminator());
  }
  IRMapping mapping;
  mapping.map(old.getInductionVar(), make<arith::DivUIOp>(start, threads));
  mapping.map(old.getRegionIterArgs(), windows.getRegionIterArgs());
  SmallPtrSet<Operation *, 8> replaced;
  for (RowAccess &access : rows.accesses) {
    Value offset = make<arith::MulIOp>(number, getDistance(access));
    for (memref::SubViewOp view : access.views) {
      mapping.map(view.getResult(), createRow(access, getTile(rows, access.tile), offset));
      replaced.insert(view);
    }
  }
  for (Operation &op : old.getBody()->without_terminator())
    if (!replaced.contains(&op))
      rewriter.clone(op, mapping);
  if (old->getNumResults() != 0)
    scf::YieldOp::create(rewriter, loc,
                         llvm::map_to_vector(old.getBody()->getTerminator()->getOperands(),
                                             [&](Value v) { return mapping.lookupOrDefault(v); }));
  rewriter.setInsertionPointAfter(branch);
  if (writes) {
    gpu::BarrierOp::create(rewriter, loc);
    createCopies(rows, /*isBack=*/true, start, count);
  }
  scf::YieldOp::create(rewriter, loc, branch.getResults());
  rewriter.setInsertionPointAfter(windows);
  if (writes)
    gpu::BarrierOp::create(rewriter, loc);
  return SmallVector<Value>(windows.getResults());
}

void RowTiles::create(RowLoop &rows) {
  scf::ForOp old = rows.loop;
  loc = old.getLoc();
  rewriter.setInsertionPoint(old);
  // The rows of a window, halved until they fit; zero if not even those of a warp do.
  Value windowRows = index(0), longest;
  SmallVector<OpFoldResult> lengths;
  for (RowAccess &access : rows.accesses) {
    if (llvm::is_contained(lengths, access.length))
      continue;
    lengths.push_back(access.length);
    Value distance = getDistance(access);
    longest = longest ? make<arith::MaxUIOp>(longest, distance) : distance;
  }
  for (int64_t count = warpThreads; count <= blockThreads; count *= 2) {
    Value fits =
        compare(arith::CmpIPredicate::ule, longest, index(blockThreads * perThread / count));
    windowRows = rewriter.createOrFold<arith::SelectOp>(loc, fits, index(count), windowRows);
  }
  if (std::optional<int64_t> known = getConstantIntValue(windowRows)) {
    if (*known != 0)
      rewriter.replaceOp(old, createWindows(rows, windowRows));
    return;
  }
  Value fits = compare(arith::CmpIPredicate::ne, windowRows, index(0));
  auto versions = scf::IfOp::create(rewriter, loc, old.getResultTypes(), fits,
                                    /*withElseRegion=*/true);
  auto finish = [&](Block *block, ValueRange results) {
    rewriter.setInsertionPointToEnd(block);
    if (!results.empty())
      scf::YieldOp::create(rewriter, loc, results);
  };
  auto enter = [&](Block *block) {
    if (old->getNumResults() == 0)
      rewriter.setInsertionPoint(block->getTerminator());
    else
      rewriter.setInsertionPointToEnd(block);
  };
  enter(versions.thenBlock());
  finish(versions.thenBlock(), createWindows(rows, windowRows));
  enter(versions.elseBlock());
  Operation *same = rewriter.clone(*old);
  finish(versions.elseBlock(), same->getResults());
  rewriter.replaceOp(old, versions.getResults());
}

void RowTiles::run(int64_t sharedBytes) {
  findLoops();
  if (loops.empty())
    return;
  llvm::MapVector<Type, int64_t> most;
  for (RowLoop &rows : loops) {
    llvm::MapVector<Type, int64_t> counts;
    for (Type type : rows.tiles)
      ++counts[type];
    for (auto [type, count] : counts)
      most[type] = std::max(most[type], count);
  }
  int64_t bytesPerElement = 0, used = 0;
  for (auto [type, count] : most)
    bytesPerElement += count * bytesOf(type);
  for (BlockArgument array : kernel.getWorkgroupAttributions())
    used += countBlockBytes(cast<MemRefType>(array.getType()));
  // A multiprocessor of an H200 has this memory for each block that its registers suffice for, with
  // 80 for each thread.
  constexpr int64_t mostBytes = 40 << 10;
  int64_t bytes = std::min(mostBytes, sharedBytes - used);
  perThread = bytes / (blockThreads * bytesPerElement);
  // Rows of known lengths need no more.
  int64_t longest = 0;
  for (RowLoop &rows : loops)
    for (RowAccess &access : rows.accesses)
      longest = std::max(longest, getConstantIntValue(access.length).value_or(perThread) | 1);
  perThread = std::min(perThread, longest);
  if (perThread <= 0)
    return;
  for (RowLoop &rows : loops)
    create(rows);
}

void chad::detail::tileRows(RewriterBase &rewriter, gpu::LaunchOp kernel, int64_t blockThreads,
                            int64_t sharedBytes) {
  if (blockThreads % warpThreads == 0)
    RowTiles(rewriter, kernel, blockThreads).run(sharedBytes);
}
