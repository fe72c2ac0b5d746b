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
``# break: FG505 (before 2.13)``  only in the torch versions before 2.13, and with ``since`` in that one and later ones

``# recompile: FG701``         this line makes every new value compile anew, until the recompile limit, then eager
``# recompile[once]: FG707``   one more compilation, and then no other
``# recompile: FG702 (step ==)``  the claim stands here; what fails is a guard with the words ``step ==`` in it

Marks about recompiles stand in ``recompile_*.py`` in the folders of the rules FG7xx, whose cases are called more often
than the recompile limit allows, on one object, with ``inputs()`` again and again: they must not recompile at any line
that has no mark, but once where a size or a number becomes symbolic. ``recompiling`` says which line a recompile counts
for. A case about the code around compiled code defines ``main()`` instead of ``make()`` and ``inputs()``, which calls
``torch.compile`` itself and returns what it computed; only the compiler's backend is the prover's to choose.

A mark stands in the first line of its statement, or of the head of a compound one: where a condition takes more lines,
Dynamo says the first before Python 3.12 and that of the operand since, so that lines are compared by statement.

A case that claims something else than breaks of the graph proves it itself; `fullgraph.runtime_check.misuse` says how.

``# follow: package`` in a line of its own names a package that the linter reads too, and ``# fix: safe`` or
``# fix: unsafe`` as the first line says that the rewritten file lies beside it, as ``NAME.fixed.py``.
``# only: python<3.12`` in a line of its own says where the case holds; elsewhere it is left out. It can ask for
``python>=3.12``, ``torch>=2.13``, ``cuda`` (a GPU) or the name of a package, and, with commas, for several of these.

``# compare: gradients`` in a line of its own asks for the same comparison, in which a clean case may not differ.
``before(index)``, where there is one, runs before each of its calls.

A case defines ``make()``, which returns what is compiled, and ``inputs()``, a list of argument tuples that together
take every side of every branch; ``raising()``, where there is one, lists arguments for which the case raises. While a
case is loaded ``torch.compile`` returns its argument, so that the mode is the prover's to choose.

Each case runs in a process of its own, forked from one that has torch loaded.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import importlib.metadata
import importlib.util
import itertools
import json
import multiprocessing
import os
import platform
import re
import sys
import tempfile
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from fullgraph.runtime_check import misuse
from fullgraph.runtime_check.recompiling import CALLS, Again, Claim, again, contradictions

if TYPE_CHECKING:
    from fullgraph.runtime_check.breaks import Break
    from fullgraph.runtime_check.capture import Capture

Mode = Literal["default", "fullgraph"]
MODES: tuple[Mode, ...] = ("default", "fullgraph")

KINDS = ("break", "recompile", "misuse", "differs", "clean", "fix")
"""What the name of a case's file begins with: what it shows."""
OTHER = "other"
"""Stands for a break that no rule reports."""
TIME_LIMIT = 300.0
"""Seconds for one case."""

