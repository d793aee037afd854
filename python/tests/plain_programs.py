# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in plain form, by maps, builds, folds and reductions of scalars and rows as a person would write them, and the same
models by JAX's functions of whole arrays.

`PROGRAMS` has for each name the arguments, the positions of those that are differentiated by, and both functions.
`bench_plain_programs.py` measures them, and `test_plain_programs.py` compares them.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import chad
import chad.numpy as cnp

rng = np.random.default_rng(0)
PROGRAMS: dict = {}


def floats(*s, scale=1.0):
    return scale * rng.normal(size=s)


def program(name, args, by, mine, other):
    PROGRAMS[name] = (args, by, mine, other)


total = lambda a: chad.reduce(lambda p, q: p + q, a, 0.0)
dot = lambda a, b: total(chad.map(lambda x, y: x * y, a, b))
mv = lambda m, v: chad.map(lambda r: dot(r, v), m)


def softmax(v):
    m = chad.stop_gradient(chad.reduce(lambda a, b: cnp.maximum(a, b), v, -np.inf))
    e = chad.map(lambda x: cnp.exp(x - m), v)
    s = total(e)
    return chad.map(lambda x: x / s, e)


def lse(v):
    m = chad.stop_gradient(chad.reduce(lambda a, b: cnp.maximum(a, b), v, -np.inf))
    return cnp.log(total(chad.map(lambda x: cnp.exp(x - m), v))) + m


# mixture of experts
def moe(x, g, w1, w2):
    def token(t):
        p = softmax(mv(g, t))
        outs = chad.map(
            lambda a, b, q: chad.map(lambda z: z * q, mv(b, chad.map(cnp.tanh, mv(a, t)))), w1, w2, p
        )
        y = chad.reduce(lambda a, b: a + b, outs, 0.0)
        return dot(y, y)

    return total(chad.map(token, x))


def moe_j(x, g, w1, w2):
    p = jax.nn.softmax(x @ g.T, -1)
    h = jnp.tanh(jnp.einsum("ehd,td->teh", w1, x))
    y = jnp.einsum("edh,teh,te->td", w2, h, p)
    return (y * y).sum()


program(
    "moe",
    (floats(256, 32), floats(8, 32, scale=0.3), floats(8, 64, 32, scale=0.2), floats(8, 32, 64, scale=0.2)),
    (0, 1, 2, 3),
    moe,
    moe_j,
)


# robot arm
def arm(angles, target, lengths):
    def one(th, tg):
        def step(s, e):
            a, l = e
            rot = s[0]
            pos = s[1]
            c, si = cnp.cos(a), cnp.sin(a)
            r2 = cnp.stack(
                [cnp.stack([c, -si, 0 * c]), cnp.stack([si, c, 0 * c]), cnp.stack([0 * c, 0 * c, 1 + 0 * c])]
            )
            r = rot @ r2
            return (r, pos + l * r[0]), None

        (r, p), _ = chad.fold(step, (np.eye(3), np.zeros(3)), (th, lengths))
        d = p - tg
        return dot(d, d)

    return total(chad.map(one, angles, target))


def arm_j(angles, target, lengths):
    def one(th, tg):
        def step(s, e):
            a, l = e
            rot, pos = s
            c, si = jnp.cos(a), jnp.sin(a)
            r2 = jnp.array([[c, -si, 0], [si, c, 0], [0, 0, 1]])
            r = rot @ r2
            return (r, pos + l * r[0]), None

        (r, p), _ = lax.scan(step, (jnp.eye(3), jnp.zeros(3)), (th, lengths))
        return ((p - tg) ** 2).sum()

    return jax.vmap(one)(angles, target).sum()


program("arm", (floats(2000, 6), floats(2000, 3), 1 + floats(6, scale=0.1)), (0, 2), arm, arm_j)


# GRU on sequences
def gru(x, wz, wr, wh, uz, ur, uh):
    def seq(xs):
        sig = lambda v: chad.map(lambda a: 1 / (1 + cnp.exp(-a)), v)
        add = lambda a, b: chad.map(lambda p, q: p + q, a, b)

        def step(h, xt):
            z = sig(add(mv(wz, xt), mv(uz, h)))
            r = sig(add(mv(wr, xt), mv(ur, h)))
            c = chad.map(cnp.tanh, add(mv(wh, xt), mv(uh, chad.map(lambda a, b: a * b, r, h))))
            return chad.map(lambda z, h, c: (1 - z) * h + z * c, z, h, c), None

        h, _ = chad.fold(step, np.zeros(32), xs)
        return dot(h, h)

    return total(chad.map(seq, x))


def gru_j(x, wz, wr, wh, uz, ur, uh):
    def step(h, xt):
        z = jax.nn.sigmoid(xt @ wz.T + h @ uz.T)
        r = jax.nn.sigmoid(xt @ wr.T + h @ ur.T)
        c = jnp.tanh(xt @ wh.T + (r * h) @ uh.T)
        return (1 - z) * h + z * c, None

    h, _ = lax.scan(step, jnp.zeros((x.shape[0], 32)), x.transpose(1, 0, 2))
    return (h * h).sum()


program(
    "gru",
    (
        floats(64, 20, 16),
        *(floats(32, 16, scale=0.3) for _ in range(3)),
        *(floats(32, 32, scale=0.2) for _ in range(3)),
    ),
    tuple(range(1, 7)),
    gru,
    gru_j,
)


# ising mean field
def ising(J, h):
    def step(m, _):
        return chad.map(lambda r, b: cnp.tanh(dot(r, m) + b), J, h), None

    m, _ = chad.fold(step, np.zeros(200), np.zeros(20))
    return dot(m, h)


def ising_j(J, h):
    m, _ = lax.scan(lambda m, _: (jnp.tanh(J @ m + h), None), jnp.zeros(200), None, length=20)
    return m @ h


program("ising", (floats(200, 200, scale=0.03), floats(200)), (0, 1), ising, ising_j)


# trilinear
def trilinear(a, b, c, t):
    def o(tk):
        return total(chad.map(lambda ti, x: x * dot(mv(ti, c), b), tk, a))

    return total(chad.map(lambda v: v * v, chad.map(o, t)))


def trilinear_j(a, b, c, t):
    y = jnp.einsum("kijl,i,j,l->k", t, a, b, c)
    return (y * y).sum()


program(
    "trilinear",
    (floats(32), floats(32), floats(32), floats(32, 32, 32, 32, scale=0.1)),
    (0, 1, 2, 3),
    trilinear,
    trilinear_j,
)


