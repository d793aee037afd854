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
