# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulations, geometry and data analysis, in plain form and by JAX's functions of whole arrays."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from plain_base import dot, floats, lse, mv, program, rng, total

import chad
import chad.numpy as cnp


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
