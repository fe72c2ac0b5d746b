"""Internal errors: each costs the rule, fix, function or root that it happens in, and is one line."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import fullgraph.rules
import pytest
from frontend import BREAKS, CLEAN, Ran
from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CheckResult, Diagnostic, Fault, Mode
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.engine import api, file_checker
from fullgraph.lint.flake8_plugin import Plugin
from fullgraph.lint.interpreter import statements
from fullgraph.lint.registry.rule import Rule, load_rules
from fullgraph.lint.results import collect
from fullgraph.lint.server import worker
from fullgraph.lint.server.documents import Document, Part
from fullgraph.lint.server.findings import Abilities, Found, published
from fullgraph.lint.server.jobs import Job
from fullgraph.rules.rewrite import fixes, offer
from fullgraph.rules.rewrite.analysis.oracle import Stop
from lsprotocol.types import DiagnosticSeverity, PositionEncodingKind

Run = Callable[..., Ran]
CASES = Path(__file__).parents[1] / "cases"
RULES = load_rules()
DATA = ("torch_data", "evidence", "registry")


def parts() -> list[ModuleType]:
    """All modules of the rules, of what they share, and of their fixes, with all that they hold."""
    found = pkgutil.walk_packages(fullgraph.rules.__path__, "fullgraph.rules.")
    for name in fixes._PLACES:
        getattr(fixes, name)  # it is loaded when it is first asked for, and kept: not to be a stub by then
    return [importlib.import_module(one.name) for one in found if one.name.split(".")[2] not in DATA]


def rewrites() -> Iterator[tuple[str, Any, str, FunctionType]]:
    """The functions and methods that answer with a fix, each with where it is and what it is called."""
    for module in parts():
        classes = [one for one in vars(module).values() if inspect.isclass(one)]
        for holder in (module, *classes):
            for name, function in list(vars(holder).items()):
                function = getattr(function, "__func__", function)  # of a static method
                mine = inspect.isfunction(function) and function.__module__ == module.__name__
                if mine and "Fix" in str(function.__annotations__.get("return", "")):
                    label = f"{module.__name__.removeprefix('fullgraph.rules.')}.{function.__qualname__}"
                    yield label, holder, name, function


REWRITES = {label: (holder, name, function) for label, holder, name, function in rewrites()}
FACTORIES = {label for label, (_, _, one) in REWRITES.items() if "Callable[[], Fix" in one.__annotations__["return"]}


def put(monkeypatch: pytest.MonkeyPatch, label: str, stub: Any) -> None:
    """A stub in the place of a rewrite, wherever it is imported."""
    holder, name, function = REWRITES[label]
    if inspect.isclass(holder):
        is_static = isinstance(vars(holder)[name], staticmethod)
        monkeypatch.setattr(holder, name, staticmethod(stub) if is_static else stub)
        return
    for module in parts():
        for known, value in list(vars(module).items()):
            if value is function:
                monkeypatch.setattr(module, known, stub)


def fails(*args: Any, **kwargs: Any) -> Any:
    raise ZeroDivisionError("of this\ntest")


def place(one: Diagnostic) -> tuple[int, int, str, str]:
    return one.location.row, one.location.column, one.code, one.message


def faults(result: CheckResult) -> list[Fault]:
    assert all(isinstance(error, Fault) for error in result.errors)
    return [error for error in result.errors if isinstance(error, Fault)]


PRINTS = """

class PrintsBeside(torch.nn.Module):
    def forward(self, beside: torch.Tensor):
        if beside.sum() > 0:
            beside = beside * 2.0
        print(beside)
        return beside
"""
"""Findings of two rules, to stand beside those of any case."""


# Rules


def failing(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a rule fail where it would have something to say."""

    def stub(check: Callable[[Any], Finding | None]) -> Callable[[Any], Finding | None]:
        return lambda event: None if check(event) is None else fails()

    broken = replace(rule, listeners=tuple(replace(one, handler=stub(one.handler)) for one in rule.listeners))
    known = tuple(broken if one is rule else one for one in load_rules())
    for module in (file_checker, importlib.import_module("fullgraph.lint.flake8_plugin")):
        monkeypatch.setattr(module, "load_rules", lambda: known)


