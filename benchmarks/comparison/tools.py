"""Static tools that read PyTorch code: how each is run on files, and the lines that it reports."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..accuracy.check import Finding

Reported = tuple[str, int, str]
"""A file, a line and a rule's code."""


@dataclass(frozen=True)
class Tool:
    """A tool: ``package`` on PyPI, ``command`` in the environment where it is installed."""

    name: str
    package: str
    command: str
    run: Callable[[Path, Sequence[str], Path], Iterator[Reported]]
    """Is given the program, the files and the folder that they are relative to."""
    about_breaks: str = ""
    """A regular expression of the codes of rules that are about what ends a graph, by their documentation."""


class ToolError(Exception):
    """A tool that cannot be run, in one line."""


def findings_of(tool: Tool, environment: Path, files: Sequence[str], folder: Path) -> list[Finding]:
    """What a tool reports of the files. Raises `ToolError`."""
    program = environment / "bin" / tool.command
    if tool.command and not program.is_file():
        raise ToolError(f"{tool.name}: there is no {program}; pip install {tool.package}")
    found = []
    for name, line, code in tool.run(program, files, folder):
        path = Path(name)
        file = path.relative_to(folder).as_posix() if path.is_absolute() else path.as_posix()
        found.append(Finding(file, line, line, code))
    return found


def version_of(tool: Tool, environment: Path) -> str:
    """The version that is installed there; empty for what is no package."""
    if not tool.package:
        return ""
    code = f"import importlib.metadata as m; print(m.version({tool.package!r}))"
    return _output([str(environment / "bin" / "python"), "-c", code], environment).strip()


def _run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def _output(command: Sequence[str], folder: Path) -> str:
    """What a command prints. Exit statuses say that there are findings, but then it prints something."""
    done = _run(command, folder)
    if not done.stdout.strip() and done.returncode:
        raise _failure(done)
    return done.stdout


def _report(text: str, done: subprocess.CompletedProcess[str]) -> Any:
    """The JSON that a command gave. Raises `ToolError`."""
    try:
        return json.loads(text)
    except ValueError:
        raise _failure(done) from None


def _printed(command: Sequence[str], folder: Path) -> Any:
    """The JSON that a command prints. Raises `ToolError`."""
    done = _run(command, folder)
    return _report(done.stdout, done)


def _failure(done: subprocess.CompletedProcess[str]) -> ToolError:
    last = (done.stderr.strip().splitlines() or ["no message"])[-1]
    return ToolError(f"{Path(done.args[0]).name} gave no report and ended with status {done.returncode}: {last}")


_LINE = re.compile(r"^(?P<file>[^:\n]+\.py):(?P<line>\d+):(?:\d+:)? (?P<code>[A-Z]+\d+)", re.M)


def _torchfix(program: Path, files: Sequence[str], folder: Path) -> Iterator[Reported]:
    text = _output([str(program), "--select", "ALL", *(str(folder / name) for name in files)], folder)
    for found in _LINE.finditer(text):
        yield found["file"], int(found["line"]), found["code"]


def _mlinter(program: Path, files: Sequence[str], folder: Path) -> Iterator[Reported]:
    with tempfile.TemporaryDirectory() as made:
        answer = Path(made, "findings.json")
        options = ["--no-progress", "--no-cache", "--enable-all-trf-rules", "--output-json", str(answer)]
        done = _run([str(program), *options, *(str(folder / name) for name in files)], folder)
        data = _report(answer.read_text(encoding="utf-8") if answer.is_file() else "", done)
    for one in data["findings"]:
        yield str(one["path"]), int(one["line"]), str(one["rule"])


def _preflight(program: Path, files: Sequence[str], folder: Path) -> Iterator[Reported]:
    data = _printed([str(program), "check", *files, "--format", "json"], folder)
    for one in data["diagnostics"]:
        yield str(one["path"]), int(one["line"]), str(one["code"])


def _hotpath(program: Path, files: Sequence[str], folder: Path) -> Iterator[Reported]:
    for name in files:
        data = _printed([str(program), "analyze", name, "--format", "json", "--include-heuristics"], folder)
        for file in data["files"]:
            for one in file["findings"]:
                yield file["path"], int(one["line"]), str(one["rule_id"])


SEARCHED = re.compile(
    r"\.(?:item|tolist|numpy|nonzero|unique)\(|torch\.(?:nonzero|unique|where\([^,]*\))|\bprint\(|\blogger\.\w+\(|"
    r"\bwarnings\.warn\(|^\s*assert\b|\bif .*\.(?:any|all|sum|max|min|item)\(|\bdeepcopy\("
)
"""What a person who knows graph breaks would search a repository for."""


def _search(program: Path, files: Sequence[str], folder: Path) -> Iterator[Reported]:
    del program
    for name in files:
        for number, line in enumerate((folder / name).read_text(encoding="utf-8").splitlines(), 1):
            if SEARCHED.search(line):
                yield name, number, "text"


TOOLS = (
    Tool("TorchFix", "torchfix", "torchfix", _torchfix),
    Tool("transformers-mlinter", "transformers-mlinter", "mlinter", _mlinter, r"TRF(027|046|056)$"),
    Tool("torch-preflight", "torch-preflight", "torch-preflight", _preflight, r"TG007$"),
    Tool("hotpath-ai", "hotpath-ai", "hotpath", _hotpath),
    Tool("a text search", "", "", _search, "text"),
)
