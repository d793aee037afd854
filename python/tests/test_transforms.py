"""Derivatives, compilation, trees, custom rules, and errors that show the user's line."""

import collections
import dataclasses
import pickle
import re

import numpy as np
import pytest

import chad
import chad.numpy as cnp

rng = np.random.default_rng(2)
X, Y = rng.normal(size=5), rng.normal(size=5)
close = lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


def cube(x):
    return np.sum(x**3)


def test_grad():
    close(chad.grad(cube)(X), 3 * X**2)
    value, gradient = chad.value_and_grad(cube)(X)
    close(value, (X**3).sum())
    close(gradient, 3 * X**2)
    assert isinstance(value, float)
    # Python's numbers are floats of 64 bits, arrays have the type that they have.
    assert chad.grad(lambda x: x * x)(3.0) == 6
    assert chad.grad(cube)(X.astype(np.float32)).dtype == np.float32


def test_argnums():
    f = lambda a, b, n: np.sum(a * b**n)
    close(chad.grad(f, 1)(X, Y, 2), 2 * X * Y)
    a, b = chad.grad(f, (0, 1))(X, Y, 2)
    close(a, Y**2)
    close(b, 2 * X * Y)
    b, a = chad.grad(f, (1, 0))(X, Y, 2)
    close(a, Y**2)
    close(chad.grad(f, -2)(X, Y, 2), 2 * X * Y)
    (only,) = chad.grad(f, (0,))(X, Y, 2)
    close(only, Y**2)
    with pytest.raises(chad.TraceError, match="int64 has no derivative"):
        chad.grad(f, 2)(X, Y, 2)
    with pytest.raises(chad.TraceError, match="no argument #5"):
        chad.grad(f, 5)(X, Y, 2)


@dataclasses.dataclass
class Layer:
    weight: object
    activation: str
    bias: object


@dataclasses.dataclass
class Named:
    weight: object
    activation: str = dataclasses.field(default="tanh", metadata={"static": True})


def test_static_fields():
    """A gradient has the static leaves of its argument. A field that is declared static is no leaf."""
    loss = lambda p, x: np.sum(getattr(np, p.activation)(x * p.weight) + p.bias)
    layer = Layer(np.ones(5), "sin", np.zeros(5))
    gradient = chad.grad(loss)(layer, X)
    assert type(gradient) is Layer and gradient.activation == "sin"
    close(gradient.weight, X * np.cos(X))
    close(gradient.bias, np.ones(5))
    (_, gradient), (second, _) = chad.value_and_grad(loss)(layer, X), chad.grad(loss, (0, 1))(layer, X)
    assert gradient.activation == second.activation == "sin"
    stepped = chad.jit(lambda p: p.weight - chad.grad(loss)(p, X).weight)(layer)
    close(stepped, 1 - X * np.cos(X))
    assert chad.jit(lambda p: p)(layer).activation == "sin"
    assert chad.jacobian(lambda p: p.weight * 2)(layer).activation == "sin"
    with pytest.raises(chad.TraceError, match="hold no arrays"):
        chad.grad(lambda name, x: x)("name", 1.0)

    named = Named(np.ones(5))
    f = lambda p: np.sum(getattr(np, p.activation)(X * p.weight))
    gradient = chad.grad(f)(named)
    step = chad.tree.map(lambda w, g: w - g, named, gradient)
    assert step.activation == "tanh"
    close(step.weight, 1 - X * (1 - np.tanh(X) ** 2))
    close(chad.vjp(f, named)[1](1.0)[0].weight, gradient.weight)
    other = Named(np.ones(5), "sin")
    close(chad.grad(f)(other).weight, X * np.cos(X))
    with pytest.raises(ValueError, match="trees differ"):
        chad.tree.map(lambda a, b: a, named, other)


def test_has_aux():
    f = lambda x: (cube(x), {"twice": 2 * x, "count": x.shape[0]})
    (value, aux), gradient = chad.value_and_grad(f, has_aux=True)(X)
    close(aux["twice"], 2 * X)
    assert aux["count"] == 5
    gradient, aux = chad.grad(f, has_aux=True)(X)
    close(gradient, 3 * X**2)


