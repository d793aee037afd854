"""Loops whose iterations follow each other, in emulated kernels, against numpy: `block-loops.py block-loops.so`."""

import sys

import numpy as np
from emulated import Program, agree, agree_by_complex_steps

program = Program(sys.argv[1])
random = np.random.default_rng(3)
SIZES = [(3, 4, 5), (0, 2, 3), (3, 0, 2), (2, 3, 0), (1, 1, 1), (2, 20, 270)]


def network(xs, weights, start):
    state, total, states = start, 0, []
    for x in xs:
        state = np.tanh(state @ weights + x)
        states.append(state)
        total = total + (state.sum(1) ** 2).sum()
    return state, np.array(states).reshape(xs.shape), total


for size in SIZES:
    steps, batch, width = size
    args = [random.uniform(-1, 1, shape) for shape in [(steps, batch, width), (width, width), (batch, width)]]
    expected = network(*args)
    agree(f"network {size}", program.network(*args), expected, 1e-12)

    cotangents = [random.standard_normal(np.shape(result)) for result in expected]
    *values, by_xs, by_weights, by_start = program.network_back(*args, *cotangents)
    agree(f"network_back {size}", values, expected, 1e-12)
    gradients = [by_xs, by_weights, by_start]
    agree_by_complex_steps(f"{size}", gradients, network, args, cotangents, random, 1e-11)

    matrix = random.uniform(0, 1, (width, width)) + np.eye(width)
    vector, change, count = np.ones(width), 1.0, 0
    while change > 1e-9 and count < 200 and width:
        after = matrix @ vector
        after = after / np.sqrt((after**2).sum())
        vector, change, count = after, ((after - vector) ** 2).sum(), count + 1
    if not width:
        change, count = 0.0, 1
    agree(f"power {size}", program.power(matrix, np.ones(width), 1e-9), [vector, change, count], 1e-10)

    bins, xs = random.standard_normal(width).astype(np.float32), random.standard_normal(batch).astype(np.float32)
    indices = random.integers(width, size=(steps, batch)) if width else np.zeros((steps, 0), int)
    xs = xs[: indices.shape[1]]
    state, total, kept = bins.astype(float), 0.0, 0.0
    for _ in range(2):
        for row in indices:
            state = state / 2
            np.add.at(state, row, xs)
            total, kept = total + state.sum(), kept / 2 + state.sum()
    agree(f"bins {size}", program.bins(indices, xs, bins, 2), [state, total, 2 * steps, kept], 1e-5)

    rows, unit = random.uniform(0.5, 1.5, (steps, width)), np.ones(width)
    forward = np.cumprod(rows, 0)
    backward = np.concatenate([np.cumprod(rows[::-1], 0)[::-1], np.ones((1, width))])[1:]
    agree(f"rows {size}", program.rows(rows, unit), [forward, backward], 1e-12)

    xs = random.standard_normal(width)
    counts = random.integers(1, width + 1, size=steps) if width else np.zeros(steps, int)
    state = xs
    for count in counts:
        state = np.sin(state[np.arange(width) % count]) + state if width else state
    agree(f"lengths {size}", [program.lengths(counts, xs)], [state], 1e-12)
