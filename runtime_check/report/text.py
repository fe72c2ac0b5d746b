"""A report for people: one table of verdicts per target, then what stands behind each failure.

Whatever comes from a target (names, source lines, messages, its output) is printed with control characters escaped.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Literal

from fullgraph.lint.commands.terminal import chosen_colour
from fullgraph.lint.diagnostics.amounts import percent, show_seconds
from fullgraph.lint.report.text import printable
from fullgraph.runtime_check.expect.model import Comparison, Kind
from fullgraph.runtime_check.report import costs, show
from fullgraph.runtime_check.results import (
    CHECKS,
    DataParallel,
    Failure,
    Gains,
    ObservedBreak,
    ObservedRecompile,
    Prediction,
    Repair,
    Report,
    Run,
    Status,
    TargetReport,
    Verdict,
    to_json,
)
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_STYLES: dict[Status, str] = {"pass": "green", "fail": "red", "skipped": "yellow", "slower": "yellow"}
PLAIN_WIDTH = 120
"""Columns where the output is no terminal."""
AROUND = 2
"""Lines of source above and below a break."""
TIMES = ("eager", "compiled", "speedup", "throughput", "compile", "warm", "artifacts")
"""The columns of the first table of arms; those of the second are what they need."""
WIDEST_ARM = 40
"""Columns that the name of an arm may take before it is broken."""
MOST_BREAKS = 100
"""So many are shown in full; the rest by their place."""
MOST_CAUSES = 20
"""So many causes of breaks are listed with what they cost."""
MOST_UNTESTED = 20
"""So many findings that were not tested are listed."""
EXPECTED: dict[Kind, str] = {"break": "break: ", "recompile": "recompile: ", "graphs": "", "check": ""}
"""What is new or gone, by what it is."""
OUTPUT_LINES = 12
"""Of what a failed target printed, its last lines."""


def print_report(report: Report, console: Console) -> None:
    """Print the report."""
    for order, target in enumerate(report.targets):
        if order:
            console.print()
        for part in _target(target):
            console.print(part)
    if len(report.targets) > 1:
        for part in _common_causes(report):
            console.print(part)
        console.print()
        console.print(_summary(report))


def as_text(report: Report, width: int = PLAIN_WIDTH) -> str:
    """The report as plain text, without colours."""
    stream = io.StringIO()
    print_report(report, Console(file=stream, width=width, color_system=None, emoji=False))
    return stream.getvalue()


def console_for(stream: IO[str] | None = None) -> Console:
    """A console that keeps to the terminal's width, and to ``PLAIN_WIDTH`` where there is none."""
    asked = chosen_colour() if stream in (None, sys.stdout, sys.stderr) else None
    system: Literal["auto", "standard"] | None = "auto" if asked is None else "standard" if asked else None

    def console(width: int | None = None) -> Console:
        no_color = None if asked is None else not asked
        return Console(file=stream, highlight=False, emoji=False, width=width, color_system=system, no_color=no_color)

    found = console()
    return found if found.is_terminal else console(PLAIN_WIDTH)


def _line(text: str, style: str = "") -> Text:
    return Text(printable(text), style=style)


def _at(indent: int, text: str, style: str = "") -> Padding:
    """Printable text, set in; also where it is broken."""
    return Padding(Text(text, style), (0, 0, 0, indent), expand=False)


def _heading(text: str) -> Iterable[RenderableType]:
    yield Text("")
    yield _line(text, "bold")


