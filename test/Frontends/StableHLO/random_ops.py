#!/usr/bin/env python3
"""Compares operations with random shapes, dimension numbers, paddings and dilations with JAX.

    random_ops.py [--seed N] [--count N] [--kind KIND]

Needs JAX. Cases that JAX rejects, or for which it has no derivative, are left out. A case that fails is named
by its kind and number, and can be repeated with the same seed; CHAD_FUZZ_SEED is the default.
"""
import argparse
import os
import random
import sys
import tempfile

import export  # before JAX, which it sets up
import jax
import jax.numpy as jnp
import numpy as np
from check import Entry, Failure
from jax import lax


class Maker:
    """Functions of JAX with arguments."""

    def __init__(self, seed):
        self.choose = random.Random(seed)
        self.rng = np.random.default_rng(seed)

    def normal(self, shape):
        return self.rng.normal(size=shape)

    def numbers(self, low, high, count):
        return [self.choose.randint(low, high) for _ in range(count)]

    def some(self, values, probability):
        return [v for v in values if self.choose.random() < probability]

    def dot(self):
        """A product whose dimensions for batches, sums, rows and columns have any number and order."""
        extents = {kind: self.numbers(1, 3, self.choose.randint(0, 2)) for kind in "bcmn"}

        def layout(kinds):
            dims = [(kind, i) for kind in kinds for i in range(len(extents[kind]))]
            self.choose.shuffle(dims)
            return dims

        def places(dims, kind):
            return [dims.index((kind, i)) for i in range(len(extents[kind]))]

        a, b = layout("bcm"), layout("bcn")
        numbers = ((places(a, "c"), places(b, "c")), (places(a, "b"), places(b, "b")))
        shapes = [[extents[kind][i] for kind, i in dims] for dims in (a, b)]
        return lambda x, y: lax.dot_general(x, y, numbers), [self.normal(s) for s in shapes]

    def convolution(self):
        n = self.choose.randint(1, 2)
        groups, batch_groups = self.choose.choice([(1, 1), (1, 1), (2, 1), (1, 2)])
        channels, batch = self.choose.randint(1, 2), self.choose.randint(1, 2) * batch_groups
        features = self.choose.randint(1, 2) * groups * batch_groups
        window, extents = self.numbers(1, 3, n), self.numbers(4, 7, n)
        strides = self.numbers(1, 3, n)
        padding = list(zip(self.numbers(-1, 2, n), self.numbers(-1, 2, n)))
        dilations = self.numbers(1, 2, n), self.numbers(1, 2, n)

        def layout(*sizes):
            order = list(range(n + 2))
            self.choose.shuffle(order)
            shape = [0] * (n + 2)
            for place, size in zip(order, sizes):
                shape[place] = size
            return order, shape

        x, x_shape = layout(batch, channels * groups, *extents)
        k, k_shape = layout(features, channels, *window)
        y, _ = layout(*range(n + 2))
        numbers = lax.ConvDimensionNumbers(tuple(x), tuple(k), tuple(y))
        return (lambda a, b: lax.conv_general_dilated(
            a, b, strides, padding, *dilations, numbers, feature_group_count=groups,
            batch_group_count=batch_groups)), [self.normal(x_shape), self.normal(k_shape)]

    def pad(self):
        config, shape = [], self.numbers(1, 4, self.choose.randint(1, 3))
        for extent in shape:
            gap, low, high = self.choose.randint(0, 2), *self.numbers(-1, 2, 2)
            inside = extent + (extent - 1) * gap
            config.append((low, high, gap) if inside + low + high >= 0 else (0, 0, gap))
        return lambda x, p: lax.pad(x, p, config), [self.normal(shape), self.normal(())]

    def windows(self):
        rank = self.choose.randint(1, 3)
        shape, window = self.numbers(2, 5, rank), self.numbers(1, 3, rank)
        strides, dilation = self.numbers(1, 2, rank), self.numbers(1, 2, rank)
        combine, init = self.choose.choice([(lax.add, 0.0), (lax.max, -np.inf), (lax.min, np.inf)])
        ones, holes = [1] * rank, self.numbers(1, 2, rank)
        # A window of nothing but padding would have an infinite extremum.
        is_sum = combine is lax.add
        padding = [(self.choose.randint(0, w - 1), self.choose.randint(0, w - 1)) for w in window]
        return (lambda x: lax.reduce_window(x, init, combine, window, strides, padding,
                                            holes if is_sum else ones, dilation if is_sum else ones)
                ), [self.normal(shape)]

    def slices(self):
        """The attributes that gathers and scatters have in common."""
        shape = self.numbers(1, 4, self.choose.randint(1, 3))
        rank, batch = len(shape), self.numbers(1, 3, self.choose.randint(0, 2))
        indexed = self.choose.sample(range(rank), self.choose.randint(1, rank))
        sizes = [self.choose.randint(1, e) if d in indexed else self.choose.choice([e, e, 1])
                 for d, e in enumerate(shape)]
        dropped = self.some([d for d in range(rank) if sizes[d] == 1], 0.6)
        kept = [sizes[d] for d in range(rank) if d not in dropped]
        total = len(batch) + len(kept)
        offsets = sorted(self.choose.sample(range(total), len(kept)))
        result = iter(batch), iter(kept)
        updates = [next(result[i in offsets]) for i in range(total)]
        indices = self.rng.integers(-1, 5, size=[*batch, len(indexed)]).astype(np.int32)
        return shape, sizes, (tuple(offsets), tuple(dropped), tuple(indexed)), indices, updates

    def gather(self):
        shape, sizes, numbers, indices, _ = self.slices()
        numbers = lax.GatherDimensionNumbers(*numbers)
        mode = self.choose.choice(["clip", "fill"])
        return (lambda x, i: lax.gather(x, i, numbers, sizes, mode=mode, fill_value=0.0)
                ), [self.normal(shape), indices]

    def scatter(self):
        shape, _, numbers, indices, updates = self.slices()
        numbers = lax.ScatterDimensionNumbers(*numbers)
        combine = self.choose.choice([lax.scatter_add, lax.scatter_add, lax.scatter_max])
        return (lambda x, i, u: combine(x, i, u, numbers, mode="drop")
                ), [self.normal(shape), indices, self.normal(updates)]

    def reduction(self):
        shape = self.numbers(1, 4, self.choose.randint(1, 4))
        axes = tuple(self.some(range(len(shape)), 0.5))
        reduce = self.choose.choice([jnp.sum, jnp.max, jnp.min, jnp.prod])
        return lambda x: reduce(x, axis=axes), [self.normal(shape)]

    def moves(self):
        shape = self.numbers(1, 4, self.choose.randint(1, 3))
        order = self.choose.sample(range(len(shape)), len(shape))
        starts = [self.choose.randint(0, e - 1) for e in shape]
        limits = [self.choose.randint(s, e) for s, e in zip(starts, shape)]
        strides, more = self.numbers(1, 2, len(shape)), self.numbers(1, 3, self.choose.randint(0, 2))
        turned = self.some(range(len(shape)), 0.5)

        def function(x):
            return (lax.slice(x, starts, limits, strides), lax.transpose(lax.rev(x, turned), order),
                    jnp.broadcast_to(x, (*more, *x.shape)).reshape(-1), jnp.sort(x, axis=0),
                    jnp.concatenate([x, x], axis=len(shape) - 1))

        return function, [self.normal(shape)]