def test_jvp_and_vjp():
    f = lambda x, n, y: (x * np.sin(y), n, np.sum(x))
    (a, n, b), (da, dn, db) = chad.jvp(f, (X, 3, Y), (Y, 0, X))
    close(da, Y * np.sin(Y) + X * np.cos(Y) * X)
    close(db, Y.sum())
    assert n == 3 and dn == 0
    (a, n, b), back = chad.vjp(f, X, 3, Y)
    by_x, by_n, by_y = back((Y, 0, 2.0))
    close(by_x, Y * np.sin(Y) + 2)
    close(by_y, Y * X * np.cos(Y))
    assert by_n is None
    value, along = chad.linearize(lambda x: x**2, X)
    close(along(Y), 2 * X * Y)
    close(value, X**2)


def test_other_variables_are_seen():
    """Functions such as jvp, which compile and call at once, never reuse a program that was traced with other
    values of outside variables.
    """
    scale = 2.0
    f = lambda x: x * scale
    assert chad.jvp(f, (3.0,), (1.0,))[1] == 2
    assert chad.vjp(f, 3.0)[1](1.0)[0] == 2
    scale = 5.0
    assert chad.jvp(f, (3.0,), (1.0,))[1] == 5
    assert chad.vjp(f, 3.0)[1](1.0)[0] == 5

    class Model:
        w = 2.0

        def f(self, x):
            return self.w * x

    model = Model()
    assert chad.jvp(model.f, (3.0,), (1.0,))[1] == 2
    model.w = 7.0
    assert chad.jvp(model.f, (3.0,), (1.0,))[1] == 7


def test_jacobians_and_hessians():
    f = lambda x, y: np.outer(x, y)
    by_x, by_y = chad.jacobian(f, (0, 1))(X, Y[:3])
    assert by_x.shape == (5, 3, 5) and by_y.shape == (5, 3, 3)
    close(by_x, np.einsum("ik,j->ijk", np.eye(5), Y[:3]))
    for mode in ("forward", "reverse"):
        close(chad.jacobian(lambda x: np.sin(x), mode=mode)(X), np.diag(np.cos(X)))
    assert chad.jacobian(lambda x: x * x)(3.0) == 6


def test_sparse_jacobians():
    def f(x, y):
        return x[1:] * x[:-1], y * x[0]

    data, indices, indptr = chad.jacobian(f, (0, 1), sparse=True)(X, Y[:2])
    n = len(X)
    dense = np.zeros((n + 1, n + 2))
    rows = np.repeat(np.arange(n + 1), np.diff(indptr))
    dense[rows, indices] = data
    expected = np.zeros((n + 1, n + 2))
    for i in range(n - 1):
        expected[i, i], expected[i, i + 1] = X[i + 1], X[i]
    for i in range(2):
        expected[n - 1 + i, 0], expected[n - 1 + i, n + i] = Y[i], X[0]
    close(dense, expected)
    assert len(data) == 2 * (n - 1) + 4
    with pytest.raises(chad.TraceError, match="floats of one type"):
        chad.jacobian(lambda x: x.astype(np.float32), sparse=True)(X)


def test_hessians():
    close(chad.hessian(cube)(X), np.diag(6 * X))
    close(chad.hvp(cube, (X,), (Y,)), 6 * X * Y)
    tree = chad.hessian(lambda p: p["a"] ** 2 * np.sum(p["b"]))({"a": 2.0, "b": X})
    close(tree["a"]["b"], np.full(5, 4.0))
    close(tree["b"]["b"], np.zeros((5, 5)))
    close(chad.hvp(lambda a, b: a * np.sum(b**2), (2.0, X), (1.0, Y))[1], 2 * X + 4 * Y)


def test_derivatives_nest():
    close(chad.grad(chad.grad(chad.grad(lambda x: np.sin(x))))(0.3), -np.cos(0.3))
    # ∂/∂x (x · ∂/∂y (x·y)) = 2x: the inner derivative is not confused with the outer one.
    f = lambda x: x * chad.grad(lambda y: x * y)(2.0)
    assert chad.grad(f)(3.0) == 6
    close(chad.grad(lambda x: chad.jvp(np.sin, (x,), (1.0,))[1])(0.3), -np.sin(0.3))
    close(chad.grad(lambda x: chad.vjp(np.sin, x)[1](x)[0])(0.3), np.cos(0.3) - 0.3 * np.sin(0.3))
    # Through a closure over an array of a loop.
    g = lambda x: np.sum(chad.map(lambda e: chad.grad(lambda z: z**2 * e)(e), x))
    close(chad.grad(g)(X), 4 * X)


