//===- DeviceArrays.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceArrays.h"
#include "Arrays.h"
#include "chad/GPURuntime/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstring>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace chad;
using namespace chad::python;

//===----------------------------------------------------------------------===//
// DLPack
//===----------------------------------------------------------------------===//

// Source: DLPack 1.0, dlpack.h.
namespace {
enum DLDeviceType : int32_t { kDLCPU = 1, kDLCUDA = 2, kDLExtDev = 12, kDLCUDAManaged = 13 };

struct DLTensor {
  void *data;
  int32_t deviceType, deviceNumber;
  int32_t rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byteOffset;
};

struct DLManaged {
  DLTensor tensor;
  void *context;
  void (*deleter)(DLManaged *);
};

struct DLManagedVersioned {
  uint32_t major, minor;
  void *context;
  void (*deleter)(DLManagedVersioned *);
  uint64_t flags;
  DLTensor tensor;
};

constexpr uint32_t supportedMajor = 1;
constexpr uint64_t readOnlyFlag = 1, copiedFlag = 2;

/// What a capsule that was made here keeps alive.
struct Exported {
  std::shared_ptr<void> owner;
  std::vector<int64_t> shape, strides;
};
} // namespace

/// The device whose programs have this kind of memory.
static Device deviceOf(DeviceKind kind) {
  return kind == DeviceKind::Emulated ? Device::EmulatedGPU : Device::CUDA;
}

static int32_t deviceTypeOf(DeviceKind kind) {
  return kind == DeviceKind::Emulated ? kDLExtDev : kDLCUDA;
}

