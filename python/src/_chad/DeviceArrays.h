//===- DeviceArrays.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arrays in the memory of a GPU, which are exchanged with other libraries by DLPack.

#ifndef CHAD_PYTHON_DEVICEARRAYS_H
#define CHAD_PYTHON_DEVICEARRAYS_H

#include "Program.h"
#include "chad/GPURuntime/Arrays.h"
#include <nanobind/nanobind.h>

namespace chad::python {

/// An array in the memory of a GPU.
struct DeviceArray {
  void *data = nullptr; ///< The first element.
  std::vector<int64_t> shape;
  /// In elements; none where the array is contiguous in C's order.
  std::vector<int64_t> strides;
  /// The type of the elements, as DLPack numbers kinds: 0 signed, 1 unsigned, 2 float, 4 bfloat,
  /// 5 complex, 6 bool.
  uint8_t code = 2, bits = 64;
  DeviceKind kind = DeviceKind::CUDA;
  int number = 0; ///< Of the GPU.
  bool isReadOnly = false;
  bool isCopied = false;       ///< By the library that has exported it.
  std::shared_ptr<void> owner; ///< Of the memory.

  bool hasElements(Element element) const;
  /// Of the elements.
  size_t byteSize() const;
  bool isContiguous() const { return strides.empty(); }
  /// Of a contiguous array.
  BufferView view() const;
  std::string describeDevice() const;
  /// The shape and the dtype, for messages.
  std::string describeType() const;
};

/// For calls of this thread: the GPU that has the arrays of a call, or none.
class DeviceScope {
public:
  explicit DeviceScope(int number);
  ~DeviceScope();

private:
  bool isSet;
};

/// The device of this name. Raises ValueError.
Device readDevice(llvm::StringRef name);

/// The name of a device.
const char *deviceName(Device device);

/// The kind of memory that programs of `device` work in.
DeviceKind kindOf(Device device);

/// The array that a value with `__dlpack__` is, if it is in the memory of the device: in place, and
/// such that work in the stream of this thread sees it. Null for all other values. Raises
/// ArgumentError, which begins with `what`. The array need not be contiguous.
std::shared_ptr<DeviceArray> readDeviceArray(nanobind::handle value, Device device,
                                             const std::string &what);

/// The array if it is contiguous, or else a contiguous copy on the device, which is warned of if
/// `what` names the array.
std::shared_ptr<DeviceArray> packDeviceArray(const std::shared_ptr<DeviceArray> &array,
                                             const std::string &what);

/// Makes an array on the device that a program has allocated the owner of its memory.
std::shared_ptr<DeviceArray> ownDeviceArray(void *data, llvm::ArrayRef<int64_t> shape,
                                            Element element);

/// Copies between addresses of the host and of a device. Raises RunError.
void copyOnDevice(DeviceKind kind, void *target, const void *source, size_t bytes);

void bindDeviceArrays(nanobind::module_ &module);

} // namespace chad::python

#endif // CHAD_PYTHON_DEVICEARRAYS_H