def _target(target: TargetReport) -> Iterable[RenderableType]:
    before, repair = target.before, target.repair
    yield _line(target.target, "bold")
    environment = before.environment
    if environment.torch != "?":
        parts = [
            environment.device,
            environment.device_name,
            f"torch {environment.torch}",
            environment.backend,
            *environment.compiler_settings,
        ]
        yield _line("  ".join(parts), "dim")
    if environment.backend_note:
        yield _line(environment.backend_note, "yellow")
    if before.input_sets:
        yield Text(f"{printable(before.what)}; inputs: {show.inputs(before.input_sets)}", style="dim")
    if target.after is None:
        if before.verdicts:
            yield _verdicts(before)
        yield from against_expectations(target.expected)
    else:
        yield _side_by_side(target)
        yield from _versions(target)
        if repair is not None and repair.fixes:
            yield from _heading("Fixed on a copy (the original is unchanged)")
            for fix in repair.fixes:
                level = "" if fix.level == "safe" else f"({fix.level}, ran and held) "
                yield _line(f"  {show.path(fix.filename)}:{fix.line} {fix.code} {level}{fix.message}")
            if repair.diff:
                yield Padding(_diff(repair.diff), (0, 0, 0, 4))
    if repair is not None:
        yield from _taken_back(repair)
    if repair is not None and repair.note:
        yield _line(repair.note, "yellow")
    yield from _details(before, timed=target.after is None)
    if target.after is not None:
        yield from _arms_side_by_side(target)
        yield from _details(target.after, "after the fix")


def against_expectations(found: Comparison | None) -> Iterable[RenderableType]:
    """What is new and what is gone, against what is accepted."""
    if found is None:
        return
    yield from _heading("Compared with the expectations")
    if found.problem:
        yield _at(2, printable(found.problem), "bold red")
        return
    for check in found.failing:
        yield _at(2, f"FAIL  the check {printable(check)} fails, which cannot be accepted", "red")
    word, style = ("now accepted", "yellow") if found.updated else ("new", "bold red")
    for one in found.new:
        yield _at(2, printable(f"{word}  {EXPECTED[one.kind]}{one.text}"), style)
    for one in found.gone:
        hint = "" if found.updated else "; --update takes it out"
        yield _at(2, printable(f"gone  {EXPECTED[one.kind]}{one.text}{hint}"), "green")
    if not (found.failing or found.new or found.gone):
        yield _at(2, "nothing is new, nothing is gone", "green")
    if found.accepted:
        yield _at(2, f"accepted and there: {found.accepted}", "dim")


def _taken_back(repair: Repair) -> Iterable[RenderableType]:
    """The fixes that are no longer in the copy, each with the reason."""
    for ran, why in ((False, "never ran"), (True, "changed something or raised")):
        found = [one for one in repair.taken_back if one.ran is ran]
        if found:
            noun = "fix that is not safe" if len(found) == 1 else "fixes that are not safe"
            yield from _heading(f"Undid {len(found)} {noun}, which {why}")
        for one in found:
            yield _line(f"  {show.path(one.filename)}:{one.line} {one.code} {show.shorten_paths(one.reason)}")


def _plain_table() -> Table:
    return Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))


def _verdicts(run: Run) -> Table:
    table = _plain_table()
    for check, meaning in CHECKS:
        verdict = run.verdict(check)
        if verdict is None:
            table.add_row("", Text("-", "dim"), meaning, _line(_not_run(run), "dim"))
            continue
        summary: RenderableType = Text(show.shorten_paths(verdict.summary))
        if verdict.notes:
            summary = Group(summary, *(Text(show.shorten_paths(note), style="dim") for note in verdict.notes))
        table.add_row("", _sign(verdict), meaning, summary)
    return table


def _sign(verdict: Verdict) -> Text:
    return Text(show.SIGNS[verdict.status], _STYLES[verdict.status])


def _not_run(run: Run) -> str:
    return f"not run: {run.failure.kind}" if run.failure is not None else "not run"


def _side_by_side(target: TargetReport) -> Table:
    before, after, repair = target.before, target.after, target.repair
    assert after is not None
    table = Table(pad_edge=False)
    table.add_column("")
    table.add_column("as it is")
    table.add_column("fixed")
    for check, meaning in CHECKS:
        if check != "gains" or not (before.gains or after.gains):  # the times have rows of their own
            table.add_row(meaning, _cell(before.verdict(check)), _cell(after.verdict(check)))
    for meaning, verdict in (
        ("fixed equals original", repair.agrees if repair else None),
        ("fixed as fast as original", repair.speed if repair else None),
    ):
        if verdict is not None:
            table.add_row(meaning, "", _cell(verdict))
            for note in verdict.notes:
                table.add_row("", "", Text(show.shorten_paths(note), "dim"))
    pairs = [(run.numerics, run.gains) for run in (before, after)]
    losses = [n.loss_eager if n else None for n, _ in pairs]
    if any(loss is not None for loss in losses):
        compiled = [n.loss_compiled if n else None for n, _ in pairs]
        table.add_row("loss, eager", *map(show.number, losses))
        table.add_row("loss, compiled", *map(show.number, compiled))
    found = [gains for _, gains in pairs if gains]
    if found:
        table.add_section()
        for name, write in gain_lines(found):
            table.add_row(name, *(write(gains) if gains else "-" for _, gains in pairs))
    return table


