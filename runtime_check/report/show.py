"""Numbers, places and code in words, for every kind of report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fullgraph.lint.diagnostics.amounts import show_seconds
from fullgraph.lint.report.text import count, printable
from fullgraph.runtime_check.expect.model import Comparison
from fullgraph.runtime_check.report.ratios import factor
from fullgraph.runtime_check.results import (
    CHECKS,
    Gains,
    ObservedBreak,
    ObservedRecompile,
    Place,
    Run,
    Status,
    TargetReport,
    Timing,
)

TAB = "    "
SIGNS: dict[Status, str] = {"pass": "pass", "fail": "FAIL", "skipped": "skip", "slower": "slow"}
"""A verdict in four letters."""
OUTCOMES = {0: "passed", 1: "failed", 2: "could not run"}
"""The outcomes of a target, by exit status."""
MODES = {
    ("default", "fullgraph"): "in both modes",
    ("default",): "only in the default mode",
    ("fullgraph",): "only under fullgraph=True",
}


def code_line(text: str) -> str:
    """A line of source as it may be shown: tabs as blanks, what is no visible character escaped."""
    return printable(text.replace("\t", TAB))


def place(where: Place) -> str:
    text = f"{path(where.filename)}:{where.line}"
    return printable(f"{text} in {where.function}" if where.function else text)


def path(filename: str) -> str:
    """Relative to the current folder if below it; installed code from its package on."""
    full = Path(filename)
    for name in ("site-packages", "dist-packages"):
        if name in full.parts:
            return str(Path(*full.parts[full.parts.index(name) + 1 :]))
    try:
        return str(full.relative_to(Path.cwd()))
    except ValueError:
        return filename


def shorten_paths(text: str) -> str:
    """A message, printable, with the paths in it as `path` has them."""
    here = str(Path.cwd())
    return printable(
        " ".join(
            path(word) if "site-packages" in word and word.startswith("/") else word.replace(here + "/", "")
            for word in text.split(" ")
        )
    )


def inputs(labels: Sequence[str]) -> str:
    """The input sets in one line; of many kinds the first."""
    kinds = list(dict.fromkeys(labels))
    shown = " | ".join(kinds[:4]) + (" | ..." if len(kinds) > 4 else "")
    return printable(shown if len(labels) == 1 else f"{len(labels)} sets, {shown}")


def failed(run: Run) -> str:
    """The checks that failed, or what kept it from running; empty if everything passed."""
    if run.failure is not None:
        return run.failure.kind
    names = dict(CHECKS)
    checks = [names[verdict.check] for verdict in run.verdicts if verdict.status == "fail" and verdict.check in names]
    checks += [what for what, verdict in (run.ddp.judged if run.ddp is not None else []) if verdict.status == "fail"]
    breaks = f" ({count(len(run.breaks), 'graph break')})" if run.breaks else ""
    return f"not: {', '.join(checks)}{breaks}" if checks else ""


def versions(target: TargetReport) -> list[tuple[str, int, str]]:
    """The outcome of the target as it is and, where there is one, of the fixed copy: exit status, and what failed.

    The exit status of the target is the last one.
    """
    if target.expected is not None:
        return [("", target.exit_status, failed(target.before) if target.before.failure else compared(target.expected))]
    if target.after is None:
        return [("", target.exit_status, failed(target.before))]
    repair = target.repair
    lost = [verdict for verdict in (repair.agrees, repair.speed) if verdict is not None] if repair is not None else []
    why = [failed(target.after), *(verdict.summary for verdict in lost if verdict.status == "fail")]
    return [
        ("as it is", target.before.exit_status, failed(target.before)),
        ("fixed", target.exit_status, "; ".join(filter(None, why))),
    ]


def compared(found: Comparison) -> str:
    """A run against what is accepted of it, in one line."""
    if found.problem:
        return found.problem
    word = "now accepted" if found.updated else "new"
    parts = [f"{len(found.new)} {word}"] if found.new else []
    parts += [f"{len(found.gone)} gone"] if found.gone else []
    parts += [f"{', '.join(found.failing)} cannot be accepted"] if found.failing else []
    parts += [f"{found.accepted} accepted"] if found.accepted else []
    return ", ".join(parts)


def recompiles_to_mend(run: Run) -> list[ObservedRecompile]:
    """Return the recompiles after the warm-up, and those that TorchDynamo gave a function up for; each once."""
    found = {(one.place.filename, one.place.line, one.guard): one for one in run.recompiles if one.to_mend}
    return list(found.values())


def modes(found: Sequence[str]) -> str:
    """In which modes it breaks, in words."""
    return MODES.get(tuple(sorted(found)), ", ".join(found))


def is_missed(found: ObservedBreak) -> bool:
    """Return whether a break has no prediction, or none for one of its modes, that it should have."""
    return bool(found.missed_in) or (not found.predicted_by and found.kind != "induced")


def predicted(found: ObservedBreak) -> str:
    """Return who predicted a break, and for which of its modes nobody did."""
    if found.kind == "induced" and not found.predicted_by:
        return "only because of another break"
    if not found.predicted_by:
        return f"missed by check{unread(found)}"
    missed = f", but not {modes(found.missed_in).removeprefix('only ')}" if found.missed_in else ""
    return printable(f"predicted by {', '.join(found.predicted_by)}{missed}")


def left(found: ObservedBreak) -> str:
    """The code that was left to eager for this break; empty if only the line was."""
    if found.kind == "induced":
        return "compiled on its own, because another break leaves the enclosing function to eager"
    if found.kind != "skip":
        return "" if found.resumes else "the rest of the function runs in eager"
    names = list(dict.fromkeys(place.function for place in found.left if place.function))
    if not names or names == [found.place.function]:
        return "the whole function runs in eager"
    return printable(f"the whole of {', '.join(names)} runs in eager")


def unread(found: ObservedBreak) -> str:
    """The reason why it could not predict it: it does not read the package that breaks."""
    name = found.not_followed
    return "" if name is None else printable(f", which does not read {name} (--follow {name} does)")


def callers(found: ObservedBreak, most: int = 3) -> list[Place]:
    """The last calls on the way to a break, its own line left out."""
    here = (found.place.filename, found.place.line)
    return [one for one in found.stack if (one.filename, one.line) != here][-most:]


def timing(found: Timing) -> str:
    return f"{show_seconds(found.median)} ({show_seconds(found.low)} to {show_seconds(found.high)})"


def spread(found: Timing) -> str:
    """The median and the quartiles, with the unit once where they share it."""
    texts = [show_seconds(value) for value in (found.median, found.low, found.high)]
    (middle, unit), (low, first), (high, last) = (text.split(" ") for text in texts)
    return f"{middle} {unit} ({low}-{high})" if unit == first == last else timing(found)


def optional(seconds: float | None) -> str:
    return "-" if seconds is None else show_seconds(seconds)


def compile_time(gains: Gains) -> str:
    """Cold, then with warm caches and with saved artifacts where that was measured."""
    parts = [show_seconds(gains.compile_seconds)]
    if gains.compile_seconds_warm is not None:
        parts.append(f"warm {show_seconds(gains.compile_seconds_warm)}")
    if gains.compile_seconds_artifacts is not None:
        size = f" ({memory(gains.artifact_bytes)})" if gains.artifact_bytes else ""
        parts.append(f"from artifacts {show_seconds(gains.compile_seconds_artifacts)}{size}")
    if gains.cache_hits:
        parts.append(f"partly from inductor's cache ({gains.cache_hits} hits)")
    if gains.side_by_side > 1:
        parts.append(f"{gains.side_by_side} compiled side by side")
    return ", ".join(parts)


def ratio(gains: Gains) -> str:
    """How many times as fast the compiled version is as eager, with the interval where it was timed in turns."""
    found = gains.ratio
    if found is None:
        return f"{factor(gains.speedup)}x"
    value = "none" if found.told == "same" else f"{factor(found.value)}x"
    return f"{value} ({factor(found.low)}-{factor(found.high)})"


def rate(items: float | None) -> str:
    """Samples per second."""
    if items is None:
        return "-"
    return f"{items:.3g}/s" if items < 1000 else f"{items:.0f}/s"


def memory(size: int | None) -> str:
    if size is None:
        return "-"
    return f"{size / 2**30:.2f} GiB" if size >= 2**30 else f"{size / 2**20:.1f} MiB"


def number(value: float | None) -> str:
    return "-" if value is None else f"{value:.7g}"


def change(before: float | int | None, after: float | int | None, write: object = str) -> str:
    """Eager's value and the compiled one's; ``-`` where neither is known."""
    show = write if callable(write) else str
    return "-" if before is None and after is None else f"{show(before)} → {show(after)}".replace("None", "?")


def cuda_graphs(gains: Gains) -> str:
    """Return whether calls replay CUDA graphs."""
    if gains.cudagraphs is None and not gains.cudagraph_skips:
        return "-"
    if gains.cudagraphs:
        return f"yes, {len(gains.cudagraph_skips)} skipped" if gains.cudagraph_skips else "yes"
    return "no"


def gain_rows(run: Run) -> list[tuple[str, Gains | None, str]]:
    """The measurements: the name of the arm, its figures, and what to know of it; the checked one first."""
    rows: list[tuple[str, Gains | None, str]] = []
    if run.gains is not None:
        rows.append((checked_arm(run), run.gains, ""))
    for one in run.arms:
        notes = [one.failure.message] if one.failure is not None else []
        if one.agrees is not None and one.agrees.status == "fail":
            notes.append(f"computes something else: {one.agrees.summary}")
        notes += [one.note] if one.note else []
        rows.append((one.arm.name, one.gains, "; ".join(notes)))
    return rows


def values_of(run: Run, arm: str) -> str:
    """Return whether an arm computes what eager does, in a word."""
    verdict = next((one.agrees for one in run.arms if one.arm.name == arm), None)
    if run.gains is not None and arm == checked_arm(run):
        verdict = run.verdict("numerics")
    return SIGNS[verdict.status] if verdict is not None else "-"


def checked_arm(run: Run) -> str:
    """The name of what the checks have compiled."""
    assert run.gains is not None
    return f"{run.environment.mode}, checked" if run.arms else run.environment.mode
