//===- Buffers.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "chad/ExecutionEngine/Memory.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <utility>

using namespace mlir;
using namespace chad;

Type chad::detail::representationOf(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    return lin.isUnit() ? Type() : lin.getPrimal();
  return type;
}

bool chad::detail::isCompilable(Type type) {
  return TypeSwitch<Type, bool>(type)
      .Case<Float16Type, BFloat16Type, Float32Type, Float64Type, IndexType>(
          [](Type) { return true; })
      .Case([](IntegerType integer) {
        unsigned width = integer.getWidth();
        return integer.isSignless() &&
               (width == 1 || width == 8 || width == 16 || width == 32 || width == 64);
      })
      .Case([](RankedTensorType tensor) {
        return !tensor.getEncoding() && isCompilable(tensor.getElementType());
      })
      .Case([](LinType lin) { return lin.isUnit() || isCompilable(lin.getPrimal()); })
      .Default(false);
}

unsigned chad::detail::byteSize(Type scalar) {
  return isa<IndexType, BoxType>(scalar) ? 8 : (scalar.getIntOrFloatBitWidth() + 7) / 8;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

void chad::detail::storeNumber(const Number &number, Type scalar, char *place) {
  if (scalar.isF64()) {
    std::memcpy(place, &std::get<double>(number), 8);
    return;
  }
  uint64_t bits;
  if (auto type = dyn_cast<FloatType>(scalar)) {
    APFloat value(std::get<double>(number));
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    bits = value.bitcastToAPInt().getZExtValue();
  } else {
    bits = std::get<APInt>(number).getZExtValue();
  }
  // The host is little-endian, as all that this is compiled for.
  std::memcpy(place, &bits, byteSize(scalar));
}

Number chad::detail::loadNumber(Type scalar, const char *place) {
  uint64_t bits = 0;
  std::memcpy(&bits, place, byteSize(scalar));
  if (auto type = dyn_cast<FloatType>(scalar)) {
    APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), bits));
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToDouble();
  }
  unsigned width = integerWidth(scalar);
  return APInt(width, bits & llvm::maskTrailingOnes<uint64_t>(width));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Pointers, offset, extents and strides of an array row by row.
static SmallVector<int64_t, 16> describe(void *data, ArrayRef<int64_t> shape) {
  auto address = reinterpret_cast<intptr_t>(data);
  SmallVector<int64_t, 16> words = {address, address, 0};
  llvm::append_range(words, shape);
  words.resize(3 + 2 * shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    words[3 + shape.size() + dim - 1] = words[3 + shape.size() + dim] * shape[dim];
  return words;
}

chad::detail::ArgumentList::~ArgumentList() {
  for (void *buffer : buffers)
    releaseBuffer(buffer);
}

void chad::detail::ArgumentList::addWord(int64_t word) {
  words.push_back(word);
  parts.push_back(&words.back());
}

bool chad::detail::ArgumentList::add(const RuntimeValue &value, Type type) {
  firstParts.push_back(parts.size());
  type = representationOf(type);
  if (!type)
    return true;
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType) {
    addWord(0);
    storeNumber(value.as<Number>(), type, static_cast<char *>(parts.back()));
    return true;
  }
  const Tensor &tensor = value.asTensor();
  Type scalar = tensorType.getElementType();
  unsigned bytes = byteSize(scalar);
  auto *data = static_cast<char *>(allocateBuffer(tensor.size() * bytes));
  if (!data)
    return false;
  buffers.push_back(data);
  for (int64_t i = 0; i < tensor.size(); ++i)
    storeNumber(tensor[i], scalar, data + i * bytes);
  addDescriptor(data, tensor.shape);
  return true;
}

void chad::detail::ArgumentList::addInPlace(void *data, ArrayRef<int64_t> shape, Type type) {
  firstParts.push_back(parts.size());
  if (!type)
    return;
  if (isa<RankedTensorType>(type))
    addDescriptor(data, shape);
  else
    parts.push_back(data);
}

void chad::detail::ArgumentList::setInPlace(unsigned i, void *data, ArrayRef<int64_t> shape,
                                            Type type) {
  if (!type)
    return;
  void **part = parts.begin() + firstParts[i];
  if (!isa<RankedTensorType>(type)) {
    *part = data;
    return;
  }
  for (int64_t word : describe(data, shape))
    *static_cast<int64_t *>(*part++) = word;
}

