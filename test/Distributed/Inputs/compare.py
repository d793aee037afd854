"""Compares the weights and velocities of checkpoints of `train` with those of the first one."""
import sys

import numpy as np


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"chadrun\0"
    parameters, step = np.frombuffer(data, np.int64, 2, 8)
    state = np.frombuffer(data, np.float64, -1, 24)
    assert len(state) == 2 * parameters and np.all(np.isfinite(state)) and np.all(state != 0)
    return step, state


step, state = read(sys.argv[1])
for path in sys.argv[2:]:
    other_step, other = read(path)
    assert other_step == step
    # Sums in another order differ in their last digits.
    np.testing.assert_allclose(other, state, rtol=1e-10, atol=1e-14)
print(f"{len(sys.argv) - 2} runs agree with the first after {step} steps")
