"""Arguments for the programs, drawn at random from a seed.

`SIZES[program][size]` are the parameters of a size, and `make(program, size, seed)`
gives the arguments of the program, in their order, as numpy arrays. The sizes are tiny and few
(for tests), small and large (for measurements), and for some medium.
"""

import numpy as np

VECTORS = {
    "tiny": dict(n=7),
    "few": dict(n=100),
    "small": dict(n=10**3),
    "medium": dict(n=10**6),
    "large": dict(n=10**7),
}

RNNS = {
    "tiny": dict(steps=3, batch=2, inputs=3, hidden=4),
    "few": dict(steps=6, batch=4, inputs=5, hidden=6),
    "small": dict(steps=100, batch=32, inputs=64, hidden=64),
    "large": dict(steps=400, batch=64, inputs=256, hidden=256),
}

SIZES = {
    "dot": VECTORS,
    "sum": VECTORS,
    "prod": VECTORS,
    "scan_sum": VECTORS,
    "scan_mul": VECTORS,
    "scan_linrec": VECTORS,
    "rosenbrock_slices": VECTORS,
    "window": {size: dict(**extents, width=3) for size, extents in VECTORS.items()},
    "matvec": {
        "tiny": dict(m=3, n=4),
        "few": dict(m=20, n=30),
        "small": dict(m=1000, n=1000),
        "large": dict(m=4000, n=4000),
    },
    "matmul": {
        "tiny": dict(m=2, k=3, n=4),
        "few": dict(m=8, k=10, n=12),
        "small": dict(m=512, k=512, n=512),
        "large": dict(m=2048, k=2048, n=2048),
    },
    "spmv": {
        "tiny": dict(rows=4, columns=5, entries=7),
        "few": dict(rows=20, columns=30, entries=80),
        "small": dict(rows=10**3, columns=10**3, entries=10**4),
        "large": dict(rows=10**5, columns=10**5, entries=10**6),
    },
    "logsumexp": {
        "tiny": dict(n=3, k=4),
        "few": dict(n=20, k=10),
        "small": dict(n=10**3, k=25),
        "large": dict(n=10**6, k=25),
    },
    "softmax_xent": {
        "tiny": dict(batch=3, classes=4),
        "few": dict(batch=10, classes=10),
        "small": dict(batch=64, classes=10),
        "large": dict(batch=1024, classes=10),
    },
    "mlp": {
        "tiny": dict(batch=3, layers=[5, 4, 3, 3]),
        "few": dict(batch=4, layers=[16, 12, 10, 8]),
        "small": dict(batch=64, layers=[784, 256, 128, 10]),
        "large": dict(batch=1024, layers=[784, 256, 128, 10]),
    },
    "attention": {
        "tiny": dict(t=3, d=4, e=2),
        "few": dict(t=8, d=8, e=8),
        "small": dict(t=512, d=64, e=64),
        "large": dict(t=2048, d=64, e=64),
    },
    "mha": {
        "tiny": dict(b=2, h=2, t=3, d=4, e=2),
        "few": dict(b=2, h=2, t=6, d=5, e=5),
        "small": dict(b=4, h=8, t=128, d=64, e=64),
        "large": dict(b=8, h=16, t=512, d=64, e=64),
    },
    "ensemble": {
        "tiny": dict(members=2, batch=3, layers=[5, 4, 3, 3]),
        "few": dict(members=3, batch=4, layers=[8, 8, 6, 5]),
        "small": dict(members=8, batch=64, layers=[64, 128, 128, 10]),
        "large": dict(members=32, batch=256, layers=[64, 128, 128, 10]),
    },
    "rnn_in_out": RNNS,
    "rnn_out_in": RNNS,
    "batched_matmul": {
        "tiny": dict(s=2, m=2, k=3, n=4),
        "few": dict(s=3, m=5, k=6, n=7),
        "small": dict(s=32, m=128, k=64, n=128),
        "large": dict(s=256, m=256, k=128, n=256),
    },
    "transformer_block": {
        "tiny": dict(b=2, t=3, e=4, h=2, d=2, f=3),
        "few": dict(b=2, t=4, e=6, h=2, d=3, f=8),
        "small": dict(b=4, t=128, e=256, h=8, d=32, f=1024),
        "large": dict(b=8, t=512, e=512, h=8, d=64, f=2048),
    },
    "conv1d": {
        "tiny": dict(b=2, length=6, channels=2, features=3, width=2),
        "few": dict(b=2, length=11, channels=3, features=4, width=4),
        "small": dict(b=32, length=256, channels=16, features=32, width=5),
        "large": dict(b=32, length=2048, channels=32, features=64, width=5),
    },
    "conv2d": {
        "tiny": dict(b=2, m=4, n=5, channels=2, features=2, v=2, w=2),
        "few": dict(b=2, m=6, n=7, channels=2, features=3, v=3, w=2),
        "small": dict(b=8, m=32, n=32, channels=16, features=32, v=3, w=3),
        "large": dict(b=32, m=64, n=64, channels=32, features=64, v=3, w=3),
    },
    "kmeans": {
        "tiny": dict(n=6, d=2, k=3),
        "few": dict(n=50, d=4, k=5),
        "small": dict(n=10**4, d=8, k=16),
        "large": dict(n=10**6, d=8, k=16),
    },
    "regression": {
        "tiny": dict(n=5, d=3),
        "few": dict(n=30, d=6),
        "small": dict(n=10**5, d=20),
        "large": dict(n=10**6, d=20),
    },
    "many_regressions": {
        "tiny": dict(r=2, n=4, d=3),
        "few": dict(r=4, n=10, d=5),
        "small": dict(r=100, n=1000, d=20),
        "large": dict(r=1000, n=1000, d=20),
    },
    "hmm": {
        "tiny": dict(length=4, states=3, symbols=4),
        "few": dict(length=10, states=5, symbols=6),
        "small": dict(length=1000, states=20, symbols=50),
        "large": dict(length=1000, states=100, symbols=50),
    },
    "gmm": {
        "tiny": dict(n=4, d=3, k=2),
        "few": dict(n=20, d=5, k=4),
        "small": dict(n=1000, d=10, k=25),
        "large": dict(n=10000, d=64, k=50),
    },
    "lstm": {
        "tiny": dict(layers=2, length=4, bits=3),
        "few": dict(layers=2, length=11, bits=14),
        "small": dict(layers=2, length=1025, bits=14),
        "large": dict(layers=4, length=4097, bits=14),
    },
    "lotka_volterra": {
        "tiny": dict(steps=3),
        "few": dict(steps=20),
        "small": dict(steps=10**4),
        "large": dict(steps=10**6),
    },
    "heat": {
        "tiny": dict(m=3, n=4, steps=2),
        "few": dict(m=10, n=10, steps=5),
        "small": dict(m=512, n=512, steps=100),
        "large": dict(m=4096, n=4096, steps=100),
    },
    "ba": {
        "tiny": dict(cameras=2, points=3, observations=5),
        "few": dict(cameras=5, points=20, observations=60),
        "small": dict(cameras=49, points=7776, observations=31843),
        "large": dict(cameras=490, points=77760, observations=318430),
    },
    "hand": {
        "tiny": dict(vertices=5, points=2),
        "few": dict(vertices=30, points=15),
        "small": dict(vertices=544, points=100),
        "large": dict(vertices=10000, points=10000),
    },
    "hand_complicated": {
        "tiny": dict(vertices=5, triangles=3, points=2),
        "few": dict(vertices=30, triangles=40, points=15),
        "small": dict(vertices=544, triangles=1084, points=100),
        "large": dict(vertices=10000, triangles=20000, points=10000),
    },
}


