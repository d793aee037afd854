"""Checks of the derivatives of a program."""

import numpy as np

import inputs
import program
import reference
from running import compare, run, run_compiled, transform

# The arguments to differentiate by; all that hold floats where nothing is said.
WRT = {
    "kmeans": [0],
    "gmm": [0, 1, 2],
    "lstm": list(range(11)),
    "ensemble": list(range(6)),
    "rnn_in_out": [0, 1, 2],
    "rnn_out_in": [0, 1, 2],
    "transformer_block": list(range(14)),
    "regression": [0],
    "many_regressions": [0],
    "hmm": [1, 2],
    "ba": [0, 1, 2],
    "hand": [0],
    "hand_complicated": [0, 1],
}

# What makes derivatives of requests, function by function, and then first-order code of inlined
# functions, without linear types.
EXPAND = ["--chad-differentiate"]
FIRST_ORDER = [
    "--inline",
    "--chad-differentiate",
    "--inline",
    "--symbol-dce",
    "--chad-simplify",
    "--chad-erase-linear",
    "--canonicalize",
    "--cse",
]


def wrt_of(text, name):
    types, _ = program.signature(text, name)
    return WRT.get(name, [i for i, type in enumerate(types) if program.is_float(type)])


def as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


class Point:
    """The point at which a program is differentiated, and the right results there."""

    def __init__(self, text, name, args):
        self.function = getattr(reference, name)
        self.args = [np.asarray(arg) for arg in args]
        self.wrt = wrt_of(text, name)
        rng = np.random.default_rng(7)
        self.values = list(map(np.asarray, as_tuple(self.function(*self.args))))
        self.is_scalar = len(self.values) == 1 and self.values[0].shape == ()
        self.cotangents = [
            np.float64(1) if self.is_scalar else rng.uniform(0.5, 1.5, value.shape)
            for value in self.values
        ]
        self.tangents = [rng.uniform(-1, 1, np.shape(self.args[i])) for i in self.wrt]

    def gradients(self):
        return reference.complex_step(self.function, self.args, self.wrt, self.cotangents)

    def tangents_of_results(self):
        moved = list(self.args)
        for i, tangent in zip(self.wrt, self.tangents):
            moved[i] = moved[i] + 1e-40j * tangent
        return [np.imag(value) / 1e-40 for value in as_tuple(self.function(*moved))]


def reverse_request(text, name, point):
    """Of the results and cotangents; it takes cotangents of the results if they are several."""
    if point.is_scalar:
        return program.request(text, "reverse", "value_and_grad", name, point.wrt), point.args
    request = program.request(text, "reverse", "vjp", name, point.wrt)
    return request, point.args + point.cotangents


def make_points(text, name):
    """The program's tiny inputs, and inputs at which programs often fail."""
    return [Point(text, name, args) for args in [inputs.make(name, "tiny"), *inputs.EDGES.get(name, [])]]


def check_differences(text, name):
    """The interpreter's answer, and numpy's, against the closed form."""
    point = Point(text, name, inputs.make(name, "tiny"))
    request, args = reverse_request(text, name, point)
    expected = reference.CLOSED[name](*args if not point.is_scalar else [*args, None])
    compare(f"complex step of {name}", point.gradients(), expected, 1e-13)
    actual = run(text + request, "reverse", args, 1 + len(expected))
    compare(f"differences of {name}", actual[1:], expected, 1e-9)


def check_passes(text, name):
    """The code that the passes make of requests: expanded, and first-order."""
    tiny = Point(text, name, inputs.make(name, "tiny"))
    edges = make_points(text, name)[1:]
    request, _ = reverse_request(text, name, tiny)
    both = text + request + program.request(text, "forward", "jvp", name, tiny.wrt)
    for stage, passes, points in [
        ("expanded", EXPAND, [tiny]),
        ("first-order", FIRST_ORDER, [tiny, *edges]),
    ]:
        code = transform(both, passes)
        for i, point in enumerate(points):
            what = f"derivative of {name}, {stage}, point {i}"
            _, args = reverse_request(text, name, point)
            expected = point.values + point.gradients()
            compare(f"reverse {what}", run(code, "reverse", args, len(expected)), expected, 1e-11)
            if stage == "first-order":
                actual = run_compiled(code, "reverse", args, len(expected))
                compare(f"compiled reverse {what}", actual, expected, 1e-11)
            args = point.args + point.tangents
            expected = point.values + point.tangents_of_results()
            compare(f"forward {what}", run(code, "forward", args, len(expected)), expected, 1e-11)