_Line = tuple[str, Callable[[Gains], str], bool]
"""A line about gains: its name, how it is written, and whether any of them knows it."""


def _counts(found: Sequence[Gains], memory: str, kernels: str, launches: str) -> list[_Line]:
    """Figures of a step and of its compile, under these names; the rest have the same everywhere."""
    return [
        (
            memory,
            lambda g: show.change(g.peak_memory_eager, g.peak_memory_compiled, show.memory),
            any(g.peak_memory_compiled for g in found),
        ),
        (
            kernels,
            lambda g: show.change(g.kernels_eager, g.kernels_compiled),
            any(g.kernels_compiled is not None for g in found),
        ),
        (
            launches,
            lambda g: show.change(g.launches_eager, g.launches_compiled),
            any(g.launches_compiled is not None for g in found),
        ),
        ("graphs", lambda g: str(g.graphs), True),
        ("recompiles", lambda g: str(g.recompiles), any(g.recompiles for g in found)),
        ("CUDA graphs", show.cuda_graphs, any(show.cuda_graphs(g) != "-" for g in found)),
    ]


def gain_lines(found: Sequence[Gains]) -> list[tuple[str, Callable[[Gains], str]]]:
    """The lines about the gains, each with its name; what none of them knows is left out."""
    lines: list[_Line] = [
        ("eager, per step", lambda g: show.timing(g.eager), True),
        ("compiled, per step", lambda g: show.timing(g.compiled), True),
        ("speedup over eager", lambda g: f"{show.ratio(g)} ({printable(g.compiled_with)})", True),
        ("throughput, compiled", lambda g: show.rate(g.throughput), any(g.throughput for g in found)),
        ("compile time", show.compile_time, True),
        *_counts(found, "peak memory", "kernels per step", "launches per step"),
    ]
    return [(name, write) for name, write, known in lines if known]


def _cell(verdict: Verdict | None) -> RenderableType:
    if verdict is None:
        return Text("not run", "dim")
    return Text.assemble(_sign(verdict), " ", show.shorten_paths(verdict.summary))


def _data_parallel(found: DataParallel | None, label: str) -> Iterable[RenderableType]:
    """The outcome under DistributedDataParallel."""
    if found is None:
        return
    yield from _heading(f"DistributedDataParallel on {found.ranks} ranks{label}")
    if found.failure is not None:
        yield _line(f"  error: {found.failure.message}", "bold red")
        for line in found.failure.output.splitlines()[-12:]:
            yield _line(f"  | {line}", "dim")
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for what, verdict in found.judged:
        notes = [Text(printable(note), style="dim") for note in verdict.notes]
        table.add_row("", _sign(verdict), what, Group(Text(printable(verdict.summary)), *notes))
    yield table
    yield _line(
        f"  {found.communication}, buckets of {found.bucket_mib:g} MiB, optimize_ddp {found.optimize_ddp}", "dim"
    )
    for broken in found.breaks:
        known = f" ({broken.registry_id})" if broken.registry_id else ""
        yield _line(f"  {show.place(broken.place)}: {broken.reason}{known}", "dim")