def make(program, size, seed=1):
    """The arguments of a program."""
    rng = np.random.default_rng([seed, *program.encode()])
    return [np.asarray(arg) for arg in globals()[program](rng, **SIZES[program][size])]


def dot(rng, n):
    return rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)


def sum(rng, n):
    return (rng.uniform(-1, 1, n),)


def prod(rng, n):
    # So that neither the product nor its prefixes leave the range of floats.
    return (1 + rng.uniform(-1, 1, n) / np.sqrt(n),)


def scan_sum(rng, n):
    return (rng.uniform(-1, 1, n),)


scan_mul = prod


def scan_linrec(rng, n):
    return rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)


def rosenbrock_slices(rng, n):
    return (rng.uniform(-2, 2, n),)


def window(rng, n, width):
    return rng.uniform(-1, 1, n), rng.uniform(-1, 1, width)


def matvec(rng, m, n):
    return rng.uniform(-1, 1, (m, n)), rng.uniform(-1, 1, n)


def matmul(rng, m, k, n):
    return rng.uniform(-1, 1, (m, k)), rng.uniform(-1, 1, (k, n))


def spmv(rng, rows, columns, entries):
    # The last row and, where there are few entries, others too, are empty.
    ends = np.sort(rng.integers(0, entries + 1, rows - 2)) if rows > 2 else []
    offsets = np.concatenate([[0], ends, [entries, entries]]).astype(np.int64)
    return (
        rng.uniform(-1, 1, entries),
        rng.integers(0, columns, entries),
        offsets,
        rng.uniform(-1, 1, columns),
    )