def test_closures():
    scale, table = 3.0, np.arange(5.0)
    close(chad.grad(lambda x: np.sum(scale * table * x))(X), 3 * np.arange(5.0))

    @chad.jit
    def outer(x, y):
        return chad.grad(lambda z: np.sum(z * y))(x) + y

    close(outer(X, Y), 2 * Y)


def test_jit():
    calls = []

    @chad.jit
    def f(x, n):
        calls.append(n)
        return x * n, (n, x.shape[0])

    for _ in range(3):
        a, (n, count) = f(X, 2)
    f(X, 3)
    assert len(calls) == 1 and count == 5 and n == 2
    f(X[:3], 2)
    f(X, 2.0)
    assert len(calls) == 3
    assert "arith.mulf" in f.lower(X, 2)
    assert f.__name__ == "f"


def test_static_arguments_by_name_or_place():
    @chad.jit(static_argnames=("n", "mode"))
    def power(x, n, mode="sum"):
        for _ in range(n):
            x = x * x
        return np.sum(x) if mode == "sum" else np.prod(x)

    x = np.array([1.0, 2.0])
    assert power(x, 2) == power(x, n=2) == 17.0 and power(x, 1, "product") == power(x, 1, mode="product") == 4.0


def test_static_arguments():
    @chad.jit(static_argnums=1, static_argnames="mode")
    def f(x, n, mode="a"):
        for _ in range(n):
            x = x * 2
        return x if mode == "a" else -x

    close(f(X, 3), 8 * X)
    close(f(X, 2, mode="b"), -4 * X)
    # A string is no array, and static anyway.
    close(chad.jit(lambda x, how: getattr(np, how)(x))(X, "sin"), np.sin(X))
    with pytest.raises(chad.ArgumentError, match="neither an array nor hashable"):
        chad.jit(lambda x, s: x)(X, {1, 2})


def test_dynamic_shapes():
    calls = []

    @chad.jit(dynamic=True)
    def f(x, y):
        calls.append(1)
        n = x.shape[0]
        inner = lambda z: np.sum(np.sin(z) * y) / n + np.mean(z[1:] * z[:-1])
        return chad.grad(inner)(x), x.shape[0] * 2, np.concatenate([x, y]).reshape(-1, 2)

    def expected(x, y):
        shifted = np.concatenate([x[1:], [0]]) + np.concatenate([[0], x[:-1]])
        return np.cos(x) * y / len(x) + shifted / (len(x) - 1)

    for n in (5, 3, 10):
        x, y = rng.normal(size=n), rng.normal(size=n)
        gradient, twice, both = f(x, y)
        close(gradient, expected(x, y))
        assert twice == 2 * n and both.shape == (n, 2)
    assert len(calls) == 1
    with pytest.raises(chad.RunError, match="several extents"):
        f(np.zeros(4), np.zeros(3))


def test_dynamic_matrices():
    f = chad.jit(lambda a, b: chad.grad(lambda a: np.sum(np.tanh(a @ b + b[0]) ** 2))(a), dynamic=True)
    for m, k, n in [(2, 3, 4), (5, 1, 2), (1, 1, 1)]:
        a, b = rng.normal(size=(m, k)), rng.normal(size=(k, n))
        t = np.tanh(a @ b + b[0])
        close(f(a, b), (2 * t * (1 - t * t)) @ b.T)


Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Model:
    w: np.ndarray
    parts: list
    name: str = "m"


def test_trees():
    model = Model(X, [Y, {"k": np.array(2.0)}, None, Point(1.0, X)])

    def loss(m):
        assert m.name == "m"
        return np.sum(m.w * m.parts[0]) * m.parts[1]["k"] + m.parts[3].x * np.sum(m.parts[3].y)

    value = chad.jit(loss)(model)
    close(value, (X * Y).sum() * 2 + X.sum())
    arrays = {"w": X, "p": (Y, Point(2.0, [X])), "none": None}
    gradient = chad.grad(lambda t: np.sum(t["w"] * t["p"][0]) * t["p"][1].x + np.sum(t["p"][1].y[0]))(arrays)
    close(gradient["w"], 2 * Y)
    assert type(gradient["p"][1]) is Point and gradient["none"] is None
    close(gradient["p"][1].x, (X * Y).sum())
    out = chad.jit(lambda m: {"a": [m["b"]], "c": ()})({"b": X})
    assert out["c"] == () and isinstance(out["a"], list)


