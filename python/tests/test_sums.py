# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums as arguments of compiled functions, and gradients by them."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
from random_sums import SEEDS, Program, count_floats, flat, flat_several, gradient, gradient_type, matrix

import chad

SUMS = pathlib.Path(__file__).parents[2] / "test/Embedding/CABI/Inputs/sums.mlir"
ITEMS = [(0, 2.0, 5), (1, [3.0, 4.0]), (0, 1.0, 1)]


@pytest.fixture(scope="module")
def sums():
    return chad.load(SUMS)


def test_a_sum_is_a_tuple_with_a_tag(sums):
    xs = np.array([1.0, 2.0, 3.0])
    assert sums.area((0, 2.0), 3.0) == 12
    assert sums.area_and_grad((0, 2.0), 3.0) == (12, (0, 12), 4)
    assert sums.area_and_grad((1, 2, 3.0), 3.0) == (6, (1, 3, 2), 0)
    assert sums.area_and_grad((3,), 3.0) == (3, (3,), 1)
    area, (tag, by), _ = sums.area_and_grad((2, xs, 1), 3.0)
    assert (area, tag) == (12, 2)
    np.testing.assert_array_equal(by, [2, 8, 2])
    assert sums.slope_grad((1, 2.0, 3.0), 3.0) == ((1, 9, 12), 0)
    assert sums.area.args[0].text.startswith("!chad.sum<(f64), (f64, f64)")
    assert sums.area.args[0].dtype is None


def test_derivatives_by_sums_are_requests(sums):
    assert sums.value_and_grad("area")((0, 2.0), 3.0) == (12, (0, 12), 4)
    assert sums.grad("area", wrt=[0])((1, 2.0, 3.0), 3.0) == (1, 3, 2)
    assert sums.derivative("vjp", "area")((0, 2.0), 3.0, 10.0) == (12, (0, 120), 40)
    assert sums.derivative("vjp", "area", wrt=[0])((3,), 3.0, 10.0) == (3, (3,))
    assert sums.derivative("jvp", "area")((1, 2.0, 3.0), 3.0, (1, 10.0, 1.0), 1.0) == (6, 32)
    assert sums.derivative("jacobian", "area")((1, 2.0, 3.0), 3.0) == ((1, 3, 2), 0)
    value, change = sums.derivative("jvp", "total", wrt=[0])(ITEMS, 3.0, [(0, 1.0), (1, [1.0, 0.0]), (0, 1.0)])
    assert (value, change) == (57, 20 + 12 + 2)
    with pytest.raises(chad.RunError, match="the tag of a tangent or cotangent is not that of the sum"):
        sums.derivative("jvp", "area")((1, 2.0, 3.0), 3.0, (0, 10.0), 1.0)
    with pytest.raises(chad.CompileError, match="no argument #7 of floats"):
        sums.derivative("vjp", "same", wrt=[7])