def jacobian(function, args, wrt):
    """∂function/∂arg for the arguments `wrt`, where the function has one result."""
    return [block for (block,) in reference.complex_steps(function, args, wrt)]


def ba_jacobian(cameras, points, weights, camera_of, point_of, features):
    blocks = []
    for c, p, weight, feature in zip(camera_of, point_of, weights, features):
        one = [cameras[[c]], points[[p]], np.array([weight]), np.array([0]), np.array([0]), feature[None]]
        by_camera, by_point, by_weight = jacobian(lambda *a: reference.ba(*a)[0][0], one, [0, 1, 2])
        blocks.append((by_camera[:, 0], by_point[:, 0], by_weight[:, 0]))
    return [*(np.stack(block) for block in zip(*blocks)), -2 * weights]


def hand_jacobian(*args):
    return jacobian(reference.hand, args, [0])


def hand_complicated_jacobian(*args):
    by_theta, by_u = jacobian(reference.hand_complicated, args, [0, 1])
    own = range(len(by_u))
    return [by_theta, by_u[own, :, own]]


JACOBIANS = {
    "ba": ba_jacobian,
    "hand": hand_jacobian,
    "hand_complicated": hand_complicated_jacobian,
}


def check_sparse_jacobian(text, name):
    """Checks the Jacobian that the program itself requests."""
    args = inputs.make(name, "tiny")
    expected = JACOBIANS[name](*args)
    actual = run(transform(text, FIRST_ORDER), f"{name}_jacobian", args, len(expected))
    compare(f"sparse Jacobian of {name}", actual, expected, 1e-11)


def check_jacobian_modes(text, name):
    """Forward and reverse Jacobians of a program with one array as its result."""
    point = Point(text, name, inputs.make(name, "tiny"))
    expected = jacobian(point.function, point.args, point.wrt)
    modes = ["forward", "reverse"]
    requests = [program.request(text, mode, "jacobian", name, point.wrt, mode=mode) for mode in modes]
    code = transform(text + "".join(requests), FIRST_ORDER)
    for mode in modes:
        actual = run(code, mode, point.args, len(expected))
        compare(f"Jacobian of {name}, {mode}", actual, expected, 1e-11)


def check_second(text, name):
    """The Hessian times a vector: forward over reverse, reverse over reverse, reverse over
    forward, and differences of the gradient."""
    point = Point(text, name, inputs.make(name, "tiny"))
    count = len(point.wrt)
    text += program.request(text, "gradient", "grad", name, point.wrt)
    text += program.request(text, "slope", "jvp", name, point.wrt)
    gradients = list(range(count))
    extra = len(point.args)
    text += program.request(text, "forward_reverse", "jvp", "gradient", point.wrt)
    text += program.request(text, "reverse_reverse", "vjp", "gradient", point.wrt)
    text += program.request(text, "reverse_forward", "vjp", "slope", point.wrt, of=[1])
    code = transform(text, FIRST_ORDER)
    step = 1e-5

    def gradients_at(t):
        args = list(point.args)
        for i, tangent in zip(point.wrt, point.tangents):
            args[i] = args[i] + t * tangent
        return reference.complex_step(point.function, args, point.wrt)

    expected = [(8 * (a - b) - (c - d)) / (12 * step) for a, b, c, d in zip(
        gradients_at(step), gradients_at(-step), gradients_at(2 * step), gradients_at(-2 * step)
    )]
    along = point.args + point.tangents
    for entry, args, skip in [
        ("forward_reverse", along, count),
        ("reverse_reverse", along, count),
        ("reverse_forward", along + [np.float64(1)], 2),
    ]:
        actual = run(code, entry, args, skip + count)[skip:]
        compare(f"Hessian of {name}, {entry.replace('_', ' over ')}", actual, expected, 1e-8)
