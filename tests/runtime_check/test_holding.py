"""Fixes that are not safe stay only where they ran and held; real programs in real runs."""

from __future__ import annotations

import ast
import dataclasses
import importlib.util
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from fullgraph.lint.cli import cli
from fullgraph.lint.commands.verifying import lines
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult, Diagnostic, Edit, Fix, Position
from fullgraph.lint.diagnostics.obligation import Kind, Obligation, State
from fullgraph.lint.facts.files import merged, write
from fullgraph.lint.facts.functions import digest_of, functions_of
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.fixes.apply import FixResult, Site, fix_paths
from fullgraph.lint.fixes.confirmed import Confirmed, Rewrite
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.runtime_check import Limits, Settings, verify
from fullgraph.runtime_check.facts.recorder import Recorder
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Observation, observe
from fullgraph.runtime_check.report.text import as_text
from fullgraph.runtime_check.results import Failure, Run
from fullgraph.runtime_check.session import confirmation, holding
from fullgraph.runtime_check.session.confirmation import confirm

QUICK = Settings(backend="eager", device="cpu", bench_seconds=0, limits=Limits(200))


def engine(files: Sequence[Path], options: Options, facts: Recorded) -> CheckResult:
    """Stands for the engine: a comment says what is found in its line, of what level the fix is, and what to write.

    One of the level ``again`` is observed where there are facts about its function as it is now, else unsafe. One of
    ``rests`` is safe where there are no facts at all, else observed; one of ``changes`` writes something else then.
    """
    found = []
    for path in files:
        source = SourceFile(path, options.sources[path.resolve()])
        digests = {fact.digest for fact in facts.functions.values()}
        known = [one for one in functions_of(ast.parse(source.text)) if digest_of(one.node) in digests]
        for row, line in enumerate(source.lines, 1):
            code, comment, rest = line.rstrip().partition("  # ")
            if not comment:
                continue
            level, what, new = rest.split(": ", 2)
            start = len(code) - len(code.lstrip()) + 1
            seen = any(one.node.lineno <= row <= (one.node.end_lineno or row) for one in known)
            rests = level in ("rests", "changes")
            state = State.OBSERVED if rests or (level == "again" and seen) else State.OPEN
            is_safe = level == "safe" or (rests and not known_to_runs(facts))
            obligations = () if is_safe else (Obligation(Kind.VALUE, "who knows", state),)
            new = f"{new} + 0" if level == "changes" and known_to_runs(facts) else new
            edit = Edit(
                Position(row, start), Position(row, len(line.rstrip()) + 1), new.replace("; ", "\n" + " " * (start - 1))
            )
            place = Position(row, 1)
            found.append(
                Diagnostic("FG101", what, what, source.display, place, place, fix=Fix("another", (edit,), obligations))
            )
    return CheckResult(found, files_checked=len(files))


def known_to_runs(facts: Recorded) -> bool:
    return bool(facts.functions)


def stub(path: Path, *, unsafe: bool = True) -> Rewrite:
    def rewrite(without: Collection[Site], facts: Recorded, everything: bool = False) -> FixResult:
        def check(files: Sequence[Path], options: Options) -> CheckResult:
            return engine(files, options, facts)

        return fix_paths([path], Options(), unsafe or everything, write=False, check=check, without=without)

    return rewrite


def confirmed(path: Path, text: str, said: list[str] | None = None, *, unsafe: bool = True) -> Confirmed:
    path.write_text(text)
    shown: list[str] = [] if said is None else said
    return confirm(stub(path, unsafe=unsafe), QUICK, progress=shown.append)


def outcome(done: Confirmed) -> tuple[dict[str, bool], dict[str, str]]:
    """By message, what is kept, and whether it ran; and what was taken back, with the first reason."""
    kept = {one.fix.site.message: bool(one.targets) for one in done.kept}
    return kept, {one.fix.site.message: one.problems[0] for one in done.refused}


