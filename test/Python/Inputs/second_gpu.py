# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls on the second GPU of the driver in ../../GPU/Inputs/driver.c, of a thread that has chosen the first one."""

import ctypes

import numpy as np

import chad

driver = ctypes.CDLL("libcuda.so.1")


def current():
    context = ctypes.c_void_p()
    driver.cuCtxGetCurrent(ctypes.byref(context))
    return context.value


# A context is one more than the number of the GPU.
assert current() is None
xs = chad.to_device(np.ones(3), "cuda:1")
assert current() is None
driver.cuCtxSetCurrent(ctypes.c_void_p(1))
xs = chad.to_device(np.ones(3), "cuda:1")
assert current() == 1
ys = chad.jit(lambda x: x + x)(xs)
assert current() == 1
print(xs, ys)
ys.to_host()
xs.__dlpack__(copy=True)
del xs, ys
assert current() == 1
print("the first GPU is still in use")