def logsumexp(rng, n, k):
    return (rng.normal(0, 3, (n, k)),)


def softmax_xent(rng, batch, classes):
    return rng.normal(0, 2, (batch, classes)), rng.integers(0, classes, batch)


def mlp(rng, batch, layers):
    args = []
    for inputs, outputs in zip(layers, layers[1:]):
        args += [rng.normal(0, np.sqrt(2 / max(inputs, 1)), (outputs, inputs)), rng.normal(0, 0.1, outputs)]
    return *args, rng.normal(0, 1, (batch, layers[0])), rng.integers(0, layers[-1], batch)


def attention(rng, t, d, e):
    return rng.normal(0, 1, (t, d)), rng.normal(0, 1, (t, d)), rng.normal(0, 1, (t, e))


def mha(rng, b, h, t, d, e):
    return rng.normal(0, 1, (b, h, t, d)), rng.normal(0, 1, (b, h, t, d)), rng.normal(0, 1, (b, h, t, e))


def ensemble(rng, members, batch, layers):
    args = zip(*(mlp(rng, batch, layers) for _ in range(members)))
    return tuple(np.stack(arg) for arg in args)


def rnn_in_out(rng, steps, batch, inputs, hidden):
    return (
        rng.normal(0, 1 / np.sqrt(max(inputs, 1)), (inputs, hidden)),
        rng.normal(0, 1 / np.sqrt(max(hidden, 1)), (hidden, hidden)),
        rng.normal(0, 0.1, hidden),
        rng.normal(0, 1, (batch, hidden)),
        rng.normal(0, 1, (steps, batch, inputs)),
    )


def rnn_out_in(rng, steps, batch, inputs, hidden):
    w, u, *others = rnn_in_out(rng, steps, batch, inputs, hidden)
    return w.T.copy(), u.T.copy(), *others


def batched_matmul(rng, s, m, k, n):
    return rng.uniform(-1, 1, (s, m, k)), rng.uniform(-1, 1, (s, k, n))


def normals(rng, inputs, *shape):
    """Random weights, scaled so that a product with them has elements of about the size of its argument's."""
    return rng.normal(0, 1 / np.sqrt(max(inputs, 1)), shape)


def transformer_block(rng, b, t, e, h, d, f):
    def norm():
        return rng.normal(1, 0.1, e), rng.normal(0, 0.1, e)

    heads = [normals(rng, e, h, d, e) for _ in range(3)]
    return (
        *(*norm(), *heads, normals(rng, h * d, e, h * d)),
        *(*norm(), normals(rng, e, f, e), rng.normal(0, 0.1, f), normals(rng, f, e, f), rng.normal(0, 0.1, e)),
        *(*norm(), rng.normal(0, 1, (b, t, e))),
    )


