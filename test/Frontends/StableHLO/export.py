#!/usr/bin/env python3
"""Makes the programs of Models and Ops with JAX, and what JAX computes for them.

    build/venv/bin/python test/Frontends/StableHLO/export.py [NAME...]

The Python needs JAX (tools/python-env.sh jax). For each name two files are written: NAME.mlir, the
program in StableHLO's generic form, and NAME.npz, which has for each of its functions the arguments,
the results, and the gradient of the first result by all arguments that hold floats. check.py reads
both; it needs no JAX.
"""
import functools
import os
import re
import sys

os.environ["JAX_ENABLE_X64"] = "1"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import jax.export  # noqa: E402
from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib.mlir import ir  # noqa: E402

import models  # noqa: E402
import ops  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
HEAD = """\
// Made by export.py with JAX {version}. What JAX computes is beside it, in {name}.npz.
// RUN: %python %S/../check.py %s
"""


def export(function, args, platform, symbols):
    """The functions of the module, as the lines of their generic form."""
    ops.EXPORTS = True
    try:
        # Another function than the one that is computed: JAX keeps what it traced.
        return lower(functools.wraps(function)(lambda *args: function(*args)), args, platform, symbols)
    finally:
        ops.EXPORTS = False


def lower(function, args, platform, symbols):
    if symbols:
        scope = jax.export.SymbolicScope()
        shapes = [jax.export.symbolic_shape(shape, scope=scope) for shape in symbols]
        args = [jax.ShapeDtypeStruct(shape, a.dtype) for shape, a in zip(shapes, args)]
        exported = jax.export.export(jax.jit(function))(*args)
        with mlir.make_ir_context():
            return lines_of(ir.Module.parse(exported.mlir_module()).operation)
    lowered = jax.jit(function).trace(*args).lower(lowering_platforms=(platform,))
    return lines_of(lowered.compiler_ir("stablehlo").operation)


def lines_of(module):
    lines = module.get_asm(print_generic_op_form=True).rstrip().split("\n")
    assert lines[0].startswith('"builtin.module"') and lines[-1].startswith("})"), lines[0]
    return lines[1:-1]


def rename(lines, name):
    """The functions of one program of several: @main is @name, and the others begin with it."""

    def renamed(match):
        other = name if match[2] == "main" else f"{name}.{match[2]}"
        return match[1] + (f'"{other}"' if match[1].startswith("sym_name") else f"@{quote(other)}")

    def quote(symbol):
        return symbol if re.fullmatch(r"[A-Za-z_][\w.$]*", symbol) else f'"{symbol}"'

    result = []
    for line in lines:
        line = re.sub(r'(sym_name = )"([^"]+)"', renamed, line)
        line = re.sub(r'((?:callee|decomposition) = )@"?([\w.$-]+)"?', renamed, line)
        result.append(line)
    return result


def arrays_of(function, args):
    """Arguments, results and gradients by JAX."""
    function = jax.jit(function)
    arrays = {f"argument.{i}": np.asarray(a) for i, a in enumerate(args)}
    results = function(*args)
    results = list(results) if isinstance(results, (tuple, list)) else [results]
    arrays.update({f"result.{i}": np.asarray(r) for i, r in enumerate(results)})
    floats = tuple(i for i, a in enumerate(args) if np.asarray(a).dtype.kind == "f")

    def first(*args):
        result = function(*args)
        return result[0] if isinstance(result, (tuple, list)) else result

    try:
        gradients = jax.grad(first, argnums=floats)(*args)
    except ValueError:
        # Loops that a condition ends have no reverse derivative in JAX.
        gradients = jax.jacfwd(first, argnums=floats)(*args)
    for i, gradient in zip(floats, gradients):
        arrays[f"gradient.{i}"] = np.asarray(gradient)
    return arrays


def write(folder, name, programs):
    """Writes a module with the functions `programs`: a dict from names to pairs of a function and its
    arguments.
    """
    text, data = [], {}
    for entry, (function, args) in programs.items():
        args = [np.asarray(a) for a in args]
        symbols = ops.SYMBOLS.get(name, {}).get(entry)
        text += rename(export(function, args, ops.PLATFORMS.get(name, "cpu"), symbols), entry)
        data.update({f"{entry}.{key}": value for key, value in arrays_of(function, args).items()})
    with open(os.path.join(HERE, folder, name + ".mlir"), "w") as file:
        file.write(HEAD.format(version=jax.__version__, name=name))
        file.write('"builtin.module"() ({\n' + "\n".join(text) + "\n}) : () -> ()\n")
    np.savez_compressed(os.path.join(HERE, folder, name + ".npz"), **data)


def with_loss(function, seed=1):
    """The function with an additional first result: a weighted sum of the squares of all float results, on
    which each element has an influence.
    """

    def loss(*args):
        results = function(*args)
        results = list(results) if isinstance(results, (tuple, list)) else [results]
        rng = np.random.default_rng(seed)
        total = 0.0
        for r in results:
            if jnp.issubdtype(r.dtype, jnp.floating):
                weights = jnp.asarray(rng.normal(size=r.shape).round(3), r.dtype)
                total = total + jnp.sum(weights * r * r)
        return (total, *results)

    return loss


def main(names):
    for name, make in models.MODELS.items():
        for suffix, dtype in (("", np.float64), ("_f32", np.float32)):
            if not names or name + suffix in names:
                function, args = make(np.random.default_rng(0))
                args = [a.astype(dtype) if a.dtype.kind == "f" else a for a in map(np.asarray, args)]
                write("Models", name + suffix, {name: (function, args)})
    for name, cases in ops.OPS.items():
        if not names or name in names:
            loss = (lambda f: f) if name in ops.SYMBOLS else with_loss
            write("Ops", name, {case: (loss(f), args) for case, (f, *args) in cases.items()})


if __name__ == "__main__":
    main(sys.argv[1:])
