//===- RandomBits.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Random bits by Threefry-2x32 and Philox-4x32 (Salmon, Moraes, Dror and Shaw 2011, "Parallel
// random numbers: as easy as 1, 2, 3"). Both are functions of a key and a counter; for each key
// they permute blocks of words. The counters, and the order of the words of the blocks, are those
// of XLA.

#include "Importer.h"

using namespace mlir;
using namespace chad::stablehlo;

namespace {
/// Words of 32 bits, as scalars in the body of a structured op.
class Words {
public:
  explicit Words(Importer &importer) : importer(importer) {}

  Value constant(uint32_t value) {
    return importer.integerConstant(importer.builder.getI32Type(), APInt(32, value));
  }
  Value add(Value a, Value b) { return importer.create<arith::AddIOp>(a, b); }
  Value flip(Value a, Value b) { return importer.create<arith::XOrIOp>(a, b); }
  Value rotateLeft(Value x, unsigned distance) {
    Value left = importer.create<arith::ShLIOp>(x, constant(distance));
    Value right = importer.create<arith::ShRUIOp>(x, constant(32 - distance));
    return importer.create<arith::OrIOp>(left, right);
  }
  /// The low and the high word of an integer of 64 bits.
  std::array<Value, 2> split(Value x) {
    Type word = importer.builder.getI32Type();
    Value high = importer.create<arith::ShRUIOp>(x, half(x.getType()));
    return {importer.create<arith::TruncIOp>(word, x),
            importer.create<arith::TruncIOp>(word, high)};
  }
  Value join(Value low, Value high) {
    Type wide = importer.builder.getI64Type();
    Value shifted =
        importer.create<arith::ShLIOp>(importer.create<arith::ExtUIOp>(wide, high), half(wide));
    return importer.create<arith::OrIOp>(shifted, importer.create<arith::ExtUIOp>(wide, low));
  }
  /// The low and the high word of the product of a word and a constant.
  std::array<Value, 2> multiply(Value x, uint32_t factor) {
    auto product = importer.create<arith::MulUIExtendedOp>(x, constant(factor));
    return {product.getLow(), product.getHigh()};
  }

private:
  Value half(Type wide) { return importer.integerConstant(wide, APInt(64, 32)); }
  Importer &importer;
};
} // namespace

/// Threefry: five groups of four rounds; after each group, words of the key are added.
static SmallVector<Value> threefry(Words words, std::array<Value, 2> counter,
                                   std::array<Value, 2> key) {
  static constexpr unsigned rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Value parity = words.flip(words.flip(key[0], key[1]), words.constant(0x1BD11BDA));
  Value keys[3] = {key[0], key[1], parity};
  Value x = words.add(counter[0], key[0]), y = words.add(counter[1], key[1]);
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned distance : rotations[group % 2]) {
      x = words.add(x, y);
      y = words.flip(words.rotateLeft(y, distance), x);
    }
    x = words.add(x, keys[(group + 1) % 3]);
    y = words.add(words.add(y, keys[(group + 2) % 3]), words.constant(group + 1));
  }
  return {x, y};
}

/// Philox: ten rounds with two products each; the key changes after each round.
static SmallVector<Value> philox(Words words, std::array<Value, 4> x, std::array<Value, 2> key) {
  for (unsigned round = 0; round < 10; ++round) {
    auto [lowA, highA] = words.multiply(x[0], 0xD2511F53);
    auto [lowB, highB] = words.multiply(x[2], 0xCD9E8D57);
    x = {words.flip(words.flip(highB, x[1]), key[0]), lowB,
         words.flip(words.flip(highA, x[3]), key[1]), lowA};
    key = {words.add(key[0], words.constant(0x9E3779B9)),
           words.add(key[1], words.constant(0xBB67AE85))};
  }
  return llvm::to_vector(x);
}

namespace {
/// How the words of the blocks form the result. `shape` is the shape of the array of blocks. The
/// words of a block are adjacent along one dimension; the first elements of this array of words are
/// the result.
struct Layout {
  SmallVector<int64_t> shape;
  int64_t dim = 0;
};
} // namespace

/// A block of Threefry has two words, so that the array of blocks has half the extent of the result
/// in one dimension: the first one of even extent, or the longest one if none is even.
static Layout halve(ArrayRef<int64_t> shape) {
  auto even = llvm::find_if(shape, [](int64_t extent) { return extent % 2 == 0; });
  auto which = even != shape.end() ? even : llvm::max_element(shape);
  Layout layout{SmallVector<int64_t>(shape), which - shape.begin()};
  layout.shape[layout.dim] = llvm::divideCeil(*which, 2);
  return layout;
}

/// Interleaves arrays of words along the dimension of the layout.
static Value joinWords(Importer &importer, ValueRange words, const Layout &layout) {
  auto sizesOf = [&](ArrayRef<int64_t> shape) {
    return getAsIndexOpFoldResult(importer.builder.getContext(), shape);
  };
  SmallVector<int64_t> pairs(layout.shape), merged(layout.shape);
  pairs.insert(pairs.begin() + layout.dim + 1, words.size());
  merged[layout.dim] *= words.size();
  Value all = importer.empty(sizesOf(pairs), getElementTypeOrSelf(words.front().getType()));
  SmallVector<int64_t> ones(pairs.size(), 1), offsets(pairs.size(), 0), sizes(pairs);
  sizes[layout.dim + 1] = 1;
  for (auto [i, word] : llvm::enumerate(words)) {
    offsets[layout.dim + 1] = i;
    all = importer.create<tensor::InsertSliceOp>(importer.reshape(word, sizesOf(layout.shape)), all,
                                                 sizesOf(offsets), sizesOf(sizes), sizesOf(ones));
  }
  return importer.reshape(all, sizesOf(merged));
}