static std::vector<int64_t> stridesOf(llvm::ArrayRef<int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

static bool isContiguous(const DLTensor &tensor) {
  if (!tensor.strides)
    return true;
  llvm::ArrayRef<int64_t> shape(tensor.shape, tensor.rank);
  std::vector<int64_t> strides = stridesOf(shape);
  bool isEmpty = llvm::is_contained(shape, 0);
  for (int32_t dim = 0; dim < tensor.rank; ++dim)
    if (!isEmpty && shape[dim] != 1 && strides[dim] != tensor.strides[dim])
      return false;
  return true;
}

/// Whether numpy has a dtype for elements, with ml_dtypes for bf16.
static bool isKnown(uint8_t code, uint8_t bits) {
  bool isWord = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  switch (code) {
  case 0: // Signed, unsigned.
  case 1:
    return isWord;
  case 2: // Floats.
    return isWord && bits > 8;
  case 4: // bf16.
    return bits == 16;
  case 5: // Complex numbers.
    return bits == 64 || bits == 128;
  case 6: // Truth values.
    return bits == 8;
  default:
    return false;
  }
}

/// Takes what a capsule holds.
template <typename Managed>
static void take(nb::handle capsule, const char *name, const char *used, DeviceArray &array,
                 const std::string &what) {
  auto *managed = static_cast<Managed *>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (!managed || PyCapsule_SetName(capsule.ptr(), used))
    throw nb::python_error();
  array.owner = std::shared_ptr<void>(managed, [](void *pointer) {
    auto *managed = static_cast<Managed *>(pointer);
    if (managed->deleter)
      managed->deleter(managed);
  });
  if constexpr (std::is_same_v<Managed, DLManagedVersioned>) {
    // What follows the deleter and the flags depends on the version.
    if (managed->major != supportedMajor)
      raise("ArgumentError", what + " is exported by version " + std::to_string(managed->major) +
                                 " of DLPack, and version 1 was asked for");
    array.isReadOnly = managed->flags & readOnlyFlag;
    array.isCopied = managed->flags & copiedFlag;
  }
  const DLTensor &tensor = managed->tensor;
  if (tensor.lanes != 1)
    raise("ArgumentError", what + " has vectors as elements");
  if (!isKnown(tensor.code, tensor.bits))
    raise("ArgumentError", what + " has elements of " + std::to_string(tensor.bits) +
                               " bits of DLPack's type " + std::to_string(tensor.code) +
                               ", which no program has");
  array.shape.assign(tensor.shape, tensor.shape + tensor.rank);
  if (!isContiguous(tensor))
    array.strides.assign(tensor.strides, tensor.strides + tensor.rank);
  array.code = tensor.code;
  array.bits = tensor.bits;
  // An array without elements may have no memory.
  if (!array.byteSize())
    return;
  array.data = static_cast<char *>(tensor.data) + tensor.byteOffset;
  unsigned alignment = tensor.bits / (tensor.code == 5 ? 16 : 8);
  if (reinterpret_cast<uintptr_t>(array.data) % alignment)
    raise("ArgumentError",
          what + " is not aligned: the addresses of its elements are no multiples of " +
              std::to_string(alignment));
}

/// Raises ArgumentError where the library that has the array does not export it.
static nb::object callDLPack(nb::handle value, uint64_t stream, const std::string &what) {
  nb::object method = value.attr("__dlpack__");
  try {
    try {
      return method(nb::arg("stream") = stream,
                    nb::arg("max_version") = nb::make_tuple(supportedMajor, 0));
    } catch (nb::python_error &error) {
      // Producers of versions before 1.0 do not know the argument.
      if (!error.matches(PyExc_TypeError))
        throw;
    }
    return method(nb::arg("stream") = stream);
  } catch (nb::python_error &error) {
    nb::str text(error.value());
    nb::raise_from(error, nb::module_::import_("chad.errors").attr("ArgumentError"), "%s",
                   (what + " is not exported by DLPack: " + text.c_str()).c_str());
  }
}

std::shared_ptr<DeviceArray> chad::python::readDeviceArray(nb::handle value, Device device,
                                                           const std::string &what) {
  std::shared_ptr<DeviceArray> array;
  if (nb::try_cast(value, array, false) && array) {
    if (device != Device::CPU && array->kind == kindOf(device))
      return array;
    raise("ArgumentError", what + " lies on " + array->describeDevice() +
                               ", and the program runs on another device: take .to_host(), or "
                               "compile the program with device='" +
                               deviceName(deviceOf(array->kind)) + "'");
  }
  if (device == Device::CPU || !nb::hasattr(value, "__dlpack_device__"))
    return nullptr;
  auto [type, number] =
      nb::cast<std::tuple<nb::int_, nb::int_>>(nb::tuple(value.attr("__dlpack_device__")()));
  auto typeCode = nb::cast<int32_t>(type);
  bool isEmulated = device == Device::EmulatedGPU;
  if (typeCode != kDLCUDA && typeCode != kDLCUDAManaged && !(isEmulated && typeCode == kDLExtDev))
    return nullptr;
  array = std::make_shared<DeviceArray>();
  array->kind = kindOf(device);
  // Memory that the driver manages is that of any GPU.
  array->number = typeCode == kDLCUDAManaged ? getDeviceNumber(array->kind) : nb::cast<int>(number);
  nb::object source = nb::borrow(value);
  // PyTorch exports nothing that it may have to differentiate, or has still to conjugate.
  if (nb::hasattr(value, "requires_grad") && nb::hasattr(value, "detach"))
    source = nb::module_::import_("chad.arrays").attr("plain_tensor")(value);
  uint64_t stream = 0;
  std::string why;
  {
    DeviceScope scope(array->number);
    if (!getDeviceStream(array->kind, stream, why))
      raise("ArgumentError", what + ": " + why);
  }
  nb::object capsule = callDLPack(source, stream, what);
  if (PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned"))
    take<DLManagedVersioned>(capsule, "dltensor_versioned", "used_dltensor_versioned", *array,
                             what);
  else
    take<DLManaged>(capsule, "dltensor", "used_dltensor", *array, what);
  if (isEmulated && array->byteSize()) {
    std::optional<DeviceArrayInfo> memory = findDeviceArray(array->data);
    if (!memory || memory->kind != DeviceKind::Emulated)
      raise("ArgumentError", what + " is not in the memory of the emulated GPU");
  }
  return array;
}

template <typename Managed>
static nb::object exportArray(const DeviceArray &array, int32_t deviceType, int32_t number,
                              const char *name) {
  auto *kept = new Exported{array.owner, array.shape,
                            array.isContiguous() ? stridesOf(array.shape) : array.strides};
  auto *managed = new Managed();
  managed->context = kept;
  managed->deleter = [](Managed *self) {
    delete static_cast<Exported *>(self->context);
    delete self;
  };
  managed->tensor = {
      array.data,           deviceType, number, static_cast<int32_t>(array.shape.size()),
      array.code,           array.bits, 1,      kept->shape.data(),
      kept->strides.data(), 0};
  if constexpr (std::is_same_v<Managed, DLManagedVersioned>) {
    managed->major = supportedMajor;
    managed->flags = (array.isReadOnly ? readOnlyFlag : 0) | (array.isCopied ? copiedFlag : 0);
  }
  PyObject *capsule = PyCapsule_New(managed, name, [](PyObject *capsule) {
    // A consumer has changed the name.
    const char *name =
        std::is_same_v<Managed, DLManagedVersioned> ? "dltensor_versioned" : "dltensor";
    if (!PyCapsule_IsValid(capsule, name))
      return;
    auto *managed = static_cast<Managed *>(PyCapsule_GetPointer(capsule, name));
    managed->deleter(managed);
  });
  if (!capsule)
    throw nb::python_error();
  return nb::steal(capsule);
}

[[noreturn]] static void raiseBufferError(const std::string &why) {
  PyErr_SetString(PyExc_BufferError, why.c_str());
  throw nb::python_error();
}

/// A copy in memory that is new, on the device of the array or on the host.
static DeviceArray copyOf(const DeviceArray &array, bool isOnHost) {
  DeviceArray copy = array;
  size_t bytes = array.byteSize();
  DeviceScope scope(array.number);
  std::string why;
  copy.data = isOnHost ? ::operator new(std::max<size_t>(bytes, 1))
                       : allocateDeviceArray(array.kind, bytes, why);
  if (!copy.data)
    raise("RunError", why);
  copy.owner = std::shared_ptr<void>(copy.data, [isOnHost](void *data) {
    if (isOnHost)
      ::operator delete(data);
    else
      releaseDeviceArray(data);
  });
  copy.isReadOnly = copy.isCopied = false;
  copyOnDevice(array.kind, copy.data, array.data, bytes);
  return copy;
}

/// What calls compute is there when they return: no stream needs to wait.
static nb::object toDLPack(std::shared_ptr<DeviceArray> array, nb::handle stream,
                           nb::handle maxVersion, nb::handle device, nb::handle copy) {
  if (!stream.is_none() && !nb::isinstance<nb::int_>(stream))
    throw nb::type_error("'stream' is None or the number of a stream");
  int32_t type = deviceTypeOf(array->kind), number = array->number;
  if (!device.is_none()) {
    auto [wantedType, wantedNumber] = nb::cast<std::tuple<nb::int_, nb::int_>>(nb::tuple(device));
    type = nb::cast<int32_t>(wantedType);
    number = nb::cast<int32_t>(wantedNumber);
  }
  bool isOnHost = type == kDLCPU;
  if (!isOnHost && (type != deviceTypeOf(array->kind) || number != array->number))
    raiseBufferError("an array on " + array->describeDevice() +
                     " is exported there, or as a copy on the CPU: DLPack's device (1, 0)");
  bool mustCopy = !copy.is_none() && nb::cast<bool>(copy);
  if (isOnHost && !copy.is_none() && !mustCopy)
    raiseBufferError("an array on " + array->describeDevice() +
                     " is on the CPU only as a copy, and 'copy' is False");
  if (isOnHost || mustCopy) {
    array = std::make_shared<DeviceArray>(copyOf(*packDeviceArray(array, /*what=*/""), isOnHost));
    array->isCopied = true;
  }
  if (!maxVersion.is_none() && nb::cast<uint32_t>(nb::tuple(maxVersion)[0]) >= supportedMajor)
    return exportArray<DLManagedVersioned>(*array, type, number, "dltensor_versioned");
  if (array->isReadOnly)
    raiseBufferError("an array that may only be read is exported by DLPack 1.0: pass "
                     "max_version=(1, 0)");
  return exportArray<DLManaged>(*array, type, number, "dltensor");
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

bool DeviceArray::hasElements(Element element) const {
  if (bits != (element == Element::I1 ? 8 : 8 * sizeOf(element)))
    return false;
  switch (element) {
  case Element::F64:
  case Element::F32:
  case Element::F16:
    return code == 2;
  case Element::BF16:
    return code == 4;
  case Element::I64:
  case Element::I32:
  case Element::I16:
  case Element::I8:
    return code <= 1;
  case Element::I1:
    return code == 6;
  }
  return false;
}

size_t DeviceArray::byteSize() const {
  size_t bytes = bits / 8;
  for (int64_t extent : shape)
    bytes *= extent;
  return bytes;
}

BufferView DeviceArray::view() const {
  return {data, llvm::SmallVector<int64_t>(shape.begin(), shape.end())};
}

std::string DeviceArray::describeDevice() const {
  return std::string(deviceName(deviceOf(kind))) + ":" + std::to_string(number);
}

DeviceScope::DeviceScope(int number) : isSet(number >= 0) {
  if (isSet)
    setDeviceNumber(number);
}

DeviceScope::~DeviceScope() {
  if (isSet)
    setDeviceNumber(-1);
}

Device chad::python::readDevice(llvm::StringRef name) {
  auto device = llvm::StringSwitch<std::optional<Device>>(name)
                    .Case("cpu", Device::CPU)
                    .Case("cuda", Device::CUDA)
                    .Case("cuda-emulated", Device::EmulatedGPU)
                    .Default(std::nullopt);
  if (!device)
    throw nb::value_error("the device is 'cpu', 'cuda' or 'cuda-emulated'");
  return *device;
}

const char *chad::python::deviceName(Device device) {
  return device == Device::CPU ? "cpu" : device == Device::CUDA ? "cuda" : "cuda-emulated";
}

DeviceKind chad::python::kindOf(Device device) {
  return device == Device::EmulatedGPU ? DeviceKind::Emulated : DeviceKind::CUDA;
}

static void setElement(DeviceArray &array, Element element) {
  array.bits = element == Element::I1 ? 8 : 8 * sizeOf(element);
  switch (element) {
  case Element::F64:
  case Element::F32:
  case Element::F16:
    array.code = 2;
    return;
  case Element::BF16:
    array.code = 4;
    return;
  case Element::I64:
  case Element::I32:
  case Element::I16:
  case Element::I8:
    array.code = 0;
    return;
  case Element::I1:
    array.code = 6;
    return;
  }
}

std::shared_ptr<DeviceArray> chad::python::ownDeviceArray(void *data, llvm::ArrayRef<int64_t> shape,
                                                          Element element) {
  auto array = std::make_shared<DeviceArray>();
  std::optional<DeviceArrayInfo> memory = findDeviceArray(data);
  array->data = data;
  array->shape = shape.vec();
  array->kind = memory->kind;
  array->number = memory->number;
  array->owner = std::shared_ptr<void>(data, [](void *data) { releaseDeviceArray(data); });
  setElement(*array, element);
  return array;
}

void chad::python::copyOnDevice(DeviceKind kind, void *target, const void *source, size_t bytes) {
  std::string why;
  if (!copyDeviceArray(kind, target, source, bytes, why))
    raise("RunError", why);
}

static nb::object dtypeOf(const DeviceArray &array) {
  // By DLPack's codes.
  static const char *const kinds[] = {"int", "uint", "float", "", "bfloat", "complex", "bool"};
  if (array.code >= std::size(kinds) || array.code == 3)
    raise("ArgumentError", "an array on the GPU has elements of DLPack's type " +
                               std::to_string(array.code) + ", which no program has");
  std::string name = kinds[array.code];
  if (array.code != 6)
    name += std::to_string(array.bits);
  return nb::module_::import_("chad.arrays").attr("dtype_of")(name);
}

static nb::object shapeOf(const DeviceArray &array) {
  nb::list shape;
  for (int64_t extent : array.shape)
    shape.append(extent);
  return nb::tuple(shape);
}

std::string DeviceArray::describeType() const {
  return "shape " + nb::cast<std::string>(nb::str(shapeOf(*this))) + " and dtype " +
         nb::cast<std::string>(nb::str(dtypeOf(*this)));
}

static nb::object toHost(std::shared_ptr<DeviceArray> array) {
  nb::object host = nb::module_::import_("numpy").attr("empty")(shapeOf(*array), dtypeOf(*array));
  auto *address = reinterpret_cast<void *>(nb::cast<uintptr_t>(host.attr("ctypes").attr("data")));
  array = packDeviceArray(array, /*what=*/"");
  DeviceScope scope(array->number);
  copyOnDevice(array->kind, address, array->data, array->byteSize());
  return host;
}

std::shared_ptr<DeviceArray>
chad::python::packDeviceArray(const std::shared_ptr<DeviceArray> &array, const std::string &what) {
  if (array->isContiguous())
    return array;
  return nb::cast<std::shared_ptr<DeviceArray>>(
      nb::module_::import_("chad._packing").attr("packed")(array, what));
}

/// Contiguous memory of an array, as an array of other elements. Of the dtypes, kinds are those of
/// numpy.
static DeviceArray reinterpret(const DeviceArray &array, int64_t byteOffset,
                               std::vector<int64_t> shape, const std::string &kind, int bits) {
  DeviceArray other = array;
  other.data = static_cast<char *>(array.data) + byteOffset;
  other.shape = std::move(shape);
  other.strides.clear();
  other.code = llvm::StringSwitch<uint8_t>(kind)
                   .Case("i", 0)
                   .Case("u", 1)
                   .Case("f", 2)
                   .Case("V", 4)
                   .Case("c", 5)
                   .Default(6);
  other.bits = static_cast<uint8_t>(bits);
  return other;
}

/// A copy of a contiguous array of numpy on a device, of which the number may be negative: it is
/// then the one that calls of this thread use.
static std::shared_ptr<DeviceArray> toDevice(nb::handle host, Device device, int number) {
  DeviceKind kind = kindOf(device);
  if (device == Device::CPU || (kind == DeviceKind::Emulated && number > 0))
    throw nb::value_error("the device is 'cuda', 'cuda' with a number, as in 'cuda:1', or "
                          "'cuda-emulated'");
  DeviceScope scope(number);
  auto array = std::make_shared<DeviceArray>();
  array->kind = kind;
  array->number = getDeviceNumber(kind);
  for (nb::handle extent : nb::tuple(host.attr("shape")))
    array->shape.push_back(nb::cast<int64_t>(extent));
  auto name = nb::cast<std::string>(host.attr("dtype").attr("name"));
  auto dtypeKind = nb::cast<std::string>(host.attr("dtype").attr("kind"));
  array->bits = nb::cast<int>(host.attr("dtype").attr("itemsize")) * 8;
  array->code = name == "bfloat16" ? 4
                : dtypeKind == "f" ? 2
                : dtypeKind == "u" ? 1
                : dtypeKind == "c" ? 5
                : dtypeKind == "b" ? 6
                                   : 0;
  std::string why;
  array->data = allocateDeviceArray(kind, array->byteSize(), why);
  if (!array->data)
    raise("RunError", why);
  array->owner = std::shared_ptr<void>(array->data, [](void *data) { releaseDeviceArray(data); });
  copyOnDevice(kind, array->data,
               reinterpret_cast<void *>(nb::cast<uintptr_t>(host.attr("ctypes").attr("data"))),
               array->byteSize());
  return array;
}

/// The exchange that CuPy and Numba have beside DLPack, version 3.
static nb::dict toInterface(const DeviceArray &array) {
  nb::object dtype = dtypeOf(array);
  // numpy's names of dtypes have no bf16.
  if (array.kind != DeviceKind::CUDA || array.code == 4 || !array.isContiguous())
    throw nb::attribute_error("this array is exported by DLPack only");
  nb::dict interface;
  interface["shape"] = shapeOf(array);
  interface["typestr"] = dtype.attr("str");
  interface["data"] = nb::make_tuple(reinterpret_cast<uintptr_t>(array.data), array.isReadOnly);
  interface["strides"] = nb::none();
  // The array is there: no stream waits.
  interface["stream"] = nb::none();
  interface["version"] = 3;
  return interface;
}

void chad::python::bindDeviceArrays(nb::module_ &module) {
  nb::class_<DeviceArray>(module, "DeviceArray", nb::is_weak_referenceable())
      .def_prop_ro("shape", &shapeOf)
      .def_prop_ro("dtype", &dtypeOf)
      .def_prop_ro("ndim", [](const DeviceArray &array) { return array.shape.size(); })
      .def_prop_ro("nbytes", &DeviceArray::byteSize)
      .def_prop_ro("device", &DeviceArray::describeDevice)
      .def("to_host", &toHost)
      .def_prop_ro("__cuda_array_interface__", &toInterface)
      .def("__array__",
           [](const DeviceArray &array, nb::args, nb::kwargs) {
             throw nb::type_error(("an array on " + array.describeDevice() +
                                   " is no array of numpy: take .to_host(), a copy")
                                      .c_str());
           })
      .def("__repr__",
           [](const DeviceArray &array) {
             return "<chad.DeviceArray of " + array.describeType() + " on " +
                    array.describeDevice() + ">";
           })
      .def("_copy",
           [](std::shared_ptr<DeviceArray> array) {
             return copyOf(*packDeviceArray(array, /*what=*/""), /*isOnHost=*/false);
           })
      .def("_reinterpreted", &reinterpret)
      .def_prop_ro("_strides",
                   [](const DeviceArray &array) {
                     return nb::tuple(
                         nb::cast(array.isContiguous() ? stridesOf(array.shape) : array.strides));
                   })
      .def_prop_ro("_is_contiguous", &DeviceArray::isContiguous)
      .def("__dlpack_device__",
           [](const DeviceArray &array) {
             return nb::make_tuple(deviceTypeOf(array.kind), array.number);
           })
      .def("__dlpack__", &toDLPack, nb::kw_only(), nb::arg("stream") = nb::none(),
           nb::arg("max_version") = nb::none(), nb::arg("dl_device") = nb::none(),
           nb::arg("copy") = nb::none())
      .def_prop_ro("_address", [](const DeviceArray &array) {
        return reinterpret_cast<uintptr_t>(array.data);
      });
  module.def("to_device", [](nb::handle host, const std::string &device, int number) {
    return toDevice(host, readDevice(device), number);
  });
  module.def("read_device_array", [](nb::handle value, const std::string &device) {
    return readDeviceArray(value, readDevice(device), "an argument");
  });
  module.def("take_device_counts", [] {
    DeviceCounts counts = takeDeviceCounts();
    nb::dict result;
    result["launches"] = counts.launches;
    result["bytes_in"] = counts.bytesIn;
    result["bytes_out"] = counts.bytesOut;
    return result;
  });
}
