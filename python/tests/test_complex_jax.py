"""Derivatives of functions of complex numbers, compared with JAX, whose convention they have."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
from test_complex import M, N, W, X, Z, close

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
    "shapes": (lambda z: jnp.concatenate([z.T[1:], z.reshape(4, 3)])[::-1], Z), "cumsum": (lambda z: jnp.cumsum(z, 1), Z),
    "scan": (lambda z: jax.lax.scan(lambda s, r: (s * 0.3 + jnp.sin(r), s), z[0], z), Z),
    "gather": (lambda z: z[jnp.array([2, 0, 2])] * 2j, Z), "sinh": (lambda z: jnp.sinh(z) + jnp.cosh(z), Z),
    "narrow": (lambda z: jnp.exp(z), Z.astype(np.complex64)),
}  # fmt: skip


def parts(value):
    return (value.real, value.imag) if jnp.iscomplexobj(value) else (value,)


@pytest.mark.parametrize("name", DERIVATIVES)
def test_derivatives(name):
    """Values, gradients, and as functions of JAX, derivatives forwards and in reverse of these."""
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
