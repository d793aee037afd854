"""Times values and gradients of the models of chad-bench by this package, by JAX and by PyTorch: the same
functions and data, one core, f64.

    taskset -c 0 python bench_peers.py [--torch=PYTHON] [--rounds=N] [--calls] [MODEL...]

The functions are those of JAX in tools/chad-bench/jax_programs.py, which this package compiles from their
jaxprs. Those of PyTorch are below, and run in the Python that `--torch` names, which need not have JAX. Results
are compared before times are taken. A time is the minimum over the rounds; in each round, all take turns. With
`--calls`, the times of calls and of the import are measured instead.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
rng = np.random.default_rng(0)


def floats(*shape, scale=1.0):
    return scale * rng.normal(size=shape)


def blocks(width, heads, size, hidden):
    """The parameters of a transformer block."""
    norm = lambda: (1 + floats(width, scale=0.1), floats(width, scale=0.1))
    projections = tuple(floats(heads, size, width, scale=width**-0.5) for _ in range(3))
    out = floats(width, heads * size, scale=width**-0.5)
    first = (floats(hidden, width, scale=width**-0.5), floats(hidden, scale=0.1))
    second = (floats(width, hidden, scale=hidden**-0.5), floats(width, scale=0.1))
    return (*norm(), *projections, out, *norm(), *first, *second, *norm())


def layers(*widths):
    return [p for m, n in zip(widths, widths[1:]) for p in (floats(n, m, scale=m**-0.5), floats(n, scale=0.1))]


#: Arguments, and how many of the first of them are differentiated by.
MODELS = {
    "gmm": ([floats(25), floats(25, 10), floats(25, 55, scale=0.3), floats(1000, 10), 1.0, 0], 3),
    "kmeans": ([floats(10, 16), floats(5000, 16)], 1),
    "lstm": ([*(floats(2, 14, scale=0.5) for _ in range(8)), *(floats(14) for _ in range(3)),
              *(floats(2, 14) for _ in range(2)), (rng.random((128, 14)) < 0.1).astype(float)], 11),
    "scan_sum": ([floats(100000)], 1), "scan_mul": ([1 + floats(100000, scale=1e-3)], 1),
    "scan_linrec": ([floats(10000, scale=0.3), floats(10000)], 2),
    "mlp": ([*layers(64, 128, 128, 10), floats(256, 64), rng.integers(0, 10, 256)], 6),
    "attention": ([floats(128, 64), floats(128, 64), floats(128, 64)], 3),
    "transformer_block": ([*blocks(64, 4, 16, 256), floats(4, 32, 64)], 14),
    "conv2d": ([floats(16, 3, 3, 8, scale=0.1), floats(16, scale=0.1), floats(4, 34, 34, 8)], 3),
}  # fmt: skip
#: Their results are arrays: the loss is the sum of squares.
ARRAYS = {"scan_sum", "scan_mul", "scan_linrec", "attention", "transformer_block", "conv2d"}


def rounds(runs, count):
    """The minimum of the seconds of each run; the runs take turns."""
    best = [float("inf")] * len(runs)
    for _ in range(count):
        for i, run in enumerate(runs):
            start = time.perf_counter()
            run()
            best[i] = min(best[i], time.perf_counter() - start)
    return best


# ------------------------------------------------------------------------------------------------
# PyTorch


def torch_models():
    import torch
    import torch.nn.functional as F

    def gmm(alphas, means, icf, x, gamma, m):
        (n, d), k = x.shape, len(alphas)
        rows, columns = torch.tensor([(i, j) for j in range(d) for i in range(j + 1, d)]).T
        q = icf[:, :d]
        roots = torch.diag_embed(torch.exp(q)).index_put(
            (torch.arange(k)[:, None], rows, columns), icf[:, d:], accumulate=True
        )
        whitened = torch.einsum("kij,nkj->nki", roots, x[:, None, :] - means[None])
        terms = alphas + q.sum(1) - (whitened**2).sum(-1) / 2
        likelihood = terms.logsumexp(-1).sum() - n * alphas.logsumexp(0)
        degrees = d + m + 1
        c = degrees * d * (np.log(gamma) - np.log(2) / 2) - torch.special.multigammaln(
            torch.tensor(degrees / 2, dtype=torch.float64), d
        )
        prior = (gamma**2 / 2 * (roots**2).sum((1, 2)) - m * q.sum(1)).sum()
        return likelihood - n * d / 2 * np.log(2 * np.pi) + prior - k * c

    def kmeans(centres, points):
        return ((points[:, None] - centres[None]) ** 2).sum(-1).min(-1).values.sum()

    def lstm(wf, wi, wo, wc, bf, bi, bo, bc, in_scale, out_scale, out_shift, h, c, text):
        h, c, losses = list(h), list(c), []
        for character, target in zip(text[:-1], text[1:]):
            x = character * in_scale
            for i in range(len(wf)):
                forget, outgate = torch.sigmoid(x * wf[i] + bf[i]), torch.sigmoid(x * wo[i] + bo[i])
                ingate, change = torch.sigmoid(h[i] * wi[i] + bi[i]), torch.tanh(h[i] * wc[i] + bc[i])
                c[i] = c[i] * forget + ingate * change
                h[i] = x = outgate * torch.tanh(c[i])
            y = x * out_scale + out_shift
            losses.append(-(target * (y - torch.log(torch.exp(y).sum() + 2))).sum())
        return torch.stack(losses).mean()

    def scan_linrec(a, b):
        last, ys = torch.zeros((), dtype=torch.float64), []
        for x, y in zip(a, b):
            last = x * last + y
            ys.append(last)
        return torch.stack(ys)

    def mlp(w1, b1, w2, b2, w3, b3, x, labels):
        for w, b in ((w1, b1), (w2, b2)):
            x = F.relu(F.linear(x, w, b))
        return F.cross_entropy(F.linear(x, w3, b3), labels)

    def attention(q, k, v):
        return torch.softmax(q @ k.T / q.shape[1] ** 0.5, -1) @ v

    def transformer_block(g1, s1, wq, wk, wv, wo, g2, s2, w1, b1, w2, b2, g3, s3, xs):
        norm = lambda x, g, s: F.layer_norm(x, (x.shape[-1],), g, s, 1e-5)
        x = norm(xs, g1, s1)
        q, k, v = (torch.einsum("hdw,btw->bhtd", w, x) for w in (wq, wk, wv))
        heads = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1) @ v
        x = xs + heads.transpose(1, 2).reshape(*xs.shape[:2], -1) @ wo.T
        hidden = F.gelu(F.linear(norm(x, g2, s2), w1, b1), approximate="tanh")
        return norm(x + F.linear(hidden, w2, b2), g3, s3)

    def conv2d(kernels, bias, images):
        y = F.conv2d(images.permute(0, 3, 1, 2), kernels.permute(0, 3, 1, 2), bias)
        return F.max_pool2d(F.relu(y), 2)

    return {
        "scan_sum": lambda x: torch.cumsum(x, 0), "scan_mul": lambda x: torch.cumprod(x, 0),
        **{f.__name__: f for f in (gmm, kmeans, lstm, scan_linrec, mlp, attention, transformer_block, conv2d)},
    }  # fmt: skip


def run_torch(directory, names, count):
    """Reads arguments from files, and prints values, gradients' sums of squares, and seconds."""
    import torch

    torch.set_num_threads(1)
    found = {}
    for name in names:
        function, by = torch_models()[name], MODELS[name][1]
        loaded = np.load(directory / f"{name}.npz")
        args = [torch.from_numpy(a) if (a := loaded[f"arr_{i}"]).ndim else a.item() for i in range(len(loaded))]
        for a in args[:by]:
            a.requires_grad_()

        def run(function=function, args=args, by=by, name=name):
            value = function(*args)
            value = (value**2).sum() if name in ARRAYS else value
            return value, torch.autograd.grad(value, args[:by])

        value, gradient = run()
        norm = float(sum((g.double() ** 2).sum() for g in gradient))
        found[name] = (
            float(value),
            norm,
            rounds([run], max(3, count // (10 if name.startswith(("lstm", "scan_l")) else 1)))[0],
        )
    print(json.dumps(found))


# ------------------------------------------------------------------------------------------------
# JAX, and this package


def jax_models():
    """The functions of chad-bench, and others of the same form."""
    sys.path.insert(0, str(ROOT / "tools/chad-bench"))
    import jax_programs

    jax_programs.start_jax(1)
    jax, jnp = jax_programs.jax, jax_programs.jnp

    def scan_linrec(a, b):
        def step(s, row):
            s = row[0] * s + row[1]
            return s, s

        return jax.lax.scan(step, 0.0, (a, b))[1]

    others = {"scan_mul": jnp.cumprod, "scan_linrec": scan_linrec}
    return jax, {name: others.get(name) or jax_programs.PROGRAMS[name] for name in MODELS}


def gmm_by_points(alphas, means, icf, x, gamma, m):
    """The mixture as a function of numpy's arrays, written for one point and one component."""
    import chad
    import chad.numpy as cnp

    (n, d), k = x.shape, len(alphas)
    q, lower = icf[:, :d], icf[:, d:]
    place = np.zeros((d, d), int)
    place.T[np.triu_indices(d, 1)] = np.arange(d * (d - 1) // 2)
    below = np.tril(np.ones((d, d)), -1)
    roots = lower[:, place.ravel()].reshape(k, d, d) * below + np.exp(q)[:, :, None] * np.eye(d)
    weights = alphas + np.sum(q, axis=1)

    def term(point, weight, mean, root):
        whitened = root @ (point - mean)
        return weight - np.sum(whitened * whitened) / 2

    terms = lambda point: cnp.logsumexp(chad.map(lambda *one: term(point, *one), weights, means, roots))
    likelihood = np.sum(chad.map(terms, x)) - n * cnp.logsumexp(alphas)
    degrees = d + m + 1
    log_gamma = d * (d - 1) / 4 * np.log(np.pi) + sum(math.lgamma((degrees - j) / 2) for j in range(d))
    c = degrees * d * (np.log(gamma) - np.log(2) / 2) - log_gamma
    prior = np.sum(gamma**2 / 2 * np.sum(roots**2, axis=(1, 2)) - m * np.sum(q, axis=1))
    return likelihood - n * d / 2 * np.log(2 * np.pi) + prior - k * c


#: Functions of numpy's arrays that stand beside those of JAX.
NATIVE = {"gmm": ("gmm, by points", gmm_by_points)}


def compare(names, torch_python, count):
    jax, functions = jax_models()
    import chad.jax

    peers = {}
    if torch_python:
        with tempfile.TemporaryDirectory() as directory:
            for name in names:
                np.savez(pathlib.Path(directory) / name, *MODELS[name][0])
            command = [torch_python, __file__, f"--directory={directory}", f"--rounds={count}", *names]
            peers = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(
        "| model | JAX, µs | PyTorch, µs | chad, µs | of JAX's speed | of PyTorch's | compiled, s: JAX, chad |"
    )
    print("|---|---|---|---|---|---|---|")
    rows = [(n, n, None) for n in names] + [(n, *NATIVE[n]) for n in names if n in NATIVE]
    for name, title, native in rows:
        args, by = MODELS[name]
        whole = functions[name]
        fixed = {i: a for i, a in enumerate(args) if isinstance(a, (int, float))}

        def loss(*moving, whole=whole, fixed=fixed, name=name, count=len(args)):
            rest = iter(moving)
            value = whole(*(fixed[i] if i in fixed else next(rest) for i in range(count)))
            return jax.numpy.sum(value**2) if name in ARRAYS else value

        arrays = [jax.numpy.asarray(a) for i, a in enumerate(args) if i not in fixed]
        by_jax = jax.jit(jax.value_and_grad(loss, tuple(range(by))))
        if native:
            inner = chad.value_and_grad(
                lambda *a, f=native, r=list(fixed.values()): f(*a, *r), tuple(range(by))
            )
            by_chad = jax.jit(chad.jax.as_jax(inner))
        else:
            by_chad = jax.jit(chad.jax.value_and_grad(loss, tuple(range(by))))
        results, compiled = [], []
        for function in (by_jax, by_chad):
            start = time.perf_counter()
            results.append(jax.block_until_ready(function(*arrays)))
            compiled.append(time.perf_counter() - start)
        np.testing.assert_allclose(results[0][0], results[1][0], rtol=1e-9)
        for a, b in zip(results[0][1], results[1][1], strict=True):
            np.testing.assert_allclose(b, a, rtol=1e-7, atol=1e-9 * float(abs(a).max()))
        runs = [lambda f=f: jax.block_until_ready(f(*arrays)) for f in (by_jax, by_chad)]
        jax_s, chad_s = rounds(runs, count)
        torch_us = torch_ratio = ""
        if name in peers:
            value, norm, seconds = peers[name]
            np.testing.assert_allclose(value, results[0][0], rtol=1e-9)
            np.testing.assert_allclose(norm, sum(float((g**2).sum()) for g in results[0][1]), rtol=1e-7)
            torch_us, torch_ratio = f"{1e6 * seconds:.0f}", f"{seconds / chad_s:.2f}×"
        print(
            f"| {title} | {1e6 * jax_s:.0f} | {torch_us} | {1e6 * chad_s:.0f} | {jax_s / chad_s:.2f}× | {torch_ratio} | "
            f"{compiled[0]:.2f}, {compiled[1]:.2f} |",
            flush=True,
        )


def measure_calls(count):
    """Measures the time of a call with three arrays, and of the import."""
    import chad

    program = chad.compile("""
func.func @f(%w: tensor<3xf64>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %a = arith.mulf %w, %x : tensor<3xf64>
  %b = arith.addf %a, %y : tensor<3xf64>
  return %b : tensor<3xf64>
}""")
    args = [np.ones(3) for _ in range(3)]
    prepared, traced = program.f.prepare(*args), chad.jit(lambda w, x, y: w * x + y)
    function, run = program.f, prepared.run
    run(), traced(*args)

    def many(call):
        def loop():
            for _ in range(1000):
                call()

        return loop

    calls = {
        "a function of a program": lambda: function(*args), "a program": lambda: program(*args),
        "a prepared call": run, "a traced function": lambda: traced(*args), "nothing, by a lambda": lambda: None,
    }  # fmt: skip
    for name, seconds in zip(calls, rounds([many(c) for c in calls.values()], count)):
        print(f"{name}: {1e3 * seconds:.2f} us")
    command = """import time, numpy
at, wall = time.process_time(), time.perf_counter()
import chad
print(time.process_time() - at, time.perf_counter() - wall)"""
    found = [subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout
             for _ in range(10)]  # fmt: skip
    cpu, wall = (min(values) for values in zip(*(map(float, text.split()) for text in found)))
    print(f"import, after numpy: {1e3 * cpu:.0f} ms of the processor, {1e3 * wall:.0f} ms on the clock")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--torch", help="a Python that has PyTorch")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--calls", action="store_true")
    parser.add_argument("--directory", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("models", nargs="*", choices=[*MODELS, []])
    options = parser.parse_args()
    names = options.models or list(MODELS)
    if options.calls:
        measure_calls(options.rounds)
    elif options.directory:
        run_torch(options.directory, names, options.rounds)
    else:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        compare(names, options.torch, options.rounds)


if __name__ == "__main__":
    main()