static LogicalResult importRandomBits(Importer &importer, Operation *op) {
  auto algorithm = importer.enumeration(op, "rng_algorithm", "rng_algorithm");
  if (failed(importer.expect(op, 1, 2)) || failed(algorithm))
    return failure();
  OpBuilder &builder = importer.builder;
  Value state = importer.operand(op, 0);
  auto stateType = dyn_cast<RankedTensorType>(state.getType());
  Type element = getElementTypeOrSelf(importer.resultType(op, 1));
  auto type = dyn_cast<RankedTensorType>(importer.resultType(op, 1));
  // `DEFAULT` is Philox on CPUs and GPUs.
  bool isPhilox = *algorithm == "PHILOX" || *algorithm == "DEFAULT";
  if (!isPhilox && *algorithm != "THREE_FRY")
    return importer.error(op, "has an algorithm that is not known: " + *algorithm);
  unsigned width = element.isInteger() ? element.getIntOrFloatBitWidth() : 0;
  bool hasState = stateType && stateType.getRank() == 1 &&
                  stateType.getElementType().isInteger(64) &&
                  (stateType.getDimSize(0) == 2 || (isPhilox && stateType.getDimSize(0) == 3));
  if (!hasState || (type && !type.hasStaticShape()) || width % 8 != 0 || width == 0 || width > 64)
    return importer.error(op, "needs two integers of 64 bits as state, of Philox two or three, and "
                              "a result of integers whose extents are known");
  SmallVector<int64_t> shape(type ? type.getShape() : ArrayRef<int64_t>());
  SmallVector<int64_t> extents(shape);
  if (shape.empty())
    extents.push_back(1);
  bool isWide = width > 32;

  // Compute the blocks.
  int64_t count = ShapedType::getNumElements(shape);
  Layout layout{{count}};
  if (isPhilox)
    layout.shape = {static_cast<int64_t>(llvm::divideCeil(count, isWide ? 2 : 4))};
  else if (!isWide)
    layout = halve(extents);
  int64_t numBlocks = ShapedType::getNumElements(layout.shape);

  // The state: a key, and a counter of 64 or 128 bits. The counter of Philox with a state of two
  // integers has the key as its high half.
  auto part = [&](int64_t i) -> Value {
    return importer.create<tensor::ExtractOp>(state, importer.index(i));
  };
  bool hasHigh = stateType.getDimSize(0) == 3;
  Value key = part(0), low = part(1), high = hasHigh ? part(2) : key;
  auto advance = [&](Value by) {
    Value sum = importer.create<arith::AddIOp>(low, by);
    Value wraps = importer.create<arith::CmpIOp>(arith::CmpIPredicate::ult, sum, low);
    Value carry = importer.create<arith::ExtUIOp>(low.getType(), wraps);
    return std::array<Value, 2>{sum, importer.create<arith::AddIOp>(high, carry)};
  };
  OpFoldResult blocks = builder.getIndexAttr(numBlocks);
  Value counters = makeIota(importer, blocks, 0, builder.getI64Type());
  Words words(importer);
  auto makeBlock = [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
    auto [sum, carried] = advance(args.front());
    auto [c0, c1] = words.split(sum);
    SmallVector<Value> block;
    if (isPhilox) {
      auto [c2, c3] = words.split(carried);
      block = philox(words, {c0, c1, c2, c3}, words.split(key));
    } else {
      block = threefry(words, {c0, c1}, words.split(key));
    }
    if (!isWide)
      return block;
    SmallVector<Value> joined;
    for (unsigned i = 0; i < block.size(); i += 2)
      joined.push_back(words.join(block[i], block[i + 1]));
    return joined;
  };
  unsigned numWords = (isPhilox ? 4 : 2) / (isWide ? 2 : 1);
  Type word = isWide ? builder.getI64Type() : builder.getI32Type();
  SmallVector<Value> inits(numWords, importer.empty(blocks, word));
  SmallVector<AffineMap> maps(numWords + 1, builder.getMultiDimIdentityMap(1));
  auto results = importer.generic(counters, inits, maps, utils::IteratorType::parallel, makeBlock);
  if (failed(results))
    return failure();

  // Take the first elements, and convert them to the type of the result.
  Value bits = joinWords(importer, *results, layout);
  if (isPhilox || isWide)
    extents = {count};
  SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(builder.getContext(), extents);
  SmallVector<OpFoldResult> zeros(sizes.size(), builder.getIndexAttr(0));
  bits = importer.slice(bits, zeros, sizes);
  bits = importer.reshape(bits, getAsIndexOpFoldResult(builder.getContext(), shape));
  bits = importer.convert(bits, element, /*isUnsigned=*/true, /*toUnsigned=*/true);

  auto [newLow, newHigh] =
      advance(importer.integerConstant(builder.getI64Type(), APInt(64, numBlocks)));
  SmallVector<Value> next{key, newLow};
  if (hasHigh)
    next.push_back(newHigh);
  if (failed(importer.set(op, 0, importer.create<tensor::FromElementsOp>(next))))
    return failure();
  return importer.set(op, 1, bits);
}

void chad::stablehlo::addRandomBitsRules(RuleTable &rules) {
  rules["stablehlo.rng_bit_generator"] = importRandomBits;
}