def test_an_array_of_sums_is_a_structured_array(sums):
    value, by, by_k = sums.value_and_grad("total")(ITEMS, 3.0)
    assert (value, by_k) == (57, 12)
    assert by.dtype == np.dtype([("tag", "i8"), ("alt0_0", "f8"), ("alt1_0", "f8", 2)])
    np.testing.assert_array_equal(by["tag"], [0, 1, 0])
    np.testing.assert_array_equal(by["alt0_0"], [20, 0, 2])
    np.testing.assert_array_equal(by["alt1_0"], [[0, 0], [12, 9], [0, 0]])
    nested = (0, (2, [1.0, 2.0], 7), True)
    n, items, pair = sums.same(nested, ITEMS, (0, 1.5, 2.5))
    assert n[0] == 0 and n[1][0] == 2 and n[1][2] == 7 and n[2] and pair == (0, 1.5, 2.5)
    again = sums.same(n, items, pair)
    np.testing.assert_array_equal(again[1], items)
    np.testing.assert_array_equal(items["alt0_1"], [5, 0, 1])
    assert sums.same(nested, [], pair)[1].shape == (0,)
    # What belongs to another alternative than the tag's does not count.
    items["alt0_0"][1] = np.nan
    assert sums.total(items, 3.0) == 57
    assert sums.total(items[::-1], 3.0) == 57


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ((4,), "argument #0 of 'area' has the tag 4, and there are 4 alternatives"),
        ((-1,), "has the tag -1"),
        ((0.5, 1.0), "has the tag 0.5, expected a number"),
        (5, "is a sum: a tuple of the number of an alternative"),
        ((), "is a sum: a tuple"),
        ((0,), "has 0 values for alternative 0, which holds 1"),
        ((0, 1.0, 2.0), "has 2 values for alternative 0, which holds 1"),
        ((0, "x"), "value 0 of alternative 0 of argument #0 of 'area' has dtype <U1, expected float64"),
        ((0, 1j), "has dtype complex128, expected float64"),
        (
            (2, [1.0], 1.5),
            "value 1 of alternative 2 of argument #0 of 'area' has dtype float64, expected int64",
        ),
        ((2, 1.0, 1), r"has shape \(\), expected \('\?',\)"),
    ],
)
def test_bad_sums_are_errors(sums, value, why):
    with pytest.raises(chad.ArgumentError, match=why):
        sums.area(value, 3.0)


def test_bad_arrays_of_sums_are_errors(sums):
    _, items, _ = sums.same((1, 0.5, np.zeros((2, 3), np.float32)), ITEMS, (0, 1.5, 2.5))

    def why(value, reason):
        with pytest.raises(chad.ArgumentError, match=reason):
            sums.total(value, 3.0)

    why(items.reshape(3, 1), r"has shape \(3, 1\), expected \(None,\)")
    items["tag"][1] = 7
    why(items, r"element \[1\] of argument #0 of 'total' has the tag 7, and there are 2 alternatives")
    why([(0, 1.0)], "element 0 of argument #0 of 'total' has 1 values for alternative 0, which holds 2")
    why([(3,)], "has the tag 3")
    why(np.zeros(3), "is an array of sums")
    why(items[["tag", "alt0_0"]], "expected a structure with the fields tag, alt0_0, alt0_1, alt1_0")
    why(items.astype([("tag", "f8"), ("alt0_0", "f8"), ("alt0_1", "i4"), ("alt1_0", "f8", 2)]), "tags of dtype")
    why(
        np.zeros(2, [("tag", "i8"), ("alt0_0", "f4"), ("alt0_1", "i4"), ("alt1_0", "f8", 2)]),
        "field alt0_0 of argument #0 of 'total' has dtype float32, expected float64",
    )
    with pytest.raises(chad.ArgumentError, match="takes a sum, which has no place in memory"):
        sums.area.prepare((3,), 1.0)
    with pytest.raises(TypeError, match="cannot be traced"):
        chad.from_program(sums, "area")


@pytest.mark.parametrize("first", [0, 100])
def test_random_programs(first):
    """Values, gradients and, of some programs, gradients of gradients are those of dual numbers; so are the products
    with tangents and cotangents of others, and Jacobians.
    """
    programs = [Program(seed) for seed in range(first, first + 100)]
    code = {p: p.code(second=i % 10 == 0) + p.products() * (i % 5 == 0) for i, p in enumerate(programs)}
    module = chad.compile("\n".join(code.values()), optimization=0)
    for p in programs:
        x = p.point()
        np.testing.assert_allclose(
            module[p.name](p.value, p.k), p.at(x), rtol=1e-12, atol=1e-12, err_msg=code[p]
        )
        for name, f in ("grad", p.at), ("second", p.slope):
            if f"{p.name}_{name}" in module:
                got = flat(p, module[f"{p.name}_{name}"](p.value, p.k))
                np.testing.assert_allclose(
                    got, gradient(f, x, 1), rtol=1e-9, atol=1e-9, err_msg=f"{p.value}\n{code[p]}"
                )
        if f"{p.name}_jvp" in module:
            slopes = np.array(gradient(p.at, x, 1))
            along = np.random.default_rng(len(x)).normal(size=len(x))
            got = [
                module[f"{p.name}_jvp"](p.value, p.k, p.tangent(list(along)), along[-1])[1],
                *flat(p, module[f"{p.name}_vjp"](p.value, p.k, 1.5)),
                *flat(p, module[f"{p.name}_jacobian"](p.value, p.k)),
            ]
            np.testing.assert_allclose(
                got,
                [slopes @ along, *(1.5 * slopes), *slopes],
                rtol=1e-9,
                atol=1e-9,
                err_msg=f"{p.value}\n{code[p]}",
            )