# depthwise convolution
def depthwise(x, w):
    H, W = 34, 34

    def chan(xc, wc):
        return total(
            chad.build(
                lambda i: total(
                    chad.build(
                        lambda j: cnp.tanh(
                            total(
                                chad.build(
                                    lambda p: total(chad.build(lambda q: xc[i + p, j + q] * wc[p, q], 3)), 3
                                )
                            )
                        ),
                        W - 2,
                    )
                ),
                H - 2,
            )
        )

    return total(chad.map(lambda xi: total(chad.map(chan, xi, w)), x))


def depthwise_j(x, w):
    y = lax.conv_general_dilated(x, w[:, None], (1, 1), "VALID", feature_group_count=w.shape[0])
    return jnp.tanh(y).sum()


program("depthwise", (floats(8, 16, 34, 34), floats(16, 3, 3)), (0, 1), depthwise, depthwise_j)


# cross entropy over vocabulary
def xent(x, w, y):
    def row(xi, yi):
        z = mv(w, xi)
        return lse(z) - z[yi]

    return total(chad.map(row, x, y))


def xent_j(x, w, y):
    z = x @ w.T
    return (jax.nn.logsumexp(z, -1) - jnp.take_along_axis(z, y[:, None], 1)[:, 0]).sum()


program(
    "xent", (floats(256, 64), floats(2000, 64, scale=0.1), rng.integers(0, 2000, 256)), (0, 1), xent, xent_j
)


# graph network
def gnn(h, src, dst, w1, w2):
    def layer(h, w):
        msg = chad.map(lambda s: chad.map(cnp.tanh, mv(w, h[s])), src)
        agg = chad.scatter_add(cnp.zeros((500, 32)), dst, msg)
        return chad.map(lambda a, b: chad.map(lambda p, q: p + q, a, b), agg, h)

    h = layer(layer(h, w1), w2)
    return total(chad.map(lambda r: dot(r, r), h))


def gnn_j(h, src, dst, w1, w2):
    def layer(h, w):
        return jnp.zeros((500, 32)).at[dst].add(jnp.tanh(h[src] @ w.T)) + h

    h = layer(layer(h, w1), w2)
    return (h * h).sum()


program(
    "gnn",
    (
        floats(500, 32),
        rng.integers(0, 500, 3000),
        rng.integers(0, 500, 3000),
        floats(32, 32, scale=0.2),
        floats(32, 32, scale=0.2),
    ),
    (0, 3, 4),
    gnn,
    gnn_j,
)


# n-body
def nbody(pos, mass):
    def one(p, m):
        def other(q, k):
            d = q - p
            return k / cnp.sqrt(dot(d, d) + 0.01)

        return m * total(chad.map(other, pos, mass))

    return total(chad.map(one, pos, mass))


def nbody_j(pos, mass):
    d = pos[None] - pos[:, None]
    return (mass[:, None] * mass[None] / jnp.sqrt((d * d).sum(-1) + 0.01)).sum()


program("nbody", (floats(500, 3), 1 + floats(500, scale=0.1)), (0, 1), nbody, nbody_j)


# kalman (log likelihood, scalar observations, 4 states)
def kalman(A, Q, H, r, ys):
    def step(s, y):
        m, Pm = s
        m = A @ m
        Pm = A @ Pm @ A.T + Q
        S = dot(H, Pm @ H) + r
        K = (Pm @ H) / S
        e = y - dot(H, m)
        m = m + K * e
        Pm = Pm - K[:, None] * (H @ Pm)[None]
        return (m, Pm), e * e / S + cnp.log(S)

    _, l = chad.fold(step, (np.zeros(4), np.eye(4)), ys)
    return total(l)


def kalman_j(A, Q, H, r, ys):
    def step(s, y):
        m, Pm = s
        m = A @ m
        Pm = A @ Pm @ A.T + Q
        S = H @ Pm @ H + r
        K = (Pm @ H) / S
        e = y - H @ m
        return (m + K * e, Pm - jnp.outer(K, H @ Pm)), e * e / S + jnp.log(S)

    return lax.scan(step, (jnp.zeros(4), jnp.eye(4)), ys)[1].sum()


program(
    "kalman",
    (np.eye(4) * 0.9 + floats(4, 4, scale=0.05), np.eye(4) * 0.1, floats(4), 0.5, floats(500)),
    (0, 1, 2, 3),
    kalman,
    kalman_j,
)


# CRF log partition
def crf(em, tr):
    def seq(e):
        def step(a, ei):
            return chad.build(lambda j: lse(chad.build(lambda i: a[i] + tr[i, j], 12)) + ei[j], 12), None

        a, _ = chad.fold(step, np.zeros(12), e)
        return lse(a)

    return total(chad.map(seq, em))


def crf_j(em, tr):
    def seq(e):
        return jax.nn.logsumexp(
            lax.scan(lambda a, ei: (jax.nn.logsumexp(a[:, None] + tr, 0) + ei, None), jnp.zeros(12), e)[0]
        )

    return jax.vmap(seq)(em).sum()


program("crf", (floats(32, 50, 12), floats(12, 12)), (0, 1), crf, crf_j)


# sinkhorn
def sinkhorn(x, y):
    C = chad.map(lambda a: chad.map(lambda b: dot(a - b, a - b), y), x)
    Ct = cnp.matrix_transpose(C)

    def step(g, _):
        f = chad.map(lambda r: -lse(chad.map(lambda c, gg: gg - c, r, g)), C)
        g = chad.map(lambda r: -lse(chad.map(lambda c, ff: ff - c, r, f)), Ct)
        return g, None

    g, _ = chad.fold(step, np.zeros(100), np.zeros(10))
    f = chad.map(lambda r: -lse(chad.map(lambda c, gg: gg - c, r, g)), C)
    return total(f) + total(g)


def sinkhorn_j(x, y):
    C = ((x[:, None] - y[None]) ** 2).sum(-1)
    L = jax.nn.logsumexp

    def step(g, _):
        f = -L(g[None] - C, 1)
        return -L(f[:, None] - C, 0), None

    g, _ = lax.scan(step, jnp.zeros(100), None, length=10)
    return (-L(g[None] - C, 1)).sum() + g.sum()


program("sinkhorn", (floats(100, 3), floats(100, 3)), (0, 1), sinkhorn, sinkhorn_j)