MIXED = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, far=False):
        x = self.layer(x) * 2  # safe: doubled: x = self.layer(x) + self.layer(x)
        x = x * 4  # unsafe: held: x = x + x; x = x + x
        if far:
            x = x - 1  # unsafe: not reached: x = x - torch.ones(())

        def inner(y):
            return y / 2  # unsafe: nested: return y * 0.5

        return self.helper(inner(x))

    def helper(self, x):
        return x / 4  # unsafe: raises: return x - torch.ones(3)


def Net_inputs():
    return (torch.randn(2, 4),)


def lonely(x):
    x = x + 0  # safe: proved: x = x.clone()
    return x * 5  # unsafe: alone: return x - torch.ones(3)
"""


@pytest.mark.slow
def test_what_is_not_safe_stays_only_where_it_ran_and_held(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    done = confirmed(path, MIXED)
    kept, taken = outcome(done)
    assert kept == {"doubled": True, "held": True, "nested": True, "proved": False}
    assert taken.keys() == {"not reached", "raises", "alone"}
    assert taken["alone"] == "nothing ran it"
    assert taken["not reached"] == f"{path}:Net ran Net.forward, but not these lines"
    assert "RuntimeError" in taken["raises"]
    assert str(path) in taken["raises"]  # not the copy's

    (file,) = done.result.files
    assert "x = x + x\n        x = x + x\n" in file.text
    assert "x = x.clone()" in file.text
    for line in ("return x * 5  #", "return x / 4  #", "x = x - 1  #"):  # as they were
        assert line in file.text

    shown = list(lines(done))
    assert shown[0] == "Verified 3 of 4 rewritten functions."
    assert shown[2:] == [
        "Kept 2 fixes that are not safe, which ran and held:",
        f"  {path}:12: FG101 in Net.forward: unsafe, ran in {path}:Net",
        f"  {path}:17: FG101 in Net.forward.inner: unsafe, ran in {path}:Net",
        "Kept 1 safe fix, which ran and held:",
        f"  {path}:11: FG101 in Net.forward: ran in {path}:Net",
        "Kept 1 safe fix, which did not run:",
        f"  {path}:30: FG101 in lonely: it is proved",
        "Undid 2 fixes that are not safe, which never ran:",
        f"  {path}:14: FG101 in Net.forward: {path}:Net ran Net.forward, but not these lines",
        f"  {path}:31: FG101 in lonely: nothing ran it",
        "Undid 1 fix, which changed something or raised:",
        f"  {path}:22: FG101 in Net.helper: {path}:Net: {taken['raises']}",
    ]


TOGETHER = """\
import torch


def scaled(x):
    scale = 2  # unsafe: scale: scale = 4
    x = x * scale  # unsafe: half: x = x * (scale / 2)
    return x + 1  # unsafe: bad: return x - 7


scaled_inputs = (torch.ones(3),)
"""


@pytest.mark.slow
def test_two_fixes_of_which_each_needs_the_other(tmp_path: Path) -> None:
    kept, taken = outcome(confirmed(tmp_path / "scaled.py", TOGETHER))
    assert kept == {"scale": True, "half": True}
    assert taken.keys() == {"bad"}


NEEDING = """\
import torch

NEVER = False
TEXT = open(__file__).read()


def scaled(x):
    if NEVER:
        return x  # unsafe: never: return x + 0
    return x + 1  # unsafe: needs: return (x + 1) * (1 + TEXT.count("# unsafe: " + "never"))


scaled_inputs = (torch.ones(3),)
"""


@pytest.mark.slow
def test_a_fix_goes_with_the_one_that_it_needs(tmp_path: Path) -> None:
    """What it needs lies where nothing runs, so that it runs again without it."""
    kept, taken = outcome(confirmed(tmp_path / "scaled.py", NEEDING))
    assert not kept
    assert taken.keys() == {"never", "needs"}


CRASHING = """\
import os

import torch


