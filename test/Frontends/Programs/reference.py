"""The programs in numpy, and arguments for them."""
import math

import numpy as np

erf = np.vectorize(math.erf)


def normal(*shape, scale=0.5):
    return lambda rng: scale * rng.normal(size=shape)


def fixed(*values):
    return lambda rng: np.array(values)


def lenet(image, k1, b1, k2, b2, w3, b3, w4, b4, label):
    def conv(x, k):
        windows = np.lib.stride_tricks.sliding_window_view(x, k.shape[2:], (2, 3))
        return np.einsum("nchwij,ocij->nohw", windows, k)

    def pool(x):
        n, c, h, w = x.shape
        return x[:, :, : h // 2 * 2, : w // 2 * 2].reshape(n, c, h // 2, 2, w // 2, 2).max((3, 5))

    h = pool(np.maximum(conv(image, k1) + b1[:, None, None], 0))
    h = pool(np.maximum(conv(h, k2) + b2[:, None, None], 0))
    logits = np.tanh(h.reshape(1, -1) @ w3 + b3) @ w4 + b4
    return np.log(np.exp(logits).sum()) - logits[0, label[0]]


def transformer_block(x, wq, wk, wv, wo, g1, s1, g2, s2, w1, w2):
    def layer_norm(x, g, s):
        d = x - x.mean(1, keepdims=True)
        return d / np.sqrt((d * d).mean(1, keepdims=True) + 1e-5) * g + s

    h = layer_norm(x, g1, s1)
    q, k, v = ((h @ w).reshape(4, 2, 3).transpose(1, 0, 2) for w in (wq, wk, wv))
    p = np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(3))
    p /= p.sum(2, keepdims=True)
    x = x + (p @ v).transpose(1, 0, 2).reshape(4, 6) @ wo
    u = layer_norm(x, g2, s2) @ w1
    y = x + (u * (erf(u / np.sqrt(2)) + 1) / 2) @ w2
    return (y * y).sum()


def ode(w1, w2, y, target):
    def slope(y):
        return w2 @ np.tanh(w1 @ y)

    for _ in range(8):
        k1 = slope(y)
        k2 = slope(y + k1 / 16)
        k3 = slope(y + k2 / 16)
        k4 = slope(y + k3 / 8)
        y = y + (k1 + 2 * k2 + 2 * k3 + k4) / 48
    return ((y - target) ** 2).sum()


def neighbours(p):
    return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]


def stencil_linalg(u, k):
    for _ in range(4):
        u = u + 0.1 * (k * (neighbours(np.pad(u, 1)) - 4 * u) + np.sin(u))
    return (u * u).sum()


def stencil_slices(u, k):
    u = u.copy()
    for _ in range(3):
        c = u[1:-1, 1:-1]
        u[1:-1, 1:-1] = c + k * (neighbours(u) - 4 * c) * c * c
    return np.sin(u).sum()


def triangular_solve(l, b):
    x = np.linalg.solve(np.tril(l), b)
    return x @ x


def cholesky(a):
    return np.linalg.slogdet(np.tril(a) + np.tril(a, -1).T)[1]


def householder_qr(ab):
    a, b = ab[:, :3], ab[:, 3]
    rest = b - a @ np.linalg.lstsq(a, b, rcond=None)[0]
    return rest @ rest


def kmeans_step(points, centers):
    where = ((points[:, None] - centers) ** 2).sum(2).argmin(1)
    means = np.stack([points[where == j].sum(0) / max((where == j).sum(), 1) for j in range(3)])
    return ((points - means[where]) ** 2).sum()


def graph_convolution(x, w, strength, source, target):
    sums = np.zeros_like(x)
    np.add.at(sums, target, strength[:, None] * x[source])
    return (np.tanh(sums @ w) ** 2).sum()


def bilinear_warp(image, rows, columns, expected):
    i, j = np.floor(rows).astype(int), np.floor(columns).astype(int)
    a, b = rows - i, columns - j
    top = (1 - b) * image[i, j] + b * image[i, j + 1]
    bottom = (1 - b) * image[i + 1, j] + b * image[i + 1, j + 1]
    return (((1 - a) * top + a * bottom - expected) ** 2).sum()


def list_of(*makers):
    return lambda rng: [maker(rng) for maker in makers]


def positive_definite(rng):
    a = rng.normal(size=(5, 5))
    return a @ a.T + np.eye(5)


arguments = {
    "lenet": list_of(normal(1, 1, 12, 12), normal(2, 1, 3, 3), normal(2), normal(3, 2, 2, 2), normal(3),
                     normal(12, 6), normal(6), normal(6, 4), normal(4), fixed(2)),
    "transformer_block": list_of(normal(4, 6), *[normal(6, 6)] * 4, *[normal(6)] * 4,
                                 *[normal(6, 6)] * 2),
    "ode": list_of(normal(5, 3), normal(3, 5), normal(3), normal(3)),
    "stencil_linalg": list_of(normal(6, 7), normal(6, 7)),
    "stencil_slices": list_of(normal(5, 6), normal()),
    "triangular_solve": list_of(lambda rng: rng.normal(size=(5, 5)) + 3 * np.eye(5), normal(5)),
    "cholesky": list_of(positive_definite),
    "householder_qr": list_of(normal(6, 4)),
    "kmeans_step": list_of(normal(7, 2), normal(3, 2)),
    "graph_convolution": list_of(normal(5, 3), normal(3, 2), normal(6), fixed(0, 1, 1, 4, 2, 3),
                                 fixed(1, 0, 3, 3, 4, 3)),
    "bilinear_warp": list_of(normal(5, 6), lambda rng: rng.uniform(0.05, 3.95, size=(3, 4)),
                             lambda rng: rng.uniform(0.05, 4.95, size=(3, 4)), normal(3, 4)),
}