def found_by(rule: Rule) -> tuple[Mode, CheckResult]:
    """Puts a case of the rule into case.py, and findings of others beside; the mode, and what is found there."""
    for case in sorted(CASES.glob(f"{rule.code.lower()}_*/*.py")):
        text = f"{case.read_text()}\nimport torch\n{PRINTS}"
        Path("case.py").write_text(text)
        for mode in BOTH_MODES:
            found = api.check([Path("case.py")], api.Options(mode=mode))
            if any(one.code == rule.code and one.location.row < text.count("\n") - 8 for one in found.diagnostics):
                return mode, found
    raise AssertionError(f"no case of {rule.code}")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_that_fails_costs_its_finding(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, rule: Rule
) -> None:
    mode, before = found_by(rule)
    assert before.errors == []
    failing(rule, monkeypatch)
    after = api.check([Path("case.py")], api.Options(mode=mode))
    lost = set(map(place, before.diagnostics)) - set(map(place, after.diagnostics))
    # FG501 is made of what other rules say.
    assert {code for _, _, code, _ in lost} - {"FG501"} == {rule.code} - {"FG501"}
    assert after.files_checked == 1
    assert {(fault.part, fault.code, fault.exception) for fault in faults(after)} == {
        ("rule", rule.code, "ZeroDivisionError")
    }
    rows = {fault.row for fault in faults(after)}
    assert {row for row, _, code, _ in lost if code == rule.code} <= rows or rule.code in ("FG501", "FG707")
    ran = run("check", "--output-format", "concise", "--no-cache", "--mode", mode, "--scope", "all", "case.py")
    assert ran.status == 2
    (line,) = [one for one in ran.err.splitlines() if "internal error" in one]
    assert (
        f"error: internal error in {rule.code}, which says nothing of this line: ZeroDivisionError: of this test"
        in line
    )
    assert "Traceback" not in ran.err
    assert len(ran.out.splitlines()) == len(after.diagnostics) + 1


# Fixes


@pytest.fixture(scope="module")
def called() -> dict[str, dict[Path, None]]:
    """For each rewrite, by its label, cases in which it has a part in a fix."""
    found: dict[str, dict[Path, None]] = {}
    current = [Path()]

    def noting(label: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **kwargs: Any) -> Any:
            try:
                made = function(*args, **kwargs)
            except Stop:  # an answer too: there is no fix
                found.setdefault(label, {})[current[0]] = None
                raise
            if callable(made):  # a factory: what counts is whether the fix is made
                return noting(label, made)
            found.setdefault(label, {})[current[0]] = None
            return made

        return noted

    with pytest.MonkeyPatch.context() as patch:
        for label, (_, _, function) in REWRITES.items():
            put(patch, label, noting(label, function))
        for case in sorted(CASES.glob("*/*.py"), key=lambda path: not path.name.startswith("fix_")):
            if len(found) == len(REWRITES):
                break
            if not case.name.endswith(".fixed.py"):
                current[0] = case
                api.check([case], followed(case))
    return found


def followed(case: Path) -> api.Options:
    return api.Options(follow=tuple(re.findall(r"^# follow: (\w+)$", case.read_text(), re.MULTILINE)))


def test_all_rewrites_are_found_and_all_factories_say_so() -> None:
    assert len(REWRITES) > 80
    assert [label for label in FACTORIES if not hasattr(REWRITES[label][2], "__wrapped__")] == []


@pytest.mark.parametrize("label", REWRITES)
def test_a_rewrite_that_fails_costs_its_fix(
    folder: Path, monkeypatch: pytest.MonkeyPatch, called: dict[str, dict[Path, None]], label: str
) -> None:
    assert label in called, "no case asks for it"
    path = Path("case.py")
    stubs = [offer.fix_factory(fails), lambda *args, **kwargs: fails] if label in FACTORIES else [fails]
    for case in called[label]:
        path.write_text(f"{case.read_text()}\nimport torch\n{PRINTS}")
        before = api.check([path], followed(case))
        for stub in stubs:
            with monkeypatch.context() as patch:
                put(patch, label, stub)
                after = api.check([path], followed(case))
            assert list(map(place, after.diagnostics)) == list(map(place, before.diagnostics))
            assert after.files_checked == 1
            assert {(fault.part, fault.exception) for fault in faults(after)} == {("fix", "ZeroDivisionError")}
            # Of several findings of a rule in a line one is reported, whose fix may be sound.
            failed = {(fault.row, fault.column, fault.code) for fault in faults(after)}
            assert [place(old) for old, new in lost_of(before, after) if new.fix is not None] == []
            without = {place(one)[:3] for one in after.diagnostics if one.fix is None}
            assert failed & {place(one)[:3] for one in after.diagnostics} <= without
            assert {place(old)[:3] for old, _ in lost_of(before, after)} <= failed
        if lost_of(before, after):
            break