def test_registered_trees():
    class Pair:
        def __init__(self, a, b):
            self.a, self.b = a, b

    chad.tree.register(Pair, lambda p: ((p.a, p.b), None), lambda _, c: Pair(*c))
    gradient = chad.grad(lambda p: np.sum(p.a * p.b))(Pair(X, Y))
    close(gradient.a, Y)


def test_vmap():
    matrix = rng.normal(size=(4, 5))
    close(chad.vmap(lambda r: np.sum(r * r))(matrix), (matrix**2).sum(1))
    close(chad.vmap(lambda a, b: a @ b, in_axes=(0, None))(matrix, X), matrix @ X)
    close(chad.vmap(lambda c: np.cumsum(c), in_axes=1, out_axes=1)(matrix), np.cumsum(matrix, 0))
    close(chad.vmap(chad.grad(cube))(matrix), 3 * matrix**2)
    close(chad.grad(lambda m: np.sum(chad.vmap(np.sin)(m)))(matrix), np.cos(matrix))
    out = chad.vmap(lambda p, y: {"s": p["a"] * y}, in_axes=({"a": 0}, 0))({"a": X}, Y)
    close(out["s"], X * Y)
    close(chad.vmap(chad.vmap(lambda x: x * 2))(matrix), 2 * matrix)
    close(chad.vmap(lambda x: np.float64(1.0))(X), np.ones(5))
    with pytest.raises(chad.TraceError, match="axis of a number"):
        chad.vmap(lambda x: x)(1.0)


def test_stop_gradient():
    assert chad.grad(lambda x: x * chad.stop_gradient(x))(3.0) == 3
    close(chad.grad(lambda x: np.sum(chad.stop_gradient({"a": x})["a"] * x))(X), X)
    assert chad.stop_gradient(2.0) == 2.0


def network(w, xs):
    def step(state, row):
        return np.sin(state + row), None

    h = np.tanh(xs @ w)
    return np.sum(np.exp(chad.fold(step, np.zeros(w.shape[1]), h)[0])), h


def functions_of(program):
    """The text of each function of a program, by its name."""
    return dict(re.findall(r"^  func\.func @([\w.]+)\((.*?)^  }$", program.text, re.M | re.S))


@pytest.mark.parametrize("transform", [chad.vjp, chad.linearize])
def test_the_primal_is_computed_once(transform):
    rng = np.random.default_rng(0)
    w, xs = rng.normal(size=(3, 2)), rng.normal(size=(5, 3))
    (value, h), linear = transform(network, w, xs)
    close(value, chad.jit(network)(w, xs)[0])
    rows = chad.jacobian(network, (0, 1))(w, xs)
    if transform is chad.vjp:
        for i in range(3):
            c = rng.normal(size=h.shape)
            for mine, k in zip(linear((2.0 + i, c)), (0, 1)):
                close(mine, (2 + i) * rows[0][k] + np.tensordot(c, rows[1][k], 2))
    else:
        for _ in range(3):
            t = rng.normal(size=w.shape), rng.normal(size=xs.shape)
            dv, dh = linear(*t)
            close(dv, sum(np.sum(r * a) for r, a in zip(rows[0], t)))
            close(dh, sum(np.tensordot(r, a, 2) for r, a in zip(rows[1], t)))
    # What is called again has none of the function's own operations, and reads what was kept of them.
    text = functions_of(linear.program)
    for op in ("math.exp", "math.tanh", "math.sin"):
        assert op in text["main.fwd"] and op not in text["main.bwd"], op
    assert "kept0" in text["main.bwd"] and linear.nbytes > 0