def crashes(x):
    x = x * 2  # safe: doubled: x = x + x
    x = x + 1  # unsafe: harmless: x = 1 + x
    return x * 3  # unsafe: aborts: os.abort()


crashes_inputs = (torch.ones(3),)
"""


@pytest.mark.slow
def test_where_the_process_dies_all_that_is_not_safe_goes_back(tmp_path: Path) -> None:
    said: list[str] = []
    done = confirmed(tmp_path / "crashes.py", CRASHING, said)
    kept, taken = outcome(done)
    assert kept == {"doubled": True}
    assert taken.keys() == {"harmless", "aborts"}
    assert "SIGABRT" in taken["harmless"]
    assert len(said) == 3  # as it was, with all three, and with the safe one


def test_so_it_is_where_it_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(request: Request, limits: Limits) -> Observation:
        if "\n    return 3 * x\n" in Path(request.target.rpartition(":")[0]).read_text():
            return Observation(Run(failure=Failure("timeout", "took longer than 200 s", "eager")))
        return observe(request, limits)

    monkeypatch.setattr(holding, "observe", slow)
    done = confirmed(tmp_path / "crashes.py", CRASHING.replace("os.abort()", "return 3 * x"))
    kept, taken = outcome(done)
    assert kept == {"doubled": True}
    assert taken == dict.fromkeys(("harmless", "aborts"), "took longer than 200 s")


RESTING = """\
import torch


def make():
    return 2  # rests: the same: return 1 + 1


def other():
    return 2  # changes: another: return 1 + 1


FACTOR = make() + other()


def scaled(x):
    x = x * 2  # unsafe: doubled: x = x + x
    return x * FACTOR


scaled_inputs = (torch.ones(3),)
"""


@pytest.mark.slow
def test_what_is_safe_without_facts_stays_where_it_is_written_alike(tmp_path: Path) -> None:
    """Nothing runs what makes the target, so that a fix there stays only if it is proved."""
    done = confirmed(tmp_path / "resting.py", RESTING)
    kept, taken = outcome(done)
    assert kept == {"the same": False, "doubled": True}
    assert taken == {"another": "nothing ran it"}


AGAIN = """\
import torch


def twice(x):
    x = x * 2  # safe: first: x = x + x  # again: second: x = 2 * x
    return x


twice_inputs = (torch.ones(3),)
"""


@pytest.mark.slow
def test_a_text_that_a_fix_has_made_is_recorded_anew(tmp_path: Path) -> None:
    """The second fix is of the text that the first leaves, which the run on the copy has seen."""
    path = tmp_path / "twice.py"
    path.write_text(AGAIN)
    assert "x = x + x  # again" in stub(path, unsafe=False)((), Recorded()).files[0].text
    done = confirmed(path, AGAIN, unsafe=False)
    assert outcome(done) == ({"first": True, "second": True}, {})
    assert "x = 2 * x\n" in done.result.files[0].text
    assert {one.fix.site.message: one.fix.level.value for one in done.kept} == {"first": "safe", "second": "observed"}


# The engine itself

CHOOSE = """\
import torch


@torch.compile
def choose(x, w):
    if x.sum() > 0:
        y = w * 2
    else:
        y = x + 1
    return y


def choose_inputs():
    return [(torch.ones(4, dtype=torch.int64), torch.ones(4, dtype=torch.int64)),
            (-torch.ones(4, dtype=torch.int64), torch.ones(4, dtype=torch.int64))]


@torch.compile
def other(x, w):
    if x.sum() > 0:
        y = w * 2
    else:
        y = x + 1
    return y
