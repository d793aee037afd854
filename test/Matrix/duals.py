"""Dual numbers with first and second derivatives, on numpy arrays.

A `Dual` stands for x + Σᵢ aᵢ εᵢ + b δ + Σᵢ cᵢ εᵢ δ with εᵢ εⱼ = 0 and δ δ = 0: evaluated at inputs
xᵢ + εᵢ + uᵢ δ, a function gives its value, its gradient a, its derivative b along u, and the
product c of its second derivative with u. Nothing here knows of chad.
"""

import math

import numpy as np


class Dual:
    """`parts` has the axes of the array after one axis of parts: x, b, a₁ ..., c₁ ...."""

    def __init__(self, parts):
        self.parts = parts

    @staticmethod
    def constant(value, count):
        value = np.asarray(value, dtype=float)
        return Dual(np.concatenate([value[None], np.zeros((1 + 2 * count,) + value.shape)]))

    @property
    def count(self):
        return (len(self.parts) - 2) // 2

    @property
    def shape(self):
        return self.parts.shape[1:]

    value = property(lambda self: self.parts[0])
    along = property(lambda self: self.parts[1])
    gradient = property(lambda self: self.parts[2:2 + self.count])
    second = property(lambda self: self.parts[2 + self.count:])

    # Ops that move elements ----------------------------------------------------

    def each(self, move):
        """Applies a function that moves elements to each part."""
        return Dual(np.stack([move(part) for part in self.parts]))

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key,)
        return Dual(self.parts[(slice(None),) + key])

    def reshape(self, *shape):
        return Dual(self.parts.reshape(len(self.parts), *shape))

    def sum(self, axis):
        return Dual(self.parts.sum(axis=axis + 1))

    def total(self):
        return Dual(self.parts.reshape(len(self.parts), -1).sum(axis=1))

    def like(self, value):
        return Dual.constant(np.broadcast_to(value, self.shape), self.count)

    # Arithmetic -------------------------------------------------------------

    def lift(self, other):
        """Both operands with the same number of axes; a scalar is broadcast."""
        if not isinstance(other, Dual):
            return self, self.like(other)
        if self.shape == other.shape:
            return self, other
        if not self.shape:
            return other.spread(self), other
        return self, self.spread(other)

    def spread(self, scalar):
        parts = scalar.parts.reshape(-1, *[1] * len(self.shape))
        return Dual(np.broadcast_to(parts, (len(parts), *self.shape)))

    def __add__(self, other):
        a, b = self.lift(other)
        return Dual(a.parts + b.parts)

    def __neg__(self):
        return Dual(-self.parts)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        a, b = self.lift(other)
        result = a.parts * b.value + a.value * b.parts
        result[0] = a.value * b.value
        result[2 + a.count:] += a.along * b.gradient + b.along * a.gradient
        return Dual(result)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other):
        a, b = self.lift(other)
        return a * b.inverse()

    def __rtruediv__(self, other):
        return self.inverse() * other

    def inverse(self):
        x = self.value
        return self.apply(1 / x, -1 / x**2, 2 / x**3)

    def apply(self, value, first, second):
        """A function of one number with these values and derivatives at the elements."""
        result = self.parts * first
        result[0] = value
        result[2 + self.count:] += second * self.along * self.gradient
        return Dual(result)

    # Functions --------------------------------------------------------------

    def exp(self):
        value = np.exp(self.value)
        return self.apply(value, value, value)

    def log(self):
        x = self.value
        return self.apply(np.log(x), 1 / x, -1 / x**2)

    def sin(self):
        s, c = np.sin(self.value), np.cos(self.value)
        return self.apply(s, c, -s)

    def cos(self):
        s, c = np.sin(self.value), np.cos(self.value)
        return self.apply(c, -s, -c)

    def sqrt(self):
        r = np.sqrt(self.value)
        return self.apply(r, 0.5 / r, -0.25 / (r * self.value))

    def cbrt(self):
        x, r = self.value, np.cbrt(self.value)
        return self.apply(r, r / (3 * x), -2 * r / (9 * x * x))

    def atan(self):
        x, q = self.value, 1 / (1 + self.value**2)
        return self.apply(np.arctan(x), q, -2 * x * q * q)

    def asin(self):
        x, q = self.value, 1 / np.sqrt(1 - self.value**2)
        return self.apply(np.arcsin(x), q, x * q**3)

    def erf(self):
        x = self.value
        first = 2 / math.sqrt(math.pi) * np.exp(-x * x)
        return self.apply(np.vectorize(math.erf, otypes=[float])(x), first, -2 * x * first)

    def tanh(self):
        t = np.tanh(self.value)
        return self.apply(t, 1 - t * t, -2 * t * (1 - t * t))

    def absolute(self):
        return where(self.value < 0, -self, self)

    def piecewise_constant(self, function):
        return self.like(function(self.value))


def where(condition, a, b):
    """Where the condition holds, a, and b elsewhere."""
    return Dual(np.where(condition, a.parts, b.parts))


def stack(duals, empty=None):
    """Stacks values to an array; without values, returns the given one."""
    return Dual(np.stack([d.parts for d in duals], axis=1)) if duals else empty


def concatenate(duals, axis):
    return Dual(np.concatenate([d.parts for d in duals], axis=axis + 1))


def inputs(values, directions):
    """The inputs of a function, each entry of which has its εᵢ."""
    count, at, result = sum(np.size(v) for v in values), 0, []
    for value, direction in zip(values, directions):
        dual = Dual.constant(value, count)
        flat = dual.parts.reshape(len(dual.parts), -1)
        flat[1] = np.reshape(direction, -1)
        for i in range(np.size(value)):
            flat[2 + at + i, i] = 1
        dual.parts = flat.reshape(dual.parts.shape)
        at += np.size(value)
        result.append(dual)
    return result
