# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison of derivatives with finite differences."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from . import trace, tree
from .arrays import as_array
from .compilation import jit
from .errors import ArgumentError
from .numpy import imag, real
from .trace import is_complex, is_float, lift
from .transforms import grad, jvp, vjp


def _of_parts(function: Callable, structure: tree.Structure) -> Callable:
    """The function with each complex argument and result replaced by its real and imaginary part."""

    def of_parts(*given: Any) -> list[Any]:
        leaves = [lift(g[0]) + lift(g[1]) * 1j if isinstance(g, tuple) else g for g in given]
        outs = map(lift, tree.leaves(function(*tree.unflatten(structure, leaves))))
        return [p for o in outs for p in ((real(o), imag(o)) if is_complex(o.dtype) else (o,))]

    return of_parts


def check_grads(
    function: Callable,
    args: Sequence[Any],
    *,
    order: int = 1,
    rtol: float | None = None,
    seed: int = 0,
) -> None:
    """Compares derivatives in forward and in reverse mode with finite differences, in random directions.

    `args` is the tuple of arguments: trees of floats or complex numbers, and any other arguments. With `order`
    2, second derivatives are checked, too. The default of the relative tolerance `rtol` depends on the dtypes.

        chad.check_grads(lambda x: np.sin(x) ** 2, (0.3,))

    Raises `AssertionError` if a derivative differs from the differences by more than the tolerance.
    """
    rng = np.random.default_rng(seed)
    leaves, structure = tree.flatten(tuple(args))
    arrays = [as_array(leaf) if trace.is_leaf_array(leaf) else leaf for leaf in leaves]
    if any(isinstance(a, np.ndarray) and a.dtype.kind == "c" for a in arrays):
        pairs = [(a.real, a.imag) if isinstance(a, np.ndarray) and a.dtype.kind == "c" else a for a in arrays]
        return check_grads(_of_parts(function, structure), pairs, order=order, rtol=rtol, seed=seed)
    moving = [i for i, a in enumerate(arrays) if isinstance(a, np.ndarray) and is_float(a.dtype)]
    if not moving:
        raise ArgumentError("check_grads: no argument is of floats")
    narrow = min(arrays[i].dtype.itemsize for i in moving)
    step = {8: 1e-5, 4: 1e-2, 2: 1e-1}[narrow]
    rtol = rtol or {8: 1e-6, 4: 2e-2, 2: 2e-1}[narrow]

    direction = [
        rng.standard_normal(a.shape).astype(a.dtype) if i in moving else a for i, a in enumerate(arrays)
    ]
    tangents = tree.unflatten(structure, [d if i in moving else leaves[i] for i, d in enumerate(direction)])
    weights: list[np.ndarray] = []

    def derivatives(point: Any, tangents: Any) -> Any:
        """The results, their tangents, and the cotangents of the arguments for random weights, in one program.

        The results, whose differences are taken, are those of the function, not those of a rule for its derivative."""
        results, out_structure = tree.flatten(function(*point))
        _, change = jvp(function, point, tangents)
        weights[:] = [rng.standard_normal(np.shape(o)).astype(lift(o).dtype) for o in results]
        _, back = vjp(function, *point)
        return results, tree.leaves(change), tree.leaves(back(tree.unflatten(out_structure, weights)))

    compiled = jit(derivatives)

    def moved(factor: float) -> Any:
        return tree.unflatten(
            structure,
            [
                (a + factor * direction[i]).astype(a.dtype) if i in moving else leaves[i]
                for i, a in enumerate(arrays)
            ],
        )

    def floats(values: list[Any]) -> list[np.ndarray]:
        return [np.asarray(v, np.float64) for v in values if is_float(np.asarray(v).dtype)]

    ahead, behind, further, before = (
        floats(compiled(moved(factor * step), tangents)[0]) for factor in (1, -1, 2, -2)
    )
    differences = [
        (8 * (p - m) - (pp - mm)) / (12 * step) for p, m, pp, mm in zip(ahead, behind, further, before)
    ]
    results, changes, cotangents = compiled(moved(0.0), tangents)
    forward = [np.asarray(c, np.float64) for o, c in zip(results, changes) if is_float(np.asarray(o).dtype)]
    for mine, other in zip(forward, differences):
        scale = np.max(np.abs(other), initial=1.0)
        np.testing.assert_allclose(mine, other, rtol, rtol * scale, err_msg="forward and differences")
    # Cotangents of arguments that are not floats are None, which is not a leaf.
    gradients = [np.asarray(g, np.float64) for g in cotangents]
    reverse = sum(float((g * np.asarray(direction[i], np.float64)).sum()) for g, i in zip(gradients, moving))
    along = sum(
        float((np.asarray(w, np.float64) * f).sum())
        for w, f in zip([w for w in weights if is_float(w.dtype)], forward)
    )
    np.testing.assert_allclose(reverse, along, rtol, rtol * max(1.0, abs(along)), err_msg="reverse and forward")
    if order > 1:

        def gradient(*inner: Any) -> Any:
            inner_leaves = tree.leaves(inner)

            def weighted(values: list[Any]) -> Any:
                full = list(inner_leaves)
                for i, v in zip(moving, values):
                    full[i] = v
                from .numpy import sum as total

                outs = tree.leaves(function(*tree.unflatten(structure, full)))
                terms = [total(lift(o) * w) for o, w in zip(outs, weights) if is_float(lift(o).dtype)]
                return functools.reduce(lambda a, b: a + b, terms)

            return grad(weighted)([inner_leaves[i] for i in moving])

        check_grads(gradient, args, order=order - 1, rtol=rtol, seed=seed + 1)