def _details(run: Run, when: str = "", *, timed: bool = False) -> Iterable[RenderableType]:
    label = f", {when}" if when else ""
    if timed:
        yield from _gains(run)
    yield from _hints(run, label)
    yield from _data_parallel(run.ddp, label)
    yield from _costs(run, label)
    yield from _breaks(run, label)
    wrong = [prediction for prediction in run.unobserved if prediction.reached]
    if wrong:
        yield from _heading(f"Predicted by check, and did not happen{label}")
        for prediction in wrong:
            yield _prediction(prediction)
    for title, steady in (("Recompiles after the warm-up", True), ("Recompiled up to the limit", False)):
        guards = [one for one in show.recompiles_to_mend(run) if one.steady is steady]
        if guards:
            yield from _heading(f"{title}{label}")
            for recompile in guards:
                yield from _recompile(recompile)
    yield from _untested(run, label)
    for error in run.check_errors:
        yield _line(f"  {error}", "yellow")
    if run.facts:
        yield _line(f"  {run.facts}", "dim")
    if run.failure is not None:
        yield from _failure(run.failure, label)


def _untested(run: Run, label: str) -> Iterable[RenderableType]:
    """The findings that these inputs say nothing of."""
    found = [prediction for prediction in run.unobserved if not prediction.reached]
    if found:
        yield from _heading(f"Predicted by check, and not tested by these inputs{label}")
        for prediction in found[:MOST_UNTESTED]:
            yield _prediction(prediction, "dim")
    if len(found) > MOST_UNTESTED:
        yield _line(f"  and {len(found) - MOST_UNTESTED} more (--output-format json has all)", "dim")


def _prediction(found: Prediction, style: str = "") -> RenderableType:
    modes = "" if found.modes == ["default"] else f" ({show.modes(found.modes)})"
    return _line(f"  {show.place(found.place)}: {found.code} {found.message}{modes}", style)


def _gains(run: Run) -> Iterable[RenderableType]:
    gains = run.gains
    if gains is not None and not run.arms:
        table = _plain_table()
        names = {"eager, per step": "eager", "compiled, per step": "compiled", "speedup over eager": "speedup"}
        for name, write in gain_lines([gains]):
            table.add_row("", names.get(name, name), write(gains))
        yield from _heading(f"Time per step ({gains.what})")
        yield table
    elif run.arms:
        yield from _heading(f"Time per step ({gains.what if gains is not None else run.what})")
        yield from _arms(run)


def arm_columns(found: Sequence[Gains]) -> list[tuple[str, Callable[[Gains], str]]]:
    """The columns of a table of arms, as narrow as can be; what none of them knows is left out."""
    columns: list[_Line] = [
        ("eager", lambda g: show_seconds(g.eager.median), True),
        ("compiled", lambda g: show.spread(g.compiled), True),
        ("speedup", show.ratio, True),
        ("throughput", lambda g: show.rate(g.throughput), any(g.throughput for g in found)),
        ("compile", lambda g: show_seconds(g.compile_seconds), True),
        ("warm", lambda g: show.optional(g.compile_seconds_warm), any(g.compile_seconds_warm for g in found)),
        (
            "artifacts",
            lambda g: show.optional(g.compile_seconds_artifacts),
            any(g.compile_seconds_artifacts for g in found),
        ),
        *_counts(found, "memory", "kernels", "launches"),
    ]
    return [(name, write) for name, write, known in columns if known]


def _arms(run: Run) -> Iterable[RenderableType]:
    """One row for each arm, the checked one first: its times, what it needs, and what else there is to say of it."""
    rows = show.gain_rows(run)
    columns = arm_columns([gains for _, gains, _ in rows if gains is not None])
    times = [column for column in columns if column[0] in TIMES]
    needs = [column for column in columns if column[0] not in TIMES]
    for number, part in enumerate((times, needs)):
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("  arm", overflow="fold", min_width=min(WIDEST_ARM, max(len(name) + 2 for name, _, _ in rows)))
        for name in (*([] if number else ["values"]), *(name for name, _ in part)):
            table.add_column(name, justify="right", overflow="fold")
        for arm, gains, _ in rows:
            cells = [Text(write(gains) if gains is not None else "-") for _, write in part]
            word = show.values_of(run, arm)
            values = Text(word, {"pass": "green", "FAIL": "red"}.get(word, ""))
            table.add_row(_line(f"  {arm}"), *([] if number else [values]), *cells)
        yield table
    for arm, _, note in rows:
        if note:
            yield _at(2, f"{printable(arm)}: {show.shorten_paths(note)}", "yellow")