def test_what_is_kept_is_safe():
    x = np.array([0.5, 1.0, 2.0])
    value, back = chad.vjp(lambda x: np.exp(x) * x, x)
    expected = (1 + x) * np.exp(x)
    value *= 0
    x *= 0
    close(back(np.ones(3))[0], expected)
    close(back(2 * np.ones(3))[0], 2 * expected)
    # A part of the derivative that does not depend on the cotangents, and arguments without one.
    (a, n), back = chad.vjp(lambda x, n, y: (np.sum(np.sin(x)), n + 1), np.ones(3), 3, np.ones(2))
    gx, gn, gy = back((2.0, 0))
    close(gx, 2 * np.cos(np.ones(3)))
    assert n == 4 and gn is None and list(gy) == [0, 0]
    gy += 1
    assert list(back((2.0, 0))[2]) == [0, 0]
    # Where functions are traced, such a function is a part of the program.
    _, back = chad.vjp(np.sin, 0.5)
    close(chad.grad(lambda c: back(c)[0] ** 2)(3.0), 6 * np.cos(0.5) ** 2)
    again = pickle.loads(pickle.dumps(back.program))
    assert again.parts == back.program.parts
    with pytest.raises(chad.ArgumentError, match=r"shape \(2,\), and must be of float64"):
        back(np.ones(2))
    with pytest.raises(chad.ArgumentError, match="must be"):
        back((1.0, 2.0))


def test_custom_vjp():
    @chad.custom_vjp
    def clipped(x, limit):
        """The identity, whose cotangent is clipped."""
        return x * 1.0, np.sum(x)

    clipped.defvjp(
        lambda x, limit: ((x * 1.0, np.sum(x)), limit),
        lambda limit, c: (cnp.clip(c[0] * 100, -limit, limit) + c[1], None),
    )
    close(clipped(X, 2.0)[0], X)
    # A rule that is not linear in the cotangents is warned of, at the user's own line.
    with pytest.warns(chad.CompileWarning, match="not linear"):
        gradient = chad.grad(lambda x, l: np.sum(clipped(x, l)[0]) + clipped(x, l)[1] * 0)(X, 2.0)
    close(gradient, np.full(5, 2.0))
    assert clipped.__doc__.startswith("The identity")
    # Forwards the function itself is differentiated.
    close(chad.jvp(lambda x: clipped(x, 2.0)[0], (X,), (Y,))[1], Y)
    table = np.arange(5.0)

    @chad.custom_vjp
    def g(x):
        return x

    with pytest.raises(chad.TraceError, match="has no rule yet"):
        g(X)
    g.defvjp(lambda x: (x, ()), lambda kept, c: (c * table,))
    close(chad.grad(lambda x: np.sum(g(x)))(X), table)
    close(chad.grad(lambda x: np.sum(chad.map(lambda e: cnp.sum(g(x)) * e, x)))(np.ones(5)),
          5 * table + 5)  # fmt: skip
    # None is zero, also where the extents of the argument are known only when the program runs.
    k = chad.custom_vjp(lambda x, y, n: x * 2.0)
    k.defvjp(lambda x, y, n: (x * 2.0, x), lambda kept, c: (c * 2.0 + 0.0 * kept, None, None))
    by_rows = chad.grad(lambda x, y: np.sum(k(np.sum(x), y, 3)) * np.sum(y[0]), argnums=(0, 1))
    for x, y in ((np.ones(3), np.ones((2, 4))), (np.ones(1), np.ones((1, 0)))):
        dx, dy = chad.jit(by_rows, dynamic=True)(x, y)
        close(dx, np.full(x.shape, 2.0 * y[0].sum()))
        expected = np.zeros(y.shape)
        expected[0] = 2 * x.sum()
        close(dy, expected)
    with pytest.raises(chad.TraceError, match="takes all arrays as arguments"):

        @chad.jit
        def outer(y):
            h = chad.custom_vjp(lambda x: x * y)
            h.defvjp(lambda x: (x, ()), lambda kept, c: (c,))
            return h(y)

        outer(X)


def test_custom_jvp():
    @chad.custom_jvp
    def f(x, n):
        return x**2

    @f.defjvp
    def rule(primals, tangents):
        x, n = primals
        return x**2, 10 * x * tangents[0]

    close(f(X, 1), X**2)
    close(chad.jvp(lambda x: f(x, 1), (X,), (Y,))[1], 10 * X * Y)


def test_check_grads():
    chad.check_grads(lambda p, n: np.sum(p["a"] * np.exp(p["b"])) * n, ({"a": X, "b": Y}, 3), order=2)
    chad.check_grads(lambda x: np.sin(x), (X.astype(np.float32),))

    @chad.custom_vjp
    def wrong(x):
        return x**2

    wrong.defvjp(lambda x: (x**2, x), lambda x, c: (3 * x * c,))
    with pytest.raises(AssertionError, match="reverse and forward"):
        chad.check_grads(wrong, (X,))

    # The rule is right for values that are not those of the function.
    @chad.custom_jvp
    def other(x):
        return x**2

    other.defjvp(lambda x, t: (3 * x[0], 3 * t[0]))
    with pytest.raises(AssertionError, match="differences"):
        chad.check_grads(other, (X,))


