"""Array combinators and control flow: values, derivatives, errors."""

import numpy as np
import pytest

import chad
import chad.numpy as cnp

rng = np.random.default_rng(3)
X, Y, M = rng.normal(size=6), rng.normal(size=6), rng.normal(size=(6, 3))
close = lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


def check(function, expected, *args, order=2, eager=True):
    """Compares the values inside and outside of a traced function, and checks derivatives."""
    result = chad.jit(function)(*args)
    for mine, other in zip(chad.tree.leaves(result), chad.tree.leaves(expected)):
        close(mine, other)
    if eager:
        for mine, other in zip(chad.tree.leaves(function(*args)), chad.tree.leaves(expected)):
            close(mine, other)
    chad.check_grads(function, args, order=order)


def test_map():
    check(lambda x, y: chad.map(lambda a, b: a * np.sin(b), x, y), X * np.sin(Y), X, Y)
    check(lambda m, x: chad.map(lambda row, a: (row.sum() * a, row + a), m, x),
          (M.sum(1) * X, M + X[:, None]), M, X)  # fmt: skip
    check(lambda x: chad.map(lambda p: {"s": p["a"] + 1}, {"a": x})["s"], X + 1, X)
    check(lambda x, k: chad.map(lambda a: a * k, x), X * 3, X, 3.0)
    check(lambda m: chad.map(lambda r: chad.map(lambda a: a * a, r), m), M * M, M)


def test_build():
    check(lambda x: chad.build(lambda i: x[5 - i] * i, 6), X[::-1] * np.arange(6), X, eager=False)
    check(lambda x: chad.build(lambda i: x * i, 2), np.stack([X * 0, X]), X)
    with pytest.raises(chad.TraceError, match="an extent is negative: -3"):
        chad.jit(lambda x: chad.build(lambda i: x * i, -3))(2.0)
    with pytest.raises(chad.TraceError, match="an extent is negative: -1"):
        chad.jit(lambda x: chad.hist(np.array([0]), x, -1))(X[:1])


def test_reduce():
    check(lambda x: chad.reduce(lambda a, b: a * b, x, 1.0), np.prod(X), X)
    check(lambda m: chad.reduce(lambda a, b: a + b, m, 0.0), M.sum(0), M)
    # Pairs, as linear functions that are composed.
    compose = lambda f, g: (f[0] * g[0], f[1] * g[0] + g[1])
    a, b = 1.0, 0.0
    for p, q in zip(X, Y):
        a, b = a * p, b * p + q
    check(lambda x, y: chad.reduce(compose, (x, y), (1.0, 0.0)), (a, b), X, Y)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("exclusive", [False, True])
def test_scan(reverse, exclusive):
    expected = np.cumsum(X[::-1])[::-1] if reverse else np.cumsum(X)
    if exclusive:
        expected = np.append(expected[1:], 0) if reverse else np.append(0, expected[:-1])
    f = lambda x: chad.scan(lambda a, b: a + b, x, 0.0, reverse=reverse, exclusive=exclusive)
    check(f, expected, X)


@pytest.mark.parametrize("reverse", [False, True])
def test_fold(reverse):
    def f(x, m):
        return chad.fold(lambda s, e: ((s[0] * 0.5 + e[0], s[1] + e[1]), s[0] * e[0]), (0.0, np.zeros(3)),
                         (x, m), reverse=reverse)  # fmt: skip

    s, t, ys = 0.0, np.zeros(3), []
    for e, row in list(zip(X, M))[:: -1 if reverse else 1]:
        ys.append(s * e)
        s, t = s * 0.5 + e, t + row
    check(f, ((s, t), np.array(ys[:: -1 if reverse else 1])), X, M)


def test_fold_without_results():
    last, none = chad.jit(lambda x: chad.fold(lambda s, e: (s + e, None), 0.0, x))(X)
    close(last, X.sum())
    assert none is None


def test_recurrent_network():
    w, u = rng.normal(size=(3, 4)), rng.normal(size=(4, 4)) * 0.5

    def loss(w, u, xs):
        step = lambda h, x: ((h2 := np.tanh(x @ w + h @ u)), h2)
        _, hs = chad.fold(step, np.zeros(4), xs)
        return np.sum(hs**2)

    h, total = np.zeros(4), 0.0
    for x in M:
        h = np.tanh(x @ w + h @ u)
        total += (h**2).sum()
    check(loss, total, w, u, M)