def _arms_side_by_side(target: TargetReport) -> Iterable[RenderableType]:
    before, after = target.before, target.after
    assert after is not None
    if not (before.arms or after.arms):
        return
    rows = [show.gain_rows(run) for run in (before, after)]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("  arm", "compiled, as it is", "compiled, fixed", "speedup, as it is", "speedup, fixed"):
        table.add_column(name, justify="left" if name == "  arm" else "right")
    notes: list[str] = []
    for arm in dict.fromkeys(name for run_rows in rows for name, _, _ in run_rows):
        pair = [next(((g, note) for name, g, note in run_rows if name == arm), (None, "")) for run_rows in rows]
        times = [show.spread(g.compiled) if g is not None else "-" for g, _ in pair]
        ratios = [show.ratio(g) if g is not None else "-" for g, _ in pair]
        notes += [
            f"  {arm}, {when}: {note}" for (_, note), when in zip(pair, ("as it is", "fixed"), strict=True) if note
        ]
        table.add_row(_line(f"  {arm}"), *times, *ratios)
    yield from _heading("Ways to compile, before and after the fix")
    yield table
    yield from (Text(show.shorten_paths(note), "yellow") for note in notes)


def hints_of(run: Run) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The skips of CUDA graphs and PyTorch's performance hints: each text once, with the arms that it holds for."""
    skips: dict[str, list[str]] = {}
    hints: dict[str, list[str]] = {}
    for arm, gains, _ in show.gain_rows(run):
        for found, texts in ((skips, gains.cudagraph_skips if gains else []), (hints, gains.hints if gains else [])):
            for text in texts:
                found.setdefault(text, []).append(arm)
    return skips, hints


def _hints(run: Run, label: str) -> Iterable[RenderableType]:
    for title, found in zip(("Not in CUDA graphs", "Hints of the compiler"), hints_of(run), strict=True):
        if found:
            yield from _heading(f"{title}{label}")
        for text, arms in found.items():
            named = f" ({', '.join(dict.fromkeys(arms))})" if run.arms else ""
            yield _at(2, f"{show.shorten_paths(text)}{printable(named)}")


def _costs(run: Run, label: str) -> Iterable[RenderableType]:
    """A row for each cause of breaks, the most expensive first."""
    found = run.break_costs
    if found is None:
        return
    yield from _heading(f"What the graph breaks cost{label}")
    if found.causes:
        yield _at(2, printable(costs.heading(found)), "dim")
        names, rows = costs.table(run)
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for place, name in enumerate(names):
            table.add_column(name if place else f"  {name}", justify="right", no_wrap=True)
        table.add_column("break", overflow="fold")
        for row in rows[:MOST_CAUSES]:
            what = Text(f"{show.place(row.cost.place)}: {printable(row.reason)}")
            if row.note:
                what.append(f"\n{printable(row.note)}", "dim")
            table.add_row(*row.cells, what)
        yield table
        if len(rows) > MOST_CAUSES:
            yield _line(f"  and {len(rows) - MOST_CAUSES} more (--output-format json has all)", "dim")
    for note in costs.notes(run):
        yield _at(2, show.shorten_paths(note), "dim")


def _common_causes(report: Report) -> Iterable[RenderableType]:
    """A row for each cause of breaks, however many targets have it."""
    found = report.causes
    if not found:
        return
    yield from _heading("Graph breaks of all targets, by cause")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("  targets", justify="right", no_wrap=True)
    timed = any(one.share is not None for one in found)
    if timed:
        table.add_column("share, at most", justify="right", no_wrap=True)
    table.add_column("operators", justify="right", no_wrap=True)
    table.add_column("break", overflow="fold")
    for one in found[:MOST_CAUSES]:
        share = [percent(one.share)] if timed else []
        what = f"{show.place(one.place)}: {printable(costs.reason(one))}"
        table.add_row(str(len(one.targets)), *share, costs.number(one.operators), Text(what))
    yield table
    if len(found) > MOST_CAUSES:
        yield _line(f"  and {len(found) - MOST_CAUSES} more (--output-format json has all)", "dim")