"""


@pytest.mark.slow
def test_what_runs_saw_makes_a_fix_apply(tmp_path: Path) -> None:
    path = tmp_path / "choose.py"
    path.write_text(CHOOSE)

    def rewrite(without: Collection[Site], facts: Recorded, everything: bool = False) -> FixResult:
        options = Options(facts=merged(tmp_path, None, facts))
        return fix_paths([path], options, everything, write=False, without=without)

    assert not rewrite((), Recorded()).files
    done = confirm(rewrite, QUICK)
    assert [(one.fix.row, one.fix.level.value, one.targets) for one in done.kept] == [
        (6, "observed", [f"{path}:choose"])
    ]
    assert not done.refused
    (file,) = done.result.files
    assert file.text.count("torch.where(x.sum() > 0, w * 2, x + 1)") == 1


@pytest.mark.slow
def test_verify_gives_its_facts_to_its_fixes(tmp_path: Path) -> None:
    path = tmp_path / "choose.py"
    path.write_text(CHOOSE)
    (target,) = verify(f"{path}:choose", dataclasses.replace(QUICK, fix="safe")).targets
    assert path.read_text() == CHOOSE
    assert target.repair is not None and target.after is not None
    assert [(one.code, one.line, one.level) for one in target.repair.fixes] == [("FG101", 6, "observed")]
    # The other function is not run, and nothing is known of it.
    assert not target.repair.taken_back
    assert target.repair.agrees is not None and target.repair.agrees.status == "pass"
    assert (target.before.exit_status, target.after.exit_status) == (1, 0)


DRAWS = """\
import random

import torch


@torch.compile
def draws(x: torch.Tensor) -> torch.Tensor:
    print(1)
    return x * random.random()


draws_inputs = [(torch.ones(3),), (-torch.ones(3),)]


@torch.compile
def other(x: torch.Tensor) -> torch.Tensor:
    print(x)
    return x
"""


@pytest.mark.slow
def test_verify_takes_back_what_did_not_hold_or_run(tmp_path: Path) -> None:
    path = tmp_path / "draws.py"
    path.write_text(DRAWS)
    report = verify(f"{path}:draws", dataclasses.replace(QUICK, fix="unsafe"))
    (target,) = report.targets
    assert target.repair is not None
    assert [(one.line, one.level) for one in target.repair.fixes] == [(8, "unsafe")]
    taken = {(one.code, one.filename, one.line): (one.ran, one.reason) for one in target.repair.taken_back}
    assert taken.keys() == {("FG407", str(path), 9), ("FG401", str(path), 17)}
    assert taken["FG401", str(path), 17] == (False, "nothing ran it")
    assert taken["FG407", str(path), 9][0]
    assert "torch.rand" not in target.repair.diff
    shown = as_text(report, width=200)
    assert "Undid 1 fix that is not safe, which never ran" in shown
    assert "Undid 1 fix that is not safe, which changed something or raised" in shown


@pytest.mark.slow
def test_the_command_merges_its_facts_with_those_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(request: Request, limits: Limits) -> Observation:
        return observe(dataclasses.replace(request, backend="eager", device="cpu"), limits)

    monkeypatch.setattr(holding, "observe", quick)
    monkeypatch.setattr(confirmation, "observe", quick)
    monkeypatch.chdir(tmp_path)
    Path("fullgraph.toml").write_text("")
    Path("choose.py").write_text(CHOOSE)
    command = ["check", "--fix", "--verify", "--torch-version", "2.13"]

    # Elsewhere the arms had two dtypes.
    spec = importlib.util.spec_from_file_location("choose", tmp_path / "choose.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recorder = Recorder([tmp_path])
    for sign in (1, -1):
        with recorder.recording():
            module.choose._torchdynamo_orig_callable(sign * torch.ones(4), torch.ones(4, dtype=torch.int64))
    write(Path("facts.json"), recorder.recorded())
    given = Path("facts.json").read_bytes()
    result = CliRunner().invoke(cli, [*command, "--facts", "facts.json"])
    assert result.exit_code == 1
    assert Path("choose.py").read_text() == CHOOSE

    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 1
    assert "Kept 1 fix that is not safe, which ran and held:\n  choose.py:6: FG101 in choose: observed" in result.output
    assert Path("choose.py").read_text().count("torch.where(x.sum() > 0, w * 2, x + 1)") == 1
    assert Path("facts.json").read_bytes() == given
