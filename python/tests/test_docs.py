"""Runs the Python blocks of the README, of the pages in docs/ and of docstrings, and the examples."""

import importlib
import inspect
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

import numpy as np
import pytest

import chad

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "python/examples").glob("*.py"))


def blocks(page):
    return re.findall(r"^```python ?(\w*)\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)


PAGES = ["README.md"] + sorted(
    f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md") if "```python" in path.read_text()
)


@pytest.mark.parametrize("page", PAGES)
def test_pages(page):
    names: dict = {"__name__": "page"}
    found = blocks(page)
    assert found
    for needs, code in found:
        if needs:
            try:
                __import__(needs)
            except ImportError:
                continue
        exec(compile(code, page, "exec"), names)


def functions():
    """The public functions and decorators, by their names."""
    for module in ("chad", "chad.tree", "chad.jax", "chad.torch"):
        try:
            imported = importlib.import_module(module)
        except ImportError:
            continue
        for name in imported.__all__:
            value = getattr(imported, name)
            if inspect.isfunction(value) or name in ("custom_vjp", "custom_jvp"):
                yield f"{module}.{name}", value


FUNCTIONS = dict(functions())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstrings(name):
    """A docstring has an example, which runs without an error."""
    names = {"chad": chad, "np": np, "tempfile": tempfile}
    if name.startswith("chad.jax"):
        names |= {"jax": importlib.import_module("jax"), "jnp": importlib.import_module("jax.numpy")}
    if name.startswith("chad.torch"):
        names["torch"] = importlib.import_module("torch")
    text = inspect.cleandoc(FUNCTIONS[name].__doc__)
    code = textwrap.dedent("".join(re.findall(r"^(?:    .*\n?|\n)+", text + "\n", re.M)))
    assert code.strip(), f"{name} has no example"
    exec(compile(code, name, "exec"), names)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda p: p.stem)
def test_examples(example, tmp_path):
    for name in re.findall(r"^ *from (scipy|sklearn)[\w.]* import", example.read_text(), re.M):
        pytest.importorskip(name)
    figure = tmp_path / "figure.png"
    try:
        import matplotlib
    except ImportError:
        matplotlib = None
    args = [str(figure)] if matplotlib else []
    subprocess.run([sys.executable, str(example), *args], check=True)
    assert not args or figure.stat().st_size > 1000