_ONE = r"(break|missed|fails)(?:\[(default|fullgraph)\])?:\s*(\w+(?:\s*,\s*\w+)*)(?:\s*\((before|since) (\d+\.\d+)\))?"
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
_VERSION = re.compile(r"(python|torch)\s*(<|>=)\s*(\d+)\.(\d+)")


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
    """What has to hold of the place where it runs; see ``unmet``."""
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
        """The first line of the statement, or of the head of the compound one, that each line belongs to."""
        first: dict[int, int] = {}
        for node in ast.walk(ast.parse(self.path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.stmt):
                body = getattr(node, "body", None)
                last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
                first.update((line, node.lineno) for line in range(node.lineno, last + 1))
        return first

    def statement(self, line: int) -> int:
        """The first line of the statement of a line; see above why lines are compared by it."""
        return self._statements.get(line, line)


@functools.cache
def _release(version: str | None = None) -> tuple[int, ...]:
    """A torch version, by default the one installed, as numbers that compare."""
    return tuple(int(part) for part in (version or importlib.metadata.version("torch")).split(".")[:2])


def _holds(limit: str | None, version: str, torch: str | None) -> bool:
    """Whether a claim for the versions ``before`` or ``since`` one is about this torch."""
    return limit is None or (_release(torch) < _release(version)) is (limit == "before")


def read_case(path: Path, torch: str | None = None) -> Case:
    """Read what a case file claims of a version of torch, by default of the one installed.

    Raises CaseError where it claims nothing, or what does not fit its name.
    """
    text = path.read_text(encoding="utf-8")
    kind = path.name.partition("_")[0]
    if kind not in KINDS:
        raise CaseError(f"{path}: a case is named {', '.join(f'{one}_*.py' for one in KINDS[:-1])} or {KINDS[-1]}_*.py")
    marks: set[tuple[Mode, int, str]] = set()
    missed: set[tuple[int, str]] = set()
    fails: set[int] = set()
    differing: set[tuple[int, str]] = set()
    reports: set[tuple[Mode, int, str, str]] = set()
    recompiles: set[Claim] = set()
    claims = False
    for number, line in enumerate(text.splitlines(), 1):
        if whole := _MARKS.search(line):
            claims = True
            for found in _MARK.finditer(whole[1]):
                if not _holds(found[4], found[5], torch):
                    continue
                codes = [code.strip() for code in found[3].split(",")]
                marks.update((mode, number, code) for mode in MODES if found[2] in (None, mode) for code in codes)
                if found[1] == "missed":
                    missed.update((number, code) for code in codes)
                elif found[1] == "fails":
                    fails.add(number)
        elif differs := _DIFFERS.search(line):
            claims = True
            differing.add((number, differs[1]))
        elif report := _REPORT.search(line):
            claims = True
            reports.update((mode, number, report[2], report[3]) for mode in MODES if report[1] in (None, mode))
        elif mark := _RECOMPILE.search(line):
            claims = True
            recompiles.add(Claim(number, mark[2], "once" if mark[1] else "always", mark[3] or ""))
    first = _FIX.match(text)
    if (kind == "recompile") != bool(recompiles):
        raise CaseError(f"{path}: a recompile case, and no other, marks recompiles")
    misuses = misuse.marks(path, text)
    proves = misuse.proves(path, text)
    if (kind == "clean") == (claims or bool(misuses)):
        raise CaseError(f"{path}: a clean case marks no line, every other case marks one")
    if (kind == "fix") != bool(first):
        raise CaseError(f"{path}: a fix case, and no other, begins with '# fix: safe' or '# fix: unsafe'")
    if (kind == "differs") != bool(differing):
        raise CaseError(f"{path}: a differs case, and no other, marks a line '# differs: ...'")
    return Case(
        path,
        kind,  # type: ignore[arg-type]
        frozenset(marks),
        frozenset(missed),
        frozenset(fails),
        frozenset(differing),
        bool(differing) or bool(_COMPARE.search(text)),
        frozenset(reports),
        misuses,
        proves,
        first[1] if first else None,  # type: ignore[arg-type]
        tuple(_FOLLOW.findall(text)),
        tuple(part.strip() for line in _ONLY.findall(text) for part in line.split(",")),
        frozenset(recompiles),
    )


def unmet(case: Case) -> str | None:
    """What the case asks for that does not hold here; None where it can run."""
    for wanted in case.only:
        found = _VERSION.fullmatch(wanted)
        if found is not None:
            here = sys.version_info[:2] if found[1] == "python" else _release()
            if (here < (int(found[3]), int(found[4]))) is not (found[2] == "<"):
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


@dataclass
class Seen:
    """What the compiler did with a case in one mode. Lists are sorted, so that two runs give the same text."""

    breaks: list[tuple[int, str | None, str]] = field(default_factory=list)
    """Line in the case, registry id and kind of break."""
    elsewhere: list[tuple[str, str | None, str]] = field(default_factory=list)
    """The same for breaks in installed packages, with the path below ``site-packages`` and the line."""
    graphs: int = 0
    """Graphs over all inputs."""
    skipped: bool = False
    """A whole frame fell back to eager."""
    recompiles: list[Again] = field(default_factory=list)
    """Where and why it compiled again, of cases about that."""
    limit: str | None = None
    """The registry id under which the recompile limit was hit."""
    failed: list[int] = field(default_factory=list)
    """The lines of the case at which compiling raised an error."""
    problems: list[str] = field(default_factory=list)
    """What should not happen in any case: other results than eager's, an error that is not about a break."""


@dataclass
class Rewritten:
    """What the compiler did with the fixed file of a case."""

    graphs: int = 0
    """Graphs for one input and others of its shape; 1 where all is well."""
    problems: list[str] = field(default_factory=list)
    """Breaks, recompiles, and differences from the file as it was."""


@dataclass
class Observed:
    """Everything that the compiler did with one case."""

    modes: dict[Mode, Seen] = field(default_factory=dict)
    rewritten: Rewritten | None = None
    proved: bool = False
    """The case's own proof ran to its end, and that of the fixed file, where there is one."""
    differences: list[str] = field(default_factory=list)
    """Where results or gradients differ, of the cases that are compared."""
    error: str | None = None
    """Why nothing could be observed: the case cannot be loaded, crashed or took too long."""
    missing: str | None = None
    """Why the case is left out: a package is not installed, or something that it asks for does not hold here."""


def lies_in(place: str, end: str) -> bool:
    """Whether a file, by its path below ``site-packages``, is what a report names."""
    return place.startswith(end) if end.endswith("/") else place.endswith(end)


def problems_of(case: Case, seen: Observed) -> list[str]:
    """Where the compiler contradicts the case; empty if it is proved."""
    if seen.error is not None:
        return [seen.error]
    found: list[str] = []
    for mode, observation in seen.modes.items():
        claimed = {case.statement(line): line for line in case.lines(mode)}
        real = {case.statement(line): line for line, _, _ in observation.breaks}
        found += [f"{mode}: line {claimed[at]} is marked and does not break" for at in sorted(claimed.keys() - real)]
        for at in sorted(real.keys() - claimed):
            line = real[at]
            reasons = "; ".join(f"{reason} ({gb})" for row, gb, reason in observation.breaks if row == line)
            found.append(f"{mode}: line {line} breaks and is not marked: {reasons}")
        failing = {case.statement(line) for line in observation.failed}
        held = {line for where, line, _ in case.marks if where == mode} & case.fails
        found += [
            f"{mode}: compiling does not fail at line {n}" for n in sorted(held) if case.statement(n) not in failing
        ]
        files = {end for where, _, _, end in case.reports if where == mode}
        places = {place.rpartition(":")[0] for place, _, _ in observation.elsewhere}
        found += [
            f"{mode}: nothing breaks in {end}" for end in sorted(files) if not any(lies_in(p, end) for p in places)
        ]
        found += [f"{mode}: breaks in {p}" for p in sorted(places) if not any(lies_in(p, end) for end in files)]
        if case.is_about_recompiles:
            wrong = contradictions(case.recompiles, observation.recompiles, case.statement)
            found += [f"{mode}: {problem}" for problem in wrong]
        found += [f"{mode}: {problem}" for problem in observation.problems]
    if case.differing and not seen.differences:
        found.append("eager and compiled do not differ")
    elif not case.differing:
        found += [f"with gradients: {difference}" for difference in seen.differences]
    if seen.rewritten is not None:
        found += [f"fixed: {problem}" for problem in seen.rewritten.problems]
    return found


# In the process of one case


@contextlib.contextmanager
def _uncompiled() -> Iterator[None]:
    """``torch.compile`` and its decorator form give back what they are given."""
    import torch

    def compile(model: Any = None, **options: Any) -> Any:
        return model if model is not None else lambda function: function

    before = torch.compile
    torch.compile = compile
    try:
        yield
    finally:
        torch.compile = before


@contextlib.contextmanager
def _compiled(fullgraph: bool) -> Iterator[None]:
    """``torch.compile`` keeps what it is given but for the backend and the mode."""
    import torch

    before = torch.compile

    def compile(model: Any = None, **options: Any) -> Any:
        kept = {name: value for name, value in options.items() if name in ("dynamic", "disable")}
        return before(model, backend="eager", fullgraph=fullgraph, **kept)

    torch.compile = compile
    try:
        yield
    finally:
        torch.compile = before


def _load(path: Path, environment: Callable[[], Any] = _uncompiled) -> ModuleType:
    import torch

    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise CaseError(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and Dynamo look modules up by name
    torch.manual_seed(0)
    with environment():
        spec.loader.exec_module(module)
    return module


def _module_name(path: Path) -> str:
    return "fullgraph_case_" + re.sub(r"\W", "_", f"{path.parent.name}_{path.stem}")


def _make(module: ModuleType, device: str) -> Any:
    """The case's callable, with the same parameters each time."""
    import torch

    torch._dynamo.reset()
    torch.manual_seed(0)
    with _uncompiled():
        made = module.make()
    return made.to(device) if isinstance(made, torch.nn.Module) else made


def _arguments(module: ModuleType, device: str, which: str = "inputs") -> list[tuple[Any, ...]]:
    import torch

    torch.manual_seed(1)
    return [_map(arguments, lambda tensor: tensor.to(device)) for arguments in getattr(module, which)()]


def _map(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same nest of containers with each tensor changed."""
    import torch

    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, dict):
        return {key: _map(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(_map(item, change) for item in value)
    return value


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}[{key!r}]")
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}[{index}]")
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for entry in dataclasses.fields(value):
            yield from _leaves(getattr(value, entry.name), f"{path}.{entry.name}")
    else:
        yield path, value


@dataclass
class _Outcome:
    """What one call gave: values, gradients and state by name, or the exception."""

    values: dict[str, Any] = field(default_factory=dict)
    gradients: dict[str, Any] = field(default_factory=dict)
    raised: BaseException | None = None


def _call(made: Any, function: Callable[..., Any], arguments: tuple[Any, ...], *, grad: bool) -> _Outcome:
    """Call ``function``, which is ``made`` or ``made`` compiled, on copies of the arguments."""
    import torch

    outcome = _Outcome()
    leaves: list[Any] = []

    def copy(tensor: Any) -> Any:
        fresh = tensor.detach().clone()
        if grad and fresh.is_floating_point():
            fresh.requires_grad_()
        leaves.append(fresh)
        return fresh

    inputs = _map(arguments, copy)
    torch.manual_seed(2)
    try:
        result = function(*inputs)
    except Exception as error:
        outcome.raised = error
        return outcome
    for name, leaf in _leaves(result, "result"):
        outcome.values[name] = leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf
    parameters = dict(made.named_parameters()) if isinstance(made, torch.nn.Module) else {}
    if isinstance(made, torch.nn.Module):
        outcome.values.update((f"self.{name}", tensor.detach().clone()) for name, tensor in made.state_dict().items())
    outcome.values.update((f"input {index}", leaf.detach().clone()) for index, leaf in enumerate(leaves))
    if grad:
        outputs = [
            leaf
            for _, leaf in _leaves(result)
            if isinstance(leaf, torch.Tensor) and leaf.requires_grad and leaf.is_floating_point()
        ]
        for tensor in parameters.values():
            tensor.grad = None
        if outputs:
            generator = torch.Generator().manual_seed(3)
            weights = [torch.randn(leaf.shape, generator=generator).to(leaf) for leaf in outputs]
            torch.autograd.backward(outputs, weights)
        for index, leaf in enumerate(leaves):
            outcome.gradients[f"gradient of input {index}"] = leaf.grad
        for name, tensor in parameters.items():
            outcome.gradients[f"gradient of {name}"] = tensor.grad
    return outcome


def _difference(one: Any, two: Any, *, exact: bool, none_is_zero: bool = False) -> str | None:
    """How two leaves differ; None if they do not."""
    import torch

    if none_is_zero and (one is None) != (two is None):
        other = two if one is None else one
        return None if isinstance(other, torch.Tensor) and not other.any() else f"{one} and {two}"
    if not (isinstance(one, torch.Tensor) and isinstance(two, torch.Tensor)):
        same = type(one) is type(two) and (one == two or one is two or (one != one and two != two))
        return None if same else f"{one!r} and {two!r}"
    if one.layout != torch.strided:
        one, two = one.to_dense(), two.to_dense()
    tolerances = {"rtol": 0.0, "atol": 0.0} if exact else {}
    try:
        torch.testing.assert_close(two, one, equal_nan=True, **tolerances)  # type: ignore[arg-type]
    except AssertionError as error:
        return " ".join(str(error).split())
    return None


def _differences(one: _Outcome, two: _Outcome, *, exact: bool, none_is_zero: bool = False) -> list[str]:
    if one.raised is not None or two.raised is not None:
        if type(one.raised) is type(two.raised):
            return []
        return [f"{_said(one.raised)} and {_said(two.raised)}"]
    found = []
    for group in ("values", "gradients"):
        left, right = getattr(one, group), getattr(two, group)
        found += [f"{name} is only in one" for name in sorted(left.keys() ^ right.keys())]
        for name in left.keys() & right.keys():
            problem = _difference(
                left[name], right[name], exact=exact, none_is_zero=none_is_zero and group == "gradients"
            )
            if problem:
                found.append(f"{name}: {problem}")
    return sorted(found)


def _said(error: BaseException | None) -> str:
    text = (str(error).strip().splitlines() or [""])[0]
    return "no exception" if error is None else f"{type(error).__name__}({text[:200]})"


def _place(found: Break, path: Path) -> tuple[int | None, str]:
    """The innermost line of the case on the way to the break, unless a package's own line lies further in."""
    import torch

    where = Path(found.filename)
    if where == path:
        return found.line, ""
    parts = where.parts
    packages = next((i for i, part in enumerate(parts) if part in ("site-packages", "dist-packages")), None)
    if packages is not None and where.parent != Path(torch.__file__).parent:
        return None, f"{'/'.join(parts[packages + 1 :])}:{found.line}"
    for frame in reversed(found.stack):
        if Path(frame.filename) == path:
            return frame.line, ""
    return None, f"{where.name}:{found.line}"


def _record(seen: Seen, captured: Capture, path: Path) -> None:
    for found in captured.breaks:
        line, elsewhere = _place(found, path)
        if line is not None:
            seen.breaks.append((line, found.registry_id, found.reason))
        else:
            seen.elsewhere.append((elsewhere, found.registry_id, found.reason))
        seen.skipped |= found.kind == "skip"
    seen.breaks = sorted(set(seen.breaks), key=str)
    seen.elsewhere = sorted(set(seen.elsewhere), key=str)
    seen.graphs += captured.graphs


def _all_breaks(module: ModuleType, case: Case, device: str, *, scalars: bool) -> Seen:
    """Every break over all inputs, compiled so that the rest goes on after each.

    ``scalars``: with scalars and dynamic shapes captured, as ``fullgraph=True`` traces since torch 2.10.
    """
    import torch
    from fullgraph.runtime_check.breaks import break_of
    from fullgraph.runtime_check.capture import Capture, capture

    seen = Seen()
    plain, made = _make(module, device), None
    expected = [_call(plain, plain, arguments, grad=False) for arguments in _arguments(module, device)]
    settings = {"capture_scalar_outputs": scalars, "capture_dynamic_output_shape_ops": scalars}
    made = _make(module, device)
    with torch._dynamo.config.patch(settings), capture() as captured:
        compiled = torch.compile(made, backend="eager")
        outcomes = [_call(made, compiled, arguments, grad=False) for arguments in _arguments(module, device)]
    _record(seen, captured, case.path)
    for index, (left, right) in enumerate(zip(expected, outcomes, strict=True)):
        if left.raised is not None:
            seen.problems.append(f"input {index}: raises in eager: {_said(left.raised)}")
        elif right.raised is not None and (failed := break_of(right.raised)) is not None:
            line, _ = _place(failed, case.path)
            if scalars or (line is not None and case.statement(line) in map(case.statement, case.fails)):
                _record(seen, Capture(raw_breaks=[failed]), case.path)  # no break, but how fullgraph=True ends
                seen.failed += [line] if line is not None else []
                continue
        seen.problems += [
            f"input {index}: eager and compiled: {text}" for text in _differences(left, right, exact=True)
        ]
    return seen


def _first_breaks(module: ModuleType, path: Path, device: str, seen: Seen) -> None:
    """Compile each input with ``fullgraph=True``. It stops at the first break, which has to be one of ``seen``."""
    import torch
    from fullgraph.runtime_check.breaks import break_of
    from fullgraph.runtime_check.capture import capture

    places = {line for line, _, _ in seen.breaks} | {place for place, _, _ in seen.elsewhere}
    failed = False
    for index, arguments in enumerate(_arguments(module, device)):
        plain = _make(module, device)
        expected = _call(plain, plain, arguments, grad=False)
        made = _make(module, device)
        with capture():
            outcome = _call(made, torch.compile(made, backend="eager", fullgraph=True), arguments, grad=False)
        found = break_of(outcome.raised) if outcome.raised is not None else None
        if found is not None:
            failed = True
            line, elsewhere = _place(found, path)
            if (line or elsewhere) not in places:
                seen.problems.append(f"input {index}: fullgraph=True fails at {line or elsewhere}: {found.reason}")
        else:
            texts = _differences(expected, outcome, exact=True)
            seen.problems += [f"input {index}: eager and fullgraph=True: {text}" for text in texts]
    if places and not failed:
        seen.problems.append("fullgraph=True compiles for every input")


def _recompiles(path: Path, device: str, *, fullgraph: bool, always: bool) -> Seen:
    """Call a case, or run its ``main()``, more often than the recompile limit allows.

    ``always``: it is to hit the limit, which in the default mode ends in eager without a word, and under
    ``fullgraph=True`` in an error.
    """
    import torch
    from fullgraph.runtime_check.capture import Capture, capture

    seen = Seen()
    expected = _run_often(_load(path), device, _uncompiled)
    environment = functools.partial(_compiled, fullgraph)
    module = _load(path, environment if hasattr(sys.modules[_module_name(path)], "main") else _uncompiled)
    torch._dynamo.reset()
    with capture() as captured:
        outcomes = _run_often(module, device, environment)
    hit = isinstance(outcomes[-1].raised, torch._dynamo.exc.FailOnRecompileLimitHit)
    limit = [one for one in captured.breaks if _LIMIT_HIT in one.reason]
    rest = Capture(raw_breaks=[one for one in captured.breaks if one not in limit], graphs=captured.graphs)
    _record(seen, rest, path)
    seen.recompiles = again(captured, path)
    seen.limit = limit[0].registry_id if limit else None
    if hit is not (always and fullgraph):
        seen.problems.append(f"the recompile limit is {'' if hit else 'not '}hit")
    for index, (left, right) in enumerate(zip(expected, outcomes, strict=False)):
        if not (hit and right is outcomes[-1]):
            texts = _differences(left, right, exact=True)
            seen.problems += [f"call {index}: eager and compiled: {text}" for text in texts]
    return seen


_LIMIT_HIT = "recompile limit exceeded"


def _run_often(module: ModuleType, device: str, environment: Callable[[], Any]) -> list[_Outcome]:
    """What each call gives; the first that raises is the last."""
    import torch

    if hasattr(module, "main"):
        with environment():
            torch.manual_seed(0)
            return [_call(None, module.main, (), grad=False)]
    made = _make(module, device)
    with environment():
        compiled = torch.compile(made)
    outcomes: list[_Outcome] = []
    rounds = itertools.chain.from_iterable(_arguments(module, device) for _ in itertools.count())
    for arguments in itertools.islice(rounds, max(CALLS, len(_arguments(module, device)))):
        outcomes.append(_call(made, compiled, arguments, grad=False))
        if outcomes[-1].raised is not None:
            break
    return outcomes


def _compiled_differences(module: ModuleType, device: str) -> list[str]:
    """How values and gradients, over the calls of one object, differ once it is compiled with a backward graph."""
    import torch

    outcomes: list[list[_Outcome]] = []
    for compiled in (False, True):
        made = _make(module, device)
        function = torch.compile(made, backend="aot_eager") if compiled else made
        outcomes.append([])
        for index, arguments in enumerate(_arguments(module, device)):
            if hasattr(module, "before"):
                module.before(index)
            outcomes[-1].append(_call(made, function, arguments, grad=True))
    return [
        f"input {index}: {text}"
        for index, (left, right) in enumerate(zip(*outcomes, strict=True))
        for text in _differences(left, right, exact=False)
    ]


def _signature(arguments: tuple[Any, ...]) -> str:
    import torch

    return "; ".join(
        f"{name}: {(leaf.dtype, tuple(leaf.shape), leaf.stride()) if isinstance(leaf, torch.Tensor) else leaf!r}"
        for name, leaf in _leaves(arguments)
    )


def _other_data(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same shapes with other numbers, of the same signs."""
    changed: tuple[Any, ...] = _map(arguments, lambda t: t * 1.0625 if t.is_floating_point() else t.clone())
    return changed


def _hard(arguments: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The same shapes with numbers on which a careless rewrite goes wrong."""
    import torch

    nan, inf = float("nan"), float("inf")
    for name, values in {
        "zeros": [0.0],
        "NaN": [nan],
        "inf": [inf],
        "-inf": [-inf],
        "negative": [-2.5],
        "large": [3e38, 1e30],
        "tiny": [1e-40, -1e-40],
        "mixed": [inf, 1.5, -inf, nan, -0.0, -1.5],
    }.items():

        def fill(tensor: Any, values: list[float] = values) -> Any:
            if not tensor.is_floating_point() or not tensor.numel():
                return tensor.clone()
            repeated = torch.tensor(values, dtype=torch.float64).repeat(tensor.numel() // len(values) + 1)
            return repeated[: tensor.numel()].to(tensor).reshape(tensor.shape)

        yield name, _map(arguments, fill)


def _rewritten(
    module: ModuleType,
    fixed: ModuleType,
    safe: bool,
    device: str,
    *,
    whole: bool = True,
    gradients: bool = True,
    output: bool = True,
) -> Rewritten:
    """Is the fixed file the same function, in eager and compiled? ``whole``: and one graph, without a recompile?

    An unsafe fix may turn the gradient None of what a branch left out into zeros, and need not hold for hard numbers.
    """
    import torch
    from fullgraph.runtime_check.capture import capture

    result = Rewritten()
    loose = not safe
    inputs = _arguments(module, device)
    trials = [(f"input {index}", arguments) for index, arguments in enumerate(inputs)]
    if not loose:
        trials += [(f"input {i} as {name}", hard) for i, given in enumerate(inputs) for name, hard in _hard(given)]
    modes = (False, True) if gradients else (False,)
    for grad in modes:
        for name, arguments in trials:
            before = _make(module, device)
            with _output() as said_before:
                left = _call(before, before, arguments, grad=grad)
            after = _make(fixed, device)
            with _output() as said_after:
                right = _call(after, after, arguments, grad=grad)
            if grad and left.raised is not None:
                continue  # writes into an input, which a leaf that needs gradients refuses
            note = f"{name}, eager{' with gradients' if grad else ''}"
            texts = _differences(left, right, exact=True, none_is_zero=loose)
            result.problems += [f"{note}: {text}" for text in texts]
            if output and said_before != said_after:
                result.problems.append(f"{note}: printed {said_before} and {said_after}")
    groups: dict[str, list[tuple[Any, ...]]] = {}
    for arguments in inputs:
        groups.setdefault(_signature(arguments), []).extend([arguments, _other_data(arguments)])
    result.graphs = 0
    for grad in modes:
        for members in groups.values():
            expected = []
            for arguments in members:
                before = _make(module, device)
                expected.append(_call(before, before, arguments, grad=grad))
            if any(outcome.raised is not None for outcome in expected):
                continue
            after = _make(fixed, device)
            state = (
                {key: value.clone() for key, value in after.state_dict().items()}
                if hasattr(after, "state_dict")
                else {}
            )
            with capture() as captured:
                compiled = torch.compile(after, backend="aot_eager", fullgraph=whole)
                outcomes = []
                for arguments in members:
                    if state:
                        after.load_state_dict(state)
                    outcomes.append(_call(after, compiled, arguments, grad=grad))
            result.graphs = max(result.graphs, captured.graphs)
            note = f"compiled{' with gradients' if grad else ''}"
            for left, right in zip(expected, outcomes, strict=True):
                texts = _differences(left, right, exact=False, none_is_zero=loose)
                result.problems += [f"{note}: {text}" for text in texts]
            if whole:
                result.problems += [f"{note}: breaks at line {found.line}: {found.reason}" for found in captured.breaks]
                result.problems += [f"{note}: recompiles: {found.guard}" for found in captured.recompiles]
    if whole and result.graphs > 1:
        result.problems.append(f"{result.graphs} graphs")
    if hasattr(module, "raising") and whole:
        result.problems += _raises(module, fixed, device)
    result.problems = sorted(set(result.problems))
    return result


def _raises(module: ModuleType, fixed: ModuleType, device: str) -> list[str]:
    """What raised still raises: the same in eager, something when compiled."""
    import torch

    problems = []
    for index, arguments in enumerate(_arguments(module, device, "raising")):
        before, after = _make(module, device), _make(fixed, device)
        left = _call(before, before, arguments, grad=False)
        right = _call(after, after, arguments, grad=False)
        if left.raised is None or type(left.raised) is not type(right.raised):
            problems.append(f"raising {index}: {_said(left.raised)} and {_said(right.raised)}")
        after = _make(fixed, device)
        compiled = torch.compile(after, backend="aot_eager", fullgraph=True)
        _call(after, compiled, _arguments(module, device)[0], grad=False)
        if _call(after, compiled, arguments, grad=False).raised is None:
            problems.append(f"raising {index}: compiled: no exception instead of {_said(left.raised)}")
    return problems


@contextlib.contextmanager
def _output() -> Iterator[list[str]]:
    """What the block writes to standard output and error, below Python's own streams."""
    said: list[str] = []
    with tempfile.TemporaryFile() as file:
        sys.stdout.flush()
        sys.stderr.flush()
        kept = os.dup(1), os.dup(2)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            yield said
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, old in enumerate(kept, 1):
                os.dup2(old, number)
                os.close(old)
            file.seek(0)
            said.append(file.read().decode("utf-8", "replace"))


def _skip_guard_timing() -> None:
    """Each compile measures the speed of its guards after flushing the processor's caches: slow, and no use here."""
    import torch._dynamo.guards as guards

    if hasattr(guards, "profile_guard_manager"):
        guards.profile_guard_manager = lambda *arguments: 0.0


def _observe(case: Case, device: str) -> Observed:
    import torch

    observed = Observed()
    torch.set_num_threads(1)
    _skip_guard_timing()
    try:
        with _output():
            if case.proves:
                misuse.prove(case.path, case.fixed if case.kind == "fix" else None)
                observed.proved = True
                return observed
            if case.is_about_recompiles:
                always = any(claim.times == "always" for claim in case.recompiles)
                for mode in MODES:
                    whole = mode == "fullgraph"
                    observed.modes[mode] = _recompiles(case.path, device, fullgraph=whole, always=always)
                return observed
            module = _load(case.path)
            default = _all_breaks(module, case, device, scalars=False)
            full = _all_breaks(module, case, device, scalars=True)
            _first_breaks(module, case.path, device, full)
            observed.modes = {"default": default, "fullgraph": full}
            if case.compared:
                observed.differences = _compiled_differences(module, device)
            if case.kind == "fix" and case.fixed.exists():
                observed.rewritten = _rewritten(module, _load(case.fixed), case.applicability == "safe", device)
    except ModuleNotFoundError as error:
        observed.missing = f"{error.name} is not installed"
    except Exception:
        observed.error = traceback.format_exc(limit=-4)
    return observed


def _compare(case: Case, text: str, safe: bool, options: dict[str, bool]) -> Observed:
    """Observe a rewritten text of a case alone."""
    import torch

    observed = Observed()
    torch.set_num_threads(1)
    _skip_guard_timing()
    try:
        with _output(), tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / case.path.parent.name / case.path.name.replace(".py", "_rewritten.py")
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
            observed.rewritten = _rewritten(_load(case.path), _load(path), safe, "cpu", **options)
    except ModuleNotFoundError as error:
        observed.missing = f"{error.name} is not installed"
    except Exception:
        observed.error = traceback.format_exc(limit=-4)
    return observed


# Around the processes


def _worker(results: Any, function: Callable[..., Observed], *arguments: Any) -> None:
    results.send(function(*arguments))
    results.close()


def _context(device: str) -> Any:
    """Processes forked from one that has torch loaded; for a GPU, and where there is no fork, new ones."""
    if device != "cpu" or "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["fullgraph.runtime_check.warm"])
    return context


def observe(case: Case, device: str = "cpu", time_limit: float = TIME_LIMIT) -> Observed:
    """What the compiler does with a case, in a process of its own."""
    missing = unmet(case)
    if missing is not None:
        return Observed(missing=missing)
    if "cuda" in case.only:
        device = "cuda"  # the processes for the CPU see no GPU
    return _in_process(time_limit, device, _observe, case, device)


def compare(
    case: Case, text: str, *, safe: bool, whole: bool, gradients: bool = True, output: bool = True
) -> list[str]:
    """How ``text``, which stands for the case's file, differs from it: in eager, and when compiled.

    ``safe``: also on hard numbers such as NaN. ``whole``: the text has to give one graph. ``gradients``
    and ``output`` (what is printed): they are compared too.
    """
    options = {"whole": whole, "gradients": gradients, "output": output}
    device = "cuda" if "cuda" in case.only else "cpu"
    observed = _in_process(TIME_LIMIT, device, _compare, case, text, safe, options)
    if observed.rewritten is None:
        return [observed.error or observed.missing or "nothing was observed"]
    return observed.rewritten.problems


def _in_process(time_limit: float, device: str, function: Callable[..., Observed], *arguments: Any) -> Observed:
    context = _context(device)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_worker, args=(sender, function, *arguments), daemon=True)
    process.start()
    sender.close()
    try:
        if not receiver.poll(time_limit):
            return Observed(error=f"no result within {time_limit:.0f} s")
        result: Observed = receiver.recv()
        return result
    except EOFError:
        process.join(10)
        return Observed(error=f"the process ended with status {process.exitcode}")
    finally:
        receiver.close()
        if process.is_alive():
            process.join(1)
        process.kill()
        process.join()


def observe_all(cases: Sequence[Case], device: str = "cpu", jobs: int = 1) -> Iterator[tuple[Case, Observed]]:
    """Observe several cases at a time; in the order given."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from zip(cases, pool.map(lambda case: observe(case, device), cases), strict=True)


def evidence_of(case: Case, seen: Observed) -> dict[str, Any]:
    """What is kept of a case, in JSON's terms."""
    if seen.proved:
        return {"proved": True}
    entry: dict[str, Any] = {}
    for mode in MODES:
        observation = seen.modes[mode]
        marked = {case.statement(line): line for line in case.lines(mode)}
        breaks = sorted(
            {(marked.get(case.statement(line), line), gb or "", why) for line, gb, why in observation.breaks}
        )
        entry[mode] = {
            "breaks": [{"line": line, "registry": gb or None, "reason": why} for line, gb, why in breaks],
            "graphs": observation.graphs,
        }
        if observation.elsewhere:
            entry[mode]["elsewhere"] = [
                {"place": place, "registry": gb, "reason": reason} for place, gb, reason in observation.elsewhere
            ]
        if observation.skipped:
            entry[mode]["skipped"] = True
        if observation.recompiles:
            entry[mode]["recompiles"] = [
                {"lines": list(one.lines), "guard": one.guard, "count": one.count} for one in observation.recompiles
            ]
        if observation.limit is not None:
            entry[mode]["limit"] = observation.limit
    if case.differing:
        entry["differs"] = bool(seen.differences)
    if seen.rewritten is not None:
        entry["fixed"] = {"graphs": seen.rewritten.graphs}
    return entry


def evidence_path(version: str | None = None) -> Path:
    """Where the evidence for a torch version lies; for the one installed without an argument."""
    import fullgraph.rules

    if version is None:
        import torch

        version = torch.__version__
    short = ".".join(version.split(".")[:2])
    return Path(fullgraph.rules.__path__[0]) / "evidence" / f"torch-{short}.json"


def read_evidence() -> dict[str, Any] | None:
    """What is recorded for the torch installed, by case; None if nothing is."""
    path = evidence_path()
    if not path.exists():
        return None
    cases: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return cases


def write_evidence(entries: dict[str, Any], known: Collection[str]) -> Path:
    """Record what was observed for the torch installed; what is recorded of other cases stays if they are ``known``.

    Such are the cases that could not run here, for want of a GPU or a package.
    """
    import torch

    path = evidence_path()
    kept = {name: entry for name, entry in (read_evidence() or {}).items() if name in known}
    entries = kept | entries
    document = {
        "torch": torch.__version__.partition("+")[0],
        "python": ".".join(platform.python_version_tuple()[:2]),
        "cases": dict(sorted(entries.items())),
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path