def conv1d(rng, b, length, channels, features, width):
    return (
        normals(rng, width * channels, features, width, channels),
        rng.normal(0, 0.1, features),
        rng.normal(0, 1, (b, length, channels)),
    )


def conv2d(rng, b, m, n, channels, features, v, w):
    return (
        normals(rng, v * w * channels, features, v, w, channels),
        rng.normal(0, 0.1, features),
        rng.normal(0, 1, (b, m, n, channels)),
    )


def kmeans(rng, n, d, k):
    centres = rng.uniform(-3, 3, (k, d))
    points = centres[rng.integers(0, k, n)] + rng.normal(0, 1, (n, d))
    return centres + rng.normal(0, 0.3, (k, d)), points


def regression(rng, n, d):
    x = rng.normal(0, 1, (n, d))
    y = rng.uniform(0, 1, n) < 1 / (1 + np.exp(-x @ rng.normal(0, 1, d)))
    return rng.normal(0, 0.5, d), x, y.astype(float)


def many_regressions(rng, r, n, d):
    args = [regression(rng, n, d) for _ in range(r)]
    return tuple(np.stack(arg) for arg in zip(*args)) if r else (empty(0, d), empty(0, n, d), empty(0, n))


def hmm(rng, length, states, symbols):
    def logs(*shape):
        p = rng.uniform(0.1, 1, shape)
        return np.log(p / p.sum(axis=-1, keepdims=True))

    observations = rng.integers(0, symbols, length)
    return logs(states), logs(states, states), logs(states, symbols), observations


