"""The programs in numpy, and their gradients.

Each function works on complex numbers, too, so that `complex_step` computes its derivatives to almost full
precision without differentiation rules. The functions in `CLOSED` are gradients in closed form.
"""

import math

import numpy as np


def dot(x, y):
    return (x * y).sum()


def sum(x):
    return x.sum()


def prod(x):
    return x.prod()


def scan_sum(x):
    return np.cumsum(x)


def scan_mul(x):
    return np.cumprod(x)


def scan_linrec(a, b):
    y = np.zeros(len(a), np.result_type(a, b))
    last = 0
    for i in range(len(a)):
        last = y[i] = a[i] * last + b[i]
    return y


def matvec(a, x):
    return a @ x


def matmul(a, b):
    return a @ b


def spmv(values, columns, offsets, x):
    products = values * x[columns]
    return np.array([products[i:j].sum() for i, j in zip(offsets, offsets[1:])])


def lse(x):
    top = x.real.max(axis=-1, keepdims=True, initial=-np.inf)
    return np.log(np.exp(x - top).sum(axis=-1)) + top[..., 0]


def logsumexp(x):
    return lse(x).sum()


def softmax(x):
    e = np.exp(x - x.real.max(axis=-1, keepdims=True, initial=-np.inf))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_xent(logits, labels):
    return (lse(logits) - logits[range(len(labels)), labels]).mean()


def relu(x):
    return np.where(x.real > 0, x, 0)


def mlp(w1, b1, w2, b2, w3, b3, inputs, labels):
    h1 = relu(inputs @ w1.T + b1)
    h2 = relu(h1 @ w2.T + b2)
    return softmax_xent(h2 @ w3.T + b3, labels)


def attention(q, k, v):
    return softmax(q @ k.T / math.sqrt(q.shape[1])) @ v


def mha(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    return softmax(scores) @ v


def ensemble(*args):
    return np.sum([mlp(*member) for member in zip(*args)])


def rnn_in_out(w, u, b, h, xs):
    for x in xs:
        h = np.tanh(x @ w + h @ u + b)
    return h


def rnn_out_in(w, u, b, h, xs):
    return rnn_in_out(w.T, u.T, b, h, xs)


def batched_matmul(a, b):
    return a @ b


def norm(x, gain, shift):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift


def gelu(x):
    return x / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def transformer_block(
    gain1, shift1, wq, wk, wv, wo, gain2, shift2, w1, b1, w2, b2, gain3, shift3, xs
):
    x = norm(xs, gain1, shift1)
    heads = mha(*(np.einsum("hde,bte->bhtd", w, x) for w in (wq, wk, wv)))
    joined = heads.transpose(0, 2, 1, 3).reshape(*xs.shape[:2], wo.shape[1])
    y = xs + joined @ wo.T
    z = y + gelu(norm(y, gain2, shift2) @ w1.T + b1) @ w2.T + b2
    return norm(z, gain3, shift3)


def greater(x, y):
    return np.where(x.real >= y.real, x, y)


def conv1d(kernels, bias, signals):
    windows = np.lib.stride_tricks.sliding_window_view(signals, kernels.shape[1], axis=1)
    y = relu(np.einsum("fwc,bpcw->bpf", kernels, windows) + bias)
    pairs = y.shape[1] // 2 * 2
    return greater(y[:, 0:pairs:2], y[:, 1:pairs:2])


def conv2d(kernels, bias, images):
    windows = np.lib.stride_tricks.sliding_window_view(images, kernels.shape[1:3], axis=(1, 2))
    y = relu(np.einsum("fvwc,bpqcvw->bpqf", kernels, windows) + bias)
    rows, columns = y.shape[1] // 2 * 2, y.shape[2] // 2 * 2
    y = greater(y[:, :, 0:columns:2], y[:, :, 1:columns:2])
    return greater(y[:, 0:rows:2], y[:, 1:rows:2])


def kmeans(centres, points):
    distances = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=-1)
    return distances[range(len(points)), distances.real.argmin(axis=-1)].sum()


def logistic_loss(z, y):
    return np.where(z.real > 0, z, 0) + np.log1p(np.exp(np.where(z.real > 0, -z, z))) - y * z


def regression(w, x, y):
    return logistic_loss(x @ w, y).mean()


def many_regressions(w, x, y):
    return logistic_loss(np.einsum("rnd,rd->rn", x, w), y).mean(axis=1).sum()


def hmm(initial, transition, emission, observations):
    alpha = initial + emission[:, observations[0]]
    for o in observations[1:]:
        alpha = lse((alpha[:, None] + transition).T) + emission[:, o]
    return lse(alpha)