def test_shape_checks():
    with pytest.raises(chad.TraceError, match=r"one float, and this one returns float64\[5\]"):
        chad.grad(lambda x: x * 2)(X)
    with pytest.raises(chad.TraceError, match="one float"):
        chad.grad(lambda x: (x, x))(2.0)
    with pytest.raises(chad.TraceError, match="a tangent has shape"):
        chad.jvp(np.sin, (X,), (X[:2],))


def line_of(error):
    return str(error.value).splitlines()


def test_errors_show_the_line():
    def bad(x):
        y = x * 2
        return y if y > 0 else -y  # the line

    with pytest.raises(chad.TraceError) as error:
        chad.grad(bad)(1.0)
    first, second = line_of(error)
    assert "test_transforms.py:" in first and "chad.cond" in first
    assert second.strip() == "return y if y > 0 else -y  # the line"
    for function, message in [
        (lambda x: x + np.ones(3), r"shapes \(5,\) and \(3,\)"),
        (lambda x: float(x[0]), "no numbers"),
        (lambda x: np.array([x[0], 1.0]), r"chad.numpy.array takes traced ones"),
        (lambda x: np.linalg.svd(x), "svd cannot be traced"),
        (lambda x: np.partition(x, 2), "partition cannot be traced"),
        (lambda x: [0] * int(x[0]), "no numbers"),
        (lambda x: x[7], "index 7 is outside of axis 0, of extent 5"),
        (lambda x: x[x > 0], "mask"),
        (lambda x: x @ x[:2], "5 and of 2"),
        (lambda x: "text", "returns arrays"),
        (lambda x: x.reshape(2, 3), "cannot have shape"),
        (lambda x: x[0, 0], "too many"),
        (lambda x: np.add(x, x, out=np.zeros(5)), "'out' is not there"),
        (lambda x: x.astype(np.longdouble), "no arrays of"),
        (lambda x: x.sum(3), "no axis 3"),
    ]:
        with pytest.raises(chad.TraceError, match=message) as error:
            chad.jit(function)(X)
        assert "test_transforms.py:" in line_of(error)[0]


def test_change_in_place():
    def f(x):
        x[0] = 1

    with pytest.raises(chad.TraceError, match=r"x.at\[i\].set"):
        chad.jit(f)(X)


def test_leaks_of_traced_arrays():
    kept = []
    chad.jit(lambda x: (kept.append(x), x)[1])(X)
    with pytest.raises(chad.TraceError, match="traced before"):
        chad.jit(lambda x: x + kept[0])(X)

    def f(x):
        inner = []
        chad.map(lambda e: (inner.append(e), e)[1], x)
        return inner[0] * 2

    with pytest.raises(chad.TraceError, match="outside of it"):
        chad.jit(f)(X)
    with pytest.raises(chad.TraceError, match="only possible in a function that is traced"):
        kept[0] + 1
    # Afterwards all is as before.
    close(chad.grad(cube)(X), 3 * X**2)


def test_run_errors_show_the_line():
    f = chad.jit(lambda x, i: x[i] * 2)
    with pytest.raises(chad.RunError, match="test_transforms.py") as error:
        f(X, 9)
    assert error.value.file == __file__ and error.value.line > 0
    assert "f = chad.jit(lambda x, i: x[i] * 2)" in str(error.value)
    assert f(X, -1) == X[-1] * 2


def test_unsigned_results():
    f = chad.jit(lambda x: (x * 2, x.astype(np.uint16)))
    a, b = f(np.array([200, 3], np.uint8))
    assert a.dtype == np.uint8 and list(a) == [144, 6] and b.dtype == np.uint16


def test_options_and_programs():
    f = chad.jit(lambda x: np.sin(x), threads=2, optimization=1)
    close(f(X), np.sin(X))
    program = f.program(X)
    close(pickle.loads(pickle.dumps(program))(X), np.sin(X))
    with pytest.raises(TypeError, match="no option"):
        chad.jit(lambda x: x, fast=True)