KINDS = ("dot", "convolution", "pad", "windows", "gather", "scatter", "reduction", "moves")


def check(name, function, args, folder):
    """Whether JAX takes the case."""
    loss = export.with_loss(function)
    try:
        arrays = export.arrays_of(loss, args)
    except (TypeError, ValueError, NotImplementedError):
        return False
    path = os.path.join(folder, name + ".mlir")
    with open(path, "w") as file:
        text = "\n".join(export.rename(export.export(loss, args, "cpu", None), name))
        file.write('"builtin.module"() ({\n' + text + "\n}) : () -> ()\n")
    Entry(path, name, {f"{name}.{key}": value for key, value in arrays.items()}, folder).check()
    return True


def main():
    parser = argparse.ArgumentParser(description="compares random operations with JAX")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHAD_FUZZ_SEED", "0")))
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--kind", choices=KINDS)
    arguments = parser.parse_args()
    kinds = [arguments.kind] if arguments.kind else KINDS
    checked = failed = number = 0
    while checked < arguments.count:
        name = f"{kinds[number % len(kinds)]}_{number}"
        maker = Maker(arguments.seed * 100003 + number)
        function, args = getattr(maker, name.split("_")[0])()
        number += 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                checked += check(name, function, args, folder)
            except Failure as failure:
                print(f"{name} of seed {arguments.seed}: {failure}")
                checked, failed = checked + 1, failed + 1
        jax.clear_caches()
    print(f"{checked - failed} of {checked} random operations agree with JAX")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
