# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of chad-bench in JAX: `chad-bench --jax` runs this file.

  jax_programs.py --list
      Prints the version of JAX and the names of the programs, as JSON.
  jax_programs.py --run=PROGRAM --derivative=gradient --wrt=0,1 --args=3 --results=3 DIRECTORY
      Reads the arguments from arg0.npy, arg1.npy, ... in the directory, with cotangents or
      directions after the program's own, computes the value and the derivative, compares
      them with result0.npy, ..., and measures. Prints the errors and the seconds, as JSON.

An error is the greatest difference in an array relative to its greatest element.
"""

import argparse
import json
import os
import pathlib
import sys
import time


def end_without_jax(reason):
    sys.exit(
        f"{sys.executable} has no JAX: {reason}; make an environment that has it, by"
        " python3 -m venv DIR && DIR/bin/pip install jax numpy, and pass --jax=DIR/bin/python"
    )


try:
    import numpy as np
except ImportError as error:
    end_without_jax(error)

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def start_jax(threads, platform="cpu"):
    """Imports JAX for the CPU, with at most so many threads, or for a GPU."""
    if platform == "cpu" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    flags = os.environ.get("XLA_FLAGS", "")
    if threads == 1:
        flags += " --xla_cpu_multi_thread_eigen=false"
    os.environ["XLA_FLAGS"] = flags
    os.environ["JAX_PLATFORMS"] = platform
    os.environ["JAX_ENABLE_X64"] = "true"
    global jax, jnp
    try:
        import jax
        import jax.numpy as jnp
    except ImportError as error:
        end_without_jax(error)


# Vectors and matrices


@program
def dot(x, y):
    return jnp.dot(x, y)


@program
def sum(x):
    return jnp.sum(x)


@program
def prod(x):
    return jnp.prod(x)


@program
def scan_sum(x):
    return jnp.cumsum(x)


@program
def matvec(a, x):
    return a @ x


@program
def matmul(a, b):
    return a @ b


@program
def batched_matmul(a, b):
    return a @ b


@program
def spmv(values, columns, offsets, x):
    rows = len(offsets) - 1
    row_of = jnp.repeat(jnp.arange(rows), jnp.diff(offsets), total_repeat_length=len(values))
    return jax.ops.segment_sum(values * x[columns], row_of, rows, indices_are_sorted=True)


@program
def rosenbrock_slices(x):
    x0, x1 = x[:-1], x[1:]
    return jnp.sum(100 * (x1 - x0**2) ** 2 + (1 - x0) ** 2)


@program
def window(x, k):
    return jnp.sum(jnp.correlate(x, k, mode="valid") ** 2)


# Statistics


@program
def logsumexp(x):
    return jnp.sum(jax.nn.logsumexp(x, axis=-1))


@program
def kmeans(centres, points):
    distances = jnp.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=-1)
    return jnp.sum(jnp.min(distances, axis=-1))


@program
def gmm(alphas, means, icf, x, gamma, m):
    (n, d), k = x.shape, len(alphas)
    q = icf[:, :d]
    rows, columns = np.array([(i, j) for j in range(d) for i in range(j + 1, d)]).reshape(-1, 2).T
    roots = jnp.zeros((k, d, d)).at[:, rows, columns].set(icf[:, d:])
    roots = roots.at[:, np.arange(d), np.arange(d)].set(jnp.exp(q))
    whitened = jnp.einsum("kij,nkj->nki", roots, x[:, None, :] - means[None, :, :])
    terms = alphas + jnp.sum(q, axis=1) - jnp.sum(whitened**2, axis=-1) / 2
    likelihood = jnp.sum(jax.nn.logsumexp(terms, axis=-1)) - n * jax.nn.logsumexp(alphas)
    degrees = d + m + 1
    log_gamma_d = jax.scipy.special.multigammaln(degrees / 2, d)
    c = degrees * d * (jnp.log(gamma) - np.log(2) / 2) - log_gamma_d
    prior = jnp.sum(gamma**2 / 2 * jnp.sum(roots**2, axis=(1, 2)) - m * jnp.sum(q, axis=1))
    return likelihood - n * d / 2 * np.log(2 * np.pi) + prior - k * c


def logistic_loss(w, x, y):
    """The mean of log(1 + exp(x·w)) - y (x·w)."""
    z = x @ w
    return jnp.mean(jax.nn.softplus(z) - y * z)


@program
def regression(w, x, y):
    return logistic_loss(w, x, y)


@program
def many_regressions(w, x, y):
    return jnp.sum(jax.vmap(logistic_loss)(w, x, y))


@program
def hmm(initial, transition, emission, observations):
    def step(alpha, seen):
        return emission[:, seen] + jax.nn.logsumexp(alpha[:, None] + transition, axis=0), None

    alpha = initial + emission[:, observations[0]]
    alpha, _ = jax.lax.scan(step, alpha, observations[1:])
    return jax.nn.logsumexp(alpha)


# Networks


def cross_entropy(logits, labels):
    right = jnp.take_along_axis(logits, labels[:, None], axis=1)[:, 0]
    return jnp.mean(jax.nn.logsumexp(logits, axis=-1) - right)


@program
def softmax_xent(logits, labels):
    return cross_entropy(logits, labels)


@program
def mlp(w1, b1, w2, b2, w3, b3, inputs, labels):
    h1 = jax.nn.relu(inputs @ w1.T + b1)
    h2 = jax.nn.relu(h1 @ w2.T + b2)
    return cross_entropy(h2 @ w3.T + b3, labels)


@program
def ensemble(*args):
    return jnp.sum(jax.vmap(mlp)(*args))


@program
def attention(q, k, v):
    return jax.nn.softmax(q @ k.T / np.sqrt(q.shape[1]).astype(q.dtype)) @ v


@program
def mha(q, k, v):
    scores = jnp.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1]).astype(q.dtype)
    return jnp.einsum("bhts,bhse->bhte", jax.nn.softmax(scores), v)


def layer_norm(x, gain, shift):
    centred = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(centred**2, axis=-1, keepdims=True)
    return centred / jnp.sqrt(variance + 1e-5) * gain + shift


@program
def transformer_block(
    gain1, shift1, wq, wk, wv, wo, gain2, shift2, w1, b1, w2, b2, gain3, shift3, xs
):
    x = layer_norm(xs, gain1, shift1)
    heads = mha(*(jnp.einsum("hdw,btw->bhtd", w, x) for w in (wq, wk, wv)))
    batch, length, _ = xs.shape
    joined = heads.transpose(0, 2, 1, 3).reshape(batch, length, -1)
    x = xs + joined @ wo.T
    hidden = jax.nn.gelu(layer_norm(x, gain2, shift2) @ w1.T + b1)
    return layer_norm(x + hidden @ w2.T + b2, gain3, shift3)


def rnn(w, u, b, h, xs):
    def step(h, x):
        return jnp.tanh(x @ w + h @ u + b), None

    return jax.lax.scan(step, h, xs)[0]


@program
def rnn_in_out(w, u, b, h, xs):
    return rnn(w, u, b, h, xs)


@program
def rnn_out_in(w, u, b, h, xs):
    return rnn(w.T, u.T, b, h, xs)


@program
def lstm(wf, wi, wo, wc, bf, bi, bo, bc, in_scale, out_scale, out_shift, h, c, text):
    sigmoid = jax.nn.sigmoid

    def step(state, characters):
        (h, c), (character, target) = state, characters
        x, hs, cs = character * in_scale, [], []
        for l in range(len(wf)):
            forget, outgate = sigmoid(x * wf[l] + bf[l]), sigmoid(x * wo[l] + bo[l])
            ingate, change = sigmoid(h[l] * wi[l] + bi[l]), jnp.tanh(h[l] * wc[l] + bc[l])
            cs.append(c[l] * forget + ingate * change)
            x = outgate * jnp.tanh(cs[l])
            hs.append(x)
        y = x * out_scale + out_shift
        loss = -jnp.sum(target * (y - jnp.log(jnp.sum(jnp.exp(y)) + 2)))
        return (jnp.stack(hs), jnp.stack(cs)), loss

    return jnp.mean(jax.lax.scan(step, (h, c), (text[:-1], text[1:]))[1])


def convolve(kernels, bias, images, strings):
    y = jax.lax.conv_general_dilated(
        images, kernels, (1,) * len(strings[0][1:-1]), "VALID", dimension_numbers=strings
    )
    return jax.nn.relu(y + bias)


def pool(x, dims):
    sizes = (1, *(2,) * dims, 1)
    return jax.lax.reduce_window(x, -np.inf, jax.lax.max, sizes, sizes, "VALID")


@program
def conv1d(kernels, bias, images):
    return pool(convolve(kernels, bias, images, ("NWC", "OWI", "NWC")), 1)


@program
def conv2d(kernels, bias, images):
    return pool(convolve(kernels, bias, images, ("NHWC", "OHWI", "NHWC")), 2)


# Simulations


@program
def lotka_volterra(alpha, beta, gamma, delta, x, y, h, steps):
    def rates(z):
        x, y = z
        return jnp.stack([alpha * x - beta * x * y, delta * x * y - gamma * y])

    def step(z, _):
        k0 = rates(z)
        k1 = rates(z + h / 2 * k0)
        k2 = rates(z + h / 2 * k1)
        k3 = rates(z + h * k2)
        return z + h / 6 * (k0 + 2 * k1 + 2 * k2 + k3), None

    end, _ = jax.lax.scan(step, jnp.stack([x, y]), length=steps)
    return end[0], end[1]


@program
def heat(u, k, steps):
    def step(u, _):
        p = jnp.pad(u, 1)
        near = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        return u + k * (near - 4 * u), None

    return jax.lax.scan(step, u, length=steps)[0]


# What is asked of a program


def as_tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def derivative_of(function, kind, wrt):
    """A function of two lists, the program's arguments and the cotangents or directions that come
    after them, to the values and what the derivative gives beside them."""

    def split(args):
        def varied(*chosen):
            moved = list(args)
            for i, value in zip(wrt, chosen):
                moved[i] = value
            return function(*moved)

        return varied, [args[i] for i in wrt]

    def gradient(args, _):
        varied, chosen = split(args)
        value, gradients = jax.value_and_grad(varied, tuple(range(len(wrt))))(*chosen)
        return value, *gradients

    def vjp(args, cotangents):
        varied, chosen = split(args)
        values, pull = jax.vjp(lambda *xs: as_tuple(varied(*xs)), *chosen)
        return *values, *pull(tuple(cotangents))

    def hvp(args, directions):
        varied, chosen = split(args)
        both = jax.value_and_grad(varied, tuple(range(len(wrt))))
        (value, gradients), (_, moved) = jax.jvp(both, tuple(chosen), tuple(directions))
        return value, *gradients, *moved

    return {"gradient": gradient, "vjp": vjp, "hvp": hvp}[kind]


def prepare(function, kind, wrt, args, count):
    """The compiled derivative at the arguments. Integers alone, such as a number of steps, are constants."""
    own, others = args[:count], args[count:]
    fixed = {i: int(a) for i, a in enumerate(own) if not a.ndim and a.dtype.kind == "i"}

    def with_fixed(*args):
        return function(*(fixed.get(i, arg) for i, arg in enumerate(args)))

    derivative = jax.jit(derivative_of(with_fixed, kind, wrt))
    own, others = [jnp.asarray(a) for a in own], [jnp.asarray(a) for a in others]
    return lambda: jax.block_until_ready(derivative(own, others)), lambda: peak_bytes(derivative, own, others)


def peak_bytes(derivative, *args):
    """The bytes of arguments, results and everything between, as XLA has planned them; None where it does not say."""
    plan = derivative.lower(*args).compile().memory_analysis()
    if plan is None:
        return None
    return plan.argument_size_in_bytes + plan.output_size_in_bytes + plan.temp_size_in_bytes - plan.alias_size_in_bytes


def errors(actual, expected):
    found = []
    for a, e in zip(actual, expected, strict=True):
        a = np.asarray(a)
        if a.shape != e.shape:
            sys.exit(f"a result has shape {a.shape}, expected {e.shape}")
        greatest = np.max(np.abs(e), initial=1e-300, where=np.isfinite(e))
        same = (a == e) | (np.isnan(a) & np.isnan(e))
        with np.errstate(invalid="ignore"):
            distance = np.where(same, 0, np.abs(a.astype(np.float64) - e) / greatest)
        worst = np.max(np.nan_to_num(distance, nan=np.inf), initial=0)
        found.append(float(min(worst, sys.float_info.max)))
    return found


def measure(run, repeat, statistic):
    """Seconds of a run; as Measure.cpp does."""

    def seconds_of(runs):
        start = time.perf_counter()
        for _ in range(runs):
            run()
        return time.perf_counter() - start

    runs, enough = 1, 2e-3
    while (seconds := seconds_of(runs)) < enough:
        runs = int(runs * min(max(1.2 * enough / max(seconds, 1e-9), 1.5), 100)) + 1
    if seconds > 1:
        repeat = min(repeat, 5)
    samples = sorted(seconds_of(runs) / runs for _ in range(repeat))
    return samples[repeat // 2 if statistic == "median" else 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--run", choices=sorted(PROGRAMS))
    parser.add_argument("--derivative", choices=["gradient", "vjp", "hvp"])
    parser.add_argument("--wrt", type=lambda text: [int(i) for i in text.split(",")])
    parser.add_argument("--args", type=int, help="how many arguments the program has")
    parser.add_argument("--more", type=int, default=0, help="cotangents or directions after them")
    parser.add_argument("--results", type=int)
    parser.add_argument("--repeat", type=int, default=5, help="0: only compare")
    parser.add_argument("--statistic", choices=["median", "minimum"], default="median")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--platform", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("directory", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    start_jax(options.threads, options.platform)
    if options.list:
        print(json.dumps({"jax": jax.__version__, "programs": sorted(PROGRAMS)}))
        return
    load = lambda name, count: [np.load(options.directory / f"{name}{i}.npy") for i in range(count)]
    args = load("arg", options.args + options.more)
    run, peak = prepare(PROGRAMS[options.run], options.derivative, options.wrt, args, options.args)
    start = time.perf_counter()
    results = run()
    answer = {
        "compile_s": time.perf_counter() - start,
        "errors": errors(results, load("result", options.results)),
    }
    if options.repeat:
        answer["seconds"] = measure(run, options.repeat, options.statistic)
        answer["peak_bytes"] = peak()
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