def test_programs_in_traced_functions():
    program = chad.compile(
        "func.func private @square(%x: tensor<?xf64>) -> tensor<?xf64> {"
        " %y = arith.mulf %x, %x : tensor<?xf64> return %y : tensor<?xf64> }"
        "func.func @f(%x: tensor<?xf64>, %n: index, %s: tensor<f64>) -> (tensor<?xf64>, tensor<f64>) {"
        " %y = func.call @square(%x) : (tensor<?xf64>) -> tensor<?xf64>"
        " return %y, %s : tensor<?xf64>, tensor<f64> }"
    )
    f = chad.from_program(program, "f")
    close(f(X, 1, 2.0)[0], X**2)
    loss = lambda x: np.sum(f(x, 1, x[0])[0] * x) + f(x, 1, x[0])[1]
    close(chad.grad(loss)(X), 3 * X**2 + np.eye(5)[0])
    close(chad.vjp(lambda x: f(x, 1, 2.0)[0], X)[1](Y)[0], 2 * X * Y)
    close(chad.jacobian(lambda x: f(x, 1, 2.0)[0])(X), np.diag(2 * X))
    close(chad.jit(lambda x: f(x, 1, 2.0)[0], dynamic=True)(X), X**2)
    close(chad.vmap(lambda x: f(x, 1, 2.0)[0])(np.stack([X, Y])), np.stack([X, Y]) ** 2)
    with pytest.raises(chad.TraceError, match="argument #0 of 'f'"):
        chad.jit(lambda x: f(x, 1, 2.0))(X.astype(np.float32))


def test_methods():
    class Layer:
        def __init__(self, w):
            self.w = w

        @chad.jit
        def apply(self, x):
            return x * 2

    layer = Layer(X)
    close(chad.grad(lambda w: np.sum(w * layer.w))(Y), X)


def test_custom_jvp_in_reverse():
    """The reverse derivative is the transpose of the rule, also if the rule calls the function, and for second
    derivatives.
    """

    @chad.custom_jvp
    def f(x, n, y):
        return {"a": np.round(x) * y, "n": n + 1}

    @f.defjvp
    def rule(primals, tangents):
        x, n, y = primals
        return f(x, n, y), {"a": 2.0 * tangents[0] * y + f(x, n, y)["a"] / y * tangents[2], "n": None}

    x, y = np.array([0.6, 1.7, -2.2]), np.array([1.0, 2.0, 3.0])
    loss = lambda x, y: np.sum(f(x, 3, y)["a"] ** 2)
    by_x, by_y = chad.grad(loss, (0, 1))(x, y)
    np.testing.assert_allclose(by_x, 4 * np.round(x) * y**2, rtol=1e-14)
    np.testing.assert_allclose(by_y, 2 * np.round(x) ** 2 * y, rtol=1e-14)
    np.testing.assert_allclose(chad.hessian(lambda x: loss(x, y))(x), np.diag(8 * y**2), rtol=1e-14)
    loop = lambda x: chad.fold(lambda s, e: (f(s, 1, e)["a"], s), 1.2, x)[0]
    np.testing.assert_allclose(chad.grad(loop)(y), chad.jacobian(loop, mode="forward")(y), rtol=1e-14)
    assert chad.grad(loop)(y)[1] != 0