void chad::detail::ArgumentList::addDescriptor(void *data, ArrayRef<int64_t> shape) {
  for (int64_t word : describe(data, shape))
    addWord(word);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

chad::detail::ResultBlock::ResultBlock(ArrayRef<Type> resultTypes, std::optional<DeviceKind> device)
    : device(device) {
  size_t size = 0;
  for (Type type : resultTypes) {
    type = representationOf(type);
    types.push_back(type);
    if (!type) {
      offsets.push_back(size);
      continue;
    }
    auto tensor = dyn_cast<RankedTensorType>(type);
    // Scalars are aligned to their size.
    size_t bytes = tensor ? (3 + 2 * tensor.getRank()) * sizeof(int64_t) : byteSize(type);
    size = llvm::alignTo(size, tensor ? sizeof(int64_t) : bytes);
    offsets.push_back(size);
    size += bytes;
    if (isa<BoxType>(type))
      handles.push_back(types.size() - 1);
    if (!tensor)
      continue;
    arrays.push_back(
        {static_cast<unsigned>(types.size() - 1), offsets.back(), bytes / sizeof(int64_t), {}});
    given.resize(given.size() + arrays.back().numWords);
  }
  storage.resize(size);
  for (int64_t &word : given)
    parts.push_back(&word);
}

static const int64_t *wordsAt(const std::vector<char> &storage, size_t offset) {
  return reinterpret_cast<const int64_t *>(storage.data() + offset);
}

const int64_t *chad::detail::ResultBlock::wordsOf(const Descriptor &array) const {
  return wordsAt(storage, array.offset);
}

bool chad::detail::ResultBlock::isShared(const Descriptor &array) const {
  for (const Descriptor *earlier = arrays.begin(); earlier != &array; ++earlier)
    if (*wordsOf(*earlier) == *wordsOf(array))
      return true;
  return false;
}

void chad::detail::ResultBlock::giveMemory(unsigned result, void *data, ArrayRef<int64_t> shape) {
  release();
  for (Descriptor &array : arrays)
    if (array.result == result)
      array.lent = data && array.numWords == 3 + 2 * shape.size() ? describe(data, shape)
                                                                  : SmallVector<int64_t, 16>();
}

void chad::detail::ResultBlock::releaseOwn(int64_t address) {
  if (llvm::none_of(arrays,
                    [&](const Descriptor &array) {
                      return !array.lent.empty() && array.lent.front() == address;
                    }) &&
      !(device && releaseDeviceArray(reinterpret_cast<void *>(address))))
    releaseBuffer(reinterpret_cast<void *>(address));
}

void chad::detail::ResultBlock::releaseHandles() {
  for (unsigned result : handles) {
    auto *word = reinterpret_cast<int64_t *>(storage.data() + offsets[result]);
    releaseHandle(reinterpret_cast<void *>(*word));
    *word = 0;
  }
}

void chad::detail::ResultBlock::beginCall() {
  releaseHandles();
  int64_t *next = given.data();
  for (const Descriptor &array : arrays) {
    const int64_t *words = wordsOf(array);
    // Whether an array is at the beginning of its memory, and shares it with no other one.
    bool isOwn = isFilled && !isShared(array);
    bool isReused = isOwn && array.lent.empty() && words[0] == words[1] && words[2] == 0;
    if (!array.lent.empty())
      llvm::copy(array.lent, next);
    else if (isReused)
      std::copy(words, words + array.numWords, next);
    else
      std::fill(next, next + array.numWords, 0);
    if (isOwn && !isReused)
      releaseOwn(words[0]);
    next += array.numWords;
  }
}

LogicalResult chad::detail::ResultBlock::endCall(std::string &why) {
  isFilled = true;
  const int64_t *next = given.data();
  for (const Descriptor &array : arrays) {
    bool isUsed = !*next || llvm::any_of(arrays, [&](const Descriptor &other) {
      return *wordsOf(other) == *next;
    });
    if (!isUsed)
      releaseOwn(*next);
    next += array.numWords;
  }
  // A result that is not at the address that the caller has lent, but has the lent extents, is
  // copied there.
  for (const Descriptor &array : arrays) {
    ArrayRef<int64_t> shape = shapeOf(array.result);
    int64_t address = *wordsOf(array);
    if (array.lent.empty() || address == array.lent.front() ||
        shape != ArrayRef(array.lent).slice(3, shape.size()))
      continue;
    int64_t bytes = byteSize(getElementTypeOrSelf(types[array.result]));
    for (int64_t extent : shape)
      bytes *= extent;
    auto *lent = reinterpret_cast<void *>(array.lent.front());
    if (!device)
      std::memcpy(lent, dataOf(array.result), bytes);
    else if (!copyDeviceArray(*device, lent, dataOf(array.result), bytes, why))
      return failure();
    llvm::copy(array.lent, reinterpret_cast<int64_t *>(storage.data() + array.offset));
    if (llvm::none_of(arrays, [&](const Descriptor &other) { return *wordsOf(other) == address; }))
      releaseOwn(address);
  }
  return success();
}

void chad::detail::ResultBlock::cancelCall() {
  const int64_t *next = given.data();
  for (const Descriptor &array : arrays) {
    releaseOwn(*next);
    next += array.numWords;
  }
  isFilled = false;
}

void chad::detail::ResultBlock::release() {
  if (!isFilled)
    return;
  releaseHandles();
  for (const Descriptor &array : arrays)
    if (!isShared(array))
      releaseOwn(*wordsOf(array));
  isFilled = false;
}

void *chad::detail::ResultBlock::take(unsigned result) {
  if (isFilled && llvm::is_contained(handles, result)) {
    auto *word = reinterpret_cast<int64_t *>(storage.data() + offsets[result]);
    return reinterpret_cast<void *>(std::exchange(*word, 0));
  }
  auto array =
      llvm::find_if(arrays, [&](const Descriptor &array) { return array.result == result; });
  if (!isFilled || array == arrays.end())
    return nullptr;
  auto *words = reinterpret_cast<int64_t *>(storage.data() + array->offset);
  bool isAlone = llvm::none_of(arrays, [&](const Descriptor &other) {
    return (&other != array && *wordsOf(other) == words[0]) ||
           (!other.lent.empty() && other.lent.front() == words[0]);
  });
  if (!isAlone || words[0] != words[1] || words[2] != 0)
    return nullptr;
  auto *memory = reinterpret_cast<void *>(words[0]);
  words[0] = words[1] = 0;
  return memory;
}

ArrayRef<int64_t> chad::detail::ResultBlock::shapeOf(unsigned result) const {
  auto tensor = dyn_cast_or_null<RankedTensorType>(types[result]);
  if (!tensor)
    return {};
  return {wordsAt(storage, offsets[result]) + 3, static_cast<size_t>(tensor.getRank())};
}

void *chad::detail::ResultBlock::dataOf(unsigned result) const {
  Type type = types[result];
  if (!type)
    return nullptr;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return const_cast<char *>(storage.data()) + offsets[result];
  const int64_t *words = wordsAt(storage, offsets[result]);
  return reinterpret_cast<char *>(words[1]) + words[2] * byteSize(tensor.getElementType());
}

RuntimeValue chad::detail::ResultBlock::load(unsigned result) const {
  Type type = types[result];
  if (!type)
    return Unit();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return loadNumber(type, storage.data() + offsets[result]);
  const int64_t *words = wordsAt(storage, offsets[result]);
  int64_t rank = tensor.getRank();
  ArrayRef<int64_t> shape(words + 3, rank), strides(words + 3 + rank, rank);
  Type scalar = tensor.getElementType();
  unsigned bytes = byteSize(scalar);
  const char *data = reinterpret_cast<const char *>(words[1]) + words[2] * bytes;
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  std::vector<Number> elements;
  elements.reserve(count);
  SmallVector<int64_t> position(rank, 0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t offset = 0;
    for (auto [index, stride] : llvm::zip_equal(position, strides))
      offset += index * stride;
    elements.push_back(loadNumber(scalar, data + offset * bytes));
    for (int64_t dim = rank - 1; dim >= 0 && ++position[dim] == shape[dim]; --dim)
      position[dim] = 0;
  }
  return Tensor(shape, std::move(elements));
}
