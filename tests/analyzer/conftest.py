"""Write a small project, check it, and read the findings back as short texts."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Diagnostic
from fullgraph.lint.engine.api import check


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Diagnostic]]:
    """``found({"a.py": source}, follow=("lib",))``: the diagnostics; ``only`` names the files that are given."""
    monkeypatch.chdir(tmp_path)

    def run(files: dict[str, str] | str, only: list[str] | None = None, **options: object) -> list[Diagnostic]:
        if isinstance(files, str):
            files = {"module.py": files}
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))
        given = [Path(name) for name in (only if only is not None else files)]
        result = check(given, Options(**options))  # type: ignore[arg-type]
        assert not result.errors
        return result.diagnostics

    return run