# soft-DTW
def softdtw(x, y):
    def min3(a, b, c):
        m = cnp.minimum(cnp.minimum(a, b), c)
        return m - cnp.log(cnp.exp(m - a) + cnp.exp(m - b) + cnp.exp(m - c))

    big = 1e3

    def row(prev, xi):
        def cell(s, e):
            up, diag, yj = e
            v = (xi - yj) ** 2 + min3(s, up, diag)
            return v, v

        p, first = prev
        _, r = chad.fold(cell, big + 0 * xi, (p, cnp.concat([cnp.reshape(first, (1,)), p[:-1]]), y))
        return (r, big + 0 * xi), None

    (r, _), _ = chad.fold(row, (np.full(100, big), 0.0), x)
    return r[-1]


def softdtw_j(x, y):
    def min3(a, b, c):
        m = jnp.minimum(jnp.minimum(a, b), c)
        return m - jnp.log(jnp.exp(m - a) + jnp.exp(m - b) + jnp.exp(m - c))

    def row(prev, xi):
        p, first = prev

        def cell(s, e):
            v = (xi - e[2]) ** 2 + min3(s, e[0], e[1])
            return v, v

        _, r = lax.scan(cell, 1e3, (p, jnp.concatenate([first[None], p[:-1]]), y))
        return (r, jnp.array(1e3)), None

    return lax.scan(row, (jnp.full(100, 1e3), jnp.array(0.0)), x)[0][0][-1]


program("softdtw", (floats(100), floats(100)), (0, 1), softdtw, softdtw_j)


# VAE-like: encoder, reparametrisation, decoder
def vae(x, eps, w1, wm, ws, w2, w3):
    def one(xi, e):
        h = chad.map(cnp.tanh, mv(w1, xi))
        m = mv(wm, h)
        s = mv(ws, h)
        z = chad.map(lambda a, b, c: a + cnp.exp(b / 2) * c, m, s, e)
        y = mv(w3, chad.map(cnp.tanh, mv(w2, z)))
        rec = total(chad.map(lambda a, b: (a - b) ** 2, y, xi))
        return rec + total(chad.map(lambda a, b: a * a + cnp.exp(b) - b, m, s)) / 2

    return total(chad.map(one, x, eps))


def vae_j(x, e, w1, wm, ws, w2, w3):
    h = jnp.tanh(x @ w1.T)
    m = h @ wm.T
    s = h @ ws.T
    z = m + jnp.exp(s / 2) * e
    y = jnp.tanh(z @ w2.T) @ w3.T
    return ((y - x) ** 2).sum() + (m * m + jnp.exp(s) - s).sum() / 2


program(
    "vae",
    (
        floats(256, 64),
        floats(256, 8),
        floats(128, 64, scale=0.1),
        floats(8, 128, scale=0.1),
        floats(8, 128, scale=0.1),
        floats(128, 8, scale=0.3),
        floats(64, 128, scale=0.1),
    ),
    (2, 3, 4, 5, 6),
    vae,
    vae_j,
)


# bilinear sampling
def bilinear(im, pts):
    def one(p):
        x, y = p[0], p[1]
        i, j = cnp.floor(x), cnp.floor(y)
        a, b = x - i, y - j
        i, j = cnp.astype(i, np.int64), cnp.astype(j, np.int64)
        v = (1 - a) * ((1 - b) * im[i, j] + b * im[i, j + 1]) + a * (
            (1 - b) * im[i + 1, j] + b * im[i + 1, j + 1]
        )
        return v * v

    return total(chad.map(one, pts))


def bilinear_j(im, pts):
    x, y = pts[:, 0], pts[:, 1]
    i, j = jnp.floor(x), jnp.floor(y)
    a, b = x - i, y - j
    i, j = i.astype(int), j.astype(int)
    v = (1 - a) * ((1 - b) * im[i, j] + b * im[i, j + 1]) + a * ((1 - b) * im[i + 1, j] + b * im[i + 1, j + 1])
    return (v * v).sum()


program("bilinear", (floats(128, 128), rng.uniform(0, 126, (20000, 2))), (0, 1), bilinear, bilinear_j)


# factorization machine
def fm(X, w, V):
    def row(x):
        lin = dot(x, w)
        s = chad.map(
            lambda v: (lambda a: a * a)(dot(v, x)) - total(chad.map(lambda p, q: p * p * q * q, v, x)), V
        )
        return cnp.log1p(cnp.exp(-(lin + total(s) / 2)))

    return total(chad.map(row, X))


def fm_j(X, w, V):
    s = (X @ V.T) ** 2 - (X * X) @ (V * V).T
    return jnp.log1p(jnp.exp(-(X @ w + s.sum(1) / 2))).sum()


program("fm", (floats(2000, 50, scale=0.3), floats(50), floats(10, 50, scale=0.3)), (1, 2), fm, fm_j)


# Burgers
def burgers(u0, nu):
    def step(u, _):
        n = 256
        return chad.build(
            lambda i: (
                u[i]
                - 0.1 * u[i] * (u[(i + 1) % n] - u[(i + n - 1) % n]) / 2
                + nu * (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n])
            ),
            n,
        ), None

    u, _ = chad.fold(step, u0, np.zeros(200))
    return dot(u, u)


def burgers_j(u0, nu):
    def step(u, _):
        r, l = jnp.roll(u, -1), jnp.roll(u, 1)
        return u - 0.1 * u * (r - l) / 2 + nu * (r - 2 * u + l), None

    u, _ = lax.scan(step, u0, None, length=200)
    return u @ u


program("burgers", (floats(256, scale=0.3), 0.1), (0, 1), burgers, burgers_j)


# word2vec negative sampling
def w2v(E, C, ci, oi, ni):
    sp = lambda t: cnp.log1p(cnp.exp(-t))

    def one(c, o, ns):
        v = E[c]
        return sp(dot(v, C[o])) + total(chad.map(lambda n: sp(-dot(v, C[n])), ns))

    return total(chad.map(one, ci, oi, ni))


def w2v_j(E, C, ci, oi, ni):
    sp = lambda t: jnp.log1p(jnp.exp(-t))
    v = E[ci]
    return sp((v * C[oi]).sum(-1)).sum() + sp(-jnp.einsum("bd,bnd->bn", v, C[ni])).sum()


program(
    "w2v",
    (
        floats(1000, 32, scale=0.3),
        floats(1000, 32, scale=0.3),
        rng.integers(0, 1000, 2000),
        rng.integers(0, 1000, 2000),
        rng.integers(0, 1000, (2000, 5)),
    ),
    (0, 1),
    w2v,
    w2v_j,
)


