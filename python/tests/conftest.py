"""How the tests compile programs."""

import os
import zlib

import pytest

from chad import _chad, _libraries

#: Files most of whose time LLVM would take.
CHEAP = (
    "array_api", "complex", "complex_jax", "jax", "jax_cases", "jax_lowered", "jax_matrices", "jax_rules", "jax_types", "lapack", "matrices", "numpy",
)  # fmt: skip
SEED = int(os.environ.get("CHAD_MATRIX_SEED", "0"))
#: One of so many tests is compiled as the programs of users are.
PERIOD = 6


def pytest_addoption(parser):
    parser.addoption("--part", default="1/1", help="K/N: of N parts of the tests the K-th one")


def pytest_collection_modifyitems(config, items):
    """Files that take long are several tests for lit, each of one part."""
    k, n = map(int, config.getoption("--part").split("/"))
    config.hook.pytest_deselected(items=[item for i, item in enumerate(items) if i % n != k - 1])
    items[:] = items[k - 1 :: n]


def pytest_configure(config):
    """What JAX computes is only compared with: XLA need not make it fast."""
    os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")


@pytest.fixture(autouse=True)
def level(request, monkeypatch):
    """Most tests compile at LLVM's level 0, which takes a third of the time, and without LAPACK, whose results are not what they are about.
    `CHAD_MATRIX_SEED` moves those that do not."""
    name = request.node.path.stem.removeprefix("test_")
    is_whole = (zlib.crc32(request.node.nodeid.rpartition("/")[2].encode()) + SEED) % PERIOD == 0
    if name not in CHEAP or is_whole:
        return
    compile_ = _chad.compile
    cheap = lambda source, file_name, options, *rest: compile_(
        source, file_name, {"optimization": 0, **options}, *rest
    )
    monkeypatch.setattr(_chad, "compile", cheap)
    if name != "lapack":
        monkeypatch.setattr(_libraries, "LEAST", 1 << 40)
