"""``fullgraph check --fix --verify``: the fixes are run before they are kept."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from fullgraph.lint.commands.terminal import Failure, look_of, missing_for_verify, print_text
from fullgraph.lint.config.toml_tables import ConfigurationError

if TYPE_CHECKING:
    from fullgraph.lint.commands.running import Runner
    from fullgraph.lint.facts.schema import Recorded
    from fullgraph.lint.fixes.apply import FixResult, Site
    from fullgraph.lint.fixes.confirmed import Confirmed, Placed, Refused, Rewrite


def run(
    runner: Runner, files: Sequence[Path], targets: Sequence[str], follow: Sequence[str], *, unsafe: bool
) -> Confirmed:
    """The fixes that hold, with what the runs see for facts.

    Raises Failure where what it takes is not installed, or a target is none.
    """
    missing = missing_for_verify()
    if missing is not None:
        raise Failure(f"--verify {missing}")
    confirm = importlib.import_module("fullgraph.runtime_check.session.confirmation")
    runtime = importlib.import_module("fullgraph.runtime_check")
    launch = importlib.import_module("fullgraph.runtime_check.process.supervise")
    try:
        # What holds for every target of verify holds here too: how long, how much, and which variables it gets.
        configuration = importlib.import_module("fullgraph.runtime_check.session.configuration")
        declared = configuration.read_declared(Path.cwd()).common
    except ConfigurationError as failure:
        raise Failure(str(failure)) from None
    memory = declared.get("memory")
    limits = launch.Limits(declared.get("timeout", launch.Limits().seconds), int(memory * 2**30) if memory else None)
    passed = tuple(declared.get("pass_env", ()))
    settings = runtime.Settings(bench_seconds=0.0, follow=tuple(follow), limits=limits, pass_env=passed)
    try:
        with launch.ended_by_signals(), tempfile.TemporaryDirectory(prefix="fullgraph-facts-") as folder:
            rewrite = _rewriting(runner, files, Path(folder), unsafe=unsafe)
            done: Confirmed = confirm.confirm(rewrite, settings, targets, lambda line: click.echo(line, err=True))
    except importlib.import_module("fullgraph.runtime_check.target.target").TargetError as failure:
        raise Failure(str(failure)) from None
    return done


def _rewriting(runner: Runner, files: Sequence[Path], folder: Path, *, unsafe: bool) -> Rewrite:
    """What fixes the files in memory. Facts are put into files of the folder."""
    from fullgraph.lint.facts.files import merged

    def rewrite(without: Collection[Site], facts: Recorded, everything: bool = False) -> FixResult:
        runner.facts_for = lambda given: merged(folder, given, facts)
        try:
            return runner.fixed(files, unsafe or everything, without)
        finally:
            runner.facts_for = lambda given: given

    return rewrite


def show(confirmed: Confirmed, *, to_stderr: bool) -> None:
    stream = sys.stderr if to_stderr else sys.stdout
    print_text("".join(f"{line}\n" for line in lines(confirmed)), stream, look_of(stream))


def lines(confirmed: Confirmed) -> Iterator[str]:
    """Return what was run, what was not, which fixes stay and which were taken back, each with its reason."""
    from fullgraph.lint.report.text import count, printable

    ran = {function for trial in confirmed.trials for function in trial.functions}
    total = len(ran | set(confirmed.unrun))
    if total:
        yield f"Verified {len(ran)} of {count(total, 'rewritten function')}."
    if total and not confirmed.trials:
        yield "Nothing was run, since nothing here has inputs: --target names what to run, such as train.py:model."
    for trial in confirmed.trials:
        if trial.not_run is not None:
            yield f"  {printable(trial.target)}: not run: {printable(trial.not_run)}"
        elif not trial.functions:
            yield f"  {printable(trial.target)}: runs no rewritten function"
        else:
            names = ", ".join(printable(name or filename) for filename, name in trial.functions)
            yield f"  {printable(trial.target)} ran {names}: {trial.compared or 'no fix holds'}"
    risky = [one for one in confirmed.kept if not one.fix.is_safe]
    safe = [one for one in confirmed.kept if one.fix.is_safe]
    unrun = [one for one in safe if not one.targets]
    yield from _listed(
        "Kept {}, which ran and held:",
        "fix that is not safe",
        ((one.fix, f"{one.fix.level.value}, ran in {', '.join(one.targets)}") for one in risky),
    )
    yield from _listed(
        "Kept {}, which ran and held:",
        "safe fix",
        ((one.fix, f"ran in {', '.join(one.targets)}") for one in safe if one.targets),
    )
    yield from _listed("Kept {}, which did not run:", "safe fix", ((one.fix, "it is proved") for one in unrun))
    never = [one for one in confirmed.refused if one.target is None]
    failed = [one for one in confirmed.refused if one.target is not None]
    yield from _listed("Undid {}, which never ran:", "fix that is not safe", ((one.fix, _reason(one)) for one in never))
    yield from _listed(
        "Undid {}, which changed something or raised:", "fix", ((one.fix, _reason(one)) for one in failed)
    )


def _listed(head: str, what: str, fixes: Iterable[tuple[Placed, str]]) -> Iterator[str]:
    """A line that counts fixes, and one for each, with the reason."""
    from fullgraph.lint.report.text import printable

    found = sorted(fixes, key=lambda pair: (pair[0].site.filename, pair[0].row, pair[0].site.code))
    if found:
        more = what if len(found) == 1 else what.replace("fix", "fixes", 1).replace("that is", "that are")
        yield head.format(f"{len(found)} {more}")
    for fix, reason in found:
        site = fix.site
        where = f"{site.filename}:{fix.row}: {site.code} in {site.function or 'the module'}"
        yield f"  {printable(where)}: {printable(' '.join(reason.splitlines()))}"


def _reason(refused: Refused) -> str:
    first, *others = refused.problems
    more = f" (and {len(others)} more)" if others else ""
    return f"{refused.target}: {first}{more}" if refused.target is not None else f"{first}{more}"