def _breaks(run: Run, label: str) -> Iterable[RenderableType]:
    if not run.breaks:
        return
    default = any("default" in found.modes for found in run.breaks)
    mixed = any("fullgraph" in found.modes for found in run.breaks)
    where = "" if mixed else " in the default mode" if default else ""
    yield from _heading(f"Graph breaks{where}{label}")
    every = costs.ranked(run)
    for found in every[:MOST_BREAKS]:
        yield from _break(found, tell_modes=mixed)
    for found in every[MOST_BREAKS:]:
        yield _line(f"  {show.place(found.place)}: {found.reason}")


def _break(found: ObservedBreak, *, tell_modes: bool) -> Iterable[RenderableType]:
    said = show.predicted(found)
    line = Text(f"  {show.place(found.place)}: ")
    line.append(printable(said), style="red" if show.is_missed(found) else "green")
    if tell_modes:
        line.append(f", {show.modes(found.modes)}")
    yield line
    yield from _excerpt(found)
    known = f" ({found.registry_id})" if found.registry_id else ""
    yield _at(6, printable(f"{found.reason}{known}"))
    if left := show.left(found):
        yield _at(6, left, "dim")
    callers = show.callers(found)
    if callers:
        yield _at(6, f"reached from {' > '.join(map(show.place, callers))}", "dim")
    if found.url:
        yield _line(f"      {found.url}", "dim")


def _excerpt(found: ObservedBreak) -> Iterable[RenderableType]:
    """The line that breaks, with those around it where they are known."""
    excerpt = found.excerpt
    if excerpt is None:
        if found.place.source:
            yield Text(f"      {show.code_line(found.place.source)}", style="cyan")
        return
    rows = [(row, text) for row, text in enumerate(excerpt.lines, excerpt.first) if abs(row - excerpt.line) <= AROUND]
    width = max((len(str(row)) for row, _ in rows), default=0)
    for row, text in rows:
        here = row == excerpt.line
        line = f"    {'>' if here else ' '} {row:>{width}} | {show.code_line(text)}".rstrip()
        yield Text(line, style="cyan" if here else "dim")


def _recompile(found: ObservedRecompile) -> Iterable[RenderableType]:
    yield _line(f"  {show.place(found.place)}: {found.guard}")
    if found.used is not None and (found.used.filename, found.used.line) != (found.place.filename, found.place.line):
        yield _at(6, f"used at {show.place(found.used)}: {show.code_line(found.used.source or '')}", "dim")
    if found.advice:
        yield _at(6, show.shorten_paths(found.advice), "green")


def _failure(failure: Failure, label: str) -> Iterable[RenderableType]:
    yield Text("")
    yield Text(f"error{label}: {show.shorten_paths(failure.message)}", style="bold red")
    if failure.output:
        yield Text("  the end of what it printed:", style="dim")
        for line in failure.output.splitlines()[-OUTPUT_LINES:]:
            yield Text(f"  | {show.code_line(line)}", style="dim")


def _summary(report: Report) -> RenderableType:
    """A line for each target; with a fixed copy, one for each version."""
    table = _plain_table()
    for target in report.targets:
        for name, status, failed in show.versions(target):
            shown = f"{target.target}, {name}" if name else target.target
            table.add_row(_outcome(status), _line(shown), _line(failed, "dim"))
    return table


def _versions(target: TargetReport) -> Iterable[RenderableType]:
    """Return whether the target as it is and the fixed copy pass, and which of both the exit status is about."""
    table = _plain_table()
    for name, status, failed in show.versions(target):
        table.add_row("", name, _outcome(status), _line(failed, "dim"))
    yield Text("")
    yield table
    yield _at(0, "With --fix the exit status is that of the fixed copy; the original is unchanged.", "dim")


def _outcome(status: int) -> Text:
    return Text(show.OUTCOMES[status], "green" if status == 0 else "red")


def _diff(diff: str) -> Text:
    text = Text()
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for line in diff.splitlines():
        text.append(show.code_line(line) + "\n", style=styles.get(line[:1], ""))
    text.rstrip()
    return text


def write(report: Report, form: Literal["text", "json"], console: Console) -> None:
    """Print the report."""
    if form == "json":
        console.file.write(json.dumps(to_json(report), indent=2) + "\n")
    else:
        print_report(report, console)
