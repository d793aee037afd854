# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program on CUDA, whose driver is ../../GPU/Inputs/driver.c, is called with an array of another library."""

import ctypes

import numpy as np

import chad
import chad.numpy as cnp


def say(text):
    # What the driver has printed comes first.
    ctypes.CDLL(None).fflush(None)
    print(text, flush=True)


class Producer:
    """An array of CUDA's kind of memory, which is made ready in the stream that the consumer names."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return 2, self.array.__dlpack_device__()[1]

    def __dlpack__(self, *, stream, max_version=None):
        say(f"ready in a stream: {stream > 2}")
        return self.array.__dlpack__(max_version=max_version)


function = chad.jit(lambda x: (x * 2, cnp.sum(x)), device="cuda")
xs = chad.to_device(np.ones(1000), "cuda")
say(f"made on {xs.device}")
ys, total = function(Producer(xs))
say(f"called: {type(ys).__name__} of shape {ys.shape} on {ys.device}, {type(total).__name__}")
function(Producer(xs))
say("called again")
ys.to_host()
say("copied")
# What CuPy and Numba read. The memory of this driver is the host's.
for numbers in (np.arange(6, dtype=np.int16).reshape(2, 3), np.array(2.5 - 1j), np.array([True, False])):
    array = chad.to_device(numbers, "cuda:0")
    interface = array.__cuda_array_interface__
    address, may_not_write = interface["data"]
    assert not may_not_write and (interface["version"], interface["stream"], interface["strides"]) == (3, None, None)
    found = np.frombuffer(ctypes.string_at(address, numbers.nbytes), interface["typestr"]).reshape(interface["shape"])
    assert found.dtype == numbers.dtype and (found == numbers).all()
# The parts of complex numbers, and elements with strides, are copied by kernels.
rotate = chad.jit(lambda z: z * 1j, device="cuda")
zs = chad.to_device(np.ones(500, complex), "cuda")
rotate(Producer(zs))
say("compiled")
found = rotate(Producer(zs))
say(f"rotated: {type(found).__name__} of shape {found.shape} on {found.device}, {found.dtype}")


class Strided(Producer):
    """Every second element, from the end."""

    def __dlpack__(self, **options):
        capsule = super().__dlpack__(**options)
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        words = (ctypes.c_int64 * 10).from_address(get(capsule, b"dltensor_versioned"))
        # After the version, the context, the deleter and the flags: the address, the device, the rank and dtype, the
        # shape, the strides, and the offset in bytes.
        ctypes.c_int64.from_address(words[7]).value = 500
        ctypes.c_int64.from_address(words[8]).value = -2
        words[9] = 999 * 8
        return capsule


found, _ = function(Strided(xs))
say(f"reversed: {type(found).__name__} of shape {found.shape} on {found.device}, {found.dtype}")
