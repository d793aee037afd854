#!/usr/bin/env python3
"""The programs of Models and Ops in the forms in which JAX gives programs, beside the generic form.

    build/venv/bin/python test/Frontends/StableHLO/artifacts.py [--write NAME...]

Compares the imports of other forms of a program with the import of its generic form: the syntax in which JAX
prints programs by default, bytecode of StableHLO itself, and portable artifacts of several versions, as
`jax.export` serializes programs. With --write, the artifacts of the models NAME are written to the folder
Artifacts instead. Needs JAX.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ["JAX_PLATFORMS"] = "cpu"

from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib import _jax  # noqa: E402
from jax._src.lib.mlir import ir  # noqa: E402

HERE = pathlib.Path(__file__).parent
# The newest version that is known here, for all programs; for the models also the oldest one, and that of
# the first release.
NEWEST = "1.17.0"
OLDER = ["0.9.0", "1.0.0"]


def serialize(path, version):
    """The program as an artifact; None if the version cannot represent it."""
    with mlir.make_ir_context():
        module = ir.Module.parse(path.read_text())
        try:
            return bytes(_jax.mlir.serialize_portable_artifact(module, version, True))
        except (RuntimeError, ValueError) as error:
            if "Failed to serialize" in str(error):
                return None
            raise


def import_(path):
    run = subprocess.run(
        ["chad-opt", str(path), "--allow-unregistered-dialect", "--chad-import-stablehlo"],
        capture_output=True, text=True)
    return run.returncode == 0, run.stdout or run.stderr


def compare(path, version, folder):
    """Whether there is such an artifact, and what differs."""
    artifact = serialize(path, version)
    if artifact is None:
        return False, ""
    (folder / "artifact.mlirbc").write_bytes(artifact)
    with mlir.make_ir_context():
        module = _jax.mlir.deserialize_portable_artifact(artifact)
        text = module.operation.get_asm(print_generic_op_form=True)
    (folder / "text.mlir").write_text(text)
    ours, theirs = (import_(folder / name) for name in ("artifact.mlirbc", "text.mlir"))
    if ours == theirs and ours[0]:
        return True, ""
    lines = [pair for pair in zip(ours[1].splitlines(), theirs[1].splitlines()) if pair[0] != pair[1]]
    return True, f"{path.name} {version}: {str(lines[:1])[:300]}"


def compare_forms(path, folder):
    """What differs between the generic form, and text in StableHLO's own syntax and bytecode."""
    with mlir.make_ir_context():
        module = ir.Module.parse(path.read_text())
        (folder / "syntax.mlir").write_text(str(module))
        with open(folder / "bytecode.mlirbc", "wb") as file:
            module.operation.write_bytecode(file)
    expected = import_(path)
    return [f"{path.name} as {name}: {import_(folder / name)[1][:300]}"
            for name in ("syntax.mlir", "bytecode.mlirbc")
            if not expected[0] or import_(folder / name) != expected]


def main():
    parser = argparse.ArgumentParser(description="forms of programs in StableHLO")
    parser.add_argument("--write", nargs="+", metavar="NAME")
    arguments = parser.parse_args()
    if arguments.write:
        for name in arguments.write:
            artifact = serialize(HERE / "Models" / f"{name}.mlir", "1.15.0")
            (HERE / "Artifacts" / f"{name}.mlirbc").write_bytes(artifact)
        return 0
    # The models in f32 are those in f64.
    paths = [path for folder in ("Models", "Ops") for path in sorted((HERE / folder).glob("*.mlir"))
             if not path.stem.endswith("_f32")]
    compared, failures = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            failures += compare_forms(path, pathlib.Path(folder))
            for version in [NEWEST, *(OLDER if path.parent.name == "Models" else [])]:
                exists, failure = compare(path, version, pathlib.Path(folder))
                compared += exists
                failures += [failure] if failure else []
    print("\n".join([*failures, f"{compared} artifacts, {2 * len(paths)} programs in other forms, {len(failures)} failures"]))
    return 1 if failures or compared < len(paths) else 0


if __name__ == "__main__":
    sys.exit(main())