def gmm(rng, n, d, k):
    return (
        rng.normal(0, 1, k),
        rng.uniform(0, 1, (k, d)),
        rng.normal(0, 0.5, (k, d + d * (d - 1) // 2)),
        rng.uniform(0, 1, (n, d)),
        0.8,
        np.int64(2),
    )


def lstm(rng, layers, length, bits):
    gates = [rng.uniform(-1, 1, (layers, bits)) for _ in range(8)]
    scales = [rng.uniform(-1, 1, bits) for _ in range(3)]
    state = [rng.uniform(-1, 1, (layers, bits)) for _ in range(2)]
    text = rng.integers(0, 2, (length, bits)).astype(float)
    return *gates, *scales, *state, text


def lotka_volterra(rng, steps):
    return *rng.uniform(0.5, 1.5, 6), 0.01, np.int64(steps)


def heat(rng, m, n, steps):
    return rng.uniform(0, 1, (m, n)), 0.2, np.int64(steps)


def ba(rng, cameras, points, observations):
    cams = np.concatenate(
        [
            rng.normal(0, 0.1, (cameras, 3)),
            rng.normal(0, 0.5, (cameras, 3)),
            rng.uniform(400, 800, (cameras, 1)),
            rng.normal(0, 10, (cameras, 2)),
            rng.normal(0, 0.1, (cameras, 2)),
        ],
        axis=1,
    )
    # The formula for the rotation has a case of its own for none.
    cams[:1, :3] = 0
    return (
        cams,
        rng.uniform(-1, 1, (points, 3)) + [0, 0, 5],
        rng.uniform(0.5, 1.5, observations),
        rng.integers(0, cameras, observations),
        rng.integers(0, points, observations),
        rng.uniform(-100, 100, (observations, 2)),
    )


def rigid(rng):
    """A rotation and a shift as a 4×4 matrix."""
    q, _ = np.linalg.qr(rng.normal(0, 1, (3, 3)))
    matrix = np.eye(4)
    matrix[:3, :3] = q * np.sign(np.linalg.det(q))
    matrix[:3, 3] = rng.normal(0, 1, 3)
    return matrix


def skeleton(rng, vertices):
    palm = np.stack([rigid(rng) for _ in range(2)])
    fingers = np.stack([[rigid(rng) for _ in range(4)] for _ in range(5)])
    absolutes = [palm[0], palm[0] @ palm[1]]
    for finger in fingers:
        end = absolutes[1]
        for bone in finger:
            end = end @ bone
            absolutes.append(end)
    rest = np.concatenate([rng.normal(0, 1, (vertices, 3)), np.ones((vertices, 1))], axis=1)
    skin = np.zeros((vertices, 22))
    for row in skin:
        few = rng.choice(22, 2, replace=False)
        row[few] = rng.uniform(0.1, 1, 2)
        row /= row.sum()
    return palm, fingers, np.linalg.inv(np.stack(absolutes)), rest, skin


def hand(rng, vertices, points):
    return (
        rng.normal(0, 0.5, 26),
        *skeleton(rng, vertices),
        rng.integers(0, vertices, points),
        rng.normal(0, 1, (points, 3)),
    )


def hand_complicated(rng, vertices, triangles, points):
    return (
        rng.normal(0, 0.5, 26),
        rng.uniform(0, 0.5, (points, 2)),
        *skeleton(rng, vertices),
        rng.integers(0, vertices, (triangles, 3)),
        rng.integers(0, triangles, points),
        rng.normal(0, 1, (points, 3)),
    )


def empty(*shape):
    return np.zeros(shape)


def sized(program, *sizes):
    """Arguments of each of these sizes."""
    rng = np.random.default_rng(1)
    return [tuple(np.asarray(arg) for arg in globals()[program](rng, **size)) for size in sizes]


RNN_EDGES = [
    dict(steps=0, batch=2, inputs=3, hidden=2),
    dict(steps=2, batch=0, inputs=3, hidden=2),
    dict(steps=1, batch=1, inputs=0, hidden=1),
]

# Arguments at which programs often go wrong: nothing, one element, zeros.
EDGES = {
    "dot": [(empty(0), empty(0)), (np.array([2.0]), np.array([3.0]))],
    "sum": [(empty(0),), (np.array([2.0]),)],
    "prod": [(np.array(x),) for x in ([], [3.0], [0.0], [2.0, 0, 3], [0.0, 2, 0, 3], [-1.0, 4])],
    "scan_sum": [(empty(0),), (np.array([2.0]),)],
    "scan_mul": [(np.array(x),) for x in ([], [3.0], [0.0], [2.0, 0, 3], [0.0, 2, 0, 3])],
    "scan_linrec": [
        (empty(0), empty(0)),
        (np.array([2.0]), np.array([3.0])),
        (np.array([0.0, 2, 0]), np.array([1.0, 0, 3])),
    ],
    "rosenbrock_slices": sized("rosenbrock_slices", dict(n=1), dict(n=2)),
    "window": sized("window", dict(n=2, width=3), dict(n=3, width=3), dict(n=4, width=0)),
    "matvec": sized("matvec", dict(m=0, n=0), dict(m=2, n=0), dict(m=0, n=3), dict(m=1, n=1)),
    "matmul": sized(
        "matmul",
        dict(m=0, k=0, n=0),
        dict(m=0, k=2, n=3),
        dict(m=2, k=0, n=3),
        dict(m=2, k=3, n=0),
        dict(m=1, k=1, n=1),
    ),
    "spmv": [
        (empty(0), np.zeros(0, np.int64), np.zeros(1, np.int64), np.ones(2)),
        (empty(0), np.zeros(0, np.int64), np.zeros(4, np.int64), np.ones(2)),
        *sized("spmv", dict(rows=1, columns=1, entries=1)),
    ],
    "logsumexp": [
        (np.array([[700.0, 800.0], [-700.0, -800.0]]),),
        *sized("logsumexp", dict(n=0, k=0), dict(n=0, k=3), dict(n=1, k=1)),
    ],
    "softmax_xent": [
        (np.array([[1000.0, -1000.0, 0.0]]), np.array([2])),
        *sized("softmax_xent", dict(batch=1, classes=1)),
    ],
    "mlp": sized(
        "mlp",
        dict(batch=1, layers=[1, 1, 1, 1]),
        dict(batch=1, layers=[0, 2, 2, 2]),
        dict(batch=2, layers=[2, 0, 2, 2]),
    ),
    "attention": [
        (np.ones((1, 2)), np.ones((1, 2)), np.ones((1, 1))),
        *sized("attention", dict(t=0, d=2, e=3), dict(t=2, d=3, e=0), dict(t=1, d=1, e=1)),
    ],
    "mha": sized(
        "mha",
        dict(b=0, h=2, t=2, d=2, e=2),
        dict(b=2, h=0, t=2, d=2, e=2),
        dict(b=1, h=1, t=1, d=1, e=1),
    ),
    "ensemble": sized(
        "ensemble",
        dict(members=1, batch=1, layers=[1, 1, 1, 1]),
        dict(members=2, batch=1, layers=[0, 2, 2, 2]),
    ),
    "rnn_in_out": sized("rnn_in_out", *RNN_EDGES),
    "rnn_out_in": sized("rnn_out_in", RNN_EDGES[0]),
    "batched_matmul": sized(
        "batched_matmul",
        dict(s=0, m=2, k=3, n=4),
        dict(s=2, m=2, k=0, n=3),
        dict(s=1, m=1, k=1, n=1),
    ),
    "transformer_block": sized(
        "transformer_block",
        dict(b=0, t=2, e=4, h=1, d=2, f=2),
        dict(b=1, t=2, e=4, h=0, d=2, f=0),
    ),
    "conv1d": sized(
        "conv1d",
        dict(b=0, length=3, channels=1, features=1, width=2),
        dict(b=1, length=2, channels=0, features=1, width=1),
        dict(b=1, length=4, channels=2, features=0, width=4),
    ),
    "conv2d": sized(
        "conv2d",
        dict(b=0, m=3, n=3, channels=1, features=1, v=2, w=2),
        dict(b=1, m=2, n=2, channels=1, features=1, v=1, w=1),
        dict(b=1, m=3, n=2, channels=0, features=1, v=3, w=1),
    ),
    "kmeans": [
        (np.ones((2, 3)), empty(0, 3)),
        (np.array([[1.0], [5.0]]), np.array([[1.0], [5.0]])),
        *sized("kmeans", dict(n=2, d=0, k=2), dict(n=1, d=1, k=1), dict(n=0, d=2, k=1)),
    ],
    "regression": [
        (np.array([1000.0]), np.array([[1.0], [-1.0]]), np.array([0.0, 1.0])),
        *sized("regression", dict(n=1, d=0), dict(n=1, d=1)),
    ],
    "many_regressions": sized(
        "many_regressions", dict(r=0, n=2, d=2), dict(r=1, n=1, d=1), dict(r=2, n=1, d=0)
    ),
    "hmm": sized(
        "hmm", dict(length=1, states=2, symbols=2), dict(length=3, states=1, symbols=1)
    ),
    "gmm": sized(
        "gmm", dict(n=0, d=2, k=3), dict(n=2, d=0, k=2), dict(n=1, d=1, k=1), dict(n=0, d=0, k=1)
    ),
    "lstm": sized("lstm", dict(layers=1, length=2, bits=1), dict(layers=0, length=2, bits=2)),
    "lotka_volterra": [(*np.ones(6), 0.01, np.int64(0)), (*np.ones(6), 0.01, np.int64(1))],
    "heat": [
        (np.ones((2, 2)), 0.2, np.int64(0)),
        (np.ones((1, 1)), 0.2, np.int64(3)),
        *sized("heat", dict(m=0, n=2, steps=1), dict(m=2, n=0, steps=1), dict(m=0, n=1, steps=0)),
    ],
    "ba": sized(
        "ba",
        dict(cameras=1, points=1, observations=1),
        dict(cameras=1, points=2, observations=0),
        dict(cameras=0, points=0, observations=0),
    ),
    "hand": sized(
        "hand", dict(vertices=0, points=0), dict(vertices=2, points=0), dict(vertices=1, points=1)
    ),
    "hand_complicated": sized(
        "hand_complicated",
        dict(vertices=0, triangles=0, points=0),
        dict(vertices=2, triangles=1, points=0),
        dict(vertices=1, triangles=1, points=1),
    ),
}
