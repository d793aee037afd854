"""Loops in loops that the threads of a block share, emulated, against numpy: `nests.py nests.so`."""

import sys

import numpy as np
from emulated import Program, agree, agree_by_complex_steps

program = Program(sys.argv[1])
random = np.random.default_rng(7)


def triangles(rows, squares, starts):
    lower = squares * np.tri(squares.shape[1], squares.shape[2], -1)
    moved = rows[:, None] - starts[:, None]
    products = np.einsum("kij,nkj->nki", lower, moved)
    return (starts + (products**2).sum(2)) / 2, products


# So many rows, loops in each, and iterations of the loops inside of these.
for size in [(3, 2, 5), (0, 2, 3), (4, 0, 3), (4, 3, 0), (1, 1, 1), (5, 7, 90), (1, 300, 60)]:
    n, k, d = size
    args = [random.uniform(-1, 1, shape) for shape in [(n, d), (k, d, d), (k,)]]
    expected = triangles(*args)
    agree(f"triangles {size}", program.triangles(*args), expected, 1e-12)
    cotangents = [random.standard_normal(result.shape) for result in expected]
    *values, by_rows, by_triangles, by_starts = program.triangles_back(*args, *cotangents)
    agree(f"triangles_back {size}", values, expected, 1e-12)
    gradients = [by_rows, by_triangles, by_starts]
    agree_by_complex_steps(f"{size}", gradients, triangles, args, cotangents, random, 1e-11)

    rows, others = random.uniform(-1, 1, (n, d)).astype(np.float32), random.uniform(-1, 1, (k, d + 1)).astype(np.float32)
    least = 1 + ((others[None, :, :, None] - rows[:, None, None].astype(float)) ** 2).sum(3)
    sums = [np.sqrt(least).sum(2), 1 + np.tile(others.sum(1), (n, 1)), np.full((n, k), d + 1.0), least]
    agree(f"sums {size}", program.sums(rows, others), sums, 1e-5)

    rows, factors = random.standard_normal((n, d)), random.standard_normal(k)
    products = 2 * factors[:, None] * rows[:, None]
    numbers = np.broadcast_to(2 * np.arange(d), (n, k, d))
    agree(f"elements {size}", program.elements(rows, factors), [np.tile(2 * factors, (n, 1)), products, numbers], 1e-14)

    rows, others = random.uniform(-1, 1, (n, d)), random.uniform(-1, 1, (k, d + 2))
    near = np.abs(others[None, :, :, None] - rows[:, None, None]).sum(3)
    agree(f"distances {size}", program.distances(rows, others), [np.exp(near).sum(2), near.sum(2)], 1e-12)

    starts = random.standard_normal(k)
    others = random.uniform(-1, 1, (k, d))
    lines = starts + np.abs(others[None] - rows[:, None]).sum(2)
    agree(f"lines {size}", [program.lines(rows, others, starts)], [lines], 1e-12)

    weights, sums = random.uniform(-1, 1, (n, k)), random.standard_normal((k, d))
    powers = np.exp(rows[:, None] - weights[:, :, None])
    products = np.einsum("nd,nk->kd", rows, weights)
    agree(f"added {size}", program.added(rows, weights, sums), [sums + powers.sum(0), sums + products, 2 * powers], 1e-12)
