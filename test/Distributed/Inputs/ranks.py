"""The gradient of a network on the ranks of MPI, by mpi4py: mpirun -n 2 python ranks.py

Each rank has a part of the rows, and all parameters. The gradient has an array for each parameter; the sum over
ranks is computed in place.
"""
import numpy as np
from mpi4py import MPI

import chad

ROWS, STEPS = 101, 20


def loss(params, xs, ys):
    """A loss that is a sum over rows, so that the loss of all rows is the sum over ranks."""
    hidden = np.tanh(xs @ params["w"] + params["b"])
    return np.sum((hidden @ params["v"] - ys) ** 2)


def train(comm, step):
    rank, ranks = comm.Get_rank(), comm.Get_size()
    rng = np.random.default_rng(0)  # the same on all ranks
    xs, ys = rng.normal(size=(ROWS, 3)), rng.normal(size=ROWS)
    params = {"w": rng.normal(size=(3, 8)), "b": np.zeros(8), "v": rng.normal(size=8)}
    mine = slice(ROWS * rank // ranks, ROWS * (rank + 1) // ranks)
    losses = []
    for _ in range(STEPS):
        value, gradient = step(params, xs[mine], ys[mine])
        losses.append(comm.allreduce(value))
        for name in params:
            total = np.ascontiguousarray(gradient[name])
            comm.Allreduce(MPI.IN_PLACE, total)
            params[name] = params[name] - 0.1 / ROWS * total
    return losses, params


def main():
    step = chad.value_and_grad(loss)
    losses, params = train(MPI.COMM_WORLD, step)
    alone_losses, alone = train(MPI.COMM_SELF, step)  # all rows on each rank
    np.testing.assert_allclose(losses, alone_losses, rtol=1e-11)
    for name in params:
        np.testing.assert_allclose(params[name], alone[name], rtol=1e-9, atol=1e-12)
    assert losses[-1] < losses[0]
    if MPI.COMM_WORLD.Get_rank() == 0:
        print(f"{MPI.COMM_WORLD.Get_size()} ranks: loss {losses[0]:.6f}, then {losses[-1]:.6f}, as on one rank")


if __name__ == "__main__":
    main()
