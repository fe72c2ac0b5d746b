"""What the process that checks for an editor keeps from one text to the next."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check
from fullgraph.lint.source.kept_files import KeptFiles
from fullgraph.lint.source.source_file import SourceError

BASE = """import torch


class Base(torch.nn.Module):
    def __init__(self, flag={flag}):
        super().__init__()
        self.flag = flag
"""
MIDDLE = """from .base import Base


class Middle(Base):
    def forward(self, x):
        if self.flag:
            x = self.shown(x)
        return x + 1
"""
MODEL = """from .middle import Middle


class Model(Middle):
    def shown(self, x):
        print(x)
        return x
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "base.py").write_text(BASE.format(flag="False"))
    (folder / "middle.py").write_text(MIDDLE)
    (folder / "model.py").write_text(MODEL)
    return folder


def test_a_file_keeps_its_tree_while_it_does_not_change(tmp_path: Path) -> None:
    kept, path = KeptFiles(100), tmp_path / "a.py"
    path.write_text("a = 1\n")
    first = kept.read(path, "a.py")
    assert isinstance(first.tree, ast.Module)
    path.write_text("a = 1\n")
    assert kept.read(path, "a.py") is first
    assert kept.read(path, "other name").display == "other name"
    path.write_text("a = 2\n")
    assert kept.read(path, "a.py").text == "a = 2\n"
    path.unlink()
    with pytest.raises(SourceError):
        kept.read(path, "a.py")


def test_files_that_were_not_read_for_longest_are_forgotten(tmp_path: Path) -> None:
    kept, paths = KeptFiles(20), [tmp_path / name for name in ("a.py", "b.py", "c.py")]
    for path in paths:
        path.write_text("# 8 more\n")
    first, second, third = (kept.read(path, str(path)) for path in paths)
    kept.read(paths[0], str(paths[0]))
    kept.trim()
    assert kept.read(paths[0], str(paths[0])) is first
    assert kept.read(paths[2], str(paths[2])) is third
    assert kept.read(paths[1], str(paths[1])) is not second


def test_files_that_are_read_are_parsed_once_for_several_checks(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = ast.parse

    def counted(source: str, *arguments: object, **named: object) -> ast.AST:
        parsed.append(source)
        return parse(source, *arguments, **named)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(ast, "parse", counted)
    kept = KeptFiles(10_000)
    for text in (MODEL, MODEL + "\n"):
        check([package / "model.py"], Options(sources={package / "model.py": text}), kept=kept)
    assert parsed.count(MIDDLE) == 1
    assert {MODEL, MODEL + "\n"} <= set(parsed)


def test_what_a_kept_file_means_follows_from_the_others_as_they_are(package: Path) -> None:
    kept, model = KeptFiles(10_000), package / "model.py"
    conditions = []
    for flag in ("False", "True", "False"):
        (package / "base.py").write_text(BASE.format(flag=flag))
        result = check([model], kept=kept)
        assert repr(result.diagnostics) == repr(check([model]).diagnostics)
        (finding,) = result.diagnostics
        conditions.append(finding.conditions)
    assert conditions[0] == conditions[2] != conditions[1]