# RBF kernel ridge objective
def rbf(X, a, y, ls):
    def row(x, yi):
        f = total(
            chad.map(
                lambda z, b: b * cnp.exp(-total(chad.map(lambda p, q, l: ((p - q) / l) ** 2, x, z, ls)) / 2),
                X,
                a,
            )
        )
        return (f - yi) ** 2

    return total(chad.map(row, X, y))


def rbf_j(X, a, y, ls):
    Z = X / ls
    d = ((Z[:, None] - Z[None]) ** 2).sum(-1)
    return ((jnp.exp(-d / 2) @ a - y) ** 2).sum()


program("rbf", (floats(400, 8), floats(400), floats(400), 1 + rng.random(8)), (0, 1, 3), rbf, rbf_j)


# causal attention with mask
def causal(x, wq, wk, wv):
    q = chad.map(lambda t: mv(wq, t), x)
    k = chad.map(lambda t: mv(wk, t), x)
    v = chad.map(lambda t: mv(wv, t), x)
    n = x.shape[0]
    vt = cnp.matrix_transpose(v)

    def row(i):
        s = chad.build(lambda j: cnp.where(j <= i, dot(q[i], k[j]) / 8.0, -1e9), n)
        o = mv(vt, softmax(s))
        return dot(o, o)

    return total(chad.build(row, n))


def causal_j(x, wq, wk, wv):
    q, k, v = x @ wq.T, x @ wk.T, x @ wv.T
    s = jnp.where(jnp.tril(jnp.ones((x.shape[0],) * 2, bool)), q @ k.T / 8, -1e9)
    o = jax.nn.softmax(s, -1) @ v
    return (o * o).sum()


program(
    "causal",
    (floats(256, 64), floats(64, 64, scale=0.1), floats(64, 64, scale=0.1), floats(64, 64, scale=0.1)),
    (0, 1, 2, 3),
    causal,
    causal_j,
)


# matrix factorisation with biases on observed entries
def mf(U, V, bu, bv, i, j, r):
    return total(chad.map(lambda a, b, c: (dot(U[a], V[b]) + bu[a] + bv[b] - c) ** 2, i, j, r))


def mf_j(U, V, bu, bv, i, j, r):
    return (((U[i] * V[j]).sum(-1) + bu[i] + bv[j] - r) ** 2).sum()


program(
    "mf",
    (
        floats(500, 16),
        floats(400, 16),
        floats(500),
        floats(400),
        rng.integers(0, 500, 10000),
        rng.integers(0, 400, 10000),
        floats(10000),
    ),
    (0, 1, 2, 3),
    mf,
    mf_j,
)


# LSTM cell over sequences, batch in map
def lstm(x, W, U, b):
    def seq(xs):
        def step(s, xt):
            h, c = s
            z = chad.map(lambda p, q, r: p + q + r, mv(W, xt), mv(U, h), b)
            sg = lambda a: 1 / (1 + cnp.exp(-a))
            c = chad.map(lambda i, f, g, c: sg(f) * c + sg(i) * cnp.tanh(g), z[:32], z[32:64], z[64:96], c)
            h = chad.map(lambda o, c: sg(o) * cnp.tanh(c), z[96:], c)
            return (h, c), None

        (h, c), _ = chad.fold(step, (np.zeros(32), np.zeros(32)), xs)
        return dot(h, h)

    return total(chad.map(seq, x))


def lstm_j(x, W, U, b):
    def step(s, xt):
        h, c = s
        z = xt @ W.T + h @ U.T + b
        i, f, g, o = jnp.split(z, 4, -1)
        S = jax.nn.sigmoid
        c = S(f) * c + S(i) * jnp.tanh(g)
        h = S(o) * jnp.tanh(c)
        return (h, c), None

    z = jnp.zeros((x.shape[0], 32))
    (h, c), _ = lax.scan(step, (z, z), x.transpose(1, 0, 2))
    return (h * h).sum()


program(
    "lstm",
    (floats(64, 20, 16), floats(128, 16, scale=0.2), floats(128, 32, scale=0.2), floats(128, scale=0.1)),
    (1, 2, 3),
    lstm,
    lstm_j,
)


# Black-Scholes Monte Carlo (Heston-like path)
def heston(z1, z2, k, th, xi, s0):
    dt = 0.01

    def path(a, b):
        def step(s, e):
            x, v = s
            vp = cnp.maximum(v, 0.0)
            sq = cnp.sqrt(vp + 1e-12)
            x = x - vp / 2 * dt + sq * np.sqrt(dt) * e[0]
            v = v + k * (th - vp) * dt + xi * sq * np.sqrt(dt) * e[1]
            return (x, v), None

        (x, v), _ = chad.fold(step, (0.0, 0.04), (a, b))
        return cnp.maximum(s0 * cnp.exp(x) - 1.0, 0.0)

    return total(chad.map(path, z1, z2))


def heston_j(z1, z2, k, th, xi, s0):
    dt = 0.01

    def path(a, b):
        def step(s, e):
            x, v = s
            vp = jnp.maximum(v, 0.0)
            sq = jnp.sqrt(vp + 1e-12)
            return (
                x - vp / 2 * dt + sq * np.sqrt(dt) * e[0],
                v + k * (th - vp) * dt + xi * sq * np.sqrt(dt) * e[1],
            ), None

        (x, v), _ = lax.scan(step, (0.0, 0.04), (a, b))
        return jnp.maximum(s0 * jnp.exp(x) - 1.0, 0.0)

    return jax.vmap(path)(z1, z2).sum()


program("heston", (floats(2000, 50), floats(2000, 50), 2.0, 0.04, 0.3, 1.0), (2, 3, 4, 5), heston, heston_j)


# 2-D Gaussian splatting: pixels x gaussians
def splat(mu, ls, col, target):
    def px(i):
        def qx(j):
            x, y = cnp.astype(i, np.float64) / 32, cnp.astype(j, np.float64) / 32
            v = total(
                chad.map(
                    lambda m, s, c: c * cnp.exp(-((x - m[0]) ** 2 + (y - m[1]) ** 2) * cnp.exp(s)), mu, ls, col
                )
            )
            return (v - target[i, j]) ** 2

        return total(chad.build(qx, 32))

    return total(chad.build(px, 32))