def test_loops():
    check(lambda x: chad.fori_loop(0, 3, lambda i, s: np.sin(s) * x + i, x), _loop(X), X)
    check(lambda x: chad.fori_loop(1, 4, lambda i, s: s + x[i], 0.0), X[1:4].sum(), X, eager=False)
    check(lambda x: chad.while_loop(lambda s: s < 100, lambda s: s * x, x), 3.0**5, 3.0)
    check(lambda x: chad.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * x), (0, x))[1],
          X**4, X)  # fmt: skip
    root = lambda a: chad.while_loop(lambda x: cnp.abs(x * x - a) > 1e-12, lambda x: (x + a / x) / 2, a)
    close(chad.grad(root)(2.0), 0.5 / np.sqrt(2))
    # A traced bound.
    assert chad.jit(lambda n: chad.fori_loop(0, n, lambda i, s: s + i, 0))(5) == 10


def _loop(x):
    s = x
    for i in range(3):
        s = np.sin(s) * x + i
    return s


def test_cond():
    f = lambda x: chad.cond(np.sum(x) > 0, lambda v: (np.sin(v), 1), lambda v: (v * 2, 0.0), x)
    for x in (np.abs(X), -np.abs(X)):
        check(lambda x: f(x)[0], np.sin(x) if x.sum() > 0 else 2 * x, x)
    assert f(np.abs(X))[1] == 1.0
    assert chad.cond(True, lambda: 1, lambda: 2) == 1
    # The branch that is not taken does not disturb the derivative.
    g = lambda x: chad.cond(x > 0, lambda: cnp.sqrt(x), lambda: 0.0 * x)
    assert chad.grad(g)(-1.0) == 0


def test_gather_and_scatter():
    i = np.array([0, 5, 0, -1])
    check(lambda m: chad.gather(m, i), M[i], M)
    expected = X.copy()
    np.add.at(expected, i, Y[:4])
    check(lambda x, v: chad.scatter_add(x, i, v), expected, X, Y[:4])
    table = rng.normal(size=(3, 4, 2))
    at = np.array([[0, 1], [2, 0]])
    check(lambda t: chad.gather(t, at), table[at], table)
    expected = M.copy()
    np.add.at(expected, at, np.ones((2, 2, 3)))
    check(lambda m: chad.scatter_add(m, at, np.ones((2, 2, 3))), expected, M)


def test_hist():
    bins = np.array([0, 2, 0, 1, 9, -1])
    check(lambda x: chad.hist(bins, x, 3), np.array([X[0] + X[2], X[3], X[1]]), X)
    largest = lambda x: chad.hist(bins, x, 4, cnp.maximum, -np.inf)
    close(chad.jit(largest)(X), [max(X[0], X[2]), X[3], X[1], -np.inf])
    check(lambda m: chad.hist(bins, m, 3)[0], M[0] + M[2], M)


def test_dynamic_slice():
    check(lambda m: chad.jit(lambda m, i: chad.dynamic_slice(m, (i, 1), (2, 2)))(m, 3), M[3:5, 1:3], M)
    with pytest.raises(chad.RunError):
        chad.jit(lambda m, i: chad.dynamic_slice(m, (i, 0), (2, 2)))(M, 5)


def test_loops_over_nothing():
    empty = np.zeros((0, 3))
    assert chad.map(lambda r: r * 2, empty).shape == (0, 3)
    close(chad.reduce(lambda a, b: a + b, empty, 0.0), np.zeros(3))
    last, all_ = chad.fold(lambda s, e: (s + e, s), np.zeros(3), empty)
    assert all_.shape == (0, 3)


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda x: chad.map(lambda a: a, 1.0), "at least one dimension"),
        (lambda x: chad.map(lambda a, b: a, x, x[:2]), "of 6 and of 2 elements"),
        (lambda x: chad.fold(lambda s, e: s, 0.0, x), "returns a pair"),
        (lambda x: chad.fold(lambda s, e: (x, None), 0.0, x), "has shape"),
        (lambda x: chad.fold(lambda s, e: (1.5, None), 0, x), "is a float, and was of int64"),
        (lambda x: chad.while_loop(lambda s: s, lambda s: s, 1.0), "truth value"),
        (lambda x: chad.cond(x, lambda: 1, lambda: 2), "truth value"),
        (lambda x: chad.cond(x[0] > 0, lambda: (1,), lambda: 2), "branches"),
        (lambda x: chad.cond(x[0] > 0, lambda: x, lambda: x[:2]), "shapes"),
        (lambda x: chad.reduce(lambda a, b: (a, b), x, 0.0), "returns"),
        (lambda x: chad.scatter_add(x, np.array([0, 9]), x[:2]), "outside of axis 0"),
        (lambda x: chad.hist(x, x, 3), "an index must be an integer"),
    ],
)
def test_errors(function, message):
    with pytest.raises(chad.TraceError, match=message) as error:
        chad.jit(function)(X)
    assert "test_combinators.py:" in str(error.value)