def lost_of(before: CheckResult, after: CheckResult) -> list[tuple[Diagnostic, Diagnostic]]:
    """The findings whose fix is another, as they were and as they are."""
    pairs = zip(before.diagnostics, after.diagnostics, strict=True)
    return [(old, new) for old, new in pairs if old.fix != new.fix]


TWICE = """\
import torch


@torch.compile
def first(x: torch.Tensor) -> torch.Tensor:
    x = x.float() * 0.5
    if x.sum() > 0:
        x = x * 2.0
    return x


@torch.compile
def second(x: torch.Tensor) -> torch.Tensor:
    x = x.float() * 0.5
    if x.sum() > 0:
        x = x * 2.0
    return x
"""


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fix of the branch in line 7 fails."""
    _, _, rewrite = REWRITES["rewrite.branches.branch.where_or_cond"]

    def stub(node: ast.If, *args: Any) -> Any:
        return fails() if node.lineno == 7 else rewrite(node, *args)

    put(monkeypatch, "rewrite.branches.branch.where_or_cond", stub)


LINE = (
    "model.py:7:8: error: internal error in the fix of FG101, which is reported without it: "
    "ZeroDivisionError: of this test; please report\n"
)


def test_the_other_fixes_of_a_file_are_made(run: Run, folder: Path, once: None) -> None:
    Path("model.py").write_text(TWICE)
    ran = run("check", "--fix", "--output-format", "concise")
    fixed = TWICE.rpartition("    if")[0] + "    x = torch.where(x.sum() > 0, x * 2.0, x)\n    return x\n"
    assert Path("model.py").read_text() == fixed
    assert (ran.status, ran.err) == (2, LINE)
    assert ran.out.startswith(
        "model.py:7:8: FG101 if depends on tensor data: x.sum() > 0\nFixed 1 finding in 1 file.\n"
    )
    Path("model.py").write_text(TWICE)
    ran = run("check", "--fix", "--diff")
    assert (ran.status, ran.err) == (2, f"{LINE}Would fix 1 finding in 1 file; 1 would remain.\n")
    assert ran.out.count("@@") == 2 and "+    x = torch.where(" in ran.out
    ran = run("check", "-", "--fix", stdin=TWICE.encode())
    assert (ran.status, ran.out) == (2, fixed)


def test_verbose_has_the_traceback(run: Run, folder: Path, once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("model.py").write_text(TWICE)
    for option in ("--verbose", "--traceback"):
        for more in ((), ("--fix", "--diff")):
            ran = run("check", option, *more)
            assert ran.err.count("Traceback (most recent call last)") == 1
            assert f"{LINE}Traceback" in ran.err
            assert "ZeroDivisionError: of this\n" in ran.err
        monkeypatch.delenv("FULLGRAPH_TRACEBACK")
    assert run("check", "--exit-zero").status == 2
    assert run("check", "--quiet").err == LINE


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_nothing_is_kept_of_a_file_with_an_internal_error(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    Path("model.py").write_text(BREAKS)
    Path("other.py").write_text(CLEAN)
    with monkeypatch.context() as patch:
        failing(next(rule for rule in RULES if rule.code == "FG401"), patch)
        for _ in range(2):
            ran = run("check", "--cache-dir", "kept", "--jobs", jobs)
            assert ran.status == 2
            assert ran.err.startswith("model.py:6:5: error: internal error in FG401, which says nothing of this line: ")
            assert ran.out == "No findings in 2 files; 1 could not be checked to the end.\n"
    for _ in range(2):
        ran = run("check", "--cache-dir", "kept", "--jobs", jobs, "--output-format", "concise")
        assert (ran.status, ran.err, ran.out[:21]) == (1, "", "model.py:6:5: FG401 p")


FORMS = ("json", "json-lines", "sarif", "github", "gitlab", "junit", "azure", "pylint", "markdown")


@pytest.mark.parametrize("form", FORMS)
def test_reports_for_programs_have_it(run: Run, folder: Path, once: None, form: str) -> None:
    Path("model.py").write_text(TWICE)
    ran = run("check", "--output-format", form)
    assert (ran.status, ran.err) == (2, LINE)
    assert "internal error in the fix of FG101" in ran.out
    if form == "json":
        ((entry), (first), (second)) = sorted(json.loads(ran.out), key=lambda one: one["code"] != "internal-error")
        assert (entry["code"], entry["location"]) == ("internal-error", {"row": 7, "column": 8})
        assert entry["fault"] == {"part": "fix", "rule": "FG101", "exception": "ZeroDivisionError"}
        assert (first["fix"], second["fix"]["applicability"]) == (None, "safe")
    if form in ("gitlab", "junit"):
        assert "internal-error" in ran.out
    if form == "sarif":
        assert json.loads(ran.out)["runs"][0]["invocations"][0]["executionSuccessful"] is False


# Comments


def test_a_comment_about_a_rule_that_failed_is_not_called_unused(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = BREAKS.replace('("doubling")', '("doubling")  # fullgraph: ignore[FG401]')
    source = source.replace("return 2 * x", "return 2 * x  # fullgraph: ignore[FG101]")
    path = Path("model.py")
    path.write_text(source)
    unused = 'model.py:7: warning: "# fullgraph: ignore[FG101]" silences nothing here; --fix removes it'
    assert run("check", "--no-cache").err == f"{unused}\n"
    failing(next(rule for rule in RULES if rule.code == "FG401"), monkeypatch)
    error, *warnings = run("check", "--no-cache").err.splitlines()
    assert "internal error in FG401" in error
    assert warnings == [unused]
    run("check", "--no-cache", "--fix")
    assert path.read_text() == source.replace("  # fullgraph: ignore[FG101]", "")
    for comment in ("ignore", "ignore-file[FG4]", "ignore-file"):
        path.write_text(BREAKS.replace('("doubling")', f'("doubling")  # fullgraph: {comment}'))
        assert run("check", "--no-cache").err.count("\n") == 1


# The interpreter

THREE = """\
import torch
from torch import nn


