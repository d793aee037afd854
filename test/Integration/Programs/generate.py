"""Writes the arguments of a program at a size into a directory, as 0.npy, 1.npy, ...

  generate.py gmm small DIRECTORY [--seed=1] [--f32]
"""

import argparse
import pathlib

import numpy as np

import inputs


def write(args, directory, dtype=np.float64):
    """Writes arguments, their floats in `dtype`; gives the paths."""
    paths = []
    for i, arg in enumerate(args):
        arg = np.asarray(arg)
        path = pathlib.Path(directory, f"{i}.npy")
        np.save(path, arg.astype(dtype) if arg.dtype == np.float64 else arg)
        paths.append(path)
    return paths


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", choices=sorted(inputs.SIZES))
    parser.add_argument("size", help="tiny, few, small, medium (some) or large")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--f32", action="store_true", help="write the floats as f32")
    options = parser.parse_args()
    if options.size not in inputs.SIZES[options.program]:
        parser.error(f"the sizes of {options.program} are {', '.join(inputs.SIZES[options.program])}")
    options.directory.mkdir(parents=True, exist_ok=True)
    write(
        inputs.make(options.program, options.size, options.seed),
        options.directory,
        np.float32 if options.f32 else np.float64,
    )
