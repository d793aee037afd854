"""Models in JAX of common kinds, each with small arguments."""
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy.special import logsumexp


def normal(rng, *shape, scale=0.5):
    return rng.normal(size=shape) * scale


def mlp(rng):
    def loss(w1, b1, w2, b2, w3, b3, x, labels):
        h = jax.nn.relu(x @ w1 + b1)
        h = jnp.tanh(h @ w2 + b2)
        logits = h @ w3 + b3
        return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(x.shape[0]), labels])

    shapes = [(7, 16), (16,), (16, 12), (12,), (12, 5), (5,), (6, 7)]
    return loss, [*(normal(rng, *s) for s in shapes), rng.integers(0, 5, size=6).astype(np.int32)]


def convnet(rng):
    def loss(k1, b1, k2, b2, w, b, x, labels):
        def conv(x, k, strides, padding):
            return lax.conv_general_dilated(
                x, k, strides, padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))

        h = jax.nn.relu(conv(x, k1, (1, 1), "SAME") + b1)
        h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        h = jax.nn.gelu(conv(h, k2, (2, 2), "VALID") + b2)
        h = lax.reduce_window(h, 0.0, lax.add, (1, 2, 1, 1), (1, 1, 1, 1), "VALID") / 2
        logits = h.reshape(h.shape[0], -1) @ w + b
        return jnp.mean(logsumexp(logits, axis=1) - logits[jnp.arange(2), labels])

    shapes = [(3, 3, 2, 4), (4,), (3, 3, 4, 3), (3,), (12, 4), (4,), (2, 14, 10, 2)]
    return loss, [*(normal(rng, *s) for s in shapes), np.array([3, 1], np.int32)]


def transformer(rng):
    heads = 2

    def layer_norm(x, scale, shift):
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale + shift

    def loss(x, wq, wk, wv, wo, s1, t1, s2, t2, w1, b1, w2, b2, target):
        n, d = x.shape
        h = layer_norm(x, s1, t1)
        q, k, v = ((h @ w).reshape(n, heads, d // heads) for w in (wq, wk, wv))
        scores = jnp.einsum("qhd,khd->hqk", q, k) / np.sqrt(d // heads)
        mask = jnp.tril(jnp.ones((n, n), bool))
        p = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)
        x = x + jnp.einsum("hqk,khd->qhd", p, v).reshape(n, d) @ wo
        h = layer_norm(x, s2, t2)
        x = x + jax.nn.gelu(h @ w1 + b1, approximate=False) @ w2 + b2
        return jnp.mean((x - target) ** 2)

    n, d, f = 6, 8, 12
    shapes = [(n, d), (d, d), (d, d), (d, d), (d, d), (d,), (d,), (d,), (d,), (d, f), (f,), (f, d),
              (d,), (n, d)]
    return loss, [normal(rng, *s) for s in shapes]


def rnn(rng):
    """A network with gates, over a sequence, with a loss at each step."""

    def loss(wx, wh, b, wo, xs, targets):
        def step(state, x):
            h, c = state
            i, f, g, o = jnp.split(x @ wx + h @ wh + b, 4, axis=-1)
            c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h @ wo

        zeros = jnp.zeros((xs.shape[1], wh.shape[0]), xs.dtype)
        (h, _), ys = lax.scan(step, (zeros, zeros), xs)
        return jnp.mean((ys - targets) ** 2) + jnp.sum(h * h)

    shapes = [(3, 20), (5, 20), (20,), (5, 2), (9, 2, 3), (9, 2, 2)]
    return loss, [normal(rng, *s) for s in shapes]


def gmm(rng):
    """The log-posterior of a mixture of normal distributions, as in ADBench (Srajer et al. 2018)."""
    d, k, n = 3, 4, 10

    def loss(alphas, means, ics, x):
        rows, columns = np.tril_indices(d, -1)

        def factor(ic):
            return jnp.zeros((d, d), ic.dtype).at[rows, columns].set(ic[d:]) + jnp.diag(jnp.exp(ic[:d]))

        factors = jax.vmap(factor)(ics)
        centered = x[:, None, :] - means[None]
        y = jnp.einsum("kij,nkj->nki", factors, centered)
        main = alphas + ics[:, :d].sum(1) - 0.5 * jnp.sum(y * y, axis=2)
        likelihood = jnp.sum(logsumexp(main, axis=1)) - n * logsumexp(alphas)
        gamma, m = 1.0, 2
        degrees = d + m + 1
        prior = 0.5 * gamma**2 * (jnp.sum(jnp.exp(2 * ics[:, :d])) + jnp.sum(ics[:, d:] ** 2))
        prior = prior - m * jnp.sum(ics[:, :d])
        constant = degrees * d * (np.log(gamma) - 0.5 * np.log(2.0))
        constant -= sum(math.lgamma(0.5 * (degrees - j)) for j in range(d))
        return likelihood + prior - k * constant - 0.5 * n * d * np.log(2 * np.pi)

    shapes = [(k,), (k, d), (k, d + d * (d - 1) // 2), (n, d)]
    return loss, [normal(rng, *s) for s in shapes]


def unet(rng):
    """Down by strides, up by repeating and by a transposed convolution, with arrays passed across."""
    dims = ("NHWC", "HWIO", "NHWC")

    def loss(k1, k2, k3, k4, k5, x, target):
        def conv(x, k, stride=1):
            return lax.conv_general_dilated(x, k, (stride, stride), "SAME", dimension_numbers=dims)

        def group_norm(x):
            mean = x.mean((1, 2), keepdims=True)
            return (x - mean) / jnp.sqrt(x.var((1, 2), keepdims=True) + 1e-5)

        a = jax.nn.silu(group_norm(conv(x, k1)))
        b = jax.nn.silu(group_norm(conv(a, k2, 2)))
        c = jax.nn.silu(conv(b, k3))
        up = lax.conv_transpose(c, k4, (2, 2), "SAME", dimension_numbers=dims)
        again = jnp.repeat(jnp.repeat(b, 2, axis=1), 2, axis=2)
        y = conv(jnp.concatenate([up + again, a], axis=-1), k5)
        return jnp.mean(jnp.abs(y - target) + (y - target) ** 2)

    shapes = [(3, 3, 1, 3), (3, 3, 3, 4), (3, 3, 4, 4), (2, 2, 4, 4), (3, 3, 7, 1), (1, 8, 8, 1),
              (1, 8, 8, 1)]
    return loss, [normal(rng, *s) for s in shapes]


def ode(rng):
    """A neural differential equation by the method of Runge and Kutta."""

    def loss(w1, b1, w2, y0, target):
        def slope(t, y):
            return jnp.tanh(y @ w1 + b1 + t) @ w2 - 0.1 * y

        steps, h = 12, 0.1

        def step(i, y):
            t = i * h
            k1 = slope(t, y)
            k2 = slope(t + h / 2, y + h / 2 * k1)
            k3 = slope(t + h / 2, y + h / 2 * k2)
            k4 = slope(t + h, y + h * k3)
            return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

        y = lax.fori_loop(0, steps, step, y0)
        return jnp.sum((y - target) ** 2)

    shapes = [(3, 6), (6,), (6, 3), (4, 3), (4, 3)]
    return loss, [normal(rng, *s) for s in shapes]


MODELS = {f.__name__: f for f in (mlp, convnet, transformer, rnn, gmm, unet, ode)}