def rosenbrock_slices(x):
    left, right = x[:-1], x[1:]
    return (100 * (right - left**2) ** 2 + (1 - left) ** 2).sum()


def window(x, k):
    positions = len(x) - len(k) + 1
    y = np.zeros(max(positions, 0), np.result_type(x, k))
    for j in range(len(k)):
        y = y + k[j] * x[j : j + positions]
    return (y**2).sum()


def gmm(alphas, means, icf, x, gamma, m):
    (n, d), k = x.shape, len(alphas)
    m = int(m)
    q = icf[:, :d]
    roots = np.zeros((k, d, d), icf.dtype)
    rows, columns = np.array(
        [(i, j) for j in range(d) for i in range(j + 1, d)] or np.zeros((0, 2)), dtype=int
    ).T
    roots[:, rows, columns] = icf[:, d:]
    roots[:, range(d), range(d)] = np.exp(q)
    whitened = np.einsum("kij,nkj->nki", roots, x[:, None, :] - means[None, :, :])
    terms = alphas + q.sum(axis=1) - (whitened**2).sum(axis=-1) / 2
    likelihood = lse(terms).sum() - n * d / 2 * math.log(2 * math.pi) - n * lse(alphas)
    degrees = d + m + 1
    log_gamma_d = d * (d - 1) / 4 * math.log(math.pi) + math.fsum(
        math.lgamma((degrees - j) / 2) for j in range(d)
    )
    c = degrees * d * (np.log(gamma) - math.log(2) / 2) - log_gamma_d
    prior = (gamma**2 / 2 * (roots**2).sum(axis=(1, 2)) - m * q.sum(axis=1)).sum()
    return likelihood + prior - k * c


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def lstm(wf, wi, wo, wc, bf, bi, bo, bc, in_scale, out_scale, out_shift, h, c, text):
    h, c, total = list(h), list(c), 0
    for character, target in zip(text, text[1:]):
        x = character * in_scale
        for l in range(len(h)):
            forget = sigmoid(x * wf[l] + bf[l])
            ingate = sigmoid(h[l] * wi[l] + bi[l])
            outgate = sigmoid(x * wo[l] + bo[l])
            change = np.tanh(h[l] * wc[l] + bc[l])
            c[l] = c[l] * forget + ingate * change
            h[l] = x = outgate * np.tanh(c[l])
        y = x * out_scale + out_shift
        total = total - (target * (y - np.log(np.exp(y).sum() + 2))).sum()
    return total / (len(text) - 1)


def lotka_volterra(alpha, beta, gamma, delta, x, y, h, steps):
    def rates(z):
        x, y = z
        return np.array([alpha * x - beta * x * y, delta * x * y - gamma * y])

    z = np.array([x, y])
    for _ in range(steps):
        k0 = rates(z)
        k1 = rates(z + h / 2 * k0)
        k2 = rates(z + h / 2 * k1)
        k3 = rates(z + h * k2)
        z = z + h / 6 * (k0 + 2 * k1 + 2 * k2 + k3)
    return z[0], z[1]


def heat(u, k, steps):
    for _ in range(steps):
        p = np.pad(u, 1)
        u = u + k * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * u)
    return u


def rotation(r):
    """Rodrigues' formula, to the first order at no rotation."""
    x, y, z = r
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    square = x * x + y * y + z * z
    if square.real == 0:
        return np.eye(3) + skew
    angle = np.sqrt(square)
    return np.eye(3) + np.sin(angle) / angle * skew + (1 - np.cos(angle)) / square * skew @ skew


def ba(cameras, points, weights, camera_of, point_of, features):
    errors = []
    for camera, point, weight, feature in zip(
        cameras[camera_of], points[point_of], weights, features
    ):
        y = rotation(camera[:3]) @ (point - camera[3:6])
        p = y[:2] / y[2]
        r2 = (p * p).sum()
        image = camera[6] * (1 + camera[9] * r2 + camera[10] * r2**2) * p + camera[7:9]
        errors.append(weight * (image - feature))
    return np.array(errors).reshape(-1, 2), 1 - weights**2


def positions(theta, palm, fingers, inverses, rest, skin):
    absolutes = [palm[0], palm[0] @ palm[1]]
    for finger, (a0, a1, a2, a3) in zip(fingers, theta[6:].reshape(5, 4)):
        end = absolutes[1]
        for bone, flexion, abduction in zip(finger, [a0, a2, a3, 0], [a1, 0, 0, 0]):
            z, x = np.eye(4, dtype=theta.dtype), np.eye(4, dtype=theta.dtype)
            z[:3, :3], x[:3, :3] = rotation([0, 0, abduction]), rotation([flexion, 0, 0])
            end = end @ bone @ z @ x
            absolutes.append(end)
    moved = np.einsum("vb,bij,vj->vi", skin, np.stack(absolutes) @ inverses, rest)[:, :3]
    return moved @ rotation(theta[:3]).T + theta[3:6]


