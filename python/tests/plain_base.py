# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the models in plain form share: numbers, their list, and functions of rows."""

from __future__ import annotations

import numpy as np

import chad
import chad.numpy as cnp

rng = np.random.default_rng(0)
PROGRAMS: dict = {}


def floats(*s, scale=1.0):
    return scale * rng.normal(size=s)


def program(name, args, by, mine, other):
    PROGRAMS[name] = (args, by, mine, other)


total = lambda a: chad.reduce(lambda p, q: p + q, a, 0.0)
dot = lambda a, b: total(chad.map(lambda x, y: x * y, a, b))
mv = lambda m, v: chad.map(lambda r: dot(r, v), m)


def softmax(v):
    m = chad.stop_gradient(chad.reduce(lambda a, b: cnp.maximum(a, b), v, -np.inf))
    e = chad.map(lambda x: cnp.exp(x - m), v)
    s = total(e)
    return chad.map(lambda x: x / s, e)


def lse(v):
    m = chad.stop_gradient(chad.reduce(lambda a, b: cnp.maximum(a, b), v, -np.inf))
    return cnp.log(total(chad.map(lambda x: cnp.exp(x - m), v))) + m
