"""Loops in loops that blocks run for several iterations at once, emulated, against numpy: `jam.py jam.so`."""

import sys

import numpy as np
from emulated import Program, agree, agree_by_complex_steps

program = Program(sys.argv[1])
random = np.random.default_rng(11)


def scores(rows, weights, tables, starts):
    cubes = ((tables[None] - rows[:, None, None]) ** 3).sum(3)
    own = np.where((weights.real > 0)[:, None, None], np.sin(cubes), cubes * weights[:, None, None])
    per_table = starts + (own**2).sum(2)
    return per_table.sum(), (per_table * weights[:, None]).sum(0), per_table


# So many iterations, of which blocks take eight at once, loops in each, iterations of these and of those inside of them.
for size in [(24, 2, 3, 4), (8, 1, 2, 1), (15, 3, 1, 5), (9, 1, 300, 1), (17, 0, 2, 3), (3, 2, 0, 3), (20, 2, 2, 0), (1, 2, 3, 4), (0, 2, 2, 2), (110, 2, 2, 3)]:
    n, k, r, d = size
    args = [random.uniform(-1, 1, shape) for shape in [(n, d), (n,), (k, r, d), (k,)]]
    expected = scores(*args)
    agree(f"scores {size}", program.scores(*args), expected, 1e-12)
    cotangents = [random.standard_normal(np.shape(result)) for result in expected]
    *values, by_rows, by_weights, by_tables, by_starts = program.scores_back(*args, *cotangents)
    agree(f"scores_back {size}", values, expected, 1e-12)
    gradients = [by_rows, by_weights, by_tables, by_starts]
    agree_by_complex_steps(f"{size}", gradients, scores, args, cotangents, random, 1e-11)

    tables = random.uniform(0, 1, (k, r))
    own = (np.arange(n) % 3).astype(float)
    distances = np.abs(tables[None] - own[:, None, None]).sum(2)
    sums = distances * (tables * np.arange(r)).sum(1)
    places = np.broadcast_to(np.arange(n)[:, None, None] + np.arange(r), (n, k, r))
    agree(f"numbers {size}", program.numbers(n, tables), [sums, places, sums.max(1, initial=0)], 1e-12)

    rows = random.standard_normal((n, 3)).astype(np.float32)
    factors = random.uniform(-1, 1, (k, r)).astype(np.float32)
    x, y, z = (rows[:, i].astype(float)[:, None, None] for i in range(3))
    values = (x * factors + y) * factors + z
    agree(f"powers {size}", program.powers(rows, factors), [values, rows.max(1, initial=0)], 1e-6)

    rows, tables = args[0], args[2]
    cubes = ((tables[None] - rows[:, None, None]) ** 3).sum(3)
    agree(f"backwards {size}", program.backwards(rows, tables), [(cubes**2).sum(), (cubes**2).sum(2)], 1e-12)
