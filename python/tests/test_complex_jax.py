"""Derivatives of functions of complex numbers, compared with JAX: both have the same convention."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
from test_complex import M, N, W, X, Z, close, numbers

import chad
import chad.jax as cj

jax.config.update("jax_enable_x64", True)


DERIVATIVES = {
    "abs": (jnp.abs, Z), "conj": (jnp.conj, Z), "parts": (lambda z: z.real * z.imag, Z), "exp": (jnp.exp, Z),
    "log": (jnp.log, Z), "sqrt": (jnp.sqrt, Z), "tanh": (jnp.tanh, Z), "power": (lambda z, w: (z + 3) ** w, Z, W),
    "cube": (lambda z: z**3, Z), "divide": (jnp.divide, Z, W), "angle": (jnp.angle, Z),
    "complex": (lambda x, y: jnp.sin(jax.lax.complex(x, y)), X, X + 1), "matmul": (jnp.matmul, M, N),
    "einsum": (lambda z, w: jnp.einsum("ij,ij->i", z, w.conj()), Z, W), "where": (lambda z: jnp.where(z.real > 0, z * z, 1j), Z),
    "real and complex": (lambda x, z: x * z + jnp.cos(x), X, Z), "fft": (jnp.fft.fft, Z), "ifft": (jnp.fft.ifft, Z),
    "rfft": (jnp.fft.rfft, X), "irfft": (lambda z: jnp.fft.irfft(z, 6), Z), "fft2": (jnp.fft.fft2, Z),
    "fft by stages": (jnp.fft.fft, numbers(2, 20)), "fft2 by stages": (jnp.fft.fft2, numbers(18, 20)),
    "ifftn by stages": (jnp.fft.ifftn, numbers(2, 3, 20)), "rfft2 by stages": (jnp.fft.rfft2, numbers(3, 18).real),
    "irfft2 by stages": (lambda z: jnp.fft.irfft2(z, (20, 18)), numbers(20, 10)), "irfft by stages": (lambda z: jnp.fft.irfft(z, 25), numbers(13)),
    "batches of fft": (jax.vmap(jnp.fft.fft, 1, 1), numbers(24, 3)), "convolution by fft": (
        lambda x, y: jax.scipy.signal.fftconvolve(x, y), numbers(14).real, numbers(9).real),
    "shapes": (lambda z: jnp.concatenate([z.T[1:], z.reshape(4, 3)])[::-1], Z), "cumsum": (lambda z: jnp.cumsum(z, 1), Z),
    "scan": (lambda z: jax.lax.scan(lambda s, r: (s * 0.3 + jnp.sin(r), s), z[0], z), Z),
    "gather": (lambda z: z[jnp.array([2, 0, 2])] * 2j, Z), "sinh": (lambda z: jnp.sinh(z) + jnp.cosh(z), Z),
    "narrow": (lambda z: jnp.exp(z), Z.astype(np.complex64)),
    **{name: (getattr(jnp, name), Z) for name in ("arcsin", "arccos", "arctan", "arcsinh", "arctanh")},
    # JAX's derivative of acosh has the other sign for negative real parts.
    "arccosh": (lambda z: jnp.arccosh(jnp.abs(z.real) + 1j * z.imag), Z),
}  # fmt: skip


def parts(value):
    return (value.real, value.imag) if jnp.iscomplexobj(value) else (value,)


@pytest.mark.parametrize("name", DERIVATIVES)
def test_derivatives(name):
    """Values and gradients; and forward and reverse derivatives of the functions as functions of JAX."""
    function, *args = DERIVATIVES[name]
    rtol = 1e-4 if name == "narrow" else 1e-10
    numbers = tuple(range(len(args)))

    def loss(*args):
        outs = [p for o in jax.tree.leaves(function(*args)) for p in parts(o)]
        return sum(jnp.sum(jnp.sin(o + 0.3) * o) for o in outs)

    both = lambda value, gradient: lambda *a: (value(*a), gradient(*a))
    mine = chad.jit(both(cj.from_jax(function), chad.grad(cj.from_jax(loss), numbers)))(*args)
    other = jax.jit(both(function, jax.grad(loss, numbers)))(*args)
    for a, b in zip(jax.tree.leaves(mine), jax.tree.leaves(other), strict=True):
        close(a, b, rtol)


HOLOMORPHIC = {
    "cube": (lambda z: z**3 + 2j * z, W[0]), "mixed": (lambda z: jnp.sin(z[::-1]) * z[0], Z[0]), "fft": (jnp.fft.fft, Z[0]),
    "matrix": (lambda z: jnp.tanh(z @ N), M), "narrow": (lambda z: jnp.exp(z), Z[0].astype(np.complex64)),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLOMORPHIC)
def test_holomorphic_functions(name):
    """Jacobians in both modes, gradients and Hessians."""
    f, z = HOLOMORPHIC[name]
    rtol = 1e-4 if name == "narrow" else 1e-10
    mine = cj.from_jax(f)
    close(chad.jacobian(mine, holomorphic=True)(z), jax.jacfwd(f, holomorphic=True)(z), rtol)
    close(chad.jacobian(mine, mode="reverse", holomorphic=True)(z), jax.jacrev(f, holomorphic=True)(z), rtol)
    total, other = (lambda z: jnp.sum(f(z) * z.ravel()[0])), cj.from_jax(lambda z: jnp.sum(f(z) * z.ravel()[0]))
    close(chad.grad(other, holomorphic=True)(z), jax.grad(total, holomorphic=True)(z), rtol)
    value, _ = chad.value_and_grad(other, holomorphic=True)(z)
    close(value, total(z), rtol)
    close(chad.hessian(other, holomorphic=True)(z), jax.hessian(total, holomorphic=True)(z), rtol)


def test_jacobians_of_parts():
    """Jacobians of complex results by floats, of floats by complex arguments, and of functions that are not
    holomorphic.
    """
    w, x = W[0], X[0]
    f = lambda x, w: {"c": jnp.exp(1j * x) * w[:2, None], "s": jnp.sum(x)}
    for mode in ("auto", "forward", "reverse"):
        found = chad.jacobian(cj.from_jax(f), mode=mode)(x, w)
        for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(jax.jacfwd(f)(x, w)), strict=True):
            close(a, b, 1e-10)
        g = lambda z, x: (jnp.abs(z) ** 3 * x, jnp.sum(z.real * z.imag))
        found = chad.jacobian(cj.from_jax(g), (0, 1), mode=mode)(w, x)
        for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(jax.jacrev(g, (0, 1))(w, x)), strict=True):
            close(a, b, 1e-10)
    # JAX takes them along the real direction, or of the real part.
    h = lambda z: z * jnp.conj(z[0]) + jnp.abs(z)
    close(
        chad.jacobian(cj.from_jax(h), mode="forward", holomorphic=True)(w),
        jax.jacfwd(h, holomorphic=True)(w),
        1e-10,
    )
    close(
        chad.jacobian(cj.from_jax(h), mode="reverse", holomorphic=True)(w),
        jax.jacrev(h, holomorphic=True)(w),
        1e-10,
    )
    for wrong, message in (
        (lambda: chad.jacobian(cj.from_jax(h))(w), "holomorphic=True"),
        (lambda: chad.jacobian(cj.from_jax(f), holomorphic=True)(x, w), "of complex numbers"),
        (lambda: chad.jacobian(cj.from_jax(jnp.abs), holomorphic=True)(w), "returns complex numbers"),
        (lambda: chad.grad(lambda z: abs(z), holomorphic=True)(1j), "returns complex numbers"),
        (lambda: chad.grad(lambda x: x * 1j, holomorphic=True)(1.0), "of complex numbers"),
        (lambda: chad.jacobian(np.abs, sparse=True)(w), "a sparse one is of floats"),
    ):
        with pytest.raises(chad.TraceError, match=message):
            wrong()


def test_products_with_jacobians():
    """jvp, vjp and linearize of functions that are not holomorphic."""
    f = lambda z, x: (z * jnp.conj(z[0]) + x, jnp.abs(z) * x)
    mine, args, along = cj.from_jax(f), (W[0], X[0]), (Z[0], X[0] + 1)
    cotangents = (Z[0] * 1j, X[0])
    for a, b in (
        (chad.jvp(mine, args, along), jax.jvp(f, args, along)),
        (chad.vjp(mine, *args)[1](cotangents), jax.vjp(f, *args)[1](cotangents)),
        (chad.linearize(mine, *args)[1](*along), jax.linearize(f, *args)[1](*along)),
    ):
        for u, v in zip(jax.tree.leaves(a), jax.tree.leaves(b), strict=True):
            close(u, v, 1e-10)


def test_in_jax():
    f, g = cj.as_jax(lambda z, x: (np.exp(z) * x, np.abs(z))), lambda z, x: (jnp.exp(z) * x, jnp.abs(z))
    for a, b in zip(jax.jit(f)(Z, X), g(Z, X), strict=True):
        close(a, b)
    loss = lambda h: lambda z, x: sum(jnp.sum(jnp.abs(o) ** 3) for o in h(z, x))
    for a, b in zip(jax.jit(jax.grad(loss(f), (0, 1)))(Z, X), jax.grad(loss(g), (0, 1))(Z, X), strict=True):
        close(a, b, 1e-10)
    for a, b in zip(
        jax.tree.leaves(jax.jvp(f, (Z, X), (W, X))), jax.tree.leaves(jax.jvp(g, (Z, X), (W, X))), strict=True
    ):
        close(a, b, 1e-10)
    close(jax.jit(jax.vmap(f))(Z, X)[0], g(Z, X)[0])


def test_second_derivatives_of_transforms():
    weights = np.cos(np.arange(20.0))
    f = lambda x: (
        jnp.sum(jnp.abs(jnp.fft.fft(jnp.sin(x))) ** 3 * weights) + jnp.sum(jnp.abs(jnp.fft.rfft(x**2)) ** 2)
    )
    x, along = numbers(20).real, numbers(20).real
    close(chad.hvp(cj.from_jax(f), (x,), (along,)), np.asarray(jax.jvp(jax.grad(f), (x,), (along,))[1]), 1e-10)
    close(chad.jvp(cj.from_jax(f), (x,), (along,))[1], np.asarray(jax.jvp(f, (x,), (along,))[1]), 1e-10)
    by_jax = jax.jit(jax.hessian(cj.jit(f)))(x)
    close(np.asarray(by_jax), np.asarray(jax.hessian(f)(x)), 1e-9)