def helper(x):
    {set}
    return x


class First(nn.Module):
    def forward(self, x: torch.Tensor):
        x = helper(x)
        print(x)
        return x


class Second(nn.Module):
    def forward(self, x: torch.Tensor):
        print(x)
        return x
"""


@pytest.fixture
def no_assert(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter fails at each ``assert``."""
    monkeypatch.setitem(statements.RUNNERS, ast.Assert, fails)


@pytest.mark.parametrize("inside", ["helper", "forward", "arm"])
def test_where_the_interpreter_fails_it_costs_the_function(folder: Path, no_assert: None, inside: str) -> None:
    source = THREE.replace("{set}", "assert x" if inside == "helper" else "pass")
    if inside == "forward":
        source = source.replace("x = helper(x)", "assert x")
    if inside == "arm":  # what was found in an arm that only raises does not count, and is not known to be none
        source = source.replace("{set}", "pass").replace("x = helper(x)", "if self.training: print(1); assert x; raise")
    Path("model.py").write_text(source)
    result = api.check([Path("model.py")])
    fault, *others = faults(result)
    assert all(one.part == "fix" for one in others)  # a fix that asks what the function does
    name = "helper" if inside == "helper" else "First.forward"
    assert (fault.part, fault.row) == ("function", 6 if inside == "helper" else 12)
    assert fault.message.startswith(
        f"internal error in reading {name}, of which nothing more is said: ZeroDivisionError"
    )
    lines = [row for row, _, _, _ in map(place, result.diagnostics)]
    assert lines == ([13, 19] if inside == "helper" else [19])
    assert result.files_checked == 1


def test_where_the_interpreter_fails_outside_of_functions_it_costs_that_root(folder: Path, no_assert: None) -> None:
    Path("model.py").write_text(f"{THREE.replace('{set}', 'pass')}\n\nassert torch.compile\n")
    result = api.check([Path("model.py")])
    (fault,) = faults(result)
    assert (fault.part, fault.message[:52]) == ("root", "internal error in reading the statements of model, o")
    assert [row for row, _, _, _ in map(place, result.diagnostics)] == [13, 19]


def test_a_finding_that_cannot_be_told_costs_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    diagnostic = collect._diagnostic
    monkeypatch.setattr(
        collect,
        "_diagnostic",
        lambda group, *rest: fails() if group.finding.event.node.lineno == 13 else diagnostic(group, *rest),
    )
    Path("model.py").write_text(THREE.replace("{set}", "pass"))
    result = api.check([Path("model.py")])
    (fault,) = faults(result)
    assert (fault.part, fault.code, fault.row) == ("rule", "FG401", 13)
    assert [row for row, _, _, _ in map(place, result.diagnostics)] == [19]


# What is no mistake


