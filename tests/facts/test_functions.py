"""Which function facts are about, and which of its branches."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from fullgraph.lint.facts import functions, identity

TEXT = '''
class Net:
    @staticmethod
    def f(x):
        """What it does."""
        def inner(y):
            return y
        return x + 1  # one more
'''


def digests(text: str) -> dict[str, str]:
    return {one.name: functions.digest_of(one.node) for one in functions.functions_of(ast.parse(text))}


def test_names_and_first_lines() -> None:
    found = {one.name: one.first_line for one in functions.functions_of(ast.parse(TEXT))}
    assert found == {"Net.f": 3, "Net.f.inner": 6}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  # one more", ""),
        ('"""What it does."""\n        ', ""),
        ("x + 1", "(x +\n            1)"),
        ("\nclass", "\n\n\nclass"),
    ],
)
def test_another_layout_is_the_same_text(old: str, new: str) -> None:
    assert digests(TEXT.replace(old, new)) == digests(TEXT)


@pytest.mark.parametrize(
    ("old", "new"), [("x + 1", "x + 2"), ("x + 1", "x + 1.0"), ("x + 1", "x - 1"), ("f(x)", "f(x=1)")]
)
def test_another_text_is_another(old: str, new: str) -> None:
    assert digests(TEXT.replace(old, new))["Net.f"] != digests(TEXT)["Net.f"]


def test_the_digest_is_that_of_every_version_of_python() -> None:
    assert digests("def f(x, *, y=None):\n    return x[0], f'{y!r}', b'', ...\n") == {
        "f": "e7f65a9d47cbf5157e99b6e5aedda9df"
    }
    assert digests("def f(x, n):\n    return f'{x:>{n}}'\n") == {"f": "47a900d8c38fb02899f222e6ebb47354"}


def test_branches_are_those_of_the_function_itself() -> None:
    text = "def f(x):\n if x: pass\n elif y:\n  1\n for i in x:\n  while i:\n   1\n def g():\n  if x:\n   1\n"
    (named, _) = functions.functions_of(ast.parse(text))
    assert [type(one).__name__ for one in functions.branches_of(named.node)] == ["If", "If", "For", "While"]
    assert [functions.is_visible(one) for one in functions.branches_of(named.node)] == [False, True, True, True]


def test_files_are_named_wherever_they_lie(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for path in ("src/pkg/net.py", "loose/net.py", ".venv/lib/site-packages/lib/models/net.py"):
        (project / path).parent.mkdir(parents=True)
        (project / path).touch()
    (project / "src/pkg/__init__.py").touch()
    assert identity.of_file(project / "src/pkg/net.py") == "pkg/net.py"
    assert identity.of_file(project / "loose/net.py") == "net.py"
    assert identity.of_file(project / ".venv/lib/site-packages/lib/models/net.py") == "lib/models/net.py"
    identity._base.cache_clear()
    identity.of_file.cache_clear()
    (project / "pyproject.toml").touch()
    assert identity.of_file(project / "src/pkg/net.py") == "src/pkg/net.py"
    assert identity.of_file(project / "loose/net.py") == "loose/net.py"
