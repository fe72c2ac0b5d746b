"""The command line, run in-process in an empty folder, and recordings of programs that are written there."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from fullgraph.lint.cli import main
from fullgraph.lint.facts import files
from fullgraph.lint.facts.schema import FunctionFact, Recorded
from fullgraph.runtime_check.facts.recorder import Recorder
from recording import Ran

_numbers = itertools.count()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FULLGRAPH_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs ``fullgraph`` with arguments in the current folder."""

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ending:
            main(arguments)
        said = capsys.readouterr()
        assert isinstance(ending.value.code, int)
        return Ran(ending.value.code, said.out, said.err)

    return run


@pytest.fixture
def load(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Writes a program to ``net.py`` and imports it."""

    def load(text: str) -> ModuleType:
        path = folder / "net.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location(f"net_{next(_numbers)}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture
def record(folder: Path) -> Callable[..., Recorded]:
    """Runs actions, each a run of its own, and writes what was seen to ``facts.json``."""
    if sys.gettrace() is not None:
        pytest.skip("something traces the tests")

    def record(*actions: Callable[[], object]) -> Recorded:
        recorder = Recorder([folder])
        for action in actions:
            with recorder.recording():
                action()
        assert recorder.problem is None
        recorded = recorder.recorded()
        files.write(folder / "facts.json", recorded)
        assert files.read(folder / "facts.json") == recorded
        return recorded

    return record


@pytest.fixture
def fact() -> Callable[[Recorded, str], FunctionFact]:
    """The facts of a function, by its name."""

    def fact(recorded: Recorded, name: str) -> FunctionFact:
        (found,) = [one for one in recorded.functions.values() if one.name == name]
        return found

    return fact
