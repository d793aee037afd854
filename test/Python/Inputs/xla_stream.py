# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the handler for GPUs as XLA does, with a stream and arrays of the emulated driver in
../../GPU/Inputs/driver.c, and with arrays of the emulated GPU, which computes.
"""

import ctypes

import jax
import numpy as np

import chad
import chad.jax
from chad import _chad

Pointer, Size = ctypes.c_void_p, ctypes.c_size_t
HEAD = [("struct_size", Size), ("extension", Pointer)]


def struct(name, *fields):
    return type(name, (ctypes.Structure,), {"_fields_": [*HEAD, *fields]})


# xla/ffi/api/c_api.h
Buffer = struct("Buffer", ("dtype", ctypes.c_int), ("data", Pointer), ("rank", ctypes.c_int64), ("dims", Pointer))
List = struct("List", ("size", ctypes.c_int64), ("types", Pointer), ("values", Pointer))
Attributes = struct("Attributes", ("size", ctypes.c_int64), ("types", Pointer), ("names", Pointer), ("values", Pointer))
Failure = struct("Failure", ("message", ctypes.c_char_p), ("code", ctypes.c_int))
StreamOf = struct("StreamOf", ("context", Pointer), ("stream", Pointer))
Ordinal = struct("Ordinal", ("context", Pointer), ("number", ctypes.c_int32))
Frame = struct(
    "Frame", ("api", Pointer), ("context", Pointer), ("stage", ctypes.c_int), ("args", List), ("results", List),
    ("attributes", Attributes), ("future", Pointer),
)  # fmt: skip
F64, S64, SCALAR, EXECUTE = 12, 5, 3, 3


class Span(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char_p), ("length", Size)]


class Scalar(ctypes.Structure):
    _fields_ = [("dtype", ctypes.c_int), ("value", Pointer)]


def filled(kind, **fields):
    return kind(struct_size=ctypes.sizeof(kind), **fields)


def address(value):
    return ctypes.cast(ctypes.byref(value), Pointer).value


KEPT = []


def places(values):
    array = (Pointer * max(len(values), 1))(*map(address, values))
    types = (ctypes.c_int * max(len(values), 1))(*[1] * len(values))
    KEPT.extend([array, types, *values])
    return types, array


def listed(values):
    types, array = places(values)
    return filled(List, size=len(values), types=address(types), values=address(array))


@ctypes.CFUNCTYPE(Pointer, ctypes.POINTER(Failure))
def create_error(args):
    print("error:", args.contents.message.decode())
    return 1


@ctypes.CFUNCTYPE(Pointer, ctypes.POINTER(StreamOf))
def get_stream(args):
    args.contents.stream = 4096


@ctypes.CFUNCTYPE(Pointer, ctypes.POINTER(Ordinal))
def get_ordinal(args):
    args.contents.number = GPU


GPU = 0
driver = ctypes.CDLL("libcuda.so.1")


def on_device(shape):
    place, dims = ctypes.c_uint64(), (ctypes.c_int64 * max(len(shape), 1))(*shape)
    driver.cuMemAlloc_v2(ctypes.byref(place), Size(8 * int(np.prod(shape))))
    KEPT.append(dims)
    return filled(Buffer, dtype=F64, data=place.value, rank=len(shape), dims=address(dims))


def emulated(array):
    dims = (ctypes.c_int64 * max(len(array.shape), 1))(*array.shape)
    KEPT.extend([dims, array])
    return filled(Buffer, dtype=F64, data=array._address, rank=len(array.shape), dims=address(dims))


def call(number, args, results):
    api = (Pointer * 24)()
    api[0] = ctypes.sizeof(api)
    # After the head, the version (3 words) and the internal functions.
    api[6] = ctypes.cast(create_error, Pointer).value
    api[10] = ctypes.cast(get_stream, Pointer).value
    api[23] = ctypes.cast(get_ordinal, Pointer).value
    name, value = Span(b"target", 6), ctypes.c_int64(number)
    scalar = Scalar(S64, address(value))
    types, names, values = (ctypes.c_int * 1)(SCALAR), (Pointer * 1)(address(name)), (Pointer * 1)(address(scalar))
    attributes = filled(Attributes, size=1, types=address(types), names=address(names), values=address(values))
    frame = filled(Frame, api=address(api), context=1, stage=EXECUTE, args=listed(args), results=listed(results))
    frame.attributes = attributes
    frame.struct_size = Frame.future.offset
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = Pointer, [ctypes.py_object, ctypes.c_char_p]
    handler = ctypes.CFUNCTYPE(Pointer, Pointer)(get(_chad.xla_handler(True), None))
    failure = handler(address(frame))
    # What the driver has printed.
    ctypes.CDLL(None).fflush(None)
    print("failed" if failure else "done", flush=True)


jax.config.update("jax_enable_x64", True)
x = np.ones(1000)
text = jax.jit(chad.jax.as_jax(lambda x: (np.sin(x) * 2, x))).trace(x).lower(lowering_platforms=("cuda",)).as_text()
number = int(text.split("target = ")[1].split()[0])
args, results = [on_device((1000,))], [on_device((1000,)), on_device((1000,))]
call(number, args, results)
call(number, args[:0], results)
# The GPU that XLA names.
GPU = 1
args, results = [on_device((1000,))], [on_device((1000,)), on_device((1000,))]
call(number, args, results)
# The same handler, where kernels compute. The host cannot access the memory of the emulated GPU.
find = chad.jax._Target.number
chad.jax._Target.number = lambda self, types, device: find(self, types, "cuda-emulated")
function = chad.jax.as_jax(lambda x: (np.sin(x) * 2, np.sum(x), x, x))
text = jax.jit(function).trace(x).lower(lowering_platforms=("cuda",)).as_text()
number = int(text.split("target = ")[1].split()[0])
source = np.linspace(0, 3, 1000)
outs = [chad.to_device(np.zeros(s), "cuda-emulated") for s in [(1000,), (1,), (1000,), (1000,)]]
_chad.take_device_counts()
call(number, [emulated(chad.to_device(source, "cuda-emulated"))], [emulated(out) for out in outs])
counts = _chad.take_device_counts()
print("in and out:", counts["bytes_in"], counts["bytes_out"])
for out, expected in zip(outs, [np.sin(source) * 2, [source.sum()], source, source]):
    assert np.allclose(out.to_host(), expected, rtol=1e-12, atol=0)
print("as numpy's", flush=True)
try:
    chad.jit(lambda x: np.sin(x), device="tpu")(x)
except ValueError as error:
    print(error)