def splat_j(mu, ls, col, target):
    g = jnp.arange(32.0) / 32
    x, y = jnp.meshgrid(g, g, indexing="ij")
    d = (x[..., None] - mu[:, 0]) ** 2 + (y[..., None] - mu[:, 1]) ** 2
    return ((jnp.exp(-d * jnp.exp(ls)) @ col - target) ** 2).sum()


program(
    "splat",
    (rng.random((100, 2)), 4 + floats(100, scale=0.3), floats(100), rng.random((32, 32))),
    (0, 1, 2),
    splat,
    splat_j,
)


# HMM forward over batch with shared transition matrix
def hmmb(em, A):
    def seq(e):
        def step(a, ei):
            b = chad.map(lambda p, q: p * q, mv(A, a), ei)
            s = total(b)
            return chad.map(lambda t: t / s, b), cnp.log(s)

        _, l = chad.fold(step, np.full(24, 1 / 24), e)
        return total(l)

    return total(chad.map(seq, em))


def hmmb_j(em, A):
    def seq(e):
        def step(a, ei):
            b = (A @ a) * ei
            s = b.sum()
            return b / s, jnp.log(s)

        return lax.scan(step, jnp.full(24, 1 / 24), e)[1].sum()

    return jax.vmap(seq)(em).sum()


program("hmmb", (rng.random((32, 50, 24)), rng.random((24, 24))), (0, 1), hmmb, hmmb_j)


# layer norm + mlp residual stack shared over tokens
def lnmlp(x, g, w1, w2):
    def tok(t):
        m = total(t) / 64
        d = chad.map(lambda a: a - m, t)
        v = dot(d, d) / 64
        n = chad.map(lambda a, s: a / cnp.sqrt(v + 1e-5) * s, d, g)
        h = chad.map(lambda a: a / (1 + cnp.exp(-a)), mv(w1, n))
        y = chad.map(lambda a, b: a + b, t, mv(w2, h))
        return dot(y, y)

    return total(chad.map(tok, x))


def lnmlp_j(x, g, w1, w2):
    d = x - x.mean(-1, keepdims=True)
    n = d / jnp.sqrt((d * d).mean(-1, keepdims=True) + 1e-5) * g
    y = x + jax.nn.silu(n @ w1.T) @ w2.T
    return (y * y).sum()


program(
    "lnmlp",
    (floats(256, 64), 1 + floats(64, scale=0.1), floats(256, 64, scale=0.1), floats(64, 256, scale=0.1)),
    (0, 1, 2, 3),
    lnmlp,
    lnmlp_j,
)


# polynomial features regression, Horner inside map, high order
def horner(c, x, y):
    def one(xi, yi):
        v, _ = chad.fold(lambda s, a: (s * xi + a, None), 0.0, c)
        return (v - yi) ** 2

    return total(chad.map(one, x, y))


def horner_j(c, x, y):
    v = lax.scan(lambda s, a: (s * x + a, None), jnp.zeros_like(x), c)[0]
    return ((v - y) ** 2).sum()


program("horner", (floats(20), rng.uniform(-1, 1, 20000), floats(20000)), (0,), horner, horner_j)


# Cox partial likelihood
def cox(X, b, ev):
    eta = mv(X, b)
    c = chad.scan(lambda a, b: a + b, chad.map(cnp.exp, eta), 0.0, reverse=True)
    return total(chad.map(lambda e, s, d: d * (cnp.log(s) - e), eta, c, ev))


def cox_j(X, b, ev):
    eta = X @ b
    c = jnp.cumsum(jnp.exp(eta)[::-1])[::-1]
    return (ev * (jnp.log(c) - eta)).sum()


program(
    "cox", (floats(5000, 20), floats(20, scale=0.1), (rng.random(5000) < 0.5).astype(float)), (1,), cox, cox_j
)


# 2-D heat with boundary by where, build of build
def heat2d(u0, k):
    n = 64

    def step(u, _):
        def px(i):
            def qx(j):
                up = cnp.where(i > 0, u[cnp.maximum(i - 1, 0), j], 0.0)
                dn = cnp.where(i < n - 1, u[cnp.minimum(i + 1, n - 1), j], 0.0)
                lf = cnp.where(j > 0, u[i, cnp.maximum(j - 1, 0)], 0.0)
                rt = cnp.where(j < n - 1, u[i, cnp.minimum(j + 1, n - 1)], 0.0)
                return u[i, j] + 0.1 * k[i, j] * (up + dn + lf + rt - 4 * u[i, j])

            return chad.build(qx, n)

        return chad.build(px, n), None

    u, _ = chad.fold(step, u0, np.zeros(20))
    return total(chad.map(lambda r: dot(r, r), u))


def heat2d_j(u0, k):
    def step(u, _):
        p = jnp.pad(u, 1)
        return u + 0.1 * k * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * u), None

    u, _ = lax.scan(step, u0, None, length=20)
    return (u * u).sum()


program("heat2d", (floats(64, 64), rng.random((64, 64))), (0, 1), heat2d, heat2d_j)


# Lotka-Volterra RK4 over many parameter sets
def lv(par, y0):
    def f(p, s):
        return (p[0] * s[0] - p[1] * s[0] * s[1], p[2] * s[0] * s[1] - p[3] * s[1])

    def one(p, y):
        h = 0.02

        def step(s, _):
            ax = lambda s, k, c: (s[0] + c * k[0], s[1] + c * k[1])
            k1 = f(p, s)
            k2 = f(p, ax(s, k1, h / 2))
            k3 = f(p, ax(s, k2, h / 2))
            k4 = f(p, ax(s, k3, h))
            return tuple(a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(s, k1, k2, k3, k4)), None

        s, _ = chad.fold(step, (y[0], y[1]), np.zeros(100))
        return s[0] * s[0] + s[1]

    return total(chad.map(one, par, y0))


def lv_j(par, y0):
    def f(p, s):
        return jnp.stack([p[0] * s[0] - p[1] * s[0] * s[1], p[2] * s[0] * s[1] - p[3] * s[1]])

    def one(p, y):
        h = 0.02

        def step(s, _):
            k1 = f(p, s)
            k2 = f(p, s + h / 2 * k1)
            k3 = f(p, s + h / 2 * k2)
            k4 = f(p, s + h * k3)
            return s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), None

        s, _ = lax.scan(step, y, None, length=100)
        return s[0] * s[0] + s[1]

    return jax.vmap(one)(par, y0).sum()


program("lv", (1 + 0.1 * rng.random((500, 4)), 1 + rng.random((500, 2))), (0, 1), lv, lv_j)