def test_checkpoint():
    """With checkpoints loops keep fewer states, and gradients stay the same."""
    state = np.linspace(0.5, 1.0, 200)

    def run(x, steps):
        last = chad.fori_loop(0, steps, lambda i, s: np.sin(s) * x + s, state)
        folded = chad.fold(lambda s, e: (np.cos(s) * e + s, None), last, np.linspace(0, 0.1, 50))[0]
        return np.sum(
            chad.while_loop(lambda s: s[0] < 40, lambda s: (s[0] + 1, np.tanh(s[1] + x)), (0, folded))[1]
        )

    def peak(f):
        gradient = chad.grad(f)
        value = gradient(0.01, 1000)
        text = chad.grad(f).lower(0.01, 1000)
        return value, text

    plain, text = peak(run)
    assert "chad.checkpoint" not in text
    for options, attribute in (
        ({}, "{chad.checkpoint}"),
        ({"levels": 2}, "{chad.checkpoint = 2 : i64}"),
        ({"states": 30}, "{chad.checkpoint = {states = 30 : i64}}"),
        ({"nbytes": 50000, "levels": 3}, "{chad.checkpoint = {bytes = 50000 : i64, levels = 3 : i64}}"),
        ({"states": 12, "binomial": True}, "{chad.checkpoint = {states = 12 : i64, binomial}}"),
        ({"inline": True}, "{chad.checkpoint = {inline}}"),
        ({"levels": 2, "inline": True}, "{chad.checkpoint = {levels = 2 : i64, inline}}"),
    ):
        kept, text = peak(chad.checkpoint(run, **options))
        assert text.count(attribute) == 3
        np.testing.assert_allclose(kept, plain, rtol=1e-12)
    for options, message in (
        ({"levels": 0}, "1 to 16"),
        ({"states": 0}, "1 or more, and not 0"),
        ({"states": 3, "nbytes": 3}, "not both"),
        ({"binomial": True}, "with 'states' or 'nbytes'"),
        ({"states": 3, "levels": 2, "binomial": True}, "without 'levels'"),
    ):
        with pytest.raises(ValueError, match=message):
            chad.checkpoint(run, **options)


def test_show(monkeypatch):
    """Shows the code, and the derivation if chad-explain is installed."""
    shown = chad.show(lambda x, y: x * np.sin(y), 1.0, 2.0)
    assert "math.sin" in str(shown) and "llvm" in shown.program.mlir
    program = chad.compile("func.func @f(%x: f64) -> f64 {\n %y = arith.mulf %x, %x : f64\n return %y : f64\n}")
    assert "arith.mulf" in repr(chad.show(program))
    from chad.showing import find_explain

    if find_explain():
        assert "func.func" in shown.explain() and "reverse" in shown.explain().lower()
        assert "srcdoc" in shown._repr_html_() and "reverse" in chad.show(program).explain().lower()
    monkeypatch.setattr("chad.showing.find_explain", lambda: None)
    assert "<pre>" in shown._repr_html_()


def test_calls_are_found_by_dtypes_shapes_and_kinds():
    """The extension finds the program of a second call without Python code; each combination has its own
    program.
    """
    traced = []

    @chad.jit
    def f(x, y):
        traced.append((x.dtype, x.shape, y.dtype, y.shape))
        return x * y + 1, y

    cases = [
        (np.arange(3.0), np.arange(3.0)), (np.arange(3.0), 2.0), (np.arange(3.0), 2), (2, np.arange(3)),
        (np.arange(3, dtype="f4"), np.float32(2)), (np.arange(6.0).reshape(2, 3), np.arange(3.0)),
        (np.arange(3.0).astype(">f8"), 2.0), (np.arange(6.0)[::2], 2.0), (True, 2.5), (np.arange(3, dtype="u4"), 2),
        (np.arange(3) + 1j, 2.0), (np.zeros((0, 3)), 1.0), (np.array(3.0), 1.0),
    ]  # fmt: skip
    for _ in range(3):
        for x, y in cases:
            z, same = f(x, y)
            np.testing.assert_array_equal(z, x * y + 1)
            np.testing.assert_array_equal(same, y)
    assert len(traced) == len(set(traced))
    # Names, trees, and arguments that choose among programs are not looked for there.
    g = chad.jit(lambda x, scale=1.0: {"y": x["x"] * scale})
    assert g({"x": 2.0}, scale=3.0)["y"] == g({"x": 2.0}, 3.0)["y"] == 6
    power = chad.jit(lambda x, n: x**n, static_argnums=1)
    assert [power(2.0, n) for n in (1, 2, 3, 2)] == [2, 4, 8, 4]
    # Constants are passed after the arguments.
    table = np.random.default_rng(0).normal(size=5000)
    h = chad.jit(lambda x: np.sum(x * table))
    assert [round(float(h(x) / x), 9) for x in (1.0, 2.0, 3.0)] == [round(float(table.sum()), 9)] * 3
    many = chad.jit(lambda x: x.sum(), dynamic=True)
    assert [many(np.ones(n)) for n in range(20)] == list(range(20))
    # While a function is traced, arrays are constants of it.
    twice = chad.jit(lambda x: 2 * x)
    twice(np.ones(3))
    twice(np.ones(3))
    assert chad.jit(lambda x: x * twice(np.ones(3))[1])(3.0) == 6
