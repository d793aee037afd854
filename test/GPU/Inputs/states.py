"""States of loops in emulated kernels, against numpy: `states.py states.so STEPS WIDTH ROWS...` runs the loops for
so many rows."""

import sys

import numpy as np
from emulated import Program, agree, agree_by_complex_steps

program = Program(sys.argv[1])
steps, width, *extents = map(int, sys.argv[2:])
random = np.random.default_rng(5)


def wave(starts, forces):
    now, before = starts, np.zeros_like(starts)
    for step in range(steps):
        now, before = 2 * (now * forces[:, step]) - before, now
    return now, before


for n in extents:
    shape = f"{n} x {steps} x {width}"
    starts, forces = random.uniform(-1, 1, (n, width)), random.uniform(-1, 1, (n, steps, width))
    expected = wave(starts, forces)
    agree(f"wave {shape}", program.wave(starts, forces), expected, 1e-13)

    cotangents = [random.standard_normal((n, width)) for _ in range(2)]
    *values, by_starts, by_forces = program.wave_back(starts, forces, *cotangents)
    agree(f"wave_back {shape}", values, expected, 1e-13)
    gradients = [by_starts, by_forces]
    agree_by_complex_steps(shape, gradients, wave, [starts, forces], cotangents, random, 1e-12)

    a, b, c = starts, np.ones((n, width)), starts
    for _ in range(steps):
        a, b, c = b, a, a[:, ::-1] + b
    agree(f"change {shape}", program.change(starts, steps), [a, b, c], 1e-13)

    others, state, chosen = random.standard_normal((n, width)), np.zeros((n, width)), np.zeros((n, steps, width))
    for step in range(steps):
        part = forces[:, step]
        holds = (part.sum(1) > 0)[:, None]
        chosen[:, step] = np.where(holds, state, others)
        state = np.where(holds, part + state**2, state)
    agree(f"chosen {shape}", program.chosen(forces, others), [state, chosen, chosen], 1e-12)

    p = q = starts
    for _ in range(steps):
        p, q = p[:, ::-1] + q, p
    agree(f"until {shape}", program.until(starts, float(steps)), [q], 1e-13)

    u = v = starts
    for _ in range(3):
        for _ in range(steps):
            u, v = u[:, ::-1] - v, u
    agree(f"nested {shape}", program.nested(starts, float(steps)), [u, v], 1e-12)

    centres = random.standard_normal((3, width))
    differences = starts[:, None] - centres
    distances = (differences**2).sum(2)
    nearest = distances.argmin(1)
    by_rows = 2 * differences[np.arange(n), nearest]
    by_centres = np.zeros_like(centres)
    np.add.at(by_centres, nearest, -by_rows)
    agree(f"gradients {shape}", program.gradients(centres, starts), [distances.min(1).sum(), by_centres, by_rows], 1e-12)