def test_memory_that_runs_out_costs_the_file_and_is_said_so(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hungry(*args: Any, **kwargs: Any) -> Any:
        raise MemoryError

    Path("model.py").write_text(BREAKS)
    put(monkeypatch, "rewrite.messages.guards.guard_fix", hungry)
    ran = run("check", "--no-cache")
    why = "model.py: error: not checked: it needs more memory than there is; exclude it or split it\n"
    assert (ran.status, ran.err) == (2, why)


def test_a_rule_that_calls_itself_for_ever_has_failed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*args: Any, **kwargs: Any) -> Any:
        return forever()

    Path("model.py").write_text(BREAKS)
    put(monkeypatch, "rewrite.messages.guards.guard_fix", forever)
    (fault,) = faults(api.check([Path("model.py")]))
    assert (fault.part, fault.code, fault.exception) == ("rule", "FG401", "RecursionError")
    assert len(fault.traceback) < 10_000


def test_a_stack_that_was_full_already_is_nobodys_mistake(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(event: Event, depth: int = 8_000) -> Any:
        if depth:
            return deep(event, depth - 1)
        raise RecursionError

    def deep_check(self: Any, listener: Any, event: Event, depth: int = 7_000) -> Any:
        return answer(self, listener, event) if not depth else deep_check(self, listener, event, depth - 1)

    interp = importlib.import_module("fullgraph.lint.interpreter.interpreter").Interpreter
    answer = interp._answer
    monkeypatch.setattr(interp, "_answer", deep_check)
    put(monkeypatch, "rewrite.messages.guards.guard_fix", lambda *args, **kwargs: deep(args[0], 10))
    Path("model.py").write_text(BREAKS)
    result = api.check([Path("model.py")])
    assert (result.errors, result.diagnostics, result.files_checked) == ([], [], 1)


# Wherever else files are checked


def test_the_language_server_goes_on(folder: Path, once: None) -> None:
    path = folder / "model.py"
    options = api.Options(sources={path: TWICE})
    answer = worker.check(Job(1, "check", (path,), options))
    assert answer.result is not None
    assert [one.fix is None for one in answer.result.diagnostics] == [True, False]
    (failure,) = answer.failures
    assert f"{folder}/{LINE.strip()}\nTraceback" in failure
    document = Document(path.as_uri(), path, (Part(path.as_uri(), None, TWICE),), PositionEncodingKind.Utf16)
    found = Found(document, tuple(answer.result.diagnostics), tuple(answer.result.errors))
    shown, *_ = published(found, Abilities())[path.as_uri()]
    assert (shown.code, shown.severity) == ("internal-error", DiagnosticSeverity.Warning)
    assert (shown.range.start.line, shown.range.start.character) == (6, 7)
    fixed = worker.fix(Job(2, "fix", (path,), options, path))
    assert fixed.text is not None and fixed.text.count("torch.where") == 1
    assert len(fixed.failures) == 1


def test_flake8_goes_on(folder: Path, once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Plugin, "given", {})
    found = list(Plugin(ast.parse(TWICE), "model.py", TWICE.splitlines(keepends=True)).run())
    assert [(row, column, text[:5]) for row, column, text, _ in found] == [
        (7, 7, "FG101"),
        (15, 7, "FG101"),
        (7, 7, "FG000"),
    ]
    failing(next(rule for rule in RULES if rule.code == "FG101"), monkeypatch)
    found = list(Plugin(ast.parse(TWICE), "model.py", TWICE.splitlines(keepends=True)).run())
    assert [(row, column, text[:30]) for row, column, text, _ in found] == [
        (7, 7, "FG000 internal error in FG101,"),
        (15, 7, "FG000 internal error in FG101,"),
    ]


def test_explain_goes_on(run: Run, folder: Path, once: None) -> None:
    Path("model.py").write_text(TWICE)
    ran = run("explain", "model.py:7")
    assert (ran.status, ran.err) == (2, LINE)
    assert "FG101" in ran.out


def test_explain_goes_on_where_no_root_leads(run: Run, folder: Path, no_assert: None) -> None:
    Path("model.py").write_text(THREE.replace("{set}", "assert x").replace("x = helper(x)", "pass"))
    ran = run("explain", "model.py:7")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "internal error in reading the line, of which nothing more is said: ZeroDivisionError" in ran.err
    assert ran.out.startswith("model.py:7")


def test_in_a_notebook_it_names_the_cell(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": []}
    head, body = TWICE.split("\n", 1)
    cells = [{**cell, "source": head}, {**cell, "source": body.removeprefix("\n\n")}]
    metadata = {"language_info": {"name": "python"}}
    book = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    Path("model.ipynb").write_text(json.dumps(book))
    failing(next(rule for rule in RULES if rule.code == "FG101"), monkeypatch)
    ran = run("check")
    assert ran.status == 2
    assert ran.err.startswith("model.ipynb:cell 2:4:8: error: internal error in FG101, which says nothing of this line")
    assert ran.err.endswith("; please report (and in 1 more place)\n")
