"""The Python blocks of the README and of the pages in docs/ run; examples do, too."""

import pathlib
import re
import subprocess
import sys

import pytest

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