@pytest.mark.parametrize("first", [200, 210])
def test_random_programs_of_second_order(first):
    """Products with Hessians, Hessians, linear functions and their transposes, and several tangents and cotangents at
    once, of random programs with sums and arrays of sums, are those of dual numbers.
    """
    # A Hessian has a block for each pair of floats in the alternatives.
    programs = [p for p in map(Program, range(first, first + 20)) if count_floats(p.type) <= 9]
    code = {p: p.code(second=False) + p.second_products() for p in programs}
    module = chad.compile("\n".join(code.values()), optimization=0)
    for p in programs:
        x = p.point()
        slopes = np.array(gradient(p.at, x, 1), dtype=float)
        rows = np.array(gradient_of_gradient(p, x), dtype=float).reshape(len(x), len(x))
        along = np.random.default_rng(len(x)).normal(size=(SEEDS, len(x)))

        def same(got, expected, p=p):
            np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-9, err_msg=f"{p.value}\n{code[p]}")

        tangent = p.tangent(list(along[0]))
        same(flat(p, module[f"{p.name}_hvp"](p.value, p.k, tangent, along[0, -1])), rows @ along[0])
        change, *back = module[f"{p.name}_along"](p.value, p.k, tangent, along[0, -1])
        same(change, slopes @ along[0])
        same(flat(p, back), (slopes @ along[0]) * slopes)
        weights = along[:, -1].copy()
        seeds = p.tangents([list(a) for a in along])
        same(module[f"{p.name}_seeds"](p.value, p.k, seeds, weights), along @ slopes)
        same(flat_several(p, *module[f"{p.name}_back"](p.value, p.k, weights)), np.outer(weights, slopes))
        if p.is_array:
            continue
        g = gradient_type(p.type)
        by_sums, by_k = module[f"{p.name}_hessian"](p.value, p.k)
        if len(x) > 1:
            same(matrix(by_sums, g, g), rows[:-1, :-1])
            same(matrix(module[f"{p.name}_grad_jacobian"](p.value, p.k), g, g), rows[:-1, :-1])
        same(flat(p, (by_k, 0.0))[:-1], rows[:-1, -1])


def gradient_of_gradient(p, x):
    return [gradient(lambda y, i=i: gradient(p.at, y, 2)[i], x, 1) for i in range(len(x))]


