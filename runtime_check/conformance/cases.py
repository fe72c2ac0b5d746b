"""Cases: small files that say what TorchDynamo does with them, and the proof that it does.

A case is one file. Comments at the end of a line say what it claims:

``# break: FG101``             the graph breaks at this line, in the default mode and under ``fullgraph=True``
``# break[default]: FG101``    only in the default mode; ``# break[fullgraph]: ...`` only under ``fullgraph=True``
``# break[default]: FG201; break[fullgraph]: FG202``  one reason by default, another under ``fullgraph=True``
``# break: other``             it breaks here, but no rule says so (the linter is silent)
``# fails: FG508``             as ``break``, and without ``fullgraph=True`` too compiling raises an error here
``# differs: FG610``           nothing breaks, but values or gradients of the compiled case differ from those in eager;
                               in files ``differs_*.py``
``# missed: FG101``            as ``break``, but the linter does not see it, as a test makes sure
``# report: FG501 (a/b.py)``   the rule reports this line; what breaks is a line of the package file ``a/b.py``, for
                               ``(a/)`` of any file of the package;
                               ``report[default]`` and ``report[fullgraph]`` as for ``break``
``# break: FG505 (before 2.13)``  only in the torch versions before 2.13, with ``since`` in that one and later ones, and
                               with ``in`` in that one alone

``# recompile: FG701``         this line makes every new value compile anew, until the recompile limit, then eager
``# recompile[once]: FG707``   one more compilation, and then no other
``# recompile: FG702 (step ==)``  the claim stands here; what fails is a guard with the words ``step ==`` in it

Marks about recompiles stand in ``recompile_*.py`` in the folders of the rules FG7xx, whose cases are called more often
than the recompile limit allows, on one object, with ``inputs()`` again and again: they must not recompile at any line
that has no mark, but once where a size or a number becomes symbolic; the fixed file of a ``fix_*.py`` there must give
the same, called as often, and not recompile at all but for that. ``recompiling`` says which line a recompile counts
for. A case about the code around compiled code defines ``main()`` instead of ``make()`` and ``inputs()``, which calls
``torch.compile`` itself and returns what it computed; only the compiler's backend is the prover's to choose.

A mark stands in the first line of its statement, or of the head of a compound one: where a condition takes more lines,
Dynamo says the first before Python 3.12 and that of the operand since, so that lines are compared by statement.

A case that claims something else than breaks of the graph proves it itself, as
`fullgraph.runtime_check.conformance.misuse` says.

``# follow: package`` in a line of its own names a package that the linter reads too, and ``# fix: safe`` or
``# fix: unsafe`` as the first line says that the rewritten file lies beside it, as ``NAME.fixed.py``.
``# only: python<3.12`` in a line of its own says where the case holds; elsewhere it is left out. It can ask for
``python>=3.12``, ``torch>=2.13``, ``torch!=2.12``, ``cuda`` (a GPU) or the name of a package, and, with commas, for
several of these.

``# compare: gradients`` in a line of its own asks for the same comparison, in which a clean case may not differ.
``before(index)``, where there is one, runs before each of its calls.

A case defines ``make()``, which returns what is compiled, and ``inputs()``, a list of argument tuples that together
take every side of every branch; ``raising()``, where there is one, lists arguments for which the case raises. While a
case is loaded ``torch.compile`` returns its argument, so that the mode is the prover's to choose.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import operator
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fullgraph.runtime_check.conformance import misuse
from fullgraph.runtime_check.conformance.recompiling import Claim
from fullgraph.runtime_check.statements import first_lines

if TYPE_CHECKING:
    pass

Mode = Literal["default", "fullgraph"]
MODES: tuple[Mode, ...] = ("default", "fullgraph")

KINDS = ("break", "recompile", "misuse", "differs", "clean", "fix")
"""The kinds of cases, with which the names of their files begin."""
OTHER = "other"
"""Stands for a break that no rule reports."""

_ONE = (
    r"(break|missed|fails)(?:\[(default|fullgraph)\])?:\s*(\w+(?:\s*,\s*\w+)*)(?:\s*\((before|since|in) (\d+\.\d+)\))?"
)
_MARK = re.compile(_ONE)
_MARKS = re.compile(rf"#\s*({_ONE}(?:\s*;\s*{_ONE})*)\s*$")
_REPORT = re.compile(r"#\s*report(?:\[(default|fullgraph)\])?:\s*(\w+) \((\S+)\)\s*$")
_RECOMPILE = re.compile(r"#\s*recompile(\[once\])?:\s*(\w+)(?: \((.+)\))?\s*$")
CaseError = misuse.CaseError
_DIFFERS = re.compile(r"#\s*differs:\s*(\w+)\s*$")
_COMPARE = re.compile(r"^#\s*compare:\s*gradients\s*$", re.M)
_FIX = re.compile(r"# fix: (safe|unsafe)$", re.M)
_FOLLOW = re.compile(r"^#\s*follow:\s*(\w+)\s*$", re.M)
_ONLY = re.compile(r"^#\s*only:\s*(.+?)\s*$", re.M)
_VERSION = re.compile(r"(python|torch)\s*(<|>=|!=)\s*(\d+)\.(\d+)")

_COMPARED = {"<": operator.lt, ">=": operator.ge, "!=": operator.ne}


@dataclass(frozen=True)
class Case:
    """One case file and what its comments claim."""

    path: Path
    kind: Literal["break", "recompile", "misuse", "differs", "clean", "fix"]
    marks: frozenset[tuple[Mode, int, str]]
    """Mode, line and code (or `OTHER`) of each break in the file itself."""
    missed: frozenset[tuple[int, str]] = frozenset()
    """Line and code of the breaks that the linter does not see."""
    fails: frozenset[int] = frozenset()
    """The lines at which compiling raises an error rather than ending the graph."""
    differing: frozenset[tuple[int, str]] = frozenset()
    """Line and code of what makes compiled results differ."""
    compared: bool = False
    """Whether results and gradients are compared with eager's over several calls."""
    reports: frozenset[tuple[Mode, int, str, str]] = frozenset()
    """Mode, line, code, and the end of the path of the package file that breaks, or the beginning (``a/``)."""
    misuses: frozenset[tuple[int, str]] = frozenset()
    """Line and code of what is claimed of how something is compiled."""
    proves: bool = False
    """It has a ``proof()`` instead of ``make()`` and ``inputs()``."""
    applicability: Literal["safe", "unsafe"] | None = None
    follow: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Conditions on the place where it runs; see ``unmet``."""
    recompiles: frozenset[Claim] = frozenset()

    @property
    def name(self) -> str:
        """``fg101_branch_on_tensor/break_if_else``."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def is_about_recompiles(self) -> bool:
        return self.path.parent.name.startswith("fg7")

    @property
    def fixed(self) -> Path:
        return self.path.with_suffix(".fixed.py")

    def lines(self, mode: Mode) -> set[int]:
        """The lines of the file that break in this mode."""
        return {line for where, line, _ in self.marks if where == mode}

    def reported(self, mode: Mode) -> set[tuple[int, str]]:
        """The lines and codes that the linter has to report in this mode."""
        found = {(line, code) for where, line, code in self.marks if where == mode and code != OTHER}
        found |= {(line, code) for where, line, code, _ in self.reports if where == mode}
        found |= {(claim.line, claim.code) for claim in self.recompiles if claim.code != OTHER}
        return (found - self.missed) | self.differing | self.misuses

    @functools.cached_property
    def _statements(self) -> dict[int, int]:
        return first_lines(self.path.read_text(encoding="utf-8"))

    def statement(self, line: int) -> int:
        """The first line of the statement of a line; see above why lines are compared by it."""
        return self._statements.get(line, line)


