# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks and other models that are learned, in plain form and by JAX's functions of whole arrays."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from plain_base import dot, floats, lse, mv, program, rng, softmax, total

import chad
import chad.numpy as cnp


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