def test_second_derivatives_by_sums_are_requests(sums):
    shape = (1, 2.0, 3.0)
    # w·h of a rectangle.
    assert sums.derivative("hvp", "area", wrt=[0])(shape, 3.0, (1, 10.0, 1.0)) == (1, 1, 10)
    assert sums.derivative("hessian", "area", wrt=[0])(shape, 3.0) == (1, (1, 0, 1), (1, 1, 0))
    # k·r² of a circle.
    (tag, by), by_k = sums.derivative("hvp", "area")((0, 2.0), 3.0, (0, 1.0), 10.0)
    assert (tag, by, by_k) == (0, 2 * 3 + 2 * 2 * 10, 2 * 2)
    assert sums.derivative("hessian", "area")((0, 2.0), 3.0) == ((0, (0, 6)), (0, 4), (0, 4), 0)
    by = sums.derivative("hvp", "total", wrt=[0])(ITEMS, 3.0, [(0, 1.0), (1, [1.0, 0.0]), (0, 1.0)])
    np.testing.assert_array_equal(by["alt0_0"], [10, 0, 2])
    np.testing.assert_array_equal(by["alt1_0"], [[0, 0], [0, 3], [0, 0]])
    with pytest.raises(chad.RunError, match="the tag of a tangent or cotangent is not that of the sum"):
        sums.derivative("hvp", "area", wrt=[0])(shape, 3.0, (0, 10.0))
    with pytest.raises(chad.CompileError, match="has no Hessian by"):
        sums.derivative("hessian", "total", wrt=[0])
    with pytest.raises(chad.CompileError, match="has no argument #7 of floats"):
        sums.derivative("hvp", "area", wrt=[7])


def test_linear_functions_by_sums_are_values(sums):
    area, linear = sums.derivative("linearize", "area")((1, 2.0, 3.0), 3.0)
    assert (area, linear((1, 1.0, 10.0), 0.5)) == (6, 3 + 20)
    assert linear.transpose()(2.0) == ((1, 6, 4), 0)
    xs = np.array([1.0, 2.0, 3.0])
    area, linear = sums.derivative("linearize", "area")((2, xs, 1), 3.0)
    assert (area, linear((2, np.array([1.0, 0.0, 0.0])), 0.5)) == (12, 2)
    (tag, by), by_k = linear.transpose()(0.5)
    assert (tag, by_k) == (2, 0)
    np.testing.assert_array_equal(by, [1, 4, 1])
    total, linear = sums.derivative("linearize", "total", wrt=[0])(ITEMS, 3.0)
    assert (total, linear([(0, 1.0), (1, [1.0, 0.0]), (0, 1.0)])) == (57, 34)
    by = linear.transpose()(1.0)
    np.testing.assert_array_equal(by["alt0_0"], [20, 0, 2])
    np.testing.assert_array_equal(by["alt1_0"], [[0, 0], [12, 9], [0, 0]])
    # Between sums: of the gradient.
    *_, linear = sums.derivative("linearize", "area_and_grad", wrt=[0], of=[1])((0, 2.0), 3.0)
    assert linear((0, 1.0)) == (0, 6)
    assert linear.transpose()((0, 1.0)) == (0, 6)
    with pytest.raises(chad.RunError, match="the tag of a tangent or cotangent is not that of the sum"):
        linear((1, 1.0, 1.0))


def test_functions_that_return_sums_have_derivatives(sums):
    by = sums.derivative("jvp", "area_and_grad", wrt=[0], of=[1])((0, 2.0), 3.0, (0, 1.0))[3]
    assert by == (0, 6)
    (tag, change), by_k = sums.derivative("vjp", "area_and_grad", of=[1])((0, 2.0), 3.0, (0, 1.0))[3:]
    assert (tag, change, by_k) == (0, 6, 4)
    by_shape, by_k = sums.derivative("jacobian", "area_and_grad", of=[1])((1, 2.0, 3.0), 3.0)
    assert (by_shape, by_k) == ((1, (1, 0, 1), (1, 1, 0)), (1, 0, 0))
    same = sums.derivative("jvp", "total_grad", wrt=[0], of=[0])(
        ITEMS, 3.0, [(0, 1.0), (1, [1.0, 0.0]), (0, 1.0)]
    )[2]
    np.testing.assert_array_equal(same["alt0_0"], [10, 0, 2])
    np.testing.assert_array_equal(same["alt1_0"], [[0, 0], [0, 3], [0, 0]])
    with pytest.raises(chad.RunError, match="the tag of a tangent or cotangent is not that of the sum"):
        sums.derivative("vjp", "area_and_grad", of=[1])((0, 2.0), 3.0, (1, 1.0, 1.0))
