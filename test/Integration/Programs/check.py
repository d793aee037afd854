"""Runs the functions of a program on small arguments and compares with numpy.

  check.py PROGRAM.mlir

Checked are the values, in f32, too, where the program is measured in it; the gradients
where they have closed forms; and the Jacobians that the program asks for.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import generate
import inputs
import program
import reference

F32 = "dot sum prod scan_sum scan_mul scan_linrec softmax_xent mlp attention".split()


def run(text, entry, args, count, dtype=np.float64):
    """The results of a function of a program by the interpreter."""
    with tempfile.TemporaryDirectory() as directory:
        paths = generate.write(args, directory, dtype)
        outs = [pathlib.Path(directory, f"out{i}.npy") for i in range(count)]
        command = ["chad-run", "--interpret", "-", f"--entry={entry}"]
        command += [f"--arg={path}" for path in paths] + [f"--out={path}" for path in outs]
        subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL)
        return [np.load(path) for path in outs]


def compare(what, actual, expected, tolerance):
    expected = expected if isinstance(expected, (tuple, list)) else [expected]
    for i, (a, e) in enumerate(zip(actual, expected)):
        e = np.asarray(e)
        if a.shape != e.shape:
            sys.exit(f"error: {what}: result {i} has shape {a.shape}, expected {e.shape}")
        error = np.abs(a - e) / np.maximum(np.abs(e), np.max(np.abs(e), initial=1e-300))
        if not np.all(error <= tolerance):
            at = int(np.argmax(np.nan_to_num(error, nan=np.inf)))
            place = "".join(f"[{j}]" for j in np.unravel_index(at, error.shape))
            sys.exit(f"error: {what}: result {i}{place} is {a.item(at)}, expected {e.item(at)}")
    print(f"{what}: as expected")


def check_values(text, name):
    args = inputs.make(name, "tiny")
    count = len(program.signature(text, name)[1])
    expected = getattr(reference, name)(*args)
    compare(name, run(text, name, args, count), expected, 1e-13)
    if name in F32:
        compare(f"{name} in f32", run(program.to_f32(text), name, args, count, np.float32), expected, 1e-5)


def check_gradient(text, name):
    args = inputs.make(name, "tiny")
    types, results = program.signature(text, name)
    value = getattr(reference, name)(*args)
    rng = np.random.default_rng(7)
    cotangents = [rng.uniform(0.5, 1.5, np.shape(value))] if np.shape(value) else []
    expected = reference.CLOSED[name](*args, cotangents[0] if cotangents else None)
    text += program.gradient(text, name)
    actual = run(text, "gradient", args + cotangents, len(results) + len(expected))
    compare(f"gradient of {name}", actual[len(results) :], expected, 1e-9)


def jacobian(function, args, wrt):
    """∂function/∂arg for the arguments `wrt`."""
    result = function(*args)
    rows = [[] for _ in wrt]
    for entry in np.ndindex(result.shape):
        one = np.zeros(result.shape)
        one[entry] = 1
        for row, gradient in zip(rows, reference.complex_step(function, args, wrt, [one])):
            row.append(gradient)
    return [np.reshape(row, result.shape + np.shape(args[i])) for i, row in zip(wrt, rows)]


def ba_jacobian(cameras, points, weights, camera_of, point_of, features):
    blocks = []
    for camera, point, weight, feature in zip(
        cameras[camera_of], points[point_of], weights, features
    ):
        one = [camera[None], point[None], np.array([weight]), np.array([0]), np.array([0]), feature[None]]
        error = lambda *args: reference.ba(*args)[0][0]
        by_camera, by_point, by_weight = jacobian(error, one, [0, 1, 2])
        blocks.append((by_camera[:, 0], by_point[:, 0], by_weight[:, 0]))
    return [*(np.stack(block) for block in zip(*blocks)), -2 * weights]


def check_ba_jacobian(text):
    args = inputs.make("ba", "tiny")
    expected = ba_jacobian(*args)
    compare("Jacobian of ba", run(text, "ba_jacobian", args, len(expected)), expected, 1e-8)


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text(encoding="utf-8")
    for name in [path.stem] + (["hand_complicated"] if path.stem == "hand" else []):
        check_values(text, name)
        if name in reference.CLOSED:
            check_gradient(text, name)
        if name == "ba":
            check_ba_jacobian(text)


if __name__ == "__main__":
    main()
