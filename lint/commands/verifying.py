"""``fullgraph check --fix --verify``: the fixes are run before they are kept."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from fullgraph.lint.commands.terminal import Failure, look_of, missing_for_verify, print_text
from fullgraph.lint.config.toml_tables import ConfigurationError

if TYPE_CHECKING:
    from fullgraph.lint.fixes.apply import FixResult, Site
    from fullgraph.lint.fixes.confirmed import Confirmed

MAX_PROBLEMS = 3
"""Of what a fix changes, so much is shown."""


def run(rewrite: Callable[[Collection[Site]], FixResult], follow: Sequence[str], targets: Sequence[str]) -> Confirmed:
    """The fixes that hold. Raises Failure where what it takes is not installed, or a target is none."""
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
        with launch.ended_by_signals():
            done: Confirmed = confirm.confirm(rewrite, settings, targets, lambda line: click.echo(line, err=True))
    except importlib.import_module("fullgraph.runtime_check.target.target").TargetError as failure:
        raise Failure(str(failure)) from None
    return done


def show(confirmed: Confirmed, *, to_stderr: bool) -> None:
    stream = sys.stderr if to_stderr else sys.stdout
    print_text("".join(f"{line}\n" for line in lines(confirmed)), stream, look_of(stream))


def lines(confirmed: Confirmed) -> Iterator[str]:
    """Return what was run, what was not, and which fixes were taken back and why."""
    from fullgraph.lint.report.text import count, printable

    ran = {function for trial in confirmed.trials for function in trial.functions}
    total = len(ran) + len(confirmed.unrun)
    if not total:
        return
    yield f"Verified {len(ran)} of {count(total, 'rewritten function')}."
    for trial in confirmed.trials:
        if trial.not_run is not None:
            yield f"  {printable(trial.target)}: not run: {printable(trial.not_run)}"
        elif not trial.functions:
            yield f"  {printable(trial.target)}: runs no rewritten function"
        else:
            names = ", ".join(printable(name or filename) for filename, name in trial.functions)
            yield f"  {printable(trial.target)} ran {names}: {trial.compared or 'no fix holds'}"
    for filename, name in confirmed.unrun:
        yield f"  {printable(filename)}: {printable(name) or 'the module'} was not run: nothing gives it inputs"
    if confirmed.refused:
        number = len(confirmed.refused)
        yield f"Taken back: {number} fix{'es' if number != 1 else ''}, which did not hold."
    for refused in confirmed.refused:
        site = refused.site
        yield f"  {printable(site.filename)}: {site.code} in {printable(site.function or 'the module')}: " + printable(
            site.message
        )
        for problem in refused.problems[:MAX_PROBLEMS]:
            yield f"    {printable(problem)}"
        if len(refused.problems) > MAX_PROBLEMS:
            yield f"    and {len(refused.problems) - MAX_PROBLEMS} more"
