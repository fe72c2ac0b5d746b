"""Files that are nested deeper than a parser or an interpreter can go: one line each, the others are checked."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.engine import api
from fullgraph.lint.fixes import apply
from fullgraph.lint.source.nesting import MAX_DEPTH, is_too_deep
from fullgraph.lint.source.source_file import SourceError, SourceFile

SHAPES: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: f"y = {'(' * n}x{')' * n}",
    "lists": lambda n: f"y = {'[' * n}x{']' * n}",
    "calls in calls": lambda n: f"y = {'f(' * n}x{')' * n}",
    "calls of calls": lambda n: f"y = x{'()' * n}",
    "attributes": lambda n: f"y = x{'.a' * n}",
    "subscripts": lambda n: f"y = x{'[0]' * n}",
    "minus": lambda n: f"y = {'-' * n}x",
    "not": lambda n: f"y = {'not ' * n}x",
    "sum": lambda n: f"y = {' + '.join(['x'] * n)}",
    "sum in lines": lambda n: "y = (" + "\n + ".join(["x"] * n) + ")",
    "power": lambda n: f"y = {' ** '.join(['x'] * n)}",
    "choice": lambda n: f"y = {'x if x else ' * n}x",
    "lambda": lambda n: f"y = {'lambda: ' * n}x",
    "walrus": lambda n: f"y = {'(z := ' * n}x{')' * n}",
    "elif": lambda n: "if x: y = x\n    " + "elif x: y = x\n    " * n + "else: y = x",
    "comprehensions": lambda n: f"y = {'[x for x in ' * n}x{']' * n}",
    "patterns": lambda n: f"match x:\n        case {'[' * n}a{']' * n}: pass",
}


def deep(shape: str, depth: int) -> str:
    head = "import torch\n\n\n@torch.compile\ndef deep(x: torch.Tensor):\n"
    return f"{head}    {SHAPES[shape](depth)}\n    print('deep')\n    return x\n"


def test_too_deep_files_are_one_line_each_and_the_others_are_checked(tmp_path: Path, breaks: str) -> None:
    files = []
    for number, (shape, depth) in enumerate(itertools.product(SHAPES, (3_000, 30_000))):
        files.append(tmp_path / f"deep{number}.py")
        files[-1].write_text(deep(shape, depth))
    good = tmp_path / "model.py"
    good.write_text(breaks)
    result = api.check([*files, good])
    assert {error.filename for error in result.errors} == {str(file) for file in files}
    assert len(result.errors) == len(files)
    assert all("nest" in error.message for error in result.errors), [error.message for error in result.errors]
    assert [one.code for one in result.diagnostics] == ["FG401"]


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_deep_in_real_code_is_checked_and_fixed(shape: str, tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(deep(shape, 60 if shape in ("comprehensions", "calls in calls", "elif") else 90))
    result = apply.fix_paths([path], unsafe=True)
    assert not result.errors
    assert result.files_checked == 1
    ast.parse(path.read_text())


@pytest.mark.parametrize("shape", ["sum", "sum in lines", "attributes", "elif", "minus"])
def test_the_bound_is_the_trees_own(shape: str) -> None:
    """Not that of the parser, which depends on Python's version and on what has run before."""

    def refused(depth: int) -> bool:
        source = SourceFile(Path("a.py"), deep(shape, depth))
        try:
            _ = source.tree
        except SourceError:
            return True
        return False

    assert not refused(MAX_DEPTH // 2)
    assert refused(MAX_DEPTH + 100)


def test_the_measure_is_the_depth() -> None:
    for shape, depth in itertools.product(("sum", "attributes", "calls of calls", "minus"), (480, 490, 495, 500, 510)):
        text = deep(shape, depth)
        tree = ast.parse(text)
        starts = [0, *itertools.accumulate(map(len, text.splitlines(keepends=True)))]
        assert is_too_deep(tree, starts) == (_depth(tree) > MAX_DEPTH), (shape, depth)


def _depth(tree: ast.AST) -> int:
    deepest, todo = 0, [(tree, 0)]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return deepest