def hand(theta, palm, fingers, inverses, rest, skin, of, points):
    return points - positions(theta, palm, fingers, inverses, rest, skin)[of]


def hand_complicated(theta, us, palm, fingers, inverses, rest, skin, corners, of, points):
    v = positions(theta, palm, fingers, inverses, rest, skin)[corners[of]]
    u = np.concatenate([us, 1 - us.sum(axis=1, keepdims=True)], axis=1)
    return points - (u[:, :, None] * v).sum(axis=1)


def complex_steps(function, args, wrt):
    """∂results/∂arg for each argument in `wrt`: of every result, a list."""
    step = 1e-40
    jacobians = []
    for position in wrt:
        columns = []
        for entry in np.ndindex(np.shape(args[position])):
            moved = list(args)
            moved[position] = np.array(args[position], dtype=complex)
            moved[position][entry] += 1j * step
            results = function(*moved)
            results = results if isinstance(results, tuple) else (results,)
            columns.append([np.imag(result) / step for result in results])
        shape = np.shape(args[position])
        jacobians.append(
            [np.moveaxis(np.array(c), 0, -1).reshape(np.shape(c[0]) + shape) for c in zip(*columns)]
        )
    return jacobians


def complex_step(function, args, wrt, cotangents=(1.0,)):
    """Σ cotangent · ∂result/∂arg for each argument in `wrt`."""
    gradients = []
    for position, blocks in zip(wrt, complex_steps(function, args, wrt)):
        gradient = np.zeros(np.shape(args[position]))
        for cotangent, block in zip(cotangents, blocks):
            gradient += np.tensordot(cotangent, block, axes=np.ndim(cotangent))
        gradients.append(gradient)
    return gradients


def products_without(x):
    """Πⱼ≠ᵢ xⱼ for each i."""
    before = np.concatenate([[1], np.cumprod(x[:-1])])
    after = np.concatenate([np.cumprod(x[:0:-1])[::-1], [1]])
    return before * after


def suffix_sums(x):
    return np.cumsum(x[::-1])[::-1]


def softmax_xent_gradient(logits, labels):
    one_hot = np.eye(logits.shape[1])[labels]
    return (softmax(logits) - one_hot) / len(labels)


def kmeans_gradient(centres, points):
    nearest = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=-1).argmin(axis=-1)
    return np.stack([2 * (c - points[nearest == k]).sum(axis=0) for k, c in enumerate(centres)])


def linrec_gradient(a, b, ct):
    b_bar = np.zeros(len(a))
    later = 0
    for i in reversed(range(len(a))):
        later = b_bar[i] = ct[i] + later
        later = a[i] * later
    y = scan_linrec(a, b)
    return [b_bar * np.concatenate([[0], y[:-1]]), b_bar]


def spmv_gradient(values, columns, offsets, x, ct):
    of_rows = np.repeat(ct, np.diff(offsets))
    x_bar = np.zeros(len(x))
    np.add.at(x_bar, columns, values * of_rows)
    return [of_rows * x[columns], x_bar]


def scan_mul_gradient(x, ct):
    without = [products_without(x[: j + 1]) for j in range(len(x))]
    return [np.array([math.fsum(ct[j] * without[j][i] for j in range(i, len(x))) for i in range(len(x))])]


# The gradients by all float arguments that `check.py` asks for; `ct` is the cotangent of the result.
CLOSED = {
    "dot": lambda x, y, ct: [y, x],
    "sum": lambda x, ct: [np.ones_like(x)],
    "prod": lambda x, ct: [products_without(x)],
    "scan_sum": lambda x, ct: [suffix_sums(ct)],
    "scan_mul": scan_mul_gradient,
    "scan_linrec": linrec_gradient,
    "matvec": lambda a, x, ct: [np.outer(ct, x), a.T @ ct],
    "matmul": lambda a, b, ct: [ct @ b.T, a.T @ ct],
    "batched_matmul": lambda a, b, ct: [ct @ b.swapaxes(1, 2), a.swapaxes(1, 2) @ ct],
    "spmv": spmv_gradient,
    "logsumexp": lambda x, ct: [softmax(x)],
    "softmax_xent": lambda logits, labels, ct: [softmax_xent_gradient(logits, labels)],
    "kmeans": lambda centres, points, ct: [kmeans_gradient(centres, points)],
}