# ray-sphere rendering
def rays(cen, rad, col, n=64):
    def px(i):
        def qx(j):
            x = (cnp.astype(j, np.float64) + 0.5) / n - 0.5
            y = (cnp.astype(i, np.float64) + 0.5) / n - 0.5
            l = cnp.sqrt(x * x + y * y + 1.0)
            dx, dy, dz = x / l, y / l, 1.0 / l

            def hit(c, r, k):
                b = dx * c[0] + dy * c[1] + dz * c[2]
                d2 = c[0] * c[0] + c[1] * c[1] + c[2] * c[2] - b * b
                return k / (1 + cnp.exp(20 * (d2 - r * r)))

            return total(chad.map(hit, cen, rad, col))

        return chad.build(qx, n)

    im = chad.build(px, n)
    return total(chad.map(lambda r: dot(r, r), im))


def rays_j(cen, rad, col, n=64):
    g = (jnp.arange(n) + 0.5) / n - 0.5
    y, x = jnp.meshgrid(g, g, indexing="ij")
    d = jnp.stack([x, y, jnp.ones_like(x)], -1)
    d = d / jnp.linalg.norm(d, axis=-1, keepdims=True)
    b = d @ cen.T
    d2 = (cen**2).sum(-1) - b * b
    im = (col / (1 + jnp.exp(20 * (d2 - rad**2)))).sum(-1)
    return (im * im).sum()


program(
    "rays",
    (np.c_[floats(30, 2, scale=0.5), 3 + rng.random(30)], rng.random(30), floats(30)),
    (0, 1, 2),
    rays,
    rays_j,
)