@functools.cache
def _release(version: str | None = None) -> tuple[int, ...]:
    """A torch version, by default the one installed, as numbers that compare."""
    return tuple(int(part) for part in (version or importlib.metadata.version("torch")).split(".")[:2])


def _holds(limit: str | None, version: str, torch: str | None) -> bool:
    """Return whether a claim for the versions ``before`` or ``since`` one, or ``in`` it alone, is about this torch."""
    if limit == "in":
        return _release(torch) == _release(version)
    return limit is None or (_release(torch) < _release(version)) is (limit == "before")


def read_case(path: Path, torch: str | None = None) -> Case:
    """Read what a case file claims of a version of torch, by default of the one installed.

    Raises CaseError where it claims nothing, or what does not fit its name.
    """
    text = path.read_text(encoding="utf-8")
    kind = path.name.partition("_")[0]
    if kind not in KINDS:
        raise CaseError(f"{path}: a case is named {', '.join(f'{one}_*.py' for one in KINDS[:-1])} or {KINDS[-1]}_*.py")
    marks = _Marks()
    for number, line in enumerate(text.splitlines(), 1):
        marks.read(number, line, torch)
    misuses = misuse.marks(path, text)
    proves = misuse.proves(path, text)
    first = _FIX.match(text)
    _require_kind(path, kind, marks, claims=marks.claims or bool(misuses), has_fix=first is not None)
    return Case(
        path,
        kind,  # type: ignore[arg-type]
        frozenset(marks.breaks),
        frozenset(marks.missed),
        frozenset(marks.fails),
        frozenset(marks.differing),
        bool(marks.differing) or bool(_COMPARE.search(text)),
        frozenset(marks.reports),
        misuses,
        proves,
        first[1] if first else None,  # type: ignore[arg-type]
        tuple(_FOLLOW.findall(text)),
        tuple(part.strip() for line in _ONLY.findall(text) for part in line.split(",")),
        frozenset(marks.recompiles),
    )


