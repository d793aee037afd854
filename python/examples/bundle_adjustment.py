"""Finds cameras, and points that they have seen, from the points' places in the pictures.

Bundle adjustment: scipy's least squares by the sparse Jacobian, which is found and compiled here. The figure
shows the points before, after, and as they are.

    python bundle_adjustment.py [figure.png]
"""

from __future__ import annotations

import sys

import numpy as np

import chad

CAMERAS, POINTS = 6, 40
#: Each camera sees each point: by observation, the camera and the point.
CAMERA, POINT = (a.ravel() for a in np.meshgrid(np.arange(CAMERAS), np.arange(POINTS), indexing="ij"))


def rotate(axis, p):
    """Points about axes, by angles that are the axes' lengths: Rodrigues' formula."""
    angle = np.sqrt(np.sum(axis**2, axis=1, keepdims=True) + 1e-16)
    unit = axis / angle
    x, y, z = (unit[:, i : i + 1] for i in range(3))
    a, b, c = (p[:, i : i + 1] for i in range(3))
    crossed = np.concatenate([y * c - z * b, z * a - x * c, x * b - y * a], axis=1)
    along = np.sum(unit * p, axis=1, keepdims=True)
    return p * np.cos(angle) + crossed * np.sin(angle) + unit * along * (1 - np.cos(angle))


def project(cameras, points):
    """The places of points in pictures; a camera is an axis of rotation, a translation, a focal length and two
    coefficients of distortion."""
    p = rotate(cameras[:, :3], points) + cameras[:, 3:6]
    place = -p[:, :2] / p[:, 2:]
    r = np.sum(place**2, axis=1, keepdims=True)
    return place * cameras[:, 6:7] * (1 + cameras[:, 7:8] * r + cameras[:, 8:9] * r**2)


def unpack(x):
    return x[: 9 * CAMERAS].reshape(CAMERAS, 9), x[9 * CAMERAS :].reshape(POINTS, 3)


def residuals(x, seen):
    cameras, points = unpack(x)
    return (project(chad.gather(cameras, CAMERA), chad.gather(points, POINT)) - seen).reshape(-1)


def fit(start, seen):
    from scipy.optimize import least_squares
    from scipy.sparse import csr_array

    value, jacobian = chad.jit(residuals), chad.jacobian(residuals, sparse=True)
    shape = seen.size, start.size
    result = least_squares(
        lambda x: value(x, seen),
        start,
        jac=lambda x: csr_array(jacobian(x, seen), shape=shape),
        x_scale="jac",
        method="trf",
        max_nfev=60,
        ftol=1e-12,
    )
    entries = jacobian(start, seen)[0].size
    print(f"the Jacobian has {entries} of {shape[0] * shape[1]} entries")
    print(f"{result.nfev} steps, cost {result.cost:.3e}")
    return result


def main(path: str = "") -> None:
    rng = np.random.default_rng(1)
    true = np.zeros((CAMERAS, 9))
    true[:, :3] = rng.normal(size=(CAMERAS, 3)) * 0.2
    true[:, 3:6] = rng.normal(size=(CAMERAS, 3)) * 0.5 + [0, 0, -8]
    true[:, 6:] = [500.0, -0.02, 0.002]
    points = rng.normal(size=(POINTS, 3))
    exact = np.concatenate([true.ravel(), points.ravel()])
    noise = 0.2 * rng.normal(size=(len(CAMERA), 2))
    seen = chad.jit(lambda x: project(chad.gather(unpack(x)[0], CAMERA), chad.gather(unpack(x)[1], POINT)))(
        exact
    )
    seen = seen + noise
    scale = np.concatenate([np.tile([0.03] * 3 + [0.1] * 3 + [5.0, 0, 0], CAMERAS), np.full(3 * POINTS, 0.2)])
    start = exact + scale * rng.normal(size=exact.size)
    result = fit(start, seen)
    error = np.sqrt(2 * result.cost / seen.size)
    print(f"{error:.3f} pixels from what was seen, where {noise.std():.3f} are noise")
    assert error < noise.std()
    if path:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        before, after = unpack(start)[1], unpack(result.x)[1]
        # What is found is as the points are up to a motion and a scale.
        mean, other = after.mean(0), points.mean(0)
        u, s, v = np.linalg.svd((after - mean).T @ (points - other))
        after = (after - mean) @ u @ v * s.sum() / ((after - mean) ** 2).sum() + other
        figure, axes = plt.subplots(1, 2, figsize=(8, 4), sharex=True, sharey=True)
        for axis, found, title in zip(axes, (before, after), ("start", "found")):
            axis.plot(*points[:, :2].T, "ok", fillstyle="none", label="true")
            axis.plot(*found[:, :2].T, ".r", label=title)
            axis.plot(*np.stack([points[:, :2], found[:, :2]]).transpose(2, 0, 1), "-r", linewidth=0.5)
            axis.legend()
        figure.tight_layout()
        figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
