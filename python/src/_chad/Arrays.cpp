//===- Arrays.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "DeviceArrays.h"
#include "chad/ExecutionEngine/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>

namespace nb = nanobind;
using namespace chad;
using namespace chad::python;

/// A result of at most this number of bytes is copied, which is cheaper than new memory for the
/// next result.
static constexpr size_t smallResult = 1024;

// Set once, when the module is imported; never destroyed.
static PyObject *converter = nullptr;
static PyArray_Descr *bfloat16 = nullptr;

static int importNumpy() {
  import_array1(-1);
  return 0;
}

void chad::python::initializeArrays() {
  if (importNumpy() < 0)
    throw nb::python_error();
}

void chad::python::setBFloat16(nb::object dtype) {
  bfloat16 = reinterpret_cast<PyArray_Descr *>(dtype.release().ptr());
}

void chad::python::setConverter(nb::object function) { converter = function.release().ptr(); }

void chad::python::raise(const char *exception, const std::string &message) {
  nb::object type = nb::module_::import_("chad.errors").attr(exception);
  PyErr_SetString(type.ptr(), message.c_str());
  throw nb::python_error();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static const char *nameOf(Element element) {
  switch (element) {
  case Element::F64:
    return "float64";
  case Element::F32:
    return "float32";
  case Element::F16:
    return "float16";
  case Element::BF16:
    return "bfloat16";
  case Element::I64:
    return "int64";
  case Element::I32:
    return "int32";
  case Element::I16:
    return "int16";
  case Element::I8:
    return "int8";
  case Element::I1:
    return "bool";
  }
  return "";
}

/// A new reference to the dtype of results.
static PyArray_Descr *dtypeOf(Element element) {
  auto builtin = [](int number) { return PyArray_DescrFromType(number); };
  switch (element) {
  case Element::F64:
    return builtin(NPY_FLOAT64);
  case Element::F32:
    return builtin(NPY_FLOAT32);
  case Element::F16:
    return builtin(NPY_FLOAT16);
  case Element::BF16:
    if (!bfloat16) {
      nb::module_::import_("chad.arrays").attr("load_bfloat16")();
      if (!bfloat16)
        raise("ArgumentError", "arrays of bfloat16 need the package ml_dtypes");
    }
    Py_INCREF(bfloat16);
    return bfloat16;
  case Element::I64:
    return builtin(NPY_INT64);
  case Element::I32:
    return builtin(NPY_INT32);
  case Element::I16:
    return builtin(NPY_INT16);
  case Element::I8:
    return builtin(NPY_INT8);
  case Element::I1:
    return builtin(NPY_BOOL);
  }
  return nullptr;
}

/// Whether the elements of an array have this type. Integers may be signed or unsigned, since those
/// of programs are signless.
static bool hasElements(PyArrayObject *array, Element element) {
  char kind = PyArray_DESCR(array)->kind;
  auto size = static_cast<unsigned>(PyArray_ITEMSIZE(array));
  switch (element) {
  case Element::F64:
  case Element::F32:
  case Element::F16:
    return kind == 'f' && size == sizeOf(element);
  case Element::BF16:
    return bfloat16 && PyArray_DESCR(array)->type_num == bfloat16->type_num;
  case Element::I64:
  case Element::I32:
  case Element::I16:
  case Element::I8:
    return (kind == 'i' || kind == 'u') && size == sizeOf(element);
  case Element::I1:
    return kind == 'b';
  }
  return false;
}

static llvm::ArrayRef<npy_intp> shapeOf(PyArrayObject *array) {
  return {PyArray_DIMS(array), static_cast<size_t>(PyArray_NDIM(array))};
}

static bool hasShape(PyArrayObject *array, const std::vector<int64_t> &shape) {
  return llvm::equal(shapeOf(array), shape, [](npy_intp extent, int64_t wanted) {
    return wanted < 0 || wanted == extent;
  });
}

static std::string describe(PyArrayObject *array) {
  std::string text = nb::cast<std::string>(
      nb::str(nb::handle(reinterpret_cast<PyObject *>(PyArray_DESCR(array)))));
  std::string shape;
  llvm::raw_string_ostream stream(shape);
  llvm::interleaveComma(shapeOf(array), stream);
  return "shape (" + shape + (PyArray_NDIM(array) == 1 ? ",)" : ")") + " and dtype " + text;
}

size_t chad::python::byteSize(const BufferView &view, const ValueType &type) {
  size_t bytes = sizeOf(type.element);
  for (int64_t extent : view.shape)
    bytes *= extent;
  return bytes;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void show(PyArrayObject *array, BufferView &view) {
  view.data = PyArray_DATA(array);
  llvm::ArrayRef<npy_intp> shape = shapeOf(array);
  view.shape.assign(shape.begin(), shape.end());
}

/// Reads a Python float, int or bool as a scalar, without making an array.
static bool readScalar(PyObject *value, const ValueType &type, uint64_t &scalar) {
  if (type.isArray)
    return false;
  if (type.element == Element::F64 && (PyFloat_CheckExact(value) || PyLong_CheckExact(value))) {
    double number = PyFloat_AsDouble(value);
    if (number == -1 && PyErr_Occurred())
      throw nb::python_error();
    std::memcpy(&scalar, &number, sizeof(number));
    return true;
  }
  if (type.element == Element::I64 && PyLong_CheckExact(value)) {
    long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred())
      throw nb::python_error();
    scalar = static_cast<uint64_t>(number);
    return true;
  }
  if (type.element == Element::I1 && PyBool_Check(value)) {
    scalar = value == Py_True;
    return true;
  }
  return false;
}

static bool isReady(PyObject *value, const ValueType &type) {
  if (!PyArray_Check(value))
    return false;
  auto *array = reinterpret_cast<PyArrayObject *>(value);
  return PyArray_ISCARRAY_RO(array) && hasElements(array, type.element);
}

/// Whether an array on a device has the elements and the shape of a type.
static bool fits(const DeviceArray &array, const ValueType &type) {
  return array.hasElements(type.element) &&
         llvm::equal(array.shape, type.shape,
                     [](int64_t extent, int64_t wanted) { return wanted < 0 || wanted == extent; });
}

/// Reads an argument that is on the device.
static void readOnDevice(const DeviceArray &array, const ValueType &type, uint64_t &scalar,
                         BufferView &view, const std::string &what) {
  if (!fits(array, type))
    raise("ArgumentError", what + " has type " + type.text + ", but the array on the GPU has " +
                               array.describeType());
  view = array.view();
  if (type.isArray)
    return;
  // A number is the host's.
  DeviceScope scope(array.number);
  copyOnDevice(array.kind, &scalar, array.data, array.byteSize());
  view.data = &scalar;
}

nb::object chad::python::readArgument(nb::handle value, const ValueType &type, uint64_t &scalar,
                                      BufferView &view, bool isInPlace, const Function &called,
                                      size_t position) {
  const std::string &function = called.getName();
  if (type.isUnit) {
    view = BufferView();
    return nb::borrow(value);
  }
  if (readScalar(value.ptr(), type, scalar)) {
    view.data = &scalar;
    view.shape.clear();
    return nb::object();
  }
  nb::object array = nb::borrow(value);
  if (!PyArray_Check(value.ptr())) {
    std::string what = "argument #" + std::to_string(position) + " of '" + function + "'";
    Device device = called.getProgram().getDevice();
    if (std::shared_ptr<DeviceArray> found = readDeviceArray(value, device, what)) {
      if (!found->isContiguous()) {
        if (isInPlace)
          raise("ArgumentError", what + " is read in place: it must be contiguous in C's order");
        found = packDeviceArray(found, what);
      }
      readOnDevice(*found, type, scalar, view, what);
      return nb::cast(found);
    }
  }
  if (!isReady(array.ptr(), type)) {
    nb::str what(("argument #" + std::to_string(position) + " of '" + function + "'").c_str());
    array = nb::borrow<nb::object>(nb::handle(converter))(value, nb::str(nameOf(type.element)),
                                                          type.shape.size(), what, isInPlace);
    if (!isReady(array.ptr(), type))
      raise("ArgumentError",
            std::string(what.c_str()) + " is no array of " + nameOf(type.element) + "s");
  }
  auto *numbers = reinterpret_cast<PyArrayObject *>(array.ptr());
  if (!hasShape(numbers, type.shape))
    raise("ArgumentError", "argument #" + std::to_string(position) + " of '" + function +
                               "' has type " + type.text + ", but the array has " +
                               describe(numbers));
  show(numbers, view);
  return array;
}

std::optional<LeafPattern> LeafPattern::of(PyObject *value, bool isDynamic) {
  if (PyFloat_CheckExact(value))
    return LeafPattern{Kind::Float, 0, {}};
  if (PyBool_Check(value))
    return LeafPattern{Kind::Bool, 0, {}};
  if (PyLong_CheckExact(value))
    return LeafPattern{Kind::Int, 0, {}};
  if (!PyArray_CheckExact(value))
    return std::nullopt;
  auto *array = reinterpret_cast<PyArrayObject *>(value);
  if (!PyArray_ISNOTSWAPPED(array))
    return std::nullopt;
  LeafPattern pattern{Kind::Array, PyArray_DESCR(array)->type_num, {}};
  for (npy_intp extent : shapeOf(array))
    pattern.shape.push_back(isDynamic ? -1 : extent);
  return pattern;
}

bool LeafPattern::fits(PyObject *value) const {
  switch (kind) {
  case Kind::Float:
    return PyFloat_CheckExact(value);
  case Kind::Int:
    return PyLong_CheckExact(value);
  case Kind::Bool:
    return PyBool_Check(value);
  case Kind::Array:
    break;
  }
  if (!PyArray_CheckExact(value))
    return false;
  auto *array = reinterpret_cast<PyArrayObject *>(value);
  return PyArray_DESCR(array)->type_num == type && PyArray_ISNOTSWAPPED(array) &&
         hasShape(array, shape);
}

nb::object chad::python::readDestination(nb::handle value, const ValueType &type, BufferView &view,
                                         const Function &called, size_t position) {
  const std::string &function = called.getName();
  std::string what = "'out' for result #" + std::to_string(position) + " of '" + function + "'";
  if (type.isUnit || type.isHandle())
    raise("ArgumentError", what + (type.isUnit ? ": that result holds nothing; give None"
                                               : ": that result is no array; give None"));
  if (!PyArray_Check(value.ptr())) {
    std::shared_ptr<DeviceArray> found =
        readDeviceArray(value, called.getProgram().getDevice(), what);
    if (!found)
      raise("ArgumentError", what + " is no numpy array, and no array on the program's device");
    if (!fits(*found, type))
      raise("ArgumentError",
            what + " has " + found->describeType() + ", and the result has type " + type.text);
    if (found->isReadOnly)
      raise("ArgumentError", what + " may only be read");
    if (!found->isContiguous())
      raise("ArgumentError", what + " must be contiguous in C's order");
    if (found->isCopied && !nb::isinstance<DeviceArray>(value))
      raise("ArgumentError", what + " is exported as a copy, which is not what is to be written");
    view = found->view();
    return nb::cast(found);
  }
  auto *array = reinterpret_cast<PyArrayObject *>(value.ptr());
  if (!hasElements(array, type.element) || !hasShape(array, type.shape))
    raise("ArgumentError",
          what + " has " + describe(array) + ", and the result has type " + type.text);
  if (!PyArray_ISCARRAY(array))
    raise("ArgumentError", what + " must be contiguous in C's order, aligned and writeable");
  show(array, view);
  return nb::borrow(value);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static void freeMemory(PyObject *capsule) { releaseBuffer(PyCapsule_GetPointer(capsule, nullptr)); }

/// Makes an array that owns the memory at `data`, or new memory if `data` is null.
static nb::object makeArray(Element element, llvm::ArrayRef<int64_t> shape, void *data) {
  PyArray_Descr *dtype = dtypeOf(element);
  llvm::SmallVector<npy_intp> extents(shape.begin(), shape.end());
  PyObject *array = PyArray_NewFromDescr(&PyArray_Type, dtype, extents.size(), extents.data(),
                                         nullptr, data, data ? NPY_ARRAY_CARRAY : 0, nullptr);
  nb::object result = nb::steal(array);
  if (data) {
    PyObject *owner = array ? PyCapsule_New(data, nullptr, freeMemory) : nullptr;
    if (!owner)
      releaseBuffer(data);
    else if (PyArray_SetBaseObject(reinterpret_cast<PyArrayObject *>(array), owner) < 0)
      owner = nullptr;
    if (!owner)
      throw nb::python_error();
  }
  if (!array)
    throw nb::python_error();
  return result;
}

nb::object chad::python::copyResult(PreparedCall &call, const ValueType &type, unsigned i) {
  BufferView view = call.resultView(i);
  if (std::optional<DeviceArrayInfo> memory = findDeviceArray(view.data)) {
    std::string why;
    void *copy = allocateDeviceArray(memory->kind, byteSize(view, type), why);
    if (!copy)
      raise("RunError", why);
    std::shared_ptr<DeviceArray> array = ownDeviceArray(copy, view.shape, type.element);
    copyOnDevice(memory->kind, copy, view.data, byteSize(view, type));
    return nb::cast(array);
  }
  nb::object array = makeArray(type.element, view.shape, nullptr);
  if (size_t bytes = byteSize(view, type))
    std::memcpy(PyArray_DATA(reinterpret_cast<PyArrayObject *>(array.ptr())), view.data, bytes);
  return array;
}

nb::object chad::python::takeResult(PreparedCall &call, const ValueType &type, unsigned i) {
  if (type.isUnit)
    return nb::none();
  if (!type.isArray) {
    BufferView view = call.resultView(i);
    PyArray_Descr *dtype = dtypeOf(type.element);
    PyObject *number = PyArray_Scalar(view.data, dtype, nullptr);
    Py_DECREF(dtype);
    if (!number)
      throw nb::python_error();
    return nb::steal(number);
  }
  BufferView view = call.resultView(i);
  bool isOnDevice = findDeviceArray(view.data).has_value();
  if (isOnDevice || byteSize(view, type) > smallResult)
    if (void *memory = call.takeResult(i))
      return isOnDevice ? nb::cast(ownDeviceArray(memory, view.shape, type.element))
                        : makeArray(type.element, view.shape, memory);
  return copyResult(call, type, i);
}
