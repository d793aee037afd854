"""The derivative of the Jacobian of `hand`, whose reverse sweep keeps an array for each thing that a call has computed:
reverse mode on the CPU and as kernels, forward mode, and differences of the Jacobian agree."""

import pathlib
import subprocess
import tempfile

import numpy as np

import inputs
import program
from accuracy import text_of


def run(text, entry, args, count, *options):
    """The results of a function of the program, and what `chad-run` says."""
    with tempfile.TemporaryDirectory() as directory:
        command = ["chad-run", "-", f"--entry={entry}", *options]
        for i, arg in enumerate(args):
            path = pathlib.Path(directory, f"arg{i}.npy")
            np.save(path, arg)
            command.append(f"--arg={path}")
        paths = [pathlib.Path(directory, f"result{i}.npy") for i in range(count)]
        command += [f"--out={path}" for path in paths]
        done = subprocess.run(command, input=text, text=True, capture_output=True, check=True)
        return [np.load(path) for path in paths], done.stderr


name = "hand_jacobian"
text = text_of("hand")
text += program.request(text, "back", "vjp", name, [0]) + program.request(text, "forward", "jvp", name, [0])
args = [np.asarray(arg) for arg in inputs.make("hand", "tiny")]
random = np.random.default_rng(3)
tangent = random.uniform(-1, 1, args[0].shape)
(value,), _ = run(text, name, args, 1)
cotangent = random.uniform(-1, 1, value.shape)

(_, along), _ = run(text, "forward", [*args, tangent], 2)
(_, on_cpu), _ = run(text, "back", [*args, cotangent], 2)
(_, by_kernels), said = run(
    text, "back", [*args, cotangent], 2, "--target=cuda-emulated", "--remarks=place-arrays"
)
step = 1e-4
(after,), _ = run(text, name, [args[0] + step * tangent, *args[1:]], 1)
(before,), _ = run(text, name, [args[0] - step * tangent, *args[1:]], 1)

difference = np.abs((after - before) / (2 * step) - along).max() / np.abs(along).max()
scale = np.sum(np.abs(cotangent * along))
modes = [abs(np.sum(cotangent * along) - np.sum(gradient * tangent)) / scale for gradient in (on_cpu, by_kernels)]
assert difference < 1e-6, difference
assert max(modes) < 1e-13, modes
assert "records" not in said, said
print("the derivatives agree")
