"""A report for people: one table of verdicts per target, then what stands behind each failure."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from fullgraph.runtime_check.results import (
    CHECKS,
    Failure,
    Gains,
    ObservedBreak,
    Place,
    Report,
    Run,
    TargetReport,
    Timing,
    Verdict,
    to_json,
)
from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_SIGNS = {"pass": "[green]pass[/]", "fail": "[red]FAIL[/]", "skipped": "[yellow]skip[/]"}
PLAIN_WIDTH = 120
"""Columns where the output is no terminal."""


def write(report: Report, form: Literal["text", "json"], console: Console) -> None:
    """Print the report."""
    if form == "json":
        console.file.write(json.dumps(to_json(report), indent=2) + "\n")
        return
    for number, target in enumerate(report.targets):
        if number:
            console.print()
        for part in _target(target):
            console.print(part)
    if len(report.targets) > 1:
        console.print()
        console.print(_summary(report))


def as_text(report: Report, width: int = PLAIN_WIDTH) -> str:
    """The report as plain text, without colours."""
    stream = io.StringIO()
    write(report, "text", Console(file=stream, width=width, color_system=None))
    return stream.getvalue()


def console_for(stream: io.TextIOBase | None = None) -> Console:
    """A console that keeps to the terminal's width, and to ``PLAIN_WIDTH`` where there is none."""
    console = Console(file=stream, highlight=False)  # type: ignore[arg-type]
    return console if console.is_terminal else Console(file=stream, highlight=False, width=PLAIN_WIDTH)  # type: ignore[arg-type]


def _target(target: TargetReport) -> Iterable[RenderableType]:
    before = target.before
    yield Text(target.target, style="bold")
    environment = before.environment
    if environment.torch != "?":
        parts = [environment.device, environment.device_name, f"torch {environment.torch}", environment.backend]
        parts += [] if environment.mode == "default" else [f"mode {environment.mode}"]
        yield Text("  ".join(parts), style="dim")
    if environment.backend_note:
        yield Text(environment.backend_note, style="yellow")
    if before.input_sets:
        yield Text(f"{before.what}; inputs: {_shortened(before.input_sets)}", style="dim")
    if target.after is None:
        if before.verdicts:
            yield _verdicts(before)
    else:
        yield _side_by_side(target)
        if target.repair is not None and target.repair.fixes:
            yield Text("")
            yield Text("Fixed on a copy (the original is as it was)", style="bold")
            for fix in target.repair.fixes:
                yield Text(f"  {_path(fix.filename)}:{fix.line} {fix.code} {fix.message}")
            if target.repair.diff:
                yield Padding(_diff(target.repair.diff), (0, 0, 0, 4))
    if target.repair is not None and target.repair.note:
        yield Text(target.repair.note, style="yellow")
    yield from _details(before, timed=target.after is None)
    if target.after is not None:
        yield from _details(target.after, "after the fix")


def _verdicts(run: Run) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for check, meaning in CHECKS:
        verdict = run.verdict(check)
        if verdict is None:
            table.add_row("", "[dim]-[/]", meaning, f"[dim]{escape(_not_run(run))}[/]")
            continue
        summary: RenderableType = _shorten_paths(verdict.summary)
        if verdict.notes:
            summary = Group(Text(str(summary)), *(Text(_shorten_paths(note), style="dim") for note in verdict.notes))
        else:
            summary = Text(str(summary))
        table.add_row("", _SIGNS[verdict.status], meaning, summary)
    return table


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
    if repair is not None and repair.agrees is not None:
        verdict = repair.agrees
        table.add_row("fixed equals original", "", _cell(verdict))
        for problem in verdict.notes:
            table.add_row("", "", Text(problem, style="dim"))
    pairs = [(run.numerics, run.gains) for run in (before, after)]
    losses = [n.loss_eager if n else None for n, _ in pairs]
    if any(loss is not None for loss in losses):
        compiled = [n.loss_compiled if n else None for n, _ in pairs]
        table.add_row("loss, eager", *map(_number, losses))
        table.add_row("loss, compiled", *map(_number, compiled))
    if any(gains for _, gains in pairs):
        table.add_section()
        rows: tuple[tuple[str, Callable[[Gains], str]], ...] = (
            ("eager, per step", lambda g: _timing(g.eager)),
            ("compiled, per step", lambda g: _timing(g.compiled)),
            ("speed-up over eager", lambda g: f"{g.speedup:.2f}x ({g.compiled_with})"),
            ("graphs", lambda g: str(g.graphs)),
            ("compile time", lambda g: _compile_time(g.compile_seconds, g.cache_hits)),
        )
        for name, show in rows:
            table.add_row(name, *(show(gains) if gains else "-" for _, gains in pairs))
        if any(gains and gains.peak_memory_compiled for _, gains in pairs):
            table.add_row("peak memory, compiled", *(_bytes(g.peak_memory_compiled if g else None) for _, g in pairs))
    return table


def _cell(verdict: Verdict | None) -> RenderableType:
    if verdict is None:
        return "[dim]not run[/]"
    return f"{_SIGNS[verdict.status]} {escape(_shorten_paths(verdict.summary))}"