# rotary attention scores per head
def rotary(q, k, inv):
    T, D = q.shape

    def rot(x):
        def row(t):
            def pair(d):
                a = cnp.astype(t, np.float64) * inv[d]
                c, s = cnp.cos(a), cnp.sin(a)
                return x[t, 2 * d] * c - x[t, 2 * d + 1] * s, x[t, 2 * d] * s + x[t, 2 * d + 1] * c

            return chad.build(pair, D // 2)

        return chad.build(row, T)

    qa, qb = rot(q)
    ka, kb = rot(k)
    sc = chad.map(lambda a, b: chad.map(lambda c, d: dot(a, c) + dot(b, d), ka, kb), qa, qb)
    return total(chad.map(lse, sc))


def rotary_j(q, k, inv):
    t = jnp.arange(q.shape[0])[:, None] * inv
    c, s = jnp.cos(t), jnp.sin(t)

    def rot(x):
        a, b = x[:, ::2], x[:, 1::2]
        return a * c - b * s, a * s + b * c

    qa, qb = rot(q)
    ka, kb = rot(k)
    return jax.nn.logsumexp(qa @ ka.T + qb @ kb.T, -1).sum()


program(
    "rotary",
    (floats(128, 64, scale=0.3), floats(128, 64, scale=0.3), 1 / 100 ** (np.arange(32) / 32)),
    (0, 1),
    rotary,
    rotary_j,
)


# Lennard-Jones with minimum image convention
def lj(x):
    def one(p):
        def other(q):
            def c(a, b):
                d = a - b
                d = d - cnp.round(d)
                return d * d

            r2 = total(chad.map(c, p, q))
            inv = cnp.where(r2 > 1e-9, 0.01 / cnp.where(r2 > 1e-9, r2, 1.0), 0.0)
            s6 = inv * inv * inv
            return cnp.where(r2 < 0.16, s6 * s6 - s6, 0.0)

        return total(chad.map(other, x))

    return total(chad.map(one, x))


def lj_j(x):
    d = x[:, None] - x[None]
    d = d - jnp.round(d)
    r2 = (d * d).sum(-1)
    inv = jnp.where(r2 > 1e-9, 0.01 / jnp.where(r2 > 1e-9, r2, 1.0), 0.0)
    s6 = inv**3
    return jnp.where(r2 < 0.16, s6 * s6 - s6, 0.0).sum()


program("lj", (rng.random((300, 3)),), (0,), lj, lj_j)


# max-pool conv net on images, channel last, build style
def pool(im, w):
    def image(x):
        c = chad.build(
            lambda i: chad.build(
                lambda j: chad.map(
                    lambda k: total(
                        chad.build(lambda p: total(chad.build(lambda q: x[i + p, j + q] * k[p, q], 3)), 3)
                    ),
                    w,
                ),
                26,
            ),
            26,
        )
        m = chad.build(
            lambda i: chad.build(
                lambda j: chad.build(
                    lambda k: cnp.maximum(
                        cnp.maximum(c[2 * i, 2 * j, k], c[2 * i + 1, 2 * j, k]),
                        cnp.maximum(c[2 * i, 2 * j + 1, k], c[2 * i + 1, 2 * j + 1, k]),
                    ),
                    8,
                ),
                13,
            ),
            13,
        )
        return total(chad.map(lambda a: total(chad.map(lambda b: dot(b, b), a)), m))

    return total(chad.map(image, im))


def pool_j(im, w):
    c = lax.conv_general_dilated(im[:, None], w[:, None], (1, 1), "VALID")
    m = lax.reduce_window(c, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    return (m * m).sum()


program("pool", (floats(32, 28, 28), floats(8, 3, 3)), (1,), pool, pool_j)


# Kepler equation by Newton, vectorised over orbits
def kepler(M, e):
    def one(m, ec):
        E, _ = chad.fold(
            lambda E, _: (E - (E - ec * cnp.sin(E) - m) / (1 - ec * cnp.cos(E)), None), m, np.zeros(8)
        )
        return cnp.cos(E) - ec

    return total(chad.map(one, M, e))


def kepler_j(M, e):
    E = lax.scan(lambda E, _: (E - (E - e * jnp.sin(E) - M) / (1 - e * jnp.cos(E)), None), M, None, length=8)[0]
    return (jnp.cos(E) - e).sum()


program("kepler", (rng.random(10000) * 6, rng.random(10000) * 0.8), (0, 1), kepler, kepler_j)


# t-SNE objective
def tsne(Y, Pm):
    W = chad.map(lambda a: chad.map(lambda b: 1 / (1 + total(chad.map(lambda p, q: (p - q) ** 2, a, b))), Y), Y)
    Z = total(chad.map(total, W)) - Y.shape[0]
    return total(chad.map(lambda p, w: total(chad.map(lambda a, b: -a * cnp.log(b / Z), p, w)), Pm, W))


def tsne_j(Y, Pm):
    W = 1 / (1 + ((Y[:, None] - Y[None]) ** 2).sum(-1))
    Z = W.sum() - Y.shape[0]
    return -(Pm * jnp.log(W / Z)).sum()


program("tsne", (floats(300, 2), rng.random((300, 300)) / 9e4), (0,), tsne, tsne_j)


# power iteration spectral norm
def spectral(A, v0):
    def step(v, _):
        u = mv(A, v)
        un = cnp.sqrt(dot(u, u))
        u = chad.map(lambda a: a / un, u)
        w = chad.fold(
            lambda s, e: (chad.map(lambda a, b: a + e[1] * b, s, e[0]), None), np.zeros(A.shape[1]), (A, u)
        )[0]
        wn = cnp.sqrt(dot(w, w))
        return chad.map(lambda a: a / wn, w), None

    v, _ = chad.fold(step, v0, np.zeros(10))
    u = mv(A, v)
    return cnp.sqrt(dot(u, u))


def spectral_j(A, v0):
    def step(v, _):
        u = A @ v
        u = u / jnp.linalg.norm(u)
        w = A.T @ u
        return w / jnp.linalg.norm(w), None

    v, _ = lax.scan(step, v0, None, length=10)
    return jnp.linalg.norm(A @ v)


program("spectral", (floats(200, 100), floats(100)), (0,), spectral, spectral_j)


# batch norm network
def bn(x, w1, g, b, w2):
    h = chad.map(lambda r: mv(w1, r), x)
    ht = cnp.matrix_transpose(h)
    n = x.shape[0]

    def feat(c, gg, bb):
        m = total(c) / n
        v = total(chad.map(lambda a: (a - m) ** 2, c)) / n
        return chad.map(lambda a: cnp.maximum(gg * (a - m) / cnp.sqrt(v + 1e-5) + bb, 0.0), c)

    y = cnp.matrix_transpose(chad.map(feat, ht, g, b))
    return total(chad.map(lambda r: lse(mv(w2, r)), y))


def bn_j(x, w1, g, b, w2):
    h = x @ w1.T
    m = h.mean(0)
    v = ((h - m) ** 2).mean(0)
    y = jax.nn.relu(g * (h - m) / jnp.sqrt(v + 1e-5) + b)
    return jax.nn.logsumexp(y @ w2.T, -1).sum()


program(
    "bn",
    (
        floats(512, 32),
        floats(64, 32, scale=0.2),
        1 + floats(64, scale=0.1),
        floats(64, scale=0.1),
        floats(10, 64, scale=0.2),
    ),
    (1, 2, 3, 4),
    bn,
    bn_j,
)


# cartpole rollouts with linear policy
def cart(th, s0):
    def one(s):
        def step(st, _):
            x, v, a, w = st
            u = cnp.tanh(th[0] * x + th[1] * v + th[2] * a + th[3] * w) * 10
            c, si = cnp.cos(a), cnp.sin(a)
            t = (u + 0.05 * w * w * si) / 1.1
            aa = (9.8 * si - c * t) / (0.5 * (4 / 3 - 0.1 * c * c / 1.1))
            va = t - 0.05 * aa * c / 1.1
            return (x + 0.02 * v, v + 0.02 * va, a + 0.02 * w, w + 0.02 * aa), x * x + a * a

        _, c = chad.fold(step, (s[0], s[1], s[2], s[3]), np.zeros(100))
        return total(c)

    return total(chad.map(one, s0))


def cart_j(th, s0):
    def one(s):
        def step(st, _):
            x, v, a, w = st
            u = jnp.tanh(th @ st) * 10
            c, si = jnp.cos(a), jnp.sin(a)
            t = (u + 0.05 * w * w * si) / 1.1
            aa = (9.8 * si - c * t) / (0.5 * (4 / 3 - 0.1 * c * c / 1.1))
            va = t - 0.05 * aa * c / 1.1
            return jnp.stack([x + 0.02 * v, v + 0.02 * va, a + 0.02 * w, w + 0.02 * aa]), x * x + a * a

        return lax.scan(step, s, None, length=100)[1].sum()

    return jax.vmap(one)(s0).sum()


program("cart", (floats(4, scale=0.1), floats(200, 4, scale=0.1)), (0,), cart, cart_j)


# embedding bag + mlp
def bag(E, w, idx, y):
    def doc(ids, t):
        v = chad.reduce(lambda a, b: a + b, chad.map(lambda i: E[i], ids), 0.0)
        z = dot(v, w) / 20
        return cnp.log1p(cnp.exp(-t * z))

    return total(chad.map(doc, idx, y))


def bag_j(E, w, idx, y):
    v = E[idx].sum(1)
    z = v @ w / 20
    return jnp.log1p(jnp.exp(-y * z)).sum()


program(
    "bag",
    (floats(5000, 50), floats(50), rng.integers(0, 5000, (1000, 20)), rng.choice([-1.0, 1.0], 1000)),
    (0, 1),
    bag,
    bag_j,
)


# quaternion rotation of point clouds, one per frame
def quat(q, pts, tgt):
    def frame(a, t):
        n = cnp.sqrt(dot(a, a))
        w, x, y, z = a[0] / n, a[1] / n, a[2] / n, a[3] / n

        def pt(p, o):
            px = (1 - 2 * (y * y + z * z)) * p[0] + 2 * (x * y - w * z) * p[1] + 2 * (x * z + w * y) * p[2]
            py = 2 * (x * y + w * z) * p[0] + (1 - 2 * (x * x + z * z)) * p[1] + 2 * (y * z - w * x) * p[2]
            pz = 2 * (x * z - w * y) * p[0] + 2 * (y * z + w * x) * p[1] + (1 - 2 * (x * x + y * y)) * p[2]
            return (px - o[0]) ** 2 + (py - o[1]) ** 2 + (pz - o[2]) ** 2

        return total(chad.map(pt, pts, t))

    return total(chad.map(frame, q, tgt))


def quat_j(q, pts, tgt):
    def frame(a, t):
        w, x, y, z = a / jnp.linalg.norm(a)
        R = jnp.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
        )
        return ((pts @ R.T - t) ** 2).sum()

    return jax.vmap(frame)(q, tgt).sum()


program("quat", (floats(50, 4), floats(200, 3), floats(50, 200, 3)), (0, 1), quat, quat_j)


# linear interpolation of a table at points (searchsorted by uniform grid)
def interp(tab, x):
    def one(p):
        s = p * 99
        i = cnp.astype(cnp.floor(s), np.int64)
        f = s - cnp.floor(s)
        return (tab[i] * (1 - f) + tab[i + 1] * f) ** 2

    return total(chad.map(one, x))


def interp_j(tab, x):
    s = x * 99
    i = jnp.floor(s).astype(int)
    f = s - jnp.floor(s)
    return ((tab[i] * (1 - f) + tab[i + 1] * f) ** 2).sum()


program("interp", (floats(101), rng.random(20000)), (0, 1), interp, interp_j)


# neural ODE, Euler, batch in map
def node(x, w1, b1, w2):
    def one(x0):
        def step(s, _):
            h = chad.map(lambda r, b: cnp.tanh(dot(r, s) + b), w1, b1)
            d = mv(w2, h)
            return chad.map(lambda a, c: a + 0.1 * c, s, d), None

        s, _ = chad.fold(step, x0, np.zeros(20))
        return dot(s, s)

    return total(chad.map(one, x))


def node_j(x, w1, b1, w2):
    s, _ = lax.scan(lambda s, _: (s + 0.1 * jnp.tanh(s @ w1.T + b1) @ w2.T, None), x, None, length=20)
    return (s * s).sum()


program(
    "node",
    (floats(64, 16), floats(32, 16, scale=0.3), floats(32, scale=0.1), floats(16, 32, scale=0.3)),
    (1, 2, 3),
    node,
    node_j,
)


# mixture density network loss
def mdn(x, y, w1, wp, wm, ws):
    def one(xi, yi):
        h = chad.map(cnp.tanh, mv(w1, xi))
        p, m, s = mv(wp, h), mv(wm, h), mv(ws, h)
        t = chad.map(lambda a, b, c: a - c - ((yi - b) / cnp.exp(c)) ** 2 / 2, p, m, s)
        return lse(p) - lse(t)

    return total(chad.map(one, x, y))


def mdn_j(x, y, w1, wp, wm, ws):
    h = jnp.tanh(x @ w1.T)
    p, m, s = h @ wp.T, h @ wm.T, h @ ws.T
    L = jax.nn.logsumexp
    return (L(p, -1) - L(p - s - ((y[:, None] - m) / jnp.exp(s)) ** 2 / 2, -1)).sum()


program(
    "mdn",
    (
        floats(1000, 8),
        floats(1000),
        floats(32, 8, scale=0.3),
        floats(5, 32, scale=0.2),
        floats(5, 32, scale=0.2),
        floats(5, 32, scale=0.2),
    ),
    (2, 3, 4, 5),
    mdn,
    mdn_j,
)


# relative position bias attention, heads x positions
def relpos(q, k, bias):
    T = q.shape[1]

    def head(qh, kh, bh):
        def row(i):
            return lse(chad.build(lambda j: dot(qh[i], kh[j]) + bh[i - j + T - 1], T))

        return total(chad.build(row, T))

    return total(chad.map(head, q, k, bias))


def relpos_j(q, k, bias):
    T = q.shape[1]
    r = jnp.arange(T)[:, None] - jnp.arange(T)[None] + T - 1
    return jax.nn.logsumexp(jnp.einsum("hid,hjd->hij", q, k) + bias[:, r], -1).sum()


program(
    "relpos",
    (floats(4, 96, 32, scale=0.4), floats(4, 96, 32, scale=0.4), floats(4, 191)),
    (0, 1, 2),
    relpos,
    relpos_j,
)


# Viterbi-like soft max-plus chain + gather of labels (structured perceptron)
def structured(em, tr, lab):
    def seq(e, l):
        def step(a, ei):
            return chad.build(
                lambda j: (
                    chad.reduce(
                        lambda p, q: cnp.maximum(p, q), chad.build(lambda i: a[i] + tr[i, j], 10), -np.inf
                    )
                    + ei[j]
                ),
                10,
            ), None

        a, _ = chad.fold(step, e[0], e[1:])
        gold = total(chad.build(lambda t: e[t, l[t]], 40)) + total(chad.build(lambda t: tr[l[t], l[t + 1]], 39))
        return chad.reduce(lambda p, q: cnp.maximum(p, q), a, -np.inf) - gold

    return total(chad.map(seq, em, lab))


def structured_j(em, tr, lab):
    def seq(e, l):
        a, _ = lax.scan(lambda a, ei: ((a[:, None] + tr).max(0) + ei, None), e[0], e[1:])
        return a.max() - e[jnp.arange(40), l].sum() - tr[l[:-1], l[1:]].sum()

    return jax.vmap(seq)(em, lab).sum()


program(
    "structured",
    (floats(32, 40, 10), floats(10, 10), rng.integers(0, 10, (32, 40))),
    (0, 1),
    structured,
    structured_j,
)


# Bradley-Terry / Elo by pairs
def elo(r, i, j, w):
    return total(chad.map(lambda a, b, y: cnp.log1p(cnp.exp(-y * (r[a] - r[b]))), i, j, w))


def elo_j(r, i, j, w):
    return jnp.log1p(jnp.exp(-w * (r[i] - r[j]))).sum()


program(
    "elo",
    (floats(300), rng.integers(0, 300, 20000), rng.integers(0, 300, 20000), rng.choice([-1.0, 1.0], 20000)),
    (0,),
    elo,
    elo_j,
)


# 1-D conv stack with dilation (wavenet-like)
def wavenet(x, w1, w2):
    def conv(x, w, d):
        T = x.shape[0]

        def t(i):
            def o(wo):
                return cnp.tanh(
                    dot(wo[0], x[cnp.maximum(i - d, 0)]) * cnp.where(i >= d, 1.0, 0.0) + dot(wo[1], x[i])
                )

            return chad.map(o, w)

        return chad.build(t, T)

    h = conv(conv(x, w1, 1), w2, 2)
    return total(chad.map(lambda r: dot(r, r), h))


def wavenet_j(x, w1, w2):
    def conv(x, w, d):
        p = jnp.pad(x, ((d, 0), (0, 0)))[:-d]
        return jnp.tanh(p @ w[:, 0].T + x @ w[:, 1].T)

    h = conv(conv(x, w1, 1), w2, 2)
    return (h * h).sum()


program(
    "wavenet",
    (floats(500, 16), floats(16, 2, 16, scale=0.2), floats(16, 2, 16, scale=0.2)),
    (1, 2),
    wavenet,
    wavenet_j,
)