@dataclass
class _Marks:
    """The marks of a case's lines."""

    breaks: set[tuple[Mode, int, str]] = field(default_factory=set)
    missed: set[tuple[int, str]] = field(default_factory=set)
    fails: set[int] = field(default_factory=set)
    differing: set[tuple[int, str]] = field(default_factory=set)
    reports: set[tuple[Mode, int, str, str]] = field(default_factory=set)
    recompiles: set[Claim] = field(default_factory=set)
    claims: bool = False
    """Whether there are any, also for other versions of torch."""

    def read(self, number: int, line: str, torch: str | None) -> None:
        """Add those of a line that hold for this torch."""
        if whole := _MARKS.search(line):
            for found in _MARK.finditer(whole[1]):
                if _holds(found[4], found[5], torch):
                    self._add_break(number, found)
        elif differs := _DIFFERS.search(line):
            self.differing.add((number, differs[1]))
        elif report := _REPORT.search(line):
            self.reports.update((mode, number, report[2], report[3]) for mode in MODES if report[1] in (None, mode))
        elif mark := _RECOMPILE.search(line):
            self.recompiles.add(Claim(number, mark[2], "once" if mark[1] else "always", mark[3] or ""))
        else:
            return
        self.claims = True

    def _add_break(self, number: int, found: re.Match[str]) -> None:
        codes = [code.strip() for code in found[3].split(",")]
        self.breaks.update((mode, number, code) for mode in MODES if found[2] in (None, mode) for code in codes)
        if found[1] == "missed":
            self.missed.update((number, code) for code in codes)
        elif found[1] == "fails":
            self.fails.add(number)


def _require_kind(path: Path, kind: str, marks: _Marks, *, claims: bool, has_fix: bool) -> None:
    """Raise `CaseError` where the marks are not those of a case of this kind."""
    if kind != "fix" and (kind == "recompile") != bool(marks.recompiles):
        raise CaseError(f"{path}: a recompile case, and but for fix_*.py no other, marks recompiles")
    if (kind == "clean") == claims:
        raise CaseError(f"{path}: a clean case marks no line, every other case marks one")
    if (kind == "fix") != has_fix:
        raise CaseError(f"{path}: a fix case, and no other, begins with '# fix: safe' or '# fix: unsafe'")
    if (kind == "differs") != bool(marks.differing):
        raise CaseError(f"{path}: a differs case, and no other, marks a line '# differs: ...'")


def unmet(case: Case) -> str | None:
    """The condition of the case that does not hold here; None where it can run."""
    for wanted in case.only:
        found = _VERSION.fullmatch(wanted)
        if found is not None:
            here = sys.version_info[:2] if found[1] == "python" else _release()
            if not _COMPARED[found[2]](here, (int(found[3]), int(found[4]))):
                return f"it is for {wanted}"
        elif wanted == "cuda":
            import torch

            if not torch.cuda.is_available():
                return "there is no GPU"
        elif importlib.util.find_spec(wanted) is None:
            return f"{wanted} is not installed"
    return None


def find_cases(folder: Path) -> list[Case]:
    """All cases below a folder, by name. Raises CaseError."""
    paths = sorted(path for path in folder.glob("fg*/*.py") if not path.name.endswith(".fixed.py"))
    return [read_case(path) for path in paths]