def _details(run: Run, when: str = "", *, timed: bool = False) -> Iterable[RenderableType]:
    label = f", {when}" if when else ""
    if run.gains is not None and timed:
        yield from _gains(run)
    if run.breaks:
        yield Text("")
        yield Text(f"Graph breaks in the default mode{label}", style="bold")
        for found in run.breaks:
            yield from _break(found)
    wrong = [prediction for prediction in run.unobserved if prediction.reached]
    if wrong:
        yield Text("")
        yield Text(f"Predicted by check, and did not happen{label}", style="bold")
        for prediction in wrong:
            yield Text(f"  {_place(prediction.place)}: {prediction.code} {prediction.message}")
    elsewhere = len(run.unobserved) - len(wrong)
    if elsewhere:
        yield Text("")
        findings = "one more finding" if elsewhere == 1 else f"{elsewhere} more findings"
        yield Text(f"check has {findings} on lines that these inputs do not reach{label}", style="dim")
    guards = [r for r in run.recompiles if r.steady]
    if guards:
        yield Text("")
        yield Text(f"Recompiles after the warm-up{label}", style="bold")
        for recompile in guards:
            yield Text(f"  {_place(recompile.place)}: {recompile.guard}")
    for error in run.check_errors:
        yield Text(f"  {error}", style="yellow")
    if run.failure is not None:
        yield from _failure(run.failure, label)


def _gains(run: Run) -> Iterable[RenderableType]:
    gains = run.gains
    assert gains is not None
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_row("", "eager", _timing(gains.eager))
    table.add_row("", "compiled", f"{_timing(gains.compiled)}, {gains.compiled_with}")
    table.add_row("", "compile", _compile_time(gains.compile_seconds, gains.cache_hits))
    if gains.peak_memory_eager and gains.peak_memory_compiled:
        table.add_row("", "peak memory", f"{_bytes(gains.peak_memory_eager)} -> {_bytes(gains.peak_memory_compiled)}")
    yield Text("")
    yield Text(f"Time per step ({gains.what})", style="bold")
    yield table


def _break(found: ObservedBreak) -> Iterable[RenderableType]:
    said = f"predicted by {', '.join(found.predicted_by)}" if found.predicted_by else "missed by check"
    style = "green" if found.predicted_by else "red"
    line = Text(f"  {_place(found.place)}: ")
    line.append(said, style=style)
    yield line
    if found.place.source:
        yield Text(f"      {found.place.source}", style="cyan")
    known = f" ({found.registry_id})" if found.registry_id else ""
    yield Text(f"      {found.reason}{known}")
    if found.kind == "skip":
        yield Text("      the whole function runs in eager", style="dim")
    callers = [p for p in found.stack if (p.filename, p.line) != (found.place.filename, found.place.line)][-3:]
    if callers:
        chain = " > ".join(_place(caller) for caller in callers)
        yield Text(f"      reached from {chain}", style="dim")
    if found.url:
        yield Text(f"      {found.url}", style="dim")


def _failure(failure: Failure, label: str) -> Iterable[RenderableType]:
    yield Text("")
    yield Text(f"error{label}: {_shorten_paths(failure.message)}", style="bold red")
    if failure.output:
        yield Text("  the end of what it printed:", style="dim")
        for line in failure.output.splitlines()[-12:]:
            yield Text(f"  | {line}", style="dim")


def _summary(report: Report) -> RenderableType:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    words = {0: "[green]passed[/]", 1: "[red]failed[/]", 2: "[red]could not run[/]"}
    for target in report.targets:
        table.add_row(words[target.exit_status], escape(target.target))
    return table


def _diff(diff: str) -> Text:
    text = Text()
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for line in diff.splitlines():
        text.append(line + "\n", style=styles.get(line[:1], ""))
    text.rstrip()
    return text


def _place(place: Place) -> str:
    where = f"{_path(place.filename)}:{place.line}"
    return f"{where} in {place.function}" if place.function else where


def _path(filename: str) -> str:
    """Relative to the current folder if below it; installed code from its package on."""
    path = Path(filename)
    for name in ("site-packages", "dist-packages"):
        if name in path.parts:
            return str(Path(*path.parts[path.parts.index(name) + 1 :]))
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return filename


def _shorten_paths(text: str) -> str:
    here = str(Path.cwd())
    return " ".join(
        _path(word) if "site-packages" in word and word.startswith("/") else word.replace(here + "/", "")
        for word in text.split(" ")
    )


def _shortened(labels: list[str]) -> str:
    kinds = list(dict.fromkeys(labels))
    shown = " | ".join(kinds[:4]) + (" | ..." if len(kinds) > 4 else "")
    return shown if len(labels) == 1 else f"{len(labels)} sets, {shown}"


def _timing(timing: Timing) -> str:
    return f"{_duration(timing.median)} ({_duration(timing.low)} to {_duration(timing.high)})"


def _compile_time(seconds: float, hits: int) -> str:
    cached = f", partly from inductor's cache ({hits} hits)" if hits else ""
    return f"{_duration(seconds)}{cached}"


def _duration(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _bytes(size: int | None) -> str:
    return "-" if size is None else f"{size / 2**20:.1f} MiB"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.7g}"
