"""The command ``fullgraph sweep``."""

from __future__ import annotations

import contextlib
import dataclasses
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from fullgraph.lint.commands.terminal import Failure, missing_for_sweep, shown, write_text
from fullgraph.runtime_check import completing
from fullgraph.runtime_check.options import DEFAULT_TIMEOUT, GroupedCommand, OptionGroup, option
from fullgraph.sweep.rows import DTYPES, RUN_MODES, STATUSES

if TYPE_CHECKING:
    from fullgraph.runtime_check.expect.model import Comparison
    from fullgraph.sweep.engine.driver import Cluster, Resources
    from fullgraph.sweep.engine.session import Wanted
    from fullgraph.sweep.engine.task import RunSettings
    from fullgraph.sweep.store.store import Store

DEFAULT_STORE = "sweep.duckdb"
TIMEOUT = min(DEFAULT_TIMEOUT, 300.0)
PATH = click.Path(dir_okay=False, path_type=Path)
PLANNED = frozenset(
    "modes dtypes devices verify fix unsafe_fixes since exclude limit size nested_graph_breaks follow only_list "
    "torch_versions environments environments_folder pass_env".split()
)
"""The options of a plan, which its store keeps."""


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them, each one of some."""

    name = "names"

    def __init__(self, known: Sequence[str] | None = None) -> None:
        self.known = known

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        found = tuple(dict.fromkeys(part.strip() for part in str(value).split(",") if part.strip()))
        wrong = [one for one in found if self.known is not None and one not in self.known]
        if wrong and self.known is not None:
            self.fail(f"{wrong[0]!r} is none of {', '.join(self.known)}", param, context)
        if not found:
            self.fail("no name is given", param, context)
        return found


WHAT = OptionGroup(
    "What is run",
    (
        option("--modes", type=Names(RUN_MODES), default="eval", show_default=True, help="eval, train, or both."),
        option(
            "--dtypes",
            type=Names(DTYPES),
            default="float32",
            show_default=True,
            help="Floating-point types of models and inputs.",
        ),
        option("--devices", type=Names(), default="cpu", show_default=True, help="Devices, such as cpu,cuda."),
        option(
            "--verify",
            multiple=True,
            metavar="WHAT",
            help="Also verify, with all checks and gains: all, a pattern of targets, or changed, for targets whose "
            "source differs from that in the sweep of --since. Repeatable.",
        ),
        option(
            "--fix",
            is_flag=True,
            help="For each run that is not whole, apply check's safe fixes to a copy of the code, and run it.",
        ),
        option("--unsafe-fixes", is_flag=True, help="With --fix: then try the unsafe fixes too."),
        option("--since", type=PATH, metavar="STORE", help="The sweep that --verify changed compares with."),
        option("--exclude", multiple=True, metavar="PATTERN", help="Leave these targets out. Repeatable."),
        option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N targets."),
        option(
            "--size",
            type=click.Choice(["small", "default"]),
            default="small",
            show_default=True,
            help="Size of the libraries' models.",
        ),
        option(
            "--nested-graph-breaks",
            is_flag=True,
            help="Set torch._dynamo.config.nested_graph_breaks in every run.",
        ),
        option("--follow", multiple=True, metavar="PACKAGE", help="Installed package that check reads too."),
        option("--list", "only_list", is_flag=True, help="Print the targets, and run nothing."),
    ),
)

WHERE = OptionGroup(
    "Where it runs",
    (
        option(
            "--address", metavar="ADDRESS", help="Address of a Ray cluster.  [default: a cluster of this machine alone]"
        ),
        option(
            "--workers",
            type=click.IntRange(min=1),
            metavar="N",
            help="Runs at a time on this machine.  [default: as many as it has processors]",
        ),
        option(
            "--torch",
            "torch_versions",
            type=Names(),
            metavar="VERSION,...",
            help="Run each target with each of these, in environments that uv makes: 2.11,2.13.",
        ),
        option(
            "--environment",
            "environments",
            multiple=True,
            metavar="NAME=PATH",
            help="Run each target in this virtual environment, or with this interpreter. Repeatable.",
        ),
        option(
            "--environments-folder",
            type=click.Path(file_okay=False, path_type=Path),
            default=".fullgraph-environments",
            show_default=True,
            metavar="FOLDER",
            help="Where the environments of --torch are kept.",
        ),
        option(
            "--gpus-per-run",
            type=click.FloatRange(min=0, min_open=True),
            default=0.25,
            show_default=True,
            metavar="SHARE",
            help="Share of a GPU that each run on one gets.",
        ),
        option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=TIMEOUT,
            show_default=True,
            metavar="SECONDS",
            help="Stop a run that takes longer than this.",
        ),
        option(
            "--memory",
            type=click.FloatRange(min=0, min_open=True),
            metavar="GIB",
            help="Stop a run that holds more memory, and ask the cluster for so much (Linux).",
        ),
        option(
            "--retries",
            type=click.IntRange(min=0),
            default=3,
            show_default=True,
            metavar="N",
            help="How often to try a run again whose worker or machine was lost.",
        ),
        option(
            "--pass-env", multiple=True, metavar="NAME", help="Environment variable to pass to targets. Repeatable."
        ),
    ),
)

RESULTS = OptionGroup(
    "Results",
    (
        option("--store", type=PATH, default=DEFAULT_STORE, show_default=True, metavar="FILE", help="A DuckDB file."),
        option(
            "--resume", is_flag=True, help="Continue a store with the runs it lacks. Its plan stays: give no TARGET."
        ),
        option("--again", type=Names(STATUSES), metavar="STATUS,...", help="With --resume: run these again."),
        option("--html", type=PATH, metavar="FILE", help="Write the HTML page to this file."),
        option(
            "--export",
            type=click.Path(file_okay=False, path_type=Path),
            metavar="FOLDER",
            help="Write each table to a file in this folder.",
        ),
        option(
            "--export-format",
            type=click.Choice(["parquet", "csv"]),
            default="parquet",
            show_default=True,
            help="Format of these files.",
        ),
        option(
            "--output-format",
            "--format",
            "form",
            type=click.Choice(["text", "markdown", "json"]),
            default="text",
            show_default=True,
            help="Format of the summary that is printed.",
        ),
        option("--expect", type=PATH, metavar="FILE", help="Accepted results of each target: fail for new problems."),
        option("--update", is_flag=True, help="With --expect: accept the results in the file."),
    ),
)


@click.command(
    cls=GroupedCommand,
    groups=(WHAT, WHERE, RESULTS),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("targets", nargs=-1, metavar="[TARGET]...", shell_complete=completing.selections)
def sweep(targets: tuple[str, ...], **values: Any) -> None:
    """Run many targets and store what the compiler does with each. This runs the code of the targets.

    A TARGET is a library, for all its models (hf:, timm:, torchvision:, diffusers:, pyg:; timm: and torchvision: select
    one of each family, and 'timm:*' all), a pattern of models ('hf:Bert*'), a target as for verify, a factory of
    targets (package.module:attribute, a list or a function annotated to return one), or a TOML file with a list
    targets of these.

    The pass identify runs each target in eager and finds its breaks in both modes of the compiler and its recompiles,
    without generating code. The pass verify runs all checks of the command verify, for the targets in --verify.

    Each run has its own process, with time and memory limits, so any failure of a target is a row in the store.
    --resume continues an interrupted sweep.

    Exits with 0 if every run could be evaluated and, with --expect, nothing is new; with 1 if some run could not be
    evaluated or something is new; with 2 if the sweep cannot start.
    """
    missing = missing_for_sweep()
    if missing is not None:
        raise Failure(f"sweep {missing}")
    from fullgraph.runtime_check.process.supervise import ended_by_signals
    from fullgraph.sweep.engine.driver import ClusterError
    from fullgraph.sweep.engine.environments import InterpreterError
    from fullgraph.sweep.engine.selection import SelectionError
    from fullgraph.sweep.store.store import StoreError

    _require_consistent(targets, values)
    try:
        with ended_by_signals():
            status = _sweep(targets, values)
    except (StoreError, ClusterError, InterpreterError, SelectionError) as failure:
        raise Failure(str(failure)) from None
    raise SystemExit(status)


def _require_consistent(targets: Sequence[str], values: dict[str, Any]) -> None:
    """Raise `click.UsageError` for options that do not go together."""
    if values["resume"] and targets:
        raise click.UsageError("--resume continues the plan of the store: leave out the targets")
    if not values["resume"] and not targets:
        raise click.UsageError("name what to sweep, such as hf: or 'timm:resnet*'; --resume continues a store")
    if values["again"] and not values["resume"]:
        raise click.UsageError("--again goes with --resume")
    if values["update"] and values["expect"] is None:
        raise click.UsageError("--update goes with --expect")
    if values["unsafe_fixes"] and not values["fix"]:
        raise click.UsageError("--unsafe-fixes goes with --fix")
    if ("changed" in values["verify"]) != (values["since"] is not None):
        raise click.UsageError("--verify changed and --since STORE go together")
    if values["resume"]:
        option = next((one for one in (*WHAT.options, *WHERE.options) if one.name in PLANNED and _is_given(one)), None)
        if option is not None:
            raise click.UsageError(f"--resume continues the plan of the store: leave out {option.opts[0]}")
    for name in ("store", "html", "expect"):
        path = values[name]
        if path is not None and not path.absolute().parent.is_dir():
            raise click.UsageError(f"--{name}: there is no folder {path.absolute().parent}")


def _is_given(option: click.Parameter | str) -> bool:
    name = option if isinstance(option, str) else option.name or ""
    return click.get_current_context().get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _sweep(targets: Sequence[str], values: dict[str, Any]) -> int:
    """Raises what the parts raise."""
    from fullgraph.runtime_check.expect.command import read_expectations

    expected = read_expectations(values["expect"], update=values["update"])
    store = _resumed(values) if values["resume"] else _new(targets, values)
    if store is None:
        return 0
    with store:
        comparisons = _compared(store, expected, values) if expected is not None else []
        _tell(store, comparisons, values)
        unusable = store.rows("SELECT count(*) FROM runs WHERE status = 'unusable'")[0][0]
    return int(bool(unusable)) if expected is None else max((one.exit_status for one in comparisons), default=0)


def _resumed(values: dict[str, Any]) -> Store:
    """The store of a sweep that was cut off, with all that it lacked."""
    from fullgraph.sweep.engine import session
    from fullgraph.sweep.engine.driver import Cluster

    store, wanted, settings, resources = session.resume(values["store"])
    with contextlib.ExitStack() as stack:
        stack.enter_context(store)
        if values["again"]:
            marks = ", ".join("?" * len(values["again"]))
            found = store.rows(f"SELECT run FROM runs WHERE status IN ({marks})", values["again"])
            store.forget(run for (run,) in found)
        session.plan_changed(store, wanted)
        if store.left:
            settings, resources = _with_limits(settings, resources, values)
            with Cluster(values["address"], values["workers"]) as cluster:
                _run(store, cluster, wanted, settings, resources)
        stack.pop_all()
    return store


def _with_limits(settings: RunSettings, resources: Resources, values: dict[str, Any]) -> tuple[RunSettings, Resources]:
    """The same with the limits that are given this time: what took too long may be run again for longer."""
    if _is_given("timeout"):
        settings = dataclasses.replace(settings, seconds=values["timeout"])
    if _is_given("memory"):
        memory = _bytes(values["memory"])
        settings = dataclasses.replace(settings, memory=memory)
        resources = dataclasses.replace(resources, memory=memory)
    if _is_given("retries"):
        resources = dataclasses.replace(resources, retries=values["retries"])
    if _is_given("gpus_per_run"):
        resources = dataclasses.replace(resources, gpus=values["gpus_per_run"])
    return settings, resources


def _new(targets: Sequence[str], values: dict[str, Any]) -> Store | None:
    """The store of a sweep from beginning to end; None where only its targets were asked for."""
    from fullgraph.sweep.engine import session
    from fullgraph.sweep.engine.driver import Cluster
    from fullgraph.sweep.store.store import Store

    if not values["only_list"]:
        Store.require_new(values["store"])
    wanted, settings, resources = _asked(targets, values)
    if wanted.since:
        session.hashes(Path(wanted.since))
    plan = session.plan(wanted, Path.cwd())
    for problem in plan.problems:
        click.echo(f"warning: {shown(problem)}", err=True)
    if values["only_list"]:
        click.echo("\n".join(dict.fromkeys(one.target for one in plan.runs)))
        return None
    command = shlex.join(["fullgraph", *sys.argv[1:]])
    with contextlib.ExitStack() as stack, Cluster(values["address"], values["workers"]) as cluster:
        cluster.require(plan.runs, resources)
        store = stack.enter_context(session.create(values["store"], wanted, plan, settings, resources, command))
        _run(store, cluster, wanted, settings, resources)
        stack.pop_all()
    return store


def _bytes(gibibytes: float | None) -> int | None:
    return int(gibibytes * 2**30) if gibibytes is not None else None


def _asked(targets: Sequence[str], values: dict[str, Any]) -> tuple[Wanted, RunSettings, Resources]:
    from fullgraph.sweep.engine.driver import Resources
    from fullgraph.sweep.engine.session import Wanted
    from fullgraph.sweep.engine.task import RunSettings

    memory = _bytes(values["memory"])
    wanted = Wanted(
        tuple(targets),
        values["exclude"],
        values["limit"],
        values["modes"],
        values["dtypes"],
        values["devices"],
        values["torch_versions"] or (),
        values["environments"],
        str(values["environments_folder"].absolute()),
        values["verify"],
        str(values["since"].absolute()) if values["since"] is not None else "",
    )
    settings = RunSettings(
        str(Path.cwd()),
        values["timeout"],
        memory,
        values["size"],
        nested_graph_breaks=values["nested_graph_breaks"],
        follow=values["follow"],
        pass_env=values["pass_env"],
        fix="unsafe" if values["unsafe_fixes"] else "safe" if values["fix"] else "no",
    )
    return wanted, settings, Resources(gpus=values["gpus_per_run"], memory=memory, retries=values["retries"])


def _run(store: Store, cluster: Cluster, wanted: Wanted, settings: RunSettings, resources: Resources) -> None:
    """Do what is left, and show how far it is."""
    from fullgraph.runtime_check.report.text import console_for
    from fullgraph.sweep.engine import session
    from fullgraph.sweep.report.progress import Progress, showing

    progress = Progress()
    with showing(progress, console_for(sys.stderr)):
        progress.started(len(store.planned), len(store.planned) - len(store.left))
        for _ in session.sweep(store, cluster, wanted, settings, resources, progress):
            progress.total = max(progress.total, progress.done)


def _compared(store: Store, expected: Any, values: dict[str, Any]) -> list[Comparison]:
    from fullgraph.runtime_check.expect.command import write_expectations
    from fullgraph.runtime_check.expect.comparison import compare
    from fullgraph.sweep.expectations import observed

    seen = observed(store)
    found = compare(expected, seen, update=values["update"])
    if values["update"]:
        write_expectations(values["expect"], expected, seen)
    return found


def _tell(store: Store, comparisons: Sequence[Comparison], values: dict[str, Any]) -> None:
    """Print the summary, and write what was asked for."""
    from fullgraph.runtime_check.report.text import against_expectations, console_for
    from fullgraph.sweep.report import text
    from fullgraph.sweep.report.summary import summarize

    summary = summarize(store)
    if values["form"] == "text":
        text.print_summary(summary, console_for(sys.stdout))
    else:
        click.echo(text.as_markdown(summary) if values["form"] == "markdown" else text.as_json(summary))
    console = console_for(sys.stderr)
    for one in comparisons:
        if one.exit_status:
            console.print(f"{one.key}", highlight=False)
            for part in against_expectations(one):
                console.print(part)
    if values["html"] is not None:
        from fullgraph.sweep.report.html import as_html

        write_text(str(values["html"]), as_html(store))
    if values["export"] is not None:
        for path in store.export(values["export"], values["export_format"]):
            click.echo(f"wrote {path}", err=True)
